"""Options that choose judgments by document, day and time spent."""

from datetime import date
from typing import Any

import click

from rankings.formats.judgment_filter import UTC_NAME, JudgmentFilter, check_time_zone


def _day(context: click.Context, parameter: click.Parameter, value: str | None) -> date | None:
    try:
        return None if value is None else date.fromisoformat(value)
    except ValueError:
        message = f"{value} is not a day; expected one such as 2026-03-31."
        raise click.BadParameter(message, context, parameter) from None


def _time_zone(context: click.Context, parameter: click.Parameter, value: str) -> str:
    try:
        check_time_zone(value)
    except ValueError as error:
        raise click.BadParameter(str(error), context, parameter) from None
    return value


FILTER_NAMES = ("only_documents", "first_day", "last_day", "time_zone", "least_active_seconds")
FILTER_OPTIONS = (
    click.option(
        "only_documents",
        "--only-document",
        metavar="NAME",
        multiple=True,
        help="Only judgments of this document; may be repeated.",
    ),
    click.option(
        "--first-day", metavar="YYYY-MM-DD", callback=_day, help="Only judgments of this day and later."
    ),
    click.option(
        "--last-day", metavar="YYYY-MM-DD", callback=_day, help="Only judgments of this day and earlier."
    ),
    click.option(
        "--time-zone",
        metavar="NAME",
        default=UTC_NAME,
        show_default=True,
        callback=_time_zone,
        help="Time zone of these days, such as Europe/Berlin.",
    ),
    click.option(
        "--least-active-seconds",
        metavar="S",
        type=float,
        help="Only judgments made in at least this active time; those without a known time count.",
    ),
)


def taken_filter(options: dict[str, Any]) -> JudgmentFilter:
    """The values of `FILTER_OPTIONS`, which are taken out of `options`; not every command has them."""
    taken = {name: options.pop(name) for name in FILTER_NAMES if name in options}
    documents = taken.pop("only_documents", ())
    try:
        return JudgmentFilter(documents, **taken)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
