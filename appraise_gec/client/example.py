"""A campaign from its files to its ranking, by program: `python -m appraise_gec.client.example --help`.

Judges that are programs themselves are for trying things out: nobody should report their ranking.
"""

import argparse
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from appraise_gec.client import Client, Item, JudgeClient, PersonalLink

Opinion = Callable[[Item], Sequence[int]]


def run_campaign(
    site: str,
    token: str,
    source: Path,
    outputs: Sequence[Path],
    *,
    judges: Mapping[str, Opinion],
    folder: Path,
) -> list[str]:
    """Make a campaign, have every item ranked, and save the report's files. Returns systems, best first.

    Args:
        site, token: where, and as whom; the token needs the scope `manage`.
        source, outputs: the texts.
        judges: how each ranks, by name.
        folder: where the report's files go.
    """
    campaign = Client(site, token).create_campaign("By program", source, outputs, documents="one")
    campaign.plan(judges_per_item=len(judges))
    campaign.sample(items=20, seed=2015)
    invited = campaign.add_judges(list(judges))
    campaign.open()
    for judge in invited:
        link = campaign.personal_link(judge.number, days=7)
        work(site, campaign.slug, link, judges[judge.name])
    campaign.close()
    report = campaign.report(replicates=1000, parts=[])
    result = report.wait().result or {}
    folder.mkdir(parents=True, exist_ok=True)
    for file in report.files():
        if file.kind in {"document", "table"}:
            report.download(file, folder / file.name)
    report.change(name="Both programs")
    report.archive(folder / "paper.zip", title="Two programs as judges")
    return [row["system"] for row in result["ranking"]["systems"]]


def work(site: str, campaign: str, link: PersonalLink, opinion: Opinion) -> None:
    """Rank every item that the site gives to this judge."""
    judge = JudgeClient(site, campaign, link=link.secret)
    for item in judge.items():
        judge.rank(item, opinion(item))


def fewest_words(item: Item) -> list[int]:
    """Prefer short outputs. A rank for each, 1 the best."""
    lengths = [len(output.text.split()) for output in item.outputs]
    levels = sorted(set(lengths))
    return [1 + levels.index(length) for length in lengths]


def most_like_source(item: Item) -> list[int]:
    """Prefer outputs that keep more of the source's words."""
    words = set(item.source.split())
    kept = [len(words & set(output.text.split())) for output in item.outputs]
    levels = sorted(set(kept), reverse=True)
    return [1 + levels.index(number) for number in kept]


def main() -> None:
    """Read the arguments and run the example. The token comes from APPRAISE_GEC_TOKEN."""
    parser = argparse.ArgumentParser(description="Make a campaign, and have it judged by two programs.")
    parser.add_argument("site", help="where the site is, such as http://localhost:8000")
    parser.add_argument("source", type=Path, help="one sentence per line")
    parser.add_argument("outputs", type=Path, nargs="+", help="one file per system, of as many lines")
    parser.add_argument("--folder", type=Path, default=Path("report"), help="where the report's files go")
    given = parser.parse_args()
    judges: dict[str, Opinion] = {"short": fewest_words, "careful": most_like_source}
    token = os.environ["APPRAISE_GEC_TOKEN"]
    ranking = run_campaign(given.site, token, given.source, given.outputs, judges=judges, folder=given.folder)
    print("\n".join(f"{place}. {system}" for place, system in enumerate(ranking, start=1)))


if __name__ == "__main__":
    main()
