"""Errors in a line of card text: the unexpected words, the words possible there, and the nearest known word.

Possible and similar words are derived from the records of a game's vocabulary. A game adds wordings from other games
and everyday wordings that its language lacks, each with its replacement (`MistakeMessages`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import SequenceMatcher
from functools import cached_property
from typing import Any, cast

import msgspec
from lark import Token
from lark.exceptions import UnexpectedToken

from cards.language.errors import Problem, Where
from cards.language.first_words import OPEN_CLASSES, GrammarRule, Group, first_words, groups, verbs
from cards.language.forms import article, plural, third
from cards.language.lexer import LOOKALIKES
from cards.language.records import Entry, Word
from cards.language.template import rows
from cards.language.vocabulary import Vocabulary, words_of


class MistakeMessages(msgspec.Struct, frozen=True):
    """A game's own messages for mistakes."""

    meanings: Mapping[str, str] = {}
    """Wordings of other games or of everyday English, with their probable meaning.

    Those in a word's own record (`synonyms`) aren't repeated here. A leading "…" means that the wording occurs elsewhere
    in the sentence.
    """
    places: tuple[tuple[str, str], ...] = ()
    """Patterns of lines, with `^^` at the place where reading stopped, and the advice as the end of a sentence.

    `<verb>`, `<keyword>`, `<noun>` and `<nouns>` match any instruction's verb, keyword, noun and plural of the game.
    """


NO_HINTS = MistakeMessages()

_EVERYDAY = {
    "one": "1",
    "two": "2",
    "three": "3",
    "four": "4",
    "five": "5",
    "can": "may",
    "then": ", then",
    "and then": ", then",
    "and": ", then",
    ", and": ", then",
    ",": ", then",
    "-": ":",
    ";": ".",
    "!": ".",
    "。": ".",
    ":": "-",
    "every": "each",
    "both players": "each player",
    "but": ", and",
    "whenever": "after",
    "if": "when",
    "once": "after",
    "equals": "is",
    "opponents": "opponent",
    "greater than": "more than",
    "bigger than": "more than",
    "smaller than": "fewer than",
    "would be": "is",
    "enemy": "… your opponent controls",
    "controlled by you": "you control",
    "controlled by your opponent": "your opponent controls",
    "opponent's": "… your opponent controls",
    "the opponent": "your opponent",
    "opponent": "your opponent",
    "top": "the top",
}
"""Words that the card language writes differently in every game, with their probable meaning."""

_PLACES = (
    (r", then (?:you|your opponent|each player) ^^may\b", 'an option has a sentence of its own, "You may …".'),
    (r"^\s*(?:while|during)\b[^,]*,\s*^^(?:<verb>)\b",
     'what happens once begins with "If", what lasts with "While".'),
    (r"^^for (?:each|every)\b", 'it stands at the beginning of the sentence, "For each …, …".'),
    (r"\b(?:can't|cannot) [^.]{0,40}^^(?:, )?unless\b",
     'say what must not be so at the beginning, "While …, … cannot …".'),
    (r"^^(?:, )?unless\b", 'say "You may …. If you do not, …".'),
    (r"\bthey ^^(?:<verb>)\b", 'name who does it, "Your opponent …", "Each player …".'),
    (r"\bchoose one:\s*^^$", 'a choice stands on one line, "Choose one: …; or …."'),
    (r"\bmay [^.]{0,60}^^to\b", 'join the two with ", then", "You may …, then …."'),
    (r"\bor ^^(?:<verb>)\b|^^or (?:<verb>)\b", 'say "Choose one: …; or …" or "Your opponent chooses one: …; or …".'),
    (r"\beither ^^|^^either\b", 'say "Choose one: …; or …".'),
    (r"\bor (?:an? )?(?:<noun>) ^^or (?:an? )?(?:<noun>)\b", "two sorts can be named, not three."),
    (r"\bthe ^^(?:<noun>)\b", 'say "a …" for one that is chosen, "it" for one that has been named.'),
    (r"\bthis ?^^(?:\W|$|to\b|until\b|twice\b|and\b|is\b|has\b|gets\b|from\b|for\b|with\b|on\b|in\b)", 'say "this card".'),
    (r"^^(?:at random|random|randomly)\b", "the player who performs the instruction chooses."),
    (r"^^of (?:your|their) choice\b|\bof ^^(?:your|their) choice\b", "leave it out: the player who performs the instruction chooses."),
)  # fmt: skip
"""Advice for every game, as in `MistakeMessages.places`."""

