"""Playing cards: costs and restrictions, arcana, evoked and unveiled cards (§2, §6, R6, R7, R16, R17, R35 to R41)."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from cards.voidream.language import tree
from cards.voidream.language.tree import Filter, KeywordName, Noun, Prohibition, Timing
from cards.voidream.model import Kind
from engine.kernel.machine import Procedure
from engine.kernel.position import Frame
from engine.kernel.question import Option, QuestionKind
from engine.voidream import changes
from engine.voidream.choosing import ask_cards, chosen
from engine.voidream.deeds import Deed
from engine.voidream.lines import begin_line
from engine.voidream.position import ATTACHED, ATTACKING, DEFENDING, PLAY, PLAYING
from engine.voidream.program import INVERTED, TEXT, mind_side
from engine.voidream.reckoning import candidates, holds, is_banned, is_forbidden
from engine.voidream.referee import Referee
from engine.voidream.triggers import announce, await_end, fire, flush
from engine.voidream.windows import do

Reason = tuple[str, str]
"""A sentence, and the rule behind it."""


# --------------------------------------------------------------------------------------------------- may it be played


def why_unplayable(ref: Referee, seat: int, card: int, *, inverted: bool = False) -> Reason | None:
    """Return why a card can't be played or unveiled by a seat, its mind and depth left aside; None if it can."""
    printed = ref.printed[card]
    title = printed.title
    if printed.kind is Kind.ARCANUM:
        if is_forbidden(ref, seat, Prohibition.PLAY_ARCANA):
            return "An effect in force says that you cannot play arcana.", "§7"
    elif printed.kind is Kind.BASTION or not printed.is_dream:
        return f"{title} can't be played.", "§2"
    elif printed.kind is Kind.CONSTRUCT and ref.has_construct(seat):
        return "You have an active construct already, and may have only one.", "R4"
    speaker = ref.speaker(seat, card)
    text = printed.sides[INVERTED] if inverted else printed.front
    for condition in text.only:
        if not holds(ref, speaker, condition):
            return f"{title} says that it can't be played now.", "§7"
    for word in text.keywords:
        reason = _why_kept(ref, seat, card, word)
        if reason is not None:
            return reason
    return None


def _why_kept(ref: Referee, seat: int, card: int, word: tree.Keyword) -> Reason | None:
    title, x = ref.title(card), word.x
    match word.name:
        case KeywordName.DORMANT:
            have = sum(ref.printed[c].kind is Kind.ARCANUM for c in ref.seats[seat].void)
            if have < x:
                return (
                    f"{title} is dormant: it needs {x} arcana in your Void, and you have {have}.",
                    "§6 Dormant",
                )
        case KeywordName.WORSHIP:
            have = ref.offerings(seat)
            if have < x:
                return f"{title} needs {x} offerings in your Void, and you have {have}.", "§6 Worship"
        case KeywordName.HIERARCHY:
            have = len(_can_exhaust_for(ref, seat, card))
            if have < x:
                return (
                    f"{title} needs you to exhaust {x} entities, and you have {have} ready.",
                    "§6 Hierarchy",
                )
        case KeywordName.SHADOWBORNE:
            have = len(_can_return_for(ref, seat, card))
            if have < x:
                return (
                    f"{title} needs {x} other veiled cards of yours, and you have {have}.",
                    "§6 Shadowborne",
                )
        case _:
            pass
    return None


def _can_exhaust_for(ref: Referee, seat: int, card: int) -> list[int]:
    """The ready entities that Hierarchy may exhaust, in the conflict or not (R39), Deep ones out of reach (R43)."""
    wanted = Filter(Noun.ENTITY, traits=(tree.Trait.READY,), whose=tree.Player.YOU)
    found = candidates(ref, ref.speaker(seat, card), wanted)
    return [c for c in found if c != card and not is_banned(ref, c, tree.Ban.EXHAUST)]


def _can_return_for(ref: Referee, seat: int, card: int) -> list[int]:
    return [c for c in ref.veiled(seat) if c != card]


@contextmanager
def mind_turned(ref: Referee, seat: int) -> Generator[None]:
    """Judge what is asked inside with the mind as turned, which it will be when it happens (R16)."""
    state = ref.seats[seat]
    if state.mind == 0 or not _mind_matters(ref, seat):
        yield
        return
    unsettled = ref.unsettled
    state.mind -= 1
    ref.resource()
    try:
        yield
    finally:
        state.mind += 1
        ref.resource()
        ref.unsettled = unsettled


