"""The match of a command: the thread's, the named one, or the only one. Never a guess."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from bot.command_keys import Command, with_commands
from bot.discord.channels import may_see
from bot.discord.commands.layout import Parameter
from bot.discord.components.messages import PrivateMessage, button, rows, text
from bot.discord.components.plain import bare, shorten
from bot.discord.components.replies import Reply
from bot.discord.game_resolver import ChoiceNeeded
from bot.discord.interaction_data import Interaction
from bot.discord.match_text import control, joined_names, short_title
from bot.discord.moderators import Moderators
from bot.errors import NotFound, NotYourMatch, Refusal
from bot.games.playable import Games
from bot.match.challenges import Challenges
from bot.match.matches import Matches
from bot.people.beginners import Beginners
from bot.people.locales import translator_for
from bot.store.match_status import Invited, MatchStatus
from bot.views.types import MatchTable, PlayerSnapshot, PublicSnapshot, Summary
from cards.i18n import Translator, msg
from cards.numerals import numeral

D_REPLAY_MATCH = msg("The match. Default: this thread's or your last one.")
D_MATCH = msg("The match. Needed only when it isn't clear.")
OPENED = 10
"""Maximum matches offered as buttons."""
MATCH_NAME = msg("Match {id}")
MATCHES_YOURS = msg("your move")

NO_SUCH_MATCH = msg("I can't find the match “{typed}”. Pick one of the `match:` suggestions.")


class SeveralMatches(ChoiceNeeded):
    """It is unclear which of a person's matches is meant. `tables` are the choices."""

    def __init__(self, tables: Sequence[MatchTable], translate: Translator) -> None:
        super().__init__(
            translate.msg("You have several matches. Open one here, or choose it with `match:`.")
        )
        self.tables = tables
        self._translate = translate

    def question(self) -> PrivateMessage:
        """Return the question, with a button that opens each of the newest matches."""
        with_game = are_of_several_games(self.tables)
        names = [name_of(table, self._translate, with_game=with_game) for table in self.tables]
        buttons = [
            button(shorten(bare(name), 80), control(table, "turn", "here"))
            for table, name in list(zip(self.tables, names, strict=True))[:OPENED]
        ]
        return PrivateMessage((text(str(self)), *rows(buttons)))


