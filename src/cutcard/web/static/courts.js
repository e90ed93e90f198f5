// Kings, queens and jacks: half a figure, drawn once and turned for the other half.

import { draw } from "./svg.js";

// What tells them apart at a glance: a king's crown, beard and sword; a queen's tiara, long hair
// and flower; a jack's cap with a feather and a halberd.
const FIGURES = {
  K: [
    ["court-hair", "M97 96q-6 34 8 50h40q14-16 8-50z"],
    ["court-skin", "M104 92h42v26q0 24-21 24t-21-24z"],
    ["court-hair", "M103 112q4 10 12 8q10-4 20 0q8 2 12-8q4 40-22 46q-26-6-22-46z"],
    ["court-gold", "M94 92 88 54l18 18 19-28 19 28 18-18-6 38z"],
    ["court-line", "M96 84h58"],
    ["court-steel", "M165 62l6-12 6 12v84h-12z"],
    ["court-gold", "M156 142h30v9h-30zM167 151h8v24h-8z"],
  ],
  Q: [
    ["court-hair", "M92 92q-12 44-4 72h74q8-28-4-72q-33-34-66 0z"],
    ["court-skin", "M104 90q21-22 42 0v26q0 26-21 26t-21-26z"],
    ["court-gold", "M95 86q-2-14 2-26q10 6 14 12q6-10 14-22q8 12 14 22q4-6 14-12q4 12 2 26q-30-14-60 0z"],
    ["court-gem", "M125 58a7 7 0 1 0 .1 0z"],
    ["court-line", "M171 175q-6-30 0-54"],
    ["court-gem", "M171 92q14-6 14 8q8 10-6 14q-4 12-14 4q-14 0-10-13q-4-14 10-12z"],
    ["court-gold", "M171 100a6 6 0 1 0 .1 0z"],
  ],
  J: [
    ["court-hair", "M98 88q-8 30 0 54h14l-4-46h34l-4 46h14q8-24 0-54z"],
    ["court-skin", "M105 90h40v28q0 22-20 22t-20-22z"],
    ["court-robe", "M92 92q-4-32 34-34q38 2 34 34q-34-12-68 0z"],
    ["court-gold", "M92 92q34-12 68 0v-9q-34-12-68 0z"],
    ["court-gem", "M150 66q18-4 22-24q-22 2-30 20z"],
    ["court-line", "M172 175V58"],
    ["court-steel", "M172 46l7 22h-14zM173 74q14 2 13 24q-7-6-13-4z"],
  ],
};

const SHOULDERS = [
  ["court-robe", "M66 175q2-30 34-36l25 14 25-14q32 6 34 36z"],
  ["court-gold", "M100 139l25 36 25-36-8-3-17 16-17-16z"],
  ["court-trim", "M80 175q0-18 12-28M170 175q0-18-12-28"],
];

const FACE = "M113 104h7M130 104h7M125 106l-3 12h6M118 127q7 4 14 0";

/** The figure of a court card; `pip(x, y, size, turned)` draws its suit. */
export function drawCourt(rank, pip) {
  const half = () => [
    ...(rank === "Q" ? FIGURES[rank].slice(0, 1) : []), ...SHOULDERS,
    ...(rank === "Q" ? FIGURES[rank].slice(1) : FIGURES[rank]),
  ].map(([kind, d]) => draw("path", { d, class: kind }));
  const figure = (attributes) =>
    draw("g", attributes, half(), draw("path", { d: FACE, class: "court-face" }), pip(79, 49, 25));
  return [
    draw("rect", { x: 62, y: 30, width: 126, height: 290, rx: 6, class: "card-court" }),
    figure({}),
    figure({ transform: "rotate(180 125 175)" }),
    draw("path", { d: "M63 175H187", class: "court-trim" }),
  ];
}
