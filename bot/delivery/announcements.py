"""The notes that follow from an event. Everything here depends on public knowledge only.

Whose decision is awaited is public; that a player was asked, and when, reveals nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

from msgspec.structs import replace

from bot.delivery.notes import PrivateKind, PublicKind
from bot.store.match_status import MatchStatus
from bot.store.rows import MatchRow, NewNote, NoteRow

_EDITED = {PublicKind.CHALLENGE, PublicKind.STATUS, PublicKind.REVIEW}
"""Messages that exist once per match. A newer note about one replaces a pending one."""


def of_challenge(match_id: int, rev: int) -> list[NewNote]:
    """Return the note for a challenge that was made, answered or withdrawn, or whose match is over."""
    return [_public(PublicKind.CHALLENGE, match_id, rev)]


def of_beginning(row: MatchRow, seats_to_notify: Iterable[int]) -> list[NewNote]:
    """Return the notes for the beginning of a match, at revision `row.rev`: open its thread, show it, ask.

    `seats_to_notify` are the seats to notify of their first question.
    """
    notes = [
        _public(PublicKind.CHALLENGE, row.id, row.rev),
        _public(PublicKind.OPEN, row.id, row.rev),
        _public(PublicKind.STATUS, row.id, row.rev),
    ]
    return notes + [of_question(row, seat) for seat in seats_to_notify]


def of_act(
    row: MatchRow,
    actor: int,
    seats_to_notify: Iterable[int],
    over: bool,
    *,
    in_rounds: bool,
    before: MatchRow | None = None,
) -> list[NewNote]:
    """Return the notes for an act by `actor` that led to revision `row.rev`.

    `seats_to_notify` are the seats notified of a new question by direct message. The actor already has the next question, so
    only their direct message is updated. `in_rounds`: the game has rounds, and the last one is worth replaying.
    `before` is the match before the act, where players can go out: those who just went out concern everyone, and
    those who were out before aren't mentioned at the end.
    """
    departed = [seat for seat, seat_row in enumerate(row.seats) if seat_row.left is not None]
    departed_before = (
        [] if before is None else [seat for seat in departed if before.seats[seat].left is not None]
    )
    notes = [_public(PublicKind.STATUS, row.id, row.rev)]
    notified = set(seats_to_notify)
    notes += [of_question(row, seat) for seat in sorted(notified)]
    refreshed = set(range(len(row.seats))) if over or departed != departed_before else {actor}
    for seat in sorted(refreshed - notified):
        if row.seats[seat].panel or row.seats[seat].pending:
            notes.append(_private(PrivateKind.PANEL, row, seat) if seat == actor else _refreshed(row, seat))
    if over:
        all_people = tuple(
            seat.person_id
            for number, seat in enumerate(row.seats)
            if not seat.is_bot and number not in departed_before
        )
        notes.append(_public(PublicKind.ENDED, row.id, row.rev, all_people))
        notes += of_challenge(row.id, row.rev)
        if row.guild_id is not None:
            notes.append(_public(PublicKind.RESULT, row.id, row.rev))
        if in_rounds:
            notes.append(_public(PublicKind.ROUND, row.id, row.rev))
    return notes


def of_sitting(row: MatchRow, actor: int, seats_to_notify: Iterable[int]) -> list[NewNote]:
    """Return the notes for a decision of `actor` in an open sitting, which no one else can see.

    `seats_to_notify` is that seat if it is notified of its next question by direct message.
    """
    if actor in seats_to_notify:
        return [of_question(row, actor)]
    seat = row.seats[actor]
    return [_private(PrivateKind.PANEL, row, actor)] if seat.panel or seat.pending else []


def of_lapse(before: MatchRow, after: MatchRow, actor: int) -> list[NewNote]:
    """Return the notes for offers that expired by a decision of `actor`: update the other players' panels.

    Newly asked players get a separate message, which nothing may replace.
    """
    return [
        _refreshed(after, seat)
        for seat, person in enumerate(after.seats)
        if seat != actor
        and person.panel
        and not person.pending
        and (seat not in after.awaited or seat in before.awaited)
    ]


def of_renewal(row: MatchRow, cause: str, *, asks: bool = False) -> list[NewNote]:
    """Return the notes that update all messages of a match, because they may be wrong.

    `cause` is unique to this renewal. With `asks`, people may have missed their question: those without a direct
    message about it, or who couldn't be sent one, are notified again.
    """
    public = [PublicKind.CHALLENGE]
    if row.status in (MatchStatus.PLAYING, MatchStatus.OVER):
        public.append(PublicKind.STATUS)
    key = f"{row.id}:renewal:{cause}"
    notes = [_note(row.id, 0, kind, row.rev, (), f"{key}:{kind}", f"{row.id}:{kind}") for kind in public]
    for number, seat in enumerate(row.seats):
        if seat.pending:
            continue
        asks_again = asks and number in row.awaited and (seat.panel is None or seat.dm_closed)
        if seat.panel or (asks_again and not seat.is_played_by_bot):
            kind, person = (PrivateKind.ASK if asks_again else PrivateKind.PANEL), seat.person_id
            notes.append(_note(row.id, person, kind, row.rev, (), f"{key}:{person}", f"{row.id}:dm:{person}"))
    return notes


def of_names(match_id: int, rev: int, stand_in: int) -> NewNote:
    """Return the note to edit a match's messages because a placeholder has replaced a player."""
    key = f"{match_id}:{PublicKind.NAMES}"
    return _note(match_id, 0, PublicKind.NAMES, rev, (), f"{key}:{stand_in}", key)


