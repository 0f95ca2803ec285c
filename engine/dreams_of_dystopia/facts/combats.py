"""Facts about Combats (DD51–DD70)."""

from __future__ import annotations

from operator import not_
from typing import ClassVar

from engine.dreams_of_dystopia.facts.terms import COMBAT, TURN, fighting
from engine.kernel.events.changes import Change
from engine.kernel.events.entries import NO_WORDS, EventEntry, beat, form
from engine.kernel.events.event import Fact, SeatFact
from engine.kernel.events.story import ATTACK

_ATTACKS = beat(
    form("You attack with {attack} ATK", "You attack {n} times"),
    form("{who} attacks with {attack} ATK", "{who} attacks {n} times"),
)
_BLOCKS = beat(
    form("You block with {defence} DEF", "You block {n} times"),
    form("{who} blocks with {defence} DEF", "{who} blocks {n} times"),
)
"""The sums of attacks and blocks. `text.story` adds their cards."""


class SentToFight(SeatFact, frozen=True, tag="sent"):
    """A Minion goes onto the table as attacker or blocker. Its effects follow, then its total (DD51)."""

    card: str

    entry: ClassVar[EventEntry[SentToFight]] = EventEntry(
        log=NO_WORDS,
        beats=beat("You send {card} to fight", "{who} sends {card} to fight"),
        sum=beat("You send {cards} to fight", "{who} sends {cards} to fight"),
        told_with=("attacked", "blocked"),
        changes=lambda fact: [*fighting(fact.seat), TURN],
    )


class HelperUsed(SeatFact, frozen=True, tag="helper"):
    """A supporter or a Weapon was added to a fighter (DD61, DD62)."""

    card: str
    fighter: str

    entry: ClassVar[EventEntry[HelperUsed]] = EventEntry(
        beats=beat("You add {card} to {fighter}", "{who} adds {card} to {fighter}"),
        sum=beat("You add {cards} to the fight", "{who} adds {cards} to the fight"),
        told_with=("attacked", "blocked"),
        changes=lambda fact: [*fighting(fact.seat), Change("deck", fact.seat)],
    )


class Attacked(SeatFact, frozen=True, tag="attacked"):
    """An attack was declared: its target, its cards, and its total (DD92)."""

    target: int
    card: str
    helpers: list[str]
    attack: int
    defender: bool

    entry: ClassVar[EventEntry[Attacked]] = EventEntry(
        log=(
            form("{who} attacks {target} with {card}: {attack} ATK.", helpers=not_),
            form("{who} attacks {target} with {card} and {helpers}: {attack} ATK."),
        ),
        beats=_ATTACKS,
        sum=_ATTACKS.of_all(form("Attacks: {all}"), form("{who} {attack} ATK", "{who} {n} times")),
        sum_slots={"n": len},
        slots={"target": lambda fact, names: names[fact.target]},
        sort=ATTACK,
        changes=[COMBAT, TURN],
    )


class AttackBlocked(SeatFact, frozen=True, tag="blocked"):
    """An attack was blocked: the cards, and their total (DD93)."""

    card: str
    helpers: list[str]
    defence: int

    entry: ClassVar[EventEntry[AttackBlocked]] = EventEntry(
        log=(
            form("{who} blocks with {card}: {defence} DEF.", helpers=not_),
            form("{who} blocks with {card} and {helpers}: {defence} DEF."),
        ),
        beats=_BLOCKS,
        sum=_BLOCKS.of_all(form("Blocks: {all}"), form("{who} {defence} DEF", "{who} {n} times")),
        sum_slots={"n": len},
        sort=ATTACK,
        changes=[COMBAT],
    )


class NotBlocked(SeatFact, frozen=True, tag="not-blocked"):
    """No blocker was sent (DD53)."""

    entry: ClassVar[EventEntry[NotBlocked]] = EventEntry(
        beats=beat("You do not block", "{who} does not block"),
        sum=beat("You do not block", "{who} does not block").of_all(form("No block: {all}"), form("{who}")),
        follows=("score",),
        changes=[COMBAT],
    )


class NoHit(Fact, frozen=True, tag="no-hit"):
    """No one lost LP in the Damage step (DD54–DD56)."""

    attack: int
    defence: int

    entry: ClassVar[EventEntry[NoHit]] = EventEntry(
        beats=beat(
            "{attack} ATK against {defence} DEF: no one loses LP",
            "{attack} ATK against {defence} DEF: no one loses LP",
        ),
        sum=beat(*[form("One attack cost no LP", "{n} attacks cost no LP")] * 2),
        sum_slots={"n": len},
        whose=lambda fact: None,
        changes=[COMBAT],
    )


class CombatStopped(SeatFact, frozen=True, tag="stopped"):
    """A Combat ended without a hit because one of its two players is out (DD69)."""

    entry: ClassVar[EventEntry[CombatStopped]] = EventEntry(
        log=form("The Combat is over without a hit: {who} is out."),
        beats=beat("The Combat is over without a hit", "The Combat is over without a hit"),
        told_with=("went-out",),
        changes=[COMBAT],
    )


class CleanedUp(SeatFact, frozen=True, tag="clean-up"):
    """A player's cards of a Combat were used. `card` stays on the table to fight again, "" for none (DD63, DD66)."""

    card: str = ""

    entry: ClassVar[EventEntry[CleanedUp]] = EventEntry(
        log=(
            form("{who}'s cards of this Combat are used.", card=""),
            form("{who} keeps {card} on the table."),
        ),
        beats=(
            beat("Your {card} stays on the table", "{who}'s {card} stays on the table", card=bool),
            beat("Your cards of this Combat are used", "{who}'s cards of this Combat are used"),
        ),
        sum=beat(
            form("Your Combat is over", "Your Combats are over"),
            form("{who}'s Combat is over", "{who}'s Combats are over"),
        ),
        sum_slots={"n": len},
        told_with=("attacked", "blocked", "not-blocked", "no-hit"),
        changes=lambda fact: fighting(fact.seat),
    )
