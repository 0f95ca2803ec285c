"""Printed lines in Spanish: keywords, restrictions, effects, abilities with their prices and triggers (§6, §7)."""

from __future__ import annotations

from cards.voidream.language import tree
from cards.voidream.language.spanish import words as w
from cards.voidream.language.spanish.conditions import condition
from cards.voidream.language.spanish.instructions import Instructions
from cards.voidream.language.spanish.phrases import Phrases
from cards.voidream.language.tree import (
    Ability,
    Filter,
    Player,
    Text,
    Timing,
    TriggerEvent,
    TriggerType,
    Zone,
)

TIMINGS = {
    Timing.BEFORE: "antes de que",
    Timing.WHEN: "cuando",
    Timing.AFTER: "después de que",
}
"""All of them are followed by the subjunctive."""
TRIGGERS = {
    TriggerType.ROUND_BEGINS: "empiece la ronda",
    TriggerType.ROUND_ENDS: "termine la ronda",
    TriggerType.INSPIRED: "se inspire",
    TriggerType.DREAM_DAMAGE: "{who} reciba{s} daño onírico",
    TriggerType.PLAY: "{who} juegue{s} {what}",
    TriggerType.PLAY_INVERTED: "{who} juegue{s} un arcano invertido",
    TriggerType.EVOKE: "{who} evoque{s}",
    TriggerType.ROLL: "{who} tire{s}",
    TriggerType.SHUFFLE: "{who} baraje{s}",
    TriggerType.ENTER_PLAY: "{what} entre en juego",
    TriggerType.LEAVE_PLAY: "{what} deje el juego",
    TriggerType.DESTROYED: "se destruya {what}",
    TriggerType.SACRIFICED: "se sacrifique {what}",
    TriggerType.DISCARDED: "se descarte {what}",
    TriggerType.VOIDED: "se envíe al Vacío {what}",
    TriggerType.VEILED: "se vele {what}",
    TriggerType.UNVEILED: "se desvele {what}",
    TriggerType.EXHAUSTED: "se agote {what}",
    TriggerType.READIED: "se prepare {what}",
    TriggerType.DAMAGED: "{what} reciba daño",
    TriggerType.CHARGED: "se cargue {what}",
    TriggerType.ATTACHED: "se vincule {what}",
    TriggerType.ATTACKS: "{what} ataque",
    TriggerType.DEFENDS: "{what} defienda",
    TriggerType.CONFLICT_INITIATED: "se inicie un {conflict}",
    TriggerType.CONFLICT_ENDS: "termine un {conflict}",
    TriggerType.CONFLICT_WON: "{who} gane{s} un {conflict}",
    TriggerType.CONFLICT_LOST: "{who} pierda{s} un {conflict}",
    TriggerType.NIGHTMARE_ENTERED: "{who} entre{s} en la Pesadilla",
    TriggerType.NIGHTMARE_AVOIDED: "{who} evite{s} la Pesadilla",
    TriggerType.MIND_REDUCED: "{who} reduzca{s} {mind}",
    TriggerType.MIND_SPENT: "{who} gaste{s} {mind}",
}
"""What a trigger waits for; `{s}` is the ending for you, who are not named."""
INITIATED = "{who} inicie{s} un {conflict}"
"""A conflict that somebody in particular initiates."""


def print_text(text: Text) -> str:
    """All the abilities in Spanish, one a line."""
    return "\n".join(print_ability(ability) for ability in text)


def print_ability(ability: Ability) -> str:
    """One printed line in Spanish."""
    phrases = Phrases()
    instructions = Instructions(phrases)
    match ability:
        case tree.Keywords(keywords):
            return " ".join(f"{w.numbered(keyword)}." for keyword in keywords)
        case tree.PlayOnly(tree.DuringConflict(kind)):
            return f"Juega esta carta solo durante un {w.conflict(kind)}."
        case tree.PlayOnly(tree.Not(tree.DuringConflict(kind))):
            return f"Juega esta carta solo fuera de un {w.conflict(kind)}."
        case tree.PlayOnly(needed):
            return f"Juega esta carta solo si {condition(phrases, needed)}."
        case tree.Line(effect):
            return instructions.effect(effect)
        case tree.Static(ongoing, None):
            return f"{w.capital(instructions.sentence(ongoing))}."
        case tree.Static(ongoing, needed):
            assert needed is not None
            return f"Mientras {condition(phrases, needed)}, {instructions.sentence(ongoing)}."
        case tree.Activated(cost, effect):
            price = ", ".join(instructions.instruction(instruction) for instruction in cost)
            return f"(A) {w.capital(price)}: {instructions.effect(effect)}"
        case tree.Triggered():
            return f"(!) {_trigger(phrases, ability)} - {instructions.effect(ability.effect)}"
        case tree.GameStart(effect):
            text = instructions.effect(effect)
            return f"Al principio de la partida, {text[0].lower()}{text[1:]}"


def _trigger(phrases: Phrases, ability: tree.Triggered) -> str:
    text = f"{TIMINGS[ability.timing]} {_event(phrases, ability.event)}"
    if ability.zone is not Zone.IN_PLAY:
        text = f"mientras esta carta está en tu {w.ZONES[ability.zone][1]}, {text}"
    if ability.condition:
        text += f", si {condition(phrases, ability.condition)}"
    return w.capital(text)


def _event(phrases: Phrases, event: TriggerEvent) -> str:
    wording = TRIGGERS[event.trigger_type]
    if event.who is not None and event.trigger_type is TriggerType.CONFLICT_INITIATED:
        wording = INITIATED
    you = event.who in (None, Player.YOU)
    what = ""
    if isinstance(event.what, Filter):
        what = phrases.one(event.what)
        phrases.speak_of(phrases.noun(event.what), many=False)
    elif event.what is not None:
        plays = event.trigger_type is TriggerType.PLAY
        what = phrases.as_object(event.what) if plays else phrases.selection(event.what)
    text = wording.format(
        who="" if you or event.who is None else phrases.player(event.who),
        s="s" if you else "",
        what=what,
        conflict=w.conflict(event.kind),
        mind="tu mente" if you else "su mente",
    )
    return text.strip()
