"""What bets of Blockhead Poker are worth, and what a person's have cost, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from cutcard.blockhead.deal import Kind, View
from cutcard.report.felt import Felt
from cutcard.study.poker_coach import BetJudged

_LEAST_COST: Final = 0.05
"""In chips; anything cheaper would show as next to nothing."""

_MOST_LISTED: Final = 10

_LIKE_ALPHA: Final = (
    "In chips from now on, by Beta, against an opponent who bets as Alpha does, as this one has so"
    " far: values jump where Alpha's table does. A fold is worth nothing."
)
_BY_HABIT: Final = (
    "In chips from now on, by Beta, against an opponent who folds, calls and raises as often as"
    " this one has so far, and has not bet as Alpha would. A fold is worth nothing."
)


def worths_basis(*, expects_alpha: bool) -> str:
    """Whom the values of bets assume as the opponent."""
    return _LIKE_ALPHA if expects_alpha else _BY_HABIT


def bet_words(view: View, chips: int) -> str:
    """A bet in a word or two, such as raise 3."""
    if chips > view.to_call:
        return f"{Kind.RAISE.value} {chips - view.to_call}"
    if not view.to_call:
        return Kind.CHECK.value
    return Kind.CALL.value if chips else Kind.FOLD.value


def ranked(view: View, worths: Mapping[int, float]) -> list[tuple[str, float]]:
    """Bets in words and what each is worth, the best first."""
    by_worth = sorted(worths.items(), key=lambda one: -one[1])
    return [(bet_words(view, chips), worth) for chips, worth in by_worth]


def worths_text(view: View, worths: Mapping[int, float], felt: Felt, *, expects_alpha: bool) -> str:
    """A line for each bet, the best first: what it is worth, and what it costs to make it."""
    found = ranked(view, worths)
    wide = max(len(words) for words, _ in found)
    (best, most), *others = found
    lines = [f"  {felt.strong(f'{best:{wide}}  {most:+7.2f}')}"]
    for words, worth in others:
        lines.append(f"  {words:{wide}}  {worth:+7.2f}  costs {most - worth:.2f}")
    return "\n".join([*lines, felt.quiet(worths_basis(expects_alpha=expects_alpha))]) + "\n"


def costs_text(judged: Sequence[BetJudged], felt: Felt) -> str:
    """The costliest bets of a person, and what all of them cost."""
    if not judged:
        return ""
    costly = sorted((one for one in judged if one.cost >= _LEAST_COST), key=lambda one: -one.cost)
    of = f"{len(judged)} bet{'s' if len(judged) != 1 else ''}"
    if not costly:
        return f"By Beta's reckoning none of your {of} cost anything.\n"
    lines = [f"  {one.cost:6.2f}  {_told(one, felt)}" for one in costly[:_MOST_LISTED]]
    total = sum(one.cost for one in costly)
    return (
        "Your costliest bets, in chips, as Beta reads the bets before them:\n"
        + "".join(f"{line}\n" for line in lines)
        + f"{len(costly)} of your {of} cost {total:.2f} chips in all.\n"
    )


def _told(one: BetJudged, felt: Felt) -> str:
    view = one.made.view
    held = " ".join(map(felt.card, view.hand.cards))
    shown = " ".join(
        felt.card(card)
        for seat, hand in enumerate(view.visible)
        if seat != view.seat
        for card in hand.cards
    )
    bet, best = bet_words(view, one.made.chips), felt.strong(bet_words(view, one.best))
    return f"deal {one.made.deal}, {held} against {shown}, pot {view.pot}: {bet}; best is {best}"
