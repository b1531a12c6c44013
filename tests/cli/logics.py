"""Logic files: ken logic, Logic "file"; in a model, --logic.

Each function test_* is a case of run.py.
"""
import json

LOGIC = """Logic "Seeing ahead";
Relation ahead(i) "a next state that looks the same to i" = step and same(i);
Operator Sees(i, f) "f holds next, as far as i can tell" = all ahead(i): f;
"""

MODEL = """Agent Environment
  Vars: n : 0..3; end Vars
  Evolution: n = n + 1 if n < 3; end Evolution
end Agent
Agent P
  Vars: x : boolean; end Vars
end Agent
InitStates Environment.n = 0 and P.x = false; end InitStates
Formulae
  Sees(P, Environment.n = 1);
  AG Sees(P, Environment.n < 3);
end Formulae
"""


def test_a_logic_file_is_checked_and_documented(case):
    name = case.file("ahead.logic", LOGIC)
    result = case.run("logic", name)
    case.want(result.code == 0 and result.out.startswith("ahead.logic: Seeing ahead\n"), "the title", result)
    case.want("operator Sees(i, f)\n    f holds next, as far as i can tell\n    i: agent; f: formula\n"
              "    = all ahead(i): f\n" in result.out, "an operator with all there is to say", result)
    answer = case.json(case.run("logic", "--json", name))
    case.want([d["kind"] for d in answer["definitions"]] == ["relation", "operator"], f"JSON: {answer}")
    case.want(answer["title"] == "Seeing ahead" and answer["diagnostics"] == [], f"JSON: {answer}")


def test_a_simulation_knows_the_operators_of_logic_files(case):
    case.file("ahead.logic", LOGIC)
    named = case.file("named.ispl", 'Logic "ahead.logic";\n' + MODEL)
    given = case.file("given.ispl", MODEL.split("Formulae")[0])
    for name, more in ((named, []), (given, ["--logic", "ahead.logic"])):
        result = case.run("simulate", name, *more, stdin="eval AG Sees(P, Environment.n < 3)\neval Kw(P, P.x)\n"
                                                         "eval Sees(P, Environment.n = 1)\n")
        lines = [line.split()[0] for line in result.out.splitlines() if line and not line.startswith(">")]
        case.want(lines == ["false", "true", "true"] and result.code == 0, "as check says", result)


def test_a_folder_of_logic_files(case):
    (case.directory / "logics").mkdir()
    case.file("logics/ahead.logic", LOGIC)
    case.file("logics/model.ispl", MODEL)
    result = case.run("logic", "logics")
    case.want(result.code == 0 and "Seeing ahead" in result.out, "the logic files in it", result)


def test_one_mistake_in_a_relation_is_one_message(case):
    name = case.file("bad.logic", "Relation may(i, j) = smae(i);\nOperator May(i, j, f) = some may(i, j): f;\n")
    result = case.run("logic", name)
    case.want(result.err.count("error") == 1 and "did you mean 'same'?" in result.err, "once", result)


def test_mistakes_in_a_logic_file_are_located(case):
    name = case.file("bad.logic", LOGIC + "Operator Bad(f) = least Z: f and !Z;\n")
    result = case.run("logic", name)
    case.want(result.code == 2 and "bad.logic:4:25: error E403" in result.err and result.out == "",
              "the place in the logic file", result)
    answer = case.json(case.run("logic", "--json", name))
    case.want(answer["diagnostics"][0]["code"] == "E403" and len(answer["definitions"]) == 2, f"JSON: {answer}")
    model = case.run("logic", case.file("m.ispl", MODEL))
    case.refused(model, "1:1", "'ken check'")
    case.want(model.err.count("error") == 1, "a file of another kind is one mistake", model.err)
    missing = case.run("logic", "nowhere.logic")
    case.want(missing.code == 2 and "nowhere.logic" in missing.err, "a file that is not there", missing)


def test_a_model_names_a_logic_file_relative_to_itself(case):
    (case.directory / "below").mkdir()
    case.file("below/ahead.logic", LOGIC)
    name = case.file("below/m.ispl", 'Logic "ahead.logic";\n' + MODEL)
    answer = case.json(case.run("check", "--json", name))
    case.want([f["verdict"] for f in answer["formulae"]] == ["true", "false"], f"verdicts: {answer}")
    again = case.json(case.run("check", "--json", "--engine", "explicit", name))
    case.want([f["verdict"] for f in again["formulae"]] == ["true", "false"], f"both engines: {again}")


