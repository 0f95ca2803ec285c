"""Topics: the subjects of a game's questions by key, with all their texts in one place."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from cards.i18n import Message, title
from engine.kernel.question import Choice, PendingOption, PendingQuestion


class TopicWords(msgspec.Struct, frozen=True):
    """The words for questions of one topic.

    `awaited` tells everybody what is being waited for, without anything private; `{card}` in it is the question's
    subject. `answer` begins the answer in a record, "attacks with", and `nothing` is the answer that chooses nothing.
    A record's words are not for people: they stay as they are in every language and version. `some` and `none` are
    `Question.some` and `Question.none`. `foreseen` are the verbs of the answers that the other players expect of everybody,
    such as a pass ("" for options without a verb): a player who gives another one has decided something that could not be foreseen.
    `group` returns what an option is found under where there are many, such as the pile that it is taken from; "" for one that
    is listed by itself. It depends on the option's keys alone.
    """

    awaited: Message
    answer: str = ""
    nothing: str = "chooses nothing"
    some: Message | str = ""
    none: Message | str = ""
    foreseen: tuple[str, ...] = ()
    group: Callable[[PendingOption], Message | str] = lambda option: ""

    def foresees(self, question: PendingQuestion, choice: Choice) -> bool:
        """Return whether an answer is what the other players expect of everybody."""
        if not self.foreseen:
            return False
        chosen = {option.verb for option in question.options if option.key in choice}
        return chosen.issubset(self.foreseen)

    def awaited_of(self, question: PendingQuestion) -> Message:
        """Return the topic of a pending question."""
        return self.awaited.filled(card=title(question.subject)) if question.subject else self.awaited
