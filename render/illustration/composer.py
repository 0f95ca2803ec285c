"""Composition: from a recipe to figures on a stage, laid out for the picture's shape.

Sizes depend on the picture's height and positions on its width, so that a recipe fits a tile, a banner and a card
alike. Nothing is ever cropped.
"""

from __future__ import annotations

import math
from zlib import crc32

from msgspec import Struct
from PIL import Image

from render.illustration.inks import Inks
from render.illustration.motifs import motifs
from render.illustration.places import FRAMES, PLACES
from render.illustration.recipe import COUNTS, DrawnGroup, DrawnThing, Light, Recipe
from render.illustration.screens import Screen, grain
from render.illustration.stage import PLANES, Figure, Lamp, Stage

SIZES = {"": 0.66, "tiny": 0.2, "small": 0.34, "big": 0.84, "giant": 1.15}
"""The height of each size, as a fraction of the picture's height. Only giants can exceed it."""
POSES = {"": 0, "falling": 24, "rising": -24, "leaning": -11, "tilted": 14, "upside-down": 180}
"""Degrees, clockwise."""
WHERE = {
    "left": (-0.24, 0.0),
    "centre": (0.0, 0.0),
    "right": (0.24, 0.0),
    "high": (0.0, -0.26),
    "up": (0.0, -0.13),
    "low": (0.0, 0.14),
}
"""The shift of a thing from the middle for each word, as fractions of the picture's width and height."""

_LAMP_SIZES = {"small": 0.1, "big": 0.28, "giant": 0.38}
_LAMP_ACROSS = {"left": 0.27, "centre": 0.5, "right": 0.74}
_LAMP_HEIGHTS = {"low": 0.58, "high": 0.22}

_ROWS = ("two", "three", "four", "row")
"""Counts that are placed side by side."""
_TOP = 0.04
"""The minimum distance to the upper edge, as a fraction of the height, except for giants."""


_NO_INKS = Inks(*[(0, 0, 0)] * 8)


class Aside(Struct, frozen=True):
    """Moves the content out of the middle if something else is printed beside it."""

    across: float
    """The distance, as a fraction of the width."""
    spread: float
    """The factor for the distance between things."""
    size: float
    """The factor for their size."""
    cut: tuple[float, float] = (1, 1)
    """The ends of the room at the right, above and below, as fractions of the width."""


class PlacedFigure(Struct):
    """A figure, its order on its plane, and whether it casts a shadow."""

    figure: Figure
    order: float
    shadow: bool
    keeps_in: bool
    """Whether all of it should be visible: it isn't a giant, nor one of many."""


class PrintStyle(Struct, frozen=True):
    """The inks and the screen of a game's pictures, and the default place of recipes (`home`)."""

    inks: Inks
    home: str
    screen: Screen = grain
    film: float = 0
    """The strength of the screen over everything, from 0 to 1."""
    air: Inks | None = None
    """The inks of the place, if it has its own. In daylight it is bright, with dark figures."""


def paint(
    recipe: Recipe, title: str, style: PrintStyle, width: int, height: int, *, aside: Aside | None = None
) -> Image.Image:
    """Return the picture of a recipe. All its randomness comes from the title. Raises KeyError for an unknown home."""
    inks, air = style.inks, style.air
    stage = Stage(width, height, air or inks, crc32(title.encode()), style.screen)
    name = recipe.place or style.home
    place = PLACES[name]
    front = place.paint(stage, _lamp(recipe.light, place.lamp, aside))
    stage.inks, stage.by_day = inks, air is not None
    for one in sorted(
        lay_out(recipe, stage, aside), key=lambda one: (PLANES.index(one.figure.plane), one.order)
    ):
        if one.shadow and stage.water is None:
            stage.shadow(one.figure)
        rooted = one.figure.stands and not (one.figure.pale or air) and stage.water is None
        stage.show(one.figure, sinks=0.25 if rooted else 0)
    stage.inks = air or inks
    if stage.water is not None or recipe.mirrored:
        stage.reflect(stage.ground if stage.water is None else stage.water)
    for weather in recipe.weather:
        stage.weather(weather)
    front()
    if recipe.frame:
        FRAMES[recipe.frame](stage)
    return stage.press.finish(film=style.film)


