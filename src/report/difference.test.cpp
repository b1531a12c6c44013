#include "report/difference.hpp"

#include <gtest/gtest.h>

namespace ken::report {
namespace {

std::string describe(const std::string& text, const std::string& formatted) {
  return describe_difference(*base::make_source("m.ispl", text), formatted);
}

TEST(Difference, IsShownAtItsFirstPlace) {
  EXPECT_EQ(describe("Agent P\n  Vars:  x\nend  Agent\n", "Agent P\n  Vars: x\nend Agent\n"),
            "m.ispl:2:9: not formatted, from here on\n"
            "  is           Vars:  x\n"
            "  should be    Vars: x\n");
}

TEST(Difference, OfALineEndAloneHasAPlace) {
  EXPECT_EQ(describe("end Agent", "end Agent\n"), "m.ispl:1:10: not formatted, from here on\n");
}

TEST(Difference, OfATextThatIsTooLongIsItsEnd) {
  EXPECT_EQ(describe("a\n\n\n", "a\n"), "m.ispl:2:1: not formatted, from here on\n");
}

}  // namespace
}  // namespace ken::report
