"""Messages: texts as data, so that each reader can have them in their own language."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from cards.i18n.grammar import Locale, listed, plural_form

TITLE = "title"
"""The context of the titles of cards, which are translated like everything else."""
LINE = "line"
"""The context of the texts of cards, which are not looked up but printed again in another language."""
SEAT = "seat"
"""The context of players by their seats; a translator that knows the players calls them by their names."""


class Series(msgspec.Struct, frozen=True, array_like=True, tag="series", gc=False):
    """Several things in a sentence: "A, B and C", or with "or"."""

    things: tuple[Value, ...]
    joined: str = "and"


class Message(msgspec.Struct, frozen=True, array_like=True, tag="phrase", gc=False):
    """A text that is not translated yet.

    `message` is English, with the names of `values` in braces; `many`, unless "", is its English plural form for
    values of `n` other than 1. `context` separates texts that are equal in English but not in other languages, and
    marks kinds of texts ("title", "line", …).
    """

    message: str
    values: tuple[tuple[str, Value], ...] = ()
    many: str = ""
    context: str = ""

    def form_in(self, locale: Locale) -> int:
        """Return the index of the form that the value `n` needs in a language; 0 for a message without plural forms."""
        if not self.many:
            return 0
        for name, value in self.values:
            if name == "n" and isinstance(value, int):
                return plural_form(locale, value)
        return -1

    def filled(self, **values: Value) -> Message:
        """Return the phrase with these values filled in, for one that was written down without."""
        return msgspec.structs.replace(self, values=(*self.values, *values.items()))

    def __str__(self) -> str:
        return english(self)


Value = str | int | Message | Series
"""A value for a placeholder. A string stays unchanged: a person's name, a number."""


def msg(message: str, context: str = "", /, **values: Value) -> Message:
    """Return a message. `message` must be a literal, so that translators find it."""
    return Message(message, tuple(values.items()), "", context)


def msg_plural(one: str, many: str, n: int, /, **values: Value) -> Message:
    """Return a phrase with the English forms for 1 and for other numbers; both may use {n}."""
    return Message(one, (("n", n), *values.items()), many)


@lru_cache(maxsize=4096)
def title(name: str) -> Message:
    """Return the title of a card as a phrase."""
    return Message(name, context=TITLE)


def seat_name(seat: int) -> Message:
    """Return the player at a seat as a phrase: by name where a translator knows it (`Translator.naming`), else "Player 3"."""
    return msg("Player {n}", "seat", n=seat + 1)


@lru_cache(maxsize=4096)
def line(text: str) -> Message:
    """Return a line of a card's text, or an effect of one, as a phrase."""
    return Message(text, context=LINE)


def series(*things: Value, joined: str = "and") -> Series:
    """Return things as a series in a sentence."""
    return Series(things, joined)


def row(*texts: Value, between: str = " ") -> Message:
    """Return texts one after the other, such as sentences, or with "\\n" lines."""
    values = tuple([(f"text{place}", text) for place, text in enumerate(texts)])
    return Message(between.join([f"{{{name}}}" for name, _ in values]), values)


def as_message(text: Message | str) -> Message:
    """Return a message unchanged, and a plain English text as a message without values."""
    return Message(text) if isinstance(text, str) else text


def english(text: Value) -> str:
    """Return a message, a series, or any other value as English text."""
    if type(text) is str:
        return text
    if isinstance(text, Message):
        values = text.values
        message = text.many if text.many and text.form_in(Locale.ENGLISH) else text.message
        if not values:
            return message
        return message.format_map({name: english(value) for name, value in values})
    if isinstance(text, Series):
        return listed(Locale.ENGLISH, [english(thing) for thing in text.things], text.joined)
    return str(text)
