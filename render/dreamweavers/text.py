"""Boards and hands as text: the complete content of the pictures, for screen readers and people without pictures.

Headings and lists are in Discord's Markdown. Names of players and titles are escaped.
"""

from __future__ import annotations

from cards.i18n import ENGLISH, Translator, line, msg, series, title
from engine.dreamweavers.views.print_consequences import shield
from engine.dreamweavers.views.types import CardFace, DraftNotion, DreamweaversView, HandCard
from render.dreamweavers.sides import side_lines
from render.dreamweavers.words import (
    attack_outcome,
    bonus_words,
    defends,
    is_thought,
    kind_line,
    lasting_words,
    memory_words,
    named_words,
    notion_word,
    paying_words,
    shown_names,
    stage,
    standby_words,
    target_words,
    turn_of,
)
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


def heading_lines(view: DreamweaversView, names: Names, translator: Translator) -> list[str]:
    """Return turn, phase, the deciding player and topic, the active player, and the ending."""
    return [f"# {stage(view, translator)}", *turn_of(view, names, translator).text_lines()]


def memory_lines(view: DreamweaversView, names: Names, translator: Translator) -> list[str]:
    """Return the tracker's place, and the result of paying."""
    if not view.turn:
        return []
    parts = [memory_words(view, names, translator)]
    limit_text, ends = paying_words(view, translator)
    if limit_text and view.active is not None:
        parts.append(
            f"{names[view.active]}: {limit_text}, {ends}" if view.tracker else f"{limit_text}, {ends}"
        )
    elif ends:
        parts.append(ends)
    return ["", " ".join(f"{escaped(capital(item))}." for item in parts)]


def attack_lines(view: DreamweaversView, names: Names, translator: Translator) -> list[str]:
    """Return the current attack: attacker, target, power and shield value."""
    attack = view.attack
    if attack is None:
        return []
    text = msg(
        "**{name} attacks {target} with {card}.** Power {power} against shield value {value}: {outcome}.",
        name=escaped(names[attack.seat]),
        target=escaped(target_words(attack, names, translator)),
        card=escaped(translator(title(attack.attacker))),
        power=plain(attack.power),
        value=plain(attack.shield_value),
        outcome=attack_outcome(view, translator),
    )
    lines = ["", f"## {translator(msg('Attack', 'heading'))}", translator(text)]
    if attack.target:
        name = escaped(translator(title(attack.target)))
        power = plain(attack.target_power)
        lines.append(translator(msg("- Power {n} of {card} counts.", card=name, n=power)))
    if attack.shields:
        shields = series(*(escaped(translator(title(shield))) for shield in attack.shields))
        lines.append(translator(msg("- Shields: {cards}.", cards=shields)))
    defender = view.sides[1 - attack.seat]
    if defender.shields_bonus:
        lines.append(f"- {escaped(names[defender.seat])}: {bonus_words(defender, translator)}.")
    return lines


def standby_lines(view: DreamweaversView, names: Names, translator: Translator) -> list[str]:
    """Return the effects on standby, the last first, because it resolves first (DW54)."""
    lines: list[str] = []
    for n, effect in enumerate(reversed(view.standby), 1):
        upon = named_words(effect.named, translator)
        head = standby_words(effect, names, translator) + (f", {upon}" if upon else "")
        lines.append(f"{n}. {escaped(head)}: {translator(line(effect.text))}")
    return section(msg("On standby; the top one resolves first"), lines, translator)


def revealed_lines(view: DreamweaversView, translator: Translator) -> list[str]:
    """Return the card revealed by damage."""
    face = view.revealed
    if face is None:
        return []
    text = translator(msg("Revealed out of the Ego: {card}", card=f"**{escaped_title(face, translator)}**"))
    return ["", f"{text}, {_printed(face, translator)}. {' '.join(lines_of(face.text, translator))}".rstrip()]


def _printed(face: CardFace, translator: Translator) -> str:
    """Return kind, cost and power as printed: "Rage, Thought, cost 3, power 4"."""
    parts = [kind_line(face, translator), translator(msg("cost {n}", n=face.cost))]
    if is_thought(face):
        parts.append(translator(msg("power {n}", n=plain(face.power))))
    return ", ".join(parts)


def lasting_lines(view: DreamweaversView, translator: Translator) -> list[str]:
    """Return the effects in force for this turn or attack."""
    lines = [f"- {escaped(lasting_words(effect, translator))}" for effect in view.lasting]
    return section(msg("In force"), lines, translator)


# -------------------------------------------------------------------------------------------------------------- draft


