// The browser's part in a fair shuffle: it makes a number of its own, shows it only when all others
// are bound, and checks everything itself when the dealer shows its secret.

import {
  NO_COMMITMENT, SIZE, commitment, fromHex, hex, nonceDigest, orderKey, shuffled, termsOfRound,
} from "./arithmetic.js";
import { forgetNonces, keepNonce, keepRound, nonceOf, witnessedAt } from "./kept.js";
import { gainDue, misdrawn, unitOf } from "./payments.js";

/** A check that has failed. */
class Breach extends Error {}

function insist(holds, sentence) {
  if (!holds) throw new Breach(sentence);
}

/** A witness at a table. `send(message)` answers the dealer; `told({ step, round, why })` hears how
 * far a round is: bound, shown, dealt, proven, void, broken off or failed. */
export function makeWitness({ send, told }) {
  let terms = null;
  let round = null;
  let last = null;
  let view = null;
  let failed = false;
  let busy = Promise.resolve();

  /** Take one letter after another: digests take time. */
  function hear(letter) {
    const seen = view;
    busy = busy.then(() => take(letter, seen)).catch((error) => fail(error));
    return busy;
  }

  async function take(letter, seen) {
    if (failed) return;
    if (letter.step === "commit") return committed(letter);
    if (!round || letter.round !== round.number) return; // a round that we had no part in
    if (letter.step === "digests") return digestsShown(letter.digests);
    if (letter.step === "nonces") return noncesShown(letter.nonces);
    if (letter.step === "reveal") return revealed(letter, seen);
    if (letter.step === "broken") return finish(round.opened ? "broken off" : "void", letter.why);
  }

  async function committed(letter) {
    if (last?.commit === letter.commit) return; // told again of a round that has ended for us
    if (round?.commit === letter.commit) { // told again after a lost connection
      round.torn = true;
      return round.digests.length ? undefined : bind();
    }
    if (round) finish(round.opened ? "broken off" : "void", "the dealer began another round");
    const now = {
      table: letter.table, seats: letter.parties - 1, seconds: letter.seconds, rules: JSON.parse(letter.rules),
    };
    const kept = witnessedAt(letter.table);
    terms ??= kept.seated ? { ...now, rules: kept.seated.rules, seats: kept.seated.seats, seconds: kept.seated.seconds } : now;
    last ??= kept.rounds.at(-1) ?? null;
    round = {
      number: letter.round, seat: letter.seat, commit: letter.commit, earlier: letter.earlier,
      opened: false, nonce: "", digest: "", digests: [], nonces: [], dealt: new Map(),
      torn: !asked("digest", letter.seat),
    };
    insist(JSON.stringify(now) === JSON.stringify({ ...now, ...terms }), "the dealer has changed the terms of the table");
    insist(now.rules.decks === letter.decks, "the dealer names other decks than its rules");
    insist(!last || letter.round > last.round, `the dealer commits itself for round ${letter.round} after round ${last?.round}`);
    if (letter.round === 1) insist(letter.earlier === hex(NO_COMMITMENT), "no round came before the first one");
    if (last && letter.round === last.round + 1) {
      insist(letter.earlier === last.commit, "the dealer is not bound to the round before");
    }
    await bind();
    report("bound");
  }

  /** Whether the dealer waits for our part in a step of the shuffle. */
  function asked(step, seat) {
    return view?.shuffle?.step === step && view.shuffle.waiting.includes(seat);
  }

  async function bind() {
    if (!asked("digest", round.seat)) return; // another tab has answered, or it is too late
    if (!round.digest) {
      const nonce = crypto.getRandomValues(new Uint8Array(SIZE));
      round.digest = hex(await nonceDigest(fromHex(round.commit), round.seat, nonce));
      keepNonce(round.commit, round.digest, hex(nonce));
    }
    send({ type: "fair", step: "digest", round: round.number, digest: round.digest });
  }

  async function digestsShown(digests) {
    insist(digests.length === terms.seats, "a seat's digest is missing");
    const nonce = nonceOf(round.commit, digests[round.seat]);
    if (nonce === null && round.torn) {
      return finish("void", "your line was cut before your digest came, and the dealer has shuffled without you");
    }
    insist(nonce !== null, "the dealer shows another digest in the place of yours");
    const mine = digests.filter((digest) => digest === digests[round.seat]);
    insist(mine.length === 1, "the dealer shows your digest in the place of another seat");
    round.digests = digests;
    round.nonce = nonce;
    round.opened = true;
    // The digests are shown before the view that asks for nonces.
    const due = view.shuffle?.step === "digest" || asked("nonce", round.seat);
    if (due) send({ type: "fair", step: "nonce", round: round.number, nonce });
    report("shown");
  }

  async function noncesShown(nonces) {
    insist(round.opened && nonces.length === terms.seats, "the dealer shows nonces out of turn");
    for (const [seat, nonce] of nonces.entries()) {
      const digest = hex(await nonceDigest(fromHex(round.commit), seat, fromHex(nonce)));
      insist(digest === round.digests[seat], `the nonce of seat ${seat + 1} is not the one that it was bound to`);
    }
    insist(nonces[round.seat] === round.nonce, "another nonce stands in the place of yours");
    round.nonces = nonces;
    report("dealt");
  }

  async function revealed(letter, seen) {
    insist(round.nonces.length, "the dealer shows its secret before all nonces were shown");
    const secret = fromHex(letter.secret);
    const ofRound = await termsOfRound(terms, round.number, fromHex(round.earlier));
    insist(hex(await commitment(ofRound, secret)) === round.commit, "the secret is not the one that the dealer was bound to");
    const key = await orderKey(fromHex(round.commit), round.digests.map(fromHex), secret, round.nonces.map(fromHex));
    const order = await shuffled(key, terms.rules.decks);
    const end = ofThisRound(seen) && seen.phase === "over" ? seen : missed(letter.shown);
    checkCards(order, letter, end);
    checkPayments(letter, end);
    finish("settled", "", {
      secret: letter.secret, places: letter.places, bets: letter.bets, purses: letter.purses,
      moves: letter.moves, hands: letter.hands, dealer: letter.dealer, gains: letter.gains,
    });
  }

  /** The end of a round that was over when the line was mended; it goes on from what was seen. */
  function missed(end) {
    insist(end, "the dealer shows its secret before the round is over");
    for (const seat of round.seen?.seats ?? []) {
      const then = end.seats.find((one) => one.seat === seat.seat);
      const there = then?.hands.flatMap((hand) => hand.cards) ?? [];
      insist(!then || holds(there, seat.hands.flatMap((hand) => hand.cards)), `the cards of ${seat.name} were others before your line was cut`);
    }
    insist(holds(end.dealer.cards, round.seen?.dealer.cards ?? []), "the dealer's cards were others before your line was cut");
    return end;
  }

  function ofThisRound(one) {
    return one?.rounds === round.number && !one.shuffle;
  }

  /** Every card that lay face up must be the one at its place, in the order in which it came. */
  function checkCards(order, letter, seen) {
    const parties = terms.seats + 1;
    const due = (party, many) => Array.from({ length: many }, (_, at) => order[at * parties + party]);
    letter.places.forEach((place, at) => {
      const seat = seen.seats.find((one) => one.seat === place);
      const name = seat?.name ?? `seat ${place + 1}`; // those who have left are no longer seen
      const hands = seat?.hands.map((hand) => hand.cards) ?? letter.hands[at].map((cards) => cards.split(" "));
      insist(same(hands.map((cards) => cards.join(" ")), letter.hands[at]), `the hands of ${name} were others than the dealer says`);
      const cards = due(place, hands.flat().length);
      const came = round.dealt.get(String(place)) ?? [];
      if (came.length === cards.length) comesAs(came, cards, name);
      insist(same(hands.flat().sort(), [...cards].sort()), `the cards of ${name} are not those of their places`);
    });
    const faces = seen.dealer.cards.filter((card) => card !== "??");
    insist(faces.join(" ") === letter.dealer, "the dealer's cards were others than it says");
    const taken = due(terms.seats, Math.max(seen.dealer.cards.length, 1));
    const { deal, hole_card: hole } = terms.rules;
    // A hidden card that was dealt first lies behind the open one.
    if (["peek", "hidden"].includes(hole) && deal.indexOf("H") < deal.indexOf("U")) taken.splice(0, 2, taken[1], taken[0]);
    comesAs(faces, taken.slice(0, faces.length), "the dealer");
  }

  function checkPayments(letter, seen) {
    const { rules } = terms;
    const unit = unitOf(rules);
    const faces = seen.dealer.cards.filter((card) => card !== "??");
    const seats = letter.places.map((place) => seen.seats.find((one) => one.seat === place));
    const wrong = misdrawn(rules, faces, seats.flatMap((seat) => seat?.hands ?? []));
    insist(!wrong, wrong);
    seats.forEach((seat, at) => {
      if (!seat) return;
      const staked = seat.hands.map((hand) => ({ ...hand, stake: inUnits(hand.stake, unit) }));
      const gain = gainDue(rules, { bet: letter.bets[at], insurance: inUnits(seat.insurance, unit), hands: staked }, faces);
      insist(gain === letter.gains[at] && gain === inUnits(seat.gain, unit),
        `${seat.name} was told a gain of ${seat.gain}, but the cards give ${gain / unit}`);
    });
  }

  function finish(how, why, settled = {}) {
    const seated = {
      kind: "seated", table: terms.table, name: mine()?.name ?? "you", seat: round.seat,
      seats: terms.seats, rules: terms.rules, seconds: terms.seconds,
    };
    const begun = { table: terms.table, round: round.number, earlier: round.earlier, commit: round.commit };
    const shown = { nonce: round.opened ? round.nonce : "", digests: round.digests, nonces: round.nonces };
    const entry = how === "settled"
      ? { kind: "settled", ...begun, ...shown, ...settled }
      : { kind: "unsettled", ...begun, how, why, ...shown };
    keepRound(terms.table, seated, entry);
    forgetNonces(round.commit);
    last = entry;
    report(how === "settled" ? "proven" : how, why);
    round = null;
  }

  function mine() {
    return view?.seats.find((seat) => seat.you);
  }

  function fail(error) {
    if (!(error instanceof Breach)) {
      told({ step: "stuck", round: round?.number, why: String(error) });
      return;
    }
    failed = true;
    if (round && terms) finish("failed", error.message);
  }

  function report(step, why = "") {
    told({ step, round: round.number, why, terms });
  }

  return {
    hear,
    /** Note the cards that a view reports. */
    see(latest) {
      const fresh = latest.number !== view?.number;
      view = latest;
      if (!fresh || !round) return;
      if (ofThisRound(latest) && latest.phase !== "betting") round.seen = latest;
      for (const one of latest.happened) {
        if (one.what !== "dealt" || one.to === "dealer") continue;
        if (!round.dealt.has(one.to)) round.dealt.set(one.to, []);
        round.dealt.get(one.to).push(one.card);
      }
    },
    /** The record of the table so far: `{ seated, rounds }`. */
    record: () => (terms ? witnessedAt(terms.table) : { seated: null, rounds: [] }),
  };
}

function same(one, other) {
  return one.length === other.length && one.every((value, at) => value === other[at]);
}

/** Whether all these cards that lay face up are among others. */
function holds(others, cards) {
  const rest = [...others];
  return cards.filter((card) => card !== "??").every((card) => {
    const at = rest.indexOf(card);
    if (at >= 0) rest.splice(at, 1);
    return at >= 0;
  });
}

function inUnits(chips, unit) {
  return Math.round(Number(chips) * unit);
}

function comesAs(came, due, whose) {
  came.forEach((card, at) => {
    insist(card === due[at], `card ${at + 1} of ${whose} was ${card}, but should have been ${due[at]}`);
  });
}
