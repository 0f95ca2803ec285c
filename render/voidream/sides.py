"""One side of the table in words: what is in play, the constructs, the piles, the hand (§2, §3)."""

from __future__ import annotations

from unicodedata import combining, normalize

from cards.locales import Phrase, Tongue, Value, say, title
from engine.voidream.view import Attached, CardFace, ConstructView, InPlay, Pile, Side, VoidreamView
from render.voidream.markdown import escaped
from render.voidream.wording import (
    ROLES,
    Names,
    arcana_words,
    capital,
    cards_words,
    damage_words,
    exhausted_word,
    keyword_word,
    kind_line,
    kind_word,
    lines_of,
    listed,
    of,
    offerings_words,
    plain,
    title_of,
)


def titled(face: CardFace, tongue: Tongue) -> str:
    """A card's title, escaped."""
    return escaped(title_of(face, tongue))


STATS = {
    "dawn": (say("dawn {n}"), say("dawn {n} (printed {printed})")),
    "stability": (say("stability {n}"), say("stability {n} (printed {printed})")),
    "dusk": (say("dusk {n}"), say("dusk {n} (printed {printed})")),
}
"""How a number is told as it is now, and where it differs from what is printed."""


def signed(now: int, printed: int, name: str, tongue: Tongue) -> str:
    """A number as it is now, and as it is printed where the two differ."""
    same, changed = STATS[name]
    told = same if now == printed else changed
    return tongue(told.filled(n=plain(now), printed=plain(printed)))


def attached_words(card: Attached, host: int, names: Names, tongue: Tongue) -> str:
    """One card under a host."""
    if card.face:
        words = f"{titled(card.face, tongue)} ({card.value})"
        words = tongue(say("charge {card}", card=words)) if card.is_charge else words
    else:
        words = tongue(
            say("charge of value {n}", n=card.value)
            if card.is_charge
            else say("a card of value {n}", n=card.value)
        )
    if card.controller != host:
        name = names[card.controller]
        words += f", {tongue(say('{whose}', 'owner', whose=of(name), name=name))}"
    return words + (f", {exhausted_word(tongue)}" if card.exhausted else "")


def in_play_words(card: InPlay, names: Names, tongue: Tongue) -> str:
    """One card in play with all that is on it and under it."""
    face = card.face
    if card.veiled or face is None:
        veiled = tongue(say("Veiled card of value {n}", n=card.value))
        words = [veiled + (f": {titled(face, tongue)}" if face else "")]
    else:
        words = [f"**{titled(face, tongue)}** ({card.value}), {kind_line(face, tongue).lower()}"]
        if face.kind == "entity":
            words.append(signed(card.dawn, face.dawn, "dawn", tongue))
            words.append(signed(card.stability, face.stability, "stability", tongue))
            words.append(signed(card.dusk, face.dusk, "dusk", tongue))
    if card.role:
        words.append(tongue(ROLES[card.role]))
    if card.exhausted:
        words.append(exhausted_word(tongue))
    if card.damage:
        words.append(damage_words(card.damage, tongue))
    words.extend(keyword_word(word, tongue) for word in card.keywords)
    if card.owner != card.controller:
        name = names[card.owner]
        words.append(tongue(say("{whose} card", whose=of(name), name=name)))
    text = ", ".join(words)
    if card.attached:
        under = "; ".join(attached_words(one, card.controller, names, tongue) for one in card.attached)
        text += f"; {tongue(say('under it: {cards}', cards=under))}"
    return text


def where(construct: ConstructView, tongue: Tongue) -> str:
    """Where in the deck a construct lies (R52)."""
    if construct.from_top is None:
        return tongue(say("somewhere in the deck"))
    if construct.from_top == 0:
        return tongue(say("on top of the deck"))
    return tongue(say("in the deck, {cards} above it", cards=cards_words(construct.from_top)))


def construct_words(construct: ConstructView, tongue: Tongue) -> str:
    """A construct or bastion."""
    kind = kind_word("bastion" if construct.is_bastion else "construct", tongue).lower()
    face = construct.face
    words = [f"**{titled(face, tongue)}** ({face.value}), {kind}"]
    words.append(tongue(say("stability {n}", n=construct.stability)))
    if construct.damage:
        words.append(damage_words(construct.damage, tongue))
    words.append(where(construct, tongue))
    return ", ".join([*words, exhausted_word(tongue)] if construct.exhausted else words)


