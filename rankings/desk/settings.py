"""Changing the settings of a campaign: state, values and audit event in one transaction."""

from collections.abc import Mapping
from typing import Any

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from rankings.access.states import editable, set_fields
from rankings.desk.guidelines import revise_guidelines
from rankings.models import Campaign


def change_settings(campaign: Campaign, values: Mapping[str, Any], guidelines: str, actor: User) -> list[str]:
    """Store `values` by field, and the guidelines as a version of theirs. Returns the names of what changed.

    Raises `Refused` for a frozen campaign.
    """
    values = dict(values)
    written_as = values.pop("guidelines_format", None)
    with editable(campaign) as current:
        changed = set_fields(current, values)
        before = (current.guidelines, current.guidelines_format)
        revise_guidelines(current, guidelines, actor, written_as)
        if (current.guidelines, current.guidelines_format) != before:
            changed["guidelines"] = current.guidelines
        if changed:
            record_event(actor, "campaign.edit", current.pk, fields=sorted(changed))
    return sorted(changed)
