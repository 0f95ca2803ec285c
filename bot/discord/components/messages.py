"""Messages before they are sent. Public and private ones are different types, and no function accepts both."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence

import discord
import msgspec
from discord import ui
from discord.ui.select import BaseSelect

from bot.discord.components.plain import NO_LINKS, CommandLinks, bare, shorten
from bot.views.pictures import PrivatePicture, PublicPicture

Item = ui.Item[ui.LayoutView]
Button = ui.Button[ui.LayoutView]

TEXT = 4000
"""Maximum characters of text in one message (Discord's limit)."""
ALT = 1024
"""Maximum characters of a picture's alt text (Discord's limit)."""
OPTIONS, OPTION, PLACEHOLDER = 25, 100, 150
"""Maximum options of a menu, and characters of an option and of a placeholder (Discord's limits)."""
_A_ROW = 5
"""Maximum buttons in a row (Discord's limit)."""
_LINE, _BUTTON, _LETTER = 3740, 400, 93
"""Widths in tenths of a point: a line of buttons on a phone, a button without its label, a letter.

The button's width includes its gap; the letter is of wide type.
"""
NOBODY = discord.AllowedMentions.none()


class PublicText(msgspec.Struct, frozen=True):
    """A text file that everyone may read."""

    content: str
    filename: str


class PrivateText(msgspec.Struct, frozen=True):
    """A text file for one person; bytes are compressed."""

    content: str | bytes
    filename: str


class PublicMessage(msgspec.Struct, frozen=True):
    """A public message. It notifies only the people in `mentions`."""

    items: tuple[Item, ...]
    pictures: tuple[PublicPicture, ...] = ()
    mentions: tuple[int, ...] = ()
    texts: tuple[PublicText, ...] = ()


class PrivateMessage(msgspec.Struct, frozen=True):
    """A message for one person: a direct message, or a reply that only they see. It mentions no one."""

    items: tuple[Item, ...]
    pictures: tuple[PrivatePicture | PublicPicture, ...] = ()
    texts: tuple[PrivateText, ...] = ()


def layout(message: PublicMessage | PrivateMessage, links: CommandLinks = NO_LINKS) -> ui.LayoutView:
    """Return the message's components, with links to commands. Needs a running event loop.

    If the links would make the message too long, commands stay code. The view is stopped immediately, so that
    discord.py keeps nothing in memory: presses are understood from the controls' ids alone (see
    `bot.discord.components.custom_ids`).
    """
    view = ui.LayoutView(timeout=None)
    for item in message.items:
        view.add_item(item)
    texts = [item for item in view.walk_children() if isinstance(item, ui.TextDisplay)]
    linked = [links.linked(item.content) for item in texts]
    if sum(map(len, linked)) <= TEXT:
        for item, content in zip(texts, linked, strict=True):
            item.content = content
    for item in view.walk_children():
        if isinstance(item, BaseSelect):
            # discord.py marks every text menu as required, but that only has a meaning in forms.
            item.required = False
    view.stop()
    return view


def files(message: PublicMessage | PrivateMessage) -> list[discord.File]:
    """Return the message's pictures and texts as files to send once."""
    attachments = [
        discord.File(io.BytesIO(p.png), p.filename, description=shorten(p.alt, ALT)) for p in message.pictures
    ]
    attachments += [discord.File(io.BytesIO(_bytes(t.content)), t.filename) for t in message.texts]
    return attachments


def _bytes(content: str | bytes) -> bytes:
    return content.encode() if isinstance(content, str) else content


def mentions(message: PublicMessage) -> discord.AllowedMentions:
    """Return the people the message may mention."""
    return discord.AllowedMentions(
        everyone=False, roles=False, users=[discord.Object(person) for person in message.mentions]
    )


def gallery(picture: PublicPicture | PrivatePicture) -> Item:
    """Return the component that shows a picture of the message."""
    item = discord.MediaGalleryItem(f"attachment://{picture.filename}", description=shorten(picture.alt, ALT))
    return ui.MediaGallery[ui.LayoutView](item)


def with_thumbnail(content: str, picture: PublicPicture | PrivatePicture) -> Item:
    """Return a block of text with a thumbnail beside it, which opens the picture."""
    small = ui.Thumbnail[ui.LayoutView](
        f"attachment://{picture.filename}", description=shorten(picture.alt, ALT)
    )
    return ui.Section[ui.LayoutView](content, accessory=small)


def file(attached: PublicText | PrivateText) -> Item:
    """Return the component that offers a file of the message."""
    return ui.File[ui.LayoutView](f"attachment://{attached.filename}")


def button(label: str, custom_id: str, style: discord.ButtonStyle = discord.ButtonStyle.secondary) -> Button:
    """Return a button with an id."""
    return ui.Button(label=label, custom_id=custom_id, style=style)


def link(label: str, url: str) -> Button:
    """Return a button that opens a URL."""
    return ui.Button(label=label, url=url)


def row(*buttons: Button) -> Item:
    """Return at most five buttons in a row."""
    return ui.ActionRow(*buttons)


def rows(buttons: Sequence[Button]) -> list[Item]:
    """Return any number of buttons in as many rows as needed."""
    return [row(*buttons[start : start + _A_ROW]) for start in range(0, len(buttons), _A_ROW)]


def menu_option(label: str, value: str, detail: str = "", *, chosen: bool = False) -> discord.SelectOption:
    """Return an option of a menu. Long texts are cut."""
    return discord.SelectOption(
        label=shorten(bare(label), OPTION),
        value=value,
        description=shorten(bare(detail), OPTION) or None,
        default=chosen,
    )


def menu(
    custom_id: str,
    placeholder: str,
    options: Sequence[discord.SelectOption],
    *,
    least: int = 1,
    most: int = 1,
) -> Item:
    """Return a row with a menu of these options, the first 25 of them. `least` to `most` can be chosen."""
    return ui.ActionRow(
        ui.Select[ui.LayoutView](
            custom_id=custom_id,
            placeholder=shorten(placeholder, PLACEHOLDER),
            options=list(options[:OPTIONS]),
            min_values=least,
            max_values=min(most, len(options), OPTIONS),
            required=least > 0,
        )
    )


def lines_of(buttons: Sequence[Button]) -> list[list[Button]]:
    """Return the lines into which a phone breaks a row of buttons."""
    lines, used = list[list[Button]](), _LINE
    for item in buttons:
        width = _BUTTON + _LETTER * len(item.label or "")
        if used + width > _LINE:
            lines.append([])
            used = 0
        lines[-1].append(item)
        used += width
    return lines


def letters_left(buttons: Sequence[Button]) -> int:
    """Return the maximum label length of one more button in the row's last line on a phone; negative if none fits."""
    last_line = lines_of(buttons)[-1] if buttons else []
    used = sum(_BUTTON + _LETTER * len(item.label or "") for item in last_line)
    return (_LINE - used - _BUTTON) // _LETTER


def fit_a_line(buttons: Sequence[Button]) -> bool:
    """Return whether these buttons fit in one line of a phone, in one row."""
    return (
        len(buttons) <= _A_ROW and sum(_BUTTON + _LETTER * len(item.label or "") for item in buttons) <= _LINE
    )


def text(content: str) -> Item:
    """Return a block of text. Discord rejects empty ones."""
    return ui.TextDisplay(content or "–")


def text_length(items: Iterable[Item]) -> int:
    """Return the number of characters of text in these components."""
    total = 0
    for item in items:
        if isinstance(item, ui.TextDisplay):
            total += len(item.content)
        elif isinstance(item, ui.Container | ui.Section):
            total += text_length(item.children)
    return total


def parts(blocks: Sequence[str], limit: int) -> list[str]:
    """Return blocks of text, in order, joined by line breaks into parts of at most `limit` characters.

    A longer block is cut at the end of a line or a word. There is at least one part.
    """
    out = [""]
    for block in blocks:
        for piece in _pieces(block, limit):
            if out[-1] and len(out[-1]) + 1 + len(piece) > limit:
                out.append(piece)
            else:
                out[-1] = f"{out[-1]}\n{piece}" if out[-1] else piece
    return out


def _pieces(block: str, limit: int) -> Iterable[str]:
    while len(block) > limit:
        ends = block.rfind("\n", 0, limit), block.rfind(" ", 0, limit)
        cut = next((end for end in ends if end > limit // 2), limit)
        yield block[:cut]
        block = block[cut:].lstrip()
    yield block
