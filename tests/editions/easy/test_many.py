"""Whatever the kernel plays from a pile is what the engine plays, to the byte."""

from __future__ import annotations

import subprocess
from pathlib import Path
from random import Random

import pytest
from blackjack.kernel.judge import any_chart
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from warm_starts import CUTCARD, PATIENCE, WarmStarts

from cutcard.blackjack.strategy.chart import BOTH_CARDS
from cutcard.cards import RANKS
from cutcard.editions import easy
from cutcard.editions.easy import shoes
from cutcard.editions.easy.many import drawn
from cutcard.editions.easy.shoes import FileShoe, RandomShoe, RecordedShoe
from cutcard.editions.glibc import rand, seeded

CHARTS = ("wizard", "mimic", "nobust", "only10")

LETTERS = "".join(rank.text for rank in RANKS)

NEVER = 10**18


class Pieces:
    """Plays by the kernel from the first round on, or not at all, from piles of some size."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch = monkeypatch
        self._capfd = capfd

    def ran(
        self, *words: object, many: int, pile: int = 30, piece: int = 1 << 20
    ) -> tuple[int, str, str]:
        """Exit status and what was said."""
        self._monkeypatch.setattr(easy, "MANY", many)
        self._monkeypatch.setattr(shoes, "_PILE", pile)
        self._monkeypatch.setattr(shoes, "_PIECE", piece)
        status = easy.main("easy", [str(word) for word in words])
        told = self._capfd.readouterr()
        return status, told.out, told.err

    def agree(self, *words: object, **sizes: int) -> tuple[int, str, str]:
        """The same from both; what it was."""
        engine = self.ran(*words, many=NEVER)
        assert self.ran(*words, many=1, **sizes) == engine
        return engine


@pytest.fixture
def pieces(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Pieces:
    return Pieces(monkeypatch, capfd)


@pytest.mark.parametrize("chart", CHARTS)
@pytest.mark.parametrize("seed", [0, 7, 4_294_967_295])
def test_random_cards_are_told_as_the_engine_tells_them(
    chart: str, seed: int, pieces: Pieces
) -> None:
    status, out, err = pieces.agree("-i", seed, "-a", chart, 1200)
    assert (status, err) == (0, "")
    assert out.count("Current Balance") == 1200
    assert " DOUBLE\n" in out or chart != "wizard"
    assert "Hand 4: " in out or chart not in ("wizard", "only10")
    pieces.agree("-i", seed, "-s", "-a", chart, 1200)


@pytest.mark.parametrize("silent", [(), ("-s",)])
def test_a_recording_holds_the_same_cards(
    silent: tuple[str, ...], pieces: Pieces, tmp_path: Path
) -> None:
    record = tmp_path / "record"
    words = ("-i", 3, "-r", record, *silent, "-a", "wizard", 900)
    engine = pieces.ran(*words, many=NEVER)
    recorded = record.read_bytes()
    assert pieces.ran(*words, many=1) == engine
    assert record.read_bytes() == recorded
    replayed = pieces.agree("-f", record, *silent, "-a", "wizard", 900)
    assert replayed[1] == engine[1]


@pytest.mark.parametrize("seed", range(6))
def test_any_chart_is_played_as_the_engine_plays_it(
    seed: int, pieces: Pieces, tmp_path: Path
) -> None:
    random = Random(seed)
    chart = tmp_path / "chart.txt"
    chart.write_text(str(any_chart(random, BOTH_CARDS)))
    # Few ranks make many pairs, and hands that are split again.
    ranks = random.choices(LETTERS, k=4)
    shoe = tmp_path / "shoe.txt"
    shoe.write_text("".join(random.choices(LETTERS if seed < 2 else ranks, k=6000)))
    pieces.agree("-f", shoe, "-a", chart, 10_000)
    pieces.agree("-f", shoe, "-a", chart, 300)


@given(
    cards=st.lists(st.sampled_from(LETTERS), max_size=1500),
    between=st.sampled_from(["", " ", "\n", "x" * 9, "?" * 30]),
    rest=st.sampled_from(["", ".", "." * 25, "." * 26, "k" * 300, "A" * 26]),
    piece=st.integers(1, 2500),
    hands=st.sampled_from([1, 3, 30, 10**6]),
    silent=st.booleans(),
)
@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_any_file_is_dealt_to_the_same_end(
    cards: list[str],
    between: str,
    rest: str,
    piece: int,
    hands: int,
    silent: bool,
    pieces: Pieces,
    tmp_path: Path,
) -> None:
    shoe = tmp_path / "shoe.txt"
    shoe.write_text(between.join(cards) + rest)
    words = ("-f", shoe, *(["-s"] if silent else []), "-a", "wizard", hands)
    pieces.agree(*words, piece=piece)


@given(st.integers(0, 2**32 - 1), st.integers(1, 9), st.integers(0, 300))
def test_cards_are_drawn_in_piles_as_one_by_one(seed: int, times: int, more: int) -> None:
    state, numbers = seeded(seed), rand(seed)
    for _ in range(2):
        letters = drawn(state, times).decode()
        assert letters == "".join(LETTERS[next(numbers) % 13] for _ in range(31 * times))
    shoe, plain = RandomShoe(seed), RandomShoe(seed)
    seen = shoe.pile()
    shoe.take(more)
    dealt = [plain.draw().text for _ in range(more + 5)]
    assert "".join(dealt) == seen[: more + 5].decode()
    assert [shoe.draw().text for _ in range(5)] == dealt[more:]


@given(
    contents=st.lists(st.sampled_from([b"A", b"T", b"5", b"k", b"\n", b"." * 40])).map(b"".join),
    takes=st.lists(st.integers(1, 9)),
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_what_is_taken_of_a_pile_is_gone_from_the_file(
    contents: bytes, takes: list[int], tmp_path: Path
) -> None:
    path = tmp_path / "shoe"
    path.write_bytes(contents)
    shoe, plain = FileShoe(str(path)), FileShoe(str(path))
    pile = shoe.pile()
    assert len(pile) <= shoe.ready
    for cards in takes:
        if cards > len(pile):
            break
        shoe.take(cards)
        assert pile[:cards].decode() == "".join(plain.draw().text for _ in range(cards))
        pile = pile[cards:]
        assert (shoe.ready, shoe.over) == (plain.ready, plain.over)


def test_a_pile_that_cannot_be_recorded_is_told_once_and_dealt_on() -> None:
    told: list[OSError] = []
    shoe, plain = RecordedShoe(RandomShoe(7), "/dev/full", told.append), RandomShoe(7)
    for _ in range(2):
        shoe.pile()
        shoe.take(100_000)
    for _ in range(200_000):
        plain.draw()
    assert shoe.failed
    assert shoe.draw() is plain.draw()
    shoe.close()
    assert [error.strerror for error in told] == ["No space left on device"]


def test_a_reader_who_leaves_ends_a_long_run_without_a_word(tmp_path: Path) -> None:
    command = f"{CUTCARD} easy -i 1 -r record -a wizard 100000000 | head -n 4000 | tail -n 1"
    ended = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {command}"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert ended.returncode == 141
    assert ended.stdout.count("\n") == 1
    assert ended.stderr == "Recording shoe to record.\n"
    recorded = (tmp_path / "record").read_text()
    assert 4000 < len(recorded) < 400_000
    assert set(recorded) == set(LETTERS)


def test_a_full_disk_ends_a_long_run_in_a_sentence(tmp_path: Path) -> None:
    with Path("/dev/full").open("w") as full:
        ended = subprocess.run(
            [CUTCARD, "easy", "-i", "1", "-a", "wizard", "100000000"],
            cwd=tmp_path,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
    assert ended.returncode == 1
    assert ended.stderr == "cutcard easy: output: No space left on device\n"


def test_cards_from_a_pipe_are_dealt_like_those_of_a_file(
    tmp_path: Path, small_warm_starts: WarmStarts
) -> None:
    letters = "".join(Random(5).choices(LETTERS, k=150_000))
    (tmp_path / "shoe").write_text(letters)
    command = [small_warm_starts.stand_in, "easy", "-a", "wizard", "1000000", "-f"]
    told = {
        shoe: subprocess.run(
            [*command, shoe],
            input=letters,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for shoe in ("shoe", "/dev/stdin")
    }
    assert told["shoe"] == told["/dev/stdin"]
    assert told["shoe"].count("Result: ") > 20_000
