"""SMV: ken export --to smv, and ken check --engine nusmv with programs that only look like NuSMV.

Each function test_* is a case of run.py.
"""
import os
import shutil

MODEL = """Agent P
  Vars: x : 0..2; end Vars
  Actions = {up, stay};
  Evolution: x = x + 1 if Action = up and x < 2; end Evolution
end Agent
Agent Q
  Vars: seen : boolean; end Vars
end Agent
Evaluation done if P.x = 2; end Evaluation
InitStates P.x = 0 and !Q.seen; end InitStates
Formulae
  EF done;
  AF done;
  AG !K(Q, done);
  <P>F done;
end Formulae
"""


def fake(case, script):
    """The environment in which a shell script is NuSMV."""
    name = case.file("fake", "#!/bin/sh\n" + script)
    os.chmod(case.directory / name, 0o755)
    return {"KEN_NUSMV": str(case.directory / name)}


def verdicts(case, result):
    return [(f["verdict"], f["reason"]) for f in case.json(result)["formulae"]]


def test_smv_is_written_and_names_what_it_leaves_out(case):
    name = case.file("m.ispl", MODEL)
    result = case.run("export", "--to", "smv", name)
    case.want(result.code == 0 and result.out.startswith("-- SMV, written by ken from m.ispl.\nMODULE main\n"),
              "a module", result)
    case.want(result.out.count("CTLSPEC") == 3 and "-- 4: <P>F done\n--    left out: SMV cannot say a coalition\n"
              in result.out, "three formulas, and why the fourth is not there", result)
    case.want("m.ispl:15:3: warning W030: SMV cannot say a coalition" in result.err, "a warning", result)
    wide = case.file("wide.ispl", MODEL.replace("0..2", "0..5000000000"))
    case.refused(case.run("export", "--to", "smv", wide), "E301", "32 bits")


def test_nusmv_is_asked_about_every_formula(case):
    name = case.file("m.ispl", MODEL)
    program = fake(case, """
        grep -q 'CTLSPEC NAME formula_2' "$2" && { echo '-- specification AF done  is false'; exit; }
        echo '-- specification it  is true'
    """)
    result = case.run("check", "--json", "--engine", "nusmv", name, environment=program)
    case.want(result.code == 1 and case.json(result)["engine"] == "nusmv", "a false formula", result)
    case.want(verdicts(case, result) == [("true", None), ("false", None), ("true", None),
                                         ("unknown", "not translated to SMV: a coalition")], "verdicts", result)


def test_another_opinion_makes_a_verdict_unknown(case):
    name = case.file("m.ispl", MODEL)
    program = fake(case, "echo '-- specification it  is false'")
    result = case.run("check", "--only", "1,2", "--json", "--engine", "nusmv", name, environment=program)
    first, second = verdicts(case, result)
    case.want(first[0] == "unknown" and first[1].startswith("second opinion: ")
              and first[1].endswith("says false, and ken says true"), "who says what", result)
    case.want(second == ("false", None), "the same opinion", result)


def test_nusmv_that_fails_makes_verdicts_unknown(case):
    name = case.file("m.ispl", MODEL)
    for script, why in (
            ("kill -SEGV $$", "second opinion: it was ended by signal 11"),
            ("exit 7", "second opinion: it ended with exit status 7"),
            ("echo hello", "second opinion: it prints no verdict"),
            ("echo '-- specification it  is perhaps'", "second opinion: it prints no verdict"),
            ("head -c 1000 /dev/urandom", "second opinion: it prints no verdict"),
            ("exec yes", "second opinion: it prints without end")):
        result = case.run("check", "--only", "1", "--json", "--engine", "nusmv", name,
                          environment=fake(case, script))
        case.want(result.code == 3 and verdicts(case, result) == [("unknown", why)], why, result)
    result = case.run("check", "--only", "1", "--engine", "nusmv", name, environment={"KEN_NUSMV": "/dev/null"})
    case.want(result.code == 3 and "cannot start /dev/null" in result.out, "no program", result)


def test_nusmv_is_not_waited_for_longer_than_allowed(case):
    name = case.file("m.ispl", MODEL)
    program = fake(case, "exec sleep 100")
    result = case.run("check", "--only", "1", "--json", "--engine", "nusmv", "--timeout", "1", name,
                      environment=program)
    case.want(result.code == 3 and verdicts(case, result)[0][1].startswith("time: "), "it ran out of time", result)
    case.want(result.seconds < 20, "in time", result)


def test_nusmv_must_be_there(case):
    name = case.file("m.ispl", MODEL)
    result = case.run("check", "--engine", "nusmv", name, environment={"KEN_NUSMV": "", "PATH": "/nowhere"})
    case.refused(result, "NuSMV or nuXmv", "KEN_NUSMV")


def test_the_real_nusmv_agrees(case):
    program = os.environ.get("KEN_NUSMV") or next(
        (found for name in ("NuSMV", "nusmv", "nuXmv") if (found := shutil.which(name))), None)
    if not program:
        case.skip("there is no NuSMV")
    name = case.file("m.ispl", MODEL)
    result = case.run("check", "--json", "--engine", "nusmv", name)
    case.want([v for v, _ in verdicts(case, result)] == ["true", "false", "true", "unknown"], "verdicts", result)
