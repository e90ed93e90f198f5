"""Pictures by count: edge, bet and share of rounds, and the best bets beside those made."""

from __future__ import annotations

from pathlib import Path

import pytest

from cutcard.blackjack.strategy.ramp import Ramp
from cutcard.lab.risk import Winnings

RESULTS = {-1: {-2: 5200, 2: 4800}, 0: {-2: 4000, 2: 3990}, 2: {-4: 900, 4: 1000}, 9: {-4: 1}}


def test_a_picture_tells_edge_bet_and_share(tmp_path: Path) -> None:
    matplotlib = pytest.importorskip("matplotlib")
    from cutcard.report.plot_counts import draw

    picture = tmp_path / "counts.svg"
    winnings = Winnings.of(RESULTS, 2, Ramp(((1, 2),)))
    with matplotlib.rc_context({"svg.fonttype": "none"}):
        draw(picture, winnings, title="Mine", subtitle="a command", best=Ramp(((2, 5),)))
    told = picture.read_text()
    for words in ("Mine", "a command", "edge in percent", "chips bet", "percent of rounds"):
        assert words in told
    assert "bets made" in told
    assert "best bets" in told
    assert list(tmp_path.iterdir()) == [picture]
