"""What compiled functions are compiled from: their own text, and that of all that they name.

From some functions on, every definition that they name is followed through the modules of the
package: what they call, the constants they use, and what those are computed from. Only syntax
counts: docstrings, annotations, comments and line numbers do not, nor do definitions that nothing
names. No module is imported for it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from cutcard.machine.parts import Manifest

PACKAGE: Final = Path(__file__).parent.parent

ROOT: Final = PACKAGE.parent.parent
"""The folder of the checkout, where this is one."""

LOCK: Final = "locks/compile.txt"
"""The versions of numba and of what it needs, in a checkout."""

MAKERS: Final = (
    "cutcard.compilation",
    "cutcard.machine.arguments",
    *("cutcard.machine.parts:PARTS", "foundry.workload:PARTS"),
    *(f"foundry.{name}" for name in ("__main__", "casting", "running")),
)
"""The modules that have functions compiled: other code comes of others."""

_MACHINERY: Final = ("cutcard.compilation", "cutcard.machine", "foundry.workload")
"""Modules that are named by what is not made of all that they hold."""

Name = tuple[str, str]
"""A module, and a name that is defined there."""


def digest_of_files(names: Iterable[str], root: Path = ROOT) -> str:
    """The digest of what some files hold; OSError if one cannot be read."""
    digest = sha256()
    for name in names:
        contents = Path(root, name).read_bytes()
        digest.update(f"{name} {len(contents)}\n".encode() + contents)
    return digest.hexdigest()


def texts(root: Path = ROOT) -> dict[str, str]:
    """What all sources of a checkout hold now, by their paths in it."""
    paths = [*(root / "src" / "cutcard").rglob("*.py"), *(root / "foundry").glob("*.py")]
    return {path.relative_to(root).as_posix(): path.read_text("utf-8") for path in paths}


def places_of(manifest: Manifest) -> list[str]:
    """Where the code of a part comes from: its functions, and what has them compiled.

    Tuples with names cross into machine code by the order of their fields.
    """
    words = {word for entry in manifest.entries for word in entry.key if word[1:].endswith("(")}
    tuples = [":".join(word[:-1].rsplit(".", 1)) for word in words]
    return [*{one.function for one in manifest.entries}, *tuples, *manifest.workload, *MAKERS]


class _Module(NamedTuple):
    """The definitions of a module."""

    imports: dict[str, Name]
    """The names that are imported, and what they are where they come from."""
    definitions: dict[str, list[ast.stmt]]
    """The statements that define each name, or change what it stands for."""


class Sources:
    """The modules of the package and of the foundry, parsed when they are first asked for."""

    def __init__(self, kept: Mapping[str, str] | None = None, root: Path = ROOT) -> None:
        """Read the modules of a checkout, or take what was ``kept`` of them."""
        self._lock = Path(root, LOCK)
        self._kept = texts(root) if kept is None else kept
        self._paths = {_dotted(path): path for path in self._kept}
        self._modules: dict[str, _Module] = {}

    def digest(self, places: Iterable[str]) -> tuple[str, list[str]]:
        """The digest of functions, given as ``module:name``, and the files it was read from."""
        found = self.reached(places)
        digest = sha256(self._lock.read_bytes())
        for where in sorted(found):
            digest.update("\n".join([*where, *found[where], ""]).encode())
        modules = {module for module, _ in found}
        return digest.hexdigest(), [LOCK, *sorted(self._paths[module] for module in modules)]

    def reached(self, places: Iterable[str]) -> dict[Name, list[str]]:
        """All that functions name, by module and name, and the syntax that defines it.

        A module without a name stands for all that is in it.
        """
        found: dict[Name, list[str]] = {}
        waiting: list[Name] = []
        for place in places:
            name, _, inside = place.partition(":")
            waiting += [(name, inside)] if inside else self._all_of(name)
        while waiting:
            where = name, inside = waiting.pop()
            module = self._module(name)
            if where not in found and module is not None:
                statements = module.definitions.get(inside, [])
                found[where] = list(map(ast.dump, statements))
                for statement in statements if inside != "PARTS" else ():  # that names everything
                    waiting += self._named(name, module, statement)
        return found

    def _named(self, name: str, module: _Module, statement: ast.stmt) -> Iterator[Name]:
        """What a statement names, and where that is defined.

        What the workload imports does not count: it only calls what is compiled.
        """
        imports = {} if name == "foundry.workload" else module.imports
        nodes = list(ast.walk(statement))
        attributes = {id(one.value): one.attr for one in nodes if isinstance(one, ast.Attribute)}
        for node in nodes:
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield from self._all_of(node.value)  # a decorator's, whose code stands elsewhere
            if not isinstance(node, ast.Name):
                continue
            if node.id in module.definitions:
                yield name, node.id
            elif (origin := imports.get(node.id)) and not origin[0].startswith(_MACHINERY):
                inside = ".".join(origin)
                if self._module(inside) is None:
                    yield origin
                elif id(node) in attributes:
                    yield inside, attributes[id(node)]
                else:
                    yield from self._all_of(inside)

    def _all_of(self, name: str) -> list[Name]:
        module = self._module(name)
        return [] if module is None else [(name, defined) for defined in module.definitions]

    def _module(self, name: str) -> _Module | None:
        if name in self._paths and name not in self._modules:
            self._modules[name] = _taken_apart(self._kept[self._paths[name]])
        return self._modules.get(name)


def _dotted(path: str) -> str:
    """A module's name, by its path in the checkout."""
    name = path.removeprefix("src/").removesuffix(".py").removesuffix("/__init__")
    return name.replace("/", ".")


def _taken_apart(text: str) -> _Module:
    module = _Module({}, {})
    for statement in _Bare().visit(ast.parse(text)).body:
        if isinstance(statement, ast.ImportFrom) and statement.module:
            for alias in statement.names:
                module.imports[alias.asname or alias.name] = statement.module, alias.name
        for name in _defined_by(statement):
            module.definitions.setdefault(name, []).append(statement)
    return module


def _defined_by(statement: ast.stmt) -> set[str]:
    """The names that a statement at the top of a module defines, or whose values it may change."""
    if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
        return {statement.name}
    if isinstance(statement, (ast.Import, ast.ImportFrom)):
        return set()
    whole: list[ast.AST] = [statement]  # of a loop, say, that fills a table
    if isinstance(statement, (ast.Assign, ast.AnnAssign)):
        whole = [*statement.targets] if isinstance(statement, ast.Assign) else [statement.target]
    nodes = [node for part in whole for node in ast.walk(part)]
    return {node.id for node in nodes if isinstance(node, ast.Name)}


class _Bare(ast.NodeTransformer):
    """Removes docstrings and annotations."""

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        return None if isinstance(node.value, ast.Constant) else self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        return self.generic_visit(node)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        node.annotation = ast.Constant(None)
        return self.generic_visit(node)
