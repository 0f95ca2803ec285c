"""Rounds and their phases: beginning, main, Nightmare (§4)."""

from __future__ import annotations

from msgspec.structs import replace

from cards.i18n import msg
from cards.voidream.language.tree import Ban, Prohibition, Timing
from engine.kernel.machine import Procedure
from engine.kernel.question import Offered, QuestionKind
from engine.voidream.conflict.steps import enter_conflict, play_initiated
from engine.voidream.effects.verbs.ongoing import expire
from engine.voidream.endings import INSANITY
from engine.voidream.events.kinds import (
    AvoidingNightmare,
    BeginningRound,
    Discarding,
    EndingRound,
    EnteringNightmare,
    Readying,
    ReturningToHand,
    Voiding,
    cards_of,
)
from engine.voidream.events.triggers import announce, fire, flush, proclaim
from engine.voidream.events.windows import do
from engine.voidream.facts import (
    AvoidedNightmare,
    EnteredNightmare,
    FacesNightmare,
    FirstPlayer,
    Guessed,
    MatchWon,
    MindHidden,
    MindSide,
    PhaseBegan,
    RoundBegan,
    Threat,
)
from engine.voidream.frames import (
    BeginningPhase,
    EnterNightmare,
    GuessMind,
    InitiateConflict,
    MainPhase,
    NightmarePhase,
    PhaseEnd,
    Rounds,
    VoidreamFrame,
)
from engine.voidream.mutations import marking
from engine.voidream.position import BEGINNING, MAIN, NIGHTMARE
from engine.voidream.queries.characteristics import is_banned, is_forbidden
from engine.voidream.questions.choose_cards import chosen, options_for
from engine.voidream.questions.topics import OptionVerb, Topic
from engine.voidream.referee import Referee
from engine.voidream.turns.actions import take_turns

# ------------------------------------------------------------------------------------------------------- the round


def beginning_phase(ref: Referee, frame: Rounds) -> None:
    """Exhausted cards are readied, and the mind card is refreshed."""
    ref.position.round += 1
    ref.tell(RoundBegan(ref.position.round), "§4 Beginning phase")
    _enter_phase(ref, BEGINNING)
    ref.push(BeginningPhase())


def main_phase(ref: Referee, frame: Rounds) -> None:
    """Players take turns playing one action each until both pass."""
    _enter_phase(ref, MAIN)
    ref.push(MainPhase())


def nightmare_phase(ref: Referee, frame: Rounds) -> None:
    """One player must face the threat of Nightmare."""
    _enter_phase(ref, NIGHTMARE)
    ref.push(NightmarePhase())


def next_round(ref: Referee, frame: Rounds) -> None:
    """Another round, until somebody has lost."""
    frame.step = "beginning_phase"


ROUNDS = Procedure(Rounds, beginning_phase, main_phase, nightmare_phase, next_round)


def _enter_phase(ref: Referee, phase: str) -> None:
    position = ref.position
    position.phase = phase
    position.phase_count += 1
    position.phases.append(position.phase_count)
    position.passed = []
    position.history.clear()
    ref.tell(PhaseBegan(phase, position.round), "§4")


def phase_ends(ref: Referee, frame: PhaseEnd) -> None:
    """The phase ends, and what lasted until then (§7, R31); with Nightmare the round, and all damage (R27)."""
    expire(ref, ref.position.phases[-1])
    if ref.position.phase == NIGHTMARE:
        expire(ref, 0)
        marking.clear_damage(ref)


def after_phase(ref: Referee, frame: PhaseEnd) -> None:
    """What has triggered on that still belongs to the phase, and ends with it (R59)."""
    if flush(ref, frame):
        frame.step = "after_phase"


def phase_is_over(ref: Referee, frame: PhaseEnd) -> None:
    """Nothing is left of the phase, unless something of it has begun while it was ending."""
    position = ref.position
    ending = [position.phases[-1], *([0] if position.phase == NIGHTMARE else [])]
    if any(effect.phase in ending for effect in position.ongoing):
        frame.step = "phase_ends"
    else:
        position.phases.pop()


PHASE_END = Procedure(PhaseEnd, phase_ends, after_phase, enter_conflict, phase_is_over)


def end_of_phase(ref: Referee, frame: VoidreamFrame) -> None:
    """The phase comes to its end."""
    ref.push(PhaseEnd())


# -------------------------------------------------------------------------------------------------- Beginning phase


