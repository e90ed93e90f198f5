// How answers were marked: what each action is worth, and mistakes in a line.

import { el } from "../dom.js";

/** A table of what every action is worth, with what each costs against the best. */
export function worthsTable(mark) {
  const best = mark.worths[0][1];
  return el("table", { class: "worths" },
    el("caption", {}, "In bets, exactly"),
    el("thead", {}, el("tr", {}, ["Action", "Worth", "Costs"].map((name, at) =>
      el("th", { scope: "col", class: at ? "number" : null }, name)))),
    el("tbody", {}, mark.worths.map(([action, worth]) => el("tr", { class: action === mark.reply ? "chosen" : null },
      el("th", { scope: "row" }, action === mark.reply ? `${action} (yours)` : action),
      el("td", { class: "number" }, signed(worth)),
      el("td", { class: "number" }, worth === best ? "" : (best - worth).toFixed(4))))));
}

/** A mistake in words. */
export function mistakeWords(one) {
  const cost = one.cost ? `${one.cost.toFixed(4)} bets: ` : "";
  const at = one.count === undefined ? "" : ` at ${one.count}`;
  return `${cost}${one.item}${at}: ${one.reply}; right is ${one.correct}`;
}

function signed(worth) {
  return (worth < 0 ? "" : "+") + worth.toFixed(4);
}
