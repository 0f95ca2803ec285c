"""Writes saves of golden matches in the current format: `python -m tests.golden_saves.keeper`.

Every later version must load them, continue, and end as recorded in their `ends.json`. A folder is named after the
formats of its saves, the kernel's and Voidream's. If a changed rule leads to different ends, `… keeper ends` records
them. See docs/saves.md. Other games have separate folders (`of_games`).
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from engine.kernel.match import Match, replay
from engine.kernel.records.reader import read_record
from engine.kernel.records.verifier import replay_record
from engine.kernel.saves import FORMAT, game_format
from engine.voidream.game import VOIDREAM
from engine.voidream.text.notation import VOIDREAM_PHRASING
from tests.golden_matches.player import FOLDER as RECORDS
from tests.golden_saves.continuation import end, played_on
from tests.golden_saves.of_games import ALL
from tests.golden_saves.shapes import alike, shapes

FOLDER = Path(__file__).parent
TODAY = FOLDER / f"{FORMAT}.{game_format(VOIDREAM)}"
ENDS = "ends.json"

SAVES = {
    "at-the-cut": ("greedy-first-light-one-door", 0),
    "in-the-first-round": ("random-sunset-first-light", 12),
    "in-the-middle": ("greedy-unwritten-ahead-of-schedule", 90),
    "near-the-end": ("random-one-door-everything-grows", -3),
    "over": ("greedy-under-seal-five-more-minutes", None),
}
"""The file, the record of the match, and the number of answers before the save; counted from the end if below 0; None: all."""


def position(record: str, answers: int | None) -> Match:
    """Return a recorded match after this number of answers."""
    file = RECORDS / f"{record}.record"
    match, wrong = replay_record(
        read_record(file.read_text(encoding="utf-8"), file.name), VOIDREAM, VOIDREAM_PHRASING
    )
    assert wrong is None
    return replay(VOIDREAM, match.setup, match.seed, match.record.answers[:answers])


def replayed(match: Match) -> Match:
    """Return a match replayed from its beginning by the current rules, with its original cards."""
    return replay(VOIDREAM, match.setup, match.seed, match.record.answers)


def main() -> None:
    """Write the shapes and the saves of the current format. Existing saves are never changed."""
    listed = shapes()
    first = {one.shape for one in ALL if not one.today.exists()}
    before = {name: (FOLDER / name).read_text(encoding="utf-8") for name in listed if name not in first}
    for name, text in before.items():
        if text.splitlines()[0] == listed[name].splitlines()[0] and not alike(name, listed, before):
            sys.exit(f"{name} has changed, and its format is still the same: add a migration first.")
    for saves in ALL:
        saves.keep()
    for name, text in shapes().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    if not TODAY.exists():
        TODAY.mkdir()
        for name, (record, answers) in SAVES.items():
            (TODAY / f"{name}.save").write_bytes(position(record, answers).save())
        write_ends(TODAY)
    if sys.argv[1:] == ["ends"]:
        for folder in FOLDER.glob("*.*/"):
            write_ends(folder)
        for saves in ALL:
            saves.write_ends()


def write_ends(folder: Path) -> None:
    """Record the ends of a folder's saves."""
    ends = {
        file.stem: end(played_on(Match.load(VOIDREAM, file.read_bytes()), file.stem))
        for file in sorted(folder.glob("*.save"))
    }
    (folder / ENDS).write_text(json.dumps(ends, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
