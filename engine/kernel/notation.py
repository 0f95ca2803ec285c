"""Answers as text, for records and scenarios: "plays Push inverted", "chooses Guard and Herald".

Written answers can be read back. Reading also accepts labels and keys of options as names, with their detail to
distinguish them: "Guard (exhausted)".
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
"""Further names of an option, besides its label and its key."""


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
    """Return a function that names the current round, or the time before the first one.

    `numbered` has the number as {n}.
    """

    def chapter(match: Match) -> Message:
        n = match.game.round_number(match.machine)
        return numbered.filled(n=n) if n else before

    return chapter


class NotUnderstood(GameError):
    """A text that doesn't answer the question. `str(error)` lists the possible answers."""


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
"""The subject of an option that stands for a player."""


def with_players(question: Question, players: Sequence[str]) -> Question:
    """Return a question in which options for players have the players' names as subjects. Keys stay the same."""
    named = {
        option.key: players[int(match[1])]
        for option in question.options
        if (match := _SEAT.fullmatch(option.subject)) is not None and int(match[1]) < len(players)
    }
    if not named:
        return question
    options = (replace(one, subject=named.get(one.key, one.subject)) for one in question.options)
    return replace(question, options=tuple(options))


# ------------------------------------------------------------------------------------------------------- writing


def to_notation(question: Question, choice: Choice, phrasing: Phrasing) -> str:
    """Return an answer in words, without the player's name."""
    before = phrasing.topics[question.topic].answer
    match question.kind:
        case QuestionKind.NUMBER:
            return f"{before or 'names'} {choice[0]}"
        case QuestionKind.DISTRIBUTE:
            amounts = [(key, n) for key, n in shares(choice).items() if n]
            return "assigns " + ", ".join(f"{n} to {name_of(question, key)}" for key, n in amounts)
        case QuestionKind.ORDER:
            return "orders " + _joined_names(question, choice)
        case QuestionKind.CARDS:
            if not choice:
                return phrasing.topics[question.topic].nothing
            return f"{before or 'chooses'} {_joined_names(question, choice)}"
        case _:
            option = next(option for option in question.options if option.key == choice[0])
            return _chosen(question, option, phrasing)


def name_of(question: Question, key: str) -> str:
    """Return an unambiguous name for an option: the name of its subject, or its key."""
    option = next(option for option in question.options if option.key == key)
    namesakes = [other for other in question.options if _name(other) == _name(option)]
    return _name(option) if len(namesakes) == 1 else option.key


def _name(option: Option) -> str:
    return option.about.called or option.key


def _chosen(question: Question, option: Option, phrasing: Phrasing) -> str:
    """Return the phrase for choosing an option, distinct from those of other options."""
    for name_of_option in (_name, _subject):
        phrase = _phrase(option, phrasing, name_of_option)
        if [_phrase(other, phrasing, name_of_option) for other in question.options].count(phrase) == 1:
            return phrase
    return f"chooses {option.key}"


def _subject(option: Option) -> str:
    return option.subject


def _phrase(option: Option, phrasing: Phrasing, name_of_option: Callable[[Option], str]) -> str:
    return phrasing.verbs.get(option.verb, "chooses {subject}").replace("{subject}", name_of_option(option))


def _joined_names(question: Question, keys: Iterable[str]) -> str:
    return ", ".join(name_of(question, key) for key in keys)


def possible_answers(question: Question, phrasing: Phrasing) -> list[str]:
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
            numbers = str(low) if low == high else f"{low} to {high}"
            return [f"{before or 'chooses'} {numbers} of {', '.join(names)}"]
        case _:
            return [_chosen(question, option, phrasing) for option in question.options]


# ------------------------------------------------------------------------------------------------------- reading


def understand(question: Question, words: str, phrasing: Phrasing, aliases: Aliases | None = None) -> Choice:
    """Parse an answer. Raises NotUnderstood. The result must still be checked (`question.check`)."""
    plain = _plain(words)
    match question.kind:
        case QuestionKind.NUMBER:
            return _number(question, plain, phrasing)
        case QuestionKind.DISTRIBUTE:
            return _shares(question, words, phrasing, aliases)
        case QuestionKind.CARDS | QuestionKind.ORDER:
            return _several(question, words, phrasing, aliases)
        case _:
            return (find_option(question, words, phrasing, aliases).key,)


def find_option(question: Question, words: str, phrasing: Phrasing, aliases: Aliases | None = None) -> Option:
    """Return the one option that the words name. Raises NotUnderstood if there is none, or several."""
    plain = _plain(words)
    if question.kind is QuestionKind.YES_NO:
        plain = {"accepts": "yes", "declines": "no", "says yes": "yes", "says no": "no"}.get(plain, plain)
    options = [option for option in question.options if plain in _forms(option, phrasing, aliases)]
    if not options:
        raise NotUnderstood(_not_understood(question, words, phrasing))
    return _the_one(options, words)


def _forms(option: Option, phrasing: Phrasing, aliases: Aliases | None) -> set[str]:
    forms = {_plain(_phrase(option, phrasing, name_of_option)) for name_of_option in (_name, _subject)}
    for name in _names(option, aliases):
        plain = _plain(name)
        forms |= {plain, _plain(third_person(name)), f"chooses {plain}", f"chooses to {plain}"}
    return forms


