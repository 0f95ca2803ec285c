"""The database holds hands and seeds: nobody else on the machine can read it, or what SQLite writes beside it."""

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
    return {one.name: stat.S_IMODE(one.stat().st_mode) for one in file.parent.iterdir()}


@pytest.fixture(autouse=True)
def generous() -> object:
    """Files are made for everybody here, unless someone says otherwise."""
    before = os.umask(0)
    yield
    os.umask(before)


async def write(file: Path) -> None:
    store = await open_store(file)
    async with store.write(Everything()) as tx:
        await tx.facts.store("word", "said")
    found = modes(file)
    assert f"{file.name}-wal" in found and f"{file.name}-shm" in found
    assert set(found.values()) == {0o600}
    await store.close()


async def test_a_new_database_is_for_its_owner_alone(tmp_path: Path) -> None:
    await write(tmp_path / "new.sqlite3")


async def test_a_database_that_was_open_to_others_is_closed_and_that_is_said(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "old.sqlite3"
    await write(file)
    for path in (file, *(file.with_name(file.name + ending) for ending in BESIDE)):
        path.touch()
        path.chmod(0o664)
    make_private(file)
    assert set(modes(file).values()) == {0o600}
    said = caplog.text + capsys.readouterr().out
    assert said.count("was open to other accounts") == 1 + len(BESIDE)
    (file.with_name(file.name + "-journal")).unlink()
    await write(file)


async def test_what_its_owner_may_not_do_stays_so(tmp_path: Path) -> None:
    file = tmp_path / "strict.sqlite3"
    file.touch(0o400)
    make_private(file)
    assert modes(file) == {file.name: 0o400}


async def test_a_place_that_is_not_there_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(StartError, match="can't be used"):
        await open_store(tmp_path / "nowhere" / "bot.sqlite3")
    with pytest.raises(StartError, match="can't be used"):
        await open_store(tmp_path)
