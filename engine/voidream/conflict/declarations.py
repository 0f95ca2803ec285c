"""Declarations of attackers and defenders, and their triggers (§4 Conflict Phase Common Steps, §7, R92)."""

from __future__ import annotations

from cards.voidream.language.tree import Ban, Timing
from engine.voidream.event_kinds import Attacking, Defending
from engine.voidream.events.triggers import announce, fire, note
from engine.voidream.facts.conflicts import AttackersDeclared, DefendersDeclared
from engine.voidream.frames import InitiateConflict
from engine.voidream.mutations import marks
from engine.voidream.position import ATTACKING, DEFENDING
from engine.voidream.queries.nouns import names_of
from engine.voidream.queries.restrictions import is_banned
from engine.voidream.questions.card_choices import chosen
from engine.voidream.referee import Referee


def able_to(ref: Referee, seat: int, action: Ban) -> list[int]:
    """Return the ready entities of a seat that can attack, or defend."""
    return [c for c in ref.entities(seat) if not ref.cards[c].exhausted and not is_banned(ref, c, action)]


def attackers_stand(ref: Referee, frame: InitiateConflict) -> bool:
    """Declare the chosen attackers. Return False while triggers have to resolve first."""
    return _declare(ref, frame, frame.attacker, Ban.ATTACK)


def defenders_stand(ref: Referee, frame: InitiateConflict) -> bool:
    """Declare the chosen defenders. Return False while triggers have to resolve first."""
    return _declare(ref, frame, 1 - frame.attacker, Ban.DEFEND)


def _declare(ref: Referee, frame: InitiateConflict, seat: int, action: Ban) -> bool:
    """Resolve Before triggers, declare the chosen entities that still can, then resolve When triggers (§7, R92)."""
    attacks = action is Ban.ATTACK
    kind, event = ("attack", Attacking) if attacks else ("defend", Defending)
    if frame.standing == kind:
        return True
    meant = frame.attack if attacks else frame.defend
    if meant is None:
        picked = chosen(frame)
        meant = frame.declared if picked is None else picked
        frame.declared = []
        if attacks:
            frame.attack = meant
        else:
            frame.defend = meant
        triggers = announce(ref, event(meant), Timing.BEFORE)
        if triggers:
            fire(ref, triggers)
            return False
    able = able_to(ref, seat, action)
    cards = [card for card in meant if card in able]
    marks.take_part(ref, cards, ATTACKING if attacks else DEFENDING)
    declared_names = names_of(ref, cards)
    fact = AttackersDeclared(seat, declared_names) if attacks else DefendersDeclared(seat, declared_names)
    ref.emit(fact, "§4 Conflict phase")
    frame.standing = kind
    declared = event(cards)
    note(ref, declared)
    frame.gather(announce(ref, declared, Timing.AFTER))
    triggers = announce(ref, declared, Timing.WHEN)
    if triggers:
        fire(ref, triggers)
        return False
    return True
