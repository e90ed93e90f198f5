"""The best ramp: against brute force in whole chips, and against the rounds played with it."""

from __future__ import annotations

from itertools import combinations_with_replacement, product
from math import exp, sqrt

import pytest

import cutcard as cc
from cutcard.blackjack.strategy.ramp import Ramp
from cutcard.errors import CutcardError
from cutcard.lab.kelly import MARGIN
from cutcard.lab.risk import Winnings
from cutcard.study.best_ramp import BestRamp, RampQuestion, find_best_ramp, read_spread

EDGES = {-1: -0.012, 0: -0.005, 1: 0.003, 2: 0.009, 3: 0.018}
SHARES = {-1: 30, 0: 30, 1: 20, 2: 12, 3: 8}
ROUNDS = 10**7
MOST = 5


def even_money(edges: dict[int, float]) -> Winnings:
    """Rounds that win or lose a chip, at these edges."""
    results = {}
    for count, edge in edges.items():
        n = ROUNDS * SHARES[count] // 100
        won = round(n * (1 + edge) / 2)
        results[count] = {1: won, -1: n - won}
    return Winnings.of(results, 1, Ramp())


WINNINGS = even_money(EDGES)


def every_ramp() -> list[Winnings]:
    """What all bets of whole chips from 1 to the most earn."""
    return [
        WINNINGS.betting(Ramp(tuple(zip(EDGES, bets, strict=True))))
        for bets in product(range(1, MOST + 1), repeat=len(EDGES))
    ]


def found_for(question: RampQuestion) -> BestRamp:
    found = find_best_ramp(WINNINGS, question)
    assert isinstance(found, BestRamp)
    return found


def test_no_whole_chips_have_a_higher_certainty_equivalent() -> None:
    tried = every_ramp()
    for bankroll, kelly in ((150, 1.0), (300, 1.0), (300, 0.5), (2000, 0.25)):
        found = found_for(RampQuestion(MOST, bankroll, kelly=kelly))
        best = max(one.certainty_equivalent(kelly * bankroll) for one in tried)
        assert found.certainty_equivalent == pytest.approx(best, rel=1e-12)


@pytest.mark.parametrize("risk", [0.05, 0.135, 0.2, 0.3])
@pytest.mark.parametrize("bankroll", [450, 600, 750, 900, 1200])
def test_no_rising_ramp_within_the_risk_wins_more(risk: float, bankroll: int) -> None:
    spread = 12
    found = find_best_ramp(WINNINGS, RampQuestion(spread, bankroll, risk))
    rising = combinations_with_replacement(range(1, spread + 1), len(EDGES))
    tried = [WINNINGS.betting(Ramp(tuple(zip(EDGES, bets, strict=True)))) for bets in rising]
    within = [one.win_rate for one in tried if one.risk_of_ruin(bankroll) <= risk]
    if isinstance(found, str):
        assert not within
        return
    assert found.ruin <= risk
    assert max(within) * (1 - MARGIN) <= found.winnings.win_rate <= max(within)


def test_a_risk_that_no_bets_keep_is_told_with_the_bankroll_that_does() -> None:
    told = find_best_ramp(WINNINGS, RampQuestion(MOST, 50, 0.05))
    assert isinstance(told, str)
    assert told.startswith(
        "no bets from 1 to 5 chips have a risk of ruin of 5% or less with 50 chips: it takes "
    )
    needed = int(told.rsplit(" ", 1)[1].replace(",", ""))
    assert isinstance(find_best_ramp(WINNINGS, RampQuestion(MOST, needed, 0.05)), BestRamp)
    assert isinstance(find_best_ramp(WINNINGS, RampQuestion(MOST, needed - 1, 0.05)), str)


def test_where_nothing_wins_a_sentence_says_so() -> None:
    losing = even_money(dict.fromkeys(EDGES, -0.01))
    assert "no count has an edge" in str(find_best_ramp(losing, RampQuestion(8, 1000)))
    narrow = even_money({**dict.fromkeys(EDGES, -0.01), 3: 0.002})
    assert "ruin is certain" in str(find_best_ramp(narrow, RampQuestion(2, 1000, 0.05)))


def test_rounds_that_were_watched_tell_nothing_of_other_bets() -> None:
    told = find_best_ramp(WINNINGS.leaving(1), RampQuestion(8, 1000))
    assert told == "some rounds were watched: what bets on them would have earned is not known"


