"""Every address and action that a template names exists, also on pages that no other test opens."""

import re

from django.urls import URLPattern, URLResolver, get_resolver

from tests.conftest import CHECKOUT

NAMED = re.compile(r"""{% url ["']([^"']+)["']""")
ACTS = re.compile(r"""{% act ["']([^"']+)["']""")


def names(resolver: URLResolver, prefix: str = "") -> set[str]:
    found = set()
    for entry in resolver.url_patterns:
        if isinstance(entry, URLResolver):
            found |= names(entry, f"{prefix}{entry.namespace}:" if entry.namespace else prefix)
        elif isinstance(entry, URLPattern):
            found.add(f"{prefix}{entry.name}")
    return found


def test_templates_name_addresses_that_exist() -> None:
    templates = [path for path in (CHECKOUT / "templates").rglob("*") if path.is_file()]
    named = {
        name
        for path in templates
        for text in [path.read_text(encoding="utf-8")]
        for name in (*NAMED.findall(text), *(f"do:{act}" for act in ACTS.findall(text)))
    }
    assert len(named) > 60
    assert named - names(get_resolver()) == set()
