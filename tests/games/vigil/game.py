"""The declaration of Vigil as a game, with only the mandatory parts."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from cards.i18n import ENGLISH, Translator
from engine.kernel.chance import Chance
from engine.kernel.decoder import refusing_position
from engine.kernel.game import Game, PlayerEntry, named_plainly, sampled
from engine.kernel.notation import Phrasing
from engine.kernel.position import packed
from tests.games.vigil.position import (
    ENDINGS,
    EVENTS,
    PARTS,
    TOPICS,
    VERBS,
    Lighting,
    Night,
    PlayVigil,
    Shading,
    VigilPosition,
    VigilView,
    Watcher,
    WatcherView,
)
from tests.games.vigil.steps import VigilMachine

PHRASING = Phrasing(TOPICS, VERBS)

_POSITION = msgspec.msgpack.Decoder(VigilPosition)


def setup(entries: Sequence[None]) -> bytes:
    if len(entries) not in range(2, 5):
        raise ValueError("Two to four people can play.")
    return msgspec.msgpack.encode(len(entries))


def begin(setup: bytes, seed: str) -> VigilMachine:
    watchers = [Watcher() for _ in range(msgspec.msgpack.decode(setup, type=int))]
    machine = VigilMachine(VigilPosition(chance=Chance(seed), watchers=watchers))
    machine.push(PlayVigil())
    return machine


def resume(setup: bytes, position: bytes) -> VigilMachine:
    with refusing_position():
        return VigilMachine(_POSITION.decode(position))


def leave(machine: VigilMachine, seats: Sequence[int], ending: str) -> None:
    machine.leave(seats, ending)
    machine.drop(lambda frame: isinstance(frame, Shading) and frame.seat in seats)


def round_number(machine: VigilMachine) -> int:
    return machine.position.night


def know(machine: VigilMachine, seats: Collection[int]) -> bytes:
    """Return the view: everything except the others' secret choices, and their order, while someone still chooses."""
    position = _POSITION.decode(packed(machine.position))
    position.chance = Chance("")
    choosing = _choosing(position)
    for frame in position.stack:
        if isinstance(frame, Night):
            frame.burned = {
                seat: [] if frame is choosing and seat not in seats else oil
                for seat, oil in sorted(frame.burned.items())
            }
    return msgspec.msgpack.encode(position)


def sample(knowledge: bytes, chance: Chance) -> VigilMachine:
    position = _POSITION.decode(knowledge)
    position.chance = Chance(f"world {chance.below(2**62)}")
    if (night := _choosing(position)) is not None:
        for seat in [seat for seat, oil in night.burned.items() if not oil]:
            night.burned[seat] = [str(chance.below(position.watchers[seat].oil + 1))]
    return VigilMachine(position)


def view(machine: VigilMachine, seat: int | None, translator: Translator = ENGLISH) -> VigilView:
    position = machine.position
    lighting = next((frame for frame in position.stack if isinstance(frame, Lighting)), None)
    outcome = position.outcome
    return VigilView(
        seat,
        position.night,
        tuple(position.row),
        tuple(
            WatcherView(at, one.oil, one.light, tuple(one.lanterns), not position.is_out(at))
            for at, one in enumerate(position.watchers)
        ),
        tuple((lit.seat, lit.lantern) for lit in lighting.waiting) if lighting else (),
        tuple(
            (at, translator(TOPICS[asked.topic].awaited)) for at, asked in sorted(position.questions.items())
        ),
        outcome.places if outcome else (),
        outcome.ending if outcome else "",
    )


def _choosing(position: VigilPosition) -> Night | None:
    """Return the night in which some seats have chosen how much to burn, but not all."""
    night = position.stack[-1] if position.stack else None
    return night if isinstance(night, Night) and position.questions else None


VIGIL = Game[VigilMachine, VigilView, None](
    name="vigil",
    version="1",
    seats=range(2, 5),
    entry=PlayerEntry.NOTHING,
    endings=ENDINGS,
    events=EVENTS,
    parts=PARTS,
    topics=TOPICS,
    setup=setup,
    begin=begin,
    resume=resume,
    leave=leave,
    round_number=round_number,
    has_dealt=lambda machine: machine.position.night > 0,
    know=know,
    sample=sample,
    exchange=sampled(know, sample),
    twin=sampled(know, sample),
    view=view,
    cause_words=named_plainly(ENDINGS),
)
"""The rules."""
