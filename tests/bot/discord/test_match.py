"""Whole matches through the real discord.py: by clicking, by typing, without direct messages, as text."""

from __future__ import annotations

import pytest

from bot.discord.components.custom_ids import read
from bot.local_discord.messages import walk
from engine.kernel.chance import Chance
from engine.kernel.question import Choice, Question, random_choice
from tests.bot.discord.clicks import Click
from tests.bot.discord.kit import Duel, Room, begin_match, click_answer, play_by_typing, play_on, use
from tests.games.parlour_rules import TOPICS
from tests.table import transcript
from tests.table.actor import Actor

both_ways = pytest.mark.parametrize("lobby", ["gateway", "http"], indirect=True)


async def ended(duel: Duel) -> None:
    """Assert that everyone was told the result, and that only viewing is still possible."""
    over = await duel.ada.actor.gets("the match is over", channel=duel.ada.thread)
    assert {duel.ada.id, duel.bo.id} == set(over.mentions)
    assert "wins: " in transcript.text(over) or "A draw" in transcript.text(over)
    assert transcript.buttons(over) == ["Rematch", "Replay", "Log", "Check the deal", "Discuss"]
    checked = await duel.ada.actor.click(over, "Check the deal")
    assert "Seed: `5eed`" in transcript.text(checked.reply)
    assert transcript.buttons(await duel.status()) == [
        *("Replay", "Rematch", "Discuss"),
        *("Board as text", "Log", "Help"),
    ]


async def test_by_clicking(duel: Duel) -> None:
    """Every kind of question occurs, with up to 60 options."""
    assert await play_on(duel) > 12
    await ended(duel)


async def test_by_typing(duel: Duel) -> None:
    assert await play_by_typing(duel) > 12
    await ended(duel)


async def test_from_direct_messages(duel: Duel) -> None:
    """A player gets a message for their move, answers in it, and gets the next question in the same message."""
    for _ in range(200):
        if await duel.is_over():
            break
        player, question = await duel.asked()
        panel = player.actor.sees(player.actor.direct)[-1]
        assert question.purpose in transcript.text(panel)
        await click_answer(player, panel, question, _first(question))
        await duel.room.quiet()
    await ended(duel)
    for player in duel.players:
        last = player.actor.sees(player.actor.direct)[-1]
        assert "Your match" in transcript.text(last), "the last message contains the result"
        assert "applause" in transcript.text(last)


async def test_without_direct_messages(lobby: Room, ada: Actor, bo: Actor) -> None:
    """Closed direct messages are detected and mentioned once, and not tried again; the thread mentions the player instead."""
    ada.close_direct_messages()
    bo.close_direct_messages()
    duel = await begin_match(lobby, ada, bo)
    await lobby.turn()
    ping = await ada.gets("I can't message you directly", channel=duel.ada.thread)
    assert ping.mentions == [ada.person.id] or set(ping.mentions) == {ada.person.id}
    assert "turn 1" in transcript.text(ping) and "Ada against Bo" in transcript.text(ping)
    opened = await ada.click(ping, "turn")
    await lobby.quiet()
    assert len(opened.messages) == 2, "the panel, and the hint once that direct messages don't arrive"
    assert "I can't message you directly" in transcript.text(opened.messages[1])
    again = await ada.click(ping, "turn")
    await lobby.quiet()
    assert len(again.messages) == 1
    assert await play_on(duel) > 12
    await ended(duel)
    refused = [c for c in lobby.table.record.calls if c.path.endswith("/users/@me/channels")]
    assert len(refused) <= 2, "once per person"


async def test_direct_messages_come_back(lobby: Room, ada: Actor, bo: Actor) -> None:
    ada.close_direct_messages()
    duel = await begin_match(lobby, ada, bo)
    await lobby.turn()
    ping = await ada.gets("I can't message you directly", channel=duel.ada.thread)
    opened = await ada.click(ping, "turn")
    await lobby.quiet()
    message = opened.messages[1]
    ada.open_direct_messages()
    assert "next time" in (await ada.click(message, "Try direct messages again")).text
    await play_on(duel, most=6)
    assert "**Your match** against [Bo](" in transcript.text(await ada.gets(channel=ada.direct))


async def test_with_boards_as_text(duel: Duel, lobby: Room) -> None:
    """A player who has requested text once never gets a picture again in private messages."""
    for player in duel.players:
        outcome = await player.actor.slash("match board", channel=player.thread, **{"as": "texts"})
        assert "From now on, I'll show you boards and hands as text." in outcome.text
        assert "Turn 1" in outcome.text
    before = {m.id for p in duel.players for m in p.actor.sees(p.actor.direct)}
    await play_on(duel)
    for player in duel.players:
        for message in [*player.actor.sees(player.thread), *player.actor.sees(player.actor.direct)]:
            if (
                message.ephemeral or message.channel_id == player.actor.direct.id
            ) and message.id not in before:
                assert not message.attachments
        panels = [
            m for m in player.actor.sees(player.thread) if m.ephemeral and "Your move" in transcript.text(m)
        ]
        assert any("in hand" in transcript.text(m) for m in panels), "the hand is shown as text"


