// Labelling: parts before wholes, each once.

#include "states/labeller.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "base/post_order.hpp"
#include "states/paths.hpp"

namespace ken::states {
namespace {

using logic::FormulaId;

constexpr std::uint64_t bytes_of_label = 96;

StateSet connect(logic::Connective op, const StateSet& a, const StateSet& b,
                 const StateSet& domain) {
  switch (op) {
    case logic::Connective::conjunction:
      return a & b;
    case logic::Connective::disjunction:
      return a | b;
    case logic::Connective::implication:
      return (domain - a) | b;
    case logic::Connective::equivalence:
      break;
  }
  return domain - ((a - b) | (b - a));
}

}  // namespace

const Rule* find_rule(logic::Builtin modality) {
  for (const std::span<const Rule> family :
       {temporal_rules(), epistemic_rules(), strategic_rules()})
    for (const Rule& rule : family)
      if (rule.modality == modality) return &rule;
  return nullptr;
}

Labeller::Labeller(StateSpace& space)
    : charge_(space.budget()), context_(space), initial_(space.size()) {
  std::vector<StateSet> lines;
  for (const model::Property& line : space.model().fairness) lines.push_back(label(line.formula));
  if (!lines.empty()) {
    context_.fairness = std::move(lines);
    context_.domain = exists_globally(context_, context_.reachable());
    labels_.clear();
    charge_.drop_all();
  }
  for (StateId s = 0; s < space.initial_count(); ++s)
    if (context_.domain[s]) initial_.add(s);
}

bool Labeller::holds(FormulaId formula, Outcomes outcomes) {
  return label(formula, outcomes).contains(initial_);
}

const StateSet& Labeller::label(FormulaId root, Outcomes outcomes) {
  const logic::FormulaStore& formulas = context_.model().formulas;
  const bool apart = outcomes == Outcomes::all && !context_.fairness.empty();
  Labels& known = apart ? for_all_outcomes_ : labels_;
  context_.outcomes = outcomes;
  base::visit_post_order(
      root, [&](FormulaId id, const auto& visit) { logic::for_each_part(formulas[id], visit); },
      [&](FormulaId id) { return known.contains(id); },
      [&](FormulaId id) {
        charge_.add(context_.space.size() / 8 + bytes_of_label);
        context_.space.effort().spend(16 + context_.space.size() / 64);
        ++evaluations_;
        known.emplace(id, compute(formulas[id], known) & context_.domain);
      });
  return known.at(root);
}

StateSet Labeller::compute(const logic::Formula& formula, const Labels& known) {
  const StateSet& domain = context_.domain;
  const auto not_here = [](const auto&) -> StateSet {
    CHECK(false, "what is not supported is found before labelling");
    return {};
  };
  // The states where the number of arguments that hold passes.
  const auto count = [&](const std::vector<FormulaId>& args, const auto& passes) {
    context_.space.effort().spend(context_.space.size() * (1 + args.size()) / 2);
    StateSet result = context_.nothing();
    domain.for_each([&](StateId s) {
      std::int64_t n = 0;
      for (const FormulaId arg : args) n += known.at(arg)[s] ? 1 : 0;
      if (passes(n)) result.add(s);
    });
    return result;
  };
  return std::visit(
      logic::overloaded{
          [&](const logic::Constant& f) { return f.value ? domain : context_.nothing(); },
          [&](const logic::Atom& f) {
            return find_where(context_, context_.model()[f.id].condition.expr);
          },
          [&](const logic::Not& f) { return domain - known.at(f.arg); },
          [&](const logic::Binary& f) {
            return connect(f.op, known.at(f.lhs), known.at(f.rhs), domain);
          },
          [&](const logic::Many& f) {
            const auto size = static_cast<std::int64_t>(f.args.size());
            return count(f.args, [&](std::int64_t n) {
              return f.quantity == logic::Quantity::all    ? n == size
                     : f.quantity == logic::Quantity::some ? n > 0
                                                           : n % 2 == 1;
            });
          },
          [&](const logic::Count& f) {
            return count(f.args, [&](std::int64_t n) { return f.least <= n && n <= f.most; });
          },
          [&](const logic::Modal& f) { return compute_modal(f, known); },
          [&](const logic::Related& f) { return not_here(f); },
          [&](const logic::Fixpoint& f) { return not_here(f); },
          [&](const logic::Variable& f) { return not_here(f); },
          [&](const logic::Temporal& f) { return not_here(f); },
          [&](const logic::Quantified& f) { return not_here(f); },
          [&](const logic::Coalition& f) { return not_here(f); },
          [&](const logic::Dynamic& f) { return not_here(f); },
          [&](const logic::Step& f) { return not_here(f); },
          [&](const logic::Test& f) { return not_here(f); },
          [&](const logic::Combined& f) { return not_here(f); },
          [&](const logic::Star& f) { return not_here(f); },
      },
      formula);
}

StateSet Labeller::compute_modal(const logic::Modal& modal, const Labels& known) {
  const logic::Modality& row = context_.model().modalities[modal.modality];
  const Rule* const rule = row.builtin ? find_rule(*row.builtin) : nullptr;
  CHECK(rule != nullptr, "a modality without a rule is found before labelling");
  std::vector<StateSet> args;
  for (const FormulaId arg : modal.args) args.push_back(known.at(arg));
  return rule->label(context_, modal, args);
}

}  // namespace ken::states
