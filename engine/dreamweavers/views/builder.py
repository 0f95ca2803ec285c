"""Build each audience's view from scratch, by adding everything visible (DW14, DW16).

Nothing else in the engine reveals a position. A hidden card is a gap in a view; its face is only shown to a seat that
knows it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from msgspec.structs import replace

from cards.dreamweavers.language.continuous_effects import Modify
from cards.dreamweavers.language.printer import print_instruction
from cards.dreamweavers.language.words import Ban, KeywordName
from cards.i18n import ENGLISH, Translator
from cards.language.nodes import Number
from engine.dreamweavers.facts.terms import effect_of
from engine.dreamweavers.frames import CardId, ChooseIntents, ResolveEffect, StandbyEffect
from engine.dreamweavers.position import FEELINGS, ID, IN_PLAY, OVER, REVEALED, THOUGHTS, LastingEffect
from engine.dreamweavers.program import CompiledCard, notion_of
from engine.dreamweavers.queries.characteristics import (
    cost,
    is_forbidden,
    most,
    power_changes,
    shields_bonus,
)
from engine.dreamweavers.queries.filters import attack_going_on, can_gain, keywords, power
from engine.dreamweavers.referee import Referee
from engine.dreamweavers.topics import TOPICS, Topic
from engine.dreamweavers.turns.legality import moment_of, why_not_attack, why_not_play
from engine.dreamweavers.views.types import (
    AttackView,
    Awaited,
    CardFace,
    CardInPlay,
    DraftNotion,
    DraftView,
    DreamweaversView,
    HandCard,
    IntentView,
    LastingView,
    PowerChange,
    SideView,
    StandbyView,
)
from engine.kernel.cards.state import WATCHERS
from engine.kernel.effects.program import ControlOp

OPEN = (ID, *IN_PLAY)
"""The zones in which cards named for an effect are public (DW59)."""


@lru_cache(maxsize=4096)
def face_of(compiled: CompiledCard) -> CardFace:
    """Return a card's printed face."""
    card = compiled.card
    return CardFace(
        title=card.title,
        notion=notion_of(card),
        kind=card.kind.value,
        cost=card.cost,
        power=card.power,
        text=compiled.text.printed,
        flavour=card.flavour,
    )


def glance(ref: Referee, seat: int) -> DreamweaversView:
    """Return the part of a seat's view that can affect an answer, for computer players.

    It has no texts for people: why a card can't be played, reasons for changed powers, effects in force, awaited players.
    """
    position = ref.position
    outcome = position.outcome
    return DreamweaversView(
        viewer=seat,
        phase=OVER if outcome is not None else position.phase,
        turn=position.turn,
        active=position.active if position.active >= 0 else None,
        first=position.first if position.first >= 0 else None,
        tracker_side=ref.side,
        tracker=abs(position.tracker),
        sides=(_side(ref, 0, seat, None), _side(ref, 1, seat, None)),
        standby=tuple(_standby(ref, effect, seat) for effect in position.standby),
        attack=_attack(ref),
        looking_at=_looking_at(ref, seat),
    )


def build_view(ref: Referee, viewer: int | None, translator: Translator = ENGLISH) -> DreamweaversView:
    """Return everything that a seat, or a spectator (None), may know.

    Its sentences are in the translator's language.
    """
    position = ref.position
    outcome = position.outcome
    return DreamweaversView(
        viewer=viewer,
        phase=OVER if outcome is not None else position.phase,
        turn=position.turn,
        active=position.active if position.active >= 0 else None,
        first=position.first if position.first >= 0 else None,
        tracker_side=ref.side,
        tracker=abs(position.tracker),
        sides=(_side(ref, 0, viewer, translator), _side(ref, 1, viewer, translator)),
        standby=tuple(_standby(ref, effect, viewer) for effect in position.standby),
        attack=_attack(ref),
        lasting=tuple(_lasting(ref, effect) for effect in position.lasting),
        awaited=tuple(
            Awaited(seat, translator(TOPICS[question.topic].awaited_of(question)))
            for seat, question in sorted(position.questions.items())
        ),
        draft=None if position.turn else _draft(ref),
        looking_at=_looking_at(ref, viewer),
        revealed=next(
            (_face(ref, card) for card, state in enumerate(ref.cards) if state.zone == REVEALED), None
        ),
        repeated=position.beginnings.count(position.beginnings[-1]) if position.beginnings else 0,
        places=outcome.places if outcome is not None else (),
        ended=outcome.ending if outcome is not None else "",
    )


