"""Invariants after a run, whatever has happened in it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterator
from typing import Any

from bot.games.playable import Games, PlayableGame
from bot.store.match_status import MatchStatus
from bot.store.rows import LAPSED, PLAYED_FOR
from engine.kernel.match import Match
from engine.kernel.saves import Answer
from tests.simulation.bot import Machine
from tests.simulation.database import Database
from tests.simulation.people import World
from tests.simulation.receiver import Receiver, digest

LATE = 2.5
"""The virtual seconds without activity, although something is due, after which a worker counts as not woken.

It is longer than any delay of the database.
"""
AT_ONE_PLACE = 4
"""The limit of concurrent deliveries to a channel that many matches share: further notes wait."""


def asleep(database: Database, receiver: Receiver, owners: Collection[str], now: int) -> str:
    """Return the due or unrecorded work that no one does; "" for none. `owners` are the living workers."""
    rows = database.rows(
        "SELECT id, ready = 1 AND not_before <= ?, COALESCE(leased_until, 0) > ?, lease_owner FROM outbox "
        "WHERE done_at IS NULL ORDER BY id",
        now,
        now,
    )
    leased = [(note, owner) for note, _, is_leased, owner in rows if is_leased]
    due = [note for note, is_due, is_leased, _ in rows if is_due and not is_leased]
    if due and len(leased) < AT_ONE_PLACE:
        return f"notes {due} are due, and everybody sleeps"
    orphaned = [note for note, owner in leased if owner in owners and note not in receiver.under_way]
    if orphaned:
        return f"notes {orphaned} are leased, nobody delivers them, and everybody sleeps"
    alarms = database.rows("SELECT kind FROM alarms WHERE due_at <= ?", now)
    return f"alarms {alarms} are due, and everybody sleeps" if alarms else ""


def next_due(database: Database) -> int | None:
    """Return the next due time by the stored data; 0 while a note is leased, None for never."""
    [(at,)] = database.rows(
        "SELECT MIN(at) FROM (SELECT MIN(due_at) AS at FROM alarms UNION ALL "
        "SELECT MIN(CASE WHEN leased_until IS NULL THEN not_before ELSE 0 END) FROM outbox "
        "WHERE done_at IS NULL) AS due"
    )
    return at


def undelivered(database: Database) -> int:
    """Return the number of notes to be delivered."""
    return database.rows("SELECT COUNT(*) FROM outbox WHERE done_at IS NULL")[0][0]


async def wrong(
    world: World, machines: list[Machine], receiver: Receiver, database: Database, games: Games
) -> list[str]:
    """Return all errors of the final state."""
    errors = [*world.wrong, *receiver.wrong, *acknowledged(world, database, games)]
    for match_id, game in database.rows("SELECT id, game FROM matches ORDER BY id"):
        errors += revisions(database, match_id)
        errors += position(database, match_id, games.games[game])
        errors += [error async for error in shown(world, machines[0], receiver, database, match_id)]
    if waits := undelivered(database):
        errors.append(f"{waits} notes are never delivered")
    return errors


def acknowledged(world: World, database: Database, games: Games) -> Iterator[str]:
    """Check that every acknowledged act is stored once, and refused ones aren't."""
    acts: dict[int, tuple[Any, ...]] = {
        row[0]: row[1:]
        for row in database.rows(
            "SELECT interaction_id, match_id, person_id, kind, question_id, choice FROM acts "
            "WHERE interaction_id IS NOT NULL"
        )
    }
    names: dict[int, str] = dict(database.rows("SELECT id, game FROM matches"))
    for press in world.presses:
        answers, act = set(press.answers), acts.get(press.interaction)
        description = f"{press.kind} {press.interaction} of {press.person} in {press.match_id}"
        # An answer added to a sheet isn't an act yet.
        game = games.games.get(names.get(press.match_id, ""))
        sheets = press.kind == "answer" and game is not None and game.kernel.orders is not None
        if {"done", "refused"} <= answers:
            yield f"{description} is accepted and refused"
        if "done" in answers and act is None and not sheets:
            yield f"{description} was acknowledged and is not kept"
        if act is not None and answers == {"refused"}:
            yield f"{description} was refused and is kept"
        if act is not None and act[:2] != (press.match_id, press.person):
            yield f"{description} is kept as another's"
        if act is not None and act[2] == "answer" and not sheets and act[3] != press.question:
            yield f"{description} is kept for question {act[3]}, and was for {press.question}"
    challenges = [press for press in world.presses if press.kind == "challenge"]
    if len({press.match_id for press in challenges}) != len(challenges) or len(names) != len(challenges):
        yield f"{len(challenges)} challenges made {len(names)} matches"
    answered = Counter(
        (press.match_id, press.question)
        for press in world.presses
        if press.kind == "answer" and (act := acts.get(press.interaction)) and act[2] == "answer"
    )
    yield from (f"question {key} was answered {n} times" for key, n in answered.items() if n > 1)


