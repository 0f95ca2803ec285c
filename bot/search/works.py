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
            for name, parameter in signature(function).parameters.items()
            if parameter.kind is parameter.POSITIONAL_OR_KEYWORD
        ]
        self.types = [hints[name] for name in names]
        self._readers: dict[int, LazyDecoder[Any]] = {}
        self.result: LazyDecoder[Any] = msgpack_reader(hints["return"])

    def arguments(self, number: int) -> LazyDecoder[Any]:
        """Return the decoder for this number of arguments."""
        if number not in self._readers:
            kinds = tuple(str if kind is Thinking else kind for kind in self.types[:number])
            self._readers[number] = msgpack_reader(tuple[kinds])  # type: ignore[valid-type]
        return self._readers[number]


class Works:
    """Encodes searches and their results. `functions` are the known jobs, `thinkings` the games with a search."""

    def __init__(
        self, functions: Iterable[Callable[..., Any]], thinkings: Iterable[Thinking[Any, Any]]
    ) -> None:
        self._works: Mapping[str, _Work] = {item.__name__: _Work(item) for item in functions}
        self._thinkings = {item.place: item for item in thinkings}

    def encode(self, work: Callable[..., Any], args: Sequence[Any]) -> bytes:
        """Return a job's input as bytes. Raises KeyError for an unknown job."""
        job = self._works[work.__name__]
        plain = [
            argument.place if kind is Thinking else argument
            for kind, argument in zip(job.types, args, strict=False)
        ]
        return msgspec.msgpack.encode((len(plain), msgspec.Raw(msgspec.msgpack.encode(plain))))

    def decode(self, name: str, task: bytes) -> tuple[Callable[..., Any], Sequence[object]]:
        """Return a job and its arguments. Raises KeyError and msgspec.MsgspecError for unknown ones."""
        job = self._works[name]
        number, raw = _FRAME.read(task)
        args = job.arguments(number).read(bytes(raw))
        return job.function, [
            self._thinkings[argument] if kind is Thinking else argument
            for kind, argument in zip(job.types, args, strict=False)
        ]

    def encode_result(self, result: object) -> bytes:
        """Return a result as bytes."""
        return msgspec.msgpack.encode(result)

    def decode_result(self, work: Callable[..., Any], result: bytes) -> Any:
        """Return the result of a job."""
        return self._works[work.__name__].result.read(result)


_FRAME = msgpack_reader(tuple[int, msgspec.Raw])
