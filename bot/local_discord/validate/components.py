"""Rules for message and form components that Discord's API description (`described`) leaves out."""

from collections.abc import Iterator, Sequence, Set
from enum import IntEnum

from bot.local_discord.json_codec import Payload
from bot.local_discord.validate.form import FormErrors, Path


class ComponentKind(IntEnum):
    """The component types."""

    ACTION_ROW = 1
    BUTTON = 2
    STRING_SELECT = 3
    TEXT_INPUT = 4
    USER_SELECT = 5
    ROLE_SELECT = 6
    MENTIONABLE_SELECT = 7
    CHANNEL_SELECT = 8
    SECTION = 9
    TEXT_DISPLAY = 10
    THUMBNAIL = 11
    MEDIA_GALLERY = 12
    FILE = 13
    SEPARATOR = 14
    CONTAINER = 17
    LABEL = 18
    FILE_UPLOAD = 19
    RADIO_GROUP = 21
    CHECKBOX_GROUP = 22
    CHECKBOX = 23


SELECTS = (
    ComponentKind.STRING_SELECT,
    ComponentKind.USER_SELECT,
    ComponentKind.ROLE_SELECT,
    ComponentKind.MENTIONABLE_SELECT,
    ComponentKind.CHANNEL_SELECT,
)
MOST_COMPONENTS = 40
MOST_TEXT = 4000
_ROWS, _FIELDS, _WIDTH = 5, 5, 5
"""Rows of a message without layout, fields of a form, and buttons per row."""
_LINK, _PREMIUM = 5, 6
_SCHEMES = ("http://", "https://")
_ATTACHED = "attachment://"
_LARGEST_ID = 2**31 - 1


def parts(path: Path, components: Sequence[Payload]) -> Iterator[tuple[Path, Payload]]:
    """Yield every component of a message or form with its path, at any depth, in reading order."""
    for number, component in enumerate(components):
        yield from _part((*path, number), component)


def _part(path: Path, component: Payload) -> Iterator[tuple[Path, Payload]]:
    yield path, component
    yield from parts((*path, "components"), component.get("components") or [])
    for inner in ("accessory", "component"):
        if component.get(inner):
            yield from _part((*path, inner), component[inner])


def check_components(
    form: FormErrors, components: Sequence[Payload], *, version_2: bool, files: Set[str]
) -> None:
    """Check a message's components; `files` are the names that `attachment://` may refer to."""
    path: Path = ("components",)
    all_parts = list(parts(path, components))
    if not version_2:
        form.count(path, len(components), _ROWS)
        for number, component in enumerate(components):
            form.choice((*path, number, "type"), component["type"], (int(ComponentKind.ACTION_ROW),))
    if len(all_parts) > MOST_COMPONENTS:
        form.wrong(
            path,
            "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
            f"The total number of components cannot exceed {MOST_COMPONENTS}",
        )
    size = sum(len(part["content"]) for _, part in all_parts if part["type"] == ComponentKind.TEXT_DISPLAY)
    if size > MOST_TEXT:
        form.wrong(
            path,
            "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
            f"The total displayable text size ({size}) exceeds the maximum of {MOST_TEXT}",
        )
    _check_ids(form, all_parts)
    for part_path, part in all_parts:
        kind = ComponentKind(part["type"])
        for inner, media in _media(kind, part):
            check_file(
                form, (*part_path, *inner, "url"), media["url"], files, attached=kind is ComponentKind.FILE
            )
        if kind is ComponentKind.ACTION_ROW:
            _check_row(form, part_path, part)
        elif kind is ComponentKind.BUTTON:
            _check_button(form, part_path, part)
        elif kind in SELECTS:
            # Discord documents it as ignored in messages; a client that sends it expects an effect that doesn't
            # happen.
            form.without(part_path, part, "required")
            _check_select(form, part_path, kind, part, required=bool(part.get("required")))


def check_modal(data: Payload) -> None:
    """Check a modal, a form sent in response to an interaction.

    Raises:
        ApiError: 400/50035 with the tree of errors.
    """
    form, path = FormErrors(), ("data", "components")
    form.count(path, len(data["components"]), _FIELDS)
    all_parts = list(parts(path, data["components"]))
    _check_ids(form, all_parts)
    for part_path, part in all_parts:
        kind, required = ComponentKind(part["type"]), part.get("required", True)
        if part.get("disabled"):
            form.wrong(
                (*part_path, "disabled"), "COMPONENT_DISABLED_IN_MODAL", "Nothing in a modal can be disabled"
            )
        if part_path[-1] == "component":
            form.without(part_path, part, "label")
        elif kind is ComponentKind.TEXT_INPUT and not part.get("label"):
            form.wrong((*part_path, "label"), "BASE_TYPE_REQUIRED", "This field is required")
        if kind is ComponentKind.ACTION_ROW:
            form.count((*part_path, "components"), len(part["components"]), 1)
        elif kind in SELECTS:
            _check_select(form, part_path, kind, part, required=required)
        elif kind is ComponentKind.TEXT_INPUT:
            form.span(part_path, part, "min_length", "max_length")
            if part.get("value"):
                least, most = part.get("min_length") or 0, part.get("max_length") or MOST_TEXT
                form.text((*part_path, "value"), part["value"], most, shortest=least)
        elif "options" in part:
            most_defaults = 1 if kind is ComponentKind.RADIO_GROUP else len(part["options"])
            _check_options(form, part_path, part["options"], part.get("max_values"), most_defaults)
        if kind in (ComponentKind.CHECKBOX_GROUP, ComponentKind.FILE_UPLOAD):
            form.span(part_path, part, "min_values", "max_values")
            _check_least(form, part_path, part.get("min_values"), required=required)
    form.finish()


