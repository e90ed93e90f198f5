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


def bet_words(view: View, chips: int) -> str:
    """A bet in a word or two, such as raise 3."""
    if chips > view.to_call:
        return f"{Kind.RAISE.value} {chips - view.to_call}"
    if not view.to_call:
        return Kind.CHECK.value
    return Kind.CALL.value if chips else Kind.FOLD.value


def worths_text(view: View, worths: Mapping[int, float], felt: Felt) -> str:
    """A line for each bet, the best first: what it is worth, and what it costs to make it."""
    ranked = sorted(worths, key=lambda chips: -worths[chips])
    words = {chips: bet_words(view, chips) for chips in ranked}
    wide = max(map(len, words.values()))
    best = ranked[0]
    lines = [f"  {felt.strong(f'{words[best]:{wide}}  {worths[best]:+7.2f}')}"]
    for chips in ranked[1:]:
        cost = worths[best] - worths[chips]
        lines.append(f"  {words[chips]:{wide}}  {worths[chips]:+7.2f}  costs {cost:.2f}")
    about = "In chips from now on, as Beta reads the bets so far; a fold is worth nothing."
    return "\n".join([*lines, felt.quiet(about)]) + "\n"


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
