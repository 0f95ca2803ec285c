"""The rules of Parlour: its facts, its machine and its procedures."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from cards.i18n import msg
from engine.kernel.endings import EndedBy, Ending, endings
from engine.kernel.events.changes import NOTHING, Change
from engine.kernel.events.entries import EventEntry, beat, form
from engine.kernel.events.event import Fact
from engine.kernel.events.registry import Events
from engine.kernel.events.view_parts import FOLLOWS, ViewParts, by_seat, part, titles
from engine.kernel.machine import Machine, Procedure, Procedures
from engine.kernel.position import Frame, Position
from engine.kernel.question import PendingOption, QuestionKind, TopicWords

TURNS = 12


APPLAUSE = Ending(key="applause", by=EndedBy.RULES, name=msg("applause"))


HAND = ("Anagram", "Ballad", "Charade", "Duel of Wits", "Echo", "Forfeit", "Gossip", "Hangman")


BOOKS = tuple(f"Book {n}" for n in range(1, 61))


class Guest(msgspec.Struct, array_like=True):
    hand: list[str]
    played: int = 0
    rang: bool = False


class PlayMatch(Frame, tag="match"):
    pass


class TakeTurn(Frame, tag="turn"):
    seat: int
    choice: list[str] = []


class AskRiddle(Frame, tag="riddle"):
    seat: int
    choice: list[str] = []


class ParlourPosition(Position[PlayMatch | TakeTurn | AskRiddle], kw_only=True):
    guests: list[Guest]
    turn: int = 0
    asked_for: int = 0


class ParlourView(msgspec.Struct, frozen=True):
    viewer: int | None
    turn: int
    hand: tuple[str, ...]
    played: tuple[int, ...]


PARTS = ViewParts(
    part(
        ParlourView,
        {"viewer": FOLLOWS, "turn": FOLLOWS, "hand": titles("hand"), "played": by_seat("played")},
        where="viewer",
    )
)


class CardPlayed(Fact, frozen=True, tag="played"):
    seat: int
    card: str
    inverted: bool

    entry: ClassVar[EventEntry[CardPlayed]] = EventEntry(
        log=(form("{who} played {card} inverted.", inverted=True), form("{who} played {card}.")),
        beats=(
            beat("You played {card} inverted", "{who} played {card} inverted", inverted=True),
            beat("You played {card}", "{who} played {card}"),
        ),
        changes=lambda fact: [Change("hand", fact.seat, fact.card), Change("played", fact.seat)],
    )


class Rang(Fact, frozen=True, tag="rang"):
    seat: int

    entry: ClassVar[EventEntry[Rang]] = EventEntry(
        log=form("{who} rang the bell."),
        beats=beat("You rang the bell", "{who} rang the bell"),
        changes=NOTHING,
    )


class Passed(Fact, frozen=True, tag="passed"):
    seat: int

    entry: ClassVar[EventEntry[Passed]] = EventEntry(
        log=form("{who} passed."), beats=beat("You passed", "{who} passed"), changes=NOTHING
    )


class Solved(Fact, frozen=True, tag="solved"):
    seat: int
    answer: list[str] | None = None
    secret: str | None = None

    entry: ClassVar[EventEntry[Solved]] = EventEntry(
        log=(form("{who} solved it.", secret=None), form("{who} solved it and heard: {secret}.")),
        beats=(
            beat("You solved it", "{who} solved it", secret=None),
            beat("You solved it and heard: {secret}", "{who} solved it and heard: {secret}"),
        ),
        changes=NOTHING,
    )


ENDINGS = endings(APPLAUSE)


EVENTS = Events("Parlour", ENDINGS, CardPlayed, Rang, Passed, Solved)


TOPICS = {
    "act": TopicWords(msg("an action")),
    "riddle": TopicWords(msg("a riddle")),
    "once more": TopicWords(msg("a riddle")),
}


VERBS = {
    "play": "plays {subject}",
    "invert": "plays {subject} inverted",
    "activate": "rings",
    "pass": "passes",
}


class ParlourMachine(Machine[ParlourPosition]):
    pass


def take_turns(m: ParlourMachine, frame: PlayMatch) -> None:
    if m.position.turn < TURNS:
        m.position.turn += 1
        frame.step = "take_turns"
        m.push(TakeTurn(seat=(m.position.turn + 1) % 2))
        return
    played = [guest.played for guest in m.position.guests]
    winners = tuple(seat for seat, n in enumerate(played) if n == max(played) and n > min(played))
    m.end(m.places(winners), APPLAUSE.key)


def choose(m: ParlourMachine, frame: TakeTurn) -> None:
    options = acts(m.position.guests[frame.seat])
    m.ask(frame.seat, QuestionKind.ACTION, "Your turn: what do you do?", "act", options)


def acts(guest: Guest) -> tuple[PendingOption, ...]:
    options = [
        PendingOption(f"play {card}", f"Play {card}", "upright", verb="play", subject=card)
        for card in guest.hand
    ]
    options += [
        PendingOption(f"invert {card}", f"Play {card} inverted", "inverted", verb="invert", subject=card)
        for card in guest.hand[:3]
    ]
    if not guest.rang:
        options.append(
            PendingOption("activate bell", "Ring the bell", "Once a match.", verb="activate", subject="bell")
        )
    options.append(PendingOption("pass", "Pass", verb="pass"))
    return tuple(options)


def perform(m: ParlourMachine, frame: TakeTurn) -> None:
    seat = frame.seat
    guest = m.position.guests[seat]
    verb, _, what = frame.choice[0].partition(" ")
    if verb == "activate":
        guest.rang = True
        m.emit(Rang(seat))
    elif verb == "pass":
        m.emit(Passed(seat))
    else:
        guest.hand.remove(what)
        guest.played += 1
        m.emit(CardPlayed(seat, what, verb == "invert"))
        m.push(AskRiddle(seat=seat))


def riddle(m: ParlourMachine, frame: AskRiddle) -> None:
    n, seat = m.position.asked_for, frame.seat
    m.position.asked_for += 1
    books = tuple(
        PendingOption(book, book, f"shelf {i // 10 + 1}", subject=book) for i, book in enumerate(BOOKS)
    )
    few = tuple(
        PendingOption(name, name.capitalize(), subject=name)
        for name in ("tea", "wine", "milk", "rum", "water", "ink")
    )
    windows = tuple(PendingOption(o.key, o.label, limit=4, subject=o.subject) for o in few)
    kinds: list[tuple[QuestionKind, str, tuple[PendingOption, ...], int, int, bool]] = [
        (QuestionKind.CARDS, "Which books do you take along?", books, 0, 60, False),
        (QuestionKind.DISTRIBUTE, "Share out nine cups.", windows, 0, 9, False),
        (QuestionKind.NUMBER, "How long does it last?", (), 1, 999, False),
        (QuestionKind.ORDER, "In which order are they served?", few, 6, 6, True),
        (QuestionKind.ONE, "Which book do you read?", books[:30], 1, 1, False),
        (
            QuestionKind.YES_NO,
            "Once more?",
            (PendingOption("yes", "Yes"), PendingOption("no", "No")),
            1,
            1,
            False,
        ),
        (QuestionKind.CARDS, "Pick two or three, the best first.", books[:26], 2, 3, True),
        (QuestionKind.CARDS, "You may pour one away.", few, 0, 1, False),
        (QuestionKind.NUMBER, "How many lumps?", (), 0, 4, False),
        (QuestionKind.ONE, "What do you drink?", few[:5], 1, 1, False),
    ]
    kind, purpose, options, low, high, ordered = kinds[n % len(kinds)]
    topic = "once more" if kind is QuestionKind.YES_NO else "riddle"
    m.ask(seat, kind, purpose, topic, options, minimum=low, maximum=high, ordered=ordered, cause="Riddles")


def solve(m: ParlourMachine, frame: AskRiddle) -> None:
    seat, choice = frame.seat, frame.choice
    secret = f"whisper {m.position.chance.below(10**9)} to {seat}"
    m.emit(Solved(seat), private={seat: Solved(seat, list(choice), secret)})


CATALOGUE = Procedures[ParlourMachine](
    Procedure(PlayMatch, take_turns),
    Procedure(TakeTurn, choose, perform),
    Procedure(AskRiddle, riddle, solve),
)


ParlourMachine.catalogue = CATALOGUE
