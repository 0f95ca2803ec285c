"""Offers in a match, and its ending, in words and with the buttons that belong to it."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

import discord
from discord import ui
from msgspec import Struct

from bot.discord.components.custom_ids import CustomId
from bot.discord.components.lengths import field
from bot.discord.components.messages import Button, PrivateMessage, PublicMessage, button, row, rows, text
from bot.discord.components.plain import bare, plain, shorten
from bot.discord.match_clocks import late_names, late_seats
from bot.discord.match_text import control, named, title
from bot.discord.texts.texts import ENGLISH, Texts
from bot.discord.time_format import moment
from bot.match.endings import Endings
from bot.match.interventions import REASON
from bot.people.ratings import VOID
from bot.store.match_status import MatchStatus
from bot.store.offers import Intervention, Offers, Request, RequestKind
from bot.store.person import A_FORMER_MODERATOR
from bot.views.types import MatchTable, PrivateLook, PublicLook
from engine.kernel.endings import MODERATOR


def offer_lines(table: MatchTable, offers: Offers, words: Texts) -> list[str]:
    """Return what is asked for in a match that goes on, and who has agreed where it takes several."""
    said, lines = words.endings, list[str]()
    if table.standing is not MatchStatus.PLAYING:
        return lines
    if (draw := offers.draw) is not None:
        who, others, when = _name(table, draw.by), table.others(draw.by), moment(draw.until, "f")
        if len(others) == 1:
            lines.append(said.offers_draw.format(who=who, other=_name(table, others[0]), when=when))
        else:
            lines.append(said.offers_draw_to_all.format(who=who, when=when))
        lines += _agreed(table, draw, words)
    if offers.abort is not None:
        lines.append(said.asks_abort.format(who=_name(table, offers.abort.by)))
        lines += _agreed(table, offers.abort, words)
    if (undo := offers.undo) is not None:
        asks = said.asks_undo_late if undo.late else said.asks_undo
        others = named(table, table.others(undo.by), words)
        lines.append(asks.format(who=_name(table, undo.by), other=others))
        lines += _agreed(table, undo, words)
    if offers.pause is not None:
        lines += _agreed(table, offers.pause, words)
    if (takeover := offers.takeover) is not None:
        absent = late_names(table, {takeover.by, *takeover.agreed}, words)
        lines.append(words.takeovers.asks.format(who=_name(table, takeover.by), absent=absent))
        lines += _agreed(table, takeover, words, besides=late_seats(table))
    return lines


def _agreed(
    table: MatchTable, request: Request, words: Texts, *, besides: AbstractSet[int] = frozenset()
) -> list[str]:
    """Return who has agreed to something and who has yet to, where it takes more than one; `besides` are not asked."""
    apart = besides | table.played_for
    asked = [seat for seat in table.others(request.by) if not (table.people[seat].is_house or seat in apart)]
    if len(asked) < 2:
        return []
    missing = named(table, [seat for seat in asked if seat not in request.agreed], words)
    if not request.agreed:
        return [words.endings.missing.format(missing=missing)]
    agreed = named(table, sorted(request.agreed), words)
    return [words.endings.agreed_so_far.format(agreed=agreed, missing=missing)]


def offer_buttons(table: MatchTable, offers: Offers, seat: int | None, words: Texts) -> list[Button]:
    """Return the answers to what is asked for: for this seat, or (None) for all that it concerns."""
    said, out, gone = words.endings, list[Button](), table.out | table.played_for
    for asked, yes, no in (
        (RequestKind.DRAW, said.agree_draw, said.refuse_draw),
        (RequestKind.ABORT, said.agree_abort, said.refuse_abort),
        (RequestKind.UNDO, said.agree_undo, said.refuse_undo),
        (RequestKind.TAKEOVER, words.takeovers.agree, words.takeovers.refuse),
    ):
        request = offers.of(asked)
        if request is not None and (seat is None or not (request.stands(seat) or seat in gone)):
            out.append(button(yes, control(table, asked, "agree"), discord.ButtonStyle.success))
            out.append(button(no, control(table, asked, "no")))
    return out


class EndingMessages(Struct, frozen=True):
    """Lines about a moderator's end of a match."""

    endings: Endings

    async def intervention_lines(self, look: PublicLook | PrivateLook, words: Texts) -> list[str]:
        """Return who ended the match as a moderator, and why; nothing if none did."""
        if look.outcome is None or look.outcome.ending != MODERATOR.key:
            return []
        told = await self.endings.intervention(look.table.match_id)
        if told is None:
            return []
        return [words.endings.intervention.format(**_who_and_why(look.table, told, words))]


