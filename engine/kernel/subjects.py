"""Subjects of options, such as a card, one of its abilities, or an attack on another card.

In a saved position, in orders and in keys it is a text, `OptionSubject.text`; here alone that is put together and taken apart.
"""

from __future__ import annotations

import re
from functools import lru_cache

import msgspec

_TEXT = re.compile(r"(?s)(?P<name>.*?)(?:#(?P<mark>\d{1,9}))?(?:/(?P<number>\d{1,9}))?(?: > (?P<aim>.+))?")


class OptionSubject(msgspec.Struct, frozen=True):
    """The subject of an option: "Guard", "Guard#7", "Guard#7/2", "Hound > Ego".

    `name` is the title of a card or a key of the game. `mark` tells it apart from its likes: the tag of a card on the table,
    the line of an ability; None where nothing needs to. `number` is which of its abilities is meant, from 1. `aim` is what it is
    done to, "" for nothing.
    """

    name: str
    mark: int | None = None
    number: int = 1
    aim: str = ""

    @property
    def text(self) -> str:
        """It as a text, for `read`."""
        mark = "" if self.mark is None else f"#{self.mark}"
        number = f"/{self.number}" if self.number != 1 else ""
        return f"{self.name}{mark}{number}" + (f" > {self.aim}" if self.aim else "")

    @property
    def called(self) -> str:
        """Its name where its likes need not be told apart: all of it if it has no mark."""
        return self.text if self.mark is None else self.name

    @staticmethod
    @lru_cache(maxsize=8192)
    def read(text: str) -> OptionSubject:
        """Return the subject of a text. Everything but marks, numbers and aims belongs to the name."""
        found = _TEXT.fullmatch(text)
        assert found is not None
        mark, number, aim = found["mark"], found["number"], found["aim"]
        return OptionSubject(found["name"], None if mark is None else int(mark), int(number or 1), aim or "")
