"""Line counts of each game and each room: `python -m tests.sizes`, which `make lint` runs; it fails over a limit.

A limit is the count when it was set, rounded up with a tenth to spare. Lower it when a room has shrunk; raise it for a new
feature, in the commit that needs it, and say there why.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent

GAMES = ("dreams_of_dystopia", "dreamweavers", "voidream")
ROOMS = (
    "bench",
    "bot",
    "cards/i18n",
    "cards/language",
    "engine/kernel",
    "engine/scenario",
    "render/illustration",
    "render/table",
)

LIMITS = {
    "dreams_of_dystopia": 15_100,
    "dreamweavers": 23_100,
    "voidream": 39_600,
    "bench": 6_000,
    "bot": 65_700,
    "cards/i18n": 400,
    "cards/language": 6_300,
    "engine/kernel": 15_500,
    "engine/scenario": 3_000,
    "render/illustration": 4_900,
    "render/table": 1_200,
}
"""The maximum number of lines, by game or room."""

MOST_IN_A_FILE = 450
"""The maximum number of lines of a file outside the bot."""


def lines_of(folder: Path) -> dict[Path, int]:
    """Return the number of lines of each Python file in a folder."""
    return {file: file.read_text("utf-8").count("\n") for file in sorted(folder.rglob("*.py"))}


def counted() -> dict[str, int]:
    """Return the lines of each game, over all its packages, and of each room that knows no game."""
    games = {
        game: sum(
            sum(lines_of(folder).values())
            for package in ("bot/games", "cards", "engine", "render")
            if (folder := ROOT / package / game).is_dir()
        )
        for game in GAMES
    }
    return games | {room: sum(lines_of(ROOT / room).values()) for room in ROOMS}


def main() -> int:
    """Print the counts with their limits; return 1 if one is exceeded."""
    sizes = counted()
    for name, lines in sizes.items():
        sys.stdout.write(f"{name:22}{lines:8,}  of at most {LIMITS[name]:,}\n")
    return int(any(lines > LIMITS[name] for name, lines in sizes.items()))


if __name__ == "__main__":
    sys.exit(main())
