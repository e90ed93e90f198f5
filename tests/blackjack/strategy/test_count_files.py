"""Counts from files: the shipped ones, a user's own, and those that cannot be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from cutcard.blackjack.actions import Action
from cutcard.blackjack.strategy.count import HI_LO
from cutcard.blackjack.strategy.count_files import count_names, load_count
from cutcard.blackjack.strategy.indices import IndexPlay
from cutcard.cards import DECK, Card
from cutcard.errors import Invalid
from cutcard.shelf import UnknownName

PUBLISHED = {
    # Tags of 2 3 4 5 6 7 8 9 T A, in the order in which books print them.
    "hi-lo": "1 1 1 1 1 0 0 0 -1 -1",
    "ko": "1 1 1 1 1 1 0 0 -1 -1",
    "hi-opt-1": "0 1 1 1 1 0 0 0 -1 0",
    "hi-opt-2": "1 1 2 2 1 1 0 0 -2 0",
    "omega-2": "1 1 2 2 2 1 0 -1 -2 0",
    "zen": "1 1 2 2 2 1 0 0 -2 -1",
    "halves": "0.5 1 1 1.5 1 0.5 0 -0.5 -1 -1",
}


def test_the_shipped_counts_are_the_published_ones() -> None:
    assert count_names() == ["hi-lo", "halves", "hi-opt-1", "hi-opt-2", "ko", "omega-2", "zen"]
    assert set(count_names()) == set(PUBLISHED)


@pytest.mark.parametrize("name", PUBLISHED)
def test_a_shipped_count_has_its_tags_and_tells_where_they_are_from(name: str) -> None:
    count = load_count(name)
    assert count.name == name
    tags = [float(word) for word in PUBLISHED[name].split()]
    assert [count.tag(Card(letter)) / count.scale for letter in "23456789TA"] == tags
    assert count.balanced is (name != "ko")
    assert count.title
    assert count.source
    for one in count.indices:
        assert one.title
        assert one.source


@pytest.mark.parametrize("decks", range(1, 9))
def test_ko_ends_every_shoe_at_plus_four(decks: int) -> None:
    ko = load_count("ko")
    assert ko.initial(decks) == 4 - 4 * decks
    assert ko.initial(decks) + decks * sum(ko.tag(card) for card in DECK) == 4


def test_hi_lo_is_the_same_in_code_and_file() -> None:
    assert load_count("hi-lo") == HI_LO
    assert load_count("hi-lo") is load_count("hi-lo")


TAGS = "tags = [-1, 1, 1, 1, 1, 1, 0, 0, 0, -1]\n"


def write(folder: Path, text: str) -> str:
    path = folder / "own.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_count_may_be_ones_own(tmp_path: Path) -> None:
    text = """
tags = [0, 0, 0, 0, 2, 0, 0, 0, 0, 0]
scale = 2
start = -3
start_per_deck = 1
[indices.mine]
insurance = 7
plays = [{ hand = "A7", dealer = "A", play = "double", at = -2 }]
"""
    count = load_count(write(tmp_path, text))
    assert (count.name, count.title, count.source) == ("own", "own", "")
    assert (count.scale, count.initial(4), count.value(5, 10)) == (2, 1, 2)
    (mine,) = count.indices
    assert mine.plays == (IndexPlay("A7", "A", Action.DOUBLE, -2),)
    assert (mine.name, mine.title, mine.insurance) == ("mine", "mine", 7)


def test_an_unknown_count_is_answered_with_the_nearest() -> None:
    with pytest.raises(UnknownName) as caught:
        load_count("hilo")
    assert str(caught.value) == (
        "there is no count 'hilo': did you mean hi-lo? (or give FILE.toml)"
    )


SET = TAGS + "[indices.mine]\n"
PLAY = SET + 'plays = [{ hand = "16", dealer = "10", play = "stand", at = 0 }]\n'


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "there are no tags: a count takes tags = [10 whole numbers, ace to ten]"),
        ("tags = [1, 2]\n", "tags are [1, 2]: a count takes 10 whole numbers, ace to ten"),
        ("tags = 3\n", "tags are 3: a count takes 10 whole numbers, ace to ten"),
        (TAGS.replace("[-1", "[0.5"), "a tag is 0.5: it takes a whole number from -100 to 100"),
        (TAGS.replace("[-1", "[101"), "a tag is 101: it takes a whole number from -100 to 100"),
        (TAGS.replace("[-1", "['1'"), "a tag is '1': it takes a whole number from -100 to 100"),
        (TAGS.replace("[-1", "[true"), "a tag is True: it takes a whole number from -100 to 100"),
        (TAGS + "scale = 0\n", "scale is 0: it takes a whole number from 1 to 10"),
        (
            TAGS + "start = 4\n",
            "own is balanced (its tags add up to 0 over a deck) and begins at 4: a balanced count"
            " begins at 0",
        ),
        (
            TAGS + "tag = 1\n",
            "'tag' is unknown: a count has title, source, tags, scale, start, start_per_deck,"
            " convention, divisor, indices",
        ),
        (TAGS + "title = 1\n", "title is 1: it must be a printable text in quotes"),
        (TAGS + "indices = 1\n", "indices is 1: it must be a table, [indices.NAME]"),
        (
            TAGS + "indices.mine = 1\n",
            "indices.mine is 1: it must be a table, [indices.mine]",
        ),
        (
            SET + "insure = 3\n",
            "'insure' is unknown: indices.mine has title, source, made_for, insurance, plays",
        ),
        (
            SET + "insurance = 'x'\n",
            "indices.mine.insurance is 'x': it takes a whole number from -100 to 100",
        ),
        (SET + "plays = 1\n", "indices.mine.plays is 1: it must be a list of tables"),
        (
            SET + "plays = ['16 v 10']\n",
            "indices.mine.plays holds '16 v 10': a play is a table of hand, dealer, play, at, or"
            " below instead of at",
        ),
        (
            PLAY.replace(', play = "stand"', ""),
            "indices.mine.plays holds {'hand': '16', 'dealer': '10', 'at': 0}: a play is a table"
            " of hand, dealer, play, at, or below instead of at",
        ),
        (
            PLAY.replace("stand", "hit"),
            "indices.mine: 'hit' is not a play: it takes stand, double, split, surrender",
        ),
        (
            PLAY.replace("at = 0", "at = 1.5"),
            "indices.mine: the index of 16 v 10 is 1.5: it takes a whole number from -100 to 100",
        ),
        (PLAY.replace('"10"', '"T"'), "'T' is not an up card: they are 2 3 4 5 6 7 8 9 10 A"),
        (PLAY.replace("stand", "split"), "16 v 10 cannot split: it is not a pair"),
    ],
)
def test_a_count_that_cannot_be_read_gets_one_sentence(
    tmp_path: Path, text: str, sentence: str
) -> None:
    name = write(tmp_path, text)
    with pytest.raises(Invalid) as caught:
        load_count(name)
    assert str(caught.value) == f"{name}: {sentence}"


def test_a_file_that_is_none_gets_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(Invalid, match=r"nowhere\.toml cannot be read: No such file"):
        load_count(str(tmp_path / "nowhere.toml"))
    with pytest.raises(Invalid, match=r"own\.toml is not a TOML file: "):
        load_count(write(tmp_path, "tags = ["))
