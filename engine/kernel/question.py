"""Questions, the only way in which a game waits for a player, and the subjects of their options.

Positions, orders and keys contain a subject as text (`OptionSubject.text`). Only this module composes and parses it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from enum import ReprEnum, StrEnum
from functools import lru_cache
from typing import Generic, Self, TypeVar, cast

import msgspec

from cards.i18n import ENGLISH, Message, Translator, msg, title
from engine.kernel.chance import Chance
from engine.kernel.errors import InvalidChoice

W = TypeVar("W")

_TEXT = re.compile(r"(?s)(?P<name>.*?)(?:#(?P<mark>\d{1,9}))?(?:/(?P<number>\d{1,9}))?(?: > (?P<aim>.+))?")


class OptionSubject(msgspec.Struct, frozen=True):
    """The subject of an option: "Guard", "Guard#7", "Guard#7/2", "Hound > Ego".

    `name` is the title of a card or a key of the game. `mark` distinguishes subjects with the same name: the tag of a
    card on the table, or the line of an ability; None if nothing needs it. `number` is the ability's number, from 1.
    `aim` is the target, "" for none.
    """

    name: str
    mark: int | None = None
    number: int = 1
    aim: str = ""

    @property
    def text(self) -> str:
        """The subject as text; `read` parses it."""
        mark = "" if self.mark is None else f"#{self.mark}"
        number = f"/{self.number}" if self.number != 1 else ""
        return f"{self.name}{mark}{number}" + (f" > {self.aim}" if self.aim else "")

    @property
    def called(self) -> str:
        """A short name: the whole text if there is no mark, otherwise only `name`."""
        return self.text if self.mark is None else self.name

    @staticmethod
    @lru_cache(maxsize=8192)
    def read(text: str) -> OptionSubject:
        """Parse a subject. Everything except marks, numbers and aims belongs to the name."""
        parts = _TEXT.fullmatch(text)
        assert parts is not None
        mark, number, aim = parts["mark"], parts["number"], parts["aim"]
        return OptionSubject(parts["name"], None if mark is None else int(mark), int(number or 1), aim or "")


Choice = tuple[str, ...]
"""An answer: option keys; for NUMBER one numeral; for DISTRIBUTE `key=amount` for each option with an amount."""


class QuestionKind(StrEnum):
    """The form of the answer."""

    ACTION = "action"
    """One option: the action to take on a turn."""
    CARDS = "cards"
    """From `minimum` to `maximum` of the options; in order, if `ordered`."""
    ONE = "one"
    """Exactly one of the options."""
    YES_NO = "yes-no"
    """One of the two options "yes" and "no". "no" alone if a seat is asked only to hide that it has no choice."""
    NUMBER = "number"
    """A whole number from `minimum` to `maximum`; it has no options."""
    ORDER = "order"
    """All the options, in order."""
    DISTRIBUTE = "distribute"
    """Exactly `maximum` points among the options, to each at most its `limit`."""


class Option(msgspec.Struct, frozen=True, array_like=True):
    """One option of a question.

    `key` is stable and reveals nothing that the asked seat doesn't know. `label` and `detail` are for people.
    `limit` is only used by DISTRIBUTE. `later` is only used where options are chosen in order: such an option can't
    come first.
    `verb` is the game's key for the action, "" for a plain choice. `subject` is the object of the action: the text of
    an `OptionSubject`, "" for none. Programs use these and `about`, never the labels.
    `group` is a heading for people among many options, such as a pile with two sides (`TopicWords.group`).
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
        """The subject as data, with an empty name if there is none."""
        return OptionSubject.read(self.subject)


