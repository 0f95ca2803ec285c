"""From a challenge to the first decision: changing the deck, the cut and the guess, and finding the decision."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from bot.games.dreams_of_dystopia import dreams_of_dystopia
from bot.games.voidream import voidream
from tests.bot.discord.kit import Room, room
from tests.games.registry import undrawn
from tests.table import transcript
from tests.table.actor import Actor


@pytest.fixture
async def club(tmp_path: Path) -> AsyncGenerator[Room]:
    async with room(tmp_path / "bot.sqlite3", undrawn(voidream())) as lobby:
        yield lobby


async def test_the_deck_the_cut_and_the_guess_are_chosen_before_accepting(club: Room) -> None:
    ada, bo = Actor(club.table, "Ada"), Actor(club.table, "Bo")
    reply = (await ada.slash("voidream challenge", user=bo, cut=39)).reply
    assert "Challenge sent to **Bo**. You're playing First Light." in transcript.text(reply)
    assert "Cut their deck: how many cards deep? **39**" in transcript.text(reply)
    challenge = await bo.gets("challenges you to")
    text = transcript.text(challenge)
    await ada.select(reply, "One Door", menu="Another deck")
    assert "You're playing One Door." in transcript.text(reply)
    # The form shows the previous values, and clears those that no longer apply.
    form = await ada.click(reply, "Cut and guess: your choice")
    assert {"39"} <= {field.get("value") for field in fields(form.modal)}
    wrong = await ada.submit({"cut": "40", "mind": "lot", "asks": "no"})
    assert "40 is not between 1 and 39." in wrong.text and "**39**" in transcript.text(reply)
    await ada.click(reply, "Cut and guess: your choice")
    await ada.submit({"cut": "", "mind": "spent", "asks": "no"})
    assert "**The spent side**" in transcript.text(reply) and "**39**" not in transcript.text(reply)

    offered = (await bo.click(challenge, "Accept")).reply
    await bo.click(offered, "Cut and guess: at random")
    await bo.submit({"cut": "7", "mind": "lot", "asks": "yes"})
    assert "I'll ask you to cut" in transcript.text(offered)
    await bo.click(offered, "Cut and guess: ask me")
    await bo.submit({"cut": "", "mind": "lot", "asks": "no"})
    assert transcript.text(challenge) == text, "no one else learns any of it"
    await bo.select(offered, "The Unwritten")
    accepted = transcript.text(offered)
    assert "Match on! You're playing The Unwritten." in accepted
    await club.quiet()
    private_text = transcript.text(reply)
    assert (
        "Ada against Bo" in private_text
        and "Challenge sent to" not in private_text
        and not transcript.options(reply)
    ), "the message of the challenge shows the answer"

    (row,) = await club.services.matches.of_person(ada.person.id)
    (seat,) = row.awaited
    first = (ada, bo)[seat]
    assert "Your turn" in transcript.text(await first.gets("Your move", channel=first.direct))
    if first is bo:
        assert "Your first move is in your direct messages." in accepted
        assert "Your turn" in (await bo.click(offered, "My turn")).text
    else:
        assert "**Ada** moves first. I'll tell you when it's your turn." in accepted


async def test_the_cut_can_be_left_to_chance(club: Room) -> None:
    ada, bo = Actor(club.table, "Ada"), Actor(club.table, "Bo")
    reply = (await ada.slash("voidream challenge", user=bo)).reply
    await ada.click(reply, "Cut and guess: at random")
    await ada.submit({"cut": "", "mind": "lot", "asks": "yes"})
    await bo.slash("match accept", deck="First Light", cut=7)
    await club.quiet()
    message = await ada.gets("Cut their deck: how many cards", channel=ada.direct)
    await ada.click(message, "Cut for me")
    await club.quiet()
    (row,) = await club.services.matches.of_person(ada.person.id)
    log = await club.services.matches.log(row.table.match_id, None)
    assert len([line for line in log.lines if " cuts " in line.text]) == 2


async def test_a_game_with_a_real_choice_asks_in_the_match(tmp_path: Path) -> None:
    async with room(tmp_path / "bot.sqlite3", undrawn(dreams_of_dystopia())) as club:
        ada, bo = Actor(club.table, "Ada"), Actor(club.table, "Bo")
        message = (await ada.slash("voidream challenge", user=bo)).reply
        form = await ada.click(message, "Your Master: ask me")
        assert {field["custom_id"] for field in fields(form.modal)} == {"first", "second", "third"}
        await ada.submit({"first": "Mother of Open Doors", "second": "lot", "third": "lot"})
        assert "Your first choice of Master **Mother of Open Doors**" in transcript.text(message)
        assert transcript.button(message, "Your Master: your choice")


def fields(modal: dict[str, object]) -> list[dict[str, object]]:
    """Return the input fields of a form."""
    parts = modal["components"]
    assert isinstance(parts, list)
    return [part["component"] for part in parts]
