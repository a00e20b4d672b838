"""Changing the plan of a campaign: state, values and audit event in one transaction."""

from collections.abc import Mapping
from typing import Any

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from rankings.access.states import editable, set_fields
from rankings.models import Campaign


def change_plan(campaign: Campaign, values: Mapping[str, Any], actor: User) -> list[str]:
    """Store `values` by field. Returns the names of what changed. Raises `Refused` for a frozen campaign."""
    with editable(campaign) as current:
        changed = set_fields(current, values)
        if changed:
            record_event(actor, "plan.edit", current.pk, **changed)
    return sorted(changed)
