#pragma once
#include <map>

#include "concrete/game.hpp"
#include "concrete/state_space.hpp"

namespace ken::concrete {

// What a rule is handed: where it works, how coalitions are to be read, and what was found out
// there before.  Model, states and budget must outlive it.
struct Context {
  Context(const model::Model& m, const StateSpace& s, Arena a)
      : model(m), space(s), arena(std::move(a)) {}

  const model::Model& model;
  const StateSpace& space;  // what the states of the arena are
  Arena arena;
  Outcomes outcomes = Outcomes::fair;

  // ---- caches ----
  std::map<std::vector<model::VarId>, std::vector<std::uint32_t>> classes;
  std::map<logic::Group, std::vector<Moves>> moves;
};

// The states of the domain that are not in the set.
[[nodiscard]] inline StateSet complement(const Context& context, const StateSet& set) {
  return context.arena.domain - set;
}
[[nodiscard]] Game play(Context& context, const logic::Group& coalition);
// The number of the class of each state, states with equal values of the variables together.
[[nodiscard]] const std::vector<std::uint32_t>& classes_of(Context& context,
                                                           std::span<const model::VarId> variables);

}  // namespace ken::concrete
