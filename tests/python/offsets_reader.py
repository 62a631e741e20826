"""What Python makes of members × images: its csv module, its XML reader, and Python itself.

Takes {"format": text} as JSON and gives for each format {image: {column: text}}, as the format spells them.
"""

import csv
import io
import json
import sys
import xml.etree.ElementTree as tree


def separated(text, delimiter):
    rows = csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    found = {}
    for row in rows:
        if None in row or None in row.values():
            raise ValueError(f"a row has other columns than the first: {row}")
        found[row["image"]] = row
    return found


def edrsandblast(text):
    return {row["ntoskrnlVersion"]: row for row in csv.DictReader(io.StringIO(text))}


def kphdyn(text):
    root = tree.fromstring(text)
    assert root.tag == "dyn" and {it.tag for it in root} == {"data", "fields"}
    classes = {it.get("id"): {field.get("name"): field.get("value") for field in it} for it in root.iter("fields")}
    found = {}
    for data in root.iter("data"):
        assert set(data.keys()) == {"arch", "version", "file", "hash", "timestamp", "size"}, data.keys()
        assert len(data.get("hash")) == 64
        found[f"{data.get('file')} {data.get('version')} {data.get('arch')}"] = classes[data.text]
    return found


def python(text):
    module = {}
    exec(compile(text, "offsets.py", "exec"), module)
    offsets = {image: module["offsets"](image) for image in module["IMAGES"]}
    return {image: {name: json.dumps(value) for name, value in row.items()} for image, row in offsets.items()}


READERS = {
    "csv": lambda text: separated(text, ","),
    "tsv": lambda text: separated(text, "\t"),
    "edrsandblast": edrsandblast,
    "kphdyn": kphdyn,
    "python": python,
}

texts = json.load(sys.stdin)
json.dump({name: READERS[name](text) for name, text in texts.items()}, sys.stdout)
