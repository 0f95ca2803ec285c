"""A person's record in a game: results by faction and deck, reply times, finished matches.

Practice against the bot is listed but counted separately. So is a match that the bot finished for a person who ran
out of time, as *taken over*: they have neither won nor lost nor drawn it. For the others in it, it counts as usual.

The person sees everything. Others see what was public on the same server, and the decks of finished matches, unless
their player keeps their hands private.
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
"""Finished matches that are counted, the newest ones."""
PER_PAGE = 8


class MatchResult(StrEnum):
    """The result of a match for a person."""

    WON = "won"
    LOST = "lost"
    DRAWN = "drawn"
    TAKEN_OVER = "taken over"
    """They ran out of time, and the bot played on to the end: the result isn't theirs."""


class ResultTally(msgspec.Struct, frozen=True):
    """The numbers of matches won, lost and drawn, and of those that the bot played to the end for them."""

    won: int = 0
    lost: int = 0
    drawn: int = 0
    taken_over: int = 0

    @property
    def played(self) -> int:
        """The number of all matches."""
        return self.won + self.lost + self.drawn + self.taken_over


class Past(msgspec.Struct, frozen=True):
    """A finished match, as it ended for a person. `deck` is theirs, "" where it must not be shown."""

    table: MatchTable
    seat: int
    result: MatchResult
    reason: str
    deck: Value
    place: int
    """In which place they came in, from 1."""


class Profile(msgspec.Struct, frozen=True):
    """A person's record in a game. `median_reply` is in milliseconds, None if they never had to reply.

    `practice` is against the bot; nothing else but `past` counts it. `decks_private`: factions and decks are not told.
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
    """A page of the matches that are over, the one that ended last first."""
    page: int
    pages: int


class Profiles:
    """Records of people."""

    def __init__(self, store: Store, games: Games) -> None:
        self._store = store
        self._games = games

    async def profile(
        self, person: int, asker: int, guild_id: int | None, game: PlayableGame, page: int = 1
    ) -> Profile:
        """Return what `asker` may see of a person's record in a game; of others, only matches on this server.

        A missing page becomes the nearest one.
        """
        own = person == asker
        async with self._store.read() as store:
            known = await store.people.person(person)
            over = await store.matches.of(person, (MatchStatus.OVER,), _MOST, game=game.name)
            playing = await store.matches.of(person, (MatchStatus.PLAYING,), _MOST, game=game.name)
            over = [row if row.reason else await self._with_end(store, row) for row in over]
            median = await store.acts.median_reply(
                person, game.name, None if own else guild_id, everywhere=own
            )
        if not own:
            over = [row for row in over if guild_id is not None and row.guild_id == guild_id]
            playing = [row for row in playing if guild_id is not None and row.guild_id == guild_id]
        private = known.hands_kept and not own
        counted = sorted(
            (row for row in over if _counts(self._games, row)), key=lambda row: (-row.changed_at, -row.id)
        )
        past = [self._past(row, person, told=not private) for row in counted]
        pages = max(1, -(-len(past) // PER_PAGE))
        real = [(row, one) for row, one in zip(counted, past, strict=True) if not _is_practice(row)]
        page = min(max(page, 1), pages)
        own_play = [(row, one) for row, one in real if one.result is not MatchResult.TAKEN_OVER]
        return Profile(
            person=person,
            name=known.name,
            total=_tally(one for _, one in real),
            practice=_tally(one for row, one in zip(counted, past, strict=True) if _is_practice(row)),
            playing=sum(row.seat_of(person) in row.playing for row in playing),
            by_faction=() if private else self._by(own_play, self._faction),
            by_deck=() if private else self._by(own_play, self._deck),
            decks_private=private,
            median_reply=median,
            timeouts=sum(one.result is MatchResult.LOST and one.reason == TIME.key for _, one in real),
            past=tuple(past[(page - 1) * PER_PAGE : page * PER_PAGE]),
            page=page,
            pages=pages,
        )

    async def _with_end(self, store: Reading, row: MatchRow) -> MatchRow:
        """Return a match that ended before ends were kept beside it, with its end."""
        whole = await store.matches.existing(row.id, data=True)
        assert whole.data is not None
        try:
            outcome = load(self._games, whole).outcome
        except CannotBeRead:
            return row
        if outcome is None:
            return row
        place = {seat: number for number, seats in enumerate(outcome.places, 1) for seat in seats}
        seats = tuple(replace(one, place=place.get(number)) for number, one in enumerate(row.seats))
        return replace(row, seats=seats, reason=outcome.ending)

    def _past(self, row: MatchRow, person: int, *, told: bool) -> Past:
        seat = row.seat_of(person)
        assert seat is not None
        mine = row.seats[seat]
        result = (
            MatchResult.TAKEN_OVER
            if mine.taken_over and mine.left is None
            else MatchResult.DRAWN
            if len(row.places) < 2 or (seat in row.places[0] and len(row.places[0]) > 1)
            else MatchResult.WON
            if seat in row.places[0]
            else MatchResult.LOST
        )
        table = build_views.table_of(row, self._games.find(row.game))
        deck = self._deck(row, seat) if told else ""
        return Past(table, seat, result, mine.left or row.reason, deck, row.place_of(seat) or 1)

    def _deck(self, row: MatchRow, seat: int) -> Value:
        """Return the name of a seat's deck."""
        return self._games.find(row.game).called(row.seats[seat].deck)

    def _faction(self, row: MatchRow, seat: int) -> Value:
        game = self._games.find(row.game)
        one = row.seats[seat]
        deck = own_decks.stored_content(game, one.deck, one.deck_content)
        return "" if deck is None else game.faction(deck)

    def _by(
        self, played: list[tuple[MatchRow, Past]], sort: Callable[[MatchRow, int], Value]
    ) -> tuple[tuple[Value, ResultTally], ...]:
        """Return the results by what `sort` calls them, the most played first; without those that it can't call."""
        grouped: dict[Value, list[Past]] = {}
        for row, one in played:
            if name := sort(row, one.seat):
                grouped.setdefault(name, []).append(one)
        tallies = [(name, _tally(found)) for name, found in grouped.items()]
        return tuple(sorted(tallies, key=lambda one: (-one[1].played, str(one[0]))))


def _counts(games: Games, row: MatchRow) -> bool:
    """Return whether a match that is over has a result: its end is known, and it was not broken off."""
    return bool(row.reason) and counts(games.find(row.game).kernel.endings, row.reason)


def _is_practice(row: MatchRow) -> bool:
    """Return whether one of the players is the bot itself."""
    return any(seat.house for seat in row.seats)


def _tally(past: Iterable[Past]) -> ResultTally:
    results = [one.result for one in past]
    return ResultTally(
        *map(
            results.count,
            (MatchResult.WON, MatchResult.LOST, MatchResult.DRAWN, MatchResult.TAKEN_OVER),
        )
    )
