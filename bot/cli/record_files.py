"""Files with match records, as commands read them."""

from __future__ import annotations

from pathlib import Path

from bot.cli.output import CannotRead, read

LARGEST = 5_000_000
"""The maximum size of a record in bytes: a hundred times that of a long match."""


def record_text(file: Path) -> str:
    """Return the text of a file that is to be a record. Raises CannotRead."""
    if file.is_file() and file.stat().st_size > LARGEST:
        raise CannotRead(f"{file} is no match record: it is larger than {LARGEST // 1_000_000} MB.")
    return read(file)
