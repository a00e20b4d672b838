"""Judgments into a campaign: what is stored, what shares an item, what is refused and how it is said."""

import io
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from appraise_gec.accounts.models import AuditEvent, User
from rankings.formats.columns import Judgments
from rankings.formats.fingerprint import all_held
from rankings.formats.records import FormatError, JudgedOutput, Judgment
from rankings.judgments.exporting import USUAL, export_judgments
from rankings.judgments.import_checks import Target, check_judgments
from rankings.judgments.importing import import_judgments
from rankings.judgments.stored import campaign_judgments
from rankings.judgments.upload import JudgmentFile, read_judgment_file
from rankings.models import Campaign, CampaignFile, RankedOutput, Ranking
from tests.factories import make_campaign, make_item, make_judge, make_ranking
from tests.formats.strategies import MOMENTS, VERSIONS

# The groups of sentence 0 in the factories' corpus.
RANKED = (JudgedOutput(("INPUT",), 3), JudgedOutput(("ALPHA", "GAMMA"), 1))


def judgment(judge: str = "ann", sentence: int = 0, item: str = "7", **changes: object) -> Judgment:
    values: dict[str, object] = {"outputs": RANKED, "document": "doc-7", "result_set": "set", "seconds": 1.25}
    return Judgment(judge, str(sentence), item=item, **(values | changes))  # type: ignore[arg-type]


def skipped(judge: str = "ann", item: str = "7") -> Judgment:
    return judgment(judge, item=item, outputs=(), skipped=True)


def store(campaign: Campaign, judgments: Sequence[Judgment], sha256: str = "a" * 64) -> str:
    return import_judgments(campaign, judgments, "mine.xml", sha256, campaign.created_by)


def problems_of(campaign: Campaign, *judgments: Judgment) -> list[str]:
    return [
        problem.message
        for problem in check_judgments(
            Target.of_campaign(campaign), Judgments.of(judgments), "mine.xml", "b" * 64
        )
    ]


def read_file(campaign: Campaign, name: str, content: bytes) -> JudgmentFile:
    return read_judgment_file(Target.of_campaign(campaign), name, io.BytesIO(content), "b" * 64)


@pytest.fixture
def essays(alice: User) -> Campaign:
    return make_campaign(owner=alice)


def test_judges_who_answered_the_same_item_share_it(essays: Campaign) -> None:
    summary = store(essays, [judgment("ann"), judgment("ben"), judgment("ben", item="8")])

    assert summary == "Imported 3 rankings, by 2 judges on 1 sentence."
    first, second = essays.items.all()
    assert {ranking.judge.name for ranking in first.rankings.all()} == {"ann", "ben"}
    assert (first.label, second.label, first.is_imported) == ("7", "8", True)
    texts = list(first.outputs.values_list("position", "text"))
    assert texts == [(0, "He have two cat ."), (1, "He has two cats .")]
    assert set(essays.judges.values_list("user", flat=True)) == {None}
    event = AuditEvent.objects.get(action="judgments.import")
    assert (event.actor, event.campaign, event.detail["rankings"]) == (essays.created_by, essays, 3)
    assert CampaignFile.objects.get(campaign=essays).kind == CampaignFile.Kind.JUDGMENTS


@pytest.mark.parametrize(
    ("judged", "items"),
    [
        ([judgment("ann"), judgment("ann", seconds=9.0)], 2),
        (
            [
                judgment("ann"),
                judgment("ben", outputs=(JudgedOutput(("INPUT",), 1), JudgedOutput(("ALPHA",), 2))),
            ],
            2,
        ),
        ([judgment("ann"), judgment("ben", outputs=RANKED[::-1])], 1),
        ([skipped("ann"), judgment("ben")], 1),
    ],
    ids=["twice by one judge", "other groups", "another order", "skipped by one"],
)
def test_judgments_share_an_item_where_they_can_and_come_back(
    essays: Campaign, judged: list[Judgment], items: int
) -> None:
    store(essays, judged)
    assert essays.items.count() == items
    assert list(campaign_judgments(essays)) == judged


