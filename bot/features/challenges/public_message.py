"""A challenge's public message in its channel: its state and the answers so far. Sent once, then edited."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import discord
from discord import ui
from msgspec import Struct

from bot.delivery.notes import PublicKind
from bot.delivery.results import Gone, Sent
from bot.discord.components.messages import (
    Item,
    PublicMessage,
    button,
    link,
    row,
    text,
)
from bot.discord.components.plain import plain
from bot.discord.match_buttons import FIRST_MATCH, talk_button
from bot.discord.match_text import (
    agreed_lines,
    control,
    ending_lines,
    free_line,
    joined_names,
    names_at,
    sort_line,
    thread_url,
)
from bot.discord.match_text import names as called_at
from bot.discord.outgoing.announcers import (
    Announcement,
    Announcements,
    MatchMessages,
    MessageEdit,
    Posts,
    Shown,
)
from bot.discord.outgoing.posts import MessageLost
from bot.people.beginners import Beginners
from bot.store.match_status import Invited, MatchStatus
from bot.views.types import MatchTable, PublicSnapshot
from cards.i18n import Message, Translator, msg

CHALLENGE_ANSWERS: Mapping[str, Message] = {
    "open": msg("No answer yet: {names}"),
    "accepted": msg("Accepted: {names}"),
    "declined": msg("Declined: {names}"),
}
CHALLENGE_BEGUN = msg("**{names}** are playing. The match is in the thread below.")
CHALLENGE_OVER = msg("The match between **{names}** is over.")
CHALLENGE_TITLE = msg("A match of {game}")
DIGITS = 16
"""Hex digits of the fingerprint in the message. 64 bits are enough to rule out a different deal with the same digits.

