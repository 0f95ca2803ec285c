"""Time commands: claim a win, give time, pause; time zone and vacation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.clocks import zones
from bot.clocks.control import read_length
from bot.command_keys import Command
from bot.discord.commands.layout import Layout, Parameter
from bot.discord.components.custom_ids import CustomId
from bot.discord.components.lengths import Name
from bot.discord.components.replies import Reply
from bot.discord.controls import pressed
from bot.discord.interaction_data import Interaction
from bot.discord.match_text import AGREED, names_at
from bot.discord.time_format import length, moment, offer_lengths
from bot.errors import NoClock, TimeNotUp
from bot.features.time.messages import EXTRA_TIME_MS, TimeAnnouncements, TimeSection
from bot.features.time.vacations import HOME, Vacations, end_vacation
from bot.installation import Feature, Part, Services
from bot.store.match_status import MatchStatus
from bot.time.alarms import AlarmHandler
from cards.i18n import msg
from engine.kernel.endings import GONE

WEEKENDS_MOVE = msg(
    "In matches with weekends off, your old weekend applies until {when}. Each weekend counts once."
)


class TimeFeature(Feature, frozen=True):
    """The commands and controls for clocks, pauses and vacations."""

    vacations: Vacations

    def add(self, layout: Layout) -> None:
        """Add the commands."""
        self._add_clocks(layout)
        self._add_vacations(layout)

    @pressed("claim", first=Reply.later)
    async def _claim(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        await self.claim_in(reply, control.match_id)

    @pressed("give", first=Reply.later)
    async def _give(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        await self.give_in(reply, control.match_id, if_late=control.state == "late")

    @pressed("pause", first=Reply.later)
    async def _pause(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        await self.pause_in(reply, control.match_id, answering=control.state == "agree")

    @pressed("go-on", first=Reply.later)
    async def _go_on(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        answering = {"no": True, "paused": False}.get(control.state)
        await self.go_on_in(reply, control.match_id, answering=answering)

    @property
    def alarm_handlers(self) -> Mapping[str, AlarmHandler]:
        """The handlers of its alarms, by kind."""
        return {HOME: end_vacation}

    def _add_clocks(self, layout: Layout) -> None:
        """Add the commands about one match's clocks."""

        @layout.command(
            Command.CLAIM,
            msg("Claim the win when your opponent is out of time or hasn't come back."),
            match=self.services.match_resolver.option,
        )
        async def claim(reply: Reply, match: Name | None = None) -> None:
            await self.claim_in(reply, await self.services.match_resolver.find_match(reply, match))

        @layout.command(
            Command.GIVE_TIME,
            msg("Give your opponent more time."),
            time=Parameter(msg("How much, such as “1d” or “12h”."), offer_lengths),
            match=self.services.match_resolver.option,
        )
        async def give(reply: Reply, time: Name, match: Name | None = None) -> None:
            match_id = await self.services.match_resolver.find_match(reply, match)
            await self.give_in(reply, match_id, read_length(time))

        @layout.command(
            Command.PAUSE,
            msg("Ask for a pause, or agree to one. It stops all clocks."),
            match=self.services.match_resolver.option,
        )
        async def pause(reply: Reply, match: Name | None = None) -> None:
            await self.pause_in(reply, await self.services.match_resolver.find_match(reply, match))

        @layout.command(
            Command.CONTINUE, msg("End a pause, or decline one."), match=self.services.match_resolver.option
        )
        async def go_on(reply: Reply, match: Name | None = None) -> None:
            await self.go_on_in(reply, await self.services.match_resolver.find_match(reply, match))

    def _add_vacations(self, layout: Layout) -> None:
        """Add the commands about a player's own time, in all matches."""

        async def zone_names(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
            query = typed.strip().casefold().replace(" ", "_")
            return [(zone, zone) for zone in zones() if query in zone.casefold()]

        @layout.command(
            Command.TIME,
            msg("Show your vacation and your time zone, or change the zone."),
            zone=Parameter(msg("Your time zone, such as Europe/Berlin, or a city."), zone_names),
        )
        async def own_time(reply: Reply, zone: Name | None = None) -> None:
            if zone is not None:
                home = await self.vacations.live_in(reply.person, zone, interaction=reply.interaction.id)
                lines = [
                    reply.translate.msg(
                        "Your time zone is {zone}. It decides when your weekend is.", zone=home.zone
                    )
                ]
                if home.before:
                    lines.append(reply.translate(WEEKENDS_MOVE.filled(when=moment(home.since, "f"))))
                await reply.say("\n".join(lines))
                return
            person, vacation_left = await self.vacations.of(reply.person)
            lines = [
                reply.translate.msg(
                    "Your time zone: {zone}.\n"
                    "Vacation left: {left}. You earn 3 hours per day that you aren't away, up "
                    "to 30 days.",
                    zone=person.zone,
                    left=length(vacation_left, reply.translate),
                )
            ]
            if person.home.before:
                lines.append(reply.translate(WEEKENDS_MOVE.filled(when=moment(person.home.since, "f"))))
            if person.vacation.until is not None:
                lines.append(
                    reply.translate.msg("You're away until {when}.", when=moment(person.vacation.until, "f"))
                )
            await reply.say("\n".join(lines))

        @layout.command(
            Command.AWAY,
            msg("Go on vacation. It stops your clocks in all your matches."),
            duration=Parameter(msg("For how long, such as “3d” or “12h”."), offer_lengths, name="for"),
        )
        async def away(reply: Reply, duration: Name) -> None:
            until = await self.vacations.leave(
                reply.person, read_length(duration), interaction=reply.interaction.id
            )
            when = moment(until, "f")
            if await self._is_playing(reply.person):
                await reply.say(
                    msg(
                        "You're away until {when}. Your clocks are stopped in all your matches, "
                        "and I've told your opponents.",
                        when=when,
                    )
                )
            else:
                await reply.say(msg("You're away until {when}.", when=when))

        @layout.command(Command.BACK, msg("Come back from your vacation early."))
        async def back(reply: Reply) -> None:
            await self.vacations.come_back(reply.person, interaction=reply.interaction.id)
            is_playing = await self._is_playing(reply.person)
            await reply.say(
                msg("Welcome back. Your clocks are running again.") if is_playing else msg("Welcome back.")
            )

    async def _is_playing(self, person: int) -> bool:
        summaries = await self.services.matches.of_person(person)
        return any(summary.table.status is MatchStatus.PLAYING for summary in summaries)

    async def claim_in(self, reply: Reply, match_id: int) -> None:
        """Claim the win in a match. Raises NoClock and TimeNotUp."""
        interaction, locale = reply.interaction, reply.translate.locale
        try:
            result = await self.services.play.claim(interaction.id, match_id, reply.person, locale)
        except (NoClock, TimeNotUp):
            if not await self.services.missing.check(
                interaction, await self.services.matches.table(match_id)
            ):
                raise
            result = await self.services.play.claim(interaction.id, match_id, reply.person, locale)
        outcome = result.snapshot.outcome
        # In a rated match, the claimer may have run out of time first.
        has_won = outcome is not None and result.snapshot.seat in outcome.winners
        is_late = outcome is not None and outcome.ending != GONE.key
        note = (
            (
                reply.translate(
                    msg("You claimed the win on time.")
                    if is_late
                    else msg("You claimed the match. Ratings don't change.")
                )
            )
            if has_won
            else ""
        )
        await self.services.panels.show_panel(reply, result.snapshot, story=result.happened, note=note)

    async def give_in(
        self, reply: Reply, match_id: int, amount: int = EXTRA_TIME_MS, *, if_late: bool = False
    ) -> None:
        """Give the opponents time; with `if_late`, only those who are out of time."""
        old_table = await self.services.matches.table(match_id)
        table = await self.services.match_time.give_time(
            reply.interaction.id, match_id, reply.person, amount, if_late=if_late
        )
        seats = table.others(table.seat_of(reply.person))
        late_seats = [seat for seat in seats if seat < len(old_table.times) and old_table.times[seat].late]
        names = names_at(table, late_seats if if_late and late_seats else seats, reply.translate)
        await reply.say(
            msg("You gave **{who}** {time} more.", who=names, time=length(amount, reply.translate))
        )

    async def pause_in(self, reply: Reply, match_id: int, *, answering: bool = False) -> None:
        """Ask for a pause, or agree to one; with `answering`, only the latter."""
        table = await self.services.match_time.pause(
            reply.interaction.id, match_id, reply.person, answering=answering
        )
        seat = table.seat_of(reply.person)
        if table.paused:
            await reply.say(msg("The match is paused. Either of you can continue at any time."))
        elif table.pause_asked == seat:
            await reply.say(
                msg(
                    "You asked **{who}** for a pause.",
                    who=names_at(table, table.others(seat), reply.translate),
                )
            )
        else:
            await reply.say(AGREED)

    async def go_on_in(self, reply: Reply, match_id: int, *, answering: bool | None = None) -> None:
        """End a pause, or decline a request for one; `answering` allows only one of the two."""
        old_table = await self.services.matches.table(match_id)
        await self.services.match_time.go_on(
            reply.interaction.id, match_id, reply.person, answering=answering
        )
        await reply.say(
            msg("No pause. The clocks keep running.")
            if old_table.pause_asked is not None
            else msg("The clocks are running again.")
        )


def install(of: Services) -> Sequence[Part]:
    """Return the parts of the feature."""
    vacations = Vacations(of.context)
    return (
        TimeFeature(of, vacations),
        TimeSection(),
        TimeAnnouncements(of.absences),
    )
