"""Replays as messages for one person: a step of a match that is over, with buttons to all the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
import msgspec
from discord import ui
from msgspec import Struct
from msgspec.structs import replace

from bot.discord.boards import drawn
from bot.discord.components.messages import (
    Button,
    Item,
    PrivateMessage,
    PrivateText,
    PublicMessage,
    button,
    file,
    gallery,
    link,
    parts,
    row,
    text,
)
from bot.discord.components.plain import bare, plain, shorten
from bot.discord.match_buttons import film_button, look_back_button, replay_button
from bot.discord.match_text import challenge_url, control, ending, listed, names, story, title
from bot.discord.sections import Section, StepComment
from bot.discord.texts.texts import Texts
from bot.features.replays.service import Eyes, Promise, ReplayScene
from bot.match.replay.decisive_round import Moving
from bot.people.people import People
from bot.views.pictures import PictureService, PrivatePicture, PublicPicture
from bot.views.types import MatchTable
from engine.kernel.endings import why

SAID = 1000
"""Characters for what happened."""
PAGE = 2600
"""Characters of one page of text."""
LISTED = 25
"""Options of one menu."""

Picture = PublicPicture | PrivatePicture


class ReplayPlace(msgspec.Struct, frozen=True):
    """A place in a replay: a step (None: the end), the eyes (None: the person's own), text or pictures, a page.

    `as_text` is None for how the person likes it best.
    """

    step: int | None = None
    eyes: Eyes | None = None
    as_text: bool | None = None
    page: int = 1

    def state(self, kind: str) -> str:
        """Return what a control of the kind `kind` carries to lead here."""
        step = "" if self.step is None else self.step
        mode = "" if self.as_text is None else "t" if self.as_text else "p"
        return f"{kind}.{step}.{self.eyes or ''}.{mode}.{self.page}"


def read_place(state: str) -> tuple[str, ReplayPlace]:
    """Return a control's kind and where it leads. Raises ValueError for anything that no control carries."""
    kind, step, eyes, mode, page = state.split(".")
    as_text = {"": None, "t": True, "p": False}[mode] if mode in ("", "t", "p") else None
    return kind, ReplayPlace(
        int(step[:9]) if step else None, Eyes(eyes) if eyes else None, as_text, int(page[:9])
    )


class ReplayMessages(Struct, frozen=True):
    """The messages that show a match again."""

    people: People
    pictures: PictureService
    sections: Sequence[Section]

    async def replay_message(
        self, scene: ReplayScene, place: ReplayPlace, person: int, words: Texts
    ) -> PrivateMessage:
        """Return a step of a replay; where its players let it be looked back at, with what that tells of the step."""
        match_id = scene.public.table.match_id
        remarks = [await one.remarks(match_id, scene.step, words) for one in self.sections]
        told = next(filter(None, remarks), StepComment())
        here = replace(place, step=scene.step, eyes=scene.eyes)
        wants_text = await self.people.text_boards(person) if place.as_text is None else place.as_text
        items: list[Item] = [text(_head(scene, told, words))]
        pictures = [] if wants_text else await self._pictures(scene)
        pages = 1
        if pictures:
            items += [gallery(picture) for picture in pictures]
        else:
            blocks = parts(_blocks(scene, words), PAGE)
            pages = len(blocks)
            items.append(text(blocks[min(max(place.page, 1), pages) - 1]))
        items += _controls(scene, here, told, words, pages, is_text=not pictures)
        return PrivateMessage(tuple(items), tuple(pictures))

    async def _pictures(self, scene: ReplayScene) -> list[Picture]:
        """Return the board and the hands that are open as pictures; none if one of them can't be drawn."""
        match_id = scene.public.table.match_id
        found: list[Picture | None] = []
        if len(scene.hands) == 1:
            found.append(await drawn(self.pictures.private_board(scene.hands[0]), match_id))
        else:
            found.append(await drawn(self.pictures.public_board(scene.public), match_id))
        for look in scene.hands:
            hand = await drawn(self.pictures.hand(look), match_id)
            found.append(
                None if hand is None else msgspec.structs.replace(hand, filename=f"hand-{look.seat + 1}.png")
            )
        whole = [picture for picture in found if picture is not None]
        return whole if len(whole) == len(found) else []


def round_message(moving: Moving, words: Texts) -> PublicMessage:
    """Return the round in which a match ended, in moving pictures."""
    said = words.replays.decisive if moving.is_decisive else words.replays.last_round
    return PublicMessage(
        (text(said.format(round=plain(moving.name, 60))), gallery(moving.picture)), (moving.picture,)
    )


def record_message(table: MatchTable, content: str, words: Texts) -> PrivateMessage:
    """Return the record of a match as a file."""
    record = PrivateText(content, f"{table.game.name}-{table.match_id}.txt")
    said = words.replays.record_of.format(title=title(table, words), file=record.filename)
    return PrivateMessage((text(said), file(record)), texts=(record,))


def promise_message(promise: Promise, words: Texts) -> PrivateMessage:
    """Return what was promised about a match's deal, and whether it was kept."""
    said = words.replays
    table, verdict = promise.table, promise.verdict
    lines = [f"## {said.deal_title.format(title=title(table, words))}"]
    if verdict is None:
        lines.append(said.deal_fixed.format(commitment=promise.commitment))
        return PrivateMessage((text("\n".join(lines)),))
    if verdict.problem is None and not promise.seed:
        lines.append(said.deal_sealed.format(cards=verdict.answers, result=_result(promise, words)))
    elif verdict.problem is None:
        lines.append(said.deal_holds.format(answers=verdict.answers, result=_result(promise, words)))
    else:
        problem = table.game.translator(words.locale)(verdict.problem)
        lines.append(said.deal_fails.format(problem=plain(problem, 500)))
    told = said.deal_seed if promise.seed else said.deal_fingerprint
    lines.append(told.format(seed=promise.seed, commitment=promise.commitment))
    lines.append("-# " + said.deal_how)
    buttons = [replay_button(table, words), button(said.record, control(table, "record"))]
    if url := challenge_url(table):
        buttons.append(link(said.promised_there, url))
    return PrivateMessage((text("\n".join(lines)), row(*buttons)))


def _result(promise: Promise, words: Texts) -> str:
    """Return how a match ended, in the words of a sentence."""
    said, outcome = words.replays, promise.outcome
    if outcome is None or not outcome.places:
        return said.deal_none
    game = promise.table.game
    called = [plain(name, 60) for name in names(promise.table, words)]
    reason = game.translator(words.locale)(why(outcome.places, game.kernel.endings[outcome.ending], called))
    if not outcome.winners:
        return said.deal_drawn.format(reason=reason)
    winners = listed([called[seat] for seat in outcome.winners], words)
    won = said.deal_won if len(outcome.winners) == 1 else said.deal_share_first
    return won.format(who=winners, reason=reason)


def _head(scene: ReplayScene, told: StepComment, words: Texts) -> str:
    said = words.replays
    chapter = plain(scene.chapters[scene.chapter].name, 80)
    at = said.at.format(step=scene.step, last=scene.last) if scene.step else said.beginning
    table = scene.public.table
    lines = [
        f"## {said.title.format(title=title(table, words))}",
        f"-# {' · '.join(filter(None, (chapter, at)))}",
    ]
    lines += told.lines
    lines += [f"**{said.happened}**", story(scene.happened, SAID) or said.nothing_seen]
    lines += ending(scene.public, words)
    return "\n".join(lines)


def _blocks(scene: ReplayScene, words: Texts) -> list[str]:
    """Return the board, and the hands that are open, in words."""
    table = scene.public.table
    shown, called = table.game.shown, table.names
    board = scene.hands[0] if len(scene.hands) == 1 else scene.public
    blocks = list(shown.board_text(board.view, called, board.translator))
    for look in scene.hands:
        blocks.append(f"**{words.replays.hand_of.format(who=plain(look.person.name, 60))}**")
        blocks += shown.hand_text(look.view, called, look.translator)
    return blocks


def _controls(
    scene: ReplayScene,
    here: ReplayPlace,
    told: StepComment,
    words: Texts,
    pages: int,
    *,
    is_text: bool,
) -> list[Item]:
    said, table = words.replays, scene.public.table
    rows: list[Item] = [row(*_arrows(scene, here, told, words))]
    if len(scene.chapters) > 1:
        rows.append(_chapters(scene, here, words))
    rows.append(_eyes(scene, here, words))
    mode = replace(here, as_text=not is_text, page=1)
    buttons = [
        button(said.as_pictures if is_text else said.as_text, control(table, "replay", mode.state("mode")))
    ]
    if pages > 1:
        page = here.page % pages + 1
        label = said.more.format(page=min(max(here.page, 1), pages), pages=pages)
        buttons.insert(0, button(label, control(table, "replay", replace(here, page=page).state("page"))))
    buttons += film_button(table, scene.public.outcome, words)
    buttons.append(button(said.record, control(table, "record")))
    buttons.append(button(said.verify, control(table, "verify")))
    rows.append(row(*buttons))
    outcome = scene.public.outcome
    is_decided = outcome is None or bool(outcome.places)
    last = look_back_button(table, words) if is_decided else []
    if scene.is_player:
        label = said.show if scene.keeps else said.keep
        last.append(button(label, control(table, "hands", "show" if scene.keeps else "keep")))
    if last:
        rows.append(row(*last))
    return rows


def _arrows(scene: ReplayScene, here: ReplayPlace, told: StepComment, words: Texts) -> list[Button]:
    said = words.replays
    steps = (
        ("first", said.first, 0),
        ("back", said.back, max(scene.step - 1, 0)),
        ("next", said.forth, min(scene.step + 1, scene.last)),
        ("last", said.last, scene.last),
    )
    out: list[Button] = []
    for kind, label, step in steps:
        there = replace(here, step=step, page=1)
        style = discord.ButtonStyle.primary if kind == "next" else discord.ButtonStyle.secondary
        one = button(label, control(scene.public.table, "replay", there.state(kind)), style)
        one.disabled = step == scene.step
        out.append(one)
    if told.leads is not None:
        label, step = told.leads
        there = replace(here, step=step, page=1)
        jump = button(label, control(scene.public.table, "replay", there.state("miss")))
        jump.disabled = step == scene.step
        out.append(jump)
    return out


def _chapters(scene: ReplayScene, here: ReplayPlace, words: Texts) -> Item:
    """The menu of rounds: all of them, or those around this one."""
    said = words.replays
    first = min(max(scene.chapter - LISTED // 2, 0), max(len(scene.chapters) - LISTED, 0))
    state = replace(here, step=None, page=1).state("at")
    menu = ui.Select[Any](custom_id=control(scene.public.table, "replay", state), placeholder=said.go_to)
    for chapter in scene.chapters[first : first + LISTED]:
        label = said.part.format(name=bare(chapter.name), step=chapter.step)
        is_here = chapter is scene.chapters[scene.chapter]
        menu.add_option(label=shorten(label, 100), value=str(chapter.step), default=is_here)
    return ui.ActionRow[Any](menu)


def _eyes(scene: ReplayScene, here: ReplayPlace, words: Texts) -> Item:
    state = replace(here, eyes=None, page=1).state("as")
    menu = ui.Select[Any](
        custom_id=control(scene.public.table, "replay", state), placeholder=words.replays.eyes
    )
    called = _names_of_eyes(scene.public.table.names, words)
    for eyes in scene.offered:
        menu.add_option(label=called[eyes], value=eyes.value, default=eyes is scene.eyes)
    return ui.ActionRow[Any](menu)


def _names_of_eyes(players: Sequence[str], words: Texts) -> dict[Eyes, str]:
    said = words.replays
    first, second = (said.eyes_of.format(who=shorten(bare(name), 60)) for name in players[:2])
    return {Eyes.PUBLIC: said.eyes_public, Eyes.FIRST: first, Eyes.SECOND: second, Eyes.BOTH: said.eyes_both}
