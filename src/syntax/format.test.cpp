#include "syntax/format.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "syntax/parser.hpp"
#include "syntax/random_text.test.hpp"

namespace ken::syntax {
namespace {

System system_of(const std::string& text) {
  base::Diagnostics diagnostics;
  System system = parse(base::make_source("m", text), diagnostics);
  EXPECT_FALSE(diagnostics.has_errors()) << to_text(diagnostics.all().front()) << text;
  return system;
}

std::string formatted(const std::string& text) {
  std::string once = format(system_of(text));
  EXPECT_EQ(format(system_of(once)), once) << "not idempotent";
  return once;
}

// The lines of a Formulae section.
std::string formula_lines(const std::string& text) {
  const std::string result = formatted("Agent M end Agent Formulae\n" + text + "\nend Formulae");
  const std::string head = "Agent M\nend Agent\n\nFormulae\n";
  const std::string tail = "end Formulae\n";
  EXPECT_TRUE(result.starts_with(head) && result.ends_with(tail)) << result;
  return result.substr(head.size(), result.size() - head.size() - tail.size());
}

TEST(Format, IndentsSectionsAndPutsOneStatementOnALine) {
  EXPECT_EQ(formatted("Agent M Obsvars: end Obsvars Vars: x:0..3;b:boolean; end Vars\n"
                      "Actions={a,b};Protocol: x=0:{a}; Other:{a,b}; end Protocol\n"
                      "Evolution: x=x+1 and b=true if Action=a and x<3; end Evolution end Agent\n"
                      "Evaluation p if M.x=3; end Evaluation InitStates M.x=0; end InitStates"),
            "Agent M\n"
            "  Obsvars:\n"
            "  end Obsvars\n"
            "  Vars:\n"
            "    x : 0..3;\n"
            "    b : boolean;\n"
            "  end Vars\n"
            "  Actions = {a, b};\n"
            "  Protocol:\n"
            "    x = 0 : {a};\n"
            "    Other : {a, b};\n"
            "  end Protocol\n"
            "  Evolution:\n"
            "    x = x + 1 and b = true if Action = a and x < 3;\n"
            "  end Evolution\n"
            "end Agent\n"
            "\n"
            "Evaluation\n"
            "  p if M.x = 3;\n"
            "end Evaluation\n"
            "\n"
            "InitStates\n"
            "  M.x = 0;\n"
            "end InitStates\n");
}

TEST(Format, SpacesFormulasAsTheyAreRead) {
  EXPECT_EQ(formula_lines("AG (p->! q);"), "  AG(p -> !q);\n");
  EXPECT_EQ(formula_lines("A ( p U [ 0 , 3 ] q ) ;"), "  A(p U[0,3] q);\n");
  EXPECT_EQ(formula_lines("< g > F p and [ {a,b}|ir-objective ]X  q;"),
            "  <g>F p and [{a, b} | ir-objective]X q;\n");
  EXPECT_EQ(formula_lines("K ( M , M . x<- 1 );"), "  K(M, M.x < -1);\n");
  EXPECT_EQ(formula_lines("EF[0,9](p);EF [0,9] p;"), "  EF[0,9](p);\n  EF[0,9] p;\n");
  EXPECT_EQ(formula_lines("CTL  *A G p;LTL G p;LDL <( a;b *+c ? )*> [ tt ] p;"),
            "  CTL* A G p;\n  LTL G p;\n  LDL <(a; b* + c?)*>[tt]p;\n");
  EXPECT_EQ(formula_lines("coin [ i mod N+1 ] = - - 1;"), "  coin[i mod N + 1] = - -1;\n");
}

TEST(Format, SpacesConditionalsFunctionsAndDefinitions) {
  EXPECT_EQ(formula_lines("if(p)then min (1 , abs( x ))else(2)=y;"),
            "  if (p) then min(1, abs(x)) else (2) = y;\n");
  EXPECT_EQ(formula_lines("((p)) ?x:( y)=1;"), "  ((p)) ? x : (y) = 1;\n");
  EXPECT_EQ(formatted("Parameter A:1 .. 15=3;Parameter B : 1..9=3 where B>=A;Define  d=A+1;\n"
                      "Agent M end Agent"),
            "Parameter A : 1..15 = 3;\n"
            "Parameter B : 1..9 = 3 where B >= A;\n"
            "Define d = A + 1;\n"
            "\n"
            "Agent M\n"
            "end Agent\n");
}

TEST(Format, SpacesTemplates) {
  EXPECT_EQ(formula_lines("for(i:1 .. N,j:1..N if i<>j)count( i : 1..N ) (p [i]) >=2;"),
            "  for (i: 1..N, j: 1..N if i <> j) count(i: 1..N)(p[i]) >= 2;\n");
  EXPECT_EQ(formula_lines("and (i:1..N)p[ i ];"), "  and(i: 1..N) p[i];\n");
  EXPECT_EQ(formatted("Parameter N=3;Parameter M=2 * N; Agent C [ i:1..N ] end Agent"),
            "Parameter N = 3;\nParameter M = 2 * N;\n\nAgent C[i: 1..N]\nend Agent\n");
}

TEST(Format, KeepsATrailingCommentBehindItsStatement) {
  EXPECT_EQ(formula_lines("p;-- expect: true  \n q ;   --  expect: false\n"),
            "  p;  -- expect: true\n  q;  --  expect: false\n");
}

TEST(Format, IndentsACommentOnItsOwnLineLikeWhatFollows) {
  EXPECT_EQ(formula_lines("-- one\n\n\n      -- two\np;\n-- three"),
            "  -- one\n\n  -- two\n  p;\n  -- three\n");
}

TEST(Format, BreaksTheLineBehindACommentWithinAStatement) {
  EXPECT_EQ(formula_lines("p and -- why\n q\n-- own\n or r;"),
            "  p and  -- why\n      q\n      -- own\n      or r;\n");
}

TEST(Format, KeepsOneEmptyLineBetweenStatements) {
  EXPECT_EQ(formula_lines("\n\np;\n\n\n\nq;\nr;\n\n"), "  p;\n\n  q;\n  r;\n");
}

TEST(Format, DropsByteOrderMarkTabsAndCarriageReturns) {
  EXPECT_EQ(formatted("\xEF\xBB\xBF-- \xE9t\xE9\t!\t\r\nAgent\tM\r\nend Agent"),
            "-- \xE9t\xE9\t!\nAgent M\nend Agent\n");
}

TEST(Format, FillsLongLists) {
  std::string list;
  for (int i = 0; i < 30; ++i)
    list += (i > 0 ? "," : "") + std::string("value") + std::to_string(i);
  const std::string result = formatted("Agent M Actions={" + list + "}; end Agent");
  EXPECT_EQ(
      result,
      "Agent M\n"
      "  Actions = {value0, value1, value2, value3, value4, value5, value6, value7, value8, "
      "value9,\n"
      "      value10, value11, value12, value13, value14, value15, value16, value17, value18, "
      "value19,\n"
      "      value20, value21, value22, value23, value24, value25, value26, value27, value28, "
      "value29};\n"
      "end Agent\n");
}

TEST(Format, BreaksAtTheWeakestOperators) {
  EXPECT_EQ(formatted("Agent M Vars: state:{a,b}; end Vars Evolution: state=a if (state=b and "
                      "Environment.Action=continue) or (state=a and Environment.Action=interrupt); "
                      "end Evolution end Agent"),
            "Agent M\n"
            "  Vars:\n"
            "    state : {a, b};\n"
            "  end Vars\n"
            "  Evolution:\n"
            "    state = a\n"
            "        if (state = b and Environment.Action = continue)\n"
            "            or (state = a and Environment.Action = interrupt);\n"
            "  end Evolution\n"
            "end Agent\n");
}

TEST(Format, NoCodeLineIsLongerThanAHundredColumns) {
  std::string text = "AG(p0";
  for (int i = 1; i < 2000; ++i)
    text += (i % 3 == 0 ? " or p" : i % 5 == 0 ? " -> p" : " and p") + std::to_string(i);
  const std::string result = formula_lines(text + ");");
  std::size_t start = 0;
  for (std::size_t end = result.find('\n'); end != result.npos; end = result.find('\n', start)) {
    EXPECT_LE(end - start, 100U);
    start = end + 1;
  }
}

TEST(Format, TakesAHundredThousandOperatorsAndBrackets) {
  std::string chain = "p";
  for (int i = 0; i < 100'000; ++i) chain += " and p";
  EXPECT_FALSE(formula_lines(chain + ";").empty());
  const std::string deep = std::string(100'000, '(') + "p" + std::string(100'000, ')');
  EXPECT_FALSE(formula_lines(deep + ";").empty());
}

std::vector<std::string> token_texts(const System& system) {
  std::vector<std::string> texts;
  for (const Token& token : system.tokens.tokens) texts.emplace_back(system.text(token.range));
  return texts;
}
std::vector<std::string> comment_texts(const System& system) {
  std::vector<std::string> texts;
  for (const Comment& comment : system.tokens.comments) {
    const std::string_view text = system.text(comment.range);
    texts.emplace_back(text.substr(0, text.find_last_not_of(" \t") + 1));
    texts.back() += " before " + std::to_string(comment.before_token);
  }
  return texts;
}

RC_GTEST_PROP(Format, KeepsTokensCommentsAndTreeAndIsIdempotent,
              (std::vector<std::uint8_t> choices)) {
  const auto more = *rc::gen::scale(8, rc::gen::arbitrary<std::vector<std::uint8_t>>());
  choices.insert(choices.end(), more.begin(), more.end());
  const std::string text = RandomText(choices).system();
  RC_LOG() << text << '\n';
  base::Diagnostics diagnostics;
  const System once = parse(base::make_source("once", text), diagnostics);
  if (!diagnostics.all().empty()) RC_FAIL(to_text(diagnostics.all().front()));
  const std::string result = format(once);
  RC_LOG() << result << '\n';
  const System twice = parse(base::make_source("twice", result), diagnostics);
  RC_ASSERT(diagnostics.all().empty());
  RC_ASSERT(token_texts(once) == token_texts(twice));
  RC_ASSERT(comment_texts(once) == comment_texts(twice));
  RC_ASSERT(same_tree(once, twice));
  RC_ASSERT(format(twice) == result);
}

// ---- logic files ----

LogicFile logic_of(const std::string& text) {
  base::Diagnostics diagnostics;
  LogicFile file = parse_logic(base::make_source("m.logic", text), diagnostics);
  EXPECT_FALSE(diagnostics.has_errors()) << to_text(diagnostics.all().front()) << text;
  return file;
}

std::string formatted_logic(const std::string& text) {
  std::string once = format(logic_of(text));
  EXPECT_EQ(format(logic_of(once)), once) << "not idempotent";
  return once;
}

TEST(FormatLogic, PutsADefinitionOnOneLineUnlessItSaysWhatItMeans) {
  EXPECT_EQ(formatted_logic("-- a file\nLogic\"Title\" ; Relation  r = step ;\n"
                            "Relation q(i,j)=same ( i )and same(j);\n\n\n"
                            "Operator Op ( i,f ) \"said\"=K( i,f );Operator Last(f)=f;"),
            "-- a file\n"
            "Logic \"Title\";\n"
            "\n"
            "Relation r = step;\n"
            "Relation q(i, j) = same(i) and same(j);\n"
            "\n"
            "Operator Op(i, f) \"said\"\n"
            "  = K(i, f);\n"
            "\n"
            "Operator Last(f) = f;\n");
}

TEST(FormatLogic, SpacesWhatOnlyLogicFilesHave) {
  EXPECT_EQ(formatted_logic("Operator O(f)=all(step or reach) :f or some  step: ( f );"),
            "Operator O(f) = all (step or reach): f or some step: (f);\n");
  EXPECT_EQ(formatted_logic("Operator O(f)=least Z :(f)or greatest Y:f and Y and Z;"),
            "Operator O(f) = least Z: (f) or greatest Y: f and Y and Z;\n");
  EXPECT_EQ(formatted_logic("Relation r(i,j)=each x in channel(i,j) :i . x<>next j.x;"),
            "Relation r(i, j) = each x in channel(i, j): i.x <> next j.x;\n");
  EXPECT_EQ(formatted_logic("Relation r(i,j)=i.v_<j> = next i.v_<j>and not same(i)and!self;"),
            "Relation r(i, j) = i.v_<j> = next i.v_<j> and not same(i) and !self;\n");
  EXPECT_EQ(formatted_logic("Relation r(i,j)=exists channel(i,j)and converse step;"),
            "Relation r(i, j) = exists channel(i, j) and converse step;\n");
  EXPECT_EQ(formatted_logic("Operator Fu(C(i,j,f))= <{i , j}>F C(i,j,f)and AG(f);"),
            "Operator Fu(C(i, j, f)) = <{i, j}>F C(i, j, f) and AG(f);\n");
}

TEST(FormatLogic, BreaksLongDefinitions) {
  EXPECT_EQ(
      formatted_logic("Relation debt(i, j) = step and same(i) and exists channel(i, j) and each x "
                      "in channel(i, j): i.x = next j.x and each y in private(j, i): j.y = next "
                      "j.y;"),
      "Relation debt(i, j)\n"
      "  = step and same(i) and exists channel(i, j) and each x in channel(i, j): i.x = next j.x\n"
      "      and each y in private(j, i): j.y = next j.y;\n");
  const std::string meaning = '"' + std::string(95, 'm') + '"';
  EXPECT_EQ(formatted_logic("Operator Long(i, f) " + meaning + " = K(i, f);"),
            "Operator Long(i, f)\n  " + meaning + "\n  = K(i, f);\n");
}

TEST(FormatLogic, KeepsComments) {
  EXPECT_EQ(formatted_logic("-- first\nRelation r -- which\n = -- what\n step; -- last\n"
                            "-- about Op\nOperator Op(f) \"said\" -- how\n= f;\n-- the end"),
            "-- first\n"
            "Relation r  -- which\n"
            "    =  -- what\n"
            "    step;  -- last\n"
            "\n"
            "-- about Op\n"
            "Operator Op(f) \"said\"  -- how\n"
            "  = f;\n"
            "-- the end\n");
}

}  // namespace
}  // namespace ken::syntax
