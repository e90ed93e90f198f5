"""Mutants: copies of a module with one small mistake each, as Cosmic Ray makes them."""

from __future__ import annotations

import ast
import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

SOURCES = Path(__file__).parent.parent / "src"

LEFT_OUT = re.compile(
    r"ReplaceComparisonOperator_((Is|IsNot)_(?!Is)\w+|(?!Is)[A-Za-z]+_(Is|IsNot))$"
)
"""Operators that take identity for equality or order, which says nothing about the tests.

Cards and members of enumerations are equal to themselves only and have no order but that of
their letters, and whether equal numbers are one object is the interpreter's affair.
"""


@dataclass(frozen=True)
class Mutant:
    """A module with a mistake in it."""

    path: Path
    source: str
    line: int
    text: str
    """The function, and its lines that differ, before and after."""

    @property
    def module(self) -> str:
        """The name under which the module is imported."""
        return ".".join(self.path.relative_to(SOURCES).with_suffix("").parts)


def mutants_of(path: Path) -> list[Mutant]:
    """The mutants that can be told from the module, and from each other, by a program at work."""
    source = path.read_text(encoding="utf-8")
    seen = {_meaning(source)}
    found = []
    for mutated in _sources(source):
        try:
            meaning = _meaning(mutated)
        except SyntaxError:
            continue  # stillborn: no test could let it pass
        if meaning not in seen:
            seen.add(meaning)
            line, text = _difference(source, mutated)
            found.append(Mutant(path, mutated, line, f"`{_where(source, line)}`: {text}"))
    return sorted(found, key=lambda mutant: mutant.line)


def _sources(source: str) -> Iterator[str]:
    for name in sorted(operator_names()):
        if LEFT_OUT.search(name):
            continue
        kind = get_operator(name)
        if kind.arguments():
            continue  # needs to be told names of variables
        occurrence = 0
        while (mutated := mutate_code(source, kind(), occurrence)) is not None:
            yield mutated
            occurrence += 1


class _Unannotated(ast.NodeTransformer):
    """Takes annotations away: nothing evaluates them."""

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.annotation = None
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        return self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        node.annotation = ast.Constant(None)
        return self.generic_visit(node)


def _meaning(source: str) -> str:
    """What Python makes of a source, without annotations."""
    compile(source, "mutant", "exec")
    return ast.dump(_Unannotated().visit(ast.parse(source)))


def _difference(before: str, after: str) -> tuple[int, str]:
    """The number of the first line that differs, and the differing lines as Markdown."""
    old, new = before.splitlines(), after.splitlines()
    for tag, start, end, new_start, new_end in difflib.SequenceMatcher(
        None, old, new, autojunk=False
    ).get_opcodes():
        if tag != "equal":
            was, became = (
                " ".join(" ".join(lines).split())
                for lines in (old[start:end], new[new_start:new_end])
            )
            return start + 1, f"`` {was} `` → `` {became} ``"
    raise AssertionError("nothing differs")


def _where(source: str, line: int) -> str:
    """The innermost function or class that a line belongs to, decorators included."""
    innermost, start = "", 0
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            begin = min([node.lineno, *(part.lineno for part in node.decorator_list)])
            if start < begin <= line <= (node.end_lineno or begin):
                innermost, start = node.name, begin
    return innermost or "module"
