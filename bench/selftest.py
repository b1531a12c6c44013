#!/usr/bin/env python3
"""Quick checks of the runner: selftest.py KEN_BINARY.  Each function test_* is one case."""
import json
import math
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import contest
import figures
import foreign
import foreign_page
import peers
import plots
import render
from child import run_limited
from families import FAMILIES, Family, Published

BENCH = Path(__file__).resolve().parent
KEN = None  # set by main

ANSWER = {"model": {"reachable_states": "64"}, "statistics": {"peak_bytes": 1000000},
          "formulae": [{"index": 1, "verdict": "true", "reason": None}]}


def want(good, what):
    if not good:
        raise AssertionError(what)


def equal(got, wanted):
    want(got == wanted, f"{got!r}, not {wanted!r}")


def program(folder, name, text):
    file = Path(folder) / name
    file.write_text("#!/bin/sh\n" + text + "\n")
    file.chmod(0o755)
    return file


def bench(folder, *arguments, ken=None, status=0):
    """Run bench/run with its results in `folder`: (stdout and stderr, results)."""
    done = subprocess.run([sys.executable, BENCH / "run", "--ken", ken or KEN, "--results", folder,
                           "--name", "test", *arguments], capture_output=True, text=True)
    file = Path(folder) / "test.json"
    results = json.loads(file.read_text()) if file.exists() else None
    output = done.stdout + done.stderr
    want(done.returncode == status, f"exit status {done.returncode}, not {status}\n{output}")
    return output, results


def fake_ken(folder, verdict):
    answer = json.dumps(ANSWER).replace("true", verdict)
    return program(folder, "fake-ken", f"echo '{answer}'")


def reached(cpu, **more):
    return {"status": contest.REACHED, "cpu": cpu, "wall": cpu, "rss_bytes": 2**20, "limit": 100,
            "trouble": None, **more}


def test_exponent_of_a_power_law(_folder):
    value, points = figures.exponent([(n, 0.001 * n**3) for n in (2, 10, 20, 40)])
    want(math.isclose(value, 3), value)
    equal(points, 3)  # 0.008 s is too short


def test_exponent_needs_two_sizes(_folder):
    equal(figures.exponent([(10, 1.0)]), (None, 1))
    equal(figures.exponent([(10, 0.01), (20, 0.02)]), (None, 0))


def test_median_of_the_runs(_folder):
    row = contest.summary([reached(3), reached(1), reached(2)])
    equal((row["cpu"], row["cpu_runs"]), (2, [3, 1, 2]))


def test_one_bad_run_spoils_the_row(_folder):
    row = contest.summary([reached(1), {**reached(1), "status": contest.WRONG}])
    equal(row["status"], contest.WRONG)


def test_long_runs_are_not_repeated(_folder):
    want(contest.worth_repeating(reached(19)), "19 s")
    want(not contest.worth_repeating(reached(21)), "21 s")


def test_values_are_written_short(_folder):
    equal(figures.count_text("114841790497947648"), "1.15e17")
    equal(figures.count_text("9" * 400), "1.00e400")
    equal(figures.count_text(22528), "22528")
    equal(figures.seconds_text(784.4), "784")
    equal(figures.memory_text(10 * 2**20, 12 * 2**20), "< 12")


def test_table_is_aligned(_folder):
    equal(figures.markdown_table(["N", "s"], [["10", "0.5"], ["100", "12.25"]]),
          "| N   |     s |\n| --- | ----: |\n| 10  |   0.5 |\n| 100 | 12.25 |")


def sample_family(**more):
    return Family("sample", "A sample.", "nim", {1: True}, ("10", "20"), **more)


def sample_entry():
    rows = {"10": reached(0.1, peak_nodes=10, reachable_nodes=10),
            "20": reached(10.0, peak_nodes=500, reachable_nodes=10),
            "30": {"status": contest.LIMIT, "limit": 100}, "40": {"status": contest.UNTRIED}}
    return {"ken": {"binary": "b"}, "settings": "", "rows": rows}


def test_page_flags_what_must_be_explained(_folder):
    text = render.family_section(sample_family(), sample_entry(), 2**20, None)
    for words in ("power 6.64 (fit of 2 points)", "**Exponent above 4:** (unexplained)",
                  "(most at 20: 50.0): (unexplained)", "not reached in 100 s", "not tried"):
        want(words in text, f"{words} is missing in\n{text}")


