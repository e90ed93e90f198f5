"""Easy Blackjack: both dealer cards open, played by hand or by a strategy table (original 000)."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, TextIO

from cutcard.blackjack.actions import Action
from cutcard.blackjack.presets import load_chart, load_preset
from cutcard.blackjack.round import Round, View
from cutcard.blackjack.strategy.chart import BOTH_CARDS, Chart
from cutcard.blackjack.strategy.players import ChartPlayer
from cutcard.driver import Seat, play
from cutcard.editions.easy import text
from cutcard.editions.easy.options import USAGE, Options, Refused, read_options
from cutcard.editions.easy.shoes import EasyShoe, FileShoe, RandomShoe, RecordedShoe
from cutcard.errors import Invalid
from cutcard.input_words import InvalidInput, read_line
from cutcard.shoes import ShoeEmpty

if TYPE_CHECKING:
    from cutcard.editions.easy.many import ManyRounds

LINKED_AS: Final = "asst1"
"""The original's own name."""

MANY: Final = 5_000
"""From this many hands on, the compiled kernel is worth loading."""


class EndOfInput(Exception):
    """Standard input ended where a choice was asked for."""


class Person:
    """Plays what is typed at the prompt."""

    def __init__(self, typed: TextIO, out: TextIO) -> None:
        self._typed = typed
        self._out = out

    def act(self, view: View) -> Action:
        self._out.write(text.choice_text(view))
        while True:
            line = self._ask(text.prompt_text(view))
            for action in view.legal:
                if line[:1] in (action.value, action.value.lower()):
                    return action

    def again(self) -> bool:
        """Ask whether to play another round."""
        try:
            return self._ask(text.PRESS_ANY_KEY)[:1] not in ("Q", "q")
        except EndOfInput:
            return False

    def _ask(self, prompt: str) -> str:
        self._out.write(prompt)
        self._out.flush()
        line = read_line(self._typed)
        if not line:
            if self._typed.isatty():
                self._out.write("\n")
            raise EndOfInput
        return line


class Game:
    """Rounds in a row, and what they came to."""

    def __init__(self, shoe: EasyShoe, player: Seat) -> None:
        self.rules = load_preset("easy").rules
        # No purses: the balance begins at nothing, and whatever the rules allow is on credit.
        self._start = Round.start(self.rules)
        self._shoe = shoe
        self._player = player
        self.hands = 0
        self.balance = 0

    @property
    def over(self) -> bool:
        """The shoe allows no further round."""
        return self._shoe.over

    def play_round(self) -> Round:
        """Play a round and book it."""
        played = play(self._start, self._shoe, (self._player,))
        self.book(played.nets[0])
        return played

    def book(self, net: int, rounds: int = 1) -> None:
        """Book rounds that were played, and what they gained."""
        self.hands += rounds
        self.balance += net

    def round_text(self, played: Round) -> str:
        """A round that was played, as the original prints it."""
        boxes = [
            text.box_line(number, box.hand, box.fate, box.doubled)
            for number, box in enumerate(played.boxes, start=1)
        ]
        return self.told(text.dealer_line(played.dealer), boxes, played.nets[0])

    def told(self, dealer: str, boxes: Sequence[str], net: int) -> str:
        """The same, from the lines of the hands and what they gained."""
        return text.round_text(dealer, boxes, net, self.balance, self.rules.unit)

    def summary(self) -> str:
        """All rounds so far, as the original prints them."""
        return text.summary_text(self.hands, self.balance, self.rules.unit)


def main(program: str, words: list[str]) -> int:
    """Run the original's program and return its exit status."""
    try:
        options = read_options(program, words)
        chart = _read_chart(program, options)
        shoe = _open_shoe(program, options)
    except Refused as refused:
        _say(str(refused))
        return 1
    try:
        status = _play_by_hand(shoe) if chart is None else _play_by_chart(shoe, chart, options)
    finally:
        shoe.close()
    return status or int(isinstance(shoe, RecordedShoe) and shoe.failed)


