"""After many rows at once the database knows how many there are, and plans the next queries for them."""

import hashlib

from django.db import connection
from django.db.models import Model
from django.test.utils import CaptureQueriesContext

from appraise_gec.accounts.models import User
from rankings.corpus.creation import CampaignDetails, create_campaign
from rankings.formats.judgments import read_judgments
from rankings.formats.records import JudgedOutput, Judgment
from rankings.formats.writing import write_judgments
from rankings.judgments.importing import import_judgments
from rankings.models import Output, RankedOutput, Ranking, Sentence
from rankings.uploads.files import File

OUTPUTS = (JudgedOutput(("INPUT",), 2), JudgedOutput(("ALPHA", "GAMMA"), 1), JudgedOutput(("BETA",), 2))
JUDGES = 40


def assert_planned_for(model: type[Model], queries: CaptureQueriesContext) -> None:
    """Postgres has counted; SQLite, which plans by indexes alone, was not asked to."""
    counted = [query["sql"] for query in queries if query["sql"].startswith("ANALYZE ")]
    if connection.vendor != "postgresql":
        assert not counted
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT reltuples FROM pg_class WHERE relname = %s", [model._meta.db_table])
        (rows,) = cursor.fetchone()
    assert rows >= model._default_manager.count() > 0


def test_queries_are_planned_for_a_new_campaign_and_for_imported_rankings(alice: User) -> None:
    files = [
        File("source", "INPUT", b"He go.\n"),
        *(File("outputs", name, f"{name}.\n".encode()) for name in ("BETA", "GAMMA")),
        File("outputs", "ALPHA", b"GAMMA.\n"),
    ]
    with CaptureQueriesContext(connection) as queries:
        campaign = create_campaign(alice, CampaignDetails("Essays", "essays"), files)
    assert_planned_for(Sentence, queries)
    assert_planned_for(Output, queries)
    judgments = [Judgment(f"judge {n}", "0", OUTPUTS, item="3", result_set="s") for n in range(JUDGES)]
    content = write_judgments(judgments, "xml")
    with CaptureQueriesContext(connection) as queries:
        import_judgments(
            campaign,
            read_judgments(content, "mine.xml"),
            "mine.xml",
            hashlib.sha256(content).hexdigest(),
            alice,
        )
    assert_planned_for(Ranking, queries)
    assert_planned_for(RankedOutput, queries)
