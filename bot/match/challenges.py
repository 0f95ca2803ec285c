"""Challenges: create, prepare and answer them, and begin the match."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Unpack

from msgspec.structs import replace

from bot.decks import own_decks
from bot.decks.own_decks import ChosenDeck
from bot.delivery import announcements
from bot.errors import AlreadyDecided, NotYourMatch
from bot.games.playable import PlayableGame
from bot.match import first_answers, limits, open_tables, practice_opponent, takeovers
from bot.match.apply import save_act
from bot.match.challenge_types import AcceptedChallenge, MatchTerms, NewChallenge, PreparedSeat
from bot.match.close_challenge import OPEN_TABLE, close_challenge, stop_waiting
from bot.match.consent import names_of
from bot.match.context import MatchContext, decided, two_sides
from bot.match.first_answers import PregamePreferences
from bot.match.matches import OPEN, Matches
from bot.match.practice import PracticeMatches
from bot.match.shown_signal import ShownSignals
from bot.match.start import begin
from bot.people.contact_limits import Contacts, check_willing
from bot.servers import game_choice
from bot.servers.rules import check_challenge, check_match
from bot.store import Reading, Writing, about
from bot.store.match_status import Invited, MatchStatus
from bot.store.orders import NO_DRAFT
from bot.store.person import Person
from bot.store.rows import ActRow, MatchRow, NewMatch
from bot.store.snapshots import PlayerRows
from bot.store.store import retried
from bot.views.types import MatchTable
from cards.i18n import Locale, msg
from engine.kernel.match import Match


class Challenges:
    """Challenges until a match begins. Each interaction takes effect once."""

    def __init__(
        self,
        context: MatchContext,
        matches: Matches,
        signals: ShownSignals,
        practice_matches: PracticeMatches,
        seed: Callable[[], str],
    ) -> None:
        """`seed` draws the seed of a new match."""
        self._context = context
        self._matches = matches
        self._signals = signals
        self._practice_matches = practice_matches
        self._seed = seed

    async def challenge(
        self,
        interaction: int,
        challenger: Person,
        opponent: Person,
        *others: Person,
        level: str = "",
        **terms: Unpack[MatchTerms],
    ) -> MatchTable:
        """Challenge one or more people to a game in a channel. The bot accepts immediately.

        `level` is the bot's level, if it is among them. Raises BadOpponent, BadDeck, BadWish, LimitReached,
        NotHere, NotPlayedHere, NoRatedMatches, NoTakeover.
        """
        request, opponents = NewChallenge((challenger, opponent, *others), **terms), (opponent, *others)
        limits.check_people(challenger, opponents, request.game)
        for person in opponents:
            practice_opponent.check(person, request.game, rated=request.rated)
        self._check_terms(request, opponents)
        request = replace(request, level=practice_opponent.level_for(request.game, request.people, level))
        return await self.with_bot_moves(await self._made_once(interaction, request))

    async def open_table(
        self, interaction: int, host: Person, *, seats: int | None = None, **terms: Unpack[MatchTerms]
    ) -> MatchTable:
        """Open a table at which anyone allowed here can take a seat; its match begins when it is full.

        `seats` includes the host's; None for the game's maximum. The table expires after `open_tables.LASTS`.
        Raises the exceptions of `challenge`, and BadOpponent for an impossible number of seats.
        """
        request = NewChallenge((host,), **terms)
        request = replace(request, table_for=request.game.seats[-1] if seats is None else seats)
        open_tables.check_seats(request.game, request.table_for)
        self._check_terms(request, ())
        return await self._made_once(interaction, request)

    def _check_terms(self, request: NewChallenge, opponents: Sequence[Person]) -> None:
        if request.takes_over:
            takeovers.check_agreed(request.game, request.control, opponents, rated=request.rated)
        first_answers.check(request.game, request.wish)

    async def open_tables(self, guild_id: int) -> tuple[MatchTable, ...]:
        """Return a server's open tables, newest first; at most 25."""
        async with self._context.store.read() as store:
            rows = await store.matches.open_tables(guild_id, open_tables.LISTED)
        return tuple(self._context.table(row) for row in rows)

    async def check_seat(self, match_id: int, person: Person) -> None:
        """Raise the exceptions of `accept`, except about decks, unless a seat at an open table can be taken."""
        async with self._context.store.read() as store:
            row = await store.matches.existing(match_id)
            await open_tables.check_may_sit(store, row, person, self._context.settings)
            await self._check_match(store, row, person, row.invited(Invited.ACCEPTED))

    @retried(known=True)
    async def _made_once(self, interaction: int, request: NewChallenge) -> MatchTable:
        """Create a challenge once per interaction."""
        async with self._context.change(*held(request.people)) as tx:
            if (earlier := await tx.acts.act(interaction)) is not None:
                return self._context.table(await tx.matches.existing(earlier.match_id))
            return await self.make(tx, interaction, request)

    async def with_bot_moves(self, table: MatchTable) -> MatchTable:
        """Continue with the bot's move in a match that has just begun. Return the match after that."""
        if table.status is MatchStatus.CHALLENGED:
            return table
        await self._practice_matches.go_on(table.match_id)
        return await self._matches.table(table.match_id)

    async def make(self, tx: Writing, interaction: int, request: NewChallenge) -> MatchTable:
        """Create a challenge. Raises the exceptions of `challenge`."""
        challenger, now = request.people[request.challenger], self._context.clock.now()
        opponents = [person for person in request.people if person.id != challenger.id]
        deck = await own_decks.choose(tx, request.game, challenger.id, request.deck)
        await limits.check_challenger(tx.matches, self._context.settings, challenger, request.channel_id)
        for opponent in opponents:
            await limits.check_pair(
                tx.matches,
                self._context.settings,
                challenger,
                opponent,
                request.channel_id,
                request.game.name,
            )
        if request.table_for:
            await open_tables.check_one(tx.matches, challenger)
        await check_challenge(
            tx.servers, request.guild_id, request.channel_id, challenger, opponents, rated=request.rated
        )
        game_choice.check(self._context.games, await tx.servers.of(request.guild_id), request.game)
        is_practice = any(opponent.is_this_bot for opponent in opponents)
        contacts = Contacts(tx, self._context.limits, request.guild_id, challenger, now)
        await contacts.check_often(practice=is_practice)
        for opponent in opponents:
            await contacts.check_challenge(opponent)
        await tx.people.store(challenger.id, challenger.name)
        for opponent in opponents if request.rematch_of is None else ():
            store_person = tx.people.store_bot if opponent.is_this_bot else tx.people.store
            await store_person(opponent.id, opponent.name)
        if deck.name:
            await tx.decks.set_last(challenger.id, request.game.name, deck.name)
        until = now + open_tables.LASTS if request.table_for else 0
        new = NewMatch(
            request.game.name,
            request.guild_id,
            request.channel_id,
            [person.id for person in request.people],
            deck.name,
            now,
            request.control,
            rated=request.rated,
            challenger=request.challenger,
            rematch_of=request.rematch_of,
            takes_over=request.takes_over,
            level=request.level,
            table_for=request.table_for,
            table_until=until,
        )
        match_id = await tx.matches.add(new)
        if until:
            await tx.alarms.set(OPEN_TABLE, match_id, challenger.id, until)
        await tx.seats.set_deck(match_id, request.challenger, deck.name, deck.stored)
        await tx.seats.set_pregame(match_id, {request.challenger: request.wish.text})
        await tx.acts.add(
            ActRow(match_id, 0, interaction, "challenge", challenger.id, request.challenger, now)
        )
        await tx.notes.add(announcements.of_challenge(match_id, 0))
        for opponent in opponents:
            if opponent.is_this_bot:
                await self._accept_as(tx, await tx.matches.existing(match_id, data=True), opponent.id, now)
        return self._context.table(await tx.matches.existing(match_id))

    async def _accept_as(self, tx: Writing, row: MatchRow, person: int, now: int) -> None:
        """Accept for the bot, with a random deck. The challenger is present."""
        game = self._context.games.find(row.game)
        deck = await own_decks.random_deck(tx, game, person, self._context.random_source)
        act = ActRow(row.id, row.rev + 1, None, "accept", person, row.own_seat(person), now)
        await self._accept(tx, row, game, deck, act, present=row.challenger)

    async def _accept(
        self,
        tx: Writing,
        row: MatchRow,
        game: PlayableGame,
        deck: ChosenDeck,
        act: ActRow,
        *,
        present: int | None = None,
    ) -> tuple[MatchRow, Match | None]:
        """Store a player's acceptance with their deck. The match begins once everyone has accepted."""
        await tx.seats.set_invited(row.id, act.person_id, Invited.ACCEPTED)
        await tx.seats.set_deck(row.id, act.seat, deck.name, deck.stored)
        row = await tx.matches.existing(row.id, data=True)
        if len(row.invited(Invited.ACCEPTED)) == len(row.seats) and not row.free_seats:
            await stop_waiting(tx, row)
            return await begin(
                tx,
                row,
                game,
                act,
                self._seed(),
                self._context.reply_delay,
                self._context.random_source,
                present=present,
            )
        return await save_act(tx, row, row, act, announcements.of_challenge(row.id, act.rev)), None

    @retried(known=True)
    async def prepare(
        self, match_id: int, person: int, *, deck: str = "", wish: PregamePreferences | None = None
    ) -> PreparedSeat:
        """Change a player's choices for a match that hasn't begun. No one else learns of it.

        `deck` is for players who have already accepted, including the challenger. `wish` are their choices for the
        start. Raises NotYourMatch, AlreadyDecided, BadDeck, BadWish.
        """
        async with self._context.store.write(about.AboutMatch(match_id), about.AboutPerson(person)) as tx:
            row = await tx.matches.existing(match_id)
            seat, game = row.own_seat(person), self._context.games.find(row.game)
            if row.status is not MatchStatus.CHALLENGED:
                raise AlreadyDecided(decided(row))
            if deck and row.seats[seat].invited is Invited.ACCEPTED:
                chosen_deck = await own_decks.choose(tx, game, person, deck)
                await tx.decks.set_last(person, game.name, chosen_deck.name)
                await tx.seats.set_deck(match_id, seat, chosen_deck.name, chosen_deck.stored)
            if wish is not None:
                first_answers.check(game, wish)
                await tx.seats.set_pregame(match_id, {seat: wish.text})
            return self._prepared(await tx.matches.existing(match_id), seat)

    async def prepared(self, match_id: int, person: int) -> PreparedSeat:
        """Return a player's choices for a match that has not begun. Raises NotYourMatch, AlreadyDecided."""
        async with self._context.store.read() as store:
            row = await store.matches.existing(match_id)
        seat = row.own_seat(person)
        if row.status is not MatchStatus.CHALLENGED:
            raise AlreadyDecided(decided(row))
        return self._prepared(row, seat)

    def _prepared(self, row: MatchRow, seat: int) -> PreparedSeat:
        own_seat = row.seats[seat]
        return PreparedSeat(self._context.table(row), own_seat.deck, first_answers.read(own_seat.pregame))

    async def until_shown(self, match_id: int) -> MatchTable:
        """Return a challenge once its message exists or can't be sent, or its current state after a timeout.

        Includes matches with the bot, which have already begun.
        """

        async def is_shown() -> bool:
            table = await self._matches.table(match_id)
            return table.challenge_message_id is not None or table.status not in OPEN or table.is_quiet

        await self._signals.announced(match_id, is_shown)
        return await self._matches.table(match_id)

    @retried(known=True)
    async def accept(
        self,
        interaction: int,
        match_id: int,
        person: Person,
        deck: str = "",
        locale: Locale = Locale.ENGLISH,
        wish: PregamePreferences | None = None,
    ) -> AcceptedChallenge:
        """Accept a challenge or take a seat at an open table, with a deck if the game has decks.

        The match begins when everyone has accepted and no seat is free. `wish` are their choices for the start, None
        for earlier ones. Raises NotYourMatch, AlreadyDecided, BadDeck, BadWish, BadOpponent, LimitReached, Unwilling.
        """
        async with self._context.change(about.AboutMatch(match_id)) as tx:
            row = await tx.matches.existing(match_id, data=True)
            # The limit on matches per player counts this one too, so hold every player before counting.
            await tx.hold(*held([person, *people_of(row)]))
            await tx.people.store(person.id, person.name)
            seat = row.seat_of(person.id)
            if await tx.acts.act(interaction) is not None and seat is not None:
                return await self._accepted(tx, row, seat, locale)
            if seat is None and row.table_for:
                row = await open_tables.sit(tx, row, person, self._context.settings)
            seat = _answering(row, person.id, "accept")
            game = self._context.games.find(row.game)
            chosen_deck = await own_decks.choose(tx, game, person.id, deck)
            if wish is not None:
                first_answers.check(game, wish)
                await tx.seats.set_pregame(match_id, {seat: wish.text})
            challenger_seat = row.seats[row.challenger]
            challenger = Person(challenger_seat.person_id, challenger_seat.name)
            await self._check_match(tx, row, person, row.invited(Invited.ACCEPTED))
            refusal = msg("There can be no match between you and {who} now.", who=challenger.name)
            await check_willing(tx.blocks, person, challenger, refusal)
            if chosen_deck.name:
                await tx.decks.set_last(person.id, game.name, chosen_deck.name)
            act = ActRow(
                match_id, row.rev + 1, interaction, "accept", person.id, seat, self._context.clock.now()
            )
            after, match = await self._accept(tx, row, game, chosen_deck, act)
            return await self._accepted(tx, after, seat, locale, match)

    async def _accepted(
        self, store: Reading, row: MatchRow, seat: int, locale: Locale, match: Match | None = None
    ) -> AcceptedChallenge:
        if row.status is MatchStatus.CHALLENGED:
            return AcceptedChallenge(self._context.table(row), None)
        person = row.seats[seat].person_id
        rows = PlayerRows(row, await store.events.of(row.id, decided_by=person), NO_DRAFT, None)
        snapshot = await self._matches.read_player_snapshot(store, rows, seat, locale, match)
        return AcceptedChallenge(snapshot.table, snapshot)

    @retried(known=True)
    async def start(self, interaction: int, match_id: int, person: int) -> MatchTable:
        """Begin a match with those who have accepted, as its challenger. Raises NotYourMatch, AlreadyDecided."""
        try:
            async with self._context.store.write(about.AboutMatch(match_id)) as tx:
                row = await tx.matches.existing(match_id, data=True)
                if await tx.acts.act(interaction) is None:
                    await self._start(tx, row, person, interaction)
            return await self.with_bot_moves(await self._matches.table(match_id))
        finally:
            self._context.wake()

    async def _start(self, tx: Writing, row: MatchRow, person: int, interaction: int) -> None:
        if row.own_seat(person) != row.challenger:
            raise NotYourMatch(msg("Only {who} can start this match.", who=row.seats[row.challenger].name))
        if row.status is not MatchStatus.CHALLENGED:
            raise AlreadyDecided(decided(row))
        game, accepted = self._context.games.find(row.game), row.invited(Invited.ACCEPTED)
        if len(accepted) not in game.seats:
            least = game.seats.start
            raise AlreadyDecided(
                msg("{game} needs {n} players. There are {m}.", game=game.title, n=least, m=len(accepted))
            )
        challenger = Person(person, row.seats[row.challenger].name)
        await tx.hold(*held(people_of(row)))
        await self._check_match(tx, row, challenger, [seat for seat in accepted if seat != row.challenger])
        await tx.seats.keep(row.id, accepted)
        row = await tx.matches.existing(row.id, data=True)
        await stop_waiting(tx, row)
        act = ActRow(
            row.id, row.rev + 1, interaction, "start", person, row.challenger, self._context.clock.now()
        )
        await begin(tx, row, game, act, self._seed(), self._context.reply_delay, self._context.random_source)

    async def _check_match(
        self, store: Reading, row: MatchRow, person: Person, others: Sequence[int]
    ) -> None:
        """Raise LimitReached, worded for `person`, if one more match exceeds a player's limit."""
        seats = [row.seats[seat] for seat in others]
        people = [Person(seat.person_id, seat.name) for seat in seats if not seat.is_bot]
        await limits.check_match(store.matches, self._context.settings, person, people, row.channel_id)
        await check_match(store.servers, row.guild_id, person, people)

    async def decline(self, interaction: int, match_id: int, person: int) -> MatchTable:
        """Decline a challenge, even after accepting it. Raises NotYourMatch, AlreadyDecided."""
        return await self._close(interaction, match_id, person, "decline")

    async def withdraw(self, interaction: int, match_id: int, person: int) -> MatchTable:
        """Withdraw your own challenge. Raises NotYourMatch, AlreadyDecided."""
        return await self._close(interaction, match_id, person, "withdraw")

    @retried(known=True)
    async def _close(self, interaction: int, match_id: int, person: int, kind: str) -> MatchTable:
        async with self._context.change(about.AboutMatch(match_id)) as tx:
            row = await tx.matches.existing(match_id)
            if await tx.acts.act(interaction) is None:
                _answering(row, person, kind)
                await close_challenge(
                    tx, row, self._context.games, person, self._context.clock.now(), interaction
                )
            return self._context.table(await tx.matches.existing(match_id))