def check_file(form: FormErrors, path: Path, url: str, files: Set[str], *, attached: bool = False) -> None:
    """Check the address of a picture or file: a file of the message or, unless `attached`, a web address."""
    if url.startswith(_ATTACHED):
        if url.removeprefix(_ATTACHED) not in files:
            form.wrong(
                path,
                "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
                f"The referenced attachment was not found: {url}",
            )
    elif attached or not url.startswith(_SCHEMES):
        _report_scheme(form, path, url)


def _report_scheme(form: FormErrors, path: Path, url: str) -> None:
    form.wrong(path, "URL_TYPE_INVALID_SCHEME", f'Scheme "{url.split(":")[0]}" is not supported.')


def _media(kind: ComponentKind, part: Payload) -> list[tuple[Path, Payload]]:
    """Return a component's web addresses and references to the message's files, each with its path."""
    match kind:
        case ComponentKind.MEDIA_GALLERY:
            return [(("items", number, "media"), each["media"]) for number, each in enumerate(part["items"])]
        case ComponentKind.THUMBNAIL:
            return [(("media",), part["media"])]
        case ComponentKind.FILE:
            return [(("file",), part["file"])]
        case _:
            return []


def _check_ids(form: FormErrors, all_parts: Sequence[tuple[Path, Payload]]) -> None:
    """Check that custom ids and ids are unique."""
    for field, code, message in (
        ("custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated"),
        ("id", "COMPONENT_ID_DUPLICATED", "Component ids must be unique within a message"),
    ):
        used: set[object] = set()
        for path, part in all_parts:
            value = part.get(field)
            if value and value in used:
                form.wrong((*path, field), code, message)
            used.add(value)
            if field == "id":
                form.number((*path, field), value, 0, _LARGEST_ID)


def _check_row(form: FormErrors, path: Path, row: Payload) -> None:
    if sum(1 if part["type"] == ComponentKind.BUTTON else _WIDTH for part in row["components"]) > _WIDTH:
        form.wrong(
            (*path, "components"),
            "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
            "The specified component exceeds the maximum width",
        )


def _check_button(form: FormErrors, path: Path, button: Payload) -> None:
    style = button["style"]
    if style == _PREMIUM:
        form.without(path, button, "custom_id", "label", "url", "emoji")
        needed = "sku_id"
    else:
        needed, excluded = ("url", "custom_id") if style == _LINK else ("custom_id", "url")
        if button.get(excluded):
            form.wrong(path, "BUTTON_CUSTOM_ID_AND_URL", "A custom id and url cannot both be specified")
        if not str(button.get("label") or "").strip() and button.get("emoji") is None:
            form.wrong(path, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A button needs a label or an emoji")
    if not button.get(needed):
        form.wrong((*path, needed), "BASE_TYPE_REQUIRED", "This field is required")
    elif style == _LINK and not button["url"].startswith((*_SCHEMES, "discord://")):
        _report_scheme(form, (*path, "url"), button["url"])


def _check_select(
    form: FormErrors, path: Path, kind: ComponentKind, menu: Payload, *, required: bool
) -> None:
    """Check a select menu: the number of choices, its options, and its defaults.

    `required`: a choice is required.
    """
    least, most = (1 if menu.get(field) is None else menu[field] for field in ("min_values", "max_values"))
    form.span(path, {"min_values": least, "max_values": most}, "min_values", "max_values")
    _check_least(form, path, least, required=required)
    if kind is ComponentKind.STRING_SELECT:
        form.without(path, menu, "default_values")
        _check_options(form, path, menu["options"], most, most)
        return
    form.without(path, menu, "options")
    chosen: list[Payload] = menu.get("default_values") or []
    defaults_path = (*path, "default_values")
    if chosen and not least <= len(chosen) <= most:
        form.wrong(
            defaults_path, "SELECT_COMPONENT_DEFAULTS_OUT_OF_RANGE", f"Must be between {least} and {most}."
        )
    _check_unique(form, defaults_path, chosen, "id")


def _check_least(form: FormErrors, path: Path, least: int | None, *, required: bool) -> None:
    """Check the minimum number of choices or files: it may be 0 only if none is required."""
    if least == 0 and required:
        form.wrong(
            (*path, "min_values"),
            "COMPONENT_MIN_VALUES_REQUIRED",
            "min_values must be at least 1 where something must be chosen",
        )


def _check_options(
    form: FormErrors, path: Path, options: Sequence[Payload], most: int | None, chosen: int
) -> None:
    """Check the options of a menu, of boxes or of radio buttons, of which `chosen` may be selected by default."""
    options_path = (*path, "options")
    _check_unique(form, options_path, options, "value")
    if most is not None and most > len(options):
        form.wrong(
            (*path, "max_values"),
            "COMPONENT_MAX_VALUES_EXCEEDS_OPTIONS",
            f"max_values ({most}) is larger than the number of options ({len(options)})",
        )
    if sum(bool(option.get("default")) for option in options) > chosen:
        form.wrong(options_path, "COMPONENT_DEFAULTS_EXCEED_MAX_VALUES", "Too many default options")


def _check_unique(form: FormErrors, path: Path, items: Sequence[Payload], field: str) -> None:
    used: set[str] = set()
    for number, item in enumerate(items):
        if str(item[field]) in used:
            form.wrong(
                (*path, number, field),
                "COMPONENT_OPTION_VALUE_DUPLICATED",
                "The specified option value is already used",
            )
        used.add(str(item[field]))
