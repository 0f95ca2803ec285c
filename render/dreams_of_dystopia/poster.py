"""Posters of players: name, Master, LP on a red die, FAME on a gold disc, and counts of cards.

Each is a row of the board. A strip of tape on its picture, with an icon and a word, marks the active, attacking,
attacked or eliminated player.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from cards.i18n import Message, Translator, msg
from engine.dreams_of_dystopia.views.types import DystopiaView, PlayerView
from render.dreams_of_dystopia.art import BackArt, art_of
from render.dreams_of_dystopia.derived_numbers import at_risk
from render.dreams_of_dystopia.faces import PrintedSide, face_of
from render.dreams_of_dystopia.inks import BLACK, BLUE, FALLEN, RED, TAPE, WHITE, ground_of
from render.dreams_of_dystopia.paper import FOOT, INNER, LEAST, Paper
from render.dreams_of_dystopia.words import standing_of, titles
from render.fonts import width_of
from render.layout import Block, Colour, Rect
from render.table.words import title_of

HIGH, RISK, LINE = 164, 40, 41
"""The height of a poster, and the additional heights for LP at risk and for the second line of a title."""
LEFT = 342  # The left edge of a poster's words.
PLACES = 20  # The number of places of the red die (DD36).
TAPES: dict[str, tuple[str, Colour, Colour]] = {
    "on turn": ("turn", TAPE, BLACK),
    "attacks": ("sword", RED, WHITE),
    "is attacked": ("shield", BLUE, WHITE),
    "out": ("crack", BLACK, WHITE),
    "winner": ("crown", TAPE, BLACK),
}
"""The tape of each standing: its icon and its colours."""


class PosterFacts(Struct, frozen=True):
    """The content of a poster. `standing` is a word for its tape, None for no tape. `risk` is the number of LP at risk."""

    name: str
    is_viewer: bool
    standing: Message | None
    risk: int
    lp: int
    fame: int
    face: PrintedSide | None
    """The Master's side; None before the choice, and for a player who is out."""
    is_turned: bool
    hand: int
    held: tuple[str, ...]
    """The titles of the hand, if it is the viewer's."""
    deck: int
    discard: int
    is_out: bool


def poster_facts(view: DystopiaView, player: PlayerView, name: str) -> PosterFacts:
    """Return the content of a player's poster. Used cards are part of the discard pile (DD17)."""
    seat, lost = at_risk(view)
    return PosterFacts(
        name=name,
        is_viewer=view.viewer == player.seat,
        standing=standing_of(view, player),
        risk=lost if player.seat == seat else 0,
        lp=player.lp,
        fame=player.fame,
        face=face_of(player.master, view.printed) if player.master else None,
        is_turned=player.master in player.turned,
        hand=len(player.hand),
        held=player.hand if view.viewer == player.seat else (),
        deck=len(player.deck),
        discard=len(player.discard) + len(player.used),
        is_out=player.is_out,
    )


@lru_cache(maxsize=32)
def poster(facts: PosterFacts, translator: Translator) -> Block:
    """Return a player's poster. The last FOOT pixels are torn off."""
    face = facts.face
    on = FALLEN if facts.is_out else ground_of(face.faction if face else "")
    tape = TAPES[facts.standing.message] if facts.standing else None
    x, right = LEFT, INNER - 262
    called = title_of(face, translator) if face else ""
    # A long title takes a second line.
    more = LINE if width_of(called, "title", LEAST) > right - x - 40 else 0
    high = HIGH + more + (RISK if facts.risk else 0)
    paper = Paper(INNER, 2000, on)
    foot = high
    if facts.held:
        hand = msg("Hand: {cards}", cards=titles(facts.held, translator))
        foot = paper.flow(translator(hand), 28, high - 4, INNER - 56) + 4
    top = 62 if tape else 8
    drawing = art_of(face, folded=facts.is_turned, fallen=facts.is_out) if face else BackArt(facts.is_out)
    paper.art(drawing, Rect(8, top, 312, high - 8 - top))
    if tape and facts.standing:
        paper.tag(translator(facts.standing), tape[0], tape[1], tape[2], 8, 8, 312)
    name = translator(msg("{name} (you)", name=facts.name)) if facts.is_viewer else facts.name
    paper.say(name, Rect(x, 2, right - x, 62), 50, face="display", lines=1)
    if face:
        paper.sign(on.sign, x, 68, 34, on.accent)
        title = Rect(x + 40, 64, right - x - 40, 46 + more)
        paper.say(called, title, 36, face="title", lines=2 if more else 1, hangs=True)
    elif not facts.is_out:
        paper.say(translator(msg("no Master yet")), Rect(x, 64, right - x, 44), ink=on.quiet)
    if not facts.is_out and face:
        _numbers(paper, facts, more, translator)
    ground = Paper(INNER, foot + FOOT, on, tape[1] if tape else None)
    return Block(INNER, foot + FOOT, (*ground.pieces, *paper.pieces[1:]))


def _numbers(paper: Paper, facts: PosterFacts, more: int, translator: Translator) -> None:
    """Add counts of cards, LP and FAME (distinguished by shape, brightness and word), and a bar of LP if any are at risk."""
    deck, discard = msg("deck {n}", n=facts.deck), msg("discard {n}", n=facts.discard)
    texts = [*map(translator, (msg("hand {n}", n=facts.hand), deck, discard))]
    widths = [width_of(text, "strong", LEAST) + 2 for text in texts]
    # Evenly spread, but not below the die.
    x, gap = LEFT, min(40, (INNER - 262 - LEFT - sum(widths)) // 2)
    for text, width in zip(texts, widths, strict=True):
        paper.say(text, Rect(x, 112 + more, width, 44))
        x += width + gap
    for number, word, left, fill, ink, form in (
        (facts.lp, msg("LP"), INNER - 252, RED, WHITE, "box"),
        (facts.fame, msg("FAME"), INNER - 128, TAPE, BLACK, "disc"),
    ):
        paper.box(Rect(left, 16, 120, 120), fill, form, 18, ink)
        paper.say(str(number), Rect(left, 20, 120, 60), 52, ink=ink, face="number", align="center")
        paper.say(translator(word), Rect(left + 4, 76, 112, 42), ink=ink, align="center")
    if facts.risk:
        bar(paper, Rect(LEFT, HIGH + more, INNER - LEFT - 20, 28), facts.lp, facts.risk)


def bar(paper: Paper, rect: Rect, lp: int, risk: int) -> None:
    """Add the places for LP: full height for safe ones, half for those at risk, a line for the others."""
    on = paper.on
    for k in range(PLACES):
        left = rect.x + k * rect.w // PLACES
        right = rect.x + (k + 1) * rect.w // PLACES - 4
        if k < lp - risk:
            high, ink = rect.h, on.ink
        else:
            high, ink = (rect.h // 2, on.accent) if k < lp else (4, on.quiet)
        paper.box(Rect(left, rect.bottom - high, right - left, high), ink, radius=1)