def test_page_prints_remarks_and_published_times(_folder):
    family = sample_family(remarks={"exponent": "Because.", "peak": "So it is.", "note": "Mind."},
                           published=(Published("T", "Paper 2000", {"10": 3}, "fast"),))
    text = render.family_section(family, sample_entry(), 2**20, "sample.svg")
    for words in ("above 4:** Because.", "50.0): So it is.", "\nMind.", "T (Paper 2000; fast)",
                  "](sample.svg)"):
        want(words in text, f"{words} is missing in\n{text}")


def test_curves_of_a_plot(_folder):
    family = sample_family(published=(Published("T", "Paper 2000", {"10": 3}),))
    equal(plots.curves(family, sample_entry()["rows"]),
          [("ken", [(10, 0.1), (20, 10.0)]), ("T (published)", [(10, 3)])])


def test_formulas_are_cut_out_of_an_export(_folder):
    text = "Agent\n\nFormulae\n  a;  -- expect: true\n  b;\n  c;\nend Formulae\n"
    equal(peers.with_formulas(text, {1: True, 3: True}),
          "Agent\n\nFormulae\n  a;  -- expect: true\n  c;\nend Formulae\n")


def test_every_family_gives_its_verdicts(_folder):
    ken = contest.Ken("ken", str(KEN), (), str(BENCH.parent))
    for family in FAMILIES:
        size = "4" if family.size_means == "N" else family.sizes[0]
        row = ken.measure(family, size, 60)
        equal((family.name, row["status"], row["trouble"]), (family.name, contest.REACHED, None))


def test_interrupt_ends_what_was_started(folder):
    sleeper = program(folder, "sleeper", f"[ $1 = --version ] || {{ echo $$ > {folder}/pid; exec"
                                         " sleep 20; }")
    runner = subprocess.Popen([sys.executable, BENCH / "run", "--ken", sleeper, "--results", folder,
                               "--family", "dining"])
    while not (Path(folder) / "pid").exists() or not (Path(folder) / "pid").read_text():
        time.sleep(0.02)
    runner.terminate()
    equal(runner.wait(), 143)
    want(not Path("/proc", (Path(folder) / "pid").read_text().strip()).exists(), "still running")


def dining(folder, sizes, *arguments, **more):
    return bench(folder, "--family", "dining", "--sizes", sizes, *arguments, **more)


def nim_against(folder, peer, *arguments, **more):
    return bench(folder, "--family", "nim", "--sizes", "1-2-4", "--peer", f"other={peer}",
                 *arguments, **more)


def test_ken_is_measured(folder):
    output, results = dining(folder, "3,4", "--report")
    equal(output.count("!!!"), 0)
    rows = results["families"]["dining"]["rows"]
    equal([rows[size]["states"] for size in ("3", "4")], ["64", "160"])
    equal(len(rows["3"]["cpu_runs"]), 3)
    page = (Path(folder) / "README.md").read_text()
    want("| 4 " in page, page)
    equal((Path(folder) / "dining.svg").exists(), plots.have_gnuplot())


def test_report_without_gnuplot(folder):
    dining(folder, "3,4", "--repeat", "1")
    done = subprocess.run([sys.executable, BENCH / "report", "--results", folder, "--name", "test"],
                          env={**os.environ, "PATH": "/nowhere"}, capture_output=True, text=True)
    equal(done.returncode, 0)
    want("no plots" in done.stderr, done.stderr)
    want(".svg" not in (Path(folder) / "README.md").read_text(), "a plot is named")


def test_sizes_measured_later_join_the_others(folder):
    dining(folder, "4", "--repeat", "1")
    _, results = dining(folder, "3", "--repeat", "1")
    equal(list(results["families"]["dining"]["rows"]), ["3", "4"])


def test_wrong_verdict_is_loud(folder):
    output, results = dining(folder, "3", ken=fake_ken(folder, "false"), status=1)
    want("!!! dining 3: WRONG: formula 1 is false, expected true !!!" in output, output)
    equal(results["families"]["dining"]["rows"]["3"]["status"], contest.WRONG)


def test_wrong_number_of_states_is_loud(folder):
    output, _ = dining(folder, "4", ken=fake_ken(folder, "true"), status=1)
    want("WRONG: 64 reachable states, expected 160" in output, output)


def test_unknown_verdict_is_not_reached(folder):
    output, _ = dining(folder, "3,4", ken=fake_ken(folder, "unknown"))
    want("dining 3: not reached" in output and "dining 4: not tried" in output, output)


def test_idling_ends_the_family(folder):
    sleeper = program(folder, "sleeper", "[ $1 = --version ] || exec sleep 20")
    output, _ = dining(folder, "3,4", "--limit", "0.2", ken=sleeper)
    want("dining 3: not reached in 0.2 s" in output and "dining 4: not tried" in output, output)


