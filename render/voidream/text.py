"""Boards, hands and cards in words: everything that the pictures show, for screen readers and for people without pictures.

Headings and lists in Discord's Markdown. What a player wrote, and every title, is escaped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from cards.locales import ENGLISH, Phrase, Tongue, Value, say, say_many, title
from engine.voidream.view import Attached, CardFace, ConstructView, HandCard, InPlay, Pile, Side, VoidreamView
from render.voidream.wording import (
    ROLES,
    Names,
    arcana_words,
    bottom_seat,
    capital,
    cards_words,
    conflict_lead,
    damage_words,
    ending,
    exhausted_word,
    faction_label,
    flavour_of,
    headline,
    keyword_word,
    kind_line,
    kind_word,
    lines_of,
    listed,
    numbers_words,
    of,
    offerings_words,
    phase_words,
    plain,
    rules_of,
    scores_rule,
    shown_names,
    title_of,
    waiting,
)

PART = 3800
"""The longest part, in characters."""


def escaped(text: str) -> str:
    """The text without any meaning to Markdown, mentions included."""
    return (
        re.sub(r"([\\*_~`|>#\[\]()@<-])", r"\\\1", text)
        .replace("\\@", "@\u200b")
        .replace("\\(", "(")
        .replace("\\)", ")")
        .replace("\\-", "-")
    )


def parts(lines: Iterable[str], limit: int = PART) -> list[str]:
    """The lines joined into as few texts as possible, none longer than `limit`."""
    texts: list[str] = []
    for line in lines:
        while len(line) > limit:
            cut = line.rfind(" ", 0, limit)
            cut = cut if cut > 0 else limit
            texts.append(line[:cut])
            line = line[cut:].lstrip()
        if texts and len(texts[-1]) + 1 + len(line) <= limit:
            texts[-1] += "\n" + line
        else:
            texts.append(line)
    return [text.strip("\n") for text in texts]


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
    """A pile: how many, and which."""
    offerings = f", {tongue(offerings_words(pile.offerings))}" if pile.offerings else ""
    if not pile.cards:
        return f"{tongue(name)}: {tongue(say('empty', 'pile'))}{offerings}"
    counts: dict[str, int] = {}
    for card in pile.cards:
        shown = titled(card, tongue)
        counts[shown] = counts.get(shown, 0) + 1
    titles = ", ".join(shown + (f" ×{n}" if n > 1 else "") for shown, n in counts.items())
    return f"{tongue(name)}: {len(pile.cards)}{offerings} ({titles})"


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
    """What the name bar says besides the name."""
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


def conflict_lines(view: VoidreamView, names: Names, tongue: Tongue) -> list[str]:
    """The conflict: who attacks, both scores, what counts."""
    conflict = view.conflict
    if conflict is None:
        return []
    kind = conflict.kind
    heading = {"dawn": say("Dawn conflict", "phase"), "dusk": say("Dusk conflict", "phase")}.get(
        kind, say("Conflict", "phase")
    )
    if conflict.nightmare:
        heading = say("{conflict} in Nightmare", conflict=heading)
    lines = ["", f"## {tongue(heading)}", f"{capital(scores_rule(kind, tongue))}."]
    for seat in (conflict.attacker, 1 - conflict.attacker):
        side = view.sides[seat]
        dawn = tongue(say("dawn score {n}", n=plain(side.dawn_score)))
        dusk = tongue(say("dusk score {n}", n=plain(side.dusk_score)))
        scores = {"dawn": dawn, "dusk": dusk}.get(kind, f"{dawn}, {dusk}")
        told = _contender(escaped(names[seat]), seat == conflict.attacker, side, tongue)
        lines.append(f"- {tongue(say('{contender}: {scores} now', contender=told, scores=scores))}")
    first, second = view.sides
    lead = conflict_lead(
        conflict, ((first.dawn_score, first.dusk_score), (second.dawn_score, second.dusk_score))
    )
    if lead:
        leader = conflict.attacker if lead > 0 else 1 - conflict.attacker
        lines.append(tongue(say("{name} leads by {n} now.", name=escaped(names[leader]), n=abs(lead))))
    elif kind:
        lines.append(tongue(say("Level now.")))
    return lines


def _contender(name: str, attacks: bool, side: Side, tongue: Tongue) -> str:
    """`Ada attacks with 2 entities`."""
    n = sum(bool(card.role) for card in side.play)
    if not n:
        return tongue(
            say("{name} attacks alone", name=name) if attacks else say("{name} defends alone", name=name)
        )
    return tongue(
        say_many("{name} attacks with {n} entity", "{name} attacks with {n} entities", n, name=name)
        if attacks
        else say_many("{name} defends with {n} entity", "{name} defends with {n} entities", n, name=name)
    )


def heading_lines(view: VoidreamView, names: Names, tongue: Tongue) -> list[str]:
    """Round, phase, whose turn, what is awaited, how it ended."""
    head = say("Round {n}, {phase}", n=view.round, phase=phase_words(view, tongue))
    lines = [f"# {tongue(head)}", f"**{escaped(headline(view, names, tongue))}.**"]
    if view.ended:
        lines.append(escaped(ending(view, names, tongue)) + ".")
    lines.extend(escaped(line) + "." for line in waiting(view, names, tongue))
    return lines


def text_board(view: VoidreamView, names: Names, tongue: Tongue = ENGLISH) -> list[str]:
    """The board in words: one text where it fits 3,800 characters, else as few as possible."""
    names = shown_names(names, tongue)
    lines = heading_lines(view, names, tongue)
    if view.resolving is not None:
        face = view.resolving
        told = say(
            "Being played: {card} ({n}), {kind}.",
            card=titled(face, tongue),
            n=face.value,
            kind=kind_line(face, tongue).lower(),
        )
        lines.append(" ".join((tongue(told), *rules_of(face, tongue))))
    lines.extend(conflict_lines(view, names, tongue))
    if view.ongoing:
        lines.extend(["", f"## {tongue(say('In force'))}"])
        for effect in view.ongoing:
            source = escaped(tongue(title(effect.source)))
            until = f" ({effect.until})" if effect.until else ""
            lines.append(f"- {escaped(names[effect.controller])}, {source}: {effect.text}{until}")
    seat = bottom_seat(view)
    for shown in (seat, 1 - seat):
        lines.extend(side_lines(view, view.sides[shown], names, tongue))
    return parts(lines)


def arcanum_lines(card: HandCard, tongue: Tongue) -> list[str]:
    """One arcanum of the reader's own hand."""
    face = card.face
    if face is None:
        return [f"- {tongue(say('An arcanum of value {n}', n=card.value))}"]
    lines = [f"### {titled(face, tongue)} ({card.value})"]
    if card.playable:
        lines.append(tongue(say("Not now: {reason}", reason=card.playable)))
    return [*lines, *rules_of(face, tongue)]


