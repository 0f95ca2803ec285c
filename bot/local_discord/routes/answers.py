"""Routes for the bot's responses to interactions: callbacks, and messages by an interaction's token."""

from bot.local_discord import errors, payloads
from bot.local_discord.interactions import Interactions
from bot.local_discord.rest import RestCall, RouteAnswer
from bot.local_discord.world import World


class AnswerRoutes:
    """Responses to interactions. Protected by the interaction's token, as on Discord."""

    def __init__(self, world: World, interactions: Interactions) -> None:
        self._world = world
        self._interactions = interactions

    def callback(self, call: RestCall) -> RouteAnswer:
        """POST the first response."""
        receipt = self._interactions.answer(
            call.id("interaction_id"), call.names["interaction_token"], call.form, call.uploads
        )
        with_response = call.query.get("with_response", "0").lower() in ("1", "true")
        return (200, receipt) if with_response else (204, None)

    def follow_up(self, call: RestCall) -> RouteAnswer:
        """POST a follow-up message."""
        message = self._interactions.follow_up(self._token(call), call.form, call.uploads)
        return 200, payloads.message(self._world, self._interactions.base, message)

    def read(self, call: RestCall) -> RouteAnswer:
        """GET a message of an interaction."""
        message = self._interactions.read(self._token(call), self._message_id(call))
        return 200, payloads.message(self._world, self._interactions.base, message)

    def edit(self, call: RestCall) -> RouteAnswer:
        """PATCH a message of an interaction."""
        message = self._interactions.edit(self._token(call), self._message_id(call), call.form, call.uploads)
        return 200, payloads.message(self._world, self._interactions.base, message)

    def delete(self, call: RestCall) -> RouteAnswer:
        """DELETE a message of an interaction."""
        self._interactions.delete(self._token(call), self._message_id(call))
        return 204, None

    def _token(self, call: RestCall) -> str:
        if call.id("webhook_id") != self._world.bot.id:
            raise errors.unknown_webhook()
        return call.names["webhook_token"]

    def _message_id(self, call: RestCall) -> int | None:
        return None if call.names.get("message_id", "@original") == "@original" else call.id("message_id")
