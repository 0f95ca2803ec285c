"""The scenes of a finale as pictures: a blow as two posters torn against each other, a Master that falls, the places."""

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
from render.dreams_of_dystopia.words import shown_names, titles, turn_of
from render.illustration.cutouts import paste, torn_line
from render.illustration.outlines import stroke
from render.layout import Block, Colour, Rect
from render.table.finale import CAPTION_H, SIDE, CaptionForm, FinaleScene, FinaleStep, placed, run
from render.table.words import Names, title_of

BLOW_MS, RUN_MS, DECIDED_MS = 1100, 90, 1500
STANDS_MS, FALLING_MS, TORN_MS, FALLEN_MS = 700, 1400, 90, 900
PLACE_MS, RESULT_MS = 450, 3500
"""The time of a scene before it moves, at each step, and at the end, in milliseconds; `FALLING_MS` is for all LP."""
RUN, TEAR = 7, 5
"""In how many steps the numbers of a blow run, and a Master is torn."""
STAGE_H = SIDE - CAPTION_H
ROW_H, BAND_H, HALF = 92, 222, SIDE // 2
REACH = SIDE * 3 // 4
"""The width of the picture of a fighter: so far the torn edge can move."""


class DystopiaScene(FinaleScene, frozen=True):
    """A scene with captions on enamel: a picture above, and papers below it."""

    form: ClassVar = CaptionForm(inks.ENAMEL.paper, inks.ENAMEL.ink, largest=44, icon=42, line=5)

    @abstractmethod
    def papers(self, part: float) -> list[tuple[Block, int, int]]:
        """Return the papers of a step, each with its column and row on the stage."""

    def on(self, picture: Image.Image, part: float) -> Image.Image:
        """Return a stage with a picture and the papers of a step."""
        stage = Image.new("RGB", (SIDE, STAGE_H), inks.ENAMEL.paper)
        stage.paste(picture, (0, 0))
        for block, x, y in self.papers(part):
            stage.paste(paint_block(block), (x, y))
        return stage


class BlowScene(DystopiaScene, frozen=True):
    """An attack: both numbers run, and the torn edge between the fighters gives way to the stronger one."""

    blow: Blow
    shown: tuple[PrintedSide, PrintedSide]
    """The pictures of the attacker, and of the blocker or the attacked Master."""

    def stages(self) -> Iterator[Image.Image]:
        """Return what is under the caption in each step."""
        blow, height = self.blow, STAGE_H - BAND_H
        left, right = _beside(*self.shown, height)
        end = min(0.7, max(0.3, blow.attack / max(1, blow.attack + blow.defence)))
        for step in self.steps:
            picture = left.copy()
            _tear(picture, right, SIDE * (0.5 + (end - 0.5) * step.part), self.shown[0].title)
            yield self.on(picture, step.part)

    def papers(self, part: float) -> list[tuple[Block, int, int]]:
        """Return the bands below both fighters, and their numbers above them."""
        blow, height = self.blow, STAGE_H - BAND_H
        return [
            (self._band(blow.seat, blow.cards, 0), 0, height),
            (self._band(blow.target, blow.blockers, 1), HALF, height),
            (_number("sword", inks.RED, round(blow.attack * part)), 12, height - 90),
            (_number("shield", inks.BLUE, round(blow.defence * part)), SIDE - 154, height - 90),
        ]

    def _band(self, seat: int, cards: Sequence[str], side: int) -> Block:
        """Return the band below a fighter: whose it is, and the cards."""
        said = self.translator
        paper = Paper(HALF, BAND_H, inks.ground_of(self.shown[side].faction), radius=0)
        paper.box(
            Rect(0, 0, 3, BAND_H) if side else Rect(HALF - 3, 0, 3, BAND_H), inks.ENAMEL.accent, radius=0
        )
        paper.say(self.names[seat], Rect(14, 4, HALF - 28, 86), 44, face="display", lines=2)
        named = titles(cards, said) if cards else said(msg("no block"))
        paper.say(named, Rect(14, 94, HALF - 28, BAND_H - 98), ink=paper.on.quiet, lines=3, hangs=True)
        return paper.block()


def _number(sign: str, fill: Colour, number: int) -> Block:
    """Return ATK or DEF, told apart by sign and colour."""
    paper = Paper(142, 82, inks.ENAMEL, radius=0)
    paper.box(Rect(0, 0, 142, 82), fill, radius=0, edge=inks.WHITE)
    paper.sign(sign, 10, 18, 44, inks.WHITE)
    paper.say(str(number), Rect(58, 0, 78, 82), 60, ink=inks.WHITE, face="number", align="center")
    return paper.block()


def _picture(face: PrintedSide, width: int, height: int) -> Image.Image:
    """Return the picture of a card, or a sleeve for a hidden one."""
    return (art_of(face) if face.title else BackArt()).paint(width, height)


def _beside(left: PrintedSide, right: PrintedSide, height: int) -> tuple[Image.Image, Image.Image]:
    """Return two pictures as wide as the stage, the one laid out towards the left, the other towards the right."""
    sheets = Image.new("RGB", (SIDE, height)), Image.new("RGB", (SIDE, height))
    for sheet, face, x in zip(sheets, (left, right), (0, SIDE - REACH), strict=True):
        sheet.paste(_picture(face, REACH, height), (x, 0))
    return sheets


