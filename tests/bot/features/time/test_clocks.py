"""Clocks, pauses and vacations in Discord."""

from __future__ import annotations

from bot.clocks.control import DAY
from bot.store.match_status import MatchStatus
from engine.kernel.chance import Chance
from engine.kernel.question import random_choice
from tests.bot.discord.kit import Duel, Player, Room, type_answer
from tests.table import transcript
from tests.table.actor import Actor


async def begin(room: Room, ada: Actor, bo: Actor, clock: str, *, rated: bool = False) -> Duel:
    decks = list(room.game.decks)
    outcome = await ada.slash("voidream challenge", user=bo, deck=decks[0], clock=clock, rated=rated)
    assert "Challenge sent to" in outcome.text, outcome.text
    challenge = await bo.gets("challenges you to")
    offered = await bo.click(challenge, "Accept")
    await bo.select(offered.reply, decks[-1])
    await room.quiet()
    match_id = (await room.services.matches.of_person(ada.person.id))[0].table.match_id
    return Duel(room, match_id, Player(ada, room, match_id), Player(bo, room, match_id))


async def pass_time(room: Room, days: float) -> None:
    """Advance the clock, and wait for everything due."""
    # Pending deliveries must finish first: a delivery doesn't outlast its lease.
    await room.quiet()
    await room.clock.move(days * DAY / 1000)
    assert room.running is not None
    await room.running.bot.alarms.run_due()
    await room.quiet()


def name(player: Player) -> str:
    return player.actor.person.name.capitalize()


def stamp(room: Room, days: float) -> str:
    return f"<t:{round(room.clock.now() / 1000 + days * DAY / 1000)}:R>"


async def test_the_clock_is_chosen_at_the_challenge_and_shown_everywhere(
    lobby: Room, ada: Actor, bo: Actor
) -> None:
    suggestions = await ada.autocomplete("voidream challenge", "clock", "each")
    assert "2 d per decision, weekends off" in suggestions
    exactly = await ada.choices("voidream challenge", "clock", "36h each")
    assert exactly[0] == {"name": "1 d 12 h per decision", "value": "1d12h each"}
    duel = await begin(lobby, ada, bo, "2d each")
    challenge = await bo.gets("accepted")
    assert "Casual · clock: 2 d per decision" in transcript.text(challenge)
    player, _ = await duel.asked()
    assert f"Deadline: {stamp(lobby, 2)}" in transcript.text(await duel.status())
    panel = (await player.actor.click(await duel.status(), "turn")).reply
    assert f"Deadline: {stamp(lobby, 2)}" in transcript.text(panel)
    response = await player.actor.slash("match list")
    assert f"**your move**. Deadline: {stamp(lobby, 2)}" in response.text
    opponent = bo if player.actor is ada else ada
    waiting = (await opponent.click(await duel.status(), "turn")).reply
    until = stamp(lobby, 2).replace(":R", ":f")
    assert f"{name(player)} has until {until}." in transcript.text(waiting), "true after it, too"
    await opponent.click(waiting, "My turn")
    assert "Nothing to decide yet." in transcript.text(waiting)


async def test_an_invalid_clock_is_explained(lobby: Room, ada: Actor, bo: Actor) -> None:
    refused = await ada.slash("voidream challenge", user=bo, deck=next(iter(lobby.game.decks)), clock="soon")
    assert "“soon” isn't a time control. Write “none”, “2d each”" in refused.text


async def test_the_opponent_can_claim_a_win_on_time_by_a_button(lobby: Room, ada: Actor, bo: Actor) -> None:
    duel = await begin(lobby, ada, bo, "1d each")
    late, _ = await duel.asked()
    opponent = duel.bo if late is duel.ada else duel.ada
    early = await opponent.actor.slash("match time claim", channel=opponent.thread)
    assert f"{name(late)} still has time." in early.text
    await pass_time(lobby, 1)
    message = await opponent.actor.gets("is out of time. You can claim the win", channel=opponent.thread)
    wrong = await late.actor.click(message, "Claim the win")
    assert f"{name(opponent)} still has time." in wrong.text
    response = await opponent.actor.click(message, "Claim the win")
    assert "You claimed the win" in response.text
    await lobby.quiet()
    assert (await lobby.services.matches.table(duel.match_id)).status is MatchStatus.OVER
    assert "time was up" in transcript.text(await duel.status())


