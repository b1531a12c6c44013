#include "sat/solver.hpp"

#include <gtest/gtest.h>

#include <set>

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

// More pigeons than holes: a solver of this kind needs long to see that it cannot be.
class Pigeons {
 public:
  Pigeons(base::Budget& budget, std::size_t variety, int holes) : solver(budget, variety) {
    std::vector<std::vector<Literal>> sits(static_cast<std::size_t>(holes) + 1);
    for (std::vector<Literal>& somewhere : sits) {
      for (int hole = 0; hole < holes; ++hole) somewhere.push_back(solver.add_variable(false));
      solver.add_clause(somewhere);
    }
    for (std::size_t a = 0; a < sits.size(); ++a)
      for (std::size_t b = 0; b < a; ++b)
        for (std::size_t hole = 0; hole < sits[a].size(); ++hole)
          solver.add_clause(std::vector<Literal>{!sits[a][hole], !sits[b][hole]});
  }
  Solver solver;
};

TEST(SolverLimits, StopsWhenTheTimeIsUp) {
  base::Budget budget(0.2, std::nullopt);
  Pigeons pigeons(budget, 0, 11);
  EXPECT_THROW(static_cast<void>(pigeons.solver.solve()), base::Exhausted);
}

TEST(SolverWork, EndsWhereItIsTold) {
  base::Budget budget;
  Pigeons pigeons(budget, 0, 8);
  EXPECT_EQ(pigeons.solver.work(), 0U);
  EXPECT_EQ(pigeons.solver.solve({}, 3), Answer::open);
  EXPECT_EQ(pigeons.solver.work(), 3U);
  EXPECT_EQ(pigeons.solver.solve({}, 2), Answer::open);
  EXPECT_EQ(pigeons.solver.work(), 5U);
  EXPECT_FALSE(pigeons.solver.solve());
  EXPECT_GT(pigeons.solver.work(), 5U);
}

TEST(SolverWork, IsTheSameInEveryRunAndAnotherForEveryVariety) {
  std::set<std::uint64_t> seen;
  for (const std::size_t variety : {0U, 1U, 2U, 3U, 0U, 1U, 2U, 3U}) {
    base::Budget budget;
    Pigeons pigeons(budget, variety, 7);
    EXPECT_FALSE(pigeons.solver.solve());
    seen.insert(pigeons.solver.work());
  }
  EXPECT_LE(seen.size(), 4U);
  EXPECT_GT(seen.size(), 1U);
}

TEST(Solver, SaysNothingOfClausesThatAreFalse) {
  testing::internal::CaptureStdout();
  base::Budget budget;
  Solver solver(budget);
  const Literal a = solver.add_variable(true);
  solver.add_clause(std::vector{a});
  EXPECT_TRUE(solver.solve());
  solver.add_clause(std::vector{!a});
  EXPECT_FALSE(solver.solve());
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
}

}  // namespace
}  // namespace ken::sat
