"""Card games with betting, described as data: play them and measure them."""

__version__ = "0.1.0"
