"""A new campaign as a kind of upload: its texts, and judgments of them where there are any already."""

import unicodedata
from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.core.validators import RegexValidator, validate_unicode_slug
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from rankings.access import managed, page, signed_in
from rankings.corpus.creation import CampaignDetails, create_campaign
from rankings.corpus.open_corpus import OUTPUTS, Documents, OpenCorpus
from rankings.corpus.preview import CorpusFacts, preview_corpus
from rankings.corpus.systems import systems_by_name
from rankings.formats.results import from_json, to_json
from rankings.judgments.import_checks import Target, Texts
from rankings.judgments.upload import (
    JudgmentFacts,
    JudgmentsForm,
    import_upload,
    judgment_facts,
    read_judgment_file,
)
from rankings.models import Campaign, Upload
from rankings.uploads.flow import waiting_uploads
from rankings.uploads.kinds import Applied, ManyFilesField, Preview, UploadForm, UploadKind, Waiting

# Words that stand where a campaign's address could stand, now or one day.
RESERVED_SLUGS = frozenset(
    {"new", "edit", "delete", "create", "import", "export", "admin", "api", "static", "judge", "judges"}
    | {"report", "reports", "uploads", "invitations", "jobs", "help", "settings", "all"}
)
LANGUAGE_CODE = RegexValidator(
    r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*\Z", "Use a language code such as en, ar or zh-Hans."
)


def optional(field: forms.Field) -> forms.Field:
    """The same field where nothing has to be given."""
    copied = deepcopy(field)
    copied.required = False
    return copied


def slug_of(title: str) -> str:
    """The address that a title gives; "" when it has no letter or digit.

    Latin letters lose their accents, letters of other scripts stay as they are.
    """
    return "-".join(filter(None, (_part(word) for word in title.split())))[:60].strip("-_")


def _part(word: str) -> str:
    return slugify(word) if unaccented(word).isascii() else slugify(word, allow_unicode=True)


def unaccented(text: str) -> str:
    """The text without marks on its letters, where it is Latin."""
    return "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))


class NamedCampaignForm(forms.Form):
    """Title and address of a new campaign."""

    title = forms.CharField(max_length=200, label="Title")
    slug = forms.CharField(
        max_length=60,
        required=False,
        label="Address",
        help_text=(
            "Letters, digits and hyphens. It appears in links and cannot be changed later. If left "
            "empty, it is "
            "made from the title."
        ),
    )

    def clean_slug(self) -> str:
        slug = unicodedata.normalize("NFKC", str(self.cleaned_data["slug"])).strip().lower()
        typed = bool(slug)
        if not typed and "title" in self.errors:
            return ""  # What is wrong with the title is said there.
        if not typed:
            slug = slug_of(self.cleaned_data.get("title", ""))
            if not slug:
                raise forms.ValidationError("Choose an address: none could be made from the title.")
        validate_unicode_slug(slug)
        if slug in RESERVED_SLUGS:
            raise forms.ValidationError(f"“{slug}” is reserved. Choose another address.")
        if Campaign.objects.filter(slug__iexact=slug).exists():
            if typed:
                told = f"The address “{slug}” is taken by another campaign."
                raise forms.ValidationError(told)
            slug = _next_free_slug(slug)
        return slug


class TextsForm(UploadForm):
    """Sentences and outputs of systems in files, and where documents end."""

    only_with = {"documents_file": f"documents={Documents.FILE}"}

    source = forms.FileField(
        widget=forms.FileInput,  # nothing is there yet that a request could ask to clear
        error_messages={"required": "Choose the source file."},
        label="Source file",
        help_text="Plain UTF-8 text, one sentence per line: what the learners wrote.",
    )
    outputs = ManyFilesField(
        error_messages={"required": "Choose the output file of at least one system."},
        label="System outputs",
        help_text=(
            "One plain text file per system, each with one line for every source line, or one zip "
            "with all of them. The file's name is the system's name."
        ),
    )
    documents_file = forms.FileField(
        required=False,
        widget=forms.FileInput,
        label="File of document ids",
        help_text="One id per line, as many lines as the source.",
    )
    documents = forms.ChoiceField(
        choices=Documents.choices,
        initial=Documents.BLANK_LINES,
        widget=forms.RadioSelect,
        label="Where do documents end?",
        help_text="Judges see the sentence before and after, but never across a document boundary.",
    )

    def clean(self) -> dict[str, Any]:
        cleaned = dict(super().clean() or self.cleaned_data)
        by_file = cleaned.get("documents") == Documents.FILE
        kept = any(file["role"] == "documents_file" for file in self.kept)
        if by_file and not cleaned.get("documents_file") and not kept:
            self.add_error("documents_file", "Choose the file of document ids, or another option.")
        return cleaned


