"""ken simulate from outside: scripts through a pipe, JSON, hostile input, and a real terminal.

Each function test_* is a case of run.py.  Whole sessions are golden files: tests/golden/simulate/.
"""
import json
import os
import pty
import select
import signal
import subprocess
import time

from limits import sanitized

WATCH = """Agent Environment
  Vars: lamp : boolean; end Vars
  Obsvars: door : boolean; end Obsvars
  Actions = {switch, open, wait};
  Evolution: lamp = (!lamp) if Action = switch; door = true if Action = open; end Evolution
end Agent
Agent Guard
  Vars: here : boolean; end Vars
  Actions = {stand};
  Evolution: here = true if here = true; end Evolution
end Agent
Evaluation light if Environment.lamp = true; open if Environment.door = true; end Evaluation
InitStates Environment.lamp = false and Environment.door = false and Guard.here = true; end InitStates
Formulae EF AG open; end Formulae
"""
WIDE = """Parameter N = 30;
Agent P[i: 1..N]
  Vars: x : 0..9; end Vars
  Actions = {a, b};
  Evolution: x=x+1 if Action=a and x<9; end Evolution
end Agent
InitStates and(i: 1..N) P[i].x=0; end InitStates
"""
# Its formula keeps decision diagrams at work for hours.
HARD = """Agent P
  Vars: x : 0..65535; y : 0..65535; z : 0..65535; end Vars
  Actions = {go};
end Agent
InitStates true; end InitStates
"""
HARD_QUESTION = "eval EF P.x * P.y = 251 * P.z + 17"


def simulate(case, text, commands, *arguments, timeout=100):
    stdin = commands if isinstance(commands, bytes) else "".join(line + "\n" for line in commands).encode()
    return case.run("simulate", *arguments, case.file("m.ispl", text), stdin=stdin, timeout=timeout)


def answers(case, text, commands, *arguments):
    """One object for each command, in order."""
    result = simulate(case, text, commands, "--json", *arguments)
    lines = result.out.splitlines()
    case.want(len(lines) == len(commands), f"{len(commands)} lines of JSON expected, not {len(lines)}", result)
    found = [json.loads(line) for line in lines]
    for number, answer in enumerate(found, 1):
        case.want(answer["schema"] == "ken/1" and answer["line"] == number, "schema and line", answer)
    return result, found


def test_simulate_answers_each_command_with_one_object(case):
    commands = ["state", "state Guard", "actions", "next", "step 2", "back", "restart", "random 3 1", "initial", "trace",
                "goto light", "goto 0", "possible", "possible Guard", "eval AF light", "eval 1", "props", "formulas",
                "count", "help", "help step", "quit"]
    result, found = answers(case, WATCH, commands)
    case.want(result.code == 0 and result.err == "", "exit status 0 and no messages expected", result)
    by = {command: answer for command, answer in zip(commands, found)}
    case.want([a["command"] for a in found] == [c.split()[0] for c in commands], "the commands by name", found)
    case.want(by["state"]["state"]["Environment.lamp"] == "false" and by["state"]["deadlock"] is False, "a state", by)
    case.want(by["state Guard"]["agents"][0]["sees"] == {"Environment.door": "false"}, "what Guard sees", by)
    case.want(by["actions"]["joint_actions"] == "3", "three joint actions", by)
    case.want([s["number"] for s in by["next"]["steps"]] == [1, 2, 3] and by["next"]["more"] is False, "steps", by)
    case.want(by["step 2"]["changes"] == {"Environment.door": "true"} and by["step 2"]["position"] == 1, "a step", by)
    case.want(by["possible Guard"]["count"] == "2" and len(by["possible Guard"]["others"]) == 1, "possible", by)
    case.want(by["eval AF light"]["holds"] is False and by["eval 1"]["holds"] is True, "values", by)
    case.want(by["count"]["reachable_states"] == "4", "four states", by)


def test_simulate_mistakes_are_objects_and_later_commands_run(case):
    result, found = answers(case, WATCH, ["stpe", "step", "eval AG opn", "step 1"])
    case.want(result.code == 2, "exit status 2 expected", result)
    case.want("did you mean 'step'" in found[0]["error"]["message"] and found[0]["command"] is None, "a suggestion", found)
    case.want(len(found[1]["error"]["steps"]) == 3, "the steps to choose from", found)
    diagnostic = found[2]["error"]["diagnostics"][0]
    case.want((diagnostic["line"], diagnostic["column"]) == (1, 4) and "open" in diagnostic["hint"], "located", found)
    case.want(found[3]["position"] == 1, "the last command ran", found)


