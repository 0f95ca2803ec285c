"""Replays as messages for one person: a step of a match that is over, with buttons to all the others."""

from __future__ import annotations

from collections.abc import Sequence

import discord
import msgspec
from discord import ui
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
from bot.discord.sections import FeatureSection, PanelState, SeatStatus, StepComment
from bot.features.replays.service import Eyes, Promise, ReplayScene
from bot.installation import Feature
from bot.match.replay.decisive_round import FinalRound
from bot.views.pictures import PrivatePicture, PublicPicture
from bot.views.types import MatchTable
from cards.i18n import Translator, msg
from engine.kernel.endings import why

DEAL_TITLE = msg("The deal of {title}")
HAND_OF = msg("{who}'s hand")
HAPPENED = msg("Last events")
TITLE = msg("Replay: {title}")

MAX_EVENT_CHARACTERS = 1000
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
        """Return the state of a control of the kind `kind` that leads here."""
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


class ReplaysMessages(Feature, frozen=True):
    """The messages that show a match again."""

    async def replay_message(
        self, scene: ReplayScene, place: ReplayPlace, person: int, translate: Translator
    ) -> PrivateMessage:
        """Return a step of a replay; where its players let it be looked back at, with what that tells of the step."""
        match_id = scene.public.table.match_id
        remarks = [await one.remarks(match_id, scene.step, translate) for one in self.services.sections]
        told = next(filter(None, remarks), StepComment())
        here = replace(place, step=scene.step, eyes=scene.eyes)
        wants_text = (
            await self.services.people.text_boards(person) if place.as_text is None else place.as_text
        )
        items: list[Item] = [text(_head(scene, told, translate))]
        pictures = [] if wants_text else await self._pictures(scene)
        pages = 1
        if pictures:
            items += [gallery(picture) for picture in pictures]
        else:
            blocks = parts(_blocks(scene, translate), PAGE)
            pages = len(blocks)
            items.append(text(blocks[min(max(place.page, 1), pages) - 1]))
        items += _controls(scene, here, told, translate, pages, is_text=not pictures)
        return PrivateMessage(tuple(items), tuple(pictures))

    async def _pictures(self, scene: ReplayScene) -> list[Picture]:
        """Return the board and the hands that are open as pictures; none if one of them can't be drawn."""
        match_id = scene.public.table.match_id
        found: list[Picture | None] = []
        if len(scene.hands) == 1:
            found.append(await drawn(self.services.pictures.private_board(scene.hands[0]), match_id))
        else:
            found.append(await drawn(self.services.pictures.public_board(scene.public), match_id))
        for look in scene.hands:
            hand = await drawn(self.services.pictures.hand(look), match_id)
            found.append(
                None if hand is None else msgspec.structs.replace(hand, filename=f"hand-{look.seat + 1}.png")
            )
        whole = [picture for picture in found if picture is not None]
        return whole if len(whole) == len(found) else []


def round_message(moving: FinalRound, translate: Translator) -> PublicMessage:
    """Return the round in which a match ended, in moving pictures."""
    said = (
        msg("**How it was decided**: {round}, public view")
        if moving.is_decisive
        else msg("**The last round**: {round}, public view")
    )
    return PublicMessage(
        (text(translate(said.filled(round=plain(moving.name, 60)))), gallery(moving.picture)),
        (moving.picture,),
    )


def record_message(table: MatchTable, content: str, translate: Translator) -> PrivateMessage:
    """Return the record of a match as a file."""
    record = PrivateText(content, f"{table.game.name}-{table.match_id}.txt")
    said = translate.msg(
        "The whole match {title}, as far as you may see it. `voidream verify {file}` "
        "checks it on the command line.",
        title=title(table, translate),
        file=record.filename,
    )
    return PrivateMessage((text(said), file(record)), texts=(record,))


