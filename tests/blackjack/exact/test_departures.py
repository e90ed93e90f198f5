"""What actions are worth by the count, and how far their results scatter."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
import pytest

import cutcard as cc
from cutcard.blackjack.exact.against import Against
from cutcard.blackjack.exact.composition import Composition, compose
from cutcard.blackjack.exact.decision_odds import INSURANCE_ROWS, LATER, Shoes, Window, coming
from cutcard.blackjack.exact.departures import WEIGHT, Worths, adjusted, worths_against
from cutcard.blackjack.exact.hands import number_of
from cutcard.blackjack.exact.policy import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from cutcard.blackjack.exact.results import results_of
from cutcard.blackjack.exact.risks import squares_of
from cutcard.blackjack.exact.showing import TWO
from cutcard.blackjack.exact.solution import Plan, openings
from cutcard.blackjack.exact.splits import numbers_of_hands
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.rules import HoleCard, Rules
from cutcard.blackjack.strategy.chart import PAIR_ROWS, ROWS
from cutcard.blackjack.strategy.count_files import load_count

HI_LO = load_count("hi-lo")
LEFT = (7, 8, 6, 8, 7, 5, 8, 8, 7, 30)
"""A shoe of two decks, some cards into it."""
WINDOW = Window(-12, 12)


def shoes_of(*lefts: tuple[int, ...], running: int = 3) -> Shoes:
    many = len(lefts)
    ones = np.ones(many) / many
    return Shoes(np.array(lefts), np.full(many, running), ones, np.zeros(many))


ALL_ROWS = range(INSURANCE_ROWS[-1] + 1)


def worths(
    up: int,
    shoes: Shoes,
    played: Shoes | None = None,
    rows: Collection[int] = ALL_ROWS,
    **changes: object,
) -> Worths:
    game = cc.game("vegas-strip", decks=2, **changes)
    plan = Plan(game.rules, game.chart)
    return worths_against(
        plan, game.rules, HI_LO, up, rows, shoes, shoes if played is None else played, WINDOW
    )


def at(cards: str, up: str, left: int, running: int = 3) -> int:
    """The place of the count that is seen with these cards, the hole card dealt."""
    seen = Hand.of(f"{cards} {up}").cards
    value = HI_LO.value(running + sum(map(HI_LO.tag, seen)), left - len(seen) - 1)
    return value - WINDOW.lowest


def test_a_hand_is_worth_what_the_solver_says_at_the_count_that_is_seen() -> None:
    rules = cc.game("vegas-strip", decks=2).rules
    sums = worths(9, shoes_of(LEFT)).sums
    against = Against(rules, Composition(LEFT, False, ""), (9,))
    best = against.best()
    for cards, row in (("T 6", "16"), ("8 8", "88"), ("A 7", "A7"), ("5 6", "11")):
        hand = number_of(Hand.of(cards))
        odds = LEFT[9] / sum(LEFT) * against.odds[hand]
        here = at(cards, "T", sum(LEFT))
        alone = row in ("88", "A7")
        for action in (STAND, HIT, DOUBLE, SURRENDER, *([SPLIT] if row == "88" else [])):
            found = sums[ROWS.index(row), action, here]
            assert not alone or found == pytest.approx(odds * best.worth[hand, action], abs=1e-12)
        if alone:
            alive = 1 - against.blackjack_odds(hand)
            assert sums[ROWS.index(row), WEIGHT, here] == pytest.approx(odds * alive)
            assert sums[ROWS.index(row), WEIGHT].sum() == pytest.approx(odds * alive)


@pytest.mark.parametrize("risk", [0.0, 0.001])
@pytest.mark.parametrize("up", [0, 4, 9])
def test_a_row_is_worth_the_same_bytes_whatever_else_is_asked(up: int, risk: float) -> None:
    shoes = shoes_of(LEFT)._replace(risk=np.full(1, risk))
    whole = worths(up, shoes, insurance=True)
    twelve, tens = ROWS.index("12"), ROWS.index("TT")
    insurance = list(INSURANCE_ROWS) if up == 0 else []
    if risk:
        # The risk that is insured hangs on the pairs that may be split.
        insurance += [ROWS.index(pair) for pair in PAIR_ROWS]
    for rows in ([twelve], [twelve + LATER], [tens], [*range(8), *insurance], insurance):
        some = worths(up, shoes, rows=rows, insurance=True)
        others = [row for row in ALL_ROWS if row not in rows]
        for part, asked in zip(whole, some, strict=True):
            assert asked[list(rows)].tobytes() == part[list(rows)].tobytes()
            assert not asked[others].any()


def test_a_21_of_three_cards_is_no_decision_of_any_row() -> None:
    game = cc.game("vegas-strip", decks=2)
    plays = Plan(game.rules, game.chart).against(Hand.of("T"))
    last = len(ROWS) - 1
    found = coming(plays, game.rules, HI_LO, 9, range(2 * len(ROWS)), shoes_of(LEFT), WINDOW)
    odds = [float(odds[0]) for row, _, odds in found if row == last]
    left = sum(LEFT)
    soft_20 = 2 * LEFT[0] * LEFT[8] / ((left - 1) * (left - 2))
    assert ROWS[last] == "A9"
    assert odds == [pytest.approx(LEFT[9] / left * soft_20, rel=1e-12)]


def test_the_hands_of_a_row_add_up() -> None:
    rules = cc.game("vegas-strip", decks=2).rules
    whole = worths(9, shoes_of(LEFT)).sums.sum(axis=-1)
    sums, more = whole[ROWS.index("16")], whole[LATER + ROWS.index("16")]
    against = Against(rules, Composition(LEFT, False, ""), (9,))
    best = against.best()
    both = [number_of(Hand.of(cards)) for cards in ("T 6", "9 7")]
    odds = LEFT[9] / sum(LEFT) * against.odds[both]
    for action in (STAND, HIT, SURRENDER):
        assert sums[action] == pytest.approx(odds @ best.worth[both, action])
    # Sixteens of three cards and more come up, and would rather stand than those of two.
    assert more[WEIGHT] > 0
    later = (more[STAND] - more[HIT]) / more[WEIGHT]
    assert later > (sums[STAND] - sums[HIT]) / sums[WEIGHT]


def test_insurance_is_weighed_by_own_tens() -> None:
    sums = worths(0, shoes_of(LEFT), insurance=True).sums[list(INSURANCE_ROWS)].sum(axis=-1)
    cards = sum(LEFT) - 1
    # Two own tens: what is left holds 28 in 91.
    odds = LEFT[0] / sum(LEFT) * LEFT[9] / cards * (LEFT[9] - 1) / (cards - 1)
    tens = (LEFT[9] - 2) / (cards - 2)
    assert sums[2, WEIGHT] == pytest.approx(odds)
    assert sums[2, 0] == pytest.approx(odds * (tens - (1 - tens) / 2))
    assert sums[:, WEIGHT].sum() == pytest.approx(LEFT[0] / sum(LEFT))


def test_shoes_that_are_all_computed_need_no_adjustment() -> None:
    lefts = [(*np.roll(LEFT[:9], turn).tolist(), 30) for turn in range(6)]
    samples = [worths(9, shoes_of(*lefts[:3])), worths(9, shoes_of(*lefts[3:]))]
    for sample, sums in zip(samples, adjusted(samples), strict=True):
        assert np.allclose(sums, sample.sums, atol=1e-12)


def test_few_shoes_tell_what_many_show_where_worths_are_linear() -> None:
    """Twenty exact shoes come nearer to two hundred than they are by themselves."""
    random = np.random.default_rng(1)
    full = np.repeat(np.arange(10), np.array([*[8] * 9, 32]))
    lefts = []
    for _ in range(200):
        gone = random.choice(full, 40, replace=False)
        lefts.append(tuple((np.array([*[8] * 9, 32]) - np.bincount(gone, minlength=10)).tolist()))
    tags = np.array(HI_LO.tags)
    running = np.array([-(np.array(left) @ tags) for left in lefts])
    many = shoes_of(*lefts)._replace(running=running)
    few = many.only(range(40))._replace(weight=np.full(40, 1 / 40))
    row = ROWS.index("16")

    def gain(sums: np.ndarray) -> float:
        told = sums[row].sum(axis=-1)
        return float((told[STAND] - told[HIT]) / told[WEIGHT])

    part = worths(9, few, many)
    truth = gain(worths(9, many).sums)
    plain, mended = gain(part.sums), gain(adjusted([part])[0])
    assert abs(mended - truth) < abs(plain - truth) / 3


@pytest.mark.parametrize(
    "changes",
    [
        {"decks": 1},
        {"decks": 2, "surrender": "late"},
        {"decks": 1, "hole_card": "none", "dealer_blackjack_takes": "all"},
    ],
)
def test_squares_add_up_to_the_spread_of_results(changes: dict[str, object]) -> None:
    rules = Rules(max_hands=1, **changes)
    spread = sum(gain**2 * odds for gain, odds in results_of(rules).odds.items())
    assert _mean_square(rules) == pytest.approx(spread, abs=1e-9)


def test_squares_of_splits_are_nearly_those_of_the_exact_results() -> None:
    """The hands of a split are taken as independent, given the dealer's end."""
    rules = Rules(max_hands=2, decks=1)
    spread = sum(gain**2 * odds for gain, odds in results_of(rules).odds.items())
    assert _mean_square(rules) == pytest.approx(spread, rel=0.002)


