"""Matches: everything that people do to a match, each in one transaction, and everything they may see of it."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from bot import announcing, decks, limits, looking
from bot.clock import Clock
from bot.errors import AlreadyDecided, BadDeck, NotFound, NotYourMatch, StillGoingOn
from bot.games import Games, PlayableGame
from bot.looks import Done, LogLine, LogPage, Person, PrivateLook, PublicLook, Standing, Summary, Table
from bot.reference import CardPage, Topic
from bot.settings import Settings
from bot.store import Reading, Store, Writing
from bot.store.rows import ActRow, EventsRow, MatchRow, NewNote
from engine.kernel.event import Event
from engine.kernel.match import Match, Record
from engine.kernel.question import Choice, Question
from engine.kernel.record import write_record

_OPEN = (Standing.CHALLENGED, Standing.PLAYING)
_LISTED = 100


def new_seed() -> str:
    """Return a new match's seed: 256 bits that nobody can guess."""
    return secrets.token_hex(32)


@dataclass(frozen=True, slots=True)
class _Act:
    """Something that somebody asked for."""

    interaction: int
    kind: str
    person: int
    question_id: int | None = None
    choice: Choice | None = None


class Matches:
    """The one door to challenges and matches.

    What changes something takes the id of the Discord interaction that asked for it; the same interaction a second
    time returns what it returned first and changes nothing. Everything may raise NotFound; refusals are
    `bot.errors.Refusal` or `engine.kernel.errors.Refused`, sentences for the person, and change nothing.
    What is to be shown to others afterwards is in the outbox when a method returns; `wake` is called then.
    """

    def __init__(
        self,
        store: Store,
        games: Games,
        settings: Settings,
        clock: Clock,
        *,
        wake: Callable[[], None],
        seed: Callable[[], str] = new_seed,
    ) -> None:
        self._store = store
        self._games = games
        self._settings = settings
        self._clock = clock
        self._wake = wake
        self._seed = seed

    # -- challenges

    async def challenge(
        self,
        interaction: int,
        challenger: Person,
        opponent: Person,
        *,
        guild_id: int | None,
        channel_id: int,
        deck: str,
        game: str = "",
    ) -> Table:
        """Challenge somebody in a channel. Raises BadOpponent, BadDeck, LimitReached."""
        limits.check_people(challenger, opponent)
        played = self._games.find(game) if game else self._games.default
        try:
            async with self._store.write() as tx:
                if (before := await tx.act(interaction)) is not None:
                    return self._table(await _row(tx, before.match_id))
                chosen = await decks.choose(tx, played, challenger.id, deck)
                await limits.check_challenge(tx, self._settings, challenger, opponent, channel_id)
                for person in (challenger, opponent):
                    await tx.put_person(person.id, person.name)
                await tx.set_deck_choice(challenger.id, played.name, chosen.name)
                now = self._clock.now()
                people = (challenger.id, opponent.id)
                match_id = await tx.add_match(played.name, guild_id, channel_id, people, chosen.name, now)
                await tx.set_deck(match_id, 0, chosen.name, chosen.kept)
                await tx.add_act(ActRow(match_id, 0, interaction, "challenge", challenger.id, 0, now))
                await tx.notes.add(announcing.of_challenge(match_id, 0))
                return self._table(await _row(tx, match_id))
        finally:
            self._wake()

    async def accept(self, interaction: int, match_id: int, person: Person, deck: str) -> PrivateLook:
        """Accept a challenge with a deck; the match begins.

        Raises NotYourMatch, AlreadyDecided, BadDeck, LimitReached.
        """
        try:
            async with self._store.write() as tx:
                await tx.put_person(person.id, person.name)
                row = await _row(tx, match_id, data=True)
                seat = row.seat_of(person.id)
                if await tx.act(interaction) is not None and seat is not None:
                    return await self._private(tx, row, seat)
                seat = _answering(row, person.id, "accept")
                game = self._games.find(row.game)
                theirs = [decks.kept(game, one.deck, one.deck_content) for one in row.seats if one.deck]
                chosen = await decks.choose(tx, game, person.id, deck)
                challenger = Person(row.seats[0].person_id, row.seats[0].name)
                await limits.check_accept(tx, self._settings, challenger, person, row.channel_id)
                setup = _both_decks(game, theirs, chosen.content, challenger.name)
                match, events = Match.begin(game.kernel, setup, self._seed())
                await tx.set_deck(match_id, seat, chosen.name, chosen.kept)
                await tx.set_deck_choice(person.id, game.name, chosen.name)
                act = ActRow(match_id, row.rev + 1, interaction, "accept", person.id, seat, self._clock.now())
                begun = _advanced(row, match, act)
                notes = announcing.of_beginning(begun, match.questions)
                await _save(tx, row, begun, match, act, looking.pack(events), notes)
                return await self._private(tx, begun, seat, match)
        finally:
            self._wake()

    async def decline(self, interaction: int, match_id: int, person: int) -> Table:
        """Decline a challenge that one was made. Raises NotYourMatch, AlreadyDecided."""
        return await self._close(interaction, match_id, person, Standing.DECLINED, "decline")

    async def withdraw(self, interaction: int, match_id: int, person: int) -> Table:
        """Take one's own challenge back. Raises NotYourMatch, AlreadyDecided."""
        return await self._close(interaction, match_id, person, Standing.WITHDRAWN, "withdraw")

    # -- playing

    async def answer(
        self, interaction: int, match_id: int, person: int, question_id: int, choice: Choice
    ) -> Done:
        """Answer a question. Raises NotYourMatch, or what `engine.Match.answer` raises."""

        return await self._act(
            _Act(interaction, "answer", person, question_id, choice),
            match_id,
            lambda match, seat, seats: match.answer(seat, question_id, choice),
        )

    async def resign(self, interaction: int, match_id: int, person: int) -> Done:
        """Give a match up. Raises NotYourMatch, or OutOfDate if it is over."""
        return await self._act(
            _Act(interaction, "resign", person),
            match_id,
            lambda match, seat, seats: match.end(
                tuple(other for other in seats if other != seat), "resignation"
            ),
        )

    # -- looking

    async def table(self, match_id: int) -> Table:
        """Return what everybody may know of a challenge or match without its position."""
        async with self._store.read() as store:
            return self._table(await _row(store, match_id))

    async def look_public(self, match_id: int) -> PublicLook:
        """Return what spectators may know of a match that has begun."""
        async with self._store.read() as store:
            row = await _row(store, match_id, data=True)
            events = await store.events(match_id, last=looking.RECENT_ACTS)
        return looking.public_look(self._table(row), self._load(row), events)

    async def look_private(self, match_id: int, person: int) -> PrivateLook:
        """Return what a player may know of their match. Raises NotYourMatch."""
        async with self._store.read() as store:
            row = await _row(store, match_id, data=True)
            return await self._private(store, row, _seat(row, person))

    async def question(self, match_id: int, person: int) -> Question | None:
        """Return the question that a player is asked, None if none; cheap, for autocompletion.

        Raises NotYourMatch.
        """
        async with self._store.read() as store:
            row = await _row(store, match_id, data=True)
        seat = _seat(row, person)
        return self._load(row).questions.get(seat) if seat in row.awaited else None

    async def why_not(self, match_id: int, person: int, wish: str) -> tuple[str, str] | None:
        """Explain why a player can't do `wish` now: (sentence, rule). See `engine.kernel.game.Game.why_not`."""
        async with self._store.read() as store:
            row = await _row(store, match_id, data=True)
        return self._load(row).why_not(_seat(row, person), wish)

    async def of_person(self, person: int, *, finished: bool = False) -> tuple[Summary, ...]:
        """Return somebody's open challenges and matches (or the finished ones), newest first; at most 100."""
        async with self._store.read() as store:
            rows = await store.matches_of(person, (Standing.OVER,) if finished else _OPEN, _LISTED)
        return tuple(Summary(self._table(row), row.awaited) for row in rows)

    async def in_thread(self, thread_id: int) -> int | None:
        """Return the id of the match whose thread that is."""
        async with self._store.read() as store:
            return await store.match_in_thread(thread_id)

    async def log(self, match_id: int, person: int | None, page: int | None = None) -> LogPage:
        """Return a page of the log as a player (or a spectator: None, or anybody without a seat) knows it.

        Without `page` it is the last one; a page that is not there becomes the nearest that is.
        """
        async with self._store.read() as store:
            row = await _row(store, match_id)
            events = await store.events(match_id)
        seat = None if person is None else row.seat_of(person)
        return looking.log_page(self._table(row), events, seat, page)

    async def explained(
        self, match_id: int, person: int, number: int
    ) -> tuple[LogLine, Topic | CardPage | None]:
        """Return a line of the log, as `log` shows it to this person, and the card or the rule behind it.

        Raises NotFound if there is no such line.
        """
        async with self._store.read() as store:
            row = await _row(store, match_id, data=True)
            events = await store.events(match_id)
        table = self._table(row)
        lines = looking.log_lines(table, events, row.seat_of(person))
        if not 1 <= number <= len(lines):
            raise NotFound("There is no such line in the log.")
        line, reference = lines[number - 1], table.game.reference
        found = reference.cause(self._load(row).record.setup, line.cause) if reference else None
        return line, found

    async def record(self, match_id: int) -> Record:
        """Return the record of a match that is over. Raises StillGoingOn."""
        return (await self._finished(match_id))[1].record

    async def record_text(self, match_id: int) -> str:
        """Return the record of a match that is over as a text (see `engine.kernel.record`). Raises StillGoingOn.

        It tells the players' names, their decks and the day on which the match ended (UTC), and is the same each time.
        """
        row, match = await self._finished(match_id)
        game = self._games.find(row.game)
        day = datetime.fromtimestamp(row.changed_at / 1000, UTC).date().isoformat()
        names, decks = [seat.name for seat in row.seats], [seat.deck or "" for seat in row.seats]

        def write() -> str:
            return write_record(match, names, game.phrasing, stage=game.chapter, date=day, decks=decks)

        # It plays the whole match once more: not where moves wait for it.
        return await asyncio.to_thread(write)

    async def _finished(self, match_id: int) -> tuple[MatchRow, Match]:
        async with self._store.read() as store:
            row = await _row(store, match_id, data=True)
        match = self._load(row)
        if match.outcome is None:
            raise StillGoingOn("The record holds both players' secrets. It is shown when the match is over.")
        return row, match

    # -- inside

    async def _act(
        self, asked: _Act, match_id: int, act: Callable[[Match, int, range], tuple[Event, ...]]
    ) -> Done:
        """Carry out what somebody asked for: all of it in one transaction, or nothing."""
        try:
            async with self._store.write() as tx:
                row, before, recent = await asyncio.gather(
                    _row(tx, match_id, data=True),
                    tx.act(asked.interaction),
                    tx.events(match_id, last=looking.RECENT_ACTS),
                )
                seat = _seat(row, asked.person)
                if before is not None:
                    return await self._repeat(tx, row, seat, before)
                match = self._load(row)
                known = {question.id for question in match.questions.values()}
                events = act(match, seat, range(len(row.seats)))
                log = ActRow(
                    match_id=match_id,
                    rev=row.rev + 1,
                    interaction_id=asked.interaction,
                    kind=asked.kind,
                    person_id=asked.person,
                    seat=seat,
                    at=self._clock.now(),
                    question_id=asked.question_id,
                    choice=asked.choice,
                )
                new = [at for at, question in match.questions.items() if question.id not in known]
                after = _advanced(row, match, log)
                notes = announcing.of_act(after, seat, new, match.outcome is not None)
                packed = looking.pack(events)
                await _save(tx, row, after, match, log, packed, notes)
            recent.append(EventsRow(log.rev, log.at, packed, seat))
            table, panel = self._table(after), row.seats[seat].panel
            happened = looking.sentences(table, recent[-1], seat)
            return Done(tuple(happened), lambda: looking.private_look(table, match, seat, recent, panel))
        finally:
            self._wake()

    async def _close(
        self, interaction: int, match_id: int, person: int, standing: Standing, kind: str
    ) -> Table:
        """End a challenge without a match."""
        try:
            async with self._store.write() as tx:
                row = await _row(tx, match_id)
                if await tx.act(interaction) is not None:
                    return self._table(row)
                seat = _answering(row, person, kind)
                act = ActRow(match_id, row.rev + 1, interaction, kind, person, seat, self._clock.now())
                notes = announcing.of_challenge(match_id, act.rev)
                await tx.advance(
                    row, standing=standing, awaited=(), data=None, act=act, events="[]", notes=notes
                )
                return self._table(await _row(tx, match_id))
        finally:
            self._wake()

    async def _private(
        self, store: Reading, row: MatchRow, seat: int, match: Match | None = None
    ) -> PrivateLook:
        events = await store.events(row.id, last=looking.RECENT_ACTS)
        match = match or self._load(row)
        return looking.private_look(self._table(row), match, seat, events, row.seats[seat].panel)

    async def _repeat(self, store: Reading, row: MatchRow, seat: int, before: ActRow) -> Done:
        """Return what an interaction did that was carried out before."""
        look = await self._private(store, row, seat)
        happened = [
            sentence
            for events in await store.events(row.id, rev=before.rev)
            for sentence in looking.sentences(look.table, events, seat)
        ]
        return Done(tuple(happened), lambda: look, repeated=True)

    def _table(self, row: MatchRow) -> Table:
        return looking.table_of(row, self._games.find(row.game))

    def _load(self, row: MatchRow) -> Match:
        if row.data is None:
            raise _not_begun(row)
        return Match.load(self._games.find(row.game).kernel, row.data)


