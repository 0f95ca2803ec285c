"""`voidream funnel`: how many have begun and ended the lessons of a game, step by step."""

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

    learned = chosen(game)
    if learned.lessons is None:
        fail(f"There are no lessons for {learned.title}.")
    lessons = [lesson.key for lesson in learned.lessons.lessons]

    async def counted() -> list[StepRow]:
        store = await open_store(read_settings().database)
        try:
            async with store.read() as reading:
                return await reading.lessons.funnel(learned.name)
        finally:
            await store.close()

    try:
        rows = asyncio.run(counted())
    except StartError as error:
        fail(str(error))
    for line in table(lessons, rows):
        say(line)


def table(lessons: Sequence[str], rows: Sequence[StepRow]) -> list[str]:
    """Return the table: a line a lesson, and one for each decision in it; the last column is how many came through."""
    found = {(row.lesson, row.step): row for row in rows}
    width = max(map(len, lessons))
    lines = [f"{'lesson':{width}}  step  begun  ended  through"]
    for lesson in lessons:
        whole = found.get((lesson, 0), StepRow(lesson, 0, 0, 0))
        lines.append(_line(f"{lesson:{width}}", "all", whole))
        steps = sorted(step for key, step in found if key == lesson and step)
        lines += [_line(" " * width, str(step), found[lesson, step]) for step in steps]
    return lines


def _line(name: str, step: str, row: StepRow) -> str:
    part = f"{100 * row.ended / row.begun:4.0f} %" if row.begun else "     –"
    return f"{name}  {step:>4}  {row.begun:5}  {row.ended:5}  {part}"
