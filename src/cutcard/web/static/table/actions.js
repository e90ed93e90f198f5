// The actions of blackjack as buttons, each with its letter.

import { el } from "../dom.js";
import { signed } from "./advice.js";
import { can, makeButton } from "./buttons.js";

const ACTIONS = [
  ["stand", "Stand", "s"],
  ["hit", "Hit", "h"],
  ["double", "Double", "d"],
  ["split", "Split", "p"],
  ["surrender", "Surrender", "r"],
  ["insure", "Insure", "i"],
  ["decline", "Decline", "n"],
];

/** The row of actions; `act(action)` and `advise()` are called when one is chosen. */
export function makeActions(act, advise) {
  let legal = [];
  const buttons = ACTIONS.map(([action, words, key]) => {
    const button = makeButton(words, { key, onpress: () => act(action) });
    button.append(el("span", { class: "worth" }));
    return button;
  });
  const advice = makeButton("Advice", { key: "?", onpress: advise });
  advice.append(el("span", { class: "worth" }));

  /** Write what each action is worth on its button. */
  function showWorths(worths) {
    const best = worths[0]?.[0];
    ACTIONS.forEach(([action], at) => {
      const found = worths.find(([one]) => one === action);
      const place = buttons[at].querySelector(".worth");
      place.textContent = found ? `${action === best ? "★ " : ""}${signed(found[1])}` : "";
      buttons[at].classList.toggle("best", action === best);
    });
  }

  return {
    root: el("div", { class: "table-actions", role: "group", "aria-label": "Actions" }, buttons, advice),
    /** Show what is legal now. */
    update(view) {
      legal = view.legal;
      ACTIONS.forEach(([action], at) => can(buttons[at], legal.includes(action)));
      can(advice, legal.length > 0);
    },
    showWorths,
    /** Use a key; whether it was one of the row's. */
    press(key) {
      if (key === "?" && legal.length) {
        advise();
        return true;
      }
      const chosen = ACTIONS.find((one) => one[2] === key);
      if (!chosen || !legal.includes(chosen[0])) return false;
      act(chosen[0]);
      return true;
    },
  };
}
