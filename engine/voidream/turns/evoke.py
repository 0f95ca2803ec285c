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
    """Return why an evoked card can't be played; None if it can (R7, R38)."""
    if ref.printed[card].keyword(KeywordName.VEIL) is not None:
        name = title(ref.title(card))
        return msg("{card} has Veil: it is never played face up from an evoke.", card=name), "§7 Evoking veil"
    return why_unplayable(ref, seat, card)


def look(ref: Referee, frame: EvokeCard) -> None:
    """Show the top card to the player, and ask for the decision (§2, R7, R34)."""
    seat = frame.seat
    card = ref.seats[seat].deck[0]
    look_at_top(ref, seat, 1, seat)
    name = ref.title(card)
    card_name = title(name)
    depth = ref.depth(seat)
    ref.emit(Evoking(seat, depth), frame.cause, private={seat: Evoking(seat, depth, name)})
    options: list[PendingOption] = []
    compiled = ref.printed[card]
    reason = why_not_evoked(ref, seat, card)
    detail: Message | str = ""
    if compiled.keyword(KeywordName.VEIL) is not None:
        options.append(
            PendingOption(
                "veil",
                msg("Veil {card}", card=card_name),
                msg("Place it face down."),
                verb=OptionVerb.VEIL,
                subject=name,
            )
        )
        detail = msg("It has Veil: it is never played face up from an evoke.")
    elif reason is None:
        options.append(_play_option(ref.pool, name))
    else:
        detail = with_rule(reason)
    options.append(
        PendingOption(
            "return",
            msg("Return {card} to the top", card=card_name),
            detail,
            verb=OptionVerb.RETURN,
            subject=name,
        )
    )
    ref.ask(
        seat, QuestionKind.ONE, msg("You evoke {card}.", card=card_name), Topic.EVOKED, tuple(options), cause=frame.cause,
    )  # fmt: skip


def _play_option(pool: CardPool, name: str) -> PendingOption:
    """Return the option of playing an evoked card, with its whole text, because its owner can't see the card elsewhere."""
    key = f"evoke {name}"
    if key not in pool.offers:
        option = PendingOption(
            "play",
            msg("Play {card}", card=title(name)),
            _printed_on(pool, name),
            verb=OptionVerb.PLAY,
            subject=name,
        )
        pool.offers[key] = option
    return pool.offers[key]


_KINDS = {
    Kind.THOUGHT: msg("thought"),
    Kind.MEMORY: msg("memory"),
    Kind.ENTITY: msg("entity"),
    Kind.CONSTRUCT: msg("construct"),
}


def _printed_on(pool: CardPool, name: str) -> Message:
    compiled = pool[name]
    parts: list[Value] = [_KINDS[compiled.kind], msg("value {value}", value=compiled.value)]
    if compiled.kind is Kind.ENTITY:
        parts.append(
            msg(
                "dawn {dawn}, stability {stability}, dusk {dusk}",
                dawn=compiled.card.dawn,
                stability=compiled.card.stability,
                dusk=compiled.card.dusk,
            )
        )
    elif compiled.is_construct:
        parts.append(msg("stability {stability}", stability=compiled.card.stability))
    about = row(*parts, between=", ")
    text = pool.whole_text(name, TEXT)
    return msg("{about}. {text}", about=about, text=text) if text.message else about


def decide(ref: Referee, frame: EvokeCard) -> None:
    """Play, veil, or return the card."""
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
