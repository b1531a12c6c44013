#include "check/views.hpp"

#include <fmt/format.h>

#include "check/checked.test.hpp"

namespace ken::check {
namespace {

using symbolic::test::States;
using test::Checked;

// Each sees some bits of a word with an even number of ones.
constexpr const char* word = R"(
Agent Environment Vars: b[i: 0..4] : boolean; end Vars end Agent
Agent A Lobsvars = {b[0], b[1]}; end Agent
Agent B Lobsvars = {b[1], b[2], b[3]}; Vars: own : boolean; end Vars end Agent
InitStates !(xor(i: 0..4) Environment.b[i]) and (B.own -> Environment.b[4]); end InitStates
)";

TEST(Views, ManyQuestionsToOneAgentAreAnsweredFromOneProjection) {
  std::vector<std::string> arguments;
  for (int i = 0; i < 5; ++i) {
    arguments.push_back(fmt::format("Environment.b[{}]", i));
    arguments.push_back(fmt::format("Environment.b[{}] or Environment.b[{}]", i, (i + 2) % 5));
  }
  arguments.emplace_back("B.own -> Environment.b[4]");
  arguments.emplace_back("EX Environment.b[3]");
  std::vector<std::string> formulae;
  for (const char* const knows : {"K(A, {})", "K(B, {})", "GK({{A, B}}, {})", "DK({{A, B}}, {})"})
    for (const std::string& argument : arguments)
      formulae.push_back(fmt::format(fmt::runtime(knows), argument));
  formulae.insert(formulae.end(), arguments.begin(), arguments.end());
  Checked c(word, formulae);
  const States all = c.built.states(c.context.arena.domain);
  ASSERT_EQ(all.size(), 24U);
  const model::Model& m = c.built.model;
  const auto alike = [&](const std::vector<model::VarId>& view, const model::State& s) {
    StateSet result = c.context.arena.domain;
    for (const model::VarId v : view)
      result &= symbolic::has_value(c.built.system.manager(), c.built.system.encoding(), m, v,
                                    s[static_cast<std::size_t>(v)]);
    return result;
  };
  const auto& a = m.agents[1].visible;
  const auto& b = m.agents[2].visible;
  std::vector<model::VarId> both = a;
  both.insert(both.end(), b.begin(), b.end());
  const std::size_t n = arguments.size();
  for (std::size_t i = 0; i < n; ++i) {
    const StateSet f = c.label(4 * n + i);
    States expected[4];
    for (const model::State& s : all) {
      const bool by_a = subset(alike(a, s), f);
      const bool by_b = subset(alike(b, s), f);
      if (by_a) expected[0].insert(s);
      if (by_b) expected[1].insert(s);
      if (by_a && by_b) expected[2].insert(s);
      if (subset(alike(both, s), f)) expected[3].insert(s);
    }
    for (std::size_t k = 0; k < 4; ++k)
      EXPECT_EQ(c.label(k * n + i), c.built.diagram(expected[k])) << formulae[k * n + i];
  }
}

TEST(Views, TheProjectionForgetsWhatNobodyAsksAbout) {
  Checked c(word, {"K(A, Environment.b[2])", "K(A, Environment.b[3])", "K(B, Environment.b[0])"});
  const auto bit = [&](std::uint32_t v) {
    return Label(c.built.system.manager().variable(
        c.built.system.encoding().now(static_cast<model::VarId>(v)).at(0)));
  };
  const auto& a = c.built.model.agents[1].visible;
  const auto& b = c.built.model.agents[2].visible;
  EXPECT_TRUE(domain_for(c.context, a, bit(2)).function().is_true()) << "only b[4] ties the others";
  EXPECT_EQ(domain_for(c.context, a, bit(4)), c.context.arena.domain) << "not asked about";
  EXPECT_EQ(domain_for(c.context, b, bit(0)), c.context.arena.domain) << "asked once only";
}

}  // namespace
}  // namespace ken::check
