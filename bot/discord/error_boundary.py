"""The error boundary: user errors become sentences, and internal failures a reference code that is also in the log.

Commands, buttons, menus, forms and autocompletion all run inside `ErrorBoundary`, because discord.py only logs their
exceptions and shows nothing.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Generator, Sequence
from contextlib import asynccontextmanager, contextmanager

import aiohttp
import discord
import structlog
from discord import app_commands
from structlog.contextvars import bound_contextvars

from bot.command_keys import Command
from bot.discord.channels import Elsewhere, where_instead
from bot.discord.components.custom_ids import read
from bot.discord.components.messages import PrivateMessage, row, text
from bot.discord.components.plain import plain, shorten
from bot.discord.components.replies import Reply
from bot.discord.delivery_failures import ARCHIVED
from bot.discord.game_resolver import ChoiceNeeded, GameResolver
from bot.discord.interaction_data import Interaction
from bot.discord.match_buttons import close_button
from bot.discord.reference_pages import cited
from bot.errors import Refusal, Unwritable, reference
from bot.games.playable import PlayableGame
from bot.people.locales import Locales, locale_of
from bot.platform.metrics import InteractionMeasure
from bot.platform.places import WorkSlot, WorkSlots
from bot.servers.rules import NotHere
from bot.store.match_status import MatchStatus
from bot.views.build_views import table_of
from bot.views.load_match import CannotBeRead
from cards.i18n import msg
from engine.kernel.errors import GameError, IllegalChoice

FAILED = msg(
    "Something went wrong on my end. Please try again. If it keeps happening, send "
    "this code to the person who runs the bot: `{code}`."
)

Offer = Awaitable[Sequence[tuple[str, str]]]
"""Suggestions as (shown, value)."""

_log = structlog.stdlib.get_logger(__name__)

AT_ONCE = 8
"""Maximum interactions processed at the same time. The others have had their first reply, and wait at no cost."""
EACH = 2
"""Maximum interactions of one person processed at the same time, which leaves slots for other people."""
LONGEST = 3900
"""Maximum characters of an error message: a list of all mistakes can be longer than a message."""
ALREADY_ACKNOWLEDGED = 40060
UNKNOWN_INTERACTION = 10062
UNKNOWN_WEBHOOK = 10015
DEAD_TOKEN = 50027
_MOMENT = re.compile(r"\\<t:(\d{1,12}):R\\>")
"""A timestamp (`bot.people.contact_limits.moment`) that was escaped with the rest. It is safe to restore."""
_COMMAND = re.compile(rf"\\`({'|'.join(re.escape(command.typed) for command in Command)}|[a-z]+:)\\`")
"""A command in one of the bot's sentences. It stays clickable although the rest is escaped."""
_NOBODY_LISTENS = frozenset({ALREADY_ACKNOWLEDGED, UNKNOWN_INTERACTION, UNKNOWN_WEBHOOK, DEAD_TOKEN})


