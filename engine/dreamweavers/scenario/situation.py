"""The situation of scenarios of Dreamweavers: a match, and the names of its answers."""

from __future__ import annotations

import re
from collections.abc import Iterable

from cards.dreamweavers.language.words import Notion
from engine.dreamweavers.facts.attacks import Shielded
from engine.dreamweavers.orders.plan_orders import MOVE
from engine.dreamweavers.referee import Referee
from engine.dreamweavers.scenario.tables import TABLES
from engine.dreamweavers.topics import OptionVerb, Topic
from engine.dreamweavers.turns.options import EGO_TARGET
from engine.kernel.events.event import Event
from engine.kernel.orders.plan import PlanStep
from engine.kernel.question import Option, OptionSubject, Question
from engine.scenario.expectation_forms import ExpectationWords
from engine.scenario.references import read_reference, with_plain_titles
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
"""The player's action for the first word of an answer."""


class DreamweaversWords(ExpectationWords):
    """The context of a sentence: players, cards, the Ego, and Intents by the names of their notions."""

    def knows(self, title: str) -> bool:
        """Return whether a card, an Intent or the Ego has this title."""
        names = {EGO_TARGET.casefold(), *(notion.value.casefold() for notion in Notion)}
        return title.casefold() in names or super().knows(title)


def _attack_in(text: str) -> tuple[str, str] | None:
    """Return attacker and target of "attacks Ego with Hound", "attacks with Hound" or "attacks: Hound"; None for other text."""
    verb, after_verb = text[: len(_ATTACKS)], text[len(_ATTACKS) :]
    if verb.casefold() != _ATTACKS:
        return None
    for joint in (" with ", ":"):
        target, joint_word, attacker = after_verb.partition(joint)
        if joint_word and attacker.strip():
            return attacker.strip(), target.strip() or EGO_TARGET
    return None


