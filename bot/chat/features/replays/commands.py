"""Replaying matches that are over, their records, and the check of their deal; by commands and by buttons."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import discord
from discord import app_commands

from bot.chat.command_layout import Layout
from bot.chat.components.custom_ids import CustomId
from bot.chat.components.lengths import Name
from bot.chat.components.messages import PrivateMessage
from bot.chat.components.replies import Reply
from bot.chat.core import Core
from bot.chat.error_boundary import ErrorBoundary
from bot.chat.features.replays.messages import (
    ReplayPlace,
    promise_message,
    read_place,
    record_message,
    replay_message,
    round_message,
)
from bot.chat.find_match import find_finished, offer_finished, offer_matches
from bot.chat.texts.texts import ENGLISH, texts_for
from bot.command_keys import Command
from bot.errors import Told
from bot.replay.replays import Eyes

Interaction = discord.Interaction[Any]
Choices = list[app_commands.Choice[str]]
Press = Callable[[Core, Reply, CustomId, Sequence[str]], Awaitable[None]]
W = ENGLISH.replays
_EYES = {"public": W.show_public, "own": W.show_own, "both": W.show_both}


def add(layout: Layout, core: Core, boundary: ErrorBoundary) -> None:
    """Add the commands."""

    @layout.command(Command.REPLAY, W.d_replay)
    @app_commands.describe(match=W.d_replay_match, step=W.d_step, eyes=W.eyes)
    @app_commands.choices(eyes=[app_commands.Choice(name=name, value=value) for value, name in _EYES.items()])
    async def replay(
        interaction: Interaction,
        match: Name | None = None,
        step: app_commands.Range[int, 0, 100000] | None = None,
        eyes: str | None = None,
    ) -> None:
        async with boundary.answering(interaction) as reply:
            await reply.later()
            found = await find_finished(core, interaction, match, reply.words)
            chosen = {"public": Eyes.PUBLIC, "both": Eyes.BOTH}.get(eyes or "")
            await show_replay(core, reply, found, ReplayPlace(step, chosen))

    @layout.command(Command.ROUND, W.d_round)
    @app_commands.describe(match=W.d_replay_match)
    async def decisive(interaction: Interaction, match: Name | None = None) -> None:
        async with boundary.answering(interaction) as reply:
            await reply.later()
            await _give_round(core, reply, await find_finished(core, interaction, match, reply.words))

    @layout.command(Command.RECORD, W.d_record)
    @app_commands.describe(match=W.d_replay_match)
    async def record(interaction: Interaction, match: Name | None = None) -> None:
        async with boundary.answering(interaction) as reply:
            await reply.later()
            await _give_record(core, reply, await find_finished(core, interaction, match, reply.words))

    @layout.command(Command.VERIFY, W.d_verify)
    @app_commands.describe(match=W.d_replay_match)
    async def verify(interaction: Interaction, match: Name | None = None) -> None:
        async with boundary.answering(interaction) as reply:
            await reply.later()
            await _verify(core, reply, await find_finished(core, interaction, match, reply.words))

    @replay.autocomplete("match")
    @decisive.autocomplete("match")
    @record.autocomplete("match")
    async def finished(interaction: Interaction, typed: str) -> Choices:
        words = texts_for(interaction.locale)
        return await boundary.complete(interaction, offer_finished(core, interaction.user.id, typed, words))

    @verify.autocomplete("match")
    async def any_match(interaction: Interaction, typed: str) -> Choices:
        async def offered() -> list[tuple[str, str]]:
            words = texts_for(interaction.locale)
            person = interaction.user.id
            over = await offer_finished(core, person, typed, words)
            return over + await offer_matches(core, person, typed, words)

        return await boundary.complete(interaction, offered())


async def show_replay(core: Core, reply: Reply, match_id: int, place: ReplayPlace) -> None:
    """Answer with a step of a match that is over."""
    scene = await core.replays.scene(match_id, reply.person, place.step, place.eyes, reply.words.locale)
    await reply.show(await replay_message(core, scene, place, reply.person, reply.words))


async def _give_record(core: Core, reply: Reply, match_id: int) -> None:
    content = await core.replays.record_text(match_id, reply.person)
    await reply.show(record_message(await core.matches.table(match_id), content, reply.words))


async def _give_round(core: Core, reply: Reply, match_id: int) -> None:
    """Answer with the round in which a match was decided."""
    moving = await core.rounds.of_match(match_id, reply.words.locale)
    if moving is None:
        raise Told(reply.words.replays.no_decisive)
    shown = round_message(moving, reply.words)
    await reply.show(PrivateMessage(shown.items, shown.pictures))


async def keep_hands(core: Core, reply: Reply, *, kept: bool) -> None:
    """Let others see one's hands in replays from now on, or not."""
    await core.replays.keep_hands(reply.person, kept=kept)
    await reply.say(reply.words.replays.keeps if kept else reply.words.replays.shows)


async def _verify(core: Core, reply: Reply, match_id: int) -> None:
    await reply.show(promise_message(await core.replays.promise(match_id, reply.person), reply.words))


# -- buttons and menus


async def _press_replay(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    """Another step, other eyes, or text for pictures, in place of what is there; or a replay begins."""
    await (reply.later() if control.state.startswith("new.") else reply.in_place())
    try:
        kind, place = read_place(control.state)
        if kind == "at" and values:
            place = replace(place, step=int(values[0]))
        elif kind == "as" and values:
            place = replace(place, eyes=Eyes(values[0]))
    except ValueError:
        raise Told(reply.words.unknown_control) from None
    await show_replay(core, reply, control.match_id, place)


async def _press_record(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    await reply.later()
    await _give_record(core, reply, control.match_id)


async def _press_round(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    await reply.later()
    await _give_round(core, reply, control.match_id)


async def _press_verify(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    await reply.later()
    await _verify(core, reply, control.match_id)


async def _press_hands(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    await reply.later()
    await keep_hands(core, reply, kept=control.state == "keep")


REPLAY_ACTS: Mapping[str, Press] = MappingProxyType(
    {
        "replay": _press_replay,
        "record": _press_record,
        "verify": _press_verify,
        "round": _press_round,
        "hands": _press_hands,
    }
)
"""What the controls of replays do, by act."""
