"""A player's record in a game: results by faction and deck, reply times, finished matches.

Practice against the bot is listed but counted separately. So is a match that the bot finished for a player who ran
out of time, as *taken over*: that player neither won, lost nor drew it. For the others, it counts as usual.

Players see their whole record. Others see only matches on the same server, and its factions and decks only if the
player doesn't keep their hands private.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum

import msgspec
from msgspec.structs import replace

from bot.decks import own_decks
from bot.games.playable import Games, PlayableGame
from bot.store import Reading, Store
from bot.store.match_status import MatchStatus
from bot.store.rows import MatchRow
from bot.views import build_views
from bot.views.load_match import CannotBeRead, load
from bot.views.types import MatchTable
from cards.i18n import Value
from engine.kernel.endings import TIME, counts

_MOST = 1000
"""Maximum number of matches counted, the newest ones."""
PER_PAGE = 8


class MatchResult(StrEnum):
    """The result of a match for one player."""

    WON = "won"
    LOST = "lost"
    DRAWN = "drawn"
    TAKEN_OVER = "taken over"
    """The player ran out of time, and the bot played to the end, so the result isn't theirs."""


class ResultTally(msgspec.Struct, frozen=True):
    """The numbers of matches won, lost, drawn, and taken over by the bot."""

    won: int = 0
    lost: int = 0
    drawn: int = 0
    taken_over: int = 0

    @property
    def played(self) -> int:
        """The number of all matches."""
        return self.won + self.lost + self.drawn + self.taken_over


class Past(msgspec.Struct, frozen=True):
    """A finished match from one player's side. `deck` is their deck's name, "" if it is private."""

    table: MatchTable
    seat: int
    result: MatchResult
    reason: str
    deck: Value
    place: int
    """Their place in the result, from 1."""


class Profile(msgspec.Struct, frozen=True):
    """A player's record in a game. `median_reply` is in milliseconds, None if they never had to reply.

    `practice` counts matches against the bot; they are also in `past`, but in no other field. If `decks_private`, factions
    and decks are left out.
    """

    person: int
    name: str
    total: ResultTally
    practice: ResultTally
    playing: int
    by_faction: tuple[tuple[Value, ResultTally], ...]
    by_deck: tuple[tuple[Value, ResultTally], ...]
    decks_private: bool
    median_reply: int | None
    timeouts: int
    past: tuple[Past, ...]
    """A page of finished matches, newest first."""
    page: int
    pages: int


