"""The bets of a deal, for players that follow them bidding round by bidding round."""

from __future__ import annotations

from collections.abc import Iterator

from cutcard.blockhead.deal import Bet, Dealt, Event


class DealSoFar:
    """The bets that everybody has seen, and which of them were followed."""

    def __init__(self) -> None:
        self._rounds: list[list[Bet]] = [[]]
        self._begun = 0
        """How many bidding rounds it has begun to follow."""
        self._followed = 0
        """How many bets of the last of them were followed."""

    def see(self, event: Event) -> None:
        """Remember a bet, and where a bidding round begins."""
        if isinstance(event, Bet):
            self._rounds[-1].append(event)
        elif isinstance(event, Dealt) and self._rounds[-1]:
            self._rounds.append([])

    def news(self, street: int) -> Iterator[tuple[int, Bet | None]]:
        """What was not followed yet, up to a bidding round: its number, and None where it begins.

        Then come its bets.
        """
        for number in range(max(self._begun - 1, 0), street + 1):
            if number == self._begun:
                self._begun, self._followed = number + 1, 0
                yield number, None
            for bet in self._rounds[number][self._followed :]:
                self._followed += 1
                yield number, bet

    def chips_from(self, street: int) -> int:
        """What has been bet in a bidding round and later."""
        return sum(bet.chips for bets in self._rounds[street:] for bet in bets)
