"""The pages on the five original programs show what the programs print."""

import re
import subprocess
from pathlib import Path

import pytest
from docs.examples import BIN, ROOT, comparable, examples, printed
from warm_starts import PATIENCE

from cutcard.cli import EDITIONS

PAGES = ROOT / "docs" / "originals"


def test_every_program_has_a_page() -> None:
    assert {path.stem for path in PAGES.glob("*.md")} == set(EDITIONS)


@pytest.mark.parametrize("edition", EDITIONS)
def test_linked_as_the_page_says_it_goes_by_that_name(edition: str, tmp_path: Path) -> None:
    opening = (PAGES / f"{edition}.md").read_text().partition("\n## ")[0]
    names = re.findall(r"`(\w+)`", opening.partition("inked as ")[2].partition(".")[0])
    assert names
    for name in names:
        (tmp_path / name).symlink_to(BIN / "cutcard")
        said = printed(f"./{name} -x", tmp_path)
        assert said.startswith(f"./{name}: ")


@pytest.mark.parametrize("edition", [name for name in EDITIONS if name != "cs50"])
def test_the_page_shows_what_is_printed(edition: str, tmp_path: Path) -> None:
    found = examples(PAGES / f"{edition}.md")
    assert found
    for example in found:
        assert comparable(printed(example.command, tmp_path)) == comparable(example.shown)


def test_dealer_and_player_print_what_is_shown(tmp_path: Path) -> None:
    dealing, playing, tracing = examples(PAGES / "cs50.md")
    for shown in (dealing, tracing):
        # A free port instead of 8081, and its team.
        words = shown.command.replace("8081", "0").split()[1:]
        with subprocess.Popen(
            [str(BIN / "cutcard"), *words],
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        ) as dealer:
            assert dealer.stdout
            said = [dealer.stdout.readline() for _ in range(2)]
            [port] = re.findall(r"dealing on port (\d+)", "".join(said))
            team = int(port) - 8080
            played = printed(playing.command.replace("127.0.0.1 1", f"127.0.0.1 {team}"), tmp_path)
            rest, _ = dealer.communicate(timeout=PATIENCE)
        first = [line for line in said if "dealing on" not in line]
        assert comparable("".join(first) + rest) == comparable(shown.shown)
        if shown is dealing:
            assert comparable(played) == comparable(playing.shown)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_option_of_a_program_is_on_its_page(edition: str) -> None:
    page = (PAGES / f"{edition}.md").read_text()
    parts = [["cs50", "dealer"], ["cs50", "player"]] if edition == "cs50" else [[edition]]
    for part in parts:
        told = printed(f"cutcard help {' '.join(part)}", ROOT)
        options = set(
            re.findall(r"^ +(?:-h, )?(--?[a-z][a-z-]*)", told.partition("xample")[0], re.M)
        )
        assert {option for option in options - {"--help"} if f"`{option}" not in page} == set()
