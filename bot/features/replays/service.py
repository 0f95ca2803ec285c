"""Replays of finished matches: each position as everyone saw it, or with open hands.

A match in progress is never replayed, because that would reveal hands. Finished matches show hands, except those of
people who keep them private.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import StrEnum

import msgspec

from bot.errors import KeptPrivate, NotFound
from bot.games.playable import PlayableGame
from bot.match.replay.records import Records, record_text, sealed_text, seats_kept_private
from bot.match.replay.turning_point import steps_of
from bot.platform.places import beside
from bot.store import about
from bot.store.person import A_FORMER_PLAYER
from bot.store.rows import MatchRow
from bot.store.store import retried
from bot.views import build_views
from bot.views.load_match import load
from bot.views.types import MatchTable, PrivateLook, PublicLook, StoryLine
from cards.i18n import Locale, Message, Translator, msg
from engine.kernel.diagnostics import Unreadable
from engine.kernel.events.event import Event
from engine.kernel.events.story import StoryAct
from engine.kernel.events.summary import AT_ONCE
from engine.kernel.match import Match
from engine.kernel.match_state import MatchRecord
from engine.kernel.position import Outcome
from engine.kernel.records.reader import read_record
from engine.kernel.records.sealed_verifier import read_sealed, verify_sealed
from engine.kernel.records.text import Verdict
from engine.kernel.records.verifier import verify

_Looks = tuple[PublicLook, tuple[PrivateLook, ...], tuple[StoryLine, ...]]


class Eyes(StrEnum):
    """Through whose eyes a match is replayed."""

    PUBLIC = "public"
    FIRST = "0"
    SECOND = "1"
    BOTH = "both"


class Chapter(msgspec.Struct, frozen=True):
    """A part of a match: its first step, and its name."""

    step: int
    name: str


class ReplayScene(msgspec.Struct, frozen=True):
    """A step of a finished match. Step 0 is the beginning; each answer is a step, and so is an end from outside.

    `hands` are the snapshots of the seats whose hands are shown. `offered` are the viewpoints to choose from.
    `happened` are sentences about the events before it, as seen from this viewpoint.
    """

    eyes: Eyes
    step: int
    last: int
    chapters: tuple[Chapter, ...]
    public: PublicLook
    hands: tuple[PrivateLook, ...]
    happened: tuple[StoryLine, ...]
    offered: tuple[Eyes, ...]
    is_player: bool
    """Whether the viewer played in it."""
    keeps: bool
    """Whether they keep their hands to themselves."""

    @property
    def chapter(self) -> int:
        """The chapter of this step, counted from 0."""
        return max(n for n, chapter in enumerate(self.chapters) if chapter.step <= self.step)


class Promise(msgspec.Struct, frozen=True):
    """The promised deal of a match.

    During the match `verdict` is None. `seed` is "" then, and if hands are private.
    """

    table: MatchTable
    commitment: str
    seed: str = ""
    verdict: Verdict | None = None
    outcome: Outcome | None = None


_Shown = tuple[
    Eyes, int, int, tuple[Chapter, ...], PublicLook, tuple[PrivateLook, ...], tuple[StoryLine, ...]
]


class Replays:
    """Replays and proofs of matches. Raises exceptions with sentences: NotFound, StillGoingOn, KeptPrivate."""

    def __init__(self, records: Records) -> None:
        self._records = records
        self._store = records.store
        self._games = records.games

    async def scene(
        self,
        match_id: int,
        person: int,
        step: int | None = None,
        eyes: Eyes | None = None,
        locale: Locale = Locale.ENGLISH,
    ) -> ReplayScene:
        """Return a step of a finished match, by default the last; a step out of range becomes the nearest.

        Without `eyes`, players see their own view, and others the public one. Raises StillGoingOn, KeptPrivate.
        """
        row, match, game = await self._records.finished(match_id)
        seat = row.seat_of(person)
        eyes = eyes or (Eyes.PUBLIC if seat is None else Eyes(str(seat)))
        offered = tuple(one for one in Eyes if _hidden(row, person, one) is None)
        if eyes not in offered:
            raise KeptPrivate(msg("{who} keeps their hands private.", who=_hidden(row, person, eyes) or ""))
        keeps = seat is not None and row.seats[seat].hands_kept
        table = build_views.table_of(row, game)
        shown = await beside(person, _shown, table, match.record, step, eyes, game.translator(locale))
        return ReplayScene(*shown, offered, seat is not None, keeps)

    @retried(known=True)
    async def keep_hands(self, person: int, *, kept: bool) -> None:
        """Store whether a player keeps their hands private when a match is over; in all their matches."""
        async with self._store.write(about.AboutPerson(person)) as tx:
            await tx.people.set_hands_kept(person, kept)

    async def promise(self, match_id: int, person: int = 0) -> Promise:
        """Return the promised deal for one person (0: no one); for a finished match with the result of the
        verification.

        The seed is only included if it reveals no other player's private hand. Otherwise the sealed record is
        verified too.
        """
        async with self._store.read() as store:
            row = await store.matches.existing(match_id, data=True)
        game = self._games.find(row.game)
        table = build_views.table_of(row, game)
        if row.data is None:
            raise NotFound(msg("This match hasn't begun: nothing has been dealt yet."))
        match = load(self._games, row)
        if match.outcome is None:
            return Promise(table, match.commitment)
        keeping = seats_kept_private(row, person)
        verdict = await beside(person, _verdict, row, match, game)
        if keeping and verdict.holds:
            verdict = await beside(person, _sealed_verdict, row, match, game, keeping)
        return Promise(table, match.commitment, "" if keeping else match.seed, verdict, match.outcome)


def _hidden(row: MatchRow, person: int | None, eyes: Eyes) -> Message | str | None:
    """Return the name of another player whose private hand this viewer would see, if any."""
    seats = {Eyes.PUBLIC: [], Eyes.BOTH: list(row.seats)}.get(eyes)
    if seats is None:
        seats = [row.seats[int(eyes)]]
    keeping = next((one for one in seats if one.hands_kept and one.person_id != person), None)
    return keeping and (A_FORMER_PLAYER if keeping.person_id < 0 else keeping.name)


def _sealed_verdict(row: MatchRow, match: Match, game: PlayableGame, keeping: Collection[int]) -> Verdict:
    """Verify the sealed record, as anyone with the file could."""
    return verify_sealed(read_sealed(sealed_text(row, match, game, keeping)))


def _verdict(row: MatchRow, match: Match, game: PlayableGame) -> Verdict:
    """Replay the record, as anyone with the file could."""
    try:
        return verify(read_record(record_text(row, match, game)), game.kernel, game.phrasing)
    except Unreadable as error:
        return Verdict(0, "", msg("I can't read the record: {why}", why=str(error)))
    except NotFound as error:
        return Verdict(0, "", error.message)


def _shown(table: MatchTable, record: MatchRecord, step: int | None, eyes: Eyes, said: Translator) -> _Shown:
    """Play the match again, and look at one step on the way."""
    seats = {Eyes.PUBLIC: (), Eyes.BOTH: tuple(range(len(table.people)))}.get(eyes)
    seats = (int(eyes),) if seats is None else seats
    wanted = None if step is None else max(step, 0)
    chapters: list[Chapter] = []
    found: tuple[int, _Looks] | None = None
    number = 0
    for number, match, events in steps_of(table.game, record):
        name = said(table.game.chapter(match))
        if not chapters or (chapters[-1].name != name and match.outcome is None):
            chapters.append(Chapter(number, name))
        if number == wanted or match.outcome is not None:
            found = found or (number, _looks(table, match, events, seats, said))
    assert found is not None
    shown, (public, hands, happened) = found
    return eyes, shown, number, tuple(chapters), public, hands, happened


def _looks(
    table: MatchTable, match: Match, events: Sequence[Event], seats: Sequence[int], said: Translator
) -> _Looks:
    """Return the snapshots of a position: public, for these seats, and the events before it."""
    act = StoryAct(0, build_views.beats(table, events, seats, None, said))
    happened = build_views.in_lines([act], said, words=AT_ONCE)
    public = build_views.public_look(table, match, (), said)
    hands = tuple(build_views.private_look(table, match, seat, (), None, said=said) for seat in seats)
    return public, hands, happened
