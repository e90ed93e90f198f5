// The session's report: rounds, gain, and the decisions that cost most; of Blockhead, how deals ended.

import { ask } from "../api.js";
import { drawHand } from "../cards.js";
import { el } from "../dom.js";

/** The report of a table, read anew whenever it is opened or a round ends while it is open. */
export function makeReport(table) {
  const inside = el("div", { class: "report-lines" });
  const root = el("details", { class: "report", ontoggle: () => root.open && read() },
    el("summary", {}, "Your session so far"), inside);
  let known = "";

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
      // A decision's cost may be found after the round has ended.
      const now = ["over", "done"].includes(view.phase) ? `${view.number} ${view.cost?.cost}` : "";
      if (now && now !== known && root.open) read();
      known = now;
    },
  };
}

function lines(report) {
  if (report.deals) return dealLines(report, report.deals);
  const made = [makeFacts([
    ["Rounds", report.rounds],
    ["Gain in chips", report.net.replace("-", "−")],
    ["Mistakes", report.mistakes],
    ["They cost, in bets", report.cost],
  ])];
  if (report.costliest.length) {
    made.push(el("h3", {}, "The costliest decisions"), el("ol", { class: "costliest" },
      report.costliest.map((one) => el("li", {},
        drawSpot(one.spot),
        el("span", {}, `${one.action} instead of ${one.best}: `),
        el("span", { class: "bad" }, `${one.cost} of a bet`)))));
  } else if (report.rounds) {
    made.push(el("p", { class: "quiet" }, "No decision has cost anything so far."));
  }
  return made;
}

function makeFacts(facts) {
  return el("dl", { class: "facts" }, facts.map(([name, value]) =>
    el("div", {}, el("dt", {}, name), el("dd", {}, String(value)))));
}

/** How deals of Blockhead ended. What bets cost is not computed; Beta's estimate is named so. */
function dealLines(report, deals) {
  const made = [makeFacts([
    ["Deals", report.rounds],
    ["Gain in chips", report.net.replace("-", "−")],
    ["Deals won", deals.won],
    ["You folded", deals.folded],
    ["Showdowns won", `${deals.showdowns_won} of ${deals.showdowns}`],
  ])];
  if (deals.bets) {
    made.push(el("h3", {}, "What Beta thinks of your bets"),
      el("p", { class: "quiet" }, `Beta would have made ${deals.bets - deals.otherwise} of your ${deals.bets} bets, or others worth as much. These are its own estimates, not the truth.`),
      el("ol", { class: "costliest" }, deals.better.map((one) =>
        el("li", {}, `Deal ${one.deal}: you ${one.bet}, Beta would ${one.beta}, `, el("span", { class: "bad" }, `${one.chips.toFixed(1)} chips better`)))));
  }
  return made;
}

/** Where a decision was made: "8s 8h against Ts", with the cards drawn. */
function drawSpot(spot) {
  const [hand, dealer] = spot.split(" against ");
  if (dealer === undefined) return el("span", {}, `${spot} `);
  return el("span", { class: "small-cards" }, drawHand(hand.split(" ")), " against ", drawHand(dealer.split(" ")));
}
