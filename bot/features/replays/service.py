"""Replays of finished matches: each position in the public view, in a player's view, or with all hands open.

A match in progress can't be replayed, because that would reveal hands. Finished matches show hands, except those of
players who keep them private.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import StrEnum

import msgspec

from bot.errors import KeptPrivate, NotFound
from bot.games.playable import PlayableGame
from bot.match.replay.records import Records, record_text, sealed_text, seats_kept_private
from bot.match.replay.turning_point import steps_of
from bot.platform.places import run_in_thread
from bot.store import about
from bot.store.person import A_FORMER_PLAYER
from bot.store.rows import MatchRow
from bot.store.store import retried
from bot.views import build_views
from bot.views.load_match import load
from bot.views.types import MatchTable, PlayerSnapshot, PublicSnapshot, StoryLine
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

_Snapshots = tuple[PublicSnapshot, tuple[PlayerSnapshot, ...], tuple[StoryLine, ...]]


class ReplayView(StrEnum):
    """The view of a replay: public, one player's, or with all hands open."""

    PUBLIC = "public"
    FIRST = "0"
    SECOND = "1"
    BOTH = "both"


class Chapter(msgspec.Struct, frozen=True):
    """A part of a match: its first step, and its name."""

    step: int
    name: str


class ReplayScene(msgspec.Struct, frozen=True):
    """A step of a finished match. Step 0 is the beginning. Each answer is a step, and so is an ending without one.

    `hands` are the snapshots of the seats whose hands are shown. `offered` are the available views. `happened` are
    sentences about the latest events, as seen in this view.
    """

    eyes: ReplayView
    step: int
    last: int
    chapters: tuple[Chapter, ...]
    public: PublicSnapshot
    hands: tuple[PlayerSnapshot, ...]
    happened: tuple[StoryLine, ...]
    offered: tuple[ReplayView, ...]
    is_player: bool
    """Whether the viewer played in it."""
    keeps: bool
    """Whether the viewer keeps their own hands private."""

    @property
    def chapter(self) -> int:
        """The chapter of this step, counted from 0."""
        return max(n for n, chapter in enumerate(self.chapters) if chapter.step <= self.step)


class Promise(msgspec.Struct, frozen=True):
    """A match's deal, which was fixed in advance by its fingerprint (`commitment`), and the result of checking it.

    During the match, `verdict` is None and `seed` is "". `seed` is also "" if hands are private.
    """

    table: MatchTable
    commitment: str
    seed: str = ""
    verdict: Verdict | None = None
    outcome: Outcome | None = None


_StepData = tuple[
    ReplayView,
    int,
    int,
    tuple[Chapter, ...],
    PublicSnapshot,
    tuple[PlayerSnapshot, ...],
    tuple[StoryLine, ...],
]


class Replays:
    """Replays matches and checks their deals. Methods can raise NotFound, StillGoingOn and KeptPrivate."""

    def __init__(self, records: Records) -> None:
        self._records = records
        self._store = records.store
        self._games = records.games

    async def scene(
        self,
        match_id: int,
        person: int,
        step: int | None = None,
        eyes: ReplayView | None = None,
        locale: Locale = Locale.ENGLISH,
    ) -> ReplayScene:
        """Return a step of a finished match, by default the last; a step out of range becomes the nearest.

        Without `eyes`, players see their own view, and others the public one. Raises StillGoingOn, KeptPrivate.
        """
        row, match, game = await self._records.finished(match_id)
        seat = row.seat_of(person)
        eyes = eyes or (ReplayView.PUBLIC if seat is None else ReplayView(str(seat)))
        offered = tuple(view for view in ReplayView if _hidden(row, person, view) is None)
        if eyes not in offered:
            raise KeptPrivate(msg("{who} keeps their hands private.", who=_hidden(row, person, eyes) or ""))
        keeps = seat is not None and row.seats[seat].hands_kept
        table = build_views.table_of(row, game)
        step_data = await run_in_thread(
            person, _step_data, table, match.record, step, eyes, game.translator(locale)
        )
        return ReplayScene(*step_data, offered, seat is not None, keeps)

    @retried(known=True)
    async def keep_hands(self, person: int, *, is_private: bool) -> None:
        """Store whether a player's hands stay private after the end, in all their matches."""
        async with self._store.write(about.AboutPerson(person)) as tx:
            await tx.people.set_hands_kept(person, is_private)

    async def promise(self, match_id: int, person: int = 0) -> Promise:
        """Return a match's deal, as one person may see it (0 means no one). A finished match's deal is checked.

        The seed is included only if it doesn't reveal another player's private hand. Otherwise the sealed record is
        checked as well.
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
        private_seats = seats_kept_private(row, person)
        verdict = await run_in_thread(person, _verdict, row, match, game)
        if private_seats and verdict.holds:
            verdict = await run_in_thread(person, _sealed_verdict, row, match, game, private_seats)
        return Promise(table, match.commitment, "" if private_seats else match.seed, verdict, match.outcome)


def _hidden(row: MatchRow, person: int | None, eyes: ReplayView) -> Message | str | None:
    """Return the name of another player whose private hand this view would show, or None."""
    seats = {ReplayView.PUBLIC: [], ReplayView.BOTH: list(row.seats)}.get(eyes)
    if seats is None:
        seats = [row.seats[int(eyes)]]
    owner = next((seat for seat in seats if seat.hands_kept and seat.person_id != person), None)
    return owner and (A_FORMER_PLAYER if owner.person_id < 0 else owner.name)


def _sealed_verdict(row: MatchRow, match: Match, game: PlayableGame, keeping: Collection[int]) -> Verdict:
    """Verify the sealed record, as anyone can who has the file."""
    return verify_sealed(read_sealed(sealed_text(row, match, game, keeping)))


def _verdict(row: MatchRow, match: Match, game: PlayableGame) -> Verdict:
    """Verify the record by replaying it, as anyone can who has the file."""
    try:
        return verify(read_record(record_text(row, match, game)), game.kernel, game.phrasing)
    except Unreadable as error:
        return Verdict(0, "", msg("I can't read the record: {why}", why=str(error)))
    except NotFound as error:
        return Verdict(0, "", error.message)


def _step_data(
    table: MatchTable, record: MatchRecord, step: int | None, eyes: ReplayView, translate: Translator
) -> _StepData:
    """Replay the match. Return one step of it, as `ReplayScene` needs it."""
    seats = {ReplayView.PUBLIC: (), ReplayView.BOTH: tuple(range(len(table.people)))}.get(eyes)
    seats = (int(eyes),) if seats is None else seats
    target = None if step is None else max(step, 0)
    chapters: list[Chapter] = []
    scene: tuple[int, _Snapshots] | None = None
    number = 0
    for number, match, events in steps_of(table.game, record):
        name = translate(table.game.chapter(match))
        if not chapters or (chapters[-1].name != name and match.outcome is None):
            chapters.append(Chapter(number, name))
        if number == target or match.outcome is not None:
            scene = scene or (number, _snapshots(table, match, events, seats, translate))
    assert scene is not None
    step_number, (public, hands, happened) = scene
    return eyes, step_number, number, tuple(chapters), public, hands, happened


def _snapshots(
    table: MatchTable, match: Match, events: Sequence[Event], seats: Sequence[int], translate: Translator
) -> _Snapshots:
    """Return a position's public snapshot, the snapshots of these seats, and sentences about the events before it."""
    act = StoryAct(0, build_views.beats(table, events, seats, None, translate))
    happened = build_views.in_lines([act], translate, words=AT_ONCE)
    public = build_views.public_snapshot(table, match, (), translate)
    hands = tuple(
        build_views.player_snapshot(table, match, seat, (), None, translator=translate) for seat in seats
    )
    return public, hands, happened
