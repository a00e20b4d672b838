"""How long importing the published 2015 judgments takes, on SQLite and on Postgres.

    python -m benchmarks.import_judgments

Needs the packages of the tests, which `./run test --version` installs.

Prints seconds for reading the file, storing it, reading it back, and the peak memory of the process. The goal
is under 5 s for reading and storing together on either database.
"""

import hashlib
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rankings.models import Campaign

CHECKOUT = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("APPRAISE_GEC_SHARED") or CHECKOUT.parent / "shared")
RUNS = 3


def main() -> None:
    """Measure on one database when told its URL, else start a process for each database."""
    if len(sys.argv) > 1:
        measure(sys.argv[1])
        return
    from benchmarks.servers import postgres

    with tempfile.TemporaryDirectory(prefix="appraise-gec-benchmark-") as folder:
        run(f"sqlite:///{folder}/db.sqlite3", folder)
        with postgres() as url:
            run(url, folder)


def run(url: str, folder: str) -> None:
    environment = {
        **os.environ,
        "DATABASE_URL": url,
        "APPRAISE_GEC_VAR": folder,
        "APPRAISE_GEC_LOG_LEVEL": "ERROR",
    }
    command = [sys.executable, "-m", "benchmarks.import_judgments", url.partition(":")[0]]
    subprocess.run(command, env=environment, cwd=CHECKOUT, check=True)


def measure(name: str) -> None:
    import django

    os.environ["DJANGO_SETTINGS_MODULE"] = "appraise_gec.settings"
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    from rankings.formats.judgments import read_judgments
    from rankings.judgments.importing import import_judgments
    from rankings.judgments.stored import campaign_judgments

    content = (SHARED / "data" / "gjg15" / "judgments.xml").read_bytes()
    sha256 = hashlib.sha256(content).hexdigest()
    for number in range(RUNS):
        campaign = make_campaign(f"gjg15-{number}")
        start = time.perf_counter()
        judgments = read_judgments(content, "judgments.xml")
        read = time.perf_counter()
        import_judgments(campaign, judgments, "judgments.xml", sha256, None, size=len(content))
        stored = time.perf_counter()
        back = campaign_judgments(campaign)
        end = time.perf_counter()
        assert back == judgments
        print(
            f"{name}: read {read - start:.2f} s, store {stored - read:.2f} s, "
            f"together {stored - start:.2f} s; read back {end - stored:.2f} s; {len(judgments):,} rankings"
        )
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{name}: peak memory of the process {peak:.0f} MB")


def make_campaign(slug: str) -> "Campaign":
    from appraise_gec.accounts.models import User
    from rankings.corpus.creation import CampaignDetails, create_campaign
    from rankings.corpus.staging import CorpusFile
    from rankings.models import CampaignFile

    folder = SHARED / "data" / "gjg15" / "outputs"
    owner, _ = User.objects.get_or_create(username="owner")
    files = [
        CorpusFile(CampaignFile.Kind.OUTPUT, path.name, path.read_bytes())
        for path in sorted(folder.iterdir())
    ]
    source = CorpusFile(CampaignFile.Kind.SOURCE, "INPUT", (folder / "INPUT").read_bytes())
    return create_campaign(owner, CampaignDetails("GJG15", slug, documents="one"), [source, *files])


if __name__ == "__main__":
    main()
