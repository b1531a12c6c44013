#!/usr/bin/env python3
"""Measure the search for strategies of players who see little: bench/strategies.py KEN.

    --quick         three small instances, once each
    --only TEXT     only instances whose name contains TEXT
    --out FILE      the page (default: bench/results/strategies.md); rows are kept in FILE's .json
    --at-once N     measure so many instances at a time (default: 1)

Each instance is run by the symbolic engine, three times if it is short, and once by the explicit
one, which goes depth-first through partial strategies.  Rows measured earlier with the same program
on the same machine stay.  What the page says below its tables, from REMARKS on, is written by hand
and stays too.

The exit status is 0 when all went well, also if something did not end in time; 1 when a verdict was
not the expected one or a program failed: then no page is written; 2 for bad usage.
"""
import argparse
import statistics
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

import machine
import store
from child import run_limited, smallest_rss
from contest import FAILED, LIMIT, REACHED, UNDECIDED, WRONG, last_words, parsed, summary
from contest import worth_repeating
from figures import seconds_text
from searches import INSTANCES, MAPS, QUICK, SMALL_MAPS, model_of

ROOT = Path(__file__).resolve().parent.parent
LIMIT_SEARCH = 600  # CPU seconds
LIMIT_DEPTH_FIRST = 20
LIMIT_SMALL_MAP = 5  # of depth-first search on each of the small maps
LIMIT_QUICK = 1
PATIENCE = 5  # wall seconds for each: the machine may have much to do
REMARKS = "What stands out:"

HEAD = """# Results of searched strategies

Written by `bench/strategies.py`.
{where}

Each row is `ken check MODEL --semantics READING --only N --jobs 1 --stats`. CPU seconds are user
and system time of the whole run, exploration included, the median of three runs (one if it took
over 20 s); candidates are the strategies tried and clauses what was learnt from them; MB is what
diagrams held at the peak. 0 candidates: the bounds decide.

"Depth-first" is the same question to `--engine explicit`, in one run under the system's limit of
{depth_first} s of processor time; `>` is what it was charged with when it was ended, which may be
less. That engine goes depth-first through partial strategies without bounds and takes actions in the
order of the model. Under `ir` and `ir-objective` it drops a partial strategy as soon as it loses,
but answers for every state and not only for the initial ones; under `uniform` it judges complete
restrictions only. It is the oracle of the tests and not made for speed.

Elsewhere: candidates of an explicit prototype of conflict-driven search on the same stories and
partial strategies of its depth-first search with bounds (`>`: given up after so many); or times of
other tools on their own models of these stories, on other machines.
"""

SMALL_MAPS_TEXT = """\
{maps} maps of 60 places, 3 alike (seeds 1 to {maps}, drift 6): {true} true, {false} false;
bounds decide {bounds} of them. The others, median/maximum: {candidates} candidates,
{clauses} clauses, {cpu} CPU s. Depth-first search decides {depth_first} of the {maps} in
{limit} s each. The prototype needed 10/76 candidates (28/511 without games that shorten
conflicts) for 26 other maps of 60 places that bounds do not decide.
"""


@dataclass(frozen=True)
class Job:
    """One instance, to be measured by `ken` in another process."""
    ken: str
    instance: object
    repeat: int
    depth_first_limit: float


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("ken", type=Path, metavar="KEN")
    add("--quick", action="store_true")
    add("--only", default="", metavar="TEXT")
    add("--out", type=Path, default=store.RESULTS / "strategies.md", metavar="FILE")
    add("--at-once", type=int, default=1, metavar="N")
    options = parser.parse_args()
    if not options.ken.is_file():
        parser.error(f"there is no program {options.ken}")
    return options


def measure(job):
    with tempfile.TemporaryDirectory() as scratch:
        model = model_of(job.instance, scratch)
        runs = [ask(job, model, (), LIMIT_SEARCH)]
        while len(runs) < job.repeat and worth_repeating(runs[0]):
            runs.append(ask(job, model, (), LIMIT_SEARCH))
        row = summary(runs)
        row["depth_first"] = ask(job, model, ("--engine=explicit",), job.depth_first_limit)
    return row


def ask(job, model, engine, limit):
    instance = job.instance
    chosen = [f"--set={name}={value}" for name, value in instance.parameters.items()]
    command = [job.ken, "check", str(model), f"--semantics={instance.semantics}",
               f"--only={instance.formula}", "--jobs=1", "--memory=4G", "--json", "--stats",
               *chosen, *engine]
    return judged(run_limited(command, limit, str(ROOT), PATIENCE), instance)


def judged(run, instance):
    row = {"status": REACHED, "cpu": run.cpu, "wall": run.wall, "rss_bytes": run.rss_bytes,
           "trouble": None}
    if run.over_limit:
        return {**row, "status": LIMIT}
    answer = parsed(run.output)
    if answer is None:
        return {**row, "status": FAILED, "trouble": last_words(run)}
    formula, counted = answer["formulae"][0], answer.get("statistics", {})
    row.update(verdict=formula["verdict"], states=answer["model"]["reachable_states"],
               candidates=counted.get("candidates") or 0, clauses=counted.get("clauses") or 0,
               peak_bytes=counted.get("peak_bytes"))
    if row["verdict"] == "unknown":
        return {**row, "status": UNDECIDED, "trouble": formula["reason"]}
    if instance.expect is not None and row["verdict"] != str(instance.expect).lower():
        trouble = f"{row['verdict']}, expected {str(instance.expect).lower()}"
        return {**row, "status": WRONG, "trouble": trouble}
    return row


