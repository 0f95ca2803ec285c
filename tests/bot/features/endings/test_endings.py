"""Take-backs, draws, cancellations and moderation in Discord."""

from __future__ import annotations

import pytest

from bot.local_discord.permissions import Permission
from bot.match.requests import LASTS
from bot.store.match_status import MatchStatus
from engine.kernel.chance import Chance
from engine.kernel.question import random_choice
from tests.bot.discord.clicks import Click
from tests.bot.discord.kit import Duel, Player, Room, begin_match, play_by_typing, type_answer, use
from tests.bot.features.replays.test_records import resign
from tests.bot.features.time.test_clocks import begin
from tests.table import transcript
from tests.table.actor import Actor, CannotDo


def opponent_of(duel: Duel, player: Player) -> Player:
    return duel.bo if player is duel.ada else duel.ada


async def play(duel: Duel, choice: tuple[str, ...]) -> Player:
    player, question = await duel.asked()
    await type_answer(player, question, choice)
    await duel.room.quiet()
    return player


async def test_a_pass_is_taken_back_by_the_button_of_the_panel(lobby: Room, duel: Duel) -> None:
    player, question = await duel.asked()
    await type_answer(player, question, ("pass",))
    await lobby.quiet()
    assert (await duel.asked())[0] is not player
    panel = (await player.actor.click(await duel.status(), "turn")).reply
    await player.actor.click(panel, "Take back")
    assert "You took it back." in transcript.text(panel)
    assert "You pass." not in transcript.text(panel) and "You take a decision back" not in transcript.text(
        panel
    )
    # Nothing is left to take back.
    assert "Take back" not in transcript.buttons(panel)
    await lobby.quiet()
    again, new = await duel.asked()
    assert again is player
    assert new.id > question.id
    assert f"{player.actor.person.name.capitalize()} takes a decision back." in transcript.text(
        await duel.status()
    )


async def test_a_revealing_move_is_taken_back_with_consent_only(lobby: Room, duel: Duel) -> None:
    player, question = await duel.asked()
    await type_answer(player, question, (question.options[0].key,))
    await lobby.quiet()
    outcome = await player.actor.slash("match undo", channel=player.thread)
    assert "You asked to take that back. Since then: You " in outcome.text
    opponent = opponent_of(duel, player)
    offer = await opponent.actor.gets("asks to take back their last move", channel=opponent.thread)
    own = (await player.actor.slash("match decide", channel=player.thread)).text
    assert "You asked to take back your last move." in own and "asks to take back" not in own
    refused = await opponent.actor.click(offer, "It stands")
    assert "Nothing was taken back." in refused.text
    again = await player.actor.slash("match undo", channel=player.thread)
    assert "declined your request" in again.text
    player_now, riddle = await duel.asked()
    assert player_now is player
    await type_answer(player, riddle, random_choice(riddle, Chance("riddle")))
    await lobby.quiet()
    never = await player.actor.slash("match undo", channel=player.thread)
    assert "Too late: " in never.text
    assert transcript.buttons(never.reply) == [f"Ask {opponent.actor.person.name.capitalize()}", "Leave it"]
    await player.actor.click(never.reply, f"Ask {opponent.actor.person.name.capitalize()}")
    assert "You asked to take that back.\n" in transcript.text(never.reply)
    message = await opponent.actor.gets("to let them take back", channel=opponent.thread)
    own = (await opponent.actor.slash("match decide", channel=opponent.thread)).text
    assert "asks you to let them take back" in own
    agreed = await opponent.actor.click(message, "Let them take it back")
    assert "You agreed, so the move is taken back." in agreed.text
    await lobby.quiet()
    back, new = await duel.asked()
    assert back is player
    assert new.purpose == riddle.purpose


async def test_mutual_consent_takes_a_move_back(lobby: Room, duel: Duel) -> None:
    player, question = await duel.asked()
    await type_answer(player, question, (question.options[0].key,))
    await lobby.quiet()
    await player.actor.slash("match undo", channel=player.thread)
    opponent = opponent_of(duel, player)
    response = await opponent.actor.slash("match undo", channel=opponent.thread)
    assert "You agreed, so the move is taken back." in response.text
    await lobby.quiet()
    back, new = await duel.asked()
    assert back is player
    assert [o.key for o in new.options] == [o.key for o in question.options]
    own = (await player.actor.slash("match decide", channel=player.thread)).text
    assert "You take a decision back." in own, "the player may not know yet that the other one agreed"


