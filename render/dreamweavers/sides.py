"""One side of the table as text: Intent, Ego, mind, hand, Id, Thoughts and Feelings."""

from __future__ import annotations

from collections.abc import Sequence

from cards.i18n import Message, Translator, msg
from engine.dreamweavers.views.types import CardFace, CardInPlay, DreamweaversView, HandCard, SideView
from render.dreamweavers.words import (
    changes_words,
    has_chosen,
    is_thought,
    keyword_word,
    kind_line,
    notion_word,
    states_of,
)
from render.markdown import escaped
from render.table.words import Names, alphabetical, cards_words, escaped_title, lines_of, plain, side_heading


def face_words(face: CardFace, translator: Translator) -> str:
    """Return a known card that isn't in play: title, kind, and a Thought's power: "Ember (Thought 4)"."""
    name = escaped_title(face, translator)
    if is_thought(face):
        return translator(msg("{card} (Thought of power {n})", card=name, n=plain(face.power)))
    return translator(msg("{card} (Feeling)", card=name))


def in_order(cards: Sequence[CardFace | None], translator: Translator) -> str:
    """Return ordered cards from the top, as far as known; adjacent unknown ones are counted."""
    parts: list[str] = []
    unknown = 0
    for face in (*cards, None):
        if face is None:
            unknown += 1
            continue
        if unknown:
            parts.append(translator(msg("{n} unknown", n=unknown)))
        parts.append(face_words(face, translator))
        unknown = 0
    if unknown > 1:
        parts.append(translator(msg("{n} unknown", n=unknown - 1)))
    return ", ".join(parts)


def in_play_words(card: CardInPlay, translator: Translator) -> str:
    """Return one card in play with its numbers, its keywords, its states and its texts."""
    face = card.face
    parts = [
        f"**{escaped_title(face, translator)}**",
        kind_line(face, translator),
        translator(msg("cost {n}", n=face.cost)),
    ]
    if is_thought(face):
        power = translator(msg("power {n}", n=plain(card.power)))
        why = changes_words(card, translator)
        parts.append(f"{power} ({escaped(why)})" if why else power)
    parts += states_of(card, translator)
    sentence = ", ".join(parts)
    gained = [keyword_word(keyword, translator) for keyword in card.keywords]
    if gained:
        sentence += "; " + ", ".join(gained)
    texts = [text for text in lines_of(face.text, translator) if not set(_sentences(text)) <= set(gained)]
    return f"{sentence}. {' '.join(texts)}" if texts else f"{sentence}."


def _sentences(text: str) -> list[str]:
    """Return the sentences of a printed line without full stops, as keywords have none."""
    return text.rstrip(".").split(". ")


def id_words(side: SideView, translator: Translator) -> str:
    """Return the number and the titles of cards in the Id."""
    if not side.id:
        return translator(msg("Id: empty"))
    names = sorted((escaped_title(face, translator) for face in side.id), key=alphabetical)
    return translator(msg("Id: {n} ({cards})", n=len(side.id), cards=", ".join(names)))


def _held(card: HandCard, is_own: bool, translator: Translator) -> str:
    """Return a card of a hand that the reader may name, with its cost, and in their own hand whether it is playable."""
    assert card.face is not None
    parts = [translator(msg("{card} (cost {n})", card=escaped_title(card.face, translator), n=card.cost))]
    if is_own and card.is_known:
        parts.append(translator(msg("known to all")))
    if card.playable:
        parts.append(translator(msg("not now")))
    return ", ".join(parts)


def hand_words(side: SideView, is_own: bool, translator: Translator) -> str:
    """Return the hand: the number of cards, and those that the reader knows."""
    if not side.hand:
        return translator(msg("Hand: empty"))
    known_cards = [_held(card, is_own, translator) for card in side.hand if card.face is not None]
    hidden_count = len(side.hand) - len(known_cards)
    if not known_cards:
        return translator(msg("Hand: {cards}", cards=cards_words(len(side.hand))))
    if hidden_count:
        known_cards.append(translator(msg("{n} unknown", n=hidden_count)))
    return translator(msg("Hand: {n}, {cards}", n=len(side.hand), cards="; ".join(known_cards)))


def status_words(view: DreamweaversView, side: SideView) -> list[Message]:
    """Return the line beside a player's name."""
    words: list[Message] = [msg("winner", "standing")] if side.seat in view.winners else []
    if view.active == side.seat and not view.ended:
        words.append(msg("turn", "standing"))
    if view.first == side.seat and not view.turn and not view.ended:
        words.append(msg("first player", "standing"))
    if view.attack is not None:
        words.append(
            msg("attacks", "standing") if view.attack.seat == side.seat else msg("defends", "standing")
        )
    return words


def intent_words(view: DreamweaversView, side: SideView, translator: Translator) -> str:
    """Return the Intent with its text, or that it is chosen or still to be chosen (DW6)."""
    intent = side.intent
    if intent is not None:
        text = " ".join(lines_of(intent.text, translator))
        sentence = (
            msg("Intent: {notion}. {text}")
            if intent.is_open
            else msg("Intent, known to you alone: {notion}. {text}")
        )
        return translator(sentence.filled(notion=notion_word(intent.notion, translator), text=text))
    if has_chosen(view, side.seat):
        return translator(msg("Intent: chosen, not shown yet."))
    return translator(msg("Intent: not chosen yet."))


def _section(
    name: Message, cards: Sequence[CardInPlay], maximum: int, empty_text: Message, translator: Translator
) -> list[str]:
    """Return a section of the Dreamscape: its number of cards, and a line for each."""
    if not cards:
        return [translator(empty_text.filled(most=maximum))]
    lines = [translator(name.filled(n=len(cards), most=maximum))]
    return [*lines, *(f"- {in_play_words(card, translator)}" for card in cards)]


def side_lines(view: DreamweaversView, side: SideView, names: Names, translator: Translator) -> list[str]:
    """Return one player's side."""
    lines = side_heading(names[side.seat], view.viewer == side.seat, status_words(view, side), translator)
    if side.notions:
        notions = ", ".join(notion_word(notion, translator) for notion in side.notions)
        lines.append(translator(msg("Notions: {notions}.", notions=notions)))
    if view.phase == "draft":
        return lines
    lines.append(intent_words(view, side, translator))
    if view.phase == "intent":
        return lines
    if side.ego:
        ego = in_order(side.ego, translator)
        lines.append(translator(msg("Ego: {n}, from the top: {cards}", n=len(side.ego), cards=ego)))
    else:
        empty_text = msg("Ego: empty; the next damage loses") if view.turn else msg("Ego: not dealt yet")
        lines.append(translator(empty_text))
    mind = in_order(side.mind, translator)
    told_mind = (
        msg("Mind: {n}, from the top: {cards}", n=side.mind_count, cards=mind)
        if mind
        else msg("Mind: {n}", n=side.mind_count)
    )
    lines.append(translator(told_mind))
    lines.append(hand_words(side, view.viewer == side.seat, translator))
    lines.append(id_words(side, translator))
    if view.phase == "mulligan":
        return lines
    lines += _section(
        msg("Thoughts: {n} of {most}"),
        side.thoughts,
        side.most_thoughts,
        msg("Thoughts: none of {most}"),
        translator,
    )
    return lines + _section(
        msg("Feelings: {n} of {most}"),
        side.feelings,
        side.most_feelings,
        msg("Feelings: none of {most}"),
        translator,
    )
