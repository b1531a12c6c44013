"""Limits: time, memory, signals and what a shell may allow, in every command and every phase.

Each function test_* is a case of run.py.  Models that are large in one way come from small generators.
"""
import functools
import json
import os
import resource
import signal
import subprocess
import sys
import time

MEGABYTE = 1 << 20


class Done:
    def __init__(self, code, out, err, seconds, memory):
        self.code, self.out, self.err, self.seconds, self.memory = code, out, err, seconds, memory

    def __str__(self):
        return (f"exit status {self.code} after {self.seconds:.1f} s with {self.memory >> 20} MB\n"
                f"stdout: {self.out[:400]}\nstderr: {self.err[:600]}")


@functools.cache
def has_sanitizers(ken):
    with open(ken, "rb") as program:
        return b"__asan_init" in program.read()


def sanitized(case):
    """Sanitizers take memory of their own, much address space and deep stacks.  They take time, too: what
    is only large is smaller there, and has its full size in the tests of release-check."""
    return has_sanitizers(case.ken)


# The kernel counts among the memory of a process what the one that started it had when it did.  These
# cases have large texts, so a small process stands between: it starts ken, hands signals on, and says
# how ken ended and what it took.
STARTER = """
import os, signal, sys
ken = os.fork()
if ken == 0:
    os.execv(sys.argv[2], sys.argv[2:])
for number in (signal.SIGINT, signal.SIGTERM):
    signal.signal(number, lambda received, frame: os.kill(ken, received))
_, status, usage = os.wait4(ken, 0)
with open(sys.argv[1], "w") as report:
    report.write(f"{os.waitstatus_to_exitcode(status)} {usage.ru_maxrss}")
"""


def measure(case, *arguments, rlimits=(), stdin=subprocess.DEVNULL, timeout=240, after=None):
    """Runs ken under limits of the shell; after = (seconds, signal) interrupts it."""

    def limit():
        for name, value in rlimits:
            resource.setrlimit(name, (value, value))

    out, err = case.directory / "measured.out", case.directory / "measured.err"
    start = time.monotonic()
    if rlimits:
        # Standard output and error are pipes, so that a limit on files is one on the others.
        process = subprocess.Popen([case.ken, *arguments], cwd=case.directory, stdin=stdin, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, preexec_fn=limit)
        answer, messages = process.communicate(timeout=timeout)
        return Done(process.returncode, answer.decode(), messages.decode(), time.monotonic() - start, 0)
    report = case.directory / "measured.report"
    with open(out, "wb") as out_file, open(err, "wb") as err_file:
        process = subprocess.Popen([sys.executable, "-I", "-S", "-c", STARTER, str(report), case.ken, *arguments],
                                   cwd=case.directory, stdin=stdin, stdout=out_file, stderr=err_file,
                                   start_new_session=True)
        if after:
            time.sleep(after[0])
            os.kill(process.pid, after[1])  # still there until it is waited for
        try:
            process.wait(timeout=timeout)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            case.want(False, f"no answer within {timeout} seconds: {' '.join(arguments)[:200]}")
    code, kilobytes = map(int, report.read_text().split())
    done = Done(code, out.read_text(), err.read_text(), time.monotonic() - start, kilobytes << 10)
    case.want("Sanitizer" not in done.err and "terminate" not in done.err, "a crash", done)
    return done


def want_near(case, done, limit):
    """Not much more than was allowed."""
    most = limit * 3 // 2 + 40 * MEGABYTE + (700 * MEGABYTE if sanitized(case) else 0)
    case.want(done.memory < most, f"more than {most >> 20} MB where {limit >> 20} MB are allowed", done)


def test_the_memory_that_is_measured_is_that_of_ken(case):
    large = b"x" * (200 * MEGABYTE)
    done = measure(case, "check", case.file("m.ispl", deep(3)))
    case.want(done.code == 0 and done.memory < len(large), "a small model takes little", done)


# ---- memory of the explicit engine ------------------------------------------------------------


