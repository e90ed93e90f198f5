"""Blockhead Poker in the terminal, for a person."""

from __future__ import annotations

import argparse
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cutcard.blockhead.deal import Bet, Deal, Event, Kind, Shown, Tied, View, Won
from cutcard.blockhead.fresh_deck import FreshDeck
from cutcard.blockhead.game import Game, Onlooker, Player
from cutcard.blockhead.players import usual_opponent
from cutcard.blockhead.regular import MEMORY, REGULAR, Regular, check_memory
from cutcard.blockhead.rules import Rules
from cutcard.cli.terminal import Left, one_key_is_enough, read_entry, say
from cutcard.errors import quoted
from cutcard.files import written_alone
from cutcard.folding import unbroken
from cutcard.games import load_game
from cutcard.input_words import InvalidInput
from cutcard.lab.contestants import make_contestant, seated, title
from cutcard.lab.strangers import PlayerFailed, seconds_of
from cutcard.report.bet_worths import bet_words, costs_text, worths_text
from cutcard.report.felt import Felt
from cutcard.rulebook import change_options
from cutcard.shelf import Preset
from cutcard.streams import stream
from cutcard.study.poker_coach import BetMade, PokerCoach

if TYPE_CHECKING:
    from cutcard.blockhead.acquaintance import Acquaintance

YOU = 0


def sit_down(arguments: argparse.Namespace) -> int:
    """Sit a person down against one opponent, or several of the same kind."""
    try:
        return _play(arguments)
    except PlayerFailed as failure:
        sys.stderr.write(failure.told("cutcard", traceback=arguments.traceback))
        return 1


def _play(arguments: argparse.Namespace) -> int:
    preset = load_game(arguments.game).changed(arguments.rule)
    if arguments.memory is None:
        opponent = arguments.opponent or usual_opponent(preset.rules)
        others = _opponents(opponent, arguments, preset.rules)
        return _play_against(opponent, others, arguments, preset)
    path = Path(arguments.memory)
    check_memory(path, arguments.opponent, preset.rules)
    with written_alone(path, MEMORY):
        others = [_who_remembers(path, arguments, preset.rules)]
        return _play_against(REGULAR, others, arguments, preset)


def _opponents(name: str, arguments: argparse.Namespace, rules: Rules) -> list[Player]:
    return [
        make_contestant(
            name, stream(arguments.seed, "opponent", seat), rules, seconds_of(arguments)
        )
        for seat in range(1, rules.seats)
    ]


def _who_remembers(path: Path, arguments: argparse.Namespace, rules: Rules) -> Regular:
    from cutcard.blockhead.acquaintance import load_acquaintance  # imported here: it takes NumPy

    return Regular(stream(arguments.seed, "opponent", 1), load_acquaintance(path, rules))


def _play_against(
    opponent: str, others: list[Player], arguments: argparse.Namespace, preset: Preset[Rules]
) -> int:
    rules = preset.rules
    felt = Felt(hands=rules.seats)
    called = title(opponent)
    names = [called if rules.seats == 2 else f"{called} {seat}" for seat in range(1, rules.seats)]
    croupier = Croupier(felt, ["You", *names])
    coach = PokerCoach(stream(arguments.seed, "advice"))
    person = Person(felt, coach, croupier)
    dealer = FreshDeck(arguments.seed, "play", deck=rules.deck)
    game = Game(rules, [person, *others], dealer, (croupier,))
    say(f"{felt.strong(preset.title)} against {opponent}. {preset.about}".strip() + "\n")
    say(
        felt.quiet(
            "A number raises, c checks or calls, f folds, ? tells what bets are worth, q leaves;"
            " Enter checks."
            f" Your hidden card {felt.mark}.\n"
        )
    )
    status = 0
    failed: PlayerFailed | InvalidInput | None = None
    try:
        with seated(others):
            while game.deals < rules.deals:
                game.play_deal()
                # At once: a terminal may be closed.
                _keep_memory(others, arguments, rules)
        if game.carry:
            say(f"The pot of {game.carry} that is left is divided.\n")
        game.divide_carry()
    except (Left, KeyboardInterrupt, PlayerFailed, InvalidInput) as ending:
        say("\nThe unfinished deal does not count.\n")
        game.divide_carry()
        status = 130 if isinstance(ending, KeyboardInterrupt) else 0
        failed = ending if isinstance(ending, PlayerFailed | InvalidInput) else None
    known = _keep_memory(others, arguments, rules)
    if known is not None:
        sys.stderr.write(f"what it remembers of {known.deals} deals is in {arguments.memory}\n")
    gain = game.chips[YOU] - rules.stake
    whom = ["--opponent", opponent] if known is None else ["--memory", arguments.memory]
    words = ["cutcard", "play", arguments.game, *whom]
    words += change_options(arguments.rule)
    again = shlex.join([*words, "--seed", str(arguments.seed)])
    say(
        f"\nYou end with {game.chips[YOU]} chips ({gain:+d}).\n"
        + costs_text(coach.judged(), felt)
        + felt.quiet(f"The same cards again: {unbroken(again)}\n")
    )
    if failed:
        raise failed
    return status


def _keep_memory(
    others: list[Player], arguments: argparse.Namespace, rules: Rules
) -> Acquaintance | None:
    """Keep what the opponent remembers, if it is to be kept and there is anything."""
    known = others[0].known if isinstance(others[0], Regular) else None
    if arguments.memory is None or known is None:
        return None
    known.save(Path(arguments.memory), arguments.game, rules)
    return known