def _face(ref: Referee, card: CardId) -> CardFace:
    return face_of(ref.printed(card))


def _knows(ref: Referee, viewer: int | None, card: CardId) -> bool:
    """Return whether an audience knows the card here."""
    bits = WATCHERS if viewer is None else WATCHERS | 1 << viewer
    return bool(ref.cards[card].known & bits)


def _known(ref: Referee, viewer: int | None, cards: Sequence[CardId]) -> tuple[CardFace | None, ...]:
    return tuple(_face(ref, card) if _knows(ref, viewer, card) else None for card in cards)


# --------------------------------------------------------------------------------------------------------------- sides


def _side(ref: Referee, seat: int, viewer: int | None, translator: Translator | None) -> SideView:
    """Return an audience's view of a side. It has no sentences without a translator."""
    state = ref.seats[seat]
    in_play = _at_a_glance if translator is None else _in_play
    return SideView(
        seat=seat,
        notions=tuple(state.notions),
        intent=_intent(ref, seat, viewer),
        mind_count=len(state.mind),
        mind=_mind(ref, state.mind, viewer),
        ego=_known(ref, viewer, state.ego),
        hand=_hand(ref, seat, viewer, translator),
        id=tuple(_face(ref, card) for card in sorted(state.id, key=ref.title)),
        thoughts=tuple(in_play(ref, card) for card in state.thoughts),
        feelings=tuple(in_play(ref, card) for card in state.feelings),
        most_thoughts=most(ref, seat, THOUGHTS),
        most_feelings=most(ref, seat, FEELINGS),
        memory=ref.memory(seat),
        shields_bonus=shields_bonus(ref, seat),
    )


def _mind(ref: Referee, mind: Sequence[CardId], viewer: int | None) -> tuple[CardFace | None, ...]:
    """Return the cards of a mind down to the deepest one anyone knows, because everyone saw a player look that deep.

    Usually empty.
    """
    cards = ref.cards
    depths = [place for place, card in enumerate(mind, 1) if cards[card].known]
    if not depths:
        return ()
    faces = _known(ref, viewer, mind[: depths[-1]])
    return faces if any(faces) else ()


def _intent(ref: Referee, seat: int, viewer: int | None) -> IntentView | None:
    """Return the Intent once revealed; before that, its player sees their own choice (DW6)."""
    notion, is_open = ref.seats[seat].intent, True
    if not notion and viewer == seat:
        is_open = False
        for frame in ref.position.stack:
            if isinstance(frame, ChooseIntents):
                notion = next(iter(frame.chosen.get(seat, ())), "")
    return IntentView(notion, ref.text(notion).printed, is_open) if notion else None


def _hand(ref: Referee, seat: int, viewer: int | None, translator: Translator | None) -> tuple[HandCard, ...]:
    hand = ref.seats[seat].hand
    own = viewer == seat
    known_cards = [card for card in hand if own or _knows(ref, viewer, card)]
    known_cards.sort(
        key=lambda card: (not _knows(ref, None, card), ref.printed(card).card.cost, ref.title(card))
    )
    moment = moment_of(ref, seat) if own and translator is not None else None
    cards: list[HandCard] = []
    for card in known_cards:
        reason = None if moment is None else why_not_play(ref, seat, card, moment)
        cards.append(
            HandCard(
                _face(ref, card),
                is_known=bool(ref.cards[card].known & WATCHERS),
                cost=cost(ref, seat, card),
                playable="" if reason is None or translator is None else translator(reason.sentence),
            )
        )
    return (*cards, *(HandCard(None) for _ in range(len(hand) - len(known_cards))))


def _in_play(ref: Referee, card: CardId) -> CardInPlay:
    state = ref.cards[card]
    position = ref.position
    is_thought = state.zone == THOUGHTS
    attack = attack_going_on(ref)
    role = ""
    if attack is not None and ref.ref(card) == attack.attacker:
        role = "attacking"
    elif attack is not None and ref.ref(card) == attack.target:
        role = "attacked"
    return CardInPlay(
        face=_face(ref, card),
        tapped=state.tapped,
        power=power(ref, card) if is_thought else 0,
        keywords=_keywords(ref, card),
        changes=tuple(PowerChange(title, number) for title, number in power_changes(ref, card)),
        is_new=state.entered == position.turn,
        can_attack=is_thought and why_not_attack(ref, state.owner, card) is None,
        lingers=not is_thought and state.settled,
        stays_tapped=state.stays_tapped,
        stands=is_thought and is_forbidden(ref, card, Ban.DESTROYED),
        on_standby=any((effect.card, effect.tag) == ref.ref(card) for effect in position.standby),
        role=role,
    )


