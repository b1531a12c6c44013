// All engines on one model.
//
// The states engine is compared with the explicit one first (fast_comparison.cpp).
// The explicit engine numbers its states; each becomes a diagram, and a set of the symbolic engine
// is the same set if it contains the diagrams of just these states and has as many members.  Traces
// are replayed by the model's own steps, and are as long as the explicit engine's, which searches
// breadth first.

#include "comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "check/capabilities.hpp"
#include "check/exploration.hpp"
#include "check/uniform.hpp"
#include "concrete/capabilities.hpp"
#include "concrete/labeller.hpp"
#include "concrete/uniform.hpp"
#include "fast_comparison.hpp"
#include "model/elaborate.hpp"
#include "random_logic.hpp"
#include "symbolic/count.hpp"
#include "syntax/parser.hpp"

namespace ken::tests {
namespace {

using concrete::StateId;
using concrete::StateSet;
using logic::FormulaId;
using Difference = std::optional<std::string>;

class Comparison {
 public:
  Comparison(const model::Model& model, const Trial& trial)
      : model_(model),
        trial_(trial),
        space_(model, budget_),
        context_(concrete::make_context(model, space_, budget_, trial.semantics)),
        explicit_(context_),
        system_(model, budget_, trial.settings) {}

  Difference run() {
    if (auto found = fast_difference(model_, space_, context_, trial_.semantics, budget_))
      return found;
    reorder();
    reachable_ = symbolic::explore(system_);
    if (trial_.care) system_.steps().care_about(reachable_.states);
    for (std::size_t i = 0; i < space_.size(); ++i)
      states_.push_back(symbolic::encode(system_.manager(), system_.encoding(), model_,
                                         space_.state(static_cast<StateId>(i))));
    reorder();
    if (auto found = exploration()) return found;
    if (auto found = deadlocks()) return found;
    if (auto found = lost_steps()) return found;
    if (auto found = choices()) return found;
    reorder();
    return formulas();
  }

 private:
  void reorder() {
    if (trial_.reorder) system_.manager().reorder();
  }

  // ---- sets ----

  Difference sets(const std::string& what, const StateSet& expected,
                  const symbolic::StateSet& actual) {
    for (std::size_t i = 0; i < states_.size(); ++i) {
      const auto s = static_cast<StateId>(i);
      const bool found = !disjoint(states_[i], actual);
      if (found == expected.contains(s)) continue;
      return fmt::format("{}: {} is {} for the explicit engine", what,
                         to_text(model_, space_.state(s)), found ? "outside" : "inside");
    }
    if (symbolic::count_states(system_, actual) == expected.count()) return {};
    return fmt::format("{}: the symbolic engine counts {}, not {}", what,
                       symbolic::count_states(system_, actual).str(), expected.count());
  }

  // ---- exploration ----

  Difference exploration() {
    if (auto found = sets("initial states", context_.arena.initial, system_.initial()))
      return found;
    if (auto found = sets("reachable states", context_.arena.reachable(), reachable_.states))
      return found;
    const std::size_t depth = reachable_.depth().value_or(space_.depth());
    if (depth != space_.depth())
      return fmt::format("depth: {} symbolically, {} explicitly", depth, space_.depth());
    if (check::is_deterministic(system_, reachable_) != space_.deterministic())
      return fmt::format("steps are deterministic only for the {} engine",
                         space_.deterministic() ? "explicit" : "symbolic");
    return {};
  }

  // A trace to a state with some property, against the explicit engine's shortest one.
  Difference trace(const std::string& what, const model::State& found, StateId expected) {
    const evidence::Trace actual = check::trace_to(system_, reachable_, found);
    if (!evidence::replay(model_, actual, budget_))
      return fmt::format("the trace to a {} is no run of the model", what);
    const std::size_t length = space_.trace_to(expected).states.size();
    if (actual.states.size() == length || (!reachable_.depth() && actual.states.size() > length))
      return {};
    return fmt::format("the trace to a {} has {} states, not {}", what, actual.states.size(),
                       length);
  }

