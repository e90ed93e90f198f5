// Exercises as they lie on the table: a hand, cards to count, a tray of discards. Each is an
// element, its words, what a key does, and how it is frozen once it is answered.

import { cardWords, drawHand } from "../cards.js";
import { el, tell } from "../dom.js";

const KEYS = { stand: "s", hit: "h", double: "d", split: "p", surrender: "r", insure: "i", decline: "n" };

/** The exercise's element; `answer` is called with the reply, a text. */
export function drawExercise(exercise, answer) {
  if (exercise.kind === "hand") return drawDecision(exercise, answer);
  if (exercise.kind === "count") return drawCount(exercise, answer);
  return drawTray(exercise, answer);
}

function listed(cards) {
  return cards.map(cardWords).join(", ");
}

function drawDecision(exercise, answer) {
  const value = `${exercise.soft ? "soft " : ""}${exercise.total}`;
  const { count } = exercise;
  const at = count ? `${count.title}, ${count.kind} count: ${signed(count.value)}` : "";
  const buttons = exercise.actions.map((action) => el("button", {
    type: "button", "data-action": action, onclick: () => answer(action),
  }, action, " ", el("kbd", {}, KEYS[action])));
  return {
    element: el("div", {},
      el("div", { class: "board" },
        el("div", {}, el("p", {}, "Dealer"), drawHand(exercise.dealer)),
        el("div", {}, el("p", {}, `You: ${value}`), drawHand(exercise.hand)),
        at ? el("p", { class: "count" }, at) : ""),
      el("div", { class: "actions" }, buttons)),
    words: `The dealer shows ${listed(exercise.dealer)}. You have ${listed(exercise.hand)}: ${value}. ${at}`,
    key(key) {
      buttons.find((button) => KEYS[button.dataset.action] === key && !button.disabled)?.click();
    },
    freeze() {
      for (const button of buttons) button.disabled = true;
    },
  };
}

function drawCount(exercise, answer) {
  const shown = el("div", { class: "board groups" });
  const line = el("p", { class: "quiet" }, exercise.shuffled
    ? `The dealer shuffles ${decks(exercise.decks)}: the running count begins at ${exercise.begins}.` : "");
  const entry = numberEntry(exercise.asks, "-?\\d*", answer);
  const more = el("button", { type: "button", class: "first", onclick: next }, "Next cards");
  const below = el("div", { class: "actions" });
  let at = 0;
  next();

  function next() {
    const group = exercise.groups[at];
    shown.replaceChildren(...group.map((one) =>
      el("div", { class: "group" }, el("p", {}, one.whose), drawHand(one.cards))));
    if (at) tell(groupWords(group));
    at += 1;
    if (at < exercise.groups.length) {
      below.replaceChildren(more);
      more.focus({ preventScroll: true });
    } else {
      const left = exercise.left === undefined ? "" : el("p", {}, `${exercise.left} cards are left.`);
      below.replaceChildren(left, entry.element);
      if (at > 1) entry.field.focus({ preventScroll: true });
    }
  }

  return {
    element: el("div", {}, line, shown, below),
    words: `${line.textContent} ${groupWords(exercise.groups[0])}`,
    key() {},
    freeze: entry.freeze,
  };
}

function groupWords(group) {
  return group.map((one) => `${one.whose}: ${listed(one.cards)}.`).join(" ");
}

function drawTray(exercise, answer) {
  const entry = numberEntry(exercise.asks, "\\d?(\\.[05])?", answer);
  const meter = el("div", { class: "tray", role: "img", "aria-label":
    `A discard tray for ${decks(exercise.decks)}, filled to ${Math.round(100 * exercise.filled)} percent` },
  el("div", { class: "discards" }));
  meter.firstChild.style.width = `${100 * exercise.filled}%`;
  return {
    element: el("div", {},
      el("p", {}, `The discards of ${decks(exercise.decks)}:`), meter, entry.element),
    words: `${meter.getAttribute("aria-label")}. How many decks are left?`,
    key() {},
    freeze: entry.freeze,
  };
}

function numberEntry(asks, pattern, answer) {
  const field = el("input", { type: "text", inputmode: "text", autocomplete: "off", size: 5, pattern, required: true });
  const button = el("button", { class: "first" }, "Answer");
  const element = el("form", { class: "entry" }, el("label", {}, `${asks} `, field), button);
  element.addEventListener("submit", (event) => {
    event.preventDefault();
    answer(field.value.trim());
  });
  return {
    element,
    field,
    freeze() {
      field.disabled = true;
      button.disabled = true;
    },
  };
}

function decks(number) {
  return number === 1 ? "1 deck" : `${number} decks`;
}

function signed(number) {
  return number > 0 ? `+${number}` : `${number}`;
}
