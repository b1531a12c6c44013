#pragma once
#include <functional>
#include <limits>

#include "check/conflict.hpp"
#include "check/refutation.hpp"
#include "sat/solver.hpp"

namespace ken::check {

// Why a strategy does not win from all of some states; nothing if it does.
using Refute = std::function<std::optional<Refutation>(const Strategy&, const StateSet& starts)>;

// Wherever a member sees what it sees in this state it does that.  Means the same in every system
// of a model.
struct Selection {
  std::size_t member = 0;
  model::State where;
  model::ActionIndex action{};
};

// Who selects all of these does not win from the start.
struct Conflict {
  model::State start;
  std::vector<Selection> selections;
};

enum class Finding : std::uint8_t { found, none, open };

// The search for a strategy that nothing refutes.  What it learns from one set of starts helps with
// the next.  The context must outlive it.
class StrategySearch {
 public:
  StrategySearch(Context& context, const logic::Group& members, Strategy first, Refute refute);
  // From now on conflicts are shortened so.
  void shorten_by(StillLost still_lost) { shortening_.emplace(std::move(still_lost)); }

  // Whether one strategy that selects none of these wins from all of these states of the domain;
  // open if so many candidates do not tell.  Throws Exhausted.
  [[nodiscard]] Finding search(const StateSet& starts, std::span<const Selection> forbidden,
                               std::size_t candidates);
  // Whether one wins from all of them.
  [[nodiscard]] bool find_from(const StateSet& starts) {
    return search(starts, {}, std::numeric_limits<std::size_t>::max()) == Finding::found;
  }
  // After it was found.
  [[nodiscard]] const Strategy& strategy() const { return strategy_; }
  [[nodiscard]] std::vector<Selection> list_selections() const;
  // After there was none: from these states together no strategy wins, unless what is forbidden is to
  // blame.
  [[nodiscard]] const std::vector<model::State>& lost_together() const { return lost_together_; }
  [[nodiscard]] bool forbidden_is_to_blame() const { return forbidden_is_to_blame_; }

  // What was learnt, in this order, here or from others.
  [[nodiscard]] std::size_t conflicts() const { return learnt_.size(); }
  [[nodiscard]] Conflict conflict(std::size_t number) const;
  void learn(const Conflict& conflict);
  // Does what another search has found.
  void follow(std::span<const Selection> selections);
  // Forbids one half and the other of what can be done at a point that was in many conflicts
  // lately, if it knows one such that candidates are left either way.
  struct Split {
    std::vector<Selection> one;
    std::vector<Selection> other;
  };
  [[nodiscard]] std::optional<Split> split(const StateSet& starts,
                                           std::span<const Selection> forbidden);
  // Conflicts so far count half as much from now on.
  void age();

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
  struct Learnt {
    const model::State* start = nullptr;
    std::vector<Pick> picks;
  };
  struct Known {
    std::vector<sat::Literal> picks;  // by action; none while the solver does not know the point
    std::size_t choice = 0;           // what the strategy does
    double activity = 0;              // in conflicts
  };

  [[nodiscard]] std::vector<Pick> list_picks(const Refutation& refutation);
  [[nodiscard]] std::vector<Pick> shorten(std::vector<Pick> picks, const model::State& start);
  void learn(const Refutation& refutation);
  void exclude(const model::State& start, std::vector<Pick> picks);
  [[nodiscard]] StateSet encode(const model::State& state) const;
  void know(std::size_t point);
  [[nodiscard]] const std::pair<const model::State, Start>& know_start(const model::State& state);
  [[nodiscard]] Pick find_pick(const Selection& selection);
  [[nodiscard]] Selection describe(const Pick& pick) const;
  void choose(const Pick& pick);
  void follow_solver();
  [[nodiscard]] std::vector<sat::Literal> assume(const StateSet& starts,
                                                 std::span<const Selection> forbidden);

  Context& context_;
  Points points_;
  Strategy strategy_;
  Refute refute_;
  std::optional<Shortening> shortening_;
  sat::Solver solver_;
  std::vector<Known> known_;         // by point
  std::vector<std::size_t> chosen_;  // points the solver chooses for
  std::map<model::State, Start> starts_;
  std::vector<sat::Literal> assumptions_;
  std::vector<Learnt> learnt_;
  std::vector<model::State> lost_together_;
  bool forbidden_is_to_blame_ = false;
};

}  // namespace ken::check
