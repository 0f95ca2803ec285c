"""Every documented limit: the limit itself is accepted, one more is refused with Discord's code.

The bodies have the form in which the bot sends them.
"""

from collections.abc import Callable
from typing import Any

import pytest

from bot.local_discord.attachments import MEBIBYTE
from bot.local_discord.clock import TableClock
from bot.local_discord.errors import ApiError
from bot.local_discord.messages import Upload
from bot.local_discord.records import Message
from bot.local_discord.rest import RestCall
from bot.local_discord.server import LocalTable
from tests.bot.local_discord.parts import V2, Body, button, field_errors, menu, option

SEND = ("POST", "/channels/{channel_id}/messages")


@pytest.fixture
def quiet() -> LocalTable:
    """A table that is not served."""
    return LocalTable(clock=TableClock(running=False))


def send(table: LocalTable, body: Body, *uploads: Upload) -> Message:
    names = {"channel_id": str(table.channel.id)}
    call = RestCall(*SEND, "", body, dict(enumerate(uploads)), names, {})
    rest = table.rest()
    rest.ask(rest.routes[SEND], call)
    return list(table.channel.messages.values())[-1]


def file(name: str = "a.bin", size: int = 1) -> Upload:
    return Upload(name, "application/octet-stream", bytes(size))


def row(*parts: Body) -> Body:
    return {"components": [{"type": 1, "components": list(parts)}]}


def words(text: str) -> Body:
    return {"type": 10, "content": text}


def layout(*parts: Body) -> Body:
    return {"flags": V2, "components": list(parts)}


def gallery(count: int = 1, **extra: Any) -> Body:
    return {"type": 12, "items": [{"media": {"url": f"https://x.test/{n}"}, **extra} for n in range(count)]}


def container(*parts: Body, **extra: Any) -> Body:
    return {"type": 17, "components": list(parts), **extra}


def section(count: int = 1, accessory: Body | None = None) -> Body:
    return {"type": 9, "components": [words("x") for _ in range(count)], "accessory": accessory or button()}


def embed(**parts: Any) -> Body:
    return {"embeds": [parts]}


def rows(count: int) -> Body:
    return {"components": [row(button(custom_id=f"b{n}"))["components"][0] for n in range(count)]}


