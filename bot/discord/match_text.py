"""Lines of text about a match that several messages share. They only use the given snapshot."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from bot.discord.components.custom_ids import CustomId
from bot.discord.components.plain import bare, plain, shorten
from bot.discord.time_format import CHANGES_NONE, control_in_words, deadline, moment
from bot.match.consent import ConsentOutcome, ConsentResult
from bot.match.replay.turning_point import TurningPoint
from bot.store.match_status import MatchStatus
from bot.views.types import MatchTable, PlayerSnapshot, PublicSnapshot, StoryLine
from cards.i18n import Message, Translator, msg, msg_plural, series
from engine.kernel.ai.levels import LEVELS
from engine.kernel.endings import result, why
from engine.kernel.position import Places

PLAYED_ON = msg("-# I played for **{who}**, who ran out of time.")

FOR_NOBODY = msg("It counts for no one.")
NAME = msg("{host}'s open table")

Snapshot = PublicSnapshot | PlayerSnapshot

SMALL_LINE = 51
"""Characters of small text in a line on a phone."""


def names(table: MatchTable, translate: Translator) -> tuple[str, ...]:
    """Return the players' names for these texts, by seat. The bot's name includes its level, if it has one."""
    translator = table.game.translator(translate.locale)
    level = level_name(table, translate)
    return tuple(
        f"{name} ({level})" if level and person.is_this_bot else name
        for name, person in zip(table.names_in(translator), table.people, strict=True)
    )


def level_name(table: MatchTable, translate: Translator) -> str:
    """Return the name of the bot's level in a match, or ""."""
    level = LEVELS.get(table.level)
    return "" if level is None else translate(level.name).lower()


def is_thinking(snapshot: Snapshot) -> bool:
    """Return whether the bot is searching for its answer, and will give it without a press."""
    if (
        not snapshot.table.level
        or snapshot.outcome is not None
        or snapshot.table.status is not MatchStatus.PLAYING
    ):
        return False
    return any(waiting_for.person.is_this_bot for waiting_for in snapshot.awaited)


def title(table: MatchTable, translate: Translator) -> str:
    """Return the players of a match, or the host of an open table, escaped."""
    if _is_open_table(table):
        return translate(NAME.filled(host=plain(table.challenging.name, 60)))
    return _against([plain(name, 60) for name in names(table, translate)], translate)


def short_title(table: MatchTable, translate: Translator) -> str:
    """Return the players of a match, or the host of an open table, for places without formatting."""
    if _is_open_table(table):
        return translate(NAME.filled(host=shorten(bare(table.challenging.name), 30)))
    return _against([shorten(bare(name), 30) for name in names(table, translate)], translate)


def _is_open_table(table: MatchTable) -> bool:
    return bool(table.table_for) and table.status not in (MatchStatus.PLAYING, MatchStatus.OVER)


def dashed_names(table: MatchTable, translate: Translator) -> str:
    """Return the players' names with dashes between them, for the name of a thread."""
    return " – ".join(shorten(bare(name), 32) for name in names(table, translate))


def _against(player_names: Sequence[str], translate: Translator) -> str:
    """Return two names as opponents, or more as a list."""
    if len(player_names) == 2:
        return translate.msg("{first} against {second}", first=player_names[0], second=player_names[1])
    return joined_names(player_names, translate)


def joined_names(items: Sequence[str], translate: Translator) -> str:
    """Return names as a list in the reader's language: "Ada, Bo and Cy"."""
    return translate(series(*items))


def names_at(table: MatchTable, seats: Iterable[int], translate: Translator) -> str:
    """Return the escaped names of the players at some seats, as a list."""
    return joined_names([plain(table.names[seat], 60) for seat in seats], translate)


def stage(snapshot: Snapshot) -> str:
    """Return the stage of the match in a few words; "" if the game has none."""
    return plain(snapshot.table.game.shown.stage(snapshot.view, snapshot.translator), 80)


