"""Ramps that watch and that bet on several spots, and whoever else sits at the table."""

from __future__ import annotations

import pytest

from cutcard.blackjack.presets import load_chart, load_preset
from cutcard.blackjack.rules import Rules
from cutcard.blackjack.session import IllegalBet, Session
from cutcard.blackjack.strategy.company import Company, UnfitCompany
from cutcard.blackjack.strategy.count import HI_LO
from cutcard.blackjack.strategy.indices import IndexedChart
from cutcard.blackjack.strategy.players import ChartPlayer, CountingPlayer
from cutcard.blackjack.strategy.ramp import InvalidRamp, Ramp, read_plain_ramp, read_ramp
from cutcard.blackjack.strategy.strategy import Strategy
from cutcard.cards import read_cards
from cutcard.errors import Illegal
from cutcard.shoes import ScriptedShoe

VEGAS = load_chart("vegas-strip")
RULES = Rules(deal="PPUH", decks=6)


@pytest.mark.parametrize(
    ("text", "bets"),
    [
        # Multiples and spots at the counts -1, 0, 1, 2, 3 and 9.
        ("0:0,1:2,3:8", [(0, 1), (0, 1), (2, 1), (2, 1), (8, 1), (8, 1)]),
        ("-1:0,0:1", [(0, 1), (1, 1), (1, 1), (1, 1), (1, 1), (1, 1)]),
        ("1:2,3:8x2", [(1, 1), (1, 1), (2, 1), (2, 1), (8, 2), (8, 2)]),
        ("1:2x3,3:8", [(1, 1), (1, 1), (2, 3), (2, 3), (8, 1), (8, 1)]),
        ("1:2x1,3:8,spots:2", [(1, 2), (1, 2), (2, 1), (2, 1), (8, 2), (8, 2)]),
        ("1-3,spots:2", [(1, 2), (1, 2), (1, 2), (2, 2), (3, 2), (3, 2)]),
        ("spots:4", [(1, 4)] * 6),
    ],
)
def test_a_ramp_tells_multiple_and_spots(text: str, bets: list[tuple[int, int]]) -> None:
    ramp = read_ramp(text)
    counts = (-1, 0, 1, 2, 3, 9)
    assert [(ramp.multiple(count), ramp.spots_bet(count)) for count in counts] == bets
    assert [ramp.staked(count) for count in counts] == [bet * spots for bet, spots in bets]
    assert ramp.watches == (bets[0][0] == 0)
    assert read_ramp(str(ramp)) == ramp


def test_a_counter_sits_down_at_one_count_and_leaves_at_another() -> None:
    ramp = read_ramp("0:0,1:2,sit:3")
    seated, story = False, ""
    for count in (0, 1, 2, 3, 2, 1, 0, 1, 2, 3, 0):
        seated = ramp.sits(count, seated=seated)
        story += "x" if seated else "."
    assert story == "...xxx...x."
    assert str(ramp) == "0:0,1:2,sit:3"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("0:0", "the ramp '0:0' never bets: let steps follow, as in 0:0,1:2"),
        ("0:0,1:2,3:0", "bets nothing at a later step: only the first multiple may be 0"),
        ("1:2,sit:2", "sit:2 is for a counter who watches: let the ramp begin with a multiple of"),
        ("0:0,1:2,sit:0", "nobody sits down at 0, where the ramp 0:0,1:2,sit:0 bets nothing"),
        ("1:2x8", "'1:2x8' is not a ramp: write COUNT:MULTIPLE steps"),
        ("1:2x", "'1:2x' is not a ramp: write COUNT:MULTIPLE steps"),
        ("spots:0", "'spots:0' is not a ramp: write COUNT:MULTIPLE steps"),
        ("sit:2,0:0,1:2", "'sit:2,0:0,1:2' is not a ramp: write COUNT:MULTIPLE steps"),
    ],
)
def test_a_ramp_that_makes_no_sense_gets_a_sentence(text: str, says: str) -> None:
    with pytest.raises(InvalidRamp) as caught:
        read_ramp(text)
    assert says in str(caught.value)


