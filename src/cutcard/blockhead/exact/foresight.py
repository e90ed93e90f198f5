"""Looking ahead through a bidding round against a player of lines, compiled.

The player of lines has one hidden card, and what its bets tell of it is always a range of points:
`low` to `high`. What we do is worth the sum over that range of a weight for each card (how many
such cards are unseen) times the chips that we gain from now on. A bidding round that closes is
worth the pot at the showdown, or what `prospects` say if cards are still to come.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from numpy.typing import NDArray

from cutcard.blockhead.exact.lead_paths import HIGHEST
from cutcard.blockhead.habits import CALL, FOLD
from cutcard.blockhead.kernel_tables import (
    CHECKED,
    LARGE_RAISE,
    OPENING,
    SMALL_RAISE,
    RulesTable,
)
from cutcard.compilation import compiled_making_arrays as compiled
from cutcard.number_arrays import Floats, Integers

Worths = NDArray[Any]

RANGES: Final = HIGHEST * (HIGHEST + 1) * (HIGHEST + 2) // 6
"""Places for a value of each card in each range of cards."""


class Foe(NamedTuple):
    """The opponent, and the rules it plays by."""

    rules: RulesTable
    lines: Integers
    """Indexed by part, situation, line and (above, bet, less_pot), as in `kernel_tables`."""
    random: bool
    """Whether it makes any legal bet instead, all equally likely."""


class Pots(NamedTuple):
    """The pots for which worths are kept; between two of them, worths are interpolated."""

    sizes: Integers
    place: Integers
    """For a pot of sizes[0] + 2n, the place of the largest size that is not larger."""
    beyond: Floats
    """How far it is from there to the next size, from 0 to 1."""


class Spot(NamedTuple):
    """What does not change in a bidding round, as one who holds a hidden card sees it."""

    part: int
    """0 while cards are to come, 1 in the last bidding round."""
    lead: int
    """Our open points minus the opponent's."""
    own: int
    """The points of our hidden card."""
    to_here: Floats
    """The weights of the opponent's cards up to each number of points, 0 to 10."""
    tied: Floats
    """What a tied pot is worth to us, for each size of `Pots`."""
    prospects: Worths
    """By size of the pot and place of range and card: what is gained after this bidding round."""
    unit: float
    """The chips that prospects of 1 stand for."""


@compiled
def range_place(low: int, high: int) -> int:
    """Where the values for the cards of a range begin."""
    below = low - 1
    wide = high - low + 1
    before = RANGES - (HIGHEST - below) * (HIGHEST - below + 1) * (HIGHEST - below + 2) // 6
    return before + wide * (wide - 1) // 2


@compiled
def _placed(pots: Pots, pot: int) -> tuple[int, float, float]:
    """Where a pot is among the sizes, how far beyond, and the scale if it is larger than all."""
    number = (pot - pots.sizes[0]) >> 1
    if number < len(pots.place):
        return int(pots.place[number]), float(pots.beyond[number]), 1.0
    last = len(pots.sizes) - 1
    return last, 0.0, pot / pots.sizes[last]


@compiled
def tied_worth(pots: Pots, spot: Spot, pot: int) -> float:
    """What a pot that is tied for is worth to us."""
    at, beyond, scale = _placed(pots, pot)
    worth = spot.tied[at]
    if beyond > 0:
        worth += beyond * (spot.tied[at + 1] - worth)
    return float(scale * worth)


@compiled
def closed_against(pots: Pots, spot: Spot, pot: int, low: int, high: int, card: int) -> float:
    """What a closed bidding round is worth against one card, if we know the range only."""
    if spot.part:
        ahead = spot.own + spot.lead - card
        if ahead == 0:
            return tied_worth(pots, spot, pot)
        return float(pot) if ahead > 0 else 0.0
    at, beyond, scale = _placed(pots, pot)
    place = range_place(low, high) + card - low
    worth = float(spot.prospects[at, place])
    if beyond > 0:
        worth += beyond * (float(spot.prospects[at + 1, place]) - worth)
    return scale * spot.unit * worth


