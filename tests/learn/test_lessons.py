"""Compiled lessons find what plain ones find, and charts hold what was found."""

from __future__ import annotations

import numpy as np
import pytest
from learn.plain_lessons import PlainLessons, Situation

from cutcard.blackjack.actions import Action
from cutcard.blackjack.exact.chart_search import best_chart, cell_values
from cutcard.blackjack.exact.solution import value_of
from cutcard.blackjack.presets import load_preset, preset_names
from cutcard.blackjack.strategy.chart import PAIR_ROWS, ROWS, Chart, read_chart
from cutcard.learn.found import Found
from cutcard.learn.situations import OFFERED, Situations, situations_of
from cutcard.learn.tuition import BLOCK, Method, Tuition, batch_at, play_block

GAMES = [
    *((name, ()) for name in preset_names()),
    ("vegas-strip", ("surrender=early", "decks=1")),
    ("vegas-strip", ("split_order=queue", "resplit_aces=true", "decks=infinite")),
    ("european", ("max_hands=4", "surrender=early")),
    ("downtown", ("reshuffle=1", "charlie=6", "insurance=false")),
]


def named(situations: Situations, number: int) -> Situation:
    """A situation in words."""
    cell, kind = divmod(number, len(situations.kinds))
    row, column = divmod(cell, len(situations.columns))
    bits = situations.kinds[kind]
    legal = frozenset(at for at in range(5) if bits >> at & 1)
    return ROWS[row], situations.columns[column], bool(bits & OFFERED), legal


@pytest.mark.parametrize(("name", "changes"), GAMES)
def test_compiled_lessons_find_what_plain_ones_find(name, changes):
    rules = load_preset(name).changed(list(changes)).rules
    situations = situations_of(rules)
    random = np.random.default_rng(1)
    plays = np.array(
        [random.choice([at for at in range(5) if int(bits) >> at & 1]) for bits in situations.legal]
    )
    worths = np.zeros_like(plays)
    found = play_block(rules, Method.MONTE_CARLO, plays, worths, 3, 5, rounds=1500)
    plain = PlainLessons(rules, 3, 5)
    names = [named(situations, number) for number in range(situations.number)]
    plain.play(1500, dict(zip(names, plays.tolist(), strict=True)))
    for number, action in zip(*np.nonzero(found.times), strict=True):
        tried = names[number], int(action)
        assert found.times[number, action] == plain.times.pop(tried)
        assert found.totals[number, action] == plain.totals[tried]
    assert not plain.times
    met = {names[number]: int(found.met[number]) for number in np.flatnonzero(found.met)}
    assert met == plain.met


def test_q_learning_adds_up_what_the_next_situations_are_worth():
    """With nothing known, only the last decisions about a hand bring something: its gain."""
    rules = load_preset("vegas-strip").rules
    situations = situations_of(rules)
    plays = np.ones(situations.number, np.int64)  # always hit
    nothing = np.zeros(situations.number, np.int64)
    known = play_block(rules, Method.Q_LEARNING, plays, nothing, 1, 0, rounds=5000)
    worth = nothing + 7 * Method.Q_LEARNING.parts
    more = play_block(rules, Method.Q_LEARNING, plays, worth, 1, 0, rounds=5000)
    assert (known.times == more.times).all()
    added, odd = np.divmod(more.totals - known.totals, 7 * Method.Q_LEARNING.parts)
    assert not odd.any()
    hits, doubles = added[:, 1], added[:, 2]
    assert hits.sum() > 1000
    assert (hits <= known.times[:, 1]).all()
    assert not doubles.any()
    assert (added[:, 3] <= 2 * known.times[:, 3]).all()
    assert added[:, 3].sum() > 0


# Charts.


@pytest.mark.parametrize("name", preset_names())
@pytest.mark.parametrize("method", Method)
def test_every_game_learns_a_chart_that_can_be_played(name, method):
    rules = load_preset(name).rules
    tuition = Tuition(rules, method, 1)
    for _ in tuition.run(BLOCK, 1):
        pass
    chart = tuition.chart()
    chart.check_fits(rules)
    assert read_chart(str(chart)) == chart


def filled(situations: Situations, cell: tuple[str, str], **values: list[float | None]) -> Chart:
    """The chart where each kind of a cell's situations was met, with these values by action."""
    found = Found.nothing(situations.number)
    for number in situations.cell(*cell):
        legal = named(situations, number)[3]
        words = "".join("SHDPR"[at] for at in sorted(legal))
        for at, value in enumerate(values.get(words, [])):
            if value is not None:
                found.met[number] = 100
                found.times[number, at] = 1000
                found.totals[number, at] = round(1000 * value)
    from cutcard.learn.charting import learnt_chart

    return learnt_chart(situations, found)


STRIP = situations_of(load_preset("vegas-strip").rules)


