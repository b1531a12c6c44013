// Conditions as diagrams against their evaluation, state by state; and what must stay small.

#include "symbolic/conditions.hpp"

#include <fmt/format.h>

#include "base/sanitized.hpp"
#include "symbolic/built.test.hpp"
#include "symbolic/count.hpp"

namespace ken::symbolic {
namespace {

using test::Built;

constexpr const char* small_agent = R"(
Agent P
  Vars: x : -2..3; y : 0..4; b[i: 0..3] : boolean; c : {blue, green, red}; end Vars
end Agent
)";

std::string with_atoms(const std::string& agents, const std::vector<std::string>& conditions) {
  std::string text = agents + "Evaluation\n";
  for (std::size_t i = 0; i < conditions.size(); ++i)
    text += fmt::format("a{} if {};\n", i, conditions[i]);
  return text + "end Evaluation\n";
}

Bdd atom(Built& built, std::size_t i) {
  return built.system.conditions().holds(built.model.atoms.at(i).condition.expr);
}

void expect_agreement(const std::vector<std::string>& conditions) {
  Built built(with_atoms(small_agent, conditions));
  for (std::size_t i = 0; i < conditions.size(); ++i) {
    const Bdd found = atom(built, i);
    const model::Program& program = built.model.atoms.at(i).condition.program(built.model.exprs);
    test::States expected;
    for (const model::State& state : test::all_states(built.model))
      if (program.holds(state)) expected.insert(state);
    EXPECT_EQ(StateSet(found) & built.system.initial(), built.diagram(expected)) << conditions[i];
    EXPECT_FALSE(expected.empty()) << conditions[i] << " says nothing";
  }
}

TEST(Conditions, ComparisonsOfACountAgreeWithEvaluation) {
  expect_agreement({
      "count(i: 0..3) P.b[i] = 2",
      "count(i: 0..3) P.b[i] <> P.y",
      "count(i: 0..3) P.b[i] < P.x",
      "P.x <= count(i: 0..3) P.b[i]",
      "2 * count(i: 0..3) P.b[i] - 1 = P.x",
      "P.x * count(i: 0..3) P.b[i] >= P.y",
      "count(i: 0..3) P.b[i] / 2 = P.x",
      "P.y / count(i: 0..3) P.b[i] = 2",
      "P.y / count(i: 0..3) P.b[i] <> 2",
      "count(i: 0..3) P.b[i] = P.y mod count(i: 0..3) P.b[i] + 1",
      "count(i: 0..3)(P.b[i] and P.x > i - 2) = count(i: 0..3) P.b[i]",
      "count(i: 0..3)(P.x = i) = 1",
      "count(i: 0..3)(count(k: 0..i) P.b[k] = P.y) >= 1",
      "count(i: 0..9)(P.b[i mod 2]) > P.y * 2",
      "P.b[0] = (count(i: 0..3) P.b[i] = P.y)",
  });
}

// A minute and a gigabyte if every condition counted for itself.
TEST(Conditions, ThousandsOfEqualConditionsCountTogether) {
  constexpr std::size_t n = base::sanitized ? 6'001 : 40'000;  // a third, and one more
  expect_agreement({fmt::format("count(i: 1..{})(P.x = i mod 3) > {}", n, n / 3),
                    fmt::format("count(i: 1..{}) P.b[0] > 5", n)});
}

// A sum of numbers that are 0 or 1 is as good as a count.
TEST(Conditions, ASumOfBitsComparedWithAVariableIsQuadratic) {
  const auto nodes_of = [](int n) {
    std::string text = "Agent Environment Vars: limit : 0.." + std::to_string(n) + "; ";
    std::string sum;
    for (int i = 1; i <= n; ++i) {
      text += "b" + std::to_string(i) + " : 0..1; ";
      sum += (i > 1 ? " + " : "") + std::string("Environment.b") + std::to_string(i);
    }
    Built built(text + "end Vars end Agent Evaluation few if " + sum +
                    " <= Environment.limit; end Evaluation",
                {"few"});
    return bdd::nodes(atom(built, 0));
  };
  EXPECT_LT(nodes_of(40), 5 * nodes_of(20));
}

TEST(Conditions, ParitiesAgreeWithEvaluation) {
  expect_agreement({
      "xor(i: 0..3) P.b[i]",
      "xor(i: 0..3)(P.b[i] and P.x <> i)",
      "xor(i: 0..5)(P.b[i mod 4] or P.y = i)",
      "!(xor(i: 0..3) P.b[i]) and xor(i: 0..2)(P.y > i)",
  });
}

TEST(Conditions, ArithmeticAndComparisonsAgreeWithEvaluation) {
  expect_agreement({
      "P.x + P.y * 2 = 5",
      "P.x - P.y <= -3",
      "P.y div P.x = -2",
      "P.y mod P.x = 1",
      "P.y / P.x < P.x",
      "!(P.y / P.x < P.x)",
      "P.y / P.x <> 1",
      "P.c = red or P.c = green and P.b[1]",
      "P.b[0] <-> P.b[1]",
      "P.b[0] = P.b[3] -> P.c <> blue",
      "sum(i: 1..4) P.x * i = -10",
  });
}

// n^2 + n nodes and few more: n (n + 1) / 2 for the count, as many for the numbers it is compared
// with.
TEST(Conditions, ACountComparedWithAVariableIsQuadratic) {
  constexpr std::size_t n = 300;
  Built built(with_atoms(
      fmt::format("Agent P Vars: r : 0..{0}; b[i: 1..{0}] : boolean; end Vars end Agent ", n),
      {fmt::format("count(i: 1..{}) P.b[i] = P.r", n)}));
  const Bdd found = atom(built, 0);
  EXPECT_LE(bdd::nodes(found), n * n);
  EXPECT_EQ(count_states(built.system, StateSet(found) & built.system.initial()), bdd::Natural(1)
                                                                                      << n)
      << "one value of r for each choice of the conditions";
}

// Two booleans, and conditions over them made by hand: their texts would be long.
class LargeConditions : public testing::Test {
 protected:
  LargeConditions() : built_("Agent P Vars: b : boolean; c : boolean; end Vars end Agent") {}

