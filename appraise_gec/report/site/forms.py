"""The form that asks for a report, made from the fields of `ReportOptions`."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils import formats, timezone

from appraise_gec.declared import Told
from appraise_gec.present.table import capital
from appraise_gec.report.options import DECLARED, DEFAULTS, PARTS, ReportOptions
from appraise_gec.report.site.inputs import FilterFacts, filter_facts, missing_for, site_time_zone
from rankings.analysis.choices import judges_spoken_for
from rankings.models import Campaign, Ranking

MOST_CHOICES = 60
SETTINGS = "Method, resampling and further parts"


def field_of(option: Told, default: Any, names: Sequence[tuple[str, str]] = ()) -> forms.Field:
    """The field of an option; `names` are what may be chosen where the campaign decides it."""
    told: dict[str, Any] = {"label": option.label, "help_text": option.help, "required": False}
    if isinstance(default, bool):
        return forms.BooleanField(**told)
    if isinstance(default, tuple):
        choices = tuple(option.choices.items()) or names
        few = len(choices) <= MOST_CHOICES
        widget = forms.CheckboxSelectMultiple() if few else forms.SelectMultiple(attrs={"size": 8})
        return forms.MultipleChoiceField(choices=choices, initial=list(default), widget=widget, **told)
    if option.choices:
        chosen = forms.RadioSelect() if len(option.choices) <= 4 else forms.Select()
        choices = tuple(option.choices.items())
        return forms.ChoiceField(choices=choices, initial=default, widget=chosen, **told)
    if option.least is None:
        return forms.DateField(widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"), **told)
    least, most = option.least, option.most or 0
    if isinstance(default, int):
        return forms.IntegerField(min_value=int(least), max_value=int(most), initial=default, **told)
    if option.percent:
        told["label"] = f"{option.label} (%)"
        least, most, default = 100 * least, 100 * most, None if default is None else 100 * default
    step = forms.NumberInput(attrs={"step": "any"})
    return forms.FloatField(min_value=least, max_value=most, initial=default, widget=step, **told)


class ReportForm(forms.Form):
    """What to compute. Fields that a request leaves out ask for the default."""

    def __init__(self, campaign: Campaign, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        facts = filter_facts(campaign)
        missing = missing_for(campaign)
        names = _names(campaign, facts)
        for name in sorted(DECLARED, key=lambda name: DECLARED[name].filters):
            option = DECLARED[name]
            if not option.label or (option.filters and not _is_offered(name, campaign, facts, names)):
                continue
            self.fields[name] = field_of(option, DEFAULTS[name], names.get(name, ()))
        parts = self.fields["parts"]
        # What a campaign has no data for is not offered as if it could be computed.
        parts.choices = [(part, title) for part, title in PARTS.items() if part not in missing]  # type: ignore[attr-defined]
        parts.help_text = " ".join(missing.values())
        for name, said in _facts_in_words(facts).items():
            if name in self.fields:
                self.fields[name].help_text = f"{self.fields[name].help_text} {said}".strip()

    def folds(self) -> list[tuple[str, list[forms.BoundField], bool]]:
        """The fields by what opens them, filters first, and whether one says something or is wrong."""
        filters = [field for field in self if DECLARED[field.name].filters]
        settings = [field for field in self if not DECLARED[field.name].filters]
        lists = [field for field in filters if isinstance(DEFAULTS[field.name], tuple)]
        further = [field for field in filters if field not in lists]
        folds = [(str(field.label), [field], bool(field.value() or field.errors)) for field in lists]
        folds.append(("Days, times and checks", further, any(one.value() or one.errors for one in further)))
        folds.append((SETTINGS, settings, any(one.errors for one in settings)))
        return [fold for fold in folds if fold[1]]

    def clean(self) -> dict[str, Any]:
        """Refuse what does not go together."""
        data = self.cleaned_data
        if data.get("speaks_for") and data.get("unit"):
            try:
                judges_spoken_for(data["speaks_for"], data["unit"])
            except ValueError as error:
                # Nobody chose what stands there from the start.
                if data["speaks_for"] != DEFAULTS["speaks_for"]:
                    self.add_error("speaks_for", f"{capital(str(error))}.")
        first, last = data.get("first_day"), data.get("last_day")
        if first and last and last < first:
            self.add_error("last_day", "The last day is before the first.")
        return data

    def options(self) -> ReportOptions:
        """What a valid form asks for."""
        asked: dict[str, Any] = {}
        for name, value in self.cleaned_data.items():
            if isinstance(value, list):
                asked[name] = tuple(value)
            elif value not in (None, ""):
                asked[name] = round(value / 100, 6) if DECLARED[name].percent else value
        return ReportOptions(**asked, time_zone=site_time_zone())


def form_values(options: dict[str, Any]) -> dict[str, Any]:
    """What a form holds that asks for `options`, which are those of `ReportOptions.as_json`."""
    whole = ReportOptions.from_json(options).as_json()
    return {
        name: round(100 * value, 4) if DECLARED[name].percent and value is not None else value
        for name, value in whole.items()
    }


def form_pairs(options: dict[str, Any]) -> list[tuple[str, Any]]:
    """The same as names and values, a name for each of several values, as hidden fields hold them."""
    pairs: list[tuple[str, Any]] = []
    for name, value in form_values(options).items():
        pairs += [(name, choice) for choice in (value if isinstance(value, list) else [value]) if choice]
    return pairs


def _names(campaign: Campaign, facts: FilterFacts) -> dict[str, list[tuple[str, str]]]:
    """By option what may be chosen in this campaign."""
    judges = campaign.judges.filter(rankings__is_current=True).distinct().order_by("name")
    found = {
        "excluded_judges": list(judges.values_list("name", flat=True)),
        "without_systems": list(campaign.systems.order_by("name").values_list("name", flat=True)),
        "documents": facts.documents,
    }
    return {name: [(one, one) for one in names] for name, names in found.items()}


def _is_offered(
    name: str, campaign: Campaign, facts: FilterFacts, names: dict[str, list[tuple[str, str]]]
) -> bool:
    """Whether the campaign has what a filter is about."""
    if name in names:
        return len(names[name]) > (2 if name == "without_systems" else 1)
    has = {
        "first_day": facts.first is not None,
        "last_day": facts.last is not None,
        "least_active_seconds": bool(facts.timed),
        "least_checks_passed": bool(facts.checks),
    }
    if name in has:
        return has[name]
    if name == "without_top_ups":
        return campaign.items.filter(top_up__isnull=False).exists()
    return Ranking.objects.filter(judge__campaign=campaign, discarded_at__isnull=False).exists()


def _facts_in_words(facts: FilterFacts) -> dict[str, str]:
    """What helps to choose."""
    said: dict[str, str] = {}
    if facts.first and facts.last:
        days = (facts.first, facts.last)
        first, last = (formats.date_format(timezone.localtime(day), "Y-m-d") for day in days)
        said["first_day"] = f"The first ranking is of {first}."
        said["last_day"] = (
            f"The last ranking is of {last}. Both days count, in the time zone {site_time_zone()}; rankings "
            "without a known day are left out."
        )
    if facts.checked:
        low, high = facts.checked[0], facts.checked[-1]
        said["least_checks_passed"] = f"Judges passed {low} to {high} % so far."
    return said
