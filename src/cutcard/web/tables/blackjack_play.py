"""Blackjack at a table: bets, rounds move by move, and what is kept of them.

The cards follow from the table's key, so that the key, the bets and the moves are all that has to
be kept: a round in progress is set up again from them, card by card.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cutcard.blackjack.actions import Action, Dealt, Turned
from cutcard.blackjack.round import Phase, Round
from cutcard.driver import CHANCE, OVER
from cutcard.report.chart_page import rules_in_short
from cutcard.shoes import ShoeEmpty
from cutcard.study.coach import Move
from cutcard.study.written_spots import plain_rules
from cutcard.web.tables.blackjack_decisions import chart_of, decision_of, move_at
from cutcard.web.tables.blackjack_share import share_of
from cutcard.web.tables.blackjack_view import view_of
from cutcard.web.tables.blackjack_words import happened
from cutcard.web.tables.fair_shoe import FairShoe
from cutcard.web.tables.happenings import Happening
from cutcard.web.tables.keyed_shoe import KeyedShoe
from cutcard.web.tables.places import Place, Refused, whole_of
from cutcard.web.tables.play import Decision, Letter, Share, Undecided
from cutcard.web.tables.terms import Terms

_ACTIONS: Final = {str(action): action for action in Action}
_PASSED: Final = "pass"
"""A move that the table made for somebody."""


class BlackjackPlay:
    """The play at a blackjack table: everything but people's connections and clocks."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.rules = terms.blackjack.rules
        self.plain_rules = plain_rules(self.rules)
        self.shown = {
            "name": terms.game,
            "title": terms.title,
            "short": rules_in_short(self.rules),
            "hole": str(self.rules.hole_card),
        }
        """The game for a view."""
        self.places: dict[int, Place] = {}
        self.shoe: KeyedShoe | FairShoe = KeyedShoe(self.rules, terms.key)
        self.round: Round | None = None
        self.seated: tuple[int, ...] = ()
        """The places of the round's seats."""
        self.rounds = 0
        """Rounds begun."""
        self.happened: list[Happening] = []
        """Since the last view."""
        self.decisions: list[Decision] = []
        """Of the round in progress, or of the last one."""
        self.undecided: list[Undecided] = []
        self.finished: list[Share] = []
        self.letters: list[Letter] = []
        """Messages beside the view, to a place or to all."""
        self.acted: list[str] = []
        """The actions of the round, in order, those that the table took for somebody included."""
        self.purses: tuple[int, ...] = ()
        """What the round's seats had beside their bets, in units."""
        self._names: tuple[str, ...] = ()
        self._moves: list[str] = []
        self._chart = chart_of(terms)

    @property
    def unit(self) -> int:
        """Units to a chip."""
        return self.rules.unit

    @property
    def buy_in(self) -> int:
        """What a person begins with, in units."""
        return self.terms.chips * self.unit

    # Who has to answer, and what they may

    @property
    def in_round(self) -> bool:
        """Whether cards are on the table that are not settled."""
        return self.round is not None and not self.round.over

    @property
    def busy(self) -> bool:
        """Whether bets are closed."""
        return self.in_round

    @property
    def hurry(self) -> int | None:
        """Seconds in which an answer must come wherever it is waited for; None if it need not."""
        return None

    @property
    def turn(self) -> int | None:
        """The place whose turn it is in a round."""
        if self.round is None or self.round.turn in (CHANCE, OVER):
            return None
        return self.seated[self.round.turn]

    @property
    def waiting(self) -> list[int]:
        """The places whose answer everybody waits for: the one in turn, or those yet to bet."""
        if self.in_round:
            return [] if self.turn is None else [self.turn]
        if not any(place.bet for place in self.places.values()):
            return []
        return [number for number in self.places if self.may_bet(number)]

    def may_bet(self, number: int) -> bool:
        """Whether this place can bet now."""
        place = self.places[number]
        return not self.busy and place.bet is None and place.chips >= self.rules.unit

    @property
    def thinking(self) -> bool:
        """Nobody but people plays here."""
        return False

    def think(self) -> None:
        """Nothing: people think for themselves."""

    # What people do

    def sit(self, number: int, holder: int, name: str, chips: int) -> None:
        """Seat a person, who plays from the next round on."""
        self.check_seat(number, holder)
        self.happened = []
        self.places[number] = Place(holder, name, chips)
        self._tell("sat", number, "take a seat", "takes a seat")

    def check_seat(self, number: int, holder: int) -> None:
        """Refuse a seat that this person cannot take."""
        if any(place.holder == holder for place in self.places.values()):
            raise Refused("you sit at this table already")
        if number in self.places or not 0 <= number < self.terms.seats:
            free = ", ".join(map(str, self.empty)) or "none"
            raise Refused(f"seat {number} cannot be taken: free are {free}")

    @property
    def empty(self) -> list[int]:
        """The numbers of free seats."""
        return [number for number in range(self.terms.seats) if number not in self.places]

    def stand_up(self, number: int) -> None:
        """Let a person leave; a hand in play stands."""
        self.happened = []
        self._tell("left", number, "leave the table", "leaves the table")
        if self.in_round and number in self.seated:
            self.places[number].leaving = True
            self._run()
        else:
            del self.places[number]
            self._deal_if_ready()

    def bet(self, number: int, chips: int) -> None:
        """Bet on the next round, which begins when all have bet."""
        place = self.places[number]
        if self.busy:
            raise Refused("bets are placed before a round: this one is in play")
        if place.bet is not None:
            raise Refused(f"you have bet {place.bet} already")
        most = place.chips // self.rules.unit
        if not 1 <= chips <= most:
            raise Refused(f"a bet of {chips} is not allowed: it takes 1 to {most}")
        self.happened = []
        if self.round is not None:
            self.round, self.seated = None, ()
        place.bet = place.last = chips
        self._tell("bet", number, f"bet {chips}", f"bets {chips}")
        self._deal_if_ready()

    def act(self, number: int, message: Mapping[str, Any]) -> None:
        """Let the person whose turn it is act."""
        if self.round is None or self.turn != number:
            raise Refused("it is not your turn")
        action = _ACTIONS.get(str(message.get("action")))
        if action is None:
            raise Refused(
                f"{message.get('action')!r} is not an action: there are {', '.join(_ACTIONS)}"
            )
        if action not in self.round.legal:
            allowed = ", ".join(map(str, self.round.legal))
            raise Refused(f"{action} is not legal now: you may {allowed}")
        self.happened = []
        self._apply(action, number)
        self._run()

    def answer(self, number: int, message: Mapping[str, Any]) -> None:
        """Do what the person at this place says."""
        match message["type"]:
            case "bet":
                most = self.places[number].chips // self.rules.unit
                self.bet(number, whole_of(message, "chips", 1, max(most, 1)))
            case "next":
                place = self.places[number]
                self.bet(number, max(1, min(place.last, place.chips // self.rules.unit)))
            case "act":
                self.act(number, message)
            case other:
                raise Refused(f"{other!r} is not a message of this table")

    def pass_turn(self, number: int) -> None:
        """Answer for somebody whose time is up: a hand stands, an offer is declined, no bet."""
        self.happened = []
        if not self.in_round:
            self._tell("passed", number, "sit out this round", "sits out this round")
            self._deal_now()
        elif self.turn == number:
            self._tell("passed", number, "have run out of time", "has run out of time")
            self._pass()
            self._run()

    # The round

    def _deal_if_ready(self) -> None:
        if not self.waiting:
            self._deal_now()

    def _deal_now(self) -> None:
        """Begin a round with all who have bet."""
        players = [number for number in sorted(self.places) if self.places[number].bet]
        if self.busy or not players:
            return
        self.rounds += 1
        self._moves, self.acted, self.decisions = [], [], []
        self._begin_round(players)

    def _begin_round(self, players: list[int]) -> None:
        if self.shoe.before_round():
            self.happened.append(Happening("shuffled", "The dealer shuffles."))
        self._start(players)
        self._run()

    def _start(self, players: list[int]) -> None:
        self.seated = tuple(players)
        seats = [self.places[number] for number in players]
        bets = tuple(place.bet or 0 for place in seats)
        self._names = tuple(place.name for place in seats)
        self.purses = tuple(place.chips - (place.bet or 0) * self.unit for place in seats)
        self.round = Round.start(self.rules, bets, self.purses)

    def _run(self) -> None:
        """Deal until somebody has to decide, or the round is over."""
        try:
            while self.round is not None and self.round.turn != OVER:
                if self.round.turn == CHANCE:
                    self._see(self.round.apply(self.shoe.draw(self.round)))
                elif self.turn is not None and self.places[self.turn].leaving:
                    self._pass()
                else:
                    return
        except ShoeEmpty:
            self._void()
        else:
            self._settle()

    def _pass(self) -> None:
        """Act for somebody who is gone or has run out of time."""
        assert self.round is not None
        self._moves.append(_PASSED)
        passing = Action.DECLINE if self.round.phase is Phase.OFFERS else Action.STAND
        self.acted.append(str(passing))
        self._see(self.round.apply(passing))

    def _apply(self, action: Action, number: int) -> None:
        """Let a place act, and remember what could be known when it did."""
        state = self.round
        assert state is not None
        move = move_at(state, self.shoe.tray.seen, self._chart, action)
        self.decisions.append(decision_of(number, move, self._chart))
        self.undecided.append(Undecided(self.rounds, self.decisions[-1], move))
        self._moves.append(str(action))
        self.acted.append(str(action))
        self._see(state.apply(action))

    def _see(self, state: Round) -> None:
        self.round = state
        for event in state.events:
            if isinstance(event, Dealt | Turned) and event.card is not None:
                self.shoe.expose(event.card)
        self.happened += happened(state, self.seated, self._names)

    def _settle(self) -> None:
        """Pay the round out, keep it, and let those go who have left."""
        state = self.round
        assert state is not None
        self.shoe.round_ended()
        for number, net in zip(self.seated, state.nets, strict=True):
            self.places[number].chips += net
            self.places[number].bet = None
        self.finished += [self._share(state, seat) for seat in range(len(self.seated))]
        self._see_off()

    def _void(self) -> None:
        """Give all bets back: the shoe is empty, and the round cannot be finished."""
        words = "The shoe is empty: this round does not count, and all bets are given back."
        self.happened.append(Happening("void", words))
        self.shoe.round_ended()
        for number in self.seated:
            self.places[number].bet = None
        self.round, self.undecided = None, []
        self._see_off()

    def _see_off(self) -> None:
        for number in [number for number, place in self.places.items() if place.leaving]:
            del self.places[number]

    def _share(self, state: Round, seat: int) -> Share:
        return share_of(self, state, seat)

    def _tell(self, what: str, number: int, you: str, other: str) -> None:
        name = self.places[number].name
        self.happened.append(Happening(what, f"{name} {other}.", number, f"You {you}."))

    # What is shown, and what is kept

    def view(self, you: int | None) -> dict[str, Any]:
        """What the person at this place, or a spectator, may see."""
        return view_of(self, you)

    def question(self, number: int) -> tuple[object, ...]:
        """What a place is asked now; a change of it makes earlier answers stale."""
        if self.in_round:
            return ("turn", self.rounds, len(self._moves)) if self.turn == number else ("wait",)
        return ("bet", self.rounds, self.places[number].bet)

    def advised(self, number: int) -> tuple[dict[str, Any], Move | None]:
        """What the chart plays for this place, and the decision for the judge to weigh."""
        if self.round is None or self.turn != number:
            raise Refused("advice is for your turn")
        move = move_at(self.round, self.shoe.tray.seen, self._chart)
        return {"chart": None if self._chart is None else str(move.advised)}, move

    def last(self, number: int) -> Decision | None:
        """The last decision of this place in the round."""
        return next((one for one in reversed(self.decisions) if one.place == number), None)

    def plain(self) -> dict[str, Any]:
        """What has to be kept, so that play can go on from here."""
        return {
            "places": {str(number): place.plain() for number, place in self.places.items()},
            "shoe": self.shoe.plain(),
            "rounds": self.rounds,
            "seated": list(self.seated) if self.in_round else None,
            "moves": list(self._moves) if self.in_round else [],
            "costs": [[one.best, one.cost] for one in self.decisions] if self.in_round else [],
        }

    @classmethod
    def from_plain(cls, terms: Terms, plain: Mapping[str, Any]) -> BlackjackPlay:
        """The play as it was kept; a round in progress is played again up to its last move."""
        play = cls(terms)
        play.places = {int(number): Place(**kept) for number, kept in plain["places"].items()}
        play.rounds = plain["rounds"]
        seated = plain["seated"]
        play._set_up_shoe(plain["shoe"], seated)
        if seated is not None:
            play._play_again(list(seated), plain["moves"])
            for decision, (best, cost) in zip(play.decisions, plain["costs"], strict=True):
                decision.best, decision.cost = best, cost
        play.happened = []
        play.undecided = [one for one in play.undecided if one.decision.cost is None]
        return play

    def _set_up_shoe(self, plain: Mapping[str, Any], seated: list[int] | None) -> None:
        in_round = seated is not None
        self.shoe = KeyedShoe.from_plain(self.rules, self.terms.key, plain, in_round=in_round)

    def letters_again(self, place: int | None) -> list[dict[str, Any]]:
        """What somebody who comes back has to hear beside the view."""
        return []

    def _play_again(self, seated: list[int], moves: list[str]) -> None:
        """Play the round in progress again; what was done for those who left is among the moves."""
        gone = [number for number in seated if self.places[number].leaving]
        for number in gone:
            self.places[number].leaving = False
        self._start(seated)
        self._run()
        for move in moves:
            if move == _PASSED:
                self._pass()
            else:
                assert self.turn is not None
                self._apply(_ACTIONS[move], self.turn)
            self._run()
        for number in gone:
            self.places[number].leaving = True
