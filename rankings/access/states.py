"""Whether a campaign may be changed, and changing it while nobody else does."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from appraise_gec.jobs.asked import one_at_a_time
from rankings.access.refusals import Refused
from rankings.models import Campaign


def refuse_when_frozen(campaign: Campaign) -> None:
    """Raise `Refused` when nothing in the campaign may be changed: it is frozen, or archived."""
    if reason := why_read_only(campaign):
        raise Refused(reason)


def why_read_only(campaign: Campaign) -> str:
    """Why nothing in the campaign may be changed, in a sentence; "" when it may."""
    if campaign.archived_at is not None:
        return "The campaign is archived. Take it out of the archive to change it."
    return "The campaign is frozen and can no longer be changed." if campaign.is_read_only else ""


@contextmanager
def editable(campaign: Campaign) -> Iterator[Campaign]:
    """A transaction in which the campaign may be changed, and nobody else changes it.

    Gives the campaign as the database has it now. Raises `Refused` when it is frozen or archived.
    """
    with one_at_a_time(campaign) as current:
        refuse_when_frozen(current)
        yield current


def set_fields(current: Campaign, values: Mapping[str, Any]) -> dict[str, Any]:
    """Store those values, by field, that differ from what the campaign has. Returns them."""
    changed = {name: value for name, value in values.items() if getattr(current, name) != value}
    for name, value in changed.items():
        setattr(current, name, value)
    if changed:
        current.save(update_fields=sorted(changed))
    return changed
