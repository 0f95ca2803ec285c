"""A person's list of matches."""

from __future__ import annotations

from collections.abc import Sequence

from discord import ui

from bot.command_keys import with_commands
from bot.discord.components.custom_ids import CustomId
from bot.discord.components.messages import Button, Item, PrivateMessage, button, parts, row, text
from bot.discord.components.plain import plain
from bot.discord.match_resolver import MATCH_NAME, MATCHES_YOURS, name_of
from bot.discord.match_text import IS_UP, challenge_url, free_line, listed, named, status_url, title
from bot.discord.time_format import deadline
from bot.store.match_status import Invited, MatchStatus
from bot.views.types import MatchTable, Summary
from cards.i18n import Translator, msg

OPEN_TABLE = msg("{free} Press **Take a seat** there.")
MATCHES_THEIRS = msg("waiting for {who}")
MATCHES_TITLE = msg("Your matches")

SHOWN = 25
SERVER_PAGE = 1800
"""Characters of a page of a server's matches: two screens of a phone."""


def matches_message(
    found: Sequence[Summary],
    person: int,
    translate: Translator,
    added: Sequence[tuple[str, Sequence[Button]]] = (),
    *,
    on_server: bool = False,
) -> PrivateMessage:
    """Return a person's open challenges and matches, those that wait for them first, and a menu to open one.

    `added` are lines of sections, each with its buttons; `on_server`: they ask on a server, where others may be playing.
    """
    more = [line for line, _ in added if line]
    begin = row(
        *(one for _, buttons in added for one in buttons),
        *(
            (
                button(translate.msg("Challenge someone"), CustomId("new").id),
                button(translate.msg("Matches here"), CustomId("here").id),
            )
            if on_server
            else (button(translate.msg("Practise against me"), CustomId("practice").id),)
        ),
    )
    if not found:
        return PrivateMessage(
            (
                text(
                    "\n".join(
                        [
                            translate(
                                with_commands(
                                    msg("You have no matches or challenges. Start one with `{/challenge}`.")
                                )
                            ),
                            *more,
                        ]
                    )
                ),
                begin,
            )
        )
    ordered = sorted(found, key=lambda one: one.table.seat_of(person) not in one.awaited)
    lines = [f"## {translate(MATCHES_TITLE)}", *(_line(one, person, translate) for one in ordered)]
    lines += more
    items: list[Item] = [text(parts(lines, 3900)[0])]
    playing = [one.table for one in ordered if one.table.standing is MatchStatus.PLAYING]
    if playing:
        menu = ui.Select[ui.LayoutView](
            custom_id=CustomId("open").id, placeholder=translate.msg("Open a match …")
        )
        for table in playing[:SHOWN]:
            menu.add_option(label=name_of(table, translate)[:100], value=table.key)
        items.append(ui.ActionRow[ui.LayoutView](menu))
    return PrivateMessage((*items, begin))


def server_message(
    found: Sequence[Summary], page: int, translate: Translator, *, with_game: bool, sees_all: bool
) -> PrivateMessage:
    """Return a page of what is played on a server; `with_game`: each line names its game; `sees_all`: nothing is left out."""
    if not found:
        return PrivateMessage(
            (
                text(
                    translate(
                        with_commands(
                            msg("No one is playing here right now. Start a match with `{/challenge}`.")
                        )
                        if sees_all
                        else with_commands(
                            msg(
                                "No one is playing in the channels you can see. Start a match with "
                                "`{/challenge}`."
                            )
                        )
                    )
                ),
            )
        )
    pages = parts([_server_line(one, translate, with_game=with_game) for one in found], SERVER_PAGE)
    page = min(max(1, page), len(pages))
    head = (
        translate.msg("Played on this server")
        if len(pages) == 1
        else translate.msg("Played on this server, page {page} of {pages}", page=page, pages=len(pages))
    )
    items: list[Item] = [text(f"## {head}\n{pages[page - 1]}")]
    buttons = [
        button(label, CustomId("here", state=str(to)).id)
        for label, to in (
            (translate.msg("Newer", "matches"), page - 1),
            (translate.msg("Older", "matches"), page + 1),
        )
        if 1 <= to <= len(pages)
    ]
    return PrivateMessage((*items, row(*buttons)) if buttons else (*items,))


def _server_line(one: Summary, translate: Translator, *, with_game: bool) -> str:
    """Return the public line about a match, with a link."""
    table = one.table
    game = f"{table.game.title} · " if with_game else ""
    if table.free_seats:
        name = f"{game}{title(table, translate)}"
        return f"- {_linked(name, challenge_url(table))} – {translate(OPEN_TABLE.filled(free=free_line(table, translate)))}"
    name = f"{game}{translate(MATCH_NAME.filled(id=table.match_id))}: {title(table, translate)}"
    who = listed([f"**{plain(table.names[s], 60)}**" for s in one.awaited], translate) if one.awaited else ""
    about = f" – {translate(MATCHES_THEIRS.filled(who=who))}" if who else ""
    return f"- {_linked(name, status_url(table))}{about}{_time(one, min(one.awaited, default=0), translate)}"


def _linked(name: str, url: str) -> str:
    return f"[{name}]({url})" if url else name


def _line(one: Summary, person: int, translate: Translator) -> str:
    table, seat = one.table, one.table.seat_of(person)
    others = [s for s in range(len(table.people)) if s != seat]
    if table.standing is MatchStatus.CHALLENGED:
        about = _challenged(one.table, seat, translate)
    elif seat in table.played_for:
        about = translate.msg("I'm playing for you")
    elif seat in one.awaited:
        about = f"**{translate(MATCHES_YOURS)}**{_time(one, seat, translate)}"
    else:
        who = listed([f"**{plain(table.names[s], 60)}**" for s in one.awaited or others], translate)
        about = translate(MATCHES_THEIRS.filled(who=who)) + _time(one, min(one.awaited, default=0), translate)
    name = f"{translate(MATCH_NAME.filled(id=table.match_id))}: {title(table, translate)}"
    url = challenge_url(table) if table.free_seats else status_url(table)
    return f"- {_linked(name, url)} – {about}"


def _challenged(table: MatchTable, seat: int | None, translate: Translator) -> str:
    """Return the state of a challenge or open table for a person."""
    if table.table_for:
        said = (
            with_commands(msg("your table: {free} `{/decline}` closes it"))
            if seat == table.challenger
            else with_commands(msg("you have a seat. {free} `{/decline}` leaves the table"))
        )
        return translate(said.filled(free=free_line(table, translate)))
    if seat == table.challenger:
        others = [n for n in range(len(table.people)) if n != seat]
        return translate(
            with_commands(
                msg(
                    "you challenged {who}. `{/decline}` withdraws it",
                    who=f"**{named(table, others, translate)}**",
                )
            )
        )
    if seat is not None and table.invited[seat] is Invited.ACCEPTED:
        still = [n for n, one in enumerate(table.invited) if one is Invited.OPEN]
        return translate.msg("you accepted. Waiting for {who}", who=f"**{named(table, still, translate)}**")
    return translate(
        with_commands(
            msg(
                "{who} challenges you: `{/accept}` or `{/decline}`",
                who=f"**{plain(table.challenging.name, 60)}**",
            )
        )
    )


def _time(one: Summary, seat: int, translate: Translator) -> str:
    """Return when this seat's time runs out, or that it has; nothing for a clock that stands still."""
    table = one.table
    if seat < len(table.times) and table.times[seat].late:
        return ". " + translate(IS_UP.filled(who=plain(table.names[seat], 60)))
    left = deadline(table, seat, translate)
    return f".{left}" if left else ""
