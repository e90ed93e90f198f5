// Fold, check or call, raise, and the next deal.

import { el } from "../dom.js";
import { can, makeButton } from "./buttons.js";

/** The bidding row; `act(action, raise)` and `next()` are called when one is chosen. */
export function makeBidding({ act, next }) {
  let legal = [];
  let sizes = [];
  let waiting = false;
  const fold = makeButton("Fold", { key: "f", onpress: () => act("fold") });
  const call = makeButton("Check", { key: "c", onpress: meet });
  const raise = makeButton("Raise", { key: "r", onpress: lift });
  const on = makeButton("Next deal", { key: "Enter", first: true, onpress: next });
  const size = el("select", { "aria-label": "Chips to raise by", class: "raise-size" });

  function meet() {
    act(legal.includes("call") ? "call" : "check");
  }

  function lift() {
    act("raise", Number(size.value));
  }

  return {
    root: el("div", { class: "bidding", role: "group", "aria-label": "Bidding" }, fold, call, raise, size, on),
    /** Show what is legal now. */
    update(view) {
      legal = view.legal;
      waiting = view.phase === "over";
      can(fold, legal.includes("fold"));
      can(call, legal.includes("call") || legal.includes("check"));
      can(raise, legal.includes("raise"));
      can(on, waiting && !view.finished);
      call.firstChild.textContent = Number(view.to_call) ? `Call ${view.to_call}` : "Check";
      const offered = view.raises ?? [];
      if (offered.length && offered.join() !== sizes.join()) {
        const kept = size.value;
        sizes = offered;
        size.replaceChildren(...sizes.map((one) => el("option", { value: one }, `by ${one}`)));
        size.value = sizes.map(String).includes(kept) ? kept : String(sizes.at(-1));
      }
    },
    /** Use a key; whether it was one of the row's. */
    press(key) {
      if ((key === "Enter" || key === " ") && waiting) next();
      else if (key === "f" && legal.includes("fold")) act("fold");
      else if (key === "c" && (legal.includes("call") || legal.includes("check"))) meet();
      else if (key === "r" && legal.includes("raise")) lift();
      else if (/^\d$/.test(key) && sizes.includes(Number(key) || 10)) size.value = String(Number(key) || 10);
      else return false;
      return true;
    },
  };
}
