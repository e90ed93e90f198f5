"""What exploiters win from stored policies in the real deck."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import permutations

import numpy as np
import pytest

from cutcard.blockhead.equilibrium.biddings import FIRST, PLAIN, RAISE, Bidding
from cutcard.blockhead.equilibrium.blueprint import Stored
from cutcard.blockhead.equilibrium.first_bids import FirstBids, exploit_start
from cutcard.blockhead.equilibrium.last_bids import answer_raise
from cutcard.blockhead.equilibrium.lead_tree import (
    CARDS,
    DECIDED,
    LeadTree,
    hidden_odds,
    lead_tables,
    sign_of,
    starts,
    unseen,
)
from cutcard.blockhead.equilibrium.real_deck import Blocks, ExploiterScope
from cutcard.blockhead.equilibrium.schedules import Discounted
from cutcard.blockhead.equilibrium.solver import Solver

TEN, ANY = np.array([RAISE], np.int32), np.arange(1, 11, dtype=np.int32)
ONE_SIZE = ExploiterScope(TEN, TEN, np.zeros(1), np.zeros(1))
ALL_SIZES = ExploiterScope(ANY, ANY, np.array([-18.0, 0.0, 18.0]), np.array([-36.0, 0.0, 36.0]))


def stored_caller(opening: Bidding, seat: int) -> Stored:
    """Nothing is stored: all calls."""
    first = np.zeros((len(opening.kept(seat)), CARDS), np.uint8)
    second = np.zeros((len(opening.closings), 19, len(PLAIN.kept(seat)), CARDS), np.uint8)
    third, places = second[0, :0], np.zeros(0, np.uint16)
    return Stored(seat, opening, first, second, third, places).checked()


@lru_cache(maxsize=2)
def blocks_of_a_caller(opening: Bidding, seat: int) -> Blocks:
    """All blocks of a caller; they are large, so that only the last two are kept."""
    return stored_caller(opening, seat).blocks()


@cache
def won_from_a_caller(cards: tuple[int, ...], lead: int) -> float:
    """Who always gets a call raises whenever more is won than lost, as far as can be seen."""
    orders = list(permutations(cards))
    total = 0.0
    for seen, stakes in ((0, 10), (1, RAISE), (3, RAISE), (5, RAISE)):
        # Hidden cards are the first and the last, so that what is seen comes first.
        sums: dict[tuple[int, ...], float] = {}
        for order in orders:
            mine, *shown, hidden = order
            end = lead + shown[0] - shown[1] + shown[2] - shown[3]
            won = np.sign(mine - hidden + end)
            now = lead + sum(card * (-1) ** at for at, card in enumerate(shown[: max(seen - 1, 0)]))
            # Who is ahead for sure is given the stakes without a raise.
            if seen and abs(now) > DECIDED[seen // 2]:
                won = 0.0
            known = order[:seen]
            sums[known] = sums.get(known, 0.0) + stakes * float(won)
        gains = sums.values() if seen == 0 else [max(gain, 0.0) for gain in sums.values()]
        total += sum(gains) / len(orders)
    return total


@pytest.mark.parametrize("exploiter", [ONE_SIZE, ALL_SIZES], ids=["raises of 10", "any raise"])
@pytest.mark.parametrize("lead", [0, 3, -7])
@pytest.mark.parametrize("openings", [(PLAIN, PLAIN), FIRST], ids=["one size", "some sizes"])
def test_a_caller_loses_all_raises_that_are_worth_while(
    lead: int, openings: tuple[Bidding, Bidding], exploiter: ExploiterScope
) -> None:
    cards = (0, 2, 3, 3, 7, 9)
    counts = np.bincount(cards, minlength=CARDS)
    for seat, opening in ((0, openings[1]), (1, openings[0])):
        blocks = blocks_of_a_caller(opening, 1 - seat)
        worth = exploit_start(counts, lead, 10.0, seat, opening, blocks, exploiter)
        expected = won_from_a_caller(cards, -lead if seat else lead)
        assert worth == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_first_bidding_round_is_worth_the_best_of_its_bets(seat: int) -> None:
    """Here what comes after it is worth nothing, so that only folds count."""
    opening = FIRST[1 - seat]
    block = np.zeros((opening.choices, CARDS))
    for decision in opening.decisions:
        # Folds to raises of 6 and more, and calls smaller ones.
        block[decision.first + (0 < decision.owed < 6)] = 1.0
    odds = hidden_odds(unseen(()))
    nothing = np.zeros((len(opening.closings), 1, CARDS))
    sizes = {6: 10.0, 10: 10.0}
    for size, expected in sizes.items():
        bids = FirstBids(opening, seat, block, odds, 10.0, (size,), nothing, np.zeros(1))
        assert bids.best().sum() == pytest.approx(expected, abs=1e-12)
    bids = FirstBids(opening, seat, block, odds, 10.0, (3,), nothing, np.zeros(1))
    assert bids.best().sum() == pytest.approx(0.0, abs=1e-12)
    # A raise of 4 is read as 3 or 6 so that bluffs are worth nothing: 4 of 24 fold, not 3 of 23.
    bids = FirstBids(opening, seat, block, odds, 10.0, (4,), nothing, np.zeros(1))
    part = (4 / 24 - 3 / 23) / (6 / 26 - 3 / 23)
    assert bids.best().sum() == pytest.approx(10.0 * part, abs=1e-12)


def test_who_remembers_open_cards_wins_more_than_who_knows_the_lead_alone() -> None:
    """There is one set of cards with this lead, so that both meet the same hidden cards."""
    lead, cards = 18, (0, 0, 9, 9)
    assert [known for known, made in starts() if made == lead] == [cards]
    tree = LeadTree(lead, 10)
    solver = Solver(tree.tree, lead_tables(lead), Discounted())
    solver.iterate(5)
    policy = solver.average()
    # Odds that are stored without a loss: none, half or all.
    for first, width in zip(*choices_of(tree), strict=True):
        best = policy[first : first + width].argmax(axis=0)
        policy[first : first + width] = np.arange(width)[:, None] == best
    two = np.array(ANY[[4, 9]])
    few = ALL_SIZES._replace(sizes=two, last=two)
    won, won_by_any = (
        [
            exploit_start(
                unseen(cards),
                lead,
                10.0,
                seat,
                PLAIN,
                Stored.of(tree, policy, 1 - seat).blocks(),
                exploiter,
            )
            for seat in (0, 1)
        ]
        for exploiter in (ONE_SIZE, few)
    )
    forgetful = solver.exploitability(policy)
    assert forgetful - 1e-9 < np.mean(won) < forgetful + 1
    assert (np.array(won_by_any) > np.array(won) - 1e-9).all()


def choices_of(tree: LeadTree) -> tuple[list[int], list[int]]:
    """The first choice and the number of choices of each decision."""
    decisions = tree.tree.kinds < 2
    return tree.tree.places[decisions].tolist(), tree.tree.widths[decisions].tolist()


def test_the_tables_of_a_lead_hold_all_cards() -> None:
    tables = lead_tables(-3)
    assert tables[0].sum() == pytest.approx(1, abs=1e-12)
    assert tables[1:20].sum(axis=0) == pytest.approx(tables[0], abs=1e-12)
    assert tables[20::2].sum(axis=0) == pytest.approx(tables[0], abs=1e-12)
    assert sum(starts().values()) == pytest.approx(1, abs=1e-12)
    assert len(starts()) == 2955
    assert (sign_of(10) == 1).all()


def test_the_known_raise_is_answered_by_the_known_odds_whatever_is_staked() -> None:
    known = np.array([[0.5, 0.25, 0.0] * 3 + [0.125], [0.25] * 10, [0.0] * 10])
    known[2] = 1 - known[:2].sum(axis=0)
    odds = np.zeros((3, CARDS))
    for stake in map(float, range(10, 200)):
        nothing = np.zeros(CARDS)
        answer_raise(unseen(()), np.ones(CARDS), known, nothing, 10.0, stake, stake, odds)
        assert (odds == known).all()