async def test_a_draw_is_offered_and_agreed_on(lobby: Room, duel: Duel) -> None:
    outcome = await duel.ada.actor.slash("match draw", channel=duel.ada.thread)
    assert outcome.text.count("You offer a draw (ends when") == 1 and "You offered" not in outcome.text
    offer = await duel.bo.actor.gets("offers a draw", channel=duel.bo.thread)
    panel = await duel.bo.actor.slash("match decide", channel=duel.bo.thread)
    assert "Ada offers a draw (ends when you move, or " in panel.text.replace("*", "")
    own = await duel.ada.actor.click(offer, "Agree to a draw")
    assert "You already offered a draw." in own.text
    refused = await duel.bo.actor.slash("match draw", channel=duel.bo.thread, agree="no")
    assert "There's no longer a draw offer." in refused.text
    await play(duel, ("pass",))
    await duel.bo.actor.slash("match draw", channel=duel.bo.thread)
    await lobby.quiet()
    assert "**Bo** offers a draw" in transcript.text(await duel.status())
    agreed = await duel.ada.actor.slash("match draw", channel=duel.ada.thread)
    assert "A draw: all agreed on it." in agreed.text
    await lobby.quiet()
    assert "A draw: all agreed on it." in transcript.text(await duel.status())
    assert await duel.is_over()


async def test_an_outdated_answer_makes_no_new_offer(lobby: Room, duel: Duel) -> None:
    """A button does what its label says, or nothing, whatever has happened since."""
    await duel.ada.actor.slash("match draw", channel=duel.ada.thread)
    offer = await duel.bo.actor.gets("offers a draw", channel=duel.bo.thread)
    panel = (await duel.bo.actor.click(await duel.status(), "turn")).reply
    await duel.bo.actor.click(offer, "No draw")
    await lobby.quiet()
    assert transcript.text(offer) == "**Ada against Bo**\n**Ada** offered a draw: declined."
    assert transcript.buttons(offer) == []
    assert "There's no draw offer." in (await duel.bo.actor.click(panel, "Agree to a draw")).text
    assert (await lobby.services.requests.offers(duel.match_id)).draw is None


async def test_an_outdated_consent_takes_back_no_own_move(lobby: Room, duel: Duel) -> None:
    player, question = await duel.asked()
    await type_answer(player, question, (question.options[0].key,))
    await lobby.quiet()
    await player.actor.slash("match undo", channel=player.thread)
    opponent = opponent_of(duel, player)
    asking = await opponent.actor.gets("asks to take back their last move", channel=opponent.thread)
    panel = (await opponent.actor.click(await duel.status(), "turn")).reply
    await opponent.actor.click(asking, "It stands")
    await lobby.quiet()
    assert "asked to take back a move: declined." in transcript.text(asking)
    assert transcript.buttons(asking) == []
    while (await duel.asked())[0] is not opponent:
        again, riddle = await duel.asked()
        await type_answer(again, riddle, random_choice(riddle, Chance("riddle")))
        await lobby.quiet()
    await play(duel, ("pass",))
    rev = (await lobby.services.matches.table(duel.match_id)).rev
    response = await opponent.actor.click(panel, "Let them take it back")
    assert "No one is asking to take anything back." in response.text
    assert (await lobby.services.matches.table(duel.match_id)).rev == rev


async def test_an_outdated_take_back_request_is_not_consent(lobby: Room, duel: Duel) -> None:
    player = await play(duel, ("pass",))
    opponent = await play(duel, ("pass",))
    assert opponent is not player
    panel = (await opponent.actor.click(await duel.status(), "turn")).reply
    own = Click(transcript.button(panel, "Take back")["custom_id"])
    response = await player.actor.slash("match undo", channel=player.thread)
    assert "You asked to take that back." in response.text
    rev = (await lobby.services.matches.table(duel.match_id)).rev
    text = (await use(opponent.actor, panel, own)).text
    assert "asks to take back a move. Please answer that first." in text
    assert (await lobby.services.matches.table(duel.match_id)).rev == rev


async def test_a_draw_that_expires_leaves_the_direct_message(lobby: Room, duel: Duel) -> None:
    player, _ = await duel.asked()
    opponent = opponent_of(duel, player)
    await opponent.actor.slash("match draw", channel=opponent.thread)
    await lobby.quiet()
    panel = player.actor.sees(player.actor.direct)[-1]
    assert "Agree to a draw" in transcript.buttons(panel)
    offer = await player.actor.gets("offers a draw", channel=player.thread)
    assert f"(ends when **{player.actor.person.display_name}** moves, or" in transcript.text(offer)
    await lobby.turn(LASTS)
    assert "offered a draw: no answer." in transcript.text(offer)
    assert transcript.buttons(offer) == []
    assert "Agree to a draw" not in transcript.buttons(panel)
    assert "offers a draw" not in transcript.text(panel)


