#include "states/patience.hpp"

#include <gtest/gtest.h>

namespace ken::states {
namespace {

Progress rings(std::vector<std::size_t> sizes) {
  Progress progress{std::move(sizes), 0, 0};
  for (const std::size_t ring : progress.rings) progress.states += ring;
  progress.expanded = progress.states - progress.rings.back();
  return progress;
}

TEST(Patience, GrowthThatFallsIsContinued) {
  const double chomp = predict_states(rings({1, 56, 643, 2548, 4410}));
  EXPECT_GT(chomp, 9'000);
  EXPECT_LT(chomp, 20'000);  // 12 868 there are
}

TEST(Patience, RingsThatStayAreHalfTheSpace) {
  EXPECT_EQ(predict_states(rings({1, 5, 5, 5, 5})), 42);
}

TEST(Patience, ManyRingsThatHardlyGrowAreHalfTheSpace) {
  EXPECT_EQ(predict_states(rings({1, 10, 4, 9, 16, 8, 20, 9, 15, 18})), 220);
  EXPECT_GT(predict_states(rings({1, 2, 4, 8, 16, 32, 64, 128, 256, 512})), 1e12);
}

TEST(Patience, GrowthThatDoesNotFallSaysNothing) {
  EXPECT_GT(predict_states(rings({1, 7, 49, 343})), 1e12);
  EXPECT_GT(predict_states(rings({1, 7738})), 1e12);
}

TEST(Patience, EndsWhereNothingIsExpanded) {
  Progress progress{{1}, 5000, 0};
  EXPECT_GT(allow_exploration(progress, 0, 0, work_of_first_try), 0U);
  EXPECT_LE(allow_exploration(progress, 1'000'000, 0, work_of_first_try), 1'000'000U);
  EXPECT_LE(allow_exploration(progress, 1'000'000, 900'000, work_of_first_try), 1'000'000U);
  progress.states = 50;
  EXPECT_GT(allow_exploration(progress, 1'000'000, 900'000, work_of_first_try), 1'000'000U);
}

TEST(Patience, LooksAtWhatStatesCostWhenRulesAreMade) {
  constexpr double states = 1'000'000;
  constexpr std::uint64_t most = 1'000'000'000;
  Progress progress{{1, 120}, 121, 1};  // the first state costs as much as a hundred others
  EXPECT_GT(allow_known_exploration(progress, 24'500'000, 24'300'000, states, most), 30'000'000U);
  progress.expanded = 25'000;
  EXPECT_EQ(allow_known_exploration(progress, 44'300'000, 24'300'000, states, most), 88'600'000U);
  progress.expanded = 10'000;
  EXPECT_EQ(allow_known_exploration(progress, 44'300'000, 24'300'000, states, most), 44'300'000U);
  EXPECT_EQ(allow_known_exploration(progress, most, 600'000'000, states, most), most);
}

TEST(Patience, IsMoreForASpaceThatIsAboutToClose) {
  EXPECT_EQ(allow_exploration(rings({1, 56, 643, 2548, 4410}), 4'000'000, 0, work_of_first_try),
            8'000'000U);
  EXPECT_EQ(allow_exploration(rings({1, 100, 5000, 200'000}), 4'000'000, 0, work_of_first_try),
            4'000'000U);
  EXPECT_EQ(allow_exploration(rings({5, 5, 5, 5}), 1'000'000'000, 0, work_of_first_try),
            1'000'000'000U);
}

TEST(Patience, LooksForLongerWhereMoreIsWorthWhile) {
  const Progress growing = rings({1, 15, 141, 1305, 10'000});
  EXPECT_EQ(allow_exploration(growing, 2'000'000, 0, work_of_first_try), 2'000'000U);
  EXPECT_GT(allow_exploration(growing, 2'000'000, 0, 100 * work_of_first_try), 2'000'000U);
  EXPECT_EQ(allow_exploration(growing, 1, 0, 1), 1U);
}

}  // namespace
}  // namespace ken::states
