"""Two presses on one message, answered by two processes: finally the message shows the current state."""

from __future__ import annotations

from pathlib import Path

from bot.app.roles import Role
from bot.discord.components.custom_ids import read
from bot.discord.endpoint import PATH
from bot.local_discord.messages import walk
from bot.local_discord.server import HOST
from engine.kernel.chance import Chance
from engine.kernel.question import random_choice
from tests.bot.discord.clicks import Clicker
from tests.bot.discord.kit import Running, begin_match, click_answer, room, use
from tests.table.actor import Actor, InteractionOutcome


def address(process: Running) -> str:
    assert process.bot.web is not None
    return f"http://{HOST}:{process.bot.web.port}{PATH}"


async def test_a_late_process_shows_the_newer_state(tmp_path: Path) -> None:
    """A process shows its answer after another process has answered the next question in the same message."""
    roles = (Role.ANSWER, Role.ANSWER, Role.DELIVER)
    async with room(tmp_path / "bot.sqlite3", by_http=True, roles=roles) as lobby:
        assert lobby.running is not None
        table, late, quick = lobby.table, address(lobby.running), address(lobby.beside[0])
        duel = await begin_match(lobby, Actor(table, "Ada"), Actor(table, "Bo"))
        player, question = await duel.asked()
        panel = (await player.actor.click(await duel.status(), "turn")).reply
        fault = table.faults.add("PATCH", "/webhooks/*/messages/@original", delay=1)
        table.endpoint.url = late
        click = Clicker(question, (question.options[1].key,)).next(panel.components)
        pressed = table.acting.use(player.actor.person, panel, click.custom_id, list(click.values))
        await fault.met.wait()
        table.endpoint.url = quick
        again = await use(player.actor, panel, click)
        following = await player.question()
        assert following is not None and following.id != question.id
        assert not again.failed
        await click_answer(player, panel, following, random_choice(following, Chance("next")))
        table.clock.advance(1)
        await InteractionOutcome(table, pressed).settled()
        await lobby.quiet()
        mark = (await lobby.services.matches.table(duel.match_id)).revision_token
        controls = {read(each["custom_id"]) for each in walk(panel.components) if "custom_id" in each}
        assert {control_.revision_token for control_ in controls if control_ is not None} == {mark}
