"""The verbs of all instructions of the card language."""

from __future__ import annotations

from cards.voidream.language import tree
from cards.voidream.language.words import VOIDREAM
from engine.kernel.effects.verbs import verbs_for
from engine.voidream.effects.verbs import (
    cards_in_play,
    cards_moved,
    continuous_effects,
    dream,
    mind_and_conflict,
    playing_cards,
)
from engine.voidream.effects.verbs.verb import Verb
from engine.voidream.program import Instruction

_BY_INSTRUCTION: dict[type[Instruction], Verb[Instruction]] = {
    tree.Exhaust: cards_in_play.EXHAUST,
    tree.Ready: cards_in_play.READY,
    tree.Damage: cards_in_play.DAMAGE,
    tree.Destroy: cards_in_play.DESTROY,
    tree.Sacrifice: cards_in_play.SACRIFICE,
    tree.Veil: cards_in_play.VEIL,
    tree.Inspire: cards_in_play.INSPIRE,
    tree.Charge: cards_in_play.CHARGE,
    tree.Attach: cards_in_play.ATTACH,
    tree.Void: cards_moved.VOID_CARDS,
    tree.Discard: cards_moved.DISCARD_CARDS,
    tree.ReturnToHand: cards_moved.RETURN_TO_HAND,
    tree.Put: cards_moved.PUT,
    tree.LookAt: cards_moved.LOOK_AT,
    tree.Reveal: cards_moved.REVEAL,
    tree.ReturnLooked: cards_moved.RETURN_LOOKED,
    tree.Evoke: dream.EVOKE,
    tree.Roll: dream.ROLL,
    tree.Shuffle: dream.SHUFFLE,
    tree.DreamDamage: dream.DREAM_DAMAGE,
    tree.Prevent: dream.PREVENT,
    tree.PreventEvent: dream.PREVENT_EVENT,
    tree.ChangeMind: mind_and_conflict.CHANGE_MIND,
    tree.Initiate: mind_and_conflict.INITIATE,
    tree.SwitchConflict: mind_and_conflict.SWITCH_CONFLICT,
    tree.Play: playing_cards.PLAY,
    tree.Unveil: playing_cards.UNVEIL,
    tree.Modify: continuous_effects.MODIFY,
    tree.Gain: continuous_effects.GAIN,
    tree.CannotBe: continuous_effects.CANNOT_BE,
    tree.Cannot: continuous_effects.CANNOT,
}

VERBS = verbs_for(VOIDREAM, _BY_INSTRUCTION)
"""The verbs by instruction. Control sentences are in `sentences`."""


def verb_of(instruction: Instruction) -> Verb[Instruction]:
    """Return the verb of an instruction."""
    return VERBS[type(instruction)]
