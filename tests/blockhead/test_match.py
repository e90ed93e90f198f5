"""A game move by move from outside: the same chips as when players play it."""

from __future__ import annotations

from random import Random

from blockhead.made_up_games import StackedDecks, Whim, any_rules, shuffled, whim
from hypothesis import given, settings
from hypothesis import strategies as st

from cutcard.blockhead.deal import Bet, Deal
from cutcard.blockhead.decks import cards_in
from cutcard.blockhead.game import Game, Onlooker
from cutcard.blockhead.match import Match
from cutcard.blockhead.rules import Rules
from cutcard.driver import CHANCE, OVER


class Notebook(Onlooker):
    """Notes who opened, what everybody saw, and the chips after each deal."""

    def __init__(self) -> None:
        self.notes: list[object] = []

    def deal_began(self, game: Game) -> None:
        self.notes.append(game.opener)

    def see(self, state: Deal) -> None:
        self.notes += state.events

    def deal_ended(self, game: Game, deal: Deal) -> None:
        self.notes.append(tuple(game.chips))


@settings(max_examples=100, deadline=None)
@given(any_rules(), st.integers(0, 2**32))
def test_a_match_is_the_game_that_players_play(rules: Rules, seed: int) -> None:
    random = Random(seed)
    decks = [shuffled(random, cards_in(rules.deck)) for _ in range(rules.deals)]
    notebook = Notebook()
    whims = [Whim(Random(seed + seat)) for seat in range(rules.seats)]
    chips = Game(rules, whims, StackedDecks(iter(decks)), (notebook,)).play_game()

    streams = [Random(seed + seat) for seat in range(rules.seats)]
    dealer = StackedDecks(iter(decks))
    match = Match.start(rules)
    notes: list[object] = [match.deal.opener]
    bets: list[Bet] = []
    while match.turn != OVER:
        before = match
        if match.turn == CHANCE:
            if match.unshuffled:
                dealer.shuffle()
            match = match.apply(dealer.draw())
        else:
            view = match.view(match.turn)
            match = match.apply(whim(streams[match.turn], view.legal, view.to_call))
        notes += match.events
        bets += [event for event in match.events if isinstance(event, Bet)]
        if match.ended is None or match.over:
            assert [bet for street in match.bidding for bet in street] == bets
        if match.ended is not None:
            gained = [held + net for held, net in zip(before.chips, match.ended.nets, strict=True)]
            notes.append(tuple(gained))
            if not match.over:
                notes.append(match.deal.opener)
                bets = []
                assert match.bidding == ()
                assert match.chips == tuple(gained)
    assert notes == notebook.notes
    assert match.over
    assert list(match.chips) == chips


def test_the_bets_of_earlier_bidding_rounds_are_remembered() -> None:
    match = Match.start(Rules(deals=1, streets="d u"))
    for move in (*cards_in("A2")[:2], 5, 5, *cards_in("34")[:2], 0):
        match = match.apply(move)
    assert [[bet.chips for bet in street] for street in match.bidding] == [[5, 5], [0]]
