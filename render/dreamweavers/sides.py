"""One side of the table in words: Intent, Ego, mind, hand, Id, Thoughts and Feelings."""

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
    """Return a card that is known but not in play: title, kind, and for a Thought its power: "Ember (Thought 4)"."""
    name = escaped_title(face, translator)
    if is_thought(face):
        return translator(msg("{card} (Thought of power {n})", card=name, n=plain(face.power)))
    return translator(msg("{card} (Feeling)", card=name))


def in_order(cards: Sequence[CardFace | None], translator: Translator) -> str:
    """Cards that lie in an order, from the top, as far as they are known; unknown ones side by side are counted."""
    words: list[str] = []
    unknown = 0
    for face in (*cards, None):
        if face is None:
            unknown += 1
            continue
        if unknown:
            words.append(translator(msg("{n} unknown", n=unknown)))
        words.append(face_words(face, translator))
        unknown = 0
    if unknown > 1:
        words.append(translator(msg("{n} unknown", n=unknown - 1)))
    return ", ".join(words)


def in_play_words(card: CardInPlay, translator: Translator) -> str:
    """Return one card in play with its numbers, its keywords, its states and its texts."""
    face = card.face
    words = [
        f"**{escaped_title(face, translator)}**",
        kind_line(face, translator),
        translator(msg("cost {n}", n=face.cost)),
    ]
    if is_thought(face):
        power = translator(msg("power {n}", n=plain(card.power)))
        why = changes_words(card, translator)
        words.append(f"{power} ({escaped(why)})" if why else power)
    words += states_of(card, translator)
    told = ", ".join(words)
    gained = [keyword_word(one, translator) for one in card.keywords]
    if gained:
        told += "; " + ", ".join(gained)
    texts = [text for text in lines_of(face.text, translator) if not set(_sentences(text)) <= set(gained)]
    return f"{told}. {' '.join(texts)}" if texts else f"{told}."


def _sentences(text: str) -> list[str]:
    """Return the sentences of a printed line without their full stops, as keywords stand in it."""
    return text.rstrip(".").split(". ")


def id_words(side: SideView, translator: Translator) -> str:
    """Return the number and the titles of cards in the Id."""
    if not side.id:
        return translator(msg("Id: empty"))
    names = sorted((escaped_title(face, translator) for face in side.id), key=alphabetical)
    return translator(msg("Id: {n} ({cards})", n=len(side.id), cards=", ".join(names)))


def _held(card: HandCard, is_own: bool, translator: Translator) -> str:
    """A card of a hand that the reader may name; what it costs, and in one's own hand whether it can be played."""
    assert card.face is not None
    told = [translator(msg("{card} (cost {n})", card=escaped_title(card.face, translator), n=card.cost))]
    if is_own and card.is_known:
        told.append(translator(msg("known to all")))
    if card.playable:
        told.append(translator(msg("not now")))
    return ", ".join(told)


def hand_words(side: SideView, is_own: bool, translator: Translator) -> str:
    """Return the hand: how many cards, and which of them the reader knows."""
    if not side.hand:
        return translator(msg("Hand: empty"))
    known = [_held(card, is_own, translator) for card in side.hand if card.face is not None]
    hidden = len(side.hand) - len(known)
    if not known:
        return translator(msg("Hand: {cards}", cards=cards_words(len(side.hand))))
    if hidden:
        known.append(translator(msg("{n} unknown", n=hidden)))
    return translator(msg("Hand: {n}, {cards}", n=len(side.hand), cards="; ".join(known)))


def status_words(view: DreamweaversView, side: SideView) -> list[Message]:
    """Return a player's line beside the name."""
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
    """Return the Intent with its text; that it is chosen, or still to be chosen (DW6)."""
    one = side.intent
    if one is not None:
        text = " ".join(lines_of(one.text, translator))
        told = (
            msg("Intent: {notion}. {text}")
            if one.is_open
            else msg("Intent, known to you alone: {notion}. {text}")
        )
        return translator(told.filled(notion=notion_word(one.notion, translator), text=text))
    if has_chosen(view, side.seat):
        return translator(msg("Intent: chosen, not shown yet."))
    return translator(msg("Intent: not chosen yet."))


def _section(
    name: Message, cards: Sequence[CardInPlay], most: int, none: Message, translator: Translator
) -> list[str]:
    """Return a section of the Dreamscape: how full it is, and a line for each card."""
    if not cards:
        return [translator(none.filled(most=most))]
    lines = [translator(name.filled(n=len(cards), most=most))]
    return [*lines, *(f"- {in_play_words(card, translator)}" for card in cards)]


def side_lines(view: DreamweaversView, side: SideView, names: Names, translator: Translator) -> list[str]:
    """Return one player's side."""
    lines = side_heading(names[side.seat], view.viewer == side.seat, status_words(view, side), translator)
    if side.notions:
        notions = ", ".join(notion_word(one, translator) for one in side.notions)
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
        none = msg("Ego: empty; the next damage loses") if view.turn else msg("Ego: not dealt yet")
        lines.append(translator(none))
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
