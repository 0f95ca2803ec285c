"""All regular expressions in the source: their places, patterns and uses."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
PACKAGES = ("bot", "cards", "engine", "render")
_ANYWHERE = frozenset({"search", "sub", "subn", "split", "findall", "finditer", "scanner"})
_USES = _ANYWHERE | {"match", "fullmatch"}
_MAY_USE = re.compile(rf"\.\s*(?:compile|{'|'.join(sorted(_USES))})\b")
"""Finds uses of patterns. Three of four modules have none and needn't be parsed."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A regular expression. `text` is None if it is built at run time.

    `uses` are the methods called on it: "search", "match", "fullmatch" and so on.
    """

    place: str
    text: str | None
    flags: int
    uses: frozenset[str]

    @property
    def search(self) -> bool:
        """Whether it may match anywhere in a text."""
        return bool(self.uses & _ANYWHERE) or not self.uses

    @property
    def whole(self) -> bool:
        """Whether some use must match a whole text."""
        return "fullmatch" in self.uses or not self.uses


def patterns(names: Mapping[str, Any]) -> list[Pattern]:
    """Return the regular expressions of all packages, in the order of the files.

    `names` replace values inside functions, which are known only at run time.
    """
    files = [file for package in PACKAGES for file in sorted((ROOT / package).rglob("*.py"))]
    sources = {file: file.read_text(encoding="utf-8") for file in files}
    trees = {file: _nodes(source) for file, source in sources.items() if _MAY_USE.search(source)}
    everywhere = _used(trees.values())
    return [
        pattern
        for file, nodes in trees.items()
        for pattern in _in(file, nodes, {**everywhere, **_private(_used([nodes]))}, names)
    ]


_LOOKED_AT = (ast.Attribute, ast.Call, ast.Assign, ast.AnnAssign)


def _nodes(source: str) -> list[ast.AST]:
    """Return the nodes of a module that can involve a pattern, in order."""
    return [node for node in ast.walk(ast.parse(source)) if isinstance(node, _LOOKED_AT)]


def _module(file: Path) -> str:
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _private(used: Mapping[str, frozenset[str]]) -> dict[str, frozenset[str]]:
    """Return the uses of private names, which no other file may use."""
    return {name: uses for name, uses in used.items() if name.startswith("_")}


def _used(trees: Iterable[Sequence[ast.AST]]) -> dict[str, frozenset[str]]:
    """Return the uses of patterns, by the last part of their names: `NAME.match(…)`."""
    found: dict[str, set[str]] = {}
    for nodes in trees:
        for node in nodes:
            if isinstance(node, ast.Attribute) and node.attr in _USES:
                owner = node.value
                name = (
                    owner.id
                    if isinstance(owner, ast.Name)
                    else owner.attr
                    if isinstance(owner, ast.Attribute)
                    else ""
                )
                found.setdefault(name, set()).add(node.attr)
    return {name: frozenset(uses) for name, uses in found.items()}


def _in(
    file: Path, nodes: Sequence[ast.AST], used: Mapping[str, frozenset[str]], names: Mapping[str, Any]
) -> Iterator[Pattern]:
    named = {
        node.value: target.id
        for node in nodes
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name)
    }
    chained = {
        node.value: node.attr for node in nodes if isinstance(node, ast.Attribute) and node.attr in _USES
    }
    scope = {**names, **vars(importlib.import_module(_module(file)))}
    for node in nodes:
        call = _call(node)
        if call is None:
            continue
        what, arguments = call
        place = f"{file.relative_to(ROOT)}:{node.lineno}"  # type: ignore[attr-defined]
        uses = frozenset({what})
        if what == "compile":
            uses = (
                frozenset({chained[node]}) if node in chained else used.get(named.get(node, ""), frozenset())
            )  # type: ignore[index]
        flags = 0
        for extra in arguments[1:] if what == "compile" else arguments[2:]:
            value = _value(extra, {"re": re})
            flags |= int(value) if isinstance(value, re.RegexFlag) else 0
        text = _value(arguments[0], scope)
        yield Pattern(place, text if isinstance(text, str) else None, flags, uses)


def _call(node: ast.AST) -> tuple[str, list[ast.expr]] | None:
    """Return the called function of `re` and its arguments."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
        return None
    owner = node.func.value
    if not (isinstance(owner, ast.Name) and owner.id == "re" and node.func.attr in _USES | {"compile"}):
        return None
    return node.func.attr, [*node.args, *(one.value for one in node.keywords)]


def _value(expression: ast.expr, scope: Mapping[str, Any]) -> Any:
    try:
        return eval(compile(ast.Expression(expression), "<pattern>", "eval"), dict(scope))
    except NameError:
        return None
