"""docs/threat-model.md: every test that it names exists, and so does every answer to a threat."""

import ast
import re

import pytest

from tests.conftest import CHECKOUT

PAGE = (CHECKOUT / "docs" / "threat-model.md").read_text(encoding="utf-8")
NAMED = sorted(set(re.findall(r"`(tests/[\w/.]+)(?:::(\w+))?`", PAGE)))


@pytest.mark.parametrize(("path", "test"), NAMED, ids=lambda text: text)
def test_every_named_test_exists(path: str, test: str):
    tree = ast.parse((CHECKOUT / path).read_text(encoding="utf-8"))
    tests = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    assert not test or test in tests
    assert any(name.startswith("test_") for name in tests)


def test_every_threat_names_its_test():
    table = PAGE.split("## Threats, and what holds them")[1].split("## Accepted")[0]
    rows = [line for line in table.splitlines() if line.startswith("|")][2:]
    assert len(rows) >= 20
    assert [row for row in rows if "`tests/" not in row.rsplit("|", 2)[1]] == []
