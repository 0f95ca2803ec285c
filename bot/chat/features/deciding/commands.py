"""Playing: Voidream's own actions, and in every game: decide, resign."""

from __future__ import annotations

from typing import Any, Literal

import discord
from discord import app_commands
from msgspec import Struct

from bot.chat.command_layout import Layout
from bot.chat.components.lengths import Answer, Name
from bot.chat.error_boundary import ErrorBoundary
from bot.chat.features.deciding.acting import Panels, actions
from bot.chat.features.deciding.questions import labels
from bot.chat.features.deciding.typed_answers import complete
from bot.chat.find_match import MatchFinder
from bot.chat.texts.texts import ENGLISH as W
from bot.chat.texts.texts import texts_for
from bot.command_keys import Command
from bot.errors import Told
from bot.match.matches import Matches
from bot.store.standing import Standing
from engine.kernel.question import Question

Interaction = discord.Interaction[Any]
Choices = list[app_commands.Choice[str]]
Side = Literal["upright", "inverted"]
_VERBS: dict[str | None, tuple[str, ...]] = {
    None: ("play", "invert"),
    "upright": ("play",),
    "inverted": ("invert",),
}


class DecidingFeature(Struct, frozen=True):
    """A game's own actions, and in every game: decide, resign."""

    matches: Matches
    finder: MatchFinder
    panels: Panels

    def add(self, layout: Layout, boundary: ErrorBoundary) -> None:
        """Add the commands."""

        async def asked(interaction: Interaction) -> Question | None:
            """Return what the person is being asked in the match that is meant, for autocompletion."""
            named = getattr(interaction.namespace, "match", None)
            words = texts_for(interaction.locale)
            found = await self.finder.find_match(interaction, named, words)
            return await self.matches.question(found, interaction.user.id, words.locale)

        async def offer_actions(
            interaction: Interaction, verbs: tuple[str, ...], typed: str
        ) -> list[tuple[str, str]]:
            question = await asked(interaction)
            if question is None:
                return []
            names = dict(zip((o.key for o in question.options), labels(question), strict=True))
            possible = [(names[o.key], o.key) for o in actions(question, verbs)]
            return [
                (name, key[:100]) for name, key in possible if typed.strip().casefold() in name.casefold()
            ]

        async def offer_answers(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
            question = await asked(interaction)
            return complete(question, typed, texts_for(interaction.locale)) if question else []

        @layout.command(Command.PLAY, W.d_play)
        @app_commands.describe(card=W.d_play_card, side=W.d_play_side, match=W.d_match)
        async def play(
            interaction: Interaction, card: Name, side: Side | None = None, match: Name | None = None
        ) -> None:
            async with boundary.answering(interaction) as reply:
                await reply.later()
                found = await self.finder.find_match(interaction, match, reply.words)
                await self.panels.act(reply, found, _VERBS[side], card)

        @play.autocomplete("card")
        async def cards(interaction: Interaction, typed: str) -> Choices:
            side = getattr(interaction.namespace, "side", None)
            return await boundary.complete(
                interaction, offer_actions(interaction, _VERBS.get(side, _VERBS[None]), typed)
            )

        @layout.command(Command.ACTIVATE, W.d_activate)
        @app_commands.describe(ability=W.d_activate_ability, match=W.d_match)
        async def activate(interaction: Interaction, ability: Name, match: Name | None = None) -> None:
            async with boundary.answering(interaction) as reply:
                await reply.later()
                found = await self.finder.find_match(interaction, match, reply.words)
                await self.panels.act(reply, found, ("activate",), ability)

        @activate.autocomplete("ability")
        async def abilities(interaction: Interaction, typed: str) -> Choices:
            return await boundary.complete(interaction, offer_actions(interaction, ("activate",), typed))

        @layout.command(Command.UNVEIL, W.d_unveil)
        @app_commands.describe(match=W.d_match)
        async def unveil(interaction: Interaction, match: Name | None = None) -> None:
            async with boundary.answering(interaction) as reply:
                await reply.later()
                found = await self.finder.find_match(interaction, match, reply.words)
                await self.panels.act(reply, found, ("unveil",), "")

        @layout.command(Command.PASS, W.d_end_turn)
        @app_commands.describe(match=W.d_match)
        async def end_turn(interaction: Interaction, match: Name | None = None) -> None:
            async with boundary.answering(interaction) as reply:
                await reply.later()
                found = await self.finder.find_match(interaction, match, reply.words)
                await self.panels.act(reply, found, ("pass",), "")

        @layout.command(Command.DECIDE, W.d_decide)
        @app_commands.describe(answer=W.d_decide_answer, match=W.d_match)
        async def decide_it(
            interaction: Interaction, answer: Answer | None = None, match: Name | None = None
        ) -> None:
            async with boundary.answering(interaction) as reply:
                await reply.later()
                found = await self.finder.find_match(interaction, match, reply.words)
                if answer is None:
                    await self.panels.show_now(reply, found)
                else:
                    await self.panels.decide(reply, found, answer)

        @decide_it.autocomplete("answer")
        async def answers(interaction: Interaction, typed: str) -> Choices:
            return await boundary.complete(interaction, offer_answers(interaction, typed))

        @layout.command(Command.RESIGN, W.d_resign)
        @app_commands.describe(match=W.d_match)
        async def resign(interaction: Interaction, match: Name | None = None) -> None:
            async with boundary.answering(interaction) as reply:
                await reply.later()
                found = await self.finder.find_match(interaction, match, reply.words)
                look = await self.finder.player_look(found, reply.person, reply.words)
                if look.table.standing is Standing.OVER:
                    raise Told(reply.words.match_over)
                await reply.show(await self.panels.resign_question(look, reply.words))

        @play.autocomplete("match")
        @activate.autocomplete("match")
        @unveil.autocomplete("match")
        @end_turn.autocomplete("match")
        @decide_it.autocomplete("match")
        @resign.autocomplete("match")
        async def matches(interaction: Interaction, typed: str) -> Choices:
            words = texts_for(interaction.locale)
            return await boundary.complete(
                interaction, self.finder.offer_matches(interaction.user.id, typed, words)
            )
