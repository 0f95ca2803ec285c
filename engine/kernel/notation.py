"""Answers in words, for records and scenarios: "plays Push inverted", "chooses Guard and Herald".

Written answers can be read back. Reading accepts a little more: an option can be named by its label or its key, and
distinguished by its detail, "Guard (exhausted)".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from cards.i18n import Message, msg
from engine.kernel.errors import GameError
from engine.kernel.match import Match
from engine.kernel.question import Choice, Option, Question, QuestionKind, TopicWords, shares

Aliases = Callable[[Option], Iterable[str]]
"""More names for an option than its label and its key."""


class Phrasing(msgspec.Struct, frozen=True):
    """The wording of a game's answers.

    `topics` has the beginning of answers for each topic. `verbs` has the phrase for each verb of an option, with
    `{subject}` for its subject: "plays {subject} inverted". `lists` returns the content of a setup by seat, in lines
    for people; it raises UnreadableMatch.
    """

    topics: Mapping[str, TopicWords]
    verbs: Mapping[str, str] = msgspec.field(default_factory=dict[str, str])
    lists: Callable[[bytes], Sequence[Sequence[str]]] | None = None


def chapters(numbered: Message, before: Message) -> Callable[[Match], Message]:
    """Return a function that names rounds, or the time before the first one.

    `numbered` has the number as {n}.
    """

    def chapter(match: Match) -> Message:
        n = match.game.round_number(match.machine)
        return numbered.filled(n=n) if n else before

    return chapter


class NotUnderstood(GameError):
    """Words that don't answer the question. `str(error)` lists the possible answers."""


def third_person(message: str) -> str:
    """Return "plays Push" for "Play Push"."""
    verb, space, rest = message.partition(" ")
    verb = verb[:1].lower() + verb[1:]
    if re.search(r"(s|sh|ch|x|z|o)$", verb):
        verb += "es"
    elif re.search(r"[^aeiou]y$", verb):
        verb = verb[:-1] + "ies"
    else:
        verb += "s"
    return verb + space + rest


_SEAT = re.compile(r"seat ([0-9]{1,2})")
"""The subject of an option that is about a player."""


def with_players(question: Question, players: Sequence[str]) -> Question:
    """Return a question whose options about players have their names for subjects; the keys stay."""
    named = {
        option.key: players[int(found[1])]
        for option in question.options
        if (found := _SEAT.fullmatch(option.subject)) is not None and int(found[1]) < len(players)
    }
    if not named:
        return question
    options = (replace(one, subject=named.get(one.key, one.subject)) for one in question.options)
    return replace(question, options=tuple(options))


# ------------------------------------------------------------------------------------------------------- writing


def in_words(question: Question, choice: Choice, phrasing: Phrasing) -> str:
    """Return an answer in words, without the name of the player."""
    before = phrasing.topics[question.topic].answer
    match question.kind:
        case QuestionKind.NUMBER:
            return f"{before or 'names'} {choice[0]}"
        case QuestionKind.DISTRIBUTE:
            given = [(key, n) for key, n in shares(choice).items() if n]
            return "assigns " + ", ".join(f"{n} to {name_of(question, key)}" for key, n in given)
        case QuestionKind.ORDER:
            return "orders " + _listed(question, choice)
        case QuestionKind.CARDS:
            if not choice:
                return phrasing.topics[question.topic].nothing
            return f"{before or 'chooses'} {_listed(question, choice)}"
        case _:
            option = next(option for option in question.options if option.key == choice[0])
            return _doing(question, option, phrasing)


def name_of(question: Question, key: str) -> str:
    """Return an unambiguous name for an option: the name of its subject, or its key."""
    option = next(option for option in question.options if option.key == key)
    alike = [other for other in question.options if _name(other) == _name(option)]
    return _name(option) if len(alike) == 1 else option.key


def _name(option: Option) -> str:
    return option.about.called or option.key


def _doing(question: Question, option: Option, phrasing: Phrasing) -> str:
    """Return the phrase for choosing an option, distinct from those of other options."""
    for called in (_name, _subject):
        said = _done(option, phrasing, called)
        if [_done(other, phrasing, called) for other in question.options].count(said) == 1:
            return said
    return f"chooses {option.key}"


def _subject(option: Option) -> str:
    return option.subject


