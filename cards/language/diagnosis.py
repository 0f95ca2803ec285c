"""Errors in a line of card text: the unexpected words, the words possible there, and the nearest known word.

Possible words and similar words are derived from the records of a game's vocabulary. A game adds wordings from other
games and natural wordings that its language doesn't have, each with its replacement (`MistakeMessages`).
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

    Those in a word's own record (`said`) aren't repeated here. A leading "…" means that the wording occurs elsewhere
    in the sentence.
    """
    places: tuple[tuple[str, str], ...] = ()
    """Patterns of lines, with `^^` where reading stopped, and the advice as the end of a sentence.

    `<verb>`, `<keyword>`, `<noun>` and `<nouns>` match any verb of an instruction, keyword, noun and plural of the
    game.
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
"""Words written differently in every game, by their probable meaning."""

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
"""Replacements in every game, as in `MistakeMessages.places`."""

_ALIKE = 0.65
"""The least similarity (of 1) to a known word for a word to be taken for a slip of it."""

_ALIKE_SHORT = 0.8
"""The same for a word of up to three letters, which looks like too many others."""

_SHORT = 3

_ALIKE_BUT_FIRST = 0.75
"""The same for a word with another first letter, which is a rare mistake."""

_MOST_NAMED = 9
"""The maximum number of possible continuations that are named."""

_MOST_SAID = 14
"""The same, regardless of the words possible there."""

_MOST_VERBS = 5
"""The maximum number of verbs that are named with which a line could be read."""

_TELLING = 2
"""The number of words and signs after a verb that identify the intended one."""

_WHERE = ", where X is"
_RARE = frozenset({"twice", "again", "(", "target"})
"""Continuations that are possible in many places and hardly ever meant."""
_X = re.compile(r"\bX\b", re.IGNORECASE)
_SYMBOL = re.compile(r"\(\s*[a-z!]?\s*\)?|[a!]\s*:|!")
"""The symbol of an ability, miswritten."""
_ARTICLE = re.compile(r"\ba (\w+)")
_BEGINNINGS = frozenset({'"if"', '"while"', '"(A)"', '"(!)"'})
"""Continuations that are named beside groups of words where a line or a sentence begins."""

_BASE_ONLY = {"player": "players"}
"""Base forms that are never written."""


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
        """Know a game's words.

        `terminals` has the words of each terminal of the grammar, `rules` are those of Lark's parser, `tokens` cuts a
        line into words, and `reach` is the column at which the grammar stops to allow a line, beyond its end if it does not.
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
            column, found = len(line.rstrip()) + 1, ""
        else:
            column = token.column or 1
            found = line[column - 1 : cast(int, token.end_pos)]
        place = Where(column=column)
        before, rest = (part.translate(LOOKALIKES) for part in (line[: column - 1], line[column - 1 :]))
        if told := self._specific_finding(before, rest, found, possible):
            return Problem(place, told, found)
        expected = self._expected(possible, before)
        meant = self._replacement(before, rest, possible)
        suggestion = meant or self._nearest(rest, expected)
        named = self._named(possible, expected)
        begins = self._first["w_act"] <= possible
        if meant and found.isalpha():
            named = ()  # What other games call so is certain: no list says more.
        elif begins and (fitting := self._fitting(line, token)):
            named = () if suggestion else fitting
        elif len(named) > _MOST_NAMED and begins:
            # Where almost anything can stand, the nearest word says more than a list of all there is.
            labels = {group.label for group in self._groups if group.opening} | _BEGINNINGS
            named = () if suggestion else tuple(word for word in named if word in labels)
        message = f'"{found}" can\'t stand here.' if found else "The line ends too early."
        return Problem(place, message, found, named[:_MOST_SAID], suggestion)

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
        found = dict(_EVERYDAY)
        if self._vocabulary.commas:
            found |= {said: "," for said, meant in _EVERYDAY.items() if meant == ", then"}
        for entry in self._vocabulary.entries:
            written = _written(entry)
            for said in entry.said:
                found[said] = written
                if entry.category == "act":
                    found[third(said)] = third(written)
        for kind in self._vocabulary.classes.values():
            for word in kind:
                found |= _said_of(kind, word)
        found |= self._hints.meanings
        return dict(sorted(found.items(), key=lambda row: -len(row[0])))

    @cached_property
    def patterns(self) -> tuple[tuple[re.Pattern[str], str], ...]:
        """The patterns of mistakes, compiled on the first mistake: most processes never need them."""
        doing = "|".join(dict.fromkeys(form for verb in self._verbs for form in (third(verb), verb)))
        lists = {
            "<verb>": doing,
            "<keyword>": "|".join(sorted(self._keywords)),
            "<noun>": "|".join(self._vocabulary.plurals),
            "<nouns>": "|".join(self._vocabulary.plurals.values()),
        }
        found: list[tuple[re.Pattern[str], str]] = []
        for pattern, text in (*self._hints.places, *_PLACES):
            for name, words in lists.items():
                pattern = pattern.replace(name, f"(?:{words})")
            found.append((re.compile(pattern.replace("^^", r"\^\^"), re.IGNORECASE), text))
        return tuple(found)

    @cached_property
    def _adjectives(self) -> frozenset[str]:
        words = [word.record.en for kind in self._vocabulary.adjectives.values() for word in kind]
        return frozenset(one.lower() for word in words for one in word.split())

    # Messages

    def hint(self, before: str, rest: str) -> str:
        """Return a replacement, as the end of a sentence, where `rest` can't follow `before`; "" if none is known."""
        line = f"{before}^^{rest}"
        return next((text for pattern, text in self.patterns if pattern.search(line)), "")

    def _expected(self, possible: frozenset[str], before: str) -> list[str]:
        """Return the words possible there, without those that are hardly ever meant."""
        left_out = _RARE if _X.search(before) else _RARE | {_WHERE}
        return [word for name in sorted(possible) if (word := self._word(name)) and word not in left_out]

    def _word(self, terminal: str) -> str:
        """Return the spelling of a terminal; nothing for those of open classes."""
        return _ARTICLE.sub(
            lambda found: f"{article(found[1])} {found[1]}", self._terminals.get(terminal, "")
        )

    def _specific_finding(self, before: str, rest: str, found: str, possible: frozenset[str]) -> str:
        """Return a finding that makes a list of possible words unnecessary, or ""."""
        if hint := self.hint(before, rest):
            return f'"{found}" can\'t stand here: {hint}' if found else f"The line ends too early: {hint}"
        if not found:
            return "The line ends without its full stop." if self._can(".", possible) else ""
        if found == '"':
            return "This quotation mark has no partner on its line."
        if not found.isprintable() or not found.strip():
            name = unicodedata.name(found[0], "a control character").lower()
            return f"An invisible character (U+{ord(found[0]):04X}, {name}) can't stand here."
        said = {word.group().lower() for word in words_of(before) if word.group().isalpha()}
        if "." in before and (found.lower() in self._keywords) != (said <= self._keywords):
            return f'"{found}" can\'t stand here: keywords have a line of their own.'
        return ""

    def _named(self, possible: frozenset[str], expected: list[str]) -> tuple[str, ...]:
        """Return the possible words, groups first, in terms that a card author knows."""
        left = set(possible)
        named: list[str] = []
        for group in self._groups:
            if group.marks <= possible and 2 * len(left & group.marks) >= len(group.marks):
                named.append(group.label)
                left -= group.words
        named += [label for name, label in OPEN_CLASSES.items() if name in left]
        singles = {self._word(name) for name in left}
        return (*named, *(f'"{_BASE_ONLY.get(word, word)}"' for word in expected if word in singles))

    def _replacement(self, before: str, rest: str, possible: frozenset[str]) -> str:
        """Return the replacement for a wording of other games or everyday English, or ""."""
        small = rest.lower()
        if not before and (begin := self._symbol(small)):
            return begin
        if self._can("all", possible) and (many := self._several(rest)):
            return f'"all {many}"'
        for said, meant in self.replacements.items():
            if small.startswith(said) and not small[len(said) : len(said) + 1].isalnum():
                if meant.startswith("…") or self._can(meant, possible):
                    return f'"{meant}"'
                if meant == ", then" and said == "then":
                    return f'"{meant}"'
        return ""

    def _symbol(self, small: str) -> str:
        """Return the beginning of an ability whose symbol is missing or miswritten."""
        symbols = [name for name in ("(A)", "(!)") if name in self._terminals.values()]
        for timing in self._vocabulary.classes.get("timing", ()):
            if "(!)" in symbols and small.split()[:1] == [timing.value.lower()]:
                return f'"(!) {timing.value}"'
        return " or ".join(f'"{symbol}"' for symbol in symbols) if _SYMBOL.match(small) else ""

    def _several(self, rest: str) -> str:
        """The plural at which `rest` begins, with the adjectives in front of it: "ready entities"; or nothing."""
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
        found = [match.group().lower() for match in words_of(rest)]
        best, score = "", 0.0
        for literal in expected:
            for form in self._forms(literal):
                written = " ".join(found[: len(words_of(form))])
                likeness = SequenceMatcher(None, written, form.lower()).ratio()
                if likeness > max(score, _enough(written, form)):
                    best, score = form, likeness
        return f'"{best}"' if best else ""

    def _forms(self, literal: str) -> list[str]:
        others = (self._vocabulary.plurals.get(literal), self._vocabulary.verbs.get(literal))
        return [form for form in (literal, *others) if form]

    def _fitting(self, line: str, token: Token) -> tuple[str, ...]:
        """Return the verbs that would make most of the line readable in place of an unknown word."""
        if token.type not in ("UNKNOWN", "TYPE") or not token.value.isalpha():
            return ()
        start, end = cast(int, token.start_pos), cast(int, token.end_pos)
        behind = [word.start() for word in words_of(line) if word.start() >= end]
        if len(behind) < _TELLING:
            return ()  # Almost every verb would do.
        found: dict[int, list[str]] = {}
        for verb in self._verbs:
            tried = [
                (self._reach(line[:start] + form + line[end:]) - len(form), form)
                for form in (verb, third(verb))
            ]
            reach, form = max(tried, key=lambda one: one[0])
            found.setdefault(reach + end - start, []).append(f'"{form}"')
        farthest = max(found)
        whole = farthest > len(line) + 1
        return tuple(found[farthest][:_MOST_VERBS]) if whole or farthest > behind[1] + 1 else ()


def _enough(written: str, form: str) -> float:
    """Return the least similarity to a known word for a word to be taken for a slip of it."""
    if len(written) <= _SHORT:
        return _ALIKE_SHORT
    return _ALIKE if written[:1] == form.lstrip(",; ")[:1].lower() else _ALIKE_BUT_FIRST


def _written(entry: Entry) -> str:
    """Return the key of a word of other games: the words of a wording between its slots, of an instruction its verb."""
    row, _ = next(rows(next(form for form in entry.forms if form.parts).parts))
    words = [part for part in row if isinstance(part, str)]
    return " ".join(words[:1] if entry.category == "act" else words)


def _said_of(kind: type[Word], word: Word) -> Iterator[tuple[str, str]]:
    if kind.__name__ == "TriggerType":
        return
    for said in word.record.said:
        yield said, word.record.en
        if kind.__name__ == "Noun":
            yield plural(said), word.record.many or plural(word.record.en)