async def test_every_picture_has_alt_text(duel: Duel, ada: Actor) -> None:
    await play_on(duel, most=5)
    await ada.slash("match board", channel=duel.ada.thread)
    await ada.slash("match hand", channel=duel.ada.thread)
    messages = [*ada.sees(), *ada.sees(duel.ada.thread), *ada.sees(ada.direct)]
    pictured = [m for m in messages if m.attachments]
    assert len(pictured) >= 4
    for message in pictured:
        assert all(1 <= len(a.description or "") <= 1024 for a in message.attachments)
        assert all(item["description"] for c in walk(message.components) for item in c.get("items") or ())


async def test_the_status_message_is_always_current(duel: Duel, cy: Actor) -> None:
    """One message, edited and never repeated, with the player whose move it is and the latest events."""
    status = await duel.status()
    for _ in range(6):
        player, question = await duel.asked()
        about = TOPICS[question.topic].awaited
        assert f"Waiting for **{player.actor.person.display_name}**: {about}" in transcript.text(status)
        await play_on(duel, most=1)
    assert (await duel.status()).id == status.id
    assert "played" in transcript.text(status) or "passed" in transcript.text(status)
    public = [m for m in cy.sees(duel.ada.thread) if not m.ephemeral]
    assert [m.id for m in public] == [status.id], (
        "players who accept direct messages are not mentioned in the thread"
    )


@both_ways
async def test_in_a_direct_message_the_match_must_be_named(
    lobby: Room, duel: Duel, ada: Actor, bo: Actor
) -> None:
    """With several matches and outside their threads, nothing happens until a match is named."""
    elsewhere = lobby.table.world.add_channel(lobby.table.guild, "elsewhere")
    await ada.slash("voidream challenge", channel=elsewhere, user=bo, deck="Morning")
    await bo.slash("match accept", channel=elsewhere, deck="Evening")
    await lobby.quiet()
    outcome = await ada.slash("match decide", channel=ada.direct, answer="pass")
    assert "You have several matches" in outcome.text
    assert [button.partition(":")[0] for button in transcript.buttons(outcome.reply)] == [
        "Match 2",
        "Match 1",
    ]
    await ada.click(outcome.reply, transcript.buttons(outcome.reply)[1])
    assert "Your move against Bo" in transcript.text(outcome.reply).replace("*", "").replace("[", "").replace(
        "]", " "
    )
    assert (await duel.ada.question()) is not None
    offered = await ada.choices("parlour pass", "match", channel=ada.direct)
    assert [c["name"].split(":")[0] for c in offered] == ["Match 2", "Match 1"]
    assert all("your move" in c["name"] for c in offered)
    passed = await ada.slash("parlour pass", channel=ada.direct, match=offered[1]["value"])
    assert "You passed." in passed.text
    assert (await duel.ada.question()) is None
    assert "Ada" not in transcript.text(passed.reply) or "Match" not in passed.text


async def test_controls_carry_version_match_and_question(duel: Duel) -> None:
    player, question = await duel.asked()
    panel = (await player.actor.click(await duel.status(), "turn")).reply
    ids = [c["custom_id"] for c in walk(panel.components) if "custom_id" in c]
    controls = [read(i) for i in ids]
    mark = (await duel.room.services.matches.table(duel.match_id)).revision_token
    assert all(c is not None and (c.match_id, c.revision_token) == (duel.match_id, mark) for c in controls)
    assert question.id in {c.question for c in controls if c is not None}


def _first(question: Question) -> Choice:
    return random_choice(question, Chance(str(question.id)))


@pytest.mark.usefixtures("duel")
async def test_rematch_is_possible_by_challenging_again(
    lobby: Room, duel: Duel, ada: Actor, bo: Actor
) -> None:
    await play_on(duel)
    again = await begin_match(lobby, bo, ada)
    assert again.match_id != duel.match_id
    panel = (await again.ada.actor.click(await again.status(), "turn")).reply
    await use(
        again.ada.actor,
        panel,
        Click(next(c["custom_id"] for c in walk(panel.components) if c.get("label") == "More")),
    )


@both_ways
async def test_follow_up_questions_are_asked_in_the_same_message(duel: Duel) -> None:
    """A card and its follow-up question: no press waits for a new message, in the thread or by direct message."""
    for player in duel.players:
        channel = player.thread if player is duel.ada else player.actor.direct
        if player is duel.ada:
            panel = (await player.actor.click(await duel.status(), "turn")).reply
        else:
            panel = player.actor.sees(channel)[-1]
        message_count = len(player.actor.sees(channel))
        question = await player.question()
        assert question is not None
        outcome = await click_answer(player, panel, question, (question.options[1].key,))
        following = await player.question()
        assert outcome.messages == []
        assert following is not None and following.purpose != question.purpose
        assert str(following.purpose) in transcript.text(panel), "at once, in the same message"
        await click_answer(player, panel, following, random_choice(following, Chance("in place")))
        assert "Waiting for" in transcript.text(panel)
        await duel.room.quiet()
        assert len(player.actor.sees(channel)) == message_count


async def test_a_new_player_accepts_without_reading_about_all_decks(
    lobby: Room, ada: Actor, bo: Actor
) -> None:
    await ada.slash("voidream challenge", user=bo)
    offered = (await bo.click(await bo.gets("challenges you to"), "Accept")).reply
    assert transcript.buttons(offered) == ["Play Morning: good for beginners"]
    await bo.click(offered, "Play Morning: good for beginners")
    assert "Match on! You're playing Morning." in transcript.text(offered)
