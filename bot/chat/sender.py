"""Brings what was committed to Discord: challenges, threads, the status message, calls, direct messages.

Nothing is asked of the guild or channel cache: ids are all that is needed, so any process can send anything.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from secrets import token_hex

import aiohttp
import discord
import msgspec
import structlog
from discord.http import HTTPClient

from bot.chat.closing_prompts import about_call, about_offer, about_time, is_call, settled
from bot.chat.components.messages import NOBODY, PrivateMessage, PublicMessage, files, layout, mentions, text
from bot.chat.core import Core
from bot.chat.delivery_failures import (
    ARCHIVED,
    MISSING_PERMISSIONS,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
    Trouble,
    trouble_of,
)
from bot.chat.error_boundary import ErrorBoundary
from bot.chat.features.challenges import messages as challenges_messages
from bot.chat.features.deciding.panel import is_current, panel
from bot.chat.features.endings.messages import intervention_lines, offer_message, voided_message
from bot.chat.features.matches import status
from bot.chat.features.matches.comments import talk_message, talk_name
from bot.chat.features.reminders.messages import private_reminder, public_reminder
from bot.chat.features.replays.messages import round_message
from bot.chat.features.time.messages import time_message
from bot.chat.match_text import dashed, title
from bot.chat.texts.texts import Texts, texts_for
from bot.delivery.notes import PrivateKind, PrivateNote, PublicKind, PublicNote
from bot.delivery.outbox import Closed, Delivery, Gone, Later, Result, Sent
from bot.errors import NotFound
from bot.match.views import MatchTable, PrivateLook, PublicLook, Standing

_log = structlog.stdlib.get_logger(__name__)

CLOSED_TO_US = frozenset({50007, 50278})
"""The person takes no direct messages from us, or shares no server with us any more."""
OPENING_TOO_FAST = 40003
_FOR_NOW = frozenset({408, 429})
_OUR_MISTAKES = frozenset({50006, 50035, 50109})
"""Empty messages, wrong forms and wrong JSON: nobody's will, so it is for us to hear of."""
THREAD_EXISTS = 160004

ARCHIVE_AFTER = 10080
"""Minutes without a message after which Discord archives a match's thread: a week, the longest there is."""
PUBLIC_THREAD, ANNOUNCEMENT_THREAD = 11, 10
ANNOUNCEMENTS = 5
"""The kind of channel in which every thread is one of announcements."""

ROUNDS_WAITING = 2
"""So many pictures of rounds are waited for at a time, so that they don't keep other announcements from being made."""
PATIENCE = 20.0
"""Seconds for which a picture of a round is waited for at a time."""
SOON = 5.0
"""Seconds until it is waited for, if there are others before it."""


