"""The page on models as other people write them, from what foreign.py measured."""
import math

from contest import REACHED
from figures import (count_text, markdown_table, memory_text, ratio_text, seconds_text)
from foreign import published_of, rung_figures
from render import ken_text, paragraph, time_text

LEAST_SHARE = 0.02  # of the time of a rung: phases that never take it are joined
LONGEST_FORMULA = 40


def geometric_mean(values):
    known = [value for value in values if value]
    return math.exp(sum(map(math.log, known)) / len(known)) if known else None


def all_figures(results):
    published = published_of(results)
    return {name: list(rung_figures(ladder, published, results["contenders"]))
            for name, ladder in results["ladders"].items()}


# ---- all of it ----

def main_table(results, floor):
    first, *others = results["contenders"]
    heads = ["model", f"{first}, s", "MB",
             *(head for name in others for head in (f"{name}, s", "MB"))]
    if others:
        heads.append(f"{others[0]} / {first}")
    heads += ["MCMAS, s", f"MCMAS / {first}"]
    lines = [main_line(figures, results["contenders"], floor)
             for ladder in all_figures(results).values() for figures in ladder]
    return markdown_table(heads, lines)


def main_line(figures, contenders, floor):
    line = [figures["model"]]
    for name in contenders:
        row = figures["rows"][name]
        line += [time_text(row), memory_text(row.get("rss_bytes"), floor)]
    if len(contenders) > 1:
        line.append(ratio_text(figures["against_old"]))
    mark = "" if figures["scaled"] or figures["checker"] is None else "*"
    checker = seconds_text(figures["checker"]) + mark if figures["checker"] is not None else ""
    return [*line, checker, ratio_text(figures["against_checker"])]


def means_text(results):
    rungs = [figures for ladder in all_figures(results).values() for figures in ladder]
    first, *others = results["contenders"]
    tabled = [figures for figures in rungs if figures["checker"] is not None]
    reached = [figures["against_checker"] for figures in tabled if figures["against_checker"]]
    lines = []
    if tabled:
        faster = sum(value >= 1 for value in reached)
        lines.append(f"Of {len(tabled)} rungs of the table {first} reaches {len(reached)}, {faster}"
                     f" of them at least as fast as MCMAS: {mean_text(reached)} in the geometric"
                     " mean.")
    if others:
        against = [figures["against_old"] for figures in rungs if figures["against_old"]]
        lines.append(f"{first} against {others[0]}, on {len(against)} rungs that both reach:"
                     f" {mean_text(against)}.")
    return lines


def mean_text(values):
    mean = geometric_mean(values)
    return "nothing to compare" if mean is None else f"{ratio_text(mean)} times as fast"


# ---- where the time goes ----

def profile(row):
    """Seconds by phase; what lies between them and around them is the rest."""
    phases = {phase["name"]: phase["seconds"] for phase in row.get("phases") or []}
    rest = row["cpu"] - sum(phases.values()) if phases else 0
    return {**phases, "rest": max(0.0, rest)} if phases else {}


def shown_phases(profiles):
    """Those that take their share of some rung, in the order of the stages."""
    names = list(dict.fromkeys(name for known in profiles for name in known if name != "rest"))
    return [name for name in names
            if any(known.get(name, 0) > LEAST_SHARE * sum(known.values()) for known in profiles)]


def profile_section(name, ladder, contender):
    rows = {model: rows[contender] for model, rows in ladder.items()
            if rows[contender].get("phases")}
    if not rows:
        return f"### {name}\n\nNothing is known: no run ended by itself."
    profiles = {model: profile(row) for model, row in rows.items()}
    names = shown_phases(profiles.values())
    heads = ["model", "CPU s", *names, "rest", "peak nodes", "slowest formula"]
    return f"### {name}\n\n" + markdown_table(heads, [
        profile_line(model, row, profiles[model], names) for model, row in rows.items()])


def profile_line(model, row, known, names):
    rest = sum(seconds for name, seconds in known.items() if name not in names)
    return [model, seconds_text(row["cpu"]) + ("" if row["status"] == REACHED else " (not reached)"),
            *(seconds_text(known.get(name)) for name in names), seconds_text(rest),
            count_text(row.get("peak_nodes")), slowest_text(row["formulas"])]


def slowest_text(formulas):
    if not formulas:
        return ""
    text, seconds = max(formulas, key=lambda formula: formula[1])
    if len(text) > LONGEST_FORMULA:
        text = text[:LONGEST_FORMULA - 3] + "..."
    return f"`{text.replace('|', '&#124;')}`: {seconds_text(seconds)}"


# ---- the page ----

def head_section(results):
    where = results["machine"]
    facts = [f"Machine: {where['processor']}, {where['cores']} cores,"
             f" {where['memory_bytes'] / 2**30:.0f} GiB, {where['kernel']}.",
             f"Program: {ken_text(results['ken'])}."]
    commits = {row["commit"] for ladder in results["ladders"].values() for rows in ladder.values()
               for name, row in rows.items()
               if name in results["contenders"][1:] and row.get("commit")}
    if commits:
        facts.append(f"Rivals: ken at commit {', '.join(sorted(commits))}.")
    options = f" with the options `{results['settings']}`" if results["settings"] else ""
    reading = paragraph(f"""
        Plain ISPL in the style of public models: agents spelled out, no templates, parity as a list
        of cases, sums written term by term, a board as one boolean per cell. All formulas of each
        model{options}; CPU seconds are user and system time of the whole run, memory is the peak
        resident size. A run has {results['limit']:g} s and {results['memory']} bytes; after a rung
        that is not reached larger ones are not tried. Contenders take turns, and their verdicts
        agree. MCMAS's time is what an earlier measurement of both on one machine says: its time
        there, times what the first rival takes here over what it took there; with `*` it is the time
        there itself.""")
    return "\n\n".join(["# Results on models as others write them",
                        "Written by `bench/run --foreign`; [the page on the runner](../README.md)"
                        " tells how to measure.",
                        "\n".join(f"- {fact}" for fact in facts), reading])


def page(results, floor):
    first = results["contenders"][0]
    profiles = [profile_section(name, ladder, first)
                for name, ladder in results["ladders"].items()]
    means = "\n".join(f"- {line}" for line in means_text(results))
    return "\n\n".join(part for part in [
        head_section(results), main_table(results, floor), means, "## Where the time goes",
        paragraph(f"CPU seconds of {first} by phase; phases that take less than"
                  f" {LEAST_SHARE:.0%} of every rung are part of the rest, and so is what lies between"
                  " phases. Nodes are those of decision diagrams alive at the peak. The seconds of a"
                  " formula are by the clock."),
        *profiles] if part) + "\n"
