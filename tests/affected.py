"""Print the test files that a change can break first, for `make quick`: `python -m tests.affected`.

With `--modules`, print the changed modules instead.

A change is every difference from this branch's fork point on `main`, committed or not. It selects

- for a module, the tests in the folder of its room, and test files that import it, unless many files import it,
- for a module or data of a game, the game's scenarios as well,
- for a module shared by tests, the test files that import it, directly or indirectly,
- for any other file, test files that name it.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGES = ("bot", "cards", "engine", "render")
MANY = 40
"""A module imported by more test files counts as a shared tool: a change of it needs `make test`."""


def changed() -> list[Path]:
    """Return the files that differ from the fork point on `main`, including new ones, relative to the root."""
    base = _git("merge-base", "HEAD", "main") or ["HEAD"]
    names = [*_git("diff", "--name-only", base[0]), *_git("ls-files", "--others", "--exclude-standard")]
    return [Path(name) for name in names]


def _git(*arguments: str) -> list[str]:
    """Return the lines printed by git; empty if it fails, as in a clone without `main`."""
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True)
    return done.stdout.splitlines() if done.returncode == 0 else []


def affected(files: Iterable[Path]) -> list[Path]:
    """Return the test files for changed files, relative to the root."""
    return sorted({test for file in files for test in _selected(file)})


def _selected(file: Path) -> Iterator[Path]:
    if file.parts[0] == "tests":
        yield from (test for test in _test_files() if test == file or file in _shared(test))
        if file.suffix != ".py":
            yield from _around(file.parent)
    elif file.parts[0] in PACKAGES:
        yield from _around("tests" / file.parent)
        games = file.parts[1:2]
        yield from (
            test for test in _test_files() if test.parts[1] not in PACKAGES and {*games} & {*test.parts}
        )
        if file.suffix == ".py":
            names = {_module(file), _module(file.parent)} - {*PACKAGES}
            importing = [test for test in _test_files() if names & _imports(test)]
            yield from importing if len(importing) <= MANY else ()
    if file.suffix != ".py":
        yield from (test for test in _test_files() if file.name in _text(test))


def _around(folder: Path) -> Iterator[Path]:
    """Yield the test files in a folder, or else in the nearest parent folder, but not those of a whole package."""
    while len(folder.parts) > 2:
        inside = [test for test in _test_files() if test.is_relative_to(folder)]
        if inside:
            yield from inside
            return
        folder = folder.parent


@cache
def _test_files() -> list[Path]:
    return [file.relative_to(ROOT) for file in (ROOT / "tests").rglob("test_*.py")]


@cache
def _text(file: Path) -> str:
    return (ROOT / file).read_text(encoding="utf-8")


def _module(file: Path) -> str:
    return ".".join(file.with_suffix("").parts).removesuffix(".__init__")


@cache
def _imports(file: Path) -> frozenset[str]:
    """Return the modules that a file imports."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(_text(file))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                below = f"{node.module}.{alias.name}"
                names.add(below if _is_module(below) else node.module)
    return frozenset(names)


@cache
def _is_module(name: str) -> bool:
    path = ROOT.joinpath(*name.split("."))
    return path.is_dir() or path.with_suffix(".py").is_file()


@cache
def _shared(file: Path) -> frozenset[Path]:
    """Return the test modules that a file imports, directly or indirectly, and its conftest.py files."""
    files: set[Path] = set()
    todo = [file]
    while todo:
        one = todo.pop()
        known = [
            Path(*name.split(".")).with_suffix(".py") for name in _imports(one) if name.startswith("tests.")
        ]
        known += [folder / "conftest.py" for folder in one.parents if folder.parts]
        new = {each for each in known if each not in files and (ROOT / each).is_file()}
        files |= new
        todo += new
    return frozenset(files)


def modules(files: Iterable[Path]) -> list[Path]:
    """Return the existing files among these whose types are checked."""
    return [f for f in files if f.parts[0] in PACKAGES and f.suffix == ".py" and (ROOT / f).is_file()]


if __name__ == "__main__":
    names = modules(changed()) if "--modules" in sys.argv else affected(changed())
    sys.stdout.write("".join(f"{name}\n" for name in names))
