"""The local table enforces Discord's limits for forms."""

from collections.abc import Callable
from typing import Any

import pytest

from bot.local_discord.errors import ApiError
from bot.local_discord.validate import components
from bot.local_discord.validate.described import check_request
from bot.local_discord.validate.message import check_deferral
from tests.bot.local_discord.parts import V2, Body, button, field_errors, menu, option

# Forms


def check_modal(body: Body) -> None:
    answer = {"type": 9, "data": body}
    check_request("POST", "/interactions/{interaction_id}/{interaction_token}/callback", answer)
    components.check_modal(body)


def modal(*parts: Body, **extra: Any) -> Body:
    return {"custom_id": "form", "title": "Title", "components": list(parts) or [field(0)], **extra}


def field(number: int = 0, control: Body | None = None, **extra: Any) -> Body:
    control = control or {"type": 4, "custom_id": f"f{number}", "style": 1}
    return {"type": 18, "label": "Label", "component": control, **extra}


def text_input(**extra: Any) -> Body:
    return field(control={"type": 4, "custom_id": "f", "style": 1, **extra})


def group(kind: int, count: int) -> Body:
    options = [option(n) for n in range(count)]
    return field(control={"type": kind, "custom_id": "g", "options": options})


MODALS: dict[str, tuple[Callable[[int], Body], int, str]] = {
    "title": (lambda n: modal(title="x" * n), 45, "data.title"),
    "custom id": (lambda n: modal(custom_id="x" * n), 100, "data.custom_id"),
    "fields": (lambda n: modal(*(field(k) for k in range(n))), 5, "data.components"),
    "label": (lambda n: modal(field(label="x" * n)), 45, "data.components.0.label"),
    "description": (lambda n: modal(field(description="x" * n)), 100, "data.components.0.description"),
    "placeholder": (
        lambda n: modal(text_input(placeholder="x" * n)),
        100,
        "data.components.0.component.placeholder",
    ),
    "longest text": (
        lambda n: modal(text_input(max_length=n)),
        4000,
        "data.components.0.component.max_length",
    ),
    "text": (lambda n: modal(text_input(value="x" * n)), 4000, "data.components.0.component.value"),
    "field id": (
        lambda n: modal(text_input(custom_id="x" * n)),
        100,
        "data.components.0.component.custom_id",
    ),
    "radio buttons": (lambda n: modal(group(21, n)), 10, "data.components.0.component.options"),
    "boxes": (lambda n: modal(group(22, n)), 10, "data.components.0.component.options"),
    "menu": (lambda n: modal(field(control=menu(n))), 25, "data.components.0.component.options"),
}


@pytest.mark.parametrize("name", MODALS)
def test_modal_limit(name: str) -> None:
    make, limit, path = MODALS[name]
    check_modal(make(limit))
    with pytest.raises(ApiError) as refusal:
        check_modal(make(limit + 1))
    assert refusal.value.code == 50035 and path in field_errors(refusal.value)


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({"custom_id": "x", "title": "x", "components": []}, "data.components"),
        (modal(title=""), "data.title"),
        (modal(field(control=button())), "data.components.0.component.type"),
        (modal({"type": 1, "components": [button()]}), "data.components.0.components.0.type"),
        (modal(group(21, 1)), "data.components.0.component.options"),
        (modal(field(0), field(0)), "data.components.1.component.custom_id"),
        (modal(text_input(min_length=5, max_length=4)), "data.components.0.component.min_length"),
        (modal(field(control=menu(min_values=0))), "data.components.0.component.min_values"),
        (
            modal(field(control={"type": 5, "custom_id": "u", "min_values": 0, "required": True})),
            "data.components.0.component.min_values",
        ),
        (modal(field(control=menu(disabled=True))), "data.components.0.component.disabled"),
        ("nonsense", "data"),
    ],
)
def test_wrong_modal(body: Any, path: str) -> None:
    with pytest.raises(ApiError) as refusal:
        check_modal(body)
    assert path in field_errors(refusal.value)


def test_an_optional_menu_of_a_form_may_require_no_choice() -> None:
    check_modal(modal(field(control=menu(min_values=0, required=False))))


def test_a_deferred_message_can_only_be_private() -> None:
    check_deferral({})
    check_deferral({"flags": 1 << 6})
    with pytest.raises(ApiError) as refusal:
        check_deferral({"flags": V2})
    assert "data.flags" in field_errors(refusal.value)
