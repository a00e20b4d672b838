"""Pages that describe the API: for anybody, about every call, and as strict as the rest of the site."""

import re
from typing import Any

import pytest
import yaml
from django.test import Client
from django.urls import reverse

from rankings.api.reference import groups_of
from rankings.api.reference_pages import groups
from rankings.api.schema import current_schema
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db


def page(address: str) -> str:
    answer = Client().get(address)
    assert answer.status_code == 200
    assert "script-src 'self'" in answer["Content-Security-Policy"]
    text = answer.content.decode()
    assert not re.search(r"<script(?![^>]*\bsrc=)|\bstyle=|<style|(src|href)=.https?://", text)
    return text


def test_every_call_has_its_place() -> None:
    document = yaml.safe_load(current_schema())
    front = page(reverse("api-reference"))
    pages = {group: page(reverse("api-reference-group", args=[group])) for group in groups()}
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            (group,) = (key for key in groups() if f'id="{operation["operationId"]}"' in pages[key])
            heading = f'<span class="api-method">{method.upper()}</span> <code>{path}</code>'
            assert heading in pages[group]
            assert f"{group}/#{operation['operationId']}" in front


def test_fields_are_those_of_the_document() -> None:
    calls = {(call.method, call.path): call for group in groups().values() for call in group.calls}
    asked = calls["POST", "/api/v1/campaigns/{slug}/reports/"]
    fields = {field.name: field for field in asked.fields}
    assert fields["unit"].kind == 'one of sentences, rankings, judges, pairs; default "sentences"'
    assert fields["replicates"].kind == "integer; 1 to 20000; default 10000"
    assert [answer.status for answer in asked.answers] == ["200", "201"]
    judges = calls["GET", "/api/v1/campaigns/{slug}/judges/"].answers[0]
    quota = next(field for field in judges.fields if field.name == "results[].quota")
    assert quota.kind.endswith(", or null")
    assert calls["POST", "/api/v1/judging/{slug}/next/"].is_for_judges
    assert not asked.is_for_judges
    text = page(reverse("api-reference-group", args=["reports"]))
    assert "replicates" in text
    assert "1 to 20000" in text


def test_a_document_that_refers_to_itself_ends() -> None:
    tree: dict[str, Any] = {"type": "object", "properties": {"children": {"type": "array"}}}
    tree["properties"]["children"]["items"] = {"$ref": "#/components/schemas/Tree"}
    operation = {
        "operationId": "get_tree",
        "tags": ["tree"],
        "responses": {
            "200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Tree"}}}}
        },
    }
    document = {"paths": {"/api/v1/tree/": {"get": operation}}, "components": {"schemas": {"Tree": tree}}}
    (call,) = groups_of(document)["tree"].calls
    assert call.answers[0].fields[0].name == "children"
    assert len(call.answers[0].fields) < 10


def test_unknown_groups_are_not_found() -> None:
    assert Client().get(reverse("api-reference-group", args=["nothing"])).status_code == 404


def test_it_is_found_from_the_tokens(client: Client, alice: Any) -> None:
    make_campaign("essays", owner=alice)
    client.force_login(alice)
    assert reverse("api-reference") in client.get(reverse("accounts:tokens")).content.decode()
    assert client.get("/api/v1/").json()["reference"].endswith(reverse("api-reference"))
    assert reverse("accounts:tokens") in client.get(reverse("api-reference")).content.decode()
