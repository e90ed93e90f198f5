"""Alpha, rule by rule: every line of its table, on both sides of its threshold."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from random import Random

import pytest
from blockhead.made_up_games import dealt

from cutcard.blockhead.alpha import Alpha
from cutcard.blockhead.deal import Bet, Kind, View
from cutcard.blockhead.hand import Hand
from cutcard.blockhead.players import make_player
from cutcard.blockhead.rules import Rules
from cutcard.cards import Card
from cutcard.editions.blockhead.text import table_text
from cutcard.errors import Illegal

SEED = """\
1. A delta value is calculated by getting the value of the AI players hand and subtracting \
the value of the opponent's visible hand.
2. If there are still cards to draw...
a. If there have been no bets prior...
i. If delta > 10, raise 10
ii. If delta > 5, raise 5
iii. If delta > 0, raise 1
iv. Else call
b. Else there have been prior bets
i. Calculate a pot_factor which is the size of the pot divided by 10 (int value)
ii. If the prior bet is a call
1. If delta > 5 - pot_factor, raise 10
2. If delta > 0 - pot_factor, raise 1
3. Else call
iii. If the prior bet is a raise and is less than 1 + pot_factor * 2
1. If delta > 8 - pot_factor, raise 10
2. If delta > -2 - pot_factor, raise 1
3. If delta > -4 - pot_factor, call
4. Else fold
iv. else
1. If delta > 10 - pot_factor, raise 10
2. If delta > 0 - pot_factor, raise 1
3. If delta > -2 - pot_factor, call
4. Else fold
3. Else last betting round
a. If there have been no bets prior...
i. If delta > 10, raise 10
ii. If delta > 5, raise 5
iii. Else call
b. Else there have been prior bets
i. Calculate a pot_factor which is the size of the pot divided by 10 (int value)
ii. If the prior bet is a call
1. If delta > 10 - pot_factor, raise 10
2. Else call
iii. If the prior bet is a raise and is less than 1 + pot_factor * 2
1. If delta > 6 - pot_factor, raise 10
2. If delta > 2, call
3. Else fold
iv. else
1. If delta > 8 - pot_factor, raise 10
2. If delta > 4, call
3. Else fold
"""
"""The rules for the Alpha type AI, as the original words them."""

PARTS = {"2.": "cards to come", "3.": "last round"}
SITUATIONS = {
    "a. If there": "opening",
    "ii. If the prior": "checked",
    "iii. If the prior": "small raise",
    "iv. else": "large raise",
}


@dataclass(frozen=True)
class Rule:
    """A line of the table, with the lines that come after it."""

    part: str
    situation: str
    lines: tuple[tuple[int, bool, str], ...]
    """Thresholds, whether the pot factor is taken off them, and bets; the last bet is for all."""
    otherwise: str

    def __str__(self) -> str:
        return f"{self.part}, {self.situation}"


def rules_of(seed: str) -> list[Rule]:
    """The original's sentences, read by their words."""
    found: list[Rule] = []
    part = situation = ""
    lines: list[tuple[int, bool, str]] = []
    for line in seed.splitlines()[1:]:
        threshold = re.search(r"If delta > (-?\d+)( - pot_factor)?, (.*)", line)
        bare = re.search(r"Else (call|fold)", line)
        if threshold:
            lines.append((int(threshold[1]), bool(threshold[2]), threshold[3]))
        elif bare:
            found.append(Rule(part, situation, tuple(lines), bare[1]))
            lines = []
        else:
            part = PARTS.get(line[:2], part)
            situation = next(
                (name for start, name in SITUATIONS.items() if line.startswith(start)), situation
            )
    return found


TABLE = rules_of(SEED)


def test_the_table_has_eight_rules_with_eighteen_thresholds():
    assert [str(rule) for rule in TABLE] == [
        f"{part}, {situation}" for part in PARTS.values() for situation in SITUATIONS.values()
    ]
    assert sum(len(rule.lines) for rule in TABLE) == 18


# Tables laid out by hand.


def worth(points: int, count: int) -> tuple[Card, ...]:
    """So many cards worth so many points together."""
    cards = []
    for left in range(count, 0, -1):
        take = max(1, min(10, points - (left - 1)))
        points -= take
        cards.append(Card("A23456789T"[take - 1]))
    assert points == 0, "no such hand"
    return tuple(cards)


def view_of(
    delta: int, *, street: int = 0, pot: int = 20, to_call: int = 0, checked: bool = False
) -> View:
    """What a seat sees whose hand is so much better than the opponent's open cards."""
    count = 3 + street
    own = min(10 * count, max(count, delta + 5 * (count - 1)))
    hand = Hand(worth(own, count), (0,))
    other = Hand(worth(own - delta, count - 1))
    bets = (Bet(1, 0, Kind.CHECK),) if checked else ()
    if to_call:
        bets = (Bet(1, to_call, Kind.RAISE, to_call),)
    return View(
        rules=Rules(),
        seat=0,
        opener=1 if bets else 0,
        hand=hand,
        visible=(hand.visible, other),
        live=(True, True),
        bets=bets,
        street=street,
        to_call=to_call,
        may_raise=True,
        pot=pot,
        legal=(0, *([to_call] if to_call else []), *range(to_call + 1, to_call + 11)),
    )