  Difference deadlocks() {
    const auto found = check::find_deadlock(system_, reachable_);
    const auto expected = space_.first_deadlock();
    if (found.has_value() != expected.has_value())
      return fmt::format("only one engine has a deadlock: the {}", found ? "symbolic" : "explicit");
    if (!found) return {};
    if (auto wrong = trace("deadlock", *found, *expected)) return wrong;
    const auto end = space_.find(*found);
    if (end && space_.steps()->successors(*end).empty()) return {};
    return "a deadlock of the symbolic engine is none";
  }

  Difference lost_steps() {
    const auto found = check::find_lost_step(system_, reachable_);
    const auto expected = space_.first_lost();
    if (found.has_value() != expected.has_value())
      return fmt::format("only one engine loses a step: the {}", found ? "symbolic" : "explicit");
    if (!found) return {};
    const auto nearest = space_.find(expected->state);
    if (!nearest) return "the explicit engine loses a step in an unreachable state";
    if (auto wrong = trace("lost step", found->state, *nearest)) return wrong;
    model::Steps steps(model_, found->state, budget_);
    steps.for_each_joint_action([&](const model::JointAction& action) {
      steps.for_each_successor(action, [](const model::State&) { return false; });
      return true;
    });
    const bool loses = std::any_of(
        steps.lost().begin(), steps.lost().end(),
        [&](const model::LostAssignment& lost) { return lost.assignment == found->assignment; });
    if (loses) return {};
    return "a lost step of the symbolic engine is where that line is not lost";
  }

  bool open(model::AgentId agent, const model::State& state) const {
    return model::allowed_actions(model_, model_[agent], state).size() != 1;
  }

  Difference choices() {
    const auto found = check::find_open_choice(system_, reachable_);
    bool expected = false;
    for (std::size_t i = 0; i < space_.size(); ++i)
      for (std::size_t a = 0; a < model_.agents.size(); ++a)
        expected =
            expected || open(static_cast<model::AgentId>(a), space_.state(static_cast<StateId>(i)));
    if (found.has_value() != expected)
      return fmt::format("only one engine has an open choice: the {}",
                         found ? "symbolic" : "explicit");
    if (!found || (open(found->agent, found->state) && space_.find(found->state))) return {};
    return "the open choice is none";
  }

  // ---- formulas ----

  Difference formulas() {
    std::vector<FormulaId> wanted;
    for (const model::Property& property : model_.properties) wanted.push_back(property.formula);
    check::Context context = check::make_context(system_, reachable_, trial_.semantics);
    context.teamwork = {.threads = trial_.threads, .alone = 1, .stint = 1};
    check::Labeller labeller(context, wanted);
    const symbolic::Arena& arena = context.arena;
    if (auto found = sets("domain", context_.arena.domain, arena.domain)) return found;
    if (arena.fair() != context_.arena.fair()) return "only one engine is fair";
    for (std::size_t i = 0; i < arena.fairness.size(); ++i)
      if (auto found = sets("fairness line " + model_.fairness[i].text, context_.arena.fairness[i],
                            arena.fairness[i]))
        return found;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      if (trial_.semantics == logic::Semantics::uniform) {
        if (auto found = uniform_verdict(context, i)) return found;
        continue;
      }
      if (auto found = verdicts(context, labeller, i)) return found;
      if (auto found = labels(labeller, model_.properties[i])) return found;
      // Once more: the labels of the plan are used up, or were never needed.
      if (auto found = verdicts(context, labeller, i)) return found;
      if (i % 4 == 3) reorder();
    }
    return {};
  }

  // Nobody asks when no fair path starts in an initial state: every formula is vacuously true.
  Difference uniform_verdict(check::Context& context, std::size_t i) {
    if ((context_.arena.initial & context_.arena.domain).empty()) return {};
    const model::Property& property = model_.properties[i];
    const auto agents =
        logic::list_coalition_members(model_.modalities, model_.formulas, property.formula);
    const bool expected = concrete::holds_uniformly(context_, property.formula, agents);
    if (check::find_restriction(context, property.formula, agents).holds() == expected) return {};
    return fmt::format("{} under uniform: {} explicitly only", property.text, expected);
  }

