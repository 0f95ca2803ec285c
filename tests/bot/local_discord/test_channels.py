"""Messages, threads, direct conversations and permissions, from the library's view."""

import asyncio
from collections.abc import Awaitable
from datetime import timedelta
from typing import Any

import discord
import pytest

from bot.local_discord.permissions import Permission, may_use, permissions_on
from bot.local_discord.records import ChannelType
from bot.local_discord.server import LocalTable
from tests.bot.local_discord.sample import Board, Sample, picture
from tests.table import transcript
from tests.table.actor import Actor, CannotDo


@pytest.fixture
def channel(bot: Sample, table: LocalTable) -> discord.TextChannel:
    """The table's channel as the bot knows it."""
    channel = bot.get_channel(table.channel.id)
    assert isinstance(channel, discord.TextChannel)
    return channel


async def refusal(action: Awaitable[Any]) -> tuple[int, int]:
    """Return the status and code of the error raised by an action."""
    with pytest.raises(discord.HTTPException) as error:
        await action
    return error.value.status, error.value.code


# Messages


async def test_message_is_sent_read_edited_deleted(channel: discord.TextChannel, alice: Actor) -> None:
    message = await channel.send("  hello  ", file=picture())
    assert message.content == "hello" and message.attachments[0].description == "a red square"
    assert (await channel.fetch_message(message.id)).attachments[0].height == 6
    await message.edit(content="changed", attachments=[])
    assert [(transcript.text(each), each.attachments) for each in alice.sees()] == [("changed", [])]
    await message.delete()
    assert alice.sees() == []
    assert await refusal(message.edit(content="again")) == (404, 10008)


async def test_an_edit_keeps_unmentioned_fields(channel: discord.TextChannel, alice: Actor) -> None:
    message = await channel.send("words", files=[picture("a.png"), picture("b.png")])
    await message.edit(content="other words")
    edited = alice.sees()[0]
    assert [each.filename for each in edited.attachments] == ["a.png", "b.png"]
    await message.edit(attachments=[message.attachments[1], picture("c.png")])
    assert [each.filename for each in edited.attachments] == ["b.png", "c.png"]
    assert transcript.text(edited) == "other words"


async def test_history_is_paged_from_the_newest(channel: discord.TextChannel) -> None:
    messages = [await channel.send(str(number)) for number in range(5)]
    assert [each.content async for each in channel.history(limit=2)] == ["4", "3"]
    assert [each.content async for each in channel.history(before=messages[2])] == ["1", "0"]
    assert [each.content async for each in channel.history(after=messages[2])] == ["3", "4"]
    assert [each.content async for each in channel.history(around=messages[2], limit=3)] == ["3", "2", "1"]


async def test_layout_shows_its_file(channel: discord.TextChannel, bot: Sample) -> None:
    message = await channel.send(view=Board(), file=picture())
    assert message.flags.components_v2
    container = message.components[0]
    assert isinstance(container, discord.Container)
    gallery = container.children[2]
    assert isinstance(gallery, discord.MediaGalleryComponent)
    media = gallery.items[0].media
    assert (media.width, media.height) == (8, 6)
    assert media.url.startswith("http://127.0.0.1:") and "board.png?hm=" in media.url
    assert (await bot.http.get_from_cdn(media.url)).startswith(b"\x89PNG")


async def test_layout_cannot_get_content_nor_lose_its_file(channel: discord.TextChannel) -> None:
    message = await channel.send(view=Board(), file=picture())
    assert await refusal(message.edit(content="words")) == (400, 50035)
    assert await refusal(message.edit(view=Board(), attachments=[])) == (400, 50035)
    await message.edit(view=Board(words="kept"))


async def test_same_nonce_gives_the_same_message(
    channel: discord.TextChannel, alice: Actor, table: LocalTable
) -> None:
    first = await channel.send("one", nonce="o1")
    second = await channel.send("one", nonce="o1")
    assert first.id == second.id and len(alice.sees()) == 1
    thread = await table_thread(channel)
    assert (await thread.send("one", nonce="o1")).id != first.id
    table.clock.advance(6 * 60)
    assert (await channel.send("one", nonce="o1")).id != first.id


