"""One side of the table as text: cards in play, constructs, piles, hand (§2, §3)."""

from __future__ import annotations

from cards.i18n import Message, Translator, Value, msg, title
from engine.voidream.views.types import (
    AttachedCard,
    CardInPlay,
    ConstructView,
    PileView,
    SideView,
    VoidreamView,
)
from render.markdown import escaped
from render.table.words import (
    Names,
    alphabetical,
    cards_words,
    escaped_title,
    lines_of,
    listed,
    of,
    plain,
    side_heading,
)
from render.voidream.words import (
    ROLES,
    arcana_words,
    damage_words,
    exhausted_word,
    keyword_word,
    kind_line,
    kind_word,
    offerings_words,
)

STATS = {
    "dawn": (msg("dawn {n}"), msg("dawn {n} (printed {printed})")),
    "stability": (msg("stability {n}"), msg("stability {n} (printed {printed})")),
    "dusk": (msg("dusk {n}"), msg("dusk {n} (printed {printed})")),
}
"""The wording of a number that equals the printed one, and of one that differs."""


def signed(current: int, printed: int, name: str, translator: Translator) -> str:
    """Return a current number, with the printed one if it differs."""
    unchanged, changed = STATS[name]
    text = unchanged if current == printed else changed
    return translator(text.filled(n=plain(current), printed=plain(printed)))


def attached_words(card: AttachedCard, host: int, names: Names, translator: Translator) -> str:
    """Return a card under a host."""
    if card.face:
        text = f"{escaped_title(card.face, translator)} ({card.value})"
        text = translator(msg("charge {card}", card=text)) if card.is_charge else text
    else:
        text = translator(
            msg("charge of value {n}", n=card.value)
            if card.is_charge
            else msg("a card of value {n}", n=card.value)
        )
    if card.controller != host:
        name = names[card.controller]
        text += f", {translator(msg('{whose}', 'owner', whose=of(name), name=name))}"
    return text + (f", {exhausted_word(translator)}" if card.exhausted else "")


def in_play_words(card: CardInPlay, names: Names, translator: Translator) -> str:
    """Return a card in play with everything on it and under it."""
    face = card.face
    if card.veiled or face is None:
        veiled = translator(msg("Veiled card of value {n}", n=card.value))
        parts = [veiled + (f": {escaped_title(face, translator)}" if face else "")]
    else:
        parts = [
            f"**{escaped_title(face, translator)}** ({card.value}), {kind_line(face, translator).lower()}"
        ]
        if face.kind == "entity":
            parts.append(signed(card.dawn, face.dawn, "dawn", translator))
            parts.append(signed(card.stability, face.stability, "stability", translator))
            parts.append(signed(card.dusk, face.dusk, "dusk", translator))
    if card.role:
        parts.append(translator(ROLES[card.role]))
    if card.exhausted:
        parts.append(exhausted_word(translator))
    if card.damage:
        parts.append(damage_words(card.damage, translator))
    parts.extend(keyword_word(keyword, translator) for keyword in card.keywords)
    if card.owner != card.controller:
        name = names[card.owner]
        parts.append(translator(msg("{whose} card", whose=of(name), name=name)))
    text = ", ".join(parts)
    if card.attached:
        under = "; ".join(
            attached_words(attachment, card.controller, names, translator) for attachment in card.attached
        )
        text += f"; {translator(msg('under it: {cards}', cards=under))}"
    return text


def where(construct: ConstructView, translator: Translator) -> str:
    """Return the place of a construct in the deck (R52)."""
    if construct.from_top is None:
        return translator(msg("somewhere in the deck"))
    if construct.from_top == 0:
        return translator(msg("on top of the deck"))
    return translator(msg("in the deck, {cards} above it", cards=cards_words(construct.from_top)))


def construct_words(construct: ConstructView, translator: Translator) -> str:
    """Return a construct or bastion."""
    kind = kind_word("bastion" if construct.is_bastion else "construct", translator).lower()
    face = construct.face
    parts = [f"**{escaped_title(face, translator)}** ({face.value}), {kind}"]
    parts.append(translator(msg("stability {n}", n=construct.stability)))
    if construct.damage:
        parts.append(damage_words(construct.damage, translator))
    parts.append(where(construct, translator))
    return ", ".join([*parts, exhausted_word(translator)] if construct.exhausted else parts)


