"""Games of Blockhead Poker, compiled: the same chips as the engine's for the same cards.

It follows `deal.Deal`, `game.Game` and the players of `players`, for two seats; the tests compare
them. Rules and players are arguments, which `kernel_tables` makes.
"""

from __future__ import annotations

import numpy as np

from cutcard.blockhead.kernel_courses import (
    begin_courses,
    begin_rounds,
    bet_by_course,
    follow_bets,
    watch_as_follower,
)
from cutcard.blockhead.kernel_decks import (
    STATE_WORDS,
    STREAMS_AT_ONCE,
    StreamStates,
    deal_cards,
    draw,
    streams_of,
)
from cutcard.blockhead.kernel_lines import bet_by_lines, situation_of
from cutcard.blockhead.kernel_readers import (
    bet_by_reading,
    forget_deal_of_readers,
    forget_game,
    see_hidden_card,
    watch_bet,
)
from cutcard.blockhead.kernel_seating import Seating, TableState, new_state
from cutcard.blockhead.kernel_spots import (
    action_by_odds,
    begin_bidding,
    chips_of,
    forget_deal,
    note_bet,
    spot_at,
)
from cutcard.blockhead.kernel_tables import (
    BY_SPOT_RESPONSE,
    FOLLOWING,
    LINES,
    READING,
    UNIFORM,
    RulesTable,
)
from cutcard.blockhead.spots import CERTAIN
from cutcard.compilation import compiled, compiled_into, compiled_making_arrays
from cutcard.number_arrays import Integers


@compiled
def _standing(
    hands: Integers, seat: int, heights: Integers, suits: Integers, keys: Integers
) -> int:
    """What five cards are worth as a poker hand: the higher of two numbers wins."""
    times = 0  # four bits for each height
    flush = True
    for place in range(5):
        card = hands[seat, place]
        times += 1 << 4 * heights[card]
        flush = flush and suits[card] == suits[hands[seat, 0]]
    # Most frequent first, then highest.
    distinct = 0
    for place in range(5):
        height = heights[hands[seat, place]]
        key = (times >> 4 * height & 15) << 4 | height
        at = place
        while at and keys[at - 1] < key:
            keys[at] = keys[at - 1]
            at -= 1
        keys[at] = key
    worth = 0
    for place in range(5):
        distinct += place == 0 or keys[place] != keys[place - 1]
        worth = worth << 4 | keys[place] & 15
    most = keys[0] >> 4
    if distinct < 5:
        if distinct == 4:
            category = 1  # a pair
        elif distinct == 3:
            category = most  # two pairs, or three of a kind
        else:
            category = most + 3  # a full house, or four of a kind
    else:
        if worth == 0xE5432:  # the ace may count as low
            worth = 0x54321
        straight = (worth >> 16) - (worth & 15) == 4
        category = 8 if straight and flush else 5 if flush else 4 if straight else 0
    return category << 20 | worth


@compiled
def _bet_at_random(
    rules: RulesTable, chance: StreamStates, player: int, number: int, to_call: int, most: int
) -> int:
    """Any legal bet, all equally likely."""
    staying = 2 if to_call else 1
    raises = most - rules.least_raise + 1 if most else 0
    choice = draw(chance, player, number, staying + raises)
    if choice < staying:
        return choice * to_call
    return to_call + rules.least_raise + choice - staying


@compiled_into
def _bid(
    seating: Seating,
    state: TableState,
    opener: int,
    first_seat: int,
    street: int,
    to_come: int,
    pot: int,
) -> tuple[int, int]:
    """Play a bidding round; return the pot after it, and the seat that folded or -1."""
    rules, kinds = seating.rules, seating.players.kinds
    spots = seating.policies.spots
    points, shown, unseen, drawn = state.points, state.shown, state.unseen, state.drawn
    seat = opener
    to_call = int(np.int64(0))  # not a literal 0, which would compile everything below twice
    raised = bets = 0
    begun = pot
    part = 0 if to_come else 1
    begin_bidding(state.memory)
    responding = kinds[0] >= BY_SPOT_RESPONSE or kinds[1] >= BY_SPOT_RESPONSE
    if kinds[0] >= FOLLOWING or kinds[1] >= FOLLOWING:
        begin_rounds(seating, state, opener, first_seat, street, pot)
    while True:
        player = seat ^ first_seat
        most = rules.most_raise if raised < rules.raises else 0
        if kinds[player] == UNIFORM:
            chips = _bet_at_random(rules, state.chance, player, drawn[player], to_call, most)
            drawn[player] += 1
        elif kinds[player] == LINES:
            situation = situation_of(bets, to_call, pot)
            delta = points[seat] - shown[1 - seat]
            lines = seating.players.lines
            chips = bet_by_lines(rules, lines, player, part, situation, delta, pot, to_call, most)
        elif kinds[player] == READING:
            chips = bet_by_reading(
                rules,
                seating.readers.second if player else seating.readers.first,
                state.minds[player],
                state.habits[player],
                unseen[seat],
                state.chance,
                player,
                drawn,
                street,
                to_come,
                1 if seat == opener else 0,
                points[seat] - shown[seat],
                shown[seat] - shown[1 - seat],
                pot,
                to_call,
                raised,
                bets == 0,
            )
        elif kinds[player] >= FOLLOWING:
            chips = bet_by_course(seating, state, player, seat, opener, street, to_call, most)
        else:
            spot = spot_at(
                spots, state.memory, seat, street, begun, points, shown, bets, raised, to_call
            )
            lot = draw(state.chance, player, drawn[player], CERTAIN)
            drawn[player] += 1
            if player:
                action = action_by_odds(seating.policies.second, spot, lot)
            else:
                action = action_by_odds(seating.policies.first, spot, lot)
            chips = chips_of(spots, action, to_call, most)
        if kinds[1 - player] == READING:
            watch_bet(
                rules,
                seating.readers.first if player else seating.readers.second,
                state.minds[1 - player],
                state.habits[1 - player],
                seat,
                part,
                bets,
                shown[seat] - shown[1 - seat],
                pot,
                to_call,
                most,
                chips,
            )
        elif state.follows[1 - player]:
            watch_as_follower(seating, state, 1 - player, 1 - seat, opener, street, to_call, chips)
        pot += chips
        state.staked[seat] += chips
        if chips < to_call:
            return pot, seat
        note_bet(spots, state.memory, seat, shown, chips, to_call)
        if responding:
            follow_bets(seating, state, player, seat, street, to_call, chips)
        if chips > to_call:
            raised += 1
            to_call = chips - to_call
        elif to_call or bets or rules.check_closes:
            return pot, -1
        bets += 1
        seat = 1 - seat


