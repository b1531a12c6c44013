#include "model/loss.hpp"

#include "model/text.test.hpp"

namespace ken::model {
namespace {

// x from 0 to 9 and 'a' with the indices 1 and 2; the first line assigns x this value.
std::string with_line(const std::string& line) {
  return "Agent P Vars: x : 0..9; y : 0..9; a[i: 1..2] : 0..9; end Vars Evolution: " + line +
         " end Evolution end Agent InitStates P.x = 0; end InitStates";
}

// What is wrong where x and y have these values and all elements are 3; empty if nothing is.
std::string loss_of(const std::string& value, Value x, Value y) {
  const Model model = test::model_of(with_line("x = " + value + " if true;"));
  const Assignment& assignment = model.agents[1].evolution[0].assignments[0];
  const auto loss = find_loss(model, assignment, State{x, y, 3, 3});
  return loss ? say_lost(model, assignment, *loss) : "";
}

constexpr const char* divides = "the value for 'x' divides by zero";
constexpr const char* no_element =
    "the value for 'x' reads an element that its array does not have";

TEST(Loss, IsNoneWhereTheValueFits) {
  EXPECT_EQ(loss_of("x + y", 4, 5), "");
  EXPECT_EQ(loss_of("a[x] div y", 2, 3), "");
  EXPECT_EQ(loss_of("(y = 0 ? 0 : x div y)", 2, 0), "");
}

TEST(Loss, OfANumberSaysWhatIsWrongWithIt) {
  EXPECT_EQ(loss_of("x + y", 5, 5), "the value does not fit 0..9, the type of 'x'");
  EXPECT_EQ(loss_of("x / y", 5, 2), "the value for 'x' is no whole number");
}

TEST(Loss, OfADivisionByZeroIsFoundInside) {
  EXPECT_EQ(loss_of("x div y", 1, 0), divides);
  EXPECT_EQ(loss_of("7 + 2 * (x / y)", 1, 0), divides);
  EXPECT_EQ(loss_of("x mod y", 1, 0), "the value for 'x' takes 'mod' by zero");
  EXPECT_EQ(loss_of("(x > 0 ? x div y : 1)", 1, 0), divides);
}

TEST(Loss, OfAnElementIsNoDivision) {
  EXPECT_EQ(loss_of("a[x]", 3, 0), no_element);
  EXPECT_EQ(loss_of("a[x] div y", 3, 0), no_element);
  EXPECT_EQ(loss_of("min(a[x], y)", 0, 0), no_element);
}

TEST(Loss, OfAnArgumentThatDividesIsThatOfTheArgument) {
  EXPECT_EQ(loss_of("max(1, x div y)", 1, 0), divides);
  EXPECT_EQ(loss_of("abs(x div y)", 1, 0), divides);
  EXPECT_EQ(loss_of("a[x div y]", 1, 0), divides);
  EXPECT_EQ(loss_of("a[a[x]]", 3, 0), no_element);
}

TEST(Loss, BeyondSixtyFourBitsIsNoNumber) {
  EXPECT_EQ(loss_of("(x + 9000000000000000000) * 9 div 9", 1, 0),
            "there is no value for 'x', or none that fits 64 bits");
}

TEST(BlockedAgent, HasNoLineLeft) {
  const auto blocked = [](const std::string& lines, Value x) {
    const Model model = test::model_of(with_line(lines));
    const auto found = find_blocked_agent(model, State{x, 0, 3, 3}, JointAction{0, 0});
    return found ? say_lost(model, *found->assignment, found->loss) : "";
  };
  EXPECT_EQ(blocked("x = 1 div y if true;", 1), divides);
  EXPECT_EQ(blocked("x = 1 div y if true; x = 1 if x < 2;", 1), "");
  EXPECT_EQ(blocked("x = 1 div y if true; x = 1 if x < 2;", 2), divides);
  EXPECT_EQ(blocked("a[x] = 1 if true;", 5), "'a' has no element with that index");
  EXPECT_EQ(blocked("a[x] = 1 if true;", 2), "");
}

}  // namespace
}  // namespace ken::model
