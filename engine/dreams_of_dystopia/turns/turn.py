"""A turn: its acts, the resolution of its attacks, and the End Phase (DD11–DD17, DD72, DD76)."""

from __future__ import annotations

from engine.dreams_of_dystopia.endings import STANDSTILL
from engine.dreams_of_dystopia.facts.turns import TurnBegan, TurnEnded
from engine.dreams_of_dystopia.frames import Act, ResolveCombat, TakeTurn
from engine.dreams_of_dystopia.mutations import discard, draw
from engine.dreams_of_dystopia.position import HAND_SIZE, QUIET_TURNS, TurnRemainder
from engine.dreams_of_dystopia.referee import Referee
from engine.dreams_of_dystopia.zones import DISCARD, HAND, TABLE, USED
from engine.kernel.machine import Procedure


def begin_turn(m: Referee, frame: TakeTurn) -> None:
    """Begin a turn with one Ability, one Deed, one Combat and one Acquisition (DD11)."""
    position = m.position
    position.turn += 1
    position.active = frame.seat
    position.allowed = TurnRemainder()
    position.is_acquiring = position.is_ending = False
    position.attacks = 0
    position.is_quiet = True
    m.emit(TurnBegan(frame.seat, position.turn), "§Turn")


def next_act(m: Referee, frame: TakeTurn) -> None:
    """Have the player act in a sitting. Others see the act when it is complete, an attack when it is declared (DD92)."""
    if not m.position.is_ending and not m.position.is_out(frame.seat):
        m.sit(frame.seat)
        m.push(Act(seat=frame.seat))


def after_act(m: Referee, frame: TakeTurn) -> None:
    """Resolve an attack, then continue the turn if its player is still in (DD72)."""
    position = m.position
    if position.combat is not None:
        m.push(ResolveCombat())
        frame.step = "after_act"
    elif not position.is_ending and not position.is_out(frame.seat):
        frame.step = "next_act"


def end_phase(m: Referee, frame: TakeTurn) -> None:
    """Discard all used and kept cards. The player discards the hand and draws a new one (DD16)."""
    seat = frame.seat
    for other in m.playing:
        state = m.seat(other)
        if spent := [*m.zone(USED, other), *m.zone(TABLE, other)]:
            m.move(spent, DISCARD, other)
        state.fought, state.once, state.stats = [], [], {}
        state.less, state.waives, state.on_top = 0, False, 0
    m.emit(TurnEnded(seat), "DD16")
    if not m.position.is_out(seat):
        master = m.master(seat)
        assert master is not None
        discard(m, seat, list(m.zone(HAND, seat)), "DD16")
        draw(m, seat, HAND_SIZE + master.draw_more, "DD16")


def judge(m: Referee, _frame: TakeTurn) -> None:
    """End the match in a draw if no one has lost LP for `QUIET_TURNS` turns each (DD76, DD113)."""
    position = m.position
    position.quiet = position.quiet + 1 if position.is_quiet else 0
    if position.quiet >= QUIET_TURNS * len(m.playing):
        m.end(m.places(), STANDSTILL.key, "DD76")


TURN = Procedure[Referee](TakeTurn, begin_turn, next_act, after_act, end_phase, judge)