_TEN: Final = 10
"""The largest raise that has a key of its own: 0. It may also be typed with both digits."""


class Person:
    """A person at the keyboard, who may ask what each bet is worth."""

    def __init__(self, felt: Felt, coach: PokerCoach, croupier: Croupier) -> None:
        self._felt = felt
        self._coach = coach
        self._croupier = croupier

    def act(self, view: View) -> int:
        say(self._lie_of_the_table(view))
        while True:
            ten = str(_TEN) if view.rules.most_raise == _TEN else ""
            word = read_entry(f"{_choices(view)}: ", _keys(view), ten)
            if word is None or word.lower() in ("q", "quit"):
                raise Left
            word = word.lower()
            bet = _read_bet(word, view)
            if word == "?":
                say(self._advice(view))
            elif bet is None:
                say(f"{quoted(word)} is not a bet you can make now.\n")
            else:
                self._coach.note(BetMade(self._croupier.deal, view, bet))
                return bet

    def see(self, event: Event) -> None:
        self._coach.see(event)

    def _advice(self, view: View) -> str:
        """What each bet is worth, or what Beta would do where it cannot say that."""
        worths = self._coach.worths(view)
        if worths:
            expects_alpha = self._coach.expects_alpha
            return worths_text(view, worths, self._felt, expects_alpha=expects_alpha)
        advised = bet_words(view, self._coach.advice(view))
        return f"Beta would {self._felt.strong(advised)}.\n"

    def _lie_of_the_table(self, view: View) -> str:
        felt, names = self._felt, self._croupier.names
        parts = [f"\nThe pot has {view.pot}."]
        if view.to_call:
            parts.append(f" {view.to_call} to call.")
        parts.append(f" {self._croupier.stacks()}\n")
        down = sum(cards.count("d") for cards in view.rules.street_cards[: view.street + 1])
        for seat, hand in enumerate(view.visible):
            if seat != view.seat and view.live[seat]:
                worth = hand.worth_text(view.rules.valuation)
                parts.append(felt.cards(names[seat], hand.cards, "shows", worth, down))
        worth = view.hand.worth_text(view.rules.valuation)
        parts.append(felt.cards("You", view.hand.cards, "hold", worth, own=view.hand.down))
        return "".join(parts)


def _choices(view: View) -> str:
    choices = ["[f]old", f"[c]all {view.to_call}"] if view.to_call else ["[c]heck"]
    if view.may_raise:
        least, most = view.rules.least_raise, view.rules.most_raise
        sizes = f"{least}-{most}" if least < most else str(most)
        ten = " (0=10)" if most == _TEN and "0" in _keys(view) else ""
        choices.append(f"raise {sizes}{ten}")
    return "  ".join(map(unbroken, choices))


def _keys(view: View) -> str:
    """Keys that need no Enter: letters, and digits where every raise has one."""
    if not one_key_is_enough() or view.rules.most_raise > _TEN:
        return "cfq?"
    return "cfq?1234567890"


def _read_bet(word: str, view: View) -> int | None:
    """The bet that a word means, if it is one that can be made."""
    if word in ("c", "call" if view.to_call else "check") or (not word and not view.to_call):
        return view.to_call
    if word in ("f", "fold") and view.to_call:
        return 0
    word = word.removeprefix("raise").strip()
    if word == "0" and "0" in _keys(view):
        word = str(_TEN)
    if word.isascii() and word.isdigit() and len(word) < 10 and int(word):
        chips = view.to_call + int(word)
        return chips if chips in view.legal else None
    return None


class Croupier(Onlooker):
    """Tells what happens at the table as it happens."""

    def __init__(self, felt: Felt, names: list[str]) -> None:
        self._felt = felt
        self.names = names
        self.deal = 0
        """The number of the deal, counted from 1."""
        self._chips: list[int] = []
        """What everybody had before this deal."""
        self._staked: tuple[int, ...] = ()

    def stacks(self) -> str:
        """What everybody has left, in words."""
        left = [chips - staked for chips, staked in zip(self._chips, self._staked, strict=True)]
        others = [f"{name} {chips}" for name, chips in zip(self.names[1:], left[1:], strict=True)]
        return f"You have {left[YOU]} left, {', '.join(others)}."

    def deal_began(self, game: Game) -> None:
        self.deal, self._chips = game.deals + 1, list(game.chips)
        opener = "You open" if game.opener == YOU else f"{self.names[game.opener]} opens"
        title = self._felt.strong(f"Deal {self.deal} of {game.rules.deals}")
        others = [f"{name} has {held}" for name, held in zip(self.names, self._chips, strict=True)]
        have = f"You have {game.chips[YOU]} chips, {', '.join(others[1:])}"
        say(f"\n{title}. {opener}. {have}.\n")

    def see(self, state: Deal) -> None:
        self._staked = state.staked
        for event in state.events:
            match event:
                case Bet(player, _, kind, raised) if player != YOU:
                    done = f"raises {raised}" if kind is Kind.RAISE else f"{kind.value}s"
                    say(f"{self.names[player]} {done}.\n")
                case Shown(seat, hand):
                    who = self.names[seat]
                    show = "show" if seat == YOU else "shows"
                    worth = hand.worth_text(state.rules.valuation)
                    say(self._felt.cards(who, hand.cards, show, worth))
                case Won(seat, pot):
                    gain = f"{state.nets[YOU]:+d}"
                    won = "You win" if seat == YOU else f"{self.names[seat]} wins"
                    say(f"{won} the pot of {pot} ({gain}).\n")
                case Tied(_, pot):
                    say(f"A tie. The pot of {pot} stays.\n")
