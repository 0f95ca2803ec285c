"""Conflicts: the common steps, the resolution of dawn and dusk, and the end (§4, R21 to R27)."""

from __future__ import annotations

from cards.i18n import msg
from cards.voidream.language.tree import Ban, ConflictKind, Prohibition, Timing
from engine.kernel.machine import Procedure
from engine.kernel.question import PendingOption, QuestionKind
from engine.voidream.conflict.declarations import able_to, attackers_stand, defenders_stand
from engine.voidream.effects.verbs.continuous_effects import expire, expire_with_conflict
from engine.voidream.event_kinds import DecidingConflict, EndingConflict, Exhausting, Initiating, Rolling
from engine.voidream.events.triggers import announce, announce_before, fire, flush, note, place_of
from engine.voidream.events.windows import do
from engine.voidream.facts.conflicts import ConflictCalled, ConflictChosen, ConflictEnded, ConflictScored
from engine.voidream.facts.deck import RollSkipped
from engine.voidream.frames import AssignDamage, InitiateConflict, PlayConflict, TakeTurn, VoidreamFrame
from engine.voidream.mutations import marks
from engine.voidream.position import Conflict
from engine.voidream.queries.loops import marks_so_far
from engine.voidream.queries.restrictions import is_forbidden
from engine.voidream.queries.score import has_siege, score_parts, total
from engine.voidream.questions.card_choices import ask_cards
from engine.voidream.questions.topics import OptionVerb, Topic
from engine.voidream.referee import LIMIT, Referee

# ------------------------------------------------------------------------------------------ Conflict Phase Common Steps


def before_initiating(ref: Referee, frame: InitiateConflict) -> None:
    """Resolve Before triggers of initiating, unless they resolved before the whole line (§7)."""
    fire(ref, announce_before(ref, Initiating(frame.attacker, conflict=frame.kind)))


def declare_attackers(ref: Referee, frame: InitiateConflict) -> None:
    """Ask the attacking player to declare any number of ready entities; in Nightmare, all of them attack (§4)."""
    position = ref.position
    seat = frame.attacker
    if _is_prevented_by_trigger(ref, frame):
        return
    kind = ConflictKind(frame.kind) if frame.kind else None
    position.conflict = Conflict(seat, kind, frame.nightmare, marks=marks_so_far(ref))
    position.phase_count += 1
    position.phases.append(position.phase_count)
    if frame.nightmare:
        position.in_nightmare = seat
    ref.touch()
    ref.emit(ConflictCalled(seat, frame.nightmare, kind), frame.cause)
    able = able_to(ref, seat, Ban.ATTACK)
    if frame.nightmare or not able:
        frame.declared = able
        return
    ask_cards(
        ref, frame, seat, able, msg("Which of your ready entities attack?"), Topic.ATTACKERS,
        at_least=0, at_most=len(able), cause="§4",
    )  # fmt: skip


def _is_prevented_by_trigger(ref: Referee, frame: InitiateConflict) -> bool:
    """Return whether a Before trigger prevents the conflict by starting another, or by forbidding this one (R22, R87).

    Nightmare's conflict follows the other one. Any other conflict doesn't take place at all.
    """
    if ref.position.conflict is not None and frame.nightmare:
        play_initiated(ref, frame, "declare_attackers")
        return True
    if ref.position.conflict is None and not is_forbidden(ref, frame.attacker, Prohibition.INITIATE):
        return False
    if not frame.nightmare:
        ref.position.stack[-2].happened = Initiating(frame.attacker, gone=True)
    frame.step = "after_initiating"
    return True


def choose_kind(ref: Referee, frame: InitiateConflict) -> None:
    """Ask the attacking player for dawn or dusk, unless the effect determines it (§4)."""
    if not attackers_stand(ref, frame):
        frame.step = "choose_kind"
        return
    conflict = ref.position.conflict
    if conflict is not None and conflict.kind is None:
        ref.ask(
            frame.attacker, QuestionKind.ONE, msg("Dawn or dusk?"), Topic.DAWN_OR_DUSK,
            (
                PendingOption(
                    "dawn", msg("Dawn"), msg("Ready entities count; the higher score wins."), verb=OptionVerb.DAWN
                ),
                PendingOption(
                    "dusk", msg("Dusk"), msg("Exhausted entities count; the lower score wins."), verb=OptionVerb.DUSK
                ),
            ),
            cause="§4",
        )  # fmt: skip


