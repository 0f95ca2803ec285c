"""Tables, hands, cards and the Supply in words: everything that the pictures show, in Discord's Markdown.

What a player wrote, and every title, is escaped.
"""

from __future__ import annotations

from cards.dreams_of_dystopia.model import Kind
from cards.i18n import ENGLISH, Message, Translator, msg, title
from engine.dreams_of_dystopia.views.types import DystopiaView, PlayerView
from render.dreams_of_dystopia.faces import Face, face_of
from render.dreams_of_dystopia.figures import fame_needed, pile_faces
from render.dreams_of_dystopia.sides import side_lines
from render.dreams_of_dystopia.wording import (
    allowances,
    attack_words,
    block_words,
    fighter_notes,
    hit_words,
    kind_line,
    next_words,
    number_words,
    out_words,
    price_words,
    shown_names,
    stage,
    supply_words,
    text_of,
    titles,
    turn_of,
)
from render.markdown import escaped, parts
from render.table.words import (
    Names,
    capital,
    flavour_of,
    from_viewer,
    hand_heading,
    own_seat,
    section,
)


def heading_lines(view: DystopiaView, names: Names, translator: Translator) -> list[str]:
    """Return the turn, who decides what, whose turn it is, who comes next, who is out, how it ended."""
    lines = [f"# {stage(view, translator)}", *turn_of(view, names, translator).text_lines()]
    more = (next_words(view, names, translator), out_words(view, names, translator))
    return [*lines, *(f"{escaped(capital(one))}." for one in more if one)]


def turn_lines(view: DystopiaView, translator: Translator) -> list[str]:
    """Return what is left of the turn."""
    if not view.turn or not view.awaited:
        return []
    left = ", ".join(f"{word} {n}" for word, n in allowances(view, translator))
    return [translator(msg("Left of this turn: {left}.", left=left))]


def attack_lines(view: DystopiaView, names: Names, translator: Translator) -> list[str]:
    """Return the attack in progress: who attacks whom with what, what blocks, what it comes to, what follows on a hit."""
    combat = view.combat
    if combat is None:
        return []
    told = [f"**{escaped(attack_words(view, combat, names, translator))}.**"]
    told += _notes(block_words(combat, names, translator), price_words(view, combat, names, translator))
    told += _notes(hit_words(combat.attacker, translator).rstrip("."))
    for fighter in (combat.attacker, combat.defender):
        notes = fighter_notes(fighter, translator)
        told += _notes(*(f"{names[fighter.seat]}: {note}" for note in notes))
    return section(msg("Attack", "heading"), told, translator)


def _notes(*notes: str) -> list[str]:
    return [f"- {escaped(note)}." for note in notes if note]


def text_board(view: DystopiaView, names: Names, translator: Translator = ENGLISH) -> list[str]:
    """The table in words: one text where it fits 3,800 characters, else as few as possible."""
    names = shown_names(names, translator)
    lines = heading_lines(view, names, translator)
    lines += turn_lines(view, translator)
    lines += attack_lines(view, names, translator)
    for player in from_viewer(view.players, view.viewer):
        lines += side_lines(view, player, names, translator)
    lines += ["", f"{supply_words(view, translator)}."]
    if view.masters and not view.turn:
        free = titles((one for sides in view.masters for one in sides), translator)
        lines.append(translator(msg("Free Masters: {cards}.", cards=escaped(free))))
    return parts(lines)


# --------------------------------------------------------------------------------------------------------------- card


def side_of_card_lines(face: Face, level: int, translator: Translator) -> list[str]:
    """Return one side of a card; `level` is that of its heading."""
    about = ", ".join(filter(None, (kind_line(face, translator), number_words(face, translator))))
    lines = [f"{'#' * level} {escaped(translator(title(face.title)))}"]
    lines += [f"{about}."] if about else []
    lines += text_of(face, translator)
    if face.flavour:
        lines.append(f"*{escaped(flavour_of(face, translator))}*")
    return lines


def card_lines(name: str, level: int = 1, translator: Translator = ENGLISH) -> list[str]:
    """Return a card with both of its sides, the one with this title first."""
    face = face_of(name)
    lines = side_of_card_lines(face, level, translator)
    if face.other:
        lines += ["", translator(msg("On the other side:"))]
        lines += side_of_card_lines(face_of(face.other), level + 1, translator)
    return lines


# --------------------------------------------------------------------------------------------------------------- hand


def text_hand(view: DystopiaView, names: Names, translator: Translator = ENGLISH) -> list[str]:
    """The viewer's hand, each card with its other side. Raises ValueError for spectators."""
    seat = own_seat(view.viewer)
    player = view.players[seat]
    lines = [hand_heading(shown_names(names, translator)[seat], translator)]
    if not player.hand:
        lines.append(translator(msg("Your hand is empty.")))
    for name in player.hand:
        face = face_of(name, view.printed)
        lines += ["", *side_of_card_lines(face, 3, translator)]
        if name in player.turned:
            lines.append(f"*{translator(msg('turned over'))}*")
        if face.other:
            lines.append(other_side_words(face_of(face.other, view.printed), translator))
    return parts(lines)


def other_side_words(face: Face, translator: Translator) -> str:
    """Return the side below of a card in a hand, in one line."""
    told = [number_words(face, translator), *text_of(face, translator)]
    said = msg(
        "Other side: {card}. {text}",
        card=title(face.title),
        text=" ".join(f"{capital(one.rstrip('.'))}." for one in told if one),
    )
    return escaped(translator(said))


# ------------------------------------------------------------------------------------------------------------- Supply

SORTS: tuple[tuple[Message, tuple[Kind, ...]], ...] = (
    (msg("Minions", "supply"), (Kind.MINION,)),
    (msg("Weapons", "supply"), (Kind.WEAPON,)),
)
"""The parts of the Supply, with their headings."""


def price_of(view: DystopiaView, player: PlayerView | None, face: Face, translator: Translator) -> str:
    """Return what a side needs, and whether this player's FAME is enough or how much more it must be."""
    if player is None:
        return number_words(face, translator)
    needed = fame_needed(view, player, face)
    more = needed - player.fame
    said = (
        msg("needs FAME {n}, {more} more", n=needed, more=more)
        if more > 0
        else msg("needs FAME {n}", n=needed)
    )
    return f"{number_words(face, translator)}; {translator(said)}"


def _pile_side(view: DystopiaView, player: PlayerView | None, face: Face, translator: Translator) -> str:
    """Return a side of a pile: its title, numbers and price, and what it does."""
    about = f"**{escaped(translator(title(face.title)))}** ({price_of(view, player, face, translator)})"
    return " ".join((about, *text_of(face, translator)))


def text_supply(view: DystopiaView, names: Names, translator: Translator = ENGLISH) -> list[str]:
    """The Supply in words: every pile with both sides, what each needs of the viewer's FAME, and what is left of it."""
    player = None if view.viewer is None else view.players[view.viewer]
    player = player if player is not None and player.master and not player.is_out else None
    lines = [f"# {translator(msg('Supply', 'heading'))}", f"{supply_words(view, translator)}."]
    if player is not None:
        said = msg("Your FAME is {n}; the other faction needs 2 more.", n=player.fame)
        lines.append(translator(said))
    for heading, kinds in SORTS:
        told: list[str] = []
        for faces, count in pile_faces(view, *kinds):
            left = translator(msg("{n} left", n=count) if count else msg("none left"))
            told.append(
                f"- {left}: {' / '.join(_pile_side(view, player, face, translator) for face in faces)}"
            )
        lines += section(heading, told, translator)
    return parts(lines)
