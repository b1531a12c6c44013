"""Measures contenders (ken with some options, or another checker) on the sizes of a family,
alternating between them."""
import json
import statistics
from dataclasses import dataclass

from child import run_limited

LONG_RUN = 20  # seconds; a run that took longer is not repeated

REACHED = "reached"      # all verdicts as expected
WRONG = "wrong"          # a verdict, or the number of states, is not the expected one
LIMIT = "limit"          # out of time
UNDECIDED = "undecided"  # ended without a verdict
FAILED = "failed"        # ended without an answer
UNTRIED = "not tried"    # a smaller size was not reached

GIVES_UP = {LIMIT, UNDECIDED, FAILED}


@dataclass(frozen=True)
class Ken:
    """ken with some options."""
    name: str
    program: str
    options: tuple[str, ...]
    folder: str  # where models/ is

    def measure(self, family, size, limit):
        run = run_limited(self.command(family, size), limit, self.folder)
        return judged(run, family, size, limit)

    def command(self, family, size):
        chosen = [f"--set={name}={value}" for name, value in family.parameters(size).items()]
        return [self.program, "check", family.model_file, f"--only={family.only}", "--json",
                *chosen, *self.options]


def judged(run, family, size, limit):
    row = {"status": REACHED, "cpu": run.cpu, "wall": run.wall, "rss_bytes": run.rss_bytes,
           "limit": limit, "trouble": None}
    if run.over_limit:
        return {**row, "status": LIMIT}
    answer = parsed(run.output)
    if answer is None:
        return {**row, "status": FAILED, "trouble": last_words(run)}
    row.update(counts(answer))
    status, trouble = opinion(answer, family, size)
    return {**row, "status": status, "trouble": trouble}


def parsed(output):
    try:
        answer = json.loads(output)
    except ValueError:
        return None
    return answer if "formulae" in answer else None


def last_words(run):
    words = run.errors.strip().splitlines()
    ending = (f"signal {-run.exit_status}" if run.exit_status < 0
              else f"exit status {run.exit_status}")
    return f"{ending}: {words[-1]}" if words else ending


def counts(answer):
    statistics_ = answer.get("statistics", {})
    names = ("peak_nodes", "reachable_nodes", "depth")
    return {"states": answer["model"]["reachable_states"],
            **{name: statistics_.get(name) for name in names}}


def opinion(answer, family, size):
    """(status, trouble) of an answer."""
    verdicts = {formula["index"]: formula for formula in answer["formulae"]}
    if set(verdicts) != set(family.expect):
        return WRONG, f"answered formulas {sorted(verdicts)}, not {sorted(family.expect)}"
    for number, expected in family.expect.items():
        verdict = verdicts[number]["verdict"]
        if verdict == "unknown":
            return UNDECIDED, verdicts[number]["reason"]
        if verdict != str(expected).lower():
            return WRONG, f"formula {number} is {verdict}, expected {str(expected).lower()}"
    return opinion_on_states(answer["model"]["reachable_states"], family, size)


def opinion_on_states(states, family, size):
    if family.states is None or states is None:
        return REACHED, None
    known = family.states(family.magnitude(size))
    if int(states) != known:
        return WRONG, f"{states} reachable states, expected {known}"
    return REACHED, None


def alternate(contenders, family, size, repeat, limit):
    """One row for each contender: medians of `repeat` rounds."""
    runs = {contender.name: [] for contender in contenders}
    for _ in range(repeat):
        for contender in contenders:
            done = runs[contender.name]
            if not done or worth_repeating(done[0]):
                done.append(contender.measure(family, size, limit))
    return {name: summary(done) for name, done in runs.items()}


def worth_repeating(row):
    return row["status"] == REACHED and row["cpu"] <= LONG_RUN


def summary(runs):
    bad = next((run for run in runs if run["status"] != REACHED), None)
    if bad:
        return {**bad, "cpu_runs": [run.get("cpu") for run in runs]}
    return {**runs[0],
            "cpu": statistics.median(run["cpu"] for run in runs),
            "wall": statistics.median(run["wall"] for run in runs),
            "rss_bytes": max(run["rss_bytes"] for run in runs),
            "cpu_runs": [run.get("cpu") for run in runs]}


def sweep(contenders, family, sizes, repeat, limit, watch):
    """Rows by size, then by contender.  One that does not reach a size is not tried on those that
    follow.  `watch(size, rows)` is told of each size as soon as it is measured."""
    running, table = list(contenders), {}
    for size in sizes:
        rows = alternate(running, family, size, repeat, limit) if running else {}
        rows = {c.name: rows.get(c.name, {"status": UNTRIED}) for c in contenders}
        running = [c for c in running if rows[c.name]["status"] not in GIVES_UP]
        table[size] = rows
        watch(size, rows)
    return table
