#!/usr/bin/env python3
"""Run the golden models: every tests/golden/**/*.ispl against the expectation in its own comments.

    run.py KEN_BINARY [--only SUBSTRING] [--jobs N] [--self-test] [--update]

The comment lines at the top of a model are its header.  `-- key: value` lines say what is expected;
every other comment line is prose.

    -- run: check --set N=3          the command; the file is added behind it (default: check)
    -- exit: 2                       exit status (default: 2 with an error listed, else 1 with a verdict
                                     that does not pass, else 3 with an unknown one, else 0)
    -- states: 18                    number of reachable states
    -- error: E101 7:5 text          one diagnostic, its place, and what its message or hint contains
    -- warning: W003 12:3 text
    -- note: N001 9:3 text
    -- deadlock: true                default: true exactly when W009 is listed
    -- overflow: true                default: true exactly when W010 is listed
    -- verdict: 3 unknown            for formula 3, where the annotation is absent or does not say it
    -- reason: 3 text                what the reason given with verdict 3 contains
    -- stdout: text                  a text that occurs in the plain (not JSON) answer; also stderr
    -- not-stdout: text              a text that does not
    -- unsanitized: why              not with sanitizers; ./test --full runs it without

A check that names no engine is repeated with the explicit, the symbolic and the states engine, whose verdicts
must be the same unless they give up.  Verdicts are in the annotations behind the formulas (`-- expect: true`), and every formula must have
one or a `verdict` line.  `check` and `lint` run with --json and their errors and warnings must be
exactly those listed, each at its place: one mistake, one message.  Notes count only when listed.
What `export --to ispl` prints is checked again and must have the verdicts and states of the original.
A whole session with `ken simulate` is a file tests/golden/**/*.session: the command on its first line,
`$ ken simulate m.ispl`, and then all that is printed, both streams.  Commands are echoed behind `> `, so what is
to be typed stands in the session itself.  `--update` writes what the program prints; read the difference.
The keys ispl, logics, templates, issue, design and why cite the rule a model is about.
"""
import argparse
import concurrent.futures
import dataclasses
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
TIMEOUT = 240  # seconds: a hang is meant, not a slow or busy machine
CITATIONS = {"ispl", "logics", "templates", "issue", "design", "why", "unsanitized"}
HEADER = re.compile(r"--\s*([a-z][a-z-]*):(?:\s+(.*))?$")
DIAGNOSTIC = re.compile(r"([EWN]\d{3})\s+(\d+):(\d+)(?:\s+(.*))?$")
ANNOTATION = re.compile(r"--\s*expect:\s*(true|false)\b")


@dataclasses.dataclass
class Expectation:
    run: list = dataclasses.field(default_factory=lambda: ["check"])
    exit: object = None
    states: object = None
    deadlock: object = None
    overflow: object = None
    diagnostics: list = dataclasses.field(default_factory=list)  # (severity, code, line, column, text)
    verdicts: dict = dataclasses.field(default_factory=dict)  # index -> true | false | unknown
    reasons: list = dataclasses.field(default_factory=list)  # (index, text)
    stdout: list = dataclasses.field(default_factory=list)
    not_stdout: list = dataclasses.field(default_factory=list)
    stderr: list = dataclasses.field(default_factory=list)
    lines: list = dataclasses.field(default_factory=list)  # the source, for the annotations
    problems: list = dataclasses.field(default_factory=list)  # mistakes in the header itself


@dataclasses.dataclass
class Outcome:
    exit: int
    answer: object  # the JSON object, None for commands without one
    stdout: str = ""
    stderr: str = ""


def parse_truth(text):
    return {"true": True, "false": False}[text]


def parse_header(source):
    want = Expectation(lines=source.lstrip("\ufeff").replace("\r\n", "\n").split("\n"))
    for number, line in enumerate(want.lines, 1):
        line = line.strip()
        if line and not line.startswith("--"):
            break
        match = HEADER.match(line)
        if not match or match[1] in CITATIONS:
            continue
        key, value = match[1], match[2] or ""
        try:
            read_header_line(want, key, value)
        except (KeyError, ValueError, TypeError):
            want.problems.append(f"line {number}: header '{key}: {value}' is not understood")
    return want


