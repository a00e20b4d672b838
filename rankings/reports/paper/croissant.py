"""The data of a paper bundle described for loaders of data sets: Croissant 1.0 of MLCommons, in JSON-LD.

The specification is http://mlcommons.org/croissant/1.0.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from rankings.reports.paper.data_files import DataFile
from rankings.reports.paper.licences import LICENCES
from rankings.reports.paper.paper import Paper
from rankings.reports.paper.texts import citation, description

VERSION = "http://mlcommons.org/croissant/1.0"
# The context that the specification recommends (its first appendix), so that simple readers know the keys.
_CONTEXT: dict[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileProperty": "cr:fileProperty",
    "fileObject": "cr:fileObject",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}
_TYPES = {
    "text": "sc:Text",
    "whole number": "sc:Integer",
    "number": "sc:Float",
    "true or false": "sc:Boolean",
}
# Loaders of tables take a name for a column, and these have one for each of several slots.
_WITHOUT_RECORDS = (".wmt.csv", ".wmt-pairs.csv")


def croissant(paper: Paper, files: Sequence[DataFile], written: Mapping[str, Mapping[str, Any]]) -> bytes:
    """croissant.json. The SHA-256 of the rankings names the data set, which has no address yet.

    Args:
        paper: what the data set belongs to.
        files: its data files.
        written: size (`bytes`) and `sha256` of each, by its path.
    """
    licence = paper.wishes.licence
    document = {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": VERSION,
        "name": paper.wishes.title,
        "description": description(paper),
        "license": LICENCES[licence].url if licence else {"@type": "sc:CreativeWork", "name": "Not stated"},
        "url": f"urn:sha256:{paper.recipe['rankings']['sha256']}",
        "creator": {"@type": "sc:Organization", "name": "The authors of the evaluation"},
        "datePublished": paper.wishes.date,
        "version": "1.0.0",
        "isLiveDataset": False,
        "keywords": ["grammatical error correction", "human evaluation", "ranking"],
        "citeAs": citation(paper),
        "distribution": [_file_object(file, written[file.path]) for file in files],
        "recordSet": [_record_set(file) for file in files if _has_records(file)],
    }
    return f"{json.dumps(document, ensure_ascii=False, indent=1)}\n".encode()


def _file_object(file: DataFile, written: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "@type": "cr:FileObject",
        "@id": file.path,
        "name": file.path.rpartition("/")[2],
        "description": f"{file.title}. {file.about}",
        "contentUrl": file.path,
        "contentSize": f"{written['bytes']} B",
        "encodingFormat": file.media_type,
        "sha256": written["sha256"],
    }


def _has_records(file: DataFile) -> bool:
    return file.has_header and not file.path.endswith(_WITHOUT_RECORDS)


def _record_set(file: DataFile) -> dict[str, Any]:
    name = file.path.rpartition("/")[2].removesuffix(".csv")
    return {
        "@type": "cr:RecordSet",
        "@id": name,
        "name": name,
        "description": f"{file.title}. {file.about}",
        "field": [
            {
                "@type": "cr:Field",
                "@id": f"{name}/{column.name}",
                "name": column.name,
                "description": column.meaning,
                "dataType": _TYPES[column.kind],
                "source": {"fileObject": {"@id": file.path}, "extract": {"column": column.name}},
            }
            for column in file.columns
        ],
    }
