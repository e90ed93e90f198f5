"""Drills for programs: exercises, marks, sittings and progress in plain values, for JSON."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from cutcard.blackjack.rules import HoleCard
from cutcard.cards import Card
from cutcard.report.drill_pages import help_text, question_text, reason_text
from cutcard.study.drills.exercise import CountExercise, Exercise, HandExercise, Mark, TrayExercise
from cutcard.study.drills.progress import Progress
from cutcard.study.drills.sitting import Sitting

FACE_DOWN: Final = "??"
"""A card that nobody sees."""

_HIDDEN: Final = (HoleCard.PEEK, HoleCard.HIDDEN)


def exercise_as_dict(exercise: Exercise) -> dict[str, Any]:
    """What a program needs to pose the exercise: nothing that gives the answer away."""
    told: dict[str, Any] = {"accepted": exercise.accepted, "help": help_text(exercise).strip()}
    match exercise:
        case HandExercise(view=view, count=count):
            down = [FACE_DOWN] if view.rules.hole_card in _HIDDEN else []
            told |= {"kind": "hand", "hand": _texts(view.hand.cards)}
            told |= {"dealer": [*_texts(view.dealer.cards), *down]}
            told |= {"actions": [str(action) for action in view.legal], "total": view.hand.total}
            told |= {"soft": view.hand.soft}
            if count is not None:
                told["count"] = {
                    "title": count.title or count.name,
                    "kind": "true" if count.balanced else "running",
                    "value": exercise.value,
                }
        case CountExercise():
            told |= {"kind": "count", "asks": question_text(exercise).strip(": ")}
            told["groups"] = [
                [
                    {"whose": one.whose, "cards": _texts(one.cards) + [FACE_DOWN] * one.hidden}
                    for one in group
                ]
                for group in exercise.groups
            ]
            told |= {"shuffled": exercise.shuffled, "decks": exercise.decks}
            if exercise.shuffled:
                told["begins"] = exercise.before
            if exercise.true:
                told["left"] = exercise.left
        case TrayExercise():
            told |= {"kind": "tray", "asks": question_text(exercise).strip(": ")}
            told |= {"decks": exercise.decks, "filled": exercise.discards / (52 * exercise.decks)}
    return told


def mark_as_dict(mark: Mark) -> dict[str, Any]:
    """How a reply was marked, with what every action is worth where that was looked up."""
    told = mistake_as_dict(mark) | {"right": mark.right, "why": reason_text(mark)}
    if mark.values is not None:
        told["worths"] = [[str(one.action), one.value] for one in mark.values.advice]
    return told


def sitting_as_dict(sitting: Sitting) -> dict[str, Any]:
    """What a sitting came to."""
    return {
        "drill": sitting.subject.drill,
        "game": sitting.subject.game,
        "by": sitting.subject.by,
        "seed": sitting.seed,
        "asked": len(sitting.marks),
        "right": sitting.right,
        "cost": sitting.cost,
        "mistakes": [mistake_as_dict(mark) for mark in sitting.mistakes],
        "coming_back": sitting.drill.coming_back,
    }


def progress_as_dict(progress: Iterable[Progress]) -> list[dict[str, Any]]:
    """What all sittings came to, subject by subject."""
    return [
        {
            "drill": one.subject.drill,
            "game": one.subject.game,
            "by": one.subject.by,
            "sittings": one.sittings,
            "asked": one.asked,
            "right": one.right,
            "cost": one.cost,
            "missed": [
                {
                    "item": item.item,
                    "missed": item.missed,
                    "asked": item.asked,
                    "cost": item.cost,
                    "due": item.due,
                }
                for item in one.missed
            ],
        }
        for one in progress
    ]


def mistake_as_dict(mark: Mark) -> dict[str, Any]:
    """What was asked and answered, and what was right."""
    exercise = mark.exercise
    told: dict[str, Any] = {"item": exercise.item}
    match exercise:
        case HandExercise(view=view, count=count):
            told["hand"] = _texts(view.hand.cards)
            told["dealer"] = _texts(view.dealer.cards)
            if count is not None:
                told["count"] = exercise.value
        case CountExercise():
            told["cards"] = _texts(exercise.cards)
            told["before"], told["left"] = exercise.before, exercise.left
        case TrayExercise():
            told["discards"] = exercise.discards
    return told | {"reply": mark.reply, "correct": mark.correct, "cost": mark.cost}


def _texts(cards: Iterable[Card]) -> list[str]:
    return [card.text for card in cards]
