// The felt of a blackjack table: the dealer, every seat and its hands. Elements stay where they are
// from view to view, so that a reader's place on the page is kept.

import { PACE, updateHand } from "../cards.js";
import { el, seenLater } from "../dom.js";
import { chipWords, drawStack, gainWords } from "./chips.js";

const FATES = {
  bust: "bust", blackjack: "blackjack", surrendered: "surrendered", charlie: "Charlie", stood: "stood",
};

/** The felt; `sit(seat)` is called when a person takes an empty seat. */
export function makeFelt(sit) {
  const dealerValue = el("span", { class: "value" });
  const dealerCards = el("span", { class: "hand-cards" });
  const dealer = el("div", { class: "dealer", role: "group", "aria-label": "The dealer" },
    el("p", { class: "owner" }, "Dealer ", dealerValue), dealerCards);
  const shoe = el("p", { class: "shoe" });
  const badge = el("p", { class: "fair-badge" });
  const places = el("div", { class: "places" });
  const seats = new Map();
  const empties = new Map();

  return {
    root: el("div", { class: "felt", role: "group", "aria-label": "The table" }, badge, shoe, dealer, places),
    /** Write in a corner how far a fair round is. */
    note: (words) => (badge.textContent = words),
    /** Show a view; returns after how many milliseconds all its cards lie there. */
    update(view) {
      const came = updateHand(dealerCards, view.dealer.cards);
      dealerValue.textContent = view.dealer.words;
      shoe.textContent = view.left ? `${view.left.cards} of ${view.left.of} cards left` : "";
      keep(seats, view.seats, (one) => one.seat, makeSeat);
      for (const one of view.seats) seats.get(one.seat).update(one, view, came);
      keep(empties, view.you === null ? view.empty : [], (number) => number, (number) =>
        makeEmpty(number, sit));
      const inOrder = [...seats, ...empties].sort(([one], [other]) => one - other);
      inOrder.forEach(([, { root }], at) => {
        if (places.children[at] !== root) places.insertBefore(root, places.children[at] ?? null);
      });
      places.classList.toggle("alone", view.seats.length < 2);
      return came * PACE;
    },
  };
}

/** Keep a part for each thing: make those that are new, remove those that are gone. */
export function keep(parts, things, keyOf, make) {
  const keys = new Set(things.map(keyOf));
  for (const [key, part] of parts) {
    if (!keys.has(key)) {
      part.root.remove();
      parts.delete(key);
    }
  }
  for (const thing of things) {
    if (!parts.has(keyOf(thing))) parts.set(keyOf(thing), make(thing));
  }
}

function makeEmpty(number, sit) {
  const button = el("button", { type: "button", onclick: () => sit(number) }, `Sit at seat ${number + 1}`);
  return { root: el("div", { class: "seat empty" }, button) };
}

function makeSeat() {
  const name = el("span", { class: "seat-name" });
  const chips = el("span", { class: "seat-chips" });
  const insurance = el("p", { class: "insurance" });
  const all = el("p", { class: "in-all" });
  const row = el("div", { class: "hands" });
  const hands = new Map();
  const root = el("div", { class: "seat", role: "group" },
    row, insurance, all, el("p", { class: "owner" }, name, " ", chips));
  return {
    root,
    update(seat, view, delay) {
      root.classList.toggle("you", Boolean(seat.you));
      root.classList.toggle("away", seat.here === false);
      root.setAttribute("aria-label", seat.you ? "You" : seat.name);
      name.textContent = seat.you ? `You${seat.name && seat.name !== "You" ? ` (${seat.name})` : ""}` : seat.name;
      if (seat.here === false) name.textContent += ", away";
      chips.textContent = `${seat.chips} left`;
      const shown = seat.hands.length ? seat.hands : [waiting(seat)];
      keep(hands, shown.map((_, at) => at), (at) => at, makeHand);
      shown.forEach((hand, at) => {
        const part = hands.get(at);
        if (row.children[at] !== part.root) row.append(part.root);
        part.update(hand, { number: at, of: shown.length, seat, delay });
      });
      row.dataset.hands = shown.length;
      insurance.textContent = Number(seat.insurance) ? `Insured for ${seat.insurance}` : "";
      const parts = shown.length > 1 || Number(seat.insurance);
      all.textContent = seat.gain !== null && seat.gain !== undefined && parts
        ? `In all: ${gainWords(seat.gain)}` : "";
    },
  };
}

/** What lies at a seat before the cards: the bet alone. */
function waiting(seat) {
  return { cards: [], words: "", stake: seat.bet ? String(seat.bet) : "0", fate: null, gain: null };
}

function makeHand() {
  const value = el("span", { class: "value" });
  const turn = el("span", { class: "turn-mark" });
  const cards = el("span", { class: "hand-cards" });
  const stack = el("span", { class: "stake-chips" });
  const stake = el("span", { class: "stake" });
  const outcome = el("p", { class: "outcome" });
  const root = el("div", { class: "hand", role: "group" },
    el("p", { class: "hand-head" }, turn, value), cards,
    el("p", { class: "hand-stake" }, stack, stake), outcome);
  let staked = null;
  return {
    root,
    update(hand, { number, of, seat, delay }) {
      updateHand(cards, hand.cards, delay);
      const begins = hand.turn && !root.classList.contains("in-play");
      root.classList.toggle("in-play", Boolean(hand.turn));
      if (begins && seat.you) root.scrollIntoView?.({ block: "nearest" });
      turn.textContent = hand.turn ? "▶ " : "";
      value.textContent = valueWords(hand);
      if (staked !== hand.stake) {
        staked = hand.stake;
        stack.replaceChildren(drawStack(hand.stake));
        stake.textContent = Number(hand.stake) ? hand.stake : "";
      }
      const words = outcomeWords(hand);
      if (words && words !== outcome.textContent) seenLater(outcome, delay * PACE);
      outcome.textContent = words;
      outcome.className = `outcome ${tone(hand.gain)}`;
      const which = of > 1 ? `hand ${number + 1} of ${of}` : "hand";
      const whose = seat.you ? "Your" : `${seat.name}'s`;
      root.setAttribute("aria-label", [
        `${whose} ${which}${hand.turn ? ", in play" : ""}`,
        value.textContent && `: ${value.textContent}`,
        Number(hand.stake) ? `, staked ${chipWords(hand.stake)}` : "",
      ].join(""));
    },
  };
}

function valueWords(hand) {
  if (!hand.cards.length) return "";
  return hand.doubled ? `${hand.words}, doubled` : hand.words;
}

/** What became of a hand, in words and amount. */
function outcomeWords(hand) {
  if (hand.fate === "blackjack" && hand.gain === null) return ""; // its value says it
  const fate = hand.gain === null || hand.fate !== "stood" ? FATES[hand.fate] ?? "" : "";
  if (hand.gain === null || hand.gain === undefined) return fate;
  const worth = Number(hand.gain);
  const word = worth > 0 ? "won" : worth < 0 ? "lost" : "push";
  const amount = worth ? ` ${String(hand.gain).replace("-", "−")}` : "";
  if (["bust", "surrendered"].includes(hand.fate)) return `${fate}${amount}`;
  return fate ? `${fate}, ${word}${amount}` : `${word}${amount}`;
}

function tone(gain) {
  const worth = Number(gain ?? 0);
  return worth > 0 ? "won" : worth < 0 ? "lost" : "";
}
