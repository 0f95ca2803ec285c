"""Boards, hands and cards in words: everything that the pictures show, for screen readers and for people without pictures.

Headings and lists in Discord's Markdown. What a player wrote, and every title, is escaped.
"""

from __future__ import annotations

from cards.i18n import ENGLISH, Translator, Value, msg, msg_plural, title
from engine.voidream.views.types import CardFace, ConflictView, HandCard, SideView, VoidreamView
from render.markdown import escaped, parts
from render.table.words import (
    Names,
    capital,
    escaped_title,
    flavour_of,
    from_viewer,
    hand_heading,
    lines_of,
    own_seat,
    plain,
    section,
)
from render.voidream.sides import side_lines
from render.voidream.words import (
    conflict_lead,
    faction_label,
    kind_line,
    numbers_words,
    part_words,
    phase_words,
    played_rules,
    rules_of,
    scores_rule,
    shown_names,
    turn_of,
)


def conflict_lines(view: VoidreamView, names: Names, translator: Translator) -> list[str]:
    """Return the conflict: who attacks, both scores, what counts."""
    conflict = view.conflict
    if conflict is None:
        return []
    kind = conflict.kind
    heading = {"dawn": msg("Dawn conflict", "phase"), "dusk": msg("Dusk conflict", "phase")}.get(
        kind, msg("Conflict", "phase")
    )
    if conflict.nightmare:
        heading = msg("{conflict} in Nightmare", conflict=heading)
    lines = ["", f"## {translator(heading)}", f"{capital(scores_rule(kind, translator))}."]
    for seat in (conflict.attacker, 1 - conflict.attacker):
        side = view.sides[seat]
        dawn = translator(msg("dawn score {n}", n=plain(side.dawn_score)))
        dusk = translator(msg("dusk score {n}", n=plain(side.dusk_score)))
        scores = {"dawn": dawn, "dusk": dusk}.get(kind, f"{dawn}, {dusk}")
        told = _contender(escaped(names[seat]), conflict, side, translator)
        lines.append(f"- {translator(msg('{contender}: {scores} now', contender=told, scores=scores))}")
        lines.extend(_sum_lines(side, kind, translator))
    first, second = view.sides
    lead = conflict_lead(
        conflict, ((first.dawn_score, first.dusk_score), (second.dawn_score, second.dusk_score))
    )
    if lead:
        leader = conflict.attacker if lead > 0 else 1 - conflict.attacker
        lines.append(translator(msg("{name} leads by {n} now.", name=escaped(names[leader]), n=abs(lead))))
    elif kind:
        lines.append(translator(msg("Tied now.")))
    return lines


def _sum_lines(side: SideView, kind: str, translator: Translator) -> list[str]:
    """Return the parts of a side's score; while dawn or dusk is not chosen, of both scores."""
    lines: list[str] = []
    for which, word, counted in (
        ("dawn", msg("dawn"), side.dawn_parts),
        ("dusk", msg("dusk"), side.dusk_parts),
    ):
        if kind in ("", which) and counted:
            told = ", ".join(
                f"{escaped(part_words(part, translator))} {plain(part.number)}" for part in counted
            )
            lines.append(f"  - {told}" if kind else f"  - {translator(word)}: {told}")
    return lines


def _contender(name: str, conflict: ConflictView, side: SideView, translator: Translator) -> str:
    """`Ada attacks with 2 entities`; without a number as long as that is not declared."""
    attacks = side.seat == conflict.attacker
    n = sum(bool(card.role) for card in side.play)
    if not n and not conflict.stands(side.seat):
        return translator(msg("{name} attacks", name=name) if attacks else msg("{name} defends", name=name))
    if not n:
        return translator(
            msg("{name} attacks alone", name=name) if attacks else msg("{name} defends alone", name=name)
        )
    return translator(
        msg_plural("{name} attacks with {n} entity", "{name} attacks with {n} entities", n, name=name)
        if attacks
        else msg_plural("{name} defends with {n} entity", "{name} defends with {n} entities", n, name=name)
    )


def heading_lines(view: VoidreamView, names: Names, translator: Translator) -> list[str]:
    """Round, phase, who decides what, whose turn it is, how it ended."""
    head = msg("Round {n}, {phase}", n=view.round, phase=phase_words(view, translator))
    return [f"# {translator(head)}", *turn_of(view, names, translator).text_lines()]


