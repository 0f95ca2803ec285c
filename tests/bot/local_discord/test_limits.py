"""Every documented limit: what is exactly at it is accepted, one more is refused with Discord's code.

The bodies go straight to the checks that the routes use; `test_messages` shows that the routes do use them.
"""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from bot.local_discord.attachments import MEBIBYTE
from bot.local_discord.errors import ApiError
from bot.local_discord.messages import Upload, compose
from bot.local_discord.records import Message
from bot.local_discord.server import LocalTable
from bot.local_discord.validate.commands import check_choices, check_commands
from bot.local_discord.validate.form import FormErrors
from bot.local_discord.validate.message import check_deferral
from bot.local_discord.validate.modal import check_modal

V2 = 1 << 15
Body = dict[str, Any]


@pytest.fixture
def quiet() -> LocalTable:
    """A table that is not served."""
    return LocalTable()


def send(table: LocalTable, body: Body, *uploads: Upload) -> Message:
    return compose(table.world, table.channel, table.world.bot, body, dict(enumerate(uploads)))


def file(name: str = "a.bin", size: int = 1) -> Upload:
    return Upload(name, "application/octet-stream", bytes(size))


def button(**extra: Any) -> Body:
    return {"type": 2, "style": 1, "label": "Go", "custom_id": "go", **extra}


def row(*parts: Body) -> Body:
    return {"components": [{"type": 1, "components": list(parts)}]}


def option(number: int = 0, **extra: Any) -> Body:
    return {"label": f"l{number}", "value": f"v{number}", **extra}


def menu(count: int = 1, **extra: Any) -> Body:
    return {"type": 3, "custom_id": "menu", "options": [option(n) for n in range(count)], **extra}


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


def field_errors(error: ApiError) -> set[str]:
    """Give the dotted paths of all fields that were wrong."""
    found: set[str] = set()

    def descend(node: Body, path: str) -> None:
        for key, value in node.items():
            if key == "_errors":
                assert all(each["code"] and each["message"] for each in value)
                found.add(path)
            else:
                descend(value, f"{path}.{key}" if path else key)

    assert error.errors is not None
    descend(error.errors, "")
    return found


@pytest.mark.parametrize("name", MESSAGES)
def test_message_limit(quiet: LocalTable, name: str) -> None:
    make, limit, path = MESSAGES[name]
    send(quiet, make(limit))
    with pytest.raises(ApiError) as refusal:
        send(quiet, make(limit + 1))
    assert (refusal.value.status, refusal.value.code) == (400, 50035)
    assert path in field_errors(refusal.value)


WRONG: dict[str, tuple[Body, str, str]] = {
    "no custom id": (row(button(custom_id="")), "components.0.components.0.custom_id", "BASE_TYPE_REQUIRED"),
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
        "SELECT_COMPONENT_MIN_VALUES_REQUIRED",
    ),
    "empty row": (row(), "components.0.components", "BASE_TYPE_BAD_LENGTH"),
    "menu beside a button": (
        row(menu(), button()),
        "components.0.components",
        "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
    ),
    "no options": (row(menu(0)), "components.0.components.0.options", "BASE_TYPE_BAD_LENGTH"),
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
    "content is a number": ({"content": 5}, "content", "STRING_TYPE_CONVERT"),
    "components are text": ({"components": "x"}, "components", "LIST_TYPE_CONVERT"),
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


# Forms


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


def test_a_menu_of_a_form_that_may_stay_empty_says_so() -> None:
    check_modal(modal(field(control=menu(min_values=0, required=False))))


def test_a_deferred_message_can_only_be_private() -> None:
    check_deferral({})
    check_deferral({"flags": 1 << 6})
    with pytest.raises(ApiError) as refusal:
        check_deferral({"flags": V2})
    assert "data.flags" in field_errors(refusal.value)


# Commands


def command(**extra: Any) -> Body:
    return {"name": "play", "description": "Play", **extra}


def argument(number: int = 0, **extra: Any) -> Body:
    return {"type": 3, "name": f"a{number}", "description": "x", **extra}


def sub(number: int = 0, **extra: Any) -> Body:
    return {"type": 1, "name": f"s{number}", "description": "x", **extra}


def of_size(size: int) -> Body:
    """A command of exactly `size` characters."""
    made = command(options=[])
    left = size - len("playPlay")
    for number in range(25):
        name = f"o{number:02}"
        texts = [min(100, max(left - len(name) - 1, 1))]
        left -= len(name) + texts[0]
        choices: list[Body] = []
        for place in range(25):
            if left < 12:
                break
            label = f"{place:02}".ljust(min(100, left - 9), "x")
            choices.append({"name": label, "value": "v" * 8})
            left -= len(label) + 8
        made["options"].append({"type": 3, "name": name, "description": "x" * texts[0], "choices": choices})
        if left < 12:
            break
    made["description"] += "x" * left
    return made


