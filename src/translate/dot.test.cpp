#include "translate/dot.hpp"

#include <gtest/gtest.h>

#include "model/text.test.hpp"

namespace ken::translate {
namespace {

constexpr const char* lamp = R"(
Agent P
  Vars: on : boolean; end Vars
  Actions = {push, wait};
  Protocol: on = false : {push, wait}; end Protocol
  Evolution: on = true if Action = push; end Evolution
end Agent
Evaluation lit if P.on; end Evaluation
InitStates !P.on; end InitStates
)";

TEST(Dot, DrawsStatesAndSteps) {
  const model::Model model = model::test::model_of(lamp);
  base::Budget budget;
  const auto text = to_dot(model, budget);
  ASSERT_TRUE(text);
  EXPECT_EQ(*text,
            "digraph \"m\" {\n"
            "  node [shape=box];\n"
            "  0 [label=\"P.on=false\", peripheries=2];\n"
            "  1 [label=\"P.on=true\\nlit\", style=filled];\n"
            "  0 -> 0 [label=\"P: wait\"];\n"
            "  0 -> 1 [label=\"P: push\"];\n"
            "}\n");
}

TEST(Dot, RefusesWhatNobodyCanLookAt) {
  const model::Model model = model::test::model_of(
      "Agent P Vars: x : 0..9000000000000000000; end Vars Evolution: x = x + 1 if true; end "
      "Evolution end Agent InitStates P.x = 0; end InitStates");
  base::Budget budget;
  const auto text = to_dot(model, budget);
  ASSERT_FALSE(text);
  const base::Diagnostic& d = text.diagnostics().all().front();
  EXPECT_EQ(d.code, base::Code::too_large);
  EXPECT_NE(d.message.find("the limit is 500 states"), std::string::npos) << d.message;
  EXPECT_NE(d.hint.find("--set"), std::string::npos);
}

TEST(Dot, RefusesManyJointActionsOfFewStates) {
  std::string agents;
  for (int i = 0; i < 30; ++i)
    agents +=
        "Agent P" + std::to_string(i) + " Vars: b : boolean; end Vars Actions = {a, c}; end Agent ";
  const model::Model model = model::test::model_of(agents + "InitStates P0.b" + [] {
    std::string rest;
    for (int i = 1; i < 30; ++i) rest += " and P" + std::to_string(i) + ".b";
    return rest;
  }() + "; end InitStates");
  base::Budget budget;
  EXPECT_FALSE(to_dot(model, budget));
}

}  // namespace
}  // namespace ken::translate
