"""The reference of Dreams of Dystopia, from its law and cards."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from bot.games.reference import CardPage, Reference, RulesEntry
from bot.games.reference import Face as Shown
from cards.dreams_of_dystopia.library import the_set
from cards.i18n import Translator, msg
from engine.dreams_of_dystopia.law import LAW
from engine.dreams_of_dystopia.saves.stored_set import read_kept, strange_cards
from render.dreams_of_dystopia.alt import alt_card
from render.dreams_of_dystopia.card import draw_card
from render.dreams_of_dystopia.faces import PrintedSide, face_of
from render.dreams_of_dystopia.words import about_words, kind_line, number_words, text_of
from render.table.words import capital, flavour_of, title_of

TERMS = (
    "Ability", "Heroic Deed", "Combat", "Acquisition", "Fame", "Faction", "Helper", "Defender", "Hit", "Curse",
    "Supply",
)  # fmt: skip
"""The terms suggested first, before the sections."""
SECTIONS = ("§The goal", "§Preparations", "§Turn", "§Masters", "§Minions", "§Weapons", "§Combat")


class DystopiaReference(Reference):
    """The reference of Dreams of Dystopia. A card can be found by the title of either side, and its page shows both."""

    law = LAW
    welcome = msg("The rules of Dreams of Dystopia")
    introduction = msg(
        "Look up a term, a section such as §Combat or a ruling such as DD16. This is a "
        "short summary in my own words. Rulings settle points that the manual leaves open."
    )
    suggested = contents = (*TERMS, *SECTIONS)
    keywords = frozenset({"defender", "heroic deed"})

    def titles(self) -> Collection[str]:
        """Return the titles of all sides."""
        return the_set().by_title

    def text(self, title: str) -> Iterable[str]:
        """Return the text of both sides of a card."""
        face = face_of(title)
        return (*face.text, *(face_of(face.other).text if face.other else ()))

    def kind(self, title: str, translator: Translator) -> str:
        """Return faction and kind, such as "Divine Minion"; the title for Curses and Heroic Deeds."""
        return _kind(face_of(title), translator)

    def detail(self, title: str, translator: Translator) -> str:
        """Return kind and numbers, such as "Divine Minion, LOYALTY 2, ATK 3, DEF 3, SKL 3"."""
        return _detail(face_of(title), translator)

    def page(self, title: str, translator: Translator) -> CardPage:
        """Return a card's page: the side with this title first, then the other one."""
        return self._page(title, b"", translator)

    def entry_in_match(
        self, setup: bytes, cause: str, translator: Translator
    ) -> RulesEntry | CardPage | None:
        """Return the card with this title as it is in the match."""
        _, pool = read_kept(setup)
        return self._page(cause, strange_cards(pool), translator) if cause in pool.sides else None

    def _page(self, title: str, printed: bytes, translator: Translator) -> CardPage:
        face = face_of(title, printed)
        other = face_of(face.other, printed) if face.other else None
        lines = [number_words(face, translator), *text_of(face, translator)]
        if other is not None:
            other_side = msg(
                "Other side: {card}.", card=f"{title_of(other, translator)}: {_detail(other, translator)}"
            )
            lines += [translator(other_side), *text_of(other, translator)]
        used = self.used([*face.text, *(other.text if other else ())])
        return CardPage(
            key=face.title,
            title=title_of(face, translator),
            kind=capital(_kind(face, translator)),
            lines=tuple(filter(None, lines)),
            flavour=flavour_of(face, translator),
            explained=self.explained(used, translator),
            rulings=(),
            decks=None,
            links=(
                *([self.card_link(other.title, translator)] if other is not None else []),
                *self.links(used, translator),
            ),
            face=Shown(face.title, draw_card, alt_card),
        )


def _kind(face: PrintedSide, translator: Translator) -> str:
    return kind_line(face, translator) or title_of(face, translator)


def _detail(face: PrintedSide, translator: Translator) -> str:
    return about_words(face, translator) or title_of(face, translator)
