"""The counting player at the engine's table, against a recount of all that happened."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor

import pytest
from blackjack.made_up_games import ask

from cutcard.blackjack.actions import Action, Dealt, Turned
from cutcard.blackjack.presets import load_chart
from cutcard.blackjack.round import Round, View
from cutcard.blackjack.rules import Rules
from cutcard.blackjack.seat import Eyes
from cutcard.blackjack.strategy.count import Count
from cutcard.blackjack.strategy.count_files import count_names, load_count
from cutcard.blackjack.strategy.indices import IndexedChart
from cutcard.blackjack.strategy.players import CountingPlayer
from cutcard.blackjack.strategy.ramp import Ramp, read_ramp
from cutcard.cards import Card, read_cards
from cutcard.driver import play
from cutcard.shoes import DeckShoe
from cutcard.streams import stream

VEGAS = load_chart("vegas-strip")
HI_LO = load_count("hi-lo")
INDEXED = HI_LO.indexed(VEGAS)


@dataclass
class Recount:
    """Keeps every event since the shuffle, and counts anew whenever it is asked."""

    count: Count
    decks: int
    shoe: DeckShoe
    rounds: list[list[Dealt | Turned]] = field(default_factory=list)
    """What was dealt and turned, round by round."""
    left_before: int = 0
    unturned: int = 0
    dried_out: int = 0

    def begin_round(self, *, shuffled: bool) -> None:
        if shuffled:
            self.rounds = []
        elif self.left < 0:  # the discards of the rounds before the last are the shoe now
            self.rounds = self.rounds[-1:]
        self.rounds.append([])
        self.left_before = self.shoe.cards_left

    def see(self, state: Round) -> None:
        for event in state.events:
            if isinstance(event, Dealt | Turned):
                self.rounds[-1].append(event)
        if self.shoe.cards_left > self.left_before:  # the discards were taken up
            self.dried_out += 1
        self.left_before = self.shoe.cards_left
        if state.over:
            self.unturned += state.hole is not None

    @property
    def left(self) -> int:
        """Cards that are not dealt; less than none, while a round goes on with the discards."""
        dealt = (isinstance(event, Dealt) for events in self.rounds for event in events)
        return 52 * self.decks - sum(dealt)

    def value(self) -> int:
        running = self.count.start + self.decks * self.count.start_per_deck
        for event in (event for events in self.rounds for event in events):
            if event.card is not None:
                running += self.count.tags[event.card.points - 1]
        points = Fraction(running, self.count.scale)
        balanced = sum(self.count.tags[:9]) + 4 * self.count.tags[9] == 0
        return floor(points * 52 / max(self.left, 1)) if balanced else floor(points)


class Compared:
    """Asks the player, and compares the player's count with the recount at every turn."""

    def __init__(self, player: CountingPlayer, recount: Recount) -> None:
        self.player = player
        self.recount = recount
        self.values: Counter[int] = Counter()
        self.actions: Counter[Action] = Counter()

    def act(self, view: View) -> Action:
        value = self.recount.value()
        assert self.player.value == value
        action = self.player.act(view)
        chart = self.player.indexed.at(value)
        index = self.player.indexed.insurance
        expected = chart.action(view)
        if Action.INSURE in view.legal and expected is not Action.SURRENDER:
            insures = index is not None and value >= index
            expected = Action.INSURE if insures else Action.DECLINE
        assert action is expected
        self.values[value] += 1
        self.actions[action] += 1
        return action


def play_compared(
    rules: Rules, count: Count, chart: IndexedChart, rounds: int
) -> tuple[Compared, Recount]:
    assert isinstance(rules.decks, int)
    ramp = read_ramp("-2:2,0:3,1:5,3:8")
    player = CountingPlayer(chart, count, ramp, decks=rules.decks)
    shoe = DeckShoe(
        rules.decks, stream(5, "recount", count.name), reshuffle_below=rules.reshuffle_below
    )
    recount = Recount(count, rules.decks, shoe)
    compared = Compared(player, recount)
    for _ in range(rounds):
        shuffled = shoe.before_round()
        if shuffled:
            player.shuffled()
        recount.begin_round(shuffled=shuffled)
        value = recount.value()
        bet = player.bet(10**6, 1)
        assert player.tray.left == shoe.cards_left == recount.left
        assert player.value == value
        assert bet == ramp.multiple(value)
        play(Round.start(rules, (bet,)), shoe, (compared,), (Eyes(player), recount))
    return compared, recount


TABLES = {
    "peek": {},
    "one deck": {"decks": 1, "insurance": True},
    "late surrender": {"decks": 2, "surrender": "late", "insurance": True},
    "early surrender": {"decks": 2, "surrender": "early", "insurance": True},
    "hidden": {"decks": 2, "hole_card": "hidden"},
    "european": {"decks": 2, "hole_card": "none", "insurance": True},
    "two at once": {"decks": 1, "split_order": "queue", "resplit_aces": True},
    "to the last card": {"decks": 1, "reshuffle": "100%", "insurance": True},
}


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("name", count_names())
def test_the_players_count_is_that_of_all_cards_seen(name: str, table: str) -> None:
    count = load_count(name)
    rules = Rules(**TABLES[table])
    compared, recount = play_compared(rules, count, INDEXED, 400)
    assert len(compared.values) > 3  # counts of all kinds came up
    assert (recount.dried_out > 5) == (table == "to the last card")
    if rules.hole_card != "none":
        assert recount.unturned > 0
    if rules.insurance and name == "hi-lo":
        assert compared.actions[Action.INSURE]
        assert compared.actions[Action.DECLINE]