COMMANDS: dict[str, tuple[Callable[[int], list[Body]], int, str]] = {
    "commands": (lambda n: [command(name=f"c{k}") for k in range(n)], 100, ""),
    "menus of people": (lambda n: [{"type": 2, "name": f"Person {k}"} for k in range(n)], 15, ""),
    "menus of messages": (lambda n: [{"type": 3, "name": f"Message {k}"} for k in range(n)], 15, ""),
    "name": (lambda n: [command(name="x" * n)], 32, "0.name"),
    "description": (lambda n: [command(description="x" * n)], 100, "0.description"),
    "options": (lambda n: [command(options=[argument(k) for k in range(n)])], 25, "0.options"),
    "subcommands": (lambda n: [command(options=[sub(k) for k in range(n)])], 25, "0.options"),
    "subcommands of a group": (
        lambda n: [
            command(
                options=[{"type": 2, "name": "g", "description": "x", "options": [sub(k) for k in range(n)]}]
            )
        ],
        25,
        "0.options.0.options",
    ),
    "option name": (lambda n: [command(options=[argument(name="x" * n)])], 32, "0.options.0.name"),
    "option description": (
        lambda n: [command(options=[argument(description="x" * n)])],
        100,
        "0.options.0.description",
    ),
    "choices": (
        lambda n: [
            command(options=[argument(choices=[{"name": f"n{k}", "value": f"v{k}"} for k in range(n)])])
        ],
        25,
        "0.options.0.choices",
    ),
    "choice name": (
        lambda n: [command(options=[argument(choices=[{"name": "x" * n, "value": "v"}])])],
        100,
        "0.options.0.choices.0.name",
    ),
    "choice value": (
        lambda n: [command(options=[argument(choices=[{"name": "n", "value": "x" * n}])])],
        100,
        "0.options.0.choices.0.value",
    ),
    "translated name": (
        lambda n: [command(name_localizations={"de": "x" * n})],
        32,
        "0.name_localizations.de",
    ),
    "longest text of an option": (
        lambda n: [command(options=[argument(max_length=n)])],
        6000,
        "0.options.0.max_length",
    ),
    "the whole tree": (lambda n: [of_size(n)], 8000, "0"),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_command_limit(name: str) -> None:
    make, limit, path = COMMANDS[name]
    check_commands(make(limit))
    with pytest.raises(ApiError) as refusal:
        check_commands(make(limit + 1))
    assert refusal.value.code == 50035 and path in field_errors(refusal.value)


@pytest.mark.parametrize(
    ("body", "path"),
    [
        (command(name="Play"), "0.name"),
        (command(name="play card"), "0.name"),
        (command(name=""), "0.name"),
        (command(description=""), "0.description"),
        (command(options=[argument(name="UPPER")]), "0.options.0.name"),
        (command(options=[argument(0), argument(0)]), "0.options.1.name"),
        (command(options=[argument(0), argument(1, required=True)]), "0.options.1"),
        (command(options=[sub(), argument()]), "0.options"),
        (command(options=[sub(options=[sub()])]), "0.options.0.options.0.type"),
        (command(options=[argument(type=99)]), "0.options.0.type"),
        (command(name_localizations={"es": "jugar"}), "0.name_localizations.es"),
        (command(description_localizations={"xx-XX": "?"}), "0.description_localizations.xx-XX"),
        (
            command(options=[argument(autocomplete=True, choices=[{"name": "a", "value": "a"}])]),
            "0.options.0",
        ),
        (command(options=[argument(type=6, autocomplete=True)]), "0.options.0.autocomplete"),
        (
            command(options=[argument(choices=[{"name": "a", "value": "1"}, {"name": "a", "value": "2"}])]),
            "0.options.0.choices.1.name",
        ),
    ],
)
def test_wrong_command(body: Body, path: str) -> None:
    with pytest.raises(ApiError) as refusal:
        check_commands([body])
    assert path in field_errors(refusal.value)


@pytest.mark.parametrize("name", ["play", "über-spiel", "spiel_2", "игра", "l'esprit"])
def test_command_names_in_many_scripts(name: str) -> None:
    check_commands([command(name=name)])


def test_two_commands_of_one_name() -> None:
    with pytest.raises(ApiError) as refusal:
        check_commands([command(), command()])
    assert field_errors(refusal.value) == {"1.name"}


# Choices of an autocompletion


@pytest.mark.parametrize(
    ("choices", "kind", "fits"),
    [
        ([{"name": f"n{k}", "value": "v"} for k in range(25)], 3, True),
        ([{"name": f"n{k}", "value": "v"} for k in range(26)], 3, False),
        ([{"name": "x" * 100, "value": "v"}], 3, True),
        ([{"name": "x" * 101, "value": "v"}], 3, False),
        ([{"name": "", "value": "v"}], 3, False),
        ([{"name": "x", "value": "v" * 100}], 3, True),
        ([{"name": "x", "value": "v" * 101}], 3, False),
        ([{"name": "x", "value": "v"}], 4, False),
        ([{"name": "x", "value": 5}], 4, True),
        ([{"name": "x", "value": 5}], 3, False),
        ([{"name": "x", "value": 5.5}], 10, True),
        ([{"name": "x"}], 3, False),
    ],
)
def test_choices(choices: list[Body], kind: int, fits: bool) -> None:
    form = FormErrors()
    check_choices(form, ("choices",), copy.deepcopy(choices), kind)
    if fits:
        form.finish()
    else:
        with pytest.raises(ApiError):
            form.finish()
