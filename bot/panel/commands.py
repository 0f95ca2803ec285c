"""Commands for playing by typing: the games' own actions and, in every game, decide and resign."""

from __future__ import annotations

from discord import app_commands
from msgspec import Struct

from bot.command_keys import Command, with_commands
from bot.discord.commands.layout import Layout, Parameter, shape
from bot.discord.components.lengths import Answer, Name
from bot.discord.components.plain import shorten
from bot.discord.components.replies import Reply
from bot.discord.interaction_data import Interaction, typed_so_far
from bot.discord.match_resolver import MatchResolver
from bot.errors import Refusal
from bot.games.playable import ActionCommand, Games, PlayableGame
from bot.match.matches import Matches
from bot.panel.question_text import grouped_options, labels
from bot.panel.service import Panels, actions
from bot.panel.typed import QuestionMark, suggestions
from bot.people.locales import translator_for
from bot.store.match_status import MatchStatus
from cards.i18n import Message, Translator, msg
from engine.kernel.question import Question


class TypedPlayFeature(Struct, frozen=True):
    """Commands for playing by typing: the games' own actions, decide, resign."""

    games: Games
    matches: Matches
    match_resolver: MatchResolver
    panels: Panels

    def add(self, layout: Layout) -> None:
        """Add the commands."""
        for game in self.games.games.values():
            for action in game.actions:
                self._add_action(layout, game, action)
        self._add_shared(layout)

    async def _current_question(
        self, interaction: Interaction, game: str = ""
    ) -> tuple[int, Question] | None:
        """Return the match of a command and the person's question in it, for autocompletion.

        `game` is the only possible game, "" for any.
        """
        reply = Reply(interaction)
        match_id = await self.match_resolver.find_match(reply, typed_so_far(interaction, "match"), game)
        if game and (await self.matches.table(match_id)).game.name != game:
            return None
        question = await self.matches.question(match_id, reply.person, reply.translate.locale)
        return None if question is None else (match_id, question)

    async def _is_for_another(
        self, match_id: int, game: PlayableGame, action: ActionCommand, translate: Translator
    ) -> str:
        """Return a sentence that names the right command if a match is of another game, else ""."""
        match_game = (await self.matches.table(match_id)).game
        if match_game.name == game.name:
            return ""
        has_action = any(match_action.name == action.name for match_action in match_game.actions)
        sentence = (
            msg("This is a match of {game}. Use `{command}` for that.")
            if has_action
            else with_commands(
                msg(
                    "This is a match of {game}, where `{command}` doesn't work. Answer any "
                    "question with `{/decide}`."
                )
            )
        )
        command = f"/{(match_game if has_action else game).word} {action.name}"
        return translate(sentence.filled(game=match_game.title, command=command))

    def _add_action(self, layout: Layout, game: PlayableGame, action: ActionCommand) -> None:
        """Add the command of a game's own action."""

        async def take(
            reply: Reply, thing: Name = "", way: str | None = None, match: Name | None = None
        ) -> None:
            match_id = await self.match_resolver.find_match(reply, match, game.name)
            if refusal := await self._is_for_another(match_id, game, action, reply.translate):
                await reply.say(refusal)
                return
            await self.panels.act(reply, match_id, action.verbs_of(way), thing)

        async def things(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
            current = await self._current_question(interaction, game.name)
            if current is None:
                return []
            _, question = current
            way = getattr(interaction.namespace, action.way, None) if action.way else None
            possible, query = actions(question, action.verbs_of(way)), typed.strip().casefold()
            fitting = [
                i
                for i, (option, name) in enumerate(zip(question.options, labels(question), strict=True))
                if option in possible and (query in name.casefold() or query in option.group.casefold())
            ]
            return [
                (label, question.options[i].key) if i is not None else (f"{shorten(label, 98)} …", label)
                for label, i in grouped_options(question, fitting)
            ]

        options: dict[str, Parameter | Message] = {"match": self.match_resolver.option}
        if action.thing_about is not None:
            options["thing"] = Parameter(action.thing_about, things, action.thing)
        if action.way_about is not None:
            ways = [
                app_commands.Choice(name=str(way_choice.title), value=way_choice.value)
                for way_choice in action.ways
            ]
            options["way"] = Parameter(action.way_about, name=action.way, choices=ways)
        shape(take, without={"thing", "way"} - options.keys(), needed={"thing"})
        layout.of_a_game(game, action.name, action.about, take, **options)

    def _add_shared(self, layout: Layout) -> None:
        """Add the commands of every game."""

        async def offer_answers(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
            current = await self._current_question(interaction)
            if current is None:
                return []
            match_id, question = current
            return suggestions(
                question, typed, translator_for(interaction.locale), QuestionMark(match_id, question.id)
            )

        @layout.command(
            Command.DECIDE,
            msg("Answer the current question. Without an answer, it shows you the question."),
            answer=Parameter(
                msg("Names or numbers, with commas between several; points as in “1 = 2, 3 = 1”."),
                offer_answers,
            ),
            match=self.match_resolver.option,
        )
        async def decide_it(reply: Reply, answer: Answer | None = None, match: Name | None = None) -> None:
            match_id = await self.match_resolver.find_match(reply, match)
            if answer is None:
                await self.panels.show_now(reply, match_id)
            else:
                await self.panels.decide(reply, match_id, answer)

        @layout.command(
            Command.RESIGN, msg("Resign a match. I'll ask you to confirm."), match=self.match_resolver.option
        )
        async def resign(reply: Reply, match: Name | None = None) -> None:
            match_id = await self.match_resolver.find_match(reply, match)
            snapshot = await self.match_resolver.player_snapshot(reply, match_id)
            if snapshot.table.status is MatchStatus.OVER:
                raise Refusal(msg("This match is over."))
            await reply.show(await self.panels.resign_question(snapshot, reply.translate))
