"""The texts of a paper bundle: what is in it, and how it is cited."""

from appraise_gec.presentation.numbers import counted
from appraise_gec.presentation.writers.latex import escape
from rankings.reports.paper.licences import LICENCES
from rankings.reports.paper.paper import Paper
from rankings.reports.sections.opening import computed_from

README = """\
# {title}

A human evaluation of systems for grammatical error correction: {origin}. Made by Appraise GEC {version}.

| what | where |
|---|---|
| the report as one page, which needs no network | `report.html` |
| the report as JSON | `report.json` |
| tables (CSV, JSON, LaTeX, Markdown) and figures (SVG, PDF, PNG) | `tables/`, `figures/` |
| rankings in every format, their unexpanded and expanded pairs | `data/` |
| what every column means | `CODEBOOK.md` |
| everything that it takes to compute the numbers again: settings, seed, versions | `recipe.json` |
| the data described for loaders of data sets (Croissant 1.0) | `croissant.json` |
| how to cite it | `CITATION.bib` |
| under which terms it may be used | `LICENCE.md` |
| SHA-256 of every file | `manifest.json` |

Judges have pseudonyms{systems}.

## Check it

With Appraise GEC {version}, and no network:

```sh
appraise-gec report paper.zip --verify
```

computes every number again from `data/` and `recipe.json`, and names the first cell of each table that
differs.
"""
MASKED = (
    ", and so have systems. Numbers were computed from the data with pseudonyms: ends of intervals may "
    "differ from those of the report with names as they do with another seed"
)


def readme(paper: Paper) -> str:
    """README.md."""
    return README.format(
        title=paper.wishes.title,
        origin=computed_from(paper.recipe),
        version=paper.recipe["version"],
        systems=MASKED if paper.wishes.masked else "",
    )


def description(paper: Paper) -> str:
    """The data set in a sentence or two."""
    result, rankings = paper.result, paper.recipe["rankings"]["number"]
    return (
        f"{counted(rankings, 'ranking')} of outputs of {counted(len(result['systems']), 'system')} for "
        f"grammatical error correction by {counted(len(result['judges']), 'judge')}, on "
        f"{counted(result['sentences'], 'sentence')}. Judges have pseudonyms"
        f"{', and so have systems' if paper.wishes.masked else ''}."
    )


def citation(paper: Paper) -> str:
    """BibTeX for the data; the authors put in their names."""
    digest = paper.recipe["rankings"]["sha256"]
    licence = f", {LICENCES[paper.wishes.licence].title}" if paper.wishes.licence else ""
    return (
        f"@misc{{humanevaluation{digest[:8]},\n"
        f"  title = {{{{{escape(paper.wishes.title)}}}}},\n"
        f"  year = {{{paper.wishes.date[:4]}}},\n"
        f"  note = {{Human evaluation of systems for grammatical error correction, "
        f"rankings with SHA-256 {digest}{licence}}},\n"
        "}\n"
    )
