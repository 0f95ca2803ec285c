"""Playing a card, from wherever it comes: costs, triggers, what its kind does (§2, §6, R6, R17, R35 to R41)."""

from __future__ import annotations

from cards.i18n import msg, title
from cards.voidream.language import tree
from cards.voidream.language.tree import KeywordName, Timing
from cards.voidream.model import Kind
from engine.kernel.machine import Procedure
from engine.kernel.position import Frame
from engine.kernel.question import Offered, QuestionKind
from engine.voidream import mutations
from engine.voidream.choose_cards import ask_cards, chosen
from engine.voidream.conflict.declare import able_to
from engine.voidream.effects.lines import begin_line
from engine.voidream.events.events import GameEvent
from engine.voidream.events.triggers import announce, await_end, fire
from engine.voidream.events.windows import do
from engine.voidream.facts import JoinedConflict, Played, Unveiled
from engine.voidream.position import (
    ATTACHED,
    ATTACKING,
    DECK,
    DEFENDING,
    EVERYBODY,
    HAND,
    PLAY,
    PLAYING,
    VOID,
)
from engine.voidream.program import INVERTED, TEXT
from engine.voidream.queries.restrictions import can_exhaust_for, can_return_for
from engine.voidream.referee import Referee
from engine.voidream.topics import OptionVerb, Topic


def additional_costs(ref: Referee, frame: Frame) -> None:
    """Pay Hierarchy and Shadowborne (§6); what is to be paid can be paid, or the card would not be played."""
    v = frame.vars
    card: int = v["card"]
    seat: int = v["seat"]
    v.setdefault("place", [ref.cards[card].zone, ref.cards[card].tag])
    paid: list[str] = v.setdefault("paid", [])
    if not set(v.pop("paying", [])) <= set(v.pop("happened", {}).get("cards", [])):
        frame.step = ""  # What was prevented is not paid, and the card not played (R95).
        return
    picked = chosen(frame)
    sides = ref.printed[card].sides
    for word in sides[INVERTED if v["inverted"] else TEXT].keywords:
        name = word.name
        if name not in (KeywordName.HIERARCHY, KeywordName.SHADOWBORNE) or name.value in paid or not word.x:
            continue
        hierarchy = name is KeywordName.HIERARCHY
        found = can_exhaust_for(ref, seat, card) if hierarchy else can_return_for(ref, seat, card)
        if picked is None and len(found) <= word.x and (hierarchy or word.x == 1):
            picked = found[: word.x]
        if picked is None:
            frame.step = "additional_costs"
            named = title(ref.title(card))
            if hierarchy:
                purpose = msg("To play {card}, exhaust:", card=named)
            else:
                purpose = msg("To play {card}, return to the bottom of your deck, topmost first:", card=named)
            ask_cards(
                ref, frame, seat, found, purpose, Topic.PLAY_COST,
                at_least=word.x, at_most=word.x, ordered=not hierarchy, cause=f"§6 {name.value.capitalize()}",
            )  # fmt: skip
            return
        paid.append(name.value)
        v["paying"] = list(picked)
        frame.step = "additional_costs"
        if hierarchy:
            do(ref, {"kind": "exhaust", "cards": picked, "cause": "§6 Hierarchy"})
        else:
            do(
                ref,
                {"kind": "to deck", "cards": picked, "seat": seat, "bottom": True, "cause": "§6 Shadowborne"},
            )
        return


def before_play(ref: Referee, frame: Frame) -> None:
    """Before triggers of playing, and of unveiling and leaving play with it."""
    v = frame.vars
    found = announce(ref, _play_deed(ref, frame), Timing.BEFORE)
    if v["unveiled"]:
        found += announce(ref, _unveil_deed(frame), Timing.BEFORE)
        found += announce(ref, {"kind": "unveil leaving", "cards": [v["card"]]}, Timing.BEFORE)
    fire(ref, found)


