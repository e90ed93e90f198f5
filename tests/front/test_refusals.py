"""What a caller gets wrong is refused in a sentence: every error is a CutcardError."""

from collections.abc import Callable
from pathlib import Path

import pytest

import cutcard as cc

SINGLE = "single-deck"
EASY = cc.game("easy").chart
FEW: dict[str, int] = {"compositions": 100, "seed": 1, "workers": 1}


def banana(view: cc.View) -> cc.Action:
    return "banana"  # type: ignore[return-value]


def splits(view: cc.View) -> cc.Action:
    return cc.Action.SPLIT


class Greedy(cc.Player):
    """Bets what it was told to, and answers with names of actions."""

    def __init__(self, stake: float) -> None:
        self.stake = stake

    def bet(self, bankroll: int, minimum: int) -> int:
        return self.stake  # type: ignore[return-value]

    def act(self, view: cc.View) -> cc.Action:
        return "stand"  # type: ignore[return-value]


class LikeAChart:
    """Has what a chart has, and answers nonsense."""

    def action(self, view: cc.View) -> cc.Action:
        return banana(view)

    def check_fits(self, rules: cc.Rules) -> None:
        pass


def counted(**given: object) -> cc.Finding:
    return cc.simulate("vegas-strip", rounds=100, seed=1, workers=1, **given)  # type: ignore[arg-type]


