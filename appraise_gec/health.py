"""Health checks of a container: `python -m appraise_gec.health web` or `worker`."""

import http.client
import os
import sys
import time
from pathlib import Path

PORT = 8000
OLDEST_SIGN_OF_LIFE = 300.0


def web_answers(port: int = PORT, *, seconds: float = 8.0) -> bool:
    """Whether the web server of this container answers for one of the hosts that it accepts."""
    host = os.environ.get("ALLOWED_HOSTS", "").split(",")[0].strip().lstrip(".") or "localhost"
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=seconds)
    try:
        connection.request("GET", "/health/", headers={"Host": host})
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def worker_looks_around() -> bool:
    """Whether this container's worker lately looked for lost jobs, which it does also while it works."""
    try:
        sign = Path(os.environ.get("APPRAISE_GEC_WORKER_ALIVE_FILE", "")).stat().st_mtime
    except OSError:
        return False
    # A sign from the future is no newer: the clock was put back since.
    return abs(time.time() - sign) < OLDEST_SIGN_OF_LIFE


if __name__ == "__main__":
    checks = {"web": web_answers, "worker": worker_looks_around}
    if len(sys.argv) != 2 or sys.argv[1] not in checks:
        sys.exit("usage: python -m appraise_gec.health web|worker")
    sys.exit(0 if checks[sys.argv[1]]() else 1)
