"""Verbs about the Dream deck: evoke, roll, shuffle, Dream damage, prevent (§6, §4 Dealing Damage)."""

from __future__ import annotations

from typing import Any

from cards.voidream.language import tree
from cards.voidream.language.tree import Player
from engine.kernel.position import Frame
from engine.voidream.effects.lines import done, fail, speaker_of
from engine.voidream.effects.verbs.verb import Foreseeing, Possible, Verb
from engine.voidream.events.events import DEEDS, GameEvent
from engine.voidream.events.perform import can_evoke
from engine.voidream.events.windows import do
from engine.voidream.facts import DamagePrevented, Prevented
from engine.voidream.mutations import name
from engine.voidream.position import DECK, HAND
from engine.voidream.queries.characteristics import amount
from engine.voidream.queries.nouns import is_open
from engine.voidream.referee import Referee
from engine.voidream.sources import EffectContext


def _evoke(ref: Referee, frame: Frame, op: tree.Evoke, seat: int) -> None:
    v = frame.vars
    stage = v.get("stage", "")
    if stage == "" and "happened" not in v:
        if not can_evoke(ref, seat):
            fail(ref, frame)
            return
        do(ref, {"kind": "evoke", "seat": seat, "cause": v["title"]})
        return
    if stage == "":
        if v["happened"].get("prevented"):
            done(frame, it=[])
            return
        v["stage"] = "evoking"
        ref.push("evoke", seat=seat, cause=v["title"])
        return
    done(frame, it=v.pop("evoked", []))


def _roll(ref: Referee, frame: Frame, op: tree.Roll, seat: int) -> None:
    v = frame.vars
    if "happened" in v:
        happened = v["happened"]
        done(frame, it=happened.get("cards", []), result=happened.get("result", 0))
        return
    if not ref.seats[seat].deck:
        fail(ref, frame)
        return
    do(ref, {"kind": "roll", "seat": seat, "cause": v["title"]})


def _shuffle(ref: Referee, frame: Frame, op: tree.Shuffle, seat: int) -> None:
    v = frame.vars
    if "stage" in v:
        done(frame)
        return
    if "happened" not in v:
        do(ref, {"kind": "shuffle", "seat": seat, "cause": v["title"]})
        return
    if v["happened"].get("prevented"):
        done(frame)
        return
    v["stage"] = "cutting"
    ref.push("offer_cut", seat=seat)


def dream_shares(ref: Referee, speaker: EffectContext, op: tree.DreamDamage) -> dict[str, int]:
    """Return how much Dream damage an instruction deals to whom, by seat."""
    shares: dict[str, int] = {}
    for seat in ref.players(speaker, op.to):
        each = op.to is Player.EACH
        theirs = EffectContext(
            speaker.seat,
            speaker.card,
            speaker.value,
            speaker.it,
            speaker.n,
            speaker.result,
            seat if each else -1,
        )
        points = amount(ref, theirs, op.amount)
        if points > 0:
            shares[str(seat)] = points
    return shares


def _dream_damage(ref: Referee, frame: Frame, op: tree.DreamDamage, seat: int) -> None:
    v = frame.vars
    if "happened" in v:
        done(frame, n=v["happened"].get("dealt", 0))
        return
    speaker = speaker_of(ref, frame)
    shares = dream_shares(ref, speaker, op)
    if not shares:
        fail(ref, frame)
        return
    do(ref, {"kind": "dream damage", "shares": shares, "reach": speaker.value, "cause": v["title"]})


def _foresee_dream_damage(ref: Referee, speaker: EffectContext, op: tree.DreamDamage) -> GameEvent | None:
    return {"kind": "dream damage", "shares": dream_shares(ref, speaker, op), "cause": ""}


def _prevent(ref: Referee, frame: Frame, op: tree.Prevent, seat: int) -> None:
    """Take damage off what is about to be dealt, first from whom the trigger spoke of (§7 When)."""
    deed = _deed_around(ref, frame)
    shares: dict[str, int] = {} if deed is None else deed.get("shares", {})
    v = frame.vars
    key = next((key for key in _concerned(frame) if shares.get(key, 0) > 0), None)
    if key is None:
        fail(ref, frame)
        return
    points = (
        shares[key]
        if op.amount is None
        else max(0, min(shares[key], amount(ref, speaker_of(ref, frame), op.amount)))
    )
    shares[key] -= points
    ref.tell(DamagePrevented(points, v["title"]), v["title"])
    done(frame, n=points)


