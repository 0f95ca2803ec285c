"""Dreamweavers' rules for control sentences (DW62, DW106, DW115)."""

from __future__ import annotations

from typing import cast

from cards.dreamweavers.language.conditions import Condition
from cards.dreamweavers.language.selections import Filter
from engine.dreamweavers.context import EffectContext
from engine.dreamweavers.effects.choices import YES_NO, in_words, may_happen, open_modes
from engine.dreamweavers.effects.effect_stages import context_of, ops_of, program_of
from engine.dreamweavers.facts.terms import card_name
from engine.dreamweavers.frames import ResolveEffect
from engine.dreamweavers.queries.filters import find, holds
from engine.dreamweavers.queries.owners import players
from engine.dreamweavers.referee import Referee
from engine.dreamweavers.topics import Topic
from engine.kernel.effects.control import Rules
from engine.kernel.effects.program import MayOp, ModesOp


def _may_be_done(ref: Referee, frame: ResolveEffect, op: MayOp, seat: int) -> bool:
    return may_happen(ref, ops_of(ref, frame), frame.pc, seat, context_of(ref, frame))


def _open_modes(ref: Referee, frame: ResolveEffect, op: ModesOp, seat: int) -> list[int]:
    return open_modes(ref, op, ops_of(ref, frame), seat, context_of(ref, frame))


RULES = Rules[Referee, ResolveEffect, EffectContext](
    context_of=context_of,
    program_of=program_of,
    players=lambda ref, context, who: players(ref, who, context),
    holds=lambda ref, context, condition: holds(ref, cast("Condition", condition), context),
    count=lambda ref, context, filter: len(find(ref, cast("Filter", filter), context)),
    may_be_done=_may_be_done,
    open_modes=_open_modes,
    offered_modes=_open_modes,
    does_end_line=False,
    is_one_enough=False,
    in_words=in_words,
    may_topic=Topic.MAY,
    mode_topic=Topic.MODE,
    yes_no=YES_NO,
    called=card_name,
)
