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
import peers
import plots
import render
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
