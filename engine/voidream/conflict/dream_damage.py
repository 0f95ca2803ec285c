"""Dream damage: the construct on top takes it first, then the cards themselves (§4 Dealing Damage, R45, R69).

It is one event, dealt point by point. Each card that is discarded, what a construct takes, and its destruction are events
of their own on the way: When triggers may change them.
"""

from __future__ import annotations

from cards.voidream.language.tree import KeywordName, Stat, Timing
from cards.voidream.model import Kind
from engine.kernel.machine import Procedure
from engine.kernel.position import Frame
from engine.voidream import mutations
from engine.voidream.events.events import DEEDS, GameEvent
from engine.voidream.events.triggers import announce, await_end
from engine.voidream.events.windows import do
from engine.voidream.facts import DreamDamage, Withstood
from engine.voidream.position import DECK
from engine.voidream.queries.characteristics import keyword, stat
from engine.voidream.referee import Referee


def next_dream(ref: Referee, frame: Frame) -> None:
    """Begin with the next player who takes damage; at the end, report what has been taken."""
    v = frame.vars
    todo: list[tuple[int, int]] = v["todo"]
    if todo:
        v["seat"], v["left"] = todo.pop(0)
        v["dealt"] = 0
        ref.tell(DreamDamage(v["seat"], v["left"]), v["cause"])
        ref.seats[v["seat"]].lifted = 0
        ref.touch()
        return
    taken: dict[str, int] = v["taken"]
    ref.position.stack[-2].vars["deed"].update(shares=taken, dealt=sum(taken.values()))
    frame.step = ""
    v["both"] = False
    ref.touch()


def strike(ref: Referee, frame: Frame) -> None:
    """Discard from the top, one card for each point; an active construct takes damage up to its stability.

    Where somebody hears of it, each card falls through a window of its own (R113).
    """
    v = frame.vars
    seat: int = v["seat"]
    deck = ref.seats[seat].deck
    fallen: list[int] = []
    if not _is_heard(ref):
        while (
            len(fallen) < v["left"] and len(fallen) < len(deck) and not ref.cards[deck[len(fallen)]].face_up
        ):
            fallen.append(deck[len(fallen)])
            if ref.printed[fallen[-1]].speaks_in_piles:
                break  # From there it may hear of the next one.
    if fallen:
        v["left"] -= len(fallen)
        v["dealt"] += len(fallen)
        mutations.tear(ref, seat, fallen, v["cause"])
        await_end(ref, announce(ref, {"kind": "torn", "cards": fallen[-1:]}, Timing.AFTER))
        frame.step = "strike"
        return
    if not v["left"] or not deck:
        return
    if not ref.cards[deck[0]].face_up:
        v["torn"] = True
        do(ref, {"kind": "torn", "cards": deck[:1], "seat": seat, "cause": v["cause"]})
        return
    top = deck[0]
    if v["reach"] > ref.printed[top].value and keyword(ref, top, KeywordName.DEEP) is not None:
        return
    room = stat(ref, top, Stat.STABILITY) - ref.cards[top].damage
    if (
        room == 0 and ref.printed[top].kind is Kind.BASTION
    ):  # It stands without stability, until it is hit (R93).
        room = 1
    hit = min(room, v["left"])
    if hit > 0:
        v["left"] -= hit
        v["struck"] = top
        do(ref, {"kind": "damage", "shares": {str(top): hit}, "cause": v["cause"]})


def withstand(ref: Referee, frame: Frame) -> None:
    """What has fallen uncovers the next card; what stands holds the rest."""
    v = frame.vars
    seat: int = v["seat"]
    if v.pop("torn", False):
        happened: GameEvent = v.pop("happened")
        v["left"] -= not happened.get("elsewhere", False)
        v["dealt"] += len(happened["cards"])
        frame.step = "strike"
        return
    struck: int | None = v.pop("struck", None)
    if struck is not None:
        v["dealt"] += sum(v.pop("happened", {"shares": {}})["shares"].values())
        if v["left"] > 0 and ref.seats[seat].deck[:1] != [struck]:
            frame.step = "strike"
            return
    if v["left"] > 0 and ref.seats[seat].deck:
        top = ref.seats[seat].deck[0]
        if ref.cards[top].zone == DECK and ref.cards[top].face_up:
            ref.tell(Withstood(mutations.name(ref, top), v["left"]), v["cause"])
    if v["dealt"]:
        v["taken"][str(seat)] = v["dealt"]
    frame.step = "next_dream"


def _is_heard(ref: Referee) -> bool:
    return ref.listens(DEEDS["torn"].happenings)


DREAM_DAMAGE: Procedure = (next_dream, strike, withstand)
