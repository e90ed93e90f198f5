"""Index numbers: published ones are found again, and the same work finds the same bytes."""

from __future__ import annotations

from dataclasses import replace
from math import isfinite
from pathlib import Path

import numpy as np
import pytest

import cutcard as cc
from cutcard.blackjack.actions import Action
from cutcard.blackjack.presets import load_preset
from cutcard.blackjack.strategy.count_files import load_count
from cutcard.blackjack.strategy.ramp import Ramp, read_ramp
from cutcard.blackjack.strategy.true_count import Convention, Divisor
from cutcard.errors import CutcardError, Illegal, Invalid
from cutcard.lab.pool import Pool
from cutcard.report.index_numbers import index_text
from cutcard.report.ink import PLAIN
from cutcard.study.index_judge import Estimate
from cutcard.study.index_numbers import (
    COMPOSITIONS,
    SAMPLES,
    IndexNumbers,
    IndexQuestion,
    IndexWork,
    insured,
)
from cutcard.study.index_progress import IndexProgress
from cutcard.study.plays_wanted import read_plays
from cutcard.study.sampled_shoes import CountedBet, rounds_drawn, sample_shoes

HI_LO = load_count("hi-lo")

HIT_SOFT_17 = {
    # Published in 2018 by Blackjack Apprenticeship for games in which the dealer hits soft 17.
    "16v9 stand": 4,
    "16vA stand": 3,
    "15v10 stand": 4,
    "15vA stand": 5,
    "12v2 stand": 3,
    "12v3 stand": 2,
    "10v10 double": 4,
    "10vA double": 3,
    "9v2 double": 1,
    "9v7 double": 3,
    "8v6 double": 2,
    "A8v5 double": 1,
    "TTv5 split": 5,
    "TTv6 split": 4,
    "15v9 surrender": 2,
    "insurance": 3,
}


def question(plays: str, name: str = "vegas-strip", **more: object) -> IndexQuestion:
    """A small question; one deck is played sooner than six."""
    game = cc.game(name)
    asked = IndexQuestion(
        insured(game.rules),
        game.chart,
        HI_LO,
        read_plays(plays),
        CountedBet(Ramp()),
        seed=1,
        compositions=100,
    )
    return replace(asked, **more)


def answered(asked: IndexQuestion, workers: int = 1) -> IndexNumbers:
    with Pool(workers, threads=True) as pool:
        work = IndexWork(asked, pool)
        assert list(work.run(pool)) == list(range(1, work.blocks + 1))
    return work.answer()


@pytest.fixture(scope="module")
def one_deck() -> IndexQuestion:
    return question("16vT,insurance", "single-deck")


@pytest.fixture(scope="module")
def of_one_deck(one_deck: IndexQuestion) -> IndexNumbers:
    """What one worker finds without a stop."""
    return answered(one_deck)


@pytest.fixture(scope="module")
def some_plays() -> IndexNumbers:
    """What is found for plays of one deck when risk is no matter."""
    return answered(question("16vT,13v2,13v3,20v6,5v10,TTv6,insurance", "single-deck"))


def test_the_eighteen_and_four_are_found_again() -> None:
    found = answered(question("i18", compositions=150), workers=2)
    published = {
        (play.row, play.column, play.action): play.at_least
        for one in HI_LO.indices
        for play in one.plays
    }
    mine = {one.play: one.index for one in found.found}
    assert mine.pop(None) == 3
    assert set(mine) == set(published)
    for play, index in published.items():
        assert abs((mine[play] or 0) - index) <= 1, (play, mine[play])
    same = sum(mine[play] == index for play, index in published.items())
    assert same >= 14, "most are the very same"


def test_indices_of_a_game_in_which_the_dealer_hits_soft_17_are_found_again() -> None:
    game = cc.game("vegas-strip", hit_soft_17=True)
    plays = ",".join(name.split()[0] for name in HIT_SOFT_17)
    found = cc.index(game, plays=plays, chart="best", compositions=100, seed=1)
    assert all(abs((found[name] or 0) - index) <= 1 for name, index in HIT_SOFT_17.items()), {
        name: found[name] for name in HIT_SOFT_17
    }


def test_knock_out_insures_where_its_book_does() -> None:
    found = answered(question("insurance", count=load_count("ko")))
    [insurance] = found.found
    assert insurance.index is not None
    assert abs(insurance.index - 3) <= 1


