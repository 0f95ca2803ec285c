"""The situation of scenarios of Voidream, against which sentences are checked."""

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
    """The words of a sentence, and the cards and decks that it may name."""

    def __init__(
        self, names: Sequence[str], text: str, column: int, titles: Iterable[str], decks: Iterable[str]
    ) -> None:
        super().__init__(names, text, column, TABLES, titles)
        self.decks = tuple(decks)

    def named(self, verb: str, rest: str) -> Sequence[str]:
        """Return the card that is to be played, upright or inverted, or activated."""
        return super().named(verb, rest.removesuffix(INVERTED))


class VoidreamSituation(Situation[Referee]):
    """A match of Voidream, and the decks that a scenario checks against the rules of deck building (§8)."""

    decks: Mapping[str, DeckList] = msgspec.field(default_factory=dict[str, DeckList])

    @property
    def referee(self) -> Referee:
        """The position in motion."""
        machine = self.match.machine
        assert isinstance(machine, Referee)
        return machine

    def aliases(self, seat: int) -> Callable[[Option], list[str]]:
        """Return alternative names of a seat's options: `Bo's Guard` for cards on Bo's side."""

        def more(option: Option) -> list[str]:
            if option.verb == OptionVerb.RETURN:
                return ["declines"]  # of an evoke: what §6 calls choosing not to play the card
            whose = self._whose(seat, option)
            return [] if whose is None else [f"{self.names[whose]}'s {option.about.name}"]

        return more

    def _whose(self, seat: int, option: Option) -> int | None:
        """Return the owner of an option's card on the table, or of its triggered ability."""
        question = self.match.questions[seat]
        frame = self.referee.position.stack[-1]
        if question.topic == Topic.TRIGGERS and isinstance(frame, ResolveTriggers):
            return frame.waiting[question.options.index(option)].seat
        tag = option.about.mark
        return next((card.controller for card in self.referee.cards if tag and card.tag == tag), None)

    def turn_of(self) -> list[int]:
        """Return whose turn it is: who may take an action."""
        return [seat for seat, asked in self.match.questions.items() if asked.topic == Topic.ACTION]

    def is_called(self, card: int, name: str) -> bool:
        """Return whether a card of a zone may be called so in a list; a number is any card of that value."""
        return (
            self.referee.printed[card].value == int(name)
            if name.isdigit()
            else self.referee.title(card) == name
        )

    def is_about(self, option: Option, text: str) -> bool:
        """Return whether what is said is the title of an option's card, or the value of a plain one."""
        return TABLES.is_called(option.about.name, text)

    def parted(self, question: Question, words: str) -> Iterable[str]:
        """Veiled cards can be named with the action of unveiling, before it is asked which ones."""
        found = _UNVEILED.fullmatch(words) if question.topic == Topic.ACTION else None
        return (words,) if found is None else self._unveiled(question.seat, words, found["cards"])

    def _unveiled(self, seat: int, words: str, cards: str) -> Iterable[str]:
        """Yield the action and, if it is asked which cards are meant, these; unless they are not there."""
        named = [
            read_reference(part, self.names).title for part in re.split(r",| and ", cards) if part.strip()
        ]
        veiled = [card for card in self.referee.seats[seat].play if self.referee.cards[card].veiled]
        if any(not any(self.is_called(card, title) for card in veiled) for title in named):
            yield words
            return
        yield "unveils"
        asked = self.match.questions.get(seat)
        if asked is not None and asked.topic == Topic.UNVEILED:
            yield words

    def spelled_out(self, question: Question, words: str) -> str:
        """Return an answer with the titles of the plain cards that it calls by their value."""
        if question.kind in (QuestionKind.NUMBER, QuestionKind.DISTRIBUTE):
            return words
        return with_plain_titles(words, [option.about.name for option in question.options], TABLES)

    def went_without_saying(self, seat: int, words: str) -> bool:
        """Return whether a player without ready entities attacks or defends alone."""
        declared = {"attack": AttackersDeclared, "defend": DefendersDeclared}
        said = _ALONE.fullmatch(words)
        return said is not None and any(
            isinstance(fact, declared[said["verb"].casefold()]) and fact == type(fact)(seat, [])
            for fact in self.happened[self.latest :]
        )

    def why_not(self, seat: int, words: str) -> str:
        """Say why an action that a player would take ("plays Push inverted") can't be taken; "" if nothing is known."""
        match = _ACTION.fullmatch(words.strip())
        question = self.match.questions.get(seat)
        if match is None or question is None or question.topic != Topic.ACTION:
            return ""
        rest = match["rest"] or ""
        called = OptionSubject.read(rest.removesuffix(INVERTED)).name
        if called and not self.cards(called):
            missing = self.not_there(called)
            return f"{missing[0].upper()}{missing[1:]}."
        sentence, rule = self.forbidding(seat, match["verb"].casefold(), rest)
        return f"{sentence} ({rule})" if sentence else ""

    def is_offered(self, seat: int, verb: str, rest: str) -> bool:
        """Return whether a seat is offered an action."""
        question = self.match.questions.get(seat)
        options = question.options if question is not None and question.topic == Topic.ACTION else ()
        done = OptionVerb.INVERT if rest.endswith(INVERTED) else verb
        called = rest.removesuffix(INVERTED)
        return any(option.verb == done and self._fits(option, called) for option in options)

    @staticmethod
    def _fits(option: Option, called: str) -> bool:
        title = replace(option.about, mark=None).text
        return TABLES.is_called(title, called) or option.subject.casefold() == called.casefold()

    def forbidding(self, seat: int, verb: str, rest: str) -> tuple[str, str]:
        """Return the sentence and the rule that forbid a wish, as the game itself explains them."""
        called = rest.removesuffix(INVERTED)
        if rest.endswith(INVERTED):
            verb = OptionVerb.INVERT
        if verb == OptionVerb.ACTIVATE and "#" not in rest:
            called = self._ability(seat, called)
        elif called and verb in (OptionVerb.PLAY, OptionVerb.INVERT):
            called = self._titled(seat, called)
        return super().forbidding(seat, verb, called)

    def _ability(self, seat: int, said: str) -> str:
        """Return an ability, `Guard/2`, with the number that its card has on the table."""
        about, ref = OptionSubject.read(said), self.referee
        card = next((card for card in self.cards(about.name) if ref.cards[card].controller == seat), None)
        if card is None:
            return said
        return OptionSubject(ref.title(card), ref.cards[card].tag or None, about.number).text

    def _titled(self, seat: int, rest: str) -> str:
        hand = self.referee.seats[seat].hand
        found = sorted(self.cards(rest), key=lambda card: card not in hand)
        return self.referee.title(found[0]) if found else rest