async def test_only_allowed_mentions_count(
    channel: discord.TextChannel, alice: Actor, bob: Actor, table: LocalTable
) -> None:
    text = f"<@{alice.person.id}> <@{bob.person.id}> @everyone"
    message = await channel.send(
        text, allowed_mentions=discord.AllowedMentions(users=[discord.Object(bob.person.id)])
    )
    assert [each.id for each in message.mentions] == [bob.person.id]
    assert not message.mention_everyone
    assert not (await channel.send("@everyone")).mention_everyone
    table.world.allow(table.world.bot, table.channel, Permission.MENTION_EVERYONE)
    assert (await channel.send("@everyone")).mention_everyone


async def test_reply_needs_its_message(channel: discord.TextChannel) -> None:
    first = await channel.send("one")
    second = await first.reply("two")
    assert second.reference is not None and second.reference.message_id == first.id
    await first.delete()
    assert await refusal(first.reply("three")) == (400, 50035)


async def test_pins(channel: discord.TextChannel) -> None:
    message = await channel.send("board")
    assert await refusal(message.pin()) == (403, 50013)


async def test_others_messages_cannot_be_edited_or_deleted(
    channel: discord.TextChannel, alice: Actor, table: LocalTable
) -> None:
    message = await channel.fetch_message(alice.say("mine").id)
    assert await refusal(message.edit(content="yours")) == (403, 50005)
    assert await refusal(message.delete()) == (403, 50013)
    table.world.allow(table.world.bot, table.channel, Permission.MANAGE_MESSAGES)
    await message.delete()
    assert alice.sees() == []


async def test_polls_are_refused_as_not_offered(channel: discord.TextChannel, table: LocalTable) -> None:
    poll = discord.Poll("Which?", timedelta(hours=1)).add_answer(text="a").add_answer(text="b")
    assert (await refusal(channel.send(poll=poll)))[0] == 501
    with pytest.raises(AssertionError, match="no poll"):
        table.check()
    table.record.failures.clear()


# Threads


async def table_thread(channel: discord.TextChannel, **options: Any) -> discord.Thread:
    return await channel.create_thread(name="match", type=discord.ChannelType.public_thread, **options)


async def test_thread_is_opened_written_in_renamed(channel: discord.TextChannel, alice: Actor) -> None:
    thread = await table_thread(channel, auto_archive_duration=4320)
    await thread.send(f"<@{alice.person.id}> your turn")
    await thread.edit(name="match, round 2")
    visible = alice.threads()[0]
    assert visible.name == "match, round 2" and [transcript.text(each) for each in alice.sees(visible)] != []
    assert visible.thread is not None and alice.person.id in visible.thread.members
    assert {each.id for each in await thread.fetch_members()} >= {alice.person.id}


async def test_thread_from_a_message(channel: discord.TextChannel, alice: Actor) -> None:
    message = await channel.send("challenge")
    thread = await message.create_thread(name="match")
    assert thread.id == message.id and alice.sees()[0].thread_id == thread.id
    assert await refusal(message.create_thread(name="again")) == (400, 160004)


async def test_private_thread_is_for_its_members(
    channel: discord.TextChannel, alice: Actor, bob: Actor
) -> None:
    thread = await channel.create_thread(name="secret", type=discord.ChannelType.private_thread)
    await thread.send("between us")
    assert alice.threads() == []
    await thread.add_user(discord.Object(alice.person.id))
    assert [each.name for each in alice.threads()] == ["secret"] and bob.threads() == []
    assert alice.was_shown("between us") and not bob.was_shown("secret")
    await thread.remove_user(discord.Object(alice.person.id))
    assert alice.threads() == []