def _prevent_event(ref: Referee, frame: Frame, op: tree.PreventEvent, seat: int) -> None:
    deed = _deed_around(ref, frame)
    if deed is None or deed.get("prevented"):
        fail(ref, frame)
    elif "shares" in deed:
        _prevent(ref, frame, tree.Prevent(None), seat)
    elif _is_prevented(ref, frame, deed):
        done(frame)
    else:
        fail(ref, frame)


def _is_prevented(ref: Referee, frame: Frame, deed: GameEvent) -> bool:
    """Prevent what the trigger spoke of; False if that is prevented already, or no longer part of the deed (R67)."""
    v = frame.vars
    about: list[int] = v.get("about", [])
    if not about:
        deed["prevented"] = True
        ref.tell(Prevented(deed["kind"], v["title"], seat=v.get("of", v["seat"])), v["title"])
        return True
    concerned: list[int]
    for concerned in (deed.get("cards") or [], deed.get("hosts") or []):
        if about[0] in concerned:
            concerned.remove(about[0])
            deed["prevented"] = not concerned
            deed["short"] = True
            hidden = ref.cards[about[0]].zone in (DECK, HAND) and not is_open(ref, about[0])
            card = None if hidden else name(ref, about[0])
            ref.tell(Prevented(deed["kind"], v["title"], card=card), v["title"])
            return True
    return False


def _concerned(frame: Frame) -> list[str]:
    """The shares of damage that a When trigger speaks of: those of its cards, or of its player."""
    about: list[int] = frame.vars.get("about", [])
    return [str(card) for card in about] or [str(frame.vars.get("of", frame.vars["seat"]))]


def _deed_around(ref: Referee, frame: Frame) -> GameEvent | None:
    """Return the deed that the trigger of this line is about; None if it is none that is still about to happen."""
    v = frame.vars
    ability = ref.pool[v["title"]].sides[v["side"]].triggered.get(v["index"])
    window = next((below for below in reversed(ref.position.stack) if below.procedure == "window"), None)
    if ability is None or window is None:
        return None
    deed: GameEvent = window.vars["deed"]
    kind = DEEDS[deed["kind"]]
    return deed if ability.event.happening in kind.happenings and not kind.past else None


def _evoke_possible(ref: Referee, speaker: EffectContext, op: tree.Evoke) -> bool:
    return any(can_evoke(ref, seat) for seat in ref.players(speaker, op.who))


def _roll_possible(ref: Referee, speaker: EffectContext, op: tree.Roll) -> bool:
    return any(len(ref.seats[seat].deck) > 1 for seat in ref.players(speaker, op.who))


def _shuffle_possible(ref: Referee, speaker: EffectContext, op: tree.Shuffle) -> bool:
    return any(len(ref.seats[seat].deck) > 1 for seat in ref.players(speaker, op.who))


def _dream_damage_possible(ref: Referee, speaker: EffectContext, op: tree.DreamDamage) -> bool:
    return bool(dream_shares(ref, speaker, op))


def _prevent_possible(ref: Referee, speaker: EffectContext, op: tree.Prevent | tree.PreventEvent) -> bool:
    return any(frame.procedure == "window" for frame in ref.position.stack)


def _foresee_seat(kind: str, is_possible: Possible) -> Foreseeing:
    def foresee(ref: Referee, speaker: EffectContext, op: Any) -> GameEvent | None:
        if op.who is Player.EACH or not is_possible(ref, speaker, op):
            return None
        return {"kind": kind, "seat": ref.players(speaker, op.who)[0], "cause": ""}

    return foresee


EVOKE = Verb(_evoke, _evoke_possible, _foresee_seat("evoke", _evoke_possible))
ROLL = Verb(_roll, _roll_possible, _foresee_seat("roll", _roll_possible))
SHUFFLE = Verb(_shuffle, _shuffle_possible, _foresee_seat("shuffle", _shuffle_possible))
DREAM_DAMAGE = Verb(_dream_damage, _dream_damage_possible, _foresee_dream_damage)
PREVENT = Verb(_prevent, _prevent_possible)
PREVENT_EVENT = Verb(_prevent_event, _prevent_possible)
