"""What somebody has missed in a match, as a message for them alone: the news in words, and one picture."""

from __future__ import annotations

from bot.chat.boards import drawn
from bot.chat.core import Core
from bot.chat.messages import Item, PrivateMessage, button, gallery, parts, row, text
from bot.chat.telling import control, ending, stage, story, title, waiting
from bot.chat.timing import time_lines
from bot.chat.words import Words
from bot.looks import PrivateLook
from bot.pictures import PrivatePicture, PublicPicture
from bot.watching import Digest

NEWS = 1800
"""Characters for what has happened."""
BOARD = 1600
"""Characters for the board where it comes in words."""


async def digest_message(core: Core, digest: Digest, person: int, words: Words) -> PrivateMessage:
    """Return what somebody has missed, how the match stands, and one picture of it."""
    look, table = digest.look, digest.look.table
    lines = [f"## {title(table, words)}"]
    if look.outcome is None and (now := stage(look)):
        lines.append(f"-# {now}")
    lines += ending(look, words) or [*waiting(look, words), *time_lines(table, words)]
    items: list[Item] = [text("\n".join([*lines, *_news(digest, words)]))]
    picture = None if await core.people.text_boards(person) else await _picture(core, digest)
    if picture is not None:
        items.append(gallery(picture))
    else:
        items.append(text(parts(table.game.shown.board_text(look.view, table.names, look.tongue), BOARD)[0]))
    buttons = [button(words.log, control(table, "log"))]
    if look.outcome is None:
        buttons.insert(0, button(words.watch.again, control(table, "watch", "again")))
        if digest.called:
            buttons.append(button(words.watch.stop, control(table, "unwatch")))
        elif not isinstance(look, PrivateLook):
            buttons.append(button(words.watch.call, control(table, "watch", "call")))
    items.append(row(*buttons))
    return PrivateMessage(tuple(items), () if picture is None else (picture,))


def _news(digest: Digest, words: Words) -> list[str]:
    """Return the news, and whether the end will be told."""
    said = words.watch
    if not digest.happened:
        lines = [said.nothing_new]
    else:
        lines = [f"**{said.so_far if digest.is_first else said.since}**", story(digest.happened, NEWS)]
    if digest.called and digest.look.outcome is None:
        lines.append(said.called)
    return lines


async def _picture(core: Core, digest: Digest) -> PrivatePicture | PublicPicture | None:
    look = digest.look
    if isinstance(look, PrivateLook):
        return await drawn(core.pictures.private_board(look), look.table.match_id)
    return await drawn(core.pictures.public_board(look), look.table.match_id)