def read_header_line(want, key, value):
    if key == "run":
        want.run = shlex.split(value)
        if not want.run:
            raise ValueError
    elif key == "exit":
        want.exit = int(value)
    elif key == "states":
        want.states = str(int(value))
    elif key in ("deadlock", "overflow"):
        setattr(want, key, parse_truth(value))
    elif key in ("error", "warning", "note"):
        code, line, column, text = DIAGNOSTIC.match(value).groups() if DIAGNOSTIC.match(value) else None
        if code[0] != key[0].upper():
            raise ValueError
        want.diagnostics.append((key, code, int(line), int(column), text or ""))
    elif key == "verdict":
        index, verdict = value.split()
        if verdict not in ("true", "false", "unknown"):
            raise ValueError
        want.verdicts[int(index)] = verdict
    elif key == "reason":
        index, text = value.split(None, 1)
        want.reasons.append((int(index), text))
    elif key in ("stdout", "stderr", "not-stdout") and value:
        getattr(want, key.replace("-", "_")).append(value)
    else:
        raise KeyError(key)


def annotation(want, line):
    """The annotation behind the formula that starts on this line: on the line its ';' is on."""
    for text in want.lines[line - 1 :] if line else []:
        code, _, _ = text.partition("--")
        if ";" in code:
            match = ANNOTATION.search(text)
            return parse_truth(match[1]) if match else None
    return None


def judge(want, got):
    """Everything in which the outcome differs from the expectation, one line each."""
    wrong = list(want.problems)
    answer = got.answer
    if answer is not None:
        wrong += judge_diagnostics(want, answer)
        wrong += judge_model(want, answer)
        wrong += judge_verdicts(want, answer)
    expected_exit = want.exit if want.exit is not None else default_exit(want, answer)
    if got.exit != expected_exit:
        wrong.append(f"exit status {got.exit}, expected {expected_exit}")
    for text in want.stdout:
        if text not in got.stdout:
            wrong.append(f"standard output lacks '{text}'; it is:\n{indent(got.stdout)}")
    for text in want.not_stdout:
        if text in got.stdout:
            wrong.append(f"standard output contains '{text}'; it is:\n{indent(got.stdout)}")
    for text in want.stderr:
        if text not in got.stderr:
            wrong.append(f"standard error lacks '{text}'; it is:\n{indent(got.stderr)}")
    return wrong


def judge_diagnostics(want, answer):
    wrong = []
    found = [
        (d["severity"], d["code"], d["line"], d["column"], f"{d['message']} | {d.get('hint') or ''}")
        for d in answer["diagnostics"]
    ]
    for severity, code, line, column, text in want.diagnostics:
        for other in found:
            if other[:4] == (severity, code, line, column) and text in other[4]:
                found.remove(other)
                break
        else:
            wrong.append(f"missing: {severity} {code} {line}:{column} {text}")
    for severity, code, line, column, text in found:
        if severity != "note":
            wrong.append(f"not expected: {severity} {code} {line}:{column} {text}")
    return wrong


def judge_model(want, answer):
    wrong = []
    model = answer.get("model") or {}
    if want.states is not None and model.get("reachable_states") != want.states:
        wrong.append(f"{model.get('reachable_states')} reachable states, expected {want.states}")
    codes = {code for _, code, *_ in want.diagnostics}
    for field, code in (("deadlock", "W009"), ("overflow", "W010")):
        expected = getattr(want, field)
        if expected is None:
            expected = code in codes
        if model and model.get(field) not in (expected, None):
            wrong.append(f"{field} is {model.get(field)}, expected {expected}")
    return wrong


