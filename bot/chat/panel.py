"""The private panel: a player's own view of a match, with everything to decide right there.

The same content as a direct message and as the reply to "My turn". After a decision it says what happened and asks
the next question, if that is again theirs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from bot.chat.boards import drawn
from bot.chat.coaching import coaching, lesson_buttons
from bot.chat.controls import Control, read
from bot.chat.core import Core
from bot.chat.drafts import Draft
from bot.chat.endings import intervention_lines, offer_buttons, offer_lines, undo_button
from bot.chat.messages import (
    AT_MOST,
    TEXT,
    Item,
    PrivateMessage,
    button,
    count,
    gallery,
    link,
    parts,
    row,
    text,
    text_length,
)
from bot.chat.ordering import order_buttons, order_lines
from bot.chat.plain import plain
from bot.chat.questions import draw
from bot.chat.replaying import replay_button
from bot.chat.telling import control, ending, stage, status_url, story, title, waiting
from bot.chat.times import deadline
from bot.chat.timing import time_buttons, time_lines
from bot.chat.words import Words
from bot.looks import PrivateLook, StoryLine, Table
from bot.offers import Offers
from bot.pictures import PrivatePicture
from cards.numerals import numeral
from engine.kernel.question import QuestionKind

ACCENT = discord.Colour(0x6D5BD0)
SAID = 1200
"""Characters for what happened."""
REASONS = 500
"""Characters for why cards can't be played."""
A_ROW = 5
"""Buttons that fit in a row."""
ENOUGH = 300
"""Characters below which a hand in words says too little to be shown beside a long question."""


async def panel(
    core: Core,
    look: PrivateLook,
    words: Words,
    *,
    said: Sequence[StoryLine] = (),
    note: str = "",
    draft: Draft | None = None,
    with_board: bool = False,
) -> PrivateMessage:
    """Return the panel. `said` is what the player's own act did; without it, what happened last is told.

    `note` is a line of ours at the top, `draft` a half-made answer. `with_board` puts the board above the hand: in
    direct messages, where it is not to be seen in the same place.
    """
    offers = await core.endings.offers(look.table.match_id)
    stamp = _stamp(look.table, offers)
    more = [*offer_lines(look.table, offers, words), *await intervention_lines(core, look, words)]
    more += order_lines(look, words)
    top = text("\n".join([_head(look, words, said, note), *more]))
    coached = await coaching(core, look, words)
    asked: list[Item] = []
    if look.question is not None:
        asked = draw(look.question, look.table.key, draft, words)
        if (label := look.table.game.by_lot(look.question)) is not None:
            luck = Control("lot", look.table.key, look.question.id).id
            asked.insert(1, row(button(look.tongue(label), luck, discord.ButtonStyle.primary)))
    foot = _foot(look, stamp, words)
    pictures: list[PrivatePicture] = []
    views: list[Item] = []
    if look.outcome is None:
        wants_text = await core.people.text_boards(look.person.id)
        if not wants_text:
            pictures = await _pictures(core, look, with_board)
            views = [gallery(picture) for picture in pictures]
        if not pictures:
            room = TEXT - text_length([top, *coached, *asked]) - 100
            views = [text(_hand_text(look, room))] if room >= ENOUGH else []
    if pictures and asked and (barred := _barred(look, words)):
        asked.append(text(barred))
    question = [ui.Container[Any](*asked, accent_colour=ACCENT)] if asked else []
    rows: list[Item] = []
    if look.outcome is None and not look.table.lesson:
        answers = offer_buttons(look.table, offers, look.seat, words)
        answers += await undo_button(core, look, offers, words)
        rows = [row(*some) for some in (time_buttons(look.table, look.seat, words), answers) if some]
        # A long question may leave no room; the command works all the same.
        room = AT_MOST - count((top, *views, *coached, *question, *rows, foot)) - 1
        if orders := order_buttons(look, words)[: max(room, 0)]:
            if answers and len(orders) + len(answers) <= A_ROW:
                rows[-1] = row(*orders, *answers)
            else:
                rows.insert(0, row(*orders))
    return PrivateMessage((top, *views, *coached, *question, *rows, foot), tuple(pictures))


