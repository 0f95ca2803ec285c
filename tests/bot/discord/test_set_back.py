"""An older copy of the database is restored: messages from after the copy decide nothing, and the current state is shown."""

from __future__ import annotations

import copy
import shutil
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from bot.discord.components.custom_ids import CustomId, read
from bot.local_discord.errors import CannotDo
from bot.local_discord.records import Message
from bot.maintenance.backups import restore
from bot.store.sqlite.copies import make_copy
from engine.kernel.chance import Chance
from engine.kernel.question import Choice, Question, random_choice
from tests.bot.discord.clicks import Clicker, walk
from tests.bot.discord.kit import Duel, Player, Room, begin_match, use
from tests.bot.kit import drawing
from tests.bot.stores import STORES, rows
from tests.table import transcript
from tests.table.actor import Actor, InteractionOutcome

DECISIVE = (
    "SELECT id, standing, rev, awaited, paused, reason FROM matches",
    "SELECT match_id, rev, kind, seat, choice FROM acts",
    "SELECT * FROM requests",
    "SELECT * FROM refusals",
    "SELECT match_id, number, state FROM orders",
    "SELECT * FROM watching",
)
LOOKS = {
    "board",
    "log",
    "hand",
    "turn",
    "text",
    "picture",
    "always",
    "help",
    "why",
    "order",
    "orders",
    "stay",
}
"""The acts that only show something."""
PRESSES = count(1 << 55)


@dataclass
class Kept:
    """A message as a person saw it once, with one of its controls."""

    actor: Actor
    message: Message
    components: list[Any]
    custom_id: str
    values: list[str]

    @property
    def control(self) -> CustomId:
        control_id = read(self.custom_id)
        assert control_id is not None
        return control_id


