"""Random mutations of text, bytes and plain data, by seed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

WRONG: tuple[Any, ...] = (
    None, True, -1, 0, 1 << 31, 1 << 63, 2.5, float("inf"), "", "text", "9" * 5000, [], [[]], {}, {"a": 1}, [None] * 9,
)  # fmt: skip
_TEXTS = (
    "\x00", "\u202e", "🜁", "٣", "²", "[[", "]", '"', "\\", "1-9999", "-1", "99999999999999999999", "9" * 5000, "é", "\ufeff", "\r",
    " " * 300, "(" * 200, "x5000", "5000 ", "#", "“", "nan", '"""', "\t", ",", ":", "=", "{", "}", "0", "NaN", "·", "\x1b[31m",
)  # fmt: skip
_LARGEST = 400_000
"""Maximum characters of a lengthened text."""


def text(rng: Random, whole: str) -> str:
    """Return a text with one to six mutations."""
    for _ in range(rng.choice((1, 1, 1, 2, 3, 6))):
        whole = rng.choice(_OF_TEXT)(rng, whole)
    return whole


def _span(rng: Random, whole: str) -> tuple[int, int]:
    start = rng.randrange(len(whole) + 1)
    return start, min(len(whole), start + rng.choice((0, 1, 1, 2, 5, 30, 300)))


def _replaced(rng: Random, whole: str) -> str:
    start, end = _span(rng, whole)
    return whole[:start] + rng.choice(_TEXTS) + whole[end:]


def _removed(rng: Random, whole: str) -> str:
    start, end = _span(rng, whole)
    return whole[:start] + whole[end:]


def _cut(rng: Random, whole: str) -> str:
    return whole[: rng.randrange(len(whole) + 1)]


def _lines(rng: Random, whole: str) -> str:
    """Return the text with swapped, removed or repeated lines."""
    lines = whole.split("\n")
    here, there = rng.randrange(len(lines)), rng.randrange(len(lines))
    kind = rng.randrange(4)
    if kind == 0:
        lines[here], lines[there] = lines[there], lines[here]
    elif kind == 1:
        del lines[here]
    elif kind == 2:
        lines.insert(there, lines[here])
    else:
        times = min(rng.choice((3, 100, 30_000)), _LARGEST // (len(lines[here]) + 1))
        lines[here:here] = [lines[here]] * times
    return "\n".join(lines)


def _words(rng: Random, whole: str) -> str:
    """Return the text with a word replaced by another, or repeated."""
    words = whole.split(" ")
    here, there = rng.randrange(len(words)), rng.randrange(len(words))
    if rng.random() < 0.2:
        words[here] = " ".join([words[here]] * min(rng.choice((3, 1000)), _LARGEST // (len(words[here]) + 1)))
    else:
        words[here] = words[there]
    return " ".join(words)


def _numbers(rng: Random, whole: str) -> str:
    """Return the text with a number changed."""
    places = [n for n, letter in enumerate(whole) if letter.isdecimal() and not whole[n - 1 : n].isdecimal()]
    if not places:
        return whole
    start = rng.choice(places)
    end = start
    while end < len(whole) and whole[end].isdecimal():
        end += 1
    number = rng.choice(
        ("0", "-1", "1", "2", "9", "99", "9999", "999999", "9" * 20, "9" * 5000, "1.5", "007", "٣")
    )
    return whole[:start] + number + whole[end:]


_OF_TEXT: tuple[Callable[[Random, str], str], ...] = (_replaced, _removed, _cut, _lines, _words, _words, _numbers, _numbers)  # fmt: skip


def some_bytes(rng: Random, whole: bytes) -> bytes:
    """Return the bytes cut, overwritten, moved or lengthened."""
    out = bytearray(whole)
    for _ in range(rng.choice((1, 1, 2, 8, 60))):
        at = rng.randrange(len(out) + 1)
        size = rng.choice((1, 1, 2, 4, 16, 200, 4096))
        kind = rng.randrange(6)
        if kind == 0:
            del out[at:]
        elif kind == 1:
            out[at : at + size] = rng.randbytes(size)
        elif kind == 2:
            out[at : at + size] = bytes([rng.choice((0, 255, 1, 127))]) * size
        elif kind == 3:
            other = rng.randrange(len(out) + 1)
            out[at : at + size] = out[other : other + size]
        elif kind == 4:
            out[at:at] = rng.randbytes(size)
        elif out:
            out[at % len(out)] ^= 1 << rng.randrange(8)
    return bytes(out)


def tree(rng: Random, whole: Any) -> Any:
    """Return lists, dicts and plain values with one to three mutations. They are changed in place."""
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        places = list(_places(whole))
        if not places:
            return _copy(rng.choice(WRONG))
        inside, key = rng.choice(places)
        _spoil(rng, inside, key, places)
    return whole


def _places(whole: Any) -> Iterator[tuple[Any, Any]]:
    """Yield each place in a tree: the dict or list, and the key or index."""
    if isinstance(whole, dict):
        items: list[tuple[Any, Any]] = [*whole.items()]
    elif isinstance(whole, list):
        items = [*enumerate(whole)]
    else:
        return
    for key, value in items:
        yield whole, key
        yield from _places(value)


def _spoil(rng: Random, inside: Any, key: Any, places: list[tuple[Any, Any]]) -> None:
    value = inside[key]
    kind = rng.randrange(7)
    if kind == 0:
        inside[key] = _copy(rng.choice(WRONG))
    elif kind == 1:
        other, there = rng.choice(places)
        inside[key] = _copy(other[there])
    elif kind == 2:
        del inside[key]
        places[:] = [place for place in places if place[0] is not inside]
    elif kind == 3 and isinstance(value, int):
        inside[key] = rng.choice((value + 1, value - 1, -value, value + 1000, 0))
    elif kind == 4 and isinstance(value, str):
        inside[key] = text(rng, value)[:20_000]
    elif kind == 5 and isinstance(value, list):
        inside[key] = value * rng.choice((2, 2, 300)) if len(value) < 100 else value * 2
    elif kind == 6 and isinstance(inside, dict) and isinstance(key, str):
        inside[rng.choice((text(rng, key)[:200], key + "s", ""))] = inside.pop(key)
    else:
        inside[key] = _copy(rng.choice(WRONG))


def _copy(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _copy(one) for key, one in value.items()}
    return [_copy(one) for one in value] if isinstance(value, list) else value
