"""A script as a user would write it, over the installed package. It asks the server that its argument names, and prints what it
learned, one JSON object."""

import json
import sys

from strata_client import Client, Problem

strata = Client(sys.argv[1])
learned: dict[str, object] = {}

learned["structures"] = [one["name"] for one in strata.iter_structures(source="article", limit=2)]

layout = strata.get_layout("ETW_REALTIME_CONSUMER", "6.2", "x64")
members = {member["name"]: member["offset"] for member in layout["members"]}
learned["size"], learned["offset"] = layout["size"], members["LoggerId"]

diff = strata.get_diff("ETW_REALTIME_CONSUMER", from_="6.1/x64", to="6.2/x64")
learned["kinds"] = sorted({kind for change in diff["changes"] for kind in change["kinds"]})

header = strata.get_layout_as("c", "_LIST_ENTRY", "22H2", "x64", depth=0).decode()
learned["header"] = "_LIST_ENTRY" in header and "Flink" in header

decoded = strata.decode("ETW_PMC_SUPPORT", "2004", "x64", bytes(96), content_type="application/octet-stream")
if decoded["kind"] == "bytes":
    learned["decoded"] = len(decoded["instances"])

table = strata.post_offsets_in_images(["_EPROCESS.Protection", "_EPROCESS.Token"], images="x64")
learned["columns"] = [column["name"] for column in table["columns"]]

try:
    strata.get_layout("nothing", "6.1", "x64")
except Problem as problem:
    learned["refused"] = f"{problem.status} {problem.detail}"

print(json.dumps(learned))