class NewCampaignForm(TextsForm, NamedCampaignForm):
    """A new campaign with its files: texts, and judgments where there are any already."""

    parts = {
        "Files": ("source", "outputs", "include_input"),
        "Names and punctuation of systems": ("names", "apart", "joined"),
        "Documents": ("documents", "documents_file"),
        "Judgments that exist already": ("judgments", "first_sentence"),
        "What judges see": ("max_outputs", "language", "direction"),
    }
    folded = frozenset({"Names and punctuation of systems"})

    language = forms.CharField(
        max_length=35,
        required=False,
        validators=[LANGUAGE_CODE],
        label="Language of the sentences",
        help_text="A code such as en, ar or zh-Hans. Helps screen readers and fonts.",
    )
    direction = forms.ChoiceField(
        choices=Campaign.Direction.choices, initial="auto", label="Writing direction"
    )
    max_outputs = forms.IntegerField(
        min_value=2,
        max_value=10,
        initial=5,
        label="Outputs shown at most",
        help_text="How many different corrections a judge ranks at once. 5 is usual.",
    )
    include_input = forms.BooleanField(
        required=False,
        initial=True,
        label="Include the unchanged source as the system INPUT",
        help_text="Shows which systems are better than doing nothing.",
    )
    names = forms.CharField(
        required=False,
        max_length=20_000,
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
        label="Other names of systems",
        help_text="A line for each system that is not called like its file, such as “run3.txt: T5”.",
    )
    apart = forms.MultipleChoiceField(
        required=False,
        widget=forms.CheckboxSelectMultiple,
        label="Set punctuation apart, as in “do n't eat fish .”, in the outputs of",
    )
    joined = forms.MultipleChoiceField(
        required=False,
        widget=forms.CheckboxSelectMultiple,
        label="Join punctuation, as in “don't eat fish.”, in the outputs of",
        help_text="Only spaces change. Judges and metrics read the changed outputs; the history names them.",
    )
    judgments = optional(JudgmentsForm.base_fields["judgments"])
    first_sentence = JudgmentsForm.base_fields["first_sentence"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        files = [file["name"] for file in self.kept if file["role"] == OUTPUTS]
        for name in ("names", "apart", "joined") if not files else ():
            del self.fields[name]
        for name in ("apart", "joined") if files else ():
            field: Any = self.fields[name]
            field.choices = [(file, file) for file in sorted(files, key=str.casefold)]

    def chosen_names(self) -> dict[str, str]:
        """Names of systems by file, as they were typed."""
        lines = str(self.data.get("names", "")).splitlines()
        pairs = [line.rpartition(":") for line in lines if ":" in line]
        return {file.strip(): "_".join(name.split()) for file, _, name in pairs if name.strip()}

    def spacing(self) -> dict[str, str]:
        """How spaces of outputs are changed, by file."""
        apart, joined = self.cleaned_data.get("apart") or (), self.cleaned_data.get("joined") or ()
        return {**dict.fromkeys(joined, "joined"), **dict.fromkeys(apart, "apart")}

    def clean_names(self) -> str:
        files = {file["name"] for file in self.kept}
        for line in str(self.cleaned_data["names"]).splitlines():
            if line.strip() and line.rpartition(":")[0].strip() not in files:
                raise forms.ValidationError(f"There is no file for this line: {line.strip()}")
        return str(self.cleaned_data["names"])


def _next_free_slug(slug: str) -> str:
    taken = set(Campaign.objects.filter(slug__startswith=slug[:55]).values_list("slug", flat=True))
    number = 2
    while f"{slug[:55]}-{number}" in taken:
        number += 1
    return f"{slug[:55]}-{number}"


class NewCampaign(UploadKind):
    """Source, outputs and judgments in one drop."""

    name = "campaign"
    title = "New campaign"
    button = "Create the campaign"
    lead = "Nothing is created yet: next you see a preview, with a list of any problems in the files."
    form = NewCampaignForm
    template = "uploads/campaign.html"

    def read(self, upload: Waiting) -> Preview:
        form = upload.form
        corpus = OpenCorpus(
            upload.files(),
            documents=upload.values["documents"],
            include_input=upload.values["include_input"],
            names=form.chosen_names(),
            spacing=form.spacing(),
        )
        problems, facts = preview_corpus(corpus, upload.values["max_outputs"], upload.progress)
        if facts is None:
            return Preview(problems)
        shown = to_json(facts)
        for file in upload.files("judgments"):
            with file.open() as content:
                first = upload.values["first_sentence"]
                read = read_judgment_file(_target(corpus), file.name, content, file.sha256, first)
            problems += read.problems
            shown["judgments"] = to_json(judgment_facts(read))
        return Preview(problems, shown)

    def apply(self, upload: Waiting) -> Applied:
        form = upload.form
        campaign = create_campaign(
            upload.owner,
            CampaignDetails.of(upload.values),
            upload.files(),
            names=form.chosen_names(),
            spacing=form.spacing(),
            look=upload.progress,
        )
        if upload.files("judgments"):
            told = f"The campaign is created. {import_upload(upload, campaign)}"
            return Applied(reverse("reports:overview", args=[campaign.slug]), told, campaign)
        told = "The campaign is created. Next: sample the items that judges will rank."
        return Applied(campaign.get_absolute_url(), told, campaign)

    def context(self, upload: Upload, facts: Mapping[str, Any]) -> Mapping[str, Any]:
        judgments = facts.get("judgments")
        return {
            "corpus": from_json(CorpusFacts, facts),
            "judgments": from_json(JudgmentFacts, judgments) if judgments else None,
            "details": upload.form,
            "stand_alone": upload.form["documents"] == Documents.ALONE,
        }


def _target(corpus: OpenCorpus) -> Target:
    """Texts of which a campaign will be made, as what judgments are imported into."""

    def texts_of(sentences: set[int]) -> Texts:
        outputs = {system: corpus.outputs_of(system) for system in corpus.systems}
        there = [index for index in sentences if index < len(corpus.sentences)]
        return {index: {system: lines[index] for system, lines in outputs.items()} for index in there}

    return Target(frozenset(corpus.systems), len(corpus.sentences), texts_of)


@login_required
@require_safe
def texts(request: HttpRequest, slug: str) -> HttpResponse:
    """The systems and sentences of a campaign."""
    access = managed(request, slug)
    campaign = access.campaign
    context = {
        "tab": "settings",
        "systems": systems_by_name(campaign),
        "sentences": campaign.sentences.count(),
        "documents": campaign.documents.count(),
        "waiting": waiting_uploads(signed_in(request)).filter(campaign=campaign).defer("preview"),
    }
    return page(request, access, "corpus/texts.html", context)
