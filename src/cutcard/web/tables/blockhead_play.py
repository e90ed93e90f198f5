"""Blockhead Poker at a table: a person against machines, deal by deal.

Cards and machines follow from the table's key, so that the key and the person's bets are all that
has to be kept: a game is set up again by playing it again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cutcard.blockhead.beta import FUZZ, Beta, reads
from cutcard.blockhead.deal import Deal, Event, Kind, View, shares
from cutcard.blockhead.fresh_deck import FreshDeck
from cutcard.blockhead.game import Player
from cutcard.blockhead.players import make_player
from cutcard.driver import CHANCE, OVER
from cutcard.errors import Invalid
from cutcard.report.bet_worths import bet_words, ranked, worths_basis
from cutcard.streams import stream
from cutcard.study.coach import Move
from cutcard.web.tables.blockhead_view import happened, view_of
from cutcard.web.tables.happenings import Happening
from cutcard.web.tables.places import Place, Refused, whole_of
from cutcard.web.tables.play import Decision, Letter, Share, Undecided
from cutcard.web.tables.terms import Terms

YOU: Final = 0
"""Where the person sits."""

MOST_DEALS: Final = 200
"""Of a game in the browser, since a game is set up again by playing it."""


class BlockheadPlay:
    """A game of Blockhead Poker: everything but the person's connections."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.rules = terms.blockhead.rules
        if self.rules.deals > MOST_DEALS:
            raise Invalid(f"deals is {self.rules.deals}: a table has {MOST_DEALS} at most")
        self.places: dict[int, Place] = {}
        self.chips = [self.rules.stake] * self.rules.seats
        self.carry = 0
        """What the pot of the next deal starts with."""
        self.rounds = 0
        """Deals begun."""
        self.deal: Deal | None = None
        self.happened: list[Happening] = []
        self.finished: list[Share] = []
        self.undecided: list[Undecided] = []
        self.letters: list[Letter] = []
        self._bets: list[list[int]] = []
        """The person's bets, deal by deal."""
        self.better: list[list[str | float]] = []
        """Bets of this deal that Beta would not have made: the bet, Beta's, and chips between."""
        self._deck = FreshDeck(terms.key, "play", deck=self.rules.deck)
        self._machines: dict[int, Player] = {
            seat: make_player(terms.opponent, stream(terms.key, "opponent", seat), self.rules)
            for seat in range(1, self.rules.seats)
        }
        self._adviser = Beta(stream(terms.key, "advice"))

    @property
    def unit(self) -> int:
        return 1

    @property
    def plain_rules(self) -> dict[str, bool | int | str]:
        return self.rules.plain()

    @property
    def buy_in(self) -> int:
        return self.rules.stake

    @property
    def empty(self) -> list[int]:
        """Nobody else can sit down here."""
        return []

    @property
    def in_deal(self) -> bool:
        """Whether a deal is in progress."""
        return self.deal is not None and not self.deal.over

    @property
    def over(self) -> bool:
        """Whether the last deal is played."""
        return self.rounds >= self.rules.deals and not self.in_deal

    @property
    def turn(self) -> int | None:
        """The seat whose turn it is, the person's or a machine's."""
        return self.deal.turn if self.deal is not None and self.deal.turn >= 0 else None

    @property
    def waiting(self) -> list[int]:
        return [YOU] if self.turn == YOU else []

    @property
    def hurry(self) -> int | None:
        return None

    def letters_again(self, place: int | None) -> list[dict[str, Any]]:
        return []

    @property
    def thinking(self) -> bool:
        return self.turn in self._machines

    def name(self, seat: int) -> str:
        """What somebody at the table is called."""
        if seat == YOU:
            return self.places[YOU].name if YOU in self.places else "the person"
        called = self.terms.opponent.title()
        return called if self.rules.seats == 2 else f"{called} {seat}"

    # What happens

    def sit(self, number: int, holder: int, name: str, chips: int) -> None:
        self.check_seat(number, holder)
        self.places[YOU] = Place(holder, name, chips)

    def check_seat(self, number: int, holder: int) -> None:
        if self.places or self.rounds:
            raise Refused("one person plays here, and the seat is taken")

    def stand_up(self, number: int) -> None:
        del self.places[number]
        self.deal = None

    def pass_turn(self, number: int) -> None:
        """Nobody waits for one's bets but machines."""

    def answer(self, number: int, message: Mapping[str, Any]) -> None:
        match message["type"]:
            case "next":
                self._begin_deal()
            case "act":
                self._bet(message)
            case other:
                raise Refused(f"{other!r} is not a message of this table")

    def _begin_deal(self) -> None:
        if self.in_deal:
            raise Refused("the deal is in progress")
        if self.over:
            raise Refused(f"all {self.rules.deals} deals are played: the game is over")
        self.happened = []
        opener = self.rounds % self.rules.seats
        self.rounds += 1
        self._bets.append([])
        self.better = []
        self._deck.shuffle()
        self.deal = Deal.start(self.rules, opener, self.carry)
        self._run()

    def _bet(self, message: Mapping[str, Any]) -> None:
        if self.deal is None or self.turn != YOU:
            raise Refused("it is not your turn")
        bet = self._read_bet(self.deal.view(YOU), message)
        self.happened = []
        self._make(bet)

    def _make(self, bet: int) -> None:
        """Make a bet of the person's, and note what Beta thinks of it."""
        assert self.deal is not None
        if self.weighed:
            view = self.deal.view(YOU)
            worths = self._adviser.worths(view)
            best = max(worths, key=lambda one: worths[one])
            short = worths[best] - worths[bet]
            if short > FUZZ:
                self.better.append([bet_words(view, bet), bet_words(view, best), round(short, 2)])
        self._bets[-1].append(bet)
        self._see(self.deal.apply(bet))
        self._run()

    @property
    def weighed(self) -> bool:
        """Whether Beta can say what bets are worth by these rules."""
        return reads(self.rules)

    @staticmethod
    def _read_bet(view: View, message: Mapping[str, Any]) -> int:
        action, legal = message.get("action"), actions_of(view)
        if action not in legal:
            raise Refused(f"{action!r} is not allowed now: you may {', '.join(legal)}")
        if action != "raise":
            return view.to_call if action == "call" else 0
        least, most = view.rules.least_raise, view.rules.most_raise
        return view.to_call + whole_of(message, "raise", least, most)

    def think(self) -> None:
        """Let the machine whose turn it is bet."""
        assert self.deal is not None
        assert self.turn is not None
        bet = self._machines[self.turn].act(self.deal.view(self.turn))
        self.happened = []
        self._see(self.deal.apply(bet))
        self._run()

    def _run(self) -> None:
        """Deal until somebody has to bet, or the deal is over."""
        assert self.deal is not None
        while self.deal.turn == CHANCE:
            self._see(self.deal.apply(self._deck.draw()))
        if self.deal.turn == OVER:
            self._settle(self.deal)

    def _see(self, deal: Deal) -> None:
        self.deal = deal
        for event in deal.events:
            self._show(event)
        self.happened += happened(self, deal)

    def _show(self, event: Event) -> None:
        for player in (*self._machines.values(), self._adviser):
            player.see(event)

    def _settle(self, deal: Deal) -> None:
        for seat, net in enumerate(deal.nets):
            self.chips[seat] += net
        self.carry, divided = deal.left, 0
        if self.rounds == self.rules.deals:
            words = f"The pot of {self.carry} that is left is divided."
            self.happened += [Happening("divided", words)] if self.carry else []
            for seat, share in shares(self.carry, list(range(self.rules.seats))).items():
                self.chips[seat] += share
                divided = share if seat == YOU else divided
            self.carry = 0
        if YOU in self.places:
            self.places[YOU].chips = self.chips[YOU]
            self.finished.append(self._share(deal, divided))

    def _share(self, deal: Deal, divided: int) -> Share:
        """A finished deal as the person had it."""
        hands = [
            {"name": self.name(seat), "cards": str(hand), "gain": f"{deal.nets[seat]:+d}"}
            for seat, hand in enumerate(deal.hands)
            if seat == YOU or (deal.live[seat] and sum(deal.live) > 1)
        ]
        record = {
            "round": self.rounds,
            "place": YOU,
            "pot": deal.pot,
            "hands": hands,
            "bets": list(self._bets[-1]),
            "folded": not deal.live[YOU],
            "showdown": deal.live[YOU] and sum(deal.live) > 1,
            "divided": divided,
            "better": self.better if self.weighed else None,
        }
        gain = deal.nets[YOU] + divided
        holder = self.places[YOU].holder
        return Share(self.rounds, YOU, holder, deal.staked[YOU], gain, record, [])

    # What is shown, and what is kept

    def view(self, you: int | None) -> dict[str, Any]:
        return view_of(self, you)

    def question(self, number: int) -> tuple[object, ...]:
        return (self.rounds, self.in_deal, sum(map(len, self._bets)), self.turn == number)

    def advised(self, number: int) -> tuple[dict[str, Any], Move | None]:
        if self.deal is None or self.turn != number:
            raise Refused("advice is for your turn")
        view = self.deal.view(number)
        if not self.weighed:
            words = bet_words(view, self._adviser.act(view))
            return {"chart": words, "worths": [], "knowing": ""}, None
        worths = [
            [words, f"{worth:.2f}"] for words, worth in ranked(view, self._adviser.worths(view))
        ]
        knowing = worths_basis(expects_alpha=self._adviser.expects_alpha)
        return {"chart": worths[0][0], "worths": worths, "knowing": knowing}, None

    def last(self, number: int) -> Decision | None:
        """Nobody judges bets."""
        return None

    def plain(self) -> dict[str, Any]:
        return {
            "places": {str(number): place.plain() for number, place in self.places.items()},
            "rounds": self.rounds,
            "bets": [list(bets) for bets in self._bets],
        }

    @staticmethod
    def from_plain(terms: Terms, plain: Mapping[str, Any]) -> BlockheadPlay:
        """The game as it was kept, played again up to the person's last bet and its answers."""
        play = BlockheadPlay(terms)
        play.places = {int(number): Place(**kept) for number, kept in plain["places"].items()}
        for bets in plain["bets"]:
            play._begin_deal()
            play._let_all_think()
            for bet in bets:
                play._make(bet)
                play._let_all_think()
        play.happened, play.finished = [], []
        return play

    def _let_all_think(self) -> None:
        while self.thinking:
            self.think()


def actions_of(view: View) -> list[str]:
    """What a person may do, by name; empty if it is another's turn."""
    if not view.legal:
        return []
    raising = [Kind.RAISE.value] if view.may_raise else []
    if view.to_call:
        return [Kind.FOLD.value, Kind.CALL.value, *raising]
    return [Kind.CHECK.value, *raising]