class Question(msgspec.Struct, frozen=True, array_like=True):
    """A question to one seat, built from that seat's knowledge and shown to no one else.

    `topic` is the game's key for the topic (`TopicWords`). `subject` is the card that the question is about, if that
    card is public. `quoted` is the instruction of the card that asks, in the language of the cards, as the asked seat
    reads it. `purpose` is a sentence for the player. `cause` is the title of a card or the section of a rule, and
    `because` its name in the language of the question (`Match.questions_in`). The answer is stored in the field `into`
    of the asking procedure's frame. If options are chosen, `some` describes choosing some, with `{cards}` for them
    ("Attack with {cards}"), and `none` choosing none; "" for no description.
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
    """An option in a position, not yet translated. A plain string is the same in all languages."""

    key: str
    label: Message | str
    detail: Message | str = ""
    limit: int = 0
    later: bool = False
    verb: str = ""
    subject: str = ""

    @property
    def about(self) -> OptionSubject:
        """The subject as data, with an empty name if there is none."""
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
def _english_option(option: PendingOption) -> Option:
    """Return an option in English, cached because the same options recur."""
    return option.translated(ENGLISH)


class PendingQuestion(msgspec.Struct, frozen=True, array_like=True, dict=True):
    """A question in a position: like `Question`, but not yet translated."""

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
        cached = cast("dict[str, Question]", self.__dict__)
        if "english" not in cached:
            cached["english"] = self._with(ENGLISH, tuple(map(_english_option, self.options)))
        return cached["english"]

    def translated(
        self,
        translator: Translator,
        because: Message | str = "",
        some: Message | str = "",
        none: Message | str = "",
        group: Callable[[PendingOption], Message | str] | None = None,
    ) -> Question:
        """Return the question in a language. Only texts for people differ."""
        options = tuple(
            pending.translated(translator, group(pending) if group else "") for pending in self.options
        )
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
                    "{typed} is not between {low} and {high}.",
                    typed=choice[0],
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
    points: dict[str, int] = {}
    for part in choice:
        key, _, amount = part.rpartition("=")
        points[key] = int(amount)
    return points


def _check_shares(question: Question | PendingQuestion, choice: Choice) -> None:
    limits = {option.key: option.limit for option in question.options}
    amounts: dict[str, int] = {}
    for part in choice:
        key, _, amount = part.rpartition("=")
        if key not in limits or not (amount.isdecimal() and amount.isascii()):
            raise InvalidChoice(msg("“{typed}” is not an option with an amount.", typed=part))
        if key in amounts:
            raise InvalidChoice(msg("You named the same option twice."))
        amounts[key] = int(amount)
        if amounts[key] > limits[key]:
            raise InvalidChoice(
                msg("At most {limit} can go there, not {amount}.", limit=limits[key], amount=amount)
            )
    total = sum(amounts.values())
    if total != question.maximum:
        raise InvalidChoice(
            msg("Assign exactly {wanted}, not {given}.", wanted=question.maximum, given=total)
        )


def _how_many(question: Question | PendingQuestion, count: int) -> Message:
    low, high = question.minimum, question.maximum
    if low == high:
        return msg("Choose {wanted}, not {got}.", wanted=low, got=count)
    return msg("Choose {low} to {high}, not {got}.", low=low, high=high, got=count)


def different(question: Question, choices: Iterable[Choice], limit: int) -> list[Choice]:
    """Return the first `limit` distinct answers, in their given order."""
    distinct: list[Choice] = []
    for choice in choices:
        if not any(same_choice(question, choice, earlier) for earlier in distinct):
            distinct.append(choice)
            if len(distinct) == limit:
                break
    return distinct


def random_choice(question: Question | PendingQuestion, chance: Chance) -> Choice:
    """Return a legal answer chosen with `chance`. Every legal answer can be chosen."""
    kind = question.kind
    if kind is QuestionKind.NUMBER:
        return (str(question.minimum + chance.below(question.maximum - question.minimum + 1)),)
    if kind is QuestionKind.DISTRIBUTE:
        amounts: dict[str, int] = {}
        for _ in range(question.maximum):
            room = [o.key for o in question.options if amounts.get(o.key, 0) < o.limit]
            key = chance.pick(room)
            amounts[key] = amounts.get(key, 0) + 1
        return tuple(f"{key}={n}" for key, n in amounts.items())
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

    `awaited` describes the decision to everyone, without private information; `{card}` in it is the question's
    subject. `answer` begins the answer in a record ("attacks with"), and `nothing` is the answer that chooses nothing.
    Texts of records are the same in every language and version. `some` and `none` are `Question.some` and
    `Question.none`.
    `foreseen` are the verbs of the answers that other players expect, such as a pass ("" for options without a verb).
    Any other answer is an unforeseeable decision.
    `group` returns the heading of an option among many, such as the pile it is taken from, or "" for an option outside
    any group; None if there are no groups. It depends only on the option's keys.
    """

    awaited: Message
    answer: str = ""
    nothing: str = "chooses nothing"
    some: Message | str = ""
    none: Message | str = ""
    foreseen: tuple[str, ...] = ()
    group: Callable[[PendingOption], Message | str] | None = None

    def foresees(self, question: PendingQuestion, choice: Choice) -> bool:
        """Return whether the other players expect this answer."""
        if not self.foreseen:
            return False
        chosen = {option.verb for option in question.options if option.key in choice}
        return chosen.issubset(self.foreseen)

    def awaited_of(self, question: PendingQuestion) -> Message:
        """Return the public wording of a pending question."""
        return self.awaited.filled(card=title(question.subject)) if question.subject else self.awaited


class Key(msgspec.Struct, Generic[W], frozen=True, eq=False):
    """A key for programs, with its words."""

    key: str
    words: W


class WordedKey(str, Generic[W]):
    """The base of an enumeration's keys: each member is a `Key`, and is equal to its `key`."""

    _value_: str
    words: W

    def __new__(cls, key: Key[W]) -> Self:
        """Create a member that is equal to its key."""
        member = super().__new__(cls, key.key)
        member._value_, member.words = key.key, key.words
        return member


class TopicKey(WordedKey[TopicWords], ReprEnum):
    """A game's topics of questions, with the words for questions of each topic."""


class VerbKey(WordedKey[str], ReprEnum):
    """A game's verbs of options, with their words in records. `{subject}` is the subject."""
