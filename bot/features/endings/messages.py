"""Messages about offers and requests in a match, and about endings by moderators, with their buttons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

import discord
from discord import ui
from msgspec import Struct

from bot.discord.components.custom_ids import CustomId
from bot.discord.components.lengths import field
from bot.discord.components.messages import Button, PrivateMessage, PublicMessage, button, row, rows, text
from bot.discord.components.plain import bare, plain, shorten
from bot.discord.match_text import Snapshot, control, late_names, late_seats, names_at, title
from bot.discord.sections import FeatureSection, PanelState, SeatStatus
from bot.discord.time_format import moment
from bot.match.agreements import Agreements
from bot.match.interventions import REASON, Interventions
from bot.people.ratings import VOID
from bot.store.match_status import MatchStatus
from bot.store.offers import Intervention, Offers, Request, RequestKind
from bot.store.person import A_FORMER_MODERATOR
from bot.views.types import MatchTable, PlayerSnapshot, PublicSnapshot
from cards.i18n import Message, Translator, msg
from engine.kernel.endings import MODERATOR

REASONS = (
    msg("The players agreed."),
    msg("A player left the server."),
    msg("It was started by mistake."),
    msg("It broke this server's rules."),
)
WHY_NOT: Mapping[str, Message] = {
    "daily": msg(
        "Ratings don't change: a player had already reached the daily limit of rated matches when it began."
    ),
    "young": msg("Ratings don't change: a player's account is too new."),
    "short": msg("Ratings don't change: the match was too short to count."),
    "server": msg("Ratings don't change: the match wasn't on a server."),
    "gone": msg("Ratings don't change: a player didn't come back."),
    "void": msg("A moderator voided the result. Ratings are as if the match hadn't been rated."),
}
OFFER_ANSWERS: Mapping[RequestKind, tuple[Message, Message]] = {
    RequestKind.DRAW: (msg("Agree to a draw"), msg("No draw")),
    RequestKind.ABORT: (msg("Call it off"), msg("Play it")),
    RequestKind.UNDO: (msg("Let them take it back"), msg("It stands")),
    RequestKind.TAKEOVER: (msg("Let the bot play"), msg("No, not the bot")),
}
"""The labels of agreeing and refusing."""


def offer_lines(
    table: MatchTable, offers: Offers, translate: Translator, seat: int | None = None
) -> list[str]:
    """Return lines about the open requests in a match and the agreements so far. `seat` is the reader's."""
    lines = list[str]()
    if table.status is not MatchStatus.PLAYING:
        return lines
    if (draw := offers.draw) is not None:
        opponents = table.others(draw.by)
        if len(opponents) == 1:
            offered = msg("**{who}** offers a draw (ends when **{other}** moves, or {when}).")
            own = msg("You offer a draw (ends when **{other}** moves, or {when}).")
        else:
            offered = msg(
                "**{who}** offers everyone a draw (ends when a player who hasn't agreed moves, or {when})."
            )
            own = msg("You offer everyone a draw (ends when a player who hasn't agreed moves, or {when}).")
        sentence = own if draw.by == seat else offered
        if opponents == (seat,):
            sentence = msg("**{who}** offers a draw (ends when you move, or {when}).")
        other, when = _name(table, opponents[0]), moment(draw.until, "f")
        lines.append(translate(sentence.filled(who=_name(table, draw.by), other=other, when=when)))
        lines += _agreement_lines(table, draw, translate)
    if offers.abort is not None:
        lines.append(
            translate.msg("You asked to cancel the match. It would count for no one.")
            if offers.abort.by == seat
            else translate.msg(
                "**{who}** asks to cancel the match. It would count for no one.",
                who=_name(table, offers.abort.by),
            )
        )
        lines += _agreement_lines(table, offers.abort, translate)
    if (undo := offers.undo) is not None:
        if undo.late:
            request = msg(
                "**{who}** asks **{other}** to let them take back their last move. "
                "Anything revealed since then stays revealed."
            )
            if table.others(undo.by) == (seat,):
                request = msg(
                    "**{who}** asks you to let them take back their last move. "
                    "Anything revealed since then stays revealed."
                )
            own = msg(
                "You asked **{other}** to let you take back your last move. "
                "Anything revealed since then stays revealed."
            )
        else:
            request = msg("**{who}** asks to take back their last move.")
            own = msg("You asked to take back your last move.")
        names = names_at(table, table.others(undo.by), translate)
        lines.append(
            translate((own if undo.by == seat else request).filled(who=_name(table, undo.by), other=names))
        )
        lines += _agreement_lines(table, undo, translate)
    if offers.pause is not None:
        lines += _agreement_lines(table, offers.pause, translate)
    if (takeover := offers.takeover) is not None:
        absent = late_names(table, {takeover.by, *takeover.agreed}, translate)
        lines.append(
            translate.msg("You asked me to play for **{absent}**.", absent=absent)
            if takeover.by == seat
            else translate.msg(
                "**{who}** asks me to play for **{absent}**.",
                who=_name(table, takeover.by),
                absent=absent,
            )
        )
        lines += _agreement_lines(table, takeover, translate, excluded=late_seats(table))
    return lines


