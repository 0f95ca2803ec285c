"""Messages of a match's thread that asked a person for something, when that is settled: how, and no buttons any more."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct

from bot.discord.components.messages import PublicMessage, text
from bot.discord.components.plain import plain
from bot.discord.match_text import title
from bot.discord.texts.texts import Texts
from bot.match.endings import Endings
from bot.store.match_status import MatchStatus
from bot.store.offers import Offers, RequestKind
from bot.views.types import MatchTable, PublicLook
from cards.numerals import numeral

CALL, LATE, PAUSED, PLAYED_FOR = "call", "late", "paused", "played for"


def about_offer(offers: Offers) -> str:
    """Return what a message about offers asks for, in a word that `settled` understands."""
    for asked in (RequestKind.ABORT, RequestKind.UNDO, RequestKind.DRAW, RequestKind.TAKEOVER):
        if (request := offers.of(asked)) is not None:
            return f"{asked}:{request.by}"
    return ""


def about_time(table: MatchTable, called: Collection[int] = ()) -> str:
    """Return what a message about the clocks asks for, in a word that `settled` understands; "" for nothing.

    `called` are the people whom it calls: that the bot plays for a person is said to them.
    """
    played_for = [seat for seat in sorted(table.played_for) if table.people[seat].id in called]
    if played_for:
        return f"{PLAYED_FOR}:{played_for[0]}"
    late = next((seat for seat, time in enumerate(table.times) if time.late), None)
    if late is not None and not table.rated:
        return f"{LATE}:{late}"
    if table.paused:
        return f"{PAUSED}:0"
    return f"{RequestKind.PAUSE}:{table.pause_asked}" if table.pause_asked is not None else ""


def about_call(table: MatchTable, person: int) -> str:
    """Return what a call for a decision asks for, in a word that `settled` understands."""
    return f"{CALL}:{table.seat_of(person) or 0}"


def is_call(about: str) -> bool:
    """Whether a message mentions a person for a decision."""
    return about.partition(":")[0] == CALL


class ClosingPrompts(Struct, frozen=True):
    """Says what became of messages that asked a person for something."""

    endings: Endings

    async def settled(
        self, look: PublicLook, about: str, words: Texts, *, is_replaced: bool = False
    ) -> PublicMessage | None:
        """Return what a message says when what it is about is settled; None while it isn't, and for all other messages.

        `is_replaced`: a newer message asks for the same.
        """
        table = look.table
        kind, _, number = about.partition(":")
        seat = numeral(number)
        if seat is None or seat >= len(table.people):
            return None
        if (
            not is_replaced
            and table.standing is MatchStatus.PLAYING
            and await self._is_open(look, kind, seat)
        ):
            return None
        said, who = words.endings, plain(table.names[seat], 60)
        if kind == CALL:
            return PublicMessage((text("-# " + said.was_called.format(who=who)),))
        if kind in tuple(RequestKind):
            answer = await self.endings.answer(table.match_id, RequestKind(kind), seat)
            line = said.was_asked[kind].format(who=who, answer=said.answers[answer])
        elif kind == PLAYED_FOR:
            is_back = seat not in table.taken_over
            line = (words.takeovers.is_back if is_back else words.takeovers.played_on).format(who=who)
        elif kind in (LATE, PAUSED):
            line = (said.was_late if kind == LATE else said.was_paused).format(who=who)
        else:
            return None
        return PublicMessage((text(f"**{title(table, words)}**\n{line}"),))

    async def _is_open(self, look: PublicLook, kind: str, seat: int) -> bool:
        """Whether what is asked for is still awaited."""
        table = look.table
        if kind in tuple(RequestKind):
            request = (await self.endings.offers(table.match_id)).of(RequestKind(kind))
            return request is not None and request.by == seat
        match kind:
            case _ if kind == PAUSED:
                return table.paused
            case _ if kind == PLAYED_FOR:
                return seat in table.played_for
            case _ if kind == LATE:
                return table.times[seat].late
            case _:
                return any(one.seat == seat for one in look.awaited)