def _done(option: Option, phrasing: Phrasing, called: Callable[[Option], str]) -> str:
    return phrasing.verbs.get(option.verb, "chooses {subject}").replace("{subject}", called(option))


def _listed(question: Question, keys: Iterable[str]) -> str:
    return ", ".join(name_of(question, key) for key in keys)


def sayings(question: Question, phrasing: Phrasing) -> list[str]:
    """Return the possible answers to a question in words: one line per option, or one line for all of them."""
    names = [name_of(question, option.key) for option in question.options]
    before = phrasing.topics[question.topic].answer
    match question.kind:
        case QuestionKind.NUMBER:
            return [f"{before or 'names'} a number from {question.minimum} to {question.maximum}"]
        case QuestionKind.DISTRIBUTE:
            rooms = ", ".join(
                f"{n} (at most {o.limit})" for n, o in zip(names, question.options, strict=True)
            )
            return [f"assigns {question.maximum} in all to {rooms}"]
        case QuestionKind.ORDER:
            return [f"orders {', '.join(names)}"]
        case QuestionKind.CARDS:
            low, high = question.minimum, question.maximum
            many = str(low) if low == high else f"{low} to {high}"
            return [f"{before or 'chooses'} {many} of {', '.join(names)}"]
        case _:
            return [_doing(question, option, phrasing) for option in question.options]


# ------------------------------------------------------------------------------------------------------- reading


def understand(question: Question, words: str, phrasing: Phrasing, aliases: Aliases | None = None) -> Choice:
    """Return the answer expressed by the words. Raises NotUnderstood. The result must still be checked."""
    said = _plain(words)
    match question.kind:
        case QuestionKind.NUMBER:
            return _number(question, said, phrasing)
        case QuestionKind.DISTRIBUTE:
            return _shares(question, words, phrasing, aliases)
        case QuestionKind.CARDS | QuestionKind.ORDER:
            return _several(question, words, phrasing, aliases)
        case _:
            return (find_option(question, words, phrasing, aliases).key,)


def find_option(question: Question, said: str, phrasing: Phrasing, aliases: Aliases | None = None) -> Option:
    """Return the one option that the words name. Raises NotUnderstood."""
    plain = _plain(said)
    if question.kind is QuestionKind.YES_NO:
        plain = {"accepts": "yes", "declines": "no", "says yes": "yes", "says no": "no"}.get(plain, plain)
    found = [option for option in question.options if plain in _forms(option, phrasing, aliases)]
    if not found:
        raise NotUnderstood(_could_say(question, said, phrasing))
    return _the_one(found, said)


def _forms(option: Option, phrasing: Phrasing, aliases: Aliases | None) -> set[str]:
    forms = {_plain(_done(option, phrasing, called)) for called in (_name, _subject)}
    for name in _names(option, aliases):
        plain = _plain(name)
        forms |= {plain, _plain(third_person(name)), f"chooses {plain}", f"chooses to {plain}"}
    return forms


def _names(option: Option, aliases: Aliases | None) -> list[str]:
    names = [_name(option), option.label, option.key, re.sub(r"#[0-9]+", "", option.key)]
    if option.detail:
        parts = [option.detail, *option.detail.split(", ")]
        names += [f"{called} ({part})" for called in (option.label, _name(option)) for part in parts]
    if aliases is not None:
        names += aliases(option)
    return names


def _the_one(found: list[Option], said: str) -> Option:
    """Return the first of several indistinguishable options. Raises NotUnderstood for others."""
    if len({(option.label, option.detail) for option in found}) > 1:
        which = ", or ".join(
            f"“{option.key}” ({option.detail})" if option.detail else f"“{option.key}”" for option in found
        )
        raise NotUnderstood(msg("“{said}” can mean several things: {which}.", said=said.strip(), which=which))
    return found[0]


def _number(question: Question, said: str, phrasing: Phrasing) -> Choice:
    before = phrasing.topics[question.topic].answer or "names"
    if question.minimum == 0 and said in {"declines", "refuses", "refuses it"}:
        return ("0",)
    match = re.fullmatch(rf"(?:chooses|names|{re.escape(before)})?\s*(?:at )?([0-9]{{1,9}})", said)
    if match is None:
        raise NotUnderstood(_could_say(question, said, phrasing))
    return (match[1],)


