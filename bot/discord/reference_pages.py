"""Pages of rules and cards, and reasons for events, as message components."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import discord

from bot.discord.components.custom_ids import LIMIT, CustomId
from bot.discord.components.messages import (
    OPTIONS,
    Item,
    button,
    gallery,
    menu,
    menu_option,
    parts,
    row,
    text,
)
from bot.discord.components.plain import bare, plain, shorten
from bot.errors import NotFound
from bot.games.playable import PlayableGame
from bot.games.reference import CardPage, Link, RulesEntry
from bot.views.pictures import PublicPicture
from bot.views.types import LogLine
from cards.i18n import Translator, msg

BECAUSE_UNKNOWN = msg("This comes from “{cause}”, which has no entry here.")

MENUS = 3
"""Maximum menus in a message."""


EXPLAINED = 1400
"""Maximum characters for explanations of the words on a card."""


ROOM = 1900
"""Maximum characters of a block of text; a message has at most two."""


CARD = "card:"
"""The prefix of a menu value for a card; the others are topics."""


def topic_items(
    topic: RulesEntry, translate: Translator, match: str = "", picture: PublicPicture | None = None
) -> tuple[Item, ...]:
    """Return a rules entry with its picture, its source, and links to read on.

    `match` is the key of its match, or else of its game.
    """
    pictures = [gallery(picture)] if picture is not None else []
    return (
        text(_topic_text(topic, translate)),
        *pictures,
        *_menus(topic.links, topic.cards, translate, match),
    )


def card_items(
    page: CardPage, picture: PublicPicture | None, translate: Translator, match: str = ""
) -> tuple[Item, ...]:
    """Return a card: its picture, its text, the meaning of its words, and links to read on."""
    pictures = [gallery(picture)] if picture is not None else []
    about = "\n".join(_about(page, translate))
    explanations = [text(about)] if about else []
    return (text(_card_text(page)), *pictures, *explanations, *_menus(page.links, (), translate, match))


def why_items(
    line: LogLine, entry: RulesEntry | CardPage | None, translate: Translator, match: str = ""
) -> tuple[Item, ...]:
    """Return the card or rule that caused a line of the log, with its text."""
    head = f"{line.number}\\. {plain(line.text, 300)}"
    match entry:
        case CardPage():
            because = translate.msg(
                "**Because of {title}** ({kind})", title=plain(entry.title), kind=plain(entry.kind)
            )
            body = "\n".join([because, *(f"- {plain(card_line)}" for card_line in entry.lines)])
            return (text(parts([f"{head}\n{body}"], ROOM)[0]), *_menus(entry.links, (), translate, match))
        case RulesEntry():
            because = translate.msg("**Because of the rules: {title}**", title=plain(entry.title))
            source = [_source_line(entry, translate)] if entry.where else []
            body = "\n".join([head, because, plain(entry.text), *source])
            return (text(parts([body], ROOM)[0]), *_menus(entry.links, (), translate, match))
        case None:
            return (text(f"{head}\n{translate(BECAUSE_UNKNOWN.filled(cause=plain(line.because, 60)))}"),)


def rule_behind(game: PlayableGame, rule: str, translate: Translator) -> RulesEntry | None:
    """Return the cited rules entry, or None."""
    try:
        return (
            game.reference.topic(rule, game.translator(translate.locale)) if game.reference and rule else None
        )
    except NotFound:
        return None


def cited(game: PlayableGame, rule: str, translate: Translator) -> str:
    """Return a citation of the rules as the reader's language writes it."""
    citation = game.reference.cite(rule, game.translator(translate.locale)) if game.reference else rule
    return translate.msg("({rule} of the rules)", rule=citation)


def why_not_items(
    sentence: str, topic: RulesEntry | None, translate: Translator, match: str = ""
) -> tuple[Item, ...]:
    """Return the reason why something isn't possible: the sentence, the rule in short, and a button to it."""
    if topic is None:
        return (text(sentence),)
    label = shorten(bare(translate.msg("Why? → {rule}", rule=topic.title)), 80)
    lead = button(label, CustomId("rules", match, state=topic.key).id)
    return (text(f"{sentence}\n-# {plain(topic.text)}"), row(lead))


def _topic_text(topic: RulesEntry, translate: Translator) -> str:
    lines = [f"## {plain(topic.title)}", plain(topic.text)]
    lines += [_source_line(topic, translate)] if topic.where else []
    return parts(["\n".join(lines)], ROOM)[0]


def _source_line(topic: RulesEntry, translate: Translator) -> str:
    return "-# " + translate.msg("Source: {where}", where=plain(topic.where))


def _card_text(page: CardPage) -> str:
    lines = [
        f"## {plain(page.title)}",
        f"-# {plain(page.kind)}",
        *(f"- {plain(line)}" for line in page.lines),
    ]
    lines += [f"*{plain(page.flavour)}*"] if page.flavour else []
    return parts(["\n".join(lines)], ROOM)[0]


def _about(page: CardPage, translate: Translator) -> list[str]:
    lines, room = list[str](), EXPLAINED
    for n, (name, meaning) in enumerate(page.explained):
        line = f"- **{plain(name)}**: {plain(meaning)}"
        room -= len(line)
        if room < 0:
            lines.append(translate.msg("And {n} more in the menu below.", n=len(page.explained) - n))
            break
        lines.append(line)
    if lines:
        lines.insert(0, translate.msg("**Terms**"))
    if page.rulings:
        lines.append(translate.msg("**Rulings**: {names}", names=plain(", ".join(page.rulings), 400)))
    if page.decks is not None:
        names = plain(", ".join(page.decks), 300)
        lines.append(
            translate.msg("**In these ready-made decks**: {names}", names=names)
            if page.decks
            else translate.msg("It isn't in any ready-made deck.")
        )
    return lines


def _menus(links: Sequence[Link], cards: Sequence[Link], translate: Translator, match: str) -> list[Item]:
    """Return menus to read on. A link whose value is too long for Discord is left out."""
    chunks = [links[i : i + OPTIONS] for i in range(0, len(links), OPTIONS)]
    menus = [
        (
            translate.msg("Keep reading …")
            if len(chunks) == 1
            else translate.msg("Keep reading: {first} … {last}", first=c[0].label, last=c[-1].label),
            c,
        )
        for c in chunks
    ]
    menus = menus[: MENUS - bool(cards)]
    if cards:
        menus.append((translate.msg("Cards …"), cards[:OPTIONS]))
    return [
        menu(CustomId("rules", match, state=str(n)).id, placeholder, [*_options(chunk)])
        for n, (placeholder, chunk) in enumerate(menus)
    ]


def _options(links: Sequence[Link]) -> Iterator[discord.SelectOption]:
    for link in links:
        value = CARD + link.card if link.card else link.topic
        if len(value) <= LIMIT:
            yield menu_option(link.label, value, link.detail)
