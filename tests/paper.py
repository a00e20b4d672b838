"""A paper in the measures of the field's conferences, for files that have to fit into it.

The class of the ACL is in no package of Debian. This has its geometry: A4 with margins of 2.5 cm, two columns
of 7.7 cm (219 pt) with 0.6 cm between them, 16 cm (455 pt) across both, Times at 11 points, captions at 10.
"""

import re
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

from tests.missing import missing_or_skip

PREAMBLE = r"""
\documentclass[11pt,a4paper,twocolumn]{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage{times}
\usepackage{graphicx}
\usepackage{booktabs}
\usepackage{natbib}
\usepackage[a4paper,margin=2.5cm,columnsep=0.6cm]{geometry}
\makeatletter
\long\def\@makecaption#1#2{\vskip\abovecaptionskip\small #1: #2\par\vskip\belowcaptionskip}
\makeatother
\setlength{\emergencystretch}{3em}
\extrafloats{500}
\setcounter{totalnumber}{20}
\renewcommand{\textfraction}{0}
\renewcommand{\floatpagefraction}{.4}
\renewcommand{\dblfloatpagefraction}{.4}
\begin{document}
\typeout{COLUMN \the\columnwidth, TEXT \the\textwidth}
"""
MOST_TOO_WIDE = 1.0  # points
_TOO_WIDE = re.compile(r"Overfull \\hbox \(([\d.]+)pt too wide\)[^\n]*")
_TOO_HIGH = re.compile(
    r"Float too large for page[^\n]*|Overfull \\vbox \((?:\d{2,})[\d.]*pt too high\)[^\n]*"
)
# The first line of an error, and the line of the file.
_ERROR = re.compile(r"^! [^\n]*(?:\n(?!l\.)[^\n]*)*\nl\.[^\n]*|^! [^\n]*", flags=re.MULTILINE)
_UNDEFINED = re.compile(r"Warning: (?:Citation|Reference)[^\n]*undefined[^\n]*")


def need_tex() -> None:
    """Skip, or fail where everything is required, on a machine without TeX."""
    for program in ("pdflatex", "bibtex"):
        if shutil.which(program) is None:
            missing_or_skip("tex", f"there is no {program}.")


def wrong_in_paper(
    body: str, folder: Path, files: dict[str, bytes] | None = None, *, fits: bool = True
) -> list[str]:
    """Set a paper with this body beside these files; what is wrong with it, which should be nothing.

    The paper is `paper.pdf` in the folder. Without `fits`, what is too wide or too high is not wrong.
    """
    for name, content in (files or {}).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    (folder / "paper.tex").write_text(PREAMBLE + body + "\n\\end{document}\n", encoding="utf-8")
    cited = "\\bibliography{" in body
    log = _run("pdflatex", folder)
    if cited:
        _run("bibtex", folder)
        _run("pdflatex", folder)
    log = _run("pdflatex", folder) if cited or "\\ref{" in body else log
    assert re.search(r"COLUMN 219\.\d+pt, TEXT 455\.\d+pt", log), log[-2000:]
    wide = [found[0] for found in _TOO_WIDE.finditer(log) if float(found[1]) > MOST_TOO_WIDE]
    found = [*_ERROR.findall(log), *_UNDEFINED.findall(log)]
    if fits:
        found += [*wide, *_TOO_HIGH.findall(log)]
    if cited:
        bibliography = (folder / "paper.blg").read_text(encoding="utf-8", errors="replace")
        found += re.findall(r"^Warning--.*|^I couldn't.*|.*error message.*", bibliography, flags=re.MULTILINE)
    return found


def inputs(names: Iterable[str]) -> str:
    """A body that has all these files of LaTeX in it."""
    return "\n".join(rf"\typeout{{FILE {name}}}\input{{{name}}}" for name in names)


def _run(program: str, folder: Path) -> str:
    words = [
        program,
        *(["-interaction=nonstopmode", "-no-shell-escape"] if program == "pdflatex" else []),
        "paper",
    ]
    done = subprocess.run(words, cwd=folder, capture_output=True, check=False, timeout=120)
    log = folder / "paper.log"
    if not log.exists():
        return done.stdout.decode(errors="replace")
    # Lines of a log are broken at 79 characters.
    return re.sub(r"(?<=[^\n]{79})\n", "", log.read_text(encoding="utf-8", errors="replace"))