def when_leaving(ref: Referee, frame: Frame) -> None:
    """What is unveiled leaves play as it is taken up: When triggers of that (§7 Veiled cards)."""
    v = frame.vars
    if v["unveiled"] and not _has_gone(ref, frame):
        fire(ref, announce(ref, {"kind": "unveil leaving", "cards": [v["card"]]}, Timing.WHEN))


def _has_gone(ref: Referee, frame: Frame) -> bool:
    """Whether triggers have moved the card away before it could be taken up (R87)."""
    v = frame.vars
    card: int = v["card"]
    here = [ref.cards[card].zone, ref.cards[card].tag]
    return v.get("place", here) != here or card in v.get("displaced", [])


def show(ref: Referee, frame: Frame) -> None:
    """The card is shown and taken up: it is in no zone until it has resolved (R6).

    One that triggers have moved away before it could be taken up, also within its deck, is not played (R87, R101).
    """
    v = frame.vars
    card: int = v["card"]
    seat: int = v["seat"]
    state = ref.cards[card]
    source = state.zone
    if _has_gone(ref, frame):
        frame.step = ""
        return
    if v["unveiled"]:
        deed: GameEvent = {
            "kind": "unveil leaving",
            "cards": [card],
            "seat": seat,
            "cause": "§7 Veiled cards",
        }
        v["left"] = announce(ref, deed, Timing.AFTER)
    v["whence"] = [source, state.veiled]
    ref.seats[seat].lifted = 0
    mutations.lift(ref, card)
    mutations.see(ref, [card], EVERYBODY)
    state.controller = seat
    told = Unveiled if v["unveiled"] else Played
    ref.tell(told(seat, state.title, source, inverted=v["inverted"]), v["cause"])


def when_play(ref: Referee, frame: Frame) -> None:
    """When triggers of playing; what waits for unveiling waits for the end of the action."""
    v = frame.vars
    await_end(ref, v.pop("left", []))
    found = announce(ref, _play_deed(ref, frame), Timing.WHEN)
    if v["unveiled"]:
        await_end(ref, announce(ref, _unveil_deed(frame), Timing.AFTER))
        found += announce(ref, _unveil_deed(frame), Timing.WHEN)
    fire(ref, found)


def before_entering(ref: Referee, frame: Frame) -> None:
    """What triggers before a card enters play does so while it is not there yet."""
    card: int = frame.vars["card"]
    stays = ref.printed[card].kind in (Kind.MEMORY, Kind.ENTITY, Kind.CONSTRUCT)
    if stays and not _is_no_more_than_a_prototype(ref, card, frame.vars["seat"]):
        deed: GameEvent = {"kind": "enter", "cards": [card], "seat": frame.vars["seat"]}
        fire(ref, announce(ref, deed, Timing.BEFORE))


def _is_no_more_than_a_prototype(ref: Referee, card: int, seat: int) -> bool:
    """Whether too few copies lie in the Void of whoever plays it (§6 Prototype, R64)."""
    prototype = ref.printed[card].keyword(KeywordName.PROTOTYPE)
    if prototype is None:
        return False
    return sum(ref.title(c) == ref.title(card) for c in ref.seats[seat].void) < prototype


def resolve_card(ref: Referee, frame: Frame) -> None:
    """The card does what its kind does (§2)."""
    v = frame.vars
    card: int = v["card"]
    seat: int = v["seat"]
    printed = ref.printed[card]
    if _is_no_more_than_a_prototype(ref, card, seat):
        v["prototype"] = True
        do(ref, {"kind": "void", "cards": [card], "seat": seat, "cause": "§6 Prototype"})
        return
    if printed.kind is Kind.ARCANUM or printed.kind is Kind.THOUGHT or printed.kind is Kind.MEMORY:
        side = INVERTED if v["inverted"] else TEXT
        ref.push("text", title=printed.title, side=side, seat=seat, card=card, at=0)