def of_void(row: MatchRow) -> list[NewNote]:
    """Return the notes for a result voided by a moderator.

    They notify all players, and edit the messages with the rating changes.
    """
    key = f"{row.id}:{PublicKind.NAMES}"
    people = tuple(seat.person_id for seat in row.seats if seat.person_id > 0)
    return [
        _public(PublicKind.VOIDED, row.id, row.rev, people),
        _note(row.id, 0, PublicKind.NAMES, row.rev, (), f"{key}:void:{row.rev}", key),
    ]


def of_review(row: MatchRow, cause: str, mentioned: Iterable[int] = ()) -> NewNote:
    """Return the note that shows the progress of a review. It asks the people at the seats `mentioned` for consent.

    `cause` is unique to this step.
    """
    people = tuple(row.seats[seat].person_id for seat in mentioned)
    key = f"{row.id}:{PublicKind.REVIEW}"
    return _note(row.id, 0, PublicKind.REVIEW, row.rev, people, f"{key}:{cause}", key)


def of_talk(row: MatchRow, interaction: int) -> NewNote:
    """Return the note to open a match's comment thread."""
    key = f"{row.id}:{PublicKind.TALK}"
    return _note(row.id, 0, PublicKind.TALK, row.rev, (), f"{key}:{interaction}", key)


def of_late_talk(row: MatchRow) -> NewNote:
    """Return the note to edit a match's messages because it ended while its comment thread was being opened."""
    key = f"{row.id}:{PublicKind.NAMES}"
    return _note(row.id, 0, PublicKind.NAMES, row.rev, (), f"{key}:talk", key)


def of_time(row: MatchRow, cause: str, mentioned: Iterable[int]) -> list[NewNote]:
    """Return the notes for a change of the clocks, mentioning the seats `mentioned`.

    `cause` is unique to this change: a revision, or the kind and moment of an alarm.
    """
    people = tuple(row.seats[seat].person_id for seat in mentioned)
    key = f"{row.id}:{PublicKind.TIME}:{cause}"
    status = f"{row.id}:{PublicKind.STATUS}:time:{cause}"
    return [
        _note(row.id, 0, PublicKind.TIME, row.rev, people, key, None),
        _note(row.id, 0, PublicKind.STATUS, row.rev, (), status, f"{row.id}:{PublicKind.STATUS}"),
        *(
            _note(row.id, seat.person_id, PrivateKind.PANEL, row.rev, (), f"{key}:{seat.person_id}", f"{row.id}:dm:{seat.person_id}")
            for seat in row.seats
            if seat.panel and not seat.pending
        ),
    ]  # fmt: skip


def of_absence(row: MatchRow, number: int) -> list[NewNote]:
    """Return the notes for an absence of the bot: announce it once, and show the new deadlines."""
    key = f"{row.id}:{PublicKind.ABSENCE}:{number}"
    announcement = _note(row.id, 0, PublicKind.ABSENCE, row.rev, (), key, None)
    return [announcement, *of_time(row, f"{PublicKind.ABSENCE}:{number}", ())[1:]]


def of_takeover(row: MatchRow, seats: Iterable[int]) -> list[NewNote]:
    """Return the notes for the bot taking over these seats: in public, and to the absent players directly."""
    absent = tuple(row.seats[seat].person_id for seat in seats)
    key = f"{row.id}:{row.rev}:{PrivateKind.TAKEOVER}"
    return [
        _public(PublicKind.TIME, row.id, row.rev, absent),
        *of_return(row),
        *(_note(row.id, one, PrivateKind.TAKEOVER, row.rev, (), f"{key}:{one}", None) for one in absent),
    ]


