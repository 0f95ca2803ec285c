"""Expectations as sentences. A form has a pattern, and a function that checks a sentence that matches it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from functools import lru_cache, partial
from typing import Generic, TypeVar

import msgspec

from engine.scenario.items import Item, by_casefold
from engine.scenario.mistakes import Mistake, TextPlace, unknown_card
from engine.scenario.model import Check
from engine.scenario.references import leading_owner, read_reference
from engine.scenario.situation import Situation
from engine.scenario.tables import Tables


class ExpectationWords:
    """The players and cards of a sentence, and its place. A game can add more."""

    def __init__(
        self, names: Sequence[str], text: str, column: int, tables: Tables, titles: Iterable[str] = ()
    ) -> None:
        self.names = names
        self.text = text
        self.column = column
        self.tables = tables
        self.titles = by_casefold(tuple(titles))

    def seat(self, name: str) -> int:
        """Return the seat of a player."""
        return [known.casefold() for known in self.names].index(name.casefold())

    def read(self, match: re.Match[str]) -> SentenceParts:
        """Return the meaning of a sentence that matches a form. Raises Mistake for an unknown card."""
        groups = {name: text for name, text in match.groupdict().items() if text is not None}
        who, number = groups.get("who", "").casefold(), groups.get("n", "").casefold()
        items, is_open = self._read_list(match) if "list" in groups else ([], False)
        return SentenceParts(
            words=self,
            match=match,
            seat=self.seat(who) if who in map(str.casefold, self.names) else -1,
            card=self._card(match, "card") if "card" in groups else "",
            other=self._card(match, "other") if "other" in groups else "",
            place=self._place(groups["where"]) if "where" in groups else (-1, ""),
            items=items,
            is_open=is_open,
            n=self._number(number) if number else None,
            positive="not" not in groups and groups.get("no", "").strip().casefold() != "no",
        )

    def _place(self, text: str) -> tuple[int, str]:
        """Return the seat and the zone of a text: `Ada's hand`; for a shared zone, `the market`, the seat is -1."""
        seat, zone = leading_owner(text, self.names)
        if seat is None:
            return -1, self.tables.zone_called(text.removeprefix("the "))
        return seat, self.tables.zone_called(zone)

    def _number(self, text: str) -> int:
        words = {"no": 0, "nothing": 0, "an": 1, **self.tables.number_words}
        return words[text] if text in words else int(text)

    def _card(self, match: re.Match[str], group: str) -> str:
        """Return the name of a card. Raises Mistake if it doesn't exist."""
        reference = match[group].strip()
        self.must_know(read_reference(reference, self.names).title, self.column + match.start(group))
        return reference

    def must_know(self, title: str, column: int) -> None:
        """Raise Mistake if no card or player has this name."""
        if not self.knows(title):
            raise unknown_card(column, title, self.titles.values())

    def knows(self, title: str) -> bool:
        """Return whether a card, or a player that options are about, has this name."""
        if self.tables.seat_subject is not None and title.casefold() in map(str.casefold, self.names):
            return True
        plain = self.tables.plain
        if plain is not None and re.fullmatch(plain.pattern, title, re.IGNORECASE):
            return not plain.why_not(title)
        return title.casefold() in self.titles

    def named(self, verb: str, rest: str) -> Sequence[str]:
        """Return the cards after a verb: "Wall" and "Hound" of "attack Wall with Hound"."""
        return [read_reference(part, self.names).title.split("/")[0] for part in re.split(r"\bwith ", rest)]

    def _read_list(self, match: re.Match[str]) -> tuple[list[Item], bool]:
        """Return the cards of a list, with repetitions, and whether there may be more. Raises Mistake."""
        text = match["list"]
        open_end = next((sign for sign in ("…", "...", "..") if text.endswith(sign)), "")
        if open_end:
            text = text.removesuffix(open_end).rstrip().removesuffix(",")
        place = TextPlace(0, self.column + match.start("list"))
        items = self.tables.items(text, place, self.titles.values(), self.names, self.tables.plain).items()
        return [item for item in items for _ in range(item.count)], bool(open_end)


class SentenceParts(msgspec.Struct, frozen=True):
    """The parts of a sentence, by the groups of its form: `who`, `card`, `other`, `where`, `list`, `n`, `not` and `no`.

    The seat is -1 and the number None if the sentence has none. A place is a seat and a zone.
    """

    words: ExpectationWords
    match: re.Match[str]
    seat: int
    card: str
    other: str
    place: tuple[int, str]
    items: Sequence[Item]
    is_open: bool
    n: int | None
    positive: bool

    @property
    def viewer(self) -> int | None:
        """The seat of the player, or None for spectators."""
        return None if self.seat < 0 else self.seat

    def raw(self, group: str) -> str:
        """Return a group as written, or ""."""
        return (self.match[group] or "").strip()

    def __getitem__(self, group: str) -> str:
        """Return a group in lower case, or ""."""
        return self.raw(group).casefold()

    def column(self, group: str) -> int:
        """Return the column where a group begins."""
        return self.words.column + self.match.start(group)


S = TypeVar("S", bound=Situation, contravariant=True)
Holds = Callable[[S, SentenceParts], str]
"""Return "" if the expectation is true, otherwise the actual state."""


class ExpectationForm(msgspec.Struct, Generic[S], frozen=True):
    """An expectation's form, as shown to people and as a pattern.

    `pattern` is a regular expression. `<P>` in it matches a player's name, and other words in angle brackets those of
    the game's tables (`_words`); in `shown` they have no brackets. `must` raises Mistake for an impossible expectation.
    """

    shown: str
    pattern: str
    holds: Holds[S]
    must: Callable[[SentenceParts], None] | None = None


