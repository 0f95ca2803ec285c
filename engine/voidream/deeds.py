"""Every kind of thing that can happen in a window: what it is to triggers, and how it happens."""

from __future__ import annotations

from collections.abc import Callable

from cards.voidream.language.tree import Ban, Happening, KeywordName, Stat, Timing
from cards.voidream.model import Kind
from engine.kernel.machine import Procedure
from engine.kernel.position import Frame
from engine.kernel.question import Option, QuestionKind
from engine.voidream import changes
from engine.voidream.position import ATTACHED, DECK, PLAY
from engine.voidream.reckoning import is_banned, keyword, stat
from engine.voidream.referee import LIMIT, Referee
from engine.voidream.windows import DEEDS, FALLING, Deed, DeedKind, Subject, announce, await_end, do

H = Happening


Subjects = Callable[[Referee, Deed], list[Subject]]


def _each(*happenings: Happening) -> tuple[tuple[Happening, ...], Subjects]:
    def subjects(ref: Referee, deed: Deed) -> list[Subject]:
        return [
            (happening, card, ref.cards[card].controller, 1)
            for card in deed["cards"]
            for happening in happenings
        ]

    return happenings, subjects


def _in_play(ref: Referee, card: int) -> bool:
    state = ref.cards[card]
    return state.zone in (PLAY, ATTACHED) or (state.zone == DECK and state.face_up)


# ------------------------------------------------------------------------------------------- turning cards


def _exhaust(ref: Referee, deed: Deed) -> None:
    cards = [c for c in deed["cards"] if not ref.cards[c].exhausted and not is_banned(ref, c, Ban.EXHAUST)]
    deed["cards"] = cards
    if cards:
        changes.exhaust(ref, cards, deed["cause"])


def _ready(ref: Referee, deed: Deed) -> None:
    cards = [c for c in deed["cards"] if ref.cards[c].exhausted and not is_banned(ref, c, Ban.READY)]
    deed["cards"] = cards
    if cards:
        changes.ready(ref, cards, deed["cause"])


# ------------------------------------------------------------------------------------------- leaving play

_LEAVING = {
    "destroy": H.DESTROYED,
    "sacrifice": H.SACRIFICED,
    "discard": H.DISCARDED,
    "void": H.VOIDED,
    "to hand": None,
    "to deck": None,
}


def _leaving(ref: Referee, deed: Deed) -> list[Subject]:
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
        for under in ref.cards[card].attached:
            if ref.cards[under].face_up:
                out += _gone(ref, under)
    return out


def _gone(ref: Referee, card: int) -> list[Subject]:
    """What it is to be discarded: a Voidbound card in play is voided instead (§6, R41)."""
    state = ref.cards[card]
    bound = _in_play(ref, card) and not state.veiled and keyword(ref, card, KeywordName.VOIDBOUND) is not None
    return _moved(ref, card, H.VOIDED if bound else H.DISCARDED)


def _moved(ref: Referee, card: int, to: Happening | None) -> list[Subject]:
    state = ref.cards[card]
    out: list[Subject] = [] if to is None else [(to, card, state.controller, 1)]
    stays = to is None and state.zone == DECK  # A construct that moves within its deck has not left it (§2).
    if _in_play(ref, card) and not stays and (state.zone != ATTACHED or state.face_up):
        out.append((H.LEAVE_PLAY, card, state.controller, 1))
    return out


def _destroy(ref: Referee, deed: Deed) -> None:
    spared = [card for card in deed["cards"] if is_banned(ref, card, Ban.DESTROYED)]
    deed["cards"] = [card for card in deed["cards"] if card not in spared and _in_play(ref, card)]
    for card in deed["cards"]:
        ref.tell("destroyed", deed["cause"], card=changes.name(ref, card))
    _discard_all(ref, deed, quiet=True)


def _sacrifice(ref: Referee, deed: Deed) -> None:
    deed["cards"] = [card for card in deed["cards"] if _in_play(ref, card)]
    for card in deed["cards"]:
        ref.tell("sacrificed", deed["cause"], card=changes.name(ref, card))
    _discard_all(ref, deed, quiet=True)


