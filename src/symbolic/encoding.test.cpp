#include "symbolic/encoding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "symbolic/built.test.hpp"
#include "symbolic/count.hpp"

namespace ken::symbolic {
namespace {

using test::Built;

// Every kind of type, none of them full: 3 * 5 * 2 * 1 * 6 states.
constexpr const char* mixed = R"(
Agent Environment
  Obsvars: e : {a, b, c}; end Obsvars
  Actions = {one, two, three};
  Evolution: e = b if Action = one; end Evolution
end Agent
Agent P
  Vars: x : -2..2; flag : boolean; only : 7..7; fixed : 0..5; end Vars
  Actions = {go, stay};
  Evolution: x = x + 1 if x < 2 and Action = go; flag = true if Environment.e = c; end Evolution
end Agent
)";
constexpr std::size_t mixed_states = 180;
constexpr VarId only{3};
constexpr VarId fixed{4};

constexpr Order orders[] = {Order::computed, Order::all_then_actions, Order::agents,
                            Order::actions_between, Order::actions_after_both};
constexpr Grouping groupings[] = {Grouping::none, Grouping::pairs, Grouping::variables};

TEST(Encoding, CodesWithoutAValueAreNoInitialStates) {
  Built built(mixed);
  EXPECT_EQ(count_states(built.system, built.system.initial()), mixed_states);
}

TEST(Encoding, EveryStateIsOneAssignmentAndComesBack) {
  for (const Order order : orders) {
    Built built(mixed, {}, {.order = order});
    StateSet all = built.system.nothing();
    for (const model::State& state : test::all_states(built.model)) {
      const StateSet point = built.diagram(state);
      EXPECT_EQ(count_states(built.system, point), 1);
      EXPECT_TRUE(disjoint(point, all)) << "two states share a code";
      EXPECT_EQ(some_state(built.system.encoding(), built.model, point), state);
      all |= point;
    }
    EXPECT_EQ(all, built.system.initial());
  }
}

std::string compared(int values) {
  return fmt::format(R"(
Agent P
  Vars: x : 0..{0}; y : 0..{0}; z : 0..{0}; w : 1..{0}; far : 0..3; end Vars
  Actions = {{go, stay}};
  Evolution:
    x = x + 1 if x < {0} and Action = go;
    y = z if z > far;
    w = 1 if Action = stay;
  end Evolution
end Agent
Evaluation p if P.x = P.y; end Evaluation
)",
                     values);
}

// How many variables stand between the highest and the lowest bit.
unsigned spread(const Bits& bits) {
  const auto [low, high] = std::minmax_element(bits.begin(), bits.end());
  return static_cast<unsigned>(*high) - static_cast<unsigned>(*low);
}

TEST(Encoding, BitsOfWideNumbersThatAreComparedOrAssignedAlternate) {
  Built built(compared(1000));
  const Encoding& encoding = built.system.encoding();
  constexpr unsigned bits = 10;
  constexpr VarId x{0};
  constexpr VarId y{1};
  constexpr VarId z{2};  // no line assigns it, so it has no bits of next
  for (std::size_t i = 0; i < bits; ++i) {
    const auto place = [&](VarId v) { return static_cast<int>(encoding.now(v)[i]); };
    for (const VarId other : {y, z}) EXPECT_LE(std::abs(place(x) - place(other)), 4) << i;
  }
  EXPECT_EQ(spread(encoding.now(VarId{3})), 2 * (bits - 1)) << "w is compared with nobody";
}

TEST(Encoding, BitsOfNarrowNumbersStayTogether) {
  Built built(compared(15));
  EXPECT_EQ(spread(built.system.encoding().now(VarId{0})), 2U * 3);
  Built braided(compared(15), {}, {.braiding = Braiding::always});
  EXPECT_GT(spread(braided.system.encoding().now(VarId{0})), 2U * 3);
  Built never(compared(1000), {}, {.braiding = Braiding::never});
  EXPECT_EQ(spread(never.system.encoding().now(VarId{0})), 2U * 9);
}

TEST(Encoding, SomeStateIsInTheSet) {
  Built built(mixed);
  StateSet left = built.system.initial();
  for (std::size_t i = 0; i < mixed_states; ++i)
    left -= built.diagram(some_state(built.system.encoding(), built.model, left));
  EXPECT_TRUE(left.empty());
}

