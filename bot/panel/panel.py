"""The private panel: a player's view of a match, with the open question and its buttons.

The same content is used for direct messages and for replies to "My turn". After an answer, the panel shows what
happened and, if the player decides again, the next question.
"""

from __future__ import annotations

from collections.abc import Awaitable, Iterable, Sequence

import discord
from discord import ui
from msgspec import Struct
from msgspec.structs import replace

from bot.discord.boards import draw_in_time, shared_button
from bot.discord.components.custom_ids import CustomId, read
from bot.discord.components.messages import (
    TEXT,
    Button,
    Item,
    PrivateMessage,
    button,
    gallery,
    letters_left,
    parts,
    row,
    rows,
    text,
    text_length,
    with_thumbnail,
)
from bot.discord.components.plain import shorten
from bot.discord.match_text import control, deadline_lines, ending_lines, turning_point_lines, waiting_lines
from bot.discord.sections import FeatureSection, Guidance, PanelState, SeatStatus, collect, sections_with
from bot.match.matches import Matches
from bot.match.replay.records import Records
from bot.match.requests import Requests
from bot.panel.answer_controls import emphasised, in_one_row
from bot.panel.drafts import PartialAnswer
from bot.panel.one_option import LINES, lines_below
from bot.panel.question_text import (
    acts_in_words,
    news,
    question_lines,
    time_left,
    together,
    whose_match,
)
from bot.panel.questions import answer_items
from bot.panel.sheets import (
    ahead_items,
    ahead_lines,
    back_button,
    plan_ahead_button,
    ready_buttons,
    sheet_lines,
)
from bot.people.people import People
from bot.store.offers import Offers
from bot.views.pictures import PictureService, PrivatePicture, PublicPicture
from bot.views.types import MatchTable, PlayerSnapshot, StoryLine
from cards.i18n import Translator, msg
from cards.numerals import numeral
from engine.kernel.consequence import WholeAnswer

PLAYS_FOR_YOU = msg("You ran out of time, so I'm playing for you. Press “I'm back” to take over again.")

SPARE = 100
"""Characters kept free as a margin."""
ENOUGH = 300
"""Minimum characters for a hand as text; with less room, it isn't shown beside a long question."""
A_ROW = 5
"""Buttons that fit in a row."""
BESIDE_CARD = 280
"""Maximum characters beside the picture of a card: more take fewer lines of a phone below it."""
ON_A_PHONE = 4
"""Short buttons that fit in a line of a phone."""
SHORTENED = 18
"""Minimum characters to which an order's label may be shortened."""
MAX_SUMMARY_CHARACTERS = 1200
"""Maximum characters for the summary of recent events."""


