"""Saves of the other games in the current format, one folder for each pair of formats. See `tests.golden_saves.keeper`."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from cards.language.records import Node
from engine.dreams_of_dystopia import topics as dystopia
from engine.dreams_of_dystopia.game import DYSTOPIA
from engine.dreams_of_dystopia.position import DystopiaPosition
from engine.dreams_of_dystopia.referee import Referee
from engine.dreams_of_dystopia.saves import stored_set as dystopia_set
from engine.dreamweavers import topics as dreamweavers
from engine.dreamweavers.game import CATALOGUE as DREAMWEAVERS_STEPS
from engine.dreamweavers.game import DREAMWEAVERS
from engine.dreamweavers.position import DreamweaversPosition
from engine.dreamweavers.saves import stored_set as dreamweavers_set
from engine.kernel.chance import Chance
from engine.kernel.effects.program import Program
from engine.kernel.game import Game
from engine.kernel.machine import Frame
from engine.kernel.match import Match
from engine.kernel.question import random_choice
from engine.kernel.saves import FORMAT, game_format
from engine.kernel.sheet import apply_answers, finals, sampled_match
from tests.golden_saves.continuation import end, played_on

ENDS, SHEET = "ends.json", "sheet.json"
SHEET_OF = "in-a-sheet"
"""The save that also has drafted answers that weren't given."""


def _any(match: Match) -> bool:
    return True


def put_together(match: Match) -> list[list[str]]:
    """Return answers that can be drafted without being given: the first one to each question without an interruption."""
    (seat,) = match.pending_questions
    there, answers = sampled_match(match, seat), list[list[str]]()
    for _ in range(3):
        gives = finals(there, seat)
        option = next((one for one in there.questions[seat].options if one.key not in gives), None)
        if option is None:
            break
        answers.append([str(option.key)])
        apply_answers(there, seat, [(option.key,)])
    return answers


def _is_put_together(match: Match) -> bool:
    return len(put_together(match)) > 1


class SavedAt(msgspec.Struct, frozen=True):
    """The question at which a match was saved: its topic ("": none, it is over), and its number among those."""

    topic: str = ""
    number: int = 1
    seats: int = 2
    when: Callable[[Match], bool] = _any


@dataclass(frozen=True)
class GameSaves:
    """The saves of a game, and their content: its steps, and the classes of its position and its setup.

    `programs` returns where the effects of a setup's cards can be interrupted.
    """

    game: Game[Any, Any, Any]
    steps: Mapping[type[Frame], Iterable[str]]
    roots: tuple[type[msgspec.Struct], ...]
    saves: Mapping[str, SavedAt]
    programs: Callable[[bytes], Iterator[tuple[str, Program[Node]]]]

    @property
    def folder(self) -> Path:
        return Path(__file__).parent / self.game.name

    @property
    def today(self) -> Path:
        """The folder of the current formats."""
        return self.folder / f"{FORMAT}.{game_format(self.game)}"

    @property
    def shape(self) -> str:
        """The name of the file that lists the content of its saves."""
        return f"{self.game.name}.shape"

    @property
    def files(self) -> list[Path]:
        return sorted(self.folder.glob("*/*.save"))

    def position(self, name: str) -> Match:
        """Return a match played at random up to its save."""
        expected = self.saves[name]
        number = expected.number
        match, _ = Match.begin(self.game, self.game.setup([None] * expected.seats), f"kept: {name}")
        chance = Chance(f"kept: {name}, answers")
        while match.outcome is None:
            asked = match.pending_questions[min(match.pending_questions)]
            number -= asked.topic == expected.topic and expected.when(match)
            if expected.topic and not number:
                return match
            seat = chance.pick(sorted(match.questions))
            question = match.questions[seat]
            match.answer(seat, question.id, random_choice(question, chance))
        assert not expected.topic, f"{name}: it was never asked"
        return match

    def keep(self) -> None:
        """Write saves in the current formats, if there are none yet."""
        if self.today.exists():
            return
        self.today.mkdir(parents=True)
        for name in self.saves:
            (self.today / f"{name}.save").write_bytes(self.position(name).save())
        if SHEET_OF in self.saves:
            answers = msgspec.json.encode(put_together(self.position(SHEET_OF)))
            (self.today / SHEET).write_bytes(answers + b"\n")
        self.write_ends(self.today)

    def write_ends(self, *folders: Path) -> None:
        """Record the ends of the saves in these folders, by default in all."""
        for folder in folders or self.folder.glob("*.*/"):
            ends = {
                file.stem: end(played_on(Match.load(self.game, file.read_bytes()), file.stem))
                for file in sorted(folder.glob("*.save"))
            }
            (folder / ENDS).write_text(json.dumps(ends, indent=1) + "\n", encoding="utf-8")


def _of_dreamweavers(setup: bytes) -> Iterator[tuple[str, Program[Node]]]:
    for title, text in dreamweavers_set.read_kept(setup).texts.items():
        for line, program in text.programs.items():
            yield f"{title} {line}", program


def _of_dystopia(setup: bytes) -> Iterator[tuple[str, Program[Node]]]:
    for title, side in dystopia_set.read_kept(setup)[1].sides.items():
        for line, program in side.programs.items():
            yield f"{title} {line}", program


ALL = (
    GameSaves(
        DREAMWEAVERS,
        DREAMWEAVERS_STEPS.steps,
        (DreamweaversPosition, dreamweavers_set.KeptSet),
        {
            "in-the-draft": SavedAt(dreamweavers.Topic.DRAFT),
            "at-the-intents": SavedAt(dreamweavers.Topic.INTENT),
            "at-the-mulligans": SavedAt(dreamweavers.Topic.MULLIGAN),
            "in-the-main-phase": SavedAt(dreamweavers.Topic.ACTION, 30),
            "with-an-effect-on-standby": SavedAt(dreamweavers.Topic.ANSWER),
            "in-a-defence": SavedAt(dreamweavers.Topic.DEFEND, 8),
            "at-the-shields": SavedAt(dreamweavers.Topic.SHIELDS, 3),
            "while-something-is-chosen": SavedAt(dreamweavers.Topic.CARDS, 6),
            "over": SavedAt(),
        },
        _of_dreamweavers,
    ),
    GameSaves(
        DYSTOPIA,
        Referee.catalogue.steps,
        (DystopiaPosition, dystopia_set.KeptSet),
        {
            "choosing-masters": SavedAt(dystopia.Topic.MASTER, 2, 3),
            "in-a-turn": SavedAt(dystopia.Topic.ACT, 60),
            SHEET_OF: SavedAt(dystopia.Topic.ACT, 20, 3, _is_put_together),
            "choosing-a-target": SavedAt(dystopia.Topic.TARGET, 3, 4),
            "adding-helpers": SavedAt(dystopia.Topic.SUPPORT_ATTACK, 3, 3),
            "at-a-block": SavedAt(dystopia.Topic.BLOCK, 4, 4),
            "in-a-sitting": SavedAt(
                dystopia.Topic.SUPPORT_BLOCK, 3, 4, lambda match: match.sitter is not None
            ),
            "while-a-card-asks": SavedAt(dystopia.Topic.MAY, 1, 4),
            "after-a-fall": SavedAt(dystopia.Topic.ACT, 2, 4, lambda match: bool(match.out)),
            "over": SavedAt("", 0, 4),
        },
        _of_dystopia,
    ),
)
"""The games with such saves."""
