"""What a scenario can expect, as sentences: each form is a pattern and how a check is made of what it has found."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Any, Generic, TypeVar

import msgspec

from engine.scenario.items import Item
from engine.scenario.mistakes import Mistake, TextPlace, unknown_card
from engine.scenario.model import Check
from engine.scenario.references import owner_said, read_reference
from engine.scenario.situation import Situation
from engine.scenario.tables import Tables


class ExpectationWords:
    """What a sentence may speak of, and where it stands: players, and cards by their titles. A game may add more."""

    def __init__(
        self, names: Sequence[str], text: str, column: int, tables: Tables[Any], titles: Iterable[str] = ()
    ) -> None:
        self.names = names
        self.text = text
        self.column = column
        self.tables = tables
        self.titles = {title.casefold(): title for title in titles}

    def seat(self, name: str) -> int:
        """Return the seat of a player."""
        return [known.casefold() for known in self.names].index(name.casefold())

    def place(self, said: str) -> tuple[int, str]:
        """Return the seat and the zone that `Ada's hand` means; of a zone that is shared: `the market`, -1."""
        seat, zone = owner_said(said, self.names)
        if seat is None:
            return -1, self.tables.zone_called(said.removeprefix("the "))
        return seat, self.tables.zone_called(zone)

    def card(self, match: re.Match[str], group: str = "card") -> str:
        """Return what a card is called. Raises Mistake if there is no such card."""
        reference = match[group].strip()
        title = read_reference(reference, self.names).title
        if not self.knows(title):
            raise unknown_card(self.column + match.start(group), title, self.titles.values())
        return reference

    def knows(self, title: str) -> bool:
        """Return whether a card, or a player whom options are about, can be called so."""
        if self.tables.seat_subject is not None and title.casefold() in map(str.casefold, self.names):
            return True
        plain = self.tables.plain
        if plain is not None and re.fullmatch(plain.pattern, title, re.IGNORECASE):
            return not plain.why_not(title)
        return title.casefold() in self.titles

    def named(self, verb: str, rest: str) -> Sequence[str]:
        """Return the cards that stand behind a verb: "Wall" and "Hound" of "attack Wall with Hound"."""
        return [read_reference(part, self.names).title.split("/")[0] for part in re.split(r"\bwith ", rest)]

    def listed(self, match: re.Match[str], group: str = "list") -> tuple[list[Item], bool]:
        """Return the cards of a list, each as often as it is there, and whether there may be more. Raises Mistake."""
        text = match[group]
        open_end = next((sign for sign in ("…", "...", "..") if text.endswith(sign)), "")
        if open_end:
            text = text.removesuffix(open_end).rstrip().removesuffix(",")
        place = TextPlace(0, self.column + match.start(group))
        items = self.tables.items(text, place, self.titles.values(), self.names, self.tables.plain).items()
        return [item for item in items for _ in range(item.count)], bool(open_end)


W = TypeVar("W", bound=ExpectationWords, contravariant=True)
S = TypeVar("S", bound=Situation, contravariant=True)
Build = Callable[[W, re.Match[str]], Check[S]]


class Form(msgspec.Struct, Generic[W, S], frozen=True):
    """One form: as it is shown to people, and as it is read.

    `pattern` is a regular expression. `<P>` in it stands for a player's name, and other words in such brackets for those
    of the game's tables (`_words`); in `shown` they stand without brackets. `build` makes the check, or raises Mistake.
    """

    shown: str
    pattern: str
    build: Build[W, S]


def form(forms: list[Form[W, S]], shown: str, pattern: str) -> Callable[[Build[W, S]], Build[W, S]]:
    """Add the decorated function to some forms."""

    def add(build: Build[W, S]) -> Build[W, S]:
        forms.append(Form(shown, pattern, build))
        return build

    return add


def read_expectation(forms: Sequence[Form[W, S]], words: W) -> Check[S]:
    """Return the check that a sentence stands for: that of the first form which fits. Raises Mistake."""
    late: Mistake | None = None
    for one in forms:
        match = compiled(one.pattern, tuple(words.names), words.tables).fullmatch(words.text)
        if match is None:
            continue
        try:
            return one.build(words, match)
        except Mistake as mistake:
            late = late or mistake
    if late is not None:
        raise late
    known = (_example(one.shown, words.text, tuple(words.names), words.tables) for one in forms)
    near = sorted(known, key=lambda shown: _likeness(shown, words.text), reverse=True)[:4]
    raise Mistake(
        words.column,
        f"“{words.text}” can't be read as something to expect.",
        [f"“{shown}”" for shown in near],
    )


# ------------------------------------------------------------------------------------- words of the tables in forms


@lru_cache(maxsize=8)
def _words(names: tuple[str, ...], tables: Tables[Any]) -> Mapping[str, tuple[str, ...]]:
    """Return what can stand for each placeholder of a form."""
    own = [name for key, zone in tables.zones.items() if not zone.is_shared for name in (key, *zone.also)]
    shared = [name for key, zone in tables.zones.items() if zone.is_shared for name in (key, *zone.also)]
    return {
        "PLAYER's ZONE": (*(f"{name}'s {zone}" for name in names for zone in own), *(f"the {zone}" for zone in shared)),
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
def compiled(pattern: str, names: tuple[str, ...], tables: Tables[Any]) -> re.Pattern[str]:
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
    """Return a pattern of any of these words, the longest first; it fits nothing if there is none."""
    return f"(?:{'|'.join(map(_spelled, sorted(words, key=len, reverse=True))) or '(?!)'})"


def _spelled(word: str) -> str:
    """Return the pattern of a word of a table: with either apostrophe, a number for N, and the opposite of a verb."""
    pattern = re.escape(word).replace("'", "['’]")
    pattern = re.sub(r"\b(is|was)\\ ", r"\1(?: not|n['’]t)?\\ ", pattern)
    pattern = re.sub(r"\bhas\\ ", r"has(?: not?)?\\ ", pattern)
    if r"\ N\ " in pattern:
        pattern = pattern.replace(r"\ N\ ", r"\ (?:[0-9]{1,9}|no)\ ").removesuffix("s") + "s?"
    return pattern


def affirmed(said: str) -> tuple[str, bool]:
    """Return words of a table without "not", in small letters, and whether they stood without it."""
    small = said.casefold().replace("’", "'")
    plain = re.sub(r"\b(is|was|has)(?: not?|n't)(?= )", r"\1", small)
    return plain, plain == small


def has_words(shown: str, tables: Tables[Any]) -> bool:
    """Return whether a game has words for each placeholder of a form."""
    return all(words for label, words in _words(("Ada", "Bo"), tables).items() if label in shown)


def _example(shown: str, text: str, names: tuple[str, ...], tables: Tables[Any]) -> str:
    """Return a form with those of its words that come nearest to a text."""
    for label, words in _words(names, tables).items():
        if label in shown:
            sentences = (shown.replace(label, word) for word in words)
            shown = max(sentences, key=lambda sentence: _likeness(sentence, text))
    return shown


def _likeness(shown: str, text: str) -> float:
    return SequenceMatcher(None, shown, text).ratio()


# ----------------------------------------------------------------------------------------------- what checks return


def unless(holds: bool, otherwise: str) -> str:
    """Return what a check returns: "" if it holds."""
    return "" if holds else otherwise


def number(what: str, found: int, wanted: int) -> str:
    """Return what a check of a number returns."""
    return unless(found == wanted, f"{what} is {found}")


def count_said(said: str) -> int:
    """Return a number that may be written "no"."""
    return 0 if said.casefold() in ("no", "nothing") else int(said)
