"""`cutcard equilibrium`, as a user meets it."""

import json

import pytest


def test_the_shipped_policy_tells_what_it_may_lose(cutcard):
    found = json.loads(cutcard("equilibrium", "--json").stdout)
    assert 0 < found["exploitability_by_10"] <= found["exploitability"]
    assert found["exploitability_stderr"] > 0
    text = cutcard("equilibrium").stdout
    assert f"{found['exploitability']:.3f}" in text
    assert f"{found['exploitability_by_10']:.3f}" in text


BAD_INPUT = {
    ("--out", "no/such/place.npz"): "no/such",
    ("--out", "best.txt"): "--out best.txt takes a name that ends in .npz",
    ("--target", "0"): "'0' is not an exploitability: it takes 0.001 to 10 chips",
    ("--target", "nan"): "'nan' is not an exploitability: it takes 0.001 to 10 chips",
    ("--samples", "-1"): "-1",
    ("--progress", "kept.json"): "--progress is for --samples: give both",
    ("--samples", "2", "--progress", "no/such/kept.json"): "no/such",
    ("--samples", "2", "--workers", "0"): "'0' is not a number of workers: it takes 1 to 256",
    ("--iterations", "x"): "x",
}


@pytest.mark.parametrize("words", BAD_INPUT, ids=" ".join)
def test_what_cannot_be_done_is_refused_in_a_sentence(cutcard, words):
    refused = cutcard("equilibrium", *words)
    assert refused.returncode != 0
    assert refused.stdout == ""
    assert BAD_INPUT[words] in refused.stderr


def test_a_file_of_something_else_is_not_gone_on_with(cutcard, tmp_path):
    (tmp_path / "mine.npz").write_bytes(b"something else")
    refused = cutcard("equilibrium", "--out", "mine.npz")
    assert refused.returncode == 1
    assert "mine.npz holds no equilibrium that can be continued" in refused.stderr
    assert (tmp_path / "mine.npz").read_bytes() == b"something else"
