"""What pfp, an interpreter of 010 Editor's templates, reads from bytes by a template.

Takes a list of {"text", "blob"} as JSON and gives for each {"leaves"}, or {"error"} where it does not take the text.
"""

import io
import json
import sys

import pfp
from pfp import fields


def leaves(field, path, offset):
    """Path, offset, size, bits and value of every number."""
    if isinstance(field, fields.Struct):
        bits = Bits()
        for child in field._pfp__children:
            if child._pfp__name.startswith("_skipped"):
                continue
            way = [*path, child._pfp__name]
            if getattr(child, "bitsize", None) is None:
                yield from leaves(child, way, child._pfp__offset)
            else:
                begin, bit = bits.next(child)
                yield way, begin, child.width, [bit, child.bitsize], child._pfp__value
    elif isinstance(field, fields.Array):
        for index in range(field.width):
            element = field[index]
            plain = isinstance(element, fields.NumberBase)
            begin = offset + index * element.width if plain else element._pfp__offset
            yield from leaves(element, [*path, index], begin)
    else:
        size = field.width
        yield path, offset, size, None, field._pfp__value % (1 << 8 * size)


class Bits:
    """Bit fields fill their integer, from its first bit on; only of the first is told where that begins."""

    def __init__(self):
        self.offset, self.bit = 0, 0

    def next(self, field):
        if self.bit == 0:
            self.offset = field._pfp__offset
        begin = self.offset, self.bit
        self.bit = (self.bit + field.bitsize) % (8 * field.width)
        return begin


def read(case):
    try:
        data = io.BytesIO(bytes.fromhex(case["blob"]))
        found = pfp.parse(data, template=case["text"], predefines=False)
        structure = found.structure
        return {"leaves": list(leaves(structure, [], structure._pfp__offset))}
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"}


def main():
    cases = json.load(sys.stdin)
    sys.stdout.write(json.dumps([[read(case)] for case in cases]))


main()