async def _row(store: Reading, match_id: int, *, data: bool = False) -> MatchRow:
    row = await store.match(match_id, data=data)
    if row is None:
        raise NotFound(f"There is no match {match_id}.")
    return row


def _advanced(row: MatchRow, match: Match, act: ActRow) -> MatchRow:
    """Return a match's row as it is after an act; without the position, which has no use any more."""
    standing = Standing.OVER if match.outcome else Standing.PLAYING
    awaited = tuple(sorted(match.questions))
    return replace(row, rev=act.rev, standing=standing, awaited=awaited, changed_at=act.at, data=None)


async def _save(
    tx: Writing,
    before: MatchRow,
    after: MatchRow,
    match: Match,
    act: ActRow,
    events: str,
    notes: Sequence[NewNote],
) -> None:
    """Write a match that was advanced. Raises Overtaken."""
    await tx.advance(
        before,
        standing=after.standing,
        awaited=after.awaited,
        data=match.save(),
        act=act,
        events=events,
        notes=notes,
    )


def _seat(row: MatchRow, person: int) -> int:
    """Return the seat at which the person plays. Raises NotYourMatch."""
    seat = row.seat_of(person)
    if seat is None:
        raise NotYourMatch(f"You are not playing in this match; {_and([one.name for one in row.seats])} are.")
    return seat