def philosophers(n):
    """Each may act or wait, and the Environment looks at all of them: 2^n joint actions in a state."""
    return f"""Parameter N = {n};
Semantics = SingleAssignment;
Agent Environment
  Vars: fork[i: 1..N] : 0..1; end Vars
  Evolution:
    for (i: 1..N) fork[i] = 1 if Eater[i].Action = act and fork[i] = 0;
    for (i: 1..N) fork[i] = 0 if Eater[i].Action = act and fork[i] = 1;
  end Evolution
end Agent
Agent Eater[i: 1..N]
  Vars: meals : 0..1; end Vars
  Actions = {{act, wait}};
  Evolution: meals = 1 if Action = act; end Evolution
end Agent
InitStates and(i: 1..N) (Environment.fork[i] = 0 and Eater[i].meals = 0); end InitStates
Formulae
  AG Eater[1].meals >= 0;
  <Eater[1]>F Eater[1].meals = 1;
end Formulae
"""


def idlers(n):
    """2^n joint actions that all lead to one state."""
    return f"""Parameter N = {n};
Agent P Vars: x : 0..1; end Vars Evolution: x = 1 if true; end Evolution end Agent
Agent Idler[i: 1..N] Actions = {{act, wait}}; end Agent
InitStates P.x = 0; end InitStates
Formulae AF P.x = 1; end Formulae
"""


def test_the_explicit_engine_ends_near_its_memory(case):
    limit = 24 * MEGABYTE
    seconds = 1 if sanitized(case) else 2
    for text in (philosophers(30), idlers(30)):
        name = case.file("m.ispl", text)
        for arguments in (["check"], ["check", "--stop-after=reachable"], ["info"]):
            engine = ["--engine=explicit"] if arguments[0] == "check" else []
            done = measure(case, *arguments, *engine, "--memory=24M", f"--timeout={seconds}", name)
            case.want(done.code in (0, 3) and done.seconds < 15, "an end in time", done)
            want_near(case, done, limit)


# ---- replay ----------------------------------------------------------------------------------


def booleans_and_a_lost_step(n):
    """One agent whose n variables may each become true or false, and a counter that overflows."""
    variables = " ".join(f"b{i} : boolean;" for i in range(n))
    lines = " ".join(f"b{i} = true if c >= 0; b{i} = false if c >= 0;" for i in range(n))
    return f"""Semantics = SingleAssignment;
Agent P
  Vars: c : 0..3; {variables} end Vars
  Evolution: c = c + 1 if c >= 0; {lines} end Evolution
end Agent
InitStates P.c = 0; end InitStates
Formulae AG P.c <= 3; end Formulae
"""


def test_replaying_a_step_lists_no_successors(case):
    done = measure(case, "check", "--json", "--memory=60M", "--timeout=10", case.file("m.ispl", booleans_and_a_lost_step(22)))
    case.want(done.code == 0 and done.seconds < 12, "a verdict in time", done)
    found = {d["code"]: d["trace"] for d in json.loads(done.out)["diagnostics"]}
    case.want(len(found["W009"]) == 7 and len(found["W010"]) == 7, "traces of three steps expected", done)
    want_near(case, done, 60 * MEGABYTE)


def deep(n):
    return f"""Agent P
  Vars: x : 0..{n}; end Vars
  Actions = {{up}};
  Protocol: x < {n} : {{up}}; end Protocol
  Evolution: x = x + 1 if Action = up; end Evolution
end Agent
InitStates P.x = 0; end InitStates
Formulae EF P.x = {n}; end Formulae
"""


def test_a_trace_is_as_long_as_it_takes(case):
    n = 3000 if sanitized(case) else 16000
    for engine in ("symbolic", "explicit"):
        done = measure(case, "check", "--json", f"--engine={engine}", case.file("m.ispl", deep(n)))
        case.want(done.code == 0 and done.seconds < 30, "an answer in time", done)
        answer = json.loads(done.out)
        case.want(answer["model"]["reachable_states"] == str(n + 1), "all states expected", done)
        traces = [len(d["trace"]) for d in answer["diagnostics"] if d["code"] == "W009"]
        case.want(traces == [2 * n + 1], f"a trace of {n} steps expected", traces)


# ---- long chains -----------------------------------------------------------------------------


def balanced(links, operator):
    while len(links) > 1:
        pairs = [f"({a} {operator} {b})" for a, b in zip(links[::2], links[1::2])]
        links = pairs + links[len(pairs) * 2:]
    return links[0]


