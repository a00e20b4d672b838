"""Copying a campaign: its file without judgments, handed in like any other."""

from typing import Any, ClassVar, cast

from django.core.files.base import File

from rankings.access import MANAGERS
from rankings.actions import Action, Done
from rankings.archive.services import archive_file
from rankings.archive.upload import WholeCampaign
from rankings.corpus.forms import NamedCampaignForm
from rankings.models import Upload
from rankings.uploads import flow


class Copying(Action):
    """Make a draft that the person owns."""

    name, title, happened = "campaign.copy", "Copy the campaign", "Campaign copied"
    roles = MANAGERS
    explanation = (
        "The copy is a draft with the same sentences, systems and outputs, settings, training and check "
        "items, guidelines and survey. It has no sampled items, judges, rankings or results; its team is you."
    )
    form = NamedCampaignForm
    changes = False
    tab: ClassVar[str] = "settings"

    def obstacles(self) -> list[str]:
        return [] if self.actor.can_create_campaigns() else ["You may not make campaigns on this site."]

    def initial(self) -> dict[str, Any]:
        return {"title": f"Copy of {self.campaign.title}"[:200]}

    def run(self, *_: Any, **wanted: Any) -> Done:
        with archive_file(self.campaign, names=True, as_copy=True) as content:
            file = File(content, f"{self.campaign.slug}.campaign.zip")
            staged, _form = flow.stage(WholeCampaign(), self.actor, None, wanted, {"file": file})
        upload = flow.confirm(cast("Upload", staged))
        if upload.leads_to:
            return Done("The copy is made. Next: sample its items.", None, upload.leads_to)
        return Done("The copy is being read. Confirm it then.", None, flow.address_of(upload))