@compiled_making_arrays
def play_games(
    seating: Seating, decks: Integers, streams: StreamStates, gains: Integers, sums: Integers
) -> None:
    """Play two games for every row of gains, with the same decks and the seats swapped.

    A row receives the first player's net gains in the first seat and in the second. The sums are
    what that player gained in the deals it opened and in the others, then the number of deals, the
    total of all pots, and the numbers of ties and showdowns.
    """
    rules, kinds = seating.rules, seating.players.kinds
    street_cards, down, card_points, heights, suits = seating.cards
    state = new_state(seating.responders.ground.biddings)
    points, shown, staked, unseen = state.points, state.shown, state.staked, state.unseen
    hands = np.empty((2, 5), dtype=np.int64)
    keys = np.empty(5, dtype=np.int64)
    reading = kinds[0] == READING or kinds[1] == READING
    following = kinds[0] >= FOLLOWING or kinds[1] >= FOLLOWING
    streets = len(street_cards)
    for game in range(2 * len(gains)):
        pair, first_seat = game >> 1, game & 1
        odd = 1 - first_seat  # an odd chip goes to the first seat
        for player in range(2):
            state.drawn[player] = 0
            if kinds[player] != LINES:
                for at in range(STATE_WORDS):
                    state.chance[at, player] = streams[player, at, pair]
        forget_game(state.minds, state.habits)
        gain = carry = 0
        for deal in range(rules.deals):
            opener = deal & 1
            pot = carry + 2 * rules.ante
            for seat in range(2):
                points[seat] = shown[seat] = 0
                staked[seat] = rules.ante
            forget_deal(seating.policies.spots, state.memory)
            if reading or following:
                forget_deal_of_readers(card_points, state.minds, unseen)
            if following:
                begin_courses(seating, state, opener, first_seat, pot)
            held = 0
            folded = -1
            for street in range(streets):
                # All cards of the opener, then all of the other player.
                dealt = street_cards[street]
                for at in range(2 * dealt):
                    seat = opener if at < dealt else 1 - opener
                    place = held + at % dealt
                    card = decks[pair * rules.deals + deal, 2 * held + at]
                    hands[seat, place] = card
                    points[seat] += card_points[card]
                    unseen[seat, card_points[card]] -= 1
                    if not down[place]:
                        shown[seat] += card_points[card]
                        unseen[1 - seat, card_points[card]] -= 1
                held += dealt
                to_come = len(down) - held
                pot, folded = _bid(seating, state, opener, first_seat, street, to_come, pot)
                if folded >= 0:
                    break
            winner = 1 - folded
            if folded < 0:
                if reading:
                    for player in range(2):
                        other = 1 - player ^ first_seat
                        see_hidden_card(state.minds[player], points[other] - shown[other])
                if rules.poker:
                    for seat in range(2):
                        points[seat] = _standing(hands, seat, heights, suits, keys)
                lead = points[0] - points[1]
                winner = 0 if lead > 0 else 1 if lead < 0 else -1
                sums[4] += winner < 0
                sums[5] += 1
            net = -staked[first_seat]
            carry = 0
            if winner == first_seat:
                net += pot
            elif winner < 0 and rules.split:
                net += (pot + odd) // 2
            elif winner < 0:
                carry = pot
            gain += net
            sums[opener ^ first_seat] += net
            sums[2] += 1
            sums[3] += pot
        gains[pair, first_seat] = gain + (carry + odd) // 2


def play_pairs(seating: Seating, seed: int, pairs: range) -> tuple[Integers, Integers]:
    """The gains and sums of some pairs of a duel, as `play_games` defines them."""
    rules, cards = seating.rules, seating.cards
    gains = np.zeros((len(pairs), 2), dtype=np.int64)
    size, needed = len(cards.points), 2 * len(cards.down)
    sums = np.zeros(6, dtype=np.int64)
    for begin in range(0, len(pairs), STREAMS_AT_ONCE):
        rows = gains[begin : begin + STREAMS_AT_ONCE]
        first = pairs[begin]
        decks = np.empty((len(rows) * rules.deals, needed), dtype=np.int64)
        for row in range(0, len(decks), STREAMS_AT_ONCE):
            some = decks[row : row + STREAMS_AT_ONCE]
            shuffles = streams_of((seed, "pair"), first, rules.deals, row, len(some))
            deal_cards(shuffles, size, some)
        lanes = len(rows) if (seating.players.kinds != LINES).any() else 0
        streams = np.stack(
            [streams_of((seed, name), first, 0, 0, lanes) for name in ("first", "second")]
        )
        play_games(seating, decks, streams, rows, sums)
    return gains, sums
