"""What a player reads before they decide: what is asked, and what follows from each answer."""

from __future__ import annotations

from bot.chat.plain import plain
from bot.chat.questions import asked, labels
from bot.chat.words import Words
from bot.looks import PrivateLook
from engine.kernel.consequence import Consequence, Weight

FOLLOWS = 8
"""Lines of what follows; where there are more, what the board shows as well is left out."""


def question_lines(look: PrivateLook, words: Words) -> list[str]:
    """Return what is asked and what follows from the answers; nothing where nothing is asked."""
    question = look.question
    if question is None:
        return []
    found = look.table.game.consequences(look.view, question, look.table.names)
    if len(found) > FOLLOWS:
        found = [one for one in found if one.weight is not Weight.DETAIL]
    named = dict(zip((option.key for option in question.options), labels(question), strict=True))
    return [*asked(question, words), *(_line(look, one, named) for one in found)]


def _line(look: PrivateLook, one: Consequence, labels: dict[str, str]) -> str:
    said = plain(look.tongue(one.said), 400)
    if one.weight is Weight.WARNING:
        said = f"⚠️ **{said}**"
    if one.option is not None:
        return f"- **{plain(labels.get(one.option, one.option))}**: {said}"
    return said if one.weight is Weight.WARNING else f"-# {said}"
