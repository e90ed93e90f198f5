"""Progress: what all sittings about each subject came to, and what is still to be learnt."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from cutcard.study.drills.boxes import Boxes
from cutcard.study.drills.catalogue import COUNTING
from cutcard.study.drills.logbook import Entry, Logbook
from cutcard.study.drills.sitting import Subject


@dataclass(frozen=True)
class Missed:
    """An item that was missed: how often of the times it was asked, and what that cost."""

    item: str
    missed: int
    asked: int
    cost: float
    """In bets, as far as costs are known."""
    due: int | None
    """After how many exercises it comes back; None if it does not."""


@dataclass(frozen=True)
class Progress:
    """What the sittings about one subject came to."""

    subject: Subject
    sittings: int
    asked: int
    right: int
    cost: float
    """In bets, as far as costs are known."""
    missed: tuple[Missed, ...]
    """The costliest first."""

    @staticmethod
    def in_subject(logbook: Logbook, subject: Subject) -> Progress:
        """The progress that a logbook tells of one subject."""
        pages = [page for page in logbook.pages if page.subject == subject]
        entries = [entry for page in pages for entry in page.entries]
        return Progress(
            subject=subject,
            sittings=len(pages),
            asked=len(entries),
            right=sum(entry.right for entry in entries),
            cost=sum(_cost(entry) for entry in entries),
            missed=tuple(_missed(entries, returning=subject.drill not in COUNTING)),
        )


def progress_of(logbook: Logbook) -> list[Progress]:
    """The progress in each subject, the one last practised first."""
    latest = {page.subject: page.began for page in logbook.pages}
    subjects = sorted(latest, key=lambda subject: -latest[subject])
    return [Progress.in_subject(logbook, subject) for subject in subjects]


def _missed(entries: list[Entry], *, returning: bool) -> list[Missed]:
    asked = Counter(entry.item for entry in entries)
    misses = Counter(entry.item for entry in entries if not entry.right)
    cost = dict.fromkeys(asked, 0.0)
    for entry in entries:
        cost[entry.item] += _cost(entry)
    history = [(entry.item, entry.right) for entry in entries] if returning else []
    due = Boxes(dict.fromkeys(asked, 1.0), history).coming_back
    found = [
        Missed(item, times, asked[item], cost[item], due.get(item))
        for item, times in misses.items()
    ]
    return sorted(found, key=lambda one: (-one.cost, -one.missed, one.item))


def _cost(entry: Entry) -> float:
    """What a wrong answer cost; a right one costs nothing."""
    return 0.0 if entry.right else entry.cost or 0.0
