#include "evidence/trace.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "model/step.hpp"

namespace ken::evidence {

std::vector<std::string> to_lines(const model::Model& model, const Trace& trace) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < trace.states.size(); ++i) {
    if (i == 0) {
      lines.push_back(fmt::format("state 0: {}", to_text(model, trace.states[0])));
      continue;
    }
    std::vector<model::VarId> changed;
    for (std::size_t v = 0; v < trace.states[i].size(); ++v)
      if (trace.states[i][v] != trace.states[i - 1][v])
        changed.push_back(static_cast<model::VarId>(v));
    const std::string what =
        changed.empty() ? "nothing changes" : to_text(model, changed, trace.states[i]);
    lines.push_back(fmt::format("  {}", to_text(model, trace.actions[i - 1])));
    lines.push_back(fmt::format("state {}: {}", i, what));
  }
  return lines;
}

bool replay(const model::Model& model, const Trace& trace) {
  if (trace.states.empty() || trace.actions.size() + 1 != trace.states.size()) return false;
  if (model.initial && !model.initial->program.holds(trace.states[0])) return false;
  for (std::size_t i = 0; i < trace.actions.size(); ++i) {
    model::Steps steps(model, trace.states[i]);
    for (std::size_t a = 0; a < model.agents.size(); ++a) {
      const auto& allowed = steps.allowed(static_cast<model::AgentId>(a));
      if (!std::binary_search(allowed.begin(), allowed.end(), trace.actions[i][a])) return false;
    }
    const auto next = steps.successors(trace.actions[i]);
    if (!std::binary_search(next.begin(), next.end(), trace.states[i + 1])) return false;
  }
  return true;
}

}  // namespace ken::evidence
