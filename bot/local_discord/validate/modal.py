"""Limits of a modal, the form that an interaction may be answered with."""

from bot.local_discord.validate.components import (
    SELECTS,
    ComponentKind,
    ComponentReading,
    check_options,
    check_select,
    text_display,
)
from bot.local_discord.validate.form import FormErrors, Path
from bot.local_discord.wire import Payload

_IN_LABEL = (
    ComponentKind.TEXT_INPUT,
    *SELECTS,
    ComponentKind.FILE_UPLOAD,
    ComponentKind.RADIO_GROUP,
    ComponentKind.CHECKBOX_GROUP,
    ComponentKind.CHECKBOX,
)


def check_modal(data: object) -> None:
    """Check a modal.

    Raises:
        ApiError: 400/50035 with the tree of what is wrong.
    """
    form = FormErrors()
    shape = form.shape(("data",), data)
    if shape is not None:
        form.text(("data", "custom_id"), shape.get("custom_id"), 100, shortest=1, required=True)
        form.text(("data", "title"), shape.get("title"), 45, shortest=1, required=True)
        reading = ComponentReading(form, set())
        path: Path = ("data", "components")
        for number, each in enumerate(form.items(path, shape.get("components"), 5, fewest=1)):
            _part(reading, (*path, number), each)
    form.finish()


def _part(reading: ComponentReading, path: Path, value: object) -> None:
    found = reading.component(
        path, value, (ComponentKind.LABEL, ComponentKind.ACTION_ROW, ComponentKind.TEXT_DISPLAY)
    )
    if found is None:
        return
    kind, shape = found
    form = reading.form
    if kind is ComponentKind.TEXT_DISPLAY:
        text_display(reading, path, shape)
    elif kind is ComponentKind.LABEL:
        form.text((*path, "label"), shape.get("label"), 45, shortest=1, required=True)
        form.text((*path, "description"), shape.get("description"), 100, shortest=1)
        if shape.get("component") is None:
            form.missing((*path, "component"))
        else:
            control = _control(reading, (*path, "component"), shape["component"], _IN_LABEL)
            if control is not None:
                form.without((*path, "component"), control, "label")
    else:
        inner: Path = (*path, "components")
        for number, each in enumerate(form.items(inner, shape.get("components"), 1, fewest=1)):
            control = _control(reading, (*inner, number), each, (ComponentKind.TEXT_INPUT,))
            if control is not None:
                form.text((*inner, number, "label"), control.get("label"), 45, shortest=1, required=True)


def _control(
    reading: ComponentReading, path: Path, value: object, allowed: tuple[ComponentKind, ...]
) -> Payload | None:
    found = reading.component(path, value, allowed)
    if found is None:
        return None
    kind, shape = found
    form = reading.form
    if shape.get("disabled"):
        form.wrong((*path, "disabled"), "COMPONENT_DISABLED_IN_MODAL", "Nothing in a modal can be disabled")
    if kind in SELECTS:
        check_select(reading, path, kind, shape, required=True)
        return shape
    reading.custom_id(path, shape.get("custom_id"))
    if kind is ComponentKind.TEXT_INPUT:
        _text_input(form, path, shape)
    elif kind is ComponentKind.RADIO_GROUP:
        options = check_options(form, (*path, "options"), shape.get("options"), fewest=2, most=10)
        if sum(bool(option.get("default")) for option in options) > 1:
            form.wrong(
                (*path, "options"), "RADIO_GROUP_TOO_MANY_DEFAULTS", "Only one option can be the default"
            )
    elif kind is ComponentKind.CHECKBOX_GROUP:
        options = check_options(form, (*path, "options"), shape.get("options"), fewest=1, most=10)
        most = form.number((*path, "max_values"), shape.get("max_values"), 1, 10)
        _how_many(form, path, shape)
        if options and most is not None and most > len(options):
            form.wrong(
                (*path, "max_values"),
                "CHECKBOX_GROUP_MAX_VALUES_EXCEEDS_OPTIONS",
                f"max_values ({most}) is larger than the number of options ({len(options)})",
            )
    elif kind is ComponentKind.FILE_UPLOAD:
        form.number((*path, "max_values"), shape.get("max_values"), 1, 10)
        _how_many(form, path, shape)
    return shape


def _how_many(form: FormErrors, path: Path, shape: Payload) -> None:
    """Check how many may be chosen or sent at least: none only where nothing has to be."""
    least = form.number((*path, "min_values"), shape.get("min_values"), 0, 10)
    form.span(path, shape, "min_values", "max_values")
    if least == 0 and shape.get("required", True):
        form.wrong(
            (*path, "min_values"),
            "COMPONENT_MIN_VALUES_REQUIRED",
            "min_values must be at least 1 where something is required",
        )


def _text_input(form: FormErrors, path: Path, shape: Payload) -> None:
    form.choice((*path, "style"), shape.get("style"), (1, 2))
    form.text((*path, "placeholder"), shape.get("placeholder"), 100)
    least = form.number((*path, "min_length"), shape.get("min_length"), 0, 4000)
    most = form.number((*path, "max_length"), shape.get("max_length"), 1, 4000)
    value = form.text((*path, "value"), shape.get("value"), 4000)
    if least is not None and most is not None and least > most:
        form.wrong((*path, "min_length"), "TEXT_INPUT_MIN_LENGTH_INVALID", "min_length exceeds max_length")
    if value and least is not None and len(value) < least:
        form.wrong((*path, "value"), "BASE_TYPE_MIN_LENGTH", f"Must be {least} or more in length.")
    if value and most is not None and most >= 1 and len(value) > most:
        form.wrong((*path, "value"), "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")
