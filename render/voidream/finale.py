"""The finale of a match: the last conflict, the card that decided it, what fell, and who has won, as a short film.

`finale_of` picks what matters out of the public views of a round; `scenes` says which scenes there are, each with its
steps (caption and time) as data. A scene is drawn by its own call, so that others get their pictures in between.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from zlib import crc32

from msgspec import Struct
from PIL import Image, ImageEnhance

from cards.i18n import ENGLISH, Translator, msg, title
from engine.kernel.event import Seen
from engine.voidream.endings import BASTION, INSANITY
from engine.voidream.facts import ConflictScored
from engine.voidream.views.types import CardFace, ConflictView, MindView, SideView, VoidreamView
from render import palette as c
from render.canvas import paint_block, shape_mask
from render.fading import FadedFoot
from render.film import FilmFrame
from render.fonts import width_of
from render.illustration.press import Press
from render.illustration.shapes import Point
from render.palette import between
from render.pieces import Block, Colour, Drawing, Icon, Picture, Piece, Rect, Shape, Words
from render.pixels import mapped
from render.sky import paint_sky
from render.typeset import fitted
from render.voidream.art import BackArt, CardArt, art_of
from render.voidream.dreamer import ROLES
from render.voidream.faction_inks import NIGHT, inks_of
from render.voidream.illustration import FULL_MIND
from render.voidream.middle import pulled
from render.voidream.wording import PHASES, Names, ending, headline, of, participants, plain, shown_names

SIDE = 660
"""Every picture of a finale is a square of so many pixels a side."""
CAPTION_H = 92
"""The height of the band with the caption, above everything else."""
STAGE_H = SIDE - CAPTION_H
TITLE_H = 116
"""The height of the flat band under an illustration, on which its title stands."""

CONFLICT_MS, RUN_MS, SCORED_MS = 1600, 90, 1100
LIGHT_MS, LIT_MS = 120, 1000
NIGHT_MS, SPENT_MS = 350, 700
CRACK_MS, FALLEN_MS = 160, 900
REVEAL_MS, RESULT_MS = 120, 3000
RUN, LIGHT, CRACKS, REVEAL = 8, 6, 6, 4
"""In how many steps the scores run, light grows, a bastion cracks, and the result comes to light."""

_MOST_FIGHTERS = 6
_ROW_H = 196
_LINE_H = 136


# ------------------------------------------------------------------------------------------------------------ data


class Fighter(Struct, frozen=True):
    """A card that takes part in a conflict: its face (None: veiled), and what it adds to the score, if it counts."""

    value: int
    face: CardFace | None
    number: int | None


class DecidingConflict(Struct, frozen=True):
    """The card that decided a round: whose it is, and its picture."""

    seat: int
    art: CardArt


class Clash(Struct, frozen=True):
    """A conflict as it was counted: who fought, with which minds, and both scores, all by seat."""

    conflict: ConflictView
    fighters: tuple[tuple[Fighter, ...], tuple[Fighter, ...]]
    minds: tuple[MindView, MindView]
    scores: tuple[int, int]
    counted: bool
    """Whether the conflict came to its end, so that somebody has won it."""

    @property
    def lead(self) -> int:
        """By how much the attacker leads; negative: the defender."""
        ours, theirs = self.scores[self.conflict.attacker], self.scores[1 - self.conflict.attacker]
        return theirs - ours if self.conflict.kind == "dusk" else ours - theirs

    @property
    def leader(self) -> int | None:
        """The seat of whoever leads; None where the two are level."""
        lead = self.lead
        return None if not lead else self.conflict.attacker if lead > 0 else 1 - self.conflict.attacker

    @property
    def strongest(self) -> DecidingConflict:
        """The fighter of the leader that did most for the score, or the leader's mind where there is none.

        In dusk, where the lower score wins, that is who added least. Where the two are level, it is the attacker's.
        """
        seat = self.conflict.attacker if self.leader is None else self.leader
        sign = -1 if self.conflict.kind == "dusk" else 1
        known = [(one.face, sign * (one.number or 0)) for one in self.fighters[seat] if one.face is not None]
        if not known:
            return DecidingConflict(seat, _mind_art(self.minds[seat], self.minds[seat].count))
        return DecidingConflict(seat, art_of(max(known, key=lambda one: one[1])[0]))


class Fall(Struct, frozen=True):
    """What somebody lost: their mind as it falls, from one number to another, or their bastion."""

    seat: int
    mind: MindView | None = None
    before: int = 0
    after: int = 0
    bastion: CardFace | None = None


class Finale(Struct, frozen=True):
    """What a round came to: its last conflict, the card that decided it, what fell, and the position at the end."""

    last: VoidreamView
    clash: Clash | None
    deciding: DecidingConflict | None
    falls: tuple[Fall, ...]


def finale_of(views: Sequence[VoidreamView], happened: Sequence[Sequence[Seen]] = ()) -> Finale | None:
    """Return the finale of a match from the public views of its last round, in order; None if it has not ended.

    `happened` is what everybody was told with each view: it has the scores as they were counted, of which the views
    before and after know only what they were then.
    """
    if not views or not views[-1].ended:
        return None
    last = views[-1]
    clash = _clash(views, happened)
    falls = tuple(_falls(views))
    if clash is not None:
        return Finale(last, clash, clash.strongest, falls)
    fallen = next((fall for fall in falls if fall.bastion is not None), None)
    if fallen is None or fallen.bastion is None:
        return Finale(last, None, None, falls)
    return Finale(last, None, DecidingConflict(fallen.seat, art_of(fallen.bastion)), falls)


def _clash(views: Sequence[VoidreamView], happened: Sequence[Sequence[Seen]]) -> Clash | None:
    """The last conflict of these views as it was when its scores were counted; None if there was none."""
    end = next((n for n in reversed(range(len(views))) if _is_fought(views[n])), None)
    if end is None:
        return None
    start = end
    while start and views[start - 1].conflict is not None:
        start -= 1
    at, scored = _scored(happened, start, end + 1)
    if at is None:
        at = end
        while at > start and views[at].ended and _is_fought(views[at - 1]):
            at -= 1
    elif at > start:
        at -= 1
    view = views[at] if _is_fought(views[at]) else views[end]
    assert view.conflict is not None
    dawn = view.conflict.kind != "dusk"
    first, second = view.sides
    scores = (first.dawn_score, second.dawn_score) if dawn else (first.dusk_score, second.dusk_score)
    if scored is not None:
        one, other = scored
        scores = (one, other)
    return Clash(
        view.conflict,
        (_fighters(first, dawn), _fighters(second, dawn)),
        (first.mind, second.mind),
        scores,
        scored is not None,
    )


def _is_fought(view: VoidreamView) -> bool:
    return view.conflict is not None and view.conflict.kind in ("dawn", "dusk")


def _scored(
    happened: Sequence[Sequence[Seen]], first: int, last: int
) -> tuple[int | None, Sequence[int] | None]:
    """The step in which the scores were counted for the last time, and what they were by seat."""
    for at in range(min(last, len(happened) - 1), first - 1, -1):
        for event in reversed(happened[at]):
            if isinstance(event.fact, ConflictScored):
                return at, event.fact.totals
    return None, None


def _fighters(side: SideView, dawn: bool) -> tuple[Fighter, ...]:
    """Who fights on a side, as everybody sees them, each with what it adds to the score."""
    left = list(side.dawn_parts if dawn else side.dusk_parts)
    found: list[Fighter] = []
    for card in participants(side):
        face = None if card.veiled else card.face
        part = next(
            (one for one in left if face is not None and (one.what, one.title) == ("entity", face.title)),
            None,
        )
        if part is not None:
            left.remove(part)
        found.append(Fighter(card.value, face, None if part is None else part.number))
    return tuple(found)


def _falls(views: Sequence[VoidreamView]) -> list[Fall]:
    """What the losers lost in these views: only what really fell."""
    last = views[-1]
    falls: list[Fall] = []
    for side in last.sides:
        if side.seat in last.winners or last.ended not in (BASTION.key, INSANITY.key):
            continue
        before = max(view.sides[side.seat].mind.count for view in views)
        after = 0 if last.ended == INSANITY.key else side.mind.count
        if after < before or last.ended == INSANITY.key:
            falls.append(Fall(side.seat, side.mind, before, after))
        if last.ended != INSANITY.key:
            bastion = _fallen(views, side.seat)
            if bastion is not None:
                falls.append(Fall(side.seat, bastion=bastion))
    return falls


def _fallen(views: Sequence[VoidreamView], seat: int) -> CardFace | None:
    """The bastion that somebody had, and has no longer."""
    if any(one.is_bastion for one in views[-1].sides[seat].constructs):
        return None
    for view in reversed(views):
        for one in view.sides[seat].constructs:
            if one.is_bastion:
                return one.face
    return None


# ---------------------------------------------------------------------------------------------------------- scenes


class FinaleStep(Struct, frozen=True):
    """A picture of a scene as data: its caption, how long it is held, and how far the scene is (0 to 1)."""

    caption: str
    milliseconds: int
    part: float


class FinaleScene(Struct, frozen=True):
    """A part of a finale: what it is, and its steps."""

    steps: tuple[FinaleStep, ...]
    names: Names
    translator: Translator

    def paint(self) -> list[FilmFrame]:
        """The pictures of the scene, one for each step."""
        return [
            FilmFrame(_with_caption(stage, step.caption, *self.sign), step.milliseconds)
            for step, stage in zip(self.steps, self.stages(), strict=True)
        ]

    @property
    def sign(self) -> tuple[str, Colour]:
        """The icon beside the caption, and its colour."""
        raise NotImplementedError

    def stages(self) -> Iterator[Image.Image]:
        """What happens in each step, without its caption."""
        raise NotImplementedError


def scenes(finale: Finale, names: Names, translator: Translator = ENGLISH) -> tuple[FinaleScene, ...]:
    """The scenes of a finale in order; `names` are the players' display names by seat. There is at least the result."""
    names = shown_names(names, translator)
    found: list[FinaleScene] = []
    if (clash := finale.clash) is not None:
        found.append(ConflictScene(_conflict_steps(clash, names, translator), names, translator, clash))
    if (deciding := finale.deciding) is not None:
        found.append(
            DecidingScene(_deciding_steps(deciding, names, translator), names, translator, deciding.art)
        )
    for fall in finale.falls:
        if fall.mind is not None:
            found.append(
                MindScene(_mind_steps(finale, fall, names, translator), names, translator, fall.mind)
            )
        if fall.bastion is not None:
            found.append(
                BastionScene(_bastion_steps(fall, names, translator), names, translator, fall.bastion)
            )
    found.append(ResultScene(_result_steps(finale, names, translator), names, translator, finale.last))
    return tuple(found)


