"""What the front door returns: in bets, pleasant to look at, plain to compute with."""

import json
from pathlib import Path
from random import Random

import pytest
from warm_starts import CUTCARD, warm_starts

import cutcard as cc
from cutcard.blackjack.presets import load_chart
from cutcard.blockhead.deal import Event, View


def printed(*words: str) -> str:
    run = warm_starts().run_as_text([str(CUTCARD), *words], folder=Path.cwd())
    run.check_returncode()
    return run.stdout


def without_times(text: str) -> list[str]:
    return [
        line
        for line in text.rstrip("\n").split("\n")
        if not line.strip().endswith(" s") and " a second" not in line
    ]


@pytest.fixture(scope="module")
def found() -> cc.Finding:
    return cc.simulate(cc.game("vegas-strip", hit_soft_17=True), rounds="200k", seed=7)


@pytest.fixture(scope="module")
def best() -> cc.Chart:
    return cc.best_chart("european")


class TestGames:
    def test_rules_are_changed_by_keywords(self) -> None:
        strip = cc.game("vegas-strip", hit_soft_17=True)
        assert strip.rules.hit_soft_17
        assert strip.rules.decks == 6
        assert strip.title == "Vegas Strip with hit_soft_17 = true"

    def test_a_changed_game_can_be_changed_again(self) -> None:
        once = cc.game("vegas-strip", hit_soft_17=True)
        twice = cc.game(once, decks=2)
        assert twice == cc.game("vegas-strip", hit_soft_17=True, decks=2)
        assert cc.game(twice, decks=6, hit_soft_17=False).rules == cc.game("vegas-strip").rules

    def test_a_game_prints_as_it_is_written(self) -> None:
        for game in (
            cc.game("easy"),
            cc.game("vegas-strip", hit_soft_17=True, blackjack_pays="6:5"),
            cc.game(cc.Rules(decks=1)),
        ):
            assert eval(repr(game), {"game": cc.game, "Rules": cc.Rules}) == game
            assert "\n" not in repr(game)

    def test_games_are_read_from_files(self, tmp_path: Path) -> None:
        path = tmp_path / "corner.toml"
        path.write_text('base = "vegas-strip"\n[rules]\nblackjack_pays = "6:5"\n')
        assert str(cc.game(path).rules.blackjack_pays) == "6:5"
        assert cc.game(str(path)) == cc.game(path)

    def test_what_is_no_game_gets_a_sentence(self) -> None:
        with pytest.raises(cc.CutcardError, match="there is no game 'vegas': did you mean"):
            cc.game("vegas")
        with pytest.raises(cc.CutcardError, match="blockhead is not a blackjack game"):
            cc.game("blockhead")
        with pytest.raises(cc.CutcardError, match="17 is not a game"):
            cc.game(17)  # type: ignore[arg-type]


