"""Looking back at a match as messages: the question whether to, how far it is, and what it tells."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from msgspec import Struct
from msgspec.structs import replace

from bot.discord.boards import drawn
from bot.discord.components.messages import (
    TEXT,
    Button,
    Item,
    PrivateMessage,
    PublicMessage,
    button,
    gallery,
    parts,
    row,
    text,
)
from bot.discord.components.plain import plain
from bot.discord.match_text import control, listed, named, title
from bot.discord.texts.texts import Texts
from bot.errors import NotFound
from bot.features.review.narration import Retelling, Retold, ToldMistake
from bot.features.review.service import LookedBack, LookingBack, ReviewStage
from bot.people.people import People
from bot.views.pictures import PictureService, PublicPicture
from bot.views.types import MatchTable
from render.review import alt_curve

ROOM = 100
"""Characters of a message that are left for nothing in particular."""


class LookBackMessages(Struct, frozen=True):
    """The messages about looking back."""

    looking_back: LookingBack
    retelling: Retelling
    people: People
    pictures: PictureService

    async def found(self, table: MatchTable) -> LookedBack:
        """Return how far looking back is, also where a person has been forgotten and it can't be any more."""
        try:
            return await self.looking_back.of(table.match_id)
        except NotFound:
            return LookedBack(table, ReviewStage.OPEN)

    async def public(
        self, found: LookedBack, words: Texts, mentions: tuple[int, ...] = (), *, in_words: bool = False
    ) -> PublicMessage:
        """Return how far looking back is, for everybody in the thread; with `in_words`, without the picture."""
        found, told = await self._told(found, words)
        if told is not None:
            items, pictures = await self._result(told, words, in_words=in_words)
            return PublicMessage((*items, row(_what(found.table, words))), pictures)
        lines = [f"### {_title(found.table, words)}"]
        if found.stage is not ReviewStage.ASKED:
            return PublicMessage((text("\n".join([*lines, self._progress(found, words)])),))
        said = words.looking_back
        who, other = (named(found.table, seats, words) for seats in (found.agreed, found.missing))
        called = " ".join(f"<@{person}>" for person in mentions)
        lines += [*([called] if called else []), said.asks.format(who=who, other=other), said.about]
        buttons = row(
            button(said.agree, control(found.table, "lookback", "ask"), discord.ButtonStyle.primary),
            button(said.refuse, control(found.table, "lookback", "no")),
            _what(found.table, words),
        )
        return PublicMessage((text("\n".join(lines)), buttons), mentions=mentions)

    async def private(self, found: LookedBack, person: int, words: Texts) -> PrivateMessage:
        """Return how far it is, for one person."""
        table, said = found.table, words.looking_back
        found, told = await self._told(found, words)
        buttons = [_what(table, words)]
        if table.seat_of(person) in found.agreed and found.stage is ReviewStage.FAILED:
            buttons.insert(0, button(said.try_again, control(table, "lookback", "yes")))
        if table.seat_of(person) in found.agreed:
            buttons.append(button(said.take_back, control(table, "lookback", "no")))
        if told is not None:
            in_words = await self.people.text_boards(person)
            items, pictures = await self._result(told, words, in_words=in_words)
            return PrivateMessage((*items, row(*buttons)), pictures)
        lines = [f"### {_title(table, words)}"]
        if found.stage is ReviewStage.ASKED:
            lines.append(said.waits.format(other=named(table, found.missing, words)))
        else:
            lines.append(self._progress(found, words))
        if found.stage is ReviewStage.WORKING and table.thread_id is not None:
            lines.append(said.shown_there)
        return PrivateMessage((text("\n".join(lines)), row(*buttons)))

    def sure(self, table: MatchTable, words: Texts) -> PrivateMessage:
        """Return the question whether a person agrees who keeps their hands private."""
        said = words.looking_back
        buttons = row(
            button(said.agree, control(table, "lookback", "yes"), discord.ButtonStyle.primary),
            button(said.refuse, control(table, "lookback", "stay")),
            _what(table, words),
        )
        return PrivateMessage((text(f"### {_title(table, words)}\n{said.sure}"), buttons))

    def explained(self, words: Texts) -> PrivateMessage:
        """Return what all of it means."""
        return PrivateMessage((text(words.looking_back.explained),))

    async def _told(self, found: LookedBack, words: Texts) -> tuple[LookedBack, Retold | None]:
        """Return what looking back tells, None unless it is done; and how far it is, which has failed where that can't be told."""
        try:
            return found, await self.retelling.of(found, words.locale)
        except NotFound:
            return replace(found, stage=ReviewStage.FAILED), None

    def _progress(self, found: LookedBack, words: Texts) -> str:
        said = words.looking_back
        match found.stage:
            case ReviewStage.WORKING if found.judged:
                return said.progress.format(n=found.judged, all=found.decisions)
            case ReviewStage.WORKING:
                return said.begins
            case ReviewStage.FAILED:
                return said.failed
            case _:
                return said.refused

    async def _result(
        self, told: Retold, words: Texts, *, in_words: bool
    ) -> tuple[list[Item], tuple[PublicPicture, ...]]:
        """Return what looking back tells: the curve, and the rest in words."""
        picture = None
        if not in_words:
            curve = self.pictures.curve(told.table.game, told.curve, words.locale)
            picture = await drawn(curve, told.table.match_id)
        lines = [f"## {_title(told.table, words)}"]
        if picture is None:
            lines.append(plain(alt_curve(told.curve, told.table.game.translator(words.locale)), 1100))
        items: list[Item] = [text("\n".join(lines))]
        if picture is not None:
            items.append(gallery(picture))
        room = TEXT - len("\n".join(lines)) - ROOM
        items.append(text(parts(result_lines(told, words), room)[0]))
        return items, () if picture is None else (picture,)


