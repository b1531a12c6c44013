// What 'ken info' says about a model: what it is made of, and how many states that makes.
//
// States are counted on decision diagrams, as 'check' does it, so counting ends in the time that
// 'check' needs to explore.  What becomes known before the budget ends is kept.

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <map>
#include <new>
#include <set>

#include "check/exploration.hpp"
#include "driver/load.hpp"
#include "driver/stages.hpp"
#include "symbolic/count.hpp"

namespace ken::driver {
namespace {

std::string count_possible_states(const model::Model& model) {
  boost::multiprecision::cpp_int product = 1;
  for (const model::Variable& variable : model.variables) {
    const std::uint64_t size = variable.type.size();
    product *= size == 0 ? boost::multiprecision::cpp_int(1) << 64 : size;
  }
  return product.str();
}

constexpr double counting_time = 10;  // seconds of CPU time, unless --timeout says otherwise
constexpr double least_depth_time = 0.05;

// Rings are the distance from the initial states only if states were found breadth first; if not,
// they are found so a second time, if that takes half as long as all before.
std::optional<std::size_t> find_depth(symbolic::System& system,
                                      const symbolic::Reachable& reachable) {
  if (reachable.depth()) return reachable.depth();
  system.budget().limit_formula(std::max(least_depth_time, system.budget().cpu_seconds() / 2));
  return symbolic::explore(system.steps(), system.initial(), symbolic::Reach::new_states).depth();
}

void add_counts(const model::Model& model, const Settings& settings, base::Budget& budget,
                report::ModelInfo& info) {
  if (!settings.timeout) budget.limit_cpu(counting_time);
  try {
    symbolic::System system(model, budget, settings.symbolic);
    info.initial_states = symbolic::count_states(system, system.initial()).str();
    const symbolic::Reachable reachable = symbolic::explore(system);
    info.reachable_states = symbolic::count_states(system, reachable.states).str();
    info.deadlock = !check::find_deadlocks(system, reachable).empty();
    info.deterministic = check::is_deterministic(system, reachable);
    info.depth = find_depth(system, reachable);
  } catch (const base::Exhausted&) {
    // What was not counted stays unset.
  } catch (const std::bad_alloc&) {
    // The same.
  }
}

// As they are written: what is repeated or divided for the elements of an array is one line.
template <class Rule>
std::size_t count_lines(const std::vector<Rule>& rules) {
  std::set<std::uint32_t> places;
  for (const Rule& rule : rules) places.insert(rule.place.begin);
  return places.size();
}

report::ModelInfo describe_model(const model::Model& model, const Settings& settings,
                                 base::Budget& budget) {
  report::ModelInfo info;
  info.file = model.source->name();
  for (const model::Parameter& p : model.parameters)
    info.parameters.emplace_back(
        p.name, p.boolean ? (p.value != 0 ? "true" : "false") : std::to_string(p.value));
  for (const model::Agent& agent : model.agents) {
    if (!agent.declared) continue;
    std::size_t bits = 0;
    for (const model::VarId id : agent.variables) bits += model[id].type.bits();
    info.agents.push_back(
        {agent.name.shown, agent.variables.size(), bits, agent.silent ? 0 : agent.actions.size(),
         count_lines(agent.protocol) + (agent.other ? 1 : 0), count_lines(agent.evolution)});
  }
  info.variables = model.variables.size();
  info.state_bits = count_facts(model).state_bits;
  info.possible_states = count_possible_states(model);
  for (const model::Atom& atom : model.atoms)
    if (atom.kind == model::AtomKind::declared) ++info.propositions;
  info.groups = model.groups.size();
  info.fairness = model.fairness.size();
  std::map<std::string, std::size_t> families;
  for (const model::Property& property : model.properties) ++families[property.family];
  info.formulae.assign(families.begin(), families.end());
  add_counts(model, settings, budget, info);
  return info;
}

}  // namespace

Description describe(const base::Source& source, const Settings& settings, base::Budget& budget) {
  Loaded loaded = load(source, settings, budget);
  Description result{{}, std::move(loaded.diagnostics), loaded.exhausted};
  if (loaded.model) result.info = describe_model(*loaded.model, settings, budget);
  return result;
}

}  // namespace ken::driver
