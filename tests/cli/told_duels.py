"""What `cutcard duel --json` tells."""

import json

KEYS = (
    *("mean", "stderr", "interval", "unit", "pairs", "seed"),
    *("mean_pot", "ties_per_deal", "showdowns_per_deal"),
)


def strictly(text: str) -> object:
    """Read JSON as other programs do: no Infinity, no NaN."""

    def refuse(word: str) -> None:
        raise ValueError(f"{word} is not JSON")

    return json.loads(text, parse_constant=refuse)


def lasting(found: dict[str, object]) -> dict[str, object]:
    """All but the time it took."""
    return {name: value for name, value in found.items() if name != "seconds"}
