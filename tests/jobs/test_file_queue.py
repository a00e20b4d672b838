"""The queue of a site without Redis holds whole messages, and survives broken ones."""

import json
from collections.abc import Iterator
from pathlib import Path
from queue import Empty
from typing import Any

import pytest
from kombu import Connection

from appraise_gec.celery import app
from appraise_gec.jobs.file_queue import Transport


@pytest.fixture
def channel(tmp_path: Path) -> Iterator[Any]:
    folders = ("data_folder_in", "data_folder_out", "control_folder")
    options = dict.fromkeys(folders, str(tmp_path))
    assert app.conf.broker_url
    with Connection("filesystem://localhost/", transport_options=options) as connection:
        assert isinstance(connection.transport, Transport)
        yield connection.default_channel


def test_messages_arrive_once_and_leave_nothing_behind(channel: Any, tmp_path: Path) -> None:
    for number in range(3):
        channel._put("jobs", {"number": number})
    channel._put("other", {"number": 3})
    assert sorted(channel._get("jobs")["number"] for _ in range(3)) == [0, 1, 2]
    with pytest.raises(Empty):
        channel._get("jobs")
    assert [path.name.partition(".")[2] for path in tmp_path.iterdir()] == ["other.msg"]


def test_a_message_has_its_name_only_when_it_is_whole(
    channel: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace = Path.replace
    found: list[Any] = []

    def look_first(path: Path, target: Path) -> Path:
        with pytest.raises(Empty):
            channel._get("jobs")
        found.append(json.loads(path.read_text(encoding="utf-8")))
        return replace(path, target)

    monkeypatch.setattr(Path, "replace", look_first)
    channel._put("jobs", {"whole": True})
    assert found == [{"whole": True}]
    assert channel._get("jobs") == {"whole": True}


@pytest.mark.parametrize("broken", [b"", b'{"half": ', b"\xff"])
def test_a_broken_message_is_dropped(channel: Any, tmp_path: Path, broken: bytes) -> None:
    (tmp_path / "0_broken.jobs.msg").write_bytes(broken)
    channel._put("jobs", {"number": 1})
    with pytest.raises(Empty):
        channel._get("jobs")
    assert channel._get("jobs") == {"number": 1}
