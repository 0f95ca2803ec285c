"""Questions: the only way in which a game waits for a person."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from engine.kernel.chance import Chance
from engine.kernel.errors import NotAnOption

Choice = tuple[str, ...]
"""An answer: option keys; for NUMBER one numeral; for DISTRIBUTE `key=amount` for each option that gets any."""


class QuestionKind(StrEnum):
    """What sort of answer is wanted."""

    ACTION = "action"
    """One of the options: what to do with one's turn."""
    CARDS = "cards"
    """From `minimum` to `maximum` of the options; in order, if `ordered`."""
    ONE = "one"
    """Exactly one of the options."""
    YES_NO = "yes-no"
    """One of the two options, whose keys are "yes" and "no"."""
    NUMBER = "number"
    """A whole number from `minimum` to `maximum`; there are no options."""
    ORDER = "order"
    """All the options, in the order wanted."""
    DISTRIBUTE = "distribute"
    """Exactly `maximum` points among the options, to each at most its `limit`."""


class Option(msgspec.Struct, frozen=True, array_like=True):
    """One thing that can be chosen.

    `key` is stable and says nothing that the asked seat does not know; `label` and `detail` are for people.
    `limit` is only used by DISTRIBUTE.
    """

    key: str
    label: str
    detail: str = ""
    limit: int = 0


class Question(msgspec.Struct, frozen=True, array_like=True):
    """A question to one seat. Made from what that seat knows, and shown to nobody else.

    `purpose` is a sentence for the person who is asked, `awaited` says to everybody else what is being waited for,
    without anything private. `cause` is the title of a card or the section of a rule. The match's position keeps
    the answer under `into`, a name that only the asking procedure uses.
    """

    id: int
    seat: int
    kind: QuestionKind
    purpose: str
    awaited: str
    options: tuple[Option, ...] = ()
    minimum: int = 1
    maximum: int = 1
    ordered: bool = False
    cause: str = ""
    into: str = "choice"


def check(question: Question, choice: Choice) -> None:
    """Raise NotAnOption unless `choice` answers `question`."""
    kind = question.kind
    if kind is QuestionKind.NUMBER:
        if len(choice) != 1 or not choice[0].isdecimal() or not choice[0].isascii():
            raise NotAnOption(f"A number from {question.minimum} to {question.maximum} is needed.")
        if not question.minimum <= int(choice[0]) <= question.maximum:
            raise NotAnOption(f"{choice[0]} is not between {question.minimum} and {question.maximum}.")
        return
    if kind is QuestionKind.DISTRIBUTE:
        _check_shares(question, choice)
        return
    known = {option.key for option in question.options}
    for key in choice:
        if key not in known:
            raise NotAnOption(f"“{key}” is not one of the options now.")
    if len(set(choice)) != len(choice):
        raise NotAnOption("The same option was chosen twice.")
    if not question.minimum <= len(choice) <= question.maximum:
        raise NotAnOption(_how_many(question, len(choice)))


def shares(choice: Choice) -> dict[str, int]:
    """Return the answer to a DISTRIBUTE question as points by option key."""
    out: dict[str, int] = {}
    for part in choice:
        key, _, amount = part.rpartition("=")
        out[key] = int(amount)
    return out


def _check_shares(question: Question, choice: Choice) -> None:
    limits = {option.key: option.limit for option in question.options}
    given: dict[str, int] = {}
    for part in choice:
        key, _, amount = part.rpartition("=")
        if key not in limits or not (amount.isdecimal() and amount.isascii()):
            raise NotAnOption(f"“{part}” is not an option with an amount.")
        if key in given:
            raise NotAnOption("The same option was named twice.")
        given[key] = int(amount)
        if given[key] > limits[key]:
            raise NotAnOption(f"At most {limits[key]} can go there, not {amount}.")
    if sum(given.values()) != question.maximum:
        raise NotAnOption(f"Exactly {question.maximum} must be shared out, not {sum(given.values())}.")


def _how_many(question: Question, got: int) -> str:
    low, high = question.minimum, question.maximum
    wanted = str(low) if low == high else f"{low} to {high}"
    return f"{wanted} must be chosen, not {got}."


def random_choice(question: Question, chance: Chance) -> Choice:
    """Return a legal answer, drawn with `chance`; every legal answer can come up."""
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
        return tuple(keys[:count])
    chosen: set[str] = set()
    pool = list(keys)
    for _ in range(count):
        chosen.add(pool.pop(chance.below(len(pool))))
    return tuple(key for key in keys if key in chosen)