def chips(bet: str, to_call: int) -> int:
    """What a bet in the original's words puts into the pot."""
    if bet == "fold":
        return 0
    return to_call + int(bet.removeprefix("call").removeprefix("raise ") or 0)


def prior_raises(situation: str, pot_factor: int) -> list[int]:
    """Amounts to call that make this situation, those at its bounds included."""
    if situation == "small raise":
        return [1, min(10, 2 * pot_factor)]
    if situation == "large raise":
        return [1 + 2 * pot_factor, 10] if pot_factor <= 4 else []
    return [0]


def thresholds() -> list[object]:
    cases = []
    for rule in TABLE:
        for place, (above, less_pot, bet) in enumerate(rule.lines):
            after = [line[2] for line in rule.lines[place + 1 :]]
            below = (*after, rule.otherwise)[0]
            name = f"{rule}, {above}{' - pot_factor' if less_pot else ''}"
            cases.append(pytest.param(rule, above, less_pot, bet, below, id=name))
    return cases


# With a pot below 40 no threshold that sinks with the pot has met one that does not.
@pytest.mark.parametrize("pot_factor", [2, 3])
@pytest.mark.parametrize(("rule", "above", "less_pot", "bet", "below"), thresholds())
def test_each_threshold_parts_two_bets(
    rule: Rule, above: int, less_pot: bool, bet: str, below: str, pot_factor: int
):
    threshold = above - (pot_factor if less_pot else 0)
    for street in [2] if rule.part == "last round" else [0, 1]:
        for to_call in prior_raises(rule.situation, pot_factor):
            for pot in (10 * pot_factor, 10 * pot_factor + 9):
                for delta, expected in ((threshold + 1, bet), (threshold, below)):
                    view = view_of(
                        delta,
                        street=street,
                        pot=pot,
                        to_call=to_call,
                        checked=rule.situation == "checked",
                    )
                    assert Alpha().act(view) == chips(expected, to_call)


@pytest.mark.parametrize("rule", TABLE, ids=str)
def test_every_delta_gets_the_first_line_that_holds(rule: Rule):
    street = 2 if rule.part == "last round" else 0
    for pot_factor in range(1, 13):
        for to_call in prior_raises(rule.situation, pot_factor):
            for delta in range(-15, 27):
                bet = next(
                    (
                        bet
                        for above, less_pot, bet in rule.lines
                        if delta > above - (pot_factor if less_pot else 0)
                    ),
                    rule.otherwise,
                )
                view = view_of(
                    delta,
                    street=street,
                    pot=10 * pot_factor,
                    to_call=to_call,
                    checked=rule.situation == "checked",
                )
                assert Alpha().act(view) == chips(bet, to_call)


@pytest.mark.parametrize("rule", TABLE, ids=str)
def test_a_raise_that_is_no_longer_allowed_becomes_a_call(rule: Rule):
    to_call = prior_raises(rule.situation, 2)[-1]
    street = 2 if rule.part == "last round" else 0
    for delta in range(-15, 27):
        view = view_of(delta, street=street, to_call=to_call, checked=rule.situation == "checked")
        free = Alpha().act(view)
        held = replace(view, may_raise=False, legal=(0, to_call) if to_call else (0,))
        assert Alpha().act(held) == min(free, to_call)