def sections(n, operator, join):
    """The same chain in every section, a model for each."""
    names = [f"x{i}" for i in range(n)]

    def chain(owner):
        if operator == "+":
            return join([f"{owner}{names[i % 8]}" for i in range(n)], operator) + " >= 0"
        return join([f"({owner}{x} = {i % 2})" for i, x in enumerate(names)], operator)

    inside, outside = chain(""), chain("P.")

    def model(protocol="true", evolution="false", initial="P.x0 = 0", evaluation="P.x0 = 0", formula="AG p"):
        return f"""Agent P
  Vars: {" ".join(f"{x} : 0..1;" for x in names)} end Vars
  Actions = {{a, b}};
  Protocol: {protocol} : {{a}}; Other : {{b}}; end Protocol
  Evolution: x0 = x0 if {evolution}; end Evolution
end Agent
Evaluation p if {evaluation}; end Evaluation
InitStates {initial} and P.x1 = 0; end InitStates
Formulae {formula}; end Formulae
"""

    yield "InitStates", model(initial=f"({outside})")
    yield "Protocol", model(protocol=inside)
    yield "Evolution", model(evolution=inside)
    yield "Evaluation", model(evaluation=outside)
    if operator != "^":
        yield "Formulae", model(formula=f"EF ({outside})")


def test_long_chains_cost_as_balanced_ones(case):
    n = 500 if sanitized(case) else 4000
    for operator in ("and", "or", "^", "+"):
        flat = sections(n, operator, lambda links, op: f" {op} ".join(links))
        for (section, chain), (_, tree) in zip(flat, sections(n, operator, balanced)):
            slow = measure(case, "check", case.file("chain.ispl", chain))
            fast = measure(case, "check", case.file("tree.ispl", tree))
            if section != "Formulae":  # there the text of the formula is part of the answer
                case.want(slow.out.split("\n")[1:] == fast.out.split("\n")[1:], "the same verdicts", slow)
            case.want(slow.code == fast.code and slow.code < 2, "the same status", slow)
            case.want(slow.seconds < 3 * fast.seconds + 2,
                      f"{operator} in {section}: {slow.seconds:.1f} s as a chain, {fast.seconds:.1f} s balanced")


# ---- every phase -----------------------------------------------------------------------------


def long_text(n):
    return ("Agent P Vars: x : 0..1; end Vars end Agent InitStates P.x = 0" + " and P.x = 0" * n +
            "; end InitStates Formulae AG P.x = 0; end Formulae")


def large_template(n):
    return (f"Parameter N = {n}; Agent P Vars: x : 0..1; end Vars end Agent InitStates and(i: 1..N) and(j: 1..N) "
            "(P.x <= i or P.x <= j); end InitStates Formulae AG P.x = 0; end Formulae")


WIDE = "Agent P Vars: x : 0..65535; y : 0..65535; z : 0..65535; end Vars EVOLUTION end Agent InitStates INITIAL; end InitStates Formulae FORMULA; end Formulae"


def wide(evolution="", initial="P.z = 1", formula="AG P.z = 1"):
    return WIDE.replace("EVOLUTION", evolution).replace("INITIAL", initial).replace("FORMULA", formula)


PHASES = {
    "reading": long_text(600_000),
    "expanding": large_template(850),
    "encoding": wide(initial="P.x * P.y = 251 * P.z + 17"),
    "building steps": wide(evolution="Evolution: z = x * y mod 65521 if true; end Evolution"),
    "exploring": wide(evolution="Evolution: x = (x * 75 + y) mod 65521 if true; y = (x + z * 3) mod 65519 if true; end Evolution",
                      initial="P.x = 1 and P.y = 1"),
    "deciding": wide(formula="EF P.x * P.y = 251 * P.z + 17"),
}


def test_timeout_holds_in_every_phase(case):
    for phase, text in PHASES.items():
        done = measure(case, "check", "--timeout=0.2", case.file("m.ispl", text))
        case.want(done.code == 3 and "unknown" in done.out and "time" in done.out, f"{phase}: unknown for want of time", done)
        case.want(done.seconds < (8 if sanitized(case) else 3), f"{phase}: an end in time", done)


def test_memory_holds_in_every_phase(case):
    seconds = 2 if sanitized(case) else 5
    for phase, text in PHASES.items():
        done = measure(case, "check", "--memory=30M", f"--timeout={seconds}", case.file("m.ispl", text))
        case.want(done.code == 3 and "unknown" in done.out, f"{phase}: unknown", done)
        want_near(case, done, 30 * MEGABYTE + 3 * len(text))


