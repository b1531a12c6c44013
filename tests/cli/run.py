#!/usr/bin/env python3
"""The command line from outside: usage, exit status, output, hostile input.

    run.py KEN_BINARY [--only SUBSTRING] [--jobs N]

Each function test_* is one case.  It gets a Case: a scratch directory, `run` to call ken, and
`want` to say what must hold.  The last line is `N passed, N failed, N skipped`.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import pty
import random
import re
import select
import signal
import subprocess
import sys
import tempfile
import time

from limits import *  # noqa: F403: more cases
from evidence import *  # noqa: F403: more cases
from logics import *  # noqa: F403: more cases
from smv import *  # noqa: F403: more cases
from simulation import *  # noqa: F403: more cases

GOOD = """Agent P
  Vars: x : 0..2; end Vars
  Actions = {up, stay};
  Protocol: x<2 : {up, stay}; Other : {stay}; end Protocol
  Evolution: x=x+1 if Action=up and x<2; end Evolution
end Agent
Evaluation p if P.x=2; end Evaluation
InitStates P.x=0; end InitStates
Groups g = {P}; end Groups
Formulae
  <g>F p; -- expect: true
  AF p; -- expect: false
end Formulae
"""
BAD_NAME = GOOD.replace("InitStates P.x", "InitStates P.y")
HUGE = """Parameter N = 40;
Agent P[i: 1..N]
  Vars: x : 0..9; end Vars
  Actions = {a, b};
  Evolution: x=x+1 if Action=a and x<9; end Evolution
end Agent
InitStates and(i: 1..N) P[i].x=0; end InitStates
Formulae
  AG P[1].x<9;
  AF P[1].x=9;
end Formulae
"""
RING = """Parameter N = 3;
Parameter Lossy = true;
Agent C[i: 1..N]
  Vars: x : 0..1; end Vars
  Actions = {rest, push};
  Protocol: x=1 : {push}; Other : {rest}; end Protocol
  Evolution: x=1 if C[(i-2) mod N + 1].Action=push and Lossy; end Evolution
end Agent
InitStates C[1].x=1 and or(i: 1..N) C[i].x=0; end InitStates
Formulae
  AG C[1].x=1;
end Formulae
"""


# Multiplication is hard for decision diagrams in any order.
PRODUCT = """Agent P
  Vars: x : 0..65535; y : 0..65535; z : 0..65535; end Vars
end Agent
InitStates true; end InitStates
Formulae
  EF P.x * P.y = 251 * P.z + 17;
end Formulae
"""


class Failure(Exception):
    pass


class Skip(Exception):
    pass


class Result:
    def __init__(self, code, out, err, seconds):
        self.code, self.out, self.err, self.seconds = code, out, err, seconds

    def __str__(self):
        def short(text):
            text = text.rstrip("\n")
            return text if len(text) < 600 else text[:300] + "\n[...]\n" + text[-300:]

        return f"exit status {self.code} after {self.seconds:.1f} s\nstdout: {short(self.out)}\nstderr: {short(self.err)}"


class Case:
    def __init__(self, ken, directory):
        self.ken, self.directory = ken, pathlib.Path(directory)

    def skip(self, why):
        raise Skip(why)

    def file(self, name, text):
        path = self.directory / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return name

    def run(self, *arguments, stdin=None, timeout=160, environment=None):
        if isinstance(stdin, str):
            stdin = stdin.encode()
        start = time.monotonic()
        try:
            done = subprocess.run(
                [self.ken, *arguments],
                cwd=self.directory,
                env=None if environment is None else {**os.environ, **environment},
                input=stdin,
                stdin=subprocess.DEVNULL if stdin is None else None,
                capture_output=True,
                timeout=timeout,
            )
        except subprocess.TimeoutExpired:
            raise Failure(f"ken {' '.join(arguments)[:200]}: no answer within {timeout} seconds") from None
        result = Result(
            done.returncode,
            done.stdout.decode("utf-8", "replace"),
            done.stderr.decode("utf-8", "replace"),
            time.monotonic() - start,
        )
        self.want(result.code in (0, 1, 2, 3), "a crash or an exit status out of 0..3", result)
        self.want("AddressSanitizer" not in result.err and "runtime error:" not in result.err, "a sanitizer report", result)
        return result

    def want(self, condition, what, result=""):
        if not condition:
            raise Failure(f"{what}\n{result}".rstrip())

    def json(self, result):
        try:
            return json.loads(result.out)
        except ValueError:
            raise Failure(f"standard output is not one JSON value\n{result}") from None

    def refused(self, result, *texts):
        """Bad usage or bad model: status 2, nothing but the message on stderr."""
        self.want(result.code == 2, "exit status 2 expected", result)
        self.want(result.err.strip(), "a message on standard error expected", result)
        for text in texts:
            self.want(text in result.err, f"the message lacks '{text}'", result)
        self.want("terminate called" not in result.err, "an uncaught exception", result)

    def messages(self, result):
        """The located diagnostics on stderr: (line, column, severity, code)."""
        found = re.findall(r"^[^\n:]*:(\d+):(\d+): (error|warning|note) ([EWN]\d+):", result.err, re.M)
        return [(int(line), int(column), severity, code) for line, column, severity, code in found]


# ---- exit status and output ------------------------------------------------------------------


def test_exit_0_when_every_formula_passes(case):
    result = case.run("check", case.file("m.ispl", GOOD))
    case.want(result.code == 0, "exit status 0 expected", result)
    case.want("true" in result.out and "false" in result.out, "both verdicts expected", result)
    case.want(result.err == "", "nothing on standard error expected", result)


def test_exit_0_without_formulae(case):
    text = GOOD[: GOOD.index("Formulae")]
    result = case.run("check", case.file("m.ispl", text))
    case.want(result.code == 0, "exit status 0 expected", result)


def test_exit_1_when_a_known_verdict_does_not_pass(case):
    result = case.run("check", case.file("m.ispl", GOOD.replace("expect: false", "expect: true")))
    case.want(result.code == 1, "exit status 1 expected", result)


def test_exit_1_when_a_formula_without_expectation_is_false(case):
    result = case.run("check", case.file("m.ispl", GOOD.replace("-- expect: false", "")))
    case.want(result.code == 1, "exit status 1 expected", result)


def test_exit_1_outranks_3(case):
    text = GOOD.replace("  AF p; -- expect: false", "  AF p;\n  <g>G F p;")
    result = case.run("check", case.file("m.ispl", text))
    case.want(result.code == 1, "exit status 1 expected", result)


def test_exit_2_on_a_bad_model(case):
    result = case.run("check", case.file("m.ispl", BAD_NAME))
    case.refused(result, "m.ispl:8:14: error E101", "InitStates P.y=0; end InitStates", "^")
    case.want(result.out == "", "nothing on standard output expected", result)


def test_exit_3_when_a_verdict_is_unknown(case):
    result = case.run("check", case.file("m.ispl", GOOD.replace("AF p; -- expect: false", "<P>G F p; -- expect: false")))
    case.want(result.code == 3, "exit status 3 expected", result)
    case.want("unknown" in result.out and "not supported yet" in result.out, "the reason expected", result)


def test_warnings_go_to_stderr_and_do_not_change_the_status(case):
    text = GOOD.replace("; Other : {stay}", "").replace("AF p; -- expect: false", "EF p; -- expect: true")
    result = case.run("check", case.file("m.ispl", text))
    case.want(result.code == 0, "exit status 0 expected", result)
    case.want("W009" in result.err and "W009" not in result.out, "the deadlock on standard error expected", result)


def test_json_stdout_carries_only_the_answer(case):
    text = GOOD.replace("; Other : {stay}", "").replace("AF p; -- expect: false", "EF p; -- expect: true")
    result = case.run("check", "--json", case.file("m.ispl", text))
    case.json(result)
    case.want(result.out.count('"schema"') == 1, "exactly one object expected", result)


# ---- JSON contract ---------------------------------------------------------------------------

NUMBER = (int, float)
FORMULA = {
    "index": int, "line": (int, type(None)), "text": str, "family": str, "semantics": (str, type(None)),
    "verdict": str, "reason": (str, type(None)), "expected": (bool, type(None)), "seconds": NUMBER,
    "evidence": (dict, type(None)),
}
ANSWER = {
    "schema": str, "file": str, "engine": str, "semantics": str, "model": dict, "formulae": list,
    "statistics": dict, "diagnostics": list,
}
MODEL = {
    "agents": int, "state_bits": int, "reachable_states": (str, type(None)), "deadlock": (bool, type(None)),
    "overflow": (bool, type(None)),
}
STATISTICS = {
    "seconds": NUMBER, "peak_nodes": (int, type(None)), "peak_bytes": (int, type(None)), "depth": (int, type(None)),
}
DIAGNOSTIC = {
    "severity": str, "code": str, "message": str, "line": (int, type(None)), "column": (int, type(None)),
    "trace": (list, type(None)),
}


def want_fields(case, where, value, fields):
    for name, kind in fields.items():
        case.want(name in value, f"{where} has no field '{name}'", value)
        good = isinstance(value[name], kind) and not (kind in (int, NUMBER) and isinstance(value[name], bool))
        case.want(good, f"{where}.{name} has the wrong type: {value[name]!r}")


def want_answer(case, answer):
    want_fields(case, "answer", answer, ANSWER)
    case.want(answer["schema"] == "ken/1", f"schema is {answer['schema']}")
    want_fields(case, "model", answer["model"], MODEL)
    want_fields(case, "statistics", answer["statistics"], STATISTICS)
    for formula in answer["formulae"]:
        want_fields(case, "formula", formula, FORMULA)
        case.want(formula["verdict"] in ("true", "false", "unknown"), f"verdict is {formula['verdict']}")
        case.want(formula["verdict"] != "unknown" or formula["reason"], "an unknown verdict without a reason", formula)
    for diagnostic in answer["diagnostics"]:
        want_fields(case, "diagnostic", diagnostic, DIAGNOSTIC)
        case.want(diagnostic["severity"] in ("error", "warning", "note"), f"severity is {diagnostic['severity']}")


def test_json_fields_and_types(case):
    text = GOOD.replace("; Other : {stay}", "").replace("AF p; -- expect: false", "AF p;\n  <g>G F p;")
    result = case.run("check", "--json", case.file("m.ispl", text))
    answer = case.json(result)
    want_answer(case, answer)
    case.want(answer["file"] == "m.ispl", "the file as given expected", answer["file"])
    case.want(answer["model"]["reachable_states"] == "3", "3 states expected", answer["model"])
    case.want(answer["model"]["deadlock"] is True and answer["model"]["overflow"] is False, "a deadlock expected")
    case.want([f["index"] for f in answer["formulae"]] == [1, 2, 3], "indices 1, 2, 3 expected")
    case.want([f["line"] for f in answer["formulae"]] == [11, 12, 13], "lines 11 to 13 expected")
    case.want([f["expected"] for f in answer["formulae"]] == [True, None, None], "expectations expected")
    case.want([f["verdict"] for f in answer["formulae"]] == ["true", "false", "unknown"], "verdicts expected", answer)
    case.want(answer["formulae"][0]["text"] == "<g>F p", "the text of the formula expected")
    case.want(answer["formulae"][0]["semantics"] == "full", "the strategic semantics expected")
    deadlock = [d for d in answer["diagnostics"] if d["code"] == "W009"]
    case.want(len(deadlock) == 1 and deadlock[0]["trace"], "a trace to the deadlock expected", answer["diagnostics"])


def test_json_of_a_bad_model(case):
    result = case.run("check", "--json", case.file("m.ispl", BAD_NAME))
    answer = case.json(result)
    case.want(result.code == 2, "exit status 2 expected", result)
    case.want(answer["schema"] == "ken/1" and answer["file"] == "m.ispl", "schema and file expected", result)
    case.want("formulae" not in answer, "no formulae expected", result)
    case.want([(d["code"], d["line"], d["column"]) for d in answer["diagnostics"]] == [("E101", 8, 14)], "one error expected", result)


def test_json_of_several_files(case):
    a, b = case.file("a.ispl", GOOD), case.file("b.ispl", GOOD.replace("expect: false", "expect: true"))
    result = case.run("check", "--json", a, b)
    answer = case.json(result)
    case.want(answer.get("schema") == "ken/1" and [f["file"] for f in answer.get("files", [])] == [a, b], "two files expected", result)
    for part in answer["files"]:
        want_answer(case, part)
    case.want(result.code == 1, "exit status 1 expected: the second file does not pass", result)


def test_json_of_several_files_with_a_bad_one(case):
    a, b = case.file("a.ispl", BAD_NAME), case.file("b.ispl", GOOD)
    result = case.run("check", "--json", a, b)
    answer = case.json(result)
    case.want(result.code == 2, "exit status 2 expected", result)
    case.want(len(answer.get("files", [])) == 2, "two files expected", result)
    case.want("formulae" not in answer["files"][0] and "formulae" in answer["files"][1], "the good one answered", result)


def test_json_of_several_files_with_a_missing_one(case):
    result = case.run("check", "--json", "missing.ispl", case.file("b.ispl", GOOD))
    case.want(result.code == 2, "exit status 2 expected", result)
    answer = case.json(result)
    case.want("files" in answer, "with several files: {\"schema\": ..., \"files\": [...]}", result)
    case.want("missing.ispl" in result.err, "the missing file named", result)


def test_json_counts_are_exact_strings(case):
    text = "Agent P Vars: a : 0..9; b : 0..9; c : 0..9; d : 0..9; e : 0..6; end Vars end Agent InitStates true; end InitStates"
    answer = case.json(case.run("check", "--json", case.file("m.ispl", text)))
    case.want(answer["model"]["reachable_states"] == "70000", "70000 states expected", answer["model"])


def test_several_files_as_text(case):
    a, b = case.file("a.ispl", GOOD), case.file("b.ispl", GOOD)
    result = case.run("check", a, b)
    case.want(result.code == 0 and "a.ispl" in result.out and "b.ispl" in result.out, "both files answered", result)


# ---- vacuous verdicts and strictness ---------------------------------------------------------

VACUOUS = GOOD.replace("InitStates P.x=0;", "InitStates P.x=0 and P.x=1;").replace("  AF p; -- expect: false\n", "  AF p;\n")
DEADLOCK = GOOD.replace("; Other : {stay}", "").replace("AF p; -- expect: false", "EF p; -- expect: true")


def test_vacuous_verdicts_count_apart(case):
    result = case.run("check", case.file("m.ispl", VACUOUS))
    case.want(result.code == 0, "exit status 0 expected without --strict", result)
    last = result.out.splitlines()[-1]
    case.want(last.startswith("2 formulae: 0 true, 0 false, 2 vacuously true"), "the last line says how many are vacuous", result)
    case.want("W022" in result.err and "vacuously" in result.err, "an expectation met only vacuously is a warning", result)


def test_vacuous_verdicts_are_marked_in_json(case):
    answer = case.json(case.run("check", "--json", case.file("m.ispl", VACUOUS)))
    case.want([f["vacuous"] for f in answer["formulae"]] == [True, True], "both marked", answer)
    answer = case.json(case.run("check", "--json", case.file("g.ispl", GOOD)))
    case.want([f["vacuous"] for f in answer["formulae"]] == [False, False], "none marked", answer)


def test_strict_makes_vacuous_verdicts_a_failure(case):
    for engine in ("symbolic", "states", "explicit"):
        result = case.run("check", "--strict", "--engine", engine, case.file("m.ispl", VACUOUS))
        case.want(result.code == 1, "exit status 1 expected", result)
        case.want("strict: 2 vacuous verdicts" in result.out, "the reason in the last line", result)


def test_strict_makes_warnings_a_failure(case):
    name = case.file("m.ispl", DEADLOCK)
    case.want(case.run("check", name).code == 0, "exit status 0 expected without --strict")
    result = case.run("check", "--strict", name)
    case.want(result.code == 1 and "strict: 1 warning" in result.out, "exit status 1 expected", result)
    lost = GOOD.replace("x=x+1 if Action=up and x<2", "x=x+1 if Action=up").replace("x<2 : {up, stay}; Other : {stay}; ", "")
    result = case.run("check", "--strict", case.file("l.ispl", lost))
    case.want(result.code == 1 and "W010" in result.err, "a lost step is a failure", result)


def test_strict_does_not_mind_notes_and_clean_models(case):
    case.want(case.run("check", "--strict", case.file("m.ispl", GOOD)).code == 0, "exit status 0 expected")
    noted = GOOD.replace("AF p; -- expect: false", "F p; -- expect: false")
    result = case.run("check", "--strict", case.file("n.ispl", noted))
    case.want(result.code in (0, 3), "a note is no failure", result)


def test_strict_leaves_a_bad_model_a_bad_model(case):
    case.want(case.run("check", "--strict", case.file("m.ispl", BAD_NAME)).code == 2, "exit status 2 expected")


# ---- when answers appear ---------------------------------------------------------------------


def read_until(case, descriptor, text, seconds=30):
    """What arrives until the text is there."""
    found, end = b"", time.monotonic() + seconds
    while text.encode() not in found:
        left = end - time.monotonic()
        case.want(left > 0 and select.select([descriptor], [], [], left)[0], f"'{text}' did not appear; there is: {found!r}")
        try:
            more = os.read(descriptor, 4096)
        except OSError:  # a terminal whose other end is closed
            more = b""
        case.want(more, f"'{text}' did not appear; there is: {found!r}")
        found += more
    return found.decode("utf-8", "replace")


def start(case, arguments, **streams):
    return subprocess.Popen([case.ken, *arguments], cwd=case.directory, **streams)


def stop(process):
    process.kill()
    process.communicate()


def test_verdicts_of_a_file_appear_before_the_next_is_read(case):
    case.file("a.ispl", GOOD)
    process = start(case, ["check", "a.ispl", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        read_until(case, process.stdout.fileno(), "2 of 2 as expected")
        out, err = process.communicate(GOOD.encode(), timeout=120)
        case.want(process.returncode == 0 and b"<stdin>" in out, "the second file is answered too", out)
    finally:
        stop(process)


def test_errors_stand_beside_the_answers_of_their_file(case):
    case.file("a.ispl", GOOD)
    case.file("b.ispl", BAD_NAME)
    case.file("c.ispl", DEADLOCK)
    process = start(case, ["check", "a.ispl", "b.ispl", "c.ispl", "a.ispl"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    out = process.communicate(timeout=240)[0].decode()
    places = [out.index("a.ispl: "), out.index("b.ispl:8:14: error"), out.index("W009"), out.index("c.ispl: "), out.rindex("a.ispl: ")]
    case.want(places == sorted(places), f"each beside its file: {places}", out)


SLOW_SECOND = PRODUCT.replace("Formulae\n", "Formulae\n  EF (P.x = 5 or P.x > 5 or P.x < 5);\n", 1)


def on_terminal(case, arguments, environment=None):
    """The program with a terminal as standard output; the other end of it."""
    ours, theirs = pty.openpty()
    process = start(case, arguments, stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs,
                    env={**os.environ, "TERM": "xterm", "NO_COLOR": "", **(environment or {})})
    os.close(theirs)
    return process, ours


def test_a_terminal_shows_each_verdict_when_it_is_there(case):
    process, terminal = on_terminal(case, ["check", "--memory=1G", "--color=never", case.file("m.ispl", SLOW_SECOND)])
    try:
        text = read_until(case, terminal, "EF (P.x = 5")
        case.want("m.ispl: 1 agent" in text and "true" in text, "heading and verdict", text)
        case.want(process.poll() is None, "the second formula is still at work", text)
    finally:
        stop(process)
        os.close(terminal)


def test_the_progress_line_moves_inside_a_formula(case):
    process, terminal = on_terminal(case, ["check", "--memory=1G", case.file("m.ispl", SLOW_SECOND)])
    try:
        text = read_until(case, terminal, "ken: deciding: formula 2 of 2")
        for _ in range(3):
            text += read_until(case, terminal, "ken: deciding: formula 2 of 2")
        text += read_until(case, terminal, " s")
        nodes = re.findall(r"formula 2 of 2.*?(\d+) nodes", text)
        case.want(len(set(nodes)) > 1, f"the figures move: {nodes}", text)
    finally:
        stop(process)
        os.close(terminal)


# Goes on for ever, as far as anybody can wait.
ENDLESS = """Agent P
  Vars: x : 0..9000000000000000000; end Vars
  Evolution: x=x+1 if true; end Evolution
