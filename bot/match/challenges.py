"""Challenges: making one, changing what one has chosen for it, answering it, and asking for a match to be played again."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.clocks import NO_CLOCK, TimeControl
from bot.command_keys import Command
from bot.decks import own_decks
from bot.delivery import announcements
from bot.errors import AlreadyDecided, NotYourMatch, StillGoingOn
from bot.games.playable import PlayableGame
from bot.match import beforehand, limits, practice_opponent
from bot.match.beforehand import BY_LOT, Beforehand
from bot.match.beginning import House, begin
from bot.match.commit import row_of, seat_of
from bot.match.desk import DECIDED, two_sides
from bot.match.read import OPEN, MatchViews
from bot.match.views import MatchTable, Person, PrivateLook, Standing
from bot.people import calls
from bot.servers.rules import check_accept, check_challenge
from bot.store.rows import ActRow, MatchRow
from cards.i18n import Locale, msg


@dataclass(frozen=True, slots=True)
class Rematch:
    """A match that is to be played again: its challenge, or if the other player had asked already (`begun`), the match."""

    table: MatchTable
    begun: bool
    deck: str


@dataclass(frozen=True, slots=True)
class Prepared:
    """What one of the two has chosen for a match that has not begun. `deck` is "" for whoever is still to accept."""

    table: MatchTable
    deck: str
    wish: Beforehand


PATIENCE = 5000
"""Milliseconds for which a challenger waits to hear whether their challenge is there."""


class Challenges(MatchViews):
    """Challenges until a match begins. What changes something is carried out once for an interaction."""

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
        control: TimeControl = NO_CLOCK,
        rated: bool = False,
        wish: Beforehand = BY_LOT,
    ) -> MatchTable:
        """Challenge somebody in a channel, with clocks or without; the house accepts at once.

        `wish` is how the match is to begin for the challenger, who alone knows it. Raises BadOpponent, BadDeck, BadWish,
        LimitReached, NotHere, NoRatedMatches.
        """
        limits.check_people(challenger, opponent)
        played = self._games.find(game) if game else self._games.default
        practice_opponent.check(opponent, played, rated=rated)
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

    async def _with_house(self, table: MatchTable) -> MatchTable:
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
        control: TimeControl,
        wish: Beforehand,
        *,
        rated: bool,
    ) -> MatchTable:
        async with self._store.write() as tx:
            if (before := await tx.act(interaction)) is not None:
                return self._table(await row_of(tx, before.match_id))
            chosen = await own_decks.choose(tx, game, challenger.id, deck)
            await limits.check_challenge(tx, self._settings, challenger, opponent, channel_id)
            await check_challenge(tx.servers, guild_id, channel_id, challenger, rated=rated)
            await calls.check_challenge(tx, self._calls, guild_id, challenger, opponent, self._clock.now())
            await tx.put_person(challenger.id, challenger.name)
            if opponent.is_house:
                await tx.put_house(opponent.id, opponent.name)
            else:
                await tx.put_person(opponent.id, opponent.name)
            await tx.set_deck_choice(challenger.id, game.name, chosen.name)
            now = self._clock.now()
            people = (challenger.id, opponent.id)
            match_id = await tx.add_match(
                game.name, guild_id, channel_id, people, chosen.name, now, control, rated=rated
            )
            await tx.set_deck(match_id, 0, chosen.name, chosen.kept)
            await tx.set_beforehand(match_id, {0: wish.text})
            await tx.add_act(ActRow(match_id, 0, interaction, "challenge", challenger.id, 0, now))
            await tx.notes.add(announcements.of_challenge(match_id, 0))
            if opponent.is_house:
                await House(self._games, self._seed, self._quick, self._lot).sit(
                    tx, match_id, opponent.id, now
                )
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
                raise AlreadyDecided(DECIDED[row.standing])
            if deck and seat == row.challenger:
                chosen = await own_decks.choose(tx, game, person, deck)
                await tx.set_deck_choice(person, game.name, chosen.name)
                await tx.set_deck(match_id, seat, chosen.name, chosen.kept)
            if wish is not None:
                beforehand.check(game, wish)
                await tx.set_beforehand(match_id, {seat: wish.text})
            return self._prepared(await row_of(tx, match_id), seat)

    async def prepared(self, match_id: int, person: int) -> Prepared:
        """Return what somebody has chosen for a challenge that nobody has answered yet. Raises NotYourMatch, AlreadyDecided."""
        async with self._store.read() as store:
            row = await row_of(store, match_id)
        seat = seat_of(row, person)
        if row.standing is not Standing.CHALLENGED:
            raise AlreadyDecided(DECIDED[row.standing])
        return self._prepared(row, seat)

    def _prepared(self, row: MatchRow, seat: int) -> Prepared:
        mine = row.seats[seat]
        return Prepared(self._table(row), mine.deck, beforehand.read(mine.beforehand))

    async def until_shown(self, match_id: int) -> MatchTable:
        """Return a challenge once its message is there or can't be sent, or as it stands when that takes too long.

        That of a match with the house, too, which has begun already.
        """

        async def is_shown() -> bool:
            table = await self.table(match_id)
            return table.challenge_message_id is not None or table.standing not in OPEN

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
                    msg("This was a lesson. `{learn}` begins it again.", learn=Command.LEARN.typed)
                )
            asked = await store.rematch(match_id)
            if row.standing is not Standing.OVER:
                raise StillGoingOn(msg("This match is not over yet. A rematch can be asked for when it is."))
            before = await row_of(store, asked) if asked else None
            repeated = await store.act(interaction)
        deck = deck or row.seats[seat].deck
        if repeated is not None:
            table = await self._with_house(self._table(await self._row(repeated.match_id)))
            return Rematch(table, repeated.kind == "accept" or table.is_practice, deck)
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
                msg("You have asked for a rematch already. It is for {other} to accept.", other=other)
            )
        if before.standing is not Standing.CHALLENGED:
            raise AlreadyDecided(msg("The rematch of this match is match {id}.", id=before.id))
        look = await self.accept(interaction, before.id, person, deck)
        return Rematch(look.table, True, deck)

    async def _ask_again(
        self, interaction: int, row: MatchRow, seat: int, person: Person, deck: str
    ) -> MatchTable | None:
        """Make the challenge to a rematch; None if there is one meanwhile."""
        game = self._games.find(row.game)
        people = tuple(one.person_id for one in reversed(row.seats))
        theirs = row.seats[(seat + 1) % len(row.seats)]
        try:
            async with self._store.write() as tx:
                if (before := await tx.act(interaction)) is not None:
                    return self._table(await row_of(tx, before.match_id))
                if await tx.rematch(row.id) is not None:
                    return None
                chosen = await own_decks.choose(tx, game, person.id, deck)
                opponent = Person(theirs.person_id, theirs.name, is_house=theirs.house)
                await limits.check_challenge(tx, self._settings, person, opponent, row.channel_id)
                await check_challenge(tx.servers, row.guild_id, row.channel_id, person, rated=row.rated)
                await calls.check_challenge(
                    tx, self._calls, row.guild_id, person, opponent, self._clock.now()
                )
                await tx.put_person(person.id, person.name)
                await tx.set_deck_choice(person.id, game.name, chosen.name)
                now = self._clock.now()
                mine = people.index(person.id)
                match_id = await tx.add_match(
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
                await tx.set_deck(match_id, mine, chosen.name, chosen.kept)
                await tx.add_act(ActRow(match_id, 0, interaction, "challenge", person.id, mine, now))
                await tx.notes.add(announcements.of_challenge(match_id, 0))
                if theirs.house:
                    await House(self._games, self._seed, self._quick, self._lot).sit(
                        tx, match_id, theirs.person_id, now
                    )
                return self._table(await row_of(tx, match_id))
        finally:
            self._wake()

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
                await tx.put_person(person.id, person.name)
                row = await row_of(tx, match_id, data=True)
                seat = row.seat_of(person.id)
                if await tx.act(interaction) is not None and seat is not None:
                    return await self._private(tx, row, seat, locale)
                seat = _answering(row, person.id, "accept")
                game = self._games.find(row.game)
                chosen = await own_decks.choose(tx, game, person.id, deck)
                theirs = row.seats[row.challenger]
                challenger = Person(theirs.person_id, theirs.name)
                await limits.check_accept(tx, self._settings, challenger, person, row.channel_id)
                await check_accept(tx.servers, row.guild_id, challenger, person)
                gone = msg("There can be no match between you and {who} now.", who=challenger.name)
                await calls.check_willing(tx.calls, person, challenger, gone)
                await tx.set_deck_choice(person.id, game.name, chosen.name)
                act = ActRow(match_id, row.rev + 1, interaction, "accept", person.id, seat, self._clock.now())
                begun, match = await begin(tx, row, game, chosen, act, self._seed(), self._quick, self._lot)
                return await self._private(tx, begun, seat, locale, match)
        finally:
            self._wake()

    async def decline(self, interaction: int, match_id: int, person: int) -> MatchTable:
        """Decline a challenge that one was made. Raises NotYourMatch, AlreadyDecided."""
        return await self._close(interaction, match_id, person, Standing.DECLINED, "decline")

    async def withdraw(self, interaction: int, match_id: int, person: int) -> MatchTable:
        """Take one's own challenge back. Raises NotYourMatch, AlreadyDecided."""
        return await self._close(interaction, match_id, person, Standing.WITHDRAWN, "withdraw")

    async def _close(
        self, interaction: int, match_id: int, person: int, standing: Standing, kind: str
    ) -> MatchTable:
        """End a challenge without a match."""
        try:
            async with self._store.write() as tx:
                row = await row_of(tx, match_id)
                if await tx.act(interaction) is not None:
                    return self._table(row)
                seat = _answering(row, person, kind)
                act = ActRow(match_id, row.rev + 1, interaction, kind, person, seat, self._clock.now())
                notes = announcements.of_challenge(match_id, act.rev)
                await tx.advance(
                    row, standing=standing, awaited=(), data=None, act=act, events="[]", notes=notes
                )
                return self._table(await row_of(tx, match_id))
        finally:
            self._wake()


def _answering(row: MatchRow, person: int, kind: str) -> int:
    """Return the seat of somebody who may do `kind` to a challenge. Raises NotYourMatch, AlreadyDecided."""
    seat = row.seat_of(person)
    challenger, challenged = two_sides(row)
    if seat is None:
        raise NotYourMatch(
            msg("This challenge is between {one} and {other}.", one=challenger, other=challenged)
        )
    if kind == "withdraw" and seat != row.challenger:
        raise NotYourMatch(msg("Only {who} can withdraw this challenge. You can decline it.", who=challenger))
    if kind != "withdraw" and seat == row.challenger:
        raise NotYourMatch(
            msg("This is your own challenge: {who} can accept it, you can withdraw it.", who=challenged)
            if kind == "accept"
            else msg("This is your own challenge: {who} can decline it, you can withdraw it.", who=challenged)
        )
    if row.standing is not Standing.CHALLENGED:
        raise AlreadyDecided(DECIDED[row.standing])
    return seat
