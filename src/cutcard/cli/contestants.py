"""The players that a duel of any kind is asked to let play."""

from __future__ import annotations

import argparse

from cutcard.blockhead.rules import Rules
from cutcard.errors import Invalid
from cutcard.lab.contestants import check_contestant
from cutcard.lab.strangers import is_file_name, seconds_of
from cutcard.streams import stream


def check_contestants(arguments: argparse.Namespace, rules: Rules) -> None:
    """Complain, before any work, about players who cannot play."""
    if arguments.cluster is not None and any(map(is_file_name, arguments.players)):
        raise Invalid(
            "--cluster does not go with a player of your own, whose file is on this machine only"
        )
    for name in dict.fromkeys(arguments.players):
        check_contestant(name, stream(0), rules, seconds_of(arguments))