@pytest.mark.parametrize(
    ("cell", "values", "letters"),
    [
        (("16", "10"), {"SHDR": [-0.54, -0.53, -1, None, -0.5], "SH": [-0.5, -0.6]}, "Rs"),
        (("16", "10"), {"SHDR": [-0.54, -0.53, -1, None, -0.5], "SH": [-0.6, -0.5]}, "Rh"),
        (("11", "6"), {"SHDR": [0.1, 0.2, 0.6, None, -0.5], "SH": [-0.2, 0.3]}, "Dh"),
        (("11", "6"), {"SHDR": [0.1, 0.7, 0.6, None, -0.5], "SH": [-0.2, 0.3]}, "H"),
        (("88", "10"), {"SHDPR": [-0.5, -0.5, -1, -0.4, -0.5], "SHD": [-0.5, -0.4, -1]}, "Ph"),
        (("9", "2"), {}, "S"),
    ],
)
def test_letters_are_those_that_bring_most(cell, values, letters):
    assert filled(STRIP, cell, **values).cells[cell] == letters


def test_an_early_surrender_is_weighed_against_going_on():
    rules = load_preset("vegas-strip").changed(["surrender=early"]).rules
    tuition = Tuition(rules, Method.MONTE_CARLO, 1)
    for _ in tuition.run(4_000_000, 2):
        pass
    chart = tuition.chart()
    found = tuition.stage.older.plus(tuition.stage.present)
    clear = 0
    for (row, column), values in cell_values(rules).items():
        if Action.SURRENDER not in values or row in PAIR_ROWS:
            continue
        others = max(value for action, value in values.items() if action is not Action.SURRENDER)
        [offer] = [
            number
            for number in tuition.situations.cell(row, column)
            if named(tuition.situations, number)[2]
        ]
        # To surrender is certain; hands that are no pairs gain 2 bets at most.
        error = 2 / max(found.times[offer, 0], 1) ** 0.5
        if abs(others + 0.5) > 4 * error:
            clear += 1
            assert (chart.cells[row, column][0] == "R") == (others < -0.5)
    assert clear > 20


@pytest.mark.parametrize("method", Method)
def test_a_million_rounds_of_hit_and_stand_teach_what_they_can(method):
    """The chart falls short of the best by no more than chance explains.

    Where hitting and standing are d apart and the estimate of d has the error s, the wrong one
    is chosen with odds Phi(-d / s) and costs d; d Phi(-d / s) is at most 0.17 s, whatever d is.
    Rewards lie between -1 and 1, so s is at most sqrt(1 / hits + 1 / stands). The sum over all
    situations, by how often a round meets them, bounds what errors of chance cost on average.
    """
    rules = load_preset("cs50").rules
    tuition = Tuition(rules, method, 2)
    for _ in tuition.run(1_000_000, 1):
        pass
    found = tuition.stage.older.plus(tuition.stage.present)
    tries = np.maximum(found.times[:, :2], 1)
    errors = np.sqrt((1 / tries).sum(axis=1))
    unexplored = 4 / 16 * (1_000_000 / 3)  # rounds that count: others are explored or forgotten
    bound = float((found.met / unexplored * 0.17 * errors).sum())
    assert bound < 0.02, "a bound that bounds something"
    short = value_of(rules, best_chart(rules)).edge - value_of(rules, tuition.chart()).edge
    assert -1e-12 <= short < bound


def test_doubling_splitting_and_surrendering_are_learnt():
    """The chart is worth more than any that only hits and stands."""
    game = load_preset("vegas-strip")
    tuition = Tuition(game.rules, Method.MONTE_CARLO, 1)
    for _ in tuition.run(3_000_000, 2):
        pass
    plain = game.changed(["double_on=none", "max_hands=1", "surrender=none"]).rules
    learnt = value_of(game.rules, tuition.chart()).edge
    assert learnt > value_of(plain, best_chart(plain)).edge


# Batches.


def test_batches_follow_each_other_and_grow():
    at = 0
    for _ in range(60):
        batch = batch_at(at)
        assert batch.start == at
        assert len(batch) == max(1, at // 4)
        assert batch_at(batch.stop - 1) == batch
        at = batch.stop


def found_by(workers: int, *stops: int) -> list[bytes]:
    """All that was found by so many workers, stopping after these many rounds."""
    tuition = Tuition(load_preset("downtown").rules, Method.Q_LEARNING, 4)
    for rounds in stops:
        for _ in tuition.run(rounds, workers):
            pass
    stage = tuition.stage
    assert stage.rounds == stops[-1]
    return [
        part.tobytes()
        for found in (stage.older, stage.present)
        for part in (found.times, found.totals, found.met)
    ] + [str(stage.curve).encode()]


def test_what_is_learnt_depends_on_rounds_and_seed_alone():
    whole = found_by(1, 15 * BLOCK)
    assert found_by(3, 15 * BLOCK) == whole
    assert found_by(2, BLOCK, 9 * BLOCK, 13 * BLOCK, 15 * BLOCK) == whole
