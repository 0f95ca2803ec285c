"""Every `module.name` and `Class.name` in a docstring or a document exists."""

from __future__ import annotations

import ast
import builtins
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGES = ("bot", "cards", "engine", "render")
_DOTTED = re.compile(r"`([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+)(?:\([^`]*\))?`")
_CLAUSE = re.compile(r"(?:What|Who|How|Where|Whether|Which)\b")
_NOUN = re.compile(r"(?:The|An?|All|Each|Every|As|So|Those|In|If)\b")
_LAWS = ("engine.kernel.ai.honesty", "engine.kernel.conformance")
"""Modules whose functions state laws: "Every option is legal"."""
_VALUES = {"machine": "CardMachine", "shown": "GamePictures", "store": "Store"}
"""The classes of values that documents name, where a module has the same name."""
_COLUMNS = {"people.text_boards", "matches.data"}
_FILES = (".py", ".toml", ".lark", ".md", ".sql", ".css", ".js", ".json", ".html", ".po", ".txt")


class Names:
    """The names of the project: members of modules, and of classes including those of their bases."""

    def __init__(self) -> None:
        self.modules: dict[str, set[str]] = {}
        self.short: defaultdict[str, set[str]] = defaultdict(set)
        """Members of modules, by the last part of the module's name."""
        self._members: defaultdict[str, set[str]] = defaultdict(set)
        self._bases: defaultdict[str, set[str]] = defaultdict(set)
        self.docstrings: list[tuple[str, str]] = []
        self.clauses: list[str] = []
        """Docstrings that begin with a clause, such as "Whether …", and those of functions without a verb. Properties may."""
        for package in PACKAGES:
            for path in sorted((ROOT / package).rglob("*.py")):
                where = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
                self._read(where, ast.parse(path.read_text("utf-8")))
        for where in list(self.modules):
            package, _, name = where.rpartition(".")
            self.short[name] |= self.modules[where]
            if package in self.modules:
                self.modules[package].add(name)
                self.short[package.rpartition(".")[2]].add(name)

    def _read(self, where: str, tree: ast.Module) -> None:
        names = self.modules[where] = set(_bound(tree.body))
        nodes = list(ast.walk(tree))
        for node in nodes:
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                text = ast.get_docstring(node, clean=False) or ""
                if _CLAUSE.match(text) and not _is_property(node):
                    self.clauses.append(f"{where}: {text}")
                is_function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
                if is_function and _NOUN.match(text) and not _is_property(node) and where not in _LAWS:
                    self.clauses.append(f"{where}: {text}")
            if isinstance(node, ast.Import | ast.ImportFrom):
                names |= {(one.asname or one.name).partition(".")[0] for one in node.names}
            if isinstance(node, ast.ClassDef):
                self._members[node.name] |= set(_bound(node.body))
                self._bases[node.name] |= {
                    ast.unparse(base).split("[")[0].split(".")[-1] for base in node.bases
                }
                for inner in ast.walk(node):
                    if (
                        isinstance(inner, ast.Attribute)
                        and isinstance(inner.value, ast.Name)
                        and inner.value.id == "self"
                    ):
                        self._members[node.name].add(inner.attr)
        self.docstrings += [(where, text) for text in _docstrings(nodes)]

    def members(self, name: str, seen: frozenset[str] = frozenset()) -> set[str]:
        """Return the members of the classes with that name."""
        if name in seen:
            return set()
        inherited = (
            [self.members(base, seen | {name}) for base in self._bases[name]] if name in self._bases else []
        )
        return self._members.get(name, set()).union(*inherited)

    def has(self, where: str, dotted: str) -> bool:
        """Return whether a dotted name in a module exists."""
        if dotted in self.modules or dotted.endswith(_FILES):
            return True
        if dotted.count(".") > 1 and dotted.partition(".")[0] in self._members:
            return self.has(where, dotted.rpartition(".")[0])  # The value of a field has its own names.
        head, _, last = dotted.rpartition(".")
        if head[0].islower() and head.partition(".")[0] not in (*self.short, *PACKAGES):
            return True  # A local value, such as a parameter: `row.rev`.
        if head in self.modules and last in self.modules[head]:
            return True
        owner = head.rpartition(".")[2]
        if last in self.short.get(owner, ()) or last in self.members(owner):
            return True
        return _is_foreign(dotted)


def _bound(body: list[ast.stmt]) -> Iterator[str]:
    for node in body:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield name
            case ast.Assign(targets=targets):
                for target in targets:
                    yield from (one.id for one in ast.walk(target) if isinstance(one, ast.Name))
            case ast.If() | ast.Try():
                yield from _bound(node.body)
            case _:
                pass


def _docstrings(nodes: list[ast.AST]) -> Iterator[str]:
    """Yield the docstrings of a module, of its classes and functions, and those below assignments."""
    for node in nodes:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            if isinstance(node.value.value, str):
                yield node.value.value


def _is_property(node: ast.AST) -> bool:
    return isinstance(node, ast.FunctionDef) and any(
        "property" in ast.unparse(one) for one in node.decorator_list
    )


def _is_foreign(dotted: str) -> bool:
    """Return whether a name is Python's, or from an importable library."""
    parts = dotted.split(".")
    if hasattr(getattr(builtins, parts[0], None), parts[-1]):
        return True
    for end in range(len(parts) - 1, 0, -1):
        try:
            target: object = import_module(".".join(parts[:end]))
            for part in parts[end:]:
                target = getattr(target, part)
        except (ImportError, AttributeError):
            continue
        return True
    return False


@cache
def project() -> Names:
    """Return the current names. They are cached, because reading every module takes seconds."""
    return Names()


def test_every_dotted_name_in_a_docstring_exists() -> None:
    names = project()
    asked = [(where, one) for where, text in names.docstrings for one in _DOTTED.findall(text)]
    assert len(asked) > 150, "docstrings do name things"
    assert sorted({f"{where}: {one}" for where, one in asked if not names.has(where, one)}) == []


def test_every_dotted_name_in_a_document_exists() -> None:
    names = project()
    documents = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
    asked = [(file.name, one) for file in documents for one in _DOTTED.findall(file.read_text("utf-8"))]
    assert len(asked) > 100
    files = {"voidream.sqlite3"} | {file.name for file in (ROOT / "tests/golden_saves").iterdir()}

    def exists(dotted: str) -> bool:
        head, _, rest = dotted.partition(".")
        return (
            dotted in _COLUMNS | files
            or names.has("", dotted)
            or (head in _VALUES and rest in names.members(_VALUES[head]))
        )

    assert sorted({f"{file}: {one}" for file, one in asked if not exists(one)}) == []


def test_docstrings_name_a_thing_or_begin_with_a_verb() -> None:
    assert project().clauses == []


def test_a_name_that_does_not_exist_is_found() -> None:
    names = project()
    assert names.has("engine.kernel.match", "Match.load") and names.has(
        "engine.kernel.match", "msgspec.Struct"
    )
    assert not names.has("engine.kernel.game", "Match.rehearse")
    assert not names.has("bot.store.orders", "bot.features.orders.records")
