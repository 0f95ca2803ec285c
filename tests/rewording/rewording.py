"""Reword all messages: `reword` replaces each English text with random letters of the same length.

It must run before anything else is imported. Spaces, punctuation and placeholders stay.

Titles and texts of cards stay, because decks and records contain them.
"""

from __future__ import annotations

import re
import sys
from random import Random
from string import ascii_lowercase

import cards.i18n
from cards.i18n import Message, message

_WORD = re.compile(r"\{[^}]*\}|<[^>]*>|`[^`]*`|[A-Za-z]+")


def reworded(text: str, seed: str) -> str:
    """Return a text in other words."""
    chance = Random(f"{seed}, {text}")

    def other(word: re.Match[str]) -> str:
        if not word[0].isalpha():
            return word[0]
        drawn = "".join(chance.choices(ascii_lowercase, k=len(word[0])))
        return drawn.capitalize() if word[0][0].isupper() else drawn

    return _WORD.sub(other, text)


def reword(seed: str) -> None:
    """Reword all messages from now on."""
    assert not sys.modules.keys() & {"engine", "render", "bot"}, "too late: a message exists already"
    say, say_many = message.msg, message.msg_plural

    def msg(text: str, context: str = "", /, **values: message.Value) -> Message:
        return say(reworded(text, seed), context, **values)

    def msg_plural(one: str, many: str, n: int, /, **values: message.Value) -> Message:
        return say_many(reworded(one, seed), reworded(many, seed), n, **values)

    for module in (message, cards.i18n, sys.modules["cards.i18n.translator"]):
        module.msg, module.msg_plural = msg, msg_plural  # type: ignore[attr-defined]