@compiled
def _closed(pots: Pots, spot: Spot, pot: int, low: int, high: int) -> float:
    """What a closed bidding round is worth, with weights."""
    to_here = spot.to_here
    if spot.part:
        even = spot.own + spot.lead  # the opponent's card that ties
        behind = min(high, even - 1)
        worth = 0.0
        if behind >= low:
            worth = pot * (to_here[behind] - to_here[low - 1])
        if low <= even <= high:
            worth += (to_here[even] - to_here[even - 1]) * tied_worth(pots, spot, pot)
        return worth
    at, beyond, scale = _placed(pots, pot)
    place = range_place(low, high) - low
    worth = 0.0
    for card in range(low, high + 1):
        one = float(spot.prospects[at, place + card])
        if beyond > 0:
            one += beyond * (float(spot.prospects[at + 1, place + card]) - one)
        worth += (to_here[card] - to_here[card - 1]) * one
    return float(scale * spot.unit * worth)


@compiled
def situation_of(pot: int, to_call: int, opening: bool) -> int:
    """Which lines apply."""
    if opening:
        return OPENING
    if not to_call:
        return CHECKED
    return SMALL_RAISE if to_call < 1 + 2 * (pot // 10) else LARGE_RAISE


@compiled
def _meant(foe: Foe, spot: Spot, situation: int, line: int, most: int) -> int:
    """The bet that a line comes to: FOLD, CALL or the size of a raise."""
    bet = int(foe.lines[spot.part, situation, line, 1])
    if bet <= CALL:  # or FOLD
        return bet
    return min(max(bet, foe.rules.least_raise), most) if most else CALL


@compiled
def _answer_of_lines(
    foe: Foe, spot: Spot, situation: int, pot: int, most: int, low: int, high: int
) -> tuple[int, int]:
    """The answer of the highest card in a range, and the lowest card that answers the same."""
    # The opponent's delta is its card minus our lead. Different lines may mean the same bet.
    factor = pot // 10
    line = 0
    above = foe.lines[spot.part, situation, line, 0]
    less = foe.lines[spot.part, situation, line, 2]
    while high - spot.lead <= above - less * factor:
        line += 1
        above = foe.lines[spot.part, situation, line, 0]
        less = foe.lines[spot.part, situation, line, 2]
    bet = _meant(foe, spot, situation, line, most)
    bottom = max(low, above - less * factor + spot.lead + 1)
    while bottom > low:
        line += 1
        above = foe.lines[spot.part, situation, line, 0]
        less = foe.lines[spot.part, situation, line, 2]
        reach = max(low, above - less * factor + spot.lead + 1)
        if reach < bottom:
            if _meant(foe, spot, situation, line, most) != bet:
                break
            bottom = reach
    return bet, int(bottom)


@compiled
def next_answer(
    foe: Foe,
    spot: Spot,
    pot: int,
    size: int,
    raised: int,
    opening: bool,
    low: int,
    top: int,
    number: int,
) -> tuple[int, int, float, int]:
    """The next of the opponent's answers: FOLD, CALL or a raise; to which cards; how likely.

    It answers a raise of this size, or a check, or opens. The answer is that of the cards from the
    second number returned to ``top``. The fourth is the top of the range whose answers follow;
    below ``low``, there are none. A random opponent's answers are the same for all cards, and
    ``number`` says which of them is next.
    """
    rules = foe.rules
    most = rules.most_raise if raised < rules.raises else 0
    if foe.random:
        staying = 2 if size else 1
        answers = staying + most - rules.least_raise + 1 if most else staying
        if number >= staying:
            answer = rules.least_raise + number - staying
        else:
            answer = number - 1 if size else CALL
        return answer, low, 1.0 / answers, top if number + 1 < answers else low - 1
    situation = situation_of(pot, size, opening)
    answer, bottom = _answer_of_lines(foe, spot, situation, pot, most, low, top)
    return answer, bottom, 1.0, bottom - 1


@compiled
def _call(pots: Pots, spot: Spot, pot: int, to_call: int, low: int, high: int) -> float:
    """What it is worth to close the bidding round by a call or a check, with weights."""
    weight = spot.to_here[high] - spot.to_here[low - 1]
    return float(_closed(pots, spot, pot + to_call, low, high) - to_call * weight)


@compiled
def _best_late(
    foe: Foe, pots: Pots, spot: Spot, pot: int, to_call: int, raised: int, low: int, high: int
) -> float:
    """What the best answer to a raise is worth; after a raise, no further one of ours follows."""
    weight = spot.to_here[high] - spot.to_here[low - 1]
    best = max(0.0, _call(pots, spot, pot, to_call, low, high))
    if raised >= foe.rules.raises:
        return best
    for size in range(foe.rules.least_raise, foe.rules.most_raise + 1):
        chips = to_call + size
        filled = pot + chips
        worth = -chips * weight
        top, number = high, 0
        while top >= low:
            answer, bottom, likely, after = next_answer(
                foe, spot, filled, size, raised + 1, False, low, top, number
            )
            if answer == FOLD:
                gain = filled * (spot.to_here[top] - spot.to_here[bottom - 1])
            elif answer == CALL:
                gain = _closed(pots, spot, filled + size, bottom, top)
            else:
                more = filled + size + answer
                gain = max(0.0, _call(pots, spot, more, answer, bottom, top))
            worth += likely * gain
            top, number = after, number + 1
        best = max(best, worth)
    return best


@compiled
def bet_worth(
    foe: Foe,
    pots: Pots,
    spot: Spot,
    chips: int,
    pot: int,
    to_call: int,
    raised: int,
    opening: bool,
    low: int,
    high: int,
) -> float:
    """What a bet of ours is worth from now on, with weights.

    It looks ahead to two more raises of ours, which is all that three raises leave us.
    """
    if chips < to_call:
        return 0.0
    size = chips - to_call
    if not size and (to_call or not opening or foe.rules.check_closes):
        return _call(pots, spot, pot, to_call, low, high)
    filled = pot + chips
    raises = raised + 1 if size else raised
    worth = -chips * (spot.to_here[high] - spot.to_here[low - 1])
    top, number = high, 0
    while top >= low:
        answer, bottom, likely, after = next_answer(
            foe, spot, filled, size, raises, False, low, top, number
        )
        if answer == FOLD:
            gain = filled * (spot.to_here[top] - spot.to_here[bottom - 1])
        elif answer == CALL:
            gain = _closed(pots, spot, filled + size, bottom, top)
        else:
            gain = _best_late(
                foe, pots, spot, filled + size + answer, answer, raises + 1, bottom, top
            )
        worth += likely * gain
        top, number = after, number + 1
    return float(worth)


@compiled
def weigh_bets(
    foe: Foe,
    pots: Pots,
    spot: Spot,
    pot: int,
    to_call: int,
    raised: int,
    opening: bool,
    low: int,
    high: int,
    bets: Integers,
    worths: Floats,
) -> int:
    """Fill in the legal bets and what each is worth from now on, in chips; return their number."""
    weight = spot.to_here[high] - spot.to_here[low - 1]
    count = 0
    for chips in range(to_call + foe.rules.most_raise + 1):
        size = chips - to_call
        allowed = size >= foe.rules.least_raise and raised < foe.rules.raises
        if not chips or not size or allowed:
            worth = bet_worth(foe, pots, spot, chips, pot, to_call, raised, opening, low, high)
            bets[count] = chips
            worths[count] = worth / weight
            count += 1
    return count


@compiled
def keep_close(bets: Integers, worths: Floats, count: int, fuzz: float) -> int:
    """Keep the bets worth at most ``fuzz`` chips less than the best; without fuzz, the first best.

    Return how many they are.
    """
    best = 0
    for at in range(1, count):
        if worths[at] > worths[best]:
            best = at
    if fuzz <= 0.0:
        bets[0] = bets[best]
        return 1
    least = worths[best] - fuzz
    kept = 0
    for at in range(count):
        if worths[at] >= least:
            bets[kept] = bets[at]
            kept += 1
    return kept