def _mind_matters(ref: Referee, seat: int) -> bool:
    """Whether turning the mind may change what can be played: it is asked for, or its texts are about more than scores."""
    if ref.pool.asks_for_minds:
        return True
    state = ref.seats[seat]
    sides = ref.pool[state.mind_title].sides
    return any(
        not isinstance(op, tree.Modify)
        for count in (state.mind, state.mind - 1)
        for _, static in sides[mind_side(count)].statics
        for op in static.ongoing
    )


# ------------------------------------------------------------------------------------------------------ playing a card


def additional_costs(ref: Referee, frame: Frame) -> None:
    """Pay Hierarchy and Shadowborne (§6); what is to be paid can be paid, or the card would not be played."""
    v = frame.vars
    card: int = v["card"]
    seat: int = v["seat"]
    paid: list[str] = v.setdefault("paid", [])
    picked = chosen(frame)
    sides = ref.printed[card].sides
    for word in sides[INVERTED if v["inverted"] else TEXT].keywords:
        name = word.name
        if name not in (KeywordName.HIERARCHY, KeywordName.SHADOWBORNE) or name.value in paid:
            continue
        hierarchy = name is KeywordName.HIERARCHY
        found = _can_exhaust_for(ref, seat, card) if hierarchy else _can_return_for(ref, seat, card)
        if picked is None and len(found) <= word.x and (hierarchy or word.x == 1):
            picked = found[: word.x]
        if picked is None:
            frame.step = "additional_costs"
            verb = "exhaust" if hierarchy else "return to the bottom of your deck, topmost first"
            ask_cards(
                ref, frame, seat, found, f"To play {ref.title(card)}, {verb}:", "the cost of a card",
                at_least=word.x, at_most=word.x, ordered=not hierarchy, cause=f"§6 {name.value.capitalize()}",
            )  # fmt: skip
            return
        paid.append(name.value)
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
    """Before triggers of playing."""
    v = frame.vars
    found = announce(ref, _play_deed(ref, frame), Timing.BEFORE)
    if v["unveiled"]:
        leaving: Deed = {"kind": "unveil leaving", "cards": [v["card"]]}
        found += announce(ref, {"kind": "unveil", "cards": [v["card"]], "seat": v["seat"]}, Timing.BEFORE)
        found += announce(ref, leaving, Timing.BEFORE)
        found += announce(ref, leaving, Timing.WHEN)
    fire(ref, found)


def show(ref: Referee, frame: Frame) -> None:
    """The card is shown and taken up: it is in no zone until it has resolved (R6)."""
    v = frame.vars
    card: int = v["card"]
    seat: int = v["seat"]
    state = ref.cards[card]
    source = state.zone
    if v["unveiled"]:
        deed: Deed = {"kind": "unveil leaving", "cards": [card], "seat": seat, "cause": "§7"}
        v["left"] = announce(ref, deed, Timing.AFTER)
    ref.seats[seat].lifted = 0
    changes.lift(ref, card)
    state.controller = seat
    ref.tell(
        "unveiled" if v["unveiled"] else "played", v["cause"], reveals=True,
        seat=seat, card=state.title, source=source, inverted=v["inverted"],
    )  # fmt: skip


def when_play(ref: Referee, frame: Frame) -> None:
    """When triggers of playing; what waits for unveiling waits for the end of the action."""
    v = frame.vars
    await_end(ref, v.pop("left", []))
    if v["unveiled"]:
        deed: Deed = {"kind": "unveil", "cards": [v["card"]], "seat": v["seat"], "cause": "§6 Unveil"}
        await_end(ref, announce(ref, deed, Timing.AFTER))
        fire(ref, announce(ref, deed, Timing.WHEN))
    fire(ref, announce(ref, _play_deed(ref, frame), Timing.WHEN))


def resolve_card(ref: Referee, frame: Frame) -> None:
    """The card does what its kind does (§2)."""
    v = frame.vars
    card: int = v["card"]
    seat: int = v["seat"]
    printed = ref.printed[card]
    copies = sum(ref.title(c) == printed.title for c in ref.seats[ref.cards[card].owner].void)
    prototype = printed.keyword(KeywordName.PROTOTYPE)
    if prototype is not None and copies < prototype:
        _void(ref, card, "§6 Prototype")
        return
    if printed.kind is Kind.ARCANUM or printed.kind is Kind.THOUGHT or printed.kind is Kind.MEMORY:
        side = INVERTED if v["inverted"] else TEXT
        ref.push("text", title=printed.title, side=side, seat=seat, card=card, at=0)


def _void(ref: Referee, card: int, cause: str) -> None:
    await_end(ref, announce(ref, {"kind": "void", "cards": [card]}, Timing.AFTER))
    changes.void(ref, card, cause)