class TestCharts:
    def test_the_chart_is_loaded_and_equal_to_the_shipped_one(self) -> None:
        chart = cc.game("vegas-strip").chart
        assert chart == load_chart("vegas-strip")
        assert load_chart("vegas-strip") == chart
        assert chart != load_chart("downtown")
        assert {chart: 1}[load_chart("vegas-strip")] == 1
        assert repr(chart).startswith("<Chart vegas-strip, 10 columns, ")

    @pytest.mark.parametrize("form", ["txt", "csv", "json", "svg", "html", "png"])
    def test_a_chart_is_saved_as_the_command_writes_it(
        self, form: str, best: cc.Chart, tmp_path: Path
    ) -> None:
        ours, theirs = tmp_path / f"ours.{form}", tmp_path / f"theirs.{form}"
        best.save(ours)
        printed("chart", "european", "--chart", "best", "--out", str(theirs))
        assert ours.read_bytes() == theirs.read_bytes()

    @pytest.mark.parametrize("form", ["txt", "csv", "json", "svg", "html", "png"])
    def test_a_chart_of_ones_own_is_saved_as_the_command_writes_its_file(
        self, form: str, tmp_path: Path
    ) -> None:
        chart = cc.game("vegas-strip").chart
        path = tmp_path / "mine.txt"
        own = cc.Chart(chart.columns, {**chart.cells, ("16", "10"): "S"}, str(path))
        own.save(path)
        ours, theirs = tmp_path / f"ours.{form}", tmp_path / f"theirs.{form}"
        own.save(ours)
        printed("chart", str(path), "--out", str(theirs))
        assert ours.read_bytes() == theirs.read_bytes()

    @pytest.mark.parametrize("name", ["vegas-strip", "easy"])
    def test_the_best_chart_is_the_same_text_wherever_it_is_asked_for(
        self, name: str, tmp_path: Path
    ) -> None:
        solved, charted, ours = (tmp_path / f"{one}.txt" for one in ("solved", "charted", "ours"))
        printed("solve", name, "--out", str(solved))
        printed("chart", name, "--chart", "best", "--out", str(charted))
        cc.best_chart(name).save(ours)
        assert solved.read_text() == charted.read_text() == ours.read_text()
        best = cc.solve(name).chart
        assert best is not None
        assert str(best) == ours.read_text()
        # As in the charts that are shipped: the original's has no play for aces left unsplit.
        assert best.cells["AA", "10"] == {"easy": "P", "vegas-strip": "Ph"}[name]

    def test_a_chart_of_ones_own_shows_itself_and_goes_with_any_game(self) -> None:
        chart = cc.game("vegas-strip").chart
        own = cc.Chart(chart.columns, {**chart.cells, ("16", "10"): "S"}, "mine")
        assert own.game is None
        assert own._repr_html_().startswith("<svg ")
        assert ">mine<" in own._repr_html_()
        assert repr(own).startswith("<Chart mine, 10 columns, ")
        solved = cc.solve("vegas-strip", chart=own)
        assert isinstance(solved.chart, cc.Chart)
        assert solved.chart == own != chart
        assert cc.value("vegas-strip", own) == solved.edge < cc.value("vegas-strip", chart)

    @pytest.mark.parametrize(
        ("columns", "cells", "sentence"),
        [
            (("2",), {}, r"\('2',\) are not the columns of a chart: it takes those of another"),
            (5, {}, "5 are not the columns of a chart"),
            (None, 5, "5 are not the cells of a chart: it takes a dictionary"),
            (None, {("16", "10"): 5}, r"5 is not a cell at \('16', '10'\): it takes letters"),
            (None, {}, "row 4, column 2: the cell is empty"),
        ],
    )
    def test_what_is_no_chart_gets_a_sentence(
        self, columns: object, cells: object, sentence: str
    ) -> None:
        columns = columns or cc.game("vegas-strip").chart.columns
        with pytest.raises(cc.CutcardError, match=sentence):
            cc.Chart(columns, cells)  # type: ignore[arg-type]

    def test_what_is_no_file_name_gets_a_sentence(self) -> None:
        with pytest.raises(cc.CutcardError, match="5 is not a file's name: it takes a text or a"):
            cc.game("easy").chart.save(5)  # type: ignore[arg-type]

    def test_a_format_that_there_is_not_gets_a_sentence(self, tmp_path: Path) -> None:
        with pytest.raises(cc.CutcardError, match="names no format: let it end in"):
            cc.game("easy").chart.save(tmp_path / "easy.doc")
        assert not list(tmp_path.iterdir())

    def test_a_saved_chart_can_be_played_by(self, tmp_path: Path) -> None:
        path = tmp_path / "mine.txt"
        cc.best_chart("downtown").save(path)
        assert cc.value("downtown", path) == cc.value("downtown", "best")

    def test_a_notebook_shows_the_drawing(self) -> None:
        shown = cc.game("easy").chart._repr_html_()
        assert shown.startswith("<svg ")
        assert "<style" not in shown