def _at_a_glance(ref: Referee, card: CardId) -> CardInPlay:
    state = ref.cards[card]
    is_thought = state.zone == THOUGHTS
    return CardInPlay(
        face=_face(ref, card),
        tapped=state.tapped,
        power=power(ref, card) if is_thought else 0,
        keywords=_keywords(ref, card) if can_gain(ref) else _printed_keywords(ref.printed(card)),
        is_new=state.entered == ref.position.turn,
        can_attack=is_thought and not state.tapped and why_not_attack(ref, state.owner, card) is None,
    )


def _keywords(ref: Referee, card: CardId) -> tuple[str, ...]:
    return tuple([_keyword(name, number) for name, number in keywords(ref, card).items()])


@lru_cache(maxsize=4096)
def _printed_keywords(compiled: CompiledCard) -> tuple[str, ...]:
    return tuple(_keyword(name, number) for name, number in compiled.text.keywords.items())


@cache
def _keyword(name: KeywordName, number: int) -> str:
    return f"{name.value.capitalize()} {number}" if number else name.value.capitalize()


# ------------------------------------------------------------------------------------------------- actions in progress


def _standby(ref: Referee, effect: StandbyEffect, viewer: int | None) -> StandbyView:
    titles = tuple(
        ref.title(card)
        for refs in effect.named.values()
        for card, tag in refs
        if card >= 0 and ref.is_there((card, tag)) and (ref.cards[card].zone in OPEN or viewer == effect.seat)
    )
    text = effect_of(ref.pool.line(effect.title, effect.line))
    return StandbyView(effect.seat, effect.title, text, titles, effect.is_cancelled)


def _attack(ref: Referee) -> AttackView | None:
    attack = attack_going_on(ref)
    if attack is None:
        return None
    attacker, target = attack.attacker[0], attack.target
    target_power = power(ref, target[0]) if target is not None and ref.is_there(target) else 0
    return AttackView(
        attack.seat,
        ref.title(attacker),
        power(ref, attacker),
        "" if target is None else ref.title(target[0]),
        target_power,
        tuple(attack.shields),
        attack.shield_value + target_power,
    )


def _lasting(ref: Referee, effect: LastingEffect) -> LastingView:
    op = ref.pool.program(effect.title, effect.line).ops[effect.pc]
    assert not isinstance(op, ControlOp)
    if isinstance(op, Modify) and op.each is None and isinstance(op.amount, Number):
        op = replace(op, amount=Number(effect.amount))
    affected = tuple(ref.title(card) for card, tag in effect.cards or () if ref.is_there((card, tag)))
    return LastingView(effect.seat, effect.title, f"{print_instruction(op)}.", affected, effect.until)


def _draft(ref: Referee) -> DraftView:
    position = ref.position
    takers = {notion: (seat, number) for number, (seat, notion) in enumerate(position.drafted, 1)}
    question = next(
        (
            other_question
            for other_question in position.questions.values()
            if other_question.topic == Topic.DRAFT
        ),
        None,
    )
    notions: list[DraftNotion] = []
    for notion, intent in ref.pool.intents.items():
        seat, number = takers.get(notion, (None, 0))
        faces = tuple(face_of(ref.pool[title]) for title in ref.pool.by_notion[notion])
        notions.append(DraftNotion(notion, intent.cover.about, intent.text.printed, faces, seat, number))
    return DraftView(
        tuple(notions),
        None if question is None else question.seat,
        0 if question is None else question.maximum,
        tuple(tuple(dice) for dice in position.rolls),
    )


def _looking_at(ref: Referee, viewer: int | None) -> tuple[CardFace, ...]:
    """Return the cards that an effect looks at, for those who know all of them."""
    for frame in reversed(ref.position.stack):
        if isinstance(frame, ResolveEffect) and frame.looked:
            cards = [card for card, tag in frame.looked if card >= 0 and ref.is_there((card, tag))]
            if all(_knows(ref, viewer, card) for card in cards):
                return tuple(_face(ref, card) for card in cards)
            return ()
    return ()
