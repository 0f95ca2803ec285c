"""Lines of text about a match shared by several messages. They only use the given snapshot."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from bot.discord.components.custom_ids import CustomId
from bot.discord.components.plain import bare, plain, shorten
from bot.discord.time_format import CHANGES_NONE, control_in_words, deadline, moment
from bot.match.consent import ConsentOutcome, ConsentResult
from bot.match.replay.turning_point import TurningPoint
from bot.store.match_status import MatchStatus
from bot.views.types import MatchTable, PrivateLook, PublicLook, StoryLine
from cards.i18n import Message, Translator, msg, msg_plural, series
from engine.kernel.ai.levels import LEVELS
from engine.kernel.endings import result, why
from engine.kernel.position import Places

PLAYED_ON = msg("-# I played for **{who}**, who ran out of time.")

FOR_NOBODY = msg("It counts for no one.")
NAME = msg("{host}'s open table")

Look = PublicLook | PrivateLook

SMALL_LINE = 48
"""Small letters in a line of a phone."""


def names(table: MatchTable, translate: Translator) -> tuple[str, ...]:
    """Return the players' names for these texts, by seat. The bot's name includes its level, if it has one."""
    said = table.game.translator(translate.locale)
    level = level_name(table, translate)
    return tuple(
        f"{name} ({level})" if level and person.is_house else name
        for name, person in zip(table.names_in(said), table.people, strict=True)
    )


def level_name(table: MatchTable, translate: Translator) -> str:
    """Return the name of the bot's level in a match, or ""."""
    level = LEVELS.get(table.level)
    return "" if level is None else translate(level.name).lower()


def is_thinking(look: Look) -> bool:
    """Return whether the bot is searching for its answer, and will give it without a press."""
    if not look.table.level or look.outcome is not None or look.table.standing is not MatchStatus.PLAYING:
        return False
    return any(one.person.is_house for one in look.awaited)


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
    return bool(table.table_for) and table.standing not in (MatchStatus.PLAYING, MatchStatus.OVER)


def dashed(table: MatchTable, translate: Translator) -> str:
    """Return the players' names with dashes between them, for the name of a thread."""
    return " – ".join(shorten(bare(name), 32) for name in names(table, translate))


def _against(called: Sequence[str], translate: Translator) -> str:
    if len(called) == 2:
        return translate.msg("{first} against {second}", first=called[0], second=called[1])
    return listed(called, translate)


def listed(called: Sequence[str], translate: Translator) -> str:
    """Return things one after the other, as a sentence of a language lists them: "Ada, Bo and Cy"."""
    return translate(series(*called))


def named(table: MatchTable, seats: Iterable[int], translate: Translator) -> str:
    """Return the names of some seats, made harmless, one after the other."""
    return listed([plain(table.names[seat], 60) for seat in seats], translate)


def stage(look: Look) -> str:
    """Return how far the match is, in a few words; "" where the game has none."""
    return plain(look.table.game.shown.stage(look.view, look.translator), 80)


def waiting(look: Look, translate: Translator) -> list[str]:
    """Return a line for each player who has a question; none for those the bot plays for.

    In public with their deadline, which counts down. No move of others edits a private panel: see `deadlines`.
    """
    is_public = isinstance(look, PublicLook)
    if is_thinking(look):
        return [
            translate.msg("{who} is thinking …", who=f"**{plain(one.person.name, 60)}**")
            for one in look.awaited
            if one.person.is_house
        ]
    return [
        translate.msg(
            "Waiting for {who}: {about}.",
            who=f"**{plain(one.person.name, 60)}**",
            about=plain(one.about, 200),
        )
        + (deadline(look.table, one.seat, translate) if is_public else "")
        for one in look.awaited
        if one.seat not in look.table.played_for
    ]


def deadlines(look: PrivateLook, translate: Translator) -> list[str]:
    """Return a line for each player who is waited for and has a deadline. A fixed date stays true after it."""
    return [
        "-# "
        + translate.msg(
            "{who} has until {when}.", who=plain(one.person.name, 60), when=moment(time.due_at, "f")
        )
        for one in look.awaited
        if one.seat not in look.table.played_for
        for time in look.table.times[one.seat : one.seat + 1]
        if time.due_at is not None and not time.late
    ]


