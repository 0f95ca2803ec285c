"""Every command named in a text exists: in the catalogue in every language, the help, the documents, and the page.

Texts name commands by their keys (`bot.command_keys`), so a command can't be renamed in one place only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib import resources
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from discord import app_commands

import bot
from bot.command_keys import Command, named_in, with_commands
from bot.discord.components.plain import plain
from bot.discord.error_boundary import with_commands_shown
from bot.games import registry
from cards.i18n import Locale, msg
from tests.bot.discord.kit import tree
from tests.cards.i18n.catalogue import sentences
from tests.games.registry import games

ROOT = Path(bot.__file__).parent.parent
TYPED = re.compile(r"(?<![\w/.{<:])/(?:[a-z]|\{)")
"""A command as typed: a slash before a word that is not in a path or an address."""
QUOTED = re.compile(r"`(/[a-z][a-z -]*?)(?: [a-z-]+:[^`]*)?`")
OPTION = re.compile(r"`(?:\{(/[a-z-]+)\} )?([a-z-]+):")
"""An option in a text: `{/quiet} from:off`, or `match:` alone."""


def options() -> dict[str, set[str]]:
    """Return each command's options, as shown with several games."""
    several = tree(*games().games.values(), *registry.games().games.values())
    commands = [command for command in several.walk_commands() if isinstance(command, app_commands.Command)]
    return {
        command.qualified_name: {option.display_name for option in command.parameters} for command in commands
    }


def catalogue() -> Iterator[tuple[str, str]]:
    """Return every text of the catalogue in every language, as (place, text)."""
    for locale in Locale:
        for file in resources.files("cards.i18n").joinpath(locale.value).iterdir() if locale != "en" else ():
            if not file.name.endswith(".po"):
                continue
            with file.open("rb") as lines:
                for message in read_po(lines):
                    for form in (message.id, message.string):
                        for text in form if isinstance(form, tuple | list) else (form,):
                            yield f"{locale}/{file.name}", str(text or "")


@cache
def all_texts() -> tuple[tuple[str, str], ...]:
    """Return every text that people read, in the code and in all translations."""
    texts = [(sentence.where, text) for sentence in sentences() for text in (sentence.message, sentence.many)]
    return (*texts, *catalogue())


@pytest.mark.slow
def test_no_text_contains_a_typed_command() -> None:
    assert [(where, text) for where, text in all_texts() if TYPED.search(text)] == []


def test_every_key_in_a_text_is_that_of_a_command() -> None:
    keys = [command for _, text in all_texts() for command in named_in(text)]
    assert len(set(keys)) > 40, "most commands are mentioned in texts"


def test_options_named_in_texts_exist() -> None:
    known_options = options()
    anywhere = set().union(*known_options.values())
    by_key = {command.key: command.value for command in Command}
    for where, text in all_texts():
        for key, option in OPTION.findall(text):
            assert option in (known_options[by_key[key]] if key else anywhere), (where, option)


def test_no_text_names_an_incomplete_command() -> None:
    """For example, `resign` alone can't be typed."""
    halves = {f"`{command.own_name}`" for command in Command}
    assert [(where, text) for where, text in all_texts() if any(half in text for half in halves)] == []


def test_an_unknown_key_is_found_at_the_start() -> None:
    with pytest.raises(KeyError, match="/chess"):
        with_commands(msg("`{/chess}` begins one."))
    assert str(with_commands(msg("`{/deck-new} {name}`", name="Moth"))) == "`/deck new Moth`"


def test_command_names_survive_escaping() -> None:
    for command in Command:
        assert (
            with_commands_shown(plain(f"See `{command.typed}` and `match:`."))
            == f"See `{command.typed}` and `match:`."
        )
    assert "`" not in with_commands_shown(plain("`/chess`")).replace("\\`", "")


def test_documents_and_page_name_existing_commands() -> None:
    commands = set(options())
    groups = {command.group for command in Command} - {""}
    paths = [ROOT / "README.md", *(ROOT / "docs").glob("*.md"), *(ROOT / "bot" / "cli").glob("*.py")]
    paths += [*(ROOT / "bot").glob("*.py")]
    for room in ("discord", "features", "panel"):
        paths += (ROOT / "bot" / room).rglob("*.py")
    names = [
        (path.name, name.removeprefix("/").split(" @")[0].strip())
        for path in paths
        for name in re.findall(r"`(/[a-z][a-z @-]*)[^`]*`", path.read_text(encoding="utf-8"))
    ]
    pages = {"healthz", "readyz"}  # Paths requested by a supervisor rather than commands.
    assert [name for name in names if name[1] not in commands | groups | pages] == []
    assert len(names) > 8
    page = (ROOT / "bot" / "local_discord" / "page" / "app.js").read_text(encoding="utf-8")
    assert f'"{Command.CHALLENGE.typed}"' in page