def _several(question: Question, words: str, phrasing: Phrasing, aliases: Aliases | None) -> Choice:
    said = _plain(words)
    words_of = phrasing.topics[question.topic]
    before = words_of.answer or "chooses"
    nothing = {words_of.nothing, "chooses nothing", "chooses none", "declines"}
    nothing |= {f"{before} nothing", f"{before} nobody"}
    if said in nothing and question.minimum == 0:
        return ()
    rest = _after_verb(question, words, phrasing, "orders" if question.ordered else "chooses")
    return tuple(option.key for option, _ in _read_list(question, rest, phrasing, aliases, amounts=False))


def _shares(question: Question, words: str, phrasing: Phrasing, aliases: Aliases | None) -> Choice:
    rest = _after_verb(question, words, phrasing, "assigns")
    given = _read_list(question, rest, phrasing, aliases, amounts=True)
    return tuple(f"{option.key}={amount}" for option, amount in given if amount)


def _after_verb(question: Question, words: str, phrasing: Phrasing, usual: str) -> str:
    """Return the text after the verb of an answer: the usual verb, or that of the card, "Discard an arcanum"."""
    quoted = third_person(question.quoted).partition(" ")[0] if question.quoted else ""
    for verb in (phrasing.topics[question.topic].answer, usual, "chooses", quoted):
        if verb and words.strip().casefold().startswith(verb + " "):
            return words.strip()[len(verb) :].strip().removesuffix(".")
    raise NotUnderstood(_could_say(question, words.strip(), phrasing))


_SEPARATOR = re.compile(r"\s*(?:,\s*and\b|,|;|\band\b|$)\s*", re.IGNORECASE)
_AMOUNT_BEFORE = re.compile(r"([0-9]{1,9})\s+(?:damage\s+)?(?:to|on)\s+", re.IGNORECASE)
_AMOUNT_AFTER = re.compile(r"\s*+[:=]?\s*+([0-9]{1,9})")


def _read_list(
    question: Question, text: str, phrasing: Phrasing, aliases: Aliases | None, *, amounts: bool
) -> list[tuple[Option, int]]:
    """Read names, separated by commas or "and", each the longest that fits; names may hold commas themselves."""
    out: list[tuple[Option, int]] = []
    chosen: set[str] = set()
    at = 0
    while at < len(text):
        amount = 0
        before = _AMOUNT_BEFORE.match(text, at) if amounts else None
        if before is not None:
            amount, at = int(before[1]), before.end()
        found, end = _longest(question, text, at, aliases, chosen, amounts=amounts and before is None)
        if not found:
            raise NotUnderstood(_could_say(question, text[at:], phrasing))
        after = _AMOUNT_AFTER.match(text, end) if amounts and before is None else None
        if after is not None:
            amount, end = int(after[1]), after.end()
        option = _the_one(found, text[at:end])
        chosen.add(option.key)
        out.append((option, amount))
        separator = _SEPARATOR.match(text, end)
        if separator is None:
            raise NotUnderstood(_could_say(question, text[end:].strip(), phrasing))
        at = separator.end()
    return out


def _longest(
    question: Question, text: str, at: int, aliases: Aliases | None, chosen: set[str], *, amounts: bool
) -> tuple[list[Option], int]:
    rest = text[at:].casefold()
    best: list[Option] = []
    length = 0
    for option in question.options:
        if option.key in chosen:
            continue
        for name in _names(option, aliases):
            small = name.casefold()
            if len(small) < length or not small or not rest.startswith(small):
                continue
            end = at + len(small)
            if not _SEPARATOR.match(text, end) and not (amounts and _AMOUNT_AFTER.match(text, end)):
                continue
            if len(small) > length:
                best, length = [], len(small)
            if option not in best:
                best.append(option)
    return best, at + length


def _could_say(question: Question, said: str, phrasing: Phrasing) -> Message:
    return msg(
        "“{said}” does not answer the question “{question}” Possible answers: {could}.",
        said=said.strip(),
        question=question.purpose,
        could="; ".join(sayings(question, phrasing)),
    )


def _plain(words: str) -> str:
    return " ".join(words.casefold().split()).removesuffix(".").strip('“”"')
