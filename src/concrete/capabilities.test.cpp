#include "concrete/capabilities.hpp"

#include <gtest/gtest.h>

#include "model/text.test.hpp"

namespace ken::concrete {
namespace {

using logic::Semantics;

std::string reason(const std::string& formula, Semantics of_the_run = Semantics::full) {
  const auto model = model::test::model_of(
      "Agent P Vars: b : boolean; end Vars end Agent InitStates P.b; end InitStates", {formula});
  return why_unsupported(model, model.properties.at(0), of_the_run);
}

TEST(Capabilities, AreTheModalitiesWithARule) {
  EXPECT_EQ(reason("AG (P.b -> K(P, <P>F EX P.b))"), "");
  EXPECT_EQ(reason("AG !Fu(C(P, P, P.b))"), "");
  EXPECT_EQ(reason("C(P, P, <P>G F P.b)"), "not supported yet: atlstar");
}

TEST(Capabilities, IncludePathFormulasButNotThoseOfCoalitions) {
  EXPECT_EQ(reason("LTL F P.b"), "");
  EXPECT_EQ(reason("A (F P.b and G P.b)"), "");
  EXPECT_EQ(reason("LDL <(P.b; tt)*>[tt*]P.b"), "");
  EXPECT_EQ(reason("<P>G F P.b"), "not supported yet: atlstar");
}

TEST(Capabilities, IncludeCoalitionsUnderEverySemantics) {
  for (const Semantics semantics : {Semantics::full, Semantics::deterministic, Semantics::uniform,
                                    Semantics::ir, Semantics::ir_objective})
    EXPECT_EQ(reason("<P>X P.b", semantics), "") << logic::name(semantics);
  EXPECT_EQ(reason("<P | ir>X <P | ir-objective>X P.b"), "");
}

}  // namespace
}  // namespace ken::concrete
