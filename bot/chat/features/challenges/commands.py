"""Beginning a match: challenge, accept, decline."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands
from msgspec.structs import replace

from bot.chat.channels import check_guest, check_place
from bot.chat.command_layout import Layout
from bot.chat.components.lengths import Line, Name
from bot.chat.components.messages import Item, PrivateMessage, button, row, text
from bot.chat.components.plain import bare, plain
from bot.chat.components.replies import Reply
from bot.chat.core import Core
from bot.chat.error_boundary import ErrorBoundary
from bot.chat.features.challenges.messages import deck_label, decks, sent
from bot.chat.features.deciding.acting import show_panel
from bot.chat.features.time.commands import offer_controls
from bot.chat.find_match import find_challenge, offer_challenges, player_look
from bot.chat.match_text import control, named, title
from bot.chat.permissions import missing_names
from bot.chat.texts.texts import ENGLISH as W
from bot.chat.texts.texts import texts_for
from bot.chat.time_format import offered_controls
from bot.clocks import TimeControl, read_control
from bot.clocks.control import DAY
from bot.command_keys import Command
from bot.errors import AlreadyDecided, Told
from bot.games.playable import PlayableGame
from bot.match.beforehand import BY_LOT, Beforehand, with_number
from bot.match.views import Invited, MatchTable, Person, PrivateLook, Standing

Interaction = discord.Interaction[Any]
Choices = list[app_commands.Choice[str]]
Cut = app_commands.Range[int, 1, 99]
"""Where a deck is cut: as deep as the game allows."""


def add(layout: Layout, core: Core, boundary: ErrorBoundary) -> None:
    """Add the commands."""

    @layout.command(Command.CHALLENGE, W.d_challenge)
    @app_commands.rename(opponent="user", second="user2", third="user3")
    @app_commands.describe(
        opponent=W.d_challenge_user,
        second=W.d_challenge_more,
        third=W.d_challenge_more,
        deck=W.d_deck,
        clock=W.time.d_clock,
        rated=W.time.d_rated,
        cut=W.before.d_cut,
    )
    async def challenge(
        interaction: Interaction,
        opponent: discord.User,
        deck: Name = "",
        clock: Line = "",
        rated: bool = False,
        cut: Cut | None = None,
        second: discord.User | None = None,
        third: discord.User | None = None,
    ) -> None:
        async with boundary.answering(interaction) as reply:
            await reply.later()
            opponents = [person_of(user) for user in (opponent, second, third) if user is not None]
            await challenge_with(
                core, reply, opponents, deck, clock, rated=rated, wish=with_number(core.games.default, cut)
            )

    @challenge.autocomplete("clock")
    async def controls(interaction: Interaction, typed: str) -> Choices:
        return await boundary.complete(interaction, _offer_controls(core, interaction, typed))

    @challenge.autocomplete("deck")
    async def decks_to_challenge(interaction: Interaction, typed: str) -> Choices:
        return await boundary.complete(interaction, offer_decks(core, core.games.default, interaction, typed))

    @layout.command(Command.ACCEPT, W.d_accept)
    @app_commands.describe(deck=W.d_deck, match=W.d_match, cut=W.before.d_cut)
    async def accept(
        interaction: Interaction,
        deck: Name | None = None,
        match: Name | None = None,
        cut: Cut | None = None,
    ) -> None:
        async with boundary.answering(interaction) as reply:
            await reply.later()
            table = await find_challenge(core, interaction, match, reply.words)
            if cut is not None:
                await core.matches.prepare(table.match_id, reply.person, wish=with_number(table.game, cut))
            if deck is None and table.game.has_decks:
                await reply.show(await decks(core, table, reply.person, reply.words))
            else:
                await accept_with(core, reply, table.match_id, deck or "")

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
        words = texts_for(interaction.locale)
        return await boundary.complete(interaction, offer_challenges(core, interaction.user.id, typed, words))

    @decline.autocomplete("match")
    async def challenges_to_decline(interaction: Interaction, typed: str) -> Choices:
        words = texts_for(interaction.locale)
        return await boundary.complete(
            interaction, offer_challenges(core, interaction.user.id, typed, words, own=True)
        )


RATED_CLOCK = TimeControl("each", 3 * DAY)
"""The clock of a rated match whose challenge names none, on a server that has none either."""


def person_of(user: discord.abc.User) -> Person:
    """Return somebody on Discord as a person, by the name that is shown for them, if it can be seen at all."""
    return Person(user.id, bare(user.display_name) or user.name, user.bot)


async def challenge_with(
    core: Core,
    reply: Reply,
    opponents: Sequence[Person],
    deck: str,
    clock: str = "",
    *,
    rated: bool = False,
    wish: Beforehand = BY_LOT,
) -> None:
    """Challenge people in the channel where the interaction comes from.

    Without `deck` with the one that is offered first, without `clock` (a time control as it is written) with the server's.
    The challenge goes out at once; deck and `wish`, how the match is to begin, can be changed below it. A match with the
    bot itself begins at once, and the answer is its first decision.
    """
    interaction, words, game = reply.interaction, reply.words, core.games.default
    me = interaction.client.user
    opponents = [replace(one, is_house=me is not None and one.id == me.id) for one in opponents]
    is_practice = all(one.is_house for one in opponents)
    rules = await core.servers.rules(interaction.guild_id)
    check_place(interaction, rules, words)
    for opponent in opponents:
        if not opponent.is_bot:
            check_guest(interaction, opponent.id, words)
    chosen_clock = read_control(clock) if clock else rules.clock
    if rated and chosen_clock.kind == "none" and not is_practice:
        # Without a clock, whoever is losing would only have to wait.
        if clock:
            raise Told(words.time.rated_needs_clock)
        chosen_clock = RATED_CLOCK
    if not deck and game.has_decks:
        shelf = await core.decks.shelf(reply.person, game, interaction.guild_id)
        # Somebody who has none of their own and has never played gets the one that is recommended to begin with.
        deck = shelf.first or shelf.offered[0]
    table = await core.matches.challenge(
        interaction.id,
        person_of(interaction.user),
        *opponents,
        guild_id=interaction.guild_id,
        channel_id=interaction.channel_id or 0,
        deck=deck,
        control=chosen_clock,
        rated=rated,
        wish=wish,
    )
    if is_practice:
        await show_begun(core, reply, table, deck)
        return
    table = await core.matches.until_shown(table.match_id)
    if table.challenge_message_id is None and table.standing is Standing.WITHDRAWN:
        why = await core.troubles.sentence(table, words)
        raise Told(f"{words.challenge_not_shown} {why}".strip())
    await show_sent(core, reply, table.match_id)


async def show_sent(core: Core, reply: Reply, match_id: int) -> None:
    """Say that a challenge is on its way, and what can still be changed; or that it has been answered meanwhile."""
    try:
        prepared = await core.matches.prepared(match_id, reply.person)
    except AlreadyDecided:
        mine = await player_look(core, match_id, reply.person, reply.words)
        await show_accepted(core, reply, mine)
        return
    await reply.show(await sent(core, prepared, reply.person, reply.words))


async def show_begun(core: Core, reply: Reply, table: MatchTable, deck: str) -> None:
    """Show the first decision in a match with the bot itself, which answers at once: no message needs to call anybody.

    It comes after the message for everybody, so that it is the last thing to be seen.
    """
    words = reply.words
    called = plain(table.game.translator(words.locale)(table.game.called(deck)))
    table = await core.matches.until_shown(table.match_id)
    begun = words.practice_begun if deck else words.practice_begun_plain
    await reply.say(begun.format(deck=called))
    await show_panel(core, reply, await player_look(core, table.match_id, reply.person, words))


def _lacking(reply: Reply, table: MatchTable) -> list[str]:
    """Return a line on what the bot may not do where a match is played, if anything."""
    here = reply.interaction.channel_id == table.channel_id
    missing = missing_names(reply.interaction, reply.words) if here else ""
    return [reply.words.missing_permissions.format(names=missing)] if missing else []


async def accept_with(core: Core, reply: Reply, match_id: int, deck: str) -> None:
    """Accept a challenge with a deck, and say that the match begins."""
    person = person_of(reply.interaction.user)
    accepted = await core.matches.accept(reply.interaction.id, match_id, person, deck, reply.words.locale)
    if accepted.look is None:
        await show_waiting(reply, accepted.table)
        return
    game = accepted.table.game
    name = (await core.decks.called(reply.person, game, deck)).name if game.has_decks else ""
    await show_accepted(core, reply, accepted.look, name)


async def show_waiting(reply: Reply, table: MatchTable) -> None:
    """Say to somebody who has accepted that others have yet to answer."""
    still = [seat for seat, one in enumerate(table.invited) if one is Invited.OPEN]
    who = f"**{named(table, still, reply.words)}**"
    await reply.show(PrivateMessage((text(reply.words.accepted_first.format(who=who)),)))


async def start(core: Core, reply: Reply, match_id: int) -> None:
    """Begin a match with those who have accepted."""
    await core.matches.start(reply.interaction.id, match_id, reply.person)
    mine = await player_look(core, match_id, reply.person, reply.words)
    await show_accepted(core, reply, mine)


async def show_accepted(core: Core, reply: Reply, look: PrivateLook, deck: str = "") -> None:
    """Say that a match has begun, with which deck, if that is news, and where the first decision is."""
    words = reply.words
    said = [words.accepted.format(deck=plain(look.translator(look.table.game.called(deck))))] if deck else []
    said += [] if look.table.game.has_decks else [words.accepted_plain]
    buttons: list[Item] = []
    if look.question is not None:
        closed = await core.people.dm_closed(reply.person)
        said.append(words.before.yours_here if closed else words.before.yours_directly)
        turn = button(words.my_turn, control(look.table, "turn"), discord.ButtonStyle.primary)
        buttons.append(row(turn))
    elif look.awaited:
        said.append(words.before.theirs.format(who=f"**{plain(look.awaited[0].person.name, 60)}**"))
    lines = [f"**{title(look.table, words)}**", " ".join(said), *_lacking(reply, look.table)]
    await reply.show(PrivateMessage((text("\n".join(lines)), *buttons)))


async def accept_taught(core: Core, reply: Reply, match_id: int) -> None:
    """Accept a challenge with the deck to begin with, and have explained what comes up."""
    table = await core.matches.table(match_id)
    deck = ""
    if table.game.has_decks:
        shelf = await core.decks.shelf(reply.person, table.game, table.guild_id)
        deck = shelf.first or shelf.offered[0]
    await accept_with(core, reply, match_id, deck)
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


async def withdraw(core: Core, reply: Reply, table: MatchTable) -> None:
    """Take one's own challenge back."""
    await core.matches.withdraw(reply.interaction.id, table.match_id, reply.person)
    others = [seat for seat in range(len(table.people)) if seat != table.challenger]
    await reply.say(reply.words.withdrawn.format(opponent=f"**{named(table, others, reply.words)}**"))


async def offer_decks(
    core: Core, game: PlayableGame, interaction: Interaction, typed: str
) -> list[tuple[str, str]]:
    """Return the decks that can be played as suggestions: the one to be offered first, one's own, the ready-made."""
    shelf = await core.decks.shelf(interaction.user.id, game, interaction.guild_id)
    words = texts_for(interaction.locale)
    wanted = typed.strip().casefold()
    labels = [(deck_label(shelf, name, words), name) for name in shelf.offered]
    return [
        (label, name) for label, name in labels if wanted in label.casefold() or wanted in name.casefold()
    ]


async def _offer_controls(core: Core, interaction: Interaction, typed: str) -> list[tuple[str, str]]:
    """Return time controls as suggestions, the server's own one first."""
    words, rules = texts_for(interaction.locale), await core.servers.rules(interaction.guild_id)
    if typed.strip():
        return await offer_controls(interaction, typed)
    offered = sorted(offered_controls(rules.clock, words), key=lambda one: one[1] != rules.control)
    return [(f"{offered[0][0]} ({words.settings.default_here})", offered[0][1]), *offered[1:]]
