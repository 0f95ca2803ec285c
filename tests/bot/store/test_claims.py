"""The cost of claiming notes, in SQLite VM steps: independent of the number of waiting notes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from bot.store import Store, open_store
from bot.store.about import Everything
from bot.store.rows import NewNote, NoteRow
from engine.kernel.chance import Chance
from tests.bot.stores import stored

FEW, MANY = 100, 1600
"""The number of matches with waiting notes, four for each."""
LIMIT = 24
LEASE = 100_000
SHARED = ("challenge", "open", "names", "result", "talk")

Notes = Callable[[int], list[NewNote]]


def note(match: int, person_id: int, kind: str) -> NewNote:
    key = f"{match}:{kind}:{person_id}"
    return NewNote(match, person_id, kind, 0, (), key, key, "n" * 16, 0)


def renewal_notes(match: int) -> list[NewNote]:
    """Return all notes of an active match, as after a restore."""
    return [
        note(match, person_id, kind)
        for person_id, kind in ((0, "challenge"), (0, "status"), (match, "panel"), (-match, "panel"))
    ]


def beginning_notes(match: int) -> list[NewNote]:
    """Return the notes of a match that begins: none of them comes before its thread."""
    return [
        note(match, person_id, kind)
        for person_id, kind in ((0, "open"), (0, "status"), (match, "ask"), (-match, "ask"))
    ]


def final_notes(match: int) -> list[NewNote]:
    """Return the notes of a finished match: all results of a server go to one channel."""
    return [
        note(match, person_id, kind)
        for person_id, kind in ((0, "result"), (0, "talk"), (match, "panel"), (-match, "panel"))
    ]


async def fill(store: Store, matches: int, channels: int, notes: Notes) -> None:
    async with store.write(Everything()) as tx:
        for n in range(1, matches + 1):
            await tx.key_values._execute(  # type: ignore[attr-defined]
                "INSERT INTO matches (id, game, standing, rev, guild_id, channel_id, made_at, changed_at) "
                "VALUES (?, 'g', 'playing', 0, 7, ?, 0, 0)",
                n,
                1 + n % channels,
            )
        await tx.notes.add([note for n in range(1, matches + 1) for note in notes(n)])


class Steps:
    """Counts the VM steps of a connection's statements."""

    def __init__(self) -> None:
        self.number = 0

    def count(self) -> int:
        self.number += 1
        return 0


async def steps_of_a_round(path: Path, matches: int, channels: int, notes: Notes) -> int:
    """Return the steps of the longest of some outbox rounds, none of which ends a delivery."""
    store = await open_store(path)
    try:
        await fill(store, matches, channels, notes)
        longest = 0
        for now in range(1, 6):
            async with store.write(Everything()) as tx:
                await tx.notes.expired(0)
                steps = Steps()
                await store.database.writer._do(
                    store.database.writer._conn.set_progress_handler, steps.count, 1
                )  # type: ignore[arg-type]
                claimed = await tx.notes.claim("me:1:x", now, now + 1000, LIMIT)
                await tx.notes.next_due(now)
                await store.database.writer._do(store.database.writer._conn.set_progress_handler, None, 0)  # type: ignore[arg-type]
                assert now > 1 or claimed
            longest = max(longest, steps.number)
        return longest
    finally:
        await store.close()


@pytest.mark.parametrize(
    ("notes", "few", "many"),
    [
        (renewal_notes, 100, 100),
        (renewal_notes, 1, 1),
        (renewal_notes, FEW, MANY),
        (beginning_notes, 100, 100),
        (final_notes, 1, 1),
    ],
)
async def test_a_round_costs_as_much_with_many_waiting_as_with_few(
    tmp_path: Path, notes: Notes, few: int, many: int
) -> None:
    """The notes are spread over `few` or `many` channels."""
    small = await steps_of_a_round(tmp_path / "small", FEW, few, notes)
    large = await steps_of_a_round(tmp_path / "large", MANY, many, notes)
    assert large <= 2 * small, (small, large)


class Waiting(msgspec.Struct):
    """A pending note, with the fields that determine its turn."""

    match: int
    who: int
    kind: str
    not_before: int = 0
    until: int = 0
    attempts: int = 0


