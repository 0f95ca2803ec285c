"""A card of a match in detail: its text, its current state, and its terms; and the rule behind a question."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from discord import ui
from msgspec import Struct

from bot.discord.boards import draw_in_time
from bot.discord.components.custom_ids import LIMIT, CustomId
from bot.discord.components.messages import (
    TEXT,
    Item,
    PrivateMessage,
    button,
    menu,
    menu_option,
    parts,
    row,
    text,
    text_length,
)
from bot.discord.components.plain import capitalised, plain
from bot.discord.components.replies import Reply
from bot.discord.controls import Handler
from bot.discord.match_resolver import MatchResolver
from bot.discord.match_text import Snapshot, control, title
from bot.discord.reference_pages import card_items, topic_items
from bot.errors import Refusal
from bot.games.reference import CardPage, RulesEntry
from bot.match.matches import Matches
from bot.panel.question_text import question_lines
from bot.panel.sheets import final_reasons
from bot.people.people import People
from bot.views.pictures import PictureService, PublicPicture
from bot.views.types import PlayerSnapshot
from cards.i18n import Translator, msg
from cards.i18n import title as title_of
from engine.kernel.lessons import meaning
from engine.kernel.question import Question
from render.visible_card import InSight

LOOK_TITLE = msg("Visible cards")
OUT_OF_SIGHT = msg("That card is no longer visible.")

MENU = 25
MENUS = 5
"""Menus of one message: what does not fit can be looked up by its title."""
NAMED = 6
"""Cards that are named when a person asks what a question means."""
ALL = 3000
"""Maximum characters for the consequences of a question's answers, when all are shown."""
NOW = 600
"""Characters for how a card differs from its print."""


class LookAtCardFeature(Struct, frozen=True):
    """Looking at a card of a match, and what a question means."""

    matches: Matches
    people: People
    pictures: PictureService
    match_resolver: MatchResolver

    @property
    def handlers(self) -> Mapping[str, Handler]:
        """The handlers of its controls, by act."""
        return {"look": self._look, "meaning": self._meaning}

    async def look_message(
        self, snapshot: Snapshot, person: int, key: str, translate: Translator
    ) -> PrivateMessage:
        """Return the menus of what can be looked at, and the card with that key ("": none yet). Raises Refusal."""
        cards_in_sight = snapshot.table.game.shown.in_sight(
            snapshot.view, snapshot.table.names, snapshot.translator
        )
        if not cards_in_sight:
            raise Refusal(msg("There are no cards to see yet."))
        chosen = next((one for one in cards_in_sight if value_of(one) == key), None)
        if key and chosen is None:
            raise Refusal(OUT_OF_SIGHT)
        menus = list(
            sight_menus(cards_in_sight, translate, lambda n: control(snapshot.table, "look", str(n)))
        )
        if isinstance(snapshot, PlayerSnapshot):
            menus.append(row(button(translate.msg("Hand"), control(snapshot.table, "hand"))))
        if chosen is None:
            head = f"## {translate(LOOK_TITLE)}\n-# {title(snapshot.table, translate)}"
            return PrivateMessage((text(head), *menus))
        page = await self.matches.about(snapshot.table.match_id, chosen.title, translate.locale)
        if page is None:
            raise Refusal(OUT_OF_SIGHT)
        items, picture = await self._page(snapshot, page, person, translate)
        if chosen.now:
            room = TEXT - text_length(items)
            now = "\n".join(f"- {plain(line, 300)}" for line in chosen.now)
            items.insert(1, text(parts([now], min(NOW, room))[0]))
        return PrivateMessage((*items, *menus), (picture,) if picture else ())

    async def _page(
        self, snapshot: Snapshot, page: CardPage | RulesEntry, person: int, translate: Translator
    ) -> tuple[list[Item], PublicPicture | None]:
        picture = None
        if page.face is not None and not await self.people.text_boards(person):
            picture = await draw_in_time(
                self.pictures.card(snapshot.table.game, page, translate.locale), snapshot.table.match_id
            )
        if isinstance(page, RulesEntry):
            return [*topic_items(page, translate, snapshot.table.key, picture)], picture
        first, *rest = card_items(page, picture, translate, snapshot.table.key)
        # Menus for further reading would leave less room for those of other cards.
        return [first, *(item for item in rest if not isinstance(item, ui.ActionRow))], picture

    async def _look(self, reply: Reply, pressed: CustomId, values: Sequence[str]) -> None:
        """Show the visible cards in a new message; then the chosen one in its place."""
        await (reply.in_place() if values else reply.later())
        seen = await self.match_resolver.snapshot(reply, pressed.match_id)
        await reply.show(
            await self.look_message(seen, reply.person, values[0] if values else "", reply.translate)
        )

    async def _meaning(self, reply: Reply, pressed: CustomId, values: Sequence[str]) -> None:
        """Show the rule or the card behind the current question."""
        await reply.later()
        mine = await self.match_resolver.player_snapshot(reply, pressed.match_id)
        entry: RulesEntry | CardPage | None = None
        lines: list[str] = []
        if mine.question is not None:
            lines = _meaning_of(mine, mine.question, reply.translate)
            if reasons := final_reasons(mine):
                lines += [
                    reply.translate.msg("These answers take effect at once, with all steps before them:"),
                    *reasons,
                ]
            topic = mine.table.game.rule(mine.view, mine.question)
            entry = await self.matches.about(mine.table.match_id, topic, reply.translate.locale)
        if entry is None:
            raise Refusal(msg("There's no explanation for this question."))
        items, picture = await self._page(mine, entry, reply.person, reply.translate)
        first = [text("\n".join(lines))] if lines else []
        follows = question_lines(mine, reply.translate, room=ALL)
        if len(follows) > len(question_lines(mine, reply.translate)):
            # A panel has no room for all of it.
            items.append(text("\n".join(follows)[: TEXT - text_length([*first, *items])]))
        await reply.show(PrivateMessage((*first, *items), (picture,) if picture else ()))


