"""Requests that Discord would refuse, derived from valid ones by violating one fact at a time."""

from __future__ import annotations

import copy
import functools
import json
from collections.abc import Iterator
from typing import Any

import jsonschema_rs

from bot.local_discord.validate.described import facts, judge_of

_REF = "#/components/schemas/"
Where = tuple[str | int, ...]


def wrong_bodies(schema: dict[str, Any], body: Any) -> Iterator[tuple[str, Any]]:
    """Yield (fault, body): every fact of `schema` about a part of `body`, violated, if that makes the body invalid."""
    judging = judge_of(schema)
    assert judging.is_valid(body)
    for where, what, value in _broken((), schema, body):
        changed = _with(body, where, value)
        if not judging.is_valid(changed):
            yield f"{'.'.join(map(str, where)) or 'body'}: {what}", changed


_GONE = object()


def _broken(where: Where, schema: Any, value: Any) -> Iterator[tuple[Where, str, Any]]:
    for part in _parts(schema, value):
        yield from _here(where, part, value)
        if isinstance(value, dict):
            for name in part.get("required", ()):
                yield (*where, name), "missing", _GONE
            for name, inner in part.get("properties", {}).items():
                if name in value:
                    yield from _broken((*where, name), inner, value[name])
            if isinstance(part.get("additionalProperties"), dict):
                for name in value.keys() - part.get("properties", {}).keys():
                    yield from _broken((*where, name), part["additionalProperties"], value[name])
        if isinstance(value, list) and "items" in part:
            for number, each in enumerate(value):
                yield from _broken((*where, number), part["items"], each)


def _parts(schema: Any, value: Any) -> Iterator[dict[str, Any]]:
    """Return the schemas that apply to a value; of variants, the matching ones."""
    if not isinstance(schema, dict):
        return
    if "$ref" in schema:
        yield from _parts(facts()["components"]["schemas"][schema["$ref"].removeprefix(_REF)], value)
        return
    yield schema
    for each in schema.get("allOf", ()):
        yield from _parts(each, value)
    for kind in ("oneOf", "anyOf"):
        for each in schema.get(kind, ()):
            if _fits(each, value):
                yield from _parts(each, value)


def _fits(schema: Any, value: Any) -> bool:
    return _judge(json.dumps(schema)).is_valid(value)


@functools.cache
def _judge(schema: str) -> jsonschema_rs.Validator:
    return judge_of(json.loads(schema))


def _here(where: Where, part: dict[str, Any], value: Any) -> Iterator[tuple[Where, str, Any]]:
    if isinstance(value, str):
        if "maxLength" in part:
            yield (
                where,
                f"longer than {part['maxLength']}",
                value + "x" * (part["maxLength"] + 1 - len(value)),
            )
        if part.get("minLength"):
            yield where, f"shorter than {part['minLength']}", value[: part["minLength"] - 1]
    elif isinstance(value, int) and not isinstance(value, bool):
        if "maximum" in part:
            yield where, f"more than {part['maximum']}", part["maximum"] + 1
        if "minimum" in part:
            yield where, f"less than {part['minimum']}", part["minimum"] - 1
    elif isinstance(value, list):
        if "maxItems" in part and value:
            more = [copy.deepcopy(value[n % len(value)]) for n in range(part["maxItems"] + 1)]
            yield where, f"more than {part['maxItems']}", more
        if part.get("minItems"):
            yield where, f"fewer than {part['minItems']}", value[: part["minItems"] - 1]
    if "enum" in part or "const" in part:
        yield where, "not one of those", 9999 if isinstance(value, int) else "no such thing"
    if "type" in part:
        for wrong_value in (None, True, 7, "seven", [], {}, 1.5):
            if type(wrong_value) is not type(value) and (where or wrong_value is not None):
                yield where, f"{wrong_value!r} instead", wrong_value


def _with(body: Any, where: Where, value: Any) -> Any:
    if not where:
        return value
    changed = copy.deepcopy(body)
    at = changed
    for step in where[:-1]:
        at = at[step]
    if value is _GONE:
        at.pop(where[-1], None)
    else:
        at[where[-1]] = value
    return changed
