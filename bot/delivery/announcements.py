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

_EDITED = {PublicKind.CHALLENGE, PublicKind.STATUS, PublicKind.LOOK_BACK}
"""Messages of which a match has one. A newer note about it takes the place of one that waits."""


def of_challenge(match_id: int, rev: int) -> list[NewNote]:
    """A challenge was made, declined or withdrawn, or its match is over: bring its message up to date."""
    return [_public(PublicKind.CHALLENGE, match_id, rev)]


def of_beginning(row: MatchRow, asked: Iterable[int]) -> list[NewNote]:
    """The match has begun, at revision `row.rev`: open its thread, show it, ask those who are asked first."""
    notes = [
        _public(PublicKind.CHALLENGE, row.id, row.rev),
        _public(PublicKind.OPEN, row.id, row.rev),
        _public(PublicKind.STATUS, row.id, row.rev),
    ]
    return notes + [of_question(row, seat) for seat in asked]


def of_act(
    row: MatchRow,
    actor: int,
    asked: Iterable[int],
    over: bool,
    *,
    in_rounds: bool,
    before: MatchRow | None = None,
) -> list[NewNote]:
    """Somebody at the seat `actor` did something that led to revision `row.rev`.

    `asked` are the seats that are told of a new question by direct message. The one who acted has the next question before
    them already, so they are not, but a direct message of theirs is brought up to date. `in_rounds` says whether the game
    is played in rounds, the last of which is worth seeing again. `before` is the match before that, where a player may be out of
    it: who has just gone out concerns everybody; who was out is not called to its end.
    """
    gone = [seat for seat, one in enumerate(row.seats) if one.left is not None]
    known = [] if before is None else [seat for seat in gone if before.seats[seat].left is not None]
    notes = [_public(PublicKind.STATUS, row.id, row.rev)]
    called = set(asked)
    notes += [of_question(row, seat) for seat in sorted(called)]
    refreshed = set(range(len(row.seats))) if over or gone != known else {actor}
    for seat in sorted(refreshed - called):
        if row.seats[seat].panel or row.seats[seat].pending:
            notes.append(_panel(row, seat) if seat == actor else _refreshed(row, seat))
    if over:
        everybody = tuple(
            seat.person_id for number, seat in enumerate(row.seats) if not seat.house and number not in known
        )
        notes.append(_public(PublicKind.ENDED, row.id, row.rev, everybody))
        notes += of_challenge(row.id, row.rev)
        if row.guild_id is not None:
            notes.append(_public(PublicKind.RESULT, row.id, row.rev))
        if in_rounds:
            notes.append(_public(PublicKind.ROUND, row.id, row.rev))
    return notes


def of_sitting(row: MatchRow, actor: int, asked: Iterable[int]) -> list[NewNote]:
    """The seat `actor` has decided something in a sitting that goes on: nobody else sees that anything has happened.

    `asked` is that seat, if it is told of its next question by direct message.
    """
    if actor in asked:
        return [of_question(row, actor)]
    seat = row.seats[actor]
    return [_panel(row, actor)] if seat.panel or seat.pending else []


def of_lapse(before: MatchRow, after: MatchRow, actor: int) -> list[NewNote]:
    """Offers have lapsed as `actor` decided something: the panels of the others no longer show them.

    Those who are newly asked are told by a message of its own, which nothing may take the place of.
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
    """The messages of a match may show what is not so: bring them all up to date.

    `cause` is what no other renewal has. With `asks`, people may not have been told of their decision either: those who
    have no direct message of it, or could not be sent one, are told once more.
    """
    public = [PublicKind.CHALLENGE]
    if row.standing in (MatchStatus.PLAYING, MatchStatus.OVER):
        public.append(PublicKind.STATUS)
    key = f"{row.id}:renewal:{cause}"
    notes = [_note(row.id, 0, kind, row.rev, (), f"{key}:{kind}", f"{row.id}:{kind}") for kind in public]
    for number, seat in enumerate(row.seats):
        if seat.pending:
            continue
        again = asks and number in row.awaited and (seat.panel is None or seat.dm_closed)
        if seat.panel or (again and not seat.by_house):
            kind, person = (PrivateKind.ASK if again else PrivateKind.PANEL), seat.person_id
            notes.append(_note(row.id, person, kind, row.rev, (), f"{key}:{person}", f"{row.id}:dm:{person}"))
    return notes


def of_names(match_id: int, rev: int, stand_in: int) -> NewNote:
    """A stand-in has taken a player's place in a match: edit its messages."""
    key = f"{match_id}:{PublicKind.NAMES}"
    return _note(match_id, 0, PublicKind.NAMES, rev, (), f"{key}:{stand_in}", key)