def _discard_all(ref: Referee, deed: Deed, *, quiet: bool = False) -> None:
    copies: dict[int, int] = {int(card): copy for card, copy in deed.get("copies", {}).items()}
    for card in deed["cards"]:
        copy = copies.get(card)
        if copy is None:
            changes.discard(ref, card, deed["cause"], quiet=quiet)
        else:
            changes.discard(ref, copy, "§6 Unique")
            ref.cards[card].damage = 0
            ref.touch()
    deed["cards"] = [card for card in deed["cards"] if card not in copies]


def _discard(ref: Referee, deed: Deed) -> None:
    _discard_all(ref, deed)


def _void(ref: Referee, deed: Deed) -> None:
    for card in deed["cards"]:
        changes.void(ref, card, deed["cause"], offering=deed.get("offering", False))


def _to_hand(ref: Referee, deed: Deed) -> None:
    for seat in (0, 1):
        changes.into_hand(ref, [c for c in deed["cards"] if ref.cards[c].owner == seat], deed["cause"])


def _to_deck(ref: Referee, deed: Deed) -> None:
    changes.into_deck(
        ref,
        deed["cards"],
        deed["cause"],
        bottom=deed["bottom"],
        by=deed["seat"],
        random=deed.get("random", False),
    )


def _would_leave_a_copy(ref: Referee, deed: Deed) -> bool:
    """Whether a host could give up an attached copy of itself instead of being discarded (§6 Unique, R40)."""
    if "copies" in deed:
        return False
    return any(_copy_under(ref, card) is not None for card in deed["cards"])


def _copy_under(ref: Referee, card: int) -> int | None:
    state = ref.cards[card]
    if state.zone != PLAY or state.veiled or ref.printed[card].kind is not Kind.ENTITY:
        return None
    return next((c for c in state.attached if ref.cards[c].face_up and ref.title(c) == state.title), None)


def offer_copies(ref: Referee, frame: Frame) -> None:
    """Ask the controllers of hosts, one after the other, whether the copy underneath goes instead (§6 Unique)."""
    deed: Deed = frame.vars["deed"]
    copies: dict[str, int] = frame.vars.setdefault("copies", {})
    asked: list[int] = frame.vars.setdefault("asked", [])
    choice = frame.vars.pop("choice", None)
    if choice == ["yes"]:
        copy = _copy_under(ref, asked[-1])
        if copy is not None:
            copies[str(asked[-1])] = copy
    for card in deed["cards"]:
        if card in asked or _copy_under(ref, card) is None:
            continue
        if deed["kind"] == "destroy" and is_banned(ref, card, Ban.DESTROYED):
            continue
        asked.append(card)
        frame.step = "offer_copies"
        title = ref.title(card)
        ref.ask(
            ref.cards[card].controller, QuestionKind.YES_NO,
            f"Discard the copy under {title} instead of {title} itself?", f"what becomes of {title}",
            (Option("yes", "Discard the copy"), Option("no", f"Let {title} go")), cause="§6 Unique",
        )  # fmt: skip
        return
    deed["copies"] = copies
    ref.position.stack[-2].vars["deed"] = deed


UNIQUE: Procedure = (offer_copies,)


# ------------------------------------------------------------------------------------------- damage


def _damage_subjects(ref: Referee, deed: Deed) -> list[Subject]:
    return [(H.DAMAGED, int(c), ref.cards[int(c)].controller, n) for c, n in deed["shares"].items() if n > 0]


def _damage(ref: Referee, deed: Deed) -> None:
    dealt: dict[str, int] = {}
    for card, points in deed["shares"].items():
        points = min(points, LIMIT - ref.cards[int(card)].damage)
        if points > 0 and ref.is_entity(int(card)):
            changes.mark_damage(ref, int(card), points, deed["cause"])
            dealt[card] = points
    deed["shares"] = dealt


def _dream_subjects(ref: Referee, deed: Deed) -> list[Subject]:
    return [(H.DREAM_DAMAGE, -1, int(seat), n) for seat, n in deed["shares"].items() if n > 0]


