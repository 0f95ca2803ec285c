"""The cards of an instruction: named by the text, or picked by the performer (R48)."""

from __future__ import annotations

from collections.abc import Callable

from cards.i18n import Message, line, msg, title
from cards.language.perspective import from_the_other_side
from cards.voidream.language import tree
from cards.voidream.language.printer import print_instruction
from engine.kernel.cards.state import EVERYBODY
from engine.voidream.events.lines import context_of
from engine.voidream.frames import ResolveLine
from engine.voidream.mutations.card_knowledge import hide_which, show_for_choice
from engine.voidream.position import ATTACHED, ATTACKING, DECK, DEFENDING, PLAY
from engine.voidream.queries.characteristics import (
    amount,
    asks_for_the_face,
    candidates,
    is_beyond,
    matches,
    without_the_face,
)
from engine.voidream.queries.nouns import is_face_down, is_open
from engine.voidream.questions.card_choices import ask_cards, chosen
from engine.voidream.questions.topics import Topic
from engine.voidream.referee import Referee
from engine.voidream.sources import EffectContext

Keep = Callable[[int], bool]
"""Whether an instruction would change a card."""

SeatKeep = Callable[[Referee, int, int], bool]
"""Whether an instruction that a seat performs would change a card: (referee, card, seat)."""


def named(ref: Referee, context: EffectContext, selection: tree.Selection) -> list[int]:
    """Return the cards among which a selection is made."""
    match selection:
        case tree.Chosen(described) | tree.All(described):
            cards = candidates(ref, context, described)
            if excludes(context, selection):
                return [card for card in cards if card not in context.named]
            return cards
        case tree.This():
            return [context.card] if context.card >= 0 else []
        case tree.It():
            return [card for card in context.it if not is_beyond(ref, context, card)]
        case tree.Host():
            # A card attached before its host became deep stays affected as before (§6 Deep).
            host = ref.cards[context.card].host if context.card >= 0 else -1
            return [host] if host >= 0 else []
        case tree.TopOf(number, owner):
            count = max(0, amount(ref, context, number))
            return [card for seat in ref.players(context, owner) for card in ref.seats[seat].deck[:count]]
        case tree.BottomOf(owner):
            return [card for seat in ref.players(context, owner) for card in ref.seats[seat].deck[-1:]]
        case tree.OfThem(filter=described):
            return [
                card
                for card in context.others()
                if not is_beyond(ref, context, card)
                and (described is None or matches(ref, context, described, card))
            ]
        case tree.Others():
            return [card for card in context.others() if not is_beyond(ref, context, card)]


def excludes(context: EffectContext, selection: tree.Chosen | tree.All) -> bool:
    """Return whether a selection excludes the cards that its line has chosen before (R86)."""
    return bool(context.named) and tree.Trait.ANOTHER in selection.filter.traits


def pick(
    ref: Referee,
    frame: ResolveLine,
    seat: int,
    op: tree.Instruction,
    selection: tree.Selection,
    keep: Keep,
) -> list[int] | None:
    """Return the cards of the instruction, asking `seat` if it must; None while waiting for the answer.

    Only cards that the instruction would change (`keep`) can be picked. A player without alternatives isn't asked, because
    the number of possible cards is public. If it depends on the player's own hidden cards, they are asked even if they can
    pick none (R81).
    """
    if frame.picked is None:
        frame.of_them = isinstance(selection, tree.OfThem | tree.Others)
        frame.picked = choose(ref, frame, seat, op, selection, keep)
        ops = ref.pool.program(frame.title, frame.side, frame.index).ops[: frame.pc]
        if (
            frame.picked
            and frame.of_them
            and not any(isinstance(instruction, tree.Reveal) for instruction in ops)
        ):
            hide_which(ref, frame.picked, seat, is_shown=not isinstance(op, tree.Put | tree.Veil))
    return frame.picked


