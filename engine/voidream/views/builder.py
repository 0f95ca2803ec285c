"""Build each audience's view from scratch, by adding everything visible (R2, R5, R34, R52).

Nothing else in the engine reveals a position. A hidden card is represented by its value and, on the table, its tag. Its
face is only shown to a seat that may look at it.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import takewhile

from msgspec.structs import replace

from cards.i18n import ENGLISH, Translator, line, msg, row
from cards.voidream.language import tree
from cards.voidream.language.printer import print_instruction, print_keyword, print_text
from cards.voidream.language.tree import Keyword, KeywordName, Prohibition, Stat
from cards.voidream.model import Card, Kind
from engine.kernel.cards.state import BACK_SEEN, WATCHERS, bits_of
from engine.voidream.effects.verbs.continuous_effects import lasts_for_conflict
from engine.voidream.facts.terms import called
from engine.voidream.frames import InitiateConflict, PlayCard
from engine.voidream.position import ATTACHED, OVER, PLAYING, SETUP, Conflict, OngoingEffect
from engine.voidream.program import CompiledCard, Op
from engine.voidream.queries.characteristics import changes_of, keyword, stat
from engine.voidream.queries.nouns import name_of
from engine.voidream.queries.restrictions import who_forbids, with_rule
from engine.voidream.queries.score import has_siege, score_parts, total, totals_by_depth
from engine.voidream.questions.topics import TOPICS, Topic
from engine.voidream.referee import Referee
from engine.voidream.turns.arcana import why_not_arcanum
from engine.voidream.turns.setup import bastion_of
from engine.voidream.views.types import (
    AttachedCard,
    Awaited,
    CardFace,
    CardInPlay,
    ConflictView,
    ConstructView,
    HandCard,
    MindView,
    OngoingView,
    PileView,
    SideView,
    StatChange,
    VoidreamView,
)

_KEYWORDS = frozenset(KeywordName)


@lru_cache(maxsize=4096)
def face_of(card: Card) -> CardFace:
    """Return a card's printed face."""
    return CardFace(
        title=card.title,
        kind=card.kind.value,
        faction=card.faction.value,
        value=card.value,
        types=card.types,
        dawn=card.dawn,
        stability=card.stability,
        dusk=card.dusk,
        text=_mind_lines(card) if card.mind else _lines(print_text(card.text)),
        inverted=_lines(print_text(card.inverted)),
        flavour=card.flavour,
        back=_lines(print_text(card.back.text)) if card.back else (),
        art=card.art,
    )


@lru_cache(maxsize=1024)
def mind_texts(card: Card) -> tuple[tuple[str, ...], ...]:
    """Return the printed lines of a mind card for each upright number."""
    if card.mind is None:
        return ()
    return tuple(_lines(print_text(side)) for side in card.mind.sides)


@lru_cache(maxsize=4096)
def _face_of_printed(printed: CompiledCard) -> CardFace:
    """Return a card's face, cached by identity: a cache by printed text would read all of it each time."""
    return face_of(printed.card)


@lru_cache(maxsize=256)
def _mind_texts_of_printed(printed: CompiledCard) -> tuple[tuple[str, ...], ...]:
    return mind_texts(printed.card)


@lru_cache(maxsize=4096)
def _printed_keywords(printed: CompiledCard) -> tuple[str, ...]:
    """Return the keywords printed on a card, in the order of all keywords."""
    numbers = ((name, printed.keyword(name)) for name in KeywordName)
    return tuple(print_keyword(Keyword(name, x)) for name, x in numbers if x is not None)


def _mind_lines(card: Card) -> tuple[str, ...]:
    """Return the five texts in the order in which the mind is turned: from 4 down to the spent side."""
    texts = mind_texts(card)
    return tuple(
        f"{count or 'Spent'}: {' '.join(texts[count])}"
        for count in range(len(texts) - 1, -1, -1)
        if texts[count]
    )


def _lines(text: str) -> tuple[str, ...]:
    return tuple(line for line in text.splitlines() if line)


