"""Alt texts: the content of a picture, in at most 1,024 characters.

Sentences are sorted by importance to a player who can't see the picture. Those that don't fit are omitted, and the
text says where to find them.
"""

from __future__ import annotations

from collections.abc import Iterable

from cards.i18n import ENGLISH, Translator, msg
from engine.voidream.views.types import CardFace, CardInPlay, ConstructView, SideView, VoidreamView
from render.alt_text import fitting
from render.illustration.description import description
from render.table.words import (
    Names,
    cards_words,
    flavour_of,
    from_viewer,
    lines_of,
    listed,
    naming,
    of,
    own_seat,
    plain,
    title_of,
)
from render.voidream.art import recipe_of
from render.voidream.sides import where
from render.voidream.text import secret_faces
from render.voidream.words import (
    arcana_words,
    damage_words,
    exhausted_word,
    kind_line,
    numbers_words,
    phase_words,
    rules_of,
    shown_names,
    turn_of,
)

MORE = msg("More in the text board.")
MORE_OF_HAND = msg("More in the text of the hand.")
MORE_OF_CARD = msg("More in the text of the card.")


def _bastion(constructs: Iterable[ConstructView], translator: Translator) -> str:
    for one in constructs:
        if one.is_bastion:
            parts = [translator(msg("bastion {card}", card=title_of(one.face, translator)))]
            parts.append(translator(msg("stability {n}", n=one.stability)))
            if one.damage:
                parts[-1] += f" {translator(msg('with {n} damage', n=one.damage))}"
            return ", ".join([*parts, where(one, translator)])
    return translator(msg("no bastion"))


def _entity(card: CardInPlay, translator: Translator) -> str:
    face = card.face
    if card.veiled or face is None:
        return translator(msg("veiled {n}", n=card.value))
    text = title_of(face, translator)
    if face.kind == "entity":
        text += f" {plain(card.dawn)}/{plain(card.stability)}/{plain(card.dusk)}"
    if card.damage:
        text += f" {damage_words(card.damage, translator)}"
    return text + (f" {exhausted_word(translator)}" if card.exhausted else "")


def _side(side: SideView, name: str, translator: Translator) -> str:
    construct = next((one for one in side.constructs if one.from_top == 0 and not one.is_bastion), None)
    deck = translator(msg("{cards} in the deck", cards=cards_words(side.deck_count)))
    if construct:
        shield = msg(
            "under construct {card} (stability {n})",
            card=title_of(construct.face, translator),
            n=construct.stability,
        )
        deck += f" {translator(shield)}"
    hand = translator(msg("{arcana} in hand", arcana=arcana_words(len(side.hand))))
    values = f" ({' '.join(str(card.value) for card in side.hand)})" if side.hand else ""
    text = msg(
        "{name}: depth {depth}, {deck}, mind {mind}, {hand}, {bastion}.",
        name=name,
        depth=side.depth,
        deck=deck,
        mind=side.mind.count,
        hand=hand + values,
        bastion=_bastion(side.constructs, translator),
    )
    return translator(text)


def _play(side: SideView, name: str, translator: Translator) -> str:
    resting = [_entity(card, translator) for card in side.play if not card.role]
    cards = ", ".join(resting)
    text = msg(
        "{whose} cards in play (dawn/stability/dusk): {cards}.", whose=of(name), name=name, cards=cards
    )
    return naming(resting, text, translator)


def _fight(view: VoidreamView, names: Names, translator: Translator) -> list[str]:
    conflict = view.conflict
    if conflict is None:
        return []
    sentences: list[str] = []
    for seat in (conflict.attacker, 1 - conflict.attacker):
        side = view.sides[seat]
        dawn, dusk = plain(side.dawn_score), plain(side.dusk_score)
        score = {"dawn": dawn, "dusk": dusk}.get(
            conflict.kind, translator(msg("dawn {dawn} or dusk {dusk}", dawn=dawn, dusk=dusk))
        )
        fighters = ", ".join(_entity(card, translator) for card in side.play if card.role)
        attacks = seat == conflict.attacker
        text = (
            msg(
                "{name} attacks with score {score}: {cards}.",
                name=names[seat],
                score=score,
                cards=fighters or msg("no entities"),
            )
            if attacks
            else msg(
                "{name} defends with score {score}: {cards}.",
                name=names[seat],
                score=score,
                cards=fighters or msg("no entities"),
            )
        )
        if not fighters and not conflict.stands(seat):
            text = (
                msg("{name} attacks, with score {score} so far.", name=names[seat], score=score)
                if attacks
                else msg("{name} defends, with score {score} so far.", name=names[seat], score=score)
            )
        sentences.append(translator(text))
    return sentences


