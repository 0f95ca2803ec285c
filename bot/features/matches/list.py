"""A player's list of matches, and the list of a server."""

from __future__ import annotations

from collections.abc import Sequence

from bot.command_keys import with_commands
from bot.discord.components.custom_ids import CustomId
from bot.discord.components.messages import (
    Button,
    Item,
    PrivateMessage,
    button,
    menu,
    menu_option,
    parts,
    row,
    text,
)
from bot.discord.components.plain import plain
from bot.discord.match_resolver import MATCH_NAME, MATCHES_YOURS, are_of_several_games, name_of
from bot.discord.match_text import IS_UP, challenge_url, free_line, joined_names, names_at, status_url, title
from bot.discord.time_format import deadline
from bot.store.match_status import Invited, MatchStatus
from bot.views.types import MatchTable, Summary
from cards.i18n import Translator, msg

OPEN_TABLE = msg("{free} Press **Take a seat** there.")
MATCHES_THEIRS = msg("waiting for {who}")
MATCHES_TITLE = msg("Your matches")

SHOWN = 25
SERVER_PAGE = 1800
"""Maximum characters per page of a server's list: two screens on a phone."""


def matches_message(
    summaries: Sequence[Summary],
    person: int,
    translate: Translator,
    added: Sequence[tuple[str, Sequence[Button]]] = (),
    *,
    on_server: bool = False,
) -> PrivateMessage:
    """Return a player's challenges and matches, with a menu to open one. Those that wait for the player come first.

    `added` are the sections' lines, each with its buttons. `on_server` offers to list the server's matches.
    """
    section_lines = [line for line, _ in added if line]
    start_row = row(
        *(each for _, buttons in added for each in buttons),
        *(
            (
                button(translate.msg("Challenge someone"), CustomId("new").id),
                button(translate.msg("Matches here"), CustomId("here").id),
            )
            if on_server
            else (button(translate.msg("Practise against me"), CustomId("practice").id),)
        ),
    )
    if not summaries:
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
                            *section_lines,
                        ]
                    )
                ),
                start_row,
            )
        )
    ordered = sorted(summaries, key=lambda summary: summary.table.seat_of(person) not in summary.awaited)
    with_game = are_of_several_games(summary.table for summary in ordered)
    lines = [
        f"## {translate(MATCHES_TITLE)}",
        *(_line(summary, person, translate, with_game=with_game) for summary in ordered),
    ]
    lines += section_lines
    items: list[Item] = [text(parts(lines, 3900)[0])]
    playing = [summary.table for summary in ordered if summary.table.status is MatchStatus.PLAYING]
    if playing:
        options = [
            menu_option(name_of(table, translate, with_game=with_game), table.key)
            for table in playing[:SHOWN]
        ]
        items.append(menu(CustomId("open").id, translate.msg("Open a match …"), options))
    return PrivateMessage((*items, start_row))


def server_message(
    summaries: Sequence[Summary], page: int, translate: Translator, *, with_game: bool, sees_all: bool
) -> PrivateMessage:
    """Return a page of a server's matches.

    `with_game` names the game in each line. `sees_all` is whether matches in hidden channels are included.
    """
    if not summaries:
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
    pages = parts(
        [_server_line(summary, translate, with_game=with_game) for summary in summaries], SERVER_PAGE
    )
    page = min(max(1, page), len(pages))
    heading = (
        translate.msg("Played on this server")
        if len(pages) == 1
        else translate.msg("Played on this server, page {page} of {pages}", page=page, pages=len(pages))
    )
    items: list[Item] = [text(f"## {heading}\n{pages[page - 1]}")]
    buttons = [
        button(label, CustomId("here", state=str(to)).id)
        for label, to in (
            (translate.msg("Newer", "matches"), page - 1),
            (translate.msg("Older", "matches"), page + 1),
        )
        if 1 <= to <= len(pages)
    ]
    return PrivateMessage((*items, row(*buttons)) if buttons else (*items,))


def _server_line(summary: Summary, translate: Translator, *, with_game: bool) -> str:
    """Return a public line about a match, with a link."""
    table = summary.table
    game = f"{table.game.title} · " if with_game else ""
    if table.free_seats:
        name = f"{game}{title(table, translate)}"
        return f"- {_linked(name, challenge_url(table))} – {translate(OPEN_TABLE.filled(free=free_line(table, translate)))}"
    name = f"{game}{translate(MATCH_NAME.filled(id=table.match_id))}: {title(table, translate)}"
    names = (
        joined_names([f"**{plain(table.names[s], 60)}**" for s in summary.awaited], translate)
        if summary.awaited
        else ""
    )
    about = f" – {translate(MATCHES_THEIRS.filled(who=names))}" if names else ""
    return f"- {_linked(name, status_url(table))}{about}{_time(summary, min(summary.awaited, default=0), translate)}"


def _linked(name: str, url: str) -> str:
    return f"[{name}]({url})" if url else name


def _line(summary: Summary, person: int, translate: Translator, *, with_game: bool) -> str:
    table, seat = summary.table, summary.table.seat_of(person)
    opponents = [s for s in range(len(table.people)) if s != seat]
    if table.status is MatchStatus.CHALLENGED:
        about = _challenged(summary.table, seat, translate)
    elif seat in table.played_for:
        about = translate.msg("I'm playing for you")
    elif seat in table.out:
        about = translate.msg("you're out, the others play on")
    elif seat in summary.awaited:
        about = f"**{translate(MATCHES_YOURS)}**{_time(summary, seat, translate)}"
    else:
        names = joined_names(
            [f"**{plain(table.names[s], 60)}**" for s in summary.awaited or opponents], translate
        )
        about = translate(MATCHES_THEIRS.filled(who=names)) + _time(
            summary, min(summary.awaited, default=0), translate
        )
    game = f"{table.game.title} · " if with_game else ""
    name = f"{game}{translate(MATCH_NAME.filled(id=table.match_id))}: {title(table, translate)}"
    url = challenge_url(table) if table.free_seats else status_url(table)
    return f"- {_linked(name, url)} – {about}"


def _challenged(table: MatchTable, seat: int | None, translate: Translator) -> str:
    """Return the state of a challenge or open table for a person."""
    if table.table_for:
        sentence = (
            with_commands(msg("your table: {free} `{/decline}` closes it"))
            if seat == table.challenger
            else with_commands(msg("you have a seat. {free} `{/decline}` leaves the table"))
        )
        return translate(sentence.filled(free=free_line(table, translate)))
    if seat == table.challenger:
        opponents = [n for n in range(len(table.people)) if n != seat]
        return translate(
            with_commands(
                msg(
                    "you challenged {who}. `{/decline}` withdraws it",
                    who=f"**{names_at(table, opponents, translate)}**",
                )
            )
        )
    if seat is not None and table.invited[seat] is Invited.ACCEPTED:
        open_seats = [n for n, state in enumerate(table.invited) if state is Invited.OPEN]
        return translate.msg(
            "you accepted. Waiting for {who}", who=f"**{names_at(table, open_seats, translate)}**"
        )
    return translate(
        with_commands(
            msg(
                "{who} challenges you: `{/accept}` or `{/decline}`",
                who=f"**{plain(table.challenging.name, 60)}**",
            )
        )
    )


def _time(summary: Summary, seat: int, translate: Translator) -> str:
    """Return when a seat's time runs out, or that it has; "" while its clock isn't running."""
    table = summary.table
    if seat < len(table.times) and table.times[seat].late:
        return ". " + translate(IS_UP.filled(who=plain(table.names[seat], 60)))
    time_left = deadline(table, seat, translate)
    return f".{time_left}" if time_left else ""
