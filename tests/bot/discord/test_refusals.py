"""Wrong input gets a private sentence, and nothing changes."""

from __future__ import annotations

import io
import json

import pytest

from bot.discord.components.custom_ids import CustomId
from bot.local_discord import payloads
from bot.local_discord.permissions import Permission
from bot.local_discord.records import InteractionType, Message
from bot.platform import logs
from bot.settings import Settings
from bot.store.match_status import MatchStatus
from engine.kernel.chance import Chance
from engine.kernel.question import random_choice
from tests.bot.discord.clicks import Click, Clicker
from tests.bot.discord.kit import Duel, Room, click_answer, play_on, use
from tests.table import transcript
from tests.table.actor import Actor, InteractionOutcome


def check(outcome: InteractionOutcome, sentence: str) -> None:
    """Assert that only this person got a message, and that it contains a sentence."""
    assert not outcome.failed
    assert sentence in outcome.text, outcome.text
    assert outcome.messages
    assert all(message.ephemeral for message in outcome.messages)
    assert "Traceback" not in outcome.text


async def unchanged(duel: Duel, rev: int) -> None:
    assert (await duel.room.services.matches.table(duel.match_id)).rev == rev


async def revision(duel: Duel) -> int:
    return (await duel.room.services.matches.table(duel.match_id)).rev


async def panel_of(duel: Duel, actor: Actor) -> Message:
    return (await actor.click(await duel.status(), "turn")).reply


# -- buttons


async def test_a_button_of_a_decided_question(duel: Duel) -> None:
    """The response says so, and replaces the outdated message with the current state of the match."""
    player, question = await duel.asked()
    old = await panel_of(duel, player.actor)
    click = Clicker(question, ("pass",)).next(old.components)
    await click_answer(player, await panel_of(duel, player.actor), question, ("pass",))
    rev = await revision(duel)
    await use(player.actor, old, click)
    assert "That question is closed" in transcript.text(old)
    assert "Your match" in transcript.text(old)
    await unchanged(duel, rev)


async def test_another_player_s_button(duel: Duel, cy: Actor) -> None:
    """Other people can only press public messages; the response is only visible to them."""
    rev = await revision(duel)
    reply = (await cy.click(await duel.status(), "turn")).reply
    assert "since you last looked" in transcript.text(reply), "a spectator gets the news"
    assert not any("turn" in label for label in transcript.buttons(reply))
    check(
        await duel.bo.actor.click(await duel.status(), "turn"),
        "Waiting for",
    )
    await unchanged(duel, rev)


async def test_another_player_s_question(duel: Duel, cy: Actor) -> None:
    """A control of Ada's question pressed by another person: a forged id, or a published message."""
    player, question = await duel.asked()
    own = await panel_of(duel, player.actor)
    click = Clicker(question, ("pass",)).next(own.components)
    rev = await revision(duel)
    panel = await panel_of(duel, duel.bo.actor)
    for actor, message, sentence in (
        (duel.bo.actor, panel, "question is closed"),
        (cy, (await cy.slash("match board", channel=duel.ada.thread)).reply, "aren't playing in this match"),
    ):
        message.components = own.components
        outcome = await use(actor, message, click)
        assert sentence in outcome.text + transcript.text(message)
    await unchanged(duel, rev)


async def test_only_the_challenged_person_can_accept(lobby: Room, ada: Actor, bo: Actor, cy: Actor) -> None:
    await ada.slash("voidream challenge", user=bo, deck="Morning")
    challenge = await bo.gets("challenges you to")
    check(await cy.click(challenge, "Accept"), "between Ada and Bo")
    check(await cy.click(challenge, "Decline"), "between Ada and Bo")
    check(await ada.click(challenge, "Accept"), "This is your own challenge")
    assert transcript.buttons(challenge) == ["Accept", "Decline", "Help"]
    check(await bo.click(challenge, "Decline"), "You declined **Ada**'s challenge")
    await lobby.quiet()
    assert "declined" in transcript.text(challenge)
    assert transcript.buttons(challenge) == []


