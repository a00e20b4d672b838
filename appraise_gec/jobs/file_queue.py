"""The queue of a site without Redis: a folder with a file for each message.

Kombu's own transport lets a worker take a file before its writer has filled it, and ends the worker over what
cannot be read. Here a message has its name only when it is whole. One that still cannot be read is dropped:
it is a nudge, and the job's row is found without it.
"""

import uuid
from pathlib import Path
from queue import Empty
from time import monotonic
from typing import Any

from kombu.exceptions import ChannelError
from kombu.transport import filesystem
from kombu.utils.json import dumps


class Channel(filesystem.Channel):
    """Writes whole messages, and survives broken ones."""

    # Kombu's own classes disagree on the argument's name.
    def _put(self, queue: str, message: Any, **kwargs: Any) -> None:  # type: ignore[override]
        # Named as kombu does, so that messages are read in the order in which they were written.
        name = f"{round(monotonic() * 1000)}_{uuid.uuid4()}.{queue}.msg"
        folder = Path(self.data_folder_out)
        unfinished = folder / f"{name}.part"
        try:
            unfinished.write_text(dumps(message), encoding="utf-8")
            unfinished.replace(folder / name)
        except OSError as error:
            raise ChannelError(f"Cannot write the message {name} to {folder}: {error}") from error

    def _get(self, queue: str, timeout: float | None = None) -> Any:
        try:
            return super()._get(queue)
        except ValueError as error:
            raise Empty from error


class Transport(filesystem.Transport):
    """Kombu's, with channels that write whole messages."""

    Channel = Channel
