"""Rules and players as plain arrays: everything that the compiled game reads.

Seven kinds of player can be written this way:

* `LINES`: thresholds, like Alpha's. `lines[part, situation, line]` is a row (above, bet, less_pot).
  The part is 0 while cards are to come and 1 in the last bidding round; the situation is OPENING,
  CHECKED, SMALL_RAISE or LARGE_RAISE. The first line counts for which
  delta > above - less_pot * pot_factor, and its bet is FOLD, CALL or the size of a raise, which
  the rules may make smaller or larger.
* `UNIFORM`: any legal bet, all equally likely, one random number for each.
* `BY_SPOTS`: a policy, which has odds for its actions in every spot (`spots` numbers them), one
  random number for each.
* `READING`: weighs what the opponent's bets tell of its hidden card (`kernel_readers`).
* `FOLLOWING`: follows a stored policy near an equilibrium (`kernel_followers`).
* `BY_SPOT_RESPONSE`: plays the best response to a policy that has odds for every spot.
* `BY_POLICY_RESPONSE`: plays the best response to a policy near an equilibrium, and where that is
  not known follows the policy (`kernel_responders` for both).

A table is an argument of the compiled game: a new one needs no new compilation.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from cutcard.blockhead.alpha import CARDS_TO_COME, LAST_ROUND, Line, Lines, Part
from cutcard.blockhead.beta import STEPS, reads
from cutcard.blockhead.decks import cards_in
from cutcard.blockhead.habits import CALL, FOLD
from cutcard.blockhead.players import AGAINST, EXPLOITER, FIXED_PLAYERS, NASH, is_policy_file
from cutcard.blockhead.rules import Rules, TiedPot, Valuation
from cutcard.cards import Rank, Suit
from cutcard.compilation import nothing_compiled
from cutcard.errors import Invalid

if TYPE_CHECKING:
    from cutcard.blockhead.spots import Odds, Spots
    from cutcard.number_arrays import Integers


LINES: Final = 0
UNIFORM: Final = 1
BY_SPOTS: Final = 2
READING: Final = 3
# From here on they follow a deal bet by bet.
FOLLOWING: Final = 4
BY_SPOT_RESPONSE: Final = 5
BY_POLICY_RESPONSE: Final = 6

OPENING: Final = 0
CHECKED: Final = 1
SMALL_RAISE: Final = 2
LARGE_RAISE: Final = 3

ALWAYS: Final = -(1 << 40)
"""A threshold below every delta."""

ABOVE_EVERY_RAISE: Final = 1 << 40
"""A raise larger than any that rules allow."""

Thresholds = tuple[Part, Part]
"""The lines while cards are to come, and those of the last bidding round."""


def _in_every_situation(bet: str | int) -> Thresholds:
    """A player who does the same whatever happens."""
    lines = (Line(None, bet),)
    part = Part(opening=lines, checked=lines, small_raise=lines, large_raise=lines)
    return part, part


THRESHOLDS: Final[Mapping[str, Thresholds]] = {
    "alpha": (CARDS_TO_COME, LAST_ROUND),
    "caller": _in_every_situation("call"),
    "raiser": _in_every_situation(ABOVE_EVERY_RAISE),
}
"""Players that are tables of thresholds, by name."""

KNOWN_RULES: Final = frozenset(
    {
        *("seats", "deals", "stake", "ante", "least_raise", "most_raise", "raises"),
        *("deck", "streets", "check_closes", "tied_pot", "valuation"),
    }
)
"""The rules that the compiled game knows."""


def what_is_unknown(first: str, second: str, rules: Rules) -> str:
    """Why the compiled game cannot play this, in words; empty if it can."""
    for name in (first, second):
        if name in STEPS and not reads(rules):
            return f"{name} samples showdowns by such rules"
        if name.startswith(AGAINST):
            return f"{name} looks ahead"
        if not any(knows(name) for knows in (is_table, reads_bets, follows_policy, responds)):
            return f"{name} is not a table"
        if name == "alpha" and rules.valuation is not Valuation.POINTS:
            return f"alpha does not play valuation = {rules.valuation}"
    if rules.seats != 2:
        return f"seats = {rules.seats}"
    for field in rules.fields():
        if field.name not in KNOWN_RULES:
            return f"the rule {field.name} is new to it"
    return nothing_compiled("poker")


class RulesTable(NamedTuple):
    """The rules as numbers. The stake is not among them: it decides nothing."""

    deals: int
    ante: int
    least_raise: int
    most_raise: int
    raises: int
    check_closes: bool
    split: bool
    """A tied pot is split, not carried over."""
    poker: bool
    """Hands are compared as poker hands, not by points."""


class CardsTable(NamedTuple):
    """How cards are dealt, and what each card of the deck is."""

    street_cards: Integers
    """For each bidding round, how many cards each player gets before it."""
    down: Integers
    """For each card of a hand, in the order dealt: 1 if it lies face down."""
    points: Integers
    heights: Integers
    """The ranks as poker orders them: the ace is 14."""
    suits: Integers


class PlayersTable(NamedTuple):
    """Two players as arrays, in the order named."""

    kinds: Integers
    """One of the seven for each."""
    lines: Integers
    """Indexed by player, part, situation, line and (above, bet, less_pot)."""


class PoliciesTable(NamedTuple):
    """What players by spots do, in the order named; nothing for players of other kinds."""

    spots: Spots
    first: Odds
    """Indexed by spot and action, in one row."""
    second: Odds


def rules_table(rules: Rules) -> RulesTable:
    """The rules as the compiled game reads them, except for the cards."""
    return RulesTable(
        deals=rules.deals,
        ante=rules.ante,
        least_raise=rules.least_raise,
        most_raise=rules.most_raise,
        raises=rules.raises,
        check_closes=rules.check_closes,
        split=rules.tied_pot is TiedPot.SPLIT,
        poker=rules.valuation is Valuation.POKER,
    )


def cards_table(rules: Rules) -> CardsTable:
    """The cards as the compiled game reads them."""
    deck = cards_in(rules.deck)
    ranks = list(Rank)
    suits = list(Suit)
    return CardsTable(
        street_cards=_numbers([len(letters) for letters in rules.street_cards]),
        down=_numbers([letter == "d" for letter in "".join(rules.street_cards)]),
        points=_numbers([card.points for card in deck]),
        heights=_numbers([(ranks.index(card.rank) or 13) + 1 for card in deck]),
        suits=_numbers([suits.index(card.suit) for card in deck if card.suit]),
    )


def players_table(first: str, second: str) -> PlayersTable:
    """Two players of these names as the compiled game reads them."""
    names = (first, second)
    return PlayersTable(
        kinds=_numbers([_kind(name) for name in names]),
        lines=lines_table([THRESHOLDS.get(name, THRESHOLDS["caller"]) for name in names]),
    )


def _kind(name: str) -> int:
    if reads_bets(name):
        return READING
    if follows_policy(name):
        return FOLLOWING
    if is_policy_file(name):
        return _kind_of_file(name)
    return UNIFORM if name == "random" else LINES


def _kind_of_file(name: str) -> int:
    """The kind of a player whose policy a file holds."""
    from cutcard.blockhead.equilibrium.response_files import PolicyResponsePolicy
    from cutcard.blockhead.exact.spot_saved import SpotResponsePolicy
    from cutcard.blockhead.policy_files import load_policy

    match load_policy(name):
        case SpotResponsePolicy():
            return BY_SPOT_RESPONSE
        case PolicyResponsePolicy():
            return BY_POLICY_RESPONSE
    return BY_SPOTS


def is_table(name: str) -> bool:
    """Whether a player is thresholds, chance, or odds for every spot."""
    return name in FIXED_PLAYERS or _has_spots(name)


def reads_bets(name: str) -> bool:
    """Whether a player weighs what bets tell: Beta, a step towards it, or a best response."""
    if not is_policy_file(name):
        return name in STEPS or name == EXPLOITER
    from cutcard.blockhead.exact.saved import ResponsePolicy
    from cutcard.blockhead.policy_files import load_policy

    return isinstance(load_policy(name), ResponsePolicy)


def follows_policy(name: str) -> bool:
    """Whether a player follows a policy near an equilibrium: `nash`, or one in a file."""
    if not is_policy_file(name):
        return name == NASH
    from cutcard.blockhead.equilibrium.saved import EquilibriumPolicy
    from cutcard.blockhead.policy_files import load_policy

    return isinstance(load_policy(name), EquilibriumPolicy)


def responds(name: str) -> bool:
    """Whether a player's name is that of a file with a best response to a saved policy."""
    return is_policy_file(name) and _kind_of_file(name) in (BY_SPOT_RESPONSE, BY_POLICY_RESPONSE)


