"""The error tree of a refused form: each invalid field by its path, with Discord's code and sentence."""

from bot.local_discord.errors import ApiError
from bot.local_discord.json_codec import Payload

Path = tuple[str | int, ...]


class FormErrors:
    """Collects the errors of a request's body, and raises them together at the end."""

    def __init__(self) -> None:
        self._errors: Payload = {}

    def wrong(self, path: Path, code: str, message: str) -> None:
        """Report the field at `path` as invalid."""
        node = self._errors
        for step in path:
            node = node.setdefault(str(step), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def finish(self) -> None:
        """Raise 400/50035 if there were any errors."""
        if self._errors:
            raise ApiError(400, 50035, "Invalid Form Body", errors=self._errors)

    def text(self, path: Path, value: object, longest: int, *, shortest: int = 0) -> None:
        """Check a text's length. Discord strips whitespace at both ends, so blank text is empty."""
        if value is None:
            return
        if not isinstance(value, str):
            self.wrong(path, "STRING_TYPE_CONVERT", "Could not interpret value as string.")
        elif len(value) > longest or len(value.strip()) < shortest:
            self.wrong(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {shortest} and {longest} in length.")

    def number(self, path: Path, value: object, least: int, most: int) -> None:
        """Check a whole number's range."""
        if value is None:
            return
        if isinstance(value, bool) or not isinstance(value, int):
            self.wrong(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
        elif value < least:
            self.wrong(path, "NUMBER_TYPE_MIN", f"int value should be greater than or equal to {least}.")
        elif value > most:
            self.wrong(path, "NUMBER_TYPE_MAX", f"int value should be less than or equal to {most}.")

    def count(self, path: Path, items: int, most: int) -> None:
        """Check a list's length."""
        if items > most:
            self.wrong(path, "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")

    def span(self, path: Path, shape: Payload, least: str, most: str) -> None:
        """Check that the number in the field `least` does not exceed the one in the field `most`."""
        low, high = shape.get(least), shape.get(most)
        if isinstance(low, int | float) and isinstance(high, int | float) and low > high:
            self.wrong((*path, least), "BASE_TYPE_MIN_EXCEEDS_MAX", f"{least} exceeds {most}.")

    def without(self, path: Path, shape: Payload, *fields: str) -> None:
        """Check that a part has none of these fields, which don't apply to it."""
        for field in fields:
            if shape.get(field):
                self.wrong((*path, field), "BASE_TYPE_FIELD_NOT_ALLOWED", f"{field} cannot be used here.")

    def choice(self, path: Path, value: object, allowed: tuple[object, ...]) -> None:
        """Check that a value is one of those allowed."""
        if value not in allowed:
            options = ", ".join(str(each) for each in allowed)
            self.wrong(path, "BASE_TYPE_CHOICES", f"Value must be one of ({options}).")