class ErrorBoundary:
    """Runs the handlers of interactions, and tracks the ones in progress. It first records each person's language.

    `answering` is called with the number of waiting people whenever it changes. `show_counted` reports, under a
    reference code, that an interaction counted although its answer failed; it returns False if nothing counted.
    """

    def __init__(
        self,
        game_resolver: GameResolver,
        locales: Locales,
        answering: Callable[[int], None],
        show_counted: Callable[[Reply, str], Awaitable[bool]],
    ) -> None:
        self._game_resolver = game_resolver
        self._locales = locales
        self._on_count = answering
        self._show_counted = show_counted
        self._replies: dict[int, list[Reply]] = {}
        """The replies in progress, by person."""
        self._running = 0
        self.places = WorkSlots(AT_ONCE, EACH)
        self._idle = asyncio.Event()
        self._idle.set()
        self._pressed: dict[int, set[asyncio.Event]] = {}
        """By message, the presses being answered: an event for each, set at its end."""
        self._later: set[asyncio.Task[None]] = set()
        """The work that follows an answer."""

    @asynccontextmanager
    async def answering(self, interaction: Interaction) -> AsyncGenerator[Reply]:
        """Reply to an interaction. No exception leaves this block."""
        measure = InteractionMeasure(interaction.type.name)
        with (
            self._counted_interaction(),
            self._tracked_press(interaction) as earlier_presses,
            bound_contextvars(interaction=interaction.id),
        ):
            # The first reply doesn't wait. Later ones wait for this, to use the right language.
            locale_task = asyncio.create_task(self._remember_language(interaction))
            place = WorkSlot(self.places, interaction.user.id)
            replies = self._replies.setdefault(interaction.user.id, [])
            reply = Reply(
                interaction, locale_task, earlier_presses, place, self._run_afterwards, tuple(replies)
            )
            reply.on_first_answer = measure.first_answer
            replies.append(reply)
            try:
                yield reply
            except Exception as error:
                measure.outcome = _outcome(error)
                await self.answer_error(reply, error)
            finally:
                measure.answered()
                reply.leave()
                replies.remove(reply)
                if not replies:
                    del self._replies[interaction.user.id]
            await locale_task
            # The interaction may have created this person's row, with a challenge: store their language now.
            await self._remember_language(interaction)

    async def _remember_language(self, interaction: Interaction) -> None:
        """Store a person's language. A failure must not prevent the answer."""
        person_locale, server_locale = locale_of(interaction.locale), locale_of(interaction.guild_locale)
        try:
            await self._locales.remember(
                interaction.user.id, person_locale, interaction.guild_id, server_locale
            )
        except Unwritable as error:
            _log.warning("languages could not be remembered", why=str(error))
        except Exception as error:
            _log.error("languages could not be remembered", reference=reference(), exc_info=error)

    async def answer_error(self, reply: Reply, error: Exception) -> None:
        """Reply with a sentence about an error."""
        if isinstance(error, discord.HTTPException) and _is_unheard(error):
            # Delivered twice, too late, or in a channel without write access: the act is done, and no one can be
            # told.
            _log.info("interaction lost", interaction=reply.interaction.id, code=error.code)
            return
        try:
            if isinstance(error, NotHere):
                await reply.say(await where_instead(reply.interaction, error, reply.translate))
            elif isinstance(error, CannotBeRead) and _may_close(error, reply):
                table = table_of(error.row, self._game_resolver.games.find(error.row.game))
                way_out = row(close_button(table, reply.translate))
                await reply.show(PrivateMessage((text(await self._sentence(reply, error)), way_out)))
            elif isinstance(error, ChoiceNeeded):
                await reply.show(error.question())
            elif isinstance(error, Elsewhere):
                await reply.say(str(error))
            elif isinstance(error, GameError | Refusal):
                await reply.say(await self._sentence(reply, error))
            else:
                code = _logged(reply, error)
                if not await self._show_counted(reply, code):
                    await reply.say(FAILED.filled(code=code))
        except (discord.HTTPException, discord.RateLimited) as unsaid:
            _log.warning("could not answer", interaction=reply.interaction.id, error=str(unsaid))

    async def answer_stray(self, interaction: Interaction, error: Exception) -> None:
        """Answer a command that never started: it no longer exists, or was called with wrong arguments."""
        if interaction.type is discord.InteractionType.autocomplete:
            _log.info("stray autocompletion", control=what(interaction), error=str(error))
            return
        with self._counted_interaction():
            reply = Reply(interaction)
            stale = isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch)
            await self.answer_error(
                reply,
                Refusal(msg("This command has changed. Please close and reopen Discord, then try again."))
                if stale
                else error,
            )

    async def _game(self, reply: Reply) -> PlayableGame:
        """Return the game of the interaction, or the first one if that is unknown."""
        custom_id = (reply.interaction.data or {}).get("custom_id")
        control = read(custom_id) if isinstance(custom_id, str) else None
        try:
            game = await self._game_resolver.game_of(reply.interaction, control=control)
        except Exception:
            game = None
        return game or next(iter(self._game_resolver.games.games.values()))

    async def _sentence(self, reply: Reply, error: Exception) -> str:
        game = await self._game(reply)
        translator = game.translator(reply.translate.locale)
        if isinstance(error, IllegalChoice):
            return f"{plain(translator(error.message))} {cited(game, error.rule, reply.translate)}"
        if isinstance(error, GameError | Refusal):
            lines = [
                _MOMENT.sub(r"<t:\1:R>", with_commands_shown(plain(line)))
                for line in translator(error.message).splitlines()
            ]
            return shorten("\n".join(lines), LONGEST)
        return reply.translate(FAILED.filled(code=_logged(reply, error)))

    async def complete(self, interaction: Interaction, offer: Offer) -> list[app_commands.Choice[str]]:
        """Return suggestions while a person types; none after a failure."""
        with self._counted_interaction():
            try:
                return [
                    app_commands.Choice(name=shown[:100], value=value)
                    for shown, value in (await offer)[:25]
                    if shown and len(value) <= 100
                ]
            except (Refusal, GameError):
                return []
            except Exception as error:
                _log.error("autocompletion failed", reference=reference(), exc_info=error)
                return []

    @property
    def running(self) -> int:
        """The number of interactions in progress."""
        return self._running

    async def drained(self) -> None:
        """Wait until no interaction is in progress, including follow-up work."""
        await self._idle.wait()
        while self._later:
            await asyncio.wait(self._later)
            await self._idle.wait()

    def give_up(self) -> None:
        """Cancel all follow-up work."""
        for task in self._later:
            task.cancel()

    def _run_afterwards(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(self._run_follow_up(work))
        self._later.add(task)
        task.add_done_callback(self._later.discard)

    async def _run_follow_up(self, work: Coroutine[object, object, None]) -> None:
        """Do follow-up work after a reply. A failure is only logged."""
        try:
            await work
        except (discord.DiscordException, OSError, aiohttp.ClientError, Unwritable) as error:
            _log.info("the follow-up of an answer could not be shown", error=str(error))
        except Exception as error:
            _log.error("the follow-up of an answer failed", reference=reference(), exc_info=error)

    async def answered(self, message: int) -> None:
        """Wait until all current presses on a message are answered, as they may edit it."""
        for press in list(self._pressed.get(message, ())):
            await press.wait()

    @contextmanager
    def _tracked_press(self, interaction: Interaction) -> Generator[Sequence[asyncio.Event]]:
        """Track a press, and yield the presses on the same message that are still being answered."""
        if interaction.message is None:
            yield ()
            return
        message, press = interaction.message.id, asyncio.Event()
        presses = self._pressed.setdefault(message, set())
        earlier = list(presses)
        presses.add(press)
        try:
            yield earlier
        finally:
            press.set()
            presses.discard(press)
            if not presses:
                del self._pressed[message]

    @contextmanager
    def _counted_interaction(self) -> Generator[None]:
        self._running += 1
        self._idle.clear()
        self._on_count(self._running)
        try:
            yield
        finally:
            self._running -= 1
            if not self._running:
                self._idle.set()
            self._on_count(self._running)


def _is_unheard(error: discord.HTTPException) -> bool:
    """Return whether a reply was refused for a reason that would affect any other reply too."""
    if error.code != ARCHIVED:
        return error.code in _NOBODY_LISTENS
    # Only replies count, not other messages: the thread of the press is archived and locked.
    path = error.response.url.path if isinstance(error.response, aiohttp.ClientResponse) else ""
    return "/interactions/" in path or "/webhooks/" in path


def _logged(reply: Reply, error: Exception) -> str:
    """Log an internal failure. Return its reference code."""
    code = reference()
    _log.error(
        "interaction failed",
        reference=code,
        interaction=reply.interaction.id,
        control=what(reply.interaction),
        exc_info=error,
    )
    return code


def _outcome(error: Exception) -> str:
    """Return a word for the outcome of an interaction that raises this error."""
    if isinstance(error, discord.HTTPException) and _is_unheard(error):
        return "lost"
    return "refused" if isinstance(error, GameError | Refusal | Elsewhere | CannotBeRead) else "failed"


def _may_close(error: CannotBeRead, reply: Reply) -> bool:
    """Return whether the person can end the unreadable match: they play in it, and it hasn't ended."""
    return error.row.status is MatchStatus.PLAYING and error.row.seat_of(reply.person) is not None


def with_commands_shown(harmless: str) -> str:
    """Return an escaped text in which commands and options are code again."""
    return _COMMAND.sub(r"`\1`", harmless)


def what(interaction: Interaction) -> str:
    """Return the name of an interaction for the log: a command, or the first parts of a control's id."""
    data = interaction.data or {}
    custom_id = data.get("custom_id")
    if isinstance(custom_id, str):
        return ":".join(custom_id.split(":")[:4])
    return interaction.command.qualified_name if interaction.command else str(data.get("name", ""))