def _has_spots(name: str) -> bool:
    """Whether a player's name is that of a file with odds for every spot."""
    from cutcard.blockhead.policy_files import spot_policy

    return is_policy_file(name) and spot_policy(name) is not None


def policies_table(first: str, second: str, rules: Rules) -> PoliciesTable:
    """The policies among two players of these names as the compiled game reads them."""
    from cutcard.blockhead.policy_files import spot_policy
    from cutcard.blockhead.spots import NO_ODDS, no_spots, spots_of

    found = [spot_policy(name) if is_policy_file(name) else None for name in (first, second)]
    odds = [NO_ODDS if policy is None else policy.odds.reshape(-1) for policy in found]
    return PoliciesTable(spots_of(rules) if any(found) else no_spots(), *odds)


def lines_table(players: list[Thresholds]) -> Integers:
    """Thresholds as rows; shorter lists are padded with lines that are never reached."""
    lists = [
        (part.opening, part.checked, part.small_raise, part.large_raise)
        for player in players
        for part in player
    ]
    longest = max(len(lines) for part in lists for lines in part)
    rows = [[_rows(lines, longest) for lines in part] for part in lists]
    return _numbers(rows).reshape(len(players), 2, 4, longest, 3)


def _rows(lines: Lines, longest: int) -> list[tuple[int, int, int]]:
    if not lines or lines[-1].above is not None:
        raise Invalid(f"{lines} leave a player without a bet: the last line takes above=None")
    words = {"fold": FOLD, "call": CALL}
    rows = [
        (
            ALWAYS if line.above is None else line.above,
            words[line.bet] if isinstance(line.bet, str) else line.bet,
            int(line.less_pot),
        )
        for line in lines
    ]
    return rows + rows[-1:] * (longest - len(rows))


def _numbers(values: Any) -> Integers:
    import numpy as np

    return np.array(values, dtype=np.int64)
