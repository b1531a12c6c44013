#include "check/path_formula.hpp"

#include <gtest/gtest.h>

namespace ken::check {
namespace {

class PathFormulas : public testing::Test {
 protected:
  PathId letter(std::uint32_t v) { return store_.letter(manager_.variable(bdd::Variable{v})); }

  base::Budget budget_;
  bdd::Manager manager_{4, budget_};
  StateSet domain_{manager_.constant(true)};
  PathStore store_{manager_, domain_};
  PathId p_ = letter(0);
  PathId q_ = letter(1);
  PathId f_ = store_.next(p_);  // neither a letter nor lasting
  PathId g_ = store_.next(q_, 2);
};

TEST_F(PathFormulas, OfOneStateAreOneLetter) {
  EXPECT_EQ(store_.all({p_, q_}), store_.all({q_, p_, p_}));
  EXPECT_TRUE(store_.is_letter(store_.some({store_.all({p_, q_}), p_})));
  const PathId no_p = store_.letter(!store_[p_].letter);
  EXPECT_EQ(store_.all({p_, no_p, f_}), store_.nothing());
  EXPECT_EQ(store_.some({p_, no_p, f_}), store_.anything());
}

TEST_F(PathFormulas, AreConstantIfTheDomainSaysSo) {
  const StateSet only_p(store_[p_].letter);
  PathStore inside(manager_, only_p);
  EXPECT_EQ(inside.letter(store_[p_].letter), inside.anything());
  EXPECT_EQ(inside.letter(!store_[p_].letter), inside.nothing());
}

TEST_F(PathFormulas, UnderGAreTakenApart) {
  EXPECT_EQ(store_.globally(store_.all({f_, q_})),
            store_.all({store_.globally(f_), store_.globally(q_)}));
  EXPECT_EQ(store_.all({store_.globally(p_), store_.globally(q_)}),
            store_.globally(store_.all({p_, q_})));
  EXPECT_EQ(store_.finally(store_.some({f_, q_})),
            store_.some({store_.finally(f_), store_.finally(q_)}));
}

TEST_F(PathFormulas, RepeatedSayNothingNew) {
  EXPECT_EQ(store_.globally(store_.globally(f_)), store_.globally(f_));
  EXPECT_EQ(store_.globally(store_.release(p_, f_)), store_.globally(f_));
  EXPECT_EQ(store_.finally(store_.until(p_, f_)), store_.finally(f_));
  EXPECT_EQ(store_.until(p_, store_.until(p_, f_)), store_.until(p_, f_));
  EXPECT_EQ(store_.release(p_, store_.release(p_, f_)), store_.release(p_, f_));
  EXPECT_NE(store_.until(p_, store_.until(q_, f_)), store_.until(p_, f_));
}

TEST_F(PathFormulas, LetStepsPass) {
  EXPECT_EQ(store_.globally(f_), store_.next(store_.globally(p_)));
  EXPECT_EQ(store_.next(g_, 3), store_.next(q_, 5));
  EXPECT_EQ(store_.next(p_, 0), p_);
}

TEST_F(PathFormulas, ThatLastStandOutside) {
  const PathId again = store_.globally(store_.finally(p_));
  const PathId at_last = store_.finally(store_.globally(q_));
  for (const PathId lasting : {again, at_last, store_.all({again, at_last})}) {
    EXPECT_TRUE(store_.is_lasting(lasting));
    EXPECT_EQ(store_.next(lasting), lasting);
    EXPECT_EQ(store_.globally(lasting), lasting);
    EXPECT_EQ(store_.finally(lasting), lasting);
    EXPECT_EQ(store_.until(f_, lasting), lasting);
    EXPECT_EQ(store_.release(f_, lasting), lasting);
    EXPECT_EQ(store_.until_within(f_, lasting, 7), lasting);
  }
  const PathId mixed = store_.release(p_, f_);
  EXPECT_EQ(store_.globally(store_.some({again, mixed})),
            store_.some({again, store_.globally(mixed)}));
  const PathId held = store_.release(p_, q_);
  EXPECT_EQ(store_.finally(store_.all({at_last, held})),
            store_.all({at_last, store_.finally(held)}));
  EXPECT_EQ(
      store_.globally(store_.some({store_.finally(held), store_.finally(q_)})),
      store_.some({store_.globally(store_.finally(held)), store_.globally(store_.finally(q_))}));
  EXPECT_FALSE(store_.is_lasting(store_.until(p_, store_.globally(q_))));
}

TEST_F(PathFormulas, WithinNoStepsAreOfNow) {
  EXPECT_EQ(store_.until_within(p_, f_, 0), f_);
  EXPECT_EQ(store_.release_within(p_, f_, 0), f_);
  EXPECT_NE(store_.until_within(p_, f_, 1), store_.until_within(p_, f_, 2));
}

TEST_F(PathFormulas, OfLoopsAreDifferent) {
  const PathId loop = store_.begin_loop(true);
  EXPECT_NE(loop, store_.begin_loop(true));
  store_.end_loop(loop, store_.some({q_, store_.next(loop)}));
  EXPECT_TRUE(store_.is_eventual(loop));
  EXPECT_FALSE(store_.is_lasting(loop));
}

}  // namespace
}  // namespace ken::check
