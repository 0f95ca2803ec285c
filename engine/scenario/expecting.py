"""What a scenario can expect, as sentences: each form is a pattern and how a check is made of what it has found."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from difflib import SequenceMatcher
from typing import Generic, TypeVar

import msgspec

from engine.scenario.mistakes import Mistake
from engine.scenario.model import Check
from engine.scenario.situation import Situation


class ExpectationWords:
    """What a sentence may speak of, where it stands, and whose names it may say. A game adds its cards."""

    def __init__(self, names: Sequence[str], text: str, column: int) -> None:
        self.names = names
        self.text = text
        self.column = column

    def seat(self, name: str) -> int:
        """Return the seat of a player."""
        return [known.casefold() for known in self.names].index(name.casefold())


W = TypeVar("W", bound=ExpectationWords, contravariant=True)
S = TypeVar("S", bound=Situation, contravariant=True)


class Form(msgspec.Struct, Generic[W, S], frozen=True):
    """One form: as it is shown to people, and as it is read.

    `pattern` is a regular expression in which `<P>` stands for a player's name. `build` makes the check, or raises
    Mistake.
    """

    shown: str
    pattern: str
    build: Callable[[W, re.Match[str]], Check[S]]


Build = Callable[[W, re.Match[str]], Check[S]]


def form(forms: list[Form[W, S]], shown: str, pattern: str) -> Callable[[Build[W, S]], Build[W, S]]:
    """Add the decorated function to some forms."""

    def add(build: Build[W, S]) -> Build[W, S]:
        forms.append(Form(shown, pattern, build))
        return build

    return add


def read_expectation(forms: Sequence[Form[W, S]], words: W) -> Check[S]:
    """Return the check that a sentence stands for: that of the first form which fits. Raises Mistake."""
    name = "|".join(sorted((re.escape(name) for name in words.names), key=len, reverse=True))
    late: Mistake | None = None
    for one in forms:
        pattern = re.compile(one.pattern.replace("<P>", rf"(?:{name})"), re.IGNORECASE | re.DOTALL)
        match = pattern.fullmatch(words.text)
        if match is None:
            continue
        try:
            return one.build(words, match)
        except Mistake as mistake:
            late = late or mistake
    if late is not None:
        raise late
    shown = [one.shown.replace("PLAYER", words.names[0]) for one in forms]
    near = sorted(shown, key=lambda form: SequenceMatcher(None, form, words.text).ratio(), reverse=True)[:4]
    raise Mistake(
        words.column,
        f"“{words.text}” can't be read as something to expect.",
        [f"“{form}”" for form in near],
    )


def unless(holds: bool, otherwise: str) -> str:
    """Return what a check returns: "" if it holds."""
    return "" if holds else otherwise


def number(what: str, found: int, wanted: int) -> str:
    """Return what a check of a number returns."""
    return unless(found == wanted, f"{what} is {found}")