def test_an_interrupt_is_obeyed_while_a_text_is_read(case):
    name = case.file("m.ispl", long_text(2_000_000))
    done = measure(case, "check", name, after=(0.3, signal.SIGINT))
    case.want(done.code == 3 and "interrupted" in done.out, "interrupted expected", done)
    case.want(done.seconds < 5, "an end in time", done)


def test_a_request_to_terminate_keeps_what_is_known(case):
    good = case.file("a.ispl", deep(3))
    name = case.file("m.ispl", wide(formula="AG P.z = 1; EF P.x * P.y = 251 * P.z + 17"))
    done = measure(case, "check", "--json", good, name, after=(8 if sanitized(case) else 1.5, signal.SIGTERM))
    case.want(done.code == 3, "exit status 3 expected", done)
    files = json.loads(done.out)["files"]
    case.want(files[0]["formulae"][0]["verdict"] == "true", "the first file is answered", done)
    verdicts = [(f["verdict"], f["reason"]) for f in files[1]["formulae"]]
    case.want(verdicts == [("true", None), ("unknown", "interrupted")], "what is known of the second", verdicts)


# ---- what a shell may allow ------------------------------------------------------------------


def test_hardly_any_address_space(case):
    if sanitized(case):
        case.skip("sanitizers need terabytes of address space")
    name = case.file("m.ispl", deep(3))
    for kilobytes in (60_000, 30_000, 20_000, 16_000, 12_000, 10_000):
        done = measure(case, "check", "--progress=on", name, rlimits=[(resource.RLIMIT_AS, kilobytes << 10)])
        case.want(done.code in (0, 2, 3, 127), f"{kilobytes} KB: an orderly end", done)
        case.want("terminate" not in done.err, f"{kilobytes} KB: an uncaught exception", done)


def test_small_stacks(case):
    if sanitized(case):
        case.skip("sanitizers need deep stacks")
    name = case.file("m.ispl", deep(3))
    for kilobytes in (256, 128, 96, 72, 64, 48):
        done = measure(case, "check", name, rlimits=[(resource.RLIMIT_STACK, kilobytes << 10)])
        case.want(done.code in (0, 3), f"{kilobytes} KB: an answer", done)


def test_fmt_where_no_file_may_grow(case):
    text = deep(3).replace("  ", " ")
    name = case.file("m.ispl", text)
    done = measure(case, "fmt", name, rlimits=[(resource.RLIMIT_FSIZE, 0)])
    case.want(done.code == 2 and "m.ispl" in done.err, "exit status 2 and a message", done)
    case.want((case.directory / name).read_text() == text, "the file changed", done)
    left = sorted(p.name for p in case.directory.iterdir() if not p.name.startswith("measured"))
    case.want(left == ["m.ispl"], f"fmt leaves something behind: {left}")


def test_fmt_does_not_rewrite_standard_input(case):
    text = deep(3).replace("  ", " ")
    name = case.file("m.ispl", text)
    for path in ("/dev/stdin", "/proc/self/fd/0", "/dev/fd/0"):
        with open(case.directory / name, "rb") as stdin:
            done = measure(case, "fmt", path, stdin=stdin)
        case.want((case.directory / name).read_text() == text, f"{path}: the file was rewritten", done)
        case.want(done.code == 0 and "Agent P" in done.out, f"{path}: the text on standard output", done)


def test_info_json_of_a_bad_model(case):
    bad, good = case.file("bad.ispl", "Agent P Vars: x : 0..; end Vars end Agent"), case.file("good.ispl", deep(3))
    done = measure(case, "info", "--json", bad)
    answer = json.loads(done.out)
    case.want(done.code == 2 and answer["file"] == "bad.ispl" and answer["diagnostics"], "its diagnostics", done)
    done = measure(case, "info", "--json", bad, good, "missing.ispl")
    files = json.loads(done.out)["files"]
    case.want(done.code == 2 and [f["file"] for f in files] == ["bad.ispl", "good.ispl", "missing.ispl"], "all three", done)
    case.want(files[0]["diagnostics"] and files[1]["agents"] and files[2]["diagnostics"], "each in its form", done)


def test_the_peak_after_an_overrun(case):
    for engine in ("symbolic", "explicit"):
        done = measure(case, "check", "--json", f"--engine={engine}", "--memory=1K", case.file("m.ispl", deep(100)))
        answer = json.loads(done.out)
        case.want(done.code == 3 and answer["statistics"]["peak_bytes"] == 1024, "all that was allowed", done)
