"""The server goes away and comes back: people are told that it is busy, nothing is half stored, and the store recovers."""

from __future__ import annotations

import asyncio

import pytest

from bot.errors import Unwritable
from bot.store import Store, open_store
from tests.postgres import Server


async def fact(store: Store, name: str) -> str | None:
    async with store.read() as reading:
        return await reading.key_values.of(name)


async def put(
    store: Store, name: str, then: asyncio.Event | None = None, go: asyncio.Event | None = None
) -> None:
    async with store.write() as tx:
        await tx.key_values.store(name, "first")
        await tx.key_values.of(name)
        if then is not None and go is not None:
            then.set()
            await go.wait()
        await tx.key_values.store(name, "second")


async def test_the_store_continues_when_the_server_is_back(postgres: Server) -> None:
    store = await open_store(postgres.laid_out())
    await put(store, "before")
    inside, go = asyncio.Event(), asyncio.Event()
    writing = asyncio.create_task(put(store, "amid", inside, go))
    await inside.wait()
    await asyncio.to_thread(postgres.stop, "fast")
    try:
        go.set()
        with pytest.raises(Unwritable):
            await writing
        for act in (put(store, "without"), fact(store, "before")):
            with pytest.raises(Unwritable):
                await act
    finally:
        await asyncio.to_thread(postgres.start)
    await put(store, "after")
    assert [await fact(store, name) for name in ("before", "amid", "without", "after")] == [
        "second",
        None,
        None,
        "second",
    ]
    await store.close()
