"""Effect lines of cards during their resolution (§7 "Do card effects need to be resolved fully?", R29).

A running line is a frame: its place, a program counter, and the values of "it", "that many" and "the result". An
impossible instruction ends its line; the next line continues.
"""

from __future__ import annotations

from engine.kernel.effects.control import end_line
from engine.kernel.effects.line import leave_instruction, meanings, set_meanings
from engine.voidream.event import BaseEvent, EventOfDamage
from engine.voidream.frame_parts import Antecedents
from engine.voidream.frames import ResolveLine
from engine.voidream.position import DECK
from engine.voidream.program import Program
from engine.voidream.referee import Referee
from engine.voidream.sources import EffectContext

IS_ONE_ENOUGH = True
"""Whether an action of each player counts as done if at least one of them did it (R60)."""


def begin_line(
    ref: Referee,
    place: tuple[str, str, int],
    seat: int,
    card: int,
    *,
    is_part: bool = False,
    antecedents: Antecedents | None = None,
) -> ResolveLine:
    """Begin to resolve the line at `place` (title, side, number), for a seat, of a card (-1: a mind).

    If it `is_part`, it is a cost or effect of an activated ability, or an additional cost: After triggers wait for the
    whole, and the `antecedents` of one part ("it", "that many", "the result") are known in the next.
    """
    title, side, index = place
    frame = ResolveLine(
        title=title, side=side, index=index, seat=seat, card=card, after=None if is_part else []
    )
    if antecedents is not None:
        speak_of(frame, antecedents)
    ref.push(frame)
    return frame


def speak_of(frame: ResolveLine, antecedents: Antecedents) -> None:
    """Begin a line with the antecedents of its trigger or cost. "Another" doesn't exclude them (R86)."""
    frame.it, frame.n, frame.result = antecedents.it, antecedents.n, antecedents.result
    frame.named = list(antecedents.it)


def context_of(ref: Referee, frame: ResolveLine) -> EffectContext:
    """Return the current context of the line."""
    value = 0 if frame.side.startswith("mind") else ref.pool[frame.title].value
    performer = frame.turns[-1][1] if frame.turns else -1
    (it, n), picked_from = meanings(frame), frame.them
    if frame.for_each and frame.todo:
        performer = frame.todo[0]
        it, picked_from = (_own_deck_cards(ref, cards, performer) for cards in (it, picked_from))
    return EffectContext(
        frame.seat, frame.card, value, it, n, frame.result, performer, frame.named, picked_from, frame.taken
    )


def _own_deck_cards(ref: Referee, cards: list[int], seat: int) -> list[int]:
    """Return the cards; if both decks have some, without those in the other player's deck (R121)."""
    owners = {ref.cards[card].owner for card in cards if ref.cards[card].zone == DECK}
    if len(owners) < 2:
        return cards
    return [card for card in cards if ref.cards[card].zone != DECK or ref.cards[card].owner == seat]


def program_of(ref: Referee, frame: ResolveLine) -> Program:
    """Return the program of the line."""
    return ref.pool.program(frame.title, frame.side, frame.index)


def done(
    frame: ResolveLine, *, it: list[int] | None = None, n: int | None = None, result: int | None = None
) -> None:
    """Finish the instruction. `it`, `n` and `result` are set for the rest of the line, if given."""
    happened = frame.happened
    came_to_nothing = happened is not None and _came_to_nothing(happened)
    if came_to_nothing or (happened is not None and happened.short):
        frame.unpaid = True
    frame.fruitful |= not came_to_nothing
    if it is not None:
        if frame.of_them:
            frame.them, frame.taken = frame.them or frame.it, [*frame.taken, *it]
        else:
            frame.them, frame.taken = [], []
    _clear_state(frame)
    frame.named = [*frame.named, *(it or [])]
    set_meanings(frame, it, n)
    if result is not None:
        frame.result = result
    assert frame.todo is not None
    frame.todo.pop(0)
    frame.some = True
    if not frame.todo:
        _leave(frame)


def _came_to_nothing(event: BaseEvent) -> bool:
    """Return whether an event was prevented in full, so that "if you do" does not hold (R60)."""
    if isinstance(event, EventOfDamage):
        return not any(event.shares.values())
    return event.prevented


def _clear_state(frame: ResolveLine) -> None:
    """Clear the state that an instruction has in the line's frame."""
    frame.picked = frame.happened = frame.choice = None
    frame.keys = {}
    frame.stage = ""
    frame.returned = 0
    frame.of_them = False


def _leave(frame: ResolveLine) -> None:
    """Continue after an instruction. It counts as done if it had an effect for any player (R60)."""
    frame.undone |= not frame.fruitful
    frame.for_each, frame.fruitful = False, False
    leave_instruction(frame)


def fail(ref: Referee, frame: ResolveLine) -> None:
    """End a line with an impossible instruction, or continue at the next "If you do" (R29)."""
    _clear_state(frame)
    if frame.todo is not None and len(frame.todo) > 1:
        frame.todo.pop(0)
    elif frame.some:
        _leave(frame)
    else:
        frame.todo, frame.for_each, frame.fruitful = None, False, False
        end_line(frame, program_of(ref, frame).ops, is_one_enough=IS_ONE_ENOUGH)
