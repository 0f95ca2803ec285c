"""Saved matches: the content of a save, its formats, and the migration of older ones.

A save names the kernel's format and the game's. The kernel's format covers what every save has: this envelope and the
fields of `Position`. The game's format covers the fields of its position, and its frames and questions. A
position is saved by field names, so the two formats are independent.

An older save is migrated step by step as plain data, before any current class reads it. docs/saves.md describes how
to change a format. The cards of a match are separate bytes: written once, and readable even if the set has changed since.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, suppress
from typing import Protocol

import msgspec
from msgspec.structs import replace

from engine.kernel.decoder import PlainData, converted, msgpack_reader, plain_msgpack
from engine.kernel.errors import UnreadableMatch
from engine.kernel.migrations import CHANGES, OLDEST, named
from engine.kernel.position import Departure
from engine.kernel.question import Choice

FORMAT = OLDEST + len(CHANGES)
"""The kernel's current save format."""

_MAGIC = b"VOID"
_HEAD = struct.Struct("<4sBI")
"""The header of a save: a magic number, the kernel's format, and the checksum (CRC-32) of setup and content."""


class Migration(msgspec.Struct, frozen=True):
    """A migration of a game's save to the next format.

    `kernel` is the kernel's format at the time the migration was written: the save has that format when `change` is
    called. `change` works on plain data and uses no class of the game, so that its result never changes.
    """

    kernel: int
    change: Callable[[PlainData], None]


class SavedGame(Protocol):
    """The parts of a game that reading a save needs."""

    @property
    def name(self) -> str:
        """Its key."""
        ...

    @property
    def migrations(self) -> Sequence[Migration]:
        """The migrations of the game's part of a save, from the first format on."""
        ...


