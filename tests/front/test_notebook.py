"""In a notebook answers show themselves: a real one is run, without a browser."""

import re

import nbformat
import pytest
from nbclient import NotebookClient

CELLS = {
    "chart": ("cc.game('easy').chart", "<svg ", "<Chart "),
    "best chart": ("cc.best_chart(cc.Rules(decks='infinite'))", "<svg ", "<Chart best, "),
    "finding": (
        "cc.simulate('vegas-strip', rounds='100k', seed=7)",
        "<b>Vegas Strip, chart vegas-strip, 100,000 rounds</b>",
        "<vegas-strip: edge ",
    ),
    "solution": (
        "cc.solve('easy')",
        "<b>Easy Blackjack, the best composition-dependent play</b>",
        "<easy, the best ",
    ),
    "advice": (
        "cc.advise('easy', '8 8', 'T 7')",
        "<b>Easy Blackjack: 8 8 against T 7</b>",
        "<8 8 against T 7: split ",
    ),
    "duel": (
        "cc.duel('alpha', 'caller', pairs=10, seed=1)",
        "<b>alpha against caller: 10 pairs of games</b>",
        "<alpha against caller: ",
    ),
    "own player": (
        "class Mine(cc.Player):\n"
        "    def act(self, view):\n"
        "        return cc.Action.STAND\n"
        "cc.simulate('easy', player=Mine, rounds=3000, seed=1, workers=2)",
        "<b>Easy Blackjack, player Mine, 3,000 rounds</b>",
        "<easy: edge ",
    ),
}


@pytest.fixture(scope="module")
def shown() -> dict[str, dict[str, str]]:
    """What each cell of a notebook shows, by kind of text."""
    cells = ["import cutcard as cc", *(source for source, _, _ in CELLS.values())]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    return {
        name: next(out.data for out in cell.outputs if out.output_type == "execute_result")
        for name, cell in zip(CELLS, notebook.cells[1:], strict=True)
    }


@pytest.mark.parametrize("name", CELLS)
def test_an_answer_shows_itself(name: str, shown: dict[str, dict[str, str]]) -> None:
    _, page, line = CELLS[name]
    assert page in shown[name]["text/html"]
    assert shown[name]["text/plain"].startswith(line)
    assert "\n" not in shown[name]["text/plain"]


@pytest.mark.parametrize("name", CELLS)
def test_nothing_is_loaded_from_elsewhere(name: str, shown: dict[str, dict[str, str]]) -> None:
    html = shown[name]["text/html"].replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert not re.search(r"https?:|src=|<link|<script|<style", html)