def place_of(note_: Waiting, channels: int) -> int:
    return 7 if note_.kind == "result" else 1 + note_.match % channels if note_.kind in SHARED else 0


def is_next(number: int, waiting: dict[int, Waiting], now: int) -> bool:
    """Return whether a note may be claimed next.

    It must be due and the first of its match and person, and have its match's thread if it needs one.
    """
    note_ = waiting[number]
    return max(note_.not_before, note_.until) <= now and not any(
        earlier.match == note_.match
        and (
            (earlier.who == note_.who and before < number)
            or (note_.who and earlier.kind == "open" and (earlier.attempts < 3 or earlier.until))
        )
        for before, earlier in waiting.items()
    )


@pytest.mark.parametrize("channels", [2, 40])
async def test_a_claim_takes_exactly_the_allowed_notes(tmp_path: Path, channels: int) -> None:
    """Compared with a slow model, while deliveries succeed, are postponed, or are given up."""
    dice = Chance(f"{channels} channels")
    store = await open_store(tmp_path / "claims")
    try:
        await empty(store, dice, channels)
    finally:
        await store.close()


async def empty(store: Store, dice: Chance, channels: int) -> None:
    now = 1
    shapes = [(renewal_notes, beginning_notes, final_notes)[dice.below(3)] for _ in range(60)]
    await fill(store, len(shapes), channels, lambda match: shapes[match - 1](match))
    notes = [row for match in range(1, len(shapes) + 1) for row in shapes[match - 1](match)]
    waiting = {number: Waiting(row.match_id, row.person_id, row.kind) for number, row in enumerate(notes, 1)}
    flying: dict[int, NoteRow] = {}
    while waiting:
        async with store.write(Everything()) as tx:
            free = 12 - len(flying)
            due = {number for number in waiting if is_next(number, waiting, now)}
            claimed = {row.id: row for row in await tx.notes.claim("me:1:x", now, now + LEASE, free)}
            assert due >= claimed.keys()
            for number, row in claimed.items():
                waiting[number].until, waiting[number].attempts = now + LEASE, row.attempts
            flying |= claimed
            busy = Counter(place_of(waiting[number], channels) for number in flying)
            assert all(number <= 4 for place, number in busy.items() if place)
            unclaimed_places = {place_of(waiting[number], channels) for number in due - claimed.keys()}
            assert len(claimed) == free or all(place and busy[place] == 4 for place in unclaimed_places)
            later = [max(row.not_before, row.until) for row in waiting.values()]
            assert await tx.notes.next_due(now) == min((at for at in later if at > now), default=None)
            for number in dice.pick([list(flying), list(flying)[:3], []]):
                row = flying.pop(number)
                if dice.below(3):
                    await tx.notes.finish(number, now, "sent")
                    del waiting[number]
                else:
                    wait = dice.below(20)
                    await tx.notes.later(row, now + wait, failed=False)
                    waiting[number].not_before, waiting[number].until = now + wait, 0
        now += 1 + dice.below(5)


@pytest.mark.both_stores
async def test_new_and_postponed_notes_take_turns(tmp_path: Path) -> None:
    async with stored(tmp_path / "turns") as store:
        await fill(store, 20, 20, lambda match: [note(match, match, "panel")])
        order = list[int]()
        for now in range(1, 11):
            async with store.write(Everything()) as tx:
                (row,) = await tx.notes.claim("me:1:x", now, now + LEASE, 1)
                await tx.notes.later(row, now + 1, failed=False)
            order.append(row.id)
        assert order == [1, 2, 1, 3, 2, 4, 1, 5, 3, 6]
        async with store.write(Everything()) as tx:
            assert {row.id for row in await tx.notes.claim("me:1:x", 99, LEASE, 6)} == {1, 2, 4, 7, 8, 9}
            assert (await tx.notes.backlog(99)).oldest == 1


async def test_a_waiting_animation_does_not_count_as_the_oldest_note(tmp_path: Path) -> None:
    async with stored(tmp_path / "films") as store:
        await fill(store, 2, 1, lambda match: [note(match, 0, "round" if match == 1 else "status")])
        async with store.read() as reading:
            backlog = await reading.notes.backlog(5)
    assert (backlog.waiting, backlog.oldest) == (2, 2)
