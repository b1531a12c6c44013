"""Models as other people write them: a generator outside this tree, which writes plain ISPL, and a
page beside it whose table says what another checker and an earlier ken took.

A folder has gen.py, called as `gen.py FAMILY ARGUMENT...`, and README.md with a table whose first
three columns are `model | checker s, MB | ken s, MB`.  A model is a family with arguments, `nim 3 4
5`: a rung of the family's ladder.  FURTHER has one rung more for each ladder.
"""
import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import machine
from child import run_limited
from contest import FAILED, LIMIT, REACHED, UNDECIDED, WRONG, last_words, parsed, sweep
from figures import ratio
from peers import VERDICT, parse_peer

SCHEMA = "ken-bench-foreign/1"
LIMIT_SECONDS = 60
MEMORY = "3G"
GRACE = 10  # seconds more for ken, to say where the time went
PATIENCE = 5  # wall seconds for each second of processor time: the machine may have much to do
FURTHER = ("dining 16", "muddy 60", "cardgame 1025", "nim 20 21 22 23 24", "counters 40 16",
           "tgc 100", "chomp 12 10", "philosophers 100", "sums 3 1000")


@dataclass(frozen=True)
class Figure:
    """What somebody took: seconds and MB, as far as they are known."""
    seconds: float | None
    megabytes: float | None
    at_least: bool = False  # it was ended then


@dataclass(frozen=True)
class Published:
    checker: Figure
    ken: Figure


@dataclass(frozen=True)
class Ladder:
    name: str
    rungs: tuple[str, ...]  # the arguments of each, as one text, the smallest first
    scratch: str
    generator: Path

    def model(self, rung):
        """The file of a rung; made when first asked for, and only one is kept."""
        file = Path(self.scratch) / f"{self.name}-{rung.replace(' ', '-')}.ispl"
        if not file.exists():
            for old in Path(self.scratch).glob("*.ispl"):
                old.unlink()
            with open(file, "w", encoding="utf-8") as out:
                subprocess.run([sys.executable, self.generator, self.name, *rung.split()],
                               stdout=out, stderr=subprocess.PIPE, text=True, check=True)
        return str(file)


# ---- the folder ----

def read_figure(cell):
    """`3.2, 150`, `> 60, 550`, `11.5, -`; nothing if it is none of these."""
    found = re.fullmatch(r"(> )?([\d.]+|-), ([\d.]+|-)", cell.strip())
    if not found:
        return None
    seconds, megabytes = (None if text == "-" else float(text) for text in found.groups()[1:])
    return Figure(seconds, megabytes, bool(found[1]))


def read_table(text):
    """What was published by model, in the order of the table."""
    table = {}
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.startswith("|") or len(cells) < 3:
            continue
        figures = [read_figure(cell) for cell in cells[1:3]]
        if all(figures):
            table[cells[0]] = Published(*figures)
    return table


def ladders(table, folder, scratch, names=()):
    """The rungs of the table by family, and one further."""
    rungs = {}
    for model in (*table, *FURTHER):
        family, _, arguments = model.partition(" ")
        known = rungs.setdefault(family, [])
        if arguments not in known:
            known.append(arguments)
    tabled = {model.partition(" ")[0] for model in table}
    unknown = [name for name in names if name not in tabled]
    if unknown:
        raise ValueError(f"the table has no family '{unknown[0]}': {', '.join(sorted(tabled))}")
    return [Ladder(family, tuple(own), scratch, folder / "gen.py") for family, own in rungs.items()
            if family in tabled and (not names or family in names)]


# ---- contenders ----

class Contender:
    """Checks the file of a rung.  With grace it can be asked to end and say what it knows."""
    grace: int

    def __init__(self, name, command):
        self.name, self.command = name, command

    def measure(self, ladder, rung, limit):
        try:
            file = ladder.model(rung)
        except (OSError, subprocess.CalledProcessError) as trouble:
            return {"status": FAILED, "trouble": f"no model: {last_line(trouble)}"}
        run = run_limited([*self.command, file], limit, patience=PATIENCE, grace=self.grace)
        row = {"status": REACHED, "cpu": run.cpu, "wall": run.wall, "rss_bytes": run.rss_bytes,
               "limit": limit, "trouble": None, **self.judge(run)}
        return {**row, "status": LIMIT, "trouble": None} if run.over_limit else row


def last_line(trouble):
    words = (getattr(trouble, "stderr", "") or str(trouble)).strip().splitlines()
    return words[-1] if words else type(trouble).__name__


class ForeignKen(Contender):
    grace = GRACE

    def judge(self, run):
        answer = parsed(run.output)
        if answer is None:
            why = why_unread(run.output)
            return ({"status": UNDECIDED, "trouble": why} if why
                    else {"status": FAILED, "trouble": last_words(run)})
        formulas = answer["formulae"]
        reasons = [formula["reason"] for formula in formulas if formula["verdict"] == "unknown"]
        statistics = answer["statistics"]
        row = {"verdicts": [formula["verdict"] for formula in formulas],
               "formulas": [[formula["text"], formula["seconds"]] for formula in formulas],
               "states": answer["model"]["reachable_states"], "commit": answer.get("commit"),
               "phases": statistics.get("phases"), "peak_nodes": statistics.get("peak_nodes")}
        if not reasons:
            return row
        return {**row, "status": UNDECIDED, "trouble": reasons[0]}


