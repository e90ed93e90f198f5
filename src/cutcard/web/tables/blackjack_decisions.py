"""What somebody decides at a blackjack table, and what could be known when they did."""

from __future__ import annotations

from cutcard.blackjack.actions import Action
from cutcard.blackjack.round import Round
from cutcard.blackjack.strategy.chart import Chart
from cutcard.cards import Card
from cutcard.errors import CutcardError
from cutcard.study.coach import Move
from cutcard.web.tables.play import Decision
from cutcard.web.tables.terms import Terms


def chart_of(terms: Terms) -> Chart | None:
    """The chart of a table's game; it may not go with rules that were changed."""
    try:
        return terms.blackjack.chart
    except CutcardError:
        return None


def move_at(
    state: Round, seen: tuple[Card, ...], chart: Chart | None, action: Action | None = None
) -> Move:
    """A move of the seat in turn, by default the one that the chart plays."""
    view = state.view(state.turn)
    usual = view.legal[0] if action is None else action
    advised = usual if chart is None else chart.action(view)
    bet = state.bets[state.turn]
    return Move(view, seen, advised if action is None else action, advised, bet)


def decision_of(number: int, move: Move, chart: Chart | None) -> Decision:
    """A move as what the person at a place has decided."""
    spot = f"{move.view.hand} against {move.view.dealer}"
    return Decision(number, spot, str(move.action), None if chart is None else str(move.advised))
