"""Caches of parsed files, such as card files, stored beside Python's compiled files for the next start.

Reading a set takes a tenth of a second or more; loading the cache takes a hundredth of that. It is only used if it
was made from the same files by the same modules under the same Python, and it is stored where Python keeps its
bytecode, so it is as trustworthy as that. `python -m cards.voidream.library` creates the cache of that set, as an
installation does, and the library of every other game does the same.
"""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import cache_from_source
from pathlib import Path
from typing import Generic, TypeVar, cast

T = TypeVar("T")


class FileCache(Generic[T]):
    """A cache of what modules in these packages read from files. It lies beside the bytecode of the module `source`."""

    def __init__(self, source: Path, packages: Sequence[str]) -> None:
        self.place = Path(cache_from_source(str(source))).with_suffix(f".{source.stem}")
        self._packages = packages

    def read(self, contents: Sequence[bytes], read: Callable[[], T]) -> T:
        """Return the cached content of files, or else the result of `read`, which is then cached.

        If the cache can't be written, the files are read again the next time.
        """
        cached = self.cached(contents)
        if cached is not None:
            return cached
        made = read()
        if not sys.dont_write_bytecode:
            with suppress(OSError):
                self.keep(contents, made)
        return made

    def cached(self, contents: Sequence[bytes]) -> T | None:
        """Return the cached content of files; None if there is none."""
        try:
            key, _, cards = self.place.read_bytes().partition(b"\n")
            if key != self._key(contents):
                return None
            return cast(T, pickle.loads(cards))  # noqa: S301 - as trustworthy as bytecode
        except Exception:  # whatever is wrong with it, the card files are there
            return None

    def keep(self, contents: Sequence[bytes], cards: T) -> None:
        """Store what was read from files with these contents. Raises OSError if it can't be written."""
        self.place.parent.mkdir(exist_ok=True)
        # Another process may do the same at this moment: the file is replaced as a whole.
        whole = self.place.with_suffix(f".{os.getpid()}")
        whole.write_bytes(self._key(contents) + b"\n" + pickle.dumps(cards, pickle.HIGHEST_PROTOCOL))
        whole.replace(self.place)

    def _key(self, contents: Sequence[bytes]) -> bytes:
        key = sha256(sys.version.encode())
        for content in (*contents, *self.sources()):
            key.update(sha256(content).digest())
        return key.hexdigest().encode()

    def sources(self) -> list[bytes]:
        """Return the contents of all files that determine how a card file is read."""
        return [one.read_bytes() for package in self._packages for one in _modules_in(files(package))]


class CardCache(FileCache[T]):
    """A cache of one game's card files, as read by its modules and the common card language."""

    def __init__(self, package: str) -> None:
        """Create the cache of the game whose modules are in this package, such as `cards.voidream`."""
        super().__init__(Path(str(files(package))) / "cards.py", ("cards.language", package))
        self.package = package


def _modules_in(folder: Traversable) -> Iterator[Traversable]:
    """Yield the modules, grammars and tables in a folder and its subfolders, sorted by name."""
    for one in sorted(folder.iterdir(), key=lambda one: one.name):
        if one.is_dir():
            yield from _modules_in(one)
        elif one.name.endswith((".py", ".lark", ".tables")):
            yield one
