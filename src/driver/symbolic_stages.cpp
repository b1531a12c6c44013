// The stages of the symbolic engine as text: the BDD variable order, what the transition relation
// is made of, how the reachable set grows, the reachable states.

#include <fmt/format.h>

#include <algorithm>

#include "driver/stages.hpp"
#include "symbolic/count.hpp"
#include "symbolic/reach.hpp"

namespace ken::driver {
namespace {

std::string list_bits(const symbolic::Bits& bits) {
  std::vector<std::uint32_t> numbers;
  for (auto bit = bits.rbegin(); bit != bits.rend(); ++bit)
    numbers.push_back(static_cast<std::uint32_t>(*bit));
  return fmt::format("{}", fmt::join(numbers, " "));
}

std::string list_names(const model::Model& model, const std::vector<model::VarId>& variables) {
  std::vector<std::string> names;
  names.reserve(variables.size());
  for (const model::VarId v : variables) names.push_back(qualified(model, v));
  return fmt::format("{}", fmt::join(names, ", "));
}

// In ascending order.
std::vector<model::State> list_states(symbolic::System& system, symbolic::StateSet set) {
  std::vector<model::State> states;
  while (!set.empty()) {
    states.push_back(symbolic::some_state(system.encoding(), system.model(), set));
    set -= symbolic::encode(system.manager(), system.encoding(), system.model(), states.back());
  }
  std::sort(states.begin(), states.end());
  return states;
}

}  // namespace

std::string show_encoding(const model::Model& model, const Settings& settings,
                          base::Budget& budget) {
  const symbolic::Encoding encoding(model, settings.symbolic, budget);
  std::vector<std::pair<symbolic::Bits, std::string>> rows;
  for (std::size_t i = 0; i < model.variables.size(); ++i) {
    const auto v = static_cast<model::VarId>(i);
    rows.emplace_back(
        encoding.now(v),
        fmt::format("{}: now {}{}{}", qualified(model, v), list_bits(encoding.now(v)),
                    encoding.changes(v) ? ", next " : "", list_bits(encoding.next(v))));
  }
  for (std::size_t i = 0; i < model.agents.size(); ++i) {
    const auto a = static_cast<model::AgentId>(i);
    rows.emplace_back(encoding.action(a), fmt::format("action of {}: {}", model[a].name.shown,
                                                      list_bits(encoding.action(a))));
  }
  std::erase_if(rows, [](const auto& row) { return row.first.empty(); });
  std::sort(rows.begin(), rows.end(),
            [](const auto& a, const auto& b) { return a.first.back() < b.first.back(); });
  std::string text = fmt::format("{} bits\n", encoding.bits());
  for (const auto& row : rows) text += row.second + "\n";
  return text;
}

std::string show_relations(const model::Model& model, const Settings& settings,
                           base::Budget& budget) {
  symbolic::System system(model, budget, settings.symbolic);
  std::string text = fmt::format("initial states: {} nodes\n", nodes(system.initial()));
  const symbolic::Conjuncts& conjuncts = system.steps().conjuncts();
  for (std::size_t i = 0; i < model.agents.size(); ++i)
    text += fmt::format("protocol of {}: {} nodes\n", model.agents[i].name.shown,
                        bdd::nodes(conjuncts.protocols[i]));
  for (const symbolic::Conjunct& conjunct : conjuncts.evolutions)
    text += fmt::format("evolution of {}: {} nodes\n", list_names(model, conjunct.variables),
                        bdd::nodes(conjunct.relation));
  text += fmt::format("built in {:.2f} s\n", budget.seconds());
  const symbolic::ClusteredProduct& relation = system.steps().relation().product();
  text += fmt::format("{} clusters: {} nodes\n", relation.clusters(), relation.nodes());
  const symbolic::Reachable reachable = symbolic::explore(system);
  for (std::size_t i = 0; i < reachable.rings.size(); ++i)
    text += fmt::format("ring {}: {} states, {} nodes\n", i,
                        symbolic::count_states(system, reachable.rings[i]).str(),
                        nodes(reachable.rings[i]));
  text += fmt::format("explored in {:.2f} s\n", budget.seconds());
  text +=
      fmt::format("reachable: {} states, {} nodes\n",
                  symbolic::count_states(system, reachable.states).str(), nodes(reachable.states));
  return text;
}

// States are numbered ring by ring, as they are found, and in a ring by their values.
std::string show_reachable(const model::Model& model, const Settings& settings,
                           base::Budget& budget) {
  constexpr std::size_t few = 1000;
  symbolic::System system(model, budget, settings.symbolic);
  const symbolic::Reachable reachable = symbolic::explore(system);
  const auto states = symbolic::count_states(system, reachable.states);
  if (states > few)
    return fmt::format("{} states{}\n", states.str(),
                       reachable.depth() ? fmt::format(", depth {}", *reachable.depth()) : "");
  std::string text;
  std::size_t number = 0;
  for (const symbolic::StateSet& ring : reachable.rings)
    for (const model::State& state : list_states(system, ring))
      text += fmt::format("{} {}\n", number++, to_text(model, state));
  return text;
}

}  // namespace ken::driver
