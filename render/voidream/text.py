"""Boards, hands and cards in words: everything that the pictures show, for screen readers and for people without pictures.

Headings and lists in Discord's Markdown. What a player wrote, and every title, is escaped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from engine.voidream.view import Attached, CardFace, ConstructView, HandCard, InPlay, Pile, Side, VoidreamView
from render.voidream.wording import (
    FACTIONS,
    Names,
    bottom_seat,
    conflict_lead,
    ending,
    headline,
    kind_line,
    listed,
    of,
    phase_words,
    plain,
    plural,
    rules_of,
    scores_rule,
    shown_names,
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


def signed(now: int, printed: int, name: str) -> str:
    """A number as it is now, and as it is printed where the two differ."""
    return f"{name} {plain(now)}" if now == printed else f"{name} {plain(now)} (printed {plain(printed)})"


def attached_words(card: Attached, host: int, names: Names) -> str:
    """One card under a host."""
    title = escaped(card.face.title) if card.face else ""
    words = f"{title} ({card.value})" if title else f"a card of value {card.value}"
    if card.is_charge:
        words = f"charge {words}" if title else f"charge of value {card.value}"
    if card.controller != host:
        words += f", {of(names[card.controller])}"
    return words + (", exhausted" if card.exhausted else "")


def in_play_words(card: InPlay, names: Names) -> str:
    """One card in play with all that is on it and under it."""
    face = card.face
    if card.veiled or face is None:
        words = [f"Veiled card of value {card.value}" + (f": {escaped(face.title)}" if face else "")]
    else:
        words = [f"**{escaped(face.title)}** ({card.value}), {kind_line(face).lower()}"]
        if face.kind == "entity":
            words.append(signed(card.dawn, face.dawn, "dawn"))
            words.append(signed(card.stability, face.stability, "stability"))
            words.append(signed(card.dusk, face.dusk, "dusk"))
    if card.role:
        words.append(card.role)
    if card.exhausted:
        words.append("exhausted")
    if card.damage:
        words.append(f"{card.damage} damage")
    words.extend(word.capitalize() for word in card.keywords)
    if card.owner != card.controller:
        words.append(f"{of(names[card.owner])} card")
    text = ", ".join(words)
    if card.attached:
        text += "; under it: " + "; ".join(
            attached_words(one, card.controller, names) for one in card.attached
        )
    return text


def where(construct: ConstructView) -> str:
    """Where in the deck a construct lies (R52)."""
    if construct.from_top is None:
        return "somewhere in the deck"
    if construct.from_top == 0:
        return "on top of the deck"
    return f"in the deck, {plural(construct.from_top, 'card')} above it"


def construct_words(construct: ConstructView) -> str:
    """A construct or bastion."""
    kind = "bastion" if construct.is_bastion else "construct"
    face = construct.face
    words = [f"**{escaped(face.title)}** ({face.value}), {kind}", f"stability {construct.stability}"]
    if construct.damage:
        words.append(f"{construct.damage} damage")
    words.append(where(construct))
    return ", ".join([*words, "exhausted"] if construct.exhausted else words)


def pile_words(name: str, pile: Pile) -> str:
    """A pile: how many, and which."""
    offerings = f", {plural(pile.offerings, 'offering')}" if pile.offerings else ""
    if not pile.cards:
        return f"{name}: empty{offerings}"
    counts: dict[str, int] = {}
    for card in pile.cards:
        counts[card.title] = counts.get(card.title, 0) + 1
    titles = ", ".join(escaped(title) + (f" ×{n}" if n > 1 else "") for title, n in counts.items())
    return f"{name}: {len(pile.cards)}{offerings} ({titles})"


def hand_words(side: Side) -> str:
    """The hand: titles where they are known, else the values on the backs (R2)."""
    if not side.hand:
        return "Hand: empty"
    if all(card.face for card in side.hand):
        cards = ", ".join(
            f"{escaped(card.face.title) if card.face else ''} ({card.value})"
            + (" not now" if card.playable else "")
            for card in side.hand
        )
        return f"Hand: {len(side.hand)}, {cards}"
    return f"Hand: {plural(len(side.hand), 'arcanum', 'arcana')} of value {listed([str(card.value) for card in side.hand])}"


def status_words(view: VoidreamView, side: Side) -> list[str]:
    """What the name bar says besides the name."""
    over = bool(view.ended)
    words = ["winner"] if side.seat in view.winners else []
    if view.active == side.seat and not over:
        words.append("turn")
    if side.seat in view.passed and not over:
        words.append("has passed")
    if view.conflict is not None and view.conflict.nightmare and view.conflict.attacker == side.seat:
        words.append("in Nightmare")
    if side.has_siege:
        words.append("has siege")
    return words


def side_lines(view: VoidreamView, side: Side, names: Names) -> list[str]:
    """One Dreamer's side."""
    you = " (you)" if view.viewer == side.seat else ""
    lines = ["", f"## {escaped(names[side.seat])}{you}"]
    if status := status_words(view, side):
        lines.append(listed(status).capitalize() + ".")
    top = f", {'bastion' if side.top.is_bastion else 'construct'} on top" if side.top else ""
    lines.append(f"Depth {side.depth}, {plural(side.deck_count, 'card')} in the deck{top}.")
    mind = side.mind
    text = " ".join(mind.texts[mind.count]) if mind.count < len(mind.texts) else ""
    lines.append(
        f"Mind {mind.count}{' (spent)' if not mind.count else ''}, {escaped(mind.title)}: {text or 'no text at this number.'}"
    )
    lines.append(hand_words(side))
    lines.extend(f"- {construct_words(one)}" for one in side.constructs)
    lines.extend(f"- {in_play_words(card, names)}" for card in side.play)
    if not side.play:
        lines.append("No memories or entities in play.")
    lines.append(pile_words("Dream discard", side.discard))
    lines.append(pile_words("Arcana discard", side.arcana_discard))
    lines.append(pile_words("Void", side.void))
    return lines


