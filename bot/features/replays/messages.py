"""Private messages about finished matches: a step of a replay, the record, and the check of the deal."""

from __future__ import annotations

from collections.abc import Sequence

import discord
import msgspec
from msgspec.structs import replace

from bot.discord.boards import draw_in_time
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
    menu,
    menu_option,
    parts,
    row,
    text,
)
from bot.discord.components.plain import bare, plain, shorten
from bot.discord.match_buttons import film_button, replay_button, review_button
from bot.discord.match_text import (
    challenge_url,
    control,
    ending_lines,
    joined_names,
    names,
    story_text,
    title,
)
from bot.discord.sections import FeatureSection, PanelState, SeatStatus, StepComment
from bot.features.replays.service import Promise, ReplayScene, ReplayView
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
"""Maximum characters for the events of a step."""
PAGE = 2600
"""Maximum characters per page of text."""
LISTED = 25
"""Maximum options per menu (Discord's limit)."""

Picture = PublicPicture | PrivatePicture


class ReplayPlace(msgspec.Struct, frozen=True):
    """A place in a replay: step (None means the end), view (None means the viewer's own), format, page of text.

    `as_text` None means the viewer's preferred format.
    """

    step: int | None = None
    eyes: ReplayView | None = None
    as_text: bool | None = None
    page: int = 1

    def state(self, kind: str) -> str:
        """Return the state of a control of this kind that leads here."""
        step = "" if self.step is None else self.step
        mode = "" if self.as_text is None else "t" if self.as_text else "p"
        return f"{kind}.{step}.{self.eyes or ''}.{mode}.{self.page}"


def read_place(state: str) -> tuple[str, ReplayPlace]:
    """Return a control's kind and the place it leads to. Raises ValueError for an invalid state."""
    kind, step, eyes, mode, page = state.split(".")
    as_text = {"": None, "t": True, "p": False}[mode] if mode in ("", "t", "p") else None
    return kind, ReplayPlace(
        int(step[:9]) if step else None, ReplayView(eyes) if eyes else None, as_text, int(page[:9])
    )


class ReplaysMessages(Feature, frozen=True):
    """Builds the messages of a replay."""

    async def replay_message(
        self, scene: ReplayScene, place: ReplayPlace, person: int, translate: Translator
    ) -> PrivateMessage:
        """Return a step of a replay, with the review's comment on it if the match was reviewed."""
        match_id = scene.public.table.match_id
        remarks = [
            await section.remarks(match_id, scene.step, translate) for section in self.services.sections
        ]
        comment = next(filter(None, remarks), StepComment())
        current = replace(place, step=scene.step, eyes=scene.eyes)
        wants_text = (
            await self.services.people.text_boards(person) if place.as_text is None else place.as_text
        )
        items: list[Item] = [text(_heading(scene, comment, translate))]
        pictures = [] if wants_text else await self._pictures(scene)
        pages = 1
        if pictures:
            items.append(gallery(pictures[0]))
        else:
            blocks = parts(_blocks(scene, translate), PAGE)
            pages = len(blocks)
            items.append(text(blocks[min(max(place.page, 1), pages) - 1]))
        items += _controls(scene, current, comment, translate, pages, is_text=not pictures)
        # Hands are tall: between the board and its buttons, they would push one of them off the screen of a phone.
        items += [gallery(picture) for picture in pictures[1:]]
        return PrivateMessage(tuple(items), tuple(pictures))

    async def _pictures(self, scene: ReplayScene) -> list[Picture]:
        """Return pictures of the board and the visible hands; an empty list if any of them can't be drawn."""
        match_id = scene.public.table.match_id
        pictures: list[Picture | None] = []
        if len(scene.hands) == 1:
            pictures.append(
                await draw_in_time(self.services.pictures.private_board(scene.hands[0]), match_id)
            )
        else:
            pictures.append(await draw_in_time(self.services.pictures.public_board(scene.public), match_id))
        for snapshot in scene.hands:
            hand = await draw_in_time(self.services.pictures.hand(snapshot), match_id)
            pictures.append(
                None
                if hand is None
                else msgspec.structs.replace(hand, filename=f"hand-{snapshot.seat + 1}.png")
            )
        complete = [picture for picture in pictures if picture is not None]
        return complete if len(complete) == len(pictures) else []


