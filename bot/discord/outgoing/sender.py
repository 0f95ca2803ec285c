"""Brings what was committed to Discord: challenges, threads, the status message, calls, direct messages.

Nothing is asked of the guild or channel cache: ids are all that is needed, so any process can send anything.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress

import aiohttp
import discord
import msgspec
import structlog
from msgspec.structs import replace

from bot.delivery.notes import PrivateKind, PrivateNote, PublicKind, PublicNote
from bot.delivery.results import Closed, Delivery, Gone, Later, Result, Sent
from bot.discord.components.messages import PublicMessage, text
from bot.discord.delivery_failures import (
    MISSING_PERMISSIONS,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
    Trouble,
    Troubles,
    trouble_of,
)
from bot.discord.error_boundary import ErrorBoundary
from bot.discord.match_text import dashed, title
from bot.discord.outgoing.posts import MessageLost, Posting
from bot.discord.outgoing.settled_prompts import ClosingPrompts, about_call, about_offer, about_time, is_call
from bot.discord.texts.texts import Texts, texts_for
from bot.errors import NotFound
from bot.features.challenges import messages as challenges_messages
from bot.features.comments.messages import talk_message, talk_name
from bot.features.endings.ended import EndedMessages
from bot.features.endings.messages import offer_message, voided_message
from bot.features.follows.service import Following
from bot.features.matches import status
from bot.features.matches.status import StatusMessages
from bot.features.reminders.messages import private_reminder, public_reminder
from bot.features.replays.messages import round_message
from bot.features.review.messages import LookBackMessages
from bot.features.review.service import Stage
from bot.features.takeovers.messages import takeover_message
from bot.features.time.messages import absence_message, time_message
from bot.match.endings import Endings
from bot.match.replay.decisive_round import Highlights
from bot.panel.panel import PanelMessages
from bot.people.beginners import Beginners
from bot.people.people import People
from bot.servers.servers import Servers
from bot.store.standing import Standing
from bot.time.absences import Absences
from bot.views.types import MatchTable, PrivateLook, PublicLook

_log = structlog.stdlib.get_logger(__name__)

CLOSED_TO_US = frozenset({50007, 50278})
"""The person takes no direct messages from us, or shares no server with us any more."""
NOT_THERE = frozenset({10013, 50278})
"""There is no such account any more, or it is on no server on which the bot is: not on that of the match either."""
OPENING_TOO_FAST = 40003
_FOR_NOW = frozenset({408, 429})
_OUR_MISTAKES = frozenset({50006, 50035, 50109})
"""Empty messages, wrong forms and wrong JSON: nobody's will, so it is for us to hear of."""
THREAD_EXISTS = 160004

ROUNDS_WAITING = 2
"""So many pictures of rounds are waited for at a time, so that they don't keep other announcements from being made."""
PATIENCE = 20.0
"""Seconds for which a picture of a round is waited for at a time."""
HOUR = 3600.0
"""Seconds until a message can be edited again that was edited too often."""
SOON = 5.0
"""Seconds until it is waited for, if there are others before it."""


