"""User actions by the rules of Discord's client: only visible, enabled and complete input can be sent.

Both the page and test actors use this module, so a scripted user can do exactly what a person in a browser can.
"""

import base64
from collections.abc import Mapping, Sequence
from typing import Any

from bot.local_discord import payloads
from bot.local_discord.errors import CannotDo
from bot.local_discord.interactions import Interactions
from bot.local_discord.json_codec import Payload, as_id, as_list, as_object
from bot.local_discord.messages import Upload, attach, compose, walk
from bot.local_discord.permissions import Permission, may_use
from bot.local_discord.records import POSTS_ONLY, Channel, Interaction, InteractionType, Message, User
from bot.local_discord.routes.registration import RegistrationRoutes
from bot.local_discord.validate.components import SELECTS, ComponentKind
from bot.local_discord.world import World

SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, FILE = range(1, 12)
USER_MENU = 2
"""The type of a command in a person's context menu."""
_RESOLVED = {USER: "users", CHANNEL: "channels", ROLE: "roles", MENTIONABLE: "users"}


class ClientRules:
    """Actions of the people at the table, with the checks of Discord's client."""

    def __init__(self, world: World, interactions: Interactions, registration: RegistrationRoutes) -> None:
        self._world = world
        self._interactions = interactions
        self._registration = registration

    # Slash commands

    def commands(self, person: User, channel: Channel) -> list[Payload]:
        """Return the slash commands that a person can use in a channel."""
        return [each for each in self._usable(person, channel) if each["type"] == 1]

    def _usable(self, person: User, channel: Channel) -> list[Payload]:
        if channel.guild_id is None:
            return self._registration.usable(None, person, with_bot=not channel.company)
        allowed = self._world.permissions(person, channel)
        if not allowed & Permission.USE_APPLICATION_COMMANDS:
            return []
        guild = self._world.guilds[channel.guild_id]
        return [
            each
            for each in self._registration.usable(channel.guild_id, person)
            if may_use(each, guild, person.id, allowed)
        ]

    def slash(self, person: User, channel: Channel, path: str, values: Mapping[str, object]) -> Interaction:
        """Send a slash command: `path` is "root", "root sub" or "root group sub", `values` by option name.

        Raises:
            CannotDo: if the client would not send it; the message is one sentence.
        """
        self._enter(person, channel)
        command, options = self._find(person, channel, path)
        missing = [each["name"] for each in options if each.get("required") and each["name"] not in values]
        if missing:
            raise CannotDo(f"/{path} still needs: {', '.join(missing)}")
        data = self._data(channel, command, path, options, values, focused=None)
        return self._interactions.start(InteractionType.SLASH, person, channel, data, command=path)

    def autocomplete(
        self, person: User, channel: Channel, path: str, values: Mapping[str, object], focused: str
    ) -> Interaction:
        """Request the choices of option `focused`; `values` contains the input so far.

        Raises:
            CannotDo: if there is no such option or it has no autocompletion; the message is one sentence.
        """
        self._enter(person, channel)
        command, options = self._find(person, channel, path)
        option = next((each for each in options if each["name"] == focused), None)
        if option is None or not option.get("autocomplete"):
            raise CannotDo(f"/{path} has no option with autocompletion called {focused}")
        typed = {focused: "", **values}
        data = self._data(channel, command, path, options, typed, focused=focused)
        return self._interactions.start(
            InteractionType.AUTOCOMPLETE, person, channel, data, command=path, option_type=option["type"]
        )

    def menus(self, person: User, channel: Channel) -> list[Payload]:
        """Return the commands in a person's context menu in a channel."""
        return [each for each in self._usable(person, channel) if each["type"] == USER_MENU]

    def menu(self, person: User, channel: Channel, name: str, target: User) -> Interaction:
        """Use a command from another person's context menu.

        Raises:
            CannotDo: if the menu has no command of that name; the message is one sentence.
        """
        self._enter(person, channel)
        command = next((each for each in self.menus(person, channel) if each["name"] == name), None)
        if command is None:
            raise CannotDo(f"the menu of a person has no {name} here")
        resolved: Payload = {}
        chosen = self._resolve(channel, USER, target, resolved)
        data: Payload = {
            "id": command["id"],
            "name": name,
            "type": USER_MENU,
            "target_id": chosen,
            "resolved": resolved,
        }
        return self._interactions.start(InteractionType.SLASH, person, channel, data, command=name)

    def _find(self, person: User, channel: Channel, path: str) -> tuple[Payload, list[Payload]]:
        root, *rest = path.split()
        commands = self.commands(person, channel)
        command = next((each for each in commands if each["name"] == root), None)
        if command is None:
            raise CannotDo(f"there is no command /{root} here")
        options: list[Payload] = command.get("options") or []
        for step in rest:
            subcommand = next(
                (o for o in options if o["name"] == step and o["type"] in (SUBCOMMAND, GROUP)), None
            )
            if subcommand is None:
                raise CannotDo(f"there is no command /{path} here")
            options = subcommand.get("options") or []
        if any(each["type"] in (SUBCOMMAND, GROUP) for each in options):
            raise CannotDo(f"/{path} is a group of commands: {', '.join(each['name'] for each in options)}")
        return command, options

    def _data(
        self,
        channel: Channel,
        command: Payload,
        path: str,
        options: Sequence[Payload],
        values: Mapping[str, object],
        *,
        focused: str | None,
    ) -> Payload:
        options_by_name = {each["name"]: each for each in options}
        unknown = [name for name in values if name not in options_by_name]
        if unknown:
            raise CannotDo(f"/{path} has no option called {unknown[0]}")
        resolved: Payload = {}
        filled: list[Payload] = []
        for name, option in options_by_name.items():
            if name not in values or values[name] is None:
                continue
            entry: Payload = {"name": name, "type": option["type"]}
            if focused is not None and name == focused:
                entry |= {"value": str(values[name]), "focused": True}
            else:
                entry["value"] = self._value(channel, option, values[name], resolved)
            filled.append(entry)
        nested = filled
        for depth, step in reversed(list(enumerate(path.split()[1:]))):
            deepest = depth == len(path.split()) - 2
            nested = [{"name": step, "type": SUBCOMMAND if deepest else GROUP, "options": nested}]
        data: Payload = {"id": command["id"], "name": command["name"], "type": 1, "options": nested}
        if "guild_id" in command:
            data["guild_id"] = command["guild_id"]
        if resolved:
            data["resolved"] = resolved
        return data

    def _value(self, channel: Channel, option: Payload, value: Any, resolved: Payload) -> object:
        name, kind = option["name"], option["type"]
        if kind == FILE:
            return self._uploaded(channel, name, value, resolved)
        if kind in _RESOLVED:
            return self._resolve(channel, kind, value, resolved)
        choices: list[Payload] = option.get("choices") or []
        if choices:
            chosen = [each["value"] for each in choices if value in (each["value"], each["name"])]
            if not chosen:
                raise CannotDo(f"{name} must be one of: {', '.join(each['name'] for each in choices)}")
            return chosen[0]
        try:
            if kind == INTEGER:
                value = int(value)
            elif kind == NUMBER:
                value = float(value)
        except (TypeError, ValueError):
            raise CannotDo(f"{name} must be a number, not {value!r}") from None
        if kind == BOOLEAN:
            if value in (True, "true", "True"):
                return True
            if value in (False, "false", "False"):
                return False
            raise CannotDo(f"{name} must be true or false, not {value!r}")
        if kind == STRING:
            value = str(value)
            if not value:
                raise CannotDo(f"{name} must not be empty")
            shortest, longest = option.get("min_length") or 0, option.get("max_length") or 6000
            if not shortest <= len(value) <= longest:
                raise CannotDo(f"{name} must be {shortest} to {longest} characters long")
        else:
            minimum, maximum = option.get("min_value"), option.get("max_value")
            if (minimum is not None and value < minimum) or (maximum is not None and value > maximum):
                raise CannotDo(f"{name} must be between {minimum} and {maximum}")
        return value

    def _uploaded(self, channel: Channel, name: str, value: object, resolved: Payload) -> str:
        """Store an uploaded file. `value` is {"filename": name, "content": base64}."""
        file = as_object(value)
        try:
            content = base64.b64decode(str(file.get("content")), validate=True)
        except ValueError:
            raise CannotDo(f"{name} must be a file") from None
        upload = Upload(str(file.get("filename") or "file"), "application/octet-stream", content)
        attached = attach(self._world, channel.id, upload, {})
        shape = payloads.attachment(self._world, self._interactions.base, attached)
        resolved.setdefault("attachments", {})[str(attached.id)] = shape
        return str(attached.id)

    def _resolve(self, channel: Channel, kind: int, value: object, resolved: Payload) -> str:
        world = self._world
        identity = value.id if isinstance(value, User | Channel) else as_id(value)
        entries: Payload = resolved.setdefault(_RESOLVED[kind], {})
        if kind in (USER, MENTIONABLE):
            if identity not in world.people:
                raise CannotDo("there is no such person")
            entries[str(identity)] = payloads.user(world.people[identity])
            guild = world.guilds.get(channel.guild_id or 0)
            if guild is not None and identity in guild.members:
                member = payloads.member(guild.members[identity])
                member["permissions"] = str(int(world.permissions(world.people[identity], channel)))
                resolved.setdefault("members", {})[str(identity)] = member
        elif kind == CHANNEL:
            if identity not in world.channels:
                raise CannotDo("there is no such channel")
            entries[str(identity)] = {
                **payloads.channel(world, world.channels[identity]),
                "permissions": str(int(world.permissions(world.bot, world.channels[identity]))),
            }
        else:
            guild = world.guilds.get(channel.guild_id or 0)
            if guild is None or identity not in guild.roles:
                raise CannotDo("there is no such role")
            entries[str(identity)] = payloads.role(guild.roles[identity])
        return str(identity)

    # Components and modals

    def use(
        self, person: User, message: Message, custom_id: str, values: Sequence[object] | None = None
    ) -> Interaction:
        """Press a button, or choose `values` in a select, of a message that this person sees.

        Raises:
            CannotDo: if it is missing or disabled, or the choice isn't possible; the message is one sentence.
        """
        world = self._world
        if message.deleted or not world.sees(person, message):
            raise CannotDo("you cannot see this message")
        if message.author_id != world.bot.id:
            raise CannotDo("the application that sent this is no longer here")
        component = next((c for c in walk(message.components) if c.get("custom_id") == custom_id), None)
        if component is None:
            raise CannotDo("this message has no such button or menu")
        if component.get("disabled"):
            raise CannotDo(f"{component.get('label') or 'this'} cannot be used now")
        channel = world.channels[message.channel_id]
        kind = ComponentKind(component["type"])
        data: Payload = {"custom_id": custom_id, "component_type": int(kind), "id": component.get("id")}
        if kind in SELECTS:
            resolved: Payload = {}
            data["values"] = self._chosen(channel, component, kind, values or (), resolved)
            if resolved:
                data["resolved"] = resolved
        return self._interactions.start(InteractionType.COMPONENT, person, channel, data, source=message)

    def _chosen(
        self,
        channel: Channel,
        component: Payload,
        kind: ComponentKind,
        values: Sequence[object],
        resolved: Payload,
        *,
        least: int | None = None,
    ) -> list[str]:
        min_values = component.get("min_values")
        minimum = least if least is not None else 1 if min_values is None else min_values
        maximum = component.get("max_values") or 1
        if not minimum <= len(values) <= maximum:
            raise CannotDo(f"choose {minimum}" + (f" to {maximum}" if maximum != minimum else ""))
        if kind is not ComponentKind.STRING_SELECT:
            option = {
                ComponentKind.USER_SELECT: USER,
                ComponentKind.ROLE_SELECT: ROLE,
                ComponentKind.CHANNEL_SELECT: CHANNEL,
                ComponentKind.MENTIONABLE_SELECT: MENTIONABLE,
            }[kind]
            return [self._resolve(channel, option, value, resolved) for value in values]
        return _among(component, values)

    def submit(self, person: User, opened: Interaction, fields: Mapping[str, object]) -> Interaction:
        """Submit an interaction's modal. `fields` are by custom id: a text, a list, or true/false.

        Raises:
            CannotDo: if the modal is another person's, was already submitted, or a field is invalid; the message is one
                sentence.
        """
        modal = opened.modal
        if modal is None or opened.person is not person or opened.modal_used:
            raise CannotDo("this form is not open")
        names = {each["custom_id"] for each in walk(modal["components"]) if each.get("custom_id")}
        unknown = [name for name in fields if name not in names]
        if unknown:
            raise CannotDo(f"the form has no field {unknown[0]}")
        resolved: Payload = {}
        components = [self._filled(opened.channel, part, fields, resolved) for part in modal["components"]]
        data: Payload = {"custom_id": modal["custom_id"], "components": components}
        if resolved:
            data["resolved"] = resolved
        opened.modal_used = True
        return self._interactions.start(
            InteractionType.MODAL, person, opened.channel, data, source=opened.source, opened_by=opened
        )

    def _filled(
        self, channel: Channel, part: Payload, fields: Mapping[str, object], resolved: Payload
    ) -> Payload:
        kind = ComponentKind(part["type"])
        shape: Payload = {"type": int(kind), "id": part.get("id") or 0}
        if kind is ComponentKind.TEXT_DISPLAY:
            return shape
        if kind is ComponentKind.LABEL:
            control = part["component"]
            return {**shape, "component": self._control(channel, part["label"], control, fields, resolved)}
        controls = [
            self._control(channel, each.get("label") or "", each, fields, resolved)
            for each in part["components"]
        ]
        return {**shape, "components": controls}

    def _control(
        self, channel: Channel, label: str, control: Payload, fields: Mapping[str, object], resolved: Payload
    ) -> Payload:
        kind, custom_id = ComponentKind(control["type"]), control["custom_id"]
        shape: Payload = {"type": int(kind), "id": control.get("id") or 0, "custom_id": custom_id}
        required = control.get("required") is not False
        field_value = fields.get(custom_id)
        if kind is ComponentKind.TEXT_INPUT:
            text = str(control.get("value") or "") if field_value is None else str(field_value)
            if required and not text:
                raise CannotDo(f"{label} must be filled in")
            longest = control.get("max_length") or 4000
            if len(text) > longest or (text and len(text) < (control.get("min_length") or 0)):
                raise CannotDo(
                    f"{label} must be {control.get('min_length') or 0} to {longest} characters long"
                )
            return {**shape, "value": text}
        if kind is ComponentKind.CHECKBOX:
            return {**shape, "value": bool(control.get("default") if field_value is None else field_value)}
        if kind is ComponentKind.RADIO_GROUP:
            chosen = [] if field_value is None else _among(control, [field_value])
            if field_value is None:
                chosen = [each["value"] for each in control["options"] if each.get("default")]
            if required and not chosen:
                raise CannotDo(f"{label} must be chosen")
            return {**shape, "value": chosen[0] if chosen else None}
        values: Sequence[object] = (
            ()
            if field_value is None
            else [field_value]
            if isinstance(field_value, str)
            else as_list(field_value)
        )
        if field_value is None and control.get("default_values"):
            values = [each["id"] for each in control["default_values"]]
        if field_value is None and control.get("options"):
            values = [each["value"] for each in control["options"] if each.get("default")]
        if kind is ComponentKind.FILE_UPLOAD:
            if required:
                raise CannotDo(f"{label} needs a file, which cannot be attached at this table")
            return {**shape, "values": []}
        if not values and not required:
            return {**shape, "values": []}
        if kind is ComponentKind.CHECKBOX_GROUP:
            control = {"max_values": len(control["options"]), **control}
            return {
                **shape,
                "values": self._chosen(channel, control, ComponentKind.STRING_SELECT, values, resolved),
            }
        return {**shape, "values": self._chosen(channel, control, kind, values, resolved)}

    # The rest

    def say(self, person: User, channel: Channel, text: str) -> Message:
        """Send a message as a person.

        Raises:
            CannotDo: if they may not write in this channel.
            ApiError: if the text is empty or too long.
        """
        self._enter(person, channel)
        needed = Permission.SEND_MESSAGES_IN_THREADS if channel.thread else Permission.SEND_MESSAGES
        if not self._world.permissions(person, channel) & needed:
            raise CannotDo("you cannot write here")
        if channel.thread is not None and channel.thread.archived and channel.thread.locked:
            raise CannotDo("this thread is archived and locked")
        return self._world.post(compose(self._world, channel, person, {"content": text}, {}))

    def _enter(self, person: User, channel: Channel) -> None:
        if channel.id not in self._world.channels or not self._world.sees_channel(person, channel):
            raise CannotDo("you cannot see this channel")
        if channel.type in POSTS_ONLY:
            raise CannotDo("no one can write in this channel but in its posts")


def _among(component: Payload, values: Sequence[object]) -> list[str]:
    options = {each["value"]: each["label"] for each in component["options"]}
    labels = {label: value for value, label in options.items()}
    chosen: list[str] = []
    for value in values:
        if value not in options and value not in labels:
            raise CannotDo(f"{value!r} is not among the options: {', '.join(options.values())}")
        chosen.append(str(value) if value in options else labels[value])
    if len(set(chosen)) < len(chosen):
        raise CannotDo("each option can be chosen once")
    return chosen
