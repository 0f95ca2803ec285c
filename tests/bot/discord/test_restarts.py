"""Restarts, failures in a press, and the registration of commands."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import discord
import pytest
from discord import app_commands

from bot.app.bot import Bot
from bot.app.roles import Role
from bot.local_discord.faults import Fault
from engine.kernel.question import Choice
from tests.bot.discord.clicks import Clicker
from tests.bot.discord.kit import Duel, Room, begin_match, click_answer, play_on, use
from tests.bot.discord.misbehaviour import pass_once
from tests.bot.stores import rows
from tests.games.registry import lanterns
from tests.table import transcript
from tests.table.actor import Actor

# -- a restart, with a form open and with everything else


async def test_a_form_from_before_a_restart_works(duel: Duel) -> None:
    await play_on(duel, most=4)
    player, question = await duel.asked()
    panel = (await player.actor.click(await duel.status(), "turn")).reply
    key = next(o.key for o in question.options if o.key.startswith("play"))
    await click_answer(player, panel, question, (key,))
    number = await player.question()
    assert number is not None and number.purpose == "How long does it last?"
    opened = await player.actor.click(panel, "Type the answer")
    await duel.room.restart()
    outcome = await player.actor.submit({"answer": "soon"}, form=opened)
    assert "Enter a number from 1 to 999." in outcome.text
    opened = await player.actor.click(panel, "Type the answer")
    await duel.room.restart()
    await player.actor.submit({"answer": "42"}, form=opened)
    assert (await player.question()) is None
    assert "Your match" in transcript.text(panel)


async def test_buttons_from_before_a_restart_work(duel: Duel) -> None:
    """Drafts, open forms, the status message, direct messages: all of them survive the process."""
    player, question = await duel.asked()
    panel = (await player.actor.click(await duel.status(), "turn")).reply
    await click_answer(player, panel, question, ("play Gossip",))
    await duel.room.quiet()
    books = await player.question()
    assert books is not None and len(books.options) == 60
    clicker = Clicker(books, ("Book 3", "Book 30", "Book 60"))
    for _ in range(3):
        await use(player.actor, panel, clicker.next(panel.components))
        await duel.room.restart()
    assert "Chosen: Book 3, Book 30, Book 60." in transcript.text(panel)
    await use(player.actor, panel, clicker.next(panel.components))
    log = await player.actor.slash("match log", channel=player.thread)
    assert "Ada solved it" in log.text
    record = await duel.room.services.matches.log(duel.match_id, player.id)
    assert "whisper" in record.lines[-1].text


async def test_matches_take_no_memory(duel: Duel) -> None:
    """discord.py stores no view for any message or form, so thousands of idle matches cost nothing."""
    await play_on(duel, most=6)
    running = duel.room.running
    assert running is not None
    views = running.bot.client._connection._view_store
    assert not views._views and not views._modals and not views._synced_message_views


async def test_a_second_match_does_not_disturb_the_first(
    lobby: Room, duel: Duel, cy: Actor, ada: Actor
) -> None:
    second = await begin_match(lobby, ada, cy)
    assert second.match_id != duel.match_id
    await play_on(second, most=3)
    assert (await duel.room.services.matches.table(duel.match_id)).rev == 1


# -- exceptions outside of handlers


@pytest.mark.parametrize("pressed", ["a button", "a menu", "a form"])
async def test_a_failure_in_a_press_is_answered_and_the_next_press_works(
    duel: Duel, pressed: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """discord.py would not respond, and leave the person waiting."""

    async def broken(*args: object, **named: object) -> None:
        raise RuntimeError("the secret reason")

    if pressed == "a form":
        await play_on(duel, most=4)
    player, question = await duel.asked()
    panel = (await player.actor.click(await duel.status(), "turn")).reply
    choice: Choice = ("pass",)
    if pressed == "a menu":
        choice = ("Book 3", "Book 30", "Book 60")
        await click_answer(player, panel, question, ("play Gossip",))
    elif pressed == "a form":
        choice = ("42",)
        key = next(o.key for o in question.options if o.key.startswith("play"))
        await click_answer(player, panel, question, (key,))
    question = await player.question()
    assert question is not None
    form = await player.actor.click(panel, "Type the answer") if pressed == "a form" else None
    await duel.room.quiet()
    with monkeypatch.context() as patched:
        patched.setattr(duel.room.services.play, "press", broken)
        patched.setattr(duel.room.services.matches, "panel_snapshot", broken)
        if form is not None:
            outcome = await player.actor.submit({"answer": "42"}, form=form)
        else:
            outcome = await use(player.actor, panel, Clicker(question, choice).next(panel.components))
    await duel.room.quiet()
    text = "\n".join(transcript.text(m) for m in player.actor.sees(player.thread))
    assert not outcome.failed
    assert "Something went wrong on my end" in text and "secret reason" not in text
    assert "the secret reason" in capsys.readouterr().out
    await click_answer(player, panel, question, choice)
    assert (await player.question()) != question


# -- a 26th subcommand, and registration


def test_one_subcommand_too_many_is_refused(lobby: Room) -> None:
    """Discord would refuse all commands, so groups can't be built with more subcommands or with longer texts."""
    running = lobby.running
    assert running is not None
    tree = running.bot.client.tree
    groups = [command for command in tree.get_commands() if isinstance(command, app_commands.Group)]
    assert groups
    for group in groups:
        assert len(group.commands) <= 25
        assert sum(map(len, _words(group.to_dict(tree)))) <= 8000

    async def nothing(interaction: discord.Interaction[discord.Client]) -> None:
        """Do nothing."""

    with pytest.raises(ValueError, match="maximum number of child commands"):
        for n in range(26):
            more = app_commands.Command(name=f"more-{n}", description="One more.", callback=nothing)
            groups[0].add_command(more)


