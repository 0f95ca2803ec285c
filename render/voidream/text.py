"""Boards, hands and cards as text: the complete content of the pictures, for screen readers and people without pictures.

Headings and lists are in Discord's Markdown. Texts by players, and all titles, are escaped.
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
    """Return the conflict: the attacker, both scores, and the rule for the winner."""
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
        contender = _contender(escaped(names[seat]), conflict, side, translator)
        lines.append(f"- {translator(msg('{contender}: {scores} now', contender=contender, scores=scores))}")
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
    """Return the parts of a side's score; of both scores while dawn or dusk isn't chosen."""
    lines: list[str] = []
    for which, label, counted_parts in (
        ("dawn", msg("dawn"), side.dawn_parts),
        ("dusk", msg("dusk"), side.dusk_parts),
    ):
        if kind in ("", which) and counted_parts:
            sum_text = ", ".join(
                f"{escaped(part_words(part, translator))} {plain(part.number)}" for part in counted_parts
            )
            lines.append(f"  - {sum_text}" if kind else f"  - {translator(label)}: {sum_text}")
    return lines


def _contender(name: str, conflict: ConflictView, side: SideView, translator: Translator) -> str:
    """Return a text such as `Ada attacks with 2 entities`; without a number before the declaration."""
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
    """Return round, phase, the deciding player and topic, the active player, and the ending."""
    head = msg("Round {n}, {phase}", n=view.round, phase=phase_words(view, translator))
    return [f"# {translator(head)}", *turn_of(view, names, translator).text_lines()]


def text_board(view: VoidreamView, names: Names, translator: Translator = ENGLISH) -> list[str]:
    """Return the board as text: one message if it fits 3,800 characters, otherwise as few as possible."""
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
        playing_text = how.filled(card=escaped_title(face, translator), n=face.value, kind=kind)
        lines.append(
            " ".join((translator(playing_text), *played_rules(face, view.resolving_inverted, translator)))
        )
    lines.extend(conflict_lines(view, names, translator))
    lines.extend(section(msg("In force"), _ongoing_lines(view, names, translator), translator))
    for side in from_viewer(view.sides, view.viewer):
        lines.extend(side_lines(view, side, names, translator))
    return parts(lines)


def _ongoing_lines(view: VoidreamView, names: Names, translator: Translator) -> list[str]:
    """Return the ongoing effects in force: controller, text and duration."""
    lines: list[str] = []
    for effect in view.ongoing:
        source = escaped(translator(title(effect.source)))
        duration = f" ({effect.until})" if effect.until else ""
        lines.append(f"- {escaped(names[effect.controller])}, {source}: {effect.text}{duration}")
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
    """Return the viewer's arcana, and all other cards that only they may look at.

    Raises ValueError for spectators.
    """
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
    """Return the veiled cards and charges whose faces the viewer may look at, with their places."""
    faces: list[tuple[str, CardFace]] = []
    for side in view.sides:
        for card in side.play:
            if card.veiled and card.face is not None:
                faces.append((translator(msg("Veiled")), card.face))
            is_known = card.face is not None and not card.veiled
            host: Value = title(card.face.title) if card.face is not None and is_known else msg("a card")
            under_host = translator(msg("Charge under {card}", card=host))
            faces.extend(
                (under_host, attachment.face)
                for attachment in card.attached
                if attachment.is_charge and attachment.face is not None
            )
    return faces


def card_lines(face: CardFace, level: int = 1, translator: Translator = ENGLISH) -> list[str]:
    """Return a whole card. `level` is its heading's."""
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
