"""Texts of tables, hands and the Supply, with the complete content of the pictures, in Discord's Markdown."""

from __future__ import annotations

from collections.abc import Mapping

from cards.dreams_of_dystopia.model import Kind
from cards.i18n import ENGLISH, Message, Translator, msg, title
from engine.dreams_of_dystopia.views.types import DystopiaView, PlayerView
from render.dreams_of_dystopia import words
from render.dreams_of_dystopia.derived_numbers import buyer, fame_needed, pile_faces
from render.dreams_of_dystopia.faces import PrintedSide, face_of
from render.dreams_of_dystopia.sides import side_lines
from render.markdown import escaped, parts
from render.table import words as table_words
from render.table.words import shown_names


def text_board(view: DystopiaView, names: table_words.Names, translator: Translator = ENGLISH) -> list[str]:
    """Return the text of the table: one of up to 3,800 characters, or as few as possible."""
    names = shown_names(names, translator)
    lines = [f"# {words.stage(view, translator)}", *words.turn_of(view, names, translator).text_lines()]
    lines += map(escaped, words.order_sentences(view, names, translator))
    lines += map(escaped, words.table_sentences(view, translator))
    if attack := [escaped(sentence) for sentence in words.attack_sentences(view, names, translator)]:
        below = [f"**{attack[0]}.**", *(f"- {sentence}." for sentence in attack[1:])]
        lines += table_words.section(msg("Attack", "heading"), below, translator)
    for player in table_words.from_viewer(view.players, view.viewer):
        lines += side_lines(view, player, names, translator)
    return parts([*lines, "", f"{words.supply_words(view, translator)}."])


def _side_lines(face: PrintedSide, translator: Translator) -> list[str]:
    about = words.about_words(face, translator)
    lines = [f"### {table_words.escaped_title(face, translator)}"]
    lines += [f"{about}."] if about else []
    lines += words.text_of(face, translator)
    if face.flavour:
        lines.append(f"*{escaped(table_words.flavour_of(face, translator))}*")
    return lines


def text_hand(view: DystopiaView, names: table_words.Names, translator: Translator = ENGLISH) -> list[str]:
    """Return the text of the viewer's hand, each card with its other side. Raises ValueError for spectators."""
    seat = table_words.own_seat(view.viewer)
    player = view.players[seat]
    lines = [table_words.hand_heading(shown_names(names, translator)[seat], translator)]
    if not player.hand:
        lines.append(translator(msg("Your hand is empty.")))
    for name in player.hand:
        face = face_of(name, view.printed)
        lines += ["", *_side_lines(face, translator)]
        if name in player.turned:
            lines.append(f"*{translator(msg('turned over'))}*")
        if face.other:
            lines.append(_other_side(face_of(face.other, view.printed), translator))
    return parts(lines)


def _other_side(face: PrintedSide, translator: Translator) -> str:
    """Return the other side of a card in hand, on one line."""
    sentences = [words.number_words(face, translator), *words.text_of(face, translator)]
    text = " ".join(f"{table_words.capital(sentence.rstrip('.'))}." for sentence in sentences if sentence)
    return escaped(translator(msg("Other side: {card}. {text}", card=title(face.title), text=text)))


SORTS: Mapping[Kind, Message] = {Kind.MINION: msg("Minions", "supply"), Kind.WEAPON: msg("Weapons", "supply")}
"""The headings of the parts of the Supply."""


def _pile_side(
    view: DystopiaView, player: PlayerView | None, face: PrintedSide, translator: Translator
) -> str:
    """Return a side of a pile: its title, numbers and text, and for a player its price and the missing FAME."""
    about = words.number_words(face, translator)
    if player is not None:
        needed = fame_needed(view, player, face)
        missing, price = needed - player.fame, msg("needs FAME {n}", n=needed)
        if missing > 0:
            price = msg("needs FAME {n}, {more} more", n=needed, more=missing)
        about = f"{about}; {translator(price)}"
    heading = f"**{table_words.escaped_title(face, translator)}** ({about})"
    return " ".join((heading, *words.text_of(face, translator)))


def text_supply(view: DystopiaView, names: table_words.Names, translator: Translator = ENGLISH) -> list[str]:
    """Return the text of the Supply: every pile with both sides, their prices, and the number of cards left."""
    player = buyer(view)
    lines = [f"# {translator(msg('Supply', 'heading'))}", f"{words.supply_words(view, translator)}."]
    if player is not None:
        lines.append(translator(msg("Your FAME is {n}; the other faction needs 2 more.", n=player.fame)))
    for kind, heading in SORTS.items():
        below: list[str] = []
        for faces, count in pile_faces(view, kind):
            left = translator(msg("{n} left", n=count) if count else msg("none left"))
            sides = " / ".join(_pile_side(view, player, face, translator) for face in faces)
            below.append(f"- {left}: {sides}")
        lines += table_words.section(heading, below, translator)
    return parts(lines)
