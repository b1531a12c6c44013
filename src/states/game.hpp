#pragma once
#include <vector>

#include "logic/formula.hpp"
#include "states/state_space.hpp"

namespace ken::states {

// What a coalition can do in each state: its moves, as far as they differ, each with everything
// that may follow; only moves that something follows.
class Moves {
 public:
  // Throws Exhausted.
  Moves(StateSpace& space, const logic::Group& coalition);

  [[nodiscard]] std::size_t size() const { return owners_.size(); }
  [[nodiscard]] StateId owner(std::size_t move) const { return owners_[move]; }
  [[nodiscard]] std::span<const StateId> outcomes(std::size_t move) const {
    return outcomes_[move];
  }
  // The moves that may lead to the state.
  [[nodiscard]] std::span<const StateId> leading_to(StateId s) const { return leading_[s]; }
  // How many moves there are in a state.
  [[nodiscard]] std::uint32_t count(StateId s) const { return counts_[s]; }
  [[nodiscard]] std::size_t edges() const { return outcomes_.items(); }

 private:
  void close_move(StateId owner);
  bool add_plain_moves(const StateSpace& space, const logic::Group& coalition, StateId s);

  Lists outcomes_;
  base::ChargedVector<StateId> owners_;
  base::ChargedVector<std::uint32_t> counts_;
  std::size_t begun_ = 0;  // where the outcomes of the next move begin
  Lists leading_;
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
  [[nodiscard]] StateSet find_moves_into(const StateSet& set) const;
  [[nodiscard]] StateSet attract(const StateSet& f, const StateSet& h) const;
  [[nodiscard]] StateSet find_answers_into(const StateSet& set) const;
  [[nodiscard]] StateSet attract_others(const StateSet& target, const StateSet& lost) const;
  [[nodiscard]] StateSet let_others_be_fair(const StateSet& won, const StateSet& lost) const;
  void spend_round() const { space_.effort().spend(4 * space_.size() + 2 * moves_.edges()); }

  StateSpace& space_;
  const Moves& moves_;
  std::vector<StateSet> fairness_;
  StateSet escape_;  // where the coalition can leave all fair paths
};

}  // namespace ken::states
