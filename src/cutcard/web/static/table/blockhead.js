// A Blockhead table: everybody's cards, the pot, and fold, call or raise.

import { updateHand } from "../cards.js";
import { el, tell } from "../dom.js";
import { makeBidding } from "./bidding.js";
import { chipWords, drawStack } from "./chips.js";
import { keep } from "./felt.js";
import { listen } from "./keys.js";
import { makeLog } from "./log.js";
import { makeSettings } from "./settings.js";

const KEYS = [
  ["f c r", "fold, check or call, raise"],
  ["1 – 9 0", "the size of the raise; 0 is ten"],
  ["↵ or space", "the next deal"],
];

/** The room of a Blockhead table; `send(message)` answers the view that is shown. */
export function makeBlockhead(table, send) {
  let view = null;
  const answer = (message) => send({ number: view.number, ...message });
  const status = el("p", { class: "status" });
  const pot = el("p", { class: "pot-words" });
  const stack = el("span", { class: "stake-chips" });
  const others = el("div", { class: "places others alone" });
  const mine = el("div", { class: "places alone" });
  const seats = new Map();
  const bidding = makeBidding({
    act: (action, raise) => answer({ type: "act", action, ...(action === "raise" ? { raise } : {}) }),
    next: () => answer({ type: "next" }),
  });
  const log = makeLog();
  const deaf = listen((key) => view !== null && bidding.press(key));

  return {
    root: el("div", { class: "blockhead" },
      el("div", { class: "play-area" },
        el("div", { class: "felt", role: "group", "aria-label": "The table" },
          others, el("div", { class: "pot", role: "group", "aria-label": "The pot" }, stack, pot), mine),
        el("div", { class: "controls" }, el("div", { class: "status-line" }, status), bidding.root)),
      el("aside", { class: "beside" }, log.root, makeSettings(KEYS))),
    update(latest) {
      view = latest;
      pot.textContent = potWords(view);
      stack.replaceChildren(drawStack(view.pot));
      const numbered = view.seats.map((seat, at) => ({ at, ...seat }));
      keep(seats, numbered, (seat) => seat.at, makeSeat);
      for (const seat of numbered) {
        const part = seats.get(seat.at);
        const place = seat.you ? mine : others;
        if (part.root.parentNode !== place) place.append(part.root);
        part.update(seat, view);
      }
      bidding.update(view);
      log.update(view);
      status.textContent = statusWords(view);
    },
    heard(message) {
      if (message.type !== "refused") return;
      status.textContent = message.sentence;
      tell(message.sentence);
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
      const acting = view.turn === seat.at;
      root.classList.toggle("in-play", acting);
      root.classList.toggle("folded", Boolean(seat.folded));
      value.textContent = `${acting ? "▶ " : ""}${seat.worth ?? ""}`;
      name.textContent = seat.you ? "You" : seat.name;
      chips.textContent = chipWords(seat.chips);
      const opens = view.opener === seat.at ? "opens" : "";
      const gain = seat.gain === null || seat.gain === undefined ? "" : String(seat.gain).replace("-", "−");
      fate.textContent = [seat.folded ? "folded" : opens, gain].filter(Boolean).join(", ");
      fate.className = `outcome ${Number(seat.gain) > 0 ? "won" : Number(seat.gain) < 0 ? "lost" : ""}`;
      root.setAttribute("aria-label", `${seat.you ? "Your hand" : `${seat.name}'s hand`}${acting ? ", to act" : ""}`);
    },
  };
}

function potWords(view) {
  const carry = Number(view.carry) ? `, ${view.carry} carried over` : "";
  return `Pot ${chipWords(view.pot)}${carry}\nDeal ${view.deal} of ${view.deals}`;
}

function statusWords(view) {
  if (view.legal.length) {
    return Number(view.to_call) ? `Your turn: ${chipWords(view.to_call)} to call.` : "Your turn: nothing to call.";
  }
  if (view.words) return view.words;
  const acting = view.seats[view.turn];
  return acting ? `${acting.name} is thinking.` : "";
}
