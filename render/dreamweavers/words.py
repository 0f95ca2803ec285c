"""Texts shared by pictures, alt texts and text boards."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from cards.i18n import ENGLISH, Message, Translator, Value, line, msg, row, series, title
from engine.dreamweavers.endings import ENDINGS
from engine.dreamweavers.views.types import (
    AttackView,
    CardFace,
    CardInPlay,
    DreamweaversView,
    LastingView,
    SideView,
    StandbyView,
)
from render.table import words
from render.table.words import Names, TurnStatus, capital, of, plain, signed

NOTIONS: Mapping[str, Message] = {
    "rage": msg("Rage", "notion"),
    "grief": msg("Grief", "notion"),
    "hope": msg("Hope", "notion"),
    "fear": msg("Fear", "notion"),
    "pride": msg("Pride", "notion"),
    "devotion": msg("Devotion", "notion"),
    "curiosity": msg("Curiosity", "notion"),
    "doubt": msg("Doubt", "notion"),
    "serenity": msg("Serenity", "notion"),
    "nostalgia": msg("Nostalgia", "notion"),
    "logic": msg("Logic", "notion"),
    "joy": msg("Joy", "notion"),
}
"""The names of notions on their own, by key."""

KINDS = {"Thought": msg("Thought", "kind of card"), "Feeling": msg("Feeling", "kind of card")}

PHASES = {
    "draft": msg("the draft", "phase"),
    "intent": msg("choosing Intents", "phase"),
    "mulligan": msg("the mulligan", "phase"),
    "upkeep": msg("Upkeep", "phase"),
    "main": msg("Main Phase", "phase"),
    "over": msg("the end", "phase"),
}

ROLES = {"attacking": msg("attacking", "role of a Thought"), "attacked": msg("attacked", "role of a Thought")}
"""The roles of a Thought in an attack."""

MORE_IN_TEXT = msg("More in the text board.")
MORE_OF_HAND = msg("More in the text of the hand.")


def shown_names(names: Sequence[str], translator: Translator = ENGLISH) -> Names:
    """Return the names as pictures can show them. An empty name becomes the seat's number."""
    return words.shown_names(names, translator)


# ------------------------------------------------------------------------------------------------------------ cards


def notion_word(notion: str, translator: Translator = ENGLISH) -> str:
    """Return a notion's name on its own. "Rage" and its key "rage" are equivalent."""
    name = NOTIONS.get(notion.casefold())
    return translator(name) if name else notion


def hint(about: str) -> str:
    """Return the beginning of a notion's description, up to its first colon or full stop."""
    return re.split(r"[:.]", about, maxsplit=1)[0].strip()


def kind_word(face: CardFace, translator: Translator = ENGLISH) -> str:
    """Return Thought or Feeling."""
    name = KINDS.get(face.kind)
    return translator(name) if name else face.kind


def kind_line(face: CardFace, translator: Translator = ENGLISH) -> str:
    """Return notion and kind of a card: "Rage, Thought"."""
    return f"{notion_word(face.notion, translator)}, {kind_word(face, translator)}"


def named_card(name: str, translator: Translator = ENGLISH) -> str:
    """Return a card by its title, or an Intent by its notion."""
    return notion_word(name, translator) if name.casefold() in NOTIONS and name else translator(title(name))


def keyword_word(keyword: str, translator: Translator = ENGLISH) -> str:
    """Return a current keyword with its number: "Bulwark 2"."""
    return capital(translator(line(f"{keyword}.")).removesuffix("."))


def is_thought(face: CardFace) -> bool:
    """Return whether a card is a Thought rather than a Feeling."""
    return face.kind == "Thought"


def states_of(card: CardInPlay, translator: Translator = ENGLISH) -> list[str]:
    """Return the notes on a card in play in addition to its numbers, the most important first."""
    states: list[Message] = []
    if card.role:
        states.append(ROLES[card.role])
    if card.tapped:
        states.append(msg("tapped, stays tapped", "state") if card.stays_tapped else msg("tapped", "state"))
    if card.on_standby:
        states.append(msg("effect on standby", "state"))
    if not is_thought(card.face):
        states.append(msg("lingers", "state") if card.lingers else msg("waits to linger", "state"))
    elif card.is_new and not card.tapped:
        states.append(
            msg("new, can attack", "state") if card.can_attack else msg("new, can't attack yet", "state")
        )
    return [translator(state) for state in states]


def changes_words(card: CardInPlay, translator: Translator = ENGLISH) -> str:
    """Return the reasons why a Thought's power has changed: "printed 3, Ember +2"; "" if it hasn't."""
    if not card.changes and card.power == card.face.power:
        return ""
    parts: list[Value] = [msg("printed {n}", n=plain(card.face.power))]
    parts += [row(named_card(change.title, translator), signed(change.number)) for change in card.changes]
    return translator(row(*parts, between=", "))


# ----------------------------------------------------------------------------------------------- turns and decisions


def defends(view: DreamweaversView) -> bool:
    """Return whether the viewer is being attacked, and nothing has been revealed yet."""
    return view.attack is not None and view.viewer == 1 - view.attack.seat and view.revealed is None


