// The bet: chips to lay, a number to type, and the deal.

import { el, tell } from "../dom.js";
import { can, makeButton } from "./buttons.js";
import { CHIPS, chipWords, drawChip } from "./chips.js";

/** The betting row; `deal(chips)` is called with a whole number of chips. */
export function makeBets(deal) {
  let limits = null;
  let wanted = 0;
  const field = el("input", {
    inputmode: "numeric", pattern: "[0-9]*", autocomplete: "off", size: 5, maxlength: 7,
    "aria-label": "Your bet in chips", class: "bet-field",
    oninput: () => {
      wanted = Number(field.value.replace(/\D/g, "")) || 0;
      show();
    },
  });
  const chips = CHIPS.map((worth, at) => {
    const words = el("span", { class: "unseen" }, `Add ${chipWords(worth)}`);
    const button = makeButton(words, { key: String(at + 1), onpress: () => lay(worth) });
    button.prepend(drawChip(worth));
    button.classList.add("chip-button");
    return button;
  });
  const clear = makeButton("Clear", { key: "0", onpress: () => lay(-wanted) });
  const dealing = makeButton("Deal", { key: "Enter", first: true, onpress: ask });
  const complaint = el("span", { class: "bet-complaint", id: "bet-complaint" });
  field.setAttribute("aria-describedby", "bet-complaint");

  function lay(worth) {
    wanted = Math.max(0, wanted + worth);
    if (limits) wanted = Math.min(wanted, limits.most);
    field.value = wanted || "";
    tell(wanted ? `Bet ${chipWords(wanted)}.` : "No bet.");
    show();
  }

  function wrong() {
    if (!limits) return "";
    if (limits.most < limits.least) return "You have no chips left to bet.";
    if (!Number.isInteger(wanted) || wanted < limits.least || wanted > limits.most) {
      return `A bet is ${limits.least} to ${limits.most}.`;
    }
    return "";
  }

  function show() {
    const open = limits !== null;
    chips.forEach((button, at) => can(button, open && wanted + CHIPS[at] <= limits.most));
    can(clear, open && wanted > 0);
    can(dealing, open && !wrong());
    field.readOnly = !open;
    complaint.textContent = wrong();
    field.setAttribute("aria-invalid", String(Boolean(wrong())));
  }

  function ask() {
    if (limits && !wrong()) deal(wanted);
  }

  return {
    root: el("div", { class: "bets", role: "group", "aria-label": "Your bet" },
      chips, field, clear, dealing, complaint),
    /** Show what may be bet; null: nothing now. */
    update(betting) {
      limits = betting;
      if (betting && document.activeElement !== field && (wanted === 0 || wanted > betting.most)) {
        wanted = Math.min(betting.last || wanted || betting.least, betting.most);
        field.value = wanted || "";
      }
      show();
    },
    /** Use a key; whether it was one of the row's. */
    press(key) {
      if (!limits) return false;
      if (key === "Enter" || key === " ") ask();
      else if (key === "0") lay(-wanted);
      else if (CHIPS[Number(key) - 1]) {
        if (wanted + CHIPS[Number(key) - 1] <= limits.most) lay(CHIPS[Number(key) - 1]);
      } else return false;
      return true;
    },
  };
}