def _dream_damage(ref: Referee, deed: Deed) -> None:
    """Dream damage, point by point: the construct on top, then the cards themselves (§4 Dealing Damage, R45)."""
    taken: dict[str, int] = {}
    for key, points in deed["shares"].items():
        if points > 0:
            ref.tell("dream damage", deed["cause"], seat=int(key), points=points)
            taken[key] = _through_the_dream(ref, int(key), points, deed)
    deed["shares"] = taken
    deed["dealt"] = sum(taken.values())


def _through_the_dream(ref: Referee, seat: int, points: int, deed: Deed) -> int:
    left = points
    fallen: list[int] = []
    deck = ref.seats[seat].deck
    ref.seats[seat].lifted = 0
    while left > 0 and deck:
        top = deck[0]
        if not ref.cards[top].face_up:
            changes.discard(ref, top, deed["cause"], quiet=True)
            fallen.append(top)
            left -= 1
            continue
        if deed.get("reach", 0) > ref.printed[top].value and keyword(ref, top, KeywordName.DEEP) is not None:
            break
        room = stat(ref, top, Stat.STABILITY) - ref.cards[top].damage
        hit = min(max(room, 0), left)
        if hit:
            changes.mark_damage(ref, top, hit, deed["cause"])
            struck: Deed = {"kind": "damage", "shares": {str(top): hit}}
            await_end(ref, [*announce(ref, struck, Timing.WHEN), *announce(ref, struck, Timing.AFTER)])
            left -= hit
        if hit < room or not _construct_falls(ref, top, deed):
            break
    if fallen:
        ref.tell(
            "dream torn", deed["cause"], reveals=True, seat=seat, cards=[ref.title(card) for card in fallen]
        )
        torn: Deed = {"kind": "torn", "cards": fallen}
        await_end(ref, [*announce(ref, torn, Timing.WHEN), *announce(ref, torn, Timing.AFTER)])
    return points - left


def _construct_falls(ref: Referee, card: int, deed: Deed) -> bool:
    if is_banned(ref, card, Ban.DESTROYED):
        return False
    ref.tell("destroyed", deed["cause"], card=changes.name(ref, card))
    fallen: Deed = {"kind": "fallen", "cards": [card]}
    await_end(ref, [*announce(ref, fallen, Timing.WHEN), *announce(ref, fallen, Timing.AFTER)])
    changes.discard(ref, card, deed["cause"], quiet=True)
    return True


# ------------------------------------------------------------------------------------------- mind


def _mind_subjects(ref: Referee, deed: Deed) -> list[Subject]:
    seat, after = deed["seat"], deed["after"]
    before = deed["before"]
    if after >= before:
        return []
    out: list[Subject] = [(H.MIND_REDUCED, -1, seat, before - after)]
    if after == 0:
        out.append((H.MIND_SPENT, -1, seat, before - after))
    return out


def _mind(ref: Referee, deed: Deed) -> None:
    changes.set_mind(ref, deed["seat"], deed["after"], deed["cause"])


# ------------------------------------------------------------------------------------------- the rest


def _by_seat(happening: Happening) -> Subjects:
    def subjects(ref: Referee, deed: Deed) -> list[Subject]:
        return [(happening, -1, deed["seat"], deed.get("amount", 1))]

    return subjects


def _nothing(ref: Referee, deed: Deed) -> None:
    """The procedure itself does it; the window is only there for the triggers."""


def _roll(ref: Referee, deed: Deed) -> None:
    rolled = changes.roll(ref, deed["seat"], deed["cause"])
    deed["cards"] = [] if rolled is None else [rolled]
    deed["result"] = ref.depth(deed["seat"])


def _shuffle(ref: Referee, deed: Deed) -> None:
    changes.shuffle(ref, deed["seat"], deed["cause"])


def _veil(ref: Referee, deed: Deed) -> None:
    for card in deed["cards"]:
        if ref.cards[card].zone in (PLAY, ATTACHED):
            changes.veil(ref, card, deed["cause"])
        else:
            changes.put_in_play(ref, card, deed["seat"], deed["cause"], veiled=True)


