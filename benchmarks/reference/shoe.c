/* A six-deck game with a Hi-Lo count in plain scalar C: cut card at 75%, the dealer looks for
   blackjack and stands on soft 17, late surrender, up to four hands by splitting, double after
   split, one card to a split ace, blackjack pays 3:2.

   Every shoe is shuffled whole, by Fisher and Yates, and played one round at a time, a card at
   a time, with branches. */

#include "hands.h"

enum { VALUES = 10, SHOE = 312, CUT = 78 };  /* shuffled when fewer than CUT cards are left */
enum { FAR = 20, COUNTS = 2 * FAR + 1 };     /* true counts beyond this are counted as this */

typedef struct {
    uint8_t deal[16][16];           /* the hand that two values make */
    uint8_t next[STATES][16];       /* the hand after one more value */
    uint8_t score[STATES];
    uint8_t first[STATES][VALUES * VALUES];  /* what to do with a deal, by hand and dealer's two */
    uint64_t hit[16];               /* the hands to be hit, by up card */
    uint64_t dealer;                /* the hands that the dealer draws to */
    int8_t tag[16];                 /* Hi-Lo */
    const uint8_t (*plays)[STATES][16];
} Tables;

typedef struct {
    const uint8_t *next;
    int running;                    /* count of the cards that lie face up */
} Shoe;

static void fill(Tables *t, const uint8_t *plays)
{
    memset(t, 0, sizeof *t);
    t->plays = (const uint8_t(*)[STATES][16])plays;
    t->dealer = drawing_hands(0);
    fill_scores(t->score);
    for (unsigned value = 1; value <= VALUES; value++) {
        t->tag[value] = value == 1 || value == 10 ? -1 : value <= 6;
        for (unsigned other = 1; other <= VALUES; other++)
            t->deal[value][other] = two_cards(value, other);
        for (unsigned hand = 2; hand < STATES; hand++)
            if (total_of(hand) < 22)
                t->next[hand][value] = plus(hand, value);
    }
    for (unsigned hand = 0; hand < STATES; hand++)
        for (unsigned up = 1; up <= VALUES; up++) {
            /* No hand but a pair is hit or stood on differently with its first two cards. */
            if (t->plays[hand > PAIR ? FIRST_TWO : LATER][hand][up] == HIT)
                t->hit[up] |= 1ULL << hand;
            for (unsigned hole = 1; hole <= VALUES; hole++) {
                unsigned action = t->plays[FIRST_TWO][hand][up];
                if (two_cards(up, hole) == BLACKJACK)
                    action = hand == BLACKJACK ? TWO_BLACKJACKS : LOST_TO_BLACKJACK;
                else if (hand == BLACKJACK)
                    action = WON_BLACKJACK;
                t->first[hand][(up - 1) * VALUES + hole - 1] = action;
            }
        }
}

static inline void swap(uint8_t *cards, unsigned one, unsigned other)
{
    const uint8_t card = cards[one];
    cards[one] = cards[other];
    cards[other] = card;
}

/* Fisher and Yates, from the last card down, by Lemire's method: the high half of a product is
   the index, unless the low half is one of the few (2^32 mod n) that would favour some index.
   Each word of the generator gives two. */
static void shuffle(uint8_t cards[SHOE], uint64_t *random)
{
    for (uint32_t n = SHOE; n > 1; n -= 2) {
        const uint32_t m = n - 1;
        uint64_t first, second;
        for (;;) {
            const uint64_t word = next_word(random);
            first = (word & UINT32_MAX) * n;
            second = (word >> 32) * m;
            if (LIKELY((uint32_t)first >= n && (uint32_t)second >= m))
                break;
            if ((uint32_t)first >= -n % n && (uint32_t)second >= -m % m)
                break;
        }
        swap(cards, n - 1, first >> 32);
        swap(cards, m - 1, second >> 32);
    }
}

static inline unsigned card(const Tables *t, Shoe *shoe)
{
    const unsigned value = *shoe->next++;
    shoe->running += t->tag[value];
    return value;
}

/* A round with a split: each hand gets its second card when its turn comes. */
static __attribute__((noinline)) int
split(const Tables *t, Shoe *shoe, unsigned value, unsigned up, unsigned hole)
{
    unsigned hands[MOST_HANDS], count = 2, alive = 0;
    int stakes[MOST_HANDS];
    for (unsigned at = 0; at < count; at++) {
        unsigned hand = t->deal[value][card(t, shoe)], action = STAND;
        if (value != 1)  /* an ace gets no more than its one card */
            while ((action = t->plays[count < MOST_HANDS ? SPLIT_AGAIN : SPLIT_LAST][hand][up])
                   == SPLIT) {
                count++;
                hand = t->deal[value][card(t, shoe)];
            }
        stakes[at] = action == DOUBLE ? 4 : 2;
        if (action == DOUBLE)
            hand = t->next[hand][card(t, shoe)];
        else if (action == HIT)
            do
                hand = t->next[hand][card(t, shoe)];
            while (holds(t->hit[up], hand));
        hands[at] = hand;
        alive |= t->score[hand];
    }
    unsigned dealer = t->deal[up][hole];
    if (alive) {
        shoe->running += t->tag[hole];
        while (holds(t->dealer, dealer))
            dealer = t->next[dealer][card(t, shoe)];
    }
    int net = 0;
    for (unsigned at = 0; at < count; at++) {
        const unsigned score = t->score[hands[at]];
        net += stakes[at] * (score ? against(score, t->score[dealer]) : -1);
    }
    return net;
}