end Agent
InitStates P.x=0; end InitStates
Formulae
  EF P.x=7;
  AG P.x<5;
end Formulae
"""


def test_first_answer_ends_when_all_verdicts_are_known(case):
    file = case.file("m.ispl", ENDLESS)
    result = case.run("check", "--first-answer", file)
    case.want(result.code == 1, "a formula is false", result)
    case.want("state bits, not explored to the end (symbolic engine" in result.out, "why nothing is counted", result)
    case.want(re.search(r"1  true .*\n  2  false ", result.out), "in order", result)
    answer = case.json(case.run("check", "--first-answer", "--json", "--only=1", file))
    case.want([answer["model"][name] for name in ("reachable_states", "deadlock", "overflow")] == [None] * 3,
              f"nobody looked: {answer['model']}")
    case.want(answer["statistics"]["depth"] is None, f"nor is the depth known: {answer['statistics']}")
    result = case.run("check", "--first-answer", case.file("good.ispl", GOOD))
    case.want(result.code == 0 and "3 reachable states" in result.out, "AF needs all states", result)


def test_verdicts_that_were_known_before_time_ran_out_stay(case):
    file = case.file("m.ispl", ENDLESS.replace("Formulae\n", "Formulae\n  AF P.x=5;\n", 1))
    result = case.run("check", "--engine=symbolic", "--timeout=2", file)
    case.want(result.code == 1, "a formula is false", result)
    for verdict in (r"1  unknown  AF P.x=5  -- time: more than 2 s", r"2  true     EF P.x=7", r"3  false    AG P.x<5"):
        case.want(verdict in result.out, verdict, result)
    result = interrupted(case, ["check", "--engine=symbolic", "--json", file], after=3.0)
    verdicts = [formula["verdict"] for formula in case.json(result)["formulae"]]
    case.want(verdicts == ["unknown", "true", "false"], f"after an interrupt: {verdicts}", result)


def test_a_terminal_shows_verdicts_while_states_are_found(case):
    process, terminal = on_terminal(case, ["check", "--color=never", "--timeout=20", case.file("m.ispl", ENDLESS)])
    try:
        text = read_until(case, terminal, "AG P.x<5")
        case.want("reachable" not in text and "EF P.x=7" in text, "both verdicts, and no count yet", text)
        case.want(process.poll() is None, "states are still being found", text)
    finally:
        stop(process)
        os.close(terminal)
    process, terminal = on_terminal(case, ["check", "--color=never", "--first-answer", "m.ispl"])
    try:
        text = read_until(case, terminal, "2 formulae: 1 true, 1 false")
        case.want("  not explored to the end\n" in text.replace("\r", ""), "said behind the heading", text)
    finally:
        stop(process)
        os.close(terminal)


def test_what_is_not_supported_says_so_at_once(case):
    text = HUGE.replace("  AG P[1].x<9;\n  AF P[1].x=9;\n", "  <P[1]>G F P[1].x=9;\n")
    result = case.run("check", "--engine=explicit", case.file("m.ispl", text), timeout=80)
    case.want(result.code == 3 and "not supported yet: atlstar" in result.out, "unknown at once", result)


def test_only_what_is_supported_takes_time(case):
    text = HUGE.replace("  AG P[1].x<9;\n", "  <P[1]>G F P[1].x=9;\n")
    result = case.run("check", "--engine=explicit", "--json", "--timeout=1", case.file("m.ispl", text), timeout=80)
    reasons = [f["reason"] for f in case.json(result)["formulae"]]
    case.want(reasons == ["not supported yet: atlstar", "time: more than 1 s"], f"each has its own reason: {reasons}", result)


def test_cheap_formulae_do_not_starve_behind_an_explosive_one(case):
    text = PRODUCT.replace("end Formulae", "  EF (P.x < 6 or P.x > 5);\n  AG P.y = 6;\nend Formulae")
    result = case.run("check", "--json", "--timeout=3", case.file("m.ispl", text), timeout=120)
    formulae = case.json(result)["formulae"]
    case.want([f["index"] for f in formulae] == [1, 2, 3], "the order of the file", result)
    case.want([f["verdict"] for f in formulae] == ["unknown", "true", "false"], "the cheap ones decided", result)
    case.want(result.seconds < 10, f"3 s became {result.seconds:.1f} s")


# ---- colours, folders, totals, sweeps --------------------------------------------------------


def test_colours_are_for_terminals(case):
    name = case.file("m.ispl", GOOD)
    case.want("\033[" not in case.run("check", name).out, "no colours in a pipe")
    case.want("\033[32mtrue" in case.run("check", "--color=always", name).out, "colours on demand")
    for arguments, environment, wanted in (([], {}, True), ([], {"NO_COLOR": "1"}, False), (["--color=never"], {}, False),
                                           ([], {"TERM": "dumb"}, False), (["--color=always"], {"NO_COLOR": "1"}, True)):
        process, terminal = on_terminal(case, ["check", *arguments, name], environment)
        text = read_until(case, terminal, "as expected")
        process.wait(timeout=120)
        os.close(terminal)
        case.want(("\033[32m" in text) == wanted, f"{arguments} {environment}: colours {'' if wanted else 'not '}expected", text)


def test_diagnostics_are_coloured_too(case):
    result = case.run("check", "--color=always", case.file("m.ispl", BAD_NAME))
    case.want("\033[1;31merror E101\033[0m" in result.err, "a red error expected", repr(result.err))


def test_quiet_says_only_what_does_not_pass(case):
    result = case.run("check", "--quiet", case.file("m.ispl", GOOD))
    case.want((result.code, result.out, result.err) == (0, "", ""), "nothing to say", result)
    result = case.run("check", "--quiet", "m.ispl", case.file("n.ispl", GOOD.replace("expect: false", "expect: true")))
    case.want(result.code == 1 and result.out == "n.ispl:12: formula 2 is false: AF p  -- EXPECTED true\n", "one line", result)
    result = case.run("check", "--quiet", case.file("d.ispl", DEADLOCK))
    case.want(result.code == 0 and result.err == "", "no warnings", result)
    result = case.run("check", "--quiet", "--strict", "d.ispl")
    case.want(result.code == 1 and "W009" in result.err, "the warning that fails", result)
    result = case.run("check", "--quiet", case.file("b.ispl", BAD_NAME))
    case.want(result.code == 2 and "E101" in result.err, "errors are said", result)


def folder(case):
    for name in ("d/b.ispl", "d/sub/a.ispl", "d/.hidden/x.ispl", "d/notes.txt"):
        (case.directory / name).parent.mkdir(parents=True, exist_ok=True)
        case.file(name, GOOD if name.endswith(".ispl") else "no model")


def test_a_folder_stands_for_its_models(case):
    folder(case)
    case.file("a.ispl", GOOD)
    answer = case.json(case.run("check", "--json", "d", "a.ispl"))
    case.want([f["file"] for f in answer["files"]] == ["d/b.ispl", "d/sub/a.ispl", "a.ispl"], "sorted, hidden ones left out", answer)
    answer = case.json(case.run("check", "--json", "d/sub"))
    case.want([f["file"] for f in answer["files"]] == ["d/sub/a.ispl"], "a list even if there is one", answer)
    for command in (["lint"], ["info"], ["fmt", "--check"], ["export"]):
        case.want("directory" not in case.run(*command, "d").err, f"{command} takes folders")


def test_help_and_version_as_commands(case):
    for word in ("help", "version"):
        result = case.run(word)
        case.want(result.code == 2 and f"write 'ken --{word}'" in result.err, "what to type", result)


def test_several_values_of_a_parameter_with_a_comma(case):
    for values in ("2,3", "2-3", "2,2,3"):
        result = case.run("check", case.file("m.ispl", RING), "--set", f"N={values}")
        case.refused(result, "E206", "'--set N=2..3'")


def test_usage_errors_have_no_json(case):
    result = case.run("check", "--json", "--frob", case.file("m.ispl", GOOD))
    case.want(result.code == 2 and result.out == "" and "--frob" in result.err, "a word on standard error", result)


def test_lint_of_a_folder_in_json(case):
    folder(case)
    answer = case.json(case.run("lint", "--json", "d"))
    case.want(set(answer) == {"schema", "version", "commit", "files"}, "one object", answer)
    case.want([set(f) for f in answer["files"]] == [{"schema", "file", "diagnostics"}] * 2, "and one for each file", answer)


def test_a_file_that_is_no_text_is_one_message(case):
    source = random.Random(5)
    result = case.run("check", case.file("m.ispl", bytes(source.randrange(256) for _ in range(20_000))))
    case.refused(result, "E004", "this is not a text")
    case.want(len(case.messages(result)) == 1 and len(result.err) < 1000, "one message", result)


def test_formulas_that_are_not_chosen_are_not_expanded(case):
    huge = "AG p;\n  and(i: 1..5000) and(j: 1..5000) AG (p or P.x = i - j);\n  EF p;\n"
    name = case.file("m.ispl", GOOD[: GOOD.index("Formulae")] + "Formulae\n  " + huge + "end Formulae\n")
    answer = case.json(case.run("check", "--json", "--only", "1,3", name))
    case.want([f["index"] for f in answer["formulae"]] == [1, 3], "the chosen ones", answer)


def test_totals_say_how_many_fail(case):
    result = case.run("check", case.file("m.ispl", GOOD.replace("expect: false", "expect: true")))
    case.want(result.out.endswith("2 formulae: 1 true, 1 false; 1 of 2 as expected, 1 failing\n"), "one fails", result)
    case.want("failing" not in case.run("check", case.file("m.ispl", GOOD)).out, "none fails")


def test_every_formula_that_does_not_pass_is_marked(case):
    name = case.file("m.ispl", GOOD.replace("end Formulae", "  AG p;\n  EF p;\n  <g>G F p;\nend Formulae"))
    result = case.run("check", name)
    marked = [line for line in result.out.splitlines() if "EXPECTED" in line]
    case.want(len(marked) == 1 and "AG p  -- EXPECTED true (none is written)" in marked[0], "one mark", result)
    answer = case.json(case.run("check", "--json", name, name))
    passed = [f["passed"] for f in answer["files"][0]["formulae"]]
    case.want(passed == [True, True, False, True, None], f"who passes: {passed}")
    case.want(answer["totals"]["failed"] == 2 and answer["totals"]["unexpected"] == 0, "totals", answer["totals"])
    alone = case.run("check", name, "--only", "3")
    case.want(alone.out.endswith("1 formula: 0 true, 1 false; 1 failing\n"), "counted without expectations too", alone)


def test_strict_lets_no_vacuous_verdict_pass(case):
    name = case.file("m.ispl", GOOD.replace("InitStates P.x=0;", "InitStates P.x=0 and P.x=1;").replace("AF p; -- expect: false", ""))
    for options, passed, failed in (([], True, 0), (["--strict"], False, 1)):
        result = case.run("check", "--json", *options, name, name)
        answer = case.json(result)
        case.want(answer["files"][0]["formulae"][0]["passed"] is passed, f"{options}: passed", result)
        case.want(answer["totals"]["failed"] == 2 * failed, f"{options}: failed", answer["totals"])
        case.want(result.code == failed, f"{options}: the exit status", result)


def test_the_file_is_named_that_has_no_such_parameter_or_formula(case):
    case.file("a.ispl", RING)
    case.file("b.ispl", GOOD)
    result = case.run("check", "a.ispl", "b.ispl", "--set", "M=5")
    case.refused(result, "a.ispl has no parameter 'M'", "b.ispl has no parameter 'M'")
    result = case.run("check", "a.ispl", "b.ispl", "--only", "2")
    case.refused(result, "there is no formula 2: a.ispl has 1")


def test_related_places_name_their_file(case):
    text = GOOD.replace("x : 0..2;", "x : 0..2; x : 0..3;")
    found = case.json(case.run("check", "--json", case.file("m.ispl", text)))["diagnostics"][0]
    case.want([place["file"] for place in found["related"]] == ["m.ispl"], "the file of the first one", found)


def test_a_stage_in_json(case):
    good, bad = case.file("m.ispl", GOOD), case.file("bad.ispl", BAD_NAME)
    for stage in ("tokens", "ast", "model", "encoding", "relations", "reachable"):
        answer = case.json(case.run("check", good, "--stop-after", stage, "--json"))
        text = case.run("check", good, "--stop-after", stage).out
        timeless = lambda shown: re.sub(r"in \d+\.\d+ s", "in some s", shown)
        case.want((answer["stopped_after"], timeless(answer["text"])) == (stage, timeless(text)), f"{stage}: the same text", answer)
        case.want(answer["schema"] == "ken/1" and "version" in answer, f"{stage}: the frame", answer)
    result = case.run("check", good, bad, "nosuch.ispl", "--stop-after", "model", "--json")
    files = case.json(result)["files"]
    case.want(result.code == 2 and [f["text"] is None for f in files] == [False, True, True], "mistakes have no text", result)
    case.want([d["code"] for f in files for d in f["diagnostics"]] == ["E101", "E004"], "diagnostics", result)


def test_totals_over_files(case):
    folder(case)
    case.file("bad.ispl", BAD_NAME)
    result = case.run("check", "d", "bad.ispl")
    case.want(result.code == 2, "exit status 2 expected", result)
    case.want(result.out.endswith("3 files, 4 formulae: 2 true, 2 false; 4 of 4 as expected; 1 bad model\n"), "totals at the end", result)
    totals = case.json(case.run("check", "--json", "d", "bad.ispl"))["totals"]
    case.want((totals["models"], totals["formulae"], totals["bad_models"]) == (3, 4, 1), "totals in JSON", totals)


def test_only_takes_ranges(case):
    text = GOOD.replace("end Formulae", "  EF p;\n  AG p;\nend Formulae")
    answer = case.json(case.run("check", "--json", case.file("m.ispl", text), "--only", "1-2,4"))
    case.want([f["index"] for f in answer["formulae"]] == [1, 2, 4], "1, 2 and 4 expected", answer)


def test_a_sweep_is_a_table(case):
    result = case.run("check", case.file("m.ispl", RING), "--set", "N=2..4")
    rows = [line.split() for line in result.out.splitlines()]
    case.want(["N", "states", "seconds", "1"] in rows, "a head expected", result)
    case.want([row[0] for row in rows if len(row) == 4 and row[3] == "true"] == ["2", "3", "4"], "a row for each expected", result)
    case.want(result.out.splitlines()[-1].startswith("3 instances, 3 formulae: "), "totals expected", result)


def test_a_sweep_of_two_parameters_is_their_product(case):
    big = RING.replace("Parameter N = 3;", "Parameter N = 3;\nParameter M = 1;").replace("AG C[1].x=1;", "AG C[1].x<=M;")
    result = case.run("check", "--json", case.file("m.ispl", big), "--set", "N=2..3", "--set", "M=0..1")
    answer = case.json(result)
    found = [(f["parameters"]["N"], f["parameters"]["M"], f["formulae"][0]["verdict"]) for f in answer["files"]]
    case.want(found == [(2, 0, "false"), (2, 1, "true"), (3, 0, "false"), (3, 1, "true")], f"the product: {found}", result)
    case.want(answer["files"][0]["parameters"] == {"N": 2, "Lossy": True, "M": 0}, "all parameters", answer["files"][0]["parameters"])
    case.want(result.code == 1, "exit status as for several files", result)


def test_only_chooses_the_same_formulas_in_all_of_a_sweep(case):
    text = RING.replace("  AG C[1].x=1;", "  for (i: 1..N) AF C[i].x=1;\n  AG C[1].x=1; EF C[2].x=1;")
    name = case.file("m.ispl", text)
    files = case.json(case.run("check", "--json", name, "--set", "N=2..4", "--only", "2,3"))["files"]
    found = [[(f["index"], f["text"]) for f in file["formulae"]] for file in files]
    wanted = [[(2, "AF C[i].x=1 [i=2]"), (n + 1, "AG C[1].x=1")] for n in (2, 3, 4)]
    case.want(found == wanted, f"the same formulas: {found}")
    result = case.run("check", name, "--set", "N=2..4", "--only", "9")
    case.refused(result, "with N=2:", "there is no formula 9: m.ispl has 4")
    case.want(result.err.count("E127") == 1 and result.out == "", "told once, of the first instance", result)


def test_a_sweep_names_what_no_column_shows(case):
    text = RING.replace("  AG C[1].x=1;", "  for (i: 1..N) AG C[1].x<>i-2;\n" + 12 * "  AG C[1].x=1;\n")
    result = case.run("check", case.file("m.ispl", text), "--set", "N=2..4")
    case.want("  AG C[1].x<>i-2 [i=3] is false: 3 with N=3; 3 with N=4\n" in result.out, "the formula and its rows", result)


def test_a_sweep_over_mistakes_goes_on(case):
    result = case.run("check", case.file("m.ispl", RING), "--set", "N=0..2")
    case.want(result.code == 2 and "bad model: E201" in result.out, "N=0 is a bad model", result)
    case.want("with N=0:" in result.err, "the instance is named", result)
    case.want(re.search(r"^  2 +\d", result.out, re.M), "the others are answered", result)


def test_a_sweep_excludes_what_the_model_does_not_allow(case):
    text = RING.replace("Parameter N = 3;", "Parameter N : 2..9 = 3 where N <> 4;")
    result = case.run("check", case.file("m.ispl", text), "--set", "N=1..5")
    case.want(result.code == 0, "exit status 0 expected", result)
    case.want(re.findall(r"^  (\d)  excluded: (E21[23])", result.out, re.M) == [("1", "E212"), ("4", "E213")], "1 and 4 excluded", result)
    case.want("2 excluded" in result.out.splitlines()[-1], "counted in the last line", result)
    files = case.json(case.run("check", "--json", "m.ispl", "--set", "N=1..5"))["files"]
    case.want([f.get("excluded", False) for f in files] == [True, False, False, True, False], "marked in JSON", files)
    case.refused(case.run("check", "m.ispl", "--set", "N=0..1"), "none of these parameters")


def test_a_sweep_over_an_unknown_parameter_is_one_mistake(case):
    name = case.file("m.ispl", RING)
    result = case.run("check", name, "--set", "Nn=2..5")
    case.want(result.code == 2 and result.out == "", "exit status 2 and no table", result)
    case.want(result.err.count("E205") == 1 and "with" not in result.err.split("\n")[0], "said once, of no instance", result)
    answer = case.json(case.run("check", "--json", name, "--set", "Nn=2..5"))
    case.want(len(answer["files"]) == 1 and answer["totals"]["bad_models"] == 1, "one bad model", answer)
    case.want(answer["files"][0]["parameters"] == {}, "without parameters", answer)


def test_bad_sweeps(case):
    name = case.file("m.ispl", RING)
    case.refused(case.run("check", name, "--set", "N=4..2"), "N=4..2", "reversed", "write N=2..4")
    case.refused(case.run("check", name, "--set", "N=1..1000000"), "10000")
    for command in ("lint", "info", "export"):
        case.refused(case.run(command, name, "--set", "N=2..4"), "check", "--set N=2")


def test_the_version_is_in_the_json(case):
    shown = case.run("--version").out.split()
    for arguments in (["check", "--json", "m.ispl"], ["check", "--json", "m.ispl", "m.ispl"], ["lint", "--json", "m.ispl"]):
        case.file("m.ispl", GOOD)
        answer = case.json(case.run(*arguments))
        case.want(answer["version"] == shown[1], f"{arguments}: {answer['version']}, expected {shown[1]}")
        commit = answer["commit"]
        case.want(shown[2:] == ([f"({commit})"] if commit else []), f"the commit {commit} as --version shows it: {shown}")


def test_help_says_what_a_stranger_asks(case):
    help = case.run("check", "--help").out
    for text in ("Exit status: 0", "standard input", "folder", "the default", "--strict", "unless given"):
        case.want(text in help, f"'{text}' expected", help)


# ---- usage -----------------------------------------------------------------------------------


def test_help(case):
    result = case.run("--help")
    case.want(result.code == 0 and "check" in result.out and "lint" in result.out, "help on standard output", result)
    case.want(result.err == "", "nothing on standard error", result)


def test_help_of_a_command(case):
    result = case.run("check", "--help")
    case.want(result.code == 0, "exit status 0 expected", result)
    for option in ("--json", "--set", "--formula", "--only", "--timeout", "--memory", "--semantics"):
        case.want(option in result.out, f"{option} expected", result)


def test_version(case):
    result = case.run("--version")
    case.want(result.code == 0 and re.search(r"\d+\.\d+", result.out), "a version expected", result)


def test_a_file_without_a_command_is_told_the_command(case):
    case.file("m.ispl", GOOD)
    case.file("model", GOOD)
    for arguments in (["m.ispl"], ["model"], ["--json", "m.ispl"]):
        result = case.run(*arguments)
        case.want(result.code == 2 and result.out == "", "exit status 2 and no answer expected", result)
        case.want(f"\n  ken check {' '.join(arguments)}\n" in result.err, "the command expected", result)


def test_an_option_with_one_dash_is_explained(case):
    case.file("m.ispl", GOOD)
    for argument in ("-json", "-timeout=3"):
        result = case.run("check", argument, "m.ispl")
        case.want(result.code == 2 and "with two dashes" in result.err, "what is meant expected", result)


def test_strict_wants_all_states(case):
    file = case.file("m.ispl", GOOD)
    for engine in ("auto", "symbolic"):
        strict = case.run("check", "--strict", "--engine", engine, file)
        both = case.run("check", "--strict", "--first-answer", "--engine", engine, file)
        case.want(strict.code == both.code and "not explored" not in both.out, "all states expected", both)


def test_options_of_mcmas_are_translated(case):
    case.file("m.ispl", GOOD)
    for line, command, remark in (
        ("-c 3 m.ispl", "ken check --evidence m.ispl", "-c 3 .*counterexamples"),
        ("-atlk 0 m.ispl", "ken check --semantics full m.ispl", "-atlk 0 .*default"),
        ("-atlk 2 m.ispl", "ken check --semantics ir m.ispl", "-atlk 2 .*what it sees"),
        ("-uniform m.ispl", "ken check --semantics uniform m.ispl", "-uniform .*free"),
        ("-uniform -ufgroup P m.ispl", "ken check --semantics uniform --uniform-agents P m.ispl", "-ufgroup P .*group"),
        ("-q m.ispl", "ken check (--quiet )?m.ispl", "-q .*(--quiet|not supported yet)"),
        ("-v 3 -u m.ispl", "ken check --stats m.ispl", "-v 3 .*--stats"),
        ("-k -a m.ispl", "ken check m.ispl", "-k .*always"),
        ("-o 2 -e 1 m.ispl", "ken check --order 2 --reach 1 m.ispl", "-o 2 .*--order 2"),
        ("check -c 3 m.ispl", "ken check --evidence m.ispl", "-c 3 .*counterexamples"),
        ("-atlk 2 -uniform m.ispl", "ken check --semantics uniform m.ispl", "-uniform .*free"),
        ("-e 4 -o 5 m.ispl", "ken check m.ispl", "-e 4 .*1, 2 or 3"),
    ):
        result = case.run(*line.split())
        case.want(result.code == 2 and result.out == "", "exit status 2 and no answer expected", result)
        case.want(re.search(rf"^  {command}$", result.err, re.M), f"{command} expected", result)
        case.want(re.search(remark, result.err), f"{remark} expected", result)
        own = re.search(r"^  ken (check .*)$", result.err, re.M)[1].split()
        case.want(case.run(*own).code != 2, f"ken {' '.join(own)} must be understood")


def test_no_arguments(case):
    case.want(case.run().code == 2, "exit status 2 expected")


def test_check_without_file(case):
    case.refused(case.run("check"), "file")


def test_unknown_command_has_a_suggestion(case):
    case.refused(case.run("chekc", case.file("m.ispl", GOOD)), "chekc", "check")


def test_unknown_option_has_a_suggestion(case):
    case.refused(case.run("check", "--jsno", case.file("m.ispl", GOOD)), "--jsno", "--json")


def test_options_take_one_value_each(case):
    name = case.file("m.ispl", GOOD)
    for option, value in (
        ("--engine", "explicit"), ("--semantics", "full"), ("--only", "1"), ("--timeout", "20"), ("--memory", "1G"),
        ("--formula", "EF p"), ("--formula-timeout", "20"),
    ):
        result = case.run("check", option, value, name)
        case.want(result.code == 0, f"'{option} {value} FILE' is not understood", result)


def test_bad_option_values(case):
    name = case.file("m.ispl", GOOD)
    for option, value in (
        ("--timeout", "soon"), ("--timeout", "-1"), ("--timeout", "0"), ("--formula-timeout", "0"), ("--memory", "lots"), ("--semantics", "magic"), ("--engine", "steam"),
        ("--only", "x"), ("--memory", "99999999999999999999G"),
    ):
        result = case.run("check", name, option, value)
        case.refused(result, value)
        case.want(result.out == "", f"{option} {value}: nothing on standard output", result)


def test_a_bad_formula_on_the_command_line(case):
    result = case.run("check", case.file("m.ispl", GOOD), "--formula", "AG (nix)")
    case.refused(result, "nix", "1:5")


def test_a_comment_hides_nothing_of_a_formula_on_the_command_line(case):
    name = case.file("m.ispl", GOOD)
    case.refused(case.run("check", name, "--formula", "p --> EF p"), "'--' starts a comment", "write '->'", "1:3")
    case.refused(case.run("check", name, "--formula", "AG (p --> EF p)"), "'--' starts a comment", "write '->'")
    case.refused(case.run("check", name, "--formula", "EF p -- and q"), "'--' starts a comment", "leave it out")
    for formula in ("EF p; -- and q", "EF p -- expect: true"):
        result = case.run("check", name, "--formula", formula)
        case.want("EF p" in result.out and "error" not in result.err, "a comment is allowed here", result)


def test_a_formula_or_a_parameter_as_a_file(case):
    name = case.file("m.ispl", RING)
    case.refused(case.run("check", name, "EF p"), "--formula 'EF p'")
    case.refused(case.run("check", name, "N=3"), "--set N=3")


def test_set_with_blanks(case):
    name = case.file("m.ispl", RING)
    plain = case.json(case.run("check", "--json", name, "--set", "N=3"))
    blanks = case.json(case.run("check", "--json", name, "--set", "N = 3"))
    case.want(plain["model"] == blanks["model"], "blanks around '=' mean nothing", blanks)
    case.refused(case.run("check", name, "--set", " = 3"), "NAME=VALUE")


def test_only_selects_formulae(case):
    answer = case.json(case.run("check", "--json", case.file("m.ispl", GOOD), "--only", "2"))
    case.want([f["index"] for f in answer["formulae"]] == [2], "formula 2 alone expected", answer)


def test_only_leaves_out_no_formula_of_the_command_line(case):
    name = case.file("m.ispl", GOOD)
    answer = case.json(case.run("check", "--json", name, "--only", "2", "--formula", "EF p"))
    case.want([f["index"] for f in answer["formulae"]] == [2, 3], "formula 2 and the one given", answer)
    case.refused(case.run("check", name, "--only", "2", "--formula", "EF nowhere"), "nowhere")


def test_a_sweep_of_one_instance_of_a_line_says_which(case):
    name = case.file("m.ispl", RING.replace("  AG C[1].x=1;", "  for (i: 1..N) AG C[i].x=1;"))
    swept = ("check", name, "--set", "N=2..3")
    case.want("AG C[i].x=1 [i=2]" in case.run(*swept, "--only", "2").out, "the one that was chosen")
    case.want("[i=" not in case.run(*swept).out.split("N")[0], "the line stands for all of them")


def test_evidence_is_shown_and_its_absence_explained(case):
    name = case.file("m.ispl", MODEL_WITH_EVIDENCE)
    answer = case.json(case.run("check", "--json", "--evidence", name))
    fails, holds, coalition, path = answer["formulae"]
    reasons = fails["evidence"]["reasons"]
    case.want(reasons[fails["evidence"]["root"]]["why"] == "followed", f"a path: {reasons}")
    steps = reasons[0]["path"]["steps"]
    case.want([s["state"]["P.x"] for s in steps] == ["0", "1", "2"], f"the shortest path: {steps}")
    case.want(steps[-1]["action"] is None and steps[0]["action"] == {"P": "up"}, f"with actions: {steps}")
    case.want(fails["evidence"]["assumed"] == [] and fails["no_evidence"] is None, "nothing is assumed")
    case.want(holds["evidence"] is None and "no single path" in holds["no_evidence"], f"said why: {holds}")
    case.want(coalition["evidence"]["reasons"][0]["play"]["by"] == "coalition", f"a play: {coalition}")
    case.want(path["evidence"]["reasons"][0]["path"]["back_to"] is not None, f"a path that goes on for ever: {path}")
    text = case.run("check", "--evidence", name).out
    case.want("2: P.x = 2" in text and "no evidence: " in text, f"in the text as well: {text}")
    case.want("evidence" not in case.run("check", name).out, "only if it was asked for")
    case.want(case.run("check", "--evidence", "--engine=explicit", name).code == 2, "refused, not left out")
    case.want(case.run("check", "--evidence-limit=0", name).code == 2, "a limit of nothing")
    few = case.json(case.run("check", "--json", "--evidence-limit=1", "--formula", "EF EF P.x = 2", "--only=1", name))
    case.want(few["formulae"][-1]["evidence"]["assumed"], f"what is left is assumed: {few['formulae'][-1]}")


MODEL_WITH_EVIDENCE = """Agent P
  Vars:
    x : 0..2;
  end Vars
  Actions = {up};
  Evolution:
    x = x + 1 if x < 2;
  end Evolution
