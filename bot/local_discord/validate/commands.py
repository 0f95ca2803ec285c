"""Limits of the command tree and of the choices that autocompletion offers."""

import re
from hashlib import sha256

import msgspec

from bot.local_discord.validate.form import FormErrors, Path
from bot.local_discord.wire import Payload, as_object

_NAME = re.compile(r"[-_'\w]{1,32}")
_MOST_CHARACTERS = 8000
_SUBCOMMAND, _GROUP, _STRING, _INTEGER, _NUMBER = 1, 2, 3, 4, 10
_WITH_CHOICES = (_STRING, _INTEGER, _NUMBER)
_CHANNEL = 7
_ONLY_FOR = {
    _WITH_CHOICES: ("choices",),
    (_INTEGER, _NUMBER): ("min_value", "max_value"),
    (_STRING,): ("min_length", "max_length"),
    (_CHANNEL,): ("channel_types",),
}
"""Fields that mean something for some kinds of option only."""
_right: dict[bytes, None] = {}
"""The last registrations in which nothing was wrong, by their digests."""
_MOST_RIGHT = 100
_OF_PLAIN = ("autocomplete", *(field for fields in _ONLY_FOR.values() for field in fields))
_MOST = {1: 100, 2: 15, 3: 15}
_KINDS = {1: "CHAT_INPUT", 2: "USER", 3: "MESSAGE"}


def check_commands(commands: object) -> None:
    """Check a whole registration of commands; one that was right is not looked through again.

    Every bot that comes to the table registers the same ones, and they are a quarter of a megabyte.

    Raises:
        ApiError: 400/50035 with the tree of what is wrong. One wrong command refuses them all.
    """
    digest = sha256(msgspec.json.encode(commands)).digest()
    if digest in _right:
        return
    _look_through(commands)
    _right[digest] = None
    if len(_right) > _MOST_RIGHT:
        del _right[next(iter(_right))]


def _look_through(commands: object) -> None:
    form = FormErrors()
    items = form.items((), commands, 130)
    seen: set[tuple[int, str]] = set()
    named: dict[int, list[tuple[Path, Payload]]] = {}
    counts: dict[int, int] = {}
    for number, each in enumerate(items):
        command = form.shape((number,), each)
        if command is None:
            continue
        _command(form, (number,), command)
        kind, name = int(command.get("type") or 1), str(command.get("name"))
        counts[kind] = counts.get(kind, 0) + 1
        if (kind, name) in seen:
            form.wrong(
                (number, "name"),
                "APPLICATION_COMMANDS_DUPLICATE_NAME",
                "Application command names must be unique",
            )
        seen.add((kind, name))
        named.setdefault(kind, []).append(((number,), command))
    for each in named.values():
        _unique_in_each_language(form, each, "APPLICATION_COMMANDS_DUPLICATE_NAME")
    for kind, count in counts.items():
        if count > _MOST.get(kind, 0):
            form.wrong(
                (),
                "APPLICATION_COMMANDS_MAX_EXCEEDED",
                f"Maximum number of {_KINDS.get(kind)} commands reached ({_MOST.get(kind)})",
            )
    form.finish()


def check_choices(form: FormErrors, path: Path, value: object, option_type: int) -> None:
    """Check the choices of an option or of an autocompletion: at most 25, each fitting the option's type."""
    names: set[str] = set()
    named: list[tuple[Path, Payload]] = []
    for number, each in enumerate(form.items(path, value, 25)):
        choice = form.shape((*path, number), each)
        if choice is None:
            continue
        named.append(((*path, number), choice))
        for where, text in _localized(form, (*path, number), choice, "name_localizations"):
            form.text(where, text, 100, shortest=1)
        name = form.text((*path, number, "name"), choice.get("name"), 100, shortest=1, required=True)
        if name in names:
            form.wrong(
                (*path, number, "name"),
                "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_DUPLICATED",
                "Choice names must be unique",
            )
        names.add(name or "")
        value_path: Path = (*path, number, "value")
        chosen = choice.get("value")
        if chosen is None:
            form.missing(value_path)
        elif option_type == _STRING:
            form.text(value_path, chosen, 100, shortest=1)
        elif option_type == _INTEGER:
            form.number(value_path, chosen, -(2**53), 2**53)
        elif isinstance(chosen, bool) or not isinstance(chosen, int | float):
            form.wrong(value_path, "NUMBER_TYPE_COERCE", f'Value "{chosen}" is not float.')
    _unique_in_each_language(form, named, "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_DUPLICATED")


def _unique_in_each_language(form: FormErrors, named: list[tuple[Path, Payload]], code: str) -> None:
    """Check that no two names are the same in any language: where one isn't translated, its own name is shown."""
    shown: list[dict[str, str]] = [as_object(shape.get("name_localizations")) for _, shape in named]
    for locale in sorted({locale for texts in shown for locale in texts}):
        seen: set[str] = set()
        for (path, shape), texts in zip(named, shown, strict=True):
            name = str(texts.get(locale) or shape.get("name"))
            if name in seen:
                form.wrong(
                    (*path, "name_localizations", locale), code, "Names must be unique in each language"
                )
            seen.add(name)