def promise_message(promise: Promise, translate: Translator) -> PrivateMessage:
    """Return the message about a match's promised deal, and whether it was kept."""
    table, verdict = promise.table, promise.verdict
    lines = [f"## {translate(DEAL_TITLE.filled(title=title(table, translate)))}"]
    if verdict is None:
        lines.append(
            translate.msg(
                "The deal was fixed before the match began. Its first digits were posted "
                "when the challenge was accepted. This is the whole fingerprint:\n"
                "`{commitment}`\n"
                "Anyone can check it after the match: by its seed or, if hands are "
                "private, card by card for every revealed card.",
                commitment=promise.commitment,
            )
        )
        return PrivateMessage((text("\n".join(lines)),))
    if verdict.problem is None and not promise.seed:
        lines.append(
            translate.msg(
                "**The deal is genuine.** Hands are private, so the seed stays secret. All "
                "{cards} cards shown in the record are where they were dealt, every later "
                "shuffle is the promised one, and cards never revealed stay sealed. I also "
                "replayed the whole match, which you can't check without the seed. Result: "
                "{result}.",
                cards=verdict.answers,
                result=_result(promise, translate),
            )
        )
    elif verdict.problem is None:
        lines.append(
            translate.msg(
                "**The deal is genuine.** It matches the fingerprint posted at the start. "
                "I replayed the whole match: all {answers} answers are legal, and the "
                "result is the same: {result}.",
                answers=verdict.answers,
                result=_result(promise, translate),
            )
        )
    else:
        problem = table.game.translator(translate.locale)(verdict.problem)
        lines.append(
            translate.msg("**The match doesn't match its record.** {problem}", problem=plain(problem, 500))
        )
    told = (
        msg("Seed: `{seed}`\nFingerprint (its first digits were posted at the start): `{commitment}`")
        if promise.seed
        else msg("Fingerprint (its first digits were posted at the start): `{commitment}`")
    )
    lines.append(translate(told.filled(seed=promise.seed, commitment=promise.commitment)))
    lines.append(
        "-# "
        + translate.msg(
            "To check it without me, compare the fingerprint's first digits in the "
            "record with those in the challenge message, and run `voidream verify` on "
            "the record."
        )
    )
    buttons = [replay_button(table, translate), button(translate.msg("Record"), control(table, "record"))]
    if url := challenge_url(table):
        buttons.append(link(translate.msg("The fingerprint"), url))
    return PrivateMessage((text("\n".join(lines)), row(*buttons)))


def _result(promise: Promise, translate: Translator) -> str:
    """Return the result of a match in a sentence."""
    outcome = promise.outcome
    if outcome is None or not outcome.places:
        return translate.msg("none")
    game = promise.table.game
    called = [plain(name, 60) for name in names(promise.table, translate)]
    reason = game.translator(translate.locale)(
        why(outcome.places, game.kernel.endings[outcome.ending], called)
    )
    if not outcome.winners:
        return translate.msg("draw: {reason}", reason=reason)
    winners = listed([called[seat] for seat in outcome.winners], translate)
    won = (
        msg("{who} wins: {reason}") if len(outcome.winners) == 1 else msg("{who} share first place: {reason}")
    )
    return translate(won.filled(who=winners, reason=reason))


def _head(scene: ReplayScene, told: StepComment, translate: Translator) -> str:
    chapter = plain(scene.chapters[scene.chapter].name, 80)
    at = (
        translate.msg("Step {step} of {last}", step=scene.step, last=scene.last)
        if scene.step
        else translate.msg("Start")
    )
    table = scene.public.table
    lines = [
        f"## {translate(TITLE.filled(title=title(table, translate)))}",
        f"-# {' · '.join(filter(None, (chapter, at)))}",
    ]
    lines += told.lines
    lines += [
        f"**{translate(HAPPENED)}**",
        story(scene.happened, MAX_EVENT_CHARACTERS) or translate.msg("Nothing visible from this view."),
    ]
    lines += ending(scene.public, translate)
    return "\n".join(lines)


def _blocks(scene: ReplayScene, translate: Translator) -> list[str]:
    """Return the board, and the hands that are open, in words."""
    table = scene.public.table
    shown, called = table.game.shown, table.names
    board = scene.hands[0] if len(scene.hands) == 1 else scene.public
    blocks = list(shown.board_text(board.view, called, board.translator))
    for look in scene.hands:
        blocks.append(f"**{translate(HAND_OF.filled(who=plain(look.person.name, 60)))}**")
        blocks += shown.hand_text(look.view, called, look.translator)
    return blocks


