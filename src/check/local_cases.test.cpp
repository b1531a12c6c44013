#include "check/local_cases.hpp"

#include <fmt/format.h>

#include "symbolic/built.test.hpp"

namespace ken::check {
namespace {

using symbolic::test::Built;

constexpr model::AgentId agent_p{1};

// "W003 P.x=3": what is found about P, local or reached.
enum class Which : std::uint8_t { all, reached };
std::vector<std::string> cases_of(const std::string& text, Which which = Which::all) {
  Built built(text);
  const symbolic::Reachable reachable = symbolic::explore(built.system);
  const Scope scope = which == Which::all ? Scope{} : reached_cases(built.system, reachable);
  std::vector<LocalCase> found = find_protocol_gaps(diagrams_of(built.system), agent_p, scope);
  for (LocalCase& one : find_line_cases(diagrams_of(built.system), agent_p, scope))
    found.push_back(std::move(one));
  std::vector<std::string> result;
  result.reserve(found.size());
  for (const LocalCase& one : found)
    result.push_back(
        fmt::format("{}{}{}", row(one.code).name, one.where.empty() ? "" : " ", one.where));
  return result;
}
using Found = std::vector<std::string>;

struct Parts {
  std::string protocol = "x = 0 : {a}; Other : {b};";
  std::string evolution = "x = 1 if Action = a;";
  std::string initial = "P.x = 0";
};

std::string text(const Parts& parts) {
  return fmt::format(
      "Agent P Vars: x : 0..2; y : 0..4; end Vars Actions = {{a, b}}; Protocol: {} end Protocol "
      "Evolution: {} end Evolution end Agent InitStates {}; end InitStates",
      parts.protocol, parts.evolution, parts.initial);
}

TEST(LocalCases, NothingIsFoundInASoundModel) { EXPECT_EQ(cases_of(text({})), Found{}); }

TEST(LocalCases, AProtocolGapIsAStateWithoutAction) {
  EXPECT_EQ(cases_of(text({.protocol = "x = 0 : {a}; x = 1 : {b};"})), Found{"W003 P.x=2"});
  EXPECT_EQ(cases_of(text({.protocol = "x = 0 : {a}; x >= 1 : {b};"})), Found{});
  EXPECT_EQ(cases_of(text({.protocol = "x = 0 or x > 0 and y < 4 : {a, b};"})),
            Found{"W003 P.x=1, P.y=4"});
}

TEST(LocalCases, LinesThatCanBothApplyOverlap) {
  EXPECT_EQ(cases_of(text({.evolution = "x = 1 if Action = a; x = 2 if x = 0;"})),
            Found{"W006 P.x=0, P.Action=a"});
}

TEST(LocalCases, LinesThatOfferTheSameDoNotOverlap) {
  EXPECT_EQ(cases_of(text({.evolution = "x = 1 if Action = a; x = x + 1 if x = 0;"})), Found{});
  EXPECT_EQ(cases_of(text({.evolution = "x = 0 if x = 0; y = y if true;"})), Found{})
      << "nothing changes either way";
}

TEST(LocalCases, WhatALineLeavesAloneIsAValueToo) {
  EXPECT_EQ(cases_of(text({.evolution = "x = 0 if true; y = 0 if true;"})),
            Found{"W006 P.x=1, P.y=0"})
      << "though no line reads x or y";
}

TEST(LocalCases, ALineThatFitsAndOneThatDoesNotOverlap) {
  EXPECT_EQ(cases_of(text({.evolution = "x = x + 1 if x = 2; x = 0 if x = 2;"})),
            (Found{"W008 P.x=2", "W006 P.x=2"}));
  EXPECT_EQ(cases_of(text({.evolution = "x = x + 1 if x = 2; x = x + 2 if x = 2;"})),
            (Found{"W008 P.x=2", "W008 P.x=2"}))
      << "neither offers anything";
}

TEST(LocalCases, EveryLineIsComparedWithTheFirstThatApplies) {
  EXPECT_EQ(cases_of(text({.evolution = "x = 1 if x = 0; x = 2 if x = 0; x = 1 if x = 0;"})),
            Found{"W006 P.x=0"});
  EXPECT_EQ(cases_of(text({.evolution = "x = 1 if x = 0; x = 0 if x = 1; x = 2 if x < 2;"})),
            Found{"W006 P.x=0"});
}

TEST(LocalCases, UnderSingleAssignmentLinesDoNotOverlap) {
  EXPECT_EQ(
      cases_of("Semantics = SA; " + text({.evolution = "x = 1 if Action = a; x = 2 if x = 0;"})),
      Found{});
}

TEST(LocalCases, AValueOutsideTheRangeMayOverflow) {
  EXPECT_EQ(cases_of(text({.evolution = "x = x + 1 if true;"})), Found{"W008 P.x=2"});
  EXPECT_EQ(cases_of(text({.evolution = "x = x + 1 if x < 2;"})), Found{});
  EXPECT_EQ(cases_of(text({.evolution = "x = x / 2 if true;"})), Found{"W008 P.x=1"});
  EXPECT_EQ(cases_of(text({.evolution = "x = 1 / x if x < 2;"})), Found{"W008 P.x=0"});
}

TEST(LocalCases, AnOverflowUnderAnActionTheProtocolForbidsIsNone) {
  EXPECT_EQ(cases_of(text({.evolution = "x = x + 1 if Action = a;"})), Found{});
}

TEST(LocalCases, ALineWhoseConditionIsNeverTrueIsIdle) {
  EXPECT_EQ(cases_of(text({.evolution = "x = 1 if x = 0 and x = 1;"})), Found{"W016"});
  EXPECT_EQ(cases_of(text({.evolution = "x = 1 if x = 1 and Action = a;"})), Found{"W016"});
}

TEST(LocalCases, OfRepeatedLinesOneThatAppliesIsEnough) {
  EXPECT_EQ(cases_of(text({.evolution = "for (i: 2..4) y = i if x = i;"})), Found{});
}

TEST(LocalCases, ReachedAreThoseOfReachableStates) {
  const Parts parts{.protocol = "x < 2 and y = 0 : {a, b};", .evolution = "x = x + 1 if true;"};
  EXPECT_EQ(cases_of(text(parts)), (Found{"W003 P.x=2, P.y=0"}))
      << "with x = 2 nothing is allowed, so nothing overflows";
  EXPECT_EQ(cases_of(text(parts), Which::reached), (Found{"W003 P.x=2, P.y=0"}))
      << "if y starts with 0";
  const Parts stays{.protocol = "x < 2 : {a, b};",
                    .evolution =
                        "x = 1 if x = 0; x = 2 if x > 0 and Action = a; "
                        "y = 1 if x > 0 and y = 4;",
                    .initial = "P.x = 0 and P.y = 0"};
  EXPECT_EQ(cases_of(text(stays)), (Found{"W003 P.x=2", "W006 P.x=1, P.y=4, P.Action=a"}));
  EXPECT_EQ(cases_of(text(stays), Which::reached), Found{"W003 P.x=2"});
}

TEST(LocalCases, ReachedAreThoseWithActionsThatOthersMayTake) {
  const auto other = [](const std::string& protocol) {
    return "Agent P Vars: x : 0..1; end Vars Evolution: x = 1 if Q.Action = b; x = 0 if x = 1; end "
           "Evolution end Agent Agent Q Vars: y : 0..1; end Vars Actions = {a, b}; Protocol: " +
           protocol + " end Protocol end Agent InitStates P.x = 1 and Q.y = 0; end InitStates";
  };
  const Found overlap{"W006 P.x=1, Q.Action=b"};
  EXPECT_EQ(cases_of(other("y = 0 : {a, b}; y = 1 : {a};"), Which::reached), overlap);
  EXPECT_EQ(cases_of(other("y = 0 : {a}; y = 1 : {a, b};"), Which::reached), Found{});
  EXPECT_EQ(cases_of(other("y = 0 : {a}; y = 1 : {a, b};")), overlap);
}

TEST(LocalCases, ManyVariablesAreNotAllListed) {
  std::string condition;
  for (int i = 0; i < 40; ++i) condition += fmt::format("{}b[{}]", i > 0 ? " or " : "", i);
  const Found found = cases_of(
      "Agent P Vars: b[i: 0..39] : boolean; end Vars Actions = {a}; "
      "Protocol: " +
      condition +
      " : {a}; end Protocol end Agent InitStates true; end "
      "InitStates");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_TRUE(found[0].ends_with("P.b[15]=false, ...")) << found[0];
}

}  // namespace
}  // namespace ken::check