def _words(command: object) -> Iterator[str]:
    """Yield everything in a command that counts: names, descriptions, and values of choices."""
    if isinstance(command, dict):
        for key, value in command.items():
            if isinstance(value, str) and key in ("name", "description", "value"):
                yield value
            else:
                yield from _words(value)
    elif isinstance(command, list):
        for each in command:
            yield from _words(each)


async def test_refused_commands_stop_nothing(lobby: Room, ada: Actor, bo: Actor) -> None:
    """The previous commands stay, buttons work, and the next start tries again."""
    before = lobby.table.registration.commands[None]
    before[0]["description"] = "Of another version"
    fault = lobby.table.faults.add("PUT", "/applications/*/commands", status=400, code=50035)
    await lobby.restart()
    assert fault.met.is_set()
    duel = await begin_match(lobby, ada, bo)
    await pass_once(duel)
    puts = sum(call.method == "PUT" for call in lobby.table.record.calls)
    await lobby.restart()
    assert sum(call.method == "PUT" for call in lobby.table.record.calls) == puts + 1


async def a_second(room: Room) -> None:
    """Move the clock by a second, and give the database as long as one query takes."""
    await room.clock.move(1)
    assert room.running is not None
    await rows(room.running.bot.store, "SELECT 1")


async def until_over(room: Room, fault: Fault) -> None:
    """Advance the bot's clock, whose waits grow, until the fault has occurred as often as requested."""
    while fault.hits < fault.times:
        await room.clock.asleep.wait()
        await room.clock.move(1)
        await asyncio.sleep(0)


async def test_commands_are_registered_later_if_discord_fails(lobby: Room, ada: Actor) -> None:
    lobby.table.registration.commands.clear()
    fault = lobby.table.faults.add("PUT", "/applications/*/commands", status=503, times=3)
    await lobby.restart()
    assert fault.hits == 1
    await until_over(lobby, fault)
    registrations = lobby.table.registration.registrations
    while lobby.table.registration.registrations == registrations:
        await a_second(lobby)
    assert "challenge" in (await ada.slash("help")).text


async def test_a_login_is_retried_if_discord_fails(lobby: Room, ada: Actor, bo: Actor) -> None:
    assert lobby.running is not None
    await lobby.running.end()
    fault = lobby.table.faults.add("GET", "/users/@me", status=503, times=3)
    starting = asyncio.create_task(lobby.begin())
    await until_over(lobby, fault)
    while not starting.done():
        await lobby.clock.move(1)
        await asyncio.sleep(0)
    await pass_once(await begin_match(lobby, ada, bo))


async def test_a_bot_that_cannot_log_in_yet_can_be_stopped(lobby: Room) -> None:
    assert lobby.running is not None
    await lobby.running.end()
    fault = lobby.table.faults.add("GET", "/users/@me", status=503, times=1000)
    up: asyncio.Future[Bot] = asyncio.get_running_loop().create_future()
    stop = asyncio.Event()
    serving = asyncio.create_task(lobby._run(up, stop))
    await fault.met.wait()
    stop.set()
    await serving


async def test_commands_are_registered_once(lobby: Room) -> None:
    def registrations() -> int:
        return sum(call.method == "PUT" for call in lobby.table.record.calls)

    assert registrations() == 1
    await lobby.restart()
    await lobby.restart()
    assert registrations() == 1


async def test_only_the_newest_commands_are_registered(lobby: Room) -> None:
    """During a deployment old code runs beside new: if it restarts, the new commands must stay."""

    def games() -> int:
        return sum(
            command["name"] in ("parlour", "lanterns") for command in lobby.table.registration.commands[None]
        )

    assert games() == 1
    lobby.others = (lanterns(),)
    new = await lobby.start(Role.DELIVER)
    assert games() == 2
    lobby.others = ()
    await lobby.restart()
    assert games() == 2, "the old process has restarted"
    lobby.table.registration.commands[None][:] = []
    while games() != 2:
        await a_second(lobby)
    await new.end()
    while games() != 1:
        await a_second(lobby)


async def test_commands_changed_by_another_program_are_restored(lobby: Room) -> None:
    """Also after a downgrade and back: Discord's state counts, not the registrations sent."""
    registered = lobby.table.registration.commands
    names = [command["name"] for command in registered[None]]

    async def comes_back() -> None:
        before = lobby.table.registration.registrations
        await lobby.restart()
        assert lobby.table.registration.registrations == before + 1
        assert [command["name"] for command in registered[None]] == names

    registered.clear()
    await comes_back()
    registered[None][0]["options"][0]["description_localizations"] = {"es-ES": "otra cosa"}
    await comes_back()
    registered[None].append({**registered[None][0], "name": "of-another-version", "id": "1"})
    await comes_back()


# -- stopping


async def test_stopping_finishes_what_is_in_flight(duel: Duel) -> None:
    """A move in flight when the bot was stopped is answered and announced."""
    running = duel.room.running
    assert running is not None
    outcome = await duel.ada.actor.slash("parlour pass", channel=duel.ada.thread, wait="first")
    await running.end()
    await outcome.settled()
    assert "You passed" in outcome.text
    await duel.room.begin()
    await duel.room.quiet()
    assert "Ada passed" in transcript.text(await duel.status())
