"""The commands that start a match: challenge, accept, decline."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Sequence, Set
from functools import partial
from typing import cast

import discord
from discord import app_commands
from msgspec.structs import replace

from bot.command_keys import Command
from bot.discord.channels import check_place
from bot.discord.commands.layout import Layout, Offer, Parameter, shape
from bot.discord.components.custom_ids import CustomId, Submitted
from bot.discord.components.lengths import Line, Name
from bot.discord.components.plain import bare
from bot.discord.components.replies import Reply, person_of
from bot.discord.controls import pressed
from bot.discord.deck_labels import DEFAULT_HERE
from bot.discord.interaction_data import Interaction, chosen, typed_so_far
from bot.discord.match_resolver import D_MATCH
from bot.discord.time_format import offer_controls, offered_controls
from bot.errors import Refusal
from bot.features.challenges.flow import ChallengeFlow, ChallengeRequest
from bot.features.challenges.messages import TAKEOVER, ChallengeMessages, pregame_form, submitted_preferences
from bot.features.challenges.public_message import ChallengesAnnouncements
from bot.features.challenges.rematch import RematchFeature, RematchSection
from bot.games.playable import PlayableGame
from bot.installation import Feature, Part, Services
from bot.match.first_answers import with_number
from bot.match.limits import check_opponent
from bot.people.locales import translator_for
from bot.store.match_status import MatchStatus
from bot.store.person import Person
from cards.i18n import Message, msg
from cards.numerals import numeral
from engine.kernel.ai.levels import LEVELS

D_CUT = msg("How many cards to cut from their deck. Default: random. Only you know.")
D_CHALLENGE = msg("Challenge someone to a match, or open a table that anyone can join.")
D_CHALLENGE_MORE = msg("One more opponent, in a game for more than two. I can take several seats.")
D_DECK = msg("Your deck.")

Seats = app_commands.Range[int, 2, 4]
"""Seats at an open table. The upper limit is that of the largest game."""
Cut = app_commands.Range[int, 1, 99]
"""The number of cards to cut from a deck. Each game checks its own limit."""


class ChallengesFeature(Feature, frozen=True):
    """The commands, buttons and forms for challenging, accepting and declining."""

    challenge_flow: ChallengeFlow
    challenge_messages: ChallengeMessages

    def add(self, layout: Layout) -> None:
        """Add the commands."""
        games = self.services.game_resolver.games.games.values()
        challenge_any, options = self._challenge_command(games, self._offer_decks)
        layout.command(Command.CHALLENGE, D_CHALLENGE, of_a_game=True, defer=True, **options)(challenge_any)
        for game in games:
            if layout.offer_games is not None and game.name != Command.CHALLENGE.family:
                self._add_own(layout, game)

        @layout.command(
            Command.ACCEPT,
            msg("Accept a challenge."),
            deck=Parameter(D_DECK, self._offer_to_accept),
            match=Parameter(D_MATCH, self.services.match_resolver.offer_challenges),
            cut=D_CUT,
        )
        async def accept(
            reply: Reply,
            deck: Name | None = None,
            match: Name | None = None,
            cut: Cut | None = None,
        ) -> None:
            table = await self.services.match_resolver.find_challenge(reply.interaction, match)
            preferences = None if cut is None else with_number(table.game, cut)
            is_seated = table.seat_of(reply.person) is not None
            if not is_seated:
                await self.services.challenges.check_seat(table.match_id, person_of(reply.interaction.user))
            elif preferences is not None:
                await self.services.challenges.prepare(table.match_id, reply.person, wish=preferences)
            if deck is None and table.game.has_decks:
                if preferences is not None and not is_seated:
                    raise Refusal(msg("To cut the deck, also choose your own deck with `deck:`."))
                await reply.show(
                    await self.challenge_messages.deck_choice(table, reply.person, reply.translate)
                )
            else:
                await self.challenge_flow.accept_with(reply, table.match_id, deck or "", preferences)

        @layout.command(
            Command.DECLINE,
            msg("Decline a challenge, or withdraw yours."),
            match=Parameter(D_MATCH, partial(self.services.match_resolver.offer_challenges, own=True)),
        )
        async def decline(reply: Reply, match: Name | None = None) -> None:
            table = await self.services.match_resolver.find_challenge(reply.interaction, match, own=True)
            if table.seat_of(reply.person) == table.challenger:
                await self.challenge_flow.withdraw(reply, table)
            else:
                await self.challenge_flow.refuse(reply, table.match_id)

        async def from_menu(reply: Reply, user: discord.User) -> None:
            await self._open_form(reply, CustomId("new", state=str(user.id)), person_of(user))

        layout.user_menu(msg("Challenge"), from_menu, defer=False)

    def _challenge_command(
        self,
        games: Iterable[PlayableGame],
        offer_decks: Offer,
        own: PlayableGame | None = None,
        without: Set[str] = frozenset(),
    ) -> tuple[Callable[..., Coroutine[object, object, None]], dict[str, Parameter | Message]]:
        """Return the handler and the parameters of a challenge command, for one game (`own`) or for any.

        It has a `level` parameter if the bot has levels in one of the games.
        """

        async def challenge(  # noqa: PLR0913
            reply: Reply,
            opponent: discord.User | None = None,
            deck: Name = "",
            clock: Line = "",
            rated: bool = False,
            takeover: bool = False,
            cut: Cut | None = None,
            level: str = "",
            second: discord.User | None = None,
            third: discord.User | None = None,
            seats: Seats | None = None,
            game: Name = "",
        ) -> None:
            opponents = [person_of(user) for user in (opponent, second, third) if user is not None]
            if own is None:
                chosen_game = await self._resolve_game(reply, game, deck)
            else:
                chosen_game = await self.services.game_resolver.game(reply, own.name)
            await self.challenge_flow.challenge_with(
                reply,
                chosen_game,
                opponents,
                ChallengeRequest(deck, clock, rated, takeover, with_number(chosen_game, cut), level),
                seats=seats,
            )

        levels = [app_commands.Choice(name=str(level.name), value=level.key) for level in LEVELS.values()]
        options: dict[str, Parameter | Message] = {
            "opponent": Parameter(
                msg("Your opponent. Leave it out to open a table that anyone can join."), name="user"
            ),
            "second": Parameter(D_CHALLENGE_MORE, name="user2"),
            "third": Parameter(D_CHALLENGE_MORE, name="user3"),
            "deck": Parameter(D_DECK, offer_decks),
            "clock": Parameter(
                msg("Time to think: “none”, “2d each”, or a bank such as “3d+12h up to 7d”."),
                self._offer_controls,
            ),
            "rated": msg("Counts for the leaderboard, and ends by itself when a player is out of time."),
            "takeover": msg(
                "If a player runs out of time, the bot plays for them until they're back. Never when rated."
            ),
            "cut": D_CUT,
            "level": Parameter(
                msg("My level if you challenge me. Default: medium, or easy in your first match."),
                choices=levels,
            ),
            "seats": msg("Players at an open table, including you. Only without an opponent."),
        }
        without |= set() if any(game.thinking is not None for game in games) else {"level"}
        shape(challenge, without=without)
        return challenge, {name: option for name, option in options.items() if name not in without}

    def _add_own(self, layout: Layout, game: PlayableGame) -> None:
        """Add one game's challenge command under its command word, with the parameters that apply to it."""

        without = {name for name, n in (("second", 3), ("third", 4)) if n not in game.seats}
        without |= set() if len(game.seats) > 1 else {"seats"}
        without |= set() if game.has_decks else {"deck"}
        without |= set() if game.practice is not None else {"takeover"}
        without |= {"cut", "game"}
        decks = partial(self.challenge_flow.offer_decks, game)
        function, options = self._challenge_command([game], decks, game, without)
        layout.of_a_game(game, Command.CHALLENGE.own_name, D_CHALLENGE, function, **options)

    async def _resolve_game(self, reply: Reply, name: str, deck: str) -> PlayableGame:
        """Return the game of a challenge: the named one, or the only one in which the challenger has that deck.

        If neither decides, it is the game of the command word, or the server's first game.
        """
        games = await self.services.game_resolver.choice.offered(reply.interaction.guild_id)
        if name:
            return await self.services.game_resolver.game(reply, name)
        if deck:
            with_deck = [game for game in games if await self.challenge_flow.has_deck(reply, game, deck)]
            if len(with_deck) == 1:
                return with_deck[0]
        by_word = (game for game in games if game.name == Command.CHALLENGE.family)
        return next(by_word, games[0])

    @pressed("new")
    async def _new_match(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        await self._open_form(reply, control)

    async def _open_form(self, reply: Reply, control: CustomId, opponent: Person | None = None) -> None:
        """Show the challenge form. `opponent` is preselected; the control's state is their id, too."""
        check_place(
            reply.interaction, await self.services.servers.rules(reply.interaction.guild_id), reply.translate
        )
        game = await self.services.game_resolver.game(
            reply, control=control, again=CustomId("new", state=control.state)
        )
        if opponent is not None:
            check_opponent(
                person_of(reply.interaction.user), replace(opponent, is_this_bot=_is_me(reply, opponent))
            )
        await reply.ask(
            await self.challenge_messages.form(
                game,
                reply.person,
                reply.interaction.guild_id,
                reply.translate,
                self.services.game_resolver.naming(game),
                numeral(control.state, 20),
            )
        )

    @pressed("practice", first=Reply.later)
    async def _practice(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """Start a match against the bot immediately, without a clock, with the named or the suggested deck."""
        game = await self.services.game_resolver.game(
            reply,
            control=control,
            again=CustomId("practice"),
            of_those=lambda game: game.practice is not None,
        )
        bot_player = person_of(cast(discord.ClientUser, reply.interaction.client.user))
        await self.challenge_flow.challenge_with(
            reply, game, [bot_player], ChallengeRequest(control.state, "none")
        )

    @pressed("challenge", first=Reply.later)
    async def _challenge(self, reply: Reply, control: CustomId, values: Submitted) -> None:
        """Handle the submitted challenge form: opponents, deck, clock, and the effect of a timeout."""
        users = [_person(reply.interaction, user) for user in values.all("user")]
        opponents = [person for person in users if person is not None]
        if len(opponents) < len(users):
            raise Refusal(msg("Choose an opponent and submit the form again."))
        game = await self.services.game_resolver.game(reply, control=control)
        await self.challenge_flow.challenge_with(
            reply,
            game,
            opponents,
            ChallengeRequest(
                values.one("deck"), values.one("clock"), takes_over=values.one("absent") == TAKEOVER
            ),
        )

    @pressed("accept", first=Reply.later)
    async def _accept(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """Accept a challenge.

        The challenged player first chooses a deck; anyone else gets the reason why they can't.
        """
        table = await self.services.matches.table(control.match_id)
        seat = table.seat_of(reply.person)
        if table.table_for and seat is None:
            await self.services.challenges.check_seat(control.match_id, person_of(reply.interaction.user))
        elif (
            table.table_for or seat in (None, table.challenger) or table.status is not MatchStatus.CHALLENGED
        ):
            # This raises the refusal, with the reason, whatever the deck.
            await self.challenge_flow.accept_with(reply, table.match_id, "")
            return
        if not table.game.has_decks:
            await self.challenge_flow.accept_with(reply, table.match_id, "")
            return
        await reply.show(await self.challenge_messages.deck_choice(table, reply.person, reply.translate))

    @pressed("deck", first=Reply.in_place)
    async def _deck(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        await self.challenge_flow.accept_with(reply, control.match_id, values[0])

    @pressed("play-deck")
    async def _play_deck(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """Accept with the suggested deck."""
        await self._deck(reply, control, [control.state])

    @pressed("taught", first=Reply.later)
    async def _taught(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """Accept a first match with explanations."""
        await self.challenge_flow.accept_taught(reply, control.match_id)

    @pressed("my-deck", first=Reply.in_place)
    async def _my_deck(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """Change the deck of the player's own challenge, while the match hasn't begun."""
        await self.services.challenges.prepare(control.match_id, reply.person, deck=values[0])
        await self._show_prepared(reply, control.match_id)

    @pressed("beforehand")
    async def _beforehand(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """Show the form with the choices for the beginning of a match."""
        prepared = await self.services.challenges.prepared(control.match_id, reply.person)
        await reply.ask(pregame_form(prepared.table, prepared.wish, reply.translate))

    @pressed("foresaid", first=Reply.in_place)
    async def _on_pregame_form(self, reply: Reply, control: CustomId, values: Submitted) -> None:
        """Store the submitted choices for the beginning of a match, and show the player's message again."""
        table = await self.services.matches.table(control.match_id)
        await self.services.challenges.prepare(
            control.match_id, reply.person, wish=submitted_preferences(table.game, values)
        )
        await self._show_prepared(reply, control.match_id)

    @pressed("decline", first=Reply.later)
    async def _decline(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        await self.challenge_flow.refuse(reply, control.match_id)

    @pressed("start", first=Reply.later)
    async def _start(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """Start with the players who have accepted. Everyone sees the button; those who can't use it get the reason."""
        await self.challenge_flow.start(reply, control.match_id)

    async def _show_prepared(self, reply: Reply, match_id: int) -> None:
        """Show a player's choices for a match that hasn't begun, in the message where they made them."""
        table = await self.services.matches.table(match_id)
        seat = table.seat_of(reply.person)
        if seat == table.challenger or (table.table_for and seat is not None):
            await self.challenge_flow.show_sent(reply, match_id)
        else:
            await reply.show(await self.challenge_messages.deck_choice(table, reply.person, reply.translate))

    async def _offer_decks(self, interaction: Interaction, typed: str) -> list[tuple[str, str]]:
        """Return deck suggestions for a challenge: those of the game, or of all possible games."""
        suggestions: list[tuple[str, str]] = []
        game_name = typed_so_far(interaction, "game")
        for game in await self.services.game_resolver.likely(interaction, game_name):
            suggestions += await self.challenge_flow.offer_decks(game, interaction, typed)
        return suggestions

    async def _offer_to_accept(self, interaction: Interaction, typed: str) -> list[tuple[str, str]]:
        """Return decks as suggestions for accepting a challenge: those of its game."""
        name = typed_so_far(interaction, "match")
        table = await self.services.match_resolver.find_challenge(interaction, name)
        return await self.challenge_flow.offer_decks(table.game, interaction, typed)

    async def _offer_controls(self, interaction: Interaction, typed: str) -> list[tuple[str, str]]:
        """Return time controls as suggestions, the server's own one first."""
        translate, rules = (
            translator_for(interaction.locale),
            await self.services.servers.rules(interaction.guild_id),
        )
        if typed.strip():
            return await offer_controls(interaction, typed)
        suggestions = offered_controls(rules.clock, translate)
        (label, value), *others = sorted(suggestions, key=lambda suggestion: suggestion[1] != rules.control)
        return [(f"{label} ({translate(DEFAULT_HERE)})", value), *others]


def _is_me(reply: Reply, person: Person) -> bool:
    me = reply.interaction.client.user
    return me is not None and me.id == person.id


def _person(interaction: Interaction, user_id: str) -> Person | None:
    """Return a person chosen in a form, or None if Discord sent no data about them."""
    user = chosen(interaction, "users", user_id)
    if user is None:
        return None
    member = chosen(interaction, "members", user_id) or {}
    name = next(
        filter(None, (bare(str(n or "")) for n in (member.get("nick"), user.get("global_name")))),
        user["username"],
    )
    return Person(int(user_id), name, bool(user.get("bot")))


def install(of: Services) -> Sequence[Part]:
    """Return the parts of the feature."""
    messages = ChallengeMessages(of)
    challenge_flow = ChallengeFlow(of, messages)
    return (
        ChallengesFeature(of, challenge_flow, messages),
        RematchFeature(of, challenge_flow, messages),
        RematchSection(),
        ChallengesAnnouncements(of.beginners),
    )
