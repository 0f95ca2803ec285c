"""A Feeling in its section, low and wide: its picture, its title, and its state if it isn't just lingering."""

from __future__ import annotations

from functools import lru_cache

from cards.i18n import ENGLISH, Translator, msg
from engine.dreamweavers.views.types import CardInPlay
from render.dreamweavers.art import art_of
from render.dreamweavers.inks import GILT, HEM, LABEL, dye
from render.dreamweavers.notion_signs import notion_mark
from render.dreamweavers.tiles import cost_disc
from render.dreamweavers.words import keyword_word
from render.layout import Block, Picture, Rect, Shape, moved
from render.table.lines import LEAST, Lines
from render.table.words import title_of

ART_W = 86
LOWEST = 54
"""The minimum height."""
_RIM = 4


@lru_cache(maxsize=256)
def feeling_block(
    card: CardInPlay, width: int, min_height: int = 0, translator: Translator = ENGLISH
) -> Block:
    """Return a Feeling of this width and minimum height, in pixels. An effect on standby is mentioned, with a gold rim.

    Lingering isn't mentioned, because it is the usual state of Feelings in the section.
    """
    face = card.face
    ground = dye(face.notion)
    x, w = ART_W + 16, width - ART_W - 26
    lines = Lines(x, w, 4)
    lines.text(title_of(face, translator), "title", LEAST, LABEL)
    if card.on_standby or not card.lingers:
        state, sign = (
            (msg("on standby", "tile"), "wait")
            if card.on_standby
            else (msg("waits to linger", "state"), "shut")
        )
        lines.sign(sign, 28, GILT, lowered=7)
        lines.text(translator(state), "strong", LEAST, GILT, indent=34)
    if card.keywords:
        lines.text(
            ", ".join(keyword_word(keyword, translator) for keyword in card.keywords), "text", LEAST, LABEL
        )
    height = max(min_height, LOWEST, lines.y + 5)
    rim = GILT if card.on_standby else HEM
    picture = Picture(Rect(_RIM, _RIM, ART_W, height - 2 * _RIM), art_of(face), 12)
    ground_shape = Shape(Rect(0, 0, width, height), ground, "box", 16, rim, _RIM)
    middle = height // 2
    mark = notion_mark(7, middle - 16, face.notion, 32)
    cost = cost_disc(ART_W - 44, middle - 22, face.cost, face.notion)
    centred = [moved(piece, 0, (height - lines.y - 5) // 2) for piece in lines.pieces]
    return Block(width, height, (ground_shape, picture, *cost, *mark, *centred))
