"""Facts about attacks and damage (§Attacking, §Taking Damage)."""

from __future__ import annotations

from typing import ClassVar

from cards.i18n import Message
from engine.dreamweavers.facts.terms import THE_ATTACK, Change, card_name, in_force, turned, zone
from engine.dreamweavers.position import EGO, UNTIL_ATTACK
from engine.kernel.events.changes import NOTHING
from engine.kernel.events.entries import SILENT, EventEntry, Names, beat, form
from engine.kernel.events.event import SeatFact
from engine.kernel.events.story import ATTACK


def _attacker(fact: Attacked | Compared | AttackCameToNothing, names: Names) -> Message:
    return card_name(fact.attacker)


class Attacked(SeatFact, frozen=True, tag="attacked"):
    """A Thought attacks another, or the opponent's Ego if `target` is "" (DW75)."""

    attacker: str
    target: str = ""

    entry: ClassVar[EventEntry[Attacked]] = EventEntry(
        log=(form("{card} attacks {who}'s Ego.", target=""), form("{card} attacks {who}'s {target}.")),
        beats=(
            beat("{card} attacks your Ego", "{card} attacks {who}'s Ego", target=""),
            beat("{card} attacks {target}", "{card} attacks {target}"),
        ),
        sum=(
            beat(
                form("Your Ego is attacked", "Your Ego is attacked {n} times"),
                form("{who}'s Ego is attacked", "{who}'s Ego is attacked {n} times"),
                target="",
            ),
            beat(
                form("One of your Thoughts is attacked", "Your Thoughts are attacked {n} times"),
                form("One of {who}'s Thoughts is attacked", "{who}'s Thoughts are attacked {n} times"),
            ),
        ),
        sum_slots={"n": len},
        whose=lambda fact: 1 - fact.seat,
        slots={"card": _attacker},
        sort=ATTACK,
        changes=lambda fact: [THE_ATTACK, *turned([fact.attacker])],
    )


class SteppedIn(SeatFact, frozen=True, tag="stepped-in"):
    """A Guardian steps in: it is attacked instead."""

    card: str

    entry: ClassVar[EventEntry[SteppedIn]] = EventEntry(
        log=form("{who}'s {card} steps in."),
        beats=beat("Your {card} steps in", "{who}'s {card} steps in"),
        sum=beat("Your {cards} steps in", "{who}'s {cards} steps in"),
        sort=ATTACK,
        changes=[THE_ATTACK],
    )


class Shielded(SeatFact, frozen=True, tag="shielded"):
    """The defender has discarded these Thoughts as shields, possibly none, with this total shield value (DW76)."""

    cards: list[str]
    value: int

    entry: ClassVar[EventEntry[Shielded]] = EventEntry(
        log=(
            form("{who} discards no shields.", cards=[]),
            form("{who} discards shields: {cards}. The shield value is {value}."),
        ),
        beats=beat("You shield with {cards}: {value}", "{who} shields with {cards}: {value}"),
        sort=ATTACK,
        changes=NOTHING,
    )


class Compared(SeatFact, frozen=True, tag="compared"):
    """An attack was decided: the attacker's power, the shield value, and whether it succeeds (DW78)."""

    attacker: str
    target: str
    power: int
    shield_value: int
    succeeds: bool

    entry: ClassVar[EventEntry[Compared]] = EventEntry(
        log=(
            form("{card}'s attack succeeds: {power} against {value}.", succeeds=True),
            form("{card}'s attack fails: {power} against {value}."),
        ),
        beats=(
            beat(
                "{card} hit your Ego, {power} against {value}",
                "{card} hit {who}'s Ego, {power} against {value}",
                target="",
                succeeds=True,
            ),
            beat(
                "You stopped {card}: {power} against {value}",
                "{who} stopped {card}: {power} against {value}",
                target="",
            ),
            beat(
                "{card} beat {target}, {power} against {value}",
                "{card} beat {target}, {power} against {value}",
                succeeds=True,
            ),
            beat(
                "{target} withstood {card}, {value} against {power}",
                "{target} withstood {card}, {value} against {power}",
            ),
        ),
        sum=(
            beat(
                form("An attack hit your Ego", "{n} attacks hit your Ego"),
                form("An attack hit {who}'s Ego", "{n} attacks hit {who}'s Ego"),
                target="",
                succeeds=True,
            ),
            beat(
                form("You stopped an attack", "You stopped {n} attacks"),
                form("{who} stopped an attack", "{who} stopped {n} attacks"),
                target="",
            ),
            beat(
                form("One of your Thoughts was beaten", "{n} of your Thoughts were beaten"),
                form("One of {who}'s Thoughts was beaten", "{n} of {who}'s Thoughts were beaten"),
                succeeds=True,
            ),
            beat(
                form("One of your Thoughts held out", "{n} of your Thoughts held out"),
                form("One of {who}'s Thoughts held out", "{n} of {who}'s Thoughts held out"),
            ),
        ),
        sum_slots={"n": len},
        whose=lambda fact: 1 - fact.seat,
        slots={"card": _attacker, "value": lambda fact, names: fact.shield_value},
        sort=ATTACK,
        is_result=True,
        begins=True,
        changes=[THE_ATTACK, in_force(UNTIL_ATTACK)],
    )


