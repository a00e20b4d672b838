"""The worked stories: every command is run, and every line that they show is one that comes out."""

from dataclasses import replace
from pathlib import Path

import pytest

from docsite.demo_site import demo_site
from tests.conftest import CHECKOUT
from tests.docsite.stories import follow, reader, steps_of


def test_the_2015_paper_in_ten_minutes(shared: Path, tmp_path: Path) -> None:
    for name in ("gjg15", "conll14"):
        (tmp_path / name).symlink_to(shared / "data" / name)
    steps = steps_of(CHECKOUT / "docs" / "story-2015.md", tmp_path)
    assert len(steps) >= 8
    assert not follow(steps, tmp_path, reader(tmp_path))


@pytest.mark.operations
@pytest.mark.nightly
def test_your_eight_systems_end_to_end(tmp_path: Path) -> None:
    (tmp_path / "rankings").symlink_to(CHECKOUT / "rankings")
    steps = steps_of(CHECKOUT / "docs" / "story-eight-systems.md", tmp_path)
    assert len(steps) >= 12
    with demo_site(tmp_path) as address:
        there = [
            replace(step, command=step.command.replace("http://localhost:8000", address)) for step in steps
        ]
        assert there != steps
        assert not follow(there, tmp_path, reader(tmp_path))
