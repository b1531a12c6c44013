#include "driver/explore.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <new>

#include "base/check.hpp"
#include "model/loss.hpp"
#include "model/step.hpp"

namespace ken::driver {
namespace {

using base::Code;
using base::Diagnostics;

// What the protocol allows; nothing if its numbers are too large to say.
std::optional<std::vector<model::ActionIndex>> find_allowed(const model::Model& model,
                                                            const model::Agent& agent,
                                                            const model::State& state) {
  try {
    return model::allowed_actions(model, agent, state);
  } catch (const base::Exhausted&) {
    return {};
  }
}

// Why nothing follows where every agent may act: some agent has only lines that are lost.
std::string find_lost_lines(const model::Model& model, const model::State& state) try {
  model::JointAction action;
  for (const model::Agent& agent : model.agents)
    action.push_back(model::allowed_actions(model, agent, state).front());
  const auto blocked = model::find_blocked_agent(model, state, action);
  CHECK(blocked.has_value(), "a joint action without successor blocks some agent");
  return fmt::format("every evolution line of {} that applies there is lost: in line {} {}",
                     blocked->agent->name.shown,
                     model.source->line_number(blocked->assignment->place.begin),
                     say_lost(model, *blocked->assignment, blocked->loss));
} catch (const base::Exhausted&) {
  return "every evolution line that applies there is lost: it has no value, or one out of range";
}

void add_deadlock(const model::Model& model, const model::State& state, Diagnostics& found) {
  std::string why;
  base::Range place = model.initial_place;
  for (const model::Agent& agent : model.agents) {
    const auto allowed = find_allowed(model, agent, state);
    if (!allowed || !allowed->empty()) continue;
    why = fmt::format("the Protocol of {} allows no action there", agent.name.shown);
    place = agent.place;
  }
  if (why.empty()) why = find_lost_lines(model, state);
  const bool follows_paths = std::any_of(
      model.properties.begin(), model.properties.end(), [&](const model::Property& property) {
        return model.formulas.traits(property.formula).quantified_paths;
      });
  if (follows_paths) why += "; LTL, CTL* and LDL formulas speak of paths that never end only";
  found.add(model.source, place, Code::deadlock).hint = why;
}

void add_lost_step(const model::Model& model, const evidence::LostStep& lost, Diagnostics& found) {
  const auto loss = model::find_loss(model, *lost.assignment, lost.state);
  found.add(model.source, lost.assignment->place, Code::overflow,
            say_lost(model, *lost.assignment, loss.value_or(model::Loss::no_number)));
}

// A trace is shown only after it was replayed on the model.
std::vector<std::string> trace_lines(const model::Model& model, const model::State& state,
                                     Engine& engine, base::Budget& budget) try {
  budget.check_limits_now();
  const evidence::Trace trace = engine.trace_to(state);
  CHECK(evidence::replay(model, trace, budget), "a trace of the engine is a run of the model");
  return evidence::to_lines(model, trace, budget);
} catch (const base::Exhausted& e) {
  return {fmt::format("the run to it is left out: {}", e.what())};
} catch (const std::bad_alloc&) {
  return {"the run to it is left out: memory: the machine has no more"};
}

}  // namespace

Findings explore(const model::Model& model, Engine& engine, Journal& journal) {
  engine.encode();
  journal.enter("exploring");
  const evidence::Exploration exploration = engine.explore();
  journal.note_engine(engine.name());
  if (!exploration.complete) {
    journal.note_left_off();
    return {.any_initial = true, .flaws = {}, .complete = false};
  }
  journal.note_exploration(exploration.reachable_states, exploration.depth);
  journal.enter("looking for deadlocks");
  Findings findings{exploration.any_initial, engine.find_flaws(), true};
  journal.note_flaws(findings.flaws.deadlock.has_value(), findings.flaws.lost.has_value());
  Diagnostics found;
  if (!findings.any_initial) found.add(model.source, model.initial_place, Code::no_initial_state);
  if (findings.flaws.deadlock) add_deadlock(model, *findings.flaws.deadlock, found);
  if (findings.flaws.lost) add_lost_step(model, *findings.flaws.lost, found);
  journal.add_diagnostics(found);
  return findings;
}

void trace_flaws(const model::Model& model, const evidence::Flaws& flaws, Engine& engine,
                 base::Budget& budget, Journal& journal) {
  if (!flaws.deadlock && !flaws.lost) return;
  journal.enter("tracing");
  if (flaws.deadlock)
    journal.set_trace(Code::deadlock, trace_lines(model, *flaws.deadlock, engine, budget));
  if (flaws.lost)
    journal.set_trace(Code::overflow, trace_lines(model, flaws.lost->state, engine, budget));
}

void demand_determinism(const model::Model& model, Engine& engine, Journal& journal) {
  journal.enter("looking for open choices");
  const std::optional<evidence::OpenChoice> open = engine.find_open_choice();
  if (!open) return;
  const model::Agent& agent = model[open->agent];
  std::vector<std::string> names;
  const auto allowed = find_allowed(model, agent, open->state);
  if (allowed)
    for (const model::ActionIndex a : *allowed) names.push_back(agent.actions[a].name.shown);
  const std::string local = to_text(model, agent.visible, open->state);
  Diagnostics found;
  found.add(model.source, agent.place, Code::several_actions, agent.name.shown,
            !allowed        ? "none or several"
            : names.empty() ? "none"
                            : fmt::format("{}", fmt::join(names, ", ")),
            local.empty() ? "anything holds" : local);
  journal.add_diagnostics(found);
}

}  // namespace ken::driver
