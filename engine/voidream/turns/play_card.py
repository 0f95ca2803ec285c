"""Playing a card from any zone: costs, triggers, and the effect of its kind (§2, §6, R6, R17, R35 to R41)."""

from __future__ import annotations

from cards.i18n import msg, title
from cards.voidream.language import tree
from cards.voidream.language.tree import KeywordName, Timing
from cards.voidream.model import Kind
from engine.kernel.cards.state import EVERYBODY
from engine.kernel.machine import Procedure
from engine.kernel.question import PendingOption, QuestionKind
from engine.voidream.conflict.declarations import able_to
from engine.voidream.event_kinds import (
    Attacking,
    Defending,
    Discarding,
    Entering,
    Exhausting,
    LeavingToBeUnveiled,
    PlayingCard,
    PuttingIntoDeck,
    Unveiling,
    Voiding,
    cards_of,
)
from engine.voidream.events.lines import begin_line
from engine.voidream.events.triggers import announce, await_end, fire, note
from engine.voidream.events.windows import do
from engine.voidream.facts.actions import Played, Unveiled
from engine.voidream.facts.conflicts import JoinedConflict
from engine.voidream.facts.deck import Revealed
from engine.voidream.frames import PlayCard, ResolveText
from engine.voidream.mutations import marks, moves
from engine.voidream.mutations.card_knowledge import put_down, see
from engine.voidream.position import ATTACHED, ATTACKING, DECK, DEFENDING, HAND, PLAY, PLAYING, VOID
from engine.voidream.program import COST, COSTS, INVERTED, TEXT, CompiledSide
from engine.voidream.queries.nouns import name_of
from engine.voidream.queries.restrictions import can_exhaust_for, can_return_for
from engine.voidream.questions.card_choices import ask_cards, chosen
from engine.voidream.questions.topics import OptionVerb, Topic
from engine.voidream.referee import Referee


def additional_costs(ref: Referee, frame: PlayCard) -> None:
    """Pay Hierarchy and Shadowborne (§6). The costs can be paid, otherwise the card couldn't be played."""
    card = frame.card
    seat = frame.seat
    if frame.place is None:
        frame.place = (ref.cards[card].zone, ref.cards[card].tag)
    paid_keywords = frame.paid
    paying, frame.paying = frame.paying, []
    if not set(paying) <= set(cards_of(frame.take_happened())):
        frame.step = ""  # If the payment was prevented, the card isn't played (R95).
        return
    picked = chosen(frame)
    for keyword in _side(ref, frame).keywords:
        name = keyword.name
        if (
            name not in (KeywordName.HIERARCHY, KeywordName.SHADOWBORNE)
            or name.value in paid_keywords
            or not keyword.x
        ):
            continue
        hierarchy = name is KeywordName.HIERARCHY
        payers = can_exhaust_for(ref, seat, card) if hierarchy else can_return_for(ref, seat, card)
        if picked is None and len(payers) <= keyword.x and (hierarchy or keyword.x == 1):
            picked = payers[: keyword.x]
        if picked is None:
            frame.step = "additional_costs"
            named = title(ref.title(card))
            if hierarchy:
                purpose = msg("To play {card}, exhaust:", card=named)
            else:
                purpose = msg("To play {card}, return to the bottom of your deck, topmost first:", card=named)
            ask_cards(
                ref, frame, seat, payers, purpose, Topic.PLAY_COST,
                at_least=keyword.x, at_most=keyword.x, ordered=not hierarchy, cause=f"§6 {name.value.capitalize()}",
            )  # fmt: skip
            return
        paid_keywords.append(name.value)
        frame.paying = list(picked)
        frame.step = "additional_costs"
        if hierarchy:
            do(ref, Exhausting(picked, cause="§6 Hierarchy"))
        else:
            do(ref, PuttingIntoDeck(picked, seat=seat, bottom=True, cause="§6 Shadowborne"))
        return


def set_aside(ref: Referee, frame: PlayCard) -> None:
    """Show a card with additional costs and set it aside while they are paid: it can't pay for itself (R118)."""
    card, state = frame.card, ref.cards[frame.card]
    if not _side(ref, frame).additional or _has_gone(ref, frame):
        return
    if state.known != EVERYBODY:
        see(ref, [card], EVERYBODY)
        ref.emit(Revealed(frame.seat, of=state.owner, titles=[state.title], next=0), state.title)
    frame.aside = moves.set_aside(ref, card)