TEST(Encoding, ExtremesOfTheLargestTypeComeBack) {
  Built built(
      "Agent P Vars: x : -9223372036854775807 - 1..9223372036854775807; end Vars end Agent");
  for (const model::Value x : {std::numeric_limits<model::Value>::min(), model::Value{-1},
                               std::numeric_limits<model::Value>::max()})
    EXPECT_EQ(some_state(built.system.encoding(), built.model, built.diagram(model::State{x})),
              model::State{x});
  EXPECT_EQ(count_states(built.system, built.system.initial()), bdd::Natural(1) << 64U);
}

// All bits of all variables and actions, each as often as it is used.
Bits used(const Encoding& encoding, const model::Model& model) {
  Bits result = encoding.state_bits();
  for (std::size_t i = 0; i < model.variables.size(); ++i)
    for (const Variable v : encoding.next(static_cast<VarId>(i))) result.push_back(v);
  for (std::size_t i = 0; i < model.agents.size(); ++i)
    for (const Variable v : encoding.action(static_cast<AgentId>(i))) result.push_back(v);
  std::sort(result.begin(), result.end());
  return result;
}

TEST(Encoding, EveryOrderPlacesEveryBitOnce) {
  const auto model = model::test::model_of(mixed);
  base::Budget budget;
  for (const Order order : orders)
    for (const Grouping grouping : groupings) {
      const Encoding encoding(model, {.order = order, .grouping = grouping}, budget);
      Bits expected;
      for (std::size_t i = 0; i < encoding.bits(); ++i)
        expected.push_back(static_cast<Variable>(i));
      EXPECT_EQ(used(encoding, model), expected);
      EXPECT_EQ(encoding.bits(), 2U + 3U + 1U + 0U + 3U + (2U + 3U + 1U) + (2U + 1U))
          << "now, next, actions";
    }
}

TEST(Encoding, WhatIsNeverAssignedHasNoNextBits) {
  const auto model = model::test::model_of(mixed);
  base::Budget budget;
  for (const Order order : orders) {
    const Encoding encoding(model, {.order = order}, budget);
    for (std::size_t i = 0; i < model.variables.size(); ++i) {
      const auto v = static_cast<VarId>(i);
      EXPECT_EQ(encoding.changes(v), v != only && v != fixed);
      EXPECT_EQ(encoding.next(v).size(), encoding.changes(v) ? encoding.now(v).size() : 0);
    }
  }
}

TEST(Encoding, NextBitsCanBeGivenLater) {
  Built built(mixed);
  const StateSet before = built.system.initial();
  const std::vector<VarId> variables{VarId{0}, only, fixed};
  const Bits given = built.system.encoding().next(VarId{0});
  built.system.give_next(variables);
  const Encoding& encoding = built.system.encoding();
  EXPECT_EQ(encoding.next(VarId{0}), given) << "it had them";
  EXPECT_EQ(encoding.next(fixed).size(), encoding.now(fixed).size());
  EXPECT_FALSE(encoding.changes(fixed)) << "no evolution changes it";
  for (const BitPair& bit : encoding.pairs({&fixed, 1}))
    EXPECT_EQ(built.system.manager().level(bit.next), built.system.manager().level(bit.now) + 1);
  EXPECT_EQ(count_states(built.system, before), mixed_states);
  EXPECT_EQ(built.system.initial(), before);
}

TEST(Encoding, GroupsLieSideBySideAndDoNotCross) {
  const auto model = model::test::model_of(mixed);
  base::Budget budget;
  for (const Order order : orders)
    for (const Grouping grouping : groupings) {
      const Encoding encoding(model, {.order = order, .grouping = grouping}, budget);
      std::size_t covered = 0;
      std::set<std::size_t> starts;
      for (const bdd::VariableGroup& group : encoding.groups()) {
        const auto first = static_cast<std::size_t>(group.first);
        const auto last = static_cast<std::size_t>(group.last);
        EXPECT_LE(first, last);
        EXPECT_TRUE(starts.insert(first).second);
        covered += last - first + 1;
      }
      EXPECT_EQ(covered, encoding.bits()) << "every bit is in one group";
    }
}

TEST(Encoding, BelowAndEqualsCountCodes) {
  Built built("Agent P Vars: x : 0..15; end Vars end Agent");
  const Bits& bits = built.system.encoding().now(VarId{0});
  bdd::Manager& manager = built.system.manager();
  Bdd known = manager.constant(false);
  for (std::uint64_t code = 0; code < 16; ++code) {
    EXPECT_EQ(below(manager, bits, code), known);
    known |= equals(manager, bits, code);
  }
  EXPECT_TRUE(below(manager, bits, 16).is_true());
  EXPECT_TRUE(below(manager, bits, 1000).is_true());
}

}  // namespace
}  // namespace ken::symbolic
