"""The verbs, as a user meets them."""

import json
import re
from math import sqrt
from pathlib import Path

import pytest

from cutcard.blackjack.presets import chart_names, load_chart, preset_names
from cutcard.blackjack.strategy.chart import read_chart
from cutcard.cli import EDITIONS, VERBS

EXACT_WIZARD_EDGE = 0.1024060123
EXACT_WIZARD_SD = 1.273799


def test_help_lists_every_verb_and_edition(cutcard):
    shown = cutcard("--help")
    assert shown.returncode == 0
    for verb in (*VERBS, *EDITIONS):
        assert f"\n  {verb} " in shown.stdout


def test_what_help_says_of_every_verb_begins_in_the_same_column(cutcard):
    shown = cutcard("--help").stdout.splitlines()
    starts = {
        line.index(about)
        for verb, about in (VERBS | EDITIONS).items()
        for line in shown
        if line.startswith(f"  {verb} ") and about in line
    }
    assert starts == {2 + max(map(len, VERBS)) + 1}


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_help_with_examples(cutcard, verb):
    shown = cutcard(verb, "--help")
    assert shown.returncode == 0
    assert f"  cutcard {verb}" in shown.stdout.partition("examples:")[2]


@pytest.mark.parametrize("verb", VERBS)
def test_help_with_a_verb_is_the_verbs_own(cutcard, verb):
    asked, own = cutcard("help", verb), cutcard(verb, "--help")
    assert (asked.returncode, asked.stdout) == (0, own.stdout)


@pytest.mark.parametrize("edition", EDITIONS)
def test_help_tells_about_every_program(cutcard, edition):
    shown = cutcard("help", edition)
    assert (shown.returncode, shown.stderr) == (0, "")
    assert shown.stdout.startswith(f"usage: cutcard {edition} ")
    assert f"cutcard {edition} " in re.split(r"\nexamples?:", shown.stdout)[1]


def test_the_original_program_adds_nothing_to_its_own_usage(cutcard):
    own = cutcard("easy", "-h").stderr
    assert cutcard("help", "easy").stdout.startswith(own)
    assert "example" not in own


def test_the_dealer_and_the_player_have_help_together_and_apart(cutcard):
    shown = cutcard("cs50", "--help")
    assert shown.returncode == 0
    assert "cutcard cs50 dealer 10 8081" in shown.stdout
    assert "cutcard cs50 player ann 127.0.0.1 1" in shown.stdout
    assert "--dialect original|course" in cutcard("help", "cs50", "dealer").stdout


@pytest.mark.parametrize(
    ("words", "told"),
    [
        *((["play"], True), (["simulate"], True), (["duel"], True), (["blockhead"], True)),
        *((["serve"], False), (["cs50", "dealer"], False)),
    ],
    ids=lambda words: " ".join(words) if isinstance(words, list) else "",
)
def test_only_who_tells_a_new_seed_promises_to(cutcard, words, told):
    """A dealer who told its seed would tell its cards."""
    shown = " ".join(cutcard("help", *words).stdout.split())
    assert ("a new one, which is shown" in shown) is told


def test_the_first_seeds_program_knows_no_long_option_but_help(cutcard):
    shown = cutcard("easy", "--help")
    assert (shown.returncode, shown.stdout) == (0, cutcard("help", "easy").stdout)
    shown = cutcard("easy", "--halp")
    assert (shown.returncode, shown.stderr) == (1, "cutcard easy: invalid option -- '-'\n")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["nosuch"], "there is no verb 'nosuch': there are play, advise"),
        (["chrt"], "there is no verb 'chrt': did you mean chart?"),
        (["chart", "solve"], "help explains one verb at a time"),
    ],
)
def test_help_about_nothing_is_a_sentence(cutcard, words, sentence):
    shown = cutcard("help", *words)
    assert (shown.returncode, shown.stdout) == (1, "")
    assert shown.stderr.startswith(f"cutcard: {sentence}")
    assert shown.stderr.count("\n") == 1


