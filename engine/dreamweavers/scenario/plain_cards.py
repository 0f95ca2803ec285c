"""Plain cards: the meaning of a number, `3`, or of `Feeling 3` in a scenario, and the default cards of zones.

`3` is a Thought with cost 3 and power 3, `Feeling 3` a Feeling with cost 3; neither has a text. All cards of a match
have different titles, so the second one of a kind is called `Plain 3 no 2`.
"""

from __future__ import annotations

import re

import msgspec

from cards.dreamweavers.language.words import Notion, Noun
from cards.dreamweavers.model import Card
from engine.scenario.items import PlainCards

_TITLE = re.compile(r"Plain (?P<feeling>Feeling )?(?P<n>[0-9]{1,2})(?: no [0-9]+)?", re.IGNORECASE)
_PLAIN_CARD = re.compile(r"(?:plain )?(?P<feeling>feeling )?(?P<n>[0-9]{1,9})", re.IGNORECASE)
_IN_ANSWERS = re.compile(
    r"(?<![\w'’/])(?<!/ )(?P<plain>(?:Plain )?(?:Feeling )?[0-9]{1,2})(?!\w| no [0-9])", re.IGNORECASE
)
HIGHEST = 20
"""The highest number of a plain card."""
DEAREST = 10
"""The maximum cost of a card."""
NOTION = Notion.LOGIC
"""The default notion of a card."""


class Plain(msgspec.Struct, frozen=True):
    """A kind of plain cards: Thoughts or Feelings with a number."""

    number: int
    is_feeling: bool = False

    def title(self, copy: int) -> str:
        """Return the title of the n-th plain card of this kind in a match, counted from 0."""
        name = f"Plain Feeling {self.number}" if self.is_feeling else f"Plain {self.number}"
        return f"{name} no {copy + 1}" if copy else name

    def card(self, copy: int) -> Card:
        """Return the n-th plain card of this kind."""
        if self.is_feeling:
            return Card(self.title(copy), NOTION, Noun.FEELING, min(self.number, DEAREST))
        return Card(self.title(copy), NOTION, Noun.THOUGHT, min(self.number, DEAREST), self.number)


def plain_card(text: str) -> Plain | None:
    """Return the kind of plain cards that `3` or `Feeling 3` means; None for other text."""
    match = _PLAIN_CARD.fullmatch(" ".join(text.split()))
    return Plain(int(match["n"]), bool(match["feeling"])) if match else None


def _is_called(title: str, text: str) -> bool:
    match = _TITLE.fullmatch(title)
    return match is not None and plain_card(text) == Plain(int(match["n"]), bool(match["feeling"]))


def _why_not(text: str) -> str:
    plain = plain_card(text)
    is_too_high = plain is not None and plain.number > HIGHEST
    return f"A plain card has a number up to {HIGHEST}." if is_too_high else ""


PLAIN = PlainCards(
    pattern=r"(?:plain )?(?:feeling )?[0-9]{1,9}",
    why_not=_why_not,
    is_called=_is_called,
    in_answers=_IN_ANSWERS,
)
