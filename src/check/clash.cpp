// Facts that clash.
//
// A search that ends in vain has learnt many facts, and few of them are needed.  They are given to
// a solver that knows nothing else: some action at each point, the starts, and each fact on
// condition that a variable of its own is true.  All these variables are assumed; what the solver
// names when it fails is enough, and is tried again alone as long as it becomes less.  Facts that
// follow from one that says more are left out beforehand.  So the
// answer of the search is found a second time on the way, from nothing but what is told to others.

#include "check/clash.hpp"

#include <algorithm>
#include <map>

#include "base/check.hpp"
#include "model/step.hpp"
#include "sat/solver.hpp"

namespace ken::check {
namespace {

using sat::Literal;

class Clash {
 public:
  Clash(const model::Model& model, base::Budget& budget) : model_(model), solver_(budget) {}

  void require_start(const model::State& state) {
    solver_.add_clause(std::vector{met({state, evidence::Stage::start})});
  }
  // On condition that the literal is true.
  [[nodiscard]] Literal add(const evidence::Fact& fact) {
    const Literal counts = solver_.add_variable(true);
    std::vector<Literal> clause{!counts, !met(fact.at)};
    for (const evidence::Selection& selection : fact.selections)
      clause.push_back(!selected(selection));
    if (fact.then) clause.push_back(met(*fact.then));
    solver_.add_clause(clause);
    return counts;
  }
  // Nothing if the facts leave a strategy.
  [[nodiscard]] std::optional<std::vector<Literal>> find_enough(const std::vector<Literal>& all) {
    if (solver_.solve(all)) return {};
    return solver_.failed();
  }

 private:
  using Point = std::pair<logic::AgentId, std::vector<model::Value>>;

  [[nodiscard]] Literal met(const evidence::Node& node) {
    const auto [at, fresh] = met_.try_emplace(node);
    if (fresh) at->second = solver_.add_variable(false);
    return at->second;
  }

  [[nodiscard]] Literal selected(const evidence::Selection& selection) {
    const model::Agent& agent = model_[selection.agent];
    Point point{selection.agent, {}};
    for (const model::VarId v : agent.visible)
      point.second.push_back(selection.where[static_cast<std::size_t>(v)]);
    const auto [at, fresh] = actions_.try_emplace(std::move(point));
    if (fresh) {
      std::vector<Literal> some;
      for (const model::ActionIndex action : model::allowed_actions(model_, agent, selection.where))
        some.push_back(at->second[action] = solver_.add_variable(false));
      solver_.add_clause(some);
    }
    return at->second.at(selection.action);
  }

  const model::Model& model_;
  sat::Solver solver_;
  std::map<evidence::Node, Literal> met_;
  std::map<Point, std::map<model::ActionIndex, Literal>> actions_;
};

bool says_no_less(const evidence::Fact& fact, const evidence::Fact& than) {
  return std::all_of(fact.selections.begin(), fact.selections.end(), [&](const auto& selection) {
    return std::find(than.selections.begin(), than.selections.end(), selection) !=
           than.selections.end();
  });
}

// Leaves out what follows from another one about the same two states, of two equal ones one.
std::vector<evidence::Fact> keep_strongest(std::vector<evidence::Fact> facts) {
  using Ends = std::pair<evidence::Node, std::optional<evidence::Node>>;
  std::stable_sort(facts.begin(), facts.end(), [](const auto& a, const auto& b) {
    return a.selections.size() < b.selections.size();
  });
  std::map<Ends, std::vector<std::size_t>> kept;
  std::vector<evidence::Fact> result;
  for (evidence::Fact& fact : facts) {
    std::vector<std::size_t>& others = kept[{fact.at, fact.then}];
    if (std::any_of(others.begin(), others.end(),
                    [&](std::size_t other) { return says_no_less(result[other], fact); }))
      continue;
    others.push_back(result.size());
    result.push_back(std::move(fact));
  }
  return result;
}

}  // namespace

std::vector<evidence::Fact> find_clash(symbolic::System& system, std::vector<evidence::Fact> facts,
                                       const std::vector<model::State>& starts) {
  for (facts = keep_strongest(std::move(facts));;) {
    Clash clash(system.model(), system.budget());
    for (const model::State& start : starts) clash.require_start(start);
    std::vector<Literal> counts;
    counts.reserve(facts.size());
    for (const evidence::Fact& fact : facts) counts.push_back(clash.add(fact));
    const auto enough = clash.find_enough(counts);
    CHECK(enough.has_value(), "what a search has learnt leaves no strategy");
    if (enough->size() == facts.size()) {
      std::stable_partition(facts.begin(), facts.end(), [](const evidence::Fact& fact) {
        return fact.at.stage == evidence::Stage::start;
      });
      return facts;
    }
    std::vector<evidence::Fact> needed;
    std::size_t next = 0;
    for (std::size_t i = 0; i < counts.size(); ++i)
      if (next < enough->size() && counts[i] == (*enough)[next]) {
        needed.push_back(std::move(facts[i]));
        ++next;
      }
    facts = std::move(needed);
  }
}

}  // namespace ken::check
