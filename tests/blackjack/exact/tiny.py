"""Games made up for tests: any rules, and shoes so small that every order can be dealt."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from cutcard.blackjack.exact.composition import Composition, check_enough
from cutcard.blackjack.rules import Rules
from cutcard.blackjack.shoe import ImpossibleCards
from cutcard.rulebook import InvalidRules

CHOICES = {
    "hole_card": ["peek", "hidden", "none", "open"],
    "naturals": ["both", "both", "both", "player", "none"],
    "blackjack_pays": ["3:2", "6:5", "1:1", "7:5"],
    "rounding": ["exact", "exact", "down"],
    "blackjack_tie": ["push", "win", "lose"],
    "ties": ["push", "push", "lose"],
    "dealer_blackjack_takes": ["all", "original"],
    "hit_soft_17": [False, True],
    "dealer_22": ["bust", "bust", "push"],
    "stand_on_21": [True, False],
    "double_on": ["any", "any", "9-11", "10-11", "none"],
    "double_after_split": [True, False],
    "max_hands": [1, 2, 2, 3, 4],
    "resplit_aces": [True, False],
    "hit_split_aces": [True, False],
    "split_order": ["in-turn", "queue"],
    "surrender": ["none", "late", "early"],
    "insurance": [True, False],
    "charlie": ["none", "none", 5, 6],
    "deal": ["PUPH", "UHPP", "PHPU"],
}


MOST_CARDS = {1: 12, 2: 14, 3: 17, 4: 21}
"""Cards of the shoe by max_hands; a game of more hands needs more of them."""


def made_up(seed: int) -> tuple[Rules, Composition]:
    """Rules and a tiny shoe, the same for the same seed."""
    random = Random(seed)
    rules = _rules(random)
    while True:
        shoe = _shoe(random)
        try:
            check_enough(rules, shoe)
        except ImpossibleCards:
            continue
        if shoe.cards <= MOST_CARDS[rules.max_hands]:
            return rules, shoe


def _rules(random: Random) -> Rules:
    while True:
        words = {name: random.choice(choices) for name, choices in CHOICES.items()}
        try:
            return Rules(decks=1, **words)
        except InvalidRules:
            continue


def _shoe(random: Random) -> Composition:
    kinds = random.sample(range(10), 3)
    if random.random() < 0.6:
        kinds = [0, *kinds[:2]]
    if random.random() < 0.6:
        kinds = [9, *kinds[:2]]
    counts = [0] * 10
    for kind in kinds:
        counts[kind] = random.randint(2, 9)
    return shoe_of(counts)


def shoe_of(counts: Sequence[int]) -> Composition:
    """A shoe of so many aces, twos, … tens."""
    return Composition(tuple(counts), False, "tiny")
