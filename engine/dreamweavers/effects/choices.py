"""Cards, modes and options offered by an effect: the available ones, and the question.

A question's content may depend on a hidden hand, but its existence may not (DW106): a player who chooses from a hand
that others don't fully know is asked even if only one card, or none, matches.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar, cast

import msgspec

from cards.dreamweavers.language.conditions import EgoHas, EgoIsSmaller, NotAttacked
from cards.dreamweavers.language.instructions import ChangeMemory, Discard, Draw
from cards.dreamweavers.language.printer import print_effect, print_instruction
from cards.dreamweavers.language.selections import All, Chosen, Filter
from cards.dreamweavers.language.sentences import Effect
from cards.dreamweavers.language.words import Noun, Zone
from cards.i18n import Message, Value, line, msg, row
from cards.language.nodes import It, Player
from cards.language.parts import parts_of
from cards.language.perspective import from_the_other_side
from engine.dreamweavers.context import EffectContext
from engine.dreamweavers.effects.card_verbs import CardAct, selection_of, would_change
from engine.dreamweavers.facts.terms import card_name
from engine.dreamweavers.frames import Asking, CardId
from engine.dreamweavers.position import HAND
from engine.dreamweavers.program import Op
from engine.dreamweavers.queries.characteristics import can_be_named
from engine.dreamweavers.queries.filters import find, matches, power
from engine.dreamweavers.queries.selection import targets
from engine.dreamweavers.referee import Referee
from engine.dreamweavers.topics import OptionVerb, Topic
from engine.kernel.cards.state import WATCHERS
from engine.kernel.effects.control import NO, YES
from engine.kernel.effects.program import ModesOp, Sentence
from engine.kernel.question import PendingOption, QuestionKind

NOTHING = "nothing"
"""The key of the only option if none of the hidden cards match."""


class Pick(msgspec.Struct):
    """The choice for an instruction: the possible cards, their number, and whether a player is asked."""

    cards: list[CardId]
    low: int
    high: int
    is_asked: bool
    is_blind: bool = False
    """Whether the chooser can't see the cards, so that the choice is random."""
    is_idle: bool = False
    """Whether the instruction would change none of the cards in their current state."""


# ------------------------------------------------------------------------------------------------------------- which cards


def named_by(op: Op, seat: int, context: EffectContext) -> bool:
    """Return whether a seat chooses cards for an instruction."""
    if not isinstance(op, CardAct) or not isinstance(selection_of(op), Chosen):
        return False
    if isinstance(op, Discard) and op.random:
        return False
    performer = getattr(op, "who", Player.YOU)
    return performer is Player.EACH or (performer is Player.OPPONENT) is (seat != context.seat)


def candidates(ref: Referee, op: CardAct, seat: int, context: EffectContext) -> list[CardId]:
    """Return the cards that a seat could choose for an instruction, whether or not it would change them."""
    selection = selection_of(op)
    assert isinstance(selection, Chosen)
    filter = selection.filter
    if isinstance(op, Discard):
        return [card for card in ref.seats[seat].hand if matches(ref, card, filter, context, anywhere=True)]
    return [
        card
        for card in find(ref, filter, context)
        if (filter.whose is not Player.EACH or ref.cards[card].owner == seat)
        and can_be_named(ref, card, seat)
    ]


def pick_for(ref: Referee, ops: Sequence[Op], pc: int, seat: int, context: EffectContext) -> Pick:
    """Return a seat's possible choices for an instruction.

    A card that wouldn't change can be chosen only if no card would change, by this instruction or by the following ones
    about "it" (DW62).
    """
    op = ops[pc]
    assert isinstance(op, CardAct)
    possible = candidates(ref, op, seat, context)
    acts = [op, *_instructions_about_it(ops, pc)]
    changed = [card for card in possible if any(would_change(ref, act, card, seat, context) for act in acts)]
    pick = pick_among(ref, op, changed or possible, seat)
    pick.is_idle = not changed
    return pick


def pick_among(ref: Referee, op: CardAct, cards: list[CardId], seat: int) -> Pick:
    """Return the possible numbers of these cards for an instruction, and whether a seat is asked to choose."""
    selection = selection_of(op)
    assert isinstance(selection, Chosen)
    maximum = selection.at_most
    high = len(cards) if maximum is None else min(maximum, len(cards))
    low = min(selection.at_least, high)
    if any(not ref.knows(seat, card) for card in cards):
        return Pick(cards, low, high, is_asked=False, is_blind=True)
    is_asked = high > 0 and low < len(cards)
    return Pick(cards, low, high, is_asked or is_secret(ref, op, seat))


def is_secret(ref: Referee, op: CardAct, seat: int) -> bool:
    """Return whether only a seat knows which of its cards fit: the hand is hidden, and not every card fits."""
    selection = selection_of(op)
    assert isinstance(selection, Chosen)
    filter = selection.filter
    if not isinstance(op, Discard) and filter.zone is not Zone.HAND:
        return False
    if filter.noun is Noun.CARD and filter == Filter(Noun.CARD, zone=filter.zone, whose=filter.whose):
        return False
    return any(not ref.cards[card].known & WATCHERS for card in ref.seats[seat].hand)


def _instructions_about_it(ops: Sequence[Op], pc: int) -> Iterator[CardAct]:
    """Yield the instructions about "it" up to the next choice of cards."""
    for op in ops[pc + 1 :]:
        if isinstance(op, CardAct):
            selection = selection_of(op)
            if isinstance(selection, Chosen):
                return
            if isinstance(selection, It):
                yield op


