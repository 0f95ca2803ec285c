"""Rounds and their phases: beginning, main, Nightmare (§4)."""

from __future__ import annotations

from cards.i18n import msg
from cards.voidream.language.tree import Ban, Timing
from engine.kernel.machine import Procedure
from engine.kernel.question import PendingOption, QuestionKind
from engine.voidream.conflict.steps import enter_conflict
from engine.voidream.effects.verbs.continuous_effects import expire
from engine.voidream.event_kinds import (
    BeginningRound,
    Readying,
)
from engine.voidream.events.triggers import announce, fire, flush, proclaim
from engine.voidream.events.windows import do
from engine.voidream.facts.rounds import FirstPlayer, Guessed, MindHidden, PhaseBegan, RoundBegan
from engine.voidream.facts.terms import MindSide
from engine.voidream.frames import (
    BeginningPhase,
    GuessMind,
    MainPhase,
    NightmarePhase,
    PhaseEnd,
    Rounds,
    TakeTurn,
    VoidreamFrame,
)
from engine.voidream.mutations import marks
from engine.voidream.position import BEGINNING, MAIN, NIGHTMARE
from engine.voidream.queries.restrictions import is_banned
from engine.voidream.queries.this_round import clear_round
from engine.voidream.questions.topics import OptionVerb, Topic
from engine.voidream.referee import Referee

# -------------------------------------------------------------------------------------------------- the round


def beginning_phase(ref: Referee, frame: Rounds) -> None:
    """Begin the beginning phase, in which exhausted cards are readied and minds refreshed."""
    ref.position.round += 1
    clear_round(ref)
    ref.emit(RoundBegan(ref.position.round), "§4 Beginning phase")
    _enter_phase(ref, BEGINNING)
    ref.push(BeginningPhase())


def main_phase(ref: Referee, frame: Rounds) -> None:
    """Begin the main phase, in which players take turns until both pass."""
    _enter_phase(ref, MAIN)
    ref.push(MainPhase())


def nightmare_phase(ref: Referee, frame: Rounds) -> None:
    """Begin the Nightmare phase, in which one player faces Nightmare."""
    _enter_phase(ref, NIGHTMARE)
    ref.push(NightmarePhase())


def next_round(ref: Referee, frame: Rounds) -> None:
    """Begin another round, until a player has lost."""
    frame.step = "beginning_phase"


ROUNDS = Procedure(Rounds, beginning_phase, main_phase, nightmare_phase, next_round)


def _enter_phase(ref: Referee, phase: str) -> None:
    position = ref.position
    position.phase = phase
    position.phase_count += 1
    position.phases.append(position.phase_count)
    position.passed = []
    position.history.clear()
    ref.emit(PhaseBegan(phase, position.round), "§4")


def phase_ends(ref: Referee, frame: PhaseEnd) -> None:
    """End the phase and effects that last for it (§7, R31); with Nightmare also the round, and all damage (R27)."""
    expire(ref, ref.position.phases[-1])
    if ref.position.phase == NIGHTMARE:
        expire(ref, 0)
        marks.clear_damage(ref)


def after_phase(ref: Referee, frame: PhaseEnd) -> None:
    """Resolve the triggers of its end. They still belong to the phase, and end with it (R59)."""
    if flush(ref, frame):
        frame.step = "after_phase"


def phase_is_over(ref: Referee, frame: PhaseEnd) -> None:
    """Finish the phase, unless something that belongs to it has begun while it was ending."""
    position = ref.position
    ending = [position.phases[-1], *([0] if position.phase == NIGHTMARE else [])]
    if any(effect.phase in ending for effect in position.ongoing):
        frame.step = "phase_ends"
    else:
        position.phases.pop()


PHASE_END = Procedure(PhaseEnd, phase_ends, after_phase, enter_conflict, phase_is_over)


def end_of_phase(ref: Referee, frame: VoidreamFrame) -> None:
    """End the current phase."""
    ref.push(PhaseEnd())


# -------------------------------------------------------------------------------------------- Beginning phase


