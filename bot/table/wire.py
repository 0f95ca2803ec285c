"""JSON as it travels: its type, and safe looks at values whose shape the sender chose."""

from typing import Any, cast

Payload = dict[str, Any]
"""A JSON object."""


def as_object(value: Any) -> Payload:
    """Give a value that is a JSON object, or an empty one for anything else."""
    return cast(Payload, value) if isinstance(value, dict) else {}


def as_list(value: Any) -> list[Any]:
    """Give a value that is a JSON list, or an empty one for anything else."""
    return cast(list[Any], value) if isinstance(value, list) else []
