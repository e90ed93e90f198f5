"""The shares of a split, against every order in which second cards can fall."""

from __future__ import annotations

from fractions import Fraction

import pytest

from cutcard.blackjack.exact.splits import exact_shares, shares


def by_orders(pair_cards: int, others: tuple[int, ...], max_hands: int, value) -> Fraction:
    """The mean sum over hands of what each one draws: a second card and one more.

    `others` counts the cards of each other kind; `value` is what a hand is worth by its two
    cards, kind 0 being the pair's.
    """

    def play(left: tuple[int, ...], waiting: int, hands: int, kept: tuple[int, ...]) -> Fraction:
        if waiting:
            total = Fraction(0)
            for kind, count in enumerate(left):
                if count:
                    rest = (*left[:kind], count - 1, *left[kind + 1 :])
                    odds = Fraction(count, sum(left))
                    if kind == 0 and hands < max_hands:
                        total += odds * play(rest, waiting + 1, hands + 1, kept)
                    else:
                        total += odds * play(rest, waiting - 1, hands, (*kept, kind))
            return total
        # Each hand's third card is any card left, whatever the other hands take.
        return sum(
            (
                Fraction(count, sum(left)) * value(second, third)
                for second in kept
                for third, count in enumerate(left)
            ),
            Fraction(0),
        )

    return play((pair_cards, *others), 2, 2, ())


def by_shares(pair_cards: int, others: tuple[int, ...], max_hands: int, value) -> Fraction:
    """The same from the means over shoes without so many more pair cards."""
    cards = pair_cards + sum(others)
    unpaired, paired = exact_shares(pair_cards, cards, max_hands, Fraction)
    total = Fraction(0)
    for gone, (share, share_of_pairs) in enumerate(zip(unpaired, paired, strict=True)):
        left = (pair_cards - gone, *others)
        if min(left) < 0:
            assert share == share_of_pairs == 0
            continue
        for second, count in enumerate(left):
            if not count:
                continue
            rest = (*left[:second], count - 1, *left[second + 1 :])
            mean = sum(
                Fraction(more, sum(rest)) * value(second, third) for third, more in enumerate(rest)
            )
            weight = share_of_pairs if second == 0 else share
            total += weight * Fraction(count, sum(left)) * mean
    return total


def odd_value(second: int, third: int) -> int:
    return 7 * (second == 0) + 3 * second + 11 * second * third - 5 * third * third + 2


@pytest.mark.parametrize(
    ("pair_cards", "others", "max_hands"),
    [(2, (4, 3), 2), (2, (4, 3), 3), (3, (5, 4), 4), (4, (3, 6), 3), (0, (4, 4), 4), (1, (9,), 4)],
)
def test_shares_add_up_to_the_mean_over_every_order(pair_cards, others, max_hands):
    expected = by_orders(pair_cards, others, max_hands, odd_value)
    assert by_shares(pair_cards, others, max_hands, odd_value) == expected


@pytest.mark.parametrize("max_hands", range(2, 9))
@pytest.mark.parametrize(("pair_cards", "cards"), [(22, 309), (94, 309), (2, 49), (14, 49)])
def test_floats_agree_with_fractions(pair_cards, cards, max_hands):
    exact = exact_shares(pair_cards, cards, max_hands, Fraction)
    got = shares(pair_cards, cards, max_hands, infinite=False)
    for ours, theirs in zip(got, exact, strict=True):
        # Shares of a hand are of the order of hands, and partly cancel.
        assert ours == pytest.approx([float(share) for share in theirs], abs=1e-12)


def test_an_infinite_shoe_is_the_limit_of_big_ones():
    got = shares(1.0, 13.0, 4, infinite=True)
    big = exact_shares(10**9, 13 * 10**9, 4, Fraction)
    for ours, theirs in zip(got, big, strict=True):
        assert ours == (pytest.approx(float(sum(theirs)), abs=1e-8),)
