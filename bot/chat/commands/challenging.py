"""Beginning a match: challenge, accept, decline."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord
from discord import app_commands

from bot.chat.boundary import Boundary
from bot.chat.challenges import deck_label, decks
from bot.chat.coaching import first_match_button
from bot.chat.commands.layout import Layout
from bot.chat.commands.timing import offer_controls
from bot.chat.core import Core
from bot.chat.finding import find_challenge, offer_challenges
from bot.chat.lengths import Line, Name
from bot.chat.messages import PrivateMessage, button, row, text
from bot.chat.permissions import missing_names
from bot.chat.places import check_guest, check_place
from bot.chat.plain import bare, plain
from bot.chat.replies import Reply
from bot.chat.telling import control, title
from bot.chat.times import offered_controls
from bot.chat.words import ENGLISH as W
from bot.chat.words import words_for
from bot.clocks import Control, read_control
from bot.clocks.control import DAY
from bot.commands import Command
from bot.errors import Told
from bot.games import PlayableGame
from bot.looks import Person, Standing, Table

Interaction = discord.Interaction[Any]
Choices = list[app_commands.Choice[str]]


def add(layout: Layout, core: Core, boundary: Boundary) -> None:
    """Add the commands."""

    @layout.command(Command.CHALLENGE, W.d_challenge)
    @app_commands.rename(opponent="user")
    @app_commands.describe(
        opponent=W.d_challenge_user, deck=W.d_deck, clock=W.time.d_clock, rated=W.time.d_rated
    )
    async def challenge(
        interaction: Interaction,
        opponent: discord.User,
        deck: Name = "",
        clock: Line = "",
        rated: bool = False,
    ) -> None:
        async with boundary.answering(interaction) as reply:
            await reply.later()
            await challenge_with(core, reply, person_of(opponent), deck, clock, rated=rated)

    @challenge.autocomplete("clock")
    async def controls(interaction: Interaction, typed: str) -> Choices:
        return await boundary.complete(interaction, _offer_controls(core, interaction, typed))

    @challenge.autocomplete("deck")
    async def decks_to_challenge(interaction: Interaction, typed: str) -> Choices:
        return await boundary.complete(interaction, offer_decks(core, core.games.default, interaction, typed))

    @layout.command(Command.ACCEPT, W.d_accept)
    @app_commands.describe(deck=W.d_deck, match=W.d_match)
    async def accept(interaction: Interaction, deck: Name | None = None, match: Name | None = None) -> None:
        async with boundary.answering(interaction) as reply:
            await reply.later()
            table = await find_challenge(core, interaction, match, reply.words)
            if deck is None:
                await reply.show(await decks(core, table, reply.person, reply.words))
            else:
                await accept_with(core, reply, table.match_id, deck)

    @accept.autocomplete("deck")
    async def decks_to_accept(interaction: Interaction, typed: str) -> Choices:
        return await boundary.complete(interaction, offer_decks(core, core.games.default, interaction, typed))

    @layout.command(Command.DECLINE, W.d_decline)
    @app_commands.describe(match=W.d_match)
    async def decline(interaction: Interaction, match: Name | None = None) -> None:
        async with boundary.answering(interaction) as reply:
            await reply.later()
            table = await find_challenge(core, interaction, match, reply.words, own=True)
            if table.seat_of(reply.person) == table.challenger:
                await withdraw(core, reply, table)
            else:
                await refuse(core, reply, table.match_id)

    @accept.autocomplete("match")
    async def challenges_to_accept(interaction: Interaction, typed: str) -> Choices:
        words = words_for(interaction.locale)
        return await boundary.complete(interaction, offer_challenges(core, interaction.user.id, typed, words))

    @decline.autocomplete("match")
    async def challenges_to_decline(interaction: Interaction, typed: str) -> Choices:
        words = words_for(interaction.locale)
        return await boundary.complete(
            interaction, offer_challenges(core, interaction.user.id, typed, words, own=True)
        )


RATED_CLOCK = Control("each", 3 * DAY)
"""The clock of a rated match whose challenge names none, on a server that has none either."""


def person_of(user: discord.abc.User) -> Person:
    """Return somebody on Discord as a person, by the name that is shown for them, if it can be seen at all."""
    return Person(user.id, bare(user.display_name) or user.name, user.bot)


async def challenge_with(
    core: Core,
    reply: Reply,
    opponent: Person,
    deck: str,
    clock: str = "",
    *,
    rated: bool = False,
) -> None:
    """Challenge somebody in the channel where the interaction comes from.

    Without `deck` with the one that is offered first, without `clock` (a time control as it is written) with the server's.
    """
    interaction, words, game = reply.interaction, reply.words, core.games.default
    if interaction.client.user is not None and opponent.id == interaction.client.user.id:
        opponent = replace(opponent, is_house=True)
    rules = await core.servers.rules(interaction.guild_id)
    check_place(interaction, rules, words)
    if not opponent.is_bot:
        check_guest(interaction, opponent.id, words)
    chosen_clock = read_control(clock) if clock else rules.clock
    if rated and chosen_clock.kind == "none" and not opponent.is_house:
        # Without a clock, whoever is losing would only have to wait.
        if clock:
            raise Told(words.time.rated_needs_clock)
        chosen_clock = RATED_CLOCK
    if not deck:
        shelf = await core.decks.shelf(reply.person, game, interaction.guild_id)
        # Somebody who has none of their own and has never played gets the one that is recommended to begin with.
        deck = shelf.first or shelf.offered[0]
    chosen = await core.decks.called(reply.person, game, deck)
    table = await core.matches.challenge(
        interaction.id,
        person_of(interaction.user),
        opponent,
        guild_id=interaction.guild_id,
        channel_id=interaction.channel_id or 0,
        deck=deck,
        control=chosen_clock,
        rated=rated,
    )
    table = await core.matches.until_shown(table.match_id)
    if table.challenge_message_id is None and table.standing is Standing.WITHDRAWN:
        why = await core.troubles.sentence(table, words)
        raise Told(f"{words.challenge_not_shown} {why}".strip())
    called = plain(game.tongue(words.locale)(game.called(chosen.name)))
    if opponent.is_house:
        await reply.say(words.practice_sent.format(deck=called))
    else:
        name = f"**{plain(table.challenged.name, 60)}**"
        sent = text(words.challenge_sent.format(opponent=name, deck=called))
        if await core.learning.is_new(reply.person, game):
            learn = (text(words.learn.try_first), row(first_match_button(words)))
            await reply.show(PrivateMessage((sent, *learn)))
        else:
            await reply.show(PrivateMessage((sent,)))


async def accept_with(core: Core, reply: Reply, match_id: int, deck: str) -> None:
    """Accept a challenge with a deck, and say that the match begins."""
    person = person_of(reply.interaction.user)
    look = await core.matches.accept(reply.interaction.id, match_id, person, deck, reply.words.locale)
    chosen = await core.decks.called(reply.person, look.table.game, deck)
    called = look.tongue(look.table.game.called(chosen.name))
    lines = [f"**{title(look.table, reply.words)}**", reply.words.accepted.format(deck=plain(called))]
    here = reply.interaction.channel_id == look.table.channel_id
    if here and (missing := missing_names(reply.interaction, reply.words)):
        lines.append(reply.words.missing_permissions.format(names=missing))
    await reply.show(PrivateMessage((text("\n".join(lines)),)))


async def accept_taught(core: Core, reply: Reply, match_id: int) -> None:
    """Accept a challenge with the deck to begin with, and have explained what comes up."""
    table = await core.matches.table(match_id)
    shelf = await core.decks.shelf(reply.person, table.game, table.guild_id)
    await accept_with(core, reply, match_id, shelf.first or shelf.offered[0])
    await core.learning.want_explanations(reply.person, wanted=True)


async def refuse(core: Core, reply: Reply, match_id: int) -> None:
    """Decline a challenge, or take one's own back."""
    table = await core.matches.table(match_id)
    if table.seat_of(reply.person) == table.challenger:
        await withdraw(core, reply, table)
        return
    table = await core.matches.decline(reply.interaction.id, match_id, reply.person)
    said, challenger = reply.words, table.challenging
    line = said.declined.format(challenger=f"**{plain(challenger.name, 60)}**")
    block = button(said.privacy.block_them, control(table, "privacy", "block"))
    await reply.show(PrivateMessage((text(line), row(block))))