async def test_thread_is_archived_after_inactivity(
    channel: discord.TextChannel, table: LocalTable, alice: Actor
) -> None:
    thread = await table_thread(channel, auto_archive_duration=60)
    message = await thread.send("board")
    table.clock.advance(59 * 60)
    await thread.send("still awake")
    table.clock.advance(59 * 60)
    visible = alice.threads()[0].thread
    assert visible is not None and not visible.archived
    table.clock.advance(60)
    assert visible.archived
    assert await refusal(message.edit(content="changed")) == (400, 50083)
    assert await refusal(thread.edit(name="other")) == (400, 50083)
    assert await refusal(thread.add_user(discord.Object(alice.person.id))) == (400, 50083)
    await thread.send("good morning")
    assert not visible.archived
    await message.edit(content="changed")


async def test_locked_thread_stays_archived(channel: discord.TextChannel, table: LocalTable) -> None:
    thread = await table_thread(channel)
    table.world.archive(table.world.channels[thread.id], locked=True)
    assert await refusal(thread.send("hello")) == (400, 50083)
    assert await refusal(thread.edit(archived=False)) == (400, 50083)
    table.world.allow(table.world.bot, table.channel, Permission.MANAGE_THREADS)
    await thread.edit(archived=False, locked=False)
    await thread.send("hello")


async def test_bot_archives_and_unarchives_its_own_thread(channel: discord.TextChannel) -> None:
    thread = await table_thread(channel)
    await thread.edit(archived=True)
    assert [each.id async for each in channel.archived_threads()] == [thread.id]
    await thread.edit(archived=False)
    assert [each async for each in channel.archived_threads()] == []


async def test_deleted_thread_and_channel_are_gone(channel: discord.TextChannel, table: LocalTable) -> None:
    thread = await table_thread(channel)
    message = await thread.send("board")
    table.world.delete_channel(table.world.channels[thread.id])
    assert await refusal(thread.send("hello")) == (404, 10003)
    assert await refusal(message.edit(content="x")) == (404, 10003)
    second_thread = await table_thread(channel)
    table.world.delete_channel(table.channel)
    assert await refusal(channel.send("hello")) == (404, 10003)
    assert await refusal(second_thread.send("hello")) == (404, 10003)


async def test_no_thread_in_a_thread(channel: discord.TextChannel, bot: Sample) -> None:
    thread = await table_thread(channel)
    action = bot.http.start_thread_without_message(
        thread.id, name="x", type=11, auto_archive_duration=60, rate_limit_per_user=None, invitable=True
    )
    assert await refusal(action) == (400, 50024)


# Direct conversations


async def test_announcement_threads_are_a_separate_type(bot: Sample, table: LocalTable) -> None:
    news = await new_channel(bot, table, ChannelType.ANNOUNCEMENT)
    assert isinstance(news, discord.TextChannel) and news.is_news()
    message = await news.send("Big news")
    assert (await message.create_thread(name="Talk")).type is discord.ChannelType.news_thread
    opened = await news.create_thread(name="More", type=discord.ChannelType.news_thread)
    assert table.world.channels[opened.id].type is ChannelType.ANNOUNCEMENT_THREAD
    for kind in (discord.ChannelType.public_thread, discord.ChannelType.private_thread):
        assert await refusal(news.create_thread(name="No", type=kind)) == (400, 50024)
    text = bot.get_channel(table.channel.id)
    assert isinstance(text, discord.TextChannel)
    refused = text.create_thread(name="No", type=discord.ChannelType.news_thread)
    assert await refusal(refused) == (400, 50024)


@pytest.mark.parametrize(
    ("kind", "writes"),
    [
        (ChannelType.VOICE, True),
        (ChannelType.STAGE, True),
        (ChannelType.FORUM, False),
        (ChannelType.MEDIA, False),
    ],
)
async def test_channels_without_threads_of_the_bot(
    bot: Sample, table: LocalTable, alice: Actor, kind: ChannelType, *, writes: bool
) -> None:
    """Voice and stage channels accept messages; the others only contain posts."""
    place = await new_channel(bot, table, kind)
    assert place.type.value == kind
    place_record = table.world.channels[place.id]
    partial = bot.get_partial_messageable(place.id)
    if writes:
        message = await partial.send("hello")
        started = bot.http.start_thread_with_message(place.id, message.id, name="x", auto_archive_duration=60)
        assert await refusal(started) == (400, 50024)
        assert (await alice.slash("board", channel=place_record)).reply.attachments
        return
    assert await refusal(partial.send("hello")) == (400, 50008)
    with pytest.raises(CannotDo, match="but in its posts"):
        await alice.slash("board", channel=place_record)
    post = table.world.add_thread(place_record, "A post", alice.person)
    assert (await alice.slash("board", channel=post)).reply.attachments


