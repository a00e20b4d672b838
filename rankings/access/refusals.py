"""How a service refuses: with reasons that a page can show unchanged."""

from django.core.exceptions import ValidationError


class Refused(ValidationError):  # noqa: N818 - reads as what happened
    """The rules do not allow the action now. `reasons` are whole sentences for the person who asked."""

    def __init__(self, *reasons: str) -> None:
        super().__init__(list(reasons))

    @property
    def reasons(self) -> list[str]:
        return list(self.messages)

    def __str__(self) -> str:
        return " ".join(self.reasons)


class RefusedToRole(Refused):
    """Not for a person in this role, whatever the state of things."""
