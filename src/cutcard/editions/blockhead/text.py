"""What the original's program prints of a game, and Alpha's table in the original's words."""

from __future__ import annotations

from typing import TextIO

from cutcard.blockhead.alpha import CARDS_TO_COME, LAST_ROUND, Lines
from cutcard.blockhead.deal import Deal, Shown, Tied, View, Won
from cutcard.blockhead.game import Game, Onlooker
from cutcard.blockhead.hand import Hand
from cutcard.blockhead.rules import Valuation
from cutcard.lab.estimate import Mean


class Reporter(Onlooker):
    """Reports every deal."""

    def __init__(self, out: TextIO) -> None:
        self._write = out.write

    def deal_began(self, game: Game) -> None:
        self._write(f"New hand, Player {game.opener} starts first.\n")

    def deal_ended(self, game: Game, deal: Deal) -> None:
        last = deal.bets[-1]
        shown = any(isinstance(event, Shown) for event in deal.events)
        for event in deal.events:
            match event:
                case Won(pot=pot) if not shown:
                    self._write(f"Player {last.player} folded.   The pot was {pot}.\n")
                case Won(seat, pot):
                    self._write(f" Player {seat} won the hand with a pot of {pot}\n")
                case Tied():
                    fate = "carried over to the next hand" if deal.left else "split"
                    self._write(f" The hand was a tie.   The pot is {fate}.\n")
        self.chips(game)

    def chips(self, game: Game) -> None:
        """Tell what everybody has."""
        held = "  ".join(f"Player {seat} - {chips}" for seat, chips in enumerate(game.chips))
        self._write(f"Current chips:  {held}\n\n")

    def game_ended(self, game: Game) -> None:
        """Tell what everybody has in the end."""
        held = " and ".join(
            f"Player {seat} had {chips} chips" for seat, chips in enumerate(game.chips)
        )
        self._write(f" Game completed.  {held}.\n")

    def aborted(self, game: Game) -> None:
        """Tell that somebody has quit."""
        self.chips(game)
        self._write("Game aborted.\n")


class Showdown(Onlooker):
    """Turns the hidden cards over (rule 10): every hand of a showdown, and what it is worth.

    The distributed program leaves them face down.
    """

    def __init__(self, out: TextIO) -> None:
        self._write = out.write

    def see(self, state: Deal) -> None:
        for event in state.events:
            if isinstance(event, Shown):
                worth = event.hand.worth_text(state.rules.valuation)
                unit = " points" if state.rules.valuation is Valuation.POINTS else ""
                lines = [f"Player {event.seat} shows {worth}{unit}:"]
                lines += _cards(event.hand, " (card was facedown)")
                self._write("\n".join(lines) + "\n")


def averages(names: list[str], chips: list[list[int]], *, sure: bool) -> str:
    """What each player ends with on average over these games, and how sure that is."""
    lines = [f"{' against '.join(names)}, {len(chips)} games:"]
    for seat, name in enumerate(names):
        mean = Mean.of([ended[seat] for ended in chips])
        low, high = mean.interval
        interval = f" (95% interval {low:.1f} to {high:.1f})" if sure and mean.n > 1 else ""
        lines.append(f"  Player {seat} ({name}) ends with {mean.value:.2f} chips{interval}")
    return "\n".join(lines) + "\n"


def question(view: View) -> str:
    """What a person is told before a bet."""
    lines = [f"**********  Player {view.seat} **********", f"The pot has {view.pot} chips."]
    lines.append("Your hand: ")
    lines += _cards(view.hand, " (card is facedown) ")
    for seat, hand in enumerate(view.visible):
        if seat != view.seat and view.live[seat]:
            who = "Opponents" if view.rules.seats == 2 else f"Player {seat}'s"
            lines += [f"{who} hand showing: ", *_cards(hand)]
    lines.append("")
    if view.bets:
        lines.append("Bet History: ")
        lines += [f" Player: {bet.player}  Bet: {bet.chips}" for bet in view.bets]
        lines.append("")
    lines += [f"The bet to you is {view.to_call}", _choices(view) + "  Bet -1 to quit."]
    return "\n".join(lines) + "\n"


def _cards(hand: Hand, facedown: str = "") -> list[str]:
    """A line for each card; ``facedown`` follows those that lie face down."""
    return [
        f"    {card.name}{facedown if place in hand.down else ''}"
        for place, card in enumerate(hand.cards)
    ]


def _choices(view: View) -> str:
    most = view.legal[-1]
    if view.to_call:
        if view.may_raise:
            return f"Bet 0 to fold or bet {view.to_call} to {most}."
        return f"Bet 0 to fold or bet {view.to_call} to call."
    return f"Bet 0 to call or bet up to {most} to raise." if view.may_raise else "Bet 0 to call."


def table_text() -> str:
    """Alpha's table in the original's own order and words."""
    out = []
    for heading, part in (
        ("2. If there are still cards to draw...", CARDS_TO_COME),
        ("3. Else last betting round", LAST_ROUND),
    ):
        out.append(heading)
        out.append("   a. If there have been no bets prior...")
        out += _said(part.opening, ("i", "ii", "iii", "iv"), 6)
        out.append("   b. Else there have been prior bets")
        out.append("      i. Calculate a pot_factor which is the size of the pot divided by 10")
        out.append("      ii. If the prior bet is a call")
        out += _said(part.checked, "1234", 9)
        out.append("      iii. If the prior bet is a raise and is less than 1 + pot_factor * 2")
        out += _said(part.small_raise, "1234", 9)
        out.append("      iv. else")
        out += _said(part.large_raise, "1234", 9)
    head = (
        "1. A delta value is calculated by getting the value of the AI players hand and"
        " subtracting\n   the value of the opponent's visible hand."
    )
    return "\n".join([head, *out]) + "\n"


def _said(lines: Lines, numbers: tuple[str, ...] | str, indent: int) -> list[str]:
    said = []
    for number, line in zip(numbers, lines, strict=False):
        bet = line.bet if isinstance(line.bet, str) else f"raise {line.bet}"
        threshold = f"{line.above} - pot_factor" if line.less_pot else f"{line.above}"
        condition = "Else" if line.above is None else f"If delta > {threshold},"
        said.append(f"{' ' * indent}{number}. {condition} {bet}")
    return said
