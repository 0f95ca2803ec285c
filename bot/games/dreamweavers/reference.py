"""Dreamweavers' rules and cards for looking things up: from the law (`engine.dreamweavers.law`), the notions and the cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from bot.games.law_pages import card_by_name, cut, found_by_name, links, shown, spoken
from bot.games.reference import ENGLISH, CardPage, Link, RulesEntry
from bot.games.search import exactly, folded, search
from cards.dreamweavers.language.words import KeywordName
from cards.i18n import Locale, Translator, line, msg
from cards.i18n import title as title_of
from engine.dreamweavers.game import DREAMWEAVERS
from engine.dreamweavers.law import cited, entries, terms_in
from engine.dreamweavers.program import Pool
from engine.dreamweavers.saves.kept_set import read_kept, todays
from engine.dreamweavers.views.build import face_of
from engine.dreamweavers.views.types import CardFace, DraftNotion
from engine.dreamweavers.wording.citations import RULE
from engine.kernel.law import LawEntry
from render.dreamweavers.alt_cards import alt_card, alt_notion
from render.dreamweavers.card import draw_card
from render.dreamweavers.notion import draw_notion
from render.dreamweavers.wording import (
    capital,
    flavour_of,
    is_thought,
    kind_line,
    kind_word,
    lines_of,
    notion_word,
    plain,
)

BEGIN_WITH = (
    "Notion",
    "Memory",
    "Turn",
    "Attack",
    "Shield",
    "Ego",
    "Damage",
    "Answer",
    "Refresh",
    "Let go",
)
"""What to read first, besides the sections."""
CONTENTS = ("§Setup", "§Main Phase", "§The memory gauge", "§Attacking", "§Taking Damage", "§How do you win")
MENU = 25
"""Links that fit in one menu."""
_KEYWORDS = frozenset(keyword.value for keyword in KeywordName)


class DreamweaversReference:
    """The reference of Dreamweavers; see `bot.games.reference.Reference`. A notion is a topic with fifteen cards."""

    def suggest_topics(self, typed: str, translator: Translator = ENGLISH) -> Sequence[tuple[str, str]]:
        """Return notions and entries of the law that fit, as (shown, key)."""
        known = entries(translator.locale)
        if not typed.strip():
            keys = [*BEGIN_WITH, *CONTENTS]
        else:
            keys = search(typed, _names_of_topics(translator.locale))
        return [
            (shown(known[key]), key) if key in known else (_shown_notion(key, translator), key)
            for key in keys
        ]

    def all_topics(self) -> Sequence[tuple[str, str]]:
        """Return every notion and every entry of the law, as (shown, key)."""
        notions = [(_shown_notion(notion, ENGLISH), notion) for notion in todays()[1].notions]
        return [*notions, *((shown(entry), key) for key, entry in entries().items())]

    def topic(self, typed: str, translator: Translator = ENGLISH) -> RulesEntry:
        """Return an entry of the law, or a notion. Raises NotFound."""
        if not typed.strip():
            return _contents(translator)
        pool, known = todays()[1], entries(translator.locale)
        if (found := cited(typed, translator.locale)) is not None:
            return _topic(found, translator)
        key = exactly(typed, _names_of_topics(translator.locale))
        if key in pool.intents:
            return _notion(pool, key, translator)
        return _topic(known[found_by_name(typed, _names_of_entries(translator.locale), known)], translator)

    def suggest_cards(self, typed: str, translator: Translator = ENGLISH) -> Sequence[tuple[str, str]]:
        """Return cards that fit, as (shown, title)."""
        pool = todays()[1]
        found = search(typed, _names_of_cards(translator.locale))
        return [(_in_short(face_of(pool[title]), translator), title) for title in found]

    def card(self, typed: str, translator: Translator = ENGLISH) -> CardPage:
        """Return a card of the set. Raises NotFound."""
        title = card_by_name(typed, _names_of_cards(translator.locale), translator)
        return _page(face_of(todays()[1][title]), translator)

    def cause(
        self, setup: bytes, cause: str, translator: Translator = ENGLISH
    ) -> RulesEntry | CardPage | None:
        """Return the card or the notion of that name as it is in the match, or else the entry of the law that is cited."""
        pool = read_kept(setup)
        if cause in pool.cards:
            return _page(face_of(pool[cause]), translator)
        if cause in pool.intents:
            return _notion(pool, cause, translator)
        entry = cited(cause, translator.locale)
        return None if entry is None else _topic(entry, translator)

    def cite(self, citation: str, translator: Translator = ENGLISH) -> str:
        """Return a citation as people write it: `§Attacking` is `§Ataque` in Spanish."""
        return translator.word(citation, RULE)

    def picture(self, face: CardFace | DraftNotion, translator: Translator = ENGLISH) -> bytes:
        """Draw a card, or the page of a notion."""
        if isinstance(face, DraftNotion):
            return draw_notion(face, ("", ""), translator)
        return draw_card(face, translator)

    def alt(self, face: CardFace | DraftNotion, translator: Translator = ENGLISH) -> str:
        """Return the alt text of such a picture."""
        if isinstance(face, DraftNotion):
            return alt_notion(face, ("", ""), translator)
        return alt_card(face, translator)


# -- topics


@cache
def _names_of_entries(locale: Locale) -> dict[str, Sequence[str]]:
    return {key: entry.names for key, entry in entries(locale).items()}


@cache
def _names_of_topics(locale: Locale) -> dict[str, Sequence[str]]:
    said = DREAMWEAVERS.translator(locale)
    notions = {notion: (notion_word(notion, said), notion) for notion in todays()[1].notions}
    return {**notions, **_names_of_entries(locale)}


def _shown_notion(notion: str, translator: Translator) -> str:
    return translator(msg("{notion} (a notion)", notion=notion_word(notion, translator)))


def _contents(translator: Translator) -> RulesEntry:
    notions = tuple(
        Link(notion_word(notion, translator), cut(_about(todays()[1], notion, translator)), topic=notion)
        for notion in todays()[1].notions
    )
    return RulesEntry(
        key="",
        title=translator(msg("The rules of Dreamweavers")),
        text=translator(
            msg(
                "Look up a notion, a term, a section such as §Attacking or a ruling such as DW52. Everything is told here in "
                "our own short words. Rulings say how the rulebook is read where it is silent or could be read two ways."
            )
        ),
        links=(*notions, *links([*BEGIN_WITH, *CONTENTS], entries(translator.locale)))[:MENU],
    )


def _topic(entry: LawEntry, translator: Translator) -> RulesEntry:
    known = entries(translator.locale)
    pool = todays()[1]
    cards = [
        face_of(printed)
        for printed in pool.cards.values()
        if entry.key.casefold() in _KEYWORDS and entry.key in _used(face_of(printed))
    ]
    return RulesEntry(
        key=entry.key,
        title=entry.heading,
        text=entry.text,
        where=", ".join(known[place].heading for place in entry.where if place in known),
        links=links(entry.related, known),
        cards=tuple(_card_link(face, translator) for face in cards),
    )


# -- notions


def _about(pool: Pool, notion: str, translator: Translator) -> str:
    about = pool.intents[notion].cover.about
    return translator(msg(about, "about")) if about else ""


def _notion(pool: Pool, notion: str, translator: Translator) -> RulesEntry:
    """A notion: how it plays, what it does as an Intent, and its cards."""
    intent = pool.intents[notion]
    faces = tuple(face_of(pool[title]) for title in pool.by_notion[notion])
    cover = " ".join(spoken(translator(line(text)), translator) for text in intent.text.printed)
    about = _about(pool, notion, translator)
    lines = [about, translator(msg("As Intent: {text}", text=cover))]
    lines += [f"• {_in_a_line(face, translator)}" for face in faces]
    return RulesEntry(
        key=notion,
        title=notion_word(notion, translator),
        text="\n".join(filter(None, lines)),
        links=links(("Notion", "Intent", "Draft"), entries(translator.locale)),
        cards=tuple(_card_link(face, translator) for face in faces),
        face=DraftNotion(notion, intent.cover.about, intent.text.printed, faces),
    )


def _in_a_line(face: CardFace, translator: Translator) -> str:
    """A card with its numbers, in short: "Hound: Thought, 2, power 3"."""
    return f"{translator(title_of(face.title))}: {_numbers(face, kind_word(face, translator), translator)}"


# -- cards


@cache
def _names_of_cards(locale: Locale) -> dict[str, Sequence[str]]:
    """What cards are called, in the reader's language and in English, in the order of the alphabet."""
    said = DREAMWEAVERS.translator(locale)
    names = {title: tuple(dict.fromkeys((said(title_of(title)), title))) for title in todays()[1].cards}
    return dict(sorted(names.items(), key=lambda one: folded(one[1][0])))


