"""Puzzles in Discord."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.discord.components.messages import layout
from bot.features.puzzles.messages import PuzzleMessages
from bot.features.puzzles.service import PuzzleSnapshot
from bot.games.voidream import voidream
from bot.local_discord.records import Message
from bot.store.person import Person
from cards.i18n import ENGLISH
from cards.i18n import ENGLISH as SAID
from engine.kernel.ai.puzzles import Puzzle, posed
from engine.kernel.ai.words import choice_words
from tests.bot.discord.kit import Room, room
from tests.bot.discord.limits import check_components
from tests.games.lantern_puzzles import THINKING, lantern_puzzles, puzzling
from tests.games.registry import undrawn, vigil
from tests.table import transcript
from tests.table.actor import Actor

MENU = "Your answer …"


@pytest.fixture
async def lobby(tmp_path: Path) -> AsyncGenerator[Room]:
    """A room with the bot and a game with puzzles."""
    async with room(tmp_path / "bot.sqlite3", puzzling()) as lobby:
        yield lobby


def puzzle_in(message: Message) -> Puzzle:
    named = transcript.menu(message, MENU)["custom_id"]
    return next(puzzle for puzzle in lantern_puzzles().puzzles if puzzle.key in named)


def labels(puzzle: Puzzle) -> list[str]:
    question = posed(THINKING.game, puzzle).questions[puzzle.seat]
    return [SAID(choice_words(question, answer.choice)) for answer in puzzle.answers]


async def test_a_puzzle_is_solved_in_private(lobby: Room, ada: Actor, bo: Actor) -> None:
    message = (await ada.slash("voidream puzzle")).reply
    check_components(message.components)
    assert message.ephemeral
    assert "Puzzle of the day" in transcript.text(message) and len(transcript.alt_texts(message)) == 2
    puzzle = puzzle_in(message)
    named = labels(puzzle)
    assert transcript.options(message) == named, "in the order of the question"
    await ada.select(message, named[puzzle.best])
    check_components(message.components)
    text = transcript.text(message)
    assert f"Solved: {named[puzzle.best]}" in text and "Its advantages: you win the match" in text
    assert "(+" in text and "solved here today: 1" in text and "days in a row" not in text
    for label in named:
        assert f"% {label}" in text
    again = (await ada.slash("voidream puzzle")).text
    assert "Solved: " in again
    assert "Puzzles: 1 · puzzle rating" in (await ada.slash("profile")).text
    assert "uzzle" not in (await bo.slash("profile", person=ada)).text
    assert not bo.was_shown("Solved")
    assert MENU in str((await bo.slash("voidream puzzle")).reply.components)


async def test_a_wrong_answer_is_explained_and_another_puzzle_offered(lobby: Room, ada: Actor) -> None:
    reply = (await ada.slash("voidream puzzle")).reply
    puzzle = puzzle_in(reply)
    named = labels(puzzle)
    wrong = (puzzle.best + 1) % len(named)
    await ada.select(reply, named[wrong])
    text = transcript.text(reply)
    assert f"Not quite. Better: {named[puzzle.best]}" in text.replace("*", "")
    assert f"{named[wrong]} (your answer)" in text and "Your puzzle rating stays 1500" in text
    for _ in range(2):
        next_puzzle = (await ada.click(reply, "Another puzzle")).reply
        assert "Puzzle of the day" not in transcript.text(next_puzzle)
        another = puzzle_in(next_puzzle)
        assert another.key != puzzle.key
        await ada.select(next_puzzle, labels(another)[another.best])
    none = await ada.click(reply, "Another puzzle")
    assert "You've done all puzzles of Lanterns." in none.text


async def test_the_solution_is_played_out_step_by_step(lobby: Room, ada: Actor) -> None:
    message = (await ada.slash("voidream puzzle")).reply
    assert "A wrong one costs you nothing yet." in transcript.text(message)
    puzzle = puzzle_in(message)
    assert "Cards" not in transcript.buttons(message), "there is no puzzle to view"
    named = labels(puzzle)
    await ada.select(message, named[(puzzle.best + 1) % len(named)])
    step = (await ada.click(message, "Play it out")).reply
    first = transcript.text(step)
    assert "The solution, step 1 of" in first and "Its advantages: " in first
    while "Next step" in transcript.buttons(step):
        await ada.click(step, "Next step")
        check_components(step.components)
    last = transcript.text(step)
    assert last != first and "Win chance then: " in last
    await ada.click(step, "Back")
    assert "Next step" in transcript.buttons(step)


async def test_voidreams_command_needs_no_game_and_opens_its_cards(tmp_path: Path) -> None:
    async with room(tmp_path / "bot.sqlite3", undrawn(voidream()), puzzling()) as lobby:
        cy = Actor(lobby.table, "Cy")
        message = (await cy.slash("voidream puzzle")).reply
        assert "Puzzle" in transcript.text(message) and "Voidream" in transcript.text(message)
        check_components(message.components)
        cards = (await cy.click(message, "Cards")).reply
        label = str(transcript.menu(cards, "Your hand …")["options"][0]["label"])
        await cy.select(cards, label, menu="Your hand …")
        check_components(cards.components)
        assert label in transcript.text(cards) and transcript.menu(cards, "Your hand …"), "and others to view"


async def test_nothing_reveals_the_solution_before_the_answer(lobby: Room, ada: Actor) -> None:
    """Components and pictures do not depend on the solution, byte for byte."""
    messages = PuzzleMessages(lobby.services.people, lobby.services.pictures)
    for puzzle in lantern_puzzles().puzzles:
        answers = tuple(replace(answer, chance=0.5, lacks="light") for answer in puzzle.answers)
        moved = replace(puzzle, answers=answers, best=puzzle.tempting, tempting=puzzle.best, ahead=0.5)
        replies: list[tuple[str, list[bytes]]] = []
        for variant in (puzzle, moved):
            snapshot = PuzzleSnapshot(puzzling(), variant, posed(THINKING.game, variant), "2026-11-23")
            message = await messages.message(snapshot, Person(ada.person.id, "Ada"), ENGLISH)
            replies.append((str(layout(message).to_components()), [each.png for each in message.pictures]))
        assert replies[0] == replies[1]
        assert len(replies[0][1]) == 2 and puzzle.key in replies[0][0]


async def test_each_of_several_games_has_its_own_command(tmp_path: Path) -> None:
    async with room(tmp_path / "bot.sqlite3", vigil(), puzzling()) as lobby:
        cy = Actor(lobby.table, "Cy")
        message = (await cy.slash("lanterns puzzle")).reply
        assert "Puzzle of the day · Lanterns" in transcript.text(message)
        assert puzzle_in((await cy.slash("voidream puzzle", game="Lanterns")).reply) is puzzle_in(message)
        assert "no puzzles for Vigil" in (await cy.slash("voidream puzzle", game="vigil")).text


async def test_the_command_group_names_the_game_everywhere(tmp_path: Path) -> None:
    async with room(tmp_path / "bot.sqlite3", puzzling(), undrawn(voidream())) as lobby:
        cy, bo = Actor(lobby.table, "Cy"), Actor(lobby.table, "Bo")
        await cy.slash("lanterns challenge", user=bo)
        await bo.click(await bo.gets("challenges you to"), "Accept")
        message = (await cy.slash("voidream puzzle")).reply
        assert "· Voidream" in transcript.text(message), "although Cy plays Lanterns here"


async def test_a_puzzle_as_text(lobby: Room, ada: Actor) -> None:
    await lobby.services.people.want_text_boards(ada.person.id, True)
    message = (await ada.slash("voidream puzzle")).reply
    assert not transcript.alt_texts(message)
    assert "round 3" in transcript.text(message)
    puzzle = puzzle_in(message)
    await ada.select(message, labels(puzzle)[puzzle.best])
    assert "Solved" in transcript.text(message)


async def test_a_puzzle_in_spanish(lobby: Room) -> None:
    eva = Actor(lobby.table, "Eva")
    eva.person.locale = "es-ES"
    message = (await eva.slash("voidream puzzle")).reply
    assert "Problema del día" in transcript.text(message)
