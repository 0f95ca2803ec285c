"""Decoding JSON, MessagePack and plain data into classes: the only place where msgspec inspects a class.

msgspec inspects a class at its first use, and stores partial results with the class. Another thread that uses the
same class at that moment reads with half of them, and the whole process crashes (seen with msgspec 0.22). So only one
thread at a time inspects classes; inspected ones are read without waiting.
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
"""Plain data that was read, or is to be written, by the names of its fields: dicts, lists and values, not yet validated."""

PlainRow = list[Any]
"""The same without names, in order, as early formats were."""

_LOOKING = RLock()


class _Decoder(Protocol[T_co]):
    def decode(self, data: Any, /) -> T_co: ...


class LazyDecoder(Generic[T]):
    """A decoder of one type, built at its first use: building takes a while for many classes."""

    __slots__ = ("_decoder", "_made")

    def __init__(self, made: Callable[[], _Decoder[T]]) -> None:
        self._made = made
        self._decoder: _Decoder[T] | None = None

    def read(self, data: bytes | str | msgspec.Raw) -> T:
        """Return the encoded data. Raises msgspec.MsgspecError if it is damaged, or of another kind."""
        decoder = self._decoder
        if decoder is None:
            with _LOOKING:
                decoder = self._decoder = self._made()
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
    """Return a decoder of a type from MessagePack; `convert` creates types that msgspec doesn't know from plain data."""
    return LazyDecoder(lambda: msgspec.msgpack.Decoder(kind, dec_hook=convert))


def converted(plain: Any, kind: type[T]) -> T:
    """Return a value of a type made of lists, dicts and plain values. Raises msgspec.ValidationError if they don't fit."""
    with _LOOKING:
        return msgspec.convert(plain, kind)


def plain_json(data: bytes | str) -> Any:
    """Return JSON as lists, dicts and plain values. Raises msgspec.MsgspecError for anything else."""
    return msgspec.json.decode(data)


def plain_msgpack(data: bytes) -> Any:
    """Return MessagePack as lists, dicts and plain values. Raises msgspec.MsgspecError for what is none."""
    return msgspec.msgpack.decode(data)


@contextmanager
def refusing_position() -> Generator[None]:
    """Raise UnreadableMatch for whatever goes wrong while a position is read.

    Bytes can be anything: nested too deeply, unknown cards, types that don't belong there.
    """
    try:
        yield
    except Exception as error:
        reason = str(error).rstrip(".")
        raise UnreadableMatch(f"The position of this match can't be read: {reason}.") from error
