"""What a report's methods are taken from, as BibTeX."""

from collections.abc import Iterable
from dataclasses import dataclass

SOFTWARE_KEY = "appraise-gec"
YEAR = "2026"


@dataclass(frozen=True, slots=True)
class Source:
    """A publication.

    Attributes:
        kind: of the BibTeX entry.
        cited: names and year, as a text without a list of references gives them.
        fields: of the entry, in LaTeX.
    """

    kind: str
    cited: str
    fields: dict[str, str]


_WMT13 = (
    "Bojar, Ond{\\v{r}}ej and Buck, Christian and Callison-Burch, Chris and Federmann, Christian and Haddow, "
    "Barry and Koehn, Philipp and Monz, Christof and Post, Matt and Soricut, Radu and Specia, Lucia"
)
SOURCES: dict[str, Source] = {
    "grundkiewicz-etal-2015-human": Source(
        "inproceedings",
        "Grundkiewicz et al., 2015",
        {
            "author": "Grundkiewicz, Roman and Junczys-Dowmunt, Marcin and Gillian, Edward",
            "title": "Human Evaluation of Grammatical Error Correction Systems",
            "booktitle": "Proceedings of the 2015 Conference on Empirical Methods in Natural Language "
            "Processing",
            "year": "2015",
            "pages": "461--470",
            "address": "Lisbon, Portugal",
            "publisher": "Association for Computational Linguistics",
        },
    ),
    "bojar-etal-2013-findings": Source(
        "inproceedings",
        "Bojar et al., 2013",
        {
            "author": _WMT13,
            "title": "Findings of the 2013 {W}orkshop on {S}tatistical {M}achine {T}ranslation",
            "booktitle": "Proceedings of the Eighth Workshop on Statistical Machine Translation",
            "year": "2013",
            "pages": "1--44",
            "address": "Sofia, Bulgaria",
            "publisher": "Association for Computational Linguistics",
        },
    ),
    "koehn-2012-simulating": Source(
        "inproceedings",
        "Koehn, 2012",
        {
            "author": "Koehn, Philipp",
            "title": "Simulating Human Judgment in Machine Translation Evaluation Campaigns",
            "booktitle": "Proceedings of the 9th International Workshop on Spoken Language Translation: "
            "Papers",
            "year": "2012",
            "pages": "179--184",
            "address": "Hong Kong",
        },
    ),
    "sakaguchi-etal-2014-efficient": Source(
        "inproceedings",
        "Sakaguchi et al., 2014",
        {
            "author": "Sakaguchi, Keisuke and Post, Matt and Van Durme, Benjamin",
            "title": "Efficient Elicitation of Annotations for Human Evaluation of Machine Translation",
            "booktitle": "Proceedings of the Ninth Workshop on Statistical Machine Translation",
            "year": "2014",
            "pages": "1--11",
            "address": "Baltimore, Maryland, USA",
            "publisher": "Association for Computational Linguistics",
        },
    ),
    "herbrich-etal-2006-trueskill": Source(
        "inproceedings",
        "Herbrich et al., 2006",
        {
            "author": "Herbrich, Ralf and Minka, Tom and Graepel, Thore",
            "title": "{TrueSkill}: A {B}ayesian Skill Rating System",
            "booktitle": "Advances in Neural Information Processing Systems 19",
            "year": "2006",
            "pages": "569--576",
            "publisher": "MIT Press",
        },
    ),
    "bradley-terry-1952-rank": Source(
        "article",
        "Bradley and Terry, 1952",
        {
            "author": "Bradley, Ralph Allan and Terry, Milton E.",
            "title": "Rank Analysis of Incomplete Block Designs: {I}. The Method of Paired Comparisons",
            "journal": "Biometrika",
            "year": "1952",
            "volume": "39",
            "number": "3/4",
            "pages": "324--345",
        },
    ),
    "davidson-1970-extending": Source(
        "article",
        "Davidson, 1970",
        {
            "author": "Davidson, Roger R.",
            "title": "On Extending the {B}radley-{T}erry Model to Accommodate Ties in Paired Comparison "
            "Experiments",
            "journal": "Journal of the American Statistical Association",
            "year": "1970",
            "volume": "65",
            "number": "329",
            "pages": "317--328",
        },
    ),
    "scott-1955-reliability": Source(
        "article",
        "Scott, 1955",
        {
            "author": "Scott, William A.",
            "title": "Reliability of Content Analysis: The Case of Nominal Scale Coding",
            "journal": "Public Opinion Quarterly",
            "year": "1955",
            "volume": "19",
            "number": "3",
            "pages": "321--325",
        },
    ),
    "efron-1979-bootstrap": Source(
        "article",
        "Efron, 1979",
        {
            "author": "Efron, Bradley",
            "title": "Bootstrap Methods: Another Look at the Jackknife",
            "journal": "The Annals of Statistics",
            "year": "1979",
            "volume": "7",
            "number": "1",
            "pages": "1--26",
        },
    ),
    "gelman-2006-prior": Source(
        "article",
        "Gelman, 2006",
        {
            "author": "Gelman, Andrew",
            "title": "Prior Distributions for Variance Parameters in Hierarchical Models",
            "journal": "Bayesian Analysis",
            "year": "2006",
            "volume": "1",
            "number": "3",
            "pages": "515--534",
        },
    ),
    "holm-1979-simple": Source(
        "article",
        "Holm, 1979",
        {
            "author": "Holm, Sture",
            "title": "A Simple Sequentially Rejective Multiple Test Procedure",
            "journal": "Scandinavian Journal of Statistics",
            "year": "1979",
            "volume": "6",
            "number": "2",
            "pages": "65--70",
        },
    ),
    "dixon-mood-1946-sign": Source(
        "article",
        "Dixon and Mood, 1946",
        {
            "author": "Dixon, Wilfrid J. and Mood, Alexander M.",
            "title": "The Statistical Sign Test",
            "journal": "Journal of the American Statistical Association",
            "year": "1946",
            "volume": "41",
            "number": "236",
            "pages": "557--566",
        },
    ),
    "korn-graubard-1998-confidence": Source(
        "article",
        "Korn and Graubard, 1998",
        {
            "author": "Korn, Edward L. and Graubard, Barry I.",
            "title": "Confidence Intervals for Proportions with Small Expected Number of Positive Counts "
            "Estimated from Survey Data",
            "journal": "Survey Methodology",
            "year": "1998",
            "volume": "24",
            "pages": "193--201",
        },
    ),
    "harris-etal-2020-numpy": Source(
        "article",
        "Harris et al., 2020",
        {
            "author": "Harris, Charles R. and Millman, K. Jarrod and van der Walt, St{\\'e}fan J. and others",
            "title": "Array Programming with {NumPy}",
            "journal": "Nature",
            "year": "2020",
            "volume": "585",
            "pages": "357--362",
        },
    ),
    "virtanen-etal-2020-scipy": Source(
        "article",
        "Virtanen et al., 2020",
        {
            "author": "Virtanen, Pauli and Gommers, Ralf and Oliphant, Travis E. and others",
            "title": "{SciPy} 1.0: Fundamental Algorithms for Scientific Computing in {Python}",
            "journal": "Nature Methods",
            "year": "2020",
            "volume": "17",
            "pages": "261--272",
        },
    ),
    "lam-etal-2015-numba": Source(
        "inproceedings",
        "Lam et al., 2015",
        {
            "author": "Lam, Siu Kwan and Pitrou, Antoine and Seibert, Stanley",
            "title": "Numba: A {LLVM}-Based {Python} {JIT} Compiler",
            "booktitle": "Proceedings of the Second Workshop on the {LLVM} Compiler Infrastructure in {HPC}",
            "year": "2015",
            "pages": "1--6",
            "publisher": "ACM",
        },
    ),
}
LIBRARIES = {
    "numpy": ("NumPy", "harris-etal-2020-numpy"),
    "scipy": ("SciPy", "virtanen-etal-2020-scipy"),
    "numba": ("Numba", "lam-etal-2015-numba"),
}


def software(version: str) -> Source:
    """The program itself, in the version that computed something."""
    return Source(
        "misc",
        f"Appraise GEC authors, {YEAR}",
        {
            "author": "{Appraise GEC authors}",
            "title": "{Appraise GEC}: Human Evaluation of Grammatical Error Correction",
            "year": YEAR,
            "note": f"Software, version {version}",
        },
    )


def bibtex(keys: Iterable[str], version: str) -> str:
    """The entries of these keys, in this order, each once.

    Raises:
        KeyError: nothing has one of the keys.
    """
    return "\n".join(entry(key, source(key, version)) for key in dict.fromkeys(keys))


def source(key: str, version: str) -> Source:
    """What a key stands for. Raises KeyError for an unknown one."""
    return software(version) if key == SOFTWARE_KEY else SOURCES[key]


def entry(key: str, publication: Source) -> str:
    """In BibTeX."""
    fields = "".join(f"  {name} = {{{value}}},\n" for name, value in publication.fields.items())
    return f"@{publication.kind}{{{key},\n{fields}}}\n"
