#include "report/info.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "report/agent_groups.hpp"
#include "report/json_value.hpp"
#include "report/report.hpp"

namespace ken::report {
namespace {

std::string yes_or_no(const std::optional<bool>& value) {
  if (!value) return "not determined";
  return *value ? "yes" : "no";
}

std::string list_agents(std::span<const AgentGroup> groups) {
  constexpr std::size_t most_listed = 20;
  std::string text;
  std::size_t width = 0;
  for (const AgentGroup& group : groups)
    width = std::max(width, base::count_characters(group.name));
  for (std::size_t i = 0; i < groups.size() && i < most_listed; ++i) {
    const AgentInfo& a = groups[i].each;
    text += fmt::format("    {:<{}}  {}{}, {}, {}, {}, {}\n", groups[i].name, width,
                        groups[i].size > 1 ? fmt::format("{} agents, each ", groups[i].size) : "",
                        base::count_in_words(a.variables, "variable"),
                        base::count_in_words(a.state_bits, "bit"),
                        base::count_in_words(a.actions, "action"),
                        base::count_in_words(a.protocol_lines, "protocol line"),
                        base::count_in_words(a.evolution_lines, "evolution line"));
  }
  if (groups.size() > most_listed)
    text += fmt::format("    ... and {} more\n", groups.size() - most_listed);
  return text;
}

}  // namespace

std::string to_text(const ModelInfo& info) {
  std::string text = fmt::format("{}\n", info.file);
  const auto row = [&](std::string_view what, const std::string& value) {
    text += fmt::format("  {:<20} {}\n", what, value);
  };
  for (const auto& [name, value] : info.parameters) row("parameter " + name, value);
  row("agents", std::to_string(info.agents.size()));
  text += list_agents(group_agents(info.agents));
  row("variables", std::to_string(info.variables));
  row("state bits", std::to_string(info.state_bits));
  row("possible states", info.possible_states);
  const std::string given_up = "not counted (--timeout and --memory give more)";
  row("initial states", info.initial_states.value_or(given_up));
  row("reachable states", info.reachable_states.value_or(given_up));
  if (info.depth) row("depth", std::to_string(*info.depth));
  row("deterministic steps", yes_or_no(info.deterministic));
  row("deadlock", yes_or_no(info.deadlock));
  row("propositions", std::to_string(info.propositions));
  row("groups", std::to_string(info.groups));
  row("fairness lines", std::to_string(info.fairness));
  std::string formulae;
  for (const auto& [family, count] : info.formulae)
    formulae += fmt::format("{}{} {}", formulae.empty() ? "" : ", ", count, family);
  row("formulae", formulae.empty() ? "none" : formulae);
  return text;
}

namespace {

Json object(const ModelInfo& info) {
  Json parameters = Json::object();
  for (const auto& [name, value] : info.parameters) parameters[name] = value;
  Json agents = Json::array();
  for (const AgentInfo& a : info.agents)
    agents.push_back({{"name", a.name},
                      {"variables", a.variables},
                      {"state_bits", a.state_bits},
                      {"actions", a.actions},
                      {"protocol_lines", a.protocol_lines},
                      {"evolution_lines", a.evolution_lines}});
  Json formulae = Json::object();
  for (const auto& [family, count] : info.formulae) formulae[family] = count;
  return {{"schema", "ken/1"},
          {"file", base::make_printable(info.file)},
          {"parameters", std::move(parameters)},
          {"agents", std::move(agents)},
          {"variables", info.variables},
          {"state_bits", info.state_bits},
          {"possible_states", info.possible_states},
          {"initial_states", or_null(info.initial_states)},
          {"reachable_states", or_null(info.reachable_states)},
          {"depth", or_null(info.depth)},
          {"deterministic", or_null(info.deterministic)},
          {"deadlock", or_null(info.deadlock)},
          {"propositions", info.propositions},
          {"groups", info.groups},
          {"fairness", info.fairness},
          {"formulae", std::move(formulae)}};
}

}  // namespace

std::string to_json(std::span<const InfoOrAnswer> files, bool several) {
  Json list = Json::array();
  for (const InfoOrAnswer& file : files) {
    if (const auto* const info = std::get_if<ModelInfo>(&file))
      list.push_back(object(*info));
    else
      list.push_back(diagnostics_object(std::get<evidence::Answer>(file)));
  }
  const Json json =
      !several && list.size() == 1 ? list[0] : Json{{"schema", "ken/1"}, {"files", list}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace ken::report
