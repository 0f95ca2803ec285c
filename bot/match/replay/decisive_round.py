"""The round in which a match was decided, from public information: as data, in words, and as an animation."""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict
from collections.abc import Sequence

import msgspec

from bot.match.replay.records import Records
from bot.match.replay.turning_point import steps_of
from bot.platform.places import beside, waiting
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
"""Characters of the round in words."""
REMEMBERED = 8
"""Rounds that are kept to be sent again."""
_SENTENCE = re.compile(r"(?<=[.!?]) (?=\S)")


class DecisiveRound(msgspec.Struct, frozen=True):
    """A round of a match: what it is called, its public views in order, what happened before each, and all in words."""

    table: MatchTable
    translator: Translator
    name: str
    views: tuple[object, ...]
    happened: tuple[tuple[SeenEvent, ...], ...]
    alt: str


class FinalRound(msgspec.Struct, frozen=True):
    """The round in which a match ended, as moving pictures, with its name; `is_decisive`: the rules decided the match in it."""

    name: str
    picture: PublicPicture
    is_decisive: bool = True


_Key = tuple[int, Locale, tuple[str, ...]]


class Highlights:
    """Makes pictures of decisive rounds, one at a time, so that nobody who plays waits for them."""

    def __init__(self, records: Records, pictures: PictureService) -> None:
        self._records = records
        self._pictures = pictures
        self._turn = asyncio.Semaphore(1)
        self._making: dict[_Key, asyncio.Task[FinalRound | None]] = {}
        self._made: OrderedDict[_Key, FinalRound | None] = OrderedDict()

    @property
    def under_way(self) -> int:
        """The number of films that are in progress or waiting."""
        return len(self._making)

    async def of_match(self, match_id: int, locale: Locale) -> FinalRound | None:
        """Return the round in which a match ended; None if none of it was played.

        Someone who gives up waiting can ask again: it is made all the same. Raises StillGoingOn, and NotFound for what can't
        be replayed.
        """
        table, record = await self._records.over(match_id)
        key = (match_id, locale, table.names)
        if key in self._made:
            self._made.move_to_end(key)
            return self._made[key]
        making = self._making.get(key)
        if making is None:
            making = asyncio.create_task(self._make(table, record, locale), name=f"round of match {match_id}")
            self._making[key] = making
            making.add_done_callback(lambda made: self._keep(key, made))
        async with waiting():
            return await asyncio.shield(making)

    async def _make(self, table: MatchTable, record: MatchRecord, locale: Locale) -> FinalRound | None:
        async with self._turn:
            said = table.game.translator(locale)
            table = table.told_in(said)
            found = await beside(0, decisive_round, table, record, said)
            if found is None:
                return None
            finale = table.game.shown.finale
            assert finale is not None
            gif = await self._pictures.film(finale(found.views, found.happened, table.names, said))
            outcome = record.outcome
            from_outside = outcome is not None and table.game.kernel.endings[outcome.ending].is_from_outside
            return FinalRound(found.name, PublicPicture(gif, found.alt, "round.gif"), not from_outside)

    def _keep(self, key: _Key, made: asyncio.Task[FinalRound | None]) -> None:
        del self._making[key]
        if made.cancelled() or made.exception() is not None:
            return
        self._made[key] = made.result()
        while len(self._made) > REMEMBERED:
            self._made.popitem(last=False)


def decisive_round(table: MatchTable, record: MatchRecord, said: Translator) -> DecisiveRound | None:
    """Return the round in which a match ended; None if no round of it was played.

    A match that was ended from outside, such as by resignation, was decided by the last round that was played to its
    end, if there is one, and what came after it. Raises NotFound if the record can't be replayed any more.
    """
    game = table.game
    if not game.is_in_rounds:
        return None
    rounds = [game.kernel.round_number(match.machine) for _, match, _ in steps_of(game, record)]
    wanted = rounds[-1]
    if not wanted:
        return None
    if record.outcome is not None and game.kernel.endings[record.outcome.ending].is_from_outside:
        wanted = max(wanted - 1, 1)
    views: list[object] = []
    happened: list[tuple[SeenEvent, ...]] = []
    acts: list[StoryAct] = []
    name = ""
    for number, match, events in steps_of(game, record):
        if rounds[number] < wanted:
            continue
        name = name or said(game.chapter(match))
        acts.append(StoryAct(number, build_views.beats(table, events, (), None, said)))
        views.append(build_views.public_look(table, match, (), said).view)
        happened.append(tuple(seen(event, None) for event in events))
    told = [str(line) for line in build_views.in_lines(acts, said, words=AT_A_DISTANCE)]
    if record.outcome is not None and len(table.people) > 2:
        told.append(_in_places(record.outcome.places, table.names_in(said), said))
    return DecisiveRound(table, said, name, tuple(views), tuple(happened), _alt(name, told, said))


def _in_places(places: Places, names: Sequence[str], said: Translator) -> str:
    """Return the final places as in the last picture, one sentence per place."""
    ranks = placed(places)
    shared = {place: [names[seat] for at, seat in ranks if at == place] for place, _ in ranks}
    return " ".join(f"{place}: {said(series(*who))}." for place, who in shared.items())


def _alt(name: str, told: Sequence[str], said: Translator) -> str:
    """Return the round in words; of one that has no room, as much of its end as fits."""
    head = said(msg("{round}, animated.", round=name))
    whole = " ".join(filter(None, [head, *told]))
    if len(whole) <= ALT:
        return whole
    kept: list[str] = []
    room = ALT - len(head) - 2
    for sentence in reversed(_SENTENCE.split(" ".join(told))):
        room -= len(sentence) + 1
        if room < 0:
            break
        kept.insert(0, sentence)
    return " ".join([head, "…", *kept])
