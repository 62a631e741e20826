"""What dissect.cstruct makes of definitions: sizes, places of members, and what it reads from bytes.

Where the text says that a member is an array only so that it can be read, it is told as its one element.

Takes a list of {"text", "structure", "blob"} as JSON and gives for each, compiled and not, {"records", "leaves"}, or
{"error"} where it does not take the text.
"""

import json
import re
import sys

from dissect.cstruct import cstruct
from dissect.cstruct.types import BaseArray, Char, CharArray, Structure


def bits_of(fields):
    """Each bit field with its first bit: they lie behind one another from the integer's first on."""
    offset, bit = 0, 0
    for field in fields:
        if field.bits is None:
            yield field, field.offset or 0, None
            continue
        if field.offset is not None:
            offset, bit = field.offset, 0
        yield field, offset, bit
        bit += field.bits


def members(structure, base):
    """Name, first bit and extent of every member, those of anonymous ones, too."""
    for field, offset, bit in bits_of(structure.__fields__):
        if field.name is None:
            yield from members(field.type, base + offset)
        elif field.bits is None:
            yield field.name, 8 * (base + offset), {"bytes": len(field.type)}
        else:
            yield field.name, 8 * (base + offset) + bit, {"bits": field.bits}


def arrays_of_one(text):
    """The members that are arrays only so that they can be read, each with the definition that it is in."""
    definition, found = None, set()
    for line in text.splitlines():
        begin = re.match(r"(?:struct|union) (\w+) {", line)
        definition = begin[1] if begin else definition
        one = re.search(r"(\w+)\[1\];.*one, as an array", line)
        if one:
            found.add((definition, one[1]))
    return found


def leaves(kind, value, path, base, definition, ones):
    """Path, offset, size, bits and value of every number."""
    if issubclass(kind, Structure):
        for field, offset, bit in bits_of(kind.__fields__):
            inner = getattr(value, field._name)
            way = path if field.name is None else [*path, field.name]
            if (definition, field.name) in ones:
                yield from leaves(field.type.type, inner[0], way, base + offset, field.type.type.__name__, ones)
            elif field.bits is None:
                within = definition if field.name is None else field.type.__name__
                yield from leaves(field.type, inner, way, base + offset, within, ones)
            else:
                yield way, base + offset, field.type.size, [bit, field.bits], int(inner)
    elif issubclass(kind, (BaseArray, CharArray)):
        size = kind.type.size
        for index in range(kind.num_entries):
            element = value[index]
            if isinstance(element, int) and issubclass(kind, CharArray):
                yield [*path, index], base + index, 1, None, element
            else:
                yield from leaves(kind.type, element, [*path, index], base + index * size, kind.type.__name__, ones)
    elif issubclass(kind, Char):
        yield path, base, 1, None, value[0]
    else:
        yield path, base, kind.size, None, int(value) % (1 << 8 * kind.size)


def read(case, **options):
    try:
        reader = cstruct()
        reader.load(case["text"], **options)
        records = {}
        for name, kind in reader.typedefs.items():
            if isinstance(kind, type) and issubclass(kind, Structure):
                records[name] = {"size": len(kind), "members": list(members(kind, 0))}
        structure = getattr(reader, case["structure"])
        value = structure(bytes.fromhex(case["blob"]))
        found = list(leaves(structure, value, [], 0, case["structure"], arrays_of_one(case["text"])))
        return {"records": records, "leaves": found, "compiled": structure.__compiled__}
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"}


def main():
    cases = json.load(sys.stdin)
    ways = ({"compiled": True}, {"compiled": False})
    found = [[read(case, **way) for way in ways] for case in cases]
    sys.stdout.write(json.dumps(found))


main()
