#include "driver/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <new>

#include "base/text.hpp"
#include "driver/explored_model.hpp"
#include "driver/simulation_words.hpp"
#include "evidence/in_words.hpp"
#include "model/initial.hpp"

namespace ken::driver {
namespace {

using report::Mistake;
using report::Values;

// What takes longer is tried in another way, or left out.
constexpr double patience = 1;

// What it gives, unless it takes too long.
template <class Find>
auto within_seconds(base::Budget& budget, const Find& find) -> std::optional<decltype(find())> {
  budget.limit_formula(patience);
  try {
    auto found = find();
    budget.limit_formula({});
    return found;
  } catch (const base::Exhausted& e) {
    budget.limit_formula({});
    if (e.resource() != base::Resource::time) throw;
    budget.check_limits_now();  // the time of the whole command may be over
    return {};
  }
}

// The first initial states, so many at most.  Nothing where InitStates is so hard to satisfy that
// the search takes too long; then decision diagrams take over.
std::optional<std::vector<model::State>> search_initial(const model::Model& model,
                                                        base::Budget& budget, std::size_t most) {
  return within_seconds(budget, [&] {
    std::vector<model::State> found;
    model::for_each_initial_state(model, budget, [&](const model::State& state) {
      found.push_back(state);
      return found.size() < most;
    });
    return found;
  });
}

// The values of these variables; those of the agent itself without its name.
Values list_values(const model::Model& model, const std::vector<model::VarId>& variables,
                   model::AgentId agent, const model::State& state) {
  Values result;
  for (const model::VarId v : variables)
    result.emplace_back(model[v].owner == agent ? model[v].name.shown : qualified(model, v),
                        model[v].type.text(state[static_cast<std::size_t>(v)]));
  return result;
}

std::optional<model::State> find_start(const model::Model& model, base::Budget& budget,
                                       const symbolic::Settings& settings) {
  auto found = search_initial(model, budget, 1);
  if (!found) found = ExploredModel(model, budget, settings).list_initial(1).some;
  if (found->empty()) return {};
  return found->front();
}

}  // namespace

Opening open_simulation(const base::Source& source, const Settings& settings,
                        std::stop_token stop) try {
  base::Limits limits = choose_limits(settings);
  limits.stop = std::move(stop);
  auto budget = std::make_unique<base::Budget>(limits);
  Loaded loaded = load(source, settings, *budget);
  Opening result{{}, loaded.diagnostics, loaded.exhausted};
  if (!loaded.model) return result;
  const auto start = find_start(*loaded.model, *budget, settings.symbolic);
  if (start)
    result.simulation =
        std::make_unique<Simulation>(std::move(loaded), settings, std::move(budget), *start);
  else
    result.diagnostics.add(source, loaded.model->initial_place, base::Code::no_initial_state).hint =
        "without one there is nothing to simulate";
  return result;
} catch (const base::Exhausted& e) {
  return {{}, {}, e.what()};
} catch (const std::bad_alloc&) {
  return {{}, {}, "memory: the machine has no more"};
}

Simulation::Simulation(Loaded loaded, Settings settings, std::unique_ptr<base::Budget> budget,
                       model::State start)
    : loaded_(std::move(loaded)),
      settings_(std::move(settings)),
      budget_(std::move(budget)),
      charge_(*budget_),
      run_{{std::move(start)}, {}},
      chance_(settings_.seed),
      explored_(std::make_unique<ExploredModel>(*loaded_.model, *budget_, settings_.symbolic)),
      own_formulas_(loaded_.model->properties.size()) {}

Simulation::~Simulation() = default;

void Simulation::begin(std::stop_token stop) {
  budget_->begin_task(settings_.timeout, std::move(stop));
}

// ---- the run ----

void Simulation::add_step(model::JointAction action, model::State next) {
  charge_.add(model::bytes_of_step(model()));
  run_.actions.push_back(std::move(action));
  run_.states.push_back(std::move(next));
}

void Simulation::cut_run(std::size_t steps) {
  charge_.drop((run_.actions.size() - steps) * model::bytes_of_step(model()));
  run_.states.resize(steps + 1);
  run_.actions.resize(steps);
}

void Simulation::replace_run(evidence::Trace run) {
  base::Charge charge(*budget_);
  charge.add(run.actions.size() * model::bytes_of_step(model()));
  run_ = std::move(run);
  charge_ = std::move(charge);
}

report::Place Simulation::describe_place() const {
  return {run_.actions.size(), evidence::describe_state(model(), state()), find_deadlock()};
}

report::Move Simulation::describe_move(std::size_t steps) const {
  report::Move move{.place = describe_place(), .steps = steps, .action = {}, .changes = {}};
  if (steps == 0) return move;
  move.action = describe_action(model(), run_.actions.back());
  move.changes = describe_changes(model(), run_.states[run_.states.size() - 2], state());
  return move;
}

report::Move Simulation::describe_jump() const {
  report::Move move = describe_move(0);
  move.jumped = true;
  return move;
}

Simulation::Answer Simulation::go_back(std::size_t steps) {
  const std::size_t made = run_.actions.size();
  if (made == 0) return Mistake{"the run is in its initial state: there is no step to take back"};
  if (steps > made)
    return Mistake{fmt::format("the run has {} only", base::count_in_words(made, "step"))};
  cut_run(made - steps);
  return describe_jump();
}

Simulation::Answer Simulation::go_to_position(std::size_t position) {
  if (position > run_.actions.size())
    return Mistake{
        fmt::format("the run has no state {}: its last is {}", position, run_.actions.size()),
        "'goto FORMULA' looks among all reachable states"};
  cut_run(position);
  return describe_jump();
}

std::optional<model::State> Simulation::find_initial(std::size_t number) {
  auto found = search_initial(model(), *budget_, number);
  if (!found) found = explored().list_initial(number).some;
  if (found->size() < number) return {};
  return found->back();
}

Simulation::Answer Simulation::restart(std::size_t number) {
  constexpr std::size_t most = 100'000;
  if (number == 0 || number > most)
    return Mistake{fmt::format("initial states are numbered from 1, and as far as {}", most),
                   "'initial' lists them; 'goto FORMULA' finds others"};
  const auto start = find_initial(number);
  if (!start)
    return Mistake{fmt::format("there is no initial state {}", number), "'initial' lists them"};
  replace_run({{*start}, {}});
  return describe_jump();
}

report::ListedState Simulation::list_state(std::size_t number, const model::State& other) const {
  return {number, evidence::describe_state(model(), other),
          describe_changes(model(), state(), other)};
}

Simulation::Answer Simulation::list_initial(std::size_t most) {
  report::InitialAnswer answer;
  auto found = search_initial(model(), *budget_, most + 1);
  if (!found) {
    ExploredModel::States all = explored().list_initial(most);
    answer.count = std::move(all.count);
    found = std::move(all.some);
  } else if (found->size() <= most) {
    answer.count = std::to_string(found->size());
  } else {
    answer.count = within_seconds(*budget_, [&] { return explored().list_initial(0).count; });
    found->pop_back();
  }
  for (std::size_t i = 0; i < found->size(); ++i)
    answer.states.push_back(list_state(i + 1, (*found)[i]));
  return answer;
}

Simulation::Answer Simulation::show_trace(std::size_t most) {
  const std::size_t last = run_.actions.size();
  report::TraceAnswer answer{.length = last, .steps = {}};
  const std::size_t first = last - std::min(last, most);
  for (std::size_t i = first; i <= last; ++i) {
    budget_->check_limits();
    report::TraceStep step{.position = i,
                           .action = {},
                           .state = evidence::describe_state(model(), run_.states[i]),
                           .changes = {}};
    if (i > 0) step.action = describe_action(model(), run_.actions[i - 1]);
    step.changes =
        i == first ? step.state : describe_changes(model(), run_.states[i - 1], run_.states[i]);
    answer.steps.push_back(std::move(step));
  }
  return answer;
}

// ---- the state ----

Simulation::Answer Simulation::show_state() {
  report::StateAnswer answer{describe_place(), {}};
  for (std::size_t i = 0; i < model().agents.size(); ++i) {
    const model::Agent& agent = model().agents[i];
    if (!agent.declared || agent.variables.empty()) continue;
    answer.agents.push_back(
        {agent.name.shown,
         list_values(model(), agent.variables, static_cast<model::AgentId>(i), state()),
         {}});
  }
  return answer;
}

Simulation::Answer Simulation::show_agent(const std::string& name) {
  const auto id = find_agent(name);
  if (!id) return complain_of_name("agent", name, list_agents());
  const model::Agent& agent = model()[*id];
  std::vector<model::VarId> others;
  for (const model::VarId v : agent.visible)
    if (model()[v].owner != *id) others.push_back(v);
  return report::StateAnswer{describe_place(),
                             {{name, list_values(model(), agent.variables, *id, state()),
                               list_values(model(), others, *id, state())}}};
}

Simulation::Answer Simulation::list_propositions() {
  report::PropositionsAnswer answer;
  for (const model::Atom& atom : model().atoms) {
    if (atom.kind != model::AtomKind::declared) continue;
    const bool holds = atom.condition.program(model().exprs).holds(state());
    auto& list = holds ? answer.holding : answer.others;
    list.push_back(atom.name.shown);
  }
  return answer;
}

Simulation::Answer Simulation::list_formulas() {
  report::FormulasAnswer answer;
  for (std::size_t i = 0; i < own_formulas_; ++i)
    answer.formulas.push_back(model().properties[i].text);
  return answer;
}

std::optional<model::AgentId> Simulation::find_agent(const std::string& name) const {
  for (std::size_t i = 0; i < model().agents.size(); ++i)
    if (model().agents[i].declared && model().agents[i].name.shown == name)
      return static_cast<model::AgentId>(i);
  return {};
}

std::vector<std::string> Simulation::list_agents() const {
  std::vector<std::string> names;
  for (const model::Agent& agent : model().agents)
    if (agent.declared) names.push_back(agent.name.shown);
  return names;
}

std::vector<std::string> Simulation::list_names() const {
  std::vector<std::string> names = list_agents();
  for (const model::NamedGroup& group : model().groups) names.push_back(group.name.shown);
  return names;
}

}  // namespace ken::driver
