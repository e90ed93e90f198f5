// A blackjack table put together: felt, bets, actions, advice, keys.

import { el, seenLater, tell } from "../dom.js";
import { makeActions } from "./actions.js";
import { makeAdvice } from "./advice.js";
import { makeBets } from "./bets.js";
import { makeClock } from "./clock.js";
import { makeFelt } from "./felt.js";
import { listen } from "./keys.js";
import { makeLog } from "./log.js";
import { makeNameField } from "./name.js";
import { makeReport } from "./report.js";
import { makeSettings } from "./settings.js";

/** The room of a blackjack table; `send(message)` answers the view that is shown, `sit(seat, name)`
 * takes a seat, `makeFairPanel` makes the panel of a fair table. */
export function makeBlackjack(table, send, sit, makeFairPanel) {
  let view = null;
  const answer = (message) => send({ number: view.number, ...message });
  const status = el("p", { class: "status" });
  const name = makeNameField();
  const felt = makeFelt((seat) => sit(seat, name.value()));
  const bets = makeBets((chips) => answer({ type: "bet", chips }));
  const actions = makeActions((action) => answer({ type: "act", action }), () => {
    advice.waiting(view.number);
    answer({ type: "advise" });
  });
  const advice = makeAdvice(actions.showWorths);
  const clock = makeClock(() => answer({ type: "more" }));
  const log = makeLog();
  const report = makeReport(table);
  const leaving = el("button", { type: "button", hidden: true, onclick: () => answer({ type: "leave" }) }, "Leave the table");
  const fair = makeFairPanel?.(send, felt.note) ?? null;
  const deaf = listen((key) => view !== null && (actions.press(key) || bets.press(key)));

  return {
    root: el("div", { class: "blackjack" },
      el("div", { class: "play-area" }, felt.root,
        el("div", { class: "controls" }, el("div", { class: "status-line" }, status, clock.root),
          name.root, advice.cost, actions.root, bets.root)),
      el("aside", { class: "beside" }, advice.root, fair?.root, report.root, log.root, makeSettings(), leaving)),
    update(latest) {
      view = latest;
      fair?.update(view);
      const dealing = felt.update(view);
      actions.update(view);
      bets.update(mayBet(view) ? view.betting : null);
      advice.update(view);
      clock.update(view);
      log.update(view);
      report.update(view);
      name.update(view);
      leaving.hidden = view.you === null || !view.open;
      if (view.phase === "over") seenLater(status, dealing);
      status.textContent = statusWords(view);
    },
    heard(message) {
      if (message.type === "advice") advice.show(message);
      if (message.type === "fair") fair?.hear(message);
      if (message.type === "refused" && view.fair && message.number === null) return; // two tabs answered
      if (message.type === "refused" || message.type === "closed") {
        advice.refused(message.number);
        status.textContent = message.sentence;
        tell(message.sentence);
      }
    },
    leave: () => {
      deaf();
      clock.stop();
    },
  };
}

function mayBet(view) {
  return view.you !== null && view.betting && ["betting", "over"].includes(view.phase);
}

/** Where the round stands, in a sentence. */
function statusWords(view) {
  const mine = view.seats.find((seat) => seat.you);
  if (view.legal.includes("insure")) return "Insurance? Half your bet on a dealer's blackjack, at 2:1.";
  if (view.legal.length) {
    const at = mine?.hands.findIndex((hand) => hand.turn) ?? 0;
    return mine?.hands.length > 1 ? `Your turn: hand ${at + 1} of ${mine.hands.length}.` : "Your turn.";
  }
  const broke = mine && Number(mine.chips) < 1 && !view.betting ? " You have no chips left: open another table." : "";
  if (view.phase === "over" && mine?.gain !== null && mine?.gain !== undefined) {
    const worth = Number(mine.gain);
    if (!worth) return "Even: you have your stake back.";
    return `You ${worth > 0 ? "won" : "lost"} ${String(mine.gain).replace(/^[+-]/, "")}.${broke}`;
  }
  if (view.shuffle) return "Everybody takes part in the shuffle.";
  if (view.phase === "betting" && mine?.bet) return "Your bet is down; waiting for the others.";
  if (mayBet(view)) return "Place your bet.";
  if (view.you === null) return view.empty.length ? "You are watching; a seat is free." : "You are watching.";
  const acting = view.seats.find((seat) => seat.seat === view.turn);
  return acting ? `${acting.name} is playing.` : "";
}
