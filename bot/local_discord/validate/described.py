"""Discord's own description of its HTTP API, for requests and answers: fields, types and limits.

`discord.json` holds of the description what concerns the routes that the table offers; a test keeps it current. What
Discord demands beyond that is in the other modules here.
"""

from __future__ import annotations

import functools
from importlib.resources import files
from typing import Any, cast

import jsonschema_rs
import msgspec

from bot.local_discord.validate.form import FormErrors
from bot.local_discord.wire import Payload

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_WORDS: dict[str, tuple[str, str]] = {
    "required": ("BASE_TYPE_REQUIRED", "This field is required"),
    "type": ("BASE_TYPE_INVALID", "Could not interpret value as {0}."),
    "enum": ("BASE_TYPE_CHOICES", "Value must be one of {0}."),
    "const": ("BASE_TYPE_CHOICES", "Value must be one of {0}."),
    "maxLength": ("BASE_TYPE_MAX_LENGTH", "Must be {0} or fewer in length."),
    "maxItems": ("BASE_TYPE_MAX_LENGTH", "Must be {0} or fewer in length."),
    "minLength": ("BASE_TYPE_MIN_LENGTH", "Must be {0} or more in length."),
    "minItems": ("BASE_TYPE_MIN_LENGTH", "Must be {0} or more in length."),
    "maximum": ("NUMBER_TYPE_MAX", "int value should be less than or equal to {0}."),
    "minimum": ("NUMBER_TYPE_MIN", "int value should be greater than or equal to {0}."),
}
"""Code and sentence for what a value does not satisfy; {0} is the limit."""
_OTHER = ("BASE_TYPE_INVALID", "This value is not valid")


@functools.cache
def facts() -> Payload:
    """Return the facts: "source", "taken" (month), "paths" by template and method, "components"."""
    return msgspec.json.decode(files("bot.local_discord.validate").joinpath("discord.json").read_bytes())


def locales() -> frozenset[str]:
    """Return the languages that Discord has."""
    return frozenset(facts()["components"]["schemas"]["AvailableLocalesEnum"]["enum"])


def check_request(method: str, template: str, body: object) -> None:
    """Check the body (None: there is none) of a request to a route of Discord's.

    Raises:
        ApiError: 400/50035 with the tree of what is wrong.
    """
    judge = _request(method, template)
    if judge is None:
        return
    form = FormErrors()
    for error in judge.iter_errors({} if body is None else body):
        wrong = _telling(error)
        said, path = wrong.kind.name, tuple(wrong.instance_path)
        code, sentence = _WORDS.get(said, _OTHER)
        form.wrong(
            (*path, wrong.kind.value) if said == "required" else path, code, sentence.format(wrong.kind.value)
        )
    form.finish()


def wrong_in_answer(method: str, template: str, status: int, answer: object) -> str:
    """Return the reason why Discord would not send this response to a request, as "path: reason"; "" if it could."""
    answers: Payload = facts()["paths"][template][method]["answers"]
    kind = str(status) if str(status) in answers else f"{status // 100}XX"
    if kind not in answers:
        return f"Discord does not answer with {status}"
    judge = _answer(method, template, kind)
    for error in () if judge is None else judge.iter_errors(answer):
        wrong = _telling(error)
        return f"{'.'.join(map(str, wrong.instance_path))}: {wrong.message[:300]}"
    return ""


def complete(name: str, shape: Payload) -> Payload:
    """Return a shape with every field that the schema of that name requires: what the table doesn't have is empty."""
    return {**_empty(name), **shape}


@functools.cache
def _empty(name: str) -> Payload:
    schema = facts()["components"]["schemas"][name]
    return {field: _nothing(schema["properties"][field]) for field in schema["required"]}


def _nothing(schema: Payload) -> object:
    """Return the emptiest value of a schema: null where that is allowed."""
    if "$ref" in schema:
        return _nothing(facts()["components"]["schemas"][schema["$ref"].rpartition("/")[2]])
    if "enum" in schema:
        return schema["enum"][0]
    match schema.get("type"):
        case "array":
            return []
        case "boolean":
            return False
        case "integer":
            return 0
        case "string":
            return ""
        case _:
            return None


@functools.cache
def _request(method: str, template: str) -> jsonschema_rs.Validator | None:
    schema = facts()["paths"][template][method].get("request")
    return None if schema is None else judge_of(schema)


@functools.cache
def _answer(method: str, template: str, kind: str) -> jsonschema_rs.Validator | None:
    schema = facts()["paths"][template][method]["answers"][kind]
    return None if schema is None else judge_of(schema)


def judge_of(schema: Payload) -> jsonschema_rs.Validator:
    """Return a validator for a schema that may refer to those of the facts."""
    return jsonschema_rs.validator_for({**_filled(schema), "$schema": _DIALECT, "components": _components()})


@functools.cache
def _components() -> Payload:
    return _filled(facts()["components"])


def _filled(schema: Any) -> Any:
    """Return a schema in which a text that must not be empty is more than blanks: Discord cuts them off at both ends."""
    if isinstance(schema, list):
        return [_filled(each) for each in cast("list[object]", schema)]
    if not isinstance(schema, dict):
        return schema
    within = {key: _filled(value) for key, value in cast(Payload, schema).items()}
    return {"pattern": r"\S", **within} if within.get("minLength") else within


def _telling(error: jsonschema_rs.ValidationError) -> jsonschema_rs.ValidationError:
    """Return the most telling reason within unions: of the variant whose `type` fits, else of the type itself."""
    while error.kind.name in ("oneOf", "anyOf"):
        union: Any = error.kind
        variants: list[list[jsonschema_rs.ValidationError]] = [each for each in union.context if each]
        if not variants:
            return error
        here = error.instance_path
        fitting = [each for each in variants if not any(_is_of_another_kind(e, here) for e in each)]
        reasons = fitting[0] if fitting else [e for each in variants for e in each]
        strange = [e for e in reasons if e.instance_path == [*here, "type"]]
        error = max(strange or reasons, key=lambda e: len(e.instance_path))
    return error


def _is_of_another_kind(error: jsonschema_rs.ValidationError, here: list[str | int]) -> bool:
    """Return whether a variant speaks of something else than the value at `here`, by JSON's type or the field `type`."""
    at = error.instance_path
    return at == [*here, "type"] or (at == here and error.kind.name == "type")