def test_items_of_each_file_are_its_own(essays: Campaign) -> None:
    store(essays, [skipped("ann"), skipped("ben")])
    store(essays, [judgment("cay"), judgment("ann")], sha256="c" * 64)
    assert list(essays.items.values_list("number", flat=True)) == [1, 2]
    assert [item.outputs.count() for item in essays.items.all()] == [0, 2]
    judged = [skipped("ann"), skipped("ben"), judgment("cay"), judgment("ann")]
    assert list(campaign_judgments(essays)) == judged


def test_items_of_the_web_and_of_files_stay_apart(essays: Campaign) -> None:
    item = make_item(essays, 0, number=41)
    make_ranking(make_judge(essays, "web"), item)
    store(essays, [judgment("ann")])

    imported = essays.items.get(is_imported=True)
    assert imported.number == 42
    web, file = campaign_judgments(essays)
    assert (web.result_set, web.item, web.document) == ("essays", "41", "essay-0")
    assert [output.rank for output in web.outputs] == [1, 2, 3]
    assert file == judgment("ann")


@pytest.mark.parametrize("format_name", [*USUAL, "jsonl"])
def test_an_export_takes_times_and_guidelines_into_another_campaign(
    essays: Campaign, alice: User, format_name: str
) -> None:
    # The clock of Berlin shows this time twice.
    berlin = datetime(2026, 10, 25, 2, 30, 0, 123457, tzinfo=ZoneInfo("Europe/Berlin"), fold=1)
    opened = berlin.astimezone(UTC)
    rankings = [make_ranking(make_judge(essays, name), make_item(essays, 0)) for name in ("ann", "ben")]
    Ranking.objects.filter(pk=rankings[0].pk).update(
        opened_at=berlin,
        submitted_at=opened + timedelta(seconds=40),
        wall_seconds=39.5,
        active_seconds=31.25,
        guidelines_version=3,
    )
    file = export_judgments(essays, format_name)
    assert b"2026-10-25T01:30:00.123457+00:00" in file.content

    copy = make_campaign("copy", owner=alice)
    read = read_file(copy, file.name, file.content)
    assert read.usable
    import_judgments(copy, read.judgments, file.name, "b" * 64, alice)

    fields = (
        "judge__name",
        "opened_at",
        "submitted_at",
        "wall_seconds",
        "active_seconds",
        "guidelines_version",
    )
    of_campaigns = [
        list(Ranking.objects.filter(judge__campaign=one).order_by("pk").values_list(*fields))
        for one in (essays, copy)
    ]
    assert of_campaigns[0] == of_campaigns[1]
    assert of_campaigns[1][0][1:3] == (opened, opened + timedelta(seconds=40))
    assert of_campaigns[1][1][1:3] == (None, None)
    assert list(campaign_judgments(copy)) == list(campaign_judgments(essays))


def test_no_export_says_in_which_order_a_judge_saw_the_outputs(essays: Campaign) -> None:
    ranking = make_ranking(make_judge(essays, "web"), make_item(essays, 0), [2, 1, 3])
    before = list(campaign_judgments(essays))
    rows = list(RankedOutput.objects.filter(ranking=ranking).order_by("-pk"))
    RankedOutput.objects.filter(ranking=ranking).delete()
    for row in rows:
        row.pk = None
    RankedOutput.objects.bulk_create(rows)
    assert list(campaign_judgments(essays)) == before


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (judgment(sentence=4), 'The campaign has no sentence "4". It has 4 sentences'),
        (judgment(sentence=-1), 'no sentence "-1"'),
        (Judgment("ann", "00", outputs=RANKED), 'no sentence "00"'),
        (judgment(outputs=(JudgedOutput(("OMEGA",), 1),)), 'no system "OMEGA"; its systems are ALPHA, BETA'),
        (judgment(skipped=True), "skipped judgment has ranks"),
        (judgment(judge="x" * 81), "The judge is longer than 80 characters"),
    ],
)
def test_what_cannot_be_taken_is_said(essays: Campaign, wrong: Judgment, message: str) -> None:
    found = problems_of(essays, judgment("zoe"), wrong)

    assert len(found) == 1
    assert message in found[0]
    assert found[0].startswith("Judgment 2 (by ")


