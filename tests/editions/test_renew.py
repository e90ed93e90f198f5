"""A case that is renewed holds what the test of cases wants."""

import shutil
from pathlib import Path

import pytest
from editions.renew import renew
from editions.test_cases import HERE


def some(edition: str, file: str) -> Path:
    """The first case of an edition that has such a file."""
    return next(path.parent for path in sorted((HERE / edition / "cases").glob(f"*/{file}")))


@pytest.mark.parametrize(
    ("edition", "file"),
    [("easy", "wrote"), ("easy", "in"), ("blockhead", "code"), ("ve280", "cmd")],
)
def test_what_was_taken_away_is_written_again(edition: str, file: str, tmp_path: Path) -> None:
    kept = some(edition, file)
    shutil.copytree(
        HERE / edition, tmp_path / edition, ignore=shutil.ignore_patterns("cases", "*.py")
    )
    case = tmp_path / edition / "cases" / kept.name
    shutil.copytree(kept, case)
    for name in ("out", "code"):
        (case / name).unlink(missing_ok=True)
    for path in (case / "wrote").glob("*"):
        path.write_bytes(b"stale")
    renew(case)
    assert contents(case) == contents(kept)


def contents(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }
