"""Health checks of a container: `python -m appraise_gec.health web` or `worker`."""

import http.client
import os
import sys
import time
from pathlib import Path

PORT = 8000
OLDEST_SIGN_OF_LIFE = 300.0
# Less than the time that a check has in docker-compose.yml.
WAIT_FOR_FIRST_SIGN = 8.0


def main(arguments: list[str]) -> int:
    checks = {"web": web_answers, "worker": worker_looks_around}
    if len(arguments) != 1 or arguments[0] not in checks:
        print("usage: python -m appraise_gec.health web|worker", file=sys.stderr)
        return 2
    return 0 if checks[arguments[0]]() else 1


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
    """Whether this container's worker lately looked for stalled jobs, which it does also while it works.

    One that has just been started has given no sign yet, and is waited for.
    """
    path = Path(os.environ.get("APPRAISE_GEC_WORKER_ALIVE_FILE", ""))
    until = time.monotonic() + WAIT_FOR_FIRST_SIGN
    while True:
        try:
            # A sign from the future is no newer: the clock was put back since.
            return abs(time.time() - path.stat().st_mtime) < OLDEST_SIGN_OF_LIFE
        except OSError:
            if time.monotonic() >= until:
                return False
            time.sleep(0.2)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
