"""Challenging, accepting and declining, and the replies to the person."""

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
from bot.discord.interaction_data import Interaction
from bot.discord.match_text import control, level_name, named, title
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
from bot.views.types import MatchTable, PrivateLook
from cards.i18n import Translator, msg
from engine.kernel.ai.levels import EASY

NEEDED_CLOCK = TimeControl("each", 3 * DAY)
"""The clock of a match that needs one, rated or to be taken over, whose challenge names none, on a server that has none either."""


class SentChallenge(Struct, frozen=True):
    """The message that tells a person of a challenge that they have sent: what changes it, in their words, and when it was shown."""

    change: Change
    translate: Translator
    person: int
    shown_at: float


CHANGEABLE = 14 * 60
"""Seconds for which a private reply can reliably be edited: Discord allows 15 minutes."""


def _lacking(reply: Reply, table: MatchTable) -> list[str]:
    """Return a line about missing permissions in the channel of a match, if any."""
    here = reply.interaction.channel_id == table.channel_id
    missing = missing_names(reply.interaction, reply.translate) if here else ""
    return [reply.translate(MISSING_PERMISSIONS.filled(names=missing))] if missing else []


async def _show_waiting(reply: Reply, table: MatchTable) -> None:
    """Say to a person who has accepted that others have yet to answer."""
    still = [seat for seat, one in enumerate(table.invited) if one is Invited.OPEN]
    who = f"**{named(table, still, reply.translate)}**"
    await reply.show(
        PrivateMessage((text(reply.translate.msg("You accepted. Waiting for {who}.", who=who)),))
    )


class ChallengeRequest(Struct, frozen=True):
    """The match for which a person challenges others, as far as they say."""

    deck: str = ""
    """"": the deck that is offered first."""
    clock: str = ""
    """A time control as written; "": the server's."""
    rated: bool = False
    takes_over: bool = False
    """Whether the bot plays on for players who run out of time."""
    wish: PregamePreferences = ALL_RANDOM
    """Their part of how the match begins."""
    level: str = ""
    """The level of the bot; "": the easiest with a person who has never played, else as usual."""


