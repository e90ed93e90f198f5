"""Players from files of one's own: whatever they do, there is a sentence, and nobody is left."""

from __future__ import annotations

import contextlib
import pickle
import shutil
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from cutcard.blackjack.actions import Action
from cutcard.blackjack.round import Round
from cutcard.blackjack.rules import Rules as BlackjackRules
from cutcard.blackjack.seat import Player as BlackjackPlayer
from cutcard.blockhead.deal import Deal, Dealt
from cutcard.blockhead.game import Player
from cutcard.blockhead.rules import Rules
from cutcard.cards import DECK, read_cards
from cutcard.errors import Invalid
from cutcard.lab import strangers
from cutcard.lab.contestants import make_contestant, seated
from cutcard.lab.pairs import play_duel, play_on_engine
from cutcard.lab.strangers import PlayerFailed, Stranger, dismiss_all
from cutcard.streams import stream

MISBEHAVIOUR = Path(__file__).parent / "misbehaviour.py"
RULES = Rules(deals=3)


@pytest.fixture(autouse=True)
def nobody_is_left(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """After each test nobody is left who descends from it."""
    mark = f"CUTCARD_TEST_FAMILY={uuid.uuid4()}"
    monkeypatch.setenv(*mark.split("="))
    yield
    dismiss_all()
    until = time.monotonic() + 60
    while remaining := descendants(mark):
        assert time.monotonic() < until, f"left: {remaining}"
        time.sleep(0.05)


def descendants(mark: str) -> list[bytes]:
    """The commands of all processes that inherited this mark, orphans among them."""
    found = []
    for environment in Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):
            if mark.encode() in environment.read_bytes().split(b"\0"):
                found.append((environment.parent / "cmdline").read_bytes())
    return found


def place(name: str) -> set[int]:
    """The lines that do what this player is named for."""
    lines = MISBEHAVIOUR.read_text().splitlines()
    return {number for number, line in enumerate(lines, 1) if line.endswith(f"# {name}")}


def failure(name: str, seconds: float = 30.0) -> PlayerFailed:
    """What is said of a player at a table."""
    score = play_on_engine(f"{MISBEHAVIOUR}:{name}", "alpha", RULES, 1, range(2), seconds)
    assert score.pairs == []
    assert score.failure is not None
    return score.failure


SAID = {
    "RaisesInAct": "failed: ZeroDivisionError: integer division or modulo by zero",
    "RaisesInSee": "failed: ValueError: two lines",
    "RaisesInInit": "failed: RuntimeError: no",
    "RaisesDeepDown": "failed: ValueError: invalid literal for int() with base 10: 'y'",
    "Exits": "failed: it called sys.exit(3)",
    "ExitsAtOnce": "failed: it called os._exit(7)",
    "Crashes": "ended its own process by SIGSEGV",
    "Aborts": "ended its own process by SIGABRT",
    "KillsItself": "ended its own process by SIGKILL",
    "KillsItsGroup": "ended its own process",
    "Prints": "failed: it printed to standard output",
    "PrintsAndCatches": "failed: it printed to standard output",
    "WritesAGigabyte": "failed: it printed to standard output",
    "WritesPastPython": "failed: OSError: ",
    "Reads": "failed: ValueError: invalid literal for int() with base 10: ''",
    "AnswersWords": "answered 'lots' (of the class str), but may answer 0, 1, 2,",
    "AnswersNothing": "answered None, but may answer 0, 1, 2,",
    "AnswersTooMuch": "answered 11, but may answer 0, 1, 2,",
    "AnswersAFloat": "answered 0.0 (of the class float), but may answer 0, 1, 2,",
    "AnswersABool": "answered False (of the class bool), but may answer 0, 1, 2,",
    "AnswersHugely": "answered something that cannot be printed (of the class int), but",
    "AnswersAColour": "answered <Colour.RED: 1> (of the class Colour), but may answer 0,",
    "AnswersTheUnprintable": "answered <Unprintable instance",
    "Lies": "answered 0 (of the class Liar), but may answer 0, 1, 2,",
    "RaisesTheUnprintable": "failed: SilentError, whose message cannot be printed",
    "Forks": "failed: it forked",
    "ClosesItsStreams": "failed: OSError: ",
    "ClosesEverything": "ended its own process",
    "WritesIntoEverything": "wrote into the line",
    "ForgesANumber": "wrote into the line",
    "ForgesAFailure": "wrote into the line",
    "ForgesALeave": "wrote into the line",
    "ForgesACommand": "wrote into the line",
    "ForgesABomb": "wrote into the line",
    "ForgesAnAbyss": "wrote into the line",
    "ForgesALargeNumber": "wrote into the line",
    "Recurses": "failed: RecursionError: maximum recursion depth exceeded",
    "ChangesTheView": "failed: FrozenInstanceError: cannot assign to field 'pot'",
    "ChangesTheViewByForce": "answered 11, but may answer 0, 1, 2,",
    "TakesNothing": "failed: TypeError: TakesNothing() takes no arguments",
}


