// The judge of NuSMV's language, against verdicts worked out by hand.

#include "support/smv_judge.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/smv_lexer.hpp"

namespace ken::tests::smv {
namespace {

// ---- how to ask ----

bool holds(const std::string& text) {
  const Judgement judgement = judge(text);
  EXPECT_EQ(judgement.verdicts.size(), 1U) << text;
  return !judgement.verdicts.empty() && judgement.verdicts[0].holds;
}

std::string mistake(const std::string& text) {
  try {
    (void)judge(text);
  } catch (const Mistake& caught) {
    return caught.what();
  }
  return "none";
}

std::size_t count_states(const std::string& text) { return judge(text).states; }

// A proposition at the only state of a model where a = TRUE, b = FALSE, c = FALSE, n = 3, k = -7,
// s = red and m = 2.
bool is_true(const std::string& proposition) {
  return holds(
      "MODULE main\n"
      "FROZENVAR a : boolean; b : boolean; c : boolean; n : 0..7; k : -9..9;\n"
      "  s : {red, green}; t : {green, blue}; m : {red, 2, 5};\n"
      "INIT a & !b & !c & n = 3 & k = -7 & s = red & t = green & m = 2\n"
      "CTLSPEC " +
      proposition);
}

std::string mistake_in(const std::string& proposition) {
  return mistake(
      "MODULE main VAR a : boolean; n : 0..7; s : {red, green}; m : {red, 2}; IVAR i : boolean;\n"
      "INIT " +
      proposition);
}

// ---- expressions ----

TEST(SmvExpressions, ImplicationAssociatesToTheRight) {
  EXPECT_TRUE(is_true("b -> a -> b"));
  EXPECT_FALSE(is_true("(b -> a) -> b"));
}

TEST(SmvExpressions, EquivalenceBindsTighterThanImplication) {
  EXPECT_TRUE(is_true("b <-> a -> a"));
  EXPECT_FALSE(is_true("b <-> (a -> a)"));
  EXPECT_TRUE(is_true("b -> a <-> b"));
  EXPECT_FALSE(is_true("(b -> a) <-> b"));
}

TEST(SmvExpressions, ConjunctionBindsTighterThanDisjunctionAndItsKin) {
  EXPECT_TRUE(is_true("a | a & b"));
  EXPECT_TRUE(is_true("a xor a & b"));
  EXPECT_TRUE(is_true("b xnor b & b"));
  EXPECT_FALSE(is_true("(a | a) & b"));
}

TEST(SmvExpressions, DisjunctionAndExclusiveOrAssociateToTheLeftTogether) {
  EXPECT_FALSE(is_true("a | a xor a"));
  EXPECT_TRUE(is_true("a | (a xor a)"));
  EXPECT_TRUE(is_true("a xor b xnor a"));
}

TEST(SmvExpressions, ChoiceStandsBetweenDisjunctionAndEquivalence) {
  EXPECT_FALSE(is_true("a | a ? b : b"));
  EXPECT_TRUE(is_true("a | (a ? b : b)"));
  EXPECT_FALSE(is_true("a ? a : b <-> b"));
  EXPECT_TRUE(is_true("a ? a : (b <-> b)"));
  EXPECT_TRUE(is_true("(b ? 1 : b ? 2 : 3) = 3"));
  EXPECT_TRUE(is_true("(a ? b ? 1 : 2 : 3) = 2"));
}

TEST(SmvExpressions, NegationTakesThePrimaryExpressionOnly) {
  EXPECT_TRUE(is_true("!b = a"));
  EXPECT_TRUE(is_true("!a = b"));
  EXPECT_FALSE(is_true("!a | b"));
  EXPECT_TRUE(is_true("!b in {a}"));
  EXPECT_TRUE(is_true("!!a"));
}

TEST(SmvExpressions, ComparisonsAssociateToTheLeft) {
  EXPECT_TRUE(is_true("n = 4 = b"));  // (n = 4) = b
  EXPECT_TRUE(is_true("n < 4 = a"));
  EXPECT_EQ(mistake_in("n < 4 < 5"), "2:12: only numbers are ordered");
}

TEST(SmvExpressions, MembershipBindsTighterThanComparison) {
  EXPECT_TRUE(is_true("a = n in {1, 3}"));
  EXPECT_TRUE(is_true("n in 2..5 = a"));
  EXPECT_TRUE(is_true("n in {1} union {2, 3}"));
  EXPECT_TRUE(is_true("n in {0, 2..4}"));
  EXPECT_FALSE(is_true("n in -1..2"));
  EXPECT_TRUE(is_true("k in -7..-7"));
  EXPECT_TRUE(is_true("s in {blue, red}"));
  EXPECT_TRUE(is_true("m in 1..3"));
  EXPECT_TRUE(is_true("n + 1 in {n - 1, n + 1}"));
}

TEST(SmvExpressions, ProductsBindTighterThanSums) {
  EXPECT_TRUE(is_true("n + 2 * 2 = 7"));
  EXPECT_TRUE(is_true("10 - 2 - 1 = 7"));
  EXPECT_TRUE(is_true("16 / 4 / 2 = 2"));
  EXPECT_TRUE(is_true("7 mod 4 * 2 = 6"));
  EXPECT_TRUE(is_true("2 * 7 mod 4 = 2"));
  EXPECT_TRUE(is_true("-n + 5 = 2"));
  EXPECT_TRUE(is_true("- -n = +3"));
  EXPECT_TRUE(is_true("2 - -1 = n"));
}

TEST(SmvExpressions, DivisionTruncatesAndTheRestHasTheSignOfTheDividend) {
  EXPECT_TRUE(is_true("k / 2 = -3"));
  EXPECT_TRUE(is_true("k mod 2 = -1"));
  EXPECT_TRUE(is_true("7 / -2 = -3"));
  EXPECT_TRUE(is_true("7 mod -2 = 1"));
}

TEST(SmvExpressions, TheFirstConditionThatHoldsDecidesACase) {
  EXPECT_TRUE(is_true("case b : 1; a : 2; TRUE : 3; esac = 2"));
  EXPECT_TRUE(is_true("case a : case b : red; TRUE : green; esac; esac = green"));
  EXPECT_TRUE(is_true("case a ? b : a : FALSE; TRUE : TRUE; esac"));
}

TEST(SmvExpressions, ACaseWhereNoConditionHoldsIsAMistake) {
  EXPECT_EQ(mistake_in("case a & n = 8 : TRUE; esac"), "2:6: no condition of this case applies");
  EXPECT_EQ(mistake_in("TRUE SPEC case n < 7 : TRUE; esac"),
            "2:16: no condition of this case applies");
}

TEST(SmvExpressions, WhatIsNotNeededMayBeUndefined) {
  EXPECT_TRUE(is_true("case n = 0 : 10 / (n - 3); TRUE : 2; esac = 2"));
  EXPECT_TRUE(is_true("n = 0 & 1 / (n - 3) = 1 | a"));
  EXPECT_TRUE(is_true("1 / (n - 3) = 1 | a"));
  EXPECT_EQ(mistake_in("n = 0 | 1 / n = 1"), "none");
  EXPECT_EQ(mistake_in("1 / n = 1"), "2:8: division by zero or a result out of range");
  EXPECT_EQ(mistake_in("(n > 0 ? 2 mod n : 1 mod n) = 1"),
            "2:27: division by zero or a result out of range");
}

TEST(SmvExpressions, ResultsBeyond32BitsAreMistakes) {
  EXPECT_EQ(mistake_in("n < 2147483647"), "none");
  EXPECT_EQ(mistake_in("n < 2147483648"), "2:10: the number 2147483648 is out of range");
  EXPECT_EQ(mistake_in("n + 2147483647 > 0"), "2:8: a result is out of range");
}

TEST(SmvExpressions, SymbolsOfDifferentEnumerationsAreSimplyDifferent) {
  EXPECT_TRUE(is_true("s != t"));
  EXPECT_TRUE(is_true("t != red"));
  EXPECT_TRUE(is_true("t = green"));
  EXPECT_TRUE(is_true("m = 2 & m != red & m != n"));
  EXPECT_TRUE(is_true("m != s"));
}

// ---- types ----

TEST(SmvTypes, TruthValuesNumbersAndSymbolsDoNotMix) {
  EXPECT_EQ(mistake_in("a = 1"), "2:8: a truth value meets something that is none");
  EXPECT_EQ(mistake_in("a = red"), "2:8: a truth value meets something that is none");
  EXPECT_EQ(mistake_in("s = 1"), "2:8: a number meets a symbol");
  EXPECT_EQ(mistake_in("n in {1, red}"), "2:11: a number meets a symbol");
  EXPECT_EQ(mistake_in("m in {1, 2}"), "none");
  EXPECT_EQ(mistake_in("s in 1..2"), "2:8: a number meets a symbol");
  EXPECT_EQ(mistake_in("n & a"), "2:8: an operand is no truth value");
  EXPECT_EQ(mistake_in("!n"), "2:6: an operand is no truth value");
  EXPECT_EQ(mistake_in("a + 1 = 2"), "2:8: an operand is no number");
  EXPECT_EQ(mistake_in("m < 3"), "2:8: only numbers are ordered");
  EXPECT_EQ(mistake_in("s < green"), "2:8: only numbers are ordered");
  EXPECT_EQ(mistake_in("n ? a : a"), "2:8: a condition is no truth value");
  EXPECT_EQ(mistake_in("(a ? 1 : red) = m"), "2:9: a number meets a symbol");
  EXPECT_EQ(mistake_in("case a : 1; TRUE : FALSE; esac = 1"),
            "2:6: a truth value meets something that is none");
  EXPECT_EQ(mistake_in("n"), "2:6: this is no truth value");
  EXPECT_EQ(mistake_in("n <-> n"), "2:8: an operand is no truth value");
}

TEST(SmvTypes, SetsStandToTheRightOfInOnly) {
  EXPECT_EQ(mistake_in("n = {1, 2}"),
            "2:8: a set may stand only to the right of 'in' and in a union");
  EXPECT_EQ(mistake_in("n in n"), "2:8: to the right of 'in' stands no set");
  EXPECT_EQ(mistake_in("{1, 2} in {1}"),
            "2:13: a set may stand only to the right of 'in' and in a union");
  EXPECT_EQ(mistake_in("n in {}"), "2:12: no expression begins with '}'");
  EXPECT_EQ(mistake_in("n in 3..1"), "2:11: the range 3..1 is empty");
  EXPECT_EQ(mistake_in("n in 1 + 2..3"), "2:15: a set cannot be an operand here");
}

// ---- names ----

TEST(SmvNames, MayContainSignsThatLookLikeOperators) {
  EXPECT_TRUE(holds("MODULE main VAR x-1 : {a$b#}; SPEC x-1 = a$b#"));
  EXPECT_EQ(mistake_in("n-1 = 2"), "2:6: 'n-1' is unknown");
  EXPECT_EQ(mistake_in("a->a"), "2:6: 'a-' is unknown");
}

TEST(SmvNames, AreDefinedOnceAndBeforeAll) {
  EXPECT_EQ(mistake("MODULE main VAR x : boolean; x : 0..1;"), "1:30: 'x' is defined twice");
  EXPECT_EQ(mistake("MODULE main VAR x : boolean; IVAR x : boolean;"),
            "1:35: 'x' is defined twice");
  EXPECT_EQ(mistake("MODULE main VAR x : boolean; DEFINE x := 1;"), "1:37: 'x' is defined twice");
  EXPECT_EQ(mistake("MODULE main VAR x : {y}; y : boolean;"), "1:22: 'y' is defined twice");
  EXPECT_EQ(mistake("MODULE main VAR x : {y}; DEFINE y := 1;"), "1:22: 'y' is defined twice");
  EXPECT_EQ(mistake("MODULE main VAR x : {y, y};"), "1:25: an enumeration has a value twice");
  EXPECT_EQ(mistake("MODULE main SPEC NAME p := TRUE; LTLSPEC NAME p := TRUE"),
            "1:34: 'p' is defined twice");
  EXPECT_EQ(mistake("MODULE main INIT x"), "1:18: 'x' is unknown");
  EXPECT_EQ(mistake("MODULE main INIT main"), "1:18: 'main' is unknown");
}

TEST(SmvNames, AreNotReservedWords) {
  for (const Token& token :
       lex("MODULE DEFINE MDEFINE CONSTANTS VAR IVAR FROZENVAR INIT TRANS INVAR SPEC CTLSPEC "
           "LTLSPEC PSLSPEC COMPUTE NAME INVARSPEC FAIRNESS JUSTICE COMPASSION ISA ASSIGN "
           "CONSTRAINT SIMPWFF CTLWFF LTLWFF PSLWFF COMPWFF IN MIN MAX MIRROR PRED PREDICATES "
           "process array of boolean integer real word word1 bool signed unsigned extend resize "
           "sizeof uwconst swconst EX AX EF AF EG AG E F O G H X Y Z A U S V T BU EBF ABF EBG ABG "
           "case esac mod next init union in xor xnor self TRUE FALSE count abs max min")) {
    if (token.kind == TokenKind::end) break;
    const std::string_view word = token.text;
    EXPECT_EQ(mistake(fmt::format("MODULE main VAR {} : boolean;", word)),
              fmt::format("1:17: '{}' is reserved and cannot be a name", word));
    EXPECT_EQ(mistake(fmt::format("MODULE main DEFINE {} := TRUE;", word)),
              fmt::format("1:20: '{}' is reserved and cannot be a name", word));
    EXPECT_NE(mistake(fmt::format("MODULE main VAR x : {{ {} }};", word)), "none");
    EXPECT_EQ(mistake(fmt::format("MODULE main SPEC NAME {} := TRUE;", word)),
              fmt::format("1:23: '{}' is reserved and cannot be a name", word));
  }
}

// ---- sections ----

TEST(SmvSections, SpecificationsAreAnsweredInOrderUnderTheirNames) {
  const Judgement judgement = judge(
      "MODULE main -- the only one\n"
      "VAR x : 1..1; -- CTLSPEC FALSE\n"
      "LTLSPEC NAME first := G x = 1;\n"
      "SPEC x = 2\n"
      "CTLSPEC NAME third := EX x = 1");
  ASSERT_EQ(judgement.verdicts.size(), 3U);
  EXPECT_EQ(judgement.states, 1U);
  EXPECT_EQ(judgement.verdicts[0].name, "first");
  EXPECT_TRUE(judgement.verdicts[0].holds);
  EXPECT_EQ(judgement.verdicts[1].name, "");
  EXPECT_FALSE(judgement.verdicts[1].holds);
  EXPECT_EQ(judgement.verdicts[2].name, "third");
  EXPECT_TRUE(judgement.verdicts[2].holds);
}

TEST(SmvSections, WrongSyntaxIsAMistakeAtItsPlace) {
  EXPECT_EQ(mistake(""), "1:1: expected 'MODULE', not the end");
  EXPECT_EQ(mistake("MODULE other"), "1:8: the only module is main");
  EXPECT_EQ(mistake("MODULE main\nMODULE main"), "2:1: expected a section, not 'MODULE'");
  EXPECT_EQ(mistake("MODULE main\n  VAR x : boolean"), "2:18: expected ';', not the end");
  EXPECT_EQ(mistake("MODULE main VAR x : 3..1;"), "1:21: the range 3..1 is empty");
  EXPECT_EQ(mistake("MODULE main VAR x : word[3];"), "1:21: expected a number, not 'word'");
  EXPECT_EQ(mistake("MODULE main VAR x : {};"), "1:22: expected a number, not '}'");
  EXPECT_EQ(mistake("MODULE main VAR x : 0.5;"), "1:22: no token begins with '.'");
  EXPECT_EQ(mistake("MODULE main INIT TRUE; ;"), "1:24: expected a section, not ';'");
  EXPECT_EQ(mistake("MODULE main DEFINE x := TRUE"), "1:29: expected ';', not the end");
  EXPECT_EQ(mistake("MODULE main ASSIGN"), "1:13: expected a section, not 'ASSIGN'");
  EXPECT_EQ(mistake_in("(a"), "2:8: what begins at 2:6 is not closed");
  EXPECT_EQ(mistake_in("a)"), "2:7: expected a section, not ')'");
  EXPECT_EQ(mistake_in("(a]"), "2:8: ']' cannot stand here");
  EXPECT_EQ(mistake_in("a == a"), "2:9: no expression begins with '='");
  EXPECT_EQ(mistake_in("a && a"), "2:9: no expression begins with '&'");
  EXPECT_EQ(mistake_in("a a"), "2:8: expected a section, not 'a'");
  EXPECT_EQ(mistake_in("case a : a esac"), "2:17: 'esac' cannot stand here");
  EXPECT_EQ(mistake_in("case esac"), "2:11: no expression begins with 'esac'");
  EXPECT_EQ(mistake_in("0ud3_5 = n"),
            "2:6: a number runs into a name (words and reals are outside the subset)");
  EXPECT_EQ(mistake_in("abs(n) = 1"), "2:6: no expression begins with 'abs'");
}

TEST(SmvSections, DefinitionsMayComeInAnyOrderButNotInACircle) {
  EXPECT_TRUE(holds(
      "MODULE main DEFINE d := e + 1; SPEC AG d = 3; DEFINE e := f * x; f := 1; VAR x : 2..2;"));
  EXPECT_EQ(mistake("MODULE main DEFINE a1 := b1; b1 := c1 & a1; c1 := TRUE;"),
            "1:41: 'a1' is defined by itself");
  EXPECT_EQ(mistake("MODULE main DEFINE a1 := !a1;"), "1:27: 'a1' is defined by itself");
}

TEST(SmvSections, SharedDefinitionsAreNotCopied) {
  std::string text = "MODULE main VAR x : 0..1; DEFINE d0 := x;";
  for (int i = 1; i <= 200; ++i) text += fmt::format(" d{} := (d{} + d{}) mod 2;", i, i - 1, i - 1);
  EXPECT_TRUE(holds(text + " TRANS next(d200) = 0 SPEC AG d200 = 0"));
}

TEST(SmvSections, NextMeansTheWholeExpressionAndDefinitionsInIt) {
  const std::string counter =
      "MODULE main VAR x : 0..3; DEFINE twice := 2 * x; INIT x = 0\n"
      "TRANS next(twice - 1) = case x = 3 : -1; TRUE : twice + 1; esac\n";
  EXPECT_EQ(count_states(counter), 4U);
  EXPECT_TRUE(holds(counter + "SPEC AX (x = 1 & AX (x = 2 & AX (x = 3 & AX x = 0)))"));
}

TEST(SmvSections, NextStandsInStepsOnly) {
  const std::string start = "MODULE main VAR x : boolean; DEFINE step := next(x) != x;\n";
  EXPECT_EQ(mistake(start + "TRANS step"), "none");
  for (const char* section : {"INIT", "INVAR", "JUSTICE", "FAIRNESS", "SPEC", "LTLSPEC"}) {
    const std::size_t column = std::string_view(section).size() + 2;
    EXPECT_EQ(mistake(start + section + " next(x)"),
              fmt::format("2:{}: next(...) may stand only in TRANS", column));
    EXPECT_EQ(mistake(start + section + " step"),
              fmt::format("2:{}: next(...) may stand only in TRANS", column));
  }
  EXPECT_EQ(mistake(start + "TRANS next(next(x))"), "2:12: a next(...) stands in another");
  EXPECT_EQ(mistake(start + "TRANS next(step)"), "2:12: a next(...) stands in another");
}

TEST(SmvSections, InputsStandInStepsOnlyAndHaveNoNextValue) {
  const std::string start =
      "MODULE main VAR x : 0..4; IVAR i : 0..1; DEFINE j := i; INIT x = 0\n"
      "TRANS next(x) = x + j | x = 4 & next(x) = 4\n";
  EXPECT_EQ(count_states(start), 5U);
  EXPECT_TRUE(holds(start + "SPEC AG (x = 2 -> EX x = 2 & EX x = 3 & AX x in {2, 3})"));
  for (const char* section : {"INIT", "INVAR", "JUSTICE", "SPEC", "LTLSPEC"}) {
    EXPECT_NE(mistake(start + section + " i = 0"), "none");
    EXPECT_NE(mistake(start + section + " j = 0"), "none");
  }
  EXPECT_EQ(mistake(start + "TRANS next(i) = 0"), "3:12: an input variable has no next value");
  EXPECT_EQ(mistake(start + "TRANS next(j) = 0"), "3:12: an input variable has no next value");
}

TEST(SmvSections, TemporalOperatorsStandInTheirSpecificationsOnly) {
  EXPECT_EQ(mistake_in("EX a"), "2:6: operators of CTL may stand only in a CTLSPEC");
  EXPECT_EQ(mistake_in("a LTLSPEC AG a"), "2:16: operators of CTL may stand only in a CTLSPEC");
  EXPECT_EQ(mistake_in("a SPEC G a"), "2:13: operators of LTL may stand only in an LTLSPEC");
  EXPECT_EQ(mistake_in("a SPEC E [(a U a) U a]"),
            "2:19: operators of LTL may stand only in an LTLSPEC");
  EXPECT_EQ(mistake_in("a DEFINE d := EX a;"),
            "2:20: operators of CTL may stand only in a CTLSPEC");
  EXPECT_EQ(mistake_in("a LTLSPEC O a"), "2:16: no expression begins with 'O'");
  EXPECT_EQ(mistake_in("a LTLSPEC a S a"), "2:18: expected a section, not 'S'");
  EXPECT_EQ(mistake_in("a SPEC (EX a) = a"),
            "2:20: a temporal operator cannot stand in this operand");
  EXPECT_EQ(mistake_in("a SPEC a ? EX a : a"),
            "2:15: a temporal operator cannot stand in this operand");
}

// ---- states and steps ----

TEST(SmvStates, AreAssignmentsThatSatisfyTheInvariants) {
  EXPECT_EQ(count_states("MODULE main VAR x : 0..9; y : boolean; z : {p, q, 3};"), 60U);
  EXPECT_EQ(count_states("MODULE main VAR x : 0..9; y : 0..9; INVAR x + y = 9; INVAR x > 1"), 8U);
  EXPECT_EQ(count_states("MODULE main VAR x : 0..9; INIT x = 2 TRANS next(x) = x + 2 | "
                         "next(x) = x INVAR x < 7"),
            3U);
  EXPECT_EQ(count_states("MODULE main"), 1U);
}

TEST(SmvStates, FrozenVariablesKeepTheirValue) {
  const std::string text = "MODULE main FROZENVAR f : 0..2; VAR x : 0..2; INIT f > 0 & x = 0 ";
  EXPECT_EQ(count_states(text), 6U);
  EXPECT_TRUE(holds(text + "SPEC (f = 1 -> AG f = 1) & EX x = 2"));
  EXPECT_TRUE(holds(text + "TRANS next(f) = f & next(x) <= next(f) SPEC f = 1 -> AX AG x < 2"));
}

TEST(SmvStates, WithoutSuccessorAreMistakesWhereReachable) {
  EXPECT_EQ(mistake("MODULE main VAR x : 0..2; c : {red}; INIT x = 0 TRANS next(x) = x + 1"),
            "1:1: no step leaves a reachable state: x = 2 c = red");
  EXPECT_EQ(mistake("MODULE main VAR x : 0..2; INIT x = 0 TRANS next(x) = x & x < 2"), "none");
  EXPECT_EQ(mistake("MODULE main VAR x : 0..2; INIT x = 3"), "1:1: there is no initial state");
  EXPECT_EQ(mistake("MODULE main VAR x : 0..2; INIT x = 1 INVAR x != 1"),
            "1:1: there is no initial state");
}

TEST(SmvStates, AnUndefinedStepIsAMistakeUnlessAnotherConjunctForbidsIt) {
  EXPECT_EQ(mistake("MODULE main VAR x : 0..2; TRANS 2 / next(x) = 1"),
            "1:35: division by zero or a result out of range");
  EXPECT_EQ(mistake("MODULE main VAR x : 0..2; INIT x = 1 TRANS 2 / next(x) = 2; "
                    "TRANS next(x) != 0"),
            "none");
}

TEST(SmvStates, LimitsAreKept) {
  EXPECT_THROW((void)judge("MODULE main VAR x : 0..9;", {.states = 9}), TooLarge);
  EXPECT_THROW((void)judge("MODULE main VAR x : 0..9;", {.transitions = 99}), TooLarge);
  EXPECT_THROW((void)judge("MODULE main VAR x : 0..9;", {.steps = 99}), TooLarge);
  EXPECT_THROW((void)judge("MODULE main VAR x : 0..9; LTLSPEC F x = 3", {.product_states = 5}),
               TooLarge);
  EXPECT_NO_THROW((void)judge("MODULE main VAR x : 0..9;", {.states = 10, .transitions = 100}));
  EXPECT_THROW((void)judge("MODULE main VAR x : 0..1000000000;"), TooLarge);
}

// Eleven variables and a label; a step moves the variable that its label names.  A state has
// 4^6 * 2^5 * 12 assignments to choose from, and a search may look at few.
TEST(SmvStates, StepsGuardedByALabelAreFoundWithoutTryingAllAssignments) {
  std::string text = "MODULE main VAR ", labels = "start", start, steps;
  for (int v = 0; v < 11; ++v) {
    const int size = v < 6 ? 4 : 2;
    text += fmt::format("x{} : 0..{}; ", v, size - 1);
    labels += fmt::format(", step{}", v);
    start += fmt::format(" & x{} = 0", v);
    steps += fmt::format("TRANS next(via) = step{0} -> (next(x{0}) = (x{0} + 1) mod {1}", v, size);
    for (int w = 0; w < 11; ++w)
      if (w != v) steps += fmt::format(" & next(x{0}) = x{0}", w);
    steps += ")\n";
  }
  const Judgement judgement = judge(
      text + "via : {" + labels + "};\nINIT via = start" + start + "\nTRANS next(via) != start\n" +
          steps + "INVAR x0 = 0 & x1 = 0 & x2 = 0 & x3 = 0\n",  // so 7 labels remain
      {.steps = 2'000'000});
  EXPECT_EQ(judgement.states, 4U * 4U * 32U * 7U + 1U);
}

TEST(SmvStates, DeepAndLongExpressionsDoNotExhaustTheStack) {
  constexpr std::size_t depth = 20'000;
  const std::string open(depth, '('), close(depth, ')'), negations(depth, '!');
  EXPECT_TRUE(is_true(open + "a" + close));
  EXPECT_TRUE(is_true(negations + "a"));
  std::string nested = "a", chain = "a", implied = "a", cases = "a";
  for (std::size_t i = 0; i < 2'000; ++i) {
    nested = fmt::format("(b | (a & {}))", nested);
    chain += " & a";
    implied += " -> a";
    cases = fmt::format("case b : b; TRUE : {}; esac", cases);
  }
  for (const std::string& text : {nested, chain, implied, cases}) {
    EXPECT_TRUE(is_true(text));
    EXPECT_TRUE(is_true("AG (" + text + ")"));
  }
  std::string always = "a";
  for (std::size_t i = 0; i < 2'000; ++i) always = fmt::format("AG (a & {})", always);
  EXPECT_TRUE(is_true(always));
}

// ---- CTL ----

// 0 -> 1, 2;  1 -> 1, 0;  2 -> 3;  3 -> 3
const std::string fork =
    "MODULE main VAR s : 0..3; INIT s = 0\n"
    "TRANS next(s) in {0, 1, 2, 3} & (s = 0 -> next(s) in {1, 2}) & (s = 1 -> next(s) in {0, 1})\n"
    "  & (s >= 2 -> next(s) = 3)\n";

TEST(SmvCtl, OperatorsMeanWhatTheirDefinitionsSay) {
  EXPECT_TRUE(holds(fork + "SPEC EX s = 1 & EX s = 2 & !EX s = 3 & AX s in {1, 2} & !AX s = 1"));
  EXPECT_TRUE(holds(fork + "SPEC EF s = 3 & !AF s = 3 & EG s < 2 & !AG s < 2 & AG EF s != 0"));
  EXPECT_TRUE(
      holds(fork + "SPEC E [s < 2 U s = 2] & !A [s < 2 U s = 2] & A [s = 0 U s in {1, 2}]"));
  EXPECT_TRUE(holds(fork + "SPEC AG (s = 2 -> A [s = 2 U s = 3]) & !E [s = 0 U s = 3]"));
  EXPECT_TRUE(holds(fork + "SPEC AG (s = 3 -> AG s = 3) & EG EF s = 2 & !EF (s = 2 & EG s = 2)"));
  EXPECT_TRUE(holds(fork + "SPEC E [s = 3 U s = 0] & A [s = 3 U s = 0]"));
}

TEST(SmvCtl, TemporalPrefixesTakeAComparisonButNoConjunction) {
  EXPECT_TRUE(holds(fork + "SPEC EX s = 2 & s = 0"));
  EXPECT_FALSE(holds(fork + "SPEC EX (s = 2 & s = 0)"));
  EXPECT_TRUE(holds(fork + "SPEC AG s < 2 -> s = 1"));
  EXPECT_FALSE(holds(fork + "SPEC AG (s < 2 -> s = 1)"));
  EXPECT_FALSE(holds(fork + "SPEC !EX s = 3 & s = 1"));
  EXPECT_TRUE(holds(fork + "SPEC !EX (s = 3 & s = 1)"));
  EXPECT_TRUE(holds(fork + "DEFINE one := s = 1; SPEC EX !one = TRUE & EX !!one"));
  EXPECT_TRUE(holds(fork + "SPEC AG EX AF s in {1, 3}"));
}

TEST(SmvCtl, TemporalExpressionsAsOperandsOfComparisonsNeedParentheses) {
  EXPECT_EQ(mistake(fork + "SPEC TRUE = EX s = 1"),
            "4:13: a temporal operator here needs parentheses");
  EXPECT_EQ(mistake(fork + "SPEC TRUE = !EX s = 1"),
            "4:14: a temporal operator here needs parentheses");
  EXPECT_EQ(mistake(fork + "SPEC !E [TRUE U s = 1] = TRUE"),
            "4:24: the temporal expression before this operator needs parentheses");
  EXPECT_EQ(mistake(fork + "SPEC E [TRUE U s = 1 U s = 2]"), "4:22: '[' ... ']' holds one until");
  EXPECT_EQ(mistake(fork + "SPEC E [TRUE ? TRUE : TRUE U s = 2]"),
            "4:14: '?' between '[' and ']' needs parentheses");
  EXPECT_EQ(mistake(fork + "SPEC E [TRUE]"), "4:13: ']' cannot stand here");
  EXPECT_TRUE(holds(fork + "SPEC E [s = 0 | s = 1 -> TRUE U s = 2 & TRUE]"));
}

TEST(SmvCtl, BoundedOperatorsCountSteps) {
  EXPECT_TRUE(holds(fork + "SPEC EBF 2..2 s = 3 & !EBF 0..1 s = 3 & EBF 1..9 s = 3"));
  EXPECT_TRUE(holds(fork + "SPEC ABF 0..1 s != 0 & !ABF 2..5 s = 3 & ABF 1..1 s in {1, 2}"));
  EXPECT_TRUE(holds(fork + "SPEC EBG 2..7 s = 3 & !EBG 1..7 s = 3 & EBG 0..3 s < 2"));
  EXPECT_TRUE(holds(fork + "SPEC ABG 1..1 s > 0 & !ABG 1..2 s > 0 & !ABG 0..0 s > 0"));
  EXPECT_TRUE(holds(fork + "SPEC E [s < 3 BU 2..2 s = 3] & !E [s < 2 BU 2..2 s = 3]"));
  EXPECT_TRUE(holds(fork + "SPEC E [s != 2 BU 2..4 s = 2] & !E [s != 2 BU 2..2 s = 2]"));
  EXPECT_TRUE(holds(fork + "SPEC A [s = 0 BU 0..1 s in {1, 2}] & !A [s = 0 BU 0..0 s > 0]"));
  EXPECT_TRUE(holds(fork + "SPEC A [s < 3 BU 1..1 s > 0] & !A [s = 1 BU 1..1 s > 0]"));
  EXPECT_EQ(mistake(fork + "SPEC EBF 3..2 TRUE"), "4:10: the range 3..2 is empty");
  EXPECT_EQ(mistake(fork + "SPEC EBF -1..2 TRUE"), "4:10: a bound is negative");
}

TEST(SmvCtl, ASpecificationHoldsIfAllInitialStatesSatisfyIt) {
  const std::string two = "MODULE main VAR s : 0..3; INIT s < 2 TRANS next(s) = s\n";
  EXPECT_TRUE(holds(two + "SPEC s < 2"));
  EXPECT_FALSE(holds(two + "SPEC s = 0"));
  EXPECT_FALSE(holds(two + "SPEC s != 0"));
}

// 0 can wait for ever or go to 1 for good.
const std::string waiting = "MODULE main VAR s : 0..1; INIT s = 0 TRANS s = 1 -> next(s) = 1\n";

TEST(SmvJustice, PathQuantifiersRangeOverFairPathsOnly) {
  EXPECT_FALSE(holds(waiting + "SPEC AF s = 1"));
  EXPECT_TRUE(holds(waiting + "JUSTICE s = 1 SPEC AF s = 1"));
  EXPECT_TRUE(holds(waiting + "FAIRNESS s = 1; SPEC !EG s = 0 & A [s = 0 U s = 1]"));
  EXPECT_TRUE(holds(waiting + "JUSTICE s = 0 SPEC AG s = 0 & !EX s = 1 & !EF s = 1"));
  EXPECT_TRUE(holds(waiting + "JUSTICE s = 0 SPEC !E [TRUE U s = 1] & AX s = 0"));
  EXPECT_TRUE(holds(waiting + "JUSTICE s = 0 SPEC !EBF 0..5 s = 1 & ABG 0..5 s = 0"));
  EXPECT_TRUE(holds(waiting + "JUSTICE s = 0 SPEC !EBG 1..1 s = 1 & A [TRUE BU 3..3 s = 0]"));
  EXPECT_TRUE(holds(waiting + "JUSTICE s = 0 SPEC !E [TRUE BU 0..5 s = 1]"));
}

TEST(SmvJustice, EveryConditionIsMetAgainAndAgain) {
  const std::string free = "MODULE main VAR s : 0..2; INIT s = 0\n";
  EXPECT_TRUE(holds(free + "JUSTICE s = 1 JUSTICE s = 2 SPEC AG (AF s = 1 & AF s = 2)"));
  EXPECT_FALSE(holds(free + "JUSTICE s = 1 | s = 2 SPEC AG AF s = 1"));
  EXPECT_FALSE(holds(free + "JUSTICE s = 1 JUSTICE s = 2 SPEC AF s = 0 & AG AF s = 0"));
  EXPECT_TRUE(holds(free + "JUSTICE s = 1 JUSTICE s = 2 SPEC AG EG EF s = 0"));
}

TEST(SmvJustice, InitialStatesWithoutFairPathAreNotAsked) {
  const std::string two = "MODULE main VAR s : 0..1; TRANS next(s) = s JUSTICE s = 1\n";
  EXPECT_TRUE(holds(two + "SPEC s = 1"));
  EXPECT_TRUE(holds(two + "LTLSPEC s = 1"));
  EXPECT_TRUE(holds("MODULE main VAR s : 0..1; JUSTICE s = 2 SPEC FALSE"));
  EXPECT_TRUE(holds("MODULE main VAR s : 0..1; JUSTICE s = 2 LTLSPEC FALSE"));
}

// ---- LTL ----

TEST(SmvLtl, OperatorsMeanWhatTheirDefinitionsSay) {
  EXPECT_TRUE(holds(fork + "LTLSPEC X s in {1, 2}"));
  EXPECT_FALSE(holds(fork + "LTLSPEC X s = 1"));
  EXPECT_FALSE(holds(fork + "LTLSPEC !X s = 1"));
  EXPECT_TRUE(holds(fork + "LTLSPEC G (s = 2 -> X G s = 3)"));
  EXPECT_FALSE(holds(fork + "LTLSPEC F s = 3"));
  EXPECT_TRUE(holds(fork + "LTLSPEC F s = 3 | G F s = 1"));
  EXPECT_FALSE(holds(fork + "LTLSPEC F G s = 3 | G F s = 0"));  // 0 1 1 1 ...
  EXPECT_TRUE(holds(fork + "LTLSPEC s = 0 U s > 0"));
  EXPECT_FALSE(holds(fork + "LTLSPEC s < 2 U s = 2"));
  EXPECT_TRUE(holds(fork + "LTLSPEC s = 2 V s < 3"));
  EXPECT_FALSE(holds(fork + "LTLSPEC s = 1 V s = 0"));
  EXPECT_TRUE(holds(fork + "LTLSPEC (s < 2 U s = 2) | G s < 2"));
  EXPECT_TRUE(holds(fork + "LTLSPEC s = 0"));
}

// A path may leave 0 late; AF AG s != 1 needs a decision that F G s != 1 does not.
TEST(SmvLtl, DiffersFromCtlWhereItShould) {
  const std::string late =
      "MODULE main VAR s : 0..2; INIT s = 0 TRANS (s = 0 -> next(s) < 2) & (s > 0 -> next(s) = "
      "2)\n";
  EXPECT_TRUE(holds(late + "LTLSPEC F G s != 1"));
  EXPECT_FALSE(holds(late + "SPEC AF AG s != 1"));
}

TEST(SmvLtl, UntilAssociatesToTheLeftAndBindsTighterThanConjunction) {
  const std::string line =  // 0 1 2 3 3 3 ...
      "MODULE main VAR s : 0..3; INIT s = 0 TRANS next(s) = (s < 3 ? s + 1 : s)\n";
  EXPECT_FALSE(holds(line + "LTLSPEC s < 2 U s = 3 U s = 2"));
  EXPECT_TRUE(holds(line + "LTLSPEC s < 2 U (s = 3 U s = 2)"));
  EXPECT_TRUE(holds(line + "LTLSPEC s = 0 U s = 1 & s = 0"));
  EXPECT_FALSE(holds(line + "LTLSPEC s = 0 U (s = 1 & s = 0)"));
  EXPECT_FALSE(holds(line + "LTLSPEC X s = 2 U s = 1"));
  EXPECT_TRUE(holds(line + "LTLSPEC X (s = 2 U s = 1)"));
  EXPECT_FALSE(holds(line + "LTLSPEC !X s = 2 U s = 2"));
  EXPECT_TRUE(holds(line + "LTLSPEC !(X s = 2 U s = 2)"));
}

TEST(SmvLtl, OnlyFairPathsCount) {
  EXPECT_FALSE(holds(waiting + "LTLSPEC F s = 1"));
  EXPECT_TRUE(holds(waiting + "JUSTICE s = 1 LTLSPEC F s = 1"));
  EXPECT_TRUE(holds(waiting + "JUSTICE s = 0 LTLSPEC G s = 0"));
  EXPECT_FALSE(holds("MODULE main VAR s : 0..2; JUSTICE s = 1 JUSTICE s = 2 LTLSPEC G F s = 0"));
  EXPECT_TRUE(
      holds("MODULE main VAR s : 0..2; JUSTICE s = 1 JUSTICE s = 2 "
            "LTLSPEC G (s = 1 -> F s = 2)"));
}

}  // namespace
}  // namespace ken::tests::smv
