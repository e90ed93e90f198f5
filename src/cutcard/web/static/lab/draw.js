// Drawings of the lab: bars and bands, as wide as their place, each with a table for those who
// do not see it.

import { el } from "../dom.js";
import { draw } from "../svg.js";
import { tick } from "./figures.js";

const HEIGHT = 240;
const EDGE = { left: 62, right: 14, top: 10, bottom: 40 };

/** A drawing that is drawn anew when its place changes its width. `paint(svg, width)` fills it;
 * `show` sets what it says, how it is painted, and the head and rows of the table behind it. */
export function makeFigure(title, about, height = HEIGHT) {
  const svg = draw("svg", { class: "figure", role: "img", height, width: "100%" });
  const rows = el("div", { class: "scroll" });
  const caption = el("figcaption", {}, title, el("span", { class: "quiet" }, ` ${about}`));
  const details = el("details", { class: "figure-table" }, el("summary", {}, `${title} as a table`), rows);
  const root = el("figure", { class: "figure-box" }, caption, svg, details);
  let paint = () => {};
  let fill = () => [];
  const again = () => {
    svg.replaceChildren();
    if (svg.clientWidth) paint(svg, svg.clientWidth, height);
  };
  new ResizeObserver(again).observe(svg);
  details.addEventListener("toggle", () => tabulate());
  function tabulate() {
    if (details.open) rows.replaceChildren(makeTable(...fill()));
  }
  return {
    root,
    show(words, painter, head, body) {
      svg.setAttribute("aria-label", `${title}: ${words}`);
      paint = painter;
      fill = () => [head, body()];
      again();
      tabulate();
    },
  };
}

/** A plain table: a head, and rows of words and numbers. */
export function makeTable(head, body) {
  return el("table", {},
    el("thead", {}, el("tr", {}, head.map((word, at) => el("th", { scope: "col", class: at ? "number" : null }, word)))),
    el("tbody", {}, body.map((row) => el("tr", {}, row.map((cell, at) =>
      at ? el("td", { class: "number" }, String(cell)) : el("th", { scope: "row" }, String(cell)))))));
}

/** Bars at `places`, numbers in rising order that are multiples of `step`; `high` are their
 * heights, 0 or more. */
export function paintBars({ places, high, step, label, below }) {
  return (svg, width, height) => {
    const most = Math.max(...high) || 1;
    const y = scale(0, most, height - EDGE.bottom, EDGE.top);
    axis(svg, y, ticks(0, most, 4), width, label);
    const across = scale(places[0] - step, places.at(-1) + step, EDGE.left, width - EDGE.right);
    const wide = Math.max(2, (across(step) - across(0)) * 0.86);
    places.forEach((place, at) => {
      if (!high[at]) return;
      const top = Math.min(y(high[at]), height - EDGE.bottom - 1);
      svg.append(draw("rect", { x: across(place) - wide / 2, width: wide, y: top, height: height - EDGE.bottom - top, class: "bar" },
        draw("title", {}, below.words(at))));
    });
    acrossAxis(svg, across, ticks(places[0], places.at(-1), Math.max(2, Math.floor(width / 70))), width, height, below.label);
  };
}

/** Bands and lines over x: `bands` are `{ low, high, kind }`, `lines` are `{ y, kind }`. */
export function paintBands({ x, bands, lines, level = null, label, below }) {
  return (svg, width, height) => {
    const all = [...bands.flatMap((band) => [...band.low, ...band.high]), ...lines.flatMap((line) => line.y)];
    if (level) all.push(level.y);
    let [least, most] = [Math.min(...all), Math.max(...all)];
    if (least === most) [least, most] = [least - 1, most + 1];
    const y = scale(least, most, height - EDGE.bottom, EDGE.top);
    const across = scale(x[0], x.at(-1) || 1, EDGE.left, width - EDGE.right);
    axis(svg, y, ticks(least, most, 5), width, label);
    const path = (values) => values.map((value, at) => `${across(x[at]).toFixed(1)},${y(value).toFixed(1)}`);
    for (const { low, high, kind } of bands) {
      svg.append(draw("polygon", { points: [...path(high), ...path(low).reverse()].join(" "), class: `band ${kind}` }));
    }
    for (const { y: values, kind } of lines) {
      svg.append(draw("polyline", { points: path(values).join(" "), class: `line ${kind}` }));
    }
    if (level) {
      const at = y(level.y);
      svg.append(draw("line", { x1: EDGE.left, x2: width - EDGE.right, y1: at, y2: at, class: "level" }));
      svg.append(draw("text", { x: width - EDGE.right, y: at - 4, class: "tick end" }, level.words));
    }
    acrossAxis(svg, across, ticks(x[0], x.at(-1), Math.max(2, Math.floor((width - EDGE.left) / 110))), width, height, below);
  };
}

function axis(svg, y, marks, width, label) {
  for (const mark of marks.at) {
    const at = y(mark);
    svg.append(draw("line", { x1: EDGE.left, x2: width - EDGE.right, y1: at, y2: at, class: "grid" }));
    svg.append(draw("text", { x: EDGE.left - 6, y: at + 4, class: "tick end" }, label(mark, marks.step)));
  }
}

/** The numbers below a drawing, and what they are. */
function acrossAxis(svg, across, marks, width, height, words) {
  for (const mark of marks.at) {
    const text = tick(mark, marks.step);
    const place = Math.min(across(mark), width - 3.5 * text.length);
    svg.append(draw("text", { x: place, y: height - EDGE.bottom + 16, class: "tick middle" }, text));
  }
  svg.append(draw("text", { x: (EDGE.left + width - EDGE.right) / 2, y: height - 6, class: "tick middle" }, words));
}

function scale(from, to, low, high) {
  return (value) => low + ((value - from) / (to - from || 1)) * (high - low);
}

/** Round numbers between two ends; `about` says how many. */
function ticks(least, most, about) {
  const rough = (most - least) / about || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((times) => times * power).find((one) => one >= rough) ?? rough;
  const at = [];
  for (let mark = Math.ceil(least / step) * step; mark <= most + step * 1e-9; mark += step) at.push(mark);
  return { at, step };
}
