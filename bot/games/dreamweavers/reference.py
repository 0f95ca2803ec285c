"""The reference of Dreamweavers: its rules (`engine.dreamweavers.law`), notions and cards."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import partial

from bot.games.reference import (
    CardPage,
    Face,
    FurtherTopic,
    Link,
    Reference,
    RulesEntry,
    cut,
    for_screen_reader,
)
from cards.dreamweavers.language.words import KeywordName
from cards.i18n import Translator, line, msg
from cards.i18n import title as title_of
from engine.dreamweavers.law import LAW
from engine.dreamweavers.program import CardPool
from engine.dreamweavers.saves.stored_set import read_kept, todays
from engine.dreamweavers.views.builder import face_of
from engine.dreamweavers.views.types import CardFace, DraftNotion
from render.dreamweavers.alt_cards import alt_card, alt_notion
from render.dreamweavers.card import draw_card
from render.dreamweavers.notion import draw_notion
from render.dreamweavers.words import is_thought, kind_line, kind_word, notion_word
from render.table.words import capital, flavour_of, lines_of, plain

BEGIN_WITH = (
    "Notion",
    "Memory",
    "Turn",
    "Attack",
    "Shield",
    "Ego",
    "Damage",
    "Response",
    "Refresh",
    "End turn",
)
"""The terms suggested first, before the sections."""
CONTENTS = ("§Setup", "§Main Phase", "§The memory gauge", "§Attacking", "§Taking Damage", "§How do you win")


class DreamweaversReference(Reference):
    """The reference of Dreamweavers. Each notion is a topic with fifteen cards."""

    law = LAW
    welcome = msg("The rules of Dreamweavers")
    introduction = msg(
        "Look up a notion, a term, a section such as §Attacking or a ruling such as DW52. These are short summaries in our own words. Rulings settle what the rulebook leaves open or ambiguous."
    )
    suggested = contents = (*BEGIN_WITH, *CONTENTS)
    keywords = frozenset(keyword.value for keyword in KeywordName)

    def titles(self) -> Collection[str]:
        """Return the titles of the set."""
        return todays()[1].cards

    def text(self, title: str) -> Iterable[str]:
        """Return a card's text."""
        return _printed(title).text

    def entry_in_match(
        self, setup: bytes, cause: str, translator: Translator
    ) -> RulesEntry | CardPage | None:
        """Return the card or the notion with this name as it is in the match."""
        pool = read_kept(setup)
        if cause in pool.cards:
            return self._page(face_of(pool[cause]), translator)
        return self._notion(pool, cause, translator) if cause in pool.intents else None

    def further(self, translator: Translator) -> Sequence[FurtherTopic]:
        """Return the notions."""
        pool = todays()[1]
        return [
            FurtherTopic(
                Link(
                    name := notion_word(notion, translator),
                    cut(_about(pool, notion, translator)),
                    topic=notion,
                ),
                translator(msg("{notion} (a notion)", notion=name)),
                partial(self._notion, pool, notion, translator),
            )
            for notion in pool.notions
        ]

    def kind(self, title: str, translator: Translator) -> str:
        """Return the line below a card's title."""
        return kind_line(_printed(title), translator)

    def detail(self, title: str, translator: Translator) -> str:
        """Return kind and numbers, such as "Thought, cost 3, power 4"."""
        return _detail(_printed(title), translator)

    def page(self, title: str, translator: Translator) -> CardPage:
        """Return a card's page. It explains the card's keywords, or all its game terms if it has no keywords."""
        return self._page(_printed(title), translator)

    def _page(self, card: CardFace, translator: Translator) -> CardPage:
        used_terms = self.used(card.text)
        lines = (capital(_numbers(card, translator)), *lines_of(card.text, translator))
        notion = Link(notion_word(card.notion, translator), kind_line(card, translator), topic=card.notion)
        return CardPage(
            key=card.title,
            title=translator(title_of(card.title)),
            kind=kind_line(card, translator),
            lines=tuple(for_screen_reader(text, translator) for text in lines if text),
            flavour=flavour_of(card, translator),
            explained=self.explained(
                [title for title in used_terms if title.casefold() in self.keywords] or used_terms, translator
            ),
            rulings=(),
            decks=None,
            links=(notion, *self.links(dict.fromkeys((*used_terms, card.kind)), translator)),
            face=Face(card, draw_card, alt_card),
        )

    def _notion(self, pool: CardPool, notion: str, translator: Translator) -> RulesEntry:
        """Return a notion's page: its style of play, its effect as an Intent, and its cards."""
        intent = pool.intents[notion]
        faces = tuple(face_of(pool[title]) for title in pool.by_notion[notion])
        cards = tuple(
            Link(translator(title_of(face.title)), _detail(face, translator), card=face.title)
            for face in faces
        )
        cover = " ".join(
            for_screen_reader(translator(line(text)), translator) for text in intent.text.printed
        )
        lines = [_about(pool, notion, translator), translator(msg("As Intent: {text}", text=cover))]
        lines += [f"• {card.label}: {card.detail}" for card in cards]
        return RulesEntry(
            key=notion,
            title=notion_word(notion, translator),
            text="\n".join(filter(None, lines)),
            links=self.links(("Notion", "Intent", "Draft"), translator),
            cards=cards,
            face=Face(
                DraftNotion(notion, intent.cover.about, intent.text.printed, faces),
                _draw_notion,
                _alt_notion,
            ),
        )


def _draw_notion(notion: DraftNotion, translator: Translator) -> bytes:
    return draw_notion(notion, ("", ""), translator)


def _alt_notion(notion: DraftNotion, translator: Translator) -> str:
    return alt_notion(notion, ("", ""), translator)


def _printed(title: str) -> CardFace:
    """Return a card of the set."""
    return face_of(todays()[1][title])


def _detail(face: CardFace, translator: Translator) -> str:
    return f"{kind_word(face, translator)}, {_numbers(face, translator)}"


def _about(pool: CardPool, notion: str, translator: Translator) -> str:
    about = pool.intents[notion].cover.about
    return translator(msg(about, "about")) if about else ""


def _numbers(face: CardFace, translator: Translator) -> str:
    """Return a card's printed numbers, such as "cost 3, power 4"."""
    parts = [translator(msg("cost {n}", n=face.cost))]
    parts += [translator(msg("power {n}", n=plain(face.power)))] if is_thought(face) else []
    return ", ".join(parts)
