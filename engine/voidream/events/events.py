"""Deeds: every kind of thing that can happen, and what it is to triggered abilities (§6, §7, R30, R46)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Required, TypedDict

from cards.voidream.language.tree import Ban, KeywordName, TriggerType
from engine.voidream.position import ATTACHED, DECK, PLAY
from engine.voidream.queries.characteristics import is_banned, keyword
from engine.voidream.queries.nouns import is_face_down
from engine.voidream.referee import Referee

H = TriggerType


class GameEvent(TypedDict, total=False):
    """`kind` and what that kind needs; it is kept in a frame's variables, so it is plain data."""

    kind: Required[str]
    cause: str
    """The title of a card, or the rule, behind it."""
    cards: list[int]
    seat: int
    card: int
    amount: int
    shares: dict[str, int]
    """Damage by card or, for Dream damage, by seat."""
    reach: int
    """The value of the card that deals Dream damage, which Deep may withstand."""
    dealt: int
    hosts: list[int]
    host: int
    bottom: bool
    random: bool
    offering: bool
    inverted: bool
    before: int
    after: int
    result: int
    winner: int
    """Of a conflict, -1 if it is a draw."""
    conflict: str
    """Dawn or dusk, of a conflict that is about to be initiated; "" if that is still to be chosen."""
    copies: dict[str, int]
    """Unique hosts that a copy underneath has been given up for, and the copies."""
    announced: bool
    """Its Before triggers have resolved already."""
    prevented: bool
    quiet: bool
    """Whether nothing need be said of what it discards: what has led to it is told already."""
    elsewhere: bool
    """Whether a point of Dream damage finds no face-down card on top any more."""
    used_up: bool
    """Whether cards are destroyed by it because they have no stability left."""
    short: bool
    """Whether some of its cards were kept from it, so that as a cost it is not paid (R95)."""
    gone: bool
    """Whether it was prevented because all that it was about was no longer there (R87)."""


Subject = tuple[TriggerType, int, int, int]
"""What a deed is to a trigger: (happening, card or -1, seat, number)."""


Subjects = Callable[[Referee, GameEvent], list[Subject]]


@dataclass(frozen=True, slots=True)
class DeedKind:
    """What a kind of deed is to triggered abilities.

    `happenings` are all that it may be, `subjects` what one of them is. `leaving`: its After triggers are found before
    it happens, since they may leave with it (R46). `past`: it has happened when its window opens, and has triggered
    whatever comes of its When triggers (R73). `discarding`: a Unique host may let a copy underneath go in its stead
    (R40).
    """

    happenings: tuple[TriggerType, ...]
    subjects: Subjects
    leaving: bool = False
    past: bool = False
    discarding: bool = False


def is_in_play(ref: Referee, card: int) -> bool:
    """Return whether a card is in play: on the table, attached, or an active construct in its deck (§2)."""
    state = ref.cards[card]
    return state.zone in (PLAY, ATTACHED) or (state.zone == DECK and state.face_up)


# ------------------------------------------------------------------------------------------ what it is to triggers


def _of_cards(happening: TriggerType) -> Subjects:
    def subjects(ref: Referee, deed: GameEvent) -> list[Subject]:
        return [(happening, card, ref.cards[card].controller, 1) for card in deed["cards"]]

    return subjects


def _of_cards_of_seat(happening: TriggerType) -> Subjects:
    def subjects(ref: Referee, deed: GameEvent) -> list[Subject]:
        return [(happening, card, deed["seat"], 1) for card in deed["cards"]]

    return subjects


def _of_seat(happening: TriggerType) -> Subjects:
    def subjects(ref: Referee, deed: GameEvent) -> list[Subject]:
        return [(happening, -1, deed["seat"], deed.get("amount", 1))]

    return subjects


def _veiled(ref: Referee, deed: GameEvent) -> list[Subject]:
    """What is veiled stays in play (§7), but what is attached to it does not (§6 Attach)."""
    out: list[Subject] = []
    for card in deed["cards"]:
        out.append((H.VEILED, card, ref.cards[card].controller, 1))
        out += _shed(ref, card)
    return out