def trouble_of(row):
    """What is wrong with a row, if anything: running out is not."""
    depth_first = row["depth_first"]
    for engine, part in (("", row), ("depth-first: ", depth_first)):
        if part["status"] in (WRONG, FAILED):
            return f"{engine}{part['status'].upper()}: {part['trouble']}"
    both = {part["verdict"] for part in (row, depth_first) if part["status"] == REACHED}
    return f"WRONG: depth-first search says {depth_first['verdict']}" if len(both) > 1 else None


def chosen_jobs(options, ken):
    if options.quick:
        return [Job(ken, instance, 1, LIMIT_QUICK) for instance in QUICK]
    jobs = [Job(ken, instance, 3, LIMIT_DEPTH_FIRST) for instance in [*INSTANCES, *MAPS]]
    jobs += [Job(ken, instance, 3, LIMIT_SMALL_MAP) for instance in SMALL_MAPS]
    return [job for job in jobs if options.only in job.instance.name]


def measure_all(jobs, at_once, keep):
    """Whether every verdict was as expected; `keep(name, row)` gets each row as it comes."""
    good = True
    with ProcessPoolExecutor(at_once) as pool:
        waiting = {pool.submit(measure, job): job.instance.name for job in jobs}
        for done in as_completed(waiting):
            name, row = waiting[done], done.result()
            trouble = trouble_of(row)
            if trouble:
                good = False
                print(f"!!! {name}: {trouble} !!!", flush=True)
            else:
                keep(name, row)
                print(f"{name}: {' | '.join(cells(row))}", flush=True)
    return good


def cells(row):
    if row["status"] != REACHED:
        over = f"> {row['cpu']:.0f}"
        return [ended_text(row), "", "", "", over, "", time_text(row["depth_first"])]
    return [row["verdict"], f"{int(row['states']):,}", f"{row['candidates']:,}",
            f"{row['clauses']:,}", time_text(row), f"{row['peak_bytes'] / 1e6:.1f}",
            time_text(row["depth_first"])]


def time_text(part):
    if part["status"] == REACHED:
        return seconds_text(part["cpu"])
    return f"> {part['cpu']:.0f}" if part["status"] == LIMIT else ended_text(part)


def ended_text(part):
    if part["status"] == LIMIT:
        return "not in time"
    return "memory" if "memory" in part["trouble"] else part["trouble"]


def table(rows, instances):
    """Instance and verdict are flush left, and so is what others report."""
    lines = ["| instance | verdict | states | candidates | clauses | CPU s | MB "
             "| depth-first CPU s | elsewhere |", "|---|---|---:|---:|---:|---:|---:|---:|---|"]
    lines += [f"| {' | '.join([one.name, *cells(rows[one.name]), one.elsewhere])} |"
              for one in instances if one.name in rows]
    return "\n".join(lines) + "\n"


def small_maps_text(rows):
    done = [rows[one.name] for one in SMALL_MAPS if one.name in rows]
    ended = [row for row in done if row["status"] == REACHED]
    searched = [row for row in ended if row["candidates"]]
    if not searched:
        return ""
    true = sum(row["verdict"] == "true" for row in ended)
    depth_first = sum(row["depth_first"]["status"] == REACHED for row in done)
    return SMALL_MAPS_TEXT.format(
        maps=len(done), true=true, false=len(ended) - true, bounds=len(ended) - len(searched),
        candidates=spread(searched, "candidates", "{:,.0f}"),
        clauses=spread(searched, "clauses", "{:,.0f}"), cpu=spread(searched, "cpu", "{:.2f}"),
        depth_first=depth_first, limit=LIMIT_SMALL_MAP)


def spread(rows, name, form):
    values = [row[name] for row in rows]
    return f"{form.format(statistics.median(values))}/{form.format(max(values))}"


def page(results, entry, version, remarks):
    where, rows = results["machine"], entry["rows"]
    memory = round(where["memory_bytes"] / 2**30)
    head = HEAD.format(depth_first=LIMIT_DEPTH_FIRST, where=(
        f"Machine: {where['processor']}, {where['cores']} cores, {memory} GiB, {where['kernel']}; "
        f"{version}, binary {entry['ken']['binary']}."))
    parts = [head, table(rows, INSTANCES)]
    if any(one.name in rows for one in MAPS):
        parts += ["Random maps (`bench/gen_maps.py PLACES ALIKE SEED DRIFT`), `ir`: can the drone "
                  "be sure to come home?\n", table(rows, MAPS)]
    parts += [part for part in (small_maps_text(rows), remarks) if part]
    return "\n".join(parts)


def remarks_of(file):
    text = file.read_text() if file.exists() else ""
    return REMARKS + text.partition(REMARKS)[2] if REMARKS in text else ""


def main():
    options = parse_options()
    out, stored = options.out, options.out.with_suffix(".json")
    ken = machine.ken_identity(options.ken, ROOT)
    identity = {"binary": ken["binary"]}
    results = store.load_for(stored, machine.machine(), smallest_rss())

    def keep(name, row):
        store.add_row(results["families"], "strategies", {"ken": identity}, name, row, None)
        store.save(stored, results)

    jobs = chosen_jobs(options, str(options.ken.resolve()))
    if not jobs:
        print(f"no instance's name contains '{options.only}'", file=sys.stderr)
        return 2
    if not measure_all(jobs, options.at_once, keep):
        return 1
    entry = results["families"]["strategies"]
    out.write_text(page(results, entry, ken["version"], remarks_of(out)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