def people_of(row: MatchRow) -> list[Person]:
    """Return the players of a match."""
    return [Person(seat.person_id, seat.name, is_this_bot=seat.is_bot) for seat in row.seats]


def held(people: Iterable[Person]) -> set[about.AboutPerson]:
    """Return the people to name in a transaction that counts their challenges and matches. The bot's are not counted."""
    return {about.AboutPerson(person.id) for person in people if not person.is_this_bot}


def _answering(row: MatchRow, person: int, kind: str) -> int:
    """Return the seat of a player who may do `kind` to a challenge. Raises NotYourMatch, AlreadyDecided."""
    seat = row.seat_of(person)
    if row.table_for:
        return open_tables.answering(row, seat, kind)
    challenger, challenged = two_sides(row)
    if seat is None:
        raise NotYourMatch(
            msg("This challenge is between {one} and {other}.", one=challenger, other=challenged)
        )
    if kind == "withdraw" and seat != row.challenger:
        raise NotYourMatch(msg("Only {who} can withdraw this challenge. You can decline it.", who=challenger))
    if kind != "withdraw" and seat == row.challenger:
        raise NotYourMatch(
            msg("This is your own challenge. {who} can accept it, and you can withdraw it.", who=challenged)
            if kind == "accept"
            else msg(
                "This is your own challenge. {who} can decline it, and you can withdraw it.", who=challenged
            )
        )
    if row.status is not MatchStatus.CHALLENGED:
        raise AlreadyDecided(decided(row))
    if kind != "withdraw" and row.seats[seat].invited is Invited.DECLINED:
        raise AlreadyDecided(msg("You already declined this challenge."))
    if kind == "accept" and row.seats[seat].invited is Invited.ACCEPTED:
        still = names_of(row, row.invited(Invited.OPEN))
        raise AlreadyDecided(msg("You already accepted. Waiting for {who}.", who=still))
    return seat