# ----------------------------------------------------------------------------------------------------- modes and options


def may_happen(ref: Referee, ops: Sequence[Op], pc: int, seat: int, context: EffectContext) -> bool:
    """Return whether a player is asked about an option: only if it could do something, as far as public knowledge goes."""
    first = ops[pc + 1]
    if isinstance(first, Draw):
        return bool(ref.seats[seat].mind)
    if not isinstance(first, CardAct):
        return True
    selection = selection_of(first)
    if isinstance(selection, Chosen):
        return not named_by(first, seat, context) or _could_choose(ref, first, seat, context)
    if isinstance(selection, It) and not context.it:
        return True  # The line will have named a card by then.
    if isinstance(selection, All) and selection.filter.zone is Zone.HAND:
        return True
    return any(
        not ref.cards[card].known & WATCHERS or would_change(ref, first, card, seat, context)
        for card in targets(ref, selection, context)
    )


def _could_choose(ref: Referee, op: CardAct, seat: int, context: EffectContext) -> bool:
    return is_secret(ref, op, seat) or bool(candidates(ref, op, seat, context))


def open_modes(ref: Referee, op: ModesOp, ops: Sequence[Op], seat: int, context: EffectContext) -> list[int]:
    """Return the possible modes: those that don't require a card, or for which one exists."""
    modes: list[int] = []
    for mode, start in enumerate(op.starts):
        first = ops[start]
        if not isinstance(first, CardAct):
            modes.append(mode)
            continue
        selection = selection_of(first)
        needs = isinstance(selection, Chosen) and selection.at_least > 0 and named_by(first, seat, context)
        if not needs or _could_choose(ref, first, seat, context):
            modes.append(mode)
    return modes


# ----------------------------------------------------------------------------------------------------------------- asking


def ask_cards(
    ref: Referee,
    frame: Asking,
    seat: int,
    pick: Pick,
    purpose: Message,
    topic: Topic,
    *,
    cause: str,
    quoted: str = "",
) -> None:
    """Ask a seat for some of the cards. `chosen` reads the answer."""
    frame.keys = {ref.title(card): card for card in pick.cards}
    options = tuple(option_of(ref, seat, card) for card in pick.cards)
    low, high = pick.low, pick.high
    if not options:
        options, low, high = (PendingOption(NOTHING, msg("You have none.")),), 1, 1
    ref.ask(
        seat, QuestionKind.CARDS, purpose, topic, options,
        minimum=low, maximum=high, cause=cause, subject=cause, quoted=quoted,
    )  # fmt: skip


def ask_order(
    ref: Referee, frame: Asking, seat: int, cards: Sequence[CardId], purpose: Message, cause: str
) -> None:
    """Ask for an order of cards, from the top."""
    frame.keys = {ref.title(card): card for card in cards}
    options = tuple(option_of(ref, seat, card) for card in cards)
    ref.ask(
        seat, QuestionKind.ORDER, purpose, Topic.CARD_ORDER, options,
        minimum=len(options), maximum=len(options), ordered=True, cause=cause, subject=cause,
    )  # fmt: skip


YES_NO = (
    PendingOption(YES, msg("Yes"), verb=OptionVerb.YES),
    PendingOption(NO, msg("No"), verb=OptionVerb.NO),
)


def chosen(frame: Asking) -> list[CardId]:
    """Return the cards of the answer in the order in which they were offered, and clear the answer."""
    keys, frame.keys = frame.keys, {}
    answer = frame.take_answer()
    return [card for key, card in keys.items() if key in answer]


def ordered(frame: Asking) -> list[CardId]:
    """Return the cards of the answer in the order chosen, and clear the answer."""
    keys, frame.keys = frame.keys, {}
    return [keys[key] for key in frame.take_answer()]


def purpose_of(op: CardAct, seat: int, context: EffectContext) -> tuple[Message, str]:
    """Return the prompt for choosing cards, and the instruction as worded for that seat."""
    text = print_instruction(op) if seat == context.seat else print_instruction(_for_opponent(op))
    return msg("{card}: {effect}", card=card_name(context.title), effect=line(text)), text


def in_words(context: EffectContext, seat: int, effect: tuple[Sentence, ...]) -> str:
    """Return the text of an effect for a seat that is asked about it: "you" is always the reader."""
    sentences = cast("Effect", effect)
    return print_effect(sentences if seat == context.seat else _for_opponent(sentences))


Part = TypeVar("Part")

_YOURS_ALONE = ChangeMemory | EgoHas | EgoIsSmaller | NotAttacked
"""Effects that can only be worded for their controller."""


def _for_opponent(part: Part) -> Part:
    """Return a text as worded for its controller's opponent, if such a wording exists."""
    is_yours_alone = any(isinstance(child, _YOURS_ALONE) for child in parts_of(part))
    return part if is_yours_alone else from_the_other_side(part)


def option_of(ref: Referee, seat: int, card: CardId) -> PendingOption:
    """Return a card as an option: its title and current state."""
    state, printed = ref.cards[card], ref.printed(card)
    parts: list[Value] = []
    if state.zone == HAND or not ref.is_in_play(card):
        parts.append(msg("cost {cost}", cost=printed.card.cost))
    if printed.is_thought:
        parts.append(msg("power {power}", power=power(ref, card)))
    if state.tapped:
        parts.append(msg("tapped", "state"))
    if state.owner != seat:
        parts.append(msg("your opponent's"))
    return PendingOption(state.title, card_name(state.title), row(*parts, between=", "), subject=state.title)