async def test_time_can_be_given_by_a_button_or_a_command(lobby: Room, ada: Actor, bo: Actor) -> None:
    duel = await begin(lobby, ada, bo, "1d each")
    late, _ = await duel.asked()
    opponent = duel.bo if late is duel.ada else duel.ada
    await pass_time(lobby, 1.5)
    message = await opponent.actor.gets("is out of time. You can claim the win", channel=opponent.thread)
    gave = await opponent.actor.click(message, "Give a day")
    assert "1 d more" in gave.text
    await lobby.quiet()
    assert f"Deadline: {stamp(lobby, 1)}" in transcript.text(await duel.status())
    await opponent.actor.slash("match time give", channel=opponent.thread, time="12h")
    await lobby.quiet()
    assert f"Deadline: {stamp(lobby, 1.5)}" in transcript.text(await duel.status())


async def test_a_rated_match_ends_by_itself(lobby: Room, ada: Actor, bo: Actor) -> None:
    duel = await begin(lobby, ada, bo, "1d each", rated=True)
    late, _ = await duel.asked()
    opponent = duel.bo if late is duel.ada else duel.ada
    await pass_time(lobby, 3)
    assert f"{name(opponent)}** wins" in transcript.text(await duel.status())
    assert await duel.is_over()


async def test_a_pause_is_requested_accepted_and_ended(lobby: Room, ada: Actor, bo: Actor) -> None:
    duel = await begin(lobby, ada, bo, "3d+12h up to 7d")
    outcome = await ada.slash("match time pause", channel=duel.ada.thread)
    assert "You asked **Bo** for a pause." in outcome.text
    await lobby.quiet()
    offer = await bo.gets("asks for a pause", channel=duel.bo.thread)
    agreed = await bo.click(offer, "Agree to the pause")
    assert "The match is paused." in agreed.text
    await pass_time(lobby, 100)
    assert "The match is paused. The clocks are stopped" in transcript.text(await duel.status())
    assert not await duel.is_over()
    player, question = await duel.asked()
    await type_answer(player, question, random_choice(question, Chance("paused")))
    went_on = await ada.slash("match time continue", channel=duel.ada.thread)
    assert "The clocks are running again." in went_on.text
    await lobby.quiet()
    assert "paused" not in transcript.text(await duel.status())


async def test_an_outdated_pause_button_does_only_what_its_label_says(
    lobby: Room, ada: Actor, bo: Actor
) -> None:
    duel = await begin(lobby, ada, bo, "3d+12h up to 7d")
    await ada.slash("match time pause", channel=duel.ada.thread)
    message = await bo.gets("asks for a pause", channel=duel.bo.thread)
    panel = (await bo.click(await duel.status(), "turn")).reply
    response = await bo.click(message, "No pause")
    assert "No pause. The clocks keep running." in response.text
    await lobby.quiet()
    assert transcript.text(message) == "**Ada against Bo**\n**Ada** asked for a pause: declined."
    assert transcript.buttons(message) == []
    assert "No one is asking for a pause." in (await bo.click(panel, "Agree to the pause")).text
    assert (await lobby.services.matches.table(duel.match_id)).pause_asked is None
    await bo.slash("match time pause", channel=duel.bo.thread)
    await lobby.quiet()
    await ada.slash("match time pause", channel=duel.ada.thread)
    await lobby.quiet()
    assert "No one is asking for a pause." in (await bo.click(panel, "No pause")).text
    assert (await lobby.services.matches.table(duel.match_id)).paused
    again, paused = [m for m in bo.sees(duel.bo.thread) if not m.ephemeral][-2:]
    assert "**Bo** asked for a pause: agreed." in transcript.text(again)
    assert transcript.buttons(paused) == ["Continue"]
    await ada.slash("match time continue", channel=duel.ada.thread)
    await lobby.quiet()
    assert "The pause is over." in transcript.text(paused)
    assert transcript.buttons(paused) == []


