// Labelled controls of the lab.

import { el } from "../dom.js";

/** A labelled select; `options` are [value, words]. */
export function makeChoice(id, label, options, value, onchange) {
  const select = el("select", { id, onchange: () => onchange(select.value) },
    options.map(([name, words]) => el("option", { value: name }, words)));
  select.value = value;
  return el("span", { class: "lab-field" }, el("label", { for: id }, label), select);
}

/** A labelled line of text. */
export function makeEntry(id, label, value, onchange, attributes = {}) {
  const input = el("input", { id, autocomplete: "off", spellcheck: "false", size: 14, ...attributes,
    oninput: () => onchange(input.value.trim()) });
  input.value = value;
  return el("span", { class: "lab-field" }, el("label", { for: id }, label), input);
}

/** A labelled slider that says its value; `shown(value)` are its words. */
export function makeSlider(id, label, { min, max, step = 1, value, shown = String }, oninput) {
  const output = el("output", { for: id }, shown(value));
  const input = el("input", { id, type: "range", min, max, step, "aria-valuetext": shown(value), oninput: () => {
    set(Number(input.value));
    oninput(Number(input.value));
  } });
  input.value = value;
  function set(to) {
    input.value = to;
    output.textContent = shown(to);
    input.setAttribute("aria-valuetext", shown(to));
  }
  return { root: el("span", { class: "lab-slider" }, el("label", { for: id }, label), input, output), set, value: () => Number(input.value) };
}