def build_view(ref: Referee, viewer: int | None, translator: Translator = ENGLISH) -> VoidreamView:
    """Return the view of a seat or a spectator (None) of the position.

    Its sentences are in the translator's language.
    """
    position = ref.position
    is_over = position.outcome is not None
    conflict = position.conflict
    resolving, inverted = resolving_card(ref)
    return VoidreamView(
        viewer=viewer,
        round=position.round,
        phase=phase_of(ref),
        active=position.active if position.active >= 0 and not is_over else None,
        sides=(_side(ref, 0, viewer, translator), _side(ref, 1, viewer, translator)),
        conflict=None if conflict is None else conflict_of(ref, conflict, explained=True),
        ongoing=tuple(_ongoing(ref, translator)),
        awaited=tuple(
            Awaited(seat, translator(TOPICS[question.topic].awaited_of(question)))
            for seat, question in sorted(position.questions.items())
        ),
        passed=tuple(position.passed),
        looking_at=looking_at(ref, viewer),
        resolving=resolving,
        resolving_inverted=inverted,
        winners=position.outcome.winners if position.outcome else (),
        ended=position.outcome.ending if position.outcome else "",
    )


def conflict_of(ref: Referee, conflict: Conflict, *, explained: bool) -> ConflictView:
    """Return the conflict, with the players who have declared fighters: both, once it has been initiated (§4).

    `explained`: with the scores for each possible roll.
    """
    declaring = [
        frame.standing
        for frame in ref.position.stack
        if isinstance(frame, InitiateConflict)
        and frame.step in ("choose_kind", "declare_defenders", "initiated")
    ]
    return ConflictView(
        conflict.kind.value if conflict.kind else "",
        conflict.attacker,
        conflict.nightmare,
        attackers_stand="" not in declaring,
        defenders_stand=not declaring or "defend" in declaring,
        by_depth=totals_by_depth(ref, conflict) if explained and conflict.kind else (),
    )


def phase_of(ref: Referee) -> str:
    """Return the phase, or the conflict that interrupts it."""
    position = ref.position
    if position.outcome is not None:
        return OVER
    conflict = position.conflict
    if conflict is not None:
        return f"{conflict.kind.value} conflict" if conflict.kind else "conflict"
    return position.phase


def _face(ref: Referee, card: int) -> CardFace:
    return _face_of_printed(ref.printed[card])


def _side(ref: Referee, seat: int, viewer: int | None, translator: Translator) -> SideView:
    state = ref.seats[seat]
    dawn, dusk = score_parts(ref, seat) if ref.position.conflict is not None else ([], [])
    forbidding = who_forbids(ref, seat, Prohibition.AVOID_NIGHTMARE)
    return SideView(
        seat=seat,
        mind=mind_of(ref, seat),
        hand=hand_of(ref, seat, viewer, translator),
        deck_count=len(state.deck),
        depth=ref.depth(seat),
        top=top_of(ref, seat),
        constructs=constructs_of(ref, seat),
        play=in_play_of(ref, seat, viewer, explained=True),
        arcana_discard=pile(ref, state.arcana_discard),
        discard=pile(ref, state.discard),
        void=void_of(ref, seat),
        dawn_score=total(dawn),
        dusk_score=total(dusk),
        dawn_parts=tuple(dawn),
        dusk_parts=tuple(dusk),
        has_siege=has_siege(ref, seat),
        known_top=known_top_of(ref, seat, viewer),
        next_depth=_next_depth(ref, seat, viewer),
        must_enter="" if forbidding is None else forbidding.title,
    )


def mind_of(ref: Referee, seat: int) -> MindView:
    """Return the view of a seat's mind, which is public."""
    state = ref.seats[seat]
    compiled = ref.pool[state.mind_title]
    mind = compiled.card
    return MindView(mind.title, mind.faction.value, state.mind, _mind_texts_of_printed(compiled), mind.art)


def top_of(ref: Referee, seat: int) -> ConstructView | None:
    """Return the active construct on top of a seat's deck; None if there is none."""
    top = ref.construct_on_top(seat)
    return None if top is None else _construct(ref, top)


def known_top_of(ref: Referee, seat: int, viewer: int | None) -> tuple[CardFace, ...]:
    """Return the cards on top of a deck that an audience has seen, down to the first unknown one."""
    state, bits = ref.seats[seat], _bits_of(viewer)
    known_cards = takewhile(lambda card: ref.cards[card].known & bits, state.deck[state.lifted :])
    return tuple(_face(ref, card) for card in known_cards)