def of_void(row: MatchRow) -> list[NewNote]:
    """A moderator has voided the result: tell all players, and edit the messages that say what it did to ratings."""
    key = f"{row.id}:{PublicKind.NAMES}"
    people = tuple(seat.person_id for seat in row.seats if seat.person_id > 0)
    return [
        _public(PublicKind.VOIDED, row.id, row.rev, people),
        _note(row.id, 0, PublicKind.NAMES, row.rev, (), f"{key}:void:{row.rev}", key),
    ]


def of_look_back(row: MatchRow, cause: str, called: Iterable[int] = ()) -> NewNote:
    """Looking back at a match has got further: show it, and call the people at the seats `called` to say whether they agree.

    `cause` is what no other step of it has.
    """
    people = tuple(row.seats[seat].person_id for seat in called)
    key = f"{row.id}:{PublicKind.LOOK_BACK}"
    return _note(row.id, 0, PublicKind.LOOK_BACK, row.rev, people, f"{key}:{cause}", key)


def of_talk(row: MatchRow, interaction: int) -> NewNote:
    """A person wants to talk about a match that has no comment thread yet."""
    key = f"{row.id}:{PublicKind.TALK}"
    return _note(row.id, 0, PublicKind.TALK, row.rev, (), f"{key}:{interaction}", key)


def of_late_talk(row: MatchRow) -> NewNote:
    """The match ended while its comment thread was being opened, whose message does not say so: edit its messages."""
    key = f"{row.id}:{PublicKind.NAMES}"
    return _note(row.id, 0, PublicKind.NAMES, row.rev, (), f"{key}:talk", key)


def of_time(row: MatchRow, cause: str, called: Iterable[int]) -> list[NewNote]:
    """Something about the clocks has changed: say so, to the seats `called` above all, and show it.

    `cause` is what no other change of this match has: its revision, or the kind and moment of an alarm.
    """
    people = tuple(row.seats[seat].person_id for seat in called)
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
    """The bot was out of reach, for the absence of that number: say so once, and show the new deadlines."""
    key = f"{row.id}:{PublicKind.ABSENCE}:{number}"
    said = _note(row.id, 0, PublicKind.ABSENCE, row.rev, (), key, None)
    return [said, *of_time(row, f"{PublicKind.ABSENCE}:{number}", ())[1:]]


def of_takeover(row: MatchRow, seats: Iterable[int]) -> list[NewNote]:
    """The house plays on at these seats from this revision on: tell everybody, and those who are absent directly, too."""
    absent = tuple(row.seats[seat].person_id for seat in seats)
    key = f"{row.id}:{row.rev}:{PrivateKind.TAKEOVER}"
    return [
        _public(PublicKind.TIME, row.id, row.rev, absent),
        *of_return(row),
        *(_note(row.id, one, PrivateKind.TAKEOVER, row.rev, (), f"{key}:{one}", None) for one in absent),
    ]


def of_return(row: MatchRow) -> list[NewNote]:
    """Somebody is back for whom the house has played on: bring the messages up to date. They have their question before them."""
    return [
        _public(PublicKind.STATUS, row.id, row.rev),
        *(
            _refreshed(row, number)
            for number, seat in enumerate(row.seats)
            if seat.panel and not seat.pending
        ),
    ]


