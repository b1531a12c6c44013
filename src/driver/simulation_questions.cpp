// What takes all reachable states: knowledge, the value of formulas, the way to a state.
//
// A formula that somebody asks about is no part of the model.  So the text is elaborated again with
// all formulas asked so far behind its own.  Elaboration does the same things in the same order,
// and a further formula comes last: whatever had a number keeps it.  Hence the model can adopt what
// is new, expressions, atoms, formulas and what they take from logic files, while decision diagrams
// made for it stay right, and nothing is explored again.

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "check/capabilities.hpp"
#include "driver/explored_model.hpp"
#include "driver/simulation.hpp"
#include "driver/simulation_words.hpp"
#include "model/elaborate.hpp"

namespace ken::driver {
namespace {

using report::Mistake;
using report::Unknown;

constexpr std::string_view origins = "formula";  // with a number behind it

// Agents and their lines stay where they are: others may point to them.
void adopt_formulas(model::Model& model, model::Model extended) {
  model.exprs = std::move(extended.exprs);
  model.atoms = std::move(extended.atoms);
  model.modalities = std::move(extended.modalities);
  model.relations = std::move(extended.relations);
  model.formulas = std::move(extended.formulas);
  model.properties = std::move(extended.properties);
}

// What was said about the formula given last, under a name that the user understands, and what is
// wrong in logic files.
base::Diagnostics pick_remarks(const base::Diagnostics& all, const base::Source& model,
                               const std::string& origin, const std::string& text) {
  const base::Source source = base::make_source("formula", text);
  base::Diagnostics result;
  for (base::Diagnostic d : all.all()) {
    const bool about_formula = d.source->name() == origin;
    if (d.source == model || (!about_formula && d.severity() != base::Severity::error)) continue;
    if (about_formula) d.source = source;
    for (base::Related& related : d.related)
      if (related.source->name() == origin) related.source = source;
    result.append(std::move(d));
  }
  return result;
}

}  // namespace

ExploredModel& Simulation::explored() { return *explored_; }

std::optional<std::size_t> Simulation::add_formula(const std::string& text, Answer& wrong) {
  if (const auto at = known_.find(text); at != known_.end()) return at->second;
  model::ElaborationSettings chosen{settings_.parameters, asked_, {}, {}, std::string(origins)};
  chosen.logics = settings_.logics;
  chosen.read_logic = [&, next = std::size_t{0}](const auto&, auto, auto&) mutable {
    return model().logics[next++];  // as they were when the model was read
  };
  chosen.limits.budget = budget_.get();
  chosen.formulae.push_back(text);
  const std::string origin = fmt::format("{} {}", origins, chosen.formulae.size());
  model::Elaboration elaboration = model::elaborate(loaded_.system, chosen);
  base::Diagnostics remarks = pick_remarks(elaboration.diagnostics, model().source, origin, text);
  if (!elaboration.model) {
    wrong = Mistake{.message = "this is no formula of the model", .diagnostics = remarks};
    return {};
  }
  const std::size_t number = model().properties.size();
  if (elaboration.model->properties.size() != number + 1) {
    wrong = Mistake{"one formula at a time"};
    return {};
  }
  adopt_formulas(*loaded_.model, std::move(*elaboration.model));
  asked_ = std::move(chosen.formulae);
  known_.emplace(text, number);
  remarks_.emplace(number, std::move(remarks));
  return number;
}

std::string Simulation::why_fairness_unsupported() const {
  for (const model::Property& line : model().fairness)
    if (std::string why = check::why_unsupported(model(), line); !why.empty()) return why;
  return {};
}

std::string Simulation::why_unsupported(std::size_t property) const {
  std::string why = check::why_unsupported(model(), model().properties[property]);
  return why.empty() ? why_fairness_unsupported() : why;
}

Simulation::Answer Simulation::evaluate_property(std::size_t property) {
  if (const std::string why = why_unsupported(property); !why.empty()) return Unknown{why};
  if (!explored().counts(state()))
    return Unknown{"no fair path starts in this state, so formulas say nothing about it"};
  const model::Property& asked = model().properties[property];
  report::ValueAnswer answer{.formula = asked.text, .reading = asked.reading};
  answer.holds = explored().holds(asked.formula, state());
  if (const auto at = remarks_.find(property); at != remarks_.end()) answer.remarks = at->second;
  return answer;
}

Simulation::Answer Simulation::evaluate(const std::string& formula) {
  Answer wrong;
  const auto property = add_formula(formula, wrong);
  return property ? evaluate_property(*property) : wrong;
}

Simulation::Answer Simulation::evaluate_formula(std::size_t number) {
  if (number == 0 || number > own_formulas_)
    return Mistake{fmt::format("there is no formula {}: the file has {}", number, own_formulas_),
                   "'formulas' lists them"};
  return evaluate_property(number - 1);
}

Simulation::Answer Simulation::go_to(const std::string& formula) {
  Answer wrong;
  const auto property = add_formula(formula, wrong);
  if (!property) return wrong;
  if (const std::string why = why_unsupported(*property); !why.empty()) return Unknown{why};
  auto run = explored().find_run(model().properties[*property].formula);
  if (!run) return Mistake{"that holds in no reachable state; the run stays where it is"};
  replace_run(std::move(*run));
  report::Move move = describe_jump();
  move.steps = run_.actions.size();
  return move;
}

std::optional<logic::Group> Simulation::find_group(const std::string& name) const {
  if (const auto agent = find_agent(name)) return logic::Group{*agent};
  for (const model::NamedGroup& group : model().groups)
    if (group.name.shown == name) return group.members;
  return {};
}

Simulation::Answer Simulation::list_possible(const std::vector<std::string>& names,
                                             std::size_t most) {
  logic::Group group;
  for (const std::string& name : names) {
    const auto named = find_group(name);
    if (!named) return complain_of_name("agent or group", name, list_names());
    group.insert(group.end(), named->begin(), named->end());
  }
  std::ranges::sort(group);
  group.erase(std::unique(group.begin(), group.end()), group.end());
  if (const std::string why = why_fairness_unsupported(); !why.empty()) return Unknown{why};
  const ExploredModel::States found = explored().list_alike(group, state(), most);
  report::PossibleAnswer answer{.agents = {}, .count = found.count, .states = {}};
  for (const model::AgentId agent : group) answer.agents.push_back(model()[agent].name.shown);
  for (const model::State& other : found.some)
    answer.states.push_back(list_state(answer.states.size() + 1, other));
  return answer;
}

Simulation::Answer Simulation::count_possible() {
  if (const std::string why = why_fairness_unsupported(); !why.empty()) return Unknown{why};
  report::PossibleCounts answer;
  for (std::size_t i = 0; i < model().agents.size(); ++i) {
    if (!model().agents[i].declared) continue;
    budget_->check_limits_now();
    const ExploredModel::States found =
        explored().list_alike({static_cast<model::AgentId>(i)}, state(), 0);
    answer.agents.push_back({model().agents[i].name.shown, found.count});
  }
  return answer;
}

Simulation::Answer Simulation::count_reachable() {
  return report::CountAnswer{explored().count_reachable(), explored().depth()};
}

}  // namespace ken::driver
