"""Discord's own description of its HTTP API: fields, types and limits of requests and responses.

`discord.json` contains the part of the description for the routes that the table offers; a test keeps it current. The
other modules here contain further rules.
"""

from __future__ import annotations

import functools
from importlib.resources import files
from typing import Any, cast

import jsonschema_rs
import msgspec

from bot.local_discord.json_codec import Payload
from bot.local_discord.validate.form import FormErrors

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
"""The code and sentence for each JSON Schema keyword; {0} is the limit."""
_OTHER = ("BASE_TYPE_INVALID", "This value is not valid")


@functools.cache
def facts() -> Payload:
    """Return the description: "source", "taken" (month), "paths" by template and method, "components"."""
    return msgspec.json.decode(files("bot.local_discord.validate").joinpath("discord.json").read_bytes())


def locales() -> frozenset[str]:
    """Return the languages that Discord supports."""
    return frozenset(facts()["components"]["schemas"]["AvailableLocalesEnum"]["enum"])


def check_request(method: str, template: str, body: object) -> None:
    """Check the body (None: no body) of a request to a Discord route.

    Raises:
        ApiError: 400/50035 with the tree of errors.
    """
    validator = _request(method, template)
    if validator is None:
        return
    form = FormErrors()
    for error in validator.iter_errors({} if body is None else body):
        reason = _most_specific(error)
        keyword, path = reason.kind.name, tuple(reason.instance_path)
        code, sentence = _WORDS.get(keyword, _OTHER)
        form.wrong(
            (*path, reason.kind.value) if keyword == "required" else path,
            code,
            sentence.format(reason.kind.value),
        )
    form.finish()


def wrong_in_answer(method: str, template: str, status: int, answer: object) -> str:
    """Return the reason why Discord would not send this response, as "path: reason"; "" if it could."""
    answers: Payload = facts()["paths"][template][method]["answers"]
    kind = str(status) if str(status) in answers else f"{status // 100}XX"
    if kind not in answers:
        return f"Discord does not answer with {status}"
    validator = _answer(method, template, kind)
    for error in () if validator is None else validator.iter_errors(answer):
        reason = _most_specific(error)
        return f"{'.'.join(map(str, reason.instance_path))}: {reason.message[:300]}"
    return ""


def complete(name: str, shape: Payload) -> Payload:
    """Return a shape with all required fields of the named schema; missing ones are empty."""
    return {**_empty(name), **shape}


@functools.cache
def _empty(name: str) -> Payload:
    schema = facts()["components"]["schemas"][name]
    return {field: _emptiest(schema["properties"][field]) for field in schema["required"]}


def _emptiest(schema: Payload) -> object:
    """Return a schema's emptiest value: null if it is allowed."""
    if "$ref" in schema:
        return _emptiest(facts()["components"]["schemas"][schema["$ref"].rpartition("/")[2]])
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
    """Return a validator for a schema that may refer to the description's schemas."""
    return jsonschema_rs.validator_for(
        {**_without_blank_text(schema), "$schema": _DIALECT, "components": _components()}
    )


@functools.cache
def _components() -> Payload:
    return _without_blank_text(facts()["components"])


def _without_blank_text(schema: Any) -> Any:
    """Return a schema in which required text can't be blank: Discord strips whitespace at both ends."""
    if isinstance(schema, list):
        return [_without_blank_text(each) for each in cast("list[object]", schema)]
    if not isinstance(schema, dict):
        return schema
    within = {key: _without_blank_text(value) for key, value in cast(Payload, schema).items()}
    return {"pattern": r"\S", **within} if within.get("minLength") else within


def _most_specific(error: jsonschema_rs.ValidationError) -> jsonschema_rs.ValidationError:
    """Return the most specific error within unions: of the variant whose `type` fits, else of the type itself."""
    while error.kind.name in ("oneOf", "anyOf"):
        union: Any = error.kind
        variants: list[list[jsonschema_rs.ValidationError]] = [each for each in union.context if each]
        if not variants:
            return error
        here = error.instance_path
        fitting = [each for each in variants if not any(_is_of_another_kind(e, here) for e in each)]
        reasons = fitting[0] if fitting else [e for each in variants for e in each]
        type_errors = [e for e in reasons if e.instance_path == [*here, "type"]]
        error = max(type_errors or reasons, key=lambda e: len(e.instance_path))
    return error


def _is_of_another_kind(error: jsonschema_rs.ValidationError, here: list[str | int]) -> bool:
    """Return whether a variant is for another kind of value, by JSON type or by the field `type`."""
    at = error.instance_path
    return at == [*here, "type"] or (at == here and error.kind.name == "type")