end Agent
InitStates
  P.x = 0;
end InitStates
Formulae
  AG P.x < 2;
  AF P.x = 2;
  <P>F P.x = 2;
  E(F P.x = 1 and F P.x = 2);
end Formulae
"""


def test_a_sweep_says_where_strategies_are(case):
    name = case.file("m.ispl", RING)
    swept = ("check", name, "--set", "N=2..3")
    case.want("strategies are not shown in a sweep" in case.run(*swept, "--strategies").out, "said below the table")
    case.want("strategies" not in case.run(*swept).out, "only if they were asked for")


def test_only_given_twice_chooses_both(case):
    text = GOOD.replace("end Formulae", "  EF p;\n  AG p;\nend Formulae")
    answer = case.json(case.run("check", "--json", "--only", "1", "--only", "2,4", case.file("m.ispl", text)))
    case.want([f["index"] for f in answer["formulae"]] == [1, 2, 4], "1, 2 and 4 expected", answer)


def test_only_a_formula_that_does_not_exist(case):
    case.refused(case.run("check", case.file("m.ispl", GOOD), "--only", "7"), "7")


# Ann sees a coin, shows a sign, and Bob, who sees the sign alone, names the coin; Cy may close Bob's mouth.
PENNY = """
Agent Environment
  Obsvars: phase : 0..2; end Obsvars
  Vars: coin : boolean; sign : boolean; won : boolean; end Vars
  Evolution:
    phase = 1 and sign = true if phase = 0 and Ann.Action = up;
    phase = 1 and sign = false if phase = 0 and Ann.Action = down;
    phase = 2 and won = true if phase = 1 and Cy.Action = listen and
        ((Bob.Action = heads and coin) or (Bob.Action = tails and !coin));
    phase = 2 if phase = 1 and (Cy.Action = leave or
        !((Bob.Action = heads and coin) or (Bob.Action = tails and !coin)));
  end Evolution
