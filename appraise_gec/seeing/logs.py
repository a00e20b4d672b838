"""One JSON object a line for programs that collect logs, and no secret of a path in any log."""

import json
import logging
from datetime import UTC, datetime
from typing import Any

from django.http import HttpRequest

from appraise_gec.seeing.context import ids, route_of

# What every record has by itself; the rest was given with `extra`.
USUAL = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "request", "ids"}


class WithIds(logging.Filter):
    """Gives a record the ids of what its thread is doing, and takes paths out of Django's own messages.

    Links of people and of forgotten passwords hold their secret in the path, and Django logs the path
    of whatever fails. In its place stands the name of the route.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        given = getattr(record, "request", None)
        request = given if isinstance(given, HttpRequest) else None
        record.ids = ids(request)
        if request is not None and isinstance(record.args, tuple):
            route = route_of(request) or "an address without a page"
            record.args = tuple(
                route if value in (request.path, request.get_full_path()) else value for value in record.args
            )
        return True


class JsonLines(logging.Formatter):
    """time (UTC), level, logger, message; request, route, person and job, each by its id; what was added."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "ids", {}),
        }
        line |= {name: value for name, value in vars(record).items() if name not in USUAL}
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        if record.stack_info:
            line["stack"] = self.formatStack(record.stack_info)
        return json.dumps(line, default=str)
