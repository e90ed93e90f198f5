"""The learning curve: the exact value of what a player has learned, after more and more games."""

from __future__ import annotations

from cutcard.learn.qtable import QTable


class LearningCurve:
    """Keeps what a table has learned after 1, 3, 10, 30 … games, and in the end."""

    def __init__(self, table: QTable) -> None:
        self._table = table
        self._games = 0
        self._kept: dict[int, QTable] = {}

    def game_over(self) -> None:
        """Count a game that the table has learned from."""
        self._games += 1
        if str(self._games).rstrip("0") in ("1", "3"):
            self._keep()

    def _keep(self) -> None:
        self._kept[self._games] = QTable(rewards=dict(self._table.rewards))

    def text(self) -> str:
        """The curve as a table, with the best play as its last line; empty without any game."""
        from cutcard.blackjack.exact.hit_stand import FullDeck
        from cutcard.blackjack.presets import load_preset

        if not self._games:
            return ""
        self._keep()
        deck = FullDeck(load_preset("cs50").rules)
        lines = [f"{games:>9,}  {deck.worth(kept.hits):+.4f}" for games, kept in self._kept.items()]
        return (
            "\nWhat the player has learned, as its exact expected value in bets a game:\n"
            "    games  value\n"
            + "".join(f"{line}\n" for line in lines)
            + f"     best  {deck.best():+.4f}\n"
        )
