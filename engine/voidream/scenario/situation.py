"""What the sentences of Voidream's scenarios may speak of, and what they are held against."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec

from cards.voidream.decks import DeckList
from engine.kernel.question import Option, Question, QuestionKind
from engine.scenario.expecting import ExpectationWords
from engine.scenario.mistakes import unknown_card, unknown_word
from engine.scenario.situation import Situation
from engine.voidream.frames import ResolveTriggers
from engine.voidream.questions.subjects import tag_in, title_in
from engine.voidream.questions.topics import OptionVerb, Topic
from engine.voidream.referee import Referee
from engine.voidream.scenario.references import (
    find_cards,
    not_there,
    plain_called,
    split_reference,
    with_plain_titles,
)

_ACTION = re.compile(
    r"(?P<verb>play|activate|unveil)s(?: (?P<rest>.+?))?(?P<inverted> inverted)?\.?", re.IGNORECASE
)


class VoidreamWords(ExpectationWords):
    """The words of a sentence, and the cards and decks that it may name."""

    def __init__(
        self, names: Sequence[str], text: str, column: int, titles: Iterable[str], decks: Iterable[str]
    ) -> None:
        super().__init__(names, text, column)
        self.decks = {name.casefold(): name for name in decks}
        self.titles = {title.casefold(): title for title in titles}

    def card(self, match: re.Match[str], group: str = "card") -> str:
        """Return a reference to a card, if there is such a card. Raises Mistake."""
        reference = match[group].strip()
        _, title, _ = split_reference(reference, self.names)
        if not self.knows(title):
            raise unknown_card(self.column + match.start(group), title, self.titles.values())
        return reference

    def knows(self, title: str) -> bool:
        """Return whether there is a card of this title; a mere number is a plain card."""
        return title.casefold() in self.titles or title in ("1", "2", "3", "4")

    def deck(self, match: re.Match[str]) -> str:
        """Return the name of a deck that the scenario has. Raises Mistake."""
        said = match["deck"].strip()
        if said.casefold() not in self.decks:
            column = self.column + match.start("deck")
            raise unknown_word(column, said, self.decks.values(), "is no deck of this scenario")
        return self.decks[said.casefold()]


class VoidreamSituation(Situation):
    """A match of Voidream, and the decks that a scenario holds against the rules of deck building (§8)."""

    decks: Mapping[str, DeckList] = msgspec.field(default_factory=dict[str, DeckList])

    @property
    def referee(self) -> Referee:
        """The position in motion."""
        machine = self.match.machine
        assert isinstance(machine, Referee)
        return machine

    def aliases(self, seat: int) -> Callable[[Option], list[str]]:
        """Return how else a seat's options may be called: `Bo's Guard` for what lies on Bo's side."""

        def more(option: Option) -> list[str]:
            if option.verb == OptionVerb.RETURN:
                return ["declines"]  # of an evoke: what §6 calls choosing not to play the card
            whose = self._whose(seat, option)
            return [] if whose is None else [f"{self.names[whose]}'s {title_in(option.subject)}"]

        return more

    def _whose(self, seat: int, option: Option) -> int | None:
        """Return whose card on the table, or whose triggered ability, an option means."""
        question = self.match.questions[seat]
        frame = self.referee.position.stack[-1]
        if question.topic == Topic.TRIGGERS and isinstance(frame, ResolveTriggers):
            return frame.waiting[question.options.index(option)].seat
        tag = tag_in(option.subject)
        return next((card.controller for card in self.referee.cards if tag and card.tag == tag), None)

    def is_to_act(self, question: Question) -> bool:
        """Whether a question is what its seat is asked on its turn."""
        return question.topic == Topic.ACTION

    def is_about(self, option: Option, said: str) -> bool:
        """Whether what is said is the title of an option's card, or the value of a plain one."""
        return title_in(option.subject).casefold() == said.casefold() or plain_called(option.subject, said)

    def spelled_out(self, question: Question, words: str) -> str:
        """Return an answer with the titles of the plain cards that it calls by their value."""
        if question.kind in (QuestionKind.NUMBER, QuestionKind.DISTRIBUTE):
            return words
        return with_plain_titles(words, [option.subject for option in question.options])

    def why_not(self, seat: int, words: str) -> str:
        """Say why an action that a player would take ("plays Push inverted") can't be taken; "" if nothing is known."""
        match = _ACTION.fullmatch(words.strip())
        question = self.match.questions.get(seat)
        if match is None or question is None or question.topic != Topic.ACTION:
            return ""
        rest = match["rest"] or ""
        if rest and not find_cards(self.referee, self.names, rest.split("/")[0]):
            missing = not_there(self.referee, self.names, rest.split("/")[0])
            return f"{missing[0].upper()}{missing[1:]}."
        inverted = match["inverted"] is not None
        sentence, rule = self.forbidding(seat, match["verb"].casefold(), rest, inverted=inverted)
        return f"{sentence} ({rule})" if sentence else ""

    def forbidding(self, seat: int, verb: str, rest: str, *, inverted: bool) -> tuple[str, str]:
        """Return the sentence and the rule that forbid a wish, as the game itself explains them."""
        wish = ("invert" if inverted else verb) + (f" {rest}" if rest else "")
        if verb == "activate" and "#" not in rest:
            title, slash, number = rest.partition("/")
            cards = [
                c
                for c in find_cards(self.referee, self.names, title)
                if self.referee.cards[c].controller == seat
            ]
            tag = self.referee.cards[cards[0]].tag if cards else 0
            wish = (
                f"activate {self.referee.title(cards[0]) if cards else title}"
                + (f"#{tag}" if tag else "")
                + slash
                + number
            )
        elif rest and verb == "play":
            wish = f"{'invert' if inverted else 'play'} {self._titled(seat, rest)}"
        reason = self.match.why_not(seat, wish)
        return reason or ("", "")

    def _titled(self, seat: int, rest: str) -> str:
        found = find_cards(self.referee, self.names, rest)
        hand = self.referee.seats[seat].hand
        found.sort(key=lambda card: card not in hand)
        return self.referee.title(found[0]) if found else rest