def eye_line(recipe: Recipe, home: str) -> float:
    """Return the height of the hero's focus in a picture, from 0 (top) to 1 (bottom)."""
    stage = Stage(80, 60, _NO_INKS, seed=0)
    place = PLACES[recipe.place or home]
    place.paint(stage, place.lamp)
    figures = lay_out(recipe, stage)
    if not figures:
        return 0.4
    hero = figures[0].figure
    return max(0.0, min(1.0, hero.at(50, hero.motif.focus)[1] / stage.h))


def lay_out(recipe: Recipe, stage: Stage, aside: Aside | None = None) -> list[PlacedFigure]:
    """Return the figures of a recipe, placed on a stage, in the order in which they are named."""
    figures = [one for k, subject in enumerate(recipe.subjects) for one in _Subject(stage, subject, k).laid()]
    for one in figures:
        if aside is not None:
            _move(one.figure, stage, aside)
            if one.keeps_in:
                _keep_in(one.figure, stage, aside)
        elif one.keeps_in:
            _fit_in(one.figure, stage)
    return figures


def _lamp(light: Light, usual: Lamp, aside: Aside | None) -> Lamp:
    """Return the place's light, modified by the recipe."""
    return Lamp(
        x=_LAMP_ACROSS.get(light.across, usual.x) + (aside.across if aside else 0),
        y=_LAMP_HEIGHTS.get(light.height, usual.y),
        radius=_LAMP_SIZES.get(light.size, usual.radius),
        shines=not light.absent,
        crescent=light.phase == "crescent",
        sun=light.sun,
    )


def _move(figure: Figure, stage: Stage, aside: Aside) -> None:
    """Move a figure aside with the others."""
    figure.x = (0.5 + aside.across) * stage.w + (figure.x - stage.w * 0.5) * aside.spread
    figure.size *= aside.size if figure.size < stage.h else 1
    if figure.stands and figure.y > stage.ground - 8:
        return
    level = stage.ground if figure.stands else stage.h * 0.5
    figure.y = level + (figure.y - level) * 0.86


def _fit_in(figure: Figure, stage: Stage) -> None:
    """Shrink a figure that is wider than the picture."""
    left, _, right, _ = figure.box()
    figure.size *= min(1.0, stage.w * 1.05 / (right - left))


def _keep_in(figure: Figure, stage: Stage, aside: Aside) -> None:
    """Move a figure into the room beside the cut, and shrink it if it is too wide for that."""
    left, top, right, bottom = figure.box()
    middle = max(0.0, min(1.0, (top + bottom) / 2 / stage.h))
    above, below = aside.cut
    start, end = stage.w * 0.02, stage.w * (above + (below - above) * middle + 0.04)
    if right - left > end - start:
        figure.size *= (end - start) / (right - left)
        left, _, right, _ = figure.box()
    figure.x += max(0.0, start - left) - max(0.0, right - end)


def _stand_on(hero: Figure, other: Figure, x: float) -> None:
    """Put a figure on top of another, at x."""
    hero.x, hero.y = x, other.at(*other.motif.top)[1]
    lowest = hero.motif.box[3]
    hero.y += (0.5 - lowest / 100 + 0.02) * hero.size if hero.motif.stand == "float" else 1


