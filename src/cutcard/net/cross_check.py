"""Comparing records of the same tables: where two of them differ, one of them lies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, permutations

from cutcard.net.accounts import HandAccount, RoundAccount, TableAccount, Verified
from cutcard.net.entries import Ending


def differences(records: Sequence[Verified]) -> Iterator[str]:
    """Yield a sentence for everything that two records say differently."""
    for one, other in combinations(records, 2):
        for name in one.tables.keys() & other.tables.keys():
            for said in _of_table(one.tables[name], other.tables[name]):
                yield f"table {name}: {said} ({one.path}, {other.path})"
            yield from _of_endings(one, other, name)
    dealers = [record for record in records if record.keeper == "dealer"]
    for player in (record for record in records if record.keeper == "player"):
        for name, table in player.tables.items():
            yield from _missing(player, name, table, dealers)


def _of_endings(one: Verified, other: Verified, name: str) -> Iterator[str]:
    """Yield the rounds whose endings in two records cannot both be true."""
    ours, theirs = one.tables[name], other.tables[name]
    same_seat = one.keeper == other.keeper and ours.names.keys() == theirs.names.keys()
    for number in sorted(ours.rounds.keys() & theirs.rounds.keys()):
        first, second = ours.rounds[number], theirs.rounds[number]
        if first.how == second.how:
            continue
        unfinished, account = (other, second) if first.how == "played" else (one, first)
        # A cut line ends a round for its player only, and the dealer has not said so.
        said = account.told_broken or unfinished.keeper == "dealer"
        if same_seat or (said and "played" in (first.how, second.how)):
            yield (
                f"table {name}: round {number} was {first.how} ({one.path})"
                f" and {second.how} ({other.path})"
            )


def shared(records: Sequence[Verified]) -> int:
    """Return how many rounds are in more than one record."""
    seen = Counter(
        (name, number)
        for record in records
        for name, table in record.tables.items()
        for number in table.rounds
    )
    return sum(times > 1 for times in seen.values())


def one_sided(records: Sequence[Verified]) -> Iterator[str]:
    """Yield the rounds that a player did not see to the end and another record ends otherwise.

    A cut line makes such a round, and so does anybody who prefers that ending.
    """
    for player, other in permutations(records, 2):
        if player.keeper == "dealer":
            continue
        for name in player.tables.keys() & other.tables.keys():
            ours, theirs = player.tables[name], other.tables[name]
            for number in sorted(ours.rounds.keys() & theirs.rounds.keys()):
                how = ours.rounds[number].how
                told = _told_of(theirs.rounds[number], ours.names)
                if other.keeper == "player" and told != "played":
                    continue  # each of them may have lost the dealer at another moment
                if how not in ("played", told) and {how, told} != {"late", "broken off"}:
                    yield (
                        f"table {name}: round {number} is {how} in {player.path}"
                        f" and {told} in {other.path}"
                    )


def _told_of(account: RoundAccount, seats: Iterable[int]) -> Ending:
    """How a record ends a round; a dealer's, for the player at one of the seats."""
    if account.how == "played":
        return "played"
    return "broken off" if any(seat in account.opened for seat in seats) else "void"


def _missing(
    player: Verified, name: str, table: TableAccount, dealers: Sequence[Verified]
) -> Iterator[str]:
    """Yield what only the player or only its dealer has written down."""
    if not dealers:
        return
    holders = [dealer for dealer in dealers if name in dealer.tables]
    if not holders:
        yield f"table {name} of {player.path} is in no dealer's record"
    for dealer in holders:
        theirs = dealer.tables[name]
        for number in table.rounds:
            if number > theirs.number:
                yield f"table {name}: round {number} of {player.path} is missing in {dealer.path}"
        # A player that was dealt to had written down its digest before sending it.
        for number, account in theirs.rounds.items():
            if number > table.number and account.hands.keys() & table.names.keys():
                yield f"table {name}: round {number} of {dealer.path} is missing in {player.path}"


def _of_table(one: TableAccount, other: TableAccount) -> Iterator[str]:
    if one.terms != other.terms or one.proof != other.proof:
        yield "the terms differ"
    for seat in one.names.keys() & other.names.keys() - {-1}:  # -1: no seat told yet
        if one.names[seat] != other.names[seat]:
            yield f"seat {seat} is {one.names[seat]!r} and {other.names[seat]!r}"
    for number in sorted(one.rounds.keys() & other.rounds.keys()):
        for said in _of_round(one.rounds[number], other.rounds[number]):
            yield f"round {number}: {said}"


def _of_round(one: RoundAccount, other: RoundAccount) -> Iterator[str]:
    """Yield where two accounts of a round differ, as far as both of them go."""
    for what in ("commit", "secret", "digests", "nonces", "open"):
        first, second = getattr(one, what), getattr(other, what)
        if first and second and not _agree(first, second, one, other):
            yield f"{_WORDS[what]}: {_shown(first)} and {_shown(second)}"
    for seat in one.hands.keys() & other.hands.keys():
        ours, theirs = one.hands[seat], other.hands[seat]
        for what, first, second in (
            ("cards", ours.cards, theirs.cards),
            ("moves", ours.moves, theirs.moves),
            ("result", ours.result, theirs.result),
        ):
            if _agree(first, second, one, other):
                continue
            if what == "moves" and (_lost(one, ours, theirs) or _lost(other, theirs, ours)):
                continue
            yield f"the {what} of seat {seat}: {first!r} and {second!r}"


_WORDS = {
    "commit": "the commitment",
    "secret": "the secret",
    "digests": "the digests",
    "nonces": "the nonces",
    "open": "the dealer's open card",
}


def _lost(account: RoundAccount, mine: HandAccount, theirs: HandAccount) -> bool:
    """Whether a player's last decision was lost on the way, so that its hand stood.

    A hit that has arrived is answered with a card.
    """
    unanswered = mine.moves.count("H") == len(mine.cards.split(" ")) - 1
    return account.how != "played" and unanswered and theirs.moves == f"{mine.moves[:-1]}S"


def _agree(first: object, second: object, one: RoundAccount, other: RoundAccount) -> bool:
    """Whether values are equal, or one is the other's beginning because its round has no end."""
    if first == second:
        return True
    for short, long, account in ((first, second, one), (second, first, other)):
        if account.how == "played":
            continue
        if isinstance(short, str) and isinstance(long, str) and long.startswith(short):
            return True
        if isinstance(short, list) and isinstance(long, list) and long[: len(short)] == short:
            return True
    return False


def _shown(value: object) -> str:
    text = str(value)
    return text if len(text) <= 40 else f"{text[:37]}..."
