"""Limits of message components: buttons, selects, and the layout components of version 2."""

from enum import IntEnum

import msgspec

from bot.local_discord.validate.form import FormErrors, Path
from bot.local_discord.wire import Payload


class ComponentKind(IntEnum):
    """The kinds of component."""

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
_IN_CONTAINER = (
    ComponentKind.ACTION_ROW,
    ComponentKind.SECTION,
    ComponentKind.TEXT_DISPLAY,
    ComponentKind.MEDIA_GALLERY,
    ComponentKind.FILE,
    ComponentKind.SEPARATOR,
)
_AT_TOP = (*_IN_CONTAINER, ComponentKind.CONTAINER)
MOST_COMPONENTS = 40
MOST_TEXT = 4000
_LINK, _PREMIUM = 5, 6


class ComponentReading(msgspec.Struct):
    """Findings on the way through one message's (or modal's) components."""

    form: FormErrors
    files: set[str]
    custom_ids: dict[str, Path] = msgspec.field(default_factory=dict[str, Path])
    ids: set[int] = msgspec.field(default_factory=set[int])
    named_files: set[str] = msgspec.field(default_factory=set[str])
    count: int = 0
    text: int = 0

    def custom_id(self, path: Path, value: object) -> None:
        """Check a custom id: 1 to 100 characters, once in a message."""
        text = self.form.text((*path, "custom_id"), value, 100, shortest=1, required=True)
        if text is None:
            return
        if text in self.custom_ids:
            self.form.wrong(
                (*path, "custom_id"),
                "COMPONENT_CUSTOM_ID_DUPLICATED",
                "Component custom id cannot be duplicated",
            )
        self.custom_ids.setdefault(text, path)

    def component(
        self, path: Path, value: object, allowed: tuple[ComponentKind, ...]
    ) -> tuple[ComponentKind, Payload] | None:
        """Check that a value is a component of an allowed kind, and count it."""
        shape = self.form.shape(path, value)
        if shape is None:
            return None
        self.count += 1
        if shape.get("type") not in allowed:
            self.form.choice((*path, "type"), shape.get("type"), tuple(int(kind) for kind in allowed))
            return None
        number = self.form.number((*path, "id"), shape.get("id"), 0, 2**31 - 1)
        if number:
            if number in self.ids:
                self.form.wrong(
                    (*path, "id"), "COMPONENT_ID_DUPLICATED", "Component ids must be unique within a message"
                )
            self.ids.add(number)
        return ComponentKind(shape["type"]), shape

    def media(self, path: Path, value: object, *, attached: bool = False) -> None:
        """Check a picture's or file's address: one on the web, or one of a file that the message has."""
        shape = self.form.shape(path, value)
        if shape is None:
            return
        url = self.form.text((*path, "url"), shape.get("url"), 2048, shortest=1, required=True)
        if url is None:
            return
        if url.startswith("attachment://"):
            name = url.removeprefix("attachment://")
            self.named_files.add(name)
            if name not in self.files:
                self.form.wrong(
                    (*path, "url"),
                    "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
                    f"The referenced attachment was not found: {url}",
                )
        elif attached or not url.startswith(("http://", "https://")):
            self.form.wrong(
                (*path, "url"), "URL_TYPE_INVALID_SCHEME", f'Scheme "{url.split(":")[0]}" is not supported.'
            )


def check_components(
    form: FormErrors, value: object, *, version_2: bool, files: set[str]
) -> ComponentReading:
    """Check the components of a message; `files` are the names that `attachment://` may mean."""
    reading = ComponentReading(form, files)
    path: Path = ("components",)
    if not version_2:
        for number, row in enumerate(form.items(path, value, 5)):
            found = reading.component((*path, number), row, (ComponentKind.ACTION_ROW,))
            if found is not None:
                _action_row(reading, (*path, number), found[1])
        return reading
    for number, each in enumerate(form.items(path, value, MOST_COMPONENTS)):
        _layout(reading, (*path, number), each, _AT_TOP)
    if reading.count > MOST_COMPONENTS:
        form.wrong(
            path,
            "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
            f"The total number of components cannot exceed {MOST_COMPONENTS}",
        )
    if reading.text > MOST_TEXT:
        form.wrong(
            path,
            "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
            f"The total displayable text size ({reading.text}) exceeds the maximum of {MOST_TEXT}",
        )
    return reading