class MatchResolver(Struct, frozen=True):
    """Resolves the match of a request, and loads what the person may know of it."""

    matches: Matches
    challenges: Challenges
    beginners: Beginners
    games: Games
    moderators: Moderators

    @property
    def option(self) -> Parameter:
        """The command parameter for one of a person's matches."""
        return Parameter(D_MATCH, self.offer_matches)

    async def find_match(self, reply: Reply, named: str | None, of_game: str = "") -> int:
        """Return the id of the requested match. Raises Refusal if it is unclear.

        Without other indications, a command of a single game means a match of that game (`of_game`).
        """
        interaction = reply.interaction
        if (match_id := await self._indicated(interaction, named)) is not None:
            return match_id
        summaries = await self._playing(interaction.user.id)
        summaries = [summary for summary in summaries if summary.table.game.name == of_game] or summaries
        if not summaries:
            # A lesson only counts if the person has no match, so it never makes a command ambiguous.
            for game in self.games.games.values():
                if (lesson := await self.beginners.open_lesson(interaction.user.id, game)) is not None:
                    return lesson
            none = with_commands(msg("You have no match in progress. Start one with `{/challenge}`."))
            if of_game:
                own = self.games.challenge_command(self.games.find(of_game))
                none = none.filled(**{Command.CHALLENGE.key: own})
            raise Refusal(none)
        if len(summaries) > 1:
            raise SeveralMatches([summary.table for summary in summaries], reply.translate)
        return summaries[0].table.match_id

    async def find_challenge(
        self, interaction: Interaction, named: str | None, *, own: bool = False
    ) -> MatchTable:
        """Return the requested open challenge to this person, or the open table they named.

        With `own`, it may be a challenge they made themselves, but not a table without a seat of theirs.
        """
        person = interaction.user.id
        summaries = await self.matches.of_person(person)
        tables = [summary.table for summary in summaries if summary.table.status is MatchStatus.CHALLENGED]
        received = [t for t in tables if t.invited[t.seat_of(person) or 0] is Invited.OPEN]
        if named:
            number = named.strip().removeprefix("#")
            candidates = tables if own else [*received, *await self._free_tables(interaction)]
            matching = [t for t in candidates if str(t.match_id) == number]
            if not matching:
                raise Refusal(NO_SUCH_MATCH.filled(typed=number[:60]))
            return matching[0]
        tables = received or (tables if own else [])
        if not tables:
            raise Refusal(msg("No one has challenged you."))
        if len(tables) > 1:
            raise Refusal(msg("You have several challenges. Choose one with `match:`."))
        return tables[0]

    async def snapshot(self, reply: Reply, match_id: int) -> PlayerSnapshot | PublicSnapshot:
        """Return a match that has begun as the person who asks sees it, as a player or a spectator."""
        table, locale = await self.matches.table(match_id), reply.translate.locale
        if table.seat_of(reply.person) is None:
            return await self.matches.public_snapshot(match_id, locale)
        return await self.matches.player_snapshot(match_id, reply.person, locale)

    async def player_snapshot(self, reply: Reply, match_id: int) -> PlayerSnapshot:
        """Return a player's snapshot. Raises Refusal for anyone else, and if the match hasn't begun."""
        try:
            return await self.matches.panel_snapshot(match_id, reply.person, reply.translate.locale)
        except NotYourMatch:
            table = await self.matches.table(match_id)
            raise Refusal(
                msg(
                    "You're watching this match. Only {who} can play in it.",
                    who=joined_names(table.names, reply.translate),
                )
            ) from None

    async def offer_matches(self, interaction: Interaction, typed: str) -> list[tuple[str, str]]:
        """Suggest a person's matches, those waiting for them first."""
        summaries = await self._playing(interaction.user.id)
        summaries.sort(key=lambda summary: summary.table.seat_of(interaction.user.id) not in summary.awaited)
        return _offer(summaries, interaction, typed)

    async def offer_challenges(
        self, interaction: Interaction, typed: str, *, own: bool = False
    ) -> list[tuple[str, str]]:
        """Suggest the challenges to a person and the open tables here; with `own`, all their open challenges."""
        person = interaction.user.id
        summaries = await self.matches.of_person(person)
        challenges = [summary for summary in summaries if summary.table.status is MatchStatus.CHALLENGED]
        received = [
            summary for summary in challenges if summary.table.seat_of(person) != summary.table.challenger
        ]
        open_tables = [] if own else [Summary(table, ()) for table in await self._free_tables(interaction)]
        return _offer(challenges if own else [*received, *open_tables], interaction, typed)

    async def _free_tables(self, interaction: Interaction) -> list[MatchTable]:
        """Return this server's open tables with a free seat, in channels this person can see."""
        tables = await self.challenges.open_tables(interaction.guild_id or 0)
        person = interaction.user.id
        return [t for t in tables if t.seat_of(person) is None and may_see(interaction, t.channel_id)]

    async def find_finished(self, interaction: Interaction, named: str | None) -> int:
        """Return the requested finished match; without a name, the thread's or the last one."""
        if (match_id := await self._indicated(interaction, named)) is not None:
            return match_id
        over = await self.matches.of_person(interaction.user.id, finished=True)
        if not over:
            raise Refusal(msg("You have no finished match to replay."))
        return max(over, key=lambda summary: summary.table.changed_at).table.match_id

    async def offer_finished(self, interaction: Interaction, typed: str) -> list[tuple[str, str]]:
        """Suggest a person's finished matches, newest first."""
        return _offer(await self.matches.of_person(interaction.user.id, finished=True), interaction, typed)

    async def offer_moderated(
        self, interaction: Interaction, typed: str, *, finished: bool = False
    ) -> list[tuple[str, str]]:
        """Suggest other people's matches on this server to a moderator; with `finished`, the rated ones.

        Raises Refusal for anyone else.
        """
        await self.moderators.check_moderator(Reply(interaction))
        summaries = await self.matches.on_server(interaction.guild_id or 0, finished=finished)
        foreign = [summary for summary in summaries if summary.table.seat_of(interaction.user.id) is None]
        return _offer(
            [summary for summary in foreign if summary.table.rated or not finished], interaction, typed
        )

    async def _playing(self, person: int) -> list[Summary]:
        """Return a person's matches in progress; those they are out of only if there are no others."""
        summaries = await self.matches.of_person(person)
        playing = [summary for summary in summaries if summary.table.status is MatchStatus.PLAYING]
        return [
            summary for summary in playing if summary.table.seat_of(person) not in summary.table.out
        ] or playing

    async def _indicated(self, interaction: Interaction, named: str | None) -> int | None:
        """Return the named match, or without a name the thread's; None without either. Raises Refusal."""
        if named:
            return await self._named(interaction, named.strip())
        return (
            None if interaction.channel_id is None else await self.matches.in_thread(interaction.channel_id)
        )

    async def _named(self, interaction: Interaction, named: str) -> int:
        """Return the match with that number if this person plays in it or it is on this server."""
        number = named.removeprefix("#")
        try:
            table = None if (match_id := numeral(number)) is None else await self.matches.table(match_id)
        except NotFound:
            table = None
        is_near = (
            table is not None and interaction.guild_id is not None and table.guild_id == interaction.guild_id
        )
        if table is None or not (is_near or table.seat_of(interaction.user.id) is not None):
            raise Refusal(NO_SUCH_MATCH.filled(typed=named[:60]))
        return table.match_id


def name_of(table: MatchTable, translate: Translator, *, with_game: bool = False) -> str:
    """Return a unique name for a match; `with_game`: with its game first."""
    game = f"{table.game.title} · " if with_game else ""
    return f"{game}{translate(MATCH_NAME.filled(id=table.match_id))}: {short_title(table, translate)}"


def are_of_several_games(tables: Iterable[MatchTable]) -> bool:
    """Return whether matches are of more than one game, so that their names should tell it."""
    return len({table.game.name for table in tables}) > 1


def _offer(summaries: Sequence[Summary], interaction: Interaction, typed: str) -> list[tuple[str, str]]:
    person, translate = interaction.user.id, translator_for(interaction.locale)
    suggestions: list[tuple[str, str]] = []
    with_game = are_of_several_games(summary.table for summary in summaries)
    for summary in summaries:
        name = name_of(summary.table, translate, with_game=with_game)
        if summary.table.seat_of(person) in summary.awaited:
            name = f"{name} – {translate(MATCHES_YOURS)}"
        if typed.strip().casefold() in name.casefold():
            suggestions.append((name, str(summary.table.match_id)))
    return suggestions
