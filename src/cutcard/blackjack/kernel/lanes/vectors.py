"""Cards for thirty-two shoes at once, in vectors.

The compiler finds no vectors by itself in such loops, so that they are written in LLVM's own
language (`vectors_llvm`): several times as fast. A plain twin in the tests, `plain_vectors.py`,
deals the same cards to the last, one lane at a time.

Each lane keeps nine counts: the cards left of at most this value, from the aces on. They are
signed and, where they are bytes, moved down by 128: signed numbers are compared fastest.
"""

from __future__ import annotations

from typing import Any, Final

from cutcard.compilation import written_out

GROUP: Final = 32


@written_out("cutcard.blackjack.kernel.lanes.vectors_llvm")
def deal_rows(
    random: Any, left: Any, cards: Any, group: Any, first: Any, rows: Any, size: Any
) -> None:
    """Deal `rows` rows of cards to a group of lanes."""
