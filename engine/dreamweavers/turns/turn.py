"""Turns: the Upkeep, the Main Phase with its actions, and the end of a turn (§Upkeep Phase, §Main Phase, DW29)."""

from __future__ import annotations

from cards.dreamweavers.language.triggers import TriggerType
from cards.dreamweavers.language.words import KeywordName
from cards.i18n import msg
from engine.dreamweavers.effects.triggers import settle
from engine.dreamweavers.endings import REPETITION, TURN_LIMIT
from engine.dreamweavers.facts.terms import card_name
from engine.dreamweavers.facts.turns import LetGo, Refreshed, TurnBegan, TurnEnded
from engine.dreamweavers.frames import Chain, MakeAttack, PlayCard, Refresh, TakeTurn, Turns
from engine.dreamweavers.mutations import draw, forget_together, return_to_hand, set_tracker, untap
from engine.dreamweavers.position import MAIN, UNTIL_TURN, UPKEEP
from engine.dreamweavers.queries.filters import has
from engine.dreamweavers.queries.repetition import public_digest, remember
from engine.dreamweavers.queries.trigger_matching import hear
from engine.dreamweavers.referee import Referee
from engine.dreamweavers.topics import OptionVerb, Topic
from engine.dreamweavers.turns.legality import recurring
from engine.dreamweavers.turns.options import actions
from engine.dreamweavers.turns.plays import activation_of
from engine.dreamweavers.turns.setup import HAND_SIZE
from engine.kernel.machine import Procedure
from engine.kernel.question import OptionSubject, PendingOption, QuestionKind

LETTING_GO = 3
"""The tracker's new place on the opponent's side after letting go (DW33)."""
MOST_TURNS = 100
_SO_OFTEN = 3


def next_turn(ref: Referee, frame: Turns) -> None:
    """Start the other player's turn (DW38)."""
    position = ref.position
    position.active = position.first if position.active < 0 else ref.other(position.active)
    frame.step = "next_turn"
    ref.push(TakeTurn())


# ------------------------------------------------------------------------------------------------------------- Upkeep


def restore_memory(ref: Referee, frame: TakeTurn) -> None:
    """Begin the turn. Memory below the number of missing Ego cards is raised to it (DW23)."""
    position = ref.position
    position.turn += 1
    position.phase = UPKEEP
    seat = position.active
    for held in position.cards:
        held.attacks = 0
        if held.used:
            held.used = []
    for state in position.seats:
        state.used = []
    ref.texts_changed()
    ref.emit(TurnBegan(position.turn, seat), "§Upkeep Phase")
    if ref.memory(seat) < ref.missing(seat):
        set_tracker(ref, seat, ref.missing(seat), "restore", "DW23")


def untap_thoughts(ref: Referee, frame: TakeTurn) -> None:
    """Untap the active player's Thoughts, except for those that stay tapped (§Upkeep 2)."""
    thoughts = ref.seats[ref.position.active].thoughts
    untap(ref, [card for card in thoughts if not ref.cards[card].stays_tapped], "§Upkeep Phase")
    for card in thoughts:
        ref.cards[card].stays_tapped = False


def start_of_turn(ref: Referee, frame: TakeTurn) -> None:
    """Resolve the triggers of the start of the turn (DW66)."""
    hear(ref, TriggerType.TURN_BEGINS, ref.position.active)
    settle(ref)


def begin_main(ref: Referee, frame: TakeTurn) -> None:
    """Begin the Main Phase, unless the turn ends in its Upkeep (DW30).

    A third identical position ends the match (DW103).
    """
    position = ref.position
    if ref.stand(position.active) < 0:
        frame.step = "about_to_end"
        return
    position.phase = MAIN
    state_digest = public_digest(ref)
    position.beginnings.append(state_digest)
    if position.beginnings.count(state_digest) >= _SO_OFTEN:
        ref.end(ref.places(), REPETITION.key, "DW103")


# --------------------------------------------------------------------------------------------------------- Main Phase


def ask_action(ref: Referee, frame: TakeTurn) -> None:
    """Ask the active player for an action."""
    seat = ref.position.active
    options, frame.keys = actions(ref, seat)
    ref.ask(
        seat,
        QuestionKind.ACTION,
        msg("Your turn."),
        Topic.ACTION,
        tuple(options),
        cause="§Main Phase",
    )