class PanelMessages(Struct, frozen=True):
    """Builds private panels."""

    requests: Requests
    people: People
    matches: Matches
    pictures: PictureService
    records: Records
    sections: Sequence[FeatureSection]

    async def panel(
        self,
        snapshot: PlayerSnapshot,
        translate: Translator,
        *,
        story: Sequence[StoryLine] | None = None,
        note: str = "",
        draft: PartialAnswer | None = None,
        with_board: bool = False,
    ) -> PrivateMessage:
        """Build the panel: the board, recent events, the question and its consequences, and the answer buttons.

        Chats are read from the bottom, so the result of a press is right above the buttons, below the picture. After
        the match, the panel starts with how it ended.

        `story` is the result of the player's own act; by default the panel shows the latest events. `note` is a line
        of the bot before it, `draft` a partial answer. `with_board` includes the board picture. Leave it out in the
        match's thread, where the board is already visible: there the panel shows the hand if the question is about
        it.
        """
        if snapshot.question is not None and snapshot.table.game.shown.is_of_hand_alone(
            snapshot.view, snapshot.question
        ):
            with_board = False
        offers = await self.requests.offers_at(snapshot.table)
        stamp = _panel_state(snapshot.table, offers)
        is_played_for = snapshot.seat in snapshot.table.played_for
        if is_played_for:
            # It is not for them to decide until they are back.
            snapshot = replace(snapshot, question=None)
        state = PanelState(snapshot, offers, translate)
        lines = await collect(
            one.state_lines(snapshot, offers, translate)
            for one in reversed(sections_with(self.sections, FeatureSection.state_lines))
        )
        pictures: list[PrivatePicture] = []
        is_seen = snapshot.outcome is None and not snapshot.reader.text_boards
        if is_seen:
            pictures = await self._pictures(snapshot, with_board=with_board)
        has_board = bool(pictures) and with_board
        # A player who has just pressed knows which match it is, and the board names both players.
        is_known = has_board and story is not None and snapshot.question is not None
        head = [] if is_known else [text(f"-# {whose_match(snapshot, translate, has_board=has_board)}")]
        coached = await self._guidance(snapshot, translate)
        is_over = bool(coached.onwards)
        whole = () if draft is not None or is_over else _whole(snapshot)
        asked = (
            []
            if is_over and snapshot.outcome is None
            else _question(snapshot, translate, whole, has_board=has_board)
        )
        asked += acts_in_words(snapshot) if is_seen else []
        asked = [
            *ahead_lines(snapshot, translate),
            *asked,
            *sheet_lines(snapshot, translate, has_board=has_board, whole=whole),
            *([f"-# {left}"] if is_known and (left := time_left(snapshot, translate)) else []),
        ]
        end = [] if snapshot.outcome is None else ending_lines(snapshot, translate)
        if snapshot.outcome is not None and not snapshot.table.lesson:
            end += turning_point_lines(await self.records.decided(snapshot), translate)
        is_out = snapshot.seat in snapshot.table.out
        if (
            snapshot.question is None
            and snapshot.outcome is None
            and not (is_out or is_played_for or with_board)
        ):
            asked.append(await self._next(snapshot, translate))
        is_waiting = snapshot.sheet is None and snapshot.question is None and snapshot.outcome is None
        quick: list[Button] = []
        if is_waiting and not (is_out or is_played_for):
            for section in sections_with(self.sections, FeatureSection.at_rest):
                about, buttons = await section.at_rest(state)
                asked += about
                quick += buttons
        answers: list[Item] = []
        always: list[Item] = []
        below: list[Item] = []
        planned = ahead_items(snapshot, translate)
        if snapshot.outcome is None and not is_over:
            if snapshot.question is not None:
                most = (lines_below(pictures[0]) if has_board else LINES) - len(planned)
                answers = answer_items(
                    snapshot, draft, translate, whole, has_board=has_board, is_seen=is_seen, lines=most,
                    taken=sum(1 + len(one.children) for one in planned if isinstance(one, ui.ActionRow)),
                )  # fmt: skip
                answers = emphasised(coached.press, answers, snapshot.question, snapshot.table.key)
                always = await self._rows(
                    one.answers(state) for one in sections_with(self.sections, FeatureSection.answers)
                )
                if (label := snapshot.table.game.random_label(snapshot.question)) is not None:
                    luck = CustomId("lot", snapshot.table.key, snapshot.question.id).id
                    answers.insert(
                        0, row(button(snapshot.translator(label), luck, discord.ButtonStyle.primary))
                    )
            elif snapshot.sheet is None and not (is_out or is_played_for):
                below = rows([*ready_buttons(snapshot), *quick, *plan_ahead_button(snapshot, translate)])
            below = [*planned, *below]
            below += await self._rows(
                one.acts(state) for one in sections_with(self.sections, FeatureSection.acts)
            )
        after = [*lines, *coached.aim, *asked, *coached.new]
        room = (
            TEXT
            - text_length([*head, *answers])
            - SPARE
            - sum(len(line) + 1 for line in (note, *end, *after))
        )
        # The panel before a step of a sheet has already shown the events.
        is_step = (
            story is not None and not story and snapshot.sheet is not None and bool(snapshot.sheet.steps)
        )
        happened = [] if is_step else news(snapshot, story or (), min(room, MAX_SUMMARY_CHARACTERS))
        told = [*([note] if note else []), *happened, *lines, *coached.aim]
        if end:
            told = [*end, *([note] if note else []), *coached.aim, *happened, *lines]
        card = await self._card(snapshot) if is_seen and asked else None
        tell = _beside_card(told, asked, coached.new, card)
        views: list[Item] = [gallery(picture) for picture in pictures]
        has_hand = bool(pictures) and not with_board
        room = TEXT - text_length([*head, *tell, *answers]) - SPARE
        if not pictures and _is_about_hand(snapshot) and room >= ENOUGH:
            shown = snapshot.table.game.shown.hand_text(
                snapshot.view, snapshot.table.names, snapshot.translator
            )
            views, has_hand = [text(parts(shown, room)[0])], True
        onwards = [row(*coached.onwards)] if coached.onwards else []
        wanted = await collect(one.foot(state) for one in self.sections if state.moment in one.foot_at)
        foot = self._foot(state, stamp, wanted, has_hand=has_hand)
        if answers:
            can_join = state.moment is SeatStatus.ASKED and not (below or onwards or snapshot.table.lesson)
            # The panel before a step of a sheet had the shared area's button, so a step can do without it.
            less = [wanted] if snapshot.sheet is not None and snapshot.sheet.steps else []
            needed = ([*wanted, *shared_button(snapshot)], *less) if can_join else ()
            answers, foot = await self._with_company(state, answers, always, foot, needed)
        items = (*head, *views, *tell, *answers, *below, *onwards, *rows(foot))
        return PrivateMessage(items, (*pictures, *([card] if card is not None else [])))

    async def is_current(self, message: discord.Message, snapshot: PlayerSnapshot) -> bool:
        """Return whether a posted panel shows the match as in `snapshot` or a later state. Its buttons carry a stamp.

        A higher revision only counts if it exists: after a backup was restored, an old panel may show a revision that
        never happened in this database.
        """
        shown = _stamped(message)
        if shown is None or not await self._is_of(shown, snapshot.table):
            return False
        stamp = _panel_state(snapshot.table, await self.requests.offers_at(snapshot.table))
        return shown.state == stamp or _rev(shown.state) > snapshot.table.rev

    async def is_of(self, message: discord.Message, table: MatchTable) -> bool:
        """Return whether a message is a panel of a match, and of a revision that exists after any restored backup."""
        shown = _stamped(message)
        return shown is not None and shown.match_id == table.match_id and await self._is_of(shown, table)

    async def _is_of(self, shown: CustomId, table: MatchTable) -> bool:
        return shown.revision_token == table.revision_token or bool(
            await self.matches.has_been(table.match_id, shown.revision_token)
        )

    async def _next(self, snapshot: PlayerSnapshot, translate: Translator) -> str:
        """Return where the next question will appear: a reply in the thread can no longer be edited by then."""
        if snapshot.reader.dm_closed:
            return translate.msg("-# I'll mention you in the match thread when it's your move.")
        channel = (
            await self.people.direct_channel(snapshot.person.id)
            if snapshot.panel is None
            else snapshot.panel.channel_id
        )
        if channel is None:
            return translate.msg("-# I'll send you a direct message when it's your move.")
        return translate.msg(
            "-# I'll [message you]({url}) when it's your move.",
            url=f"https://discord.com/channels/@me/{channel}",
        )

    async def _guidance(self, snapshot: PlayerSnapshot, translate: Translator) -> Guidance:
        """Return the explanations for a learner, or empty ones for anyone else."""
        for section in sections_with(self.sections, FeatureSection.guidance):
            if (guidance := await section.guidance(snapshot, translate)) is not None:
                return guidance
        return Guidance()

    async def _rows(self, parts: Iterable[Awaitable[Sequence[Button]]]) -> list[Item]:
        """Return the buttons of the sections, each section in its own rows."""
        return [one for part in parts for one in rows([*await part])]

    async def _with_company(
        self,
        state: PanelState,
        answers: list[Item],
        always: list[Item],
        foot: list[Button],
        needed: Sequence[Sequence[Button]],
    ) -> tuple[list[Item], list[Button]]:
        """Return the answers with their related buttons, and what is left of the bottom row.

        The bottom row joins the last line of answers if there is room, which saves a line on a phone. `needed` lists
        the sets of its buttons that must then fit, tried in order; without any, the bottom row stays separate. Between
        the two come the button that removes the last step of a sheet, or ends planning, and, with enough room, the
        orders that would answer now. Otherwise these, and the explanation of the question, join the answers if they
        need no extra line. Orders and the explanation are also under "More". `always` are rows after the answers.
        """
        snapshot, translate = state.snapshot, state.translate
        back = back_button(snapshot, translate)
        orders = await collect(
            one.extra_buttons(state) for one in sections_with(self.sections, FeatureSection.extra_buttons)
        )
        for count in needed:
            for between in ([*back, *orders], back):
                if (joined := in_one_row([*answers, *always], between, foot, count)) is not None:
                    return joined, []
        last = answers[-1] if answers else None
        if not isinstance(last, ui.ActionRow):
            return [*answers, *rows(back), *always], foot
        buttons = [one for one in last.children if isinstance(one, ui.Button)]
        if len(buttons) != len(last.children):
            return [*answers, *rows(back), *always], foot
        extra_buttons = [*back, *orders]
        if snapshot.table.game.reference is not None:
            extra_buttons.append(
                button(translate.msg("What does this mean?"), control(snapshot.table, "meaning"))
            )
        for one in extra_buttons:
            room = letters_left(buttons) if len(buttons) < A_ROW else 0
            if room < len(one.label or "") and one in orders and room >= SHORTENED:
                one.label = shorten(one.label or "", room)
            if len(one.label or "") <= room:
                buttons.append(one)
        left = [one for one in back if one not in buttons]
        return [*answers[:-1], row(*buttons), *rows(left), *always], foot

    def _foot(
        self, state: PanelState, stamp: str, wanted: Sequence[Button], *, has_hand: bool
    ) -> list[Button]:
        """Return the bottom row of frequent actions. Its last button opens the rest and carries the stamp.

        `wanted` are buttons of sections. `has_hand` says that the panel already shows the hand, so the row offers the
        board instead.
        """
        snapshot, translate, table = state.snapshot, state.translate, state.snapshot.table
        missed = (translate.msg("Board"), "board") if has_hand else (translate.msg("Hand"), "hand")
        missing = button(missed[0], control(table, missed[1]))
        look_at = button(translate.msg("Cards"), control(table, "look"))
        if table.lesson:
            return [*wanted] if state.moment is SeatStatus.OVER else [missing, look_at, *wanted]
        more = button(translate.msg("More"), control(table, "more", stamp))
        found = [*shared_button(snapshot), look_at, more]
        match state.moment:
            case SeatStatus.OVER:
                return [*wanted, more]
            case SeatStatus.OUT | SeatStatus.PLAYED_FOR:
                return [*wanted, *found]
            case SeatStatus.WAITING:
                return [button(translate.msg("My turn"), control(table, "turn", "here")), *wanted, *found]
            case SeatStatus.ASKED:
                foot = [missing, *wanted, *found]
                if len(foot) > ON_A_PHONE:
                    foot.remove(look_at)  # Behind "More", too.
                return foot

    async def _card(self, snapshot: PlayerSnapshot) -> PublicPicture | None:
        """Return the printed card that a question is about, or None if it is about none."""
        if snapshot.card is None:
            return None
        card = self.pictures.card(snapshot.table.game, snapshot.card, snapshot.translator.locale)
        return await draw_in_time(card, snapshot.table.match_id)

    async def _pictures(self, snapshot: PlayerSnapshot, *, with_board: bool) -> list[PrivatePicture]:
        """Return the board if requested, otherwise the hand if the question is about it, otherwise nothing."""
        if with_board:
            drawing = self.pictures.private_board(snapshot)
        elif _is_about_hand(snapshot):
            drawing = self.pictures.hand(snapshot)
        else:
            return []
        picture = await draw_in_time(drawing, snapshot.table.match_id)
        return [] if picture is None else [picture]


