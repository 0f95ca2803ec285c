"""The permissions that the bot needs, for its invitation and for checks of a channel."""

from __future__ import annotations

from collections.abc import Mapping

import discord

from cards.i18n import Message, Translator, msg

MISSING_PERMISSIONS = msg(
    "I can't run matches in this channel. Missing permissions: {names}. Ask the server's owner to grant them."
)

LACKING: Mapping[str, Message] = {
    "view_channel": msg("“View Channel”: I can't show anything here."),
    "send_messages": msg("“Send Messages”: I can't post challenges."),
    "create_public_threads": msg("“Create Public Threads”: I can't open match threads."),
    "send_messages_in_threads": msg("“Send Messages in Threads”: I can't show matches in their threads."),
    "attach_files": msg("“Attach Files”: I can only show boards as text, and can't post records."),
}
PERMISSIONS: Mapping[str, Message] = {
    "view_channel": msg("“View Channel”"),
    "send_messages": msg("“Send Messages”"),
    "create_public_threads": msg("“Create Public Threads”"),
    "send_messages_in_threads": msg("“Send Messages in Threads”"),
    "attach_files": msg("“Attach Files”"),
    "read_message_history": msg("“Read Message History”"),
}


NEEDED = (
    "view_channel",
    "send_messages",
    "create_public_threads",
    "send_messages_in_threads",
    "attach_files",
)
"""The permissions of a match in its channel, by the names of `discord.Permissions`."""
SCOPES = ("bot", "applications.commands")
"""The OAuth scopes of the invitation."""


def invitation(application: int) -> str:
    """Return the URL at which a server manager invites the bot, with exactly the needed permissions."""
    allowed = discord.Permissions(**{name: True for name in NEEDED})
    return discord.utils.oauth_url(application, permissions=allowed, scopes=SCOPES)


def missing(allowed: discord.Permissions) -> list[str]:
    """Return the permissions that the bot lacks, in the order of `NEEDED`."""
    return [name for name in NEEDED if not getattr(allowed, name)]


def missing_names(interaction: discord.Interaction[discord.Client], translate: Translator) -> str:
    """Return the names of the permissions the bot lacks in the interaction's channel, or ""."""
    return ", ".join(translate(PERMISSIONS[name]) for name in missing(interaction.app_permissions))


def missing_lines(allowed: discord.Permissions, translate: Translator) -> list[str]:
    """Return a line for each permission that the bot lacks, with its consequence."""
    return [f"- {translate(LACKING[name])}" for name in missing(allowed)]
