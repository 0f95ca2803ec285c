"""Alt texts: what matters in a picture, in at most 1,024 characters.

Sentences come in the order of their importance to somebody who can't see the picture; those that no longer fit are left
out from the end, with a word on where to find the rest.
"""

from __future__ import annotations

from collections.abc import Iterable

from cards.locales import ENGLISH, Tongue, say
from engine.voidream.view import CardFace, ConstructView, InPlay, Side, VoidreamView
from render.illustration.told import told
from render.voidream.art import recipe_of
from render.voidream.sides import where
from render.voidream.text import secret_faces
from render.voidream.wording import (
    Names,
    arcana_words,
    bottom_seat,
    cards_words,
    damage_words,
    ending,
    exhausted_word,
    flavour_of,
    headline,
    kind_line,
    lines_of,
    listed,
    numbers_words,
    of,
    phase_words,
    plain,
    rules_of,
    shown_names,
    title_of,
    waiting,
)

LIMIT = 1024
MORE = say("More in the text board.")
MORE_OF_HAND = say("More in the text of the hand.")
MORE_OF_CARD = say("More in the text of the card.")


def fitting(sentences: Iterable[str], more: str) -> str:
    """As many of the sentences, from the first on, as fit the limit; else `more` at the end."""
    kept = ""
    for sentence in filter(None, sentences):
        longer = f"{kept} {sentence}" if kept else sentence
        if len(longer) > LIMIT - len(more) - 1:
            room = LIMIT - len(more) - len(kept) - 3
            if not kept:
                kept = sentence[: room - 1].rstrip() + "…"
            return f"{kept} {more}"
        kept = longer
    return kept


def _bastion(constructs: Iterable[ConstructView], tongue: Tongue) -> str:
    for one in constructs:
        if one.is_bastion:
            words = [tongue(say("bastion {card}", card=title_of(one.face, tongue)))]
            words.append(tongue(say("stability {n}", n=one.stability)))
            if one.damage:
                words[-1] += f" {tongue(say('with {n} damage', n=one.damage))}"
            return ", ".join([*words, where(one, tongue)])
    return tongue(say("no bastion"))


def _entity(card: InPlay, tongue: Tongue) -> str:
    face = card.face
    if card.veiled or face is None:
        return tongue(say("veiled {n}", n=card.value))
    words = title_of(face, tongue)
    if face.kind == "entity":
        words += f" {plain(card.dawn)}/{plain(card.stability)}/{plain(card.dusk)}"
    if card.damage:
        words += f" {damage_words(card.damage, tongue)}"
    return words + (f" {exhausted_word(tongue)}" if card.exhausted else "")


def _side(side: Side, name: str, tongue: Tongue) -> str:
    construct = next((one for one in side.constructs if one.from_top == 0 and not one.is_bastion), None)
    deck = tongue(say("{cards} in the deck", cards=cards_words(side.deck_count)))
    if construct:
        shield = say(
            "under construct {card} (stability {n})",
            card=title_of(construct.face, tongue),
            n=construct.stability,
        )
        deck += f" {tongue(shield)}"
    hand = tongue(say("{arcana} in hand", arcana=arcana_words(len(side.hand))))
    values = f" ({' '.join(str(card.value) for card in side.hand)})" if side.hand else ""
    told = say(
        "{name}: depth {depth}, {deck}, mind {mind}, {hand}, {bastion}.",
        name=name,
        depth=side.depth,
        deck=deck,
        mind=side.mind.count,
        hand=hand + values,
        bastion=_bastion(side.constructs, tongue),
    )
    return tongue(told)


def _play(side: Side, name: str, tongue: Tongue) -> str:
    resting = [_entity(card, tongue) for card in side.play if not card.role]
    if not resting:
        return ""
    told = say(
        "{whose} cards in play (dawn/stability/dusk): {cards}.",
        whose=of(name),
        name=name,
        cards=", ".join(resting),
    )
    return tongue(told)


def _fight(view: VoidreamView, names: Names, tongue: Tongue) -> list[str]:
    conflict = view.conflict
    if conflict is None:
        return []
    sentences: list[str] = []
    for seat in (conflict.attacker, 1 - conflict.attacker):
        side = view.sides[seat]
        dawn, dusk = plain(side.dawn_score), plain(side.dusk_score)
        score = {"dawn": dawn, "dusk": dusk}.get(
            conflict.kind, tongue(say("dawn {dawn} or dusk {dusk}", dawn=dawn, dusk=dusk))
        )
        fighters = ", ".join(_entity(card, tongue) for card in side.play if card.role)
        attacks = seat == conflict.attacker
        told = (
            say(
                "{name} attacks with score {score}: {cards}.",
                name=names[seat],
                score=score,
                cards=fighters or say("no entities"),
            )
            if attacks
            else say(
                "{name} defends with score {score}: {cards}.",
                name=names[seat],
                score=score,
                cards=fighters or say("no entities"),
            )
        )
        if not fighters and not conflict.stands(seat):
            told = (
                say("{name} attacks, with score {score} so far.", name=names[seat], score=score)
                if attacks
                else say("{name} defends, with score {score} so far.", name=names[seat], score=score)
            )
        sentences.append(tongue(told))
    return sentences


