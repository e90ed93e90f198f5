"""The summary's numbers are written as C writes them."""

from __future__ import annotations

import pytest

from cutcard.editions.easy.text import summary_text


@pytest.mark.parametrize(
    ("hands", "units", "balance", "advantage"),
    [
        # The original's own runs; two units are a dollar.
        (2_000_000, 417_451, "+$208725.50", "10.44%"),
        (4, 9, "+$4.50", "112.5%"),
        # Four digits that count, and no zero after them.
        (1, 0, "$0.00", "0%"),
        (1, 2, "+$1.00", "100%"),
        (1, -2, "-$1.00", "-100%"),
        (1, 3, "+$1.50", "150%"),
        (3, 2, "+$1.00", "33.33%"),
        (3, -1, "-$0.50", "-16.67%"),
        (7, 1, "+$0.50", "7.143%"),
        (1000, 1, "+$0.50", "0.05%"),
        # An exponent where C's %.4g writes one: below a ten-thousandth, and from ten thousand on.
        (500_000, 1, "+$0.50", "0.0001%"),
        (500_001, 1, "+$0.50", "0.0001%"),
        (561_482, 1, "+$0.50", "8.905e-05%"),
        (561_482, -1, "-$0.50", "-8.905e-05%"),
        (1_000_000, 1, "+$0.50", "5e-05%"),
        (1, 199, "+$99.50", "9950%"),
        (1, 200, "+$100.00", "1e+04%"),
        (1, -201, "-$100.50", "-1.005e+04%"),
        # The quotient times a hundred lies below the half where a hundredfold divided lies on it.
        (80, 23, "+$11.50", "14.37%"),
        (10_000, 2517, "+$1258.50", "12.58%"),
        (10_000, -2517, "-$1258.50", "-12.58%"),
    ],
)
def test_a_summary_is_written_as_c_writes_it(
    hands: int, units: int, balance: str, advantage: str
) -> None:
    assert summary_text(hands, units, 2) == (
        f"Hands Played: {hands}\nFinal Balance: {balance}\nPlayer Advantage: {advantage}\n"
    )


def test_a_summary_of_nothing_is_one_line() -> None:
    assert summary_text(0, 0, 2) == "Hands Played: 0\n"
