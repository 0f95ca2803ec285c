"""The situation of Voidream's scenarios, against which sentences are checked."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from cards.voidream.decks import DeckList
from engine.kernel.question import Option, OptionSubject, Question, QuestionKind
from engine.scenario.expectation_forms import ExpectationWords
from engine.scenario.references import read_reference, with_plain_titles
from engine.scenario.situation import Situation
from engine.voidream.facts.conflicts import AttackersDeclared, DefendersDeclared
from engine.voidream.frames import ResolveTriggers
from engine.voidream.questions.topics import OptionVerb, Topic
from engine.voidream.referee import Referee
from engine.voidream.scenario.tables import TABLES

_ACTION = re.compile(r"(?P<verb>play|activate|unveil)s(?: (?P<rest>.+?))?\.?", re.IGNORECASE)
_UNVEILED = re.compile(r"unveils (?P<cards>[^.]+)\.?", re.IGNORECASE)
_ALONE = re.compile(r"(?P<verb>attack|defend)s (?:alone|with nothing|with nobody)", re.IGNORECASE)
INVERTED = " inverted"


class VoidreamWords(ExpectationWords):
    """The words of a sentence, and the cards and decks that it can name."""

    def __init__(
        self, names: Sequence[str], text: str, column: int, titles: Iterable[str], decks: Iterable[str]
    ) -> None:
        super().__init__(names, text, column, TABLES, titles)
        self.decks = tuple(decks)

    def named(self, verb: str, rest: str) -> Sequence[str]:
        """Return the card to be played, upright or inverted, or activated."""
        return super().named(verb, rest.removesuffix(INVERTED))


class VoidreamSituation(Situation[Referee]):
    """A match of Voidream, and the decks that a scenario checks against the rules of deck building (§8)."""

    decks: Mapping[str, DeckList] = msgspec.field(default_factory=dict[str, DeckList])

    @property
    def referee(self) -> Referee:
        """The referee."""
        machine = self.match.machine
        assert isinstance(machine, Referee)
        return machine

    def aliases(self, seat: int) -> Callable[[Option], list[str]]:
        """Return alternative names of a seat's options: `Bo's Guard` for cards on Bo's side."""

        def aliases_of(option: Option) -> list[str]:
            if option.verb == OptionVerb.RETURN:
                return ["declines"]  # of an evoke: what §6 calls choosing not to play the card
            owner = self._whose(seat, option)
            return [] if owner is None else [f"{self.names[owner]}'s {option.about.name}"]

        return aliases_of

    def _whose(self, seat: int, option: Option) -> int | None:
        """Return the owner of an option's card on the table, or of its triggered ability."""
        question = self.match.questions[seat]
        frame = self.referee.position.stack[-1]
        if question.topic == Topic.TRIGGERS and isinstance(frame, ResolveTriggers):
            return frame.waiting[question.options.index(option)].seat
        tag = option.about.mark
        return next((card.controller for card in self.referee.cards if tag and card.tag == tag), None)

    def turn_of(self) -> list[int]:
        """Return the seats that can take an action."""
        return [seat for seat, question in self.match.questions.items() if question.topic == Topic.ACTION]

    def is_called(self, card: int, name: str) -> bool:
        """Return whether a card of a zone has this name in a list. A number is any card with that value."""
        return (
            self.referee.printed[card].value == int(name)
            if name.isdigit()
            else self.referee.title(card) == name
        )

    def is_about(self, option: Option, text: str) -> bool:
        """Return whether a text is the title of an option's card, or the value of a plain one."""
        return TABLES.is_called(option.about.name, text)

    def parted(self, question: Question, words: str) -> Iterable[str]:
        """Split an answer into several: veiled cards can be named together with the action of unveiling."""
        match = _UNVEILED.fullmatch(words) if question.topic == Topic.ACTION else None
        return (words,) if match is None else self._unveiled(question.seat, words, match["cards"])

    def _unveiled(self, seat: int, words: str, cards: str) -> Iterable[str]:
        """Yield the action and, if the cards are asked for and exist, the cards."""
        titles = [
            read_reference(item, self.names).title for item in re.split(r",| and ", cards) if item.strip()
        ]
        veiled = [card for card in self.referee.seats[seat].play if self.referee.cards[card].veiled]
        if any(not any(self.is_called(card, title) for card in veiled) for title in titles):
            yield words
            return
        yield "unveils"
        question = self.match.questions.get(seat)
        if question is not None and question.topic == Topic.UNVEILED:
            yield words

    def spelled_out(self, question: Question, words: str) -> str:
        """Return an answer with plain cards' titles instead of their values."""
        if question.kind in (QuestionKind.NUMBER, QuestionKind.DISTRIBUTE):
            return words
        return with_plain_titles(words, [option.about.name for option in question.options], TABLES)

    def went_without_saying(self, seat: int, words: str) -> bool:
        """Return whether a player without ready entities attacks or defends alone."""
        declared = {"attack": AttackersDeclared, "defend": DefendersDeclared}
        match = _ALONE.fullmatch(words)
        return match is not None and any(
            isinstance(fact, declared[match["verb"].casefold()]) and fact == type(fact)(seat, [])
            for fact in self.happened[self.latest :]
        )

    def why_not(self, seat: int, words: str) -> str:
        """Return the reason why a player can't take an action ("plays Push inverted"); "" if nothing is known."""
        match = _ACTION.fullmatch(words.strip())
        question = self.match.questions.get(seat)
        if match is None or question is None or question.topic != Topic.ACTION:
            return ""
        object_text = match["rest"] or ""
        called = OptionSubject.read(object_text.removesuffix(INVERTED)).name
        if called and not self.cards(called):
            absence = self.not_there(called)
            return f"{absence[0].upper()}{absence[1:]}."
        sentence, rule = self.forbidding(seat, match["verb"].casefold(), object_text)
        return f"{sentence} ({rule})" if sentence else ""

    def is_offered(self, seat: int, verb: str, rest: str) -> bool:
        """Return whether a seat is offered an action."""
        question = self.match.questions.get(seat)
        options = question.options if question is not None and question.topic == Topic.ACTION else ()
        actual_verb = OptionVerb.INVERT if rest.endswith(INVERTED) else verb
        called = rest.removesuffix(INVERTED)
        return any(option.verb == actual_verb and self._fits(option, called) for option in options)

    @staticmethod
    def _fits(option: Option, called: str) -> bool:
        title = replace(option.about, mark=None).text
        return TABLES.is_called(title, called) or option.subject.casefold() == called.casefold()

    def forbidding(self, seat: int, verb: str, rest: str) -> tuple[str, str]:
        """Return the sentence and the rule that forbid an action, in the game's own words."""
        called = rest.removesuffix(INVERTED)
        if rest.endswith(INVERTED):
            verb = OptionVerb.INVERT
        if verb == OptionVerb.ACTIVATE and "#" not in rest:
            called = self._ability(seat, called)
        elif called and verb in (OptionVerb.PLAY, OptionVerb.INVERT):
            called = self._titled(seat, called)
        return super().forbidding(seat, verb, called)

    def _ability(self, seat: int, text: str) -> str:
        """Return an ability, `Guard/2`, with its card's number on the table."""
        about, ref = OptionSubject.read(text), self.referee
        card = next((card for card in self.cards(about.name) if ref.cards[card].controller == seat), None)
        if card is None:
            return text
        return OptionSubject(ref.title(card), ref.cards[card].tag or None, about.number).text

    def _titled(self, seat: int, text: str) -> str:
        hand = self.referee.seats[seat].hand
        cards = sorted(self.cards(text), key=lambda card: card not in hand)
        return self.referee.title(cards[0]) if cards else text
