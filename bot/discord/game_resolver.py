"""The game of a command or control that works for any game: found from the context, or by asking the person."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from bot.discord.components.custom_ids import CustomId
from bot.discord.components.messages import PrivateMessage, button, row, text
from bot.discord.components.replies import Reply
from bot.discord.interaction_data import Interaction, matching
from bot.errors import TranslatedError
from bot.games.playable import Games, PlayableGame
from bot.match.matches import Matches
from bot.servers.game_choice import GameChoice
from cards.i18n import Translator

BUTTONS = 5
"""Maximum games offered as buttons: one row."""


class ChoiceNeeded(TranslatedError, ABC):
    """A refusal that offers the possible choices as buttons."""

    @abstractmethod
    def question(self) -> PrivateMessage:
        """Return the question with its buttons."""


class GameUnclear(ChoiceNeeded):
    """The game is unclear. `games` are the choices, `again` the control that repeats the request."""

    def __init__(
        self, games: tuple[PlayableGame, ...], again: CustomId | None, translate: Translator
    ) -> None:
        names = ", ".join(game.title for game in games)
        super().__init__(
            translate.msg("Which game?")
            if again
            else translate.msg("Which game? Choose it with `game:`: {names}.", names=names)
        )
        self.games = games
        self.again = again
        self._translate = translate

    def question(self) -> PrivateMessage:
        """Return the question, with a button for each game if a press can repeat the request."""
        if self.again is None:
            return PrivateMessage((text(str(self)),))
        blurbs = [
            f"-# **{game.title}**: {self._translate(game.blurb)}"
            for game in self.games
            if game.blurb is not None
        ]
        items = [text("\n".join([str(self), *blurbs]))]
        buttons = [
            button(game.title, replace(self.again, game=game.name).id) for game in self.games[:BUTTONS]
        ]
        return PrivateMessage((*items, row(*buttons)))


class GameResolver(Struct, frozen=True):
    """Resolves the game of a request."""

    choice: GameChoice
    games: Games
    matches: Matches

    async def game_of(
        self, interaction: Interaction, named: str = "", control: CustomId | None = None
    ) -> PlayableGame | None:
        """Return the game of a control, the one the person named, or the one implied by the context.

        None if nothing says which. Raises Refusal for a game that is not played here.
        """
        if control is not None and control.game:
            return self.games.find(control.game)
        match = control.match_id if control is not None and control.match else None
        if match is None and interaction.channel_id is not None:
            match = await self.matches.in_thread(interaction.channel_id)
        return await self.choice.of(
            interaction.user.id, match_id=match, guild_id=interaction.guild_id, named=named
        )

    async def game(
        self,
        reply: Reply,
        named: str = "",
        *,
        control: CustomId | None = None,
        again: CustomId | None = None,
        of_those: Callable[[PlayableGame], bool] = lambda game: True,
        usual: str = "",
    ) -> PlayableGame:
        """Return the game of a request. `of_those` selects the games that support it.

        Without other indications, it is the game `usual`, if it is among these. Otherwise raises GameUnclear,
        which asks the person; `again` then repeats the request.
        """
        resolved = await self.game_of(reply.interaction, named, control)
        if resolved is not None and (of_those(resolved) or named or (control is not None and control.game)):
            return resolved
        games = await self._choices(reply, of_those)
        if (
            len(games) > 1
            and (usual_game := next((game for game in games if game.name == usual), None)) is not None
        ):
            return usual_game
        return self._only(games, reply, again)

    async def only_game(
        self, reply: Reply, again: CustomId, of_those: Callable[[PlayableGame], bool]
    ) -> PlayableGame:
        """Return the only game here. Raises GameUnclear if there are several, regardless of the game played last."""
        return self._only(await self._choices(reply, of_those), reply, again)

    async def _choices(
        self, reply: Reply, of_those: Callable[[PlayableGame], bool]
    ) -> tuple[PlayableGame, ...]:
        offered = await self.choice.offered(reply.interaction.guild_id)
        return tuple(game for game in offered if of_those(game)) or offered

    def _only(self, games: tuple[PlayableGame, ...], reply: Reply, again: CustomId | None) -> PlayableGame:
        if len(games) == 1:
            return games[0]
        raise GameUnclear(games, again, reply.translate)

    def naming(self, game: PlayableGame) -> str:
        """Return the name of a game for headings, or "" if there is only one game."""
        return f" · {game.title}" if len(self.games.games) > 1 else ""

    async def likely(self, interaction: Interaction, named: str = "") -> tuple[PlayableGame, ...]:
        """Return the possible games while a person types: the resolved one, or all games here."""
        game = await self.game_of(interaction, named)
        return await self.choice.offered(interaction.guild_id) if game is None else (game,)

    async def titles(self, interaction: Interaction, typed: str) -> list[tuple[str, str]]:
        """Return the games that are played here as suggestions."""
        offered = await self.choice.offered(interaction.guild_id)
        return matching(((game.title, game.name) for game in offered), typed)
