"""The editions' own types and functions, behaviour by behaviour as the seeds specify them."""

from __future__ import annotations

import pytest

from cutcard.cards import DECK, Card, cards
from cutcard.editions.coms1018.tutor import (
    get_advice,
    get_high_score,
    is_blackjack,
    is_bust,
    output_score,
)
from cutcard.editions.easy.text import summary_text
from cutcard.editions.ve280.adts import (
    Counting,
    Deck,
    DeckEmpty,
    Hand,
    HandValue,
    Player,
    Simple,
    get_counting,
    get_simple,
)

# The deck (seed 001).

OPENED = [Card(rank + suit) for suit in "shcd" for rank in "23456789TJQKA"]


def deal(deck: Deck, count: int) -> list[Card]:
    return [deck.deal() for _ in range(count)]


def test_a_newly_opened_deck_deals_spades_hearts_clubs_diamonds_from_two_to_ace() -> None:
    deck = Deck()
    assert deck.cards_left == 52
    assert deal(deck, 52) == OPENED


def test_dealing_takes_one_card_from_those_left() -> None:
    deck = Deck()
    for dealt in range(52):
        assert deck.cards_left == 52 - dealt
        deck.deal()
    assert deck.cards_left == 0


def test_a_deck_without_cards_throws_deck_empty() -> None:
    deck = Deck()
    deal(deck, 52)
    for _ in range(2):
        with pytest.raises(DeckEmpty):
            deck.deal()
    assert deck.cards_left == 0


@pytest.mark.parametrize("dealt", [0, 1, 30, 52])
def test_a_reset_deck_is_newly_opened(dealt: int) -> None:
    deck = Deck()
    deck.shuffle(17)
    deal(deck, dealt)
    deck.reset()
    assert deck.cards_left == 52
    assert deal(deck, 52) == OPENED


@pytest.mark.parametrize(
    ("cut", "first", "last"),
    [
        # The seed's own example.
        (26, "2c 2s 3c 3s", "Kd Kh Ad Ah"),
        # An empty half changes nothing.
        (0, "2s 3s 4s 5s", "Jd Qd Kd Ad"),
        (52, "2s 3s 4s 5s", "Jd Qd Kd Ad"),
        # The longer half fills in the remainder.
        (1, "3s 2s 4s 5s", "Jd Qd Kd Ad"),
        (51, "Ad 2s 3s 4s", "Td Jd Qd Kd"),
        (13, "2h 2s 3h 3s", "Jd Qd Kd Ad"),
        (39, "2d 2s 3d 3s", "Jc Qc Kc Ac"),
    ],
)
def test_a_shuffle_takes_right_and_left_by_turns(cut: int, first: str, last: str) -> None:
    deck = Deck()
    deck.shuffle(cut)
    shuffled = deal(deck, 52)
    assert shuffled[:4] == list(cards(first))
    assert shuffled[-4:] == list(cards(last))
    assert sorted(map(str, shuffled)) == sorted(map(str, DECK))


@pytest.mark.parametrize("dealt", [0, 1, 26, 52])
def test_a_shuffle_first_restores_what_was_dealt_in_the_order_of_dealing(dealt: int) -> None:
    used, fresh = Deck(), Deck()
    for deck in (used, fresh):
        deck.shuffle(20)
    deal(used, dealt)
    for deck in (used, fresh):
        deck.shuffle(31)
    assert used.cards_left == 52
    assert deal(used, 52) == deal(fresh, 52)


def test_shuffles_build_on_each_other() -> None:
    deck = Deck()
    for _ in range(8):  # eight perfect riffles, the first card on top, restore a deck of 52 …
        deck.shuffle(26)
    assert deal(deck, 52) != OPENED  # … but the right half comes first here,
    for _ in range(44):
        deck.shuffle(26)
    assert deal(deck, 52) == OPENED  # and then it takes 52


# The hand (seed 001).


def hand_of(text: str) -> Hand:
    hand = Hand()
    for card in cards(text):
        hand.add_card(card)
    return hand


