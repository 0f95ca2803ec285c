"""Matches: everything that people do to a match, each in one transaction, and everything they may see of it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

from bot import announcing, asking, beforehand, calls, decks, house, limits, looking, timekeeping
from bot.advancing import no_match, row_of, save_time, seat_of
from bot.asking import Quick
from bot.beforehand import BY_LOT, Beforehand
from bot.beginning import House, begin
from bot.calls import Call, Limits
from bot.clock import Clock, surely
from bot.clocks import NO_CLOCK, Control
from bot.commands import Command
from bot.deciding import Act, Deciding
from bot.errors import AlreadyDecided, NoClock, NotFound, NotYourMatch, StillGoingOn, TimeNotUp
from bot.games import Games, PlayableGame
from bot.looks import (
    NO_ORDERS,
    Done,
    LogLine,
    LogPage,
    Ordering,
    Person,
    PrivateLook,
    PublicLook,
    Standing,
    Summary,
    Table,
)
from bot.lots import Lot
from bot.practising import Practising
from bot.reference import CardPage, Topic
from bot.server_rules import check_accept, check_challenge
from bot.settings import Settings
from bot.store import Reading, Store
from bot.store.rows import ActRow, EventsRow, MatchRow
from bot.unreadable import load
from cards.locales import Locale, Series, say, series
from engine.kernel.event import Event
from engine.kernel.match import Match, Record
from engine.kernel.question import Choice, Question

_OPEN = (Standing.CHALLENGED, Standing.PLAYING)
_LISTED = 100


@dataclass(frozen=True, slots=True)
class Rematch:
    """A match that is to be played again: its challenge, or if the other player had asked already (`begun`), the match."""

    table: Table
    begun: bool
    deck: str


@dataclass(frozen=True, slots=True)
class Prepared:
    """What one of the two has chosen for a match that has not begun. `deck` is "" for whoever is still to accept."""

    table: Table
    deck: str
    wish: Beforehand


PATIENCE = 5000
"""Milliseconds for which a challenger waits to hear whether their challenge is there."""


class Matches:
    """The one door to challenges and matches.

    What changes something takes the id of the Discord interaction that asked for it; the same interaction a second
    time returns what it returned first and changes nothing. Everything may raise NotFound; refusals are
    `bot.errors.Refusal` or `engine.kernel.errors.Refused`, sentences for the person, and change nothing. What it shows
    is said in the language `locale`.
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
        seed: Callable[[], str],
        quick: Quick,
        lot: Lot,
    ) -> None:
        self._store = store
        self._games = games
        self._settings = settings
        self._calls = Limits(settings.challenges_per_hour, settings.minutes_between_calls)
        self._clock = clock
        self._to_be_shown: dict[int, asyncio.Event] = {}
        self._wake = wake
        self._seed = seed
        self._quick = quick
        self._lot = lot
        self._deciding = Deciding(games, quick, lot, lambda: surely(clock))
        self._house = House(games, seed, quick, lot)
        self._practising = Practising(store, games, clock, quick, lot)

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
        control: Control = NO_CLOCK,
        rated: bool = False,
        wish: Beforehand = BY_LOT,
    ) -> Table:
        """Challenge somebody in a channel, with clocks or without; the house accepts at once.

        `wish` is how the match is to begin for the challenger, who alone knows it. Raises BadOpponent, BadDeck, BadWish,
        LimitReached, NotHere, NoRatedMatches.
        """
        limits.check_people(challenger, opponent)
        played = self._games.find(game) if game else self._games.default
        house.check(opponent, played, rated=rated)
        beforehand.check(played, wish)
        try:
            table = await self._challenge(
                interaction,
                challenger,
                opponent,
                guild_id,
                channel_id,
                deck,
                played,
                control,
                wish,
                rated=rated,
            )
            return await self._with_house(table)
        finally:
            self._wake()

    async def _with_house(self, table: Table) -> Table:
        """Let the house go on in a match that has begun with it; return the match as it stands then."""
        if table.standing is Standing.CHALLENGED:
            return table
        await self._practising.go_on(table.match_id)
        return await self.table(table.match_id)

    async def _challenge(
        self,
        interaction: int,
        challenger: Person,
        opponent: Person,
        guild_id: int | None,
        channel_id: int,
        deck: str,
        game: PlayableGame,
        control: Control,
        wish: Beforehand,
        *,
        rated: bool,
    ) -> Table:
        async with self._store.write() as tx:
            if (before := await tx.acts.act(interaction)) is not None:
                return self._table(await row_of(tx, before.match_id))
            chosen = await decks.choose(tx, game, challenger.id, deck)
            await limits.check_challenge(tx, self._settings, challenger, opponent, channel_id)
            await check_challenge(tx.servers, guild_id, channel_id, challenger, rated=rated)
            await calls.check_challenge(tx, self._calls, guild_id, challenger, opponent, self._clock.now())
            await tx.people.put(challenger.id, challenger.name)
            if opponent.is_house:
                await tx.people.put_house(opponent.id, opponent.name)
            else:
                await tx.people.put(opponent.id, opponent.name)
            await tx.decks.set_last(challenger.id, game.name, chosen.name)
            now = self._clock.now()
            people = (challenger.id, opponent.id)
            match_id = await tx.matches.add(
                game.name, guild_id, channel_id, people, chosen.name, now, control, rated=rated
            )
            await tx.seats.set_deck(match_id, 0, chosen.name, chosen.kept)
            await tx.seats.set_beforehand(match_id, {0: wish.text})
            await tx.acts.add(ActRow(match_id, 0, interaction, "challenge", challenger.id, 0, now))
            await tx.notes.add(announcing.of_challenge(match_id, 0))
            if opponent.is_house:
                await self._house.sit(tx, match_id, opponent.id, now)
            return self._table(await row_of(tx, match_id))

    async def prepare(
        self, match_id: int, person: int, *, deck: str = "", wish: Beforehand | None = None
    ) -> Prepared:
        """Change what somebody has chosen for a challenge that nobody has answered yet: nobody else learns of it.

        `deck` is for whoever challenged; who accepts chooses one then. `wish` is how the match is to begin for them.
        Raises NotYourMatch, AlreadyDecided, BadDeck, BadWish.
        """
        async with self._store.write() as tx:
            row = await row_of(tx, match_id)
            seat, game = seat_of(row, person), self._games.find(row.game)
            if row.standing is not Standing.CHALLENGED:
                raise AlreadyDecided(_DECIDED[row.standing])
            if deck and seat == row.challenger:
                chosen = await decks.choose(tx, game, person, deck)
                await tx.decks.set_last(person, game.name, chosen.name)
                await tx.seats.set_deck(match_id, seat, chosen.name, chosen.kept)
            if wish is not None:
                beforehand.check(game, wish)
                await tx.seats.set_beforehand(match_id, {seat: wish.text})
            return self._prepared(await row_of(tx, match_id), seat)

    async def prepared(self, match_id: int, person: int) -> Prepared:
        """Return what somebody has chosen for a challenge that nobody has answered yet. Raises NotYourMatch, AlreadyDecided."""
        async with self._store.read() as store:
            row = await row_of(store, match_id)
        seat = seat_of(row, person)
        if row.standing is not Standing.CHALLENGED:
            raise AlreadyDecided(_DECIDED[row.standing])
        return self._prepared(row, seat)

    def _prepared(self, row: MatchRow, seat: int) -> Prepared:
        mine = row.seats[seat]
        return Prepared(self._table(row), mine.deck, beforehand.read(mine.beforehand))

    async def until_shown(self, match_id: int) -> Table:
        """Return a challenge once its message is there or can't be sent, or as it stands when that takes too long.

        That of a match with the house, too, which has begun already.
        """

        async def is_shown() -> bool:
            table = await self.table(match_id)
            return table.challenge_message_id is not None or table.standing not in _OPEN

        await self.announced(match_id, is_shown)
        return await self.table(match_id)

    async def announced(self, match_id: int, is_there: Callable[[], Awaitable[bool]]) -> None:
        """Let the outbox know that there is something of a match for it, and wait until that is there.

        Returns, too, when it can't be brought there, and when that takes too long.
        """
        said = self._to_be_shown.setdefault(match_id, asyncio.Event())
        self._wake()
        try:
            if not await is_there():
                await self._clock.wait(said, self._clock.now() + PATIENCE)
        finally:
            self._to_be_shown.pop(match_id, None)

    def shown(self, match_id: int) -> None:
        """Wake whoever waits for something of a match to be shown: it is there, or can't be sent."""
        if (said := self._to_be_shown.get(match_id)) is not None:
            said.set()

    async def rematch(self, interaction: int, match_id: int, person: Person, deck: str = "") -> Rematch:
        """Ask for a match to be played again with the seats swapped; or accept, if the other player has asked already.

        It is played as before: in the same channel, with the same clocks, and rated if it was. Without `deck`, with the
        deck that the person played. Raises NotYourMatch, StillGoingOn, AlreadyDecided, BadOpponent, BadDeck,
        LimitReached, NotHere, NoRatedMatches.
        """
        async with self._store.read() as store:
            row = await row_of(store, match_id)
            seat = seat_of(row, person.id)
            if row.lesson:
                raise AlreadyDecided(
                    say("This was a lesson. `{learn}` begins it again.", learn=Command.LEARN.typed)
                )
            asked = await store.matches.rematch(match_id)
            if row.standing is not Standing.OVER:
                raise StillGoingOn(say("This match is not over yet. A rematch can be asked for when it is."))
            before = await row_of(store, asked) if asked else None
            repeated = await store.acts.act(interaction)
        deck = deck or row.seats[seat].deck
        if repeated is not None:
            table = await self._with_house(self._table(await self._row(repeated.match_id)))
            return Rematch(table, repeated.kind == "accept" or table.challenged.is_house, deck)
        if before is None:
            table = await self._ask_again(interaction, row, seat, person, deck)
            if table is None:  # Both have asked at the same moment: one of them has, and the other accepts.
                return await self.rematch(interaction, match_id, person, deck)
            table = await self._with_house(table)
            return Rematch(table, table.standing is not Standing.CHALLENGED, deck)
        mine = before.seats[before.challenger].person_id == person.id
        if mine and before.standing is Standing.CHALLENGED:
            other = before.seats[1 - before.challenger].name
            raise AlreadyDecided(
                say("You have asked for a rematch already. It is for {other} to accept.", other=other)
            )
        if before.standing is not Standing.CHALLENGED:
            raise AlreadyDecided(say("The rematch of this match is match {id}.", id=before.id))
        look = await self.accept(interaction, before.id, person, deck)
        return Rematch(look.table, True, deck)

    async def _ask_again(
        self, interaction: int, row: MatchRow, seat: int, person: Person, deck: str
    ) -> Table | None:
        """Make the challenge to a rematch; None if there is one meanwhile."""
        game = self._games.find(row.game)
        people = tuple(one.person_id for one in reversed(row.seats))
        theirs = row.seats[_opponent(row, seat)]
        try:
            async with self._store.write() as tx:
                if (before := await tx.acts.act(interaction)) is not None:
                    return self._table(await row_of(tx, before.match_id))
                if await tx.matches.rematch(row.id) is not None:
                    return None
                chosen = await decks.choose(tx, game, person.id, deck)
                opponent = Person(theirs.person_id, theirs.name, is_house=theirs.house)
                await limits.check_challenge(tx, self._settings, person, opponent, row.channel_id)
                await check_challenge(tx.servers, row.guild_id, row.channel_id, person, rated=row.rated)
                await calls.check_challenge(
                    tx, self._calls, row.guild_id, person, opponent, self._clock.now()
                )
                await tx.people.put(person.id, person.name)
                await tx.decks.set_last(person.id, game.name, chosen.name)
                now = self._clock.now()
                mine = people.index(person.id)
                match_id = await tx.matches.add(
                    row.game,
                    row.guild_id,
                    row.channel_id,
                    people,
                    chosen.name,
                    now,
                    row.control,
                    rated=row.rated,
                    challenger=mine,
                    rematch_of=row.id,
                )
                await tx.seats.set_deck(match_id, mine, chosen.name, chosen.kept)
                await tx.acts.add(ActRow(match_id, 0, interaction, "challenge", person.id, mine, now))
                await tx.notes.add(announcing.of_challenge(match_id, 0))
                if theirs.house:
                    await self._house.sit(tx, match_id, theirs.person_id, now)
                return self._table(await row_of(tx, match_id))
        finally:
            self._wake()

    async def _row(self, match_id: int) -> MatchRow:
        async with self._store.read() as store:
            return await row_of(store, match_id)

    async def accept(
        self,
        interaction: int,
        match_id: int,
        person: Person,
        deck: str,
        locale: Locale = Locale.ENGLISH,
    ) -> PrivateLook:
        """Accept a challenge with a deck; the match begins.

        Raises NotYourMatch, AlreadyDecided, BadDeck, LimitReached.
        """
        try:
            async with self._store.write() as tx:
                await tx.people.put(person.id, person.name)
                row = await row_of(tx, match_id, data=True)
                seat = row.seat_of(person.id)
                if await tx.acts.act(interaction) is not None and seat is not None:
                    return await self._private(tx, row, seat, locale)
                seat = _answering(row, person.id, "accept")
                game = self._games.find(row.game)
                chosen = await decks.choose(tx, game, person.id, deck)
                theirs = row.seats[row.challenger]
                challenger = Person(theirs.person_id, theirs.name)
                await limits.check_accept(tx, self._settings, challenger, person, row.channel_id)
                await check_accept(tx.servers, row.guild_id, challenger, person)
                gone = say("There can be no match between you and {who} now.", who=challenger.name)
                await calls.check_willing(tx.calls, person, challenger, gone)
                await tx.decks.set_last(person.id, game.name, chosen.name)
                act = ActRow(match_id, row.rev + 1, interaction, "accept", person.id, seat, self._clock.now())
                begun, match = await begin(tx, row, game, chosen, act, self._seed(), self._quick, self._lot)
                return await self._private(tx, begun, seat, locale, match)
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
        self,
        interaction: int,
        match_id: int,
        person: int,
        question_id: int,
        choice: Choice,
        locale: Locale = Locale.ENGLISH,
    ) -> Done:
        """Answer a question. Raises NotYourMatch, or what `engine.Match.answer` raises."""

        return await self._act(
            Act(interaction, "answer", person, question_id, choice),
            match_id,
            locale,
            lambda match, row, seat: match.answer(seat, question_id, choice),
        )

    def drawn(self, question: Question) -> Choice:
        """Return a number that answers a question, drawn by lot; never 0, which does nothing."""
        low = max(1, question.minimum)
        return (str(low + self._lot().below(question.maximum - low + 1)),)

    async def resign(
        self, interaction: int, match_id: int, person: int, locale: Locale = Locale.ENGLISH
    ) -> Done:
        """Give a match up. Raises NotYourMatch, or OutOfDate if it is over."""
        return await self._act(
            Act(interaction, "resign", person),
            match_id,
            locale,
            lambda match, row, seat: match.end(_others(row, seat), "resignation"),
        )

    # -- time

    async def claim(
        self, interaction: int, match_id: int, person: int, locale: Locale = Locale.ENGLISH
    ) -> Done:
        """Claim the win: the other player's time is up. Raises NotYourMatch, TimeNotUp, or OutOfDate if it is over."""

        def claim(match: Match, row: MatchRow, seat: int) -> tuple[Event, ...]:
            if match.outcome is None:
                self._check_late(row, seat)
            return match.end((seat,), "time")

        return await self._act(Act(interaction, "claim", person), match_id, locale, claim)

    async def give_time(
        self, interaction: int, match_id: int, person: int, amount: int, *, if_late: bool = False
    ) -> Table:
        """Give the other player milliseconds to think. Raises NotYourMatch, NoClock, AlreadyDecided.

        With `if_late`, only if their time is up; else raises TimeNotUp.
        """

        def give(row: MatchRow, seat: int, now: int) -> MatchRow:
            if if_late:
                self._check_late(row, seat)
            other = _opponent(row, seat)
            return replace(row, seats=timekeeping.given(row, other, amount, now))

        return await self._set_time(interaction, Call.TIME, match_id, person, give)

    async def pause(self, interaction: int, match_id: int, person: int, *, answering: bool = False) -> Table:
        """Ask the other player for a pause, or agree to the one that they asked for; with `answering`, only that.

        Raises NotYourMatch, NoClock, AlreadyDecided.
        """

        def pause(row: MatchRow, seat: int, now: int) -> MatchRow:
            if row.paused:
                raise AlreadyDecided(say("The match is paused already. Either of you can go on."))
            if answering and row.pause_asked is None:
                raise AlreadyDecided(say("Nobody is asking for a pause."))
            if row.pause_asked == seat:
                raise AlreadyDecided(
                    say(
                        "You have asked for a pause already. {who} can agree to it.",
                        who=row.seats[_opponent(row, seat)].name,
                    )
                )
            if row.pause_asked is None and not row.seats[_opponent(row, seat)].house:
                return replace(row, pause_asked=seat)
            held = replace(row, pause_asked=None, paused=True)
            return replace(held, seats=timekeeping.let_run(replace(held, seats=row.seats), now))

        return await self._set_time(interaction, Call.PAUSE, match_id, person, pause)

    async def go_on(
        self, interaction: int, match_id: int, person: int, *, answering: bool | None = None
    ) -> Table:
        """End a pause, or refuse or take back the request for one. Raises NotYourMatch, NoClock, AlreadyDecided.

        `answering` says that it is about a request, and nothing else; False, that it is about a pause.
        """

        def go_on(row: MatchRow, seat: int, now: int) -> MatchRow:
            if answering and row.pause_asked is None:
                raise AlreadyDecided(say("Nobody is asking for a pause."))
            if answering is False and not row.paused:
                raise AlreadyDecided(say("The match is not paused."))
            if not row.paused and row.pause_asked is None:
                raise AlreadyDecided(say("The match is not paused."))
            running = replace(row, pause_asked=None, paused=False)
            return replace(running, seats=timekeeping.let_run(running, now))

        return await self._set_time(interaction, "go on", match_id, person, go_on)

    async def _set_time(
        self,
        interaction: int,
        kind: str,
        match_id: int,
        person: int,
        change: Callable[[MatchRow, int, int], MatchRow],
    ) -> Table:
        """Change what concerns the time of a match, and tell everybody."""
        try:
            async with self._store.write() as tx:
                row = await row_of(tx, match_id, data=True)
                seat = seat_of(row, person)
                if await tx.acts.act(interaction) is not None:
                    return self._table(row)
                if row.standing is not Standing.PLAYING:
                    over = row.standing is Standing.OVER
                    raise AlreadyDecided(say("This match is over.") if over else _not_begun(row).phrase)
                if row.control.kind == "none":
                    raise NoClock(say("This match has no clocks: there is all the time in the world."))
                now, other = self._clock.now(), _opponent(row, seat)
                after = replace(change(row, seat, now), rev=row.rev + 1, changed_at=now)
                if kind == Call.TIME or after.pause_asked == seat:
                    you, them = (
                        Person(one.person_id, one.name, is_house=one.house)
                        for one in (row.seats[seat], row.seats[other])
                    )
                    await calls.check_call(tx, self._calls, row.guild_id, you, them, Call(kind), now)
                agreed = kind == Call.PAUSE and row.pause_asked is not None
                done = "pause agreed" if agreed else kind
                act = ActRow(match_id, after.rev, interaction, done, person, seat, now)
                # Whoever takes their own question back calls nobody by it.
                called = [] if row.pause_asked == seat else [other]
                notes = announcing.of_time(after, str(after.rev), called)
                mark = await tx.matches.advance(
                    row,
                    standing=row.standing,
                    awaited=row.awaited,
                    data=row.data,
                    act=act,
                    events="[]",
                    notes=notes,
                )
                await save_time(tx, row, after)
                if (row.pause_asked, row.paused) != (after.pause_asked, after.paused):
                    await tx.matches.set_pause(match_id, after.pause_asked, paused=after.paused)
                return self._table(replace(after, mark=mark))
        finally:
            self._wake()

    def _check_late(self, row: MatchRow, seat: int) -> None:
        """Raise TimeNotUp unless the time of somebody else than this seat is up."""
        if row.control.kind == "none":
            raise NoClock(say("This match has no clocks: nobody's time can be up."))
        now = surely(self._clock)
        late = [
            other for other, one in enumerate(row.seats)
            if other != seat and one.clock and one.clock.since is not None and timekeeping.left(row, other, now) <= 0
        ]  # fmt: skip
        if not late:
            other = row.seats[_opponent(row, seat)].name
            raise TimeNotUp(say("The time of {who} is not up.", who=other))

    # -- looking

    async def table(self, match_id: int) -> Table:
        """Return what everybody may know of a challenge or match without its position."""
        async with self._store.read() as store:
            return self._table(await row_of(store, match_id))

    async def look_public(self, match_id: int, locale: Locale = Locale.ENGLISH) -> PublicLook:
        """Return what spectators may know of a match that has begun."""
        async with self._store.read() as store:
            row = await row_of(store, match_id, data=True)
            events = await store.events.of(match_id, last=looking.RECENT_ACTS)
        table = self._table(row)
        return looking.public_look(table, self._load(row), events, table.game.tongue(locale))

    async def look_private(self, match_id: int, person: int, locale: Locale = Locale.ENGLISH) -> PrivateLook:
        """Return what a player may know of their match. Raises NotYourMatch."""
        async with self._store.read() as store:
            row = await row_of(store, match_id, data=True)
            return await self._private(store, row, seat_of(row, person), locale)

    async def question(self, match_id: int, person: int, locale: Locale = Locale.ENGLISH) -> Question | None:
        """Return the question that a player is asked, None if none; cheap, for autocompletion.

        Raises NotYourMatch.
        """
        async with self._store.read() as store:
            row = await row_of(store, match_id, data=True)
        seat = seat_of(row, person)
        if seat not in row.awaited:
            return None
        return self._load(row).questions_in(self._games.find(row.game).tongue(locale)).get(seat)

    async def has_been(self, match_id: int, mark: str) -> bool | None:
        """Return whether a match is or was at the revision with that mark; None if there is no such match."""
        async with self._store.read() as store:
            return await store.matches.has_been(match_id, mark)

    async def has_decided(self, match_id: int, person: int, rev: int) -> bool:
        """Return whether somebody has nothing to decide, or has decided something since that revision."""
        async with self._store.read() as store:
            row = await row_of(store, match_id)
            acts = await store.acts.of(match_id)
        if row.standing is not Standing.PLAYING or row.seat_of(person) not in row.awaited:
            return True
        return any(act.rev > rev and act.person_id == person and act.kind == "answer" for act in acts)

    async def why_not(
        self, match_id: int, person: int, wish: str, locale: Locale = Locale.ENGLISH
    ) -> tuple[str, str] | None:
        """Explain why a player can't do `wish` now: (sentence, rule). See `engine.kernel.game.Game.why_not`."""
        async with self._store.read() as store:
            row = await row_of(store, match_id, data=True)
        said = self._games.find(row.game).tongue(locale)
        return self._load(row).why_not(seat_of(row, person), wish, said)

    async def of_person(self, person: int, *, finished: bool = False) -> tuple[Summary, ...]:
        """Return somebody's open challenges and matches (or the finished ones), newest first; at most 100.

        Lessons are not among them.
        """
        async with self._store.read() as store:
            rows = await store.matches.of(person, (Standing.OVER,) if finished else _OPEN, _LISTED)
        return tuple(Summary(self._table(row), row.awaited) for row in rows)

    async def on_server(self, guild_id: int, *, finished: bool = False) -> tuple[Summary, ...]:
        """Return the matches under way on a server (or the finished ones), newest first; at most 100."""
        standing = Standing.OVER if finished else Standing.PLAYING
        async with self._store.read() as store:
            rows = await store.matches.on_server(guild_id, (standing,), _LISTED)
        return tuple(Summary(self._table(row), row.awaited) for row in rows)

    async def in_thread(self, thread_id: int) -> int | None:
        """Return the id of the match whose thread that is, its own or the one for comments."""
        async with self._store.read() as store:
            return await store.matches.in_thread(thread_id)

    async def log(
        self,
        match_id: int,
        person: int | None,
        page: int | None = None,
        locale: Locale = Locale.ENGLISH,
    ) -> LogPage:
        """Return a page of the log as a player (or a spectator: None, or anybody without a seat) knows it.

        Without `page` it is the last one; a page that is not there becomes the nearest that is.
        """
        async with self._store.read() as store:
            row = await row_of(store, match_id)
            events = await store.events.of(match_id)
        seat = None if person is None else row.seat_of(person)
        table = self._table(row)
        return looking.log_page(table, events, seat, page, table.game.tongue(locale))

    async def explained(
        self, match_id: int, person: int, number: int, locale: Locale = Locale.ENGLISH
    ) -> tuple[LogLine, Topic | CardPage | None]:
        """Return a line of the log, as `log` shows it to this person, and the card or the rule behind it.

        Raises NotFound if there is no such line.
        """
        async with self._store.read() as store:
            row = await row_of(store, match_id, data=True)
            events = await store.events.of(match_id)
        table = self._table(row)
        lines = looking.log_lines(table, events, row.seat_of(person), table.game.tongue(locale))
        if not 1 <= number <= len(lines):
            raise NotFound(say("There is no such line in the log."))
        line, reference = lines[number - 1], table.game.reference
        found = (
            reference.cause(self._load(row).record.setup, line.cause, table.game.tongue(locale))
            if reference
            else None
        )
        return line, found

    async def about(
        self, match_id: int, cause: str, locale: Locale = Locale.ENGLISH
    ) -> Topic | CardPage | None:
        """Return what a cause means in a match: a card as it is there, or a topic. Everybody may know what is printed."""
        async with self._store.read() as store:
            row = await row_of(store, match_id, data=True)
        game = self._games.find(row.game)
        if game.reference is None:
            return None
        return game.reference.cause(self._load(row).record.setup, cause, game.tongue(locale))

    async def record(self, match_id: int) -> Record:
        """Return the record of a match that is over. Raises StillGoingOn."""
        return (await self._finished(match_id))[1].record

    async def _finished(self, match_id: int) -> tuple[MatchRow, Match]:
        async with self._store.read() as store:
            row = await row_of(store, match_id, data=True)
        match = self._load(row)
        if match.outcome is None:
            raise StillGoingOn(
                say("The record holds both players' secrets. It is shown when the match is over.")
            )
        return row, match

    # -- inside

    async def _act(
        self,
        asked: Act,
        match_id: int,
        locale: Locale,
        act: Callable[[Match, MatchRow, int], tuple[Event, ...]],
    ) -> Done:
        """Carry out what somebody asked for: all of it in one transaction, or nothing.

        In a rated match whose time is up, that is what happens instead. `asked` names its interaction.
        """
        assert asked.interaction is not None
        try:
            async with self._store.write() as tx:
                row, before = await tx.matches.before_act(match_id, asked.interaction)
                if row is None:
                    raise no_match(match_id)
                seat = seat_of(row, asked.person)
                if before is not None:
                    done = await self._since(tx, row, seat, before.rev, locale, repeated=True)
                else:
                    match = self._load(row)
                    now = self._clock.now()
                    after, events = await self._deciding.carry_out(tx, row, match, seat, asked, now, act)
                    orders = await self._orders(tx, after, match, seat)
                    since = (
                        [events] if events.by_hand else await tx.events.of(match_id, decided_by=asked.person)
                    )
                    done = self._done(after, match, seat, events, since, orders, locale)
            if not row.is_practice:
                return done
            rev = row.rev + 1 if before is None else before.rev
            await self._practising.go_on(match_id)
            async with self._store.read() as store:
                row = await row_of(store, match_id, data=True)
                return await self._since(store, row, seat, rev, locale, repeated=before is not None)
        finally:
            self._wake()

    def _done(
        self,
        row: MatchRow,
        match: Match,
        seat: int,
        events: EventsRow,
        since: Sequence[EventsRow],
        orders: Ordering,
        locale: Locale,
    ) -> Done:
        """Return what an act did; `since` is what has happened since the person decided something last."""
        table, panel = self._table(row), row.seats[seat].panel
        said = table.game.tongue(locale)
        return Done(
            looking.story(table, [events], seat, said),
            lambda: looking.private_look(table, match, seat, since, panel, orders, said),
        )

    async def _close(
        self, interaction: int, match_id: int, person: int, standing: Standing, kind: str
    ) -> Table:
        """End a challenge without a match."""
        try:
            async with self._store.write() as tx:
                row = await row_of(tx, match_id)
                if await tx.acts.act(interaction) is not None:
                    return self._table(row)
                seat = _answering(row, person, kind)
                act = ActRow(match_id, row.rev + 1, interaction, kind, person, seat, self._clock.now())
                notes = announcing.of_challenge(match_id, act.rev)
                await tx.matches.advance(
                    row, standing=standing, awaited=(), data=None, act=act, events="[]", notes=notes
                )
                return self._table(await row_of(tx, match_id))
        finally:
            self._wake()

    async def _private(
        self, store: Reading, row: MatchRow, seat: int, locale: Locale, match: Match | None = None
    ) -> PrivateLook:
        events = await store.events.of(row.id, decided_by=row.seats[seat].person_id)
        match = match or self._load(row)
        orders = await self._orders(store, row, match, seat)
        table, panel = self._table(row), row.seats[seat].panel
        return looking.private_look(table, match, seat, events, panel, orders, table.game.tongue(locale))

    async def _orders(self, store: Reading, row: MatchRow, match: Match, seat: int) -> Ordering:
        """Return what a player is to know of their standing orders where they decide; most have none."""
        if not row.seats[seat].ordered or match.outcome is not None:
            return NO_ORDERS
        given = await store.orders.of(row.id, row.seats[seat].person_id)
        answers = (
            any(said.answers for _, said in await asking.held(store, row, match, seat))
            if seat in row.awaited
            else False
        )
        return Ordering(tuple(given), answers)

    async def _since(
        self, store: Reading, row: MatchRow, seat: int, rev: int, locale: Locale, *, repeated: bool
    ) -> Done:
        """Return what the act at revision `rev` did, in practice with all that the house has done since, and the match now."""
        look = await self._private(store, row, seat, locale)
        events = await (
            store.events.of(row.id, since=rev - 1) if row.is_practice else store.events.of(row.id, rev=rev)
        )
        happened = looking.story(look.table, events, seat, look.tongue)
        return Done(happened, lambda: look, repeated=repeated)

    def _table(self, row: MatchRow) -> Table:
        return looking.table_of(row, self._games.find(row.game))

    def _load(self, row: MatchRow) -> Match:
        if row.data is None:
            raise _not_begun(row)
        return load(self._games, row)


