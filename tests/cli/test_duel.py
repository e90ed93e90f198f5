"""`cutcard duel`, as a user meets it."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from cli.told_duels import KEYS, lasting, strictly

CUTCARD = Path(sys.executable).parent / "cutcard"


def test_json_has_what_a_program_needs(cutcard):
    shown = cutcard("duel", "beta", "alpha", "--pairs", "12", "--seed", "3", "--json")
    found = strictly(shown.stdout)
    assert shown.stderr == ""
    assert set(KEYS) <= set(found)
    assert (found["pairs"], found["seed"]) == (12, 3)
    assert found["interval"][0] < found["mean"] < found["interval"][1]
    assert "chips" in found["unit"]
    assert found["mean_pot"] >= 20
    assert 0 <= found["ties_per_deal"] <= found["showdowns_per_deal"] <= 1
    halves = (found["opening_per_deal"] + found["answering_per_deal"]) / 2
    assert found["chips_per_deal"] == pytest.approx(halves + found["left_per_deal"])


def test_luck_is_told_beside_the_plain_mean(cutcard):
    words = ["duel", "nash", "alpha", "--pairs", "12", "--rule", "deals=2", "--seed", "3"]
    found = strictly(cutcard(*words, "--aivat", "--json", "--workers", "2").stdout)
    fair = found["without_luck"]
    assert fair["interval"][0] < fair["mean"] < fair["interval"][1]
    assert fair["saving"] == pytest.approx((found["stderr"] / fair["stderr"]) ** 2)
    assert found["kernel"] == "engine"
    plain = strictly(cutcard(*words, "--json").stdout)
    assert plain["without_luck"] is None
    for key in KEYS:
        assert found[key] == plain[key]
    text = cutcard(*shlex.split(found["command"])[1:], "--workers", "1").stdout
    assert f"chips a game      {found['mean']:+.2f}" in text
    assert f"without luck      {fair['mean']:+.2f}" in text
    assert f"standard error {fair['stderr']:.2f}" in text
    assert f"as certain as {fair['saving']:.1f} times as many games" in text


def test_a_round_robin_without_luck_tells_what_it_saves(cutcard):
    words = ["--round-robin", "alpha", "caller", "--pairs", "5", "--rule", "deals=2", "--aivat"]
    text = cutcard("duel", *words, "--seed", "1").stdout
    assert re.search(r"as certain as (\d+\.\d) to \1 times as many games", text)
    assert re.search(r"at most \d\.\d standard errors of the difference \(alpha against", text)
    assert text.splitlines()[-1].endswith("--aivat")


def test_the_mirror_is_exactly_nothing(cutcard):
    shown = cutcard("duel", "alpha", "alpha", "--pairs", "11", "--seed", "3", "--json")
    found = strictly(shown.stdout)
    assert (found["mean"], found["stderr"], found["interval"]) == (0, 0, [0, 0])
    assert "+0.00" in cutcard("duel", "alpha", "alpha", "--pairs", "2", "--seed", "3").stdout


def test_workers_do_not_change_the_result(cutcard):
    words = ["beta", "random", "--pairs", "21", "--rule", "deals=5", "--seed", "3", "--json"]

    def found(workers: str) -> dict[str, object]:
        return lasting(strictly(cutcard("duel", *words, "--workers", workers).stdout))

    assert found("1") == found("2") == found("3")


@pytest.mark.parametrize(
    "words",
    [
        ["beta", "alpha", "--pairs", "3"],
        ["beta", "alpha", "--pairs", "60", "--sprt", "--rule", "deals=3"],
        ["caller", "alpha", "--pairs", "4", "--rule", "streets=duuu u", "--rule", "raises=1"],
    ],
)
def test_the_command_that_is_told_repeats_the_result(cutcard, words):
    first = strictly(cutcard("duel", *words, "--json").stdout)
    again = strictly(cutcard(*shlex.split(first["command"])[1:], "--json").stdout)
    for key in KEYS:
        assert again[key] == first[key]


def test_the_report_tells_all_that_was_measured(cutcard):
    words = ["duel", "beta", "alpha", "--pairs", "10", "--seed", "4"]
    text = cutcard(*words).stdout
    found = strictly(cutcard(*words, "--json").stdout)
    for phrase in (
        f"{found['mean']:+.2f}",
        f"{found['interval'][0]:+.2f} to {found['interval'][1]:+.2f}",
        f"standard error {found['stderr']:.2f}",
        f"{found['mean'] / 20:+.3f}",
        f"{found['mean_pot']:.2f}",
        f"{100 * found['showdowns_per_deal']:.2f}%",
        f"{100 * found['ties_per_deal']:.2f}%",
        "bootstrap",
        "Wilson",
        "first seat",
        "opening",
        "games a second",
        "--seed 4",
    ):
        assert phrase in text


def test_what_played_is_told(cutcard):
    words = ["--pairs", "3", "--seed", "4"]
    assert (
        strictly(cutcard("duel", "caller", "alpha", *words, "--json").stdout)["kernel"] == "kernel"
    )
    assert strictly(cutcard("duel", "beta", "alpha", *words, "--json").stdout)["kernel"] == "kernel"
    assert "games a second (kernel)" in cutcard("duel", "random", "alpha", *words).stdout
    shown = cutcard("duel", "alpha", "beta", "--rule", "streets=uuu u u", *words).stdout
    assert "games a second (engine: beta samples showdowns by such rules)" in shown


def test_who_needs_no_kernel_does_not_load_it():
    script = (
        "import sys; from cutcard.cli import main; sys.argv[0] = 'cutcard'\n"
        "try: main()\n"
        "finally: print('numba' in sys.modules, 'numpy' in sys.modules, file=sys.stderr)"
    )
    shown = subprocess.run(
        [sys.executable, "-c", script, "duel", "--help"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert shown.stderr.splitlines()[-1] == "False False"


def test_a_sequential_test_stops_where_it_stopped_on_the_engine(cutcard):
    words = ["alpha", "random", "--rule", "deals=4", "--pairs", "900", "--seed", "1", "--sprt"]
    assert strictly(cutcard("duel", *words, "--json").stdout)["pairs"] == 20


def test_the_report_has_its_controls(cutcard):
    text = cutcard("duel", "beta", "alpha", "--pairs", "3", "--seed", "4").stdout
    assert re.search(r"alpha against alpha\W+0\.00", text)
    assert re.search(r"beta against random\s+\+\d", text)


def test_a_clear_duel_stops_early(cutcard):
    words = ["duel", "--pairs", "500", "--seed", "1", "--rule", "deals=4", "--sprt", "--json"]
    better = strictly(cutcard(*words, "beta", "alpha").stdout)
    worse = strictly(cutcard(*words, "alpha", "beta").stdout)
    assert better["pairs"] < 100
    assert worse["pairs"] < 100
    assert (better["verdict"], worse["verdict"]) == ("better", "not better")


def test_a_sequential_test_tells_its_error_rates(cutcard):
    words = ["--rule", "deals=4", "--pairs", "100", "--seed", "1", "--sprt"]
    text = cutcard("duel", "beta", "alpha", *words).stdout
    assert "beta against alpha: better" in text
    assert "5% error each way" in text


def test_everybody_against_everybody(cutcard):
    words = ["duel", "--round-robin", "alpha", "caller", "raiser", "--pairs", "5", "--seed", "1"]
    text = cutcard(*words).stdout
    lines = text.splitlines()
    assert lines[0].split()[:3] == ["alpha", "caller", "raiser"]
    assert [line.split()[0] for line in lines[1:4]] == ["alpha", "caller", "raiser"]
    found = strictly(cutcard(*words, "--json").stdout)
    assert [(one["first"], one["second"]) for one in found] == [
        ("alpha", "caller"),
        ("alpha", "raiser"),
        ("caller", "raiser"),
    ]
    for one in found:
        half = one["interval"][1] - one["mean"]
        assert f"{one['mean']:+.1f} ± {half:.1f}" in text
        assert f"{0.0 - one['mean']:+.1f} ± {half:.1f}" in text


def test_a_round_robin_is_made_of_the_same_duels(cutcard):
    words = ["--pairs", "5", "--seed", "1", "--json"]
    together = strictly(cutcard("duel", "--round-robin", "alpha", "caller", *words).stdout)
    alone = strictly(cutcard("duel", "alpha", "caller", *words).stdout)
    assert lasting(together[0]) == lasting(alone)


def test_a_plot_is_a_picture_and_leaves_nothing_beside_it(cutcard, tmp_path):
    pytest.importorskip("matplotlib")
    shown = cutcard("duel", "beta", "alpha", "--pairs", "3", "--seed", "1", "--plot", "chips.png")
    assert shown.returncode == 0
    assert "chips a game" in shown.stdout
    assert (tmp_path / "chips.png").read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
    assert [path.name for path in tmp_path.iterdir()] == ["chips.png"]


def test_the_band_of_the_plot_is_the_interval_of_the_mean():
    pytest.importorskip("matplotlib")
    from cutcard.lab.estimate import Mean
    from cutcard.report.plot_duel import running_means

    pairs = [float(gain) for gain in range(-40, 90, 7)]
    counts, means, halves = running_means(pairs)
    assert list(counts) == list(range(2, len(pairs) + 1))
    for count, value, half in zip(counts, means, halves, strict=True):
        mean = Mean.of(pairs[:count])
        assert value == pytest.approx(mean.value)
        assert (value - half, value + half) == pytest.approx(mean.interval)
    many = running_means([1.0, -1.0] * 50_000)
    assert len(many[0]) <= 1000
    assert many[0][-1] == 100_000


def test_a_plot_tells_what_was_measured_and_how(cutcard, tmp_path):
    pytest.importorskip("matplotlib")
    words = ["duel", "caller", "alpha", "--pairs", "30", "--seed", "1", "--plot", "chips.svg"]
    shown = cutcard(*words)
    assert shown.stderr == "drawn to chips.svg\n"
    picture = (tmp_path / "chips.svg").read_text()
    # matplotlib draws letters as outlines, and writes the text beside them as a comment.
    for text in ("95% interval", "mean so far", "caller against alpha: ", "; cutcard duel caller"):
        assert text in picture


def test_a_picture_that_fails_leaves_the_old_one_alone(cutcard, tmp_path):
    pytest.importorskip("matplotlib")
    (tmp_path / "chips.xyz").write_text("precious")
    refused = cutcard("duel", "beta", "alpha", "--pairs", "2", "--plot", "chips.xyz")
    assert refused.returncode == 1
    assert (tmp_path / "chips.xyz").read_text() == "precious"
    assert len(list(tmp_path.iterdir())) == 1


BAD_INPUT = {
    ("beta", "gamma"): "no player 'gamma'",
    ("beta", "alfa"): "did you mean alpha?",
    ("beta",): "two players",
    (): "PLAYER",
    ("beta", "alpha", "random"): "the players named are beta alpha random",
    ("beta", "alpha", "--pairs", "0"): "'0' is not a whole number",
    ("beta", "alpha", "--pairs", "-1"): "--pairs",
    ("beta", "alpha", "--pairs", "1"): "2 pairs or more",
    ("beta", "alpha", "--pairs", "few"): "'few' is not a whole number",
    ("beta", "alpha", "--seed", "x"): "'x' is not a seed",
    ("beta", "alpha", "--workers", "0"): "'0' is not a number of workers",
    ("beta", "alpha", "--workers", "two"): "'two' is not a number of workers",
    ("beta", "alpha", "--rule", "seats=3"): "seats = 3",
    ("beta", "alpha", "--rule", "nosuch=1"): "no rule 'nosuch'",
    ("beta", "alpha", "--rule", "decks=2"): "no rule 'decks'",
    ("beta", "alpha", "--rule", "raises"): "'raises' changes no rule",
    ("beta", "alpha", "--rule", "raises=21"): "raises cannot be '21'",
    ("beta", "alpha", "--rule", "valuation=poker"): "alpha does not play valuation = poker",
    ("--round-robin", "beta"): "two players or more",
    ("--round-robin", "beta", "alpha", "beta"): "twice",
    ("beta", "alpha", "--cluster", "here"): "'here' is not a cluster",
    ("mine.py:Mine", "alpha", "--cluster", "local:2"): "whose file is on this machine only",
    ("beta", "alpha", "--fast"): "--fast",
    ("--seats", "3", "alpha", "caller"): "2 players are named: a table of seats = 3 takes 3",
    ("--seats", "7", "alpha", "caller"): "seats cannot be '7'",
    ("--seats", "3", "alpha", "caller", "gamma"): "no player 'gamma'",
    ("--seats", "2", "alpha", "caller", "--pairs", "1"): "1 rotation says nothing",
    ("--seats", "2", "alpha", "caller", "--sprt"): "--sprt is for a duel of two",
    ("--in-a-row", "5", "regular"): "takes a player and one or more opponents",
    ("--in-a-row", "5", "regular", "alpha", "alpha"): "each once",
    ("--in-a-row", "1", "regular", "alpha"): "1 game in a row leaves nothing to remember",
    ("--in-a-row", "5", "regular", "alpha", "--pairs", "1"): "1 pair of rows says nothing",
    ("--in-a-row", "5", "regular", "alfa"): "no player 'alfa'",
    ("--in-a-row", "5", "regular", "alpha", "--sprt"): "--sprt does not go with --in-a-row",
    ("--in-a-row", "5", "regular", "alpha", "--seats", "2"): "--seats does not go with",
    ("--seats", "3", "alpha", "caller", "raiser", "--aivat"): "--aivat is for a duel of two",
    ("--in-a-row", "5", "regular", "alpha", "--aivat"): "--aivat does not go with --in-a-row",
    ("beta", "alpha", "--aivat", "--sprt"): "--aivat does not go with --sprt",
    ("beta", "alpha", "--aivat", "--rule", "raises=2"): "raises = 3: raises = 2 does not go",
    ("beta", "alpha", "--aivat", "--game", "small"): "with least_raise = 1: least_raise = 10",
}


@pytest.mark.parametrize("words", BAD_INPUT, ids=" ".join)
def test_bad_input_gets_one_sentence(cutcard, words):
    refused = cutcard("duel", *words)
    assert refused.returncode == 1
    assert refused.stdout == ""
    assert refused.stderr.startswith("cutcard: ")
    assert refused.stderr.count("\n") == 1
    assert BAD_INPUT[words] in refused.stderr


def test_games_in_a_row_are_told_opponent_by_opponent(cutcard):
    words = ["--in-a-row", "6", "caller", "alpha", "beta", "--pairs", "2", "--rule", "deals=2"]
    found = strictly(cutcard("duel", *words, "--seed", "2", "--json").stdout)
    assert list(found["opponents"]) == ["alpha", "beta"]
    alpha, beta = (found["opponents"][name]["parts"] for name in ("alpha", "beta"))
    assert [part["games"] for part in alpha] == [[1, 1], [2, 5], [6, 6]]
    for part in alpha:
        best, short = part["best_response"]["mean"], part["short"]["mean"]
        assert best - short == pytest.approx(part["mean"])
    assert beta[0]["best_response"] is None
    shown = cutcard(*shlex.split(found["command"])[1:]).stdout
    assert re.search(r"game 1 +games 2-5 +game 6\n", shown)
    for name, parts in found["opponents"].items():
        row = re.search(rf"^{name} (.*)$", shown, re.MULTILINE)
        assert row
        assert re.findall(r"[+-]\d+\.\d(?= ±)", row[1]) == [
            f"{part['mean']:+.1f}" for part in parts["parts"]
        ]
    assert shown.count("short of it by") == 1
    assert shlex.split(found["command"])[1:] == shlex.split(shown.split("again: ")[1])[1:]


def test_games_in_a_row_tell_of_a_best_response_only_where_one_was_played(cutcard):
    words = ["--in-a-row", "2", "caller", "random", "--pairs", "2", "--rule", "deals=2"]
    shown = cutcard("duel", *words, "--seed", "2").stdout
    assert "  chips a game, 95% intervals\n" in shown
    assert "best response" not in shown


def test_help_names_the_best_response_among_the_players(cutcard):
    assert "exploiter" in cutcard("duel", "--help").stdout


def test_a_larger_table_is_told_player_by_player(cutcard):
    words = ["--seats", "3", "raiser", "alpha", "alpha", "--pairs", "3", "--rule", "deals=4"]
    found = strictly(cutcard("duel", *words, "--seed", "2", "--json").stdout)
    assert [player["name"] for player in found["players"]] == ["raiser", "alpha", "alpha"]
    assert (found["seats"], found["rotations"], found["games"]) == (3, 3, 9)
    raiser, *alphas = (player["mean"] for player in found["players"])
    assert found["each_of"]["alpha"]["mean"] == pytest.approx(sum(alphas) / 2)
    assert raiser + sum(alphas) == pytest.approx(0)
    shown = cutcard(*shlex.split(found["command"])[1:]).stdout
    low, high = found["players"][0]["interval"]
    assert "3 rotations of 3 games" in shown
    assert f"{raiser:+9.2f} chips a game  (95% t interval {low:+.2f} to {high:+.2f})" in shown
    assert "2 × alpha" in shown
    assert "control: alpha in all seats +0.00 ± 0.00 (3 rotations)" in shown
    assert shlex.split(found["command"])[1:] == shlex.split(shown.split("again: ")[1])[1:]


@pytest.mark.parametrize("place", ["no/such.png", "chips.xyz", ".", "/"])
def test_a_picture_that_cannot_be_is_refused_before_the_games(cutcard, place):
    pytest.importorskip("matplotlib")
    refused = cutcard("duel", "beta", "alpha", "--pairs", "1M", "--plot", place)
    assert refused.returncode == 1
    assert refused.stdout == ""
    assert refused.stderr.startswith("cutcard: ")
    assert refused.stderr.count("\n") == 1
    assert place in refused.stderr


def test_a_rule_that_alpha_cannot_keep_is_told_as_such(cutcard):
    shown = cutcard("duel", "alpha", "caller", "--pairs", "2", "--rule", "least_raise=5")
    assert "is not allowed now" not in shown.stderr