def _meaning_of(snapshot: PlayerSnapshot, question: Question, translate: Translator) -> list[str]:
    """Return the meaning of a question in a sentence, and the cards it is about now."""
    game = snapshot.table.game
    course, reference = game.lessons, game.reference
    sentence = None if course is None else meaning(course.explained, snapshot.view, question)
    known = () if reference is None else reference.titles()
    cards = dict.fromkeys(one.about.name for one in question.options if one.about.name in known)
    named = [plain(snapshot.translator(title_of(one))) for one in cards]
    if len(named) > NAMED:
        more = translate.msg("{n} more", n=len(named) - NAMED + 1)
        named = [*named[: NAMED - 1], more]
    lines = [] if sentence is None else [snapshot.translator(sentence)]
    return lines + ([translate.msg("This is about {cards}.", cards=", ".join(named))] if named else [])


def value_of(one: InSight) -> str:
    """Return a menu's text about a card."""
    return one.key[:LIMIT]


def sight_menus(
    found: Sequence[InSight], translate: Translator, id_of: Callable[[int], str]
) -> Iterator[Item]:
    """Yield menus of the cards that can be looked at, by place. `id_of` returns the id of the menu with a number."""
    places: dict[str, list[InSight]] = {}
    for one in found:
        places.setdefault(one.where, []).append(one)
    chunks = [
        (where, some[at : at + MENU], len(some) > MENU)
        for where, some in places.items()
        for at in range(0, len(some), MENU)
    ]
    for n, (where, some, is_part) in enumerate(chunks[:MENUS]):
        first, last = some[0].label, some[-1].label
        named = translate.msg("{where} …", where=where)
        if is_part:
            named = translate.msg("{where}: {first} … {last}", where=where, first=first, last=last)
        yield menu(
            id_of(n),
            named,
            [menu_option(one.label, value_of(one), capitalised(one.detail)) for one in some],
        )