# ----------------------------------------------------------------------------------------------------------- steps


def _kind_words(conflict: ConflictView, translator: Translator) -> str:
    if conflict.nightmare:
        return translator(msg("Nightmare", "law"))
    return translator(PHASES[f"{conflict.kind} conflict"])


def _conflict_steps(clash: Clash, names: Names, translator: Translator) -> tuple[FinaleStep, ...]:
    """First who fights, then the scores run, then who leads is held."""
    kind = _kind_words(clash.conflict, translator)
    if clash.leader is None:
        told = msg("A draw")
    else:
        wins, leads = msg("{name} wins by {n}"), msg("{name} leads by {n}")
        told = (wins if clash.counted else leads).filled(name=names[clash.leader], n=abs(clash.lead))
    # Fast at first, slow at the end, so that the last numbers can be read as they come.
    run = [1 - (1 - k / RUN) ** 2 for k in range(1, RUN)]
    return (
        FinaleStep(kind, CONFLICT_MS, 0),
        *(FinaleStep(kind, RUN_MS, part) for part in run),
        FinaleStep(translator(told), SCORED_MS, 1),
    )


def _deciding_steps(
    deciding: DecidingConflict, names: Names, translator: Translator
) -> tuple[FinaleStep, ...]:
    name = names[deciding.seat]
    told = {
        "mind": msg("{whose} mind", whose=of(name), name=name),
        "bastion": msg("{whose} bastion", whose=of(name), name=name),
    }.get(deciding.art.kind, msg("The strongest in the conflict"))
    steps = [FinaleStep(translator(told), LIGHT_MS, k / LIGHT) for k in range(LIGHT)]
    return (*steps, FinaleStep(translator(told), LIT_MS, 1))


