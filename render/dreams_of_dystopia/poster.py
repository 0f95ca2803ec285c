"""A player at the table as a poster: Master with its side, name, LP on a red die, FAME on a gold disc, counts of
cards.

It is horizontal if it has the row to itself, and vertical beside others. Tape across its top, with a sign and a word,
marks the active, attacking, attacked or eliminated player.
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
from render.dreams_of_dystopia.words import standing_of
from render.fonts import width_of
from render.layout import Block, Colour, Rect
from render.table.words import title_of

LIES, RISK, LINE = 164, 40, 41
"""The height of a poster that lies, and of what is added where LP are at risk, and for the second line of a title."""
PLACES = 20
"""The places of the red die (DD36)."""
TAPES: dict[str, tuple[str, Colour, Colour]] = {
    "on turn": ("turn", TAPE, BLACK),
    "attacks": ("sword", RED, WHITE),
    "is attacked": ("shield", BLUE, WHITE),
    "out": ("crack", BLACK, WHITE),
    "winner": ("crown", TAPE, BLACK),
}
"""The strip of tape of each standing: its sign and its colours."""


class PosterFacts(Struct, frozen=True):
    """The content of a poster: the player, their place, if it is anything in particular, and LP at risk."""

    name: str
    is_viewer: bool
    standing: Message | None
    risk: int
    lp: int
    fame: int
    face: PrintedSide | None
    """The Master's side that is up; None before it is chosen, and of who is out."""
    is_turned: bool
    hand: int
    deck: int
    discard: int
    is_out: bool


def person_of(view: DystopiaView, player: PlayerView, name: str) -> PosterFacts:
    """Return what the poster of a player shows; used cards belong to the discard pile (DD17)."""
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
        deck=len(player.deck),
        discard=len(player.discard) + len(player.used),
        is_out=player.is_out,
    )


@lru_cache(maxsize=32)
def poster(person: PosterFacts, width: int, translator: Translator, spare: int = 0) -> Block:
    """Return a player's poster at this width, with `spare` pixels below if it stands; the lowest FOOT pixels are torn off."""
    face = person.face
    on = FALLEN if person.is_out else ground_of(face.faction if face else "")
    tape = TAPES[person.standing.message] if person.standing else None
    lies = width == INNER
    called = title_of(face, translator) if face else ""
    # A long title takes a second line.
    more = LINE if lies and width_of(called, "title", LEAST) > width - 258 - 342 - 44 else 0
    height = (LIES + more + (RISK if person.risk else 0) if lies else 566 + spare) + FOOT
    paper = Paper(width, height, on, tape[1] if tape else None)
    across = 312 if lies else width - 16
    top = 62 if tape else 8
    drawing = art_of(face, folded=person.is_turned, fallen=person.is_out) if face else BackArt(person.is_out)
    paper.art(drawing, Rect(8, top, across, (height - FOOT - 8 if lies else 224) - top))
    if tape and person.standing:
        paper.tag(translator(person.standing), tape[0], tape[1], tape[2], 8, 8, across)
    x, y, right = (342, 2, width - 258) if lies else (20, 232, width - 16)
    name = translator(msg("{name} (you)", name=person.name)) if person.is_viewer else person.name
    high, below = (62, 62) if lies else (84, 84)
    paper.say(name, Rect(x, y, right - x, high), 50, face="display", lines=1 if lies else 2)
    if face:
        paper.sign(on.sign, x, y + below + 4, 34, on.accent)
        title = Rect(x + 44, y + below, right - x - 44, 46 + more if lies else 84)
        lines = 1 if lies and not more else 2
        paper.say(called, title, 36, face="title", lines=lines, hangs=True)
    elif not person.is_out:
        paper.say(translator(msg("no Master yet")), Rect(x, y + below, right - x, 44), ink=on.quiet)
    if not person.is_out and face:
        _numbers(paper, person, more, lies, translator)
    return paper.block()


def _numbers(paper: Paper, person: PosterFacts, more: int, lies: bool, translator: Translator) -> None:
    """LP and FAME, told apart by shape, light and word; the counts of cards; LP again as places, where some are at risk."""
    w = paper.w
    x, y = (342, 112 + more) if lies else (20, 408)
    counts = (
        msg("hand {n}", n=person.hand),
        msg("deck {n}", n=person.deck),
        msg("discard {n}", n=person.discard),
    )
    words = [translator(count) for count in counts]
    if lies:
        for k, word in enumerate(words):
            paper.say(word, Rect(x + k * 152, y, 150 if k < 2 else 190, 44))
    else:
        half = (w - 36) // 2
        paper.say(words[0], Rect(x, y, half, 44))
        paper.say(words[1], Rect(x + half, y, half, 44))
        paper.say(words[2], Rect(x, y + 44, w - 36, 44))
    _dice(paper, person, (w - 262, 16, w - 134) if lies else (18, 96, w - 138), translator)
    if person.risk or not lies:
        bar(paper, Rect(x, LIES + more if lies else 516, w - x - 20, 28), person.lp, person.risk)
    if person.risk and not lies:
        said = msg("{lp} to {left}", "LP", lp=person.lp, left=max(0, person.lp - person.risk))
        paper.say(translator(said), Rect(x, 546, w - x - 20, 44), ink=paper.on.accent)


def _dice(paper: Paper, person: PosterFacts, at: tuple[int, int, int], translator: Translator) -> None:
    x, y, far = at
    for number, word, left, fill, ink, form in (
        (person.lp, msg("LP"), x, RED, WHITE, "box"),
        (person.fame, msg("FAME"), far, TAPE, BLACK, "disc"),
    ):
        paper.box(Rect(left, y, 120, 120), fill, form, 18, ink)
        paper.say(str(number), Rect(left, y + 4, 120, 60), 52, ink=ink, face="number", align="center")
        paper.say(translator(word), Rect(left + 4, y + 60, 112, 42), ink=ink, align="center")


def bar(paper: Paper, rect: Rect, lp: int, risk: int) -> None:
    """Add the places for LP: full height for those that stay, half for those about to go, a line for the others."""
    on = paper.on
    for k in range(PLACES):
        left = rect.x + k * rect.w // PLACES
        right = rect.x + (k + 1) * rect.w // PLACES - 4
        if k < lp - risk:
            high, ink = rect.h, on.ink
        else:
            high, ink = (rect.h // 2, on.accent) if k < lp else (4, on.quiet)
        paper.box(Rect(left, rect.bottom - high, right - left, high), ink, radius=1)