def conflict_lines(view: VoidreamView, names: Names) -> list[str]:
    """The conflict: who attacks, both scores, what counts."""
    conflict = view.conflict
    if conflict is None:
        return []
    kind = conflict.kind
    lines = [
        "",
        f"## {kind.capitalize() + ' conflict' if kind else 'Conflict'}{' in Nightmare' if conflict.nightmare else ''}",
    ]
    lines.append(f"{scores_rule(kind).capitalize()}.")
    for seat in (conflict.attacker, 1 - conflict.attacker):
        side = view.sides[seat]
        scores = {
            "dawn": f"dawn score {plain(side.dawn_score)}",
            "dusk": f"dusk score {plain(side.dusk_score)}",
        }.get(kind, f"dawn score {plain(side.dawn_score)}, dusk score {plain(side.dusk_score)}")
        role = "attacks" if seat == conflict.attacker else "defends"
        count = sum(bool(card.role) for card in side.play)
        company = f"with {plural(count, 'entity', 'entities')}" if count else "alone"
        lines.append(f"- {escaped(names[seat])} {role} {company}: {scores} now")
    first, second = view.sides
    lead = conflict_lead(
        conflict, ((first.dawn_score, first.dusk_score), (second.dawn_score, second.dusk_score))
    )
    if lead:
        leader = conflict.attacker if lead > 0 else 1 - conflict.attacker
        lines.append(f"{escaped(names[leader])} leads by {abs(lead)} now.")
    elif kind:
        lines.append("Level now.")
    return lines


def heading_lines(view: VoidreamView, names: Names) -> list[str]:
    """Round, phase, whose turn, what is awaited, how it ended."""
    lines = [f"# Round {view.round}, {phase_words(view)}", f"**{escaped(headline(view, names))}.**"]
    if view.ended:
        lines.append(escaped(ending(view, names)) + ".")
    lines.extend(escaped(line) + "." for line in waiting(view, names))
    return lines


