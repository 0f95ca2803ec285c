"""The game of a command or a control that may be about any: its indications, or a question to the person."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from bot.discord.components.custom_ids import CustomId
from bot.discord.components.messages import PrivateMessage, button, row, text
from bot.discord.components.replies import Reply
from bot.discord.interaction_data import Interaction
from bot.errors import TranslatedError
from bot.games.playable import Games, PlayableGame
from bot.match.matches import Matches
from bot.servers.game_choice import GameChoice
from cards.i18n import Translator

BUTTONS = 5
"""The number of games to choose from by buttons: as many as fit in a row."""


class ChoiceNeeded(TranslatedError, ABC):
    """A refusal that lets the person choose, by buttons, what they may have meant."""

    @abstractmethod
    def question(self) -> PrivateMessage:
        """Return the question with its buttons."""


class GameUnclear(ChoiceNeeded):
    """The intended game is unclear. `games` are the choices, `again` the control that repeats the request."""

    def __init__(
        self, games: tuple[PlayableGame, ...], again: CustomId | None, translate: Translator
    ) -> None:
        named = ", ".join(game.title for game in games)
        super().__init__(
            translate.msg("Which game?")
            if again
            else translate.msg("Which game? Choose it with `game:`: {names}.", names=named)
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
    """Finds out which game is meant."""

    choice: GameChoice
    games: Games
    matches: Matches

    async def game_of(
        self, interaction: Interaction, named: str = "", control: CustomId | None = None
    ) -> PlayableGame | None:
        """Return the game that a control is about, that a person has named, or that they mean from where they are.

        None if nothing says which. Raises Refusal for one that is not played here.
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
        """Return the intended game; `of_those` are the games with the requested thing.

        Without any indication, it is the one named `usual`, if it is one of these. Otherwise raises GameUnclear, which
        asks the person; `again` then repeats the request.
        """
        found = await self.game_of(reply.interaction, named, control)
        if found is not None and (of_those(found) or named or (control is not None and control.game)):
            return found
        games = await self._choices(reply, of_those)
        if (
            len(games) > 1
            and (meant := next((game for game in games if game.name == usual), None)) is not None
        ):
            return meant
        return self._only(games, reply, again)

    async def only_game(
        self, reply: Reply, again: CustomId, of_those: Callable[[PlayableGame], bool]
    ) -> PlayableGame:
        """Return the only game there is here. Raises GameUnclear where there are several, whatever the person has played last."""
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
        """Return the possible games while a person types: the intended one, or all games here."""
        found = await self.game_of(interaction, named)
        return await self.choice.offered(interaction.guild_id) if found is None else (found,)

    async def titles(self, interaction: Interaction, typed: str) -> list[tuple[str, str]]:
        """Return the games that are played here as suggestions."""
        offered = await self.choice.offered(interaction.guild_id)
        wanted = typed.strip().casefold()
        return [(game.title, game.name) for game in offered if wanted in game.title.casefold()]
