"""Common functions of all commands: print, fail, show progress, and read and write files."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, TextColumn
from rich.text import Text

CHECK_FAILED = 1
"""The exit code if a check failed."""

UNUSABLE = 2
"""The exit code if something can't be read or used."""


MAX_LISTED = 50
"""The maximum number of mistakes shown at once. No one reads more before fixing some."""


LARGEST = 5_000_000
"""The maximum number of characters in a file."""


class CannotRead(Exception):
    """A file can't be read as text. `str(error)` is the reason."""


def say(message: str = "", style: str = "") -> None:
    """Print a sentence."""
    Console(soft_wrap=True, highlight=False).print(Text(message, style=style))


def fail(message: str, code: int = UNUSABLE) -> NoReturn:
    """Print an error message to standard error, and exit with this code."""
    Console(stderr=True, soft_wrap=True).print(Text(message, style="red" if sys.stderr.isatty() else ""))
    sys.exit(code)


def first_of(problems: Sequence[object]) -> str:
    """Return the first mistakes, one per line, and the number of further ones."""
    lines = [str(problem) for problem in problems[:MAX_LISTED]]
    if more := len(problems) - len(lines):
        lines.append(f"And {more:,} more {'mistakes' if more > 1 else 'mistake'}.")
    return "\n".join(lines)


def write(file: Path, content: bytes) -> None:
    """Write a file. Exits if it can't be written."""
    try:
        file.write_bytes(content)
    except OSError as error:
        fail(f"{file} can't be written: {error.strerror or error}.")


def progress(what: str, *columns: ProgressColumn, quiet: bool) -> Progress:
    """Return a progress bar on standard error. It is shown only in a terminal, and removed at the end."""
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
    """Return the text of a file. Raises CannotRead, also if it is longer than `LARGEST` characters."""
    try:
        with file.open(encoding="utf-8-sig") as stream:
            text = stream.read(LARGEST + 1)
    except UnicodeDecodeError as error:
        raise CannotRead(f"{file}: byte {error.start + 1} is not UTF-8 text.") from None
    except OSError as error:
        raise CannotRead(f"{file} can't be read: {error.strerror or error}.") from None
    if len(text) > LARGEST:
        raise CannotRead(
            f"{file} is larger than {LARGEST // 1_000_000} MB, and nothing that can be read here is."
        )
    return text
