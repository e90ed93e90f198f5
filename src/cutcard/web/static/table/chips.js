// Chips, drawn as SVG: their colours are those of a casino, and each bears its number.

import { draw } from "../svg.js";

/** What chips there are, in the order of the keys that lay them. */
export const CHIPS = [1, 5, 25, 100];

const ALL = [500, 100, 25, 5, 1];

/** A chip seen from above. */
export function drawChip(worth) {
  const spots = [0, 60, 120, 180, 240, 300].map((turn) =>
    draw("path", { d: "M43 4h14v13H43z", transform: `rotate(${turn} 50 50)`, class: "chip-spot" }));
  const text = draw("text", { x: 50, y: 61, class: worth > 99 ? "chip-text chip-small" : "chip-text" });
  text.textContent = worth;
  return draw("svg", { viewBox: "0 0 100 100", class: `chip chip-${worth}`, "aria-hidden": "true" },
    draw("circle", { cx: 50, cy: 50, r: 47, class: "chip-rim" }), spots,
    draw("circle", { cx: 50, cy: 50, r: 32, class: "chip-face" }), text);
}

/** A stack of chips seen from the side; the words beside it tell what it comes to. */
export function drawStack(chips) {
  const lying = [];
  let left = Math.floor(Math.abs(Number(chips)));
  for (const worth of ALL) {
    for (; left >= worth && lying.length < 7; left -= worth) lying.push(worth);
  }
  const half = Math.abs(Number(chips)) % 1 > 0;
  const height = 20 + 9 * (lying.length + (half ? 1 : 0));
  const svg = draw("svg", { viewBox: `0 0 60 ${height}`, class: "chip-stack", "aria-hidden": "true" });
  if (half) lying.push("half");
  lying.forEach((worth, at) => {
    const y = height - 13 - 9 * at;
    svg.append(draw("g", { class: `chip-${worth}` },
      draw("path", { d: `M3 ${y}v7a27 7 0 0 0 54 0v-7z`, class: "chip-rim" }),
      draw("ellipse", { cx: 30, cy: y, rx: 27, ry: 7, class: "chip-rim" }),
      draw("path", { d: `M10 ${y + 5}l1 6M30 ${y + 7}v6M50 ${y + 5}l-1 6`, class: "chip-edge" })));
  });
  svg.style.height = `${(height * 34) / 60}px`;
  return svg;
}

/** An amount in words: "1 chip", "2.5 chips". */
export function chipWords(amount) {
  return `${amount} ${Number(amount) === 1 ? "chip" : "chips"}`;
}

/** A gain in words: "wins 2 chips", "loses 1 chip", "gets its stake back". */
export function gainWords(gain) {
  const worth = Number(gain);
  if (worth === 0) return "even";
  return `${worth > 0 ? "wins" : "loses"} ${chipWords(String(gain).replace(/^[+-]/, ""))}`;
}
