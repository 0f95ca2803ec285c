"""How each deed happens (§6; Dream damage has a procedure of its own, see `tearing`).

A deed may be possible only in part: what became of it is written back into it, for whoever asked for it.
"""

from __future__ import annotations

from collections.abc import Callable

from cards.voidream.language.tree import Ban, Prohibition
from engine.voidream import mutations
from engine.voidream.events.events import GameEvent, is_in_play
from engine.voidream.facts import Destroyed, Sacrificed
from engine.voidream.position import ATTACHED, DECK, PLAY
from engine.voidream.queries.characteristics import is_banned, is_forbidden
from engine.voidream.referee import LIMIT, MIND_TOP, Referee

# --------------------------------------------------------------------------- turning and marking cards


def _exhaust(ref: Referee, deed: GameEvent) -> None:
    cards = [c for c in deed["cards"] if not ref.cards[c].exhausted and not is_banned(ref, c, Ban.EXHAUST)]
    deed["cards"] = cards
    if cards:
        mutations.exhaust(ref, cards, deed["cause"])


def _ready(ref: Referee, deed: GameEvent) -> None:
    cards = [c for c in deed["cards"] if ref.cards[c].exhausted and not is_banned(ref, c, Ban.READY)]
    deed["cards"] = cards
    if cards:
        mutations.ready(ref, cards, deed["cause"])


def _veil(ref: Referee, deed: GameEvent) -> None:
    for card in deed["cards"]:
        if ref.cards[card].zone in (PLAY, ATTACHED):
            mutations.veil(ref, card, deed["cause"])
        else:
            mutations.put_in_play(ref, card, deed["seat"], deed["cause"], veiled=True)


def _charge(ref: Referee, deed: GameEvent) -> None:
    done: list[int] = []
    for host in deed["hosts"]:
        seat = deed["seat"]
        card = next((c for c in ref.seats[seat].deck if not ref.printed[c].is_construct), None)
        if card is not None:
            mutations.attach(ref, card, host, deed["cause"], controller=seat, face_up=False)
            done.append(host)
    deed["cards"] = done


def _attach(ref: Referee, deed: GameEvent) -> None:
    for card in deed["cards"]:
        mutations.attach(ref, card, deed["host"], deed["cause"], controller=deed["seat"], face_up=True)


# ---------------------------------------------------------------------------------------------- damage


def _damage(ref: Referee, deed: GameEvent) -> None:
    dealt: dict[str, int] = {}
    for card, points in deed["shares"].items():
        points = min(points, LIMIT - ref.cards[int(card)].damage)
        if points > 0 and (ref.is_entity(int(card)) or _is_active_construct(ref, int(card))):
            mutations.mark_damage(ref, int(card), points, deed["cause"])
            dealt[card] = points
    deed["shares"] = dealt


def _is_active_construct(ref: Referee, card: int) -> bool:
    return ref.cards[card].zone == DECK and ref.cards[card].face_up


# ------------------------------------------------------------------------------------- going elsewhere


def _destroy(ref: Referee, deed: GameEvent) -> None:
    spared = [card for card in deed["cards"] if is_banned(ref, card, Ban.DESTROYED)]
    deed["cards"] = [card for card in deed["cards"] if card not in spared and is_in_play(ref, card)]
    for card in deed["cards"]:
        ref.tell(Destroyed(mutations.name(ref, card)), deed["cause"])
    _discard_all(ref, deed, quiet=True)


def _sacrifice(ref: Referee, deed: GameEvent) -> None:
    deed["cards"] = [card for card in deed["cards"] if is_in_play(ref, card)]
    for card in deed["cards"]:
        ref.tell(Sacrificed(mutations.name(ref, card)), deed["cause"])
    _discard_all(ref, deed, quiet=True)


def _discard_all(ref: Referee, deed: GameEvent, *, quiet: bool = False) -> None:
    copies: dict[int, int] = {int(card): copy for card, copy in deed.get("copies", {}).items()}
    for card in deed["cards"]:
        copy = copies.get(card)
        if copy is None:
            mutations.discard(ref, card, deed["cause"], quiet=quiet)
        else:
            mutations.discard(ref, copy, "§6 Unique")
            mutations.heal(ref, card)
    deed["cards"] = [card for card in deed["cards"] if card not in copies]


def _discard(ref: Referee, deed: GameEvent) -> None:
    _discard_all(ref, deed, quiet=deed.get("quiet", False))


def _tear(ref: Referee, deed: GameEvent) -> None:
    mutations.tear(ref, deed["seat"], deed["cards"], deed["cause"])


def _void(ref: Referee, deed: GameEvent) -> None:
    for card in deed["cards"]:
        mutations.void(ref, card, deed["cause"], offering=deed.get("offering", False))


def _to_hand(ref: Referee, deed: GameEvent) -> None:
    for seat in (0, 1):
        mutations.into_hand(ref, [c for c in deed["cards"] if ref.cards[c].owner == seat], deed["cause"])


def _to_deck(ref: Referee, deed: GameEvent) -> None:
    mutations.into_deck(
        ref,
        deed["cards"],
        deed["cause"],
        bottom=deed["bottom"],
        by=deed["seat"],
        random=deed.get("random", False),
    )


# --------------------------------------------------------------------------------------- mind and deck


def _mind(ref: Referee, deed: GameEvent) -> None:
    """Turn it by as much as was meant, from where triggers have left it (R87)."""
    count = ref.seats[deed["seat"]].mind
    after = max(0, min(MIND_TOP, count + deed["after"] - deed["before"]))
    deed["before"], deed["after"] = count, after
    deed["prevented"] = deed["gone"] = after == count
    mutations.set_mind(ref, deed["seat"], after, deed["cause"])


def _evoke(ref: Referee, deed: GameEvent) -> None:
    """The evoke itself has a procedure of its own; triggers may have made it impossible (R87)."""
    deed["prevented"] = deed["gone"] = not can_evoke(ref, deed["seat"])


def can_evoke(ref: Referee, seat: int) -> bool:
    """Return whether a player can evoke: no active construct is on top, and nothing forbids it (§2, R7)."""
    state = ref.seats[seat]
    return (
        bool(state.deck)
        and not ref.cards[state.deck[0]].face_up
        and not is_forbidden(ref, seat, Prohibition.EVOKE)
    )


def _roll(ref: Referee, deed: GameEvent) -> None:
    rolled = mutations.roll(ref, deed["seat"], deed["cause"])
    deed["cards"] = [] if rolled is None else [rolled]
    deed["result"] = ref.depth(deed["seat"])


def _shuffle(ref: Referee, deed: GameEvent) -> None:
    mutations.shuffle(ref, deed["seat"], deed["cause"])


PERFORMING: dict[str, Callable[[Referee, GameEvent], None]] = {
    "exhaust": _exhaust,
    "ready": _ready,
    "veil": _veil,
    "charge": _charge,
    "attach": _attach,
    "damage": _damage,
    "destroy": _destroy,
    "sacrifice": _sacrifice,
    "discard": _discard,
    "torn": _tear,
    "void": _void,
    "to hand": _to_hand,
    "to deck": _to_deck,
    "mind": _mind,
    "evoke": _evoke,
    "roll": _roll,
    "shuffle": _shuffle,
}
"""By `kind` of a deed. Any other is done by the procedure that announces it: its window is only there for triggers."""


def perform(ref: Referee, deed: GameEvent) -> None:
    """Let a deed happen now, as far as it can."""
    performing = PERFORMING.get(deed["kind"])
    if performing is not None:
        performing(ref, deed)
