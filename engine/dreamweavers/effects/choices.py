"""Cards, modes and options offered by an effect: the available ones, and the question.

The content of a question may depend on a hidden hand, but its existence may not (DW106): a player who chooses from a
hand that others don't fully know is asked even if it has only one matching card, or none.
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
from engine.dreamweavers.facts.terms import called as said
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
    """The choice for an instruction: which cards, how many of them, and whether a player is asked."""

    cards: list[CardId]
    low: int
    high: int
    is_asked: bool
    is_blind: bool = False
    """The chooser does not see the cards: chance decides."""
    is_idle: bool = False
    """None of the cards would be changed as things are."""


# ------------------------------------------------------------------------------------------------------------- which cards


def named_by(op: Op, seat: int, context: EffectContext) -> bool:
    """Return whether a seat chooses cards for an instruction."""
    if not isinstance(op, CardAct) or not isinstance(selection_of(op), Chosen):
        return False
    if isinstance(op, Discard) and op.random:
        return False
    who = getattr(op, "who", Player.YOU)
    return who is Player.EACH or (who is Player.OPPONENT) is (seat != context.seat)


def candidates(ref: Referee, op: CardAct, seat: int, context: EffectContext) -> list[CardId]:
    """Return the cards that a seat could choose for an instruction, whether they would be changed or not."""
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

    Cards that wouldn't change can't be chosen while something else would, by this instruction or by the next ones
    about "it" (DW62).
    """
    op = ops[pc]
    assert isinstance(op, CardAct)
    found = candidates(ref, op, seat, context)
    acts = [op, *_on_it(ops, pc)]
    changed = [card for card in found if any(would_change(ref, act, card, seat, context) for act in acts)]
    pick = pick_among(ref, op, changed or found, seat)
    pick.is_idle = not changed
    return pick


def pick_among(ref: Referee, op: CardAct, cards: list[CardId], seat: int) -> Pick:
    """Return how many of these cards can be chosen for an instruction, and whether a seat is asked which."""
    selection = selection_of(op)
    assert isinstance(selection, Chosen)
    most = selection.at_most
    high = len(cards) if most is None else min(most, len(cards))
    low = min(selection.at_least, high)
    if any(not ref.knows(seat, card) for card in cards):
        return Pick(cards, low, high, is_asked=False, is_blind=True)
    is_asked = high > 0 and low < len(cards)
    return Pick(cards, low, high, is_asked or is_secret(ref, op, seat))


def is_secret(ref: Referee, op: CardAct, seat: int) -> bool:
    """Return whether nobody but a seat can know which of its cards fit: cards of a sort, in a hand that others don't know."""
    selection = selection_of(op)
    assert isinstance(selection, Chosen)
    filter = selection.filter
    if not isinstance(op, Discard) and filter.zone is not Zone.HAND:
        return False
    if filter.noun is Noun.CARD and filter == Filter(Noun.CARD, zone=filter.zone, whose=filter.whose):
        return False
    return any(not ref.cards[card].known & WATCHERS for card in ref.seats[seat].hand)


def _on_it(ops: Sequence[Op], pc: int) -> Iterator[CardAct]:
    """Yield the instructions about "it" before anything else is named."""
    for op in ops[pc + 1 :]:
        if isinstance(op, CardAct):
            selection = selection_of(op)
            if isinstance(selection, Chosen):
                return
            if isinstance(selection, It):
                yield op


# ----------------------------------------------------------------------------------------------------- modes and options


def may_happen(ref: Referee, ops: Sequence[Op], pc: int, seat: int, context: EffectContext) -> bool:
    """Return whether a player is asked about an option: not if it could do nothing, for all that everybody knows."""
    first = ops[pc + 1]
    if isinstance(first, Draw):
        return bool(ref.seats[seat].mind)
    if not isinstance(first, CardAct):
        return True
    selection = selection_of(first)
    if isinstance(selection, Chosen):
        return not named_by(first, seat, context) or _could_choose(ref, first, seat, context)
    if isinstance(selection, It) and not context.it:
        return True  # What the line will have named by then.
    if isinstance(selection, All) and selection.filter.zone is Zone.HAND:
        return True
    return any(
        not ref.cards[card].known & WATCHERS or would_change(ref, first, card, seat, context)
        for card in targets(ref, selection, context)
    )


def _could_choose(ref: Referee, op: CardAct, seat: int, context: EffectContext) -> bool:
    return is_secret(ref, op, seat) or bool(candidates(ref, op, seat, context))


def open_modes(ref: Referee, op: ModesOp, ops: Sequence[Op], seat: int, context: EffectContext) -> list[int]:
    """Return the modes that can be chosen: not those that ask for a card where there is none."""
    found: list[int] = []
    for mode, start in enumerate(op.starts):
        first = ops[start]
        if not isinstance(first, CardAct):
            found.append(mode)
            continue
        selection = selection_of(first)
        needs = isinstance(selection, Chosen) and selection.at_least > 0 and named_by(first, seat, context)
        if not needs or _could_choose(ref, first, seat, context):
            found.append(mode)
    return found


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
    """Ask a seat for some of the cards; `chosen` understands the answer."""
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
    """Ask in which order cards are to lie, from the top."""
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
    """Return the cards of the answer that has come, taking it out of the frame; in the order in which they were offered."""
    keys, frame.keys = frame.keys, {}
    answer = frame.take_answer()
    return [card for key, card in keys.items() if key in answer]


def ordered(frame: Asking) -> list[CardId]:
    """Return the cards of the answer that has come, in the order in which it has them, taking it out of the frame."""
    keys, frame.keys = frame.keys, {}
    return [keys[key] for key in frame.take_answer()]


def purpose_of(op: CardAct, seat: int, context: EffectContext) -> tuple[Message, str]:
    """Return the sentence by which a seat is asked for cards, and the instruction as that seat reads it."""
    told = print_instruction(op) if seat == context.seat else print_instruction(_turned(op))
    return msg("{card}: {effect}", card=said(context.title), effect=line(told)), told


def in_words(context: EffectContext, seat: int, effect: tuple[Sentence, ...]) -> str:
    """Return the words of an effect for the player who is asked about it: "you" is always the one who reads."""
    said = cast("Effect", effect)
    return print_effect(said if seat == context.seat else _turned(said))


Part = TypeVar("Part")

_YOURS_ALONE = ChangeMemory | EgoHas | EgoIsSmaller | NotAttacked
"""Effects whose words are for their controller only."""


def _turned(part: Part) -> Part:
    """Return a text as the opponent of its controller reads it, if there are words for that."""
    is_yours_alone = any(isinstance(one, _YOURS_ALONE) for one in parts_of(part))
    return part if is_yours_alone else from_the_other_side(part)


def option_of(ref: Referee, seat: int, card: CardId) -> PendingOption:
    """Return a card as an option: by its title, with what it is now."""
    held, printed = ref.cards[card], ref.printed(card)
    parts: list[Value] = []
    if held.zone == HAND or not ref.is_in_play(card):
        parts.append(msg("cost {cost}", cost=printed.card.cost))
    if printed.is_thought:
        parts.append(msg("power {power}", power=power(ref, card)))
    if held.tapped:
        parts.append(msg("tapped", "state"))
    if held.owner != seat:
        parts.append(msg("your opponent's"))
    return PendingOption(held.title, said(held.title), row(*parts, between=", "), subject=held.title)
