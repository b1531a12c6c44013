#pragma once
#include <map>

#include "concrete/game.hpp"
#include "concrete/state_space.hpp"

namespace ken::concrete {

// What a rule is handed: where it works, how coalitions are to be read, and what was found out
// there before.  Model, states and budget must outlive it.
struct Context {
  Context(const model::Model& m, const StateSpace& s, Arena a,
          logic::Semantics of_the_run = logic::Semantics::full)
      : model(m), space(s), arena(std::move(a)), semantics(of_the_run) {}

  // Fair outcomes alone count for the coalitions of the formula being labelled.
  [[nodiscard]] bool only_fair_outcomes() const {
    return arena.fair() && outcomes == Outcomes::fair;
  }

  const model::Model& model;
  const StateSpace& space;  // what the states of the arena are
  Arena arena;
  logic::Semantics semantics;  // of coalitions that name none
  Outcomes outcomes = Outcomes::fair;

  // ---- caches ----
  std::map<std::vector<model::VarId>, std::vector<std::uint32_t>> classes;
  std::map<logic::Group, std::vector<Moves>> moves;
  std::map<logic::Group, std::vector<NamedMoves>> named_moves;
  std::map<logic::RelationId, std::vector<StateSet>> relations;
};

// The states of the domain that are not in the set.
[[nodiscard]] inline StateSet complement(const Context& context, const StateSet& set) {
  return context.arena.domain - set;
}
[[nodiscard]] Game play(Context& context, const logic::Group& coalition);
// What a coalition can do in each state of the model.
[[nodiscard]] const std::vector<NamedMoves>& named_moves_of(Context& context,
                                                            const logic::Group& coalition);
// The number of the class of each state, states with equal values of the variables together.
[[nodiscard]] const std::vector<std::uint32_t>& classes_of(Context& context,
                                                           std::span<const model::VarId> variables);

}  // namespace ken::concrete