def _charge_subjects(ref: Referee, deed: Deed) -> list[Subject]:
    return [(H.CHARGED, host, ref.cards[host].controller, 1) for host in deed["hosts"]]


def _charge(ref: Referee, deed: Deed) -> None:
    done: list[int] = []
    for host in deed["hosts"]:
        seat = deed["seat"]
        card = next((c for c in ref.seats[seat].deck if not ref.printed[c].is_construct), None)
        if card is not None:
            changes.attach(ref, card, host, deed["cause"], controller=seat, face_up=False)
            done.append(host)
    deed["cards"] = done


def _attach_subjects(ref: Referee, deed: Deed) -> list[Subject]:
    return [(H.ATTACHED, card, ref.cards[card].controller, 1) for card in deed["cards"]]


def _attach(ref: Referee, deed: Deed) -> None:
    for card in deed["cards"]:
        changes.attach(ref, card, deed["host"], deed["cause"], controller=deed["seat"], face_up=True)


def _play_subjects(ref: Referee, deed: Deed) -> list[Subject]:
    card, seat = deed["card"], deed["seat"]
    out: list[Subject] = [(H.PLAY, card, seat, 1)]
    if deed.get("inverted"):
        out.append((H.PLAY_INVERTED, card, seat, 1))
    return out


def _enter_subjects(ref: Referee, deed: Deed) -> list[Subject]:
    return [(H.ENTER_PLAY, card, deed["seat"], 1) for card in deed["cards"]]


def _unveil_subjects(ref: Referee, deed: Deed) -> list[Subject]:
    return [(H.UNVEILED, card, deed["seat"], 1) for card in deed["cards"]]


def _result_subjects(ref: Referee, deed: Deed) -> list[Subject]:
    out: list[Subject] = [(H.CONFLICT_ENDS, -1, deed["attacker"], 1)]
    if deed["winner"] >= 0:
        out.append((H.CONFLICT_WON, -1, deed["winner"], 1))
        out.append((H.CONFLICT_LOST, -1, 1 - deed["winner"], 1))
    return out


def _fallen_constructs(ref: Referee, deed: Deed) -> list[Subject]:
    return _leaving(ref, {**deed, "kind": "destroy"})


def _torn(ref: Referee, deed: Deed) -> list[Subject]:
    return [(H.DISCARDED, card, ref.cards[card].owner, 1) for card in deed["cards"]]


def _add(
    name: str, happenings: tuple[Happening, ...], subjects: object, perform: object, **more: object
) -> None:
    DEEDS[name] = DeedKind(happenings, subjects, perform, **more)  # type: ignore[arg-type]


_GONE = (H.LEAVE_PLAY, H.DISCARDED, H.VOIDED)
"""What may happen to a card that is discarded."""

