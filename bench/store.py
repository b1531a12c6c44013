"""Results as JSON: bench/results/NAME.json.

A file holds the results of one machine.  Measuring a family again with the same ken and options
replaces the sizes that were measured; with another ken or other options it replaces the family.
"""
import json
from pathlib import Path

SCHEMA = "ken-bench/1"
RESULTS = Path(__file__).resolve().parent / "results"


def empty(machine, smallest_rss):
    return {"schema": SCHEMA, "machine": machine, "smallest_rss_bytes": smallest_rss,
            "families": {}, "comparisons": {}}


def load(file):
    results = json.loads(file.read_text())
    if results.get("schema") != SCHEMA:
        raise ValueError(f"{file.name}: not of schema {SCHEMA}")
    return results


def load_for(file, machine, smallest_rss):
    """What `file` holds if it was measured on this machine, otherwise nothing."""
    if file.exists():
        results = load(file)
        if results["machine"] == machine:
            return {**results, "smallest_rss_bytes": smallest_rss}
    return empty(machine, smallest_rss)


def save(file, results):
    file.parent.mkdir(parents=True, exist_ok=True)
    new = file.with_suffix(".json.new")
    new.write_text(json.dumps(results, indent=1) + "\n")
    new.replace(file)


def add_row(section, key, head, size, row, magnitude):
    """Put `row` under `size` into the entry `key` of `section`, which `head` identifies."""
    entry = section.get(key)
    if entry is None or any(entry.get(name) != value for name, value in head.items()):
        entry = section[key] = {**head, "rows": {}}
    entry["rows"][size] = row
    if magnitude:
        entry["rows"] = dict(sorted(entry["rows"].items(), key=lambda item: magnitude(item[0])))
