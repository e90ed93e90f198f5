"""The drills by name: what each asks, and how a sitting of it begins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cutcard.blackjack.presets import Preset
from cutcard.blackjack.strategy.chart import Chart
from cutcard.blackjack.strategy.count import Count
from cutcard.errors import Invalid, quoted
from cutcard.rulebook import nearest
from cutcard.study.coach import values_of
from cutcard.study.drills.basic_strategy import StrategyDrill
from cutcard.study.drills.card_counting import CountDrill
from cutcard.study.drills.deck_estimation import TrayDrill
from cutcard.study.drills.exercise import Drill, LookUp
from cutcard.study.drills.index_plays import IndexDrill
from cutcard.study.drills.logbook import Logbook
from cutcard.study.drills.sitting import Sitting, Subject

DRILLS: Final = {
    "strategy": "what to do with a hand, by a chart",
    "running": "the running count of cards as they are dealt",
    "true": "the true count, with the cards that are left",
    "decks": "how many decks are left, by the discards",
    "indices": "what to do with a hand at a count",
}
"""The drills, and what each asks."""

COUNTING: Final = ("running", "true")
"""The drills whose cards come from a shoe: nothing that was missed comes back."""


TAKES: Final = {
    "chart": ("strategy", "indices", *COUNTING),
    "count": ("indices", *COUNTING),
    "cards": COUNTING,
    "groups": COUNTING,
}
"""The drills that have a use for each part of a lesson."""


class UnknownDrill(Invalid):
    """A name that no drill has."""


def check_drill(name: str) -> None:
    """Complain about a drill that does not exist."""
    if name not in DRILLS:
        raise UnknownDrill(f"there is no drill {quoted(name)}: {nearest(name, list(DRILLS))}")


@dataclass(frozen=True)
class Lesson:
    """What a person wants to be drilled in."""

    drill: str
    preset: Preset
    chart: Chart
    chart_name: str
    count: Count
    seed: int
    cards: int = 2
    """Cards in a group, or WHOLE_ROUND, where a count is kept."""
    groups: int = 1
    """Groups from one question to the next, or WHOLE_SHOE."""
    look_up: LookUp = values_of

    @property
    def subject(self) -> Subject:
        """What its sittings are about."""
        by = {
            "strategy": f"chart {self.chart_name}",
            "decks": "",
            "indices": f"{self.count.name}, chart {self.chart_name}",
        }.get(self.drill, self.count.name)
        return Subject(self.drill, self.preset.title, by)

    def begin(self, logbook: Logbook) -> Sitting:
        """Sit down to it; what was missed before about the same subject comes back."""
        return Sitting(self.subject, self._drill(logbook.history(self.subject)), self.seed)

    def _drill(self, history: list[tuple[str, bool]]) -> Drill:
        rules = self.preset.rules
        match self.drill:
            case "strategy":
                return StrategyDrill(rules, self.chart, self.seed, history, self.look_up)
            case "decks":
                return TrayDrill(rules, self.seed, history)
            case "indices":
                return IndexDrill(rules, self.chart, self.count, self.seed, history, self.look_up)
        return CountDrill(
            rules,
            self.chart,
            self.count,
            self.seed,
            true=self.drill == "true",
            cards=self.cards,
            groups=self.groups,
        )
