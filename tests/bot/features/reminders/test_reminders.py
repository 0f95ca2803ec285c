"""Reminders in Discord: their text, buttons and settings, and closed direct messages."""

from __future__ import annotations

import pytest

from bot.clocks import QuietHours
from bot.errors import Refusal
from bot.features.reminders.commands import read_quiet
from bot.local_discord.records import Message
from cards.i18n import ENGLISH
from tests.bot.discord.kit import Player, Room, type_answer
from tests.bot.features.time.test_clocks import begin, pass_time, stamp
from tests.table import transcript
from tests.table.actor import Actor


def reminders(player: Player, *, where: str = "direct") -> list[Message]:
    channel = player.thread if where == "thread" else player.actor.direct
    return [message for message in player.actor.sees(channel) if "Reminder:" in transcript.text(message)]


async def test_a_reminder_names_its_match_and_deadline_and_has_buttons(
    lobby: Room, ada: Actor, bo: Actor
) -> None:
    duel = await begin(lobby, ada, bo, "4d each")
    player, _ = await duel.asked()
    await pass_time(lobby, 2)
    [message] = reminders(player)
    text = transcript.text(message)
    snapshot = await lobby.services.matches.public_snapshot(duel.match_id)
    about = next(seat.about for seat in snapshot.awaited if seat.person.id == player.id)
    assert "Reminder: Ada against Bo" in text
    assert f"Your move: {about}." in text
    assert f"({stamp(lobby, 2)})" in text
    assert "turn 1" in text
    for card in (await lobby.services.matches.player_snapshot(duel.match_id, player.id)).view.hand:
        assert card not in text

    turn = await player.actor.click(message, "turn")
    assert "Your move" in transcript.text(turn.reply)
    snoozed = await player.actor.click(message, "Snooze 4 h")
    assert f"I'll remind you again {stamp(lobby, 4 / 24)}." in snoozed.text
    await pass_time(lobby, 4 / 24)
    assert len(reminders(player)) == 2
    off = await player.actor.click(message, "Mute this match")
    assert "You no longer get reminders" in off.text
    await pass_time(lobby, 1.5)
    assert len(reminders(player)) == 2
    on = await player.actor.click(off.reply, "Unmute this match")
    assert "You get reminders in Ada against Bo again." in on.text


@pytest.mark.parametrize("how", ["time is up", "the match is over", "decided"])
async def test_an_outdated_reminder_is_edited(lobby: Room, ada: Actor, bo: Actor, how: str) -> None:
    duel = await begin(lobby, ada, bo, "4d each")
    player, question = await duel.asked()
    await pass_time(lobby, 2)
    [message] = reminders(player)
    match how:
        case "time is up":
            await pass_time(lobby, 2)
        case "decided":
            await type_answer(player, question, ("pass",))
        case _:
            response = await player.actor.slash("match resign", channel=player.thread)
            await player.actor.click(response.reply, "Yes, resign")
    await lobby.quiet()
    assert transcript.text(message) == "-# I reminded you of Ada against Bo here."
    assert transcript.buttons(message) == []


async def test_a_mention_is_edited_after_its_deadline(lobby: Room, ada: Actor, bo: Actor) -> None:
    duel = await begin(lobby, ada, bo, "4d each")
    player, _ = await duel.asked()
    player.actor.close_direct_messages()
    await pass_time(lobby, 2)
    [message] = reminders(player, where="thread")
    await pass_time(lobby, 2)
    await lobby.quiet()
    assert transcript.text(message) == f"-# **{player.actor.person.display_name}** was mentioned here."


async def test_a_reminder_is_edited_in_its_own_language(lobby: Room, ada: Actor, bo: Actor) -> None:
    duel = await begin(lobby, ada, bo, "4d each")
    player, question = await duel.asked()
    player.actor.person.locale = "es-ES"
    await player.actor.slash("me reminders show")
    await pass_time(lobby, 2)
    message = player.actor.sees(player.actor.direct)[-1]
    assert "Aviso" in transcript.text(message)
    await type_answer(player, question, ("pass",))
    await lobby.quiet()
    assert transcript.text(message) == "-# Aquí te avisé de Ada contra Bo."


async def test_a_person_without_direct_messages_is_mentioned_in_the_thread(
    lobby: Room, ada: Actor, bo: Actor
) -> None:
    duel = await begin(lobby, ada, bo, "none")
    player, _ = await duel.asked()
    player.actor.close_direct_messages()
    await pass_time(lobby, 1)
    [message] = reminders(player, where="thread")
    assert f"<@{player.id}>" in transcript.text(message)
    assert "No clock is running" in transcript.text(message)
    watching = Actor(lobby.table, "Cy")
    response = await watching.click(message, "Snooze 4 h")
    assert "You aren't playing in this match" in response.text
    turn = await player.actor.click(message, "turn")
    assert "Your move" in transcript.text(turn.reply)


