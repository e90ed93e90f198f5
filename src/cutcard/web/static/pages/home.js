// The first page: what one can do here.

import { drawHand } from "../cards.js";
import { el } from "../dom.js";

const ROOMS = [
  ["/play", "Blackjack", "Sit down at a table by any rules, with exact advice when you ask."],
  ["/blockhead", "Blockhead Poker", "One card hidden, the rest open: play the machines."],
  ["/train", "Train", "Drills for strategy and counting; what you miss comes back."],
  ["/lab", "Lab", "Solve rules, simulate a strategy, move the sliders of a counter's bets."],
  ["/tables", "Tables", "Several people at one table, with cards that anybody can verify."],
];

export function show(main) {
  document.title = "cutcard";
  main.append(
    el("h1", {}, "Take a seat."),
    el("div", { class: "home-cards", "aria-hidden": "true" }, drawHand(["As", "Jh"])),
    el("ul", { class: "rooms" }, ROOMS.map(([href, title, about]) =>
      el("li", {}, el("a", { href }, title), el("p", {}, about)))),
  );
}
