"""The profile command and its message: a player's record, as far as the viewer may see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import discord

from bot.clocks.control import MINUTE
from bot.command_keys import Command
from bot.discord.boards import draw_in_time
from bot.discord.commands.layout import Layout
from bot.discord.components.custom_ids import UNKNOWN_CONTROL, CustomId
from bot.discord.components.lengths import Name
from bot.discord.components.messages import (
    Item,
    PrivateMessage,
    button,
    gallery,
    menu,
    menu_option,
    row,
    text,
)
from bot.discord.components.plain import plain
from bot.discord.components.replies import Reply
from bot.discord.controls import pressed
from bot.discord.match_resolver import name_of
from bot.discord.match_text import thread_url, title
from bot.discord.sections import collect
from bot.discord.time_format import length, moment
from bot.errors import Refusal
from bot.features.profiles.service import Past, Profile, Profiles, ResultTally
from bot.games.playable import PlayableGame
from bot.installation import Feature, Part, Services
from bot.views.pictures import PrivatePicture
from cards.i18n import Message, Translator, Value, msg
from cards.numerals import numeral
from render.match_history import PlayedProfile, ResultCounts

PAST = msg("Finished matches")
PRIVATE = msg("Factions and decks are private.")
RESULTS: Mapping[str, Message] = {
    "won": msg("won"),
    "lost": msg("lost"),
    "drawn": msg("drawn"),
    "taken over": msg("taken over by the bot"),
}

LISTED = 8
"""Maximum number of factions, and of decks, listed."""


def picture_data(profile: Profile, name: str) -> PlayedProfile:
    """Return the data for the picture of a profile. It contains nothing that the text doesn't."""
    factions = tuple((faction, _score(tally)) for faction, tally in profile.by_faction[:LISTED])
    return PlayedProfile(profile.name or name, _score(profile.total), factions)


def profile_message(
    profile: Profile,
    game: PlayableGame,
    added: Sequence[str],
    name: str,
    translate: Translator,
    picture: PrivatePicture | None = None,
    *,
    own: bool,
    naming: str = "",
) -> PrivateMessage:
    """Return a player's profile with a page of their matches, and a menu to replay one of them.

    `added` are the sections' lines. `naming` is the game's name in the heading. The text is complete without the picture.
    """
    lines, translator = [f"## {plain(profile.name or name, 60)}{naming}"], game.translator(translate.locale)
    if profile.total.played:
        lines.append(
            translate.msg(
                "**Matches played: {played}** · {tally}",
                played=profile.total.played,
                tally=_tally(profile.total, translate),
            )
        )
    elif not profile.practice.played:
        lines.append(
            translate(
                msg("No match has ended yet.")
                if own
                else msg("None of their matches on this server has ended yet.")
            )
        )
    if profile.practice.played:
        practice = _tally(profile.practice, translate)
        lines.append(
            translate.msg(
                "Practice against the bot: {played} · {tally}", played=profile.practice.played, tally=practice
            )
        )
    lines += added
    if profile.playing:
        lines.append(translate.msg("In progress: {n}", n=profile.playing))
    if profile.median_reply is not None:
        is_quick = profile.median_reply < MINUTE
        reply_time = (
            translate.msg("less than a minute") if is_quick else length(profile.median_reply, translate)
        )
        lines.append(translate.msg("Median time to reply: {time}", time=reply_time))
    if profile.total.played:
        lines.append(translate.msg("Lost on time: {n}", n=profile.timeouts))
    if profile.decks_private:
        lines.append(f"-# {translate(PRIVATE)}")
    lines += _listed(translate.msg("By faction"), profile.by_faction, translate, translator)
    lines += _listed(translate.msg("By deck"), profile.by_deck, translate, translator)
    items: list[Item] = [] if picture is None else [gallery(picture)]
    items.append(text("\n".join(lines)))
    if profile.past:
        items += _past(profile, game, translate)
    return PrivateMessage(tuple(items), () if picture is None else (picture,))


def _listed(
    heading: str, tallies: Sequence[tuple[Value, ResultTally]], translate: Translator, translator: Translator
) -> list[str]:
    if not tallies:
        return []
    lines = [f"**{heading}**"]
    lines += [
        translate.msg("- {name}: {tally}", name=plain(translator(name), 60), tally=_tally(tally, translate))
        for name, tally in tallies[:LISTED]
    ]
    if len(tallies) > LISTED:
        lines.append(translate.msg("- and {n} more", n=len(tallies) - LISTED))
    return lines


