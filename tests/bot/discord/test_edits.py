"""A press changes each message only once: pictures are large, and a phone shows every change."""

from __future__ import annotations

from collections import Counter

from tests.bot.discord.clicks import Clicker
from tests.bot.discord.kit import Duel, use
from tests.table import transcript


async def edits_of_a_press(duel: Duel, *, from_thread: bool) -> Counter[str]:
    """Make the player whose move it is pass; return the changes, sends and deletions per message."""
    player, question = await duel.asked()
    if from_thread:
        panel = (await player.actor.click(await duel.status(), "turn")).reply
    else:
        panel = player.actor.sees(player.actor.direct)[-1]
    await duel.room.quiet()
    calls = duel.room.table.record.calls
    before = len(calls)
    await use(player.actor, panel, Clicker(question, ("pass",)).next(panel.components))
    await duel.room.quiet()
    counts: Counter[str] = Counter()
    for call in list(calls)[before:]:
        if call.template.startswith("/webhooks"):
            counts[f"PATCH {panel.id}"] += 1
        elif "/messages" in call.template and call.method != "GET":
            counts[f"{call.method} {call.path.rpartition('/')[2]}"] += 1
    assert "You passed" in transcript.text(panel)
    return counts


async def test_a_press_in_a_direct_message_changes_it_once(duel: Duel) -> None:
    """Others are mentioned by a message that replaces the previous one; nothing is sent twice."""
    for _ in range(6):
        counts = await edits_of_a_press(duel, from_thread=False)
        changed = {request: times for request, times in counts.items() if request.startswith("PATCH")}
        assert len(changed) == 2, "the status message, and the pressed message"
        assert set(counts.values()) == {1}, counts


async def test_a_press_in_the_thread_updates_the_direct_message_once(duel: Duel) -> None:
    for _ in range(4):
        player, _question = await duel.asked()
        panel = player.actor.sees(player.actor.direct)[-1]
        counts = await edits_of_a_press(duel, from_thread=True)
        changed = {request: times for request, times in counts.items() if request.startswith("PATCH")}
        assert len(changed) == 3, "the status message, the pressed one, and the direct message"
        assert set(counts.values()) == {1}, counts
        assert f"PATCH {panel.id}" in changed


async def test_a_lost_response_is_repaired_in_the_direct_message(duel: Duel) -> None:
    """If the press could not change the message, the announcement does."""
    duel.room.table.faults.add("PATCH", "/webhooks/*", status=404, code=10015)
    player, question = await duel.asked()
    panel = player.actor.sees(player.actor.direct)[-1]
    click = Clicker(question, ("pass",)).next(panel.components)
    await player.actor.click(panel, custom_id=click.custom_id, wait="first")
    await duel.room.quiet()
    assert "Your move" not in transcript.text(panel)
    assert "Waiting for **Bo**" in transcript.text(panel)