def _names(option: Option, aliases: Aliases | None) -> list[str]:
    names = [_name(option), option.label, option.key, re.sub(r"#[0-9]+", "", option.key)]
    if option.detail:
        parts = [option.detail, *option.detail.split(", ")]
        names += [f"{name} ({part})" for name in (option.label, _name(option)) for part in parts]
    if aliases is not None:
        names += aliases(option)
    return names


def _the_one(options: list[Option], text: str) -> Option:
    """Return the first of several indistinguishable options. Raises NotUnderstood if they can be distinguished."""
    if len({(option.label, option.detail) for option in options}) > 1:
        which = ", or ".join(
            f"“{option.key}” ({option.detail})" if option.detail else f"“{option.key}”" for option in options
        )
        raise NotUnderstood(
            msg("“{typed}” can mean several things: {which}.", typed=text.strip(), which=which)
        )
    return options[0]


def _number(question: Question, words: str, phrasing: Phrasing) -> Choice:
    before = phrasing.topics[question.topic].answer or "names"
    if question.minimum == 0 and words in {"declines", "refuses", "refuses it"}:
        return ("0",)
    match = re.fullmatch(rf"(?:chooses|names|{re.escape(before)})?\s*(?:at )?([0-9]{{1,9}})", words)
    if match is None:
        raise NotUnderstood(_not_understood(question, words, phrasing))
    return (match[1],)


def _several(question: Question, words: str, phrasing: Phrasing, aliases: Aliases | None) -> Choice:
    plain = _plain(words)
    words_of = phrasing.topics[question.topic]
    before = words_of.answer or "chooses"
    nothing = {words_of.nothing, "chooses nothing", "chooses none", "declines"}
    nothing |= {f"{before} nothing", f"{before} nobody"}
    if plain in nothing and question.minimum == 0:
        return ()
    rest = _after_verb(question, words, phrasing, "orders" if question.ordered else "chooses")
    return tuple(option.key for option, _ in _read_list(question, rest, phrasing, aliases, amounts=False))


def _shares(question: Question, words: str, phrasing: Phrasing, aliases: Aliases | None) -> Choice:
    rest = _after_verb(question, words, phrasing, "assigns")
    amounts = _read_list(question, rest, phrasing, aliases, amounts=True)
    return tuple(f"{option.key}={amount}" for option, amount in amounts if amount)


def _after_verb(question: Question, words: str, phrasing: Phrasing, usual: str) -> str:
    """Return the text after the verb of an answer: the topic's, the usual one, or the card's ("Discard an arcanum")."""
    quoted = third_person(question.quoted).partition(" ")[0] if question.quoted else ""
    for verb in (phrasing.topics[question.topic].answer, usual, "chooses", quoted):
        if verb and words.strip().casefold().startswith(verb + " "):
            return words.strip()[len(verb) :].strip().removesuffix(".")
    raise NotUnderstood(_not_understood(question, words.strip(), phrasing))


_SEPARATOR = re.compile(r"\s*(?:,\s*and\b|,|;|\band\b|$)\s*", re.IGNORECASE)
_AMOUNT_BEFORE = re.compile(r"([0-9]{1,9})\s+(?:damage\s+)?(?:to|on)\s+", re.IGNORECASE)
_AMOUNT_AFTER = re.compile(r"\s*+[:=]?\s*+([0-9]{1,9})")


def _read_list(
    question: Question, text: str, phrasing: Phrasing, aliases: Aliases | None, *, amounts: bool
) -> list[tuple[Option, int]]:
    """Read names separated by commas or "and". Takes the longest fitting name, as names can contain commas."""
    chosen_options: list[tuple[Option, int]] = []
    chosen: set[str] = set()
    position = 0
    while position < len(text):
        amount = 0
        before = _AMOUNT_BEFORE.match(text, position) if amounts else None
        if before is not None:
            amount, position = int(before[1]), before.end()
        candidates, end = _longest(
            question, text, position, aliases, chosen, amounts=amounts and before is None
        )
        if not candidates:
            raise NotUnderstood(_not_understood(question, text[position:], phrasing))
        after = _AMOUNT_AFTER.match(text, end) if amounts and before is None else None
        if after is not None:
            amount, end = int(after[1]), after.end()
        option = _the_one(candidates, text[position:end])
        chosen.add(option.key)
        chosen_options.append((option, amount))
        separator = _SEPARATOR.match(text, end)
        if separator is None:
            raise NotUnderstood(_not_understood(question, text[end:].strip(), phrasing))
        position = separator.end()
    return chosen_options


def _longest(
    question: Question, text: str, start: int, aliases: Aliases | None, chosen: set[str], *, amounts: bool
) -> tuple[list[Option], int]:
    rest = text[start:].casefold()
    best: list[Option] = []
    length = 0
    for option in question.options:
        if option.key in chosen:
            continue
        for name in _names(option, aliases):
            small = name.casefold()
            if len(small) < length or not small or not rest.startswith(small):
                continue
            end = start + len(small)
            if not _SEPARATOR.match(text, end) and not (amounts and _AMOUNT_AFTER.match(text, end)):
                continue
            if len(small) > length:
                best, length = [], len(small)
            if option not in best:
                best.append(option)
    return best, start + length


def _not_understood(question: Question, words: str, phrasing: Phrasing) -> Message:
    return msg(
        "“{typed}” does not answer the question “{question}” Possible answers: {could}.",
        typed=words.strip(),
        question=question.purpose,
        could="; ".join(possible_answers(question, phrasing)),
    )


def _plain(words: str) -> str:
    return " ".join(words.casefold().split()).removesuffix(".").strip('“”"')
