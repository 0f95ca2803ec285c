"""Parts of messages, forms and commands, for composing them."""

from typing import Any

from bot.local_discord.errors import ApiError

V2 = 1 << 15
Body = dict[str, Any]


def button(**extra: Any) -> Body:
    return {"type": 2, "style": 1, "label": "Go", "custom_id": "go", **extra}


def option(number: int = 0, **extra: Any) -> Body:
    return {"label": f"l{number}", "value": f"v{number}", **extra}


def menu(count: int = 1, **extra: Any) -> Body:
    return {"type": 3, "custom_id": "menu", "options": [option(n) for n in range(count)], **extra}


def field_errors(error: ApiError) -> set[str]:
    """Return the dotted paths of all invalid fields."""
    paths: set[str] = set()

    def descend(node: Body, path: str) -> None:
        for key, value in node.items():
            if key == "_errors":
                assert all(each["code"] and each["message"] for each in value)
                paths.add(path)
            else:
                descend(value, f"{path}.{key}" if path else key)

    assert error.errors is not None
    descend(error.errors, "")
    return paths
