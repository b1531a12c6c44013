#include "driver/restricted.hpp"

#include <gtest/gtest.h>

#include "driver/load.hpp"

namespace ken::driver {
namespace {

using logic::Semantics;

model::Model load_model() {
  const auto source = base::make_source(
      "test",
      "Agent P[i: 1..2] Actions = {a, b}; end Agent Agent Q Actions = {a}; end Agent "
      "InitStates true; end InitStates Groups g = {P[1], Q}; Q = {P[2]}; end Groups "
      "Formulae <P[2]>X <Q>X true; AX true; <{}>X true; end Formulae");
  base::Budget budget;
  return std::move(load(source, {}, budget).model).value();
}

logic::Group group(std::initializer_list<int> agents) {
  logic::Group result;
  for (const int agent : agents) result.push_back(static_cast<logic::AgentId>(agent));
  return result;
}

Settings naming(std::vector<std::string> names, Semantics semantics = Semantics::uniform) {
  Settings settings;
  settings.semantics = semantics;
  settings.uniform_agents = std::move(names);
  return settings;
}

// The Environment is 0, P[1] and P[2] are 1 and 2, Q is 3.
TEST(Restricted, NamesAreAgentsAndGroupsAndAGroupComesFirst) {
  const model::Model model = load_model();
  EXPECT_EQ(find_named_agents(model, {"P[2]", "P[1]", "P[2]"}, "--agents").agents, group({1, 2}));
  EXPECT_EQ(find_named_agents(model, {"g"}, "--agents").agents, group({1, 3}));
  EXPECT_EQ(find_named_agents(model, {"Environment"}, "--agents").agents, group({0}));
  const NamedAgents shadowed = find_named_agents(model, {"Q"}, "--agents");
  EXPECT_EQ(shadowed.agents, group({2}));
  EXPECT_FALSE(shadowed.diagnostics.has_errors());
}

TEST(Restricted, AnUnknownNameIsAMistakeWithAHint) {
  const model::Model model = load_model();
  for (const auto& [name, hint] :
       {std::pair{"P", "write P[1],P[2]"}, std::pair{"Enviroment", "did you mean 'Environment'?"},
        std::pair{"nobody", "the model has Environment, P[1], P[2], Q, g, Q"}}) {
    const NamedAgents found = find_named_agents(model, {"g", name}, "--agents");
    ASSERT_EQ(found.diagnostics.errors(), 1U) << name;
    EXPECT_EQ(found.diagnostics.all().front().hint, hint);
  }
}

TEST(Restricted, NamedAgentsAreRestrictedInEveryFormula) {
  const model::Model model = load_model();
  for (const model::Property& property : model.properties)
    EXPECT_EQ(choose_restricted(model, property.formula, naming({"P[1]"})), group({1}));
}

TEST(Restricted, WithoutNamesTheCoalitionsOfAFormulaAreIfItHasSome) {
  const model::Model model = load_model();
  const auto choose = [&](std::size_t i, Semantics semantics) {
    return choose_restricted(model, model.properties[i].formula, naming({}, semantics));
  };
  EXPECT_EQ(choose(0, Semantics::uniform), group({2}));
  EXPECT_EQ(choose(1, Semantics::uniform), std::nullopt);
  EXPECT_EQ(choose(2, Semantics::uniform), group({}));
  for (const Semantics other : {Semantics::full, Semantics::ir, Semantics::deterministic})
    EXPECT_EQ(choose(0, other), std::nullopt);
}

}  // namespace
}  // namespace ken::driver
