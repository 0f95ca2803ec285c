"""Alt texts: what matters in a picture, in at most 1,024 characters.

Sentences come in the order of their importance to somebody who can't see the picture; those that no longer fit are left
out from the end, with a word on where to find the rest.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.voidream.view import CardFace, ConstructView, InPlay, Side, VoidreamView
from render.voidream.text import secret_faces
from render.voidream.wording import (
    Names,
    bottom_seat,
    ending,
    headline,
    kind_line,
    listed,
    of,
    phase_words,
    place,
    plain,
    plural,
    rules_of,
    shown_names,
    waiting,
)

LIMIT = 1024
MORE = " More in the text board."


def fitting(sentences: Iterable[str], more: str = MORE) -> str:
    """As many of the sentences, from the first on, as fit the limit."""
    kept = ""
    for sentence in filter(None, sentences):
        longer = f"{kept} {sentence}" if kept else sentence
        if len(longer) > LIMIT - len(more):
            room = LIMIT - len(more) - len(kept) - 2
            if not kept:
                kept = sentence[: room - 1].rstrip() + "…"
            return kept + more
        kept = longer
    return kept


def _bastion(constructs: Iterable[ConstructView]) -> str:
    for one in constructs:
        if one.is_bastion:
            hurt = f" with {one.damage} damage" if one.damage else ""
            return f"bastion {one.face.title}, stability {one.stability}{hurt}, {place(one)}"
    return "no bastion"


def _entity(card: InPlay) -> str:
    face = card.face
    if card.veiled or face is None:
        return f"veiled {card.value}"
    words = face.title
    if face.kind == "entity":
        words += f" {plain(card.dawn)}/{plain(card.stability)}/{plain(card.dusk)}"
    if card.damage:
        words += f" {card.damage} damage"
    return words + (" exhausted" if card.exhausted else "")


def _side(side: Side, name: str) -> str:
    construct = next((one for one in side.constructs if one.from_top == 0 and not one.is_bastion), None)
    shield = f" under construct {construct.face.title} (stability {construct.stability})" if construct else ""
    values = f" ({' '.join(str(card.value) for card in side.hand)})" if side.hand else ""
    return (
        f"{name}: depth {side.depth}, {plural(side.deck_count, 'card')} in the deck{shield}, mind {side.mind.count}, "
        f"{plural(len(side.hand), 'arcanum', 'arcana')} in hand{values}, {_bastion(side.constructs)}."
    )


def _play(side: Side, name: str) -> str:
    resting = [_entity(card) for card in side.play if not card.role]
    return f"{of(name)} cards in play (dawn/stability/dusk): {', '.join(resting)}." if resting else ""


def _fight(view: VoidreamView, names: Names) -> list[str]:
    conflict = view.conflict
    if conflict is None:
        return []
    sentences: list[str] = []
    for seat in (conflict.attacker, 1 - conflict.attacker):
        side = view.sides[seat]
        score = {"dawn": plain(side.dawn_score), "dusk": plain(side.dusk_score)}.get(
            conflict.kind, f"dawn {plain(side.dawn_score)} or dusk {plain(side.dusk_score)}"
        )
        fighters = [_entity(card) for card in side.play if card.role]
        role = "attacks" if seat == conflict.attacker else "defends"
        sentences.append(f"{names[seat]} {role} with score {score}: {', '.join(fighters) or 'no entities'}.")
    return sentences


def alt_board(view: VoidreamView, names: Names) -> str:
    """What the board's picture shows, at most 1,024 characters."""
    names = shown_names(names)
    seat = bottom_seat(view)
    order = (view.sides[seat], view.sides[1 - seat])
    passed = [names[one] for one in view.passed] if not view.ended else []
    sentences = [f"Voidream board, round {view.round}, {phase_words(view)}. {headline(view, names)}."]
    sentences.append(f"{ending(view, names)}." if view.ended else "")
    sentences.extend(f"{line}." for line in waiting(view, names))
    sentences.append(f"Passed: {listed(passed)}." if passed else "")
    sentences.extend(_fight(view, names))
    sentences.extend(_side(side, names[side.seat]) for side in order)
    sentences.extend(_play(side, names[side.seat]) for side in order)
    sentences.extend(
        f"{names[side.seat]}: Dream discard {len(side.discard.cards)}, arcana discard {len(side.arcana_discard.cards)}, "
        f"Void {len(side.void.cards)}."
        for side in order
    )
    return fitting(sentences)


def alt_hand(view: VoidreamView, names: Names) -> str:
    """What the hand's picture shows, at most 1,024 characters. Raises ValueError for spectators."""
    if view.viewer is None:
        raise ValueError("spectators have no hand")
    names = shown_names(names)
    side = view.sides[view.viewer]
    sentences = [
        f"{of(names[view.viewer])} hand of {plural(len(side.hand), 'arcanum', 'arcana')}, at depth {side.depth}, mind {side.mind.count}."
    ]
    titles = [
        (card.face.title if card.face else "an arcanum", card.value, card.playable) for card in side.hand
    ]
    can = [f"{title} ({value})" for title, value, barred in titles if not barred]
    cannot = [f"{title} ({value})" for title, value, barred in titles if barred]
    if view.looking_at:
        sentences.append(
            f"Looking at: {', '.join(f'{face.title} ({face.value})' for face in view.looking_at)}."
        )
    sentences.append(f"Arcana: {', '.join(can)}." if can else "")
    sentences.append(f"Not playable now: {', '.join(cannot)}." if cannot else "")
    sentences.extend(f"{where_}: {face.title} ({face.value})." for where_, face in secret_faces(view))
    return fitting(sentences, " More in the text of the hand.")


def alt_card(face: CardFace) -> str:
    """What a card's picture shows, at most 1,024 characters."""
    value = f" of value {face.value}" if face.value else ""
    sentences = [f"{face.title}: {kind_line(face).lower()}{value}."]
    if face.kind == "entity":
        sentences.append(
            f"Dawn {plain(face.dawn)}, stability {plain(face.stability)}, dusk {plain(face.dusk)}."
        )
    elif face.kind in ("construct", "bastion"):
        sentences.append(f"Stability {face.stability}.")
    sentences.extend(rules_of(face))
    sentences.append(face.flavour)
    return fitting(sentences, " More in the text of the card.")