def _past(profile: Profile, game: PlayableGame, translate: Translator) -> list[Item]:
    lines = [f"**{translate(PAST)}**", *(_line(match, translate) for match in profile.past)]
    options = [menu_option(name_of(match.table, translate), match.table.key) for match in profile.past]
    items = [
        text("\n".join(lines)),
        menu(CustomId("again").id, translate.msg("Replay a match …"), options),
    ]
    if profile.pages > 1:
        older, newer = (
            button(label, CustomId("profile", state=f"{profile.person}.{page}", game=game.name).id)
            for label, page in (
                (translate.msg("Older"), profile.page + 1),
                (translate.msg("Newer"), profile.page - 1),
            )
        )
        older.disabled, newer.disabled = profile.page == profile.pages, profile.page == 1
        items += [
            text("-# " + translate.msg("Page {page} of {pages}", page=profile.page, pages=profile.pages)),
            row(older, newer),
        ]
    return items


def _line(past: Past, translate: Translator) -> str:
    name = title(past.table, translate)
    url = thread_url(past.table)
    game = past.table.game
    translate_game = game.translator(translate.locale)
    ending = game.kernel.endings.get(past.reason)
    result, people = translate(RESULTS[past.result]), len(past.table.people)
    if people > 2:
        result = translate.msg("{result}, place {place} of {n}", result=result, place=past.place, n=people)
    line = translate.msg(
        "- {title}, {when}: **{result}**, {reason}",
        title=f"[{name}]({url})" if url else name,
        when=moment(past.table.changed_at),
        result=result,
        reason=plain(past.reason if ending is None else translate_game(ending.name), 60),
    )
    deck = translate_game(past.deck)
    return translate.msg("{line}, with {deck}", line=line, deck=plain(deck, 60)) if deck else line


def _score(tally: ResultTally) -> ResultCounts:
    return ResultCounts(tally.won, tally.drawn, tally.lost)


def _tally(tally: ResultTally, translate: Translator) -> str:
    line = translate.msg(
        "{won} won, {lost} lost, {drawn} drawn", won=tally.won, lost=tally.lost, drawn=tally.drawn
    )
    return (
        translate.msg("{tally}, {n} taken over by the bot", tally=line, n=tally.taken_over)
        if tally.taken_over
        else line
    )


class ProfilesFeature(Feature, frozen=True):
    """The profile command and its controls."""

    profiles: Profiles

    def add(self, layout: Layout) -> None:
        """Add the command."""

        @layout.command(
            Command.PROFILE,
            msg("A player's profile: results, decks, reply time."),
            of_a_game=True,
            person=msg("The player. Default: you."),
        )
        async def profile(reply: Reply, person: discord.User | None = None, game: Name = "") -> None:
            user = reply.interaction.user if person is None else person
            again = CustomId("profile", state=f"{user.id}.1")
            chosen_game = await self.services.game_resolver.game(reply, game, again=again)
            await self._show(reply, chosen_game, user.id, user.display_name)

        async def from_menu(reply: Reply, user: discord.User) -> None:
            chosen_game = await self.services.game_resolver.game(
                reply, again=CustomId("profile", state=f"{user.id}.1")
            )
            await self._show(reply, chosen_game, user.id, user.display_name)

        layout.user_menu(msg("Profile"), from_menu)

    async def _show(
        self, reply: Reply, game: PlayableGame, person: int, name: str = "", page: int = 1
    ) -> None:
        guild = reply.interaction.guild_id
        own = person == reply.person
        if not own and guild is None:
            raise Refusal(msg("You can see another player's profile only on a server you share. Ask there."))
        locale = reply.translate.locale
        profile = await self.profiles.profile(person, reply.person, guild, game, page)
        translate = reply.translate
        added = await collect(
            section.profile(person, guild, game, translate, own=own) for section in self.services.sections
        )
        picture = None
        if game.profile is not None and not await self.services.people.text_boards(reply.person):
            picture = await draw_in_time(
                self.services.pictures.profile(game, picture_data(profile, name), locale), 0
            )
        await reply.show(
            profile_message(
                profile,
                game,
                added,
                name,
                reply.translate,
                picture,
                own=own,
                naming=self.services.game_resolver.naming(game),
            )
        )

    @pressed("profile", first=Reply.in_place)
    async def _turn_page(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        person_state, _, page_state = control.state.partition(".")
        person, page = numeral(person_state, 19), numeral(page_state, 5)
        if person is None or page is None:
            raise Refusal(UNKNOWN_CONTROL)
        again = CustomId("profile", state=control.state)
        game = await self.services.game_resolver.game(reply, control=control, again=again)
        await self._show(reply, game, person, page=page)


def install(of: Services) -> Sequence[Part]:
    """Return the parts of the feature."""
    profiles = Profiles(of.store, of.games)
    return (ProfilesFeature(of, profiles),)
