#pragma once
#include <deque>
#include <functional>
#include <limits>
#include <set>

#include "base/charge.hpp"
#include "check/depth_first.hpp"
#include "check/step_graph.hpp"
#include "evidence/fact.hpp"
#include "sat/solver.hpp"

namespace ken::check {

using evidence::Fact;
using evidence::Node;
using evidence::Selection;
using evidence::Stage;

// Why a strategy does not win from all of some states; nothing if it does.
using Refute = std::function<std::optional<Refutation>(const Strategy&, const StateSet& starts)>;

// What may happen in a state that is met while the objective is open, as far as it is worth
// telling.
using Foresee = std::function<std::vector<Fact>(const model::State&)>;

// The search for a strategy that nothing refutes.  What it learns from one set of starts helps with
// the next.  The context must outlive it.
class StrategySearch {
 public:
  StrategySearch(Context& context, const logic::Group& members, Strategy first, Refute refute);
  // From now on states on refutations are looked at closely.
  void foresee_by(Foresee foresee) { foresee_ = std::move(foresee); }
  // From now on partial strategies are tried beside.
  void go_depth_first_by(std::unique_ptr<DepthFirst> depth_first) {
    depth_first_ = std::move(depth_first);
  }
  // From now on it counts as lost if the objective stays open for ever.
  void lose_by_cycles() { cycles_lose_ = true; }

  // Whether one strategy wins from all of these states of the domain; open if so much work does not
  // tell.  Throws Exhausted.
  [[nodiscard]] Finding search(const StateSet& starts, std::uint64_t most);
  [[nodiscard]] bool find_from(const StateSet& starts) {
    return search(starts, std::numeric_limits<std::uint64_t>::max()) == Finding::found;
  }
  // What diagrams and solver have done so far, in steps of diagrams: the same in every run.
  [[nodiscard]] std::uint64_t work() const;
  // After it was found.
  [[nodiscard]] const Strategy& strategy() const { return strategy_; }
  [[nodiscard]] std::vector<Selection> list_selections() const;
  // After there was none: from these states together no strategy wins.
  [[nodiscard]] const std::vector<model::State>& lost_together() const { return lost_together_; }

  // What was learnt, in this order, here or from others.
  [[nodiscard]] std::size_t facts() const { return facts_.size(); }
  [[nodiscard]] Fact fact(std::size_t number) const;
  [[nodiscard]] std::vector<Fact> list_facts(std::size_t from = 0) const;
  // Those that were read off the model, not concluded from others.
  [[nodiscard]] std::vector<Fact> list_observed(std::size_t from = 0) const;
  void learn(const Fact& fact);
  // Does this, and elsewhere what everybody did at the beginning.
  void follow(std::span<const Selection> selections);

 private:
  // At a point this action, by its place among those allowed.
  struct Pick {
    std::size_t point = 0;
    std::size_t action = 0;
    friend auto operator<=>(const Pick&, const Pick&) = default;
  };
  using Picks = std::vector<Pick>;
  enum class Source : std::uint8_t { model, facts };
  struct Known {
    std::vector<sat::Literal> picks;  // by action; none while the solver does not know the point
    std::size_t first = 0;            // what the strategy did at the beginning
    std::size_t choice = 0;           // what it does
  };
  struct Learnt {
    const Node* at = nullptr;
    Picks picks;
    const Node* then = nullptr;
    Source source = Source::model;
  };
  struct Place {
    sat::Literal met;
    std::size_t number = 0;  // in the graph
  };
  using Met = std::pair<const Node, Place>;

  void ask_from(const StateSet& starts);
  [[nodiscard]] sat::Answer propose(std::uint64_t end);
  [[nodiscard]] bool try_candidate(const StateSet& starts);
  [[nodiscard]] std::vector<model::State> find_lost_together() const;
  [[nodiscard]] bool exclude_cycles();
  [[nodiscard]] bool go_depth_first(const StateSet& starts);
  [[nodiscard]] Picks pick_at(const std::vector<std::size_t>& points, const Strategy& strategy);
  void learn(const Refutation& refutation, const Strategy& strategy);
  void look_at(const model::State& state);
  void look_ahead(std::uint64_t work);
  void learn(const Node& at, Picks picks, const std::optional<Node>& then,
             Source source = Source::model);
  [[nodiscard]] StateSet encode(const model::State& state) const;
  void know(std::size_t point);
  [[nodiscard]] const Met& know(const Node& node);
  [[nodiscard]] Pick find_pick(const Selection& selection);
  [[nodiscard]] Selection describe(const Pick& pick) const;
  void choose(const Pick& pick);
  void follow_solver();
  void ask(const Place& start);

  Context& context_;
  Points points_;
  Strategy strategy_;
  Refute refute_;
  Foresee foresee_;
  std::unique_ptr<DepthFirst> depth_first_;
  std::uint64_t work_depth_first_ = 0;
  std::uint64_t work_before_;
  std::set<model::State> foreseen_;
  std::deque<model::State> ahead_;  // met, perhaps not foreseen
  sat::Solver solver_;
  std::vector<Known> known_;         // by point
  std::vector<std::size_t> chosen_;  // points the solver chooses for
  std::map<Node, Place> met_;
  std::map<model::State, StateSet> starts_;
  std::vector<sat::Literal> assumptions_;
  std::vector<std::size_t> asked_;  // the places of the assumptions
  bool cycles_lose_ = false;
  StepGraph graph_;
  std::vector<std::size_t> steps_;      // their facts
  std::set<std::vector<int>> clauses_;  // of the facts
  std::vector<Learnt> facts_;
  std::vector<model::State> lost_together_;
  base::Charge memory_;
};

}  // namespace ken::check