@pytest.mark.parametrize("name", SAID)
def test_misbehaviour_is_told_in_a_sentence_with_file_and_line(name: str):
    said = str(failure(name))
    assert said.startswith(f"{MISBEHAVIOUR}:{name} {SAID[name]}")
    assert any(f"({MISBEHAVIOUR}, line {line}" in said for line in place(name))
    assert "\n" not in said


@pytest.mark.parametrize("name", ["Hangs", "Sleeps", "HangsInC", "Dribbles", "FloodsItsNotes"])
def test_who_never_answers_is_ended_and_the_line_is_told(name: str):
    began = time.monotonic()
    said = str(failure(name, seconds=2))  # to load the file takes a while beside other work
    assert time.monotonic() - began < 30
    assert said.startswith(f"{MISBEHAVIOUR}:{name} took longer than 2 s (")
    assert any(f"({MISBEHAVIOUR}, line {line}" in said for line in place(name)), said


def test_only_a_program_names_the_option_that_allows_more_time():
    late = failure("Sleeps", seconds=0.5)
    assert "--" not in str(late)
    told = f"cutcard: {late}; --player-seconds allows more\n"
    assert late.told("cutcard", traceback=False) == told
    assert pickle.loads(pickle.dumps(late)).told("cutcard", traceback=False) == told


def test_python_s_own_account_goes_with_the_sentence():
    failed = failure("RaisesDeepDown")
    assert failed.traceback.startswith("Traceback (most recent call last):\n")
    assert "stranger_process" not in failed.traceback
    assert failed.traceback.endswith("base 10: 'y'\n")
    again = pickle.loads(pickle.dumps(failed))
    assert (str(again), again.traceback) == (str(failed), failed.traceback)
    assert failed.told("cutcard", traceback=True) == f"{failed.traceback}cutcard: {failed}\n"
    assert failed.told("cutcard", traceback=False).count("\n") == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("class Gamma(:\n", "cannot be loaded: SyntaxError: invalid syntax (FILE, line 1)"),
        (
            "\nimport nosuchthing\n",
            "cannot be loaded: ModuleNotFoundError: No module named 'nosuchthing' (FILE, line 2)",
        ),
        ("\n\nraise RuntimeError\n", "cannot be loaded: RuntimeError (FILE, line 3)"),
        ("raise SystemExit(4)\n", "cannot be loaded: it called sys.exit(4) (FILE, line 1)"),
        ("import os\nos._exit(4)", "cannot be loaded: it called os._exit(4) (FILE, line 2)"),
        ("print(1)\n", "cannot be loaded: it printed to standard output"),
        ("", "has no class 'Gamma' with act(view) and see(event)"),
        ("Gamma = 1\n", "has no class 'Gamma' with act(view) and see(event)"),
        ("class Gamma:\n  def act(self, view): pass\n", "has no class 'Gamma' with act(view)"),
        (
            "from cutcard.blockhead.beta import Beta\n"
            "class Gama(Beta): pass\nclass Delta(Beta): pass\nclass Hand: pass\n",
            "has no class 'Gamma': it has Gama, Delta",
        ),
        ("while True: pass\n", "took longer than 1 s (FILE, line 1)"),
        ("import os, signal\nos.kill(os.getpid(), 9)", "ended its own process"),
    ],
)
def test_a_file_that_cannot_be_loaded_is_told_in_a_sentence(tmp_path: Path, text: str, said: str):
    path = tmp_path / "my own.py"
    path.write_text(text)
    with pytest.raises(PlayerFailed) as failed:
        Stranger(f"{path}:Gamma", Player, Random(1), seconds=1.0)
    assert str(failed.value).startswith(f"{path} {said.replace('FILE', str(path))}")
    assert not list(tmp_path.glob("__pycache__"))


