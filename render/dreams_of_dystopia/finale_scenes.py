"""The scenes of a finale as pictures: an attack as two torn posters, a Master that falls, the places."""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import ClassVar
from zlib import crc32

from PIL import Image

from cards.i18n import ENGLISH, Translator, msg
from render.canvas import paint_block
from render.dreams_of_dystopia import inks
from render.dreams_of_dystopia.art import BackArt, art_of, torn
from render.dreams_of_dystopia.faces import PrintedSide
from render.dreams_of_dystopia.finale import Blow, Fall, Finale
from render.dreams_of_dystopia.paper import LEAST, Paper
from render.dreams_of_dystopia.words import titles, turn_of
from render.illustration.cutouts import paste, torn_line
from render.illustration.outlines import stroke
from render.layout import Block, Colour, Rect
from render.table.finale import CAPTION_H, SIDE, CaptionForm, FinaleScene, FinaleStep, placed, run
from render.table.words import Names, shown_names, title_of

BLOW_MS, RUN_MS, DECIDED_MS = 1100, 90, 1500
STANDS_MS, FALLING_MS, TORN_MS, FALLEN_MS = 700, 1400, 90, 900
PLACE_MS, RESULT_MS = 450, 3500
"""The durations of scenes before the movement, at each step, and at the end; `FALLING_MS` is for all LP together."""
RUN, TEAR = 7, 5
"""The numbers of steps in which numbers run, and in which a Master is torn."""
STAGE_H = SIDE - CAPTION_H
ROW_H, BAND_H, HALF = 92, 222, SIDE // 2
REACH = SIDE * 3 // 4
"""The width of a fighter's picture, which limits the movement of the torn edge."""


class DystopiaScene(FinaleScene, frozen=True):
    """A scene with captions on enamel, a picture, and papers on it."""

    form: ClassVar = CaptionForm(inks.ENAMEL.paper, inks.ENAMEL.ink, largest=44, icon=42, line=5)

    @abstractmethod
    def papers(self, part: float) -> list[tuple[Block, int, int]]:
        """Return the papers of a step, each with its position on the stage."""

    def on(self, picture: Image.Image, part: float) -> Image.Image:
        """Return the stage of a step: a picture with papers on it."""
        stage = Image.new("RGB", (SIDE, STAGE_H), inks.ENAMEL.paper)
        stage.paste(picture, (0, 0))
        for block, x, y in self.papers(part):
            stage.paste(paint_block(block), (x, y))
        return stage


class BlowScene(DystopiaScene, frozen=True):
    """An attack: both numbers run, and the torn edge between the fighters moves away from the stronger one."""

    blow: Blow
    shown: tuple[PrintedSide, PrintedSide]
    """The pictures of the attacker, and of the blocker or the attacked Master."""

    def stages(self) -> Iterator[Image.Image]:
        """Yield the stage of each step."""
        blow, height = self.blow, STAGE_H - BAND_H
        left, right = _beside(*self.shown, height)
        end = min(0.7, max(0.3, blow.attack / max(1, blow.attack + blow.defence)))
        for step in self.steps:
            picture = left.copy()
            _tear(picture, right, SIDE * (0.5 + (end - 0.5) * step.part), self.shown[0].title)
            yield self.on(picture, step.part)

    def papers(self, part: float) -> list[tuple[Block, int, int]]:
        """Return the bands below both fighters, and the numbers above them."""
        blow, height = self.blow, STAGE_H - BAND_H
        return [
            (self._band(blow.seat, blow.cards, 0), 0, height),
            (self._band(blow.target, blow.blockers, 1), HALF, height),
            (_number("sword", inks.RED, round(blow.attack * part)), 12, height - 90),
            (_number("shield", inks.BLUE, round(blow.defence * part)), SIDE - 154, height - 90),
        ]

    def _band(self, seat: int, cards: Sequence[str], side: int) -> Block:
        paper = Paper(HALF, BAND_H, inks.ground_of(self.shown[side].faction), radius=0)
        paper.box(Rect(0 if side else HALF - 3, 0, 3, BAND_H), inks.ENAMEL.accent, radius=0)
        paper.say(self.names[seat], Rect(14, 4, HALF - 28, 86), 44, face="display", lines=2)
        text = titles(cards, self.translator) if cards else self.translator(msg("no block"))
        paper.say(text, Rect(14, 94, HALF - 28, BAND_H - 98), ink=paper.on.quiet, lines=3, hangs=True)
        return paper.block()


