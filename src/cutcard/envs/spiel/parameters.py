"""Rules from the parameters of an OpenSpiel game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from cutcard.rulebook import Rulebook
from cutcard.shelf import Shelf

R = TypeVar("R", bound=Rulebook)


def named_rules(shelf: Shelf[R], params: Mapping[str, str]) -> R:
    """The rules of the game that ``rules`` names, with ``changes`` such as ``raises:1;deck:A-5``.

    OpenSpiel keeps the equals sign and the comma for its own parameters.
    """
    changes = [change.replace(":", "=", 1) for change in params["changes"].split(";") if change]
    return shelf.load(params["rules"]).changed(changes).rules