_ALIKE = 0.65
"""The minimum similarity (0..1) to a known word at which an unknown word counts as its misspelling."""

_ALIKE_SHORT = 0.8
"""The same for a word of up to three letters, which is similar to too many others."""

_SHORT = 3

_ALIKE_BUT_FIRST = 0.75
"""The same for a word with a different first letter, which is a rare mistake."""

_MOST_NAMED = 9
"""The maximum number of possible continuations that are named."""

_MOST_SAID = 14
"""The maximum number of words in a message, regardless of the words possible there."""

_MOST_VERBS = 5
"""The maximum number of verbs suggested to make a line readable."""

_TELLING = 2
"""The number of words and signs after a verb that are needed to identify it."""

_WHERE = ", where X is"
_RARE = frozenset({"twice", "again", "(", "target"})
"""Continuations that are possible in many places and hardly ever intended."""
_X = re.compile(r"\bX\b", re.IGNORECASE)
_SYMBOL = re.compile(r"\(\s*[a-z!]?\s*\)?|[a!]\s*:|!")
"""An ability's symbol, misspelled."""
_ARTICLE = re.compile(r"\ba (\w+)")
_BEGINNINGS = frozenset({'"if"', '"while"', '"(A)"', '"(!)"'})
"""Continuations listed in addition to groups of words at the beginning of a line or sentence."""

_BASE_ONLY = {"player": "players"}
"""Base forms that are never printed."""


