"""The sheet of a hand: its title, then cards in pairs, with captions above held cards and cards being looked at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Generic, TypeVar

from msgspec import Struct

from cards.i18n import Translator, Value, msg
from render.layout import Block, Colour, Icon, Rect, Shape, Sheet, Words
from render.table.column import Column
from render.table.words import cards_words

WIDTH = 1100

L = TypeVar("L")
"""A game's leaf: one card on the sheet, with its data."""
"""A game's data for one card on the sheet."""


class BandForm(Struct, frozen=True):
    """A band across the sheet with a caption for the cards below."""

    height: int
    ground: Colour
    ink: Colour


class HandForm(Struct, Generic[L], frozen=True):
    """The measures and colours of a game's hands, and how it draws a card.

    `leaf_height` is called with a card and its width, `leaf_block` with the height as well. A card wider than half of
    the sheet has its own row. `sign` is beside captions of held cards.
    """

    background: str
    margin: int
    seam: int
    caption: BandForm
    sign: str
    leaf_height: Callable[[L, int, Translator], int]
    leaf_block: Callable[[L, int, int, Translator], Block]


class HandSheet(Generic[L]):
    """The layout of a hand in progress."""

    def __init__(self, form: HandForm[L], title: Block, translator: Translator) -> None:
        """Begin with the title, which names the hand's owner."""
        self._form = form
        self._translator = translator
        self._column = Column(WIDTH, form.margin, form.seam)
        self._column.block("title", title)

    def caption(self, text: Value, sign: str) -> None:
        """Add a caption for the following cards."""
        words = self._translator(text)
        self._column.block("caption", caption_block(self._form.caption, words, sign, self._column.inner))

    def leaves(self, leaves: Sequence[L]) -> None:
        """Place cards in pairs. Those of a row have the same height."""
        self._column.pairs("leaf", leaves, self._row)

    def looked_at(self, leaves: Sequence[L]) -> None:
        """Place the cards that the viewer is currently looking at, if any."""
        if leaves:
            self.caption(msg("You are looking at {cards}", cards=cards_words(len(leaves))), "eye")
            self.leaves(leaves)

    def held(self, count: int, leaves: Sequence[L], heading: Value | None = None) -> None:
        """Place the cards of a hand of `count` cards, under an optional heading; or a note that it is empty."""
        shown = heading if count else msg("Your hand is empty")
        if shown is not None:
            self.caption(shown, self._form.sign)
        self.leaves(leaves)

    def sheet(self) -> Sheet:
        """Return the finished sheet."""
        return self._column.sheet(self._form.background)

    def _row(self, leaves: Sequence[L], width: int) -> list[Block]:
        form, translator = self._form, self._translator
        height = max(form.leaf_height(leaf, width, translator) for leaf in leaves)
        return [form.leaf_block(leaf, width, height, translator) for leaf in leaves]


@lru_cache(maxsize=32)
def caption_block(form: BandForm, text: str, sign: str, width: int) -> Block:
    """Return a caption `width` pixels wide: a sign, and words beside it."""
    whole = Rect(0, 0, width, form.height)
    return Block(
        width,
        form.height,
        (
            Shape(whole, form.ground, "box", 16),
            Icon(Rect(18, (form.height - 32) // 2, 32, 32), sign, form.ink),
            Words(Rect(64, 0, width - 76, form.height), (text,), "strong", 30, form.ink),
        ),
    )
