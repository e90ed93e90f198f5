// Fold, check or call, raise, and the next deal.

import { el } from "../dom.js";
import { can, makeButton } from "./buttons.js";

/** The bidding row; `act(action, raise)`, `next()` and `advise()` are called when one is chosen. */
export function makeBidding({ act, next, advise }) {
  let legal = [];
  let sizes = [];
  let waiting = false;
  const fold = makeButton("Fold", { key: "f", onpress: () => act("fold") });
  const call = makeButton("Check", { key: "c", onpress: meet });
  const raise = makeButton("Raise", { key: "r", onpress: lift });
  const on = makeButton("Deal", { key: "Enter", first: true, onpress: next });
  const advice = makeButton("Advice", { key: "?", onpress: advise });
  const size = el("select", { "aria-label": "Chips to raise by", class: "raise-size" });

  function meet() {
    act(legal.includes("call") ? "call" : "check");
  }

  function lift() {
    act("raise", Number(size.value));
  }

  function offer({ least, most }) {
    if (sizes[0] === least && sizes.at(-1) === most) return;
    const kept = size.value;
    sizes = Array.from({ length: most - least + 1 }, (_, at) => least + at);
    size.replaceChildren(...sizes.map((one) => el("option", { value: one }, `by ${one}`)));
    size.value = sizes.map(String).includes(kept) ? kept : String(most);
  }

  return {
    root: el("div", { class: "bidding", role: "group", "aria-label": "Bidding" },
      fold, call, raise, size, advice, on),
    /** Show what is legal now. */
    update(view) {
      legal = view.legal;
      waiting = view.you !== null && view.phase !== "players";
      can(fold, legal.includes("fold"));
      can(call, legal.includes("call") || legal.includes("check"));
      can(raise, legal.includes("raise"));
      can(advice, legal.length > 0);
      can(on, waiting);
      call.firstChild.textContent = Number(view.to_call) ? `Call ${view.to_call}` : "Check";
      on.firstChild.textContent = { over: "Next deal", done: "New game" }[view.phase] ?? "Deal";
      if (view.raises) offer(view.raises);
    },
    /** Use a key; whether it was one of the row's. */
    press(key) {
      if ((key === "Enter" || key === " ") && waiting) next();
      else if (key === "f" && legal.includes("fold")) act("fold");
      else if (key === "c" && (legal.includes("call") || legal.includes("check"))) meet();
      else if (key === "r" && legal.includes("raise")) lift();
      else if (key === "?" && legal.length) advise();
      else if (/^\d$/.test(key) && sizes.includes(Number(key) || 10)) size.value = String(Number(key) || 10);
      else return false;
      return true;
    },
  };
}
