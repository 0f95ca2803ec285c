"""Choices of cards, opponents and players for a line, and whether a price can be paid (DD43, DD44)."""

from __future__ import annotations

import msgspec

from cards.dreams_of_dystopia.language import instructions
from cards.dreams_of_dystopia.language.instructions import DiscardSome, ReturnToSupply, Search
from cards.dreams_of_dystopia.language.selections import Chosen
from cards.dreams_of_dystopia.language.words import Helpers, Noun, Score, Zone
from cards.i18n import line, msg, seat_name, title
from cards.language.nodes import Player
from cards.language.records import Node
from engine.dreams_of_dystopia.frames import RunLine
from engine.dreams_of_dystopia.numbers import fits
from engine.dreams_of_dystopia.referee import Referee
from engine.dreams_of_dystopia.topics import OptionVerb, Topic
from engine.dreams_of_dystopia.zones import DECK, DISCARD, HAND
from engine.kernel.effects.control import NO, YES
from engine.kernel.question import PendingOption, QuestionKind

CARDS, SEARCH, OPPONENT, PLAYER, USING = "cards", "search", "opponent", "player", "using"
"""The states in which an instruction waits. `USING`: the Weapon that was found in the deck is being used."""

NOTHING = "nothing"
"""The key of the option to take nothing from a deck (DD21)."""
_NONE = PendingOption(NOTHING, msg("Nothing"))

YES_NO = (
    PendingOption(YES, msg("Yes"), verb=OptionVerb.YES),
    PendingOption(NO, msg("No"), verb=OptionVerb.NO),
)

ChoosesCards = (
    instructions.Discard
    | ReturnToSupply
    | instructions.PutIntoHand
    | instructions.PutOnTop
    | instructions.Turn
)
"""The instructions about cards that may be chosen."""


class Pick(msgspec.Struct):
    """A choice for an instruction: the possible cards, and the minimum and maximum number of them."""

    cards: list[int]
    low: int
    high: int


# ------------------------------------------------------------------------------------------------------- which cards


def _chosen(m: Referee, seat: int, what: Chosen) -> Pick:
    """Return a player's possible choices for a description, in hand or in the discard pile without used cards (DD17)."""
    filter = what.filter
    cards = m.zone(DISCARD if filter.zone is Zone.DISCARD else HAND, seat)
    cards = m.of_sort(cards, filter.noun, *((filter.or_noun,) if filter.or_noun else ()))
    most = len(cards) if what.at_most is None else what.at_most
    return Pick(cards, min(what.at_least, len(cards)), min(most, len(cards)))


def pick_of(m: Referee, frame: RunLine, op: Node) -> Pick:
    """Return the current choice for an instruction."""
    if isinstance(op, DiscardSome):
        hand = m.zone(HAND, frame.seat)
        count = min(op.n, len(hand))
        return Pick(list(hand), count, count)
    assert isinstance(op, ChoosesCards)
    assert isinstance(op.what, Chosen)
    return _chosen(m, frame.seat, op.what)


def is_open(m: Referee, frame: RunLine, op: Node, pick: Pick) -> bool:
    """Return whether there is a choice: more cards than are taken, and not all equal.

    If others notice a question about the hand, a player with more cards than are taken is asked in any case (DD128).
    """
    if _is_of_hand(op) and m.is_noticed(frame.seat):
        is_owed = bool(pick.cards) or (isinstance(op, ReturnToSupply) and not op.what.at_least)
        return is_owed and len(m.zone(HAND, frame.seat)) > pick.low
    if pick.high == 0 or pick.low == len(pick.cards):
        return False
    return len({m.layout.face(m.card(card)) for card in pick.cards}) > 1 or pick.low < pick.high


def _is_of_hand(op: Node) -> bool:
    what = op.what if isinstance(op, ChoosesCards) else None
    return isinstance(op, DiscardSome) or (isinstance(what, Chosen) and what.filter.zone is not Zone.DISCARD)