def pay_the_rest(ref: Referee, frame: PlayCard) -> None:
    """Pay the costs printed on the card, in order."""
    side = _side(ref, frame)
    parts = [index * COSTS + number for index in side.additional for number in range(len(side.costs[index]))]
    if frame.aside is not None and frame.did and frame.costs < len(parts):
        frame.step = "pay_the_rest"
        side_name = INVERTED if frame.inverted else TEXT
        number = parts[frame.costs]
        frame.costs += 1
        begin_line(
            ref, (ref.title(frame.card), side_name + COST, number), frame.seat, frame.card, is_part=True, antecedents=frame.said
        )  # fmt: skip


def lay_back(ref: Referee, frame: PlayCard) -> None:
    """Return the card to its former place, to be played from there; an unpaid card isn't played (R95)."""
    place, frame.aside, frame.said = frame.aside, None, None
    if place is None:
        return
    assert frame.place is not None
    moves.lay_back(ref, frame.card, frame.place[0], place)
    if not frame.did:
        frame.step = ""


def _side(ref: Referee, frame: PlayCard) -> CompiledSide:
    return ref.printed[frame.card].sides[INVERTED if frame.inverted else TEXT]


def before_play(ref: Referee, frame: PlayCard) -> None:
    """Resolve Before triggers of playing, and of unveiling and leaving play if the card is unveiled."""
    triggers = announce(ref, _play_event(frame), Timing.BEFORE)
    if frame.unveiled:
        triggers += announce(ref, _unveil_event(frame), Timing.BEFORE)
        triggers += announce(ref, LeavingToBeUnveiled([frame.card]), Timing.BEFORE)
    fire(ref, triggers)


def when_leaving(ref: Referee, frame: PlayCard) -> None:
    """Resolve When triggers of leaving play: an unveiled card leaves play when it is taken up (§7 Veiled cards)."""
    if frame.unveiled and not _has_gone(ref, frame):
        fire(ref, announce(ref, LeavingToBeUnveiled([frame.card]), Timing.WHEN))


def _has_gone(ref: Referee, frame: PlayCard) -> bool:
    """Return whether triggers have moved the card away before it could be taken up (R87)."""
    card = frame.card
    current_place = (ref.cards[card].zone, ref.cards[card].tag)
    return frame.place not in (None, current_place) or card in frame.displaced


def show(ref: Referee, frame: PlayCard) -> None:
    """Show and take up the card, which is in no zone until it has resolved (R6).

    A card that triggers have moved away before, even within its deck, isn't played (R87, R101).
    """
    card = frame.card
    seat = frame.seat
    state = ref.cards[card]
    source = state.zone
    if _has_gone(ref, frame):
        frame.step = ""
        return
    if frame.unveiled:
        event = LeavingToBeUnveiled([card], seat=seat, cause="§7 Veiled cards")
        note(ref, event)
        frame.left = announce(ref, event, Timing.AFTER)
    frame.whence = (source, state.veiled)
    put_down(ref, seat)
    moves.lift(ref, card)
    see(ref, [card], EVERYBODY)
    state.controller = seat
    fact = Unveiled if frame.unveiled else Played
    ref.emit(fact(seat, state.title, source, inverted=frame.inverted), frame.cause)


def when_play(ref: Referee, frame: PlayCard) -> None:
    """Resolve When triggers of playing; those of unveiling wait for the end of the action."""
    leaving_triggers, frame.left = frame.left, []
    await_end(ref, leaving_triggers)
    note(ref, _play_event(frame))
    triggers = announce(ref, _play_event(frame), Timing.WHEN)
    if frame.unveiled:
        note(ref, _unveil_event(frame))
        await_end(ref, announce(ref, _unveil_event(frame), Timing.AFTER))
        triggers += announce(ref, _unveil_event(frame), Timing.WHEN)
    fire(ref, triggers)


