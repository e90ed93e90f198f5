// The time to decide, where a table has one; it can always be had longer.

import { el, tell } from "../dom.js";
import { can, makeButton } from "./buttons.js";

/** The clock; `more()` asks for more time. */
export function makeClock(more) {
  const left = el("span", { class: "clock-left" });
  const button = makeButton("More time", { onpress: more });
  const root = el("span", { class: "clock", hidden: true }, left, button);
  let ends = 0;
  let warned = false;
  let ticking = 0;

  function tick() {
    const seconds = Math.max(0, Math.ceil((ends - performance.now()) / 1000));
    left.textContent = `${seconds} s`;
    if (seconds <= 10 && !warned) {
      warned = true;
      tell(`${seconds} seconds left to decide; the button More time gives more.`);
    }
  }

  return {
    root,
    update(view) {
      clearInterval(ticking);
      const mine = view.seconds !== null && (view.legal.length > 0 || view.betting !== null);
      can(button, mine);
      if (!mine) {
        left.textContent = "";
        warned = false;
        return;
      }
      root.hidden = false; // from now on it keeps its place, dimmed while others decide
      ends = performance.now() + view.seconds * 1000;
      if (view.seconds > 10) warned = false;
      tick();
      ticking = setInterval(tick, 1000);
    },
    stop: () => clearInterval(ticking),
  };
}
