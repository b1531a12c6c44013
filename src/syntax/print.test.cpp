#include "syntax/print.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "syntax/parser.hpp"
#include "syntax/random_text.test.hpp"

namespace ken::syntax {
namespace {

System formulae(std::string text) {
  base::Diagnostics diagnostics;
  System system = parse_formulae(base::make_source("f", std::move(text)), diagnostics);
  EXPECT_TRUE(diagnostics.all().empty()) << to_text(diagnostics.all().front());
  return system;
}

std::string printed(const std::string& text) {
  const System system = formulae(text);
  return print(system, system.formulae.content.front().formula);
}

// Prints, reads again, and expects the same tree.
std::string round_trip(const std::string& text) {
  const System once = formulae(text);
  std::string result = print(once, once.formulae.content.front().formula);
  const System twice = formulae(result);
  EXPECT_TRUE(same_tree(once, once.formulae.content.front().formula, twice,
                        twice.formulae.content.front().formula))
      << text << " became " << result;
  return result;
}

TEST(Print, KeepsTheAuthorsParentheses) {
  EXPECT_EQ(round_trip("(p) and (q or (r))"), "(p) and (q or (r))");
}

TEST(Print, WritesOperatorsInOneWay) {
  EXPECT_EQ(round_trip("x!=1 and  - -y<2"), "x <> 1 and - -y < 2");
  EXPECT_EQ(round_trip("<g|ir>F p->[ {a,b} ]X q"), "<g | ir>F p -> [{a, b}]X q");
  EXPECT_EQ(round_trip("E( p U[ 0 ,3] q)"), "E(p U[0,3] q)");
  EXPECT_EQ(round_trip("Fu ( C(a,b,AG ( p )) )"), "Fu(C(a, b, AG(p)))");
}

TEST(Print, KeepsSumsAndChoicesApart) {
  for (const std::string text : {"<((x + 1 = y))?; (p + q)*>r", "<!((x + 1) > 2) + p>r"}) {
    const System once = formulae("LDL " + text);
    const System twice = formulae("LDL " + printed("LDL " + text));
    EXPECT_TRUE(same_tree(once, once.formulae.content.front().formula, twice,
                          twice.formulae.content.front().formula))
        << text;
  }
}

TEST(Print, PutsTheSidesOfALooseUntilInParentheses) {
  EXPECT_EQ(round_trip("A(p and q U r or s)"), "A((p and q) U (r or s))");
  EXPECT_EQ(round_trip("<g>(p -> q W r)"), "<g>((p -> q) W r)");
}

TEST(Print, DoublesParenthesesThatKeepAnUntilFromBeingLoose) {
  EXPECT_EQ(round_trip("A((p and q U r))"), "A((p and q U r))");
  EXPECT_EQ(round_trip("E((((p or !q R r))))"), "E((p or !q R r))");
}

TEST(Print, WritesConditionalsInWords) {
  EXPECT_EQ(round_trip("p?q:r"), "if p then q else r");
  EXPECT_EQ(round_trip("x = (p ? 1 : 2) + 1"), "x = (if p then 1 else 2) + 1");
  EXPECT_EQ(round_trip("p ? q ? r : s : t ? u : v"),
            "if p then (if q then r else s) else if t then u else v");
  EXPECT_EQ(round_trip("- if p then min( 1,abs(x) ) else 2 < 3"),
            "-(if p then min(1, abs(x)) else 2 < 3)");
  EXPECT_EQ(round_trip("A((p ? q : r U s))"), "A((if p then q else r U s))");
}

TEST(Print, LeavesAnUntilBetweenPathFormulasAlone) {
  EXPECT_EQ(round_trip("A(p and q U F r)"), "A(p and q U F r)");
  EXPECT_EQ(round_trip("A(p U q and r U s)"), "A(p U q and r U s)");
}

TEST(Print, SeparatesTwoMinusSigns) { EXPECT_EQ(round_trip("x - -1 = 0"), "x - -1 = 0"); }

TEST(Print, WritesComprehensionsAndRanges) {
  EXPECT_EQ(round_trip("count(i:1..N if i<>2)(x[i]=1)>=2"),
            "count(i: 1..N if i <> 2)(x[i] = 1) >= 2");
  EXPECT_EQ(round_trip("and( i : 1..N,j:1..N )p[ i,j ]"), "and(i: 1..N, j: 1..N) p[i, j]");
  EXPECT_EQ(round_trip("(sum(i: 1..N) x[i] * 2) + 1 = y"), "(sum(i: 1..N) x[i] * 2) + 1 = y");
}

TEST(Print, WritesProgramsOfLdl) {
  const System system = formulae("LDL <( a ;b*+ c?)*>[tt]p");
  EXPECT_EQ(print(system, system.formulae.content.front().formula), "<(a; b* + c?)*>[tt]p");
}

TEST(Print, WritesExpectations) {
  base::Diagnostics diagnostics;
  const System system =
      parse(base::make_source("m", "Agent M end Agent Formulae p;--expect: false\nend Formulae"),
            diagnostics);
  EXPECT_EQ(print(system), "Agent M\nend Agent\nFormulae\n  p;  -- expect: false\nend Formulae\n");
}

TEST(Print, NestsAHundredThousandDeep) {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += i % 2 == 0 ? "!(" : "AG p -> (";
  text += "p" + std::string(100'000, ')');
  EXPECT_EQ(printed(text).size(), printed(printed(text)).size());
}

RC_GTEST_PROP(Print, GivesTheSameTreeWhenReadAgain, (std::vector<std::uint8_t> choices)) {
  const auto more = *rc::gen::scale(8, rc::gen::arbitrary<std::vector<std::uint8_t>>());
  choices.insert(choices.end(), more.begin(), more.end());
  const std::string text = RandomText(choices).system();
  base::Diagnostics diagnostics;
  const System once = parse(base::make_source("once", text), diagnostics);
  RC_LOG() << text << '\n';
  if (!diagnostics.all().empty()) RC_FAIL(to_text(diagnostics.all().front()));
  const std::string again = print(once);
  RC_LOG() << again << '\n';
  const System twice = parse(base::make_source("twice", again), diagnostics);
  if (!diagnostics.all().empty()) RC_FAIL(to_text(diagnostics.all().front()));
  RC_ASSERT(same_tree(once, twice));
  RC_ASSERT(print(twice) == again);
}

}  // namespace
}  // namespace ken::syntax
