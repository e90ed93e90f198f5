// The session's report: rounds, gain, and the decisions that cost most.

import { ask } from "../api.js";
import { drawHand } from "../cards.js";
import { el } from "../dom.js";

/** The report of a table, read anew whenever it is opened or a round ends while it is open. */
export function makeReport(table) {
  const inside = el("div", { class: "report-lines" });
  const root = el("details", { class: "report", ontoggle: () => root.open && read() },
    el("summary", {}, "Your session so far"), inside);
  let rounds = null;

  async function read() {
    try {
      const report = await ask(`/api/report?table=${encodeURIComponent(table)}`);
      inside.replaceChildren(...lines(report));
    } catch (error) {
      inside.replaceChildren(el("p", { class: "bad" }, error.message));
    }
  }

  return {
    root,
    update(view) {
      const now = view.phase === "over" ? view.number : null;
      if (now !== null && now !== rounds && root.open) read();
      rounds = now;
    },
  };
}

function lines(report) {
  const facts = [
    ["Rounds", `${report.rounds}: ${report.won} won, ${report.pushed} pushed, ${report.lost} lost`],
    ["Gain", report.net],
    ["Decisions", `${report.decisions}, ${report.judged} judged`],
    ["Mistakes", report.mistakes],
    ["They cost, in bets", report.cost],
    ["They cost, in chips", report.cost_chips],
  ];
  const made = [el("dl", { class: "facts" }, facts.map(([name, value]) =>
    el("div", {}, el("dt", {}, name), el("dd", {}, String(value)))))];
  if (report.costliest.length) {
    made.push(el("h3", {}, "The costliest decisions"), el("ol", { class: "costliest" },
      report.costliest.map((one) => el("li", {},
        el("span", { class: "small-cards" }, drawHand(one.hand.split(" ")), " against ", drawHand(one.dealer.split(" "))),
        el("span", {}, `${one.action} instead of ${one.best}: `),
        el("span", { class: "bad" }, `${one.cost} of a bet`)))));
  } else if (report.judged) {
    made.push(el("p", { class: "quiet" }, "No decision has cost anything so far."));
  }
  return made;
}
