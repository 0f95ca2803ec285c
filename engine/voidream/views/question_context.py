"""One question and what its seat sees, for the consequences of its answers."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.kernel.question import Question
from engine.voidream.views.types import SideView, VoidreamView


class QuestionContext(msgspec.Struct, frozen=True):
    """One question, and what its seat sees."""

    view: VoidreamView

    question: Question

    names: Sequence[str]

    @property
    def me(self) -> SideView:
        """The side of the asked seat."""
        return self.view.sides[self.question.seat]

    @property
    def them(self) -> SideView:
        """The other side."""
        return self.view.sides[1 - self.question.seat]

    @property
    def their_name(self) -> str:
        """The name of the other player."""
        return self.names[self.them.seat]

    @property
    def keys(self) -> set[str]:
        """The keys of the options."""
        return {option.key for option in self.question.options}
