#include "evidence/restriction.hpp"

#include "model/step.hpp"
#include "model/text.test.hpp"

namespace ken::evidence {
namespace {

using model::ActionIndex;
using model::VarId;
using Actions = std::vector<ActionIndex>;

constexpr auto player = static_cast<logic::AgentId>(1);
constexpr ActionIndex left = 0;
constexpr ActionIndex right = 1;
constexpr ActionIndex wait = 2;

// P with this protocol, and a strategy of its for the first formula.
class Restricted : public ::testing::Test {
 protected:
  void read(const std::string& protocol, const std::string& formula = "<P | ir>F end",
            const std::string& more = "") {
    model = model::test::model_of(
        "Agent P Vars: x : 0..3; b : boolean; end Vars Actions = {left, "
        "right, wait}; " +
            protocol +
            " end Agent Evaluation end if P.x = 3; end Evaluation "
            "InitStates P.x = 0; end InitStates " +
            more,
        {formula});
    strategy.operation = model.properties.front().formula;
    strategy.semantics = logic::Semantics::ir;
    strategy.starts = "2";
    strategy.starts_are_initial = true;
  }
  void decide(const std::vector<model::Value>& view, ActionIndex action) {
    if (strategy.members.empty()) strategy.members.push_back({player, {}});
    strategy.members.front().points.push_back({{{VarId{0}, view[0]}, {VarId{1}, view[1]}}, action});
  }
  [[nodiscard]] Actions allowed(const model::State& state) const {
    const model::Model restricted = restrict_protocols(model, strategy).model;
    return model::allowed_actions(restricted, restricted[player], state);
  }
  [[nodiscard]] std::size_t claims() const {
    return restrict_protocols(model, strategy).model.properties.size();
  }

  model::Model model;
  Strategy strategy;
};

TEST_F(Restricted, DoesWhatIsDecidedAndElsewhereWhatItsProtocolSays) {
  read("Protocol: x < 2 : {left, right}; b : {wait}; Other : {left, wait}; end Protocol");
  decide({0, 0}, right);
  decide({1, 1}, wait);
  EXPECT_EQ(allowed({0, 0}), (Actions{right}));
  EXPECT_EQ(allowed({1, 1}), (Actions{wait})) << "of two lines that match";
  EXPECT_EQ(allowed({0, 1}), (Actions{left, right, wait}));
  EXPECT_EQ(allowed({1, 0}), (Actions{left, right}));
  EXPECT_EQ(allowed({2, 1}), (Actions{wait}));
  EXPECT_EQ(allowed({3, 0}), (Actions{left, wait})) << "no line matches";
}

TEST_F(Restricted, DecidesWhereOtherApplied) {
  read("Protocol: b : {wait}; Other : {left, wait}; end Protocol");
  decide({3, 0}, left);
  EXPECT_EQ(allowed({3, 0}), (Actions{left}));
  EXPECT_EQ(allowed({2, 0}), (Actions{left, wait}));
}

TEST_F(Restricted, DecidesWithoutAProtocol) {
  read("");
  decide({3, 0}, left);
  EXPECT_EQ(allowed({3, 0}), (Actions{left}));
  EXPECT_EQ(allowed({2, 0}), (Actions{left, right, wait}));
}

TEST_F(Restricted, StartsWhereItHasToWin) {
  read("");
  decide({0, 0}, left);
  strategy.starts_are_initial = false;
  strategy.start_states = {{1, 0}, {2, 1}};
  const model::Model restricted = restrict_protocols(model, strategy).model;
  EXPECT_TRUE(restricted.initial->program(restricted.exprs).holds(model::State{1, 0}));
  EXPECT_TRUE(restricted.initial->program(restricted.exprs).holds(model::State{2, 1}));
  EXPECT_FALSE(restricted.initial->program(restricted.exprs).holds(model::State{0, 0}));
  EXPECT_FALSE(restricted.initial->program(restricted.exprs).holds(model::State{1, 1}));
}

TEST_F(Restricted, ClaimsThatNobodyElseIsNeeded) {
  read("", "[P | ir](end W P.b)");
  const model::Model restricted = restrict_protocols(model, strategy).model;
  ASSERT_EQ(restricted.properties.size(), 1U);
  const auto& claim = std::get<logic::Modal>(restricted.formulas[restricted.properties[0].formula]);
  EXPECT_EQ(restricted.modalities[claim.modality].builtin, logic::Builtin::can_until);
  EXPECT_TRUE(claim.subjects.at(0).empty());
  EXPECT_EQ(claim.semantics, logic::Semantics::of_the_run);
  EXPECT_EQ(in_words(model, strategy).operation, "<P | ir>(!P.b U (!end and !P.b))");
}

TEST_F(Restricted, ClaimsNothingThatMeansTheWholeModel) {
  read("", "<P | ir>F K(P, end)");
  EXPECT_EQ(claims(), 0U);
  strategy.objective = ListedObjective{logic::PathOperator::until, {{0, 0}}, {{3, 0}}};
  EXPECT_EQ(claims(), 1U) << "but for a few states";
  read("", "<P | ir>F end", "Fairness EF end; end Fairness");
  EXPECT_EQ(claims(), 0U);
  read("", "<P | ir>F end", "Fairness end; end Fairness");
  EXPECT_EQ(claims(), 1U);
}

TEST_F(Restricted, ClaimsNothingAboutOtherStarts) {
  read("");
  strategy.starts_are_initial = false;
  EXPECT_EQ(claims(), 0U);
  strategy.starts_have_initial = true;
  EXPECT_EQ(claims(), 1U);
}

}  // namespace
}  // namespace ken::evidence