def judge_verdicts(want, answer):
    wrong = []
    formulae = {f["index"]: f for f in answer.get("formulae") or []}
    for index in {*want.verdicts, *(i for i, _ in want.reasons)} - formulae.keys():
        wrong.append(f"there is no formula {index}")
    for index, formula in formulae.items():
        name = f"formula {index} (line {formula['line']}: {formula['text'][:100]})"
        annotated = annotation(want, formula["line"])
        if formula["expected"] != annotated:
            wrong.append(f"{name}: the annotation {annotated} was read as {formula['expected']}")
        expected = want.verdicts.get(index)
        if expected is None and annotated is not None:
            expected = "true" if annotated else "false"
        if expected is None:
            wrong.append(f"{name}: has no expectation; it is {formula['verdict']}")
        elif formula["verdict"] != expected:
            wrong.append(f"{name}: is {formula['verdict']}, expected {expected} ({formula['reason']})")
    for index, text in want.reasons:
        reason = formulae.get(index, {}).get("reason") or ""
        if text not in reason:
            wrong.append(f"formula {index}: reason '{reason}' lacks '{text}'")
    return wrong


def default_exit(want, answer):
    if any(severity == "error" for severity, *_ in want.diagnostics):
        return 2
    if want.run[0] != "check":
        return 0
    verdicts = []
    for formula in (answer or {}).get("formulae") or []:
        annotated = annotation(want, formula["line"])
        verdict = want.verdicts.get(formula["index"])
        if verdict == "unknown":
            verdicts.append(3)
        elif verdict is not None and parse_truth(verdict) != (True if annotated is None else annotated):
            return 1
    return max(verdicts, default=0)


def indent(text):
    lines = text.splitlines() or ["(nothing)"]
    return "\n".join("      " + line[:200] for line in lines[:30])


def call(ken, arguments, directory):
    done = subprocess.run(
        [ken, *arguments], cwd=directory, stdin=subprocess.DEVNULL, capture_output=True, timeout=TIMEOUT
    )
    return done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")


def run_model(ken, path):
    want = parse_header(path.read_bytes().decode("latin-1").replace("\xef\xbb\xbf", "\ufeff", 1))
    try:
        if want.run[0] in ("check", "lint"):
            arguments = [*want.run, path.name]
            code, text, err = call(ken, [*arguments, "--json"], path.parent)
            try:
                got = Outcome(code, json.loads(text))
            except ValueError:
                return [f"no JSON but:\n{indent(text)}\n{indent(err)}", *want.problems]
            if want.stdout or want.stderr or want.not_stdout:
                plain, got.stdout, got.stderr = call(ken, arguments, path.parent)
                if plain != code:
                    return [f"exit status {plain} without --json, {code} with it"]
            return judge(want, got) + judge_engines(ken, arguments, got.answer, path.parent)
        with tempfile.TemporaryDirectory() as scratch:  # fmt may write
            shutil.copy(path, scratch)
            got = Outcome(*reorder(call(ken, [*want.run, path.name], scratch)))
            wrong = judge(want, got)
            if want.run[:3] == ["export", "--to", "ispl"] and got.exit == 0:
                wrong += judge_export(ken, want, path.name, got, scratch)
            return wrong
    except subprocess.TimeoutExpired:
        return [f"no answer within {TIMEOUT} seconds"]
    except (KeyError, TypeError, AttributeError) as mistake:
        return [f"the answer has not the agreed form: {mistake!r}"]


