"""Forms of researchers. They check shapes; what depends on the campaign is in the services."""

from typing import Any

from django import forms
from django.db.models import Exists, OuterRef

from appraise_gec.present.numbers import count
from appraise_gec.present.table import capital
from appraise_gec.report.options import (
    CONFIDENCE_DEFAULT,
    PARTS,
    PARTS_DEFAULT,
    REPLICATES_MOST,
    SEED_MOST,
    ReportOptions,
)
from appraise_gec.report.site.contributed import missing_by, questions
from appraise_gec.report.site.forms_filters import FilterForm, filter_values
from rankings.analysis.choices import REPLICATES, REPLICATES_OF_SIMULATIONS, SEED, judges_spoken_for
from rankings.analysis.methods import OFFERED, registration
from rankings.models import Campaign, Ranking, TopUp

UNIT_CHOICES = (
    ("sentences", "Sentences: all judgments of a sentence stay together (recommended)"),
    ("rankings", "Rankings: each answer of a judge stays together"),
    ("judges", "Judges: how the result depends on who judged"),
    ("pairs", "Pairs of systems: as published in 2015, too narrow"),
)


SPEAKS_FOR_CHOICES = (
    ("judges-like-these", "Judges like these: adds how much judges differ (recommended)"),
    ("these-judges", "These judges alone: what they would say of other sentences"),
)


METHOD_CHOICES = tuple((name, registration(name).title) for name in OFFERED)


FILTER_FIELDS = (
    *(
        "excluded_judges",
        "without_systems",
        "documents",
        "first_day",
        "last_day",
        "least_active_seconds",
        "least_checks_passed",
    ),
    *("without_top_ups", "with_discarded"),
)
"""In the order in which a form offers them, under a heading of their own."""


