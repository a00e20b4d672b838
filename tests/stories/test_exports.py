"""Rankings leave the site in every format, and come back from those that hold them whole."""

import csv
import io
import json
from xml.etree import ElementTree

from tests.stories.campaigns import (
    by_taste,
    judge_all,
    judges,
    make_campaign,
    open_campaign,
    report,
    start,
    upload,
)
from tests.stories.person import Person, file

WHOLE = {"judgments.xml": "Result XML", "judgments.csv": "CSV, one row", "judgments.json": "JSON"}


def test_exports_in_all_formats_and_back(manager: Person) -> None:
    make_campaign(manager, items=6, judges_each=2)
    ann, ben = judges(manager, "Ann", "Ben")
    open_campaign(manager)
    start(ann).fill({"The text is broken": True}).press("Flag and continue")
    assert judge_all(ann) == 5
    assert judge_all(ben, ranks=lambda outputs: by_taste(outputs)[::-1]) == 6

    report(manager)
    links = [one for one in manager.page.all("a") if "download" in one.attributes]
    names = [link.words for link in links]
    assert len(names) > 5
    for name in names:
        assert len(manager.download(name)) > 100, name
    files = {name: manager.download(words) for name, words in WHOLE.items()}
    rows = list(csv.DictReader(io.StringIO(files["judgments.csv"].decode())))
    assert {row["judge"] for row in rows} == {"Ann", "Ben"}
    items = ElementTree.fromstring(files["judgments.xml"]).iter("ranking-item")
    assert [item.get("user") for item in items].count("Ben") == 6
    assert len(json.loads(files["judgments.json"])["judgments"]) == 12

    for name, content in files.items():
        title = f"Copy by {name}"
        upload(manager, title).press("Create")
        report(manager, title).follow("Import judgments")
        manager.fill({"File with judgments": file(name, content)}).press("Go to the preview").sees(
            "Ann", "Ben"
        )
        manager.press("Import").sees("12 rankings")
        assert report(manager, title).download(WHOLE[name]) == content


def test_a_wrong_file_of_judgments_is_told_by_line(manager: Person) -> None:
    upload(manager, "Animals").press("Create")
    wrong = (
        '<appraise-results>\n<error-correction-ranking-result id="a" source-language="" target-language="">\n'
        '<ranking-item id="0" doc-id="d" src-id="77" duration="00:00:10" user="amber">\n'
        '<translation system="NORTH" rank="1"/>\n<translation system="OMEGA" rank="2"/>\n'
        "</ranking-item>\n</error-correction-ranking-result>\n</appraise-results>\n"
    )
    report(manager).follow("Import judgments")
    manager.fill({"File with judgments": file("mine.xml", wrong)}).press("Go to the preview")
    manager.sees("mine.xml", "77", "OMEGA")
    assert not manager.offers("Import 1")
    manager.fill({"File with judgments": file("mine.xml", b"PK\x03\x04")}).press("Read again").sees(
        "mine.xml"
    )
    report(manager).sees("no rankings")
