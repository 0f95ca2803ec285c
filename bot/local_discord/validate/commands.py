"""Rules for commands and autocompletion choices that Discord's API description leaves out."""

import re
from collections.abc import Sequence
from hashlib import sha256
from typing import cast

import msgspec

from bot.local_discord.json_codec import Payload, as_object
from bot.local_discord.validate.described import locales
from bot.local_discord.validate.form import FormErrors, Path

_NAME = re.compile(r"[-_'\w]{1,32}")
_MOST_CHARACTERS = 8000
_SUBCOMMAND, _GROUP, _STRING, _INTEGER, _NUMBER = 1, 2, 3, 4, 10
_WITH_CHOICES = (_STRING, _INTEGER, _NUMBER)
_CHANNEL = 7
_ONLY_FOR = {
    "choices": _WITH_CHOICES,
    "autocomplete": _WITH_CHOICES,
    "min_value": (_INTEGER, _NUMBER),
    "max_value": (_INTEGER, _NUMBER),
    "min_length": (_STRING,),
    "max_length": (_STRING,),
    "channel_types": (_CHANNEL,),
    "options": (_SUBCOMMAND, _GROUP),
}
"""The option types that a field applies to."""
_valid_digests: dict[bytes, None] = {}
"""The digests of the latest valid registrations."""
_MOST_DIGESTS = 100
_MOST = {1: 100, 2: 15, 3: 15}
_KINDS = {1: "CHAT_INPUT", 2: "USER", 3: "MESSAGE"}
_LARGEST = 2**53


def check_commands(commands: object) -> None:
    """Check a registration of commands. A registration that was valid before is not checked again.

    Every bot that connects registers the same commands, a quarter of a megabyte of them.

    Raises:
        ApiError: 400/50035 with the tree of errors. One invalid command refuses them all.
    """
    digest = sha256(msgspec.json.encode(commands)).digest()
    if digest in _valid_digests:
        return
    _check_all(cast("list[Payload]", commands or []))
    _valid_digests[digest] = None
    if len(_valid_digests) > _MOST_DIGESTS:
        del _valid_digests[next(iter(_valid_digests))]


def _check_all(commands: Sequence[Payload]) -> None:
    form = FormErrors()
    kinds: dict[int, list[tuple[Path, Payload]]] = {}
    for number, command in enumerate(commands):
        path, kind = (number,), command.get("type") or 1
        kinds.setdefault(kind, []).append((path, command))
        _check_locales(form, path, command)
        if kind != 1:
            form.without(path, command, "description", "options", "description_localizations")
            continue
        _check_name(form, path, command)
        form.text((*path, "description"), command.get("description") or "", 100, shortest=1)
        _check_options(form, (*path, "options"), command.get("options") or [])
        if _size(command) > _MOST_CHARACTERS:
            message = f"Command exceeds maximum size ({_MOST_CHARACTERS})"
            form.wrong(path, "APPLICATION_COMMAND_TOO_LARGE", message)
    for kind, entries in kinds.items():
        _check_unique(form, entries, "APPLICATION_COMMANDS_DUPLICATE_NAME")
        if len(entries) > _MOST.get(kind, 0):
            message = f"Maximum number of {_KINDS.get(kind)} commands reached ({_MOST.get(kind)})"
            form.wrong((), "APPLICATION_COMMANDS_MAX_EXCEEDED", message)
    form.finish()


def check_choices(form: FormErrors, path: Path, choices: Sequence[Payload | None], kind: int) -> None:
    """Check the choices of an option of this type, or its autocompletion choices."""
    valid: list[tuple[Path, Payload]] = []
    for number, choice in enumerate(choices):
        here: Path = (*path, number)
        if choice is None:
            form.wrong(here, "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
            continue
        valid.append((here, choice))
        _check_locales(form, here, choice)
        value = choice["value"]
        if kind == _STRING:
            form.text((*here, "value"), value, 100, shortest=1)
        elif kind == _INTEGER:
            form.number((*here, "value"), value, -_LARGEST, _LARGEST)
        elif isinstance(value, str):
            form.wrong((*here, "value"), "NUMBER_TYPE_COERCE", f'Value "{value}" is not float.')
    _check_unique(form, valid, "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_DUPLICATED")


def _check_unique(form: FormErrors, named: Sequence[tuple[Path, Payload]], code: str) -> None:
    """Check that names are unique in every language. Without a translation, the original name is shown."""
    texts: list[dict[str, str]] = [as_object(shape.get("name_localizations")) for _, shape in named]
    for locale in ("", *sorted({locale for each in texts for locale in each})):
        used: set[str] = set()
        for (path, shape), each in zip(named, texts, strict=True):
            name = each.get(locale) or shape["name"]
            if name in used:
                field = ("name_localizations", locale) if locale else ("name",)
                form.wrong((*path, *field), code, "Names must be unique in each language")
            used.add(name)


def _check_locales(form: FormErrors, path: Path, shape: Payload) -> None:
    for part in ("name_localizations", "description_localizations"):
        for locale in as_object(shape.get(part)).keys() - locales():
            form.wrong((*path, part, locale), "LOCALE_UNKNOWN", f'Unknown locale "{locale}"')


def _check_name(form: FormErrors, path: Path, shape: Payload) -> None:
    """Check the name of a command or option in each language. It is typed, so its characters are limited."""
    texts = as_object(shape.get("name_localizations"))
    for field, name in [
        (("name",), shape["name"]),
        *((("name_localizations", locale), texts[locale]) for locale in texts),
    ]:
        if not _NAME.fullmatch(name) or name != name.lower():
            form.wrong((*path, *field), "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def _check_options(form: FormErrors, path: Path, options: Sequence[Payload]) -> None:
    is_optional_before = False
    for number, option in enumerate(options):
        here, kind = (*path, number), option["type"]
        _check_locales(form, here, option)
        _check_name(form, here, option)
        form.without(here, option, *(field for field, kinds in _ONLY_FOR.items() if kind not in kinds))
        form.span(here, option, "min_length", "max_length")
        form.span(here, option, "min_value", "max_value")
        if kind in (_SUBCOMMAND, _GROUP):
            form.without(here, option, "required")
            _check_options(form, (*here, "options"), option.get("options") or [])
        if option.get("required") and is_optional_before:
            message = "Required options must be placed before non-required options"
            form.wrong(here, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", message)
        is_optional_before |= not option.get("required")
        if kind in _WITH_CHOICES and (choices := option.get("choices")):
            check_choices(form, (*here, "choices"), choices, kind)
            if option.get("autocomplete"):
                message = "autocomplete cannot be used together with choices"
                form.wrong(here, "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID", message)
    _check_unique(
        form,
        [((*path, n), option_) for n, option_ in enumerate(options)],
        "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATED",
    )
    if len({option["type"] in (_SUBCOMMAND, _GROUP) for option in options}) > 1:
        message = "Sub-command and sub-command group option types are mutually exclusive to all other types"
        form.wrong(path, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message)


def _size(shape: Payload) -> int:
    """Return the size by Discord's rules: names, descriptions and choice values; only the longest translation."""
    size = 0
    for part in ("name", "description"):
        texts: dict[str, str] = shape.get(f"{part}_localizations") or {}
        size += max(len(text) for text in [str(shape.get(part) or ""), *texts.values()])
    for choice in shape.get("choices") or ():
        names: dict[str, str] = choice.get("name_localizations") or {}
        size += max(len(text) for text in [str(choice.get("name") or ""), *names.values()])
        size += len(str(choice.get("value") or ""))
    return size + sum(_size(option) for option in shape.get("options") or ())
