"""What a scenario of Dreamweavers speaks of, and what its expectations are held against."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from cards.dreamweavers.model import Card
from engine.dreamweavers.frames import CardId
from engine.dreamweavers.orders.planning import MOVE
from engine.dreamweavers.referee import Referee
from engine.dreamweavers.scenario.plain_cards import plain_said
from engine.dreamweavers.scenario.references import find_cards, is_called, split_reference, with_plain_titles
from engine.dreamweavers.topics import OptionVerb, Topic
from engine.dreamweavers.turns.options import AT, EGO_TARGET
from engine.kernel.events.event import Event
from engine.kernel.orders.plan import PlanStep
from engine.kernel.question import Option, Question
from engine.scenario.expecting import ExpectationWords
from engine.scenario.mistakes import unknown_card
from engine.scenario.situation import Situation

_ATTACKS = "attacks"
_STEP_IN = re.compile(r"(?:guards|steps in) with (?P<card>.+)", re.IGNORECASE)
_SHIELDS = re.compile(r"shields with (?P<cards>.+)", re.IGNORECASE)
_NO_SHIELDS = re.compile(r"(?:discards no shields?|shields with (?:nothing|nobody))", re.IGNORECASE)
_ABILITY = re.compile(r"(?P<card>.+?) ?/ ?(?P<n>[1-9])")
_DOING = {
    "plays": OptionVerb.PLAY, "activates": OptionVerb.ACTIVATE, "uses": OptionVerb.ACTIVATE,
    "attacks": OptionVerb.ATTACK, "refreshes": OptionVerb.REFRESH, "lets": OptionVerb.LET_GO,
    "guards": OptionVerb.GUARD, "steps": OptionVerb.GUARD,
}  # fmt: skip
"""What a player does, by the first word of an answer."""


class DreamweaversWords(ExpectationWords):
    """What a sentence may speak of: besides the players, all cards."""

    def __init__(self, names: Sequence[str], text: str, column: int, cards: Mapping[str, Card]) -> None:
        super().__init__(names, text, column)
        self.titles = {title.casefold(): title for title in cards}

    def card(self, match: re.Match[str], group: str = "card") -> str:
        """Return a reference to a card. Raises Mistake for one that there is not."""
        reference = match[group].strip()
        _, title = split_reference(reference, self.names)
        if not self.knows(title):
            raise unknown_card(self.column + match.start(group), title, self.titles.values())
        return reference

    def knows(self, title: str) -> bool:
        """Return whether there is a card of this title; a mere number is a plain card."""
        return title.casefold() in self.titles or plain_said(title) is not None


def _attack_in(words: str) -> tuple[str, str] | None:
    """Return attacker and target of "attacks Ego with Hound", "attacks with Hound" or "attacks: Hound"; None of other words."""
    verb, rest = words[: len(_ATTACKS)], words[len(_ATTACKS) :]
    if verb.casefold() != _ATTACKS:
        return None
    for joint in (" with ", ":"):
        target, found, attacker = rest.partition(joint)
        if found and attacker.strip():
            return attacker.strip(), target.strip() or EGO_TARGET
    return None


class DreamweaversSituation(Situation):
    """A match of Dreamweavers."""

    @property
    def referee(self) -> Referee:
        """The position in motion."""
        machine = self.match.machine
        assert isinstance(machine, Referee)
        return machine

    def cards(self, reference: str) -> list[CardId]:
        """Return the cards that a reference may mean."""
        return find_cards(self.referee, self.names, reference)

    def is_to_act(self, question: Question) -> bool:
        """Whether a question is what its seat is asked in its Main Phase."""
        return question.topic == Topic.ACTION

    def is_about(self, option: Option, said: str) -> bool:
        """Whether what is said is the title of an option's card."""
        _, title = split_reference(said, self.names)
        return is_called(option.subject.partition("#")[0], title)

    def is_called(self, title: str, said: str) -> bool:
        """Whether a card of this title may be called so."""
        return is_called(title, said)

    def planned(self, seat: int, words: str) -> PlanStep:
        """Return the step of a plan: "attacks Ego with Hound", "plays Insight", "lets go"."""
        if (attack := _attack_in(words)) is not None:
            attacker, target = attack
            mine = self._titled(seat, attacker, in_play=True)
            theirs = self._titled(1 - seat, target, in_play=True)
            aim = EGO_TARGET if is_called(EGO_TARGET, target) else theirs
            return PlanStep(MOVE, OptionVerb.ATTACK, (f"{mine}{AT}{aim}",))
        verb, _, rest = words.partition(" ")
        doing = _DOING.get(verb.casefold(), verb)
        if doing in (OptionVerb.REFRESH, OptionVerb.LET_GO):
            return PlanStep(MOVE, doing)
        called = self.ability_called(rest) if "/" in rest else self._titled(seat, rest)
        return PlanStep(MOVE, doing, (called,))

    def parted(self, question: Question, words: str) -> Sequence[str]:
        """Shields can be named at once, before it is asked which ones."""
        if question.topic != Topic.DEFEND:
            return (words,)
        if _NO_SHIELDS.fullmatch(words):
            return (OptionVerb.PASS,)
        return (OptionVerb.SHIELDS, words) if _SHIELDS.fullmatch(words) else (words,)

    def spelled_out(self, question: Question, words: str) -> str:
        """Return an answer in the words of the options."""
        words = words.strip().removesuffix(".")
        for name in self.names:
            words = re.sub(rf"\b{re.escape(name)}['’]s ", "", words, flags=re.IGNORECASE)
        if (attack := _attack_in(words)) is not None and AT not in words:
            return self._attack(question, *attack)
        words = with_plain_titles(words, self._offered(question))
        if (match := _STEP_IN.fullmatch(words)) is not None:
            return f"steps in with {match['card']}"
        if question.topic == Topic.SHIELDS and _NO_SHIELDS.fullmatch(words):
            return "discards no shield"
        if words.casefold().startswith("uses "):
            words = f"activates {words[5:]}"
        if (match := re.fullmatch(r"activates (.+)", words, re.IGNORECASE)) is not None:
            return f"activates {self.ability_called(match[1])}"
        return words

    def ability_called(self, said: str) -> str:
        """Return an ability as its option calls it: `Hound/2` is the second one of Hound, where there is another."""
        match = _ABILITY.fullmatch(said)
        if match is None:
            return said
        texts = {title.casefold(): text for title, text in self.referee.pool.texts.items()}
        text = texts.get(match["card"].casefold())
        has_one = text is not None and len(text.abilities) == 1 and match["n"] == "1"
        return match["card"] if has_one else f"{match['card']} {match['n']}"

    @staticmethod
    def _attack(question: Question, attacker: str, target: str) -> str:
        for option in question.options:
            mine, _, aim = option.subject.partition(AT)
            if aim and is_called(mine, attacker) and is_called(aim, target):
                return f"attacks: {option.subject}"
        return f"attacks: {attacker}{AT}{target}"

    @staticmethod
    def _offered(question: Question) -> list[str]:
        """Return the titles that the options are about."""
        return [title for option in question.options for title in option.subject.partition("#")[0].split(AT)]

    def go_on(self) -> Iterable[Event]:
        """Give the answers that everybody could name, as a match does without asking anybody (DW108)."""
        events: list[Event] = []
        while (forced := self.match.forced()) is not None:
            seat, choice = forced
            events += self.match.answer(seat, self.match.questions[seat].id, choice)
        return events

    def why_not(self, seat: int, words: str) -> str:
        """Say why what a player would do can't be done; "" if nothing is known."""
        verb, _, rest = words.strip().removesuffix(".").partition(" ")
        doing = _DOING.get(verb.casefold())
        if doing is None:
            return ""
        if doing is OptionVerb.ATTACK:
            rest = words.strip()[len("attack") + 1 :].strip()
        sentence, rule = self.forbidding(seat, doing, re.sub(r"^in with |^with |^go$", "", rest))
        return f"{sentence} ({rule})" if sentence else ""

    def forbidding(self, seat: int, doing: str, rest: str) -> tuple[str, str]:
        """Return the sentence and the rule that forbid a wish, as the game itself explains them."""
        if doing == OptionVerb.ATTACK:
            target, _, attacker = rest.rpartition("with ")
            target = target.strip() or "Ego"
            aim = self._titled(1 - seat, target, in_play=True)
            rest = f"{self._titled(seat, attacker, in_play=True)}{AT}{aim}"
        elif rest:
            rest = self.ability_called(rest) if "/" in rest else self._titled(seat, rest)
        reason = self.match.why_not(seat, f"{doing} {rest}".strip())
        return reason or ("", "")

    def _titled(self, seat: int, said: str, *, in_play: bool = False) -> str:
        """Return the whole title of a card; of several that are called so, one of the hand, or `in_play` one that lies there."""
        _, title = split_reference(said, self.names)
        found = [card for card in self.cards(said) if self.referee.cards[card].owner == seat]
        hand = self.referee.seats[seat].hand
        found.sort(key=lambda card: (card not in hand and not in_play, not self.referee.is_in_play(card)))
        return self.referee.title(found[0]) if found else title
