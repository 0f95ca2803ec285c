"""A person's list of matches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from discord import ui

from bot.discord.components.custom_ids import CustomId
from bot.discord.components.messages import Button, Item, PrivateMessage, button, parts, row, text
from bot.discord.components.plain import plain
from bot.discord.match_resolver import name_of
from bot.discord.match_text import challenge_url, free_line, named, status_url, title
from bot.discord.texts.texts import Texts
from bot.discord.time_format import deadline
from bot.store.match_status import Invited, MatchStatus
from bot.views.types import MatchTable, Summary

SHOWN = 25
SERVER_PAGE = 1800
"""Characters of a page of a server's matches: two screens of a phone."""


def matches_message(
    found: Sequence[Summary],
    person: int,
    words: Texts,
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
                button(words.challenge_somebody, CustomId("new").id),
                button(words.here.button, CustomId("here").id),
            )
            if on_server
            else (button(words.practise, CustomId("practice").id),)
        ),
    )
    if not found:
        return PrivateMessage((text("\n".join([words.matches_none, *more])), begin))
    ordered = sorted(found, key=lambda one: one.table.seat_of(person) not in one.awaited)
    lines = [f"## {words.matches_title}", *(_line(one, person, words) for one in ordered)]
    lines += more
    items: list[Item] = [text(parts(lines, 3900)[0])]
    playing = [one.table for one in ordered if one.table.standing is MatchStatus.PLAYING]
    if playing:
        menu = ui.Select[Any](custom_id=CustomId("open").id, placeholder=words.matches_menu)
        for table in playing[:SHOWN]:
            menu.add_option(label=name_of(table, words)[:100], value=table.key)
        items.append(ui.ActionRow[Any](menu))
    return PrivateMessage((*items, begin))


def server_message(
    found: Sequence[Summary], page: int, words: Texts, *, with_game: bool, sees_all: bool
) -> PrivateMessage:
    """Return a page of what is played on a server; `with_game`: each line names its game; `sees_all`: nothing is left out."""
    said = words.here
    if not found:
        return PrivateMessage((text(said.none if sees_all else said.none_seen),))
    pages = parts([_server_line(one, words, with_game=with_game) for one in found], SERVER_PAGE)
    page = min(max(1, page), len(pages))
    head = said.title if len(pages) == 1 else said.title_page.format(page=page, pages=len(pages))
    items: list[Item] = [text(f"## {head}\n{pages[page - 1]}")]
    buttons = [
        button(label, CustomId("here", state=str(to)).id)
        for label, to in ((said.newer, page - 1), (said.older, page + 1))
        if 1 <= to <= len(pages)
    ]
    return PrivateMessage((*items, row(*buttons)) if buttons else (*items,))


def _server_line(one: Summary, words: Texts, *, with_game: bool) -> str:
    """Return what everybody may know of a match, with the way there."""
    table = one.table
    game = f"{table.game.title} · " if with_game else ""
    if table.free_seats:
        name = f"{game}{title(table, words)}"
        return f"- {_linked(name, challenge_url(table))} – {words.here.open_table.format(free=free_line(table, words))}"
    name = f"{game}{words.match_name.format(id=table.match_id)}: {title(table, words)}"
    who = " & ".join(f"**{plain(table.names[s], 60)}**" for s in one.awaited)
    about = f" – {words.matches_theirs.format(who=who)}" if who else ""
    return f"- {_linked(name, status_url(table))}{about}{_time(one, min(one.awaited, default=0), words)}"


def _linked(name: str, url: str) -> str:
    return f"[{name}]({url})" if url else name


def _line(one: Summary, person: int, words: Texts) -> str:
    table, seat = one.table, one.table.seat_of(person)
    others = " & ".join(f"**{plain(p.name, 60)}**" for s, p in enumerate(table.people) if s != seat)
    if table.standing is MatchStatus.CHALLENGED:
        about = _challenged(one.table, seat, words)
    elif seat in table.played_for:
        about = words.takeovers.listed
    elif seat in one.awaited:
        about = f"**{words.matches_yours}**{_time(one, seat, words)}"
    else:
        who = " & ".join(f"**{plain(table.names[s], 60)}**" for s in one.awaited) or others
        about = words.matches_theirs.format(who=who) + _time(one, min(one.awaited, default=0), words)
    name = f"{words.match_name.format(id=table.match_id)}: {title(table, words)}"
    url = challenge_url(table) if table.free_seats else status_url(table)
    return f"- {_linked(name, url)} – {about}"


def _challenged(table: MatchTable, seat: int | None, words: Texts) -> str:
    """Return how a challenge or open table stands for someone."""
    if table.table_for:
        said = words.tables.mine if seat == table.challenger else words.tables.mine_too
        return said.format(free=free_line(table, words))
    if seat == table.challenger:
        others = [n for n in range(len(table.people)) if n != seat]
        return words.matches_you_challenged.format(who=f"**{named(table, others, words)}**")
    if seat is not None and table.invited[seat] is Invited.ACCEPTED:
        still = [n for n, one in enumerate(table.invited) if one is Invited.OPEN]
        return words.matches_accepted.format(who=f"**{named(table, still, words)}**")
    return words.matches_challenged_you.format(who=f"**{plain(table.challenging.name, 60)}**")


def _time(one: Summary, seat: int, words: Texts) -> str:
    """Return when this seat's time runs out, or that it has; nothing for a clock that stands still."""
    table = one.table
    if seat < len(table.times) and table.times[seat].late:
        return ". " + words.time.is_up.format(who=plain(table.names[seat], 60))
    left = deadline(table, seat, words)
    return f".{left}" if left else ""
