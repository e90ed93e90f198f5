// The name that one sits down with.

import { ask } from "../api.js";
import { el } from "../dom.js";

/** A field for one's name, shown to those who could sit down. */
export function makeNameField() {
  const field = el("input", { id: "sit-name", maxlength: 24, autocomplete: "nickname", size: 14 });
  const root = el("p", { class: "sit-name", hidden: true }, el("label", { for: "sit-name" }, "Your name "), field);
  let known = false;
  return {
    root,
    value: () => field.value.trim() || "Guest",
    update(view) {
      root.hidden = view.you !== null || !view.empty.length;
      if (root.hidden || known) return;
      known = true;
      ask("/api/seat").then(({ name }) => (field.value ||= name ?? ""), () => {});
    },
  };
}
