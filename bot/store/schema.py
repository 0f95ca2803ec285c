"""The scripts that make the schema of the database, version by version, for each of the stores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files


def scripts() -> list[str]:
    """Return the scripts for SQLite in order: the n-th one leads to version n."""
    return list(_scripts("sqlite").values())


def postgres_scripts() -> dict[int, str]:
    """Return the scripts for PostgreSQL by the version to which each leads; the first makes all that there was by then.

    A script has the number of the one for SQLite that leads to the same version.
    """
    versions = {number: version for version, number in enumerate(_scripts("sqlite"), 1)}
    return {versions[number]: script for number, script in _scripts("postgres").items()}


@cache
def _scripts(store: str) -> Mapping[str, str]:
    """Return scripts in order, by their numbers."""
    folder = files("bot.store") / "migrations" / store
    found = sorted((one for one in folder.iterdir() if one.name.endswith(".sql")), key=lambda one: one.name)
    return {script.name.partition("_")[0]: script.read_text("utf-8") for script in found}


def version_of(rows: Sequence[Sequence[object]]) -> int | None:
    """Return the version that the rows of `schema_version` say; None if they say none."""
    value = rows[0][0] if len(rows) == 1 else None
    return value if isinstance(value, int) and value >= 0 else None