def test_insurance_turns_where_a_third_of_the_unseen_cards_are_tens() -> None:
    """By the law of the true count, that is within one of +3 to the card, whatever the division."""
    for convention, divisor in (
        (Convention.TRUNCATE, Divisor.HALF_DECKS),
        (Convention.ROUND, Divisor.DECKS),
    ):
        count = replace(HI_LO, whole=convention, divisor=divisor)
        [insurance] = answered(question("insurance", count=count)).found
        assert insurance.index is not None
        assert abs(insurance.index - 3) <= 1
        assert insurance.below is not None
        assert insurance.at is not None
        assert insurance.below.value < 0 < insurance.at.value


def test_any_number_of_workers_finds_the_same_bytes(
    one_deck: IndexQuestion, of_one_deck: IndexNumbers
) -> None:
    rounds_drawn.cache_clear()  # three workers play the shoes, too
    assert repr(answered(one_deck, workers=3)) == repr(of_one_deck)


def test_an_index_is_a_count_that_occurs(some_plays: IndexNumbers) -> None:
    """Of one deck, no true count to the card is -1: a running count of -1 is below that."""
    found = [one for one in some_plays.found if one.play and one.play[0] in ("16", "13")]
    indexed = [one for one in found if one.index is not None]
    assert len(indexed) >= 3
    for one in indexed:
        assert one.index != -1
        assert one.beside[0] is not None
        assert -1 not in one.beside
        for side in (one.below, one.at):
            assert side is not None
            assert isfinite(side.value)
            assert side.stderr > 0


def test_work_that_was_stopped_goes_on_to_the_same_bytes(
    one_deck: IndexQuestion, of_one_deck: IndexNumbers, tmp_path: Path
) -> None:
    kept = IndexProgress(tmp_path / "kept.npz", one_deck)
    with Pool(1) as pool:
        first = IndexWork(one_deck, pool)
        for done in first.run(pool):
            if done == 21:
                break
        kept.save(first)
        second = IndexWork(one_deck, pool)
        kept.load(second)
        assert len(second.done) == 21
        assert list(second.run(pool)) == list(range(22, second.blocks + 1))
    assert repr(second.answer()) == repr(of_one_deck)
    other = IndexProgress(kept.path, replace(one_deck, seed=2))
    with pytest.raises(CutcardError, match="belongs to other index numbers"):
        other.load(second)


def test_too_few_samples_say_nothing() -> None:
    with Pool(1) as pool:
        work = IndexWork(question("16vT", "single-deck"), pool)
        next(work.run(pool))
    with pytest.raises(Illegal, match=f"1 samples of {SAMPLES} say too little"):
        work.answer()


def test_where_nothing_ever_changes_there_is_no_index(some_plays: IndexNumbers) -> None:
    stands = {one.play: one for one in some_plays.found if one.play and one.play[0] in ("20", "5")}
    twenty = stands["20", "6", Action.STAND]
    assert twenty.index is None
    assert twenty.always
    five = stands["5", "10", Action.DOUBLE]
    assert five.index is None
    assert not five.always
    assert not any(one.errs for one in stands.values())


def test_risk_makes_a_player_split_tens_later_and_insure_twenties_sooner(
    some_plays: IndexNumbers,
) -> None:
    bets = CountedBet(read_ramp("1:2,2:4,3:8,4:12"), bankroll=400)
    bold, wary = some_plays, answered(question("TTv6,insurance", "single-deck", bet=bets))
    split = [
        next(one.index for one in found.found if one.play and one.play[0] == "TT")
        for found in (bold, wary)
    ]
    assert split[0] is not None
    assert split[1] is None or split[1] > split[0]
    tens = [found.own_tens[2].index for found in (bold, wary)]
    assert tens[0] is not None
    assert tens[1] is not None
    assert tens[1] <= tens[0]


def test_gains_are_in_average_bets_whatever_a_bet_is(
    one_deck: IndexQuestion, of_one_deck: IndexNumbers
) -> None:
    tenfold = answered(replace(one_deck, bet=CountedBet(read_ramp("-100:10"))))
    assert [one.play for one in tenfold.found] == [one.play for one in of_one_deck.found]
    for one, other in zip(of_one_deck.found, tenfold.found, strict=True):
        assert other.gain.value == pytest.approx(one.gain.value, rel=1e-9)
        assert other.gain.stderr == pytest.approx(one.gain.stderr, rel=1e-9)
        if one.at is not None and other.at is not None:
            assert other.at.value == pytest.approx(one.at.value, rel=1e-9)


