"""Keeps saves of golden matches as this version writes them: `python -m tests.golden_saves.keeper`.

Every later version has to read them, to go on, and to end as the `ends.json` beside them says. A folder is named after
the formats of its saves, the kernel's and Voidream's. Where a rule has changed, so that they end otherwise, `… keeping
ends` writes down how. See docs/saves.md. Those of other games are in folders of their own (`of_games`).
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
"""The file, the record of the match, and after how many answers it was saved; from its end, if below 0; None: all."""


def position(record: str, answers: int | None) -> Match:
    """Return a recorded match after so many answers."""
    file = RECORDS / f"{record}.record"
    match, wrong = replay_record(
        read_record(file.read_text(encoding="utf-8"), file.name), VOIDREAM, VOIDREAM_PHRASING
    )
    assert wrong is None
    return replay(VOIDREAM, match.setup, match.seed, match.record.answers[:answers])


def replayed(match: Match) -> Match:
    """Return a match played again by the rules of today, from its beginning, with the cards that it was begun with."""
    return replay(VOIDREAM, match.setup, match.seed, match.record.answers)


def main() -> None:
    """Write down what is saved, and keep saves of it. What was kept in a format stays as it was."""
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
    """Write down how the saves of a folder end."""
    ends = {
        file.stem: end(played_on(Match.load(VOIDREAM, file.read_bytes()), file.stem))
        for file in sorted(folder.glob("*.save"))
    }
    (folder / ENDS).write_text(json.dumps(ends, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
