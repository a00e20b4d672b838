"""Reports over several campaigns: what they compute, who sees them, and what becomes of them."""

import io
import json
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from appraise_gec.accounts.models import AuditEvent, User
from appraise_gec.presentation.numbers import NONE
from rankings.access.audience import CampaignAccess
from rankings.access.refusals import Refused
from rankings.desk.deleting import delete_campaign
from rankings.formats.fingerprint import rankings_digest
from rankings.models import Campaign, Judge, Membership, Report
from rankings.people import members, privacy
from rankings.reports import keeping, report_files, services, sharing
from rankings.reports.figures import CHARTS
from rankings.reports.methods_text import methods_text
from rankings.reports.options import ReportOptions
from rankings.reports.paper.reading import PaperFile
from rankings.reports.paper.verification import verify
from rankings.reports.result import report_result
from tests.factories import (
    OUTPUTS,
    SENTENCES,
    add_member,
    make_campaign,
    make_items,
    make_judge,
    make_ranking,
)

QUICK = ReportOptions(replicates=30, parts=())
JOINED = replace(QUICK, joined_campaigns=("letters",))


@pytest.fixture
def campaign(alice: User, bob: User) -> Campaign:
    """Essays: four sentences, judged by Bob as `one`, and by `two`, who has no account."""
    made = make_campaign(owner=alice)
    judged(made, make_judge(made, "one", bob), (1, 2, 3, 4))
    judged(made, make_judge(made, "two"), (2, 1, 3, 4))
    return made


@pytest.fixture
def letters(alice: User, bob: User) -> Campaign:
    """Letters: the same texts, judged by Bob as `K7`, and by another `two`."""
    made = make_campaign("letters", owner=alice)
    judged(made, make_judge(made, "K7", bob), (1, 1, 2, 3))
    judged(made, make_judge(made, "two"), (1, 2, 2, 1))
    return made


def judged(campaign: Campaign, judge: Judge, ranks: tuple[int, ...]) -> None:
    for item in campaign.items.all() if campaign.items.exists() else make_items(campaign):
        make_ranking(judge, item, ranks[: item.outputs.count()])


@pytest.fixture
def computed(alice: User, run_jobs: Callable[[], int]) -> Callable[..., Report]:
    def compute(campaign: Campaign, options: ReportOptions = JOINED) -> Report:
        report = services.request_report(campaign, alice, options).report
        run_jobs()
        report.refresh_from_db()
        assert report.result is not None, report.job and report.job.error
        return report

    return compute


@pytest.fixture
def report(campaign: Campaign, letters: Campaign, computed: Callable[..., Report]) -> Report:
    return computed(campaign)


def recipe_of(report: Report):
    report.refresh_from_db()
    assert report.recipe is not None
    return report.recipe


def judges_of(report: Report) -> dict[str, int]:
    report.refresh_from_db()
    return {one["judge"]: one["rankings"] for one in (report.result or {})["judges"]}


def test_judges_are_people_where_accounts_are(report: Report) -> None:
    assert judges_of(report) == {"one": 8, "two": 4, "two of letters": 4}
    result = report_result(report.result or {})
    # Bob saw every sentence twice, and agrees with himself or not.
    assert result.agreement.pair("one", "one").comparisons > 0
    assert result.agreement.pair("two", "two of letters").comparisons > 0
    assert result.sentences == 4


def test_the_numbers_are_those_of_one_campaign_with_all_rankings(
    report: Report, alice: User, computed: Callable[..., Report]
) -> None:
    whole = make_campaign("whole", owner=alice)
    one, two, other = (make_judge(whole, name) for name in ("one", "two", "two of letters"))
    judged(whole, one, (1, 2, 3, 4))
    judged(whole, two, (2, 1, 3, 4))
    again = make_items_again(whole)
    for item in again:
        make_ranking(one, item, (1, 1, 2, 3)[: item.outputs.count()])
        make_ranking(other, item, (1, 2, 2, 1)[: item.outputs.count()])
    alone = computed(whole, QUICK)
    same = {key: value for key, value in (report.result or {}).items() if key != "distinct_outputs"}
    assert same == {key: (alone.result or {})[key] for key in same}
    assert recipe_of(report)["rankings"] == recipe_of(alone)["rankings"]


