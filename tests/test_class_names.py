"""A class name has one meaning: two modules share one only if a game has the same thing as another, or specialises it."""

from __future__ import annotations

import ast
from collections import defaultdict
from itertools import combinations
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGES = ("bench", "bot", "cards", "engine", "render")
GAMES = ("dreams_of_dystopia", "dreamweavers", "voidream")

ALLOWED = {
    "CardState": "the kernel's protocol, and the games' classes that fulfil it",
    "Modify": "Dystopia's has no fields in common with the node that it stands for",
    "Timing": "Dreamweavers has other moments than the frame of the card languages",
}


def _game(file: Path) -> str:
    """Return the game of a module; "" for none. The local table is a stand-in for Discord, so it uses Discord's names."""
    return next(
        (game for game in (*GAMES, "local_discord") if game in file.relative_to(ROOT).with_suffix("").parts),
        "",
    )


def _classes() -> dict[str, list[tuple[Path, set[str]]]]:
    """Return all public classes by name: their files, and the names of their bases."""
    classes: dict[str, list[tuple[Path, set[str]]]] = defaultdict(list)
    for package in PACKAGES:
        for file in sorted((ROOT / package).rglob("*.py")):
            for node in ast.parse(file.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    bases = {ast.unparse(base).split("[")[0].split(".")[-1] for base in node.bases}
                    classes[node.name].append((file, bases))
    return classes


def _is_one_thing(name: str, one: tuple[Path, set[str]], other: tuple[Path, set[str]]) -> bool:
    """Return whether two games each have it, or one class specialises the other for a game."""
    games = _game(one[0]), _game(other[0])
    narrows = "" in games and (name in one[1] or name in other[1])
    return (
        "local_discord" in games
        or ("" not in games and games[0] != games[1])
        or (games[0] != games[1] and narrows)
    )


def test_a_class_name_means_one_thing() -> None:
    classes = _classes()
    assert len(classes) > 1000
    several = {
        name: [str(file.relative_to(ROOT)) for file, _ in places]
        for name, places in classes.items()
        if any(not _is_one_thing(name, one, other) for one, other in combinations(places, 2))
    }
    assert {name: files for name, files in several.items() if name not in ALLOWED} == {}
    assert set(ALLOWED) <= set(several), "an allowed name means one thing now: remove it from the list"
