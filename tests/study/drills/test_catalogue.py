"""The drills by name: each can be begun, answered and kept, and loads nothing that is slow."""

import subprocess
import sys

import pytest

from cutcard.blackjack.presets import load_chart, load_preset
from cutcard.blackjack.strategy.count_files import load_count
from cutcard.study.drills.catalogue import DRILLS, Lesson, UnknownDrill, check_drill
from cutcard.study.drills.logbook import Logbook, Page, keep, kept_in


def lesson(drill):
    preset, chart = load_preset("vegas-strip"), load_chart("vegas-strip")
    return Lesson(drill, preset, chart, "vegas-strip", load_count("hi-lo"), 1)


@pytest.mark.parametrize("drill", DRILLS)
def test_every_drill_can_be_begun_answered_and_kept(tmp_path, drill):
    sitting = lesson(drill).begin(Logbook())
    for _ in range(5):
        exercise = sitting.exercise
        reply = "stand" if drill in ("strategy", "indices") else "1"
        mark = sitting.answer(reply)
        assert mark.exercise is exercise
    assert sitting.right + len(sitting.mistakes) == 5
    path = tmp_path / "drills.json"
    keep(path, [Page.of(sitting, 1)])
    [page] = kept_in(path).pages
    assert [entry.right for entry in page.entries] == [mark.right for mark in sitting.marks]
    costs = [entry.cost for entry in page.entries if entry.cost is not None]
    assert bool(costs) is (drill in ("strategy", "indices"))
    if costs:
        assert sitting.cost == pytest.approx(sum(costs))
        assert [mark.cost for mark in sitting.mistakes] == sorted(
            (mark.cost for mark in sitting.mistakes), reverse=True
        )
    else:
        assert sitting.cost is None


def test_a_drill_that_there_is_not_is_told():
    with pytest.raises(UnknownDrill, match="there is no drill 'stratgy': did you mean strategy"):
        check_drill("stratgy")


def test_numpy_is_not_loaded_for_the_drills_themselves():
    program = (
        "import sys\n"
        "from cutcard.study.drills.catalogue import Lesson\n"
        "from cutcard.study.drills.logbook import Logbook\n"
        "from cutcard.blackjack.presets import load_chart, load_preset\n"
        "from cutcard.blackjack.strategy.count_files import load_count\n"
        "preset, chart = load_preset('vegas-strip'), load_chart('vegas-strip')\n"
        "for drill in ('strategy', 'running', 'true', 'decks', 'indices'):\n"
        "    lesson = Lesson(drill, preset, chart, '', load_count('hi-lo'), 1)\n"
        "    lesson.begin(Logbook()).exercise\n"
        "print(sorted({'numba', 'numpy'} & set(sys.modules)))\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert run.stdout == "[]\n"
