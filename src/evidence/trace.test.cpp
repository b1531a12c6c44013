#include "evidence/trace.hpp"

#include "model/text.test.hpp"

namespace ken::evidence {
namespace {

class Replay : public ::testing::Test {
 protected:
  [[nodiscard]] bool accepts(const Trace& trace) { return replay(model_, trace, budget_); }

  model::Model model_ = model::test::model_of(R"(
Agent P
  Vars: x : 0..3; b : boolean; end Vars
  Actions = {up, flip};
  Protocol: x < 2 : {up, flip}; Other : {flip}; end Protocol
  Evolution: x = x + 1 if Action = up; b = (!b) if Action = flip; end Evolution
end Agent
InitStates P.x = 0 and !P.b; end InitStates
)");
  base::Budget budget_;
  // The first component is the Environment's silent action.
  const model::JointAction up_ = {0, 0};
  const model::JointAction flip_ = {0, 1};
};

using ToLines = Replay;

TEST_F(Replay, AcceptsARun) {
  EXPECT_TRUE(accepts({{{0, 0}}, {}}));
  EXPECT_TRUE(accepts({{{0, 0}, {1, 0}, {1, 1}, {2, 1}, {2, 0}}, {up_, flip_, up_, flip_}}));
}

TEST_F(Replay, RejectsAWrongStart) { EXPECT_FALSE(accepts({{{1, 0}}, {}})); }

TEST_F(Replay, RejectsAWrongSuccessor) {
  EXPECT_FALSE(accepts({{{0, 0}, {0, 0}}, {up_}}));
  EXPECT_FALSE(accepts({{{0, 0}, {2, 0}}, {up_}}));
}

TEST_F(Replay, RejectsTheActionThatDoesNotLeadThere) {
  EXPECT_FALSE(accepts({{{0, 0}, {1, 0}}, {flip_}}));
}

TEST_F(Replay, RejectsAForbiddenAction) {
  EXPECT_FALSE(accepts({{{0, 0}, {1, 0}, {2, 0}, {3, 0}}, {up_, up_, up_}}));
}

TEST_F(Replay, RejectsAMistakeAtTheVeryEnd) {
  EXPECT_FALSE(accepts({{{0, 0}, {1, 0}, {1, 0}}, {up_, flip_}}));
}

TEST_F(Replay, RejectsStatesAndActionsThatDoNotMatch) {
  EXPECT_FALSE(accepts({{}, {}}));
  EXPECT_FALSE(accepts({{{0, 0}, {1, 0}}, {}}));
  EXPECT_FALSE(accepts({{{0, 0}}, {up_}}));
}

TEST_F(ToLines, ShowWhatChanges) {
  EXPECT_EQ(to_lines(model_, {{{0, 0}, {1, 0}, {1, 1}}, {up_, flip_}}, budget_),
            (std::vector<std::string>{"state 0: P.x=0, P.b=false", "  P: up", "state 1: P.x=1",
                                      "  P: flip", "state 2: P.b=true"}));
}

TEST_F(ToLines, AreCharged) {
  base::Budget little(std::nullopt, 200);
  EXPECT_THROW((void)to_lines(model_, {{{0, 0}, {1, 0}, {1, 1}}, {up_, flip_}}, little),
               base::Exhausted);
}

}  // namespace
}  // namespace ken::evidence
