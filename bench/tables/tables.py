"""Tables of a list of tables: their export from R packages, their rows, and a copy in PostgreSQL.

A list has the columns "source" (PACKAGE::TABLE, data::FILE or made::TABLE), "target" and
"exclude".  psql is told by the PG* variables where to connect."""

import os
import pathlib
import re
import subprocess

import numpy as np
import pandas

HERE = pathlib.Path(__file__).parent


def exported(tables, folder):
    """Writes the tables of R packages in the file `tables` into the folder, once."""
    done = folder / "exported"
    folder.mkdir(parents=True, exist_ok=True)
    if not done.exists() or done.read_text() != tables.read_text():
        subprocess.run([HERE / "export.R", tables, folder], check=True)
        done.write_text(tables.read_text())


def sql(text, table=None):
    """Runs statements; `table` is what they COPY from standard input.  Returns what they print, and the notices."""
    command = ["psql", "-XqAt", "-v", "ON_ERROR_STOP=1", "-c", "SET max_parallel_workers_per_gather = 0", "-c", text]
    done = subprocess.run(command, input=table, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr)
    return done.stdout, done.stderr


def typed(column):
    """A column as a database would hold it: bool, whole or other numbers, points in time, or text."""
    known = column.dropna()
    if column.dtype == object:
        if known.isin([True, False, "TRUE", "FALSE"]).all():
            return column.replace({"TRUE": True, "FALSE": False}).astype("boolean")
        if known.str.fullmatch(r"\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?").all():
            return pandas.to_datetime(column)
    elif column.dtype == float and (known % 1 == 0).all() and (known.abs() < 2**31).all():
        return column.astype("Int64")
    return column


def numbers(column):
    """Points in time as days, everything else as it is."""
    return (column - pandas.Timestamp(2000, 1, 1)).dt.total_seconds() / 86400 if column.dtype.kind == "M" else column


def read(entry, folder, role=None):
    """The rows of a table that R or DATA has, as prepared() returns them."""
    source = entry["source"]
    file = folder / (source + ".csv")
    if source.startswith("data::"):
        file = pathlib.Path(os.environ["DATA"]) / source[6:]
    rows = pandas.read_csv(file, sep="\t" if file.name.endswith(".txt") else ",",
                           keep_default_na=False, na_values=[""], low_memory=False)
    return prepared(rows, entry, role)


def prepared(rows, entry, role=None):
    """The rows whose target and role are known, without excluded columns, in random order."""
    rows.columns = [re.sub("[^a-z0-9]+", "_", name.lower()) for name in rows.columns]
    rows = rows.drop(columns=entry["exclude"].split()).apply(typed)
    rows = rows.dropna(subset=[entry["target"]] + ([role] if role else []))
    target = rows[entry["target"]]
    if target.nunique() == 2:
        rows[entry["target"]] = (target == target.max()).astype(int)
    elif entry["name"] == "covertype":
        rows[entry["target"]] = "type " + target.astype(str)
    return rows.sample(frac=1, random_state=1).reset_index(drop=True)


def copy(name, rows):
    """Makes a table of the rows, with a key, so that folds are the same in each run."""
    types = {"i": "int", "I": "int", "f": "float8", "b": "boolean", "M": "timestamp", "O": "text"}
    columns = ", ".join('"%s" %s' % (c, types[rows[c].dtype.kind]) for c in rows)
    sql(f"DROP TABLE IF EXISTS {name}; CREATE TABLE {name} (bench_row int PRIMARY KEY, {columns})")
    sql(f"COPY {name} FROM STDIN (FORMAT csv)", rows.reset_index(drop=True).to_csv(header=False))
    sql(f"ANALYZE {name}")


def function_has(function, argument):
    has = f"SELECT FROM pg_proc WHERE proname = '{function}' AND '{argument}' = ANY (proargnames)"
    return sql(f"SELECT EXISTS ({has})")[0] == "t\n"


def parsed(text):
    """A row for each line; NULL is NaN."""
    return np.array([[float(value or "nan") for value in row.split("|")] for row in text.splitlines()])
