// What the keys do, and whether they do it.

import { el } from "../dom.js";
import { keysAct, setKeysAct } from "./keys.js";

const KEYS = [
  ["s h d p r", "stand, hit, double, split, surrender"],
  ["i n", "take insurance, decline it"],
  ["1 2 3 4", "lay a chip of 1, 5, 25, 100; 0 takes the bet back"],
  ["↵ or space", "deal"],
  ["?", "advice"],
];

/** The keys of a table, with a switch. */
export function makeSettings(keys = KEYS) {
  const box = el("input", { type: "checkbox", checked: keysAct(), onchange: () => setKeysAct(box.checked) });
  return el("details", { class: "settings" }, el("summary", {}, "Keys"),
    el("label", { class: "check" }, box, "Letters and digits act"),
    el("dl", { class: "keys" }, keys.map(([letters, words]) => el("div", {},
      el("dt", {}, letters.split(" ").map((letter) => (letter === "or" ? " or " : el("kbd", {}, letter)))),
      el("dd", {}, words)))));
}
