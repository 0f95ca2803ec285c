"""Pictures are drawn once, a few at a time, and never mixed up between audiences."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bot.views.pictures import PictureService, PrivatePicture, PublicPicture, TooBusy
from bot.views.types import PlayerSnapshot, PublicSnapshot
from tests.bot.kit import ADA, BO, open_bot
from tests.games.registry import png


async def snapshots(path: Path) -> tuple[PublicSnapshot, PlayerSnapshot, PlayerSnapshot]:
    async with open_bot(path / "bot.sqlite3") as bot:
        match_id = await bot.begin()
        return (
            await bot.matches.public_snapshot(match_id),
            await bot.matches.player_snapshot(match_id, ADA.id),
            await bot.matches.player_snapshot(match_id, BO.id),
        )


def drawing(look: Any, board: Callable[[Any, Any, Any], bytes]) -> Any:
    """Return the snapshot with its boards drawn by `board`."""
    game_ = replace(look.table.game.shown, board=board)
    return replace(look, table=replace(look.table, game=replace(look.table.game, shown=game_)))


async def test_each_audience_gets_its_own_picture(tmp_path: Path) -> None:
    public, ada, bo = await snapshots(tmp_path)
    pictures = PictureService(2, 1 << 20)
    everybody = await pictures.public_board(public)
    assert isinstance(everybody, PublicPicture)
    assert everybody.png == png(f"board {public.view}")
    assert everybody.alt == "The board in round 1."
    for look, seat in ((ada, 0), (bo, 1)):
        board = await pictures.private_board(look)
        assert isinstance(board, PrivatePicture)
        assert board.png == png(f"board {look.view}")
        hand = await pictures.hand(look)
        assert look.view.sides[seat].hand[0] in hand.alt
        assert hand.png == png(f"hand {look.view.sides[seat].hand}")
        assert (board.filename, hand.filename) == ("board.png", "hand.png")
    pictures.close()


async def test_simultaneous_requests_for_a_picture_draw_it_once(tmp_path: Path) -> None:
    public, _, _ = await snapshots(tmp_path)
    calls: list[int] = []
    look = drawing(public, lambda view, names, translator: calls.append(1) or b"png")
    pictures = PictureService(2, 1 << 20)
    await asyncio.gather(*(pictures.public_board(look) for _ in range(20)))
    await pictures.public_board(look)
    assert calls == [1]
    renamed = replace(look, table=replace(look.table, people=(ADA, replace(BO, name="Boadicea"))))
    await pictures.public_board(renamed)
    assert calls == [1, 1], "another name leads to another picture"
    pictures.close()


async def test_the_least_recently_used_picture_is_evicted_first(tmp_path: Path) -> None:
    public, _, _ = await snapshots(tmp_path)
    calls: list[int] = []

    def draw(view: Any, names: Any, translator: Any) -> bytes:
        calls.append(view.round)
        return bytes(100)

    rounds = [
        drawing(replace(public, view=type(public.view)(None, n, public.view.sides, ())), draw)
        for n in range(4)
    ]
    pictures = PictureService(1, 250)
    for n in (0, 1, 0, 2, 0, 1):
        await pictures.public_board(rounds[n])
    assert calls == [0, 1, 2, 1]
    assert pictures.held == 200
    pictures.close()


async def test_few_are_drawn_at_a_time_and_the_event_loop_continues(tmp_path: Path) -> None:
    public, _, _ = await snapshots(tmp_path)
    at_once = threading.Semaphore(2)
    gate = threading.Event()

    def draw(view: Any, names: Any, translator: Any) -> bytes:
        assert at_once.acquire(blocking=False), "more than two at the same time"
        gate.wait(10)
        at_once.release()
        return b"png"

    pictures = PictureService(2, 0)
    views = [type(public.view)(None, n, public.view.sides, ()) for n in range(6)]
    tasks = [
        asyncio.create_task(pictures.public_board(drawing(replace(public, view=v), draw))) for v in views
    ]
    await asyncio.sleep(0)
    gate.set()
    assert [picture.png for picture in await asyncio.gather(*tasks)] == [b"png"] * 6
    pictures.close()


async def test_a_failure_reaches_everyone_waiting_and_is_not_cached(tmp_path: Path) -> None:
    public, _, _ = await snapshots(tmp_path)
    failing = True

    def draw(view: Any, names: Any, translator: Any) -> bytes:
        if failing:
            raise ZeroDivisionError("no ink")
        return b"png"

    look = drawing(public, draw)
    pictures = PictureService(1, 1 << 20)
    results = await asyncio.gather(*(pictures.public_board(look) for _ in range(3)), return_exceptions=True)
    assert [type(result) for result in results] == [ZeroDivisionError] * 3
    failing = False
    assert (await pictures.public_board(look)).png == b"png"
    pictures.close()


async def test_a_cancelled_wait_does_not_affect_others(tmp_path: Path) -> None:
    public, _, _ = await snapshots(tmp_path)
    gate = threading.Event()

    def draw(view: Any, names: Any, translator: Any) -> bytes:
        gate.wait(10)
        return b"png"

    look = drawing(public, draw)
    pictures = PictureService(1, 1 << 20)
    hasty, patient = (asyncio.create_task(pictures.public_board(look)) for _ in range(2))
    await asyncio.sleep(0)
    hasty.cancel()
    with pytest.raises(asyncio.CancelledError):
        await hasty
    gate.set()
    assert (await patient).png == b"png"
    pictures.close()


async def test_under_load_further_pictures_are_refused_at_once(tmp_path: Path) -> None:
    """Then text is enough; when there is capacity again, pictures return."""
    public, _, _ = await snapshots(tmp_path)
    gate = threading.Event()

    def draw(view: Any, names: Any, translator: Any) -> bytes:
        gate.wait(10)
        return b"png"

    pictures = PictureService(1, 1 << 20)
    views = [type(public.view)(None, n, public.view.sides, ()) for n in range(6)]
    sights = [drawing(replace(public, view=view), draw) for view in views]
    tasks = [asyncio.create_task(pictures.public_board(sight)) for sight in sights[:4]]
    await asyncio.sleep(0)
    with pytest.raises(TooBusy):
        await pictures.public_board(sights[4])
    same = asyncio.create_task(pictures.public_board(sights[0]))
    await asyncio.sleep(0)
    gate.set()
    assert {picture.png for picture in await asyncio.gather(*tasks, same)} == {b"png"}
    assert (await pictures.public_board(sights[4])).png == b"png"
    pictures.close()
