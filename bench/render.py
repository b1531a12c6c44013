"""The page of results, from what the store holds."""
import sys
import textwrap

import plots
from contest import FAILED, LIMIT, LONG_RUN, REACHED, UNDECIDED, UNTRIED, WRONG
from families import FAMILIES, family_named
from figures import (count_text, exponent, markdown_table, memory_text, ratio, ratio_text,
                     seconds_text)

STEEPEST = 4      # exponents above it must be explained
HIGHEST_PEAK = 20  # so must a peak of more than so many times the nodes of the final set
UNEXPLAINED = "(unexplained)"


def paragraph(text):
    return textwrap.fill(" ".join(text.split()), 100, break_long_words=False,
                         break_on_hyphens=False)


def time_text(row):
    texts = {LIMIT: lambda: f"not reached in {row['limit']:g} s",
             UNDECIDED: lambda: f"not reached: {row['trouble']}",
             FAILED: lambda: f"FAILED: {row['trouble']}",
             WRONG: lambda: f"WRONG: {row['trouble']}",
             UNTRIED: lambda: "not tried",
             REACHED: lambda: seconds_text(row["cpu"])}
    return texts[row["status"]]()


def family_table(family, rows, floor):
    heads = [family.size_means, "states", "depth", "CPU s", "peak nodes", "final nodes",
             "peak/final", "MiB", *(f"{p.tool} (published)" for p in family.published)]
    return markdown_table(heads, [family_line(family, size, row, floor)
                                  for size, row in rows.items()])


def family_line(family, size, row, floor):
    measured = row["status"] in (REACHED, WRONG)
    known = row if measured else {}
    published = (p.seconds.get(size) for p in family.published)
    return [size, count_text(known.get("states")), count_text(known.get("depth")), time_text(row),
            count_text(known.get("peak_nodes")), count_text(known.get("reachable_nodes")),
            ratio_text(peak_ratio(known)), memory_text(known.get("rss_bytes"), floor),
            *(f"{value:g}" if value is not None else "" for value in published)]


def peak_ratio(row):
    return ratio(row.get("peak_nodes"), row.get("reachable_nodes"))


def growth(family, rows):
    if family.magnitude is None:
        return None, 0
    return exponent([(family.magnitude(size), row["cpu"]) for size, row in rows.items()
                     if row["status"] == REACHED])


def growth_text(family, rows):
    value, points = growth(family, rows)
    if family.magnitude is None:
        return "One size only, so no growth to fit."
    against = family.size_means if family.size_means == "N" else f"the sum of {family.size_means}"
    if value is None:
        return f"CPU time against {against}: too few times above 0.05 s to fit ({points})."
    return f"CPU time grows like {against} to the power {value:.2f} (fit of {points} points)."


def flags(family, rows):
    """Sentences that the figures call for."""
    value, _ = growth(family, rows)
    if value is not None and value > STEEPEST:
        yield f"**Exponent above {STEEPEST}:** {family.remarks.get('exponent', UNEXPLAINED)}"
    ratios = {size: peak_ratio(row) for size, row in rows.items() if row["status"] == REACHED}
    size = max(ratios, key=lambda s: ratios[s] or 0, default=None)
    if size is not None and (ratios[size] or 0) > HIGHEST_PEAK:
        yield (f"**Peak above {HIGHEST_PEAK} times the final set** (most at {size}:"
               f" {ratio_text(ratios[size])}): {family.remarks.get('peak', UNEXPLAINED)}")


def published_text(published):
    series = ", ".join(f"{size}: {value:g}" for size, value in published.seconds.items())
    return (f"Published for {published.tool} ({published.source}; {published.hardware}), seconds:"
            f" {series}.")


def setup_text(family, entry):
    formulas = "formula" if len(family.expect) == 1 else "formulas"
    options = f", options `{entry['settings']}`" if entry["settings"] else ""
    return (f"`{family.model_file}`, {formulas} {family.only.replace(',', ', ')}{options};"
            f" binary {entry['ken']['binary']}")


