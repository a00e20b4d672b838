"""The file of a whole campaign as a kind of upload."""

from django import forms

from appraise_gec.accounts.services import record_event
from rankings.access import Refused
from rankings.archive.reading import Archive
from rankings.archive.storing import look_at, store_archive
from rankings.corpus.forms import NamedCampaignForm
from rankings.uploads import flow
from rankings.uploads.forms import UploadForm
from rankings.uploads.kinds import MIB, Applied, Preview, UploadKind, Waiting

COUNTED = ("sentences", "systems", "items", "judges", "rankings")


class ArchiveForm(UploadForm, NamedCampaignForm):
    """The file, and what the campaign is called here."""

    field_order = ("file", "title", "slug")
    file = forms.FileField(
        label="File of a whole campaign",
        help_text="As this site or another one gave it (Settings, Download).",
        widget=forms.FileInput(attrs={"accept": ".zip,application/zip"}),
    )
    title = forms.CharField(
        max_length=200, required=False, label="Title", help_text="As in the file, if left empty."
    )

    def clean_slug(self) -> str:
        return super().clean_slug() if self.cleaned_data["slug"] else ""


class WholeCampaign(UploadKind):
    """A new campaign of the file of a whole one."""

    name = "archive"
    title = "Campaign from a file"
    button = "Create the campaign"
    lead = "Nothing is created yet: next you see what is in the file."
    form = ArchiveForm
    template = "uploads/archive.html"
    most_in_a_request = MIB // 4  # packed; some 10,000 rankings

    def read(self, upload: Waiting) -> Preview:
        (file,) = upload.files("file")
        with file.open() as content:
            archive = Archive(content, file.name)
            facts = look_at(archive, upload.progress)
        counts = [[name.capitalize(), facts["rows"][name]] for name in COUNTED]
        about = {"program": archive.about.program, "made_at": f"{archive.about.made_at:%Y-%m-%d %H:%M %Z}"}
        return Preview([], {"title": facts["title"], "counts": counts, "names": archive.about.names, **about})

    def apply(self, upload: Waiting) -> Applied:
        (file,) = upload.files("file")
        with file.open() as content:
            archive = Archive(content, file.name)
            title = upload.values["title"] or (flow.facts_of(upload.row) or {}).get("title")
            named = NamedCampaignForm({"title": title, "slug": upload.values["slug"]})
            if not named.is_valid():
                raise Refused(*(str(reason) for reasons in named.errors.values() for reason in reasons))
            campaign = store_archive(archive, upload.owner, upload.progress, **named.cleaned_data)
        record_event(upload.owner, "archive.import", campaign.pk, file=file.name)
        return Applied(campaign.get_absolute_url(), "The campaign is created.", campaign)
