"""Work places: shared among people, and released while waiting."""

from __future__ import annotations

import asyncio

import pytest

from bot.platform.places import WorkSlot, WorkSlots, run_in_thread, waiting


async def run_tasks() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


async def test_one_person_has_a_limit_of_places() -> None:
    places = WorkSlots(4, 2)
    flood = [asyncio.create_task(places.take(1)) for _ in range(20)]
    await run_tasks()
    assert (places.free, places.count(1)) == (2, 20)
    await places.take(2)
    await places.take(3)
    assert places.free == 0
    late = asyncio.create_task(places.take(4))
    await run_tasks()
    places.give_back(1)
    await run_tasks()
    assert late.done(), "a person with a place waits behind people without one"
    for task in flood:
        task.cancel()
    await asyncio.gather(*flood, return_exceptions=True)
    # Two requests of the flood had work places, one of which was released above.
    places.give_back(1)
    for person in (2, 3, 4):
        places.give_back(person)
    assert (places.free, places.count(1)) == (4, 0)


async def test_people_take_turns() -> None:
    places, order = WorkSlots(1, 1), list[int]()
    await places.take(0)

    async def work(person: int) -> None:
        await places.take(person)
        order.append(person)
        places.give_back(person)

    tasks = [asyncio.create_task(work(person)) for person in (1, 1, 1, 2, 2, 3)]
    await run_tasks()
    places.give_back(0)
    await asyncio.gather(*tasks)
    assert order == [1, 2, 3, 1, 2, 1]


async def test_waiting_releases_the_place_and_takes_one_again() -> None:
    places, gate, begun = WorkSlots(1, 1), asyncio.Event(), asyncio.Event()

    async def work(person: int) -> bool:
        place = WorkSlot(places, person)
        await place.take()
        async with waiting():
            begun.set()
            await gate.wait()
        return place.give_back()

    first = asyncio.create_task(work(1))
    await begun.wait()
    assert places.free == 1
    await places.take(2)
    gate.set()
    await run_tasks()
    assert not first.done(), "another person has the place now"
    places.give_back(2)
    assert await first
    assert places.free == 1


async def test_a_child_task_does_not_use_its_parents_place() -> None:
    places, gate = WorkSlots(1, 1), asyncio.Event()

    async def work() -> int:
        await WorkSlot(places, 1).take()

        async def another() -> None:
            async with waiting():
                await gate.wait()

        begun = asyncio.create_task(another())
        await run_tasks()
        free = places.free
        gate.set()
        await begun
        return free

    assert await asyncio.create_task(work()) == 0


async def test_failed_work_releases_every_place() -> None:
    places = WorkSlots(1, 1)

    def fail() -> None:
        raise ZeroDivisionError

    async def work() -> None:
        await WorkSlot(places, 1).take()
        await run_in_thread(1, fail)

    with pytest.raises(ZeroDivisionError):
        await asyncio.create_task(work())
    assert places.free == 1
