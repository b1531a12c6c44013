// The stages of the symbolic engine as text: where the bits stand, what the transition relation is
// made of, how the reachable set grows.

#include <fmt/format.h>

#include <algorithm>

#include "driver/pipeline.hpp"
#include "driver/stages.hpp"
#include "symbolic/reach.hpp"

namespace ken::driver {
namespace {

std::string listed(const symbolic::Bits& bits) {
  std::vector<std::uint32_t> numbers;
  for (auto bit = bits.rbegin(); bit != bits.rend(); ++bit)
    numbers.push_back(static_cast<std::uint32_t>(*bit));
  return fmt::format("{}", fmt::join(numbers, " "));
}

std::string named(const model::Model& model, const std::vector<model::VarId>& variables) {
  std::vector<std::string> names;
  names.reserve(variables.size());
  for (const model::VarId v : variables) names.push_back(qualified(model, v));
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

std::string encoding_text(const model::Model& model, const Settings& settings) {
  base::Budget limits = budget(settings);
  const symbolic::Encoding encoding(model, settings.symbolic, limits);
  std::vector<std::pair<symbolic::Bits, std::string>> rows;
  for (std::size_t i = 0; i < model.variables.size(); ++i) {
    const auto v = static_cast<model::VarId>(i);
    rows.emplace_back(encoding.now(v),
                      fmt::format("{}: now {}{}{}", qualified(model, v), listed(encoding.now(v)),
                                  encoding.changes(v) ? ", next " : "", listed(encoding.next(v))));
  }
  for (std::size_t i = 0; i < model.agents.size(); ++i) {
    const auto a = static_cast<model::AgentId>(i);
    rows.emplace_back(encoding.action(a), fmt::format("action of {}: {}", model[a].name.shown,
                                                      listed(encoding.action(a))));
  }
  std::erase_if(rows, [](const auto& row) { return row.first.empty(); });
  std::sort(rows.begin(), rows.end(),
            [](const auto& a, const auto& b) { return a.first.back() < b.first.back(); });
  std::string text = fmt::format("{} bits\n", encoding.bits());
  for (const auto& row : rows) text += row.second + "\n";
  return text;
}

std::string relations_text(const model::Model& model, const Settings& settings) {
  base::Budget limits = budget(settings);
  symbolic::System system(model, limits, settings.symbolic);
  std::string text = fmt::format("initial states: {} nodes\n", nodes(system.initial()));
  const symbolic::Conjuncts& conjuncts = system.steps().conjuncts();
  for (std::size_t i = 0; i < model.agents.size(); ++i)
    text += fmt::format("protocol of {}: {} nodes\n", model.agents[i].name.shown,
                        bdd::nodes(conjuncts.protocols[i]));
  for (const symbolic::Conjunct& conjunct : conjuncts.evolutions)
    text += fmt::format("evolution of {}: {} nodes\n", named(model, conjunct.variables),
                        bdd::nodes(conjunct.relation));
  text += fmt::format("built in {:.2f} s\n", limits.seconds());
  const symbolic::ClusteredProduct& relation = system.steps().relation().product();
  text += fmt::format("{} clusters: {} nodes\n", relation.clusters(), relation.nodes());
  const symbolic::Reachable reachable = symbolic::explore(system);
  for (std::size_t i = 0; i < reachable.rings.size(); ++i)
    text += fmt::format("ring {}: {} states, {} nodes\n", i, system.count(reachable.rings[i]).str(),
                        nodes(reachable.rings[i]));
  text += fmt::format("explored in {:.2f} s\n", limits.seconds());
  text += fmt::format("reachable: {} states, {} nodes\n", system.count(reachable.states).str(),
                      nodes(reachable.states));
  return text;
}

}  // namespace ken::driver