end Agent
Agent Ann
  Lobsvars = {coin};
  Actions = {up, down};
end Agent
Agent Bob
  Lobsvars = {sign};
  Actions = {heads, tails};
end Agent
Agent Cy
  Actions = {listen, leave};
end Agent
Evaluation
  won if Environment.won;
end Evaluation
InitStates Environment.phase = 0 and !Environment.won and !Environment.sign; end InitStates
Groups pair = {Ann, Bob, Cy}; end Groups
Formulae
  <pair | ir>F won;  -- expect: true
  <pair>F won;       -- expect: true
end Formulae
"""


def test_strategies_are_shown_and_confirmed(case):
    name = case.file("penny.ispl", PENNY)
    for option in ("--strategies", "--minimal"):
        strategies = [f["strategies"] for f in case.json(case.run("check", "--json", name, option))["formulae"]]
        case.want(all(len(s) == 1 and s[0]["confirmed"] for s in strategies), f"one for each formula: {strategies}")
        ir = strategies[0][0]
        case.want(ir["operator"] == "<pair | ir>F won" and ir["semantics"] == "ir", f"which operator: {ir}")

        def chosen(agent, phase, variable):
            rows = [c for c in ir["choices"] if c["agent"] == agent]
            rows = [c for c in rows if c["sees"].get("Environment.phase", phase) == phase]
            return {c["sees"].get(f"Environment.{variable}"): c["does"] for c in rows}

        sign, named = chosen("Ann", "0", "coin"), chosen("Bob", "1", "sign")
        hears = {"up": named["true"], "down": named["false"]}
        case.want(hears[sign["true"]] == "heads" and hears[sign["false"]] == "tails", f"Bob names the coin: {ir}")
        case.want(set(chosen("Cy", "1", "won").values()) == {"listen"}, f"Cy listens: {ir}")
        text = case.run("check", name, option).out
        case.want("wins from 2 states, confirmed" in text and "  Cy " in text, "the table", text)
    short, long = (len(case.json(case.run("check", "--json", name, o))["formulae"][0]["strategies"][0]["choices"])
                   for o in ("--minimal", "--strategies"))
    case.want(short < long, f"--minimal has {short} choices, --strategies {long}")
    none = [f["strategies"] for f in case.json(case.run("check", "--json", name))["formulae"]]
    case.want(none == [[], []], f"only if asked for: {none}")


def test_facts_say_why_there_is_no_strategy(case):
    name = case.file("penny.ispl", PENNY)
    asked = ("check", name, "--formula", "<{Bob, Cy} | ir>F won", "--only", "3")
    (formula,) = case.json(case.run(*asked, "--strategies", "--json"))["formulae"]
    case.want(formula["verdict"] == "false" and formula["strategies"] == [], f"Bob cannot know: {formula}")
    (why,) = formula["impossibilities"]
    case.want(why["checked"] is True and why["semantics"] == "ir", f"by the explicit engine: {why}")
    coins = {s["Environment.coin"] for s in why["cannot_win_from"]}
    case.want(coins == {"true", "false"}, f"one coin alone could be named: {why}")
    case.want(any(f["then"] is None for f in why["facts"]), f"somewhere it is lost: {why}")
    text = case.run(*asked, "--strategies").out
    case.want("no strategy wins from 2 states" in text and "it has to win from" in text, "in words", text)
    (quiet,) = case.json(case.run(*asked, "--json"))["formulae"]
    case.want(quiet["impossibilities"] == [], "only if asked for")


def test_any_number_of_jobs_gives_the_same_verdicts(case):
    name = case.file("penny.ispl", PENNY)
    verdicts = [[f["verdict"] for f in case.json(case.run("check", "--json", name, "--jobs", n))["formulae"]]
                for n in ("1", "2", "7")]
    case.want(verdicts == [["true", "true"]] * 3, f"the same: {verdicts}")
    for wrong in ("0", "-1", "many", "1025"):
        case.refused(case.run("check", name, "--jobs", wrong), "whole number")


# ---- strategies as files ---------------------------------------------------------------------

MODELS = pathlib.Path(__file__).resolve().parents[2] / "models"
CLIMB = """Parameter N = 2;
Agent P
  Vars: x : 0..N; end Vars
  Actions = {up, stay};
  Evolution: x=x+1 if Action=up and x<N; end Evolution
end Agent
Evaluation p if P.x=N; end Evaluation
InitStates P.x=0; end InitStates
Formulae
  <P | ir>F p;
  AF p; -- expect: false
