#include "translate/ispl.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "model/text.test.hpp"
#include "translate/counting.hpp"
#include "translate/ispl_names.hpp"

namespace ken::translate {
namespace {

using model::test::model_of;

// The export of a sound model.
std::string plain(const std::string& text, const std::vector<std::string>& formulae = {}) {
  const auto result = to_ispl(model_of(text, formulae));
  for (const base::Diagnostic& d : result.diagnostics().all()) ADD_FAILURE() << to_text(d);
  return result ? *result : std::string();
}

// What plain ISPL cannot say about a model, in the order found.
std::vector<std::string> refusals(const std::string& text,
                                  const std::vector<std::string>& formulae = {}) {
  std::vector<std::string> messages;
  const auto result = to_ispl(model_of(text, formulae));
  for (const base::Diagnostic& d : result.diagnostics().all()) {
    EXPECT_EQ(d.code, base::Code::not_expressible);
    EXPECT_LT(d.range.begin, d.range.end) << d.message;
    messages.push_back(d.message);
  }
  EXPECT_EQ(result.has_value(), messages.empty());
  return messages;
}

// Why the last formula is left out of the export.
std::string why_left_out(const std::string& text, const std::string& formula) {
  const auto result = to_ispl(model_of(text, {formula}));
  const auto& found = result.diagnostics().all();
  if (!result || found.size() != 1) return fmt::format("{} messages", found.size());
  EXPECT_EQ(found[0].code, base::Code::formula_left_out);
  EXPECT_LT(found[0].range.begin, found[0].range.end) << found[0].message;
  EXPECT_NE(result->find("  p;\n  -- left out: "), std::string::npos) << *result;
  return found[0].message;
}

void expect_contains(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << "no '" << part << "' in\n" << text;
}
void expect_lacks(const std::string& text, const std::string& part) {
  EXPECT_EQ(text.find(part), std::string::npos) << "a '" << part << "' in\n" << text;
}

// An agent P with x: 0..7, b, c, v and two actions, the given line of evolution and propositions.
std::string agent_with(const std::string& line, const std::string& proposition = "P.x=0") {
  return fmt::format(
      "Agent P Vars: x: 0..7; y: -2..3; b: boolean; c: boolean; v: {{lo, hi}}; end Vars "
      "Actions = {{go, stay}}; Evolution: {} end Evolution end Agent "
      "Evaluation p if {}; q if P.b; end Evaluation InitStates P.x=0; end InitStates "
      "Formulae p; end Formulae",
      line, proposition);
}
std::string condition_of(const std::string& proposition) {
  const std::string text = plain(agent_with("x=0 if b;", proposition));
  const std::size_t begin = text.find("  p if ") + 7;
  return text.substr(begin, text.find(';', begin) - begin);
}
std::string evolution_of(const std::string& line) {
  const std::string text = plain(agent_with(line));
  const std::size_t begin = text.find("Evolution:\n") + 11;
  return text.substr(begin, text.find("  end Evolution") - begin);
}
std::string formula_of(const std::string& formula, const std::string& more = "") {
  const std::string text = plain(agent_with("x=1 if b;") + " " + more, {formula});
  const std::size_t end = text.rfind(";\nend Formulae");
  const std::size_t begin = text.rfind("\n  ", end) + 3;
  return text.substr(begin, end - begin);
}

// ---- conditions ----

TEST(PlainConditions, BooleansAreSpelledOut) {
  EXPECT_EQ(condition_of("P.b"), "P.b=true");
  EXPECT_EQ(condition_of("!P.b"), "!(P.b=true)");
  EXPECT_EQ(condition_of("P.b <> P.c"), "!(P.b=P.c)");
  EXPECT_EQ(condition_of("P.b = false"), "!(P.b=true)");
}
TEST(PlainConditions, ConstantsBecomeTautologies) {
  EXPECT_EQ(condition_of("true"), "P.x=0 or !(P.x=0)");
  EXPECT_EQ(condition_of("false"), "!(P.x=0 or !(P.x=0))");
  EXPECT_EQ(condition_of("P.b or true"), "P.x=0 or !(P.x=0)");
}
TEST(PlainConditions, ComparisonsOutsideTheRangeAreFolded) {
  EXPECT_EQ(condition_of("P.x < 9 and P.b"), "P.b=true");
  EXPECT_EQ(condition_of("P.x = 9 or P.b"), "P.b=true");
  EXPECT_EQ(condition_of("P.x > 3"), "P.x>3");
  EXPECT_EQ(condition_of("3 >= P.x"), "P.x<=3");
}
TEST(PlainConditions, ArithmeticAvoidsCommentsAndKeepsItsShape) {
  EXPECT_EQ(condition_of("P.x - (-1) = P.y"), "P.x-(-1)=P.y");
  EXPECT_EQ(condition_of("P.x + -1 = P.y"), "P.x-1=P.y");
  EXPECT_EQ(condition_of("P.x - (P.y - 1) * 2 < 4"), "P.x-(P.y-1)*2<4");
  EXPECT_EQ(condition_of("P.y = -2"), "P.y=-2");
}
TEST(PlainConditions, RemaindersAreTriedOut) {
  EXPECT_EQ(condition_of("P.x mod 4 = 1"), "P.x=1 or P.x=5");
  EXPECT_EQ(condition_of("P.x div 4 = 1"), "P.x>=4");
}
TEST(PlainConditions, AQuotientExcludesTheDivisorZero) {
  EXPECT_EQ(condition_of("P.x / 2 = 1"), "P.x/2=1");
  EXPECT_EQ(condition_of("P.x / P.y > 1"), "P.x/P.y>1 and P.y<>0");
}
TEST(PlainConditions, ExclusiveOrIsSplit) {
  EXPECT_EQ(condition_of("P.b ^ P.c"), "(P.b=true and !(P.c=true)) or (!(P.b=true) and P.c=true)");
}
TEST(PlainConditions, InitStatesHaveOnlyEquality) {
  const std::string text = plain(
      "Agent P Vars: x: 0..9; b: boolean; end Vars end Agent "
      "InitStates P.x < 2 and P.x <> 1 and P.x + 1 < 9 and P.b; end InitStates");
  expect_contains(text, "(P.x=0 or P.x=1) and !(P.x=1)");
  expect_contains(text, "and !(P.x=8 or P.x=9) and P.b=true;");
}

// ---- evolution ----

TEST(PlainEvolution, ActionsAreTestedWithEqualityOnly) {
  EXPECT_EQ(evolution_of("x=1 if Action <> go;"), "    x=1 if !(Action=go);\n");
  EXPECT_EQ(evolution_of("x=1 if Action in {go, stay};"), "    x=1 if Action=go or Action=stay;\n");
}
TEST(PlainEvolution, AConditionThatIsAssignedBecomesTwoLines) {
  EXPECT_EQ(evolution_of("b=(x<3) if c;"),
            "    b=true if c=true and x<3;\n    b=false if c=true and !(x<3);\n");
}
TEST(PlainEvolution, AVariableThatIsAssignedStays) {
  EXPECT_EQ(evolution_of("b=c and v=hi and x=x+1 if c;"),
            "    b=c and v=hi and x=x+1 if c=true;\n");
}
TEST(PlainEvolution, AResultOutOfRangeStillMatches) {
  EXPECT_EQ(evolution_of("y=x mod 5 if c;"),
            "    y=y-y+4 if c=true and x=4;\n"
            "    y=0 if c=true and (x=0 or x=5);\n"
            "    y=1 if c=true and (x=1 or x=6);\n"
            "    y=2 if c=true and (x=2 or x=7);\n"
            "    y=3 if c=true and x=3;\n");
}
TEST(PlainEvolution, AnAgentWithoutLinesChangesNothing) {
  EXPECT_EQ(evolution_of("x=1 if false;"), "    x=x if x=0 or !(x=0);\n");
}
TEST(PlainEvolution, LobsvarsAreReadInGuardsOnly) {
  const std::string text = plain(
      "Agent Environment Vars: h: 0..2; end Vars end Agent "
      "Agent P Lobsvars = {h}; Vars: x: 0..1; end Vars Evolution: x=Environment.h if x=0; "
      "end Evolution end Agent");
  expect_contains(text, "    x=0 if x=0 and Environment.h=0;\n");
  expect_contains(text, "    x=1 if x=0 and Environment.h=1;\n");
  expect_contains(text, "    x=x-x+2 if x=0 and Environment.h=2;\n");
}

// ---- agents and names ----

TEST(PlainAgents, MissingPartsAreWrittenOut) {
  const std::string text = plain("Agent P end Agent");
  expect_contains(text, "  Vars:\n    dummy : boolean;\n  end Vars\n  Actions = {silent};\n");
  expect_contains(text, "    dummy=true or dummy=false : {silent};\n");
  expect_contains(text, "    dummy=dummy if dummy=true or dummy=false;\n");
  expect_contains(text, "InitStates\n  P.dummy=true;\n");
  expect_lacks(text, "Agent Environment");
}
TEST(PlainAgents, ALineWithoutActionsLimitsOther) {
  const std::string text = plain(
      "Agent P Vars: x: 0..3; end Vars Actions = {a}; Protocol: x=1 : {a}; x=2 : {}; "
      "Other : {a}; end Protocol end Agent");
  expect_contains(text, "    x=1 : {a};\n    !(x=1 or x=2) : {a};\n");
  expect_lacks(text, "Other");
}
TEST(PlainNames, IndicesBecomeUnderscoresWithoutClash) {
  const std::string text = plain(
      "Agent P[i: 1..2] Vars: n[k: -1..0]: {v[j: 1..2], w}; end Vars Actions = {a[i]}; "
      "end Agent Formulae EF P[1].n[-1] = v[1]; end Formulae");
  expect_contains(text, "Agent P_1\n");
  expect_contains(text, "n_m1 : {v_1, v_2, w};");
  expect_contains(text, "Actions = {a_2};");
  expect_contains(text, "ken_1 if P_1.n_m1=v_1;");
}
TEST(PlainNames, ReservedWordsAreRenamedAndItIsSaid) {
  const std::string text =
      plain("Agent A Actions = {X}; end Agent Formulae K(A, true); end Formulae");
  expect_contains(text, "A is A_\n");
  expect_contains(text, "Agent A_\n");
  expect_contains(text, "Actions = {X_};");
  expect_contains(text, "K(A_, ken_true)");
}

// ---- formulas ----

TEST(PlainFormulas, OperandsAreParenthesised) {
  EXPECT_EQ(formula_of("AG (p -> q)"), "AG (p -> q)");
  EXPECT_EQ(formula_of("AG p and !q or EX K(P, p)"), "((AG p) and (!q)) or (EX K(P, p))");
  EXPECT_EQ(formula_of("LTL !p U q"), "LTL (!p) U q");
  EXPECT_EQ(formula_of("CTL* A (G p and F q)"), "CTL* A ((G p) and (F q))");
  EXPECT_EQ(formula_of("A(p U q)"), "A(p U q)");
}
TEST(PlainFormulas, WhatTheDialectLacksIsRewritten) {
  EXPECT_EQ(formula_of("p <-> q"), "(p and q) or ((!p) and (!q))");
  EXPECT_EQ(formula_of("A(p R q)"), "!(E((!p) U (!q)))");
  EXPECT_EQ(formula_of("E(p W q)"), "(E(p U q)) or (EG p)");
  EXPECT_EQ(formula_of("EF[1,2] p"), "EX (p or (EX p))");
  EXPECT_EQ(formula_of("LTL p R q"), "LTL !((!p) U (!q))");
  EXPECT_EQ(formula_of("[P]F p"), "!(<only_P>G (!p))");
  EXPECT_EQ(formula_of("<{}>X p"), "(AX p) and (EX ken_true)");
  EXPECT_EQ(formula_of("xor(i: 1..2) (i=1 and EX p or i=2 and EX q)"),
            "((EX p) and (!(EX q))) or ((!(EX p)) and (EX q))");
}
TEST(PlainFormulas, UnderFairnessUntilIsWrittenWithE) {
  EXPECT_EQ(formula_of("A(p U q)", "Fairness p; end Fairness"),
            "!((E((!q) U ((!p) and (!q)))) or (EG (!q)))");
  const std::string text = plain(
      "Agent P Vars: b: boolean; end Vars end Agent Evaluation p if P.b; "
      "end Evaluation Fairness p; end Fairness Formulae EF p; end Formulae");
  expect_contains(text, "Fairness\n  ken_1;\n");
  expect_contains(text, "  EF p;\n");
}
TEST(PlainFormulas, ExpectationsAreKept) {
  expect_contains(plain("Agent P end Agent Formulae true; -- expect: false\n end Formulae"),
                  ";  -- expect: false\n");
}

TEST(PlainFormulas, WhatCannotBeSaidIsLeftOut) {
  const std::string text = agent_with("x=x+1 if b;");
  const auto why = [&](const std::string& formula) { return why_left_out(text, formula); };
  expect_contains(why("LDL <true*>p"), "plain ISPL cannot say LDL");
  expect_contains(why("<P>(p W q)"), "R and W of a coalition");
  expect_contains(why("[P](p U q)"), "R and W of a coalition");
  expect_contains(why("<P | ir>F p"), "semantics of its own");
  expect_contains(why("AG (A (G p and F q))"), "AG within a formula of CTL*");
  expect_contains(why("E (G F (<P>F p))"), "coalitions in a formula with path quantifiers");
  expect_contains(why("E (G F O(P, p))"), "O in a formula with path quantifiers");
  expect_contains(why("EF[0,1000000000] p"), "characters");
}
// What is plain already may be as long as it was.
TEST(PlainFormulas, ALongTextMayHaveLongFormulas) {
  const std::string name(100'000, 'n');
  std::string formula = "P." + name + "=0";
  for (int i = 1; i < 12; ++i) formula += " or EX P." + name + "=" + std::to_string(i);
  const std::string text = "Agent P Vars: " + name + " : 0..20; end Vars end Agent InitStates P." +
                           name + "=0; end InitStates Formulae " + formula + "; end Formulae";
  expect_contains(plain(text), "P." + name + "=11");
}

TEST(PlainFormulas, WhatIsLeftOutSpoilsNoOtherFormula) {
  const auto result =
      to_ispl(model_of(agent_with("x=x+1 if b;"), {"AG <P>(p W q)", "EF <P>(p W q)", "EF q"}));
  ASSERT_TRUE(result.has_value());
  EXPECT_EQ(result.diagnostics().all().size(), 2U);
  expect_contains(*result,
                  "  p;\n  -- left out: AG <P>(p W q)\n  -- left out: EF <P>(p W q)\n  EF q;\n");
}
TEST(PlainFormulas, AFairnessLineOrAConditionThatCannotBeSaidIsRefused) {
  const std::string text = agent_with("x=x+1 if b;");
  EXPECT_EQ(refusals(text + " Fairness EG p; <P>F p; end Fairness").size(), 2U);
  const std::string many =
      "Agent P Vars: x[i: 1..6]: 0..99; end Vars end Agent Formulae true; end Formulae";
  EXPECT_EQ(refusals(many, {"EF ((sum(i: 1..6) P.x[i]) mod 7 = 0)"}).size(), 1U);
}

// ---- sizes ----

TEST(PlainSizes, WhatBlowsUpIsRefusedBeforeItIsWritten) {
  const auto model = [](int n, const std::string& condition) {
    return fmt::format(
        "Parameter N = {}; Agent P Vars: b[i: 1..N]: boolean; x[i: 1..6]: 0..99; end Vars end "
        "Agent "
        "Evaluation p if {}; end Evaluation Formulae p; end Formulae",
        n, condition);
  };
  EXPECT_TRUE(refusals(model(200, "xor(i: 1..N) P.b[i]")).empty());
  EXPECT_EQ(refusals(model(5000, "xor(i: 1..N) P.b[i]")).size(), 1U);
  EXPECT_TRUE(refusals(model(200, "count(i: 1..N)(P.b[i]) = 2")).empty());
  EXPECT_EQ(refusals(model(100, "count(i: 1..N)(P.b[i]) = 50")).size(), 1U);
  EXPECT_EQ(refusals(model(5000, "count(i: 1..N)(P.b[i]) = 2500")).size(), 1U);
  EXPECT_EQ(refusals(model(1, "(sum(i: 1..6) P.x[i]) mod 7 = 0")).size(), 1U);
  EXPECT_EQ(refusals(model(1, "(P.x[1] mod 7) + (P.x[2] mod 7) + (P.x[3] mod 7) = 6")).size(), 0U);
}
TEST(PlainSizes, NumbersBeyond32BitsAreRefused) {
  EXPECT_EQ(refusals("Agent P Vars: x: 0..3000000000; end Vars end Agent").size(), 1U);
}
std::string repeated(std::string_view part, int times) {
  std::string result;
  for (int i = 0; i < times; ++i) result += part;
  return result;
}
TEST(PlainSizes, DeepConditionsNeedNoStack) {
  constexpr int deep = 20'000;
  expect_contains(condition_of(repeated("!(", deep) + "P.b" + repeated(" and P.c)", deep)),
                  "!(P.b=true and P.c=true)");
}
TEST(PlainSizes, DeepFormulasAreLeftOutBecauseTheyCrashTheExistingTool) {
  constexpr int deep = 20'000;
  const std::string formula = repeated("EX (q and ", deep) + "p" + repeated(")", deep);
  expect_contains(why_left_out(agent_with("x=0 if b;"), formula), "operators inside each other");
}

// ---- the dialect ----

using Words = std::vector<std::string>;
Words words_of(const std::string& text) {
  Words words;
  for (std::size_t i = 0; i < text.size();) {
    if (text.compare(i, 2, "--") == 0) {
      i = text.find('\n', i);
      continue;
    }
    std::size_t end = i + 1;
    const auto is_word = [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
    };
    if (is_word(text[i]))
      while (end < text.size() && is_word(text[end])) ++end;
    else if (std::string("<>=!.-").find(text[i]) != std::string::npos)
      while (end < text.size() && std::string("<>=.").find(text[end]) != std::string::npos) ++end;
    if (std::isspace(static_cast<unsigned char>(text[i])) == 0)
      words.push_back(text.substr(i, end - i));
    i = end;
  }
  return words;
}

// Everything that the existing tool is known to reject.
void expect_old_dialect(const std::string& text) {
  SCOPED_TRACE(text);
  const IsplNames names(model_of("Agent P end Agent"));
  const Words words = words_of(text);
  const std::set<std::string> unknown = {"!=",  "<->", "&",   "|",     "~",   "^",   "[",
                                         "]",   "?",   "div", "mod",   "xor", "sum", "in",
                                         "for", "R",   "W",   "count", "LDL", "%",   "Parameter"};
  std::vector<std::string> sections;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    const std::string before = i > 0 ? words[i - 1] : "";
    const std::string after = i + 1 < words.size() ? words[i + 1] : "";
    EXPECT_FALSE(unknown.contains(word)) << word;
    if (word == "true" || word == "false") {
      EXPECT_EQ(before, "=");
    }
    if (word == "Action") {
      EXPECT_EQ(after, "=");
    }
    const std::set<std::string> heads = {"Protocol", "Vars", "RedStates", "Other"};
    const bool declared = after == ":" && !heads.contains(word) && (before == ";" || before == ":");
    const bool agent = before == "Agent" && word != "Environment" && words[i - 2] != "end";
    EXPECT_FALSE((declared || agent) && names.is_reserved(word)) << word;
    const std::set<std::string> top = {"Semantics", "Evaluation", "InitStates", "Groups",
                                       "Fairness",  "Formulae",   "Agent"};
    if (top.contains(word) && before != "end" && (word != "Agent" || sections.back() != "Agent"))
      sections.push_back(word);
  }
  Words expected = {"Semantics", "Agent", "Evaluation", "InitStates"};
  for (const char* optional : {"Groups", "Fairness"})
    if (std::find(sections.begin(), sections.end(), optional) != sections.end())
      expected.emplace_back(optional);
  expected.emplace_back("Formulae");
  EXPECT_EQ(sections, expected);
  const std::size_t begin = text.find("InitStates\n");
  const std::string initial = text.substr(begin, text.find("end InitStates") - begin);
  EXPECT_EQ(initial.find_first_of("<>+*/"), std::string::npos) << initial;
}

TEST(PlainDialect, ReservesTheWordsOfTheOperatorsItHas) {
  const IsplNames names(model_of("Agent P end Agent"));
  for (const char* const word : {"A", "AF",  "AG", "AX", "DK", "E", "EF", "EG",  "EX",  "F",
                                 "G", "GCK", "GK", "K",  "O",  "U", "X",  "and", "LTL", "Vars"})
    EXPECT_TRUE(names.is_reserved(word)) << word;
  for (const char* const word : {"R", "W", "C", "Fu", "LDL", "x"})
    EXPECT_FALSE(names.is_reserved(word)) << word;
}

TEST(PlainDialect, NothingIsUsedThatTheExistingToolRejects) {
  expect_old_dialect(plain("Agent P end Agent"));
  expect_old_dialect(plain(agent_with("x=x mod 3 and b=((x<>3) ^ c) if Action<>go and (b <-> c);",
                                      "P.x mod 3 = 1 or P.x != 3 and true"),
                           {"E(p W[0,2] q)", "LTL p W q", "[P]G P.x<9", "P.x div 2 = 3"}));
  expect_old_dialect(plain(
      "Agent P[i: 1..3] Vars: A: {E[j: 1..2], F}; U: -2..3; end Vars Actions = {X, O}; "
      "Protocol: A=F : {X}; end Protocol Evolution: A=E[1] and U=U+1 if Action<>X; end Evolution "
      "end Agent Evaluation K if count(i: 1..3)(P[i].A=F) >= 2; end Evaluation "
      "InitStates P[1].U < P[2].U + 1 and P[3].A <> F; end InitStates "
      "Groups G = {P[1], P[2]}; end Groups Fairness K or true; end Fairness "
      "Formulae <G>F (K); GCK({P[1]}, EX true); xor(i: 1..3) EX P[i].A=F; end Formulae"));
}

}  // namespace
}  // namespace ken::translate