def test_simulate_names_the_line_of_a_mistake(case):
    result = simulate(case, WATCH, ["# a comment", "", "state", "back"])
    case.want(result.code == 2 and "ken: line 4: " in result.err, "line 4 expected", result)


def test_simulate_says_what_stays_unknown(case):
    start = time.monotonic()
    result, found = answers(case, HARD, [HARD_QUESTION, "step"], "--timeout=1")
    case.want(result.code == 3 and "time: more than 1 s" in found[0]["unknown"], "unknown expected", result)
    case.want(found[1]["position"] == 1, "the next command has time of its own", found)
    case.want(time.monotonic() - start < 60, "about a second expected", result)


def test_simulate_large_models_answer_at_once(case):
    commands = ["actions", "next 2", "step P[3]=a 1000", "random 50", "count", "goto P[1].x=9 and P[30].x=5",
                "possible P[2]", "eval AG P[1].x=9", "initial"]
    result, found = answers(case, WIDE, commands)
    case.want(result.code == 0, "exit status 0 expected", result)
    case.want(found[0]["joint_actions"] == str(2**30) and found[1]["more"] is True, "2^30 joint actions", result)
    case.want(found[4]["reachable_states"] == str(10**30), "10^30 states", result)
    case.want(found[5]["position"] == 9 and found[6]["count"] == str(10**29) and found[7]["holds"], "answers", result)


def test_simulate_bad_models(case):
    result = simulate(case, WATCH.replace("Guard.here", "Guard.her"), ["state"])
    case.refused(result, "E101", "m.ispl:")
    case.want(result.out == "", "nothing on standard output", result)
    result = simulate(case, WATCH.replace("Guard.here", "Guard.her"), ["state"], "--json")
    case.want(result.code == 2 and case.json(result)["diagnostics"][0]["code"] == "E101", "one object", result)
    nowhere = WATCH.replace("Guard.here = true; end Init", "Guard.here = true and Guard.here = false; end Init")
    case.refused(simulate(case, nowhere, ["state"]), "W001")


def test_simulate_bad_usage(case):
    case.refused(case.run("simulate", "-", stdin=WATCH), "must be a file")
    case.refused(case.run("simulate", "missing.ispl"), "missing.ispl")
    model = case.file("m.ispl", WATCH)
    case.refused(case.run("simulate", model, model), "one model")
    case.refused(case.run("simulate", "--seed", "x", model), "whole number")
    case.refused(case.run("simulate", "--set", "N=1..3", model), "--set")


def test_simulate_seeds(case):
    def walk(*arguments):
        return simulate(case, WATCH, ["random 20", "trace"], *arguments).out

    case.want(walk() == walk("--seed=0") and walk("--seed=1") == walk("--seed=1"), "the same steps expected")
    case.want(walk("--seed=1") != walk("--seed=2"), "other steps expected")


def test_simulate_hostile_input(case):
    deep = "(" * 20000 + "light" + ")" * 20000
    nots = b"!" * (25_000 if sanitized(case) else 100_000)
    lines = [
        b"\xff\xfe\x00\x01 what", b"eval \xff\xff", b"step " + b"9" * 5000, b"a" * 3_000_000, b"eval " + nots + b"light",
        b"eval " + deep.encode(), b"eval (((((", b"step =", b"step ===", b"step [[[ ]]] = =", b"possible [,", b"next -1",
        b"state " + b"x" * 100000, b"goto -1", b"goto 18446744073709551616", b"random 18446744073709551616 3", b"\x00",
        b"trace 99999999999", b"initial 99999999999", b"help \xc3", b"eval AG " * 3000 + b"light", b"state",
    ]
    result = simulate(case, WATCH, b"\n".join(lines) + b"\n")
    case.want(result.code == 2, "exit status 2 expected", result)
    result = simulate(case, WATCH, b"\n".join(lines) + b"\n", "--json")
    found = [json.loads(line) for line in result.out.splitlines()]
    case.want([a["line"] for a in found] == list(range(1, len(lines) + 1)), "an object for each line", result)
    case.want("state" in found[-1], "the last command ran", found[-1])


def test_simulate_ends_with_its_input(case):
    case.want(simulate(case, WATCH, b"").code == 0, "nothing asked, nothing wrong")
    result = simulate(case, WATCH, b"state\nsta")
    case.want(result.code == 2 and result.out.startswith("> state\nstate 0\n"), "the last line counts", result)
    result = simulate(case, WATCH, b"quit\nnonsense\n")
    case.want(result.code == 0, "what stands behind quit is not read", result)