PILES = (msg("Dream discard", "pile"), msg("Arcana discard", "pile"), msg("Void", "pile"))


def pile_words(name: Message, pile: PileView, translator: Translator) -> str:
    """Return a pile: its number of cards and their titles; in a Void also the offerings (§7)."""
    if not pile.cards:
        return f"{translator(name)}: {translator(msg('empty', 'pile'))}"
    offerings = f", {translator(offerings_words(len(pile.offerings)))}" if pile.offerings else ""
    counts: dict[str, int] = {}
    for place, card in enumerate(pile.cards):
        card_title = escaped_title(card, translator)
        if place in pile.offerings:
            card_title = translator(msg("{card} (offering)", card=card_title))
        counts[card_title] = counts.get(card_title, 0) + 1
    in_order = sorted(counts.items(), key=lambda item: alphabetical(item[0]))
    titles = ", ".join(card_title + (f" ×{n}" if n > 1 else "") for card_title, n in in_order)
    return f"{translator(name)}: {len(pile.cards)}{offerings} ({titles})"


def hand_words(side: SideView, translator: Translator) -> str:
    """Return the hand: titles if known, otherwise the values on the backs (R2)."""
    if not side.hand:
        return translator(msg("Hand: empty"))
    if all(card.face for card in side.hand):
        cards = ", ".join(
            f"{escaped_title(card.face, translator) if card.face else ''} ({card.value})"
            + (f" {translator(msg('not now'))}" if card.playable else "")
            for card in side.hand
        )
        return translator(msg("Hand: {n}, {cards}", n=len(side.hand), cards=cards))
    values = listed([str(card.value) for card in side.hand], translator)
    return translator(
        msg("Hand: {arcana} of value {values}", arcana=arcana_words(len(side.hand)), values=values)
    )


def status_words(view: VoidreamView, side: SideView) -> list[Value]:
    """Return the line beside a player's name."""
    words: list[Value] = [msg("winner", "standing")] if side.seat in view.winners else []
    if view.active == side.seat and not view.ended:
        words.append(msg("turn", "standing"))
    if side.seat in view.passed and not view.ended:
        words.append(msg("has passed", "standing"))
    if view.conflict is not None and view.conflict.nightmare and view.conflict.attacker == side.seat:
        words.append(msg("in Nightmare", "standing"))
    if side.has_siege:
        words.append(msg("has siege", "standing"))
    return words


def side_lines(view: VoidreamView, side: SideView, names: Names, translator: Translator) -> list[str]:
    """Return one Dreamer's side."""
    lines = side_heading(names[side.seat], view.viewer == side.seat, status_words(view, side), translator)
    deck = translator(
        msg("Depth {depth}, {cards} in the deck", depth=side.depth, cards=cards_words(side.deck_count))
    )
    if side.top:
        top = msg("bastion on top") if side.top.is_bastion else msg("construct on top")
        deck += f", {translator(top)}"
    lines.append(f"{deck}.")
    mind = side.mind
    texts = mind.texts[mind.count] if mind.count < len(mind.texts) else ()
    text = msg(
        "Mind {n}, {card}: {text}" if mind.count else "Mind {n} (spent), {card}: {text}",
        n=mind.count,
        card=escaped(translator(title(mind.title))),
        text=" ".join(lines_of(texts, translator)) or msg("no text at this number."),
    )
    lines.append(translator(text))
    lines.append(hand_words(side, translator))
    lines.extend(f"- {construct_words(construct, translator)}" for construct in side.constructs)
    lines.extend(f"- {in_play_words(card, names, translator)}" for card in side.play)
    if not side.play:
        lines.append(translator(msg("No memories or entities in play.")))
    for pile_name, pile in zip(PILES, (side.discard, side.arcana_discard, side.void), strict=True):
        lines.append(pile_words(pile_name, pile, translator))
    return lines
