"""The tree of errors that a refused form gets: each wrong field by its path, with Discord's code and sentence."""

from typing import cast

from bot.local_discord.errors import ApiError
from bot.local_discord.wire import Payload

Path = tuple[str | int, ...]


class FormErrors:
    """Collects what is wrong with one request's body, and refuses it at the end if anything is."""

    def __init__(self) -> None:
        self._errors: Payload = {}

    def wrong(self, path: Path, code: str, message: str) -> None:
        """Note that the field at `path` is wrong."""
        node = self._errors
        for step in path:
            node = node.setdefault(str(step), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def finish(self) -> None:
        """Raise 400/50035 if anything was wrong."""
        if self._errors:
            raise ApiError(400, 50035, "Invalid Form Body", errors=self._errors)

    def text(
        self, path: Path, value: object, longest: int, *, shortest: int = 0, required: bool = False
    ) -> str | None:
        """Check a text's length; give the text, or None when it is missing or no text.

        Discord cuts blanks off at both ends, so a text of blanks only is empty.
        """
        if value is None:
            if required:
                self.missing(path)
            return None
        if not isinstance(value, str):
            self.wrong(path, "STRING_TYPE_CONVERT", "Could not interpret value as string.")
            return None
        if not value.strip() and required:
            self.missing(path)
        elif shortest and not shortest <= len(value.strip()) <= len(value) <= longest:
            self.wrong(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {shortest} and {longest} in length.")
        elif len(value) > longest:
            self.wrong(path, "BASE_TYPE_MAX_LENGTH", f"Must be {longest} or fewer in length.")
        return value

    def items(self, path: Path, value: object, most: int, *, fewest: int = 0) -> list[object]:
        """Check a list's length; give the list, or an empty one when it is missing or no list."""
        if value is None:
            if fewest:
                self.missing(path)
            return []
        if not isinstance(value, list):
            self.wrong(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return []
        items = cast(list[object], value)
        if fewest and not fewest <= len(items) <= most:
            self.wrong(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {fewest} and {most} in length.")
        elif len(items) > most:
            self.wrong(path, "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")
        return items

    def number(self, path: Path, value: object, least: int, most: int) -> int | None:
        """Check a whole number's range; give it, or None when it is missing or no whole number."""
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int):
            self.wrong(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
            return None
        if value < least:
            self.wrong(path, "NUMBER_TYPE_MIN", f"int value should be greater than or equal to {least}.")
        elif value > most:
            self.wrong(path, "NUMBER_TYPE_MAX", f"int value should be less than or equal to {most}.")
        return value

    def span(self, path: Path, shape: Payload, least: str, most: str) -> None:
        """Check that the number in the field `least` does not exceed the one in the field `most`."""
        low, high = shape.get(least), shape.get(most)
        if isinstance(low, int | float) and isinstance(high, int | float) and low > high:
            self.wrong((*path, least), "BASE_TYPE_MIN_EXCEEDS_MAX", f"{least} exceeds {most}.")

    def without(self, path: Path, shape: Payload, *fields: str) -> None:
        """Check that a part has none of these fields, which mean nothing in it."""
        for field in fields:
            if shape.get(field):
                self.wrong((*path, field), "BASE_TYPE_FIELD_NOT_ALLOWED", f"{field} cannot be used here.")

    def choice(self, path: Path, value: object, allowed: tuple[object, ...]) -> None:
        """Check that a value is one of those allowed."""
        if value not in allowed:
            options = ", ".join(str(each) for each in allowed)
            self.wrong(path, "BASE_TYPE_CHOICES", f"Value must be one of ({options}).")

    def missing(self, path: Path) -> None:
        """Note that a field is missing."""
        self.wrong(path, "BASE_TYPE_REQUIRED", "This field is required")

    def shape(self, path: Path, value: object) -> Payload | None:
        """Check that a value is a JSON object; give it, or None."""
        if isinstance(value, dict):
            return cast(Payload, value)
        self.wrong(path, "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
        return None
