"""How much memory rankings take on their way into a campaign and out again, and how long they take.

    python -m benchmarks.streamed_judgments [RANKINGS ...] [--postgres]

Needs the packages of the tests, which `./run test --version` installs. Makes CSV of made-up rankings of five
outputs (twelve systems, a hundred judges, nine thousand sentences): 50,000, 200,000 and a million of them
unless told otherwise. Imports each file into a campaign of an empty database, exports the campaign as CSV and
as result XML, and converts the file to result XML. Each step has a process of its own. Prints seconds and the
peak memory of each, beside that of a process that only loads the program. Fails unless the CSV that comes out
is byte for byte the one that went in.
"""

import hashlib
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.million_rankings import SENTENCES, SYSTEMS, made_up

CHECKOUT = Path(__file__).resolve().parent.parent
SIZES = (50_000, 200_000, 1_000_000)
STEPS = ("load", "import", "export csv", "export xml")
SLUG = "made-up"


def main() -> None:
    """Measure a step when told one, else start a process for each."""
    if len(sys.argv) > 1 and sys.argv[1] == "step":
        step(sys.argv[2], Path(sys.argv[3]))
        return
    on_postgres = "--postgres" in sys.argv
    sizes = [int(text.replace(",", "")) for text in sys.argv[1:] if text != "--postgres"] or list(SIZES)
    for rankings in sizes:
        with tempfile.TemporaryDirectory(prefix="appraise-gec-benchmark-") as folder:
            path = Path(folder, "judgments.csv")
            write_file(path, rankings)
            print(f"{rankings:,} rankings, {path.stat().st_size / 1e6:.0f} MB of CSV", flush=True)
            if on_postgres:
                from benchmarks.servers import postgres

                with postgres() as url:
                    measure(url, folder, path)
            else:
                measure(f"sqlite:///{folder}/db.sqlite3", folder, path)
            converted(path)


def measure(url: str, folder: str, path: Path) -> None:
    environment = {
        **os.environ,
        "DATABASE_URL": url,
        "APPRAISE_GEC_VAR": folder,
        "APPRAISE_GEC_LOG_LEVEL": "ERROR",
    }
    for name in ("prepare", *STEPS):
        command = [sys.executable, "-m", "benchmarks.streamed_judgments", "step", name, str(path)]
        subprocess.run(command, env=environment, cwd=CHECKOUT, check=True)


def write_file(path: Path, rankings: int) -> None:
    from rankings.formats.judgments import judgment_pieces

    with path.open("wb") as stream:
        stream.writelines(judgment_pieces(made_up(rankings), "csv"))


def step(name: str, path: Path) -> None:
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "appraise_gec.settings")
    django.setup()
    if name == "prepare":
        prepare()
        return
    begin = time.monotonic()
    if name == "import":
        put_in(path)
    elif name == "export csv":
        if export("csv") != hashlib.file_digest(path.open("rb"), "sha256").hexdigest():
            sys.exit("What came out is not what went in.")
    elif name == "export xml":
        export("xml")
    told(name, begin, resource.RUSAGE_SELF)


def told(name: str, begin: float, who: int) -> None:
    used = resource.getrusage(who)
    print(
        f"  {name}: {time.monotonic() - begin:.1f} s, {used.ru_utime + used.ru_stime:.1f} s of processor, "
        f"{used.ru_maxrss / 1024:.0f} MB",
        flush=True,
    )


def prepare() -> None:
    from django.core.management import call_command

    from appraise_gec.accounts.models import User
    from rankings.corpus.creation import CampaignDetails, create_campaign
    from rankings.corpus.staging import CorpusFile
    from rankings.models import CampaignFile

    call_command("migrate", verbosity=0)
    texts = {
        system: "\n".join(f"Sentence {number} of {system} ." for number in range(SENTENCES))
        for system in ("source", *SYSTEMS)
    }
    files = [
        CorpusFile(
            CampaignFile.Kind.SOURCE if system == "source" else CampaignFile.Kind.OUTPUT,
            system,
            text.encode(),
        )
        for system, text in texts.items()
    ]
    owner = User.objects.create_user("owner")
    create_campaign(owner, CampaignDetails("Made up", SLUG, documents="one", include_input=False), files)


def put_in(path: Path) -> None:
    from rankings.formats.limits import OWN_FILES
    from rankings.judgments.importing import import_judgments
    from rankings.judgments.uploads import read_judgment_file
    from rankings.models import Campaign

    campaign = Campaign.objects.get(slug=SLUG)
    with path.open("rb") as content:
        read = read_judgment_file(campaign, path.name, content, limits=OWN_FILES)
    import_judgments(campaign, read.judgments, read.name, read.sha256, None, size=read.size)


def export(format_name: str) -> str:
    from rankings.judgments.exporting import export_judgments
    from rankings.models import Campaign

    digest = hashlib.sha256()
    for piece in export_judgments(Campaign.objects.get(slug=SLUG), format_name).pieces:
        digest.update(piece)
    return digest.hexdigest()


def converted(path: Path) -> None:
    begin = time.monotonic()
    command = [
        sys.executable,
        "-m",
        "appraise_gec.cli",
        "convert",
        str(path),
        "--to",
        "xml",
        "-o",
        os.devnull,
    ]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    if status:
        sys.exit("convert failed")
    print(
        f"  convert to xml: {time.monotonic() - begin:.1f} s, {used.ru_utime + used.ru_stime:.1f} s of "
        f"processor, {used.ru_maxrss / 1024:.0f} MB",
        flush=True,
    )


if __name__ == "__main__":
    main()
