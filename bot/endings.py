"""Taking back and ending: undo, draws by agreement, calling off, and moderators who end a match."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, TypeVar

from bot import announcing, asking, looking, timekeeping
from bot.advancing import advanced, row_of, save, seat_of
from bot.answers import Answer, Asked, answer_to
from bot.asking import Quick
from bot.beside import beside
from bot.calls import USUAL, Call, Limits, TooSoon, check_call, moment
from bot.clock import Clock, surely
from bot.clocks import SeatClock, settled
from bot.clocks.control import MINUTE
from bot.commands import Command
from bot.errors import AlreadyDecided, NotFound, NotYourMatch, Refusal, StillGoingOn
from bot.games import Games
from bot.looks import Person, Standing, Table
from bot.offers import DRAW, LASTS, NOTHING, Intervention, Offers, after_deciding, at
from bot.rating import LEFT, VOID, void
from bot.store import Reading, Store, Writing
from bot.store.rows import ActRow, AlarmRow, MatchRow, RatedRow, SeatRow
from bot.unreadable import CannotBeRead, close, load
from cards.locales import Locale, Phrase, as_phrase, say
from engine.kernel.event import Event, TakenBack
from engine.kernel.match import Match
from engine.kernel.taking_back import (
    Price,
    Since,
    Undoing,
    decisions,
    has_begun,
    has_dealt,
    undoing,
)

T = TypeVar("T")

REASON = 300
"""Characters of a moderator's reason."""
OFTEN = 3
"""How often somebody may take back what the other one was already called for, within the minutes between two calls."""
RECALLED = "recalled"
"""Stands with an act of taking back that took a question away from the other one."""


class NoUndo(Refusal):
    """What was decided can't be taken back. `str(error)` says what stands in the way."""


class TooLate(NoUndo):
    """It is too late to take it back, but the other player can be asked to agree to it all the same: `table` has who."""

    def __init__(self, sentence: Phrase, table: Table) -> None:
        super().__init__(sentence)
        self.table = table


class Said(StrEnum):
    """What came of it."""

    UNDONE = "undone"
    UNDO_ASKED = "undo asked"
    UNDO_REFUSED = "undo refused"
    DRAWN = "drawn"
    DRAW_OFFERED = "draw offered"
    DRAW_REFUSED = "draw refused"
    ABORTED = "aborted"
    ABORT_ASKED = "abort asked"
    ABORT_REFUSED = "abort refused"
    VOIDED = "voided"
    CLOSED = "closed"
    """The match could not be read any more, and has ended without a result."""
    ENDED = "ended"
    DONE_BEFORE = "done before"
    """This interaction had been carried out before; nothing was done now."""


@dataclass(frozen=True, slots=True)
class Settled:
    """What came of it, with the match as it stands. `why` says what an undo needs consent for, where it is not known."""

    said: Said
    table: Table
    why: Phrase | str = ""


class _Pending(Exception):
    """Work that is to be done before the transaction that needs it can be carried out; it has changed nothing."""

    def __init__(self, key: tuple[object, ...], work: Callable[[], object]) -> None:
        super().__init__()
        self.key = key
        self.work = work


class _Ahead:
    """What was reckoned ahead of a transaction, by what it was and the revision of the match."""

    def __init__(self) -> None:
        self.known: dict[tuple[object, ...], Any] = {}

    def of(self, key: tuple[object, ...], work: Callable[[], T]) -> T:
        """Return what this work came to. Raises _Pending if it has not been done yet."""
        if key not in self.known:
            raise _Pending(key, work)
        return self.known[key]