class TestSimulations:
    def test_a_finding_is_in_bets(self, found: cc.Finding) -> None:
        low, high = found.interval
        assert low < found.edge < high
        assert abs(found.edge) < 0.03
        assert 1.1 < found.sd < 1.2
        assert {-0.5, -1.0, 1.0, 1.5, 2.0} < set(found.histogram["gain"])
        gains = found.histogram
        assert (gains["gain"] * gains["rounds"]).sum() / found.rounds == pytest.approx(found.edge)

    def test_counts_add_up_to_all_rounds(self, found: cc.Finding) -> None:
        counts = found.counts
        assert counts["wins"] + counts["pushes"] + counts["losses"] == found.rounds == 200_000
        assert found.histogram["rounds"].sum() == found.rounds

    def test_it_is_what_the_command_finds_and_prints(self, found: cc.Finding) -> None:
        words = found.as_dict()["command"].split()
        assert words[0] == "cutcard"
        assert without_times(str(found)) == without_times(printed(*words[1:]))
        told = json.loads(printed(*words[1:], "--json"))
        ours = json.loads(json.dumps(found.as_dict()))
        for timed in ("seconds", "rounds_per_second"):
            told.pop(timed), ours.pop(timed)
        assert ours == told

    def test_workers_find_the_same(self) -> None:
        one, two = (cc.simulate("easy", rounds="9M", seed=3, workers=n) for n in (1, 2))
        assert (one.histogram == two.histogram).all()

    def test_a_counter_is_told_by_count(self) -> None:
        counted = cc.simulate(
            "vegas-strip", count="hi-lo", ramp="1:2,2:4,3:8", indices="all", rounds="1e5", seed=1
        )
        assert counted.by_count["rounds"].sum() == 100_000
        assert set(counted.by_count["bet"]) == {1, 2, 4, 8}
        assert counted.as_dict()["counting"]["count"] == "hi-lo"
        words = counted.as_dict()["command"].split()[1:]
        assert without_times(str(counted)) == without_times(printed(*words))

    def test_index_plays_are_played_as_found_or_as_saved(self, tmp_path: Path) -> None:
        strip, path = cc.game("vegas-strip"), tmp_path / "mine.toml"
        plays = cc.index(strip, plays="16vT,insurance", compositions=100, seed=7, workers=1)
        assert len(plays) == len(list(plays)) == 3  # a surrender, too
        plays.save(path)
        asked = {"count": "hi-lo", "ramp": "1:2", "rounds": 20_000, "seed": 1}
        found, saved = (cc.simulate(strip, indices=which, **asked) for which in (plays, path))
        assert (found.histogram == saved.histogram).all()
        assert (found.histogram != cc.simulate(strip, indices="none", **asked).histogram).any()
        assert found.command == ""
        assert f"--indices {path}" in saved.command
        # A count's file, too, may be named by its path.
        assert cc.simulate(strip, count=Path("hi-lo"), rounds=1000, seed=1).command

    def test_a_chart_without_a_name_has_no_command_but_a_seed(self) -> None:
        chart = cc.game("easy").chart
        own = cc.Chart(chart.columns, {**chart.cells, ("16", "20"): "S"})
        told = cc.simulate("easy", chart=own, rounds=1000, seed=5)
        assert told.command == ""
        assert str(told).endswith("seed 5")

    def test_rules_of_ones_own_are_played(self) -> None:
        told = cc.simulate(cc.Rules(decks="infinite"), rounds=10_000, seed=5)
        assert told.rounds == 10_000

    def test_a_representation_fits_a_line(self, found: cc.Finding) -> None:
        assert "\n" not in repr(found)
        assert len(repr(found)) < 80

    def test_rounds_are_those_played_and_those_watched(self) -> None:
        plain = cc.simulate("easy", rounds=1000, seed=1)
        assert (plain.played, plain.watched) == (1000, 0)
        watching = cc.simulate(
            "vegas-strip", count="hi-lo", ramp="0:0,1:2", rounds=5000, seed=1, workers=1
        )
        assert watching.played + watching.watched == watching.rounds == 5000
        assert 0 < watching.played == watching.histogram["rounds"].sum()
        gained = (watching.histogram["gain"] * watching.histogram["rounds"]).sum()
        assert watching.mean == pytest.approx(gained / watching.played)

    def test_all_that_is_public_in_a_finding_fits_a_line(self, found: cc.Finding) -> None:
        public = [name for name in dir(found) if not name.startswith("_")]
        assert "tally" not in public
        longer = {"by_count", "histogram", "counts", "command", "chart_note"}
        for name in set(public) - longer:
            value = getattr(found, name)
            if not callable(value):
                assert len(repr(value)) <= 100, (name, value)
                assert "\n" not in repr(value)

    def test_bad_input_gets_a_sentence(self) -> None:
        with pytest.raises(cc.CutcardError, match="ramp is for card counters"):
            cc.simulate("easy", ramp="1:2")
        with pytest.raises(cc.CutcardError, match="'many' is not a whole number"):
            cc.simulate("easy", rounds="many")
        with pytest.raises(cc.CutcardError, match=r"1000\.5 rounds cannot be played"):
            cc.simulate("easy", rounds=1000.5)
        with pytest.raises(cc.CutcardError, match="0 is not a number of workers"):
            cc.simulate("easy", rounds=1000, workers=0)
        with pytest.raises(cc.CutcardError, match="-1 is not a seed"):
            cc.simulate("easy", rounds=1000, seed=-1)


