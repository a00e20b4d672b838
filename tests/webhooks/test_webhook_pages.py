"""Webhooks on the pages of managers, and by program."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from appraise_gec.accounts.models import User
from appraise_gec.client.webhooks import read_message
from rankings.models import Campaign, Webhook, WebhookDelivery
from rankings.webhooks.sending import request_due
from rankings.webhooks.services import add_webhook
from tests.factories import make_campaign, token_of
from tests.webhooks.conftest import Receiver

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("private")]


@pytest.fixture
def essays(alice: User) -> Campaign:
    cache.clear()
    return make_campaign("essays", owner=alice)


@pytest.fixture
def page(client: Client, alice: User, essays: Campaign) -> Client:
    client.force_login(alice)
    return client


@pytest.fixture
def api(alice: User, essays: Campaign) -> APIClient:
    program = APIClient()
    program.credentials(HTTP_AUTHORIZATION=f"Bearer {token_of(alice, 'manage')}")
    return program


def test_a_manager_adds_tests_and_removes_a_webhook(
    page: Client, receiver: Receiver, run_jobs: Callable[[], int]
) -> None:
    overview = reverse("webhooks:overview", args=["essays"])
    assert overview in page.get(reverse("campaigns:settings", args=["essays"])).content.decode()
    wrong = page.post(overview, {"url": "ftp://x/", "events": ["report.ready"]})
    assert (wrong.status_code, "https://" in wrong.content.decode()) == (422, True)
    none = page.post(overview, {"url": receiver.url})
    assert (none.status_code, "Choose at least one event" in none.content.decode()) == (422, True)
    made = page.post(overview, {"url": receiver.url, "events": ["report.ready"]})
    secret = made.context["secret"]
    assert secret in made.content.decode()
    webhook = Webhook.objects.get()
    one = reverse("webhooks:webhook", args=["essays", webhook.pk])
    assert secret not in page.get(one).content.decode()
    assert receiver.url in page.get(overview).content.decode()

    def act(name: str) -> Any:
        return page.post(reverse("webhooks:change", args=["essays", webhook.pk, name]), follow=True)

    receiver.answers = [500]
    assert "on its way" in act("test").content.decode()
    assert request_due() == 1
    run_jobs()
    shown = page.get(one).content.decode()
    assert "1 failed try" in shown
    assert ">500<" in shown
    delivery = WebhookDelivery.objects.get()
    again = page.post(reverse("webhooks:resend", args=["essays", webhook.pk, delivery.key]), follow=True)
    assert "on its way again" in again.content.decode()
    run_jobs()
    request_due()
    run_jobs()
    assert read_message(secret, *receiver.got[-1]).event == "test"
    assert "delivered" in page.get(one).content.decode()
    assert "switched off" in act("off").content.decode()
    assert act("on").status_code == 200
    fresh = act("secret").context["secret"]
    assert fresh != secret
    assert act("nothing").status_code == 404
    act("test")
    remove = reverse("webhooks:remove", args=["essays", webhook.pk])
    assert f'href="{remove}"' in page.get(one).content.decode()
    asked = page.get(remove).content.decode()
    assert receiver.url in asked
    assert "1 message that still waits is not sent" in asked
    assert Webhook.objects.exists()
    assert "The webhook is removed" in page.post(remove, follow=True).content.decode()
    assert not Webhook.objects.exists()


def test_a_webhook_of_another_campaign_does_not_exist(page: Client, api: APIClient, bob: User) -> None:
    foreign = make_campaign("foreign", owner=bob)
    webhook = Webhook.objects.create(campaign=foreign, url="https://a.example/", sealed_secret="x", site="")
    delivery = WebhookDelivery.objects.create(webhook=webhook, event="test", subject="", body="{}")
    assert page.get(reverse("webhooks:webhook", args=["essays", webhook.pk])).status_code == 404
    resend = reverse("webhooks:resend", args=["essays", webhook.pk, delivery.key])
    assert page.post(resend).status_code == 404
    base = "/api/v1/campaigns/essays/webhooks/"
    assert api.get(f"{base}{webhook.pk}/").status_code == 404
    assert api.get(f"{base}{webhook.pk}/deliveries/{delivery.key}/").status_code == 404
    assert api.post("/api/v1/campaigns/foreign/webhooks/", {}, format="json").status_code == 404


def test_the_same_by_program(api: APIClient, receiver: Receiver, run_jobs: Callable[[], int]) -> None:
    base = "/api/v1/campaigns/essays/webhooks/"
    wrong = api.post(base, {"target": "https://10.0.0.1:0/", "events": ["report.ready"]}, format="json")
    assert (wrong.status_code, "machine" in wrong.json()["detail"]) == (409, True)
    unknown = api.post(base, {"target": receiver.url, "events": ["nothing"]}, format="json")
    assert (unknown.status_code, list(unknown.json()["errors"])) == (400, ["events"])
    made = api.post(base, {"target": receiver.url, "events": ["report.ready"]}, format="json")
    assert (made.status_code, made.json()["enabled"]) == (201, True)
    where = made["Location"]
    assert "secret" not in api.get(where).json()
    seen = api.get(where)["ETag"]
    changed = {"events": ["item.flagged", "report.ready"]}
    assert api.patch(where, changed, format="json", headers={"If-Match": seen}).status_code == 200
    assert api.patch(where, changed, format="json", headers={"If-Match": seen}).status_code == 412

    test = api.post(f"{where}deliveries/", {}, format="json")
    assert (test.status_code, test.json()["state"]) == (201, "waiting")
    request_due()
    run_jobs()
    assert read_message(made.json()["secret"], *receiver.got[0]).id == test.json()["key"]
    (listed,) = api.get(f"{where}deliveries/").json()["results"]
    assert (listed["state"], listed["status"], listed["tries"]) == ("delivered", 200, 1)
    assert api.post(listed["url"]).json()["state"] == "waiting"
    secret = api.post(f"{where}secret/", {}, format="json").json()["secret"]
    request_due()
    run_jobs()
    assert read_message(secret, *receiver.got[1]).id == test.json()["key"]
    assert api.patch(where, {"enabled": False}, format="json").json()["enabled"] is False
    assert api.post(f"{where}deliveries/", {}, format="json").status_code == 409
    assert api.delete(where).status_code == 204
    assert api.get(base).json() == []


def test_why_a_message_did_not_arrive_is_said_in_the_readers_language(page: Client, alice: User) -> None:
    webhook, _secret = add_webhook(
        Campaign.objects.get(),
        "https://hooks.example.org/",
        ["report.ready"],
        alice,
        site="https://example.org",
    )
    reasons = {
        "The name leads to no public address.": "Der Name führt zu keiner öffentlichen Adresse.",
        "No answer within 10 seconds.": "Keine Antwort innerhalb von 10 Sekunden.",
        "The certificate is not valid: certificate has expired.": "Das Zertifikat ist nicht gültig: "
        "certificate has expired.",
        "of an earlier version": "of an earlier version",
    }
    for error in reasons:
        WebhookDelivery.objects.create(
            webhook=webhook, event="report.ready", subject=error[:20], body="{}", tries=1, error=error
        )
    address = reverse("webhooks:webhook", args=["essays", webhook.pk])
    for language, told in (("en", reasons.keys()), ("de", reasons.values())):
        shown = page.get(address, headers={"accept-language": language}).content.decode()
        assert [text for text in told if text not in shown] == []
    german = {"accept-language": "de"}
    overview = reverse("webhooks:overview", args=["essays"])
    refused = page.post(overview, {"url": "ftp://x/", "events": ["report.ready"]}, headers=german)
    assert "Die Adresse muss mit https:// beginnen." in refused.content.decode()
