"""What people change in the browser, programs change too, or the document says why not."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

import appraise_gec.urls  # noqa: F401 - loads the actions
from rankings.actions import ACTIONS
from tests.conftest import CHECKOUT

DOCUMENT = (CHECKOUT / "docs" / "api.md").read_text(encoding="utf-8")
OF_PROGRAMS = ("api:", "api-do:", "metrics-api:", "report-api:")

# Pages that change something, and the calls that do it.
CALLS: dict[str, tuple[str, ...]] = {
    "campaigns:new": ("POST api:uploads",),
    "campaigns:new-from-file": ("POST api:uploads",),
    "campaigns:new-upload": ("POST api:uploads",),
    "campaigns:upload": ("POST api:upload", "PATCH api:upload", "DELETE api:upload"),
    "reports:request": ("POST report-api:reports",),
    "jobs:cancel": ("DELETE api:job",),
    "jobs:retry": ("POST api:job",),
    "metrics:new": ("POST metrics-api:scores",),
    "judging:next": ("POST api:judge-task",),
    "judging:item": ("POST api:judge-item",),
    "judging:skip": ("POST api:judge-item",),
    "judging:later": ("POST api:judge-item",),
}
CALLS |= {f"do:{name}": (f"POST api-do:{name}",) for name in ACTIONS}
# Pages that change something that no program can: as the document names it in its table of those.
ONLY_ON_PAGES: dict[str, tuple[str, ...]] = {
    "your own account": (
        *("people:account", "people:leave", "people:delete-account", "link", "join"),
        *("account_login", "account_logout", "account_reauthenticate", "account_change_password"),
        *("account_reset_password", "account_reset_password_done", "account_reset_password_from_key"),
        *("mfa_authenticate", "mfa_login_webauthn", "mfa_index", "mfa_activate_totp", "mfa_deactivate_totp"),
        *("mfa_add_webauthn", "mfa_remove_webauthn", "mfa_view_recovery_codes"),
        *("mfa_generate_recovery_codes", "accounts:demo-sign-in", "accounts:tokens", "accounts:revoke-token"),
        *("language", "judging:preferences"),
    ),
    "preview of guidelines": ("campaigns:guidelines", "item-as-judge"),
    "answering the survey": ("judging:survey", "judging:withdraw-survey"),
    "drafts": ("judging:draft",),
}


def views(resolver: URLResolver | None = None, prefix: str = "") -> Iterator[tuple[str, Callable[..., Any]]]:
    for entry in (resolver or get_resolver()).url_patterns:
        if isinstance(entry, URLResolver):
            yield from views(entry, prefix + (f"{entry.namespace}:" if entry.namespace else ""))
        elif isinstance(entry, URLPattern):
            yield f"{prefix}{entry.name}", entry.callback


def takes_posts(view: Any) -> bool:
    """Whether a view may take a POST: all but those that Django's decorators close to it."""
    while view is not None:
        for cell in getattr(view, "__closure__", None) or ():
            kept = cell.cell_contents
            if isinstance(kept, list) and "GET" in kept and "POST" not in kept:
                return False
        view = getattr(view, "__wrapped__", None)
    return True


# They take any method, and only look.
LOOKING = {"home", "health", "ready", "favicon"}


def test_every_page_that_changes_something_has_its_call_or_its_reason() -> None:
    changing = {name for name, view in views() if takes_posts(view) and not name.startswith(OF_PROGRAMS)}
    excused = [route for routes in ONLY_ON_PAGES.values() for route in routes]
    assert len(excused) == len(set(excused))
    assert not set(CALLS) & set(excused)
    assert sorted(changing - LOOKING) == sorted({*CALLS, *excused})


@pytest.mark.parametrize("call", sorted({call for calls in CALLS.values() for call in calls}))
def test_every_call_exists(call: str) -> None:
    method, route = call.split()
    namespace, name = route.split(":")
    (view,) = {callback for known, callback in views() if known == f"{namespace}:{name}"}
    assert hasattr(view.cls, method.lower())  # type: ignore[attr-defined]


def test_the_document_names_what_only_pages_can_and_why() -> None:
    table = DOCUMENT.split("## Only in the browser")[1].split("\n## ")[0]
    rows = dict(re.findall(r"^\| ([^|]+?) \| ([^|]+?) \|$", table, re.M))
    del rows["what"]
    rows.pop("---", None)
    assert sorted(rows) == sorted(ONLY_ON_PAGES)
    assert all(len(reason) > 15 for reason in rows.values())
