"""What people do with a finished report: name it, delete it, publish it, and take it along for a paper."""

from typing import Any

from django import forms
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone

from appraise_gec.accounts.models import ApiToken
from appraise_gec.jobs.models import WORKING_STATES
from appraise_gec.report.site.folders import asked_folder, link_of
from rankings.access import MANAGERS, RESEARCHERS
from rankings.actions import Action, Done
from rankings.models import PublicReport, Report

NAME_LENGTH = 80


class NameForm(forms.Form):
    """A name, or none."""

    name = forms.CharField(label="Name", max_length=NAME_LENGTH, required=False)

    def clean_name(self) -> str:
        return " ".join(self.cleaned_data["name"].split())


class DeleteForm(forms.Form):
    """Whether the person knows that the public link stops working, where there is one."""

    with_link = forms.BooleanField(
        label="Its public link stops working",
        help_text="Whoever has it, such as the readers of a paper, finds nothing there any more.",
        required=False,
    )

    def adapt(self, action: Action) -> None:
        """Ask only where it matters."""
        if link_of(action.row) is None:
            del self.fields["with_link"]
        else:
            self.fields["with_link"].required = True


class _OfReport(Action):
    abstract = True
    of = Report
    by = "key"
    changes = False
    tab = "report"

    def rows(self) -> QuerySet[Any]:
        return super().rows().select_related("job").defer("result")

    def back_url(self) -> str:
        return str(self.row.get_absolute_url())


class _OfOwnReport(_OfReport):
    """Managers change any report, others those that they asked for."""

    abstract = True
    roles = RESEARCHERS
    scope = ApiToken.Scope.COMPUTE

    def obstacles(self) -> list[str]:
        own = self.access.may_manage or self.row.created_by_id == self.actor.pk
        return [] if own else ["Only who asked for this report, or a manager, may do this."]


class NameReport(_OfOwnReport):
    """Give a report a name, which stands in place of its date."""

    name, title, happened = "report.name", "Name the report", "Report named"
    form = NameForm

    def initial(self) -> dict[str, Any]:
        return {"name": self.row.name}

    def run(self, *_: Any, name: str, **wanted: Any) -> Done:
        changed = name != self.row.name
        Report.objects.filter(pk=self.row.pk).update(name=name)
        return Done("The name is saved.", {"report": str(self.row.key)} if changed else None)


class DeleteReport(_OfOwnReport):
    """Delete a report with its result, its files and its public link."""

    name, title, happened = "report.delete", "Delete the report", "Report deleted"
    explanation = "Its numbers and files go. The rankings stay."
    form = DeleteForm
    asks = final = True

    def obstacles(self) -> list[str]:
        if self.row.job is not None and self.row.job.state in WORKING_STATES:
            return ["This report is being computed. Cancel that first."]
        if not self.access.may_manage and link_of(self.row) is not None:
            return ["A manager has published this report, so only a manager may delete it."]
        return super().obstacles()

    def run(self, **_: Any) -> Done:
        linked = int(link_of(self.row) is not None)
        told = {"report": str(self.row.key), "name": self.row.name, "public_links": linked}
        self.row.delete()
        every = reverse("reports:overview", args=[self.campaign.slug])
        return Done("The report is deleted. The rankings are all there.", told, every)


class _OfFinishedReport(_OfReport):
    abstract = True

    def obstacles(self) -> list[str]:
        return [] if self.row.finished_at else ["The report is not finished yet."]

    def done(self, said: str, **told: Any) -> Done:
        """What leads back to the dialog."""
        return Done(said, {"report": str(self.row.key), **told}, f"{self.row.get_absolute_url()}#share")


class MakeArchive(_OfFinishedReport):
    """Have a worker write the archive for a paper."""

    name, title, happened = "paper.make", "Make the archive", "Archive of a report requested"
    roles = RESEARCHERS
    scope = ApiToken.Scope.COMPUTE

    def run(self, **_: Any) -> Done:
        asked_folder(self.row, self.actor, is_public=True)
        return self.done("The archive is being written.")


class PublishReport(_OfFinishedReport):
    """Make the public link to a frozen copy of the report, which works when a worker has written the copy."""

    name, title, happened = "report.publish", "Make the link", "Public link to a report made"
    explanation = (
        "Whoever has it reads this report without an account, under pseudonyms. Nothing that changes later "
        "changes it."
    )
    roles = MANAGERS
    asks = False

    def obstacles(self) -> list[str]:
        has_one = ["This report has a public link. Revoke it first."]
        return super().obstacles() or (has_one if link_of(self.row) else [])

    def run(self, **_: Any) -> Done:
        link = PublicReport.objects.create(report=self.row, created_by=self.actor)
        asked_folder(self.row, self.actor, is_public=True)
        return self.done("The link is made.", link=link.pk)


class RevokeLink(_OfFinishedReport):
    """Close the public link for good."""

    name, title, happened = "report.revoke-link", "Revoke the link", "Public link to a report revoked"
    explanation = "Its page is gone for good."
    roles = MANAGERS
    asks = False
    final = True

    def obstacles(self) -> list[str]:
        return [] if link_of(self.row) else ["This report has no public link."]

    def run(self, **_: Any) -> Done:
        link = link_of(self.row)
        PublicReport.objects.filter(report=self.row, revoked_at=None).update(revoked_at=timezone.now())
        return self.done("The link is revoked: its page is gone.", link=link.pk if link else None)