@pytest.mark.parametrize(
    ("text", "count", "soft"),
    [
        ("", 0, False),
        ("As", 11, True),
        ("2s", 2, False),
        ("Ts", 10, False),
        ("Js Qs", 20, False),
        ("Ks As", 21, True),
        ("As Ah", 12, True),
        ("As Ah 9c", 21, True),
        ("As Ah Tc", 12, False),
        ("As 6h", 17, True),
        ("As 6h Td", 17, False),
        ("5s 6h Ad", 12, False),
        ("5s 5h Ad", 21, True),
        ("As Ah Ac Ad", 14, True),
        ("Ts 9h 2d", 21, False),
    ],
)
def test_a_hand_counts_as_high_as_it_may_without_going_over_21(
    text: str, count: int, soft: bool
) -> None:
    assert hand_of(text).hand_value() == HandValue(count, soft)


@pytest.mark.parametrize("text", ["Ts 9h 3d", "Ts Kh Ad Ac", "Ks Qh Jd"])
def test_a_hand_over_21_is_over_21_and_not_soft(text: str) -> None:
    value = hand_of(text).hand_value()
    assert value.count > 21
    assert value.soft is False


def test_a_hand_is_soft_until_a_card_makes_its_ace_count_one() -> None:
    hand = Hand()
    values = []
    for card in cards("As 3h 7d Ac 9c"):
        hand.add_card(card)
        values.append((hand.hand_value().count, hand.hand_value().soft))
    assert values == [(11, True), (14, True), (21, True), (12, False), (21, False)]


def test_a_hand_without_its_cards_is_empty() -> None:
    hand = hand_of("As Kh")
    hand.discard_all()
    assert hand.hand_value() == HandValue(0, False)
    hand.add_card(Card("5h"))
    assert hand.hand_value() == HandValue(5, False)


def test_hands_do_not_share_their_cards() -> None:
    one, other = Hand(), Hand()
    one.add_card(Card("As"))
    assert other.hand_value() == HandValue(0, False)


# The players (seed 001).

PLAYERS = [Simple, Counting, get_simple, get_counting]

UP = "23456789TA"
HARD = {
    # Totals of the player's hand, and the dealer's cards against which he stands.
    range(4, 12): "",
    range(12, 13): "456",
    range(13, 17): "23456",
    range(17, 22): UP,
}
SOFT = {range(12, 18): "", range(18, 19): "278", range(19, 22): UP}


def hard_hands(total: int) -> list[str]:
    """Hands of two cards, and the lowest of three, that count so much without an ace."""
    pips = range(2, 11)
    found = [f"{one} {total - one}" for one in pips if one <= total - one <= 10]
    return (
        found + [f"2 {one} {total - 2 - one}" for one in pips if one <= total - 2 - one <= 10][:1]
    )


def soft_hands(total: int) -> list[str]:
    """An ace and one or two others that together count so much."""
    rest = total - 11
    found = [f"A {rest}" if rest > 1 else "A A"]
    return found + [f"A {one} {rest - one}" for one in range(2, rest - 1)][:1]


RULE_ROWS = [
    *((hand, stands) for totals, stands in HARD.items() for t in totals for hand in hard_hands(t)),
    *((hand, stands) for totals, stands in SOFT.items() for t in totals for hand in soft_hands(t)),
    # An ace that counts one makes a hard total.
    *[("A 5 6", "456"), ("A 9 6", "23456"), ("A T T", UP), ("A 9 7", UP), ("A A T", "456")],
]


@pytest.mark.parametrize("player", PLAYERS, ids=lambda player: player.__name__)
def test_players_draw_by_the_rules_of_hard_and_soft_counts(player: type[Player]) -> None:
    someone = player()
    for text, stands in RULE_ROWS:
        hand = hand_of(text)
        for up in UP:
            assert someone.draw(Card(f"{up}h"), hand) is (up not in stands), (text, up)


@pytest.mark.parametrize("court", ["Jh", "Qh", "Kh"])
def test_a_court_card_of_the_dealer_is_a_ten(court: str) -> None:
    player = Simple()
    for text, _ in RULE_ROWS:
        hand = hand_of(text)
        assert player.draw(Card(court), hand) is player.draw(Card("Th"), hand)


