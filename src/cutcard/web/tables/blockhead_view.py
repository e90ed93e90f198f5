"""What the person at a table of Blockhead Poker, or a spectator, may see and is told."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from cutcard.blockhead.deal import Bet, Deal, Dealt, Kind, Shown, Tied, Won
from cutcard.blockhead.hand import Hand
from cutcard.blockhead.rules import TiedPot
from cutcard.web.tables.happenings import Happening, in_words

if TYPE_CHECKING:
    from cutcard.web.tables.blockhead_play import BlockheadPlay

_PERSON: Final = 0


def view_of(play: BlockheadPlay, you: int | None) -> dict[str, Any]:
    """The table for the person; None for a spectator, who sees only open cards."""
    from cutcard.web.tables.blockhead_play import actions_of

    deal, rules = play.deal, play.rules
    view = None if deal is None or you is None else deal.view(you)
    legal = [] if view is None else actions_of(view)
    return {
        "kind": "blockhead",
        "game": {
            "name": play.terms.game,
            "title": play.terms.title,
            "short": [
                f"{rules.deals} deals",
                f"ante {rules.ante}",
                f"raise {rules.least_raise} to {rules.most_raise}",
                f"{rules.raises} raises a round",
            ],
            "streets": rules.streets,
        },
        "phase": _phase(play),
        "pot": 0 if deal is None else deal.pot,
        "carry": play.carry,
        "to_call": 0 if view is None or not legal else view.to_call,
        "raises": {"least": rules.least_raise, "most": rules.most_raise}
        if "raise" in legal
        else None,
        "deal": play.rounds,
        "deals": rules.deals,
        "opener": None if deal is None else deal.opener,
        "seats": [_seat(play, seat, you) for seat in range(rules.seats)],
        "empty": play.empty,
        "you": you,
        "turn": play.turn,
        "legal": legal,
        "rounds": play.rounds,
        "happened": [one.told(you) for one in play.happened],
    }


def _phase(play: BlockheadPlay) -> str:
    """Before a deal, in one, after one, or after the last one."""
    if play.in_deal:
        return "players"
    if play.over:
        return "done"
    return "betting" if play.deal is None else "over"


def _seat(play: BlockheadPlay, seat: int, you: int | None) -> dict[str, Any]:
    deal = play.deal
    shown: dict[str, Any] = {
        "seat": seat,
        "name": play.name(seat),
        "you": seat == you,
        "here": True,
        "chips": str(play.chips[seat]),
        "cards": [],
        "down": [],
        "worth": "",
        "live": True,
        "folded": False,
        "gain": None,
    }
    if deal is None:
        return shown
    hand = deal.hands[seat]
    known = seat == you or (deal.over and deal.live[seat] and sum(deal.live) > 1)
    seen = hand if known else hand.visible
    staked = 0 if deal.over else deal.staked[seat]
    return {
        **shown,
        "chips": str(play.chips[seat] - staked),
        "staked": str(deal.staked[seat]),
        "cards": _cards(hand, known=known),
        "down": list(hand.down),
        "worth": seen.worth_text(play.rules.valuation),
        "live": deal.live[seat],
        "folded": not deal.live[seat],
        "gain": f"{deal.nets[seat]:+d}" if deal.over else None,
    }


def _cards(hand: Hand, *, known: bool) -> list[str]:
    """A hand's cards; those that lie face down show their backs to anyone who may not see them."""
    return [
        card.text if known or place not in hand.down else "??"
        for place, card in enumerate(hand.cards)
    ]


def happened(play: BlockheadPlay, deal: Deal) -> Iterator[Happening]:
    """What the last move made happen, in words."""
    for event in deal.events:
        match event:
            case Dealt(seat, card):
                yield _dealt(play, deal, seat, None if card is None else card.text)
            case Bet(seat, _, kind, raised):
                by = f" by {raised}" if kind is Kind.RAISE else ""
                more = {"action": kind.value, "raise": raised}
                yield _told(play, "acted", seat, f"{kind.value}{by}", f"{kind.value}s{by}", more)
            case Shown(seat, hand):
                cards = ", ".join(in_words(card) for card in hand.cards)
                worth = hand.worth_text(play.rules.valuation)
                yield _told(
                    play, "shown", seat, f"show {cards}; {worth}", f"shows {cards}; {worth}"
                )
            case Won(seat, pot):
                what = f"the pot of {pot}"
                yield _told(play, "settled", seat, f"win {what}", f"wins {what}")
            case Tied(_, pot):
                carried = play.rules.tied_pot is TiedPot.CARRY
                then = "stays for the next deal" if carried else "is divided"
                yield Happening("settled", f"A tie. The pot of {pot} {then}.")


def _dealt(play: BlockheadPlay, deal: Deal, seat: int, card: str | None) -> Happening:
    name = play.name(seat)
    last = deal.hands[seat].cards[-1]
    if card is not None:
        spoken, more = in_words(last), {"card": card}
        return _told(play, "dealt", seat, f"are dealt {spoken}", f"is dealt {spoken}", more)
    return Happening(
        "dealt",
        f"{name} is dealt a card face down.",
        seat,
        f"You are dealt {in_words(last)}, face down.",
        {"card": "??"},
        {"card": last.text},
    )


def _told(
    play: BlockheadPlay,
    what: str,
    seat: int,
    you: str,
    other: str,
    more: dict[str, Any] | None = None,
) -> Happening:
    return Happening(what, f"{play.name(seat)} {other}.", seat, f"You {you}.", more or {})
