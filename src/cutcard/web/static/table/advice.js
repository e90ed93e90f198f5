// Advice: what every action is worth, and what the last decision cost.

import { el, tell } from "../dom.js";

const AT_BLACKJACK = {
  invitation: "Press ? for the exact worth of every action.",
  adviser: "The chart says",
  unit: "bets",
};

/** The panel, and the line `cost`; their room is reserved, so that asking moves nothing.
 * `showWorths(worths)` is told what the actions are worth, and [] when that is past. */
export function makeAdvice(showWorths = () => {}, { invitation, adviser, unit } = AT_BLACKJACK) {
  const cost = el("p", { class: "cost" });
  const worths = el("tbody");
  const chart = el("p", { class: "advice-chart" });
  const knowing = el("p", { class: "quiet advice-knowing" });
  const table = el("table", { class: "advice-worths" },
    el("caption", {}, `Worth of each action, in ${unit}`), worths);
  let told = "";
  let asked = null;

  function empty(words) {
    worths.replaceChildren();
    showWorths([]);
    chart.textContent = words;
    knowing.textContent = "";
  }
  chart.textContent = invitation;

  return {
    root: el("section", { class: "advice", "aria-label": "Advice" },
      el("h2", {}, "Advice"), chart, table, knowing),
    cost,
    /** Advice is being found. */
    waiting(number) {
      asked = number;
      empty("Working it out …");
    },
    /** Advice has come. */
    show(advice) {
      asked = advice.number;
      const best = advice.worths[0]?.[0];
      showWorths(advice.worths);
      worths.replaceChildren(...advice.worths.map(([action, worth]) => el("tr", {},
        el("th", { scope: "row" }, action, action === best ? el("span", { class: "mark" }, " best") : null),
        el("td", { class: "number" }, signed(worth)))));
      chart.textContent = advice.chart ? `${adviser} ${advice.chart}.` : "";
      knowing.textContent = advice.knowing ?? "";
      const words = advice.worths.map(([action, worth]) => `${action} ${signed(worth)}`);
      tell(`${chart.textContent}${words.length ? ` Worth in ${unit}: ${words.join(", ")}.` : ""}`);
    },
    /** Advice could not be had. */
    refused(number) {
      if (asked === number) empty("");
    },
    /** Forget advice about another decision, and show what the last one cost. */
    update(view) {
      if (asked !== null && asked !== view.number) {
        asked = null;
        empty(view.legal.length ? invitation : "");
      }
      const words = view.cost ? costWords(view.cost) : "";
      cost.classList.toggle("bad", Number(view.cost?.cost ?? 0) > 0);
      cost.textContent = words;
      if (words && words !== told) tell(words);
      told = words;
    },
  };
}

/** What a decision cost, in a sentence. */
export function costWords({ action, best, cost }) {
  const capital = action[0].toUpperCase() + action.slice(1);
  if (Number(cost) === 0) return `${capital} was the best you could do.`;
  return `${capital} cost ${cost} of a bet: ${best} was best.`;
}

/** A worth with its sign, as it is printed everywhere. */
export function signed(worth) {
  return Number(worth) > 0 && !String(worth).startsWith("+") ? `+${worth}` : String(worth).replace("-", "−");
}
