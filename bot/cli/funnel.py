"""`voidream funnel`: count how many players start and finish each lesson, step by step."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import click

from bot.cli.chosen_game import chosen, game_option
from bot.cli.output import fail, say
from bot.store.lessons import StepRow


@click.command()
@game_option
def funnel(game: str | None) -> None:
    """Show how many players start and finish each lesson, step by step.

    Each player counts once per step, with their first attempt. No names are stored.
    """
    from bot.errors import StartError
    from bot.settings import read_settings
    from bot.store import open_store

    chosen_game = chosen(game)
    if chosen_game.lessons is None:
        fail(f"There are no lessons for {chosen_game.title}.")
    lessons = [lesson.key for lesson in chosen_game.lessons.lessons]

    async def read_rows() -> list[StepRow]:
        store = await open_store(read_settings().database)
        try:
            async with store.read() as reading:
                return await reading.lessons.funnel(chosen_game.name)
        finally:
            await store.close()

    try:
        rows = asyncio.run(read_rows())
    except StartError as error:
        fail(str(error))
    for line in table(lessons, rows):
        say(line)


def table(lessons: Sequence[str], rows: Sequence[StepRow]) -> list[str]:
    """Return the lines of the table: one per lesson and one per step of it.

    The last column is the share that finished.
    """
    rows_by_step = {(row.lesson, row.step): row for row in rows}
    width = max(map(len, lessons))
    lines = [f"{'lesson':{width}}  step  begun  ended  through"]
    for lesson in lessons:
        total = rows_by_step.get((lesson, 0), StepRow(lesson, 0, 0, 0))
        lines.append(_line(f"{lesson:{width}}", "all", total))
        steps = sorted(step for key, step in rows_by_step if key == lesson and step)
        lines += [_line(" " * width, str(step), rows_by_step[lesson, step]) for step in steps]
    return lines


def _line(name: str, step: str, row: StepRow) -> str:
    share = f"{100 * row.ended / row.begun:4.0f} %" if row.begun else "     –"
    return f"{name}  {step:>4}  {row.begun:5}  {row.ended:5}  {share}"