def put_away(ref: Referee, frame: Frame) -> None:
    """Thoughts and arcana go to their piles; what stays enters play (§2)."""
    v = frame.vars
    card: int = v["card"]
    seat: int = v["seat"]
    printed, state = ref.printed[card], ref.cards[card]
    match printed.kind:
        case Kind.ARCANUM if state.zone == PLAYING:
            if v["inverted"]:
                changes.into_hand(ref, list(ref.seats[state.owner].arcana_discard), "§4")
                _void(ref, card, "§2")
            else:
                changes.discard(ref, card, "§2", quiet=True)
        case Kind.THOUGHT if state.zone == PLAYING:
            if printed.keyword(KeywordName.LOOP) is not None:
                changes.into_deck(ref, [card], "§6 Loop", bottom=True, by=seat)
            else:
                changes.discard(ref, card, "§2", quiet=True)
        case Kind.MEMORY | Kind.ENTITY if state.zone in (PLAYING, ATTACHED):
            enter(ref, card, seat)
        case Kind.CONSTRUCT if state.zone == PLAYING:
            changes.place_construct(ref, card, "§2")
            do(ref, {"kind": "enter", "cards": [card], "seat": seat, "cause": "§2"})
        case _:
            pass
    await_end(ref, announce(ref, _play_deed(ref, frame), Timing.AFTER))


def enter(ref: Referee, card: int, seat: int) -> None:
    """A memory or an entity enters play; a Unique entity under a copy of itself (§6 Unique, R40)."""
    printed = ref.printed[card]
    if ref.cards[card].zone == PLAYING:
        host = None
        if printed.kind is Kind.ENTITY and printed.keyword(KeywordName.UNIQUE) is not None:
            host = next((c for c in ref.entities(seat) if ref.title(c) == printed.title), None)
        if host is None:
            changes.put_in_play(ref, card, seat, "§2")
        else:
            changes.attach(ref, card, host, "§6 Unique", controller=seat, face_up=True)
    do(ref, {"kind": "enter", "cards": [card], "seat": seat, "cause": "§2"})


def may_join(ref: Referee, frame: Frame) -> None:
    """An entity that was unveiled in a conflict may join its controller's side at once (§4, R19)."""
    v = frame.vars
    card: int = v["card"]
    seat: int = v["seat"]
    conflict = ref.position.conflict
    if v["unveiled"] and conflict is not None and ref.is_entity(card) and not ref.cards[card].role:
        if is_banned(ref, card, tree.Ban.ATTACK if conflict.attacker == seat else tree.Ban.DEFEND):
            return
        title = ref.title(card)
        ref.ask(
            seat, QuestionKind.YES_NO, f"Does {title} join the conflict?", f"whether {title} joins the conflict",
            (Option("yes", "Join"), Option("no", "Stay out of it")), cause="§4",
        )  # fmt: skip


def joined(ref: Referee, frame: Frame) -> None:
    """It has joined, as if it had been declared."""
    v = frame.vars
    conflict = ref.position.conflict
    if v.pop("choice", None) == ["yes"] and conflict is not None:
        attacks = conflict.attacker == v["seat"]
        changes.take_part(ref, [v["card"]], ATTACKING if attacks else DEFENDING)
        ref.tell("joined conflict", "§4", seat=v["seat"], card=changes.name(ref, v["card"]))
        deed: Deed = {"kind": "attack" if attacks else "defend", "cards": [v["card"]], "cause": "§4"}
        await_end(ref, announce(ref, deed, Timing.AFTER))


PLAY_CARD: Procedure = (
    additional_costs,
    before_play,
    show,
    when_play,
    resolve_card,
    put_away,
    may_join,
    joined,
)


def _play_deed(ref: Referee, frame: Frame) -> Deed:
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