def _agreement_lines(
    table: MatchTable, request: Request, translate: Translator, *, excluded: AbstractSet[int] = frozenset()
) -> list[str]:
    """Return a line about who has agreed to a request and who hasn't answered; nothing if only one player must agree.

    The `excluded` seats aren't asked.
    """
    ignored = excluded | table.played_for
    seats = [
        seat for seat in table.others(request.by) if not (table.people[seat].is_this_bot or seat in ignored)
    ]
    if len(seats) < 2:
        return []
    missing = names_at(table, [seat for seat in seats if seat not in request.agreed], translate)
    if not request.agreed:
        return [translate.msg("-# All players must agree. Waiting for **{missing}**.", missing=missing)]
    agreed = names_at(table, sorted(request.agreed), translate)
    return [
        translate.msg("-# Agreed: **{agreed}**. Waiting for **{missing}**.", agreed=agreed, missing=missing)
    ]


def offer_buttons(table: MatchTable, offers: Offers, seat: int | None, translate: Translator) -> list[Button]:
    """Return the buttons that answer open requests: for one seat, or for everyone (None)."""
    buttons, absent = list[Button](), table.out | table.played_for
    for kind, (yes, no) in OFFER_ANSWERS.items():
        request = offers.of(kind)
        if request is not None and (seat is None or not (request.stands(seat) or seat in absent)):
            buttons.append(button(translate(yes), control(table, kind, "agree"), discord.ButtonStyle.success))
            buttons.append(button(translate(no), control(table, kind, "no")))
    return buttons


class EndingMessages(Struct, frozen=True):
    """Builds lines about matches that a moderator ended."""

    interventions: Interventions

    async def intervention_lines(
        self, snapshot: PublicSnapshot | PlayerSnapshot, translate: Translator
    ) -> list[str]:
        """Return a line with the moderator who ended the match, and their reason; nothing if it ended otherwise."""
        if snapshot.outcome is None or snapshot.outcome.ending != MODERATOR.key:
            return []
        intervention = await self.interventions.intervention(snapshot.table.match_id)
        if intervention is None:
            return []
        return [
            translate.msg(
                "The moderator **{who}** ended it: {reason}",
                **_who_and_why(snapshot.table, intervention, translate),
            )
        ]


def too_late(table: MatchTable, person: int, why: str, translate: Translator) -> PrivateMessage:
    """Return the reason why a move can't be taken back alone, and a button that asks the opponents."""
    opponents = table.others(table.seat_of(person))
    ask = translate.msg("Ask everyone")
    if len(opponents) == 1:
        ask = translate.msg("Ask {who}", who=bare(shorten(table.names[opponents[0]], 60)))
    buttons = row(
        button(ask, control(table, "undo", "ask"), discord.ButtonStyle.primary),
        button(translate.msg("Leave it"), control(table, "turn", "here")),
    )
    question = (
        msg(
            "**{who}** can still let you take it back. The match would return to that "
            "point. Anything revealed stays revealed."
        )
        if len(opponents) == 1
        else msg(
            "**{who}** can still let you take it back, if all agree. The match would "
            "return to that point. Anything revealed stays revealed."
        )
    )
    return PrivateMessage(
        (
            text(
                f"**{plain(why)}**\n{translate(question.filled(who=names_at(table, opponents, translate)))}"
            ),
            buttons,
        )
    )


def offer_message(
    snapshot: PublicSnapshot, offers: Offers, people: tuple[int, ...], translate: Translator
) -> PublicMessage:
    """Return the public message about the open requests in a match; empty if there are none."""
    lines = offer_lines(snapshot.table, offers, translate)
    if not lines:
        return PublicMessage(())
    mentions = " ".join(f"<@{person}>" for person in people)
    heading = f"**{title(snapshot.table, translate)}** {mentions}".strip()
    buttons = rows(offer_buttons(snapshot.table, offers, None, translate))
    return PublicMessage((text("\n".join([heading, *lines])), *buttons), mentions=people)


def voided_message(
    snapshot: PublicSnapshot,
    intervention: Intervention | None,
    people: tuple[int, ...],
    translate: Translator,
) -> PublicMessage:
    """Return the public message saying that a moderator voided the result; empty without an intervention."""
    if intervention is None:
        return PublicMessage(())
    mentions = " ".join(f"<@{person}>" for person in people)
    line = translate.msg(
        "The moderator **{who}** voided the result: {reason}",
        **_who_and_why(snapshot.table, intervention, translate),
    )
    heading = f"**{title(snapshot.table, translate)}** {mentions}".strip()
    return PublicMessage((text(f"{heading}\n{line}\n{translate(WHY_NOT[VOID])}"),), mentions=people)