class Endings:
    """Undo, draws, calling off, moderators. `wake` is called when there is something to announce.

    Everything takes the id of the interaction that asked for it, and is carried out once for it. Everything may raise
    NotFound, NotYourMatch and AlreadyDecided.
    """

    def __init__(
        self,
        store: Store,
        games: Games,
        clock: Clock,
        *,
        wake: Callable[[], None],
        quick: Quick,
        limits: Limits = USUAL,
    ) -> None:
        self._limits = limits
        self._store = store
        self._games = games
        self._clock = clock
        self._wake = wake
        self._quick = quick

    # -- looking

    async def offers(self, match_id: int) -> Offers:
        """Return what is offered in a match now."""
        async with self._store.read() as store:
            return at(await store.offers.of(match_id), self._clock.now())

    async def intervention(self, match_id: int) -> Intervention | None:
        """Return why a moderator ended a match, None if none did."""
        async with self._store.read() as store:
            return await store.offers.intervention(match_id)

    async def posts(self, match_id: int) -> Mapping[str, tuple[int, int]]:
        """Return the messages that are to be edited later, by what they are about: channel and message."""
        async with self._store.read() as store:
            return await store.messages.posts(match_id)

    async def answer(self, match_id: int, asked: Asked, seat: int) -> Answer:
        """Return what became of what a seat asked of the other last."""
        async with self._store.read() as store:
            return answer_to(await store.acts.of(match_id), asked, seat)

    async def acted_last(self, match_id: int, seat: int) -> bool:
        """Return whether what happened last in a match was an answer of this seat."""
        async with self._store.read() as store:
            for row in await store.events.of(match_id, last=1):
                if row.seat == seat:
                    return any(act.kind == "answer" for act in await store.acts.of(match_id, rev=row.rev))
        return False

    async def may_abort(self, match_id: int) -> bool:
        """Return whether a match can still be called off: nobody has taken an action."""
        async with self._store.read() as store:
            row = await row_of(store, match_id, data=True)
        return row.standing is Standing.PLAYING and not has_begun(self._load(row))

    async def aborts_alone(self, match_id: int, seat: int) -> bool:
        """Return whether a seat can call a match off without asking the other one."""
        async with self._store.read() as store:
            row = await row_of(store, match_id, data=True)
            asked = (await store.offers.of(match_id)).abort_by == _opponent(row, seat)
            return asked or await self._takes_one(store, row, self._load(row), seat)

    async def _takes_one(self, store: Reading, row: MatchRow, match: Match, seat: int) -> bool:
        """Whether calling off takes only one of the two: nothing is dealt, it is practice, or the server has it so."""
        if _other(row, seat).house or not has_dealt(match):
            return True
        return (await store.servers.of(row.guild_id)).abort_alone

    # -- taking back

    async def undo(
        self,
        interaction: int,
        match_id: int,
        person: int,
        *,
        agree: bool = True,
        answering: bool | None = None,
        late: bool = False,
        locale: Locale = Locale.ENGLISH,
    ) -> Settled:
        """Take one's last decision back, or ask the other player to agree to it, or agree to their asking.

        Once somebody has seen something new, or chance has spoken, this raises TooLate, unless `late` says that the other
        player is to be asked all the same: both know then what it means. In a rated match what was seen decides ratings, and
        nobody can be asked; whoever practises against the house needs nobody's leave.

        Without `agree`: refuse theirs, or take one's own asking back. `answering` says that it is an answer to the other
        player, and nothing else: what they asked may be gone by now; False, that it is none. Raises NoUndo, saying what
        stands in the way.
        """

        ahead = _Ahead()

        async def act(tx: Writing, row: MatchRow, seat: int, now: int) -> Settled:
            match, offers = self._load(row), at(await tx.offers.of(match_id), now)
            if (not agree or answering) and offers.undo_by is None:
                raise AlreadyDecided(say("Nobody is asking to take anything back."))
            if answering is False and offers.undo_by not in (None, seat):
                raise AlreadyDecided(
                    say(
                        "{who} asks to take a decision back. Please answer that first.",
                        who=_other(row, seat).name,
                    )
                )
            if not agree:
                refused = match.turn_count if seat != offers.undo_by else offers.undo_refused
                left = replace(offers, undo_by=None, undo_late=False, undo_refused=refused)
                return await self._offer(
                    tx,
                    row,
                    _act(row, interaction, "undo refused", person, seat, now),
                    left,
                    Said.UNDO_REFUSED,
                )
            if offers.undo_by == seat:
                raise AlreadyDecided(
                    say("You have asked for that already. {who} can agree to it.", who=_other(row, seat).name)
                )
            if offers.undo_by is not None:
                return await self._take_back(
                    tx,
                    row,
                    match,
                    _act(row, interaction, "undo", person, seat, now),
                    offers.undo_by,
                    offers.undo_stay,
                    ahead,
                    late=offers.undo_late,
                )
            found = ahead.of(("price", row.rev, seat), lambda: undoing(match, seat))
            if found is None:
                raise NoUndo(say("You have decided nothing in this match that could be taken back."))
            if found.price is Price.FREE or _other(row, seat).house:
                return await self._take_back(
                    tx, row, match, _act(row, interaction, "undo", person, seat, now), seat, found.stay, ahead
                )
            why = self._in_the_way(row, found, seat, locale)
            is_late = found.price is Price.NEVER
            if is_late and row.rated:
                raise NoUndo(say("{why} In a rated match it stands.", why=why))
            if offers.undo_refused == match.turn_count:
                raise NoUndo(say("{who} has refused that. {why}", who=_other(row, seat).name, why=why))
            if is_late and not late:
                raise TooLate(as_phrase(why), self._table(row))
            await self._check_call(tx, row, seat, Call.UNDO, now)
            asked = replace(offers, undo_by=seat, undo_stay=found.stay, undo_late=is_late)
            pending = await self._offer(
                tx, row, _act(row, interaction, "undo asked", person, seat, now), asked, Said.UNDO_ASKED
            )
            return pending if is_late else replace(pending, why=why)

        # It plays the whole match once more: not where moves wait for it, and not while it holds the database.
        while True:
            try:
                return await self._transact(interaction, match_id, person, act)
            except _Pending as pending:
                ahead.known[pending.key] = await beside(person, pending.work)

    def _in_the_way(self, row: MatchRow, found: Undoing, seat: int, locale: Locale) -> Phrase | str:
        """Return in a sentence what has happened since, as the seat knows it."""
        if found.since is not None:
            return _TOO_LATE[found.since]
        if found.event is not None:
            table = self._table(row)
            told = looking.sentence(table, found.event, seat, table.game.tongue(locale))
            if told:
                return say("Since then: {told}", told=told)
        if found.other is not None:
            return say("Since then {who} has decided something.", who=row.seats[found.other].name)
        return say("Since then something hidden has come to light.")

    async def _take_back(
        self,
        tx: Writing,
        row: MatchRow,
        match: Match,
        act: ActRow,
        asker: int,
        stay: int,
        ahead: _Ahead,
        *,
        late: bool = False,
    ) -> Settled:
        back, count = ahead.of(
            ("back", row.rev, stay), lambda: (match.taken_back(stay), decisions(match, stay))
        )
        answers = match.record.answers
        gains = await tx.offers.gains(row.id, stay)
        gained: dict[int, int] = {}
        for number, amount in gains.items():
            if number < len(answers):
                gained[answers[number].seat] = gained.get(answers[number].seat, 0) + amount
        if act.seat == asker and any(
            at_seat != asker and at_seat not in back.asked for at_seat in match.asked
        ):
            await self._check_taking(tx, row, act)
            act = replace(act, choice=(str(stay), RECALLED))
        known = {question.id for question in match.asked.values()}
        asked = {at_seat: question.id for at_seat, question in back.asked.items()}
        seats = _clocks_after(row, asked, gained, act.at)
        act = replace(act, choice=act.choice or (str(stay),))
        after = advanced(row, back, act, seats, quick=self._quick)
        new = [at_seat for at_seat, number in asked.items() if number not in known]
        event = Event(TakenBack(asker, count, late))
        if row.seats[asker].ordered and asker in asked:
            # What they have taken back is theirs to decide anew: no order may give the same answer once more.
            for order, said in await asking.held(tx, after, back, asker, [event]):
                if said.answers:
                    await asking.end(tx, after, asker, order, say("You took back what it would answer."))
        told = await asking.ask(tx, after, back, new, [event], actor=act.seat)
        notes = announcing.of_undo(after, told)
        after = await save(tx, row, after, back, act, looking.pack([event]), notes)
        await tx.offers.put(row.id, replace(await tx.offers.of(row.id), undo_by=None, undo_late=False))
        return Settled(Said.UNDONE, self._table(after))

    async def _check_taking(self, tx: Writing, row: MatchRow, act: ActRow) -> None:
        """Raise TooSoon for whoever has often taken back, after the other one was called to decide, and would be again."""
        if _other(row, act.seat).house:
            return
        gap = self._limits.gap * MINUTE
        taken = [
            one.at
            for one in await tx.acts.of(row.id)
            if one.seat == act.seat
            and one.at > act.at - gap
            and one.choice is not None
            and RECALLED in one.choice
        ]
        if len(taken) >= OFTEN:
            at = taken[-OFTEN] + gap
            raise TooSoon(
                say(
                    "{who} has been called {n} times for what you then took back. You can take this back {when}.",
                    who=_other(row, act.seat).name,
                    n=OFTEN,
                    when=moment(at),
                ),
                at,
            )

    # -- ending

    async def draw(
        self,
        interaction: int,
        match_id: int,
        person: int,
        *,
        agree: bool = True,
        answering: bool = False,
    ) -> Settled:
        """Offer a draw, or agree to the one that is offered; without `agree`, refuse it or take one's own back.

        `answering` says that it is an answer to an offer, and no offer itself, should that one be gone by now.
        """

        async def act(tx: Writing, row: MatchRow, seat: int, now: int) -> Settled:
            match, offers = self._load(row), at(await tx.offers.of(match_id), now)
            other = _other(row, seat)
            if answering and offers.draw_by is None:
                raise AlreadyDecided(say("No draw is offered."))
            if not agree:
                if offers.draw_by is None:
                    raise AlreadyDecided(say("No draw is offered."))
                refused = match.turn_count if seat != offers.draw_by else offers.draw_refused
                left = replace(offers, draw_by=None, draw_until=0, draw_refused=refused)
                await tx.alarms.set(DRAW, row.id, row.seats[offers.draw_by].person_id, None)
                return await self._offer(
                    tx,
                    row,
                    _act(row, interaction, "draw refused", person, seat, now),
                    left,
                    Said.DRAW_REFUSED,
                )
            if offers.draw_by == seat:
                raise AlreadyDecided(
                    say("You have offered a draw already. {who} can agree to it.", who=other.name)
                )
            if offers.draw_by is not None:
                return await self._end(
                    tx, row, match, _act(row, interaction, "draw", person, seat, now), "agreement", Said.DRAWN
                )
            if offers.draw_refused == match.turn_count:
                raise AlreadyDecided(
                    say(
                        "{who} has refused a draw. You can offer another when the match has gone on.",
                        who=other.name,
                    )
                )
            if other.house:
                raise AlreadyDecided(say("I play on. A match for practice can be given up at any time."))
            await self._check_call(tx, row, seat, Call.DRAW, now)
            offered = replace(offers, draw_by=seat, draw_until=now + LASTS)
            await tx.alarms.set(DRAW, row.id, person, now + LASTS)
            return await self._offer(
                tx, row, _act(row, interaction, "draw offered", person, seat, now), offered, Said.DRAW_OFFERED
            )

        return await self._transact(interaction, match_id, person, act)  # fmt: skip

    async def abort(
        self,
        interaction: int,
        match_id: int,
        person: int,
        *,
        agree: bool = True,
        answering: bool = False,
    ) -> Settled:
        """Call a match off before anybody has taken an action: it is nobody's result.

        Once cards are dealt it takes both: this asks the other player, or agrees to their asking; without `agree` it
        refuses, or takes one's own asking back. `answering` says that it is an answer, and no asking itself. Against the
        house it takes nobody else.
        """

        async def act(tx: Writing, row: MatchRow, seat: int, now: int) -> Settled:
            match, offers = self._load(row), await tx.offers.of(match_id)
            other = _other(row, seat)
            if (not agree or answering) and offers.abort_by is None:
                raise AlreadyDecided(say("Nobody is asking to call the match off."))
            if not agree:
                left = replace(offers, abort_by=None)
                log = _act(row, interaction, "abort refused", person, seat, now)
                return await self._offer(tx, row, log, left, Said.ABORT_REFUSED)
            if has_begun(match):
                raise AlreadyDecided(
                    say(
                        "The first action has been taken, so the match can't be called off any more. "
                        "You can offer a draw with `{draw}`, or give up with `{resign}`.",
                        draw=Command.DRAW.typed,
                        resign=Command.RESIGN.typed,
                    )
                )
            if offers.abort_by == seat:
                raise AlreadyDecided(
                    say("You have asked for that already. {who} can agree to it.", who=other.name)
                )
            if offers.abort_by is not None or await self._takes_one(tx, row, match, seat):
                log = _act(row, interaction, "abort", person, seat, now)
                return await self._end(tx, row, match, log, "aborted", Said.ABORTED)
            await self._check_call(tx, row, seat, Call.ABORT, now)
            log = _act(row, interaction, Call.ABORT, person, seat, now)
            return await self._offer(tx, row, log, replace(offers, abort_by=seat), Said.ABORT_ASKED)

        return await self._transact(interaction, match_id, person, act)

    async def close(self, interaction: int, match_id: int, person: int) -> Settled:
        """End a match without a result that can't be read any more. Raises AlreadyDecided for one that can be."""

        async def act(tx: Writing, row: MatchRow, seat: int, now: int) -> Settled:
            try:
                self._load(row)
            except CannotBeRead:
                after = await close(tx, row, _act(row, interaction, "close", person, seat, now))
                return Settled(Said.CLOSED, self._table(after))
            raise AlreadyDecided(say("This match can be read again. You can play on."))

        return await self._transact(interaction, match_id, person, act, timed=False)

    async def end(self, interaction: int, match_id: int, moderator: Person, guild_id: int | None, reason: str) -> Settled:  # fmt: skip
        """End a match as a moderator of its server; both players are told why.

        Whether somebody is one is Discord's to say. Raises NotFound for a match of another server.
        """
        why = _reason(reason)
        try:
            async with self._store.write() as tx:
                row = await _moderated(tx, match_id, moderator, guild_id)
                if await tx.acts.act(interaction) is not None:
                    return Settled(Said.DONE_BEFORE, self._table(row))
                _check_playing(row)
                log = _act(row, interaction, "end", moderator.id, -1, self._clock.now())
                await tx.offers.intervene(match_id, Intervention(moderator.name, why))
                try:
                    match = self._load(row)
                except CannotBeRead:
                    return Settled(Said.CLOSED, self._table(await close(tx, row, log)))
                return await self._end(tx, row, match, log, "moderator", Said.ENDED)
        finally:
            self._wake()

    async def check_void(self, match_id: int, moderator: Person, guild_id: int | None) -> Table:
        """Return a match whose result a moderator of its server could void. Raises as `void` does."""
        async with self._store.read() as store:
            row = await _moderated(store, match_id, moderator, guild_id)
            await _counted(store, row)
            return self._table(row)

    async def void(
        self, interaction: int, match_id: int, moderator: Person, guild_id: int | None, reason: str
    ) -> Settled:
        """Void the result of a rated match as a moderator of its server; both players are told why.

        The ratings become what they were if it had not been rated. Raises NotFound for a match of another server,
        StillGoingOn, and AlreadyDecided for one that changes no rating.
        """
        why = _reason(reason)
        try:
            async with self._store.write() as tx:
                row = await _moderated(tx, match_id, moderator, guild_id)
                if await tx.acts.act(interaction) is not None:
                    return Settled(Said.DONE_BEFORE, self._table(row))
                rated = await _counted(tx, row)
                await void(tx, rated)
                await tx.offers.intervene(match_id, Intervention(moderator.name, why))
                act = _act(row, interaction, "void", moderator.id, -1, self._clock.now())
                after = replace(row, rev=act.rev, changed_at=act.at)
                mark = await tx.matches.advance(
                    row, standing=row.standing, awaited=row.awaited, data=row.data, act=act, events="[]",
                    notes=announcing.of_void(after),
                )  # fmt: skip
                return Settled(Said.VOIDED, self._table(replace(after, mark=mark)))
        finally:
            self._wake()

    # -- inside

    async def _transact(
        self,
        interaction: int,
        match_id: int,
        person: int,
        act: Callable[[Writing, MatchRow, int, int], Awaitable[Settled]],
        *,
        timed: bool = True,
    ) -> Settled:
        """Do something for a player of a match; `timed`, not in a rated match whose time is up."""
        try:
            async with self._store.write() as tx:
                row = await row_of(tx, match_id, data=True)
                seat = seat_of(row, person)
                if await tx.acts.act(interaction) is not None:
                    return Settled(Said.DONE_BEFORE, self._table(row))
                _check_playing(row)
                if row.lesson:
                    raise AlreadyDecided(
                        say("This is a lesson: begin it again as often as you like, or leave it.")
                    )
                now = self._clock.now()
                if timed and row.rated and timekeeping.overdue(row, surely(self._clock)) is not None:
                    raise AlreadyDecided(say("The time is up, and the match is over."))
                return await act(tx, row, seat, now)
        finally:
            self._wake()

    async def _check_call(self, tx: Writing, row: MatchRow, seat: int, call: Call, now: int) -> None:
        """Raise Unwilling or TooSoon unless a seat may ask the other one for something now."""
        you, them = (
            Person(one.person_id, one.name, is_house=one.house)
            for one in (row.seats[seat], _other(row, seat))
        )
        await check_call(tx, self._limits, row.guild_id, you, them, call, now)

    async def _offer(self, tx: Writing, row: MatchRow, act: ActRow, offers: Offers, said: Said) -> Settled:
        """Write down what is offered now; of something new the other player is told."""
        after = replace(row, rev=act.rev, changed_at=act.at)
        is_new = act.kind in tuple(Call)
        notes = (
            announcing.of_offer(after, [_opponent(row, act.seat)])
            if is_new
            else announcing.of_undo(after, ())
        )
        mark = await tx.matches.advance(
            row, standing=row.standing, awaited=row.awaited, data=row.data, act=act, events="[]", notes=notes
        )
        await tx.offers.put(row.id, offers)
        return Settled(said, self._table(replace(after, mark=mark)))

    async def _end(
        self, tx: Writing, row: MatchRow, match: Match, act: ActRow, reason: str, said: Said
    ) -> Settled:
        events, game = match.end((), reason), self._games.find(row.game)
        after = advanced(row, match, act, quick=self._quick)
        after = await save(
            tx,
            row,
            after,
            match,
            act,
            looking.pack(events),
            announcing.of_act(after, act.seat, (), over=True, in_rounds=game.is_in_rounds),
        )
        for seat in row.seats:
            await tx.alarms.set(DRAW, row.id, seat.person_id, None)
        return Settled(said, self._table(after))  # fmt: skip

    def _table(self, row: MatchRow) -> Table:
        return looking.table_of(row, self._games.find(row.game))

    def _load(self, row: MatchRow) -> Match:
        assert row.data is not None
        return load(self._games, row)