def test_simulate_ends_quietly_when_nobody_reads(case):
    model = case.file("m.ispl", WATCH)
    shell = f"yes next | {case.ken} simulate {model} | head -1; echo ${{PIPESTATUS[1]}}"
    done = subprocess.run(["bash", "-c", shell], cwd=case.directory, capture_output=True, timeout=60)
    case.want(done.stdout.split() == [b">", b"next", b"0"] and done.stderr == b"", "a quiet end expected", done)


def test_simulate_interrupted_script_ends(case):
    process = subprocess.Popen([case.ken, "simulate", case.file("m.ispl", HARD)], cwd=case.directory, stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdin.write((HARD_QUESTION + "\nstate\n").encode())
    process.stdin.flush()
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    case.want(process.returncode == 3 and b"unknown: interrupted" in out, "interrupted expected", (out, err))
    case.want(b"state 0" not in out, "what stands behind is not run", out)


# ---- a real terminal -------------------------------------------------------------------------


class Terminal:
    """ken simulate with a terminal for all three streams; what is typed and what appears."""

    def __init__(self, case, model):
        self.case, self.seen = case, ""
        self.process_id, self.end = pty.fork()
        if self.process_id == 0:
            os.chdir(case.directory)
            os.environ.update(TERM="xterm", NO_COLOR="1")
            os.execv(case.ken, [case.ken, "simulate", model])

    def type(self, text):
        """As a person does, a moment after the prompt: before, the terminal takes control characters itself."""
        time.sleep(0.5)
        os.write(self.end, text.encode())

    def wait_for(self, text, seconds=60):
        """Everything up to this text, which is then used up."""
        deadline = time.monotonic() + seconds
        while text not in self.seen:
            ready, _, _ = select.select([self.end], [], [], max(0.0, deadline - time.monotonic()))
            self.case.want(ready, f"the terminal does not show '{text}'", self.seen)
            try:
                self.seen += os.read(self.end, 65536).decode("utf-8", "replace")
            except OSError:
                self.case.want(False, f"the program ended before '{text}'", self.seen)
        before, _, self.seen = self.seen.partition(text)
        return before

    def finish(self, seconds=30):
        """The exit status."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            done, status = os.waitpid(self.process_id, os.WNOHANG)
            if done:
                os.close(self.end)
                return os.waitstatus_to_exitcode(status)
            if select.select([self.end], [], [], 0.1)[0]:
                try:
                    self.seen += os.read(self.end, 65536).decode("utf-8", "replace")
                except OSError:
                    pass
        os.kill(self.process_id, signal.SIGKILL)
        os.waitpid(self.process_id, 0)
        self.case.want(False, "the program does not end", self.seen)


def test_simulate_on_a_terminal(case):
    terminal = Terminal(case, case.file("m.ispl", WATCH))
    terminal.wait_for("'help' lists the commands")
    terminal.wait_for("ken> ")
    terminal.type("step 2\r")
    terminal.wait_for("state 1")
    terminal.wait_for("ken> ")
    terminal.type("\x1b[A\r")  # the line before, again
    terminal.wait_for("state 2")
    terminal.wait_for("ken> ")
    terminal.type("nonsense\x03")  # given up
    terminal.wait_for("^C")
    terminal.wait_for("ken> ")
    terminal.type("cou\t\r")  # completed
    terminal.wait_for("4 reachable states")
    terminal.wait_for("ken> ")
    terminal.type("stepp\r")
    terminal.wait_for("did you mean 'step'?")
    terminal.wait_for("ken> ")
    terminal.type("xack\x01\x04b\r")  # edited
    terminal.wait_for("state 1")
    terminal.wait_for("ken> ")
    terminal.type("\x04")
    case.want(terminal.finish() == 0, "exit status 0 expected: mistakes at a terminal are no failure", terminal.seen)


def test_simulate_ctrl_c_stops_a_command_and_not_the_program(case):
    terminal = Terminal(case, case.file("m.ispl", HARD))
    terminal.wait_for("ken> ")
    for _ in range(2):
        terminal.type(HARD_QUESTION + "\r")
        time.sleep(1.5)
        terminal.type("\x03")
        terminal.wait_for("unknown: interrupted")
        terminal.wait_for("ken> ")
    terminal.type("step\r")
    terminal.wait_for("state 1")
    terminal.wait_for("ken> ")
    terminal.type("quit\r")
    case.want(terminal.finish() == 0, "exit status 0 expected", terminal.seen)