def test_a_file_that_is_not_there_is_told():
    with pytest.raises(Invalid, match=r"there is no file 'none\.py'"):
        make_contestant("none.py:Gamma", Random(1), RULES)


def test_a_stranger_plays_as_if_it_sat_here(tmp_path: Path):
    """Beta in a file of one's own: the same views, events and random numbers, the same chips."""
    path = tmp_path / "mine.py"
    path.write_text(
        "from cutcard.blockhead.beta import Beta as Mine, shipped_against_alpha\n"
        "from cutcard.blockhead.rules import Rules\n"
        # Otherwise read anew by the copy for each game.
        "shipped_against_alpha(Rules(deals=3))\n"
    )
    for names in (("{}", "random"), ("alpha", "{}"), ("{}", "{}")):
        strange = play_on_engine(
            *(name.format(f"{path}:Mine") for name in names), RULES, 5, range(4)
        )
        here = play_on_engine(*(name.format("beta") for name in names), RULES, 5, range(4))
        assert strange == here


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_what_a_player_keeps_for_itself_does_not_outlive_the_game(tmp_path: Path, workers: int):
    """Globals, the module `random` and the order of sets are the same for any number of workers."""
    path = tmp_path / "mine.py"
    path.write_text(
        "import random\n"
        "CALLS = []\n"
        "class Mine:\n"
        "    def __init__(self, stream): pass\n"
        "    def act(self, view):\n"
        "        CALLS.append(view)\n"
        "        first = min(enumerate({'a', 'b', 'c', 'd', 'e'}))[1]\n"
        "        at = len(CALLS) + ord(first) + int(100 * random.random())\n"
        "        return view.legal[at % len(view.legal)]\n"
        "    def see(self, event): pass\n"
    )
    name = f"{path}:Mine"
    alone = play_on_engine(name, "alpha", RULES, 1, range(9))
    *_, last = play_duel(name, "alpha", RULES, pairs=9, seed=1, workers=workers)
    assert last == alone
    assert len(set(last.as_first)) > 5


@pytest.mark.parametrize("workers", [1, 2])
def test_what_was_played_before_a_failure_is_kept(tmp_path: Path, workers: int):
    path = tmp_path / "mine.py"
    path.write_text(
        "class Mine:\n"
        "    def __init__(self, stream): self.bad = stream.random() < 0.1\n"
        "    def act(self, view): return 1 // 0 if self.bad and view.seat else view.to_call\n"
        "    def see(self, event): pass\n"
    )
    bad = next(pair for pair in range(99) if stream(2, "first", pair).random() < 0.1)
    assert bad > 2
    *_, last = play_duel(f"{path}:Mine", "alpha", RULES, pairs=99, seed=2, workers=workers)
    caller = play_on_engine("caller", "alpha", RULES, 2, range(bad))
    assert (last.pairs, last.deals, last.pots) == (caller.pairs, caller.deals, caller.pots)
    assert "mine.py, line 3, in act" in str(last.failure)


def test_events_after_the_last_bet_are_seen(tmp_path: Path):
    path = tmp_path / "mine.py"
    path.write_text(
        "from cutcard.blockhead.deal import Won\n"
        "class Mine:\n"
        "    def __init__(self, stream): self.won = 0\n"
        "    def act(self, view): return view.to_call\n"
        "    def see(self, event):\n"
        "        self.won += isinstance(event, Won)\n"
        "        assert self.won < 2, 'the second'\n"
    )
    rules = Rules(deals=2, tied_pot="split")
    failed = play_on_engine(f"{path}:Mine", "caller", rules, 1, range(1)).failure
    assert "AssertionError: the second" in str(failed)


@pytest.mark.parametrize("name", ["Daemon", "CopiesItself"])
def test_processes_that_a_player_leaves_behind_end_with_it(name: str):
    rules = Rules(deals=1)
    score = play_on_engine(f"{MISBEHAVIOUR}:{name}", "caller", rules, 1, range(1))
    here = play_on_engine("caller", "caller", rules, 1, range(1))
    assert score == here  # and the fixture looks for who is left


