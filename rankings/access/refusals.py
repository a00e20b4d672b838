"""How a service refuses: with reasons that a page can show unchanged."""

from django.core.exceptions import ValidationError

from appraise_gec.words import in_readers_language


class Refused(ValidationError):  # noqa: N818 - reads as what happened
    """The rules do not allow the action now. `reasons` are whole sentences for the person who asked.

    `worded` are the same, for whoever keeps them for a reader of another language (`appraise_gec/words.py`).
    """

    def __init__(self, *reasons: str) -> None:
        super().__init__([in_readers_language(reason) for reason in reasons])
        self.worded = reasons

    @property
    def reasons(self) -> list[str]:
        return list(self.messages)

    def __str__(self) -> str:
        return " ".join(self.reasons)


class RefusedToRole(Refused):
    """Not for a person in this role, whatever the state of things."""
