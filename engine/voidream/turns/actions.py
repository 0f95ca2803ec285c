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
    """The active player performs one of the actions, or passes."""
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
    here = digest(ref)
    if key == UNVEIL:
        remember(ref, here, seat, key)
        ref.push(UnveilCards(seat=seat))
        return
    for inverted, verb in ((False, OptionVerb.PLAY), (True, OptionVerb.INVERT)):
        for card in ref.seats[seat].hand:
            if key == action_key(verb, ref.cards[card].title):
                remember(ref, here, seat, key)
                ref.push(PlayArcanum(card=card, seat=seat, inverted=inverted, after=[]))
                return
    known = next(known for known in abilities(ref, seat) if key == action_key(OptionVerb.ACTIVATE, known.key))
    remember(ref, here, seat, key, known.card)
    activate(ref, seat, known)


def triggers_of_the_action(ref: Referee, frame: TakeTurn) -> None:
    """All triggered abilities that are a consequence of it resolve fully."""
    if flush(ref, frame):
        frame.step = "triggers_of_the_action"


def turn_passes(ref: Referee, frame: TakeTurn) -> None:
    """The turn ends and the opponent becomes the active player; damage is cleared (§4, R27)."""
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


# ------------------------------------------------------------------------------------------------ what may be done


def options(ref: Referee, seat: int) -> list[PendingOption]:
    """Return the actions that a player may take now. Passing is always one."""
    out: list[PendingOption] = []
    taken = taken_here(ref)
    for card, inverted in playable(ref, seat):
        name = ref.cards[card].title
        verb = OptionVerb.INVERT if inverted else OptionVerb.PLAY
        if not (taken and label(ref, seat, action_key(verb, name)) in taken):
            out.append(_playing(ref.pool, name, verb))
    for known in abilities(ref, seat):
        if can_activate(ref, seat, known, taken):
            text = line(ref.pool.text(known.title, known.side, known.index))
            named = msg("Activate {card}", card=title(known.title))
            out.append(
                PendingOption(
                    action_key(OptionVerb.ACTIVATE, known.key),
                    named,
                    text,
                    verb=OptionVerb.ACTIVATE,
                    subject=known.key,
                )
            )
    if why_not_unveil(ref, seat) is None and label(ref, seat, UNVEIL) not in taken:
        cards = msg_plural("{n} veiled card", "{n} veiled cards", len(ref.veiled(seat)))
        out.append(PendingOption(UNVEIL, msg("Unveil"), cards, verb=OptionVerb.UNVEIL))
    out.append(_PASSING)
    return out


_PASSING = PendingOption(PASS, msg("Pass"), verb=OptionVerb.PASS)


def _playing(pool: CardPool, name: str, verb: OptionVerb) -> PendingOption:
    """Return playing an arcanum as an option; it is always the same."""
    key = action_key(verb, name)
    if key not in pool.offers:
        named = title(name)
        inverted = verb is OptionVerb.INVERT
        side = INVERTED if inverted else TEXT
        doing = msg("Play {card} inverted", card=named) if inverted else msg("Play {card}", card=named)
        detail = msg("Value {value}. {text}", value=pool[name].value, text=pool.whole_text(name, side))
        pool.offers[key] = PendingOption(key, doing, detail, verb=verb, subject=name)
    return pool.offers[key]