async def withdraw(core: Core, reply: Reply, table: Table) -> None:
    """Take one's own challenge back."""
    await core.matches.withdraw(reply.interaction.id, table.match_id, reply.person)
    await reply.say(reply.words.withdrawn.format(opponent=f"**{plain(table.challenged.name, 60)}**"))


async def offer_decks(
    core: Core, game: PlayableGame, interaction: Interaction, typed: str
) -> list[tuple[str, str]]:
    """Return the decks that can be played as suggestions: the one to be offered first, one's own, the ready-made."""
    shelf = await core.decks.shelf(interaction.user.id, game, interaction.guild_id)
    words = words_for(interaction.locale)
    wanted = typed.strip().casefold()
    labels = [(deck_label(shelf, name, words), name) for name in shelf.offered]
    return [
        (label, name) for label, name in labels if wanted in label.casefold() or wanted in name.casefold()
    ]


async def _offer_controls(core: Core, interaction: Interaction, typed: str) -> list[tuple[str, str]]:
    """Return time controls as suggestions, the server's own one first."""
    words, rules = words_for(interaction.locale), await core.servers.rules(interaction.guild_id)
    if typed.strip():
        return await offer_controls(interaction, typed)
    offered = sorted(offered_controls(rules.clock, words), key=lambda one: one[1] != rules.control)
    return [(f"{offered[0][0]} ({words.settings.default_here})", offered[0][1]), *offered[1:]]
