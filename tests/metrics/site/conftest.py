"""Campaigns with gold, on four sentences that can be checked by hand and on the published data."""

from collections.abc import Callable, Sequence

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils.datastructures import MultiValueDict

from appraise_gec.accounts.models import User
from metrics.models import MetricRun, ReferenceSet
from metrics.site.runs import MetricRequest, request_runs
from rankings.models import Campaign
from rankings.uploads import flow
from rankings.uploads.kinds import kinds
from tests.factories import make_campaign, make_items, make_judge, make_ranking

# Two annotators of the factory's four sentences. The second disagrees about "cat" and about "go".
GOLD = """S He have two cat .
A 1 2|||Vform|||has|||REQUIRED|||-NONE-|||0
A 3 4|||Nn|||cats|||REQUIRED|||-NONE-|||0
A 1 2|||Vform|||has|||REQUIRED|||-NONE-|||1

S They was here .
A 1 2|||SVA|||were|||REQUIRED|||-NONE-|||0

S I like tea .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0

S She go home .
A 1 2|||SVA|||goes||went|||REQUIRED|||-NONE-|||0
A 1 2|||Vt|||went|||REQUIRED|||-NONE-|||1

"""
TEXTS = "He has two cats .\nThey were here .\nI like tea .\nShe goes home .\n"


def references_file(content: str | bytes = GOLD, name: str = "gold.m2") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content.encode() if isinstance(content, str) else content)


def store(campaign: Campaign, actor: User, files: Sequence[SimpleUploadedFile], name: str) -> ReferenceSet:
    """Hand in files and confirm them."""
    sent = MultiValueDict({"references": list(files)})
    upload, form = flow.stage(kinds()["references"], actor, campaign, {"name": name}, sent)
    assert upload is not None and upload.standing == "ready", (form.errors, upload and upload.preview)
    flow.confirm(upload)
    return campaign.reference_sets.get(name=name)


@pytest.fixture
def essays(alice: User) -> Campaign:
    return make_campaign(owner=alice, title="Essays of learners")


@pytest.fixture
def gold_set(essays: Campaign, alice: User) -> ReferenceSet:
    return store(essays, alice, [references_file()], "gold")


@pytest.fixture
def m2_run(essays: Campaign, alice: User, gold_set: ReferenceSet, run_jobs: Callable[[], int]) -> MetricRun:
    """A finished MaxMatch run of the four sentences."""
    ((run, _),) = request_runs(essays, alice, [MetricRequest("m2", references=gold_set)])
    assert run_jobs() == 1
    run.refresh_from_db()
    assert run.recipe is not None, run.job and run.job.error
    return run


@pytest.fixture
def judged(essays: Campaign) -> Campaign:
    """People rank ALPHA above GAMMA above INPUT."""
    judge = make_judge(essays, "one")
    order = ("ALPHA", "BETA", "GAMMA", "INPUT")
    for item in make_items(essays):
        outputs = list(item.outputs.order_by("position").values_list("producers__system__name", "position"))
        by_place: dict[int, list[int]] = {}
        for name, place in outputs:
            by_place.setdefault(place, []).append(order.index(name))
        best = [min(by_place[place]) for place in sorted(by_place)]
        make_ranking(judge, item, [1 + sorted(best).index(one) for one in best])
    return essays


def imported(client: Client, text: str | bytes, name: str = "scores.csv") -> None:
    """Import a table of scores into the campaign of the four sentences."""
    file = SimpleUploadedFile(name, text.encode() if isinstance(text, str) else text)
    answer = client.post(reverse("campaigns:new-upload", args=["essays", "scores"]), {"file": file})
    client.post(answer["Location"], {"act": "confirm"})
