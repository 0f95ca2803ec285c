"""Questions: the only way in which a game waits for a person; and the subjects of their options.

In a saved position, in orders and in keys a subject is a text, `OptionSubject.text`; here alone it is put together and taken apart.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from enum import StrEnum
from functools import lru_cache
from typing import cast

import msgspec

from cards.i18n import ENGLISH, Message, Translator, msg, title
from engine.kernel.chance import Chance
from engine.kernel.errors import InvalidChoice

_TEXT = re.compile(r"(?s)(?P<name>.*?)(?:#(?P<mark>\d{1,9}))?(?:/(?P<number>\d{1,9}))?(?: > (?P<aim>.+))?")


class OptionSubject(msgspec.Struct, frozen=True):
    """The subject of an option: "Guard", "Guard#7", "Guard#7/2", "Hound > Ego".

    `name` is the title of a card or a key of the game. `mark` tells it apart from its likes: the tag of a card on the table,
    the line of an ability; None where nothing needs to. `number` is which of its abilities is meant, from 1. `aim` is what it is
    done to, "" for nothing.
    """

    name: str
    mark: int | None = None
    number: int = 1
    aim: str = ""

    @property
    def text(self) -> str:
        """It as a text, for `read`."""
        mark = "" if self.mark is None else f"#{self.mark}"
        number = f"/{self.number}" if self.number != 1 else ""
        return f"{self.name}{mark}{number}" + (f" > {self.aim}" if self.aim else "")

    @property
    def called(self) -> str:
        """Its name where its likes need not be told apart: all of it if it has no mark."""
        return self.text if self.mark is None else self.name

    @staticmethod
    @lru_cache(maxsize=8192)
    def read(text: str) -> OptionSubject:
        """Return the subject of a text. Everything but marks, numbers and aims belongs to the name."""
        found = _TEXT.fullmatch(text)
        assert found is not None
        mark, number, aim = found["mark"], found["number"], found["aim"]
        return OptionSubject(found["name"], None if mark is None else int(mark), int(number or 1), aim or "")


Choice = tuple[str, ...]
"""An answer: option keys; for NUMBER one numeral; for DISTRIBUTE `key=amount` for each option that gets any."""


class QuestionKind(StrEnum):
    """The sort of the wanted answer."""

    ACTION = "action"
    """One of the options: the action to take on a turn."""
    CARDS = "cards"
    """From `minimum` to `maximum` of the options; in order, if `ordered`."""
    ONE = "one"
    """Exactly one of the options."""
    YES_NO = "yes-no"
    """One of the two options, whose keys are "yes" and "no"; "no" alone where a seat is asked for the others' sake."""
    NUMBER = "number"
    """A whole number from `minimum` to `maximum`; it has no options."""
    ORDER = "order"
    """All the options, in order."""
    DISTRIBUTE = "distribute"
    """Exactly `maximum` points among the options, to each at most its `limit`."""


class Option(msgspec.Struct, frozen=True, array_like=True):
    """One option of a question.

    `key` is stable and reveals nothing that the asked seat doesn't know. `label` and `detail` are for people.
    `limit` is only used by DISTRIBUTE. `later` is only used where some options are chosen in order: it can't come
    first.
    `verb` is the game's key for the action, "" for a plain choice. `subject` is what the action is done with: the
    text of an `OptionSubject`, "" for nothing. Programs use these and `about`, never the labels.
    `group` is the heading under which people find it among many, such as a pile with two sides (`TopicWords.group`).
    """

    key: str
    label: str
    detail: str = ""
    limit: int = 0
    later: bool = False
    verb: str = ""
    subject: str = ""
    group: str = ""

    @property
    def about(self) -> OptionSubject:
        """Its subject, as data; without a name where there is none."""
        return OptionSubject.read(self.subject)


