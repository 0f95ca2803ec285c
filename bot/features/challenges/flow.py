"""Challenge, accept and decline, and reply to the player."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress

import discord
from msgspec import Struct, field
from msgspec.structs import replace

from bot.clocks import TimeControl, read_control
from bot.clocks.control import DAY
from bot.discord.channels import check_guest, check_place
from bot.discord.components.messages import Item, PrivateMessage, button, row, text
from bot.discord.components.plain import plain
from bot.discord.components.replies import Change, Reply, person_of
from bot.discord.deck_labels import deck_label
from bot.discord.delivery_failures import trouble_sentence
from bot.discord.interaction_data import Interaction, matching
from bot.discord.match_text import control, level_name, names_at, title
from bot.discord.permissions import MISSING_PERMISSIONS, missing_names
from bot.errors import AlreadyDecided, BadDeck, Refusal, TranslatedError
from bot.features.challenges.messages import ChallengeMessages
from bot.features.challenges.public_message import challenge_sentence
from bot.games.playable import PlayableGame
from bot.installation import Feature
from bot.match.first_answers import ALL_RANDOM, PregamePreferences
from bot.match.practice_opponent import each_by_itself, level_for
from bot.people.locales import translator_for
from bot.store.match_status import Invited, MatchStatus
from bot.store.person import Person
from bot.views.types import MatchTable, PlayerSnapshot
from cards.i18n import Translator, msg
from engine.kernel.ai.levels import EASY

NEEDED_CLOCK = TimeControl("each", 3 * DAY)
"""The clock of matches that need one (rated, or with takeovers) if neither the challenge nor the server sets it."""


class Confirmation(Struct, frozen=True):
    """A player's private confirmation of a challenge that they sent or accepted.

    `change` edits it; `shown_at` is in seconds of the event loop's clock.
    """

    change: Change
    translate: Translator
    shown_at: float


CHANGEABLE = 14 * 60
"""Seconds for which a private reply can reliably be edited: Discord allows 15 minutes."""


def _permission_lines(reply: Reply, table: MatchTable) -> list[str]:
    """Return a line about missing permissions if the player is in the match's channel; otherwise nothing."""
    in_channel = reply.interaction.channel_id == table.channel_id
    missing = missing_names(reply.interaction, reply.translate) if in_channel else ""
    return [reply.translate(MISSING_PERMISSIONS.filled(names=missing))] if missing else []


async def _show_waiting(reply: Reply, table: MatchTable) -> Change:
    """Tell a player who has accepted who hasn't answered yet."""
    open_seats = [seat for seat, state in enumerate(table.invited) if state is Invited.OPEN]
    names = f"**{names_at(table, open_seats, reply.translate)}**"
    return await reply.show(
        PrivateMessage((text(reply.translate.msg("You accepted. Waiting for {who}.", who=names)),))
    )


class ChallengeRequest(Struct, frozen=True):
    """A challenger's settings for a match. Empty ones get defaults."""

    deck: str = ""
    """"" means the suggested deck."""
    clock: str = ""
    """A time control as typed. "" means the server's."""
    rated: bool = False
    takes_over: bool = False
    """Whether the bot plays on for players who run out of time."""
    preferences: PregamePreferences = ALL_RANDOM
    """The challenger's choices for the beginning of the match."""
    level: str = ""
    """The bot's level. "" means the easiest for a player's first match, otherwise the default."""


