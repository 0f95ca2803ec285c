"""Unique hosts: a copy underneath may go instead of the host (§6 Unique, R40)."""

from __future__ import annotations

from cards.i18n import msg, title
from cards.voidream.language.tree import Ban
from cards.voidream.model import Kind
from engine.kernel.machine import Procedure
from engine.kernel.question import PendingOption, QuestionKind
from engine.voidream.event_kinds import Destroying, EventOfDiscarding, GameEvent
from engine.voidream.frames import EventWindow, OfferCopies
from engine.voidream.position import PLAY
from engine.voidream.queries.prohibitions import is_banned
from engine.voidream.questions.topics import OptionVerb, Topic
from engine.voidream.referee import Referee


def may_leave_a_copy(ref: Referee, event: GameEvent) -> bool:
    """Whether a host could give up an attached copy of itself instead of being discarded (§6 Unique, R40)."""
    if not isinstance(event, EventOfDiscarding) or event.copies is not None:
        return False
    return any(_copy_under(ref, card) is not None for card in event.cards)


def _copy_under(ref: Referee, card: int) -> int | None:
    state = ref.cards[card]
    if state.zone != PLAY or state.veiled or ref.printed[card].kind is not Kind.ENTITY:
        return None
    return next((c for c in state.attached if ref.cards[c].face_up and ref.title(c) == state.title), None)


def offer_copies(ref: Referee, frame: OfferCopies) -> None:
    """Ask the controllers of hosts, one after the other, whether the copy underneath goes instead (§6 Unique)."""
    event, asked = frame.event, frame.asked
    assert isinstance(event, EventOfDiscarding)
    if frame.take_choice() == ["yes"]:
        copy = _copy_under(ref, asked[-1])
        if copy is not None:
            frame.copies[asked[-1]] = copy
    for card in event.cards:
        if card in asked or _copy_under(ref, card) is None:
            continue
        if isinstance(event, Destroying) and is_banned(ref, card, Ban.DESTROYED):
            continue
        asked.append(card)
        frame.step = "offer_copies"
        named = title(ref.title(card))
        ref.ask(
            ref.cards[card].controller, QuestionKind.YES_NO,
            msg("Discard the copy under {card} instead of {card} itself?", card=named),
            Topic.COPY,
            (
                PendingOption("yes", msg("Discard the copy"), verb=OptionVerb.DISCARD_COPY),
                PendingOption("no", msg("Discard {card}", card=named), verb=OptionVerb.LET_GO, subject=ref.title(card)),
            ),
            cause="§6 Unique", subject=ref.title(card),
        )  # fmt: skip
        return
    window = ref.position.stack[-2]
    assert isinstance(window, EventWindow)
    event.copies = frame.copies
    window.event = frame.event


UNIQUE = Procedure(OfferCopies, offer_copies)
