"""Pages that describe the API: for anybody, about every call, and as strict as the rest of the site."""

import re

import pytest
import yaml
from django.test import Client
from django.urls import reverse

from rankings.api.reference_pages import groups
from rankings.api.schema import current_schema

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
