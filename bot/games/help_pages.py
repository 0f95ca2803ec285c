"""The help pages of a game: the tables of `help.toml` in the package of its law."""

from __future__ import annotations

from importlib.resources import files

import msgspec

from bot.command_keys import with_commands
from bot.games.playable import HelpPage
from cards.i18n import Message
from engine.kernel.law import Law


class _Page(msgspec.Struct, forbid_unknown_fields=True):
    key: str
    title: str
    text: str


class _File(msgspec.Struct, forbid_unknown_fields=True):
    """`context` is the catalogue context of the titles."""

    context: str
    pages: list[_Page]


def help_pages(law: Law) -> tuple[HelpPage, ...]:
    """Return the help pages of a game, with its commands as they are typed."""
    file = msgspec.toml.decode(files(law.package).joinpath("help.toml").read_text("utf-8"), type=_File)
    return tuple(
        HelpPage(page.key, Message(page.title, context=file.context), with_commands(Message(page.text)))
        for page in file.pages
    )
