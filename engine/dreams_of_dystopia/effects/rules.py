"""The rules of Dreams of Dystopia for options, conditions, modes and repetitions (DD42, DD43, DD49, DD50)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from cards.dreams_of_dystopia.language import conditions
from cards.dreams_of_dystopia.language.printer import print_sentence
from cards.dreams_of_dystopia.language.selections import Filter
from cards.dreams_of_dystopia.language.words import OtherPlayer
from cards.language.nodes import Player
from cards.language.records import Node
from engine.dreams_of_dystopia.effects.choices import YES_NO, can_do
from engine.dreams_of_dystopia.frames import RunLine
from engine.dreams_of_dystopia.referee import Referee
from engine.dreams_of_dystopia.topics import Topic
from engine.dreams_of_dystopia.zones import DISCARD, USED
from engine.kernel.effects.control import Rules
from engine.kernel.effects.program import MayOp, ModesOp, Program, Sentence

MOST_REPEATS = 5
"""The maximum number of repetitions of an effect for each card (T52)."""


def program_of(m: Referee, frame: RunLine) -> Program[Node]:
    """Return the operations of the line."""
    return m.pool.sides[frame.title].programs[frame.line]


def players(m: Referee, frame: RunLine, who: Player | OtherPlayer) -> Sequence[int]:
    """Return the seats that a text means, in turn order (DD44, DD46, DD109, DD110)."""
    match who:
        case OtherPlayer.EACH_OPPONENT:
            return m.opponents(frame.seat)
        case Player.EACH:
            return m.in_order()
        case Player.OPPONENT:
            return [] if m.position.is_out(frame.opponent) else [frame.opponent]
        case _:
            return [frame.seat]


def _holds(m: Referee, frame: RunLine, condition: Node) -> bool:
    match condition:
        case conditions.FameIs(n):
            return m.seat(frame.seat).fame >= n
        case conditions.LPAre(n):
            return m.seat(frame.seat).lp <= n
        case conditions.MasterIs(faction):
            return m.faction(frame.seat) is faction
        case conditions.Unblocked():
            combat = m.position.combat
            return combat is not None and combat.defender.card < 0
        case conditions.HasMoreLP():
            opposing = m.opposing(frame.seat)
            return opposing is not None and m.seat(frame.seat).lp > m.seat(opposing.seat).lp
        case conditions.MatchesFilter(_, filter):
            return bool(frame.it) and m.side(frame.it[0]).noun is filter.noun
        case _:
            raise ValueError(f"{condition!r} isn't a condition")


def _count(m: Referee, frame: RunLine, what: Node) -> int:
    cards = [*m.zone(DISCARD, frame.seat), *m.zone(USED, frame.seat)]
    return min(MOST_REPEATS, len(m.of_sort(cards, cast("Filter", what).noun)))


def _may_be_done(m: Referee, frame: RunLine, op: MayOp, seat: int) -> bool:
    """Return whether a player is asked: if an option is possible as far as those know who notice it (DD43, DD128)."""
    is_public = m.is_noticed(seat)
    return all(can_do(m, frame, part, is_public=is_public) for part in op.sentence)


def _open_modes(m: Referee, frame: RunLine, op: ModesOp, seat: int) -> list[int]:
    is_public = m.is_noticed(seat)
    return [number for number, mode in enumerate(op.modes) if can_do(m, frame, mode[0], is_public=is_public)]


def _offered_modes(m: Referee, frame: RunLine, op: ModesOp, seat: int) -> list[int]:
    """Return the possible modes, or all open ones if none is possible."""
    possible = [number for number, mode in enumerate(op.modes) if can_do(m, frame, mode[0])]
    return possible or _open_modes(m, frame, op, seat)


def effect_text(_frame: object, _seat: int, effect: tuple[Sentence, ...]) -> str:
    """Return an effect as printed. Its "you" is the player who is asked (DD24)."""
    return " ".join(print_sentence(sentence) for sentence in effect)


RULES = Rules[Referee, RunLine, RunLine](
    context_of=lambda m, frame: frame,
    program_of=program_of,
    players=players,
    holds=_holds,
    count=_count,
    may_be_done=_may_be_done,
    open_modes=_open_modes,
    offered_modes=_offered_modes,
    can_accept=lambda m, frame, op, _seat: all(can_do(m, frame, part) for part in op.sentence),
    does_end_line=False,
    is_one_enough=False,
    in_words=effect_text,
    may_topic=Topic.MAY,
    mode_topic=Topic.MODE,
    yes_no=YES_NO,
)
