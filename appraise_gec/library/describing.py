"""What people see of a result: its section, with texts, tables and figures. Loaded when somebody looks."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from appraise_gec.present.blocks import Block, Section

Told = Mapping[str, Any]


def described(what: str, found: Any, told: Told | None = None) -> "Callable[[], Section]":
    """A function that describes a result by the function of this module that is called so."""
    return lambda: globals()[what](found, told or {})


def statistics(found: Any, told: Told) -> "Section":
    from appraise_gec.present.blocks import Prose, Section, Shown
    from appraise_gec.present.numbers import counted
    from rankings.sections.judges import statistics

    numbers = (
        counted(len(found.systems), "system"),
        counted(found.sentences, "sentence"),
        counted(len(found.judges), "judge"),
    )
    return Section(
        "judges", "Judges", [Prose(", ".join(numbers)), Shown(statistics(found.judges, found.total))]
    )


def agreement(found: Any, told: Told) -> "Section":
    from rankings.sections.agreement import describe

    return describe(found)


def ranking(found: Any, told: Told) -> "Section":
    from rankings.sections.ranking import describe

    return describe(found)


def head_to_head(found: Any, told: Told) -> "Section":
    from rankings.sections.head_to_head import describe

    return describe(found)


def validation(found: Any, told: Told) -> "Section":
    from rankings.sections.methods import describe_validation

    return describe_validation([found])


def judges(found: Any, told: Told) -> "Section":
    from appraise_gec.present.blocks import Prose, Section, Shown
    from rankings.sections.judges import correlation_sentence, correlations
    from rankings.sections.ranking import ranking_table

    blocks: list[Block] = [Prose(correlation_sentence(found), "lead"), Shown(correlations(found))]
    for name, heading in (("rankings", "Judge {} alone"), ("rankings_without", "Without judge {}")):
        for one in told[name].judges if name in told else ():
            blocks.append(Prose(heading.format(one.judge), "heading"))
            table = ranking_table(one, key=f"{name}-{one.judge}")
            blocks.append(Shown(table) if one.systems else Prose(f"No ranking. {one.reason}"))
    return Section("judges", "Judges", blocks)


def design(found: Any, told: Told) -> "Section":
    from rankings.sections.design import describe

    return describe(found)


def sample(found: Any, told: Told) -> "Section":
    from rankings.sections.outputs import describe_sample

    return describe_sample(found, told["max_outputs"])


def converted(said: Any, told: Told) -> "Section":
    from appraise_gec.present.blocks import Section

    return Section("converted", said, [])


def scores(found: Any, told: Told) -> "Section":
    from metrics.sections.scores import describe

    scorer = told["scorer"]
    signature = str(scorer.signature())
    return describe(found, title=scorer.title, signature=signature, repeated=scorer.repeated_part())


def study(found: Any, told: Told) -> "Section":
    from metrics.sections.people import describe_at_length

    return describe_at_length(found)


def maege(found: Any, told: Told) -> "Section":
    from metrics.sections.maege import describe

    return describe(found)


def reproduction(found: Any, told: Told) -> "Section":
    from appraise_gec.reproduction.page import summary

    return summary(found)
