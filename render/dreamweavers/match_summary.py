"""The state of a match in a few lines, for a quick look: Egos, memory, and the current attack."""

from __future__ import annotations

from cards.i18n import ENGLISH, Translator, msg, msg_plural
from engine.dreamweavers.views.types import DreamweaversView, SideView
from render.dreamweavers.text import attack_lines
from render.dreamweavers.words import memory_words, notion_word, shown_names
from render.markdown import escaped
from render.table.words import Names, capital


def leader(view: DreamweaversView) -> int | None:
    """Return the seat whose Ego has more cards; None if equal, and before the Egos are dealt."""
    first, second = (len(side.ego) for side in view.sides)
    return None if first == second else 0 if first > second else 1


def standing(view: DreamweaversView, names: Names, translator: Translator = ENGLISH) -> list[str]:
    """Return the public state of the match, in lines of Discord's Markdown. None before the first turn.

    The Egos are first, because a match is lost with an empty one; then the tracker, each player's numbers, and the
    current attack.
    """
    if not view.turn:
        return []
    names = shown_names(names, translator)
    ahead = leader(view)
    lines: list[str] = []
    if not view.ended:
        if ahead is None:
            lines.append(translator(msg("**Both Egos are level.**")))
        else:
            lead = abs(len(view.sides[0].ego) - len(view.sides[1].ego))
            tracker_line = msg_plural(
                "**{name} is ahead by {n} card of the Ego.**",
                "**{name} is ahead by {n} cards of the Ego.**",
                lead,
                name=escaped(names[ahead]),
            )
            lines.append(translator(tracker_line))
        lines.append(f"- {escaped(capital(memory_words(view, names, translator)))}.")
    lines += [f"- {escaped(names[side.seat])}: {_left(side, translator)}" for side in view.sides]
    if not view.ended:
        lines += [f"- {line}" for line in attack_lines(view, names, translator)[2:3]]
    return lines


def _left(side: SideView, translator: Translator) -> str:
    """Return a player's state, on one line of a phone: `Rage, Ego 3, hand 5, Thoughts 2, Feelings 1`."""
    text = translator(
        msg(
            "Ego {ego}, hand {hand}, Thoughts {thoughts}, Feelings {feelings}",
            ego=len(side.ego),
            hand=len(side.hand),
            thoughts=len(side.thoughts),
            feelings=len(side.feelings),
        )
    )
    if side.intent is None:
        return text
    return f"{notion_word(side.intent.notion, translator)}, {text}"
