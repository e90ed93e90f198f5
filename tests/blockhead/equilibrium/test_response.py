"""The best response to a stored policy: what it is worth, and how that is earned."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from blockhead.equilibrium.made_up_blueprints import any_stored, calling_blueprint
from numpy.random import Generator

from cutcard.blockhead.equilibrium.biddings import CLOSINGS, PAID_AT, RAISE
from cutcard.blockhead.equilibrium.first_bids import FirstBids, exploit_start
from cutcard.blockhead.equilibrium.known_bids import KnownBids
from cutcard.blockhead.equilibrium.lead_tree import CARDS, hidden_odds, unseen
from cutcard.blockhead.equilibrium.real_deck import ExploiterScope
from cutcard.blockhead.equilibrium.response import (
    ENDS_SHAPE,
    PARTS,
    TIES_SHAPE,
    PolicyResponse,
    SolvedLead,
    arrivals_of,
    first_bids,
    solve_start,
    starts_with,
    values_shape,
)
from cutcard.blockhead.equilibrium.response_walk import choose_last, choose_second
from cutcard.blockhead.equilibrium.tens import (
    AGAIN,
    CALL,
    ENDS,
    FOLD,
    RAISED_BACK,
    RAISED_FIRST,
    RAISED_TWICE,
)

TEN = np.array([RAISE], np.int32)
ONE_SIZE = ExploiterScope(TEN, TEN, np.zeros(1), np.zeros(1))
FEW = np.bincount([0, 1, 2, 3, 3, 5, 7, 9, 9], minlength=CARDS)
"""The unseen cards of a start after which little can follow."""


@pytest.mark.parametrize("lead", [0, -6, 9, 14], ids="lead {}".format)
@pytest.mark.parametrize("seat", [0, 1], ids=["opening", "answering"])
def test_a_start_is_worth_what_the_exploiter_by_tens_wins(lead: int, seat: int) -> None:
    stored = any_stored(10, lead, 1 - seat)
    values, ends, ties = solve_start(FEW, lead, stored, arrivals_of(stored, 10), 10)
    expected = exploit_start(FEW, lead, 10.0, seat, stored.opening, stored.blocks(), ONE_SIZE)
    bids = first_bids(stored, FEW, 10.0, values)
    by_tens = FirstBids(
        stored.opening,
        seat,
        stored.block(()),
        hidden_odds(FEW),
        10.0,
        (RAISE,),
        values[:, None].astype(np.float64),
        np.zeros(1),
    )
    # What is kept of each value is exact to 24 bits; all together are stakes of at most 100.
    close = 100 * 2.0**-24
    assert by_tens.best().sum() == pytest.approx(expected, abs=close)
    worth = float(bids.best().sum())
    if stored.opening.sizes == (RAISE,):
        assert worth == pytest.approx(expected, abs=close)
    else:
        # It may raise by other sizes first, which are read without a coin, too.
        assert worth > expected - close
    won = ends[:, :, 1].sum() + (ties[:, 1] + ties[:, 0] * (10 + np.arange(len(ties)))).sum()
    assert won == pytest.approx(worth, abs=close)
    assert ends[:, :, 0].sum() + ties[:, 0].sum() == pytest.approx(1, abs=1e-12)


def test_other_sizes_are_used_where_they_win_more() -> None:
    """Who folds to a raise of 1 as often as to one of 10 is bluffed with 1."""
    lead, seat = 0, 0
    stored = any_stored(10, lead, 1 - seat)
    block = stored.block(())
    for decision in stored.opening.decisions:
        if decision.seat != seat and decision.folds:
            rows = slice(decision.first, decision.first + decision.width)
            block[rows] = 0.0
            block[decision.first], block[decision.first + 1] = 0.4, 0.6
    lost = np.array(stored.opening.paid)[:, None] + 10.0
    odds = hidden_odds(unseen((0, 3, 4, 7)))
    come = np.ones(CARDS) @ odds
    called = 0.6 ** np.array([len(path) > 2 for path in stored.opening.closings])[:, None]
    bids = KnownBids(stored.opening, seat, block, odds, 10.0, -lost * come * called)
    opens = stored.opening.decisions[0]
    assert (bids.choices(0) == 1 + opens.sizes.index(1)).all()


def four_things() -> list[tuple[bool, int, int, int]]:
    """All that may be done in a bidding round of tens."""
    return list(product((False, True), (FOLD, CALL, AGAIN), (FOLD, CALL), (FOLD, CALL, AGAIN)))


def worth_of_doing(
    done: tuple[bool, int, int, int],
    seat: int,
    stake: float,
    worths: np.ndarray,
    odds: np.ndarray,
) -> float:
    """What it is worth to do four things, told as a story of the bidding."""
    raises, second, third, answer = done
    own, theirs = (4, 1) if seat == 0 else (1, 4)
    if raises:
        first = stake * odds[RAISED_FIRST] + worths[own]
        first += {
            FOLD: -(stake + 10) * odds[own + 1],
            CALL: worths[own + 1],
            AGAIN: (stake + 20) * odds[RAISED_TWICE] + worths[own + 2],
        }[answer]
    else:
        first = worths[0]
    last = worths[theirs + 2] if third == CALL else -(stake + 20) * odds[theirs + 2]
    raised = {
        FOLD: -stake * odds[theirs],
        CALL: worths[theirs],
        AGAIN: (stake + 10) * odds[RAISED_BACK] + worths[theirs + 1] + last,
    }[second]
    # Who opens with a raise is never raised first.
    return float(first + (raised if seat == 1 or not raises else 0.0))


def any_rows(random: Generator) -> np.ndarray:
    """How likely a policy comes to each end, by its hidden card: any numbers will do."""
    return np.asarray(random.random((CARDS, ENDS)))


@pytest.mark.parametrize("seat", [0, 1], ids=["opening", "answering"])
def test_no_other_decisions_in_a_second_bidding_round_are_worth_more(seat: int) -> None:
    random = np.random.default_rng(seat)
    counts = unseen((0, 3, 4, 7, 9, 9)).astype(np.float64)
    for _ in range(50):
        rows, worths = any_rows(random), random.normal(0, 3, (CARDS, CLOSINGS))
        hand, stake = int(random.integers(CARDS)), 20.0
        left = counts - np.eye(CARDS)[hand]
        odds = counts[hand] / (counts.sum() * (counts.sum() - 1)) * (left @ rows)
        best, *done = choose_second(counts, hand, seat, stake, rows, worths)
        all_worths = {
            other: worth_of_doing(other, seat, stake, worths[hand], odds) for other in four_things()
        }
        assert best == pytest.approx(max(all_worths.values()), abs=1e-12)
        assert all_worths[tuple(done)] == pytest.approx(best, abs=1e-12)


@pytest.mark.parametrize("seat", [0, 1], ids=["opening", "answering"])
def test_no_other_decisions_in_a_last_bidding_round_are_worth_more(seat: int) -> None:
    random = np.random.default_rng(7 + seat)
    counts = unseen((0, 2, 3, 4, 7, 9, 9, 9)).astype(np.float64)
    for _ in range(50):
        rows = any_rows(random)
        hand, lead = int(random.integers(CARDS)), int(random.integers(-9, 10))
        left = counts - np.eye(CARDS)[hand]
        likely = counts[hand] / (counts.sum() * (counts.sum() - 1))
        won = np.sign(hand + lead - np.arange(CARDS))
        worths = likely * (30.0 + PAID_AT) * ((left * won) @ rows[:, :CLOSINGS])
        odds = likely * (left @ rows)
        best, *done = choose_last(counts, hand, lead, seat, 30.0, rows)
        all_worths = {
            other: worth_of_doing(other, seat, 30.0, worths, odds) for other in four_things()
        }
        assert best == pytest.approx(max(all_worths.values()), abs=1e-12)
        assert all_worths[tuple(done)] == pytest.approx(best, abs=1e-12)


def test_all_starts_have_their_place() -> None:
    assert len(PARTS) == 74
    assert sum(len(starts_with(lead)) for lead, seat in PARTS if seat == 0) == 2955


def test_a_deal_with_a_carried_pot_is_even() -> None:
    """Tied for is one deal in ten, for 40 chips; what is won otherwise is two chips a deal."""
    blueprint = calling_blueprint()
    ends, ties = np.zeros(ENDS_SHAPE), np.zeros(TIES_SHAPE)
    ends[2, 2], ties[10] = (0.9, 2.0), (0.1, -2.0)
    nothing = SolvedLead(np.zeros(()), np.zeros(ENDS_SHAPE), np.zeros(TIES_SHAPE))
    parts = dict.fromkeys(PARTS, nothing)
    for seat in (0, 1):
        values = np.zeros(values_shape((3, seat), blueprint), np.float32)
        parts[3, seat] = SolvedLead(values, ends, ties)
    worth = PolicyResponse.of(blueprint, parts).game_worth(2)
    assert worth.plain == pytest.approx((2.0, 2.0))
    # The second deal is even if the first one was tied for.
    assert worth.per_game == pytest.approx(2.0 + 0.9 * 2.0)
    assert worth.ties == pytest.approx(0.1 + 0.9 * 0.1)
