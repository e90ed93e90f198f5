"""`cutcard chart`: every format, values, differences and what they cost."""

import csv
import json
import shutil
import subprocess
import sys
from collections import Counter
from html import escape
from html.parser import HTMLParser
from io import StringIO
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from warm_starts import PATIENCE

from cutcard.blackjack.actions import Action
from cutcard.blackjack.exact.chart_search import best_chart, cell_values
from cutcard.blackjack.exact.solution import value_of
from cutcard.blackjack.presets import chart_names, load_chart, load_preset, preset_names
from cutcard.blackjack.rules import Rules
from cutcard.blackjack.strategy.chart import ROWS, Chart, read_chart
from cutcard.cli.chart import run
from cutcard.errors import CutcardError
from cutcard.report.chart_page import Page, in_words, rules_in_short
from cutcard.report.chart_sheet import COLOURS, lay_out
from cutcard.report.chart_text import short
from cutcard.study.chart_worths import worths_of

CUTCARD = Path(sys.executable).parent / "cutcard"
THREE_LETTERS = ("--rule", "decks=2", "--rule", "hit_soft_17=true", "--chart", "best")


def shown(capsys, *words: str) -> str:
    run(list(words))
    return capsys.readouterr().out


def test_the_best_chart_is_computed_for_the_rules_as_changed(cutcard):
    told = cutcard("chart", "vegas-strip", *THREE_LETTERS, "--format", "txt").stdout
    rules = load_preset("vegas-strip").rules.changed({"decks": 2, "hit_soft_17": True})
    assert read_chart(told) == best_chart(rules)


def test_columns_stay_in_line_with_cells_of_three_letters(capsys):
    told = shown(capsys, "vegas-strip", *THREE_LETTERS, "--format", "txt")
    assert "Pdh" in told
    heads, *lines = told.splitlines()
    places = [heads.index(f" {head}") + 1 for head in heads.split()]
    for line in lines:
        assert [line[place] for place in places] == [cell[0] for cell in line.split()[1:]]
    for line in shown(capsys, "vegas-strip", *THREE_LETTERS).splitlines():
        if line[:3].strip() in ROWS:
            assert {at % 4 for at, letter in enumerate(line[4:]) if letter.isupper()} == {1}


def test_best_is_a_chart_for_simulate_and_play_too(cutcard):
    words = ("simulate", "cs50", "--chart", "best", "--rounds", "2000", "--seed", "1", "--json")
    found = json.loads(cutcard(*words).stdout)
    assert found["chart"] == "best"
    assert "--chart best" in found["command"]
    told = cutcard("play", "cs50", "--chart", "best", "--seed", "1", typed="q\n")
    assert told.returncode == 0
    assert "cutcard play cs50 --chart best" in told.stdout


def test_a_title_names_game_chart_and_rules(capsys):
    told = shown(capsys, "european")
    assert told.startswith("European, chart european\n6 decks; no hole card; ")
    assert "double 9-11 only, also after a split; split once" in told


@pytest.mark.parametrize(
    ("changes", "term"),
    [
        ({"decks": "infinite"}, "infinite shoe"),
        ({"decks": 1}, "1 deck"),
        ({"hole_card": "open"}, "both dealer cards open"),
        ({"hole_card": "none", "dealer_blackjack_takes": "original"}, "original bet only"),
        ({"hit_soft_17": True}, "dealer hits soft 17"),
        ({"double_on": "none"}, "no doubling"),
        ({"double_after_split": False}, "double any two cards, not after a split"),
        ({"max_hands": 1}, "no splitting"),
        ({"max_hands": 2}, "split once"),
        ({"resplit_aces": True}, "split to 4 hands, aces too"),
        ({"hit_split_aces": True}, "split aces are played"),
        ({"surrender": "late"}, "late surrender"),
        ({"insurance": True}, "insurance"),
        ({"charlie": 5}, "5-card Charlie"),
        ({"ties": "lose"}, "ties lose"),
        ({"blackjack_tie": "win"}, "wins a tie"),
        ({"blackjack_pays": "6:5"}, "blackjack pays 6:5"),
        ({"rounding": "down"}, "in whole chips"),
        ({"naturals": "none", "hole_card": "hidden"}, "no blackjacks"),
        ({"naturals": "player", "hole_card": "hidden"}, "the dealer has none"),
    ],
)
def test_every_rule_that_matters_is_told_in_short(changes, term):
    plain = "; ".join(rules_in_short(Rules()))
    assert term not in plain
    assert term in "; ".join(rules_in_short(Rules().changed(changes)))


