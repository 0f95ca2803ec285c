"""Setup: rolls, the draft, Intents, hands, mulligans, Egos, the tracker (§Setup)."""

from __future__ import annotations

from cards.i18n import msg, msg_plural
from engine.dreamweavers.facts.terms import card_name
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
"""The draft, pick by pick: the first player (0) or the second (1), and the number of notions (§Setup 1.3 to 1.6)."""
HAND_SIZE = 5
EGO_SIZE = 5
_DICE = 3


def blank(pool: CardPool, seed: str) -> DreamweaversPosition:
    """Return a position before the first event."""
    return DreamweaversPosition(
        chance=Chance(seed), notions=list(pool.notions), seats=[SeatState(), SeatState()]
    )


def roll(ref: Referee, frame: SetUp) -> None:
    """Roll 3d6 for both players, repeatedly until the sums differ (DW1)."""
    position = ref.position
    while position.first < 0:
        position.rolls = [[1 + position.chance.below(6) for _ in range(_DICE)] for _ in ref.seats]
        first_sum, second_sum = (sum(dice) for dice in position.rolls)
        if first_sum != second_sum:
            position.first = 0 if first_sum > second_sum else 1
        ref.emit(
            Rolled([list(dice) for dice in position.rolls], None if position.first < 0 else position.first),
            "DW1",
        )


def picker(ref: Referee, picks: int) -> tuple[int, int]:
    """Return the next player of the draft, and the number of notions to pick."""
    place, count = PICKS[picks]
    return (ref.position.first + place) % 2, count


def ask_pick(ref: Referee, frame: SetUp) -> None:
    """Ask the next player for one or two notions (DW3)."""
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
    """Return a notion as an option: its name, with its description."""
    plays = ref.pool.intents[notion].cover.about
    return PendingOption(notion, msg(notion, "notion"), msg(plays, "about") if plays else "", subject=notion)


def hear_pick(ref: Referee, frame: SetUp) -> None:
    """Remove the picked notions from the pool (DW4)."""
    seat, _ = picker(ref, frame.picks)
    notions = frame.take_answer()
    position = ref.position
    notions = [notion for notion in position.notions if notion in notions]
    position.notions = [notion for notion in position.notions if notion not in notions]
    position.drafted += [(seat, notion) for notion in notions]
    ref.seats[seat].notions += notions
    ref.emit(NotionsTaken(seat, notions), "§Setup")
    frame.picks += 1
    if frame.picks < len(PICKS):
        frame.step = "ask_pick"


def make_minds(ref: Referee, frame: SetUp) -> None:
    """Shuffle the cards of three notions into each mind (DW5), then ask both for an Intent."""
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
    """Ask both players simultaneously (DW6)."""

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
    """Reveal both Intents simultaneously; they apply from now on (DW6, DW7)."""
    for seat, state in enumerate(ref.seats):
        state.intent = frame.chosen[seat][0]
    ref.texts_changed()
    ref.emit(IntentsRevealed([state.intent for state in ref.seats]), "DW6")


def draw_hands(ref: Referee, frame: SetUp) -> None:
    """Draw both opening hands, then ask for cards to exchange."""
    ref.position.phase = MULLIGAN
    for seat in _first_player_first(ref):
        draw(ref, seat, HAND_SIZE, "§Setup")
    ref.push(Mulligans())


def ask_mulligans(ref: Referee, frame: Mulligans) -> None:
    """Ask both players simultaneously for the cards to put aside (DW8, DW9)."""

    def ask(seat: int) -> None:
        hand = sorted(ref.seats[seat].hand, key=lambda card: (ref.printed(card).card.cost, ref.title(card)))
        frame.keys[seat] = {ref.title(card): card for card in hand}
        ref.ask(
            seat,
            QuestionKind.CARDS,
            msg("Which cards do you exchange?"),
            Topic.MULLIGAN,
            tuple(
                PendingOption(name, card_name(name), about(ref.printed(card)), subject=name)
                for name, card in frame.keys[seat].items()
            ),
            minimum=0,
            maximum=len(hand),
            cause="DW8",
            into="chosen",
        )

    ref.ask_together(range(ref.seat_count), ask, "chosen")


def exchange_cards(ref: Referee, frame: Mulligans) -> None:
    """Replace the cards put aside before shuffling them into the mind, so that no one draws them again (DW8)."""
    for seat in _first_player_first(ref):
        exchanged = [frame.keys[seat][key] for key in frame.chosen[seat]]
        fact = Exchanged(seat, len(exchanged))
        ref.emit(
            fact,
            "DW8",
            private={seat: Exchanged(seat, len(exchanged), ref.titles(exchanged))} if exchanged else None,
        )
        if exchanged:
            draw(ref, seat, len(exchanged), "DW8")
            for card in exchanged:
                move(ref, card, MIND)
            shuffle_mind(ref, seat, "DW8")


def deal_egos(ref: Referee, frame: SetUp) -> None:
    """Deal the top five cards of each mind into the Ego as one packet, unseen (DW10)."""
    for seat in _first_player_first(ref):
        for card in ref.seats[seat].mind[:EGO_SIZE]:
            move(ref, card, EGO)
        ref.emit(EgoDealt(seat, len(ref.seats[seat].ego)), "DW10")


def set_first_memory(ref: Referee, frame: SetUp) -> None:
    """Set the tracker to 1 on the first player's side (DW11). Then turns begin."""
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
