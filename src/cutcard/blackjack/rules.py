"""The rules of blackjack as a value: every blackjack that we know is one of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import lcm
from typing import Literal

from cutcard.rulebook import Odds, OneOf, Ratio, Rulebook, WholeNumber, Word, YesNo, rule, whole


class HoleCard(Word):
    """What is known of the dealer's second card."""

    PEEK = "peek"
    HIDDEN = "hidden"
    NONE = "none"
    OPEN = "open"


class Naturals(Word):
    """Whose two-card 21 is a blackjack."""

    BOTH = "both"
    PLAYER = "player"
    NONE = "none"


class Rounding(Word):
    """What happens to fractions of a chip."""

    EXACT = "exact"
    DOWN = "down"


class Tie(Word):
    """Who has a bet when both sides are equal."""

    PUSH = "push"
    WIN = "win"
    LOSE = "lose"


class TwentyTwo(Word):
    """What a dealer's 22 is."""

    BUST = "bust"
    PUSH = "push"


class Takes(Word):
    """What a dealer's blackjack takes when it shows only after the player has played."""

    ALL = "all"
    ORIGINAL = "original"


class DoubleOn(Word):
    """Two cards that may be doubled."""

    ANY = "any"
    NINE_TO_ELEVEN = "9-11"
    TEN_OR_ELEVEN = "10-11"
    NONE = "none"


class SplitOrder(Word):
    """How the hands of a split are dealt and played."""

    IN_TURN = "in-turn"
    QUEUE = "queue"


class Surrender(Word):
    """When half a bet may be saved."""

    NONE = "none"
    LATE = "late"
    EARLY = "early"


class Shuffle(Word):
    """How the shoe is shuffled."""

    UNIFORM = "uniform"
    RIFFLE = "riffle"


class _Reshuffle:
    """every-round, a share of the shoe such as 75%, or a number of cards."""

    accepts = "every-round, a share dealt from 1% to 100%, or a number of cards left from 1 to 416"

    def read(self, value: object) -> int | str:
        if value == "every-round":
            return "every-round"
        if isinstance(value, str) and value.endswith("%"):
            return f"{whole(value[:-1], 1, 100)}%"
        return whole(value, 1, 416)


class _Deal:
    """The order of the first cards."""

    accepts = "the letters P, P, U and H in any order, as in PUPH"

    def read(self, value: object) -> str:
        if sorted(str(value)) != sorted("PUPH"):
            raise ValueError(value)
        return str(value)


