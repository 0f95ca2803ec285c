"""The status message of a match's thread, which is always current, its other public messages, and calls for a decision."""

from __future__ import annotations

from collections.abc import Sequence

import discord
import structlog
from msgspec import Struct
from msgspec.structs import replace

from bot.command_keys import with_commands
from bot.delivery.notes import PublicKind
from bot.delivery.results import Gone, Sent
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
from bot.discord.delivery_failures import (
    MISSING_PERMISSIONS,
    THREAD_EXISTS,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
)
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
    dashed,
    ending,
    sort_line,
    stage,
    story,
    title,
    turn_order,
    waiting,
)
from bot.discord.outgoing.announcers import (
    Announcement,
    Announcements,
    MatchMessages,
    MessageEdit,
    Posts,
    Shown,
    ThreadName,
)
from bot.discord.outgoing.posts import MessageLost
from bot.discord.outgoing.settled_prompts import about_call
from bot.discord.sections import gathered
from bot.discord.time_format import deadline
from bot.installation import Feature
from bot.store.match_status import MatchStatus
from bot.views.pictures import TooBusy
from bot.views.types import MatchTable, PublicLook
from cards.i18n import Translator, msg

LATELY = msg("Latest events")
PING_WHERE = with_commands(msg("I can't message you directly. Press **My turn** here, or use `{/decide}`."))
TURN_OF = (msg("{who}'s turn"), msg("{who}'s and {other}'s turn"))

_log = structlog.stdlib.get_logger(__name__)

RECENT = 1200
"""Characters for the last events."""


class StatusMessages(Feature, frozen=True):
    """The message that shows everybody how a match stands."""

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
        offers = await self.services.requests.offers_at(table)
        head += await gathered(one.standing(look, offers, translate) for one in self.services.sections)
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
            picture = None if instead else await self.services.pictures.public_board(look)
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


class MatchesAnnouncements(Struct, frozen=True):
    """Opens the thread of a match, and shows there how it stands."""

    status_messages: StatusMessages

    @property
    def announcements(self) -> Announcements:
        """Everything that it announces."""
        return Announcements(
            public={
                PublicKind.OPEN: self._open,
                PublicKind.STATUS: self._status,
                PublicKind.PING: self._ping,
            },
            tables={
                PublicKind.OPEN: self._open,
                PublicKind.STATUS: self._unreadable,
                PublicKind.ENDED: self._unreadable,
            },
            standing={PublicKind.STATUS: self._standing},
        )

    async def _open(self, to: MatchMessages, told: Announcement, shown: Shown) -> Sent:
        table = shown if isinstance(shown, MatchTable) else shown.table
        return Sent(await _opened(to, table, told.translate))

    async def _ping(self, to: MatchMessages, told: Announcement, look: PublicLook) -> Sent | Gone:
        [person, *_] = told.note.mentions
        return await to.ask(told, look, ping(look, person, told.translate), about_call(look.table, person))

    async def _status(self, to: MatchMessages, told: Announcement, look: PublicLook) -> Sent:
        """Make the status message current; where it or its thread has been deleted, begin again."""
        sent = await self._current(to, told, look)
        return replace(sent, closed=await to.settle(look, told.translate))

    async def _current(self, to: MatchMessages, told: Announcement, look: PublicLook) -> Sent:
        table, translate = look.table, told.translate
        thread = await _opened(to, table, translate)
        message = await self.status_messages.status(look, translate)
        try:
            return Sent(await _put(to, told, look, thread, message), thread)
        except discord.Forbidden as error:
            if error.code != MISSING_PERMISSIONS or not message.pictures:
                raise
            # A withdrawn "Attach Files" must not stop a match: the same in words.
            in_words = await self.status_messages.status(
                look,
                translate,
                instead=translate.msg(
                    "-# As text, because I need the permission “Attach Files” in {channel}.",
                    channel=f"<#{table.channel_id}>",
                ),
            )
            return Sent(await _put(to, told, look, thread, in_words), thread)
        except discord.NotFound as error:
            if error.code != UNKNOWN_CHANNEL:
                raise
        thread = await to.posting.open_thread(table.channel_id, _thread_name(table, translate))
        _log.info("a deleted thread was begun anew", match=table.match_id, thread=thread)
        note = translate.msg(
            "The thread of {title} was deleted. The match continues in this one.",
            title=title(table, translate),
        )
        await to.posting.send(None, thread, PublicMessage((text(note),)))
        return Sent(await to.posting.send(None, thread, _calling(message, table)), thread)

    async def _unreadable(self, to: MatchMessages, told: Announcement, table: MatchTable) -> Sent:
        """Say of a match that it can't be read: in the message that always shows it, and once in a new one at its end."""
        if not table.thread_id:
            return Sent()
        message = unreadable(table, told.translate)
        if told.note.kind is PublicKind.STATUS and table.status_message_id is not None:
            await to.posting.edit_if_there(table.thread_id, table.status_message_id, message)
            return Sent(table.status_message_id, table.thread_id)
        message = replace(message, mentions=told.note.mentions)
        return Sent(await to.posting.send(told.delivery, table.thread_id, message), table.thread_id)

    async def _standing(
        self, shown: Shown, posts: Posts, translate: Translator
    ) -> Sequence[MessageEdit | ThreadName]:
        table = shown if isinstance(shown, MatchTable) else shown.table
        if table.thread_id is None:
            return []
        name = ThreadName(table.thread_id, _thread_name(table, translate))
        if isinstance(shown, MatchTable) or table.status_message_id is None:
            return [name]
        message = await self.status_messages.status(shown, translate)
        return [MessageEdit(table.thread_id, table.status_message_id, message), name]


async def _opened(to: MatchMessages, table: MatchTable, translate: Translator) -> int:
    """Return the match's thread: opened on the challenge's message; if that has been deleted, one that hangs on nothing."""
    if table.thread_id is not None:
        return table.thread_id
    name = _thread_name(table, translate)
    if table.challenge_message_id is not None:
        try:
            return await to.posting.open_thread_on(table.channel_id, table.challenge_message_id, name)
        except discord.HTTPException as error:
            if error.code == THREAD_EXISTS:
                return table.challenge_message_id
            if error.code != UNKNOWN_MESSAGE:
                raise
    return await to.posting.open_thread(table.channel_id, name)


async def _put(
    to: MatchMessages, told: Announcement, look: PublicLook, thread: int, message: PublicMessage
) -> int:
    """Put the status message into a thread, and return its id."""
    known = look.table.status_message_id
    if known is not None:
        try:
            await to.posting.edit_in_thread(thread, known, message)
            return known
        except MessageLost as lost:
            # The delivery's nonce would bring a deleted message back.
            sent = await to.posting.send(None, thread, message)
            if lost.for_now:
                # It shows what is not so any more.
                await to.posting.take_away(thread, known)
            return sent
    # The first time it calls all players: they learn that the match has begun, and have its thread in their list.
    return await to.posting.send(told.delivery, thread, _calling(message, look.table))


def _calling(message: PublicMessage, table: MatchTable) -> PublicMessage:
    """Return the message with a line that calls all players."""
    people = tuple(person.id for person in table.people if not person.is_house)
    called = text(" ".join(f"<@{person}>" for person in people))
    return PublicMessage((*message.items, called), message.pictures, people)


def _thread_name(table: MatchTable, translate: Translator) -> str:
    return translate.msg("{game}: {names}", game=table.game.title, names=dashed(table, translate))[:100]