def run_session(ken, path, update=False):
    """The first difference between a session and what the program prints now."""
    first, *lines = path.read_text().splitlines()
    words = shlex.split(first)
    if words[:3] != ["$", "ken", "simulate"]:
        return ["the first line is not '$ ken simulate ...'"]
    typed = "".join(line[2:] + "\n" for line in lines if line.startswith("> "))
    try:
        done = subprocess.run([ken, *words[2:]], cwd=path.parent, input=typed.encode(), stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        return [f"no answer within {TIMEOUT} seconds"]
    printed = done.stdout.decode("utf-8", "replace").splitlines() + [f"exit status {done.returncode}"]
    if update:
        path.write_text("\n".join([first, *printed]) + "\n")
        return []
    return find_difference(lines, printed)


def find_difference(want, got):
    for number, (wanted, found) in enumerate(zip([*want, None], [*got, None]), 2):
        if wanted != found:
            return [f"line {number}: expected '{wanted}'", f"        but found '{found}'"]
    return []


def judge_engines(ken, arguments, answer, directory):
    """The other engines have the same verdicts, as far as they come in a few seconds."""
    if arguments[0] != "check" or "--engine" in arguments or not answer.get("formulae"):
        return []
    wrong = judge_engine(ken, arguments, answer, directory, "explicit")
    # What 'auto' leaves to one engine is given to the other.
    if "states" in answer["engine"]:
        wrong += judge_engine(ken, arguments, answer, directory, "symbolic")
    elif "--evidence" in arguments:
        plain = [argument for argument in arguments if argument != "--evidence"]
        wrong += judge_engine(ken, plain, answer, directory, "states")
    return wrong


def judge_engine(ken, arguments, answer, directory, engine):
    status, text, _ = call(ken, [*arguments, "--engine", engine, "--timeout", "5", "--json"], directory)
    try:
        other_answer = json.loads(text)
    except ValueError:
        return [f"no JSON from the {engine} engine but:\n{indent(text)}"]
    if status == 3 and "formulae" not in other_answer:  # it ran out before there was a model
        return []
    others = other_answer["formulae"]
    return [
        f"formula {formula['index']}: is {formula['verdict']}, with --engine {engine} {other['verdict']}"
        for formula, other in zip(answer["formulae"], others)
        if other["verdict"] != "unknown" and other["verdict"] != formula["verdict"]
    ]


def judge_export(ken, want, name, got, scratch):
    """The exported model has the verdicts and the states of the one it came from, but for the formulas
    that a warning says are left out."""
    pathlib.Path(scratch, "plain.ispl").write_text(got.stdout)
    left_out = {int(line) for line in re.findall(r"^[^\s:]+:(\d+):\d+: warning W030", got.stderr, re.M)}
    answers = []
    for arguments in ([*want.run[3:], name], ["plain.ispl"]):
        code, text, err = call(ken, ["check", *arguments, "--json"], scratch)
        if code == 2:
            return [f"{arguments[-1]} does not check:\n{indent(err)}"]
        answer = json.loads(text)
        kept = [f for f in answer["formulae"] if arguments[-1] == "plain.ispl" or f["line"] not in left_out]
        if not kept and arguments[-1] == name:
            return []
        answers.append((answer["model"]["reachable_states"], [f["verdict"] for f in kept]))
    return [] if answers[0] == answers[1] else [f"states and verdicts {answers[0]} became {answers[1]}"]


def reorder(result):
    code, out, err = result
    return code, None, out, err


def self_test():
    """The driver must be able to fail: each spoilt expectation is to be noticed."""
    source = (
        "-- prose is free\n-- ispl: so are citations\n-- states: 3\n-- warning: W005 7:2 never used\n"
        "-- verdict: 2 unknown\n-- reason: 2 not supported\nFormulae AF p; -- expect: true\nLTL G p;\n"
    )

    def outcome():
        return Outcome(
            3,
            {
                "model": {"reachable_states": "3", "deadlock": False, "overflow": False},
                "formulae": [
                    {"index": 1, "line": 7, "text": "AF p", "verdict": "true", "reason": None, "expected": True},
                    {"index": 2, "line": 8, "text": "LTL G p", "verdict": "unknown",
                     "reason": "not supported yet: ltl", "expected": None},
                ],
                "diagnostics": [
                    {"severity": "warning", "code": "W005", "message": "p is never used", "hint": None,
                     "line": 7, "column": 2},
                    {"severity": "note", "code": "N001", "message": "free", "hint": None, "line": 1, "column": 1},
                ],
            },
        )

    def failures(spoil_source=lambda text: text, spoil=lambda got: None):
        got = outcome()
        spoil(got)
        return judge(parse_header(spoil_source(source)), got)

    def swap(old, new):
        assert old in source
        return lambda text: text.replace(old, new)

    assert failures() == [], failures()
    spoilt = {
        "wrong number of states": failures(swap("states: 3", "states: 4")),
        "wrong code": failures(swap("W005", "W006")),
        "wrong line": failures(swap("7:2", "8:2")),
        "wrong column": failures(swap("7:2", "7:3")),
        "wrong text": failures(swap("never used", "always used")),
        "diagnostic not listed": failures(swap("-- warning: W005 7:2 never used", "--")),
        "diagnostic missing": failures(lambda text: "-- error: E101 1:1 x\n" + text),
        "note missing": failures(lambda text: "-- note: N002 1:1\n" + text),
        "wrong severity": failures(swap("warning: W005", "error: W005")),
        "wrong annotation": failures(swap("expect: true", "expect: false")),
        "no annotation": failures(swap("-- expect: true", "")),
        "wrong verdict": failures(swap("2 unknown", "2 true")),
        "no such formula": failures(swap("2 unknown", "9 unknown")),
        "wrong reason": failures(swap("not supported", "no memory")),
        "unknown header": failures(lambda text: "-- colour: red\n" + text),
        "malformed header": failures(lambda text: "-- exit: soon\n" + text),
        "wrong exit": failures(lambda text: "-- exit: 0\n" + text),
        "wrong default exit": failures(spoil=lambda got: setattr(got, "exit", 0)),
        "crash": failures(spoil=lambda got: setattr(got, "exit", -11)),
        "unexpected deadlock": failures(spoil=lambda got: got.answer["model"].update(deadlock=True)),
        "deadlock missing": failures(lambda text: "-- deadlock: true\n" + text),
        "overflow missing": failures(lambda text: "-- overflow: true\n" + text),
        "same message twice": failures(
            spoil=lambda got: got.answer["diagnostics"].append(got.answer["diagnostics"][0])
        ),
        "annotation not read": failures(spoil=lambda got: got.answer["formulae"][0].update(expected=None)),
        "stdout lacks": failures(lambda text: "-- stdout: hello\n" + text),
        "stderr lacks": failures(lambda text: "-- stderr: hello\n" + text),
        "stdout has": failures(
            lambda text: "-- not-stdout: hello\n" + text, lambda got: setattr(got, "stdout", "hello")
        ),
    }
    spoilt["session: other line"] = find_difference(["> a", "b"], ["> a", "c"])
    spoilt["session: line missing"] = find_difference(["> a", "b"], ["> a"])
    spoilt["session: line too much"] = find_difference(["> a"], ["> a", "b"])
    assert find_difference(["> a", "b"], ["> a", "b"]) == []
    blind = [name for name, found in spoilt.items() if not found]
    if blind:
        print("self-test: the driver does not notice: " + ", ".join(blind))
        sys.exit(1)
    return len(spoilt)


def main():
    options = argparse.ArgumentParser(description="run the golden models")
    options.add_argument("ken", nargs="?", help="the built program")
    options.add_argument("--only", default="", help="only models whose path contains this")
    options.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options.add_argument("--slow", action="store_true", help="list the slowest models")
    options.add_argument("--update", action="store_true", help="write what sessions print into their files")
    options.add_argument("--self-test", action="store_true", help="only prove that the driver can fail")
    options = options.parse_args()
    noticed = self_test()
    if options.self_test:
        print(f"self-test: all {noticed} spoilt expectations noticed")
        return 0
    if not options.ken or not os.access(options.ken, os.X_OK):
        print("run.py needs the path of the built program", file=sys.stderr)
        return 2
    ken = os.path.abspath(options.ken)
    files = [*HERE.rglob("*.ispl"), *HERE.rglob("*.session")]
    models = [p for p in sorted(files) if options.only in str(p.relative_to(HERE))]
    if b"__asan_init" in pathlib.Path(ken).read_bytes():
        models = [p for p in models if b"\n-- unsanitized: " not in p.read_bytes()]

    seconds = {}

    def run_file(path):
        start = time.monotonic()
        wrong = run_session(ken, path, options.update) if path.suffix == ".session" else run_model(ken, path)
        seconds[path] = time.monotonic() - start
        return wrong

    failed = 0
    with concurrent.futures.ThreadPoolExecutor(max(1, options.jobs)) as pool:
        for path, wrong in zip(models, pool.map(run_file, models)):
            if wrong:
                failed += 1
                print(f"FAILED {path.relative_to(HERE)}")
                for line in wrong:
                    print(f"  {line}")
    if options.slow:
        for path in sorted(seconds, key=seconds.get, reverse=True)[:10]:
            print(f"{seconds[path]:6.1f} s  {path.relative_to(HERE)}")
    if not models:
        print("no model matches")
    print(f"{len(models) - failed} passed, {failed} failed")
    return 1 if failed or not models else 0


if __name__ == "__main__":
    sys.exit(main())