REFUSED: list[tuple[Callable[[], object], str]] = [
    # A table.
    (lambda: cc.table("easy", seed="a"), "'a' is not a seed: it takes a whole number, 0 or more"),
    (lambda: cc.table("easy", seed=-1), "-1 is not a seed: it takes a whole number, 0 or more"),
    (lambda: cc.table("easy", seed=1e300), "1e+300 is not a seed: it takes a whole number, 0 or"),
    (lambda: cc.table("easy", seed=1.5), "1.5 is not a seed: it takes a whole number, 0 or more"),
    (lambda: cc.table("easy", player=3), "3 is not a player: "),
    (lambda: cc.table("easy", player=object), "object is not a player: "),
    (lambda: cc.table("easy", player="mine"), "'mine' is not a player: it takes FILE.py:CLASS"),
    (lambda: cc.table("easy", chart=3), "3 is not a chart: it takes a name, a file, 'best' or a"),
    (lambda: cc.table("easy", chart=""), "there is no chart '': "),
    (
        lambda: cc.table("easy", bankroll=0),
        "0 is not a bankroll: it takes a whole number from 1 to 1,0",
    ),
    (
        lambda: cc.table("easy", player=Greedy(1.5)).play_round(),
        "a bet of 1.5 is not allowed: it takes a whole number from 1 to 100",
    ),
    (
        lambda: cc.table("cs50", player=Greedy(1), seed=1).play_round(),
        "'stand' is of the class str, not an Action: seat 0 may stand, hit",
    ),
    (
        lambda: cc.table("easy", bankroll=10**20),
        "100000000000000000000 is not a bankroll: it takes",
    ),
    (lambda: cc.table("easy", chart="x" * 10**6), "there is no chart 'xxx"),
    (lambda: cc.table("easy", player=f"{'x' * 10**6}.py:Mine"), "there is no file 'xxx"),
    (lambda: cc.solve("easy", chart="x" * 10**6), "there is no chart 'xxx"),
    (lambda: cc.simulate("easy", chart="x" * 10**6), "there is no chart 'xxx"),
    (lambda: cc.duel(f"{'x' * 10**6}.py:Mine", "alpha"), "there is no file 'xxx"),
    # A simulation.
    (
        lambda: counted(count="hi-lo", ramp="0:0,100:2"),
        "100 rounds were watched, and none was played: there is no result",
    ),
    (lambda: counted(count="hi-lo", ramp={1: 2}), "{1: 2} is not a ramp: it takes a text such as"),
    (lambda: counted(count=3), "3 is not a count: it takes a name such as 'hi-lo'"),
    (lambda: counted(count="hi-lo", indices=3), "3 names no index plays: it takes all, none"),
    (lambda: counted(mistakes=3), "3 is not mistakes: it takes a text such as 'play=1%,bets=2%'"),
    (lambda: counted(players="a"), "'a' is not a number of other players: it takes a whole"),
    (lambda: counted(spots=0), "0 is not a number of spots: it takes a whole number, 1 or more"),
    (lambda: counted(until_stderr="a"), "'a' is not a standard error: it takes a number, more"),
    (
        lambda: counted(bankroll=100),
        "bankroll is for card counters: name a count, as in count='hi-lo'",
    ),
    (lambda: counted(risk=0.1), "risk is for card counters: name a count, as in count='hi-lo'"),
    (
        lambda: counted(count="hi-lo", risk=1),
        "a risk of ruin of 1 is not possible: it takes a share between 0 and 1, as in 0.05",
    ),
    (
        lambda: counted(count="hi-lo", bankroll="a"),
        "'a' is not a bankroll: it takes a whole number from 1 to",
    ),
    (
        lambda: counted(count="hi-lo", bankroll=0.5),
        "0.5 is not a bankroll: it takes a whole number from 1 to",
    ),
    (
        lambda: cc.simulate(SINGLE, workers=257),
        "257 is not a number of workers: it takes a whole number from",
    ),
    (lambda: counted(count="hi-lo", indices=""), "'' names no index plays: it takes all, none"),
    (
        lambda: counted(count="ko", indices=cc.index(SINGLE, plays="insurance", **FEW)),
        "these index plays are for hi-lo with tags = ",
    ),
    (
        lambda: counted(count="hi-lo", risk=2),
        "2 is not a risk of ruin: it takes a number, more than 0, and 1",
    ),
    (lambda: cc.simulate("easy", rounds=float("inf")), "inf rounds cannot be played: it takes a"),
    # A solution.
    (
        lambda: cc.solve("cs50", chart=banana),
        "'banana' is of the class str, not an Action: with A A against A it may be Action.STAND",
    ),
    (
        lambda: cc.solve("cs50", chart=splits),
        "split is not legal: with A A against A it may be Action.STAND, Action.HIT",
    ),
    (lambda: cc.solve("cs50", chart=LikeAChart()), "'banana' is of the class str, not an Action: "),
    (lambda: cc.value("cs50", None), "None is not a chart: it takes a chart, its name or file"),
    (lambda: cc.value("beta", "caller"), "no exact value of beta against caller is known: it"),
    (lambda: cc.value("beta", "alhpa"), "there is no player 'alhpa': did you mean alpha?"),
    (lambda: cc.solve("cs50", chart=3), "3 is not a way to play: it takes a chart, its name or"),
    (lambda: cc.solve("cs50", removed=3), "3 is not a sequence of cards: it takes a text such as"),
    (lambda: cc.advise("easy", 8, "T"), "8 is not a sequence of cards: it takes a text such as"),
    (lambda: cc.advise("easy", b"8 8", "T"), "b'8 8' is not a sequence of cards: it takes a text"),
    (lambda: cc.advise("easy", ["8", 8], "T"), "8 is not a card: write a rank of A 2 3"),
    (lambda: cc.advise("easy", "8 8", "T 7", hands="a"), "'a' is not a number of hands: it takes"),
    # A round.
    (lambda: cc.deal("easy", "8s", bets=2), "2 is not a sequence of bets: it takes a whole number"),
    (lambda: cc.deal("easy", "8s", bets=(1.5,)), "(1.5,) is not a sequence of bets: it takes a"),
    (lambda: cc.deal("easy", "8s", bets=()), "() is not a sequence of bets: it takes a whole"),
    (lambda: cc.deal(SINGLE, "8s 8s 8s 8s"), "2 times 8s is not possible: there is 1 in 1 deck"),
    (
        lambda: cc.deal(SINGLE, "8s 6d 8h Tc").apply("hit").apply("6d"),
        "2 times 6d is not possible: there is 1 in 1 deck",
    ),
    (
        lambda: cc.deal(cc.Rules(decks=2), "8s 8s 8s 8s"),
        "3 times 8s is not possible: there are 2 in 2 decks",
    ),
    (lambda: cc.deal("easy", "8s 6d 8h Tc").apply(3), "3 is not a move: it takes a card or an"),
    (lambda: cc.deal("easy", "8s 6d").view, "nobody is to act: the round is over, or a card is"),
    # Other calls.
    (lambda: cc.index(SINGLE, ramp={1: 2}), "{1: 2} is not a ramp: it takes a text such as"),
    (lambda: cc.index(SINGLE, compositions=9), "9 is not a number of compositions: it takes a"),
    (lambda: cc.index(SINGLE, plays=3), "3 is not a text of plays: it takes i18, all, or hands"),
    (lambda: cc.duel("alpha", "caller", game=3), "3 is not a game: it takes the name of a game of"),
    (
        lambda: counted(count="hi-lo").best_ramp("8"),
        "'8' is not possible as the spread: it takes a number",
    ),
    (
        lambda: counted(count="hi-lo").best_ramp(float("inf")),
        "inf is not possible as the spread: it takes a whole number of chips",
    ),
    (
        lambda: counted(count="hi-lo").best_ramp(8, bankroll=99.5),
        "99.5 is not possible as the bankroll: it takes a whole number of chips",
    ),
    (
        lambda: cc.index(SINGLE, plays="insurance", **FEW).save("plays.txt"),
        "the index file plays.txt cannot be written: its name must end in .toml",
    ),
    (lambda: cc.game("easy").chart.save(""), "'' is not a file's name: it takes a text or a path"),
    (
        lambda: cc.Chart(EASY.columns, {**EASY.cells, ("16", "A"): "S"}),
        "('16', 'A') is not a cell's place: it takes a row, ",
    ),
    (lambda: cc.Chart(EASY.columns, EASY.cells, 3), "3 is not a chart's name: it takes a text"),
]