class AttackCameToNothing(SeatFact, frozen=True, tag="attack-came-to-nothing"):
    """An attack has ended because its attacker or its target, a card by title, has left play (DW80, DW81)."""

    attacker: str
    gone: str

    entry: ClassVar[EventEntry[AttackCameToNothing]] = EventEntry(
        log=(
            form("{card} is gone, and its attack is over.", is_attacker_gone=True),
            form("{gone} is gone, and {card}'s attack fails."),
        ),
        sum=beat(
            form("An attack comes to nothing", "{n} attacks come to nothing"),
            form("An attack comes to nothing", "{n} attacks come to nothing"),
        ),
        sum_slots={"n": len},
        slots={"card": _attacker},
        begins=True,
        changes=[THE_ATTACK, in_force(UNTIL_ATTACK)],
    )

    @property
    def is_attacker_gone(self) -> bool:
        """Whether the attacker has left play, rather than the target."""
        return self.gone == self.attacker


class Damaged(SeatFact, frozen=True, tag="damaged"):
    """A player takes a point of damage: the revealed card and the number left; "" if the Ego was empty (DW96)."""

    card: str
    left: int

    entry: ClassVar[EventEntry[Damaged]] = EventEntry(
        log=(
            form("{who} takes damage with an empty Ego.", card=""),
            form(
                "{who} takes 1 damage: {card} is revealed, and {n} card is left in the Ego.",
                "{who} takes 1 damage: {card} is revealed, and {n} cards are left in the Ego.",
            ),
        ),
        beats=beat("You took 1 damage", "{who} took 1 damage"),
        sum=beat("You took {points} damage", "{who} took {points} damage"),
        sum_slots={"points": len},
        slots={"n": lambda fact, names: fact.left},
        changes=lambda fact: zone(EGO, fact.seat),
    )


class Repelled(SeatFact, frozen=True, tag="repelled"):
    """A revealed Thought has at least the attacker's power: the attacker is forgotten (DW88)."""

    card: str
    power: int
    attacker: str
    attacker_power: int

    entry: ClassVar[EventEntry[Repelled]] = EventEntry(
        log=form("{card} ({power}) repels {attacker} ({strength})."),
        beats=SILENT,
        slots={"strength": lambda fact, names: fact.attacker_power},
        changes=NOTHING,
    )


class Placed(SeatFact, frozen=True, tag="placed"):
    """A revealed Feeling has entered the section of the damaged player (DW94)."""

    card: str

    entry: ClassVar[EventEntry[Placed]] = EventEntry(
        beats=beat("{card} joins your Feelings", "{card} joins {who}'s Feelings"),
        sum=beat("New in play for you: {cards}", "New in play for {who}: {cards}"),
        comes=lambda fact: [Change("play", fact.seat, fact.card)],
        begins=True,
        changes=lambda fact: [Change("play", fact.seat, fact.card)],
    )


class CostRefused(SeatFact, frozen=True, tag="cost-refused"):
    """The additional cost of a revealed Feeling wasn't paid, so its fleeting effect doesn't happen (DW92)."""

    card: str

    entry: ClassVar[EventEntry[CostRefused]] = EventEntry(
        beats=beat(
            "You do not pay for {card}: its effect does not happen",
            "{who} does not pay for {card}: its effect does not happen",
        ),
        changes=lambda fact: [Change("lingers", fact.seat, fact.card)],
    )
