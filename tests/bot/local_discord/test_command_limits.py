"""The local table enforces Discord's limits for commands and suggestions."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from bot.local_discord.errors import ApiError
from bot.local_discord.validate import commands
from bot.local_discord.validate.commands import check_choices
from bot.local_discord.validate.described import check_request
from bot.local_discord.validate.form import FormErrors
from tests.bot.local_discord.parts import Body, field_errors

# Commands


def check_commands(body: list[Body]) -> None:
    check_request("PUT", "/applications/{application_id}/commands", body)
    commands.check_commands(body)


def command(**extra: Any) -> Body:
    return {"name": "play", "description": "Play", **extra}


def argument(number: int = 0, **extra: Any) -> Body:
    return {"type": 3, "name": f"a{number}", "description": "x", **extra}


def sub(number: int = 0, **extra: Any) -> Body:
    return {"type": 1, "name": f"s{number}", "description": "x", **extra}


def of_size(size: int) -> Body:
    """Return a command of exactly `size` characters."""
    command_ = command(options=[])
    remaining = size - len("playPlay")
    for number in range(25):
        name = f"o{number:02}"
        texts = [min(100, max(remaining - len(name) - 1, 1))]
        remaining -= len(name) + texts[0]
        choices: list[Body] = []
        for place in range(25):
            if remaining < 12:
                break
            label = f"{place:02}".ljust(min(100, remaining - 9), "x")
            choices.append({"name": label, "value": "v" * 8})
            remaining -= len(label) + 8
        command_["options"].append(
            {"type": 3, "name": name, "description": "x" * texts[0], "choices": choices}
        )
        if remaining < 12:
            break
    command_["description"] += "x" * remaining
    return command_


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

    def check() -> None:
        answer = {"type": 8, "data": {"choices": choices}}
        check_request("POST", "/interactions/{interaction_id}/{interaction_token}/callback", answer)
        check_choices(form, ("choices",), copy.deepcopy(choices), kind)
        form.finish()

    if fits:
        check()
    else:
        with pytest.raises(ApiError):
            check()