async def test_a_challenge_can_be_withdrawn(lobby: Room, ada: Actor, bo: Actor) -> None:
    await ada.slash("voidream challenge", user=bo, deck="Morning")
    challenge = await bo.gets("challenges you to")
    check(await ada.slash("match decline"), "You withdrew your challenge to **Bo**")
    await lobby.quiet()
    assert "withdrew the challenge" in transcript.text(challenge)
    check(await bo.slash("match accept", deck="Evening"), "No one has challenged you")


async def test_controls_from_another_version(duel: Duel, ada: Actor) -> None:
    """Ids of older or newer versions, and unknown acts, are answered, too."""
    message = await panel_of(duel, ada)
    for custom_id, sentence in (
        ("v0:1:2:pick:0", "no longer works"),
        ("nonsense", "no longer works"),
        ("v2:1-x:0:dance:", "no longer works"),
        (f"v2:{duel.match_id}-x:1:dance:", "no longer works"),
        ("v2:999-mark:0:turn:", "so it's lost"),
        ("v2:x:0:turn:", "I can't find the match"),
    ):
        message.components[-1]["components"][0]["custom_id"] = custom_id
        check(await use(ada, message, Click(custom_id)), sentence)


# -- cards


async def test_a_card_that_cannot_be_played(duel: Duel, ada: Actor) -> None:
    """The rule is named."""
    rev = await revision(duel)
    outcome = await ada.slash("parlour play", channel=duel.ada.thread, card="Late Gossip")
    check(outcome, "You don't hold Late Gossip. (§2 of the rules)")
    outcome = await ada.slash("parlour play", channel=duel.ada.thread, card="Gossip", side="inverted")
    check(outcome, "too far down in your hand to be inverted. (§4 of the rules)")
    outcome = await ada.slash("parlour activate", channel=duel.ada.thread, ability="gong")
    check(outcome, "right now. Possible now: Ring the bell.")
    outcome = await ada.slash("parlour unveil", channel=duel.ada.thread)
    check(outcome, "You can't do “unveil” right now. There's nothing like that you can do right now.")
    await unchanged(duel, rev)


async def test_not_your_turn(duel: Duel, bo: Actor) -> None:
    for command, options in (
        ("parlour play", {"card": "Late Gossip"}),
        ("parlour activate", {"ability": "bell"}),
        ("parlour unveil", {}),
        ("parlour pass", {}),
        ("match decide", {"answer": "pass"}),
    ):
        outcome = await bo.slash(command, channel=duel.ada.thread, **options)
        check(outcome, "You have nothing to decide right now. Waiting for Ada: an action")
        assert await bo.choices("match decide", "answer", channel=duel.ada.thread) == []


async def test_another_question_comes_first(duel: Duel, ada: Actor) -> None:
    await ada.slash("parlour play", channel=duel.ada.thread, card="Gossip")
    outcome = await ada.slash("parlour play", channel=duel.ada.thread, card="Echo")
    check(outcome, "Answer this first: Which books do you take along?")
    check(
        await ada.slash("match decide", channel=duel.ada.thread, answer="Book 99"), "isn't one of the options"
    )
    check(
        await ada.slash("match decide", channel=duel.ada.thread, answer="Book 1, Book 1"),
        "the same option twice",
    )


async def test_markup_in_what_is_typed_is_harmless(duel: Duel, ada: Actor) -> None:
    outcome = await ada.slash("match decide", channel=duel.ada.thread, answer="<@1> @everyone **x**")
    check(outcome, r"\<\@1\> \@everyone \*\*x\*\*")


async def test_spectators_cannot_act(duel: Duel, cy: Actor) -> None:
    for command in ("parlour pass", "parlour unveil", "match decide", "match hand", "match resign"):
        check(
            await cy.slash(command, channel=duel.ada.thread),
            "You're watching this match",
        )
    check(await cy.slash("match board", channel=duel.ada.thread), "The board")
    check(await cy.slash("match log", channel=duel.ada.thread), "Log of Ada against Bo")