def test_processor_time_ends_the_family(folder):
    worker = program(folder, "worker", "[ $1 = --version ] || while :; do :; done")
    output, _ = dining(folder, "3,4", "--limit", "1", ken=worker)
    want("dining 3: not reached in 1 s" in output and "dining 4: not tried" in output, output)


def test_failing_program_is_loud(folder):
    broken = program(folder, "broken", "echo ouch >&2; exit 7")
    output, _ = dining(folder, "3", ken=broken, status=1)
    want("FAILED: exit status 7: ouch" in output, output)


def test_settings_are_compared(folder):
    sets = "order=1; order=auto reach=2"
    output, results = dining(folder, "3", "--compare", sets, "--repeat", "1")
    entry = results["comparisons"]["settings/dining"]
    equal(entry["contenders"], ["order=1", "order=auto reach=2"])
    want("ratio" in output, output)


def test_another_build_is_compared(folder):
    output, results = dining(folder, "3", "--rival", f"same={KEN}", "--repeat", "1")
    entry = results["comparisons"]["builds/dining"]
    equal(entry["contenders"], ["ken", "same"])
    equal(entry["rows"]["3"]["same"]["status"], contest.REACHED)
    want("same, s" in output and "MB" in output, output)


def test_peer_is_compared_on_the_export(folder):
    peer = program(folder, "peer", f'cp "$2" {folder}/seen.ispl\n'
                                   'echo "Formula number 1: x, is TRUE in the model"')
    _, results = nim_against(folder, f"{peer} -q", "--repeat", "2")
    row = results["comparisons"]["peers/nim"]["rows"]["1-2-4"]["other"]
    equal((row["status"], len(row["cpu_runs"])), (contest.REACHED, 2))
    seen = (Path(folder) / "seen.ispl").read_text()
    equal(seen.partition("\nFormulae\n")[2].count(";"), 1)


def test_peer_that_disagrees_is_loud(folder):
    peer = program(folder, "peer", 'echo "Formula number 1: x, is FALSE in the model"')
    output, _ = nim_against(folder, peer, "--repeat", "1", status=1)
    want("!!! nim 1-2-4 other: WRONG" in output, output)


def test_slow_peer_drops_out_and_ken_goes_on(folder):
    peer = program(folder, "peer", "sleep 20")
    output, _ = dining(folder, "3,4", "--peer", f"other={peer}", "--repeat", "1", "--limit", "2")
    for words in ("3 other: not reached in 2 s", "4 other: not tried", "s  160 states"):
        want(words in output, output)


def strategies(folder, ken=None, status=0):
    """Run bench/strategies.py --quick with its page in `folder`: (stdout and stderr, page)."""
    page = Path(folder) / "page.md"
    done = subprocess.run([sys.executable, BENCH / "strategies.py", ken or KEN, "--quick", "--out",
                           page], capture_output=True, text=True)
    output = done.stdout + done.stderr
    want(done.returncode == status, f"exit status {done.returncode}, not {status}\n{output}")
    return output, page.read_text() if page.exists() else ""


def test_searches_are_measured_beside_depth_first(folder):
    _, page = strategies(folder)
    want(re.search(r"^\| A/K/Q, .* \| false \| 13 \| [1-9]\d* \| \d+ \| [0-9.]+ \|", page, re.M),
         page)
    want(re.search(r"^\| last card of 40, .* \| > \d \| prototype", page, re.M), page)
    equal(page.count("| false |"), 3)


def test_remarks_on_searches_stay(folder):
    (Path(folder) / "page.md").write_text("old\n\nWhat stands out:\n- this\n")
    _, page = strategies(folder, fake_ken(folder, "false"))
    want(page.endswith("|\n\nWhat stands out:\n- this\n"), page)
    want("old" not in page, page)


def test_wrong_verdict_of_a_search_is_refused(folder):
    output, page = strategies(folder, fake_ken(folder, "true"), status=1)
    want("WRONG: true, expected false" in output, output)
    equal(page, "")


def test_search_and_depth_first_must_agree(folder):
    right, wrong = (json.dumps(ANSWER).replace("true", verdict) for verdict in ("false", "true"))
    liar = program(folder, "liar", f"""case "$*" in
      *explicit*) echo '{wrong}';;
      *) echo '{right}';;
    esac""")
    output, page = strategies(folder, liar, status=1)
    want("depth-first: WRONG" in output, output)
    equal(page, "")