def make_items_again(campaign: Campaign):
    from tests.factories import make_item

    return [make_item(campaign, index) for index in range(len(SENTENCES))]


def test_names_make_people_where_that_is_asked_for(campaign: Campaign, letters: Campaign, computed) -> None:
    report = computed(campaign, replace(JOINED, same_names=True))
    assert judges_of(report) == {"one": 8, "two": 8}
    assert recipe_of(report)["joined"]["same_names"] is True


def test_the_recipe_says_what_each_campaign_gives(report: Report) -> None:
    told = recipe_of(report)["joined"]
    assert [(one["campaign"], one["rankings"], one["judge_count"]) for one in told["campaigns"]] == [
        ("essays", 8, 2),
        ("letters", 8, 2),
    ]
    assert told["campaigns"][0]["judges_elsewhere"] == 1
    assert told["campaigns"][0]["sentences_elsewhere"] == 4
    assert "joined_campaigns" not in recipe_of(report)
    assert report.options["joined_campaigns"] == ["letters"]


def test_a_recipe_of_one_campaign_stays_as_it_was(campaign: Campaign, computed) -> None:
    report = computed(campaign, QUICK)
    assert not {"joined", "joined_campaigns", "same_names"} & {*recipe_of(report), *report.options}


def test_the_page_says_how_campaigns_are_joined(report: Report, client: Client, alice: User) -> None:
    client.force_login(alice)
    page = client.get(report.get_absolute_url())
    text = plain(page.content.decode())
    assert "Rankings of several campaigns are joined" in text
    assert "Essays (8 rankings by 2 judges)" in text
    assert "The 4 systems are in all of them." in text
    assert "4 of 4 sentences were judged in more than one campaign." in text
    assert "1 of 3 judges has rankings in more than one." in text
    assert "Intervals speak for judges like those of all these campaigns together." in text
    assert "Computed" in text and "of 2 campaigns" in text
    for section in ("methods", "judges", "agreement", "data", "paper", "head-to-head"):
        assert client.get(f"{report.get_absolute_url()}{section}/").status_code == 200
    assert "Who the judges are, marked edits and distinct outputs are not shown" in text


