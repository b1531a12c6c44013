// The states engine against the explicit one.
//
// Both number states in the order of discovery, but not in the same order.  So each state of one is
// looked up in the other, and from then on sets and successors are compared by these numbers.

#include "fast_comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "evidence/trace.hpp"
#include "states/capabilities.hpp"
#include "states/labeller.hpp"

namespace ken::tests {
namespace {

using Difference = std::optional<std::string>;
using logic::FormulaId;

class FastComparison {
 public:
  FastComparison(const model::Model& model, const concrete::StateSpace& space,
                 concrete::Context& context, logic::Semantics semantics, base::Budget& budget)
      : model_(model),
        space_(space),
        context_(context),
        semantics_(semantics),
        budget_(budget),
        effort_(budget),
        fast_(model, effort_) {}

  Difference run() {
    fast_.explore();
    if (auto found = states()) return found;
    if (auto found = steps()) return found;
    if (auto found = flaws()) return found;
    return formulas();
  }

 private:
  Difference states() {
    if (fast_.size() != space_.size())
      return fmt::format("{} states, not {}", fast_.size(), space_.size());
    if (fast_.initial_count() != space_.initial_count())
      return fmt::format("{} initial states, not {}", fast_.initial_count(),
                         space_.initial_count());
    if (fast_.size() > 0 && fast_.depth() != space_.depth())
      return fmt::format("depth {}, not {}", fast_.depth(), space_.depth());
    for (states::StateId s = 0; s < fast_.size(); ++s) {
      const auto id = space_.find(fast_.state(s));
      if (!id) return fmt::format("{} is not reachable", to_text(model_, fast_.state(s)));
      if (fast_.find(fast_.state(s)) != s) return "a state does not find itself";
      numbers_.push_back(*id);
    }
    return {};
  }

  Difference steps() {
    for (states::StateId s = 0; s < fast_.size(); ++s) {
      std::vector<concrete::StateId> next;
      for (const states::StateId t : fast_.successors()[s]) next.push_back(numbers_[t]);
      std::sort(next.begin(), next.end());
      const auto expected = space_.steps()->successors(numbers_[s]);
      if (!std::equal(next.begin(), next.end(), expected.begin(), expected.end()))
        return fmt::format("{} has {} successors, not {}, or others",
                           to_text(model_, fast_.state(s)), next.size(), expected.size());
    }
    if (fast_.deterministic() != space_.deterministic()) return "determinism";
    return {};
  }

  Difference trace(const std::string& what, states::StateId found, concrete::StateId expected) {
    const evidence::Trace actual = fast_.trace_to(found);
    if (!evidence::replay(model_, actual, budget_))
      return fmt::format("the trace to a {} is no run of the model", what);
    if (actual.states.size() == space_.trace_to(expected).states.size()) return {};
    return fmt::format("the trace to a {} has {} states", what, actual.states.size());
  }

  Difference flaws() {
    const auto deadlock = fast_.first_deadlock();
    if (deadlock.has_value() != space_.first_deadlock().has_value()) return "a deadlock";
    if (deadlock) {
      if (!space_.steps()->successors(numbers_[*deadlock]).empty()) return "no deadlock is one";
      if (auto found = trace("deadlock", *deadlock, *space_.first_deadlock())) return found;
    }
    const auto lost = fast_.first_lost();
    const auto expected = space_.first_lost();
    if (lost.has_value() != expected.has_value()) return "a lost step";
    if (!lost) return {};
    if (auto found = trace("lost step", fast_.find(lost->state).value(),
                           space_.find(expected->state).value()))
      return found;
    model::Steps steps(model_, lost->state, budget_);
    steps.for_each_joint_action([&](const model::JointAction& action) {
      steps.for_each_successor(action, [](const model::State&) { return false; });
      return true;
    });
    const bool loses = std::any_of(
        steps.lost().begin(), steps.lost().end(),
        [&](const model::LostAssignment& one) { return one.assignment == lost->assignment; });
    if (loses) return {};
    return "a lost step is where that line is not lost";
  }

  Difference sets(const std::string& what, const concrete::StateSet& expected,
                  const states::StateSet& actual) {
    for (states::StateId s = 0; s < fast_.size(); ++s)
      if (actual[s] != expected.contains(numbers_[s]))
        return fmt::format("{}: {} is {}", what, to_text(model_, fast_.state(s)),
                           actual[s] ? "inside" : "outside");
    return {};
  }

  Difference formulas() {
    for (const model::Property& line : model_.fairness)
      if (!states::why_unsupported(model_, line, semantics_).empty()) return {};
    states::Labeller labeller(fast_);
    concrete::Labeller plain(context_);
    if (auto found = sets("domain", context_.arena.domain, labeller.context().domain)) return found;
    const auto start = context_.arena.initial & context_.arena.domain;
    if (labeller.has_fair_start() == start.empty()) return "whether there is a fair start";
    for (const model::Property& property : model_.properties) {
      if (!states::why_unsupported(model_, property, semantics_).empty()) continue;
      for (const bool all : {false, true}) {
        if (auto found = parts(labeller, plain, property, all)) return found;
        const auto outcomes = all ? concrete::Outcomes::all : concrete::Outcomes::fair;
        const bool expected = (start - plain.label(property.formula, outcomes)).empty();
        const auto fast_outcomes = all ? states::Outcomes::all : states::Outcomes::fair;
        if (labeller.holds(property.formula, fast_outcomes) == expected) continue;
        return fmt::format("{}: {} explicitly only", property.text, expected);
      }
      if (concrete::can_leave_fair_paths(context_, property.formula) !=
              states::can_leave_fair_paths(labeller.context(), property.formula) &&
          context_.arena.fair())
        return fmt::format("{}: whether a coalition can leave all fair paths", property.text);
    }
    return {};
  }

  Difference parts(states::Labeller& labeller, concrete::Labeller& plain,
                   const model::Property& property, bool all) {
    for (const FormulaId part : logic::closure(model_.formulas, property.formula)) {
      if (!compared_.insert({part, all}).second) continue;
      const auto outcomes = all ? concrete::Outcomes::all : concrete::Outcomes::fair;
      const auto fast_outcomes = all ? states::Outcomes::all : states::Outcomes::fair;
      const std::string what = fmt::format("part {} of {}{}", static_cast<std::uint32_t>(part),
                                           property.text, all ? " for all outcomes" : "");
      if (auto found = sets(what, plain.label(part, outcomes), labeller.label(part, fast_outcomes)))
        return found;
    }
    return {};
  }

  const model::Model& model_;
  const concrete::StateSpace& space_;
  concrete::Context& context_;
  logic::Semantics semantics_;
  base::Budget& budget_;
  states::Effort effort_;
  states::StateSpace fast_;
  std::vector<concrete::StateId> numbers_;  // of the explicit engine, by those of the other
  std::set<std::pair<FormulaId, bool>> compared_;
};

}  // namespace

Difference fast_difference(const model::Model& model, const concrete::StateSpace& space,
                           concrete::Context& context, logic::Semantics semantics,
                           base::Budget& budget) {
  auto found = FastComparison(model, space, context, semantics, budget).run();
  if (found) found = "states engine: " + *found;
  return found;
}

}  // namespace ken::tests
