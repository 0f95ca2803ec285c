"""Situations of scenarios of Dreams of Dystopia, with alternative wordings of answers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from cards.dreams_of_dystopia.language.words import Noun
from engine.dreams_of_dystopia.facts.combats import AttackBlocked, Attacked, NotBlocked
from engine.dreams_of_dystopia.orders.plan_orders import ATTACKING, SUPPORTING
from engine.dreams_of_dystopia.players.plans import ACQUIRE, MOVE
from engine.dreams_of_dystopia.referee import Referee
from engine.dreams_of_dystopia.topics import OptionVerb, Topic
from engine.kernel.orders.plan import PlanStep
from engine.kernel.question import Option, Question
from engine.scenario.situation import Situation

_ATTACK = re.compile(r"attacks (again )?", re.IGNORECASE)
_NO_BLOCK = ("does not block", "doesn't block", "passes", "declines")
_SUPPORT = (Topic.SUPPORT_ATTACK, Topic.SUPPORT_BLOCK)
_ALSO: Mapping[str, tuple[str, ...]] = {
    OptionVerb.ABILITY: ("uses the ability of {subject}",),
    OptionVerb.DEED: ("discards {subject}", "uses {subject}"),
    OptionVerb.RECRUIT: ("acquires {subject}",),
    OptionVerb.PURCHASE: ("acquires {subject}",),
    OptionVerb.HELPER: ("uses {subject}", "supports with {subject}"),
    OptionVerb.DONE: ("passes", "declines"),
    OptionVerb.NO_BLOCK: _NO_BLOCK,
}
"""The manual's words for acts in addition to those of records, by the verb of their options."""

_STEPS: tuple[tuple[str, str, str], ...] = (
    ("uses the Master ", MOVE, OptionVerb.MASTER),
    ("uses ", MOVE, OptionVerb.ABILITY),
    ("plays ", MOVE, OptionVerb.DEED),
    ("attacks again with ", MOVE, OptionVerb.ATTACK),
    ("attacks with ", MOVE, OptionVerb.ATTACK),
    ("attacks ", ATTACKING, OptionVerb.TARGET),
    ("adds ", SUPPORTING, OptionVerb.HELPER),
    ("is done", SUPPORTING, OptionVerb.HELPER),
    ("acquires ", MOVE, ACQUIRE),
    ("ends the turn", MOVE, OptionVerb.END),
)
"""The steps of a plan by their first words: what each waits for, and its act."""


class DystopiaSituation(Situation[Referee]):
    """A match of Dreams of Dystopia."""

    def planned(self, seat: int, words: str) -> PlanStep:
        """Return the step of a plan: "attacks with Fist", "attacks Bo", "attacks fewest LP", "adds Nail, Beam"."""
        for begins, when, act in _STEPS:
            if words.casefold().startswith(begins.casefold()):
                rest = self._with_seats(words[len(begins) :])
                return PlanStep(when, act, tuple(part.strip() for part in rest.split(",") if part.strip()))
        return PlanStep(words)

    def aliases(self, seat: int) -> Callable[[Option], list[str]]:
        """Return alternative names of a seat's options."""
        return lambda option: [
            words.replace("{subject}", option.about.called) for words in _ALSO.get(option.verb, ())
        ]

    def is_offered(self, seat: int, verb: str, rest: str) -> bool:
        """Return whether a seat is offered an act now."""
        return super().is_offered(seat, self._meant(seat, verb, rest), rest)

    def forbidding(self, seat: int, verb: str, rest: str) -> tuple[str, str]:
        """Return the sentence and the rule that forbid a wish. A wish about a Master means its first line by default."""
        verb, master = self._meant(seat, verb, rest), self.machine.master(seat)
        if verb == OptionVerb.MASTER and "#" not in rest and master is not None and master.once:
            rest = f"{rest}#{min(master.once)}"
        if verb in (OptionVerb.TARGET, ""):
            verb, rest = "", self._with_seats(rest)
        return super().forbidding(seat, verb, rest)

    def _meant(self, seat: int, verb: str, rest: str) -> str:
        """Return the verb of a wish: "use" also applies to Heroic Deeds and Weapons, and a target may have no verb."""
        question, sides = self.match.questions.get(seat), self.machine.pool.sides.items()
        topic = question.topic if question is not None else ""
        noun = next((side.noun for title, side in sides if title.casefold() == rest.casefold()), None)
        if verb == OptionVerb.ABILITY and noun is Noun.DEED:
            return OptionVerb.DEED
        if verb == OptionVerb.ABILITY and noun is Noun.WEAPON and topic in _SUPPORT:
            return OptionVerb.HELPER
        return OptionVerb.TARGET if not verb and topic == Topic.TARGET else verb

    def went_without_saying(self, seat: int, words: str) -> bool:
        """Return whether an answer was automatic: the player couldn't block, or had no helpers to add."""
        text = words.casefold()
        done = (NotBlocked,) if text in _NO_BLOCK else (Attacked, AttackBlocked) if text == "is done" else ()
        return any(isinstance(fact, done) and fact.seat == seat for fact in self.happened[self.latest :])

    def parted(self, question: Question, words: str) -> Iterable[str]:
        """Return the parts of an answer: an attack that names its target is two answers."""
        attack = _ATTACK.match(words) if question.topic == Topic.ACT else None
        target, found, card = words[attack.end() :].rpartition(" with ") if attack else ("", "", "")
        others = [self.names[other].casefold() for other in self.machine.opponents(question.seat)]
        if attack is None or not found or target.casefold() not in others:
            return (words,)
        parts = (f"{attack[0]}with {card.removesuffix('.')}", f"attacks {target}")
        return parts if len(others) > 1 else parts[:1]
