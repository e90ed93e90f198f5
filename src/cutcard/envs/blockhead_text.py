"""A table of Blockhead Poker as text, as one seat sees it."""

from __future__ import annotations

from collections.abc import Sequence

from cutcard.blockhead.deal import Deal, Shown, Tied, Won
from cutcard.blockhead.match import Match
from cutcard.report.felt import Felt


def drawn_match(match: Match, seat: int, names: Sequence[str], ended: Deal | None = None) -> str:
    """The deal in play, after a line for the deal that ended last; names are those of the seats."""
    felt = Felt(plain=True)
    lines = [] if ended is None else [_ending(felt, ended, names)]
    if not match.over:
        lines += _table(felt, match, seat, names)
    chips = ", ".join(f"{name} {held}" for name, held in zip(names, match.chips, strict=True))
    return "\n".join([*lines, f"chips: {chips}"])


def _ending(felt: Felt, deal: Deal, names: Sequence[str]) -> str:
    told = []
    for event in deal.events:
        match event:
            case Shown(seat, hand):
                cards = " ".join(map(felt.card, hand.cards))
                told.append(f"{names[seat]} showed {cards}")
            case Won(seat, pot):
                told.append(f"{names[seat]} won the pot of {pot}")
            case Tied(_, pot):
                told.append(f"a tie for the pot of {pot}")
            case _:
                pass
    return f"before: {', '.join(told)}"


def _table(felt: Felt, match: Match, seat: int, names: Sequence[str]) -> list[str]:
    view = match.view(seat)
    rules = view.rules
    lines = [
        f"deal {match.number + 1} of {rules.deals}, opened by {names[view.opener]};"
        f" the pot has {view.pot}, {view.to_call} to call"
    ]
    down = sum(cards.count("d") for cards in rules.street_cards[: view.street + 1])
    for other, hand in enumerate(view.visible):
        if other == seat:
            worth = view.hand.worth_text(rules.valuation)
            lines.append(felt.cards(names[seat], view.hand.cards, "hold", worth).rstrip())
        elif view.live[other]:
            worth = hand.worth_text(rules.valuation)
            lines.append(felt.cards(names[other], hand.cards, "shows", worth, down).rstrip())
        else:
            lines.append(f"{names[other]}: folded")
    return lines
