"""The only source of randomness: a generator whose whole state is in the position."""

from __future__ import annotations

from hashlib import sha256
from hmac import digest
from typing import TypeVar

import msgspec

T = TypeVar("T")


class Chance(msgspec.Struct, array_like=True):
    """Numbers out of SHA-256 of the seed and a counter, so that a revealed seed proves every shuffle.

    `drawn` counts the blocks used so far; seed and counter are the whole state.
    """

    seed: str
    drawn: int = 0

    def below(self, n: int) -> int:
        """Return a number from 0 to n-1, each equally likely. Raises ValueError when n is below 1."""
        if n < 1:
            raise ValueError("below() needs a positive bound")
        limit = 2**64 - 2**64 % n
        while True:
            block = sha256(f"{self.seed}:{self.drawn}".encode()).digest()
            self.drawn += 1
            number = int.from_bytes(block[:8], "big")
            if number < limit:
                return number % n

    def shuffle(self, items: list[T]) -> None:
        """Put the items into a random order, in place (Fisher and Yates)."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]

    def pick(self, items: list[T]) -> T:
        """Return one of the items."""
        return items[self.below(len(items))]

    def later(self) -> Chance:
        """Return all chance that comes after a hidden deal: its seed can be shown without telling the deal."""
        return Chance(later_seed(self.seed), self.drawn)


def later_seed(seed: str) -> str:
    """Return the seed of all chance after the deal of a match with this seed; it can't be inverted."""
    return digest(seed.encode(), b"later chance", "sha256").hex()