def of_offer(row: MatchRow, called: Iterable[int]) -> list[NewNote]:
    """Something was offered, refused or taken back from the offers: tell the seats `called`, and show it."""
    people = tuple(row.seats[seat].person_id for seat in called)
    return [_public(PublicKind.OFFER, row.id, row.rev, people), *of_undo(row, ())]


def of_undo(row: MatchRow, asked: Iterable[int]) -> list[NewNote]:
    """The match went back, or requests have changed: update all messages, and ask `asked` again."""
    called = set(asked)
    notes = [
        _public(PublicKind.STATUS, row.id, row.rev),
        *(of_question(row, seat) for seat in sorted(called)),
    ]
    for seat, person in enumerate(row.seats):
        if seat not in called and (person.panel or person.pending):
            notes.append(_refreshed(row, seat))
    return notes


def of_closed_dm(note: NoteRow) -> NewNote:
    """A reminder by direct message was refused: it comes in the thread instead."""
    return _reminder(note.match_id, note.rev, note.person_id, f"closed:{note.id}", public=True)


def of_reminder(row: MatchRow, seat: int, due_at: int) -> NewNote:
    """Remind a player of their decision, at the moment `due_at`: where they want it and can be reached."""
    person = row.seats[seat]
    cause = f"{person.asked.question}:{due_at}"
    return _reminder(
        row.id, row.rev, person.person_id, cause, public=person.dm_closed or person.wishes.thread
    )


def _reminder(match_id: int, rev: int, person: int, cause: str, *, public: bool) -> NewNote:
    key = f"{match_id}:remind:{person}"
    mentions = (person,) if public else ()
    kind = PublicKind.REMIND if public else PrivateKind.REMIND
    where = "thread" if public else "dm"
    return _note(match_id, 0 if public else person, kind, rev, mentions, f"{key}:{cause}", f"{key}:{where}")


def of_question(row: MatchRow, seat: int) -> NewNote:
    """Tell the person at that seat by direct message that it is their decision."""
    return _private(PrivateKind.ASK, row, seat)


def _panel(row: MatchRow, seat: int) -> NewNote:
    """Bring the direct message of someone up to date who has what they are asked next before them."""
    return _private(PrivateKind.PANEL, row, seat)


def _refreshed(row: MatchRow, seat: int) -> NewNote:
    """Bring the direct message of someone up to date; what they are still to be asked they are asked."""
    return replace(_panel(row, seat), refreshes=True)


def of_ping(row: MatchRow, seat: int) -> NewNote:
    """Call the person at that seat in the thread: it is their decision, and they can't be told directly."""
    person = row.seats[seat].person_id
    key = f"{row.id}:{row.rev}:ping:{person}"
    return _note(row.id, 0, PublicKind.PING, row.rev, (person,), key, f"{row.id}:ping:{person}")


def _public(kind: PublicKind, match_id: int, rev: int, mentions: tuple[int, ...] = ()) -> NewNote:
    coalesce = f"{match_id}:{kind}" if kind in _EDITED else None
    return _note(match_id, 0, kind, rev, mentions, f"{match_id}:{rev}:{kind}", coalesce)


def _private(kind: PrivateKind, row: MatchRow, seat: int) -> NewNote:
    person = row.seats[seat].person_id
    # One key for both kinds: one message shows the match.
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
    # What is sent once and edited ever after has one nonce for good: when nobody knows whether it was sent, sending it
    # once more, for whatever newer reason, shows the message that is there.
    named = f"{match_id}:{kind}" if kind in _EDITED else dedupe
    nonce, since = sha256(named.encode()).hexdigest()[:16], 0 if kind in _EDITED else rev
    return NewNote(match_id, person, kind, rev, mentions, dedupe, coalesce, nonce, since)
