"""A small corpus, as files and as a campaign that Alice owns."""

import io
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from appraise_gec.accounts.models import User
from rankings.corpus.creation import CampaignDetails, create_campaign
from rankings.models import Campaign
from rankings.plan.sampling import DrawOptions, draw_items
from rankings.uploads.files import File

SOURCE = [
    "He have two cat .",
    "She go home .",
    "I like it .",
    "They was late .",
    "It rain yesterday .",
    "We eats fish .",
]
OUTPUTS = {
    "ALPHA": [
        "He has two cats .",
        "She goes home .",
        "I like it .",
        "They were late .",
        "It rained yesterday .",
        "We eat fish .",
    ],
    "BETA": [
        "He has two cat .",
        "She goes home .",
        "I like it .",
        "They was late .",
        "It rain yesterday .",
        "We eat fish .",
    ],
    "GAMMA": [
        "He had two cats .",
        "She went home .",
        "I like it .",
        "They were late .",
        "It has rained yesterday .",
        "We eats fish .",
    ],
}


def text(lines: list[str]) -> bytes:
    return "".join(line + "\n" for line in lines).encode()


def upload(name: str, content: bytes) -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content, content_type="text/plain")


def make_zip(members: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return packed.getvalue()


def corpus_files() -> list[File]:
    outputs = [File("outputs", f"{name}.txt", text(lines)) for name, lines in OUTPUTS.items()]
    return [File("source", "source.txt", text(SOURCE)), *outputs]


def form_fields(**changes: object) -> dict[str, object]:
    """The form of a new campaign, filled in so that it is accepted."""
    fields: dict[str, object] = {
        "title": "Spring test",
        "slug": "",
        "documents": "blank",
        "language": "en",
        "direction": "auto",
        "max_outputs": "5",
        "include_input": "on",
        "source": upload("source.txt", text(SOURCE)),
        "outputs": [upload(f"{name}.txt", text(lines)) for name, lines in OUTPUTS.items()],
    }
    fields.update(changes)
    return {name: value for name, value in fields.items() if value is not None}


@pytest.fixture
def campaign(alice: User) -> Campaign:
    """A draft of Alice: six sentences, three systems and INPUT, no items."""
    return create_campaign(alice, CampaignDetails(title="Spring test", slug="spring"), corpus_files())


@pytest.fixture
def drawn(campaign: Campaign, alice: User) -> Campaign:
    """The same with ten items."""
    draw_items(campaign, DrawOptions(items=10, seed=7), alice, items_before=0)
    return campaign
