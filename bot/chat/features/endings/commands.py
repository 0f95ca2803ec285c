"""Taking back and ending: undo, draw, and abort: for players, and for moderators."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Literal

import discord
from discord import app_commands

from bot.chat.command_layout import Layout
from bot.chat.components.custom_ids import CustomId
from bot.chat.components.lengths import Name
from bot.chat.components.messages import PrivateMessage, text
from bot.chat.components.replies import Reply
from bot.chat.core import Core
from bot.chat.error_boundary import ErrorBoundary
from bot.chat.features.challenges.commands import offer_decks, person_of, show_accepted, show_begun, show_sent
from bot.chat.features.challenges.messages import decks
from bot.chat.features.deciding.acting import show_now
from bot.chat.features.endings.messages import abort_question, too_late, void_form, void_question
from bot.chat.find_match import (
    find_finished,
    find_match,
    offer_finished,
    offer_matches,
    offer_moderated,
    player_look,
)
from bot.chat.match_text import named
from bot.chat.moderators import check_moderator
from bot.chat.texts.texts import ENGLISH, Texts, texts_for
from bot.command_keys import Command
from bot.errors import BadDeck, Told
from bot.match.consent import Said, Settled
from bot.match.interventions import REASON
from bot.match.undo import TooLate

Interaction = discord.Interaction[Any]
Choices = list[app_commands.Choice[str]]
Press = Callable[[Core, Reply, CustomId, Sequence[str]], Awaitable[None]]
YesNo = Literal["yes", "no"]
W = ENGLISH.endings


def add(layout: Layout, core: Core, boundary: ErrorBoundary) -> None:
    """Add the commands."""

    @layout.command(Command.UNDO, W.d_undo)
    @app_commands.describe(agree=W.d_agree, match=ENGLISH.d_match)
    async def undo(interaction: Interaction, agree: YesNo = "yes", match: Name | None = None) -> None:
        async with boundary.answering(interaction) as reply:
            await reply.later()
            found = await find_match(core, interaction, match, reply.words)
            await undo_in(core, reply, found, agree=agree == "yes")

    @layout.command(Command.DRAW, W.d_draw)
    @app_commands.describe(agree=W.d_agree, match=ENGLISH.d_match)
    async def draw(interaction: Interaction, agree: YesNo = "yes", match: Name | None = None) -> None:
        async with boundary.answering(interaction) as reply:
            await reply.later()
            found = await find_match(core, interaction, match, reply.words)
            await draw_in(core, reply, found, agree=agree == "yes")

    @layout.command(Command.ABORT, W.d_abort)
    @app_commands.describe(match=ENGLISH.d_match)
    async def abort(interaction: Interaction, match: Name | None = None) -> None:
        async with boundary.answering(interaction) as reply:
            await reply.later()
            found = await find_match(core, interaction, match, reply.words)
            await ask_to_abort(core, reply, found)

    @layout.command(Command.MODERATE_END, W.d_end)
    @app_commands.describe(reason=W.d_reason, match=W.d_end_match)
    async def end(
        interaction: Interaction,
        reason: app_commands.Range[str, 1, REASON],
        match: Name | None = None,
    ) -> None:
        async with boundary.answering(interaction) as reply:
            await reply.later()
            if not match and not await _is_in_thread(core, interaction):
                # A moderator's own match is not the one that is meant.
                raise Told(reply.words.endings.end_which)
            found = await find_match(core, interaction, match, reply.words)
            await end_in(core, reply, found, reason)

    @layout.command(Command.MODERATE_VOID, W.d_void)
    @app_commands.describe(match=W.d_void_match)
    async def void(interaction: Interaction, match: Name | None = None) -> None:
        async with boundary.answering(interaction) as reply:
            await reply.later()
            if not match and not await _is_in_thread(core, interaction):
                raise Told(reply.words.endings.end_which)
            await check_moderator(core, reply)
            found = await find_finished(core, interaction, match, reply.words)
            moderator = person_of(interaction.user)
            table = await core.endings.check_void(found, moderator, interaction.guild_id)
            await reply.show(void_question(table, reply.words))

    @layout.command(Command.REMATCH, W.d_rematch)
    @app_commands.describe(deck=W.d_rematch_deck, match=W.d_rematch_match)
    async def rematch(interaction: Interaction, deck: Name | None = None, match: Name | None = None) -> None:
        async with boundary.answering(interaction) as reply:
            await reply.later()
            found = await find_finished(core, interaction, match, reply.words)
            await rematch_in(core, reply, found, deck or "")

    @rematch.autocomplete("deck")
    async def decks_to_play_again(interaction: Interaction, typed: str) -> Choices:
        return await boundary.complete(interaction, offer_decks(core, core.games.default, interaction, typed))

    @rematch.autocomplete("match")
    async def finished(interaction: Interaction, typed: str) -> Choices:
        words = texts_for(interaction.locale)
        return await boundary.complete(interaction, offer_finished(core, interaction.user.id, typed, words))

    @end.autocomplete("reason")
    async def reasons(interaction: Interaction, typed: str) -> Choices:
        async def fitting() -> list[tuple[str, str]]:
            offered = zip(texts_for(interaction.locale).endings.reasons, W.reasons, strict=True)
            return [(name, one) for name, one in offered if typed.strip().casefold() in name.casefold()]

        return await boundary.complete(interaction, fitting())

    @undo.autocomplete("match")
    @draw.autocomplete("match")
    @abort.autocomplete("match")
    async def matches(interaction: Interaction, typed: str) -> Choices:
        words = texts_for(interaction.locale)
        return await boundary.complete(interaction, offer_matches(core, interaction.user.id, typed, words))

    @end.autocomplete("match")
    async def of_others(interaction: Interaction, typed: str) -> Choices:
        words = texts_for(interaction.locale)
        return await boundary.complete(interaction, offer_moderated(core, interaction, typed, words))

    @void.autocomplete("match")
    async def counted(interaction: Interaction, typed: str) -> Choices:
        words = texts_for(interaction.locale)
        return await boundary.complete(
            interaction, offer_moderated(core, interaction, typed, words, finished=True)
        )


async def _is_in_thread(core: Core, interaction: Interaction) -> bool:
    """Whether a match is played where somebody typed."""
    here = interaction.channel_id
    return here is not None and await core.matches.in_thread(here) is not None


async def undo_in(
    core: Core, reply: Reply, match_id: int, *, agree: bool, answering: bool | None = None, late: bool = False
) -> None:
    """Take one's last decision back, or answer the wish to: whichever it can be, or as `answering` says.

    Where it is too late, offer to ask the other player all the same; `late` asks them.
    """
    try:
        done = await core.endings.undo(
            reply.interaction.id,
            match_id,
            reply.person,
            agree=agree,
            answering=answering,
            late=late,
            locale=reply.words.locale,
        )
    except TooLate as refused:
        why = refused.table.game.translator(reply.words.locale)(refused.message)
        await reply.show(too_late(refused.table, reply.person, why, reply.words))
        return
    await _tell(core, reply, done)


async def draw_in(core: Core, reply: Reply, match_id: int, *, agree: bool, answering: bool = False) -> None:
    """Offer a draw, or answer the offer; with `answering`, nothing but that."""
    done = await core.endings.draw(
        reply.interaction.id, match_id, reply.person, agree=agree, answering=answering
    )
    await _tell(core, reply, done)


async def rematch_in(core: Core, reply: Reply, match_id: int, deck: str = "") -> None:
    """Ask for a match to be played again, or accept that; where one's deck is gone, let another be chosen."""
    try:
        again = await core.matches.rematch(
            reply.interaction.id, match_id, person_of(reply.interaction.user), deck
        )
    except BadDeck:
        if deck:
            raise
        await reply.show(await decks(core, await core.matches.table(match_id), reply.person, reply.words))
        return
    if not again.begun:
        await show_sent(core, reply, again.table.match_id)
    elif any(person.is_house for person in again.table.people):
        await show_begun(core, reply, again.table, again.deck)
    else:
        mine = await player_look(core, again.table.match_id, reply.person, reply.words)
        await show_accepted(core, reply, mine, again.deck)