def _next_depth(ref: Referee, seat: int, viewer: int | None) -> int:
    """Return the depth after a roll; 0 if an audience can't know it.

    The values of backs seen before are known (R2).
    """
    state = ref.seats[seat]
    following = state.deck[state.lifted + 1 : state.lifted + 2]
    known_cards = [card for card in following if ref.cards[card].known & (_bits_of(viewer) | BACK_SEEN)]
    return ref.printed[known_cards[0]].value if known_cards else 0


def _bits_of(viewer: int | None) -> int:
    return WATCHERS if viewer is None else bits_of([viewer])


def constructs_of(ref: Referee, seat: int) -> tuple[ConstructView, ...]:
    """Return a seat's active constructs. Their places in the deck are hidden, and so is their order (R52)."""
    cards = sorted(_constructs(ref, seat), key=lambda card: ref.cards[card].tag)
    return tuple(_construct(ref, card) for card in cards)


def in_play_of(ref: Referee, seat: int, viewer: int | None, *, explained: bool) -> tuple[CardInPlay, ...]:
    """Return a seat's cards in play. `explained`: with the reasons for changed numbers."""
    granted = ref.is_concerned(_KEYWORDS)
    return tuple(
        _in_play(ref, card, viewer, explained=explained, granted=granted) for card in ref.seats[seat].play
    )


def hand_of(
    ref: Referee, seat: int, viewer: int | None, translator: Translator | None
) -> tuple[HandCard, ...]:
    """Return the cards in a hand.

    With a `translator`, they have the reasons why they can't be played, for their owner.
    """
    own = viewer == seat
    cards = sorted(
        ref.seats[seat].hand, key=lambda card: (ref.printed[card].value, ref.title(card) if own else "")
    )
    if not own:
        return tuple(HandCard(ref.printed[card].value, None) for card in cards)
    question = ref.position.questions.get(seat)
    if translator is None or question is None or question.topic != Topic.ACTION:
        return tuple(HandCard(ref.printed[card].value, _face(ref, card)) for card in cards)
    return tuple(
        HandCard(ref.printed[card].value, _face(ref, card), _why_not(ref, seat, card, translator))
        for card in cards
    )


def _why_not(ref: Referee, seat: int, card: int, translator: Translator) -> str:
    reason = why_not_arcanum(ref, seat, card, inverted=False)
    return "" if reason is None else translator(with_rule(reason))


def _constructs(ref: Referee, seat: int) -> list[int]:
    """Return the active constructs and, during setup, the bastion shown beside the deck (§3)."""
    if ref.position.phase == SETUP:
        return [bastion_of(ref, seat)]
    return ref.active_constructs(seat)


def _construct(ref: Referee, card: int) -> ConstructView:
    state = ref.cards[card]
    top = ref.construct_on_top(state.owner)
    return ConstructView(
        face=_face(ref, card),
        stability=stat(ref, card, Stat.STABILITY),
        damage=state.damage,
        is_bastion=ref.printed[card].kind is Kind.BASTION,
        from_top=0 if card == top else None,
        exhausted=state.exhausted,
    )


def _in_play(ref: Referee, card: int, viewer: int | None, *, explained: bool, granted: bool) -> CardInPlay:
    state, compiled = ref.cards[card], ref.printed[card]
    attached = tuple(_attached(ref, attachment, viewer) for attachment in state.attached)
    if state.veiled:
        face = _face(ref, card) if viewer == state.controller else None
        return CardInPlay(
            state.tag, compiled.value, face, veiled=True, owner=state.owner, controller=state.controller,
            exhausted=state.exhausted,
        )  # fmt: skip
    is_entity = compiled.kind is Kind.ENTITY
    return CardInPlay(
        tag=state.tag,
        value=compiled.value,
        face=_face(ref, card),
        owner=state.owner,
        controller=state.controller,
        exhausted=state.exhausted,
        damage=state.damage,
        dawn=stat(ref, card, Stat.DAWN) if is_entity else 0,
        stability=stat(ref, card, Stat.STABILITY) if is_entity else 0,
        dusk=stat(ref, card, Stat.DUSK) if is_entity else 0,
        keywords=_keywords(ref, card, granted),
        role=state.role,
        attached=attached,
        changes=_changes(ref, card) if is_entity and explained else (),
    )


