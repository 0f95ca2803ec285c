"""Saves of Dreamweavers, kept as this version writes them, one folder for each pair of formats; see `keeping`."""

from __future__ import annotations

import json
from pathlib import Path

from engine.dreamweavers.game import DREAMWEAVERS
from engine.dreamweavers.topics import Topic
from engine.kernel.chance import Chance
from engine.kernel.match import Match
from engine.kernel.question import random_choice
from engine.kernel.saving import FORMAT, game_format
from tests.golden_saves.going_on import end, played_on

FOLDER = Path(__file__).parent / "dreamweavers"
TODAY = FOLDER / f"{FORMAT}.{game_format(DREAMWEAVERS)}"
ENDS = "ends.json"

SAVES: dict[str, tuple[str, int]] = {
    "in-the-draft": (Topic.DRAFT, 1),
    "at-the-intents": (Topic.INTENT, 1),
    "at-the-mulligans": (Topic.MULLIGAN, 1),
    "in-the-main-phase": (Topic.ACTION, 30),
    "with-an-effect-on-standby": (Topic.ANSWER, 1),
    "in-a-defence": (Topic.DEFEND, 8),
    "at-the-shields": (Topic.SHIELDS, 3),
    "while-something-is-chosen": (Topic.CARDS, 6),
    "over": ("", 0),
}
"""The file, and at which question it was saved: which topic, and the how-manieth of its kind."""


def position(name: str) -> Match:
    """Return a match played by lot up to where it is saved."""
    topic, number = SAVES[name]
    match, _ = Match.begin(DREAMWEAVERS, DREAMWEAVERS.setup([None, None]), f"kept: {name}")
    chance = Chance(f"kept: {name}, answers")
    while match.outcome is None:
        asked = match.asked[min(match.asked)]
        number -= asked.topic == topic
        if topic and not number:
            return match
        seat = chance.pick(sorted(match.questions))
        question = match.questions[seat]
        match.answer(seat, question.id, random_choice(question, chance))
    assert not topic, f"{name}: it was never asked"
    return match


def keep() -> None:
    """Keep saves in the formats of today, if there are none yet."""
    if not TODAY.exists():
        TODAY.mkdir(parents=True)
        for name in SAVES:
            (TODAY / f"{name}.save").write_bytes(position(name).save())
        write_ends(TODAY)


def write_ends(*folders: Path) -> None:
    """Write down how the saves of these folders end, of all if none is named."""
    for folder in folders or FOLDER.glob("*.*/"):
        ends = {
            file.stem: end(played_on(Match.load(DREAMWEAVERS, file.read_bytes()), file.stem))
            for file in sorted(folder.glob("*.save"))
        }
        (folder / ENDS).write_text(json.dumps(ends, indent=1) + "\n", encoding="utf-8")