*Check the deal* shows the whole fingerprint.
"""


def challenge(
    shown: PublicSnapshot | MatchTable, translate: Translator, *, for_newcomer: bool = False
) -> PublicMessage:
    """Return the current message of a challenge. It mentions the challenged players.

    `for_newcomer` adds a button for a first match with explanations. Once the match has begun, the message contains
    the first digits of the deal's fingerprint: publishing them makes a later change noticeable.
    """
    snapshot = None if isinstance(shown, MatchTable) else shown
    table = shown if isinstance(shown, MatchTable) else shown.table
    sentence = _table_sentence(table, translate) if table.table_for else challenge_sentence(table, translate)
    if snapshot is not None and snapshot.outcome is not None:
        sentence += f" {ending_lines(snapshot, translate)[0]}"
    sort = "".join(f"\n{line}" for line in (*sort_line(table, translate), *agreed_lines(table, translate)))
    head = ui.TextDisplay[ui.LayoutView](
        f"## {translate(CHALLENGE_TITLE.filled(game=table.game.title))}\n{sentence}{sort}"
    )
    if table.status is not MatchStatus.CHALLENGED:
        url = thread_url(table)
        if snapshot is not None:
            fixed = (
                msg(
                    "The deal is fixed. Its fingerprint begins with `{commitment}`. Anyone can "
                    "check it after the match."
                )
                if snapshot.outcome is None
                else msg("The deal was fixed. Its fingerprint begins with `{commitment}`.")
            )
            head.content += f"\n-# {translate(fixed.filled(commitment=snapshot.commitment[:DIGITS]))}"
        has_begun = table.status in (MatchStatus.PLAYING, MatchStatus.OVER)
        links = [
            *([link(translate.msg("Go to the match"), url)] if url else []),
            *([talk_button(table, translate)] if has_begun else []),
            *(
                [button(translate.msg("Check the deal"), control(table, "verify"))]
                if snapshot is not None
                else []
            ),
        ]
        return PublicMessage((head, row(*links)) if links else (head,))
    if table.table_for:
        return PublicMessage((head, *_seats(table, translate)))
    several = len(table.people) > 2
    buttons = row(
        button(translate.msg("Accept"), control(table, "accept"), discord.ButtonStyle.success),
        *([button(translate(FIRST_MATCH), control(table, "taught"))] if for_newcomer else ()),
        button(translate.msg("Decline"), control(table, "decline")),
        *(
            [button(translate.msg("Begin without the rest"), control(table, "start"))]
            if may_start(table)
            else ()
        ),
        button(translate.msg("Help"), control(table, "help")),
    )
    how = translate(
        msg("Accept and choose your deck. You'll play in a thread here, over hours or days.")
        if table.game.has_decks
        else msg("You'll play in a thread here, over hours or days.")
    )
    lines = [*(answered_lines(table, translate) if several else ()), f"-# {how}"]
    mentioned = tuple(person.id for person in table.challenged if not person.is_this_bot)
    return PublicMessage((head, text("\n".join(lines)), buttons), mentions=mentioned)


def _table_sentence(table: MatchTable, translate: Translator) -> str:
    """Return the state of an open table as a sentence."""
    host = f"**{plain(table.challenging.name, 60)}**"
    match table.status:
        case MatchStatus.CHALLENGED:
            return translate.msg("{host} wants to play {game}. Who joins?", host=host, game=table.game.title)
        case MatchStatus.EXPIRED:
            return translate.msg("{host}'s table is closed: not enough players joined in time.", host=host)
        case MatchStatus.PLAYING:
            return translate(
                CHALLENGE_BEGUN.filled(names=names_at(table, range(len(table.people)), translate))
            )
        case MatchStatus.OVER:
            return translate(
                CHALLENGE_OVER.filled(names=names_at(table, range(len(table.people)), translate))
            )
        case _:
            return translate.msg("{host} closed this table.", host=host)


def _seats(table: MatchTable, translate: Translator) -> list[Item]:
    """Return the players at an open table, and the buttons to join, leave and start."""
    names = f"**{names_at(table, range(len(table.people)), translate)}**"
    how = translate(
        (
            msg(
                "Choose a deck and take a seat. You'll play in a thread here, over hours "
                "or days. Open until {when}."
            )
            if table.game.has_decks
            else msg("You'll play in a thread here, over hours or days. Open until {when}.")
        ).filled(when=until(table))
    )
    lines = [
        translate.msg("At the table: {names}. {free}", names=names, free=free_line(table, translate)),
        f"-# {how}",
    ]
    return [
        text("\n".join(lines)),
        row(
            button(translate.msg("Take a seat"), control(table, "accept"), discord.ButtonStyle.success),
            *([button(translate.msg("Start now"), control(table, "start"))] if may_start(table) else ()),
            button(translate.msg("Leave table"), control(table, "decline")),
            button(translate.msg("Help"), control(table, "help")),
        ),
    ]


def until(table: MatchTable) -> str:
    """Return the closing time of an open table as a Discord timestamp, which each reader sees in their time zone."""
    return f"<t:{table.table_until // 1000}:f>"


def challenge_sentence(table: MatchTable, translate: Translator) -> str:
    """Return the state of a challenge as a sentence."""
    challenger, several = table.challenging, len(table.people) > 2
    opponents = names_at(table, [n for n in range(len(table.people)) if n != table.challenger], translate)
    names = {"challenger": f"**{plain(challenger.name, 60)}**", "opponent": f"**{opponents}**"}
    match table.status:
        case MatchStatus.CHALLENGED:
            players = joined_names([f"<@{person.id}>" for person in table.challenged], translate)
            if table.rematch_of:
                sentence = (
                    msg("{opponent}: {challenger} wants a rematch of {game}, with everyone moved one seat.")
                    if several
                    else msg("{challenger} wants a rematch of {game} with {opponent}, seats swapped.")
                )
            else:
                sentence = (
                    msg("{opponent}: {challenger} challenges you to {game}.")
                    if several
                    else msg("{opponent}, {challenger} challenges you to {game}.")
                )
            return translate(
                sentence.filled(challenger=names["challenger"], opponent=players, game=table.game.title)
            )
        case MatchStatus.DECLINED:
            return translate(
                (
                    msg("Too few players accepted {challenger}'s challenge to {opponent}.")
                    if several
                    else msg("{opponent} declined {challenger}'s challenge.")
                ).filled(**names)
            )
        case MatchStatus.WITHDRAWN | MatchStatus.EXPIRED:
            return translate.msg("{challenger} withdrew the challenge to {opponent}.", **names)
        case MatchStatus.PLAYING if several:
            every = joined_names([plain(name, 60) for name in called_at(table, translate)], translate)
            return translate(CHALLENGE_BEGUN.filled(names=every))
        case MatchStatus.PLAYING:
            players = [
                plain(name, 80) for n, name in enumerate(called_at(table, translate)) if n != table.challenger
            ]
            return translate.msg(
                "{opponent} accepted {challenger}'s challenge. The match is in the thread below.",
                **names | {"opponent": f"**{joined_names(players, translate)}**"},
            )
        case MatchStatus.OVER:
            return translate(
                CHALLENGE_OVER.filled(names=names_at(table, range(len(table.people)), translate))
            )


def answered_lines(table: MatchTable, translate: Translator) -> list[str]:
    """Return the names of the players who accepted, declined and haven't answered yet, one line for each group."""
    lines: list[str] = []
    for invited in (Invited.ACCEPTED, Invited.OPEN, Invited.DECLINED):
        if seats := [n for n, answer in enumerate(table.invited) if answer is invited]:
            lines.append(
                translate(CHALLENGE_ANSWERS[invited].filled(names=f"**{names_at(table, seats, translate)}**"))
            )
    return lines


