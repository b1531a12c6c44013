#include "driver/restricted.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"

namespace ken::driver {
namespace {

using base::Code;

const model::NamedGroup* find_group(const model::Model& model, const std::string& name) {
  for (const model::NamedGroup& group : model.groups)
    if (group.name.shown == name) return &group;
  return nullptr;
}

std::optional<logic::AgentId> find_agent(const model::Model& model, const std::string& name) {
  for (std::size_t i = 0; i < model.agents.size(); ++i)
    if (model.agents[i].name.shown == name) return static_cast<logic::AgentId>(i);
  return {};
}

// What the user may have meant: the instances of a template, or a similar name.
std::string suggest(const model::Model& model, const std::string& name) {
  std::vector<std::string> instances;
  std::vector<std::string> known;
  for (const model::Agent& agent : model.agents) {
    known.push_back(agent.name.shown);
    if (agent.name.shown.starts_with(name + "[")) instances.push_back(agent.name.shown);
  }
  for (const model::NamedGroup& group : model.groups) known.push_back(group.name.shown);
  if (!instances.empty()) return fmt::format("write {}", fmt::join(instances, ","));
  if (const auto near = base::find_nearest(name, known)) return "did you mean '" + *near + "'?";
  return base::shorten(fmt::format("the model has {}", fmt::join(known, ", ")), 100);
}

}  // namespace

NamedAgents find_named_agents(const model::Model& model, const std::vector<std::string>& names,
                              const std::string& option) {
  NamedAgents result;
  for (const std::string& name : names) {
    const auto add = [&](Code code, const auto&... args) -> base::Diagnostic& {
      const base::Range all{0, static_cast<std::uint32_t>(name.size())};
      return result.diagnostics.add(base::make_source(option, name), all, code, args...);
    };
    const auto agent = find_agent(model, name);
    if (const model::NamedGroup* const group = find_group(model, name)) {
      result.agents.insert(result.agents.end(), group->members.begin(), group->members.end());
      if (agent) add(Code::group_over_agent, name);
    } else if (agent) {
      result.agents.push_back(*agent);
    } else {
      add(Code::unknown_name, "agent or group", name).hint = suggest(model, name);
    }
  }
  std::sort(result.agents.begin(), result.agents.end());
  result.agents.erase(std::unique(result.agents.begin(), result.agents.end()), result.agents.end());
  return result;
}

std::optional<logic::Group> choose_restricted(const model::Model& model, logic::FormulaId formula,
                                              const Settings& settings) {
  if (settings.semantics != logic::Semantics::uniform) return {};
  if (!settings.uniform_agents.empty())
    return find_named_agents(model, settings.uniform_agents, "--uniform-agents").agents;
  if (!model.formulas.traits(formula).strategic) return {};
  return logic::list_coalition_members(model.modalities, model.formulas, formula);
}

}  // namespace ken::driver