def _number(sign: str, fill: Colour, number: int) -> Block:
    """Return ATK or DEF, distinguished by sign and colour."""
    paper = Paper(142, 82, inks.ENAMEL, radius=0)
    paper.box(Rect(0, 0, 142, 82), fill, radius=0, edge=inks.WHITE)
    paper.sign(sign, 10, 18, 44, inks.WHITE)
    paper.say(str(number), Rect(58, 0, 78, 82), 60, ink=inks.WHITE, face="number", align="center")
    return paper.block()


def _picture(face: PrintedSide, width: int, height: int) -> Image.Image:
    """Return the picture of a card, or a card back for an unknown one."""
    return (art_of(face) if face.title else BackArt()).paint(width, height)


def _beside(left: PrintedSide, right: PrintedSide, height: int) -> tuple[Image.Image, Image.Image]:
    """Return two pictures as wide as the stage, one with its card at the left, one with its card at the right."""
    sheets = Image.new("RGB", (SIDE, height)), Image.new("RGB", (SIDE, height))
    for sheet, face, x in zip(sheets, (left, right), (0, SIDE - REACH), strict=True):
        sheet.paste(_picture(face, REACH, height), (x, 0))
    return sheets


def _tear(picture: Image.Image, other: Image.Image, x: float, title: str) -> None:
    """Cover a picture with another to the right of a torn edge at column `x`."""
    edge = torn_line(x, picture.height, 14, random.Random(crc32(title.encode())), 11)
    paste(picture, other, [*edge, (SIDE + 2.0, picture.height + 2.0), (SIDE + 2.0, -2.0)])
    paste(picture, inks.DIVINE.paper, stroke(edge, 6))


class FallScene(DystopiaScene, frozen=True):
    """A Master whose LP run down to 0, and whose poster is torn then. A step's `part` is the rest of the LP."""

    fall: Fall
    face: PrintedSide

    def stages(self) -> Iterator[Image.Image]:
        """Yield the stage of each step."""
        whole = _picture(self.face, SIDE, STAGE_H - ROW_H)
        tears = 0
        for step in self.steps:
            tears += step.part < 0
            yield self.on(torn(whole, self.face.title, tears / TEAR) if tears else whole, step.part)

    def papers(self, part: float) -> list[tuple[Block, int, int]]:
        """Return the row with the player, and the LP on a red die."""
        name, ground = self.names[self.fall.seat], inks.ground_of(self.face.faction)
        row = _row(ground, name, self.face, 18, SIDE - 132, self.translator)
        lp = str(round(self.fall.before * max(0, part)))
        row.badge(lp, Rect(SIDE - 106, 8, 94, 76), 58, inks.RED, inks.WHITE, edge=inks.WHITE)
        return [(row.block(), 0, STAGE_H - ROW_H)]


def _row(on: inks.Ground, name: str, face: PrintedSide, x: int, room: int, translator: Translator) -> Paper:
    """Return a row with a player's name, and the Master below it if it is known."""
    paper, known = Paper(SIDE, ROW_H, on, radius=0), bool(face.title)
    paper.say(name, Rect(x, 2 if known else 16, room, 48), 42, face="display")
    if known:
        paper.sign(on.sign, x, 51, 32, on.accent)
        paper.say(title_of(face, translator), Rect(x + 42, 48, room - 42, 42), LEAST, face="title")
    return paper