@pytest.mark.parametrize(
    ("bet", "says"),
    [
        (CountedBet(Ramp()), "over the chart alone, in percent of\nthe bet."),
        (CountedBet(read_ramp("1:2"), bankroll=400), "in percent of\nthe average bet."),
        (CountedBet(read_ramp("1:2"), bankroll=400), "all figures are certainty equivalents"),
    ],
)
def test_the_unit_of_every_column_is_stated(
    of_one_deck: IndexNumbers, bet: CountedBet, says: str
) -> None:
    found = replace(of_one_deck, question=replace(of_one_deck.question, bet=bet))
    assert says in index_text(found, load_preset("single-deck"), "single-deck", PLAIN)


def test_samples_are_weighed_as_often_as_they_were_played() -> None:
    rules = load_preset("european").rules.changed({"decks": 6})
    count = load_count("ko")
    sample = sample_shoes(rules, cc.game("european").chart, count, CountedBet(Ramp()), 1, 0, 40)
    assert len(sample.shoes.running) == 40
    for shoes in (sample.shoes, sample.played):
        assert shoes.weight.sum() == pytest.approx(1)
        # Without a hole card the counter has seen every card that is gone.
        gone = 24 * np.array([*[1] * 9, 4]) - shoes.counts
        assert (shoes.running == count.initial(6) + gone @ np.array(count.tags)).all()
        assert (shoes.cards >= rules.reshuffle_below).all()
    means = [shoes.weight @ shoes.cards for shoes in (sample.shoes, sample.played)]
    assert means[0] == pytest.approx(means[1], rel=0.2)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "'' is not a play"),
        ("17", "'17' is not a play: it takes a hand and an up card as in 16vT, TTv5 or A7v9"),
        ("16v11", "'16v11' is not a play"),
        ("16vT,", "'' is not a play"),
        ("i18,i19", "'i19' is not a play"),
    ],
)
def test_what_is_no_play_gets_a_sentence(text: str, says: str) -> None:
    with pytest.raises(Invalid) as refused:
        read_plays(text)
    assert says in str(refused.value)


def test_words_for_several_plays_go_with_others() -> None:
    several, eighteen = read_plays("i18,16vT,8v6"), read_plays("i18")
    more = several.plays[len(eighteen.plays) :]
    assert several.plays == (*eighteen.plays, *more)
    assert {play[:2] for play in more} == {("16", "10"), ("8", "6")}
    assert several.insurance


def test_plays_are_read_as_players_write_them() -> None:
    assert read_plays("ttv5").plays == (("TT", "5", Action.SPLIT), ("TT", "5", Action.SURRENDER))
    assert read_plays("16vT, insurance").columns == ("10", "A")
    assert len(read_plays("i18").plays) == 21
    assert len(read_plays("all").plays) == 10 * (24 * 3 + 10 * 2)


def test_both_cards_open_and_endless_shoes_have_no_index_numbers() -> None:
    with pytest.raises(CutcardError, match="hole_card = open shows both"):
        question("i18", rules=cc.Rules(hole_card="open"))
    with pytest.raises(CutcardError, match="cannot be counted with decks = infinite"):
        question("i18", rules=cc.Rules(decks="infinite"))
    with pytest.raises(Illegal, match="7 compositions are not possible: it takes 100 to"):
        question("i18", compositions=7)
    assert COMPOSITIONS > 100


def test_an_estimate_is_sure_beyond_two_standard_errors() -> None:
    assert Estimate(-0.3, 0.1).sure
    assert not Estimate(0.2, 0.1).sure


def test_a_play_that_is_better_below_a_count_is_found_and_played() -> None:
    """Few high cards are left: a dealer's ace makes a hand, and 17 is worth less than half."""
    found = cc.index("vegas-strip", plays="17vA", compositions=100, seed=1, workers=1)
    index = found["17vA surrender below"]
    assert index is not None
    assert index < 0
    assert found["17vA surrender"] is None
    [play] = [one for one in found.numbers.index_set("x", "", "").plays if one.below]
    assert str(play) == f"17 v A: surrender below {index}"
    [told] = [one for one in found.numbers.found if one.under]
    assert told.below is not None
    assert told.at is not None
    assert told.below.value > told.at.value
    assert told.gain.value > 0