/* Play a round; its net in half bets. A hole card that is never turned is never counted. */
static inline __attribute__((always_inline)) int play(const Tables *t, Shoe *shoe)
{
    static const int8_t at_once[] = {
        [SURRENDER] = -1, [WON_BLACKJACK] = 3, [LOST_TO_BLACKJACK] = -2, [TWO_BLACKJACKS] = 0};
    const unsigned first = shoe->next[0], up = shoe->next[1];
    const unsigned second = shoe->next[2], hole = shoe->next[3];
    unsigned player = t->deal[first][second];
    const unsigned action = t->first[player][(up - 1) * VALUES + hole - 1];
    shoe->next += 4;
    shoe->running += t->tag[first] + t->tag[up] + t->tag[second];
    if (action == SPLIT) {
        Shoe copy = *shoe;  /* so that the shoe itself never leaves the registers */
        const int net = split(t, &copy, player - PAIR, up, hole);
        *shoe = copy;
        return net;
    }
    if (action > DOUBLE) {
        if (action == LOST_TO_BLACKJACK || action == TWO_BLACKJACKS)
            shoe->running += t->tag[hole];
        return at_once[action];
    }
    int stake = 2;
    if (action == DOUBLE) {
        stake = 4;
        player = t->next[player][card(t, shoe)];
    } else {
        const uint64_t hit = t->hit[up];
        while (holds(hit, player))
            player = t->next[player][card(t, shoe)];
    }
    const unsigned score = t->score[player];
    if (!score)
        return -stake;
    unsigned dealer = t->deal[up][hole];
    shoe->running += t->tag[hole];
    while (holds(t->dealer, dealer))
        dealer = t->next[dealer][card(t, shoe)];
    return stake * against(score, t->score[dealer]);
}

/* The true count, rounded down: the running count for each deck of 52 left in the shoe. */
static inline int true_count(int running, int left)
{
    /* Division rounds towards zero, so it is done above zero: no count is below -120 in all,
       nor, with CUT cards left at least, below -80 for a deck. */
    const int count = (52 * running + 80 * left) / left - 80;
    return count < -FAR ? -FAR : count > FAR ? FAR : count;
}

/* Rounds of the game, with bets by true count from -FAR to FAR, or of 1 without counting where
   there are none: rounds, net in half units, units bet at first, squares in quarters of a
   squared unit, cards, shoes; then the rounds by true count and by net in half bets from -MOST
   to MOST. What is bet changes no card, so that bets need be known only at the end. */
void shoe_run(const uint8_t *plays, const int64_t *bets, uint64_t seed, int64_t rounds,
              int64_t *out)
{
    Tables t;
    fill(&t, plays);
    uint8_t cards[SHOE];
    for (unsigned place = 0; place < SHOE; place++)
        cards[place] = place % 13 < 9 ? place % 13 + 1 : 10;
    int64_t histogram[COUNTS][NETS];
    memset(histogram, 0, sizeof histogram);
    int64_t dealt = 0, shoes = 0;
    for (int64_t left = rounds; left > 0; shoes++) {
        shuffle(cards, &seed);
        Shoe shoe = {cards, 0};
        /* No round needs more than the CUT cards that are left when the last one begins: five
           hands hold at most 150 points, and the 72 lowest cards make 144. */
        for (; left > 0 && shoe.next <= cards + SHOE - CUT; left--) {
            const int count = bets ? true_count(shoe.running, cards + SHOE - shoe.next) : 0;
            histogram[FAR + count][MOST + play(&t, &shoe)]++;
        }
        dealt += shoe.next - cards;
    }
    const int64_t fixed[] = {rounds, 0, 0, 0, dealt, shoes};
    memcpy(out, fixed, sizeof fixed);
    for (int count = 0; count < COUNTS; count++)
        for (int net = -MOST; net <= MOST; net++) {
            const int64_t bet = bets ? bets[count] : 1, played = histogram[count][MOST + net];
            out[1] += played * net * bet;
            out[2] += played * bet;
            out[3] += played * net * net * bet * bet;
            out[6 + count * NETS + MOST + net] = played;
        }
}