def _mind_steps(finale: Finale, fall: Fall, names: Names, translator: Translator) -> tuple[FinaleStep, ...]:
    """One step a number, down to the last."""
    name = names[fall.seat]
    steps: list[FinaleStep] = []
    for n in range(fall.before, fall.after - 1, -1):
        last = n == fall.after
        if last and finale.last.ended == INSANITY.key:
            told = ending(finale.last, names, translator)
        elif n:
            told = translator(msg("{whose} mind: {n}", whose=of(name), name=name, n=n))
        else:
            told = translator(msg("{whose} mind is spent", whose=of(name), name=name))
        steps.append(FinaleStep(told, SPENT_MS if last else NIGHT_MS, n / FULL_MIND))
    return tuple(steps)


def _bastion_steps(fall: Fall, names: Names, translator: Translator) -> tuple[FinaleStep, ...]:
    name = names[fall.seat]
    stands = translator(msg("{whose} bastion", whose=of(name), name=name))
    steps = [FinaleStep(stands, CRACK_MS, k / CRACKS) for k in range(CRACKS)]
    fallen = translator(msg("{whose} bastion has fallen", whose=of(name), name=name))
    return (*steps, FinaleStep(fallen, FALLEN_MS, 1))


def _result_steps(finale: Finale, names: Names, translator: Translator) -> tuple[FinaleStep, ...]:
    how = ending(finale.last, names, translator)
    return (*(FinaleStep(how, REVEAL_MS, k / REVEAL) for k in range(REVEAL)), FinaleStep(how, RESULT_MS, 1))


