"""Real threads with real connections, for what happens at the same moment."""

import threading
from collections.abc import Callable
from typing import Any

from django.db import connection

AT_ONCE = 4


def at_once(*acts: Callable[[], Any], told: tuple[type[BaseException], ...] = ()) -> list[Any]:
    """Do all acts in threads that start together; what they returned, or raised where it is one of `told`."""
    barrier = threading.Barrier(len(acts))
    results: list[Any] = [None] * len(acts)
    errors: list[BaseException] = []

    def run(place: int, act: Callable[[], Any]) -> None:
        try:
            barrier.wait(timeout=10)
            results[place] = act()
        except told as error:
            results[place] = error
        except BaseException as error:
            errors.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(place, act)) for place, act in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
        assert not thread.is_alive(), "a thread never came back"
    if errors:
        raise errors[0]
    return results


def all_at_once(act: Callable[[int], Any]) -> list[Any]:
    """What `act(0)`, `act(1)`, ... returned or raised when they began together."""
    return at_once(*[lambda place=place: act(place) for place in range(AT_ONCE)], told=(Exception,))
