"""The database's columns about people, table by table.

`PERSONAL_DATA` lists every column of every table. A test compares it with the schema: a new table or column must declare here
what happens to it when a person deletes their data.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from bot.command_keys import with_commands
from cards.i18n import Message, msg


class PersonalData(msgspec.Struct, frozen=True):
    """The personal data of a table.

    `whose` is the column with the person to whom a row belongs: it is exported for them and deleted with them. In the
    columns `replaced`, a placeholder takes the person's place, because the row also belongs to others, or continues
    for the same account if it returns (`bot.store.deleted_accounts`): then it is exported for them again. In those
    `rewritten`, their id or name may be part of a longer value. All other columns are the `rest`: neither ids nor
    names of people or, in rows that belong to a person, their own choices. `about` describes the table to that
    person, `technical` are columns without information. `moments` contain milliseconds since 1970 and `json` JSON:
    they are exported in readable form, and all other columns unchanged.
    """

    rest: str
    whose: str = ""
    replaced: tuple[str, ...] = ()
    rewritten: tuple[str, ...] = ()
    about: Message | None = None
    technical: frozenset[str] = frozenset()
    moments: frozenset[str] = frozenset()
    json: frozenset[str] = frozenset()
    exported_where: str = "TRUE"
    """The condition for exported rows. The turn of a question (`bot.match.prompts`) must stay secret."""

    @property
    def columns(self) -> frozenset[str]:
        """The names of all columns of the table."""
        return frozenset((*self.rest.split(), *self.replaced, *self.rewritten, *filter(None, (self.whose,))))


PERSONAL_DATA: Mapping[str, PersonalData] = {
    "people": PersonalData(
        "name dm_closed dm_told text_boards zone zone_before zone_since away_until away_left away_since hands_kept reminders locale "
        "house mark forgotten_at explanations",
        whose="id",
        technical=frozenset({"mark", "forgotten_at"}),
        moments=frozenset({"away_until", "away_since"}),
        json=frozenset({"reminders"}),
        about=msg(
            "Your name on Discord when you last challenged or accepted, and your "
            "preferences: text boards, private hands, time zone, vacation, reminders, "
            "language, explanations, and whether direct messages reach you."
        ),
    ),
    "deck_choices": PersonalData(
        "game deck preferred",
        whose="person_id",
        about=msg("The deck you played last, and your default deck."),
    ),
    "decks": PersonalData(
        "id game name name_key content interaction_id made_at changed_at",
        whose="person_id",
        moments=frozenset({"made_at", "changed_at"}),
        about=msg("The decks you built."),
    ),
    "misread_decks": PersonalData(
        "game name content at",
        whose="person_id",
        moments=frozenset({"at"}),
        about=msg("The text of a deck I couldn't read, kept for some days so that you can fix it."),
    ),
    "matches": PersonalData(
        "id game standing rev guild_id channel_id challenge_message_id thread_id status_message_id awaited made_at "
        "changed_at data control rated paused reason challenger rematch_of mark lesson level takes_over table_for table_until unrated forfeits"
    ),
    "seats": PersonalData(
        "match_id seat place left_by taken_over gone lapsed",
        replaced=("person_id",),
        rewritten=("deck", "deck_content", "beforehand"),
    ),
    "invitations": PersonalData("match_id answer", replaced=("person_id",)),
    "acts": PersonalData(
        "match_id rev interaction_id kind seat question_id choice at mark", replaced=("person_id",)
    ),
    "events": PersonalData("match_id rev at data"),
    "setups": PersonalData("match_id data"),
    "outbox": PersonalData(
        "id match_id kind rev nonce attempts failures not_before leased_until lease_owner done_at result place ready "
        "unheard",
        whose="person_id",
        rewritten=("mentions", "dedupe_key", "coalesce_key"),
        about=msg("Direct messages waiting to be sent to you, or sent in the last 30 days. Not their text."),
        technical=frozenset(
            {
                "dedupe_key",
                "coalesce_key",
                "nonce",
                "lease_owner",
                "leased_until",
                "mentions",
                "attempts",
                "failures",
                "place",
                "ready",
                "unheard",
            }
        ),
        moments=frozenset({"not_before", "done_at"}),
    ),
    "panels": PersonalData(
        "match_id channel_id message_id",
        whose="person_id",
        about=msg("The direct messages that show your matches to you."),
    ),
    "facts": PersonalData("name value"),
    "budgets": PersonalData("name state"),
    "thoughts": PersonalData(
        "key id urgency asker turn asked_at work task result failure lease_owner leased_until interrupted"
    ),
    "workers": PersonalData("id role version seen_at"),
    "absences": PersonalData("id gone back shard shards told"),
    "clocks": PersonalData("match_id seat time_left since question flagged absences"),
    "alarms": PersonalData(
        "kind match_id due_at",
        whose="person_id",
        moments=frozenset({"due_at"}),
        about=msg("Your deadlines: time, reminders, vacation."),
        exported_where="kind <> 'turn'",
    ),
    "ratings": PersonalData(
        "guild_id game mu sigma shown matches",
        whose="person_id",
        replaced=("person_id",),
        about=msg("Your ratings, by server."),
    ),
    "rated": PersonalData("match_id guild_id at why_not number game part pair_for"),
    "rated_seats": PersonalData(
        "match_id seat place left_early shown_before shown_after", replaced=("person_id",)
    ),
    "reminders": PersonalData(
        "match_id question asked_at total marked sent snoozed muted turn called",
        whose="person_id",
        about=msg("Your active reminders, and the matches you muted."),
        technical=frozenset({"turn", "called"}),
        moments=frozenset({"asked_at", "snoozed"}),
    ),
    "watching": PersonalData(
        "match_id seen calls",
        whose="person_id",
        about=with_commands(
            msg("Matches you opened with `{/watch}`: the last step you saw, and whether to notify you.")
        ),
    ),
    "lessons": PersonalData(
        "game lesson attempts steps asked begun_at reached_at reached_in",
        whose="person_id",
        moments=frozenset({"begun_at", "reached_at"}),
        about=msg("The lessons you started, and your progress."),
    ),
    "lesson_steps": PersonalData("game lesson step begun ended"),
    "explained": PersonalData(
        "game what match_id question",
        whose="person_id",
        about=msg("The explanations you got in your first matches."),
    ),
    "puzzle_answers": PersonalData(
        "game puzzle day guild_id choice solved at shown_before shown_after",
        whose="person_id",
        moments=frozenset({"at"}),
        about=msg("Your puzzle answers."),
    ),
    "puzzle_solvers": PersonalData(
        "game mu sigma", whose="person_id", about=msg("Your puzzle rating, by game.")
    ),
    "puzzle_ratings": PersonalData("game puzzle mu sigma"),
    "orders": PersonalData(
        "match_id number form data given_rev given_at given_by answered state why ended_by",
        whose="person_id",
        moments=frozenset({"given_at"}),
        json=frozenset({"data"}),
        about=msg("Your standing orders, including ended ones. No one else ever sees them."),
    ),
    "plans": PersonalData(
        "match_id data",
        whose="person_id",
        json=frozenset({"data"}),
        about=msg("Your unfinished plans in matches in progress. No one else ever sees them."),
    ),
    "blocks": PersonalData(
        "at",
        whose="person_id",
        moments=frozenset({"at"}),
        replaced=("blocked_id",),
        about=with_commands(msg("How many people you blocked, and since when. `{/blocked}` lists them.")),
    ),
    "look_back_answers": PersonalData(
        "match_id agreed at",
        whose="person_id",
        moments=frozenset({"at"}),
        about=msg("Matches you agreed or declined to review."),
    ),
    "look_backs": PersonalData("match_id state begun_at begun_by decisions report lease_owner leased_until"),
    "look_back_pieces": PersonalData("match_id number judged"),
    "requests": PersonalData("match_id kind seat until stay late since absences"),
    "refusals": PersonalData("match_id kind answers"),
    "clock_gains": PersonalData("match_id answer gained"),
    "interventions": PersonalData("match_id", rewritten=("moderator", "reason")),
    "bars": PersonalData("guild_id at", replaced=("person_id", "by_id"), rewritten=("reason",)),
    "server_locales": PersonalData("guild_id told chosen"),
    "servers": PersonalData("guild_id rules"),
    "server_changes": PersonalData(
        "interaction_id guild_id what at",
        whose="person_id",
        moments=frozenset({"at"}),
        about=msg("Server settings you changed."),
    ),
    "personal_acts": PersonalData(
        "interaction_id what at",
        whose="person_id",
        moments=frozenset({"at"}),
        about=msg("Your changes to your time and reminders in the last 30 days."),
    ),
    "posts": PersonalData("match_id kind channel_id message_id"),
}
"""Every table except the one with the schema version."""
