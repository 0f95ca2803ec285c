"""Line counts of each game and room, and exceptions from checks: `python -m tests.sizes`, which `make lint` runs.

It fails if a limit is exceeded. A limit of lines is the count when it was set plus about a tenth. Lower it when a room
has shrunk. Raise it for a new feature, in the commit that needs it, with the reason.
"""

from __future__ import annotations

import re
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
    "dreams_of_dystopia": 14_300,
    "dreamweavers": 22_800,
    "voidream": 39_600,
    "bench": 7_700,
    "bot": 65_700,
    "cards/i18n": 440,
    "cards/language": 6_300,
    "engine/kernel": 15_500,
    "engine/scenario": 3_000,
    "render/illustration": 4_900,
    "render/table": 1_200,
}
"""The maximum number of lines, by game or room."""

MOST_ANY = {"bot": 2.0, "cards": 3.0, "engine": 0.6, "render": 0.2}
"""The maximum number of `Any`, which pyright doesn't check, in 1,000 lines of a package."""

MOST_EXCEPTIONS = 13
"""The maximum number of functions that may be more complex, or take more parameters, than ruff allows."""

_EXCEPTION = re.compile(r"# noqa: .*\b(?:C901|PLR0913)\b")

MOST_IN_A_FILE = 450
"""The maximum number of lines of a Python file."""


def lines_of(folder: Path) -> dict[Path, int]:
    """Return the number of lines of each Python file in a folder."""
    return {file: file.read_text("utf-8").count("\n") for file in sorted(folder.rglob("*.py"))}


def counted() -> dict[str, int]:
    """Return the lines of each game, over all its packages, and of each room without games."""
    games = {
        game: sum(
            sum(lines_of(folder).values())
            for package in ("bot/games", "cards", "engine", "render")
            if (folder := ROOT / package / game).is_dir()
        )
        for game in GAMES
    }
    return games | {room: sum(lines_of(ROOT / room).values()) for room in ROOMS}


def found(pattern: re.Pattern[str], folder: Path) -> int:
    """Return the number of matches of a pattern in the Python files of a folder."""
    return sum(len(pattern.findall(file.read_text("utf-8"))) for file in folder.rglob("*.py"))


def main() -> int:
    """Print the counts with their limits. Return 1 if one is exceeded."""
    rows: list[tuple[str, float, float]] = [(name, lines, LIMITS[name]) for name, lines in counted().items()]
    for package, most in MOST_ANY.items():
        lines = sum(lines_of(ROOT / package).values())
        a_thousand = 1000 * found(re.compile(r"\bAny\b"), ROOT / package) / lines
        rows.append((f"Any, 1,000 {package}", round(a_thousand, 1), most))
    exceptions = sum(found(_EXCEPTION, ROOT / package) for package in MOST_ANY)
    rows.append(("complexity, parameters", exceptions, MOST_EXCEPTIONS))
    for name, count, most in rows:
        sys.stdout.write(f"{name:22}{count:8,}  of at most {most:,}\n")
    return int(any(count > most for _, count, most in rows))


if __name__ == "__main__":
    sys.exit(main())
