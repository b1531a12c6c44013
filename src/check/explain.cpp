// Reasons for verdicts.
//
// A claim is that a formula holds, or fails, in a state.  It is explained once: what everybody can
// see in the state needs nothing else; a boolean rests on claims about some of its parts there; a
// modality on what its rule says, which is a path or a state elsewhere with claims on the way.
// Those are explained next, and so on: they are about parts of the formula, so this ends.
//
// A fixpoint rests on its body, in which its variable stands for one of the rounds by which the
// fixpoint is computed (scoped_labels.cpp), and a variable on the body again, for an earlier round,
// or for the same if it is the last one; what is claimed of the same state again is explained
// already.
//
// Only one side of an operator can be shown by something finite: that E holds, that A fails, that
// somebody does not know.  The other side is assumed, and listed so.
//
// Labels of arguments are asked for, never those of what is explained itself: a path to a state
// without p costs images from where it starts, and not the fixpoint of AG p.  What fails in some
// initial state is found as the verdict was: AG p by the nearest state without p.

#include "check/explain.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "check/quantified_paths.hpp"
#include "check/related_states.hpp"
#include "evidence/path_truth.hpp"
#include "evidence/strategy.hpp"
#include "model/step.hpp"
#include "symbolic/count_text.hpp"

namespace ken::check {

using evidence::Evidence;
using evidence::Path;
using evidence::Reason;
using evidence::ReasonId;
using evidence::Why;
using model::State;

namespace {

// More than that booleans join what is assumed.
bool shows_something(const Evidence& evidence) {
  return std::any_of(evidence.reasons.begin(), evidence.reasons.end(), [](const Reason& reason) {
    if (const auto* const joined = std::get_if<evidence::Joined>(&reason.why))
      return joined->parts.empty();
    if (const auto* const unfolded = std::get_if<evidence::Unfolded>(&reason.why))
      return unfolded->body.empty();
    return !std::holds_alternative<evidence::Assumed>(reason.why);
  });
}

}  // namespace

Explainer::Explainer(Context& context, const symbolic::Reachable& reachable, std::size_t most)
    : context_(context),
      reachable_(reachable),
      most_(most),
      finder_(context.system.budget(),
              {[&context](const StateSet& states) {
                 return context.arena.steps->relation().image(states) & context.arena.domain;
               },
               [&context](const StateSet& states) { return some_successor(context.arena, states); },
               [this](const StateSet& states) { return encode(pick(states)); }}),
      labels_(context) {}

StateSet Explainer::encode(const State& state) const {
  return symbolic::encode(context_.system.manager(), context_.system.encoding(), context_.model(),
                          state);
}

State Explainer::pick(const StateSet& states) const {
  return symbolic::some_state(context_.system.encoding(), context_.model(), states);
}

StateSet Explainer::where(FormulaId formula, bool holds) {
  const StateSet& label = labels_.find(scope_, formula);
  return holds ? label : arena().domain - label;
}

std::optional<Evidence> Explainer::explain(FormulaId formula, bool holds) {
  evidence_ = {};
  claimed_.clear();
  scopes_.clear();
  scope_.clear();
  const std::optional<State> start = find_start(formula, holds);
  if (!start) return {};
  evidence_.start = make_path({*start});
  evidence_.semantics = context_.semantics;
  evidence_.initial_states = symbolic::count_in_decimal(context_.system, context_.initial());
  evidence_.root = claim(formula, *start, holds);
  for (std::size_t i = 0; i < evidence_.reasons.size() && i < most_; ++i) {
    context_.system.budget().check_limits_now();
    const Reason next = evidence_.reasons[i];
    scope_ = scopes_[i];
    Why why = find_reason(next.formula, next.state, next.holds);
    evidence_.reasons[i].why = std::move(why);
  }
  if (!shows_something(evidence_)) return {};
  return std::move(evidence_);
}

// An initial state in which the formula has the value.
std::optional<State> Explainer::find_start(FormulaId formula, bool holds) {
  const StateSet initial = context_.initial();
  if (initial.empty()) return {};
  if (holds) return pick(initial);
  for (const Obligation& o : take_apart(context_.model(), formula)) {
    if (!o.everywhere) {
      const StateSet failing = initial & where(o.formula, false);
      if (!failing.empty()) return pick(failing);
    } else if (const StateSet bad = where(o.formula, false); !bad.empty()) {
      return symbolic::find_run(context_.system, *arena().steps, reachable_, bad).front();
    }
  }
  CHECK(false, "what fails, fails in some initial state");
  return {};
}

void Explainer::claim(FormulaId formula, const State& state, bool holds,
                      std::vector<ReasonId>& claims) {
  if (!evidence::is_propositional(context_.model().formulas, formula))
    claims.push_back(claim(formula, state, holds));
}

ReasonId Explainer::claim(FormulaId formula, const State& state, bool holds) {
  const auto next = static_cast<ReasonId>(evidence_.reasons.size());
  Standings scope = labels_.narrow(scope_, formula);
  if (std::holds_alternative<logic::Variable>(context_.model().formulas[formula])) {
    const FormulaId fixpoint = scope.back().fixpoint;
    scope.pop_back();
    scope.push_back({fixpoint, labels_.find_round_before(scope, fixpoint, encode(state), holds)});
  }
  const auto [at, fresh] = claimed_.try_emplace(Key{formula, holds, scope, state}, next);
  if (fresh) {
    context_.system.budget().charge(model::bytes_of_step(context_.model()));
    evidence_.reasons.push_back({formula, holds, state, evidence::Assumed{}});
    for (const Standing& standing : scope)
      evidence_.reasons.back().fixpoints.push_back(standing.fixpoint);
    scopes_.push_back(std::move(scope));
  }
  return at->second;
}

StateSet Explainer::prefer_claimed(const StateSet& states, FormulaId formula, bool holds) const {
  const Standings scope = labels_.narrow(scope_, formula);
  StateSet claimed = arena().nothing();
  if (scope.empty()) return states;
  for (auto at = claimed_.lower_bound(Key{formula, holds, scope, {}}); at != claimed_.end(); ++at) {
    const auto& [other, value, around, state] = at->first;
    if (other != formula || value != holds || around != scope) break;
    claimed |= encode(state);
  }
  const StateSet found = states & claimed;
  return found.empty() ? states : found;
}

// ---- what a claim rests on ----

Why Explainer::find_reason(FormulaId formula, const State& state, bool holds) {
  formula_ = formula;
  const model::Model& model = context_.model();
  if (evidence::is_propositional(model.formulas, formula)) return evidence::Evaluated{};
  if (logic::is_boolean(model.formulas[formula])) return join(formula, state, holds);
  if (!is_worth_showing(formula, holds)) return evidence::Assumed{};
  if (const auto* const quantified = std::get_if<logic::Quantified>(&model.formulas[formula]))
    return show_quantified(*this, *quantified, state);
  if (const auto* const related = std::get_if<logic::Related>(&model.formulas[formula]))
    return show_related(*this, *related, state);
  if (std::holds_alternative<logic::Fixpoint>(model.formulas[formula]))
    return unfold(formula, scope_, state, holds);
  if (std::holds_alternative<logic::Variable>(model.formulas[formula]))
    return unfold(scope_.back().fixpoint, {scope_.begin(), scope_.end() - 1}, state, holds);
  const auto& modal = std::get<logic::Modal>(model.formulas[formula]);
  if (modal.body) {
    evidence::Joined why;
    claim(*modal.body, state, holds, why.parts);
    return why;
  }
  return find_rule(*model.modalities[modal.modality].builtin)->explain(*this, modal, state, holds);
}

bool Explainer::is_worth_showing(FormulaId formula, bool holds) const {
  const model::Model& model = context_.model();
  if (logic::is_boolean(model.formulas[formula])) return true;
  if (const auto* const quantified = std::get_if<logic::Quantified>(&model.formulas[formula]))
    return (quantified->quantifier == logic::PathQuantifier::some) == holds &&
           model.formulas.traits(quantified->path).sort == logic::Sort::path;
  if (const auto* const related = std::get_if<logic::Related>(&model.formulas[formula]))
    return (related->quantifier == logic::PathQuantifier::some) == holds;
  if (std::holds_alternative<logic::Fixpoint>(model.formulas[formula]) ||
      std::holds_alternative<logic::Variable>(model.formulas[formula]))
    return true;
  const auto* const modal = std::get_if<logic::Modal>(&model.formulas[formula]);
  if (modal == nullptr) return false;
  if (modal->body) return is_worth_showing(*modal->body, holds);
  const std::optional<logic::Builtin> builtin = model.modalities[modal->modality].builtin;
  const Rule* const rule = builtin ? find_rule(*builtin) : nullptr;
  return rule != nullptr && rule->explain != nullptr && can_show(rule->shows, holds);
}

Why Explainer::unfold(FormulaId fixpoint, Standings around, const State& state, bool holds) {
  const std::size_t round = labels_.find_round_before(around, fixpoint, encode(state), holds);
  scope_ = std::move(around);
  scope_.push_back({fixpoint, round});
  evidence::Unfolded why;
  claim(std::get<logic::Fixpoint>(context_.model().formulas[fixpoint]).body, state, holds,
        why.body);
  return why;
}

// By as few parts as decide it: of those that are not needed the ones nobody can show go first, and
// then those that variables lead on from; what can be seen in the state is kept longest.
Why Explainer::join(FormulaId formula, const State& state, bool holds) {
  const logic::FormulaStore& formulas = context_.model().formulas;
  const StateSet here = encode(state);
  std::map<FormulaId, bool> value;
  std::vector<FormulaId> parts;
  logic::for_each_part(formulas[formula], [&](FormulaId part) {
    if (value.try_emplace(part, subset(here, where(part, true))).second) parts.push_back(part);
  });
  const auto rank = [&](FormulaId part) {
    return std::tuple(is_worth_showing(part, value.at(part)), formulas.traits(part).free == 0,
                      evidence::is_propositional(formulas, part));
  };
  std::stable_sort(parts.begin(), parts.end(),
                   [&](FormulaId a, FormulaId b) { return rank(a) < rank(b); });
  for (const FormulaId part : std::vector<FormulaId>(parts)) {
    const bool known = value.at(part);
    value.erase(part);
    const bool enough = evidence::evaluate_boolean(formulas, formula, [&](FormulaId p) {
                          const auto at = value.find(p);
                          return at == value.end() ? std::nullopt : std::optional(at->second);
                        }) == holds;
    if (!enough) value.emplace(part, known);
  }
  evidence::Joined why;
  for (const auto& [part, known] : value) claim(part, state, known, why.parts);
  return why;
}

// ---- ways ----

std::vector<State> Explainer::trace(const StateSet& targets,
                                    std::span<const StateSet> layers) const {
  return list_states(context_.system, finder_.trace(targets, layers));
}

Lasso Explainer::find_lasso(const State& from, const StateSet& region) const {
  return list_states(context_.system, finder_.find_lasso(encode(from), region, arena().fairness));
}

Path Explainer::make_path(std::vector<State> states, std::optional<std::size_t> back_to) {
  if (arena().fair() && !back_to) {
    const std::size_t last = states.size() - 1;
    const Lasso lasso = find_lasso(states.back(), arena().domain);
    states.insert(states.end(), lasso.states.begin() + 1, lasso.states.end());
    back_to = last + lasso.back_to;
  }
  Path path{std::move(states), {}, back_to};
  context_.system.budget().charge(model::bytes_of_step(context_.model()) * path.states.size());
  const auto add_step = [&](const State& from, const State& to) {
    context_.system.budget().check_limits_now();
    path.actions.push_back(symbolic::find_action(context_.system, *arena().steps, from, to,
                                                 context_.system.manager().constant(true)));
  };
  for (std::size_t i = 0; i + 1 < path.states.size(); ++i)
    add_step(path.states[i], path.states[i + 1]);
  if (back_to) add_step(path.states.back(), path.states[*back_to]);
  return path;
}

evidence::Hop Explainer::hop_to(const StateSet& states, evidence::HopKind kind,
                                const logic::Group& agents) {
  std::vector<State> run = symbolic::find_run(context_.system, *arena().steps, reachable_, states);
  const std::size_t at = run.size() - 1;
  return {.kind = kind, .agents = agents, .run = make_path(std::move(run)), .at = at};
}

}  // namespace ken::check
