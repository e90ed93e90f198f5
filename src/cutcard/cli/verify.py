"""`cutcard verify`: check records, and compare those of the same tables."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from cutcard.cli.arguments import VerbParser
from cutcard.cli.terminal import say, tell
from cutcard.commandline import typed
from cutcard.errors import CutcardError, Invalid
from cutcard.net.accounts import Verified
from cutcard.net.cross_check import differences, one_sided, shared
from cutcard.net.verification import verify

EXAMPLES = """\
  cutcard verify rounds.jsonl                    what cutcard serve --record wrote
  cutcard verify mine.jsonl                      what cutcard join --fair --record wrote
  cutcard verify rounds.jsonl mine.jsonl         both, and where they differ
  cutcard verify rounds.jsonl --ends-in SEAL     nothing was cut off since this was printed"""


def run(words: list[str]) -> int:
    """Recompute every round of every record, and compare the records with each other."""
    arguments = _parser().parse_args(words)
    if arguments.ends_in and len(arguments.files) > 1:
        raise Invalid(f"--ends-in goes with one FILE: {len(arguments.files)} were given")
    notes: list[str] = []
    records = [verify(Path(file), notes.append) for file in arguments.files]
    unshared = list(one_sided(records))
    notes += unshared
    for note in notes:
        tell(note)
    if arguments.ends_in and records[0].last != arguments.ends_in:
        raise CutcardError(
            f"{records[0].path} ends in the seal {records[0].last or 'of none'}, not in"
            f" {arguments.ends_in}: its end was cut off, or it was rewritten"
        )
    found = list(differences(records))
    failed = sum(record.counts["failed"] for record in records)
    if arguments.json:
        sys.stdout.write(json.dumps(_as_json(records, notes, found)) + "\n")
    else:
        for record in records:
            say(_sentence(record))
        if len(records) > 1 and not (found or unshared):
            say(_agreement(shared(records)))
    for difference in found:
        tell(difference)
    if failed:
        tell(f"{_many(failed, 'round')} failed a check")
    return 1 if found or failed else 0


def _parser() -> VerbParser:
    about = "Check records of dealers and players: every commitment, every card, every result."
    parser = VerbParser("verify", about, EXAMPLES)
    parser.add_argument("files", nargs="+", metavar="FILE", help="a record")
    parser.add_argument(
        "--ends-in",
        type=typed(_read_seal),
        metavar="SEAL",
        help="the last seal that the dealer or player printed; with one FILE",
    )
    parser.add_json()
    return parser


def _read_seal(text: str) -> str:
    if len(text) == 64 and set(text.lower()) <= set("0123456789abcdef"):
        return text.lower()
    raise Invalid(f"{text!r} is not a seal: it takes 64 hexadecimal digits")


def _sentence(record: Verified) -> str:
    counts = record.counts
    verb = "is" if counts["played"] == 1 else "are"
    text = (
        f"{_many(counts['played'], 'round')} of {_many(record.opened, 'table')} in {record.path}"
        f" {verb} as the cards fell"
    )
    others = [f"{counts[how]:,} {how}" for how in ("void", "broken off", "late") if counts[how]]
    text += f"; {', '.join(others)}.\n" if others else ".\n"
    if record.unproven and record.unproven < counts["played"]:
        text += f"{_many(record.unproven, 'round')} of these had no proof: nobody asked for one.\n"
    return text + (f"Its last seal is {record.last}\n" if record.last else "")


def _agreement(rounds: int) -> str:
    if not rounds:
        return "The records share no round.\n"
    return f"The records share {_many(rounds, 'round')}, and say the same of all they share.\n"


def _many(count: int, what: str) -> str:
    return f"{count:,} {what}" + ("" if count == 1 else "s")


def _as_json(records: list[Verified], notes: list[str], found: list[str]) -> dict[str, object]:
    return {
        "records": [
            {
                "file": str(record.path),
                "keeper": record.keeper,
                "first_form": record.first_form,
                "tables": record.opened,
                "rounds": record.counts["played"],
                "void": record.counts["void"],
                "broken_off": record.counts["broken off"],
                "late": record.counts["late"],
                "failed": record.counts["failed"],
                "ends_in": record.last,
            }
            for record in records
        ],
        "differences": found,
        "notes": notes,
    }