def alt_board(view: VoidreamView, names: Names, translator: Translator = ENGLISH) -> str:
    """Return the alt text of the board's picture, at most 1,024 characters."""
    names = shown_names(names, translator)
    order = from_viewer(view.sides, view.viewer)
    passed = [names[one] for one in view.passed] if not view.ended else []
    head = msg("Voidream board, round {n}, {phase}.", n=view.round, phase=phase_words(view, translator))
    sentences = [translator(head), *turn_of(view, names, translator).alt_sentences()]
    sentences.append(translator(msg("Passed: {names}.", names=listed(passed, translator))) if passed else "")
    sentences.extend(_fight(view, names, translator))
    sentences.extend(_side(side, names[side.seat], translator) for side in order)
    sentences.extend(_play(side, names[side.seat], translator) for side in order)
    sentences.extend(
        translator(
            msg(
                "{name}: Dream discard {discard}, arcana discard {arcana}, Void {void}.",
                name=names[side.seat],
                discard=len(side.discard.cards),
                arcana=len(side.arcana_discard.cards),
                void=len(side.void.cards),
            )
        )
        for side in order
    )
    sentences.extend(_offerings(side, names[side.seat], translator) for side in order)
    return fitting(sentences, translator(MORE))


def _offerings(side: SideView, name: str, translator: Translator) -> str:
    cards = [title_of(side.void.cards[place], translator) for place in side.void.offerings]
    text = msg("Offerings in {whose} Void: {cards}.", whose=of(name), name=name, cards=", ".join(cards))
    return naming(cards, text, translator)


def alt_hand(view: VoidreamView, names: Names, translator: Translator = ENGLISH) -> str:
    """Return the alt text of the hand's picture, at most 1,024 characters. Raises ValueError for spectators."""
    seat = own_seat(view.viewer)
    name, side = shown_names(names, translator)[seat], view.sides[seat]
    head = msg(
        "{whose} hand of {arcana}, at depth {depth}, mind {mind}.",
        whose=of(name),
        name=name,
        arcana=arcana_words(len(side.hand)),
        depth=side.depth,
        mind=side.mind.count,
    )

    def valued(face: CardFace | None, value: int) -> str:
        return f"{title_of(face, translator) if face else translator(msg('an arcanum'))} ({value})"

    can = [valued(card.face, card.value) for card in side.hand if not card.playable]
    cannot = [valued(card.face, card.value) for card in side.hand if card.playable]
    looking = [valued(face, face.value) for face in view.looking_at]
    sentences = [
        translator(head),
        naming(looking, msg("Looking at: {cards}.", cards=", ".join(looking)), translator),
        naming(can, msg("Arcana: {cards}.", cards=", ".join(can)), translator),
        naming(cannot, msg("Not playable now: {cards}.", cards=", ".join(cannot)), translator),
        *(f"{place}: {valued(face, face.value)}." for place, face in secret_faces(view, translator)),
    ]
    return fitting(sentences, translator(MORE_OF_HAND))


def alt_card(face: CardFace, translator: Translator = ENGLISH) -> str:
    """Return the alt text of a card, at most 1,024 characters."""
    head = f"{title_of(face, translator)}: {kind_line(face, translator).lower()}"
    sentences = [
        translator(msg("{card} of value {n}.", card=head, n=face.value)) if face.value else f"{head}.",
        numbers_words(face, translator),
        *rules_of(face, translator),
        *lines_of(face.back, translator),
        translator(
            msg(
                "The picture: {picture}.",
                picture=description(recipe_of(face.title, face.kind, face.art), translator),
            )
        ),
        flavour_of(face, translator),
    ]
    return fitting(sentences, translator(MORE_OF_CARD))