def _beside_card(
    told: Sequence[str], asked: Sequence[str], new: Sequence[str], card: PublicPicture | None
) -> list[Item]:
    """Return recent events, the question and new explanations, beside the picture of its card if there is one."""
    if card is None:
        return [text("\n".join([*told, *together(asked), *new]))]
    first = next((n for n in range(1, len(asked)) if sum(map(len, asked[: n + 1])) > BESIDE_CARD), len(asked))
    above = [text("\n".join(told))] if told else []
    rest = [*together(asked[first:]), *new]
    below = [text("\n".join(rest))] if rest else []
    return [*above, with_thumbnail("\n".join(together(asked[:first])), card), *below]


def _stamped(message: discord.Message) -> CustomId | None:
    """Return the control that carries a panel's stamp; None for other messages."""
    rows = (part for part in message.components if isinstance(part, discord.ActionRow))
    controls = (read(child.custom_id or "") for part in rows for child in part.children)
    return next((one for one in controls if one and one.match and one.act == "more"), None)


def _panel_state(table: MatchTable, offers: Offers) -> str:
    """Return the state a panel depends on: the revision, plus what changes with time alone.

    Public information only.
    """
    times = [("late" if time.late else time.away_until or "") for time in table.times]
    return ".".join(str(one) for one in (table.rev, *times, "" if offers.draw is None else "draw"))