@dataclass(frozen=True, kw_only=True, repr=False)
class Rules(Rulebook):
    """The rules of a blackjack game; a field left out is as in a common six-deck casino game.

    Whether a seat can stake more than it has is not among them: `Session` says why.

    >>> Rules(decks=1, hit_soft_17=True)
    Rules(decks=1, hit_soft_17=True)
    """

    decks: int | Literal["infinite"] = rule(
        6,
        WholeNumber(1, 8, "infinite"),
        "Decks in the shoe; an infinite shoe always deals every card with the same odds."
        " Fewer favour the player.",
    )
    reshuffle: int | str = rule(
        "75%",
        _Reshuffle(),
        "When the shoe is shuffled, always before a round: every-round; when more than this share"
        " of it has been dealt (the cut card); or when fewer than this number of cards are left.",
    )
    shuffle: Shuffle = rule(
        Shuffle.UNIFORM,
        OneOf(Shuffle),
        "How the shoe is shuffled: every order alike, or seven riffles at random cuts of the"
        " order it is in.",
    )
    deal: str = rule(
        "PUPH",
        _Deal(),
        "The order of the first cards: P is one to each player, U the dealer's up card, H the"
        " dealer's second card.",
    )
    hole_card: HoleCard = rule(
        HoleCard.PEEK,
        OneOf(HoleCard),
        "The dealer's second card: peek (face down, the dealer looks for blackjack first), hidden"
        " (face down, nobody looks until the dealer plays), none (drawn when the dealer plays:"
        " European, ENHC) or open (both cards face up).",
    )
    naturals: Naturals = rule(
        Naturals.BOTH,
        OneOf(Naturals),
        "Whose two-card 21 is a blackjack, better than any other 21: both sides', the player's"
        " only, or none.",
    )
    blackjack_pays: Odds = rule(
        Odds(3, 2),
        Ratio(),
        "What a player's blackjack wins. 6:5 costs the player dearly.",
    )
    rounding: Rounding = rule(
        Rounding.EXACT,
        OneOf(Rounding),
        "What is paid to the player is paid exactly, or rounded down to whole chips; so is half a"
        " bet, for insurance or back after a surrender.",
    )
    blackjack_tie: Tie = rule(
        Tie.PUSH,
        OneOf(Tie),
        "What a player's blackjack does against the dealer's, where both can have one: push, win"
        " (then it is paid at once, whatever the dealer holds) or lose.",
    )
    ties: Tie = rule(
        Tie.PUSH,
        OneOf(Tie, only=(Tie.PUSH, Tie.LOSE)),
        "What any other tie does: push or lose. Losing ties favours the house by far.",
    )
    dealer_blackjack_takes: Takes = rule(
        Takes.ALL,
        OneOf(Takes),
        "What a dealer's blackjack takes that shows only after the player has played: all bets,"
        " or the original bet only (OBO; what was doubled or split comes back, bust or not).",
    )
    hit_soft_17: bool = rule(
        False,
        YesNo(),
        "The dealer hits soft 17 (H17) instead of standing on it (S17). H17 favours the house.",
    )
    dealer_22: TwentyTwo = rule(
        TwentyTwo.BUST,
        OneOf(TwentyTwo),
        "What a dealer's 22 is: a bust like any other, or a push, which gives every hand that is"
        " neither bust nor surrendered its stake back, also where ties lose; a blackjack is paid."
        " A push favours the house by far.",
    )
    stand_on_21: bool = rule(
        True, YesNo(), "A player's 21 stands by itself; otherwise the player is asked."
    )
    double_on: DoubleOn = rule(
        DoubleOn.ANY,
        OneOf(DoubleOn),
        "First two cards that may be doubled: any (DOA), hard totals of 9-11 or 10-11 only, none.",
    )
    double_after_split: bool = rule(
        True, YesNo(), "Hands of a split may be doubled too (DAS). Favours the player."
    )
    max_hands: int = rule(
        4,
        WholeNumber(1, 8),
        "The most hands a player may hold after splitting pairs; 1 means no splitting.",
    )
    resplit_aces: bool = rule(
        False, YesNo(), "A pair of aces after a split may be split again (RSA)."
    )
    hit_split_aces: bool = rule(
        False,
        YesNo(),
        "Split aces are played like other hands (HSA) instead of getting one card each.",
    )
    split_order: SplitOrder = rule(
        SplitOrder.IN_TURN,
        OneOf(SplitOrder),
        "After a split: in-turn (the new hand is played next and gets its second card then) or"
        " queue (both get a card at once and the new hand is played after all others).",
    )
    surrender: Surrender = rule(
        Surrender.NONE,
        OneOf(Surrender),
        "The first two cards may be given up for half the bet: none, late (LS, after the dealer"
        " has looked for blackjack) or early (ES, before: where the dealer will look, it is"
        " offered together with insurance, and one of the two may be taken).",
    )
    insurance: bool = rule(
        False,
        YesNo(),
        "Half a bet may be staked, at 2:1, on the dealer's blackjack when an ace is up.",
    )
    charlie: int | Literal["none"] = rule(
        "none",
        WholeNumber(5, 10, "none"),
        "A hand of this many cards that has not bust wins at once, whatever the dealer holds.",
    )

    def contradictions(self) -> Iterator[str]:
        if self.hole_card is HoleCard.PEEK and self.naturals is not Naturals.BOTH:
            yield (
                f"hole_card = peek does not go with naturals = {self.naturals}:"
                " the dealer would have no blackjack to look for (hole_card = hidden does)"
            )
        if self.insurance and self.naturals is not Naturals.BOTH:
            yield (
                f"insurance = true does not go with naturals = {self.naturals}:"
                " there would be no dealer's blackjack to insure against"
            )
        if self.insurance and self.hole_card is HoleCard.OPEN:
            yield (
                "insurance = true does not go with hole_card = open:"
                " everybody sees whether the dealer has blackjack"
            )
        if self.surrender is Surrender.EARLY and self.hole_card is HoleCard.OPEN:
            yield (
                "surrender = early does not go with hole_card = open: everybody sees whether"
                " the dealer has blackjack (surrender = late does)"
            )
        if self.surrender is Surrender.LATE and self.hole_card in (HoleCard.HIDDEN, HoleCard.NONE):
            yield (
                f"surrender = late does not go with hole_card = {self.hole_card}:"
                " nobody looks for blackjack before the player plays (surrender = early does)"
            )
        if self.shuffle is Shuffle.RIFFLE:
            if self.decks != 1:
                yield f"shuffle = riffle does not go with decks = {self.decks}: it takes decks = 1"
            elif self.reshuffle_below < (need := 16 + 4 * self.max_hands):
                yield (
                    f"shuffle = riffle does not go with reshuffle = {self.reshuffle}: a round with"
                    f" max_hands = {self.max_hands} may take {need} cards (reshuffle = {need} does)"
                )

    @cached_property
    def unit(self) -> int:
        """Units to a chip: money inside is whole units, so that no sum is ever rounded."""
        return 1 if self.rounding is Rounding.DOWN else lcm(2, self.blackjack_pays.per)

    @cached_property
    def charlie_at(self) -> int:
        """Cards with which a hand wins at once; more than any hand can hold if there is none."""
        return 99 if self.charlie == "none" else int(self.charlie)

    @property
    def finite_decks(self) -> int | None:
        """Decks in the shoe; None if it is infinite."""
        return None if self.decks == "infinite" else self.decks

    @property
    def reshuffle_below(self) -> int:
        """The shoe is shuffled before a round that would begin with fewer cards left than this."""
        if self.decks == "infinite":
            return 0
        size = 52 * self.decks
        if self.reshuffle == "every-round":
            return size
        if isinstance(self.reshuffle, str):
            return size - size * int(self.reshuffle[:-1]) // 100
        return min(self.reshuffle, size)
