#include "driver/sweep.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace ken::driver {
namespace {

std::vector<std::string> written(const std::vector<Sweep>& sweeps) {
  std::vector<std::string> result;
  for (const Instance& instance : list_instances(sweeps)) result.push_back(to_text(instance));
  return result;
}

TEST(Sweep, WithoutRangesIsOneInstance) { EXPECT_EQ(written({}), std::vector<std::string>{""}); }

TEST(Sweep, OfSeveralParametersIsTheirProduct) {
  EXPECT_EQ(written({{"N", 2, 3}, {"M", -1, 0}}),
            (std::vector<std::string>{"N=2, M=-1", "N=2, M=0", "N=3, M=-1", "N=3, M=0"}));
}

TEST(Sweep, IsNotEndless) {
  constexpr auto least = std::numeric_limits<std::int64_t>::min();
  constexpr auto most = std::numeric_limits<std::int64_t>::max();
  EXPECT_TRUE(written({{"N", least, most}}).empty());
  EXPECT_TRUE(written({{"N", 1, 1000}, {"M", 1, 1000}}).empty());
  EXPECT_EQ(written({{"N", most, most}}).size(), 1U);
}

TEST(Sweep, SetsTheParametersOfAnInstance) {
  Settings settings;
  settings.parameters = {{"Lossy", "true"}};
  settings.sweeps = {{"N", 2, 3}};
  const Settings chosen = choose_instance(settings, list_instances(settings.sweeps)[1]);
  EXPECT_TRUE(chosen.sweeps.empty());
  EXPECT_EQ(chosen.parameters,
            (std::vector<std::pair<std::string, std::string>>{{"Lossy", "true"}, {"N", "3"}}));
}

TEST(Sweep, ExcludesWhatTheModelDoesNotAllow) {
  evidence::Answer answer;
  answer.diagnostics.add(base::make_source("m", "abc"), {0, 1}, base::Code::parameters_refused, "",
                         "");
  EXPECT_TRUE(is_excluded(answer));
}

TEST(Sweep, OfAnUnknownParameterIsWrongWhateverItsValue) {
  evidence::Answer answer;
  EXPECT_FALSE(has_unknown_parameter(answer));
  answer.diagnostics.add(base::make_source("--set", "N=2"), {0, 1}, base::Code::unknown_parameter,
                         "m", "N");
  EXPECT_TRUE(has_unknown_parameter(answer));
}

TEST(Sweep, AnyOtherMistakeIsNoExclusion) {
  evidence::Answer answer;
  EXPECT_FALSE(is_excluded(answer));
  answer.diagnostics.add(base::make_source("m", "abc"), {0, 1}, base::Code::unreadable, "");
  EXPECT_FALSE(is_excluded(answer));
}

}  // namespace
}  // namespace ken::driver