def text_hand(view: VoidreamView, names: Names, tongue: Tongue = ENGLISH) -> list[str]:
    """The viewer's arcana and whatever else only they may look at. Raises ValueError for spectators."""
    if view.viewer is None:
        raise ValueError("spectators have no hand")
    name = shown_names(names, tongue)[view.viewer]
    side = view.sides[view.viewer]
    head = say("{whose} hand", whose=escaped(of(name)), name=escaped(name))
    numbers = say("Depth {depth}, mind {mind}.", depth=side.depth, mind=side.mind.count)
    lines = [f"# {tongue(head)}", tongue(numbers)]
    if not side.hand:
        lines.append(tongue(say("Your hand is empty.")))
    for card in side.hand:
        lines.extend(arcanum_lines(card, tongue))
    if view.looking_at:
        lines.extend(["", f"## {tongue(say('You are looking at'))}"])
        for face in view.looking_at:
            lines.extend(card_lines(face, 3, tongue))
    secrets = secret_faces(view, tongue)
    if secrets:
        lines.extend(["", f"## {tongue(say('Face down, known to you'))}"])
        lines.extend(
            f"- {escaped(where_)}: {titled(face, tongue)} ({face.value}), {kind_line(face, tongue).lower()}. "
            + " ".join(lines_of(face.text, tongue))
            for where_, face in secrets
        )
    return parts(lines)


def secret_faces(view: VoidreamView, tongue: Tongue = ENGLISH) -> list[tuple[str, CardFace]]:
    """The veiled cards and charges whose faces the viewer may look at, with where each lies."""
    found: list[tuple[str, CardFace]] = []
    for side in view.sides:
        for card in side.play:
            if card.veiled and card.face is not None:
                found.append((tongue(say("Veiled")), card.face))
            known = card.face is not None and not card.veiled
            host: Value = title(card.face.title) if card.face is not None and known else say("a card")
            under_host = tongue(say("Charge under {card}", card=host))
            found.extend(
                (under_host, under.face)
                for under in card.attached
                if under.is_charge and under.face is not None
            )
    return found


def card_lines(face: CardFace, level: int = 1, tongue: Tongue = ENGLISH) -> list[str]:
    """A whole card; `level` is that of its heading."""
    lines = [f"{'#' * level} {titled(face, tongue)}"]
    kind, faction = kind_line(face, tongue), faction_label(face.faction, tongue)
    value = f"{tongue(say('value {n}', n=face.value))}, " if face.value else ""
    lines.append(f"{kind}, {value}{faction}.")
    if numbers := numbers_words(face, tongue):
        lines.append(numbers)
    lines.extend(rules_of(face, tongue))
    if face.flavour:
        lines.append(f"*{escaped(flavour_of(face, tongue))}*")
    return lines


def text_card(face: CardFace, tongue: Tongue = ENGLISH) -> list[str]:
    """A whole card in words."""
    return parts(card_lines(face, 1, tongue))
