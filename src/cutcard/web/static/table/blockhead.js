// A Blockhead table: everybody's cards, the pot, and fold, call or raise.

import { go } from "../app.js";
import { cardWords, updateHand } from "../cards.js";
import { el, tell } from "../dom.js";
import { makeAdvice } from "./advice.js";
import { makeBidding } from "./bidding.js";
import { chipWords, drawStack } from "./chips.js";
import { keep } from "./felt.js";
import { listen } from "./keys.js";
import { makeLog } from "./log.js";
import { makeReport } from "./report.js";
import { makeSettings } from "./settings.js";

const KEYS = [
  ["f c r", "fold, check or call, raise"],
  ["1 – 9 0", "the size of the raise; 0 is ten"],
  ["↵ or space", "deal"],
  ["?", "advice"],
];

const FROM_BETA = {
  invitation: "Press ? for what Beta thinks of every bet.",
  adviser: "Beta would",
  unit: "chips",
};

/** The room of a Blockhead table; `send(message)` answers the view that is shown. */
export function makeBlockhead(table, send) {
  let view = null;
  const answer = (message) => send({ number: view.number, ...message });
  const status = el("p", { class: "status" });
  const said = el("p", { class: "cost" });
  const pot = el("p", { class: "pot-words" });
  const stack = el("span", { class: "stake-chips" });
  const others = el("div", { class: "places others" });
  const mine = el("div", { class: "places alone" });
  const seats = new Map();
  const bidding = makeBidding({
    act: (action, raise) => answer({ type: "act", action, ...(action === "raise" ? { raise } : {}) }),
    next: () => (view.phase === "done" ? go(`/blockhead?game=${view.game.name}`) : answer({ type: "next" })),
    advise: () => {
      advice.waiting(view.number);
      answer({ type: "advise" });
    },
  });
  const advice = makeAdvice(undefined, FROM_BETA);
  const log = makeLog();
  const report = makeReport(table);
  const deaf = listen((key) => view !== null && bidding.press(key));

  return {
    root: el("div", { class: "blockhead" },
      el("div", { class: "play-area" },
        el("div", { class: "felt", role: "group", "aria-label": "The table" },
          others, el("div", { class: "pot", role: "group", "aria-label": "The pot" }, stack, pot), mine),
        el("div", { class: "controls" }, el("div", { class: "status-line" }, status), said, bidding.root)),
      el("aside", { class: "beside" },
        el("p", { class: "quiet" }, "A card in a dashed frame lies face down: only you see it."),
        advice.root, report.root, log.root, makeSettings(KEYS))),
    update(latest) {
      if (latest.number !== view?.number) said.textContent = "";
      view = latest;
      pot.textContent = potWords(view);
      stack.replaceChildren(drawStack(view.pot));
      keep(seats, view.seats, (seat) => seat.seat, makeSeat);
      for (const seat of view.seats) {
        const part = seats.get(seat.seat);
        const place = seat.you ? mine : others;
        if (part.root.parentNode !== place) place.append(part.root);
        part.update(seat, view);
      }
      others.classList.toggle("alone", view.seats.length < 3);
      bidding.update(view);
      advice.update(view);
      log.update(view);
      report.update(view);
      status.textContent = statusWords(view);
    },
    heard(message) {
      if (message.type === "advice") {
        advice.show(message);
        said.textContent = `${FROM_BETA.adviser} ${message.chart}.`;
        return;
      }
      if (message.sentence) status.textContent = message.sentence;
      if (message.type === "refused") advice.refused(message.number);
      tell(message.sentence ?? "");
    },
    leave: deaf,
  };
}

function makeSeat() {
  const value = el("p", { class: "hand-head" });
  const cards = el("span", { class: "hand-cards spread" });
  const name = el("span", { class: "seat-name" });
  const chips = el("span", { class: "seat-chips" });
  const fate = el("p", { class: "outcome" });
  const root = el("div", { class: "seat hand", role: "group" },
    value, cards, fate, el("p", { class: "owner" }, name, " ", chips));
  return {
    root,
    update(seat, view) {
      updateHand(cards, seat.cards);
      markHidden(cards, seat, view);
      const acting = view.turn === seat.seat;
      root.classList.toggle("in-play", acting);
      root.classList.toggle("folded", Boolean(seat.folded));
      value.textContent = `${acting ? "▶ " : ""}${worthWords(seat)}`;
      name.textContent = seat.you ? "You" : seat.name;
      chips.textContent = chipWords(seat.chips);
      fate.textContent = fateWords(seat, view);
      fate.className = `outcome ${Number(seat.gain) > 0 ? "won" : Number(seat.gain) < 0 ? "lost" : ""}`;
      root.setAttribute("aria-label", `${seat.you ? "Your hand" : `${seat.name}'s hand`}${acting ? ", to act" : ""}`);
    },
  };
}

/** Mark one's own cards that lie face down, until they are shown or given up. */
function markHidden(row, seat, view) {
  [...row.children].forEach((card, at) => {
    const hidden = seat.you && view.phase === "players" && seat.down.includes(at);
    card.classList.toggle("own-down", hidden);
    card.setAttribute("aria-label", hidden ? `${cardWords(seat.cards[at])}, face down` : cardWords(seat.cards[at]));
  });
}

function worthWords(seat) {
  return seat.cards.includes("??") ? `${seat.worth} open` : seat.worth;
}

function fateWords(seat, view) {
  if (seat.gain !== null) {
    const worth = Number(seat.gain);
    const word = worth > 0 ? "won" : worth < 0 ? "lost" : "even";
    const amount = worth ? ` ${seat.gain.replace("-", "−")}` : "";
    return `${seat.folded ? "folded, " : ""}${word}${amount}`;
  }
  if (seat.folded) return "folded";
  return view.opener === seat.seat && view.phase === "players" ? "opens" : "";
}

function potWords(view) {
  if (!view.deal) return `${view.deals} deals`;
  const carry = Number(view.carry) ? `, ${view.carry} carried over` : "";
  return `Pot ${chipWords(view.pot)}${carry}\nDeal ${view.deal} of ${view.deals}`;
}

function statusWords(view) {
  if (view.legal.length) {
    return Number(view.to_call) ? `Your turn: ${chipWords(view.to_call)} to call.` : "Your turn: nothing to call.";
  }
  if (view.phase === "done") return endWords(view);
  if (view.you === null) return "You are watching.";
  if (view.phase === "betting") return "Press Deal to begin.";
  const mine = view.seats.find((seat) => seat.you);
  if (view.phase === "over" && mine) {
    const worth = Number(mine.gain);
    return worth ? `You ${worth > 0 ? "won" : "lost"} ${chipWords(String(Math.abs(worth)))}.` : "Nobody won this deal.";
  }
  const acting = view.seats.find((seat) => seat.seat === view.turn);
  return acting ? `${acting.name} is thinking.` : "";
}

function endWords(view) {
  const most = Math.max(...view.seats.map((seat) => Number(seat.chips)));
  const best = view.seats.filter((seat) => Number(seat.chips) === most);
  const mine = view.seats.find((seat) => seat.you);
  const who = best.length > 1 ? "It is a tie" : best[0].you ? "You win the game" : `${best[0].name} wins the game`;
  return `${who}${mine ? `; you end with ${chipWords(mine.chips)}` : ""}.`;
}
