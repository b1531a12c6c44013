#pragma once
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/codes.hpp"
#include "symbolic/reach.hpp"

namespace ken::check {

// Where one agent's lines do what was hardly meant.
struct LocalCase {
  // protocol_gap, overlapping_lines, possible_overflow, or unreachable_line for a line without any
  // case.
  base::Code code{};
  model::AgentId agent{};
  base::Range place;
  std::string where;  // one such case, "P.x=1, P.Action=go"; empty for unreachable_line
  const model::EvolutionRule* earlier = nullptr;  // of overlapping_lines: the line it meets
  const model::EvolutionRule* line = nullptr;     // of all but protocol_gap
  const model::Assignment* assignment = nullptr;  // of possible_overflow
  model::State state{};  // of possible_overflow: the case, with any values for what is not shown
};

// Which cases count: all of the agent's local states with any actions of the others, or those of
// reachable states with actions that all protocols allow.
struct Scope {
  struct Reached {
    bdd::Bdd states;
    std::span<const bdd::Bdd> protocols;  // by agent
  };
  std::optional<Reached> reached;
};
[[nodiscard]] Scope reached_cases(symbolic::System& system, const symbolic::Reachable& reachable);

// The diagrams that questions about lines are asked on.
struct Diagrams {
  bdd::Manager& manager;
  const symbolic::Encoding& encoding;
  const model::Model& model;
  symbolic::Conditions& conditions;
};
[[nodiscard]] inline Diagrams diagrams_of(symbolic::System& system) {
  return {system.manager(), system.encoding(), system.model(), system.conditions()};
}

// At most one: a state where the agent's protocol allows no action.  Throws Exhausted.
[[nodiscard]] std::vector<LocalCase> find_protocol_gaps(const Diagrams& diagrams,
                                                        model::AgentId agent, const Scope& scope);
// At most one overlap for each line of the text, one overflow for each assignment.  Throws
// Exhausted.
[[nodiscard]] std::vector<LocalCase> find_line_cases(const Diagrams& diagrams, model::AgentId agent,
                                                     const Scope& scope);

}  // namespace ken::check