@pytest.mark.parametrize(("bankroll", "minimum"), [(100, 5), (5, 5), (10000, 1)])
def test_the_simple_player_bets_the_minimum_whatever_was_seen(bankroll: int, minimum: int) -> None:
    player = Simple()
    for card in cards("2 3 4 5 6 2 3"):
        player.expose(card)
    assert player.bet(bankroll, minimum) == minimum
    player.shuffled()
    assert player.bet(bankroll, minimum) == minimum


@pytest.mark.parametrize(
    ("seen", "bankroll", "minimum", "bet"),
    [
        ("", 100, 5, 5),
        # Two to six add one.
        *[(f"{one} {other}", 100, 5, 10) for one, other in zip("23456", "34562", strict=True)],
        ("2", 100, 5, 5),
        ("2 3 4", 100, 5, 10),
        # Seven to nine add nothing.
        ("2 3 7 8 9", 100, 5, 10),
        ("2 7 8 9", 100, 5, 5),
        # Tens, court cards and aces subtract one.
        *[(f"2 3 {high}", 100, 5, 5) for high in "TJQKA"],
        *[(f"2 3 4 {high}", 100, 5, 10) for high in "TJQKA"],
        ("T T 2 3", 100, 5, 5),
        ("T T 2 3 4 5", 100, 5, 10),
        # The bankroll must be the double of the minimum at least.
        ("2 3", 10, 5, 10),
        ("2 3", 9, 5, 5),
        ("2 3", 5, 5, 5),
    ],
)
def test_the_counting_player_bets_double_from_plus_two_on(
    seen: str, bankroll: int, minimum: int, bet: int
) -> None:
    player = Counting()
    for card in cards(seen):
        player.expose(card)
    assert player.bet(bankroll, minimum) == bet


def test_the_counting_player_forgets_the_count_at_a_shuffle() -> None:
    player = Counting()
    for card in cards("2 3 4 5"):
        player.expose(card)
    assert player.bet(100, 5) == 10
    player.shuffled()
    assert player.bet(100, 5) == 5
    for card in cards("2 3"):
        player.expose(card)
    assert player.bet(100, 5) == 10


def test_there_is_one_instance_of_each_player() -> None:
    assert get_simple() is get_simple()
    assert get_counting() is get_counting()
    assert type(get_simple()) is Simple
    assert type(get_counting()) is Counting


# The tutor (seed 003).


@pytest.mark.parametrize(
    ("hand", "score"),
    [
        # The samples of the first, the second and the fourth task.
        ("2d", "2"),
        ("As", "1 or 11"),
        ("Qh", "10"),
        ("Ah Kd", "Blackjack!"),
        ("As Ac", "2 or 12"),
        ("Ac 4d", "5 or 15"),
        ("10d 10h Ac", "21"),
        ("Ac 6h 10d", "17"),
        ("Ac 6h 10d 5d", "Bust!"),
        # Where a sample might mislead.
        ("10h Ac", "Blackjack!"),
        ("7c 7d 7h", "21"),
        ("5c 5d Ah", "11 or 21"),
        ("Ac Ad 9h", "11 or 21"),
        ("Ac Ad 10h", "12"),
        ("Kc Qd 2h", "Bust!"),
        ("Ac Ad Ah As", "4 or 14"),
    ],
)
def test_a_score_is_put_out_as_the_tasks_say(hand: str, score: str) -> None:
    assert output_score(hand.split()) == score


@pytest.mark.parametrize(
    ("hand", "blackjack", "bust", "high"),
    [
        ("Ah Kd", True, False, 21),
        ("10s Ad", True, False, 21),
        ("Ah 9d", False, False, 20),
        ("7c 7d 7h", False, False, 21),
        ("5c 5d Ah", False, False, 21),
        ("Kd Qh 2s", False, True, 22),
        ("Kd Qh As", False, False, 21),
        ("Kd Qh As Ac", False, True, 22),
        ("Ah", False, False, 11),
        ("Ah Ac", False, False, 12),
        ("Ah 6c 10d", False, False, 17),
        ("9h", False, False, 9),
    ],
)
def test_a_hand_is_a_blackjack_or_bust_or_has_a_high_score(
    hand: str, blackjack: bool, bust: bool, high: int
) -> None:
    held = hand.split()
    assert is_blackjack(held) is blackjack
    assert is_bust(held) is bust
    assert get_high_score(held) == high