def round_message(animation: FinalRound, translate: Translator) -> PublicMessage:
    """Return the message with the animation of a match's last round."""
    sentence = (
        msg("**How it was decided**: {round}, public view")
        if animation.is_decisive
        else msg("**The last round**: {round}, public view")
    )
    return PublicMessage(
        (text(translate(sentence.filled(round=plain(animation.name, 60)))), gallery(animation.picture)),
        (animation.picture,),
    )


def record_message(table: MatchTable, content: str, translate: Translator) -> PrivateMessage:
    """Return the message with a match's record as a file."""
    record = PrivateText(content, f"{table.game.name}-{table.match_id}.txt")
    sentence = translate.msg(
        "The whole match {title}, as far as you may see it. `voidream verify {file}` "
        "checks it on the command line.",
        title=title(table, translate),
        file=record.filename,
    )
    return PrivateMessage((text(sentence), file(record)), texts=(record,))


def promise_message(promise: Promise, translate: Translator) -> PrivateMessage:
    """Return the message about a match's deal: its fingerprint and, after the match, whether it was genuine."""
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
    proof = (
        msg("Seed: `{seed}`\nFingerprint (its first digits were posted at the start): `{commitment}`")
        if promise.seed
        else msg("Fingerprint (its first digits were posted at the start): `{commitment}`")
    )
    lines.append(translate(proof.filled(seed=promise.seed, commitment=promise.commitment)))
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
    """Return the result of a match as a sentence."""
    outcome = promise.outcome
    if outcome is None or not outcome.places:
        return translate.msg("none")
    game = promise.table.game
    player_names = [plain(name, 60) for name in names(promise.table, translate)]
    reason = game.translator(translate.locale)(
        why(outcome.places, game.kernel.endings[outcome.ending], player_names)
    )
    if not outcome.winners:
        return translate.msg("draw: {reason}", reason=reason)
    winners = joined_names([player_names[seat] for seat in outcome.winners], translate)
    sentence = (
        msg("{who} wins: {reason}") if len(outcome.winners) == 1 else msg("{who} share first place: {reason}")
    )
    return translate(sentence.filled(who=winners, reason=reason))


def _heading(scene: ReplayScene, comment: StepComment, translate: Translator) -> str:
    chapter = plain(scene.chapters[scene.chapter].name, 80)
    step_name = (
        translate.msg("Step {step} of {last}", step=scene.step, last=scene.last)
        if scene.step
        else translate.msg("Start")
    )
    table = scene.public.table
    lines = [
        f"## {translate(TITLE.filled(title=title(table, translate)))}",
        f"-# {' · '.join(filter(None, (chapter, step_name)))}",
    ]
    lines += comment.lines
    lines += [
        f"**{translate(HAPPENED)}**",
        story_text(scene.happened, MAX_EVENT_CHARACTERS) or translate.msg("Nothing visible from this view."),
    ]
    lines += ending_lines(scene.public, translate)
    return "\n".join(lines)


def _blocks(scene: ReplayScene, translate: Translator) -> list[str]:
    """Return the board and the visible hands as text blocks."""
    table = scene.public.table
    presenter, player_names = table.game.shown, table.names
    board = scene.hands[0] if len(scene.hands) == 1 else scene.public
    blocks = list(presenter.board_text(board.view, player_names, board.translator))
    for snapshot in scene.hands:
        blocks.append(f"**{translate(HAND_OF.filled(who=plain(snapshot.person.name, 60)))}**")
        blocks += presenter.hand_text(snapshot.view, player_names, snapshot.translator)
    return blocks


