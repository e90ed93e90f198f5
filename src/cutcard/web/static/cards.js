// Playing cards, drawn as SVG. A card is two letters as everywhere in cutcard: "Ts", "8h"; "??" is
// one that lies face down.

import { el } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";

const SUITS = {
  s: { name: "spades", path: "M50 6C62 30 92 44 92 68a20 20 0 0 1-37 11c1 8 4 13 10 17H35c6-4 9-9 10-17A20 20 0 0 1 8 68C8 44 38 30 50 6z" },
  h: { name: "hearts", path: "M50 92C20 66 8 52 8 34a21 21 0 0 1 42-5 21 21 0 0 1 42 5c0 18-12 32-42 58z" },
  d: { name: "diamonds", path: "M50 5 86 50 50 95 14 50z" },
  c: { name: "clubs", path: "M50 6a21 21 0 0 1 15 36 21 21 0 1 1-10 34c1 9 4 15 10 20H35c6-5 9-11 10-20A21 21 0 1 1 35 42 21 21 0 0 1 50 6z" },
};

const RANKS = {
  A: "ace", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight",
  9: "nine", T: "ten", J: "jack", Q: "queen", K: "king",
};

// Where the pips of each rank stand: column and row from 0 to 1; below the middle they hang.
const COLUMNS = [0.3, 0.5, 0.7];
const PIPS = {
  2: [[1, 0.2], [1, 0.8]],
  3: [[1, 0.2], [1, 0.5], [1, 0.8]],
  4: [[0, 0.2], [2, 0.2], [0, 0.8], [2, 0.8]],
  5: [[0, 0.2], [2, 0.2], [1, 0.5], [0, 0.8], [2, 0.8]],
  6: [[0, 0.2], [2, 0.2], [0, 0.5], [2, 0.5], [0, 0.8], [2, 0.8]],
  7: [[0, 0.2], [2, 0.2], [1, 0.35], [0, 0.5], [2, 0.5], [0, 0.8], [2, 0.8]],
  8: [[0, 0.2], [2, 0.2], [1, 0.35], [0, 0.5], [2, 0.5], [1, 0.65], [0, 0.8], [2, 0.8]],
  9: [[0, 0.2], [2, 0.2], [0, 0.4], [2, 0.4], [1, 0.5], [0, 0.6], [2, 0.6], [0, 0.8], [2, 0.8]],
  T: [[0, 0.2], [2, 0.2], [1, 0.3], [0, 0.4], [2, 0.4], [0, 0.6], [2, 0.6], [1, 0.7], [0, 0.8], [2, 0.8]],
};

/** A card in words: "the eight of hearts". */
export function cardWords(card) {
  if (card === "??") return "a card face down";
  return `the ${RANKS[card[0]]} of ${SUITS[card[1]].name}`;
}

/** A card as an image that a screen reader names. */
export function drawCard(card) {
  const svg = node("svg", { viewBox: "0 0 250 350", role: "img", "aria-label": cardWords(card) });
  svg.classList.add("card");
  svg.append(node("rect", { x: 2, y: 2, width: 246, height: 346, rx: 18, class: "card-paper" }));
  if (card === "??") {
    svg.classList.add("card-down");
    svg.append(node("rect", { x: 16, y: 16, width: 218, height: 318, rx: 10, class: "card-back" }));
    for (let line = 0; line < 9; line += 1) {
      const at = 40 + line * 33;
      svg.append(node("path", { d: `M24 ${at} 125 ${at - 30} 226 ${at}`, class: "card-weave" }));
    }
    return svg;
  }
  const [rank, suit] = card;
  svg.classList.add(`suit-${SUITS[suit].name}`);
  svg.append(corner(rank, suit), corner(rank, suit, true));
  svg.append(...middle(rank, suit));
  return svg;
}

function corner(rank, suit, turned = false) {
  const group = node("g", turned ? { transform: "rotate(180 125 175)" } : {});
  const text = node("text", { x: 34, y: 56, class: "card-rank" });
  text.textContent = rank === "T" ? "10" : rank;
  group.append(text, pip(suit, 34, 84, 36));
  return group;
}

function middle(rank, suit) {
  if (rank === "A") return [pip(suit, 125, 175, 110)];
  if (PIPS[rank]) {
    return PIPS[rank].map(([column, row]) => pip(suit, 250 * COLUMNS[column], 350 * row, 48, row > 0.5));
  }
  const frame = node("rect", { x: 62, y: 44, width: 126, height: 262, rx: 8, class: "card-court" });
  const letter = node("text", { x: 125, y: 150, class: "card-letter" });
  letter.textContent = rank;
  const below = node("g", { transform: "rotate(180 125 175)" });
  const again = letter.cloneNode(true);
  below.append(again, pip(suit, 88, 76, 34));
  return [frame, crown(rank), letter, pip(suit, 88, 76, 34), below];
}

/** What tells the courts apart at a glance: a crown of three points, a tiara, a feather. */
function crown(rank) {
  const shape = {
    K: "M92 190 100 166 113 180 125 158 137 180 150 166 158 190z",
    Q: "M96 188q29-34 58 0q-29-12-58 0zM125 160a6 6 0 1 0 .1 0z",
    J: "M98 190q40-4 56-34q4 34-30 38z",
  }[rank];
  return node("path", { d: shape, class: "card-crown" });
}

function pip(suit, x, y, size, turned = false) {
  const turn = turned ? " rotate(180)" : "";
  return node("path", {
    d: SUITS[suit].path,
    class: "card-pip",
    transform: `translate(${x} ${y})${turn} scale(${size / 100}) translate(-50 -50)`,
  });
}

function node(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

/** A row of cards with their worth in words for those who do not see them. */
export function drawHand(cards) {
  return el("span", { class: "hand-cards" }, cards.map(drawCard));
}
