"""The settings commands for people who manage a server."""

from __future__ import annotations

import pytest

from bot.errors import LimitReached
from bot.features.server_settings.numbers import COUNTING
from bot.local_discord.permissions import Permission
from bot.local_discord.records import Message
from bot.servers.rules import MOST_CHANNELS
from tests.bot.discord.clicks import walk
from tests.bot.discord.kit import Duel, Room
from tests.bot.features.server_settings.conftest import another, told, walk_form
from tests.table import transcript
from tests.table.actor import Actor, CannotDo


def menus(message: Message) -> dict[str, list[str]]:
    """Return the selected options of a message's menus, by placeholder."""
    chosen: dict[str, list[str]] = {}
    for component in walk(message.components):
        if component["type"] == 3:
            chosen[component["placeholder"]] = [o["label"] for o in component["options"] if o.get("default")]
        elif component["type"] in (5, 6, 7, 8):
            chosen[component["placeholder"]] = [value["id"] for value in component.get("default_values", [])]
    return chosen


# -- permissions


async def test_only_server_managers_see_the_settings(lobby: Room, ada: Actor, manager: Actor) -> None:
    with pytest.raises(CannotDo, match="no command /settings"):
        await ada.slash("settings show")
    told(await manager.slash("settings show"), "Settings of this server")
    with pytest.raises(CannotDo, match="no command /settings"):
        await manager.slash("settings show", channel=manager.direct)
    lobby.table.guild.members[manager.person.id].roles.clear()
    lobby.table.world.allow(manager.person, lobby.table.channel, Permission.MANAGE_MESSAGES)


async def test_the_permission_is_checked_again_at_every_change(lobby: Room, manager: Actor) -> None:
    """A person who has lost the permission can use neither the command nor an older panel."""
    panel = (await manager.slash("settings show")).reply
    lobby.table.guild.members[manager.person.id].roles.clear()
    told(await manager.click(panel, "No rated matches"), "Only members with “Manage Server”")
    told(await manager.click(panel, "Limits …"), "Only members with “Manage Server”")
    assert (await lobby.services.servers.rules(lobby.table.guild.id)).rated


# -- the panel


async def test_everything_can_be_changed_in_one_message(lobby: Room, manager: Actor) -> None:
    """Menus and buttons suffice, show the current values, and do so after a restart."""
    arena = another(lobby)
    role = lobby.table.world.add_role(lobby.table.guild, "Referees", Permission(0))
    panel = (await manager.slash("settings show")).reply
    assert "are allowed in every channel" in transcript.text(panel)
    await manager.select(panel, arena, menu="Channels for challenges")
    await manager.select(panel, "2 d per decision", menu="Clock of")
    await manager.select(panel, "Noon", menu="Deck suggested")
    await manager.select(panel, role.id, menu="Roles that")
    await manager.select(panel, arena, menu="Channel for results")
    await manager.select(panel, "Español", menu="Language of")
    await manager.click(panel, "No rated matches")
    await manager.click(panel, "Limits …")
    await manager.submit({"Matches at once": "3", "Open challenges": ""})
    await lobby.restart()
    message = (await manager.slash("settings show")).reply
    assert transcript.text(message) == transcript.text(panel)
    for line in (
        f"are allowed only in <#{arena.id}>",
        "2 d per decision",
        "**Deck** suggested first: **Noon**",
        f"<@&{role.id}>, and everyone with “Manage Server”",
        f"**Results** are announced in <#{arena.id}>",
        "**Language** of public messages: Español.",
        "**Rated matches** are not allowed",
        "matches at once: 3.",
    ):
        assert line in transcript.text(message), transcript.text(message)
    assert menus(message) == {
        "Channels for challenges (choose none for all)": [str(arena.id)],
        "Clock of a challenge": ["2 d per decision"],
        "Deck suggested first": ["Noon"],
        "Roles that moderate (choose none to go by permissions)": [str(role.id)],
        "Channel for results (choose none to announce nothing)": [str(arena.id)],
        "Language of this server": ["Español"],
    }
    await manager.click(message, "Reset all")
    assert "Reset all settings" in transcript.text(message)
    await manager.click(message, "No, keep them")
    assert "matches at once: 3." in transcript.text(message)
    await manager.click(message, "Reset all")
    await manager.click(message, "Yes, reset")
    assert "are allowed in every channel" in transcript.text(message)
    assert not any(
        chosen for placeholder, chosen in menus(message).items() if placeholder.startswith(("Chan", "Roles"))
    )


