#pragma once
#include "concrete/arena.hpp"

namespace ken::concrete {

// Which outcomes of a strategy count in a fair arena.
enum class Outcomes : std::uint8_t { fair, all };

// The game of one coalition against everybody else, on all states of an arena.  Lives shorter than
// what it is made of.
class Game {
 public:
  Game(const Arena& arena, const std::vector<Moves>& moves, Outcomes outcomes);

  // Where the coalition can enforce X f, f U h, f W h.
  [[nodiscard]] StateSet next(const StateSet& f) const;
  [[nodiscard]] StateSet until(const StateSet& f, const StateSet& h) const;
  [[nodiscard]] StateSet weak(const StateSet& f, const StateSet& h) const;
  // Where it can make every outcome unfair; nowhere if all outcomes count.
  [[nodiscard]] const StateSet& escape() const { return escape_; }

 private:
  [[nodiscard]] StateSet pre(const StateSet& set) const;
  [[nodiscard]] StateSet opponents_pre(const StateSet& set) const;
  [[nodiscard]] StateSet fair_opponents(const StateSet& won, const StateSet& lost) const;
  [[nodiscard]] StateSet opponents_reach(const StateSet& target, const StateSet& lost) const;

  const Arena& arena_;
  const std::vector<Moves>& moves_;
  StateSet everywhere_;
  bool only_fair_;
  StateSet escape_;
};

}  // namespace ken::concrete
