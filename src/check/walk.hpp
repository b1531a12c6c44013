#pragma once
#include <span>

#include "check/path_finder.hpp"
#include "check/strategy.hpp"

namespace ken::check {

// Walks along the steps that a strategy leaves, on the ground of its contest.  Lives shorter than
// both.
class Walk {
 public:
  Walk(const Contest& contest, const Strategy& strategy);
  Walk(const Walk&) = delete;
  Walk& operator=(const Walk&) = delete;

  [[nodiscard]] StateSet after(const StateSet& states) const;
  // Those from which a step leads into the states.
  [[nodiscard]] StateSet before(const StateSet& states) const;
  // The states met from these inside the region; those from which these are met through others.
  [[nodiscard]] StateSet reach(const StateSet& states, const StateSet& region) const;
  [[nodiscard]] StateSet reach_back(const StateSet& states, const StateSet& through) const;

  // Those of the region on endless paths inside it, fair ones if only these count, or behind such a
  // path; empty iff there is none.
  [[nodiscard]] StateSet keep_cycles(const StateSet& region) const;
  // Those from which such a path starts.
  [[nodiscard]] StateSet keep_endless(const StateSet& region) const;

  // A path to one of the states: from the first of the layers through all of them in turn.
  [[nodiscard]] std::vector<model::State> trace(const StateSet& targets,
                                                std::span<const StateSet> layers) const {
    return list_states(contest_.system, finder_.trace(targets, layers));
  }
  // An endless path inside what keep_cycles left.
  [[nodiscard]] Lasso find_lasso(const StateSet& region);

 private:
  [[nodiscard]] StateSet encode(const model::State& state) const;
  [[nodiscard]] model::State pick(const StateSet& states) const;
  // Where nobody sees what was not seen on the way already, if there is such a state.
  [[nodiscard]] model::State pick_familiar(const StateSet& states);
  [[nodiscard]] Lasso find_cycle(const StateSet& region);

  const Contest& contest_;
  const Strategy& strategy_;
  std::vector<Bdd> familiar_;  // by member what it has seen
  PathFinder finder_;
};

}  // namespace ken::check
