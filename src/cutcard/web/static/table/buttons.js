// Buttons that keep their place and the focus: what is not possible now is dimmed, never removed.

import { el } from "../dom.js";

/** A button; `can(button, yes)` says whether it does anything. */
export function makeButton(words, { key = null, first = false, onpress }) {
  const button = el("button", {
    type: "button",
    class: first ? "first" : null,
    "aria-keyshortcuts": key === " " ? "Space" : key,
    "aria-disabled": "true",
    onclick: () => {
      if (button.getAttribute("aria-disabled") !== "true") onpress();
    },
  }, words, key ? el("kbd", { "aria-hidden": "true" }, key === "Enter" ? "↵" : key) : null);
  return button;
}

/** Say whether a button does anything now. */
export function can(button, yes) {
  button.setAttribute("aria-disabled", String(!yes));
}
