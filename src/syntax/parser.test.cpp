#include "syntax/parser.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "syntax/print.hpp"

namespace ken::syntax {
namespace {

// ---- precedence: two texts are one tree ----

void expect_same(const std::string& text, const std::string& full) {
  base::Diagnostics diagnostics;
  const System a = parse_formulae(base::make_source("a", text), diagnostics);
  const System b = parse_formulae(base::make_source("b", full), diagnostics);
  ASSERT_TRUE(diagnostics.all().empty()) << to_text(diagnostics.all().front());
  EXPECT_TRUE(same_tree(a, b)) << text << " is not " << full << " but " << print(a);
}

void expect_different(const std::string& text, const std::string& other) {
  base::Diagnostics diagnostics;
  const System a = parse_formulae(base::make_source("a", text), diagnostics);
  const System b = parse_formulae(base::make_source("b", other), diagnostics);
  EXPECT_FALSE(same_tree(a, b)) << text;
}

TEST(Precedence, PrefixesBindTighterThanConnectives) {
  expect_same("AG p and q", "(AG p) and q");
  expect_same("AG p -> q", "(AG p) -> q");
  expect_same("!p and q", "(!p) and q");
  expect_same("<g>F p -> q", "(<g>F p) -> q");
  expect_same("[g]X p or q", "([g]X p) or q");
  expect_same("AG !EF p", "AG (!(EF p))");
}

TEST(Precedence, ConnectivesFromLooseToTight) {
  expect_same("p <-> q -> r or s and t", "p <-> (q -> (r or (s and t)))");
  expect_same("p -> q -> r", "p -> (q -> r)");
  expect_same("p <-> q <-> r", "p <-> (q <-> r)");
  expect_same("p or q or r", "(p or q) or r");
  expect_same("p and q and r", "(p and q) and r");
}

TEST(Precedence, NotAppliesToOneComparison) {
  expect_same("!x = 0 and b = true", "(!(x = 0)) and (b = true)");
}

TEST(Precedence, ArithmeticBindsTighterThanBitsThanComparisons) {
  expect_same("x + 2 * y - 1 = z", "((x + (2 * y)) - 1) = z");
  expect_same("x mod 2 div 3 / y = 0", "(((x mod 2) div 3) / y) = 0");
  expect_same("a | b & c ^ d = e", "((a | (b & c)) ^ d) = e");
  expect_same("~a & b = c", "((~a) & b) = c");
  expect_same("- x * y = -1", "((-x) * y) = (-1)");
}

TEST(Precedence, UntilIsRightAssociativeAndTighterThanAnd) {
  expect_same("LTL p U q U r", "LTL p U (q U r)");
  expect_same("LTL !p U q", "LTL (!p) U q");
  expect_same("LTL G p U q", "LTL (G p) U q");
  expect_same("LTL p and q U r", "LTL p and (q U r)");
  expect_same("LTL p R q or r W s", "LTL (p R q) or (r W s)");
}

TEST(Precedence, CtlStarHasTheStandardOrder) {
  expect_same("CTL* A (G p and F q)", "CTL* A ((G p) and (F q))");
  expect_same("CTL* A G p and q", "CTL* (A (G p)) and q");
  expect_same("CTL* A(p U q and r)", "CTL* A((p U q) and r)");
}

TEST(Precedence, UntilBehindAQuantifierReachesToTheParentheses) {
  expect_same("A(p or q U r and s)", "A((p or q) U (r and s))");
  expect_same("E(p -> q R r)", "E((p -> q) R r)");
  expect_same("<g>(p and q U[0,3] r or s)", "<g>((p and q) U[0,3] (r or s))");
  expect_same("[g](p and q W r)", "[g]((p and q) W r)");
}

TEST(Precedence, UntilBehindAQuantifierIsStandardOverPathFormulas) {
  expect_same("A(p and q U F r)", "A(p and (q U (F r)))");
  expect_same("A(p U q and r U s)", "A((p U q) and (r U s))");
  expect_same("A(X p and q U r)", "A((X p) and (q U r))");
  expect_same("A((p and q U r))", "A((p and (q U r)))");
  expect_different("A((p and q U r))", "A((p and q) U r)");
}

TEST(Precedence, ComprehensionsBindAsTheManualSays) {
  expect_same("and(i: 1..N) p[i] and q", "(and(i: 1..N) p[i]) and q");
  expect_same("sum(i: 1..N) x[i] * 2 + 1 = y", "((sum(i: 1..N) (x[i] * 2)) + 1) = y");
  expect_same("count(i: 1..N) p[i] >= 2", "(count(i: 1..N)(p[i])) >= 2");
}

TEST(Precedence, ConditionalsBindLoosest) {
  expect_same("p ? q : r <-> s", "if p then q else (r <-> s)");
  expect_same("x = 1 and p ? q : r", "(x = 1 and p) ? q : r");
  expect_same("p ? q : r ? s : t", "if p then q else (if r then s else t)");
  expect_same("p ? q ? r : s : t", "if p then (q ? r : s) else t");
  expect_same("1 + if p then 2 else 3 + 4 = 5", "1 + (if p then 2 else ((3 + 4) = 5))");
  expect_different("(if p then 1 else 2) + 3 = x", "if p then 1 else 2 + 3 = x");
}

TEST(Precedence, AQuestionBeforeAnOperandInParenthesesIsAConditional) {
  expect_same("LDL <(p ? q : r); (p?; q)>tt", "LDL <(if p then q else r); ((p?); q)>tt");
}

TEST(Precedence, ProgramsOfLdl) {
  expect_same("LDL <a;b+c*;d>p", "LDL <(a;b)+((c*);d)>p");
  expect_same("LDL <a>p and q", "LDL (<a>p) and q");
  expect_same("LDL [p?;tt]<ff>q", "LDL [((p?);tt)](<ff>q)");
}

TEST(Precedence, CoalitionsStandBehindLtl) { expect_same("LTL <g>F p", "LTL (<g>F p)"); }

// ---- words are names where that is possible ----

System accepted(const std::string& text) {
  base::Diagnostics diagnostics;
  System system = parse(base::make_source("m", text), diagnostics);
  EXPECT_TRUE(diagnostics.all().empty()) << to_text(diagnostics.all().front()) << text;
  return system;
}

constexpr auto words = std::to_array<std::string_view>(
    {"A",       "E",         "K",         "O",      "U",        "X",          "F",
     "G",       "R",         "W",         "AG",     "EX",       "GCK",        "DK",
     "LTL",     "LDL",       "CTL",       "end",    "Other",    "Vars",       "Agent",
     "Action",  "Actions",   "Protocol",  "Groups", "Formulae", "Evaluation", "Fairness",
     "boolean", "Semantics", "Parameter", "for",    "Define",   "where",      "then",
     "else",    "min",       "abs"});

std::string with_word(std::string text, std::string_view word) {
  for (std::size_t at = text.find('$'); at != text.npos; at = text.find('$', at + word.size()))
    text.replace(at, 1, word);
  return text;
}

TEST(ContextualWords, NameAgents) {
  for (const std::string_view word : words)
    EXPECT_EQ(accepted(with_word("Agent $ Actions = {a}; end Agent\n"
                                 "Evaluation p if $.x = 1; end Evaluation\n"
                                 "Groups g = {$}; end Groups Formulae K($, p); end Formulae",
                                 word))
                  .groups.content.size(),
              1U)
        << word;
}

TEST(ContextualWords, NameVariablesValuesAndActions) {
  for (const std::string_view word : words) {
    const System system = accepted(
        with_word("Agent M Vars: $ : {a, $}; b : {$}; end Vars Actions = {$, a};\n"
                  "Protocol: b = $ and $ = a : {$}; end Protocol\n"
                  "Evolution: $ = $ and b = $ if Action = $ and $ <> a; end Evolution end Agent",
                  word));
    EXPECT_EQ(system.agents.front().variables.content.size(), 2U) << word;
    EXPECT_EQ(system.agents.front().evolution.content.front().assignments.size(), 2U) << word;
  }
}

TEST(ContextualWords, NamePropositions) {
  for (const std::string_view word : words) {
    const System system =
        accepted(with_word("Agent M end Agent Evaluation $ if true; end Evaluation\n"
                           "Formulae AG $; p and $; ($); $ -> p; end Formulae",
                           word));
    EXPECT_EQ(system.formulae.content.size(), 4U) << word;
  }
}

TEST(ContextualWords, APrefixNeedsAnOperand) {
  expect_same("AG", "(AG)");
  expect_same("A and E", "(A) and (E)");
  expect_same("X U U", "(X) U (U)");
  expect_same("G -> F", "(G) -> (F)");
  expect_same("AG X", "AG (X)");
}

TEST(ContextualWords, NameAgentsWithIndices) {
  for (const std::string_view word : words) {
    const System system = accepted(
        with_word("Agent $[i: 1..2] end Agent\n"
                  "Formulae AF $[1].p; $[1].p; AG (p -> $[2].p); p U $[1].p; EF[1, 2] $[1].p;\n"
                  "for (i: 1..2) A(!$[i].p U $[i].x = 2); AG $[i].x = 1; <$[1]>F $[2].p;\n"
                  "end Formulae",
                  word));
    ASSERT_EQ(system.formulae.content.size(), 8U) << word;
  }
  expect_same("AF W[1].p", "AF (W[1].p)");
  expect_same("A(!U[1] U U[2])", "A((!(U[1])) U (U[2]))");
  expect_same("AG F[1] -> G[2]", "(AG (F[1])) -> (G[2])");
  expect_same("F[0, 2] F[1].p", "F[0, 2] (F[1].p)");
  expect_different("F[0, 2] p", "F (p)");
}

// ---- sections ----

TEST(Parser, TakesSectionsInAnyOrderAndNoneAtAll) {
  const System system = accepted(
      "Agent A end Agent Formulae end Formulae Fairness end Fairness Groups end Groups\n"
      "Agent Environment Protocol: end Protocol Vars: end Vars end Agent");
  EXPECT_EQ(system.agents.size(), 2U);
  EXPECT_TRUE(system.agents[1].environment);
}

TEST(Parser, ReadsExpectations) {
  const System system = accepted(
      "Agent M end Agent Formulae p; -- expect: true\n q;\n r;--expect:false, length 3\n"
      "end Formulae");
  EXPECT_EQ(system.formulae.content[0].expected, true);
  EXPECT_EQ(system.formulae.content[1].expected, std::nullopt);
  EXPECT_EQ(system.formulae.content[2].expected, false);
}

TEST(Parser, NestsWithoutLimit) {
  const std::string text =
      std::string(200'000, '(') + "p" + std::string(200'000, ')') + std::string(10, ' ');
  base::Diagnostics diagnostics;
  const System system = parse_formulae(base::make_source("m", text), diagnostics);
  EXPECT_FALSE(diagnostics.has_errors());
  std::string prefixes;
  for (int i = 0; i < 200'000; ++i) prefixes += "AG ! ";
  const System deep = parse_formulae(base::make_source("m", prefixes + "p"), diagnostics);
  EXPECT_FALSE(diagnostics.has_errors());
}

// ---- one mistake, one message ----

struct Mistake {
  std::string text;
  std::string place;    // line:column
  std::string message;  // a part of it
  std::string hint;     // all of it, or nothing
};

void expect_one(const Mistake& mistake) {
  base::Diagnostics diagnostics;
  const System system = parse(base::make_source("m", mistake.text), diagnostics);
  std::string all;
  for (const base::Diagnostic& diagnostic : diagnostics.all()) all += to_text(diagnostic);
  ASSERT_EQ(diagnostics.all().size(), 1U) << mistake.text << "\n" << all;
  const base::Diagnostic& found = diagnostics.all().front();
  const base::Position at = found.source->position(found.range.begin);
  EXPECT_EQ(std::to_string(at.line) + ":" + std::to_string(at.column), mistake.place) << all;
  EXPECT_NE(found.message.find(mistake.message), std::string::npos) << all;
  EXPECT_EQ(found.hint, mistake.hint) << all;
}

// The text of an agent from its second line on.
Mistake in_agent(const std::string& body, std::string place, std::string message,
                 std::string hint = {}) {
  return {"Agent M\n" + body + "\nend Agent\n", std::move(place), std::move(message),
          std::move(hint)};
}
// The condition of an evolution line, from line 3, column 10 on.
Mistake in_condition(const std::string& condition, std::string place, std::string message,
                     std::string hint = {}) {
  return in_agent("Evolution:\nx = 1 if " + condition + ";\nend Evolution", std::move(place),
                  std::move(message), std::move(hint));
}
// Sections behind an agent, from line 2 on.
Mistake in_file(const std::string& sections, std::string place, std::string message,
                std::string hint = {}) {
  return {"Agent M end Agent\n" + sections, std::move(place), std::move(message), std::move(hint)};
}

TEST(OneMistake, InTheSectionsOfAnAgent) {
  expect_one(in_agent("Vars:\nx : 0..3\ny : boolean;\nend Vars", "3:9", "';' is missing",
                      "put a ';' at the end of the line"));
  expect_one(in_agent("Vars:\nx : 0..3;\nActions = {a};", "3:10", "'end Vars' is missing",
                      "'Actions' starts the next section"));
  expect_one(in_agent("Vars:\nx : 0..3;", "3:10", "'end Vars' is missing",
                      "the agent ends before this section does"));
  expect_one(in_agent("Vars:\nend Var", "3:1", "ends with 'end Vars', not 'end Var'"));
  expect_one(in_agent("Vras:\nx : 0..3;\nend Vars", "2:1", "'Vras' does not start a section",
                      "did you mean 'Vars'?"));
  expect_one(in_agent("Vars\nx : 0..3;\nend Vars", "2:5", "':' is missing", "write 'Vars:'"));
  expect_one(in_agent("Vars:\nend Vars\nVars:\nend Vars", "4:1", "a second Vars section"));
  expect_one(
      {"Agent M\nActions = {a};\n", "2:15", "'end Agent' is missing", "add 'end Agent' here"});
  expect_one({"Agent\nend Agent\n", "1:6", "the agent's name is missing", ""});
  expect_one({"Agent\nVars:\nend Vars\nend Agent\n", "1:6", "the agent's name is missing", ""});
}

TEST(OneMistake, InDeclarations) {
  expect_one(in_agent("Vars:\nx : bool;\nend Vars", "3:9", "expected '..'",
                      "the type is called 'boolean'"));
  expect_one(in_agent("Vars:\nx 0..3;\nend Vars", "3:3", "expected ':' and a type"));
  expect_one(in_agent("Vars:\nx : {a, b;\nend Vars", "3:5", "this '{' is never closed"));
  expect_one(in_agent("Vars:\n_x : 0..3;\nend Vars", "3:1", "'_x' has no meaning",
                      "a name starts with a letter"));
  expect_one(in_agent("Vars:\nx : 0..99999999999999999999;\nend Vars", "3:8", "does not fit"));
  expect_one(in_agent("Actions : {a};", "2:9", "expected '='", "write 'Actions = {a};'"));
  expect_one(in_agent("Actions := {a};", "2:9", "found ':='", "write '='"));
  expect_one(in_agent("Actions = {a, };", "2:15", "expected a name, found '}'"));
}

TEST(OneMistake, InProtocolAndEvolution) {
  expect_one(in_agent("Protocol:\nOther : {a};\nx = 1 : {a};\nend Protocol", "3:1",
                      "'Other' must be the last line"));
  expect_one(in_agent("Protocol:\nx = 1 {a};\nend Protocol", "3:7", "expected ':'",
                      "a line of a Protocol is 'condition : {actions};'"));
  expect_one(in_agent("Protocol:\nx = 1 : a;\nend Protocol", "3:9", "expected '{'",
                      "the allowed actions stand in braces: '{a}'"));
  expect_one(in_agent("Protocol:\nx := 1 : {a};\nend Protocol", "3:3", "':='", "write '='"));
  expect_one(in_agent("Evolution:\nx := 1 if y = 2;\nend Evolution", "3:3", "':='", "write '='"));
  expect_one(in_agent("Evolution:\nx == 1 if y = 2;\nend Evolution", "3:3", "'=='", "write '='"));
  expect_one(in_agent("Evolution:\nx = 1;\nend Evolution", "3:6", "expected 'if'",
                      "assignments of one line are joined with 'and'; one that always applies ends "
                      "in 'if true'"));
  expect_one(
      in_agent("Evolution:\nb = p or q if true;\nend Evolution", "3:7", "needs parentheses"));
  expect_one(in_agent("Evolution:\n// why\nx = 1 if y = 1;\nend Evolution", "3:1", "found '//'",
                      "a comment starts with '--', to the end of the line"));
  expect_one(in_agent("Evolution:\n/* why */\nx = 1 if y = 1;\nend Evolution", "3:1", "found '/*'",
                      "a comment starts with '--', to the end of the line"));
}

TEST(OneMistake, InConditions) {
  expect_one(in_condition("y == 2", "3:12", "expected '=', found '=='", "write '='"));
  expect_one(in_condition("y = 2 && z = 3", "3:16", "found '&&'", "write 'and'"));
  expect_one(in_condition("y = 2 || z = 3", "3:16", "found '||'", "write 'or'"));
  expect_one(in_condition("y => z", "3:12", "found '=>'", "write '->'"));
  expect_one(in_condition("y =< 3", "3:12", "found '=<'", "write '<='"));
  expect_one(in_condition("not y", "3:10", "found 'not'", "write '!' for 'not'"));
  expect_one(in_condition("0 < y < 3", "3:16", "comparisons do not chain"));
  expect_one(in_condition("(y = 2 and z = 3", "3:10", "this '(' is never closed"));
  expect_one(in_condition("y = 2)", "3:15", "expected ';', found ')'"));
  expect_one(
      in_condition("y = 'red'", "3:14", "has no meaning", "names and values stand without quotes"));
  expect_one(in_condition("y = \"red\"", "3:14", "found '\"red\"'",
                          "names and values stand without quotes"));
  expect_one(in_condition("y = 2 @ 3", "3:16", "'@' has no meaning"));
  expect_one(in_condition("", "3:10", "expected a condition, found ';'"));
  expect_one(in_condition("y = 1 and", "3:19", "expected a condition, found ';'"));
}

// What a hint knows about the section must not outlive the word that was meant.
TEST(Mistakes, BehindAMisspeltSection) {
  for (const std::string text : {"Agent M end Agent\nFormulea\np;\nend Formulae\n)\n",
                                 "Agent M\nVrs: x : 0..1; end Vars\n)\nend Agent\n"}) {
    base::Diagnostics found;
    static_cast<void>(parse(base::make_source("text", text), found));
    EXPECT_EQ(found.all().size(), 2U) << text;
  }
}

TEST(OneMistake, InTheSectionsOfTheFile) {
  expect_one({"Agnet M\nend Agent\n", "1:1", "'Agnet'", "did you mean 'Agent'?"});
  expect_one({"", "1:1", "there is no agent", "'ken new NAME' writes a model to start from"});
  expect_one(in_file("end Agent\n", "2:1", "'end Agent' does not start a section"));
  expect_one(in_file("Vars:\nx : 0..3;\nend Vars\n", "2:1", "Vars belongs inside an agent"));
  expect_one(in_file("Evaluation\np M.x = 1;\nend Evaluation\n", "3:3", "expected 'if'"));
  expect_one(in_file("Evaluation:\np if M.x = 1;\nend Evaluation\n", "2:11", "found ':'",
                     "write 'Evaluation' without ':'"));
  expect_one(in_file("Evaluation\nM.p if M.x = 1;\nend Evaluation\n", "3:1", "without '.'"));
  expect_one(in_file("InitStates\nM.x = 1;\nM.y = 2;\nend InitStates\n", "4:1",
                     "the section is one condition",
                     "join its parts with 'and', and put one ';' behind the last"));
  expect_one(in_file("Groups\ng = M;\nend Groups\n", "3:5", "expected '{'",
                     "the members stand in braces: '{M}'"));
  expect_one(in_file("Logic \"a;\nAgent N end Agent", "2:7", "not closed"));
}

TEST(OneMistake, InFormulas) {
  const auto formulae = [](const std::string& lines) { return "Formulae\n" + lines; };
  const std::string over = ";\nend Formulae\n";
  expect_one(in_file(formulae("AG p\nEF q" + over), "3:5", "';' is missing",
                     "put a ';' at the end of the line"));
  expect_one(in_file(formulae("AG (p -> q" + over), "3:4", "this '(' is never closed"));
  expect_one(in_file(formulae("K(M p)" + over), "3:5", "expected ',' or ')'"));
  expect_one(in_file(formulae("<g F p" + over), "3:4", "expected '>'"));
  expect_one(in_file(formulae("AG p q" + over), "3:6", "expected ';', found 'q'"));
  expect_one(in_file(formulae("A(p U[3] q)" + over), "3:8", "the end of the bound",
                     "a bound is [m, n]: write 'U[0, 3]'"));
  expect_one(in_file(formulae("A[p U q]" + over), "3:8", "the end of the bound",
                     "a formula stands in parentheses: 'A(p U q)'"));
  expect_one(in_file(formulae("<g | >F p" + over), "3:6", "expected full, ir"));
  expect_one(in_file(formulae("AG p ->" + over), "3:8", "expected a formula"));
  expect_one(in_file(formulae("for (i: 1) p[i]" + over), "3:10", "expected '..'"));
  expect_one(in_file(formulae("p;\nend formulae\n"), "4:1", "not 'end formulae'"));
  expect_one(in_file(formulae("p; -- expect: yes\nend Formulae\n"), "3:4", "'expect:'",
                     "write '-- expect: true'"));
}

TEST(OneMistake, ItsColumnCountsCharacters) {
  expect_one(
      {"\xEF\xBB\xBF"
       "Agent M Actions = {a,}; end Agent",
       "1:22", "found '}'", ""});
  expect_one({"Agent M\r\n\tActions = {a,};\r\nend Agent", "2:15", "found '}'", ""});
  expect_one({"-- \xC3\xA9t\xC3\xA9\nAgent M Actions = {a,}; end Agent", "2:22", "found '}'", ""});
  expect_one({"-- \xE9t\xE9\r\nAgent M Actions = {a,}; end Agent", "2:22", "found '}'", ""});
}

TEST(Recovery, GoesOnToTheNextMistake) {
  base::Diagnostics diagnostics;
  const System system =
      parse(base::make_source("m",
                              "Agent M\nVars:\nx : ;\ny 0..1;\nz : boolean;\nend Vras\n"
                              "Protocol:\nx = : {a};\nz : {b};\nend Protocol\nend Agent\n"
                              "Formulae\nAG ();\np;\nK(M p);\nend Formulae\n"),
            diagnostics);
  EXPECT_EQ(diagnostics.errors(), 6U);
  EXPECT_EQ(system.agents.front().variables.content.size(), 1U);
  EXPECT_EQ(system.agents.front().protocol.content.size(), 1U);
  EXPECT_EQ(system.formulae.content.size(), 1U);
}

TEST(Formulae, AloneEndAlsoWhereASectionSeemsToEnd) {
  base::Diagnostics diagnostics;
  const System system =
      parse_formulae(base::make_source("--formula", "p and\nend Vars end Agent q"), diagnostics);
  EXPECT_TRUE(system.agents.empty());
  EXPECT_TRUE(diagnostics.has_errors());
}

}  // namespace
}  // namespace ken::syntax