def _controls(
    scene: ReplayScene,
    here: ReplayPlace,
    told: StepComment,
    translate: Translator,
    pages: int,
    *,
    is_text: bool,
) -> list[Item]:
    table = scene.public.table
    rows: list[Item] = [row(*_arrows(scene, here, told, translate))]
    if len(scene.chapters) > 1:
        rows.append(_chapters(scene, here, translate))
    rows.append(_eyes(scene, here, translate))
    mode = replace(here, as_text=not is_text, page=1)
    buttons = [
        button(
            translate(msg("As pictures") if is_text else msg("As text", "form")),
            control(table, "replay", mode.state("mode")),
        )
    ]
    if pages > 1:
        page = here.page % pages + 1
        label = translate.msg("Part {page} of {pages}: next", page=min(max(here.page, 1), pages), pages=pages)
        buttons.insert(0, button(label, control(table, "replay", replace(here, page=page).state("page"))))
    buttons += film_button(table, scene.public.outcome, translate)
    buttons.append(button(translate.msg("Record"), control(table, "record")))
    buttons.append(button(translate.msg("Check the deal"), control(table, "verify")))
    rows.append(row(*buttons))
    outcome = scene.public.outcome
    is_decided = outcome is None or bool(outcome.places)
    last = look_back_button(table, translate) if is_decided else []
    if scene.is_player:
        label = translate(msg("Show my hands to others") if scene.keeps else msg("Keep my hands private"))
        last.append(button(label, control(table, "hands", "show" if scene.keeps else "keep")))
    if last:
        rows.append(row(*last))
    return rows


def _arrows(scene: ReplayScene, here: ReplayPlace, told: StepComment, translate: Translator) -> list[Button]:
    steps = (
        ("first", translate.msg("First"), 0),
        ("back", translate.msg("Back"), max(scene.step - 1, 0)),
        ("next", translate.msg("Next"), min(scene.step + 1, scene.last)),
        ("last", translate.msg("Last"), scene.last),
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


def _chapters(scene: ReplayScene, here: ReplayPlace, translate: Translator) -> Item:
    """The menu of rounds: all of them, or those around this one."""
    first = min(max(scene.chapter - LISTED // 2, 0), max(len(scene.chapters) - LISTED, 0))
    state = replace(here, step=None, page=1).state("at")
    menu = ui.Select[ui.LayoutView](
        custom_id=control(scene.public.table, "replay", state), placeholder=translate.msg("Go to …")
    )
    for chapter in scene.chapters[first : first + LISTED]:
        label = translate.msg("{name} (step {step})", name=bare(chapter.name), step=chapter.step)
        is_here = chapter is scene.chapters[scene.chapter]
        menu.add_option(label=shorten(label, 100), value=str(chapter.step), default=is_here)
    return ui.ActionRow[ui.LayoutView](menu)


def _eyes(scene: ReplayScene, here: ReplayPlace, translate: Translator) -> Item:
    state = replace(here, eyes=None, page=1).state("as")
    menu = ui.Select[ui.LayoutView](
        custom_id=control(scene.public.table, "replay", state),
        placeholder=translate.msg("Whose view?"),
    )
    called = _names_of_eyes(scene.public.table.names, translate)
    for eyes in scene.offered:
        menu.add_option(label=called[eyes], value=eyes.value, default=eyes is scene.eyes)
    return ui.ActionRow[ui.LayoutView](menu)


def _names_of_eyes(players: Sequence[str], translate: Translator) -> dict[Eyes, str]:
    first, second = (translate.msg("{who}'s view", who=shorten(bare(name), 60)) for name in players[:2])
    return {
        Eyes.PUBLIC: translate.msg("Public view"),
        Eyes.FIRST: first,
        Eyes.SECOND: second,
        Eyes.BOTH: translate.msg("All hands open"),
    }


class ReplaysSection(FeatureSection):
    """Seeing a match again."""

    foot_at = frozenset({SeatStatus.OVER})

    async def foot(self, state: PanelState) -> Sequence[Button]:
        """Return the buttons for the animation of the end, and the replay."""
        table, translate = state.look.table, state.translate
        return [*film_button(table, state.look.outcome, translate), replay_button(table, translate)]
