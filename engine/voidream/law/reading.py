"""The law's own files: tables of a TOML document that lies in this package."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any


def tables(file: str, name: str) -> list[dict[str, Any]]:
    """Return the tables of that name in a file of this package."""
    document = tomllib.loads(files("engine.voidream.law").joinpath(file).read_text("utf-8"))
    return document[name]
