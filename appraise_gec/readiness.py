"""Health of the site, for monitoring. Anybody may ask: the answers only name components."""

import logging

import redis
from django.conf import settings
from django.db import Error, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache

logger = logging.getLogger(__name__)
OK, AWAY, NOT_USED = "ok", "away", "not used"
LONGEST_WAIT_SECONDS = 2


@never_cache
def health(request: HttpRequest) -> HttpResponse:
    """Whether this process lives and reaches the database: 200 or 503. Without Redis the site still works."""
    database = database_state()
    status, code = ("ok", 200) if database == OK else ("not ok", 503)
    return JsonResponse({"status": status, "database": database}, status=code)


@never_cache
def ready(request: HttpRequest) -> HttpResponse:
    """Each part by its state. 503 when the database is away, because then no page works.

    Without Redis pages work and judges go on; only long work waits. So this is reported with 200.
    """
    parts = {"database": database_state(), "redis": redis_state()}
    if parts["database"] == AWAY:
        return JsonResponse({"status": "not ready", **parts}, status=503)
    return JsonResponse({"status": "long work waits" if parts["redis"] == AWAY else "ready", **parts})


def database_state() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Error as error:
        logger.warning("the database cannot be reached: %s", error)
        return AWAY
    return OK


def redis_state() -> str:
    if not settings.REDIS_URL:
        return NOT_USED
    try:
        with redis.Redis.from_url(
            settings.REDIS_URL,
            socket_connect_timeout=LONGEST_WAIT_SECONDS,
            socket_timeout=LONGEST_WAIT_SECONDS,
        ) as client:
            client.ping()
    except (redis.RedisError, OSError) as error:
        logger.warning("Redis cannot be reached: %s", error)
        return AWAY
    return OK
