// Labelling.
//
// The label of a formula is the set of states of the domain where it holds.  Formulas are numbered
// so that parts come before the whole; going through the state formulas inside a formula in that
// order meets every part before it is needed, and each once.  A path formula has no label: what
// quantifies it is built from the state formulas inside (path_product.cpp).  The domain is the
// reachable states, or under fairness those where a fair path starts: a path that meets every
// fairness line infinitely often. The lines themselves are labelled before, on the model without
// fairness.

#include "concrete/labeller.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "base/post_order.hpp"
#include "concrete/fixpoints.hpp"
#include "concrete/path_product.hpp"
#include "concrete/related.hpp"

namespace ken::concrete {
namespace {

using logic::FormulaId;
using logic::overloaded;

// What a rule makes on its way, beside the labels of its parts.
constexpr std::uint64_t sets_at_work = 16;
constexpr std::uint64_t bytes_of_label = 96;  // in the map, beyond the bits

StateSet connect(const logic::Binary& f, const StateSet& domain, const StateSet& a,
                 const StateSet& b) {
  switch (f.op) {
    case logic::Connective::conjunction:
      return a & b;
    case logic::Connective::disjunction:
      return a | b;
    case logic::Connective::implication:
      return (domain - a) | b;
    case logic::Connective::equivalence:
      return (a & b) | (domain - (a | b));
  }
  return {};
}

// How many of the sets contain the state.
std::int64_t count_holding(std::span<const FormulaId> args, const Labels& known, StateId s) {
  return std::count_if(args.begin(), args.end(),
                       [&](FormulaId arg) { return known.at(arg).contains(s); });
}

std::vector<FormulaId> list_outside(const logic::FormulaStore& formulas,
                                    const logic::Fixpoint& fixpoint);

// Calls visit(FormulaId) for every state formula that the label of this one is made from.
template <class Visit>
void for_each_state_part(const logic::FormulaStore& formulas, FormulaId id, const Visit& visit) {
  if (const auto* const fixpoint = std::get_if<logic::Fixpoint>(&formulas[id])) {
    for (const FormulaId part : list_outside(formulas, *fixpoint)) visit(part);
    return;
  }
  const auto* const quantified = std::get_if<logic::Quantified>(&formulas[id]);
  if (quantified == nullptr) return logic::for_each_part(formulas[id], visit);
  for (const FormulaId part : logic::list_state_parts(formulas, quantified->path)) visit(part);
}

// What a fixpoint is made from that does not change while it is computed.
std::vector<FormulaId> list_outside(const logic::FormulaStore& formulas,
                                    const logic::Fixpoint& fixpoint) {
  return logic::list_fixed_operands(formulas, fixpoint, [&](FormulaId id, const auto& visit) {
    for_each_state_part(formulas, id, visit);
  });
}

}  // namespace

const Rule* find_rule(logic::Builtin modality) {
  for (const std::span<const Rule> family :
       {temporal_rules(), epistemic_rules(), strategic_rules()})
    for (const Rule& rule : family)
      if (rule.modality == modality) return &rule;
  return nullptr;
}

Context make_context(const model::Model& model, const StateSpace& space, base::Budget& budget,
                     logic::Semantics semantics) {
  return make_context(model, space, make_arena(model, space, budget), semantics);
}

Context make_context(const model::Model& model, const StateSpace& space, Arena arena,
                     logic::Semantics semantics) {
  Context plain(model, space, std::move(arena), semantics);
  if (model.fairness.empty()) return plain;
  std::vector<StateSet> lines;
  for (const model::Property& line : model.fairness) {
    plain.arena.budget->charge(space.size() / 8);
    lines.push_back(Labeller(plain).label(line.formula));
  }
  return {model, space, require_fairness(plain.arena, std::move(lines)), semantics};
}

StateSet Labeller::label(FormulaId root, Outcomes outcomes) {
  context_.outcomes = outcomes;
  const logic::FormulaStore& formulas = context_.model.formulas;
  const auto for_each_part = [&](FormulaId id, const auto& visit) {
    for_each_state_part(formulas, id, visit);
  };
  const std::vector<FormulaId> order = base::collect_parts(root, for_each_part);
  std::map<FormulaId, std::size_t> users;
  for (const FormulaId id : order) for_each_part(id, [&](FormulaId part) { ++users[part]; });
  const std::uint64_t bytes = context_.arena.domain.size() / 8 + bytes_of_label;
  base::Charge charge(*context_.arena.budget);
  charge.add(sets_at_work * bytes);
  Labels known;
  for (const FormulaId id : order) {
    context_.arena.budget->check_limits_now();
    charge.add(bytes);
    known[id] = compute(formulas[id], known) & context_.arena.domain;
    for_each_part(id, [&](FormulaId part) {
      if (--users[part] > 0) return;
      known.erase(part);
      charge.drop(bytes);
    });
  }
  return std::move(known.at(root));
}

StateSet Labeller::label_with(Labels given, FormulaId formula) {
  const logic::FormulaStore& formulas = context_.model.formulas;
  base::visit_post_order(
      formula, [&](FormulaId id, const auto& visit) { for_each_state_part(formulas, id, visit); },
      [&](FormulaId id) { return given.contains(id); },
      [&](FormulaId id) { given[id] = compute(formulas[id], given) & context_.arena.domain; });
  return std::move(given.at(formula));
}

StateSet Labeller::compute(const logic::Formula& formula, const Labels& known) {
  ++evaluations_;
  const StateSet& domain = context_.arena.domain;
  const auto not_here = [](const auto&) -> StateSet {
    CHECK(false, "only state formulas have labels, and ATL* is found before labelling");
    return {};
  };
  return std::visit(
      overloaded{
          [&](const logic::Constant& f) { return f.value ? domain : context_.arena.nothing(); },
          [&](const logic::Atom& f) { return compute_atom(f.id); },
          [&](const logic::Not& f) { return domain - known.at(f.arg); },
          [&](const logic::Binary& f) {
            return connect(f, domain, known.at(f.lhs), known.at(f.rhs));
          },
          [&](const logic::Many& f) {
            const auto size = static_cast<std::int64_t>(f.args.size());
            StateSet result = context_.arena.nothing();
            domain.for_each([&](StateId s) {
              const std::int64_t n = count_holding(f.args, known, s);
              const bool holds = f.quantity == logic::Quantity::all    ? n == size
                                 : f.quantity == logic::Quantity::some ? n > 0
                                                                       : n % 2 == 1;
              if (holds) result.insert(s);
            });
            return result;
          },
          [&](const logic::Count& f) {
            StateSet result = context_.arena.nothing();
            domain.for_each([&](StateId s) {
              const std::int64_t n = count_holding(f.args, known, s);
              if (f.least <= n && n <= f.most) result.insert(s);
            });
            return result;
          },
          [&](const logic::Modal& f) { return compute_modal(f, known); },
          [&](const logic::Related& f) {
            return label_related(context_, f.quantifier, f.relation, known.at(f.arg));
          },
          [&](const logic::Fixpoint& f) { return compute_fixpoint(f, known); },
          [&](const logic::Variable& f) { return not_here(f); },
          [&](const logic::Temporal& f) { return not_here(f); },
          [&](const logic::Quantified& f) { return compute_quantified(f, known); },
          [&](const logic::Coalition& f) { return not_here(f); },
          [&](const logic::Dynamic& f) { return not_here(f); },
          [&](const logic::Step& f) { return not_here(f); },
          [&](const logic::Test& f) { return not_here(f); },
          [&](const logic::Combined& f) { return not_here(f); },
          [&](const logic::Star& f) { return not_here(f); },
      },
      formula);
}

StateSet Labeller::compute_quantified(const logic::Quantified& f, const Labels& known) const {
  const logic::FormulaStore& formulas = context_.model.formulas;
  if (formulas.traits(f.path).sort == logic::Sort::state) return known.at(f.path);
  return f.quantifier == logic::PathQuantifier::some
             ? exists_path(context_.arena, formulas, f.path, known)
             : for_all_paths(context_.arena, formulas, f.path, known);
}

// Rounds from below or from above, each with the set of the round before for the variable.
StateSet Labeller::compute_fixpoint(const logic::Fixpoint& f, const Labels& known) {
  const logic::FormulaStore& formulas = context_.model.formulas;
  const StateSet& domain = context_.arena.domain;
  const auto variable = formulas.find(logic::Variable{f.variable});
  StateSet set = f.extremum == logic::Extremum::least ? context_.arena.nothing() : domain;
  for (;;) {
    context_.arena.budget->check_limits_now();
    Labels round;
    for (const FormulaId part : list_outside(formulas, f)) round.emplace(part, known.at(part));
    if (variable) round[*variable] = set;
    StateSet next = label_with(std::move(round), f.body);
    if (next == set) return set;
    set = std::move(next);
  }
}

StateSet Labeller::compute_modal(const logic::Modal& modal, const Labels& known) {
  if (modal.body) return known.at(*modal.body);
  const logic::Modality& row = context_.model.modalities[modal.modality];
  const Rule* rule = row.builtin ? find_rule(*row.builtin) : nullptr;
  CHECK(rule != nullptr, "a modality without a rule is found before labelling");
  std::vector<StateSet> args;
  for (const FormulaId arg : modal.args) args.push_back(known.at(arg));
  return rule->label(context_, modal, args);
}

StateSet Labeller::compute_atom(logic::AtomId id) const {
  StateSet result = context_.arena.nothing();
  const model::Program& condition = context_.model[id].condition.program(context_.model.exprs);
  context_.arena.domain.for_each([&](StateId s) {
    context_.arena.budget->check_limits();
    if (condition.holds(context_.space.state(s))) result.insert(s);
  });
  return result;
}

}  // namespace ken::concrete
