"""What dissect.cstruct, Volatility 3 and pfp make of enumerations: the number of each name.

Takes a list of {"format", "name", "text"} as JSON and gives for each an object of names and numbers, or {"error"}.
"""

import io
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
import pfp  # noqa: E402
from dissect.cstruct import cstruct  # noqa: E402
from volatility3.framework import contexts  # noqa: E402
from volatility3.framework.symbols import intermed  # noqa: E402

TABLE = "strata"


def by_cstruct(case):
    reader = cstruct()
    reader.load(case["text"])
    kind = getattr(reader, case["name"])
    return {name: member.value for name, member in kind.__members__.items()}


def by_volatility(case):
    file = pathlib.Path(HERE.name) / "file.json"
    file.write_text(case["text"], encoding="utf-8")
    context = contexts.Context()
    table = intermed.IntermediateSymbolTable(context, TABLE, TABLE, file.as_uri())
    context.symbol_space.append(table)
    kind = context.symbol_space.get_enumeration(f"{TABLE}!{case['name']}")
    return dict(kind.vol.choices)


def by_pfp(case):
    found = pfp.parse(io.BytesIO(bytes(8)), template=case["text"])
    choices = found.structure.enum_vals
    return {name: getattr(number, "_pfp__value", number) for name, number in choices.items() if isinstance(name, str)}


READERS = {"cstruct": by_cstruct, "isf": by_volatility, "010": by_pfp}


def read(case):
    try:
        return READERS[case["format"]](case)
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"}


sys.stdout.write(json.dumps([read(case) for case in json.load(sys.stdin)]))
