"""Puzzles: `/voidream puzzle`, and the controls of a puzzle. Only the person who asked sees the replies."""

from __future__ import annotations

from collections.abc import Sequence

from bot.command_keys import Command
from bot.discord.commands.layout import Layout
from bot.discord.components.custom_ids import UNKNOWN_CONTROL, CustomId
from bot.discord.components.lengths import Name
from bot.discord.components.replies import Reply, person_of
from bot.discord.controls import PressHandlers, pressed
from bot.discord.game_resolver import GameResolver
from bot.errors import Refusal
from bot.features.puzzles.messages import TODAY, PuzzleMessages, PuzzlesSection, names_in
from bot.features.puzzles.service import Puzzles, PuzzleSnapshot, has_puzzles
from bot.games.playable import PlayableGame
from bot.installation import Part, Services
from cards.i18n import msg
from cards.numerals import numeral

D_PUZZLE = msg("Today's puzzle: find the best answer. Only you see it.")


class PuzzlesFeature(PressHandlers, frozen=True):
    """The puzzle command and the controls of puzzles."""

    game_resolver: GameResolver
    puzzles: Puzzles
    messages: PuzzleMessages

    def add(self, layout: Layout) -> None:
        """Add the command."""

        @layout.command(Command.PUZZLE, D_PUZZLE, of_a_game=True)
        async def puzzle(reply: Reply, game: Name = "") -> None:
            await self._show_todays(reply, await self._game(reply, game or await self._default_game(reply)))

        for game in self.game_resolver.games.games.values():
            if layout.offer_games is not None and game.name != Command.PUZZLE.family and has_puzzles(game):
                self._add_command(layout, game)

    def _add_command(self, layout: Layout, game: PlayableGame) -> None:
        """Add one game's puzzle command under its command word."""

        async def puzzle(reply: Reply) -> None:
            await self._show_todays(reply, await self.game_resolver.game(reply, game.name))

        layout.of_a_game(game, "puzzle", D_PUZZLE, puzzle)

    async def _default_game(self, reply: Reply) -> str:
        """Return the game of the command's first word if other games have their own puzzle command here, or ""."""
        games = await self.game_resolver.choice.offered(reply.interaction.guild_id)
        names = [game.name for game in games if has_puzzles(game)]
        return Command.PUZZLE.family if len(names) > 1 and Command.PUZZLE.family in names else ""

    async def _game(self, reply: Reply, name: str = "", control: CustomId | None = None) -> PlayableGame:
        return await self.game_resolver.game(
            reply,
            name,
            control=control,
            again=CustomId("puzzle"),
            of_those=has_puzzles,
            usual=Command.PUZZLE.family,
        )

    async def _show_todays(self, reply: Reply, game: PlayableGame) -> None:
        guild = reply.interaction.guild_id
        first = await self.puzzles.for_beginners(reply.person, guild, game)
        await self._show(reply, first or await self.puzzles.of_today(reply.person, guild, game))

    async def _show(self, reply: Reply, snapshot: PuzzleSnapshot, page: int = 1) -> None:
        person, naming = person_of(reply.interaction.user), self.game_resolver.naming(snapshot.game)
        await reply.show(await self.messages.message(snapshot, person, reply.translate, naming, page))

    @pressed("puzzle", first=Reply.in_place)
    async def _turn_page(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """Show a page of a puzzle; without a state, the player's next puzzle."""
        game = await self._game(reply, control=control)
        if not control.state:
            await self._show_todays(reply, game)
            return
        if control.state == TODAY:
            await self._show(
                reply, await self.puzzles.of_today(reply.person, reply.interaction.guild_id, game)
            )
            return
        key, day, page = _state_fields(control.state, 3)
        number = numeral(page, 3)
        if number is None:
            raise Refusal(UNKNOWN_CONTROL)
        snapshot = await self.puzzles.snapshot(reply.person, reply.interaction.guild_id, game, key, day)
        await self._show(reply, snapshot, number)

    @pressed("puzzle-answer", first=Reply.in_place)
    async def _answer(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        game = await self._game(reply, control=control)
        key, day = _state_fields(control.state, 2)
        choice = numeral(values[0], 3) if values else None
        if choice is None:
            raise Refusal(UNKNOWN_CONTROL)
        guild = reply.interaction.guild_id
        await self._show(reply, await self.puzzles.answer(reply.person, guild, game, key, day, choice))

    @pressed("puzzle-cards")
    async def _cards(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """Show the cards of a puzzle in a separate message, then the chosen one in its place."""
        await (reply.in_place() if values else reply.later())
        game = await self._game(reply, control=control)
        key, day, *_ = control.state.split(" ")
        snapshot = await self.puzzles.snapshot(reply.person, reply.interaction.guild_id, game, key, day)
        person = person_of(reply.interaction.user)
        await reply.show(
            await self.messages.cards(snapshot, person, reply.translate, values[0] if values else "")
        )

    @pressed("puzzle-steps")
    async def _steps(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """Show a step of the solution: the first in a separate message, the others in its place."""
        key, day, step_text = _state_fields(control.state, 3)
        n = numeral(step_text, 3)
        game = await self._game(reply, control=control)
        await (reply.in_place() if n else reply.later())
        snapshot = await self.puzzles.snapshot(reply.person, reply.interaction.guild_id, game, key, day)
        person = person_of(reply.interaction.user)
        translate_game = game.translator(reply.translate.locale)
        steps = await self.puzzles.played_out(
            reply.person, snapshot, names_in(snapshot, person, reply.translate), translate_game
        )
        if n is None or not 0 <= n <= len(steps) or not steps:
            raise Refusal(UNKNOWN_CONTROL)
        await reply.show(await self.messages.step(snapshot, steps, max(n, 1), person, reply.translate))

    @pressed("puzzle-another", first=Reply.later)
    async def _another(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        game = await self._game(reply, control=control)
        snapshot = await self.puzzles.another(reply.person, reply.interaction.guild_id, game)
        if snapshot is None:
            raise Refusal(
                msg(
                    "You've done all puzzles of {game}. Come back tomorrow for a new daily puzzle.",
                    game=game.title,
                )
            )
        await self._show(reply, snapshot)


def _state_fields(state: str, count: int) -> list[str]:
    """Return the parts of a control's state. Raises Refusal if their number isn't `count`."""
    fields = state.split(" ")
    if len(fields) != count:
        raise Refusal(UNKNOWN_CONTROL)
    return fields


def install(of: Services) -> Sequence[Part]:
    """Return the parts of the feature."""
    puzzles = Puzzles(of.store, of.clock)
    messages = PuzzleMessages(of.people, of.pictures)
    return PuzzlesFeature(of.game_resolver, puzzles, messages), PuzzlesSection(puzzles)
