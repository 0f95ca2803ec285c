"""The scenes of a finale that show the last conflict, and the deciding card."""

from __future__ import annotations

from collections.abc import Iterator
from zlib import crc32

from PIL import Image

from cards.i18n import Translator, title
from engine.voidream.views.types import MindView
from render import palette as c
from render.canvas import paint_block, shape_mask
from render.fonts import width_of
from render.layout import Block, Colour, Icon, Picture, Piece, Rect, Shape, Words
from render.sky import paint_sky
from render.table.finale import SIDE
from render.table.words import Names, plain
from render.typeset import fitted
from render.voidream.art import BackArt, CardArt, art_of
from render.voidream.dreamer import ROLES
from render.voidream.finale import Clash, ConflictCard
from render.voidream.finale_frame import STAGE_H, Lit, VoidreamScene, foot, mind_art, with_title
from render.voidream.middle import pulled

_MOST_FIGHTERS = 6
_ROW_H = 196
_LINE_H = 136


_BAR = Rect(18, 94, SIDE - 36, 26)


def _line(clash: Clash, names: Names, part: float | None, translator: Translator) -> Block:
    """Return the line between the players: attacker (left), defender (right), and the score bar, filled by `part` (0 to 1).

    Before the scores are calculated (None) it names the attacker and the defender instead.
    """
    attacker = clash.conflict.attacker
    pieces: list[Piece] = [Shape(Rect(0, 0, SIDE, _LINE_H), c.PANEL_LOW)]
    shown_scores = [round(score * (part or 0)) for score in clash.scores]
    for seat in (0, 1):
        attacks = seat == attacker
        ink, align = (c.ROSE, "left") if attacks else (c.SILVER, "right")
        # The final width of the score is reserved, so that the name doesn't move.
        number_w = min(150, 8 + width_of("0" * len(plain(clash.scores[seat])), "number", 64))
        if part is not None:
            at = SIDE // 2 - 20 - number_w if attacks else SIDE // 2 + 20
            box = Rect(at, 8, number_w, 78)
            toward = "right" if attacks else "left"
            pieces.append(fitted(plain(shown_scores[seat]), box, "number", 64, 30, c.PAPER, toward, 1))
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
    bar_split = round(_BAR.w * (0.5 + (pulled(clash.lead, (ours, theirs)) - 0.5) * (part or 0)))
    pieces.append(Shape(_BAR, c.SILVER, "box", 13))
    pieces.append(Shape(Rect(_BAR.x, _BAR.y, bar_split, _BAR.h), c.ROSE, "box", 13))
    pieces.append(Shape(Rect(_BAR.x + bar_split - 20, _BAR.y - 5, 36, 36), c.INK, "diamond", 0, c.PAPER, 4))
    return Block(SIDE, _LINE_H, tuple(pieces))


def _fighter(fighter: ConflictCard, dusk: bool, ink: Colour, width: int) -> Block:
    """Return a card at the line: its picture, with its contribution to the score at the bottom."""
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
    """Return the mind of a Dreamer without fighters at the line."""
    whole = Rect(0, 0, width, _ROW_H)
    picture = Picture(whole.inset(5), mind_art(mind, mind.count), 13)
    return Block(width, _ROW_H, (Shape(whole, c.PANEL_LOW, "box", 18, ink, 5), picture))


def _row(clash: Clash, seat: int) -> list[Block]:
    """Return a player's fighters, in the available width; of more than six, those with the largest contributions."""
    ink = c.ROSE if seat == clash.conflict.attacker else c.SILVER
    dusk = clash.conflict.kind == "dusk"
    fighters = list(clash.fighters[seat])
    if not fighters:
        return [_alone(clash.minds[seat], ink, 300)]
    if len(fighters) > _MOST_FIGHTERS:
        sign = 1 if dusk else -1
        strongest = sorted(fighters, key=lambda fighter: sign * (fighter.number or 0))[: _MOST_FIGHTERS - 1]
        fighters = [fighter for fighter in fighters if fighter in strongest][: _MOST_FIGHTERS - 1]
    hidden_count = len(clash.fighters[seat]) - len(fighters)
    count = len(fighters) + bool(hidden_count)
    width = min(260, (SIDE - 32 - 10 * (count - 1)) // count)
    blocks = [_fighter(fighter, dusk, ink, width) for fighter in fighters]
    if hidden_count:
        whole = Rect(0, 0, width, _ROW_H)
        count_words = fitted(f"+{hidden_count}", whole.inset(8), "number", 48, 24, c.PAPER, "center", 1)
        blocks.append(Block(width, _ROW_H, (Shape(whole, c.PANEL_LOW, "box", 18, ink, 5), count_words)))
    return blocks


class ConflictScene(VoidreamScene, frozen=True):
    """The fighters at the line; then the scores run, and the bar between the two moves."""

    clash: Clash

    def stages(self) -> Iterator[Image.Image]:
        """Return the picture of each step."""
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


class DecidingScene(VoidreamScene, frozen=True):
    """The deciding card over the whole width, brightening."""

    art: CardArt

    def stages(self) -> Iterator[Image.Image]:
        """Return the picture of each step."""
        lit = Lit(foot(self.art).paint(SIDE, STAGE_H), crc32(self.art.title.encode()))
        for step in self.steps:
            stage = lit.at(step.part).copy()
            with_title(stage, self.translator(title(self.art.title)), c.GOLD)
            yield stage
