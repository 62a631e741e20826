"""What DuckDB finds in the Parquet tables of a folder: where members are, an image and a member a line.

Arguments: the folder, then members, such as _EPROCESS.Token.
"""

import sys

import duckdb

folder, *members = sys.argv[1:]
database = duckdb.connect()
for name in members:
    structure, member = name.split(".")
    rows = database.execute(
        f"""select image, "offset", bit, width
            from '{folder}/members.parquet' join '{folder}/images.parquet' as images using (class)
            where members.structure = ? and name = ? and kind in ('member', 'bit')""",
        [structure, member],
    ).fetchall()
    for image, offset, bit, width in rows:
        place = f"{offset}" if bit is None else f"{offset}:{bit}:{width}"
        print(image, name, place, sep="\t")