def test_bets_on_several_spots_are_those_of_each_spot() -> None:
    """Two spots that win and lose together are one spot with twice the chips."""
    both = {row.count: {} for row in WINNINGS.rows}
    for row in WINNINGS.rows:
        won = (row.rounds + int(row.net)) // 2
        both[row.count] = {2: won, -2: row.rounds - won}
    found = find_best_ramp(Winnings.of(both, 1, Ramp(spots=2)), RampQuestion(MOST, 600))
    alone = found_for(RampQuestion(MOST, 300))
    assert isinstance(found, BestRamp)
    assert (found.ramp.steps, found.ramp.spots) == (alone.ramp.steps, 2)
    assert str(found.ramp).endswith(",spots:2")
    assert found.winnings.average_bet == 2 * alone.winnings.average_bet
    assert found.winnings.win_rate == 2 * alone.winnings.win_rate
    assert found.ruin == pytest.approx(alone.ruin, rel=1e-12)


def test_spots_that_hang_on_the_count_have_no_best_bets() -> None:
    winnings = Winnings.of(
        {0: {-1: 6, 1: 5}, 3: {2: 6, -2: 5}}, 1, Ramp(((3, 1),), spots_at=((3, 2),))
    )
    told = find_best_ramp(winnings, RampQuestion(MOST, 300))
    assert told == "some counts were bet on with more hands than others: give all the same number"


def test_few_rounds_are_not_bet_on() -> None:
    lucky = Winnings.of({-3: {1: 4}, 0: {1: 3, -1: 3}}, 1, Ramp())
    told = find_best_ramp(lucky, RampQuestion(MOST, 300))
    assert isinstance(told, str)
    assert told.startswith("10 rounds are too few to tell which bets are best: it takes ")
    needed = int(told.split("it takes ")[1].split(", and")[0].replace(",", ""))
    assert 40_000 <= needed <= 80_000


def test_the_figures_are_those_of_the_ramp() -> None:
    found = found_for(RampQuestion(MOST, 400, kelly=0.5, goal=1000, trip=5000))
    earned = WINNINGS.betting(found.ramp)
    assert found.winnings == earned
    assert found.ruin == earned.risk_of_ruin(400)
    assert found.ruin_before_goal == earned.ruin_before(400, 1000)
    assert found.ruin_within_trip == earned.ruin_within(400, 5000)
    assert found.certainty_equivalent == earned.certainty_equivalent(200)
    assert repr(found).startswith(f"<ramp {found.ramp}: +")


def test_a_risk_stands_for_a_share_of_kellys_bets() -> None:
    question = RampQuestion(12, 1000, exp(-4))
    assert question.share == pytest.approx(0.5)
    assert question.stop == 2000


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ({"spread": 0}, "a spread of 1 to 0 is not possible: it takes 1 to 1000"),
        ({"bankroll": 0}, "a bankroll of 0 is not possible: it takes a whole number of chips"),
        ({"risk": 1.0}, "a risk of ruin of 1 is not possible"),
        ({"risk": 0.1, "kelly": 0.5}, "both say how much to bet: give one"),
        ({"kelly": 2.0}, "2 of Kelly's bets are not possible"),
        ({"goal": 1000}, "a goal of 1,000 chips is not possible: it takes more than the bankroll"),
        ({"trip": 0}, "a trip of 0 rounds is not possible: it takes 1 or more"),
    ],
)
def test_questions_that_make_no_sense_are_refused(
    question: dict[str, float], sentence: str
) -> None:
    with pytest.raises(CutcardError, match=sentence.replace("'", ".")):
        RampQuestion(**{"spread": 12, "bankroll": 1000, **question})  # type: ignore[arg-type]


def test_a_spread_begins_with_one_chip() -> None:
    assert read_spread("1-12") == 12
    for text in ("12", "2-12", "1-", "1-0", "1-9999", "1-12-3", "x"):
        with pytest.raises(CutcardError, match="is not a spread: write 1-12"):
            read_spread(text)


def test_the_ramp_found_earns_what_it_says() -> None:
    """With the same cards to the last chip, and with other cards within four standard errors."""
    counter = {"count": "hi-lo", "indices": "all", "rounds": "4M", "workers": 1}
    flat = cc.simulate("vegas-strip", seed=1, **counter)
    found = flat.best_ramp(12, bankroll=1000)
    assert found.ramp.spread > 1
    played = cc.simulate("vegas-strip", seed=1, ramp=found.ramp, **counter)
    assert played.winnings == found.winnings
    other = cc.simulate("vegas-strip", seed=2, ramp=found.ramp, **counter).winnings
    apart = other.win_rate - found.winnings.win_rate
    assert abs(apart) < 4 * sqrt(other.stderr**2 + found.winnings.stderr**2)


def test_only_a_counter_has_a_best_ramp() -> None:
    flat = cc.simulate("vegas-strip", rounds="10k", seed=1, workers=1)
    with pytest.raises(CutcardError, match="the best ramp is for card counters"):
        flat.best_ramp(12)