def _rev(stamp: str) -> int:
    """Return the revision in a stamp, -1 if there is none."""
    number = numeral(stamp.partition(".")[0])
    return -1 if number is None else number


def _whole(snapshot: PlayerSnapshot) -> Sequence[WholeAnswer]:
    if snapshot.question is None:
        return ()
    return snapshot.table.game.whole_answers(snapshot.view, snapshot.question, snapshot.table.names)


def _question(
    snapshot: PlayerSnapshot, translate: Translator, whole: Sequence[WholeAnswer], *, has_board: bool
) -> list[str]:
    """Return the question, or whose turn it is."""
    if snapshot.question is not None:
        return question_lines(snapshot, translate, whole, has_board=has_board)
    if snapshot.outcome is not None:
        return []
    if snapshot.seat in snapshot.table.played_for:
        return [f"### {translate(PLAYS_FOR_YOU)}"]
    out = (
        []
        if snapshot.place is None
        else [
            translate.msg(
                "You placed {place} of {all}. You now see what spectators see.",
                place=snapshot.place,
                all=len(snapshot.table.people),
            )
        ]
    )
    return [
        *out,
        *(f"### {line}" for line in waiting_lines(snapshot, translate)),
        *deadline_lines(snapshot, translate),
    ]


def _is_about_hand(snapshot: PlayerSnapshot) -> bool:
    question = snapshot.question
    return question is not None and snapshot.table.game.shown.is_about_hand(snapshot.view, question)