def choose(
    ref: Referee,
    frame: ResolveLine,
    seat: int,
    op: tree.Instruction,
    selection: tree.Selection,
    keep: Keep,
) -> list[int] | None:
    """Return the result of `pick`, without caching it."""
    picked = chosen(frame)
    if picked is None:
        possible = named(ref, context_of(ref, frame), selection)
        cards = [card for card in possible if keep(card)]
        if isinstance(selection, tree.Chosen | tree.OfThem):
            dark = [
                card for card in in_the_dark(ref, context_of(ref, frame), op) if is_secret_of(ref, card, seat)
            ]
            if not cards and selection.at_least == 0:
                hidden_cards = [card for card in possible if is_secret_of(ref, card, seat)]
                cards = list(dict.fromkeys([*hidden_cards, *dark]))
            high = len(cards) if selection.at_most is None else min(selection.at_most, len(cards))
            low = min(selection.at_least, high)
            is_choice = low < len(cards) or any(card not in cards for card in dark)
            if is_choice and high > 0:
                text = print_instruction(op if seat == frame.seat else from_the_other_side(op))
                named_by = title(frame.title)
                show_for_choice(ref, cards, seat)
                ask_cards(
                    ref, frame, seat, cards, msg("{card}: {effect}", card=named_by, effect=line(text)),
                    Topic.CARDS,
                    at_least=low, at_most=high, cause=frame.title, subject=frame.title, quoted=text,
                    remark=lambda card: why_ban_too_late(ref, op, card),
                )  # fmt: skip
                return None
        return cards
    possible = named(ref, context_of(ref, frame), selection)
    return [card for card in picked if card in possible and keep(card)]


def why_ban_too_late(ref: Referee, op: tree.Instruction, card: int) -> Message | None:
    """Return why a ban comes too late for a card: attackers and defenders are already declared (§4)."""
    if not isinstance(op, tree.CannotBe) or op.duration is tree.Duration.ROUND:
        return None
    conflict = ref.position.conflict
    if conflict is None or not conflict.begun or op.ban not in (tree.Ban.ATTACK, tree.Ban.DEFEND):
        return None
    match ref.cards[card].role:
        case role if role == ATTACKING and op.ban is tree.Ban.ATTACK:
            return msg("already attacks: this changes nothing")
        case role if role == DEFENDING and op.ban is tree.Ban.DEFEND:
            return msg("already defends: this changes nothing")
        case _:
            return msg("the fighters are already set: this changes nothing")


def in_the_dark(ref: Referee, context: EffectContext, op: tree.Instruction) -> list[int]:
    """Return the cards for which public knowledge can't tell whether an instruction would change them (R81).

    Their backs allow that the instruction means them. Empty if their faces don't matter.
    """
    plays = isinstance(op, tree.Play | tree.Unveil)
    match getattr(op, "what", None):
        case tree.Chosen(described) | tree.All(described) as selection:
            if described.zone is tree.Zone.HAND and asks_for_the_face(described):
                possible = candidates(ref, context, without_the_face(described))
            else:
                possible = named(ref, context, selection) if plays else []
        case tree.OfThem(filter=described):
            possible = context.others() if plays or described is not None else []
        case tree.This() | tree.It() | tree.Others() as selection if plays:
            possible = named(ref, context, selection)
        case _:
            possible = []
    return [
        card for card in possible if not is_open(ref, card) and ref.cards[card].known & EVERYBODY != EVERYBODY
    ]


def is_secret_of(ref: Referee, card: int, seat: int) -> bool:
    """Return whether a seat knows a card's face that isn't public: its own card, or one of a deck that it looks at."""
    state = ref.cards[card]
    is_seen = bool(state.known >> seat & 1) if state.zone == DECK else state.controller == seat
    return is_seen and not is_open(ref, card)


def within_reach(ref: Referee, context: EffectContext, selection: tree.Selection, keep: Keep) -> Keep:
    """Return `keep` for cards moved from a deck: cards of higher value can't affect a deep construct on top (R54)."""
    if not isinstance(selection, tree.TopOf | tree.BottomOf):
        return keep
    return lambda card: keep(card) and not is_beyond(ref, context, card)


def could(ref: Referee, context: EffectContext, selection: tree.Selection, keep: Keep) -> bool:
    """Return whether a selection has a card that an instruction would change."""
    return any(keep(card) for card in named(ref, context, selection))


def could_for(
    ref: Referee, context: EffectContext, selection: tree.Selection, keep: SeatKeep, performer: tree.Player
) -> bool:
    """Return whether a selection has a card that the instruction would change, for any of its performers."""

    def by(seat: int) -> bool:
        return could(ref, context, selection, lambda card: keep(ref, card, seat))

    return any(by(seat) for seat in ref.players(context, performer))


def on_table(ref: Referee, card: int) -> bool:
    """Return whether a card is in play unveiled, attached (including charges) or as an active construct."""
    state = ref.cards[card]
    if state.zone == PLAY:
        return not state.veiled
    return state.zone == ATTACHED or (state.zone == DECK and state.face_up)


def lies_face_up(ref: Referee, card: int) -> bool:
    """Return whether a card is face up in play: on the table, and not a charge."""
    return on_table(ref, card) and not is_face_down(ref, card)