def before_entering(ref: Referee, frame: PlayCard) -> None:
    """Resolve Before triggers while the card isn't in play yet."""
    card = frame.card
    stays = ref.printed[card].kind in (Kind.MEMORY, Kind.ENTITY, Kind.CONSTRUCT)
    if stays and not _lacks_prototypes(ref, card, frame.seat):
        fire(ref, announce(ref, Entering([card], seat=frame.seat), Timing.BEFORE))


def _lacks_prototypes(ref: Referee, card: int, seat: int) -> bool:
    """Return whether there are too few copies in the Void of the player (§6 Prototype, R64)."""
    prototype = ref.printed[card].keyword(KeywordName.PROTOTYPE)
    if prototype is None:
        return False
    return sum(ref.title(c) == ref.title(card) for c in ref.seats[seat].void) < prototype


def resolve_card(ref: Referee, frame: PlayCard) -> None:
    """Resolve the card according to its kind (§2)."""
    card = frame.card
    seat = frame.seat
    compiled = ref.printed[card]
    if _lacks_prototypes(ref, card, seat):
        frame.prototype = True
        do(ref, Voiding([card], seat=seat, cause="§6 Prototype"))
        return
    if compiled.kind is Kind.ARCANUM or compiled.kind is Kind.THOUGHT or compiled.kind is Kind.MEMORY:
        side = INVERTED if frame.inverted else TEXT
        ref.push(ResolveText(title=compiled.title, side=side, seat=seat, card=card))


def put_away(ref: Referee, frame: PlayCard) -> None:
    """Put thoughts and arcana into their piles; other cards enter play (§2)."""
    card = frame.card
    seat = frame.seat
    compiled, state = ref.printed[card], ref.cards[card]
    if frame.prototype:
        return
    match compiled.kind:
        case Kind.ARCANUM if state.zone == PLAYING:
            if frame.inverted:
                moves.into_hand(ref, list(ref.seats[state.owner].arcana_discard), "§2 Arcana")
                do(ref, Voiding([card], seat=seat, cause="§2 Arcana"))
            else:
                do(ref, Discarding([card], seat=seat, cause="§2 Arcana", quiet=True))
        case Kind.THOUGHT if state.zone == PLAYING:
            if compiled.keyword(KeywordName.LOOP) is not None:
                moves.into_deck(ref, [card], "§6 Loop", bottom=True, by=seat)
            else:
                do(ref, Discarding([card], seat=seat, cause="§2 Thoughts", quiet=True))
        case Kind.MEMORY | Kind.ENTITY if state.zone in (PLAYING, ATTACHED):
            enter(ref, card, seat)
            _has_been_played(ref, frame)
        case Kind.CONSTRUCT if state.zone == PLAYING:
            moves.place_construct(ref, card, "§2 Constructs")
            do(ref, Entering([card], seat=seat, cause="§2 Constructs", announced=True))
            _has_been_played(ref, frame)
        case _:
            pass


def after_play(ref: Referee, frame: PlayCard) -> None:
    """Return a card kept from its pile to its former place (R115), then delay After triggers."""
    card = frame.card
    if ref.cards[card].zone == PLAYING and frame.whence is not None:
        _take_back(ref, card, *frame.whence, seat=frame.seat)
    if not frame.played:
        _has_been_played(ref, frame)


def _take_back(ref: Referee, card: int, zone: str, veiled: bool, *, seat: int) -> None:
    rule = "R115"
    if zone == HAND:
        moves.into_hand(ref, [card], rule)
    elif zone == VOID:
        moves.void(ref, card, rule)
    elif zone == PLAY and veiled:
        moves.put_in_play(ref, card, seat, rule, veiled=True)
    elif zone == DECK:
        moves.into_deck(ref, [card], rule, bottom=False, by=seat)
    else:
        moves.discard(ref, card, rule)


def _has_been_played(ref: Referee, frame: PlayCard) -> None:
    frame.played = True
    if frame.unveiled:
        _trigger_own_text(ref, frame, frame.card)
    await_end(ref, announce(ref, _play_event(frame), Timing.AFTER))


