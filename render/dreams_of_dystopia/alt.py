"""Alt texts of tables, hands, cards and the Supply: at most 1,024 characters, the most important facts first."""

from __future__ import annotations

from cards.dreams_of_dystopia.model import Kind
from cards.i18n import ENGLISH, Translator, msg, msg_plural
from engine.dreams_of_dystopia.views.types import DystopiaView, PlayerView
from render.alt_text import fitting
from render.dreams_of_dystopia import words
from render.dreams_of_dystopia.derived_numbers import buyer, fame_needed, pile_faces
from render.dreams_of_dystopia.faces import PrintedSide, face_of
from render.dreams_of_dystopia.sides import master_words
from render.dreams_of_dystopia.text import SORTS
from render.table.words import Names, from_viewer, naming, of, own_seat, shown_names, title_of


def alt_board(view: DystopiaView, names: Names, translator: Translator = ENGLISH) -> str:
    """Return the alt text of a table."""
    names = shown_names(names, translator)
    order = from_viewer(view.players, view.viewer)
    sentences = [
        f"{words.stage(view, translator)}.",
        *words.turn_of(view, names, translator).alt_sentences(),
        *(f"{sentence}." for sentence in words.attack_sentences(view, names, translator)),
        *words.order_sentences(view, names, translator),
        *(_side(player, names[player.seat], translator) for player in order if not player.is_out),
        *words.table_sentences(view, translator),
        *(sentence for player in order for sentence in _cards(player, names[player.seat], translator)),
        f"{words.supply_words(view, translator)}.",
    ]
    return fitting(sentences, translator(words.MORE_IN_TEXT))


def _side(player: PlayerView, name: str, translator: Translator) -> str:
    if not player.master:
        return translator(msg("{name}: no Master yet.", name=name))
    side = msg("{name}, {master}: LP {lp}, FAME {fame}, hand {hand}, deck {deck}, discard pile {discard}.")
    side = side.filled(name=name, master=master_words(player, translator), lp=player.lp, fame=player.fame)
    discard = len(player.discard) + len(player.used)
    return translator(side.filled(hand=len(player.hand), deck=len(player.deck), discard=discard))


def _cards(player: PlayerView, name: str, translator: Translator) -> list[str]:
    cards = words.titles(player.table, translator)
    table = msg("On {whose} table: {cards}.", whose=of(name), name=name, cards=cards)
    return [
        naming(player.table, table, translator),
        *words.used_words(player, player.turned, name, translator),
        *(f"{name}: {note}." for note in words.turn_notes(player, translator)),
    ]


def alt_hand(view: DystopiaView, names: Names, translator: Translator = ENGLISH) -> str:
    """Return the alt text of the viewer's hand. Raises ValueError for spectators."""
    seat = own_seat(view.viewer)
    name, hand = shown_names(names, translator)[seat], view.players[seat].hand
    head = msg_plural(
        "{whose} hand of {n} card.", "{whose} hand of {n} cards.", len(hand), whose=of(name), name=name
    )
    sentences = [translator(head)]
    for card in hand:
        face = face_of(card, view.printed)
        text = _short(face, translator)
        if face.other:
            other = _short(face_of(face.other, view.printed), translator)
            text = translator(msg("{card}; other side {other}", card=text, other=other))
        if card in view.players[seat].turned:
            text = translator(msg("{card}; turned over", card=text))
        sentences.append(f"{text}.")
    return fitting(sentences, translator(words.MORE_OF_HAND))


def _short(face: PrintedSide, translator: Translator) -> str:
    about, name = words.about_words(face, translator), title_of(face, translator)
    return f"{name} ({about})" if about else name


def alt_card(name: str, translator: Translator = ENGLISH) -> str:
    """Return the alt text of a card with both sides."""
    face = face_of(name)
    sentences = [f"{_short(face, translator)}.", *words.text_of(face, translator)]
    if face.other:
        other = face_of(face.other)
        sentences.append(translator(msg("Other side: {card}.", card=_short(other, translator))))
        sentences += words.text_of(other, translator)
    return fitting(sentences, translator(words.MORE_IN_TEXT))


def alt_supply(view: DystopiaView, kind: Kind, translator: Translator = ENGLISH) -> str:
    """Return the alt text of the piles of a kind, beginning with the affordable sides."""
    sentences = [f"{words.supply_words(view, translator)}."]
    player = buyer(view)
    piles = list(pile_faces(view, kind))
    if player is not None:
        sentences.append(translator(msg("Your FAME is {n}; the other faction needs 2 more.", n=player.fame)))
        faces = [face for sides, count in piles for face in sides if count]
        enough = [
            title_of(face, translator) for face in faces if fame_needed(view, player, face) <= player.fame
        ]
        affordable = msg("{sort} that you have FAME for: {cards}.", sort=SORTS[kind], cards=", ".join(enough))
        sentences.append(naming(enough, affordable, translator))
    named = [(" / ".join(title_of(face, translator) for face in sides), count) for sides, count in piles]
    left = [translator(msg("{cards}: {n}", cards=cards, n=count)) for cards, count in named if count]
    empty = [cards for cards, count in named if not count]
    sentences.append(naming(empty, msg("None left: {cards}.", cards=", ".join(empty)), translator))
    sentences.append(naming(left, msg("Left: {piles}.", piles=", ".join(left)), translator))
    return fitting(sentences, translator(words.MORE_IN_TEXT))
