#include "evidence/trace.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "model/step.hpp"

namespace ken::evidence {

std::vector<std::string> to_lines(const model::Model& model, const Trace& trace,
                                  base::Budget& budget) {
  std::vector<std::string> lines;
  const auto add = [&](std::string line) {
    budget.charge(line.size() + 2 * sizeof(std::string));
    lines.push_back(std::move(line));
  };
  for (std::size_t i = 0; i < trace.states.size(); ++i) {
    if (i == 0) {
      add(fmt::format("state 0: {}", to_text(model, trace.states[0])));
      continue;
    }
    std::vector<model::VarId> changed;
    for (std::size_t v = 0; v < trace.states[i].size(); ++v)
      if (trace.states[i][v] != trace.states[i - 1][v])
        changed.push_back(static_cast<model::VarId>(v));
    const std::string what =
        changed.empty() ? "nothing changes" : to_text(model, changed, trace.states[i]);
    add(fmt::format("  {}", to_text(model, trace.actions[i - 1])));
    add(fmt::format("state {}: {}", i, what));
  }
  return lines;
}

bool is_step(const model::Model& model, const model::State& from, const model::JointAction& action,
             const model::State& to, base::Budget& budget) {
  budget.check_limits();
  if (action.size() != model.agents.size()) return false;
  model::Steps steps(model, from, budget);
  for (std::size_t a = 0; a < model.agents.size(); ++a) {
    const auto& allowed = steps.allowed(static_cast<model::AgentId>(a));
    if (!std::binary_search(allowed.begin(), allowed.end(), action[a])) return false;
  }
  return steps.leads_to(action, to);
}

bool replay(const model::Model& model, const Trace& trace, base::Budget& budget) {
  if (trace.states.empty() || trace.actions.size() + 1 != trace.states.size()) return false;
  if (model.initial && !model.initial->program(model.exprs).holds(trace.states[0])) return false;
  for (std::size_t i = 0; i < trace.actions.size(); ++i)
    if (!is_step(model, trace.states[i], trace.actions[i], trace.states[i + 1], budget))
      return false;
  return true;
}

}  // namespace ken::evidence
