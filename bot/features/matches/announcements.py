"""The public messages of a match's thread: the status message, and mentions of players to move."""

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
    rematch_button,
    replay_button,
    review_button,
    talk_button,
)
from bot.discord.match_text import (
    agreed_lines,
    control,
    dashed_names,
    ending_lines,
    sort_line,
    stage,
    story_text,
    title,
    turn_order,
    waiting_lines,
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
from bot.discord.sections import collect
from bot.discord.time_format import deadline
from bot.installation import Feature
from bot.store.match_status import MatchStatus
from bot.views.pictures import TooBusy
from bot.views.types import MatchTable, PublicSnapshot
from cards.i18n import Translator, msg

LATELY = msg("Latest events")
PING_WHERE = with_commands(msg("I can't message you directly. Press **My turn** here, or use `{/decide}`."))
TURN_OF = (msg("{who}'s turn"), msg("{who}'s and {other}'s turn"))

_log = structlog.stdlib.get_logger(__name__)

RECENT = 1200
"""Maximum characters for the latest events."""


class StatusMessages(Feature, frozen=True):
    """Builds the status message: the public state of a match."""

    async def status(
        self, snapshot: PublicSnapshot, translate: Translator, *, instead: str = ""
    ) -> PublicMessage:
        """Return the public state of a match: the board, the players to move, and the latest events.

        `instead` is the reason why there is no picture, or "".
        """
        table = snapshot.table
        lines = [f"## {title(table, translate)}"]
        if snapshot.outcome is None and (stage_name := stage(snapshot)):
            lines.append(f"-# {stage_name}")
        lines += ending_lines(snapshot, translate) or [
            *waiting_lines(snapshot, translate),
            *turn_order(snapshot, translate),
        ]
        offers = await self.services.requests.offers_at(table)
        lines += await collect(
            section.state_lines(snapshot, offers, translate) for section in self.services.sections
        )
        lines += [*sort_line(table, translate), *agreed_lines(table, translate)]
        news = story_text(snapshot.story, RECENT) or translate.msg("Nothing has happened yet.")
        news_text = f"**{translate(LATELY)}**\n{news}"
        if snapshot.outcome is None:
            first = [
                button(turn_label(snapshot, translate), control(table, "turn"), discord.ButtonStyle.primary),
                button(translate.msg("What's new?"), control(table, "watch")),
            ]
        else:
            first = [replay_button(table, translate), rematch_button(table, translate)]
            first += review_button(table, translate) if snapshot.outcome.places else []
        others = (
            ("text", translate.msg("Board as text")),
            ("log", translate.msg("Log")),
            ("help", translate.msg("Help")),
        )
        buttons = (
            row(*first, talk_button(table, translate)),
            row(*shared_button(snapshot), *(button(label, control(table, act)) for act, label in others)),
        )
        lines += [instead] if instead else []
        top, bottom = text("\n".join(lines)), (text(news_text), *buttons)
        try:
            picture = None if instead else await self.services.pictures.public_board(snapshot)
        except TooBusy:
            picture = None
        except Exception as error:
            _log.error("the public board could not be drawn", match=table.match_id, exc_info=error)
            picture = None
        if picture is not None:
            return PublicMessage((top, gallery(picture), *bottom), (picture,))
        room = TEXT - len("\n".join(lines)) - len(news_text)
        return PublicMessage((top, _board_text(snapshot, room), *bottom))


def unreadable(table: MatchTable, translate: Translator) -> PublicMessage:
    """Return the public message about an unreadable match, before or after its end."""
    is_over = table.status is MatchStatus.OVER
    sentence = (
        msg("I could no longer load this match, so it ended without a result. It counts for no one.")
        if is_over
        else msg(
            "I can't load this match: its data is damaged or from another version. Ask "
            "the person who runs the bot to repair match {id}. Any player can also end "
            "it without a result."
        )
    )
    heading = text(f"## {title(table, translate)}\n{translate(sentence.filled(id=table.match_id))}")
    return PublicMessage((heading,) if is_over else (heading, row(close_button(table, translate))))


def ping(snapshot: PublicSnapshot, person: int, translate: Translator) -> PublicMessage:
    """Return the message that mentions a player who can't get direct messages; empty if it isn't their move."""
    about = next((seat.about for seat in snapshot.awaited if seat.person.id == person), "")
    if not about:
        return PublicMessage(())
    stage_name = stage(snapshot)
    line = translate(
        (
            msg("{who}, your move in {title}, {stage}: {about}.")
            if stage_name
            else msg("{who}, your move in {title}: {about}.")
        ).filled(
            who=f"<@{person}>",
            title=title(snapshot.table, translate),
            stage=stage_name,
            about=plain(about, 200),
        )
    )
    line += deadline(snapshot.table, snapshot.table.seat_of(person) or 0, translate)
    turn = button(translate.msg("My turn"), control(snapshot.table, "turn"), discord.ButtonStyle.primary)
    return PublicMessage((text(f"{line}\n{translate(PING_WHERE)}"), row(turn)), mentions=(person,))


def turn_label(snapshot: PublicSnapshot, translate: Translator) -> str:
    """Return the label of the button that opens a player's question. It names one or two players to move."""
    seats = (
        each
        for each in snapshot.awaited
        if not (each.person.is_this_bot or each.seat in snapshot.table.played_for)
    )
    names = [shorten(bare(seat.person.name), 24) for seat in seats]
    if not names or len(names) > 2:
        return translate.msg("My turn")
    return translate(TURN_OF[len(names) > 1].filled(who=names[0], other=names[-1]))


def _board_text(snapshot: PublicSnapshot, room: int) -> Item:
    blocks = snapshot.table.game.shown.board_text(snapshot.view, snapshot.table.names, snapshot.translator)
    return text(parts(blocks, room)[0])


class MatchesAnnouncements(Struct, frozen=True):
    """Opens a match's thread, and keeps its public messages current."""

    status_messages: StatusMessages

    @property
    def announcements(self) -> Announcements:
        """The announcers and editors, by kind."""
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
            edits={PublicKind.STATUS: self._edits},
        )

    async def _open(self, to: MatchMessages, announcement: Announcement, shown: Shown) -> Sent:
        table = shown if isinstance(shown, MatchTable) else shown.table
        return Sent(await _ensure_thread(to, table, announcement.translate))

    async def _ping(
        self, to: MatchMessages, announcement: Announcement, snapshot: PublicSnapshot
    ) -> Sent | Gone:
        [person, *_] = announcement.note.mentions
        return await to.ask(
            announcement,
            snapshot,
            ping(snapshot, person, announcement.translate),
            about_call(snapshot.table, person),
        )

    async def _status(self, to: MatchMessages, announcement: Announcement, snapshot: PublicSnapshot) -> Sent:
        """Update the status message. If it or its thread was deleted, post a new one."""
        sent = await self._update_status(to, announcement, snapshot)
        return replace(sent, closed=await to.settle(snapshot, announcement.translate))

    async def _update_status(
        self, to: MatchMessages, announcement: Announcement, snapshot: PublicSnapshot
    ) -> Sent:
        table, translate = snapshot.table, announcement.translate
        thread = await _ensure_thread(to, table, translate)
        message = await self.status_messages.status(snapshot, translate)
        try:
            return Sent(await _post_status(to, announcement, snapshot, thread, message), thread)
        except discord.Forbidden as error:
            if error.code != MISSING_PERMISSIONS or not message.pictures:
                raise
            # A withdrawn "Attach Files" permission must not stop a match: post the board as text.
            text_message = await self.status_messages.status(
                snapshot,
                translate,
                instead=translate.msg(
                    "-# As text, because I need the permission “Attach Files” in {channel}.",
                    channel=f"<#{table.channel_id}>",
                ),
            )
            return Sent(await _post_status(to, announcement, snapshot, thread, text_message), thread)
        except discord.NotFound as error:
            if error.code != UNKNOWN_CHANNEL:
                raise
        thread = await to.posting.open_thread(table.channel_id, _thread_name(table, translate))
        _log.info("a deleted thread was replaced", match=table.match_id, thread=thread)
        note = translate.msg(
            "The thread of {title} was deleted. The match continues in this one.",
            title=title(table, translate),
        )
        await to.posting.send(None, thread, PublicMessage((text(note),)))
        return Sent(await to.posting.send(None, thread, _with_mentions(message, table)), thread)

    async def _unreadable(self, to: MatchMessages, announcement: Announcement, table: MatchTable) -> Sent:
        """Report an unreadable match: in its status message, and at its end in a new message."""
        if not table.thread_id:
            return Sent()
        message = unreadable(table, announcement.translate)
        if announcement.note.kind is PublicKind.STATUS and table.status_message_id is not None:
            await to.posting.edit_if_there(table.thread_id, table.status_message_id, message)
            return Sent(table.status_message_id, table.thread_id)
        message = replace(message, mentions=announcement.note.mentions)
        return Sent(await to.posting.send(announcement.delivery, table.thread_id, message), table.thread_id)

    async def _edits(
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


async def _ensure_thread(to: MatchMessages, table: MatchTable, translate: Translator) -> int:
    """Return the id of the match's thread. If there is none, open one on the challenge's message.

    If that message was deleted, the thread is opened without one.
    """
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


async def _post_status(
    to: MatchMessages,
    announcement: Announcement,
    snapshot: PublicSnapshot,
    thread: int,
    message: PublicMessage,
) -> int:
    """Edit the status message, or post a new one, and return its id."""
    message_id = snapshot.table.status_message_id
    if message_id is not None:
        try:
            await to.posting.edit_in_thread(thread, message_id, message)
            return message_id
        except MessageLost as lost:
            # No nonce: with it, Discord would return the deleted message instead of posting a new one.
            sent = await to.posting.send(None, thread, message)
            if lost.for_now:
                # The old message still exists, and shows an outdated position.
                await to.posting.take_away(thread, message_id)
            return sent
    # The first post mentions all players: they learn that the match has begun, and Discord adds them to the thread.
    return await to.posting.send(announcement.delivery, thread, _with_mentions(message, snapshot.table))


def _with_mentions(message: PublicMessage, table: MatchTable) -> PublicMessage:
    """Return the message with a line that mentions all players."""
    people = tuple(person.id for person in table.people if not person.is_this_bot)
    mentions = text(" ".join(f"<@{person}>" for person in people))
    return PublicMessage((*message.items, mentions), message.pictures, people)


def _thread_name(table: MatchTable, translate: Translator) -> str:
    return translate.msg("{game}: {names}", game=table.game.title, names=dashed_names(table, translate))[:100]
