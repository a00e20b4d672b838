"""Rankings go out and come in piece by piece: the same bytes, the same rows, and never all in memory."""

import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from rankings.formats.spool import JudgmentSpool

from appraise_gec.accounts.models import User
from rankings.formats.judgments import each_judgment, judgment_pieces, write_judgments
from rankings.formats.records import JudgedOutput, Judgment
from rankings.judgments import exporting, import_items, importing, stored, uploads
from rankings.judgments.exporting import EXPORTS
from rankings.judgments.importing import import_judgments
from rankings.judgments.stored import StoredJudgments, campaign_judgments
from rankings.judgments.uploads import read_judgment_file
from rankings.models import Campaign, CampaignFile, Item, ItemOutput, Judge, Ranking
from tests.factories import make_campaign

ORDERS = (("INPUT",), ("ALPHA", "GAMMA"), ("BETA",))


def made_up(count: int) -> Iterator[Judgment]:
    """Judgments of the essays: some skipped, some of items that others answered, none like another."""
    for number in range(count):
        ranks = [1 + (number + place) % 3 for place in range(3)]
        outputs = tuple(JudgedOutput(group, rank) for group, rank in zip(ORDERS, ranks, strict=True))
        skipped = number % 7 == 3
        yield Judgment(
            f"judge{number % 3}",
            "0",
            () if skipped else outputs,
            item=str(number // 2),
            result_set="s",
            seconds=float(number),
            skipped=skipped,
        )


@pytest.fixture
def essays(alice: User) -> Campaign:
    return make_campaign(owner=alice)


@pytest.fixture
def owner(alice: User, client: Client) -> Client:
    client.force_login(alice)
    return client


@pytest.fixture
def filled(essays: Campaign) -> Campaign:
    import_judgments(essays, list(made_up(30)), "mine.csv", "a" * 64, None)
    return essays


@pytest.fixture
def few_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever comes in portions comes in small ones."""
    monkeypatch.setattr(exporting, "MOST_AT_ONCE", 4)
    monkeypatch.setattr(stored, "ROWS_AT_ONCE", 4)
    monkeypatch.setattr(importing, "ROWS_AT_ONCE", 4)
    monkeypatch.setattr(import_items, "AT_ONCE", 4)


def nothing_is_stored() -> bool:
    return not any(kind.objects.exists() for kind in (Judge, Item, ItemOutput, Ranking, CampaignFile))


@pytest.mark.parametrize("format_name", EXPORTS)
def test_many_rankings_are_sent_while_they_are_read(
    owner: Client, filled: Campaign, format_name: str, few_at_once: None
) -> None:
    expected = write_judgments(campaign_judgments(filled), format_name)
    response: Any = owner.get(reverse("reports:export", args=[filled.slug, format_name]))
    assert response.streaming
    assert b"".join(response.streaming_content) == expected
    by_program: Any = owner.get(f"/api/v1/campaigns/{filled.slug}/judgments/", {"format": format_name})
    assert b"".join(by_program.streaming_content) == expected
    assert by_program["Content-Disposition"] == response["Content-Disposition"]


@pytest.mark.parametrize("at_once", [4, 5000])
def test_a_program_gets_what_has_changed(
    owner: Client, filled: Campaign, at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exporting, "MOST_AT_ONCE", at_once)

    def asked(tag: str) -> Any:
        address = f"/api/v1/campaigns/{filled.slug}/judgments/"
        return owner.get(address, {"format": "csv"}, headers={"If-None-Match": tag})

    tag = asked("")["ETag"]
    assert asked(tag).status_code == 304
    Judge.objects.filter(name="judge2").update(name="renamed")
    renamed = asked(tag)
    assert renamed.status_code == 200
    more = [replace(one, judge="late") for one in made_up(3)]
    import_judgments(filled, more, "more.csv", "b" * 64, None)
    assert asked(renamed["ETag"]).status_code == 200


def test_what_a_format_cannot_hold_is_said_before_anything_is_sent(
    owner: Client, filled: Campaign, few_at_once: None
) -> None:
    Judge.objects.filter(name="judge2").update(name="judge, the second")
    address = reverse("reports:export", args=[filled.slug, "pair-labels"])
    page = owner.get(address, follow=True).text
    assert "PAIR-LABELS cannot hold these rankings" in page
    answer = owner.get(f"/api/v1/campaigns/{filled.slug}/judgments/", {"format": "pair-labels"})
    assert answer.status_code == 409
    assert "judge, the second" in answer.text


def test_rankings_are_read_in_portions(
    filled: Campaign, few_at_once: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = 0
    every_row = stored._rows

    def counted(*given: Any) -> Iterator[Any]:
        nonlocal asked
        for row in every_row(*given):
            asked += 1
            yield row

    monkeypatch.setattr(stored, "_rows", counted)
    first = list(islice(StoredJudgments(filled), 5))
    assert asked == 8
    assert first == list(made_up(5))


def test_the_items_are_the_same_in_portions_and_at_once(
    filled: Campaign, alice: User, monkeypatch: pytest.MonkeyPatch, few_at_once: None
) -> None:
    other = make_campaign(slug="other", owner=alice)
    import_judgments(other, JudgmentSpool(made_up(30)), "mine.csv", "a" * 64, None)
    # A second file joins the items of the first.
    more = [replace(one, judge="late", seconds=None) for one in made_up(20)]
    for campaign in (filled, other):
        import_judgments(campaign, more, "more.csv", "b" * 64, None)

    def answered(campaign: Campaign) -> list[tuple[Any, ...]]:
        rankings = Ranking.objects.filter(judge__campaign=campaign).order_by("pk")
        return list(rankings.values_list("item__number", "item__label", "judge__name", "source_label"))

    assert answered(other) == answered(filled)
    assert campaign_judgments(other) == campaign_judgments(filled) == [*made_up(30), *more]
    assert [item.number for item in other.items.order_by("pk")] == list(range(other.items.count()))


def test_a_broken_row_in_the_middle_loses_nothing(
    owner: Client,
    essays: Campaign,
    run_jobs: Callable[[], int],
    monkeypatch: pytest.MonkeyPatch,
    few_at_once: None,
) -> None:
    monkeypatch.setattr(uploads, "MOST_IN_A_REQUEST", 0)
    lines = write_judgments(made_up(30), "csv").splitlines(keepends=True)
    broken = [*lines[:40], lines[40].rsplit(b",", 1)[0] + b",first\r\n", *lines[41:]]

    def uploaded(content: list[bytes]) -> str:
        file = SimpleUploadedFile("mine.csv", b"".join(content))
        response = owner.post(reverse("reports:import", args=[essays.slug]), {"file": file})
        owner.get(response["Location"])
        run_jobs()
        return str(response["Location"])

    page = owner.get(uploaded(broken))
    assert page.status_code == 409
    assert "41" in page.text
    assert "The rank is" in page.text
    assert nothing_is_stored()
    address = uploaded(lines)
    owner.post(f"{address}confirm/")
    run_jobs()
    assert campaign_judgments(essays) == list(made_up(30))


def test_a_failure_between_two_portions_stores_nothing(
    essays: Campaign, few_at_once: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    portions: list[int] = []
    store = importing._Storing.store

    def fail_later(self: Any, judgments: list[Judgment]) -> None:
        portions.append(len(judgments))
        if len(portions) == 4:
            raise RuntimeError("the machine is switched off")
        store(self, judgments)

    monkeypatch.setattr(importing._Storing, "store", fail_later)
    with pytest.raises(RuntimeError):
        import_judgments(essays, list(made_up(30)), "mine.csv", "a" * 64, None)
    assert portions == [4, 4, 4, 4]
    assert nothing_is_stored()


def test_rows_in_another_order_are_held_as_far_as_that_goes(essays: Campaign) -> None:
    header, *rows = write_judgments(made_up(6), "csv").splitlines(keepends=True)
    sorted_by_system = b"".join([header, *sorted(rows, key=lambda row: row.split(b",")[-2])])
    read = read_judgment_file(essays, "sorted.csv", sorted_by_system)
    assert sorted(one.item for one in read.judgments) == sorted(one.item for one in made_up(6))
    limits = replace(uploads.judgment_limits(), held_judgments=5)
    held = read_judgment_file(essays, "sorted.csv", sorted_by_system, limits=limits)
    assert "more than 5 judgments" in held.problems[0].message
    in_order = read_judgment_file(essays, "mine.csv", b"".join([header, *rows]), limits=limits)
    assert list(in_order.judgments) == list(made_up(6))


@pytest.mark.parametrize("format_name", ["xml", "csv", "json"])
def test_memory_does_not_grow_with_the_number_of_judgments(format_name: str, tmp_path: Path) -> None:
    def most(count: int) -> int:
        path = tmp_path / f"{count}.{format_name}"
        # Few items: what was checked before is remembered by its name.
        judgments = (replace(one, item=str(number % 50)) for number, one in enumerate(made_up(count)))
        path.write_bytes(write_judgments(judgments, format_name))
        tracemalloc.start()
        with path.open("rb") as stream:
            read = each_judgment(stream, path.name)
            written = sum(map(len, judgment_pieces(JudgmentSpool(read), format_name)))
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert written == path.stat().st_size
        return peak

    few, many = most(2_000), most(6_000)
    # Held, each judgment would take some hundred bytes more.
    assert many - few < 4_000 * 40