def test_values_are_those_of_the_solver(capsys):
    told = json.loads(shown(capsys, "vegas-strip", "--values", "--format", "json"))
    rules, chart = load_preset("vegas-strip").rules, load_chart("vegas-strip")
    assert told["edge"] == value_of(rules, chart).edge
    assert told["rules"] == rules.plain()
    values = cell_values(rules, chart)
    for (row, column), worth in values.items():
        cell = told["values"][row][column]
        first, second = sorted(worth.values(), reverse=True)[:2]
        assert cell["second_costs"] == first - second
        assert cell["actions"] == {str(action): value for action, value in worth.items()}
        assert cell["actions"][cell["best"]] == first
    assert told["values"]["16"]["10"]["played"] == "surrender"
    assert told["values"]["88"]["10"]["played"] == "split"
    assert told["values"]["20"] == {}  # two tens are a pair

    lines = list(
        csv.DictReader(StringIO(shown(capsys, "vegas-strip", "--values", "--format", "csv")))
    )
    assert len(lines) == 35 * 10
    for line in lines:
        if (worth := values.get((line["hand"], line["dealer"]))) is not None:
            first, second = sorted(worth.values(), reverse=True)[:2]
            assert float(line["value"]) == pytest.approx(first, abs=1e-9)
            assert float(line["second_costs"]) == pytest.approx(first - second, abs=1e-9)


def test_values_stand_under_their_cells(capsys):
    told = shown(capsys, "vegas-strip", "--values")
    at = told.index("\n 16 ")
    letters, values, seconds = told[at + 1 :].splitlines()[:3]
    assert letters.split()[-2:] == ["Rh", "Rh"]
    assert values.split()[-2:] == ["-.5000", "-.5000"]
    assert seconds.split()[-2:] == ["h.0348", "h.0154"]
    assert letters.index("Rh") == values.index("-.5000") == seconds.index("h.0046")
    assert max(map(len, told.splitlines()[4:-1])) <= 88
    assert "The chart vegas-strip is worth -0.3332% of the initial bet" in told


def test_a_worse_cell_is_marked_and_listed(capsys, tmp_path):
    cells = {**load_chart("vegas-strip").cells, ("TT", "6"): "P"}
    (tmp_path / "bad.txt").write_text(str(Chart(load_chart("vegas-strip").columns, cells)))
    told = shown(capsys, "vegas-strip", "--chart", str(tmp_path / "bad.txt"), "--values")
    listed = (
        "In 1 cell (!) another play is better with two cards:\n  TT against 6   stand, not split"
    )
    assert listed in told
    assert told.count("P!") == 1


@pytest.mark.parametrize("game", preset_names())
def test_every_cell_is_drawn_once_in_every_picture(game):
    preset = load_preset(game)
    chart = load_chart(preset.chart)
    page = Page(chart, preset.chart, preset.title, preset.rules)
    sheet = lay_out(page)
    written = Counter(word.text for word in sheet.words)
    wanted = Counter(chart.cells.values())
    for cell, number in wanted.items():
        # A letter stands in the legend, too.
        assert written[cell] == number + (cell in page.letters)
    for box in sheet.tiles:
        assert 0 <= box.left <= box.left + box.width <= sheet.width
        assert 0 <= box.top <= box.top + box.height <= sheet.height
    for word in sheet.words:
        assert 0 < word.base < sheet.height


def test_papers_and_inks_are_apart_without_colour():
    def light(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
        ]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    papers = sorted(light(paper) for paper, _ in COLOURS.values())
    for dark, bright in pairwise(papers):
        assert (bright + 0.05) / (dark + 0.05) > 1.25
    for paper, ink in COLOURS.values():
        low, high = sorted((light(paper), light(ink)))
        assert (high + 0.05) / (low + 0.05) >= 4.5  # WCAG 2, level AA


