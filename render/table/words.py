"""Words of every table: names, numbers, and what is printed on cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar
from unicodedata import combining, normalize

from cards.i18n import ENGLISH, Message, Translator, Value, line, msg, msg_plural, series, title
from render.fonts import ACTIVATED, TRIGGERED, drawable
from render.markdown import escaped

Names = tuple[str, ...]
"""The players' display names, by seat."""

S = TypeVar("S")


class TitledCard(Protocol):
    """A card of any game whose face is known."""

    @property
    def title(self) -> str:
        """Its title in English."""
        ...

    @property
    def flavour(self) -> str:
        """Its flavour text in English; "" for none."""
        ...


# ------------------------------------------------------------------------------------------------------------ seats


def own_seat(viewer: int | None) -> int:
    """Return the seat of a viewer who has a hand. Raises ValueError for spectators."""
    if viewer is None:
        raise ValueError("spectators have no hand")
    return viewer


def from_viewer(by_seat: Sequence[S], viewer: int | None) -> tuple[S, ...]:
    """Return something of each seat in the order of a table: the viewer's first, for spectators that of seat 0."""
    first = viewer or 0
    return (*by_seat[first:], *by_seat[:first])


def shown_names(names: Sequence[str], unnamed: Message, translator: Translator = ENGLISH) -> Names:
    """Return the names as a picture can show them; where nothing of a name remains, `unnamed` with the seat's {n}."""
    return tuple(
        drawable(name)[:60].strip() or translator(unnamed.filled(n=seat + 1))
        for seat, name in enumerate(names)
    )


def of(name: str) -> str:
    """Whose, in English: Ada's, Boris'. Texts that use it have the plain name for other languages as well."""
    return f"{name}'" if name.endswith(("s", "x", "z")) else f"{name}'s"


# ---------------------------------------------------------------------------------------------------------- numbers


def plain(number: int) -> str:
    """A number with a minus sign that is read and seen as one."""
    return str(number).replace("-", "\u2212")


def signed(number: int) -> str:
    """A number with its sign: +2, −1."""
    return f"{number:+d}".replace("-", "\u2212")


def cards_words(n: int) -> Message:
    """A number of cards."""
    return msg_plural("{n} card", "{n} cards", n)


# -------------------------------------------------------------------------------------------------------- sentences


def capital(text: str) -> str:
    """The text with a capital letter in front."""
    return text[:1].upper() + text[1:]


def listed(words: Iterable[Value], translator: Translator = ENGLISH) -> str:
    """a, b and c."""
    return translator(series(*words))


def naming(cards: Sequence[str], sentence: Message, translator: Translator) -> str:
    """Return a sentence that names these cards; "" where there are none."""
    return translator(sentence) if cards else ""


def alphabetical(name: str) -> str:
    """The key by which names are sorted, in the order of the alphabet in every language."""
    return "".join(char for char in normalize("NFKD", name.casefold()) if not combining(char))


# ------------------------------------------------------------------------------------------------------------ cards


def title_of(face: TitledCard, translator: Translator = ENGLISH) -> str:
    """A card's title."""
    return translator(title(face.title))


def escaped_title(face: TitledCard, translator: Translator) -> str:
    """A card's title without any meaning to Markdown."""
    return escaped(title_of(face, translator))


def flavour_of(face: TitledCard, translator: Translator = ENGLISH) -> str:
    """A card's flavour text; "" for none."""
    return translator(msg(face.flavour, "flavour")) if face.flavour else ""


def lines_of(lines: Iterable[str], translator: Translator = ENGLISH) -> tuple[str, ...]:
    """Printed lines in a language."""
    return tuple(translator(line(text)) for text in lines)


def rules(text: str) -> str:
    """A line of rules with the signs for activated and triggered abilities as our fonts draw them."""
    return text.replace("(A)", ACTIVATED).replace("(!)", TRIGGERED)


# ------------------------------------------------------------------------------------------------------------ texts


def section(heading: Value, lines: Sequence[str], translator: Translator) -> list[str]:
    """Return lines under a heading; nothing where there are none."""
    return ["", f"## {translator(heading)}", *lines] if lines else []


def hand_heading(name: str, translator: Translator) -> str:
    """Return the heading of the text of a hand."""
    whose = msg("{whose} hand", whose=escaped(of(name)), name=escaped(name))
    return f"# {translator(whose)}"


def side_heading(name: str, is_viewer: bool, standing: Sequence[Value], translator: Translator) -> list[str]:
    """Return whose side of the table follows, and how they stand: that they won, have the turn, and so on."""
    shown = translator(msg("{name} (you)", name=escaped(name))) if is_viewer else escaped(name)
    lines = ["", f"## {shown}"]
    return [*lines, f"{capital(listed(standing, translator))}."] if standing else lines