async def new_channel(bot: Sample, table: LocalTable, kind: ChannelType) -> discord.abc.GuildChannel:
    """Create a channel, and wait until the bot has received it."""
    opened = asyncio.ensure_future(bot.wait_for("guild_channel_create", timeout=60))
    await asyncio.sleep(0)
    table.world.add_channel(table.guild, "another", kind)
    return await opened


async def test_direct_message_is_seen_by_its_person_only(bot: Sample, alice: Actor, bob: Actor) -> None:
    user = await bot.fetch_user(alice.person.id)
    await user.send("your hand: Ember", file=picture("hand.png", "three cards"))
    assert [transcript.text(each) for each in alice.sees(alice.direct)] == ["your hand: Ember"]
    assert bob.sees(alice.direct) == []
    assert not bob.was_shown("Ember") and not bob.was_shown("hand.png")
    assert not bob.was_shown(str(alice.direct.id))


async def test_closed_direct_messages_are_50007_until_opened(bot: Sample, alice: Actor) -> None:
    user = await bot.fetch_user(alice.person.id)
    alice.close_direct_messages()
    assert await refusal(user.send("hello")) == (403, 50007)
    alice.open_direct_messages()
    await user.send("hello")
    assert len(alice.sees(alice.direct)) == 1


async def test_a_person_who_left_the_server_gets_no_direct_messages(
    bot: Sample, alice: Actor, table: LocalTable
) -> None:
    user = await bot.fetch_user(alice.person.id)
    table.world.leave(alice.person, table.guild)
    assert await refusal(user.send("hello")) == (403, 50007)
    guild = bot.get_guild(table.guild.id)
    assert guild is not None
    assert await refusal(guild.fetch_member(alice.person.id)) == (404, 10007)
    assert await refusal(bot.fetch_user(12345)) == (404, 10013)


# Permissions


@pytest.mark.parametrize(
    ("denied", "code"), [(Permission.VIEW_CHANNEL, 50001), (Permission.SEND_MESSAGES, 50013)]
)
async def test_sending_without_permission(
    channel: discord.TextChannel, table: LocalTable, denied: Permission, code: int
) -> None:
    table.world.deny(table.world.bot, table.channel, denied)
    assert await refusal(channel.send("hello")) == (403, code)
    table.world.allow(table.world.bot, table.channel, denied)
    await channel.send("hello")


async def test_other_actions_that_need_a_permission(channel: discord.TextChannel, table: LocalTable) -> None:
    world, bot, place = table.world, table.world.bot, table.channel
    thread = await table_thread(channel)
    message = await channel.send("one")
    world.deny(bot, place, Permission.ATTACH_FILES)
    assert await refusal(channel.send(file=picture())) == (403, 50013)
    world.deny(bot, place, Permission.EMBED_LINKS)
    assert await refusal(channel.send(embed=discord.Embed(title="x"))) == (403, 50013)
    world.deny(bot, place, Permission.SEND_MESSAGES_IN_THREADS)
    assert await refusal(thread.send("x")) == (403, 50013)
    world.deny(bot, place, Permission.CREATE_PUBLIC_THREADS)
    assert await refusal(table_thread(channel)) == (403, 50013)
    world.deny(bot, place, Permission.CREATE_PRIVATE_THREADS)
    private = channel.create_thread(name="x", type=discord.ChannelType.private_thread)
    assert await refusal(private) == (403, 50013)
    world.deny(bot, place, Permission.READ_MESSAGE_HISTORY)
    assert await refusal(message.reply("x")) == (403, 160002)
    assert await refusal(thread.delete()) == (403, 50013)
    assert await refusal(channel.edit(topic="x")) == (403, 50013)
    world.allow(bot, place, Permission.PIN_MESSAGES)
    await message.pin()
    assert table.channel.messages[message.id].pinned