end Formulae
"""


def names_in(case, folder):
    return sorted(p.name for p in (case.directory / folder).iterdir())


def test_strategies_are_written_to_a_folder(case):
    name = case.file("penny.ispl", PENNY)
    result = case.run("check", name, "--strategy-dir", "new/out")
    case.want(result.code == 0 and result.err == "", "no trouble expected", result)
    case.want(names_in(case, "new/out") == ["penny.1.dot", "penny.1.ispl", "penny.2.dot"], "a model unless it is full")
    case.want("written to new/out/penny.1.dot, new/out/penny.1.ispl\n" in result.out, "the report names them", result)
    case.want("written to new/out/penny.2.dot\n" in result.out, "the report names them", result)
    answer = case.json(case.run("check", "--json", name, "--strategy-dir", "new/out/"))
    files = [f["strategies"][0]["files"] for f in answer["formulae"]]
    case.want(files[0] == ["new/out/penny.1.dot", "new/out/penny.1.ispl"] and len(files[1]) == 1, f"JSON: {files}")
    case.want(names_in(case, "new/out") == ["penny.1.dot", "penny.1.ispl", "penny.2.dot"], "the same names again")
    again = case.run("check", "new/out/penny.1.ispl")
    case.want(again.code == 0 and "1 true" in again.out, "the strategy wins", again)
    text = (case.directory / "new/out/penny.1.ispl").read_text()
    case.want(text.count(": {tails};") == 1, "Bob has one reason to name tails", text)
    broken = case.run("check", case.file("broken.ispl", text.replace(": {tails};", ": {heads};")))
    case.want(broken.code == 1 and "1 false" in broken.out, "another one does not win", broken)


def test_quiet_and_minimal_strategies_are_written(case):
    name = case.file("penny.ispl", PENNY)
    result = case.run("check", name, "--quiet", "--minimal", "--strategy-dir", "out")
    case.want(result.code == 0 and result.out == "", "nothing is said", result)
    again = case.run("check", "out/penny.1.ispl")
    case.want(again.code == 0 and "1 true" in again.out, "the strategy wins", again)


def test_strategies_of_several_models_have_names_of_their_own(case):
    for folder in ("a", "b"):
        (case.directory / folder).mkdir()
        case.file(f"{folder}/m.ispl", CLIMB)
    case.file("m.1.ispl", CLIMB.replace("<P | ir>F p;", "AG !p; -- expect: false\n<P | ir>F p;"))
    result = case.run("check", "a/m.ispl", "b/m.ispl", "m.1.ispl", "-", "--strategy-dir", "out", stdin=CLIMB)
    case.want(result.code == 0, "no trouble expected", result)
    stems = ["m-2.1", "m.1", "m_1.2", "stdin.1"]
    case.want(names_in(case, "out") == [s + e for s in stems for e in (".dot", ".ispl")], f"{names_in(case, 'out')}")
    result = case.run("check", "a/m.ispl", "--set", "N=1..3", "--strategy-dir", "swept")
    case.want(result.code == 0, "no trouble expected", result)
    case.want(names_in(case, "swept") == [f"m.N={n}.1{e}" for n in (1, 2, 3) for e in (".dot", ".ispl")],
              f"one for each instance: {names_in(case, 'swept')}")
    for n in (1, 2, 3):
        again = case.run("check", f"swept/m.N={n}.1.ispl")
        case.want(again.code == 0 and f" {n + 1} reachable states" in again.out, "that instance", again)


def test_several_strategies_for_a_formula_are_numbered(case):
    text = CLIMB.replace("  <P | ir>F p;", "  <P | ir>F p and <P | ir>G !p;")
    case.run("check", case.file("m.ispl", text), "--strategy-dir", "out")
    case.want(names_in(case, "out") == [f"m.1.{k}{e}" for k in (1, 2) for e in (".dot", ".ispl")], "two strategies")


def test_a_folder_that_cannot_be_written_leaves_the_verdicts(case):
    name = case.file("penny.ispl", PENNY)
    for folder in (name, name + "/below", "/proc/none", "/proc"):
        result = case.run("check", name, "--strategy-dir", folder)
        case.refused(result, "ken: cannot write strategies: " + folder)
        case.want("2 formulae: 2 true" in result.out and "written to" not in result.out, "the verdicts", result)
        answer = case.json(case.run("check", "--json", name, "--strategy-dir", folder))
        case.want(answer["formulae"][0]["strategies"][0]["files"] == [], "no files")
    case.refused(case.run("check", name, "--strategy-dir", ""), "--strategy-dir")


def test_strategies_with_full_observation_are_shown_under_fairness(case):
    text = CLIMB.replace("<P | ir>F p", "<P>F p").replace("\nFormulae", "\nFairness P.x < N or P.x = N; end Fairness\nFormulae")
    result = case.run("check", case.file("m.ispl", text), "--strategies")
    case.want("P  always  up" in result.out, "what P does", result)


def lines_of_strategy(text):
    """The protocol lines that allow one action of several: the text before it, the action, its agent's others."""
    for agent in re.finditer(r"^Agent .*?^end Agent", text, re.S | re.M):
        actions = re.search(r"Actions = {(.*?)};", agent[0])[1].split(", ")
        protocol = re.search(r"Protocol:(.*?)end Protocol", agent[0], re.S)
        for line in re.finditer(r" : {(\w+)};\n", protocol[1]):
            at = agent.start() + protocol.start(1) + line.start(1)
            yield at, line[1], [a for a in actions if a != line[1]]


def test_written_strategies_of_the_models_win_and_others_do_not(case):
    """Every strategy of the shipped models, read again; and with one choice changed, some way that loses."""
    read = 0
    for model in sorted(MODELS.glob("*.ispl")):
        if "| ir" not in model.read_text():
            continue
        cheap = ("--only", "6") if model.name == "bridge.ispl" else ()
        result = case.run("check", str(model), "--minimal", "--strategy-dir", "out", "--json", *cheap)
        case.want(result.code == 0, f"{model.name} has its verdicts", result)
        for formula in case.json(result)["formulae"]:
            for strategy in formula["strategies"]:
                models = [f for f in strategy["files"] if f.endswith(".ispl")]
                case.want(len(models) == (strategy["semantics"] != "full"), f"{model.name}: {strategy}")
                for file in models:
                    text = (case.directory / file).read_text()
                    again = case.run("check", "--strict", file)
                    case.want(again.code == 0 and "1 true" in again.out, f"{file} wins", again)
                    if "No formula" in text or not strategy["choices"]:
                        continue
                    read += 1
                    changed = (text[:at] + other + text[at + len(action):]
                               for at, action, others in lines_of_strategy(text) for other in others)
                    case.want(any(case.run("check", case.file("changed.ispl", t)).code == 1 for t in changed),
                              f"{file}: no change makes it lose")
    case.want(read > 20, f"only {read} strategies were read")


def test_coalitions_that_can_force_a_goal(case):
    name = case.file("penny.ispl", PENNY)
    for engine in ("symbolic", "explicit"):
        for semantics, minimal in (("full", [["Bob", "Cy"]]), ("ir", [["Ann", "Bob", "Cy"]]),
                                   ("uniform", [["Ann", "Bob", "Cy"]])):
            result = case.run("coalitions", name, "--goal", "F won", "--semantics", semantics, "--engine", engine, "--json")
            goal = case.json(result)["goals"][0]
            case.want(goal["minimal"] == minimal and goal["needed"] == minimal[0], f"{engine}, {semantics}: {goal}")
    case.refused(case.run("coalitions", name, "--goal", "EF won"), "write 'F' for 'EF'")
    result = case.run("coalitions", name, "--goal", "F won", "--goal", "G !won")
    case.want(result.code == 0 and "      Bob, Cy\n" in result.out, "who wins", result)
    case.want("      Bob\n      Cy\n      it depends on nobody in particular" in result.out, "who can prevent it", result)
    case.want(case.run("coalitions", name).code == 2, "a goal is needed")
    bad = case.run("coalitions", name, "--goal", "F nowhere")
    case.want(bad.code == 2 and bad.err.count("E101") == 1, "one mistake, told once", bad)
    case.want("--goal 1:" in bad.err, "the option that was given", bad)
    for two in ("F won; X true", "F won) or (G !won"):
        result = case.run("coalitions", name, "--goal", two)
        case.want(result.code != 0, f"no goal: {two}", result)
    either = case.run("coalitions", name, "--goal", "F won or G !won")
    case.want("unknown" in either.out and either.code == 3, "the goal is all of it", either)


def test_coalitions_in_json_have_a_frame_and_their_mistakes(case):
    name = case.file("penny.ispl", PENNY)
    answer = case.json(case.run("coalitions", name, "--goal", "F won", "--json"))
    case.want(answer["version"] == case.run("--version").out.split()[1] and "commit" in answer, "the version", answer)
    case.want(answer["diagnostics"] == [] and answer["goals"], "goals and no mistake", answer)
    bad = case.file("bad.ispl", BAD_NAME)
    for file, goal, code in ((name, "F nowhere", "E101"), (bad, "F p", "E101"), ("nosuch.ispl", "F p", "E004")):
        result = case.run("coalitions", file, "--goal", goal, "--json")
        answer = case.json(result)
        case.want(result.code == 2 and answer["file"] == file and "goals" not in answer, f"{file}: a bad one", result)
        case.want([d["code"] for d in answer["diagnostics"]] == [code] and "version" in answer, f"{file}: {code}", result)


def test_uniform_agents_are_restricted_in_every_formula(case):
    name = case.file("m.ispl", GOOD)
    for engine in ("symbolic", "explicit"):
        arguments = ["check", "--json", "--engine", engine, "--semantics", "uniform", name]
        for agents, expected in ((None, ["true", "false"]), ("g", ["true", "true"]), ("P", ["true", "true"]),
                                 ("Environment", ["true", "false"]), ("g, Environment", ["true", "true"])):
            answer = case.json(case.run(*arguments, *(["--uniform-agents", agents] if agents else [])))
            verdicts = [f["verdict"] for f in answer["formulae"]]
            case.want(verdicts == expected, f"{engine}, {agents}: {verdicts}, expected {expected}")


def test_uniform_agents_may_have_indices(case):
    text = GOOD.replace("Agent P\n", "Agent P[i: 1..2]\n").replace("p if P.x=2", "p if P[1].x=2 and P[2].x=2")
    text = text.replace("P.x=0", "P[1].x=0 and P[2].x=0").replace("g = {P}", "g = {P[1], P[2]}")
    name = case.file("m.ispl", text)
    for agents, expected in (("P[1]", "false"), ("P[1],P[2]", "true"), ("P[2], P[1]", "true"), ("g", "true")):
        answer = case.json(case.run("check", "--json", name, "--semantics", "uniform", "--uniform-agents", agents))
        verdict = answer["formulae"][1]["verdict"]
        case.want(verdict == expected, f"{agents}: {verdict}, expected {expected}")
    result = case.run("check", name, "--semantics", "uniform", "--uniform-agents", "P")
    case.refused(result, "E101", "'P'", "P[1],P[2]")


def test_uniform_agents_that_do_not_exist(case):
    name = case.file("m.ispl", GOOD)
    result = case.run("check", name, "--semantics", "uniform", "--uniform-agents", "P,Enviroment,x")
    case.refused(result, "--uniform-agents:1:1", "E101", "'Enviroment'", "did you mean 'Environment'?", "'x'")
    case.refused(case.run("check", name, "--semantics", "uniform", "--uniform-agents", "P,"), "commas between them")


def test_chosen_agents_need_evidence(case):
    name = case.file("m.ispl", GOOD)
    case.refused(case.run("check", name, "--agents", "P"), "--agents", "--evidence")
    case.want(case.run("check", name, "--agents", "P", "--evidence").code != 2, "with evidence it is obeyed")


def test_uniform_agents_need_the_uniform_semantics(case):
    name = case.file("m.ispl", GOOD)
    for more in ([], ["--semantics", "ir"]):
        result = case.run("check", name, "--uniform-agents", "P", *more)
        case.refused(result, "--uniform-agents", "--semantics uniform")
    case.want(case.run("check", name, "--uniform-agents", "P", "--semantics", "uniform").code == 1,
              "the order of the options does not matter")


# ---- files -----------------------------------------------------------------------------------


def test_missing_file(case):
    result = case.run("check", "missing.ispl")
    case.refused(result, "missing.ispl")
    case.want(result.out == "", "nothing on standard output", result)


def test_missing_file_for_every_command(case):
    for command in (["lint"], ["info"], ["fmt"], ["export", "--to", "ispl"]):
        result = case.run(*command, "missing.ispl")
        case.want(result.code == 2, "exit status 2 expected", result)
        said = result.out + result.err
        case.want("missing.ispl:1:1: error E004: No such file" in said, "one spelling of E004", result)


TINY_CHAIN = "Agent P Vars: x : 0..1; end Vars Actions = {{a}}; end Agent InitStates P.x = 0; end InitStates Formulae {}; end Formulae"


def test_standard_input_is_read_once(case):
    for command in ("check", "lint", "info", "fmt"):
        case.refused(case.run(command, "-", "-"), "'-' is standard input", "only once")


def test_a_huge_formula_is_cut_in_the_middle(case):
    text = TINY_CHAIN.format("AG (" + "P.x = 0 or " * 2000 + "P.x = 1)")
    line = case.run("check", case.file("huge.ispl", text)).out.split("\n")[1]
    case.want(len(line) < 200, "a line of a terminal or two expected", line)
    case.want("AG (P.x = 0 or" in line and "..." in line and line.endswith("P.x = 1)"), "both ends", line)
    answer = case.json(case.run("check", "--json", "huge.ispl"))
    case.want(len(answer["formulae"][0]["text"]) > 20000, "JSON keeps it whole")


def test_missing_file_as_json(case):
    result = case.run("check", "--json", "missing.ispl")
    case.want(result.code == 2, "exit status 2 expected", result)
    codes = [d["code"] for d in case.json(result)["diagnostics"]]
    case.want(codes == ["E004"], "E004 expected", result)


def test_directory(case):
    (case.directory / "d.ispl").mkdir()
    case.refused(case.run("check", "d.ispl"), "d.ispl", "directory")


def test_unreadable_file(case):
    if os.geteuid() == 0:
        case.skip("permissions do not bind root")
    name = case.file("m.ispl", GOOD)
    os.chmod(case.directory / name, 0)
    case.refused(case.run("check", name), "m.ispl")


def test_empty_file(case):
    result = case.run("check", case.file("m.ispl", ""))
    case.refused(result, "m.ispl:1:1")
    case.want(len(case.messages(result)) == 1, "one message expected", result)


def test_blank_file(case):
    result = case.run("check", case.file("m.ispl", "\n\n  -- nothing\n\n"))
    case.refused(result, "E020")
    case.want(len(case.messages(result)) == 1, "one message expected", result)


def test_standard_input(case):
    result = case.run("check", "-", stdin=GOOD)
    case.want(result.code == 0, "exit status 0 expected", result)
    result = case.run("check", "--json", "-", stdin=BAD_NAME)
    case.want(result.code == 2 and case.json(result)["diagnostics"][0]["line"] == 8, "the error in line 8", result)


def test_empty_standard_input(case):
    case.refused(case.run("check", "-", stdin=""), "E020")


def test_a_file_name_with_spaces_and_dashes(case):
    result = case.run("check", "--", case.file("-a model.ispl", GOOD))
    case.want(result.code == 0, "exit status 0 expected", result)


def test_a_file_without_final_newline(case):
    result = case.run("check", case.file("m.ispl", GOOD.rstrip("\n")))
    case.want(result.code == 0, "exit status 0 expected", result)


def test_a_truncated_file_gives_few_messages(case):
    for cut in range(40, len(GOOD), 37):
        result = case.run("check", case.file("m.ispl", GOOD[:cut]))
        case.want(len(case.messages(result)) <= 3, f"cut at {cut}: more than three messages", result)


