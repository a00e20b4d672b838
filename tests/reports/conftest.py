"""Campaigns for tests of reports."""

import hashlib
from pathlib import Path

import pytest

from appraise_gec.accounts.models import User
from rankings.corpus.creation import CampaignDetails, create_campaign
from rankings.formats.judgments import read_judgments
from rankings.judgments.importing import import_judgments
from rankings.models import Campaign
from rankings.uploads.files import File
from tests.factories import make_campaign, make_items, make_judge, make_ranking


@pytest.fixture
def campaign(alice: User) -> Campaign:
    """Alice's campaign of four sentences and four systems, judged by two judges."""
    made = make_campaign(owner=alice)
    judges = [make_judge(made, "one"), make_judge(made, "two")]
    for item in make_items(made):
        for judge in judges:
            make_ranking(judge, item)
    return made


@pytest.fixture
def published_xml(shared: Path) -> bytes:
    return (shared / "data" / "gjg15" / "judgments.xml").read_bytes()


def published(owner: User, shared: Path, slug: str) -> Campaign:
    """A campaign with the published outputs."""
    folder = shared / "data" / slug / "outputs"
    files = [File("outputs", path.name, path.read_bytes()) for path in sorted(folder.iterdir())]
    source = File("source", "INPUT", (folder / "INPUT").read_bytes())
    details = CampaignDetails(slug.upper(), slug, documents="one")
    return create_campaign(owner, details, [source, *files])


@pytest.fixture
def gjg15(alice: User, shared: Path) -> Campaign:
    """The 2015 campaign without its judgments: 1,312 sentences and 13 systems, INPUT among them."""
    return published(alice, shared, "gjg15")


def import_bytes(campaign: Campaign, content: bytes, name: str = "judgments.xml") -> str:
    judgments = read_judgments(content, name)
    return import_judgments(
        campaign, judgments, name, hashlib.sha256(content).hexdigest(), campaign.created_by
    )


@pytest.fixture
def seeda(alice: User, shared: Path) -> Campaign:
    """The outputs of SEEDA: 1,312 sentences and 15 systems. Its judgments count the sentences from 1."""
    return published(alice, shared, "seeda")
