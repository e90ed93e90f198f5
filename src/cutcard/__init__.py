"""Card games with betting, described as data: play them, measure them, solve them."""

__version__ = "0.1.0"