def why_unread(output):
    """What ran out while ken read the model, if that is what it says."""
    try:
        return json.loads(output).get("reason")
    except (ValueError, AttributeError):
        return None


class ForeignPeer(Contender):
    grace = 0

    def judge(self, run):
        if run.exit_status != 0:
            return {"status": FAILED, "trouble": last_words(run)}
        return {"verdicts": ["true" if verdict == "TRUE" else "false"
                             for verdict in VERDICT.findall(run.output)]}


def contenders(options, flags, scratch):
    """ken first, then its rivals, then other checkers."""
    check = ("check", "--json", f"--memory={options.memory}", *flags)
    result = []
    for name, program in [("ken", options.ken), *map(named_program, options.rival)]:
        # A copy, so that building ken meanwhile does not change what is measured.
        copy = shutil.copy2(program, Path(scratch) / f"ken{len(result)}")
        result.append(ForeignKen(name, (copy, *check)))
    result += [ForeignPeer(*parse_peer(text)) for text in options.peer]
    if len({contender.name for contender in result}) < len(result):
        raise ValueError("two contenders have the same name")
    return result


def named_program(text):
    name, program = parse_peer(text)
    return name, Path(*program)


def disagreement(rows):
    """What contenders say differently, in words; nothing if they agree as far as they know."""
    known = [(name, row["verdicts"]) for name, row in rows.items() if row.get("verdicts")]
    for at, (name, verdicts) in enumerate(known):
        for other, theirs in known[:at]:
            if len(verdicts) != len(theirs):
                return f"{name} answers {len(verdicts)} formulas, {other} {len(theirs)}"
            for number, pair in enumerate(zip(verdicts, theirs, strict=True), 1):
                if set(pair) == {"true", "false"}:
                    return f"formula {number} is {pair[0]} for {name}, {pair[1]} for {other}"
    return None


# ---- figures ----

def checker_seconds(published, old_row):
    """(seconds, scaled) the other checker would take here: what it took there, times how much longer
    the earlier ken takes here than there; unscaled if the earlier ken did not end there or here."""
    there = published.checker.seconds
    if there is None:
        return None, False
    ken = published.ken
    if not ken.seconds or ken.at_least or not old_row or old_row["status"] != REACHED:
        return there, False
    return there * old_row["cpu"] / ken.seconds, True


def rung_figures(entry, published, contenders_):
    """Of each rung: its rows, the time of the other checker, and how many times as long as ken that
    is and the first rival takes."""
    first, *others = contenders_
    for model, rows in entry.items():
        old = rows.get(others[0]) if others else None
        seconds, scaled = checker_seconds(published[model], old) if model in published else (None,
                                                                                             False)
        new = rows[first]
        reached = new["status"] == REACHED
        both = reached and old is not None and old["status"] == REACHED
        yield {"model": model, "rows": rows, "checker": seconds, "scaled": scaled,
               "against_checker": ratio(seconds, new["cpu"]) if reached else None,
               "against_old": ratio(old["cpu"], new["cpu"]) if both else None}


# ---- a session ----

def head_of(options, contenders_, root):
    """What rows must have in common to stand in one table."""
    return {"schema": SCHEMA, "machine": machine.machine(),
            "ken": machine.ken_identity(str(options.ken), root), "settings": options.settings,
            "contenders": [contender.name for contender in contenders_],
            "limit": options.limit or LIMIT_SECONDS, "memory": options.memory}


def load_for(file, head):
    """What the file holds if that was measured likewise, else nothing."""
    if file.exists():
        results = json.loads(file.read_text())
        if all(results.get(name) == value for name, value in head.items()):
            return results
    return {**head, "published": {}, "ladders": {}}


def measure(options, flags, root, scratch, watch):
    """The results.  `watch(results, model, rows)` hears of each rung as soon as it is measured."""
    table = read_table((options.foreign / "README.md").read_text())
    if not table:
        raise ValueError("the README.md of the folder has no table of models")
    names = [name for name in options.family.split(",") if name]
    chosen = ladders(table, options.foreign, scratch, names)
    rivals = contenders(options, flags, scratch)
    results = load_for(options.results / f"{options.name}.json", head_of(options, rivals, root))
    results["published"] = {model: [vars(p.checker), vars(p.ken)] for model, p in table.items()}

    def note(ladder, rung, rows):
        wrong = disagreement(rows)
        if wrong:
            rows = {name: {**row, "status": WRONG, "trouble": wrong} if row.get("verdicts") else row
                    for name, row in rows.items()}
        model = f"{ladder.name} {rung}"
        results["ladders"].setdefault(ladder.name, {})[model] = rows
        watch(results, model, rows)

    for ladder in chosen:
        sweep(rivals, ladder, ladder.rungs, options.repeat, options.limit or LIMIT_SECONDS,
              lambda rung, rows, ladder=ladder: note(ladder, rung, rows))
    return results


def published_of(results):
    return {model: Published(Figure(**checker), Figure(**ken))
            for model, (checker, ken) in results["published"].items()}


def is_there(folder):
    return all(os.path.isfile(folder / name) for name in ("gen.py", "README.md"))
