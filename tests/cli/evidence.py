"""Evidence that is kept: files, pictures, ken replay, and runs of ken simulate.

Each function test_* is a case of run.py.
"""
import json
import shutil
import subprocess

COIN = """Semantics = SingleAssignment;
Parameter N = 3;
Agent Environment
  Vars: side : {heads, tails}; n : 0..N; end Vars
  Actions = {turn, keep};
  Evolution:
    side = tails if side = heads and Action = turn;
    side = heads if side = tails and Action = turn;
    n = n + 1 if n < N;
  end Evolution
end Agent
Agent P
  Vars: guess : {none, heads, tails}; end Vars
  Actions = {heads, tails};
  Evolution:
    guess = heads if guess = none and Action = heads;
    guess = tails if guess = none and Action = tails;
  end Evolution
end Agent
Evaluation
  late if Environment.n = N;
  tails if Environment.side = tails;
  right if (P.guess = heads and Environment.side = heads) or (P.guess = tails and Environment.side = tails);
end Evaluation
InitStates Environment.side = heads and Environment.n = 0 and P.guess = none; end InitStates
Formulae
  AG !late;
  EF K(P, tails);
  AG(late -> EK(P, tails));
  <P>F right;
  <P | ir>F right;
  <Environment>G !right;
  E(F G tails);
end Formulae
"""


def keep(case, *arguments):
    name = case.file("coin.ispl", COIN)
    return name, case.run("check", name, "--evidence-dir", "out/kept", *arguments)


def files_in(case, folder, ending):
    return sorted(p.name for p in (case.directory / folder).iterdir() if p.name.endswith(ending))


def test_evidence_is_kept_and_confirmed_again(case):
    _, result = keep(case)
    case.want(result.err == "", "no trouble expected", result)
    names = files_in(case, "out/kept", ".json")
    case.want(names == [f"coin.{n}.evidence.json" for n in (1, 4, 5, 6, 7)], f"what has evidence is kept: {names}", result)
    case.want("written to out/kept/coin.1.evidence.json\n" in result.out, "the report names the files", result)
    for name in names:
        again = case.run("replay", f"out/kept/{name}")
        case.want(again.code == 0 and ": confirmed\n" in again.out, "confirmed, with the model found by its name", again)
        answer = case.json(case.run("replay", f"out/kept/{name}", "coin.ispl", "--json"))
        case.want(answer["replay"] == "confirmed" and answer["reason"] is None and answer["evidence"]["reasons"], "JSON", answer)


def test_evidence_remembers_parameters_and_semantics(case):
    keep(case, "--set", "N=1", "--semantics", "ir", "--only", "1,4")
    names = files_in(case, "out/kept", ".json")
    case.want(names == ["coin.N=1.1.evidence.json", "coin.N=1.4.evidence.json"], f"named after the parameter: {names}")
    for name in names:
        again = case.run("replay", f"out/kept/{name}")
        case.want(again.code == 0, "the parameter is set again", again)


def test_evidence_of_another_or_edited_model_is_refused(case):
    keep(case)
    for change in (("n < N", "n < N - 1"), ("tails if Environment.side = tails", "tails if Environment.side = heads"),
                   ("InitStates Environment.side = heads and", "InitStates"), ("Actions = {turn, keep}", "Actions = {turn, keep, stop}")):
        case.want(change[0] in COIN, f"the model has '{change[0]}'")
        other = case.file("other.ispl", COIN.replace(*change))
        result = case.run("replay", "out/kept/coin.1.evidence.json", other)
        case.want(result.code == 1 and "not the one" in result.out, f"refused after {change}", result)
    formatted = case.file("formatted.ispl", "-- a remark\n" + COIN.replace("AG !late;", "AG !late; AF late;"))
    result = case.run("replay", "out/kept/coin.1.evidence.json", formatted)
    case.want(result.code == 0, "remarks and other formulas play no role", result)
    case.refused(case.run("replay", "out/kept/coin.1.evidence.json", "missing.ispl"), "missing.ispl")