class _Subject:
    """Lays out the nouns of one subject. The first is the hero, and moves to fit the second."""

    def __init__(self, stage: Stage, subject: DrawnGroup, number: int) -> None:
        self._stage = stage
        self._subject = subject
        self._number = number
        self._out: list[PlacedFigure] = []

    def laid(self) -> list[PlacedFigure]:
        """Return the figures, in the order in which they were named."""
        before: Figure | None = None
        for k, noun in enumerate(self._subject.nouns):
            relation = self._subject.relations[k - 1] if k else ""
            figure = self._figure(noun, relation, before)
            order = 20.0 if relation == "holding" else float(k)
            if before is not None:
                self._relate(relation, self._subject.nouns[k - 1], before, noun, figure)
            counted = self._counted(noun, figure)
            if relation == "on" and before is not None and noun.count in _ROWS:
                _stand_on(before, counted[len(counted) // 2], figure.x)
            keeps_in = noun.size != "giant" and (not noun.count or noun.count in _ROWS)
            for j, one in enumerate(counted):
                on_ground = one.stands and one.y > self._stage.ground - self._stage.h * 0.03
                shadow = on_ground and one.plane == "near"
                self._out.append(PlacedFigure(one, self._number + order + j * 0.01, shadow, keeps_in))
            before = figure
        return self._out

    def _figure(self, noun: DrawnThing, relation: str, before: Figure | None) -> Figure:
        """Return the figure of a noun, alone or held by the previous one."""
        stage, motif = self._stage, motifs()[noun.motif]
        w, h = stage.w, stage.h
        across = sum(WHERE[word][0] for word in noun.where)
        down = sum(WHERE[word][1] for word in noun.where)
        size = (SIZES[noun.size] if noun.size else SIZES[""] * motif.size) * h * 0.98
        level = {"foot": stage.ground, "float": h * 0.5, "hang": 0.0}[motif.stand]
        x, y = w * (0.5 + across), level + h * down
        plane = noun.plane or "near"
        if relation == "holding" and before is not None:
            x, y = before.at(*before.motif.hand)
            size = (SIZES[noun.size] if noun.size else 0.3 * (motif.size if motif.size < 1 else 0.8)) * h
            y += size * (0.42 if motif.stand == "float" else 0.1)
        elif relation == "beside":
            x = w * (0.73 + across)
        elif relation == "facing":
            x = w * (0.66 + across)
        elif relation == "before":
            size = (SIZES[noun.size] if noun.size else 0.95) * h
            plane = noun.plane or "mid"
        stands = motif.stand == "foot"
        if noun.size != "giant" and stands and relation != "holding":
            tall = (100 - motif.box[1]) / 100
            size = min(size, (y - h * 0.05) / tall)
            if relation == "on":
                size = min(size, h * 0.56)
        turn = POSES[noun.pose]
        if abs(turn) > 90 and stands:
            y -= size
        pale = {"pale": True, "dark": False}.get(noun.tone, False if stage.by_day else None)
        return Figure(motif, x, y, size, flipped=noun.turned, turn=turn, plane=plane, pale=pale)

    def _relate(
        self, relation: str, first: DrawnThing, hero: Figure, second: DrawnThing, other: Figure
    ) -> None:
        """Move the hero according to what it is under, on or inside."""
        stage = self._stage
        w, h = stage.w, stage.h
        match relation:
            case "under":
                self._shelter(hero, other)
                self._reorder(9)
            case "behind":
                hero.size *= 1.0 if first.size else 1.35
                hero.plane = first.plane or "mid"
                self._reorder(-1)
            case "inside":
                if not second.size:
                    other.size = h * 0.86
                self._put_inside(first, hero, other)
                self._reorder(9, shadow=False)
            case "over":
                high = (100 - other.motif.top[1]) / 100 * other.size
                self._fit(hero, other, high + hero.size * 1.08)
                x, y = other.at(*other.motif.top)
                hero.x = x + sum(WHERE[word][0] for word in first.where) * w
                hero.y = y - hero.size * (0.62 if hero.motif.stand == "float" else 0.15)
            case "before":
                if not second.where:
                    other.x = hero.x
                self._reorder(9)
            case "beside":
                hero.x = w * 0.3
            case "facing":
                hero.x = w * 0.24
                hero.size = (SIZES[first.size] if first.size else 0.42) * h * 0.98
            case "on":
                high = (100 - other.motif.top[1]) / 100 * other.size
                self._fit(hero, other, high + hero.size * (0.98 if hero.motif.stand == "float" else 1))
                _stand_on(hero, other, other.at(*other.motif.top)[0])
                self._reorder(9, shadow=False)
            case _:
                pass

    def _fit(self, hero: Figure, other: Figure, tall: float) -> None:
        """Shrink a pair together if one on the other would leave the picture. A floating one sinks first."""
        top = self._stage.h * _TOP
        if not other.stands:
            foot = other.at(50, 100)[1]
            rise = max(0.0, min(top + tall - foot, self._stage.h * (1 - _TOP) - foot))
            other.y += rise
            room = foot + rise - top
        else:
            room = other.y - top
        if tall > room:
            hero.size *= room / tall
            other.size *= room / tall

    def _shelter(self, hero: Figure, other: Figure) -> None:
        """Put a thing above the hero, which stands or floats as low as possible. Both shrink to fit."""
        h = self._stage.h
        if other.motif.rooted:
            other.size = max(other.size, h * 0.84)
            other.plane = "mid"
            hero.size = min(hero.size, h * 0.42)
            hero.x = other.x + self._stage.w * 0.12
            return
        floor = self._stage.ground if hero.stands else h * 0.97
        _, highest, _, lowest = hero.motif.box
        tall = ((100.0 if hero.stands else lowest) - highest) / 100 * hero.size
        above = (other.motif.shelter - other.motif.box[1]) / 100 * other.size
        shrink = min(1.0, (floor - h * _TOP) / (tall + above))
        hero.size *= shrink
        other.size *= shrink
        hero.y += floor - hero.at(50, 100 if hero.stands else lowest)[1]
        other.y += hero.at(50, highest)[1] - other.at(50, other.motif.shelter)[1]
        other.x = hero.x

    @staticmethod
    def _put_inside(first: DrawnThing, hero: Figure, other: Figure) -> None:
        left, top, right, bottom = other.motif.inside
        (x0, y0), (x1, y1) = other.at(left, top), other.at(right, bottom)
        room = min(abs(x1 - x0), abs(y1 - y0))
        hero.size = room * (SIZES[first.size] / 0.62 if first.size else 0.96)
        hero.x = (x0 + x1) / 2
        hero.y = max(y0, y1) - 1 if hero.stands else (y0 + y1) / 2

    def _reorder(self, order: float, shadow: bool | None = None) -> None:
        """Print earlier figures in another order, and perhaps without shadows."""
        for one in self._out:
            one.order = self._number + order
            one.shadow = one.shadow if shadow is None else shadow

    def _counted(self, noun: DrawnThing, figure: Figure) -> list[Figure]:
        """Return copies of a figure, as many as its noun says."""
        if not noun.count:
            return [figure]
        count = COUNTS[noun.count]
        make = {"ring": self._in_ring, "many": self._scattered, "flock": self._scattered}.get(
            noun.count, self._in_row
        )
        return [make(noun, figure, k, count) for k in range(count)]

    def _in_ring(self, noun: DrawnThing, figure: Figure, k: int, count: int) -> Figure:
        """Return a copy on a ring through the middle of each thing, its head outwards."""
        stage = self._stage
        angle = 2 * math.pi * k / count - math.pi / 2
        one = Figure(
            figure.motif,
            stage.w * 0.5 + stage.unit * 0.36 * math.cos(angle),
            stage.h * 0.5 + stage.unit * 0.36 * math.sin(angle),
            figure.size * 0.34,
            flipped=figure.flipped,
            turn=figure.turn + math.degrees(angle) + 90,
            plane=figure.plane,
            pale=figure.pale,
        )
        x, y = one.at(50, 50)
        one.x, one.y = 2 * one.x - x, 2 * one.y - y
        return one

    def _scattered(self, noun: DrawnThing, figure: Figure, k: int, count: int) -> Figure:
        """Return a copy placed evenly without a pattern, by the two irrational roots for even distribution."""
        stage = self._stage
        near = 0.35 + 0.65 * ((k * 7) % count) / count
        many = noun.count == "many"
        return Figure(
            figure.motif,
            stage.w * (0.05 + 0.9 * ((0.31 + k * 0.754877) % 1)),
            stage.h * (0.1 + 0.72 * ((0.17 + k * 0.569840) % 1) + sum(WHERE[word][1] for word in noun.where)),
            figure.size * 0.62 * near,
            flipped=k % 2 == 0 if many else figure.flipped,
            turn=figure.turn + (stage.chance.random() - 0.5) * (70 if many else 24),
            plane="mid" if near < 0.6 else figure.plane,
            pale=figure.pale,
        )

    def _in_row(self, noun: DrawnThing, figure: Figure, k: int, count: int) -> Figure:
        w = self._stage.w
        apart = 0.62 / (count - 1) if count > 2 else 0.42
        size = figure.size * (0.74 if count > 2 else 0.85)
        if w < self._stage.h:
            left, _, right, _ = figure.motif.box
            size = min(size, 1.3 * apart * w * 100 / (right - left))
        return Figure(
            figure.motif,
            figure.x + w * (k - (count - 1) / 2) * apart,
            figure.y,
            size,
            flipped=k == 1 if count == 2 else figure.flipped,
            turn=figure.turn,
            plane=figure.plane,
            pale=figure.pale,
        )
