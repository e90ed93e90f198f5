"""One who looks ahead: knows what its opponent would bet, and makes the most of it."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest
from blockhead.made_up_policies import any_odds

from cutcard.blockhead.belief import hidden_set
from cutcard.blockhead.beta import STEPS
from cutcard.blockhead.deal import Bet, Deal, Kind, View
from cutcard.blockhead.decks import cards_in
from cutcard.blockhead.fresh_deck import FreshDeck
from cutcard.blockhead.game import Game, Onlooker, Player
from cutcard.blockhead.look_ahead import LookAhead, look_ahead_against
from cutcard.blockhead.players import make_player
from cutcard.blockhead.policy_files import SpotPolicy
from cutcard.blockhead.presets import SHELF
from cutcard.blockhead.rules import Rules
from cutcard.blockhead.spot_player import SpotPlayer
from cutcard.blockhead.spots import spots_of
from cutcard.errors import Illegal
from cutcard.lab.estimate import Mean
from cutcard.lab.pairs import play_on_engine, play_on_kernel

ONE_ROUND = Rules().changed(
    {"deck": "A-3", "streets": "du", "least_raise": 10, "tied_pot": "split", "deals": 1}
)
"""A deal that is over after one bidding round: there is nothing beyond what is looked through."""


def test_what_can_be_looked_through_whole_is_worth_what_openspiel_says() -> None:
    """OpenSpiel's best response to the same policy, which mixes all its bets."""
    pyspiel = pytest.importorskip("pyspiel")
    import cutcard.envs.spiel  # noqa: F401
    from cutcard.envs.spiel.tree import tree_policy, whole_tree

    odds = any_odds(spots_of(ONE_ROUND), 7)

    def chosen(state: Any) -> dict[int, float]:
        deal: Deal = state.moment.deal
        player = SpotPlayer(odds, ONE_ROUND, Random(1))
        player.act(deal.view(deal.turn))
        bets = {0: 0, 1: deal.to_call, 2: deal.to_call + 10}
        return {action: player.odds.get(bets[action], 0.0) for action in state.legal_actions()}

    changes = "streets:du;tied_pot:split;deals:1"
    game = pyspiel.load_game(f"python_cutcard_small_blockhead(changes={changes})")
    tree = whole_tree(game)
    policy = tree_policy(game, tree, chosen)
    theirs = pyspiel.TabularBestResponse(tree, 0, policy).value_from_state(tree.new_initial_state())
    assert opening_worth(odds) == pytest.approx(theirs, abs=1e-9)


def opening_worth(odds: Any) -> float:
    """What a deal is worth to one who opens and looks ahead, over all cards that it may see."""
    deck = cards_in(ONE_ROUND.deck)
    kinds = {card.points: card for card in deck}
    worth = 0.0
    for hidden, shown, other in product(kinds.values(), repeat=3):
        left, likely = list(range(len(deck))), 1.0
        counts = [sum(one.points == card for one in deck) for card in range(4)]
        for card in (hidden, shown, other):
            likely *= counts[card.points] / len(left)
            counts[card.points] -= 1
            left.pop()
        if not likely:
            continue
        deal = Deal.start(ONE_ROUND)
        player = LookAhead(SpotPlayer(odds, ONE_ROUND, Random(1)))
        for card in (hidden, shown, hidden, other):  # whatever the answerer hides
            deal = deal.apply(card)
            player.see(deal.events[0])
        worth += likely * (max(player.worths(deal.view(0)).values()) - ONE_ROUND.ante)
    return worth


class Watchful(LookAhead):
    """Bets anything, and keeps what it thinks that the opponent would bet with each card."""

    def __init__(self, foe: Player, random: Random) -> None:
        super().__init__(foe)
        self._random = random
        self.thought: list[dict[int, dict[int, float]]] = []

    def act(self, view: View) -> int:
        self._view = view
        self._follow(view)
        return self._random.choice(view.legal)

    def _weigh(self, bet: Bet, deal: Deal, unseen: Any) -> None:
        from cutcard.blockhead.look_ahead import _ANY, _ask

        asked = _ask(self._foe, deal.view(bet.player), _ANY)
        self.thought.append({card: dict(odds) for card, (odds, _) in asked.items()})
        super()._weigh(bet, deal, unseen)