def may_start(table: MatchTable) -> bool:
    """Return whether the match can start without the players who haven't answered."""
    accepted = sum(answer is Invited.ACCEPTED for answer in table.invited)
    return accepted < max(len(table.people), table.table_for) and accepted in table.game.seats


class ChallengesAnnouncements(Struct, frozen=True):
    """Posts and edits the public messages of challenges."""

    beginners: Beginners

    @property
    def announcements(self) -> Announcements:
        """The announcers and editors, by kind."""
        return Announcements(
            public={PublicKind.CHALLENGE: self._announce},
            tables={PublicKind.CHALLENGE: self._announce},
            edits={PublicKind.CHALLENGE: self._edits},
        )

    async def _announce(self, to: MatchMessages, announcement: Announcement, shown: Shown) -> Sent | Gone:
        table = shown if isinstance(shown, MatchTable) else shown.table
        message = await self._message(shown, announcement.translate)
        if table.challenge_message_id is not None:
            try:
                await to.posting.edit(table.channel_id, table.challenge_message_id, message)
                return Sent(table.challenge_message_id)
            except MessageLost as lost:
                if table.thread_id is not None:
                    return Gone(f"the message can't be edited: {lost}")
        if table.status in (MatchStatus.DECLINED, MatchStatus.WITHDRAWN, MatchStatus.EXPIRED):
            return Sent()
        return Sent(await to.posting.send(announcement.delivery, table.channel_id, message))

    async def _edits(self, shown: Shown, posts: Posts, translate: Translator) -> Sequence[MessageEdit]:
        table = shown if isinstance(shown, MatchTable) else shown.table
        if table.challenge_message_id is None:
            return []
        message = await self._message(shown, translate)
        return [MessageEdit(table.channel_id, table.challenge_message_id, message)]

    async def _message(self, shown: Shown, translate: Translator) -> PublicMessage:
        table = shown if isinstance(shown, MatchTable) else shown.table
        for_newcomer = table.status is MatchStatus.CHALLENGED and not (table.is_practice or table.table_for)
        for_newcomer = for_newcomer and all(
            [await self.beginners.is_new(person.id, table.game) for person in table.challenged]
        )
        return challenge(shown, translate, for_newcomer=for_newcomer)