def test_rules_lists_every_game(cutcard):
    shown = cutcard("rules")
    assert [line.split()[0] for line in shown.stdout.splitlines()[: len(preset_names())]] == (
        preset_names()
    )


@pytest.mark.parametrize("game", preset_names())
def test_rules_explains_every_field(cutcard, game):
    words = json.loads(cutcard("rules", game, "--json").stdout)["rules"]
    explained = cutcard("rules", game).stdout
    for name, value in words.items():
        assert f" {name} = {json.dumps(value)}\n" in explained


def test_a_changed_rule_shows(cutcard):
    shown = cutcard("rules", "vegas-strip", "--rule", "decks=2", "--json")
    assert json.loads(shown.stdout)["rules"]["decks"] == 2


def test_a_game_of_ones_own_starts_from_a_base(cutcard, tmp_path):
    (tmp_path / "mine.toml").write_text(
        'base = "downtown"\ntitle = "Mine"\n[rules]\nsurrender = "late"\nblackjack_pays = "6:5"\n'
    )
    mine = json.loads(cutcard("rules", "mine.toml", "--json").stdout)
    assert mine["title"] == "Mine"
    assert mine["chart"] == "downtown"
    assert mine["rules"]["decks"] == 2
    assert mine["rules"]["blackjack_pays"] == "6:5"


def test_chart_writes_the_file_it_reads(cutcard, tmp_path):
    for name in chart_names():
        written = cutcard("chart", name, "--format", "txt").stdout
        assert read_chart(written) == load_chart(name)


def test_chart_in_colours_only_where_they_are_wanted(cutcard):
    assert "\x1b[" not in cutcard("chart", "easy").stdout
    assert "\x1b[" in cutcard("chart", "easy", FORCE_COLOR="1").stdout
    assert "\x1b[" not in cutcard("chart", "easy", FORCE_COLOR="1", NO_COLOR="1").stdout


def test_chart_tells_where_two_differ(cutcard, tmp_path):
    text = cutcard("chart", "wizard", "--format", "txt").stdout
    (tmp_path / "mine.txt").write_text(text.replace("4  H ", "4  S ", 1))
    shown = cutcard("chart", "--diff", "wizard", "mine.txt")
    assert shown.stdout == ("wizard and mine.txt differ in 1 cell:\n   4 against 4   H   S\n")
    assert "say the same" in cutcard("chart", "--diff", "wizard", "easy").stdout


def test_simulation_agrees_with_the_exact_edge(cutcard):
    rounds = 40_000
    found = json.loads(
        cutcard("simulate", "easy", "--rounds", "40k", "--seed", "3", "--json").stdout
    )
    error = EXACT_WIZARD_SD / sqrt(rounds)
    assert abs(found["edge"] - EXACT_WIZARD_EDGE) < 4 * error
    assert found["rounds"] == rounds == sum(found["histogram"].values())
    assert found["net"] == sum(float(net) * n for net, n in found["histogram"].items())
    assert found["interval"][0] < found["edge"] < found["interval"][1]


def test_the_same_seed_gives_the_same_result(cutcard):
    def found(seed: str) -> dict[str, object]:
        shown = cutcard("simulate", "downtown", "--rounds", "2500", "--seed", seed, "--json")
        result = json.loads(shown.stdout)
        del result["seconds"], result["rounds_per_second"]
        return result

    assert found("7") == found("7")
    assert found("7")["histogram"] != found("8")["histogram"]


def test_the_command_that_is_told_repeats_the_result(cutcard):
    first = json.loads(cutcard("simulate", "european", "--rounds", "500", "--json").stdout)
    again = cutcard(*first["command"].split()[1:], "--json")
    assert json.loads(again.stdout)["histogram"] == first["histogram"]


