"""The Nightmare phase: the player who faces Nightmare, avoiding it, and entering it (§4)."""

from __future__ import annotations

from msgspec.structs import replace

from cards.i18n import msg
from cards.voidream.language.tree import Prohibition, Timing
from engine.kernel.machine import Procedure
from engine.kernel.question import PendingOption, QuestionKind
from engine.voidream.conflict.steps import enter_conflict, play_initiated
from engine.voidream.endings import INSANITY
from engine.voidream.event_kinds import (
    AvoidingNightmare,
    Discarding,
    EndingRound,
    EnteringNightmare,
    ReturningToHand,
    Voiding,
    cards_of,
)
from engine.voidream.events.triggers import announce, fire, flush, note, proclaim
from engine.voidream.events.windows import do
from engine.voidream.facts.conflicts import (
    AvoidedNightmare,
    CannotAvoidNightmare,
    EnteredNightmare,
    FacesNightmare,
)
from engine.voidream.facts.rounds import MatchWon
from engine.voidream.facts.terms import Threat
from engine.voidream.frames import (
    EnterNightmare,
    InitiateConflict,
    NightmarePhase,
)
from engine.voidream.queries.restrictions import is_forbidden, who_forbids
from engine.voidream.questions.card_choices import chosen, options_for
from engine.voidream.questions.topics import OptionVerb, Topic
from engine.voidream.referee import Referee
from engine.voidream.turns.rounds import end_of_phase

ENTER = "enter Nightmare"
"""The key of the option to enter Nightmare."""


def dreamer_is_chosen(ref: Referee, frame: NightmarePhase) -> None:
    """Choose the player with the only empty hand; otherwise the highest mind; in a tie, the last player to pass (§4)."""
    seats = ref.seats
    empty = [seat for seat in (0, 1) if not seats[seat].hand]
    why: Threat
    if len(empty) == 1:
        faced, why = empty[0], "empty hand"
    elif seats[0].mind != seats[1].mind:
        faced, why = (0 if seats[0].mind > seats[1].mind else 1), "highest mind"
    else:
        faced, why = ref.position.last_passer, "last to pass"
    ref.position.faced = faced
    ref.emit(FacesNightmare(faced, why), "§4 Nightmare phase")


def dreamer_faces_it(ref: Referee, frame: NightmarePhase) -> None:
    """Ask the chosen player to discard an arcanum, which avoids Nightmare (R20)."""
    seat = ref.position.faced
    hand = ref.hand(seat)
    if not hand:
        return
    if (forbidding := who_forbids(ref, seat, Prohibition.AVOID_NIGHTMARE)) is not None:
        ref.emit(CannotAvoidNightmare(seat), forbidding.title)
        return
    options, frame.keys = options_for(ref, seat, hand)
    labelled = tuple(
        replace(option, label=msg("Discard {card}", card=option.label), verb=OptionVerb.DISCARD)
        for option in options
    )
    enter = PendingOption(ENTER, msg("Enter Nightmare"), verb=OptionVerb.ENTER_NIGHTMARE)
    ref.ask(
        seat, QuestionKind.ONE, msg("You face Nightmare. Discard an arcanum to avoid it, or enter it."),
        Topic.NIGHTMARE, (*labelled, enter), cause="§4",
    )  # fmt: skip


def nightmare_comes(ref: Referee, frame: NightmarePhase) -> None:
    """Avoid Nightmare, or enter it."""
    seat = ref.position.faced
    choice = frame.take_choice()
    keys, frame.keys = frame.keys, {}
    card = None if choice is None else keys.get(choice[0])
    if card is None:
        ref.push(EnterNightmare(seat=seat))
        frame.step = "after_facing"
        return
    frame.card = card
    fire(ref, announce(ref, AvoidingNightmare(seat), Timing.BEFORE))


def arcanum_is_discarded(ref: Referee, frame: NightmarePhase) -> None:
    """Discard the arcanum, unless it has moved in the meantime."""
    seat, card = ref.position.faced, frame.card
    if card is not None and card in ref.seats[seat].hand:
        do(ref, Discarding([card], seat=seat, cause="§4 Nightmare phase"))


def nightmare_is_avoided(ref: Referee, frame: NightmarePhase) -> None:
    """Avoid Nightmare if the arcanum was discarded; otherwise enter it (§4)."""
    seat = ref.position.faced
    card, frame.card = frame.card, None
    if card in cards_of(frame.take_happened()):
        ref.emit(AvoidedNightmare(seat), "§4 Nightmare phase")
        event = AvoidingNightmare(seat)
        note(ref, event)
        frame.gather(announce(ref, event, Timing.AFTER))
        fire(ref, announce(ref, event, Timing.WHEN))
    else:
        ref.push(EnterNightmare(seat=seat))