def text_board(view: VoidreamView, names: Names) -> list[str]:
    """The board in words: one text where it fits 3,800 characters, else as few as possible."""
    names = shown_names(names)
    lines = heading_lines(view, names)
    if view.resolving is not None:
        face = view.resolving
        lines.append(
            f"Being played: {escaped(face.title)} ({face.value}), {kind_line(face).lower()}. {' '.join(rules_of(face))}"
        )
    lines.extend(conflict_lines(view, names))
    if view.ongoing:
        lines.extend(["", "## In force"])
        for effect in view.ongoing:
            until = f" ({effect.until})" if effect.until else ""
            lines.append(
                f"- {escaped(names[effect.controller])}, {escaped(effect.source)}: {effect.text}{until}"
            )
    seat = bottom_seat(view)
    for shown in (seat, 1 - seat):
        lines.extend(side_lines(view, view.sides[shown], names))
    return parts(lines)


def arcanum_lines(card: HandCard) -> list[str]:
    """One arcanum of the reader's own hand."""
    face = card.face
    if face is None:
        return [f"- An arcanum of value {card.value}"]
    lines = [f"### {escaped(face.title)} ({card.value})"]
    if card.playable:
        lines.append(f"Not now: {card.playable}")
    return [*lines, *rules_of(face)]


def text_hand(view: VoidreamView, names: Names) -> list[str]:
    """The viewer's arcana and whatever else only they may look at. Raises ValueError for spectators."""
    if view.viewer is None:
        raise ValueError("spectators have no hand")
    names = shown_names(names)
    side = view.sides[view.viewer]
    lines = [f"# {escaped(of(names[view.viewer]))} hand", f"Depth {side.depth}, mind {side.mind.count}."]
    if not side.hand:
        lines.append("Your hand is empty.")
    for card in side.hand:
        lines.extend(arcanum_lines(card))
    if view.looking_at:
        lines.extend(["", "## You are looking at"])
        for face in view.looking_at:
            lines.extend(card_lines(face, 3))
    secrets = secret_faces(view)
    if secrets:
        lines.extend(["", "## Face down, known to you"])
        lines.extend(
            f"- {where_}: {escaped(face.title)} ({face.value}), {kind_line(face).lower()}. {' '.join(face.text)}"
            for where_, face in secrets
        )
    return parts(lines)


def secret_faces(view: VoidreamView) -> list[tuple[str, CardFace]]:
    """The veiled cards and charges whose faces the viewer may look at, with where each lies."""
    found: list[tuple[str, CardFace]] = []
    for side in view.sides:
        for card in side.play:
            if card.veiled and card.face is not None:
                found.append(("Veiled", card.face))
            host = card.face.title if card.face is not None and not card.veiled else "a card"
            found.extend(
                (f"Charge under {host}", under.face)
                for under in card.attached
                if under.is_charge and under.face is not None
            )
    return found


def card_lines(face: CardFace, level: int = 1) -> list[str]:
    """A whole card; `level` is that of its heading."""
    lines = [f"{'#' * level} {escaped(face.title)}"]
    value = f"value {face.value}, " if face.value else ""
    lines.append(f"{kind_line(face)}, {value}{FACTIONS.get(face.faction, face.faction)}.")
    if face.kind == "entity":
        lines.append(f"Dawn {plain(face.dawn)}, stability {plain(face.stability)}, dusk {plain(face.dusk)}.")
    elif face.kind in ("construct", "bastion"):
        lines.append(f"Stability {face.stability}.")
    lines.extend(rules_of(face))
    if face.flavour:
        lines.append(f"*{escaped(face.flavour)}*")
    return lines


def text_card(face: CardFace) -> list[str]:
    """A whole card in words."""
    return parts(card_lines(face))
