"""What tables are worth against each other, against a walk through every deal on the engine."""

from __future__ import annotations

from collections import Counter, defaultdict
from random import Random

import pytest

from cutcard.blockhead.deal import Deal
from cutcard.blockhead.decks import cards_in
from cutcard.blockhead.exact.carried import DealWorth, play_out
from cutcard.blockhead.exact.table_values import deal_worth, value_of_tables
from cutcard.blockhead.game import Player
from cutcard.blockhead.players import PLAYERS
from cutcard.blockhead.rules import Rules
from cutcard.cards import Card
from cutcard.driver import CHANCE
from cutcard.lab.estimate import Mean
from cutcard.lab.pairs import play_on_kernel

TINY = Rules(deck="A-3 sh", streets="d u", raises=2, least_raise=9, ante=4)
SMALL = Rules(deck="A-3", streets="du u", least_raise=10)


def walked(deal: Deal, names: tuple[str, str]) -> tuple[float, dict[int, float]]:
    """What the first seat gains over all cards and bets to come, and the odds of pots left."""
    if deal.over:
        return float(deal.nets[0]), {deal.left: 1.0} if deal.left else {}
    gain, left = 0.0, defaultdict(float)
    for move, likely in moves_from(deal, names).items():
        some, pots = walked(deal.apply(move), names)
        gain += likely * some
        for pot, odds in pots.items():
            left[pot] += likely * odds
    return gain, dict(left)


def moves_from(deal: Deal, names: tuple[str, str]) -> dict[Card | int, float]:
    """The moves that may be made now, and how likely each is.

    Of cards with the same points one stands for all: by points suits do not matter.
    """
    if deal.turn == CHANCE:
        dealt = {card for hand in deal.hands for card in hand.cards}
        left = {card.points: card for card in cards_in(deal.rules.deck) if card not in dealt}
        many = Counter(card.points for card in cards_in(deal.rules.deck) if card not in dealt)
        return {card: many[points] / many.total() for points, card in left.items()}
    if names[deal.turn] == "random":
        return dict.fromkeys(deal.legal, 1 / len(deal.legal))
    player: Player = PLAYERS[names[deal.turn]](Random(0))
    return {player.act(deal.view(deal.turn)): 1.0}


@pytest.mark.parametrize("carry", [0, 26])
@pytest.mark.parametrize("opener", [0, 1])
@pytest.mark.parametrize("names", [("alpha", "caller"), ("random", "alpha"), ("raiser", "random")])
def test_a_deal_is_worth_what_the_engine_pays_over_all_cards(
    names: tuple[str, str], opener: int, carry: int
) -> None:
    gain, left = walked(Deal.start(TINY, opener, carry), names)
    worth = deal_worth(*names, TINY, carry, we_open=opener == 0)
    assert worth.gain == pytest.approx(gain, abs=1e-9)
    assert worth.left == pytest.approx(left, abs=1e-12)


@pytest.mark.parametrize("check_closes", [False, True])
def test_a_check_closes_where_the_rules_say_so(check_closes: bool) -> None:
    rules = Rules(deck="A-3 sh", streets="d u", raises=1, check_closes=check_closes)
    gain, _ = walked(Deal.start(rules), ("random", "alpha"))
    assert deal_worth("random", "alpha", rules, 0, we_open=True).gain == pytest.approx(gain)


def test_pots_are_carried_from_deal_to_deal() -> None:
    """Three deals by hand: a tie, with odds of a half, leaves ten chips more than it found."""

    def deal(carry: int, we_open: bool) -> DealWorth:
        return DealWorth(1.0 + carry / 10 + we_open, {carry + 10: 0.5})

    worth = play_out(deal, 3)
    # Carries 0; 0 or 10; 0, 10 or 20: in the mean 0, 5 and 7.5.
    assert worth.opened + worth.answered == pytest.approx(3 * 1.5 + 0.5 + 0.75)
    assert worth.left == pytest.approx((0.25 * 10 + 0.125 * 20 + 0.125 * 30) / 2)
    assert worth.ties == pytest.approx(1.5)


def test_turning_the_players_round_turns_the_sign() -> None:
    one = value_of_tables("alpha", "random", SMALL)
    two = value_of_tables("random", "alpha", SMALL)
    assert one.per_game == pytest.approx(-two.per_game, abs=1e-9)
    assert value_of_tables("alpha", "alpha", SMALL).per_game == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("names", [("alpha", "caller"), ("random", "alpha")])
def test_duels_come_to_the_same(names: tuple[str, str]) -> None:
    mean = Mean.of(play_on_kernel(*names, SMALL, 1, range(4000)).pairs)
    worth = value_of_tables(*names, SMALL)
    assert abs(mean.value - worth.per_game) < 4 * mean.stderr


def test_the_whole_deck_is_worth_what_duels_say() -> None:
    rules = Rules(deals=2)
    mean = Mean.of(play_on_kernel("alpha", "raiser", rules, 1, range(20_000)).pairs)
    worth = value_of_tables("alpha", "raiser", rules)
    assert abs(mean.value - worth.per_game) < 4 * mean.stderr
