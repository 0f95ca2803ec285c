"""Challenges in every kind of channel: a match if it can have threads, else a hint at another channel."""

from __future__ import annotations

import pytest

from bot.discord.channels import THERE_INSTEAD
from bot.discord.delivery_failures import trouble_sentence
from bot.local_discord.permissions import Permission
from bot.local_discord.records import Channel, ChannelType
from bot.people.locales import translator_for
from bot.store.match_status import MatchStatus
from cards.i18n import ENGLISH
from tests.bot.discord.kit import Room
from tests.table import transcript
from tests.table.actor import Actor, CannotDo


def opened(lobby: Room, kind: ChannelType) -> Channel:
    return lobby.table.world.add_channel(lobby.table.guild, f"kind-{int(kind)}", kind)


async def matches(lobby: Room, actor: Actor) -> int:
    return len(await lobby.services.matches.of_person(actor.person.id))


async def begin_in_channel(lobby: Room, ada: Actor, bo: Actor, channel: Channel) -> int:
    """Begin a match in a channel, by clicking; return its id."""
    outcome = await ada.slash("voidream challenge", user=bo, deck="Morning", channel=channel)
    assert "Challenge sent to" in outcome.text, outcome.text
    await lobby.quiet()
    offered = await bo.click(await bo.gets("challenges you", channel=channel), "Accept")
    await bo.select(offered.reply, "Evening")
    await lobby.quiet()
    (match,) = await lobby.services.matches.of_person(ada.person.id)
    assert match.table.status is MatchStatus.PLAYING
    return match.table.match_id


async def test_a_match_in_an_announcement_channel(lobby: Room, ada: Actor, bo: Actor) -> None:
    """Its thread is an announcement thread, also when it is opened again without a message."""
    news = opened(lobby, ChannelType.ANNOUNCEMENT)
    match_id = await begin_in_channel(lobby, ada, bo, news)
    (thread,) = ada.threads()
    assert thread.type is ChannelType.ANNOUNCEMENT_THREAD
    assert "Your move" in (await ada.slash("match decide", channel=thread)).text or await matches(lobby, ada)
    lobby.table.world.delete_channel(thread)
    await ada.slash("parlour pass", match=str(match_id))
    await lobby.quiet()
    (again,) = ada.threads()
    assert again.type is ChannelType.ANNOUNCEMENT_THREAD and again.id != thread.id
    assert trouble_sentence(await lobby.services.matches.table(match_id), ENGLISH) == ""


async def test_another_thread_in_a_text_channel(lobby: Room, ada: Actor, bo: Actor) -> None:
    match_id = await begin_in_channel(lobby, ada, bo, lobby.table.channel)
    (thread,) = ada.threads()
    lobby.table.world.delete_channel(thread)
    await ada.slash("parlour pass", match=str(match_id))
    await lobby.quiet()
    (again,) = ada.threads()
    assert again.type is ChannelType.PUBLIC_THREAD


@pytest.mark.parametrize("kind", [ChannelType.VOICE, ChannelType.STAGE])
@pytest.mark.parametrize("locale", ["en-US", "es-ES"])
async def test_where_there_are_no_threads(
    lobby: Room, ada: Actor, bo: Actor, kind: ChannelType, locale: str
) -> None:
    ada.person.locale = locale
    words, voice = translator_for(locale), opened(lobby, kind)
    refused = await ada.slash("voidream challenge", user=bo, channel=voice)
    assert (
        words.msg("I can't open threads in this kind of channel. Please challenge in a text channel.")
        in refused.text
    )
    assert words(THERE_INSTEAD.filled(channels=f"<#{lobby.table.channel.id}>")) in refused.text
    helped = (await ada.slash("help", channel=voice)).reply
    pressed = await ada.click(helped, words.msg("Challenge someone"))
    assert (
        words.msg("I can't open threads in this kind of channel. Please challenge in a text channel.")
        in pressed.text
    ), "before a form is filled in"
    assert await matches(lobby, ada) == 0


@pytest.mark.parametrize("kind", [ChannelType.FORUM, ChannelType.MEDIA])
async def test_in_posts(lobby: Room, ada: Actor, bo: Actor, kind: ChannelType) -> None:
    forum = opened(lobby, kind)
    with pytest.raises(CannotDo, match="but in its posts"):
        await ada.slash("voidream challenge", user=bo, channel=forum)
    post = lobby.table.world.add_thread(forum, "Who plays?", ada.person)
    refused = await ada.slash("voidream challenge", user=bo, channel=post)
    assert (
        "This is a forum post, and a match needs its own thread. Please challenge in a text channel."
        in refused.text
        and f"<#{lobby.table.channel.id}>" in refused.text
    )
    assert await matches(lobby, ada) == 0


