// What happened at the table, in words: for the voice, and to read again.

import { el, tell } from "../dom.js";

const KEPT = 60;

/** The log; `update(view)` tells what a new view reports. */
export function makeLog() {
  const list = el("ol", { class: "log-lines", tabindex: 0, "aria-label": "What happened, the latest first" });
  let last = -1;
  return {
    root: el("details", { class: "log" }, el("summary", {}, "What happened"), list),
    update(view) {
      if (view.number <= last) return;
      const first = last < 0;
      last = view.number;
      for (const { words } of view.happened ?? []) {
        if (!first) tell(words);
        list.prepend(el("li", {}, words));
      }
      while (list.children.length > KEPT) list.lastElementChild.remove();
    },
  };
}
