"""What somebody has played, at a glance: their name over the place they fight for, and their results as bars."""

from __future__ import annotations

from msgspec.structs import replace

from cards.i18n import ENGLISH, Translator, Value
from cards.voidream.deck_rules import faction_alone
from cards.voidream.language.tree import Faction
from cards.voidream.library import the_set
from cards.voidream.model import Kind
from render import palette as c
from render.canvas import paint_sheet
from render.fading import FadedFoot
from render.few_inks import areas_of, margin_inks, png_in_few_inks, tints
from render.fonts import line_height, width_of
from render.pieces import Block, Colour, Icon, Picture, Piece, Placed, Rect, Shape, Sheet, Words
from render.played import PlayedProfile, Score
from render.results import bar, shown_name, told, totals
from render.typeset import fitted, unbroken
from render.voidream.art import CardArt
from render.voidream.card import rare_inks
from render.voidream.faction_inks import DUSK, LIGHTS, NIGHT
from render.voidream.wording import EMBLEMS

WIDTH = 1100
MARGIN = 20
INNER = WIDTH - 2 * MARGIN
SEAM = 14
HALF = (INNER - SEAM) // 2
PAD = 28
SCENES = (316, 290, 212)
"""How high the scene is above no, one and two rows of factions."""
LONG_NAME = 38
"""How much higher it is where the name takes two lines."""
RESULTS = 98
ROW = 92
RESULTS_INKS = (c.MINT, c.SMOKE, c.ROSE)
"""The colours of what was won, drawn and lost."""
SHOWN = 4
"""Factions that are shown, at most."""
MOST_BYTES = 250_000
FIELD = (22, 19, 44)
NEUTRAL_SCENE = CardArt("Voidream", "entity", "neutral", "tiny man on ladder, in hill giant moon, at night")
"""What is seen where no faction is shown."""
UNKNOWN = "star"
"""The sign of a faction that is none of Voidream's."""
FACTIONS: dict[Value, str] = {faction_alone(faction): faction.value for faction in Faction}
"""The key of a faction, by what its decks are called."""


def scene_of(played: PlayedProfile) -> CardArt:
    """The bastion of the faction that was played most, the first one by title; a neutral scene if there is none."""
    key = FACTIONS.get(played.factions[0][0], "") if played.factions else ""
    bastions = [card for card in the_set() if card.kind is Kind.BASTION and card.faction.value == key]
    if not bastions:
        return NEUTRAL_SCENE
    first = min(bastions, key=lambda card: card.title)
    return CardArt(first.title, first.kind.value, first.faction.value, first.art)


# ----------------------------------------------------------------------------------------------------------- blocks


def _name(text: str) -> Words:
    """A name in one line if that can be, with the largest letters that fit."""
    room = INNER - 2 * PAD
    words = fitted(text, Rect(PAD, 0, room, line_height(80)), "display", 80, 48, c.PAPER, "left", 1)
    if not words.whole or not unbroken(text, words.face, words.size, room):
        words = fitted(text, Rect(PAD, 0, room, 2 * line_height(52)), "display", 52, 34, c.PAPER, "left", 2)
    high = len(words.lines) * line_height(words.size)
    return replace(words, rect=Rect(PAD, 0, room, high))


