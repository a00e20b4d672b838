"""Every address of the site and who may open it. The table's keys must be exactly the site's routes."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

import appraise_gec.urls  # noqa: F401 - loads the actions
from appraise_gec.accounts.models import User
from appraise_gec.report.site.api import Reports
from metrics.models import MetricRun, ReferenceSet
from rankings.actions import ACTIONS
from rankings.api.access import READING
from rankings.models import Assignment, Item, Judge, Membership, Ranking, Report, System
from tests.factories import make_campaign, make_items, make_judge, make_ranking, token_of
from tests.security.conftest import EVERYBODY, address_of

pytestmark = pytest.mark.django_db

SIGNED_IN = EVERYBODY - {"visitor"}
TEAM = {"researcher", "manager", "owner"}
MANAGERS = {"manager", "owner"}
OWNER = {"owner"}
JUDGE = {"judge"}
# The owner staged the uploads and asked for the report; nobody else gets at either's private steps.
MAKERS = {"owner"}
NOBODY: set[str] = set()

# route: (who gets an answer, the keyword arguments of its address)
ROUTES: dict[str, tuple[set[str], tuple[str, ...]]] = {
    "home": (EVERYBODY, ()),
    "health": (EVERYBODY, ()),
    "ready": (EVERYBODY, ()),
    # For a program with the token of the settings (tests/operations/test_seeing.py).
    "prometheus": (NOBODY, ()),
    "favicon": (EVERYBODY, ()),
    "language": (EVERYBODY, ()),
    "script-words": (EVERYBODY, ("language",)),
    "documentation": (EVERYBODY, ()),
    "documentation-page": (EVERYBODY, ("documentation_page",)),
    "account_login": (EVERYBODY, ()),
    # Whoever is in is led home. Visitors are let in between the right password and the second step alone
    # (test_a_password_alone_opens_nothing), and with a passkey.
    "mfa_authenticate": (SIGNED_IN, ()),
    "mfa_login_webauthn": (SIGNED_IN, ()),
    "account_logout": (EVERYBODY, ()),
    "account_reauthenticate": (SIGNED_IN, ()),
    "accounts:demo-sign-in": (NOBODY, ("username",)),
    "people:account": (SIGNED_IN, ()),
    "people:leave": (JUDGE, ("slug",)),
    "people:delete-account": (SIGNED_IN, ()),
    "account_change_password": (SIGNED_IN, ()),
    "accounts:tokens": (SIGNED_IN, ()),
    "accounts:revoke-token": (OWNER, ("token_number",)),
    "mfa_index": (SIGNED_IN, ()),
    "mfa_activate_totp": (SIGNED_IN, ()),
    # What is not there (an app, recovery codes) is not found, nor is, after the password, another's passkey.
    "mfa_deactivate_totp": (NOBODY, ()),
    "mfa_view_recovery_codes": (NOBODY, ()),
    "mfa_generate_recovery_codes": (SIGNED_IN, ()),
    "mfa_add_webauthn": (SIGNED_IN, ()),
    "mfa_remove_webauthn": (SIGNED_IN, ("passkey_number",)),
    "account_reset_password": (EVERYBODY, ()),
    "account_reset_password_done": (EVERYBODY, ()),
    "account_reset_password_from_key": (EVERYBODY, ("uidb36", "password_token")),
    "jobs:status": (MAKERS | TEAM, ("job_id",)),
    "jobs:cancel": (MAKERS, ("job_id",)),
    "jobs:retry": (MAKERS, ("job_id",)),
    "campaigns:new": (MAKERS, ()),
    "campaigns:new-from-file": (MAKERS, ()),
    "campaigns:upload": (MAKERS, ("upload_key",)),
    "campaigns:new-upload": (MANAGERS, ("slug", "upload_kind")),
    "download-campaign": (MANAGERS, ("slug",)),
    "campaigns:desk": (TEAM, ("slug",)),  # researchers are led to the reports
    "campaigns:settings": (MANAGERS, ("slug",)),
    "campaigns:texts": (MANAGERS, ("slug",)),
    "campaigns:design": (MANAGERS, ("slug",)),
    "campaigns:item-browser": (MANAGERS, ("slug",)),
    "campaigns:item": (MANAGERS, ("slug", "number")),
    "item-as-judge": (MANAGERS, ("slug", "number")),
    "campaigns:choose-known": (MANAGERS, ("slug",)),
    "campaigns:survey-file": (MANAGERS, ("slug",)),
    "campaigns:guidelines": (MANAGERS, ("slug",)),
    "campaigns:judges": (MANAGERS, ("slug",)),
    "campaigns:judge": (MANAGERS, ("slug", "judge")),
    "campaigns:judge-hours": (MANAGERS, ("slug",)),
    "join": (EVERYBODY, ("crowd_key",)),
    "link": (EVERYBODY, ("secret",)),
    "reports:overview": (TEAM, ("slug",)),
    "reports:request": (TEAM, ("slug",)),
    "reports:export": (TEAM, ("slug", "format_name")),
    "reports:edit-marks": (TEAM, ("slug",)),
    "reports:report": (TEAM, ("slug", "key")),
    "reports:rankings": (TEAM, ("slug", "key", "format_name")),
    "reports:every": (TEAM, ("slug",)),
    "reports:member": (TEAM, ("slug", "key", "path")),
    "reports:archive": (TEAM, ("slug", "key")),
    "public-report": (EVERYBODY, ("public_token",)),
    "public-file": (EVERYBODY, ("public_token", "public_path")),
    "metrics:overview": (TEAM, ("slug",)),
    "metrics:new": (TEAM, ("slug",)),
    "metrics:run": (TEAM, ("slug", "metric_run")),
    "metrics:file": (TEAM, ("slug", "metric_run", "metric_table", "data_extension")),
    "metrics:sentences": (TEAM, ("slug", "metric_run")),
    "metrics:references": (TEAM, ("slug", "gold")),
    "metrics:references-file": (TEAM, ("slug", "gold", "file_number")),
    "judging:task": (JUDGE, ("slug",)),
    "judging:end": (JUDGE, ("slug",)),
    "judging:survey": (JUDGE, ("slug", "moment")),
    "judging:withdraw-survey": (JUDGE, ("slug",)),
    "judging:next": (JUDGE, ("slug",)),
    "judging:mine": (JUDGE, ("slug",)),
    "judging:item": (JUDGE, ("slug", "assignment")),
    "judging:skip": (JUDGE, ("slug", "assignment")),
    "judging:later": (JUDGE, ("slug", "assignment")),
    "judging:previous": (JUDGE, ("slug", "assignment")),
    "judging:following": (JUDGE, ("slug", "assignment")),
    "judging:draft": (JUDGE, ("slug", "assignment")),
    "judging:preferences": (JUDGE, ("slug",)),
    # They describe what is in the source code, and nothing of a site.
    "api:schema": (EVERYBODY, ()),
    "api:campaigns": (SIGNED_IN, ()),
    "api:campaign": (TEAM, ("slug",)),
    "api:progress": (MANAGERS, ("slug",)),
    "api:history": (MANAGERS, ("slug",)),
    "api:items": (MANAGERS, ("slug",)),
    "api:item": (MANAGERS, ("slug", "number")),
    "api:systems": (MANAGERS, ("slug",)),
    "api:flags": (MANAGERS, ("slug",)),
    "api:leases": (MANAGERS, ("slug",)),
    "api:judges": (MANAGERS, ("slug",)),
    "api:judge": (MANAGERS, ("slug", "judge_number")),
    "api:links": (MANAGERS, ("slug",)),
    "api:team": (MANAGERS, ("slug",)),
    "api:judgments": (TEAM, ("slug",)),
    "report-api:reports": (TEAM, ("slug",)),
    "report-api:report": (TEAM, ("slug", "key")),
    "api:edit-marks": (TEAM, ("slug",)),
    "report-api:report-archive": (TEAM, ("slug", "key")),
    "report-api:report-files": (TEAM, ("slug", "key")),
    "report-api:report-file": (TEAM, ("slug", "key", "path")),
    "api:download": (MANAGERS, ("slug",)),
    "api:jobs": (SIGNED_IN, ()),
    "api:job": (MAKERS, ("job_key",)),
    "api:uploads": (SIGNED_IN, ()),
    "api:upload": (MAKERS, ("new_upload_key",)),
    "api:judge-tasks": (SIGNED_IN, ()),
    "api:judge-task": (JUDGE, ("slug",)),
    "api:judge-item": (JUDGE, ("slug", "assignment")),
    "metrics-api:scores": (TEAM, ("slug",)),
    "metrics-api:one-scores": (TEAM, ("slug", "metric_run")),
    "metrics-api:references": (TEAM, ("slug",)),
    "metrics-api:one-references": (TEAM, ("slug", "gold")),
    "metrics-api:references-file": (TEAM, ("slug", "gold", "file_number")),
    "metrics-api:scores-file": (TEAM, ("slug", "metric_run", "metric_table", "data_extension")),
}
# What names the row of an action, by its kind. The audiences of actions are their roles.
KEYS = {
    Assignment: "leased",
    Item: "number",
    Judge: "judge",
    Membership: "member",
    MetricRun: "metric_run",
    Ranking: "ranking",
    ReferenceSet: "gold",
    System: "system",
    Report: "key",
}
OTHER_KEYS = {
    "known.change": "known_number",
    "known.make": "sentence",
    "link.withdraw": "judges_link",
}
for name, action in ACTIONS.items():
    row = OTHER_KEYS.get(name) or (KEYS[action.of] if action.of else "")
    arguments = ("slug", f"do:{row}") if row else ("slug",)
    ROUTES[f"do:{name}"] = ROUTES[f"api-do:{name}"] = (set(action.roles), arguments)

# What programs change, by route, and the scope that opens it. Every other method but a look is 405.
CHANGES: dict[str, tuple[str, str]] = {
    "metrics-api:scores": ("compute", "POST"),
    "report-api:reports": ("compute", "POST"),
    "report-api:report": ("compute", "DELETE"),
    "api:uploads": ("manage", "POST"),
    "api:upload": ("manage", "POST PATCH DELETE"),
    "api:job": ("manage", "POST DELETE"),
    **dict.fromkeys(("api:judge-task", "api:judge-item"), ("judge", "POST")),
    **{f"api-do:{name}": (str(action.scope), "POST") for name, action in ACTIONS.items()},
}
OPENS = {
    "read": {"read"},
    "compute": {"read", "compute"},
    "manage": {"read", "compute", "manage"},
    "judge": {"judge"},
}
METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE")


def needed_scope(route: str, method: str) -> str | None:
    """The scope that a token needs; None where the address does not take the method."""
    own, changes = CHANGES.get(route, ("", ""))
    if method in changes.split():
        return own
    if method not in {"GET", "HEAD", "OPTIONS"}:
        return None
    return "judge" if route.startswith("api:judge-") else "read"


BETWEEN_STEPS = {"mfa_authenticate", "mfa_login_webauthn"}

# What these routes' forms must say before they do anything; an empty one does for all others.
FORMS: dict[str, dict[str, Any]] = {
    "judging:preferences": {"data": '{"letters": "off"}', "content_type": "application/json"},
    "api:judge-item": {"data": '{"ranks": [1, 2, 3]}', "content_type": "application/json"},
    "reports:request": {"unit": "rankings", "replicates": 20, "confidence": 95, "seed": 1},
}
QUERIES = {"join": "?PROLIFIC_PID=anybody"}


def routes(resolver: URLResolver | None = None, prefix: str = "") -> Iterator[str]:
    for entry in (resolver or get_resolver()).url_patterns:
        if isinstance(entry, URLResolver):
            yield from routes(entry, prefix + (f"{entry.namespace}:" if entry.namespace else ""))
        elif isinstance(entry, URLPattern):
            yield f"{prefix}{entry.name}"


def test_every_route_has_a_decided_audience():
    assert sorted(set(routes())) == sorted(ROUTES)


def answers(client: Client, address: str, form: dict[str, Any] | None = None) -> list[Any]:
    """What the address says to a look and to a form. A refusal may not depend on the method."""
    client.raise_request_exception = False
    sent = form or {}
    for file in sent.values():
        if isinstance(file, SimpleUploadedFile):
            file.seek(0)
    return [client.get(address), client.post(address, **(sent if "content_type" in sent else {"data": sent}))]


def is_refusal(answer: HttpResponse) -> bool:
    led_to = answer.get("Location", "").partition("?")[0]
    return answer.status_code in {401, 403, 404} or led_to == reverse("account_login")


@pytest.mark.parametrize("area", sorted({route.partition(":")[0] for route in ROUTES}))
def test_every_route_answers_its_audience_and_nobody_else(
    world: dict[str, Any], cast: dict[str, User], area: str
):
    wrong, unseen = {}, {}
    for route, (audience, arguments) in ROUTES.items():
        if route.partition(":")[0] != area:
            continue
        address = address_of(route, arguments, world) + QUERIES.get(route, "")
        seen = []
        for role in sorted(EVERYBODY):
            # What one person does must not be there for the next.
            with transaction.atomic():
                client = Client()
                if role != "visitor":
                    client.force_login(cast[role])
                given = answers(client, address, FORMS.get(route))
                transaction.set_rollback(True)
            allowed = role in audience
            if not is_right(given, allowed) or not (allowed or is_hidden(given, role, arguments)):
                wrong[route, role] = [answer.status_code for answer in given]
            if role in audience:
                seen += [answer.status_code for answer in given if not is_refusal(answer)]
        # A route whose page could not be made says nothing about who may see it.
        # Questions come first; every sentence has an item already.
        answered = {200, 201, 202, 204, 302, *({409} if route == "api:judge-next" else ())}
        if audience and not answered & set(seen):
            unseen[route] = seen
    assert not wrong
    assert not unseen


def test_a_password_alone_opens_nothing(world: dict[str, Any], cast: dict[str, User]):
    """Between the steps a person is a visitor: at every address but those of the second step."""
    wrong = {}
    for route, (audience, arguments) in ROUTES.items():
        address = address_of(route, arguments, world) + QUERIES.get(route, "")
        with transaction.atomic():
            client = Client()
            signing_in = {"username": "owner", "password": "correct horse"}
            answer = client.post(reverse("account_login"), signing_in)
            assert answer["Location"] == reverse("mfa_authenticate")
            given = answers(client, address, FORMS.get(route))
            transaction.set_rollback(True)
        if not is_right(given, route in BETWEEN_STEPS or "visitor" in audience):
            wrong[route] = [answer.status_code for answer in given]
    assert not wrong


def is_hidden(given: list[Any], role: str, arguments: tuple[str, ...]) -> bool:
    """Whether a campaign seems not to exist for people outside of its team; visitors are asked to sign in."""
    if "slug" not in arguments or role not in {"stranger", "judge"}:
        return True
    return {answer.status_code for answer in given} <= {404, 405}


def is_right(given: list[Any], is_audience: bool) -> bool:
    if any(answer.status_code >= 500 for answer in given):
        return False
    refusals = [is_refusal(answer) for answer in given]
    if is_audience:
        return not all(refusals)
    closed = [refused or answer.status_code == 405 for answer, refused in zip(given, refusals, strict=True)]
    return all(closed) and any(refusals)


@pytest.mark.parametrize("scope", OPENS)
def test_every_route_of_programs_keeps_to_the_scope_of_the_token(
    world: dict[str, Any], cast: dict[str, User], scope: str
):
    tokens = {role: token_of(cast[role], scope) for role in ("owner", "judge")}
    api = {route for route in ROUTES if route.partition(":")[0] in {"api", "api-do", "metrics-api"}} - {
        "api:schema"
    }
    assert len(api) >= 60
    wrong = {}
    for route in api:
        role = "judge" if ROUTES[route][0] == JUDGE else "owner"
        client = Client(headers={"Authorization": f"Bearer {tokens[role]}"})
        for method in METHODS:
            with transaction.atomic():
                answer = client.generic(
                    method, address_of(route, ROUTES[route][1], world), b"{}", "application/json"
                )
                transaction.set_rollback(True)
            needed = needed_scope(route, method)
            if needed is None:
                right = answer.status_code == 405
            elif needed in OPENS[scope]:
                # An empty wish may lack something, or not be possible now, but it was looked at.
                looked = {200, 201, 204, 400, 409, 415, 422}
                right = answer.status_code in ({200} if method in {"GET", "HEAD", "OPTIONS"} else looked)
            else:
                # The answer to HEAD has no body.
                right = answer.status_code == 403 and (
                    method == "HEAD" or f"scope {needed}" in answer.json()["detail"]
                )
            if not right:
                wrong[route, method] = (answer.status_code, answer.content[:200])
    assert not wrong


def test_a_method_that_names_no_scope_is_closed_to_tokens(
    world: dict[str, Any], cast: dict[str, User], monkeypatch: pytest.MonkeyPatch
):
    """A new way to change something is not open to every token because somebody forgot a line."""
    monkeypatch.setattr(Reports, "needs", READING)
    client = Client(headers={"Authorization": f"Bearer {token_of(cast['owner'])}"})
    answer = client.post(address_of("report-api:reports", ("slug",), world), {}, "application/json")
    assert (answer.status_code, answer.json()["detail"]) == (403, "Tokens may not do this.")


# What names one row of a campaign. The others name acts, tables, formats, or rows by their place.
ROWS = frozenset(
    {
        *("judge", "member", "number", "ranking", "leased", "known_number", "judges_link"),
        *("assignment", "key", "job_id", "metric_run", "study", "gold"),
        *("paper", "archive", "upload_key"),
        *("judge_number"),
        *("system", "job_key"),
    }
)


def test_rows_of_another_campaign_do_not_exist(world: dict[str, Any], cast: dict[str, User]):
    """Neither below the address of their own campaign nor below that of one's own."""
    own = make_campaign("letters", owner=cast["stranger"])
    for made in (make_judge(own, "J1"), make_judge(own, "J2")):
        make_ranking(made, own.items.first() or make_items(own)[0])
    client = Client()
    client.force_login(cast["stranger"])
    asked, wrong = 0, {}
    for route, (_, arguments) in ROUTES.items():
        if "slug" not in arguments:
            continue
        for slug in ("essays", "letters"):
            if slug == "letters" and not ROWS & set(arguments):
                continue
            asked += 1
            address = address_of(route, arguments, {**world, "slug": slug, "number": 99, "known_number": 99})
            with transaction.atomic():
                given = answers(client, address, FORMS.get(route))
                transaction.set_rollback(True)
            if not {answer.status_code for answer in given} <= {404, 405}:
                wrong[route, slug] = [answer.status_code for answer in given]
    assert asked > 150
    assert not wrong
