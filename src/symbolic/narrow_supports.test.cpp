#include "symbolic/narrow_supports.hpp"

#include <gtest/gtest.h>

#include "model/text.test.hpp"

namespace ken::symbolic {
namespace {

// Six variables, of which conditions mention one after the other; P has a choice, Q has none.
const char* const text =
    "Agent P Vars: a : boolean; b : boolean; c : 0..3; d : 0..3; e : boolean; f : boolean; end "
    "Vars "
    "Actions = {go, stay}; Protocol: Other : {go, stay}; end Protocol Evolution: "
    "a = true if b and (c = d or (e and (f or (Action = go and Q.Action = n)))); "
    "b = c + d > 3 if Q.Action = n and a = b; end Evolution end Agent "
    "Agent Q Vars: q : boolean; end Vars Actions = {n}; Protocol: Other : {n}; end Protocol end "
    "Agent "
    "InitStates P.a and !Q.q; end InitStates Formulae AG P.a; end Formulae";

TEST(NarrowSupports, AreTheSupportsThatAreNarrow) {
  const model::Model model = model::test::model_of(text);
  base::Budget budget;
  const NarrowSupports supports(model, budget);
  std::size_t wide = 0;
  for (std::size_t i = 0; i < model.exprs.size(); ++i) {
    const auto id = static_cast<model::ExprId>(i);
    std::vector<std::uint32_t> whole;
    for (const model::VarId v : support(model.exprs, id))
      whole.push_back(static_cast<std::uint32_t>(v));
    for (const model::AgentId a : acting(model.exprs, id))
      if (model[a].actions.size() > 1)
        whole.push_back(static_cast<std::uint32_t>(model.variables.size()) +
                        static_cast<std::uint32_t>(a));
    EXPECT_EQ(supports.is_wide(id), whole.size() > NarrowSupports::widest);
    wide += supports.is_wide(id) ? 1 : 0;
    if (supports.is_wide(id)) whole.clear();
    const auto found = supports[id];
    EXPECT_EQ(std::vector(found.begin(), found.end()), whole);
  }
  EXPECT_GT(wide, 0U);
}

}  // namespace
}  // namespace ken::symbolic
