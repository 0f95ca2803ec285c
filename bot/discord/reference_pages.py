"""Pages of the rules and cards, and why something happened, as components of messages."""

from __future__ import annotations

from collections.abc import Sequence

from discord import ui

from bot.discord.components.custom_ids import LIMIT, CustomId
from bot.discord.components.messages import Item, button, gallery, parts, row, text
from bot.discord.components.plain import bare, plain, shorten
from bot.errors import NotFound
from bot.games.playable import PlayableGame
from bot.games.reference import CardPage, Link, RulesEntry
from bot.views.pictures import PublicPicture
from bot.views.types import LogLine
from cards.i18n import Translator, msg

BECAUSE_UNKNOWN = msg("This comes from “{cause}”, which has no entry here.")

MENU = 25
"""Options of one menu."""


MENUS = 3
"""Menus at a time."""


EXPLAINED = 1400
"""Characters for what the words on a card mean."""


ROOM = 1900
"""Characters of one block of text; a message has two at most."""


CARD = "card:"
"""The prefix of an option's value that leads to a card; the others lead to topics."""


def topic_items(
    topic: RulesEntry, translate: Translator, match: str = "", picture: PublicPicture | None = None
) -> tuple[Item, ...]:
    """Return an entry of the rules with its picture, where it stands, and what to read on.

    `match` is the key of the match, or else of the game, that it is of.
    """
    shown = [gallery(picture)] if picture is not None else []
    return (text(_topic_text(topic, translate)), *shown, *_menus(topic.links, topic.cards, translate, match))


def card_items(
    page: CardPage, picture: PublicPicture | None, translate: Translator, match: str = ""
) -> tuple[Item, ...]:
    """Return a card: its picture, its text, what its words mean, and what to read on."""
    shown = [gallery(picture)] if picture is not None else []
    about = "\n".join(_about(page, translate))
    told = [text(about)] if about else []
    return (text(_card_text(page)), *shown, *told, *_menus(page.links, (), translate, match))


def why_items(
    line: LogLine, found: RulesEntry | CardPage | None, translate: Translator, match: str = ""
) -> tuple[Item, ...]:
    """Return why a line stands in the log: the card or the rule behind it, with its words."""
    head = f"{line.number}\\. {plain(line.text, 300)}"
    match found:
        case CardPage():
            because = translate.msg(
                "**Because of {title}** ({kind})", title=plain(found.title), kind=plain(found.kind)
            )
            body = "\n".join([because, *(f"- {plain(each)}" for each in found.lines)])
            return (text(parts([f"{head}\n{body}"], ROOM)[0]), *_menus(found.links, (), translate, match))
        case RulesEntry():
            because = translate.msg("**Because of the rules: {title}**", title=plain(found.title))
            where = [_stands(found, translate)] if found.where else []
            body = "\n".join([head, because, plain(found.text), *where])
            return (text(parts([body], ROOM)[0]), *_menus(found.links, (), translate, match))
        case None:
            return (text(f"{head}\n{translate(BECAUSE_UNKNOWN.filled(cause=plain(line.because, 60)))}"),)


def rule_behind(game: PlayableGame, rule: str, translate: Translator) -> RulesEntry | None:
    """Return the entry of the rules that is cited, if there is one."""
    try:
        return (
            game.reference.topic(rule, game.translator(translate.locale)) if game.reference and rule else None
        )
    except NotFound:
        return None


def cited(game: PlayableGame, rule: str, translate: Translator) -> str:
    """Return a citation of the rules as the reader's language writes it."""
    said = game.reference.cite(rule, game.translator(translate.locale)) if game.reference else rule
    return translate.msg("({rule} of the rules)", rule=said)


def why_not_items(
    sentence: str, topic: RulesEntry | None, translate: Translator, match: str = ""
) -> tuple[Item, ...]:
    """Return why something can't be done: the sentence, the rule's own short words, and the way to the rule."""
    if topic is None:
        return (text(sentence),)
    label = shorten(bare(translate.msg("Why? → {rule}", rule=topic.title)), 80)
    lead = button(label, CustomId("rules", match, state=topic.key).id)
    return (text(f"{sentence}\n-# {plain(topic.text)}"), row(lead))


def _topic_text(topic: RulesEntry, translate: Translator) -> str:
    lines = [f"## {plain(topic.title)}", plain(topic.text)]
    lines += [_stands(topic, translate)] if topic.where else []
    return parts(["\n".join(lines)], ROOM)[0]


def _stands(topic: RulesEntry, translate: Translator) -> str:
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
    """Menus to read on; a link whose value is too long for Discord is left out."""
    chunks = [links[i : i + MENU] for i in range(0, len(links), MENU)]
    named = [
        (
            translate.msg("Keep reading …")
            if len(chunks) == 1
            else translate.msg("Keep reading: {first} … {last}", first=c[0].label, last=c[-1].label),
            c,
        )
        for c in chunks
    ]
    named = named[: MENUS - bool(cards)]
    if cards:
        named.append((translate.msg("Cards …"), cards[:MENU]))
    items: list[Item] = []
    for n, (placeholder, chunk) in enumerate(named):
        menu = ui.Select[ui.LayoutView](
            custom_id=CustomId("rules", match, state=str(n)).id, placeholder=placeholder[:150]
        )
        for link in chunk:
            value = CARD + link.card if link.card else link.topic
            if len(value) <= LIMIT:
                detail = shorten(bare(link.detail), 100) or None
                menu.add_option(label=shorten(link.label, 100), value=value, description=detail)
        items.append(ui.ActionRow(menu))
    return items