def declare_defenders(ref: Referee, frame: InitiateConflict) -> None:
    """Ask the defending player for any number of ready entities (§4)."""
    conflict = ref.position.conflict
    choice = frame.take_choice()
    if choice is not None and conflict is not None:
        conflict.kind = ConflictKind(choice[0])
        ref.touch()
        ref.emit(ConflictChosen(frame.attacker, conflict.kind), "§4 Conflict phase")
    seat = 1 - frame.attacker
    able = able_to(ref, seat, Ban.DEFEND)
    if not able:
        frame.declared = []
        return
    ask_cards(
        ref, frame, seat, able, msg("Which of your ready entities defend?"), Topic.DEFENDERS,
        at_least=0, at_most=len(able), cause="§4",
    )  # fmt: skip


def initiated(ref: Referee, frame: InitiateConflict) -> None:
    """Initiate the conflict once the defenders are declared, and resolve its triggers (§4)."""
    if not defenders_stand(ref, frame):
        frame.step = "initiated"
        return
    event = Initiating(frame.attacker)
    note(ref, event)
    frame.gather(announce(ref, event, Timing.AFTER))
    fire(ref, announce(ref, event, Timing.WHEN))


def after_initiating(ref: Referee, frame: InitiateConflict) -> None:
    """Resolve the After triggers of initiating (R21)."""
    if flush(ref, frame):
        frame.step = "after_initiating"


INITIATE = Procedure(
    InitiateConflict,
    before_initiating,
    declare_attackers,
    choose_kind,
    declare_defenders,
    initiated,
    after_initiating,
)


# -------------------------------------------------------------------------------------------------- the conflict itself


def enter_conflict(ref: Referee, frame: VoidreamFrame) -> None:
    """Play the initiated conflict, if there is one (R21)."""
    play_initiated(ref, frame, "enter_conflict")


def play_initiated(ref: Referee, frame: VoidreamFrame, step: str) -> None:
    """Play the initiated conflict, if there is one, and return to `step`, because it may lead to another."""
    conflict = ref.position.conflict
    if conflict is not None and not conflict.begun:
        frame.step = step
        ref.push(PlayConflict())


def begin_conflict(ref: Referee, frame: PlayConflict) -> None:
    """Begin the conflict; no one has passed in it yet."""
    conflict = _conflict(ref)
    conflict.begun = True
    if conflict.marks:
        frame.marks = conflict.marks
    ref.position.passed = []


def players_take_turns(ref: Referee, frame: PlayConflict) -> None:
    """Give turns to the players until both pass consecutively (§4)."""
    if not ref.both_passed:
        frame.step = "players_take_turns"
        ref.push(TakeTurn())


def attacker_rolls(ref: Referee, frame: PlayConflict) -> None:
    """1. The attacking player rolls; with siege, the roll is optional (§6 Siege, R24)."""
    conflict = _conflict(ref)
    if has_siege(ref, conflict.attacker):
        ref.ask(
            conflict.attacker, QuestionKind.YES_NO, msg("Roll before the scores are counted?"),
            Topic.ROLL,
            (
                PendingOption("yes", msg("Roll"), verb=OptionVerb.ROLL),
                PendingOption("no", msg("Skip the roll"), verb=OptionVerb.SKIP_ROLL),
            ),
            cause="§6 Siege",
        )  # fmt: skip


def rolls(ref: Referee, frame: PlayConflict) -> None:
    """Perform the roll."""
    conflict = _conflict(ref)
    if frame.take_choice() in (None, ["yes"]):
        do(ref, Rolling(conflict.attacker, cause=_rule(conflict)))
    else:
        ref.emit(RollSkipped(conflict.attacker), "§6 Siege")


def scores_are_calculated(ref: Referee, frame: PlayConflict) -> None:
    """2. Calculate both total scores, resolve Before triggers of winning or losing, then calculate again (R112)."""
    if flush(ref, frame):
        frame.step = "scores_are_calculated"
        return
    conflict = _conflict(ref)
    dawn = conflict.kind is ConflictKind.DAWN
    parts_by_seat = [score_parts(ref, seat)[0 if dawn else 1] for seat in (0, 1)]
    frame.parts = [[(part.what, part.title, part.number) for part in parts] for parts in parts_by_seat]
    totals = frame.totals = [total(parts) for parts in parts_by_seat]
    frame.winner = -1 if totals[0] == totals[1] else 0 if (totals[0] > totals[1]) == dawn else 1
    triggers = [
        trigger
        for trigger in announce(ref, _decision(frame), Timing.BEFORE)
        if (*place_of(trigger), trigger.of) not in frame.resolved
    ]
    if triggers:
        frame.resolved += [(*place_of(trigger), trigger.of) for trigger in triggers]
        frame.step = "scores_are_calculated"
        fire(ref, triggers)


