"""Cards that have been read, kept beside Python's own compiled files for the next start.

Reading the set takes a tenth of a second; loading what was read takes a hundredth of that. What is kept is used only if
it was made of these very card files by these very modules under this very Python, and it lies where Python keeps its
bytecode, so it is as trustworthy as that. `python -m cards.voidream.library` keeps the set, as an installation does.
"""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import cache_from_source
from pathlib import Path
from typing import cast

from cards.voidream.model import Card


def kept_cards(contents: Sequence[bytes]) -> tuple[Card, ...] | None:
    """Return the cards that were read from files of these contents; None if they were not kept."""
    try:
        key, _, cards = _place().read_bytes().partition(b"\n")
        if key != _key(contents):
            return None
        return cast("tuple[Card, ...]", pickle.loads(cards))  # noqa: S301 - as trustworthy as bytecode
    except Exception:  # whatever is wrong with it, the card files are there
        return None


def keep(contents: Sequence[bytes], cards: Iterable[Card]) -> None:
    """Keep cards that were read from files of these contents. Raises OSError where nothing can be written."""
    place = _place()
    place.parent.mkdir(exist_ok=True)
    # Another process may be doing the same: the last one replaces a whole file with a whole file.
    whole = place.with_suffix(f".{os.getpid()}")
    whole.write_bytes(_key(contents) + b"\n" + pickle.dumps(tuple(cards), pickle.HIGHEST_PROTOCOL))
    whole.replace(place)


def _place() -> Path:
    return Path(cache_from_source(__file__)).with_suffix(".cards")


def _key(contents: Sequence[bytes]) -> bytes:
    key = sha256(sys.version.encode())
    for content in (*contents, *_sources()):
        key.update(sha256(content).digest())
    return key.hexdigest().encode()


def _sources() -> list[bytes]:
    """Return what decides how a card file is read: these modules, and the frame of the language."""
    return [
        one.read_bytes() for package in ("cards.language", "cards.voidream") for one in _in(files(package))
    ]


def _in(folder: Traversable) -> Iterator[Traversable]:
    """The modules and the tables in a folder and the folders in it, in the order of their names."""
    for one in sorted(folder.iterdir(), key=lambda one: one.name):
        if one.is_dir():
            yield from _in(one)
        elif one.name.endswith((".py", ".lark", ".tables")):
            yield one
