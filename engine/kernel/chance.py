"""The only source of randomness: a generator whose whole state is in the position."""

from __future__ import annotations

from hashlib import sha256
from hmac import digest
from typing import TypeVar

import msgspec

T = TypeVar("T")


class Chance(msgspec.Struct, array_like=True):
    """Random numbers from SHA-256 of the seed and a counter, so that a revealed seed proves every shuffle.

    `drawn` is the number of hash blocks used so far. Seed and counter are the whole state.
    """

    seed: str
    drawn: int = 0

    def below(self, n: int) -> int:
        """Return a number from 0 to n-1, each equally likely. Raises ValueError if n is below 1."""
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
        """Shuffle the items in place (Fisher–Yates)."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]

    def pick(self, items: list[T]) -> T:
        """Return a random item."""
        return items[self.below(len(items))]

    def later(self) -> Chance:
        """Return the randomness that follows a hidden deal. Its seed can be revealed without revealing the deal."""
        return Chance(later_seed(self.seed), self.drawn)


def later_seed(seed: str) -> str:
    """Return the seed of all randomness after the deal of a match with this seed. A one-way function."""
    return digest(seed.encode(), b"later chance", "sha256").hex()
