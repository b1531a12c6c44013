#include "driver/phases.hpp"

#include <gtest/gtest.h>

#include "base/budget.hpp"

namespace ken::driver {
namespace {

void work_for(double seconds) {
  const double end = base::thread_cpu_seconds() + seconds;
  while (base::thread_cpu_seconds() < end) {
  }
}

TEST(Phases, AStageThatIsEnteredAgainGoesOnWhereItStood) {
  Phases phases;
  phases.enter("deciding");
  work_for(0.01);
  phases.enter("explaining");
  phases.enter("deciding");
  work_for(0.02);
  phases.leave();
  work_for(0.01);
  const std::vector<evidence::Phase> list = phases.list();
  ASSERT_EQ(list.size(), 2U);
  EXPECT_EQ(list[0].name, "deciding");
  EXPECT_GE(list[0].seconds, 0.03);
  EXPECT_EQ(list[1].name, "explaining");
  EXPECT_LT(list[1].seconds, list[0].seconds);
}

TEST(Phases, KeepTheMostNodesOfEachStage) {
  Phases phases;
  phases.note_nodes(100);  // in none
  phases.enter("reading");
  phases.enter("exploring");
  phases.note_nodes(7);
  phases.note_nodes(9);
  phases.note_nodes(8);
  const std::vector<evidence::Phase> list = phases.list();
  EXPECT_EQ(list[0].nodes, std::nullopt);
  EXPECT_EQ(list[1].nodes, 9U);
}

TEST(Phases, OneThatWasNotLeftHasItsTimeSoFar) {
  Phases phases;
  phases.enter("exploring");
  work_for(0.01);
  EXPECT_GE(phases.list()[0].seconds, 0.01);
}

}  // namespace
}  // namespace ken::driver
