#pragma once
#include <vector>

#include "logic/formula.hpp"
#include "states/state_space.hpp"

namespace ken::states {

// Whose choice decides what follows a state: of the coalition or of the others alone, if at most
// one agent has one, or of both.
enum class Turn : std::uint8_t { ours, theirs, contested };

using MoveId = std::size_t;

// What a coalition can do in each state: its moves, as far as they differ, each with everything
// that may follow; only moves that something follows.  Those of contested states are listed.
// Elsewhere the edges of the state space are all there is to know: if it is our turn, each is a
// move, and all of a state have one number; if it is not, they are the outcomes of one move.  The
// space must outlive it.
class Moves {
 public:
  // Throws Exhausted.
  Moves(StateSpace& space, const logic::Group& coalition);

  [[nodiscard]] Turn turn(StateId s) const { return turns_[s]; }
  // How many moves there are in a state.
  [[nodiscard]] std::uint32_t count(StateId s) const { return counts_[s]; }
  // Larger than every number of a move.
  [[nodiscard]] MoveId size() const { return turns_.size() + owners_.size(); }
  // How many outcomes it has.
  [[nodiscard]] std::size_t outcomes(MoveId move) const;
  // Calls visit(owner, move) for all moves that may lead to the state.
  template <class Visit>
  void for_each_into(StateId t, const Visit& visit) const {
    for (const StateId s : predecessors_[t])
      if (turns_[s] != Turn::contested) visit(s, MoveId{s});
    if (owners_.empty()) return;
    for (const std::uint32_t i : leading_[t]) visit(owners_[i], turns_.size() + i);
  }
  // The states with a move that has no outcome outside the set.
  [[nodiscard]] StateSet find_into(const StateSet& set) const;
  // What it costs to go through all.
  [[nodiscard]] std::size_t work() const {
    return 4 * size() + 2 * (successors_.items() + listed_.items());
  }

 private:
  void list(StateSpace& space, const logic::Group& coalition);

  const Lists& successors_;
  const Lists& predecessors_;
  base::ChargedVector<Turn> turns_;
  base::ChargedVector<std::uint32_t> counts_;
  base::ChargedVector<StateId> owners_;  // of listed moves
  Lists listed_;                         // their outcomes
  Lists leading_;                        // by state, the listed moves that may lead there
};

// The game of one coalition against everybody else, on all reachable states.
class Game {
 public:
  // With lines of fairness only outcomes count that meet each again and again.
  Game(StateSpace& space, const Moves& moves, std::vector<StateSet> fairness);

  // Where the coalition can enforce X f, f U h, f W h.
  [[nodiscard]] StateSet next(const StateSet& f) const;
  [[nodiscard]] StateSet until(const StateSet& f, const StateSet& h) const;
  [[nodiscard]] StateSet weak(const StateSet& f, const StateSet& h) const;

 private:
  [[nodiscard]] StateSet all() const { return StateSet::all(space_.size()); }
  [[nodiscard]] StateSet find_moves_into(const StateSet& set) const {
    spend_round();
    return moves_.find_into(set);
  }
  [[nodiscard]] StateSet attract(const StateSet& f, const StateSet& h) const;
  [[nodiscard]] StateSet find_answers_into(const StateSet& set) const;
  [[nodiscard]] StateSet attract_others(const StateSet& target, const StateSet& lost) const;
  [[nodiscard]] StateSet let_others_be_fair(const StateSet& won, const StateSet& lost) const;
  void spend_round() const { space_.effort().spend(moves_.work()); }

  StateSpace& space_;
  const Moves& moves_;
  std::vector<StateSet> fairness_;
  StateSet escape_;  // where the coalition can leave all fair paths
};

}  // namespace ken::states