class ReportForm(FilterForm):
    """What to compute. Fields that a request leaves out ask for the default."""

    method = forms.ChoiceField(
        choices=METHOD_CHOICES,
        initial=OFFERED[0],
        required=False,
        label="Method of the leading ranking",
        help_text="The others stand beside it on the page of methods, whichever you choose.",
    )
    unit = forms.ChoiceField(
        choices=UNIT_CHOICES,
        initial="sentences",
        widget=forms.RadioSelect,
        label="What is resampled",
        help_text="Decides how wide intervals and rank ranges are. Scores are the same for all.",
    )
    speaks_for = forms.ChoiceField(
        choices=SPEAKS_FOR_CHOICES,
        initial="judges-like-these",
        required=False,
        widget=forms.RadioSelect,
        label="For whom intervals and rank ranges speak",
        help_text=(
            "A choice where sentences are resampled. Rankings and pairs speak for these judges "
            "alone, judges for judges like these."
        ),
    )
    replicates = forms.IntegerField(
        min_value=1,
        max_value=REPLICATES_MOST,
        initial=REPLICATES,
        label="Replicates",
        help_text=(
            f"How many to draw. At most {count(REPLICATES_MOST)}; TrueSkill by simulation takes "
            f"at most {count(REPLICATES_OF_SIMULATIONS)}."
        ),
    )
    confidence = forms.FloatField(
        min_value=50,
        max_value=99.9,
        initial=100 * CONFIDENCE_DEFAULT,
        label="Confidence (%)",
        help_text="Of intervals, rank ranges and clusters.",
    )
    seed = forms.IntegerField(
        min_value=0,
        max_value=SEED_MOST,
        initial=SEED,
        label="Seed",
        help_text="The same seed on the same rankings gives the same report.",
    )
    parts = forms.MultipleChoiceField(
        choices=tuple(PARTS.items()),
        initial=list(PARTS_DEFAULT),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        label="Parts that take longer",
    )
    excluded_judges = forms.MultipleChoiceField(
        required=False, widget=forms.CheckboxSelectMultiple, label="Judges to leave out"
    )
    without_systems = forms.MultipleChoiceField(
        required=False,
        widget=forms.CheckboxSelectMultiple,
        label="Systems to leave out",
        help_text="The others are ranked as if nobody had compared them with these.",
    )
    without_top_ups = forms.BooleanField(
        required=False,
        label="Leave out top-ups",
        help_text="Items that were added once the plan was complete.",
    )

    with_discarded = forms.BooleanField(
        required=False,
        label="Include discarded rankings",
        help_text="To see what they would change. The report says so on every page.",
    )

    def __init__(self, campaign: Campaign, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # What a campaign has none of is not asked for; one query for all.
        offered = Campaign.objects.filter(pk=campaign.pk).values_list(
            Exists(TopUp.objects.filter(campaign=OuterRef("pk"))),
            Exists(Ranking.objects.filter(discard__campaign=OuterRef("pk"))),
            *(question for _, question in questions()),
        )
        has_top_ups, has_discarded, *answers = offered[0]
        if not has_discarded:
            del self.fields["with_discarded"]
        missing = missing_by(answers)
        if missing:
            parts = self.fields["parts"]
            assert isinstance(parts, forms.MultipleChoiceField)  # noqa: S101 - for the type checker
            parts.choices = [(part, title) for part, title in PARTS.items() if part not in missing]
            parts.help_text = " ".join(missing.values())
        if not has_top_ups:
            del self.fields["without_top_ups"]
        judges = campaign.judges.filter(rankings__is_current=True).distinct().order_by("name")
        names = list(judges.values_list("name", flat=True))
        if len(names) < 2:
            del self.fields["excluded_judges"]
        else:
            field = self.fields["excluded_judges"]
            assert isinstance(field, forms.MultipleChoiceField)  # noqa: S101 - for the type checker
            field.choices = [(name, name) for name in names]
        systems = list(campaign.systems.order_by("name").values_list("name", flat=True))
        if len(systems) < 3:
            del self.fields["without_systems"]
        else:
            field = self.fields["without_systems"]
            assert isinstance(field, forms.MultipleChoiceField)  # noqa: S101 - for the type checker
            field.choices = [(name, name) for name in systems]
        self.offer_filters(campaign)

    def settings_fields(self) -> list[forms.BoundField]:
        """Fields that say how to compute."""
        return [field for field in self if field.name not in FILTER_FIELDS]

    def filter_fields(self) -> list[forms.BoundField]:
        """Fields that say what to compute from."""
        return [self[name] for name in FILTER_FIELDS if name in self.fields]

    def has_filters(self) -> bool:
        """Whether a field of the filters says something, or is wrong."""
        return any(field.value() or field.errors for field in self.filter_fields())

    def clean(self) -> dict[str, Any] | None:
        data = super().clean()
        if self.cleaned_data.get("speaks_for") and "unit" in self.cleaned_data:
            try:
                judges_spoken_for(self.cleaned_data["speaks_for"], self.cleaned_data["unit"])
            except ValueError as error:
                if self.cleaned_data["speaks_for"] == self.fields["speaks_for"].initial:
                    self.cleaned_data["speaks_for"] = ""  # Nobody chose what stands there from the start.
                else:
                    self.add_error("speaks_for", f"{capital(str(error))}.")
        return data

    def options(self) -> ReportOptions:
        """What a valid form asks for."""
        data = self.cleaned_data
        return ReportOptions(
            unit=data["unit"],
            replicates=data["replicates"],
            confidence=round(data["confidence"] / 100, 6),
            seed=data["seed"],
            excluded_judges=tuple(data.get("excluded_judges", ())),
            method=data["method"] or OFFERED[0],
            parts=tuple(data["parts"]),
            without_top_ups=bool(data.get("without_top_ups")),
            speaks_for=data["speaks_for"] or "judges-like-these",
            with_discarded=bool(data.get("with_discarded")),
            without_systems=tuple(data.get("without_systems", ())),
            **self.filter_options(),
        )

    @classmethod
    def of_options(cls, campaign: Campaign, options: dict[str, Any]) -> "ReportForm":
        """A form that asks for the same again; with the usual settings where there are no options."""
        return cls(campaign, initial=form_values(options) if options else None)


def form_values(options: dict[str, Any]) -> dict[str, Any]:
    """What a form holds that asks for `options`, which are those of `ReportOptions.as_json`."""
    whole = ReportOptions.from_json(options).as_json()
    try:
        judges_spoken_for(whole["speaks_for"], whole["unit"])
    except ValueError:
        whole["speaks_for"] = ""  # said by default alone: the unit leaves no choice
    return {**whole, "confidence": round(100 * whole["confidence"], 4), **filter_values(whole)}


def form_pairs(options: dict[str, Any]) -> list[tuple[str, Any]]:
    """The same as names and values, a name for each of several values, as hidden fields hold them."""
    pairs: list[tuple[str, Any]] = []
    for name, value in form_values(options).items():
        pairs += [(name, choice) for choice in value] if isinstance(value, list) else [(name, f"{value}")]
    return pairs