async def test_the_panel_changes_time_and_place(lobby: Room, ada: Actor, bo: Actor) -> None:
    duel = await begin(lobby, ada, bo, "none")
    player, _ = await duel.asked()
    actor = player.actor
    response = await actor.slash("me reminders show")
    assert "by direct message" in response.text
    assert "1 d after it's your move, 3 d after it's your move" in response.text
    await actor.select(response.reply, "12 h after it's your move", menu="When")
    assert "Without a clock: 12 h after it's your move" in transcript.text(response.reply)
    await actor.select(response.reply, "With a mention in the match thread", menu="Where")
    assert "with a mention in the match thread" in transcript.text(response.reply)
    await pass_time(lobby, 0.5)
    [first] = reminders(player, where="thread")
    await actor.click(response.reply, "Turn reminders off")
    assert "You get no reminders." in transcript.text(response.reply)
    await actor.click(response.reply, "As usual")
    assert "1 d after it's your move, 3 d after it's your move" in transcript.text(response.reply)
    await pass_time(lobby, 0.5)
    [second] = reminders(player, where="thread")
    assert second is not first
    assert "was mentioned here." in transcript.text(first)


async def test_commands_and_buttons_are_equivalent(lobby: Room, ada: Actor, bo: Actor) -> None:
    duel = await begin(lobby, ada, bo, "4d each")
    player, _ = await duel.asked()
    actor = player.actor
    muted = await actor.slash("me reminders mute", channel=player.thread)
    assert "You no longer get reminders" in muted.text
    again = await actor.slash("me reminders mute", channel=player.thread, reminders=True)
    assert "You get reminders in" in again.text
    snoozed = await actor.slash("me reminders snooze", channel=player.thread, **{"for": "6h"})
    assert f"again {stamp(lobby, 6 / 24)}" in snoozed.text
    response = await actor.slash("me reminders snooze", channel=player.thread, **{"for": "30d"})
    assert "Your deadline is before that" in response.text
    off = await actor.slash("me reminders show", send="off")
    assert "You get no reminders." in off.text
    thread = await actor.slash("me reminders show", send="thread")
    assert "with a mention in the match thread" in thread.text


async def test_quiet_hours(lobby: Room, ada: Actor) -> None:
    await ada.slash("me time", zone="berlin")
    assert "22:00" in await ada.autocomplete("me reminders quiet", "from", "22")
    outcome = await ada.slash("me reminders quiet", **{"from": "10 pm", "to": "8:00"})
    assert "No reminders from 22:00 to 08:00 in Europe/Berlin." in outcome.text
    assert "Quiet hours: 22:00 to 08:00 in Europe/Berlin" in (await ada.slash("me reminders show")).text
    wrong = await ada.slash("me reminders quiet", **{"from": "late", "to": "8:00"})
    assert "“late” isn't a time of day." in wrong.text
    ended = await ada.slash("me reminders quiet", **{"from": "off"})
    assert "You no longer have quiet hours." in ended.text


@pytest.mark.parametrize(
    ("start", "end", "hours"),
    [
        ("22", "8", QuietHours(1320, 480)),
        ("12 am", "7.30", QuietHours(0, 450)),
        ("12pm", "1:05 pm", QuietHours(720, 785)),
        ("OFF", None, None),
        ("no", None, None),
        ("a las 22 h", "7h30", QuietHours(1320, 450)),
        ("10 p. m.", "8 a.m.", QuietHours(1320, 480)),
        ("10 de la noche", "7 de la mañana", QuietHours(1320, 420)),
        ("12 de la noche", "4 de la tarde", QuietHours(0, 960)),
        ("11:30 de la noche", "12 de la mañana", QuietHours(1410, 720)),
    ],
)
def test_valid_quiet_hours(start: str, end: str | None, hours: QuietHours | None) -> None:
    assert read_quiet(start, end, ENGLISH) == hours


@pytest.mark.parametrize(
    ("start", "end"),
    [("24:00", "8"), ("8", "8"), ("8", None), ("13 pm", "8"), ("", "8"), ("22 de la noche", "8")],
)
def test_invalid_quiet_hours(start: str, end: str | None) -> None:
    with pytest.raises(Refusal):
        read_quiet(start, end, ENGLISH)
