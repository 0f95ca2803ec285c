"""The round that decided a match, from public information: as data, as text, and as an animation."""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict
from collections.abc import Sequence
from functools import partial

import msgspec

from bot.match.replay.records import Records
from bot.match.replay.turning_point import steps_of
from bot.platform.places import run_in_thread, waiting
from bot.views import build_views
from bot.views.pictures import PictureService, PublicPicture
from bot.views.types import MatchTable
from cards.i18n import Locale, Translator, msg, series
from engine.kernel.events.event import SeenEvent, seen
from engine.kernel.events.story import StoryAct
from engine.kernel.events.summary import AT_A_DISTANCE
from engine.kernel.match_state import MatchRecord
from engine.kernel.position import Places
from render.table.finale import placed

ALT = 1024
"""Maximum characters of the alt text."""
REMEMBERED = 8
"""Animations kept in memory."""
_SENTENCE = re.compile(r"(?<=[.!?]) (?=\S)")


class DecisiveRound(msgspec.Struct, frozen=True):
    """A round of a match: its name, its public views in order, the events before each, and its alt text."""

    table: MatchTable
    translator: Translator
    name: str
    views: tuple[object, ...]
    happened: tuple[tuple[SeenEvent, ...], ...]
    alt: str


class FinalRound(msgspec.Struct, frozen=True):
    """The round in which a match ended, as an animation. `is_decisive`: it ended by the rules in it."""

    name: str
    picture: PublicPicture
    is_decisive: bool = True


_Key = tuple[int, Locale, tuple[str, ...]]


class Highlights:
    """Animates decisive rounds, one at a time, so that no player waits for them."""

    def __init__(self, records: Records, pictures: PictureService) -> None:
        self._records = records
        self._pictures = pictures
        self._turn = asyncio.Semaphore(1)
        self._making: dict[_Key, asyncio.Task[FinalRound | None]] = {}
        self._made: OrderedDict[_Key, FinalRound | None] = OrderedDict()

    @property
    def under_way(self) -> int:
        """The number of animations in progress or waiting."""
        return len(self._making)

    def is_begun(self, match_id: int) -> bool:
        """Return whether a film of a match is made, in progress or waiting."""
        return any(key[0] == match_id for key in (*self._making, *self._made))

    async def of_match(self, match_id: int, locale: Locale) -> FinalRound | None:
        """Return the round in which a match ended; None if no round was played.

        If the caller is cancelled, the animation is still made and kept. Raises StillGoingOn, and NotFound
        for a match that can't be replayed.
        """
        table, record = await self._records.over(match_id)
        key = (match_id, locale, table.names)
        if key in self._made:
            self._made.move_to_end(key)
            return self._made[key]
        task = self._making.get(key)
        if task is None:
            task = asyncio.create_task(self._make(table, record, locale), name=f"round of match {match_id}")
            self._making[key] = task
            task.add_done_callback(partial(self._keep, key))
        async with waiting():
            return await asyncio.shield(task)

    async def _make(self, table: MatchTable, record: MatchRecord, locale: Locale) -> FinalRound | None:
        async with self._turn:
            translator = table.game.translator(locale)
            table = table.in_language(translator)
            final_round = await run_in_thread(0, decisive_round, table, record, translator)
            if final_round is None:
                return None
            finale = table.game.shown.finale
            assert finale is not None
            gif = await self._pictures.film(
                finale(final_round.views, final_round.happened, table.names, translator)
            )
            outcome = record.outcome
            from_outside = outcome is not None and table.game.kernel.endings[outcome.ending].is_from_outside
            return FinalRound(
                final_round.name, PublicPicture(gif, final_round.alt, "round.gif"), not from_outside
            )

    def _keep(self, key: _Key, task: asyncio.Task[FinalRound | None]) -> None:
        del self._making[key]
        if task.cancelled() or task.exception() is not None:
            return
        self._made[key] = task.result()
        while len(self._made) > REMEMBERED:
            self._made.popitem(last=False)


def decisive_round(table: MatchTable, record: MatchRecord, translator: Translator) -> DecisiveRound | None:
    """Return the round in which a match ended; None if no round of it was played.

    For a match that ended from outside, such as by resignation, it is the last complete round, if there is
    one, and everything after it. Raises NotFound if the record can no longer be replayed.
    """
    game = table.game
    if not game.is_in_rounds:
        return None
    rounds = [game.kernel.round_number(match.machine) for _, match, _ in steps_of(game, record)]
    first = rounds[-1]
    if not first:
        return None
    if record.outcome is not None and game.kernel.endings[record.outcome.ending].is_from_outside:
        first = max(first - 1, 1)
    views: list[object] = []
    happened: list[tuple[SeenEvent, ...]] = []
    acts: list[StoryAct] = []
    name = ""
    for number, match, events in steps_of(game, record):
        if rounds[number] < first:
            continue
        name = name or translator(game.chapter(match))
        acts.append(StoryAct(number, build_views.beats(table, events, (), None, translator)))
        views.append(build_views.public_snapshot(table, match, (), translator).view)
        happened.append(tuple(seen(event, None) for event in events))
    lines = [str(line) for line in build_views.in_lines(acts, translator, words=AT_A_DISTANCE)]
    if record.outcome is not None and len(table.people) > 2:
        lines.append(_in_places(record.outcome.places, table.names_in(translator), translator))
    return DecisiveRound(
        table, translator, name, tuple(views), tuple(happened), _alt(name, lines, translator)
    )


def _in_places(places: Places, names: Sequence[str], translator: Translator) -> str:
    """Return the final places as in the last picture, one sentence per place."""
    ranks = placed(places)
    shared = {place: [names[seat] for at, seat in ranks if at == place] for place, _ in ranks}
    return " ".join(f"{place}: {translator(series(*players))}." for place, players in shared.items())


def _alt(name: str, lines: Sequence[str], translator: Translator) -> str:
    """Return the round as text. If it is too long, keep as much of its end as fits."""
    head = translator(msg("{round}, animated.", round=name))
    text = " ".join(filter(None, [head, *lines]))
    if len(text) <= ALT:
        return text
    sentences: list[str] = []
    room = ALT - len(head) - 2
    for sentence in reversed(_SENTENCE.split(" ".join(lines))):
        room -= len(sentence) + 1
        if room < 0:
            break
        sentences.insert(0, sentence)
    return " ".join([head, "…", *sentences])