def test_undecided_search_says_why(folder):
    answer = json.dumps(ANSWER).replace("true", "unknown").replace("null", '"memory limit"')
    _, page = strategies(folder, program(folder, "small", f"echo '{answer}'"))
    equal(page.count("| memory |"), 6)


# A model that counts to its argument; 13 is no number it likes.
GENERATOR = '''
import sys
family, most = sys.argv[1], int(sys.argv[2])
if most == 13:
    sys.exit("ouch")
print(f"""Agent P
  Vars: x : 0..{most}; end Vars
  Actions = {{go, stay}};
  Evolution: x=x+1 if Action=go and x<{most}; end Evolution
end Agent
InitStates P.x=0; end InitStates
Formulae
  EF P.x={most};
  AG P.x<{most};
end Formulae""")
'''
TABLE = """# Models

| model | other s, MB | ken s, MB | ratio |
|---|---|---|---|
| count 2 | 2.0, 20 | 1.0, 10 | 2 |
| count 3 | 52, - | > 60, 550 | < 1 |
"""


def foreign_folder(folder, generator=GENERATOR, table=TABLE):
    there = Path(folder) / "there"
    there.mkdir()
    (there / "gen.py").write_text(generator)
    (there / "README.md").write_text(table)
    return there


def foreign_row(cpu, **more):
    return reached(cpu, verdicts=["true"], formulas=[["EF p", 0.5]], commit="c", phases=None,
                   peak_nodes=7, **more)


def test_table_of_foreign_models_is_read(_folder):
    table = foreign.read_table(TABLE)
    equal(list(table), ["count 2", "count 3"])
    equal(table["count 2"].checker, foreign.Figure(2.0, 20.0))
    equal(table["count 3"], foreign.Published(foreign.Figure(52.0, None),
                                              foreign.Figure(60.0, 550.0, True)))


def test_ladders_go_one_rung_further(_folder):
    figure = foreign.Figure(1, 1)
    table = dict.fromkeys(("sums 3 100", "tgc 30", "sums 3 200"), foreign.Published(figure, figure))
    found = foreign.ladders(table, Path("nowhere"), "scratch")
    equal([(ladder.name, ladder.rungs) for ladder in found],
          [("sums", ("3 100", "3 200", "3 1000")), ("tgc", ("30", "100"))])
    equal([ladder.name for ladder in foreign.ladders(table, Path("x"), "y", ["tgc"])], ["tgc"])


def test_time_of_the_other_checker_is_scaled_by_the_rival(_folder):
    two, three = foreign.read_table(TABLE).values()
    equal(foreign.checker_seconds(two, reached(1.5)), (3.0, True))
    equal(foreign.checker_seconds(two, {"status": contest.LIMIT}), (2.0, False))
    equal(foreign.checker_seconds(three, reached(1.5)), (52.0, False))
    equal(foreign.checker_seconds(two, None), (2.0, False))


def test_verdicts_are_compared_as_far_as_they_are_known(_folder):
    rows = {"a": {"verdicts": ["true", "unknown"]}, "b": {"verdicts": ["true", "false"]}, "c": {}}
    equal(foreign.disagreement(rows), None)
    rows["c"] = {"verdicts": ["true", "true"]}
    equal(foreign.disagreement(rows), "formula 2 is true for c, false for b")
    rows["c"] = {"verdicts": ["true"]}
    equal(foreign.disagreement(rows), "c answers 1 formulas, a 2")


def test_profile_joins_what_takes_no_time(_folder):
    phases = [{"name": "reading", "seconds": 0.001}, {"name": "clustering", "seconds": 0.5},
              {"name": "deciding", "seconds": 0.3}]
    ladder = {"m 1": {"ken": {**foreign_row(1.0), "phases": phases}}}
    text = foreign_page.profile_section("m", ladder, "ken")
    lines = [" ".join(line.split()) for line in text.splitlines()]
    want("| model | CPU s | clustering | deciding | rest | peak nodes | slowest formula |" in lines,
         text)
    want("| m 1 | 1.00 | 0.500 | 0.300 | 0.200 | 7 | `EF p`: 0.500 |" in lines, text)


def test_geometric_mean_leaves_out_what_is_not_known(_folder):
    want(math.isclose(foreign_page.geometric_mean([2, None, 8]), 4), "of 2 and 8")
    equal(foreign_page.geometric_mean([None]), None)


