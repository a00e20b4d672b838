"""What a participant does: come in by the public link, and rank all that is left."""

from django.test import Client
from django.utils import timezone

from rankings.judging.assignment import next_assignment
from rankings.models import Assignment, Judge
from tests.factories import make_ranking

PID = "5f1a2b3c4d5e6f7a8b9c0d1e"
OTHER_PID = "6f1a2b3c4d5e6f7a8b9c0d1e"


def come_in(link: str) -> tuple[Client, Judge]:
    client = Client()
    answer = client.post(link)
    assert answer.status_code == 302, answer.content.decode()
    return client, Judge.objects.get(user_id=int(client.session["_auth_user_id"]))


def do_everything(judge: Judge) -> None:
    """Rank all that is left, as the judge's pages would have it."""
    judge = Judge.objects.select_related("campaign").get(pk=judge.pk)
    while found := next_assignment(judge):
        make_ranking(judge, found.item)
        Assignment.objects.filter(pk=found.pk).update(state="done", finished_at=timezone.now())