async def test_everything_can_be_changed_by_typing(lobby: Room, manager: Actor) -> None:
    arena = another(lobby)
    role = lobby.table.world.add_role(lobby.table.guild, "Referees", Permission(0))
    told(await manager.slash("settings channels", change="add"), f"only in <#{lobby.table.channel.id}>")
    told(await manager.slash("settings channels", change="add", channel=arena), f", <#{arena.id}>")
    told(await manager.slash("settings channels", change="remove"), f"only in <#{arena.id}>")
    told(await manager.slash("settings channels", change="remove"), "isn't on the list")
    told(await manager.slash("settings channels", change="all channels"), "in every channel")
    assert "2 d per decision" in await manager.autocomplete("settings clock", "clock", "2d")
    told(await manager.slash("settings clock", clock="36h each"), "1 d 12 h per decision")
    told(await manager.slash("settings clock", clock="soon"), "isn't a time control")
    assert await manager.autocomplete("settings deck", "deck", "no") == ["Noon"]
    told(await manager.slash("settings deck", deck="Noon"), "suggested first: **Noon**")
    told(await manager.slash("settings deck", deck="Midnight"), "There is no deck called “Midnight”")
    told(await manager.slash("settings deck", deck="none"), "the one each player played last")
    told(
        await manager.slash("settings limits", matches=2, challenges=1),
        "matches at once: 2, open challenges: 1",
    )
    told(await manager.slash("settings limits"), "default")
    told(await manager.slash("settings moderators", change="add"), "Please choose a role")
    told(await manager.slash("settings moderators", change="add", role=role.id), f"<@&{role.id}>")
    everybody = lobby.table.guild.id
    told(await manager.slash("settings moderators", change="add", role=everybody), "Everyone has that role")
    told(await manager.slash("settings moderators", change="by permission"), "“Manage Messages”")
    told(
        await manager.slash("settings announcements", announce="on", channel=arena),
        f"announced in <#{arena.id}>",
    )
    told(await manager.slash("settings announcements", announce="off"), "aren't announced")
    told(await manager.slash("settings language", language="Español"), "Español.")
    told(
        await manager.slash("settings language", language="Automatic"),
        "English, from this server's Discord settings",
    )
    told(await manager.slash("settings rated", allowed="no"), "are not allowed")
    response = await manager.slash("settings reset")
    await manager.click(response.reply, "Yes, reset")
    assert "**Rated matches** are allowed" in transcript.text(response.reply)


async def test_a_duplicate_command_is_executed_once(lobby: Room, manager: Actor) -> None:
    """A duplicate that arrives after another change does not undo that change."""
    guild, now = lobby.table.guild.id, manager.person.id
    servers = lobby.services.servers
    await servers.rate_by(77, guild, now, allowed=False)
    await servers.rate_by(78, guild, now, allowed=True)
    await servers.rate_by(77, guild, now, allowed=False)
    assert (await servers.rules(guild)).rated
    lobby.table.gateway.duplicates = 1
    told(await manager.slash("settings announcements", announce="on"), "**Results** are announced in")
    await lobby.quiet()
    hellos = [m for m in manager.sees() if "I'll announce the results" in transcript.text(m)]
    assert len(hellos) == 1


async def test_limits_can_be_turned_off(lobby: Room, manager: Actor) -> None:
    panel = (await manager.slash("settings show")).reply
    await manager.click(panel, "Limits …")
    told(
        await manager.submit({"Matches at once": "many"}),
        "“many” isn't a limit. Enter a number from 1 to 1000",
    )
    with pytest.raises(CannotDo, match=f"choose 0 to {MOST_CHANNELS}"):
        await manager.select(
            panel, *[another(lobby, f"c{n}") for n in range(26)], menu="Channels for challenges"
        )


async def test_deleted_channels_and_roles_are_skipped_and_named(
    lobby: Room, manager: Actor, bo: Actor
) -> None:
    world, arena, ring = lobby.table.world, another(lobby), another(lobby, "ring")
    role = world.add_role(lobby.table.guild, "Referees", Permission(0))
    panel = (await manager.slash("settings show")).reply
    await manager.select(panel, arena, ring, menu="Channels for challenges")
    await manager.select(panel, role.id, menu="Roles that")
    await manager.select(panel, ring, menu="Channel for results")
    world.delete_channel(ring)
    del lobby.table.guild.roles[role.id]
    message = (await manager.slash("settings show")).reply
    assert f"only in <#{arena.id}>.\n-# Skipped because they were deleted: ring." in transcript.text(message)
    assert "“Manage Messages”.\n-# Skipped because they were deleted: Referees." in transcript.text(message)
    assert "aren't announced: #ring was deleted" in transcript.text(message)
    assert menus(message)["Channels for challenges (choose none for all)"] == [str(arena.id)]
    response = await bo.slash("voidream challenge", user=manager, deck="Noon")
    told(response, f"Please challenge in <#{arena.id}>. #ring was one of them, but was deleted.")
    world.delete_channel(arena)
    response = await bo.slash("voidream challenge", user=manager, deck="Noon")
    told(response, "#arena, #ring, which was deleted")
    message = (await manager.slash("settings show")).reply
    assert "are allowed nowhere: all the channels you chose" in transcript.text(message)


# -- missing permissions of the bot


