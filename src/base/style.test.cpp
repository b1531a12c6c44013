#include "base/style.hpp"

#include <gtest/gtest.h>

namespace ken::base {
namespace {

TEST(Paint, LeavesPlainTextAlone) { EXPECT_EQ(paint(Style::plain, Colour::red, "no"), "no"); }

TEST(Paint, EndsWhereTheTextEnds) {
  EXPECT_EQ(paint(Style::coloured, Colour::green, "yes"), "\033[32myes\033[0m");
}

}  // namespace
}  // namespace ken::base
