/* Easy Blackjack in plain scalar C: infinite shoe, both dealer cards open, the dealer hits soft
   17, late surrender, up to four hands by splitting, double after split, one card to a split
   ace, blackjack pays 3:2.

   One round at a time, a card at a time, with branches: what a good C program does without
   vectors, lanes, or a round compiled into one table. The two cards of a hand are one draw from
   169, for that was faster than two draws from 13. */

#include "hands.h"

enum { RANKS = 13, HANDS = RANKS * RANKS, DEALS = HANDS * HANDS };

typedef struct {
    uint8_t deal[HANDS];            /* the hand that two ranks make */
    uint8_t next[STATES][16];       /* the hand after one more rank */
    uint8_t score[STATES];
    uint8_t first[STATES][STATES];  /* what to do with a deal, by player's and dealer's hand */
    uint64_t hit[STATES];           /* the hands to be hit, by dealer's hand */
    uint64_t dealer;                /* the hands that the dealer draws to */
    const uint8_t (*plays)[STATES][STATES];
} Tables;

typedef struct {
    uint64_t random;
    int64_t cards;                  /* dealt after the first four of each round */
    unsigned ready;                 /* the next rank, where it is drawn ahead */
} Shoe;

typedef struct {
    unsigned player, dealer, action;
} Deal;

static unsigned value_of(unsigned rank)
{
    return rank < 9 ? rank + 1 : 10;
}

static void fill(Tables *t, const uint8_t *plays)
{
    memset(t, 0, sizeof *t);
    t->plays = (const uint8_t(*)[STATES][STATES])plays;
    t->dealer = drawing_hands(1);
    fill_scores(t->score);
    for (unsigned rank = 0; rank < RANKS; rank++) {
        for (unsigned other = 0; other < RANKS; other++)
            t->deal[rank * RANKS + other] = two_cards(value_of(rank), value_of(other));
        for (unsigned hand = 2; hand < STATES; hand++)
            if (total_of(hand) < 22)
                t->next[hand][rank] = plus(hand, value_of(rank));
    }
    for (unsigned dealer = 0; dealer < STATES; dealer++)
        for (unsigned hand = 0; hand < STATES; hand++) {
            /* No hand but a pair is hit or stood on differently with its first two cards. */
            if (t->plays[hand > PAIR ? FIRST_TWO : LATER][hand][dealer] == HIT)
                t->hit[dealer] |= 1ULL << hand;
            unsigned action = t->plays[FIRST_TWO][hand][dealer];
            if (dealer == BLACKJACK)
                action = hand == BLACKJACK ? TWO_BLACKJACKS : LOST_TO_BLACKJACK;
            else if (hand == BLACKJACK)
                action = WON_BLACKJACK;
            t->first[hand][dealer] = action;
        }
}

/* A rank by Lemire's method: the high word of a product, unless the low word is one of the few
   (2^64 mod 13) that would favour some rank. */
static inline unsigned drawn(Shoe *shoe)
{
    __uint128_t product;
    do
        product = (__uint128_t)next_word(&shoe->random) * RANKS;
    while (UNLIKELY((uint64_t)product < 3));
    return (unsigned)(product >> 64);
}

static inline unsigned card(Shoe *shoe, int ahead)
{
    shoe->cards++;
    if (!ahead)
        return drawn(shoe);
    const unsigned rank = shoe->ready;
    shoe->ready = drawn(shoe);
    return rank;
}

/* The first four cards from one word: the same method, twice in a row. */
static inline Deal deal(const Tables *t, Shoe *shoe)
{
    __uint128_t dealers, players;
    do {
        dealers = (__uint128_t)next_word(&shoe->random) * HANDS;
        players = (__uint128_t)(uint64_t)dealers * HANDS;
    } while (UNLIKELY((uint64_t)players < DEALS)
             && (uint64_t)players < -(uint64_t)DEALS % DEALS);
    Deal dealt = {t->deal[(unsigned)(players >> 64)], t->deal[(unsigned)(dealers >> 64)], 0};
    dealt.action = t->first[dealt.player][dealt.dealer];
    return dealt;
}

