"""Following a match in Discord: the news, one picture, and a mention at the end."""

from __future__ import annotations

import re

from tests.bot.discord.kit import Duel, play_by_typing
from tests.bot.discord.limits import check_components
from tests.bot.discord.test_secrets import pictures, secret_pictures
from tests.bot.features.replays.test_records import over, resign
from tests.table import transcript
from tests.table.actor import Actor


async def test_a_spectator_follows_a_match_to_its_end(duel: Duel, cy: Actor) -> None:
    thread = cy.threads()[-1]
    await play_by_typing(duel, most=2)
    message = (await cy.slash("match watch", channel=thread)).reply
    assert message.ephemeral
    check_components(message.components)
    assert "What happened so far" in transcript.text(message)
    assert "I'll mention you" in transcript.text(message)
    assert len(message.attachments) == 1
    await cy.click(message, "Look again")
    assert "Nothing has happened since you last looked." in transcript.text(message), "in place"
    await play_by_typing(duel, most=1)
    await cy.click(message, "Look again")
    assert "Since you last looked" in transcript.text(message)
    assert not duel.ada.actor.was_shown("I'll mention you")
    await resign(duel)
    ended = await over(cy)
    assert set(ended.mentions) == {duel.ada.id, duel.bo.id, cy.person.id}


async def test_a_finished_match_shows_its_result(duel: Duel, cy: Actor) -> None:
    thread = cy.threads()[-1]
    await play_by_typing(duel, most=3)
    await resign(duel)
    await duel.room.quiet()
    message = (await cy.slash("match watch", channel=thread)).reply
    assert "wins: " in transcript.text(message) and "What happened so far" in transcript.text(message)
    assert transcript.buttons(message) == ["Replay", "Discuss", "Log"]
    assert len(message.attachments) == 1
    check_components(message.components)
    again = (await cy.click(await duel.status(), "Rematch")).reply
    assert "Only Ada and Bo can ask for this rematch." in transcript.text(again)
    assert f"<#{duel.room.table.channel.id}>" in transcript.text(again)


async def test_only_players_get_the_players_buttons(duel: Duel, cy: Actor) -> None:
    player, _ = await duel.asked()
    opponent = duel.bo if player is duel.ada else duel.ada
    status = await duel.status()
    assert transcript.buttons(status)[0] == f"{player.actor.person.display_name}'s turn"
    buttons = {
        actor: transcript.buttons((await actor.click(status, "What's new?")).reply)
        for actor in (player.actor, opponent.actor, cy)
    }
    assert buttons[player.actor] == ["My turn", "Look again", "Discuss", "Log"]
    assert buttons[opponent.actor] == ["Look again", "Discuss", "Log"]
    assert buttons[cy] == ["Look again", "Discuss", "Log", "Notify me at the end"]


async def test_a_spectator_can_opt_out_of_mentions(duel: Duel, cy: Actor) -> None:
    message = (await cy.click(await duel.status(), "What's new?")).reply
    assert "I'll mention you" not in transcript.text(message)
    await cy.click(message, "Notify me at the end")
    assert "I'll mention you" in transcript.text(message)
    response = await cy.click(message, "Don't notify me")
    assert "I won't mention you" in response.text
    await resign(duel)
    assert set((await over(cy)).mentions) == {duel.ada.id, duel.bo.id}


async def test_players_catch_up_with_their_own_view(duel: Duel, cy: Actor) -> None:
    bo, thread = duel.bo.actor, duel.bo.thread
    await bo.slash("match watch", channel=thread)
    await play_by_typing(duel, most=6)
    hidden = await secret_pictures(duel, duel.bo.id)
    message = (await bo.slash("match watch", channel=thread)).reply
    assert "Since you last looked" in transcript.text(message)
    assert "I'll mention you" not in transcript.text(message)
    await cy.slash("match watch", channel=thread)
    assert pictures(duel, bo) & hidden
    assert not pictures(duel, cy) & hidden


async def test_spectators_news_contains_no_secrets(duel: Duel, cy: Actor) -> None:
    for _ in range(8):
        await play_by_typing(duel, most=2)
        await cy.slash("match watch", channel=duel.ada.thread)
        await duel.bo.actor.slash("match watch", channel=duel.bo.thread)
        if await duel.is_over():
            break
    whispers = [
        line.text
        for page in (1, 2, 3)
        for line in (await duel.room.services.matches.log(duel.match_id, duel.ada.id, page)).lines
    ]
    to_ada = set(re.findall(r"whisper \d+ to 0", " ".join(whispers)))
    assert to_ada
    for secret in to_ada:
        assert not cy.was_shown(secret) and not duel.bo.actor.was_shown(secret)


async def test_news_as_text(duel: Duel, cy: Actor) -> None:
    await cy.slash("match board", channel=duel.ada.thread, **{"as": "texts"})
    message = (await cy.slash("match watch", channel=duel.ada.thread)).reply
    assert not message.attachments
    assert "Played: " in transcript.text(message)
    check_components(message.components)