async def test_missing_permissions_in_this_channel_are_named(lobby: Room, manager: Actor) -> None:
    told(await manager.slash("settings show"), "**In this channel** I have all the permissions a match needs")
    world, here = lobby.table.world, lobby.table.channel
    world.deny(world.bot, here, Permission.ATTACH_FILES | Permission.CREATE_PUBLIC_THREADS)
    response = await manager.slash("settings show")
    told(
        response,
        "I'm missing permissions:\n- “Create Public Threads”: I can't open match threads.\n- “Attach Files”: I can only show boards",
    )


async def test_announcing_in_a_channel_without_permission_is_refused(lobby: Room, manager: Actor) -> None:
    arena = another(lobby)
    lobby.table.world.deny(lobby.table.world.bot, arena, Permission.SEND_MESSAGES)
    response = await manager.slash("settings announcements", announce="on", channel=arena)
    told(response, "I can't announce results in #arena: I need the permission “Send Messages”.")
    assert (await lobby.services.servers.rules(lobby.table.guild.id)).announces is None


async def test_the_accepting_player_learns_why_there_is_no_thread(lobby: Room, ada: Actor, bo: Actor) -> None:
    """Later players also see the names of the permission and the channel."""
    await ada.slash("voidream challenge", user=bo, deck="Morning")
    await lobby.quiet()
    world, here = lobby.table.world, lobby.table.channel
    world.deny(world.bot, here, Permission.CREATE_PUBLIC_THREADS)
    accepted = await bo.slash("match accept", deck="Evening")
    told(accepted, "Match on!")
    told(accepted, "Missing permissions: “Create Public Threads”")
    await lobby.quiet()
    response = await ada.slash("match decide", channel=ada.direct)
    assert (
        f"I can't open this match's thread: I need the permission “Create Public Threads” in <#{here.id}>."
        in response.text
    )


async def test_a_board_as_text_says_why(lobby: Room, duel: Duel) -> None:
    world, here = lobby.table.world, lobby.table.channel
    world.deny(world.bot, here, Permission.ATTACH_FILES)
    await duel.ada.actor.slash("parlour pass", channel=duel.ada.thread)
    await lobby.quiet()
    assert f"As text, because I need the permission “Attach Files” in <#{here.id}>." in transcript.text(
        await duel.status()
    )
    sure = await duel.bo.actor.slash("match resign", channel=duel.bo.thread)
    await duel.bo.actor.click(sure.reply, "Yes, resign")
    await lobby.quiet()
    end = await duel.bo.actor.gets("the match is over", channel=duel.bo.thread)
    assert (
        f"can't post the match record: I need the permission “Attach Files” in <#{here.id}>."
        in transcript.text(end)
    )


async def test_rating_rules_can_be_typed_or_set_in_a_form(lobby: Room, manager: Actor) -> None:
    typed = await manager.slash("settings rated", round=3, days=0, daily=5, age=14)
    for line in (
        "reached round 3.",
        "counts fully, however often",
        "At most 5 matches per person count each day",
        "Minimum account age: 14 days.",
    ):
        told(typed, line)
    told(await manager.slash("settings rated", daily=6), "reached round 3.")
    panel = (await manager.slash("settings show")).reply
    form = await manager.click(panel, "What counts …")
    assert [part["value"] for part in walk_form(form)] == ["3", "0", "6", "14"]
    fields = dict.fromkeys((str(field.label) for field in COUNTING.fields), "1")
    response = await manager.submit(fields | {"Matches of one person a day": "0"})
    told(response, "“Matches of one person a day” must be a number from 1 to 100, not “0”.")
    await manager.click(panel, "What counts …")
    told(
        await manager.submit(fields | {"Matches of one person a day": "٣"}), "must be a number from 1 to 100"
    )
    await manager.click(panel, "What counts …")
    await manager.submit(fields | {"Days in which the n-th of a pair counts 1/n": "365"})
    for line in (
        "it reached round 1.",
        "within 365 days counts 1/n",
        "At most 1 match per person counts each day.",
        "Minimum account age: 1 day.",
    ):
        assert line in transcript.text(panel)
    with pytest.raises(LimitReached, match="from 0 to 365"):
        await lobby.services.servers.rate_by(5, lobby.table.guild.id, manager.person.id, {"rated_age": 366})


async def test_the_votes_needed_to_cancel_can_be_set(lobby: Room, manager: Actor) -> None:
    told(await manager.slash("settings call-off", takes="one"), "needs one player, until someone acts")
    panel = (await manager.slash("settings show")).reply
    await manager.click(panel, "All must agree")
    assert "**Cancelling a match** needs all players once cards are dealt." in transcript.text(panel)
    await manager.click(panel, "One player cancels")
    assert (await lobby.services.servers.rules(lobby.table.guild.id)).abort_alone


async def test_a_channel_is_not_greeted_endlessly(lobby: Room, manager: Actor) -> None:
    for _ in range(8):
        last = await manager.slash("settings announcements", announce="on")
        await manager.slash("settings announcements", announce="off")
    told(last, "changed 6 times within an hour. You can change it again <t:")
    await lobby.quiet()
    assert sum("I'll announce the results" in transcript.text(message) for message in manager.sees()) <= 6