@pytest.mark.parametrize("kind", [ChannelType.TEXT, ChannelType.ANNOUNCEMENT])
@pytest.mark.parametrize("private", [False, True])
async def test_in_threads(lobby: Room, ada: Actor, bo: Actor, kind: ChannelType, private: bool) -> None:
    """The hint names the thread's channel, if a match can be played there."""
    if private and kind is ChannelType.ANNOUNCEMENT:
        return
    parent = opened(lobby, kind)
    thread = lobby.table.world.add_thread(parent, "A talk", ada.person, private=private)
    if private:
        lobby.table.world.add_to_thread(thread, lobby.table.world.bot)
    refused = await ada.slash("voidream challenge", user=bo, channel=thread)
    assert (
        "A match opens its own thread, so challenge in the channel, not in a thread." in refused.text
        and f"<#{parent.id}>" in refused.text
    )
    lobby.table.world.deny(lobby.table.world.bot, parent, Permission.CREATE_PUBLIC_THREADS)
    refused = await ada.slash("voidream challenge", user=bo, channel=thread)
    assert f"<#{parent.id}>" not in refused.text and f"<#{lobby.table.channel.id}>" in refused.text
    assert await matches(lobby, ada) == 0


async def test_the_hint_never_names_a_useless_channel(lobby: Room, ada: Actor, bo: Actor) -> None:
    """Not a channel where the bot may not play, the person may not write, or the server allows no matches."""
    world, voice = lobby.table.world, opened(lobby, ChannelType.VOICE)
    hall = opened(lobby, ChannelType.TEXT)
    world.deny(ada.person, lobby.table.channel, Permission.SEND_MESSAGES)
    refused = await ada.slash("voidream challenge", user=bo, channel=voice)
    assert f"<#{hall.id}>" in refused.text and f"<#{lobby.table.channel.id}>" not in refused.text
    world.deny(world.bot, hall, Permission.ATTACH_FILES)
    refused = await ada.slash("voidream challenge", user=bo, channel=voice)
    assert refused.text.strip() == (
        "I can't open threads in this kind of channel. Please challenge in a text channel."
    )
    refused = await bo.slash("voidream challenge", user=ada, channel=voice)
    assert f"<#{lobby.table.channel.id}>" in refused.text


async def test_where_the_bot_may_not_play(lobby: Room, ada: Actor, bo: Actor) -> None:
    """The hint names the missing permission, and another channel if the bot may play in one."""
    world, here = lobby.table.world, lobby.table.channel
    world.deny(world.bot, here, Permission.CREATE_PUBLIC_THREADS)
    lacking = (
        "I can't run matches in this channel. Missing permissions: {names}. Ask the "
        "server's owner to grant them."
    ).format(names="“Create Public Threads”")
    assert (await ada.slash("voidream challenge", user=bo)).text.strip() == lacking
    hall = opened(lobby, ChannelType.TEXT)
    instead = "You can do it here: {channels}".format(channels=f"<#{hall.id}>")
    assert (await ada.slash("voidream challenge", user=bo)).text.strip() == f"{lacking} {instead}"
    assert await matches(lobby, ada) == 0


async def test_in_direct_messages(lobby: Room, ada: Actor, bo: Actor) -> None:
    refused = await ada.slash("voidream challenge", user=bo, channel=ada.direct)
    assert (
        "A match between people needs a server channel. Challenge there, or leave "
        "`user:` out to play against me here." in refused.text
    )
    assert await matches(lobby, ada) == 0


async def test_reading_works_in_every_channel(lobby: Room, ada: Actor, bo: Actor) -> None:
    await begin_in_channel(lobby, ada, bo, lobby.table.channel)
    post = lobby.table.world.add_thread(opened(lobby, ChannelType.FORUM), "A talk", ada.person)
    for channel in (opened(lobby, ChannelType.VOICE), opened(lobby, ChannelType.STAGE), post, ada.direct):
        assert "The board" in (await ada.slash("match board", channel=channel)).text
        reply = (await ada.slash("match list", channel=channel)).reply
        assert "Your matches" in transcript.text(reply)
