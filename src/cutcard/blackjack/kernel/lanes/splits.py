"""Splits of lanes, many together: all their hands, then all their dealers.

Bits and tables are those of `word.py`; the state in a word is that of the hand, or the dealer,
who plays. Beside each word stands another, with what a split must know of itself. From the
lowest bit on, it holds

    exit 16 | second cards of the hands, if they are dealt ahead, 4 each | hands 8 | waiting 8

where the hands that wait have not ended.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from cutcard.blackjack.dealer import End
from cutcard.blackjack.kernel.automaton import AGAIN, DRAWN, OPEN
from cutcard.blackjack.kernel.lanes.rows import Rows, deal_until
from cutcard.blackjack.kernel.lanes.word import (
    CHART,
    ONE_CARD,
    LaneTables,
    Lists,
    count_of,
    place_of,
    second_of,
    taken_of,
)
from cutcard.blackjack.kernel.minimiser import WIDTH
from cutcard.blackjack.kernel.pack import Pack
from cutcard.blackjack.kernel.random import WORD, Bits
from cutcard.blackjack.kernel.walk import bets_lost, some_stood, split_outcome
from cutcard.compilation import Number, Switch, compiled_into, compiled_within

TOGETHER: Final = 24
"""Splits that are waited for before they are played together."""

_SECONDS: Final = np.uint64(16)
_HANDS: Final = np.uint64(48)
_WAITING: Final = np.uint64(56)
_ONE_HAND: Final = np.uint64(1 << 48)
_ONE_WAITS: Final = np.uint64(1 << 56)
_BYTE: Final = np.uint64(0xFF)
_CARD: Final = np.uint64(0x0F)
_ZERO: Final = np.uint64(0)
_ONE: Final = np.uint64(1)
_TWO: Final = np.uint64(2)
_AGAIN: Final = np.uint64(AGAIN)
_BUST: Final = np.uint64(End.BUST)
_BLACKJACK: Final = np.uint64(End.BLACKJACK)
_ENDS: Final = np.uint64(len(End))
_WIDTH: Final = np.uint64(WIDTH)


@compiled_within
def play_splits(
    pack: Pack,
    indexed: Switch,
    tables: LaneTables,
    rows: Rows,
    dealt: Number,
    lists: Lists,
    splits: Number,
    ended: Bits,
    ending: Number,
) -> Number:
    """Play splits to their end, and put them to the rounds that have ended.

    Return the number of rows dealt.
    """
    layout, words, sides = pack.layout, lists.exits, lists.sides
    reach = np.int64(0)
    for at in range(splits):
        word = words[at]
        state = word & WORD
        words[at] = word - state + _AGAIN
        sides[at] = state - layout.first_exit + _TWO * (_ONE_HAND + _ONE_WAITS)
        lists.fields[at] = 0
        lists.live[at] = at
        reach = max(reach, np.int64(taken_of(word)))
    if layout.queue:
        reach += 2
        dealt = deal_until(rows, dealt, reach)
        for at in range(splits):
            words[at], sides[at] = _deal_two(tables, rows, words[at], sides[at], _ZERO, _ONE)
    playing = splits
    while playing:
        reach += 2 if layout.queue else 1
        dealt = deal_until(rows, dealt, reach)
        playing = _pass_hands(pack, indexed, tables, rows, lists, playing)
    reach += 1
    dealt = deal_until(rows, dealt, reach)
    playing = _turn_to_dealers(pack, tables, rows, lists, splits)
    while playing:
        reach += 1
        dealt = deal_until(rows, dealt, reach)
        playing = _pass_dealers(pack, tables, rows, lists, playing)
    for at in range(splits):
        word = words[at]
        end = word & WORD
        outcome = split_outcome(np.int64(lists.fields[at]), np.int64(end), layout.original)
        ended[ending + at] = word - end + np.uint64(outcome)
    return dealt


@compiled_into
def _deal_two(
    tables: LaneTables,
    rows: Rows,
    word: np.uint64,
    side: np.uint64,
    hand: np.uint64,
    new: np.uint64,
) -> tuple[np.uint64, np.uint64]:
    """Deal the second cards of both hands of a split at once."""
    for each in (hand, new):
        card = np.uint64(rows.flat[place_of(word)])
        word += tables.draws[card]
        at = _SECONDS + np.uint64(4) * each
        side = side & ~(_CARD << at) | card << at
    return word, side


@compiled_within
def _pass_hands(
    pack: Pack, indexed: Switch, tables: LaneTables, rows: Rows, lists: Lists, playing: Number
) -> Number:
    """Deal a card to a hand of every split; return the number of splits whose hands go on."""
    states, numbers, layout = pack
    live, words, sides, fields = lists.live, lists.exits, lists.sides, lists.fields
    most = np.uint64(layout.max_hands)
    still = _ZERO
    for place in range(playing):
        at = live[np.uint64(place)]
        word, side = words[at], sides[at]
        state = word & WORD
        hands = side >> _HANDS & _BYTE
        hand = hands - (side >> _WAITING)
        if layout.queue and state == _AGAIN:
            card = side >> (_SECONDS + np.uint64(4) * hand) & _CARD
        else:
            card = np.uint64(rows.flat[place_of(word)])
            word += tables.draws[card]
        # A card of the pair waits for its second.
        start = np.uint64(
            states[layout.split_start + _TWO * (side & WORD) + np.uint64(hands < most)]
        )
        row = layout.split_next + (start if state == _AGAIN else state) * _WIDTH + card
        if indexed is not None:
            row += layout.split_layer * (np.uint64(tables.charts[count_of(tables, word)]) & CHART)
        after = np.uint64(states[row])
        fields[at] += np.uint64(numbers[layout.gains + after])
        if layout.queue and after == _AGAIN:
            word, side = _deal_two(tables, rows, word, side, hand, hands)
        side += (_ONE_HAND + _ONE_WAITS) * np.uint64(after == _AGAIN)
        side -= _ONE_WAITS * np.uint64(after < _AGAIN)
        words[at] = word - state + max(after, _AGAIN)
        sides[at] = side
        live[still] = at
        still += np.uint64(side >= _ONE_WAITS)
    return np.int64(still)


@compiled_within
def _turn_to_dealers(
    pack: Pack, tables: LaneTables, rows: Rows, lists: Lists, splits: Number
) -> Number:
    """Turn the dealers' second cards; return the number of dealers who draw."""
    states, _, layout = pack
    words, sides = lists.exits, lists.sides
    still = _ZERO
    for place in range(splits):
        at = np.uint64(place)
        word, exit, gained = words[at], sides[at] & WORD, np.int64(lists.fields[at])
        dealer = _BUST  # or any end but a blackjack, if no hand waits for it
        stood = some_stood(gained)
        word -= _AGAIN
        if stood or (bets_lost(gained) > 1 and states[layout.looks + exit]):
            dealer = np.uint64(states[layout.dealer_start + exit])
            if layout.source != OPEN:
                second = second_of(word)
                if layout.source == DRAWN:
                    second = np.uint64(rows.flat[place_of(word)])
                    word += ONE_CARD
                word += tables.tags[second]
                dealer = np.uint64(states[layout.dealer_next + dealer * _WIDTH + second])
            if not stood and dealer != _BLACKJACK:
                dealer = _BUST
        words[at] = word + dealer
        lists.live[still] = at
        still += np.uint64(dealer >= _ENDS)
    return np.int64(still)


@compiled_within
def _pass_dealers(
    pack: Pack, tables: LaneTables, rows: Rows, lists: Lists, playing: Number
) -> Number:
    """Deal a card to every dealer who draws; return the number of those who go on."""
    states, _, layout = pack
    live, words = lists.live, lists.exits
    still = _ZERO
    for place in range(playing):
        at = live[np.uint64(place)]
        word = words[at]
        state = word & WORD
        card = np.uint64(rows.flat[place_of(word)])
        after = np.uint64(states[layout.dealer_next + state * _WIDTH + card])
        words[at] = word + tables.draws[card] + after - state
        live[still] = at
        still += np.uint64(after >= _ENDS)
    return np.int64(still)
