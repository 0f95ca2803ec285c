"""Translators: messages in the language of the person who reads them."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import resources

import msgspec
from msgspec.structs import replace

from cards.i18n.grammar import Locale, has_lists_with, listed
from cards.i18n.message import SEAT, Message, Series, Value, english, msg
from cards.i18n.texts import Key, Texts, texts_of

Translate = Callable[[str], str]


class Translator(msgspec.Struct, frozen=True, eq=False):
    """A function from messages to texts in one language.

    `texts` is the catalogue by context and English message. `printed` has a function for each context whose texts are
    generated instead of looked up, such as effect lines, which are printed again in the other language. A translator is
    only equal to itself, so it can be part of a cache key.
    """

    locale: Locale
    texts: Texts = msgspec.field(default_factory=dict[Key, tuple[str, ...]])
    printed: Mapping[str, Translate] = msgspec.field(default_factory=dict[str, Translate])
    names: tuple[str, ...] = ()
    """The names of players, by seat; empty where only their seats are known."""

    def printing(self, **printed: Translate) -> Translator:
        """Return this translator with functions for generated texts, by context."""
        return replace(self, printed={**self.printed, **printed})

    def naming(self, names: Sequence[str]) -> Translator:
        """Return this translator for a match between these players, by seat."""
        return replace(self, names=tuple(names)) if names else self

    def __call__(self, text: Value) -> str:
        """Return a text in this language. A text without a translation stays English."""
        if self.locale is Locale.ENGLISH and not self.names and not self.texts:
            return english(text)
        if isinstance(text, Message):
            return self._phrase(text)
        if isinstance(text, Series):
            return self._series(text)
        return str(text)

    def msg(self, message: str, context: str = "", /, **values: Value) -> str:
        """Return a message (`msg`) in this language. `message` must be a literal, so that translators find it."""
        return self(msg(message, context, **values))

    def word(self, message: str, context: str = "") -> str:
        """Return a message without placeholders in this language."""
        return self._phrase(Message(message, context=context))

    def _phrase(self, message: Message) -> str:
        if message.context == SEAT and self.names:
            return self.names[int(str(dict(message.values)["n"])) - 1]
        made = self.printed.get(message.context)
        if made is not None:
            return made(message.message)
        forms = self.texts.get((message.context, message.message))
        if forms is None:
            form = message.many if message.many and message.form_in(Locale.ENGLISH) else message.message
        else:
            form = forms[min(message.form_in(self.locale), len(forms) - 1)]
        if not message.values:
            return form
        return form.format_map({name: self(value) for name, value in message.values})

    def _series(self, series: Series) -> str:
        joined = series.joined if has_lists_with(series.joined) else self.word(series.joined, "series")
        return listed(self.locale, [self(thing) for thing in series.things], joined)


ENGLISH = Translator(Locale.ENGLISH)
"""The translator to the language of the source: it only fills in values."""


@cache
def translator(locale: Locale) -> Translator:
    """Return the translator to a language, with the texts of its `.po` files."""
    if locale is Locale.ENGLISH:
        return ENGLISH
    texts = texts_of(locale)
    # A question of an open match, or the reason of an ended order, is stored with the words of its time.
    retired = {old: texts[current] for old, current in retired_messages().items() if current in texts}
    return Translator(locale, {**texts, **retired})


@cache
def earlier_english() -> Translator:
    """Return the translator to English in the words that messages had before they were reworded."""
    return Translator(Locale.ENGLISH, {now: (was,) for (_, was), now in retired_messages().items()})


def retired_messages() -> dict[Key, Key]:
    """Return the messages that stored data may still contain in old words, each with the message that replaced it."""
    by_game = tomllib.loads(
        resources.files("cards.i18n").joinpath("retired.toml").read_text(encoding="utf-8")
    )
    return {
        ("".join(context), old): ("".join(context), current)
        for messages in by_game.values()
        for old, current, *context in messages
    }