def _answering(row: MatchRow, person: int, kind: str) -> int:
    """Return the seat of somebody who may do `kind` to a challenge. Raises NotYourMatch, AlreadyDecided."""
    seat = row.seat_of(person)
    challenger, challenged = row.seats[0].name, _and([one.name for one in row.seats[1:]])
    if seat is None:
        raise NotYourMatch(f"This challenge is between {challenger} and {challenged}.")
    if kind == "withdraw" and seat != 0:
        raise NotYourMatch(f"Only {challenger} can withdraw this challenge. You can decline it.")
    if kind != "withdraw" and seat == 0:
        raise NotYourMatch(f"This is your own challenge: {challenged} can {kind} it, you can withdraw it.")
    if row.standing is not Standing.CHALLENGED:
        raise AlreadyDecided(_DECIDED[row.standing])
    return seat


_DECIDED = {
    Standing.DECLINED: "This challenge has been declined already.",
    Standing.WITHDRAWN: "This challenge has been withdrawn.",
    Standing.PLAYING: "This challenge has been accepted already.",
    Standing.OVER: "This challenge was accepted, and the match is over.",
}


def _not_begun(row: MatchRow) -> NotFound:
    if row.standing is Standing.CHALLENGED:
        return NotFound(
            f"This match has not begun: {_and([one.name for one in row.seats[1:]])} has yet to accept."
        )
    return NotFound(f"There is no match. {_DECIDED[row.standing]}")


def _both_decks(game: PlayableGame, others: list[Any], own: Any, challenger: str) -> bytes:
    """Return the setup. Raises BadDeck; nothing is said of the other deck, which is private (R51)."""
    if None in others:
        raise BadDeck(f"The deck that {challenger} chose is not there any more. Ask for a new challenge.")
    try:
        return game.kernel.setup([*others, own])
    except ValueError:
        raise BadDeck(
            f"The deck that {challenger} chose can't be played any more. Ask for a new challenge."
        ) from None


def _and(names: list[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
