"""Luck: what chance has given to a player in a game, in chips.

Before each turn of chance the deal has a worth, and another one after it: the difference is luck.
What the worth is before follows from what it may be after, each with its odds, which are known: of
cards from the cards that are left, of a bet from the player who tells between which bets it chose,
and how. So luck is nothing on average whatever the worths are, and what a player has won without
its luck is on average what it wins. The better the worths, the less of the rest is left to chance.

The worths are those of a policy near an equilibrium with all cards open (`open_hands`). It knows
stakes of raises by ten: at other stakes, worths are taken in proportion.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from cutcard.blockhead.deal import Bet, Deal, Dealt
from cutcard.blockhead.equilibrium.biddings import PLAIN, RAISE
from cutcard.blockhead.equilibrium.lead_tree import FARTHEST, Counts, unseen
from cutcard.blockhead.equilibrium.open_hands import Beginning, OpenHands, OpenRound
from cutcard.blockhead.equilibrium.saved import EquilibriumPolicy, shipped_equilibrium
from cutcard.blockhead.game import Game, Onlooker
from cutcard.blockhead.policy_files import check_rules
from cutcard.blockhead.rules import Rules
from cutcard.compilation import nothing_compiled
from cutcard.errors import Illegal

_JUDGE: Final = "the equilibrium that tells luck"


class Luck(Onlooker):
    """Reckons up the luck of the player in a seat."""

    def __init__(self, worths: OpenHands, seat: int) -> None:
        self._worths = worths
        self._seat = seat
        self.total = 0.0
        """The luck in all deals so far."""
        self._beginning: Beginning
        self._round: OpenRound
        self._at = 0
        """The decision in this bidding round."""

    def deal_began(self, game: Game) -> None:
        self._game = game
        self._path: list[int] = []
        """Ways to close bidding rounds and steps of the lead, in turn."""

    def see(self, state: Deal) -> None:
        event = state.events[0]
        if isinstance(event, Bet):
            self._note_bet(state, event)
        elif isinstance(event, Dealt) and not state.owed:
            self._note_cards(state)

    def _note_cards(self, state: Deal) -> None:
        """All cards of a street have come."""
        opener, answerer = (
            [card.points - 1 for card in state.hands[seat].cards]
            for seat in (state.opener, 1 - state.opener)
        )
        left = unseen((*opener, *answerer))
        if state.street == 0:
            stake = state.pot / 2
            lead = sum(opener[1:]) - sum(answerer[1:])
            self._beginning = self._worths.after(stake, lead)
            known = self._beginning.stake
            worth = self._beginning.worths[opener[0], answerer[0]]
            self._add(state, (worth - self._worths.mean(known)) * stake / known)
        else:
            step = opener[-1] - answerer[-1] + FARTHEST
            ended, way = self._round, self._path[-1]
            worth = ended.following[way, step]
            self._add(state, (worth - ended.closings[way]) * state.pot / 2 / ended.staked(way))
            self._path.append(step)
        self._round = _open_round(self._beginning, opener[0], answerer[0], self._path, left)
        self._at = 0

    def _note_bet(self, state: Deal, bet: Bet) -> None:
        """Somebody has bet: the luck is that of what it chose."""
        told: Mapping[int, float] = getattr(self._game.players[bet.player], "odds", {})
        if len(told) > 1:
            worths = {chips: self._worth_of(state, bet, chips) for chips in told}
            expected = sum(odds * worths[chips] for chips, odds in told.items())
            self._add(state, worths[bet.chips] - expected)
        decision = PLAIN.decisions[self._at]
        if bet.raised:
            (self._at,) = decision.raised
        elif decision.called >= 0:
            self._at = decision.called
        else:
            self._path.append(~decision.called)

    def _worth_of(self, state: Deal, bet: Bet, chips: int) -> float:
        """What the deal would be worth to the opener if some chips had been bet."""
        decision = PLAIN.decisions[self._at]
        half = state.carry / 2
        mine = state.staked[bet.player] - bet.chips
        theirs = state.staked[1 - bet.player]
        if chips < theirs - mine:
            lost = mine + half
            return lost if decision.seat else -lost
        raised = mine + chips > theirs
        if raised:
            worth = self._round.nodes[decision.raised[0]]
        elif decision.called >= 0:
            worth = self._round.nodes[decision.called]
        else:
            worth = self._round.closings[~decision.called]
        known = self._round.stake + decision.paid + RAISE * raised
        return float(worth) * (mine + chips + half) / known

    def _add(self, state: Deal, luck: float) -> None:
        """Add what the opener has gained by luck."""
        self.total += luck if state.opener == self._seat else -luck


def _open_round(
    beginning: Beginning, one: int, two: int, path: list[int], left: Counts
) -> OpenRound:
    """The bidding round that begins, by both hidden cards."""
    if not path:
        return beginning.first(one, two, left)
    if len(path) == 2:
        return beginning.second(one, two, path, left)
    return beginning.third(one, two, path)


def check_luck(rules: Rules) -> None:
    """Complain about rules by which luck cannot be told, or a machine that cannot tell it."""
    if rules.seats != 2:
        raise Illegal(f"luck can be told of two players: seats = {rules.seats} does not go with it")
    check_rules(_JUDGE, "blockhead", Rules(), rules)
    if reason := nothing_compiled("poker-equilibrium"):
        raise Illegal(f"luck cannot be told here: {reason}")


def shipped_worths(rules: Rules) -> OpenHands:
    """What deals are worth by the policy near an equilibrium that is shipped for these rules."""
    return _worths_by(shipped_equilibrium(rules))


@lru_cache(maxsize=1)
def _worths_by(policy: EquilibriumPolicy) -> OpenHands:
    return OpenHands(policy.blueprint)