def turn_order(look: PublicLook, translate: Translator) -> list[str]:
    """Return a line with the players in the order of their turns, where more than two take turns."""
    if len(look.turn_order) <= 2:
        return []
    called = [plain(look.table.names[seat], 60) for seat in look.turn_order]
    return ["-# " + translate.msg("Turn order: {who}", who=" → ".join(called))]


def ending(look: Look, translate: Translator) -> list[str]:
    """Return who won and why, in a sentence that calls a player "you"; nothing while the match is in progress."""
    outcome = look.outcome
    if outcome is None:
        return []
    called = [plain(name, 60) for name in look.table.names]
    ended = look.table.game.kernel.endings[outcome.ending]
    if not outcome.places:
        return [f"{look.translator(result((), ended, called))}. {translate(FOR_NOBODY)}"]
    reader = look.seat if isinstance(look, PrivateLook) else None
    reason = look.translator(why(outcome.places, ended, called, reader))
    played_for = [translate(PLAYED_ON.filled(who=called[seat])) for seat in sorted(look.table.taken_over)]
    if not outcome.winners:
        return [translate.msg("A draw: {reason}.", reason=reason), *played_for]
    winners = listed([f"**{called[seat]}**" for seat in outcome.winners], translate)
    if len(outcome.winners) > 1:
        said = msg("{who} share first place: {reason}.")
    else:
        said = msg("**You win**: {reason}.") if reader in outcome.winners else msg("{who} wins: {reason}.")
    line = translate(said.filled(who=winners, reason=reason))
    return [line, *_placed(outcome.places, called, translate), *played_for]


def _placed(places: Places, called: Sequence[str], translate: Translator) -> list[str]:
    """Return everyone's place if there are more than two players. Players who share a place are listed together."""
    if len(called) == 2:
        return []
    lines: list[str] = []
    number = 1
    for seats in places:
        lines.append(f"{number}. {listed([called[seat] for seat in seats], translate)}")
        number += len(seats)
    return ["-# " + " · ".join(lines)]


def turned(point: TurningPoint | None, translate: Translator) -> list[str]:
    """Return how a finished match was decided, in a sentence; nothing if that is unknown."""
    if point is None:
        return []
    who = plain(point.who, 60)
    if not point.sentence:
        return [translate.msg("{who} was never behind.", who=who)]
    said = (
        msg("The turning point ({chapter}): {told} After that, {who} was ahead for good.")
        if point.led
        else msg("What decided it ({chapter}): {told}")
    )
    return [
        translate(said.filled(chapter=plain(point.chapter, 60), told=plain(point.sentence, 400), who=who))
    ]


def story(told: Sequence[StoryLine], limit: int, *, small: bool = False) -> str:
    """Return events as an escaped list, with highlights in bold.

    `small`: as paragraphs in small text, several lines in one if that needs fewer lines of a phone. Above `limit`
    characters, the oldest lines are reduced to their highlights.
    """
    lines = [_line_text(line) for line in told]
    for at, line in enumerate(told):
        if sum(len(one) + 1 for one in lines) <= limit:
            break
        lines[at] = _line_text(line, only_standing_out=True)
    lines = list(filter(None, lines))
    if not small:
        return "\n".join(f"- {line}" for line in lines)
    return "\n".join(f"-# {line}" for line in _paragraphs(lines))


def _paragraphs(lines: Sequence[str]) -> list[str]:
    """Return lines, joined where that takes fewer lines of a phone."""
    found: list[str] = []
    for line in lines:
        joined = f"{found[-1]} · {line}" if found else ""
        if found and _height(joined) < _height(found[-1]) + _height(line):
            found[-1] = joined
        else:
            found.append(line)
    return found


