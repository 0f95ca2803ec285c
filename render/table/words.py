"""Words of every table: names, numbers, printed text of cards, whose turn it is, and how a match ended."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, TypeVar
from unicodedata import combining, normalize

from msgspec import Struct

from cards.i18n import (
    ENGLISH,
    Message,
    Translator,
    Value,
    as_message,
    line,
    msg,
    msg_plural,
    seat_name,
    series,
    title,
)
from engine.kernel.endings import Endings, counts, why
from engine.kernel.position import Places
from render.fonts import ACTIVATED, TRIGGERED, drawable
from render.markdown import escaped

Names = tuple[str, ...]
"""The players' display names, by seat."""

S = TypeVar("S")


class TitledCard(Protocol):
    """A card of any game with a known face."""

    @property
    def title(self) -> str:
        """Its English title."""
        ...

    @property
    def flavour(self) -> str:
        """Its English flavour text, or ""."""
        ...


# ------------------------------------------------------------------------------------------------------------ seats


def own_seat(viewer: int | None) -> int:
    """Return the seat of a viewer who has a hand. Raises ValueError for spectators."""
    if viewer is None:
        raise ValueError("spectators have no hand")
    return viewer


def from_viewer(by_seat: Sequence[S], viewer: int | None) -> tuple[S, ...]:
    """Return an item of each seat in table order: the viewer's first; for spectators, seat 0's."""
    first = viewer or 0
    return (*by_seat[first:], *by_seat[:first])


def shown_names(
    names: Sequence[str], translator: Translator = ENGLISH, unnamed: Callable[[int], Message] = seat_name
) -> Names:
    """Return the names with the characters that a picture can show; for an empty one, the `unnamed` player at the seat."""
    return tuple(drawable(name)[:60].strip() or translator(unnamed(seat)) for seat, name in enumerate(names))


def of(name: str) -> str:
    """Return the English possessive: Ada's, Boris'. Texts that use it also have the plain name for other languages."""
    return f"{name}'" if name.endswith(("s", "x", "z")) else f"{name}'s"


# ---------------------------------------------------------------------------------------------------------- numbers


def plain(number: int) -> str:
    """Return a number with a typographic minus sign."""
    return str(number).replace("-", "\u2212")


def signed(number: int) -> str:
    """Return a number with its sign: +2, −1."""
    return f"{number:+d}".replace("-", "\u2212")


def cards_words(n: int) -> Message:
    """Return a number of cards."""
    return msg_plural("{n} card", "{n} cards", n)


# -------------------------------------------------------------------------------------------------------- sentences


def capital(text: str) -> str:
    """Return the text with a capital initial."""
    return text[:1].upper() + text[1:]


def listed(words: Iterable[Value], translator: Translator = ENGLISH) -> str:
    """Return "a, b and c"."""
    return translator(series(*words))


def naming(cards: Sequence[str], sentence: Message, translator: Translator) -> str:
    """Return a sentence that names these cards, or "" without cards."""
    return translator(sentence) if cards else ""


def alphabetical(name: str) -> str:
    """Return the key for sorting names alphabetically in every language."""
    return "".join(char for char in normalize("NFKD", name.casefold()) if not combining(char))


# ------------------------------------------------------------------------------------------------------------ cards


def title_of(face: TitledCard, translator: Translator = ENGLISH) -> str:
    """Return a card's title."""
    return translator(title(face.title))


def escaped_title(face: TitledCard, translator: Translator) -> str:
    """Return a card's title with Markdown escaped."""
    return escaped(title_of(face, translator))


def flavour_of(face: TitledCard, translator: Translator = ENGLISH) -> str:
    """Return a card's flavour text; "" for none."""
    return translator(msg(face.flavour, "flavour")) if face.flavour else ""


def lines_of(lines: Iterable[str], translator: Translator = ENGLISH) -> tuple[str, ...]:
    """Return printed lines in a language."""
    return tuple(translator(line(text)) for text in lines)


def rules(text: str) -> str:
    """Return a line of rules with the signs for activated and triggered abilities as our fonts draw them."""
    return text.replace("(A)", ACTIVATED).replace("(!)", TRIGGERED)


# ------------------------------------------------------------------------------------------------------------ texts