def found_in_deck(m: Referee, frame: RunLine, op: Node) -> list[int]:
    """Return the cards that a search of the deck can find (DD21, DD22)."""
    deck = m.zone(DECK, frame.seat)
    if isinstance(op, Search):
        assert isinstance(op.what, Chosen)
        return m.of_sort(deck, op.what.filter.noun)
    fighter = m.fighter(frame.seat)
    if fighter is None or fighter.card < 0 or Helpers.WEAPONS in fighter.barred:
        return []
    return [card for card in m.of_sort(deck, Noun.WEAPON) if fits(m, fighter, m.side(card))]


# -------------------------------------------------------------------------------------------------------- possible actions


def can_do(m: Referee, frame: RunLine, op: Node, *, is_public: bool = False) -> bool:
    """Return whether an instruction can be completely done: all costs must be available (DD43).

    `is_public` judges by what the others know: the number of cards in a hand, not which they are (DD128).
    """
    seat = frame.seat
    if isinstance(op, ChoosesCards):
        if is_public and _is_of_hand(op):
            return bool(m.zone(HAND, seat))
        # The Master and this card are always available, and a revealed card has its own "if".
        what = op.what
        return not isinstance(what, Chosen) or len(_chosen(m, seat, what).cards) >= max(1, what.at_least)
    match op:
        case DiscardSome(n, _, Player.YOU):
            return len(m.zone(HAND, seat)) >= n
        case instructions.ChangeScore(n, Score.FAME, True, Player.YOU):
            return m.seat(seat).fame >= n
        case instructions.Draw(who=Player.YOU) | Search() | instructions.SearchAndUse():
            return bool(m.zone(DECK, seat) or m.zone(DISCARD, seat))
        case instructions.GainCards(what):
            return bool(m.pile(m.pool.curse if what.filter.noun is Noun.CURSE else m.pool.deed))
        case instructions.GiveCurses():
            return bool(m.pile(m.pool.curse))
        case _:
            return True


# ------------------------------------------------------------------------------------------------------------- asking


def ask_for(m: Referee, frame: RunLine, op: Node, text: str) -> None:
    """Ask for the choice that an instruction waits for: cards, a card of the deck, an opponent, or a player.

    Raises AssertionError if there is no choice between cards.
    """
    topic, kind, low, high = Topic(frame.stage), QuestionKind.ONE, 1, 1
    card = title(frame.title)
    purpose, quoted = msg("{card}: {effect}", card=card, effect=line(text)), text
    frame.keys = {}
    match topic:
        case Topic.CARDS:
            pick = pick_of(m, frame, op)
            assert is_open(m, frame, op, pick)
            options = _offers(m, frame, pick)
            if not pick.low == pick.high == 1:
                kind = QuestionKind.CARDS
            if pick.cards:
                low, high = pick.low, pick.high
        case Topic.SEARCH:
            # By titles: the owner of the deck doesn't learn its order, and may take nothing (DD21).
            names = sorted({m.called(card) for card in found_in_deck(m, frame, op)})
            options = [*(PendingOption(name, title(name), subject=name) for name in names), _NONE]
        case Topic.OPPONENT:
            purpose, quoted = msg("{card}: which opponent?", card=card), ""
            options = [player_option(seat) for seat in m.opponents(frame.seat)]
        case _:
            purpose, quoted = msg("{card}: who loses LP?", card=card), ""
            options = [player_option(seat) for seat in m.in_order()]
    m.ask(
        frame.seat, kind, purpose, topic, tuple(options), minimum=low, maximum=high,
        cause=frame.title, subject=frame.title, quoted=quoted,
    )  # fmt: skip


def _offers(m: Referee, frame: RunLine, pick: Pick) -> list[PendingOption]:
    """Return an option for each card, and record the card's key in the frame; if one is taken, equal cards share one."""
    options = [] if pick.cards else [_NONE]
    for card in pick.cards:
        name = m.called(card)
        copies = sum(option.subject.partition("#")[0] == name for option in options)
        if not copies or pick.low != 1 or pick.high != 1:
            key = f"{name}#{copies + 1}" if copies else name
            frame.keys[key] = card
            options.append(PendingOption(key, title(name), subject=key))
    return options


def player_option(seat: int, verb: str = "") -> PendingOption:
    """Return the option of a player."""
    return PendingOption(f"seat {seat}", seat_name(seat), verb=verb, subject=f"seat {seat}")


def seat_of_key(key: str) -> int:
    """Return the seat of a player's option."""
    return int(key.removeprefix("seat "))
