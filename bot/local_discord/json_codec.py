"""JSON on the wire: its type, and safe access to values of any shape."""

from typing import Any, cast

import msgspec

from cards.numerals import numeral

Payload = dict[str, Any]
"""A JSON object."""

DEEPEST = 100
"""The maximum nesting of objects and lists, because recursive functions process them."""


class NotJson(ValueError):
    """A body that can't be read as JSON. The message is the reason, as the end of a sentence."""


def decoded(content: bytes | str) -> object:
    """Decode JSON. Raises NotJson, also if it is nested more than `DEEPEST` levels."""
    try:
        body: object = msgspec.json.decode(content)
    except RecursionError:
        raise NotJson("nested too deep") from None
    except (msgspec.DecodeError, UnicodeError):
        raise NotJson("not valid JSON") from None
    level: list[object] = [body]
    for _ in range(DEEPEST):
        inner: list[object] = []
        for value in level:
            if isinstance(value, dict):
                inner += cast(Payload, value).values()
            elif isinstance(value, list):
                inner += cast(list[object], value)
        level = [value for value in inner if isinstance(value, dict | list)]
        if not level:
            return body
    raise NotJson("nested too deep")


def as_id(value: object) -> int:
    """Return an id that was sent as a string or a number; 0, which is never used, for anything else."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value if 0 <= value < 1 << 63 else 0
    return (numeral(value, 19) or 0) if isinstance(value, str) else 0


def as_object(value: object) -> Payload:
    """Return a value that is a JSON object, or an empty one for anything else."""
    return cast(Payload, value) if isinstance(value, dict) else {}


def as_list(value: object) -> list[object]:
    """Return a value that is a JSON list, or an empty one for anything else."""
    return cast(list[object], value) if isinstance(value, list) else []
