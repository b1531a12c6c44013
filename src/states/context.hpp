#pragma once
#include <map>

#include "logic/formula.hpp"
#include "states/game.hpp"
#include "states/state_space.hpp"

namespace ken::states {

// Which outcomes of a strategy count if paths must be fair.
enum class Outcomes : std::uint8_t { fair, all };

// What a rule is handed: the states, what operators range over, and what was found out before.
struct Context {
  explicit Context(StateSpace& s) : space(s), domain(StateSet::all(s.size())) {}

  [[nodiscard]] const model::Model& model() const { return space.model(); }
  [[nodiscard]] StateSet nothing() const { return StateSet(space.size()); }
  [[nodiscard]] StateSet reachable() const { return StateSet::all(space.size()); }
  [[nodiscard]] StateSet complement(const StateSet& set) const { return domain - set; }
  [[nodiscard]] bool only_fair_outcomes() const {
    return !fairness.empty() && outcomes == Outcomes::fair;
  }

  StateSpace& space;
  StateSet domain;                 // where a fair path starts, if paths must be fair; else all
  std::vector<StateSet> fairness;  // each to be met again and again
  Outcomes outcomes = Outcomes::fair;

  // ---- caches ----
  std::map<std::vector<model::VarId>, base::ChargedVector<std::uint32_t>> classes;
  std::map<logic::Group, Moves> moves;
};

// The number of the class of each state, states with equal values of the variables together.
// Throws Exhausted, as all that is computed does.
[[nodiscard]] const base::ChargedVector<std::uint32_t>& classes_of(
    Context& context, const std::vector<model::VarId>& variables);
// The coalition's game against everybody else, with full observation.
[[nodiscard]] Game play(Context& context, const logic::Group& coalition);
// The states of a set where the condition, of the model, holds.
[[nodiscard]] StateSet find_where(Context& context, model::ExprId condition);

}  // namespace ken::states