def _others(row: MatchRow, seat: int) -> tuple[int, ...]:
    return tuple(other for other in range(len(row.seats)) if other != seat)


def _opponent(row: MatchRow, seat: int) -> int:
    """Return the next seat: of two, the other one."""
    return (seat + 1) % len(row.seats)


def _answering(row: MatchRow, person: int, kind: str) -> int:
    """Return the seat of somebody who may do `kind` to a challenge. Raises NotYourMatch, AlreadyDecided."""
    seat = row.seat_of(person)
    challenger, challenged = _two_sides(row)
    if seat is None:
        raise NotYourMatch(
            say("This challenge is between {one} and {other}.", one=challenger, other=challenged)
        )
    if kind == "withdraw" and seat != row.challenger:
        raise NotYourMatch(say("Only {who} can withdraw this challenge. You can decline it.", who=challenger))
    if kind != "withdraw" and seat == row.challenger:
        raise NotYourMatch(
            say("This is your own challenge: {who} can accept it, you can withdraw it.", who=challenged)
            if kind == "accept"
            else say("This is your own challenge: {who} can decline it, you can withdraw it.", who=challenged)
        )
    if row.standing is not Standing.CHALLENGED:
        raise AlreadyDecided(_DECIDED[row.standing])
    return seat


def _two_sides(row: MatchRow) -> tuple[str, Series]:
    """Return the name of whoever challenged, and the names of the others."""
    others = [one.name for seat, one in enumerate(row.seats) if seat != row.challenger]
    return row.seats[row.challenger].name, series(*others)


_DECIDED = {
    Standing.DECLINED: say("This challenge has been declined already."),
    Standing.WITHDRAWN: say("This challenge has been withdrawn."),
    Standing.PLAYING: say("This challenge has been accepted already."),
    Standing.OVER: say("This challenge was accepted, and the match is over."),
}


def _not_begun(row: MatchRow) -> NotFound:
    if row.lesson:
        return NotFound(
            say("You have left this lesson. `{learn}` goes on where you are.", learn=Command.LEARN.typed)
        )
    if row.standing is Standing.CHALLENGED:
        return NotFound(say("This match has not begun: {who} has yet to accept.", who=_two_sides(row)[1]))
    return NotFound(say("There is no match. {why}", why=_DECIDED[row.standing]))
