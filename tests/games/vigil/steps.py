"""The rules of Vigil, step by step."""

from __future__ import annotations

from engine.kernel.machine import Machine, Procedure, Procedures
from engine.kernel.question import PendingOption, QuestionKind
from tests.games.vigil.position import (
    DAWN,
    EACH,
    LANTERNS,
    NIGHTS,
    SLEEP,
    Draft,
    LanternLit,
    LanternTaken,
    LightChanged,
    Lighting,
    Lit,
    Night,
    NightFell,
    OilBurned,
    PlayVigil,
    PutOut,
    RowLaid,
    Shading,
    VigilPosition,
)
from tests.games.vigil.priority import priority


class VigilMachine(Machine[VigilPosition]):
    def __init__(self, position: VigilPosition) -> None:
        super().__init__(position, len(position.watchers))

    def shine(self, seat: int, light: int) -> None:
        self.position.watchers[seat].light = light
        self.emit(LightChanged(seat, light))


# ---------------------------------------------------------------------------------------------------------- the match


def lay_row(m: VigilMachine, frame: PlayVigil) -> None:
    lanterns = list(LANTERNS)
    m.position.chance.shuffle(lanterns)
    m.position.row = sorted(lanterns[: EACH * m.seat_count + 1])
    m.emit(RowLaid(list(m.position.row)))
    seats = list(range(m.seat_count))
    m.push(Draft(order=[*seats, *reversed(seats)]))


def watch(m: VigilMachine, frame: PlayVigil) -> None:
    m.position.row.clear()
    if m.position.night < NIGHTS:
        m.position.night += 1
        m.emit(NightFell(m.position.night))
        frame.step = "watch"
        m.push(Night())
        return
    oil = {seat: m.position.watchers[seat].oil for seat in m.playing}
    ranked = [[seat for seat in oil if oil[seat] == left] for left in sorted({*oil.values()}, reverse=True)]
    m.end(m.places(*ranked), DAWN.key)


# ---------------------------------------------------------------------------------------------------------- the draft


def offer_row(m: VigilMachine, frame: Draft) -> None:
    frame.choice = None
    if frame.order[frame.at] in m.playing:
        row = tuple(
            PendingOption(name, name.capitalize(), verb="take", subject=name) for name in m.position.row
        )
        m.ask(frame.order[frame.at], QuestionKind.ONE, "Which lantern do you take?", "take", row)


def take_lantern(m: VigilMachine, frame: Draft) -> None:
    seat = frame.order[frame.at]
    if frame.choice is not None:
        [lantern] = frame.choice
        m.position.row.remove(lantern)
        m.position.watchers[seat].lanterns.append(lantern)
        m.emit(LanternTaken(seat, lantern))
    frame.at += 1
    if frame.at < len(frame.order):
        frame.step = "offer_row"


# ------------------------------------------------------------------------------------------------------------ a night


def choose_oil(m: VigilMachine, frame: Night) -> None:
    def ask(seat: int) -> None:
        oil = m.position.watchers[seat].oil
        m.ask(
            seat,
            QuestionKind.NUMBER,
            "How much oil do you burn?",
            "burn",
            minimum=0,
            maximum=oil,
            into="burned",
        )

    m.ask_together(m.playing, ask, "burned")


def burn_oil(m: VigilMachine, frame: Night) -> None:
    burned = {seat: int(frame.burned[seat][0]) for seat in m.playing}
    m.emit(OilBurned(burned))
    for seat, oil in burned.items():
        m.position.watchers[seat].oil -= oil
        m.position.watchers[seat].light = oil
    first = max(m.playing, key=lambda seat: (burned[seat], -seat))
    m.push(Lighting(order=m.clockwise(first)))


def fall_asleep(m: VigilMachine, frame: Night) -> None:
    light = {seat: m.position.watchers[seat].light for seat in m.playing}
    darkest = [seat for seat in light if light[seat] == min(light.values())]
    if len(darkest) < len(light):
        m.leave(darkest, SLEEP.key)


# ------------------------------------------------------------------------------------------------------- the lanterns


def ask_to_light(m: VigilMachine, frame: Lighting) -> None:
    lanterns = m.position.watchers[frame.seat].lanterns
    if lanterns:
        options = [
            PendingOption(f"light {name}", f"Light {name}", verb="light", subject=name) for name in lanterns
        ]
        m.ask(
            frame.seat,
            QuestionKind.ACTION,
            "Do you light a lantern?",
            "light",
            (*options, PendingOption("pass", "Pass", verb="pass")),
        )


def light_lantern(m: VigilMachine, frame: Lighting) -> bool:
    assert frame.choice is not None
    verb, _, lantern = frame.choice[0].partition(" ")
    if verb == "pass":
        return False
    m.position.watchers[frame.seat].lanterns.remove(lantern)
    frame.waiting.append(Lit(frame.seat, lantern))
    m.emit(LanternLit(frame.seat, lantern))
    return True


def take_effect(m: VigilMachine, frame: Lighting) -> bool:
    if not frame.waiting:
        return False
    lit = frame.waiting.pop()
    kind, _, strength = lit.lantern.partition(" ")
    if kind == "snuffer" and frame.waiting:
        out = frame.waiting.pop()
        m.emit(PutOut(out.seat, out.lantern))
    elif lit.seat not in m.playing:
        pass
    elif kind == "beacon":
        m.shine(lit.seat, m.position.watchers[lit.seat].light + int(strength))
    elif kind == "shade":
        m.push(Shading(seat=lit.seat, by=int(strength)))
    return True


def ask_whom(m: VigilMachine, frame: Shading) -> None:
    others = tuple(
        PendingOption(str(seat), f"Seat {seat + 1}", subject=str(seat))
        for seat in m.playing
        if seat != frame.seat
    )
    m.ask(frame.seat, QuestionKind.ONE, "Who becomes darker?", "shade", others)


def make_darker(m: VigilMachine, frame: Shading) -> None:
    assert frame.choice is not None
    whom = int(frame.choice[0])
    if whom in m.playing:
        m.shine(whom, max(0, m.position.watchers[whom].light - frame.by))


VigilMachine.catalogue = Procedures(
    Procedure(PlayVigil, lay_row, watch),
    Procedure(Draft, offer_row, take_lantern),
    Procedure(Night, choose_oil, burn_oil, fall_asleep),
    priority(Lighting, ask_to_light, light_lantern, take_effect),
    Procedure(Shading, ask_whom, make_darker),
)
