"""Verbs that play or unveil cards as an effect (§2, §6 Unveil, R37)."""

from __future__ import annotations

from collections.abc import Callable

from cards.i18n import line, msg, title
from cards.language.perspective import from_the_other_side
from cards.voidream.language import tree
from cards.voidream.language.printer import print_instruction
from cards.voidream.language.tree import Prohibition
from cards.voidream.model import Kind
from engine.voidream.effects.verbs.cards_moved import can_leave
from engine.voidream.effects.verbs.selection import Keep, could, named, pick
from engine.voidream.effects.verbs.verb import Verb
from engine.voidream.events.lines import context_of, done, fail
from engine.voidream.events.subjects import is_in_play
from engine.voidream.frames import PlayCard, ResolveLine
from engine.voidream.position import ATTACHED, DECK, HAND, PLAYING
from engine.voidream.queries.restrictions import is_forbidden, why_unplayable
from engine.voidream.questions.card_choices import ask_cards, chosen
from engine.voidream.questions.topics import Topic
from engine.voidream.referee import Referee
from engine.voidream.sources import EffectContext


def _play(ref: Referee, frame: ResolveLine, op: tree.Play, seat: int) -> None:
    picked = _pick(ref, frame, op, seat, lambda card: _may_be_played(ref, seat, card))
    if picked is not None:
        _one_by_one(ref, frame, picked, lambda card: _can_play(ref, seat, card), seat, unveiled=False)


def _pick(
    ref: Referee, frame: ResolveLine, op: tree.Play | tree.Unveil, seat: int, keep: Keep
) -> list[int] | None:
    """Return the cards to play, asking `seat` if it must; None while waiting for the answer.

    `seat` determines the order of several cards, and may name any of them: each is judged when its turn comes (R37, R111).
    No one is asked about the order if there is no choice, nor if the first card couldn't be played.
    """
    selection = op.what
    picking = isinstance(selection, tree.Chosen | tree.OfThem)
    has_several = isinstance(selection, tree.All | tree.Others) or (picking and selection.at_most != 1)
    frame.of_them = isinstance(selection, tree.OfThem | tree.Others)
    if frame.picked is not None or (picking and not has_several):
        return pick(ref, frame, seat, op, selection, keep)
    picked = chosen(frame)
    if picked is None:
        picked = [card for card in named(ref, context_of(ref, frame), selection) if can_leave(ref, card)]
        at_least, at_most = (selection.at_least, selection.at_most) if picking else (len(picked), None)
        high = len(picked) if at_most is None else min(at_most, len(picked))
        low = min(at_least, high)
        if low and not any(keep(card) for card in picked):
            picked = []
        elif has_several and high > 0 and (low < len(picked) or high > 1):
            text = print_instruction(op if seat == frame.seat else from_the_other_side(op))
            named_by = title(frame.title)
            ask_cards(
                ref, frame, seat, picked, msg("{card}: {effect}", card=named_by, effect=line(text)),
                Topic.CARDS,
                at_least=low, at_most=high, ordered=high > 1, cause=frame.title, subject=frame.title, quoted=text,
            )  # fmt: skip
            return None
    frame.picked = picked
    return picked


def _one_by_one(
    ref: Referee,
    frame: ResolveLine,
    picked: list[int],
    keep: Callable[[int], bool],
    seat: int,
    *,
    unveiled: bool,
) -> None:
    """Play cards one by one. One that can't be played when its turn comes stays in its place (R37)."""
    if frame.left is None:
        frame.left = list(picked)
    while frame.left:
        card = frame.left.pop(0)
        if keep(card) and ref.cards[card].zone not in (PLAYING, ATTACHED):
            frame.stage = "playing"
            player = ref.cards[card].controller if unveiled else seat
            ref.push(PlayCard(card=card, seat=player, cause=frame.title, unveiled=unveiled))
            return
    frame.left = None
    if frame.stage:
        done(frame, it=picked)
    else:
        fail(ref, frame)


def _may_be_played(ref: Referee, seat: int, card: int) -> bool:
    """Return whether a card can be played, as far as the player knows, so that a question reveals no hidden card."""
    state = ref.cards[card]
    unseen = (
        state.zone == DECK
        and not state.face_up
        and card not in ref.seats[state.owner].deck[: ref.seats[state.owner].lifted]
    )
    return unseen or (state.zone == HAND and state.owner != seat) or _can_play(ref, seat, card)


def _may_be_unveiled(ref: Referee, seat: int, card: int) -> bool:
    state = ref.cards[card]
    return state.veiled and (state.controller != seat or _can_unveil(ref, card))


def _can_play(ref: Referee, seat: int, card: int) -> bool:
    """Return whether an effect can play a card.

    The depth rule applies too (§2). Cards in play have been played already.
    """
    printed = ref.printed[card]
    if is_in_play(ref, card):
        return False
    if printed.kind is Kind.ARCANUM and printed.value < ref.depth(seat):
        return False
    return why_unplayable(ref, seat, card) is None


def _unveil(ref: Referee, frame: ResolveLine, op: tree.Unveil, seat: int) -> None:
    picked = _pick(ref, frame, op, seat, lambda card: _may_be_unveiled(ref, seat, card))
    if picked is not None:
        _one_by_one(ref, frame, picked, lambda card: _can_unveil(ref, card), seat, unveiled=True)


def _can_unveil(ref: Referee, card: int) -> bool:
    state = ref.cards[card]
    if not state.veiled or is_forbidden(ref, state.controller, Prohibition.UNVEIL):
        return False
    return why_unplayable(ref, state.controller, card) is None


def _play_possible(ref: Referee, context: EffectContext, op: tree.Play) -> bool:
    return could(ref, context, op.what, lambda card: _may_be_played(ref, context.seat, card))


def _unveil_possible(ref: Referee, context: EffectContext, op: tree.Unveil) -> bool:
    return could(ref, context, op.what, lambda card: _may_be_unveiled(ref, context.seat, card))


PLAY = Verb(_play, _play_possible)
UNVEIL = Verb(_unveil, _unveil_possible)