class ChallengeFlow(Feature, frozen=True):
    """Sends, accepts, declines and withdraws challenges, and shows the result to the player."""

    challenge_messages: ChallengeMessages
    confirmations: dict[tuple[int, int], Confirmation] = field(
        default_factory=dict[tuple[int, int], Confirmation]
    )
    """Those of undecided challenges, by match and person. They must be edited once the challenge is decided."""

    async def challenge_with(
        self,
        reply: Reply,
        game: PlayableGame,
        opponents: Sequence[Person],
        request: ChallengeRequest,
        *,
        seats: int | None = None,
    ) -> None:
        """Challenge players in the interaction's channel, or open a table there if there are none.

        `seats` is the table's number of seats; None means the game's maximum. In direct messages, where no one else can
        join, the bot takes all other seats, and None means the minimum. If the bot occurs several times in `opponents`, it
        gets that many seats.

        The challenge is posted immediately. Its deck and pregame choices can be changed until it is accepted. A match
        against the bot alone starts immediately, and the reply is its first question.
        """
        deck, clock, level = request.deck, request.clock, request.level
        rated, takes_over = request.rated, request.takes_over
        interaction, translate = reply.interaction, reply.translate
        me = interaction.client.user
        if interaction.guild_id is None and not opponents and me is not None:
            # A conversation with the bot: no one else can take a seat.
            opponents = [person_of(me)] * ((seats or game.seats.start) - 1)
            seats = None
        opponents = each_by_itself(
            [replace(person, is_this_bot=me is not None and person.id == me.id) for person in opponents]
        )
        is_practice = bool(opponents) and all(person.is_this_bot for person in opponents)
        if opponents and seats is not None:
            raise Refusal(msg("`seats:` is for an open table. Leave it out, or leave out the opponent."))
        rules = await self.services.servers.rules(interaction.guild_id)
        if interaction.guild_id is not None or not is_practice:
            check_place(interaction, rules, translate)
        for opponent in opponents:
            if not opponent.is_bot:
                check_guest(interaction, opponent.id)
        chosen_clock = read_control(clock) if clock else rules.clock
        if rated and chosen_clock.kind == "none" and not is_practice:
            # Without a clock, a losing player would only have to wait.
            if clock:
                raise Refusal(
                    msg(
                        "A rated match needs a clock, so that no one can delay losing. Choose one "
                        "with `clock:`, or leave it out for the server's clock, or else 3 d per "
                        "decision."
                    )
                )
            chosen_clock = NEEDED_CLOCK
        if takes_over and chosen_clock.kind == "none" and not clock:
            chosen_clock = NEEDED_CLOCK
        if not deck and game.has_decks:
            deck_choices = await self.services.decks.deck_choices(reply.person, game, interaction.guild_id)
            # A newcomer without a deck gets the recommended one.
            deck = deck_choices.first or deck_choices.offered[0]
        if is_practice and not level and game.thinking is not None:
            level = "" if await self.services.beginners.has_played(reply.person, game) else EASY.key
        host, guild, channel = person_of(interaction.user), interaction.guild_id, interaction.channel_id or 0
        if opponents:
            table = await self.services.challenges.challenge(
                interaction.id, host, *opponents, game=game, guild_id=guild, channel_id=channel, deck=deck,
                control=chosen_clock, rated=rated, takes_over=takes_over, wish=request.preferences, level=level,
            )  # fmt: skip
        else:
            level_for(game, [host], level)
            table = await self.services.challenges.open_table(
                interaction.id, host, game=game, guild_id=guild, channel_id=channel, seats=seats, deck=deck,
                control=chosen_clock, rated=rated, takes_over=takes_over, wish=request.preferences,
            )  # fmt: skip
        if is_practice:
            await self.show_begun(reply, table, deck)
            return
        table = await self.services.challenges.until_shown(table.match_id)
        if table.challenge_message_id is None and table.status is MatchStatus.WITHDRAWN:
            why = trouble_sentence(table, translate)
            not_shown = translate(
                msg("I couldn't post your challenge in this channel, so I withdrew it.")
                if opponents
                else msg("I couldn't post your table in this channel, so I closed it.")
            )
            raise TranslatedError(f"{not_shown} {why}".strip())
        await self.show_sent(reply, table.match_id)

    async def show_sent(self, reply: Reply, match_id: int) -> None:
        """Confirm a challenge, with its options that can still be changed.

        If it has begun meanwhile, show the match.
        """
        try:
            prepared = await self.services.challenges.prepared(match_id, reply.person)
        except AlreadyDecided:
            snapshot = await self.services.match_resolver.player_snapshot(reply, match_id)
            await self.show_accepted(reply, snapshot)
            return
        change = await reply.show(await self.challenge_messages.sent(prepared, reply.person, reply.translate))
        self._remember(reply, match_id, change)

    def _remember(self, reply: Reply, match_id: int, change: Change) -> None:
        """Remember a confirmation, and forget those that can no longer be edited."""
        now = asyncio.get_running_loop().time()
        for expired in [key for key, one in self.confirmations.items() if now - one.shown_at > CHANGEABLE]:
            del self.confirmations[expired]
        self.confirmations[match_id, reply.person] = Confirmation(change, reply.translate, now)

    async def _show_outcome(self, match_id: int) -> None:
        """Replace the private confirmations of a challenge with its outcome, once it is decided."""
        table = await self.services.matches.table(match_id)
        if table.status is MatchStatus.CHALLENGED:
            return
        for key in [key for key in self.confirmations if key[0] == match_id]:
            if (confirmation := self.confirmations.pop(key, None)) is None:
                continue  # Another task is editing it.
            translate, buttons = confirmation.translate, list[Item]()
            lines = [challenge_sentence(table, translate)]
            if table.status is MatchStatus.PLAYING and table.seat_of(key[1]) is not None:
                snapshot = await self.services.matches.panel_snapshot(match_id, key[1], translate.locale)
                lines, buttons = await self._begin_message(snapshot, translate)
            with suppress(discord.HTTPException):
                await confirmation.change(PrivateMessage((text("\n".join(lines)), *buttons)))

    async def show_begun(self, reply: Reply, table: MatchTable, deck: str) -> None:
        """Show the first question of a match against the bot. The bot answers immediately, so no mention is sent.

        It waits for the public message, so that this reply is the last message.
        """
        translate = reply.translate
        deck_name = plain(table.game.translator(translate.locale)(table.game.called(deck)))
        table = await self.services.challenges.until_shown(table.match_id)
        if level := level_name(table, translate):
            sentence = (
                msg(
                    "Match on! You're playing {deck}. My level is **{level}**. For another one, choose "
                    "`level` when you challenge me."
                )
                if deck
                else msg(
                    "Match on! My level is **{level}**. For another one, choose `level` when you "
                    "challenge me."
                )
            )
        else:
            sentence = (
                msg("Match on! You're playing {deck}. I answer at once.")
                if deck
                else msg("Match on! I answer at once.")
            )
        await reply.say(translate(sentence.filled(deck=deck_name, level=level)))
        await self.services.panels.show_panel(
            reply, await self.services.match_resolver.player_snapshot(reply, table.match_id)
        )

    async def accept_with(
        self, reply: Reply, match_id: int, deck: str, preferences: PregamePreferences | None = None
    ) -> None:
        """Accept a challenge, or take a seat at an open table.

        Show that the match begins, or who hasn't answered yet.
        """
        person = person_of(reply.interaction.user)
        accepted = await self.services.challenges.accept(
            reply.interaction.id, match_id, person, deck, reply.translate.locale, preferences
        )
        if accepted.snapshot is None:
            if accepted.table.table_for:
                await self.show_sent(reply, match_id)
            else:
                self._remember(reply, match_id, await _show_waiting(reply, accepted.table))
            return
        game = accepted.table.game
        name = (await self.services.decks.find_deck(reply.person, game, deck)).name if game.has_decks else ""
        await self.show_accepted(reply, accepted.snapshot, name)

    async def start(self, reply: Reply, match_id: int) -> None:
        """Start a match with the players who have accepted."""
        await self.services.challenges.start(reply.interaction.id, match_id, reply.person)
        snapshot = await self.services.match_resolver.player_snapshot(reply, match_id)
        await self.show_accepted(reply, snapshot)

    async def show_accepted(self, reply: Reply, snapshot: PlayerSnapshot, deck: str = "") -> None:
        """Show that a match has begun, and where its first question is.

        `deck` is mentioned unless it is "" (the player knows it already).
        """
        translate = reply.translate
        sentences = (
            [
                translate.msg(
                    "Match on! You're playing {deck}.",
                    deck=plain(snapshot.translator(snapshot.table.game.called(deck))),
                )
            ]
            if deck
            else []
        )
        sentences += [] if snapshot.table.game.has_decks else [translate.msg("Match on!")]
        lines, buttons = await self._begin_message(snapshot, translate, " ".join(sentences))
        lines += _permission_lines(reply, snapshot.table)
        await reply.show(PrivateMessage((text("\n".join(lines)), *buttons)))
        await self._show_outcome(snapshot.table.match_id)

    async def _begin_message(
        self, snapshot: PlayerSnapshot, translate: Translator, intro: str = ""
    ) -> tuple[list[str], list[Item]]:
        """Return the lines of a match that has begun, and a button if the player has the first question.

        The lines are its title, and `intro` with a sentence about who moves first.
        """
        sentences, buttons = [intro] if intro else [], list[Item]()
        if snapshot.question is not None:
            is_dm_closed = await self.services.people.dm_closed(snapshot.person.id)
            sentences.append(
                translate(
                    msg("You move first.")
                    if is_dm_closed
                    else msg("Your first move is in your direct messages.")
                )
            )
            turn = button(
                translate.msg("My turn"), control(snapshot.table, "turn"), discord.ButtonStyle.primary
            )
            buttons.append(row(turn))
        elif snapshot.awaited:
            sentences.append(
                translate.msg(
                    "{who} moves first. I'll tell you when it's your turn.",
                    who=f"**{plain(snapshot.awaited[0].person.name, 60)}**",
                )
            )
        return [f"**{title(snapshot.table, translate)}**", " ".join(sentences)], buttons

    async def accept_taught(self, reply: Reply, match_id: int) -> None:
        """Accept a challenge with the suggested deck, and turn explanations on."""
        table = await self.services.matches.table(match_id)
        deck = ""
        if table.game.has_decks:
            deck_choices = await self.services.decks.deck_choices(reply.person, table.game, table.guild_id)
            deck = deck_choices.first or deck_choices.offered[0]
        await self.accept_with(reply, match_id, deck)
        await self.services.beginners.set_explanations(reply.person, shown=True)

    async def refuse(self, reply: Reply, match_id: int) -> None:
        """Decline a challenge, or withdraw the person's own."""
        table = await self.services.matches.table(match_id)
        if table.seat_of(reply.person) == table.challenger:
            await self.withdraw(reply, table)
            return
        table = await self.services.challenges.decline(reply.interaction.id, match_id, reply.person)
        await self._show_outcome(match_id)
        challenger = table.challenging
        if table.table_for:
            await reply.say(msg("You left {host}'s table.", host=f"**{plain(challenger.name, 60)}**"))
            return
        line = reply.translate.msg(
            "You declined {challenger}'s challenge.", challenger=f"**{plain(challenger.name, 60)}**"
        )
        block = button(reply.translate.msg("Block this player"), control(table, "privacy", "block"))
        await reply.show(PrivateMessage((text(line), row(block))))

    async def withdraw(self, reply: Reply, table: MatchTable) -> None:
        """Withdraw the person's own challenge."""
        await self.services.challenges.withdraw(reply.interaction.id, table.match_id, reply.person)
        await self._show_outcome(table.match_id)
        if table.table_for:
            await reply.say(msg("You closed your table."))
            return
        opponents = [seat for seat in range(len(table.people)) if seat != table.challenger]
        await reply.say(
            msg(
                "You withdrew your challenge to {opponent}.",
                opponent=f"**{names_at(table, opponents, reply.translate)}**",
            )
        )

    async def has_deck(self, reply: Reply, game: PlayableGame, deck: str) -> bool:
        """Return whether a player has a deck with that name in a game: one they built, or a ready-made one."""
        try:
            await self.services.decks.find_deck(reply.person, game, deck)
        except BadDeck:
            return False
        return True

    async def offer_decks(
        self, game: PlayableGame, interaction: Interaction, typed: str
    ) -> list[tuple[str, str]]:
        """Return playable decks as suggestions: the suggested one, the player's own, the ready-made."""
        deck_choices = await self.services.decks.deck_choices(interaction.user.id, game, interaction.guild_id)
        translate = translator_for(interaction.locale)
        labels = [(deck_label(deck_choices, name, translate), name) for name in deck_choices.offered]
        return matching(labels, typed, by_value=True)