# -- challenges


async def test_challenges_that_cannot_be(lobby: Room, ada: Actor, bo: Actor) -> None:
    check(await ada.slash("voidream challenge", user=ada, deck="Morning"), "You can't challenge yourself")
    world = lobby.table.world
    robot = world.add_person("Robot", bot=True)
    check(await ada.slash("voidream challenge", user=robot, deck="Morning"), "is a bot and doesn't play")
    outcome = await ada.slash("voidream challenge", user=world.bot, deck="Morning")
    check(outcome, "I can't play Parlour myself")
    outcome = await ada.slash("voidream challenge", user=bo, deck="Midnight")
    check(outcome, "There is no deck called “Midnight”. You can choose Morning, Noon or Evening.")
    await ada.slash("voidream challenge", user=bo, deck="Morning")
    check(await ada.slash("voidream challenge", user=bo, deck="Morning"), "in this channel, the maximum")
    check(await bo.slash("voidream challenge", user=ada, deck="Morning"), "in this channel, the maximum")
    check(await bo.slash("match accept", deck="Midnight"), "There is no deck called")
    check(
        await ada.slash("voidream challenge", channel=ada.direct, user=bo, deck="Morning"), "a server channel"
    )
    assert len(await lobby.services.matches.of_person(ada.person.id)) == 1


async def test_challenges_beyond_the_limit(lobby: Room, ada: Actor) -> None:
    for n in range(Settings().challenges_per_person):
        check(
            await ada.slash("voidream challenge", user=Actor(lobby.table, f"P{n}"), deck="Morning"),
            "Challenge sent to",
        )
    check(
        await ada.slash("voidream challenge", user=Actor(lobby.table, "Q"), deck="Morning"),
        "the maximum",
    )


@pytest.mark.parametrize(
    ("permission", "name"),
    [
        (Permission.SEND_MESSAGES, "“Send Messages”"),
        (Permission.CREATE_PUBLIC_THREADS, "“Create Public Threads”"),
        (Permission.SEND_MESSAGES_IN_THREADS, "“Send Messages in Threads”"),
        (Permission.ATTACH_FILES, "“Attach Files”"),
    ],
)
async def test_a_missing_permission_is_named(
    lobby: Room, ada: Actor, bo: Actor, permission: Permission, name: str
) -> None:
    lobby.table.world.deny(lobby.table.world.bot, lobby.table.channel, permission)
    outcome = await ada.slash("voidream challenge", user=bo, deck="Morning")
    check(outcome, f"Missing permissions: {name}")
    assert await lobby.services.matches.of_person(ada.person.id) == ()


async def test_a_challenge_in_a_thread(duel: Duel, ada: Actor, cy: Actor) -> None:
    outcome = await ada.slash("voidream challenge", channel=duel.ada.thread, user=cy, deck="Morning")
    check(outcome, "challenge in the channel, not in a thread")


# -- matches


async def test_no_match_and_unknown_match(lobby: Room, ada: Actor) -> None:
    check(
        await ada.slash("match board"), "You have no match in progress. Start one with `/voidream challenge`."
    )
    check(await ada.slash("match list"), "You have no matches or challenges")
    check(await ada.slash("parlour pass", match="77"), "I can't find the match “77”")
    check(await ada.slash("match accept"), "No one has challenged you")


async def test_another_player_s_match_from_elsewhere(duel: Duel, lobby: Room, cy: Actor) -> None:
    """A match is public on its server, and private elsewhere."""
    check(
        await cy.slash("match board", channel=cy.direct, match=str(duel.match_id)),
        "I can't find the match",
    )
    check(await cy.slash("match board", match=str(duel.match_id)), "The board")