def test_svg_is_a_drawing_with_title_and_legend(capsys):
    root = ElementTree.fromstring(shown(capsys, "easy", "--format", "svg"))
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"Easy Blackjack", "stand", "hit", "double", "split"} <= set(texts)
    assert "surrender" not in texts  # the original's table never surrenders
    assert texts.count("Dh") == Counter(load_chart("wizard").cells.values())["Dh"]


def test_png_goes_to_a_file_or_a_pipe(cutcard, warm_starts, tmp_path):
    drawn = cutcard("chart", "ve280", "--out", "chart.png")
    assert drawn.stdout == ""
    assert drawn.stderr == "cutcard: drawn to chart.png\n"
    picture = (tmp_path / "chart.png").read_bytes()
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = (int.from_bytes(picture[at : at + 4], "big") for at in (16, 20))
    assert width > 1000
    assert height > 1500
    words = [warm_starts.stand_in, "chart", "ve280", "--format", "png"]
    piped = subprocess.run(words, capture_output=True, timeout=PATIENCE, check=True)
    assert piped.stdout.startswith(b"\x89PNG\r\n\x1a\n")
    assert not list(tmp_path.glob(".*"))


def test_pictures_show_values_too(capsys, cutcard, tmp_path):
    root = ElementTree.fromstring(shown(capsys, "vegas-strip", "--values", "--format", "svg"))
    texts = Counter(element.text for element in root.iter("{http://www.w3.org/2000/svg}text"))
    worths = worths_of(load_preset("vegas-strip").rules, load_chart("vegas-strip"))
    assert Counter(short(worth.value) for worth in worths.values()) <= texts
    assert any("is worth -0.3332% of the initial bet" in (text or "") for text in texts)
    heights = {}
    for name, more in (("plain", []), ("valued", ["--values"])):
        cutcard("chart", "vegas-strip", "--out", f"{name}.png", *more)
        picture = (tmp_path / f"{name}.png").read_bytes()
        assert picture.startswith(b"\x89PNG\r\n\x1a\n")
        heights[name] = int.from_bytes(picture[20:24], "big")
    assert heights["valued"] > 1.5 * heights["plain"]