class Diagnosis:
    """Diagnoses errors in the lines of one game."""

    def __init__(
        self,
        vocabulary: Vocabulary,
        terminals: Mapping[str, str],
        rules: Iterable[GrammarRule],
        tokens: Callable[[str], list[Token]],
        reach: Callable[[str], int],
        hints: MistakeMessages,
    ) -> None:
        """Store a game's words.

        `terminals` has the words of each terminal of the grammar, `rules` are those of Lark's parser, and `tokens`
        splits a line into words. `reach` returns the column where a line becomes ungrammatical, beyond its end if it is
        grammatical.
        """
        self._vocabulary = vocabulary
        self._terminals = terminals
        self._rules = rules
        self._tokens = tokens
        self._reach = reach
        self._hints = hints

    def problem(self, line: str, error: UnexpectedToken) -> Problem:
        """Return the error at the token where the parser stopped."""
        parser = cast(Any, error.interactive_parser)
        possible = frozenset(cast("set[str]", parser.accepts() if parser else error.expected))
        token = cast(Token, cast(Any, error).token)
        if token.type == "$END":
            column, word = len(line.rstrip()) + 1, ""
        else:
            column = token.column or 1
            word = line[column - 1 : cast(int, token.end_pos)]
        place = Where(column=column)
        before, rest = (part.translate(LOOKALIKES) for part in (line[: column - 1], line[column - 1 :]))
        if specific_message := self._specific_message(before, rest, word, possible):
            return Problem(place, specific_message, word)
        expected = self._expected(possible, before)
        replacement = self._replacement(before, rest, possible)
        suggestion = replacement or self._nearest(rest, expected)
        possible_words = self._named(possible, expected)
        begins = self._first["w_act"] <= possible
        if replacement and word.isalpha():
            possible_words = ()  # This wording of another game is certain: a list adds nothing.
        elif begins and (fitting_verbs := self._fitting(line, token)):
            possible_words = () if suggestion else fitting_verbs
        elif len(possible_words) > _MOST_NAMED and begins:
            # Where almost anything is possible, the nearest word is more helpful than a list.
            labels = {group.label for group in self._groups if group.opening} | _BEGINNINGS
            possible_words = () if suggestion else tuple(word for word in possible_words if word in labels)
        message = f'"{word}" can\'t stand here.' if word else "The line ends too early."
        return Problem(place, message, word, possible_words[:_MOST_SAID], suggestion)

    # Derived from the vocabulary

    @cached_property
    def _first(self) -> dict[str, frozenset[str]]:
        return {"w_act": frozenset(), **first_words(self._rules)}

    @cached_property
    def _groups(self) -> tuple[Group, ...]:
        return groups(self._vocabulary, self._first)

    @cached_property
    def _verbs(self) -> list[str]:
        return verbs(self._vocabulary)

    @cached_property
    def _keywords(self) -> frozenset[str]:
        return frozenset(word.record.en for word in self._vocabulary.classes.get("keywordname", ()))

    @cached_property
    def replacements(self) -> dict[str, str]:
        """The wordings of other games with their replacements in this one, longest first."""
        wordings = dict(_EVERYDAY)
        if self._vocabulary.commas:
            wordings |= {synonym: "," for synonym, meant in _EVERYDAY.items() if meant == ", then"}
        for entry in self._vocabulary.entries:
            written = _written(entry)
            for synonym in entry.synonyms:
                wordings[synonym] = written
                if entry.category == "act":
                    wordings[third(synonym)] = third(written)
        for kind in self._vocabulary.classes.values():
            for word in kind:
                wordings |= _said_of(kind, word)
        wordings |= self._hints.meanings
        return dict(sorted(wordings.items(), key=lambda row: -len(row[0])))

    @cached_property
    def patterns(self) -> tuple[tuple[re.Pattern[str], str], ...]:
        """The patterns of mistakes. Compiled at the first mistake, because most processes never need them."""
        doing = "|".join(dict.fromkeys(form for verb in self._verbs for form in (third(verb), verb)))
        lists = {
            "<verb>": doing,
            "<keyword>": "|".join(sorted(self._keywords)),
            "<noun>": "|".join(self._vocabulary.plurals),
            "<nouns>": "|".join(self._vocabulary.plurals.values()),
        }
        compiled: list[tuple[re.Pattern[str], str]] = []
        for pattern, text in (*self._hints.places, *_PLACES):
            for name, words in lists.items():
                pattern = pattern.replace(name, f"(?:{words})")
            compiled.append((re.compile(pattern.replace("^^", r"\^\^"), re.IGNORECASE), text))
        return tuple(compiled)

    @cached_property
    def _adjectives(self) -> frozenset[str]:
        words = [word.record.en for kind in self._vocabulary.adjectives.values() for word in kind]
        return frozenset(one.lower() for word in words for one in word.split())

    # Messages

    def hint(self, before: str, rest: str) -> str:
        """Return advice, as the end of a sentence, if `rest` can't follow `before`; "" if there is none."""
        line = f"{before}^^{rest}"
        return next((text for pattern, text in self.patterns if pattern.search(line)), "")

    def _expected(self, possible: frozenset[str], before: str) -> list[str]:
        """Return the words possible there, without those that are hardly ever intended."""
        left_out = _RARE if _X.search(before) else _RARE | {_WHERE}
        return [word for name in sorted(possible) if (word := self._word(name)) and word not in left_out]

    def _word(self, terminal: str) -> str:
        """Return the spelling of a terminal, or "" for an open class."""
        return _ARTICLE.sub(
            lambda match: f"{article(match[1])} {match[1]}", self._terminals.get(terminal, "")
        )

    def _specific_message(self, before: str, rest: str, word: str, possible: frozenset[str]) -> str:
        """Return a message that makes a list of possible words unnecessary, or ""."""
        if hint := self.hint(before, rest):
            return f'"{word}" can\'t stand here: {hint}' if word else f"The line ends too early: {hint}"
        if not word:
            return "The line ends without its full stop." if self._can(".", possible) else ""
        if word == '"':
            return "This quotation mark has no partner on its line."
        if not word.isprintable() or not word.strip():
            name = unicodedata.name(word[0], "a control character").lower()
            return f"An invisible character (U+{ord(word[0]):04X}, {name}) can't stand here."
        earlier_words = {word.group().lower() for word in words_of(before) if word.group().isalpha()}
        if "." in before and (word.lower() in self._keywords) != (earlier_words <= self._keywords):
            return f'"{word}" can\'t stand here: keywords have a line of their own.'
        return ""

    def _named(self, possible: frozenset[str], expected: list[str]) -> tuple[str, ...]:
        """Return the possible words, groups first, in a card author's terms."""
        remaining = set(possible)
        labels: list[str] = []
        for group in self._groups:
            if group.marks <= possible and 2 * len(remaining & group.marks) >= len(group.marks):
                labels.append(group.label)
                remaining -= group.words
        labels += [label for name, label in OPEN_CLASSES.items() if name in remaining]
        singles = {self._word(name) for name in remaining}
        return (*labels, *(f'"{_BASE_ONLY.get(word, word)}"' for word in expected if word in singles))

    def _replacement(self, before: str, rest: str, possible: frozenset[str]) -> str:
        """Return the replacement for a wording of another game or everyday English, or ""."""
        small = rest.lower()
        if not before and (symbol := self._symbol(small)):
            return symbol
        if self._can("all", possible) and (plural_phrase := self._several(rest)):
            return f'"all {plural_phrase}"'
        for wording, replacement in self.replacements.items():
            if small.startswith(wording) and not small[len(wording) : len(wording) + 1].isalnum():
                if replacement.startswith("…") or self._can(replacement, possible):
                    return f'"{replacement}"'
                if replacement == ", then" and wording == "then":
                    return f'"{replacement}"'
        return ""

    def _symbol(self, small: str) -> str:
        """Return the beginning of an ability whose symbol is missing or misspelled, or ""."""
        symbols = [name for name in ("(A)", "(!)") if name in self._terminals.values()]
        for timing in self._vocabulary.classes.get("timing", ()):
            if "(!)" in symbols and small.split()[:1] == [timing.value.lower()]:
                return f'"(!) {timing.value}"'
        return " or ".join(f'"{symbol}"' for symbol in symbols) if _SYMBOL.match(small) else ""

    def _several(self, rest: str) -> str:
        """Return the plural at the start of `rest` with its adjectives, such as "ready entities", or ""."""
        several = {one.lower() for one in self._vocabulary.plurals.values()}
        for word in words_of(rest):
            if word.group().lower() in several:
                return rest[: word.end()]
            if word.group().lower() not in self._adjectives:
                break
        return ""

    def _can(self, words: str, possible: frozenset[str]) -> bool:
        """Return whether words fit where these terminals are possible."""
        return bool(words) and self._tokens(words)[0].type in possible

    def _nearest(self, rest: str, expected: list[str]) -> str:
        """Return the possible words most similar to the beginning of `rest`, in quotation marks, or ""."""
        words = [match.group().lower() for match in words_of(rest)]
        nearest, score = "", 0.0
        for literal in expected:
            for form in self._forms(literal):
                written = " ".join(words[: len(words_of(form))])
                likeness = SequenceMatcher(None, written, form.lower()).ratio()
                if likeness > max(score, _enough(written, form)):
                    nearest, score = form, likeness
        return f'"{nearest}"' if nearest else ""

    def _forms(self, literal: str) -> list[str]:
        others = (self._vocabulary.plurals.get(literal), self._vocabulary.verbs.get(literal))
        return [form for form in (literal, *others) if form]

    def _fitting(self, line: str, token: Token) -> tuple[str, ...]:
        """Return the verbs that would make most of the line readable in place of an unknown word."""
        if token.type not in ("UNKNOWN", "TYPE") or not token.value.isalpha():
            return ()
        start, end = cast(int, token.start_pos), cast(int, token.end_pos)
        later_words = [word.start() for word in words_of(line) if word.start() >= end]
        if len(later_words) < _TELLING:
            return ()  # Almost every verb would fit.
        verbs_by_reach: dict[int, list[str]] = {}
        for verb in self._verbs:
            readings = [
                (self._reach(line[:start] + form + line[end:]) - len(form), form)
                for form in (verb, third(verb))
            ]
            reach, form = max(readings, key=lambda reading: reading[0])
            verbs_by_reach.setdefault(reach + end - start, []).append(f'"{form}"')
        farthest = max(verbs_by_reach)
        whole = farthest > len(line) + 1
        return tuple(verbs_by_reach[farthest][:_MOST_VERBS]) if whole or farthest > later_words[1] + 1 else ()


def _enough(written: str, form: str) -> float:
    """Return the minimum similarity at which a word counts as a misspelling of a known one."""
    if len(written) <= _SHORT:
        return _ALIKE_SHORT
    return _ALIKE if written[:1] == form.lstrip(",; ")[:1].lower() else _ALIKE_BUT_FIRST


def _written(entry: Entry) -> str:
    """Return the words of an entry's wording without slots; for an instruction, its verb."""
    row, _ = next(rows(next(form for form in entry.forms if form.parts).parts))
    words = [part for part in row if isinstance(part, str)]
    return " ".join(words[:1] if entry.category == "act" else words)


def _said_of(kind: type[Word], word: Word) -> Iterator[tuple[str, str]]:
    if kind.__name__ == "TriggerType":
        return
    for synonym in word.record.synonyms:
        yield synonym, word.record.en
        if kind.__name__ == "Noun":
            yield plural(synonym), word.record.many or plural(word.record.en)
