"""Control sentences: may, if, if you do, choose one, for each (§7, R18, R29, R48)."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from cards.i18n import msg
from cards.language.perspective import from_the_other_side
from cards.voidream.language import tree
from cards.voidream.language.printer import print_effect
from engine.kernel.effects.control import NO, YES, Rules
from engine.kernel.effects.program import MayOp, ModesOp, Sentence
from engine.kernel.question import PendingOption
from engine.voidream.effects.verbs.selection import in_the_dark, is_secret_of
from engine.voidream.effects.verbs.vocabulary import verb_of
from engine.voidream.events.lines import IS_ONE_ENOUGH, context_of, program_of
from engine.voidream.frames import ResolveLine
from engine.voidream.program import Instruction
from engine.voidream.queries.characteristics import count, holds
from engine.voidream.questions.topics import OptionVerb, Topic
from engine.voidream.referee import Referee
from engine.voidream.sources import EffectContext

Judge = Callable[[Referee, EffectContext, Instruction], bool]
"""Whether an instruction outside control sentences would change something."""


def is_possible(ref: Referee, context: EffectContext, instruction: Instruction) -> bool:
    """Return whether a plain instruction would change something now."""
    return verb_of(instruction).is_possible(ref, context, instruction)


def _could_be(ref: Referee, context: EffectContext, instruction: Instruction) -> bool:
    """Return whether a plain instruction would change something now, as far as public knowledge goes (R81)."""
    return is_possible(ref, context, instruction) or bool(in_the_dark(ref, context, instruction))


def could_be_for(ref: Referee, context: EffectContext, instruction: Instruction) -> bool:
    """Return whether a plain instruction would change something now, as far as its player knows (R81)."""
    return is_possible(ref, context, instruction) or any(
        not is_secret_of(ref, card, context.seat) for card in in_the_dark(ref, context, instruction)
    )


def would_change(
    ref: Referee, context: EffectContext, instruction: tree.Instruction, judge: Judge = is_possible
) -> bool:
    """Return whether an instruction would change something now, according to `judge` (§7, R18, R48)."""
    match instruction:
        case tree.May(sentence, _):
            return would_change(ref, context, sentence[0], judge)
        case tree.IfYouDo():
            return False
        case tree.If(condition, sentence, otherwise):
            if holds(ref, context, condition):
                return would_change(ref, context, sentence[0], judge)
            return otherwise is not None and would_change(ref, context, otherwise[0], judge)
        case tree.ChooseOne(modes, _):
            return any(would_change(ref, context, mode[0], judge) for mode in modes)
        case tree.ForEach(described, sentence):
            return count(ref, context, described) > 0 and would_change(ref, context, sentence[0], judge)
        case _:
            return judge(ref, context, instruction)


def _could_change(ref: Referee, frame: ResolveLine, sentence: Sentence, judge: Judge = _could_be) -> bool:
    """Return whether a sentence of a line would change something, by its first instruction (R48)."""
    return would_change(ref, context_of(ref, frame), cast("tree.Sentence", sentence)[0], judge)


def _may_be_done(ref: Referee, frame: ResolveLine, op: MayOp, _seat: int) -> bool:
    return _could_change(ref, frame, op.sentence)


def _open_modes(ref: Referee, frame: ResolveLine, op: ModesOp, _seat: int) -> list[int]:
    return [number for number, mode in enumerate(op.modes) if _could_change(ref, frame, mode)]


def _offered_modes(ref: Referee, frame: ResolveLine, op: ModesOp, seat: int) -> list[int]:
    """Return the modes that would change something, as their player knows; if none would, all possible ones (R81)."""
    public = _open_modes(ref, frame, op, seat)
    return [mode for mode in public if _could_change(ref, frame, op.modes[mode], is_possible)] or public


def _in_words(context: EffectContext, seat: int, effect: tuple[Sentence, ...]) -> str:
    sentences = cast("tree.Effect", effect)
    return print_effect(sentences if seat == context.seat else from_the_other_side(sentences))


RULES = Rules[Referee, ResolveLine, EffectContext](
    context_of=context_of,
    program_of=program_of,
    players=Referee.players,
    holds=lambda ref, context, condition: holds(ref, context, cast("tree.Condition", condition)),
    count=lambda ref, context, filter: count(ref, context, cast("tree.Filter", filter)),
    may_be_done=_may_be_done,
    open_modes=_open_modes,
    offered_modes=_offered_modes,
    does_end_line=True,
    is_one_enough=IS_ONE_ENOUGH,
    in_words=_in_words,
    may_topic=Topic.MAY,
    mode_topic=Topic.MODE,
    yes_no=(
        PendingOption(YES, msg("Yes"), verb=OptionVerb.YES),
        PendingOption(NO, msg("No"), verb=OptionVerb.NO),
    ),
)
"""Voidream's rules for control sentences (R29, R48, R60, R77, R81)."""