def _rolls(view: DreamweaversView, names: Names, translator: Translator) -> list[str]:
    """Return both rolls, and the first player (DW1)."""
    if view.draft is None or not view.draft.rolls:
        return []
    roll_texts = [
        f"{escaped(names[seat])} {' + '.join(map(str, roll))} = {sum(roll)}"
        for seat, roll in enumerate(view.draft.rolls)
    ]
    lines = [translator(msg("Rolled: {rolls}.", rolls="; ".join(roll_texts)))]
    if view.first is not None:
        lines.append(translator(msg("{name} is the first player.", name=escaped(names[view.first]))))
    return lines


def _notion_words(notion: DraftNotion, translator: Translator) -> str:
    """Return a notion in the draft: its style of play, and its effect as an Intent."""
    text = msg(
        "**{notion}**: {about} As Intent: {text}",
        notion=notion_word(notion.notion, translator),
        about=translator(msg(notion.about, "about")) if notion.about else "",
        text=" ".join(lines_of(notion.cover, translator)),
    )
    return translator(text)


def draft_lines(view: DreamweaversView, names: Names, translator: Translator) -> list[str]:
    """Return the draft table: the available notions, and the owners of the others in order."""
    draft = view.draft
    if draft is None or view.turn:
        return []
    lines = _rolls(view, names, translator)
    if draft.picking is not None:
        name = escaped(names[draft.picking])
        picks = msg("{name} picks {n} now.", name=name, n=draft.count)
        lines.append(translator(picks))
    available = [notion for notion in draft.notions if notion.taken_by is None]
    picked = sorted(
        (notion for notion in draft.notions if notion.taken_by is not None), key=lambda notion: notion.order
    )
    if view.phase == "draft":
        notion_texts = [f"- {_notion_words(notion, translator)}" for notion in available]
        lines += section(msg("Left to draft: {n}", n=len(available)), notion_texts, translator)
    notion_texts = [
        f"- {notion.order}, {escaped(names[notion.taken_by])}: {_notion_words(notion, translator)}"
        for notion in picked
        if notion.taken_by is not None
    ]
    return [*lines, *section(msg("Taken", "heading"), notion_texts, translator)]


# -------------------------------------------------------------------------------------------------------------- whole


def text_board(view: DreamweaversView, names: Names, translator: Translator = ENGLISH) -> list[str]:
    """Return the board as text: one message if it fits 3,800 characters, otherwise as few as possible."""
    names = shown_names(names, translator)
    lines = heading_lines(view, names, translator)
    lines += memory_lines(view, names, translator)
    lines += attack_lines(view, names, translator)
    lines += revealed_lines(view, translator)
    lines += standby_lines(view, names, translator)
    lines += lasting_lines(view, translator)
    if view.phase in ("draft", "intent"):
        lines += draft_lines(view, names, translator)
    for side in from_viewer(view.sides, view.viewer):
        lines += side_lines(view, side, names, translator)
    return parts(lines)


def card_lines(face: CardFace, level: int = 1, translator: Translator = ENGLISH) -> list[str]:
    """Return a whole card. `level` is its heading's."""
    lines = [f"{'#' * level} {escaped_title(face, translator)}", f"{_printed(face, translator)}."]
    lines += lines_of(face.text, translator)
    if face.flavour:
        lines.append(f"*{escaped(flavour_of(face, translator))}*")
    return lines


def _held_lines(view: DreamweaversView, card: HandCard, translator: Translator) -> list[str]:
    """Return a card of the reader's own hand.

    While defending, a Thought has its shield value instead of being unplayable.
    """
    if card.face is None:
        return [f"- {translator(msg('an unknown card'))}"]
    heading, kind_line_text, *texts = card_lines(card.face, 3, translator)
    if card.cost != card.face.cost:
        kind_line_text = f"{kind_line_text} {translator(msg('It costs {n} now.', n=card.cost))}"
    notes: list[str] = []
    if defends(view) and is_thought(card.face):
        notes.append(translator(msg("Counts {n} as a shield.", n=shield(card.face))))
    elif card.playable:
        notes.append(translator(msg("Not now: {reason}", reason=card.playable)))
    if card.is_known:
        notes.append(translator(msg("Everyone knows you hold it.")))
    return [heading, kind_line_text, *notes, *texts]


def text_hand(view: DreamweaversView, names: Names, translator: Translator = ENGLISH) -> list[str]:
    """Return the viewer's hand, and all other cards that only they look at. Raises ValueError for spectators."""
    seat = own_seat(view.viewer)
    names = shown_names(names, translator)
    name, side = names[seat], view.sides[seat]
    lines = [hand_heading(name, translator)]
    if view.turn:
        lines.append(f"{escaped(memory_words(view, names, translator))}.")
    looking = [line for face in view.looking_at for line in card_lines(face, 3, translator)]
    lines += section(msg("You are looking at"), looking, translator)
    hand_lines = [line for card in side.hand for line in _held_lines(view, card, translator)]
    if not hand_lines:
        lines.append(translator(msg("Your hand is empty.")))
    return parts([*lines, *(section(msg("In your hand"), hand_lines, translator) if looking else hand_lines)])
