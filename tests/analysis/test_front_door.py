"""The names that notebooks import."""

import contextlib
import io
import re

from tests.conftest import CHECKOUT

PAGE = (CHECKOUT / "docs" / "library.md").read_text(encoding="utf-8")


def test_the_example_prints_the_published_numbers(shared, monkeypatch):
    _, example = re.findall(r"```python\n(.*?)```", PAGE, flags=re.DOTALL)
    monkeypatch.chdir(shared / "data" / "gjg15")
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(example, {})  # noqa: S102 - our own page
    lines = printed.getvalue().splitlines()
    assert lines[0].startswith("1 AMU 0.628 1 ")
    assert lines[12].split()[:3] == ["13", "IPN", "0.3"]
    assert lines[14].startswith("0.29269858555700")