def _tear(picture: Image.Image, other: Image.Image, x: float, title: str) -> None:
    """Put another picture on the right of a torn edge around the column `x`."""
    edge = torn_line(x, picture.height, 14, random.Random(crc32(title.encode())), 11)
    paste(picture, other, [*edge, (SIDE + 2.0, picture.height + 2.0), (SIDE + 2.0, -2.0)])
    paste(picture, inks.DIVINE.paper, stroke(edge, 6))


class FallScene(DystopiaScene, frozen=True):
    """A Master whose LP run down to nothing, and whose poster is torn then: `part` is how much of the LP is left."""

    fall: Fall
    face: PrintedSide

    def stages(self) -> Iterator[Image.Image]:
        """Return what is under the caption in each step."""
        whole = _picture(self.face, SIDE, STAGE_H - ROW_H)
        tears = 0
        for step in self.steps:
            tears += step.part < 0
            yield self.on(torn(whole, self.face.title, tears / TEAR) if tears else whole, step.part)

    def papers(self, part: float) -> list[tuple[Block, int, int]]:
        """Return the row with the player, and the LP on a red die."""
        row = _row(
            inks.ground_of(self.face.faction),
            self.names[self.fall.seat],
            self.face,
            18,
            SIDE - 132,
            self.translator,
        )
        lp = str(round(self.fall.before * max(0, part)))
        row.badge(lp, Rect(SIDE - 106, 8, 94, 76), 58, inks.RED, inks.WHITE, edge=inks.WHITE)
        return [(row.block(), 0, STAGE_H - ROW_H)]


def _row(on: inks.Ground, name: str, face: PrintedSide, x: int, room: int, translator: Translator) -> Paper:
    """Return a row with a player: the name, and the Master below it, if everybody has seen it."""
    paper, known = Paper(SIDE, ROW_H, on, radius=0), bool(face.title)
    paper.say(name, Rect(x, 2 if known else 16, room, 48), 42, face="display")
    if known:
        paper.sign(on.sign, x, 51, 32, on.accent)
        paper.say(title_of(face, translator), Rect(x + 42, 48, room - 42, 42), LEAST, face="title")
    return paper


class PlacesScene(DystopiaScene, frozen=True):
    """The places, from the last one up; above is the Master of the first, or those of the first two."""

    finale: Finale
    ranks: tuple[tuple[int, int], ...]
    """Places and seats, the first place first."""

    def stages(self) -> Iterator[Image.Image]:
        """Yield the picture under the caption in each step: `part` is the number of rows shown."""
        height = STAGE_H - ROW_H * len(self.ranks)
        first = [self.finale.master(seat) for place, seat in self.ranks if place == 1]
        picture = _picture(first[0], SIDE, height)
        if len(first) > 1:
            picture, other = _beside(first[0], first[1], height)
            _tear(picture, other, HALF, "")
        for step in self.steps:
            yield self.on(picture, step.part)

    def papers(self, part: float) -> list[tuple[Block, int, int]]:
        """Return the rows that have come."""
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
    """Return the scenes of a finale in order; `names` are the players' display names by seat."""
    names = shown_names(names, translator)
    found: list[FinaleScene] = []
    for blow in finale.blows:
        against = finale.face(blow.blockers[0]) if blow.blockers else finale.master(blow.target)
        shown = finale.face(blow.cards[0]), against
        found.append(
            BlowScene(
                _blow_steps(blow, names, translator),
                ("sword", inks.ENAMEL.accent),
                names,
                translator,
                blow,
                shown,
            )
        )
    for fall in finale.falls:
        steps = _fall_steps(fall, names, translator, len(finale.falls))
        found.append(
            FallScene(steps, ("crack", inks.ENAMEL.accent), names, translator, fall, finale.master(fall.seat))
        )
    ranks = placed(finale.last.places) or tuple((1, seat) for seat in range(len(names)))
    turn = turn_of(finale.last, names, translator)
    coming = tuple(FinaleStep(turn.ending, PLACE_MS, n) for n in range(1, len(ranks)))
    steps = (*coming, FinaleStep(turn.headline, RESULT_MS, len(ranks)))
    sign = "crown" if len(finale.last.places) > 1 else "star"
    found.append(PlacesScene(steps, (sign, inks.ENAMEL.accent), names, translator, finale, ranks))
    return tuple(found)


def _blow_steps(blow: Blow, names: Names, translator: Translator) -> tuple[FinaleStep, ...]:
    """Return first who attacks whom, then the numbers, then the result."""
    who = translator(msg("{who} attacks {target}", who=names[blow.seat], target=names[blow.target]))
    lost = translator(msg("{name} loses {n} LP", name=names[blow.loser], n=blow.lost))
    return run(who, lost, (BLOW_MS, RUN_MS, DECIDED_MS), RUN)


def _fall_steps(fall: Fall, names: Names, translator: Translator, falls: int) -> tuple[FinaleStep, ...]:
    """Return one step a LP, down to none, then those in which the poster is torn."""
    name = names[fall.seat]
    each = FALLING_MS // (fall.before * falls)
    left = [
        FinaleStep(
            translator(msg("{name}: {n} LP", name=name, n=n)),
            STANDS_MS // falls if n == fall.before else each,
            n / fall.before,
        )
        for n in range(fall.before, -1, -1)
    ]
    out = translator(msg("{name} is out", name=name))
    return (*left, *(FinaleStep(out, TORN_MS, -1) for _ in range(TEAR - 1)), FinaleStep(out, FALLEN_MS, -1))
