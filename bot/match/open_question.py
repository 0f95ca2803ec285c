"""The question of a player who presses something, and their answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import msgspec

from bot.errors import Refusal
from bot.views.types import MatchTable
from cards.i18n import Locale, Translator, msg
from cards.i18n import translator as translator_of
from engine.kernel.match import Match
from engine.kernel.question import Choice, Question

ALREADY_DECIDED = msg("That has been decided already.")


class NeverThere(Refusal):
    """A match has never been at the revision at which a control was made."""

    def __init__(self) -> None:
        super().__init__(ALREADY_DECIDED)


class Answers(msgspec.Struct, frozen=True):
    """Answers of a player: to the question of that id, and to what they are asked after it."""

    question: int
    choices: tuple[Choice, ...]


@dataclass(frozen=True)
class OpenQuestion:
    """A player's current question, in their language; `question` is None if there is none."""

    table: MatchTable
    seat: int
    translator: Translator
    _match: Match

    @cached_property
    def question(self) -> Question | None:
        """The question in the player's language."""
        return self._in(self.translator)

    @property
    def in_english(self) -> Question | None:
        """The same question in English."""
        return self._in(translator_of(Locale.ENGLISH))

    @property
    def view(self) -> object:
        """The player's view of the match."""
        return self._match.view(self.seat, self.translator)

    def _in(self, said: Translator) -> Question | None:
        return self._match.questions_in(said, self.table.names_in(said)).get(self.seat)


Choose = Callable[[OpenQuestion], Answers | None]
"""Says what a player answers; None if what they pressed isn't an answer. Raises a refusal."""
