#include "concrete/facts.hpp"

#include "concrete/explored.test.hpp"

namespace ken::concrete {
namespace {

using evidence::Fact;
using evidence::Node;
using evidence::Selection;
using evidence::Stage;

// From 0 to 1, where P may stay, or go for ever to 2, where nothing is fair.
constexpr const char* trap = R"(
Agent Environment
  Vars: s : 0..2; end Vars
  Evolution:
    s = 1 if s = 0;
    s = 2 if s = 1 and P.Action = go;
  end Evolution
end Agent
Agent P
  Lobsvars = {s};
  Vars: v : boolean; end Vars
  Actions = {stay, go};
  Protocol: Environment.s = 1 : {stay, go}; Other : {stay}; end Protocol
  Evolution: v = true if v = true; end Evolution
end Agent
InitStates Environment.s = 0 and P.v = true; end InitStates
Fairness Environment.s < 2; end Fairness
)";

// P wants to be in 0 for ever.
class Trapped : public testing::Test {
 protected:
  [[nodiscard]] bool judge(const Fact& fact, Duty duty) {
    StateSet zero = e.context.arena.nothing();
    zero.insert(*e.space.find(in(0)));
    const Objective stay_in_zero{Objective::Form::weak, zero, e.context.arena.nothing()};
    return are_right(e.context, {logic::AgentId{1}}, stay_in_zero, duty, {&fact, 1});
  }
  [[nodiscard]] static model::State in(model::Value s) { return {s, 1}; }
  [[nodiscard]] static Selection select(std::uint32_t action) {
    return {logic::AgentId{1}, in(1), model::ActionIndex{action}};
  }
  const Selection stay = select(0);
  const Selection go = select(1);
  const Node violated{in(1), Stage::violated};

  test::Explored e{trap};
};

TEST_F(Trapped, AViolationIsLostUnlessTheFairPathsAreLeft) {
  EXPECT_TRUE(judge({violated, {stay}, {}}, Duty::never_stuck));
  EXPECT_FALSE(judge({violated, {go}, {}}, Duty::never_stuck));
  EXPECT_FALSE(judge({violated, {}, {}}, Duty::never_stuck));
}

TEST_F(Trapped, AnOpenStateIsLostLikewise) {
  const Node open{in(0), Stage::open};
  EXPECT_TRUE(judge({open, {stay}, {}}, Duty::never_stuck));
  EXPECT_FALSE(judge({open, {}, {}}, Duty::never_stuck));
}

TEST_F(Trapped, WhatIsViolatedStaysSo) {
  EXPECT_TRUE(judge({violated, {stay}, violated}, Duty::never_stuck));
  EXPECT_FALSE(judge({violated, {stay}, Node{in(1), Stage::open}}, Duty::never_stuck));
  EXPECT_FALSE(judge({violated, {go}, violated}, Duty::never_stuck));
}

TEST_F(Trapped, ToLeaveTheFairPathsIsALossOnlyIfTheyMustBeKept) {
  const Node start{in(0), Stage::start};
  EXPECT_TRUE(judge({start, {go}, {}}, Duty::stay_fair));
  EXPECT_FALSE(judge({start, {stay}, {}}, Duty::stay_fair));
  EXPECT_FALSE(judge({start, {go}, {}}, Duty::never_stuck));
}

}  // namespace
}  // namespace ken::concrete
