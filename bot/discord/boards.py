"""Board, hand and log for one person's eyes, as pictures or as text of equal content."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

import structlog
from msgspec import Struct

from bot.discord.components.custom_ids import UNKNOWN_CONTROL
from bot.discord.components.messages import (
    Button,
    Item,
    PrivateMessage,
    button,
    gallery,
    menu,
    menu_option,
    parts,
    row,
    text,
)
from bot.discord.components.plain import plain
from bot.discord.match_text import Snapshot, control, title
from bot.errors import Refusal
from bot.people.people import People
from bot.views.pictures import PictureService, PrivatePicture, PublicPicture, TooBusy
from bot.views.types import LogLine, LogPage, MatchTable, PlayerSnapshot
from cards.i18n import Translator, msg

FOLLOWING = msg("Page {page} of {pages}: next")
MORE_TEXT = msg("Next part ({page} of {pages})")
PICTURE_FAILED = msg("I couldn't draw the picture just now. Here it is as text.")

BOARD_TITLE = msg("The board")
HAND_TITLE = msg("Your hand")
LOG_TITLE = msg("Log of {title}")

_log = structlog.stdlib.get_logger(__name__)

PAGE = 3600
"""Maximum characters of one page of text."""

P = TypeVar("P", PublicPicture, PrivatePicture, list[PrivatePicture])


async def draw_in_time(picture: Awaitable[P], match_id: int) -> P | None:
    """Return a picture, or None if it could not be drawn. The caller then shows text."""
    try:
        return await picture
    except TooBusy:
        return None
    except Exception as error:
        _log.error("a picture could not be drawn", match=match_id, exc_info=error)
        return None


class Boards(Struct, frozen=True):
    """Shows board and hand to one person, as pictures or as text of equal content."""

    people: People
    pictures: PictureService

    async def board(
        self,
        snapshot: Snapshot,
        person: int,
        translate: Translator,
        *,
        as_text: bool | None = None,
        page: int = 1,
        note: str = "",
    ) -> PrivateMessage:
        """Return the board as this person sees it, in the form they prefer or as `as_text` says."""
        likes_text = await self.people.text_boards(person)
        always = button(
            translate(msg("Always pictures") if likes_text else msg("Always text")),
            control(snapshot.table, "always", "pictures" if likes_text else "text"),
        )
        if not (likes_text if as_text is None else as_text):
            picture = await self._board_picture(snapshot)
            if picture is not None:
                buttons = row(
                    button(translate.msg("Board as text"), control(snapshot.table, "text", "1")), always
                )
                return PrivateMessage(
                    (text(_head(snapshot.table, translate, note)), gallery(picture), buttons), (picture,)
                )
            note = note or translate(PICTURE_FAILED)
        blocks = snapshot.table.game.shown.board_text(
            snapshot.view, snapshot.table.names, snapshot.translator
        )
        buttons = [button(translate.msg("As a picture"), control(snapshot.table, "picture", "1")), always]
        return _pages(
            snapshot.table, blocks, page, "text", translate, _head(snapshot.table, translate, note), buttons
        )

    async def _board_picture(self, snapshot: Snapshot) -> PrivatePicture | PublicPicture | None:
        if isinstance(snapshot, PlayerSnapshot):
            return await draw_in_time(self.pictures.private_board(snapshot), snapshot.table.match_id)
        return await draw_in_time(self.pictures.public_board(snapshot), snapshot.table.match_id)

    async def hand(self, snapshot: PlayerSnapshot, translate: Translator, page: int = 0) -> PrivateMessage:
        """Return the player's hand: a picture (page 0), or a page of text."""
        presentation = snapshot.table.game.shown
        turn = button(translate.msg("My turn"), control(snapshot.table, "turn"))
        head = f"## {translate(HAND_TITLE)}\n-# {title(snapshot.table, translate)}"
        if not page and not await self.people.text_boards(snapshot.person.id):
            picture = await draw_in_time(self.pictures.hand(snapshot), snapshot.table.match_id)
            if picture is not None:
                buttons = row(
                    turn, button(translate.msg("Hand as text"), control(snapshot.table, "hand", "1"))
                )
                return PrivateMessage((text(head), gallery(picture), buttons), (picture,))
        blocks = presentation.hand_text(snapshot.view, snapshot.table.names, snapshot.translator)
        return _pages(snapshot.table, blocks, max(page, 1), "hand", translate, head, [turn])

    async def shared(
        self, snapshot: Snapshot, person: int, translate: Translator, page: int = 0
    ) -> PrivateMessage:
        """Return the shared state of the match: pictures (page 0), or a page of text."""
        shared = snapshot.table.game.shown.shared
        if shared is None:
            raise Refusal(UNKNOWN_CONTROL)
        label = snapshot.translator(shared.label)
        head = f"## {plain(label)}\n-# {title(snapshot.table, translate)}"
        if not page and not await self.people.text_boards(person):
            pictures = await draw_in_time(self.pictures.shared(snapshot), snapshot.table.match_id)
            if pictures is not None:
                as_text = row(button(translate.msg("As text"), control(snapshot.table, "shared", "1")))
                galleries = [gallery(picture) for picture in pictures]
                return PrivateMessage((text(head), *galleries, as_text), tuple(pictures))
        blocks = shared.text(snapshot.view, snapshot.table.names, snapshot.translator)
        return _pages(snapshot.table, blocks, max(page, 1), "shared", translate, head, [])