  Difference verdicts(const check::Context& context, check::Labeller& labeller, std::size_t i) {
    const model::Property& property = model_.properties[i];
    for (const bool all : {false, true}) {
      const StateSet label = explicit_.label(
          property.formula, all ? concrete::Outcomes::all : concrete::Outcomes::fair);
      const bool expected = ((context_.arena.initial & context_.arena.domain) - label).empty();
      const bool actual = all ? labeller.holds_for_all_outcomes(i) : labeller.holds(i);
      const symbolic::StateSet where =
          labeller.label(property.formula, all ? check::Outcomes::all : check::Outcomes::fair);
      const bool labelled = subset(context.initial(), where);
      if (actual == expected && labelled == expected) continue;
      return fmt::format("{}{}: {} explicitly, {} by its label, {} as it is decided", property.text,
                         all ? " for all outcomes" : "", expected, labelled, actual);
    }
    return {};
  }

  Difference labels(check::Labeller& labeller, const model::Property& property) {
    for (const FormulaId part : logic::closure(model_.formulas, property.formula)) {
      if (model_.formulas.traits(part).sort != logic::Sort::state) continue;
      if (model_.formulas.traits(part).free != 0) continue;  // a fixpoint gives it its meaning
      if (!compared_.insert(part).second) continue;
      const std::string what =
          part == property.formula
              ? property.text
              : fmt::format("part {} of {}", static_cast<std::uint32_t>(part), property.text);
      if (auto found = sets(what, explicit_.label(part), labeller.label(part))) return found;
      if (!context_.arena.fair() || !model_.formulas.traits(part).strategic) continue;
      if (auto found =
              sets(what + " for all outcomes", explicit_.label(part, concrete::Outcomes::all),
                   labeller.label(part, check::Outcomes::all)))
        return found;
    }
    return {};
  }

  const model::Model& model_;
  Trial trial_;
  // A path formula may multiply the states of the explicit engine beyond all use.
  base::Budget budget_{std::nullopt, std::uint64_t{1} << 29U};
  concrete::StateSpace space_;
  concrete::Context context_;
  concrete::Labeller explicit_;
  symbolic::System system_;  // diagrams go before it
  symbolic::Reachable reachable_;
  std::vector<symbolic::StateSet> states_;  // by StateId
  std::set<FormulaId> compared_;
};

}  // namespace

namespace {

bool both_decide(const model::Model& model, const model::Property& property,
                 logic::Semantics of_the_run) {
  return concrete::why_unsupported(model, property, of_the_run).empty() &&
         check::why_unsupported(model, property, of_the_run).empty();
}

std::optional<model::Model> elaborated(const std::string& text) {
  base::Diagnostics diagnostics;
  const auto system = syntax::parse(base::make_source("challenge", text), diagnostics);
  if (diagnostics.has_errors()) return {};
  model::ElaborationSettings settings;
  settings.read_logic = [&](const std::string&, model::Whence, std::string&) {
    return find_carried_logic(system.source);
  };
  return model::elaborate(system, settings).model;
}

}  // namespace

bool play(logic::Semantics semantics) {
  const auto model = elaborated(
      "Agent P Vars: b : boolean; end Vars end Agent Formulae <P>X P.b; "
      "end Formulae");
  return both_decide(model.value(), model->properties.at(0), semantics);
}

std::optional<model::Model> sound_model(const std::string& text, logic::Semantics of_the_run) {
  auto model = elaborated(text);
  if (!model) return {};
  for (const auto* const formulas : {&model->fairness, &model->properties})
    for (const model::Property& property : *formulas)
      if (!both_decide(*model, property, of_the_run)) return {};
  return model;
}

std::optional<std::string> difference(const model::Model& model, const Trial& trial) {
  return Comparison(model, trial).run();
}

}  // namespace ken::tests