def _height(line: str) -> int:
    """Return the number of lines that a line in small text takes on a phone."""
    return -(-len(line.replace("**", "")) // SMALL_LINE)


def _line_text(line: StoryLine, *, only_standing_out: bool = False) -> str:
    """Return a line of a story, or "" if nothing of it is shown."""
    texts: list[str] = []
    for place, sentence in enumerate(line.sentences):
        if place in line.standing_out:
            texts.append(f"**{plain(sentence, 400)}**")
        elif not only_standing_out:
            texts.append(plain(sentence, 900))
    return " ".join(texts)


def thread_url(table: MatchTable) -> str:
    """Return the address of the match's thread, "" if there is none yet."""
    return channel_url(table.guild_id, table.thread_id)


def status_url(table: MatchTable) -> str:
    """Return the address of the status message, or as much of the way there as there is."""
    thread = thread_url(table)
    return f"{thread}/{table.status_message_id}" if thread and table.status_message_id else thread


def challenge_url(table: MatchTable) -> str:
    """Return the address of the challenge's message, which tells the promised deal; "" if there is none."""
    channel = channel_url(table.guild_id, table.channel_id)
    return f"{channel}/{table.challenge_message_id}" if channel and table.challenge_message_id else ""


def channel_url(guild: int | None, channel: int | None) -> str:
    """Return the address of a channel or thread, "" where there is none."""
    return f"https://discord.com/channels/{guild}/{channel}" if guild and channel else ""


def control(table: MatchTable, act: str, state: str = "") -> str:
    """Return the id of a control of this match that answers no question."""
    return CustomId(act, table.key, 0, state).id


def free_line(table: MatchTable, translate: Translator) -> str:
    """Return how many seats of an open table are free."""
    return translate(msg_plural("{n} seat is free.", "{n} seats are free.", table.free_seats))


AGREED = msg("You agreed. All players must agree, so we're waiting for the others.")
D_AGREE = msg("Your answer. Leave it out for yes.")
DONE_BEFORE = msg("Already done. Nothing happened twice.")


_SETTLED: Mapping[ConsentResult, Message] = MappingProxyType(
    {
        ConsentResult.UNDONE: msg("You took it back. Here's the match now."),
        ConsentResult.UNDO_ASKED: msg("You asked to take that back. {why}"),
        ConsentResult.UNDO_REFUSED: msg("Nothing was taken back."),
        ConsentResult.DRAW_REFUSED: msg("There's no draw offer any more."),
        ConsentResult.ABORTED: msg("The match is cancelled. It counts for no one."),
        ConsentResult.ABORT_REFUSED: msg("The match isn't cancelled."),
        ConsentResult.TAKEN_OVER: msg("All right, I'll play."),
        ConsentResult.TAKEOVER_REFUSED: msg("I won't play."),
        ConsentResult.BACK: msg("Welcome back. You're playing again."),
        ConsentResult.AGREED: AGREED,
        ConsentResult.ENDED: msg("You ended the match. I tell the players why."),
        ConsentResult.VOIDED: msg(
            "You voided the result. I tell the players why, and recompute the ratings."
        ),
        ConsentResult.CLOSED: msg("The match ended without a result. It counts for no one."),
        ConsentResult.DONE_BEFORE: DONE_BEFORE,
    }
)


def settled_line(done: ConsentOutcome, translate: Translator) -> str:
    """Return a confirmation for the acting person, or "" if the panel already shows the result."""
    if done.result not in _SETTLED:
        return ""
    message = _SETTLED[done.result]
    if done.result is ConsentResult.UNDO_ASKED:
        message = message.filled(why=done.table.game.translator(translate.locale)(done.why))
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
    is_on = table.standing is MatchStatus.PLAYING
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
    gone = (
        msg("**{who}** hasn't come back. You can claim the match or cancel it. Ratings don't change.")
        if len(table.others(None)) == 2
        else msg(
            "**{who}** hasn't come back. The others can play on without them or cancel "
            "the match. Ratings don't change."
        )
    )
    lines += [translate(gone.filled(who=_name(table, seat))) for seat in sorted(table.gone)]
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
    """Return the line that says that the bot plays on for players who are out of time, where that is agreed; until the end."""
    is_open = table.standing in (MatchStatus.CHALLENGED, MatchStatus.PLAYING)
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


def late_names(table: MatchTable, besides: Iterable[int], translate: Translator) -> str:
    """Return the names of those whose time is up, without some seats."""
    return named(table, sorted(late_seats(table) - set(besides)), translate)


def late_seats(table: MatchTable) -> set[int]:
    """Return the seats of those who still play and whose time is up."""
    return {seat for seat, time in enumerate(table.times) if time.late and seat not in table.out}


def _name(table: MatchTable, seat: int) -> str:
    return plain(table.names[seat], 60)
