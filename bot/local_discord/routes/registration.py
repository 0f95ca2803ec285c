"""Routes for the bot itself, and for its commands."""

from bot.local_discord import errors, payloads
from bot.local_discord.endpoint import Endpoint
from bot.local_discord.gateway import Gateway
from bot.local_discord.json_codec import Payload, as_list, as_object
from bot.local_discord.records import User, WorldChange
from bot.local_discord.rest import RestCall, RouteAnswer
from bot.local_discord.validate.commands import check_commands
from bot.local_discord.world import World


class RegistrationRoutes:
    """The bot's account, the gateway's address, and the bot's commands (`None`: global, else by server)."""

    def __init__(self, world: World, gateway: Gateway, endpoint: Endpoint) -> None:
        self._world = world
        self._gateway = gateway
        self._endpoint = endpoint
        self.commands: dict[int | None, list[Payload]] = {}
        self.registrations = 0

    def me(self, call: RestCall) -> RouteAnswer:
        """GET the bot's own user."""
        return 200, payloads.me(self._world.bot)

    def application(self, call: RestCall) -> RouteAnswer:
        """GET the bot's application."""
        return 200, payloads.application(self._world, self._endpoint.key, self._endpoint.url)

    def change_application(self, call: RestCall) -> RouteAnswer:
        """PATCH the bot's application: its interactions endpoint, which was verified before (`Endpoint.check`)."""
        unknown = call.form.keys() - {"interactions_endpoint_url"}
        if unknown:
            raise errors.NotOffered(f"the table's application has no {sorted(unknown)[0]} to be changed")
        if "interactions_endpoint_url" in call.form:
            self._endpoint.url = call.form["interactions_endpoint_url"] or ""
        return self.application(call)

    def gateway(self, call: RestCall) -> RouteAnswer:
        """GET the gateway's address."""
        return 200, {"url": self._gateway.url}

    def gateway_bot(self, call: RestCall) -> RouteAnswer:
        """GET the gateway's address, the recommended number of shards, and the limits for session starts."""
        return 200, {
            "url": self._gateway.url,
            "shards": self._gateway.shards,
            "session_start_limit": self._gateway.start_limit(),
        }

    def register(self, call: RestCall) -> RouteAnswer:
        """PUT all commands of a scope. Commands missing from the list are deleted; names that stay keep their ids."""
        scope = self._scope(call)
        check_commands(call.body)
        before = {(each["type"], each["name"]): each["id"] for each in self.commands.get(scope, [])}
        registered: list[Payload] = []
        for command in map(as_object, as_list(call.body)):
            kind, name = command.get("type") or 1, command["name"]
            identity = before.get((kind, name)) or str(self._world.new_id())
            registered.append(self._full(command, scope, kind, identity))
        self.commands[scope] = registered
        self.registrations += 1
        self._world.publish(WorldChange("commands"))
        return 200, registered

    def _full(self, command: Payload, scope: int | None, kind: int, identity: str) -> Payload:
        contexts = command.get("contexts")
        full: Payload = {
            "default_member_permissions": None,
            "nsfw": False,
            "name_localizations": None,
            "description_localizations": None,
            "options": [],
            **command,
            "id": identity,
            "application_id": str(self._world.bot.id),
            "version": str(self._world.new_id()),
            "type": kind,
            "description": command.get("description") or "",
            "integration_types": command.get("integration_types") or [0],
            "contexts": contexts if contexts is not None else None,
            "dm_permission": contexts is None or 1 in contexts,
        }
        permissions = command.get("default_member_permissions")
        full["default_member_permissions"] = None if permissions is None else str(permissions)
        if scope is not None:
            full["guild_id"] = str(scope)
        return full

    def list_commands(self, call: RestCall) -> RouteAnswer:
        """GET all commands of a scope; translations only with `with_localizations`."""
        with_translations = call.query.get("with_localizations", "0").lower() in ("1", "true")
        return 200, [
            _as_returned(each, translated=with_translations)
            for each in self.commands.get(self._scope(call), [])
        ]

    def one_command(self, call: RestCall) -> RouteAnswer:
        """GET or DELETE one command."""
        scope = self._scope(call)
        command_id = str(call.id("command_id"))
        for command in self.commands.get(scope, []):
            if command["id"] == command_id:
                if call.method == "GET":
                    return 200, _as_returned(command, translated=True)
                self.commands[scope].remove(command)
                self._world.publish(WorldChange("commands"))
                return 204, None
        raise errors.unknown_command()

    def usable(
        self, guild_id: int | None, person: User | None = None, *, with_bot: bool = True
    ) -> list[Payload]:
        """Return the commands usable on a server (None: in direct messages), by `person` if given.

        Commands installed by a server are available on it and in direct messages with the bot (`with_bot`). Commands
        installed by a person are available wherever that person is.
        """
        guild = None if guild_id is None else self._world.guild_at(guild_id)
        installed = {0} if with_bot and (guild is None or self._world.bot.id in guild.members) else set[int]()
        installed |= {1} if person is not None and person.installed else set()
        context = 0 if guild is not None else 1 if with_bot else 2
        server_commands = self.commands.get(guild_id, []) if guild is not None else []
        used_names = {(each["type"], each["name"]) for each in server_commands}
        return server_commands + [
            each
            for each in self.commands.get(None, [])
            if installed & set(each["integration_types"])
            and context in (each["contexts"] or (0, 1))
            and (each["type"], each["name"]) not in used_names
        ]

    def _scope(self, call: RestCall) -> int | None:
        if call.id("application_id") != self._world.bot.id:
            raise errors.ApiError(404, 10002, "Unknown Application")
        if "guild_id" not in call.names:
            return None
        return self._world.guild(call.id("guild_id")).id


def _as_returned(command: Payload, *, translated: bool) -> Payload:
    """Return a command, an option or a choice as Discord returns it: without unset fields."""
    shape: Payload = {
        key: value
        for key, value in command.items()
        if (value is not False or key in ("nsfw", "dm_permission"))
        and (value != [] or key == "value")
        and (translated or key not in ("name_localizations", "description_localizations"))
    }
    for inner in ("options", "choices"):
        if inner in shape:
            shape[inner] = [
                _as_returned(as_object(each), translated=translated) for each in as_list(shape[inner])
            ]
    return shape
