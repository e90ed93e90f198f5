// What a dealer must draw and what hands must be paid, computed here from the rules of the table:
// whoever checks the dealer asks nobody else. The engine is the judge of all; a test compares the
// two on rounds by all kinds of rules.

const SIGNS = { win: 1, push: 0, lose: -1 };

/** Units to a chip: amounts are whole units, so that no sum is rounded. */
export function unitOf(rules) {
  if (rules.rounding === "down") return 1;
  const per = Number(rules.blackjack_pays.split(":")[1]);
  return per % 2 ? 2 * per : per;
}

/** What cards count, and whether an ace counts eleven. */
export function count(cards) {
  const points = cards.map((card) => (card[0] === "A" ? 1 : "TJQK".includes(card[0]) ? 10 : Number(card[0])));
  const hard = points.reduce((sum, one) => sum + one, 0);
  const soft = points.includes(1) && hard <= 11;
  return { total: soft ? hard + 10 : hard, soft };
}

function draws(rules, cards) {
  const { total, soft } = count(cards);
  return total < 17 || (total === 17 && soft && rules.hit_soft_17);
}

function isBlackjack(rules, cards) {
  return cards.length === 2 && count(cards).total === 21 && rules.naturals === "both";
}

/** What a player's hand has become; only a surrender has to be told. */
function fateOf(rules, hand) {
  const { total } = count(hand.cards);
  if (hand.fate === "surrendered") return "surrendered";
  if (total > 21) return "bust";
  if (rules.charlie !== "none" && hand.cards.length >= Number(rules.charlie)) return "charlie";
  const natural = total === 21 && hand.cards.length === 2 && !hand.split;
  return natural && rules.naturals !== "none" ? "blackjack" : "stood";
}

/** Why the dealer's cards were not drawn by the rules; empty if they were. */
export function misdrawn(rules, dealer, hands) {
  for (let cards = 2; cards < dealer.length; cards += 1) {
    const shown = dealer.slice(0, cards);
    if (!draws(rules, shown) || isBlackjack(rules, shown)) {
      return `the dealer drew a card on ${count(shown).total}, against the rules`;
    }
  }
  const open = hands.some((hand) => fateOf(rules, hand) === "stood");
  if (open && draws(rules, dealer)) {
    return `the dealer stood on ${count(dealer).total}, against the rules`;
  }
  return "";
}

/** What the dealer's cards have come to. */
function endOf(rules, dealer) {
  if (isBlackjack(rules, dealer)) return { blackjack: true };
  if (draws(rules, dealer)) return null; // no bet hung on playing it out
  const { total } = count(dealer);
  if (total === 22 && rules.dealer_22 === "push") return { push: true };
  return total > 21 ? { bust: true } : { total };
}

function gainOf(rules, hand, end) {
  switch (fateOf(rules, hand)) {
    case "surrendered":
      return Math.floor(hand.stake / 2) - hand.stake;
    case "bust":
      return -hand.stake;
    case "charlie":
      return hand.stake;
    case "blackjack": {
      const sign = end?.blackjack ? SIGNS[rules.blackjack_tie] : 1;
      const [wins, per] = rules.blackjack_pays.split(":").map(Number);
      return sign > 0 ? Math.floor((hand.stake * wins) / per) : sign * hand.stake;
    }
    default: {
      if (end?.bust) return hand.stake;
      if (end?.blackjack) return -hand.stake;
      if (end?.push) return 0;
      const ahead = count(hand.cards).total - end.total;
      return (ahead === 0 ? SIGNS[rules.ties] : Math.sign(ahead)) * hand.stake;
    }
  }
}

/** What a seat gains, in units: `bet` in chips, `insurance` and the hands' stakes in units. */
export function gainDue(rules, seat, dealer) {
  const end = endOf(rules, dealer);
  let gains = seat.hands.map((hand) => gainOf(rules, hand, end));
  if (end?.blackjack && rules.dealer_blackjack_takes === "original") {
    let taken = false;
    gains = gains.map((gain, at) => {
      if (!["bust", "stood"].includes(fateOf(rules, seat.hands[at]))) return gain;
      const original = taken ? 0 : -seat.bet * unitOf(rules);
      taken = true;
      return original;
    });
  }
  const insured = seat.insurance ? (end?.blackjack ? 2 : -1) * seat.insurance : 0;
  return gains.reduce((sum, gain) => sum + gain, insured);
}