async def is_current(core: Core, message: discord.Message, look: PrivateLook) -> bool:
    """Whether a panel that stands somewhere shows the match as in `look`, or later: its controls carry a stamp.

    Later is only what has come to pass: a panel may also be from before an older copy of the database came back.
    """
    rows = (part for part in message.components if isinstance(part, discord.ActionRow))
    controls = (read(child.custom_id or "") for part in rows for child in part.children)
    shown = next((one for one in controls if one and one.act == "board"), None)
    if shown is None or not await core.matches.has_been(look.table.match_id, shown.mark):
        return False
    stamp = _stamp(look.table, await core.endings.offers(look.table.match_id))
    return shown.state == stamp or _rev(shown.state) > look.table.rev


def _stamp(table: Table, offers: Offers) -> str:
    """Return the revision of a match, and what a panel shows that time alone changes: it tells nobody anything new."""
    times = [("late" if time.late else time.away_until or "") for time in table.times]
    return ".".join(str(one) for one in (table.rev, *times, "" if offers.draw_by is None else "draw"))


def _rev(stamp: str) -> int:
    """Return the revision in a stamp, -1 if there is none."""
    number = numeral(stamp.partition(".")[0])
    return -1 if number is None else number


def _head(look: PrivateLook, words: Words, said: Sequence[StoryLine], note: str) -> str:
    lines = [f"## {words.your_decision if look.question else words.your_match}", f"-# {_where(look, words)}"]
    if note:
        lines.append(note)
    if news := story(said or look.story, SAID):
        lines += [f"**{words.you_did if said else words.lately}**", news]
    if look.question is None:
        lines += ending(look, words) or [words.all_done, *waiting(look, words)]
    elif left := deadline(look.table, look.seat, words):
        lines.insert(2, left.strip())
    if look.outcome is None:
        lines += time_lines(look.table, words)
    return "\n".join(lines)


def _barred(look: PrivateLook, words: Words) -> str:
    """Return why what is in the hand can't be played: on a phone, the picture says so in small letters."""
    if look.question is None or look.question.kind is not QuestionKind.ACTION:
        return ""
    because: dict[tuple[bool, str], list[str]] = {}
    for name, reason in look.table.game.shown.barred(look.view, look.tongue):
        is_own = reason.startswith(f"{name} ")
        because.setdefault((is_own, reason.removeprefix(f"{name} ")), []).append(name)
    lines: list[str] = []
    room = REASONS
    for (is_own, reason), names in because.items():
        listed = ", ".join(plain(name, 60) for name in names)
        sentence = (
            words.not_now if not is_own else words.not_now_one if len(names) == 1 else words.not_now_each
        )
        line = "-# " + sentence.format(names=listed, reason=plain(reason, 200))
        room -= len(line)
        if room < 0:
            break
        lines.append(line)
    return "\n".join(lines)


def _where(look: PrivateLook, words: Words) -> str:
    now = "" if look.outcome else stage(look)
    return " · ".join(filter(None, (title(look.table, words), now)))


def _foot(look: PrivateLook, stamp: str, words: Words) -> Item:
    table = look.table
    if table.lesson:
        return row(*lesson_buttons(look, stamp, words))
    buttons = [
        button(words.board, control(table, "board", stamp)),
        button(words.log, control(table, "log")),
    ]
    if look.question is None and look.outcome is None:
        buttons.insert(0, button(words.my_turn, control(table, "turn", "here")))
    elif look.question is not None:
        buttons.insert(0, button(words.hand, control(table, "hand")))
    if url := status_url(table):
        buttons.append(link(words.open_match, url))
    if look.outcome is None:
        buttons.append(button(words.give_up, control(table, "give-up")))
    else:
        again = button(words.endings.rematch, control(table, "rematch"), discord.ButtonStyle.primary)
        buttons = [again, replay_button(table, words), *buttons]
    return row(*buttons)


async def _pictures(core: Core, look: PrivateLook, with_board: bool) -> list[PrivatePicture]:
    board = core.pictures.private_board(look) if with_board else None
    found = [await drawn(board, look.table.match_id)] if board is not None else []
    found.append(await drawn(core.pictures.hand(look), look.table.match_id))
    return [picture for picture in found if picture is not None]


def _hand_text(look: PrivateLook, room: int) -> str:
    """Return the hand in words, as much of it as there is room for; the button "Hand" shows it whole."""
    return parts(look.table.game.shown.hand_text(look.view, look.table.names, look.tongue), room)[0]