def plain(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", page.replace("</th>", " ").replace("</td>", " ")))


def test_systems_and_sentences_that_differ_are_told(
    campaign: Campaign, alice: User, client: Client, computed
) -> None:
    outputs = {name: lines for name, lines in OUTPUTS.items() if name != "GAMMA"} | {
        "DELTA": OUTPUTS["GAMMA"]
    }
    other = make_campaign(
        "letters",
        owner=alice,
        outputs=outputs,
        sentences=("He have two cat .", "Other .", "They was here .", "x"),
    )
    judged(other, make_judge(other, "three"), (1, 2, 3, 4))
    report = computed(campaign)
    client.force_login(alice)
    text = plain(client.get(report.get_absolute_url()).content.decode())
    assert "In all of them: ALPHA, BETA, INPUT." in text
    assert "Not in the rankings of Essays: DELTA." in text
    assert "Not in the rankings of Letters: GAMMA." in text
    assert "1 of 7 sentences was judged in more than one campaign." in text
    # “They was here .” is number 1 here and 2 there.
    assert "2 sentences have the text of a sentence of another campaign under another number" in text
    assert report.joined.get(slug="letters").sentences == {"1": "2-1", "2": "2-2", "3": "2-3"}
    assert len(services.judgments_of(report)) == 12
    assert {one.sentence for one in services.judgments_of(report)} == {*"0123", "2-1", "2-2", "2-3"}


def test_methods_say_that_evaluations_were_joined(report: Report) -> None:
    text = methods_text(report_result(report.result or {}), recipe_of(report)).text
    assert "They come from 2 evaluations, joined by the names of systems" in text


# Who sees it


def addresses(report: Report) -> list[str]:
    slug, key = report.campaign.slug, report.key
    return [
        report.get_absolute_url(),
        *(
            reverse(f"reports:{name}", args=[slug, key, *more])
            for name, more in (
                ("section", ["methods"]),
                ("document", []),
                ("table", ["judges"]),
                ("figure", ["ranking", "svg"]),
                ("rankings", ["json"]),
                ("share", []),
                ("delete", []),
                ("methods-text", ["methods.txt"]),
                ("comparison-document", [key]),
            )
        ),
        f"{reverse('reports:compare', args=[slug])}?first={key}",
        *(
            reverse(f"api:{name}", args=[slug, key, *more])
            for name, more in (
                ("report", []),
                ("report-files", []),
                ("report-file", ["tables", "judges.csv"]),
                ("report-archives", []),
                ("public-links", []),
            )
        ),
    ]


@pytest.mark.parametrize("role", ["researcher", "manager"])
def test_who_may_not_read_a_joined_campaign_sees_nothing_of_the_report(
    report: Report, letters: Campaign, client: Client, make_user: Callable[..., User], role: str
) -> None:
    rita = make_user("rita")
    add_member(report.campaign, rita, role)
    client.force_login(rita)
    managed = {reverse("api:public-links", args=["essays", report.key])} if role == "researcher" else set()
    for address in addresses(report):
        assert client.get(address).status_code == 404, address
    overview = client.get(reverse("reports:overview", args=["essays"])).content.decode()
    assert str(report.key) not in overview and "letters" not in overview
    assert client.get(reverse("api:reports", args=["essays"])).json()["results"] == []
    assert report.job is not None
    assert client.get(reverse("jobs:status", args=[report.job.pk])).status_code == 404
    for name in ("pin", "name"):
        assert client.post(reverse(f"reports:{name}", args=["essays", report.key])).status_code == 404

    membership = add_member(letters, rita, Membership.Role.RESEARCHER)
    for address in set(addresses(report)) - managed:
        assert client.get(address).status_code == 200, address
    assert str(report.key) in client.get(reverse("reports:overview", args=["essays"])).content.decode()
    assert client.get(reverse("jobs:status", args=[report.job.pk])).status_code == 200

    # And not any more from the moment when the person leaves the other team.
    membership.delete()
    for address in addresses(report):
        assert client.get(address).status_code == 404, address


def test_the_operator_sees_it(report: Report, root: User, client: Client) -> None:
    client.force_login(root)
    assert client.get(report.get_absolute_url()).status_code == 200


def test_a_report_on_its_way_is_not_announced_to_others(
    campaign: Campaign, letters: Campaign, alice: User, client: Client, make_user: Callable[..., User]
) -> None:
    report = services.request_report(campaign, alice, JOINED).report
    rita = make_user("rita")
    add_member(campaign, rita, Membership.Role.RESEARCHER)
    client.force_login(rita)
    assert str(report.key) not in client.get(reverse("reports:overview", args=["essays"])).content.decode()
    assert client.get(report.get_absolute_url()).status_code == 404


def test_the_history_names_no_other_campaign(campaign: Campaign, letters: Campaign, alice: User) -> None:
    services.request_report(campaign, alice, replace(JOINED, excluded_judges=("two of letters",)))
    [event] = AuditEvent.objects.filter(action="report.request", campaign=campaign)
    assert event.detail["joined_campaigns"] == 1
    assert "letters" not in str(event.detail)


# Asking


def test_it_is_asked_for_with_the_form(
    campaign: Campaign, letters: Campaign, alice: User, client: Client
) -> None:
    client.force_login(alice)
    page = client.get(reverse("reports:overview", args=["essays"])).content.decode()
    assert "Letters: 4 systems in common" in page
    form = {
        "unit": "sentences",
        "replicates": 20,
        "confidence": 95,
        "seed": 1,
        "joined_campaigns": ["letters"],
    }
    answer = client.post(reverse("reports:request", args=["essays"]), form)
    assert answer.status_code == 302
    report = Report.objects.get()
    assert answer["Location"] == report.get_absolute_url()
    assert report.options["joined_campaigns"] == ["letters"]
    assert list(report.joined.values_list("slug", flat=True)) == ["essays", "letters"]


def test_only_campaigns_that_one_may_read_are_offered(
    campaign: Campaign, letters: Campaign, client: Client, make_user: Callable[..., User]
) -> None:
    rita = make_user("rita")
    add_member(campaign, rita, Membership.Role.RESEARCHER)
    make_judge(letters, "rita", rita)
    client.force_login(rita)
    page = client.get(reverse("reports:overview", args=["essays"])).content.decode()
    assert "Join the rankings" not in page and "etters" not in page
    form = {
        "unit": "sentences",
        "replicates": 20,
        "confidence": 95,
        "seed": 1,
        "joined_campaigns": ["letters"],
    }
    answer = client.post(reverse("reports:request", args=["essays"]), form)
    assert answer.status_code == 422
    assert "There is no campaign letters whose reports you may read." in answer.content.decode()
    told = client.post(
        reverse("api:reports", args=["essays"]), {"joined_campaigns": ["letters"]}, "application/json"
    )
    assert told.status_code == 409
    assert told.json()["detail"] == "There is no campaign letters whose reports you may read."
    assert not Report.objects.exists()


def test_programs_ask_for_it(campaign: Campaign, letters: Campaign, alice: User, client: Client) -> None:
    client.force_login(alice)
    address = reverse("api:reports", args=["essays"])
    options = {"replicates": 20, "joined_campaigns": ["letters"], "same_names": True}
    answer = client.post(address, options, "application/json")
    assert answer.status_code == 201
    assert answer.json()["options"]["joined_campaigns"] == ["letters"]
    assert answer.json()["options"]["same_names"] is True
    many = [f"c{number}" for number in range(11)]
    assert client.post(address, {"joined_campaigns": many}, "application/json").status_code == 400


def test_too_many_campaigns_are_an_error_of_the_form(
    campaign: Campaign, letters: Campaign, alice: User, client: Client
) -> None:
    slugs = [f"more-{number}" for number in range(11)]
    for slug in slugs:
        other = make_campaign(slug, owner=alice)
        judged(other, make_judge(other, slug), (1, 2, 3, 4))
    client.force_login(alice)
    form = {"unit": "sentences", "replicates": 20, "confidence": 95, "seed": 1, "joined_campaigns": slugs}
    answer = client.post(reverse("reports:request", args=["essays"]), form)
    assert answer.status_code == 422
    assert "At most 10 other campaigns are joined." in answer.content.decode()


def test_campaigns_without_a_common_system_are_refused(campaign: Campaign, alice: User) -> None:
    outputs = {f"X-{name}": lines for name, lines in OUTPUTS.items()}
    other = make_campaign("letters", owner=alice, outputs=outputs)
    judged(other, make_judge(other, "one"), (1, 2, 3, 4))
    with pytest.raises(Refused, match="Letters has no system in common with the others"):
        services.request_report(campaign, alice, JOINED)


def test_a_common_system_that_nobody_ranked_links_nothing(
    campaign: Campaign, alice: User, run_jobs: Callable[[], int]
) -> None:
    outputs = {f"X-{name}": lines for name, lines in OUTPUTS.items()}
    other = make_campaign("letters", owner=alice, outputs=outputs)
    judged(other, make_judge(other, "one"), (1, 2, 3, 4))
    other.systems.create(name="ALPHA")
    report = services.request_report(campaign, alice, JOINED).report
    run_jobs()
    assert report.job is not None
    report.job.refresh_from_db()
    assert "No system in the rankings of Letters is in those of the others" in report.job.error


def test_a_campaign_without_rankings_is_refused(campaign: Campaign, alice: User) -> None:
    make_campaign("letters", owner=alice)
    with pytest.raises(Refused, match="Letters has no rankings yet"):
        services.request_report(campaign, alice, JOINED)


def test_a_copy_of_the_same_judgments_is_refused(
    campaign: Campaign, alice: User, bob: User, run_jobs: Callable[[], int]
) -> None:
    copy = make_campaign("letters", owner=alice)
    judged(copy, make_judge(copy, "one", bob), (1, 2, 3, 4))
    report = services.request_report(campaign, alice, JOINED).report
    run_jobs()
    assert report.job is not None
    report.job.refresh_from_db()
    assert "Essays and Letters hold the same judgments" in report.job.error


def test_frozen_and_archived_campaigns_are_joined_like_others(
    campaign: Campaign, letters: Campaign, computed
) -> None:
    Campaign.objects.update(state=Campaign.State.FROZEN)
    assert len(judges_of(computed(campaign))) == 3


def test_a_campaign_is_not_joined_with_itself(campaign: Campaign, letters: Campaign, alice: User) -> None:
    asked = services.request_report(campaign, alice, replace(QUICK, joined_campaigns=("essays", "letters")))
    assert asked.report.options == JOINED.as_json()
    alone = services.request_report(campaign, alice, replace(QUICK, joined_campaigns=("essays",)))
    assert not alone.report.is_joined
    assert not alone.report.joined.exists()


def test_an_equal_report_is_used_again_until_rankings_change(
    report: Report, campaign: Campaign, letters: Campaign, alice: User
) -> None:
    assert services.request_report(campaign, alice, JOINED).report == report
    assert not services.is_stale(report)
    make_ranking(make_judge(letters, "late"), letters.items.all()[0])
    assert services.is_stale(report)
    assert services.request_report(campaign, alice, JOINED).is_new


def test_stale_is_told_on_the_page(report: Report, letters: Campaign, alice: User, client: Client) -> None:
    client.force_login(alice)
    told = "Rankings have changed since this report was computed."
    assert told not in client.get(report.get_absolute_url()).content.decode()
    make_ranking(make_judge(letters, "late"), letters.items.all()[0])
    assert told in client.get(report.get_absolute_url()).content.decode()


def test_judges_are_left_out_by_the_names_of_the_report(
    campaign: Campaign, letters: Campaign, computed
) -> None:
    report = computed(campaign, replace(JOINED, excluded_judges=("one",)))
    assert judges_of(report) == {"two": 4, "two of letters": 4}
    with pytest.raises(AssertionError, match="No ranking of Letters is left"):
        computed(campaign, replace(JOINED, excluded_judges=("one", "two of letters")))
    with pytest.raises(Refused, match="No judge of these campaigns is called K7"):
        computed(campaign, replace(JOINED, excluded_judges=("K7",)))


def test_the_form_offers_the_judges_of_the_report(report: Report, alice: User, client: Client) -> None:
    client.force_login(alice)
    page = client.get(report.get_absolute_url()).content.decode()
    assert 'value="two of letters"' in page
    assert 'value="K7"' not in page


# The front page, comparisons, downloads


def test_it_never_stands_for_the_campaign(report: Report, campaign: Campaign, alice: User, computed) -> None:
    assert keeping.front_report(campaign) is None
    with pytest.raises(Refused, match="cannot be pinned"):
        keeping.pin_report(CampaignAccess(campaign, "owner"), alice, report)
    alone = computed(campaign, replace(QUICK, replicates=20))
    assert keeping.front_report(campaign) == alone


def test_a_comparison_names_the_campaigns(
    report: Report, campaign: Campaign, alice: User, client, computed
) -> None:
    alone = computed(campaign, QUICK)
    client.force_login(alice)
    address = reverse("reports:compare", args=["essays"])
    text = plain(client.get(f"{address}?first={alone.key}&second={report.key}").content.decode())
    assert f"campaigns joined {NONE} essays, letters" in text
    assert "8 rankings in both, 0 in the first alone, 8 in the second alone." in text
    document = reverse("reports:comparison-document", args=["essays", alone.key, report.key])
    changed = {one["name"]: one["second"] for one in client.get(document).json()["settings"]}
    assert changed["joined_campaigns"] == ["essays", "letters"]


def test_the_list_says_which_campaigns_went_in(report: Report, alice: User, client: Client) -> None:
    client.force_login(alice)
    page = plain(client.get(reverse("reports:overview", args=["essays"])).content.decode())
    assert "with the rankings of letters" in page


def test_its_rankings_have_the_sha256_of_the_recipe(report: Report, alice: User, client: Client) -> None:
    judgments = services.judgments_of(report)
    assert rankings_digest(judgments) == recipe_of(report)["rankings"]["sha256"]
    assert {one.judge for one in judgments} == {"one", "two", "two of letters"}
    client.force_login(alice)
    file: Any = client.get(reverse("reports:rankings", args=["essays", report.key, "json"]))
    assert (
        len(json.loads(b"".join(file.streaming_content) if file.streaming else file.content)["judgments"])
        == 16
    )


@pytest.mark.parametrize("masked", [False, True])
def test_the_archive_of_a_paper_verifies_and_names_no_campaign(
    report: Report,
    campaign: Campaign,
    alice: User,
    run_jobs: Callable[[], int],
    monkeypatch: pytest.MonkeyPatch,
    masked: bool,
) -> None:
    monkeypatch.setattr(report_files, "CHARTS", {"ranking": CHARTS["ranking"]})
    wish = sharing.Wish("A study of systems", masked=masked)
    paper = sharing.request_paper(CampaignAccess(campaign, "owner"), report, alice, wish)
    run_jobs()
    paper.refresh_from_db()
    assert paper.size, paper.job and paper.job.error
    content = b"".join(bytes(part.content) for part in paper.parts.all())
    bundle = PaperFile(io.BytesIO(content), "paper.zip")
    found = verify(bundle)
    assert found.same, [file for file in found.checked if file.difference]
    told = bundle.document("recipe.json")["report"]["joined"]["campaigns"]
    assert [one["title"] for one in told] == ["campaign 1", "campaign 2"]
    assert ("ALPHA" in told[0]["systems"]) is not masked
    for path in bundle.paths:
        content = bundle.read(path)
        assert not any(name in content for name in (b"Essays", b'"letters"', b"of letters")), path
    assert b"2 campaigns" in bundle.read("README.md")
    assert b"Rankings of several campaigns are joined" in bundle.read("report.html")


def test_a_title_may_not_name_a_judge_of_the_other_campaign(
    report: Report, campaign: Campaign, alice: User
) -> None:
    members.rename_judge(Judge.objects.get(campaign__slug="letters", name="two"), "Zephyrine", alice)
    with pytest.raises(Refused, match="names the judge Zephyrine"):
        sharing.request_paper(
            CampaignAccess(campaign, "owner"), report, alice, sharing.Wish("What Zephyrine says")
        )


# Judges who are renamed or forgotten


def test_a_judge_of_the_other_campaign_is_renamed_in_the_report(
    campaign: Campaign, letters: Campaign, alice: User, computed
) -> None:
    report = computed(campaign, replace(JOINED, excluded_judges=("two of letters",)))
    everybody = computed(campaign)
    judge = Judge.objects.get(campaign=letters, name="two")
    members.rename_judge(judge, "Owl", alice)
    report.refresh_from_db()
    assert report.options["excluded_judges"] == recipe_of(report)["excluded_judges"] == ["Owl"]
    assert judges_of(everybody) == {"one": 8, "two": 4, "Owl": 4}
    assert {one.judge for one in services.judgments_of(everybody)} == {"one", "two", "Owl"}
    # A name that somebody has in the report already gets that of the campaign beside it.
    members.rename_judge(judge, "one", alice)
    assert judges_of(everybody) == {"one": 8, "two": 4, "one of letters": 4}
    assert {one.judge for one in services.judgments_of(everybody)} == {"one", "two", "one of letters"}


def test_a_person_keeps_the_name_of_the_first_campaign(report: Report, alice: User) -> None:
    members.rename_judge(Judge.objects.get(campaign__slug="letters", name="K7"), "Owl", alice)
    assert judges_of(report) == {"one": 8, "two": 4, "two of letters": 4}
    members.rename_judge(Judge.objects.get(campaign__slug="essays", name="one"), "Bat", alice)
    assert judges_of(report) == {"Bat": 8, "two": 4, "two of letters": 4}
    assert len(services.judgments_of(report)) == 16


def test_a_forgotten_judge_is_in_no_report_and_the_numbers_stay(report: Report, alice: User) -> None:
    before = recipe_of(report)["rankings"]
    for judge in Judge.objects.filter(name__in=("one", "K7", "two")):
        privacy.forget_judge(judge, alice, keep_name=False, clear_notes=False)
    told = judges_of(report)
    assert sorted(told.values()) == [4, 4, 8]
    assert not {"one", "K7", "two", "two of letters"} & told.keys()
    assert recipe_of(report)["rankings"] == before
    assert rankings_digest(services.judgments_of(report)) == before["sha256"]


def test_a_judge_forgotten_while_the_report_computes_does_not_come_back(
    campaign: Campaign,
    letters: Campaign,
    alice: User,
    run_jobs: Callable[[], int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from rankings.reports import computation

    compute = computation.compute_report

    def forget_in_between(*arguments, **options):
        made = compute(*arguments, **options)
        judge = Judge.objects.get(campaign=letters, name="two")
        privacy.forget_judge(judge, alice, keep_name=False, clear_notes=True)
        return made

    report = services.request_report(campaign, alice, JOINED).report
    monkeypatch.setattr(computation, "compute_report", forget_in_between)
    run_jobs()
    assert set(judges_of(report)) == {"one", "two", "anonymous-1"}


def test_a_judge_who_comes_after_the_report_was_asked_for_gets_a_name_of_its_own(
    campaign: Campaign, letters: Campaign, alice: User, run_jobs: Callable[[], int]
) -> None:
    report = services.request_report(campaign, alice, JOINED).report
    judged(campaign, make_judge(campaign, "two of letters"), (4, 3, 2, 1))
    run_jobs()
    assert judges_of(report) == {"one": 8, "two": 4, "two of letters": 4, "two of letters of essays": 4}


# When a campaign goes


def deleted(campaign: Campaign, alice: User) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(state=Campaign.State.CLOSED)
    delete_campaign(campaign, campaign.title, alice)


def test_the_report_stands_when_a_joined_campaign_is_deleted(
    report: Report, campaign: Campaign, letters: Campaign, alice: User, client: Client, make_user
) -> None:
    rita, rob = make_user("rita"), make_user("rob")
    add_member(letters, rita, Membership.Role.RESEARCHER)
    for person in (rita, rob):
        add_member(campaign, person, Membership.Role.MANAGER)
    numbers = (report.result or {})["ranking"]
    deleted(letters, alice)
    for person, status in ((alice, 200), (rita, 200), (rob, 404)):
        client.force_login(person)
        assert client.get(report.get_absolute_url()).status_code == status, person
    report.refresh_from_db()
    assert (report.result or {})["ranking"] == numbers
    assert not services.is_stale(report)
    with pytest.raises(Refused, match="the campaign Letters, whose rankings went into it, has been deleted"):
        services.judgments_of(report)
    # Somebody else's campaign at the same address changes nothing.
    make_campaign("letters", owner=rob)
    client.force_login(rob)
    assert client.get(report.get_absolute_url()).status_code == 404


def test_judges_of_a_deleted_campaign_lose_their_names(
    report: Report, campaign: Campaign, letters: Campaign, alice: User
) -> None:
    deleted(letters, alice)
    assert judges_of(report) == {"one": 8, "two": 4, "judge 1 of letters": 4}
    # Bob is still known, by the other campaign.
    members.rename_judge(Judge.objects.get(campaign=campaign, name="one"), "Bat", alice)
    assert judges_of(report) == {"Bat": 8, "two": 4, "judge 1 of letters": 4}


def test_a_report_on_its_way_fails_when_a_campaign_is_deleted(
    campaign: Campaign, letters: Campaign, alice: User, run_jobs: Callable[[], int]
) -> None:
    report = services.request_report(campaign, alice, JOINED).report
    deleted(letters, alice)
    run_jobs()
    assert report.job is not None
    report.job.refresh_from_db()
    assert report.job.error == "A campaign that was to be joined has been deleted. Ask for the report again."


def test_the_report_goes_with_its_own_campaign(report: Report, campaign: Campaign, alice: User) -> None:
    deleted(campaign, alice)
    assert not Report.objects.filter(pk=report.pk).exists()