def test_changed_evidence_is_refused(case):
    keep(case)
    kept = json.loads((case.directory / "out/kept/coin.1.evidence.json").read_text())

    def refused(change, *texts):
        other = json.loads(json.dumps(kept))
        change(other)
        result = case.run("replay", case.file("other.json", json.dumps(other)), "coin.ispl")
        case.want(result.code in (1, 2) and ": confirmed" not in result.out, "refused", result)
        for text in texts:
            case.want(text in result.out, f"it says '{text}'", result)

    path = kept["evidence"]["reasons"][0]["path"]["steps"]
    case.want(len(path) == 4, f"three steps to the end: {path}")
    refused(lambda d: d["evidence"]["reasons"][0]["path"]["steps"][1]["state"].update({"Environment.n": "2"}), "step 1")
    refused(lambda d: d["evidence"]["reasons"][0]["path"]["steps"].pop())
    refused(lambda d: d["evidence"]["reasons"][0].update({"holds": True}))
    refused(lambda d: d.update({"holds": True}), "does not show")
    refused(lambda d: d.update({"formula": "AG late"}))
    refused(lambda d: d["evidence"]["reasons"][0]["state"].update({"Environment.n": "many"}), "no value")
    refused(lambda d: d["evidence"]["reasons"][0]["state"].pop("Environment.n"), "one value for each variable")
    refused(lambda d: d["evidence"].update({"root": 7}), "claims nothing")
    refused(lambda d: d["evidence"]["reasons"][0].update({"part": 99}), "no part 99")
    refused(lambda d: d.pop("fingerprint"), "it.fingerprint is not a text")
    refused(lambda d: d.update({"schema": "ken/1"}), "schema")


def test_what_is_no_evidence_is_told_so(case):
    name = case.file("coin.ispl", COIN)
    for text in ("", "[]", "nonsense", "{}", '{"schema": "ken-evidence/1"}', "[" * 100000, '{"schema": 1}', b"\xff\xfe"):
        result = case.run("replay", case.file("e.json", text), name)
        case.want(result.code == 2 and "unreadable" in result.out, f"told so: {text[:20]!r}", result)
    case.refused(case.run("replay", "missing.json"), "missing.json")
    case.refused(case.run("replay", name, name, name), "one piece")


def test_a_picture_is_drawn_of_evidence(case):
    keep(case)
    names = files_in(case, "out/kept", ".dot")
    case.want(len(names) == 5, f"a picture for each: {names}")
    if not shutil.which("dot"):
        case.skip("Graphviz is not installed")
    drawn = files_in(case, "out/kept", ".svg")
    case.want(drawn == [name[:-3] + "svg" for name in names], f"drawn as well: {drawn}")
    case.want(b"<svg" in (case.directory / "out/kept" / drawn[0]).read_bytes(), "as SVG")
    for name in names:
        done = subprocess.run(["dot", "-Tsvg", str(case.directory / "out/kept" / name)], capture_output=True, timeout=60)
        case.want(done.returncode == 0 and b"<svg" in done.stdout and not done.stderr, f"{name}: {done.stderr[:300]}")


def test_evidence_shows_the_agents_that_are_named(case):
    name = case.file("coin.ispl", COIN)
    result = case.run("check", name, "--evidence", "--only", "1", "--agents", "P")
    case.want("P.guess = none" in result.out and "Environment.n" not in result.out, "P alone", result)
    answer = case.json(case.run("check", name, "--json", "--evidence", "--only", "1", "--agents", "P"))
    case.want("Environment.n" in json.dumps(answer["formulae"][0]["evidence"]), "JSON has all")
    case.refused(case.run("check", name, "--evidence", "--agents", "Q"), "Q", "the model has Environment, P")
    case.refused(case.run("check", name, "--agents", "P,"), "--agents")


def test_evidence_that_cannot_be_written_is_told(case):
    name = case.file("coin.ispl", COIN)
    case.file("taken", "")
    result = case.run("check", name, "--evidence-dir", "taken", "--only", "1")
    case.want(result.code == 2 and "cannot write evidence" in result.err and "false" in result.out, "the verdict is there", result)
    case.refused(case.run("check", name, "--evidence-dir", ""), "--evidence-dir")


def test_a_simulated_run_is_saved_as_evidence_and_walked_again(case):
    name = case.file("coin.ispl", COIN)
    script = "step Environment=turn P=heads 1\nrandom 2 7\nsave run.json\nrestart\ngoto run.json\ngoto run.json 1\ngoto run.json 9\ngoto none.json\nsave\n"
    result = case.run("simulate", name, stdin=script)
    case.want(result.code == 2 and result.out.count("of a new run") == 2, "two jumps, three mistakes", result)
    for text in ("state 9", "none.json", "save needs a file"):
        case.want(text in result.err, f"'{text}' is told", result)
    again = case.run("replay", "run.json")
    case.want(again.code == 0 and "EF(" in again.out, "the run is confirmed", again)
    fair = case.file("fair.ispl", COIN.replace("Formulae\n", "Fairness tails; end Fairness\nFormulae\n", 1))
    result = case.run("simulate", fair, stdin="random 3 1\nsave fair.json\n")
    case.want(result.code == 0, "a run that goes on fairly", result)
    case.want(case.run("replay", "fair.json").code == 0, "is evidence too")
