"""Changing the settings of a campaign."""

from typing import Any

from django.urls import reverse

from rankings.access import MANAGERS
from rankings.actions import Done, EditAction
from rankings.desk.forms import SettingsForm
from rankings.desk.guidelines import revise_guidelines


class ChangingSettings(EditAction):
    """Title, look, language; and guidelines, which keep their versions."""

    name, title, happened = "campaign.edit", "Save settings", "Settings changed"
    roles = MANAGERS
    form = SettingsForm
    tab = "settings"

    def back_url(self) -> str:
        return reverse("campaigns:settings", args=[self.campaign.slug])

    def run(self, guidelines: str, guidelines_format: str, **wanted: Any) -> Done:
        changed = [name for name, value in wanted.items() if getattr(self.campaign, name) != value]
        super().run(**wanted)
        before = (self.campaign.guidelines, self.campaign.guidelines_format)
        revise_guidelines(self.campaign, guidelines, self.actor, guidelines_format or None)
        if (self.campaign.guidelines, self.campaign.guidelines_format) != before:
            changed.append("guidelines")
        return Done("Saved.", {"fields": sorted(changed)} if changed else None)
