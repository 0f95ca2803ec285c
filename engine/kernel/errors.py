"""Why an answer is refused. A refused answer changes nothing."""

from __future__ import annotations

from cards.i18n import Message, as_message


class GameError(Exception):
    """An answer that cannot be taken. `phrase` is a sentence for the person who gave it, `str(error)` its English."""

    def __init__(self, sentence: Message | str) -> None:
        self.message = as_message(sentence)
        super().__init__(str(self.message))


class NotYourQuestion(GameError):
    """The seat that answered is not the one that was asked."""


class StaleQuestion(GameError):
    """The question has been answered already, or the match is over."""


class InvalidChoice(GameError):
    """The choice is not among the options, or there are too few or too many of them."""


class IllegalChoice(GameError):
    """A named rule forbids it. `rule` is a section of the rulebook or a ruling: "§4", "R16"."""

    def __init__(self, sentence: Message | str, rule: str) -> None:
        super().__init__(sentence)
        self.rule = rule


class UnreadableMatch(Exception):
    """A saved match or record that cannot be read. `str(error)` says where and why."""