class DiscordSender:
    """Sends notes through a client. It keeps nothing between two of them."""

    def __init__(self, client: discord.Client, core: Core, boundary: ErrorBoundary) -> None:
        self._client = client
        self._core = core
        self._boundary = boundary

    async def public(
        self, delivery: Delivery, note: PublicNote, shown: PublicLook | MatchTable
    ) -> Sent | Later | Gone:
        """Show everybody what `note` says."""
        table = shown if isinstance(shown, MatchTable) else shown.table
        try:
            result = await self._show(delivery, note, shown, texts_for(delivery.locale))
        except discord.HTTPException as error:
            trouble = trouble_of(error, table.channel_id)
            result = _failure(error, trouble)
            if isinstance(result, Gone):
                await self._core.troubles.remember(table.match_id, trouble)
        except (OSError, aiohttp.ClientError) as error:
            result = Later(f"Discord can't be reached: {error}")
        if note.kind is PublicKind.STATUS and isinstance(result, Sent):
            await self._core.troubles.remember(table.match_id, None)
        return result

    async def private(self, delivery: Delivery, note: PrivateNote, shown: PrivateLook) -> Result:
        """Show one person, by direct message, what `note` says."""
        words = texts_for(delivery.locale)
        try:
            if note.kind is PrivateKind.PANEL:
                return await self._edit_panel(shown, words)
            reminds = note.kind is PrivateKind.REMIND
            message = (
                private_reminder(shown, words)
                if reminds
                else await panel(self._core, shown, words, with_board=True)
            )
            channel, sent = await self._send_directly(delivery, note.person, message)
            if not reminds:
                await self._clear_away(shown, channel, sent)
            return Sent(sent, channel)
        except discord.HTTPException as error:
            if error.code in CLOSED_TO_US:
                return Closed()
            return _failure(error, trouble_of(error))
        except (OSError, aiohttp.ClientError) as error:
            return Later(f"Discord can't be reached: {error}")

    # -- what notes ask for

    async def _show(
        self, delivery: Delivery, note: PublicNote, shown: PublicLook | MatchTable, words: Texts
    ) -> Sent | Later | Gone:
        match note.kind:
            case PublicKind.CHALLENGE:
                return await self._challenge(delivery, shown, words)
            case PublicKind.NAMES:
                return await self._names(shown, words)
            case PublicKind.TALK:
                return await self._talk(delivery, shown, words)
            case PublicKind.OPEN:
                return await self._open(shown if isinstance(shown, MatchTable) else shown.table, words)
            case PublicKind.STATUS | PublicKind.ENDED if isinstance(shown, MatchTable) and shown.thread_id:
                return await self._unreadable(delivery, note, shown, words)
            case _ if isinstance(shown, MatchTable):
                return Sent()
            case PublicKind.STATUS:
                sent = await self._status(delivery, shown, words)
                return (
                    msgspec.structs.replace(sent, closed=await self._settle(shown, words))
                    if isinstance(sent, Sent)
                    else sent
                )
            case PublicKind.PING:
                about = about_call(shown.table, note.mentions[0])
                return await self._ask(delivery, shown, status.ping(shown, note.mentions[0], words), about)
            case PublicKind.TIME:
                message = time_message(shown.table, note.mentions, words)
                return await self._ask(delivery, shown, message, about_time(shown.table))
            case PublicKind.REMIND:
                about = about_call(shown.table, note.mentions[0])
                return await self._ask(
                    delivery, shown, public_reminder(shown, note.mentions[0], words), about
                )
            case PublicKind.OFFER:
                offers = await self._core.endings.offers(shown.table.match_id)
                message = offer_message(shown, offers, note.mentions, words)
                return await self._ask(delivery, shown, message, about_offer(offers))
            case PublicKind.ENDED:
                return await self._ended(delivery, shown, note.mentions, words)
            case PublicKind.VOIDED:
                told = await self._core.endings.intervention(shown.table.match_id)
                message = voided_message(shown, told, note.mentions, words)
                return await self._in_thread(delivery, shown, message)
            case PublicKind.ROUND:
                return await self._round(delivery, shown, words)
            case PublicKind.RESULT:
                return await self._result(delivery, shown, words)

    async def _challenge(self, delivery: Delivery, shown: PublicLook | MatchTable, words: Texts) -> Sent:
        table = shown if isinstance(shown, MatchTable) else shown.table
        message = await self._challenge_message(shown, words)
        if table.challenge_message_id is not None:
            try:
                await self._edit(table.channel_id, table.challenge_message_id, message)
                return Sent(table.challenge_message_id)
            except discord.NotFound as error:
                if error.code != UNKNOWN_MESSAGE or table.thread_id is not None:
                    raise
        if table.standing in (Standing.DECLINED, Standing.WITHDRAWN):
            return Sent()
        return Sent(await self._send(delivery, table.channel_id, message))

    async def _challenge_message(self, shown: PublicLook | MatchTable, words: Texts) -> PublicMessage:
        table = shown if isinstance(shown, MatchTable) else shown.table
        for_newcomer = table.standing is Standing.CHALLENGED and not table.is_practice
        for_newcomer = for_newcomer and all(
            [await self._core.learning.is_new(person.id, table.game) for person in table.challenged]
        )
        return challenges_messages.challenge(shown, words, for_newcomer=for_newcomer)

    async def _open(self, table: MatchTable, words: Texts) -> Sent:
        """Open the match's thread on the challenge's message; if that has been deleted, one that hangs on nothing."""
        if table.thread_id is not None:
            return Sent(table.thread_id)
        if table.challenge_message_id is not None:
            try:
                opened = await self._http.start_thread_with_message(
                    table.channel_id,
                    table.challenge_message_id,
                    name=_thread_name(table, words),
                    auto_archive_duration=ARCHIVE_AFTER,
                )
                return Sent(int(opened["id"]))
            except discord.HTTPException as error:
                if error.code == THREAD_EXISTS:
                    return Sent(table.challenge_message_id)
                if error.code != UNKNOWN_MESSAGE:
                    raise
        return Sent(await self._new_thread(table, words))

    async def _status(self, delivery: Delivery, look: PublicLook, words: Texts) -> Sent | Gone:
        """Make the status message current; where it or its thread has been deleted, begin it anew."""
        table = look.table
        opened = table.thread_id or (await self._open(table, words)).message_id
        if opened is None:
            return Gone("the match has no thread")
        message = await status.status(self._core, look, words)
        try:
            return Sent(await self._status_in(delivery, look, opened, message), opened)
        except discord.Forbidden as error:
            if error.code != MISSING_PERMISSIONS or not message.pictures:
                raise
            # A withdrawn "Attach Files" must not stop a match: the same in words.
            in_words = await status.status(
                self._core, look, words, instead=words.no_pictures.format(channel=f"<#{table.channel_id}>")
            )
            return Sent(await self._status_in(delivery, look, opened, in_words), opened)
        except discord.NotFound as error:
            if error.code != UNKNOWN_CHANNEL:
                raise
        thread = await self._new_thread(table, words)
        _log.info("a deleted thread was begun anew", match=table.match_id, thread=thread)
        note = words.thread_gone.format(title=title(table, words))
        await self._send(None, thread, PublicMessage((text(note),)))
        return Sent(await self._send(None, thread, _calling(message, table)), thread)

    async def _status_in(
        self, delivery: Delivery, look: PublicLook, thread: int, message: PublicMessage
    ) -> int:
        known = look.table.status_message_id
        if known is not None:
            try:
                await self._edit_in_thread(thread, known, message)
                return known
            except discord.NotFound as error:
                if error.code != UNKNOWN_MESSAGE:
                    raise
            # Deleted: the delivery's nonce would bring the deleted message back.
            return await self._send(None, thread, message)
        # The first time it calls all players: they learn that the match has begun, and have its thread in their list.
        return await self._send(delivery, thread, _calling(message, look.table))

    async def _in_thread(self, delivery: Delivery, look: PublicLook, message: PublicMessage) -> Sent | Gone:
        if look.table.thread_id is None:
            return Gone("the match has no thread")
        if not message.items:
            return Sent()
        return Sent(await self._send(delivery, look.table.thread_id, message))

    async def _ask(
        self, delivery: Delivery, look: PublicLook, message: PublicMessage, about: str
    ) -> Sent | Gone:
        """Send a message into the thread that is to be edited when what it asks for is settled.

        It takes the place of one that has asked for the same before: a call is kept in a word, since whoever was called
        looks for it; anything else would only be there twice.
        """
        sent = await self._in_thread(delivery, look, message)
        if not isinstance(sent, Sent) or sent.message_id is None:
            return sent
        before = (await self._core.endings.posts(look.table.match_id)).get(about)
        if before is not None and before[1] != sent.message_id:
            if is_call(about):
                words = texts_for(delivery.locale)
                old = await settled(self._core, look, about, words, is_replaced=True)
                if old is not None:
                    await self._edit_if_there(*before, old)
            else:
                await self._take_away(*before)
        return msgspec.structs.replace(sent, channel_id=look.table.thread_id, about=about)

    async def _unreadable(
        self, delivery: Delivery, note: PublicNote, table: MatchTable, words: Texts
    ) -> Sent:
        """Say of a match that it can't be read: in the message that always shows it, and once in a new one at its end."""
        assert table.thread_id is not None
        message = status.unreadable(table, words)
        if note.kind is PublicKind.STATUS and table.status_message_id is not None:
            await self._edit_if_there(table.thread_id, table.status_message_id, message)
            return Sent(table.status_message_id, table.thread_id)
        message = replace(message, mentions=note.mentions)
        return Sent(await self._send(delivery, table.thread_id, message), table.thread_id)

    async def _settle(self, look: PublicLook, words: Texts) -> tuple[tuple[str, int], ...]:
        """Edit what was asked for in the thread and is settled, and return which messages those were."""
        done: list[tuple[str, int]] = []
        for about, (channel, known) in (await self._core.endings.posts(look.table.match_id)).items():
            message = await settled(self._core, look, about, words)
            if message is not None:
                await self._edit_if_there(channel, known, message)
                done.append((about, known))
        return tuple(done)

    async def _ended(
        self, delivery: Delivery, look: PublicLook, people: tuple[int, ...], words: Texts
    ) -> Sent | Gone:
        posts = await self._core.endings.posts(look.table.match_id)
        if PublicKind.TALK in posts:
            known = posts[PublicKind.TALK][1]
            await self._edit_if_there(look.table.channel_id, known, talk_message(look, words))
        record = await status.record(self._core, look, words)
        turning = await status.turning(self._core, look)
        rated = await self._core.ladder.of_match(look.table.match_id)
        people += await self._core.watching.to_call(look.table.match_id)
        why = await intervention_lines(self._core, look, words)
        if passed := await self._core.histories.hand_offs(look.table.match_id):
            said = words.orders
            times = said.hand_offs if len(look.table.people) == 2 else said.hand_offs_of_several
            why.append("-# " + times.format(n=passed))
        try:
            sent = await self._in_thread(
                delivery, look, status.ended(look, people, words, record, rated, why, turning)
            )
        except discord.Forbidden as error:
            if error.code != MISSING_PERMISSIONS or isinstance(record, str):
                raise
            # That the match is over must be said, with its record or without.
            missing = words.record_not_allowed.format(channel=f"<#{look.table.channel_id}>")
            in_words = status.ended(look, people, words, missing, rated, why, turning)
            sent = await self._in_thread(delivery, look, in_words)
        return Sent(sent.message_id, look.table.thread_id) if isinstance(sent, Sent) else sent

    async def _round(self, delivery: Delivery, look: PublicLook, words: Texts) -> Sent | Later | Gone:
        """Show the round in which a match was decided; while that is being drawn, other things are announced."""
        rounds, table = self._core.rounds, look.table
        if look.outcome is None or not look.outcome.places:
            return Sent()
        if rounds.under_way >= ROUNDS_WAITING:
            return Later("other pictures are being made", SOON)
        try:
            async with asyncio.timeout(PATIENCE):
                moving = await rounds.of_match(table.match_id, delivery.locale)
        except TimeoutError:
            return Later("the picture is being made", 0)
        except NotFound as error:
            return Gone(str(error))
        if moving is None:
            return Sent()
        try:
            sent = await self._in_thread(delivery, look, round_message(moving, words))
        except discord.Forbidden as error:
            if error.code != MISSING_PERMISSIONS:
                raise
            # Why there are no pictures has been said with how the match ended.
            return Gone("pictures may not be sent there")
        return Sent(sent.message_id, table.thread_id) if isinstance(sent, Sent) else sent

    async def _result(self, delivery: Delivery, look: PublicLook, words: Texts) -> Sent | Later | Gone:
        """Announce how a match ended where its server wants it; a trouble there is none of the match."""
        table, servers = look.table, self._core.servers
        if table.guild_id is None or look.outcome is None or not look.outcome.places:
            return Sent()
        channel = (await servers.rules(table.guild_id)).announces
        if channel is None:
            return Sent()
        rated = await self._core.ladder.of_match(table.match_id)
        try:
            sent = await self._send(delivery, channel.id, status.result(look, words, rated))
        except discord.HTTPException as error:
            trouble = trouble_of(error)
            result = _failure(error, trouble)
            if isinstance(result, Gone):
                await servers.remember_trouble(table.guild_id, trouble or "")
            return result
        await servers.remember_trouble(table.guild_id, "")
        return Sent(sent, channel.id)

    async def _talk(
        self, delivery: Delivery, shown: PublicLook | MatchTable, words: Texts
    ) -> Sent | Later | Gone:
        """Open the thread for comments, on a message of its own; a trouble there is none of the match.

        A thread that hangs on a message has its id, so a second attempt finds the first one's message, and its thread.
        """
        table = shown if isinstance(shown, MatchTable) else shown.table
        if PublicKind.TALK in await self._core.endings.posts(table.match_id):
            return Sent()
        sent = None
        try:
            sent = await self._send(delivery, table.channel_id, talk_message(shown, words))
            opened = await self._http.start_thread_with_message(
                table.channel_id, sent, name=talk_name(table, words), auto_archive_duration=ARCHIVE_AFTER
            )
            thread = int(opened["id"])
        except discord.HTTPException as error:
            if error.code != THREAD_EXISTS or sent is None:
                trouble = trouble_of(error, table.channel_id)
                result = _failure(error, trouble)
                if isinstance(result, Gone):
                    await self._core.troubles.remember(table.match_id, trouble, talk=True)
                    if sent is not None:
                        await self._take_away(table.channel_id, sent)
                return result
            thread = sent
        await self._core.troubles.remember(table.match_id, None, talk=True)
        return Sent(sent, thread)

    async def _names(self, shown: PublicLook | MatchTable, words: Texts) -> Sent:
        """Make every message of a match current that can be reached, and the name of its thread."""
        table = shown if isinstance(shown, MatchTable) else shown.table
        if table.challenge_message_id is not None:
            message = await self._challenge_message(shown, words)
            await self._edit_if_there(table.channel_id, table.challenge_message_id, message)
        if isinstance(shown, PublicLook):
            for channel, known, message in await self._standing(shown, words):
                await self._edit_if_there(channel, known, message)
        if table.thread_id is not None:
            await self._rename(table.thread_id, _thread_name(table, words))
        if PublicKind.TALK in (posts := await self._core.endings.posts(table.match_id)):
            thread, known = posts[PublicKind.TALK]
            await self._edit_if_there(table.channel_id, known, talk_message(shown, words))
            await self._rename(thread, talk_name(table, words))
        return Sent()

    async def _standing(self, look: PublicLook, words: Texts) -> list[tuple[int, int, PublicMessage]]:
        """Return what stands of a match in its thread and elsewhere: channel, message, and what it is to say."""
        table, rated = look.table, await self._core.ladder.of_match(look.table.match_id)
        posts = await self._core.endings.posts(table.match_id)
        found: list[tuple[int, int, PublicMessage]] = []
        if table.thread_id is not None and table.status_message_id is not None:
            message = await status.status(self._core, look, words)
            found.append((table.thread_id, table.status_message_id, message))
        if PublicKind.ENDED in posts:
            record = await status.record(self._core, look, words)
            turning = await status.turning(self._core, look)
            why = await intervention_lines(self._core, look, words)
            people = tuple(one.id for one in table.people if one.id > 0 and not one.is_house)
            found.append(
                (*posts[PublicKind.ENDED], status.ended(look, people, words, record, rated, why, turning))
            )
        if PublicKind.ROUND in posts:
            moving = await self._core.rounds.of_match(table.match_id, words.locale)
            if moving is not None:
                found.append((*posts[PublicKind.ROUND], round_message(moving, words)))
        if PublicKind.RESULT in posts:
            found.append((*posts[PublicKind.RESULT], status.result(look, words, rated)))
        return found

    async def _edit_if_there(self, channel: int, known: int, message: PublicMessage) -> None:
        """Edit a message, if Discord lets us; a thread that sleeps is woken for it, and sleeps on."""
        try:
            try:
                await self._edit(channel, known, message)
            except discord.HTTPException as error:
                if error.code != ARCHIVED:
                    raise
                await self._http.edit_channel(channel, archived=False)
                await self._edit(channel, known, message)
                await self._http.edit_channel(channel, archived=True)
        except (discord.NotFound, discord.Forbidden) as error:
            _log.info("a message stays as it is", message=known, error=str(error))

    async def _rename(self, thread: int, name: str) -> None:
        """Give a thread another name, if Discord lets us; one that sleeps is woken for it, and sleeps on."""
        try:
            try:
                await self._http.edit_channel(thread, name=name)
            except discord.HTTPException as error:
                if error.code != ARCHIVED:
                    raise
                await self._http.edit_channel(thread, archived=False, name=name)
                await self._http.edit_channel(thread, archived=True)
        except (discord.NotFound, discord.Forbidden) as error:
            _log.info("a thread keeps its name", thread=thread, error=str(error))

    async def _edit_panel(self, look: PrivateLook, words: Texts) -> Sent:
        if look.panel is None:
            return Sent()
        channel, known = look.panel
        # What was pressed right there is about to change it: the same picture need not be sent twice.
        await self._boundary.answered(known)
        try:
            standing = await self._channel(channel).fetch_message(known)
            if not await is_current(self._core, standing, look):
                # Otherwise it was answered right there, and what is half picked there must not be wiped away.
                message = await panel(self._core, look, words, with_board=True)
                await standing.edit(view=layout(message), attachments=files(message), allowed_mentions=NOBODY)
        except (discord.NotFound, discord.Forbidden):
            # The person has deleted it or shut the door; there is nothing to keep current.
            return Sent()
        return Sent(known, channel)

    async def _clear_away(self, look: PrivateLook, channel: int, newer: int) -> None:
        """Delete the panel that a newer one replaces, so that one match is one message and not a hundred."""
        if look.panel is not None and look.panel != (channel, newer):
            await self._take_away(*look.panel)

    async def _take_away(self, channel: int, known: int) -> None:
        """Delete a message of ours that a newer one replaces, if Discord lets us."""
        try:
            await self._channel(channel).get_partial_message(known).delete()
        except (discord.HTTPException, OSError, aiohttp.ClientError) as error:
            _log.info("an old message stays", message=known, error=str(error))

    # -- how Discord is spoken to

    @property
    def _http(self) -> HTTPClient:
        return self._client.http

    def _channel(self, channel: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel)

    async def _send(self, delivery: Delivery | None, channel: int, message: PublicMessage) -> int:
        nonce = delivery.nonce if delivery is not None else token_hex(12)
        sent = await self._channel(channel).send(
            view=layout(message), files=files(message), nonce=nonce, allowed_mentions=mentions(message)
        )
        return sent.id

    async def _send_directly(
        self, delivery: Delivery, person: int, message: PrivateMessage
    ) -> tuple[int, int]:
        """Send a direct message; return its channel and its id.

        The channel is opened only where none is known: who opens many is blocked by Discord.
        """
        channel = await self._core.people.direct_channel(person)
        if channel is not None:
            try:
                return channel, await self._send_to(channel, delivery, message)
            except discord.NotFound as error:
                if error.code != UNKNOWN_CHANNEL:
                    raise
        channel = int((await self._http.start_private_message(person))["id"])
        return channel, await self._send_to(channel, delivery, message)

    async def _send_to(self, channel: int, delivery: Delivery, message: PrivateMessage) -> int:
        sent = await self._channel(channel).send(
            view=layout(message), files=files(message), nonce=delivery.nonce, allowed_mentions=NOBODY
        )
        return sent.id

    async def _edit(self, channel: int, message_id: int, message: PublicMessage) -> None:
        partial = self._channel(channel).get_partial_message(message_id)
        await partial.edit(view=layout(message), attachments=files(message), allowed_mentions=NOBODY)

    async def _edit_in_thread(self, thread: int, message_id: int, message: PublicMessage) -> None:
        """Edit a message in a thread, waking the thread first if Discord has archived it."""
        try:
            await self._edit(thread, message_id, message)
        except discord.HTTPException as error:
            if error.code != ARCHIVED:
                raise
            await self._http.edit_channel(thread, archived=False)
            await self._edit(thread, message_id, message)

    async def _new_thread(self, table: MatchTable, words: Texts) -> int:
        parent = await self._http.get_channel(table.channel_id)
        opened = await self._http.start_thread_without_message(
            table.channel_id,
            name=_thread_name(table, words),
            auto_archive_duration=ARCHIVE_AFTER,
            type=ANNOUNCEMENT_THREAD if parent["type"] == ANNOUNCEMENTS else PUBLIC_THREAD,
        )
        return int(opened["id"])


def _calling(message: PublicMessage, table: MatchTable) -> PublicMessage:
    """Return the message with a line that calls all players."""
    people = tuple(person.id for person in table.people if not person.is_house)
    called = text(" ".join(f"<@{person}>" for person in people))
    return PublicMessage((*message.items, called), message.pictures, people)


def _thread_name(table: MatchTable, words: Texts) -> str:
    return words.thread_name.format(game=table.game.title, names=dashed(table, words))[:100]


def _failure(error: discord.HTTPException, trouble: Trouble | None) -> Later | Gone:
    """Return what a refusal of Discord's means: for ever, or only for now. Raises it again if it is our mistake."""
    if error.status in _FOR_NOW or error.status >= 500 or error.code == OPENING_TOO_FAST:
        return Later(f"Discord answered {error.status}")
    if trouble is not None:
        return Gone(f"{trouble}: {error.text}")
    if error.code == UNKNOWN_MESSAGE:
        return Gone("the message was deleted")
    if error.status == 401 or error.code in _OUR_MISTAKES:
        raise error
    return Gone(f"Discord refused it with {error.code}: {error.text}")
