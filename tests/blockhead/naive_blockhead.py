"""Blockhead Poker for two, written once more, naively, from the sentences of its rules alone.

It knows nothing of the engine: cards are texts such as `Th`, a player is a function, a bet is
the number that the original's `getBet` returns. It is here to disagree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Numbers:
    """The numbers in the rules (seed 002, rules 2, 3, 5, 8, 9 and 12), and what a check does."""

    deals: int = 20
    stake: int = 1000
    buy_in: int = 10
    raised: tuple[int, ...] = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
    most_raises: int = 3
    cards: tuple[int, ...] = (3, 1, 1)
    """Cards to each player before each bidding round; the first of all lies face down."""
    opening_check_ends: bool = False


@dataclass(frozen=True)
class Asked:
    """What a player is told when it is asked for a bet."""

    player: int
    own: tuple[str, ...]
    opponent: tuple[str, ...]
    """The opponent's open cards."""
    history: tuple[int, ...]
    """The bets of this bidding round."""
    bet2player: int
    can_raise: bool
    raised: tuple[int, ...]
    """The sizes that a raise may have."""
    to_come: int
    """Cards that each player will still get."""
    pot: int


Bettor = Callable[[Asked], int]


@dataclass
class Outcome:
    """What came of a game."""

    chips: list[int]
    pots: list[int] = field(default_factory=list)
    """The pot at the end of each deal."""
    ends: list[str] = field(default_factory=list)
    """How each deal ended, in the words of the program that was handed out."""
    after: list[tuple[int, int]] = field(default_factory=list)
    """The chips after each deal."""


def value(card: str) -> int:
    """Rule 11.a."""
    return {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}.get(card[0]) or int(card[0])


def total(cards: Iterable[str]) -> int:
    return sum(value(card) for card in cards)


def play_game(
    decks: Iterable[Sequence[str]], bettors: Sequence[Bettor], numbers: Numbers | None = None
) -> Outcome:
    """Play all deals, each with the next of the decks."""
    numbers = numbers or Numbers()
    chips = [numbers.stake, numbers.stake]
    outcome = Outcome(chips)
    carried = 0
    for number, deck in zip(range(1, numbers.deals + 1), decks, strict=False):
        opener = 0 if number % 2 == 1 else 1
        carried = play_deal(deck, opener, carried, chips, bettors, numbers, outcome)
        outcome.after.append((chips[0], chips[1]))
    # A pot that nobody has won by then is halved.
    assert carried % 2 == 0
    chips[0] += carried // 2
    chips[1] += carried // 2
    return outcome


def play_deal(
    deck: Sequence[str],
    opener: int,
    carried: int,
    chips: list[int],
    bettors: Sequence[Bettor],
    numbers: Numbers,
    outcome: Outcome,
) -> int:
    """Play a deal, book its chips and give what is carried over."""
    other = 1 - opener
    # Rule 5: the antes.
    pot = carried
    for player in (0, 1):
        chips[player] -= numbers.buy_in
        pot += numbers.buy_in
    hands: dict[int, list[str]] = {opener: [], other: []}
    coming = list(deck)
    for bidding_round in range(len(numbers.cards)):
        # Rules 5, 8 and 9: the cards.
        for player in (opener, other):
            for _ in range(numbers.cards[bidding_round]):
                hands[player].append(coming.pop(0))
        # Rule 12.
        history: list[int] = []
        raises = 0
        bet2player = 0
        player = opener
        while True:
            asked = Asked(
                player=player,
                own=tuple(hands[player]),
                opponent=tuple(hands[1 - player][1:]),
                history=tuple(history),
                bet2player=bet2player,
                can_raise=raises < numbers.most_raises,
                raised=numbers.raised,
                to_come=sum(numbers.cards[bidding_round + 1 :]),
                pot=pot,
            )
            bet = bettors[player](asked)
            assert bet in allowed(asked)
            if bet == 0 and bet2player > 0:  # a fold
                chips[1 - player] += pot
                outcome.pots.append(pot)
                outcome.ends.append(f"Player {player} folded.   The pot was {pot}.")
                return 0
            chips[player] -= bet
            pot += bet
            history.append(bet)
            if bet > bet2player:  # a raise
                raises += 1
                bet2player = bet - bet2player
            else:
                a_call = bet2player > 0
                both_checked = bet2player == 0 and len(history) == 2
                if a_call or both_checked or numbers.opening_check_ends:
                    break
            player = 1 - player
    # Rules 10 and 11.
    outcome.pots.append(pot)
    first, second = total(hands[0]), total(hands[1])
    if first == second:
        outcome.ends.append(" The hand was a tie.   The pot is carried over to the next hand.")
        return pot
    winner = 0 if first > second else 1
    chips[winner] += pot
    outcome.ends.append(f" Player {winner} won the hand with a pot of {pot}")
    return 0


def allowed(asked: Asked) -> list[int]:
    """The bets that a player may make, from the discussion on betting."""
    bets = [0]
    if asked.bet2player > 0:
        bets.append(asked.bet2player)
    if asked.can_raise:
        bets += [asked.bet2player + raised for raised in asked.raised]
    return bets


def alpha(asked: Asked) -> int:
    """The rules for the Alpha type AI, sentence by sentence."""
    delta = total(asked.own) - total(asked.opponent)
    raised = None
    fold = False
    pot_factor = asked.pot // 10
    if asked.to_come:
        if not asked.history:
            if delta > 10:
                raised = 10
            elif delta > 5:
                raised = 5
            elif delta > 0:
                raised = 1
        elif asked.bet2player == 0:
            if delta > 5 - pot_factor:
                raised = 10
            elif delta > 0 - pot_factor:
                raised = 1
        elif asked.bet2player < 1 + pot_factor * 2:
            if delta > 8 - pot_factor:
                raised = 10
            elif delta > -2 - pot_factor:
                raised = 1
            else:
                fold = not delta > -4 - pot_factor
        elif delta > 10 - pot_factor:
            raised = 10
        elif delta > 0 - pot_factor:
            raised = 1
        else:
            fold = not delta > -2 - pot_factor
    elif not asked.history:
        if delta > 10:
            raised = 10
        elif delta > 5:
            raised = 5
    elif asked.bet2player == 0:
        if delta > 10 - pot_factor:
            raised = 10
    elif asked.bet2player < 1 + pot_factor * 2:
        if delta > 6 - pot_factor:
            raised = 10
        else:
            fold = not delta > 2
    elif delta > 8 - pot_factor:
        raised = 10
    else:
        fold = not delta > 4
    if fold:
        return 0
    if raised is None or not asked.can_raise:
        return asked.bet2player
    # Where a raise may not have this size, it has the nearest.
    return asked.bet2player + min(asked.raised, key=lambda size: abs(size - raised))
