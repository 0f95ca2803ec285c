"""Settled prompts: messages with a request are edited to show its result, without buttons."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from msgspec import Struct

from bot.discord.components.messages import PublicMessage, text
from bot.discord.components.plain import plain
from bot.discord.match_text import PLAYED_ON, title
from bot.match.requests import Requests
from bot.people.locales import translator_for
from bot.store.match_status import MatchStatus
from bot.store.offers import Offers, RequestKind
from bot.views.types import MatchTable, PlayerSnapshot, PublicSnapshot
from cards.i18n import Message, Translator, msg
from cards.numerals import numeral

ANSWERS: Mapping[str, Message] = {
    "yes": msg("agreed"),
    "no": msg("declined"),
    "withdrawn": msg("withdrawn"),
    "none": msg("no answer"),
}
WAS_ASKED: Mapping[str, Message] = {
    "draw": msg("**{who}** offered a draw: {answer}."),
    "undo": msg("**{who}** asked to take back a move: {answer}."),
    "pause": msg("**{who}** asked for a pause: {answer}."),
    "abort": msg("**{who}** asked to cancel the match: {answer}."),
    "takeover": msg("**{who}** asked me to play: {answer}."),
}

CALL, LATE, PAUSED, PLAYED_FOR, REMINDED = "call", "late", "paused", "played for", "reminded"


def about_offer(offers: Offers) -> str:
    """Return the subject of a message about offers, as a key for `settled`."""
    for kind in (RequestKind.ABORT, RequestKind.UNDO, RequestKind.DRAW, RequestKind.TAKEOVER):
        if (request := offers.of(kind)) is not None:
            return f"{kind}:{request.by}"
    return ""


def about_time(table: MatchTable, mentioned: Collection[int] = ()) -> str:
    """Return the subject of a message about the clocks, as a key for `settled`; "" for none.

    `mentioned` are the mentioned people. A mentioned player the bot plays for comes first.
    """
    played_for = [seat for seat in sorted(table.played_for) if table.people[seat].id in mentioned]
    if played_for:
        return f"{PLAYED_FOR}:{played_for[0]}"
    late = next((seat for seat, time in enumerate(table.times) if time.late), None)
    if late is not None and not table.rated:
        return f"{LATE}:{late}"
    if table.paused:
        return f"{PAUSED}:0"
    return f"{RequestKind.PAUSE}:{table.pause_asked}" if table.pause_asked is not None else ""


def about_call(table: MatchTable, person: int) -> str:
    """Return the subject of a mention for a decision, as a key for `settled`."""
    return f"{CALL}:{table.seat_of(person) or 0}"


def about_reminder(snapshot: PlayerSnapshot, message_id: int) -> str:
    """Return the subject of a direct reminder, as a key for `settled`. Includes the deadline and language."""
    due = _due_at(snapshot.table, snapshot.seat)
    return f"{REMINDED}:{snapshot.seat}:{due or 0}:{snapshot.translator.locale}:{message_id}"


def is_mention(about: str) -> bool:
    """Return whether a subject is a mention for a decision."""
    return about.partition(":")[0] == CALL


class ClosingPrompts(Struct, frozen=True):
    """Rewrites messages whose requests are settled."""

    requests: Requests

    async def settled(
        self, snapshot: PublicSnapshot, about: str, translate: Translator, *, is_replaced: bool = False
    ) -> PublicMessage | None:
        """Return the new text of a message whose subject is settled, else None.

        `is_replaced`: a newer message has the same subject.
        """
        table = snapshot.table
        kind, number, *details = (*about.split(":"), "")
        seat = numeral(number)
        if seat is None or seat >= len(table.people):
            return None
        if (
            not is_replaced
            and table.status is MatchStatus.PLAYING
            and await self._is_open(snapshot, kind, seat, details)
        ):
            return None
        name = plain(table.names[seat], 60)
        if kind == REMINDED:
            own_translator = translator_for(details[1])
            line = own_translator.msg("I reminded you of {title} here.", title=title(table, own_translator))
            return PublicMessage((text(f"-# {line}"),))
        if kind == CALL:
            return PublicMessage((text("-# " + translate.msg("**{who}** was mentioned here.", who=name)),))
        if kind in tuple(RequestKind):
            answer = await self.requests.answer(table.match_id, RequestKind(kind), seat)
            line = translate(WAS_ASKED[kind].filled(who=name, answer=translate(ANSWERS[answer])))
        elif kind == PLAYED_FOR:
            is_back = seat not in table.taken_over
            line = translate((msg("**{who}** is back.") if is_back else PLAYED_ON).filled(who=name))
        elif kind in (LATE, PAUSED):
            line = translate(
                (
                    msg("**{who}** ran out of time. The match continues.")
                    if kind == LATE
                    else msg("The pause is over.")
                ).filled(who=name)
            )
        else:
            return None
        return PublicMessage((text(f"**{title(table, translate)}**\n{line}"),))

    async def _is_open(self, snapshot: PublicSnapshot, kind: str, seat: int, details: Sequence[str]) -> bool:
        """Return whether the request is still open."""
        table = snapshot.table
        if kind in tuple(RequestKind):
            request = (await self.requests.offers(table.match_id)).of(RequestKind(kind))
            return request is not None and request.by == seat
        match kind:
            case _ if kind == PAUSED:
                return table.paused
            case _ if kind == PLAYED_FOR:
                return seat in table.played_for
            case _ if kind == LATE:
                return table.times[seat].late
            case _ if kind == REMINDED and details[0] != str(_due_at(table, seat) or 0):
                return False
            case _:
                is_late = bool(table.times) and table.times[seat].late
                return not is_late and any(awaited.seat == seat for awaited in snapshot.awaited)


def _due_at(table: MatchTable, seat: int) -> int | None:
    return table.times[seat].due_at if table.times else None
