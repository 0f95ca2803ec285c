"""Alt texts of boards and hands: the content of a picture in at most 1,024 characters, the most important first."""

from __future__ import annotations

from cards.i18n import ENGLISH, Translator, msg, msg_plural, series, title
from engine.dreamweavers.views.types import CardInPlay, DreamweaversView, HandCard, SideView
from render.alt_text import fitting
from render.dreamweavers.words import (
    MORE_IN_TEXT,
    MORE_OF_HAND,
    attack_outcome,
    is_thought,
    kind_word,
    memory_words,
    named_words,
    notion_word,
    shown_names,
    stage,
    standby_words,
    target_words,
    turn_of,
)
from render.table.words import Names, from_viewer, naming, of, own_seat, plain, title_of


def _attack(view: DreamweaversView, names: Names, translator: Translator) -> str:
    attack = view.attack
    if attack is None:
        return ""
    text = msg(
        "{name} attacks {target} with {card}, power {power} against shield value {value}: {outcome}.",
        name=names[attack.seat],
        target=target_words(attack, names, translator),
        card=title(attack.attacker),
        power=plain(attack.power),
        value=plain(attack.shield_value),
        outcome=attack_outcome(view, translator),
    )
    return translator(text)


def _standby(view: DreamweaversView, names: Names, translator: Translator) -> str:
    if not view.standby:
        return ""
    waits = [
        " ".join(
            filter(None, (standby_words(effect, names, translator), named_words(effect.named, translator)))
        )
        for effect in reversed(view.standby)
    ]
    return translator(msg("On standby; the first one resolves first: {effects}.", effects="; ".join(waits)))


def _thought(card: CardInPlay, translator: Translator) -> str:
    words = f"{title_of(card.face, translator)} {plain(card.power)}"
    return f"{words} {translator(msg('tapped', 'state'))}" if card.tapped else words


def _feeling(card: CardInPlay, translator: Translator) -> str:
    name = title_of(card.face, translator)
    return name if card.lingers else translator(msg("{card} (waiting)", card=name))


def _side(side: SideView, name: str, translator: Translator) -> str:
    intent = notion_word(side.intent.notion, translator) if side.intent is not None else msg("none yet")
    text = msg(
        "{name}: Intent {intent}, Ego {ego}, hand {hand}, mind {mind}, Id {id}.",
        name=name,
        intent=intent,
        ego=len(side.ego),
        hand=len(side.hand),
        mind=side.mind_count,
        id=len(side.id),
    )
    return translator(text)


def _play(side: SideView, name: str, translator: Translator) -> list[str]:
    thoughts = [_thought(card, translator) for card in side.thoughts]
    feelings = [_feeling(card, translator) for card in side.feelings]
    powers = msg(
        "{whose} Thoughts and their power: {cards}.", whose=of(name), name=name, cards=", ".join(thoughts)
    )
    names = msg("{whose} Feelings: {cards}.", whose=of(name), name=name, cards=", ".join(feelings))
    return [naming(thoughts, powers, translator), naming(feelings, names, translator)]


def _knowledge(side: SideView, name: str, translator: Translator) -> list[str]:
    """Return the known cards of a face-down Ego and of a player's hand."""
    ego = [
        translator(msg("{card}, place {n}", card=title_of(face, translator), n=k))
        for k, face in enumerate(side.ego, 1)
        if face is not None
    ]
    hand = [title_of(card.face, translator) for card in side.hand if card.face is not None]
    known = msg("Known in {whose} Ego: {cards}.", whose=of(name), name=name, cards="; ".join(ego))
    in_hand = msg("In {whose} hand: {cards}.", whose=of(name), name=name, cards=", ".join(hand))
    return [naming(ego, known, translator), naming(hand, in_hand, translator)]


def _draft(view: DreamweaversView, names: Names, translator: Translator) -> list[str]:
    draft = view.draft
    if draft is None or view.phase not in ("draft", "intent"):
        return []
    parts: list[str] = []
    if draft.picking is not None:
        parts.append(translator(msg("{name} picks {n} now.", name=names[draft.picking], n=draft.count)))
    left = [notion_word(notion.notion, translator) for notion in draft.notions if notion.taken_by is None]
    if left and view.phase == "draft":
        parts.append(translator(msg("Left: {notions}.", notions=series(*left))))
    for side in view.sides:
        if side.notions:
            has = series(*(notion_word(notion, translator) for notion in side.notions))
            parts.append(translator(msg("{name} has {notions}.", name=names[side.seat], notions=has)))
    return parts


def alt_board(view: DreamweaversView, names: Names, translator: Translator = ENGLISH) -> str:
    """Return the alt text of the board's picture, at most 1,024 characters."""
    names = shown_names(names, translator)
    order = from_viewer(view.sides, view.viewer)
    sentences = [translator(msg("Dreamweavers board, {stage}.", stage=stage(view, translator)))]
    sentences += turn_of(view, names, translator).alt_sentences()
    sentences += _draft(view, names, translator)
    sentences.append(f"{memory_words(view, names, translator)}." if view.turn else "")
    sentences.append(_attack(view, names, translator))
    if view.revealed is not None:
        card = title_of(view.revealed, translator)
        sentences.append(translator(msg("Revealed out of the Ego: {card}", card=card)) + ".")
    sentences.append(_standby(view, names, translator))
    if view.phase not in ("draft", "intent"):
        sentences += [_side(side, names[side.seat], translator) for side in order]
    for side in order:
        sentences += _play(side, names[side.seat], translator)
    for side in order:
        sentences += _knowledge(side, names[side.seat], translator)
    return fitting(sentences, translator(MORE_IN_TEXT))


def alt_hand(view: DreamweaversView, names: Names, translator: Translator = ENGLISH) -> str:
    """Return the alt text of the hand's picture, at most 1,024 characters. Raises ValueError for spectators."""
    seat = own_seat(view.viewer)
    names = shown_names(names, translator)
    name, side = names[seat], view.sides[seat]
    head = msg_plural(
        "{whose} hand of {n} card.", "{whose} hand of {n} cards.", len(side.hand), whose=of(name), name=name
    )
    sentences = [translator(head)]
    if view.turn:
        sentences.append(f"{memory_words(view, names, translator)}.")

    def held(card: HandCard) -> str:
        if card.face is None:
            return translator(msg("an unknown card"))
        kind = kind_word(card.face, translator)
        if is_thought(card.face):
            kind = f"{kind} {plain(card.face.power)}"
        text = msg("{card} ({kind}, cost {n})", card=title_of(card.face, translator), kind=kind, n=card.cost)
        return translator(text)

    can = [held(card) for card in side.hand if not card.playable]
    cannot = [held(card) for card in side.hand if card.playable]
    looking = [title_of(face, translator) for face in view.looking_at]
    sentences += [
        naming(looking, msg("Looking at: {cards}.", cards=", ".join(looking)), translator),
        naming(can, msg("Cards: {cards}.", cards=", ".join(can)), translator),
        naming(cannot, msg("Not playable now: {cards}.", cards=", ".join(cannot)), translator),
    ]
    return fitting(sentences, translator(MORE_OF_HAND))
