"""The one message in a match's thread that is always current, and the other messages for everybody there."""

from __future__ import annotations

from collections.abc import Sequence

import discord
import structlog
from msgspec import Struct

from bot.discord.boards import shared_button
from bot.discord.components.messages import (
    TEXT,
    Item,
    PublicMessage,
    button,
    gallery,
    parts,
    row,
    text,
)
from bot.discord.components.plain import bare, plain, shorten
from bot.discord.match_buttons import (
    close_button,
    look_back_button,
    rematch_button,
    replay_button,
    talk_button,
)
from bot.discord.match_clocks import agreed_lines, sort_line
from bot.discord.match_text import control, ending, stage, story, title, turn_order, waiting
from bot.discord.sections import Section, gathered
from bot.discord.texts.texts import Texts
from bot.discord.time_format import deadline
from bot.match.endings import Endings
from bot.store.match_status import MatchStatus
from bot.views.pictures import PictureService, TooBusy
from bot.views.types import MatchTable, PublicLook

_log = structlog.stdlib.get_logger(__name__)

RECENT = 1200
"""Characters for the last events."""


class StatusMessages(Struct, frozen=True):
    """The message that shows everybody how a match stands."""

    endings: Endings
    pictures: PictureService
    sections: Sequence[Section]

    async def status(self, look: PublicLook, words: Texts, *, instead: str = "") -> PublicMessage:
        """Return the match as everybody may see it: the board, whose decision is awaited, what happened last.

        `instead` says why there is no picture, where there can be none.
        """
        table = look.table
        head = [f"## {title(table, words)}"]
        if look.outcome is None and (now := stage(look)):
            head.append(f"-# {now}")
        head += ending(look, words) or [
            *waiting(look, words),
            *turn_order(look, words),
        ]
        offers = await self.endings.offers(table.match_id)
        head += await gathered(one.standing(look, offers, words) for one in self.sections)
        head += [*sort_line(table, words), *agreed_lines(table, words)]
        news = story(look.story, RECENT) or words.nothing_yet
        foot = f"**{words.lately}**\n{news}"
        if look.outcome is None:
            first = [
                button(turn_label(look, words), control(table, "turn"), discord.ButtonStyle.primary),
                button(words.watch.watch, control(table, "watch")),
            ]
        else:
            first = [replay_button(table, words), rematch_button(table, words)]
            first += look_back_button(table, words) if look.outcome.places else []
        rest = (("text", words.board_as_text), ("log", words.log), ("help", words.help))
        buttons = (
            row(*first, talk_button(table, words)),
            row(*shared_button(look), *(button(label, control(table, act)) for act, label in rest)),
        )
        head += [instead] if instead else []
        top, bottom = text("\n".join(head)), (text(foot), *buttons)
        try:
            picture = None if instead else await self.pictures.public_board(look)
        except TooBusy:
            picture = None
        except Exception as error:
            _log.error("the public board could not be drawn", match=table.match_id, exc_info=error)
            picture = None
        if picture is not None:
            return PublicMessage((top, gallery(picture), *bottom), (picture,))
        room = TEXT - len("\n".join(head)) - len(foot)
        return PublicMessage((top, _board_text(look, room), *bottom))


def unreadable(table: MatchTable, words: Texts) -> PublicMessage:
    """Return what is shown of a match that can't be read any more, while it stands and when it has been ended."""
    is_over = table.standing is MatchStatus.OVER
    said = words.endings.ended_unreadable if is_over else words.endings.unreadable
    head = text(f"## {title(table, words)}\n{said.format(id=table.match_id)}")
    return PublicMessage((head,) if is_over else (head, row(close_button(table, words))))


def ping(look: PublicLook, person: int, words: Texts) -> PublicMessage:
    """Return the message that mentions a person who can't be reached directly: match, kind of decision, what to do."""
    about = next((one.about for one in look.awaited if one.person.id == person), "")
    if not about:
        return PublicMessage(())
    where = stage(look)
    line = (words.ping_in if where else words.ping).format(
        who=f"<@{person}>", title=title(look.table, words), stage=where, about=plain(about, 200)
    )
    line += deadline(look.table, look.table.seat_of(person) or 0, words)
    turn = button(words.my_turn, control(look.table, "turn"), discord.ButtonStyle.primary)
    return PublicMessage((text(f"{line}\n{words.ping_where}"), row(turn)), mentions=(person,))


def turn_label(look: PublicLook, words: Texts) -> str:
    """Return what the button is called that shows players what they are to decide: whose turn it is, if anybody's."""
    people = (one for one in look.awaited if not (one.person.is_house or one.seat in look.table.played_for))
    awaited = [shorten(bare(one.person.name), 24) for one in people]
    if not awaited or len(awaited) > 2:
        return words.my_turn
    return words.turn_of[len(awaited) > 1].format(who=awaited[0], other=awaited[-1])


def _board_text(look: PublicLook, room: int) -> Item:
    blocks = look.table.game.shown.board_text(look.view, look.table.names, look.translator)
    return text(parts(blocks, room)[0])
