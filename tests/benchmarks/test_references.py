"""The reference simulators play the games that they are references for.

A reference that played another game, or dealt other cards, would make a false yardstick.
"""

import importlib
import math
from collections import Counter
from pathlib import Path

import pytest

from cutcard.blackjack.presets import load_chart, load_preset
from cutcard.blackjack.round import Round
from cutcard.blackjack.seat import Eyes
from cutcard.blackjack.shoe import shoe_for
from cutcard.blackjack.strategy.count import HI_LO
from cutcard.blackjack.strategy.players import ChartPlayer, CountingPlayer
from cutcard.blackjack.strategy.ramp import Ramp
from cutcard.cards import RANKS
from cutcard.driver import play
from cutcard.streams import stream

EASY_EDGE, EASY_VARIANCE = 0.1024060123, 1.622565
"""By an exact calculation, the payoffs of a round convolved."""

SIGMAS = 4

ENGINES_ROUNDS = 5_000
"""Rounds that the engine plays for a comparison: it takes most of the time."""


@pytest.fixture(scope="module")
def references():
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(Path(__file__).parents[2])
        module = importlib.import_module("benchmarks.references")
        importlib.import_module("benchmarks.reference.naive")
        yield module


@pytest.fixture(scope="module")
def compiled(references):
    if missing := references.no_compiler():
        pytest.skip(missing)
    return references


class Wyrand:
    """The generator of the C references, in Python."""

    def __init__(self, seed):
        self._state = seed

    def word(self):
        self._state = (self._state + 0xA0761D6478BD642F) % 2**64
        product = self._state * (self._state ^ 0xE7037ED1A0B428DB)
        return product >> 64 ^ product % 2**64

    def below(self, *sizes):
        """A number below each of the sizes, all from one word of 64 bits."""
        while True:
            numbers, rest = [], self.word()
            for size in sizes:
                number, rest = divmod(rest * size, 2**64)
                numbers.append(number)
            if rest >= 2**64 % math.prod(sizes):
                return numbers

    def halves_below(self, size, other):
        """A number below each of the sizes, each from half a word."""
        while True:
            high, low = divmod(self.word(), 2**32)
            number, rest = divmod(low * size, 2**32)
            second, left = divmod(high * other, 2**32)
            if rest >= 2**32 % size and left >= 2**32 % other:
                return number, second


class EasyCards:
    """The cards that easy.c deals from a seed, as a shoe."""

    def __init__(self, seed, *, ahead):
        self._random = Wyrand(seed)
        self._ahead = ahead
        self._deal = []
        self.drawn = 0
        if ahead:
            self._ready = self._rank()
            self._following = self._first_four()

    def _rank(self):
        return self._random.below(13)[0]

    def _first_four(self):
        return [rank for two in self._random.below(169, 169) for rank in divmod(two, 13)]

    def before_round(self):
        if self._ahead:
            self._deal, self._following = self._following, self._first_four()
        else:
            self._deal = self._first_four()

    def draw(self):
        self.drawn += 1
        if self._deal:
            rank = self._deal.pop(0)
        elif self._ahead:
            rank, self._ready = self._ready, self._rank()
        else:
            rank = self._rank()
        return RANKS[rank]


class SixDecks:
    """The cards that shoe.c deals from a seed, as a shoe."""

    def __init__(self, seed):
        self._random = Wyrand(seed)
        self._cards = list(RANKS) * 24
        self.cards_left = 0
        self.drawn = 0
        self.shuffles = 0

    def before_round(self):
        if self.cards_left >= 78:
            return False
        cards = self._cards
        for last in range(311, 0, -2):
            for at, place in zip(
                (last, last - 1), self._random.halves_below(last + 1, last), strict=True
            ):
                cards[at], cards[place] = cards[place], cards[at]
        self.cards_left = 312
        self.shuffles += 1
        return True

    def draw(self):
        self.drawn += 1
        self.cards_left -= 1
        return self._cards[311 - self.cards_left]


def engines_histogram(name, shoe, rounds):
    """What the engine's rounds of a preset gain, in half bets."""
    preset = load_preset(name)
    start = Round.start(preset.rules)
    seats = (ChartPlayer(load_chart(preset.chart)),)
    gained = Counter()
    for _ in range(rounds):
        shoe.before_round()
        gained[play(start, shoe, seats).nets[0]] += 1
    return gained


