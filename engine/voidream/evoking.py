"""Evoking: look at the top card of the deck, then play, veil or return it (§2, R7, R34)."""

from __future__ import annotations

from cards.voidream.language.tree import KeywordName
from cards.voidream.model import Kind
from engine.kernel.machine import Procedure
from engine.kernel.position import Frame
from engine.kernel.question import Option, QuestionKind
from engine.voidream.program import TEXT
from engine.voidream.referee import Referee
from engine.voidream.restrictions import Reason, why_unplayable
from engine.voidream.windows import do

EVOKED = "an evoked card"
"""What the question is about that an evoke asks."""


def why_not_evoked(ref: Referee, seat: int, card: int) -> Reason | None:
    """Return why a card that is being evoked can't be played, or None if it can (R7, R38)."""
    if ref.printed[card].keyword(KeywordName.VEIL) is not None:
        return f"{ref.title(card)} has Veil: it is never played face up from an evoke.", "§7 Evoking veil"
    return why_unplayable(ref, seat, card)


def look(ref: Referee, frame: Frame) -> None:
    """Secretly look at the top card, then decide (§2, R7, R34)."""
    v = frame.vars
    seat: int = v["seat"]
    card = ref.seats[seat].deck[0]
    ref.seats[seat].lifted = 1
    ref.seats[seat].looker = seat
    ref.resource()
    title = ref.title(card)
    ref.tell(
        "evoking", v["cause"], private={seat: {"title": title}}, reveals=True, seat=seat, next=ref.depth(seat)
    )
    options: list[Option] = []
    printed = ref.printed[card]
    reason = why_not_evoked(ref, seat, card)
    detail = ""
    if printed.keyword(KeywordName.VEIL) is not None:
        options.append(Option("veil", f"Veil {title}", "Place it face down."))
        detail = "It has Veil: it is never played face up from an evoke."
    elif reason is None:
        options.append(Option("play", f"Play {title}", _printed_on(ref, card)))
    else:
        detail = f"{reason[0]} ({reason[1]})"
    options.append(Option("return", f"Return {title} to the top", detail))
    ref.ask(
        seat, QuestionKind.ONE, f"You evoke {title}.", EVOKED, tuple(options), cause=v["cause"],
    )  # fmt: skip


def _printed_on(ref: Referee, card: int) -> str:
    """Return all that is printed on a Dream card, in a line: nobody else shows it to whoever must decide."""
    printed = ref.printed[card]
    parts = [printed.kind.value, f"value {printed.value}"]
    if printed.kind is Kind.ENTITY:
        parts += [
            f"dawn {printed.card.dawn}",
            f"stability {printed.card.stability}",
            f"dusk {printed.card.dusk}",
        ]
    elif printed.is_construct:
        parts.append(f"stability {printed.card.stability}")
    text = ref.pool.whole_text(printed.title, TEXT)
    return ", ".join(parts) + (f". {text}" if text else "")


def decide(ref: Referee, frame: Frame) -> None:
    """Play it, veil it, or return it."""
    v = frame.vars
    seat: int = v["seat"]
    card = ref.seats[seat].deck[0]
    ref.seats[seat].lifted = 0
    ref.resource()
    beneath = ref.position.stack[-2].vars
    match v.pop("choice")[0]:
        case "play":
            beneath["evoked"] = [card]
            ref.push("play_card", card=card, seat=seat, cause=v["cause"], unveiled=False, inverted=False)
        case "veil":
            beneath["evoked"] = [card]
            do(ref, {"kind": "veil", "cards": [card], "seat": seat, "cause": v["cause"]})
        case _:
            ref.tell("evoke declined", v["cause"], seat=seat)


EVOKE: Procedure = (look, decide)