def put_away(ref: Referee, frame: Frame) -> None:
    """Thoughts and arcana go to their piles; what stays enters play (§2)."""
    v = frame.vars
    card: int = v["card"]
    seat: int = v["seat"]
    printed, state = ref.printed[card], ref.cards[card]
    if v.get("prototype"):
        return
    match printed.kind:
        case Kind.ARCANUM if state.zone == PLAYING:
            if v["inverted"]:
                mutations.into_hand(ref, list(ref.seats[state.owner].arcana_discard), "§2 Arcana")
                do(ref, {"kind": "void", "cards": [card], "seat": seat, "cause": "§2 Arcana"})
            else:
                do(
                    ref,
                    {"kind": "discard", "cards": [card], "seat": seat, "cause": "§2 Arcana", "quiet": True},
                )
        case Kind.THOUGHT if state.zone == PLAYING:
            if printed.keyword(KeywordName.LOOP) is not None:
                mutations.into_deck(ref, [card], "§6 Loop", bottom=True, by=seat)
            else:
                do(
                    ref,
                    {"kind": "discard", "cards": [card], "seat": seat, "cause": "§2 Thoughts", "quiet": True},
                )
        case Kind.MEMORY | Kind.ENTITY if state.zone in (PLAYING, ATTACHED):
            enter(ref, card, seat)
            _has_been_played(ref, frame)
        case Kind.CONSTRUCT if state.zone == PLAYING:
            mutations.place_construct(ref, card, "§2 Constructs")
            do(
                ref,
                {"kind": "enter", "cards": [card], "seat": seat, "cause": "§2 Constructs", "announced": True},
            )
            _has_been_played(ref, frame)
        case _:
            pass


def after_play(ref: Referee, frame: Frame) -> None:
    """What was kept from going to its pile goes back to where it was played from (R115); then After triggers wait."""
    card: int = frame.vars["card"]
    if ref.cards[card].zone == PLAYING:
        _take_back(ref, card, *frame.vars["whence"], seat=frame.vars["seat"])
    if not frame.vars.get("played"):
        _has_been_played(ref, frame)


def _take_back(ref: Referee, card: int, zone: str, veiled: bool, *, seat: int) -> None:
    rule = "R115"
    if zone == HAND:
        mutations.into_hand(ref, [card], rule)
    elif zone == VOID:
        mutations.void(ref, card, rule)
    elif zone == PLAY and veiled:
        mutations.put_in_play(ref, card, seat, rule, veiled=True)
    elif zone == DECK:
        mutations.into_deck(ref, [card], rule, bottom=False, by=seat)
    else:
        mutations.discard(ref, card, rule)


def _has_been_played(ref: Referee, frame: Frame) -> None:
    v = frame.vars
    v["played"] = True
    if v["unveiled"]:
        _tell_itself(ref, frame, v["card"])
    await_end(ref, announce(ref, _play_deed(ref, frame), Timing.AFTER))


def _tell_itself(ref: Referee, frame: Frame, card: int) -> None:
    """What a card itself has to say to its being unveiled, it can say once it lies face up (§7 Veiled cards)."""
    deed = _unveil_deed(frame)
    await_end(ref, [heard for heard in announce(ref, deed, Timing.AFTER) if heard["card"] == card])
    fire(ref, [heard for heard in announce(ref, deed, Timing.WHEN) if heard["card"] == card])


def enter(ref: Referee, card: int, seat: int) -> None:
    """A memory or an entity enters play; a Unique entity under a copy of itself (§6 Unique, R40)."""
    printed = ref.printed[card]
    rule = "§2 Entities" if printed.kind is Kind.ENTITY else "§2 Memories"
    if ref.cards[card].zone == PLAYING:
        host = None
        if printed.kind is Kind.ENTITY and printed.keyword(KeywordName.UNIQUE) is not None:
            host = next((c for c in ref.entities(seat) if ref.title(c) == printed.title), None)
        if host is None:
            mutations.put_in_play(ref, card, seat, rule)
        else:
            mutations.attach(ref, card, host, "§6 Unique", controller=seat, face_up=True)
    do(ref, {"kind": "enter", "cards": [card], "seat": seat, "cause": rule, "announced": True})


