"""The picture of the table for one audience: the others' posters above, the viewer's below, the turn between them.

`layout` is pure and computes all positions; `draw_board` only paints its result.
"""

from __future__ import annotations

from msgspec.structs import replace

from cards.i18n import ENGLISH, Translator
from engine.dreams_of_dystopia.views.types import DystopiaView
from render.dreams_of_dystopia.middle import heading, middle
from render.dreams_of_dystopia.paper import FOOT, GAP, MARGIN, WIDTH
from render.dreams_of_dystopia.poster import poster, poster_facts
from render.dreams_of_dystopia.wall import NAME, TORN, draw
from render.dreams_of_dystopia.words import next_words, out_words, stage, turn_of
from render.layout import Block, Sheet
from render.table.column import Column
from render.table.words import Names, capital, from_viewer, shown_names


def _heading(view: DystopiaView, names: Names, translator: Translator) -> Block:
    turn = turn_of(view, names, translator)
    lead, abouts = turn.deciding
    is_own = view.viewer is not None and view.active == view.viewer
    whose = () if turn.ended or is_own or lead == turn.headline or not view.turn else (turn.headline,)
    # In a duel it is clear who comes next.
    following = next_words(view, names, translator) if len(view.players) > 2 else ""
    notes = [*filter(None, (*abouts, *whose, following, out_words(view, names, translator)))]
    return heading(lead, (capital(" · ".join(notes)),) if notes else (), stage(view, translator))


def layout(view: DystopiaView, names: Names, translator: Translator = ENGLISH) -> Sheet:
    """Return the layout of a view's table. Heights adapt to the content."""
    names = shown_names(names, translator)
    mine, *others = from_viewer(view.players, view.viewer)
    column = Column(WIDTH, MARGIN, GAP)
    for player in others:
        column.block(TORN, poster(poster_facts(view, player, names[player.seat]), translator))
        column.y -= FOOT
    column.block("heading", _heading(view, names, translator))
    line = column.y - GAP // 2
    column.block("middle", middle(view, names, translator))
    column.block(TORN, poster(poster_facts(view, mine, names[mine.seat]), translator))
    sheet = column.sheet(NAME, line)
    return replace(sheet, height=sheet.height - FOOT + 8)


def draw_board(view: DystopiaView, names: Names, translator: Translator = ENGLISH) -> bytes:
    """Return the table as a PNG, 1,100 pixels wide. `names` are the players' display names by seat."""
    return draw(layout(view, names, translator))
