"""A game: deals in a row, openers in turn, carried pots, and the chips."""

from __future__ import annotations

from random import Random

import pytest
from blockhead.made_up_games import Script, StackedDecks, shuffled, tie_prone

from cutcard.blockhead.deal import Deal, Event
from cutcard.blockhead.decks import cards_in
from cutcard.blockhead.fresh_deck import FreshDeck
from cutcard.blockhead.game import Game, Onlooker
from cutcard.blockhead.players import PLAYERS, Caller, Raiser, UnknownPlayer, make_player
from cutcard.blockhead.presets import SHELF
from cutcard.blockhead.rules import Rules
from cutcard.cards import DECK, Card, read_cards
from cutcard.errors import Illegal

WIN = "Kh Ks 9h  2c 3c 4c  9s 5c  9d 6c"
"""Who opens wins."""
TIE = "Kh 9s 8h  8c 9c Kc  5s 5c  6s 6c"
ALL_TENS = "Kc Kd Kh Ks Qc Qd Qh Qs Jc Jd Jh Js Tc Td Th"
"""Up to three players tie with 50."""


class Openers(Onlooker):
    """Notes who opens, and the carry that each deal begins with."""

    def __init__(self) -> None:
        self.openers: list[int] = []
        self.carries: list[int] = []

    def deal_began(self, game: Game) -> None:
        self.openers.append(game.opener)
        self.carries.append(game.carry)

    def deal_ended(self, game: Game, deal: Deal) -> None:
        assert deal.opener == self.openers[-1]


def game_of(rules: Rules, decks: list[str], *bets: str) -> tuple[Game, Openers]:
    openers = Openers()
    players = [Script.of(text) for text in bets] or [Script.of() for _ in range(rules.seats)]
    dealer = StackedDecks(iter([read_cards(deck) for deck in decks]))
    return Game(rules, players, dealer, (openers,)), openers


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_everybody_opens_in_turn(seats: int):
    rules = Rules(seats=seats, deals=13)
    openers = Openers()
    Game(rules, [Caller()] * seats, FreshDeck(1), (openers,)).play_game()
    assert openers.openers == [deal % seats for deal in range(13)]


def test_a_game_has_twenty_deals_and_a_thousand_chips():
    game, openers = game_of(Rules(), [WIN] * 20)
    assert game.chips == [1000, 1000]
    # Each opener wins an ante.
    assert game.play_game() == [1000, 1000]
    assert len(openers.openers) == 20
    assert game_of(Rules(deals=19), [WIN] * 19)[0].play_game() == [1010, 990]


def test_a_tied_pot_is_carried_to_who_wins_next():
    game, openers = game_of(Rules(deals=4), [TIE, TIE, WIN, WIN])
    game.play_deal()
    assert (game.chips, game.carry) == ([990, 990], 20)
    game.play_deal()
    assert (game.chips, game.carry) == ([980, 980], 40)
    game.play_deal()
    assert (game.chips, game.carry) == ([1030, 970], 0)
    game.play_deal()
    assert game.chips == [1020, 980]
    assert openers.carries == [0, 20, 40, 0]


def test_a_carried_pot_may_be_won_by_a_fold():
    game, _ = game_of(Rules(deals=2), [TIE, WIN], "0 0 0  0", "0 0 0  5")
    # Deal 2 is opened by the second player, whose 5 the first folds to.
    assert game.play_game() == [980, 1020]


def test_a_pot_left_after_the_last_deal_is_halved():
    game, _ = game_of(Rules(deals=2), [TIE, TIE], "7 0 0", "7 0 0")
    assert game.play_game() == [1000, 1000]
    assert game.carry == 0


def test_a_pot_left_among_more_gives_odd_chips_to_the_earliest_seats():
    rules = Rules(seats=4, deals=1, streets="duuuu", ante=1)
    # Three tie; the fourth has paid 1 into a pot of 1 + 3 * 3 = 10.
    deck = f"{ALL_TENS} 2c 3c 4c 5c 6c"
    game, _ = game_of(rules, [deck], "2", "2", "2", "0")
    game.play_deal()
    assert (game.chips, game.carry) == ([997, 997, 997, 999], 10)
    game.divide_carry()
    assert game.chips == [1000, 1000, 999, 1001]


def test_a_split_pot_gives_odd_chips_to_the_earliest_of_who_tied():
    rules = Rules(seats=4, deals=1, streets="duuuu", ante=1, tied_pot="split")
    game, _ = game_of(rules, [f"{ALL_TENS} 2c 3c 4c 5c 6c"], "2", "2", "2", "0")
    assert game.play_game() == [1001, 1000, 1000, 999]


def test_chips_may_go_below_nothing():
    rules = Rules(stake=1, deals=1)
    game, _ = game_of(rules, [WIN], "10 20 10 10", "20 10 10 10")
    assert game.play_game() == [1 + 10 + 30 + 10 + 10, 1 - 60]


def test_a_game_wants_as_many_players_as_seats():
    with pytest.raises(Illegal, match="2 players cannot sit at a table of 3 seats"):
        Game(Rules(seats=3), [Caller(), Raiser()], FreshDeck(1))


def test_players_see_what_everybody_sees_and_in_the_same_order():
    class Watchful(Caller):
        def __init__(self) -> None:
            self.seen: list[Event] = []

        def see(self, event: Event) -> None:
            self.seen.append(event)

    players = [Watchful(), Watchful()]
    Game(Rules(deals=3), players, FreshDeck(3)).play_game()
    assert players[0].seen == players[1].seen
    assert len(players[0].seen) >= 3 * (10 + 6 + 3)


# Who deals.


def drawn(dealer: FreshDeck) -> list[Card]:
    dealer.shuffle()
    return [dealer.draw() for _ in range(52)]


