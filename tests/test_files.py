"""Files are read up to a limit, written whole or not at all, and no device is replaced by one."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path

import pytest

from cutcard.errors import CutcardError
from cutcard.files import InvalidFile, read_limited, write_whole


def test_a_text_takes_the_place_of_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "file"
    for text in ("one\n", "zwölf\n"):
        write_whole(path, text, "the file")
        assert path.read_text(encoding="utf-8") == text
    write_whole(path, b"\x00\xff", "the file")
    assert path.read_bytes() == b"\x00\xff"
    assert os.listdir(tmp_path) == ["file"]


def test_a_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    target = tmp_path / "folder" / "target"
    link = tmp_path / "link"
    link.symlink_to(target)
    for text in ("new\n", "newer\n"):
        write_whole(link, text, "the file")
        assert link.is_symlink()
        assert target.read_text() == text


def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(path.read_text()))
    reader.start()
    write_whole(path, "through\n", "the file")
    reader.join()
    assert read == ["through\n"]
    assert stat.S_ISFIFO(path.stat().st_mode)


@pytest.mark.skipif(not Path("/dev/null").is_char_device(), reason="there is no such device")
def test_a_device_is_written_to(tmp_path: Path) -> None:
    # By a link, so that not even a mistake would replace the device.
    link = tmp_path / "null"
    link.symlink_to("/dev/null")
    write_whole(link, "nothing\n", "the file")
    assert Path("/dev/null").is_char_device()
    assert link.is_symlink()


def test_what_cannot_be_written_is_told_and_left_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(CutcardError, match=r"the file .*folder cannot be written: Is a directory"):
        write_whole(tmp_path / "folder", "text", "the file")
    with pytest.raises(CutcardError, match="cannot be written: No such file or directory"):
        write_whole(tmp_path / "missing" / "file", "text", "the file")
    circle = tmp_path / "circle"
    circle.symlink_to(circle)
    with pytest.raises(CutcardError, match="cannot be written: "):
        write_whole(circle, "text", "the file")
    assert sorted(os.listdir(tmp_path)) == ["circle", "folder"]


@pytest.mark.parametrize("size", [0, 1, 99_999, 100_000])
def test_a_file_within_the_limit_is_read_to_its_end(size: int, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(bytes(range(250)) * (size // 250) + b"x" * (size % 250))
    assert read_limited(path, 100_000) == path.read_bytes()


def test_a_file_beyond_the_limit_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"x" * 1001)
    with pytest.raises(InvalidFile) as caught:
        read_limited(path, 1000)
    assert str(caught.value) == f"{path} is too long: it takes a file of at most 1,000 bytes"


def test_a_file_without_an_end_is_read_up_to_the_limit_only() -> None:
    with pytest.raises(InvalidFile):
        read_limited(Path("/dev/zero"), 100_000)