async def test_cancelling_needs_confirmation_and_counts_for_no_one(lobby: Room, duel: Duel) -> None:
    panel = (await duel.bo.actor.click(await duel.status(), "turn")).reply
    more = (await duel.bo.actor.click(panel, "More")).reply
    sure = await duel.bo.actor.click(more, "Resign")
    assert "Offer a draw" in transcript.buttons(sure.reply)
    await duel.bo.actor.click(sure.reply, "Cancel the match")
    assert "your opponent must agree" in transcript.text(sure.reply)
    await duel.bo.actor.click(sure.reply, "Yes, ask for it")
    assert "You asked to cancel the match." in transcript.text(sure.reply)
    await lobby.quiet()
    message = await duel.ada.actor.gets("asks to cancel the match", channel=duel.ada.thread)
    refused = await duel.bo.actor.click(message, "Call it off")
    assert "already asked for that" in refused.text
    outcome = await duel.ada.actor.click(message, "Call it off")
    assert outcome.text.count("alled off") == outcome.text.count("counts for no one") == 1
    await lobby.quiet()
    assert "counts for no one" in transcript.text(await duel.status())
    assert "asked to cancel the match: agreed." in transcript.text(message)


async def test_a_request_to_cancel_can_be_declined(lobby: Room, duel: Duel) -> None:
    outcome = await duel.bo.actor.slash("match abort", channel=duel.bo.thread)
    await duel.bo.actor.click(outcome.reply, "Yes, ask for it")
    await lobby.quiet()
    offer = await duel.ada.actor.gets("asks to cancel the match", channel=duel.ada.thread)
    response = await duel.ada.actor.click(offer, "Play it")
    assert "The match isn't cancelled." in response.text
    await lobby.quiet()
    assert "asked to cancel the match: declined." in transcript.text(offer)
    assert not await duel.is_over()


async def test_a_match_cannot_be_cancelled_after_the_first_action(lobby: Room, duel: Duel) -> None:
    await play(duel, ("pass",))
    response = await duel.bo.actor.slash("match abort", channel=duel.bo.thread)
    assert "A player has already acted" in response.text
    assert not await duel.is_over()


async def test_both_players_learn_why_a_moderator_ended_their_match(
    lobby: Room, duel: Duel, cy: Actor
) -> None:
    with pytest.raises(CannotDo, match="no command /moderate"):
        await cy.slash("moderate end", channel=duel.ada.thread, reason="spam")
    lobby.table.guild.command_permissions["moderate"] = {lobby.table.guild.id: True}
    refused = await cy.slash("moderate end", channel=duel.ada.thread, reason="spam")
    assert "Only members with “Manage Server” or “Manage Messages”" in refused.text
    del lobby.table.guild.command_permissions["moderate"]
    assert (await lobby.services.matches.table(duel.match_id)).status is MatchStatus.PLAYING
    lobby.table.world.allow(cy.person, lobby.table.channel, Permission.MANAGE_MESSAGES)
    suggestions = await cy.autocomplete("moderate end", "reason", "left", channel=duel.ada.thread)
    assert suggestions == ["A player left the server."]
    ended = await cy.slash("moderate end", channel=duel.ada.thread, reason="Bo has left *the* server.")
    assert "You ended the match." in ended.text
    await lobby.quiet()
    message = await duel.bo.actor.gets("the match is over", channel=duel.bo.thread)
    assert "The moderator Cy ended it" in transcript.text(message).replace("*", "")
    assert "Bo has left" in transcript.text(message)
    assert "moderator has ended the match. It counts for no one." in transcript.text(await duel.status())
    assert (await lobby.services.matches.table(duel.match_id)).status is MatchStatus.OVER


async def test_a_moderators_own_match_is_not_the_default(lobby: Room, duel: Duel, cy: Actor) -> None:
    lobby.table.world.allow(cy.person, lobby.table.channel, Permission.MANAGE_MESSAGES)
    await begin_match(lobby, cy, duel.ada.actor)
    which = await cy.slash("moderate end", reason="spam")
    assert "Which match? Use this in its thread" in which.text
    ended = await cy.slash("moderate end", reason="spam", match=str(duel.match_id))
    assert "You ended the match." in ended.text
    assert await duel.is_over()