class Album:
    """Every control of a match on every message that a person has seen."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, tuple[str, ...]], Kept] = {}

    def see(self, *actors: Actor) -> None:
        for actor in actors:
            for channel in actor.table.world.visible_channels(actor.person):
                for message in actor.sees(channel):
                    self._look(actor, message)

    def _look(self, actor: Actor, message: Message) -> None:
        for each in walk(message.components):
            control = read(each.get("custom_id") or "")
            if control is None or not control.match or each.get("disabled"):
                continue
            chosen = [str(each["options"][0]["value"])] if each.get("options") else []
            key = (each["custom_id"], tuple(chosen))
            components = copy.deepcopy(message.components)
            self.kept.setdefault(key, Kept(actor, message, components, each["custom_id"], chosen))


async def decided_state(lobby: Room) -> list[list[Any]]:
    """Return everything that has been decided."""
    return [sorted(await rows(lobby.services.store, sql), key=repr) for sql in DECISIVE]


async def press(kept: Kept) -> InteractionOutcome | None:
    """Press an old control on its message, as it looked then."""
    components = kept.message.components
    kept.message.components = copy.deepcopy(kept.components)
    try:
        started = kept.actor.table.acting.use(
            kept.actor.person, kept.message, kept.custom_id, list(kept.values)
        )
        return await InteractionOutcome(kept.actor.table, started).settled()
    except CannotDo:
        return None
    finally:
        if kept.message.components == kept.components:
            kept.message.components = components


async def decide(duel: Duel, times: int, lot: str, album: Album | None = None) -> None:
    """Answer some questions at random; drafts appear on the messages as well."""
    for n in range(times):
        player, question = await duel.asked()
        choice = random_choice(question, Chance(f"{lot} {n}"))
        if album is not None:
            panel = (await player.actor.click(await duel.status(), "turn")).reply
            album.see(player.actor)
            await half_make(player, panel, question, choice, album)
        await duel.room.services.play.answer(next(PRESSES), duel.match_id, player.id, question.id, choice)
        await duel.room.quiet()
        if album is not None:
            album.see(duel.ada.actor, duel.bo.actor)


async def half_make(player: Player, panel: Message, question: Question, choice: Choice, album: Album) -> None:
    """Prepare an answer by clicking, without giving it."""
    clicker = Clicker(question, choice)
    while not (click := clicker.next(panel.components)).typed:
        control = read(click.custom_id)
        if control is None or control.act not in ("set", "add", "to"):
            break
        await use(player.actor, panel, click)
        album.see(player.actor)


async def everything(duel: Duel, album: Album) -> list[InteractionOutcome]:
    """Make every offer, request and draft of a match; return the forms that were opened."""
    ada, bo, room = duel.ada.actor, duel.bo.actor, duel.room
    see = lambda: album.see(ada, bo)  # noqa: E731
    of_match = ("resign", "undo", "draw", "board", "hand", "log", "list")
    for command in (*(f"match {name}" for name in of_match), "match time pause", "help"):
        await ada.slash(command, channel=duel.ada.thread)
        await room.quiet()
        see()
    panel = (await ada.click(await duel.status(), "turn")).reply
    see()
    await ada.click(panel, "More")
    see()
    await ada.slash("match orders list", channel=duel.ada.thread)
    see()
    for each in list(walk([c for m in ada.sees(duel.ada.thread) for c in m.components])):
        control = read(each.get("custom_id") or "")
        if control is not None and control.act == "order" and each.get("options"):
            message = next(m for m in ada.sees(duel.ada.thread) if each in list(walk(m.components)))
            used = ada.table.acting.use(ada.person, message, each["custom_id"], [each["options"][0]["value"]])
            await InteractionOutcome(ada.table, used).settled()
            see()
            for give in list(walk(message.components)):
                custom_id = read(give.get("custom_id") or "")
                if custom_id is not None and custom_id.act == "order-give":
                    await ada.click(message, custom_id=give["custom_id"])
                    break
            see()
            break
    await ada.slash("match orders list", channel=duel.ada.thread)
    see()
    forms: list[InteractionOutcome] = []
    for each in list(album.kept.values()):
        if each.control.act == "type" and each.actor in (ada, bo):
            opened = await press(each)
            if opened is not None and opened.interaction.modal is not None:
                forms.append(opened)
    return forms


def copied(file: Path, to: Path) -> None:
    """Replace a database with an older one, as a person might by hand, or a lagging standby."""
    if STORES.server is not None:
        source_name, target_name = (str(STORES.at(path)).rpartition("/")[2] for path in (file, to))
        STORES.server.execute(
            f"DROP DATABASE {target_name}", f"CREATE DATABASE {target_name} TEMPLATE {source_name}"
        )
        return
    for end in ("-wal", "-shm"):
        to.with_name(to.name + end).unlink(missing_ok=True)
    shutil.copy(file, to)


@pytest.mark.slow
async def test_messages_from_after_the_copy_decide_nothing(
    lobby: Room, duel: Duel, ada: Actor, bo: Actor, cy: Actor, tmp_path: Path
) -> None:
    await decide(duel, 2, "before")
    assert lobby.running is not None
    await lobby.running.end()
    copied(lobby.file, tmp_path / "copy.sqlite3")
    await lobby.begin()

    # Acts that will be undone by the copy.
    before, album = Album(), Album()
    before.see(ada, bo, cy)
    forms: list[InteractionOutcome] = []
    for n in range(10):
        await decide(duel, 1, f"lost {n}", album)
        if n in (1, 5):
            forms += await everything(duel, album)
    second = await begin_match(lobby, bo, cy)
    await decide(second, 3, "lost, second")
    forms += await everything(second, album)
    await cy.slash("voidream challenge", user=ada, deck="Morning")
    await ada.gets("challenges you to")
    album.see(ada, bo, cy)
    # One of each act per question and revision; the number of drafts doesn't matter here.
    alike = {
        (kept.control.act, kept.control.match, kept.control.question, kept.control.state[:1]): kept
        for key, kept in album.kept.items()
        if key not in before.kept and kept.control.act not in LOOKS
    }
    looks = {kept.control.act: kept for kept in album.kept.values() if kept.control.act in LOOKS}
    lost = [*alike.values(), *looks.values()]
    acts = {kept.control.act for kept in lost}
    assert {"pick", "resign", "stay", "draw", "undo", "accept", "decline", "order-give"} <= acts, acts
    assert {"order-end", "menu", "type", "done", "turn", "order", "give-up"} <= acts, acts

    await lobby.running.end()
    copied(tmp_path / "copy.sqlite3", lobby.file)
    await lobby.begin()
    # The same numbers are used again, with another meaning.
    other = await begin_match(lobby, cy, ada)
    assert other.match_id == second.match_id
    await decide(duel, 6, "again")
    await ada.slash("match draw", match=str(duel.match_id))
    await ada.slash("match time pause", match=str(other.match_id))
    await lobby.quiet()

    now = await decided_state(lobby)
    answers: set[str] = set()
    for kept in lost:
        outcome = await press(kept)
        assert await decided_state(lobby) == now, (kept.custom_id, kept.values)
        if outcome is not None and not outcome.failed:
            answers.add(outcome.text or transcript.text(kept.message))
    for form in forms:
        outcome = await form_sent(form, ada, bo, cy)
        assert await decided_state(lobby) == now, form.modal
        answers.add(outcome)
    await lobby.quiet()
    assert len(lost) > 100
    assert not [text for text in answers if "restored from a backup" not in text]
    for message in (await duel.status(), await other.status()):
        control = read(next(c["custom_id"] for c in walk(message.components) if "custom_id" in c))
        assert control is not None and await lobby.services.matches.has_been(
            control.match_id, control.revision_token
        )


async def form_sent(form: InteractionOutcome, *actors: Actor) -> str:
    """Submit a form that was opened long ago; return the response."""
    opener = next(actor for actor in actors if actor.person is form.interaction.person)
    outcome = await opener.submit(dict.fromkeys(transcript.fields(form.modal), "1"), form=form)
    return outcome.text


@pytest.mark.sqlite
@pytest.mark.slow
async def test_after_a_restore_nothing_from_before_decides(
    lobby: Room, duel: Duel, ada: Actor, bo: Actor, cy: Actor, tmp_path: Path
) -> None:
    """`voidream restore` knows that it restores a copy: messages as old as the copy are answered as well."""
    album = Album()
    await decide(duel, 1, "before", album)
    await everything(duel, album)
    await cy.slash("voidream challenge", user=ada, deck="Morning")
    await lobby.quiet()
    album.see(ada, bo, cy)
    make_copy(lobby.file, tmp_path / "copy.sqlite3")
    await decide(duel, 2, "lost", album)
    album.see(ada, bo, cy)
    assert lobby.running is not None
    await lobby.running.end()
    assert await restore(tmp_path / "copy.sqlite3", lobby.file, lobby.clock.now(), drawing("restored"))
    await lobby.begin()
    await lobby.quiet()
    # All existing messages have been updated: their current controls are not from before.
    for message in (await duel.status(), await ada.gets("challenges you to")):
        control = read(next(c["custom_id"] for c in walk(message.components) if "custom_id" in c))
        assert control is not None and await lobby.services.matches.has_been(
            control.match_id, control.revision_token
        )
    now = await decided_state(lobby)
    old = {
        (kept.control.act, kept.control.match, kept.control.question): kept for kept in album.kept.values()
    }.values()
    for kept in old:
        outcome = await press(kept)
        assert await decided_state(lobby) == now, kept.custom_id
        if outcome is not None and not outcome.failed:
            assert "restored from a backup" in (outcome.text or transcript.text(kept.message)), kept.custom_id
    assert {"pick", "resign", "accept", "decline", "draw", "undo"} <= {kept.control.act for kept in old}
    # And people continue from there.
    await decide(duel, 2, "again")
    accepted = await ada.click(await ada.gets("challenges you to"), "Decline")
    assert "declined" in accepted.text
