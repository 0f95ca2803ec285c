"""Setup: rolls, the draft, Intents, hands, mulligans, Egos, the tracker (§Setup)."""

from __future__ import annotations

from cards.i18n import msg, msg_plural
from engine.dreamweavers.facts.terms import called as said
from engine.dreamweavers.facts.turns import EgoDealt, Exchanged, IntentsRevealed, NotionsTaken, Rolled
from engine.dreamweavers.frames import ChooseIntents, Mulligans, SetUp, Turns
from engine.dreamweavers.mutations import draw, move, set_tracker, shuffle_mind
from engine.dreamweavers.position import (
    EGO,
    INTENT,
    MIND,
    MULLIGAN,
    CardState,
    DreamweaversPosition,
    SeatState,
)
from engine.dreamweavers.program import CardPool
from engine.dreamweavers.referee import Referee
from engine.dreamweavers.topics import Topic
from engine.dreamweavers.turns.options import about
from engine.kernel.chance import Chance
from engine.kernel.machine import Procedure
from engine.kernel.question import PendingOption, QuestionKind

PICKS = ((0, 1), (1, 2), (0, 2), (1, 1))
"""The draft, pick by pick: the first player (0) or the second, and how many notions (§Setup 1.3 to 1.6)."""
HAND_SIZE = 5
EGO_SIZE = 5
_DICE = 3


def blank(pool: CardPool, seed: str) -> DreamweaversPosition:
    """Return a position in which nothing has happened yet."""
    return DreamweaversPosition(
        chance=Chance(seed), notions=list(pool.notions), seats=[SeatState(), SeatState()]
    )


def roll(ref: Referee, frame: SetUp) -> None:
    """Both roll 3d6, again and again until the sums differ (DW1)."""
    position = ref.position
    while position.first < 0:
        position.rolls = [[1 + position.chance.below(6) for _ in range(_DICE)] for _ in ref.seats]
        one, other = (sum(dice) for dice in position.rolls)
        if one != other:
            position.first = 0 if one > other else 1
        ref.emit(
            Rolled([list(dice) for dice in position.rolls], None if position.first < 0 else position.first),
            "DW1",
        )


def picker(ref: Referee, picks: int) -> tuple[int, int]:
    """Return whose pick is next in the draft, and the number of notions."""
    who, count = PICKS[picks]
    return (ref.position.first + who) % 2, count


def ask_pick(ref: Referee, frame: SetUp) -> None:
    """Ask whose pick it is for one notion, or two at once (DW3)."""
    seat, count = picker(ref, frame.picks)
    ref.ask(
        seat,
        QuestionKind.CARDS,
        msg_plural("Draft {n} notion.", "Draft {n} notions.", count),
        Topic.DRAFT,
        tuple(_notion(ref, notion) for notion in ref.position.notions),
        minimum=count,
        maximum=count,
        cause="§Setup",
    )


def _notion(ref: Referee, notion: str) -> PendingOption:
    """Return a notion as it is offered: by its name, with how it plays."""
    plays = ref.pool.intents[notion].cover.about
    return PendingOption(notion, msg(notion, "notion"), msg(plays, "about") if plays else "", subject=notion)


def hear_pick(ref: Referee, frame: SetUp) -> None:
    """The notions that were picked are gone from the pool (DW4)."""
    seat, _ = picker(ref, frame.picks)
    taken = frame.take_answer()
    position = ref.position
    taken = [notion for notion in position.notions if notion in taken]
    position.notions = [notion for notion in position.notions if notion not in taken]
    position.drafted += [(seat, notion) for notion in taken]
    ref.seats[seat].notions += taken
    ref.emit(NotionsTaken(seat, taken), "§Setup")
    frame.picks += 1
    if frame.picks < len(PICKS):
        frame.step = "ask_pick"


def make_minds(ref: Referee, frame: SetUp) -> None:
    """Each mind is the cards of three notions, shuffled (DW5); then both choose an Intent."""
    position = ref.position
    for seat, state in enumerate(ref.seats):
        for notion in state.notions:
            for title in ref.pool.by_notion[notion]:
                state.mind.append(len(ref.cards))
                ref.cards.append(CardState(title, seat))
        shuffle_mind(ref, seat, "§Setup")
    position.phase = INTENT
    ref.push(ChooseIntents())


