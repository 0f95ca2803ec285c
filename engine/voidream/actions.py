"""Turns, and the actions that a player may take in them (§4 Main phase, R15, R33)."""

from __future__ import annotations

from engine.kernel.machine import Procedure
from engine.kernel.position import Frame
from engine.kernel.question import Option, QuestionKind
from engine.voidream import changes
from engine.voidream.abilities import abilities, activate, why_not_ability
from engine.voidream.arcana import why_not_arcanum
from engine.voidream.loops import digest, label, remember, taken_here
from engine.voidream.program import INVERTED, TEXT
from engine.voidream.referee import Referee
from engine.voidream.triggers import flush
from engine.voidream.unveiling import why_not_unveil

PASS = "pass"  # noqa: S105
UNVEIL_ACTION = "unveil"


def take_turns(ref: Referee) -> bool:
    """Begin the next turn, unless both players have passed consecutively; returns whether a turn was begun."""
    if len(ref.position.passed) >= 2:
        return False
    ref.push("turn", after=[])
    return True


# ------------------------------------------------------------------------------------------------------- the turn


def choose_action(ref: Referee, frame: Frame) -> None:
    """The active player performs one of the actions, or passes."""
    position = ref.position
    position.left.clear()
    seat = position.active
    where = "the conflict" if position.conflict is not None else "the main phase"
    ref.ask(
        seat, QuestionKind.ACTION, f"Your turn in {where}: what do you do?", "an action",
        tuple(options(ref, seat)), cause="§4",
    )  # fmt: skip


def perform_action(ref: Referee, frame: Frame) -> None:
    """Do what was chosen."""
    position = ref.position
    seat = position.active
    key: str = frame.vars.pop("choice")[0]
    if key == PASS:
        position.passed.append(seat)
        position.last_passer = seat
        ref.tell("passed", "§4 Main phase", seat=seat)
        return
    position.passed = []
    here = digest(ref)
    verb, _, rest = key.partition(" ")
    if verb == "activate":
        known = next(known for known in abilities(ref, seat) if known.key == rest)
        remember(ref, here, seat, key, known.card)
        activate(ref, seat, known)
        return
    remember(ref, here, seat, key)
    if key == UNVEIL_ACTION:
        ref.push("unveil", seat=seat, after=[])
        return
    card = next(card for card in ref.seats[seat].hand if ref.title(card) == rest)
    ref.push("play_arcanum", card=card, seat=seat, inverted=verb == "invert")


def triggers_of_the_action(ref: Referee, frame: Frame) -> None:
    """All triggered abilities that are a consequence of it resolve fully."""
    if flush(ref, frame):
        frame.step = "triggers_of_the_action"


def turn_passes(ref: Referee, frame: Frame) -> None:
    """The turn ends and the opponent becomes the active player; damage is cleared (§4, R27)."""
    position = ref.position
    position.active = position.passed[0] if len(position.passed) == 2 else 1 - position.active
    changes.clear_damage(ref)


def play_conflict(ref: Referee, frame: Frame) -> None:
    """A conflict that the action initiated is played now; outside it, the turn order goes on as before (R21)."""
    conflict = ref.position.conflict
    if conflict is not None and not conflict.begun:
        frame.step = "play_conflict"
        ref.push("conflict", after=[])


TURN: Procedure = (choose_action, perform_action, triggers_of_the_action, turn_passes, play_conflict)


# ------------------------------------------------------------------------------------------------ what may be done


def options(ref: Referee, seat: int) -> list[Option]:
    """Return the actions that a player may take now. Passing is always one."""
    out: list[Option] = []
    taken = taken_here(ref)
    if ref.seats[seat].mind > 0:
        for card in ref.hand(seat):
            title = ref.title(card)
            for verb, side, how in (("play", TEXT, ""), ("invert", INVERTED, " inverted")):
                if label(ref, seat, f"{verb} {title}") in taken:
                    continue
                if why_not_arcanum(ref, seat, card, inverted=side == INVERTED) is None:
                    detail = f"Value {ref.printed[card].value}. {ref.pool.whole_text(title, side)}"
                    out.append(Option(f"{verb} {title}", f"Play {title}{how}", detail))
    for known in abilities(ref, seat):
        if why_not_ability(ref, seat, known, taken) is None:
            text = ref.pool.text(known.title, known.side, known.index)
            out.append(Option(f"activate {known.key}", f"Activate {known.title}", text))
    if why_not_unveil(ref, seat) is None and label(ref, seat, UNVEIL_ACTION) not in taken:
        count = len(ref.veiled(seat))
        out.append(Option(UNVEIL_ACTION, "Unveil", f"{count} veiled card{'' if count == 1 else 's'}"))
    out.append(Option(PASS, "Pass"))
    return out