def _mean_square(rules: Rules) -> float:
    """The mean square of a round's gain by the best play."""
    shoe = compose(rules)
    total = 0.0
    for opening in openings(rules, shoe):
        against = Against(rules, shoe, opening.dealer)
        best = against.best()
        firsts = squares_of(against, best).firsts
        for hand in TWO.tolist():
            odds = opening.odds * float(against.odds[hand])
            blackjack = against.blackjack_odds(hand)
            if against.natural[hand]:
                tied, paid = against.naturals
                total += odds * (blackjack * tied**2 + (1 - blackjack) * paid**2)
            else:
                taken = blackjack if rules.hole_card is HoleCard.PEEK else 0.0
                total += odds * (firsts[hand, best.plays.firsts[hand]] + taken)
    return total


def test_a_pair_comes_to_two_hands_unless_it_pairs_again() -> None:
    assert numbers_of_hands(22, 308, 2, infinite=False) == {2: pytest.approx(1)}
    made = numbers_of_hands(22, 308, 4, infinite=False)
    assert sum(made.values()) == pytest.approx(1)
    assert made[2] == pytest.approx((286 * 285) / (308 * 307))
    endless = numbers_of_hands(1, 13, 4, infinite=True)
    assert sum(endless.values()) == pytest.approx(1)
    assert endless[2] == pytest.approx((12 / 13) ** 2)
