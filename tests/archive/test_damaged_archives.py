"""Archives that are damaged, edited or hostile: refused with file and line, and nothing is stored."""

import io
import json
import zipfile
from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from appraise_gec.accounts.models import User
from rankings.archive.reading import Archive
from rankings.archive.storing import look_at
from rankings.formats.records import FormatError
from rankings.models import Campaign, Judge
from tests.archive.conftest import files_of, read_back
from tests.damaged import damaged

pytestmark = pytest.mark.django_db
Files = dict[str, bytes]


def packed(files: Files, compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", compression) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return target.getvalue()


def replaced(name: str, old: str, new: str) -> Callable[[Files], None]:
    def edit(files: Files) -> None:
        assert old.encode() in files[name], (name, old, files[name])
        files[name] = files[name].replace(old.encode(), new.encode(), 1)

    return edit


def about(**changes: Any) -> Callable[[Files], None]:
    def edit(files: Files) -> None:
        files["archive.json"] = json.dumps({**json.loads(files["archive.json"]), **changes}).encode()

    return edit


def bomb(files: Files) -> None:
    files["ranks.jsonl"] = b"0" * 9_000_000


@pytest.mark.parametrize(
    ("edit", "problem"),
    [
        (lambda files: files.pop("ranks.jsonl"), "ranks.jsonl: The file is missing"),
        (lambda files: files.pop("archive.json"), "There is no archive.json in it"),
        (about(format=2), 'archive.json: Expected the format 1, not "2"'),
        (about(names="some"), "archive.json: It cannot be read: Expected `bool`"),
        (bomb, "It unpacks to more than is accepted"),
        (replaced("ranks.jsonl", "{", "{,"), "ranks.jsonl:1: This line is not as expected: "),
        (replaced("ranks.jsonl", "{", "[" * 3000 + "{"), "ranks.jsonl:1: "),
        (replaced("ranks.jsonl", '"rank":2', '"rank":"two"'), "rank: “two” value must be an integer"),
        (replaced("ranks.jsonl", '"rank":2', '"other":2'), '"other" is not known here'),
        (replaced("ranks.jsonl", '"rank":1,', ""), "ranks.jsonl:1: rank: it is missing"),
        (replaced("ranks.jsonl", '"output":1', '"output":[1]'), "output: there is no such row"),
        (replaced("rankings.jsonl", '"Quillfeather"', '"Nobody"'), "rankings.jsonl:1: judge: there is no"),
        (replaced("judges.jsonl", "Zephyrine", "Quillfeather"), "judges.jsonl:2: name: "),
        (replaced("campaign.jsonl", '"title":"', '"title":"\\ud800'), "campaign.jsonl:1: "),
        (replaced("campaign.jsonl", '"title":"', '"title":"\\u0000'), "has a NUL"),
        (replaced("campaign.jsonl", "\n", "\n{}\n"), "campaign.jsonl:2: Expected one campaign"),
        (replaced("campaign.jsonl", '"kind":"choice"', '"kind":"joke"'), "campaign.jsonl:1: survey: "),
        (replaced("items.jsonl", '"equal":', '"same":'), "expected: "),
    ],
)
def test_what_cannot_be_read_is_refused_at_the_first_look(
    archives: dict[bool, bytes], edit: Any, problem: str
) -> None:
    files = files_of(archives[True])
    edit(files)
    with pytest.raises(FormatError) as caught:
        look_at(Archive(io.BytesIO(packed(files)), "essays.zip"))
    assert problem in "\n".join(str(problem) for problem in caught.value.problems)


@pytest.mark.parametrize(
    ("edit", "problem"),
    [
        (replaced("ranks.jsonl", '{"ranking":1,"output":2', '{"ranking":1,"output":1'), "ranks.jsonl:2: "),
        (
            replaced("ranks.jsonl", '{"ranking":1,"output":1', '{"ranking":1,"output":9'),
            "ranks.jsonl: output",
        ),
        (
            replaced("judges.jsonl", "Zephyrine", "QUILLFEATHER"),
            "judges.jsonl:2: The row contradicts the rule: judge name",
        ),
        (replaced("items.jsonl", '"repeat"', '"judging"'), "contradicts the rule: item purpose known"),
        (replaced("items.jsonl", "[[0,1]]", "[[0,9]]"), "items.jsonl: expected: there is no such output"),
        (replaced("assignments.jsonl", "[2,0,1]", "[2,0,0]"), "assignments.jsonl: order: expected every"),
    ],
)
def test_rows_that_contradict_each_other_store_nothing(
    archives: dict[bool, bytes], alice: User, edit: Any, problem: str
) -> None:
    files = files_of(archives[True])
    edit(files)
    before = [model.objects.count() for model in (Campaign, Judge, User)]
    with pytest.raises(FormatError) as caught:
        read_back(packed(files), alice, slug="a-copy")
    assert problem in str(caught.value.problems[0])
    assert [model.objects.count() for model in (Campaign, Judge, User)] == before


@given(data=st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50, deadline=None)
def test_no_damage_ends_in_anything_but_a_refusal(
    archives: dict[bool, bytes], alice: User, data: st.DataObject
) -> None:
    before = Campaign.objects.count()
    whole = archives[True]
    if data.draw(st.booleans()):
        content = data.draw(damaged([whole]))
    else:
        files = files_of(whole)
        for name in data.draw(st.lists(st.sampled_from(sorted(files)), min_size=1, max_size=3, unique=True)):
            files[name] = data.draw(damaged([files[name]]))
        content = packed(files, zipfile.ZIP_STORED)
    try:
        with transaction.atomic():
            look_at(Archive(io.BytesIO(content), "essays.zip"))
            read_back(content, alice, slug="damaged")
            transaction.set_rollback(True)
    except FormatError as refusal:
        assert str(refusal).strip()
    assert Campaign.objects.count() == before