def too_late(table: MatchTable, person: int, why: str, words: Texts) -> PrivateMessage:
    """Return why it is too late to take something back, with the offer to ask all others all the same."""
    said, others = words.endings, table.others(table.seat_of(person))
    ask = said.ask_all
    if len(others) == 1:
        ask = said.ask_undo.format(who=bare(shorten(table.names[others[0]], 60)))
    buttons = row(
        button(ask, control(table, "undo", "ask"), discord.ButtonStyle.primary),
        button(said.ask_no, control(table, "turn", "here")),
    )
    late = said.ask_late if len(others) == 1 else said.ask_late_all
    return PrivateMessage(
        (text(f"**{plain(why)}**\n{late.format(who=named(table, others, words))}"), buttons)
    )


def offer_message(look: PublicLook, offers: Offers, people: tuple[int, ...], words: Texts) -> PublicMessage:
    """Return the message for everybody that something is offered, as it stands now; an empty one if nothing is."""
    lines = offer_lines(look.table, offers, words)
    if not lines:
        return PublicMessage(())
    called = " ".join(f"<@{person}>" for person in people)
    head = f"**{title(look.table, words)}** {called}".strip()
    buttons = rows(offer_buttons(look.table, offers, None, words))
    return PublicMessage((text("\n".join([head, *lines])), *buttons), mentions=people)


def voided_message(
    look: PublicLook, told: Intervention | None, people: tuple[int, ...], words: Texts
) -> PublicMessage:
    """Return the message for everybody that a moderator has voided the result; an empty one if none has."""
    if told is None:
        return PublicMessage(())
    called = " ".join(f"<@{person}>" for person in people)
    line = words.endings.voided_by.format(**_who_and_why(look.table, told, words))
    head = f"**{title(look.table, words)}** {called}".strip()
    return PublicMessage((text(f"{head}\n{line}\n{words.ratings.why_not[VOID]}"),), mentions=people)


def _who_and_why(table: MatchTable, told: Intervention, words: Texts) -> dict[str, str]:
    """Return the moderator and their reason, made harmless, as `who` and `reason`."""
    # One of those that are offered is read by everyone in their language, no matter who gave it.
    offered = dict(zip(ENGLISH.endings.reasons, words.endings.reasons, strict=True))
    known = told.moderator != str(A_FORMER_MODERATOR)
    who = told.moderator if known else table.game.translator(words.locale)(A_FORMER_MODERATOR)
    return {"who": plain(who, 60), "reason": plain(offered.get(told.reason, told.reason), REASON)}


def abort_question(table: MatchTable, words: Texts, *, alone: bool) -> PrivateMessage:
    """Return the question whether the player really wants to call the match off, or (not `alone`) to ask for that."""
    said = words.endings
    sure, yes = (said.abort_sure, said.abort_yes) if alone else (said.abort_ask, said.abort_ask_yes)
    buttons = row(
        button(yes, control(table, "abort"), discord.ButtonStyle.danger),
        button(words.resign_no, control(table, "stay")),
    )
    return PrivateMessage((text(sure.format(title=title(table, words))), buttons))


def void_question(table: MatchTable, words: Texts) -> PrivateMessage:
    """Return the question whether a moderator really wants to void a result; the reason is asked for then."""
    said = words.endings
    buttons = row(
        button(said.void_yes, control(table, "void", "why"), discord.ButtonStyle.danger),
        button(said.void_no, control(table, "void", "no")),
    )
    return PrivateMessage((text(said.void_sure.format(title=title(table, words))), buttons))


def void_form(key: str, words: Texts) -> ui.Modal:
    """Return the form for why a result is voided; sending it does it."""
    said = words.endings
    modal = ui.Modal(title=said.void_form, custom_id=CustomId("void", key, state="do").id)
    reason = field("reason", style=discord.TextStyle.paragraph)
    modal.add_item(ui.Label(text=said.void_reason, description=said.void_reason_hint, component=reason))
    modal.stop()
    return modal


def _name(table: MatchTable, seat: int) -> str:
    return plain(table.names[seat], 60)
