"""`cutcard counts`: counts side by side."""

import json


def test_the_verb_prints_the_counts_that_were_asked_for(cutcard):
    done = cutcard("counts", "single-deck", "--count", "ko", "--count", "hi-lo", "--json")
    told = json.loads(done.stdout)
    assert [one["count"] for one in told["counts"]] == ["ko", "hi-lo"]
    assert sum(told["effects_of_removal"].values()) + 3 * told["effects_of_removal"]["T"] < 0.1


def test_an_infinite_shoe_cannot_be_counted(cutcard):
    done = cutcard("counts", "easy")
    assert done.returncode == 1
    assert "cards cannot be counted with decks = infinite" in done.stderr
