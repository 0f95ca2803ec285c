"""`voidream analyse`: the review of a finished match."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bot.cli.output import CHECK_FAILED, CannotRead, fail, first_of, progress, say
from bot.cli.verify import record_text
from bot.people.locales import translator_for

if TYPE_CHECKING:
    from bot.games.playable import PlayableGame
    from engine.kernel.ai.game_search import Thinking
    from engine.kernel.ai.review import MatchReport
    from engine.kernel.match_state import MatchRecord

WIDTH = 64
"""Maximum characters of a curve."""
HEIGHTS = "▁▂▃▄▅▆▇█"


@click.command()
@click.argument("file", metavar="RECORD", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@click.option("--quiet", is_flag=True, help="No progress bar.")
def analyse(file: Path, as_json: bool, quiet: bool) -> None:
    """Review a finished match: win chance over time, clear mistakes, accuracy, luck, and the turning point.

    Every decision is judged by what its player knew at the time.
    """
    from engine.kernel.ai.review import analyse as analyse_match

    game, record, players = _match_in(file)
    thinking = game.thinking
    if thinking is None:
        fail(f"{game.title} has no computer player that searches yet, so its matches can't be reviewed.")
    with progress("reviewing", quiet=quiet) as bar:
        task = bar.add_task("", total=len(record.answers))
        report = analyse_match(
            thinking, record, range(len(players)),
            watch=lambda decision: bar.update(task, completed=max(decision.number, int(bar.tasks[task].completed))),
        )  # fmt: skip
    if as_json:
        click.echo(json.dumps(_as_data(report, players), ensure_ascii=False, indent=2))
    else:
        _print_review(game, thinking, record, players, report)


def _match_in(file: Path) -> tuple[PlayableGame, MatchRecord, Sequence[str]]:
    """Return the game, the record and the players of a match in a file. Exits if it can't be reviewed."""
    from bot.errors import NotFound
    from bot.games.registry import games
    from engine.kernel.diagnostics import Unreadable
    from engine.kernel.records.reader import read_record
    from engine.kernel.records.sealed_verifier import is_sealed
    from engine.kernel.records.text import OPEN
    from engine.kernel.records.verifier import replay_record, verify

    try:
        text = record_text(file)
        if is_sealed(text):
            fail("This record is sealed. It doesn't contain the players' hands, so it can't be reviewed.")
        record = read_record(text, str(file))
        game = games().find(record.game)
        if record.result == OPEN or not record.seed:
            fail("This match isn't over. Only finished matches can be reviewed.")
        verdict = verify(record, game.kernel, game.phrasing)
        if not verdict.holds:
            fail(f"This record doesn't replay as recorded. {verdict.problem}", CHECK_FAILED)
        match, _ = replay_record(record, game.kernel, game.phrasing)
    except Unreadable as error:
        fail(first_of(error.problems))
    except (CannotRead, NotFound) as error:
        fail(str(error))
    if match.outcome is None:
        match.end(record.result.rpartition(": ")[2])
    return game, match.record, record.players


def _as_data(report: MatchReport, players: Sequence[str]) -> dict[str, object]:
    import msgspec

    return {"players": [*players], **msgspec.to_builtins(report)}


def _print_review(
    game: PlayableGame, thinking: Thinking, record: MatchRecord, players: Sequence[str], report: MatchReport
) -> None:
    from bot.discord.match_text import turning_point_lines
    from bot.match.replay.turning_point import turning_point
    from cards.i18n import Locale
    from engine.kernel.ai.words import (
        ACCURACY_EXPLAINED,
        LUCK_EXPLAINED,
        accuracy_words,
        luck_words,
        mistake_words,
        questions_before,
    )

    if not report.decisions:
        say("This match has no decisions.")
        return
    name_width = max(map(len, [*players, _OPEN]))
    say("Win chance after each decision, from what each player knew at the time:", "bold")
    for seat, curve in _curves(report, len(players)).items():
        say(f"{players[seat]:{name_width}} {curve}")
    for seat in range(len(players) if len(players) > 2 else 1):
        say(f"{_OPEN:{name_width}} {_open_curve(report, seat)}  ({players[seat]})", "dim")
    mistake_numbers = [number for seat in report.seats for number in seat.mistakes]
    english = game.translator(Locale.ENGLISH)
    questions = questions_before(thinking, record, mistake_numbers, english)
    for seat in report.seats:
        summary = [accuracy_words(seat), luck_words(seat)]
        say()
        say(f"{players[seat.seat]}: {', '.join(str(part) for part in summary if part)}", "bold")
        for number in seat.mistakes:
            say(f"  {mistake_words(thinking, report.decision(number), questions[number])}")
    say()
    assert record.outcome is not None
    for line in turning_point_lines(
        turning_point(game, players, record, english), translator_for(english.locale)
    ):
        say(line)
    if not thinking.play_outs.are_enough:
        say("No mistakes are shown, because they haven't been confirmed by matches played to the end.")
    say(f"{ACCURACY_EXPLAINED} {LUCK_EXPLAINED}", "dim")


_OPEN = "all open"


def _curves(report: MatchReport, seats: int) -> dict[int, str]:
    """Return each seat's win chance over all decisions of the match, as a curve of at most `WIDTH` characters."""
    return {
        seat: _curve(
            [decision.chance if decision.seat == seat else None for decision in report.decisions], 1 / seats
        )
        for seat in sorted({decision.seat for decision in report.decisions})
    }


def _open_curve(report: MatchReport, seat: int) -> str:
    open_chances = [decision.open_chances for decision in report.decisions]
    return _curve([chances[seat] for chances in open_chances], 1 / len(open_chances[0]))


def _curve(chances: Sequence[float | None], before: float) -> str:
    """Return chances as a curve of block characters. For None, the last chance continues; `before` is the first one."""
    heights: list[str] = []
    current = before
    for chance in chances:
        current = current if chance is None else chance
        heights.append(HEIGHTS[min(len(HEIGHTS) - 1, int(current * len(HEIGHTS)))])
    width = min(WIDTH, len(heights))
    return "".join(heights[(column + 1) * len(heights) // width - 1] for column in range(width))
