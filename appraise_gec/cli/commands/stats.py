"""`appraise-gec stats`: what each judge did (2015 paper, Table 1)."""

import click

from appraise_gec.cli.documents import write_answer
from appraise_gec.cli.options import selected_judgments
from appraise_gec.library.selection import Selection


@click.command()
@selected_judgments
def command(selection: Selection, as_json: bool) -> None:
    """Count rankings, comparisons and ties per judge.

    JUDGMENTS are files in any known format, recognised by content and joined; - is standard input.
    """
    from appraise_gec.library.judgment_files import read_evaluation
    from appraise_gec.present import terminal
    from appraise_gec.present.numbers import counted
    from rankings.analysis.judge_statistics import evaluation_statistics
    from rankings.formats.results import to_json
    from rankings.tables.judge_statistics import per_judge

    evaluation = read_evaluation(selection)
    result = evaluation_statistics(evaluation.table)

    def text() -> str:
        numbers = (
            counted(len(result.systems), "system"),
            counted(result.sentences, "sentence"),
            counted(len(result.judges), "judge"),
        )
        return f"{', '.join(numbers)}\n\n{terminal.write(per_judge(result.judges, result.total))}"

    write_answer(evaluation.answer("stats", {}, to_json(result), text), as_json=as_json)