def family_section(family, entry, floor, plot):
    rows = entry["rows"]
    remarks = [growth_text(family, rows), *flags(family, rows)]
    if "note" in family.remarks:
        remarks.append(family.remarks["note"])
    parts = [f"## {family.name}", paragraph(f"{family.description} ({setup_text(family, entry)}.)"),
             family_table(family, rows, floor), *map(paragraph, remarks)]
    if family.published:
        parts.append("\n".join(f"- {published_text(p)}" for p in family.published))
    if plot:
        parts.append(f"![CPU time against size]({plot})")
    return "\n\n".join(parts)


def comparison_table(entry, floor):
    """Medians of CPU seconds and peaks of memory; each but the first contender's time also as a
    multiple of the first one's."""
    first, *others = entry["contenders"]
    heads = ["size", f"{first}, s", "MB",
             *(head for name in others for head in (f"{name}, s", "MB", "ratio"))]
    return markdown_table(heads, [comparison_line(size, row, first, others, floor)
                                  for size, row in entry["rows"].items()])


def comparison_line(size, row, first, others, floor):
    def shown(name):
        return [time_text(row[name]), memory_text(row[name].get("rss_bytes"), floor)]

    line = [size, *shown(first)]
    for name in others:
        both = row[first]["status"] == row[name]["status"] == REACHED
        times = ratio(row[name]["cpu"], row[first]["cpu"]) if both else None
        line += [*shown(name), ratio_text(times)]
    return line


def comparison_section(entry, floor):
    return f"### {entry['title']}: {entry['family']}\n\n{comparison_table(entry, floor)}"


def ken_text(identity):
    commit = f", commit {identity['commit']}" if identity["commit"] else ""
    return f"{identity['version']}{commit} ({identity['compiler']}; binary {identity['binary']})"


def programs(results):
    entries = [*results["families"].values(), *results["comparisons"].values()]
    return list(dict.fromkeys(ken_text(entry["ken"]) for entry in entries))


def head_section(results):
    where, floor = results["machine"], results["smallest_rss_bytes"]
    facts = [f"Machine: {where['processor']}, {where['cores']} cores,"
             f" {where['memory_bytes'] / 2**30:.0f} GiB, {where['kernel']}.",
             *(f"Program: {program}." for program in programs(results))]
    reading = paragraph(f"""
        CPU seconds are user and system time of the whole run, the median of several runs (one run
        if it took over {LONG_RUN} s). Nodes are those of decision diagrams: the most alive at a
        time, and those of the final set of reachable states. Memory is the peak resident size;
        "{memory_text(floor, floor)}" is below what can be measured. Published times are those of
        the papers' own models of the same stories, on other machines: they show how times grow, and
        are no race.""")
    return "\n\n".join([
        "# Results",
        "Written by `bench/report`; [the page on the runner](../README.md) tells how to measure.",
        "\n".join(f"- {fact}" for fact in facts), reading])


def page(results, drawn):
    """`drawn` maps families to the files of their plots."""
    floor = results["smallest_rss_bytes"]
    measured = [family for family in FAMILIES if family.name in results["families"]]
    sections = [family_section(family, results["families"][family.name], floor,
                               drawn.get(family.name)) for family in measured]
    compared = [comparison_section(entry, floor) for entry in results["comparisons"].values()
                if family_named(entry["family"])]
    if compared:
        sections += ["## Comparisons", *compared]
    return "\n\n".join([head_section(results), *sections]) + "\n"


def write_report(results, folder):
    if plots.have_gnuplot():
        drawn = plots.draw(results, FAMILIES, folder)
    else:
        print("bench: gnuplot is not installed, so there are no plots", file=sys.stderr)
        drawn = {}
    (folder / "README.md").write_text(page(results, drawn))
