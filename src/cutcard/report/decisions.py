"""What every action is worth, for a person, for a program and for a notebook."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from cutcard.blackjack.rules import HoleCard
from cutcard.cards import Card
from cutcard.report.felt import Felt
from cutcard.report.ink import Ink
from cutcard.report.notebook import answer_html, table_html
from cutcard.study.action_worths import ActionWorths, CardsInView
from cutcard.study.coach import Values

if TYPE_CHECKING:
    from cutcard.blackjack.exact.advice import Advice


_OFFERED: Final = "offered before the dealer looks"
_PEEKED: Final = "once the dealer has no blackjack"


def advice_lines(found: Sequence[Advice], ink: Ink) -> list[str]:
    """A line for each action: its value to four decimals, and what it costs to choose it."""
    width = max(len(str(one.action)) for one in found)
    best = found[0].value
    lines = [f"  {ink('bold', f'{found[0].action!s:{width}}  {best:+.4f}')}"]
    for one in found[1:]:
        cost = f"costs {best - one.value:.4f}" if best > one.value else "costs nothing"
        lines.append(f"  {one.action!s:{width}}  {one.value:+.4f}  {cost}")
    return lines


def basis(values: Values, seen: Sequence[Card]) -> str:
    """What values at the table are measured in, and which of the cards seen they consider."""
    if values.seen:
        count = f"{len(values.seen)} cards" if len(values.seen) > 1 else "card"
        return f"In bets, exactly, knowing the {count} of earlier rounds"
    if seen:
        return "In bets, exactly, from a full shoe (too few cards are left)"
    return "In bets, exactly"


def _peeks(on: CardsInView) -> bool:
    """Whether the dealer looks for a blackjack before the hand is played."""
    return on.preset.rules.hole_card is HoleCard.PEEK and on.dealer.cards[0].points in (1, 10)


def as_text(decision: ActionWorths, ink: Ink) -> str:
    """The worths for a person."""
    on, offered, found = decision.on, decision.offered, decision.found
    split = f", one of {on.hands} hands" if on.hands > 1 else ""
    value = Felt.value(on.hand) if found else "blackjack"
    title = f"{on.preset.title}: {on.hand} ({value}{split}) against {on.dealer}"
    lines = [ink("bold", title), ""]
    if offered:
        lines += [f"{_OFFERED}:", *advice_lines(offered, ink), ""]
    if found:
        lines += [f"{_PEEKED}:"] if _peeks(on) else []
        lines += [*advice_lines(found, ink), ""]
    about = f"In initial bets, exact, with the best play afterwards; {on.shoe}."
    return "\n".join([*lines, ink("dim", about), ""])


def as_html(decision: ActionWorths) -> str:
    """The worths for a notebook."""
    on = decision.on
    title = f"{on.preset.title}: {on.hand} against {on.dealer}"
    tables = (
        _html_table(decision.offered, _OFFERED),
        _html_table(decision.found, _PEEKED if _peeks(on) else ""),
    )
    return answer_html(title, (), "".join(tables), on.shoe)


def _html_table(found: Sequence[Advice], title: str) -> str:
    rows = [
        (str(one.action), f"{one.value:+.4f}", f"{found[0].value - one.value:.4f}") for one in found
    ]
    return table_html(("action", "worth", "costs"), rows, title) if rows else ""


def as_dict(decision: ActionWorths) -> dict[str, Any]:
    """The worths for a program."""
    from cutcard.blackjack.exact.solution import split_model

    on = decision.on
    return {
        "game": on.preset.name,
        "title": on.preset.title,
        "rules": on.preset.rules.plain(),
        "hand": [card.text for card in on.hand.cards],
        "dealer": [card.text for card in on.dealer.cards],
        "seen": [card.text for card in on.seen],
        "hands": on.hands,
        "offers": _told(decision.offered),
        "actions": _told(decision.found),
        "shoe": on.shoe,
        "split_model": split_model(on.preset.rules, "the best play before the split (CDZ-)"),
    }


def _told(found: Sequence[Advice]) -> list[dict[str, Any]]:
    return [
        {"action": str(one.action), "value": one.value, "costs": found[0].value - one.value}
        for one in found
    ]
