"""JSON as it travels: its type, and safe looks at values whose shape the sender chose."""

from typing import Any, cast

import msgspec

from cards.numerals import numeral

Payload = dict[str, Any]
"""A JSON object."""

DEEPEST = 100
"""Objects and lists inside each other: what is read goes through them by functions that call themselves."""


class NotJson(ValueError):
    """A body that can't be read as JSON; the message is the reason, as the end of a sentence."""


def decoded(content: bytes | str) -> object:
    """Give the value that JSON says. Raises NotJson, also for what is nested too deep to be meant."""
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
    """Give an id that was sent as a text or a number; 0, which nothing has, for anything else."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value if 0 <= value < 1 << 63 else 0
    return (numeral(value, 19) or 0) if isinstance(value, str) else 0


def as_object(value: object) -> Payload:
    """Give a value that is a JSON object, or an empty one for anything else."""
    return cast(Payload, value) if isinstance(value, dict) else {}


def as_list(value: object) -> list[object]:
    """Give a value that is a JSON list, or an empty one for anything else."""
    return cast(list[object], value) if isinstance(value, list) else []
