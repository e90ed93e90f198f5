/* What both reference simulators share: a generator, and hands as small numbers.

   A hand is a state below 64, so that a set of hands is one 64-bit word:
     its total                 hard hands; 22 and more is bust
     SOFT + its total          hands with an ace that counts eleven
     PAIR + the card's value   two equal cards; an ace's value is 1 */

#include <stdint.h>
#include <string.h>

enum { SOFT = 32, BLACKJACK = SOFT + 21, PAIR = 53, STATES = 64 };

/* What the chart says, and the rounds that end with the deal. */
enum { STAND, HIT, DOUBLE, SPLIT, SURRENDER, WON_BLACKJACK, LOST_TO_BLACKJACK, TWO_BLACKJACKS };

/* What is legal: everything, a split hand that may be split again, one that may not, and a hand
   of three cards or more. A chart comes as an action for each of these, each hand and each
   dealer, with nothing left to be decided. */
enum { FIRST_TWO, SPLIT_AGAIN, SPLIT_LAST, LATER, SITUATIONS };

enum { MOST_HANDS = 4, MOST = 4 * MOST_HANDS, NETS = 2 * MOST + 1 }; /* nets in half bets */

#define LIKELY(condition) __builtin_expect(!!(condition), 1)
#define UNLIKELY(condition) __builtin_expect(!!(condition), 0)

/* wyrand, by Wang Yi: https://github.com/wangyi-fudan/wyhash (public domain). */
static inline uint64_t next_word(uint64_t *state)
{
    *state += 0xa0761d6478bd642fULL;
    const __uint128_t product = (__uint128_t)*state * (*state ^ 0xe7037ed1a0b428dbULL);
    return (uint64_t)(product >> 64) ^ (uint64_t)product;
}

static inline unsigned total_of(unsigned hand)
{
    if (hand > PAIR)
        return hand == PAIR + 1 ? 12 : 2 * (hand - PAIR);
    return hand % SOFT;
}

/* The hand with a card of this value more; none of three cards is a pair. */
static unsigned plus(unsigned hand, unsigned value)
{
    int soft = hand > PAIR ? hand == PAIR + 1 : hand > SOFT;
    unsigned total = total_of(hand) + value;
    if (value == 1 && !soft && total <= 11) {
        total += 10;
        soft = 1;
    }
    if (soft && total > 21) {
        total -= 10;
        soft = 0;
    }
    return soft ? SOFT + total : total;
}

static unsigned two_cards(unsigned value, unsigned other)
{
    if (value == other)
        return PAIR + value;
    return plus(value == 1 ? SOFT + 11 : value, other);
}

/* The hands that a dealer draws to. */
static uint64_t drawing_hands(int hits_soft_17)
{
    uint64_t hands = 0;
    for (unsigned hand = 0; hand < STATES; hand++)
        if (total_of(hand) < 17 || (hits_soft_17 && hand == SOFT + 17))
            hands |= 1ULL << hand;
    return hands;
}

/* Totals to be compared; a bust is 0. */
static void fill_scores(uint8_t score[STATES])
{
    for (unsigned hand = 0; hand < STATES; hand++)
        score[hand] = total_of(hand) > 21 ? 0 : total_of(hand);
}

static inline int holds(uint64_t hands, unsigned hand)
{
    return hands >> hand & 1;
}

/* What a hand that did not bust gains. */
static inline int against(unsigned score, unsigned dealers)
{
    return (score > dealers) - (score < dealers);
}