def _layout(reading: ComponentReading, path: Path, value: object, allowed: tuple[ComponentKind, ...]) -> None:
    found = reading.component(path, value, allowed)
    if found is None:
        return
    kind, shape = found
    form = reading.form
    match kind:
        case ComponentKind.ACTION_ROW:
            _action_row(reading, path, shape)
        case ComponentKind.TEXT_DISPLAY:
            text_display(reading, path, shape)
        case ComponentKind.SECTION:
            inner: Path = (*path, "components")
            for number, each in enumerate(form.items(inner, shape.get("components"), 3, fewest=1)):
                part = reading.component((*inner, number), each, (ComponentKind.TEXT_DISPLAY,))
                if part is not None:
                    text_display(reading, (*inner, number), part[1])
            _accessory(reading, (*path, "accessory"), shape.get("accessory"))
        case ComponentKind.MEDIA_GALLERY:
            inner = (*path, "items")
            for number, each in enumerate(form.items(inner, shape.get("items"), 10, fewest=1)):
                item = form.shape((*inner, number), each)
                if item is not None:
                    _described_media(reading, (*inner, number), item)
        case ComponentKind.FILE:
            reading.media((*path, "file"), shape.get("file"), attached=True)
        case ComponentKind.SEPARATOR:
            if shape.get("spacing") is not None:
                form.choice((*path, "spacing"), shape["spacing"], (1, 2))
        case _:
            form.number((*path, "accent_color"), shape.get("accent_color"), 0, 0xFFFFFF)
            inner = (*path, "components")
            items = form.items(inner, shape.get("components"), MOST_COMPONENTS, fewest=1)
            for number, each in enumerate(items):
                _layout(reading, (*inner, number), each, _IN_CONTAINER)


def text_display(reading: ComponentReading, path: Path, shape: Payload) -> None:
    """Check a text of 1 to 4,000 characters, and count them for the whole message."""
    content = reading.form.text(
        (*path, "content"), shape.get("content"), MOST_TEXT, shortest=1, required=True
    )
    reading.text += len(content or "")


def _described_media(reading: ComponentReading, path: Path, shape: Payload) -> None:
    reading.form.text((*path, "description"), shape.get("description"), 1024, shortest=1)
    reading.media((*path, "media"), shape.get("media"))


def _accessory(reading: ComponentReading, path: Path, value: object) -> None:
    if value is None:
        reading.form.missing(path)
        return
    found = reading.component(path, value, (ComponentKind.BUTTON, ComponentKind.THUMBNAIL))
    if found is None:
        return
    if found[0] is ComponentKind.BUTTON:
        _button(reading, path, found[1])
    else:
        _described_media(reading, path, found[1])


def _action_row(reading: ComponentReading, path: Path, shape: Payload) -> None:
    inner: Path = (*path, "components")
    widths = 0
    for number, each in enumerate(reading.form.items(inner, shape.get("components"), 5, fewest=1)):
        found = reading.component((*inner, number), each, (ComponentKind.BUTTON, *SELECTS))
        if found is None:
            continue
        kind, part = found
        if kind is ComponentKind.BUTTON:
            widths += 1
            _button(reading, (*inner, number), part)
        else:
            widths += 5
            # Discord documents it as ignored in messages; a client that sends it expects something that won't happen.
            reading.form.without((*inner, number), part, "required")
            check_select(reading, (*inner, number), kind, part)
    if widths > 5:
        reading.form.wrong(
            inner, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width"
        )