async def test_a_pause_accepted_before_its_announcement(lobby: Room, ada: Actor, bo: Actor) -> None:
    """A new pause is not announced as over."""
    duel = await begin(lobby, ada, bo, "3d+12h up to 7d")
    fault = lobby.table.faults.add("PATCH", f"/channels/{duel.ada.thread.id}/messages/*", delay=5.0)
    player, question = await duel.asked()
    await type_answer(player, question, ("pass",))
    await fault.met.wait()
    await bo.slash("match time pause", channel=duel.bo.thread)
    await ada.slash("match time pause", channel=duel.ada.thread)
    lobby.table.clock.advance(5.0)
    await lobby.quiet()
    _, paused = [m for m in bo.sees(duel.bo.thread) if not m.ephemeral]
    assert "The match is paused" in transcript.text(paused)
    assert transcript.buttons(paused) == ["Continue"]


async def test_an_outdated_button_gives_no_unneeded_time(lobby: Room, ada: Actor, bo: Actor) -> None:
    duel = await begin(lobby, ada, bo, "1d each")
    late, _ = await duel.asked()
    opponent = duel.bo if late is duel.ada else duel.ada
    await pass_time(lobby, 1)
    message = await opponent.actor.gets("is out of time. You can claim the win", channel=opponent.thread)
    panel = (await opponent.actor.click(await duel.status(), "turn")).reply
    assert f"{name(opponent)} still has time." in (await late.actor.click(message, "Give a day")).text
    assert "1 d more" in (await opponent.actor.click(message, "Give a day")).text
    await lobby.quiet()
    assert f"**{name(late)}** ran out of time. The match continues." in transcript.text(message)
    assert transcript.buttons(message) == []
    assert f"{name(late)} still has time." in (await opponent.actor.click(panel, "Give a day")).text


async def test_the_direct_message_shows_that_time_is_up(lobby: Room, ada: Actor, bo: Actor) -> None:
    """The message is updated although no one has acted since it was sent."""
    duel = await begin(lobby, ada, bo, "1d each")
    waiting, question = await duel.asked()
    await type_answer(waiting, question, ("pass",))
    await lobby.quiet()
    late, _ = await duel.asked()
    assert late is not waiting
    [panel] = waiting.actor.sees(waiting.actor.direct)
    assert "Claim the win" not in transcript.buttons(panel)
    await pass_time(lobby, 1)
    assert f"{name(late)}** is out of time" in transcript.text(panel)
    assert "Claim the win" in transcript.buttons(panel)
    own = next(m for m in late.actor.sees(late.actor.direct) if "Hand" in transcript.buttons(m))
    assert f"{name(late)}** is out of time" in transcript.text(own)


async def test_a_vacation_is_announced_in_every_match_and_ends(lobby: Room, ada: Actor, bo: Actor) -> None:
    alone = await ada.slash("me away", **{"for": "1d"})
    assert "You're away until" in alone.text and "opponents" not in alone.text
    assert (await ada.slash("me back")).text.endswith("Welcome back.")
    duel = await begin(lobby, ada, bo, "1d each")
    zone = await ada.slash("me time", zone="berlin")
    assert "Your time zone is Europe/Berlin." in zone.text
    too_long = await ada.slash("me away", **{"for": "9d"})
    assert "You have 3d of vacation left" in too_long.text
    away = await ada.slash("me away", **{"for": "2d"})
    assert "You're away until" in away.text and "I've told your opponents" in away.text
    await lobby.quiet()
    assert "**Ada** is away until" in transcript.text(await duel.status())
    response = await ada.slash("me time")
    assert "Europe/Berlin" in response.text
    assert "You're away until" in response.text
    back = await ada.slash("me back")
    assert "Welcome back." in back.text
    await lobby.quiet()
    assert "is away" not in transcript.text(await duel.status())
    assert "You aren't away." in (await ada.slash("me back")).text


async def test_urgent_sections_are_nearest_to_the_question(lobby: Room, ada: Actor, bo: Actor) -> None:
    """Sections follow the order of the features: a panel's lines in reverse, its buttons in order."""
    duel = await begin(lobby, ada, bo, "1d each")
    late, _ = await duel.asked()
    opponent = duel.bo if late is duel.ada else duel.ada
    await late.actor.slash("match draw", channel=late.thread)
    await pass_time(lobby, 1)
    panel = (await opponent.actor.click(await duel.status(), "turn")).reply
    text, buttons = transcript.text(panel), transcript.buttons(panel)
    assert text.index("offers") < text.index("is out of time")
    assert buttons.index("Claim the win") < buttons.index("Agree to a draw")
    status = transcript.text(await duel.status())
    assert status.index("is out of time") < status.index("offers"), "everyone reads from the top"