def section(heading: Value, lines: Sequence[str], translator: Translator) -> list[str]:
    """Return lines under a heading; empty without lines."""
    return ["", f"## {translator(heading)}", *lines] if lines else []


def hand_heading(name: str, translator: Translator) -> str:
    """Return the heading of a hand's text."""
    whose = msg("{whose} hand", whose=escaped(of(name)), name=escaped(name))
    return f"# {translator(whose)}"


def side_heading(name: str, is_viewer: bool, standing: Sequence[Value], translator: Translator) -> list[str]:
    """Return the heading of a player's side: the name, and the state, such as winner or active player."""
    shown = translator(msg("{name} (you)", name=escaped(name))) if is_viewer else escaped(name)
    lines = ["", f"## {shown}"]
    return [*lines, f"{capital(listed(standing, translator))}."] if standing else lines


class TurnStatus(Struct, frozen=True):
    """The active player and the player who decides, as far as one audience may know, in the words for one reader.

    `awaited` has each open decision with its seat and its subject. `before` is the headline while no seat has the turn;
    if `before_in_texts` is False, texts omit it. `ended` is the key of the ending, "" during the match, and `places`
    are the seats by final place.
    """

    names: Names
    translator: Translator
    viewer: int | None
    active: int | None
    awaited: tuple[tuple[int, str], ...]
    before: str
    endings: Endings
    ended: str = ""
    places: Places = ()
    before_in_texts: bool = True

    @property
    def headline(self) -> str:
        """The headline: whose turn it is, or the winner."""
        translate = self.translator
        if self.ended:
            if len(self.places) > 1:
                return self._winners()
            return translate(msg("A draw") if counts(self.endings, self.ended) else msg("No result"))
        if self.active is None:
            return self.before
        name = self.names[self.active]
        return translate(msg("{whose} turn", whose=of(name), name=name))

    def _winners(self) -> str:
        first = self.places[0]
        if len(first) == 1:
            return self.translator(msg("{name} wins", name=self.names[first[0]]))
        return self.translator(msg("{names} share the first place", names=self._listed(first)))

    @property
    def ending(self) -> str:
        """The ending of the match, or "" during it."""
        if not self.ended:
            return ""
        ended = self.endings.get(self.ended)
        if ended is None:
            return capital(self.translator(as_message(self.ended)))
        return capital(self.translator(ended.sentence or why(self.places, ended, self.names)))

    @property
    def waiting(self) -> list[str]:
        """Return the awaited decisions with their seats and subjects, one sentence each."""
        return [
            self.translator(
                msg("You decide: {about}", about=about)
                if seat == self.viewer
                else msg("{name} decides: {about}", name=self.names[seat], about=about)
            )
            for seat, about in self.awaited
            if not self.ended
        ]

    @property
    def deciding(self) -> tuple[str, tuple[str, ...]]:
        """The deciding players with the subjects, one line each; else the active player, or the winner and the reason."""
        if self.ended:
            return self.headline, (self.ending,)
        asked = sorted({seat for seat, _ in self.awaited})
        if not asked:
            return self.headline, ()
        abouts = tuple(dict.fromkeys(about for _, about in self.awaited))
        if asked == [self.viewer]:
            return self.translator(msg("You decide")), abouts
        if len(asked) == 1:
            return self.translator(msg("{name} decides", name=self.names[asked[0]])), abouts
        lead = self.translator(msg("{names} decide", names=self._listed(asked)))
        return lead, abouts if len(abouts) == 1 else tuple(self.waiting)

    def alt_sentences(self) -> list[str]:
        """Return the first sentences of an alt text: who decides, whose turn it is, and how it ended."""
        return [f"{one}." for one in (*self.waiting, *self._headlines(), self.ending) if one]

    def text_lines(self) -> list[str]:
        """Return the same in Discord's Markdown, one line each."""
        bold = [f"**{escaped(one)}.**" for one in (*self.waiting, *self._headlines())]
        return [*bold, f"{escaped(self.ending)}."] if self.ended else bold

    def _headlines(self) -> list[str]:
        is_told = self.before_in_texts or self.ended or self.active is not None
        return [self.headline] if is_told else []

    def _listed(self, seats: tuple[int, ...] | list[int]) -> str:
        return listed([self.names[seat] for seat in seats], self.translator)
