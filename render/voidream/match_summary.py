"""The state of a match in a few lines, for a quick look: the leader, and each player's numbers."""

from __future__ import annotations

from cards.i18n import ENGLISH, Translator, msg, msg_plural
from engine.voidream.views.types import SideView, VoidreamView
from render.markdown import escaped
from render.table.words import Names, plain
from render.voidream.text import conflict_lines
from render.voidream.words import shown_names


def standing(view: VoidreamView, names: Names, translator: Translator = ENGLISH) -> list[str]:
    """Return the public state of the match, in lines of Discord's Markdown. None before the first round.

    The Dream decks are first, because most matches are lost with one; then each Dreamer's numbers, and the current
    conflict.
    """
    if not view.round:
        return []
    names = shown_names(names, translator)
    first, second = (side.deck_count for side in view.sides)
    lead = abs(first - second)
    lines: list[str] = []
    if lead and not view.ended:
        leader = escaped(names[0 if first > second else 1])
        lines = [
            translator(
                msg_plural(
                    "**{name} is ahead by {n} card of the Dream deck.**",
                    "**{name} is ahead by {n} cards of the Dream deck.**",
                    lead,
                    name=leader,
                )
            )
        ]
    elif not view.ended:
        lines = [translator(msg("**Both Dream decks are equal.**"))]
    lines += [f"- {escaped(names[side.seat])}: {_left(side, translator)}" for side in view.sides]
    if view.conflict is not None and view.conflict.kind:
        conflict_texts = conflict_lines(view, names, translator)
        lines.append(f"- {conflict_texts[1].removeprefix('## ')}: {conflict_texts[-1]}")
    return lines


def _left(side: SideView, translator: Translator) -> str:
    """Return a Dreamer's state, on one line of a phone: `deck 31, mind 3, hand 5`."""
    return translator(
        msg(
            "deck {deck}, mind {mind}, hand {hand}",
            deck=side.deck_count,
            mind=plain(side.mind.count),
            hand=len(side.hand),
        )
    )
