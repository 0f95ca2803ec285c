"""Playing by typing: the own actions of games, and in every game: decide, resign."""

from __future__ import annotations

from discord import app_commands
from msgspec import Struct

from bot.command_keys import Command
from bot.discord.commands.layout import Layout, shape
from bot.discord.components.lengths import Answer, Name
from bot.discord.components.plain import shorten
from bot.discord.error_boundary import ErrorBoundary
from bot.discord.feature import Choices, Interaction
from bot.discord.match_resolver import MatchFinder
from bot.discord.texts.texts import ENGLISH as W
from bot.discord.texts.texts import Texts, texts_for
from bot.errors import Told
from bot.games.playable import ActionCommand, Games, PlayableGame
from bot.match.matches import Matches
from bot.panel.questions import labels, listed
from bot.panel.service import Panels, actions
from bot.panel.typed import Stamp, suggestions
from bot.store.match_status import MatchStatus
from engine.kernel.question import Question


class DecidingFeature(Struct, frozen=True):
    """A game's own actions, and in every game: decide, resign."""

    games: Games
    matches: Matches
    finder: MatchFinder
    panels: Panels

    def add(self, layout: Layout, boundary: ErrorBoundary) -> None:
        """Add the commands."""
        for game in self.games.games.values():
            for action in game.actions:
                self._add_action(layout, boundary, game, action)
        self._add_shared(layout, boundary)

    async def _asked(self, interaction: Interaction, game: str = "") -> tuple[int, Question] | None:
        """Return the match that is meant and what the person is being asked in it, for autocompletion.

        `game` is the only one that the command can be about, "" for any.
        """
        named = getattr(interaction.namespace, "match", None)
        words = texts_for(interaction.locale)
        found = await self.finder.find_match(interaction, named, words, game)
        if game and (await self.matches.table(found)).game.name != game:
            return None
        question = await self.matches.question(found, interaction.user.id, words.locale)
        return None if question is None else (found, question)

    async def _is_for_another(
        self, match_id: int, game: PlayableGame, action: ActionCommand, words: Texts
    ) -> str:
        """Return which command is meant where a match is of another game than the command, "" where it is of the same."""
        meant = (await self.matches.table(match_id)).game
        if meant.name == game.name:
            return ""
        own = any(one.name == action.name for one in meant.actions)
        said = words.other_games_action if own else words.no_such_action
        command = f"/{(meant if own else game).word} {action.name}"
        return said.format(game=meant.title, command=command)

    def _add_action(
        self, layout: Layout, boundary: ErrorBoundary, game: PlayableGame, action: ActionCommand
    ) -> None:
        """Add the command of a game's own action."""

        async def take(
            interaction: Interaction, thing: Name = "", way: str | None = None, match: Name | None = None
        ) -> None:
            async with boundary.answering(interaction) as reply:
                await reply.later()
                found = await self.finder.find_match(interaction, match, reply.words, game.name)
                if said := await self._is_for_another(found, game, action, reply.words):
                    await reply.say(said)
                    return
                await self.panels.act(reply, found, action.verbs_of(way), thing)

        async def offer(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
            asked = await self._asked(interaction, game.name)
            if asked is None:
                return []
            _, question = asked
            way = getattr(interaction.namespace, action.way, None) if action.way else None
            possible, wanted = actions(question, action.verbs_of(way)), typed.strip().casefold()
            fitting = [
                i
                for i, (option, name) in enumerate(zip(question.options, labels(question), strict=True))
                if option in possible and (wanted in name.casefold() or wanted in option.group.casefold())
            ]
            return [
                (called, question.options[i].key) if i is not None else (f"{shorten(called, 98)} …", called)
                for called, i in listed(question, fitting)
            ]

        async def things(interaction: Interaction, typed: str) -> Choices:
            return await boundary.complete(interaction, offer(interaction, typed))

        async def matches(interaction: Interaction, typed: str) -> Choices:
            offered = self.finder.offer_matches(interaction, typed)
            return await boundary.complete(interaction, offered)

        app_commands.describe(match=W.d_match)(take)
        if action.thing:
            app_commands.rename(thing=action.thing)(take)
            app_commands.describe(thing=str(action.thing_about))(take)
        if action.way:
            app_commands.rename(way=action.way)(take)
            app_commands.describe(way=str(action.way_about))(take)
            app_commands.choices(
                way=[app_commands.Choice(name=str(one.title), value=one.value) for one in action.ways]
            )(take)
        unused = {name for name, option in (("thing", action.thing), ("way", action.way)) if not option}
        shape(take, without=unused, needed={"thing"})
        command = layout.of_a_game(game, action.name, str(action.about), take)
        command.autocomplete("match")(matches)
        if action.thing:
            command.autocomplete("thing")(things)

    def _add_shared(self, layout: Layout, boundary: ErrorBoundary) -> None:
        """Add what can be done by typing in every game."""

        async def offer_answers(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
            asked = await self._asked(interaction)
            if asked is None:
                return []
            match_id, question = asked
            return suggestions(question, typed, texts_for(interaction.locale), Stamp(match_id, question.id))

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
                if look.table.standing is MatchStatus.OVER:
                    raise Told(reply.words.match_over)
                await reply.show(await self.panels.resign_question(look, reply.words))

        @decide_it.autocomplete("match")
        @resign.autocomplete("match")
        async def matches(interaction: Interaction, typed: str) -> Choices:
            return await boundary.complete(interaction, self.finder.offer_matches(interaction, typed))
