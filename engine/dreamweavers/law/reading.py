"""The law's own files: tables of a TOML document that lies in this package."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import TypeVar

from engine.kernel.decoding import converted

T = TypeVar("T")


def tables(file: str, name: str, kind: type[T]) -> tuple[T, ...]:
    """Return the tables of that name in a file of this package, each as one of that kind."""
    document = tomllib.loads(files("engine.dreamweavers.law").joinpath(file).read_text("utf-8"))
    return tuple(converted(table, kind) for table in document[name])
