"""Declaring attackers and defenders, and what triggers on that (§4 Conflict Phase Common Steps, §7, R92)."""

from __future__ import annotations

from cards.voidream.language.tree import Ban, Timing
from engine.kernel.position import Frame
from engine.voidream import mutations
from engine.voidream.choose_cards import chosen
from engine.voidream.events.events import GameEvent
from engine.voidream.events.triggers import announce, fire
from engine.voidream.facts import AttackersDeclared, DefendersDeclared
from engine.voidream.position import ATTACKING, DEFENDING
from engine.voidream.queries.characteristics import is_banned
from engine.voidream.referee import Referee


def able_to(ref: Referee, seat: int, what: Ban) -> list[int]:
    """Return the ready entities of a seat that nothing keeps from attacking, or from defending."""
    return [c for c in ref.entities(seat) if not ref.cards[c].exhausted and not is_banned(ref, c, what)]


def attackers_stand(ref: Referee, frame: Frame) -> bool:
    """Declare the attackers that were chosen; False while triggers have to resolve first."""
    return _stand(ref, frame, frame.vars["attacker"], Ban.ATTACK)


def defenders_stand(ref: Referee, frame: Frame) -> bool:
    """Declare the defenders that were chosen; False while triggers have to resolve first."""
    return _stand(ref, frame, 1 - frame.vars["attacker"], Ban.DEFEND)


def _stand(ref: Referee, frame: Frame, seat: int, what: Ban) -> bool:
    """Before triggers, the declaration of those that still can be declared, then When triggers (§7, R92)."""
    v = frame.vars
    attacks = what is Ban.ATTACK
    kind = "attack" if attacks else "defend"
    if v.get("standing") != kind:
        if kind not in v:
            picked = chosen(frame)
            v[kind] = v.pop("declared") if picked is None else picked
            deed: GameEvent = {"kind": kind, "cards": v[kind]}
            found = announce(ref, deed, Timing.BEFORE)
            if found:
                fire(ref, found)
                return False
        able = able_to(ref, seat, what)
        cards = [card for card in v[kind] if card in able]
        mutations.take_part(ref, cards, ATTACKING if attacks else DEFENDING)
        standing = mutations.names(ref, cards)
        told = AttackersDeclared(seat, standing) if attacks else DefendersDeclared(seat, standing)
        ref.tell(told, "§4 Conflict phase")
        v["standing"] = kind
        deed = {"kind": kind, "cards": cards}
        v["after"].extend(announce(ref, deed, Timing.AFTER))
        found = announce(ref, deed, Timing.WHEN)
        if found:
            fire(ref, found)
            return False
    return True