@pytest.mark.parametrize("text", ["0:0,1:2", "1:2x2", "1-8,spots:2"])
def test_a_ramp_for_one_hand_a_round_is_plain(text: str) -> None:
    with pytest.raises(InvalidRamp, match=f"the ramp '{text}' does not bet one hand on every"):
        read_plain_ramp(text)
    assert read_plain_ramp("1:2,2:4") == read_ramp("1:2,2:4")


@pytest.mark.parametrize("spots", [0, 8])
def test_nobody_bets_on_more_spots_than_there_are(spots: int) -> None:
    with pytest.raises(InvalidRamp, match=f"{spots} spots are not possible: a player bets on 1 to"):
        Ramp(spots=spots)


def test_who_watches_has_company_and_others_only_if_it_is_asked_for() -> None:
    flat = Strategy.flat(VEGAS)
    watching = Strategy(IndexedChart((VEGAS,)), HI_LO, read_ramp("0:0,1:2"))
    assert flat.at_table(None, 1, VEGAS) == flat
    assert flat.alone
    assert watching.at_table(None, 1, VEGAS).players == 1
    assert watching.at_table(3, 1, VEGAS).company == Company(3, VEGAS)
    with pytest.raises(UnfitCompany, match="somebody must play while the counter watches"):
        watching.at_table(0, 1, VEGAS)


@pytest.mark.parametrize(
    ("players", "spots", "says"),
    [
        (7, 1, "7 other players are not possible: a table takes 0 to 6 of them"),
        (-1, 1, "-1 other players are not possible: a table takes 0 to 6 of them"),
        (5, 3, "5 other players and 3 spots need 8 seats: a table has 7"),
    ],
)
def test_a_table_has_seven_seats(players: int, spots: int, says: str) -> None:
    with pytest.raises(UnfitCompany) as caught:
        Strategy.flat(VEGAS).at_table(players, spots, VEGAS)
    assert str(caught.value) == says


def test_a_riffled_deck_is_for_one_hand() -> None:
    rules = load_preset("ve280").rules
    with pytest.raises(UnfitCompany, match="shuffle = riffle does not go with several hands"):
        Strategy.flat(VEGAS).at_table(1, 1, VEGAS).check_fits(rules)


# At the engine's table.


def test_a_counter_watches_others_play_and_counts_their_cards() -> None:
    deck = "5 6 7 T T " + "T T T T 6 T "  # 11 doubled: 5 and 6, dealer 7 and ten, a ten
    player = CountingPlayer(VEGAS, HI_LO, read_ramp("0:0,1:2,sit:3"), decks=1)
    session = Session(RULES, ScriptedShoe(read_cards(deck)), player, others=[ChartPlayer(VEGAS)])
    watched = session.play_round()
    assert watched.bets == (1,)
    assert session.bankroll == 0
    # 5 and 6 count for one each; two tens against it, one of them turned at the end.
    assert player.running == 0
    assert not player.seated


def test_a_bet_lies_on_every_spot_behind_the_others() -> None:
    # By turns to three seats: the other's 20, the player's 20 and 19; the dealer has 17.
    deck = "T T 9 T T T 7 T"
    session = Session(
        RULES,
        ScriptedShoe(read_cards(deck)),
        CountingPlayer(VEGAS, HI_LO, read_ramp("0:3x2"), decks=6),
        others=[ChartPlayer(VEGAS)],
        spots=lambda: 2,
    )
    played = session.play_round()
    assert played.bets == (1, 3, 3)
    assert session.bankroll == 6 * RULES.unit == sum(played.nets[1:])


def test_nobody_watches_an_empty_table() -> None:
    player = CountingPlayer(VEGAS, HI_LO, read_ramp("0:0,1:2"), decks=6)
    session = Session(RULES, ScriptedShoe(read_cards("T T T T")), player)
    with pytest.raises(
        IllegalBet, match="a bet of 0 is not allowed: it takes a whole number from 1 to"
    ):
        session.play_round()


def test_company_is_for_sessions_without_a_bankroll() -> None:
    player = ChartPlayer(VEGAS)
    with pytest.raises(Illegal, match="a bankroll is for one player with one hand"):
        Session(RULES, ScriptedShoe([]), player, bankroll=10, others=[player])
