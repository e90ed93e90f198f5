"""TOML files of games, of both kinds."""

from __future__ import annotations

from contextlib import suppress

from cutcard.blackjack.presets import SHELF as BLACKJACK
from cutcard.blockhead.presets import SHELF as BLOCKHEAD
from cutcard.errors import CutcardError
from cutcard.games import is_blockhead, load_game
from fuzz.drawer import kept

SEEDS = [path.read_bytes() for shelf in (BLACKJACK, BLOCKHEAD) for path in shelf.folder.glob("*")]
SEEDS += [
    b'base = "easy"\ntitle = "x"\n[rules]\ndecks = 2\n',
    b"rules = {decks = 1, deal = 'PUPH'}",
]


def throw(data: bytes) -> None:
    """What is read as a game is made of rules that read again as they are written."""
    path = str(kept(data, ".toml"))
    is_blockhead(path)
    for load in (load_game, BLACKJACK.load, BLOCKHEAD.load):
        with suppress(CutcardError):
            rules = load(path).rules
            assert type(rules)(**rules.plain()) == rules
