#include "sat/solver.hpp"

#include <gtest/gtest.h>

namespace ken::sat {
namespace {

class SolverTest : public ::testing::Test {
 protected:
  void add(std::initializer_list<Literal> literals) {
    solver_.add_clause(std::vector<Literal>(literals));
  }

  base::Budget budget_;
  Solver solver_{budget_};
  Literal a_ = solver_.add_variable(true);
  Literal b_ = solver_.add_variable(true);
  Literal c_ = solver_.add_variable(true);
};

TEST_F(SolverTest, FindsValues) {
  add({a_, b_});
  add({!a_});
  ASSERT_TRUE(solver_.solve());
  EXPECT_FALSE(solver_.value(a_));
  EXPECT_TRUE(solver_.value(b_));
  EXPECT_EQ(solver_.clauses(), 2U);
}

TEST_F(SolverTest, NamesTheAssumptionsThatClash) {
  add({!a_, !b_});
  const std::vector<Literal> all{a_, b_, c_};
  ASSERT_FALSE(solver_.solve(all));
  EXPECT_EQ(solver_.failed(), (std::vector<Literal>{a_, b_}));
  EXPECT_TRUE(solver_.solve(std::vector<Literal>{b_, c_}));
}

TEST_F(SolverTest, TakesClausesAndVariablesAfterAnAnswer) {
  add({a_, b_});
  ASSERT_TRUE(solver_.solve());
  const Literal d = solver_.add_variable(true);
  add({!a_, d});
  add({!b_, d});
  ASSERT_TRUE(solver_.solve());
  EXPECT_TRUE(solver_.value(d));
  add({!d});
  EXPECT_FALSE(solver_.solve());
  EXPECT_TRUE(solver_.failed().empty());
}

TEST_F(SolverTest, TriesFirstWhatItIsTold) {
  const Literal d = solver_.add_variable(false);
  add({a_, b_, c_, d});
  ASSERT_TRUE(solver_.solve());
  EXPECT_TRUE(solver_.value(a_) && solver_.value(b_) && solver_.value(c_) && !solver_.value(d));
}

TEST_F(SolverTest, TriesLaterWhatWasTrueLast) {
  const Literal d = solver_.add_variable(false);
  ASSERT_TRUE(solver_.solve(std::vector<Literal>{d, !a_}));
  add({a_, b_, c_, d});
  ASSERT_TRUE(solver_.solve());
  EXPECT_TRUE(solver_.value(d) && !solver_.value(a_));
}

// Nobody can put ten pigeons into nine holes, and a solver of this kind needs long to see it.
TEST(SolverLimits, StopsWhenTheTimeIsUp) {
  constexpr int holes = 11;
  base::Budget budget(0.2, std::nullopt);
  Solver solver(budget);
  std::vector<std::vector<Literal>> in(holes + 1);
  for (auto& pigeon : in) {
    for (int h = 0; h < holes; ++h) pigeon.push_back(solver.add_variable(true));
    solver.add_clause(pigeon);
  }
  for (std::size_t h = 0; h < holes; ++h)
    for (std::size_t i = 0; i < in.size(); ++i)
      for (std::size_t k = 0; k < i; ++k)
        solver.add_clause(std::vector<Literal>{!in[i][h], !in[k][h]});
  EXPECT_THROW(static_cast<void>(solver.solve()), base::Exhausted);
}

}  // namespace
}  // namespace ken::sat
