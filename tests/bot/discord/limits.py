"""Discord's limits for messages, forms and command trees; discord.py checks almost none of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.bot.discord.clicks import Component, walk


def check_components(components: Sequence[Component]) -> None:
    """Assert that a message may have these components (version 2)."""
    every = list(walk(components))
    assert 1 <= len(every) <= 40
    ids = [c["custom_id"] for c in every if "custom_id" in c]
    assert len(ids) == len(set(ids))
    assert all(1 <= len(i) <= 100 for i in ids)
    assert sum(len(c["content"]) for c in every if c["type"] == 10) <= 4000
    for c in every:
        if c["type"] == 1:
            assert 1 <= len(c["components"]) <= 5
        elif c["type"] == 2:
            assert 1 <= len(c["label"]) <= 80
        elif c["type"] == 3:
            _check_menu(c)
        elif c["type"] == 10:
            assert c["content"]
        elif c["type"] == 12:
            assert 1 <= len(c["items"]) <= 10
            assert all(1 <= len(item["description"]) <= 1024 for item in c["items"])


def _check_menu(menu: Component) -> None:
    options = menu["options"]
    assert 1 <= len(options) <= 25
    assert 1 <= len(menu.get("placeholder", "x")) <= 150
    low, high = menu.get("min_values", 1), menu.get("max_values", 1)
    assert 0 <= low <= high <= len(options)
    assert sum(bool(o.get("default")) for o in options) <= high
    values = [o["value"] for o in options]
    assert len(values) == len(set(values))
    for option in options:
        assert 1 <= len(option["label"]) <= 100
        assert 1 <= len(option["value"]) <= 100
        assert 1 <= len(option.get("description") or "x") <= 100


def check_form(modal: dict[str, Any]) -> None:
    """Assert that this form is allowed."""
    assert 1 <= len(modal["title"]) <= 45
    assert 1 <= len(modal["custom_id"]) <= 100
    assert 1 <= len(modal["components"]) <= 5
    for label in modal["components"]:
        assert 1 <= len(label["label"]) <= 45
        assert len(label.get("description") or "") <= 100
        assert len(label["component"].get("placeholder") or "") <= 100