async def ask_to_abort(core: Core, reply: Reply, match_id: int) -> None:
    """Ask once more whether a match is to be called off; where it can't be any more, say why."""
    mine = await player_look(core, match_id, reply.person, reply.words)
    if await core.endings.may_abort(match_id):
        alone = await core.endings.aborts_alone(match_id, mine.seat)
        await reply.show(abort_question(mine.table, reply.words, alone=alone))
    else:
        await core.endings.abort(reply.interaction.id, match_id, reply.person)


async def end_in(core: Core, reply: Reply, match_id: int, reason: str) -> None:
    """End other people's match as a moderator of this server. Raises Refusal for anybody else."""
    interaction = reply.interaction
    await check_moderator(core, reply)
    moderator = person_of(interaction.user)
    done = await core.endings.end(interaction.id, match_id, moderator, interaction.guild_id, reason)
    await reply.say(_said(done, reply.words))


async def _tell(core: Core, reply: Reply, done: Settled) -> None:
    await show_now(core, reply, done.table.match_id, note=_said(done, reply.words))


def _said(done: Settled, words: Texts) -> str:
    said = words.endings
    match done.said:
        case Said.UNDONE:
            return said.undone
        case Said.UNDO_ASKED:
            return said.undo_asked.format(why=done.table.game.translator(words.locale)(done.why)).strip()
        case Said.UNDO_REFUSED:
            return said.undo_refused
        case Said.DRAWN:
            return said.is_drawn
        case Said.DRAW_OFFERED:
            return said.draw_offered
        case Said.DRAW_REFUSED:
            return said.draw_refused
        case Said.ABORTED:
            return said.aborted
        case Said.ABORT_ASKED:
            return said.abort_asked
        case Said.ABORT_REFUSED:
            return said.abort_refused
        case Said.AGREED:
            return said.agreed
        case Said.ENDED:
            return said.ended
        case Said.VOIDED:
            return said.voided
        case Said.CLOSED:
            return said.closed
        case Said.DONE_BEFORE:
            return words.done_before