PILES = (say("Dream discard", "pile"), say("Arcana discard", "pile"), say("Void", "pile"))


def pile_words(name: Phrase, pile: Pile, tongue: Tongue) -> str:
    """A pile: how many, and which; in a Void also which of them lie there as offerings (§7)."""
    if not pile.cards:
        return f"{tongue(name)}: {tongue(say('empty', 'pile'))}"
    offerings = f", {tongue(offerings_words(len(pile.offerings)))}" if pile.offerings else ""
    counts: dict[str, int] = {}
    for place, card in enumerate(pile.cards):
        shown = titled(card, tongue)
        if place in pile.offerings:
            shown = tongue(say("{card} (offering)", card=shown))
        counts[shown] = counts.get(shown, 0) + 1
    in_order = sorted(counts.items(), key=lambda one: _alphabetical(one[0]))
    titles = ", ".join(shown + (f" ×{n}" if n > 1 else "") for shown, n in in_order)
    return f"{tongue(name)}: {len(pile.cards)}{offerings} ({titles})"


def _alphabetical(name: str) -> str:
    """What a name is sorted by: a pile is in the order of the alphabet in every language (R5)."""
    return "".join(char for char in normalize("NFKD", name.casefold()) if not combining(char))


def hand_words(side: Side, tongue: Tongue) -> str:
    """The hand: titles where they are known, else the values on the backs (R2)."""
    if not side.hand:
        return tongue(say("Hand: empty"))
    if all(card.face for card in side.hand):
        cards = ", ".join(
            f"{titled(card.face, tongue) if card.face else ''} ({card.value})"
            + (f" {tongue(say('not now'))}" if card.playable else "")
            for card in side.hand
        )
        return tongue(say("Hand: {n}, {cards}", n=len(side.hand), cards=cards))
    values = listed([str(card.value) for card in side.hand], tongue)
    return tongue(say("Hand: {arcana} of value {values}", arcana=arcana_words(len(side.hand)), values=values))


def status_words(view: VoidreamView, side: Side) -> list[Value]:
    """What is said of a player besides the name."""
    over = bool(view.ended)
    words: list[Value] = [say("winner", "standing")] if side.seat in view.winners else []
    if view.active == side.seat and not over:
        words.append(say("turn", "standing"))
    if side.seat in view.passed and not over:
        words.append(say("has passed", "standing"))
    if view.conflict is not None and view.conflict.nightmare and view.conflict.attacker == side.seat:
        words.append(say("in Nightmare", "standing"))
    if side.has_siege:
        words.append(say("has siege", "standing"))
    return words


def side_lines(view: VoidreamView, side: Side, names: Names, tongue: Tongue) -> list[str]:
    """One Dreamer's side."""
    name = escaped(names[side.seat])
    if view.viewer == side.seat:
        name = tongue(say("{name} (you)", name=name))
    lines = ["", f"## {name}"]
    if status := status_words(view, side):
        lines.append(capital(listed(status, tongue)) + ".")
    deck = tongue(
        say("Depth {depth}, {cards} in the deck", depth=side.depth, cards=cards_words(side.deck_count))
    )
    if side.top:
        top = say("bastion on top") if side.top.is_bastion else say("construct on top")
        deck += f", {tongue(top)}"
    lines.append(f"{deck}.")
    mind = side.mind
    texts = mind.texts[mind.count] if mind.count < len(mind.texts) else ()
    told = say(
        "Mind {n}, {card}: {text}" if mind.count else "Mind {n} (spent), {card}: {text}",
        n=mind.count,
        card=escaped(tongue(title(mind.title))),
        text=" ".join(lines_of(texts, tongue)) or say("no text at this number."),
    )
    lines.append(tongue(told))
    lines.append(hand_words(side, tongue))
    lines.extend(f"- {construct_words(one, tongue)}" for one in side.constructs)
    lines.extend(f"- {in_play_words(card, names, tongue)}" for card in side.play)
    if not side.play:
        lines.append(tongue(say("No memories or entities in play.")))
    for pile_name, pile in zip(PILES, (side.discard, side.arcana_discard, side.void), strict=True):
        lines.append(pile_words(pile_name, pile, tongue))
    return lines
