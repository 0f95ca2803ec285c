"""The common output of all commands: sentences, failures, and files that can't be read."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, TextColumn
from rich.text import Text

HOLDS_NOT = 1
"""The exit code when something that was checked does not hold."""

UNUSABLE = 2
"""The exit code when something can't be read or used."""


MOST_SAID = 50
"""The maximum number of mistakes shown at once: nobody reads more before fixing some."""


LARGEST = 5_000_000
"""The maximum number of characters of a file that is read."""


class CannotRead(Exception):
    """A file that can't be read as text; `str(error)` says why."""


def say(message: str = "", style: str = "") -> None:
    """Print a sentence."""
    Console(soft_wrap=True, highlight=False).print(Text(message, style=style))


def fail(message: str, code: int = UNUSABLE) -> NoReturn:
    """Print to standard error what is wrong, and end with this exit code."""
    Console(stderr=True, soft_wrap=True).print(Text(message, style="red" if sys.stderr.isatty() else ""))
    sys.exit(code)


def first_of(problems: Sequence[object]) -> str:
    """Return the first of many mistakes, a line each, and the number of the rest."""
    said = [str(problem) for problem in problems[:MOST_SAID]]
    if more := len(problems) - len(said):
        said.append(f"And {more:,} more {'mistakes' if more > 1 else 'mistake'}.")
    return "\n".join(said)


def write(file: Path, content: bytes) -> None:
    """Write a file. Ends the program where that can't be."""
    try:
        file.write_bytes(content)
    except OSError as error:
        fail(f"{file} can't be written: {error.strerror or error}.")


def progress(what: str, *columns: ProgressColumn, quiet: bool) -> Progress:
    """Return a bar that moves on standard error, if that is a terminal, and is gone afterwards."""
    return Progress(
        TextColumn(what or "{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        *columns,
        console=Console(stderr=True),
        disable=quiet or not sys.stderr.isatty(),
        transient=True,
    )


def read(file: Path) -> str:
    """Return the text of a file, read no further than `LARGEST`. Raises CannotRead."""
    try:
        with file.open(encoding="utf-8-sig") as opened:
            text = opened.read(LARGEST + 1)
    except UnicodeDecodeError as error:
        raise CannotRead(f"{file}: byte {error.start + 1} is not UTF-8 text.") from None
    except OSError as error:
        raise CannotRead(f"{file} can't be read: {error.strerror or error}.") from None
    if len(text) > LARGEST:
        raise CannotRead(
            f"{file} is larger than {LARGEST // 1_000_000} MB, and nothing that can be read here is."
        )
    return text