@pytest.mark.parametrize(("call", "sentence"), REFUSED, ids=[said for _, said in REFUSED])
def test_what_cannot_be_used_is_refused_in_a_sentence(
    call: Callable[[], object], sentence: str
) -> None:
    with pytest.raises(cc.CutcardError) as refused:
        call()
    assert str(refused.value).startswith(sentence)


class TestCards:
    def test_cards_may_be_written_one_by_one(self) -> None:
        dealt = cc.deal("vegas-strip", "8s 6d 8h Tc")
        assert cc.deal("vegas-strip", ["8s", "6d", cc.Card("8h"), "Tc"]) == dealt
        assert dict(cc.advise("easy", ["8", "8"], ["T", "7"])) == dict(
            cc.advise("easy", "8 8", "T 7")
        )

    def test_an_infinite_shoe_holds_any_card_any_number_of_times(self) -> None:
        endless = cc.Rules(decks="infinite")
        assert cc.deal(endless, "8s 8s 8s 8s").hands[0].hand.cards == (cc.Card("8s"),) * 2


class TestPlayersAtATable:
    def test_a_class_is_made_from_a_stream_of_the_seed(self) -> None:
        drawn = []

        class Mine(cc.Player):
            def __init__(self, random):
                drawn.append(random.random())

            def act(self, view):
                return cc.Action.STAND

        gains = [cc.table("vegas-strip", player=Mine, seed=1).play_round().gain for _ in range(2)]
        cc.table("vegas-strip", player=Mine, seed=2)
        assert gains[0] == gains[1]
        assert drawn[0] == drawn[1] != drawn[2]

    def test_an_object_is_asked_as_it_is(self) -> None:
        class Mine(cc.Player):
            def __init__(self):
                self.asked = 0

            def act(self, view):
                self.asked += 1
                return cc.Action.STAND

        mine = Mine()
        table = cc.table("cs50", player=mine, seed=1)
        for _ in range(5):
            table.play_round()
        assert mine.asked

    def test_a_player_from_a_file_plays_and_leaves_with_the_table(self, tmp_path: Path) -> None:
        from cutcard.lab import strangers

        path = tmp_path / "mine.py"
        path.write_text(
            "import cutcard as cc\n"
            "class Mine(cc.Player):\n"
            "    def act(self, view):\n"
            "        return cc.Action.STAND\n"
        )
        before = len(strangers._living)
        table = cc.table("cs50", player=f"{path}:Mine", seed=1)
        assert [table.play_round().over for _ in range(3)] == [True] * 3
        assert len(strangers._living) == before + 1
        del table
        assert len(strangers._living) == before

    def test_a_player_from_a_file_that_is_not_there_is_refused_at_once(self) -> None:
        with pytest.raises(cc.CutcardError, match=r"there is no file 'nowhere\.py' with a player"):
            cc.table("easy", player="nowhere.py:Mine")
