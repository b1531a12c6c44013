#pragma once
#include <optional>

#include "logic/formula.hpp"
#include "symbolic/arena.hpp"

namespace ken::check {

using symbolic::Arena;
using symbolic::MoveSet;
using symbolic::StateSet;

// Which outcomes of a strategy count in a fair arena.
enum class Outcomes : std::uint8_t { fair, all };

// What is worth knowing once about a coalition in an arena.
struct Coalition {
  StateSet alive;                    // reachable states with a successor
  symbolic::Turns turns;             // of them, where it or the others decide
  StateSet contested;                // the rest of them
  std::optional<MoveSet> available;  // moves in reachable states with some successor
  std::optional<StateSet> escape;    // where it can leave all fair paths
};
[[nodiscard]] Coalition find_moves(const Arena& arena, const logic::Group& members);

// The game of a coalition against everybody else, with full observation, on all reachable states of
// an arena.  Lives shorter than what it is made of; notes in the coalition what it finds out.
class Game {
 public:
  Game(const Arena& arena, const logic::Group& members, Coalition& coalition, Outcomes outcomes);

  // Where the coalition can enforce X f, f U h, f W h; right at least in the states asked about,
  // everywhere if those are unset.
  [[nodiscard]] StateSet next(const StateSet& f) const;
  [[nodiscard]] StateSet until(const StateSet& f, const StateSet& h,
                               const StateSet& asked = {}) const;
  [[nodiscard]] StateSet weak(const StateSet& f, const StateSet& h,
                              const StateSet& asked = {}) const;
  // f U h if every outcome counts, with the moves that bring it about, nearest to h first.
  struct Attracted {
    StateSet states;
    std::vector<MoveSet> moves;
  };
  [[nodiscard]] Attracted attract(const StateSet& f, const StateSet& h) const;
  // The moves with some outcome; and those with all of their outcomes in the set.
  [[nodiscard]] const MoveSet& available() const;
  [[nodiscard]] MoveSet keep_inside(const StateSet& set) const;
  // Where it can make every outcome unfair; nowhere if all outcomes count.
  [[nodiscard]] const StateSet& escape() const { return escape_; }
  // Moves by which it does so, in every state where it can.
  [[nodiscard]] MoveSet escape_moves() const;
  // If only fair outcomes count: moves that enforce f U h where neither h nor escape is reached
  // yet.
  [[nodiscard]] MoveSet fair_until_moves(const StateSet& f, const StateSet& h) const;

  // ---- the others ----
  // Where they can answer every available move into the set.
  [[nodiscard]] StateSet opponents_pre(const StateSet& set) const;
  // Where they can force a visit of the target before 'lost': it, and then by so many more steps
  // what is new; as far as it takes to have all states asked about.
  [[nodiscard]] std::vector<StateSet> opponents_layers(const StateSet& target, const StateSet& lost,
                                                       const StateSet& asked = {}) const;
  // Where they can be fair for ever, or reach 'won', without 'lost'.
  [[nodiscard]] StateSet fair_opponents(const StateSet& won, const StateSet& lost) const;

 private:
  [[nodiscard]] const symbolic::MoveRelation& moves() const;
  [[nodiscard]] StateSet pre(const StateSet& set) const;
  // Of these states those with a move whose outcomes all lie in the set; and those where every move
  // has some outcome in it.  All of them have a successor.
  [[nodiscard]] StateSet can_enter(const StateSet& states, const StateSet& set) const;
  [[nodiscard]] StateSet must_enter(const StateSet& states, const StateSet& set) const;
  [[nodiscard]] StateSet find_ahead(const StateSet& states) const;
  [[nodiscard]] StateSet step_back(const StateSet& fresh, const StateSet& known) const;
  // f U h if every outcome counts.
  template <class Note>
  [[nodiscard]] StateSet win(const StateSet& f, const StateSet& h, const StateSet& asked,
                             const Note& note) const;
  template <class Note>
  [[nodiscard]] StateSet fair_opponents(const StateSet& won, const StateSet& lost,
                                        const Note& note) const;
  [[nodiscard]] MoveSet stop_opponents(const StateSet& won, const StateSet& lost) const;
  [[nodiscard]] StateSet opponents_reach(const StateSet& target, const StateSet& lost) const;

  const Arena& arena_;
  const logic::Group& members_;
  Coalition& coalition_;
  bool only_fair_;
  StateSet escape_;
};

}  // namespace ken::check