def form(
    forms: list[ExpectationForm[S]],
    shown: str,
    pattern: str,
    must: Callable[[SentenceParts], None] | None = None,
) -> Callable[[Holds[S]], Holds[S]]:
    """Add a form with the decorated function to `forms`."""

    def add(holds: Holds[S]) -> Holds[S]:
        forms.append(ExpectationForm(shown, pattern, holds, must))
        return holds

    return add


def read_expectation(forms: Sequence[ExpectationForm[S]], words: ExpectationWords) -> Check[S]:
    """Return the check for a sentence: that of the first matching form. Raises Mistake."""
    first_mistake: Mistake | None = None
    for one in forms:
        match = compiled(one.pattern, tuple(words.names), words.tables).fullmatch(words.text)
        if match is None:
            continue
        try:
            parts = words.read(match)
            if one.must is not None:
                one.must(parts)
            return partial(_check, one.holds, parts)
        except Mistake as mistake:
            first_mistake = first_mistake or mistake
    if first_mistake is not None:
        raise first_mistake
    examples = (_example(one.shown, words.text, tuple(words.names), words.tables) for one in forms)
    nearest_examples = sorted(examples, key=lambda shown: _likeness(shown, words.text), reverse=True)[:4]
    raise Mistake(
        words.column,
        f"“{words.text}” can't be read as something to expect.",
        [f"“{shown}”" for shown in nearest_examples],
    )


def _check(holds: Holds[S], parts: SentenceParts, situation: S) -> str:
    return holds(situation, parts)


# ------------------------------------------------------------------------------------- words of the tables in forms


@lru_cache(maxsize=8)
def _words(names: tuple[str, ...], tables: Tables) -> Mapping[str, tuple[str, ...]]:
    """Return the possible words for each placeholder of a form."""
    own = [name for key, zone in tables.zones.items() if not zone.is_shared for name in (key, *zone.also)]
    shared = [name for key, zone in tables.zones.items() if zone.is_shared for name in (key, *zone.also)]
    return {
        "PLAYER's ZONE": (*(f"{name}'s {zone}" for name in names for zone in own), *(f"the {zone}" for zone in shared)),
        "ZONE": tuple(own),
        "PLAYER": names,
        "COUNTER": tuple(tables.counters),
        "CONDITION": tuple(tables.conditions),
        "STATE": tuple(tables.states),
        "NUMBER": tuple(tables.numbers),
        "KEYWORD": tables.keywords,
        "VALUE": tuple(tables.values),
        "THING": tuple(tables.things),
        "EFFECT": tuple(tables.effects),
        "DEED": tuple(tables.deeds),
        "TALLY": tuple(tables.tallies),
        "VERB": tuple(tables.verbs),
    }  # fmt: skip


@lru_cache(maxsize=1024)
def compiled(pattern: str, names: tuple[str, ...], tables: Tables) -> re.Pattern[str]:
    """Return the pattern of a form with the names of players and the words of a game."""
    words = {
        **_words(names, tables),
        "P": names,
        "NOUN": tables.nouns,
        "WORD": tuple(tables.number_words),
    }
    for label, known in words.items():
        pattern = pattern.replace(f"<{label}>", _any_of(known))
    return re.compile(pattern, re.IGNORECASE | re.DOTALL)


def _any_of(words: Iterable[str]) -> str:
    """Return a pattern for any of these words, longest first. Without words, it matches nothing."""
    return f"(?:{'|'.join(map(_spelled, sorted(words, key=len, reverse=True))) or '(?!)'})"


def _spelled(word: str) -> str:
    """Return the pattern of a word of a table: with either apostrophe, a number for N, and the negation of a verb."""
    pattern = re.escape(word).replace("'", "['’]")
    pattern = re.sub(r"\b(is|was)\\ ", r"\1(?: not|n['’]t)?\\ ", pattern)
    pattern = re.sub(r"\bhas\\ ", r"has(?: not?)?\\ ", pattern)
    if r"\ N\ " in pattern:
        pattern = pattern.replace(r"\ N\ ", r"\ (?:[0-9]{1,9}|no)\ ").removesuffix("s") + "s?"
    return pattern


def affirmed(text: str) -> tuple[str, bool]:
    """Return a table's words without "not", in lower case, and whether "not" was absent."""
    lowercase = text.casefold().replace("’", "'")
    plain = re.sub(r"\b(is|was|has)(?: not?|n't)(?= )", r"\1", lowercase)
    return plain, plain == lowercase


def has_words(shown: str, tables: Tables) -> bool:
    """Return whether a game has words for each placeholder of a form."""
    return all(words for label, words in _words(("Ada", "Bo"), tables).items() if label in shown)


def _example(shown: str, text: str, names: tuple[str, ...], tables: Tables) -> str:
    """Return a form with those of its words that are most similar to a text."""
    for label, words in _words(names, tables).items():
        if label in shown:
            sentences = (shown.replace(label, word) for word in words)
            shown = max(sentences, key=lambda sentence: _likeness(sentence, text))
    return shown


def _likeness(shown: str, text: str) -> float:
    return SequenceMatcher(None, shown, text).ratio()


# ---------------------------------------------------------------------------------------------- results of checks


def unless(holds: bool, otherwise: str) -> str:
    """Return the result of a check: "" if it holds."""
    return "" if holds else otherwise


def number(what: str, actual: int, expected: int) -> str:
    """Return the result of a check of a number."""
    return unless(actual == expected, f"{what} is {actual}")
