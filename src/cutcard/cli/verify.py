"""`cutcard verify`: deal and play every round of a record again."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from cutcard.cli.arguments import Parser
from cutcard.net.verify import verify

EXAMPLES = """\
  cutcard verify rounds.jsonl                    what cutcard serve --record wrote"""


def run(words: list[str]) -> int:
    """Recompute every round of a record from secrets and nonces."""
    parser = Parser("verify", "Check a dealer's record: every deck, every result.", EXAMPLES)
    parser.add_argument("file", metavar="FILE", help="a record")
    parser.add_json()
    arguments = parser.parse_args(words)
    notes: list[str] = []
    tables, rounds = verify(Path(arguments.file), notes.append)
    for note in notes:
        sys.stderr.write(f"cutcard: {note}\n")
    if arguments.json:
        sys.stdout.write(json.dumps({"tables": tables, "rounds": rounds, "notes": notes}) + "\n")
    else:
        sys.stdout.write(f"{rounds:,} rounds of {tables:,} tables are as the cards fell.\n")
    return 0