def active_player_is_determined(ref: Referee, frame: BeginningPhase) -> None:
    """1. Choose the active player: in the first round by the highest depth, later the last one to face Nightmare (R20)."""
    position = ref.position
    if position.round > 1:
        position.active = position.faced
        ref.emit(FirstPlayer(position.active), "§4 Beginning phase")
        return
    depths = ref.depth(0), ref.depth(1)
    if depths[0] != depths[1]:
        position.active = 0 if depths[0] > depths[1] else 1
        ref.emit(FirstPlayer(position.active, depths), "§4 Beginning phase")
    else:
        ref.push(GuessMind())


def players_ready_and_refresh(ref: Referee, frame: BeginningPhase) -> None:
    """2. Simultaneously ready exhausted cards, and turn minds until the upright number matches the depth."""
    exhausted = [
        card
        for card, state in enumerate(ref.cards)
        if state.exhausted and not is_banned(ref, card, Ban.READY)
    ]
    exhausted.sort(key=lambda card: (ref.cards[card].owner, ref.cards[card].tag))
    if exhausted:
        do(ref, Readying(exhausted, cause="§4 Beginning phase"))
    for seat in (0, 1):
        marks.set_mind(ref, seat, ref.depth(seat), "§4 Beginning phase")


def after_refreshing(ref: Referee, frame: BeginningPhase) -> None:
    """Resolve the triggers of this before the round begins."""
    if flush(ref, frame):
        frame.step = "after_refreshing"


def before_the_round_begins(ref: Referee, frame: BeginningPhase) -> None:
    """Resolve Before triggers of the beginning of the round."""
    fire(ref, announce(ref, BeginningRound(ref.position.active), Timing.BEFORE))


def round_begins(ref: Referee, frame: BeginningPhase) -> None:
    """3. Trigger all "When the round begins" effects."""
    proclaim(ref, frame, BeginningRound(ref.position.active))


def after_beginning(ref: Referee, frame: BeginningPhase) -> None:
    """Resolve all remaining triggers."""
    if flush(ref, frame):
        frame.step = "after_beginning"


BEGINNING_PHASE = Procedure(
    BeginningPhase,
    active_player_is_determined,
    players_ready_and_refresh,
    after_refreshing,
    before_the_round_begins,
    round_begins,
    after_beginning,
    enter_conflict,
    end_of_phase,
)


SIDES = (
    PendingOption("numbered", msg("The numbered side"), verb=OptionVerb.NUMBERED),
    PendingOption("spent", msg("The spent side"), verb=OptionVerb.SPENT),
)
"""The sides of a mind card that can be hidden and guessed."""


def mind_is_hidden(ref: Referee, frame: GuessMind) -> None:
    """Ask the challenged player to hide a side of their mind card (§4, R14)."""
    ref.ask(
        1, QuestionKind.ONE, msg("You are tied on depth. Hide a side of your mind card: if they guess it, they begin."),
        Topic.HIDDEN_MIND, SIDES, cause="§4",
    )  # fmt: skip


def side_is_guessed(ref: Referee, frame: GuessMind) -> None:
    """Ask the opponent to guess it. If they are right, they become the active player."""
    frame.hidden = frame.take_answer()[0]
    ref.emit(MindHidden(1), "R14")
    ref.ask(
        0, QuestionKind.ONE, msg("You are tied on depth. Guess the side of their mind card: if you are right, you begin."),
        Topic.MIND_GUESS, SIDES, cause="§4",
    )  # fmt: skip


def guess_is_shown(ref: Referee, frame: GuessMind) -> None:
    """Reveal the mind card."""
    hidden_side, guess = _side(frame.hidden), _side(frame.take_answer()[0])
    ref.position.active = 0 if hidden_side == guess else 1
    ref.emit(Guessed(0, guess=guess, hidden=hidden_side), "R14")
    ref.emit(FirstPlayer(ref.position.active), "§4 Beginning phase")


def _side(key: str) -> MindSide:
    return "numbered" if key == "numbered" else "spent"


GUESS = Procedure(GuessMind, mind_is_hidden, side_is_guessed, guess_is_shown)


# ------------------------------------------------------------------------------------------------- Main phase


def players_alternate(ref: Referee, frame: MainPhase) -> None:
    """Alternate turns until both players pass consecutively. Then the first one to have passed is next (R15)."""
    if not ref.both_passed:
        frame.step = "players_alternate"
        ref.push(TakeTurn())


MAIN_PHASE = Procedure(MainPhase, players_alternate, end_of_phase)