def after_facing(ref: Referee, frame: NightmarePhase) -> None:
    """Resolve the triggers of facing Nightmare."""
    if flush(ref, frame):
        frame.step = "after_facing"


def conflict_of_facing(ref: Referee, frame: NightmarePhase) -> None:
    """Play a conflict initiated by these before anything else."""
    play_initiated(ref, frame, "conflict_of_facing")


def before_the_round_ends(ref: Referee, frame: NightmarePhase) -> None:
    """Resolve Before triggers of the end of the round."""
    fire(ref, announce(ref, EndingRound(ref.position.faced), Timing.BEFORE))


def when_the_round_ends(ref: Referee, frame: NightmarePhase) -> None:
    """Trigger "When the round ends" effects after Nightmare is fully resolved."""
    proclaim(ref, frame, EndingRound(ref.position.faced))


def after_round(ref: Referee, frame: NightmarePhase) -> None:
    """Resolve all remaining triggers."""
    if flush(ref, frame):
        frame.step = "after_round"


NIGHTMARE_PHASE = Procedure(
    NightmarePhase,
    dreamer_is_chosen,
    dreamer_faces_it,
    nightmare_comes,
    arcanum_is_discarded,
    nightmare_is_avoided,
    after_facing,
    conflict_of_facing,
    before_the_round_ends,
    when_the_round_ends,
    after_round,
    enter_conflict,
    end_of_phase,
)


# ----------------------------------------------------------------------------------------- Entering Nightmare


def before_entering_nightmare(ref: Referee, frame: EnterNightmare) -> None:
    """Resolve Before triggers of entering Nightmare."""
    fire(ref, announce(ref, EnteringNightmare(frame.seat), Timing.BEFORE))


def dreamer_enters(ref: Referee, frame: EnterNightmare) -> None:
    """Enter Nightmare. Its triggers resolve before the first step (R73)."""
    seat = frame.seat
    ref.emit(EnteredNightmare(seat), "§4 Entering Nightmare")
    proclaim(ref, frame, EnteringNightmare(seat))


def conflict_before_nightmare(ref: Referee, frame: EnterNightmare) -> None:
    """Play a conflict initiated by these first (R22)."""
    play_initiated(ref, frame, "conflict_before_nightmare")


def arcana_return(ref: Referee, frame: EnterNightmare) -> None:
    """1. Return all discarded arcana to the player's hand."""
    seat = frame.seat
    discarded = list(ref.seats[seat].arcana_discard)
    if discarded:
        do(ref, ReturningToHand(discarded, seat=seat, cause="§4 Entering Nightmare"))


def one_is_voided(ref: Referee, frame: EnterNightmare) -> None:
    """2. Ask for an arcanum to void. A player who can't void any loses (§4, R20). Each can be tried once (R99)."""
    seat = frame.seat
    hand = [card for card in ref.hand(seat) if card not in frame.tried]
    if not hand:
        ref.emit(MatchWon([[1 - seat], [seat]], INSANITY.key), "§4 Entering Nightmare")
        ref.finish(((1 - seat,), (seat,)), INSANITY.key)
    elif len(hand) == 1:
        frame.voided = hand[0]
    else:
        options, frame.keys = options_for(ref, seat, hand)
        ref.ask(
            seat, QuestionKind.CARDS, msg("You enter Nightmare: which arcanum goes to the Void?"),
            Topic.VOIDED, options, cause="§4",
        )  # fmt: skip


def arcanum_goes(ref: Referee, frame: EnterNightmare) -> None:
    """Void the arcanum."""
    picked = chosen(frame)
    card = picked[0] if picked else frame.voided
    assert card is not None
    frame.voided = None
    frame.tried.append(card)
    do(ref, Voiding([card], seat=frame.seat, cause="§4 Entering Nightmare"))


def it_has_gone(ref: Referee, frame: EnterNightmare) -> None:
    """Ask for another arcanum if this one wasn't voided (R99)."""
    if not cards_of(frame.take_happened()):
        frame.step = "one_is_voided"


def dusk_conflict(ref: Referee, frame: EnterNightmare) -> None:
    """3. Initiate a dusk conflict in which all ready entities attack. The first player to have passed acts first (R15, R21)."""
    seat = frame.seat
    if not is_forbidden(ref, seat, Prohibition.INITIATE):
        ref.push(InitiateConflict(attacker=seat, kind="dusk", cause="§4 Entering Nightmare", nightmare=True))


def after_entering(ref: Referee, frame: EnterNightmare) -> None:
    """Resolve all remaining triggers."""
    if flush(ref, frame):
        frame.step = "after_entering"


ENTER_NIGHTMARE = Procedure(
    EnterNightmare,
    before_entering_nightmare,
    dreamer_enters,
    conflict_before_nightmare,
    arcana_return,
    one_is_voided,
    arcanum_goes,
    it_has_gone,
    dusk_conflict,
    after_entering,
    enter_conflict,
)