async def test_moderators_get_suggestions_of_others_matches(lobby: Room, duel: Duel, cy: Actor) -> None:
    """Moderators get suggestions of other people's matches on their server; other members get none."""
    guild = lobby.table.guild
    guild.command_permissions["moderate"] = {guild.id: True}
    assert await cy.choices("moderate end", "match", reason="spam") == []
    lobby.table.world.allow(cy.person, lobby.table.channel, Permission.MANAGE_MESSAGES)
    own = await begin_match(lobby, cy, duel.ada.actor)
    suggestions = await cy.choices("moderate end", "match", reason="spam")
    assert [suggestion["value"] for suggestion in suggestions] == [str(duel.match_id)] != [str(own.match_id)]
    assert await cy.choices("moderate end", "match", "no such name", reason="spam") == []
    assert await cy.choices("moderate void", "match") == [], "the match isn't over"
    response = await cy.slash("moderate end", reason="spam", match=suggestions[0]["value"])
    assert "You ended the match." in response.text
    assert await cy.choices("moderate end", "match", reason="spam") == []
    assert await cy.choices("moderate void", "match") == [], "it was not rated"


async def finish(lobby: Room, duel: Duel) -> None:
    response = await duel.bo.actor.slash("match resign", channel=duel.bo.thread)
    await duel.bo.actor.click(response.reply, "Yes, resign")
    await lobby.quiet()


async def test_a_rematch_needs_one_press_from_each_player(lobby: Room, duel: Duel) -> None:
    await finish(lobby, duel)
    end = await duel.ada.actor.gets(": the match is over", channel=duel.ada.thread)
    outcome = await duel.ada.actor.click(end, "Rematch")
    assert "You asked **Bo** for a rematch." in outcome.text
    await lobby.quiet()
    challenge = await duel.bo.actor.gets("wants a rematch of Parlour")
    assert f"<@{duel.bo.id}>" in transcript.text(challenge)
    twice = await duel.ada.actor.click(end, "Rematch")
    assert "You already asked for a rematch. Waiting for Bo." in twice.text
    begun = await duel.bo.actor.slash("match rematch", channel=duel.bo.thread)
    assert "Match on!" in begun.text
    await lobby.quiet()
    (playing,) = [
        row.table
        for row in await lobby.services.matches.of_person(duel.ada.id)
        if row.table.status is MatchStatus.PLAYING
    ]
    assert [person.id for person in playing.people] == [duel.bo.id, duel.ada.id]


async def test_a_voided_result_is_shown_in_all_messages(
    lobby: Room, ada: Actor, bo: Actor, cy: Actor
) -> None:
    duel = await begin_rated(lobby, ada, bo)
    with pytest.raises(CannotDo, match="no command /moderate"):
        await cy.slash("moderate void", match=str(duel.match_id))
    lobby.table.world.allow(cy.person, lobby.table.channel, Permission.MANAGE_MESSAGES)
    suggestions = await cy.choices("moderate void", "match")
    assert [suggestion["value"] for suggestion in suggestions] == [str(duel.match_id)]
    which = await cy.slash("moderate void")
    assert "Which match? Use this in its thread" in which.text
    sure = await cy.slash("moderate void", match=str(duel.match_id))
    assert "Void the result of Ada against Bo?" in transcript.text(sure.reply)
    await cy.click(sure.reply, "Yes, give a reason …")
    assert "Please give a reason" in (await cy.submit({"Reason": "\u2003" * 300})).text
    doubt = await cy.slash("moderate void", match=str(duel.match_id))
    assert "The result stands." in (await cy.click(doubt.reply, "No, it stands")).text
    await lobby.quiet()
    assert not transcript.buttons(doubt.reply)
    sure = await cy.slash("moderate void", match=str(duel.match_id))
    await cy.click(sure.reply, "Yes, give a reason …")
    outcome = await cy.submit({"Reason": "They are <@1> *one* person."})
    assert "You voided the result." in outcome.text
    await lobby.quiet()
    assert not transcript.buttons(sure.reply), "an answered question has no buttons"
    message = await bo.gets("voided the result", channel=duel.bo.thread)
    assert set(message.mentions) == {ada.person.id, bo.person.id}
    assert "The moderator Cy voided the result: They are <@1> one person." in transcript.text(
        message
    ).replace("*", "").replace("\\", "")
    ended = await bo.gets(": the match is over", channel=duel.bo.thread)
    assert "as if the match hadn't been rated" in transcript.text(
        ended
    ) and "Ratings:" not in transcript.text(ended)
    assert "No one has a rating on this server yet." in (await cy.slash("leaderboard")).text
    again = await cy.slash("moderate void", match=str(duel.match_id))
    assert "already void" in again.text


async def begin_rated(lobby: Room, ada: Actor, bo: Actor) -> Duel:
    """Return a rated match that was resigned after enough answers to count."""
    duel = await begin(lobby, ada, bo, "1d each", rated=True)
    await play_by_typing(duel, most=6)
    await resign(duel)
    await lobby.quiet()
    return duel