@pytest.mark.parametrize(
    ("deck", "letters", "running", "left"),
    [
        # Up to a decision: the hole card has left the shoe, and is not counted.
        ("T 6 T 5", "", -1, 48),
        # It is counted when it is turned, and does not leave the shoe again.
        ("T 7 T 5 2", "S", 0, 47),
        # Never turned: not counted ever.
        ("T 6 T 5 K", "H", -2, 47),
        ("A K 4 5", "", -1, 48),
        # A blackjack that the dealer finds is turned.
        ("T 9 A K", "", -3, 48),
        # A split draws a card for each hand.
        ("8 8 6 T 3 T 2", "PSS", 1, 45),
    ],
)
def test_a_hole_card_leaves_the_shoe_when_dealt_and_counts_when_turned(
    deck: str, letters: str, running: int, left: int
) -> None:
    player = CountingPlayer(VEGAS, HI_LO, Ramp(), decks=1)
    eyes = Eyes(player)
    state = Round.start(Rules(deal="PPUH"))
    dealt, actions = iter(read_cards(deck)), iter(letters)
    while not state.over:
        move = next(dealt, None) if state.turn < 0 else next(actions, None)
        if move is None:
            break
        state = state.apply(Action(move) if isinstance(move, str) else move)
        eyes.see(state)
    assert (player.running, player.tray.left) == (running, left)


def counting(seen: str, left: int) -> CountingPlayer:
    """A player who has seen these cards, with so many left in a six-deck shoe."""
    player = CountingPlayer(INDEXED, HI_LO, read_ramp("1-8"), decks=6)
    for card in read_cards(seen):
        player.expose(card)
    for _ in range(312 - left):
        player.dealt()
    return player


@pytest.mark.parametrize(
    ("hand", "seen", "left", "action"),
    [
        ("T 6 T", "", 312, "R"),
        ("T 2 3", "2 2 2 2", 104, "S"),
        ("T 2 3", "2 2 2", 104, "H"),
        ("T 2 3", "2 2 2 2", 105, "H"),
        ("T T 6", "2 2 2 2", 52, "P"),
        ("T T 6", "2 2 2 2", 53, "S"),
        ("6 4 A", "2 2 2 2", 52, "D"),
        ("T 3 2", "T", 52, "S"),
        ("T 3 2", "T T", 52, "H"),
        ("T 5 9", "2 2", 52, "R"),
        ("T 5 9", "2 2", 53, "H"),
        ("T 5 T", "T", 312, "H"),
    ],
)
def test_a_play_depends_on_the_true_count(hand: str, seen: str, left: int, action: str) -> None:
    player = counting(seen, left)
    state = ask(Rules(deal="PPUH", surrender="late"), f"{hand} 8")
    assert player.act(state.view(0)) is Action(action)


@pytest.mark.parametrize(
    ("fields", "hand", "seen", "action"),
    [
        ({}, "T 9", "2 2 2", Action.INSURE),
        ({}, "T 9", "2 2 2 2", Action.INSURE),
        ({}, "T 9", "2 2", Action.DECLINE),
        ({}, "A K", "2 2 2", Action.INSURE),
        ({}, "A K", "", Action.DECLINE),
        # Where both are offered, what the chart surrenders is surrendered.
        ({"surrender": "early"}, "T 6", "2 2 2", Action.SURRENDER),
        ({"surrender": "early"}, "T 9", "2 2 2", Action.INSURE),
        ({"surrender": "early"}, "T 5", "2", Action.SURRENDER),
        ({"surrender": "early"}, "T 5", "", Action.DECLINE),
    ],
)
def test_insurance_is_taken_by_the_count(
    fields: dict[str, str], hand: str, seen: str, action: Action
) -> None:
    state = ask(Rules(deal="PPUH", insurance=True, **fields), f"{hand} A 9")
    assert counting(seen, 52).act(state.view(0)) is action


def test_without_an_index_insurance_is_never_taken() -> None:
    state = ask(Rules(deal="PPUH", insurance=True), "T 9 A 9")
    player = CountingPlayer(VEGAS, HI_LO, Ramp(), decks=1)
    for _ in range(20):
        player.expose(Card("2"))
    assert player.act(state.view(0)) is Action.DECLINE


@pytest.mark.parametrize(("left", "bet"), [(312, 1), (104, 2), (52, 4), (26, 8), (13, 8)])
def test_bets_depend_on_the_true_count(left: int, bet: int) -> None:
    assert counting("2 2 2 2", left).bet(100, 1) == bet


def test_without_decks_the_running_count_counts_as_it_is() -> None:
    player = CountingPlayer(VEGAS, load_count("halves"), read_ramp("1-8"))
    for card in read_cards("5 5 5"):
        player.dealt()
        player.expose(card)
    assert (player.running, player.value, player.bet(100, 1)) == (9, 4, 4)
    assert CountingPlayer(VEGAS, load_count("ko"), Ramp()).running == 4


def test_an_unbalanced_count_begins_where_its_shoe_wants_it() -> None:
    player = CountingPlayer(VEGAS, load_count("ko"), read_ramp("-19:3"), decks=6)
    assert (player.value, player.bet(100, 1)) == (-20, 1)
    player.expose(Card("2"))
    assert (player.value, player.bet(100, 1)) == (-19, 3)
    player.shuffled()
    assert player.value == -20