def test_closed_pipe(case):
    name = case.file("m.ispl", GOOD)
    for arguments in (["check", name], ["check", "--json", name], ["--help"], ["info", name]):
        reader, writer = os.pipe()
        os.close(reader)
        done = subprocess.run([case.ken, *arguments], cwd=case.directory, stdout=writer, stderr=subprocess.PIPE, timeout=160)
        os.close(writer)
        err = done.stderr.decode()
        case.want(err == "", f"{arguments[0]}: a closed pipe must end quietly", err)
        case.want(done.returncode in (0, 1, 2, 3, 141, -signal.SIGPIPE), f"{arguments[0]}: exit status {done.returncode}")


def test_full_disk_as_standard_output(case):
    if not os.path.exists("/dev/full"):
        case.skip("there is no /dev/full here")
    name = case.file("m.ispl", GOOD)
    for arguments in (["check", name], ["check", "--json", name], ["info", name], ["--help"]):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([case.ken, *arguments], cwd=case.directory, stdout=full, stderr=subprocess.PIPE, timeout=160)
        err = done.stderr.decode()
        case.want(done.returncode == 2 and "space" in err.lower(), f"{arguments}: exit status 2 and a clear error", f"{done.returncode}\n{err}")


def test_fmt_on_a_full_disk_leaves_the_file_intact(case):
    place = case.directory / "tiny"
    place.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", str(place)], capture_output=True)
    if mounted.returncode != 0:
        case.skip("a small file system cannot be mounted here")
    try:
        model = place / "m.ispl"
        text = GOOD.replace("  ", " ").encode()
        model.write_bytes(text)
        filler = os.open(place / "filler", os.O_WRONLY | os.O_CREAT)
        try:
            while os.write(filler, b"x" * 512):
                pass
        except OSError:
            os.close(filler)
        result = case.run("fmt", str(model))
        case.want(model.read_bytes() == text, "the file changed", result)
        case.refused(result, "m.ispl")
        left = sorted(p.name for p in place.iterdir())
        case.want(left == ["filler", "m.ispl"], f"fmt leaves something behind: {left}", result)
    finally:
        subprocess.run(["umount", str(place)], capture_output=True)


def test_two_processes_at_once(case):
    name = case.file("m.ispl", GOOD)
    many = [subprocess.Popen([case.ken, "check", "--json", name], cwd=case.directory, stdout=subprocess.PIPE) for _ in range(4)]
    answers = [p.communicate(timeout=160)[0] for p in many]
    case.want(all(p.returncode == 0 for p in many), "exit status 0 expected of each")
    verdicts = {tuple(f["verdict"] for f in json.loads(a)["formulae"]) for a in answers}
    case.want(verdicts == {("true", "false")}, f"the same verdicts expected: {verdicts}")


# ---- hostile text ----------------------------------------------------------------------------


def test_nul_bytes(case):
    result = case.run("check", case.file("m.ispl", GOOD.replace("Formulae", "For\0mulae", 1)))
    case.refused(result)
    result = case.run("check", case.file("n.ispl", b"\0" * 5000))
    case.refused(result)
    case.want(len(case.messages(result)) <= 2, "at most two messages for a run of bytes", result)


def test_invalid_utf8(case):
    result = case.run("check", "--json", case.file("m.ispl", GOOD.encode().replace(b"P.x=2", b"P.\xff\xfe\x80=2")))
    case.refused(result)
    case.want([d["line"] for d in case.json(result)["diagnostics"]] and case.json(result)["diagnostics"][0]["line"] == 7, "the error in line 7", result)


def test_invalid_utf8_in_a_comment_is_free(case):
    result = case.run("check", "--json", case.file("m.ispl", b"-- caf\xe9 \xff\n" + GOOD.encode()))
    case.want(result.code == 0 and case.json(result)["diagnostics"] == [], "no message expected", result)


def test_random_bytes(case):
    source = random.Random(20240229)
    for number in range(12):
        data = bytes(source.randrange(256) for _ in range(source.randrange(1, 3000)))
        for command in ("check", "lint"):
            case.want(case.run(command, case.file("m.ispl", data)).code in (0, 1, 2), f"random file {number}")


def test_shuffled_tokens(case):
    source = random.Random(4)
    words = re.findall(r"\w+|[^\w\s]|--[^\n]*\n", GOOD + RING)
    for number in range(25):
        text = " ".join(source.choice(words) for _ in range(source.randrange(1, 400)))
        result = case.run("check", "--memory", "200M", "--timeout", "5", case.file("m.ispl", text))
        case.want(result.code in (0, 1, 2, 3), f"shuffled file {number}", result)


def test_ten_megabytes_of_parentheses(case):
    half = 1_000_000 if sanitized(case) else 5_000_000
    for text in ("(" * (2 * half), GOOD.replace("AF p;", "AF " + "(" * half + "p" + ")" * half + ";")):
        result = case.run("check", case.file("m.ispl", text))
        case.want(result.code in (0, 2), "an answer or an error expected", result)
        case.want(len(result.err) < 20_000 and len(result.out) < 20_000_000, "the message must stay short", result)


def test_balanced_parentheses_are_answered(case):
    text = GOOD.replace("AF p;", "AF " + "(" * 300_000 + "p" + ")" * 300_000 + ";")
    result = case.run("check", "--json", case.file("m.ispl", text))
    case.want(result.code == 0, "exit status 0 expected", result.err)


def test_a_flat_chain_of_100000_operators(case):
    text = GOOD.replace("AF p;", "AF (" + " and ".join(["p"] * 100_001) + ");")
    result = case.run("check", "--json", case.file("m.ispl", text))
    case.want(result.code == 0, "exit status 0 expected", result.err)


def test_a_right_nested_chain_of_100000_operators(case):
    text = GOOD.replace("AF p;", "AF (" + " -> ".join(["p"] * 100_001) + ") and AF p;")
    result = case.run("check", "--json", case.file("m.ispl", text))
    case.want(result.code == 0, "exit status 0 expected", result.err)


def test_100000_nested_operators(case):
    depth = 25_000 if sanitized(case) else 100_000
    for prefix, expect in (("EX ", "true"), ("!", "true"), ("K(P, ", None), ("AG ", None)):
        body = prefix * depth + "p" + (")" * depth if "(" in prefix else "")
        text = GOOD.replace("AF p; -- expect: false", body + ";")
        answer = case.json(case.run("check", "--json", case.file("m.ispl", text)))
        verdict = answer["formulae"][1]["verdict"]
        wanted = {"EX ": "true", "!": "false", "K(P, ": "false", "AG ": "false"}[prefix]
        case.want(verdict == wanted, f"{depth} times '{prefix}': {verdict}, expected {wanted}")


def test_a_deep_condition(case):
    text = GOOD.replace("P.x=2;", "!(" * 100_000 + "P.x=2" + ")" * 100_000 + ";")
    result = case.run("check", case.file("m.ispl", text))
    case.want(result.code == 0, "exit status 0 expected", result)


def test_a_long_sum(case):
    text = GOOD.replace("P.x=2;", "P.x" + "+0" * 100_000 + "=2;")
    result = case.run("check", case.file("m.ispl", text))
    case.want(result.code == 0, "exit status 0 expected", result)


def test_a_ten_megabyte_identifier(case):
    name = "n" * 10_000_000
    result = case.run("check", case.file("m.ispl", GOOD.replace("P.x=0", "P." + name + "=0")))
    case.refused(result)
    case.want(len(result.err) < 50_000, f"the message has {len(result.err)} characters")
    result = case.run("check", case.file("m.ispl", GOOD.replace("p", name, 1)))
    case.want(result.code in (0, 1, 2), "an answer or an error expected", result.code)


def test_a_ten_megabyte_line_and_number(case):
    result = case.run("check", case.file("m.ispl", GOOD.replace("P.x=0", "P.x=" + "9" * 10_000_000)))
    case.refused(result)
    case.want(len(result.err) < 50_000, f"the message has {len(result.err)} characters")


def test_many_errors_stay_readable(case):
    lines = "".join(f"  AG nix{i};\n" for i in range(20_000))
    result = case.run("check", case.file("m.ispl", GOOD.replace("  AF p; -- expect: false\n", lines)))
    case.refused(result)


# ---- hostile models --------------------------------------------------------------------------


def test_a_range_of_two_thousand_million(case):
    seconds = 3 if sanitized(case) else 8
    text = "Agent P Vars: x : 0..2000000000; end Vars Evolution: x=x+1 if x<2000000000; end Evolution end Agent\nInitStates P.x=0; end InitStates\nFormulae AG P.x<7; EF P.x=3; end Formulae\n"
    result = case.run("check", "--json", "--memory=200M", f"--timeout={seconds}", case.file("m.ispl", text))
    answer = case.json(result)
    case.want(result.code in (1, 3), "an answer or unknown", result)
    for formula in answer["formulae"]:
        good = formula["verdict"] != "unknown" or "memory" in formula["reason"] or "time" in formula["reason"]
        case.want(good, "an answer, or unknown for want of memory or time", result)


def test_two_thousand_million_initial_states(case):
    text = "Agent P Vars: x : 0..2000000000; end Vars end Agent\nInitStates true; end InitStates\nFormulae AG P.x<7; end Formulae\n"
    result = case.run("check", "--json", "--memory=60M", "--timeout=8", case.file("m.ispl", text))
    case.want(result.code in (1, 3), "an answer or unknown", result)
    case.json(result)


def test_the_largest_numbers(case):
    text = "Agent P Vars: x : 9223372036854775806..9223372036854775807; end Vars end Agent\nInitStates true; end InitStates\nFormulae AG P.x>9223372036854775806; end Formulae\n"
    result = case.run("check", "--json", "--memory=200M", "--timeout=5", case.file("m.ispl", text), timeout=80)
    case.want(result.code == 1, "false expected: two states", result)


def test_a_million_values(case):
    values = ", ".join(f"v{i}" for i in range(200_000 if sanitized(case) else 1_000_000))
    text = f"Agent P Vars: x : {{{values}}}; end Vars end Agent\nInitStates P.x=v77; end InitStates\nFormulae AG P.x=v77; end Formulae\n"
    result = case.run("check", "--json", "--memory=800M", "--timeout=20", case.file("m.ispl", text))
    case.want(result.code in (0, 3), "an answer or unknown", result)
    case.json(result)


def test_timeout_ends_in_unknown(case):
    result = case.run("check", "--engine=explicit", "--json", "--timeout=0.5", case.file("m.ispl", HUGE), timeout=80)
    case.want(result.code == 3, "exit status 3 expected", result)
    answer = case.json(result)
    want_answer(case, answer)
    case.want(len(answer["formulae"]) == 2 and "time" in answer["formulae"][0]["reason"], "the reason is time", result)
    case.want(result.seconds < 15, f"0.5 s became {result.seconds:.1f} s")


def test_timeout_as_text(case):
    result = case.run("check", "--engine=explicit", "--timeout=0.3", case.file("m.ispl", HUGE), timeout=80)
    case.want(result.code == 3 and "unknown" in result.out and "time" in result.out, "unknown with its reason", result)


def test_memory_ends_in_unknown(case):
    memory = 4 if sanitized(case) else 8
    result = case.run("check", "--engine=explicit", "--json", f"--memory={memory}M", case.file("m.ispl", HUGE), timeout=160)
    case.want(result.code == 3, "exit status 3 expected", result)
    case.want("memory" in case.json(result)["formulae"][0]["reason"], "the reason is memory", result)


def test_timeout_leaves_other_files_answered(case):
    good = case.file("a.ispl", GOOD)
    result = case.run("check", "--engine=explicit", "--json", "--timeout=1", good, case.file("m.ispl", HUGE), timeout=80)
    case.want(result.code == 3, "exit status 3 expected", result)
    files = case.json(result)["files"]
    case.want([f["verdict"] for f in files[0]["formulae"]] == ["true", "false"], "the first file is answered", result)