@pytest.mark.parametrize(
    ("dealer", "player", "advice"),
    [
        # The samples of the third task.
        ("4d", "Ac As", "Hit"),
        ("Ac", "10s 10h", "Stand"),
        ("2d", "Ah 6c", "Hit"),
        ("8d", "7d 7h", "Hit"),
    ],
)
def test_the_samples_are_advised_as_the_task_says(dealer: str, player: str, advice: str) -> None:
    assert get_advice(player.split(), dealer) == advice


ADVICE_ROWS = [
    *((hand, stands) for totals, stands in HARD.items() for t in totals for hand in hard_hands(t)),
    # With a usable ace: as seed 001 has it, but for 18.
    *((hand, "") for total in range(12, 18) for hand in soft_hands(total)),
    *((hand, "2345678") for hand in soft_hands(18)),
    *((hand, UP) for total in (19, 20) for hand in soft_hands(total)),
    *((hand, UP) for hand in soft_hands(21)[1:]),
    *[("A 5 6", "456"), ("A 9 6", "23456"), ("A 9 7", UP)],
]


def test_the_whole_tables_are_advised() -> None:
    for text, stands in ADVICE_ROWS:
        hand = [f"{word}c" for word in text.split()]
        for up in UP:
            dealer = f"{'10' if up == 'T' else up}h"
            assert get_advice(hand, dealer) == ("Stand" if up in stands else "Hit"), (text, up)


@pytest.mark.parametrize("court", ["Jh", "Qh", "Kh"])
def test_advice_against_a_court_card_is_advice_against_a_ten(court: str) -> None:
    for hand in (["9c", "7d"], ["Ac", "7d"], ["10c", "7d"]):
        assert get_advice(hand, court) == get_advice(hand, "10h")


# The summary (seed 000).


@pytest.mark.parametrize(
    ("hands", "units", "balance", "advantage"),
    [
        # The seed's own runs; two units are a dollar.
        (2_000_000, 417_451, "+$208725.50", "10.44%"),
        (4, 9, "+$4.50", "112.5%"),
        # Four digits that count, and no zero after them.
        (1, 0, "$0.00", "0%"),
        (1, 2, "+$1.00", "100%"),
        (1, -2, "-$1.00", "-100%"),
        (1, 3, "+$1.50", "150%"),
        (3, 2, "+$1.00", "33.33%"),
        (3, -1, "-$0.50", "-16.67%"),
        (7, 1, "+$0.50", "7.143%"),
        (1000, 1, "+$0.50", "0.05%"),
        # An exponent where C's %.4g writes one: below a ten-thousandth, and from ten thousand on.
        (500_000, 1, "+$0.50", "0.0001%"),
        (500_001, 1, "+$0.50", "0.0001%"),
        (561_482, 1, "+$0.50", "8.905e-05%"),
        (561_482, -1, "-$0.50", "-8.905e-05%"),
        (1_000_000, 1, "+$0.50", "5e-05%"),
        (1, 199, "+$99.50", "9950%"),
        (1, 200, "+$100.00", "1e+04%"),
        (1, -201, "-$100.50", "-1.005e+04%"),
        # The quotient times a hundred lies below the half where a hundredfold divided lies on it.
        (80, 23, "+$11.50", "14.37%"),
        (10_000, 2517, "+$1258.50", "12.58%"),
        (10_000, -2517, "-$1258.50", "-12.58%"),
    ],
)
def test_a_summary_is_written_as_c_writes_it(
    hands: int, units: int, balance: str, advantage: str
) -> None:
    assert summary_text(hands, units, 2) == (
        f"Hands Played: {hands}\nFinal Balance: {balance}\nPlayer Advantage: {advantage}\n"
    )


def test_a_summary_of_nothing_is_one_line() -> None:
    assert summary_text(0, 0, 2) == "Hands Played: 0\n"
