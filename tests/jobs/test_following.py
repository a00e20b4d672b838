"""Who may follow a job and call it off, and what they are shown."""

import pytest
from django.template.loader import render_to_string
from django.urls import reverse

from appraise_gec.jobs import services
from appraise_gec.jobs.models import State


@pytest.fixture
def job(alice):
    return services.enqueue("tests.silent", {"friend": "bob"}, alice)


@pytest.mark.parametrize(
    ("name", "answer"), [("alice", 200), ("bob", 200), ("root", 200), ("charlie", 404), (None, 404)]
)
def test_only_those_concerned_see_a_job(job, client, request, bob, charlie, root, name, answer):
    if name:
        client.force_login(request.getfixturevalue(name))
    assert client.get(reverse("jobs:status", args=[job.pk])).status_code == answer


@pytest.mark.parametrize("action", ["cancel", "retry"])
@pytest.mark.parametrize(("name", "answer"), [("alice", 302), ("bob", 404), ("root", 302), ("charlie", 404)])
def test_only_the_requester_and_the_operator_change_a_job(
    job, client, request, bob, charlie, root, action, name, answer
):
    client.force_login(request.getfixturevalue(name))
    assert client.post(reverse(f"jobs:{action}", args=[job.pk])).status_code == answer


@pytest.mark.parametrize("action", ["cancel", "retry"])
def test_a_link_changes_nothing(job, client, alice, action):
    client.force_login(alice)
    assert client.get(reverse(f"jobs:{action}", args=[job.pk])).status_code == 405
    job.refresh_from_db()
    assert job.state == State.QUEUED


def test_the_way_back_leads_nowhere_else(job, client, alice):
    client.force_login(alice)
    url = reverse("jobs:cancel", args=[job.pk])
    assert client.post(url, {"next": "/somewhere/?a=1"})["Location"] == "/somewhere/?a=1"
    assert client.post(url, {"next": "https://evil.example/"})["Location"].startswith("/jobs/")


def test_the_status_says_what_a_page_needs(job, client, alice, run_jobs):
    client.force_login(alice)
    url = reverse("jobs:status", args=[job.pk])
    assert client.get(url).json()["state"] == "queued"
    run_jobs()
    answer = client.get(url)
    assert answer.json()["final"] is True
    assert "no-store" in answer["Cache-Control"]


def test_the_page_shows_state_and_bar(job, rf, run_jobs):
    page = render_to_string("jobs/progress.html", {"job": job, "may_change_job": True}, rf.get("/report/"))
    assert "<progress" in page
    assert reverse("jobs:cancel", args=[job.pk]) in page
    run_jobs()
    job.refresh_from_db()
    page = render_to_string("jobs/progress.html", {"job": job, "may_change_job": True}, rf.get("/report/"))
    assert "<progress" not in page
    assert "Done" in page
