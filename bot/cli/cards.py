"""`voidream cards`: card files checked."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from bot.cli.saying import fail, first_of, say


@click.group()
def cards() -> None:
    """Card files."""


@cards.command()
@click.argument("files", nargs=-1, type=click.Path(path_type=Path))
def check(files: Sequence[Path]) -> None:
    """Check card files: the given ones, or all that come with the game."""
    from cards.voidream.library import check_files, set_files, the_set

    problems = check_files(files, the_set()) if files else check_files(set_files())
    if problems:
        fail(first_of(problems))
    count = len(files) or len(set_files())
    say(f"{count} card file{'' if count == 1 else 's'}: everything can be read.")