def waiting_lines(snapshot: Snapshot, translate: Translator) -> list[str]:
    """Return a line for each player who has a question; none for those the bot plays for.

    Public lines include the deadline, which counts down. Private ones don't, because other players' moves
    never update a private panel: see `deadlines`.
    """
    is_public = isinstance(snapshot, PublicSnapshot)
    if is_thinking(snapshot):
        return [
            translate.msg("{who} is thinking …", who=f"**{plain(awaited.person.name, 60)}**")
            for awaited in snapshot.awaited
            if awaited.person.is_this_bot
        ]
    return [
        translate.msg(
            "Waiting for {who}: {about}.",
            who=f"**{plain(awaited.person.name, 60)}**",
            about=plain(awaited.about, 200),
        )
        + (deadline(snapshot.table, awaited.seat, translate) if is_public else "")
        for awaited in snapshot.awaited
        if awaited.seat not in snapshot.table.played_for
    ]


def deadline_lines(snapshot: PlayerSnapshot, translate: Translator) -> list[str]:
    """Return a line for each awaited player with a deadline. A fixed date stays true when the panel is old."""
    return [
        "-# "
        + translate.msg(
            "{who} has until {when}.", who=plain(awaited.person.name, 60), when=moment(time.due_at, "f")
        )
        for awaited in snapshot.awaited
        if awaited.seat not in snapshot.table.played_for
        for time in snapshot.table.times[awaited.seat : awaited.seat + 1]
        if time.due_at is not None and not time.late
    ]


def turn_order(snapshot: PublicSnapshot, translate: Translator) -> list[str]:
    """Return a line with the players in turn order, if more than two take turns."""
    if len(snapshot.turn_order) <= 2:
        return []
    names_in_order = [plain(snapshot.table.names[seat], 60) for seat in snapshot.turn_order]
    return ["-# " + translate.msg("Turn order: {who}", who=" → ".join(names_in_order))]


def ending_lines(snapshot: Snapshot, translate: Translator) -> list[str]:
    """Return the result and the reason in a sentence that calls a player "you"; nothing during the match."""
    outcome = snapshot.outcome
    if outcome is None:
        return []
    player_names = [plain(name, 60) for name in snapshot.table.names]
    ending_kind = snapshot.table.game.kernel.endings[outcome.ending]
    if not outcome.places:
        return [f"{snapshot.translator(result((), ending_kind, player_names))}. {translate(FOR_NOBODY)}"]
    reader = snapshot.seat if isinstance(snapshot, PlayerSnapshot) else None
    reason = snapshot.translator(why(outcome.places, ending_kind, player_names, reader))
    played_for = [
        translate(PLAYED_ON.filled(who=player_names[seat])) for seat in sorted(snapshot.table.taken_over)
    ]
    if not outcome.winners:
        return [translate.msg("A draw: {reason}.", reason=reason), *played_for]
    is_reader, is_shared = reader in outcome.winners, len(outcome.winners) > 1
    named = [seat for seat in outcome.winners if seat != reader]
    winners = joined_names([f"**{player_names[seat]}**" for seat in named], translate)
    if is_reader:
        with_others = msg("**You** share first place with {who}: {reason}.")
        sentence = with_others if is_shared else msg("**You win**: {reason}.")
    else:
        sentence = msg("{who} share first place: {reason}.") if is_shared else msg("{who} wins: {reason}.")
    line = translate(sentence.filled(who=winners, reason=reason))
    return [line, *_placed(outcome.places, player_names, translate), *played_for]


def _placed(places: Places, player_names: Sequence[str], translate: Translator) -> list[str]:
    """Return everyone's place if there are more than two players. Players who share a place are listed together."""
    if len(player_names) == 2:
        return []
    lines: list[str] = []
    number = 1
    for seats in places:
        lines.append(f"{number}. {joined_names([player_names[seat] for seat in seats], translate)}")
        number += len(seats)
    return ["-# " + " · ".join(lines)]


def turning_point_lines(point: TurningPoint | None, translate: Translator) -> list[str]:
    """Return a sentence on how a finished match was decided; nothing if that is unknown."""
    if point is None:
        return []
    name = plain(point.who, 60)
    if not point.sentence:
        never = msg("You were never behind.") if point.is_reader else msg("{who} was never behind.")
        return [translate(never.filled(who=name))]
    if not point.led:
        sentence = msg("What decided it ({chapter}): {told}")
    elif point.is_reader:
        sentence = msg("The turning point ({chapter}): {told} After that, you were ahead for good.")
    else:
        sentence = msg("The turning point ({chapter}): {told} After that, {who} was ahead for good.")
    return [
        translate(
            sentence.filled(chapter=plain(point.chapter, 60), told=plain(point.sentence, 400), who=name)
        )
    ]


