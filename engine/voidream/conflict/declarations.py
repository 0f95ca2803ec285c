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


def able_to(ref: Referee, seat: int, what: Ban) -> list[int]:
    """Return the ready entities of a seat that nothing keeps from attacking, or from defending."""
    return [c for c in ref.entities(seat) if not ref.cards[c].exhausted and not is_banned(ref, c, what)]


def attackers_stand(ref: Referee, frame: InitiateConflict) -> bool:
    """Declare the attackers that were chosen; False while triggers have to resolve first."""
    return _stand(ref, frame, frame.attacker, Ban.ATTACK)


def defenders_stand(ref: Referee, frame: InitiateConflict) -> bool:
    """Declare the defenders that were chosen; False while triggers have to resolve first."""
    return _stand(ref, frame, 1 - frame.attacker, Ban.DEFEND)


def _stand(ref: Referee, frame: InitiateConflict, seat: int, what: Ban) -> bool:
    """Before triggers, the declaration of those that still can be declared, then When triggers (§7, R92)."""
    attacks = what is Ban.ATTACK
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
        found = announce(ref, event(meant), Timing.BEFORE)
        if found:
            fire(ref, found)
            return False
    able = able_to(ref, seat, what)
    cards = [card for card in meant if card in able]
    marks.take_part(ref, cards, ATTACKING if attacks else DEFENDING)
    standing = names_of(ref, cards)
    told = AttackersDeclared(seat, standing) if attacks else DefendersDeclared(seat, standing)
    ref.emit(told, "§4 Conflict phase")
    frame.standing = kind
    declared = event(cards)
    note(ref, declared)
    frame.gather(announce(ref, declared, Timing.AFTER))
    found = announce(ref, declared, Timing.WHEN)
    if found:
        fire(ref, found)
        return False
    return True