class TestSolutions:
    def test_the_edge_is_exact(self) -> None:
        assert cc.solve("vegas-strip").edge == pytest.approx(-0.00330268037, abs=5e-12)
        strip = cc.game("vegas-strip")
        assert cc.value(strip, strip.chart) == pytest.approx(-0.00333215560, abs=5e-12)

    def test_a_solution_is_what_the_command_prints(self) -> None:
        for words, solved in (
            (("solve", "coms1018"), cc.solve("coms1018")),
            (("solve", "cs50", "--chart", "best"), cc.solve("cs50", chart="best")),
            (("solve", "single-deck", "--remove", "A,5"), cc.solve("single-deck", removed="A 5")),
        ):
            assert without_times(str(solved)) == without_times(printed(*words))
            told, ours = json.loads(printed(*words, "--json")), solved.as_dict()
            told.pop("seconds"), ours.pop("seconds")
            assert json.loads(json.dumps(ours)) == told

    def test_odds_of_results_are_an_array(self) -> None:
        solved = cc.solve("easy")
        assert solved.histogram is not None
        assert solved.histogram["odds"].sum() == pytest.approx(1)
        assert (solved.histogram["gain"] * solved.histogram["odds"]).sum() == pytest.approx(
            solved.edge
        )
        assert cc.solve("vegas-strip").sd is None

    def test_any_way_to_play_has_a_value(self) -> None:
        worth = cc.value(cc.Rules(decks="infinite"), lambda view: cc.Action.STAND)
        assert worth == pytest.approx(-0.157, abs=0.01)

    def test_advice_is_in_bets_and_the_best_first(self) -> None:
        advice = cc.advise("easy", "8 8", "T 7")
        assert next(iter(advice)) is advice.best is cc.Action.SPLIT
        assert list(advice.values()) == sorted(advice.values(), reverse=True)
        assert advice[cc.Action.SURRENDER] == -0.5
        assert str(advice) + "\n" == printed("advise", "easy", "8 8", "T 7")
        assert json.loads(printed("advise", "easy", "8 8", "T 7", "--json")) == advice.as_dict()

    def test_offers_are_told_apart(self) -> None:
        advice = cc.advise(cc.game("vegas-strip", insurance=True), "T 6", "A")
        assert set(advice.offers) == {cc.Action.INSURE, cc.Action.DECLINE}
        assert cc.Action.INSURE not in advice
        assert advice.best is cc.Action.SURRENDER
        assert repr(advice).startswith("<T 6 against A: decline ")
        assert "; then surrender " in repr(advice)

    def test_an_offer_worth_taking_is_the_best(self) -> None:
        seen = " ".join(["2", "3", "4", "5", "6"] * 12)
        game = cc.game("vegas-strip", insurance=True)
        for hand in ("T 6", "A T"):
            advice = cc.advise(game, hand, "A", seen=seen)
            assert advice.best is cc.Action.INSURE
            assert repr(advice).startswith(f"<{hand} against A: insure ")

    def test_two_players_of_blockhead_have_a_value(self) -> None:
        told = json.loads(printed("value", "beta", "alpha", "--json"))
        assert cc.value("beta", "alpha") == told["value_per_deal"]