def test_a_judge_known_to_the_campaign_is_pointed_out(essays: Campaign) -> None:
    make_judge(essays, "ann")
    assert 'has a judge "ann" already' in problems_of(essays, judgment("ann"))[0]
    store(essays, [judgment("ann")])
    assert essays.judges.count() == 1


@pytest.mark.parametrize(
    ("outputs", "message"),
    [
        (
            (JudgedOutput(("INPUT", "BETA"), 1), JudgedOutput(("ALPHA", "GAMMA"), 2)),
            "sentence 1: the file has one output of INPUT, BETA, and this campaign one of INPUT.",
        ),
        (
            (JudgedOutput(("INPUT",), 1), JudgedOutput(("ALPHA",), 2)),
            "this campaign one of ALPHA, GAMMA. The file",
        ),
    ],
)
def test_groups_that_do_not_fit_the_outputs_are_doubted_once(
    essays: Campaign, outputs: tuple[JudgedOutput, ...], message: str
) -> None:
    judged = [judgment("ann", outputs=outputs), judgment("ben", outputs=outputs)]
    (told,) = problems_of(essays, *judged)
    assert message in told and "1 more such place" in told
    assert store(essays, judged).startswith("Imported 2 rankings")


names = st.sampled_from(["ann", "ben", "cay"])
groupings = st.sampled_from(
    [
        (),
        (("INPUT", "BETA"), ("ALPHA", "GAMMA")),
        (("ALPHA", "GAMMA"), ("INPUT", "BETA")),
        (("BETA", "INPUT"), ("ALPHA",)),
        (("ALPHA",),),
    ]
)
# Systems share outputs in sentence 0 only: a file that says so of others is about other texts, and refused.
apart = st.sampled_from([(), (("ALPHA",), ("BETA",), ("INPUT",)), (("GAMMA",), ("ALPHA",))])


@st.composite
def any_judgment(draw: st.DrawFn) -> Judgment:
    sentence = draw(st.sampled_from(["0", "2"]))
    groups = draw(groupings if sentence == "0" else apart)
    return Judgment(
        judge=draw(names),
        sentence=sentence,
        outputs=tuple(JudgedOutput(group, draw(st.integers(1, 5))) for group in groups),
        item=draw(st.sampled_from(["0", "1"])),
        document=draw(st.sampled_from(["", "d"])),
        result_set=draw(st.sampled_from(["", "s", "t"])),
        seconds=draw(st.one_of(st.none(), st.floats(0, 1e6))),
        skipped=not groups and draw(st.booleans()),
        source_language=draw(st.sampled_from(["", "err"])),
        active_seconds=draw(st.one_of(st.none(), st.floats(0, 1e6))),
        opened_at=draw(st.none() | MOMENTS),
        submitted_at=draw(st.none() | MOMENTS),
        guidelines_version=draw(st.none() | VERSIONS),
    )


class RoundTrip(TestCase):
    @settings(max_examples=40, deadline=None)
    @given(st.lists(st.lists(any_judgment(), min_size=1, max_size=8), min_size=1, max_size=3))
    def test_whatever_files_are_imported_their_judgments_come_back(self, files: list[list[Judgment]]) -> None:
        campaign = make_campaign()
        everything: list[Judgment] = []
        for number, judgments in enumerate(files):
            if all_held(Judgments.of(judgments), Judgments.of(everything)):
                with pytest.raises(FormatError, match="has every judgment of this file"):
                    store(campaign, judgments, sha256=f"{number:064}")
                continue
            if all_held(Judgments.of(everything), Judgments.of(judgments)):
                with pytest.raises(FormatError, match="holds every judgment that the campaign has"):
                    store(campaign, judgments, sha256=f"{number:064}")
                continue
            store(campaign, judgments, sha256=f"{number:064}")
            everything += judgments

        assert list(campaign_judgments(campaign)) == everything
        answers = Counter(Ranking.objects.values_list("judge", "item"))
        assert set(answers.values()) == {1}
