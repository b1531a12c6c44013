#include "driver/explore.hpp"

#include <fmt/format.h>

#include "base/check.hpp"
#include "model/step.hpp"

namespace ken::driver {
namespace {

using base::Code;
using base::Diagnostics;

// A trace is shown only after it was replayed on the model.
std::vector<std::string> replay_lines(const model::Model& model, const evidence::Trace& trace) {
  CHECK(evidence::replay(model, trace), "a trace of the engine is a run of the model");
  return evidence::to_lines(model, trace);
}

void add_deadlock(const model::Model& model, const evidence::Trace& trace, Diagnostics& found) {
  std::string why = "every evolution line that applies there has a value out of range";
  base::Range place = model.initial_place;
  for (const model::Agent& agent : model.agents) {
    if (!model::allowed_actions(agent, trace.states.back()).empty()) continue;
    why = fmt::format("the Protocol of {} allows no action there", agent.name.shown);
    place = agent.place;
  }
  base::Diagnostic& d = found.add(model.source, place, Code::deadlock);
  d.hint = why;
  d.trace = replay_lines(model, trace);
}

void add_lost_step(const model::Model& model, const evidence::LostStep& lost, Diagnostics& found) {
  const model::Variable& target = model[lost.assignment->target];
  const std::string& shown = target.name.shown;
  const std::string why =
      lost.assignment->missed
          ? fmt::format("'{}' has no element with that index", shown.substr(0, shown.find('[')))
          : fmt::format("the value does not fit {}, the type of '{}'", to_text(target.type), shown);
  base::Diagnostic& d = found.add(model.source, lost.assignment->place, Code::overflow, why);
  d.trace = replay_lines(model, lost.trace);
}

}  // namespace

evidence::Exploration explore(const model::Model& model, Engine& engine, Journal& journal) {
  evidence::Exploration exploration = engine.explore();
  evidence::ModelFacts facts = journal.answer().model;
  facts.reachable_states = exploration.reachable_states;
  facts.deadlock = exploration.deadlock.has_value();
  facts.overflow = exploration.lost.has_value();
  journal.note_exploration(facts, exploration.depth);
  Diagnostics found;
  if (!exploration.any_initial)
    found.add(model.source, model.initial_place, Code::no_initial_state);
  if (exploration.deadlock) add_deadlock(model, *exploration.deadlock, found);
  if (exploration.lost) add_lost_step(model, *exploration.lost, found);
  journal.add_diagnostics(found);
  return exploration;
}

void demand_determinism(const model::Model& model, Engine& engine, Journal& journal) {
  const std::optional<evidence::OpenChoice> open = engine.find_open_choice();
  if (!open) return;
  const model::Agent& agent = model[open->agent];
  std::vector<std::string> names;
  for (const model::ActionIndex a : model::allowed_actions(agent, open->state))
    names.push_back(agent.actions[a].name.shown);
  const std::string local = to_text(model, agent.visible, open->state);
  Diagnostics found;
  found.add(model.source, agent.place, Code::several_actions, agent.name.shown,
            names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", ")),
            local.empty() ? "anything holds" : local);
  journal.add_diagnostics(found);
}

}  // namespace ken::driver