# -- controls


async def _undo(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    await reply.in_place()
    # What stands on a button is what it does, whatever has happened since.
    answering = {"agree": True, "no": True, "own": False, "ask": False}.get(control.state)
    await undo_in(
        core,
        reply,
        control.match_id,
        agree=control.state != "no",
        answering=answering,
        late=control.state == "ask",
    )


async def _draw(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    await reply.in_place()
    await draw_in(
        core, reply, control.match_id, agree=control.state != "no", answering=control.state in ("agree", "no")
    )


async def _call_off(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    await reply.in_place()
    await ask_to_abort(core, reply, control.match_id)


async def _abort(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    await reply.in_place()
    done = await core.endings.abort(
        reply.interaction.id,
        control.match_id,
        reply.person,
        agree=control.state != "no",
        answering=control.state in ("agree", "no"),
    )
    await _tell(core, reply, done)


async def _void(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    """A moderator is asked why, and then it is done; or it is not."""
    moderator, guild = person_of(reply.interaction.user), reply.interaction.guild_id
    if control.state == "why":
        await check_moderator(core, reply)
        await core.endings.check_void(control.match_id, moderator, guild)
        await reply.ask(void_form(control.match, reply.words))
        return
    await reply.in_place()
    if control.state == "no":
        await reply.say(reply.words.endings.void_not)
        return
    await check_moderator(core, reply)
    reason = values[0] if values else ""
    done = await core.endings.void(reply.interaction.id, control.match_id, moderator, guild, reason)
    await reply.say(_said(done, reply.words))


async def _close(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    """End a match without a result that can't be read any more."""
    await reply.in_place()
    done = await core.endings.close(reply.interaction.id, control.match_id, reply.person)
    await reply.show(PrivateMessage((text(_said(done, reply.words)),)))


async def _rematch(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    """The button under a match that is over. Everybody sees it: who has not played can begin another match."""
    await reply.later()
    table = await core.matches.table(control.match_id)
    if table.seat_of(reply.person) is None:
        who = named(table, range(len(table.people)), reply.words)
        said = reply.words.endings.rematch_not_yours
        await reply.say(said.format(who=who, channel=f"<#{table.channel_id}>"))
        return
    await rematch_in(core, reply, control.match_id)


async def _rematch_with(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    """A deck was chosen in the menu, or by the button that offers one."""
    await reply.in_place()
    await rematch_in(core, reply, control.match_id, values[0] if values else control.state)


ENDING_ACTS: Mapping[str, Press] = MappingProxyType(
    {
        "undo": _undo,
        "draw": _draw,
        "call-off": _call_off,
        "abort": _abort,
        "void": _void,
        "close": _close,
        "rematch": _rematch,
        "rematch-deck": _rematch_with,
        "play-rematch-deck": _rematch_with,
    }
)
"""What the controls of offers and endings do, by act."""