class Profiles:
    """Computes players' records from the store."""

    def __init__(self, store: Store, games: Games) -> None:
        self._store = store
        self._games = games

    async def profile(
        self, person: int, asker: int, guild_id: int | None, game: PlayableGame, page: int = 1
    ) -> Profile:
        """Return the part of a player's record in a game that `asker` may see.

        Of other players, only matches on this server. A page out of range becomes the nearest one.
        """
        own = person == asker
        async with self._store.read() as store:
            settings = await store.people.person(person)
            over = await store.matches.of(person, (MatchStatus.OVER,), _MOST, game=game.name)
            playing = await store.matches.of(person, (MatchStatus.PLAYING,), _MOST, game=game.name)
            over = [row if row.reason else await self._with_end(store, row) for row in over]
            median = await store.acts.median_reply(
                person, game.name, None if own else guild_id, everywhere=own
            )
        if not own:
            over = [row for row in over if guild_id is not None and row.guild_id == guild_id]
            playing = [row for row in playing if guild_id is not None and row.guild_id == guild_id]
        private = settings.hands_kept and not own
        finished = sorted(
            (row for row in over if _counts(self._games, row)), key=lambda row: (-row.changed_at, -row.id)
        )
        past = [self._past(row, person, with_deck=not private) for row in finished]
        pages = max(1, -(-len(past) // PER_PAGE))
        real_matches = [
            (row, match) for row, match in zip(finished, past, strict=True) if not _is_practice(row)
        ]
        page = min(max(page, 1), pages)
        own_play = [(row, match) for row, match in real_matches if match.result is not MatchResult.TAKEN_OVER]
        return Profile(
            person=person,
            name=settings.name,
            total=_tally(match for _, match in real_matches),
            practice=_tally(match for row, match in zip(finished, past, strict=True) if _is_practice(row)),
            playing=sum(row.seat_of(person) in row.playing for row in playing),
            by_faction=() if private else self._tallies_by(own_play, self._faction),
            by_deck=() if private else self._tallies_by(own_play, self._deck),
            decks_private=private,
            median_reply=median,
            timeouts=sum(
                match.result is MatchResult.LOST and match.reason == TIME.key for _, match in real_matches
            ),
            past=tuple(past[(page - 1) * PER_PAGE : page * PER_PAGE]),
            page=page,
            pages=pages,
        )

    async def _with_end(self, store: Reading, row: MatchRow) -> MatchRow:
        """Return a match with its outcome, read from its data. Old rows don't store the outcome separately."""
        full_row = await store.matches.existing(row.id, data=True)
        assert full_row.data is not None
        try:
            outcome = load(self._games, full_row).outcome
        except CannotBeRead:
            return row
        if outcome is None:
            return row
        places = {seat: number for number, seats in enumerate(outcome.places, 1) for seat in seats}
        seats = tuple(replace(seat, place=places.get(number)) for number, seat in enumerate(row.seats))
        return replace(row, seats=seats, reason=outcome.ending)

    def _past(self, row: MatchRow, person: int, *, with_deck: bool) -> Past:
        seat = row.seat_of(person)
        assert seat is not None
        own_seat = row.seats[seat]
        result = (
            MatchResult.TAKEN_OVER
            if own_seat.taken_over and own_seat.left is None
            else MatchResult.DRAWN
            if len(row.places) < 2 or (seat in row.places[0] and len(row.places[0]) > 1)
            else MatchResult.WON
            if seat in row.places[0]
            else MatchResult.LOST
        )
        table = build_views.table_of(row, self._games.find(row.game))
        deck = self._deck(row, seat) if with_deck else ""
        return Past(table, seat, result, own_seat.left or row.reason, deck, row.place_of(seat) or 1)

    def _deck(self, row: MatchRow, seat: int) -> Value:
        """Return the name of a seat's deck."""
        return self._games.find(row.game).called(row.seats[seat].deck)

    def _faction(self, row: MatchRow, seat: int) -> Value:
        game = self._games.find(row.game)
        seat_row = row.seats[seat]
        deck = own_decks.stored_content(game, seat_row.deck, seat_row.deck_content)
        return "" if deck is None else game.faction(deck)

    def _tallies_by(
        self, matches: list[tuple[MatchRow, Past]], group_of: Callable[[MatchRow, int], Value]
    ) -> tuple[tuple[Value, ResultTally], ...]:
        """Return tallies by the name that `group_of` gives each match, most played first.

        Matches with an empty name are left out.
        """
        grouped: dict[Value, list[Past]] = {}
        for row, match in matches:
            if name := group_of(row, match.seat):
                grouped.setdefault(name, []).append(match)
        tallies = [(name, _tally(group)) for name, group in grouped.items()]
        return tuple(sorted(tallies, key=lambda entry: (-entry[1].played, str(entry[0]))))


def _counts(games: Games, row: MatchRow) -> bool:
    """Return whether a finished match has a result: its ending is known, and it counts."""
    return bool(row.reason) and counts(games.find(row.game).kernel.endings, row.reason)


def _is_practice(row: MatchRow) -> bool:
    """Return whether the bot plays in a match."""
    return any(seat.is_bot for seat in row.seats)


def _tally(past: Iterable[Past]) -> ResultTally:
    results = [match.result for match in past]
    return ResultTally(
        *map(
            results.count,
            (MatchResult.WON, MatchResult.LOST, MatchResult.DRAWN, MatchResult.TAKEN_OVER),
        )
    )