async def test_resigning_asks_for_confirmation(duel: Duel, bo: Actor) -> None:
    outcome = await bo.slash("match resign", channel=duel.ada.thread)
    check(outcome, "Resign your match “Ada against Bo”? **Ada** will win.")
    await bo.click(outcome.reply, "No, play on")
    assert "The match continues" in transcript.text(outcome.reply)
    assert not await duel.is_over()
    outcome = await bo.slash("match resign", channel=duel.ada.thread)
    await bo.click(outcome.reply, "Yes, resign")
    assert "You resigned" in transcript.text(outcome.reply)
    await duel.room.quiet()
    over = await duel.ada.actor.gets("the match is over", channel=duel.ada.thread)
    assert "**Ada** wins:" in transcript.text(over) and "gave up" in transcript.text(over)
    check(await bo.slash("match resign", channel=duel.ada.thread), "This match is over")
    check(await bo.slash("parlour pass", channel=duel.ada.thread), "This match is over")


async def test_resigning_by_a_button(duel: Duel, ada: Actor) -> None:
    panel = await panel_of(duel, ada)
    outcome = await ada.click((await ada.click(panel, "More")).reply, "Resign")
    check(outcome, "Resign")
    await ada.click(outcome.reply, "Yes, resign")
    assert await duel.is_over()


async def test_challenging_by_a_form(lobby: Room, ada: Actor, bo: Actor) -> None:
    """Without typing: a button, a person from the list, a deck from the list."""
    outcome = await ada.slash("match list")
    await ada.click(outcome.reply, "Challenge someone")
    check(
        await ada.submit({"Opponent": [ada], "Your deck": ["Noon"]}),
        "You can't challenge yourself",
    )
    await ada.click(outcome.reply, "Challenge someone")
    check(await ada.submit({"Opponent": [bo], "Your deck": ["Noon"]}), "Challenge sent to **Bo**")
    assert "Ada" in transcript.text(await bo.gets("challenges you to"))
    await bo.slash("match accept", deck="Evening")
    await lobby.quiet()
    check(
        await ada.click((await ada.slash("help", channel=ada.direct)).reply, "Challenge someone"),
        "a server channel",
    )


def part(kind: int, name: str, *values: str) -> dict[str, object]:
    """Return a part of a form as Discord sends it. A text has one value, a menu any number."""
    filled = {"value": values[0]} if kind == 4 else {"values": list(values)}
    return {"type": 18, "id": 1, "component": {"type": kind, "id": 2, "custom_id": name, **filled}}


@pytest.mark.parametrize(
    ("parts", "sentence"),
    [
        ([part(5, "user", "123456789012345678")], "Choose an opponent"),
        ([part(5, "user", "nobody")], "Choose an opponent"),
        ([], "Your table is open until"),
        ([part(5, "user"), part(3, "deck", "Noon"), part(3, "clock", "none")], "Your table is open until"),
        ([part(3, "deck", "Noon"), part(5, "user")], "Your table is open until"),
        ([part(3, "deck"), part(3, "clock")], "Your table is open until"),
        ([{"type": 10, "id": 1}, part(5, "user")], "Your table is open until"),
    ],
    ids=str,
)
async def test_a_form_without_an_opponent_is_open_to_all_and_strangers_are_refused(
    lobby: Room, ada: Actor, parts: list[dict[str, object]], sentence: str
) -> None:
    """Discord allows missing parts, in any order."""
    table = lobby.table
    opened = await ada.click((await ada.slash("match list")).reply, "Challenge someone")
    interaction = table.interactions.start(
        InteractionType.MODAL,
        ada.person,
        table.channel,
        {"custom_id": CustomId("challenge").id, "components": parts},
        opened_by=opened.interaction,
    )
    check(await InteractionOutcome(table, interaction).settled(), sentence)


async def test_the_parts_of_a_form_are_identified_by_their_ids(lobby: Room, ada: Actor, bo: Actor) -> None:
    table, name = lobby.table, str(bo.person.id)
    member = {**payloads.member(table.guild.members[bo.person.id]), "permissions": str(1 << 10)}
    resolved = {"users": {name: payloads.user(bo.person)}, "members": {name: member}}
    parts = [part(3, "clock"), part(3, "deck", "Noon"), part(5, "user", name)]
    opened = await ada.click((await ada.slash("match list")).reply, "Challenge someone")
    interaction = table.interactions.start(
        InteractionType.MODAL,
        ada.person,
        table.channel,
        {"custom_id": CustomId("challenge").id, "components": parts, "resolved": resolved},
        opened_by=opened.interaction,
    )
    check(await InteractionOutcome(table, interaction).settled(), "Challenge sent to **Bo**")