def ask_intents(ref: Referee, frame: ChooseIntents) -> None:
    """Ask both at once (DW6)."""

    def ask(seat: int) -> None:
        ref.ask(
            seat,
            QuestionKind.ONE,
            msg("Choose the notion that is your Intent."),
            Topic.INTENT,
            tuple(
                PendingOption(notion, msg(notion, "notion"), subject=notion)
                for notion in ref.seats[seat].notions
            ),
            cause="DW6",
            into="chosen",
        )

    ref.ask_together(range(ref.seat_count), ask, "chosen")


def reveal_intents(ref: Referee, frame: ChooseIntents) -> None:
    """Both Intents are shown in the same moment, and in force from now on (DW6, DW7)."""
    for seat, state in enumerate(ref.seats):
        state.intent = frame.chosen[seat][0]
    ref.texts_changed()
    ref.emit(IntentsRevealed([state.intent for state in ref.seats]), "DW6")


def draw_hands(ref: Referee, frame: SetUp) -> None:
    """Both draw an opening hand, then may exchange cards of it."""
    ref.position.phase = MULLIGAN
    for seat in _first_player_first(ref):
        draw(ref, seat, HAND_SIZE, "§Setup")
    ref.push(Mulligans())


def ask_mulligans(ref: Referee, frame: Mulligans) -> None:
    """Ask both at once which cards they put aside (DW8, DW9)."""

    def ask(seat: int) -> None:
        hand = sorted(ref.seats[seat].hand, key=lambda card: (ref.printed(card).card.cost, ref.title(card)))
        frame.keys[seat] = {ref.title(card): card for card in hand}
        ref.ask(
            seat,
            QuestionKind.CARDS,
            msg("Which cards do you exchange?"),
            Topic.MULLIGAN,
            tuple(
                PendingOption(name, said(name), about(ref.printed(card)), subject=name)
                for name, card in frame.keys[seat].items()
            ),
            minimum=0,
            maximum=len(hand),
            cause="DW8",
            into="chosen",
        )

    ref.ask_together(range(ref.seat_count), ask, "chosen")


def exchange_cards(ref: Referee, frame: Mulligans) -> None:
    """Replace the cards put aside, then shuffle those into the mind: nobody draws back what they put away (DW8)."""
    for seat in _first_player_first(ref):
        aside = [frame.keys[seat][key] for key in frame.chosen[seat]]
        fact = Exchanged(seat, len(aside))
        ref.emit(
            fact, "DW8", private={seat: Exchanged(seat, len(aside), ref.titles(aside))} if aside else None
        )
        if aside:
            draw(ref, seat, len(aside), "DW8")
            for card in aside:
                move(ref, card, MIND)
            shuffle_mind(ref, seat, "DW8")


def deal_egos(ref: Referee, frame: SetUp) -> None:
    """Each Ego is the top five cards of the mind as one packet; nobody looks (DW10)."""
    for seat in _first_player_first(ref):
        for card in ref.seats[seat].mind[:EGO_SIZE]:
            move(ref, card, EGO)
        ref.emit(EgoDealt(seat, len(ref.seats[seat].ego)), "DW10")


def set_first_memory(ref: Referee, frame: SetUp) -> None:
    """The tracker stands on 1 on the first player's side (DW11); then turns begin."""
    set_tracker(ref, ref.position.first, 1, "start", "DW11")
    ref.push(Turns())


def _first_player_first(ref: Referee) -> tuple[int, int]:
    first = ref.position.first
    return (first, 1 - first)


SET_UP = Procedure[Referee](
    SetUp, roll, ask_pick, hear_pick, make_minds, draw_hands, deal_egos, set_first_memory
)
CHOOSE_INTENTS = Procedure[Referee](ChooseIntents, ask_intents, reveal_intents)
MULLIGANS = Procedure[Referee](Mulligans, ask_mulligans, exchange_cards)
