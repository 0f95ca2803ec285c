"""What can be looked up about a game: its rules in short words, and its cards. Every game brings its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import msgspec

from cards.i18n import Locale, Translator, translator

ENGLISH = translator(Locale.ENGLISH)


class Link(msgspec.Struct, frozen=True):
    """Something to read on: a topic by its key, or a card by its title."""

    label: str
    detail: str
    topic: str = ""
    card: str = ""


class RulesEntry(msgspec.Struct, frozen=True):
    """An entry of the rules. `where` says in words where it stands, "" for what stands nowhere else."""

    key: str
    title: str
    text: str
    where: str = ""
    links: tuple[Link, ...] = ()
    cards: tuple[Link, ...] = ()
    """Cards that it is about."""
    face: Any = None
    """What `Reference.picture` draws of it; None where there is nothing to see."""


class CardPage(msgspec.Struct, frozen=True):
    """A card as everybody may know it, from its print alone; `key` is its title in English.

    `lines` are its text for people, without signs that only a picture can show; `explained` are the words of the game
    on it, each with what it means; `rulings` those that concern it; `decks` the ready-made decks that hold it, with how
    many of it, None in a game without decks. `face` is what `Reference.picture` draws.
    """

    key: str
    title: str
    kind: str
    lines: tuple[str, ...]
    flavour: str
    explained: tuple[tuple[str, str], ...]
    rulings: tuple[str, ...]
    decks: tuple[str, ...] | None
    links: tuple[Link, ...]
    face: Any


class Reference(Protocol):
    """A game's rules and cards for looking things up. Nothing in it comes from a match, but for `cause`.

    What is shown is said by `translator`, in the reader's language; keys, and titles as values, are English in every language. What is
    typed is understood in the reader's language and in English.
    """

    def suggest_topics(self, typed: str, translator: Translator = ENGLISH) -> Sequence[tuple[str, str]]:
        """Return topics that fit what is being typed, as (shown, key), the best first."""
        ...

    def all_topics(self) -> Sequence[tuple[str, str]]:
        """Return every topic, as (shown in English, key), in the order of the rulebook."""
        ...

    def topic(self, typed: str, translator: Translator = ENGLISH) -> RulesEntry:
        """Return the topic of that key or name; for "" what there is to read. Raises NotFound, with the nearest ones."""
        ...

    def suggest_cards(self, typed: str, translator: Translator = ENGLISH) -> Sequence[tuple[str, str]]:
        """Return cards that fit what is being typed, as (shown, title), the best first."""
        ...

    def card(self, typed: str, translator: Translator = ENGLISH) -> CardPage:
        """Return the card of that title, as it is printed now. Raises NotFound, with the nearest titles."""
        ...

    def cause(
        self, setup: bytes, cause: str, translator: Translator = ENGLISH
    ) -> RulesEntry | CardPage | None:
        """Return what an event's cause means in a match of this setup: a card as it is there, or a topic."""
        ...

    def cite(self, citation: str, translator: Translator = ENGLISH) -> str:
        """Return a citation of the rules as people write it."""
        ...

    def picture(self, face: Any, translator: Translator = ENGLISH) -> bytes:
        """Draw a card as a PNG, or what else has a face."""
        ...

    def alt(self, face: Any, translator: Translator = ENGLISH) -> str:
        """Return the alt text of such a picture."""
        ...