def _changes(ref: Referee, card: int) -> tuple[StatChange, ...]:
    return tuple(
        StatChange(stat_kind.value, title, number)
        for stat_kind in Stat
        for title, number in changes_of(ref, card, stat_kind)
    )


def _keywords(ref: Referee, card: int, granted: bool) -> tuple[str, ...]:
    """Return the current keywords of a card.

    `granted`: an effect in force may add keywords that aren't printed on it.
    """
    if not granted:
        return _printed_keywords(ref.printed[card])
    result: list[str] = []
    for name in KeywordName:
        x = keyword(ref, card, name)
        if x is not None:
            result.append(print_keyword(Keyword(name, x)))
    return tuple(result)


def _attached(ref: Referee, card: int, viewer: int | None) -> AttachedCard:
    state = ref.cards[card]
    is_charge = state.zone == ATTACHED and not state.face_up
    is_known = not is_charge or viewer == state.controller
    return AttachedCard(
        state.tag,
        ref.printed[card].value,
        _face(ref, card) if is_known else None,
        is_charge,
        state.controller,
        state.exhausted,
    )


def pile(ref: Referee, cards: list[int]) -> PileView:
    """Return a pile of open cards."""
    return PileView(tuple(_face(ref, card) for card in sorted(cards, key=ref.title)))


def void_of(ref: Referee, seat: int) -> PileView:
    """Return a seat's Void.

    It is unordered: of two copies, the one that isn't an offering comes first, regardless of arrival.
    """
    cards = ref.seats[seat].void
    sorted_cards = sorted(cards, key=lambda card: (ref.title(card), ref.is_offering(card)))
    offerings = tuple(place for place, card in enumerate(sorted_cards) if ref.is_offering(card))
    return PileView(tuple(_face(ref, card) for card in sorted_cards), offerings)


def looking_at(ref: Referee, viewer: int | None) -> tuple[CardFace, ...]:
    """Return the cards of decks that this audience is looking at."""
    return tuple(
        _face(ref, card)
        for state in ref.seats
        if state.lifted and viewer is not None and state.looker == viewer
        for card in state.deck[: state.lifted]
    )


def resolving_card(ref: Referee) -> tuple[CardFace | None, bool]:
    """Return the card being played, and whether it is played inverted."""
    for frame in reversed(ref.position.stack):
        if isinstance(frame, PlayCard) and ref.cards[frame.card].zone == PLAYING:
            return _face(ref, frame.card), frame.inverted
    return None, False


def _without_duration(op: Op) -> tree.Instruction:
    """Return the instruction without its duration, which is shown separately."""
    assert isinstance(op, tree.Modify | tree.Gain | tree.CannotBe | tree.Cannot)
    return replace(op, duration=tree.Duration.PHASE)


def _as_in_force(op: Op, effect: OngoingEffect) -> Op:
    """Return the instruction as in force, with several applications added up."""
    if isinstance(op, tree.Modify) and isinstance(op.amount, tree.Number) and op.each is None:
        return replace(op, amount=tree.Number(effect.amount))
    return op


def _ongoing(ref: Referee, translator: Translator) -> list[OngoingView]:
    position = ref.position
    result: list[OngoingView] = []
    for effect in position.ongoing:
        op = ref.pool.program(effect.title, effect.side, effect.index).ops[effect.pc]
        text = line(print_instruction(_without_duration(_as_in_force(op, effect))))
        if effect.locked:
            subjects = row(*(called(name_of(ref, card)) for card in effect.locked), between=", ")
            text = msg("{effect} ({cards})", effect=text, cards=subjects)
        if effect.phase == 0:
            lasts, end_text = "round", msg("until the end of the round")
        elif lasts_for_conflict(ref, effect) or (
            position.conflict is not None and effect.phase == position.phases[-1]
        ):
            lasts, end_text = "conflict", msg("until the end of the conflict")
        else:
            lasts, end_text = "phase", msg("until the end of the phase")
        result.append(OngoingView(effect.seat, effect.title, translator(text), translator(end_text), lasts))
    return result
