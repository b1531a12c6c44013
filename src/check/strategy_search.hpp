#pragma once
#include <functional>

#include "check/conflict.hpp"
#include "check/refutation.hpp"
#include "sat/solver.hpp"

namespace ken::check {

// Why a strategy does not win from all of some states; nothing if it does.
using Refute = std::function<std::optional<Refutation>(const Strategy&, const StateSet& starts)>;

// The search for a strategy that nothing refutes.  What it learns from one set of starts helps with
// the next.  The context must outlive it.
class StrategySearch {
 public:
  StrategySearch(Context& context, const logic::Group& members, Strategy first, Refute refute);
  // From now on conflicts are shortened so.
  void shorten_by(StillLost still_lost) { shortening_.emplace(std::move(still_lost)); }

  // Whether one strategy wins from all of these states of the domain.  Throws Exhausted.
  [[nodiscard]] bool find_from(const StateSet& starts);
  // After yes.
  [[nodiscard]] const Strategy& strategy() const { return strategy_; }
  // After no: from these states together no strategy wins.
  [[nodiscard]] const std::vector<model::State>& lost_together() const { return lost_together_; }

 private:
  // At a point this action, by its place among those allowed.
  struct Pick {
    std::size_t point = 0;
    std::size_t action = 0;
  };
  struct Start {
    StateSet set;
    sat::Literal counts;  // the outcomes from here matter
  };

  [[nodiscard]] std::vector<Pick> list_picks(const Refutation& refutation);
  [[nodiscard]] std::vector<Pick> shorten(std::vector<Pick> picks, const model::State& start);
  void learn(const Refutation& refutation);
  [[nodiscard]] StateSet encode(const model::State& state) const;
  void know(std::size_t point);
  [[nodiscard]] sat::Literal literal_of_start(const model::State& state);
  void follow_solver();

  Context& context_;
  Points points_;
  Strategy strategy_;
  Refute refute_;
  std::optional<Shortening> shortening_;
  sat::Solver solver_;
  std::vector<std::vector<sat::Literal>> picks_;  // by point, if known, and action
  std::vector<std::size_t> known_;                // points the solver chooses for
  std::vector<std::size_t> choice_;               // by point: what the strategy does
  std::map<model::State, Start> starts_;
  std::vector<sat::Literal> assumptions_;
  std::vector<model::State> lost_together_;
};

}  // namespace ken::check