MESSAGES: dict[str, tuple[Callable[[int], Body], int, str]] = {
    "content": (lambda n: {"content": "x" * n}, 2000, "content"),
    "nonce": (lambda n: {"content": "x", "nonce": "n" * n}, 25, "nonce"),
    "embeds": (lambda n: {"embeds": [{"title": "x"}] * n}, 10, "embeds"),
    "embed title": (lambda n: embed(title="x" * n), 256, "embeds.0.title"),
    "embed description": (lambda n: embed(description="x" * n), 4096, "embeds.0.description"),
    "embed fields": (
        lambda n: embed(fields=[{"name": "a", "value": "b"}] * n),
        25,
        "embeds.0.fields",
    ),
    "embed field name": (
        lambda n: embed(fields=[{"name": "x" * n, "value": "b"}]),
        256,
        "embeds.0.fields.0.name",
    ),
    "embed field value": (
        lambda n: embed(fields=[{"name": "a", "value": "x" * n}]),
        1024,
        "embeds.0.fields.0.value",
    ),
    "embed footer": (lambda n: embed(footer={"text": "x" * n}), 2048, "embeds.0.footer.text"),
    "embed author": (lambda n: embed(author={"name": "x" * n}), 256, "embeds.0.author.name"),
    "embeds together": (
        lambda n: {"embeds": [{"description": "x" * 3000}, {"description": "x" * (n - 3000)}]},
        6000,
        "embeds",
    ),
    "rows": (rows, 5, "components"),
    "buttons in a row": (
        lambda n: row(*(button(custom_id=f"b{k}") for k in range(n))),
        5,
        "components.0.components",
    ),
    "label": (lambda n: row(button(label="x" * n)), 80, "components.0.components.0.label"),
    "custom id": (lambda n: row(button(custom_id="x" * n)), 100, "components.0.components.0.custom_id"),
    "link": (
        lambda n: row({"type": 2, "style": 5, "label": "x", "url": "https://x.test/".ljust(n, "x")}),
        512,
        "components.0.components.0.url",
    ),
    "menu options": (lambda n: row(menu(n)), 25, "components.0.components.0.options"),
    "menu placeholder": (
        lambda n: row(menu(placeholder="x" * n)),
        150,
        "components.0.components.0.placeholder",
    ),
    "option label": (
        lambda n: row({**menu(), "options": [option(label="x" * n)]}),
        100,
        "components.0.components.0.options.0.label",
    ),
    "option value": (
        lambda n: row({**menu(), "options": [option(value="x" * n)]}),
        100,
        "components.0.components.0.options.0.value",
    ),
    "option description": (
        lambda n: row({**menu(), "options": [option(description="x" * n)]}),
        100,
        "components.0.components.0.options.0.description",
    ),
    "chosen at most": (
        lambda n: row(menu(3, max_values=n)),
        3,
        "components.0.components.0.max_values",
    ),
    "text": (lambda n: layout(words("x" * n)), 4000, "components.0.content"),
    "text together": (lambda n: layout(words("x" * 2000), words("x" * (n - 2000))), 4000, "components"),
    "components": (lambda n: layout(*(words("x") for _ in range(n))), 40, "components"),
    "components within": (
        lambda n: layout(container(section(3), *(words("x") for _ in range(n - 6)))),
        40,
        "components",
    ),
    "section texts": (lambda n: layout(section(n)), 3, "components.0.components"),
    "gallery": (lambda n: layout(gallery(n)), 10, "components.0.items"),
    "alt text of a gallery": (
        lambda n: layout(gallery(description="x" * n)),
        1024,
        "components.0.items.0.description",
    ),
    "alt text of a thumbnail": (
        lambda n: layout(
            section(accessory={"type": 11, "media": {"url": "https://x.test/a"}, "description": "x" * n})
        ),
        1024,
        "components.0.accessory.description",
    ),
    "accent": (
        lambda n: layout(container(words("x"), accent_color=n)),
        0xFFFFFF,
        "components.0.accent_color",
    ),
    "mentions": (
        lambda n: {"content": "x", "allowed_mentions": {"users": [str(k) for k in range(n)]}},
        100,
        "allowed_mentions.users",
    ),
}


@pytest.mark.parametrize("name", MESSAGES)
def test_message_limit(quiet: LocalTable, name: str) -> None:
    make, limit, path = MESSAGES[name]
    send(quiet, make(limit))
    with pytest.raises(ApiError) as refusal:
        send(quiet, make(limit + 1))
    assert (refusal.value.status, refusal.value.code) == (400, 50035)
    assert path in field_errors(refusal.value)


