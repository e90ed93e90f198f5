"""A table's ledger: what the store has of it, and what its decisions turned out to cost."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, Final

from cutcard.errors import CutcardError
from cutcard.web.store.failures import StoreFailed
from cutcard.web.store.keeper import Store
from cutcard.web.store.records import FinishedRound, JudgedAction, JudgedRound, OpenTable, digest
from cutcard.web.tables.clerk import Clerk
from cutcard.web.tables.places import Refused
from cutcard.web.tables.play import Decision, Play, Share
from cutcard.web.tables.terms import Terms

_PRUNED: Final = 500
"""Rounds at a table from one pruning of what the store keeps to the next."""

STATE_VERSION: Final = 1
"""The form in which a table is kept."""

_MOST_UNJUDGED: Final = 50
"""Rounds of which a decision may still be weighed, the latest."""


class Ledger:
    """What the store has of one table."""

    def __init__(self, name: str, owner: int, terms: Terms, store: Store, clerk: Clerk) -> None:
        self.name = name
        self.owner = owner
        self._terms = terms.plain()
        self.kept: Mapping[str, Any] = {}
        """The table as it was kept last."""
        self.in_doubt = False
        """Whether the store may have kept something else: it failed, and could not say."""
        self._store = store
        self._clerk = clerk
        self._unjudged: dict[int, list[Share]] = {}
        """Finished rounds of which some decision is not weighed."""
        self._owed: list[JudgedRound] = []
        """What rounds have cost, where the store could not keep it."""

    async def keep(self, play: Play, number: int) -> None:
        """Have the store keep the table at this moment, and the rounds that have just ended."""
        kept = {
            "terms": self._terms,
            "holders": [place.holder for place in play.places.values()],
            "number": number,
            "play": play.plain(),
        }
        rounds = [self._finished(play, share) for share in play.finished]
        try:
            for share in play.finished:
                if share.proof is not None:
                    proof = share.holder, self.name, share.proof
                    await asyncio.to_thread(self._store.keep_proof, *proof)
            progress = OpenTable(self.owner, self.name, STATE_VERSION, kept)
            await self._clerk.keep((rounds, progress))
        except CutcardError as error:
            self.in_doubt = True
            raise Refused(f"that could not be recorded: {error}") from None
        self.kept = kept
        for share in play.finished:
            if any(one.cost is None for one in share.decisions):
                self._unjudged.setdefault(share.rounds, []).append(share)
        while len(self._unjudged) > _MOST_UNJUDGED:
            del self._unjudged[min(self._unjudged)]
        for share in play.finished:
            if share.rounds % _PRUNED == 0:
                await asyncio.to_thread(self._store.prune, share.holder)
        play.finished = []
        if self._owed:
            await self._settle_up()

    async def close(self) -> None:
        """Have the store forget how the table stands; its rounds stay."""
        await asyncio.to_thread(self._store.clear_table, self.owner, self.name)

    async def newer(self) -> Mapping[str, Any] | None:
        """What the store has kept after all, if it failed and has; then there is no more doubt."""
        try:
            found = await asyncio.to_thread(self._store.progress, self.owner, self.name)
        except CutcardError as error:
            raise Refused(f"the table waits until the store works again: {error}") from None
        self.in_doubt = False
        if found is None or found.state["number"] == self.kept["number"]:
            return None
        self.kept = found.state
        return self.kept

    async def chips_of(self, holder: int, play: Play) -> int:
        """What somebody brings to the table: what they left it with, or a buy-in, in units."""
        held = await asyncio.to_thread(self._store.balance, holder, self.name)
        if held is not None and held.units >= play.unit:
            return held.units
        more, unit = play.buy_in, play.unit
        bought = await asyncio.to_thread(
            lambda: self._store.buy_in(holder, self.name, more, unit=unit)
        )
        return bought.units

    async def judged(self, rounds: int, decision: Decision) -> None:
        """Keep what a decision cost, if its round is over; otherwise it is kept with the round."""
        shares = self._unjudged.get(rounds, [])
        for share in shares:
            if any(one is decision for one in share.decisions):
                self._owed.append(JudgedRound(share.holder, self._key(share), _actions(share)))
        if not any(one.cost is None for share in shares for one in share.decisions):
            self._unjudged.pop(rounds, None)
        await self._settle_up()

    async def _settle_up(self) -> None:
        """Have the store keep the costs that it does not have yet, if it can now."""
        owed, self._owed = self._owed[-_MOST_UNJUDGED:], []
        for cost in owed:
            try:
                await self._clerk.keep(cost)
            except StoreFailed:
                self._owed.append(cost)
            except CutcardError:  # the round has gone with its seat
                pass

    def _finished(self, play: Play, share: Share) -> FinishedRound:
        return FinishedRound(
            seat=share.holder,
            table=self.name,
            game=play.terms.title[:300],
            rules=play.plain_rules,
            unit=play.unit,
            bet=share.bet,
            gain=share.gain,
            record=share.record,
            actions=_actions(share),
            seed=str(play.terms.key) if play.terms.chosen else None,
            proof=None if share.proof is None else digest(share.proof),
            key=self._key(share),
        )

    def _key(self, share: Share) -> str:
        """What the store knows a round by; the same round has the same."""
        return digest(f"{self.name} {share.rounds} {share.place}")[:16]


def _actions(share: Share) -> tuple[JudgedAction, ...]:
    return tuple(
        JudgedAction(one.spot, one.action, one.best, None if one.cost is None else max(0, one.cost))
        for one in share.decisions
    )