class TestRounds:
    def test_a_blackjack_gains_one_and_a_half(self) -> None:
        paid = cc.deal("vegas-strip", "As 6d Kh Tc")
        assert paid.over
        assert paid.gain == 1.5
        assert paid.hands[0].stake == 1
        assert cc.deal("vegas-strip", "As 6d Kh Tc", bets=(2,)).gain == 3

    def test_moves_may_be_written(self) -> None:
        state = cc.deal("vegas-strip", "8s 6d 8h Tc")
        state = state.apply("split")
        for move in ("3d", "double", "Th", "2c", cc.Action.STAND, "9c"):
            state = state.apply(move)
        assert state.over
        assert [hand.stake for hand in state.hands] == [2, 1]
        assert state.gains == (3.0,)
        assert state.gain == sum(hand.gain for hand in state.hands)

    def test_a_round_is_a_value(self) -> None:
        one, two = (cc.deal("easy", "8s 6d 8h Tc") for _ in range(2))
        assert one == two
        assert hash(one) == hash(two)
        assert one.apply("stand") != one

    def test_a_round_is_drawn(self) -> None:
        assert str(cc.deal("vegas-strip", "8s 6d 8h Tc")) == (
            "Dealer: 6♦ ▒▒  (shows 6)\n"
            "You: 8♠ 8♥  (16)\n"
            "legal: stand, hit, double, split, surrender"
        )
        assert str(cc.deal("vegas-strip", "As 6d Kh Tc")).endswith("blackjack! +1.5")

    def test_a_chart_is_asked_with_what_a_seat_sees(self) -> None:
        strip = cc.game("vegas-strip")
        state = cc.deal(strip, "8s 6d 8h Tc")
        assert strip.chart.action(state.view) is cc.Action.SPLIT

    def test_a_single_card_may_be_given(self) -> None:
        assert cc.deal("easy", cc.Card("8s")) == cc.deal("easy", "8s")
        assert dict(cc.advise("european", "8 8", cc.Card("Ts"))) == dict(
            cc.advise("european", "8 8", "T")
        )

    def test_its_hands_fit_a_line(self) -> None:
        state = cc.deal("vegas-strip", "8s 6d 8h Tc")
        assert repr(state.hands) == "(<8s 8h, stake 1: playing>,)"
        state = state.apply("split").apply("3d").apply("double").apply("Th").apply("2c")
        assert repr(state.hands[0]) == "<8s 3d Th of a split, doubled, stake 2: stood>"
        state = state.apply("stand").apply("5c")
        assert repr(state.hands[1]) == "<8h 2c of a split, stake 1: stood, gain -1>"

    def test_the_hidden_card_stays_hidden(self) -> None:
        state = cc.deal("vegas-strip", "8s 6d 8h Tc")
        assert "T" not in str(state).replace("The", "")
        assert "Tc" not in repr(state)

    def test_bad_moves_get_a_sentence(self) -> None:
        state = cc.deal("vegas-strip", "8s 6d 8h Tc")
        with pytest.raises(cc.CutcardError, match="'fold' is not a move: it takes a card"):
            state.apply("fold")
        with pytest.raises(cc.CutcardError, match="no card is to be dealt now: seat 0 may"):
            state.apply("5h")
        with pytest.raises(cc.CutcardError, match="no card is to be dealt now"):
            cc.deal("vegas-strip", "8s 6d 8h Tc 5h")

    def test_a_table_books_what_its_rounds_gain(self) -> None:
        table = cc.table("vegas-strip", seed=1, bankroll=50)
        gains = [table.play_round().gain for _ in range(20)]
        assert table.bankroll == 50 + sum(gains)
        assert table.rounds == 20
        again = cc.table("vegas-strip", seed=1, bankroll=50)
        assert [again.play_round().gain for _ in range(20)] == gains

    def test_a_table_ends_with_the_bankroll(self) -> None:
        table = cc.table("vegas-strip", seed=2, bankroll=1)
        while table.bankroll >= 1:
            table.play_round()
        with pytest.raises(cc.CutcardError, match="pays for no further bet: it takes 1 or more"):
            table.play_round()
        assert 0 <= table.bankroll < 1