def _person(played: PlayedProfile, scene: int, translator: Translator) -> Block:
    """The scene with the name on its foot, and all results."""
    name = _name(shown_name(played.name, translator))
    high = name.rect.h
    scene += LONG_NAME * (len(name.lines) - 1)
    height = scene + RESULTS
    faded = FadedFoot(scene_of(played), FIELD, 8 * high // 5, high // 3)
    pieces: list[Piece] = [
        Shape(Rect(0, 0, INNER, height), FIELD, "box", 22),
        Picture(Rect(0, 0, INNER, scene), faded, 22),
        replace(name, rect=name.rect.moved(0, scene - high)),
    ]
    row = Rect(PAD, scene, INNER - 2 * PAD, 58)
    pieces += totals(played.total, row, RESULTS_INKS, c.PAPER, translator)
    below = Rect(PAD, scene + 62, row.w, 18)
    return Block(INNER, height, (*pieces, *bar(played.total, below, RESULTS_INKS, c.EDGE)))


def _faction(named: Value, score: Score, width: int, translator: Translator) -> Block:
    """A faction: its sign and name, and what was won and lost with it."""
    key = FACTIONS.get(named, "")
    light = LIGHTS[key] if key else c.MIST
    pieces: list[Piece] = [
        Shape(Rect(0, 0, width, ROW), FIELD, "box", 20),
        Icon(Rect(22, 22, 48, 48), EMBLEMS.get(key, UNKNOWN), light),
    ]
    x, right = 90, width - 24
    parts = ((str(score.lost), c.ROSE), ("–", c.MIST), (str(score.won), c.MINT))

    def named_beside(size: int) -> Words:
        taken = sum(width_of(part, "number", size) + 8 for part, _ in parts)
        room = Rect(x, 9, right - taken - 12 - x, 48)
        return fitted(translator(named), room, "title", 36, 29, c.PAPER, "left", 1)

    size = 42 if named_beside(42).whole else 34
    name = named_beside(size)
    for part, ink in parts:
        wide = width_of(part, "number", size)
        pieces.append(Words(Rect(right - wide, 7, wide, 50), (part,), "number", size, ink))
        right -= wide + 8
    pieces.append(name)
    return Block(width, ROW, (*pieces, *bar(score, Rect(x, 66, width - 24 - x, 12), RESULTS_INKS, c.EDGE)))


# ------------------------------------------------------------------------------------------------------------- sheet


def layout_profile(played: PlayedProfile, translator: Translator = ENGLISH) -> Sheet:
    """Where everything lies on the picture of what somebody has played."""
    factions = played.factions[:SHOWN]
    rows = [factions[k : k + 2] for k in range(0, len(factions), 2)]
    placed = [Placed(MARGIN, MARGIN, _person(played, SCENES[len(rows)], translator), "person")]
    y = placed[0].rect.bottom + SEAM
    for pair in rows:
        width = HALF if len(pair) == 2 else INNER
        for k, (named, score) in enumerate(pair):
            block = _faction(named, score, width, translator)
            placed.append(Placed(MARGIN + k * (HALF + SEAM), y, block, "faction"))
        y += ROW + SEAM
    height = y - SEAM + MARGIN
    return Sheet(WIDTH, height, "night", tuple(placed), horizon=height)


def _kept(picture: Picture) -> list[Colour]:
    """The colours of what stands on the scene, and of what is small on it."""
    match picture.drawing:
        case FadedFoot(drawing=CardArt(faction=faction), ground=ground):
            hours = NIGHT[faction], DUSK[faction]
            lights = [light for inks in hours for light in (inks.light, inks.pale, inks.glow)]
            return [*tints(ground, (c.PAPER, *lights), 7), *rare_inks(faction)]
        case _:
            return []


def _exact_inks() -> list[Colour]:
    """The colours that panels, words, bars and signs have."""
    return [
        *tints(FIELD, (c.PAPER, c.MINT, c.SMOKE, c.ROSE), 6),
        *tints(FIELD, (c.MIST, *LIGHTS.values()), 4),
        c.EDGE,
    ]


def draw_profile(played: PlayedProfile, translator: Translator = ENGLISH) -> bytes:
    """What somebody has played, as a PNG."""
    sheet = layout_profile(played, translator)
    image = paint_sheet(sheet)
    inks = [*_exact_inks(), *margin_inks(image, MARGIN)]
    return png_in_few_inks(image, inks, areas_of(sheet, _kept), MOST_BYTES)


def alt_profile(played: PlayedProfile, translator: Translator = ENGLISH) -> str:
    """What the picture tells, in a sentence of at most 1,024 characters."""
    return told(played, SHOWN, translator)
