"""Stored tallies of matches, so that a long simulation can be split into several runs."""

from __future__ import annotations

from collections import Counter, defaultdict
from hashlib import blake2b
from pathlib import Path
from typing import Any, get_origin

import msgspec

from bot.balance.simulation import Batch, Tally
from engine.kernel.decoder import msgpack_reader


def _mapping(kind: Any, read: Any) -> object:
    return defaultdict[Any, Any](list, read) if get_origin(kind) is defaultdict else Counter[Any](read)


_TALLIES = msgpack_reader(Tally, _mapping)


class StoredTallies:
    """The tallies in a folder, one file per batch of matches.

    A file's name is a hash of the batch: decks, players, setup and seeds. It doesn't depend on the code, so a folder
    must be used for only one version of the game.
    """

    def __init__(self, folder: Path) -> None:
        """Create the folder if it is missing. Raises OSError."""
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder

    def find(self, batch: Batch) -> Tally | None:
        """Return the tally of a batch; None if it hasn't been played, or its file is damaged."""
        try:
            return _TALLIES.read(self._file(batch).read_bytes())
        except (FileNotFoundError, msgspec.DecodeError):
            return None

    def keep(self, batch: Batch, tally: Tally) -> None:
        """Store the tally of a batch.

        The write is atomic: a killed process leaves no partial file under the final name.
        """
        file = self._file(batch)
        unfinished = file.with_suffix(".unfinished")
        unfinished.write_bytes(msgspec.msgpack.encode(tally))
        unfinished.replace(file)

    def _file(self, batch: Batch) -> Path:
        return self._folder / f"{blake2b(msgspec.msgpack.encode(batch), digest_size=16).hexdigest()}.tally"
