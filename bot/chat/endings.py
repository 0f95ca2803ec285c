"""What is offered in a match, and how it ended, in words and with the buttons that belong to it."""

from __future__ import annotations

import discord

from bot.chat.core import Core
from bot.chat.messages import Button, PrivateMessage, PublicMessage, button, row, text
from bot.chat.plain import plain
from bot.chat.telling import control, title
from bot.chat.times import moment
from bot.chat.words import ENGLISH, Words
from bot.looks import A_FORMER_MODERATOR, PrivateLook, PublicLook, Standing, Table
from bot.offers import Offers


def offer_lines(table: Table, offers: Offers, words: Words) -> list[str]:
    """Return what is offered in a match that goes on."""
    said, lines = words.endings, list[str]()
    if table.standing is not Standing.PLAYING:
        return lines
    if offers.draw_by is not None:
        lines.append(
            said.offers_draw.format(
                who=_name(table, offers.draw_by),
                other=_name(table, 1 - offers.draw_by),
                when=moment(offers.draw_until, "f"),
            )
        )
    if offers.undo_by is not None:
        lines.append(said.asks_undo.format(who=_name(table, offers.undo_by)))
    return lines


def offer_buttons(table: Table, offers: Offers, seat: int | None, words: Words) -> list[Button]:
    """Return the answers to what is offered: for this seat, or (None) for whichever of the two it concerns."""
    said, out = words.endings, list[Button]()
    if offers.draw_by is not None and offers.draw_by != seat:
        out.append(button(said.agree_draw, control(table, "draw", "agree"), discord.ButtonStyle.success))
        out.append(button(said.refuse_draw, control(table, "draw", "no")))
    if offers.undo_by is not None and offers.undo_by != seat:
        out.append(button(said.agree_undo, control(table, "undo", "agree"), discord.ButtonStyle.success))
        out.append(button(said.refuse_undo, control(table, "undo", "no")))
    return out


async def undo_button(core: Core, look: PrivateLook, offers: Offers, words: Words) -> list[Button]:
    """Return the button to take the last decision back, for whoever acted last."""
    if offers.undo_by is not None or not await core.endings.acted_last(look.table.match_id, look.seat):
        return []
    return [button(words.endings.take_back, control(look.table, "undo", "own"))]


def offer_message(look: PublicLook, offers: Offers, people: tuple[int, ...], words: Words) -> PublicMessage:
    """Return the message for everybody that something is offered, as it stands now; an empty one if nothing is."""
    lines = offer_lines(look.table, offers, words)
    if not lines:
        return PublicMessage(())
    called = " ".join(f"<@{person}>" for person in people)
    head = f"**{title(look.table, words)}** {called}".strip()
    buttons = row(*offer_buttons(look.table, offers, None, words))
    return PublicMessage((text("\n".join([head, *lines])), buttons), mentions=people)


async def intervention_lines(core: Core, look: PublicLook | PrivateLook, words: Words) -> list[str]:
    """Return who ended the match as a moderator, and why; nothing if none did."""
    if look.outcome is None or look.outcome.reason != "moderator":
        return []
    told = await core.endings.intervention(look.table.match_id)
    if told is None:
        return []
    # One of those that are offered is read by everybody in their language, whoever has given it.
    offered = dict(zip(ENGLISH.endings.reasons, words.endings.reasons, strict=True))
    reason = plain(offered.get(told.reason, told.reason), 300)
    known = told.moderator != str(A_FORMER_MODERATOR)
    who = told.moderator if known else look.table.game.tongue(words.locale)(A_FORMER_MODERATOR)
    return [words.endings.intervention.format(who=plain(who, 60), reason=reason)]


async def ways_out(core: Core, table: Table, words: Words) -> list[Button]:
    """Return what one could do instead of giving up."""
    out = [button(words.endings.offer_draw, control(table, "draw", "yes"))]
    if await core.endings.may_abort(table.match_id):
        out.append(button(words.endings.call_off, control(table, "call-off")))
    return out


def abort_question(table: Table, words: Words) -> PrivateMessage:
    """Return the question whether the player really wants to call the match off."""
    said = words.endings
    buttons = row(
        button(said.abort_yes, control(table, "abort"), discord.ButtonStyle.danger),
        button(words.resign_no, control(table, "stay")),
    )
    return PrivateMessage((text(said.abort_sure.format(title=title(table, words))), buttons))


def close_button(table: Table, words: Words) -> Button:
    """Return the button that ends a match without a result that can't be read any more."""
    return button(words.endings.close, control(table, "close"), discord.ButtonStyle.danger)


def _name(table: Table, seat: int) -> str:
    return plain(table.names[seat], 60)