async def test_resigning_twice_by_an_old_button(duel: Duel, bo: Actor) -> None:
    first = await bo.slash("match resign", channel=duel.ada.thread)
    second = await bo.slash("match resign", channel=duel.ada.thread)
    await bo.click(first.reply, "Yes, resign")
    check(await bo.click(second.reply, "Yes, resign"), "This match is over")


async def test_a_challenge_answered_in_the_meantime(lobby: Room, ada: Actor, bo: Actor) -> None:
    await ada.slash("voidream challenge", user=bo, deck="Morning")
    challenge = await bo.gets("challenges you to")
    first = (await bo.click(challenge, "Accept")).reply
    second = (await bo.click(challenge, "Accept")).reply
    await bo.select(first, "Evening")
    check(await bo.select(second, "Evening"), "This challenge was already accepted")
    assert (await lobby.services.matches.table(1)).status is MatchStatus.PLAYING


# -- internal failures


async def test_an_internal_failure_has_a_reference_code(
    duel: Duel, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The message contains a code that is also in the log, and no details of the failure."""

    async def broken(*args: object) -> None:
        raise RuntimeError("the secret reason")

    message = await duel.status()
    monkeypatch.setattr(duel.room.services.matches, "panel_snapshot", broken)
    outcome = await duel.ada.actor.click(message, "turn")
    check(outcome, "Something went wrong on my end")
    assert "secret reason" not in outcome.text
    code = outcome.text.split("`")[1]
    logged = capsys.readouterr().out
    assert code in logged and "the secret reason" in logged


@pytest.mark.parametrize("lobby", ["gateway", "apart"], indirect=True)
async def test_the_reference_code_leads_to_the_line_of_the_process_that_failed(
    log_as_before: None, duel: Duel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The code leads to the process, its role and the press, through the log as it is written."""

    async def broken(*args: object) -> None:
        raise RuntimeError("the secret reason")

    out, process, status = io.StringIO(), duel.room.running, await duel.status()
    assert process is not None
    logs.set_up("INFO", "json", out)
    monkeypatch.setattr(duel.room.services.matches, "panel_snapshot", broken)
    outcome = await duel.ada.actor.click(status, "turn")
    code = outcome.text.split("`")[1]
    lines = [json.loads(line) for line in out.getvalue().splitlines()]
    [line] = [line for line in lines if line.get("reference") == code]
    assert (line["role"], line["worker"]) == (process.bot.role.value, process.bot.membership.id)
    assert (
        line["interaction"] == outcome.interaction.id
        and line["exception"][0]["exc_value"] == "the secret reason"
    )


async def test_a_failing_autocompletion_offers_nothing(
    duel: Duel, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def broken(*args: object) -> None:
        raise RuntimeError("no question today")

    monkeypatch.setattr(duel.room.services.matches, "question", broken)
    assert await duel.ada.actor.choices("match decide", "answer", channel=duel.ada.thread) == []
    assert "no question today" in capsys.readouterr().out


async def test_a_failed_picture_is_replaced_by_text(duel: Duel, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*args: object) -> None:
        raise OSError("no ink")

    for picture in ("hand", "private_board", "public_board"):
        monkeypatch.setattr(duel.room.services.pictures, picture, broken)
    panel = await panel_of(duel, duel.ada.actor)
    assert "Anagram in hand" in transcript.text(panel)
    await play_on(duel, most=2)
    assert "Played: 1, 0" in transcript.text(await duel.status())
    player, question = await duel.asked()
    await click_answer(
        player, await panel_of(duel, player.actor), question, random_choice(question, Chance("1"))
    )
