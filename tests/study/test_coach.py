"""The coach: what is known of the shoe, and what decisions cost."""

from __future__ import annotations

from cutcard.blackjack.actions import Action
from cutcard.blackjack.box import Box
from cutcard.blackjack.exact.advice import advise
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.round import View
from cutcard.blackjack.rules import Rules
from cutcard.cards import DECK, read_cards
from cutcard.report.felt import Felt
from cutcard.report.reckonings import kept_text, mistakes_text
from cutcard.study.coach import Move, judge, values_of


def test_few_cards_left_are_no_reason_to_say_nothing():
    rules = Rules(decks=1)
    box = Box(0, 2, Hand.of("T 6"))
    view = View(rules, 0, Hand.of("T"), (box,), 0, (Action.STAND, Action.HIT))
    most = tuple(card for card in DECK if card.rank.value not in "6T")
    values = values_of(view, most)
    assert values.seen == ()
    assert [one.action for one in values.advice] == [Action.HIT, Action.STAND]


def test_a_departure_that_was_right_is_told_and_so_is_what_the_chart_cost():
    low = read_cards("4 5") * 8
    box = Box(0, 2, Hand.of("T 6"))
    view = View(Rules(), 0, Hand.of("T"), (box,), 0, (Action.STAND, Action.HIT))
    stood = Move(view, low, Action.STAND, Action.HIT, 1)
    hit = Move(view, low, Action.HIT, Action.HIT, 1)
    assert kept_text([stood, hit]) == "You played by the chart in 1 of 2 decisions.\n"
    told = mistakes_text(judge([stood, hit]), Felt())
    stand, other = advise(Rules(), box.hand, view.dealer, seen=low)[:2]
    assert (stand.action, other.action) == (Action.STAND, Action.HIT)
    assert told == (
        "1 of your departures from the chart cost nothing.\n"
        f"Keeping to the chart cost {stand.value - other.value:.4f} bets"
        " against the best with the cards seen.\n"
    )
