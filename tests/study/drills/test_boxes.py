"""Boxes: what is missed comes back, soon and then later, until it is known."""

from itertools import pairwise
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from cutcard.study.drills.boxes import DISTANCES, Boxes

ITEMS = {f"item {number}": float(1 + number % 3) for number in range(200)}


def test_what_is_missed_comes_back_at_growing_distances_until_it_is_known():
    boxes = Boxes(ITEMS)
    boxes.note("item 7", right=False)
    asked = []
    random = Random(1)
    for number in range(1, sum(DISTANCES) + 30):
        item = boxes.choose(random)
        if item == "item 7":
            asked.append(number)
        boxes.note(item, right=True)
    came = [asked[0], *(later - before for before, later in pairwise(asked))]
    assert tuple(came[: len(DISTANCES)]) == DISTANCES
    assert boxes.coming_back == {}


def test_what_is_missed_again_starts_anew():
    boxes = Boxes(ITEMS)
    for right in (False, True, True):
        boxes.note("item 7", right=right)
    assert boxes.coming_back == {"item 7": DISTANCES[2]}
    boxes.note("item 7", right=False)
    assert boxes.coming_back == {"item 7": DISTANCES[0]}


@given(st.lists(st.booleans(), min_size=1, max_size=60), st.integers(0, 2**32))
def test_every_miss_comes_back_before_it_is_forgotten(answers, seed):
    """However much is missed, each exercise works off one item that is due."""
    boxes, random = Boxes(ITEMS), Random(seed)
    open_items: set[str] = set()
    for right in answers:
        item = boxes.choose(random)
        boxes.note(item, right=right)
        (open_items.discard if right else open_items.add)(item)
    assert open_items <= set(boxes.coming_back)
    for _ in range(DISTANCES[0] + 2 * len(answers)):
        item = boxes.choose(random)
        boxes.note(item, right=True)
        open_items.discard(item)
    assert not open_items


@given(st.lists(st.tuples(st.sampled_from(sorted(ITEMS)), st.booleans()), max_size=80))
def test_a_history_leads_to_the_same_boxes_as_the_answers_themselves(history):
    boxes = Boxes(ITEMS)
    for item, right in history:
        boxes.note(item, right=right)
    again = Boxes(ITEMS, history)
    assert again.coming_back == boxes.coming_back
    assert [again.choose(Random(seed)) for seed in range(5)] == [
        boxes.choose(Random(seed)) for seed in range(5)
    ]


@given(st.integers(1, 4), st.lists(st.booleans(), max_size=40), st.integers(0, 2**32))
def test_nothing_comes_twice_in_a_row_where_there_is_anything_else(number, answers, seed):
    boxes, random = Boxes(dict(list(ITEMS.items())[:number])), Random(seed)
    last = ""
    for right in answers:
        item = boxes.choose(random)
        assert item != last or number == 1
        boxes.note(item, right=right)
        last = item


def test_what_is_no_longer_asked_does_not_come_back():
    boxes = Boxes(ITEMS, [("another chart's cell", False), ("item 3", False)])
    assert list(boxes.coming_back) == ["item 3"]


def test_heavier_items_come_more_often():
    boxes, random = Boxes({"often": 9.0, "rare": 1.0, "last": 10.0}), Random(1)
    boxes.note("last", right=True)
    drawn = [boxes.choose(random) for _ in range(2000)]
    # 1800 of 2000 are expected, with a standard deviation of 13.4.
    assert abs(drawn.count("often") - 1800) < 4 * 13.5