def story_text(story_lines: Sequence[StoryLine], limit: int, *, small: bool = False) -> str:
    """Return events as an escaped list, with highlights in bold.

    `small`: as paragraphs of small text, joined where that needs fewer lines on a phone. Beyond `limit`
    characters, the oldest lines are reduced to their highlights.
    """
    lines = [_line_text(line) for line in story_lines]
    for at, line in enumerate(story_lines):
        if sum(len(text) + 1 for text in lines) <= limit:
            break
        lines[at] = _line_text(line, only_standing_out=True)
    lines = list(filter(None, lines))
    if not small:
        return "\n".join(f"- {line}" for line in lines)
    return "\n".join(f"-# {line}" for line in _paragraphs(lines))


def _paragraphs(lines: Sequence[str]) -> list[str]:
    """Join lines where that needs fewer lines on a phone."""
    paragraphs: list[str] = []
    for line in lines:
        joined = f"{paragraphs[-1]} · {line}" if paragraphs else ""
        if paragraphs and _height(joined) < _height(paragraphs[-1]) + _height(line):
            paragraphs[-1] = joined
        else:
            paragraphs.append(line)
    return paragraphs


def _height(line: str) -> int:
    """Return the number of lines on a phone that a line of small text needs."""
    return -(-len(line.replace("**", "")) // SMALL_LINE)


def _line_text(line: StoryLine, *, only_standing_out: bool = False) -> str:
    """Return the text of a story line, or "" if none of it is shown."""
    texts: list[str] = []
    for place, sentence in enumerate(line.sentences):
        if place in line.standing_out:
            texts.append(f"**{plain(sentence, 400)}**")
        elif not only_standing_out:
            texts.append(plain(sentence, 900))
    return " ".join(texts)


def thread_url(table: MatchTable) -> str:
    """Return the URL of the match's thread, "" if there is none yet."""
    return channel_url(table.guild_id, table.thread_id)


def status_url(table: MatchTable) -> str:
    """Return the URL of the status message, or of its thread, or ""."""
    thread = thread_url(table)
    return f"{thread}/{table.status_message_id}" if thread and table.status_message_id else thread


def challenge_url(table: MatchTable) -> str:
    """Return the URL of the challenge's message, which contains the deal's fingerprint; "" if there is none."""
    channel = channel_url(table.guild_id, table.channel_id)
    return f"{channel}/{table.challenge_message_id}" if channel and table.challenge_message_id else ""


def channel_url(guild: int | None, channel: int | None) -> str:
    """Return the URL of a channel or thread, or ""."""
    return f"https://discord.com/channels/{guild}/{channel}" if guild and channel else ""


def control(table: MatchTable, act: str, state: str = "") -> str:
    """Return the id of a control of this match that isn't for a question."""
    return CustomId(act, table.key, 0, state).id


def free_line(table: MatchTable, translate: Translator) -> str:
    """Return a line with the number of free seats at an open table."""
    return translate(msg_plural("{n} seat is free.", "{n} seats are free.", table.free_seats))


AGREED = msg("You agreed. All players must agree, so we're waiting for the others.")
D_AGREE = msg("Your answer. Leave it out for yes.")
DONE_BEFORE = msg("Already done. Nothing happened twice.")


_SETTLED: Mapping[ConsentResult, Message] = {
    ConsentResult.UNDONE: msg("You took it back. Here's the match now."),
    ConsentResult.UNDO_AGREED: msg("You agreed, so the move is taken back. Here's the match now."),
    ConsentResult.UNDO_ASKED: msg("You asked to take that back. {why}"),
    ConsentResult.UNDO_REFUSED: msg("Nothing was taken back."),
    ConsentResult.DRAW_REFUSED: msg("There's no longer a draw offer."),
    ConsentResult.ABORTED: msg("The match is cancelled. It counts for no one."),
    ConsentResult.ABORT_REFUSED: msg("The match isn't cancelled."),
    ConsentResult.TAKEN_OVER: msg("All right, I'll play."),
    ConsentResult.TAKEOVER_REFUSED: msg("I won't play."),
    ConsentResult.BACK: msg("Welcome back. You're playing again."),
    ConsentResult.AGREED: AGREED,
    ConsentResult.ENDED: msg("You ended the match. I tell the players why."),
    ConsentResult.VOIDED: msg("You voided the result. I tell the players why, and recompute the ratings."),
    ConsentResult.CLOSED: msg("The match ended without a result. It counts for no one."),
    ConsentResult.DONE_BEFORE: DONE_BEFORE,
}


def settled_line(outcome: ConsentOutcome, translate: Translator) -> str:
    """Return a confirmation for the acting person, or "" if the panel already shows the result."""
    if outcome.result not in _SETTLED:
        return ""
    message = _SETTLED[outcome.result]
    if outcome.result is ConsentResult.UNDO_ASKED:
        message = message.filled(why=outcome.table.game.translator(translate.locale)(outcome.why))
    return translate(message).strip()


IS_UP = msg("**{who}** is out of time.")


def sort_line(table: MatchTable, translate: Translator) -> list[str]:
    """Return the lines about the kind of match; none for a casual match without clocks."""
    if table.control.kind == "none" and not table.rated:
        return []
    sort = translate(msg("Rated") if table.rated else msg("Casual"))
    line = translate.msg(
        "-# {sort} · clock: {control}", sort=sort, control=control_in_words(table.control, translate)
    )
    is_on = table.status is MatchStatus.PLAYING
    return [line, f"-# {translate(CHANGES_NONE[table.unrated])}"] if table.unrated and is_on else [line]


def time_lines(table: MatchTable, translate: Translator) -> list[str]:
    """Return the lines about time: late or absent players, a pause. Empty while the clocks simply run."""
    lines: list[str] = []
    for seat, time in enumerate(table.times):
        if time.late and seat not in table.out:
            late = (
                msg("**{who}** is out of time. You can claim the win or give more time.")
                if len(table.others(None)) == 2
                else msg("**{who}** is out of time. The others can play on without them or give more time.")
            )
            lines.append(translate((IS_UP if table.rated else late).filled(who=_name(table, seat))))
        if time.away_until is not None:
            lines.append(
                translate.msg(
                    "**{who}** is away until {when}. Their clock is stopped until then.",
                    who=_name(table, seat),
                    when=moment(time.away_until, "f"),
                )
            )
    missing_line = (
        msg("**{who}** hasn't come back. You can claim the match or cancel it. Ratings don't change.")
        if len(table.others(None)) == 2
        else msg(
            "**{who}** hasn't come back. The others can play on without them or cancel "
            "the match. Ratings don't change."
        )
    )
    lines += [translate(missing_line.filled(who=_name(table, seat))) for seat in sorted(table.gone)]
    lines += played_for_lines(table, translate)
    if table.paused:
        lines.append(translate.msg("The match is paused. The clocks are stopped until one of you continues."))
    elif table.pause_asked is not None:
        asks = (
            msg("**{who}** asks for a pause. It stops both clocks until one of you continues.")
            if len(table.others(None)) == 2
            else msg("**{who}** asks for a pause. It stops all clocks until one of you continues.")
        )
        lines.append(translate(asks.filled(who=_name(table, table.pause_asked))))
    return lines


def agreed_lines(table: MatchTable, translate: Translator) -> list[str]:
    """Return the line about agreed takeovers by the bot, until the match is over."""
    is_open = table.status in (MatchStatus.CHALLENGED, MatchStatus.PLAYING)
    return (
        [translate.msg("-# If a player runs out of time, I play for them until they're back.")]
        if table.takes_over and is_open
        else []
    )


def played_for_lines(table: MatchTable, translate: Translator) -> list[str]:
    """Return a line for each player the bot plays for now."""
    seats = sorted(table.played_for)
    return [
        translate.msg(
            "**{who}** ran out of time. I'm playing for them until they're back.",
            who=plain(table.names[seat], 60),
        )
        for seat in seats
    ]


def late_names(table: MatchTable, except_seats: Iterable[int], translate: Translator) -> str:
    """Return the names of the late players, except those at some seats."""
    return names_at(table, sorted(late_seats(table) - set(except_seats)), translate)


def late_seats(table: MatchTable) -> set[int]:
    """Return the seats still in the match that are out of time."""
    return {seat for seat, time in enumerate(table.times) if time.late and seat not in table.out}


def _name(table: MatchTable, seat: int) -> str:
    return plain(table.names[seat], 60)