_TOO_LATE = {
    Since.SEEN: say("Too late: you have seen something new."),
    Since.SHOWN: say("Too late: something hidden has come to light."),
    Since.DRAWN: say("Too late: chance has decided something."),
}
"""Why it is too late to take something back."""


def _reason(reason: str) -> str:
    """Return a moderator's reason on one line. Raises Refusal if there is none."""
    why = " ".join(reason.split())[:REASON]
    if not why:
        raise Refusal(say("Please give a reason: both players will read it."))
    return why


async def _moderated(store: Reading, match_id: int, moderator: Person, guild_id: int | None) -> MatchRow:
    """Return a match that is for a moderator of that server to decide about. Raises NotFound, NotYourMatch."""
    row = await row_of(store, match_id, data=True)
    if guild_id is None or row.guild_id != guild_id:
        raise NotFound(say("There is no such match on this server."))
    if row.seat_of(moderator.id) is not None:
        raise NotYourMatch(say("You play in this match yourself: that is for another moderator to decide."))
    return row


async def _counted(store: Reading, row: MatchRow) -> RatedRow:
    """Return what a match did to the ratings. Raises StillGoingOn, AlreadyDecided."""
    if row.standing is not Standing.OVER:
        raise StillGoingOn(
            say("This match has no result yet. `{end}` ends it without one.", end=Command.MODERATE_END.typed)
        )
    rated = await store.ratings.rated(row.id)
    if rated is None:
        raise AlreadyDecided(say("This match was not rated, so there is nothing to void."))
    if rated.why_not == VOID:
        raise AlreadyDecided(say("The result of this match has been voided already."))
    if rated.why_not not in ("", LEFT):
        raise AlreadyDecided(say("This match has changed no rating, so there is nothing to void."))
    return rated