class TestDuels:
    def test_a_duel_of_a_class_names_it_and_no_command(self) -> None:
        class Local:
            """Calls; it cannot be sent to workers, and plays all the same."""

            def __init__(self, random: Random) -> None:
                pass

            def act(self, view: View) -> int:
                return view.to_call

            def see(self, event: Event) -> None:
                pass

        duel = cc.duel(Local, "alpha", pairs=6, seed=1)
        assert duel.pairs.tolist() == cc.duel("caller", "alpha", pairs=6, seed=1).pairs.tolist()
        assert duel.first == "Local"
        assert duel.command == ""
        assert "again:" not in str(duel)
        assert "Local is a class" in str(duel)

    @pytest.mark.parametrize(
        ("player", "sentence"),
        [
            (object, "object is not a player: it lacks act(view) and see(event)"),
            (3, "3 is not a player: it takes a name, a class, or FILE.py:CLASS"),
        ],
    )
    def test_what_is_no_player_is_refused_in_a_sentence(self, player: type, sentence: str) -> None:
        with pytest.raises(cc.CutcardError) as refused:
            cc.duel(player, "alpha", pairs=6)
        assert str(refused.value) == sentence

    def test_a_duel_is_what_the_command_prints(self) -> None:
        duel = cc.duel("alpha", "caller", pairs=30, seed=1)
        assert repr(duel.score) == "<score of 30 pairs, 1200 deals>"
        words = duel.command.split()[1:]
        assert without_times(str(duel)) == without_times(printed(*words))
        assert duel.interval[0] < duel.gain < duel.interval[1]
        assert duel.pairs.mean() == pytest.approx(duel.gain)
        told, ours = json.loads(printed(*words, "--json")), json.loads(json.dumps(duel.as_dict()))
        told.pop("seconds"), ours.pop("seconds")
        assert told == ours

    def test_bad_input_gets_a_sentence(self) -> None:
        with pytest.raises(cc.CutcardError, match="a duel takes 2 pairs or more"):
            cc.duel("alpha", "caller", pairs=1)
        with pytest.raises(cc.CutcardError, match="a duel is for two players: seats = 3"):
            cc.duel("alpha", "caller", seats=3)


def test_answers_show_themselves_in_a_notebook(found: cc.Finding) -> None:
    counted = cc.simulate("vegas-strip", count="hi-lo", rounds=1000, seed=1)
    answers = [
        (found, "Vegas Strip with hit_soft_17 = true, chart vegas-strip, 200,000 rounds"),
        (counted, "Hi-Lo count"),
        (cc.solve("easy"), "Easy Blackjack, the best composition-dependent play"),
        (cc.advise("easy", "8 8", "T 7"), "Easy Blackjack: 8 8 against T 7"),
        (
            cc.advise(cc.game("vegas-strip", insurance=True), "8 8", "A"),
            "<caption>offered before the dealer looks</caption>",
        ),
        (cc.duel("alpha", "caller", pairs=4, seed=1), "alpha against caller: 4 pairs of games"),
    ]
    for answer, title in answers:
        shown = answer._repr_html_()
        assert title in shown
        assert shown.count("<table") == shown.count("</table>") >= 1
        assert "\x1b" not in shown
