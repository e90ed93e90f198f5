"""Print the tests that the changes since the last commit may reach, by imports.

A file reaches what it imports, at its top or inside functions, and what its strings name: modules,
programs that import them, packages that are run. A test that starts `cutcard VERB` reaches that
verb, and one that names a page the commands on it. What is in a conftest.py counts for the tests
beside and below it, what a fixture imports itself only for tests that name the fixture. A file of
another kind counts as a change of the Python files that name it, or else its folder.
"""

from __future__ import annotations

import ast
import re
import subprocess
from pathlib import Path, PurePosixPath

EVERYTHING = re.compile(r"pyproject\.toml|(foundry|locks)/.*|tests/(conftest|tiers|warm_\w+)\.py")
"""What any test may depend on, whatever it imports."""

LISTS = {"VERBS", "EDITIONS", "SEED_NAMES"}
"""The command line's lists: a test that names one starts all that is on them."""

STARTERS = {"cutcard", "CUTCARD", "warm_starts", "small_warm_starts", "subprocess", "main"}
"""Names that a test has if it starts commands."""

SHELVES = {"cutcard", "cutcard.cli", "cutcard.editions"}
"""Packages that are named with a dot behind where one of many is chosen: a test says which."""

IMPORT = re.compile(r"(?:from|import) (cutcard[\w.]*)(?: import ([\w, ]+))?")
COMMAND = re.compile(r"\bcutcard (\w+)")


def git(*words: str, folder: Path) -> set[str]:
    """The paths that git lists."""
    ran = subprocess.run(("git", *words, "-z"), cwd=folder, capture_output=True, check=True)
    return {path for path in ran.stdout.decode().split("\0") if path}


def _is_for_types(test: ast.expr) -> bool:
    return isinstance(test, ast.Name) and test.id == "TYPE_CHECKING"


class File:
    """What one Python file imports, names and says in strings."""

    def __init__(self, path: str, text: str) -> None:
        self.has_doctests = ">>>" in text
        tree = ast.parse(text)
        self.homes: dict[str, set[str]] = {}
        """Where imported names may come from."""
        self.imports: dict[str, set[str]] = {"": set()}
        """The modules that are imported, by the outermost function that does so."""
        for statement in tree.body:
            function = statement.name if isinstance(statement, ast.FunctionDef) else ""
            found = {one for node in ast.walk(statement) for one in self._imported(node, path)}
            if not (isinstance(statement, ast.If) and _is_for_types(statement.test)):
                self.imports.setdefault(function, set()).update(found)
        nodes = list(ast.walk(tree))
        documented = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
        self.strings = {
            node.value
            for node in nodes
            if isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in documented
        }
        self.words = {word for text in self.strings for word in re.findall(r"[\w.-]+", text)}
        self.names = {*self.homes, *(alias for one in self.imports.values() for alias in one)}
        for node in nodes:
            for kind in ("id", "arg", "attr"):
                if isinstance(name := getattr(node, kind, None), str):
                    self.names.add(name)

    def _imported(self, node: ast.AST, path: str) -> set[str]:
        if isinstance(node, ast.Import):
            return {alias.name for alias in node.names}
        if not isinstance(node, ast.ImportFrom):
            return set()
        origin = node.module or ""
        if node.level:
            package = PurePosixPath(path.removeprefix("src/")).parents[node.level - 1]
            origin = ".".join((*package.parts, *filter(None, [node.module])))
        for alias in node.names:
            self.homes.setdefault(alias.name, set()).add(origin)
        taken = {f"{origin}.{alias.name}" for alias in node.names}
        return taken if origin == "cutcard" else {origin, *taken}