async def test_bot_receives_changes_of_its_permissions(
    bot: Sample, table: LocalTable, channel: discord.TextChannel
) -> None:
    assert channel.permissions_for(channel.guild.me).send_messages
    update = bot.wait_for("guild_channel_update", timeout=60)
    table.world.deny(table.world.bot, table.channel, Permission.SEND_MESSAGES)
    await update
    assert not channel.permissions_for(channel.guild.me).send_messages


async def test_roles_count_together_and_the_persons_own_overwrite_wins(
    table: LocalTable, alice: Actor
) -> None:
    world, place = table.world, table.channel
    role = world.add_role(table.guild, "Players", Permission(0))
    world.deny(table.guild.roles[table.guild.id], place, Permission.SEND_MESSAGES)
    assert not world.permissions(alice.person, place) & Permission.SEND_MESSAGES
    table.guild.members[alice.person.id].roles.append(role.id)
    world.allow(role, place, Permission.SEND_MESSAGES)
    assert world.permissions(alice.person, place) & Permission.SEND_MESSAGES
    world.deny(alice.person, place, Permission.SEND_MESSAGES)
    assert not world.permissions(alice.person, place) & Permission.SEND_MESSAGES
    world.deny(alice.person, place, Permission.VIEW_CHANNEL)
    assert world.permissions(alice.person, place) == Permission(0)


async def test_kicked_bot_has_no_access(bot: Sample, table: LocalTable, channel: discord.TextChannel) -> None:
    removal = bot.wait_for("guild_remove", timeout=60)
    table.world.leave(table.world.bot, table.guild)
    await removal
    assert await refusal(channel.send("hello")) == (403, 50001)
    back = bot.wait_for("guild_join", timeout=60)
    table.world.join(table.world.bot, table.guild)
    await back


async def test_permissions_for_a_command(table: LocalTable, alice: Actor) -> None:
    """By the server's settings for it (the person's before their roles'), or else by its permissions."""
    guild, person = table.guild, alice.person
    command = {"name": "moderate", "default_member_permissions": str(int(Permission.MANAGE_MESSAGES))}
    nobody = {"name": "moderate", "default_member_permissions": "0"}

    def may(command_: dict[str, str] = command) -> bool:
        return may_use(command_, guild, person.id, permissions_on(guild, person.id))

    assert not may() and not may(nobody)
    settings = guild.command_permissions.setdefault("moderate", {})
    role, others_role = (table.world.add_role(guild, name, Permission(0)) for name in ("Referees", "Others"))
    settings[role.id] = True
    assert not may()
    guild.members[person.id].roles += [role.id, others_role.id]
    settings[others_role.id] = False
    assert may() and may(nobody), "one allowed role suffices"
    settings[person.id] = False
    assert not may()
    settings.clear()
    guild.roles[role.id].permissions = int(Permission.MANAGE_MESSAGES)
    assert may() and not may(nobody)


async def test_an_invited_bot_has_a_role_with_the_requested_permissions(
    bot: Sample, table: LocalTable
) -> None:
    table.world.leave(table.world.bot, table.guild)
    joined = asyncio.ensure_future(bot.wait_for("guild_join", timeout=60))
    await asyncio.sleep(0)
    table.guild.roles[table.guild.id].permissions = int(Permission.VIEW_CHANNEL)
    table.guild.system_channel = table.channel.id
    table.world.invite(table.guild, Permission.SEND_MESSAGES)
    guild: discord.Guild = await joined
    permissions = Permission.VIEW_CHANNEL | Permission.SEND_MESSAGES
    assert guild.me.guild_permissions.value == int(permissions)
    assert guild.system_channel is not None and guild.system_channel.id == table.channel.id