def result_lines(told: Retold, words: Texts) -> list[str]:
    """Return what looking back tells besides the curve."""
    said, called = words.looking_back, [plain(name, 40) for name in told.table.names]
    lines = list[str]()
    if (turning := told.turning) is not None:
        who = plain(turning.who, 60)
        chapter, what = plain(turning.chapter, 60), plain(turning.told, 400)
        line = said.led_throughout if not turning.told else said.turning if turning.led else said.decided
        lines.append(line.format(chapter=chapter, told=what, who=who))
    if told.mistakes:
        lines.append(said.mistakes)
        lines += [mistake_line(one, called[one.seat], words) for one in told.mistakes]
    elif told.tells_mistakes:
        lines.append(said.no_mistakes)
    chosen = [
        said.chosen_nothing.format(who=called[one.seat])
        if one.accuracy is None
        else said.chosen_by.format(who=called[one.seat], n=round(100 * one.accuracy))
        for one in told.seats
    ]
    lines.append(said.chosen.format(each=listed(chosen, words)))
    lines += _luck(told, called, words)
    return lines


def mistake_line(one: ToldMistake, who: str, words: Texts) -> str:
    """Return a clear mistake in a sentence: what was done, what was better, and why."""
    said = words.looking_back
    why = said.why_end
    if one.reason is not None:
        why = said.why.format(feature=plain(one.reason, 80)) if one.reason else ""
    return said.mistake.format(
        n=one.number,
        who=who,
        chapter=plain(one.chapter, 40),
        asked=said.asked.format(asked=plain(one.asked, 100)) if one.asked else "",
        given=plain(one.given, 110),
        better=plain(one.better, 110),
        points=round(100 * one.cost),
        why=why,
    ).rstrip()


def chance_line(told: Retold, step: int, words: Texts) -> str:
    """Return who was how likely to win after a step of the replay."""
    said, names = words.looking_back, told.table.names
    percents = [round(100 * told.curve.chance_of(seat, step)) for seat in range(len(names))]
    if len(names) == 2:
        percents[1] = 100 - percents[0]
    ahead = max(range(len(names)), key=lambda seat: percents[seat])
    if percents.count(percents[ahead]) == len(names):
        return said.even
    return said.ahead.format(who=plain(names[ahead], 60), n=percents[ahead])


def _luck(told: Retold, called: Sequence[str], words: Texts) -> list[str]:
    """Return for whom hidden cards and dice did more, and how much; nothing where that was not found out."""
    known = [one for one in told.seats if one.luck is not None]
    if len(known) < 2:
        return []
    lucky = max(known, key=lambda one: one.luck or 0.0)
    points = round(100 * (lucky.luck or 0.0))
    said = words.looking_back
    if points <= 0:
        return [said.no_luck]
    line = said.luck if points <= 100 else said.much_luck
    return [line.format(points=points, who=called[lucky.seat])]


def _title(table: MatchTable, words: Texts) -> str:
    return words.looking_back.title.format(title=title(table, words))


def _what(table: MatchTable, words: Texts) -> Button:
    return button(words.looking_back.what, control(table, "lookback", "what"))
