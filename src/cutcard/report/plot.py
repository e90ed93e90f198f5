"""What pictures of results have in common; they need the extra `plot`."""

from __future__ import annotations

from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from textwrap import wrap
from typing import Any, Final

from cutcard.errors import CutcardError, installing
from cutcard.files import check_folder, write_whole

NO_MATPLOTLIB: Final = f"a picture needs matplotlib: {installing('plot')}"

_DOTS: Final = 144
"""Dots to an inch."""

_BESIDE: Final = 100
"""Points of a picture's width that are beside the plot, at the most."""

_HINTED: Final = 1.1
"""How many times wider letters may be drawn than they are, to fit the dots."""


def check_picture(path: Path) -> None:
    """Complain, before any work, about a picture that cannot be drawn."""
    if find_spec("matplotlib") is None:
        raise CutcardError(NO_MATPLOTLIB)
    if path.suffix not in (".png", ".svg", ".pdf"):
        raise CutcardError(f"{path} is not a picture: its name must end in .png, .svg or .pdf")
    check_folder(path, "the picture")


def dress(axes: Any) -> None:
    """Style a picture: a light grid behind, and no frame at the top and right."""
    axes.grid(color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def head(axes: Any, title: str, subtitle: str = "") -> None:
    """Write a title, and below it what was measured and how, in lines no wider than the plot."""
    room = (72 * axes.figure.get_figwidth() - _BESIDE) / _HINTED
    below = _wrapped(subtitle, room, size=9)
    pad = 8 + 14 * (below.count("\n") + 1 if below else 0)
    named = _wrapped(title, room, size=12, weight="bold")
    axes.set_title(named, loc="left", fontweight="bold", fontsize=12, pad=pad)
    if below:
        axes.annotate(
            below,
            (0, 1),
            xytext=(0, 6),
            xycoords="axes fraction",
            textcoords="offset points",
            color="#555555",
            fontsize=9,
        )


def _wrapped(text: str, room: float, *, size: int, weight: str = "normal") -> str:
    """The text in lines that are no wider than this many points."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import TextPath

    font = FontProperties(size=size, weight=weight)
    for width in range(len(text), 0, -1):
        lines = wrap(text, width, break_on_hyphens=False)
        if all(TextPath((0, 0), line, prop=font).get_extents().width <= room for line in lines):
            return "\n".join(lines)
    return text


def group_digits(axis: Any, *, signed: bool = False) -> None:
    """Write the numbers along an axis with thousands grouped, and with a sign if ``signed``."""
    from matplotlib.ticker import FuncFormatter

    form = "+,g" if signed else ",g"
    axis.set_major_formatter(FuncFormatter(lambda value, _: format(value, form if value else "g")))


def legend(axes: Any, place: str) -> None:
    """Add a legend."""
    axes.legend(loc=place, frameon=True, framealpha=0.9, edgecolor="none", fontsize=9)


def save(figure: Any, path: Path) -> None:
    """Write the picture whole or not at all."""
    try:
        picture = _png(figure) if path.suffix == ".png" else _drawing(figure, path.suffix[1:])
    except ValueError as error:
        raise CutcardError(f"the picture {path} cannot be drawn: {error}") from None
    write_whole(path, picture, "the picture")


def _drawing(figure: Any, form: str) -> bytes:
    drawn = BytesIO()
    figure.savefig(drawn, format=form, dpi=_DOTS)
    return drawn.getvalue()


def _png(figure: Any) -> bytes:
    """A PNG in at most 256 colours: lines and letters need no more, and it is half as long."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from PIL import Image  # which matplotlib draws with

    figure.set_dpi(_DOTS)
    canvas: Any = FigureCanvasAgg(figure)
    canvas.draw()
    size = canvas.get_width_height()
    plain = Image.frombuffer("RGBA", size, canvas.buffer_rgba(), "raw", "RGBA", 0, 1)
    packed = BytesIO()
    few = plain.convert("RGB").quantize(256, dither=Image.Dither.NONE)
    few.save(packed, "PNG", optimize=True)
    return packed.getvalue()