# ------------------------------------------------------------------------------------------------------------- evoking


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
    reason = why_unplayable(ref, seat, card)
    if printed.keyword(KeywordName.VEIL) is not None:
        options.append(Option("veil", f"Veil {title}", "Place it face down."))
        detail = "It has Veil: it is never played face up from an evoke."
    elif reason is None:
        options.append(Option("play", f"Play {title}", _printed_on(ref, card)))
        detail = ""
    else:
        detail = f"{reason[0]} ({reason[1]})"
    options.append(Option("return", f"Return {title} to the top", detail))
    ref.ask(
        seat, QuestionKind.ONE, f"You evoke {title}.", "an evoked card", tuple(options), cause=v["cause"],
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
    text = ref.pool.arcanum_text(printed.title, TEXT)
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


# --------------------------------------------------------------------------------------------------- playing an arcanum


def turn_mind(ref: Referee, frame: Frame) -> None:
    """The mind is turned first (§4, R16)."""
    reduce_mind(ref, frame.vars["seat"])


def reduce_mind(ref: Referee, seat: int) -> None:
    """Turn a mind card by one, as the cost of an action."""
    count = ref.seats[seat].mind
    do(ref, {"kind": "mind", "seat": seat, "before": count, "after": count - 1, "cause": "§2"})


def play_it(ref: Referee, frame: Frame) -> None:
    """Then the arcanum is played (R35)."""
    v = frame.vars
    ref.push("play_card", card=v["card"], seat=v["seat"], cause="§4", unveiled=False, inverted=v["inverted"])


PLAY_ARCANUM: Procedure = (turn_mind, play_it)


# ------------------------------------------------------------------------------------------------------------ unveiling


def unveil_cost(ref: Referee, card: int) -> int:
    """Return how many arcana unveiling a card takes: one, one more for Glaring, one fewer for Subtle (R19)."""
    cost = 1
    cost += ref.printed[card].keyword(KeywordName.GLARING) is not None
    cost -= ref.printed[card].keyword(KeywordName.SUBTLE) is not None
    return cost


def can_be_unveiled(ref: Referee, seat: int, card: int) -> Reason | None:
    """Return why a veiled card can't be unveiled now, its mind left aside; None if it can."""
    reason = why_unplayable(ref, seat, card)
    if reason is not None:
        return reason
    cost, have = unveil_cost(ref, card), len(ref.seats[seat].hand)
    if cost > have:
        return f"Unveiling {ref.title(card)} takes {cost} arcana, and you have {have} in hand.", "§6 Unveil"
    return None


def choose_veiled(ref: Referee, frame: Frame) -> None:
    """Choose veiled cards, in the order in which they are to resolve (R19)."""
    seat: int = frame.vars["seat"]
    with mind_turned(ref, seat):
        cards = [card for card in ref.veiled(seat) if can_be_unveiled(ref, seat, card) is None]
    if len(ref.veiled(seat)) == 1:
        frame.vars["cards"] = cards
        return
    ask_cards(
        ref, frame, seat, cards, "Which cards do you unveil, first to last?", "which cards are unveiled",
        at_least=1, at_most=len(cards), ordered=True, cause="§6 Unveil",
    )  # fmt: skip


def turn_mind_to_unveil(ref: Referee, frame: Frame) -> None:
    """The mind is turned once for all of them."""
    picked = chosen(frame)
    if picked is not None:
        frame.vars["cards"] = picked
    reduce_mind(ref, frame.vars["seat"])


def pay_for_next(ref: Referee, frame: Frame) -> None:
    """Card by card: check, pay; what can't be paid or played when its turn comes stays veiled (R37)."""
    v = frame.vars
    cards: list[int] = v["cards"]
    seat: int = v["seat"]
    while cards:
        card = cards[0]
        state = ref.cards[card]
        if state.zone == PLAY and state.veiled and state.controller == seat:
            if can_be_unveiled(ref, seat, card) is None:
                break
        cards.pop(0)
    if not cards:
        frame.step = ""
        return
    cost = unveil_cost(ref, cards[0])
    hand = ref.seats[seat].hand
    if cost == 0:
        v["payment"] = []
    elif cost == len(hand):
        v["payment"] = list(hand)
    else:
        noun = "an arcanum" if cost == 1 else f"{cost} arcana"
        ask_cards(
            ref, frame, seat, list(hand), f"Discard {noun} to unveil {ref.title(cards[0])}.", "what is discarded",
            at_least=cost, at_most=cost, cause="§6 Unveil",
        )  # fmt: skip


def discard_payment(ref: Referee, frame: Frame) -> None:
    """Discard the arcana."""
    v = frame.vars
    picked = chosen(frame)
    payment: list[int] = picked if picked is not None else v.pop("payment", [])
    if payment:
        do(ref, {"kind": "discard", "cards": payment, "seat": v["seat"], "cause": "§6 Unveil"})


def turn_over(ref: Referee, frame: Frame) -> None:
    """Flip it face up: that is playing it (§7)."""
    v = frame.vars
    card: int = v["cards"].pop(0)
    frame.step = "settle_card"
    ref.push("play_card", card=card, seat=v["seat"], cause="§6 Unveil", unveiled=True, inverted=False)


def settle_card(ref: Referee, frame: Frame) -> None:
    """Its triggers resolve before the next card (R37)."""
    frame.step = "settle_card" if flush(ref, frame) else "pay_for_next"


UNVEIL: Procedure = (
    choose_veiled,
    turn_mind_to_unveil,
    pay_for_next,
    discard_payment,
    turn_over,
    settle_card,
)