def winner_is_declared(ref: Referee, frame: PlayConflict) -> None:
    """3. Determine the winner: the higher dawn, or the lower dusk. Triggers on it precede the damage (R112)."""
    conflict = _conflict(ref)
    totals, parts = frame.totals, frame.parts
    frame.totals, frame.parts = [], []
    frame.difference = min(LIMIT, abs(totals[0] - totals[1]))
    ref.emit(
        ConflictScored(
            _kind(conflict),
            (totals[0], totals[1]),
            winner=frame.winner,
            difference=frame.difference,
            parts=parts,
        ),
        _rule(conflict),
    )
    note(ref, _decision(frame))
    frame.decided = announce(ref, _decision(frame), Timing.AFTER)
    fire(ref, announce(ref, _decision(frame), Timing.WHEN))


def _decision(frame: PlayConflict) -> DecidingConflict:
    return DecidingConflict(frame.winner)


def winner_deals_damage(ref: Referee, frame: PlayConflict) -> None:
    """4. Deal damage equal to the difference. In dawn the winner distributes it, in dusk the loser (§4 Dealing Damage)."""
    if frame.winner < 0:
        return
    loser = 1 - frame.winner
    chooser = frame.winner if _conflict(ref).kind is ConflictKind.DAWN else loser
    ref.push(AssignDamage(loser=loser, chooser=chooser, points=frame.difference))


def participants_are_exhausted(ref: Referee, frame: PlayConflict) -> None:
    """5. Exhaust all participating entities, also after a draw (R26)."""
    if flush(ref, frame):
        frame.step = "participants_are_exhausted"
        return
    cards = [card for seat in (0, 1) for card in ref.participants(seat)]
    ready = [card for card in cards if not ref.cards[card].exhausted]
    do(ref, Exhausting(ready, cause=_rule(_conflict(ref))))


def before_it_ends(ref: Referee, frame: PlayConflict) -> None:
    """Resolve Before triggers of the end."""
    fire(ref, announce(ref, _end_of(_conflict(ref)), Timing.BEFORE))


def _end_of(conflict: Conflict) -> EndingConflict:
    return EndingConflict(conflict.attacker)


def conflict_ends(ref: Referee, frame: PlayConflict) -> None:
    """End the conflict with its effects and damage (R27, R31). Triggers of winning it resolve now (R112)."""
    position = ref.position
    conflict = _conflict(ref)
    event = _end_of(conflict)
    note(ref, event)
    frame.gather([*frame.decided, *announce(ref, event, Timing.AFTER)])
    frame.decided = []
    when = announce(ref, event, Timing.WHEN)
    for state in position.cards:
        state.role = ""
    phase = position.phases.pop()
    position.conflict = None
    ref.touch()
    expire(ref, phase)
    expire_with_conflict(ref)
    marks.clear_damage(ref)
    if position.passed:
        position.active = position.passed[0]
    position.passed = []
    ref.emit(ConflictEnded(attacker=conflict.attacker, winner=frame.winner), _rule(conflict))
    fire(ref, when)


def after_conflict(ref: Referee, frame: PlayConflict) -> None:
    """Resolve triggers of the end. Then play continues in the previous phase."""
    if flush(ref, frame):
        frame.step = "after_conflict"
    else:
        ref.position.in_nightmare = -1
        ref.touch()


CONFLICT = Procedure(
    PlayConflict,
    begin_conflict,
    players_take_turns,
    attacker_rolls,
    rolls,
    scores_are_calculated,
    winner_is_declared,
    winner_deals_damage,
    participants_are_exhausted,
    before_it_ends,
    conflict_ends,
    after_conflict,
)


def _conflict(ref: Referee) -> Conflict:
    conflict = ref.position.conflict
    assert conflict is not None
    return conflict


def _kind(conflict: Conflict) -> ConflictKind:
    assert conflict.kind is not None
    return conflict.kind


def _rule(conflict: Conflict) -> str:
    """Return the section of the rules for conflicts of this kind."""
    return "§4 Dusk conflict" if conflict.kind is ConflictKind.DUSK else "§4 Dawn conflict"