def test_a_process_is_used_again(tmp_path: Path):
    path = tmp_path / "mine.py"
    shutil.copy(MISBEHAVIOUR, path)
    for seed in range(3):
        play_on_engine(f"{path}:Caller", "alpha", RULES, seed, range(2))
        assert len(strangers._living) == 1
    play_on_engine(f"{path}:Caller", f"{path}:Caller", RULES, 1, range(1))
    assert len(strangers._living) == 2


def test_a_host_that_looks_late_finds_a_player_loaded_all_the_same():
    """What says that the file is loaded must not arrive with what says that Python is up."""
    process = strangers._Process(_caller(), Player)
    time.sleep(1)
    process.load(seconds=5.0)
    process.end()


def test_an_interrupted_question_ends_the_player():
    """The answer that is under way must not be taken for that to the next question."""

    class Interrupted(Exception):
        pass

    with pytest.raises(Interrupted), seated([make_contestant(_caller(), Random(1), RULES)]):
        raise Interrupted
    assert not strangers._living


def _caller() -> str:
    return f"{MISBEHAVIOUR}:Caller"


def test_a_bet_among_very_many_is_judged_at_once(tmp_path: Path):
    path = tmp_path / "mine.py"
    path.write_text(
        "class Mine:\n"
        "    def bet(self, bankroll, minimum): return bankroll + 1\n"
        "    def act(self, view): pass\n"
        "    def dealt(self): pass\n"
        "    def expose(self, card): pass\n"
        "    def shuffled(self): pass\n"
    )
    stranger = Stranger(f"{path}:Mine", BlackjackPlayer)
    with pytest.raises(PlayerFailed, match="answered 1152921504606846977, but may answer 1 to 1"):
        stranger.ask("bet", 2**60, 1, among=range(1, 2**60 + 1))


def test_the_view_arrives_as_it_was_sent(tmp_path: Path):
    path = tmp_path / "mine.py"
    path.write_text(
        "class Mine:\n"
        "    def __init__(self, stream): pass\n"
        "    def act(self, view): raise ValueError(repr(view))\n"
        "    def see(self, event): self.seen = repr(event)\n"
    )
    deal = Deal.start(RULES)
    for card in DECK[:6]:
        deal = deal.apply(card)
    stranger = Stranger(f"{path}:Mine", Player, Random(1))
    stranger.tell("see", Dealt(0, None))
    with pytest.raises(PlayerFailed) as failed:
        stranger.ask("act", deal.view(0), among=(0,))
    assert repr(deal.view(0)) in failed.value.traceback


@pytest.mark.parametrize(
    "first",
    [
        "",
        # Python 3.11.2 pickles members of enumerations so.
        "from enum import Enum\n"
        "Enum.__reduce_ex__ = lambda self, _: (getattr, (self.__class__, self._name_))\n",
    ],
    ids=["as Python pickles", "by attribute"],
)
def test_blackjack_is_played_by_the_same_means(tmp_path: Path, first: str):
    path = tmp_path / "mine.py"
    path.write_text(
        f"{first}"
        "class Mine:\n"
        "    def bet(self, bankroll, minimum): return minimum\n"
        "    def act(self, view): return view.legal[len(self.seen) % 2]\n"
        "    def dealt(self): pass\n"
        "    def expose(self, card): self.seen = [*getattr(self, 'seen', []), card]\n"
        "    def shuffled(self): pass\n"
    )
    state = Round.start(BlackjackRules())
    for card in read_cards("8s 6d 8h Tc"):
        state = state.apply(card)
    stranger = Stranger(f"{path}:Mine", BlackjackPlayer)
    assert stranger.ask("bet", 100, 1, among=range(1, 101)) == 1
    stranger.tell("expose", read_cards("8s")[0])
    legal = state.legal
    assert stranger.ask("act", state.view(0), among=legal) is legal[1]
    stranger.tell("expose", read_cards("8h")[0])
    assert stranger.ask("act", state.view(0), among=legal) is Action.STAND
    stranger.leave()
