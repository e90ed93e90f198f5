"""Sessions: rounds in a row, bets within bounds, and a bankroll that keeps the score."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from cutcard.blackjack.actions import Action
from cutcard.blackjack.presets import load_chart, load_preset, preset_names
from cutcard.blackjack.round import Round, View
from cutcard.blackjack.rules import HoleCard, Rules
from cutcard.blackjack.session import IllegalBet, Onlooker, Session
from cutcard.blackjack.shoe import shoe_for
from cutcard.blackjack.strategy.count import HI_LO
from cutcard.blackjack.strategy.players import ChartPlayer, CountingPlayer
from cutcard.blackjack.strategy.ramp import Ramp
from cutcard.cards import Card, read_cards
from cutcard.driver import OVER
from cutcard.errors import Illegal
from cutcard.shoes import ScriptedShoe
from cutcard.streams import stream

RULES = Rules(deal="PPUH")

WIN, LOSS, PUSH, BLACKJACK = "T 9 T 8", "T 7 T 8", "T 9 T 9", "A K T 9"


class Standing:
    """Stands, bets what it is told, and tells a diary what it hears."""

    def __init__(self, diary: list[object], bet: int | None = None) -> None:
        self.diary = diary
        self.wants = bet

    def bet(self, bankroll: int, minimum: int) -> int:
        self.diary.append(("asked for a bet", bankroll, minimum))
        return minimum if self.wants is None else self.wants

    def act(self, view: View) -> Action:
        self.diary.append(("asked to act", str(view.hand)))
        return Action.STAND

    def dealt(self) -> None:
        pass

    def expose(self, card: Card) -> None:
        self.diary.append(("saw", card.text))

    def shuffled(self) -> None:
        self.diary.append("heard a shuffle")


class Diarist(Onlooker):
    """Writes down what it is told."""

    def __init__(self, diary: list[object], name: str) -> None:
        self.diary = diary
        self.name = name

    def round_began(self, session: Session) -> None:
        self.diary.append((self.name, "began", session.rounds, session.chips))

    def shuffled(self, session: Session) -> None:
        self.diary.append((self.name, "shuffled", session.rounds))

    def bet_placed(self, session: Session, bet: int) -> None:
        self.diary.append((self.name, "bet", bet))

    def see(self, state: Round) -> None:
        if state.over:
            self.diary.append((self.name, "over", state.nets))


class Shoe(ScriptedShoe):
    """A script that says it was shuffled before the rounds of these numbers."""

    def __init__(self, deck: str, shuffles: tuple[int, ...] = ()) -> None:
        super().__init__(read_cards(deck))
        self.shuffles = shuffles
        self.rounds = 0

    def before_round(self) -> bool:
        self.rounds += 1
        return self.rounds in self.shuffles


def session_of(deck: str, *, bankroll: int = 10, bet: int | None = None, **more: object) -> Session:
    player = Standing([], bet)
    return Session(more.pop("rules", RULES), Shoe(deck), player, bankroll=bankroll, **more)


# The bankroll.


@pytest.mark.parametrize(
    ("rules", "deck", "bet", "chips"),
    [
        (RULES, WIN, 1, 1),
        (RULES, LOSS, 1, -1),
        (RULES, PUSH, 3, 0),
        (RULES, WIN, 3, 3),
        (RULES, BLACKJACK, 1, "3/2"),
        (RULES, BLACKJACK, 2, 3),
        (Rules(deal="PPUH", blackjack_pays="6:5"), BLACKJACK, 1, "6/5"),
        (Rules(deal="PPUH", rounding="down"), BLACKJACK, 1, 1),
        (Rules(deal="PPUH", rounding="down"), BLACKJACK, 5, 7),
    ],
)
def test_the_bankroll_grows_by_what_a_round_brings(
    rules: Rules, deck: str, bet: int, chips: int | str
) -> None:
    session = session_of(deck, rules=rules, bet=bet)
    assert session.bankroll == 10 * rules.unit
    played = session.play_round()
    assert Fraction(session.bankroll, rules.unit) == 10 + Fraction(chips)
    assert played.turn == OVER
    assert played.bets == (bet,)


def test_rounds_add_up() -> None:
    session = session_of(" ".join([WIN, LOSS, LOSS, BLACKJACK, PUSH, LOSS]))
    found = []
    for number in range(1, 7):
        session.play_round()
        assert session.rounds == number
        found.append(session.bankroll)
    assert RULES.unit == 2
    assert found == [22, 20, 18, 21, 21, 19]


@pytest.mark.parametrize(
    ("bankroll", "deck", "chips"), [(10, BLACKJACK, 11), (10, LOSS, 9), (1, LOSS, 0)]
)
def test_only_whole_chips_can_be_bet(bankroll: int, deck: str, chips: int) -> None:
    session = session_of(deck, bankroll=bankroll)
    assert session.chips == bankroll
    session.play_round()
    assert session.chips == chips


@pytest.mark.parametrize(
    ("bankroll", "minimum", "solvent"),
    [(0, 1, False), (1, 1, True), (2, 1, True), (4, 5, False), (5, 5, True), (6, 5, True)],
)
def test_who_can_bet_the_minimum_is_solvent(bankroll: int, minimum: int, solvent: bool) -> None:
    assert session_of("", bankroll=bankroll, minimum=minimum).solvent is solvent


def test_half_a_chip_is_no_minimum() -> None:
    rules = Rules(deal="PPUH", surrender="late")

    class Giving(Standing):
        def act(self, view: View) -> Action:
            return Action.SURRENDER

    session = Session(rules, Shoe("T 6 T 9"), Giving([]), bankroll=1)
    session.play_round()
    assert session.bankroll == 1  # half a chip
    assert session.chips == 0
    assert not session.solvent


def test_the_minimum_is_one_chip_if_nothing_is_said() -> None:
    session = session_of(WIN)
    assert session.minimum == 1
    assert session.play_round().bets == (1,)
    assert session.rules is RULES


def test_without_a_bankroll_only_what_was_gained_is_kept() -> None:
    session = Session(RULES, Shoe(f"{LOSS} {BLACKJACK}"), Standing([]), maximum=7)
    found = [(session.bankroll, session.chips, session.solvent)]
    for _ in range(2):
        assert session.play_round().purses is None
        found.append((session.bankroll, session.chips, session.solvent))
    assert found == [(0, 7, True), (-2, 7, True), (1, 7, True)]


def test_a_bankroll_is_given_by_name() -> None:
    with pytest.raises(TypeError):
        Session(RULES, Shoe(WIN), Standing([]), 10)


# Bets.


@pytest.mark.parametrize(
    ("bet", "allowed"),
    [(-1, False), (0, False), (4, False), (5, True), (7, True), (9, True), (10, False)],
)
def test_a_bet_lies_between_the_minimum_and_the_bankroll(bet: int, allowed: bool) -> None:
    diary: list[object] = []
    session = session_of(WIN, bankroll=9, minimum=5, bet=bet, onlookers=[Diarist(diary, "A")])
    if allowed:
        session.play_round()
        assert session.chips == 9 + bet
        return
    with pytest.raises(IllegalBet) as caught:
        session.play_round()
    assert str(caught.value) == (
        f"a bet of {bet} is not allowed: it takes a whole number from 5 to 9"
    )
    assert isinstance(caught.value, Illegal)
    assert session.chips == 9
    assert diary == [("A", "began", 1, 9)]


def test_a_bet_is_made_of_whole_chips_only() -> None:
    session = session_of(f"{BLACKJACK} {WIN}", bankroll=1, bet=1)
    session.play_round()
    assert session.bankroll == 5  # two and a half chips
    session._player.wants = 3
    with pytest.raises(IllegalBet, match="a bet of 3 is not allowed: it takes a"):
        session.play_round()
    session._player.wants = 2
    assert session.play_round().bets == (2,)


# Who is told what.


def test_everybody_hears_what_happens_in_order() -> None:
    diary: list[object] = []
    session = Session(
        RULES,
        Shoe("Ts 9h Tc 8d As Kh Tc 9d", shuffles=(2,)),
        Standing(diary),
        bankroll=10,
        minimum=2,
        onlookers=(Diarist(diary, "A"), Diarist(diary, "B")),
    )
    session.play_round()
    assert diary == [
        ("A", "began", 1, 10),
        ("B", "began", 1, 10),
        ("asked for a bet", 10, 2),
        ("A", "bet", 2),
        ("B", "bet", 2),
        ("saw", "Ts"),
        ("saw", "9h"),
        ("saw", "Tc"),
        ("asked to act", "Ts 9h"),
        ("saw", "8d"),
        ("A", "over", (4,)),
        ("B", "over", (4,)),
    ]
    diary.clear()
    session.play_round()
    assert diary == [
        ("A", "began", 2, 12),
        ("B", "began", 2, 12),
        "heard a shuffle",
        ("A", "shuffled", 2),
        ("B", "shuffled", 2),
        ("asked for a bet", 12, 2),
        ("A", "bet", 2),
        ("B", "bet", 2),
        ("saw", "As"),
        ("saw", "Kh"),
        ("saw", "Tc"),
        ("A", "over", (6,)),
        ("B", "over", (6,)),
    ]


def test_an_onlooker_may_pass_over_everything() -> None:
    session = Session(
        RULES, Shoe(WIN, shuffles=(1,)), Standing([]), bankroll=10, onlookers=[Onlooker()]
    )
    assert session.play_round().over


@pytest.mark.parametrize("name", preset_names())
@pytest.mark.parametrize(
    "player_for",
    [
        ChartPlayer,
        lambda chart: CountingPlayer(chart, HI_LO, Ramp(((1, 2), (3, 5)))),
    ],
    ids=["chart", "count"],
)
def test_every_shipped_game_is_played_in_sessions(
    name: str, player_for: Callable[..., ChartPlayer]
) -> None:
    preset = load_preset(name)
    player = player_for(load_chart(preset.chart))
    diary: list[object] = []
    session = Session(
        preset.rules,
        shoe_for(preset.rules, stream(1, name)),
        player,
        bankroll=1000,
        onlookers=[Diarist(diary, "A")],
    )
    for _ in range(40):
        session.play_round()
    nets = [entry[2][0] for entry in diary if entry[1] == "over"]
    assert len(nets) == session.rounds == 40
    assert session.bankroll == 1000 * preset.rules.unit + sum(nets)


class Wishing(Standing):
    """Does the first of its wishes that is legal, and notes what was."""

    def __init__(self, wishes: tuple[Action, ...]) -> None:
        super().__init__([])
        self.wishes = wishes

    def act(self, view: View) -> Action:
        self.diary.append((view.purse, [str(action) for action in view.legal]))
        for wish in self.wishes:
            if wish in view.legal:
                return wish
        return view.legal[0]


@pytest.mark.parametrize(
    ("bankroll", "seen"),
    [
        (1, [(0, ["stand", "hit"])]),
        (2, [(1, ["stand", "hit", "double", "split"]), *[(0, ["stand", "hit"])] * 2]),
        (
            3,
            [
                (2, ["stand", "hit", "double", "split"]),
                (1, ["stand", "hit", "double"]),
                (1, ["stand", "hit", "double"]),
            ],
        ),
    ],
)
def test_what_the_purse_does_not_hold_is_not_legal(
    bankroll: int, seen: list[tuple[float, list[str]]]
) -> None:
    player = Wishing((Action.SPLIT, Action.STAND))
    shoe = ScriptedShoe(read_cards("8 8 T T 3 2"))
    session = Session(RULES, shoe, player, bankroll=bankroll)
    session.play_round()
    assert [entry for entry in player.diary if isinstance(entry[0], float)] == seen


@pytest.mark.parametrize(("bankroll", "asked"), [(2, False), (3, True)])
def test_insurance_that_the_purse_does_not_hold_is_not_offered(bankroll: int, asked: bool) -> None:
    rules = Rules(deal="PPUH", insurance=True)
    player = Wishing((Action.INSURE, Action.STAND))
    player.wants = 2
    session = Session(rules, ScriptedShoe(read_cards("T 9 A 9")), player, bankroll=bankroll)
    session.play_round()
    assert any("insure" in str(entry) for entry in player.diary) is asked
    assert session.bankroll == rules.unit * bankroll - (6 if asked else 4)


@pytest.mark.parametrize("name", preset_names())
@pytest.mark.parametrize("insurance", [True, False])
def test_nobody_ever_owes_the_house(name: str, insurance: bool) -> None:
    preset = load_preset(name)
    rules = preset.rules
    if insurance and rules.hole_card is HoleCard.PEEK:
        rules = rules.changed({"insurance": True})
    wishes = (Action.INSURE, Action.DOUBLE, Action.SPLIT, Action.HIT)
    players = [Wishing(wishes[at:]) for at in range(3)]
    players.append(ChartPlayer(load_chart(preset.chart)))
    for seed, player in enumerate(players * 10):
        session = Session(rules, shoe_for(rules, stream(seed, name)), player, bankroll=3)
        for _ in range(30):
            if not session.solvent:
                break
            session.play_round()
            assert session.bankroll >= 0


def test_a_table_of_two_watches_each_purse() -> None:
    start = Round.start(Rules(deal="PPUH"), (1, 1), (0, 2))
    state = start
    for card in read_cards("5 5 6 6 T 7"):
        state = state.apply(card)
    assert Action.DOUBLE not in state.legal
    state = state.apply(Action.STAND)
    assert Action.DOUBLE in state.legal
    assert state.apply(Action.DOUBLE).purses == (0, 0)
    for purses in ((1,), (1, 1, 1), (1, -1)):
        with pytest.raises(Illegal, match="do not go with 2 bets"):
            Round.start(Rules(), (1, 1), purses)
