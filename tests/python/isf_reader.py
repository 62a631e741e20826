"""What Volatility 3 makes of symbol files: whether its schema allows them, where members are, and what it reads from bytes.

Takes a list of {"text", "structure", "blob"} as JSON and gives for each a list of one way: {"records", "leaves"}, or {"error"}
where it does not take the text.
"""

import json
import os
import pathlib
import sys
import tempfile

HERE = tempfile.TemporaryDirectory()
# What Volatility keeps of files that it has seen: nothing of an earlier run.
os.environ["XDG_CACHE_HOME"] = HERE.name

# Without it Volatility takes every file for valid.
import jsonschema  # noqa: E402, F401
from volatility3.framework import contexts, objects  # noqa: E402
from volatility3.framework.layers import physical  # noqa: E402
from volatility3.framework.symbols import intermed  # noqa: E402

TABLE = "strata"


def members(context, kind):
    """Name, first bit and extent of every member."""
    for name in kind.vol.members:
        offset, member = kind.relative_child_offset(name), kind.child_template(name)
        if isinstance(member, objects.templates.ReferenceTemplate):
            member = context.symbol_space.get_type(member.vol.type_name)
        if issubclass(member.vol.object_class, objects.BitField):
            first, behind = member.vol.start_bit, member.vol.end_bit
            yield name, 8 * offset + first, {"bits": behind - first}
        else:
            yield name, 8 * offset, {"bytes": member.size}


def leaves(value, path, base):
    """Path, offset, size, bits and value of every number."""
    offset = value.vol.offset
    if isinstance(value, objects.AggregateType):
        for name in value.vol.members:
            yield from leaves(value.member(name), [*path, name], base)
    elif isinstance(value, objects.Array):
        for index, element in enumerate(value):
            yield from leaves(element, [*path, index], base)
    elif isinstance(value, objects.BitField):
        first, behind = value.vol.start_bit, value.vol.end_bit
        yield path, offset - base, value.vol.base_type.size, [first, behind - first], int(value)
    else:
        # A pointer's value is cut to what the layer has; the whole one is kept beside it.
        is_pointer = isinstance(value, objects.Pointer)
        size, number = value.vol.size, value.get_raw_value() if is_pointer else int(value)
        yield path, offset - base, size, None, number % (1 << 8 * size)


def read(case):
    file = pathlib.Path(HERE.name) / "file.json"
    file.write_text(case["text"], encoding="utf-8")
    context = contexts.Context()
    table = intermed.IntermediateSymbolTable(context, TABLE, TABLE, file.as_uri())
    context.symbol_space.append(table)
    records = {}
    for name in json.loads(case["text"])["user_types"]:
        kind = context.symbol_space.get_type(f"{TABLE}!{name}")
        found = list(members(context, kind))
        records[name.removeprefix("_")] = {"size": kind.size, "members": found}
    blob = bytes.fromhex(case["blob"])
    # A layer of one byte it cannot measure.
    layer = physical.BufferDataLayer(context, "blob", "blob", blob + b"\0")
    context.add_layer(layer)
    structure = f"{TABLE}!_{case['structure']}"
    value = context.object(structure, "blob", 0)
    return {"records": records, "leaves": list(leaves(value, [], 0))}


def answer(case):
    try:
        return [read(case)]
    except Exception as error:
        return [{"error": f"{type(error).__name__}: {error}"}]


sys.stdout.write(json.dumps([answer(case) for case in json.load(sys.stdin)]))
