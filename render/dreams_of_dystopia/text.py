"""Tables, hands, cards and the Supply in words: the complete content of the pictures, in Discord's Markdown.

Names of players and titles are escaped.
"""

from __future__ import annotations

from cards.dreams_of_dystopia.model import Kind
from cards.i18n import ENGLISH, Message, Translator, msg, title
from engine.dreams_of_dystopia.views.types import DystopiaView, PlayerView
from render.dreams_of_dystopia import words
from render.dreams_of_dystopia.derived_numbers import buyer, fame_needed, pile_faces
from render.dreams_of_dystopia.faces import PrintedSide, face_of
from render.dreams_of_dystopia.sides import side_lines
from render.markdown import escaped, parts
from render.table import words as table_words


def text_board(view: DystopiaView, names: table_words.Names, translator: Translator = ENGLISH) -> list[str]:
    """The table in words: one text where it fits 3,800 characters, else as few as possible."""
    names = words.shown_names(names, translator)
    lines = [f"# {words.stage(view, translator)}", *words.turn_of(view, names, translator).text_lines()]
    lines += map(
        escaped, words.order_sentences(view, names, translator) + words.table_sentences(view, translator)
    )
    if attack := [escaped(one) for one in words.attack_sentences(view, names, translator)]:
        told = [f"**{attack[0]}.**", *(f"- {one}." for one in attack[1:])]
        lines += table_words.section(msg("Attack", "heading"), told, translator)
    for player in table_words.from_viewer(view.players, view.viewer):
        lines += side_lines(view, player, names, translator)
    return parts([*lines, "", f"{words.supply_words(view, translator)}."])


# --------------------------------------------------------------------------------------------------------------- hand


def _side_lines(face: PrintedSide, translator: Translator) -> list[str]:
    """Return one side of a card."""
    about = words.about_words(face, translator)
    lines = [f"### {escaped(translator(title(face.title)))}"]
    lines += [f"{about}."] if about else []
    lines += words.text_of(face, translator)
    if face.flavour:
        lines.append(f"*{escaped(table_words.flavour_of(face, translator))}*")
    return lines


def text_hand(view: DystopiaView, names: table_words.Names, translator: Translator = ENGLISH) -> list[str]:
    """The viewer's hand, each card with its other side. Raises ValueError for spectators."""
    seat = table_words.own_seat(view.viewer)
    player = view.players[seat]
    lines = [table_words.hand_heading(words.shown_names(names, translator)[seat], translator)]
    if not player.hand:
        lines.append(translator(msg("Your hand is empty.")))
    for name in player.hand:
        face = face_of(name, view.printed)
        lines += ["", *_side_lines(face, translator)]
        if name in player.turned:
            lines.append(f"*{translator(msg('turned over'))}*")
        if face.other:
            lines.append(other_side_words(face_of(face.other, view.printed), translator))
    return parts(lines)


def other_side_words(face: PrintedSide, translator: Translator) -> str:
    """Return the side below of a card in a hand, in one line."""
    told = [words.number_words(face, translator), *words.text_of(face, translator)]
    said = msg(
        "Other side: {card}. {text}",
        card=title(face.title),
        text=" ".join(f"{table_words.capital(one.rstrip('.'))}." for one in told if one),
    )
    return escaped(translator(said))


# ------------------------------------------------------------------------------------------------------------- Supply

SORTS: tuple[tuple[Message, tuple[Kind, ...]], ...] = (
    (msg("Minions", "supply"), (Kind.MINION,)),
    (msg("Weapons", "supply"), (Kind.WEAPON,)),
)
"""The parts of the Supply, with their headings."""


def price_of(view: DystopiaView, player: PlayerView | None, face: PrintedSide, translator: Translator) -> str:
    """Return what a side needs, and whether this player's FAME is enough or how much more it must be."""
    if player is None:
        return words.number_words(face, translator)
    needed = fame_needed(view, player, face)
    more = needed - player.fame
    said = (
        msg("needs FAME {n}, {more} more", n=needed, more=more)
        if more > 0
        else msg("needs FAME {n}", n=needed)
    )
    return f"{words.number_words(face, translator)}; {translator(said)}"


def _pile_side(
    view: DystopiaView, player: PlayerView | None, face: PrintedSide, translator: Translator
) -> str:
    """Return a side of a pile: its title, numbers and price, and what it does."""
    about = f"**{escaped(translator(title(face.title)))}** ({price_of(view, player, face, translator)})"
    return " ".join((about, *words.text_of(face, translator)))


def text_supply(view: DystopiaView, names: table_words.Names, translator: Translator = ENGLISH) -> list[str]:
    """The Supply in words: every pile with both sides, what each needs of the viewer's FAME, and what is left of it."""
    player = buyer(view)
    lines = [f"# {translator(msg('Supply', 'heading'))}", f"{words.supply_words(view, translator)}."]
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
        lines += table_words.section(heading, told, translator)
    return parts(lines)