BAD_INPUT = {
    ("plai",): "did you mean play?",
    ("play", "vegas"): "no game 'vegas'",
    ("play", "--seed", "x"): "'x' is not a seed",
    ("play", "--seed"): "--seed",
    ("play", "--bankroll", "0"): "'0' is not a whole number",
    ("play", "--rule", "decks"): "'decks' changes no rule",
    ("play", "--rule", "deck=2"): "did you mean decks?",
    ("play", "--rule", "decks=9"): "decks cannot be '9': it takes a whole number from 1 to 8",
    ("play", "--rule", "decks="): "decks cannot be ''",
    ("play", "vegas-strip", "--rule", "naturals=none"): "hole_card = peek does not go with",
    ("play", "vegas-strip", "--chart", "wizard"): "columns for both dealer cards",
    ("simulate", "--rounds", "1.5"): "'1.5' is not a whole number",
    ("simulate", "--rounds", "1e99"): "'1e99' is not a whole number",
    ("simulate", "--rounds", "8_"): "'8_' is not a whole number",
    ("simulate", "--rounds=--"): "argument --rounds: '--' is not a value",
    ("compare", "--rule=--"): "argument --rule: '--' is not a value",
    ("advise", "--", "easy", "--", "T"): "'--' is not a value",
    ("simulate", "--rounds", "-5"): "--rounds",
    ("simulate", "--chart", "nosuch"): "no chart 'nosuch'",
    ("simulate", "--chart", "no/such.txt"): "cannot be read",
    ("simulate", "--chart", "."): "cannot be read",
    ("rules", "no/such.toml"): "cannot be read",
    ("rules", "easy", "extra"): "extra",
    ("chart",): "give one chart",
    ("chart", "easy", "--format", "pdf"): "pdf",
    ("chart", "--diff", "wizard", "vegas-strip"): "cannot be compared",
    ("tour", "--fast"): "--fast",
}


@pytest.mark.parametrize("words", BAD_INPUT, ids=" ".join)
def test_bad_input_gets_one_sentence(cutcard, words):
    refused = cutcard(*words)
    assert refused.returncode == 1
    assert refused.stdout == ""
    assert refused.stderr.startswith("cutcard: ")
    assert refused.stderr.count("\n") == 1
    assert BAD_INPUT[words] in refused.stderr


@pytest.mark.parametrize(
    ("contents", "complaint"),
    [
        (b"", "the chart is empty"),
        (b"\xff\xfe\x00junk", "is not a text file"),
        (b"2 3 4\n", "line 1 has 3 columns"),
        (b"a\0b", "line 1 holds a NUL byte"),
    ],
)
def test_a_bad_chart_is_refused_with_its_name_and_place(cutcard, tmp_path, contents, complaint):
    (tmp_path / "bad.txt").write_bytes(contents)
    refused = cutcard("simulate", "--chart", "bad.txt")
    assert refused.returncode == 1
    assert "bad.txt" in refused.stderr
    assert complaint in refused.stderr


@pytest.mark.parametrize(
    ("contents", "complaint"),
    [
        (b"decks = ", "is not a TOML file"),
        (b"decks = 2", "'decks' is unknown"),
        (b"rules = 3", "must be a table"),
        (b"title = 3", "must be a printable text"),
        (b"[rules]\ndecks = 2.5", "decks cannot be 2.5"),
        (b"[rules]\ndecks = true", "decks cannot be True"),
        (b'base = "nowhere"', "no game 'nowhere'"),
        (b"\xff", "is not a text file"),
    ],
)
def test_a_bad_game_file_is_refused(cutcard, tmp_path, contents, complaint):
    (tmp_path / "bad.toml").write_bytes(contents)
    refused = cutcard("rules", "bad.toml")
    assert refused.returncode == 1
    assert complaint in refused.stderr
    assert refused.stderr.count("\n") == 1


def test_a_chart_beside_a_game_file_is_found(cutcard, tmp_path):
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "mine.txt").write_text(cutcard("chart", "simple", "--format", "txt").stdout)
    (folder / "mine.toml").write_text('base = "ve280"\nchart = "mine.txt"\n')
    found = json.loads(
        cutcard("simulate", "games/mine.toml", "--rounds", "10", "--seed", "1", "--json").stdout
    )
    assert Path(found["chart"]).name == "mine.txt"