def of_return(row: MatchRow) -> list[NewNote]:
    """Return the notes for a player's return from a takeover: update the messages.

    They already have their question.
    """
    return [
        _public(PublicKind.STATUS, row.id, row.rev),
        *(
            _refreshed(row, number)
            for number, seat in enumerate(row.seats)
            if seat.panel and not seat.pending
        ),
    ]


def of_offer(row: MatchRow, mentioned: Iterable[int]) -> list[NewNote]:
    """Return the notes for new, declined or withdrawn offers: notify the seats `mentioned`, and show the offers."""
    people = tuple(row.seats[seat].person_id for seat in mentioned)
    return [_public(PublicKind.OFFER, row.id, row.rev, people), *of_undo(row, ())]


def of_undo(row: MatchRow, seats_to_notify: Iterable[int]) -> list[NewNote]:
    """Return the notes for a take-back or changed requests: update all messages, and ask these seats again."""
    notified = set(seats_to_notify)
    notes = [
        _public(PublicKind.STATUS, row.id, row.rev),
        *(of_question(row, seat) for seat in sorted(notified)),
    ]
    for seat, person in enumerate(row.seats):
        if seat not in notified and (person.panel or person.pending):
            notes.append(_refreshed(row, seat))
    return notes


def of_closed_dm(note: NoteRow) -> NewNote:
    """Return the note for a reminder in the thread, because the direct one was refused."""
    return _reminder(note.match_id, note.rev, note.person_id, f"closed:{note.id}", public=True)


def of_reminder(row: MatchRow, seat: int, due_at: int) -> NewNote:
    """Return the note to remind a player of their decision, at the moment `due_at`, where they want it."""
    person = row.seats[seat]
    cause = f"{person.reminder.question}:{due_at}"
    return _reminder(
        row.id, row.rev, person.person_id, cause, public=person.dm_closed or person.reminder_settings.thread
    )


def _reminder(match_id: int, rev: int, person: int, cause: str, *, public: bool) -> NewNote:
    key = f"{match_id}:remind:{person}"
    mentions = (person,) if public else ()
    kind = PublicKind.REMIND if public else PrivateKind.REMIND
    where = "thread" if public else "dm"
    return _note(match_id, 0 if public else person, kind, rev, mentions, f"{key}:{cause}", f"{key}:{where}")


def of_question(row: MatchRow, seat: int) -> NewNote:
    """Return the note to notify the person at that seat of their question by direct message."""
    return _private(PrivateKind.ASK, row, seat)


def _refreshed(row: MatchRow, seat: int) -> NewNote:
    """Return the note that updates a direct message, and still asks a question that wasn't sent yet."""
    return replace(_private(PrivateKind.PANEL, row, seat), refreshes=True)


def of_ping(row: MatchRow, seat: int) -> NewNote:
    """Return the note that mentions the person at that seat in the thread, because direct messages don't reach them."""
    person = row.seats[seat].person_id
    key = f"{row.id}:{row.rev}:ping:{person}"
    return _note(row.id, 0, PublicKind.PING, row.rev, (person,), key, f"{row.id}:ping:{person}")


def _public(kind: PublicKind, match_id: int, rev: int, mentions: tuple[int, ...] = ()) -> NewNote:
    coalesce = f"{match_id}:{kind}" if kind in _EDITED else None
    return _note(match_id, 0, kind, rev, mentions, f"{match_id}:{rev}:{kind}", coalesce)


def _private(kind: PrivateKind, row: MatchRow, seat: int) -> NewNote:
    person = row.seats[seat].person_id
    # Both kinds share a key, because one message shows the match.
    return _note(
        row.id, person, kind, row.rev, (), f"{row.id}:{row.rev}:{kind}:{person}", f"{row.id}:dm:{person}"
    )


def _note(
    match_id: int,
    person: int,
    kind: str,
    rev: int,
    mentions: tuple[int, ...],
    dedupe: str,
    coalesce: str | None,
) -> NewNote:
    # A message sent once and then edited has a permanent nonce: if it is unknown whether it was sent,
    # sending it again, even for a newer reason, returns the existing message.
    named = f"{match_id}:{kind}" if kind in _EDITED else dedupe
    nonce, since = sha256(named.encode()).hexdigest()[:16], 0 if kind in _EDITED else rev
    return NewNote(match_id, person, kind, rev, mentions, dedupe, coalesce, nonce, since)