@cache
def _used(face: CardFace) -> tuple[str, ...]:
    """The terms that a card's text uses, in the order in which it does."""
    return tuple(term.title for term in terms_in(face.text))


def _numbers(face: CardFace, kind: str, translator: Translator) -> str:
    """A card's kind, where one is given, and its printed numbers: "Thought, cost 3, power 4"."""
    words = [kind, translator(msg("cost {n}", n=face.cost))]
    words += [translator(msg("power {n}", n=plain(face.power)))] if is_thought(face) else []
    return ", ".join(filter(None, words))


def _in_short(face: CardFace, translator: Translator) -> str:
    return f"{translator(title_of(face.title))} ({kind_line(face, translator)})"


def _card_link(face: CardFace, translator: Translator) -> Link:
    return Link(
        translator(title_of(face.title)),
        _numbers(face, kind_word(face, translator), translator),
        card=face.title,
    )


def _page(face: CardFace, translator: Translator) -> CardPage:
    known = entries(translator.locale)
    used = [title for title in _used(face) if title in known]
    explained = [title for title in used if title.casefold() in _KEYWORDS] or used
    lines = (capital(_numbers(face, "", translator)), *lines_of(face.text, translator))
    notion = Link(notion_word(face.notion, translator), kind_line(face, translator), topic=face.notion)
    return CardPage(
        key=face.title,
        title=translator(title_of(face.title)),
        kind=kind_line(face, translator),
        lines=tuple(spoken(one, translator) for one in lines if one),
        flavour=flavour_of(face, translator),
        explained=tuple((known[title].heading, known[title].text) for title in explained),
        rulings=(),
        decks=None,
        links=(notion, *links(dict.fromkeys((*used, face.kind)), known)),
        face=face,
    )
