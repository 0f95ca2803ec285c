"""The situation that an expectation is checked against."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import groupby
from typing import Generic, Protocol, cast

import msgspec

from cards.i18n import earlier_english, english, seat_name
from engine.kernel.events.event import Event, Fact, SeenEvent
from engine.kernel.law import rulings
from engine.kernel.match import Match
from engine.kernel.notation import Phrasing, possible_answers
from engine.kernel.orders.order import Order
from engine.kernel.orders.plan import PlanStep
from engine.kernel.question import Option, Question, QuestionKind
from engine.scenario.citations import citables
from engine.scenario.references import find_cards, read_reference, with_plain_titles
from engine.scenario.tables import M_co, Tables


class _InZone(Protocol):
    zone: str


class ScenarioOrder(msgspec.Struct):
    """A player's order, and the events since, as its owner saw them."""

    seat: int
    order: Order
    happened: list[SeenEvent] = msgspec.field(default_factory=list[SeenEvent])


class Situation(msgspec.Struct, Generic[M_co]):
    """The match, the players' names by seat, and the log so far. A game adds its own state."""

    match: Match[M_co]
    names: Sequence[str]
    phrasing: Phrasing
    """The game's wording of answers."""
    tables: Tables[M_co]
    log: list[str] = msgspec.field(default_factory=list[str])
    log_by_seat: dict[int | None, list[str]] = msgspec.field(default_factory=dict[int | None, list[str]])
    """The log since the scenario began, by seat; None for spectators."""
    reworded: dict[int | None, list[str]] = msgspec.field(default_factory=dict[int | None, list[str]])
    """The reworded sentences of `log_by_seat` in their old words, which older scenarios still quote."""
    happened: list[Fact] = msgspec.field(default_factory=list[Fact])
    """The events since the scenario began, in their public version."""
    latest: int = 0
    """The number of events before the last answer."""
    orders: list[ScenarioOrder] = msgspec.field(default_factory=list[ScenarioOrder])
    """The active orders, oldest first."""

    @property
    def machine(self) -> M_co:
        """The current position."""
        return self.match.machine

    # -- cards

    def cards(self, reference: str) -> list[int]:
        """Return the cards that a reference can mean, those on the table first."""
        return find_cards(self.tables, self.machine, self.names, reference)

    def cards_meant(self, reference: str) -> list[int]:
        """Return the cards on the table that a reference means or, if there are none, all other possible ones."""
        cards_named = self.cards(reference)
        return [card for card in cards_named if self.tables.is_on_table(self.machine, card)] or cards_named

    def is_called(self, card: int, name: str) -> bool:
        """Return whether a list can refer to a card by this name."""
        return self.tables.is_called(self.tables.title(self.machine, card), name)

    def held(self, seat: int, zone: str) -> Sequence[int]:
        """Return the cards in a zone."""
        return self.tables.zones[zone].cards(self.machine, seat)

    def titles(self, cards: Iterable[int]) -> str:
        """Return the titles of cards for people: "Moth x3" for three copies in a row."""
        runs = groupby(self.tables.title(self.machine, card) for card in cards)
        counted = [(title, sum(1 for _ in run)) for title, run in runs]
        return ", ".join(title if n == 1 else f"{title} x{n}" for title, n in counted) or "empty"

    def whereabouts(self, reference: str) -> str:
        """Return the places and states of the cards with this name, for a message."""
        parts = dict.fromkeys(self._where(card) for card in self.cards(reference))
        return f"{reference} is {'; and '.join(parts)}" if parts else self.not_there(reference)

    def _where(self, card: int) -> str:
        tables, machine = self.tables, self.machine
        if tables.where is not None:
            return tables.where(machine, card, self.names)
        seat, zone = tables.holder(machine, card), cast("_InZone", machine.position.cards[card]).zone
        whose = "the" if seat < 0 else f"{self.names[seat]}'s"
        how = [state for state, holds in tables.states.items() if holds(machine, card)]
        return ", ".join([f"in {whose} {zone}", *how])

    def not_there(self, reference: str) -> str:
        """Return a message that no card has this name or, for a number on the table, the existing numbers."""
        read = read_reference(reference, self.names)
        message = f"there is no {reference.strip()} in this match"
        if not read.number:
            return message
        numbers = sorted(
            number for card in self.cards(read.title) if (number := self.tables.number(self.machine, card))
        )  # fmt: skip
        if not numbers:
            return f"{message}: only a card on the table has a number, and no {read.title} lies there"
        lies = "lies" if len(numbers) == 1 else "lie"
        more = ", …" if len(numbers) > _SHOWN else ""
        cards = ", ".join(f"{read.title}#{number}" for number in numbers[:_SHOWN])
        return f"{message}: on the table {lies} {cards}{more}"

    # -- answers

    def aliases(self, seat: int) -> Callable[[Option], list[str]]:
        """Return alternative names of a seat's options."""
        return lambda option: []

    def other_names(self, seat: int) -> Callable[[Option], list[str]]:
        """Return alternative names of a seat's options: the game's, and their labels before a rewording."""
        aliases, question = self.aliases(seat), self.machine.position.questions.get(seat)
        labels = {one.key: earlier_english()(one.label) for one in question.options} if question else {}
        return lambda option: [*aliases(option), *filter(None, (labels.get(option.key),))]

    def purposes(self, seat: int) -> list[str]:
        """Return the wordings of a seat's question, including those before a rewording; empty without a question."""
        question = self.machine.position.questions.get(seat)
        words = (english, earlier_english())
        return [] if question is None else [self.with_names(read(question.purpose)) for read in words]

    def turn_of(self) -> Collection[int]:
        """Return the seats whose turn it is: those with an action question."""
        return [
            seat
            for seat, open_questions in self.match.questions.items()
            if open_questions.kind is QuestionKind.ACTION
        ]

    def is_about(self, option: Option, text: str) -> bool:
        """Return whether a text names the subject of an option."""
        read = read_reference(self._with_seats(text), self.names)
        if "#" in text and option.about.mark not in (None, read.number):
            return False
        return self.tables.is_called(option.about.called, read.title)

    def planned(self, seat: int, words: str) -> PlanStep:
        """Return the step of a plan in words: "plays Push". Implemented by games with plans."""
        return PlanStep(words)

    def spelled_out(self, question: Question, words: str) -> str:
        """Return an answer for `understand`, with the subjects of options for players and plain cards."""
        titles = [option.about.called for option in question.options]
        return with_plain_titles(self._with_seats(words), titles, self.tables)

    def _with_seats(self, words: str) -> str:
        """Return words in which players' names are replaced by the subjects of seats in options."""
        subject = self.tables.seat_subject
        if subject is None:
            return words
        for seat, name in sorted(enumerate(self.names), key=lambda known: -len(known[1])):
            words = re.sub(rf"\b{re.escape(name)}\b(?!['’]s)", subject(seat), words, flags=re.IGNORECASE)
        return words

    def parted(self, question: Question, words: str) -> Iterable[str]:
        """Return the answers in a line, usually one. Each is given before the next is read."""
        return (words,)

    def went_without_saying(self, seat: int, words: str) -> bool:
        """Return whether a voluntary answer ("attacks alone") has been given automatically since the last one."""
        return False

    def go_on(self) -> Iterable[Event]:
        """Give automatic answers, and return their events."""
        return ()

    # -- possible actions

    def is_offered(self, seat: int, verb: str, rest: str) -> bool:
        """Return whether a seat can do something now. `rest` is the text after the verb."""
        question = self.match.questions.get(seat)
        options = question.options if question is not None else ()
        return any(option.verb == verb and (not rest or self.is_about(option, rest)) for option in options)

    def forbidding(self, seat: int, verb: str, rest: str) -> tuple[str, str]:
        """Return the sentence and the rule by which the game forbids an action; "" for unknown actions."""
        return self.match.why_not(seat, f"{verb} {rest}".strip()) or ("", "")

    def is_same_rule(self, cited: str, actual: str) -> bool:
        """Return whether a cited rule matches the found one.

        A section also matches its parts and the rulings about it; a ruling matches its sections.
        """
        if actual.casefold() == cited.casefold() or actual.casefold().startswith(cited.casefold() + " "):
            return True
        law = self.tables.law
        if law is None:
            return False
        known, read = citables(law), {ruling.citation: ruling.sections for ruling in rulings(law)}
        cited, forbids = (entry.citation if (entry := known.find(one)) else one for one in (cited, actual))
        if cited in read:
            return cited == forbids or _chapter(forbids) in map(_chapter, read[cited])
        return _chapter(cited) in map(_chapter, (forbids, *read.get(forbids, ())))

    def why_not(self, seat: int, words: str) -> str:
        """Return why an answer ("plays Push inverted") is impossible, or "" if unknown."""
        return ""

    def with_names(self, text: str) -> str:
        """Return a text of the game with the names of the players."""
        for seat, name in enumerate(self.names):
            text = text.replace(english(seat_name(seat)), name)
        return text

    def open_questions(self) -> str:
        """Return the current questions, with the possible answers."""
        if self.match.outcome is not None:
            return "The match is over."
        parts = [
            f"{self.names[seat]} is asked “{self.with_names(q.purpose)}”; what could be said: {'; '.join(possible_answers(q, self.phrasing))}"
            for seat, q in sorted(self.match.questions.items())
        ]
        return ". ".join(parts) + "."


def _chapter(citation: str) -> str:
    """Return a section without the number of its part: "§attacking" for "§Attacking 3"; a ruling unchanged."""
    return _NUMBERED_PART.sub("", citation).casefold()


_NUMBERED_PART = re.compile(r"(?<=[a-z]) [0-9]{1,3}$")
_SHOWN = 10
"""The maximum number of cards with the same title in a message."""
