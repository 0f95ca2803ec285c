"""The match of a command: that of the thread, the named one, or the only one. Never a guess."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from bot.command_keys import with_commands
from bot.discord.channels import may_see
from bot.discord.commands.layout import Parameter
from bot.discord.components.messages import PrivateMessage, button, rows, text
from bot.discord.components.plain import bare, shorten
from bot.discord.components.replies import Reply
from bot.discord.game_resolver import ChoiceNeeded
from bot.discord.interaction_data import Interaction
from bot.discord.match_text import control, listed, short_title
from bot.discord.moderators import Moderators
from bot.errors import NotFound, NotYourMatch, Refusal
from bot.games.playable import Games
from bot.match.challenges import Challenges
from bot.match.matches import Matches
from bot.people.beginners import Beginners
from bot.people.locales import translator_for
from bot.store.match_status import Invited, MatchStatus
from bot.views.types import MatchTable, PrivateLook, PublicLook, Summary
from cards.i18n import Translator, msg
from cards.numerals import numeral

D_REPLAY_MATCH = msg("The match. Default: this thread's or your last one.")
D_MATCH = msg("The match. Needed only when it isn't clear.")
OPENED = 10
"""The number of matches to choose from by buttons."""
MATCH_NAME = msg("Match {id}")
MATCHES_YOURS = msg("your move")

NO_SUCH_MATCH = msg("I can't find the match “{typed}”. Pick one of the `match:` suggestions.")


class SeveralMatches(ChoiceNeeded):
    """Nothing says which of a person's matches is meant. `tables` are those to choose from."""

    def __init__(self, tables: Sequence[MatchTable], translate: Translator) -> None:
        super().__init__(
            translate.msg("You have several matches. Open one here, or choose it with `match:`.")
        )
        self.tables = tables
        self._translate = translate

    def question(self) -> PrivateMessage:
        """Return the question, with a button that opens each of the newest matches."""
        opened = [
            button(shorten(bare(name_of(table, self._translate)), 80), control(table, "turn", "here"))
            for table in self.tables[:OPENED]
        ]
        return PrivateMessage((text(str(self)), *rows(opened)))