def _trigger_own_text(ref: Referee, frame: PlayCard, card: int) -> None:
    """Trigger the card's own text about its unveiling, now that it is face up (§7 Veiled cards)."""
    event = _unveil_event(frame)
    await_end(ref, [heard for heard in announce(ref, event, Timing.AFTER) if heard.card == card])
    fire(ref, [heard for heard in announce(ref, event, Timing.WHEN) if heard.card == card])


def enter(ref: Referee, card: int, seat: int) -> None:
    """Put a memory or entity into play; a Unique entity goes under a copy of itself (§6 Unique, R40)."""
    compiled = ref.printed[card]
    rule = "§2 Entities" if compiled.kind is Kind.ENTITY else "§2 Memories"
    if ref.cards[card].zone == PLAYING:
        host = None
        if compiled.kind is Kind.ENTITY and compiled.keyword(KeywordName.UNIQUE) is not None:
            host = next((c for c in ref.entities(seat) if ref.title(c) == compiled.title), None)
        if host is None:
            moves.put_in_play(ref, card, seat, rule)
        else:
            moves.attach(ref, card, host, "§6 Unique", controller=seat, face_up=True)
    do(ref, Entering([card], seat=seat, cause=rule, announced=True))


def may_join(ref: Referee, frame: PlayCard) -> None:
    """Ask whether an entity unveiled in a conflict joins its controller's side (§4, R19)."""
    card = frame.card
    seat = frame.seat
    conflict = ref.position.conflict
    if frame.unveiled and conflict is not None and ref.is_entity(card) and not ref.cards[card].role:
        ban = tree.Ban.ATTACK if conflict.attacker == seat else tree.Ban.DEFEND
        if card not in able_to(ref, seat, ban):  # It couldn't have been declared (R68).
            return
        name = title(ref.title(card))
        ref.ask(
            seat, QuestionKind.YES_NO, msg("Does {card} join the conflict?", card=name),
            Topic.JOINING,
            (
                PendingOption("yes", msg("Join"), verb=OptionVerb.JOIN),
                PendingOption("no", msg("Stay out"), verb=OptionVerb.STAY_OUT),
            ),
            cause="§4", subject=ref.title(card),
        )  # fmt: skip


def joined(ref: Referee, frame: PlayCard) -> None:
    """Begin joining: Before triggers of attacking, or of defending."""
    conflict = ref.position.conflict
    if frame.take_choice() == ["yes"] and conflict is not None:
        event_type = Attacking if conflict.attacker == frame.seat else Defending
        frame.joins = event_type([frame.card], cause="§4 Conflict phase")
        fire(ref, announce(ref, frame.joins, Timing.BEFORE))


def takes_part(ref: Referee, frame: PlayCard) -> None:
    """Join the conflict as if declared, if still possible (R68, R92)."""
    event, frame.joins = frame.joins, None
    if event is None:
        return
    attacks = isinstance(event, Attacking)
    if frame.card in able_to(ref, frame.seat, tree.Ban.ATTACK if attacks else tree.Ban.DEFEND):
        marks.take_part(ref, [frame.card], ATTACKING if attacks else DEFENDING)
        ref.emit(JoinedConflict(frame.seat, name_of(ref, frame.card)), "§4 Conflict phase")
        note(ref, event)
        await_end(ref, announce(ref, event, Timing.AFTER))
        fire(ref, announce(ref, event, Timing.WHEN))


PLAY_CARD = Procedure(
    PlayCard,
    additional_costs,
    set_aside,
    pay_the_rest,
    lay_back,
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


def _unveil_event(frame: PlayCard) -> Unveiling:
    return Unveiling([frame.card], seat=frame.seat, cause="§6 Unveil")


def _play_event(frame: PlayCard) -> PlayingCard:
    return PlayingCard(frame.card, frame.seat, inverted=frame.inverted, cause=frame.cause)


def lines(ref: Referee, frame: ResolveText) -> None:
    """Resolve the effect lines from top to bottom, each separately (§2, R29)."""
    text_side = ref.pool[frame.title].sides[frame.side]
    if frame.at < len(text_side.lines):
        frame.step = "lines"
        index = text_side.lines[frame.at]
        frame.at += 1
        begin_line(ref, (frame.title, frame.side, index), frame.seat, frame.card)


TEXT_LINES = Procedure(ResolveText, lines)
