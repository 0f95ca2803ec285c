"""The status message of a match's thread, which is always current, and its other public messages."""

from __future__ import annotations

from collections.abc import Sequence

import discord
import structlog
from msgspec import Struct

from bot.command_keys import with_commands
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
from bot.discord.match_text import (
    agreed_lines,
    control,
    ending,
    sort_line,
    stage,
    story,
    title,
    turn_order,
    waiting,
)
from bot.discord.sections import FeatureSection, gathered
from bot.discord.time_format import deadline
from bot.match.requests import Requests
from bot.store.match_status import MatchStatus
from bot.views.pictures import PictureService, TooBusy
from bot.views.types import MatchTable, PublicLook
from cards.i18n import Translator, msg

LATELY = msg("Latest events")
PING_WHERE = with_commands(msg("I can't message you directly. Press **My turn** here, or use `{/decide}`."))
TURN_OF = (msg("{who}'s turn"), msg("{who}'s and {other}'s turn"))

_log = structlog.stdlib.get_logger(__name__)

RECENT = 1200
"""Characters for the last events."""


class StatusMessages(Struct, frozen=True):
    """The message that shows everybody how a match stands."""

    requests: Requests
    pictures: PictureService
    sections: Sequence[FeatureSection]

    async def status(self, look: PublicLook, translate: Translator, *, instead: str = "") -> PublicMessage:
        """Return the match as everybody may see it: the board, whose decision is awaited, what happened last.

        `instead` says why there is no picture, where there can be none.
        """
        table = look.table
        head = [f"## {title(table, translate)}"]
        if look.outcome is None and (now := stage(look)):
            head.append(f"-# {now}")
        head += ending(look, translate) or [
            *waiting(look, translate),
            *turn_order(look, translate),
        ]
        offers = await self.requests.offers_at(table)
        head += await gathered(one.standing(look, offers, translate) for one in self.sections)
        head += [*sort_line(table, translate), *agreed_lines(table, translate)]
        news = story(look.story, RECENT) or translate.msg("Nothing has happened yet.")
        foot = f"**{translate(LATELY)}**\n{news}"
        if look.outcome is None:
            first = [
                button(turn_label(look, translate), control(table, "turn"), discord.ButtonStyle.primary),
                button(translate.msg("What's new?"), control(table, "watch")),
            ]
        else:
            first = [replay_button(table, translate), rematch_button(table, translate)]
            first += look_back_button(table, translate) if look.outcome.places else []
        rest = (
            ("text", translate.msg("Board as text")),
            ("log", translate.msg("Log")),
            ("help", translate.msg("Help")),
        )
        buttons = (
            row(*first, talk_button(table, translate)),
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


def unreadable(table: MatchTable, translate: Translator) -> PublicMessage:
    """Return the message for an unreadable match, before and after its end."""
    is_over = table.standing is MatchStatus.OVER
    said = (
        msg("I couldn't load this match any more, so it ended without a result. It counts for no one.")
        if is_over
        else msg(
            "I can't load this match: its data is damaged or from another version. Ask "
            "the person who runs the bot to repair match {id}. Any player can also end "
            "it without a result."
        )
    )
    head = text(f"## {title(table, translate)}\n{translate(said.filled(id=table.match_id))}")
    return PublicMessage((head,) if is_over else (head, row(close_button(table, translate))))


def ping(look: PublicLook, person: int, translate: Translator) -> PublicMessage:
    """Return the message that mentions a person who can't be reached directly: match, kind of decision, what to do."""
    about = next((one.about for one in look.awaited if one.person.id == person), "")
    if not about:
        return PublicMessage(())
    where = stage(look)
    line = translate(
        (
            msg("{who}, your move in {title}, {stage}: {about}.")
            if where
            else msg("{who}, your move in {title}: {about}.")
        ).filled(who=f"<@{person}>", title=title(look.table, translate), stage=where, about=plain(about, 200))
    )
    line += deadline(look.table, look.table.seat_of(person) or 0, translate)
    turn = button(translate.msg("My turn"), control(look.table, "turn"), discord.ButtonStyle.primary)
    return PublicMessage((text(f"{line}\n{translate(PING_WHERE)}"), row(turn)), mentions=(person,))


def turn_label(look: PublicLook, translate: Translator) -> str:
    """Return the label of the button that shows players their question: whose turn it is, if anyone's."""
    people = (one for one in look.awaited if not (one.person.is_house or one.seat in look.table.played_for))
    awaited = [shorten(bare(one.person.name), 24) for one in people]
    if not awaited or len(awaited) > 2:
        return translate.msg("My turn")
    return translate(TURN_OF[len(awaited) > 1].filled(who=awaited[0], other=awaited[-1]))


def _board_text(look: PublicLook, room: int) -> Item:
    blocks = look.table.game.shown.board_text(look.view, look.table.names, look.translator)
    return text(parts(blocks, room)[0])
