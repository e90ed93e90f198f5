"""The engine against a second writing of the game: every question, every pot, every chip."""

from __future__ import annotations

from random import Random

import pytest
from blockhead.made_up_games import StackedDecks, Whim, shuffled, tie_prone, whim
from blockhead.naive_blockhead import Asked, Bettor, Numbers, Outcome, allowed, alpha, play_game
from hypothesis import given, settings
from hypothesis import strategies as st

from cutcard.blockhead.alpha import Alpha
from cutcard.blockhead.deal import Deal, Event, View
from cutcard.blockhead.decks import cards_in
from cutcard.blockhead.game import Game, Onlooker, Player
from cutcard.blockhead.presets import SHELF
from cutcard.blockhead.rules import Rules

KINDS = ("alpha", "whim")


class Witness:
    """Notes what a player of the engine is asked, in the reference's words."""

    def __init__(self, player: Player, asked: list[Asked]) -> None:
        self._player = player
        self._asked = asked

    def act(self, view: View) -> int:
        self._asked.append(
            Asked(
                player=view.seat,
                own=tuple(card.text for card in view.hand.cards),
                opponent=tuple(card.text for card in view.visible[1 - view.seat].cards),
                history=tuple(bet.chips for bet in view.bets),
                bet2player=view.to_call,
                can_raise=view.may_raise,
                raised=tuple(range(view.rules.least_raise, view.rules.most_raise + 1)),
                to_come=sum(map(len, view.rules.street_cards[view.street + 1 :])),
                pot=view.pot,
            )
        )
        assert list(view.legal) == allowed(self._asked[-1])
        return self._player.act(view)

    def see(self, event: Event) -> None:
        pass


class Ledger(Onlooker):
    """Notes the pots and the chips after each deal."""

    def __init__(self) -> None:
        self.pots: list[int] = []
        self.after: list[tuple[int, ...]] = []

    def deal_ended(self, game: Game, deal: Deal) -> None:
        self.pots.append(deal.pot)
        self.after.append(tuple(game.chips))


def bettor(kind: str, seed: int, asked: list[Asked]) -> Bettor:
    random = Random(seed)

    def bet(now: Asked) -> int:
        asked.append(now)
        return alpha(now) if kind == "alpha" else whim(random, allowed(now), now.bet2player)

    return bet


def both(
    kinds: tuple[str, str], seed: int, rules: Rules, numbers: Numbers, *, ties: bool
) -> tuple[Outcome, list[Asked]]:
    """Play a game by the reference and by the engine, compare all, and give the reference's."""
    random = Random(seed)
    deck = cards_in(rules.deck)
    decks = [(tie_prone(random) if ties else shuffled(random, deck)) for _ in range(rules.deals)]
    told: list[Asked] = []
    expected = play_game(
        [[card.text for card in deck] for deck in decks],
        [bettor(kind, seed + seat, told) for seat, kind in enumerate(kinds)],
        numbers,
    )
    asked: list[Asked] = []
    ledger = Ledger()
    players = [
        Witness(Alpha() if kind == "alpha" else Whim(Random(seed + seat)), asked)
        for seat, kind in enumerate(kinds)
    ]
    chips = Game(rules, players, StackedDecks(iter(decks)), (ledger,)).play_game()
    assert asked == told
    assert ledger.pots == expected.pots
    assert ledger.after == expected.after
    assert chips == expected.chips
    return expected, told


kinds = st.tuples(st.sampled_from(KINDS), st.sampled_from(KINDS))
seeds = st.integers(0, 2**32)


@settings(max_examples=150, deadline=None)
@given(kinds, seeds, st.booleans())
def test_the_engine_plays_the_seeds_game(pair: tuple[str, str], seed: int, ties: bool) -> None:
    both(pair, seed, Rules(), Numbers(), ties=ties)


@settings(max_examples=60, deadline=None)
@given(kinds, seeds, st.booleans())
def test_the_engine_plays_the_distributed_game(
    pair: tuple[str, str], seed: int, ties: bool
) -> None:
    numbers = Numbers(stake=10_000, most_raises=4, opening_check_ends=True)
    both(pair, seed, SHELF.load("as-distributed").rules, numbers, ties=ties)


@settings(max_examples=60, deadline=None)
@given(kinds, seeds, st.integers(1, 5), st.integers(1, 30), st.integers(0, 5))
def test_the_engine_plays_with_other_numbers(
    pair: tuple[str, str], seed: int, deals: int, buy_in: int, raises: int
) -> None:
    rules = Rules(deals=deals, ante=buy_in, raises=raises, stake=50)
    numbers = Numbers(deals=deals, buy_in=buy_in, most_raises=raises, stake=50)
    both(pair, seed, rules, numbers, ties=True)


@settings(max_examples=60, deadline=None)
@given(kinds, seeds)
def test_the_engine_plays_the_small_game(pair: tuple[str, str], seed: int) -> None:
    numbers = Numbers(raised=(10,), cards=(2, 1))
    both(pair, seed, SHELF.load("small").rules, numbers, ties=False)


@settings(max_examples=60, deadline=None)
@given(
    kinds,
    seeds,
    st.lists(st.integers(1, 4), min_size=1, max_size=4).filter(lambda cards: sum(cards) <= 5),
    st.sampled_from(["A-K", "A-5", "A23JQK", "A-K s", "59-K hd"]),
    st.integers(1, 12),
    st.integers(0, 3),
)
def test_the_engine_plays_with_other_cards_and_raises(
    pair: tuple[str, str], seed: int, cards: list[int], deck: str, least: int, more: int
) -> None:
    streets = " ".join("u" * count for count in cards)
    rules = Rules(
        deck=deck, streets="d" + streets[1:], least_raise=least, most_raise=least + more, deals=3
    )
    numbers = Numbers(cards=tuple(cards), raised=tuple(range(least, least + more + 1)), deals=3)
    both(pair, seed, rules, numbers, ties=False)


@pytest.mark.parametrize("pair", [("alpha", "alpha"), ("whim", "whim")])
def test_the_games_compared_are_of_every_kind(pair: tuple[str, str]) -> None:
    """The comparison would be worth little if its games never tied, folded or raised thrice."""
    ends: list[str] = []
    asked: list[Asked] = []
    carried_out = 0
    for seed in range(30):
        game, told = both(pair, seed, Rules(), Numbers(), ties=seed % 2 == 1)
        ends += game.ends
        asked += told
        carried_out += "tie" in game.ends[-1]
    assert any("tie" in end for end in ends)
    assert any("folded" in end for end in ends)
    assert any("won" in end for end in ends)
    assert any(not now.can_raise for now in asked)
    assert any(now.history[:2] == (0, 10) for now in asked)
    assert carried_out
