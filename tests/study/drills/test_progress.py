"""Progress: what all sittings came to, counted from the pages and nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutcard.report.drill_forms import progress_as_dict
from cutcard.study.drills.boxes import DISTANCES
from cutcard.study.drills.logbook import Entry, Logbook, Page
from cutcard.study.drills.progress import progress_of
from cutcard.study.drills.sitting import Subject

STRATEGY = Subject("strategy", "Vegas Strip", "chart vegas-strip")
RUNNING = Subject("running", "Vegas Strip", "hi-lo")
ENTRIES = st.builds(
    Entry,
    item=st.sampled_from(["16 v 10", "12 v 3", "88 v 9"]),
    reply=st.just("hit"),
    correct=st.just("stand"),
    right=st.booleans(),
    cost=st.none() | st.floats(0, 2),
)


def page(number, subject, *entries):
    return Page(f"{number:016x}", number, subject, entries)


def missed(item, cost=None):
    return Entry(item, "hit", "stand", False, cost)


def known(item):
    return Entry(item, "stand", "stand", True, None)


def test_the_subject_last_practised_comes_first():
    book = Logbook((page(1, STRATEGY, known("a")), page(2, RUNNING), page(3, STRATEGY)))
    assert [one.subject for one in progress_of(book)] == [STRATEGY, RUNNING]
    assert [one.sittings for one in progress_of(book)] == [2, 1]


def test_costs_and_misses_are_summed_over_sittings_the_costliest_first():
    book = Logbook(
        (
            page(1, STRATEGY, missed("12 v 3", 0.01), missed("16 v 10", 0.2), known("12 v 3")),
            page(2, STRATEGY, missed("12 v 3", 0.02)),
        )
    )
    [one] = progress_of(book)
    assert (one.asked, one.right) == (4, 1)
    assert one.cost == pytest.approx(0.23)
    assert [(item.item, item.missed, item.asked) for item in one.missed] == [
        ("16 v 10", 1, 1),
        ("12 v 3", 2, 3),
    ]


def test_an_item_known_at_every_distance_comes_back_no_more():
    learnt = [missed("16 v 10", 0.2), *[known("16 v 10")] * len(DISTANCES)]
    [one] = progress_of(Logbook((page(1, STRATEGY, *learnt[:-1]),)))
    assert one.missed[0].due == DISTANCES[-1]
    [one] = progress_of(Logbook((page(1, STRATEGY, *learnt),)))
    assert one.missed[0].due is None


def test_cards_of_a_shoe_do_not_come_back():
    [one] = progress_of(Logbook((page(1, RUNNING, missed("hi-lo, 2 cards")),)))
    assert one.missed[0].due is None


@given(st.lists(ENTRIES, max_size=30))
def test_the_parts_add_up(entries):
    [one] = progress_of(Logbook((page(1, STRATEGY, *entries),)))
    assert one.asked - one.right == sum(item.missed for item in one.missed)
    assert one.cost == pytest.approx(sum(item.cost for item in one.missed))
    [told] = progress_as_dict([one])
    assert [item["item"] for item in told["missed"]] == [item.item for item in one.missed]
