"""Errors to Sentry, where the operator has an account there and has installed sentry-sdk."""

from typing import Any

import appraise_gec
from appraise_gec.seeing.context import ids

KEPT_OF_A_REQUEST = ("method",)


def begin(dsn: str) -> None:
    """Report errors from here on. Nothing of a request goes with them but its method, route and ids."""
    import sentry_sdk  # noqa: PLC0415 - settings.py has made sure that it is installed

    sentry_sdk.init(
        dsn=dsn,
        release=f"appraise-gec@{appraise_gec.__version__}",
        send_default_pii=False,
        include_local_variables=False,  # texts of learners, names of judges
        max_request_body_size="never",
        max_breadcrumbs=0,
        before_send=without_secrets,
    )


def without_secrets(event: dict[str, Any], hint: dict[str, Any]) -> dict[str, Any]:
    """The event without address, headers, cookies and person; paths hold secrets of links."""
    request = event.pop("request", {})
    event.pop("user", None)
    event["request"] = {name: request[name] for name in KEPT_OF_A_REQUEST if name in request}
    known = ids()
    event["tags"] = {**event.get("tags", {}), **{name: str(value) for name, value in known.items()}}
    if "route" in known:
        event["transaction"] = known["route"]
    else:
        event.pop("transaction", None)
    return event