# -------------------------------------------------------------------------------------------------------- painting


def _mind_art(mind: MindView, count: int) -> CardArt:
    return CardArt(mind.title, "mind", mind.faction, mind.art, count)


def _with_caption(stage: Image.Image, caption: str, sign: str, ink: Colour) -> Image.Image:
    """A whole picture: what happens, and what is said of it in the band above."""
    wide = width_of(caption, "display", 46)
    room = SIDE - 48
    icon = 44
    centred = wide + icon + 16 <= room
    left = 24 + ((room - wide - icon - 16) // 2 if centred else 0)
    box = Rect(left + icon + 16, 4, wide if centred else room - icon - 16, CAPTION_H - 12)
    pieces: tuple[Piece, ...] = (
        Shape(Rect(0, 0, SIDE, CAPTION_H), c.PANEL_LOW),
        Shape(Rect(0, CAPTION_H - 4, SIDE, 4), ink),
        Icon(Rect(left, (CAPTION_H - 4 - icon) // 2, icon, icon), sign, ink),
        fitted(caption, box, "display", 46, 24, c.PAPER, "left", 2),
    )
    picture = Image.new("RGB", (SIDE, SIDE), c.PANEL_LOW)
    picture.paste(paint_block(Block(SIDE, CAPTION_H, pieces)), (0, 0))
    picture.paste(stage, (0, CAPTION_H))
    return picture


def _foot(drawing: Drawing) -> FadedFoot:
    """An illustration over the whole width, with a flat band below for words."""
    return FadedFoot(drawing, c.PANEL_LOW, reach=60, plain=TITLE_H - 24)


def _with_title(stage: Image.Image, text: str, ink: Colour, largest: int = 54) -> None:
    """Put a title on the flat band under an illustration."""
    band = Rect(0, STAGE_H - TITLE_H + 24, SIDE, TITLE_H - 24)
    words = fitted(text, Rect(24, 0, SIDE - 48, band.h - 4), "display", largest, 26, ink, "center", 2)
    stage.paste(
        paint_block(Block(band.w, band.h, (Shape(Rect(0, 0, band.w, band.h), c.PANEL_LOW), words))),
        (0, band.y),
    )


def _brightest(picture: Image.Image) -> Point:
    """Where a picture is brightest, in its pixels."""
    cell = 30
    small = picture.convert("L").reduce(cell)
    levels = small.tobytes()
    at = levels.index(max(levels))
    return (at % small.width + 0.5) * cell, (at // small.width + 0.5) * cell


_HALF = [0] * 128 + [255] * 128


class _Lit:
    """A picture that comes out of the dark around its light. Grains that have come to light stay as they are."""

    def __init__(self, picture: Image.Image, seed: int) -> None:
        self._lit = picture
        grey = ImageEnhance.Color(picture).enhance(0.5)
        self._dark = ImageEnhance.Brightness(grey).enhance(0.32)
        self._press = Press(picture.width, picture.height, NIGHT["neutral"], seed)
        self._light = _brightest(picture)

    def at(self, part: float) -> Image.Image:
        """The picture when its light has grown so far: 0 (only around the light) to 1 (everything)."""
        if part >= 1:
            return self._lit
        whole = Image.new("L", self._lit.size, 255)
        x, y = self._light
        reach = self._lit.width * (0.2 + 0.9 * part)
        tone = self._press.halo(whole, (0, 0), x, y, reach, 1, 1.4)
        grains = mapped(self._press.grains(tone, (0, 0), 2.2, 3), _HALF)
        return Image.composite(self._lit, self._dark, grains)


_BAR = Rect(18, 94, SIDE - 36, 26)


def _line(clash: Clash, names: Names, part: float | None, translator: Translator) -> Block:
    """The line between the two: who attacks (left) and defends (right), and the score bar, pulled so far (0 to 1).

    Before the scores are counted (None) it says who attacks and who defends instead.
    """
    attacker = clash.conflict.attacker
    pieces: list[Piece] = [Shape(Rect(0, 0, SIDE, _LINE_H), c.PANEL_LOW)]
    counted = [round(score * (part or 0)) for score in clash.scores]
    for seat in (0, 1):
        attacks = seat == attacker
        ink, align = (c.ROSE, "left") if attacks else (c.SILVER, "right")
        # As much room as the score will take in the end, so that the name stays where it is.
        number_w = min(150, 8 + width_of("0" * len(plain(clash.scores[seat])), "number", 64))
        if part is not None:
            at = SIDE // 2 - 20 - number_w if attacks else SIDE // 2 + 20
            box = Rect(at, 8, number_w, 78)
            toward = "right" if attacks else "left"
            pieces.append(fitted(plain(counted[seat]), box, "number", 64, 30, c.PAPER, toward, 1))
        x = 18 if attacks else SIDE // 2 + 34 + number_w
        name_w = SIDE // 2 - 52 - number_w
        icon = Rect(x if attacks else x + name_w - 28, 7, 28, 28)
        pieces.append(Icon(icon, "sword" if attacks else "shield", ink))
        role = translator(ROLES[attacks, not clash.fighters[seat] and not attacks])
        box = Rect(x + 36 if attacks else x, 5, name_w - 36, 32)
        pieces.append(fitted(role, box, "strong", 26, 22, ink, align, 1))
        pieces.append(fitted(names[seat], Rect(x, 36, name_w, 54), "display", 36, 20, c.PAPER, align, 2))
    if part is not None:
        pieces.append(Shape(Rect(SIDE // 2 - 2, 22, 4, 52), c.EDGE))
    ours, theirs = clash.scores[attacker], clash.scores[1 - attacker]
    cut = round(_BAR.w * (0.5 + (pulled(clash.lead, (ours, theirs)) - 0.5) * (part or 0)))
    pieces.append(Shape(_BAR, c.SILVER, "box", 13))
    pieces.append(Shape(Rect(_BAR.x, _BAR.y, cut, _BAR.h), c.ROSE, "box", 13))
    pieces.append(Shape(Rect(_BAR.x + cut - 20, _BAR.y - 5, 36, 36), c.INK, "diamond", 0, c.PAPER, 4))
    return Block(SIDE, _LINE_H, tuple(pieces))


def _fighter(fighter: Fighter, dusk: bool, ink: Colour, width: int) -> Block:
    """A card at the line: its picture, and on its foot what it adds to the score."""
    whole = Rect(0, 0, width, _ROW_H)
    art = whole.inset(5)
    pieces: list[Piece] = [Shape(whole, c.PANEL_LOW, "box", 18, ink, 5)]
    if fighter.face is None:
        number = plain(fighter.value)
        pieces.append(Picture(art, BackArt(), 13, foot=70, foot_ink=c.PANEL_LOW))
        sign, tint = "shut", c.MIST
    else:
        number = "" if fighter.number is None else plain(fighter.number)
        pieces.append(Picture(art, art_of(fighter.face), 13, foot=70 if number else 24, foot_ink=c.PANEL_LOW))
        sign, tint = ("moon", c.SILVER) if dusk else ("sun", c.GOLD)
    if number:
        size = next((size for size in (44, 36, 30) if width_of(number, "number", size) <= width - 50), 24)
        wide = width_of(number, "number", size)
        icon = round(size * 0.7)
        left = (width - wide - icon - 8) // 2
        pieces.append(Icon(Rect(left, _ROW_H - 34 - icon // 2, icon, icon), sign, tint))
        pieces.append(Words(Rect(left + icon + 8, _ROW_H - 62, wide, 56), (number,), "number", size, c.PAPER))
    return Block(width, _ROW_H, tuple(pieces))


def _alone(mind: MindView, ink: Colour, width: int) -> Block:
    """A Dreamer without fighters stands at the line alone."""
    whole = Rect(0, 0, width, _ROW_H)
    picture = Picture(whole.inset(5), _mind_art(mind, mind.count), 13)
    return Block(width, _ROW_H, (Shape(whole, c.PANEL_LOW, "box", 18, ink, 5), picture))


def _row(clash: Clash, seat: int) -> list[Block]:
    """Those who fight for somebody, as wide as there is room; of more than six those who do most."""
    ink = c.ROSE if seat == clash.conflict.attacker else c.SILVER
    dusk = clash.conflict.kind == "dusk"
    fighters = list(clash.fighters[seat])
    if not fighters:
        return [_alone(clash.minds[seat], ink, 300)]
    if len(fighters) > _MOST_FIGHTERS:
        sign = 1 if dusk else -1
        shown = sorted(fighters, key=lambda one: sign * (one.number or 0))[: _MOST_FIGHTERS - 1]
        fighters = [one for one in fighters if one in shown][: _MOST_FIGHTERS - 1]
    hidden = len(clash.fighters[seat]) - len(fighters)
    count = len(fighters) + bool(hidden)
    width = min(260, (SIDE - 32 - 10 * (count - 1)) // count)
    blocks = [_fighter(one, dusk, ink, width) for one in fighters]
    if hidden:
        whole = Rect(0, 0, width, _ROW_H)
        words = fitted(f"+{hidden}", whole.inset(8), "number", 48, 24, c.PAPER, "center", 1)
        blocks.append(Block(width, _ROW_H, (Shape(whole, c.PANEL_LOW, "box", 18, ink, 5), words)))
    return blocks


class ConflictScene(FinaleScene, frozen=True):
    """Who fights, at the line; then the scores run, and the bar between the two is pulled."""

    clash: Clash

    @property
    def sign(self) -> tuple[str, Colour]:
        """The icon beside the caption, and its colour."""
        if self.clash.conflict.nightmare:
            return "eye", c.ROSE
        return ("moon", c.SILVER) if self.clash.conflict.kind == "dusk" else ("sun", c.GOLD)

    def stages(self) -> Iterator[Image.Image]:
        """What happens in each step, without its caption."""
        clash = self.clash
        sky = "nightmare" if clash.conflict.nightmare else clash.conflict.kind
        line_y = (STAGE_H - _LINE_H) // 2
        base = paint_sky(sky, SIDE, STAGE_H, horizon=STAGE_H // 2)
        for seat, y in (
            (1 - clash.conflict.attacker, (line_y - _ROW_H) // 2),
            (clash.conflict.attacker, STAGE_H - (line_y + _ROW_H) // 2),
        ):
            blocks = _row(clash, seat)
            x = (SIDE - sum(block.width + 10 for block in blocks) + 10) // 2
            for block in blocks:
                mask = shape_mask("box", block.width, block.height, block.radius)
                base.paste(paint_block(block), (x, y), mask)
                x += block.width + 10
        for k, step in enumerate(self.steps):
            stage = base.copy()
            line = _line(clash, self.names, step.part if k else None, self.translator)
            stage.paste(paint_block(line), (0, line_y))
            yield stage


class DecidingScene(FinaleScene, frozen=True):
    """The card that decided it over the whole width, coming to light."""

    art: CardArt

    @property
    def sign(self) -> tuple[str, Colour]:
        """The icon beside the caption, and its colour."""
        return "star", c.GOLD

    def stages(self) -> Iterator[Image.Image]:
        """What happens in each step, without its caption."""
        lit = _Lit(_foot(self.art).paint(SIDE, STAGE_H), crc32(self.art.title.encode()))
        for step in self.steps:
            stage = lit.at(step.part).copy()
            _with_title(stage, self.translator(title(self.art.title)), c.GOLD)
            yield stage


class MindScene(FinaleScene, frozen=True):
    """A mind that fills with night, number by number."""

    mind: MindView

    @property
    def sign(self) -> tuple[str, Colour]:
        """The icon beside the caption, and its colour."""
        return "eye", c.ROSE

    def stages(self) -> Iterator[Image.Image]:
        """What happens in each step, without its caption."""
        for step in self.steps:
            stage = _foot(_mind_art(self.mind, round(step.part * FULL_MIND))).paint(SIDE, STAGE_H)
            _with_title(stage, self.translator(title(self.mind.title)), c.ROSE)
            yield stage


class BastionScene(FinaleScene, frozen=True):
    """A bastion that cracks and goes dark."""

    bastion: CardFace

    @property
    def sign(self) -> tuple[str, Colour]:
        """The icon beside the caption, and its colour."""
        return "crack", c.ROSE

    def stages(self) -> Iterator[Image.Image]:
        """What happens in each step, without its caption."""
        standing = _foot(art_of(self.bastion)).paint(SIDE, STAGE_H)
        inks = inks_of(self.bastion.faction, "night")
        seed = crc32(self.bastion.title.encode())
        cracks = _cracks(seed)
        for step in self.steps:
            press = Press(SIDE, STAGE_H, inks, seed)
            press.picture = standing.copy()
            if step.part:
                tone = Image.new("L", standing.size, round(215 * step.part))
                press.put(inks.night, mapped(press.stipple(tone), _HALF))
            for begins, crack in cracks:
                grown = (step.part - begins) / (1 - begins)
                if grown > 0:
                    wide = 8 + 18 * grown
                    press.shape(_wedge(crack, grown, wide + 5), inks.light)
                    press.shape(_wedge(crack, grown, wide), between(inks.night, (0, 0, 0), 0.6))
            _with_title(press.picture, self.translator(title(self.bastion.title)), c.ROSE)
            yield press.picture


def _cracks(seed: int) -> list[tuple[float, list[Point]]]:
    """Cracks through a bastion, from above: one through all of it, and what branches off; each with when it begins."""
    chance = random.Random(seed)
    bottom = STAGE_H - TITLE_H
    main: list[Point] = []
    x = SIDE * (0.4 + 0.2 * chance.random())
    side = 1
    for k in range(14):
        main.append((x, bottom * k / 12 - 12))
        x += side * (14 + 34 * chance.random())
        side = -side if chance.random() < 0.75 else side
    found = [(0.0, main)]
    side = -1
    for k in (2, 4, 6, 8, 10):
        x, y = main[k]
        branch: list[Point] = [(x, y)]
        for n in range(6):
            x += side * (22 + 36 * chance.random())
            y += (26 if n % 2 else -14) + 30 * chance.random()
            branch.append((x, y))
        found.append((0.7 * k / 13, branch))
        side = -side
    return found


def _wedge(points: Sequence[Point], grown: float, wide: float) -> list[Point]:
    """The outline of a crack along these points, so much of it as has grown: widest where it begins, pointed at its end."""
    last = grown * (len(points) - 1)
    whole = [*points[: int(last) + 1]]
    if last % 1:
        (x0, y0), (x1, y1) = points[int(last)], points[int(last) + 1]
        whole.append((x0 + (x1 - x0) * (last % 1), y0 + (y1 - y0) * (last % 1)))
    if len(whole) < 2:
        return []
    one: list[Point] = []
    other: list[Point] = []
    for k, (x, y) in enumerate(whole):
        (x0, y0), (x1, y1) = whole[max(0, k - 1)], whole[min(len(whole) - 1, k + 1)]
        far = math.hypot(x1 - x0, y1 - y0) or 1
        half = wide / 2 * (1 - k / (len(whole) - 1))
        dx, dy = -(y1 - y0) / far * half, (x1 - x0) / far * half
        one.append((x + dx, y + dy))
        other.append((x - dx, y - dy))
    return [*one, *reversed(other)]


_SUNRISE = "small walker, in hill giant centre low sun"
_MOONLIGHT = "two small walker, in hill giant centre low moon"


def _home_of(side: SideView) -> str:
    """The faction of somebody's bastion, or where it is gone, of their mind."""
    return next((one.face.faction for one in side.constructs if one.is_bastion), side.mind.faction)


class ResultScene(FinaleScene, frozen=True):
    """Who has won, large, over a landscape in the winner's inks that comes to light."""

    last: VoidreamView

    @property
    def sign(self) -> tuple[str, Colour]:
        """The icon beside the caption, and its colour."""
        return ("crown" if len(self.last.winners) == 1 else "star"), c.GOLD

    def stages(self) -> Iterator[Image.Image]:
        """What happens in each step, without its caption."""
        art = CardArt("", "entity", "neutral", _MOONLIGHT)
        if len(self.last.winners) == 1:
            art = CardArt("", "entity", _home_of(self.last.sides[self.last.winners[0]]), _SUNRISE)
        lit = _Lit(_foot(art).paint(SIDE, STAGE_H), 0)
        for step in self.steps:
            stage = lit.at(step.part).copy()
            _with_title(stage, headline(self.last, self.names, self.translator), c.GOLD, 72)
            yield stage
