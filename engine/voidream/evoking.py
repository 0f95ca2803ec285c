"""Evoking: look at the top card of the deck, then play, veil or return it (§2, R7, R34)."""

from __future__ import annotations

from cards.locales import Phrase, Value, row, say, title
from cards.voidream.language.tree import KeywordName
from cards.voidream.model import Kind
from engine.kernel.machine import Procedure
from engine.kernel.question import Offered, QuestionKind
from engine.voidream import changes
from engine.voidream.deeds import Veiling
from engine.voidream.events import EvokeDeclined, Evoking
from engine.voidream.frames import EvokeCard, PlayCard, ResolveLine
from engine.voidream.program import TEXT, Pool
from engine.voidream.referee import Referee
from engine.voidream.restrictions import Reason, why_unplayable, with_rule
from engine.voidream.windows import do

EVOKED = say("an evoked card")
"""What the question is about that an evoke asks."""


def why_not_evoked(ref: Referee, seat: int, card: int) -> Reason | None:
    """Return why a card that is being evoked can't be played, or None if it can (R7, R38)."""
    if ref.printed[card].keyword(KeywordName.VEIL) is not None:
        named = title(ref.title(card))
        return say(
            "{card} has Veil: it is never played face up from an evoke.", card=named
        ), "§7 Evoking veil"
    return why_unplayable(ref, seat, card)


def look(ref: Referee, frame: EvokeCard) -> None:
    """Secretly look at the top card, then decide (§2, R7, R34)."""
    seat = frame.seat
    card = ref.seats[seat].deck[0]
    changes.look(ref, seat, 1, seat)
    name = ref.title(card)
    named = title(name)
    depth = ref.depth(seat)
    ref.tell(Evoking(seat, depth), frame.cause, private={seat: Evoking(seat, depth, name)})
    options: list[Offered] = []
    printed = ref.printed[card]
    reason = why_not_evoked(ref, seat, card)
    detail: Phrase | str = ""
    if printed.keyword(KeywordName.VEIL) is not None:
        options.append(Offered("veil", say("Veil {card}", card=named), say("Place it face down.")))
        detail = say("It has Veil: it is never played face up from an evoke.")
    elif reason is None:
        options.append(_playing(ref.pool, name))
    else:
        detail = with_rule(reason)
    options.append(Offered("return", say("Return {card} to the top", card=named), detail))
    ref.ask(
        seat, QuestionKind.ONE, say("You evoke {card}.", card=named), EVOKED, tuple(options), cause=frame.cause,
    )  # fmt: skip


def _playing(pool: Pool, name: str) -> Offered:
    """Return playing an evoked card as an option, with all that is printed on it: nobody else shows it to its owner."""
    known = f"evoke {name}"
    if known not in pool.offers:
        offered = Offered("play", say("Play {card}", card=title(name)), _printed_on(pool, name))
        pool.offers[known] = offered
    return pool.offers[known]


_KINDS = {
    Kind.THOUGHT: say("thought"),
    Kind.MEMORY: say("memory"),
    Kind.ENTITY: say("entity"),
    Kind.CONSTRUCT: say("construct"),
}


def _printed_on(pool: Pool, name: str) -> Phrase:
    printed = pool[name]
    parts: list[Value] = [_KINDS[printed.kind], say("value {value}", value=printed.value)]
    if printed.kind is Kind.ENTITY:
        parts.append(
            say(
                "dawn {dawn}, stability {stability}, dusk {dusk}",
                dawn=printed.card.dawn,
                stability=printed.card.stability,
                dusk=printed.card.dusk,
            )
        )
    elif printed.is_construct:
        parts.append(say("stability {stability}", stability=printed.card.stability))
    about = row(*parts, between=", ")
    text = pool.whole_text(name, TEXT)
    return say("{about}. {text}", about=about, text=text) if text.message else about


def decide(ref: Referee, frame: EvokeCard) -> None:
    """Play it, veil it, or return it."""
    seat = frame.seat
    card = ref.seats[seat].deck[0]
    ref.seats[seat].lifted = 0
    ref.touch()
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
            ref.tell(EvokeDeclined(seat), frame.cause)


EVOKE = Procedure(EvokeCard, look, decide)
