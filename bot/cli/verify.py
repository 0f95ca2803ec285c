"""`voidream verify`: check match records by replaying them."""

from __future__ import annotations

from pathlib import Path

import click

from bot.cli.output import CHECK_FAILED, CannotRead, fail, first_of, read, say

LARGEST = 5_000_000
"""The maximum size of a record in bytes: a hundred times the size of a long match's record."""


def record_text(file: Path) -> str:
    """Return the text of a record file. Raises CannotRead."""
    if file.is_file() and file.stat().st_size > LARGEST:
        raise CannotRead(f"{file} isn't a match record: it is larger than {LARGEST // 1_000_000} MB.")
    return read(file)


def game_of_deck(text: str) -> str | None:
    """Return the title of the game whose deck a text lists; None if it isn't a deck."""
    from bot.games.registry import games
    from cards.deck_builder import BuildingError

    for game in games().games.values():
        if game.building is not None:
            try:
                _, content = game.building.understand(text)
            except BuildingError:
                continue
            if content != game.building.blank():
                return game.title
    return None


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
def verify(file: Path) -> None:
    """Replay a match record, and check that its deal and every shuffle are genuine."""
    from bot.errors import NotFound
    from bot.games.registry import games
    from engine.kernel.diagnostics import Unreadable
    from engine.kernel.records.reader import read_record
    from engine.kernel.records.sealed_verifier import is_sealed
    from engine.kernel.records.verifier import verify as verify_record

    try:
        text = record_text(file)
    except CannotRead as error:
        fail(str(error))
    try:
        if is_sealed(text):
            _verify_sealed(text, file)
            return
        record = read_record(text, str(file))
        game = games().find(record.game)
        verdict = verify_record(record, game.kernel, game.phrasing)
    except Unreadable as error:
        if (title := game_of_deck(text)) is not None:
            fail(
                f"{file} is a deck of {title}, not a match record. "
                f"`voidream deck check {file}` checks a deck."
            )
        fail(first_of(error.problems))
    except NotFound as error:
        fail(str(error))
    players = " and ".join(record.players)
    if not verdict.holds:
        fail(f"The match of {players} doesn't replay as recorded. {verdict.problem}", CHECK_FAILED)
    say(
        f"The match of {players} replays: {verdict.answers} answers, and every shuffle is the one that was promised. "
        f"Result: {verdict.result}."
    )


def _verify_sealed(text: str, file: Path) -> None:
    """Print whether the deal in a sealed record is genuine. Raises Unreadable."""
    from engine.kernel.records.sealed_verifier import read_sealed, verify_sealed

    record = read_sealed(text, str(file))
    verdict, players = verify_sealed(record), " and ".join(record.players)
    if not verdict.holds:
        fail(f"The sealed record of {players} does not hold. {verdict.problem}", CHECK_FAILED)
    say(
        f"The deal of {players} is the one that was promised: {verdict.answers} cards are opened, each where it was dealt, "
        f"and later chance is the promised one. What never came to light stays sealed. Result: {verdict.result}. "
        f"Compare the commitment with the one that was posted when the match began: {record.commitment}"
    )