def alt_board(view: VoidreamView, names: Names, tongue: Tongue = ENGLISH) -> str:
    """What the board's picture shows, at most 1,024 characters."""
    names = shown_names(names, tongue)
    seat = bottom_seat(view)
    order = (view.sides[seat], view.sides[1 - seat])
    passed = [names[one] for one in view.passed] if not view.ended else []
    head = say("Voidream board, round {n}, {phase}.", n=view.round, phase=phase_words(view, tongue))
    sentences = [tongue(head)]
    sentences.extend(f"{line}." for line in waiting(view, names, tongue) if not view.ended)
    sentences.append(f"{headline(view, names, tongue)}.")
    sentences.append(f"{ending(view, names, tongue)}." if view.ended else "")
    sentences.append(tongue(say("Passed: {names}.", names=listed(passed, tongue))) if passed else "")
    sentences.extend(_fight(view, names, tongue))
    sentences.extend(_side(side, names[side.seat], tongue) for side in order)
    sentences.extend(_play(side, names[side.seat], tongue) for side in order)
    sentences.extend(
        tongue(
            say(
                "{name}: Dream discard {discard}, arcana discard {arcana}, Void {void}.",
                name=names[side.seat],
                discard=len(side.discard.cards),
                arcana=len(side.arcana_discard.cards),
                void=len(side.void.cards),
            )
        )
        for side in order
    )
    sentences.extend(_offerings(side, names[side.seat], tongue) for side in order)
    return fitting(sentences, tongue(MORE))


def _offerings(side: Side, name: str, tongue: Tongue) -> str:
    cards = [title_of(side.void.cards[place], tongue) for place in side.void.offerings]
    if not cards:
        return ""
    return tongue(
        say("Offerings in {whose} Void: {cards}.", whose=of(name), name=name, cards=", ".join(cards))
    )


def alt_hand(view: VoidreamView, names: Names, tongue: Tongue = ENGLISH) -> str:
    """What the hand's picture shows, at most 1,024 characters. Raises ValueError for spectators."""
    if view.viewer is None:
        raise ValueError("spectators have no hand")
    name = shown_names(names, tongue)[view.viewer]
    side = view.sides[view.viewer]
    head = say(
        "{whose} hand of {arcana}, at depth {depth}, mind {mind}.",
        whose=of(name),
        name=name,
        arcana=arcana_words(len(side.hand)),
        depth=side.depth,
        mind=side.mind.count,
    )
    sentences = [tongue(head)]

    def valued(face: CardFace | None, value: int) -> str:
        return f"{title_of(face, tongue) if face else tongue(say('an arcanum'))} ({value})"

    can = ", ".join(valued(card.face, card.value) for card in side.hand if not card.playable)
    cannot = ", ".join(valued(card.face, card.value) for card in side.hand if card.playable)
    looking = ", ".join(valued(face, face.value) for face in view.looking_at)
    sentences.append(tongue(say("Looking at: {cards}.", cards=looking)) if looking else "")
    sentences.append(tongue(say("Arcana: {cards}.", cards=can)) if can else "")
    sentences.append(tongue(say("Not playable now: {cards}.", cards=cannot)) if cannot else "")
    sentences.extend(f"{lies}: {valued(face, face.value)}." for lies, face in secret_faces(view, tongue))
    return fitting(sentences, tongue(MORE_OF_HAND))


def alt_card(face: CardFace, tongue: Tongue = ENGLISH) -> str:
    """What a card's picture shows, at most 1,024 characters."""
    head = f"{title_of(face, tongue)}: {kind_line(face, tongue).lower()}"
    sentences = [
        tongue(say("{card} of value {n}.", card=head, n=face.value)) if face.value else f"{head}.",
        numbers_words(face, tongue),
        *rules_of(face, tongue),
        *lines_of(face.back, tongue),
        tongue(
            say("The picture: {picture}.", picture=told(recipe_of(face.title, face.kind, face.art), tongue))
        ),
        flavour_of(face, tongue),
    ]
    return fitting(sentences, tongue(MORE_OF_CARD))
