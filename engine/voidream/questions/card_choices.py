"""Cards as options of a question, and the cards of an answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from cards.i18n import Message, Value, msg, row, title
from cards.voidream.language.tree import Stat
from engine.kernel.question import OptionSubject, PendingOption, QuestionKind
from engine.voidream.frames import Asking
from engine.voidream.position import ATTACHED, ATTACKING, DECK, DEFENDING, HAND, PLAY
from engine.voidream.program import INVERTED, TEXT
from engine.voidream.queries.characteristics import stat
from engine.voidream.questions.subjects import hidden_arcanum, hidden_card, hidden_charge
from engine.voidream.questions.topics import Topic
from engine.voidream.referee import Referee

Remark = Callable[[int], Message | None]
"""Further information for people on a card that can be chosen."""


def ask_cards(  # noqa: PLR0913
    ref: Referee,
    frame: Asking,
    seat: int,
    cards: list[int],
    purpose: Message,
    topic: Topic,
    *,
    at_least: int,
    at_most: int,
    ordered: bool = False,
    cause: str = "",
    subject: str = "",
    quoted: str = "",
    remark: Remark = lambda card: None,
) -> None:
    """Ask a seat for some of the cards. `chosen` reads the answer; `remark` returns further information on a card."""
    options, frame.keys = options_for(ref, seat, cards, remark)
    ref.ask(
        seat, QuestionKind.CARDS, purpose, topic, options,
        minimum=at_least, maximum=at_most, ordered=ordered, cause=cause, subject=subject, quoted=quoted,
    )  # fmt: skip


def chosen(frame: Asking) -> list[int] | None:
    """Return the cards of the answer, and clear it; None if there is none."""
    choice = frame.take_choice()
    if choice is None:
        return None
    keys, frame.keys = frame.keys, {}
    return [keys[key] for key in choice]


def options_for(
    ref: Referee,
    seat: int,
    cards: list[int],
    remark: Remark = lambda card: None,
    *,
    are_named: bool = False,
) -> tuple[tuple[PendingOption, ...], dict[str, int]]:
    """Return the options for these cards as a seat knows them, and the card of each key.

    `are_named`: the question names whose cards they are, so their details don't, nor if all are the seat's own.
    Cards on the table are identified by tag, cards elsewhere by title, so that copies can't be told apart. Those in another
    player's hand are sorted by value, equal values in a new random order, so that no one can follow them between questions.
    """
    if any(ref.cards[card].zone == HAND and ref.cards[card].owner != seat for card in cards):
        cards = list(cards)
        ref.position.chance.shuffle(cards)
        cards.sort(key=lambda card: ref.printed[card].value)
    are_named = are_named or all(ref.cards[card].controller == seat for card in cards)
    options: list[PendingOption] = []
    keys: dict[str, int] = {}
    for card in cards:
        key = key_of(ref, seat, card)
        if key in keys:
            key = f"{key} ({sum(other_key.startswith(key) for other_key in keys) + 1})"
        keys[key] = card
        label, detail = describe(ref, seat, card, is_named=are_named)
        if (remark_text := remark(card)) is not None:
            detail = row(detail, remark_text, between=", ")
        options.append(PendingOption(key, label, detail, subject=key_of(ref, seat, card)))
    return tuple(options), keys


def key_of(ref: Referee, seat: int, card: int) -> str:
    """Return the key of a card in a seat's answer, based on the seat's knowledge of the card."""
    state, value = ref.cards[card], ref.printed[card].value
    match _back(ref, seat, card):
        case "charge":
            name = hidden_charge(value)
        case "veiled":
            name = hidden_card(value)
        case "arcanum":
            name = hidden_arcanum(value)
        case _:
            name = state.title
    return OptionSubject(name, state.tag or None).text


def _back(ref: Referee, seat: int, card: int) -> Literal["charge", "veiled", "arcanum", ""]:
    """Return a seat's information about a card whose title it may not know; "" for other cards."""
    state = ref.cards[card]
    if state.zone == ATTACHED and not state.face_up and state.controller != seat:
        return "charge"
    if state.zone == PLAY and state.veiled and state.controller != seat:
        return "veiled"
    return "arcanum" if state.zone == HAND and state.owner != seat else ""


def title_for(ref: Referee, seat: int, card: int) -> Message:
    """Return a card's title if the seat may know it, otherwise the kind of card."""
    value = ref.printed[card].value
    match _back(ref, seat, card):
        case "charge":
            return msg("Charge of value {value}", value=value)
        case "veiled":
            return msg("Veiled card of value {value}", value=value)
        case "arcanum":
            return msg("Arcanum of value {value}", value=value)
        case _:
            return title(ref.cards[card].title)


def describe(ref: Referee, seat: int, card: int, *, is_named: bool = False) -> tuple[Message, Message]:
    """Return a label and a detail for a card, as shown to people.

    `is_named`: the reader knows whose card it is, so the detail doesn't mention it.
    """
    state, printed = ref.cards[card], ref.printed[card]
    parts: list[Value] = []
    if ref.is_entity(card):
        dawn, stability, dusk = (
            stat(ref, card, stat_kind) for stat_kind in (Stat.DAWN, Stat.STABILITY, Stat.DUSK)
        )
        parts.append(
            msg("dawn {dawn}, stability {stability}, dusk {dusk}", dawn=dawn, stability=stability, dusk=dusk)
        )
    else:
        parts.append(msg("value {value}", value=printed.value))
    if state.zone in (PLAY, ATTACHED, DECK) and state.tag:
        if not is_named:
            parts.append(msg("yours") if state.controller == seat else msg("your opponent's"))
        if state.zone == PLAY and state.veiled and state.controller == seat:
            parts.append(msg("veiled"))
        if state.zone == ATTACHED:
            host = ref.cards[state.host]
            parts.append(
                msg("under a veiled card") if host.veiled else msg("under {card}", card=title(host.title))
            )
    if state.exhausted:
        parts.append(msg("exhausted"))
    if state.damage:
        parts.append(msg("damage {points}", points=state.damage))
    if state.role:
        parts.append(_ROLES[state.role])
    detail = row(*parts, between=", ")
    if not state.tag and not (state.zone == HAND and state.owner != seat):
        detail = _with_text(ref, state.title, detail)
    return title_for(ref, seat, card), detail


def _with_text(ref: Referee, name: str, detail: Message) -> Message:
    """Return a card's detail with its text, for cards whose text can't be read on the table."""
    pool = ref.pool
    text, inverted = pool.whole_text(name, TEXT), pool.whole_text(name, INVERTED)
    if inverted.message:
        return msg("{about}. {text} Inverted: {inverted}", about=detail, text=text, inverted=inverted)
    return msg("{about}. {text}", about=detail, text=text) if text.message else detail


_ROLES = {ATTACKING: msg("attacking"), DEFENDING: msg("defending")}