def active_player_is_determined(ref: Referee, frame: BeginningPhase) -> None:
    """1. In the first round the player at the highest depth; later whoever faced Nightmare last (R20)."""
    position = ref.position
    if position.round > 1:
        position.active = position.faced
        ref.tell(FirstPlayer(position.active), "§4 Beginning phase")
        return
    depths = ref.depth(0), ref.depth(1)
    if depths[0] != depths[1]:
        position.active = 0 if depths[0] > depths[1] else 1
        ref.tell(FirstPlayer(position.active, depths), "§4 Beginning phase")
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
        marking.set_mind(ref, seat, ref.depth(seat), "§4 Beginning phase")


def after_refreshing(ref: Referee, frame: BeginningPhase) -> None:
    """What has triggered on that comes before the round begins."""
    if flush(ref, frame):
        frame.step = "after_refreshing"


def before_the_round_begins(ref: Referee, frame: BeginningPhase) -> None:
    """Before triggers of the round's beginning."""
    fire(ref, announce(ref, BeginningRound(ref.position.active), Timing.BEFORE))


def round_begins(ref: Referee, frame: BeginningPhase) -> None:
    """3. All "When the round begins" effects trigger."""
    proclaim(ref, frame, BeginningRound(ref.position.active))


def after_beginning(ref: Referee, frame: BeginningPhase) -> None:
    """What has triggered besides."""
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
    Offered("numbered", msg("The numbered side"), verb=OptionVerb.NUMBERED),
    Offered("spent", msg("The spent side"), verb=OptionVerb.SPENT),
)
"""The sides of a mind card that can be hidden and guessed."""


def mind_is_hidden(ref: Referee, frame: GuessMind) -> None:
    """One player secretly places their mind card face down: the challenged one (§4, R14)."""
    ref.ask(
        1, QuestionKind.ONE, msg("You are tied on depth. Hide a side of your mind card: if they guess it, they begin."),
        Topic.HIDDEN_MIND, SIDES, cause="§4",
    )  # fmt: skip


def side_is_guessed(ref: Referee, frame: GuessMind) -> None:
    """The opponent must guess; if they guess right, they become the active player."""
    frame.hidden = frame.take_answer()[0]
    ref.tell(MindHidden(1), "R14")
    ref.ask(
        0, QuestionKind.ONE, msg("You are tied on depth. Guess the side of their mind card: if you are right, you begin."),
        Topic.MIND_GUESS, SIDES, cause="§4",
    )  # fmt: skip


def guess_is_shown(ref: Referee, frame: GuessMind) -> None:
    """The mind card is shown."""
    hidden, guess = _side(frame.hidden), _side(frame.take_answer()[0])
    ref.position.active = 0 if hidden == guess else 1
    ref.tell(Guessed(0, guess=guess, hidden=hidden), "R14")
    ref.tell(FirstPlayer(ref.position.active), "§4 Beginning phase")


def _side(key: str) -> MindSide:
    return "numbered" if key == "numbered" else "spent"


GUESS = Procedure(GuessMind, mind_is_hidden, side_is_guessed, guess_is_shown)


# -------------------------------------------------------------------------------------------------------- Main phase


def players_alternate(ref: Referee, frame: MainPhase) -> None:
    """Alternating turns until both players pass consecutively; then the first to have passed is next (R15)."""
    if take_turns(ref):
        frame.step = "players_alternate"


MAIN_PHASE = Procedure(MainPhase, players_alternate, end_of_phase)


# --------------------------------------------------------------------------------------------------- Nightmare phase


ENTER = "enter Nightmare"
"""The key of the option that does not avoid it."""


def dreamer_is_chosen(ref: Referee, frame: NightmarePhase) -> None:
    """The only empty hand; otherwise the highest mind; in a tie, the last player to pass (§4)."""
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
    ref.tell(FacesNightmare(faced, why), "§4 Nightmare phase")


def dreamer_faces_it(ref: Referee, frame: NightmarePhase) -> None:
    """The chosen player may discard an arcanum; if they do, Nightmare is avoided (R20)."""
    seat = ref.position.faced
    hand = ref.hand(seat)
    if not hand or is_forbidden(ref, seat, Prohibition.AVOID_NIGHTMARE):
        return
    options, frame.keys = options_for(ref, seat, hand)
    labelled = tuple(
        replace(option, label=msg("Discard {card}", card=option.label), verb=OptionVerb.DISCARD)
        for option in options
    )
    enter = Offered(ENTER, msg("Enter Nightmare"), verb=OptionVerb.ENTER_NIGHTMARE)
    ref.ask(
        seat, QuestionKind.ONE, msg("You face Nightmare. Discard an arcanum to avoid it, or enter it."),
        Topic.NIGHTMARE, (*labelled, enter), cause="§4",
    )  # fmt: skip


