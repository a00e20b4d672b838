"""The filters in the form that asks for a report."""

from typing import Any

from django import forms
from django.utils import formats, timezone

from appraise_gec.present.numbers import count
from appraise_gec.report.site.filtering import FilterFacts, filter_facts, site_time_zone
from appraise_gec.words import plural
from rankings.formats.judgment_filter import MOST_SECONDS
from rankings.models import Campaign

MOST_BOXES = 60
DATE = {"type": "date"}


class Lines(forms.Textarea):
    """Names, one per line. Several values of the same name are as good, as hidden fields have them."""

    def value_from_datadict(self, data: Any, files: Any, name: str) -> list[str]:
        texts = data.getlist(name) if hasattr(data, "getlist") else data.get(name) or []
        lines = (line.strip() for text in texts for line in str(text).splitlines())
        return [line for line in lines if line]

    def format_value(self, value: Any) -> str:
        return "\n".join(map(str, value or ()))


class FilterForm(forms.Form):
    """Which rankings count. What a campaign knows nothing of is not asked for."""

    documents = forms.MultipleChoiceField(
        required=False,
        widget=forms.CheckboxSelectMultiple,
        label="Documents",
        help_text="Only sentences of these documents count. None chosen means all.",
    )
    first_day = forms.DateField(
        required=False,
        label="Submitted from",
        widget=forms.DateInput(attrs=DATE, format="%Y-%m-%d"),
    )
    last_day = forms.DateField(
        required=False,
        label="Submitted until",
        widget=forms.DateInput(attrs=DATE, format="%Y-%m-%d"),
    )
    least_active_seconds = forms.FloatField(
        required=False,
        min_value=0.1,
        max_value=MOST_SECONDS,
        label="Least active time (s)",
        help_text=(
            "Faster rankings are left out. Where the active time is not known, the time with "
            "pauses counts; rankings without any time stay."
        ),
        widget=forms.NumberInput(attrs={"step": "any"}),
    )
    least_checks_passed = forms.FloatField(
        required=False,
        min_value=0.1,
        max_value=100,
        label="Minimum pass rate of check items (%)",
        help_text=(
            "Judges who passed less are left out with all of their rankings; judges without check items stay."
        ),
        widget=forms.NumberInput(attrs={"step": "any"}),
    )

    def offer_filters(self, campaign: Campaign) -> None:
        """Fit the fields to what the campaign has."""
        facts = filter_facts(campaign)
        if not facts.documents:
            del self.fields["documents"]
        else:
            self._offer_documents(facts)
        if facts.first is None or facts.last is None:
            del self.fields["first_day"], self.fields["last_day"]
        else:
            days = [
                formats.date_format(timezone.localtime(day), "Y-m-d") for day in (facts.first, facts.last)
            ]
            self.fields["first_day"].help_text = f"The first ranking is of {days[0]}."
            self.fields["last_day"].help_text = (
                f"The last ranking is of {days[1]}. Both days count, in the time zone "
                f"{site_time_zone()}; rankings without a known day are left out."
            )
        if not facts.timed:
            del self.fields["least_active_seconds"]
        if not facts.checks:
            del self.fields["least_checks_passed"]
        elif facts.checked:
            field = self.fields["least_checks_passed"]
            field.help_text = f"{field.help_text} {_passed(facts.checked)}"

    def _offer_documents(self, facts: FilterFacts) -> None:
        field = self.fields["documents"]
        assert isinstance(field, forms.MultipleChoiceField)  # noqa: S101 - for the type checker
        field.choices = [(name, _document(name, number)) for name, number in facts.documents]
        field.error_messages["invalid_choice"] = "No document of this campaign is called %(value)s."
        if len(facts.documents) > MOST_BOXES:
            field.widget = Lines(attrs={"rows": 4})
            first, last = facts.documents[0][0], facts.documents[-1][0]
            field.help_text = (
                f"One name per line, from {first} to {last}. Only sentences of these documents count; "
                "without a name, all do."
            )

    def clean(self) -> dict[str, Any] | None:
        data = super().clean()
        first, last = (self.cleaned_data.get(name) for name in ("first_day", "last_day"))
        if first and last and last < first:
            self.add_error("last_day", "The last day is before the first.")
        return data

    def filter_options(self) -> dict[str, Any]:
        """What a valid form asks for, as arguments of `ReportOptions`."""
        data = self.cleaned_data
        share = data.get("least_checks_passed")
        return {
            "documents": tuple(data.get("documents", ())),
            "first_day": data.get("first_day"),
            "last_day": data.get("last_day"),
            "time_zone": site_time_zone(),
            "least_active_seconds": data.get("least_active_seconds"),
            "least_checks_passed": None if share is None else round(share / 100, 6),
        }


def filter_values(options: dict[str, Any]) -> dict[str, Any]:
    """What the fields hold that ask for `options`, where it is not what the options hold."""
    share = options.get("least_checks_passed")
    return {} if share is None else {"least_checks_passed": round(100 * share, 4)}


def _document(name: str, number: int | None) -> str:
    if number is None:
        return name
    return plural(
        number, "{name} ({number} ranking)", "{name} ({number} rankings)", name=name, number=count(number)
    )


def _passed(percents: tuple[int, ...]) -> str:
    return plural(
        len(percents),
        "{n} judge has answered check items and passed {low} %.",
        "{n} judges have answered check items and passed {low} to {high} %.",
        low=percents[0],
        high=percents[-1],
    )