class Checkout:
    """The Python files of a checkout, and which others each of them reaches in one step."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        tracked = git("ls-files", folder=folder)
        new = git("ls-files", "--others", "--exclude-standard", folder=folder)
        self.changed = new | git("diff", "--name-only", "--no-renames", "HEAD", folder=folder)
        self.paths = tracked | self.changed
        self.files: dict[str, File] = {}
        self.modules: dict[str, str] = {}
        """The path of each module, those that are gone included, by the names it may have."""
        for path in sorted(self.paths):
            if path.endswith(".py"):
                text = (folder / path).read_text() if (folder / path).is_file() else ""
                self.files[path] = File(path, text)
                for root in ("src/", "tests/", ""):
                    if path.startswith(root):
                        name = path[len(root) : -3].removesuffix("/__init__").replace("/", ".")
                        self.modules.setdefault(name, path)
        self.verbs = {
            name.rpartition(".")[2]: path
            for name, path in self.modules.items()
            if re.fullmatch(r"cutcard\.(cli|editions)\.\w+", name)
        }
        self.steps = {path: self._reached(path) for path in self.files}

    def _reached(self, path: str) -> set[str]:
        file = self.files[path]
        if path in {self.modules.get("cutcard"), self.modules.get("warm_server")}:
            return set()  # they load what they are asked for, by name
        if EVERYTHING.fullmatch(path):
            return {self.modules[name] for name in file.imports[""] if name in self.modules}
        shared = path.endswith("conftest.py")  # each test asks for what fixtures import
        names = {*file.imports[""]} if shared else set().union(*file.imports.values())
        found = set()
        if path.startswith("tests/"):
            for folder in PurePosixPath(path).parents:
                conftest = str(folder / "conftest.py")
                if conftest in self.files and conftest != path:
                    found.add(conftest)
                    for fixture, imported in self.files[conftest].imports.items():
                        if fixture in file.names | file.words:
                            names |= imported
            found |= set() if shared else self._commands(file)
            names |= {f"{word}.__main__" for word in file.words}
        for text in file.strings:
            for module, taken in IMPORT.findall(text):
                names |= {module, *(f"{module}.{name.strip()}" for name in taken.split(","))}
            if text[:-1] in {*self.modules} - SHELVES and text[-1] == ".":
                names |= {name for name in self.modules if name.rpartition(".")[0] == text[:-1]}
        names |= {word for word in file.words if "." in word}
        if "cutcard" in self.modules:
            homes = self.files[self.modules["cutcard"]].homes
            asked = {name.removeprefix("cutcard.") for name in names}
            if "cutcard" in names:
                asked |= file.names | {word.rpartition(".")[2] for word in file.words}
            names |= {home for name in asked & set(homes) for home in homes[name]}
        for name in names & set(self.modules):  # importing a module runs the packages above it
            parts = name.split(".")
            above = {".".join(parts[:count]) for count in range(1, len(parts) + 1)}
            found |= {self.modules[one] for one in above & set(self.modules)}
        return {one for one in found - {path} if path[:4] != "src/" or one[:4] == "src/"}

    def _commands(self, file: File) -> set[str]:
        """The verbs and programs that a test starts, as far as its strings and pages tell."""
        pages = [self.folder / page for page in self.paths if page.endswith(".md")]
        named = [page.read_text() for page in pages if page.name in file.words and page.is_file()]
        started = {verb for page in named for verb in COMMAND.findall(page)}
        if file.names & STARTERS:
            started |= set(self.verbs) if file.names & LISTS else file.words
        return {path for verb, path in self.verbs.items() if verb in started}

    def near(self) -> list[str]:
        """The test files that reach what has changed."""
        if any(EVERYTHING.fullmatch(path) for path in self.changed):
            return ["tests", "src"]
        reached = set()
        for path in self.changed:
            reached |= {path} if path.endswith(".py") else self._readers(PurePosixPath(path))
        while more := {path for path, step in self.steps.items() if step & reached} - reached:
            reached |= more
        tests = {path for path in reached if re.fullmatch(r"tests/(.*/)?test_\w+\.py", path)}
        tests |= {path for path in reached if path[:4] == "src/" and self.files[path].has_doctests}
        return sorted(path for path in tests if (self.folder / path).is_file())

    def _readers(self, path: PurePosixPath) -> set[str]:
        """The Python files that name a file, or, from beside or above it, the folder it is in."""
        named = {path.name} if path.suffix == ".md" else {path.name, path.stem}
        found = {name for name, file in self.files.items() if named & file.words}
        for folder in path.parents:
            above = {*map(str, folder.parents)}
            naming = {
                name
                for name, file in self.files.items()
                if folder.name in file.words and str(PurePosixPath(name).parent) in above
            }
            if naming or str(folder) + "/__init__.py" in self.files:
                return found | naming
        return found


if __name__ == "__main__":
    print("\n".join(Checkout(Path.cwd()).near()))
