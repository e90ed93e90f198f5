"""Documents are read within bounds, and what is sealed tells when it was changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from cutcard.documents import (
    LARGEST,
    BrokenSeal,
    MissingFile,
    read_json,
    read_text,
    read_toml,
    sealed,
    unsealed,
)
from cutcard.errors import Invalid


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("a = ", "is not a TOML file: "),
        ("a = " + "[" * 5000, "nested too deeply"),
        ("a = " + "[" * 5000 + "]" * 5000, "nested too deeply"),
        ("a = " + "[" * 20 + "]" * 20, "nested too deeply"),
        (".".join("a" * 9000) + " = 1", "nested too deeply"),
        ("a = " + "{b = " * 5000, "nested too deeply"),
        ("a = " + "9" * 5000, "a number of too many digits"),
        ("a = 1\n" * 2, "is not a TOML file: "),
        ("#" * LARGEST + "#", "longer than 100,000 bytes"),
    ],
    ids=range(9),
)
def test_toml_that_cannot_be_read_is_refused_in_a_sentence(
    tmp_path: Path, text: str, complaint: str
) -> None:
    path = tmp_path / "file.toml"
    path.write_text(text)
    with pytest.raises(Invalid, match=complaint) as refused:
        read_toml(path)
    assert str(path) in str(refused.value)


@pytest.mark.parametrize(
    "text", ["", "[", "[" * 100_000, "9" * 5000, "[" * 20 + "]" * 20, "\ud800", "NULL"]
)
def test_json_that_cannot_be_read_is_refused_in_a_sentence(tmp_path: Path, text: str) -> None:
    path = tmp_path / "file.json"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    with pytest.raises(Invalid, match=r"file\.json is no"):
        read_json(path, 1_000_000)


def test_what_is_no_file_of_text_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(MissingFile, match="No such file"):
        read_text(tmp_path / "none")
    with pytest.raises(Invalid, match="Is a directory"):
        read_text(tmp_path)
    with pytest.raises(Invalid, match="null byte"):
        read_text(Path("a\0b"))
    with pytest.raises(Invalid, match="File name too long"):
        read_text(Path("x" * 5000))


def test_a_seal_holds_until_something_is_changed() -> None:
    content = {"one": 1, "two": {"3": [4, None, "5"]}}
    kept = sealed(content)
    assert unsealed(kept) == content
    for broken in (
        content,
        [],
        5,
        {},
        {**kept, "one": 2},
        {**kept, "more": 1},
        {**kept, "digest": 5},
        {**kept, "digest": "0" * 64},
    ):
        with pytest.raises(BrokenSeal):
            unsealed(broken)
