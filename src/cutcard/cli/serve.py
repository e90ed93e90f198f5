"""`cutcard serve`: deal blackjack to anybody who connects."""

from __future__ import annotations

import sys
from pathlib import Path

from cutcard.cli.arguments import VerbParser, read_port
from cutcard.commandline import read_count, typed
from cutcard.errors import Invalid
from cutcard.net.arguments import add_dealers_seed, add_decision_seconds, add_dialect
from cutcard.net.house import PACE, House
from cutcard.net.rounds import Dialect
from cutcard.net.service import run_dealer

EXAMPLES = """\
  cutcard serve --port 8081                      one player a table, for ever
  cutcard serve --port 8081 --seats 3 --rounds 10
  cutcard serve --port 8081 --record rounds.jsonl --fsync
  nc 127.0.0.1 8081                              then type JOIN ann, HIT, STAND"""


def run(words: list[str]) -> int:
    """Deal until stopped; Ctrl-C lets rounds in play finish, a second one or SIGTERM does not."""
    arguments = _parser().parse_args(words)
    house = House(
        seats=arguments.seats,
        rounds=arguments.rounds,
        decision_seconds=arguments.decision_seconds,
        dialect=arguments.dialect,
        seed=arguments.seed,
        fsync=arguments.fsync,
        pace=arguments.pace / 1000,
        tables=arguments.tables,
        connections=arguments.connections,
        unjoined=arguments.unjoined,
        per_address=arguments.per_address,
    )
    record = Path(arguments.record) if arguments.record else None
    return run_dealer(house, arguments.host, arguments.port, record, announce=_announce)


def _parser() -> VerbParser:
    about = "Deal blackjack over TCP, to any number of tables at once."
    parser = VerbParser("serve", about, EXAMPLES)
    parser.add_argument(
        "--port", type=typed(read_port), required=True, metavar="P", help="TCP port"
    )
    parser.add_argument("--host", default="127.0.0.1", help="address (default: 127.0.0.1)")
    parser.add_argument(
        "--seats", type=typed(_read_seats), default=1, metavar="N", help="players to a table"
    )
    parser.add_argument(
        "--rounds",
        type=typed(_read_rounds),
        default=None,
        metavar="N|forever",
        help="rounds to a table (default: forever)",
    )
    parser.add_argument(
        "--tables",
        type=typed(read_count),
        default=None,
        metavar="N",
        help="stop after N tables (default: never)",
    )
    add_decision_seconds(parser)
    parser.add_argument(
        "--pace",
        type=typed(_read_pace),
        default=1000 * PACE,
        metavar="MS",
        help="milliseconds between messages, for players that read one at a time;"
        f" people and fair players are not paced (default: {1000 * PACE:g})",
    )
    add_dialect(parser, Dialect.COURSE)
    add_dealers_seed(parser)
    parser.add_argument("--record", metavar="FILE", help="write down every round")
    parser.add_argument("--fsync", action="store_true", help="wait for the disk, too")
    for name, default, about in (
        ("connections", None, "connections at once (default: as many as descriptors allow)"),
        ("unjoined", None, "connections that have not joined (default: half of all)"),
        ("per-address", 512, "connections from one address, loopback excepted (default: 512)"),
    ):
        parser.add_argument(
            f"--{name}", type=typed(read_count), default=default, metavar="N", help=about
        )
    return parser


def _announce(host: str, port: int) -> None:
    sys.stdout.write(f"Dealing on {host} port {port}; Ctrl-C ends it.\n")
    sys.stdout.flush()


def _read_seats(text: str) -> int:
    if text in {"1", "2", "3", "4", "5", "6", "7"}:
        return int(text)
    raise Invalid(f"{text!r} is not a number of seats: a table has 1 to 7")


def _read_rounds(text: str) -> int | None:
    return None if text == "forever" else read_count(text)


def _read_pace(text: str) -> float:
    if text.isascii() and text.isdigit() and len(text) < 5:
        return float(text)
    raise Invalid(f"{text!r} milliseconds are not possible: it takes 0 to 9999")