def may_join(ref: Referee, frame: Frame) -> None:
    """An entity that was unveiled in a conflict may join its controller's side at once (§4, R19)."""
    v = frame.vars
    card: int = v["card"]
    seat: int = v["seat"]
    conflict = ref.position.conflict
    if v["unveiled"] and conflict is not None and ref.is_entity(card) and not ref.cards[card].role:
        ban = tree.Ban.ATTACK if conflict.attacker == seat else tree.Ban.DEFEND
        if card not in able_to(ref, seat, ban):  # It could not have been declared (R68).
            return
        named = title(ref.title(card))
        ref.ask(
            seat, QuestionKind.YES_NO, msg("Does {card} join the conflict?", card=named),
            Topic.JOINING,
            (
                Offered("yes", msg("Join"), verb=OptionVerb.JOIN),
                Offered("no", msg("Stay out of it"), verb=OptionVerb.STAY_OUT),
            ),
            cause="§4", subject=ref.title(card),
        )  # fmt: skip


def joined(ref: Referee, frame: Frame) -> None:
    """It is to join: Before triggers of attacking, or of defending."""
    v = frame.vars
    conflict = ref.position.conflict
    if v.pop("choice", None) == ["yes"] and conflict is not None:
        attacks = conflict.attacker == v["seat"]
        deed: GameEvent = {
            "kind": "attack" if attacks else "defend",
            "cards": [v["card"]],
            "cause": "§4 Conflict phase",
        }
        v["joins"] = deed
        fire(ref, announce(ref, deed, Timing.BEFORE))


def takes_part(ref: Referee, frame: Frame) -> None:
    """It has joined, as if it had been declared, if it still can (R68, R92)."""
    v = frame.vars
    deed: GameEvent | None = v.pop("joins", None)
    if deed is None:
        return
    attacks = deed["kind"] == "attack"
    if v["card"] in able_to(ref, v["seat"], tree.Ban.ATTACK if attacks else tree.Ban.DEFEND):
        mutations.take_part(ref, [v["card"]], ATTACKING if attacks else DEFENDING)
        ref.tell(JoinedConflict(v["seat"], mutations.name(ref, v["card"])), "§4 Conflict phase")
        await_end(ref, announce(ref, deed, Timing.AFTER))
        fire(ref, announce(ref, deed, Timing.WHEN))


PLAY_CARD: Procedure = (
    additional_costs,
    before_play,
    when_leaving,
    show,
    when_play,
    before_entering,
    resolve_card,
    put_away,
    after_play,
    may_join,
    joined,
    takes_part,
)


def _unveil_deed(frame: Frame) -> GameEvent:
    v = frame.vars
    return {"kind": "unveil", "cards": [v["card"]], "seat": v["seat"], "cause": "§6 Unveil"}


def _play_deed(ref: Referee, frame: Frame) -> GameEvent:
    v = frame.vars
    return {
        "kind": "play",
        "card": v["card"],
        "seat": v["seat"],
        "inverted": v["inverted"],
        "cause": v["cause"],
    }


def lines(ref: Referee, frame: Frame) -> None:
    """Resolve the effect lines from top to bottom, each on its own (§2, R29)."""
    v = frame.vars
    printed = ref.pool[v["title"]].sides[v["side"]]
    at: int = v["at"]
    if at < len(printed.lines):
        frame.step = "lines"
        index = printed.lines[at]
        v["at"] = at + 1
        begin_line(ref, (v["title"], v["side"], index), v["seat"], v["card"])


TEXT_LINES: Procedure = (lines,)