def _shed(ref: Referee, host: int) -> list[Subject]:
    """What is attached to a card that leaves, or is veiled: charges go back into their deck (§6 Attach, §7)."""
    out: list[Subject] = []
    for under in ref.cards[host].attached:
        out += _gone(ref, under) if ref.cards[under].face_up else _moved(ref, under, None)
    return out


_LEAVING = {
    "destroy": H.DESTROYED,
    "sacrifice": H.SACRIFICED,
    "discard": H.DISCARDED,
    "void": H.VOIDED,
    "to hand": None,
    "to deck": None,
}


def _leaving(ref: Referee, deed: GameEvent) -> list[Subject]:
    """What leaves: each card with the attachments under it; a Unique host stays and its copy goes (§6)."""
    out: list[Subject] = []
    kind = deed["kind"]
    own = _LEAVING[kind]
    copies = deed.get("copies", {})
    for card in deed["cards"]:
        if str(card) in copies:
            out += _gone(ref, copies[str(card)])
            continue
        if kind == "destroy" and is_banned(ref, card, Ban.DESTROYED):
            continue
        if own is not None and own in (H.DESTROYED, H.SACRIFICED):
            out.append((own, card, ref.cards[card].controller, 1))
        out += _gone(ref, card) if own not in (H.VOIDED, None) else _moved(ref, card, own)
        out += _shed(ref, card)
    return out


def _gone(ref: Referee, card: int) -> list[Subject]:
    """What it is to be discarded: a Voidbound card in play is voided instead (§6, R41)."""
    bound = (
        is_in_play(ref, card)
        and not is_face_down(ref, card)
        and keyword(ref, card, KeywordName.VOIDBOUND) is not None
    )
    return _moved(ref, card, H.VOIDED if bound else H.DISCARDED)


def _moved(ref: Referee, card: int, to: TriggerType | None) -> list[Subject]:
    state = ref.cards[card]
    out: list[Subject] = [] if to is None else [(to, card, state.controller, 1)]
    stays = to is None and state.zone == DECK  # A construct that moves within its deck has not left it (§2).
    if is_in_play(ref, card) and not stays:
        out.append((H.LEAVE_PLAY, card, state.controller, 1))
    return out


def _damaged(ref: Referee, deed: GameEvent) -> list[Subject]:
    return [(H.DAMAGED, int(c), ref.cards[int(c)].controller, n) for c, n in deed["shares"].items() if n > 0]


def _dream_damaged(ref: Referee, deed: GameEvent) -> list[Subject]:
    return [(H.DREAM_DAMAGE, -1, int(seat), n) for seat, n in deed["shares"].items() if n > 0]


def _mind_reduced(ref: Referee, deed: GameEvent) -> list[Subject]:
    seat, after = deed["seat"], deed["after"]
    before = deed["before"]
    if after >= before:
        return []
    out: list[Subject] = [(H.MIND_REDUCED, -1, seat, before - after)]
    if after == 0:
        out.append((H.MIND_SPENT, -1, seat, before - after))
    return out


def _charged(ref: Referee, deed: GameEvent) -> list[Subject]:
    return [(H.CHARGED, host, ref.cards[host].controller, 1) for host in deed["hosts"]]


def _attached(ref: Referee, deed: GameEvent) -> list[Subject]:
    return [(H.ATTACHED, card, ref.cards[card].controller, 1) for card in deed["cards"]]


def _played(ref: Referee, deed: GameEvent) -> list[Subject]:
    card, seat = deed["card"], deed["seat"]
    out: list[Subject] = [(H.PLAY, card, seat, 1)]
    if deed.get("inverted"):
        out.append((H.PLAY_INVERTED, card, seat, 1))
    return out


def _conflict_decided(ref: Referee, deed: GameEvent) -> list[Subject]:
    winner = deed["winner"]
    return [(H.CONFLICT_WON, -1, winner, 1), (H.CONFLICT_LOST, -1, 1 - winner, 1)] if winner >= 0 else []


