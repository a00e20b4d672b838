"""Distinguish office documents from other zip archives: they begin alike, but a document is one file."""

import io
import zipfile

ZIP_STARTS = (b"PK\x03\x04", b"PK\x05\x06")
_ENDINGS = (".docx", ".docm", ".dotx", ".xlsx", ".xlsm", ".pptx", ".pptm", ".odt", ".ods", ".odp")
# Office documents have some dozens of entries. Opening an archive costs memory for each of them.
_MOST_ENTRIES = 5_000


def is_office_document(data: bytes, name: str) -> bool:
    """Whether an archive is an office document, by its content or, where that is damaged, by its name."""
    if not data.startswith(ZIP_STARTS):
        return False
    names = _entries(data)
    by_content = "[Content_Types].xml" in names or {"mimetype", "content.xml"} <= set(names)
    return by_content or name.lower().endswith(_ENDINGS)


def _entries(data: bytes) -> list[str]:
    if data.count(b"PK\x01\x02") > _MOST_ENTRIES:
        return []
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return archive.namelist()
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        # Without its directory the archive still holds the name of its first entry.
        length = int.from_bytes(data[26:28], "little")
        return [data[30 : 30 + length].decode("utf-8", "replace")]