def phase_words(view: DreamweaversView, translator: Translator = ENGLISH) -> str:
    """Return the phase, as worded within a sentence."""
    phase = PHASES.get(view.phase)
    return translator(phase) if phase else view.phase


def stage(view: DreamweaversView, translator: Translator = ENGLISH) -> str:
    """Return a short public description of the progress: "Turn 7, Main Phase"."""
    phase = phase_words(view, translator)
    if view.ended:
        return translator(msg("The end, after turn {n}", n=view.turn) if view.turn else msg("The end"))
    if not view.turn:
        return capital(phase)
    return translator(msg("Turn {n}, {phase}", n=view.turn, phase=phase))


def turn_of(view: DreamweaversView, names: Names, translator: Translator = ENGLISH) -> TurnStatus:
    """Return the active player, the player who decides, and the ending of the match."""
    return TurnStatus(
        names,
        translator,
        view.viewer,
        view.active,
        tuple((awaited.seat, awaited.about) for awaited in view.awaited),
        capital(phase_words(view, translator)),
        ENDINGS,
        view.ended,
        view.places,
        before_in_texts=False,
    )


# ------------------------------------------------------------------------------------------------------ the tracker


def memory_words(view: DreamweaversView, names: Names, translator: Translator = ENGLISH) -> str:
    """Return the tracker's place: "Ada has 4 memory"."""
    if view.tracker_side is None or not view.tracker:
        return translator(msg("The tracker is on 0: no one has memory"))
    return translator(msg("{name} has {n} memory", name=names[view.tracker_side], n=view.tracker))


def paying_words(view: DreamweaversView, translator: Translator = ENGLISH) -> tuple[str, str]:
    """Return short texts about the tracker after paying: on the active player's side, and on the other side (DW29, DW25).

    Both are "" outside turns. They don't repeat what the tracker itself shows.
    """
    if view.active is None or view.ended:
        return "", ""
    if view.tracker_side == view.active and view.tracker:
        limit_text = msg("pays up to {n}", n=view.tracker)
        return translator(limit_text), translator(msg("more ends the turn"))
    if view.tracker_side is None or not view.tracker:
        return translator(msg("at 0 the turn continues")), translator(msg("any payment ends it"))
    return "", translator(msg("the turn is ending"))


# ------------------------------------------------------------------------------------------------ actions in progress


def bonus_words(side: SideView, translator: Translator = ENGLISH) -> str:
    """Return the total bonus of a player's shields in an attack; "" for none."""
    if not side.shields_bonus:
        return ""
    return translator(msg("shields count {n} more together", n=side.shields_bonus))


def target_words(attack: AttackView, names: Names, translator: Translator = ENGLISH) -> str:
    """Return the target of an attack: a Thought by its title, or a player's Ego."""
    if attack.target:
        return translator(title(attack.target))
    name = names[1 - attack.seat]
    return translator(msg("{whose} Ego", whose=of(name), name=name))


def attack_outcome(view: DreamweaversView, translator: Translator = ENGLISH) -> str:
    """Return the current result of the attack (DW78): "2 more would stop it"; "" if there is none."""
    attack = view.attack
    if attack is None:
        return ""
    needed = attack.power - attack.shield_value
    if needed <= 0:
        return translator(msg("currently stopped"))
    if view.revealed is not None or view.ended:
        return translator(msg("it gets through"))
    return translator(msg("{n} more would stop it", n=needed))


def standby_words(effect: StandbyView, names: Names, translator: Translator = ENGLISH) -> str:
    """Return the owner and the card of an effect on standby: "Bo: Cold Hands"."""
    name, card = names[effect.seat], named_card(effect.title, translator)
    text = msg("{name}: {card}, cancelled", name=name, card=card)
    return translator(text if effect.is_cancelled else msg("{name}: {card}", name=name, card=card))


def named_words(titles: Sequence[str], translator: Translator = ENGLISH) -> str:
    """Return the cards named for an effect; "" for none."""
    if not titles:
        return ""
    return translator(msg("on {cards}", cards=series(*(named_card(name, translator) for name in titles))))


def lasting_words(effect: LastingView, translator: Translator = ENGLISH) -> str:
    """Return an effect in force, with its source and its duration."""
    upon = named_words(effect.cards, translator)
    text = translator(line(effect.text))
    sentence = f"{named_card(effect.title, translator)}: {text}"
    if upon:
        sentence += f" ({upon})"
    until = msg("for this attack") if effect.until == "attack" else msg("this turn")
    return f"{sentence} {translator(until)}" if not _says_until(effect) else sentence


def _says_until(effect: LastingView) -> bool:
    """Return whether the text already contains its duration."""
    return "this turn" in effect.text or "this attack" in effect.text


# ------------------------------------------------------------------------------------------------------------- sides


def own_notion(side: SideView) -> str:
    """Return the notion whose colour a player has: the Intent, before that the first one drafted; "" for none."""
    if side.intent is not None:
        return side.intent.notion
    return side.notions[0] if side.notions else ""


def has_chosen(view: DreamweaversView, seat: int) -> bool:
    """Return whether a player has chosen an Intent, which is public (DW6)."""
    return view.phase == "intent" and all(awaited.seat != seat for awaited in view.awaited)
