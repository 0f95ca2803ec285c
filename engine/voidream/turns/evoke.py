"""Evoking: look at the top card of the deck, then play, veil or return it (§2, R7, R34)."""

from __future__ import annotations

from cards.i18n import Message, Value, msg, row, title
from cards.voidream.language.tree import KeywordName
from cards.voidream.model import Kind
from engine.kernel.machine import Procedure
from engine.kernel.question import PendingOption, QuestionKind
from engine.voidream.event_kinds import Veiling
from engine.voidream.events.windows import do
from engine.voidream.facts.deck import EvokeDeclined, Evoking
from engine.voidream.frames import EvokeCard, PlayCard, ResolveLine
from engine.voidream.mutations.card_knowledge import look_at_top, put_down
from engine.voidream.program import TEXT, CardPool
from engine.voidream.queries.restrictions import Reason, why_unplayable, with_rule
from engine.voidream.questions.topics import OptionVerb, Topic
from engine.voidream.referee import Referee


def why_not_evoked(ref: Referee, seat: int, card: int) -> Reason | None:
    """Return why a card that is being evoked can't be played, or None if it can (R7, R38)."""
    if ref.printed[card].keyword(KeywordName.VEIL) is not None:
        named = title(ref.title(card))
        return msg(
            "{card} has Veil: it is never played face up from an evoke.", card=named
        ), "§7 Evoking veil"
    return why_unplayable(ref, seat, card)


def look(ref: Referee, frame: EvokeCard) -> None:
    """Secretly look at the top card, then decide (§2, R7, R34)."""
    seat = frame.seat
    card = ref.seats[seat].deck[0]
    look_at_top(ref, seat, 1, seat)
    name = ref.title(card)
    named = title(name)
    depth = ref.depth(seat)
    ref.emit(Evoking(seat, depth), frame.cause, private={seat: Evoking(seat, depth, name)})
    options: list[PendingOption] = []
    printed = ref.printed[card]
    reason = why_not_evoked(ref, seat, card)
    detail: Message | str = ""
    if printed.keyword(KeywordName.VEIL) is not None:
        options.append(
            PendingOption(
                "veil",
                msg("Veil {card}", card=named),
                msg("Place it face down."),
                verb=OptionVerb.VEIL,
                subject=name,
            )
        )
        detail = msg("It has Veil: it is never played face up from an evoke.")
    elif reason is None:
        options.append(_playing(ref.pool, name))
    else:
        detail = with_rule(reason)
    options.append(
        PendingOption(
            "return",
            msg("Return {card} to the top", card=named),
            detail,
            verb=OptionVerb.RETURN,
            subject=name,
        )
    )
    ref.ask(
        seat, QuestionKind.ONE, msg("You evoke {card}.", card=named), Topic.EVOKED, tuple(options), cause=frame.cause,
    )  # fmt: skip


def _playing(pool: CardPool, name: str) -> PendingOption:
    """Return playing an evoked card as an option, with its whole text: no one else shows the card to its owner."""
    known = f"evoke {name}"
    if known not in pool.offers:
        offered = PendingOption(
            "play",
            msg("Play {card}", card=title(name)),
            _printed_on(pool, name),
            verb=OptionVerb.PLAY,
            subject=name,
        )
        pool.offers[known] = offered
    return pool.offers[known]


_KINDS = {
    Kind.THOUGHT: msg("thought"),
    Kind.MEMORY: msg("memory"),
    Kind.ENTITY: msg("entity"),
    Kind.CONSTRUCT: msg("construct"),
}


def _printed_on(pool: CardPool, name: str) -> Message:
    printed = pool[name]
    parts: list[Value] = [_KINDS[printed.kind], msg("value {value}", value=printed.value)]
    if printed.kind is Kind.ENTITY:
        parts.append(
            msg(
                "dawn {dawn}, stability {stability}, dusk {dusk}",
                dawn=printed.card.dawn,
                stability=printed.card.stability,
                dusk=printed.card.dusk,
            )
        )
    elif printed.is_construct:
        parts.append(msg("stability {stability}", stability=printed.card.stability))
    about = row(*parts, between=", ")
    text = pool.whole_text(name, TEXT)
    return msg("{about}. {text}", about=about, text=text) if text.message else about


def decide(ref: Referee, frame: EvokeCard) -> None:
    """Play it, veil it, or return it."""
    seat = frame.seat
    card = ref.seats[seat].deck[0]
    put_down(ref, seat)
    beneath = ref.position.stack[-2]
    assert isinstance(beneath, ResolveLine)
    match frame.take_choice():
        case ["play"]:
            beneath.evoked = [card]
            ref.push(PlayCard(card=card, seat=seat, cause=frame.cause))
        case ["veil"]:
            beneath.evoked = [card]
            do(ref, Veiling([card], seat=seat, cause=frame.cause))
        case _:
            ref.emit(EvokeDeclined(seat), frame.cause)


EVOKE = Procedure(EvokeCard, look, decide)
