"""How a service refuses: with a reason that the page can show as it is."""

from django.core.exceptions import ValidationError


class Refused(ValidationError):  # noqa: N818 - reads as what happened
    """An act that the rules do not allow now. `reasons` are whole sentences for the person who asked."""

    def __init__(self, *reasons: str) -> None:
        super().__init__(list(reasons))

    @property
    def reasons(self) -> list[str]:
        return list(self.messages)

    def __str__(self) -> str:
        return " ".join(self.reasons)
