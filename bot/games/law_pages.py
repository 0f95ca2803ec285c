"""Pages of a game's law: entries that are found by what people call them, with what to read on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from bot.errors import NotFound
from bot.games.reference import Link
from bot.games.search import exactly, search
from cards.i18n import Message, Translator, msg, row, series, title

DETAIL = 100
"""Characters of a link's detail."""
NEAREST = 3
"""How many suggestions are made for something unknown."""


class Entry(Protocol):
    """One thing to read in a game's law: see `LawEntry` of the game."""

    @property
    def key(self) -> str:
        """How it is cited, which never changes."""
        ...

    @property
    def heading(self) -> str:
        """What it is called, in the reader's language."""
        ...

    @property
    def text(self) -> str:
        """What it says."""
        ...

    @property
    def where(self) -> tuple[str, ...]:
        """The keys of the sections in which it stands."""
        ...


Names = Mapping[str, Sequence[str]]
"""What things are called, by key, the proper name first."""


def shown(entry: Entry) -> str:
    """Return what an entry is called among others: a term with where it stands."""
    is_term = entry.where and not entry.heading.startswith(f"{entry.key} ")
    return f"{entry.heading} ({entry.where[0].split()[0]})" if is_term else entry.heading


def found_by_name(typed: str, names: Names, known: Mapping[str, Entry]) -> str:
    """Return the key of the entry that has exactly this name. Raises NotFound, with the nearest ones."""
    key = exactly(typed, names)
    if key is not None:
        return key
    near = [shown(known[one]) for one in search(typed, names)[:NEAREST]]
    raise NotFound(with_advice(msg("The rules have no entry called “{name}”.", name=typed[:60]), near))


def card_by_name(typed: str, names: Names, said: Translator) -> str:
    """Return the title of the card that has exactly this name. Raises NotFound, with the nearest ones."""
    found = exactly(typed, names)
    if found is not None:
        return found
    near = [said(title(one)) for one in search(typed, names)[:NEAREST]]
    raise NotFound(with_advice(msg("There is no card called “{name}”.", name=typed[:60]), near))


def links(keys: Iterable[str], known: Mapping[str, Entry]) -> tuple[Link, ...]:
    """Return what to read on."""
    return tuple(Link(known[key].heading, cut(known[key].text), topic=key) for key in keys)


def cut(text: str) -> str:
    """Return the beginning of a text, as much as a link's detail has room for."""
    return text if len(text) <= DETAIL else text[: DETAIL - 1].rsplit(" ", 1)[0].rstrip(",;:.") + "…"


def with_advice(sentence: Message, near: Sequence[str]) -> Message:
    """Return the sentence, and what may have been meant; `near` are in the reader's language already."""
    if not near:
        return sentence
    quoted = (msg("“{name}”", name=name) for name in near)
    return row(sentence, msg("Did you mean {names}?", names=series(*quoted, joined="or")))


def spoken(line: str, said: Translator) -> str:
    """Return a line of a card without its signs: "(A)" and "(!)" say nothing to somebody who hears them."""
    activated, triggered = said(msg("[Activated]")), said(msg("[Triggered]"))
    return line.replace("(A)", activated).replace("(!)", triggered)
