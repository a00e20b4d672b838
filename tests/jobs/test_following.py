"""Who may follow a job and call it off, and what they are shown."""

import pytest
from django.urls import reverse

from appraise_gec.jobs import services


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
