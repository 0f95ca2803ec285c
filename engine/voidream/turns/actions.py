"""Turns, and the actions that a player may take in them (§4 Main phase, R15, R33)."""

from __future__ import annotations

from cards.i18n import line, msg, msg_plural, title
from engine.kernel.machine import Procedure
from engine.kernel.question import PendingOption, QuestionKind
from engine.voidream.events.triggers import flush
from engine.voidream.facts.actions import Passed
from engine.voidream.frames import PlayArcanum, PlayConflict, TakeTurn, UnveilCards
from engine.voidream.mutations import marks
from engine.voidream.program import INVERTED, TEXT, CardPool
from engine.voidream.queries.loops import digest, label, remember, taken_here
from engine.voidream.questions.topics import OptionVerb, Topic, action_key
from engine.voidream.referee import Referee
from engine.voidream.turns.abilities import abilities, activate, can_activate
from engine.voidream.turns.arcana import playable
from engine.voidream.turns.forced import may_act
from engine.voidream.turns.unveil import why_not_unveil

PASS = action_key(OptionVerb.PASS)
UNVEIL = action_key(OptionVerb.UNVEIL)

IN_THE_MAIN_PHASE = msg("Your turn.")
IN_THE_CONFLICT = msg("Your turn in the conflict.")


# ------------------------------------------------------------------------------------------------------- the turn


def choose_action(ref: Referee, frame: TakeTurn) -> None:
    """Ask the active player for an action, or a pass."""
    position = ref.position
    position.left.clear()
    seat = position.active
    purpose = IN_THE_MAIN_PHASE if position.conflict is None else IN_THE_CONFLICT
    ref.ask(seat, QuestionKind.ACTION, purpose, Topic.ACTION, tuple(options(ref, seat)), cause="§4")


def perform_action(ref: Referee, frame: TakeTurn) -> None:
    """Perform the chosen action."""
    position = ref.position
    seat = position.active
    key = frame.take_answer()[0]
    if key == PASS:
        position.passed.append(seat)
        position.last_passer = seat
        ref.emit(Passed(seat, is_forced=not may_act(ref, seat)), "§4 Main phase")
        return
    position.passed = []
    current_digest = digest(ref)
    if key == UNVEIL:
        remember(ref, current_digest, seat, key)
        ref.push(UnveilCards(seat=seat))
        return
    for inverted, verb in ((False, OptionVerb.PLAY), (True, OptionVerb.INVERT)):
        for card in ref.seats[seat].hand:
            if key == action_key(verb, ref.cards[card].title):
                remember(ref, current_digest, seat, key)
                ref.push(PlayArcanum(card=card, seat=seat, inverted=inverted, after=[]))
                return
    chosen = next(
        chosen for chosen in abilities(ref, seat) if key == action_key(OptionVerb.ACTIVATE, chosen.key)
    )
    remember(ref, current_digest, seat, key, chosen.card)
    activate(ref, seat, chosen)


def triggers_of_the_action(ref: Referee, frame: TakeTurn) -> None:
    """Resolve all triggered abilities that result from the action."""
    if flush(ref, frame):
        frame.step = "triggers_of_the_action"


def turn_passes(ref: Referee, frame: TakeTurn) -> None:
    """End the turn: the opponent becomes the active player, and damage is removed (§4, R27)."""
    position = ref.position
    position.active = position.passed[0] if len(position.passed) == 2 else 1 - position.active
    marks.clear_damage(ref)


def play_conflict(ref: Referee, frame: TakeTurn) -> None:
    """Play the conflict that the action initiated. Outside a conflict, the turn order continues as before (R21)."""
    conflict = ref.position.conflict
    if conflict is not None and not conflict.begun:
        frame.step = "play_conflict"
        ref.push(PlayConflict())


TURN = Procedure(TakeTurn, choose_action, perform_action, triggers_of_the_action, turn_passes, play_conflict)


# --------------------------------------------------------------------------------------------------- legal actions


def options(ref: Referee, seat: int) -> list[PendingOption]:
    """Return the actions that a player can take now. Passing is always one."""
    result: list[PendingOption] = []
    taken_actions = taken_here(ref)
    for card, inverted in playable(ref, seat):
        name = ref.cards[card].title
        verb = OptionVerb.INVERT if inverted else OptionVerb.PLAY
        if not (taken_actions and label(ref, seat, action_key(verb, name)) in taken_actions):
            result.append(_play_option(ref.pool, name, verb))
    for ability in abilities(ref, seat):
        if can_activate(ref, seat, ability, taken_actions):
            text = line(ref.pool.text(ability.title, ability.side, ability.index))
            named = msg("Activate {card}", card=title(ability.title))
            result.append(
                PendingOption(
                    action_key(OptionVerb.ACTIVATE, ability.key),
                    named,
                    text,
                    verb=OptionVerb.ACTIVATE,
                    subject=ability.key,
                )
            )
    if why_not_unveil(ref, seat) is None and label(ref, seat, UNVEIL) not in taken_actions:
        cards = msg_plural("{n} veiled card", "{n} veiled cards", len(ref.veiled(seat)))
        result.append(PendingOption(UNVEIL, msg("Unveil"), cards, verb=OptionVerb.UNVEIL))
    result.append(_PASSING)
    return result


_PASSING = PendingOption(PASS, msg("Pass"), verb=OptionVerb.PASS)


def _play_option(pool: CardPool, name: str, verb: OptionVerb) -> PendingOption:
    """Return the option of playing an arcanum, which is always the same."""
    key = action_key(verb, name)
    if key not in pool.offers:
        card_name = title(name)
        inverted = verb is OptionVerb.INVERT
        side = INVERTED if inverted else TEXT
        label = (
            msg("Play {card} inverted", card=card_name) if inverted else msg("Play {card}", card=card_name)
        )
        detail = msg("Value {value}. {text}", value=pool[name].value, text=pool.whole_text(name, side))
        pool.offers[key] = PendingOption(key, label, detail, verb=verb, subject=name)
    return pool.offers[key]