def _check_playing(row: MatchRow) -> None:
    if row.standing is Standing.OVER:
        raise AlreadyDecided(say("This match is over."))
    if row.standing is not Standing.PLAYING:
        raise NotFound(say("This match has not begun."))


def _act(row: MatchRow, interaction: int, kind: str, person: int, seat: int, now: int) -> ActRow:
    return ActRow(row.id, row.rev + 1, interaction, kind, person, seat, now)


def _opponent(row: MatchRow, seat: int) -> int:
    return (seat + 1) % len(row.seats)


def _other(row: MatchRow, seat: int) -> SeatRow:
    return row.seats[_opponent(row, seat)]


def _clocks_after(
    row: MatchRow, asked: Mapping[int, int], gained: Mapping[int, int], now: int
) -> tuple[SeatRow, ...]:
    """Return the seats after a step back to `asked`: clocks go on as they are, less what the undone answers gained."""
    seats: list[SeatRow] = []
    for number, seat in enumerate(row.seats):
        if seat.clock is None:
            seats.append(seat)
            continue
        left = settled(seat.clock, timekeeping.calendar(row, seat), now).left - gained.get(number, 0)
        runs = number in asked and not timekeeping.is_held(row, seat)
        clock = SeatClock(left, now if runs else None, asked.get(number))
        seats.append(replace(seat, clock=clock, flagged=seat.flagged and left <= 0))
    return tuple(seats)