class ChallengeFlow(Feature, frozen=True):
    """Challenges people, accepts and declines, and answers with how that stands."""

    challenge_messages: ChallengeMessages
    sent: dict[int, SentChallenge] = field(default_factory=dict[int, SentChallenge])
    """The messages about challenges on their way, by match: they are out of date as soon as these are answered."""

    async def challenge_with(
        self,
        reply: Reply,
        game: PlayableGame,
        opponents: Sequence[Person],
        wanted: ChallengeRequest,
        *,
        seats: int | None = None,
    ) -> None:
        """Challenge people in the interaction's channel, or open a table there if none are named.

        `seats` is the number of seats of the table, None for the game's maximum. If no one else can come, the bot
        takes all other seats, None for the minimum. If it is named more than once, it has that many seats.
        The challenge is posted at once; the deck and the choices before the match can be changed below it. A match
        with only the bot begins at once, and the reply is its first question.
        """
        deck, clock, level = wanted.deck, wanted.clock, wanted.level
        rated, takes_over = wanted.rated, wanted.takes_over
        interaction, translate = reply.interaction, reply.translate
        me = interaction.client.user
        if interaction.guild_id is None and not opponents and me is not None:
            # No one else could take a seat here.
            opponents = [person_of(me)] * ((seats or game.seats.start) - 1)
            seats = None
        opponents = each_by_itself(
            [replace(one, is_house=me is not None and one.id == me.id) for one in opponents]
        )
        is_practice = bool(opponents) and all(one.is_house for one in opponents)
        if opponents and seats is not None:
            raise Refusal(msg("`seats:` is for an open table. Leave it out, or leave out the opponent."))
        rules = await self.services.servers.rules(interaction.guild_id)
        if interaction.guild_id is not None or not is_practice:
            check_place(interaction, rules, translate)
        for opponent in opponents:
            if not opponent.is_bot:
                check_guest(interaction, opponent.id, translate)
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
            shelf = await self.services.decks.shelf(reply.person, game, interaction.guild_id)
            # A newcomer without a deck of their own gets the recommended one.
            deck = shelf.first or shelf.offered[0]
        if is_practice and not level and game.thinking is not None:
            level = "" if await self.services.beginners.has_played(reply.person, game) else EASY.key
        host, guild, channel = person_of(interaction.user), interaction.guild_id, interaction.channel_id or 0
        if opponents:
            table = await self.services.challenges.challenge(
                interaction.id, host, *opponents, game=game, guild_id=guild, channel_id=channel, deck=deck,
                control=chosen_clock, rated=rated, takes_over=takes_over, wish=wanted.wish, level=level,
            )  # fmt: skip
        else:
            level_for(game, [host], level)
            table = await self.services.challenges.open_table(
                interaction.id, host, game=game, guild_id=guild, channel_id=channel, seats=seats, deck=deck,
                control=chosen_clock, rated=rated, takes_over=takes_over, wish=wanted.wish,
            )  # fmt: skip
        if is_practice:
            await self.show_begun(reply, table, deck)
            return
        table = await self.services.challenges.until_shown(table.match_id)
        if table.challenge_message_id is None and table.standing is MatchStatus.WITHDRAWN:
            why = trouble_sentence(table, translate)
            not_shown = translate(
                msg("I couldn't post your challenge in this channel, so I withdrew it.")
                if opponents
                else msg("I couldn't post your table in this channel, so I closed it.")
            )
            raise TranslatedError(f"{not_shown} {why}".strip())
        await self.show_sent(reply, table.match_id)

    async def show_sent(self, reply: Reply, match_id: int) -> None:
        """Confirm a challenge with the options that can still be changed, or show that it has been answered
        meanwhile.
        """
        try:
            prepared = await self.services.challenges.prepared(match_id, reply.person)
        except AlreadyDecided:
            mine = await self.services.finder.player_look(match_id, reply.person, reply.translate)
            await self.show_accepted(reply, mine)
            return
        change = await reply.show(await self.challenge_messages.sent(prepared, reply.person, reply.translate))
        now = asyncio.get_running_loop().time()
        for old in [key for key, one in self.sent.items() if now - one.shown_at > CHANGEABLE]:
            del self.sent[old]
        self.sent[match_id] = SentChallenge(change, reply.translate, reply.person, now)

    async def _answered(self, match_id: int) -> None:
        """Replace the private confirmation of a challenge by its outcome, if it still exists."""
        table = await self.services.matches.table(match_id)
        if table.standing is MatchStatus.CHALLENGED or (sent := self.sent.pop(match_id, None)) is None:
            return
        translate, buttons = sent.translate, list[Item]()
        lines = [challenge_sentence(table, translate)]
        if table.standing is MatchStatus.PLAYING:
            look = await self.services.finder.player_look(match_id, sent.person, translate)
            lines, buttons = await self._begun(look, translate)
        with suppress(discord.HTTPException):
            await sent.change(PrivateMessage((text("\n".join(lines)), *buttons)))

    async def show_begun(self, reply: Reply, table: MatchTable, deck: str) -> None:
        """Show the first question of a match with the bot, which answers at once, so no one needs a mention.

        Sent after the public message, so that it is the last one.
        """
        translate = reply.translate
        called = plain(table.game.translator(translate.locale)(table.game.called(deck)))
        table = await self.services.challenges.until_shown(table.match_id)
        if level := level_name(table, translate):
            begun = (
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
            begun = (
                msg("Match on! You're playing {deck}. I answer at once.")
                if deck
                else msg("Match on! I answer at once.")
            )
        await reply.say(translate(begun.filled(deck=called, level=level)))
        await self.services.panels.show_panel(
            reply, await self.services.finder.player_look(table.match_id, reply.person, translate)
        )

    async def accept_with(
        self, reply: Reply, match_id: int, deck: str, wish: PregamePreferences | None = None
    ) -> None:
        """Accept a challenge, or take a seat at an open table, with a deck; say that the match begins, or who it waits for."""
        person = person_of(reply.interaction.user)
        accepted = await self.services.challenges.accept(
            reply.interaction.id, match_id, person, deck, reply.translate.locale, wish
        )
        if accepted.look is None:
            if accepted.table.table_for:
                await self.show_sent(reply, match_id)
            else:
                await _show_waiting(reply, accepted.table)
            return
        game = accepted.table.game
        name = (await self.services.decks.called(reply.person, game, deck)).name if game.has_decks else ""
        await self.show_accepted(reply, accepted.look, name)

    async def start(self, reply: Reply, match_id: int) -> None:
        """Begin a match with those who have accepted."""
        await self.services.challenges.start(reply.interaction.id, match_id, reply.person)
        mine = await self.services.finder.player_look(match_id, reply.person, reply.translate)
        await self.show_accepted(reply, mine)

    async def show_accepted(self, reply: Reply, look: PrivateLook, deck: str = "") -> None:
        """Say that a match has begun, with which deck, if that is news, and where the first decision is."""
        translate = reply.translate
        said = (
            [
                translate.msg(
                    "Match on! You're playing {deck}.",
                    deck=plain(look.translator(look.table.game.called(deck))),
                )
            ]
            if deck
            else []
        )
        said += [] if look.table.game.has_decks else [translate.msg("Match on!")]
        lines, buttons = await self._begun(look, translate, " ".join(said))
        lines += _lacking(reply, look.table)
        await reply.show(PrivateMessage((text("\n".join(lines)), *buttons)))
        await self._answered(look.table.match_id)

    async def _begun(
        self, look: PrivateLook, translate: Translator, said: str = ""
    ) -> tuple[list[str], list[Item]]:
        """Return the title of a match that has begun, `said` and who moves first, and a button to an open question."""
        told, buttons = [said] if said else [], list[Item]()
        if look.question is not None:
            closed = await self.services.people.dm_closed(look.person.id)
            told.append(
                translate(
                    msg("You move first.") if closed else msg("Your first move is in your direct messages.")
                )
            )
            turn = button(translate.msg("My turn"), control(look.table, "turn"), discord.ButtonStyle.primary)
            buttons.append(row(turn))
        elif look.awaited:
            told.append(
                translate.msg(
                    "{who} moves first. I'll tell you when it's your turn.",
                    who=f"**{plain(look.awaited[0].person.name, 60)}**",
                )
            )
        return [f"**{title(look.table, translate)}**", " ".join(told)], buttons

    async def accept_taught(self, reply: Reply, match_id: int) -> None:
        """Accept a challenge with the recommended deck, and turn explanations on."""
        table = await self.services.matches.table(match_id)
        deck = ""
        if table.game.has_decks:
            shelf = await self.services.decks.shelf(reply.person, table.game, table.guild_id)
            deck = shelf.first or shelf.offered[0]
        await self.accept_with(reply, match_id, deck)
        await self.services.beginners.want_explanations(reply.person, wanted=True)

    async def refuse(self, reply: Reply, match_id: int) -> None:
        """Decline a challenge, or withdraw the person's own."""
        table = await self.services.matches.table(match_id)
        if table.seat_of(reply.person) == table.challenger:
            await self.withdraw(reply, table)
            return
        table = await self.services.challenges.decline(reply.interaction.id, match_id, reply.person)
        await self._answered(match_id)
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
        await self._answered(table.match_id)
        if table.table_for:
            await reply.say(msg("You closed your table."))
            return
        others = [seat for seat in range(len(table.people)) if seat != table.challenger]
        await reply.say(
            msg(
                "You withdrew your challenge to {opponent}.",
                opponent=f"**{named(table, others, reply.translate)}**",
            )
        )

    async def has_deck(self, reply: Reply, game: PlayableGame, deck: str) -> bool:
        """Return whether a person has a deck of that name in a game, built or ready-made."""
        try:
            await self.services.decks.called(reply.person, game, deck)
        except BadDeck:
            return False
        return True

    async def offer_decks(
        self, game: PlayableGame, interaction: Interaction, typed: str
    ) -> list[tuple[str, str]]:
        """Return playable decks as suggestions: the suggested one, the person's own, the ready-made."""
        shelf = await self.services.decks.shelf(interaction.user.id, game, interaction.guild_id)
        translate = translator_for(interaction.locale)
        wanted = typed.strip().casefold()
        labels = [(deck_label(shelf, name, translate), name) for name in shelf.offered]
        return [
            (label, name) for label, name in labels if wanted in label.casefold() or wanted in name.casefold()
        ]
