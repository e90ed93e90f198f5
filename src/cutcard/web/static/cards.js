// Playing cards, drawn as SVG. A card is two letters as everywhere in cutcard: "Ts", "8h"; "??" is
// one that lies face down.

import { drawCourt } from "./courts.js";
import { el } from "./dom.js";
import { draw } from "./svg.js";

const SUITS = {
  s: { name: "spades", path: "M50 4C62 30 94 44 94 68a20 20 0 0 1-38 11c1 8 4 14 11 18H33c7-4 10-10 11-18A20 20 0 0 1 6 68C6 44 38 30 50 4z" },
  h: { name: "hearts", path: "M50 94C20 68 6 53 6 33a22 22 0 0 1 44-6 22 22 0 0 1 44 6c0 20-14 35-44 61z" },
  d: { name: "diamonds", path: "M50 3Q64 30 88 50Q64 70 50 97Q36 70 12 50Q36 30 50 3z" },
  c: { name: "clubs", path: "M50 5a21 21 0 0 1 16 35 21 21 0 1 1-10 36c1 9 4 16 11 21H33c7-5 10-12 11-21A21 21 0 1 1 34 40 21 21 0 0 1 50 5z" },
};

const RANKS = {
  A: "ace", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight",
  9: "nine", T: "ten", J: "jack", Q: "queen", K: "king",
};

/** Milliseconds from one dealt card to the next. */
export const PACE = 140;

// Where the pips of each rank stand: column and row from 0 to 1; below the middle they hang.
const COLUMNS = [0.36, 0.5, 0.64];
const PIPS = {
  2: [[1, 0.2], [1, 0.8]],
  3: [[1, 0.2], [1, 0.5], [1, 0.8]],
  4: [[0, 0.2], [2, 0.2], [0, 0.8], [2, 0.8]],
  5: [[0, 0.2], [2, 0.2], [1, 0.5], [0, 0.8], [2, 0.8]],
  6: [[0, 0.2], [2, 0.2], [0, 0.5], [2, 0.5], [0, 0.8], [2, 0.8]],
  7: [[0, 0.2], [2, 0.2], [1, 0.35], [0, 0.5], [2, 0.5], [0, 0.8], [2, 0.8]],
  8: [[0, 0.2], [2, 0.2], [1, 0.35], [0, 0.5], [2, 0.5], [1, 0.65], [0, 0.8], [2, 0.8]],
  9: [[0, 0.19], [2, 0.19], [0, 0.397], [2, 0.397], [1, 0.5], [0, 0.603], [2, 0.603], [0, 0.81], [2, 0.81]],
  T: [[0, 0.19], [2, 0.19], [1, 0.29], [0, 0.397], [2, 0.397], [0, 0.603], [2, 0.603], [1, 0.71], [0, 0.81], [2, 0.81]],
};

/** A card in words: "the eight of hearts". */
export function cardWords(card) {
  if (card === "??") return "a card face down";
  return `the ${RANKS[card[0]]} of ${SUITS[card[1]].name}`;
}

/** A card as an image that a screen reader names. */
export function drawCard(card) {
  const svg = draw("svg", { viewBox: "0 0 250 350", role: "img", "aria-label": cardWords(card) });
  svg.classList.add("card");
  svg.dataset.card = card;
  svg.append(draw("rect", { x: 2, y: 2, width: 246, height: 346, rx: 20, class: "card-paper" }));
  if (card === "??") {
    svg.classList.add("card-down");
    svg.append(...back());
    return svg;
  }
  const [rank, suit] = card;
  svg.classList.add(`suit-${SUITS[suit].name}`);
  svg.append(...middle(rank, suit), corner(rank, suit), corner(rank, suit, true));
  return svg;
}

/** A row of cards. */
export function drawHand(cards) {
  return el("span", { class: "hand-cards" }, cards.map(drawCard));
}

/** Make a row show these cards: those that lie there stay, new ones come in one after another.
 * Returns how many came. */
export function updateHand(row, cards, delay = 0) {
  let came = 0;
  cards.forEach((card, at) => {
    const lying = row.children[at];
    if (lying?.dataset.card === card) return;
    const drawn = drawCard(card);
    drawn.classList.add(lying?.dataset.card === "??" ? "turned" : "dealt");
    drawn.style.animationDelay = `${(delay + came) * PACE}ms`;
    came += 1;
    if (lying) lying.replaceWith(drawn);
    else row.append(drawn);
  });
  while (row.children.length > cards.length) row.lastElementChild.remove();
  row.classList.toggle("many", cards.length > 4);
  return came;
}

/** The back: lozenges in a frame, the same turned either way. */
function back() {
  const lines = [];
  for (let at = -318; at < 218; at += 29) {
    lines.push(`M${16 + at} 16l318 318`, `M${234 - at} 16l-318 318`);
  }
  return [
    draw("rect", { x: 14, y: 14, width: 222, height: 322, rx: 12, class: "card-back" }),
    draw("svg", { x: 26, y: 26, width: 198, height: 298, viewBox: "26 26 198 298" },
      draw("path", { d: lines.join(""), class: "card-weave" })),
    draw("rect", { x: 25, y: 25, width: 200, height: 300, rx: 6, class: "card-frame" }),
    draw("ellipse", { cx: 125, cy: 175, rx: 46, ry: 62, class: "card-medal" }),
    pip("s", 125, 160, 44), pip("s", 125, 190, 44, true),
  ];
}

function corner(rank, suit, turned = false) {
  const group = draw("g", turned ? { transform: "rotate(180 125 175)" } : {});
  const text = draw("text", { x: 37, y: 66, class: rank === "T" ? "card-rank card-ten" : "card-rank" });
  text.textContent = rank === "T" ? "10" : rank;
  group.append(text, pip(suit, 37, 102, 46));
  return group;
}

function middle(rank, suit) {
  if (rank === "A") return [pip(suit, 125, 175, suit === "s" ? 150 : 116)];
  if (PIPS[rank]) {
    return PIPS[rank].map(([column, row]) => pip(suit, 250 * COLUMNS[column], 350 * row, 45, row > 0.5));
  }
  return drawCourt(rank, (x, y, size, turned) => pip(suit, x, y, size, turned));
}

function pip(suit, x, y, size, turned = false) {
  const turn = turned ? " rotate(180)" : "";
  return draw("path", {
    d: SUITS[suit].path,
    class: "card-pip",
    transform: `translate(${x} ${y})${turn} scale(${size / 100}) translate(-50 -50)`,
  });
}