def hear_action(ref: Referee, frame: TakeTurn) -> None:
    """Begin the chosen action."""
    seat = ref.position.active
    (key,) = frame.take_answer()
    keys, frame.keys = frame.keys, {}
    if key == OptionVerb.LET_GO:
        ref.emit(LetGo(seat), "DW33")
        set_tracker(ref, seat, -LETTING_GO, "let-go", "DW33")
        return
    remember(ref, key)
    if key.startswith(OptionVerb.ATTACK):
        target = OptionSubject.read(key).aim
        targets = [card for card in ref.seats[ref.other(seat)].thoughts if ref.title(card) == target]
        ref.push(MakeAttack(attacker=keys[key], target=targets[0] if targets else None))
        return
    if key == OptionVerb.REFRESH:
        ref.push(Refresh(seat=seat))
    elif key.startswith(OptionVerb.PLAY):
        ref.push(Chain())
        ref.push(PlayCard(seat=seat, card=keys[key]))
    else:
        ref.push(Chain())
        ref.push(activation_of(ref, seat, key))


def after_action(ref: Referee, frame: TakeTurn) -> None:
    """Resolve the triggers of the action before anything else."""
    settle(ref)


def go_on_or_end(ref: Referee, frame: TakeTurn) -> None:
    """End the turn if the tracker is on the opponent's side; otherwise continue (DW29)."""
    if ref.stand(ref.position.active) >= 0:
        frame.step = "ask_action"


def about_to_end(ref: Referee, frame: TakeTurn) -> None:
    """Resolve the triggers of the end of the turn, each line once per turn; forget fading cards (DW36)."""
    position = ref.position
    seat = position.active
    hear(ref, TriggerType.TURN_ENDS, seat)
    fresh = [
        trigger
        for trigger in position.waiting
        if (trigger.card, trigger.title, trigger.line) not in position.ended
    ]
    position.ended += [(trigger.card, trigger.title, trigger.line) for trigger in fresh]
    position.waiting = fresh
    state = ref.seats[seat]
    fading = [card for card in (*state.thoughts, *state.feelings) if has(ref, card, KeywordName.FADING)]
    forget_together(ref, fading, cause="DW36")
    settle(ref)


def look_again(ref: Referee, frame: TakeTurn) -> None:
    """Continue the turn if the tracker is no longer on the opponent's side (DW36)."""
    position = ref.position
    if ref.stand(position.active) >= 0:
        if position.phase == UPKEEP:
            frame.step = "begin_main"
        else:
            frame.step = "ask_action"


def end_turn(ref: Referee, frame: TakeTurn) -> None:
    """End effects for this turn (DW37). The match ends with the hundredth turn (DW104)."""
    position = ref.position
    position.lasting = [effect for effect in position.lasting if effect.until != UNTIL_TURN]
    position.ended, position.gone, position.history = [], [], []
    position.attacked = False
    ref.texts_changed()
    ref.emit(TurnEnded(position.active), "DW29")
    if position.turn >= MOST_TURNS:
        ref.end(ref.places(), TURN_LIMIT.key, "DW104")


# ------------------------------------------------------------------------------------------------------------ Refresh


def begin_refresh(ref: Referee, frame: Refresh) -> None:
    """Set the tracker to 0, which isn't a payment (DW34)."""
    ref.emit(Refreshed(frame.seat), "DW34")
    set_tracker(ref, frame.seat, 0, "refresh", "DW34")
    hear(ref, TriggerType.REFRESHES, frame.seat)
    settle(ref)


def ask_recurring(ref: Referee, frame: Refresh) -> None:
    """Ask for the recurring cards to return. A player without any isn't asked, which is public."""
    cards = sorted(recurring(ref, frame.seat), key=ref.title)
    frame.keys = {ref.title(card): card for card in cards}
    if cards:
        ref.ask(
            frame.seat,
            QuestionKind.CARDS,
            msg("Which recurring cards return to your hand?"),
            Topic.RECURRING,
            tuple(PendingOption(name, card_name(name), subject=name) for name in frame.keys),
            minimum=0,
            maximum=len(cards),
            cause="DW34",
        )


def draw_to_five(ref: Referee, frame: Refresh) -> None:
    """Return recurring cards, then draw until the player has five cards."""
    keys = frame.take_choice() or []
    return_to_hand(ref, [frame.keys[key] for key in keys], "DW34")
    frame.keys = {}
    missing = HAND_SIZE - ref.count_in_hand(frame.seat)
    if missing > 0:
        draw(ref, frame.seat, missing, "DW34")


TURNS = Procedure[Referee](Turns, next_turn)
TURN = Procedure[Referee](
    TakeTurn,
    restore_memory,
    untap_thoughts,
    start_of_turn,
    begin_main,
    ask_action,
    hear_action,
    after_action,
    go_on_or_end,
    about_to_end,
    look_again,
    end_turn,
)
REFRESH = Procedure[Referee](Refresh, begin_refresh, ask_recurring, draw_to_five)