WRONG: dict[str, tuple[Body, str, str]] = {
    "no custom id": (
        row(button(custom_id="")),
        "components.0.components.0.custom_id",
        "BASE_TYPE_MIN_LENGTH",
    ),
    "same custom id": (
        row(button(), button()),
        "components.0.components.1.custom_id",
        "COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    "same custom id, far apart": (
        layout(section(), container(section())),
        "components.1.components.0.accessory.custom_id",
        "COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    "same option": (
        row({**menu(), "options": [option(), option()]}),
        "components.0.components.0.options.1.value",
        "COMPONENT_OPTION_VALUE_DUPLICATED",
    ),
    "a menu that may stay empty, and must be filled": (
        row(menu(min_values=0, required=True)),
        "components.0.components.0.min_values",
        "COMPONENT_MIN_VALUES_REQUIRED",
    ),
    "empty row": (row(), "components.0.components", "BASE_TYPE_MIN_LENGTH"),
    "menu beside a button": (
        row(menu(), button()),
        "components.0.components",
        "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
    ),
    "no options": (row(menu(0)), "components.0.components.0.options", "BASE_TYPE_MIN_LENGTH"),
    "no label": (
        row({"type": 2, "style": 1, "custom_id": "x"}),
        "components.0.components.0",
        "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED",
    ),
    "style": (row(button(style=9)), "components.0.components.0.style", "BASE_TYPE_CHOICES"),
    "link with custom id": (
        row(button(style=5, url="https://x.test")),
        "components.0.components.0",
        "BUTTON_CUSTOM_ID_AND_URL",
    ),
    "layout without its flag": ({"components": [words("x")]}, "components.0.type", "BASE_TYPE_CHOICES"),
    "content in a layout": (
        {**layout(words("x")), "content": "x"},
        "content",
        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    ),
    "embeds in a layout": (
        {**layout(words("x")), "embeds": [{"title": "x"}]},
        "embeds",
        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    ),
    "container in a container": (
        layout(container(container(words("x")))),
        "components.0.components.0.type",
        "BASE_TYPE_CHOICES",
    ),
    "section without accessory": (
        layout({"type": 9, "components": [words("x")]}),
        "components.0.accessory",
        "BASE_TYPE_REQUIRED",
    ),
    "file that is not there": (
        layout({"type": 12, "items": [{"media": {"url": "attachment://none.png"}}]}),
        "components.0.items.0.media.url",
        "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
    ),
    "file of an embed that is not there": (
        embed(image={"url": "attachment://none.png"}),
        "embeds.0.image.url",
        "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
    ),
    "attachment that is not there": (
        {"content": "x", "attachments": [{"id": 3}]},
        "attachments.0.id",
        "ATTACHMENT_NOT_FOUND",
    ),
    "two ways to mention": (
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        "allowed_mentions",
        "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
    ),
    "content is a number": ({"content": 5}, "content", "BASE_TYPE_INVALID"),
    "components are text": ({"components": "x"}, "components", "BASE_TYPE_INVALID"),
    "same component id": (
        layout({**words("x"), "id": 4}, {**words("y"), "id": 4}),
        "components.1.id",
        "COMPONENT_ID_DUPLICATED",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_message_names_field_and_code(quiet: LocalTable, name: str) -> None:
    body, path, code = WRONG[name]
    with pytest.raises(ApiError) as refusal:
        send(quiet, body)
    assert (refusal.value.status, refusal.value.code) == (400, 50035)
    node: Any = refusal.value.errors
    for step in path.split("."):
        node = node[step]
    assert code in [each["code"] for each in node["_errors"]]


@pytest.mark.parametrize("body", [{}, {"content": ""}, {"content": "  \n"}, {"content": None}, layout()])
def test_empty_message_is_50006(quiet: LocalTable, body: Body) -> None:
    with pytest.raises(ApiError) as refusal:
        send(quiet, body)
    assert (refusal.value.status, refusal.value.code) == (400, 50006)


def test_files_at_most_ten_of_ten_mebibytes(quiet: LocalTable) -> None:
    send(quiet, {}, *(file(f"{n}.bin") for n in range(10)))
    send(quiet, {}, file(size=10 * MEBIBYTE))
    with pytest.raises(ApiError) as many:
        send(quiet, {}, *(file(f"{n}.bin") for n in range(11)))
    assert field_errors(many.value) == {"files"}
    with pytest.raises(ApiError) as large:
        send(quiet, {}, file(size=10 * MEBIBYTE + 1))
    assert (large.value.status, large.value.code) == (413, 40005)


def test_alt_text_of_a_file(quiet: LocalTable) -> None:
    def described(length: int) -> Body:
        return {"attachments": [{"id": 0, "description": "x" * length}]}

    assert len(send(quiet, described(1024), file()).attachments[0].description or "") == 1024
    with pytest.raises(ApiError) as refusal:
        send(quiet, described(1025), file())
    assert field_errors(refusal.value) == {"attachments.0.description"}
