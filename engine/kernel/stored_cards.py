"""The cards of a match, as bytes: written once, never again, and read whatever has become of the cards since."""

from __future__ import annotations

import zlib
from collections.abc import Generator
from contextlib import contextmanager

import msgspec

from engine.kernel.errors import UnreadableMatch


def keep_packed(kept: msgspec.Struct) -> bytes:
    """Return a match's stored data, compressed."""
    return zlib.compress(msgspec.json.encode(kept), 9)


def unpack_kept(data: bytes, largest: int, any_of_them: str) -> bytes:
    """Return what `keep_packed` wrote as JSON. Raises ValueError, or zlib.error, for what is damaged.

    `largest` is how many bytes it may have; `any_of_them` says than what it is larger then: "any set is".
    """
    unpacking = zlib.decompressobj()
    plain = unpacking.decompress(data, largest)
    if not unpacking.eof:
        raise ValueError(
            "they are cut off" if len(plain) < largest else f"they are larger than {any_of_them}"
        )
    return plain


@contextmanager
def reading_kept(what: str) -> Generator[None]:
    """Raise UnreadableMatch instead of any other error within it; `what` can't be read: "cards", "decks"."""
    try:
        yield
    except UnreadableMatch:
        raise
    except Exception as error:
        damaged = "they are damaged: a part of them is missing, changed or in another place"
        wrong = damaged if isinstance(error, zlib.error) else str(error).rstrip(".")
        raise UnreadableMatch(f"The {what} of this match can't be read: {wrong}.") from error