class DreamweaversSituation(Situation[Referee]):
    """A match of Dreamweavers."""

    @property
    def referee(self) -> Referee:
        """The referee."""
        machine = self.match.machine
        assert isinstance(machine, Referee)
        return machine

    def turn_of(self) -> list[int]:
        """Return the seats whose turn it is. Others may be asked."""
        active = self.referee.position.active
        return [active] if active >= 0 else []

    def planned(self, seat: int, words: str) -> PlanStep:
        """Return the step of a plan: "attacks Ego with Hound", "plays Insight", "lets go"."""
        if (attack := _attack_in(words)) is not None:
            attacker, target = attack
            mine = self._titled(seat, attacker, in_play=True)
            theirs = self._titled(1 - seat, target, in_play=True)
            aim = EGO_TARGET if target.casefold() == EGO_TARGET.casefold() else theirs
            return PlanStep(MOVE, OptionVerb.ATTACK, (OptionSubject(mine, aim=aim).text,))
        verb, _, after_verb = words.partition(" ")
        verb_key = _DOING.get(verb.casefold(), verb)
        if verb_key in (OptionVerb.REFRESH, OptionVerb.LET_GO):
            return PlanStep(MOVE, verb_key)
        called = self.ability_called(after_verb) if "/" in after_verb else self._titled(seat, after_verb)
        return PlanStep(MOVE, verb_key, (called,))

    def parted(self, question: Question, words: str) -> Iterable[str]:
        """Split an answer into several: shields can be named together with the decision to use them."""
        if question.topic != Topic.DEFEND:
            return (words,)
        if _NO_SHIELDS.fullmatch(words):
            return (OptionVerb.PASS,)
        return (OptionVerb.SHIELDS, words) if _SHIELDS.fullmatch(words) else (words,)

    def went_without_saying(self, seat: int, words: str) -> bool:
        """Return whether a player's only possible defence was without shields."""
        is_said = words.casefold() == "passes" or _NO_SHIELDS.fullmatch(words) is not None
        return is_said and Shielded(seat, [], 0) in self.happened[self.latest :]

    def spelled_out(self, question: Question, words: str) -> str:
        """Return an answer in the words of the options."""
        words = words.strip().removesuffix(".")
        for name in self.names:
            words = re.sub(rf"\b{re.escape(name)}['’]s ", "", words, flags=re.IGNORECASE)
        if (attack := _attack_in(words)) is not None and not OptionSubject.read(words).aim:
            return self._attack(question, *attack)
        words = with_plain_titles(words, self._offered(question), TABLES)
        if (match := _STEP_IN.fullmatch(words)) is not None:
            return f"steps in with {match['card']}"
        if question.topic == Topic.SHIELDS and _NO_SHIELDS.fullmatch(words):
            return "discards no shield"
        if words.casefold().startswith("uses "):
            words = f"activates {words[5:]}"
        if (match := re.fullmatch(r"activates (.+)", words, re.IGNORECASE)) is not None:
            return f"activates {self.ability_called(match[1])}"
        return words

    def ability_called(self, name: str) -> str:
        """Return an ability with the name of its option: `Hound/2` is the second one of a Hound with several."""
        match = _ABILITY.fullmatch(name)
        if match is None:
            return name
        texts = {title.casefold(): text for title, text in self.referee.pool.texts.items()}
        text = texts.get(match["card"].casefold())
        has_one = text is not None and len(text.abilities) == 1 and match["n"] == "1"
        return match["card"] if has_one else f"{match['card']} {match['n']}"

    @staticmethod
    def _attack(question: Question, attacker: str, target: str) -> str:
        for option in question.options:
            about = option.about
            if about.aim and TABLES.is_called(about.name, attacker) and TABLES.is_called(about.aim, target):
                return f"attacks: {option.subject}"
        return f"attacks: {OptionSubject(attacker, aim=target).text}"

    @staticmethod
    def _offered(question: Question) -> list[str]:
        """Return the titles of the options' cards."""
        about = [option.about for option in question.options]
        return [title for item in about for title in (item.name, item.aim) if title]

    def go_on(self) -> Iterable[Event]:
        """Give all answers that are forced by public knowledge, as a match does (DW108)."""
        events: list[Event] = []
        while (forced := self.match.forced()) is not None:
            seat, choice = forced
            events += self.match.answer(seat, self.match.questions[seat].id, choice)
        return events

    # -- what can be done

    def why_not(self, seat: int, words: str) -> str:
        """Return the reason why a player can't do something; "" if nothing is known."""
        verb, _, after_verb = words.strip().removesuffix(".").partition(" ")
        verb_key = _DOING.get(verb.casefold())
        if verb_key is None:
            return ""
        if verb_key is OptionVerb.ATTACK:
            after_verb = words.strip()[len("attack") + 1 :].strip()
        sentence, rule = self.forbidding(seat, verb_key, re.sub(r"^in with |^with |^go$", "", after_verb))
        return f"{sentence} ({rule})" if sentence else ""

    def forbidding(self, seat: int, verb: str, rest: str) -> tuple[str, str]:
        """Return the sentence and the rule that forbid an action, in the game's own words."""
        if verb == OptionVerb.ATTACK:
            target, attacker = _attack_parts(rest)
            aim = self._titled(1 - seat, target or EGO_TARGET, in_play=True)
            rest = OptionSubject(self._titled(seat, attacker, in_play=True), aim=aim).text
        elif rest:
            rest = self.ability_called(rest) if "/" in rest else self._titled(seat, rest)
        reason = self.match.why_not(seat, f"{verb} {rest}".strip())
        return reason or ("", "")

    def _titled(self, seat: int, text: str, *, in_play: bool = False) -> str:
        """Return the full title of a card; if several match, one in the hand, or with `in_play` one in play."""
        title = read_reference(text, self.names).title
        cards = [card for card in self.cards(text) if self.referee.cards[card].owner == seat]
        hand = self.referee.seats[seat].hand
        cards.sort(key=lambda card: (card not in hand and not in_play, not self.referee.is_in_play(card)))
        return self.referee.title(cards[0]) if cards else title

    def is_offered(self, seat: int, verb: str, rest: str) -> bool:
        """Return whether an option is offered to a seat; shields also before the question which ones."""
        question = self.match.questions.get(seat)
        if question is None:
            return False
        if verb == OptionVerb.SHIELDS:
            return self._is_shield(question, seat, rest)
        name = self.ability_called(rest) if verb == OptionVerb.ACTIVATE else rest
        return any(option.verb == verb and self._fits(option, verb, name) for option in question.options)

    def _fits(self, option: Option, verb: str, object_text: str) -> bool:
        if not object_text or option.key.casefold() == f"{verb} {object_text}".casefold():
            return True
        if verb != OptionVerb.ATTACK:
            return self.is_about(option, object_text)
        target, attacker = (read_reference(part, self.names).title for part in _attack_parts(object_text))
        about = option.about
        return TABLES.is_called(about.name, attacker) and (not target or TABLES.is_called(about.aim, target))

    def _is_shield(self, question: Question, seat: int, text: str) -> bool:
        if question.topic == Topic.SHIELDS:
            return any(self.is_about(option, text) for option in question.options)
        hand = self.referee.seats[seat].hand
        mine = [card for card in self.cards(text) if card in hand]
        return question.topic == Topic.DEFEND and any(self.referee.printed(card).is_thought for card in mine)


def _attack_parts(text: str) -> tuple[str, str]:
    """Return target and attacker of "Ego with Hound"."""
    target, _, attacker = text.rpartition("with ")
    return target.strip(), attacker