class Answer(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """An accepted answer of a match or, with `left`, a departure. `seat` is then the first of the seats that left.

    `lapsed`: time ran out, and this is the default answer. None if the answer is idle (`idle`).
    """

    seat: int
    choice: Choice
    left: Departure | None = None
    lapsed: bool | None = False

    @property
    def idle(self) -> bool:
        """Whether no one was asked, because every answer had the same result (`order_relevance`)."""
        return self.lapsed is None


class SavedMatch(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The content of a save.

    `format` is the game's, `version` that of its rules, and `position` the result of `Game.pack`.
    """

    game: str
    format: int
    version: str
    seed: str
    setup: bytes
    answers: list[Answer]
    position: bytes


_ENCODER = msgspec.msgpack.Encoder()
_READER = msgpack_reader(SavedMatch)


def game_format(game: SavedGame) -> int:
    """Return the current format of a game's part of a position. The first format is 1."""
    return 1 + len(game.migrations)


_MOST_OWN = 10_000
_own: dict[int, None] = {}
"""The hashes of the saves that this process has written or checked, oldest first."""


def written(saved: SavedMatch, *, apart: bool = False) -> bytes:
    """Return a save in the current format as bytes.

    `apart` leaves out its setup; the checksum still covers it.
    """
    content = _ENCODER.encode(replace(saved, setup=b"") if apart else saved)
    setup = saved.setup if apart else b""
    data = _HEAD.pack(_MAGIC, FORMAT, zlib.crc32(setup, zlib.crc32(content))) + content
    trust(data, setup)
    return data


def trust(data: bytes, setup: bytes) -> None:
    """Remember that a save is sound, together with its setup if that is stored separately."""
    _own[hash((data, setup))] = None
    if len(_own) > _MOST_OWN:
        with suppress(StopIteration, KeyError):  # Another thread may have deleted it.
            del _own[next(iter(_own))]


def is_trusted(data: bytes, setup: bytes) -> bool:
    """Return whether this process has written or checked a save, so that it need not be checked again.

    A checksum isn't enough, because anyone can compute it. The hash is secret: it is salted for each process.
    """
    return hash((data, setup)) in _own


def read(game: SavedGame, data: bytes, setup: bytes | None = None) -> SavedMatch:
    """Return the content of a save, migrated to the current formats. `setup` is its setup if stored separately.

    Raises UnreadableMatch for damaged bytes, another game's match, an unknown format, and another match's setup. Bytes
    with a valid checksum can still contain anything and may raise other exceptions.
    """
    number, content = _opened(data, setup or b"")
    if number == FORMAT:
        saved = _READER.read(content)
        _check(game, saved.game, saved.format)
        if saved.format == game_format(game):
            return saved if setup is None else replace(saved, setup=setup)
    plain = named(number, plain_msgpack(content))
    if setup is not None:
        plain["setup"] = setup
    _check(game, plain["game"], plain["format"])
    plain["position"] = plain_msgpack(plain["position"])
    _migrate(plain, number, game.migrations)
    plain["position"] = _ENCODER.encode(plain["position"])
    return converted(plain, SavedMatch)


def _opened(data: bytes, setup: bytes) -> tuple[int, bytes]:
    """Check a save and return the kernel's format and the content.

    Raises UnreadableMatch if the bytes are damaged or the format is unknown.
    """
    if len(data) < _HEAD.size or not data.startswith(_MAGIC):
        raise UnreadableMatch("This is not a saved match: it does not begin as one.")
    _, number, checksum = _HEAD.unpack_from(data)
    if number > FORMAT:
        raise UnreadableMatch(
            f"The match was saved in format {number}, by a later version of the program; this one reads up to {FORMAT}."
        )
    if number < OLDEST:
        raise UnreadableMatch(
            f"The match was saved in format {number}, which is too old; this program reads {OLDEST} to {FORMAT}."
        )
    content = data[_HEAD.size :]
    if zlib.crc32(setup, zlib.crc32(content)) != checksum:
        raise UnreadableMatch("The saved match is damaged: its checksum does not fit.")
    return number, content


def _check(game: SavedGame, name: str, number: int) -> None:
    """Raise UnreadableMatch unless the game can read saves of the game `name` in its format `number`."""
    if name != game.name:
        raise UnreadableMatch(f"The match is one of {name}, not of {game.name}.")
    if not 1 <= number <= game_format(game):
        raise UnreadableMatch(
            f"The match was saved in format {number} of {name}, by a later version of the program; "
            f"this one reads up to {game_format(game)}."
        )


def _migrate(plain: PlainData, number: int, migrations: Sequence[Migration]) -> None:
    """Migrate a save from the kernel's format `number` and its game's format to the current ones.

    Each of the game's migrations receives the kernel's part in the format of its time.
    """

    def kernel_to(target: int) -> None:
        nonlocal number
        for change in CHANGES[number - OLDEST : target - OLDEST]:
            change(plain)
        number = max(number, target)

    for migration in migrations[plain["format"] - 1 :]:
        kernel_to(migration.kernel)
        migration.change(plain)
        plain["format"] += 1
    kernel_to(FORMAT)


def pack_stored(stored: msgspec.Struct) -> bytes:
    """Return a match's stored data, compressed."""
    return zlib.compress(msgspec.json.encode(stored), 9)


def unpack_stored(data: bytes, largest: int, all_others: str) -> bytes:
    """Return data written by `pack_stored`, as JSON. Raises ValueError or zlib.error for damaged data.

    `largest` is the maximum size in bytes. `all_others` completes the error "they are larger than …": "any set is".
    """
    unpacking = zlib.decompressobj()
    plain = unpacking.decompress(data, largest)
    if not unpacking.eof:
        raise ValueError("they are cut off" if len(plain) < largest else f"they are larger than {all_others}")
    return plain


@contextmanager
def reading_stored(what: str) -> Generator[None]:
    """Raise any error as UnreadableMatch. `what` is the name of the data in the error: "cards", "decks"."""
    try:
        yield
    except UnreadableMatch:
        raise
    except Exception as error:
        damaged = "they are damaged: a part of them is missing, changed or in another place"
        wrong = damaged if isinstance(error, zlib.error) else str(error).rstrip(".")
        raise UnreadableMatch(f"The {what} of this match can't be read: {wrong}.") from error
