"""Routes for servers, their members, and direct conversations."""

from bot.local_discord import errors, payloads
from bot.local_discord.errors import ApiError
from bot.local_discord.json_codec import as_id
from bot.local_discord.rest import RestCall, RouteAnswer
from bot.local_discord.validate.form import FormErrors
from bot.local_discord.world import World


class PeopleRoutes:
    """The bot's requests about people and servers."""

    def __init__(self, world: World) -> None:
        self._world = world

    def user(self, call: RestCall) -> RouteAnswer:
        """GET a person."""
        return 200, payloads.user(self._world.person(call.id("user_id")))

    def guild(self, call: RestCall) -> RouteAnswer:
        """GET a server."""
        return 200, payloads.guild_settings(self._world.guild(call.id("guild_id")))

    def channels(self, call: RestCall) -> RouteAnswer:
        """GET a server's channels."""
        guild = self._world.guild(call.id("guild_id"))
        return 200, [payloads.channel(self._world, self._world.channels[each]) for each in guild.channels]

    def roles(self, call: RestCall) -> RouteAnswer:
        """GET a server's roles."""
        return 200, [payloads.role(each) for each in self._world.guild(call.id("guild_id")).roles.values()]

    def member(self, call: RestCall) -> RouteAnswer:
        """GET a member of a server."""
        guild = self._world.guild(call.id("guild_id"))
        person = self._world.person(call.id("user_id"))
        if person.id not in guild.members:
            raise errors.unknown_member()
        return 200, payloads.full_member(guild.members[person.id])

    def active_threads(self, call: RestCall) -> RouteAnswer:
        """GET a server's unarchived threads that the bot can see."""
        world = self._world
        guild = world.guild(call.id("guild_id"))
        threads = [
            each
            for each in world.threads(guild)
            if each.thread is not None and not each.thread.archived and world.sees_channel(world.bot, each)
        ]
        members = [
            payloads.thread_member(world, each, world.bot.id)
            for each in threads
            if each.thread is not None and world.bot.id in each.thread.members
        ]
        return 200, {"threads": [payloads.channel(world, each) for each in threads], "members": members}

    def open_conversation(self, call: RestCall) -> RouteAnswer:
        """POST a direct conversation with one person. Works even if they refuse messages."""
        recipient = str(call.form.get("recipient_id") or "")
        form = FormErrors()
        if not as_id(recipient):
            form.wrong(("recipient_id",), "NUMBER_TYPE_COERCE", f'Value "{recipient}" is not snowflake.')
        form.finish()
        person = self._world.person(as_id(recipient))
        if person.bot:
            raise ApiError(403, 50007, "Cannot send messages to this user")
        return 200, payloads.channel(self._world, self._world.direct_channel(person))
