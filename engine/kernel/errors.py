"""Errors for refused answers. A refused answer changes nothing."""

from __future__ import annotations

from cards.i18n import Message, as_message


class GameError(Exception):
    """An answer that can't be accepted.

    `message` is a sentence for the player who gave it; `str(error)` is its English text.
    """

    def __init__(self, sentence: Message | str) -> None:
        self.message = as_message(sentence)
        super().__init__(str(self.message))


class NotYourQuestion(GameError):
    """The answer came from a seat other than the one asked."""


class StaleQuestion(GameError):
    """The question has been answered already, or the match is over."""


class InvalidChoice(GameError):
    """The choice isn't among the options, or has too few or too many of them."""


class IllegalChoice(GameError):
    """A named rule forbids the choice. `rule` is a section of the rulebook or a ruling: "§4", "R16"."""

    def __init__(self, sentence: Message | str, rule: str) -> None:
        super().__init__(sentence)
        self.rule = rule


class UnreadableMatch(Exception):
    """A saved match or record that can't be read. `str(error)` says where and why."""
