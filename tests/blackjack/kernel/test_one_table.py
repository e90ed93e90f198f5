"""One table, stepped, beside the engine: the same cards, the same choices, the same gain."""

from __future__ import annotations

from blackjack.kernel.beside_engine import EngineTable, KeptShoe, bits_of
from blackjack.made_up_games import any_choices, any_rules
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cutcard.blackjack.kernel.automaton import FACE_DOWN
from cutcard.blackjack.kernel.choices import compile_choices
from cutcard.blackjack.kernel.observations import Observed, Observer
from cutcard.blackjack.kernel.one_table import DECIDED, OVER, OneTable
from cutcard.blackjack.presets import load_preset, preset_names
from cutcard.blackjack.rules import HoleCard, Naturals, Rules
from cutcard.blackjack.strategy.count_files import load_count


def play_beside_engine(observed: Observed, seed: int, choices: list[int], rounds: int) -> None:
    """Play rounds at a table and on the engine, and hold every moment of both together."""
    compiled = compile_choices(observed.rules, observed.bets)
    shoe = KeptShoe(observed.rules, seed)
    table, observer = OneTable(compiled, shoe), Observer(observed, compiled)
    engine = EngineTable(observed)
    picks = iter(choices * (200 * rounds))
    for _ in range(rounds):
        bet = next(picks) % len(observed.bets)
        shoe.dealt.clear()
        table.begin(bet)
        engine.begin(bet, shuffled=shoe.shuffled)
        while True:
            engine.deal(shoe.dealt)
            shoe.dealt.clear()
            over = table.moment == OVER
            assert observer.row(table) == engine.row(over=over)
            assert all(
                value < size
                for value, size in zip(observer.row(table), observed.sizes.values(), strict=True)
            )
            if over:
                break
            assert table.legal == bits_of(engine.state)
            legal = [action for action in range(6) if table.legal >> action & 1]
            action = legal[next(picks) % len(legal)]
            table.act(action)
            engine.act(action)
        assert engine.state.over
        assert table.net == engine.state.nets[0]


@settings(max_examples=100, deadline=None)
@given(
    rules=any_rules(),
    seed=st.integers(0, 2**32),
    choices=any_choices(),
    bets=st.lists(st.integers(1, 9), min_size=1, max_size=3, unique=True).map(tuple),
)
def test_a_table_plays_as_the_engine_does(
    rules: Rules, seed: int, choices: list[int], bets: tuple[int, ...]
) -> None:
    finite = rules.decks != "infinite"
    count = load_count("hi-lo") if finite else None
    observed = Observed(rules, bets, seen=finite, count=count)
    play_beside_engine(observed, seed, choices, rounds=12)


def test_shipped_games_are_played_as_the_engine_does() -> None:
    for name in preset_names():
        observed = Observed(load_preset(name).rules)
        play_beside_engine(observed, 7, [1, 0, 3, 2, 5, 1, 1, 0, 4], rounds=300)


def test_a_shoe_that_runs_dry_goes_on_with_its_discards() -> None:
    rules = Rules(decks=1, reshuffle=1, max_hands=8, resplit_aces=True, hit_split_aces=True)
    observed = Observed(rules, seen=True, count=load_count("ko"))
    play_beside_engine(observed, 3, [3, 1, 1, 3, 1], rounds=300)


class OtherHole(KeptShoe):
    """A shoe whose second card for the dealer is another one."""

    place: int
    hole: int

    def draw_many(self, number: int) -> list[int]:
        cards = super().draw_many(number)
        cards[self.place] = self.hole
        return cards


@settings(max_examples=100, deadline=None)
@given(
    rules=any_rules(hole_card=HoleCard.PEEK, naturals=Naturals.BOTH) | any_rules(),
    seed=st.integers(0, 2**32),
    choices=any_choices(most=10),
    holes=st.tuples(st.integers(1, 8), st.integers(1, 8)),
)
def test_nothing_that_is_observed_depends_on_a_card_that_lies_face_down(
    rules: Rules, seed: int, choices: list[int], holes: tuple[int, int]
) -> None:
    # No hole from two to nine is half of a blackjack, which a dealer might look for and show.
    observed = Observed(rules, seen=rules.decks != "infinite")
    compiled = compile_choices(rules)
    assume(compiled.second == FACE_DOWN)
    tables = []
    for hole in holes:
        shoe = OtherHole(rules, seed)
        shoe.place, shoe.hole = int(compiled.places[3]), hole
        tables.append(OneTable(compiled, shoe))
    observer = Observer(observed, compiled)
    one, other = tables
    one.begin()
    other.begin()
    for pick in choices * 10:
        if one.moment in (DECIDED, OVER):
            break
        assert observer.row(one) == observer.row(other)
        assert one.legal == other.legal
        legal = [action for action in range(6) if one.legal >> action & 1]
        action = legal[pick % len(legal)]
        one.act(action)
        other.act(action)
