"""A player that learns: it plays against Alpha before it sits down, and keeps what paid.

What it knows is a table. A situation is the bidding round, the lead in points over what the
opponent shows, and whether there is something to call; for each it keeps what folding, staying
and raising have brought on the average to the end of the deal. While it learns, every fifth bet
is a trial (Monte Carlo control, epsilon-greedy).
"""

from collections import defaultdict
from random import Random

from cutcard.blockhead.alpha import Alpha
from cutcard.blockhead.deal import Deal, Event, View
from cutcard.blockhead.fresh_deck import FreshDeck
from cutcard.blockhead.game import Game, Onlooker
from cutcard.blockhead.rules import Rules

LESSONS = 8000
"""Deals against Alpha."""

FOLD, STAY, RAISE = range(3)

Situation = tuple[int, int, bool]


class Table:
    """What each action has brought in each situation."""

    def __init__(self) -> None:
        self.times: dict[tuple[Situation, int], int] = defaultdict(int)
        self.means: dict[tuple[Situation, int], float] = defaultdict(float)

    def learn(self, situation: Situation, action: int, gain: float) -> None:
        key = situation, action
        self.times[key] += 1
        self.means[key] += (gain - self.means[key]) / self.times[key]

    def best(self, situation: Situation, actions: list[int]) -> int:
        return max(actions, key=lambda action: self.means[situation, action])


TABLE = Table()


class Learner:
    def __init__(self, random: Random, curiosity: float = 0.0) -> None:
        self.random = random
        self.curiosity = curiosity
        self.done: list[tuple[Situation, int, int]] = []
        self.staked = 0

    def act(self, view: View) -> int:
        lead = view.hand.points - view.visible[1 - view.seat].points
        situation = view.street, max(-4, min(lead // 2, 14)), view.to_call > 0
        actions = [STAY]
        actions += [FOLD] if view.to_call else []
        actions += [RAISE] if view.may_raise else []
        if self.random.random() < self.curiosity:
            action = self.random.choice(actions)
        else:
            action = TABLE.best(situation, actions)
        chips = {FOLD: 0, STAY: view.to_call, RAISE: view.legal[-1]}[action]
        self.done.append((situation, action, self.staked))
        self.staked += chips
        return chips

    def see(self, event: Event) -> None:
        pass


class Lessons(Onlooker):
    """After each deal, tells a learner what came of it."""

    def __init__(self, pupil: Learner) -> None:
        self.pupil = pupil

    def deal_ended(self, game: Game, deal: Deal) -> None:
        for situation, action, staked in self.pupil.done:
            # What was in the pot before is gone either way.
            TABLE.learn(situation, action, deal.nets[0] + game.rules.ante + staked)
        self.pupil.done = []
        self.pupil.staked = 0


def learn() -> None:
    pupil = Learner(Random(1), curiosity=0.2)
    for lesson in range(LESSONS // 1000):
        rules = Rules(deals=1000)
        Game(rules, [pupil, Alpha()], FreshDeck(1, "lesson", lesson), [Lessons(pupil)]).play_game()


learn()
