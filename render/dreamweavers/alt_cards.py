"""Alt texts of cards, covers and notions: the content of a picture in at most 1,024 characters."""

from __future__ import annotations

from cards.i18n import ENGLISH, Translator, line, msg, msg_plural, series
from engine.dreamweavers.views.types import CardFace, DraftNotion
from render.alt_text import fitting
from render.dreamweavers.art import recipe_of
from render.dreamweavers.words import is_thought, kind_line, notion_word, shown_names
from render.illustration.description import description
from render.illustration.recipe import Recipe
from render.table.words import Names, flavour_of, lines_of, plain, title_of

MORE_OF_CARD = msg("More in the text of the card.", "Dreamweavers")
MORE_OF_NOTION = msg("More in the text of the notion.", "Dreamweavers")


def _picture(recipe: Recipe, translator: Translator) -> str:
    return translator(msg("The picture: {picture}.", picture=description(recipe, translator)))


def alt_card(face: CardFace, translator: Translator = ENGLISH) -> str:
    """Return the alt text of a card."""
    card = f"{title_of(face, translator)}: {kind_line(face, translator)}"
    if is_thought(face):
        head = msg("{card}, cost {cost}, power {power}.", card=card, cost=face.cost, power=plain(face.power))
    else:
        head = msg("{card}, cost {cost}.", card=card, cost=face.cost)
    sentences = [
        translator(head),
        *lines_of(face.text, translator),
        _picture(recipe_of(face.title, face.notion, face.kind), translator),
        flavour_of(face, translator),
    ]
    return fitting(sentences, translator(MORE_OF_CARD))


def _played(notion: str, about: str, text: tuple[str, ...], translator: Translator) -> list[str]:
    """Return a notion's name, its style of play, and its Intent."""
    name = notion_word(notion, translator)
    intent = " ".join(translator(line(line_text)) for line_text in text)
    return [
        translator(msg("The notion {name}.", name=name)),
        translator(msg(about, "about")),
        translator(msg("As an Intent: {text}", text=intent)),
    ]


def alt_notion(notion: DraftNotion, names: Names, translator: Translator = ENGLISH) -> str:
    """Return the content of a notion's page: all its cards with cost and power."""

    def counted(face: CardFace) -> str:
        numbers = f"{face.cost}/{plain(face.power)}" if is_thought(face) else str(face.cost)
        return f"{title_of(face, translator)} {numbers}"

    sentences = _played(notion.notion, notion.about, notion.cover, translator)
    if notion.taken_by is not None:
        name = shown_names(names, translator)[notion.taken_by]
        sentences.insert(1, translator(msg("{name} has taken it.", name=name)))
    thoughts = [counted(face) for face in notion.cards if is_thought(face)]
    feelings = [counted(face) for face in notion.cards if not is_thought(face)]
    if thoughts:
        sentence = msg_plural(
            "{n} Thought (cost/power): {cards}.",
            "{n} Thoughts (cost/power): {cards}.",
            len(thoughts),
            cards=series(*thoughts),
        )
        sentences.append(translator(sentence))
    if feelings:
        sentence = msg_plural(
            "{n} Feeling (cost): {cards}.",
            "{n} Feelings (cost): {cards}.",
            len(feelings),
            cards=series(*feelings),
        )
        sentences.append(translator(sentence))
    return fitting(sentences, translator(MORE_OF_NOTION))