def engines_counted_rounds(shoe, rounds, ramp):
    """Rounds of the engine at Vegas Strip by true count and gain per bet, bet by the ramp."""
    preset = load_preset("vegas-strip")
    player = CountingPlayer(load_chart(preset.chart), HI_LO, Ramp())
    eyes = Eyes(player)
    played = Counter()
    net = initial = squares = 0
    for _ in range(rounds):
        if shoe.before_round():
            player.shuffled()
        count = min(max(player.running * 52 // shoe.cards_left, -20), 20)
        bet = ramp[count + 20]
        gain = play(Round.start(preset.rules, (bet,)), shoe, (player,), (eyes,)).nets[0]
        played[count, gain // bet] += 1
        net, initial, squares = net + gain, initial + bet, squares + gain**2
    return played, net, initial, squares


def assert_same_law(first, second):
    """Two histograms differ by less than chance makes them differ at four sigmas (chi-square).

    Results too rare for the approximation are taken together.
    """
    totals = sum(first.values()), sum(second.values())
    bins, rare = [], [0, 0]
    for key in first.keys() | second.keys():
        pair = [first.get(key, 0), second.get(key, 0)]
        if sum(pair) * min(totals) / sum(totals) < 10:
            rare = [rare[0] + pair[0], rare[1] + pair[1]]
        else:
            bins.append(pair)
    bins += [rare] if sum(rare) else []
    chi_square = sum(
        (seen - expected) ** 2 / expected
        for pair in bins
        for seen, expected in (
            (pair[side], sum(pair) * totals[side] / sum(totals)) for side in (0, 1)
        )
    )
    freedom = len(bins) - 1
    # Wilson and Hilferty: the cube root of chi-square over its freedom is nearly normal.
    spread = 2 / (9 * freedom)
    assert chi_square < freedom * (1 - spread + SIGMAS * math.sqrt(spread)) ** 3


def by_net(references, histogram):
    return Counter(dict(zip(references.NETS, histogram, strict=True)))


@pytest.mark.parametrize("ahead", [True, False], ids=["ahead", "in order"])
def test_easy_in_c_gains_on_its_cards_what_the_engine_gains(compiled, ahead):
    cards = EasyCards(7, ahead=ahead)
    gained = engines_histogram("easy", cards, ENGINES_ROUNDS)
    run = compiled.easy_c(load_chart("wizard"), 7, ENGINES_ROUNDS, ahead=ahead)
    assert by_net(compiled, run.histogram) == gained
    assert run.cards == cards.drawn
    assert run.net == sum(net * rounds for net, rounds in gained.items())
    assert run.squares == sum(net**2 * rounds for net, rounds in gained.items())


def test_six_decks_in_c_gain_and_count_on_their_cards_what_the_engine_does(compiled):
    cards = SixDecks(7)
    played, net, initial, squares = engines_counted_rounds(cards, ENGINES_ROUNDS, compiled.RAMP)
    run = compiled.shoe_c(load_chart("vegas-strip"), 7, ENGINES_ROUNDS)
    assert played == Counter(
        {
            (count, net): rounds
            for count, histogram in run.histograms.items()
            for net, rounds in by_net(compiled, histogram).items()
            if rounds
        }
    )
    assert (run.rounds, run.net, run.initial, run.squares) == (
        ENGINES_ROUNDS,
        net,
        initial,
        squares,
    )
    assert (run.cards, run.shoes) == (cards.drawn, cards.shuffles)


@pytest.mark.parametrize("ahead", [True, False], ids=["ahead", "in order"])
def test_easy_in_c_has_the_exact_edge_and_variance(compiled, ahead):
    rounds = 8_000_000
    run = compiled.easy_c(load_chart("wizard"), 11, rounds, ahead=ahead)
    edge = run.net / 2 / rounds
    assert abs(edge - EASY_EDGE) < SIGMAS * math.sqrt(EASY_VARIANCE / rounds)
    second = EASY_VARIANCE + EASY_EDGE**2
    fourth = sum((net / 2) ** 4 * n for net, n in by_net(compiled, run.histogram).items()) / rounds
    error = math.sqrt((fourth - second**2) / rounds) + 5e-7  # the variance is known to 6 places
    assert abs(run.squares / 4 / rounds - second) < SIGMAS * error


def test_easy_in_c_has_the_law_of_the_engine(compiled):
    rules = load_preset("easy").rules
    engine = engines_histogram("easy", shoe_for(rules, stream(1, "references")), ENGINES_ROUNDS)
    run = compiled.easy_c(load_chart("wizard"), 13, 4_000_000)
    assert_same_law(by_net(compiled, run.histogram), engine)


def test_six_decks_in_c_have_the_law_of_the_engine(compiled):
    rules = load_preset("vegas-strip").rules
    shoe = shoe_for(rules, stream(2, "references"))
    engine = engines_histogram("vegas-strip", shoe, ENGINES_ROUNDS)
    run = compiled.shoe_c(load_chart("vegas-strip"), 13, 4_000_000)
    histogram = map(sum, zip(*run.histograms.values(), strict=True))
    assert_same_law(by_net(compiled, histogram), engine)


def test_flat_bets_change_no_result_of_six_decks(compiled):
    chart = load_chart("vegas-strip")
    counted = compiled.shoe_c(chart, 5, 100_000, [1] * 41)
    flat = compiled.shoe_c(chart, 5, 100_000, None)
    assert (flat.net, flat.squares, flat.cards) == (counted.net, counted.squares, counted.cards)
    assert flat.initial == 100_000
    assert flat.histograms[0] == tuple(map(sum, zip(*counted.histograms.values(), strict=True)))


def test_naive_numba_has_the_law_of_easy_in_c(compiled):
    chart = load_chart("wizard")
    naive, run = compiled.easy_naive(chart, 1, 2_000_000), compiled.easy_c(chart, 17, 8_000_000)
    assert_same_law(by_net(compiled, naive.histogram), by_net(compiled, run.histogram))
    assert naive.net == sum(n * rounds for n, rounds in by_net(compiled, naive.histogram).items())


def test_without_a_compiler_there_is_a_sentence_and_no_run(references, monkeypatch):
    monkeypatch.setenv("CC", "no-such-compiler -m64")
    assert "'no-such-compiler'" in references.no_compiler()
    assert references.easy_c(load_chart("wizard"), 1, 10) is None
    assert references.shoe_c(load_chart("vegas-strip"), 1, 10) is None


def test_a_chart_or_ramp_of_another_shape_is_refused(references):
    with pytest.raises(ValueError, match="both dealer cards"):
        references.easy_c(load_chart("vegas-strip"), 1, 10)
    with pytest.raises(ValueError, match="one dealer card"):
        references.shoe_c(load_chart("wizard"), 1, 10)
    with pytest.raises(ValueError, match="a ramp of 3 bets"):
        references.shoe_c(load_chart("vegas-strip"), 1, 10, [1, 2, 3])