class Told(Onlooker):
    """Keeps the odds that a player tells at each of its bets, and its hidden card."""

    def __init__(self, seat: int) -> None:
        self._seat = seat
        self.told: list[tuple[int, dict[int, float]]] = []

    def deal_began(self, game: Game) -> None:
        self._player = game.players[self._seat]

    def see(self, state: Deal) -> None:
        bet = state.events[0]
        if isinstance(bet, Bet) and bet.player == self._seat:
            odds = getattr(self._player, "odds", None) or {bet.chips: 1.0}
            self.told.append((state.hands[self._seat].cards[0].points, dict(odds)))


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("foe", [*STEPS, "alpha", "exploiter", "random"])
def test_it_knows_what_the_opponent_bets_in_every_deal_of_a_game(foe: str, seat: int) -> None:
    """Also where the opponent remembers: odds and hidden cards are compared bet by bet."""
    rules = Rules(deals=40)
    watchful = Watchful(make_player(foe, Random(1), rules), Random(2))
    told = Told(1 - seat)
    players: list[Player] = [watchful, make_player(foe, Random(3), rules)]
    table = players if seat == 0 else players[::-1]
    Game(rules, table, FreshDeck(5, foe), [told]).play_game()
    assert len(watchful.thought) == len(told.told) > 40
    for thought, (card, odds) in zip(watchful.thought, told.told, strict=True):
        assert thought[card] == odds


def test_a_bet_that_no_card_explains_leaves_every_card_possible() -> None:
    """Alpha never opens by raising 7: all cards are weighed again as if nothing had been bet."""
    rules = Rules()
    deck = {str(card): card for card in cards_in(rules.deck)}
    seen: dict[int, LookAhead] = {}
    for chips in (0, 7):
        deal = Deal.start(rules, opener=1)
        seen[chips] = look_ahead_against("alpha", Random(1), rules)
        for card in ("5h", "6s", "7d", "5c", "8h", "6d"):
            deal = deal.apply(deck[card])
            seen[chips].see(deal.events[0])
        deal = deal.apply(chips)
        seen[chips].see(deal.events[0])
        assert set(seen[chips].worths(deal.view(0))) == set(deal.legal)
    assert hidden_set([*deal.events], rules, 1, deal.pot) == 0
    assert seen[7]._fits == (0.0, *[1.0] * 10)
    assert seen[0]._fits != seen[7]._fits


def test_it_wins_more_from_alpha_than_odds_alone_and_at_most_what_is_there() -> None:
    """On the same cards: more than who knows the odds, no more than the best response."""
    rules, some = Rules(deals=4), range(20)
    ahead = play_on_engine("against:alpha", "alpha", rules, 3, some).pairs
    best = play_on_kernel("exploiter", "alpha", rules, 3, some).pairs
    less = play_on_kernel("beta-pot-odds", "alpha", rules, 3, some).pairs
    over = Mean.of([mine - theirs for mine, theirs in zip(ahead, less, strict=True)])
    short = Mean.of([most - mine for mine, most in zip(ahead, best, strict=True)])
    assert over.value > 0
    assert short.value > -4 * short.stderr


def test_beta_loses_to_one_who_knows_it() -> None:
    mean = Mean.of(play_on_engine("against:beta", "beta", Rules(deals=3), 2, range(8)).pairs)
    assert mean.value > 0


def test_a_deal_in_which_it_is_asked_for_nothing_is_followed() -> None:
    """Where an opening check closes the round, the opponent may check all the way."""
    rules = Rules(check_closes=True, deals=6)
    score = play_on_engine("against:caller", "caller", rules, 1, range(2))
    assert score.deals == 24


def test_a_learnt_policy_can_be_known(tmp_path: Any) -> None:
    rules = SHELF.load("small").rules.changed({"deals": 4})
    path = tmp_path / "any.npz"
    SpotPolicy("blockhead", rules, any_odds(spots_of(rules), 1)).save(path)
    mean = Mean.of(play_on_engine(f"against:{path}", str(path), rules, 1, range(30)).pairs)
    assert mean.value > 4 * mean.stderr


@pytest.mark.parametrize(
    ("foe", "changes", "said"),
    [
        ("nash", {}, "against:nash is not possible: what nash bets does not follow"),
        ("regular", {}, "it takes alpha, beta"),
        ("against:beta", {}, "against:against:beta is not possible"),
        ("beta", {"seats": 3}, "against:beta is for two players"),
        ("caller", {"valuation": "poker"}, "hands compared by points"),
    ],
)
def test_who_cannot_be_known_is_refused(foe: str, changes: dict[str, object], said: str) -> None:
    with pytest.raises(Illegal, match=said):
        look_ahead_against(foe, Random(1), Rules().changed(changes))


def test_it_folds_to_a_raise_that_only_better_cards_make() -> None:
    """Alpha raises by 10 with its best cards alone: who cannot beat them gives up."""
    rules = Rules()
    deal = Deal.start(rules, opener=1)
    player = look_ahead_against("alpha", Random(1), rules)
    deck = {str(card): card for card in cards_in(rules.deck)}
    # Alpha's first, then ours: it leads by far, and nothing to come can change much.
    for card in ("Kh", "Ks", "Kd", "2h", "3h", "4h"):
        deal = deal.apply(deck[card])
        player.see(deal.events[0])
    deal = deal.apply(10)
    player.see(deal.events[0])
    assert deal.events[0] == Bet(1, 10, Kind.RAISE, 10)
    assert player.act(deal.view(0)) == 0