def nightmare_comes(ref: Referee, frame: NightmarePhase) -> None:
    """Avoid it, or enter it."""
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
    """The arcanum goes to the discard pile, unless something has happened to it in the meantime."""
    seat, card = ref.position.faced, frame.card
    if card is not None and card in ref.seats[seat].hand:
        do(ref, Discarding([card], seat=seat, cause="§4 Nightmare phase"))


def nightmare_is_avoided(ref: Referee, frame: NightmarePhase) -> None:
    """If they did discard it, Nightmare is avoided; if not, they enter it (§4)."""
    seat = ref.position.faced
    card, frame.card = frame.card, None
    if card in cards_of(frame.take_happened()):
        ref.tell(AvoidedNightmare(seat), "§4 Nightmare phase")
        event = AvoidingNightmare(seat)
        frame.gather(announce(ref, event, Timing.AFTER))
        fire(ref, announce(ref, event, Timing.WHEN))
    else:
        ref.push(EnterNightmare(seat=seat))


def after_facing(ref: Referee, frame: NightmarePhase) -> None:
    """What has triggered on that."""
    if flush(ref, frame):
        frame.step = "after_facing"


def conflict_of_facing(ref: Referee, frame: NightmarePhase) -> None:
    """A conflict that this has initiated is played before anything else."""
    play_initiated(ref, frame, "conflict_of_facing")


def before_the_round_ends(ref: Referee, frame: NightmarePhase) -> None:
    """Before triggers of the round's end."""
    fire(ref, announce(ref, EndingRound(ref.position.faced), Timing.BEFORE))


def when_the_round_ends(ref: Referee, frame: NightmarePhase) -> None:
    """After Nightmare is fully resolved, "When the round ends" effects trigger."""
    proclaim(ref, frame, EndingRound(ref.position.faced))


def after_round(ref: Referee, frame: NightmarePhase) -> None:
    """What has triggered besides."""
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


# ------------------------------------------------------------------------------------------------ Entering Nightmare


def before_entering_nightmare(ref: Referee, frame: EnterNightmare) -> None:
    """Before triggers of entering Nightmare."""
    fire(ref, announce(ref, EnteringNightmare(frame.seat), Timing.BEFORE))


def dreamer_enters(ref: Referee, frame: EnterNightmare) -> None:
    """The player enters Nightmare: what triggers when that is so comes before the first step (R73)."""
    seat = frame.seat
    ref.tell(EnteredNightmare(seat), "§4 Entering Nightmare")
    proclaim(ref, frame, EnteringNightmare(seat))


def conflict_before_nightmare(ref: Referee, frame: EnterNightmare) -> None:
    """A conflict that this has initiated is played first (R22)."""
    play_initiated(ref, frame, "conflict_before_nightmare")


def arcana_return(ref: Referee, frame: EnterNightmare) -> None:
    """1. Return all discarded arcana to your hand."""
    seat = frame.seat
    discarded = list(ref.seats[seat].arcana_discard)
    if discarded:
        do(ref, ReturningToHand(discarded, seat=seat, cause="§4 Entering Nightmare"))


def one_is_voided(ref: Referee, frame: EnterNightmare) -> None:
    """2. Move one arcanum from your hand to the Void; if you can't, you lose (§4, R20): each can be tried once (R99)."""
    seat = frame.seat
    hand = [card for card in ref.hand(seat) if card not in frame.tried]
    if not hand:
        ref.tell(MatchWon([[1 - seat], [seat]], INSANITY.key), "§4 Entering Nightmare")
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
    """It goes to the Void."""
    picked = chosen(frame)
    card = picked[0] if picked else frame.voided
    assert card is not None
    frame.voided = None
    frame.tried.append(card)
    do(ref, Voiding([card], seat=frame.seat, cause="§4 Entering Nightmare"))


def it_has_gone(ref: Referee, frame: EnterNightmare) -> None:
    """What was prevented, or made impossible on the way, has not gone there: another one must (R99)."""
    if not cards_of(frame.take_happened()):
        frame.step = "one_is_voided"


def dusk_conflict(ref: Referee, frame: EnterNightmare) -> None:
    """3. Initiate a dusk conflict, every ready entity attacking; the first to have passed acts first (R15, R21)."""
    seat = frame.seat
    if not is_forbidden(ref, seat, Prohibition.INITIATE):
        ref.push(InitiateConflict(attacker=seat, kind="dusk", cause="§4 Entering Nightmare", nightmare=True))


def after_entering(ref: Referee, frame: EnterNightmare) -> None:
    """What has triggered besides."""
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