def _who_and_why(table: MatchTable, intervention: Intervention, translate: Translator) -> dict[str, str]:
    """Return the moderator and their reason as `who` and `reason`, with Markdown and mentions escaped."""
    # A suggested reason is stored in English; each reader sees it in their own language.
    suggestions = {str(reason): translate(reason) for reason in REASONS}
    is_known = intervention.moderator != str(A_FORMER_MODERATOR)
    name = intervention.moderator if is_known else table.game.translator(translate.locale)(A_FORMER_MODERATOR)
    reason = suggestions.get(intervention.reason, intervention.reason)
    return {"who": plain(name, 60), "reason": plain(reason, REASON)}


def abort_question(table: MatchTable, translate: Translator, *, alone: bool) -> PrivateMessage:
    """Return the confirmation question for cancelling a match. Without `alone`, the opponents must agree."""
    question, yes = (
        (
            msg("Cancel {title}? It will count for no one."),
            translate.msg("Yes, cancel it"),
        )
        if alone
        else (
            msg(
                "Cancel {title}? The cards are dealt, so your opponent must agree. It will count for no one."
            ),
            translate.msg("Yes, ask for it"),
        )
    )
    buttons = row(
        button(translate(yes), control(table, "abort"), discord.ButtonStyle.danger),
        button(translate.msg("No, play on"), control(table, "stay")),
    )
    return PrivateMessage((text(translate(question.filled(title=title(table, translate)))), buttons))


def void_question(table: MatchTable, translate: Translator) -> PrivateMessage:
    """Return the confirmation question for voiding a result. The next step asks for the reason."""
    buttons = row(
        button(
            translate.msg("Yes, give a reason …"), control(table, "void", "why"), discord.ButtonStyle.danger
        ),
        button(translate.msg("No, it stands"), control(table, "void", "no")),
    )
    return PrivateMessage(
        (
            text(
                translate.msg(
                    "Void the result of {title}? I'll recompute all ratings here as if this "
                    "match hadn't been rated, later matches included. You can't undo this, and "
                    "I'll tell the players why.",
                    title=title(table, translate),
                )
            ),
            buttons,
        )
    )


def void_form(key: str, translate: Translator) -> ui.Modal:
    """Return the form for the reason. Submitting it voids the result."""
    modal = ui.Modal(title=translate.msg("Void a result"), custom_id=CustomId("void", key, state="do").id)
    reason = field("reason", style=discord.TextStyle.paragraph)
    modal.add_item(
        ui.Label(
            text=translate.msg("Reason"),
            description=translate.msg("The players will read it."),
            component=reason,
        )
    )
    modal.stop()
    return modal


def _name(table: MatchTable, seat: int) -> str:
    return plain(table.names[seat], 60)


class EndingsSection(FeatureSection):
    """Offers, requests and endings, on the panel and in the status message."""

    foot_at = frozenset({SeatStatus.WAITING})

    def __init__(self, agreements: Agreements, ending_messages: EndingMessages) -> None:
        self._agreements = agreements
        self._messages = ending_messages

    async def state_lines(self, snapshot: Snapshot, offers: Offers, translate: Translator) -> Sequence[str]:
        """Return lines about the open requests, or about the moderator who ended the match."""
        return [
            *offer_lines(
                snapshot.table,
                offers,
                translate,
                snapshot.seat if isinstance(snapshot, PlayerSnapshot) else None,
            ),
            *await self._messages.intervention_lines(snapshot, translate),
        ]

    async def acts(self, state: PanelState) -> Sequence[Button]:
        """Return the buttons that answer open requests."""
        return offer_buttons(state.snapshot.table, state.offers, state.snapshot.seat, state.translate)

    async def foot(self, state: PanelState) -> Sequence[Button]:
        """Return the button that takes back the last decision, while the player has no question."""
        return () if state.snapshot.table.lesson else await self.takes_back(state)

    async def takes_back(self, state: PanelState) -> Sequence[Button]:
        """Return the button that takes back the last decision, if this player made it."""
        if state.offers.undo is not None or not state.snapshot.answered_last:
            return ()
        return [button(state.translate.msg("Take back"), control(state.snapshot.table, "undo", "own"))]

    async def ways_out(self, snapshot: PlayerSnapshot, translate: Translator) -> Sequence[Button]:
        """Return the button that offers a draw, and the one that cancels a match if it has hardly begun."""
        buttons = [button(translate.msg("Offer a draw"), control(snapshot.table, "draw", "yes"))]
        if await self._agreements.may_abort(snapshot.table.match_id):
            buttons.append(button(translate.msg("Cancel the match"), control(snapshot.table, "call-off")))
        return buttons
