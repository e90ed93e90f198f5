"""Acceptance tests for the original's abstractions: each looks for one behaviour.

A test takes an implementation, right or wrong, and raises an AssertionError if it lacks the
behaviour. They stand in a dictionary for each abstraction, by name.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from cutcard.cards import Card, read_cards
from cutcard.editions.ve280.adts import Deck, DeckEmpty, Hand, HandValue, Player

DeckType = Callable[[], Deck]
HandType = Callable[[], Hand]
PlayerType = Callable[[], Player]

DECK: dict[str, Callable[[DeckType], None]] = {}
HAND: dict[str, Callable[[HandType], None]] = {}
PLAYER: dict[str, Callable[[PlayerType], None]] = {}
"""What every player of the original does: how it draws."""
SIMPLE: dict[str, Callable[[PlayerType], None]] = {}
COUNTING: dict[str, Callable[[PlayerType], None]] = {}

T = TypeVar("T")


def behaviour_of(group: dict[str, T]) -> Callable[[T], T]:
    """Enter a test into its dictionary."""

    def enter(test: T) -> T:
        group[test.__name__] = test  # type: ignore[attr-defined]
        return test

    return enter


# The deck.

OPENED = [Card(rank + suit) for suit in "shcd" for rank in "23456789TJQKA"]


def deal(deck: Deck, count: int = 52) -> list[Card]:
    return [deck.deal() for _ in range(count)]


def riffled(order: list[Card], cut: int) -> list[Card]:
    """The order after a shuffle, card by card as the original describes it."""
    left, right = order[:cut], order[cut:]
    made = []
    while left or right:
        for side in (right, left):
            if side:
                made.append(side.pop(0))
    return made


@behaviour_of(DECK)
def opens_with_spades_hearts_clubs_diamonds_from_two_to_ace(deck_type: DeckType) -> None:
    assert deal(deck_type()) == OPENED


@behaviour_of(DECK)
def has_one_card_fewer_after_each_deal(deck_type: DeckType) -> None:
    deck = deck_type()
    for dealt in range(52):
        assert deck.cards_left == 52 - dealt
        deck.deal()
    assert deck.cards_left == 0


@behaviour_of(DECK)
def throws_deck_empty_once_52_cards_are_dealt(deck_type: DeckType) -> None:
    deck = deck_type()
    deal(deck)
    for _ in range(2):
        try:
            deck.deal()
        except DeckEmpty:
            assert deck.cards_left == 0
        else:
            raise AssertionError("a card came from an empty deck")


@behaviour_of(DECK)
def deals_again_once_it_was_empty(deck_type: DeckType) -> None:
    for shuffled, order in ((False, OPENED), (True, riffled(OPENED, 26))):
        deck = deck_type()
        deal(deck)
        with suppress(DeckEmpty):
            deck.deal()
        if shuffled:
            deck.shuffle(26)
        else:
            deck.reset()
        assert deck.cards_left == 52
        assert deal(deck) == order


@behaviour_of(DECK)
def is_newly_opened_after_a_reset(deck_type: DeckType) -> None:
    for dealt in (0, 1, 30, 52):
        deck = deck_type()
        deck.shuffle(17)
        deal(deck, dealt)
        deck.reset()
        assert deck.cards_left == 52
        assert deal(deck) == OPENED


@behaviour_of(DECK)
def shuffles_at_26_as_the_original_shows(deck_type: DeckType) -> None:
    deck = deck_type()
    deck.shuffle(26)
    shuffled = deal(deck)
    assert shuffled[:4] == list(read_cards("2c 2s 3c 3s"))
    assert shuffled[-2:] == list(read_cards("Ad Ah"))


@behaviour_of(DECK)
def keeps_its_order_when_a_half_is_empty(deck_type: DeckType) -> None:
    for cut in (0, 52):
        deck = deck_type()
        deck.shuffle(cut)
        assert deal(deck) == OPENED


@behaviour_of(DECK)
def takes_right_and_left_by_turns_at_every_cut(deck_type: DeckType) -> None:
    for cut in range(53):
        deck = deck_type()
        deck.shuffle(cut)
        assert deal(deck) == riffled(OPENED, cut)


@behaviour_of(DECK)
def restores_what_was_dealt_before_a_shuffle(deck_type: DeckType) -> None:
    order = riffled(riffled(OPENED, 20), 31)
    for dealt in (0, 1, 26, 52):
        deck = deck_type()
        deck.shuffle(20)
        deal(deck, dealt)
        deck.shuffle(31)
        assert deal(deck) == order


@behaviour_of(DECK)
def has_all_cards_left_after_a_shuffle(deck_type: DeckType) -> None:
    deck = deck_type()
    deal(deck, 30)
    deck.shuffle(26)
    assert deck.cards_left == 52


@behaviour_of(DECK)
def shuffles_on_from_the_last_shuffle(deck_type: DeckType) -> None:
    deck = deck_type()
    order = OPENED
    for cut in (26, 13, 39, 26, 20):
        deck.shuffle(cut)
        order = riffled(order, cut)
    assert deal(deck) == order


@behaviour_of(DECK)
def shares_no_cards_with_another(deck_type: DeckType) -> None:
    one, other = deck_type(), deck_type()
    one.shuffle(26)
    deal(one, 5)
    assert other.cards_left == 52
    assert deal(other) == OPENED


# The hand.


def suited(text: str) -> list[Card]:
    """The cards in a text, each rank with its suits by turns where none is named.

    A player may look at suits as long as they do not change what it does.
    """
    found: list[Card] = []
    for word in text.split():
        again = sum(card.text[0] == Card(word).text[0] for card in found)
        found.append(Card(word if word[-1] in "shcd" else word + "scdh"[again % 4]))
    return found


def hand_of(text: str, hand_type: HandType = Hand) -> Hand:
    hand = hand_type()
    for card in suited(text):
        hand.add_card(card)
    return hand


def values(hand_type: HandType, *rows: tuple[str, int, bool]) -> None:
    for text, count, soft in rows:
        assert hand_of(text, hand_type).hand_value() == HandValue(count, soft), text


@behaviour_of(HAND)
def is_empty_at_first(hand_type: HandType) -> None:
    values(hand_type, ("", 0, False))


@behaviour_of(HAND)
def counts_each_card_by_its_spots(hand_type: HandType) -> None:
    for suit in "shcd":
        values(hand_type, *((f"{spot}{suit}", spot, False) for spot in range(2, 11)))
        values(hand_type, *((f"{court}{suit}", 10, False) for court in "JQK"))
        values(hand_type, (f"A{suit}", 11, True))


@behaviour_of(HAND)
def adds_cards_up(hand_type: HandType) -> None:
    values(hand_type, ("2s 3h", 5, False), ("Js Qs", 20, False), ("Ts 9h 2d", 21, False))


@behaviour_of(HAND)
def counts_an_ace_eleven_up_to_21(hand_type: HandType) -> None:
    values(hand_type, ("As 6h", 17, True), ("Ks As", 21, True), ("5s 5h Ad", 21, True))


@behaviour_of(HAND)
def counts_an_ace_one_where_eleven_would_bust(hand_type: HandType) -> None:
    values(hand_type, ("As 6h Td", 17, False), ("5s 6h Ad", 12, False), ("As Ah Tc", 12, False))


@behaviour_of(HAND)
def counts_one_ace_of_several_eleven(hand_type: HandType) -> None:
    values(hand_type, ("As Ah", 12, True), ("As Ah 9c", 21, True), ("As Ah Ac Ad", 14, True))


@behaviour_of(HAND)
def is_soft_until_its_ace_counts_one(hand_type: HandType) -> None:
    hand = hand_type()
    seen = []
    for card in read_cards("As 3h 7d Ac 9c"):
        hand.add_card(card)
        seen.append((hand.hand_value().count, hand.hand_value().soft))
    assert seen == [(11, True), (14, True), (21, True), (12, False), (21, False)]


@behaviour_of(HAND)
def counts_every_card_of_many(hand_type: HandType) -> None:
    values(
        hand_type,
        ("2s 2h 2c 2d 3s 3h", 14, False),
        ("As Ah Ac Ad 2s 2h 2c", 20, True),
        ("As Ah Ac Ad 2s 2h 2c 2d 3s 3h 3c", 21, False),
    )


@behaviour_of(HAND)
def counts_more_than_21_when_bust(hand_type: HandType) -> None:
    # Any count over 21 is right, also one in which an ace counts eleven.
    for text in ("Ts 9h 3d", "Ts Kh Ad Ac", "Ks Qh Jd", "Ks Qh 5d 9c"):
        assert hand_of(text, hand_type).hand_value().count > 21


@behaviour_of(HAND)
def is_hard_when_bust_without_an_ace(hand_type: HandType) -> None:
    for text in ("Ts 9h 3d", "Ks Qh Jd", "Ks Qh 5d 9c"):
        assert hand_of(text, hand_type).hand_value().soft is False


@behaviour_of(HAND)
def is_empty_without_its_cards(hand_type: HandType) -> None:
    hand = hand_of("As Kh", hand_type)
    hand.discard_all()
    assert hand.hand_value() == HandValue(0, False)
    hand.add_card(Card("5h"))
    assert hand.hand_value() == HandValue(5, False)
    hand.discard_all()
    hand.add_card(Card("Ac"))
    assert hand.hand_value() == HandValue(11, True)


@behaviour_of(HAND)
def is_empty_without_its_cards_when_bust(hand_type: HandType) -> None:
    for text in ("Ks Qh 5d", "Ks Qh Ad Ac"):
        hand = hand_of(text, hand_type)
        hand.discard_all()
        assert hand.hand_value() == HandValue(0, False)
        hand.add_card(Card("5h"))
        assert hand.hand_value() == HandValue(5, False)


@behaviour_of(HAND)
def shares_no_cards_with_another_hand(hand_type: HandType) -> None:
    one, other = hand_type(), hand_type()
    one.add_card(Card("As"))
    assert other.hand_value() == HandValue(0, False)
    assert one.hand_value() == HandValue(11, True)


@behaviour_of(HAND)
def stays_as_it_is_when_asked_for_its_value(hand_type: HandType) -> None:
    hand = hand_of("As 3h", hand_type)
    assert hand.hand_value() == hand.hand_value() == HandValue(14, True)
    hand.add_card(Card("6d"))
    assert hand.hand_value() == HandValue(20, True)


# The players.

UP = "23456789TA"


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


def draws_right(player: Player, text: str, stands: str) -> None:
    for up in UP:
        assert player.draw(Card(f"{up}h"), hand_of(text)) is (up not in stands), (text, up)


def rule(name: str, totals: range, hands: Callable[[int], list[str]], stands: str) -> None:
    """Enter a test for the hands of these totals."""

    def test(player_type: PlayerType) -> None:
        player = player_type()
        for total in totals:
            for text in hands(total):
                draws_right(player, text, stands)

    PLAYER[name] = test


rule("hits_hard_11_and_less", range(4, 12), hard_hands, stands="")
rule("stands_on_hard_12_against_4_to_6", range(12, 13), hard_hands, stands="456")
rule("stands_on_hard_13_to_16_against_2_to_6", range(13, 17), hard_hands, stands="23456")
rule("stands_on_hard_17_and_more", range(17, 22), hard_hands, stands=UP)
rule("hits_soft_17_and_less", range(12, 18), soft_hands, stands="")
rule("stands_on_soft_18_against_2_7_and_8", range(18, 19), soft_hands, stands="278")
rule("stands_on_soft_19_and_more", range(19, 22), soft_hands, stands=UP)


@behaviour_of(PLAYER)
def plays_an_ace_that_counts_one_as_hard(player_type: PlayerType) -> None:
    player = player_type()
    for text, stands in [
        ("A 5 6", "456"),
        ("A 9 6", "23456"),
        ("A T T", UP),
        ("A 9 7", UP),
        ("A A T", "456"),
    ]:
        draws_right(player, text, stands)


@behaviour_of(PLAYER)
def takes_a_court_card_of_the_dealer_for_a_ten(player_type: PlayerType) -> None:
    player = player_type()
    for court in ("Jh", "Qs", "Kd"):
        for text in ("T 2", "T 6", "T 7", "A 7", "A 8", "5 4"):
            ten = player.draw(Card("Th"), hand_of(text))
            assert player.draw(Card(court), hand_of(text)) is ten


@behaviour_of(SIMPLE)
def bets_the_minimum_whatever_was_seen(player_type: PlayerType) -> None:
    for bankroll, minimum in ((100, 5), (5, 5), (10000, 1)):
        player = player_type()
        assert player.bet(bankroll, minimum) == minimum
        for card in suited("2 3 4 5 6 2 3"):
            player.expose(card)
        assert player.bet(bankroll, minimum) == minimum
        player.shuffled()
        assert player.bet(bankroll, minimum) == minimum


def bets(
    player_type: PlayerType, *rows: tuple[str, int], bankroll: int = 100, minimum: int = 5
) -> None:
    for seen, bet in rows:
        player = player_type()
        for card in suited(seen):
            player.expose(card)
        assert player.bet(bankroll, minimum) == bet, seen


@behaviour_of(COUNTING)
def bets_the_minimum_at_first(player_type: PlayerType) -> None:
    bets(player_type, ("", 5))


@behaviour_of(COUNTING)
def doubles_from_a_count_of_two_on(player_type: PlayerType) -> None:
    bets(player_type, ("2", 5), ("2 3", 10), ("2 3 4", 10), ("2 3 4 5 6 2 3 4", 10))


@behaviour_of(COUNTING)
def bets_once_or_twice_any_minimum(player_type: PlayerType) -> None:
    for minimum in (1, 2, 7, 20, 5000):
        rows = ("", minimum), ("2 3", 2 * minimum)
        bets(player_type, *rows, bankroll=10_000, minimum=minimum)


@behaviour_of(COUNTING)
def adds_one_for_two_to_six(player_type: PlayerType) -> None:
    bets(player_type, *((f"{low} {low}", 10) for low in "23456"))


@behaviour_of(COUNTING)
def adds_nothing_for_seven_to_nine(player_type: PlayerType) -> None:
    bets(player_type, *((f"2 3 {mid}", 10) for mid in "789"), *((f"2 {mid}", 5) for mid in "789"))


@behaviour_of(COUNTING)
def subtracts_one_for_tens_and_aces(player_type: PlayerType) -> None:
    bets(player_type, *((f"2 3 {high}", 5) for high in "TJQKA"))
    bets(player_type, *((f"2 3 4 {high}", 10) for high in "TJQKA"))


@behaviour_of(COUNTING)
def counts_below_zero(player_type: PlayerType) -> None:
    bets(player_type, ("T T 2 3", 5), ("T T 2 3 4 5", 10))


@behaviour_of(COUNTING)
def doubles_with_the_double_of_the_minimum(player_type: PlayerType) -> None:
    bets(player_type, ("2 3", 10), bankroll=10)


@behaviour_of(COUNTING)
def bets_the_minimum_with_less_than_the_double(player_type: PlayerType) -> None:
    for bankroll in (5, 9):
        bets(player_type, ("2 3", 5), bankroll=bankroll)


@behaviour_of(COUNTING)
def forgets_the_count_at_a_shuffle(player_type: PlayerType) -> None:
    for before in ("2 3 4 5", "T T T T"):
        player = player_type()
        for card in suited(before):
            player.expose(card)
        player.shuffled()
        assert player.bet(100, 5) == 5
        for card in suited("2 3"):
            player.expose(card)
        assert player.bet(100, 5) == 10


@behaviour_of(COUNTING)
def keeps_the_count_from_bet_to_bet(player_type: PlayerType) -> None:
    player = player_type()
    for card in suited("2 3"):
        player.expose(card)
    assert player.bet(100, 5) == 10
    player.draw(Card("6h"), hand_of("T 6"))
    assert player.bet(100, 5) == 10
    player.expose(Card("Kh"))
    assert player.bet(100, 5) == 5