async def after_answer(
    tx: Writing, before: MatchRow, after: MatchRow, seat: int, number: int, now: int
) -> None:
    """Let what is offered expire with the answer of that number, and remember what the clock of its seat gained by it."""
    offers = await tx.offers.of(before.id) if before.offered else NOTHING
    if any(one is not None for one in (offers.draw_by, offers.undo_by, offers.abort_by)):
        left = after_deciding(offers, seat)
        if left.draw_by is None and offers.draw_by is not None:
            await tx.alarms.set(DRAW, before.id, before.seats[offers.draw_by].person_id, None)
        await tx.offers.put(before.id, left)
        if after.standing is Standing.PLAYING and left != offers:
            await tx.notes.add(announcing.of_lapse(before, after, seat))
    old, new = before.seats[seat], after.seats[seat]
    if old.clock is not None and new.clock is not None:
        gained = new.clock.left - timekeeping.left(before, seat, now)
        await tx.offers.gain(before.id, number, gained)


async def draw_expires(tx: Writing, alarm: AlarmRow, now: int) -> None:
    """End an offer of a draw whose time is up, and show that it is gone."""
    row = await tx.matches.match(alarm.match_id)
    if row is None or row.standing is not Standing.PLAYING:
        return
    offers = await tx.offers.of(row.id)
    if offers.draw_by is not None and offers.draw_until <= alarm.due_at:
        await tx.offers.put(row.id, replace(offers, draw_by=None, draw_until=0))
        await tx.notes.add(announcing.of_time(row, f"draw:{alarm.due_at}", ())[1:])
