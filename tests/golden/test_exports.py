"""What people download of a campaign's rankings, byte for byte, in every format.

`rm tests/golden/exports/*` and a run write what has changed on purpose anew; that run fails.
"""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from rankings.judgments.exporting import EXPORTS, export_judgments
from rankings.models import Campaign, Ranking
from tests.factories import make_campaign, make_item, make_judge, make_ranking

STORED = Path(__file__).parent / "exports"
SENTENCES = ("He have two cat .", "Ünd » naïve « & <b> .", "I like tea .")
OUTPUTS = {
    "INPUT": SENTENCES,
    "ALPHA": ("He has two cats .", "Ünd » naïf « & <b> .", "I like tea ."),
    "BÊTA": ("He has two cats .", "Und naïve .", "I like teas ."),
    "GAMMA": ("He had two cats .", '"Und" ,\tnaïve .', "I like tea ."),
}
START = datetime(2026, 3, 29, 0, 59, 30, 250_000, tzinfo=UTC)


@pytest.fixture
def campaign(db: None) -> Campaign:
    """Ties, shared outputs, a skip, a flag, a revision, an item that only one judge has ranked."""
    made = make_campaign("café", sentences=SENTENCES, outputs=OUTPUTS)
    items = [make_item(made, index) for index in (0, 1, 2, 1)]
    ann, zoe = make_judge(made, "ann"), make_judge(made, "Zoë Ångström")
    answers = [
        make_ranking(ann, items[0], (1, 1, 2)),
        make_ranking(zoe, items[0], (3, 1, 2)),
        make_ranking(zoe, items[1], skipped=True),
        make_ranking(ann, items[1], (4, 1, 1, 2)),
        make_ranking(ann, items[2], (2, 1)),
        make_ranking(zoe, items[2], (1, 1)),
        make_ranking(ann, items[0], (2, 1, 3), revision=2),
        make_ranking(zoe, items[3]),
    ]
    for minutes, answer in enumerate(answers):
        opened = START + timedelta(minutes=minutes)
        Ranking.objects.filter(pk=answer.pk).update(
            opened_at=opened,
            submitted_at=opened + timedelta(seconds=12.5),
            active_seconds=None if minutes == 1 else 10.25 + minutes / 8,
            flag_reason="unclear" if minutes == 3 else "",
            flag_note="Who is « Ünd »?" if minutes == 3 else "",
        )
    return made


@pytest.mark.parametrize("format", EXPORTS)
def test_the_file_is_the_stored_one(campaign: Campaign, format: str) -> None:
    export = export_judgments(campaign, format)
    stored = STORED / export.name.removeprefix("café-")
    if not stored.exists():
        stored.write_bytes(export.content)
        pytest.fail(f"{stored} was not there.")
    assert export.content == stored.read_bytes()


def test_nothing_is_stored_for_formats_that_are_not_there(campaign: Campaign) -> None:
    names = {export_judgments(campaign, format).name.removeprefix("café-") for format in EXPORTS}
    assert {path.name for path in STORED.iterdir()} == names
