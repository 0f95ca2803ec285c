"""Decoding JSON, MessagePack and plain data into classes: the only place where msgspec inspects a class.

msgspec inspects a class at its first use and stores partial results with the class. If another thread uses the
same class at that moment, it reads with partial results and the whole process crashes (seen with msgspec 0.22). So
a lock lets one thread at a time inspect classes. Classes already inspected are read without the lock.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from threading import RLock
from typing import Any, Generic, Protocol, TypeVar, overload

import msgspec

from engine.kernel.errors import UnreadableMatch

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

PlainData = dict[str, Any]
"""Plain data by field name, read or to be written: dicts, lists and values, not yet validated."""

PlainRow = list[Any]
"""The same as a list of values without names, as in early formats."""

_INSPECTION_LOCK = RLock()


class _Decoder(Protocol[T_co]):
    def decode(self, data: Any, /) -> T_co: ...


class LazyDecoder(Generic[T]):
    """A decoder of one type, built at its first use because that is slow for many classes."""

    __slots__ = ("_build", "_decoder")

    def __init__(self, build: Callable[[], _Decoder[T]]) -> None:
        self._build = build
        self._decoder: _Decoder[T] | None = None

    def read(self, data: bytes | str | msgspec.Raw) -> T:
        """Decode data. Raises msgspec.MsgspecError if it is damaged or of another type."""
        decoder = self._decoder
        if decoder is None:
            with _INSPECTION_LOCK:
                decoder = self._decoder = self._build()
        return decoder.decode(data)


@overload
def json_reader(kind: type[T]) -> LazyDecoder[T]: ...
@overload
def json_reader(kind: Any) -> LazyDecoder[Any]: ...
def json_reader(kind: Any) -> LazyDecoder[Any]:
    """Return a decoder of a type from JSON: a class, or several joined by `|`."""
    return LazyDecoder(lambda: msgspec.json.Decoder(kind))


def msgpack_reader(
    kind: type[T], convert: Callable[[type[Any], Any], object] | None = None
) -> LazyDecoder[T]:
    """Return a decoder of a type from MessagePack.

    `convert` creates types that msgspec doesn't know from plain data.
    """
    return LazyDecoder(lambda: msgspec.msgpack.Decoder(kind, dec_hook=convert))


def converted(plain: Any, kind: type[T]) -> T:
    """Convert lists, dicts and plain values to a type. Raises msgspec.ValidationError if they don't fit."""
    with _INSPECTION_LOCK:
        return msgspec.convert(plain, kind)


def plain_json(data: bytes | str) -> Any:
    """Return JSON as lists, dicts and plain values. Raises msgspec.MsgspecError for invalid JSON."""
    return msgspec.json.decode(data)


def plain_msgpack(data: bytes) -> Any:
    """Return MessagePack as lists, dicts and plain values. Raises msgspec.MsgspecError for invalid data."""
    return msgspec.msgpack.decode(data)


@contextmanager
def refusing_position() -> Generator[None]:
    """Raise any error while a position is read as UnreadableMatch.

    The bytes can be anything: nested too deeply, with unknown cards or wrong types.
    """
    try:
        yield
    except Exception as error:
        reason = str(error).rstrip(".")
        raise UnreadableMatch(f"The position of this match can't be read: {reason}.") from error