def shared_button(snapshot: Snapshot) -> list[Button]:
    """Return the button that shows the shared state, or nothing if the board shows everything."""
    shared = snapshot.table.game.shown.shared
    return (
        []
        if shared is None
        else [button(snapshot.translator(shared.label), control(snapshot.table, "shared"))]
    )


def log(table: MatchTable, page: LogPage, translate: Translator) -> PrivateMessage:
    """Return a page of a match's log, with buttons to turn pages and a menu that explains lines."""
    head = f"## {translate(LOG_TITLE.filled(title=title(table, translate)))}"
    lines = [text for line in page.lines for text in _log_line(line)] or [
        translate.msg("Nothing has happened yet.")
    ]
    items: list[Item] = [text(parts([head, *lines], 3950)[0])]
    if any(line.cause for line in page.lines) and table.game.reference is not None:
        items.append(_why(table, page, translate))
    if page.pages > 1:
        items.append(text("-# " + translate.msg("Page {page} of {pages}", page=page.page, pages=page.pages)))
        buttons = [
            button(translate.msg("Older"), control(table, "log", str(page.page - 1))),
            button(translate.msg("Newer"), control(table, "log", str(page.page + 1))),
        ]
        buttons[0].disabled, buttons[1].disabled = page.page == 1, page.page == page.pages
        items.append(row(*buttons))
    return PrivateMessage(tuple(items))


def _log_line(line: LogLine) -> list[str]:
    """Return the lines of a log entry: a heading if a new part begins with it, and the text."""
    text_line = f"{line.number}\\. {plain(line.text, 160)}"
    return [f"**{plain(line.heading, 300)}**", text_line] if line.heading else [text_line]


def _why(table: MatchTable, page: LogPage, translate: Translator) -> Item:
    """Return the menu to choose the line to explain."""
    options = [
        menu_option(f"{line.number}. {line.text}", str(line.number), line.because) for line in page.lines
    ]
    return menu(control(table, "why"), translate.msg("Why? Pick a line …"), options)


def _head(table: MatchTable, translate: Translator, note: str) -> str:
    head = f"## {translate(BOARD_TITLE)}\n-# {title(table, translate)}"
    return f"{head}\n{note}" if note else head


def _pages(
    table: MatchTable,
    blocks: list[str],
    page: int,
    act: str,
    translate: Translator,
    head: str,
    buttons: list[Button],
) -> PrivateMessage:
    part, turns = one_part(blocks, PAGE, page, lambda n: control(table, act, str(n)), translate)
    buttons = [*reversed(turns), *buttons]
    return PrivateMessage((text(head), text(part), *([row(*buttons)] if buttons else [])))


def one_part(
    blocks: Sequence[str], limit: int, page: int, part_control_id: Callable[[int], str], translate: Translator
) -> tuple[str, list[Button]]:
    """Return the part of a long text that is nearest to `page`, with buttons to the previous and next one.

    `part_control_id` returns the id of the control that shows a part.
    """
    pages, buttons = parts(blocks, limit), list[Button]()
    page = min(max(page, 1), len(pages))
    if page > 1:
        buttons.append(button(translate.msg("Previous part"), part_control_id(page - 1)))
    if page < len(pages):
        label = translate(MORE_TEXT.filled(page=page + 1, pages=len(pages)))
        buttons.append(button(label, part_control_id(page + 1)))
    return pages[page - 1], buttons