def _torn(ref: Referee, deed: GameEvent) -> list[Subject]:
    return [(H.DISCARDED, card, ref.cards[card].owner, 1) for card in deed["cards"]]


_GONE = (H.LEAVE_PLAY, H.DISCARDED, H.VOIDED)
"""What may happen to a card that is discarded."""

DEEDS: dict[str, DeedKind] = {
    # Turning and marking cards.
    "exhaust": DeedKind((H.EXHAUSTED,), _of_cards(H.EXHAUSTED)),
    "ready": DeedKind((H.READIED,), _of_cards(H.READIED)),
    "veil": DeedKind((H.VEILED, H.LEAVE_PLAY, H.DISCARDED, H.VOIDED), _veiled, leaving=True),
    "inspire": DeedKind((H.INSPIRED,), _of_cards(H.INSPIRED)),
    "charge": DeedKind((H.CHARGED,), _charged),
    "attach": DeedKind((H.ATTACHED,), _attached),
    "damage": DeedKind((H.DAMAGED,), _damaged),
    "dream damage": DeedKind((H.DREAM_DAMAGE,), _dream_damaged),
    # Going elsewhere. "torn": discarded from the top of a deck by one point of Dream damage.
    "destroy": DeedKind((H.DESTROYED, *_GONE), _leaving, leaving=True, discarding=True),
    "sacrifice": DeedKind((H.SACRIFICED, *_GONE), _leaving, leaving=True, discarding=True),
    "discard": DeedKind(_GONE, _leaving, leaving=True, discarding=True),
    "void": DeedKind(_GONE, _leaving, leaving=True),
    "to hand": DeedKind(_GONE, _leaving, leaving=True),
    "to deck": DeedKind(_GONE, _leaving, leaving=True),
    "torn": DeedKind((H.DISCARDED,), _torn, leaving=True),
    # Playing and unveiling.
    "play": DeedKind((H.PLAY, H.PLAY_INVERTED), _played),
    "enter": DeedKind((H.ENTER_PLAY,), _of_cards_of_seat(H.ENTER_PLAY), past=True),
    "unveil": DeedKind((H.UNVEILED,), _of_cards_of_seat(H.UNVEILED)),
    "unveil leaving": DeedKind((H.LEAVE_PLAY,), _of_cards(H.LEAVE_PLAY)),
    # What a player does.
    "mind": DeedKind((H.MIND_REDUCED, H.MIND_SPENT), _mind_reduced),
    "evoke": DeedKind((H.EVOKE,), _of_seat(H.EVOKE)),
    "roll": DeedKind((H.ROLL,), _of_seat(H.ROLL)),
    "shuffle": DeedKind((H.SHUFFLE,), _of_seat(H.SHUFFLE)),
    # Conflicts, rounds, Nightmare.
    "attack": DeedKind((H.ATTACKS,), _of_cards(H.ATTACKS)),
    "defend": DeedKind((H.DEFENDS,), _of_cards(H.DEFENDS)),
    "initiate": DeedKind((H.CONFLICT_INITIATED,), _of_seat(H.CONFLICT_INITIATED)),
    "conflict decided": DeedKind((H.CONFLICT_WON, H.CONFLICT_LOST), _conflict_decided),
    "conflict ends": DeedKind((H.CONFLICT_ENDS,), _of_seat(H.CONFLICT_ENDS)),
    "round begins": DeedKind((H.ROUND_BEGINS,), _of_seat(H.ROUND_BEGINS)),
    "round ends": DeedKind((H.ROUND_ENDS,), _of_seat(H.ROUND_ENDS)),
    "enter Nightmare": DeedKind((H.NIGHTMARE_ENTERED,), _of_seat(H.NIGHTMARE_ENTERED)),
    "avoid Nightmare": DeedKind((H.NIGHTMARE_AVOIDED,), _of_seat(H.NIGHTMARE_AVOIDED)),
}
"""By `kind` of a deed."""
