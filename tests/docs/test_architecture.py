"""The page on the architecture, and its picture, name only what is there."""

import ast
import re
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).parents[2]
HOUSE = ROOT / "src" / "cutcard"
PAGE = (ROOT / "docs" / "architecture.md").read_text()
PICTURE = ElementTree.parse(ROOT / "docs" / "architecture.svg")
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"][
    "contracts"
]

PATHS = sorted(set(re.findall(r"`([\w/]+(?:\.py|/))`", PAGE)))
STEPS = [
    (way, int(number), text)
    for way, section in re.findall(r"^## The way of an? (\w+)\n(.*?)(?=^## )", PAGE, re.M | re.S)
    for number, text in re.findall(r"^(\d+)\. (.*)$", section, re.M)
]


def place(path: str) -> Path:
    """Where a path of the page is: in the package, or in the repository."""
    return (ROOT if path.startswith(("src/", "tests/", "foundry/")) else HOUSE) / path


def defined_in(path: Path) -> set[str]:
    """All names that a module, or the modules of a package, define; members as Class.member."""
    sources = path.rglob("*.py") if path.is_dir() else [path]
    found: set[str] = set()
    for source in sources:
        for node in ast.parse(source.read_text()).body:
            found |= _names(node)
            if isinstance(node, ast.ClassDef):
                members = {name for inner in node.body for name in _names(inner)}
                found |= members | {f"{node.name}.{member}" for member in members}
    return found


def _names(node: ast.stmt) -> set[str]:
    match node:
        case ast.FunctionDef() | ast.ClassDef() | ast.AsyncFunctionDef():
            return {node.name}
        case ast.AnnAssign(target=ast.Name(id=name)):
            return {name}
        case ast.Assign(targets=targets):
            return {target.id for target in targets if isinstance(target, ast.Name)}
    return set()


def drawn(kind: str) -> list[str]:
    """The texts of one class in the picture, from top to bottom, from left to right."""
    return [
        element.text or ""
        for element in PICTURE.iter()
        if kind in element.get("class", "").split() and element.tag.endswith("text")
    ]


def packages_in(folder: Path) -> set[str]:
    """The packages in a folder, by name."""
    return {path.name for path in folder.iterdir() if (path / "__init__.py").exists()}


def layers_of(contract: str) -> list[str]:
    """The rooms of a contract, the highest first, those that there are not yet left out."""
    [layers] = [one["layers"] for one in CONTRACTS if one["name"] == contract]
    rooms = re.findall(r"[\w.]+", " ".join(layers))
    names = [room.removeprefix("cutcard.") for room in rooms]
    return [name for name in names if _is_there(name)]


def _is_there(room: str) -> bool:
    places = (HOUSE, HOUSE / "blackjack")
    return any((place / room).is_dir() or (place / f"{room}.py").exists() for place in places)


@pytest.mark.parametrize("path", PATHS)
def test_the_place_is_there(path: str) -> None:
    found = place(path)
    assert found.is_dir() if path.endswith("/") else found.is_file()


def test_every_room_of_the_package_is_named() -> None:
    assert packages_in(HOUSE) <= {path.split("/")[0] for path in PATHS}


@pytest.mark.parametrize("game", ["blackjack", "blockhead"])
def test_every_room_of_a_game_is_named(game: str) -> None:
    listed = set(re.findall(rf"^\| `{game}/(\w+)/` \|", PAGE, re.M))
    assert packages_in(HOUSE / game) == listed - {"data"}


def test_the_command_line_and_the_browser_are_kept_from_every_solver_and_kernel() -> None:
    [contract] = [one for one in CONTRACTS if one["name"].endswith("hold no answers")]
    found = {
        f"cutcard.{path.parent.name}.{path.stem}"
        for game in ("blackjack", "blockhead")
        for pattern in ("exact", "equilibrium", "kernel*")
        for path in (*(HOUSE / game).glob(pattern), *(HOUSE / game).glob(f"{pattern}.py"))
    }
    assert found <= {*contract["forbidden_modules"]}
    assert len(found) > 10


@pytest.mark.parametrize(
    ("way", "number", "text"), STEPS, ids=[f"{way}-{number}" for way, number, _ in STEPS]
)
def test_every_name_on_a_way_is_in_a_module_named_beside_it(
    way: str, number: int, text: str
) -> None:
    quoted = re.findall(r"`([^`]+)`", text)
    modules = [one for one in quoted if one in PATHS]
    known = {name for module in modules for name in defined_in(place(module))}
    names = {one for one in quoted if re.fullmatch(r"[A-Za-z_]+(?:\.[a-z_]+)?", one)}
    assert modules
    assert names - {*modules} - known - {"cc.game"} == set()


def test_the_ways_stop_where_the_picture_shows_them() -> None:
    numbers = iter(drawn("number"))
    stops = list(zip(numbers, drawn("stopname"), strict=True))
    assert len(stops) == len(STEPS)
    for (shown, stop), (_, number, text) in zip(stops, STEPS, strict=True):
        assert int(shown) == number
        assert re.search(rf"`[\w/]*{re.escape(stop)}`", text), (stop, text)


def test_the_picture_shows_the_layers_of_the_contract() -> None:
    assert drawn("room") == layers_of("Every layer leans only on the layers below it")


def test_the_picture_shows_the_layers_within_blackjack() -> None:
    inner = layers_of("Strategies stand on the engine, kernels and solver on both")
    assert drawn("part") == inner


def test_the_picture_shows_the_rooms_within_blockhead() -> None:
    assert sorted(drawn("wing")) == sorted(packages_in(HOUSE / "blockhead"))
