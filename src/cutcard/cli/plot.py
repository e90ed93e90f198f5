"""Pictures of results; they need the extra `cutcard[plot]`."""

from __future__ import annotations

from io import BytesIO
from itertools import accumulate
from pathlib import Path
from typing import Any

from cutcard.errors import CutcardError
from cutcard.files import check_folder, write_whole
from cutcard.lab.duel import Score


def check_picture(path: Path) -> None:
    """Complain before any work about a picture that cannot be drawn."""
    _pyplot()
    if path.suffix not in (".png", ".svg", ".pdf"):
        raise CutcardError(f"{path} is no picture: its name takes .png, .svg or .pdf")
    check_folder(path, "the picture")


def plot_duel(first: str, second: str, score: Score, path: Path) -> None:
    """Draw the chips that the first player has gained, game after game, and how they spread."""
    pyplot = _pyplot()
    figure, (over, spread) = pyplot.subplots(
        1, 2, figsize=(10, 4), width_ratios=(2, 1), layout="constrained"
    )
    games = [gain for pair in zip(score.as_first, score.as_second, strict=True) for gain in pair]
    over.plot(range(1, len(games) + 1), list(accumulate(games)), color="#0072b2")
    over.axhline(0, color="grey", linewidth=0.8)
    over.set(xlabel="games", ylabel="chips gained", title=f"{first} against {second}")
    bins = min(40, 1 + len(score.pairs) // 2)
    spread.hist(score.pairs, bins=bins, color="#56b4e9", edgecolor="white")
    spread.axvline(0, color="grey", linewidth=0.8)
    spread.set(xlabel="chips a game, per pair", ylabel="pairs")
    spread.yaxis.get_major_locator().set_params(integer=True)
    save(figure, path)


def _pyplot() -> Any:
    try:
        import matplotlib as mpl
    except ImportError:
        raise CutcardError(
            "a picture needs matplotlib: install it with pip install 'cutcard[plot]'"
        ) from None
    mpl.use("Agg")
    from matplotlib import pyplot

    return pyplot


def save(figure: Any, path: Path) -> None:
    """Write the picture whole or not at all."""
    drawn = BytesIO()
    try:
        figure.savefig(drawn, format=path.suffix[1:], dpi=144)
    except ValueError as error:
        raise CutcardError(f"the picture {path} cannot be drawn: {error}") from None
    write_whole(path, drawn.getvalue(), "the picture")