def text_board(view: VoidreamView, names: Names, translator: Translator = ENGLISH) -> list[str]:
    """Return the board in words: one text where it fits 3,800 characters, else as few as possible."""
    names = shown_names(names, translator)
    lines = heading_lines(view, names, translator)
    if view.resolving is not None:
        face = view.resolving
        how = (
            msg("Being played inverted: {card} ({n}), {kind}.")
            if view.resolving_inverted
            else msg("Being played: {card} ({n}), {kind}.")
        )
        kind = kind_line(face, translator).lower()
        told = how.filled(card=escaped_title(face, translator), n=face.value, kind=kind)
        lines.append(" ".join((translator(told), *played_rules(face, view.resolving_inverted, translator))))
    lines.extend(conflict_lines(view, names, translator))
    lines.extend(section(msg("In force"), _ongoing_lines(view, names, translator), translator))
    for side in from_viewer(view.sides, view.viewer):
        lines.extend(side_lines(view, side, names, translator))
    return parts(lines)


def _ongoing_lines(view: VoidreamView, names: Names, translator: Translator) -> list[str]:
    """Return the ongoing effects in force: whose, what, how long."""
    lines: list[str] = []
    for effect in view.ongoing:
        source = escaped(translator(title(effect.source)))
        until = f" ({effect.until})" if effect.until else ""
        lines.append(f"- {escaped(names[effect.controller])}, {source}: {effect.text}{until}")
    return lines


def arcanum_lines(card: HandCard, translator: Translator) -> list[str]:
    """Return one arcanum of the reader's own hand."""
    face = card.face
    if face is None:
        return [f"- {translator(msg('An arcanum of value {n}', n=card.value))}"]
    lines = [f"### {escaped_title(face, translator)} ({card.value})"]
    if card.playable:
        lines.append(translator(msg("Not now: {reason}", reason=card.playable)))
    return [*lines, *rules_of(face, translator)]


def text_hand(view: VoidreamView, names: Names, translator: Translator = ENGLISH) -> list[str]:
    """The viewer's arcana and whatever else only they may look at. Raises ValueError for spectators."""
    seat = own_seat(view.viewer)
    name, side = shown_names(names, translator)[seat], view.sides[seat]
    numbers = msg("Depth {depth}, mind {mind}.", depth=side.depth, mind=side.mind.count)
    lines = [hand_heading(name, translator), translator(numbers)]
    if not side.hand:
        lines.append(translator(msg("Your hand is empty.")))
    for card in side.hand:
        lines.extend(arcanum_lines(card, translator))
    looking = [line for face in view.looking_at for line in card_lines(face, 3, translator)]
    lines.extend(section(msg("You are looking at"), looking, translator))
    secrets = [
        f"- {escaped(where)}: {escaped_title(face, translator)} ({face.value}), {kind_line(face, translator).lower()}. "
        + " ".join(lines_of(face.text, translator))
        for where, face in secret_faces(view, translator)
    ]
    return parts([*lines, *section(msg("Face down, known to you"), secrets, translator)])


def secret_faces(view: VoidreamView, translator: Translator = ENGLISH) -> list[tuple[str, CardFace]]:
    """Return the veiled cards and charges whose faces the viewer may look at, with where each lies."""
    found: list[tuple[str, CardFace]] = []
    for side in view.sides:
        for card in side.play:
            if card.veiled and card.face is not None:
                found.append((translator(msg("Veiled")), card.face))
            known = card.face is not None and not card.veiled
            host: Value = title(card.face.title) if card.face is not None and known else msg("a card")
            under_host = translator(msg("Charge under {card}", card=host))
            found.extend(
                (under_host, under.face)
                for under in card.attached
                if under.is_charge and under.face is not None
            )
    return found


def card_lines(face: CardFace, level: int = 1, translator: Translator = ENGLISH) -> list[str]:
    """Return a whole card; `level` is that of its heading."""
    lines = [f"{'#' * level} {escaped_title(face, translator)}"]
    kind, faction = kind_line(face, translator), faction_label(face.faction, translator)
    value = f"{translator(msg('value {n}', n=face.value))}, " if face.value else ""
    lines.append(f"{kind}, {value}{faction}.")
    if numbers := numbers_words(face, translator):
        lines.append(numbers)
    lines.extend((*rules_of(face, translator), *lines_of(face.back, translator)))
    if face.flavour:
        lines.append(f"*{escaped(flavour_of(face, translator))}*")
    return lines