@pytest.mark.parametrize("street", [0, 1, 2])
@pytest.mark.parametrize("pot", [20, 29, 30, 39])
def test_a_raise_is_large_from_1_plus_twice_the_pot_factor_on(street: int, pot: int):
    # This delta calls a small raise and folds to a large one.
    delta = 3 if street == 2 else -3 - pot // 10
    for to_call in range(1, 11):
        view = view_of(delta, street=street, pot=pot, to_call=to_call)
        assert Alpha().act(view) == (to_call if to_call < 1 + 2 * (pot // 10) else 0)


def test_only_the_amount_to_call_makes_a_raise_small_or_large():
    # 10 is called and 1 raised: what is to call is 1, a small raise, though the bet was 11.
    deal = dealt("Ah 5s 2h  9c 9d 9s").apply(10).apply(11)
    assert deal.view(0).to_call == 1
    assert deal.view(0).pot == 41
    # delta = 8 - 18 = -10 is not above -4 - 4: a fold.
    assert Alpha().act(deal.view(0)) == 0
    better = dealt("3h 5s 3c  9c 9d 9s").apply(10).apply(11)
    # delta = 11 - 18 = -7 is above -8: a call. Were the raise large (above -2 - 4), a fold.
    assert Alpha().act(better.view(0)) == 1


def test_the_pot_counts_as_it_stands_with_antes_carry_and_the_last_bet():
    # delta = 9 - 15 = -6: it is above -4 - pot_factor with a pot of 30, not with one of 29.
    cards = "9c 9d 6s  3h 3d 3s"
    for carry, raised, expected in ((0, 9, 0), (0, 10, 0), (1, 3, 0), (4, 5, 0), (5, 5, 5)):
        view = dealt(cards, carry=carry).apply(raised).view(1)
        assert view.pot == 20 + carry + raised
        assert Alpha().act(view) == expected
    # In a pot of 31 a raise of 6 is small; in one of 29 it is large.
    assert Alpha().act(dealt(cards, carry=5).apply(6).view(1)) == 6
    assert Alpha().act(dealt(cards, carry=3).apply(6).view(1)) == 0


def test_a_check_counts_as_a_prior_bet():
    deal = dealt("9c 9d 6s  3h 9h 4s")
    # delta = 16 - 15 = 1 is not above 5 - 2, but above 0 - 2.
    assert Alpha().act(deal.apply(0).view(1)) == 1
    better = dealt("9c 9d 6s  6h 9h 4s")
    # delta = 19 - 15 = 4 is above 5 - 2; an opener with 4 raises 1.
    assert Alpha().act(better.apply(0).view(1)) == 10
    assert Alpha().act(dealt("6h 9h 4s  9c 9d 6s").view(0)) == 1


def test_the_hidden_card_counts_in_the_own_hand_only():
    low, high = dealt("Ah 5s 5h  Kc 5d 4s"), dealt("Kh 5s 5h  Ac 5d 4s")
    # 11 - 9 = 2, and 20 - 9 = 11; what the opponent hides does not count.
    assert Alpha().act(low.view(0)) == 1
    assert Alpha().act(high.view(0)) == 10


# More than two.


@pytest.mark.parametrize(
    ("others", "folded", "bet"),
    [
        (["3h 3d", "5h 5d"], set(), 1),  # 13 - 10 = 3
        (["5h 5d", "3h 3d"], set(), 1),
        (["9h 9d", "5h 5d"], set(), 0),  # 13 - 18 = -5
        (["9h 9d", "3h 4d"], {1}, 5),  # who has folded does not count: 13 - 7 = 6
    ],
)
def test_with_more_seats_the_best_visible_hand_of_who_is_left_counts(
    others: list[str], folded: set[int], bet: int
):
    hand = Hand.of("5c 4c 4s", down=(0,))
    view = replace(
        view_of(0),
        rules=Rules(seats=3),
        hand=hand,
        visible=(hand.visible, *(Hand.of(other) for other in others)),
        live=tuple(seat not in folded for seat in range(3)),
        pot=30,
    )
    assert Alpha().act(view) == bet


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_with_more_seats_the_pot_factor_is_the_pot_by_five_times_the_seats(seats: int):
    # To a check, delta = 1 raises 10 once it is above 5 - pot_factor: from a factor of 5 on.
    for pot, bet in ((25 * seats - 1, 1), (25 * seats, 10)):
        view = view_of(1, pot=pot, checked=True)
        others = (view.visible[1],) + (Hand.of("A A"),) * (seats - 2)
        view = replace(
            view,
            rules=Rules(seats=seats),
            visible=(view.visible[0], *others),
            live=(True,) * seats,
        )
        assert Alpha().act(view) == bet


# What it refuses, and how it is printed.


def test_alpha_refuses_poker_hands_in_a_sentence():
    with pytest.raises(Illegal, match="alpha does not play valuation = poker"):
        make_player("alpha", Random(1), Rules(valuation="poker"))


@pytest.mark.parametrize("least", [2, 6])
def test_alpha_keeps_to_the_least_raise(least: int):
    deal = dealt("Ah 5s 5h  Kc 5d 4s", Rules(least_raise=least))
    assert Alpha().act(deal.view(0)) in deal.legal


@pytest.mark.parametrize("most", [1, 4, 9, 25])
def test_alpha_keeps_to_the_most_raise(most: int):
    deal = dealt("Kh 5s 5h  Ac 5d 4s", Rules(most_raise=most))
    assert Alpha().act(deal.view(0)) == min(10, most)


def test_the_table_is_printed_in_the_seeds_order_and_words():
    printed = [" ".join(line.split()) for line in table_text().splitlines()]
    printed[0:2] = [" ".join(printed[0:2])]  # the first sentence takes two lines
    assert [line.removesuffix(" (int value)") for line in printed] == [
        line.removesuffix(" (int value)") for line in SEED.splitlines()
    ]
