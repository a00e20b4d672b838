"""The judgments of 2015 are imported, and the report on the site is the published one."""

import json
from collections.abc import Callable
from pathlib import Path

from tests.stories.campaigns import ranking, report
from tests.stories.person import Person, file


def test_the_published_judgments_give_the_published_report(
    manager: Person, shared: Path, run_jobs: Callable[[], int]
) -> None:
    data = shared / "data" / "gjg15"
    outputs = sorted((data / "outputs").iterdir())
    source = next(one for one in outputs if one.name == "INPUT")
    manager.follow("New campaign").fill({"Title": "GJG15", "Source file": source, "System outputs": outputs})
    published = (data / "judgments.xml").read_bytes()
    manager.fill({"One document": True, "File with judgments": file("judgments.xml", published)})
    manager.press("Go to the preview")
    run_jobs()
    manager.again().sees("1,312", "Every judgment fits", "2,319").press("Create")
    run_jobs()
    manager.visit("/").sees("2,319").follow("GJG15").follow("Report")
    manager.follow("Choose the settings")
    manager.fill({"Replicates": 1000}).press("Compute the report", within="Replicates")
    assert run_jobs()

    # Table 3c of the paper, of four clusters.
    table = ranking(report(manager, "GJG15").sees("13 systems"), "Expected Wins, pairs resampled")
    assert table[0] == ["1", "1", "AMU", "0.628"]
    assert table[-1] == ["4", "13", "IPN", "0.300"]
    manager.sees("20,516", "5,694", "109,098", "59,117")
    manager.sees("0.29", "Weak", "0.455", "Moderate")
    assert manager.download("Result XML") == published
    whole = json.loads(manager.download("report.json"))
    assert whole["result"]["total"]["rankings"] == 2319