def _button(reading: ComponentReading, path: Path, shape: Payload) -> None:
    form = reading.form
    style = shape.get("style")
    form.choice((*path, "style"), style, (1, 2, 3, 4, 5, 6))
    form.text((*path, "label"), shape.get("label"), 80)
    if style == _LINK:
        url = form.text((*path, "url"), shape.get("url"), 512, shortest=1, required=True)
        if url is not None and not url.startswith(("http://", "https://", "discord://")):
            form.wrong(
                (*path, "url"), "URL_TYPE_INVALID_SCHEME", f'Scheme "{url.split(":")[0]}" is not supported.'
            )
        if shape.get("custom_id") is not None:
            form.wrong(path, "BUTTON_CUSTOM_ID_AND_URL", "A custom id and url cannot both be specified")
    elif style != _PREMIUM:
        if shape.get("url") is not None:
            form.wrong(path, "BUTTON_CUSTOM_ID_AND_URL", "A custom id and url cannot both be specified")
        reading.custom_id(path, shape.get("custom_id"))
    else:
        form.without(path, shape, "custom_id", "label", "url", "emoji")
        if not shape.get("sku_id"):
            form.missing((*path, "sku_id"))
    if style != _PREMIUM and not str(shape.get("label") or "").strip() and shape.get("emoji") is None:
        form.wrong(path, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A button needs a label or an emoji")


def check_select(
    reading: ComponentReading, path: Path, kind: ComponentKind, shape: Payload, *, required: bool = False
) -> None:
    """Check a select menu: its id, placeholder, how many may be chosen, and its options.

    `required` says what it is where it does not say so itself: in a form something must be chosen.
    """
    form = reading.form
    reading.custom_id(path, shape.get("custom_id"))
    form.text((*path, "placeholder"), shape.get("placeholder"), 150)
    least = form.number((*path, "min_values"), shape.get("min_values"), 0, 25)
    most = form.number((*path, "max_values"), shape.get("max_values"), 1, 25)
    least = 1 if least is None else least
    most = 1 if most is None else most
    if least > most:
        form.wrong(
            (*path, "min_values"), "SELECT_COMPONENT_MIN_VALUES_INVALID", "min_values exceeds max_values"
        )
    if least == 0 and shape.get("required", required):
        form.wrong(
            (*path, "min_values"),
            "SELECT_COMPONENT_MIN_VALUES_REQUIRED",
            "min_values must be at least 1 where something must be chosen",
        )
    if kind is not ComponentKind.STRING_SELECT:
        form.without(path, shape, "options")
        _default_values(form, (*path, "default_values"), kind, shape.get("default_values"), least, most)
        return
    form.without(path, shape, "default_values")
    options = check_options(form, (*path, "options"), shape.get("options"), fewest=1, most=25)
    if options and most > len(options):
        form.wrong(
            (*path, "max_values"),
            "SELECT_COMPONENT_MAX_VALUES_EXCEEDS_OPTIONS",
            f"max_values ({most}) is larger than the number of options ({len(options)})",
        )
    if sum(bool(option.get("default")) for option in options) > most:
        form.wrong(
            (*path, "options"), "SELECT_COMPONENT_DEFAULTS_EXCEED_MAX_VALUES", "Too many default options"
        )


_DEFAULTS = {
    ComponentKind.USER_SELECT: ("user",),
    ComponentKind.ROLE_SELECT: ("role",),
    ComponentKind.MENTIONABLE_SELECT: ("user", "role"),
    ComponentKind.CHANNEL_SELECT: ("channel",),
}
"""The values that may be chosen beforehand in a menu, by kind."""


def _default_values(
    form: FormErrors, path: Path, kind: ComponentKind, value: object, least: int, most: int
) -> None:
    """Check who or what is chosen beforehand: of the right kind, each once, and as many as may be chosen."""
    chosen = form.items(path, value, 25)
    if chosen and not least <= len(chosen) <= most:
        form.wrong(path, "SELECT_COMPONENT_DEFAULTS_OUT_OF_RANGE", f"Must be between {least} and {most}.")
    seen: set[str] = set()
    for number, each in enumerate(chosen):
        one = form.shape((*path, number), each)
        if one is None:
            continue
        form.choice((*path, number, "type"), one.get("type"), _DEFAULTS[kind])
        if str(one.get("id")) in seen:
            form.wrong((*path, number, "id"), "COMPONENT_DEFAULT_DUPLICATED", "Each can be chosen once")
        seen.add(str(one.get("id")))


def check_options(form: FormErrors, path: Path, value: object, *, fewest: int, most: int) -> list[Payload]:
    """Check the options of a select, a group of boxes or of radio buttons; give those that are JSON objects."""
    options: list[Payload] = []
    seen: set[str] = set()
    for number, each in enumerate(form.items(path, value, most, fewest=fewest)):
        option = form.shape((*path, number), each)
        if option is None:
            continue
        options.append(option)
        form.text((*path, number, "label"), option.get("label"), 100, shortest=1, required=True)
        form.text((*path, number, "description"), option.get("description"), 100)
        chosen = form.text((*path, number, "value"), option.get("value"), 100, shortest=1, required=True)
        if chosen is not None:
            if chosen in seen:
                form.wrong(
                    (*path, number, "value"),
                    "COMPONENT_OPTION_VALUE_DUPLICATED",
                    "The specified option value is already used",
                )
            seen.add(chosen)
    return options