/* A round with a split: both hands get a card at once, and the new one is played last. */
static __attribute__((noinline)) int split(const Tables *t, Shoe *shoe, Deal dealt, int ahead)
{
    const unsigned value = dealt.player - PAIR;
    const uint8_t *with = t->deal + (value - 1) * RANKS;  /* the hands that begin with this card */
    const uint64_t hit = t->hit[dealt.dealer];
    unsigned hands[MOST_HANDS], count = 2, alive = 0;
    int stakes[MOST_HANDS];
    hands[0] = with[card(shoe, ahead)];
    hands[1] = with[card(shoe, ahead)];
    for (unsigned at = 0; at < count; at++) {
        unsigned hand = hands[at], action = STAND;
        if (value != 1)  /* an ace gets no more than its one card */
            while ((action = t->plays[count < MOST_HANDS ? SPLIT_AGAIN : SPLIT_LAST][hand]
                                     [dealt.dealer]) == SPLIT) {
                hand = with[card(shoe, ahead)];
                hands[count++] = with[card(shoe, ahead)];
            }
        stakes[at] = action == DOUBLE ? 4 : 2;
        if (action == DOUBLE)
            hand = t->next[hand][card(shoe, ahead)];
        else if (action == HIT)
            do
                hand = t->next[hand][card(shoe, ahead)];
            while (holds(hit, hand));
        hands[at] = hand;
        alive |= t->score[hand];
    }
    unsigned dealer = dealt.dealer;
    if (alive)
        while (holds(t->dealer, dealer))
            dealer = t->next[dealer][card(shoe, ahead)];
    int net = 0;
    for (unsigned at = 0; at < count; at++) {
        const unsigned score = t->score[hands[at]];
        net += stakes[at] * (score ? against(score, t->score[dealer]) : -1);
    }
    return net;
}

static inline __attribute__((always_inline)) void
run(const uint8_t *plays, uint64_t seed, int64_t rounds, int64_t *out, int ahead)
{
    static const int8_t at_once[] = {
        [SURRENDER] = -1, [WON_BLACKJACK] = 3, [LOST_TO_BLACKJACK] = -2, [TWO_BLACKJACKS] = 0};
    Tables t;
    fill(&t, plays);
    const uint64_t draws = t.dealer;
    Shoe shoe = {seed, 0, 0};
    Deal dealt, following = {0, 0, 0};
    if (ahead) {
        shoe.ready = drawn(&shoe);
        following = deal(&t, &shoe);
    }
    int64_t histogram[NETS] = {0};
    for (int64_t round = 0; round < rounds; round++) {
        if (ahead) {
            dealt = following;
            following = deal(&t, &shoe);
        } else
            dealt = deal(&t, &shoe);
        unsigned player = dealt.player, dealer = dealt.dealer;
        int net;
        if (dealt.action <= DOUBLE) {
            int stake = 2;
            if (dealt.action == DOUBLE) {
                stake = 4;
                player = t.next[player][card(&shoe, ahead)];
            } else {
                const uint64_t hit = t.hit[dealer];
                while (holds(hit, player))
                    player = t.next[player][card(&shoe, ahead)];
            }
            const unsigned score = t.score[player];
            const uint64_t to_draw = score ? draws : 0;  /* a bust, and the dealer does not play */
            while (holds(to_draw, dealer))
                dealer = t.next[dealer][card(&shoe, ahead)];
            net = stake * against(score, t.score[dealer]);
        } else if (dealt.action == SPLIT) {
            Shoe copy = shoe;  /* so that the shoe itself never leaves the registers */
            net = split(&t, &copy, dealt, ahead);
            shoe = copy;
        } else
            net = at_once[dealt.action];
        histogram[MOST + net]++;
    }
    out[0] = out[1] = 0;
    out[2] = 4 * rounds + shoe.cards;
    for (int net = -MOST; net <= MOST; net++) {
        out[0] += net * histogram[MOST + net];
        out[1] += net * net * histogram[MOST + net];
        out[3 + MOST + net] = histogram[MOST + net];
    }
}

/* Rounds of the game: net in half bets, squares in quarters of a squared bet, cards, and the
   rounds by net from -MOST to MOST. The next card and the next deal are drawn before they are
   needed, so that they are at hand when the processor has guessed a branch wrong. */
void easy_run(const uint8_t *plays, uint64_t seed, int64_t rounds, int64_t *out)
{
    run(plays, seed, rounds, out, 1);
}

/* The same, with every card drawn when it is needed. */
void easy_run_in_order(const uint8_t *plays, uint64_t seed, int64_t rounds, int64_t *out)
{
    run(plays, seed, rounds, out, 0);
}