def _command(form: FormErrors, path: Path, command: Payload) -> None:
    kind = command.get("type") or 1
    form.choice((*path, "type"), kind, (1, 2, 3, 4))
    if kind != 1:
        form.text((*path, "name"), command.get("name"), 32, shortest=1, required=True)
        if command.get("description"):
            form.wrong(
                (*path, "description"),
                "APPLICATION_COMMAND_DESCRIPTION_NOT_ALLOWED",
                "Context menu commands cannot have description",
            )
        form.without(path, command, "options", "description_localizations")
        for where, text in _localized(form, path, command, "name_localizations"):
            form.text(where, text, 32, shortest=1)
        return
    _named(form, path, command)
    _options(form, (*path, "options"), command.get("options"), depth=0)
    size = _size(command)
    if size > _MOST_CHARACTERS:
        form.wrong(
            path,
            "APPLICATION_COMMAND_TOO_LARGE",
            f"Command exceeds maximum size ({_MOST_CHARACTERS})",
        )


def _named(form: FormErrors, path: Path, shape: Payload) -> None:
    name = form.text((*path, "name"), shape.get("name"), 32, shortest=1, required=True)
    for where, each in [((*path, "name"), name), *_localized(form, path, shape, "name_localizations")]:
        if each and len(each) <= 32 and (not _NAME.fullmatch(each) or each != each.lower()):
            form.wrong(where, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
        if where != (*path, "name"):
            form.text(where, each, 32, shortest=1)
    form.text((*path, "description"), shape.get("description"), 100, shortest=1, required=True)
    for where, each in _localized(form, path, shape, "description_localizations"):
        form.text(where, each, 100, shortest=1)


LOCALES = frozenset(
    [
        "id",
        "da",
        "de",
        "en-GB",
        "en-US",
        "es-ES",
        "es-419",
        "fr",
        "hr",
        "it",
        "lt",
        "hu",
        "nl",
        "no",
        "pl",
        "pt-BR",
        "ro",
        "fi",
        "sv-SE",
        "vi",
        "tr",
        "cs",
        "el",
        "bg",
        "ru",
        "uk",
        "hi",
        "th",
        "zh-CN",
        "ja",
        "zh-TW",
        "ko",
    ]
)
"""The languages that Discord has."""


def _localized(form: FormErrors, path: Path, shape: Payload, part: str) -> list[tuple[Path, str]]:
    texts: dict[str, str] = as_object(shape.get(part))
    for locale in texts.keys() - LOCALES:
        form.wrong((*path, part, locale), "LOCALE_UNKNOWN", f'Unknown locale "{locale}"')
    return [((*path, part, locale), text) for locale, text in texts.items()]


def _options(form: FormErrors, path: Path, value: object, *, depth: int) -> None:
    names: set[str] = set()
    optional_before = False
    kinds: set[bool] = set()
    named: list[tuple[Path, Payload]] = []
    for number, each in enumerate(form.items(path, value, 25)):
        here: Path = (*path, number)
        option = form.shape(here, each)
        if option is None:
            continue
        kind = option.get("type")
        form.choice((*here, "type"), kind, tuple(range(1, 12)))
        _named(form, here, option)
        named.append((here, option))
        if option.get("name") in names:
            form.wrong(
                (*here, "name"),
                "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATED",
                "Option names must be unique",
            )
        names.add(str(option.get("name")))
        nested = kind in (_SUBCOMMAND, _GROUP)
        kinds.add(nested)
        if nested:
            if depth == 2 or (kind == _GROUP and depth == 1):
                form.wrong(
                    (*here, "type"),
                    "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
                    "Sub-command and sub-command group option types are not allowed here",
                )
            _options(form, (*here, "options"), option.get("options"), depth=2 if kind == _SUBCOMMAND else 1)
            form.without(here, option, *_OF_PLAIN, "required")
            continue
        if depth == 1:
            form.wrong(
                (*here, "type"),
                "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
                "A group can only have sub-commands",
            )
        if option.get("required"):
            if optional_before:
                form.wrong(
                    here,
                    "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                    "Required options must be placed before non-required options",
                )
        else:
            optional_before = True
        _plain_option(form, here, option, int(kind) if isinstance(kind, int) else 0)
    _unique_in_each_language(form, named, "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATED")
    if len(kinds) > 1:
        form.wrong(
            path,
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "Sub-command and sub-command group option types are mutually exclusive to all other types",
        )


def _plain_option(form: FormErrors, path: Path, option: Payload, kind: int) -> None:
    if option.get("choices"):
        if kind in _WITH_CHOICES:
            check_choices(form, (*path, "choices"), option["choices"], kind)
        if option.get("autocomplete"):
            form.wrong(
                path,
                "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID",
                "autocomplete cannot be used together with choices",
            )
    if option.get("autocomplete") and kind not in _WITH_CHOICES:
        form.wrong(
            (*path, "autocomplete"),
            "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID",
            "autocomplete is only for STRING, INTEGER and NUMBER options",
        )
    form.without(path, option, "options")
    for kinds, fields in _ONLY_FOR.items():
        if kind not in kinds:
            form.without(path, option, *fields)
    form.span(path, option, "min_length", "max_length")
    form.span(path, option, "min_value", "max_value")
    form.number((*path, "min_length"), option.get("min_length"), 0, 6000)
    form.number((*path, "max_length"), option.get("max_length"), 1, 6000)


def _size(shape: Payload) -> int:
    """Count as Discord counts: names, descriptions and choice values; of translations the longest one."""
    size = 0
    for part in ("name", "description"):
        texts: dict[str, str] = shape.get(f"{part}_localizations") or {}
        size += max(len(text) for text in [str(shape.get(part) or ""), *texts.values()])
    for choice in shape.get("choices") or ():
        names: dict[str, str] = choice.get("name_localizations") or {}
        size += max(len(text) for text in [str(choice.get("name") or ""), *names.values()])
        size += len(str(choice.get("value") or ""))
    return size + sum(_size(option) for option in shape.get("options") or ())