class PlacesScene(DystopiaScene, frozen=True):
    """The places, from the last one up, below the Master of the winner, or those of the first two winners.

    A step's `part` is the number of rows shown.
    """

    finale: Finale
    ranks: tuple[tuple[int, int], ...]
    """Places and seats, the first place first."""

    def stages(self) -> Iterator[Image.Image]:
        """Yield the stage of each step."""
        height = STAGE_H - ROW_H * len(self.ranks)
        first = [self.finale.master(seat) for place, seat in self.ranks if place == 1]
        picture = _picture(first[0], SIDE, height)
        if len(first) > 1:
            picture, other = _beside(first[0], first[1], height)
            _tear(picture, other, HALF, "")
        for step in self.steps:
            yield self.on(picture, step.part)

    def papers(self, part: float) -> list[tuple[Block, int, int]]:
        """Return the rows of a step."""
        rows: list[tuple[Block, int, int]] = []
        for k, (place, seat) in enumerate(reversed(self.ranks[len(self.ranks) - round(part) :]), start=1):
            face, is_first = self.finale.master(seat), place == 1
            on = inks.ground_of(face.faction) if is_first else inks.FALLEN
            row = _row(on, self.names[seat], face, 104, SIDE - 120, self.translator)
            fill, ink = (inks.TAPE, inks.BLACK) if is_first else (inks.BLACK, inks.WHITE)
            row.badge(str(place), Rect(14, 10, 72, 72), 52, fill, ink, "disc", edge=inks.BLACK)
            row.box(Rect(0, 0, SIDE, 3), inks.ENAMEL.paper, radius=0)
            rows.append((row.block(), 0, STAGE_H - k * ROW_H))
        return rows


def scenes(finale: Finale, names: Names, translator: Translator = ENGLISH) -> tuple[FinaleScene, ...]:
    """Return the scenes of a finale in order. `names` are the players' display names by seat."""
    names, ink = shown_names(names, translator), inks.ENAMEL.accent
    all_scenes: list[FinaleScene] = []
    for blow in finale.blows:
        against = finale.face(blow.blockers[0]) if blow.blockers else finale.master(blow.target)
        shown, steps = (finale.face(blow.cards[0]), against), _blow_steps(blow, names, translator)
        all_scenes.append(BlowScene(steps, ("sword", ink), names, translator, blow, shown))
    for fall in finale.falls:
        steps, face = _fall_steps(fall, names, translator, len(finale.falls)), finale.master(fall.seat)
        all_scenes.append(FallScene(steps, ("crack", ink), names, translator, fall, face))
    ranks = placed(finale.last.places) or tuple((1, seat) for seat in range(len(names)))
    turn = turn_of(finale.last, names, translator)
    before = tuple(FinaleStep(turn.ending, PLACE_MS, n) for n in range(1, len(ranks)))
    steps = (*before, FinaleStep(turn.headline, RESULT_MS, len(ranks)))
    sign = "crown" if len(finale.last.places) > 1 else "star"
    all_scenes.append(PlacesScene(steps, (sign, ink), names, translator, finale, ranks))
    return tuple(all_scenes)


def _blow_steps(blow: Blow, names: Names, translator: Translator) -> tuple[FinaleStep, ...]:
    who = translator(msg("{who} attacks {target}", who=names[blow.seat], target=names[blow.target]))
    lost = translator(msg("{name} loses {n} LP", name=names[blow.loser], n=blow.lost))
    return run(who, lost, (BLOW_MS, RUN_MS, DECIDED_MS), RUN)


def _fall_steps(fall: Fall, names: Names, translator: Translator, falls: int) -> tuple[FinaleStep, ...]:
    """Return a step for each LP, down to 0, then those in which the poster is torn."""
    name, left = names[fall.seat], list[FinaleStep]()
    for n in range(fall.before, -1, -1):
        milliseconds = STANDS_MS // falls if n == fall.before else FALLING_MS // (fall.before * falls)
        caption = translator(msg("{name}: {n} LP", name=name, n=n))
        left.append(FinaleStep(caption, milliseconds, n / fall.before))
    out = translator(msg("{name} is out", name=name))
    return (*left, *(FinaleStep(out, TORN_MS, -1) for _ in range(TEAR - 1)), FinaleStep(out, FALLEN_MS, -1))