def _controls(
    scene: ReplayScene,
    current: ReplayPlace,
    comment: StepComment,
    translate: Translator,
    pages: int,
    *,
    is_text: bool,
) -> list[Item]:
    table = scene.public.table
    rows: list[Item] = [row(*_arrows(scene, current, comment, translate))]
    if len(scene.chapters) > 1:
        rows.append(_chapters(scene, current, translate))
    rows.append(_views_menu(scene, current, translate))
    mode = replace(current, as_text=not is_text, page=1)
    buttons = [
        button(
            translate(msg("As pictures") if is_text else msg("As text", "form")),
            control(table, "replay", mode.state("mode")),
        )
    ]
    if pages > 1:
        page = current.page % pages + 1
        label = translate.msg(
            "Part {page} of {pages}: next", page=min(max(current.page, 1), pages), pages=pages
        )
        buttons.insert(0, button(label, control(table, "replay", replace(current, page=page).state("page"))))
    buttons += film_button(table, scene.public.outcome, translate)
    buttons.append(button(translate.msg("Record"), control(table, "record")))
    buttons.append(button(translate.msg("Check the deal"), control(table, "verify")))
    rows.append(row(*buttons))
    outcome = scene.public.outcome
    is_decided = outcome is None or bool(outcome.places)
    privacy_buttons = review_button(table, translate) if is_decided else []
    if scene.is_player:
        label = translate(msg("Show my hands to others") if scene.keeps else msg("Keep my hands private"))
        privacy_buttons.append(button(label, control(table, "hands", "show" if scene.keeps else "keep")))
    if privacy_buttons:
        rows.append(row(*privacy_buttons))
    return rows


def _arrows(
    scene: ReplayScene, current: ReplayPlace, comment: StepComment, translate: Translator
) -> list[Button]:
    steps = (
        ("first", translate.msg("First"), 0),
        ("back", translate.msg("Back"), max(scene.step - 1, 0)),
        ("next", translate.msg("Next"), min(scene.step + 1, scene.last)),
        ("last", translate.msg("Last"), scene.last),
    )
    buttons: list[Button] = []
    for kind, label, step in steps:
        target = replace(current, step=step, page=1)
        style = discord.ButtonStyle.primary if kind == "next" else discord.ButtonStyle.secondary
        arrow = button(label, control(scene.public.table, "replay", target.state(kind)), style)
        arrow.disabled = step == scene.step
        buttons.append(arrow)
    if comment.leads is not None:
        label, step = comment.leads
        target = replace(current, step=step, page=1)
        jump = button(label, control(scene.public.table, "replay", target.state("miss")))
        jump.disabled = step == scene.step
        buttons.append(jump)
    return buttons


def _chapters(scene: ReplayScene, current: ReplayPlace, translate: Translator) -> Item:
    """Return the menu of rounds: all of them, or those around the current one."""
    first = min(max(scene.chapter - LISTED // 2, 0), max(len(scene.chapters) - LISTED, 0))
    state = replace(current, step=None, page=1).state("at")
    options = [
        menu_option(
            translate.msg("{name} (step {step})", name=chapter.name, step=chapter.step),
            str(chapter.step),
            chosen=chapter is scene.chapters[scene.chapter],
        )
        for chapter in scene.chapters[first : first + LISTED]
    ]
    return menu(control(scene.public.table, "replay", state), translate.msg("Go to …"), options)


def _views_menu(scene: ReplayScene, current: ReplayPlace, translate: Translator) -> Item:
    state = replace(current, eyes=None, page=1).state("as")
    names_by_view = _view_names(scene.public.table.names, translate)
    options = [
        menu_option(names_by_view[view], view.value, chosen=view is scene.eyes) for view in scene.offered
    ]
    return menu(control(scene.public.table, "replay", state), translate.msg("Whose view?"), options)


def _view_names(players: Sequence[str], translate: Translator) -> dict[ReplayView, str]:
    first, second = (translate.msg("{who}'s view", who=shorten(bare(name), 60)) for name in players[:2])
    return {
        ReplayView.PUBLIC: translate.msg("Public view"),
        ReplayView.FIRST: first,
        ReplayView.SECOND: second,
        ReplayView.BOTH: translate.msg("All hands open"),
    }


class ReplaysSection(FeatureSection):
    """The replay buttons on the panel of a finished match."""

    foot_at = frozenset({SeatStatus.OVER})

    async def foot(self, state: PanelState) -> Sequence[Button]:
        """Return the buttons for the final round's animation and for the replay."""
        table, translate = state.snapshot.table, state.translate
        return [*film_button(table, state.snapshot.outcome, translate), replay_button(table, translate)]