def test_foreign_models_are_measured(folder):
    there = foreign_folder(folder)
    output, results = bench(folder, "--foreign", there, "--rival", f"old={KEN}", "--repeat", "1")
    equal(list(results["ladders"]["count"]), ["count 2", "count 3"])
    rows = results["ladders"]["count"]["count 3"]
    equal([rows[name]["verdicts"] for name in ("ken", "old")], [["true", "false"]] * 2)
    want("exploring" in {phase["name"] for phase in rows["ken"]["phases"]}, rows)
    text = (Path(folder) / "test.md").read_text()
    for words in ("| count 2 ", "52.00*", "## Where the time goes", "geometric mean", "| old / ken |",
                  "Of 2 rungs"):
        want(words in text, f"{words} is missing in\n{text}")
    want(str(there) not in text and str(KEN) not in text, "no page names places of a machine")
    want("| count 2 " in output, output)


def test_foreign_models_that_are_not_there(folder):
    output, results = bench(folder, "--foreign", Path(folder) / "nowhere")
    want("so nothing is measured" in output and results is None, output)


def test_another_checker_takes_foreign_models(folder):
    peer = program(folder, "peer", 'grep -q "EF P.x=" "$2" && echo "1: x, is TRUE in the model" &&'
                                   ' echo "2: x, is FALSE in the model"')
    _, results = bench(folder, "--foreign", foreign_folder(folder), "--peer", f"other={peer} -q",
                       "--repeat", "1")
    equal(results["ladders"]["count"]["count 2"]["other"]["verdicts"], ["true", "false"])


def test_contenders_that_disagree_are_loud(folder):
    liar = program(folder, "liar", "echo '" + json.dumps({
        **ANSWER, "formulae": [{"index": 1, "text": "f", "verdict": verdict, "reason": None,
                                "seconds": 0} for verdict in ("true", "true")]}) + "'")
    output, _ = bench(folder, "--foreign", foreign_folder(folder), "--rival", f"liar={liar}",
                      "--repeat", "1", status=1)
    want("WRONG: formula 2 is true for liar, false for ken" in output, output)


def test_time_that_runs_out_leaves_a_profile(folder):
    answer = json.dumps({
        **ANSWER, "statistics": {"phases": [{"name": "clustering", "seconds": 1, "nodes": 3}]},
        "formulae": [{"index": 1, "text": "f", "verdict": "unknown", "reason": "interrupted",
                      "seconds": 0}]})
    late = program(folder, "late", f"""[ $1 = --version ] && exit
        trap "echo '{answer.replace('"', chr(92) + '"')}'; exit 3" INT
        while :; do :; done""")
    output, results = bench(folder, "--foreign", foreign_folder(folder), "--limit", "1", ken=late)
    want("count 2 ken: not reached in 1 s" in output and "count 3 ken: not tried" in output, output)
    row = results["ladders"]["count"]["count 2"]["ken"]
    equal(row["phases"][0]["name"], "clustering")
    want(1 <= row["cpu"] < 5, row)
    want("(not reached)" in (Path(folder) / "test.md").read_text(), "where the time goes")


def test_model_too_large_to_read_is_not_reached(folder):
    small = program(folder, "small", """echo '{"model": null, "reason": "memory: 3 bytes"}'; exit 3""")
    output, _ = bench(folder, "--foreign", foreign_folder(folder), ken=small)
    want("count 2 ken: not reached: memory: 3 bytes" in output, output)
    want("count 3 ken: not tried" in output, output)


def test_what_does_not_heed_an_interrupt_is_ended(folder):
    deaf = program(folder, "deaf", "trap '' INT; while :; do :; done")
    run = run_limited([deaf], 1, grace=1)
    want(run.over_limit and run.cpu < 10, run)


def test_failing_generator_is_loud(folder):
    there = foreign_folder(folder, table=TABLE.replace("count 2", "count 13"))
    output, _ = bench(folder, "--foreign", there, status=1)
    want("count 13 ken: FAILED: no model: ouch" in output, output)


def test_bad_usage(folder):
    for arguments in (["--family", "dinning"], ["--family", "nim", "--sizes", "3"],
                      ["--peer", "nameless", "--family", "nim"],
                      ["--compare", "odrer", "--family", "nim"],
                      ["--family", "nim", "--peer", "gone=/nowhere/checker"]):
        output, _ = bench(folder, *arguments, status=2)
        want("Traceback" not in output, output)


def main():
    global KEN
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    KEN = Path(sys.argv[1]).resolve()
    cases = {name: case for name, case in globals().items() if name.startswith("test_")}
    failed = 0
    for name, case in cases.items():
        with tempfile.TemporaryDirectory() as folder:
            try:
                case(folder)
            except Exception as trouble:
                failed += 1
                print(f"{name}: {type(trouble).__name__}: {trouble}")
    print(f"{len(cases) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