@pytest.mark.skipif(not shutil.which("chromium"), reason="it takes chromium")
@pytest.mark.parametrize("game", ["easy", "vegas-strip"])
@pytest.mark.parametrize("values", [[], ["--values"]])
def test_html_is_whole_on_a_phone(capsys, tmp_path, game, values):
    chart = shown(capsys, game, *values, "--format", "html")
    # A window of a browser is never as narrow as a phone, but a frame in it is.
    tell = (
        "const page = this.contentDocument, table = page.querySelector('table');"
        " document.title = Math.ceil(Math.max(page.documentElement.scrollWidth,"
        " table.getBoundingClientRect().right))"
    )
    frame = f'<iframe width="360" height="5000" onload="{tell}" srcdoc="{escape(chart)}"></iframe>'
    (tmp_path / "phone.html").write_text(f"<body>{frame}</body>", encoding="utf-8")
    profile = f"--user-data-dir={tmp_path / 'profile'}"
    words = ["--headless", "--no-sandbox", "--disable-gpu", profile, "--dump-dom"]
    read = subprocess.run(
        ["chromium", *words, (tmp_path / "phone.html").as_uri()],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    assert "<title>360</title>" in read.stdout


class Reader(HTMLParser):
    """Collects a page's tags, cells and tips, and complains about tags that do not match."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: Counter[str] = Counter()
        self.links: list[str] = []
        self.tips: list[str] = []
        self._tip = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen[tag] += 1
        self.links += [value or "" for name, value in attrs if name in ("src", "href")]
        self._tip = ("class", "tip") in attrs
        if self._tip:
            self.tips.append("")
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag
        self._tip = False

    def handle_data(self, text: str) -> None:
        if self._tip:
            self.tips[-1] += text


def test_html_is_one_page_that_needs_nothing_else(capsys):
    page = shown(capsys, "easy", "--values", "--format", "html")
    read = Reader(page)
    assert read.open == []
    assert read.links == []
    assert "url(" not in page
    assert "@import" not in page
    assert read.seen["td"] == 35 * 23
    assert read.seen["script"] == 0
    for wanted in ("prefers-color-scheme: dark", "@media print", "print-color-adjust: exact"):
        assert wanted in page
    [sixteen] = [tip for tip in read.tips if tip.startswith("16 against 16:")]
    assert sixteen.splitlines()[0] == "16 against 16: stand"
    rules, chart = load_preset("easy").rules, load_chart("wizard")
    values = cell_values(rules, chart)["16", "16"]
    assert sixteen.splitlines()[1] == f"{values[Action.STAND]:+.4f}  stand"
    assert len(sixteen.splitlines()) == 1 + len(values)
    assert f"<small>{short(values[Action.STAND])}</small>" in page


def test_html_escapes_a_name(capsys, tmp_path):
    path = tmp_path / "<b>&.txt"
    path.write_text(str(load_chart("simple")))
    page = shown(capsys, str(path), "--format", "html")
    assert "<b>&.txt" not in page
    assert "&lt;b&gt;&amp;.txt" in page
    assert Reader(page).open == []


def test_a_file_is_written_whole_in_the_format_of_its_name(cutcard, tmp_path):
    told = cutcard("chart", "easy", "--out", "mine.txt", FORCE_COLOR="1")
    assert (told.returncode, told.stdout) == (0, "")
    assert read_chart((tmp_path / "mine.txt").read_text()) == load_chart("wizard")
    cutcard("chart", "easy", "--out", "mine.csv")
    [head, *lines] = csv.reader((tmp_path / "mine.csv").read_text().splitlines())
    assert head == ["hand", *load_chart("wizard").columns]
    assert {(line[0], head[at]): line[at] for line in lines for at in range(1, 24)} == (
        load_chart("wizard").cells
    )


def test_a_difference_of_one_cell_costs_what_the_edges_differ_by(capsys, tmp_path):
    rules, chart = load_preset("vegas-strip").rules, load_chart("vegas-strip")
    other = Chart(chart.columns, {**chart.cells, ("16", "10"): "S"})
    (tmp_path / "mine.txt").write_text(str(other))
    mine = str(tmp_path / "mine.txt")
    words = ("vegas-strip", "--diff", "vegas-strip", mine)
    told = json.loads(shown(capsys, *words, "--format", "json"))
    [cell] = told["differences"]
    [edges] = told["edges"]
    assert edges["first"] == value_of(rules, chart).edge
    assert edges["second"] == value_of(rules, other).edge
    gain = edges["second"] - edges["first"]
    assert gain < 0
    assert cell["gains"] == {"Vegas Strip": pytest.approx(gain, abs=1e-14)}
    text = shown(capsys, *words)
    assert f"  16 against 10  Rh  S    {gain:+.5%}\n" in text
    assert f"costs {-gain:.4%}, exactly; 6 decks, every order alike; resplit to 4 hands" in text


def test_two_games_are_compared_at_both_tables(capsys):
    told = json.loads(shown(capsys, "--diff", "downtown", "single-deck", "--format", "json"))
    assert [one["game"] for one in told["edges"]] == ["Downtown", "Single deck"]
    # Each chart is better at its own table.
    assert told["edges"][0]["first"] > told["edges"][0]["second"]
    assert told["edges"][1]["first"] < told["edges"][1]["second"]
    for one in told["edges"]:
        total = sum(cell["gains"][one["game"]] for cell in told["differences"])
        assert total == pytest.approx(one["second"] - one["first"], rel=0.2)


def test_the_best_chart_differs_from_a_games_own_only_for_the_better(capsys):
    lines = list(
        csv.DictReader(
            StringIO(shown(capsys, "easy", "--diff", "wizard", "best", "--format", "csv"))
        )
    )
    assert len(lines) > 50
    gains = [float(line["gain at Easy Blackjack"]) for line in lines]
    assert max(gains) > 0.001
    assert min(gains) > -1e-3
    assert sum(gains) == pytest.approx(0.1166847041845 - 0.1024060123, rel=0.3)


def test_charts_alone_are_compared_without_a_cost(cutcard):
    told = cutcard("chart", "--diff", "simple", "simple")
    assert told.stdout == "simple and simple say the same in every cell.\n"
    assert "name a game to see what that costs" in told.stderr


def test_words_for_cells():
    assert in_words("H") == "hit"
    assert in_words("Rph") == "surrender, else split, else hit"


def test_a_pair_without_a_letter_left_is_played_by_its_total():
    rules = load_preset("cs50").rules
    worths = worths_of(rules, load_chart("vegas-strip"))
    assert worths["88", "6"].played is Action.STAND
    assert worths["22", "6"].played is Action.HIT


BAD_INPUT = {
    (): "give one chart",
    ("best",): "the best chart depends on the game",
    ("wizard", "--values"): "wizard is not a game, and --values takes one",
    ("wizard", "--rule", "decks=2"): "wizard is not a game, and --rule takes one",
    ("wizard", "--chart", "simple"): "wizard is not a game, and --chart takes one",
    ("blockhead",): "blockhead is not a blackjack game",
    ("nosuch",): "no chart 'nosuch'",
    ("easy", "--rule", "deck=2"): "did you mean decks?",
    ("vegas-strip", "--chart", "wizard"): "columns for both dealer cards",
    ("easy", "--chart", "vegas-strip", "--values"): "looks at one dealer card",
    ("easy", "--format", "txt", "--values"): "--values does not go with txt",
    ("easy", "--format", "pdf"): "pdf",
    ("easy", "--out", "x.pdf"): "x.pdf names no format",
    ("easy", "--format", "png", "--out", "x.jpg"): "its name must end in .png",
    ("easy", "--out", "no/such.png"): "there is no folder no",
    ("easy", "--out", "no/such.html"): "cannot be written",
    ("--diff", "wizard", "vegas-strip"): "cannot be compared",
    ("--diff", "best", "wizard"): "the best chart depends on the game",
    ("--diff", "easy", "wizard", "--rule", "decks=2"): "--rule takes a game",
    ("vegas-strip", "--diff", "wizard", "wizard"): "columns for both dealer cards",
    ("wizard", "--diff", "wizard", "wizard"): "no game 'wizard'",
    ("easy", "--diff", "wizard", "best", "--format", "svg"): "cannot be shown as svg",
    ("easy", "--diff", "wizard", "best", "--values"): "--values does not go with --diff",
    ("easy", "--diff", "wizard", "best", "--chart", "simple"): "only --chart best",
}


@pytest.mark.parametrize("words", BAD_INPUT, ids=" ".join)
def test_bad_input_gets_one_sentence(capsys, tmp_path, monkeypatch, words):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CutcardError) as refused:
        run(list(words))
    assert BAD_INPUT[words] in str(refused.value)
    assert "\n" not in str(refused.value)
    assert capsys.readouterr().out == ""
    assert not list(tmp_path.iterdir())


def test_shipped_charts_are_shown_without_the_solver(cutcard):
    told = cutcard("chart", "easy", PYTHONPROFILEIMPORTTIME="1")
    loaded = {line.rpartition("|")[2].strip() for line in told.stderr.splitlines()}
    assert "cutcard.report.chart_page" in loaded
    assert not loaded & {"numba", "numpy", "matplotlib"}


def test_a_reader_who_leaves_makes_no_traceback(tmp_path):
    for form in ("terminal", "html"):
        ended = subprocess.run(
            ["bash", "-c", f"set -o pipefail; {CUTCARD} chart easy --format {form} | head -c 9"],
            cwd=tmp_path,
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
        assert ended.returncode in (0, 141)
        assert ended.stderr == b""


def test_every_shipped_chart_can_be_shown_in_every_format_of_text(capsys):
    for name in chart_names():
        for form in ("terminal", "txt", "csv", "json", "svg", "html"):
            assert shown(capsys, name, "--format", form)


def test_cells_that_differ_by_nothing_are_counted_and_not_listed(capsys):
    told = shown(capsys, "downtown", "--diff", "vegas-strip", "downtown")
    assert "vegas-strip and downtown differ in 11 cells" in told
    assert "0.00000%" not in told
    assert "  and 4 cells change nothing by 0.00001% or more\n" in told
    both = shown(capsys, "--diff", "vegas-strip", "downtown")
    assert "16 against 10" in both  # it costs at one of the two games
    assert "change nothing" not in both
    listed = list(
        csv.DictReader(
            StringIO(
                shown(capsys, "downtown", "--diff", "vegas-strip", "downtown", "--format", "csv")
            )
        )
    )
    assert len(listed) == 11