def interrupted(case, arguments, times=1, after=1.0):
    process = subprocess.Popen([case.ken, *arguments], cwd=case.directory, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    time.sleep(after)
    case.want(process.poll() is None, "the model was to take longer")
    for _ in range(times):
        process.send_signal(signal.SIGINT)
        time.sleep(0.002)
    try:
        out, err = process.communicate(timeout=80)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        raise Failure("no end within 20 seconds after an interrupt") from None
    return Result(process.returncode, out.decode(), err.decode(), 0)


def test_interrupt_prints_valid_json(case):
    result = interrupted(case, ["check", "--engine=explicit", "--json", "--memory=1500M", case.file("m.ispl", HUGE)])
    case.want(result.code == 3, "exit status 3 expected", result)
    answer = case.json(result)
    want_answer(case, answer)
    case.want(all(f["verdict"] == "unknown" for f in answer["formulae"]), "unknown expected", result)


def test_interrupt_prints_what_is_known(case):
    result = interrupted(case, ["check", "--engine=explicit", "--memory=1500M", case.file("m.ispl", HUGE)])
    case.want(result.code == 3 and "unknown" in result.out, "exit status 3 and text expected", result)


def test_an_interrupt_that_comes_twice_is_one(case):
    result = interrupted(case, ["check", "--engine=explicit", "--memory=1500M", case.file("m.ispl", HUGE)], times=5)
    case.want(result.code == 3 and "unknown" in result.out, "exit status 3 and text expected", result)


def test_quiet_says_where_a_formula_of_the_command_line_stands(case):
    result = case.run("check", "--quiet", "--formula", "AG false", case.file("m.ispl", GOOD))
    case.want(result.code == 1 and "m.ispl: --formula 1: formula 3 is false: AG false" in result.out, "no line of the file", result)


def test_a_false_box_shows_the_strategy_against_it(case):
    text = """Agent P Vars: x : boolean; end Vars Actions = {go, stay};
  Evolution: x = true if Action = go; end Evolution end Agent
InitStates !P.x; end InitStates
Formulae [P]G !P.x; ![P]G !P.x; !<P>F P.x; end Formulae
"""
    result = case.run("check", "--strategies", case.file("m.ispl", text))
    case.want(result.code == 1 and result.out.count("<P>F P.x [full]: a strategy") == 3, "a strategy for each", result)


def test_strategies_win_from_all_initial_states(case):
    text = """Agent Environment Obsvars: try : 0..1; left : boolean; found : boolean; end Obsvars
  Evolution:
    try = 1 and found = left if try = 0 and Amy.Action = L;
    try = 1 and found = (!left) if try = 0 and Amy.Action = M;
  end Evolution end Agent
Agent Amy Actions = {L, M}; end Agent
InitStates Environment.try = 0 and !Environment.found; end InitStates
Formulae <Amy | ir>F Environment.found; <Amy | ir-objective>F Environment.found; end Formulae
"""
    for extra in ([], ["--minimal"]):
        answer = case.json(case.run("check", "--strategies", "--json", *extra, case.file("m.ispl", text)))
        for formula in answer["formulae"]:
            case.want(sum(int(s["wins_from"]) for s in formula["strategies"]) == 2, "both states are won", formula)
            case.want([c["does"] for c in formula["strategies"][0]["choices"]] == ["M", "L"], "left or not", formula)


def test_the_explicit_engine_has_no_strategies_to_show(case):
    for option in (["--strategies"], ["--minimal"], ["--strategy-dir", "out"]):
        result = case.run("check", "--engine", "explicit", *option, case.file("m.ispl", GOOD))
        case.want(result.code == 2 and "keeps no strategies" in result.err, "an error", result)


def test_a_wrong_formula_says_for_which_file(case):
    good, other = case.file("a.ispl", GOOD), case.file("b.ispl", GOOD.replace("p if", "q if").replace("F p;", "F q;"))
    result = case.run("check", good, other, "--formula", "EF p")
    case.want(result.code == 2 and "b.ispl: --formula 1:1:4: error E101" in result.err, "the file is named", result)
    alone = case.run("check", other, "--formula", "EF p")
    case.want(alone.err.startswith("--formula 1:1:4: error E101"), "there is only one", alone)


def test_every_choice_may_win(case):
    text = """Agent P Vars: n : 0..2; end Vars Actions = {l, r};
  Evolution: n = n + 1 if n < 2; end Evolution end Agent
InitStates P.n = 0; end InitStates
Formulae <P | ir>F P.n = 2; <{} | ir>F P.n = 2; <P | ir-objective>F P.n = 0; end Formulae
"""
    result = case.run("check", "--minimal", "--strategy-dir", "out", case.file("m.ispl", text))
    case.want(result.out.count("wins from 1 state, confirmed: nothing has to be chosen") == 3, "all three", result)
    case.want(result.out.count("written to") == 3, "and are written", result)


def test_interrupt_keeps_the_answers_before(case):
    good = case.file("a.ispl", GOOD)
    result = interrupted(case, ["check", "--engine=explicit", "--json", "--memory=1500M", good, case.file("m.ispl", HUGE)])
    case.want(result.code == 3, "exit status 3 expected", result)
    files = case.json(result)["files"]
    case.want([f["verdict"] for f in files[0]["formulae"]] == ["true", "false"], "the first file is answered", result)


def test_the_totals_count_files_that_an_interrupt_left_out(case):
    files = [case.file("a.ispl", GOOD), case.file("m.ispl", HUGE), case.file("y.ispl", GOOD), case.file("z.ispl", GOOD)]
    arguments = ["check", "--engine=explicit", "--memory=1500M"]
    result = interrupted(case, [*arguments, *files])
    case.want(result.code == 3, "exit status 3 expected", result)
    case.want(result.out.endswith("\n4 files, 4 formulae: 1 true, 1 false, 2 unknown; 2 of 2 as expected; 2 files not checked\n"),
              "the last line counts them", result)
    case.want("y.ispl" not in result.out, "nothing else is said of them", result)
    result = interrupted(case, [*arguments, "--quiet", *files])
    case.want(result.out.endswith("\n2 files not checked\n"), "quiet is no reason to hide it", result)
    answer = case.json(interrupted(case, [*arguments, "--json", *files]))
    case.want([f["file"] for f in answer["files"]] == files, "all files are there", answer)
    case.want([f.get("reason") for f in answer["files"]] == [None, None, "interrupted", "interrupted"], "with the reason", answer)
    case.want(answer["totals"]["models"] == 4 and answer["totals"]["unchecked"] == 2, "and counted", answer["totals"])


def test_the_totals_count_instances_that_an_interrupt_left_out(case):
    arguments = ["check", "--engine=explicit", "--memory=1500M", "--set", "N=40..42", case.file("m.ispl", HUGE)]
    result = interrupted(case, arguments)
    case.want(result.code == 3 and result.out.endswith("; 2 instances not checked\n"), "the last line counts them", result)
    answer = case.json(interrupted(case, [*arguments, "--json"]))
    case.want([f["parameters"] for f in answer["files"]] == [{"N": 40}, {"N": 41}, {"N": 42}], "all are there", answer)
    case.want(answer["totals"]["unchecked"] == 2, "and counted", answer["totals"])


def slowly(case, arguments):
    """Runs ken with standard input that does not end."""
    process = subprocess.Popen([case.ken, *arguments, "-"], cwd=case.directory, stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    start = time.monotonic()
    try:
        process.stdin.write(GOOD[:100].encode())
        process.stdin.flush()
        process.wait(timeout=20)
        seconds = time.monotonic() - start
        return Result(process.returncode, process.stdout.read().decode(), process.stderr.read().decode(), seconds)
    finally:
        process.kill()
        process.communicate()


def test_reading_a_slow_pipe_is_part_of_the_time(case):
    for command in (["check"], ["check", "--stop-after=model"], ["lint"], ["info"], ["export"]):
        result = slowly(case, [*command, "--timeout=0.5"])
        case.want(result.code == 3 and result.seconds < 10, f"{command}: exit status 3 in time", result)
        case.want("<stdin>: unknown" in result.out + result.err and "time: more than 0.5 s" in result.out + result.err,
                  f"{command}: the reason", result)
    answer = case.json(slowly(case, ["check", "--json", "--timeout=0.5"]))
    case.want(answer["model"] is None and answer["reason"] == "time: more than 0.5 s", "also in JSON", answer)


def test_the_totals_count_files_that_were_not_read_in_time(case):
    files = [case.file("a.ispl", GOOD), case.file("m.ispl", long_text(2_000_000))]
    result = case.run("check", "--timeout=0.3", *files)
    case.want(result.code == 3 and result.out.endswith("; 1 file not checked\n"), "the last line counts it", result)
    totals = case.json(case.run("check", "--timeout=0.3", "--json", *files))["totals"]
    case.want(totals["unchecked"] == 1 and totals["bad_models"] == 0, "and JSON", totals)


def test_a_second_request_to_stop_ends_at_once(case):
    for request in (signal.SIGINT, signal.SIGTERM):
        want_end_at_the_second(case, request)


def want_end_at_the_second(case, request):
    process = subprocess.Popen([case.ken, "check", "-"], cwd=case.directory, stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        time.sleep(1.0)
        process.send_signal(request)
        time.sleep(1.5)  # sooner it would be taken for the same
        case.want(process.poll() is None, "the first one asks for what is known, after reading")
        process.send_signal(request)
        case.want(process.wait(timeout=80) == -request, "the second one ends it")
    finally:
        process.kill()
        process.communicate()


# ---- the symbolic engine ---------------------------------------------------------------------


def test_symbolic_timeout_ends_in_unknown(case):
    result = case.run("check", "--json", "--timeout=1", case.file("m.ispl", PRODUCT), timeout=80)
    case.want(result.code == 3 and result.seconds < 5, "exit status 3 in time", result)
    answer = case.json(result)
    want_answer(case, answer)
    case.want("time" in answer["formulae"][0]["reason"], "the reason is time", result)


def test_symbolic_memory_ends_in_unknown(case):
    result = case.run("check", "--json", "--memory=30M", case.file("m.ispl", PRODUCT), timeout=240)
    case.want(result.code == 3, "exit status 3 expected", result)
    case.want("memory" in case.json(result)["formulae"][0]["reason"], "the reason is memory", result)


def test_symbolic_engine_with_hardly_any_memory(case):
    result = case.run("check", "--engine=symbolic", "--json", "--memory=20K", case.file("m.ispl", GOOD))
    case.want(result.code == 3, "exit status 3 expected", result)
    case.want("memory" in case.json(result)["formulae"][0]["reason"], "the reason is memory", result)


def test_an_operation_that_does_not_end_is_left(case):
    result = case.run("check", "--json", "--timeout=1", "--reorder=on", case.file("m.ispl", PRODUCT), timeout=120)
    case.want(result.code == 3 and result.seconds < 8, "exit status 3 in time", result)
    answer = case.json(result)
    want_answer(case, answer)
    case.want("time" in answer["formulae"][0]["reason"], "the reason is time", result)


def test_the_answers_before_an_operation_that_does_not_end_are_kept(case):
    good = case.file("a.ispl", GOOD)
    result = case.run("check", "--json", "--timeout=1", "--reorder=on", good, case.file("m.ispl", PRODUCT), timeout=120)
    files = case.json(result)["files"]
    case.want([f["verdict"] for f in files[0]["formulae"]] == ["true", "false"], "the first file is answered", result)


def test_symbolic_interrupt_prints_valid_json(case):
    result = interrupted(case, ["check", "--json", case.file("m.ispl", PRODUCT)])
    case.want(result.code == 3, "exit status 3 expected", result)
    case.want(case.json(result)["formulae"][0]["reason"] == "interrupted", "the reason expected", result)


def test_progress_is_for_standard_error_and_for_terminals(case):
    file = case.file("m.ispl", PRODUCT)
    silent = case.run("check", "--timeout=2", file, timeout=80)
    case.want("ken: deciding" not in silent.err + silent.out, "no progress without a terminal", silent)
    loud = case.run("check", "--timeout=2", "--progress=on", file, timeout=80)
    case.want("ken: deciding: formula 1 of 1" in loud.err, "progress on standard error", loud)
    case.want("ken: deciding" not in loud.out, "no progress on standard output", loud)


def test_stats(case):
    result = case.run("check", "--stats", "--engine=symbolic", case.file("m.ispl", GOOD))
    case.want("nodes for the reachable states" in result.out, "statistics expected", result)
    case.want(re.search(r"\n    encoding +\d+\.\d\d s, up to \d+ nodes in use\n", result.out), "phases", result)
    for engine in ("explicit", "states", "auto"):
        result = case.run("check", "--stats", f"--engine={engine}", case.file("m.ispl", GOOD))
        case.want("CPU time" in result.out and "nodes" not in result.out, "no diagrams", result)


def test_auto_says_who_answered(case):
    def engine(*arguments):
        return case.json(case.run("check", "--json", case.file("m.ispl", GOOD), *arguments))["engine"]

    case.want(engine() == "states", "a small model is gone through state by state")
    case.want(engine("--formula", "LTL F G p") == "states, symbolic", "diagrams help where paths are asked about")
    case.want(engine("--only", "1", "--formula", "LTL F G p") == "states, symbolic", "each answers what it can")
    for option in ("--evidence", "--strategies", "--order=1", "--reorder=off", "--reach=1", "--group=pair"):
        case.want(engine(option) == "symbolic", f"{option} asks for diagrams")


def test_the_states_engine_has_no_evidence_to_show(case):
    for option in (["--evidence"], ["--strategies"], ["--strategy-dir", "out"]):
        result = case.run("check", "--engine=states", *option, case.file("m.ispl", GOOD))
        case.want(result.code == 2 and "states engine" in result.err, f"{option} is refused", result)
    result = case.run("check", "--engine=states", "--json", "--formula", "LTL F p", case.file("m.ispl", GOOD))
    reason = case.json(result)["formulae"][-1]["reason"]
    case.want(reason == "not by the states engine: ltl", "path formulas are left to others", result)


def test_phases_add_up_for_every_engine(case):
    file = case.file("m.ispl", GOOD)
    common = ["reading", "elaborating", "exploring", "looking for deadlocks", "deciding"]
    for options, more in ((["--engine=explicit"], []), (["--engine=symbolic"], ["ordering variables", "encoding"]),
                          (["--evidence"], ["clustering", "explaining"])):
        statistics = case.json(case.run("check", "--json", *options, file))["statistics"]
        names = [phase["name"] for phase in statistics["phases"]]
        case.want(set(common + more) <= set(names), f"phases {names}")
        case.want(names[:2] == common[:2] and len(set(names)) == len(names), f"the order of {names}")
        total = sum(phase["seconds"] for phase in statistics["phases"])
        case.want(total <= statistics["processor_seconds"], f"{total} s in all of {statistics}")


def test_every_choice_gives_the_same_answer(case):
    file = case.file("m.ispl", RING)
    verdicts = None
    choices = {"order": "auto 1 2 3 4", "reorder": "auto on off", "group": "variable pair none",
               "reach": "auto 1 2 3", "cluster": "1 2000 1000000",
               "partition": "auto clusters actions", "engine": "auto states symbolic explicit"}
    for option, values in choices.items():
        for value in values.split():
            answer = case.json(case.run("check", "--json", f"--{option}={value}", file, "--set", "N=6"))
            found = (answer["model"]["reachable_states"], [f["verdict"] for f in answer["formulae"]])
            verdicts = verdicts or found
            case.want(found == verdicts, f"--{option}={value} answers {found}, not {verdicts}")
        result = case.run("check", f"--{option}=no", file)
        case.want(result.code == 2, f"--{option}=no is refused", result)


def test_the_stages_of_the_symbolic_engine(case):
    file = case.file("m.ispl", RING)
    result = case.run("check", "--stop-after=encoding", file)
    case.want(result.code == 0 and "C[1].x: now" in result.out, "the bits expected", result)
    result = case.run("check", "--stop-after=relations", file)
    case.want(result.code == 0 and "reachable: " in result.out and "clusters" in result.out, "the parts expected", result)


# ---- templates -------------------------------------------------------------------------------


def test_set_a_parameter(case):
    answer = case.json(case.run("check", "--json", case.file("m.ispl", RING), "--set", "N=5", "--set", "Lossy=false"))
    case.want(answer["model"]["agents"] == 5, "5 agents expected", answer["model"])


def test_set_unknown(case):
    case.refused(case.run("check", case.file("m.ispl", RING), "--set", "M=5"), "E205", "'M'")


def test_set_unknown_lists_the_parameters(case):
    case.refused(case.run("check", case.file("m.ispl", RING), "--set", "Depth=5"), "E205", "it has N, Lossy")


def test_set_twice(case):
    name = case.file("m.ispl", RING)
    for first, second in (("N=2", "N=3"), ("N=2..3", "N=3"), ("N=2", "N=2")):
        case.refused(case.run("check", name, "--set", first, "--set", second), "N is set twice")


def test_set_unknown_has_a_suggestion(case):
    case.refused(case.run("check", case.file("m.ispl", RING), "--set", "Losy=true"), "E205", "did you mean 'Lossy'")


def test_set_ill_typed(case):
    name = case.file("m.ispl", RING)
    for value in ("N=true", "N=", "N=1.5", "N=3x", "N=99999999999999999999", "Lossy=1", "Lossy=maybe"):
        case.refused(case.run("check", name, "--set", value), "E206")


def test_set_malformed(case):
    name = case.file("m.ispl", RING)
    for value in ("N", "=3", ""):
        case.refused(case.run("check", name, "--set", value), "--set")


def test_set_zero_and_negative(case):
    name = case.file("m.ispl", RING)
    for value in ("0", "-1", "-9223372036854775808"):
        result = case.run("check", name, "--set", "N=" + value)
        case.refused(result, "m.ispl:3:", "E201", "1.." + value)


def test_a_huge_parameter_is_refused_at_once(case):
    name = case.file("m.ispl", RING)
    for value in ("3000000", "2000000000", "9223372036854775807"):
        result = case.run("check", name, "--set", "N=" + value, timeout=80)
        case.refused(result, "m.ispl:3:", "E207", value)


def test_a_large_parameter_is_an_answer_or_a_refusal(case):
    result = case.run("check", "--memory=1G", "--timeout=3", case.file("m.ispl", RING), "--set", "N=100000", timeout=240)
    case.want(result.code in (2, 3), "a budget, unknown or an answer", result)


def test_two_hundred_agents_expand_quickly(case):
    result = case.run("lint", case.file("m.ispl", RING), "--set", "N=200", timeout=80)
    case.want(result.code in (0, 1), "lint expected", result)
    case.want(result.seconds < 5, f"200 agents took {result.seconds:.1f} s")


# ---- the other commands ----------------------------------------------------------------------


def test_lint_of_a_clean_model(case):
    result = case.run("lint", case.file("m.ispl", GOOD))
    case.want(result.code == 0, "exit status 0 expected", result)


def test_lint_of_a_bad_model(case):
    result = case.run("lint", case.file("m.ispl", BAD_NAME))  # its diagnostics are its answer
    case.want(result.code == 2 and "m.ispl:8:14: error E101" in result.out, "the error expected", result)


def test_lint_json(case):
    result = case.run("lint", "--json", case.file("m.ispl", GOOD.replace("; Other : {stay}", "")))
    answer = case.json(result)
    case.want([d["code"] for d in answer["diagnostics"]] == ["W003"], "a protocol gap expected", result)


def test_info(case):
    result = case.run("info", case.file("m.ispl", GOOD))
    case.want(result.code == 0, "exit status 0 expected", result)
    for word in ("agents", "variables", "bits", "states", "deterministic"):
        case.want(word in result.out, f"'{word}' expected", result)


def test_info_counts_the_lines_that_are_written(case):
    text = """Agent Environment
  Vars: hand[i: 1..2] : 0..3; turn : 1..2; end Vars
  Actions = {a, b};
  Protocol: for (i: 1..2) turn = i : {a}; Other : {b}; end Protocol
  Evolution:
    hand[turn] = 1 if Action = a;
    for (i: 1..2) hand[i] = 2 if turn = i and Action = b;
  end Evolution
end Agent
InitStates Environment.turn = 1; end InitStates
"""
    result = case.run("info", "--json", case.file("m.ispl", text))
    agent = case.json(result)["agents"][0]
    case.want(agent["evolution_lines"] == 2 and agent["protocol_lines"] == 2, "two lines each", agent)


def test_info_counts_in_the_time_check_takes(case):
    """Every state is reached, and 2^40 of them could not be listed; instances share a line."""
    text = """Agent Coin[i: 1..40]
      Vars: up : boolean; end Vars
      Actions = {flip, keep};
      Evolution: up = (!up) if Action = flip; end Evolution
    end Agent
    InitStates and(i: 1..40) Coin[i].up = false; end InitStates
    """
    result = case.run("info", case.file("m.ispl", text), "--memory", "100M", timeout=80)
    case.want(result.code == 0, "exit status 0 expected", result)
    for line in (
        r"reachable states +1099511627776\n",
        r"initial states +1\n",
        r"depth +1\n",
        r"deterministic steps +yes\n",
        r"deadlock +no\n",
        r"Coin\[1\.\.40\] +40 agents, each 1 variable, 1 bit, 2 actions",
    ):
        case.want(re.search(line, result.out), f"'{line}' expected", result)
    answer = case.json(case.run("info", "--json", "m.ispl", timeout=80))
    case.want(len(answer["agents"]) == 40, "each agent on its own expected in JSON", result)


def test_info_keeps_what_is_known_when_time_is_up(case):
    text = """Agent P Vars: x : 0..9000000000; end Vars Evolution: x = x + 1 if x < 9000000000; end Evolution end Agent
    InitStates P.x <= 1; end InitStates
    """
    result = case.run("info", case.file("m.ispl", text), "--timeout", "1", timeout=80)
    case.want(result.code == 0, "exit status 0 expected", result)
    case.want(re.search(r"initial states +2\n", result.out), "the initial states are known", result)
    case.want(re.search(r"reachable states +not counted", result.out), "there are too many rings", result)


def test_new_writes_a_model_that_checks(case):
    result = case.run("new", "first")
    case.want(result.code == 0 and (case.directory / "first.ispl").exists(), "first.ispl expected", result)
    checked = case.run("check", "first.ispl")
    case.want(checked.code == 0 and checked.err == "", "the skeleton must check without a message", checked)
    text = (case.directory / "first.ispl").read_text()
    case.want(text.count("--") >= 5, "the skeleton must be commented")
    linted = case.run("lint", "first.ispl")
    case.want(linted.code == 0, "lint must find nothing in the skeleton", linted)


def test_new_writes_a_formatted_model(case):
    case.run("new", "first")
    text = (case.directory / "first.ispl").read_text()
    result = case.run("fmt", "first.ispl")
    case.want((case.directory / "first.ispl").read_text() == text, "fmt changes the skeleton", result)


def test_new_quotes_the_name_for_a_shell(case):
    result = case.run("new", "first model")
    case.want(result.err.endswith("try 'ken check \"first model.ispl\"'\n"), "a name in quotes expected", result)
    result = case.run("new", "second")
    case.want(result.err.endswith("try 'ken check second.ispl'\n"), "no quotes expected", result)


def test_new_does_not_overwrite(case):
    case.file("first.ispl", "precious")
    result = case.run("new", "first")
    case.refused(result, "first.ispl")
    case.want((case.directory / "first.ispl").read_text() == "precious", "the file was overwritten", result)


UGLY = "-- top\nAgent P Vars: x:0..2;-- a\n y:boolean; end Vars Actions={a,b};\n\n\nProtocol: x=0:{a}; -- why\nOther:{a,b}; end Protocol\nEvolution: x=x+1 if Action=a and x<2;y=true if x=2 and Action=b; end Evolution end Agent\nEvaluation p if P.x=2 and(P.y or !P.y); end Evaluation\nInitStates P.x=0 and !P.y; end InitStates\nFormulae\n-- first\nAF p;-- expect: false\nE(p or p U p);  end Formulae -- tail\n"


def test_fmt_is_idempotent_and_keeps_comments_and_verdicts(case):
    name = case.file("m.ispl", UGLY)
    path = case.directory / name
    before = [(f["text"].replace(" ", ""), f["verdict"], f["expected"]) for f in case.json(case.run("check", "--json", name))["formulae"]]
    result = case.run("fmt", name)
    case.want(result.code == 0, "exit status 0 expected", result)
    once = path.read_text()
    case.want(once != UGLY, "nothing was formatted")
    for comment in ("-- top", "-- a", "-- why", "-- first", "-- expect: false", "-- tail"):
        case.want(comment in once, f"the comment '{comment}' is lost", once)
    case.run("fmt", name)
    case.want(path.read_text() == once, "formatting twice differs", path.read_text())
    after = [(f["text"].replace(" ", ""), f["verdict"], f["expected"]) for f in case.json(case.run("check", "--json", name))["formulae"]]
    case.want(before == after, f"the verdicts changed: {before} {after}", once)


def test_fmt_check_names_the_first_place(case):
    name = case.file("m.ispl", "Agent P\n  Vars:\n    x  : 0..2;\n  end Vars\nend Agent\n")
    result = case.run("fmt", "--check", name)
    case.want(result.code == 1 and result.out == "", "exit status 1", result)
    case.want(result.err == "m.ispl:3:7: not formatted, from here on\n  is             x  : 0..2;\n  should be      x : 0..2;\n", "the place and the line", result)


def test_fmt_leaves_a_bad_file_alone(case):
    text = GOOD.replace("end Vars", "end", 1)
    name = case.file("m.ispl", text)
    result = case.run("fmt", name)
    case.refused(result, "m.ispl:")
    case.want((case.directory / name).read_text() == text, "a file with errors was changed", result)


def test_fmt_keeps_the_file_mode(case):
    name = case.file("m.ispl", UGLY)
    os.chmod(case.directory / name, 0o640)
    case.run("fmt", name)
    case.want(os.stat(case.directory / name).st_mode & 0o777 == 0o640, "the mode of the file changed")


def test_fmt_follows_a_link(case):
    case.file("real.ispl", UGLY)
    os.symlink("real.ispl", case.directory / "m.ispl")
    case.run("fmt", "m.ispl")
    case.want((case.directory / "m.ispl").is_symlink(), "the link was replaced by a file")
    case.want((case.directory / "real.ispl").read_text() != UGLY, "the file behind the link was not formatted")


def test_fmt_keeps_plain_ispl_plain(case):
    name = case.file("m.ispl", UGLY)
    case.run("fmt", name)
    text = (case.directory / name).read_text()
    case.want("!=" not in text and "Parameter" not in text, "plain ISPL must stay plain", text)


def test_export_is_plain_ispl_with_the_same_verdicts(case):
    text = RING.replace("AG C[1].x=1;", "AF c3; -- expect: true\n  AG c3; -- expect: false").replace(
        "InitStates C[1].x=1 and or(i: 1..N) C[i].x=0", "Evaluation c3 if C[3].x=1; end Evaluation\nInitStates C[1].x=1 and C[2].x=0 and C[3].x=0"
    )
    name = case.file("m.ispl", text)
    case.want(case.run("check", name).code == 0, "the template itself must pass", case.run("check", name))
    result = case.run("export", "--to", "ispl", name)
    case.want(result.code == 0 and "Agent C_3" in result.out, "instances named C_3 expected", result)
    for word in ("Parameter", "[", "for (", "!=", " mod ", " div "):
        case.want(word not in result.out, f"'{word}' is no plain ISPL", result)
    case.file("plain.ispl", result.out)
    plain = case.json(case.run("check", "--json", "plain.ispl"))
    case.want([f["verdict"] for f in plain["formulae"]] == ["true", "false"], "the same verdicts expected", result)
    case.want(plain["model"]["reachable_states"] == "3", "the same states expected", plain["model"])


def test_export_takes_one_file(case):
    one, two = case.file("a.ispl", GOOD), case.file("b.ispl", GOOD)
    result = case.run("export", one, two)
    case.want(result.code == 2 and result.out == "" and "one file at a time" in result.err, "a word and nothing else", result)
    result = case.run("export", ".")
    case.want(result.code == 2 and result.out == "", "a folder of two is two files", result)
    case.want(case.run("export", one).code == 0, "one is fine")


def test_export_with_a_parameter(case):
    result = case.run("export", "--to", "ispl", case.file("m.ispl", RING), "--set", "N=4")
    case.want(result.code == 0 and "Agent C_4" in result.out, "four instances expected", result)


def test_export_of_what_plain_ispl_cannot_say(case):
    text = RING.replace("InitStates C[1].x=1 and or(i: 1..N) C[i].x=0", "InitStates C[1].x=1 and xor(i: 1..N) C[i].x=1")
    result = case.run("export", "--to", "ispl", case.file("m.ispl", text), "--set", "N=200", timeout=80)
    case.want(len(result.out) < 20_000_000, "a gigabyte", "")
    if result.code != 0:
        case.refused(result, "E301", "m.ispl:9:")


def test_export_draws_the_state_graph(case):
    result = case.run("export", "--to", "dot", case.file("m.ispl", GOOD))
    case.want(result.code == 0 and result.out.startswith("digraph"), "a graph expected", result)
    case.want(len(re.findall(r"^  \d+ -> \d+ ", result.out, re.M)) == 5, "five steps expected", result)
    case.want("P: up" in result.out and "P.x=2" in result.out, "actions and values expected", result)


def test_export_does_not_draw_what_nobody_can_look_at(case):
    result = case.run("export", "--to", "dot", case.file("m.ispl", HUGE), timeout=80)
    case.refused(result, "E207", "500 states", "--set")
    case.want(result.out == "", "nothing on standard output", result)


def test_export_to_an_unknown_language(case):
    case.refused(case.run("export", "--to", "latin", case.file("m.ispl", GOOD)), "latin")


# ---- the runner ------------------------------------------------------------------------------


def run_case(ken, test):
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as directory:
        try:
            test(Case(ken, directory))
            return "passed", "", time.monotonic() - start
        except Skip as reason:
            return "skipped", str(reason), 0
        except Failure as failure:
            return "failed", str(failure), time.monotonic() - start
        except Exception as mistake:  # a wrong answer can break a test in any way; say where
            return "failed", f"{type(mistake).__name__}: {mistake}", time.monotonic() - start


def main():
    options = argparse.ArgumentParser(description="test the command line of ken")
    options.add_argument("ken", help="the built program")
    options.add_argument("--only", default="", help="only cases whose name contains this")
    options.add_argument("--jobs", type=int, default=max(2, os.cpu_count() or 1))
    options.add_argument("--slow", action="store_true", help="list the slowest cases")
    options = options.parse_args()
    ken = os.path.abspath(options.ken)
    if not os.access(ken, os.X_OK):
        print("run.py needs the path of the built program", file=sys.stderr)
        return 2
    tests = [(n[5:], f) for n, f in globals().items() if n.startswith("test_") and options.only in n]
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    seconds = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for (name, _), (outcome, text, took) in zip(tests, pool.map(lambda t: run_case(ken, t[1]), tests)):
            counts[outcome] += 1
            seconds.append((took, name))
            if outcome == "skipped":
                print(f"skipped {name}: {text}")
            if outcome == "failed":
                print(f"FAILED {name}\n" + "\n".join("  " + line for line in text.splitlines()))
    if options.slow:
        for took, name in sorted(seconds, reverse=True)[:10]:
            print(f"{took:6.1f} s  {name}")
    print(", ".join(f"{count} {outcome}" for outcome, count in counts.items()))
    return 1 if counts["failed"] or not tests else 0


if __name__ == "__main__":
    sys.exit(main())