def revisions(database: Database, match_id: int) -> Iterator[str]:
    """Check that a match has one act for each of its revisions."""
    [(rev,)] = database.rows("SELECT rev FROM matches WHERE id = ?", match_id)
    revs = [
        number
        for (number,) in database.rows("SELECT rev FROM acts WHERE match_id = ? ORDER BY rev", match_id)
    ]
    if revs != list(range(rev + 1)):
        yield f"match {match_id} at revision {rev} has acts {revs}"


def position(database: Database, match_id: int, game: PlayableGame) -> Iterator[str]:
    """Check that a match's position is the one that the engine reaches by its acts."""
    rows = database.rows(
        "SELECT m.data, s.data FROM matches m JOIN setups s ON s.match_id = m.id WHERE m.id = ?", match_id
    )
    if not rows or rows[0][0] is None:
        return
    data, setup = rows[0]
    stored = Match.load(game.kernel, data, setup)
    alone, _ = Match.begin(game.kernel, setup, stored.seed)
    acts = database.rows(
        "SELECT kind, seat, question_id, choice FROM acts WHERE match_id = ? ORDER BY rev", match_id
    )
    ahead = iter([act for act in acts if act[0] in ("answer", PLAYED_FOR, LAPSED)])
    act = next(ahead, None)
    last: int | None = None
    for number, answer in enumerate(stored.record.answers):
        if act is not None and _is_of(alone, answer, act):
            last, act = answer.seat, next(ahead, None)
        elif not (
            answer.left is not None
            or answer.idle
            or alone.forced() == (answer.seat, answer.choice)
            or (answer.lapsed and answer.seat == last)
            or (game.kernel.orders is not None and answer.seat == last)
        ):
            yield f"match {match_id}: nobody gave answer {number}, {answer}"
        alone.repeat(answer)
    if act is not None:
        yield f"match {match_id}: its position is without an act: {act}"
    if alone.outcome is None and stored.outcome is not None:
        # It was ended externally, which isn't in its record.
        alone.conclude(stored.outcome)
    if alone.save(apart=True) != stored.save(apart=True):
        yield f"match {match_id} does not stand where the engine comes to"


def _is_of(match: Match, answer: Answer, act: tuple[Any, ...]) -> bool:
    """Return whether an answer comes from an act."""
    _, seat, question, choice = act
    pending = match.pending_questions.get(answer.seat)
    chosen = None if choice is None else tuple(json.loads(choice))
    return (
        answer.left is None
        and answer.seat == seat
        and pending is not None
        and pending.id == question
        and answer.choice == chosen
    )


async def shown(world: World, machine: Machine, receiver: Receiver, database: Database, match_id: int) -> Any:
    """Check that everyone can see a match's state, and that players with a question know it or will soon."""
    table = await machine.ask(lambda has: has.matches.table(match_id))
    if table.status not in (MatchStatus.PLAYING, MatchStatus.OVER):
        return
    snapshot = await machine.ask(lambda has: has.matches.public_snapshot(match_id))
    status = receiver.messages.get(table.status_message_id or 0)
    if status is None:
        yield f"match {match_id} has no status message"
    elif status.shown != digest(snapshot):
        yield f"match {match_id} at revision {table.rev} is shown as it was at {status.rev}"
    alarms = {
        person for (person,) in database.rows("SELECT person_id FROM alarms WHERE match_id = ?", match_id)
    }
    questions: dict[int, int] = {}
    for awaited in snapshot.awaited:
        person = awaited.person.id
        if awaited.person.is_this_bot:
            if person not in alarms:
                yield f"match {match_id}: nothing makes the house answer"
            continue
        look = await machine.ask(lambda has, person=person: has.matches.player_snapshot(match_id, person))
        on_sheet = await machine.ask(lambda has, person=person: has.matches.question(match_id, person))
        question = look.question
        questions[person] = question.id
        knows = world.shown.get((match_id, person)) in (question.id, on_sheet.id)
        # A reminder contains the question, too: it informs a player who never saw the response to their last press.
        is_told = any(
            message.lane == (match_id, person) and message.question == question.id
            for message in receiver.messages.values()
        )
        if not (knows or is_told or (match_id, person) in receiver.called or person in alarms):
            yield f"match {match_id}: {awaited.person.name} is never told of question {question.id}"
    for lane, messages in receiver.panels(match_id).items():
        now = questions.get(lane[1])
        if now is None:
            # No one waits for an offer that can be accepted until it expires.
            look = await machine.ask(
                lambda has, person=lane[1]: has.matches.player_snapshot(match_id, person)
            )
            now = None if look.question is None else look.question.id
        if now is not None and table.game.kernel.orders is not None:
            # It may show a sheet, which its owner has continued elsewhere.
            continue
        if outdated := [message.question for message in messages if message.question not in (None, now)]:
            yield f"match {match_id}: messages to {lane[1]} ask {outdated}, and they are asked {now}"
