# dissect.cstruct: python measure.py FOLDER. One round for each line on standard input, for which it prints how many
# seconds it took and the checksum.
import io
import pathlib
import sys
import time

from dissect.cstruct import cstruct

folder = pathlib.Path(sys.argv[1])
reader = {}
exec((folder / "reader.py").read_text(), reader)
add_leaves = reader["add_leaves"]
structure = cstruct().load((folder / "format.h").read_text(), compiled=True).structure
blob = (folder / "blob").read_bytes()
count = len(blob) // len(structure)


def round():
    stream = io.BytesIO(blob)
    total = 0
    for _ in range(count):
        total = add_leaves(total, structure(stream))
    return total


for _ in sys.stdin:
    start = time.perf_counter()
    total = round()
    print(time.perf_counter() - start, total, flush=True)
