#include "evidence/unfolding.hpp"

#include <gtest/gtest.h>

namespace ken::evidence {
namespace {

using logic::Extremum;
using logic::FormulaId;

// Two fixpoints, one inside the other: F = outer X: not not (inner Y: X and Y).
class Circles : public testing::Test {
 protected:
  void nest(Extremum outer, Extremum inner) {
    x_ = store_.add(logic::Variable{0});
    y_ = store_.add(logic::Variable{1});
    both_ = store_.add(logic::Binary{logic::Connective::conjunction, x_, y_});
    inner_ = store_.add(logic::Fixpoint{inner, 1, both_});
    outer_ = store_.add(logic::Fixpoint{outer, 0, inner_});
  }
  // A claim and the claims it rests on.
  void claim(FormulaId formula, std::vector<FormulaId> around, const std::vector<std::uint32_t>& on,
             bool holds = true) {
    std::vector<ReasonId> ids;
    ids.reserve(on.size());
    for (const std::uint32_t id : on) ids.push_back(ReasonId{id});
    evidence_.reasons.push_back({formula, holds, {}, Joined{ids}, std::move(around)});
  }
  [[nodiscard]] bool has_bad_circle() const {
    return find_claim_by_itself(store_, evidence_).has_value();
  }

  logic::ModalityTable table_;
  logic::FormulaStore store_{table_};
  Evidence evidence_;
  FormulaId x_{}, y_{}, both_{}, inner_{}, outer_{};
};

TEST_F(Circles, AreRightIfTheyStayInAGreatestFixpoint) {
  for (const bool holds : {true, false})
    for (const Extremum extremum : {Extremum::least, Extremum::greatest}) {
      nest(extremum, extremum);
      evidence_ = {};
      claim(outer_, {}, {1}, holds);
      claim(inner_, {outer_}, {2}, holds);
      claim(both_, {outer_, inner_}, {3}, holds);
      claim(x_, {outer_}, {1}, holds);
      EXPECT_EQ(has_bad_circle(), (extremum == Extremum::greatest) != holds);
    }
}

TEST_F(Circles, AreJudgedByTheFixpointAroundTheOthers) {
  for (const Extremum outer : {Extremum::least, Extremum::greatest}) {
    const bool least = outer == Extremum::least;
    nest(outer, least ? Extremum::greatest : Extremum::least);
    evidence_ = {};
    claim(x_, {outer_}, {1});
    claim(y_, {outer_, inner_}, {2});
    claim(both_, {outer_, inner_}, {0});
    EXPECT_EQ(has_bad_circle(), least) << "the outer one comes again";
    evidence_.reasons.pop_back();
    claim(both_, {outer_, inner_}, {1});
    EXPECT_EQ(has_bad_circle(), !least) << "the inner one alone comes again";
    evidence_.reasons.pop_back();
    claim(both_, {outer_, inner_}, {0, 1});
    EXPECT_TRUE(has_bad_circle()) << "there are circles of both kinds";
  }
}

TEST_F(Circles, AreNotMadeByWhatIsSharedOrRestsOnNothing) {
  nest(Extremum::least, Extremum::least);
  claim(both_, {outer_, inner_}, {1, 2});
  claim(x_, {outer_}, {3});
  claim(y_, {outer_, inner_}, {3});
  claim(both_, {outer_, inner_}, {});
  EXPECT_FALSE(has_bad_circle());
}

TEST_F(Circles, AreWrongIfAVariableIsClaimedBothWays) {
  nest(Extremum::greatest, Extremum::greatest);
  claim(x_, {outer_}, {1});
  claim(x_, {outer_}, {0}, false);
  EXPECT_TRUE(has_bad_circle());
}

TEST_F(Circles, KnowWhichFixpointsAFormulaNeeds) {
  nest(Extremum::least, Extremum::greatest);
  using Around = std::vector<FormulaId>;
  const Around all{outer_, inner_};
  EXPECT_EQ(choose_fixpoints(store_, all, both_), all);
  EXPECT_EQ(choose_fixpoints(store_, all, x_), Around{outer_});
  EXPECT_EQ(choose_fixpoints(store_, all, y_), all) << "what Y stands for mentions X";
  EXPECT_EQ(choose_fixpoints(store_, all, outer_), Around{});
  EXPECT_EQ(choose_fixpoints(store_, Around{inner_}, y_), std::nullopt) << "X stands for nothing";
}

}  // namespace
}  // namespace ken::evidence
