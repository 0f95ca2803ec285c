"""The migration scripts of both databases, by version."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files


def scripts() -> list[str]:
    """Return SQLite's scripts in order: the n-th one leads to version n."""
    return list(_scripts("sqlite").values())


def postgres_scripts() -> dict[int, str]:
    """Return PostgreSQL's scripts by the version each leads to. The first one creates a whole schema.

    A script has the number of SQLite's script that leads to the same version.
    """
    versions = {number: version for version, number in enumerate(_scripts("sqlite"), 1)}
    return {versions[number]: script for number, script in _scripts("postgres").items()}


@cache
def _scripts(store: str) -> Mapping[str, str]:
    """Return the scripts of a database in order, by number."""
    folder = files("bot.store") / "migrations" / store
    script_files = sorted(
        (file for file in folder.iterdir() if file.name.endswith(".sql")), key=lambda file: file.name
    )
    return {script.name.partition("_")[0]: script.read_text("utf-8") for script in script_files}


def version_of(rows: Sequence[Sequence[object]]) -> int | None:
    """Return the version in the rows of `schema_version`; None if they are invalid."""
    value = rows[0][0] if len(rows) == 1 else None
    return value if isinstance(value, int) and value >= 0 else None
