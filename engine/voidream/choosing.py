"""Putting cards to a player as options, and understanding what they chose."""

from __future__ import annotations

from cards.voidream.language.tree import Stat
from engine.kernel.position import Frame
from engine.kernel.question import Option, QuestionKind
from engine.voidream.position import ATTACHED, DECK, HAND, PLAY
from engine.voidream.reckoning import stat
from engine.voidream.referee import Referee


def ask_cards(
    ref: Referee,
    frame: Frame,
    seat: int,
    cards: list[int],
    purpose: str,
    awaited: str,
    *,
    at_least: int,
    at_most: int,
    ordered: bool = False,
    cause: str = "",
) -> None:
    """Ask a seat for some of the cards; `chosen` understands the answer."""
    options, keys = options_for(ref, seat, cards)
    frame.vars["keys"] = keys
    ref.ask(
        seat, QuestionKind.CARDS, purpose, awaited, options,
        minimum=at_least, maximum=at_most, ordered=ordered, cause=cause,
    )  # fmt: skip


def chosen(frame: Frame) -> list[int] | None:
    """Return the cards of an answer that has come, taking it out of the frame; None if there is none."""
    choice = frame.vars.pop("choice", None)
    if choice is None:
        return None
    keys = frame.vars.pop("keys")
    return [keys[key] for key in choice]


def options_for(ref: Referee, seat: int, cards: list[int]) -> tuple[tuple[Option, ...], dict[str, int]]:
    """Return the options for these cards as a seat knows them, and which key is which card.

    Cards on the table are told apart by their tag; cards elsewhere by title, alike ones being alike.
    """
    options: list[Option] = []
    keys: dict[str, int] = {}
    for card in cards:
        key = key_of(ref, seat, card)
        if key in keys:
            key = f"{key} ({sum(known.startswith(key) for known in keys) + 1})"
        keys[key] = card
        label, detail = describe(ref, seat, card)
        options.append(Option(key, label, detail))
    return tuple(options), keys


def key_of(ref: Referee, seat: int, card: int) -> str:
    """Return how a seat may call a card in an answer."""
    state = ref.cards[card]
    title = title_for(ref, seat, card)
    return f"{title}#{state.tag}" if state.tag else title


def title_for(ref: Referee, seat: int, card: int) -> str:
    """Return a card's title if the seat may know it, else what lies there."""
    state = ref.cards[card]
    if state.zone == ATTACHED and not state.face_up and state.controller != seat:
        return f"Charge of value {ref.printed[card].value}"
    if state.zone == PLAY and state.veiled and state.controller != seat:
        return f"Veiled card of value {ref.printed[card].value}"
    if state.zone == HAND and state.owner != seat:
        return f"Arcanum of value {ref.printed[card].value}"
    return state.title


def describe(ref: Referee, seat: int, card: int) -> tuple[str, str]:
    """Return a label and a detail for a card, for a person's eyes."""
    state, printed = ref.cards[card], ref.printed[card]
    label = title_for(ref, seat, card)
    parts: list[str] = []
    if ref.is_entity(card):
        parts.append(
            f"dawn {stat(ref, card, Stat.DAWN)}, stability {stat(ref, card, Stat.STABILITY)}, "
            f"dusk {stat(ref, card, Stat.DUSK)}"
        )
    else:
        parts.append(f"value {printed.value}")
    if state.zone in (PLAY, ATTACHED, DECK) and state.tag:
        parts.append("yours" if state.controller == seat else "your opponent's")
        if state.zone == PLAY and state.veiled and state.controller == seat:
            parts.append("veiled")
        if state.zone == ATTACHED:
            host = ref.cards[state.host]
            parts.append(f"under {host.title}" if not host.veiled else "under a veiled card")
    if state.exhausted:
        parts.append("exhausted")
    if state.damage:
        parts.append(f"damage {state.damage}")
    if state.role:
        parts.append(state.role)
    return label, ", ".join(parts)