def _play_by_hand(shoe: EasyShoe) -> int:
    person = Person(sys.stdin, sys.stdout)
    game = Game(shoe, person)
    with _summed_up(game) as status:
        while not game.over:
            sys.stdout.write(game.round_text(game.play_round()))
            if not person.again():
                break
    return status[-1]


def _play_by_chart(shoe: EasyShoe, chart: Chart, options: Options) -> int:
    game = Game(shoe, ChartPlayer(chart))
    kernel = None
    with _summed_up(game) as status:
        while game.hands < options.hands and not game.over:
            if kernel is None and min(options.hands - game.hands, shoe.ready // 4) >= MANY:
                kernel = _load_kernel(game, chart)
            if kernel is not None and _play_pile(kernel, shoe, game, options):
                continue
            round_played = game.play_round()
            if not options.silent:
                sys.stdout.write(game.round_text(round_played))
    return status[-1]


def _load_kernel(game: Game, chart: Chart) -> ManyRounds | None:
    """The kernel that plays the game by a chart; None where nothing compiled can run."""
    from cutcard.compilation import nothing_compiled

    if nothing_compiled("simulation"):
        return None
    from cutcard.editions.easy.many import ManyRounds

    return ManyRounds(game.rules, chart)


def _play_pile(kernel: ManyRounds, shoe: EasyShoe, game: Game, options: Options) -> bool:
    """Play the rounds that the shoe's next cards suffice for; return whether there were any."""
    if not kernel.suffices(shoe.ready):
        return False
    pile = shoe.pile()
    before, left = game.hands, options.hands - game.hands
    if options.silent:
        counted = kernel.count(pile, left)
        shoe.take(counted.cards)
        game.book(counted.net, counted.rounds)
    else:
        for cards, net, dealer, boxes in kernel.tell(pile, left):
            shoe.take(cards)
            game.book(net)
            sys.stdout.write(game.told(dealer, boxes, net))
    return game.hands > before


@contextmanager
def _summed_up(game: Game) -> Iterator[list[int]]:
    """Print the summary of the finished rounds, however they end; yield the exit status."""
    status = [0]
    try:
        yield status
    except EndOfInput:
        pass
    except ShoeEmpty as error:
        _say(f"Error: {error}; the unfinished hand is void.\n")
        status.append(1)
    except InvalidInput as error:
        _say(f"Error: {error}; the game ends here.\n")
        status.append(1)
    except KeyboardInterrupt:
        sys.stdout.write("\n")
        status.append(130)
    sys.stdout.write(game.summary())


def _read_chart(program: str, options: Options) -> Chart | None:
    name = options.chart
    if name is None:
        return None
    # A file takes precedence over a shipped chart; the original knows files only.
    if Path(program).name == LINKED_AS or os.path.exists(name):
        name = os.path.join(".", name)
    try:
        chart = load_chart(name)
    except (OSError, Invalid):
        chart = None
    if chart is None or chart.columns != BOTH_CARDS:
        raise _bad_file(program, "Player")
    return chart


def _open_shoe(program: str, options: Options) -> EasyShoe:
    def tell(error: OSError) -> None:
        _say(f"{program}: the recording {options.record} cannot be written: {error.strerror}\n")

    try:
        if options.shoe is not None:
            return FileShoe(options.shoe)
        shoe = RandomShoe(int(time.time()) if options.seed is None else options.seed)
        if options.record is None:
            return shoe
        recorded = RecordedShoe(shoe, options.record, tell)
    except OSError:
        raise _bad_file(program, "Shoe") from None
    _say(f"Recording shoe to {options.record}.\n")
    return recorded


def _say(text: str) -> None:
    """Write to stderr; if that fails, the game is not lost."""
    with suppress(OSError):
        sys.stderr.write(text)


def _bad_file(program: str, part: str) -> Refused:
    usage = USAGE.format(program=program)
    return Refused(f"Error: cannot instantiate {part}. (bad file?)\n{usage}")
