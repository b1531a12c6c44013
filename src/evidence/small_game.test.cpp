#include "evidence/small_game.hpp"

#include "evidence/state_check.hpp"
#include "model/text.test.hpp"

namespace ken::evidence {
namespace {

using logic::PathOperator;
using model::JointAction;
using model::State;

constexpr auto walker = static_cast<logic::AgentId>(1);
constexpr model::ActionIndex left = 0;

// W walks between 0 and 3; at 2 the wind of Q may blow it back to 1.
class Walk : public ::testing::Test {
 protected:
  [[nodiscard]] std::optional<bool> wins_from(std::int64_t x, PathOperator op) {
    const SmallGame game{model,
                         {walker},
                         op,
                         true,
                         [&](const State& state) -> std::optional<Status> {
                           if (is_puzzling) return std::nullopt;
                           return find_status(op, true, state[0] == goal, std::nullopt);
                         },
                         [&](const JointAction& action, const State& state) {
                           return state[0] != bound_at || action[1] == left;
                         }};
    return wins(game, {x}, steps_left, budget);
  }

  model::Model model = model::test::model_of(
      "Agent W Vars: x : 0..3; end Vars Actions = {left, right}; Evolution: "
      "x = x + 1 if Action = right and x < 2; x = x - 1 if Action = left and x > 0; "
      "x = 3 if Action = right and x = 2 and Q.Action = calm; "
      "x = 1 if Action = right and x = 2 and Q.Action = blow; end Evolution end Agent "
      "Agent Q Actions = {calm, blow}; end Agent InitStates W.x = 0; end InitStates",
      {"AG true"});
  base::Budget budget;
  std::uint64_t steps_left = 10'000;
  std::int64_t goal = 2;
  std::int64_t bound_at = -1;
  bool is_puzzling = false;
};

TEST_F(Walk, IsWonWhereTheWindCannotHinder) {
  EXPECT_EQ(wins_from(0, PathOperator::finally), true);
  goal = 3;
  EXPECT_EQ(wins_from(0, PathOperator::finally), false);
  EXPECT_EQ(wins_from(3, PathOperator::finally), true) << "nothing has to be done";
}

TEST_F(Walk, IsLostWhereTheMovesThatAreLeftLeadBack) {
  bound_at = 1;
  EXPECT_EQ(wins_from(0, PathOperator::finally), false);
  EXPECT_EQ(wins_from(2, PathOperator::finally), true);
}

TEST_F(Walk, MayStayForEver) {
  goal = 0;
  EXPECT_EQ(wins_from(0, PathOperator::globally), true) << "left, where it is";
  EXPECT_EQ(wins_from(1, PathOperator::globally), false);
}

TEST_F(Walk, LooksAtNextStatesAlone) {
  EXPECT_EQ(wins_from(1, PathOperator::next), true);
  EXPECT_EQ(wins_from(2, PathOperator::next), false) << "that it is there now does not count";
  EXPECT_EQ(wins_from(0, PathOperator::next), false);
}

TEST_F(Walk, IsNotDecidedWithoutSteps) {
  steps_left = 3;
  EXPECT_EQ(wins_from(0, PathOperator::finally), std::nullopt);
  EXPECT_EQ(steps_left, 0U);
}

TEST_F(Walk, IsNotDecidedWhereNobodyKnowsWhatHolds) {
  is_puzzling = true;
  EXPECT_EQ(wins_from(0, PathOperator::finally), std::nullopt);
}

}  // namespace
}  // namespace ken::evidence
