"""The kinds of searches for other processes, and the serialisation of their input and output.

Pickles in a database would let anyone who can write to it run anything. So a search is a name with values of known
types, and a game's part is one of the known import paths.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from inspect import signature
from typing import Any, get_type_hints

import msgspec

from engine.kernel.ai.game_search import Thinking
from engine.kernel.decoder import LazyDecoder, msgpack_reader


class _Work:
    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        hints = get_type_hints(function)
        names = [
            name
            for name, one in signature(function).parameters.items()
            if one.kind is one.POSITIONAL_OR_KEYWORD
        ]
        self.types = [hints[name] for name in names]
        self._readers: dict[int, LazyDecoder[Any]] = {}
        self.result: LazyDecoder[Any] = msgpack_reader(hints["return"])

    def arguments(self, number: int) -> LazyDecoder[Any]:
        """Return the reader of this number of arguments."""
        if number not in self._readers:
            kinds = tuple(str if kind is Thinking else kind for kind in self.types[:number])
            self._readers[number] = msgpack_reader(tuple[kinds])  # type: ignore[valid-type]
        return self._readers[number]


class Works:
    """Writes searches and their results. `functions` are the works, `thinkings` the games that can be thought about."""

    def __init__(
        self, functions: Iterable[Callable[..., Any]], thinkings: Iterable[Thinking[Any, Any]]
    ) -> None:
        self._works: Mapping[str, _Work] = {one.__name__: _Work(one) for one in functions}
        self._thinkings = {one.place: one for one in thinkings}

    def encode(self, work: Callable[..., Any], args: Sequence[Any]) -> bytes:
        """Return the input of a work as bytes. Raises KeyError for an unknown one."""
        known = self._works[work.__name__]
        plain = [one.place if kind is Thinking else one for kind, one in zip(known.types, args, strict=False)]
        return msgspec.msgpack.encode((len(plain), msgspec.Raw(msgspec.msgpack.encode(plain))))

    def decode(self, name: str, task: bytes) -> tuple[Callable[..., Any], Sequence[object]]:
        """Return a work and what it is given. Raises KeyError and msgspec.MsgspecError for what is not known."""
        known = self._works[name]
        number, raw = _FRAME.read(task)
        args = known.arguments(number).read(bytes(raw))
        return known.function, [
            self._thinkings[one] if kind is Thinking else one
            for kind, one in zip(known.types, args, strict=False)
        ]

    def encode_result(self, result: object) -> bytes:
        """Return a result as bytes."""
        return msgspec.msgpack.encode(result)

    def decode_result(self, work: Callable[..., Any], result: bytes) -> Any:
        """Return the result of a work."""
        return self._works[work.__name__].result.read(result)


_FRAME = msgpack_reader(tuple[int, msgspec.Raw])
