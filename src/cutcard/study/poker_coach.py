"""The coach at a table of Blockhead Poker: what bets are worth, and what a person's have cost.

Beta says so, which sees what the person sees. It is asked only when something is to be known:
nobody should wait for it to begin a game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from cutcard.blockhead.beta import Beta, reads
from cutcard.blockhead.deal import Event, View


@dataclass(frozen=True)
class BetMade:
    """A bet of a person's, and the view it was made with."""

    deal: int
    """The number of the deal, counted from 1."""
    view: View
    chips: int


@dataclass(frozen=True)
class BetJudged:
    """What a bet cost in chips, compared with the best one."""

    made: BetMade
    best: int
    cost: float


class PokerCoach:
    """Looks over a person's shoulder."""

    def __init__(self, random: Random) -> None:
        self._beta = Beta(random)
        self._unseen: list[Event | BetMade] = []
        """What has happened since Beta was last asked."""
        self._judged: list[BetJudged] = []

    def see(self, event: Event) -> None:
        """See what the person sees."""
        self._unseen.append(event)

    def note(self, made: BetMade) -> None:
        """Remember a bet, to be judged later."""
        self._unseen.append(made)

    def worths(self, view: View) -> dict[int, float]:
        """What each legal bet is worth in chips from now on; nothing where Beta cannot say."""
        self._catch_up()
        return self._beta.worths(view) if reads(view.rules) else {}

    @property
    def expects_alpha(self) -> bool:
        """Whether bets are judged against an opponent who bets as Alpha does."""
        return self._beta.expects_alpha

    def advice(self, view: View) -> int:
        """The bet that Beta would make."""
        self._catch_up()
        return self._beta.act(view)

    def judged(self) -> Sequence[BetJudged]:
        """All bets that Beta can judge, in their order."""
        self._catch_up()
        return self._judged

    def _catch_up(self) -> None:
        for one in self._unseen:
            if isinstance(one, BetMade):
                self._judge(one)
            else:
                self._beta.see(one)
        self._unseen = []

    def _judge(self, made: BetMade) -> None:
        if reads(made.view.rules):
            worths = self._beta.worths(made.view)
            best = max(worths, key=worths.__getitem__)
            self._judged.append(BetJudged(made, best, worths[best] - worths[made.chips]))