class Question(msgspec.Struct, frozen=True, array_like=True):
    """A question to one seat, built from that seat's knowledge and shown to no one else.

    `topic` is the game's key for the subject of the question (see `Topic`), and `subject` the card that it is about,
    if that card is public. `quoted` is the instruction of the card that asks, in the language of the cards and as the
    asked seat reads it. `purpose` is a sentence for the asked person. `cause` is the title of a card or the section
    of a rule, and `because` its name in the language of the question (see `Match.questions_in`). The position stores
    the answer under `into`, a name used only by the asking procedure. Where options are chosen, `some` describes
    choosing some, with `{cards}` for them ("Attack with {cards}"), and `none` choosing none; "" for no description.
    """

    id: int
    seat: int
    kind: QuestionKind
    purpose: str
    topic: str
    options: tuple[Option, ...] = ()
    minimum: int = 1
    maximum: int = 1
    ordered: bool = False
    cause: str = ""
    into: str = "choice"
    subject: str = ""
    quoted: str = ""
    because: str = ""
    some: str = ""
    none: str = ""


class PendingOption(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """An option as stored in a position, not yet translated. A string is a name that is the same in all languages."""

    key: str
    label: Message | str
    detail: Message | str = ""
    limit: int = 0
    later: bool = False
    verb: str = ""
    subject: str = ""

    @property
    def about(self) -> OptionSubject:
        """Its subject, as data; without a name where there is none."""
        return OptionSubject.read(self.subject)

    def translated(self, translator: Translator, group: Message | str = "") -> Option:
        """Return the option in a language."""
        return Option(
            self.key,
            translator(self.label),
            translator(self.detail),
            self.limit,
            self.later,
            self.verb,
            self.subject,
            translator(group),
        )


@lru_cache(maxsize=8192)
def _in_english(offered: PendingOption) -> Option:
    """Return an option in English, cached because the same options recur."""
    return offered.translated(ENGLISH)


class PendingQuestion(msgspec.Struct, frozen=True, array_like=True, dict=True):
    """A question as stored in a position: like `Question`, but not yet translated."""

    id: int
    seat: int
    kind: QuestionKind
    purpose: Message | str
    topic: str
    options: tuple[PendingOption, ...] = ()
    minimum: int = 1
    maximum: int = 1
    ordered: bool = False
    cause: str = ""
    into: str = "choice"
    subject: str = ""
    quoted: str = ""

    @property
    def english(self) -> Question:
        """The question in English."""
        # Not `cached_property`, which takes a lock in Python 3.11.
        kept = cast("dict[str, Question]", self.__dict__)
        if "english" not in kept:
            kept["english"] = self._with(ENGLISH, tuple(map(_in_english, self.options)))
        return kept["english"]

    def translated(
        self,
        translator: Translator,
        because: Message | str = "",
        some: Message | str = "",
        none: Message | str = "",
        group: Callable[[PendingOption], Message | str] = lambda option: "",
    ) -> Question:
        """Return the question in a language: only what people read differs."""
        options = tuple(one.translated(translator, group(one)) for one in self.options)
        return self._with(translator, options, translator(because), translator(some), translator(none))

    def _with(
        self,
        translator: Translator,
        options: tuple[Option, ...],
        because: str = "",
        some: str = "",
        none: str = "",
    ) -> Question:
        return Question(
            self.id,
            self.seat,
            self.kind,
            translator(self.purpose),
            self.topic,
            options,
            self.minimum,
            self.maximum,
            self.ordered,
            self.cause,
            self.into,
            self.subject,
            self.quoted,
            because,
            some,
            none,
        )


def check(question: Question | PendingQuestion, choice: Choice) -> None:
    """Raise InvalidChoice unless `choice` answers `question`."""
    kind = question.kind
    if kind is QuestionKind.NUMBER:
        if len(choice) != 1 or not choice[0].isdecimal() or not choice[0].isascii():
            raise InvalidChoice(
                msg("Enter a number from {low} to {high}.", low=question.minimum, high=question.maximum)
            )
        if not question.minimum <= int(choice[0]) <= question.maximum:
            raise InvalidChoice(
                msg(
                    "{said} is not between {low} and {high}.",
                    said=choice[0],
                    low=question.minimum,
                    high=question.maximum,
                )
            )
        return
    if kind is QuestionKind.DISTRIBUTE:
        _check_shares(question, choice)
        return
    known = {option.key for option in question.options}
    for key in choice:
        if key not in known:
            raise InvalidChoice(msg("“{key}” is not one of the options now.", key=key))
    if len(set(choice)) != len(choice):
        raise InvalidChoice(msg("You chose the same option twice."))
    if not question.minimum <= len(choice) <= question.maximum:
        raise InvalidChoice(_how_many(question, len(choice)))
    for option in question.options:
        if option.later and choice[:1] == (option.key,):
            raise InvalidChoice(msg("{option} can't come first.", option=option.label))


def same_choice(question: Question | PendingQuestion, one: Choice, other: Choice) -> bool:
    """Return whether two answers to a question are the same. Order is ignored if it doesn't matter."""
    return one == other if question.ordered else sorted(one) == sorted(other)


def shares(choice: Choice) -> dict[str, int]:
    """Return the answer to a DISTRIBUTE question as points by option key."""
    out: dict[str, int] = {}
    for part in choice:
        key, _, amount = part.rpartition("=")
        out[key] = int(amount)
    return out


def _check_shares(question: Question | PendingQuestion, choice: Choice) -> None:
    limits = {option.key: option.limit for option in question.options}
    given: dict[str, int] = {}
    for part in choice:
        key, _, amount = part.rpartition("=")
        if key not in limits or not (amount.isdecimal() and amount.isascii()):
            raise InvalidChoice(msg("“{said}” is not an option with an amount.", said=part))
        if key in given:
            raise InvalidChoice(msg("You named the same option twice."))
        given[key] = int(amount)
        if given[key] > limits[key]:
            raise InvalidChoice(
                msg("At most {limit} can go there, not {amount}.", limit=limits[key], amount=amount)
            )
    total = sum(given.values())
    if total != question.maximum:
        raise InvalidChoice(
            msg("Assign exactly {wanted}, not {given}.", wanted=question.maximum, given=total)
        )


def _how_many(question: Question | PendingQuestion, got: int) -> Message:
    low, high = question.minimum, question.maximum
    if low == high:
        return msg("Choose {wanted}, not {got}.", wanted=low, got=got)
    return msg("Choose {low} to {high}, not {got}.", low=low, high=high, got=got)


def different(question: Question, choices: Iterable[Choice], most: int) -> list[Choice]:
    """Return the first `most` answers of these that differ, in their order."""
    found: list[Choice] = []
    for choice in choices:
        if not any(same_choice(question, choice, one) for one in found):
            found.append(choice)
            if len(found) == most:
                break
    return found


def random_choice(question: Question | PendingQuestion, chance: Chance) -> Choice:
    """Return a legal answer chosen with `chance`. Every legal answer can be chosen."""
    kind = question.kind
    if kind is QuestionKind.NUMBER:
        return (str(question.minimum + chance.below(question.maximum - question.minimum + 1)),)
    if kind is QuestionKind.DISTRIBUTE:
        given: dict[str, int] = {}
        for _ in range(question.maximum):
            room = [o.key for o in question.options if given.get(o.key, 0) < o.limit]
            key = chance.pick(room)
            given[key] = given.get(key, 0) + 1
        return tuple(f"{key}={n}" for key, n in given.items())
    if question.maximum == 1 and question.minimum == 1:
        return (question.options[chance.below(len(question.options))].key,)
    count = question.minimum + chance.below(question.maximum - question.minimum + 1)
    keys = [option.key for option in question.options]
    if question.ordered or kind is QuestionKind.ORDER:
        chance.shuffle(keys)
        later = {option.key for option in question.options if option.later}
        if count and keys[0] in later:
            first = chance.pick([key for key in keys if key not in later])
            keys.remove(first)
            keys.insert(0, first)
        return tuple(keys[:count])
    chosen: set[str] = set()
    pool = list(keys)
    for _ in range(count):
        chosen.add(pool.pop(chance.below(len(pool))))
    return tuple(key for key in keys if key in chosen)


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
