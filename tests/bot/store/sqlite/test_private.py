"""The database contains hands and seeds: no other user of the machine can read it, or SQLite's files beside it."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from bot.errors import StartError
from bot.store import open_store
from bot.store.about import Everything
from bot.store.sqlite.private import BESIDE, make_private

ROOT = Path(__file__).parents[3]


def modes(file: Path) -> dict[str, int]:
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in file.parent.iterdir()}


@pytest.fixture(autouse=True)
def generous() -> object:
    """The umask allows everyone to read new files, unless they are created with other permissions."""
    before = os.umask(0)
    yield
    os.umask(before)


async def write(file: Path) -> None:
    store = await open_store(file)
    async with store.write(Everything()) as tx:
        await tx.key_values.store("word", "said")
    file_modes = modes(file)
    assert f"{file.name}-wal" in file_modes and f"{file.name}-shm" in file_modes
    assert set(file_modes.values()) == {0o600}
    await store.close()


async def test_a_new_database_is_private(tmp_path: Path) -> None:
    await write(tmp_path / "new.sqlite3")


async def test_a_readable_database_is_made_private_and_reported(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "old.sqlite3"
    await write(file)
    for path in (file, *(file.with_name(file.name + ending) for ending in BESIDE)):
        path.touch()
        path.chmod(0o664)
    make_private(file)
    assert set(modes(file).values()) == {0o600}
    output = caplog.text + capsys.readouterr().out
    assert output.count("was open to other accounts") == 1 + len(BESIDE)
    (file.with_name(file.name + "-journal")).unlink()
    await write(file)


async def test_missing_permissions_of_the_owner_stay(tmp_path: Path) -> None:
    file = tmp_path / "strict.sqlite3"
    file.touch(0o400)
    make_private(file)
    assert modes(file) == {file.name: 0o400}


async def test_a_missing_folder_is_reported_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(StartError, match="can't be used"):
        await open_store(tmp_path / "nowhere" / "bot.sqlite3")
    with pytest.raises(StartError, match="can't be used"):
        await open_store(tmp_path)