class MatchFinder(Struct, frozen=True):
    """Finds the match that a person means, and what they may know of it."""

    matches: Matches
    challenges: Challenges
    beginners: Beginners
    games: Games
    moderators: Moderators

    @property
    def option(self) -> Parameter:
        """The option of a command for one of a person's matches."""
        return Parameter(D_MATCH, self.offer_matches)

    async def find_match(self, reply: Reply, named: str | None, of_game: str = "") -> int:
        """Return the id of the match that is meant. Raises Refusal where that is not certain.

        Where nothing else says which, a command that only one game has means a match of it (`of_game`).
        """
        interaction = reply.interaction
        if named:
            return await self._named(interaction, named.strip())
        if interaction.channel_id is not None:
            here = await self.matches.in_thread(interaction.channel_id)
            if here is not None:
                return here
        mine = await self._playing(interaction.user.id)
        mine = [one for one in mine if one.table.game.name == of_game] or mine
        if not mine:
            # Someone who only learns means the lesson that they are in; it is never in the way of a match.
            for game in self.games.games.values():
                if (lesson := await self.beginners.open_lesson(interaction.user.id, game)) is not None:
                    return lesson
            raise Refusal(with_commands(msg("You have no match in progress. Start one with `{/challenge}`.")))
        if len(mine) > 1:
            raise SeveralMatches([one.table for one in mine], reply.translate)
        return mine[0].table.match_id

    async def find_challenge(
        self, interaction: Interaction, named: str | None, *, own: bool = False
    ) -> MatchTable:
        """Return the open challenge to this person that is meant, or the open table here that they name.

        With `own` it may be one that they made themselves, but no table at which they have no seat.
        """
        person = interaction.user.id
        found = await self.matches.of_person(person)
        tables = [one.table for one in found if one.table.standing is MatchStatus.CHALLENGED]
        received = [t for t in tables if t.invited[t.seat_of(person) or 0] is Invited.OPEN]
        if named:
            wanted = named.strip().removeprefix("#")
            known = tables if own else [*received, *await self._free_tables(interaction)]
            fitting = [t for t in known if str(t.match_id) == wanted]
            if not fitting:
                raise Refusal(NO_SUCH_MATCH.filled(typed=wanted[:60]))
            return fitting[0]
        tables = received or (tables if own else [])
        if not tables:
            raise Refusal(msg("No one has challenged you."))
        if len(tables) > 1:
            raise Refusal(msg("You have several challenges. Choose one with `match:`."))
        return tables[0]

    async def look(self, match_id: int, person: int, translate: Translator) -> PrivateLook | PublicLook:
        """Return what this person may know of a match that has begun: as a player, or as a spectator."""
        table = await self.matches.table(match_id)
        if table.seat_of(person) is None:
            return await self.matches.look_public(match_id, translate.locale)
        return await self.matches.look_private(match_id, person, translate.locale)

    async def player_look(self, match_id: int, person: int, translate: Translator) -> PrivateLook:
        """Return a player's look. Raises Refusal for anybody else, and for a match that has not begun."""
        try:
            return await self.matches.look_panel(match_id, person, translate.locale)
        except NotYourMatch:
            table = await self.matches.table(match_id)
            raise Refusal(
                msg(
                    "You're watching this match. Only {who} can play in it.",
                    who=listed(table.names, translate),
                )
            ) from None

    async def offer_matches(self, interaction: Interaction, typed: str) -> list[tuple[str, str]]:
        """Return a person's matches as suggestions: those that wait for them first."""
        mine = await self._playing(interaction.user.id)
        mine.sort(key=lambda one: one.table.seat_of(interaction.user.id) not in one.awaited)
        return _offer(mine, interaction, typed)

    async def offer_challenges(
        self, interaction: Interaction, typed: str, *, own: bool = False
    ) -> list[tuple[str, str]]:
        """Return the open challenges to someone, and open tables here (with `own`: theirs instead), as suggestions."""
        person = interaction.user.id
        found = await self.matches.of_person(person)
        challenges = [one for one in found if one.table.standing is MatchStatus.CHALLENGED]
        received = [one for one in challenges if one.table.seat_of(person) != one.table.challenger]
        free = [] if own else [Summary(table, ()) for table in await self._free_tables(interaction)]
        return _offer(challenges if own else [*received, *free], interaction, typed)

    async def _free_tables(self, interaction: Interaction) -> list[MatchTable]:
        """Return the open tables of this server with a free seat for this person, as far as they see the channel."""
        found = await self.challenges.open_tables(interaction.guild_id or 0)
        person = interaction.user.id
        return [t for t in found if t.seat_of(person) is None and may_see(interaction, t.channel_id)]

    async def find_finished(self, interaction: Interaction, named: str | None) -> int:
        """Return the match that is meant where one that is over is to be looked at: without a name the last one."""
        if named:
            return await self._named(interaction, named.strip())
        if interaction.channel_id is not None:
            here = await self.matches.in_thread(interaction.channel_id)
            if here is not None:
                return here
        over = await self.matches.of_person(interaction.user.id, finished=True)
        if not over:
            raise Refusal(msg("You have no finished match to replay."))
        return max(over, key=lambda one: one.table.changed_at).table.match_id

    async def offer_finished(self, interaction: Interaction, typed: str) -> list[tuple[str, str]]:
        """Return a person's matches that are over as suggestions, newest first."""
        return _offer(await self.matches.of_person(interaction.user.id, finished=True), interaction, typed)

    async def offer_moderated(
        self, interaction: Interaction, typed: str, *, finished: bool = False
    ) -> list[tuple[str, str]]:
        """Return the matches of others on this server as suggestions for a moderator; with `finished`, those that counted.

        Raises Refusal for anybody else.
        """
        await self.moderators.check_moderator(Reply(interaction))
        found = await self.matches.on_server(interaction.guild_id or 0, finished=finished)
        others = [one for one in found if one.table.seat_of(interaction.user.id) is None]
        return _offer([one for one in others if one.table.rated or not finished], interaction, typed)

    async def _playing(self, person: int) -> list[Summary]:
        """Return a person's matches that go on; those that they are out of only where there are no others."""
        found = await self.matches.of_person(person)
        playing = [one for one in found if one.table.standing is MatchStatus.PLAYING]
        return [one for one in playing if one.table.seat_of(person) not in one.table.out] or playing

    async def _named(self, interaction: Interaction, named: str) -> int:
        """Return the match with that number, if it is this person's own or one of this server."""
        number = named.removeprefix("#")
        try:
            table = None if (found := numeral(number)) is None else await self.matches.table(found)
        except NotFound:
            table = None
        is_near = (
            table is not None and interaction.guild_id is not None and table.guild_id == interaction.guild_id
        )
        if table is None or not (is_near or table.seat_of(interaction.user.id) is not None):
            raise Refusal(NO_SUCH_MATCH.filled(typed=named[:60]))
        return table.match_id


def name_of(table: MatchTable, translate: Translator) -> str:
    """Return a name for a match that no other match has."""
    return f"{translate(MATCH_NAME.filled(id=table.match_id))}: {short_title(table, translate)}"


def _offer(found: Sequence[Summary], interaction: Interaction, typed: str) -> list[tuple[str, str]]:
    person, translate = interaction.user.id, translator_for(interaction.locale)
    out: list[tuple[str, str]] = []
    for one in found:
        name = name_of(one.table, translate)
        if one.table.seat_of(person) in one.awaited:
            name = f"{name} – {translate(MATCHES_YOURS)}"
        if typed.strip().casefold() in name.casefold():
            out.append((name, str(one.table.match_id)))
    return out
