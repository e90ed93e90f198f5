"""Drills in words: what is asked, how it was marked, and what a sitting came to."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Final

from cutcard.blackjack.rules import HoleCard
from cutcard.cards import Card
from cutcard.folding import room
from cutcard.report.decisions import advice_lines
from cutcard.report.felt import Felt
from cutcard.study.coach import Values
from cutcard.study.drills.exercise import (
    CountExercise,
    Exercise,
    Group,
    HandExercise,
    Mark,
    TrayExercise,
)
from cutcard.study.drills.progress import Progress
from cutcard.study.drills.sitting import Sitting

_MOST_LISTED: Final = 10
_HIDDEN: Final = (HoleCard.PEEK, HoleCard.HIDDEN)
_VALUES: Final = ("A", *(str(points) for points in range(2, 11)))
_EIGHTHS: Final = " ▏▎▍▌▋▊▉█"


def exercise_text(exercise: Exercise, felt: Felt) -> str:
    """What lies on the table; the groups of a count are drawn one by one, by `group_text`."""
    match exercise:
        case HandExercise():
            return _hand_text(exercise, felt)
        case CountExercise():
            return _shoe_text(exercise, felt)
        case TrayExercise():
            return f"The discards of {_decks(exercise.decks)}:\n{_tray(exercise)}\n"


def question_text(exercise: Exercise) -> str:
    """What is asked for, where that is a number."""
    match exercise:
        case CountExercise(true=True):
            return "True count: "
        case CountExercise(count=count) if count.scale != 1:
            return f"Running count, of tags times {count.scale}: "
        case CountExercise():
            return "Running count: "
    return "Decks left: "


def help_text(exercise: Exercise) -> str:
    """How to answer."""
    match exercise:
        case CountExercise(count=count):
            tags = ", ".join(
                f"{name} {_signed(tag)}" for name, tag in zip(_VALUES, count.tags, strict=True)
            )
            how = f" {count.convention}" if exercise.true else ""
            return f"{count.title or count.name} counts {tags}.{how}\n"
        case TrayExercise(tolerance=tolerance):
            return (
                f"The tray holds all decks when it is full. It takes {exercise.accepted}, and is"
                f" right within {_share(tolerance)}.\n"
            )
    return f"It takes {exercise.accepted}, by its letter.\n"


def group_text(group: Group, felt: Felt) -> str:
    """Cards that are shown together."""
    return "".join(felt.cards(one.whose, one.cards, "", "", one.hidden) for one in group)


def mark_text(mark: Mark, felt: Felt) -> str:
    """Right or wrong, what was right, why, and what it costs."""
    verdict = felt.ink("green", "Right") if mark.right else felt.ink("red", "No")
    exercise = mark.exercise
    match exercise:
        case HandExercise():
            return verdict + _decision_text(mark, felt)
        case CountExercise():
            return f"{verdict}: {_count_text(mark, exercise, felt)}\n"
        case TrayExercise():
            return f"{verdict}: {_tray_text(mark, exercise)}\n"


def reason_text(mark: Mark) -> str:
    """Why a reply is right or wrong, in a plain sentence, without the values of actions."""
    felt = Felt(plain=True)
    exercise = mark.exercise
    match exercise:
        case HandExercise():
            return _verdict_text(mark, felt)
        case CountExercise():
            return _count_text(mark, exercise, felt)
        case TrayExercise():
            return _tray_text(mark, exercise)


def end_text(sitting: Sitting, felt: Felt) -> str:
    """What a sitting came to: how much was right, the costliest mistakes, what comes back."""
    asked = len(sitting.marks)
    text = f"\n{sitting.right} of {asked} right.\n"
    mistakes = sitting.mistakes
    if mistakes:
        costly = mistakes[0].cost is not None
        text += "Your costliest mistakes, in bets:\n" if costly else "Your mistakes:\n"
        text += "".join(f"  {_mistake(one, felt)}\n" for one in mistakes[:_MOST_LISTED])
        if len(mistakes) > _MOST_LISTED:
            text += f"  and {len(mistakes) - _MOST_LISTED} more\n"
    if sitting.cost is not None:
        counted = "1 mistake" if len(mistakes) == 1 else f"{len(mistakes)} mistakes"
        text += f"{counted} cost {sitting.cost:.4f} bets in all.\n"
    if back := sitting.drill.coming_back:
        named = [f"{item} (in {after})" for item, after in list(back.items())[:_MOST_LISTED]]
        more = f" and {len(back) - len(named)} more" if len(back) > len(named) else ""
        text += f"Will come back: {'; '.join(named)}{more}.\n"
    return text


def progress_text(progress: Sequence[Progress], felt: Felt) -> str:
    """What all sittings came to, subject by subject, with the items that cost the most."""
    if not progress:
        return "Nothing was answered yet.\n"
    return "\n".join(_subject_text(one, felt) for one in progress)


def _subject_text(one: Progress, felt: Felt) -> str:
    about = ", ".join(
        name for name in (one.subject.drill, one.subject.game, one.subject.by) if name
    )
    sittings = "1 sitting" if one.sittings == 1 else f"{one.sittings} sittings"
    costs = f", mistakes cost {one.cost:.4f} bets" if one.cost else ""
    text = f"{felt.strong(about)}\n{one.right} of {one.asked} right in {sittings}{costs}.\n"
    for item in one.missed[:_MOST_LISTED]:
        back = "" if item.due is None else f", comes back in {item.due}"
        cost = f"{item.cost:.4f}  " if one.cost else ""
        text += f"  {cost}{item.item}: missed {item.missed} of {item.asked}{back}\n"
    if len(one.missed) > _MOST_LISTED:
        text += f"  and {len(one.missed) - _MOST_LISTED} more\n"
    return text


def _hand_text(exercise: HandExercise, felt: Felt) -> str:
    view, count = exercise.view, exercise.count
    hidden = view.rules.hole_card in _HIDDEN
    text = felt.dealer(view.rules, view.dealer, hidden=hidden)
    text += felt.hand("You", view.hand, view.boxes[view.at].fate)
    if count is not None:
        kind = "true" if count.balanced else "running"
        value = felt.strong(_signed(exercise.value))
        text += f"{count.title or count.name}, {kind} count: {value}\n"
    return text


def _shoe_text(exercise: CountExercise, felt: Felt) -> str:
    if not exercise.shuffled:
        return ""
    begins = f"the running count begins at {exercise.before}"
    return felt.quiet(f"The dealer shuffles {_decks(exercise.decks)}: {begins}.\n")


def left_text(exercise: CountExercise) -> str:
    """The cards left, which a true count is made with."""
    return f"{exercise.left} cards are left.\n"


def _tray(exercise: TrayExercise) -> str:
    """The tray from its side, filled as far as the discards reach."""
    unicode = (sys.stdout.encoding or "").lower().startswith("utf")
    width = max(10, min(60, (room(sys.stdout) or 62) - 2))
    eighths = round(8 * width * exercise.discards / (52 * exercise.decks))
    filled, part = divmod(eighths, 8)
    bar = "█" * filled + (_EIGHTHS[part] if part else "")
    if not unicode:
        bar = "#" * round(eighths / 8)
    return f"|{bar:{width}}|"


def _decision_text(mark: Mark, felt: Felt) -> str:
    text = f": {_verdict_text(mark, felt)}\n"
    if mark.reply == mark.correct or mark.values is None or not mark.values.advice:
        return text
    lines = advice_lines(mark.values.advice, felt.ink)
    return text + f"{_basis(mark.values)}\n" + "".join(f"{line}\n" for line in lines)


def _verdict_text(mark: Mark, felt: Felt) -> str:
    correct = felt.strong(mark.correct)
    cell = f" ({mark.cell})" if mark.cell else ""
    if mark.right and mark.reply == mark.correct:
        return f"{correct}."
    if mark.right:
        return f"the chart says {correct}{cell}, but with these cards nothing is better."
    if mark.index:
        return f"{correct}{cell}. The index play is {mark.index}."
    return f"the chart says {correct}{cell}."


def _tray_text(mark: Mark, exercise: TrayExercise) -> str:
    cards = 52 * exercise.decks - exercise.discards
    exact = f"{exercise.left:.2f} decks ({cards} cards)"
    off = "" if mark.right else f"; right is within {_share(exercise.tolerance)}"
    return f"{exact} are left{off}."


def _basis(values: Values) -> str:
    """What the values are measured in, and for which shoe."""
    if values.seen:
        gone = len(values.seen)
        cards = "1 card" if gone == 1 else f"{gone} cards"
        return f"In bets, exactly, for a shoe of this count ({cards} gone before):"
    return "In bets, exactly, for a full shoe:"


def _count_text(mark: Mark, exercise: CountExercise, felt: Felt) -> str:
    """The right count, and after a mistake how it comes about."""
    why = "" if mark.right else f" {_count_reason(exercise, felt)}"
    return f"{felt.strong(mark.correct)}.{why}"


def _count_reason(exercise: CountExercise, felt: Felt) -> str:
    """How the count comes about."""
    count = exercise.count
    if exercise.true:
        scale = f"({count.scale} × {exercise.left})" if count.scale != 1 else f"{exercise.left}"
        exact = exercise.running * 52 / (count.scale * max(exercise.left, 1))
        return (
            f"The running count is {exercise.running}: {exercise.running} × 52 / {scale} is"
            f" {exact:.2f}, rounded down."
        )
    tags = ", ".join(f"{felt.card(card)} {_signed(count.tag(card))}" for card in exercise.cards)
    return f"It was {exercise.before}; {tags}."


def _mistake(mark: Mark, felt: Felt) -> str:
    cost = f"{mark.cost:.4f}  " if mark.cost is not None else ""
    exercise = mark.exercise
    match exercise:
        case HandExercise(view=view, count=count):
            at = f" at {_signed(exercise.value)}" if count is not None else ""
            hands = f"{_cards(view.hand.cards, felt)} against {_cards(view.dealer.cards, felt)}"
            return f"{cost}{hands}{at}: {mark.reply}; right is {felt.strong(mark.correct)}"
        case CountExercise(cards=cards):
            shown = _cards(cards, felt) if len(cards) <= 8 else f"{len(cards)} cards"
            came = f"after {exercise.before}, " if not exercise.true else ""
            return f"{came}{shown}: {mark.reply}; right is {felt.strong(mark.correct)}"
        case TrayExercise():
            return f"{mark.reply} of {_decks(exercise.decks)}; {exercise.left:.2f} were left"


def _cards(cards: Sequence[Card], felt: Felt) -> str:
    return " ".join(map(felt.card, cards))


def _signed(number: int) -> str:
    return f"{number:+d}" if number else "0"


def _share(decks: float) -> str:
    return {0.25: "a quarter deck", 0.5: "half a deck"}[decks]


def _decks(number: int) -> str:
    return "1 deck" if number == 1 else f"{number} decks"
