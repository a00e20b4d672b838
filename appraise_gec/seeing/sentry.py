"""Errors to Sentry, where the operator has an account there and has installed sentry-sdk."""

from typing import Any

import appraise_gec
from appraise_gec.seeing.context import ids


def begin(dsn: str) -> None:
    """Report errors from here on. Nothing of a request goes with them but its method, route and ids."""
    import sentry_sdk  # noqa: PLC0415 - most sites have none

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
    known = {name: str(value) for name, value in ids().items()}
    method = event.get("request", {}).get("method")
    kept = {name: value for name, value in event.items() if name not in {"request", "user", "transaction"}}
    route = {"transaction": known["route"]} if "route" in known else {}
    return kept | route | {"request": {"method": method}, "tags": {**event.get("tags", {}), **known}}