_add("exhaust", *_each(H.EXHAUSTED), _exhaust)
_add("ready", *_each(H.READIED), _ready)
_add("destroy", (H.DESTROYED, *_GONE), _leaving, _destroy, leaving=True, needs_window=_would_leave_a_copy)
_add(
    "sacrifice", (H.SACRIFICED, *_GONE), _leaving, _sacrifice, leaving=True, needs_window=_would_leave_a_copy
)
_add("discard", _GONE, _leaving, _discard, leaving=True, needs_window=_would_leave_a_copy)
_add("void", _GONE, _leaving, _void, leaving=True)
_add("to hand", _GONE, _leaving, _to_hand, leaving=True)
_add("to deck", _GONE, _leaving, _to_deck, leaving=True)
_add("damage", (H.DAMAGED,), _damage_subjects, _damage)
_add("dream damage", (H.DREAM_DAMAGE,), _dream_subjects, _dream_damage)
_add("fallen", (H.DESTROYED, *_GONE), _fallen_constructs, _nothing)
_add("torn", (H.DISCARDED,), _torn, _nothing)
_add("mind", (H.MIND_REDUCED, H.MIND_SPENT), _mind_subjects, _mind)
_add("evoke", (H.EVOKE,), _by_seat(H.EVOKE), _nothing)
_add("roll", (H.ROLL,), _by_seat(H.ROLL), _roll)
_add("shuffle", (H.SHUFFLE,), _by_seat(H.SHUFFLE), _shuffle)
_add("veil", *_each(H.VEILED), _veil, leaving=True)
_add("charge", (H.CHARGED,), _charge_subjects, _charge)
_add("attach", (H.ATTACHED,), _attach_subjects, _attach)
_add("inspire", *_each(H.INSPIRED), _nothing)
_add("play", (H.PLAY, H.PLAY_INVERTED), _play_subjects, _nothing)
_add("enter", (H.ENTER_PLAY,), _enter_subjects, _nothing)
_add("unveil", (H.UNVEILED,), _unveil_subjects, _nothing)
_add("unveil leaving", *_each(H.LEAVE_PLAY), _nothing)
_add("attack", *_each(H.ATTACKS), _nothing)
_add("defend", *_each(H.DEFENDS), _nothing)
_add("initiate", (H.CONFLICT_INITIATED,), _by_seat(H.CONFLICT_INITIATED), _nothing)
_add("conflict ends", (H.CONFLICT_ENDS, H.CONFLICT_WON, H.CONFLICT_LOST), _result_subjects, _nothing)
_add("round begins", (H.ROUND_BEGINS,), _by_seat(H.ROUND_BEGINS), _nothing)
_add("round ends", (H.ROUND_ENDS,), _by_seat(H.ROUND_ENDS), _nothing)
_add("enter Nightmare", (H.NIGHTMARE_ENTERED,), _by_seat(H.NIGHTMARE_ENTERED), _nothing)
_add("avoid Nightmare", (H.NIGHTMARE_AVOIDED,), _by_seat(H.NIGHTMARE_AVOIDED), _nothing)


# ------------------------------------------------------------------------------------------- what has fallen


def _bastions(ref: Referee) -> bool:
    """A player whose deck holds no bastion loses at once; both at once: a draw (§5, R28)."""
    if ref.position.round == 0:
        return False
    lost = [seat for seat in (0, 1) if not any(_is_standing(ref, card) for card in ref.constructs[seat])]
    if not lost:
        return False
    winners = tuple(seat for seat in (0, 1) if seat not in lost)
    ref.tell("match won", "§5", winners=list(winners), reason="bastion")
    ref.finish(winners, "bastion")
    return True


def _is_standing(ref: Referee, card: int) -> bool:
    return ref.printed[card].kind is Kind.BASTION and ref.cards[card].zone == DECK


def _entities(ref: Referee) -> bool:
    """Entities whose stability is used up, or has fallen to nothing, are destroyed at once (§4, R44)."""
    doomed: list[int] = []
    for seat, state in enumerate(ref.seats):
        for card in state.play:
            held = ref.cards[card]
            if not ref.is_entity(card):
                continue
            if held.damage >= stat(ref, card, Stat.STABILITY) and not is_banned(ref, card, Ban.DESTROYED):
                doomed.append(card)
        for card in ref.active_constructs(seat):
            held = ref.cards[card]
            if ref.printed[card].kind is Kind.BASTION and not held.damage:
                continue
            if held.damage >= stat(ref, card, Stat.STABILITY) and not is_banned(ref, card, Ban.DESTROYED):
                doomed.append(card)
    if not doomed:
        return False
    falling = [
        card for frame in ref.position.stack if frame.procedure == "fall" for card in frame.vars["doomed"]
    ]
    doomed = [card for card in doomed if card not in falling]
    if not doomed:
        return False
    ref.push("fall", doomed=doomed)
    return True


def fall(ref: Referee, frame: Frame) -> None:
    """Destroy what has fallen."""
    do(ref, {"kind": "destroy", "cards": frame.vars["doomed"], "cause": "§4 Dealing Damage"})


def spare(ref: Referee, frame: Frame) -> None:
    """What was kept from being destroyed loses its damage, so that it does not fall again for the same blow."""
    doomed: list[int] = frame.vars["doomed"]
    for card in doomed:
        if _in_play(ref, card) and ref.cards[card].damage:
            ref.cards[card].damage = 0
    ref.unsettled = False


FALL: Procedure = (fall, spare)

FALLING.extend((_bastions, _entities))