  [[nodiscard]] model::ExprStore& exprs() { return built_.model.exprs; }
  [[nodiscard]] model::ExprId variable(std::uint32_t v) { return exprs().variable(VarId{v}, 0, 1); }
  [[nodiscard]] test::States where(model::ExprId condition) {
    return built_.states(StateSet(built_.system.conditions().holds(condition)));
  }

  Built built_;
};

TEST_F(LargeConditions, EqualConditionsCountTogether) {
  constexpr std::size_t n = base::sanitized ? 20'000 : 200'000;
  const auto is = [&](model::ExprId count, model::Value value) {
    return where(exprs().compare(model::ExprOp::equal, count, exprs().constant(value)));
  };
  const model::ExprId either = exprs().disjunction({variable(0), variable(1)});
  const model::ExprId all = exprs().count(std::vector<model::ExprId>(n, either));
  EXPECT_EQ(is(all, n), (test::States{{0, 1}, {1, 0}, {1, 1}}));
  EXPECT_EQ(is(all, 0), (test::States{{0, 0}}));
  EXPECT_EQ(is(all, n / 2), (test::States{}));
  EXPECT_EQ(is(exprs().arithmetic(model::ExprOp::sum, {all, all}), 2 * n).size(), 3U);
  EXPECT_EQ(where(exprs().exclusive(std::vector<model::ExprId>(n, either))).size(), 0U);
  EXPECT_EQ(where(exprs().exclusive(std::vector<model::ExprId>(n + 1, either))).size(), 3U);
}

TEST_F(LargeConditions, DepthDoesNotMatter) {
  model::ExprId chain = variable(0);  // !(c and !(c and ... b))
  for (std::size_t i = 0; i < 100'000; ++i)
    chain = exprs().negation(exprs().conjunction({variable(1), chain}));
  EXPECT_EQ(where(chain), (test::States{{0, 0}, {1, 0}, {1, 1}}));
  constexpr model::Value deep = 20'000;
  model::ExprId sum = variable(0);  // (1 + (1 + ... b))
  for (model::Value i = 0; i < deep; ++i)
    sum = exprs().arithmetic(model::ExprOp::sum, {exprs().constant(1), sum});
  EXPECT_EQ(where(exprs().compare(model::ExprOp::less, exprs().constant(deep), sum)),
            (test::States{{1, 0}, {1, 1}}));
}

}  // namespace
}  // namespace ken::symbolic