def test_the_command_line_gives_a_logic_file(case):
    case.file("ahead.logic", LOGIC)
    name = case.file("m.ispl", MODEL)
    without = case.run("check", name)
    case.want(without.code == 2 and "unknown operator 'Sees'" in without.err, "nobody defines it", without)
    given = case.run("check", "--logic", "ahead.logic", name)
    case.want("1  true" in given.out and "2  false" in given.out, "verdicts", given)
    lost = case.run("check", "--logic", "nowhere.logic", name)
    case.want(lost.code == 2 and "E004" in lost.err and "nowhere.logic" in lost.err, "a file that is not there", lost)


def test_evidence_belongs_to_the_logic_it_was_found_with(case):
    case.file("ahead.logic", LOGIC)
    name = case.file("m.ispl", 'Logic "ahead.logic";\n' + MODEL)
    result = case.run("check", name, "--evidence-dir", "out")
    case.want("ahead(P) leads to" in result.out, "the edge of the relation is shown", result)
    again = case.run("replay", "out/m.2.evidence.json")
    case.want(again.code == 0 and ": confirmed\n" in again.out, "confirmed", again)
    case.file("ahead.logic", LOGIC.replace("step and same(i)", "reach and same(i)"))
    refused = case.run("replay", "out/m.2.evidence.json")
    case.want(refused.code == 1, "another logic, another model", refused)


STAIRS = """Operator May(f) = least Z: f or some step: Z;
Operator Stays(f) = greatest Z: f and some step: Z;
"""


def test_evidence_of_fixpoints_is_kept_drawn_and_confirmed(case):
    case.file("stairs.logic", STAIRS)
    model = MODEL.replace("Sees(P, Environment.n = 1)", "May(Environment.n = 3)")
    model = model.replace("AG Sees(P, Environment.n < 3)", "Stays(Environment.n >= 0)")
    name = case.file("m.ispl", 'Logic "stairs.logic";\n' + model)
    result = case.run("check", name, "--evidence-dir", "out")
    case.want("there Z1 holds\n" in result.out and "as above" in result.out, "a chain and a circle", result)
    for number in (1, 2):
        again = case.run("replay", f"out/m.{number}.evidence.json")
        case.want(again.code == 0 and ": confirmed\n" in again.out, "confirmed", again)
    picture = (case.directory / "out/m.2.evidence.dot").read_text()
    case.want("style=dotted" in picture, f"an arrow closes the circle: {picture}")
    kept = case.directory / "out/m.2.evidence.json"
    document = json.loads(kept.read_text())
    for reason in document["evidence"]["reasons"]:
        reason["fixpoints"] = [99]
    kept.write_text(json.dumps(document))
    refused = case.run("replay", str(kept))
    case.want(refused.code == 1, "a fixpoint that is none is refused", refused)


def test_fmt_lays_out_logic_files(case):
    name = case.file("ahead.logic", "-- what may come\n" + LOGIC.replace(" = ", "="))
    check = case.run("fmt", "--check", name)
    case.want(check.code == 1 and "ahead.logic" in check.err, "it is not formatted", check)
    case.want(case.run("fmt", name).code == 0, "fmt")
    text = (case.directory / "ahead.logic").read_text()
    case.want(text.startswith('-- what may come\nLogic "Seeing ahead";\n\nRelation ahead(i) "a next'), text)
    case.want("\n  = all ahead(i): f;\n" in text, text)
    case.want(case.run("fmt", "--check", name).code == 0, "formatted once and for all")
    case.want(case.run("logic", name).code == 0, "it still says the same")
    broken = case.file("broken.logic", "Operator (f)=f;\n")
    result = case.run("fmt", broken)
    case.want(result.code == 2 and (case.directory / "broken.logic").read_text() == "Operator (f)=f;\n",
              "a broken file is left alone", result)
    case.want(case.run("fmt", "--check", ".").code == 2, "a folder has its logic files")