def test_a_fresh_deck_holds_every_card_once():
    dealer = FreshDeck(5, "deck")
    for _ in range(3):
        assert sorted(card.text for card in drawn(dealer)) == sorted(card.text for card in DECK)


def test_the_cards_of_a_deal_do_not_depend_on_the_cards_taken_before():
    one, two = FreshDeck(5, "deck"), FreshDeck(5, "deck")
    one.shuffle()
    two.shuffle()
    for _ in range(17):
        two.draw()
    assert drawn(one) == drawn(two)


def test_seeds_and_paths_part_decks():
    assert drawn(FreshDeck(5, "deck")) == drawn(FreshDeck(5, "deck"))
    assert drawn(FreshDeck(5, "deck")) != drawn(FreshDeck(6, "deck"))
    assert drawn(FreshDeck(5, "deck")) != drawn(FreshDeck(5, "duck"))


# Who plays.


def test_there_is_a_player_of_every_name():
    for name in PLAYERS:
        players = [make_player(name, Random(seat), Rules()) for seat in range(2)]
        assert sum(Game(Rules(), players, FreshDeck(1)).play_game()) == 2000


def test_an_unknown_player_is_told_the_nearest():
    with pytest.raises(UnknownPlayer, match="there is no player 'betta': did you mean beta"):
        make_player("betta", Random(1), Rules())


def test_a_caller_never_folds_nor_raises_and_a_raiser_always_raises():
    pots = []

    class Pots(Onlooker):
        def deal_ended(self, game: Game, deal: Deal) -> None:
            pots.append(deal.pot - deal.carry)

    decks = StackedDecks(iter([shuffled(Random(n)) for n in range(20)]))
    Game(Rules(), [Caller(), Raiser()], decks, (Pots(),)).play_game()
    # The raiser raises 10 once in every bidding round, and the caller calls.
    assert set(pots) == {20 + 3 * 20}
    pots.clear()
    decks = StackedDecks(iter([tie_prone(Random(n)) for n in range(20)]))
    Game(Rules(), [Raiser(), Raiser()], decks, (Pots(),)).play_game()
    assert set(pots) == {20 + 3 * 60}


# Named games.


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("blockhead", Rules()),
        ("as-distributed", Rules(stake=10_000, raises=4, check_closes=True)),
        ("six-handed", Rules(seats=6)),
        ("real-poker", Rules(valuation="poker")),
        ("small", Rules(deck="A-3", streets="du u", least_raise=10)),
    ],
)
def test_named_games_are_the_rules_they_say(name: str, rules: Rules):
    assert SHELF.load(name).rules == rules


def test_the_rules_left_out_are_the_seeds():
    rules = Rules()
    assert (rules.seats, rules.deals, rules.stake, rules.ante) == (2, 20, 1000, 10)
    assert (rules.least_raise, rules.most_raise, rules.raises) == (1, 10, 3)
    assert rules.street_cards == ("duu", "u", "u")
    assert cards_in(rules.deck) == DECK
    assert (rules.check_closes, rules.tied_pot, rules.valuation) == (False, "carry", "points")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("seats", 1),
        ("seats", 7),
        ("deals", 0),
        ("ante", 0),
        ("raises", -1),
        ("raises", 21),
        ("deck", ""),
        ("deck", "A-"),
        ("deck", "K-A"),
        ("deck", "AA"),
        ("deck", "A-33"),
        ("deck", "A-3 "),
        ("deck", "A-3 x"),
        ("deck", "A-3 ss"),
        ("deck", " sh"),
        ("deck", "10-K"),
        ("deck", "a-k"),
        ("deck", "A-3 s h"),
        ("least_raise", 0),
        ("tied_pot", "burn"),
        ("valuation", "bridge"),
        ("check_closes", "maybe"),
    ],
)
def test_rules_out_of_bounds_are_refused_by_name(name: str, value: object):
    with pytest.raises(ValueError, match=f"{name} cannot be {value!r}: it takes "):
        Rules(**{name: value})


@pytest.mark.parametrize(
    ("written", "deck", "cards"),
    [
        ("A-3", "A-3", "As 2s 3s Ah 2h 3h Ac 2c 3c Ad 2d 3d"),
        ("A23", "A-3", "As 2s 3s Ah 2h 3h Ac 2c 3c Ad 2d 3d"),
        ("32A shcd", "A-3", "As 2s 3s Ah 2h 3h Ac 2c 3c Ad 2d 3d"),
        ("A2 dh", "A2 hd", "Ah 2h Ad 2d"),
        ("KA9-J5 hs", "A59-JK sh", "As 5s 9s Ts Js Ks Ah 5h 9h Th Jh Kh"),
        ("T-Q s", "T-Q s", "Ts Js Qs"),
    ],
)
def test_a_deck_is_written_in_one_way(written: str, deck: str, cards: str):
    rules = Rules(deck=written, streets="u")
    assert rules.deck == deck
    assert cards_in(rules.deck) == read_cards(cards)
    assert rules == Rules(deck=deck, streets="u")


def test_a_deck_must_hold_the_hands_of_all_seats():
    assert Rules(deck="A-3", streets="du u", seats=4).hand_size == 3
    with pytest.raises(
        ValueError, match="deck = A-3 has 12 cards: seats = 5 with streets = du u take 15"
    ):
        Rules(deck="A-3", streets="du u", seats=5)


def test_poker_hands_have_five_cards():
    with pytest.raises(ValueError, match="valuation = poker does not go with streets = duu u"):
        Rules(valuation="poker", streets="duu u")


def test_a_small_deck_is_shuffled_whole():
    dealer = FreshDeck(5, "deck", deck="A-3")
    for _ in range(3):
        dealer.shuffle()
        assert {dealer.draw() for _ in range(12)} == set(cards_in("A-3"))
