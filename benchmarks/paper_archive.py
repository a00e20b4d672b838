"""How long `paper.zip` of the published 2015 judgments takes, and how large it is, as a table in Markdown.

    python -m benchmarks.paper_archive

The default report, written by `appraise-gec report judgments.xml --bundle` and computed again by `--verify`.
Seconds are those of all processors together. One process makes and verifies it, so the peak is of both.
"""

import io
import os
import platform
import resource
import time
import zipfile

import numpy as np

from appraise_gec.cli.options import Selection
from appraise_gec.cli.report_making import ReportRequest, make_report
from benchmarks.statistics_all import SHARED
from rankings.reports.options import ReportOptions
from rankings.reports.paper.archive import write_paper
from rankings.reports.paper.paper import Wishes, paper_of
from rankings.reports.paper.reading import PaperFile
from rankings.reports.paper.verification import verify

MB = 1e6


def main() -> None:
    options = ReportOptions().as_json()
    settings = {
        name: value for name, value in options.items() if name not in {"excluded_judges", "without_top_ups"}
    }
    print(
        f"Python {platform.python_version()}, numpy {np.__version__}, {os.cpu_count()} processors, "
        f"load {os.getloadavg()[0]:.1f} at the start\n"
    )
    begun = time.process_time()
    request = ReportRequest(Selection((SHARED / "data" / "gjg15" / "judgments.xml",)), settings)
    source = make_report(request, lambda share, message: None, draw=False).source
    computed = time.process_time()
    target = io.BytesIO()
    entries = write_paper(paper_of(source, Wishes("2015", "2026-03-01")), target)
    written = time.process_time()
    found = verify(PaperFile(target, "paper.zip"))
    verified = time.process_time()
    if not found.same:
        raise SystemExit("The archive did not come out the same.")
    with zipfile.ZipFile(target) as archive:
        unpacked = sum(member.file_size for member in archive.infolist())
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    values = sum(file.cells for file in found.checked)
    print("| part | processors |\n|---|---|")
    print(f"| computing the report | {computed - begun:.1f} s |")
    print(f"| writing the archive, {len(entries) + 1} files | {written - computed:.1f} s |")
    print(f"| verifying it, {values:,} values | {verified - written:.1f} s |")
    print(f"\n{target.tell() / MB:.1f} MB, unpacked {unpacked / MB:.1f} MB. Peak memory: {peak:.0f} MB.")


if __name__ == "__main__":
    main()
