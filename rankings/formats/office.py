"""Distinguish office documents from other zip archives: they begin alike, but a document is one file."""

import io
import zipfile

ZIP_STARTS = (b"PK\x03\x04", b"PK\x05\x06")
_BY_ENDING = {
    "a Word document": (".docx", ".docm", ".dotx"),
    "an Excel workbook": (".xlsx", ".xlsm", ".xltx"),
    "a PowerPoint presentation": (".pptx", ".pptm", ".ppsx"),
    "an OpenDocument text": (".odt", ".ott"),
    "an OpenDocument spreadsheet": (".ods", ".ots"),
    "an OpenDocument presentation": (".odp", ".otp"),
}
_BY_FOLDER = {
    "word/": "a Word document",
    "xl/": "an Excel workbook",
    "ppt/": "a PowerPoint presentation",
}
_BY_TYPE = {
    b"opendocument.text": "an OpenDocument text",
    b"opendocument.spreadsheet": "an OpenDocument spreadsheet",
    b"opendocument.presentation": "an OpenDocument presentation",
}
# Office documents have some dozens of entries. Opening an archive costs memory for each of them.
_MOST_ENTRIES = 5_000


def office_document(data: bytes, name: str) -> str | None:
    """What kind of office document this is, by its content or, where that is damaged, by its name."""
    if not data.startswith(ZIP_STARTS):
        return None
    return office_document_called(name) or _by_content(data)


def office_document_called(name: str) -> str | None:
    """What kind of office document a file of this name should be."""
    return next((kind for kind, endings in _BY_ENDING.items() if name.lower().endswith(endings)), None)


def _by_content(data: bytes) -> str | None:
    names = _entries(data)
    if "[Content_Types].xml" in names:
        kinds = (
            kind for folder, kind in _BY_FOLDER.items() if any(name.startswith(folder) for name in names)
        )
        return next(kinds, "an office document")
    if "mimetype" in names and "content.xml" in names:
        kinds = (kind for mark, kind in _BY_TYPE.items() if mark in data[:200])
        return next(kinds, "an OpenDocument file")
    return None


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