class DiscordSender:
    """Sends notes through a client. It keeps nothing between two of them."""

    def __init__(  # noqa: PLR0913
        self,
        client: discord.Client,
        boundary: ErrorBoundary,
        *,
        people: People,
        troubles: Troubles,
        endings: Endings,
        beginners: Beginners,
        watching: Following,
        servers: Servers,
        rounds: Highlights,
        absences: Absences,
        panel_messages: PanelMessages,
        status_messages: StatusMessages,
        ended_messages: EndedMessages,
        look_backs: LookBackMessages,
        closing: ClosingPrompts,
    ) -> None:
        self._posting = Posting(client, people)
        self._boundary = boundary
        self._troubles = troubles
        self._endings = endings
        self._beginners = beginners
        self._watching = watching
        self._servers = servers
        self._rounds = rounds
        self._absences = absences
        self._panel_messages = panel_messages
        self._status_messages = status_messages
        self._ended_messages = ended_messages
        self._look_backs = look_backs
        self._closing = closing

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
                await self._troubles.remember(table.match_id, trouble)
        except discord.RateLimited as error:
            result = Later(str(error), error.retry_after)
        except (OSError, aiohttp.ClientError) as error:
            result = Later(f"Discord can't be reached: {error}")
        if note.kind is PublicKind.STATUS and isinstance(result, Sent):
            await self._troubles.remember(table.match_id, None)
        return result

    async def private(self, delivery: Delivery, note: PrivateNote, shown: PrivateLook) -> Result:
        """Show one person, by direct message, what `note` says."""
        words = texts_for(delivery.locale)
        try:
            if note.kind is PrivateKind.PANEL:
                return await self._edit_panel(delivery, shown, words)
            match note.kind:
                case PrivateKind.REMIND:
                    message = private_reminder(shown, words)
                case PrivateKind.TAKEOVER:
                    message = takeover_message(shown, words)
                case PrivateKind.ASK:
                    message = await self._panel_messages.panel(shown, words, with_board=True)
            channel, sent = await self._posting.send_directly(delivery, note.person, message)
            if note.kind is PrivateKind.ASK:
                await self._clear_away(shown, channel, sent)
            return Sent(sent, channel)
        except discord.HTTPException as error:
            if error.code in NOT_THERE:
                await self._endings.say_gone(shown.table.match_id, [note.person])
            if error.code in CLOSED_TO_US:
                return Closed()
            return _failure(error, trouble_of(error))
        except discord.RateLimited as error:
            return Later(str(error), error.retry_after)
        except (OSError, aiohttp.ClientError) as error:
            return Later(f"Discord can't be reached: {error}")

    # -- what notes ask for

    async def _show(  # noqa: C901
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
                return await self._ask(delivery, shown, message, about_time(shown.table, note.mentions))
            case PublicKind.ABSENCE:
                lasted = await self._absences.length(shown.table.guild_id)
                return await self._in_thread(delivery, shown, absence_message(shown.table, lasted, words))
            case PublicKind.REMIND:
                about = about_call(shown.table, note.mentions[0])
                return await self._ask(
                    delivery, shown, public_reminder(shown, note.mentions[0], words), about
                )
            case PublicKind.OFFER:
                offers = await self._endings.offers(shown.table.match_id)
                message = offer_message(shown, offers, note.mentions, words)
                return await self._ask(delivery, shown, message, about_offer(offers))
            case PublicKind.ENDED:
                return await self._ended(delivery, shown, note.mentions, words)
            case PublicKind.VOIDED:
                told = await self._endings.intervention(shown.table.match_id)
                message = voided_message(shown, told, note.mentions, words)
                return await self._in_thread(delivery, shown, message)
            case PublicKind.ROUND:
                return await self._round(delivery, shown, words)
            case PublicKind.RESULT:
                return await self._result(delivery, shown, words)
            case PublicKind.LOOK_BACK:
                return await self._look_back(delivery, shown, note.mentions, words)

    async def _challenge(
        self, delivery: Delivery, shown: PublicLook | MatchTable, words: Texts
    ) -> Sent | Gone:
        table = shown if isinstance(shown, MatchTable) else shown.table
        message = await self._challenge_message(shown, words)
        if table.challenge_message_id is not None:
            try:
                await self._posting.edit(table.channel_id, table.challenge_message_id, message)
                return Sent(table.challenge_message_id)
            except MessageLost as lost:
                if table.thread_id is not None:
                    return Gone(f"the message can't be edited: {lost}")
        if table.standing in (Standing.DECLINED, Standing.WITHDRAWN, Standing.EXPIRED):
            return Sent()
        return Sent(await self._posting.send(delivery, table.channel_id, message))

    async def _challenge_message(self, shown: PublicLook | MatchTable, words: Texts) -> PublicMessage:
        table = shown if isinstance(shown, MatchTable) else shown.table
        for_newcomer = table.standing is Standing.CHALLENGED and not (table.is_practice or table.table_for)
        for_newcomer = for_newcomer and all(
            [await self._beginners.is_new(person.id, table.game) for person in table.challenged]
        )
        return challenges_messages.challenge(shown, words, for_newcomer=for_newcomer)

    async def _open(self, table: MatchTable, words: Texts) -> Sent:
        """Open the match's thread on the challenge's message; if that has been deleted, one that hangs on nothing."""
        if table.thread_id is not None:
            return Sent(table.thread_id)
        if table.challenge_message_id is not None:
            try:
                opened = await self._posting.open_thread_on(
                    table.channel_id, table.challenge_message_id, _thread_name(table, words)
                )
                return Sent(opened)
            except discord.HTTPException as error:
                if error.code == THREAD_EXISTS:
                    return Sent(table.challenge_message_id)
                if error.code != UNKNOWN_MESSAGE:
                    raise
        return Sent(await self._posting.open_thread(table.channel_id, _thread_name(table, words)))

    async def _status(self, delivery: Delivery, look: PublicLook, words: Texts) -> Sent | Gone:
        """Make the status message current; where it or its thread has been deleted, begin again."""
        table = look.table
        opened = table.thread_id or (await self._open(table, words)).message_id
        if opened is None:
            return Gone("the match has no thread")
        message = await self._status_messages.status(look, words)
        try:
            return Sent(await self._status_in(delivery, look, opened, message), opened)
        except discord.Forbidden as error:
            if error.code != MISSING_PERMISSIONS or not message.pictures:
                raise
            # A withdrawn "Attach Files" must not stop a match: the same in words.
            in_words = await self._status_messages.status(
                look, words, instead=words.no_pictures.format(channel=f"<#{table.channel_id}>")
            )
            return Sent(await self._status_in(delivery, look, opened, in_words), opened)
        except discord.NotFound as error:
            if error.code != UNKNOWN_CHANNEL:
                raise
        thread = await self._posting.open_thread(table.channel_id, _thread_name(table, words))
        _log.info("a deleted thread was begun anew", match=table.match_id, thread=thread)
        note = words.thread_gone.format(title=title(table, words))
        await self._posting.send(None, thread, PublicMessage((text(note),)))
        return Sent(await self._posting.send(None, thread, _calling(message, table)), thread)

    async def _status_in(
        self, delivery: Delivery, look: PublicLook, thread: int, message: PublicMessage
    ) -> int:
        known = look.table.status_message_id
        if known is not None:
            try:
                await self._posting.edit_in_thread(thread, known, message)
                return known
            except MessageLost as lost:
                # The delivery's nonce would bring a deleted message back.
                sent = await self._posting.send(None, thread, message)
                if lost.for_now:
                    # It shows what is not so any more.
                    await self._posting.take_away(thread, known)
                return sent
        # The first time it calls all players: they learn that the match has begun, and have its thread in their list.
        return await self._posting.send(delivery, thread, _calling(message, look.table))

    async def _in_thread(self, delivery: Delivery, look: PublicLook, message: PublicMessage) -> Sent | Gone:
        if look.table.thread_id is None:
            return Gone("the match has no thread")
        if not message.items:
            return Sent()
        return Sent(await self._posting.send(delivery, look.table.thread_id, message))

    async def _ask(
        self, delivery: Delivery, look: PublicLook, message: PublicMessage, about: str
    ) -> Sent | Gone:
        """Send a message into the thread that is to be edited when what it asks for is settled.

        It takes the place of one that has asked for the same before: a call is kept in a word, since the one who was called
        looks for it; anything else would only be there twice.
        """
        sent = await self._in_thread(delivery, look, message)
        if not isinstance(sent, Sent) or sent.message_id is None:
            return sent
        before = (await self._endings.posts(look.table.match_id)).get(about)
        if before is not None and before[1] != sent.message_id:
            if is_call(about):
                words = texts_for(delivery.locale)
                old = await self._closing.settled(look, about, words, is_replaced=True)
                if old is not None:
                    await self._posting.edit_if_there(*before, old)
            else:
                await self._posting.take_away(*before)
        return msgspec.structs.replace(sent, channel_id=look.table.thread_id, about=about)

    async def _unreadable(
        self, delivery: Delivery, note: PublicNote, table: MatchTable, words: Texts
    ) -> Sent:
        """Say of a match that it can't be read: in the message that always shows it, and once in a new one at its end."""
        assert table.thread_id is not None
        message = status.unreadable(table, words)
        if note.kind is PublicKind.STATUS and table.status_message_id is not None:
            await self._posting.edit_if_there(table.thread_id, table.status_message_id, message)
            return Sent(table.status_message_id, table.thread_id)
        message = replace(message, mentions=note.mentions)
        return Sent(await self._posting.send(delivery, table.thread_id, message), table.thread_id)

    async def _settle(self, look: PublicLook, words: Texts) -> tuple[tuple[str, int], ...]:
        """Edit what was asked for in the thread and is settled, and return which messages those were."""
        done: list[tuple[str, int]] = []
        for about, (channel, known) in (await self._endings.posts(look.table.match_id)).items():
            message = await self._closing.settled(look, about, words)
            if message is not None:
                await self._posting.edit_if_there(channel, known, message)
                done.append((about, known))
        return tuple(done)

    async def _ended(
        self, delivery: Delivery, look: PublicLook, people: tuple[int, ...], words: Texts
    ) -> Sent | Gone:
        posts = await self._endings.posts(look.table.match_id)
        if PublicKind.TALK in posts:
            known = posts[PublicKind.TALK][1]
            await self._posting.edit_if_there(look.table.channel_id, known, talk_message(look, words))
        people += await self._watching.to_call(look.table.match_id)
        message = await self._ended_messages.ended(look, people, words)
        try:
            sent = await self._in_thread(delivery, look, message)
        except discord.Forbidden as error:
            if error.code != MISSING_PERMISSIONS or not message.texts:
                raise
            # That the match is over must be said, with its record or without.
            missing = words.record_not_allowed.format(channel=f"<#{look.table.channel_id}>")
            in_words = await self._ended_messages.ended(look, people, words, instead=missing)
            sent = await self._in_thread(delivery, look, in_words)
        return Sent(sent.message_id, look.table.thread_id) if isinstance(sent, Sent) else sent

    async def _round(self, delivery: Delivery, look: PublicLook, words: Texts) -> Sent | Later | Gone:
        """Show the round in which a match was decided; while that is being drawn, other things are announced."""
        rounds, table = self._rounds, look.table
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

    async def _look_back(
        self, delivery: Delivery, look: PublicLook, people: tuple[int, ...], words: Texts
    ) -> Sent | Gone:
        """Show how far looking back is: in the one message about it, which is sent when a person first asks."""
        table, posts = look.table, await self._endings.posts(look.table.match_id)
        found = await self._look_backs.found(table)
        known = posts.get(PublicKind.LOOK_BACK)
        if known is None and found.stage in (Stage.OPEN, Stage.DECLINED):
            return Sent()

        async def show(message: PublicMessage) -> Sent | Gone:
            if known is None:
                sent = await self._in_thread(delivery, look, message)
                return replace(sent, channel_id=table.thread_id) if isinstance(sent, Sent) else sent
            try:
                await self._posting.edit_in_thread(*known, message)
            except MessageLost as lost:
                if not lost.for_now:
                    return Gone("the message was deleted")
                sent = await self._posting.send(None, known[0], message)
                await self._posting.take_away(*known)
                return Sent(sent, known[0])
            return Sent(known[1], known[0])

        message = await self._look_backs.public(found, words, people)
        try:
            sent = await show(message)
        except discord.Forbidden as error:
            if error.code != MISSING_PERMISSIONS or not message.pictures:
                raise
            sent = await show(await self._look_backs.public(found, words, people, in_words=True))
        if PublicKind.ENDED in posts and found.stage not in (Stage.ASKED, Stage.WORKING):
            # What was said there to have decided the match may be something else now.
            ended = await self._ended_messages.ended(look, (), words)
            await self._posting.edit_if_there(*posts[PublicKind.ENDED], ended)
        return sent

    async def _result(self, delivery: Delivery, look: PublicLook, words: Texts) -> Sent | Later | Gone:
        """Announce how a match ended where its server wants it; a trouble there is none of the match."""
        table, servers = look.table, self._servers
        if table.guild_id is None or look.outcome is None or not look.outcome.places:
            return Sent()
        channel = (await servers.rules(table.guild_id)).announces
        if channel is None:
            return Sent()
        try:
            sent = await self._posting.send(
                delivery, channel.id, await self._ended_messages.result(look, words)
            )
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
        if PublicKind.TALK in await self._endings.posts(table.match_id):
            return Sent()
        sent = None
        try:
            sent = await self._posting.send(delivery, table.channel_id, talk_message(shown, words))
            thread = await self._posting.open_thread_on(table.channel_id, sent, talk_name(table, words))
        except discord.HTTPException as error:
            if error.code != THREAD_EXISTS or sent is None:
                trouble = trouble_of(error, table.channel_id)
                result = _failure(error, trouble)
                if isinstance(result, Gone):
                    await self._troubles.remember(table.match_id, trouble, talk=True)
                    if sent is not None:
                        await self._posting.take_away(table.channel_id, sent)
                return result
            thread = sent
        await self._troubles.remember(table.match_id, None, talk=True)
        return Sent(sent, thread)

    async def _names(self, shown: PublicLook | MatchTable, words: Texts) -> Sent | Later:
        """Make every message of a match current that can be reached, and the name of its thread."""
        table, edited = shown if isinstance(shown, MatchTable) else shown.table, list[bool]()
        if table.challenge_message_id is not None:
            message = await self._challenge_message(shown, words)
            edited.append(
                await self._posting.edit_if_there(table.channel_id, table.challenge_message_id, message)
            )
        if isinstance(shown, PublicLook):
            for channel, known, message in await self._standing(shown, words):
                edited.append(await self._posting.edit_if_there(channel, known, message))
        if table.thread_id is not None:
            await self._posting.rename(table.thread_id, _thread_name(table, words))
        if PublicKind.TALK in (posts := await self._endings.posts(table.match_id)):
            thread, known = posts[PublicKind.TALK]
            edited.append(
                await self._posting.edit_if_there(table.channel_id, known, talk_message(shown, words))
            )
            await self._posting.rename(thread, talk_name(table, words))
        # No name of someone who has been forgotten may stay.
        return Sent() if all(edited) else Later("an old message was edited too often", HOUR)

    async def _standing(self, look: PublicLook, words: Texts) -> list[tuple[int, int, PublicMessage]]:
        """Return what stands of a match in its thread and elsewhere: channel, message, and what it is to say."""
        table = look.table
        posts = await self._endings.posts(table.match_id)
        found: list[tuple[int, int, PublicMessage]] = []
        if table.thread_id is not None and table.status_message_id is not None:
            message = await self._status_messages.status(look, words)
            found.append((table.thread_id, table.status_message_id, message))
        if PublicKind.ENDED in posts:
            people = tuple(one.id for one in table.people if one.id > 0 and not one.is_house)
            message = await self._ended_messages.ended(look, people, words)
            found.append((*posts[PublicKind.ENDED], message))
        if PublicKind.ROUND in posts:
            with suppress(NotFound):  # It may have been played by other rules than today's.
                moving = await self._rounds.of_match(table.match_id, words.locale)
                if moving is not None:
                    found.append((*posts[PublicKind.ROUND], round_message(moving, words)))
        if PublicKind.LOOK_BACK in posts:
            message = await self._look_backs.public(await self._look_backs.found(table), words)
            found.append((*posts[PublicKind.LOOK_BACK], message))
        if PublicKind.RESULT in posts:
            message = await self._ended_messages.result(look, words)
            found.append((*posts[PublicKind.RESULT], message))
        return found

    async def _edit_panel(self, delivery: Delivery, look: PrivateLook, words: Texts) -> Sent:
        if look.panel is None:
            return Sent()
        channel, known = look.panel
        # What was pressed right there is about to change it: the same picture need not be sent twice.
        await self._boundary.answered(known)
        try:
            standing = await self._posting.channel(channel).fetch_message(known)
            if not await self._panel_messages.is_current(standing, look):
                # Otherwise it was answered right there, and what is half picked there must not be wiped away.
                message = await self._panel_messages.panel(look, words, with_board=True)
                try:
                    await self._posting.edit(channel, known, message)
                except MessageLost as lost:
                    if not lost.for_now:
                        return Sent()
                    channel, sent = await self._posting.send_directly(
                        delivery, look.person.id, message, silent=True
                    )
                    await self._posting.take_away(*look.panel)
                    return Sent(sent, channel)
        except (discord.NotFound, discord.Forbidden):
            # The person has deleted it or shut the door; there is nothing to keep current.
            return Sent()
        return Sent(known, channel)

    async def _clear_away(self, look: PrivateLook, channel: int, newer: int) -> None:
        """Delete the panel that a newer one replaces, so that one match is one message and not a hundred."""
        if look.panel is not None and look.panel != (channel, newer):
            await self._posting.take_away(*look.panel)


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
